// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines of random grids: each entry of `chunks`, `points` and `boxes`, and each selection, is one answer.

use zrg::capi::ZRG_NONE;

use crate::runner::document::Opened;
use crate::runner::elements::{self, Located};
use crate::runner::grid::{ChunkShape, Grid, Refusal};
use crate::runner::json::Json;
use crate::runner::pieces;
use crate::runner::report::{Answer, Report, Stop, agree, same};

/// The lists of a line, and the function that answers one of their entries.
type Entry = fn(&Line, Json) -> Answer;
const ANSWERED: [(&str, Entry); 7] = [
    ("chunks", chunk),
    ("points", point),
    ("boxes", chunk_range),
    ("basic", pieces::basic),
    ("orthogonal", pieces::orthogonal),
    ("coordinate", pieces::coordinate),
    ("block", pieces::block),
];

/// Whether an object is such a line.
pub fn is_line(case: Json) -> bool {
    let known = case.get("id").is_some() && case.get("chunk_grid").is_some();
    known && ANSWERED.iter().any(|(name, _)| case.get(name).is_some_and(Json::is_list))
}

pub struct Line {
    pub grid: Grid,
    pub extents: Vec<u64>,
    /// Batches of all the line's chunks and points.
    chunks: Result<Vec<ChunkShape>, Refusal>,
    points: Result<Vec<Located>, Stop>,
    /// The entries' own numbers, in the order of the batches.
    pub chunk_indices: Vec<Vec<u64>>,
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
}

fn entries<'a>(case: Json<'a>, name: &str) -> Vec<Json<'a>> {
    case.get(name).and_then(|entries| entries.list().ok()).unwrap_or_default()
}

impl Line {
    fn new(case: Json, document: Opened) -> Result<Self, Stop> {
        let Opened { extents, grid, .. } = document;
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
pub fn check_number(line: &Line, chunk: &[u64]) -> Result<Option<u64>, Stop> {
    let counts = line.grid.chunk_counts()?.0;
    let number =
        chunk.iter().zip(&counts).try_fold(0_u64, |number, (&at, &count)| number.checked_mul(count)?.checked_add(at));
    match (number, line.grid.chunk_number(chunk)) {
        (None, Err(refusal)) if refusal.status == "ZRG_ERROR_RANGE" => Ok(None),
        (number, got) => agree("number", number, Some(got?)).map(|()| number),
    }
}

/// A product as parts give it.
pub fn fitting(factors: &[u64]) -> u64 {
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
