// SPDX-License-Identifier: MIT OR Apache-2.0
//! The axes of `chunk_shapes` or `chunk_shape`: for each an integer, or a list of edges and runs.
//!
//! Lists may hold millions of edges, nearly always as plain digits. Those are read by a quick path
//! ([`Cursor::positive`]) that either takes a number or takes nothing. Where it takes nothing, the one value that
//! is next is read again, slowly and exactly: it may be an integer in another spelling, such as `4.0`, or what has
//! to be refused, with its place.

use super::cursor::Cursor;
use super::number::integer;
use super::problems::Problems;
use crate::core::edges::{EdgesBuilder, Run};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::push;

/// What may stand in the member that lists the axes.
pub struct AxesRules {
    /// The member.
    pub path: &'static str,
    /// What a list is refused for, where an integer has to stand.
    pub no_lists: Option<&'static str>,
    /// The least integer for a whole axis.
    pub least: u64,
    /// The most entries that all lists together may have.
    pub most_entries: u64,
}

/// The axes of a document, not yet bound to their extents.
pub struct Axes {
    /// Where the member stands.
    pub at: usize,
    /// The first [`Grid::MAX_RANK`] of them.
    pub axes: Vec<UnboundAxis>,
    /// How many there are.
    pub count: u64,
}

/// One axis of a document.
pub struct UnboundAxis {
    /// Where it stands.
    pub at: usize,
    /// What it says.
    pub edges: AxisEdges,
}

/// The edges of an axis as read.
pub enum AxisEdges {
    /// One number for all chunks.
    Integer(u64),
    /// A list, with at least one edge.
    List(EdgesBuilder),
    /// Something that was refused, and reported.
    Refused,
}

/// Goes past an array, which is next, with one value for each axis, and reports all that is wrong; none where the lists have
/// too many entries.
pub fn read_axes(cursor: &mut Cursor, problems: &mut Problems, rules: &AxesRules) -> Result<Option<Axes>> {
    let start = *cursor;
    let mut reader = Reader { problems, rules, axis: 0, entries: 0, first_entry: 0 };
    match reader.axes(cursor) {
        Err(problem) if problem.code == Code::Limit => {
            problems.report(problem)?;
            *cursor = start;
            cursor.value().map(|_| None)
        }
        axes => axes.map(Some),
    }
}

struct Reader<'r> {
    problems: &'r mut Problems,
    rules: &'r AxesRules,
    axis: usize,
    /// How many entries all lists have so far, and how many they had where the list of this axis starts.
    entries: u64,
    first_entry: u64,
}

