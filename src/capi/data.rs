// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_data Reading and writing
//!
//! The elements of a part, moved from its decoded chunk to their places in the result, or from
//! there into the chunk. No byte is moved before all are proven to lie inside; the two memories
//! may not overlap. To read, take each part in any order, fetch and decode its chunk, and move it;
//! a chunk that is missing from the store is the fill value:
//!
//!     const zrg_slice middle[2] = {{12, 8, 1}, {18, 14, 1}};
//!     static unsigned char result[8 * 14], decoded[16 * 24];   // one byte an element
//!     const unsigned char fill = 7;
//!     zrg_selection *window;
//!     if (zrg_selection_from_slices(grid, 2, middle, &window, &error))
//!         return report(&error);
//!     decoded[12 * 24 + 18] = 5;   // element (12, 18), in chunk (0, 0) of 16 by 24
//!     if (zrg_selection_read_part(window, 0, 1, decoded, 16 * 24, 0, NULL,
//!                                 result, 8 * 14, 0, NULL, &error) ||
//!         zrg_selection_fill_part(window, 3, &fill, 1, result, 8 * 14, 0, NULL, &error))
//!         return report(&error);
//!     // result[0] == 5 && result[8 * 14 - 1] == 7
//!
//! To write, a part that covers its chunk needs no reading; the others are read, changed and
//! written back. zrg_selection_split() gives each worker chunks of its own.
//!
//!     zrg_part about;
//!     size_t count;
//!     zrg_selection_parts(window, 2, 0, &about, NULL, NULL, 1, &count, &error);
//!     if (!(about.covers & ZRG_COVERS_DATA))
//!         decoded[0] = 9;   // here chunk (0, 0) is read and decoded
//!     if (zrg_selection_write_part(window, 0, 1, result, 8 * 14, 0, NULL,
//!                                  decoded, 16 * 24, 0, NULL, &error))
//!         return report(&error);
//!     // decoded[0] == 9 && decoded[12 * 24 + 18] == 5
//!     zrg_selection_free(window);   // and then the chunk is encoded and stored
//!
//! Element (0, ..., 0) of an array lies `start` bytes after its pointer (before it, where that is
//! negative). Strides are bytes from one element to the next, one for each axis, of either sign or
//! 0. Neither memory need be aligned, and bytes are moved as they are. NULL strides mean C order,
//! and then the size must be exact: `start` plus all elements. With strides only what the part
//! touches must lie inside.
//!
//! Several threads may read different parts into one result at once: each writes bytes of its own,
//! and no others. (Strides that put two elements of the result in one place would break that.)

use std::ffi::c_void;

use super::args::Args;
use super::error::zrg_error;
use super::guard::guard;
use super::handle::value;
use super::selection::{Planned, zrg_selection};
use super::status::zrg_status;
use crate::core::error::Result;
use crate::core::grid::Grid;
use crate::core::layout::ArrayLayout;

/// Moves the elements of a part out of its decoded chunk into the result.
///
/// @param      part           the part's number
/// @param      element_size   bytes of an element, at least 1
/// @param[in]  chunk          the decoded chunk: an array of its declared shape
/// @param      chunk_size     its bytes
/// @param      chunk_start    where its element (0, ..., 0) lies
/// @param[in]  chunk_strides  one for each axis of the grid, or NULL
/// @param[out] out            the result: an array of the selection's shape; never NULL
/// @param      out_size       its bytes
/// @param      out_start      where its element (0, ..., 0) lies
/// @param[in]  out_strides    one for each axis of the result, or NULL
/// @return ZRG_ERROR_BOUNDS: no such part, or it touches a byte outside a memory (value, limit).
///         Without strides ZRG_ERROR_CAPACITY: a size that is too small, ZRG_ERROR_ARGUMENT: one
///         that is too large (limit: the bytes needed). ZRG_ERROR_RANGE: a position passes 127
///         bits. Nothing is written then
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
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        let (rank, out_rank) = (grid.rank(), selection.shape().len());
        let mut args = Args::new();
        let chunk_layout = layout(&mut args, "chunk", chunk_size, chunk_start, chunk_strides, rank)?;
        let out_layout = layout(&mut args, "out", out_size, out_start, out_strides, out_rank)?;
        let chunk = args.input("chunk", chunk.cast::<u8>(), chunk_size)?;
        let out = args.shared_output("out", out.cast::<u8>(), out_size)?;
        selection.read_part(grid, part, element_size, (chunk, chunk_layout), (out, out_layout))
    })
}

