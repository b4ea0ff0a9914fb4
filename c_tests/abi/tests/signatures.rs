// SPDX-License-Identifier: MIT OR Apache-2.0
//! The declared functions against the library's definitions: parameters and results, while this compiles.

/// The declarations once more, with the library's own types; its handles have no layout to speak of.
#[allow(improper_ctypes)]
#[path = "../src/functions.rs"]
mod declared;

#[path = "../../header.rs"]
mod header;

use zrg::capi::*;

/// One array of a declaration and a definition: it compiles where both are the same type of function.
macro_rules! same_signature {
    ($($name:ident)*) => {
        const COMPARED: &[&str] = &[$(stringify!($name)),*];
        $(const _: () = { let _ = [declared::$name, zrg::capi::$name]; };)*
    };
}

same_signature! {
    zrg_version_number
    zrg_version_string
    zrg_status_name
    zrg_status_message
    zrg_grid_from_json
    zrg_grid_from_array_json
    zrg_grid_validate_json
    zrg_grid_validate_array_json
    zrg_grid_to_json
    zrg_grid_from_edges
    zrg_grid_from_runs
    zrg_grid_from_chunk_shape
    zrg_grid_clone
    zrg_grid_free
    zrg_grid_rank
    zrg_grid_form
    zrg_grid_shape
    zrg_grid_chunk_counts
    zrg_grid_locate
    zrg_grid_locate_many
    zrg_grid_chunk
    zrg_grid_chunk_many
    zrg_grid_chunk_number
    zrg_grid_chunk_at_number
    zrg_grid_box_to_chunks
    zrg_grid_chunks_to_box
    zrg_grid_axis_locate
    zrg_grid_axis_intervals
    zrg_grid_axis_edges
    zrg_grid_axis_runs
    zrg_grid_axis_form
    zrg_grid_axis_projections
    zrg_slice_from_bounds
    zrg_selection_from_slices
    zrg_selection_with_indices
    zrg_selection_with_mask
    zrg_selection_with_bits
    zrg_selection_from_points
    zrg_selection_from_mask
    zrg_selection_inner
    zrg_selection_clone
    zrg_selection_free
    zrg_selection_grid
    zrg_selection_rank
    zrg_selection_shape
    zrg_selection_part_count
    zrg_selection_projection_counts
    zrg_selection_parts
    zrg_selection_axis_list
    zrg_selection_find_part
    zrg_selection_segments
    zrg_selection_split
    zrg_selection_chunk_ranges
    zrg_selection_read_part
    zrg_selection_fill_part
    zrg_selection_write_part
    zrg_key_encode
}

const HEADER: &str = include_str!("../../../include/zrg/zrg.h");

#[test]
fn every_function_of_the_header_is_declared_in_its_order() {
    let declared: Vec<&str> = include_str!("../src/functions.rs")
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub fn ")?.split('(').next())
        .collect();
    assert_eq!(header::functions(HEADER), declared);
}

#[test]
fn every_declared_function_is_compared() {
    assert_eq!(header::functions(HEADER), COMPARED);
}

#[test]
fn every_constant_of_the_header_is_declared() {
    let declared: Vec<&str> = include_str!("../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split(':').next())
        .collect();
    let missing: Vec<String> = header::constants(HEADER)
        .into_iter()
        // The version is the package's, which the library's own tests compare.
        .filter(|name| !name.starts_with("ZRG_VERSION_"))
        .filter(|name| !declared.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "not declared in c_tests/abi/src/lib.rs: {missing:?}");
}