impl Reader<'_> {
    fn axes(&mut self, cursor: &mut Cursor) -> Result<Axes> {
        let mut axes = Axes { at: cursor.at(), axes: Vec::new(), count: 0 };
        cursor.each(|cursor| {
            axes.count += 1;
            self.axis = axes.axes.len();
            if self.axis == Grid::MAX_RANK {
                // There are too many: what they say does not matter.
                return cursor.value().map(drop);
            }
            let at = cursor.at();
            let edges = match cursor.peek() {
                Some(b'[') => self.list(cursor)?,
                _ => self.whole_axis(cursor)?,
            };
            push(&mut axes.axes, UnboundAxis { at, edges })
        })?;
        Ok(axes)
    }

    fn whole_axis(&mut self, cursor: &mut Cursor) -> Result<AxisEdges> {
        let at = cursor.at();
        let least = self.rules.least;
        match integer(cursor.value()?, least..=u64::MAX, "an axis is an integer or a list, not {quote}") {
            Ok(edge) => Ok(AxisEdges::Integer(edge)),
            Err(problem) => self.report(problem, at).map(|()| AxisEdges::Refused),
        }
    }

    fn list(&mut self, cursor: &mut Cursor) -> Result<AxisEdges> {
        let start = cursor.at();
        if let Some(what) = self.rules.no_lists {
            self.report(Error::new(Code::Structure, what), start)?;
        }
        let mut edges = self.builder(cursor.rest())?;
        let mut right = true;
        self.first_entry = self.entries;
        cursor.each(|cursor| {
            let at = cursor.at();
            if self.entries == self.rules.most_entries {
                return Err(self.too_many(at));
            }
            let run = match cursor.peek() {
                Some(b'[') => self.run(cursor)?,
                _ => self.at_least_one(cursor, None)?.map(|edge| Run { edge, count: 1 }),
            };
            match run {
                Some(run) if right => {
                    if let Err(problem) = edges.push(run) {
                        self.report_entry(problem, at)?;
                        right = false;
                    }
                }
                // Sums say nothing while an edge is missing.
                _ => right = false,
            }
            self.entries += 1;
            Ok(())
        })?;
        if self.entries == self.first_entry {
            self.report(Error::new(Code::Value, "a list has at least one edge"), start)?;
            right = false;
        }
        Ok(if right && self.rules.no_lists.is_none() { AxisEdges::List(edges) } else { AxisEdges::Refused })
    }

    fn run(&mut self, cursor: &mut Cursor) -> Result<Option<Run>> {
        let at = cursor.at();
        let mut numbers = [None; 2];
        let mut length = 0;
        cursor.each(|cursor| {
            match numbers.get_mut(length) {
                Some(number) => *number = self.at_least_one(cursor, Some(length))?,
                None => drop(cursor.value()?),
            }
            length += 1;
            Ok(())
        })?;
        if length != 2 {
            let problem = Error::new(Code::Structure, "a run is [edge, count], not {value} values");
            return self.report_entry(problem.value(length as u64).limit(2), at).map(|()| None);
        }
        let [edge, count] = numbers;
        Ok(edge.zip(count).map(|(edge, count)| Run { edge, count }))
    }

    /// An edge, or the edge or count of a run; none where something else was reported.
    #[inline(always)]
    fn at_least_one(&mut self, cursor: &mut Cursor, slot: Option<usize>) -> Result<Option<u64>> {
        match cursor.positive() {
            Some(number) => Ok(Some(number)),
            None => self.judged(cursor, slot),
        }
    }

    /// The same for a value that is not spelled plainly.
    #[inline(never)]
    fn judged(&mut self, cursor: &mut Cursor, slot: Option<usize>) -> Result<Option<u64>> {
        let at = cursor.at();
        let what = match slot {
            None => "an edge is an integer or a run [edge, count], not {quote}",
            Some(_) => "a run holds two integers, not {quote}",
        };
        match integer(cursor.value()?, 1..=u64::MAX, what) {
            Ok(number) => Ok(Some(number)),
            Err(problem) => self.report_entry(problem.slot(slot), at).map(|()| None),
        }
    }

    #[cold]
    fn too_many(&self, at: usize) -> Error {
        let most = self.rules.most_entries;
        let problem = Error::new(Code::Limit, "more than {limit} list entries");
        self.placed(problem.limit(most).value(most.saturating_add(1)).entry(self.entries - self.first_entry), at)
    }

    fn report_entry(&mut self, problem: Error, at: usize) -> Result<()> {
        self.report(problem.entry(self.entries - self.first_entry), at)
    }

    fn report(&mut self, problem: Error, at: usize) -> Result<()> {
        self.problems.report(self.placed(problem, at))
    }

    fn placed(&self, problem: Error, at: usize) -> Error {
        problem.path(self.rules.path).axis(self.axis).offset(at)
    }

    /// An empty builder, with room for the edges of the list that a text starts with where those are many.
    fn builder(&self, text: &[u8]) -> Result<EdgesBuilder> {
        // A shorter text needs too little memory to care.
        const LONG: usize = 1024;
        let room = if text.len() < LONG { None } else { bare_edges(text) };
        match room {
            Some(room) if room as u64 <= self.rules.most_entries - self.entries => EdgesBuilder::with_room(room),
            _ => Ok(EdgesBuilder::default()),
        }
    }
}

/// The length of a list of bare edges, by its commas. No more than a guess, since the list has not been read; none where a
/// bracket comes before its end.
fn bare_edges(text: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let bracket = |byte| (byte == b'[') | (byte == b']');
    let inside = &text[1..];
    let blocks = inside.chunks(BLOCK).take_while(|block| count(block, bracket) == 0);
    let start: usize = blocks.map(<[u8]>::len).sum();
    let end = start + inside[start..].iter().position(|&byte| bracket(byte))?;
    (inside[end] == b']')
        .then(|| 1 + inside[..end].chunks(BLOCK).map(|block| count(block, |byte| byte == b',')).sum::<usize>())
}

/// How many bytes of a block are so. A count fits a byte and never wraps; checks would keep the compiler from using vectors.
#[inline(always)]
fn count(block: &[u8], so: impl Fn(u8) -> bool) -> usize {
    usize::from(block.iter().fold(0u8, |count, &byte| count.wrapping_add(u8::from(so(byte)))))
}
