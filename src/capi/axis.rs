// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_axis One axis
//!
//! What a grid says of one axis alone, by pages and without any state between calls: its chunks,
//! edges and runs, and which chunks a slice touches. A page may start anywhere at no cost.
//!
//!     zrg_slice slice;
//!     zrg_projection page[8];
//!     uint64_t next = 0, total = 0;
//!     size_t count, i;
//!     zrg_slice_from_bounds(38, 30, 0, -4, &slice, &error);   // slice.count == 8
//!     do {
//!         if (zrg_grid_axis_projections(grid, 1, &slice, next, page, 8, &count, &next, &error))
//!             return report(&error);
//!         for (i = 0; i < count; i++)
//!             total += page[i].count;   // elements of the slice in chunk page[i].chunk
//!     } while (count > 0);
//!     // total == 8

use std::mem::MaybeUninit;

use super::args::{Args, put};
use super::error::zrg_error;
use super::grid::{zrg_grid, zrg_run};
use super::guard::guard;
use super::handle::value;
use super::numbers::*;
use super::status::zrg_status;
use crate::core::axis::{Form, Interval};
use crate::core::error::Result;
use crate::core::lookup::Run;
use crate::core::project::Projection;
use crate::core::slice::Slice;

/// One chunk along one axis.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_interval {
    /// the chunk's index on the axis
    pub chunk: u64,
    /// its first element
    pub origin: u64,
    /// its declared length: what it decodes to
    pub edge: u64,
    /// how many of its elements are inside the array; may be 0
    pub data: u64,
}

impl From<Interval> for zrg_interval {
    fn from(interval: Interval) -> Self {
        let Interval { chunk, origin, edge, data } = interval;
        zrg_interval { chunk, origin, edge, data }
    }
}

/// The chunk of one axis that holds an element.
///
/// @param      axis      below the grid's rank
/// @param      index     the element
/// @param[out] interval  the chunk
/// @return ZRG_ERROR_BOUNDS: no such axis, or an index at or past the extent
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_locate(
    grid: *const zrg_grid,
    axis: usize,
    index: u64,
    interval: *mut zrg_interval,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = value(grid)?;
        let out = Args::new().out("interval", interval)?;
        out.write(grid.interval_with(axis, index)?.into());
        Ok(())
    })
}

/// A page of the declared chunks of one axis.
///
/// @param      axis         below the grid's rank
/// @param      first_chunk  the first chunk wanted
/// @param[out] intervals    `capacity` entries
/// @param      capacity     entries that there is room for
/// @param[out] count        entries written
/// @return ZRG_ERROR_BOUNDS: no such axis
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
    guard(error, || {
        chunks_of_axis(grid, axis, first_chunk, ("intervals", intervals), capacity, count, zrg_interval::from)
    })
}

/// A page of the declared edges of one axis.
///
/// @param      axis         below the grid's rank
/// @param      first_chunk  the first chunk wanted
/// @param[out] edges        `capacity` entries
/// @param      capacity     entries that there is room for
/// @param[out] count        entries written
/// @return ZRG_ERROR_BOUNDS: no such axis
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
    guard(error, || chunks_of_axis(grid, axis, first_chunk, ("edges", edges), capacity, count, |chunk| chunk.edge))
}

unsafe fn chunks_of_axis<T>(
    grid: *const zrg_grid,
    axis: usize,
    first_chunk: u64,
    (name, entries): (&'static str, *mut T),
    capacity: usize,
    count: *mut usize,
    entry: impl Fn(Interval) -> T,
) -> Result<()> {
    let axis = value(grid)?.axis(axis)?;
    let mut args = Args::new();
    let entries = args.slots(name, entries, capacity)?;
    let count = args.out("count", count)?;
    for (slot, interval) in entries.iter_mut().zip(axis.intervals(first_chunk)) {
        slot.write(entry(interval));
    }
    let left = axis.declared_chunks().saturating_sub(first_chunk);
    count.write(usize::try_from(left).map_or(capacity, |left| left.min(capacity)));
    Ok(())
}

/// A page of the maximal runs of one axis: the first of a page may be the rest of a longer run.
///
/// @param      axis         below the grid's rank
/// @param      first_chunk  the first chunk wanted
/// @param[out] runs         `capacity` entries
/// @param      capacity     entries that there is room for
/// @param[out] count        entries written; 0 after the last chunk
/// @param[out] next         the `first_chunk` of the next page
/// @return ZRG_ERROR_BOUNDS: no such axis
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
    guard(error, || {
        let axis = value(grid)?.axis(axis)?;
        let mut args = Args::new();
        let runs = args.slots("runs", runs, capacity)?;
        let (written, next) = (args.out("count", count)?, args.out("next", next)?);
        let (mut shown, mut after) = (0, first_chunk);
        for Run { edge, count } in axis.runs(first_chunk).take(capacity) {
            put(runs, shown, zrg_run { edge, count });
            shown += 1;
            after += count;
        }
        written.write(shown);
        next.write(after);
        Ok(())
    })
}

