// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_grid Grids
//!
//! A grid cuts an array into chunks. It is made from a document (the next group) or from numbers:
//! a list of edges for each axis, the same as runs, or one chunk shape. Whoever makes a handle
//! frees it; a clone is one more handle of the same grid.
//!
//!     uint64_t extents[2] = {26, 38}, edges[4] = {16, 10, 24, 14}, shape[2];
//!     size_t counts[2] = {2, 2};
//!     zrg_grid *made;
//!     if (zrg_grid_from_edges(2, extents, counts, edges, 4, &made, &error))
//!         return report(&error);
//!     // zrg_grid_rank(made) == 2 && zrg_grid_form(made) == ZRG_FORM_RECTILINEAR
//!     zrg_grid_shape(made, 2, shape, &error);   // shape[0] == 26 && shape[1] == 38
//!     zrg_grid_free(made);

use super::args::{Args, has_flag};
use super::error::zrg_error;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle, give, hand_out, value};
use super::numbers::*;
use super::status::zrg_status;
use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name, check_max_rank};
use crate::core::lookup::Run;

/// The largest rank, numpy's: callers may size arrays on the stack with it.
pub const ZRG_MAX_RANK: usize = 64;
const _: () = assert!(ZRG_MAX_RANK == Grid::MAX_RANK);

/// The largest extent, 2^63 - 1: every index, count and position inside an array fits an int64_t.
pub const ZRG_MAX_EXTENT: i64 = i64::MAX;
const _: () = assert!(ZRG_MAX_EXTENT as u64 == Axis::MAX_EXTENT);

/// A chunk grid over the shape of an array. Immutable: any number of threads may use one at once.
/// Its handles are counted: zrg_grid_clone() makes one more, zrg_grid_free() ends one, and
/// selections hold on to what they need.
pub struct zrg_grid {
    _private: (),
}

impl Handle for zrg_grid {
    type Value = Grid;
    const NAME: &'static str = "grid";
}

/// The grid behind a handle, for a call about all of its axes.
#[inline(always)]
pub(super) unsafe fn grid_of_rank<'a>(grid: *const zrg_grid, rank: usize) -> Result<&'a Grid> {
    let grid = value(grid)?;
    if rank == grid.rank() { Ok(grid) } else { Err(other_rank(rank, grid)) }
}

#[cold]
pub(super) fn other_rank(rank: usize, grid: &Grid) -> Error {
    let what = "rank {value}, where the grid has {limit}";
    Error::new(Code::Rank, what).value(rank as u64).limit(grid.rank() as u64)
}

/// Neighbouring chunks of one length along one axis.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_run {
    /// their declared length, at least 1
    pub edge: u64,
    /// how many, at least 1
    pub count: u64,
}

impl From<zrg_run> for Run {
    fn from(run: zrg_run) -> Self {
        Run { edge: run.edge, count: run.count }
    }
}

/// The names of chunk grids: how a grid is written, and what it was read as or made as.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_form {
    /// as it was read or made
    ZRG_FORM_AS_READ = 0,
    /// rectilinear, which can say all that regular can
    ZRG_FORM_RECTILINEAR = 1,
    /// regular: one integer for each axis
    ZRG_FORM_REGULAR = 2,
}

/// What zrg_grid_from_chunk_shape() makes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_chunk_shape_flag {
    /// A rectilinear grid of lists whose last chunk on each axis ends where the array does. (Where
    /// the extent is 0 the list is one chunk, since a list is never empty.)
    ZRG_EXACT_TAIL = 1,
}

/// Makes a rectilinear grid from lists of edges.
///
/// @param      rank        axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape       extents, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  counts      how many edges each axis has, `rank` entries, at least 1 each
/// @param[in]  edges       all edges of axis 0, then of axis 1, and so on; each at least 1
/// @param      edge_count  entries of `edges`: the sum of `counts`
/// @param[out] grid        the new grid, to be freed with zrg_grid_free()
/// @return ZRG_ERROR_VALUE: an edge of 0, or an axis without edges (axis, entry). ZRG_ERROR_COVER:
///         the edges end before the extent. ZRG_ERROR_RANGE: a sum past 2^64 - 1, or an extent
///         past ZRG_MAX_EXTENT. ZRG_ERROR_ARGUMENT: another `edge_count`. ZRG_ERROR_LIMIT
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_edges(
    rank: usize,
    shape: *const u64,
    counts: *const usize,
    edges: *const u64,
    edge_count: usize,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let run = |edge: u64| Run { edge, count: 1 };
        from_lists(rank, shape, counts, ("edges", edges, edge_count), run, grid)
    })
}

