// SPDX-License-Identifier: MIT OR Apache-2.0
//! A slice of one axis, and the share of it that falls into each chunk.

use std::slice;

use super::axis::{Axis, Interval, check_extent};
use super::divisor::Divisor;
use super::edges::{Edges, Place};
use super::error::{Code, Error, Result};

/// Elements start, start + step, … of one axis; the step is not 0 and has either sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first element.
    pub start: u64,
    /// How many.
    pub count: u64,
    /// From one to the next.
    pub step: i64,
}

impl Slice {
    /// Python's `start:stop:step` on an axis; none for a bound left out.
    pub fn from_bounds(extent: u64, start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Result<Self> {
        check_extent(extent)?;
        let step = step.unwrap_or(1);
        if step == 0 {
            return Err(step_zero("a slice's step is 0"));
        }
        // Python clamps to 0 and the extent going up, to -1 and extent - 1 going down.
        let (low, high) = if step > 0 { (0, extent as i64) } else { (-1, extent as i64 - 1) };
        let clamp = |bound: i64| {
            let counted = if bound < 0 { bound.saturating_add(extent as i64) } else { bound };
            counted.clamp(low, high)
        };
        let (from, to) = if step > 0 { (low, high) } else { (high, low) };
        let (start, stop) = (start.map_or(from, clamp), stop.map_or(to, clamp));
        let (near, far) = if step > 0 { (start, stop) } else { (stop, start) };
        let count = if near < far { ((far - near) as u64).div_ceil(step.unsigned_abs()) } else { 0 };
        Ok(Slice { start: start.max(0) as u64, count, step })
    }

    /// Refuses a step of 0, and elements past the extent.
    pub fn check(&self, axis: usize, extent: u64) -> Result<()> {
        if self.step == 0 {
            return Err(step_zero("the step of axis {axis} is 0").axis(axis));
        }
        if self.count == 0 {
            return Ok(());
        }
        if self.start >= extent {
            return Err(Error::new(Code::Bounds, "the slice of axis {axis} starts at {value}: the extent is {limit}")
                .axis(axis)
                .entry(0)
                .value(self.start)
                .limit(extent));
        }
        let room = if self.step > 0 { extent - 1 - self.start } else { self.start };
        let fit = room / self.step.unsigned_abs() + 1;
        if self.count > fit {
            return Err(Error::new(
                Code::Bounds,
                "the slice of axis {axis} has {value} elements, of which {limit} are inside",
            )
            .axis(axis)
            .entry(1)
            .value(self.count)
            .limit(fit));
        }
        Ok(())
    }
}

fn step_zero(what: &'static str) -> Error {
    Error::new(Code::Argument, what).value(0)
}

/// One chunk's share of one axis of a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The chunk's stretch of the axis.
    pub interval: Interval,
    /// The first selected element, counted from the chunk's origin.
    pub first: u64,
    /// How many, at least 1.
    pub count: u64,
    /// How many different ones, as far as that matters: not more than `count`, and exact where it may be all of
    /// the chunk's data. (For points it is a matter of all axes together.)
    pub distinct: u64,
    /// From one to the next in the chunk; 0 for entries of a list.
    pub step: i64,
    /// The position of the first in the result.
    pub out: u64,
    /// The first entry of a list; `u64::MAX` for a slice. (The fields lie as a C program sees them.)
    pub list: u64,
}

impl Projection {
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

/// Stands where there is no projection.
pub(crate) const NOTHING: Projection = Projection {
    interval: Interval { chunk: 0, origin: 0, edge: 0, data: 0 },
    first: 0,
    count: 0,
    distinct: 0,
    step: 1,
    out: 0,
    list: u64::MAX,
};

/// The elements of a slice in rising order, whatever the sign of its step.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    low: u64,
    /// Behind the last one.
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

    /// The same, where the step is 1.
    #[inline(always)]
    fn by_one(self) -> Self {
        Progression { stride: 1, step: 1, by_stride: Divisor::new(1), ..self }
    }

    /// How many.
    #[inline]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// From one to the next, without sign.
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

    /// How many are below `end`.
    #[inline(always)]
    pub fn below(&self, end: u64) -> u64 {
        let end = end.min(self.end);
        if end <= self.low { 0 } else { self.below_inside(end) }
    }

    /// The same, where the first one is below `end`, and `end` at most right behind the last.
    #[inline(always)]
    fn below_inside(&self, end: u64) -> u64 {
        // (The answer is from 1 to the count: nothing wraps.)
        self.by_stride.quotient(end.wrapping_sub(self.low).wrapping_sub(1)).wrapping_add(1)
    }

    /// Whether one of the elements is in a chunk.
    #[inline(always)]
    pub fn meets(&self, interval: Interval) -> bool {
        self.below(interval.origin) < self.below(interval.data_end())
    }

