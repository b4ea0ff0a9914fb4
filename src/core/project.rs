// SPDX-License-Identifier: MIT OR Apache-2.0
//! The share of a slice that falls into each chunk of an axis: its projections, in chunk order.
//!
//! The elements of a slice, taken in rising order, are a progression: `low`, `low + stride`, ... How many of them lie below a
//! number is one division. So a chunk's share follows from two such counts, at its two ends, and since each chunk starts
//! where the one before it ends, a walk over neighbouring chunks takes one division a chunk:
//!
//! ```text
//!   elements of 2:17:3        2      5       8        11      14
//!   chunks               |0       |4     |6              |13        |18
//!   how many are below    0        1      2               4          5
//!   projections             2         5      8 and 11         14
//! ```
//!
//! Where the stride is longer than chunks, the chunks between two elements are searched past, never walked past: so 10^15
//! chunks of which few are touched cost no more than those few.
//!
//! Measured in docs/performance.md, "Slices" under "Design".

use std::ops::Range;
use std::slice;

use super::axis::{Axis, Interval};
use super::lookup::{Chunk, Divisor, Edges};
use super::slice::Slice;

/// One chunk's share of one axis of a selection. The fields lie as a C program sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    pub interval: Interval,
    /// The first selected element, counted from the chunk's origin.
    pub first: u64,
    /// How many elements are selected, at least 1.
    pub count: u64,
    /// How many of them differ, as far as that matters: not more than `count`, and exact where it may be all of the chunk's
    /// data. Where axes have one joint list, it is about all of them together.
    pub distinct: u64,
    /// From one element to the next in the chunk; 0 for entries of a list.
    pub step: i64,
    /// The position of the first element in the result.
    pub out: u64,
    /// The first entry of a list; `u64::MAX` for a slice.
    pub list: u64,
}

impl Projection {
    /// What an array of projections is filled with before they are made.
    pub(crate) const NOTHING: Projection = Projection {
        interval: Interval { chunk: 0, origin: 0, edge: 0, data: 0 },
        first: 0,
        count: 0,
        distinct: 0,
        step: 1,
        out: 0,
        list: u64::MAX,
    };

    /// How the other elements follow the first.
    #[inline(always)]
    pub fn order(&self) -> Order {
        match self.step {
            0 => Order::List(self.list),
            step => Order::Step(step),
        }
    }
}

/// How the elements of a projection follow the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By this step in the chunk, and one by one in the result.
    Step(i64),
    /// As the entries of the axis's list say, from this one on.
    List(u64),
}

/// The elements of a slice in rising order, whatever the sign of its step.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    low: u64,
    /// Behind the last element.
    end: u64,
    count: u64,
    stride: u64,
    step: i64,
    by_stride: Divisor,
    /// The position of the slice's first element in the result.
    out: u64,
}

impl Progression {
    /// The elements of a slice that [`Slice::check`] allows; the first goes to position `out` of the result.
    pub fn new(slice: Slice, out: u64) -> Self {
        let Slice { start, count, step } = slice;
        let stride = step.unsigned_abs();
        let length = count.checked_sub(1).map_or(0, |gaps| gaps * stride + 1);
        let low = match step < 0 && count > 0 {
            true => start - (length - 1),
            false => start,
        };
        // An empty slice may start anywhere, so that its end may not fit; no element of another is past the extent.
        let end = low.saturating_add(length);
        Progression { low, end, count, stride, step, by_stride: Divisor::new(stride), out }
    }

    /// The same progression, whose step is 1, made so that the compiler knows it.
    #[inline(always)]
    fn by_one(self) -> Self {
        Progression { stride: 1, step: 1, by_stride: Divisor::new(1), ..self }
    }

    #[inline]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// From one element to the next, without sign.
    #[inline]
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// The element at a position below [`Progression::count`].
    #[inline(always)]
    pub fn element(&self, position: u64) -> u64 {
        // An element is inside the array: nothing wraps.
        self.low.wrapping_add(position.wrapping_mul(self.stride))
    }

    /// How many elements are below `end`.
    #[inline(always)]
    pub fn below(&self, end: u64) -> u64 {
        let end = end.min(self.end);
        if end <= self.low { 0 } else { self.below_inside(end) }
    }

    /// As [`Progression::below`], where the first element is below `end`, and `end` is at most right behind the last.
    #[inline(always)]
    fn below_inside(&self, end: u64) -> u64 {
        // The answer is from 1 to the count: nothing wraps.
        self.by_stride.quotient(end.wrapping_sub(self.low).wrapping_sub(1)).wrapping_add(1)
    }

