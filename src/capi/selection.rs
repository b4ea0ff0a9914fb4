// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_selection Selections
//!
//! What a program asks for, planned on a grid: a slice for each axis, of which any may be replaced
//! by a list of indices or a mask; or points. Time and memory follow what is asked for and the
//! runs of the grid, not the chunks touched. The next groups say which chunks that are, and move
//! the elements.
//!
//!     const zrg_slice window[2] = {{12, 8, 1}, {18, 14, 1}};   // start, count, step
//!     const int64_t columns[3] = {-1, 0, 30};
//!     zrg_selection *plain, *listed;
//!     uint64_t result[2];
//!     if (zrg_selection_from_slices(grid, 2, window, &plain, &error))
//!         return report(&error);
//!     if (zrg_selection_with_indices(plain, 1, columns, 3, ZRG_INDEX_WRAP, &listed, &error)) {
//!         zrg_selection_free(plain);
//!         return report(&error);
//!     }
//!     zrg_selection_shape(listed, 2, result, &error);   // result[0] == 8 && result[1] == 3
//!     zrg_selection_free(plain);
//!     zrg_selection_free(listed);

use super::args::{Args, has_flag};
use super::axis::zrg_slice;
use super::error::zrg_error;
use super::grid::{grid_of_rank, other_rank, zrg_grid};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle, Owner, give, hand_out, value};
use super::numbers::*;
use super::status::zrg_status;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::layout::PointLayout;
use crate::core::selection::{BitMask, ByteMask, Selection, check_mask, check_whole_mask};

/// A selection planned on a grid. Immutable: any number of threads may use one at once. It holds
/// on to its grid, whose handles may be freed before.
pub struct zrg_selection {
    _private: (),
}

/// What stands behind a selection's handle. A selection does not hold its grid, so that the core needs no word for owners.
pub struct Planned {
    pub grid: Owner<Grid>,
    pub selection: Selection,
}

impl Handle for zrg_selection {
    type Value = Planned;
    const NAME: &'static str = "selection";
}

/// The selection behind a handle, for a call about all axes of its grid.
#[inline(always)]
pub(super) unsafe fn selection_of_rank<'a>(selection: *const zrg_selection, rank: usize) -> Result<&'a Planned> {
    let planned = value(selection)?;
    if rank == planned.grid.rank() { Ok(planned) } else { Err(other_rank(rank, &planned.grid)) }
}

/// How indices and points are read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_index_flag {
    /// a negative one counts from the end, as in Python
    ZRG_INDEX_WRAP = 1,
}

/// How the bits of a mask lie in their bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_bits_flag {
    /// The most significant bit of a byte comes first, as numpy.packbits() has it. Without this
    /// flag the least significant one does, as Arrow has it.
    ZRG_BITS_HIGH_FIRST = 1,
}

/// Plans a selection of one slice for each axis.
///
/// @param[in]  slices     `rank` entries; see zrg_slice_from_bounds()
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_ARGUMENT: a step of 0 (axis). ZRG_ERROR_BOUNDS: a slice passes the extent
///         (axis; where `entry` is 0, value and limit are its start and the extent, where it is 1
///         its count and how many fit)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_from_slices(
    grid: *const zrg_grid,
    rank: usize,
    slices: *const zrg_slice,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let slices = args.input("slices", slices, rank)?;
        let out = args.out("selection", selection)?;
        let grid = handle::share(grid)?;
        let selection = Selection::from_slices(&grid, slices.iter().map(|&slice| slice.into()))?;
        give(out, Planned { grid, selection })
    })
}

/// A selection with a list of indices for one axis, in any order and with repeats, in place of
/// what `base` has there (a slice, or an earlier list or mask). The result has one element for
/// each index on that axis.
///
/// @param[in]  base       from zrg_selection_from_slices() or a call of this kind; it stays
/// @param      axis       below the grid's rank
/// @param[in]  indices    in array coordinates
/// @param      count      how many
/// @param      flags      0 or ZRG_INDEX_WRAP
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_BOUNDS: no such axis, or `entry` is the first index that is outside.
///         ZRG_ERROR_ARGUMENT: unknown flags, or a base of points or from zrg_selection_inner()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_with_indices(
    base: *const zrg_selection,
    axis: usize,
    indices: *const i64,
    count: usize,
    flags: u32,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection: base } = value(base)?;
        let mut args = Args::new();
        let indices = args.input("indices", indices, count)?;
        let out = args.out("selection", selection)?;
        let wrap = has_flag(flags, ZRG_INDEX_WRAP)?;
        give(out, Planned { grid: grid.share()?, selection: base.with_indices(grid, axis, indices, wrap)? })
    })
}

/// A selection with a mask for one axis in place of what `base` has there: the elements whose byte
/// is 1.
///
/// @param[in]  base       from zrg_selection_from_slices() or a call of this kind; it stays
/// @param      axis       below the grid's rank
/// @param[in]  mask       0 or 1 for each element
/// @param      length     bytes of the mask: the axis's extent
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_ARGUMENT: another length, `entry` is the first byte that is neither 0 nor 1,
///         or a base of points or from zrg_selection_inner(). ZRG_ERROR_BOUNDS: no such axis
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_with_mask(
    base: *const zrg_selection,
    axis: usize,
    mask: *const u8,
    length: usize,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection: base } = value(base)?;
        let mut args = Args::new();
        // Before there is a slice of it, so that no wrong length makes one.
        check_mask(grid, axis, length as u64)?;
        let mask = args.input("mask", mask, length)?;
        let out = args.out("selection", selection)?;
        give(out, Planned { grid: grid.share()?, selection: base.with_mask(grid, axis, ByteMask(mask))? })
    })
}