/// Makes a rectilinear grid from lists of runs.
///
/// @param      rank       axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape      extents, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  counts     how many runs each axis has, `rank` entries, at least 1 each
/// @param[in]  runs       all runs of axis 0, then of axis 1, and so on
/// @param      run_count  entries of `runs`: the sum of `counts`
/// @param[out] grid       the new grid, to be freed with zrg_grid_free()
/// @return as zrg_grid_from_edges()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_runs(
    rank: usize,
    shape: *const u64,
    counts: *const usize,
    runs: *const zrg_run,
    run_count: usize,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || from_lists(rank, shape, counts, ("runs", runs, run_count), Run::from, grid))
}

unsafe fn from_lists<T: Copy>(
    rank: usize,
    shape: *const u64,
    counts: *const usize,
    (name, lists, total): (&'static str, *const T, usize),
    run: impl Fn(T) -> Run,
    grid: *mut *mut zrg_grid,
) -> Result<()> {
    check_max_rank(rank)?;
    let mut args = Args::new();
    let shape = args.input("shape", shape, rank)?;
    let counts = args.input("counts", counts, rank)?;
    let sum = counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count));
    if sum != Some(total) {
        return Err(Error::new(Code::Argument, "{name} has {value} entries, where the counts add up to {limit}")
            .name(name)
            .value(total as u64)
            .limit(sum.unwrap_or(usize::MAX) as u64));
    }
    let lists = args.input(name, lists, total)?;
    let out = args.out("grid", grid)?;
    give(out, Grid::from_runs(shape, counts, lists.iter().map(|&entry| run(entry)))?)
}

/// Makes a grid from one chunk shape.
///
/// @param      rank         axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape        extents, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  chunk_shape  edges, `rank` entries, each at least 1
/// @param      flags        0: a regular grid. ZRG_EXACT_TAIL: a rectilinear one
/// @param[out] grid         the new grid, to be freed with zrg_grid_free()
/// @return ZRG_ERROR_VALUE: an edge of 0 (axis). ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT.
///         ZRG_ERROR_ARGUMENT: unknown flags. ZRG_ERROR_LIMIT
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_chunk_shape(
    rank: usize,
    shape: *const u64,
    chunk_shape: *const u64,
    flags: u32,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        check_max_rank(rank)?;
        let mut args = Args::new();
        let shape = args.input("shape", shape, rank)?;
        let chunk_shape = args.input("chunk_shape", chunk_shape, rank)?;
        let out = args.out("grid", grid)?;
        give(out, Grid::from_chunk_shape(shape, chunk_shape, has_flag(flags, ZRG_EXACT_TAIL)?)?)
    })
}

/// Makes one more handle of the same grid. Nothing is copied.
///
/// @param[out] same  the new handle, to be freed like any other
/// @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_clone(
    grid: *const zrg_grid,
    same: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let out = Args::new().out("same", same)?;
        out.write(hand_out(handle::share(grid)?));
        Ok(())
    })
}

/// Ends a handle. The grid itself goes with its last handle and its last selection.
///
/// @param grid  a handle that is not used again; NULL does nothing
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_free(grid: *mut zrg_grid) {
    guard_value((), || handle::release(grid))
}

/// The number of axes.
///
/// @return the rank, at most ZRG_MAX_RANK; 0 for NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_rank(grid: *const zrg_grid) -> usize {
    guard_value(0, || value(grid).map_or(0, Grid::rank))
}

/// What a grid was read as or made as: zrg_grid_to_json() writes it so under ZRG_FORM_AS_READ.
///
/// @return ZRG_FORM_REGULAR or ZRG_FORM_RECTILINEAR; 0 for NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_form(grid: *const zrg_grid) -> u32 {
    guard_value(0, || {
        value(grid).map_or(0, |grid| match grid.name() {
            Name::Rectilinear => ZRG_FORM_RECTILINEAR,
            Name::Regular => ZRG_FORM_REGULAR,
        })
    })
}

/// The extents of the array.
///
/// @param[out] shape  `rank` entries, in elements
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_shape(
    grid: *const zrg_grid,
    rank: usize,
    shape: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let shape = Args::new().slots("shape", shape, rank)?;
        for (slot, axis) in shape.iter_mut().zip(grid.axes()) {
            slot.write(axis.extent());
        }
        Ok(())
    })
}

/// How many chunks each axis has: as the document declares them, and those that hold an element of
/// the array. `[4, 4, 4]` over an extent of 6 declares 3, of which 2 have data.
///
/// @param[out] declared  `rank` entries
/// @param[out] data      `rank` entries
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_counts(
    grid: *const zrg_grid,
    rank: usize,
    declared: *mut u64,
    data: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let (declared, data) = (args.slots("declared", declared, rank)?, args.slots("data", data, rank)?);
        for (slot, axis) in declared.iter_mut().zip(grid.axes()) {
            slot.write(axis.declared_chunks());
        }
        for (slot, axis) in data.iter_mut().zip(grid.axes()) {
            slot.write(axis.data_chunks());
        }
        Ok(())
    })
}