    /// The positions of the elements that are in a chunk.
    #[inline(always)]
    pub fn inside(&self, interval: Interval) -> Range<u64> {
        self.below(interval.origin)..self.below(interval.data_end())
    }

    /// The projection of a chunk that one of the elements is in.
    #[inline(always)]
    pub fn project(&self, interval: Interval) -> Projection {
        let Range { start: from, end: to } = self.inside(interval);
        self.project_between(interval, self.element(from), from, to)
    }

    /// The projection of a chunk whose elements have the positions from `from`, that of `element`, up to, but without, `to`.
    #[inline(always)]
    fn project_between(&self, interval: Interval, element: u64, from: u64, to: u64) -> Projection {
        // These are positions below the count, and elements in the chunk: nothing wraps.
        let (first, out) = match self.step > 0 {
            true => (element, from),
            false => (self.element(to.wrapping_sub(1)), self.count.wrapping_sub(to)),
        };
        let count = to.wrapping_sub(from);
        Projection {
            interval,
            first: first.wrapping_sub(interval.origin),
            count,
            distinct: count,
            step: self.step,
            out: self.out.wrapping_add(out),
            list: u64::MAX,
        }
    }

    /// Its shares of the runs of an axis that it meets, from the element at `position` on.
    pub fn by_run<'a>(&self, axis: &'a Axis, position: u64) -> RunShares<'a> {
        RunShares { axis, progression: *self, position, run: 0 }
    }
}

/// What of a progression falls into one run of equal chunks.
#[derive(Clone, Debug)]
pub struct RunShare {
    /// The chunk of the first element.
    pub chunk: u64,
    /// The positions of the elements.
    pub positions: Range<u64>,
    /// How many chunks have an element.
    pub projections: u64,
    /// Whether each element has a chunk of its own, and chunks may be skipped; else all chunks from the first to the last
    /// one are met.
    pub skips: bool,
}

/// The shares of runs, in order.
#[derive(Debug)]
pub struct RunShares<'a> {
    axis: &'a Axis,
    progression: Progression,
    position: u64,
    /// The run behind the last share's, where the next element often is.
    run: usize,
}

impl Iterator for RunShares<'_> {
    type Item = RunShare;

    fn next(&mut self) -> Option<RunShare> {
        let RunShares { axis, progression, position: from, .. } = *self;
        if from >= progression.count {
            return None;
        }
        let edges = axis.edges();
        let element = progression.element(from);
        let (mut first, mut run) = edges.run(self.run);
        if element - first.origin >= run.length() {
            self.run = edges.run_with(element);
            (first, run) = edges.run(self.run);
        }
        // There is no element past the extent, where the end of a run may not fit.
        let length = run.length().min(axis.extent() - first.origin);
        let to = progression.below(first.origin + length);
        let chunk_of = |element| first.index + (element - first.origin) / run.edge;
        let chunk = chunk_of(element);
        let skips = progression.stride > run.edge && run.count > 1;
        let projections = if skips { to - from } else { chunk_of(progression.element(to - 1)) - chunk + 1 };
        self.position = to;
        self.run = (self.run + 1).min(edges.run_count() - 1);
        Some(RunShare { chunk, positions: from..to, projections, skips })
    }
}

impl Axis {
    /// The projections of a slice that [`Slice::check`] allows, of the chunks from `from_chunk` on.
    pub fn projections(&self, slice: Slice, from_chunk: u64) -> Projections<'_> {
        Projections::new(self, Progression::new(slice, 0), from_chunk)
    }

    /// How many projections of a slice there are from a chunk on, at most `capacity`, and the chunk to go on from. Takes as
    /// long as there are runs, however many projections that are.
    pub fn count_projections(&self, slice: Slice, from_chunk: u64, capacity: usize) -> (usize, u64) {
        let progression = Progression::new(slice, 0);
        let (mut counted, mut next) = (0, from_chunk);
        for share in progression.by_run(self, Projections::new(self, progression, from_chunk).before) {
            let taken = share.projections.min((capacity - counted) as u64);
            if taken > 0 {
                let last = match share.skips {
                    true => self.edges().locate(progression.element(share.positions.start + (taken - 1))).0,
                    false => share.chunk + (taken - 1),
                };
                (counted, next) = (counted + taken as usize, last + 1);
            }
            if taken < share.projections {
                break;
            }
        }
        (counted, next)
    }
}

