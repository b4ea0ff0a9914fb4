// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines of random grids: each entry of `chunks`, `points`, `boxes` and `basic` is one answer.

use serde_json::{Value, json};
use zrg::capi::{ZRG_COVERS_DATA, ZRG_COVERS_DECLARED, ZRG_NONE, zrg_projection, zrg_slice};

use crate::runner::document::Opened;
use crate::runner::elements::{self, Located};
use crate::runner::grid::{ChunkShape, Grid, Refusal};
use crate::runner::json::Json;
use crate::runner::report::{Answer, Report, Stop, agree, same};
use crate::runner::selection::{Part, Selection};
use crate::runner::slices::{CAPACITIES, from_bounds, from_range};

/// The lists of a line, and the function that answers one of their entries.
type Entry = fn(&Line, Json) -> Answer;
const ANSWERED: [(&str, Entry); 4] = [("chunks", chunk), ("points", point), ("boxes", chunk_range), ("basic", basic)];
const NOT_OFFERED: [&str; 3] = ["orthogonal", "coordinate", "block"];

/// Whether an object is such a line.
pub fn is_line(case: Json) -> bool {
    let lists = ANSWERED.iter().map(|(name, _)| *name).chain(NOT_OFFERED);
    let known = case.get("id").is_some() && case.get("chunk_grid").is_some();
    known && lists.into_iter().any(|name| case.get(name).is_some_and(Json::is_list))
}

struct Line {
    grid: Grid,
    extents: Vec<u64>,
    /// Batches of all the line's chunks and points.
    chunks: Result<Vec<ChunkShape>, Refusal>,
    points: Result<Vec<Located>, Stop>,
    /// The entries' own numbers, in the order of the batches.
    chunk_indices: Vec<Vec<u64>>,
    point_indices: Vec<Vec<u64>>,
}

pub fn run(id: &str, case: Json, report: &mut Report) {
    let opened = Opened::new(case).and_then(|document| Line::new(case, document));
    let line = match &opened {
        Ok(line) => Ok(line),
        Err(stop) => Err(stop.clone()),
    };
    let mut count = |what: String, answer: &dyn Fn(&Line) -> Answer| {
        report.count(format!("{id} {what}"), line.clone().and_then(answer));
    };

    for (name, data) in [("grid_shape", false), ("data_grid_shape", true)] {
        if let Some(expected) = case.get(name) {
            count(name.to_string(), &|line| {
                let counts = line.grid.chunk_counts()?;
                same(name, expected, if data { counts.1 } else { counts.0 })
            });
        }
    }
    for (name, answer) in ANSWERED {
        for (i, entry) in entries(case, name).into_iter().enumerate() {
            count(format!("{name}[{i}]"), &|line| answer(line, entry));
        }
    }
    for name in NOT_OFFERED {
        report.skip(name, entries(case, name).len() as u64);
    }
}

fn entries<'a>(case: Json<'a>, name: &str) -> Vec<Json<'a>> {
    case.get(name).and_then(|entries| entries.list().ok()).unwrap_or_default()
}

impl Line {
    fn new(case: Json, document: Opened) -> Result<Self, Stop> {
        let Opened { extents, grid } = document;
        let grid = grid?;
        let firsts = |name| -> Result<Vec<Vec<u64>>, Stop> {
            let first = |entry: Json| entry.list()?.first().copied().map_or(Ok(Vec::new()), Json::unsigned_list);
            entries(case, name).into_iter().map(first).collect()
        };
        let (chunk_indices, point_indices) = (firsts("chunks")?, firsts("points")?);
        let chunks = grid.chunk_many(&chunk_indices);
        let points = elements::in_batches(&grid, &point_indices);
        Ok(Line { grid, extents, chunks, points, chunk_indices, point_indices })
    }
}

/// The batch's answer for an entry; equal entries have equal answers.
fn of_batch<'a, T>(indices: &[Vec<u64>], answers: &'a [T], index: &[u64]) -> &'a T {
    let place = indices.iter().position(|entry| entry == index).expect("every entry is in the batch");
    &answers[place]
}

