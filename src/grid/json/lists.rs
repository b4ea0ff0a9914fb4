// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists: the axes of `chunk_shapes` or `chunk_shape`, and the lengths of `shape`.

use std::fmt;

use serde_core::de::{self, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::bytes::{BLOCK, closes, count, opens, plain};
use super::members::{Ended, Pass, kind};
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

/// Reads the value of `chunk_shapes` or `chunk_shape`.
pub struct AxesSeed<'a, 't> {
    /// The pass.
    pub pass: &'a mut Pass<'t>,
    /// The member.
    pub path: &'static str,
    /// The array, as [`plain_array`] found it; empty in an exact pass.
    pub plain: &'t str,
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
        let mut ahead = Ahead::of(self.plain);
        loop {
            let axis = if self.pass.exact {
                let Some(value) = seq.next_element::<&'t RawValue>()? else { break };
                if axes.axes.len() == Grid::MAX_RANK {
                    axes.count += 1;
                    continue;
                }
                let axis = axes.axes.len();
                Judge { pass: self.pass, path: self.path, axis, entries_left: self.entries_left }
                    .axis(value.get())
                    .map_err(Ended::stop)?
            } else {
                let axis = PlainAxis { ahead: &mut ahead, entries_left: self.entries_left };
                let Some(edges) = seq.next_element_seed(axis)? else { break };
                AxisText { at: None, edges }
            };
            axes.count += 1;
            if axes.axes.len() < Grid::MAX_RANK {
                if let Err(problem) = push(&mut axes.axes, axis) {
                    self.pass.report(problem).map_err(Ended::stop)?;
                }
            }
        }
        Ok(axes)
    }
}

/// The array that starts at a place, with no more behind it than plain bytes, where it holds nothing else.
pub fn plain_array(text: &str, at: usize) -> Option<&str> {
    let bytes = text.as_bytes().get(at..)?;
    let blocks = bytes.chunks(BLOCK).take_while(|block| count(block, plain) == block.len());
    let start = blocks.map(<[u8]>::len).sum();
    let length = bytes[start..].iter().position(|&byte| !plain(byte)).map_or(bytes.len(), |more| start + more);
    // Before the bracket that closes it there are more that open.
    let array = &bytes[..length];
    (count(array, opens) == count(array, closes)).then(|| &text[at..at + length])
}

/// The axes of a plain array that the reader has not come to, looked at for the memory that they will need. What is found
/// is no more than a guess: it is right for lists of bare edges, and what a document means does not depend on it.
struct Ahead<'t>(&'t str);

impl<'t> Ahead<'t> {
    /// A shorter text needs too little memory to care.
    const LONG: usize = 1024;

    fn of(array: &'t str) -> Self {
        Ahead(if array.len() < Self::LONG { "" } else { array.get(1..).unwrap_or("") })
    }

    /// The edges of the next axis, where it is a list of bare ones; else 0.
    fn bare_edges(&mut self) -> usize {
        if self.0.is_empty() {
            return 0;
        }
        let axis = self.0.trim_start_matches([',', ' ', '\t', '\n', '\r']);
        let list = axis.strip_prefix('[').and_then(|list| list.split_once(']'));
        let (edges, rest) = match list {
            Some((edges, rest)) if !edges.contains('[') => (1 + count(edges.as_bytes(), |byte| byte == b','), rest),
            Some(_) => (0, ""),
            None => (0, axis.split_once(',').map_or("", |(_, rest)| rest)),
        };
        self.0 = rest;
        edges
    }
}

/// An axis of plain digits; everything else is left to an exact pass.
struct PlainAxis<'a, 't> {
    ahead: &'a mut Ahead<'t>,
    entries_left: &'a mut u64,
}

impl<'t> DeserializeSeed<'t> for PlainAxis<'_, '_> {
    type Value = AxisEdges;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<AxisEdges, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for PlainAxis<'_, '_> {
    type Value = AxisEdges;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an integer or a list")
    }

