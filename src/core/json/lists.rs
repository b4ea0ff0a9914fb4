// SPDX-License-Identifier: MIT OR Apache-2.0
//! The axes of `chunk_shapes` or `chunk_shape`, judged value by value.

use super::cursor::Cursor;
use super::members::{End, Pass, each_value, kind};
use super::number::Number;
use crate::core::edges::{EdgesBuilder, Run};
use crate::core::error::{Code, Error};
use crate::core::grid::Grid;
use crate::core::memory::push;

/// One axis of a document, not yet bound to an extent.
pub struct AxisText {
    /// Where it stands; only an exact pass knows.
    pub at: Option<usize>,
    /// What it says.
    pub edges: AxisEdges,
}

/// The edges of an axis as read.
pub enum AxisEdges {
    /// One number for all chunks; it may be 0 here.
    Integer(u64),
    /// A list, with at least one edge.
    List(EdgesBuilder),
    /// Something refused, and reported.
    Refused,
}

/// The axes of a document.
#[derive(Default)]
pub struct AxesText {
    /// The first [`Grid::MAX_RANK`] of them.
    pub axes: Vec<AxisText>,
    /// How many there are.
    pub count: u64,
}

impl AxesText {
    /// One more axis, kept where it is one of the first.
    #[inline(always)]
    pub fn push(&mut self, axis: AxisText) -> Result<(), Error> {
        self.count += 1;
        if self.axes.len() < Grid::MAX_RANK { push(&mut self.axes, axis) } else { Ok(()) }
    }
}

/// Goes past the array that is next, with one value for each axis; judges it value by value, and reports all that is wrong.
pub fn judge_axes(pass: &mut Pass, path: &'static str, entries_left: &mut u64) -> Result<AxesText, End> {
    let mut axes = AxesText::default();
    let mut cursor = pass.cursor;
    each_value(&mut cursor, |value| {
        let axis = axes.axes.len();
        let edges = match axis < Grid::MAX_RANK {
            true => Judge { pass, path, axis, entries_left }.edges(value)?,
            // There are too many: what they say does not matter.
            false => AxisEdges::Refused,
        };
        axes.push(AxisText { at: Some(pass.offset(value)), edges }).or_else(|problem| pass.report(problem))
    })?;
    pass.cursor = cursor;
    Ok(axes)
}

/// Judges one axis.
struct Judge<'a, 't> {
    pass: &'a mut Pass<'t>,
    path: &'static str,
    axis: usize,
    entries_left: &'a mut u64,
}

impl Judge<'_, '_> {
    fn edges(&mut self, value: &str) -> Result<AxisEdges, End> {
        let problem = match Number::of(value) {
            Some(Number::Integer(edge)) => return Ok(AxisEdges::Integer(edge)),
            Some(other) => number_problem(other, value, 1),
            None if value.starts_with('[') => return self.list(value),
            None => Error::new(Code::Structure, "an axis is an integer or a list, not {quote}")
                .quote(kind(value.bytes().next())),
        };
        self.report(problem, value)?;
        Ok(AxisEdges::Refused)
    }

    fn list(&mut self, value: &str) -> Result<AxisEdges, End> {
        let mut edges = Some(EdgesBuilder::default());
        let mut element = 0;
        each_value(&mut Cursor::new(value), |value| {
            let Some(left) = self.entries_left.checked_sub(1) else {
                let most = self.pass.max_runs;
                let problem =
                    Error::new(Code::Limit, "more than {limit} list entries").limit(most).value(most.saturating_add(1));
                self.report(problem.entry(element), value)?;
                return Err(End::Ended);
            };
            *self.entries_left = left;
            let pushed = match (self.run(value, element)?, &mut edges) {
                (Some(run), Some(edges)) => edges.push(run),
                _ => {
                    edges = None;
                    Ok(())
                }
            };
            if let Err(problem) = pushed {
                self.report(problem.entry(element), value)?;
                edges = None;
            }
            element += 1;
            Ok(())
        })?;
        if element == 0 {
            self.report(Error::new(Code::Value, "a list has at least one edge"), value)?;
            edges = None;
        }
        Ok(edges.map_or(AxisEdges::Refused, AxisEdges::List))
    }

    fn run(&mut self, value: &str, element: u64) -> Result<Option<Run>, End> {
        if !value.starts_with('[') {
            let edge = self.at_least_one(value, element, None)?;
            return Ok(edge.map(|edge| Run { edge, count: 1 }));
        }
        let mut run = [None, None];
        let mut length = 0;
        each_value(&mut Cursor::new(value), |value| {
            if let Some(place) = run.get_mut(length) {
                *place = self.at_least_one(value, element, Some(length))?;
            }
            length += 1;
            Ok(())
        })?;
        if length != 2 {
            let problem = Error::new(Code::Structure, "a run is [edge, count], not {value} values");
            self.report(problem.entry(element).value(length as u64).limit(2), value)?;
            return Ok(None);
        }
        let [edge, count] = run;
        Ok(edge.zip(count).map(|(edge, count)| Run { edge, count }))
    }

    /// An edge, or the edge or count of a run.
    fn at_least_one(&mut self, value: &str, element: u64, slot: Option<usize>) -> Result<Option<u64>, End> {
        let problem = match Number::of(value) {
            Some(Number::Integer(number @ 1..)) => return Ok(Some(number)),
            Some(other) => number_problem(other, value, 1),
            None => {
                let what = match slot {
                    None => "an edge is an integer or a run [edge, count], not {quote}",
                    Some(_) => "a run holds two integers, not {quote}",
                };
                Error::new(Code::Structure, what).quote(kind(value.bytes().next()))
            }
        };
        self.report(problem.entry(element).slot(slot), value)?;
        Ok(None)
    }

    fn report(&mut self, problem: Error, value: &str) -> Result<(), End> {
        let offset = self.pass.offset(value);
        self.pass.report(problem.path(self.path).axis(self.axis).offset(offset))
    }
}

/// Why a number is refused where an integer of at least `least` belongs.
pub fn number_problem(number: Number, spelling: &str, least: u64) -> Error {
    match number {
        Number::TooLarge => Error::new(Code::Range, "{quote} passes {limit}").limit(u64::MAX),
        Number::Fraction => Error::new(Code::Value, "{quote} is not an integer"),
        Number::Negative => Error::new(Code::Value, "{quote} is below {limit}").limit(least),
        Number::Integer(value) => Error::new(Code::Value, "{quote} is below {limit}").value(value).limit(least),
    }
    .quote(spelling)
}
