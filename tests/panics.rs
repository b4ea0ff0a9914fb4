// SPDX-License-Identifier: MIT OR Apache-2.0
//! With `RUSTFLAGS='--cfg zrg_test_panic'` every export panics before it does anything: the panic must come
//! back as a status, or as nothing. `scripts/panics` builds and runs it.

#![cfg(zrg_test_panic)]

use std::ptr::{null, null_mut};

use zrg::capi::*;

/// Calls exports with no argument that could be used; the second list is those that return no status.
macro_rules! calls {
    ($($name:ident($($argument:expr),*))*) => {
        [$((stringify!($name), unsafe { $name($($argument),*) })),*]
    };
}

#[test]
fn no_panic_crosses() {
    let mut error = zrg_error::default();
    let e: *mut zrg_error = &mut error;
    let statuses = calls! {
        zrg_grid_from_json(null(), 0, 0, null(), null(), null_mut(), e)
        zrg_grid_from_array_json(null(), 0, null(), null_mut(), null_mut(), e)
        zrg_grid_validate_json(null(), 0, 0, null(), null(), null_mut(), 0, null_mut(), e)
        zrg_grid_validate_array_json(null(), 0, null(), null_mut(), 0, null_mut(), e)
        zrg_grid_to_json(null(), 0, null_mut(), 0, null_mut(), e)
        zrg_grid_from_edges(0, null(), null(), null(), 0, null_mut(), e)
        zrg_grid_from_runs(0, null(), null(), null(), 0, null_mut(), e)
        zrg_grid_from_chunk_shape(0, null(), null(), 0, null_mut(), e)
        zrg_grid_clone(null(), null_mut(), e)
        zrg_grid_shape(null(), 0, null_mut(), e)
        zrg_grid_chunk_counts(null(), 0, null_mut(), null_mut(), e)
        zrg_grid_locate(null(), 0, null(), null_mut(), null_mut(), e)
        zrg_grid_locate_many(null(), 0, 0, 0, 0, null(), null_mut(), null_mut(), 0, e)
        zrg_grid_chunk(null(), 0, null(), null_mut(), null_mut(), null_mut(), e)
        zrg_grid_chunk_many(null(), 0, null(), null_mut(), null_mut(), null_mut(), 0, e)
        zrg_grid_chunk_number(null(), 0, null(), null_mut(), e)
        zrg_grid_chunk_at_number(null(), 0, 0, null_mut(), e)
        zrg_grid_box_to_chunks(null(), 0, null(), null(), null_mut(), null_mut(), e)
        zrg_grid_chunks_to_box(null(), 0, null(), null(), null_mut(), null_mut(), null_mut(), e)
        zrg_grid_axis_locate(null(), 0, 0, null_mut(), e)
        zrg_grid_axis_intervals(null(), 0, 0, null_mut(), 0, null_mut(), e)
        zrg_grid_axis_edges(null(), 0, 0, null_mut(), 0, null_mut(), e)
        zrg_grid_axis_runs(null(), 0, 0, null_mut(), 0, null_mut(), null_mut(), e)
        zrg_grid_axis_form(null(), 0, null_mut(), null_mut(), e)
        zrg_grid_axis_projections(null(), 0, null(), 0, null_mut(), 0, null_mut(), null_mut(), e)
        zrg_slice_from_bounds(0, 0, 0, 0, null_mut(), e)
        zrg_selection_from_slices(null(), 0, null(), null_mut(), e)
        zrg_selection_with_indices(null(), 0, null(), 0, 0, null_mut(), e)
        zrg_selection_with_mask(null(), 0, null(), 0, null_mut(), e)
        zrg_selection_with_bits(null(), 0, null(), 0, 0, 0, null_mut(), e)
        zrg_selection_from_points(null(), 0, 0, 0, 0, null(), 0, 0, null_mut(), e)
        zrg_selection_from_mask(null(), null(), 0, null_mut(), e)
        zrg_selection_inner(null(), 0, 0, null(), null_mut(), e)
        zrg_selection_clone(null(), null_mut(), e)
        zrg_selection_grid(null(), null_mut(), e)
        zrg_selection_shape(null(), 0, null_mut(), e)
        zrg_selection_part_count(null(), null_mut(), e)
        zrg_selection_projection_counts(null(), 0, null_mut(), e)
        zrg_selection_parts(null(), 0, 0, null_mut(), null_mut(), null_mut(), 0, null_mut(), e)
        zrg_selection_axis_list(null(), 0, 0, null_mut(), null_mut(), 0, null_mut(), e)
        zrg_selection_find_part(null(), 0, null(), null_mut(), e)
        zrg_selection_segments(null(), 0, 0, null_mut(), 0, null_mut(), e)
        zrg_selection_split(null(), 0, 0, null_mut(), e)
        zrg_selection_chunk_ranges(null(), 0, 0, null_mut(), 0, null_mut(), null_mut(), e)
        zrg_selection_read_part(null(), 0, 0, null(), 0, 0, null(), null_mut(), 0, 0, null(), e)
        zrg_selection_fill_part(null(), 0, null(), 0, null_mut(), 0, 0, null(), e)
        zrg_selection_write_part(null(), 0, 0, null(), 0, 0, null(), null_mut(), 0, 0, null(), e)
        zrg_key_encode(null(), 0, null(), null_mut(), 0, null_mut(), e)
    };
    for (name, status) in statuses {
        assert_eq!(status, zrg_status_code::ZRG_ERROR_INTERNAL as zrg_status, "{name}");
    }
    assert_eq!(error.code, zrg_status_code::ZRG_ERROR_INTERNAL as zrg_status);
    let message: Vec<u8> = error.message.iter().map(|&c| c as u8).take_while(|&c| c != 0).collect();
    assert_eq!(message, b"a fault of this library: forced by zrg_test_panic");

    let nothing = unsafe {
        zrg_grid_free(null_mut());
        zrg_selection_free(null_mut());
        assert_eq!(
            (zrg_version_number(), zrg_grid_rank(null()), zrg_grid_form(null()), zrg_selection_rank(null())),
            (0, 0, 0, 0)
        );
        // Never NULL, even then.
        let texts = [zrg_version_string(), zrg_status_name(0), zrg_status_message(0)];
        texts.map(|text| assert!(!text.is_null())).len()
    };
    // The exports above, counted: one that is missing here would go untested.
    let called = statuses.len() + 2 + 4 + nothing;
    let declared = include_str!("../include/zrg/zrg.h").matches("@since").count();
    assert_eq!(called, declared);
}