/// How an axis of a grid is declared.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_axis_form {
    /// by one integer, the edge of all chunks
    ZRG_AXIS_INTEGER = 1,
    /// by a list of edges or runs
    ZRG_AXIS_LIST = 2,
}

/// How one axis is declared, and the integer that keeps every edge of it. An axis that is declared
/// by an integer has that one; a list has one where all edges are equal and no fewer would cover
/// the extent.
///
/// @param      axis     below the grid's rank
/// @param[out] form     ZRG_AXIS_INTEGER or ZRG_AXIS_LIST; or NULL
/// @param[out] integer  the integer, 0 where there is none; or NULL
/// @return ZRG_ERROR_BOUNDS: no such axis
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_axis_form(
    grid: *const zrg_grid,
    axis: usize,
    form: *mut u32,
    integer: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let axis = value(grid)?.axis(axis)?;
        let mut args = Args::new();
        let form = args.slots("form", form, 1)?;
        let integer = args.slots("integer", integer, 1)?;
        let declared = match axis.form() {
            Form::Integer => ZRG_AXIS_INTEGER,
            Form::List => ZRG_AXIS_LIST,
        };
        put(form, 0, declared);
        put(integer, 0, axis.integer().unwrap_or(0));
        Ok(())
    })
}

/// Elements start, start + step, ... of one axis. The step has either sign and is never 0. With a
/// count of 0 the start may be anything; else the first and the last element lie inside the
/// extent.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_slice {
    /// the first element
    pub start: u64,
    /// how many
    pub count: u64,
    /// from one to the next
    pub step: i64,
}

impl From<zrg_slice> for Slice {
    fn from(slice: zrg_slice) -> Self {
        Slice { start: slice.start, count: slice.count, step: slice.step }
    }
}

/// A bound left out of zrg_slice_from_bounds(), as Python's None: the lowest int64_t.
pub const ZRG_OMITTED: i64 = i64::MIN;

/// A slice from Python's start:stop:step on an axis. Negative bounds count from the end, bounds
/// past the ends are cut, ZRG_OMITTED stands for one left out (a step left out is 1).
///
/// @param      extent  of the axis
/// @param      start   or ZRG_OMITTED
/// @param      stop    or ZRG_OMITTED
/// @param      step    not 0; or ZRG_OMITTED
/// @param[out] slice   what range(extent)[start:stop:step] holds
/// @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_slice_from_bounds(
    extent: u64,
    start: i64,
    stop: i64,
    step: i64,
    slice: *mut zrg_slice,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let out = Args::new().out("slice", slice)?;
        let bound = |bound: i64| (bound != ZRG_OMITTED).then_some(bound);
        let Slice { start, count, step } = Slice::from_bounds(extent, bound(start), bound(stop), bound(step))?;
        out.write(zrg_slice { start, count, step });
        Ok(())
    })
}

/// One chunk's share of one axis of a selection.
///
/// With a step, it selects the elements `first`, `first + step`, ... of the chunk, `count` of them,
/// counted from the chunk's origin; they go to the positions `out`, `out + 1`, ... of the result's
/// axis. With a step of 0 it is the entries `list`, `list + 1`, ... of the axis's list, `count` of
/// them: zrg_selection_axis_list() has their elements and positions, of which `first` and `out`
/// are the first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_projection {
    /// the chunk's index on the axis
    pub chunk: u64,
    /// the chunk's first element
    pub origin: u64,
    /// the chunk's declared length
    pub edge: u64,
    /// the first selected element, counted from `origin`
    pub first: u64,
    /// how many are selected, at least 1
    pub count: u64,
    /// The slice's step, also where `count` is 1. 0 only for lists, masks and points.
    pub step: i64,
    /// the position of the first in the result's axis
    pub out: u64,
    /// the first entry in the axis's list; ZRG_NONE for a slice
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

/// A page of the projections of a slice on one axis, in chunk order: those of the chunks that hold
/// an element of it.
///
/// @param      axis         below the grid's rank
/// @param[in]  slice        one slice
/// @param      first_chunk  the first chunk wanted; any number
/// @param[out] projections  `capacity` entries
/// @param      capacity     entries that there is room for
/// @param[out] count        entries written; 0 after the last one
/// @param[out] next         the `first_chunk` of the next page
/// @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_BOUNDS: no such axis, or the slice passes
///         the extent
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
    guard(error, || {
        let along = value(grid)?.axis(axis)?;
        let mut args = Args::new();
        let [slice] = args.input("slice", slice, 1)? else { return Ok(()) };
        let mut page = args.output("projections", projections, capacity)?;
        let (count, next) = (args.out("count", count)?, args.out("next", next)?);
        let slice = Slice::from(*slice);
        slice.check(axis, along.extent())?;
        let mut projections = along.projections(slice, first_chunk);
        let mut scratch = [const { MaybeUninit::uninit() }; SCRATCH];
        let (mut shown, mut after) = (0, first_chunk);
        // A page that is only counted is written to the scratch memory, piece over piece.
        loop {
            let room = match &mut page {
                Some(page) => &mut page[shown..],
                None => &mut scratch[..(capacity - shown).min(SCRATCH)],
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

/// How many projections are counted at a time.
const SCRATCH: usize = 32;