    fn visit_u64<E>(self, edge: u64) -> Result<AxisEdges, E> {
        self.ahead.bare_edges();
        Ok(AxisEdges::Integer(edge))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<AxisEdges, A::Error> {
        // (Where more edges follow than are allowed, none of the memory will be needed.)
        let mut edges = match self.ahead.bare_edges() {
            room if room == 0 || room as u64 > *self.entries_left => EdgesBuilder::default(),
            room => EdgesBuilder::with_room(room).map_err(|_| not_plain())?,
        };
        while let Some(run) = seq.next_element_seed(PlainRun)? {
            *self.entries_left = self.entries_left.checked_sub(1).ok_or_else(not_plain)?;
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

/// Judges one axis value by value, and reports all that is wrong with it.
struct Judge<'a, 't> {
    pass: &'a mut Pass<'t>,
    path: &'static str,
    axis: usize,
    entries_left: &'a mut u64,
}

impl<'t> Judge<'_, 't> {
    fn axis(&mut self, value: &'t str) -> Result<AxisText, Ended> {
        let at = Some(self.pass.offset(value));
        let edges = match Number::of(value) {
            Some(Number::Integer(edge)) => Some(AxisEdges::Integer(edge)),
            Some(other) => {
                self.report(number_problem(other, value, 1), value)?;
                None
            }
            None if value.starts_with('[') => self.list(value)?,
            None => {
                let problem = Error::new(Code::Structure, "an axis is an integer or a list, not {quote}");
                self.report(problem.quote(kind(value.as_bytes().first())), value)?;
                None
            }
        };
        Ok(AxisText { at, edges: edges.unwrap_or(AxisEdges::Refused) })
    }

    fn list(&mut self, value: &'t str) -> Result<Option<AxisEdges>, Ended> {
        let mut edges = Some(EdgesBuilder::default());
        let mut element = 0;
        each_value(value, |value| {
            let Some(left) = self.entries_left.checked_sub(1) else {
                let most = self.pass.max_runs;
                let problem =
                    Error::new(Code::Limit, "more than {limit} list entries").limit(most).value(most.saturating_add(1));
                self.report(problem.element(element), value)?;
                return Err(Ended);
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
                self.report(problem.element(element), value)?;
                edges = None;
            }
            element += 1;
            Ok(())
        })?;
        if element == 0 {
            self.report(Error::new(Code::Value, "a list has at least one edge"), value)?;
            edges = None;
        }
        Ok(edges.map(AxisEdges::List))
    }

    fn run(&mut self, value: &'t str, element: u64) -> Result<Option<Run>, Ended> {
        if !value.starts_with('[') {
            let edge = self.at_least_one(value, element, None)?;
            return Ok(edge.map(|edge| Run { edge, count: 1 }));
        }
        let mut run = [None, None];
        let mut length = 0;
        each_value(value, |value| {
            if let Some(place) = run.get_mut(length) {
                *place = self.at_least_one(value, element, Some(length))?;
            }
            length += 1;
            Ok(())
        })?;
        if length != 2 {
            let problem = Error::new(Code::Structure, "a run is [edge, count], not {value} values");
            self.report(problem.element(element).value(length as u64).limit(2), value)?;
            return Ok(None);
        }
        let [edge, count] = run;
        Ok(edge.zip(count).map(|(edge, count)| Run { edge, count }))
    }

    /// An edge, or the edge or count of a run.
    fn at_least_one(&mut self, value: &'t str, element: u64, slot: Option<usize>) -> Result<Option<u64>, Ended> {
        let problem = match Number::of(value) {
            Some(Number::Integer(number @ 1..)) => return Ok(Some(number)),
            Some(other) => number_problem(other, value, 1),
            None => {
                let what = match slot {
                    None => "an edge is an integer or a run [edge, count], not {quote}",
                    Some(_) => "a run holds two integers, not {quote}",
                };
                Error::new(Code::Structure, what).quote(kind(value.as_bytes().first()))
            }
        };
        self.report(problem.element(element).slot(slot), value)?;
        Ok(None)
    }

    fn report(&mut self, problem: Error, value: &'t str) -> Result<(), Ended> {
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

/// Shows each value of a JSON array, as spelled. (That it is one has been checked by the reader.)
pub fn each_value<'t>(array: &'t str, visit: impl FnMut(&'t str) -> Result<(), Ended>) -> Result<(), Ended> {
    struct Each<F>(F);
    impl<'t, F: FnMut(&'t str) -> Result<(), Ended>> Visitor<'t> for Each<F> {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an array")
        }
        fn visit_seq<A: SeqAccess<'t>>(mut self, mut seq: A) -> Result<(), A::Error> {
            while let Some(value) = seq.next_element::<&'t RawValue>()? {
                (self.0)(value.get()).map_err(Ended::stop)?;
            }
            Ok(())
        }
    }
    serde_json::Deserializer::from_str(array).deserialize_seq(Each(visit)).map_err(|_| Ended)
}