/// The projections of one progression in chunk order.
#[derive(Debug)]
pub struct Projections<'a> {
    axis: &'a Axis,
    progression: Progression,
    /// How many elements are in the chunks so far, which is the position of the next one.
    before: u64,
    /// The next element is in this chunk or behind it.
    chunk: Bounds,
}

/// A chunk's index and its first element, and where the next one starts.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    chunk: u64,
    origin: u64,
    end: u64,
}

impl From<Chunk> for Bounds {
    #[inline(always)]
    fn from(Chunk { index, origin, edge }: Chunk) -> Self {
        // It fits 64 bits: of two equal chunks or more each is shorter than the extent, and other sums were checked.
        Bounds { chunk: index, origin, end: origin.wrapping_add(edge) }
    }
}

impl<'a> Projections<'a> {
    /// The projections of the chunks from `from_chunk` on.
    pub fn new(axis: &'a Axis, progression: Progression, from_chunk: u64) -> Self {
        let (before, chunk) = match from_chunk < axis.declared_chunks() {
            true => {
                let chunk = axis.edges().chunk(from_chunk);
                (progression.below(chunk.origin), Bounds::from(chunk))
            }
            false => (progression.count(), Bounds::default()),
        };
        Projections { axis, progression, before, chunk }
    }

    /// Puts the next projections into entries, as many as there are of both; how many.
    #[inline(always)]
    pub fn fill<E>(&mut self, entries: &mut [E], mut put: impl FnMut(&mut E, Projection)) -> usize {
        // The arms differ in what the compiler knows of the step: that it is 1, which divides nothing, or its sign. It makes
        // loops of their own of each, which do not ask again for every projection.
        let progression = self.progression;
        match progression.step {
            1 => self.fill_one_way(entries, &mut put, progression.by_one()),
            2.. => self.fill_one_way(entries, &mut put, progression),
            _ => self.fill_one_way(entries, &mut put, progression),
        }
    }

    #[inline(always)]
    fn fill_one_way<E>(
        &mut self,
        entries: &mut [E],
        put: &mut impl FnMut(&mut E, Projection),
        progression: Progression,
    ) -> usize {
        let edges = self.axis.edges();
        let mut filled = 0;
        while self.before < progression.count() && filled < entries.len() {
            let entries = &mut entries[filled..];
            // What comes after a chunk is asked for only where an element is behind it: no index wraps.
            filled += match edges {
                Edges::Listed(sums) => {
                    let starts = sums.starts();
                    let after = |Bounds { chunk, end: origin, .. }| {
                        let chunk = chunk.wrapping_add(1);
                        Bounds { chunk, origin, end: starts[(chunk as usize).wrapping_add(1)] }
                    };
                    let edge = |Bounds { origin, end, .. }| end.wrapping_sub(origin);
                    self.walk(progression, progression.count(), after, edge, entries, put)
                }
                Edges::Even { .. } | Edges::Runs { .. } => {
                    let element = progression.element(self.before);
                    let (first, run) = edges.run(edges.run_with(element));
                    if element >= self.chunk.end {
                        self.chunk = Bounds::from(first);
                    }
                    let after = |Bounds { chunk, end: origin, .. }| {
                        Bounds::from(Chunk { index: chunk.wrapping_add(1), origin, edge: run.edge })
                    };
                    let end = first.origin.wrapping_add(run.length());
                    self.walk(progression, progression.below(end), after, |_| run.edge, entries, put)
                }
            };
        }
        filled
    }

