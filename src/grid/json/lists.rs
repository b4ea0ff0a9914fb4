// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists: the axes of `chunk_shapes` or `chunk_shape`, and the lengths of `shape`.

use std::fmt;

use serde_core::de::{self, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::members::{Pass, kind};
use super::number::Number;
use crate::grid::edges::{EdgesBuilder, Run};
use crate::grid::error::{Code, Error};
use crate::grid::grid::Grid;
use crate::grid::memory::push;

/// One axis of a document, not yet bound to an extent.
pub struct AxisText {
    /// Where it stands; only exact passes know.
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
}

/// The axes of a document.
#[derive(Default)]
pub struct AxesText {
    /// The first [`Grid::MAX_RANK`] of them.
    pub axes: Vec<AxisText>,
    /// How many there are.
    pub count: u64,
}

/// Reads the value of `chunk_shapes` or `chunk_shape`.
pub struct AxesSeed<'a, 't> {
    /// The pass.
    pub pass: &'a mut Pass<'t>,
    /// The member.
    pub path: &'static str,
    /// How many more list entries are allowed.
    pub entries_left: &'a mut u64,
}

impl<'t> DeserializeSeed<'t> for AxesSeed<'_, 't> {
    type Value = AxesText;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<AxesText, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'t> Visitor<'t> for AxesSeed<'_, 't> {
    type Value = AxesText;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<AxesText, A::Error> {
        let mut axes = AxesText::default();
        loop {
            let axis = if self.pass.exact {
                let Some(value) = seq.next_element::<&'t RawValue>()? else { break };
                if axes.axes.len() == Grid::MAX_RANK {
                    axes.count += 1;
                    continue;
                }
                let mut judge = Judge {
                    text: self.pass.text,
                    path: self.path,
                    axis: axes.axes.len(),
                    entries_left: self.entries_left,
                };
                match judge.axis(value.get()) {
                    Ok(axis) => axis,
                    Err(problem) => return self.pass.refuse(problem),
                }
            } else {
                let Some(edges) = seq.next_element_seed(PlainAxis(self.entries_left))? else { break };
                AxisText { at: None, edges }
            };
            axes.count += 1;
            if axes.axes.len() < Grid::MAX_RANK {
                if let Err(problem) = push(&mut axes.axes, axis) {
                    return self.pass.refuse(problem);
                }
            }
        }
        Ok(axes)
    }
}

/// An axis of plain digits; everything else is left to an exact pass.
struct PlainAxis<'a>(&'a mut u64);

impl<'t> DeserializeSeed<'t> for PlainAxis<'_> {
    type Value = AxisEdges;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<AxisEdges, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for PlainAxis<'_> {
    type Value = AxisEdges;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an integer or a list")
    }

    fn visit_u64<E>(self, edge: u64) -> Result<AxisEdges, E> {
        Ok(AxisEdges::Integer(edge))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<AxisEdges, A::Error> {
        let mut edges = EdgesBuilder::default();
        while let Some(run) = seq.next_element_seed(PlainRun)? {
            *self.0 = self.0.checked_sub(1).ok_or_else(not_plain)?;
            edges.push(run).map_err(|_| not_plain())?;
        }
        if edges.sum() == 0 {
            return Err(not_plain());
        }
        Ok(AxisEdges::List(edges))
    }
}

/// A list entry of plain digits.
struct PlainRun;

impl<'t> DeserializeSeed<'t> for PlainRun {
    type Value = Run;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Run, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for PlainRun {
    type Value = Run;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an edge or a run")
    }

    #[inline]
    fn visit_u64<E: de::Error>(self, edge: u64) -> Result<Run, E> {
        if edge == 0 { Err(not_plain()) } else { Ok(Run { edge, count: 1 }) }
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<Run, A::Error> {
        match (seq.next_element()?, seq.next_element()?, seq.next_element::<u64>()?) {
            (Some(edge @ 1..), Some(count @ 1..), None) => Ok(Run { edge, count }),
            _ => Err(not_plain()),
        }
    }
}

fn not_plain<E: de::Error>() -> E {
    E::custom("not plain")
}

/// Judges one axis value by value.
struct Judge<'a, 't> {
    text: &'t str,
    path: &'static str,
    axis: usize,
    entries_left: &'a mut u64,
}

impl<'t> Judge<'_, 't> {
    fn axis(&mut self, value: &'t str) -> Result<AxisText, Error> {
        let at = Some(self.offset(value));
        let edges = match value.as_bytes().first() {
            Some(b'[') => AxisEdges::List(self.list(value)?),
            Some(b'-' | b'0'..=b'9') => AxisEdges::Integer(match Number::judge(value) {
                Number::Integer(edge) => edge,
                other => return Err(self.number_problem(other, value)),
            }),
            first => {
                let problem = Error::new(Code::Structure, "an axis is an integer or a list, not {quote}");
                return Err(self.place(problem.quote(kind(first)), value));
            }
        };
        Ok(AxisText { at, edges })
    }

