// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selections of every kind, and the pieces of chunks that they are made of: entries of `basic`, `orthogonal`,
//! `coordinate` and `block`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use zrg::capi::{ZRG_COVERS_DATA, ZRG_COVERS_DECLARED, ZRG_INDEX_WRAP, ZRG_NONE, zrg_projection, zrg_slice};

use crate::runner::grid::{Call, Layout};
use crate::runner::json::Json;
use crate::runner::report::{Answer, Stop, agree, same};
use crate::runner::selection::{Part, Selection};
use crate::runner::shares;
use crate::runner::slices::{CAPACITIES, from_bounds, from_range};
use crate::runner::vectors::{Line, check_number, fitting};

/// What is asked of an axis.
enum Selector {
    /// One element; the result does not have the axis.
    Index(u64),
    /// A slice, and its step as written, which can be more than a slice holds.
    Slice(zrg_slice, i128),
    /// Indices in any order.
    Indices(Vec<i64>),
    /// A byte for each element.
    Mask(Vec<u8>),
}

impl Selector {
    /// As a slice; lists stand in place of one of all elements.
    fn slice(&self, extent: u64) -> zrg_slice {
        match *self {
            Selector::Index(start) => zrg_slice { start, count: 1, step: 1 },
            Selector::Slice(slice, _) => slice,
            _ => zrg_slice { start: 0, count: extent, step: 1 },
        }
    }

    fn is_kept(&self) -> bool {
        !matches!(self, Selector::Index(_))
    }

    fn is_list(&self) -> bool {
        matches!(self, Selector::Indices(_) | Selector::Mask(_))
    }
}

fn selectors(
    axes: Json,
    extents: &[u64],
    read: fn(Json, u64) -> Result<zrg_slice, Stop>,
) -> Result<Vec<Selector>, Stop> {
    let selector = |(axis, &extent): (Json, &u64)| {
        if axis.is_list() {
            let [_, _, step] = axis.entries()?;
            return Ok(Selector::Slice(read(axis, extent)?, step.integer()?));
        }
        if let Some(indices) = axis.get("i") {
            let indices = indices.unsigned_list()?;
            return Ok(Selector::Indices(indices.into_iter().map(|index| index as i64).collect()));
        }
        if let Some(mask) = axis.get("m") {
            return Ok(Selector::Mask(mask.unsigned_list()?.into_iter().map(|entry| entry as u8).collect()));
        }
        let at = axis.integer()?;
        let start = if at < 0 { at + i128::from(extent) } else { at };
        u64::try_from(start).map(Selector::Index).map_err(|_| Stop::Inexpressible(at.to_string()))
    };
    axes.list()?.into_iter().zip(extents).map(selector).collect()
}

/// How the lists of a selection are given to the library: as written; with negative indices and masks of bits; masks
/// as indices too.
const WAYS: [u32; 3] = [0, 1, 2];

fn planned(line: &Line, asked: &[Selector], way: u32) -> Call<Selection> {
    let slices: Vec<_> = asked.iter().zip(&line.extents).map(|(selector, &extent)| selector.slice(extent)).collect();
    let mut selection = line.grid.select(&slices)?;
    for (axis, selector) in asked.iter().enumerate() {
        selection = match (selector, way) {
            (Selector::Indices(indices), 0) => selection.with_indices(axis, indices, 0)?,
            (Selector::Indices(indices), _) => {
                let from_end: Vec<_> = indices.iter().map(|index| index - line.extents[axis] as i64).collect();
                selection.with_indices(axis, &from_end, ZRG_INDEX_WRAP)?
            }
            (Selector::Mask(mask), 0) => selection.with_mask(axis, mask)?,
            (Selector::Mask(mask), 1) => selection.with_bits(axis, mask)?,
            (Selector::Mask(mask), _) => {
                let indices: Vec<_> = (0..mask.len() as i64).filter(|&index| mask[index as usize] == 1).collect();
                selection.with_indices(axis, &indices, 0)?
            }
            _ => continue,
        };
    }
    Ok(selection)
}

/// Slices and integers; `raw` says the same as Python would write it.
pub fn basic(line: &Line, entry: Json) -> Answer {
    let asked = selectors(entry.need("sel")?, &line.extents, |range, _| from_range(range))?;
    if let Some(raw) = entry.get("raw") {
        let fields = |selectors: &[Selector]| -> Vec<_> {
            // Where an empty slice starts is nobody's business.
            let fields = |slice: zrg_slice| (slice.count, slice.step, if slice.count > 0 { slice.start } else { 0 });
            selectors.iter().map(|selector| fields(selector.slice(0))).collect()
        };
        agree(
            "[count, step, start] as written by Python",
            fields(&asked),
            fields(&selectors(raw, &line.extents, from_bounds)?),
        )?;
    }
    every_piece(line, entry, &asked, true)
}

/// Lists and masks beside them.
pub fn orthogonal(line: &Line, entry: Json) -> Answer {
    let asked = selectors(entry.need("sel")?, &line.extents, |range, _| from_range(range))?;
    every_piece(line, entry, &asked, false)
}