    /// The share of a chunk that one of the elements is in.
    #[inline(always)]
    pub fn project(&self, interval: Interval) -> Projection {
        let (from, to) = (self.below(interval.origin), self.below(interval.data_end()));
        self.project_between(interval, self.element(from), from, to)
    }

    /// The same, where the positions of the chunk's elements are known: from `from`, which is that of `element`, up to, but
    /// without, `to`.
    #[inline(always)]
    fn project_between(&self, interval: Interval, element: u64, from: u64, to: u64) -> Projection {
        // (These are positions below the count, and elements in the chunk: nothing wraps.)
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
}

impl Axis {
    /// The chunks from `from_chunk` on that hold an element of the slice, in chunk order.
    pub fn projections(&self, slice: Slice, from_chunk: u64) -> Projections<'_> {
        Projections::new(self, Progression::new(slice, 0), from_chunk)
    }
}

/// The projections of one slice in chunk order. The chunks that its step skips are searched past, not walked past.
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

impl From<Place> for Bounds {
    #[inline(always)]
    fn from(Place { chunk, origin, edge }: Place) -> Self {
        // (It fits 64 bits: of two equal chunks or more each is shorter than the extent, and other sums were checked.)
        Bounds { chunk, origin, end: origin.wrapping_add(edge) }
    }
}

impl<'a> Projections<'a> {
    /// Those of the chunks from `from_chunk` on.
    pub fn new(axis: &'a Axis, progression: Progression, from_chunk: u64) -> Self {
        let (before, chunk) = match from_chunk < axis.declared_chunks() {
            true => {
                let place = axis.edges().place(from_chunk);
                (progression.below(place.origin), Bounds::from(place))
            }
            false => (progression.count(), Bounds::default()),
        };
        Projections { axis, progression, before, chunk }
    }

    /// Puts the next ones into places, as many as there are of both; how many.
    #[inline(always)]
    pub fn fill<P>(&mut self, places: &mut [P], mut put: impl FnMut(&mut P, Projection)) -> usize {
        // The step's sign is asked once, not for each; and a step of 1, which divides nothing, is known as that. (Code of its
        // own for each of them: that is what the compiler makes of it.)
        let progression = self.progression;
        match progression.step {
            1 => self.fill_one_way(places, &mut put, progression.by_one()),
            2.. => self.fill_one_way(places, &mut put, progression),
            _ => self.fill_one_way(places, &mut put, progression),
        }
    }

    #[inline(always)]
    fn fill_one_way<P>(
        &mut self,
        places: &mut [P],
        put: &mut impl FnMut(&mut P, Projection),
        progression: Progression,
    ) -> usize {
        let edges = self.axis.edges();
        let mut filled = 0;
        while self.before < progression.count() && filled < places.len() {
            let places = &mut places[filled..];
            // (What comes after a chunk is asked for only where an element is behind it: no index wraps.)
            filled += match edges {
                Edges::Listed(sums) => {
                    let starts = sums.starts();
                    let after = |Bounds { chunk, end: origin, .. }| {
                        let chunk = chunk.wrapping_add(1);
                        Bounds { chunk, origin, end: starts[(chunk as usize).wrapping_add(1)] }
                    };
                    let edge = |Bounds { origin, end, .. }| end.wrapping_sub(origin);
                    self.walk(progression, progression.count(), after, edge, places, put)
                }
                Edges::Even { .. } | Edges::Runs { .. } => {
                    let element = progression.element(self.before);
                    let (first, run) = edges.run(edges.run_with(element));
                    if element >= self.chunk.end {
                        self.chunk = Bounds::from(first);
                    }
                    let after = |Bounds { chunk, end: origin, .. }| {
                        Bounds::from(Place { chunk: chunk.wrapping_add(1), origin, edge: run.edge })
                    };
                    let end = first.origin.wrapping_add(run.length());
                    self.walk(progression, progression.below(end), after, |_| run.edge, places, put)
                }
            };
        }
        filled
    }

