// SPDX-License-Identifier: MIT OR Apache-2.0
//! Queries about slices of one axis or of all.

use std::collections::BTreeSet;

use zrg::capi::{ZRG_COVERS_DATA, ZRG_NONE, zrg_projection, zrg_slice};

use crate::runner::grid::{self, Grid};
use crate::runner::json::Json;
use crate::runner::lists;
use crate::runner::query::Query;
use crate::runner::report::{Answer, Stop, agree};
use crate::runner::selection::{Part, Selection};
use crate::runner::shares;

/// Page sizes to read an answer with: one at a time, an awkward one, and one that holds most answers whole.
pub const CAPACITIES: [usize; 3] = [1, 3, 64];

/// A step as the calls take it. One past 64 bits steps over any axis, as the largest step does, so the slice
/// is the same.
pub fn step(step: i128) -> i64 {
    let largest = i128::from(i64::MAX);
    step.clamp(-largest, largest) as i64
}

/// A slice as a file writes it. `range`: [start, stop, step] inside the axis, empty where start passes stop.
pub fn from_range(range: Json) -> Result<zrg_slice, Stop> {
    let [start, stop, by] = range.entries()?;
    let by = by.integer()?;
    let span = (stop.integer()? - start.integer()?) * by.signum();
    // A step of 0 is for the library to refuse: give it something to refuse.
    let count = if by == 0 {
        1
    } else if span <= 0 {
        0
    } else {
        (span - 1) / by.abs() + 1
    };
    let wide = |_| Stop::Inexpressible(range.spelled().to_string());
    Ok(zrg_slice { start: start.unsigned()?, count: u64::try_from(count).map_err(wide)?, step: step(by) })
}

/// Bounds as Python takes them: negative, out of range or null.
pub fn from_bounds(bounds: Json, extent: u64) -> Result<zrg_slice, Stop> {
    let [start, stop, by] = bounds.entries()?;
    let bound = |bound: Json| {
        if bound.is_null() { Ok(None) } else { bound.integer().map(Some) }
    };
    let by = bound(by)?.unwrap_or(1);
    Ok(grid::slice_from_bounds(extent, bound(start)?, bound(stop)?, step(by))?)
}

/// Either: bounds where one is null or negative, else a range.
fn from_either(entry: Json, extent: u64) -> Result<zrg_slice, Stop> {
    let [start, stop, _] = entry.entries()?;
    let odd = |bound: Json| bound.is_null() || bound.integer().is_ok_and(|bound| bound < 0);
    if odd(start) || odd(stop) { from_bounds(entry, extent) } else { from_range(entry) }
}

/// Every element of every axis, but for one axis.
fn whole_but(query: &Query, axis: usize, slice: zrg_slice) -> Vec<zrg_slice> {
    let mut slices: Vec<_> =
        query.extents().iter().map(|&extent| zrg_slice { start: 0, count: extent, step: 1 }).collect();
    slices[axis] = slice;
    slices
}

/// [chunk, first within, count, first position in the result]
fn row(projection: &zrg_projection) -> [u64; 4] {
    [projection.chunk, projection.first, projection.count, projection.out]
}

/// What holds for every projection of a slice: its step, no list, and the chunk's own interval.
fn check_projections(grid: &Grid, axis: usize, step: i64, projections: &[zrg_projection]) -> Answer {
    for projection in projections {
        let what = format!("axis {axis}, chunk {} [origin, edge, step, list]", projection.chunk);
        let interval = grid.axis_intervals(axis, projection.chunk, 1)?;
        let interval = interval.first().ok_or_else(|| Stop::Differs(format!("{what}: no such chunk")))?;
        agree(
            &what,
            (interval.origin, interval.edge, step, ZRG_NONE),
            (projection.origin, projection.edge, projection.step, projection.list),
        )?;
    }
    Ok(())
}

