// SPDX-License-Identifier: MIT OR Apache-2.0
//! The edges of one axis, kept so that memory and time follow the document and not the chunk count.

use std::mem::MaybeUninit;

use super::block::{BLOCK, Slots, count_below, write};
use super::divisor::{Divisor, NarrowDivisor};
use super::error::{Code, Error, Result};
use super::memory::{make_room, push, reserved};
use super::prefix::Prefix;

/// `count` neighbouring chunks of length `edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Their length, at least 1.
    pub edge: u64,
    /// How many, at least 1.
    pub count: u64,
}

impl Run {
    /// How many elements it has on an axis, which are never more than 64 bits hold.
    pub fn length(&self) -> u64 {
        self.edge * self.count
    }

    /// Refuses an edge or a count of 0.
    pub fn check(&self) -> Result<()> {
        let what = match (self.edge, self.count) {
            (0, _) => "an edge of axis {axis} is {value}, below {limit}",
            (_, 0) => "a count of axis {axis} is {value}, below {limit}",
            _ => return Ok(()),
        };
        Err(Error::new(Code::Value, what).value(0).limit(1))
    }
}

/// One chunk along the axis, whatever the extent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its index on the axis.
    pub chunk: u64,
    /// Its first element.
    pub origin: u64,
    /// Its declared length.
    pub edge: u64,
}

/// Edges by one rule: one run is `Even`; at most four chunks a run on average are
/// `Listed`; else `Runs`.
#[derive(Debug)]
#[repr(u8)] // a tag of its own is told apart faster than one hidden in an unused value of a field
pub enum Edges {
    /// Equal edges, any number of them.
    Even {
        /// The edge and how many.
        run: Run,
        /// Divides by the edge.
        divisor: Divisor,
    },
    /// One prefix sum a chunk.
    Listed(Prefix),
    /// Two prefix sums a run.
    Runs {
        /// Over the elements.
        elements: Prefix,
        /// Over the chunks.
        chunks: Prefix,
        /// The edge of each run, and what divides by it.
        edges: Box<[(u64, Divisor)]>,
    },
}

impl Edges {
    /// Up to this many chunks a run, a list of prefix sums is smaller and faster than runs.
    const LISTED_PER_RUN: u64 = 4;

    /// `count` equal edges; `count` may be 0.
    pub fn even(edge: u64, count: u64) -> Self {
        Edges::Even { run: Run { edge, count }, divisor: Divisor::new(edge) }
    }

    /// The number of edges.
    #[inline]
    pub fn count(&self) -> u64 {
        match self {
            Edges::Even { run, .. } => run.count,
            Edges::Listed(sums) => sums.len() as u64,
            Edges::Runs { chunks, .. } => chunks.start(chunks.len()),
        }
    }

    /// The number of pieces that [`Edges::run`] counts: runs, or single edges where those are listed.
    pub fn run_count(&self) -> usize {
        match self {
            Edges::Even { run, .. } => usize::from(run.count > 0),
            Edges::Listed(sums) => sums.len(),
            Edges::Runs { edges, .. } => edges.len(),
        }
    }

    /// The first chunk of run number `run`, and the run. Neighbouring runs are equal only where edges are listed.
    pub fn run(&self, run: usize) -> (Place, Run) {
        match self {
            Edges::Even { run, .. } => (Place { chunk: 0, origin: 0, edge: run.edge }, *run),
            Edges::Listed(sums) => {
                let (origin, edge) = (sums.start(run), sums.start(run + 1) - sums.start(run));
                (Place { chunk: run as u64, origin, edge }, Run { edge, count: 1 })
            }
            Edges::Runs { elements, chunks, edges } => {
                let (edge, _) = edges[run];
                let chunk = chunks.start(run);
                let place = Place { chunk, origin: elements.start(run), edge };
                (place, Run { edge, count: chunks.start(run + 1) - chunk })
            }
        }
    }

    /// Shows the maximal runs in order.
    #[inline]
    pub fn each_run(&self, mut show: impl FnMut(Run)) {
        match self {
            Edges::Even { run, .. } if run.count == 0 => {}
            Edges::Even { run, .. } => show(*run),
            Edges::Listed(sums) => {
                let mut run = Run { edge: sums.start(1), count: 0 };
                for edge in sums.lengths() {
                    if edge != run.edge {
                        show(run);
                        run = Run { edge, count: 0 };
                    }
                    run.count += 1;
                }
                show(run);
            }
            Edges::Runs { .. } => (0..self.run_count()).for_each(|run| show(self.run(run).1)),
        }
    }