    fn list(&mut self, value: &'t str) -> Result<EdgesBuilder, Error> {
        let mut edges = EdgesBuilder::default();
        let mut entry = 0;
        each_value(value, |value| {
            let run = self.run(value).map_err(|problem| problem.element(entry))?;
            *self.entries_left = self.entries_left.checked_sub(1).ok_or_else(|| {
                self.place(Error::new(Code::Limit, "more runs than max_runs allows"), value).element(entry)
            })?;
            edges.push(run).map_err(|problem| self.place(problem, value).element(entry))?;
            entry += 1;
            Ok(())
        })?;
        if entry == 0 {
            return Err(self.place(Error::new(Code::Value, "a list has at least one edge"), value));
        }
        Ok(edges)
    }

    fn run(&mut self, value: &'t str) -> Result<Run, Error> {
        if !value.starts_with('[') {
            return Ok(Run { edge: self.at_least_one(value, None)?, count: 1 });
        }
        let mut run = [0, 0];
        let mut length = 0;
        each_value(value, |value| {
            if let Some(place) = run.get_mut(length) {
                *place = self.at_least_one(value, Some(length))?;
            }
            length += 1;
            Ok(())
        })?;
        if length != 2 {
            let problem = Error::new(Code::Structure, "a run is [edge, count], not {value} values");
            return Err(self.place(problem.value(length as u64).limit(2), value));
        }
        Ok(Run { edge: run[0], count: run[1] })
    }

    fn at_least_one(&self, value: &'t str, slot: Option<usize>) -> Result<u64, Error> {
        let problem = match value.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => match Number::judge(value) {
                Number::Integer(0) => self.number_problem(Number::Negative, value).value(0),
                Number::Integer(number) => return Ok(number),
                other => self.number_problem(other, value),
            },
            first => {
                let what = match slot {
                    None => "an edge is an integer or a run [edge, count], not {quote}",
                    Some(_) => "a run holds two integers, not {quote}",
                };
                self.place(Error::new(Code::Structure, what).quote(kind(first)), value)
            }
        };
        Err(problem.slot(slot))
    }

    fn number_problem(&self, number: Number, value: &'t str) -> Error {
        self.place(number_problem(number, value, 1), value)
    }

    fn place(&self, problem: Error, value: &'t str) -> Error {
        problem.path(self.path).axis(self.axis).offset(self.offset(value))
    }

    fn offset(&self, value: &'t str) -> usize {
        (value.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize)
    }
}

/// Why a number is refused where an integer of at least `least` belongs.
pub fn number_problem(number: Number, spelling: &str, least: u64) -> Error {
    match number {
        Number::TooLarge => Error::new(Code::Range, "{quote} passes {limit}").limit(u64::MAX),
        Number::Fraction => Error::new(Code::Value, "{quote} is not an integer"),
        Number::Negative | Number::Integer(_) => Error::new(Code::Value, "{quote} is below {limit}").limit(least),
    }
    .quote(spelling)
}

/// Shows each value of a JSON array, as spelled. (That it is one has been checked by the reader.)
pub fn each_value<'t>(array: &'t str, visit: impl FnMut(&'t str) -> Result<(), Error>) -> Result<(), Error> {
    struct Each<'e, F> {
        visit: F,
        problem: &'e mut Option<Error>,
    }
    impl<'t, F: FnMut(&'t str) -> Result<(), Error>> Visitor<'t> for Each<'_, F> {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an array")
        }
        fn visit_seq<A: SeqAccess<'t>>(mut self, mut seq: A) -> Result<(), A::Error> {
            while let Some(value) = seq.next_element::<&'t RawValue>()? {
                if let Err(problem) = (self.visit)(value.get()) {
                    *self.problem = Some(problem);
                    return Err(not_plain());
                }
            }
            Ok(())
        }
    }
    let mut problem = None;
    let read = serde_json::Deserializer::from_str(array).deserialize_seq(Each { visit, problem: &mut problem });
    match (problem, read) {
        (Some(problem), _) => Err(problem),
        (None, Ok(())) => Ok(()),
        (None, Err(_)) => Err(Error::new(Code::Internal, "an array was read twice and differed")),
    }
}
