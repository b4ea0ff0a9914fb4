// SPDX-License-Identifier: MIT OR Apache-2.0
//! The edges of one axis, in three forms, so that memory and time follow the document and not the chunk count:
//!
//! ```text
//!   [[5, 1000]]                     Even     5 x 1000, and what divides by 5
//!   [3, 5, 2]                       Listed   sums 0 3 8 10: chunk r lies between sums r and r + 1
//!   [[4, 30], 7, [9, 50]]           Runs     elements 0 120 127 577    run r lies between sums r and r + 1,
//!                                            chunks   0  30  31  81    and inside a run its edge divides
//! ```
//!
//! One rule picks the form: edges that are all equal are `Even`, a list with at most four chunks a run on average is
//! `Listed`, any other is `Runs`.

use std::mem::MaybeUninit;

use super::block::{BLOCK, Slots, count_below, write};
use super::divisor::{Divisor, NarrowDivisor};
use super::prefix::Prefix;
use crate::core::error::{Code, Error, Result};

/// `count` neighbouring chunks of length `edge`; both are at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub edge: u64,
    pub count: u64,
}

impl Run {
    /// How many elements it has. On an axis they are never more than 64 bits hold.
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

/// One chunk along the axis as it is declared, whatever the extent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    pub index: u64,
    pub origin: u64,
    pub edge: u64,
}

/// The edges of an axis, in the form that its rule picks.
#[derive(Debug)]
#[repr(u8)] // a tag of its own is told apart faster than one hidden in an unused value of a field
pub enum Edges {
    /// Equal edges, any number of them.
    Even { run: Run, divisor: Divisor },
    /// One prefix sum a chunk.
    Listed(Prefix),
    /// Two prefix sums a run: over the elements and over the chunks.
    Runs {
        elements: Prefix,
        chunks: Prefix,
        /// The edge of each run, and what divides by it.
        edges: Box<[(u64, Divisor)]>,
    },
}

impl Edges {
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

    /// How many runs [`Edges::run`] knows: where edges are listed, each is a run of one.
    pub fn run_count(&self) -> usize {
        match self {
            Edges::Even { run, .. } => usize::from(run.count > 0),
            Edges::Listed(sums) => sums.len(),
            Edges::Runs { edges, .. } => edges.len(),
        }
    }

    /// The first chunk of run number `run`, and the run. Neighbouring runs are equal only where edges are listed.
    pub fn run(&self, run: usize) -> (Chunk, Run) {
        match self {
            Edges::Even { run, .. } => (Chunk { index: 0, origin: 0, edge: run.edge }, *run),
            Edges::Listed(sums) => {
                let (origin, edge) = (sums.start(run), sums.start(run + 1) - sums.start(run));
                (Chunk { index: run as u64, origin, edge }, Run { edge, count: 1 })
            }
            Edges::Runs { elements, chunks, edges } => {
                let (edge, _) = edges[run];
                let index = chunks.start(run);
                let count = chunks.start(run + 1) - index;
                (Chunk { index, origin: elements.start(run), edge }, Run { edge, count })
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

    /// The runs from chunk `first` on, each with its first chunk; the first of them may be the rest of a longer one.
    pub fn runs_from(&self, first: u64) -> impl Iterator<Item = (Chunk, Run)> + '_ {
        let number = if first < self.count() { self.run_of(first) } else { self.run_count() };
        (number..self.run_count()).map(move |number| {
            let (Chunk { index, origin, edge }, run) = self.run(number);
            let skipped = first.saturating_sub(index);
            let start = Chunk { index: index + skipped, origin: origin + skipped * edge, edge };
            (start, Run { edge, count: run.count - skipped })
        })
    }

    /// The number of the run that chunk `chunk` is in; the chunk is below [`Edges::count`].
    fn run_of(&self, chunk: u64) -> usize {
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
    pub fn chunk_with(&self, element: u64) -> Chunk {
        let (index, within, edge) = match self {
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
        Chunk { index, origin: element - within, edge }
    }

    /// The index of the chunk that holds the element with an index, inside the array; and the element counted from the
    /// chunk's origin.
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

    /// As [`Edges::locate`] for at most [`BLOCK`] indices, up to the first that is not below `extent`. How many came before
    /// that one. There are as many slots of each kind as indices.
    #[inline]
    pub fn locate_block(&self, extent: u64, indices: &[u64], chunks: Slots, withins: Option<Slots>) -> usize {
        let mut unwanted = [MaybeUninit::uninit(); BLOCK];
        match self {
            Edges::Even { run, divisor } => {
                let inside = count_below(indices, extent);
                let indices = &indices[..inside];
                if extent <= NarrowDivisor::LIMIT && run.edge <= NarrowDivisor::LIMIT {
                    // The cast says to the compiler what was just checked: that the edge fits 32 bits.
                    let (edge, divisor) = (u64::from(run.edge as u32), divisor.narrow());
                    divide_all(indices, chunks, withins, |index| remainder(index, edge, divisor.quotient(index)));
                } else {
                    divide_all(indices, chunks, withins, |index| divide(index, run.edge, divisor));
                }
                inside
            }
            Edges::Listed(sums) => sums.find_block(indices, chunks, withins.unwrap_or(&mut unwanted[..indices.len()])),
            Edges::Runs { elements, chunks: firsts, edges } => {
                let (mut runs, mut in_runs) = ([0; BLOCK], [0; BLOCK]);
                let inside = elements.find_block(indices, &mut runs[..indices.len()], &mut in_runs[..indices.len()]);
                let withins = withins.unwrap_or(&mut unwanted[..indices.len()]);
                for ((&run, &in_run), slots) in runs[..inside].iter().zip(&in_runs).zip(chunks.iter_mut().zip(withins))
                {
                    let (edge, divisor) = &edges[run as usize];
                    let (ahead, within) = divide(in_run, *edge, divisor);
                    write(slots, (firsts.start(run as usize) + ahead, within));
                }
                inside
            }
        }
    }

    /// Shows the origin and the edge of one chunk after the other. All are below [`Edges::count`].
    #[inline]
    pub fn each_chunk(&self, chunks: &[u64], mut show: impl FnMut(u64, u64)) {
        // Nothing wraps: the sums of lists were checked when they were made, and the last of equal chunks starts below the
        // extent or within such a sum.
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
    pub fn chunk(&self, index: u64) -> Chunk {
        let mut chunk = Chunk { index, ..Chunk::default() };
        self.each_chunk(&[index], |origin, edge| (chunk.origin, chunk.edge) = (origin, edge));
        chunk
    }
}

/// In [`Edges::Runs`], the index of the chunk that holds an element, the element counted from the chunk's origin, and the
/// chunk's edge.
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
    // Nothing wraps, since the product is at most the number.
    (quotient, number.wrapping_sub(quotient.wrapping_mul(edge)))
}

/// Divides indices, and writes no more of the answers than is wanted.
#[inline(always)]
fn divide_all(indices: &[u64], chunks: Slots, withins: Option<Slots>, divide: impl Fn(u64) -> (u64, u64)) {
    match withins {
        Some(withins) => {
            for (&index, slots) in indices.iter().zip(chunks.iter_mut().zip(withins)) {
                write(slots, divide(index));
            }
        }
        None => {
            for (&index, chunk) in indices.iter().zip(chunks) {
                chunk.write(divide(index).0);
            }
        }
    }
}