    /// Goes on, by the chunk `after` another, up to the element at position `stop`, or to the last place; how many places
    /// were filled. There is at least one element, and one place.
    #[inline(always)]
    fn walk<P>(
        &mut self,
        progression: Progression,
        stop: u64,
        after: impl Fn(Bounds) -> Bounds,
        edge: impl Fn(Bounds) -> u64,
        places: &mut [P],
        put: &mut impl FnMut(&mut P, Projection),
    ) -> usize {
        let Projections { axis, before: mut from, mut chunk, .. } = *self;
        let last = progression.element(stop - 1);
        let share = |chunk: Bounds, element, from, to| {
            let place = Place { chunk: chunk.chunk, origin: chunk.origin, edge: edge(chunk) };
            progression.project_between(axis.clip(place), element, from, to)
        };
        let count = places.len();
        let mut places = places.iter_mut();
        'all: while places.len() > 0 {
            let mut element = progression.element(from);
            if element >= chunk.end {
                // One chunk was skipped, or more.
                chunk = after(chunk);
                if element >= chunk.end {
                    chunk = Bounds::from(axis.edges().place_with(element));
                    if last >= chunk.end && edge(chunk) <= progression.stride() {
                        // It has no other element. Known without its end, so that the next search need not wait for this one.
                        let to = from.wrapping_add(1);
                        if let Some(place) = places.next() {
                            put(place, share(chunk, element, from, to));
                        }
                        (from, chunk) = (to, after(chunk));
                        continue;
                    }
                }
            }
            // Neighbours, as long as each has an element.
            for place in places.by_ref() {
                if last < chunk.end {
                    put(place, share(chunk, element, from, stop));
                    from = stop;
                    break 'all;
                }
                // From the chunk's end alone: where chunks are neighbours, no division waits for another.
                let to = progression.below_inside(chunk.end);
                put(place, share(chunk, element, from, to));
                (from, chunk) = (to, after(chunk));
                element = progression.element(from);
                if element >= chunk.end {
                    break;
                }
            }
        }
        (self.before, self.chunk) = (from, chunk);
        count - places.len()
    }
}

impl Iterator for Projections<'_> {
    type Item = Projection;

    #[inline]
    fn next(&mut self) -> Option<Projection> {
        let mut next = None;
        self.fill(slice::from_mut(&mut next), |place, projection| *place = Some(projection));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::edges::{EdgesBuilder, Run};
    use proptest::prelude::*;

    /// Python's own answers, from its language reference: `range(extent)[start:stop:step]`.
    fn python(extent: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> Vec<i64> {
        let clamp =
            |bound: i64, low: i64, high: i64| (if bound < 0 { bound + extent } else { bound }).max(low).min(high);
        let mut elements = vec![];
        if step > 0 {
            let mut i = start.map_or(0, |s| clamp(s, 0, extent));
            while i < stop.map_or(extent, |s| clamp(s, 0, extent)) {
                elements.push(i);
                i += step;
            }
        } else {
            let mut i = start.map_or(extent - 1, |s| clamp(s, -1, extent - 1));
            while i > stop.map_or(-1, |s| clamp(s, -1, extent - 1)) {
                elements.push(i);
                i += step;
            }
        }
        elements
    }

    #[test]
    fn bounds_are_pythons() {
        let bounds: Vec<Option<i64>> = std::iter::once(None).chain((-9..9).map(Some)).collect();
        for extent in 0..7 {
            for &start in &bounds {
                for &stop in &bounds {
                    for step in (-8..9).filter(|&step| step != 0) {
                        let slice = Slice::from_bounds(extent as u64, start, stop, Some(step)).unwrap();
                        let elements: Vec<i64> =
                            (0..slice.count as i64).map(|k| slice.start as i64 + k * step).collect();
                        assert_eq!(
                            elements,
                            python(extent, start, stop, step),
                            "{start:?}:{stop:?}:{step} of {extent}"
                        );
                        slice.check(0, extent as u64).unwrap();
                    }
                }
            }
        }
    }

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
                let mut places = vec![None; page];
                let filled = projections.fill(&mut places, |place, projection| *place = Some(projection));
                found.extend(places.into_iter().flatten());
                if filled < page {
                    break;
                }
            }
            let found: Vec<_> = found.iter().map(|p| (p.interval.chunk, p.first, p.count, p.out)).collect();
            prop_assert_eq!(found, right);
        }
    }

    #[test]
    fn bounds_at_the_ends_of_64_bits() {
        let all = Slice::from_bounds(Axis::MAX_EXTENT, None, None, None).unwrap();
        assert_eq!(all, Slice { start: 0, count: Axis::MAX_EXTENT, step: 1 });
        let back = Slice::from_bounds(Axis::MAX_EXTENT, None, None, Some(-1)).unwrap();
        assert_eq!(back, Slice { start: Axis::MAX_EXTENT - 1, count: Axis::MAX_EXTENT, step: -1 });
        let one = Slice::from_bounds(Axis::MAX_EXTENT, Some(i64::MAX), Some(-i64::MAX), Some(i64::MIN)).unwrap();
        assert_eq!(one, Slice { start: Axis::MAX_EXTENT - 1, count: 1, step: i64::MIN });
        assert_eq!(Slice::from_bounds(1 << 63, None, None, None).unwrap_err().code, Code::Range);
        assert_eq!(Slice::from_bounds(5, None, None, Some(0)).unwrap_err().code, Code::Argument);
    }
}
