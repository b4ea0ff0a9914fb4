// SPDX-License-Identifier: MIT OR Apache-2.0
use super::args::Args;
use super::error::zrg_error;
use super::grid::{zrg_grid, zrg_run};
use super::guard::guard;
use super::handle::value;
use super::status::zrg_status;
use crate::core::axis::Interval;
use crate::core::edges::Run;
use crate::core::error::Result;
use crate::core::slice::{Projection, Slice};

/// A bound left out of zrg_slice_from_bounds(): Python's None. (INT64_MIN)
pub const ZRG_OMITTED: i64 = i64::MIN;

/// Elements start, start + step, ... of one axis. The step has either sign and is never 0. With a count
/// of 0 the start may be anything; else the first and the last element lie inside the extent.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_slice {
    /// The first element.
    pub start: u64,
    /// How many.
    pub count: u64,
    /// From one to the next.
    pub step: i64,
}

impl From<zrg_slice> for Slice {
    fn from(slice: zrg_slice) -> Self {
        Slice { start: slice.start, count: slice.count, step: slice.step }
    }
}

/// One chunk's stretch of one axis.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_interval {
    /// The chunk's index on the axis.
    pub chunk: u64,
    /// Its first element.
    pub origin: u64,
    /// Its declared length: what it decodes to.
    pub edge: u64,
    /// How many of its elements are inside the array; 0 for a chunk wholly past the extent.
    pub data: u64,
}

impl From<Interval> for zrg_interval {
    fn from(interval: Interval) -> Self {
        let Interval { chunk, origin, edge, data } = interval;
        zrg_interval { chunk, origin, edge, data }
    }
}

/// One chunk's share of one axis of a selection: complete in itself.
///
/// With a step, it selects the elements `first`, `first + step`, ... of the chunk, `count` of them, counted from
/// the chunk's origin; they go to the positions `out`, `out + 1`, ... of the result's axis. With a step of 0 it is the
/// entries `list`, `list + 1`, ... of the axis's list, `count` of them: zrg_selection_list() has their elements and
/// positions, of which `first` and `out` are the first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_projection {
    /// The chunk's index on the axis.
    pub chunk: u64,
    /// The chunk's first element.
    pub origin: u64,
    /// The chunk's declared length.
    pub edge: u64,
    /// The first selected element, counted from `origin`.
    pub first: u64,
    /// How many are selected, at least 1.
    pub count: u64,
    /// From one to the next: the slice's step, also where `count` is 1. 0 only for lists, masks and points.
    pub step: i64,
    /// The position of the first in the result's axis.
    pub out: u64,
    /// The first entry in the axis's list; ZRG_NONE for a slice.
    pub list: u64,
}

impl From<&Projection> for zrg_projection {
    #[inline(always)]
    fn from(p: &Projection) -> Self {
        let Interval { chunk, origin, edge, .. } = p.interval;
        let &Projection { first, count, step, out, list, .. } = p;
        zrg_projection { chunk, origin, edge, first, count, step, out, list }
    }
}

/// ==== 5. ONE AXIS ====
///
/// The chunk of one axis that holds an element.
///
/// @param[in]  grid      a grid
/// @param      axis      below its rank
/// @param      index     the element
/// @param[out] interval  the chunk's stretch
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis, or an index at or past the extent
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_at(
    grid: *const zrg_grid,
    axis: usize,
    index: u64,
    interval: *mut zrg_interval,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            let out = Args::<1>::new().out("interval", interval)?;
            out.write(grid.interval_with(axis, index)?.into());
            Ok(())
        })
    }
}

/// A page of the declared chunks of one axis: those from `first` on, as many as there is room for. Past the
/// last chunk the count is 0.
///
/// @param[in]  grid       a grid
/// @param      axis       below its rank
/// @param      first      the first chunk wanted
/// @param      capacity   room in `intervals`, in entries
/// @param[out] intervals  `capacity` entries; NULL counts only
/// @param[out] count      entries that were, or without `intervals` would be, written
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_intervals(
    grid: *const zrg_grid,
    axis: usize,
    first: u64,
    capacity: usize,
    intervals: *mut zrg_interval,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            chunks_of_axis(grid, axis, first, capacity, ("intervals", intervals), count, zrg_interval::from)
        })
    }
}