/// Chunks of the data grid: a number, or [first, past the last]; no axis is dropped.
pub fn block(line: &Line, entry: Json) -> Answer {
    let (mut first, mut count) = (Vec::new(), Vec::new());
    for block in entry.need("sel")?.list()? {
        let [start, end] = if block.is_list() {
            block.entries()?.map(Json::unsigned)
        } else {
            [block.unsigned(), block.unsigned().map(|chunk| chunk + 1)]
        };
        let start = start?;
        count.push(end?.saturating_sub(start));
        first.push(start);
    }
    let (start, _, data) = line.grid.chunk_box(&first, &count)?;
    let slice = |(start, count)| zrg_slice { start, count, step: 1 };
    let slices: Vec<_> = start.into_iter().zip(data).map(slice).collect();
    for (slice, elements) in slices.iter().zip(entry.need("elements")?.list()?) {
        match from_range(elements)? {
            wanted if wanted.count == 0 => agree("elements of no chunk", 0, slice.count)?,
            wanted => agree("elements", (wanted.start, wanted.count), (slice.start, slice.count))?,
        }
    }
    let asked: Vec<_> = slices.into_iter().map(|slice| Selector::Slice(slice, 1)).collect();
    every_piece(line, entry, &asked, true)
}

/// The shape and all pieces, by pages of every size and in every way to ask. `full`: whether pieces end with what they
/// cover.
fn every_piece(line: &Line, entry: Json, asked: &[Selector], full: bool) -> Answer {
    let expected = entry.need("proj")?;
    let ways = if asked.iter().any(Selector::is_list) { &WAYS[..] } else { &WAYS[..1] };
    for &way in ways {
        let selection = planned(line, asked, way)?;
        let shape = selection.shape()?.into_iter().zip(asked).filter(|(_, selector)| selector.is_kept());
        same("shape", entry.need("shape")?, shape.map(|(length, _)| length).collect::<Vec<_>>())?;
        for capacity in CAPACITIES {
            let parts = selection.parts(capacity)?;
            let pieces = parts.iter().map(|part| piece(&selection, part, asked, full)).collect::<Call<Vec<_>>>()?;
            same("pieces", expected, pieces)?;
            if capacity == CAPACITIES[0] {
                check_parts(line, &selection, &parts, asked)?;
                shares::check(&selection, &parts)?;
            }
        }
    }
    Ok(())
}

/// [chunk, chunk selection, output selection, full]
fn piece(selection: &Selection, part: &Part, asked: &[Selector], full: bool) -> Call<Value> {
    let (mut in_chunk, mut in_result) = (Vec::new(), Vec::new());
    for (axis, (projection, selector)) in part.projections.iter().zip(asked).enumerate() {
        let zrg_projection { first, count, step, out, .. } = *projection;
        match selector {
            Selector::Index(_) => in_chunk.push(json!(first)),
            Selector::Slice(slice, written) => {
                let step = if step == slice.step { *written } else { step.into() };
                in_chunk.push(json!([first, count, step]));
                in_result.push(json!([out, count]));
            }
            Selector::Indices(_) | Selector::Mask(_) => {
                let (within, out) = selection.elements(axis, projection)?;
                in_chunk.push(json!({"i": within}));
                in_result.push(json!({"i": out}));
            }
        }
    }
    let covers = u8::from(part.about.covers & ZRG_COVERS_DATA != 0);
    Ok(if full { json!([part.chunk, in_chunk, in_result, covers]) } else { json!([part.chunk, in_chunk, in_result]) })
}

/// What else a part says, against the calls about chunks.
fn check_parts(line: &Line, selection: &Selection, parts: &[Part], asked: &[Selector]) -> Answer {
    for part in parts {
        let steps: Vec<_> = part.projections.iter().map(|projection| projection.step).collect();
        let step = |selector: &Selector| if selector.is_list() { 0 } else { selector.slice(0).step };
        agree("step", asked.iter().map(step).collect::<Vec<_>>(), steps)?;
        let counts: Vec<_> = part.projections.iter().map(|projection| projection.count).collect();
        agree("elements", fitting(&counts), part.about.elements)?;

        let (_, declared, data) = line.grid.chunk(&part.chunk)?;
        let (mut all_data, mut all_declared) = (true, true);
        for (axis, projection) in part.projections.iter().enumerate() {
            // A slice has no element twice.
            let distinct = if projection.step == 0 {
                selection.elements(axis, projection)?.0.into_iter().collect::<BTreeSet<_>>().len() as u64
            } else {
                projection.count
            };
            all_data &= distinct == data[axis];
            all_declared &= distinct == declared[axis];
        }
        agree("covers", covers(all_data, all_declared), part.about.covers)?;
    }
    check_chunks(line, selection, parts)
}

