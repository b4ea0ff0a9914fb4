// SPDX-License-Identifier: MIT OR Apache-2.0
use std::ffi::c_void;

use super::args::Args;
use super::error::zrg_error;
use super::guard::guard;
use super::handle::value;
use super::selection::zrg_selection;
use super::status::zrg_status;
use crate::core::copy;
use crate::core::error::Result;
use crate::core::layout::Layout;

/// ==== 7. MOVING DATA ====
///
/// Moves the elements of a part out of its decoded chunk into the result. No byte is moved before all are
/// proven to lie inside; the two memories may not overlap.
///
/// Element (0, ..., 0) of an array lies `start` bytes after its pointer (before it, where that is negative). Strides are
/// bytes from one element to the next, one for each axis, of either sign or 0. Neither memory need be aligned, and bytes
/// are moved as they are. NULL strides mean C order, and then the size must be exact: `start` plus all elements. With
/// strides only what the part touches must lie inside.
///
/// Several threads may read different parts into one result at once: each writes bytes of its own, and no others. (Strides
/// that put two elements of the result in one place would break that.)
///
/// A missing chunk is one fill element, with a stride of 0 on every axis (strides, not NULL, also where the rank is 0):
///
///     int64_t zeros[ZRG_MAX_RANK] = {0};
///     zrg_selection_read_part(s, part, size, fill, size, 0, zeros, out, out_size, 0, NULL, &error);
///
/// @param[in]  selection      a selection
/// @param      part           the part's number
/// @param      element_size   bytes of an element, at least 1
/// @param[in]  chunk          the decoded chunk: an array of its declared shape
/// @param      chunk_size     its bytes
/// @param      chunk_start    where its element (0, ..., 0) lies
/// @param[in]  chunk_strides  one for each axis of the grid, or NULL
/// @param[out] out            the result: an array of the selection's shape; need not be initialised
/// @param      out_size       its bytes
/// @param      out_start      where its element (0, ..., 0) lies
/// @param[in]  out_strides    one for each axis of the result, or NULL
/// @param[out] error          may be NULL
/// @return ZRG_ERROR_BOUNDS: no such part, or it touches a byte outside a memory (value, limit). Without strides
///         ZRG_ERROR_CAPACITY: a size that is too small, ZRG_ERROR_ARGUMENT: one that is too large (limit: the bytes
///         needed). ZRG_ERROR_RANGE: a position passes 127 bits. Nothing is written then
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_read_part(
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
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let (rank, out_rank) = (selection.grid().rank(), selection.shape().len());
            let mut args = Args::<4>::new();
            let chunk_layout = layout(&mut args, "chunk", chunk_size, chunk_start, chunk_strides, rank)?;
            let out_layout = layout(&mut args, "out", out_size, out_start, out_strides, out_rank)?;
            let chunk = args.input("chunk", chunk.cast::<u8>(), chunk_size)?;
            let out = args.shared_output("out", out.cast::<u8>(), out_size)?;
            selection.part(part, |share| {
                copy::read_part(selection, share, element_size, (chunk, chunk_layout), (out, out_layout))
            })
        })
    }
}

/// Moves the elements of a part out of what is to be written into its chunk: the opposite of
/// zrg_selection_read_part(). What the part does not cover stays as it is in the chunk.
///
/// @param[in]     selection      a selection
/// @param         part           the part's number
/// @param         element_size   bytes of an element, at least 1
/// @param[in,out] chunk          the decoded chunk: an array of its declared shape
/// @param         chunk_size     its bytes
/// @param         chunk_start    where its element (0, ..., 0) lies
/// @param[in]     chunk_strides  one for each axis of the grid, or NULL
/// @param[in]     in             what is to be written: an array of the selection's shape
/// @param         in_size        its bytes
/// @param         in_start       where its element (0, ..., 0) lies
/// @param[in]     in_strides     one for each axis of the result, or NULL
/// @param[out]    error          may be NULL
/// @return as zrg_selection_read_part()
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_write_part(
    selection: *const zrg_selection,
    part: u64,
    element_size: usize,
    chunk: *mut c_void,
    chunk_size: usize,
    chunk_start: i64,
    chunk_strides: *const i64,
    r#in: *const c_void,
    in_size: usize,
    in_start: i64,
    in_strides: *const i64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let (rank, in_rank) = (selection.grid().rank(), selection.shape().len());
            let mut args = Args::<4>::new();
            let chunk_layout = layout(&mut args, "chunk", chunk_size, chunk_start, chunk_strides, rank)?;
            let in_layout = layout(&mut args, "in", in_size, in_start, in_strides, in_rank)?;
            let chunk = args.shared_output("chunk", chunk.cast::<u8>(), chunk_size)?;
            let input = args.input("in", r#in.cast::<u8>(), in_size)?;
            selection.part(part, |share| {
                copy::write_part(selection, share, element_size, (chunk, chunk_layout), (input, in_layout))
            })
        })
    }
}

/// # Safety
/// `strides` is NULL or readable for `rank` entries.
unsafe fn layout<'a, const N: usize>(
    args: &mut Args<N>,
    name: &'static str,
    size: usize,
    start: i64,
    strides: *const i64,
    rank: usize,
) -> Result<Layout<'a>> {
    let strides = match strides.is_null() {
        true => None,
        // SAFETY: the caller's promise.
        false => Some(unsafe { args.input("strides", strides, rank) }?),
    };
    Ok(Layout { size, start, strides, name })
}