pub fn slice_axis(query: &Query) -> Answer {
    let grid = query.grid()?;
    let axis = query.axis()?;
    let extent = query.extents()[axis];
    let slice = match query.asked.get("range") {
        Some(range) => from_range(range)?,
        None => from_bounds(query.asked.need("numpy")?, extent)?,
    };
    // All ways in have to refuse what one of them refuses; bounds refuse no more than a step of 0.
    if slice.step == 0 && from_bounds(query.asked.need("range")?, extent).is_ok() {
        return Err(Stop::Differs("bounds accept a step of 0".to_string()));
    }
    let page = grid.projections_from(axis, &slice, 0, 1);
    let selection = grid.select(&whole_but(query, axis, slice));
    let (first, selection) = match (page, selection) {
        (Ok(page), Ok(selection)) => (page, selection),
        (Err(refusal), Err(_)) => return Err(refusal.into()),
        (page, _) => {
            let text = page.err().map_or_else(String::new, |refusal| refusal.to_string());
            return Err(Stop::Differs(format!("projections and selection disagree about the slice {text}")));
        }
    };
    if let Some(range) = query.asked.get("range") {
        let by_bounds = from_bounds(range, extent)?;
        agree("count, from a range and from bounds", slice.count, by_bounds.count)?;
    }

    query.same("count", slice.count)?;
    agree("count in the selection's shape", slice.count, selection.shape()?[axis])?;
    let touched = selection.axis_counts()?[axis];
    query.same("touched", touched)?;
    match query.expected.get("parts") {
        Some(_) => every_part(query, axis, &slice, touched, &selection),
        None => first_and_last(query, axis, &slice, touched, &first, &selection),
    }
}

