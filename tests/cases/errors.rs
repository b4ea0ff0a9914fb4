// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors that case files name, as the library's statuses. Files match by kind, not by word.

use crate::runner::json::Json;

/// The names of the errors that the case expects, one of which must come; `None` when it expects an answer.
pub fn expected(case: Json) -> Option<Vec<String>> {
    let accepted = ["ok", "valid"].iter().find_map(|name| case.get(name)).map(|said| said.spelled() == "true");
    if accepted == Some(true) {
        return None;
    }
    let names: Vec<String> =
        ["error", "error_class", "error_class_or"].iter().filter_map(|name| case.get(name)?.text().ok()).collect();
    (!names.is_empty() || accepted == Some(false)).then_some(names)
}

/// Whether `status` is of the kind that `name` means. A name that is not listed asks for a refusal of any kind.
pub fn matches(name: &str, status: &str) -> bool {
    let statuses: &[&str] = match name {
        // Documents, by class.
        "json" => &["ZRG_ERROR_JSON"],
        "structure" => &["ZRG_ERROR_STRUCTURE"],
        "value" => &["ZRG_ERROR_VALUE"],
        "range" => &["ZRG_ERROR_RANGE"],
        "rank" => &["ZRG_ERROR_RANK"],
        "cover" => &["ZRG_ERROR_COVER"],
        "duplicate member" => &["ZRG_ERROR_DUPLICATE"],
        "unsupported" => &["ZRG_ERROR_UNSUPPORTED"],
        // Documents, by what is wrong.
        "edge_not_positive" | "count_not_positive" | "empty_axis_list" => &["ZRG_ERROR_VALUE"],
        // A fraction, or something that is no number at all.
        "not_an_integer" => &["ZRG_ERROR_VALUE", "ZRG_ERROR_STRUCTURE"],
        "bad_run" => &["ZRG_ERROR_STRUCTURE"],
        "edges_too_short" => &["ZRG_ERROR_COVER"],
        "rank_mismatch" => &["ZRG_ERROR_RANK"],
        "unknown_kind" | "unknown_name" => &["ZRG_ERROR_UNSUPPORTED"],
        // What stands in its place may be what is refused.
        "missing_chunk_shapes" => &["ZRG_ERROR_STRUCTURE", "ZRG_ERROR_UNSUPPORTED"],
        // In a document, or start + count of a query.
        "sum_overflow" | "count_overflow" => &["ZRG_ERROR_RANGE", "ZRG_ERROR_BOUNDS"],
        // Queries.
        "out of bounds" | "no such chunk" | "index_out_of_range" | "chunk_out_of_range" => &["ZRG_ERROR_BOUNDS"],
        "step_zero" | "mask_length" => &["ZRG_ERROR_ARGUMENT"],
        _ => return true,
    };
    statuses.contains(&status)
}
