// SPDX-License-Identifier: MIT OR Apache-2.0
//! From edges as they come to edges in their form.

use super::divisor::Divisor;
use super::edges::{Edges, Run};
use super::prefix::Prefix;
use crate::core::error::{Code, Error, Result};
use crate::core::memory::{make_room, push, reserved};

/// Takes edges in order, keeps them as they come, and picks their final form at the end.
#[derive(Debug, Default)]
pub struct EdgesBuilder {
    sum: u64,
    /// The edge pushed last.
    last: u64,
    /// How many maximal runs there are so far.
    runs: usize,
    /// Prefix sums over elements, one a chunk, or one a run once there is a run.
    elements: Vec<u64>,
    /// Prefix sums over chunks; empty until the first run of more than one.
    chunks: Vec<u64>,
}

impl EdgesBuilder {
    /// Up to this many chunks a run on average, a list of prefix sums is smaller and faster than runs.
    const LISTED_PER_RUN: u64 = 4;

    /// Room for short lists, so that they do not grow step by step.
    const SHORT: usize = 16;

    /// A builder with room for exactly so many bare edges; more may follow.
    pub fn with_room(edges: usize) -> Result<Self> {
        let mut elements = reserved(edges + 1)?;
        elements.push(0);
        Ok(EdgesBuilder { elements, ..EdgesBuilder::default() })
    }

    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// The edges, where there are two and each was pushed alone.
    pub fn two(&self) -> Option<(u64, u64)> {
        match (&self.elements[..], self.chunks.is_empty()) {
            (&[_, first, second], true) => Some((first, second - first)),
            _ => None,
        }
    }

    /// Appends a run; edge and count are at least 1.
    #[inline(always)]
    pub fn push(&mut self, run: Run) -> Result<()> {
        // Long lists are bare edges, and room for them was made: this case is short enough to be part of the caller's loop.
        if run.count == 1 && self.chunks.is_empty() && self.elements.len() < self.elements.capacity() {
            if let Some(sum) = self.sum.checked_add(run.edge) {
                self.list(run.edge, sum);
                return Ok(());
            }
        }
        self.push_any(run)
    }

    #[inline(never)]
    fn push_any(&mut self, run: Run) -> Result<()> {
        let sum = run.edge.checked_mul(run.count).and_then(|length| self.sum.checked_add(length));
        let Some(sum) = sum else {
            return Err(Error::new(Code::Range, "the sum of the edges passes {limit}").limit(u64::MAX));
        };
        if self.chunks.is_empty() {
            if run.count == 1 {
                if self.elements.is_empty() {
                    *self = Self::with_room(Self::SHORT)?;
                }
                make_room(&mut self.elements)?;
                self.list(run.edge, sum);
                return Ok(());
            }
            self.list_to_runs(Self::SHORT)?;
        }
        self.append(run, sum)
    }

    /// Appends to the list, which has room.
    #[inline(always)]
    fn list(&mut self, edge: u64, sum: u64) {
        self.elements.push(sum);
        self.runs += usize::from(edge != self.last);
        self.last = edge;
        self.sum = sum;
    }

    /// Appends to runs, as part of the last one where that has the same edge.
    #[inline]
    fn append(&mut self, run: Run, sum: u64) -> Result<()> {
        let count = self.chunks[self.runs] + run.count;
        if run.edge == self.last {
            self.elements[self.runs] = sum;
            self.chunks[self.runs] = count;
        } else {
            push(&mut self.elements, sum)?;
            push(&mut self.chunks, count)?;
            self.runs += 1;
            self.last = run.edge;
        }
        self.sum = sum;
        Ok(())
    }

    /// From one prefix sum a chunk to two a run, neighbours that are equal merged, and room for `more` runs.
    fn list_to_runs(&mut self, more: usize) -> Result<()> {
        let sums = std::mem::take(&mut self.elements);
        self.elements = reserved(self.runs + 1 + more)?;
        self.chunks = reserved(self.runs + 1 + more)?;
        self.elements.push(0);
        self.chunks.push(0);
        (self.runs, self.last) = (0, 0);
        for pair in sums.windows(2) {
            self.append(Run { edge: pair[1] - pair[0], count: 1 }, pair[1])?;
        }
        Ok(())
    }

    /// The edges, to be searched for elements below `end`, which is at most their sum. At least one was pushed.
    pub fn finish(mut self, end: u64) -> Result<Edges> {
        let count = self.chunks.last().copied().unwrap_or(self.elements.len() as u64 - 1);
        if self.runs > 1 && count <= Self::LISTED_PER_RUN * self.runs as u64 {
            self.runs_to_list()?;
            return Ok(Edges::Listed(Prefix::new(self.elements, end)?));
        }
        if self.chunks.is_empty() {
            self.list_to_runs(0)?;
        }
        if self.runs == 1 {
            return Ok(Edges::even(self.run(0).edge, count));
        }
        let mut edges = reserved(self.runs)?;
        edges.extend((0..self.runs).map(|i| self.run(i).edge).map(|edge| (edge, Divisor::new(edge))));
        Ok(Edges::Runs {
            elements: Prefix::new(self.elements, end)?,
            chunks: Prefix::new(self.chunks, count)?,
            edges: edges.into_boxed_slice(),
        })
    }

    /// Run number `i`, where there are prefix sums over chunks.
    fn run(&self, i: usize) -> Run {
        let (length, count) = (self.elements[i + 1] - self.elements[i], self.chunks[i + 1] - self.chunks[i]);
        // Divisions take long, and many runs are single edges.
        Run { edge: if count == 1 { length } else { length / count }, count }
    }

    /// From two prefix sums a run to one a chunk, in place; nothing to do for a list.
    fn runs_to_list(&mut self) -> Result<()> {
        let Some(&count) = self.chunks.last() else { return Ok(()) };
        let length = count as usize + 1;
        self.elements.try_reserve_exact(length - self.elements.len()).map_err(|_| Error::memory())?;
        self.elements.resize(length, 0);
        // From the last run to the first, since the sums of a run go behind those that are still to be read.
        for i in (0..self.runs).rev() {
            let (edge, mut sum) = (self.run(i).edge, self.elements[i]);
            for written in &mut self.elements[self.chunks[i] as usize + 1..=self.chunks[i + 1] as usize] {
                sum += edge;
                *written = sum;
            }
        }
        Ok(())
    }
}
