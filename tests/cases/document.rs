// SPDX-License-Identifier: MIT OR Apache-2.0
//! Documents: accepted or refused, and what an accepted one declares.

use crate::runner::edges::Runs;
use crate::runner::grid::{self, Grid};
use crate::runner::json::Json;
use crate::runner::query::{self, Query};
use crate::runner::report::{Answer, Report, Stop, agree, same};
use crate::runner::{spelling, written};

/// A case's document, given to the library.
pub struct Opened {
    pub extents: Vec<u64>,
    pub grid: Result<Grid, Stop>,
    /// How many problems the library lists; none where the calls cannot be given the document.
    pub problems: Option<usize>,
}

impl Opened {
    /// `Err` where the case itself cannot be read.
    pub fn new(case: Json) -> Result<Self, Stop> {
        if let Some(text) = spelling::whole_document(case)? {
            let grid = Grid::from_array_json(&text).map_err(Stop::from);
            let extents = grid.as_ref().map_or(Ok(Vec::new()), Grid::shape)?;
            return Ok(Opened { extents, grid, problems: Some(grid::problems_of_array(&text)?) });
        }
        let extents = match case.need("shape")?.unsigned_list() {
            Err(stop @ Stop::Inexpressible(_)) => {
                return Ok(Opened { extents: Vec::new(), grid: Err(stop), problems: None });
            }
            extents => extents?,
        };
        let text = spelling::document(case)?;
        let grid = Grid::from_json(&text, &extents).map_err(Stop::from);
        let problems = grid::problems_of(&text, &extents).ok();
        Ok(Opened { extents, grid, problems })
    }

    /// Holds the number of problems against the case's.
    pub fn check_problems(&self, case: Json) -> Answer {
        match (case.get("problems"), self.problems) {
            (Some(expected), Some(problems)) => same("problems", expected, problems),
            (None, Some(problems)) => agree("whether there are problems", self.grid.is_err(), problems > 0),
            (_, None) => Ok(()),
        }
    }
}

/// A conformance case: the document is one answer, each of its queries another.
pub fn run(id: &str, case: Json, report: &mut Report) {
    let document = match Opened::new(case) {
        Ok(document) => document,
        Err(stop) => return report.count(id, Err(stop)),
    };
    report.count(id, query::answer("document", &document, case, case));

    let entries = |name| case.get(name).and_then(|entries| entries.list().ok()).unwrap_or_default();
    for (i, entry) in entries("queries").into_iter().enumerate() {
        let kind = entry.get("op").and_then(|op| op.text().ok()).unwrap_or_default();
        report.count(format!("{id} queries[{i}] {kind}"), query::answer(&kind, &document, entry, entry));
    }
    if case.get("valid").is_some_and(|valid| valid.spelled() == "true") {
        report.count(format!("{id} written"), written::written(case, &document));
    }
    report.skip("resize", entries("resize").len() as u64);
}

/// A document on its own: accepted, with the counts and edges that the case gives.
pub fn parse(query: &Query) -> Answer {
    query.document().check_problems(query.expected)?;
    let grid = query.grid()?;
    query.judged();
    agree("shape", query.extents(), grid.shape()?)?;

    let (declared, data) = grid.chunk_counts()?;
    query.same("grid_shape", declared)?;
    query.same("chunks_with_data", data)?;
    for (name, read) in [("edges", Runs::from_edges as fn(Json) -> _), ("edges_rle", Runs::from_pairs)] {
        let axes = query.expected.get(name).map_or(Ok(Vec::new()), Json::list)?;
        for (axis, expected) in axes.into_iter().enumerate() {
            let runs: Runs = read(expected)?;
            runs.check(grid, axis, query.extents()[axis])?;
        }
    }
    Ok(())
}