/// A selection with a mask of bits for one axis in place of what `base` has there. Element i is
/// bit (bit_offset + i) % 8 of byte (bit_offset + i) / 8. Bits before and behind those are not
/// looked at.
///
/// @param[in]  base        from zrg_selection_from_slices() or a call of this kind; it stays
/// @param      axis        below the grid's rank
/// @param[in]  bits        (bit_offset + length + 7) / 8 bytes
/// @param      bit_offset  the bit of element 0
/// @param      length      bits of the mask: the axis's extent
/// @param      flags       0 or ZRG_BITS_HIGH_FIRST
/// @param[out] selection   the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_ARGUMENT: another length, unknown flags, or a base of points or from
///         zrg_selection_inner(). ZRG_ERROR_BOUNDS: no such axis
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_with_bits(
    base: *const zrg_selection,
    axis: usize,
    bits: *const u8,
    bit_offset: usize,
    length: usize,
    flags: u32,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection: base } = value(base)?;
        let mut args = Args::new();
        check_mask(grid, axis, length as u64)?;
        let high_first = has_flag(flags, ZRG_BITS_HIGH_FIRST)?;
        let size = match length {
            0 => 0,
            _ => bit_offset.checked_add(length).map_or(usize::MAX, |bits| bits.div_ceil(8)),
        };
        let bytes = args.input("bits", bits, size)?.get(bit_offset / 8..).unwrap_or_default();
        let out = args.out("selection", selection)?;
        let bits = BitMask { bytes, offset: bit_offset % 8, length: length as u64, high_first };
        give(out, Planned { grid: grid.share()?, selection: base.with_mask(grid, axis, bits)? })
    })
}

/// Plans a selection of points, in any order and with repeats. The result has one axis, of `count`
/// elements in request order. Coordinate a of point i is entry
/// `i * point_stride + a * axis_stride`, as in zrg_grid_locate_many(), whose points may be passed
/// by a cast to `const int64_t *` where ZRG_INDEX_WRAP is not set.
///
/// @param      count         points
/// @param      point_stride  entries from one point to the next
/// @param      axis_stride   entries from one axis to the next
/// @param[in]  points        the points
/// @param      length        entries of `points`; all that the strides reach is in [0, length)
/// @param      flags         0 or ZRG_INDEX_WRAP
/// @param[out] selection     the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside (axis).
///         ZRG_ERROR_CAPACITY: the strides leave the array. ZRG_ERROR_ARGUMENT: unknown flags
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_from_points(
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
) -> zrg_status {
    guard(error, || {
        grid_of_rank(grid, rank)?;
        let layout = PointLayout::new(rank, count, point_stride, axis_stride, length)?;
        let mut args = Args::new();
        let points = args.input("points", points, length)?;
        let out = args.out("selection", selection)?;
        let wrap = has_flag(flags, ZRG_INDEX_WRAP)?;
        let grid = handle::share(grid)?;
        let selection = Selection::from_points(&grid, layout, points, wrap)?;
        give(out, Planned { grid, selection })
    })
}

/// Plans a selection of the elements where a mask over the whole array is 1, in C order. The
/// result has one axis.
///
/// @param[in]  mask       0 or 1 for each element, in C order
/// @param      length     bytes of the mask: as many as the array has elements
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_ARGUMENT: another length, or `entry` is the first byte that is neither 0 nor 1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_from_mask(
    grid: *const zrg_grid,
    mask: *const u8,
    length: usize,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let mut args = Args::new();
        let owner = handle::share(grid)?;
        check_whole_mask(&owner, length as u64)?;
        let mask = args.input("mask", mask, length)?;
        let out = args.out("selection", selection)?;
        let selection = Selection::from_mask(&owner, ByteMask(mask))?;
        give(out, Planned { grid: owner, selection })
    })
}

/// Makes one more handle of the same selection. Nothing is copied.
///
/// @param[out] same  the new handle, to be freed like any other
/// @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_clone(
    selection: *const zrg_selection,
    same: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let out = Args::new().out("same", same)?;
        out.write(hand_out(handle::share(selection)?));
        Ok(())
    })
}

/// Ends a handle. The selection itself goes with its last handle.
///
/// @param selection  a handle that is not used again; NULL does nothing
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_free(selection: *mut zrg_selection) {
    guard_value((), || handle::release(selection))
}

/// One more handle of the grid that a selection is planned on: its rank is that of the selection's
/// parts. Of a selection from zrg_selection_inner() it is the grid of the inner chunks.
///
/// @param[out] grid  the new handle, to be freed with zrg_grid_free()
/// @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_grid(
    selection: *const zrg_selection,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let selection = value(selection)?;
        let out = Args::new().out("grid", grid)?;
        out.write(hand_out(selection.grid.share()?));
        Ok(())
    })
}

/// The number of axes of the result: the grid's rank, or 1 for points and masks over an array.
///
/// @return the rank, at most ZRG_MAX_RANK; 0 for NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_rank(selection: *const zrg_selection) -> usize {
    guard_value(0, || value(selection).map_or(0, |planned| planned.selection.shape().len()))
}

/// The shape of the result: for each axis, how many elements are selected.
///
/// @param      rank   the result's, as zrg_selection_rank() says
/// @param[out] shape  `rank` entries, in elements
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_shape(
    selection: *const zrg_selection,
    rank: usize,
    shape: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let lengths = value(selection)?.selection.shape();
        if rank != lengths.len() {
            let what = "rank {value}, where the result has {limit}";
            return Err(Error::new(Code::Rank, what).value(rank as u64).limit(lengths.len() as u64));
        }
        let shape = Args::new().slots("shape", shape, rank)?;
        for (slot, &length) in shape.iter_mut().zip(lengths) {
            slot.write(length);
        }
        Ok(())
    })
}
