// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the library writes: grids as JSON, and an axis as an integer.

use zrg::capi::{ZRG_FORM_AS_READ, ZRG_FORM_RECTILINEAR, ZRG_FORM_REGULAR};

use crate::runner::document::Opened;
use crate::runner::grid::Grid;
use crate::runner::json::Json;
use crate::runner::query::Query;
use crate::runner::report::{self, Answer, Stop, agree};

/// A document that was read, written again: in its canonical form, where the case gives one, and so that reading
/// that gives the same grid and the same bytes.
pub fn written(case: Json, document: &Opened) -> Answer {
    let grid = document.grid.as_ref().map_err(Clone::clone)?;
    let text = grid.to_json(ZRG_FORM_AS_READ)?;
    if let Some(shapes) = case.get("canonical_chunk_shapes") {
        report::same_text("canonical form", &rectilinear(&shapes.compact()), &text)?;
    } else if case.get("chunk_grid").is_some_and(is_regular) && case.get("chunk_grid_text").is_none() {
        // A regular document is its own canonical form.
        report::same_text("canonical form", &case.need("chunk_grid")?.compact(), &text)?;
    }
    read_again(grid, document, &text, ZRG_FORM_AS_READ)?;

    read_again(grid, document, &grid.to_json(ZRG_FORM_RECTILINEAR)?, ZRG_FORM_RECTILINEAR)?;
    match grid.to_json(ZRG_FORM_REGULAR) {
        Ok(regular) => read_again(grid, document, &regular, ZRG_FORM_REGULAR),
        Err(refusal) if refusal.status == "ZRG_ERROR_NOT_REGULAR" => {
            let axis = refusal.axis.ok_or_else(|| Stop::Differs(format!("names no axis: {refusal}")))?;
            agree("integer of the axis that is not regular", None::<u64>, grid.axis_integer(axis as usize)?)
        }
        Err(refusal) => Err(refusal.into()),
    }
}

fn rectilinear(chunk_shapes: &str) -> String {
    format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":{chunk_shapes}}}}}"#)
}

fn is_regular(chunk_grid: Json) -> bool {
    chunk_grid.get("name").is_some_and(|name| name.spelled() == "\"regular\"")
}

/// Reads what was written: the same runs on each axis, and the same bytes when written in that form once more.
fn read_again(grid: &Grid, document: &Opened, text: &str, form: u32) -> Answer {
    let again = Grid::from_json(text, &document.extents)?;
    for axis in 0..grid.rank() {
        agree(&format!("runs of axis {axis} of {text}"), grid.axis_runs(axis, 64)?, again.axis_runs(axis, 64)?)?;
    }
    report::same_text("written, read and written again", text, &again.to_json(form)?)?;
    report::same_text("that as it was read", text, &again.to_json(ZRG_FORM_AS_READ)?)
}

/// The integer that keeps every declared edge of an axis; null where there is none.
pub fn as_integer(query: &Query) -> Answer {
    let integer = query.grid()?.axis_integer(query.axis()?)?;
    let expected = query.expected.members()?.remove("integer");
    let expected = expected.ok_or_else(|| Stop::Unreadable("no member \"integer\"".to_string()))?;
    query.judged();
    report::same("integer", expected, integer)
}