/// [chunk, origin, declared, data]
fn chunk(line: &Line, entry: Json) -> Answer {
    let [chunk, origin, declared, data] = entry.entries()?;
    let chunk = chunk.unsigned_list()?;
    let got = line.grid.chunk(&chunk)?;
    same("origin", origin, &got.0)?;
    same("declared", declared, &got.1)?;
    same("data", data, &got.2)?;
    agree(
        "the chunk in a batch",
        &got,
        of_batch(&line.chunk_indices, line.chunks.as_ref().map_err(Clone::clone)?, &chunk),
    )?;

    if let Some(number) = check_number(line, &chunk)? {
        agree("the chunk of its number", &chunk, line.grid.chunk_at_number(number)?)?;
    }
    agree("a box of one chunk", &got, line.grid.chunk_box(&chunk, &vec![1; chunk.len()])?)
}

/// The chunk's row-major number among the declared ones; `None` where it passes 64 bits, which the call refuses.
fn check_number(line: &Line, chunk: &[u64]) -> Result<Option<u64>, Stop> {
    let counts = line.grid.chunk_counts()?.0;
    let number =
        chunk.iter().zip(&counts).try_fold(0_u64, |number, (&at, &count)| number.checked_mul(count)?.checked_add(at));
    match (number, line.grid.chunk_number(chunk)) {
        (None, Err(refusal)) if refusal.status == "ZRG_ERROR_RANGE" => Ok(None),
        (number, got) => agree("number", number, Some(got?)).map(|()| number),
    }
}

/// A product as parts give it.
fn fitting(factors: &[u64]) -> u64 {
    factors.iter().try_fold(1_u64, |product, &factor| product.checked_mul(factor)).unwrap_or(ZRG_NONE)
}

/// [index, chunk, within]
fn point(line: &Line, entry: Json) -> Answer {
    let [index, chunk, within] = entry.entries()?;
    let index = index.unsigned_list()?;
    let got = line.grid.locate(&index)?;
    same("chunk", chunk, &got.0)?;
    same("within", within, &got.1)?;
    agree(
        "the point in a batch",
        &got,
        of_batch(&line.point_indices, line.points.as_ref().map_err(Clone::clone)?, &index),
    )
}

/// [start, shape, [first chunk, count]], the last null where the box is empty
fn chunk_range(line: &Line, entry: Json) -> Answer {
    let [start, shape, range] = entry.entries()?;
    let got = line.grid.chunk_range(&start.unsigned_list()?, &shape.unsigned_list()?)?;
    if range.is_null() {
        let zeros = vec![0; line.extents.len()];
        return agree("[first chunk, count] of an empty box", (&zeros, &zeros), got);
    }
    same("[first chunk, count]", range, got)
}

/// An integer stands for a slice of count 1 whose axis the result does not have.
struct Selector {
    slice: zrg_slice,
    /// The step as written, which can be more than a slice holds.
    step: i128,
    dropped: bool,
}

fn selectors(
    axes: Json,
    extents: &[u64],
    read: fn(Json, u64) -> Result<zrg_slice, Stop>,
) -> Result<Vec<Selector>, Stop> {
    let selector = |(axis, &extent): (Json, &u64)| {
        if axis.is_list() {
            let [_, _, step] = axis.entries()?;
            return Ok(Selector { slice: read(axis, extent)?, step: step.integer()?, dropped: false });
        }
        let at = axis.integer()?;
        let start = if at < 0 { at + i128::from(extent) } else { at };
        let start = u64::try_from(start).map_err(|_| Stop::Inexpressible(at.to_string()))?;
        Ok(Selector { slice: zrg_slice { start, count: 1, step: 1 }, step: 1, dropped: true })
    };
    axes.list()?.into_iter().zip(extents).map(selector).collect()
}