/// # Safety
/// The pointers are as the header says of the functions around.
unsafe fn chunks_of_axis<T>(
    grid: *const zrg_grid,
    axis: usize,
    first: u64,
    capacity: usize,
    (name, entries): (&'static str, *mut T),
    count: *mut usize,
    entry: impl Fn(Interval) -> T,
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe {
        let axis = value(grid)?.axis(axis)?;
        let mut args = Args::<2>::new();
        let entries = args.output(name, entries, capacity)?;
        let count = args.out("count", count)?;
        for (place, interval) in entries.into_iter().flatten().zip(axis.intervals(first)) {
            place.write(entry(interval));
        }
        let left = axis.declared_chunks().saturating_sub(first);
        count.write(usize::try_from(left).map_or(capacity, |left| left.min(capacity)));
        Ok(())
    }
}

/// A page of the declared edges of one axis: those from chunk `first` on, as many as there is room for.
///
/// @param[in]  grid      a grid
/// @param      axis      below its rank
/// @param      first     the first chunk wanted
/// @param      capacity  room in `edges`, in entries
/// @param[out] edges     `capacity` entries; NULL counts only
/// @param[out] count     entries that were, or without `edges` would be, written
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_edges(
    grid: *const zrg_grid,
    axis: usize,
    first: u64,
    capacity: usize,
    edges: *mut u64,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe { guard(error, || chunks_of_axis(grid, axis, first, capacity, ("edges", edges), count, |chunk| chunk.edge)) }
}

/// A page of the maximal runs of one axis, from chunk `first` on: the first of them may be the rest of a longer
/// run. Go on with `first` plus the counts. A page may start anywhere at no cost.
///
/// @param[in]  grid      a grid
/// @param      axis      below its rank
/// @param      first     the first chunk wanted
/// @param      capacity  room in `runs`, in entries
/// @param[out] runs      `capacity` entries; NULL only with a capacity of 0
/// @param[out] count     entries written; 0 after the last chunk
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_runs(
    grid: *const zrg_grid,
    axis: usize,
    first: u64,
    capacity: usize,
    runs: *mut zrg_run,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let axis = value(grid)?.axis(axis)?;
            let mut args = Args::<2>::new();
            let runs = args.required_output("runs", runs, capacity)?;
            let count = args.out("count", count)?;
            let mut written = 0;
            for (place, Run { edge, count }) in runs.iter_mut().zip(axis.runs(first)) {
                place.write(zrg_run { edge, count });
                written += 1;
            }
            count.write(written);
            Ok(())
        })
    }
}

/// The integer that says the same as an axis: it keeps every declared edge. An axis that was read as an
/// integer has one; a list has one where all edges are equal and no fewer would cover the extent.
///
/// @param[in]  grid     a grid
/// @param      axis     below its rank
/// @param[out] integer  the integer; 0 where there is none
/// @param[out] error    may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_integer(
    grid: *const zrg_grid,
    axis: usize,
    integer: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let axis = value(grid)?.axis(axis)?;
            let out = Args::<1>::new().out("integer", integer)?;
            out.write(axis.integer().unwrap_or(0));
            Ok(())
        })
    }
}

/// A page of the projections of a slice on one axis, in chunk order: those of the chunks from `from_chunk`
/// on that hold an element of it. Go on with the last one's chunk + 1. Nothing is kept between calls.
///
/// @param[in]  grid         a grid
/// @param      axis         below its rank
/// @param[in]  slice        one slice
/// @param      from_chunk   the first chunk wanted; any number
/// @param      capacity     room in `projections`, in entries
/// @param[out] projections  `capacity` entries; NULL only with a capacity of 0
/// @param[out] count        entries written; 0 after the last one
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_BOUNDS: no such axis, or the slice passes the extent
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_projections(
    grid: *const zrg_grid,
    axis: usize,
    slice: *const zrg_slice,
    from_chunk: u64,
    capacity: usize,
    projections: *mut zrg_projection,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let of = value(grid)?.axis(axis)?;
            let mut args = Args::<3>::new();
            let [slice] = args.input("slice", slice, 1)? else { return Ok(()) };
            let projections = args.required_output("projections", projections, capacity)?;
            let count = args.out("count", count)?;
            let slice = Slice::from(*slice);
            slice.check(axis, of.extent())?;
            let written = of.projections(slice, from_chunk).fill(projections, |place, projection| {
                place.write(zrg_projection::from(&projection));
            });
            count.write(written);
            Ok(())
        })
    }
}

/// A slice from Python's start:stop:step on an axis. Negative bounds count from the end, bounds past the
/// ends are cut, ZRG_OMITTED stands for one left out (a step left out is 1).
///
/// @param      extent  of the axis
/// @param      start   or ZRG_OMITTED
/// @param      stop    or ZRG_OMITTED
/// @param      step    not 0; or ZRG_OMITTED
/// @param[out] slice   what range(extent)[start:stop:step] holds
/// @param[out] error   may be NULL
/// @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_slice_from_bounds(
    extent: u64,
    start: i64,
    stop: i64,
    step: i64,
    slice: *mut zrg_slice,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let out = Args::<1>::new().out("slice", slice)?;
            let bound = |bound: i64| (bound != ZRG_OMITTED).then_some(bound);
            let Slice { start, count, step } = Slice::from_bounds(extent, bound(start), bound(stop), bound(step))?;
            out.write(zrg_slice { start, count, step });
            Ok(())
        })
    }
}