/// All parts of a short answer, whatever the pages' size.
fn every_part(query: &Query, axis: usize, slice: &zrg_slice, touched: u64, selection: &Selection) -> Answer {
    let grid = query.grid()?;
    for capacity in CAPACITIES {
        let projections = grid.projections(axis, slice, capacity)?;
        query.same("parts", projections.iter().map(row).collect::<Vec<_>>())?;
        check_projections(grid, axis, slice.step, &projections)?;
        agree("touched", touched, projections.len())?;
        if grid.rank() == 1 {
            let parts = selection.parts(capacity)?;
            query.same("parts", parts.iter().map(|part| row(&part.projections[0])).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// Both ends of a long answer.
fn first_and_last(
    query: &Query,
    axis: usize,
    slice: &zrg_slice,
    touched: u64,
    first: &[zrg_projection],
    selection: &Selection,
) -> Answer {
    let grid = query.grid()?;
    check_projections(grid, axis, slice.step, first)?;
    query.same("first", first.first().map(row))?;

    let Some(expected) = query.expected.get("last") else {
        return Ok(());
    };
    // A page of two from the last chunk holds just that one.
    let [chunk, ..] = expected.entries::<4>()?;
    let last = grid.projections_from(axis, slice, chunk.unsigned()?, 2)?;
    check_projections(grid, axis, slice.step, &last)?;
    agree("projections from the last chunk on", 1, last.len())?;
    query.same("last", row(&last[0]))?;
    if grid.rank() == 1 {
        let parts = selection.parts_from(touched - 1, 2)?;
        agree("parts from the last on", 1, parts.len())?;
        query.same("last", row(&parts[0].projections[0]))?;
    }
    Ok(())
}

/// A stretch of one axis, as a box and as a slice.
pub fn span_axis(query: &Query) -> Answer {
    let grid = query.grid()?;
    let axis = query.axis()?;
    let (start, count) = (query.asked.need("start")?.unsigned()?, query.asked.need("count")?.unsigned()?);
    let mut from = vec![0; query.extents().len()];
    let mut shape = query.extents().to_vec();
    (from[axis], shape[axis]) = (start, count);

    let range = grid.chunk_range(&from, &shape);
    let page = grid.projections_from(axis, &zrg_slice { start, count, step: 1 }, 0, 1);
    match (range, page) {
        (Ok((first, chunks)), Ok(_)) => query.same("chunks", (first[axis], chunks[axis])),
        (Err(refusal), Err(_)) => Err(refusal.into()),
        (range, _) => {
            let text = range.err().map_or_else(String::new, |refusal| refusal.to_string());
            Err(Stop::Differs(format!("a box and a slice of the same elements disagree {text}")))
        }
    }
}

pub fn slice(query: &Query) -> Answer {
    let grid = query.grid()?;
    let axes = query.asked.need("axes")?.list()?;
    if axes.len() != query.extents().len() {
        return Err(Stop::Unreadable(format!("{} axes for a grid of {}", axes.len(), query.extents().len())));
    }
    let slices: Vec<_> = axes
        .iter()
        .zip(query.extents())
        .map(|(&entry, &extent)| from_either(entry, extent))
        .collect::<Result<_, _>>()?;
    let selection = grid.select(&slices)?;
    let shape = selection.shape()?;
    query.same("elements", shape.iter().map(|&count| u128::from(count)).product::<u128>())?;
    query.same("count", shape)?;
    if query.expected.get("chunks").is_none() {
        return Ok(());
    }
    for capacity in CAPACITIES {
        let parts = selection.parts(capacity)?;
        shares::check(&selection, &parts)?;
        let chunks: Vec<_> = parts.into_iter().map(|part| part.chunk).collect();
        agree("number of parts", selection.count()?, chunks.len())?;
        query.same("chunks", chunks)?;
    }
    Ok(())
}

/// The chunks that a list of [start, stop] touches, each once: by slices and by boxes, joined by the caller, and by
/// selections, as ranges of chunk numbers.
pub fn ranges(query: &Query) -> Answer {
    let grid = query.grid()?;
    let axis = query.axis()?;
    let (mut by_slices, mut by_boxes, mut by_numbers) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut elements = Some(Vec::new());
    for range in query.asked.need("ranges")?.list()? {
        let [start, stop] = range.entries()?;
        let (start, stop) = (start.unsigned()?, stop.unsigned()?);
        let slice = zrg_slice { start, count: stop.saturating_sub(start), step: 1 };
        for capacity in CAPACITIES {
            by_slices.extend(grid.projections(axis, &slice, capacity)?.iter().map(|projection| projection.chunk));
        }

        let mut from = vec![0; query.extents().len()];
        let mut shape = query.extents().to_vec();
        (from[axis], shape[axis]) = (start, slice.count);
        let (first, count) = grid.chunk_range(&from, &shape)?;
        by_boxes.extend(first[axis]..first[axis] + count[axis]);

        by_numbers.extend(chunks_by_number(grid, axis, &grid.select(&whole_but(query, axis, slice))?)?);
        elements = elements.zip(lists::elements(&slice)).map(|(all, more)| [all, more].concat());
    }
    // Where another axis is empty a box has no chunks, while a slice of this axis alone has.
    if !query.extents().contains(&0) {
        agree("chunks of the slices and of the boxes", &by_slices, by_boxes)?;
        agree("chunks of the slices and of ranges of chunk numbers", &by_slices, by_numbers)?;
        if let Some(elements) = elements {
            let nothing = zrg_slice { start: 0, count: 0, step: 1 };
            let listed = grid.select(&whole_but(query, axis, nothing))?.with_indices(axis, &elements, 0)?;
            agree("chunks of the slices and of a list", &by_slices, chunks_by_number(grid, axis, &listed)?)?;
        }
    }
    query.same("chunks", by_slices)
}

/// The chunks of one axis that a selection touches, from their numbers in the grid.
fn chunks_by_number(grid: &Grid, axis: usize, selection: &Selection) -> Result<BTreeSet<u64>, Stop> {
    let mut chunks = BTreeSet::new();
    for range in selection.ranges(0, CAPACITIES[1])? {
        for number in range.first..range.first + range.count {
            chunks.insert(grid.chunk_at_number(number)?[axis]);
        }
    }
    Ok(chunks)
}

/// Which chunks a range of axis 0 covers in full, all of the other axes being selected.
pub fn coverage(query: &Query) -> Answer {
    let grid = query.grid()?;
    let slice = from_range(query.asked.need("range")?)?;
    let by_slice = grid.select(&whole_but(query, 0, slice))?;
    let mut selections = Vec::new();
    if let Some(mut elements) = lists::elements(&slice) {
        if let Some(mask) = lists::mask_of(&elements, query.extents()[0]) {
            selections.push(by_slice.with_mask(0, &mask)?);
            selections.push(by_slice.with_bits(0, &mask)?);
        }
        // The last ones first, and some of them twice.
        elements.extend_from_within(..elements.len() / 2);
        elements.reverse();
        selections.push(by_slice.with_indices(0, &elements, 0)?);
    }
    selections.push(by_slice);
    for selection in &selections {
        for capacity in CAPACITIES {
            check_coverage(query, &selection.parts(capacity)?)?;
        }
    }
    Ok(())
}

fn check_coverage(query: &Query, parts: &[Part]) -> Answer {
    let word = |part: &Part| if part.about.covers & ZRG_COVERS_DATA != 0 { "full" } else { "partial" };
    // A chunk of the only axis is written as a bare number.
    if query.extents().len() == 1 {
        query.same("parts", parts.iter().map(|part| (part.chunk[0], word(part))).collect::<Vec<_>>())
    } else {
        query.same("parts", parts.iter().map(|part| (&part.chunk, word(part))).collect::<Vec<_>>())
    }
}