/// A selection of slices and integers; `raw` says the same as Python would write it.
fn basic(line: &Line, entry: Json) -> Answer {
    let asked = selectors(entry.need("sel")?, &line.extents, |range, _| from_range(range))?;
    if let Some(raw) = entry.get("raw") {
        let fields = |selectors: &[Selector]| -> Vec<_> {
            // Where an empty slice starts is nobody's business.
            let fields = |slice: &zrg_slice| (slice.count, slice.step, if slice.count > 0 { slice.start } else { 0 });
            selectors.iter().map(|selector| fields(&selector.slice)).collect()
        };
        agree(
            "[count, step, start] as written by Python",
            fields(&asked),
            fields(&selectors(raw, &line.extents, from_bounds)?),
        )?;
    }
    let slices: Vec<_> = asked.iter().map(|selector| selector.slice).collect();
    let selection = line.grid.select(&slices)?;
    let kept = |counts: &[u64]| -> Vec<u64> {
        counts.iter().zip(&asked).filter(|(_, selector)| !selector.dropped).map(|(&count, _)| count).collect()
    };
    same("shape", entry.need("shape")?, kept(&selection.shape()?))?;

    let expected = entry.need("proj")?;
    for capacity in CAPACITIES {
        let parts = selection.parts(capacity)?;
        same("pieces", expected, parts.iter().map(|part| piece(part, &asked)).collect::<Vec<_>>())?;
        if capacity == CAPACITIES[0] {
            check_parts(line, &selection, &parts, &slices)?;
        }
    }
    Ok(())
}

/// [chunk, chunk selection, output selection, full]
fn piece(part: &Part, asked: &[Selector]) -> Value {
    let axes = || part.projections.iter().zip(asked);
    let in_chunk = |(projection, selector): (&zrg_projection, &Selector)| match selector.dropped {
        true => json!(projection.first),
        false if projection.step == selector.slice.step => {
            json!([projection.first, projection.count, selector.step])
        }
        false => json!([projection.first, projection.count, projection.step]),
    };
    let in_result: Vec<_> = axes()
        .filter(|(_, selector)| !selector.dropped)
        .map(|(projection, _)| [projection.out, projection.count])
        .collect();
    let full = u8::from(part.about.covers & ZRG_COVERS_DATA != 0);
    json!([part.chunk, axes().map(in_chunk).collect::<Vec<_>>(), in_result, full])
}

/// What else a part says, against the calls about chunks.
fn check_parts(line: &Line, selection: &Selection, parts: &[Part], slices: &[zrg_slice]) -> Answer {
    agree("number of parts", parts.len(), selection.count()?)?;
    for (i, part) in parts.iter().enumerate() {
        let (origin, declared, data) = line.grid.chunk(&part.chunk)?;
        let of = |field: fn(&zrg_projection) -> u64| part.projections.iter().map(field).collect::<Vec<_>>();
        agree("chunk in the projections", &part.chunk, of(|projection| projection.chunk))?;
        agree("origin", origin, of(|projection| projection.origin))?;
        agree("edge", &declared, of(|projection| projection.edge))?;
        let steps: Vec<_> = part.projections.iter().map(|projection| projection.step).collect();
        agree("step", slices.iter().map(|slice| slice.step).collect::<Vec<_>>(), steps)?;

        let number = check_number(line, &part.chunk)?.unwrap_or(ZRG_NONE);
        agree("number", number, part.about.number)?;
        agree("elements", fitting(&of(|projection| projection.count)), part.about.elements)?;
        agree("decoded", fitting(&declared), part.about.decoded)?;
        let covers_declared = part.about.covers & ZRG_COVERS_DATA != 0 && declared == data;
        agree("covers what is declared", covers_declared, part.about.covers & ZRG_COVERS_DECLARED != 0)?;
        agree("part found by its chunk", Some(i as u64), selection.find(&part.chunk)?)?;
    }
    // Chunks of the line that no part holds.
    for chunk in line.chunk_indices.iter().filter(|chunk| parts.iter().all(|part| part.chunk != **chunk)) {
        agree("part of a chunk that is not touched", None::<u64>, selection.find(chunk)?)?;
    }
    Ok(())
}