    /// Goes on, from a chunk to the one `after` it, up to the element at position `stop`, or to the last entry; how many
    /// entries were filled. There is at least one element, and one entry.
    #[inline(always)]
    fn walk<E>(
        &mut self,
        progression: Progression,
        stop: u64,
        after: impl Fn(Bounds) -> Bounds,
        edge: impl Fn(Bounds) -> u64,
        entries: &mut [E],
        put: &mut impl FnMut(&mut E, Projection),
    ) -> usize {
        let Projections { axis, before: mut from, mut chunk, .. } = *self;
        let last = progression.element(stop - 1);
        let share = |chunk: Bounds, element, from, to| {
            let declared = Chunk { index: chunk.chunk, origin: chunk.origin, edge: edge(chunk) };
            progression.project_between(axis.clip(declared), element, from, to)
        };
        let count = entries.len();
        let mut entries = entries.iter_mut();
        'all: while entries.len() > 0 {
            let mut element = progression.element(from);
            if element >= chunk.end {
                // One chunk was skipped, or more.
                chunk = after(chunk);
                if element >= chunk.end {
                    chunk = Bounds::from(axis.edges().chunk_with(element));
                    if last >= chunk.end && edge(chunk) <= progression.stride() {
                        // The chunk has no other element. That is known without a division by the stride, for which the next
                        // search would have to wait.
                        let to = from.wrapping_add(1);
                        if let Some(entry) = entries.next() {
                            put(entry, share(chunk, element, from, to));
                        }
                        (from, chunk) = (to, after(chunk));
                        continue;
                    }
                }
            }
            // Neighbours, as long as each has an element.
            for entry in entries.by_ref() {
                if last < chunk.end {
                    put(entry, share(chunk, element, from, stop));
                    from = stop;
                    break 'all;
                }
                // The division takes the chunk's end alone: where chunks are neighbours, none waits for another.
                let to = progression.below_inside(chunk.end);
                put(entry, share(chunk, element, from, to));
                (from, chunk) = (to, after(chunk));
                element = progression.element(from);
                if element >= chunk.end {
                    break;
                }
            }
        }
        (self.before, self.chunk) = (from, chunk);
        count - entries.len()
    }
}

impl Iterator for Projections<'_> {
    type Item = Projection;

    #[inline]
    fn next(&mut self) -> Option<Projection> {
        let mut next = None;
        self.fill(slice::from_mut(&mut next), |entry, projection| *entry = Some(projection));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::lookup::{EdgesBuilder, Run};
    use proptest::prelude::*;

    proptest! {
        /// Runs of many chunks, which a step skips in part or as a whole; from any chunk on, and by pages of any length.
        #[test]
        fn projections_of_runs(
            runs in prop::collection::vec((1..30u64, 5..40u64), 1..6),
            (at, step, most) in (any::<prop::sample::Index>(), 1..200i64, 1..60u64),
            near in prop::option::of(any::<prop::sample::Index>()),
            (down, from, page) in (any::<bool>(), any::<prop::sample::Index>(), 1..5usize),
        ) {
            // Steps that a chunk holds just twice, or just not.
            let step = near.map_or(step, |run| (run.get(&runs).0 as i64 - 1).max(1));
            let mut edges = EdgesBuilder::default();
            for &(edge, count) in &runs {
                edges.push(Run { edge, count }).unwrap();
            }
            let extent = edges.sum();
            let axis = Axis::from_list(extent, edges).unwrap();
            let start = at.index(extent as usize) as u64;
            let ahead = if down { start } else { extent - 1 - start };
            let count = most.min(ahead / step as u64 + 1);
            let slice = Slice { start, count, step: if down { -step } else { step } };

            let starts: Vec<u64> = runs
                .iter()
                .flat_map(|&(edge, count)| std::iter::repeat_n(edge, count as usize))
                .scan(0, |sum, edge| Some(std::mem::replace(sum, *sum + edge)))
                .collect();
            let from = from.index(starts.len()) as u64;
            let mut right: Vec<(u64, u64, u64, u64)> = vec![];
            for out in 0..count {
                let element = start.wrapping_add_signed(slice.step * out as i64);
                let chunk = starts.partition_point(|&start| start <= element) as u64 - 1;
                match right.last_mut() {
                    Some((last, _, count, _)) if *last == chunk => *count += 1,
                    _ => right.push((chunk, element - starts[chunk as usize], 1, out)),
                }
            }
            right.retain(|&(chunk, ..)| chunk >= from);
            right.sort_unstable();

            let mut projections = axis.projections(slice, from);
            let mut found = vec![];
            loop {
                let mut page = vec![None; page];
                let filled = projections.fill(&mut page, |entry, projection| *entry = Some(projection));
                let full = filled == page.len();
                found.extend(page.into_iter().flatten());
                if !full {
                    break;
                }
            }
            // Counted without being made: as many as a page has room for, and the chunk to go on from.
            let chunks: Vec<u64> = found.iter().map(|p: &Projection| p.interval.chunk).collect();
            for capacity in [0, 1, page, found.len(), usize::MAX] {
                let (counted, next) = axis.count_projections(slice, from, capacity);
                prop_assert_eq!(counted, capacity.min(found.len()));
                let on: Vec<u64> = axis.projections(slice, next).map(|p| p.interval.chunk).collect();
                prop_assert_eq!(&on, &chunks[counted..]);
            }
            let found: Vec<_> = found.iter().map(|p| (p.interval.chunk, p.first, p.count, p.out)).collect();
            prop_assert_eq!(found, right);
        }
    }
}