/// The bits of a part that has all elements inside the array, and all that its chunk decodes to.
fn covers(data: bool, declared: bool) -> u64 {
    (u64::from(data) * ZRG_COVERS_DATA) | (u64::from(declared) * ZRG_COVERS_DECLARED)
}

/// The chunks of all parts, and that each part is found by its own.
fn check_chunks(line: &Line, selection: &Selection, parts: &[Part]) -> Answer {
    agree("number of parts", parts.len(), selection.count()?)?;
    for (i, part) in parts.iter().enumerate() {
        let (origin, declared, _) = line.grid.chunk(&part.chunk)?;
        let of = |field: fn(&zrg_projection) -> u64| part.projections.iter().map(field).collect::<Vec<_>>();
        agree("chunk in the projections", &part.chunk, of(|projection| projection.chunk))?;
        agree("origin", origin, of(|projection| projection.origin))?;
        agree("edge", &declared, of(|projection| projection.edge))?;
        let number = check_number(line, &part.chunk)?.unwrap_or(ZRG_NONE);
        agree("number", number, part.about.chunk_number)?;
        agree("decoded", fitting(&declared), part.about.decoded)?;
        agree("part found by its chunk", Some(i as u64), selection.find(&part.chunk)?)?;
    }
    // Chunks of the line that no part holds.
    for chunk in line.chunk_indices.iter().filter(|chunk| parts.iter().all(|part| part.chunk != **chunk)) {
        agree("part of a chunk that is not touched", None::<u64>, selection.find(chunk)?)?;
    }
    Ok(())
}

/// Points, given axis by axis.
pub fn coordinate(line: &Line, entry: Json) -> Answer {
    let axes = entry.need("sel")?.list()?;
    let axes: Vec<_> = axes.into_iter().map(Json::unsigned_list).collect::<Result<_, _>>()?;
    let count = axes.first().map_or(0, Vec::len);
    let points: Vec<Vec<i64>> = (0..count).map(|i| axes.iter().map(|axis| axis[i] as i64).collect()).collect();
    let from_end = |point: &Vec<i64>| point.iter().zip(&line.extents).map(|(x, &extent)| x - extent as i64).collect();
    let from_end: Vec<Vec<i64>> = points.iter().map(from_end).collect();
    for (selection, capacity) in [
        line.grid.select_points(&points, Layout::Points, 0)?,
        line.grid.select_points(&points, Layout::Axes, 0)?,
        line.grid.select_points(&from_end, Layout::Points, ZRG_INDEX_WRAP)?,
    ]
    .into_iter()
    .zip(CAPACITIES)
    {
        agree("shape", [count], selection.shape()?)?;
        let parts = selection.parts(capacity)?;
        let groups = parts.iter().map(|part| group(line, &selection, part)).collect::<Result<Vec<_>, _>>()?;
        same("pieces", entry.need("proj")?, groups)?;
        check_chunks(line, &selection, &parts)?;
        shares::check(&selection, &parts)?;
    }
    by_mask(line, points)
}

/// [chunk, [indices within the chunk, a list an axis], [positions in the output]]
fn group(line: &Line, selection: &Selection, part: &Part) -> Result<Value, Stop> {
    let mut withins = Vec::new();
    let mut positions = Vec::new();
    for (axis, projection) in part.projections.iter().enumerate() {
        agree("step", 0, projection.step)?;
        let (within, out) = selection.elements(axis, projection)?;
        withins.push(within);
        if axis > 0 {
            agree("positions on each axis", &positions, &out)?;
        }
        positions = out;
    }
    agree("elements", positions.len(), part.about.elements)?;

    let (_, declared, data) = line.grid.chunk(&part.chunk)?;
    let different: BTreeSet<Vec<u64>> =
        (0..positions.len()).map(|i| withins.iter().map(|within| within[i]).collect()).collect();
    let all = |shape: &[u64]| fitting(shape) == different.len() as u64;
    agree("covers", covers(all(&data), all(&declared)), part.about.covers)?;
    Ok(json!([part.chunk, withins, positions]))
}

/// The same points by a mask over the whole array, where that is small: each once, in C order.
fn by_mask(line: &Line, mut points: Vec<Vec<i64>>) -> Answer {
    const MOST: u64 = 1 << 16;
    let total = fitting(&line.extents);
    if total > MOST {
        return Ok(());
    }
    points.sort();
    points.dedup();
    let mut mask = vec![0; total as usize];
    for point in &points {
        let place =
            point.iter().zip(&line.extents).fold(0, |place, (&x, &extent)| place * extent as usize + x as usize);
        mask[place] = 1;
    }
    let groups = |selection: &Selection| {
        selection.parts(CAPACITIES[1])?.iter().map(|part| group(line, selection, part)).collect::<Result<Vec<_>, _>>()
    };
    let (one, other) = (line.grid.select_points(&points, Layout::Points, 0)?, line.grid.select_mask(&mask)?);
    agree("shape of a mask", one.shape()?, other.shape()?)?;
    agree("pieces of a mask", groups(&one)?, groups(&other)?)
}
