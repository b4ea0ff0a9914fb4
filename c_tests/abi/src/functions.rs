// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions. The types are the parent module's, so that `tests/signatures.rs` can read the same
//! declarations with the library's own types and compare.

use core::ffi::{c_char, c_void};

use super::*;

unsafe extern "C" {
    pub fn zrg_version_number() -> u32;
    pub fn zrg_version_string() -> *const c_char;
    pub fn zrg_status_name(status: zrg_status) -> *const c_char;
    pub fn zrg_status_message(status: zrg_status) -> *const c_char;
    pub fn zrg_grid_from_json(
        text: *const c_char,
        length: usize,
        rank: usize,
        shape: *const u64,
        options: *const zrg_options,
        grid: *mut *mut zrg_grid,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_from_array_json(
        text: *const c_char,
        length: usize,
        options: *const zrg_options,
        grid: *mut *mut zrg_grid,
        keys: *mut zrg_key_encoding,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_validate_json(
        text: *const c_char,
        length: usize,
        rank: usize,
        shape: *const u64,
        options: *const zrg_options,
        problems: *mut zrg_error,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_validate_array_json(
        text: *const c_char,
        length: usize,
        options: *const zrg_options,
        problems: *mut zrg_error,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_to_json(
        grid: *const zrg_grid,
        form: u32,
        text: *mut c_char,
        capacity: usize,
        length: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_from_edges(
        rank: usize,
        shape: *const u64,
        counts: *const usize,
        edges: *const u64,
        edge_count: usize,
        grid: *mut *mut zrg_grid,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_from_runs(
        rank: usize,
        shape: *const u64,
        counts: *const usize,
        runs: *const zrg_run,
        run_count: usize,
        grid: *mut *mut zrg_grid,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_from_chunk_shape(
        rank: usize,
        shape: *const u64,
        chunk_shape: *const u64,
        flags: u32,
        grid: *mut *mut zrg_grid,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_clone(grid: *const zrg_grid, same: *mut *mut zrg_grid, error: *mut zrg_error) -> zrg_status;
    pub fn zrg_grid_free(grid: *mut zrg_grid);
    pub fn zrg_grid_rank(grid: *const zrg_grid) -> usize;
    pub fn zrg_grid_form(grid: *const zrg_grid) -> u32;
    pub fn zrg_grid_shape(grid: *const zrg_grid, rank: usize, shape: *mut u64, error: *mut zrg_error) -> zrg_status;
    pub fn zrg_grid_chunk_counts(
        grid: *const zrg_grid,
        rank: usize,
        declared: *mut u64,
        data: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_locate(
        grid: *const zrg_grid,
        rank: usize,
        index: *const u64,
        chunk: *mut u64,
        within: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_locate_many(
        grid: *const zrg_grid,
        rank: usize,
        count: usize,
        point_stride: isize,
        axis_stride: isize,
        indices: *const u64,
        chunks: *mut u64,
        withins: *mut u64,
        length: usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_chunk(
        grid: *const zrg_grid,
        rank: usize,
        chunk: *const u64,
        origin: *mut u64,
        declared: *mut u64,
        data: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_chunk_many(
        grid: *const zrg_grid,
        rank: usize,
        chunks: *const u64,
        origins: *mut u64,
        declared: *mut u64,
        data: *mut u64,
        count: usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_chunk_number(
        grid: *const zrg_grid,
        rank: usize,
        chunk: *const u64,
        number: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_chunk_at_number(
        grid: *const zrg_grid,
        rank: usize,
        number: u64,
        chunk: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_box_to_chunks(
        grid: *const zrg_grid,
        rank: usize,
        start: *const u64,
        shape: *const u64,
        first_chunk: *mut u64,
        chunk_count: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_chunks_to_box(
        grid: *const zrg_grid,
        rank: usize,
        first_chunk: *const u64,
        chunk_count: *const u64,
        start: *mut u64,
        declared: *mut u64,
        data: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_axis_locate(
        grid: *const zrg_grid,
        axis: usize,
        index: u64,
        interval: *mut zrg_interval,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_axis_intervals(
        grid: *const zrg_grid,
        axis: usize,
        first: u64,
        intervals: *mut zrg_interval,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_axis_edges(
        grid: *const zrg_grid,
        axis: usize,
        first: u64,
        edges: *mut u64,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_axis_runs(
        grid: *const zrg_grid,
        axis: usize,
        first: u64,
        runs: *mut zrg_run,
        capacity: usize,
        count: *mut usize,
        next: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_axis_form(
        grid: *const zrg_grid,
        axis: usize,
        form: *mut u32,
        integer: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_grid_axis_projections(
        grid: *const zrg_grid,
        axis: usize,
        slice: *const zrg_slice,
        first_chunk: u64,
        projections: *mut zrg_projection,
        capacity: usize,
        count: *mut usize,
        next: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_slice_from_bounds(
        extent: u64,
        start: i64,
        stop: i64,
        step: i64,
        slice: *mut zrg_slice,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_from_slices(
        grid: *const zrg_grid,
        rank: usize,
        slices: *const zrg_slice,
        selection: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_with_indices(
        base: *const zrg_selection,
        axis: usize,
        indices: *const i64,
        count: usize,
        flags: u32,
        selection: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_with_mask(
        base: *const zrg_selection,
        axis: usize,
        mask: *const u8,
        length: usize,
        selection: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_with_bits(
        base: *const zrg_selection,
        axis: usize,
        bits: *const u8,
        bit_offset: usize,
        length: usize,
        flags: u32,
        selection: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_from_points(
        grid: *const zrg_grid,
        rank: usize,
        count: usize,
        point_stride: isize,
        axis_stride: isize,
        points: *const i64,
        length: usize,
        flags: u32,
        selection: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_from_mask(
        grid: *const zrg_grid,
        mask: *const u8,
        length: usize,
        selection: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_inner(
        outer: *const zrg_selection,
        part: u64,
        rank: usize,
        inner_shape: *const u64,
        inner: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_clone(
        selection: *const zrg_selection,
        same: *mut *mut zrg_selection,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_free(selection: *mut zrg_selection);
    pub fn zrg_selection_grid(
        selection: *const zrg_selection,
        grid: *mut *mut zrg_grid,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_rank(selection: *const zrg_selection) -> usize;
    pub fn zrg_selection_shape(
        selection: *const zrg_selection,
        rank: usize,
        shape: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_part_count(
        selection: *const zrg_selection,
        parts: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_projection_counts(
        selection: *const zrg_selection,
        rank: usize,
        projections: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_parts(
        selection: *const zrg_selection,
        rank: usize,
        first: u64,
        parts: *mut zrg_part,
        chunks: *mut u64,
        projections: *mut zrg_projection,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_axis_list(
        selection: *const zrg_selection,
        axis: usize,
        first: u64,
        within: *mut u64,
        out: *mut u64,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_find_part(
        selection: *const zrg_selection,
        rank: usize,
        chunk: *const u64,
        part: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_segments(
        selection: *const zrg_selection,
        part: u64,
        first: u64,
        segments: *mut zrg_segment,
        capacity: usize,
        count: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_split(
        selection: *const zrg_selection,
        shares: usize,
        by: u32,
        bounds: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_chunk_ranges(
        selection: *const zrg_selection,
        gap: u64,
        first: u64,
        ranges: *mut zrg_chunk_range,
        capacity: usize,
        count: *mut usize,
        next: *mut u64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_read_part(
        selection: *const zrg_selection,
        part: u64,
        element_size: usize,
        chunk: *const c_void,
        chunk_size: usize,
        chunk_start: i64,
        chunk_strides: *const i64,
        out: *mut c_void,
        out_size: usize,
        out_start: i64,
        out_strides: *const i64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_fill_part(
        selection: *const zrg_selection,
        part: u64,
        fill: *const c_void,
        element_size: usize,
        out: *mut c_void,
        out_size: usize,
        out_start: i64,
        out_strides: *const i64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_selection_write_part(
        selection: *const zrg_selection,
        part: u64,
        element_size: usize,
        input: *const c_void,
        in_size: usize,
        in_start: i64,
        in_strides: *const i64,
        chunk: *mut c_void,
        chunk_size: usize,
        chunk_start: i64,
        chunk_strides: *const i64,
        error: *mut zrg_error,
    ) -> zrg_status;
    pub fn zrg_key_encode(
        keys: *const zrg_key_encoding,
        rank: usize,
        chunk: *const u64,
        key: *mut c_char,
        capacity: usize,
        length: *mut usize,
        error: *mut zrg_error,
    ) -> zrg_status;
}