/// Sets the elements of a part in the result to one element: what zrg_selection_read_part() does
/// for a chunk that is missing.
///
/// @param      part          the part's number
/// @param[in]  fill          one element
/// @param      element_size  bytes of an element, so of `fill`; at least 1
/// @param[out] out           the result: an array of the selection's shape; never NULL
/// @param      out_size      its bytes
/// @param      out_start     where its element (0, ..., 0) lies
/// @param[in]  out_strides   one for each axis of the result, or NULL
/// @return as zrg_selection_read_part()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_fill_part(
    selection: *const zrg_selection,
    part: u64,
    fill: *const c_void,
    element_size: usize,
    out: *mut c_void,
    out_size: usize,
    out_start: i64,
    out_strides: *const i64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        let (rank, out_rank) = (grid.rank(), selection.shape().len());
        let mut args = Args::new();
        // Strides of 0: the one element stands for the whole chunk.
        let everywhere = Some(&[0; Grid::MAX_RANK][..rank]);
        let fill_layout = ArrayLayout { size: element_size, start: 0, strides: everywhere, name: "fill" };
        let out_layout = layout(&mut args, "out", out_size, out_start, out_strides, out_rank)?;
        let fill = args.input("fill", fill.cast::<u8>(), element_size)?;
        let out = args.shared_output("out", out.cast::<u8>(), out_size)?;
        selection.read_part(grid, part, element_size, (fill, fill_layout), (out, out_layout))
    })
}

/// Moves the elements of a part out of what is to be written into its chunk: the opposite of
/// zrg_selection_read_part(). What the part does not cover stays as it is in the chunk. Where an
/// element of the chunk is selected more than once, the last one in the order of the result wins.
///
/// @param         part           the part's number
/// @param         element_size   bytes of an element, at least 1
/// @param[in]     in             what is to be written: an array of the selection's shape
/// @param         in_size        its bytes
/// @param         in_start       where its element (0, ..., 0) lies
/// @param[in]     in_strides     one for each axis of the result, or NULL
/// @param[in,out] chunk          the decoded chunk: an array of its declared shape; never NULL
/// @param         chunk_size     its bytes
/// @param         chunk_start    where its element (0, ..., 0) lies
/// @param[in]     chunk_strides  one for each axis of the grid, or NULL
/// @return as zrg_selection_read_part()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_write_part(
    selection: *const zrg_selection,
    part: u64,
    element_size: usize,
    r#in: *const c_void,
    in_size: usize,
    in_start: i64,
    in_strides: *const i64,
    chunk: *mut c_void,
    chunk_size: usize,
    chunk_start: i64,
    chunk_strides: *const i64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        let (rank, in_rank) = (grid.rank(), selection.shape().len());
        let mut args = Args::new();
        let in_layout = layout(&mut args, "in", in_size, in_start, in_strides, in_rank)?;
        let chunk_layout = layout(&mut args, "chunk", chunk_size, chunk_start, chunk_strides, rank)?;
        let input = args.input("in", r#in.cast::<u8>(), in_size)?;
        let chunk = args.shared_output("chunk", chunk.cast::<u8>(), chunk_size)?;
        selection.write_part(grid, part, element_size, (chunk, chunk_layout), (input, in_layout))
    })
}

unsafe fn layout<'a>(
    args: &mut Args,
    name: &'static str,
    size: usize,
    start: i64,
    strides: *const i64,
    rank: usize,
) -> Result<ArrayLayout<'a>> {
    let strides = match strides.is_null() {
        true => None,
        false => Some(args.input("strides", strides, rank)?),
    };
    Ok(ArrayLayout { size, start, strides, name })
}