    /// The number of the run that chunk `chunk` is in; the chunk is below [`Edges::count`].
    pub fn run_of(&self, chunk: u64) -> usize {
        match self {
            Edges::Even { .. } => 0,
            Edges::Listed(_) => chunk as usize,
            Edges::Runs { chunks, .. } => chunks.find(chunk).0,
        }
    }

    /// The run that holds `element`, which is inside the array.
    pub fn run_with(&self, element: u64) -> usize {
        match self {
            Edges::Even { .. } => 0,
            Edges::Listed(sums) => sums.find(element).0,
            Edges::Runs { elements, .. } => elements.find(element).0,
        }
    }

    /// The chunk that holds `element`, which is inside the array.
    #[inline(always)]
    pub fn place_with(&self, element: u64) -> Place {
        let (chunk, within, edge) = match self {
            Edges::Even { run, divisor } => {
                let (chunk, within) = divide(element, run.edge, divisor);
                (chunk, within, run.edge)
            }
            Edges::Listed(sums) => {
                let (chunk, within) = sums.find(element);
                (chunk as u64, within, sums.start(chunk + 1) - sums.start(chunk))
            }
            Edges::Runs { elements, chunks, edges } => find_in_runs(elements, chunks, edges, element),
        };
        Place { chunk, origin: element - within, edge }
    }

    /// The chunk that holds the element with an index, inside the array; and the element counted from the chunk's origin.
    #[inline(always)]
    pub fn locate(&self, index: u64) -> (u64, u64) {
        match self {
            Edges::Even { run, divisor } => divide(index, run.edge, divisor),
            Edges::Listed(sums) => {
                let (chunk, within) = sums.find(index);
                (chunk as u64, within)
            }
            Edges::Runs { elements, chunks, edges } => {
                let (chunk, within, _) = find_in_runs(elements, chunks, edges, index);
                (chunk, within)
            }
        }
    }

    /// The same for many indices, at most [`BLOCK`], up to the first that is not below `extent`. How many came before
    /// that one. There is as much of everything.
    #[inline]
    pub fn locate_all(&self, extent: u64, indices: &[u64], chunks: Slots, withins: Option<Slots>) -> usize {
        let mut unwanted = [MaybeUninit::uninit(); BLOCK];
        match self {
            Edges::Even { run, divisor } => {
                let inside = count_below(indices, extent);
                let indices = &indices[..inside];
                if extent <= NarrowDivisor::LIMIT && run.edge <= NarrowDivisor::LIMIT {
                    // (The edge fits 32 bits, and so a compiler knows it.)
                    let (edge, divisor) = (u64::from(run.edge as u32), divisor.narrow());
                    divide_all(indices, chunks, withins, |index| remainder(index, edge, divisor.quotient(index)));
                } else {
                    divide_all(indices, chunks, withins, |index| divide(index, run.edge, divisor));
                }
                inside
            }
            Edges::Listed(sums) => sums.find_all(indices, chunks, withins.unwrap_or(&mut unwanted[..indices.len()])),
            Edges::Runs { elements, chunks: firsts, edges } => {
                let (mut runs, mut in_runs) = ([0; BLOCK], [0; BLOCK]);
                let inside = elements.find_all(indices, &mut runs[..indices.len()], &mut in_runs[..indices.len()]);
                let withins = withins.unwrap_or(&mut unwanted[..indices.len()]);
                for ((&run, &in_run), places) in runs[..inside].iter().zip(&in_runs).zip(chunks.iter_mut().zip(withins))
                {
                    let (edge, divisor) = &edges[run as usize];
                    let (ahead, within) = divide(in_run, *edge, divisor);
                    write(places, (firsts.start(run as usize) + ahead, within));
                }
                inside
            }
        }
    }

