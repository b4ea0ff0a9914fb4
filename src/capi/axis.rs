// SPDX-License-Identifier: MIT OR Apache-2.0
use std::mem::MaybeUninit;

use super::args::Args;
use super::error::zrg_error;
use super::grid::{zrg_grid, zrg_run};
use super::guard::guard;
use super::handle::value;
use super::numbers::*;
use super::status::zrg_status;
use crate::core::axis::{Form, Interval};
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

/// One chunk along one axis.
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
/// entries `list`, `list + 1`, ... of the axis's list, `count` of them: zrg_selection_axis_list() has their elements and
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
/// @param[out] interval  the chunk
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis, or an index at or past the extent
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_locate(
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
            let out = Args::new().out("interval", interval)?;
            out.write(grid.interval_with(axis, index)?.into());
            Ok(())
        })
    }
}

/// A page of the declared chunks of one axis: those from `first_chunk` on, as many as there is room for. Past
/// the last chunk the count is 0.
///
/// @param[in]  grid       a grid
/// @param      axis       below its rank
/// @param      first_chunk  the first chunk wanted
/// @param[out] intervals    `capacity` entries, or NULL
/// @param      capacity     room in `intervals`, in entries
/// @param[out] count        entries that were, or without `intervals` would be, written
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_intervals(
    grid: *const zrg_grid,
    axis: usize,
    first_chunk: u64,
    intervals: *mut zrg_interval,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            chunks_of_axis(grid, axis, first_chunk, capacity, ("intervals", intervals), count, zrg_interval::from)
        })
    }
}

/// # Safety
/// The pointers are as the header says of the functions around.
unsafe fn chunks_of_axis<T>(
    grid: *const zrg_grid,
    axis: usize,
    first_chunk: u64,
    capacity: usize,
    (name, entries): (&'static str, *mut T),
    count: *mut usize,
    entry: impl Fn(Interval) -> T,
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe {
        let axis = value(grid)?.axis(axis)?;
        let mut args = Args::new();
        let entries = args.output(name, entries, capacity)?;
        let count = args.out("count", count)?;
        for (place, interval) in entries.into_iter().flatten().zip(axis.intervals(first_chunk)) {
            place.write(entry(interval));
        }
        let left = axis.declared_chunks().saturating_sub(first_chunk);
        count.write(usize::try_from(left).map_or(capacity, |left| left.min(capacity)));
        Ok(())
    }
}

/// A page of the declared edges of one axis: those from `first_chunk` on, as many as there is room for.
///
/// @param[in]  grid      a grid
/// @param      axis      below its rank
/// @param      first_chunk  the first chunk wanted
/// @param[out] edges        `capacity` entries, or NULL
/// @param      capacity     room in `edges`, in entries
/// @param[out] count        entries that were, or without `edges` would be, written
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_edges(
    grid: *const zrg_grid,
    axis: usize,
    first_chunk: u64,
    edges: *mut u64,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || chunks_of_axis(grid, axis, first_chunk, capacity, ("edges", edges), count, |chunk| chunk.edge))
    }
}

/// A page of the maximal runs of one axis, from `first_chunk` on: the first of them may be the rest of a
/// longer run. A page may start anywhere at no cost.
///
/// @param[in]  grid      a grid
/// @param      axis      below its rank
/// @param      first_chunk  the first chunk wanted
/// @param[out] runs         `capacity` entries, or NULL
/// @param      capacity     room in `runs`, in entries
/// @param[out] count        entries that were, or without `runs` would be, written; 0 after the last chunk
/// @param[out] next         the `first_chunk` of the next page
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_runs(
    grid: *const zrg_grid,
    axis: usize,
    first_chunk: u64,
    runs: *mut zrg_run,
    capacity: usize,
    count: *mut usize,
    next: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let axis = value(grid)?.axis(axis)?;
            let mut args = Args::new();
            let runs = args.slots("runs", runs, capacity)?;
            let (written, next) = (args.out("count", count)?, args.out("next", next)?);
            let (mut shown, mut after) = (0, first_chunk);
            for Run { edge, count } in axis.runs(first_chunk).take(capacity) {
                if let Some(slot) = runs.get_mut(shown) {
                    slot.write(zrg_run { edge, count });
                }
                shown += 1;
                after += count;
            }
            written.write(shown);
            next.write(after);
            Ok(())
        })
    }
}