    /// Shows, chunk by chunk, its origin and its edge. All are below [`Edges::count`].
    #[inline]
    pub fn place_all(&self, chunks: &[u64], mut show: impl FnMut(u64, u64)) {
        // (Nothing wraps: the sums of lists were checked when they were made, and the last of equal chunks starts below the
        // extent or within such a sum.)
        match self {
            Edges::Even { run, .. } => {
                for &chunk in chunks {
                    show(chunk.wrapping_mul(run.edge), run.edge);
                }
            }
            Edges::Listed(sums) => {
                let starts = sums.starts();
                for &chunk in chunks {
                    let [origin, end] = [starts[chunk as usize], starts[(chunk as usize).wrapping_add(1)]];
                    show(origin, end.wrapping_sub(origin));
                }
            }
            Edges::Runs { elements, chunks: firsts, edges } => {
                for &chunk in chunks {
                    let (run, ahead) = firsts.find(chunk);
                    let (edge, _) = edges[run];
                    show(elements.start(run).wrapping_add(ahead.wrapping_mul(edge)), edge);
                }
            }
        }
    }

    /// Chunk `chunk`, which is below [`Edges::count`].
    #[inline]
    pub fn place(&self, chunk: u64) -> Place {
        let mut place = Place { chunk, ..Place::default() };
        self.place_all(&[chunk], |origin, edge| (place.origin, place.edge) = (origin, edge));
        place
    }
}

/// The chunk that holds an element, the element counted from the chunk's origin, and its edge: in [`Edges::Runs`].
#[inline(always)]
fn find_in_runs(elements: &Prefix, chunks: &Prefix, edges: &[(u64, Divisor)], element: u64) -> (u64, u64, u64) {
    let (run, in_run) = elements.find(element);
    let (edge, divisor) = &edges[run];
    let (ahead, within) = divide(in_run, *edge, divisor);
    (chunks.start(run) + ahead, within, *edge)
}

/// A number divided by an edge: how often that goes into it, and what is left.
#[inline(always)]
fn divide(number: u64, edge: u64, divisor: &Divisor) -> (u64, u64) {
    remainder(number, edge, divisor.quotient(number))
}

/// The quotient of a number and an edge, and what is left.
#[inline(always)]
fn remainder(number: u64, edge: u64, quotient: u64) -> (u64, u64) {
    // (Nothing wraps, since the product is at most the number. It only need not be checked again each time.)
    (quotient, number.wrapping_sub(quotient.wrapping_mul(edge)))
}

/// Divides indices, and writes no more of the answers than is wanted.
#[inline(always)]
fn divide_all(indices: &[u64], chunks: Slots, withins: Option<Slots>, divide: impl Fn(u64) -> (u64, u64)) {
    match withins {
        Some(withins) => {
            for (&index, places) in indices.iter().zip(chunks.iter_mut().zip(withins)) {
                write(places, divide(index));
            }
        }
        None => {
            for (&index, chunk) in indices.iter().zip(chunks) {
                chunk.write(divide(index).0);
            }
        }
    }
}

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
    /// Room for short lists, so that they don't grow step by step.
    const SHORT: usize = 16;

    /// A builder with room for exactly so many bare edges; more may follow.
    pub fn with_room(edges: usize) -> Result<Self> {
        let mut elements = reserved(edges + 1)?;
        elements.push(0);
        Ok(EdgesBuilder { elements, ..EdgesBuilder::default() })
    }

    /// The sum of the edges so far.
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
        // One more bare edge with room for it, which is what long lists hold, is not worth a call.
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
        if self.runs > 1 && count <= Edges::LISTED_PER_RUN * self.runs as u64 {
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
        // (Divisions take long, and many runs are single edges.)
        Run { edge: if count == 1 { length } else { length / count }, count }
    }

    /// From two prefix sums a run to one a chunk, in place; nothing to do for a list.
    fn runs_to_list(&mut self) -> Result<()> {
        let Some(&count) = self.chunks.last() else { return Ok(()) };
        let length = count as usize + 1;
        self.elements.try_reserve_exact(length - self.elements.len()).map_err(|_| Error::memory())?;
        self.elements.resize(length, 0);
        // From the last run to the first: its sums go behind those that are still to be read.
        for i in (0..self.runs).rev() {
            let (edge, mut sum) = (self.run(i).edge, self.elements[i]);
            for place in &mut self.elements[self.chunks[i] as usize + 1..=self.chunks[i + 1] as usize] {
                sum += edge;
                *place = sum;
            }
        }
        Ok(())
    }
}