/// How an axis of a grid is declared.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_axis_form {
    /// By one integer, the edge of all chunks.
    ZRG_AXIS_INTEGER = 1,
    /// By a list of edges or runs.
    ZRG_AXIS_LIST = 2,
}

/// How one axis is declared, and the integer that keeps every edge of it. An axis that is declared by an integer has that
/// one; a list has one where all edges are equal and no fewer would cover the extent.
///
/// @param[in]  grid     a grid
/// @param      axis     below its rank
/// @param[out] form     ZRG_AXIS_INTEGER or ZRG_AXIS_LIST; or NULL
/// @param[out] integer  the integer, 0 where there is none; or NULL
/// @param[out] error    may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_form(
    grid: *const zrg_grid,
    axis: usize,
    form: *mut u32,
    integer: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let axis = value(grid)?.axis(axis)?;
            let mut args = Args::new();
            let form = args.slots("form", form, 1)?;
            let integer = args.slots("integer", integer, 1)?;
            for slot in form {
                slot.write(match axis.form() {
                    Form::Integer => ZRG_AXIS_INTEGER,
                    Form::List => ZRG_AXIS_LIST,
                });
            }
            for slot in integer {
                slot.write(axis.integer().unwrap_or(0));
            }
            Ok(())
        })
    }
}

/// A page of the projections of a slice on one axis, in chunk order: those of the chunks from `first_chunk`
/// on that hold an element of it. Nothing is kept between calls.
///
/// @param[in]  grid         a grid
/// @param      axis         below its rank
/// @param[in]  slice        one slice
/// @param      first_chunk  the first chunk wanted; any number
/// @param[out] projections  `capacity` entries, or NULL
/// @param      capacity     room in `projections`, in entries
/// @param[out] count        entries that were, or without `projections` would be, written; 0 after the last one
/// @param[out] next         the `first_chunk` of the next page
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_BOUNDS: no such axis, or the slice passes the extent
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_projections(
    grid: *const zrg_grid,
    axis: usize,
    slice: *const zrg_slice,
    first_chunk: u64,
    projections: *mut zrg_projection,
    capacity: usize,
    count: *mut usize,
    next: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let of = value(grid)?.axis(axis)?;
            let mut args = Args::new();
            let [slice] = args.input("slice", slice, 1)? else { return Ok(()) };
            let mut page = args.output("projections", projections, capacity)?;
            let (count, next) = (args.out("count", count)?, args.out("next", next)?);
            let slice = Slice::from(*slice);
            slice.check(axis, of.extent())?;
            let mut projections = of.projections(slice, first_chunk);
            let mut scratch = [const { MaybeUninit::uninit() }; 32];
            let (mut shown, mut after) = (0, first_chunk);
            // A page that is only counted is written piece by piece, each over the one before.
            loop {
                let room = match &mut page {
                    Some(page) => &mut page[shown..],
                    None => &mut scratch[..(capacity - shown).min(32)],
                };
                let filled = projections.fill(room, |slot, projection| {
                    slot.write(zrg_projection::from(&projection));
                });
                if let Some(last) = room[..filled].last() {
                    after = last.assume_init_ref().chunk + 1;
                }
                shown += filled;
                if filled == 0 || page.is_some() {
                    break;
                }
            }
            count.write(shown);
            next.write(after);
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
            let out = Args::new().out("slice", slice)?;
            let bound = |bound: i64| (bound != ZRG_OMITTED).then_some(bound);
            let Slice { start, count, step } = Slice::from_bounds(extent, bound(start), bound(stop), bound(step))?;
            out.write(zrg_slice { start, count, step });
            Ok(())
        })
    }
}
