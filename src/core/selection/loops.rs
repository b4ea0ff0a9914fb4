// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the elements of a part lie, in its chunk and in the result.
//!
//! A part is a product of groups, so its elements are visited by nested loops, one a group, the last group innermost. A loop
//! of a slice goes on by the same step each time, on both sides. A loop of a list looks its positions up:
//!
//! ```text
//!   chunk 4 x 6, result 3 x 4          for 3 rows           by 6 in the chunk, by 4 in the result
//!   rows 1:4, columns 1:5                for 4 columns      by 1,              by 1
//! ```
//!
//! Loops that go on where the next inner one ends are one loop with it (in C order, the rows of whole chunks), so that long
//! runs of neighbours are seen as such. What the innermost loop visits side by side on both sides is a segment.
//!
//! How far the loops reach on each side is summed up while they are made, in 128 bits, which proves that all positions lie
//! inside before the first one is visited.

use std::ops::Range;

use super::{Plan, Selection};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, on_each_axis};
use crate::core::layout::{ArrayLayout, Reach, set_c_order};
use crate::core::project::Projection;
use crate::core::radix;

/// `count` elements side by side, both in the chunk and in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The first in the chunk, in C order of its declared shape.
    pub within: u64,
    /// The first in the result, in C order.
    pub out: u64,
    pub count: u64,
}

impl Selection {
    pub fn segment_count(&self, grid: &Grid, part: u64) -> Result<u64> {
        self.with_segments(grid, part, |_, starts, _| count_starts(starts))
    }

    /// Shows `visit` the segments of a part from number `first` on, at most `capacity` of them, each with its position in the
    /// page; how many.
    pub fn segments(
        &self,
        grid: &Grid,
        part: u64,
        first: u64,
        capacity: usize,
        mut visit: impl FnMut(usize, Segment),
    ) -> Result<usize> {
        self.with_segments(grid, part, |base, starts, count| {
            let mut shown = 0;
            each_start(base, starts, first, capacity as u64, &mut |at, inner, positions| {
                inner.each(at, positions, |Pair { from, to }| {
                    visit(shown, Segment { within: from, out: to, count });
                    shown += 1;
                });
            });
            shown
        })
    }

    /// Lends `answer` the base of a part's loops, those that visit where segments start, and how many elements a segment has.
    fn with_segments<T>(&self, grid: &Grid, part: u64, answer: impl FnOnce(Pair, &[Loop], u64) -> T) -> Result<T> {
        on_each_axis!(projections, grid.rank(), Projection::NOTHING);
        on_each_axis!(chunk_steps, grid.rank(), 0);
        on_each_axis!(out_steps, self.shape.len(), 0);
        on_each_axis!(room, self.groups.len(), Loop::NOTHING);
        self.set_projections(grid, part, projections)?;
        set_c_order(chunk_steps, projections.iter().map(|p| p.interval.edge), 1);
        set_c_order(out_steps, self.shape.iter().copied(), 1);
        let loops = Loops::new(self, projections, (chunk_steps, out_steps), (0, 0), Direction::OutOfChunk, room);
        match loops {
            Some((loops, chunk, out)) if chunk.high.max(out.high) < u64::MAX.into() => Ok(match loops.nested {
                [starts @ .., Loop::Steps { count, step: Pair { from: 1, to: 1 } }] => {
                    answer(loops.base, starts, *count)
                }
                starts => answer(loops.base, starts, 1),
            }),
            _ => Err(Error::new(Code::Range, "an element's position passes {limit}").limit(u64::MAX - 1)),
        }
    }

    /// Lends `answer` the loops over the bytes of a part in two memories. That all of them lie inside is proven here.
    pub(super) fn with_bytes(
        &self,
        grid: &Grid,
        part: u64,
        element_size: usize,
        (chunk, out): (ArrayLayout, ArrayLayout),
        direction: Direction,
        answer: impl FnOnce(Loops),
    ) -> Result<()> {
        if element_size == 0 {
            return Err(Error::new(Code::Argument, "element_size is 0").value(0));
        }
        let unit = element_size as i128;
        on_each_axis!(projections, grid.rank(), Projection::NOTHING);
        on_each_axis!(chunk_steps, grid.rank(), 0);
        on_each_axis!(out_steps, self.shape.len(), 0);
        on_each_axis!(room, self.groups.len(), Loop::NOTHING);
        self.set_projections(grid, part, projections)?;
        chunk.set_steps(chunk_steps, projections.iter().map(|p| p.interval.edge), unit)?;
        out.set_steps(out_steps, self.shape.iter().copied(), unit)?;
        let starts = (chunk.start.into(), out.start.into());
        let (loops, chunk_reach, out_reach) =
            Loops::new(self, projections, (chunk_steps, out_steps), starts, direction, room)
                .ok_or_else(|| Error::new(Code::Range, "a byte position passes 127 bits"))?;
        chunk.check(chunk_reach, unit)?;
        out.check(out_reach, unit)?;
        answer(loops);
        Ok(())
    }
}

/// A position on the side that elements come from and on the side that they go to: bytes when moving, elements for segments.
/// Positions wrap at 64 bits, so that steps of either sign are plain additions; every position reached is proven to be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub from: u64,
    pub to: u64,
}

impl Pair {
    pub fn times(self, count: u64) -> Pair {
        Pair { from: self.from.wrapping_mul(count), to: self.to.wrapping_mul(count) }
    }

    pub fn plus(self, other: Pair) -> Pair {
        Pair { from: self.from.wrapping_add(other.from), to: self.to.wrapping_add(other.to) }
    }

    pub fn minus(self, other: Pair) -> Pair {
        Pair { from: self.from.wrapping_sub(other.from), to: self.to.wrapping_sub(other.to) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    OutOfChunk,
    IntoChunk,
}

impl Direction {
    fn pair(self, chunk: u64, out: u64) -> Pair {
        match self {
            Direction::OutOfChunk => Pair { from: chunk, to: out },
            Direction::IntoChunk => Pair { from: out, to: chunk },
        }
    }
}

/// What one group of a part visits.
#[derive(Clone, Copy)]
pub(super) enum Loop<'a> {
    /// From one element to the next by the same step.
    Steps { count: u64, step: Pair },
    /// The entries of a list.
    Entries { count: u64, from: Side<'a>, to: Side<'a> },
}

/// Where the entries of a list lie on one side: for each axis of that side, a number times the axis's step.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    /// The numbers of the first axis from the first entry on.
    numbers: &'a [u64],
    /// How many numbers further those of the next axis are.
    apart: usize,
    steps: &'a [i128],
}

impl Side<'_> {
    #[inline(always)]
    fn at(&self, position: u64) -> u64 {
        self.steps.iter().enumerate().fold(0u64, |at, (axis, step)| {
            at.wrapping_add(self.numbers[axis * self.apart + position as usize].wrapping_mul(*step as u64))
        })
    }

    /// How far the first `count` entries reach; none past 127 bits.
    fn reach(&self, count: usize) -> Option<Reach> {
        if let &[step] = self.steps {
            let (low, high) =
                self.numbers[..count].iter().fold((u64::MAX, 0), |(low, high), &n| (low.min(n), high.max(n)));
            return Reach::default().add(i128::from(low).checked_mul(step)?, step, high - low + 1);
        }
        // Entry by entry, since what lies between them is not touched.
        let at = |entry: usize| {
            self.steps.iter().enumerate().try_fold(0i128, |at, (axis, step)| {
                at.checked_add(i128::from(self.numbers[axis * self.apart + entry]).checked_mul(*step)?)
            })
        };
        let first = at(0)?;
        (1..count).try_fold(Reach { low: first, high: first }, |reach, entry| {
            let at = at(entry)?;
            Some(Reach { low: reach.low.min(at), high: reach.high.max(at) })
        })
    }
}

impl Loop<'_> {
    /// A loop that visits one element, and fills room for loops.
    /// cbindgen:ignore
    pub const NOTHING: Self = Loop::Steps { count: 1, step: Pair { from: 0, to: 0 } };

    pub fn count(&self) -> u64 {
        match self {
            Loop::Steps { count, .. } | Loop::Entries { count, .. } => *count,
        }
    }

    /// What a position of this loop adds to where the loops around it stand.
    #[inline(always)]
    fn offset(&self, position: u64) -> Pair {
        match self {
            Loop::Steps { step, .. } => step.times(position),
            Loop::Entries { from, to, .. } => Pair { from: from.at(position), to: to.at(position) },
        }
    }

    /// Shows `visit` where these positions of the loop are, if the loops around it stand at `at`.
    #[inline(always)]
    pub fn each(self, at: Pair, positions: Range<u64>, mut visit: impl FnMut(Pair)) {
        match self {
            Loop::Steps { step, .. } => {
                let mut at = at.plus(step.times(positions.start));
                for _ in positions {
                    visit(at);
                    at = at.plus(step);
                }
            }
            Loop::Entries { from: Side { numbers: from, steps: &[from_step], .. }, to, .. } if to.steps.len() == 1 => {
                // The steps are taken out first: for all that the compiler knows, moving elements could change them.
                let (from_step, to_step) = (from_step as u64, to.steps[0] as u64);
                let entries = positions.start as usize..positions.end as usize;
                for (from, to) in from[entries.clone()].iter().zip(&to.numbers[entries]) {
                    let offset = Pair { from: from.wrapping_mul(from_step), to: to.wrapping_mul(to_step) };
                    visit(at.plus(offset));
                }
            }
            Loop::Entries { .. } => positions.for_each(|position| visit(at.plus(self.offset(position)))),
        }
    }
}

/// The elements of a part as nested loops, as few as can be.
pub(super) struct Loops<'a> {
    /// Where all loops start.
    pub base: Pair,
    /// The innermost last.
    pub nested: &'a [Loop<'a>],
}

impl<'a> Loops<'a> {
    /// The loops, and how far they reach on each side; none past 127 bits.
    fn new(
        selection: &'a Selection,
        projections: &[Projection],
        (chunk_steps, out_steps): (&'a [i128], &'a [i128]),
        (chunk_start, out_start): (i128, i128),
        direction: Direction,
        room: &'a mut [Loop<'a>],
    ) -> Option<(Self, Reach, Reach)> {
        let mut chunk_reach = Reach { low: chunk_start, high: chunk_start };
        let mut out_reach = Reach { low: out_start, high: out_start };
        // From the end of the room on, since the last group is the innermost loop.
        let mut first = room.len();
        let mut base = direction.pair(chunk_start as u64, out_start as u64);
        for (number, group) in selection.groups.iter().enumerate().rev() {
            let (projections, steps) = (&projections[group.axes.clone()], &chunk_steps[group.axes.clone()]);
            let made = match &group.plan {
                Plan::Slice(_) => {
                    let (share, chunk_step, out_step) = (&projections[0], steps[0], out_steps[number]);
                    let start = i128::from(share.first).checked_mul(chunk_step)?;
                    let out = i128::from(share.out).checked_mul(out_step)?;
                    base = base.plus(direction.pair(start as u64, out as u64));
                    // A single element takes no step, so that it does not matter whether the step fits.
                    let (chunk_step, out_step) = match share.count {
                        1 => (0, 0),
                        _ => (chunk_step.checked_mul(share.step.into())?, out_step),
                    };
                    chunk_reach = chunk_reach.add(start, chunk_step, share.count)?;
                    out_reach = out_reach.add(out, out_step, share.count)?;
                    Loop::Steps { count: share.count, step: direction.pair(chunk_step as u64, out_step as u64) }
                }
                Plan::List(list) => {
                    let entries = list.entries(projections);
                    let numbers = list.withins_from(entries.start);
                    let chunk = Side { numbers, apart: list.out().len(), steps };
                    let out_step = std::slice::from_ref(&out_steps[number]);
                    let out = Side { numbers: &list.out()[entries.clone()], apart: 0, steps: out_step };
                    chunk_reach = chunk_reach.plus(chunk.reach(entries.len())?)?;
                    out_reach = out_reach.plus(out.reach(entries.len())?)?;
                    let (from, to) = if direction == Direction::IntoChunk { (out, chunk) } else { (chunk, out) };
                    Loop::Entries { count: entries.len() as u64, from, to }
                }
            };
            if made.count() == 1 || !made.spreads() {
                // Of elements that all go to one place the last stays: only that is moved. So steps of 0 make no more work
                // than there is memory.
                base = base.plus(made.offset(made.count() - 1));
            } else if !room[first..].first_mut().is_some_and(|inner| inner.goes_on_with(made)) {
                first -= 1;
                room[first] = made;
            }
        }
        Some((Loops { base, nested: &room[first..] }, chunk_reach, out_reach))
    }
}

impl Loop<'_> {
    /// Whether the elements go to more than one place.
    fn spreads(&self) -> bool {
        match self {
            Loop::Steps { step, .. } => step.to != 0,
            Loop::Entries { to, .. } => to.steps.iter().any(|step| *step != 0),
        }
    }

    /// Whether an outer loop's next turn starts where this loop ends; then this one goes on with it.
    fn goes_on_with(&mut self, outer: Loop) -> bool {
        match (self, outer) {
            (Loop::Steps { count, step }, Loop::Steps { count: turns, step: turn }) if step.times(*count) == turn => {
                // The count fits: as many elements are visited as there are positions, which were proven.
                *count = count.saturating_mul(turns);
                true
            }
            _ => false,
        }
    }
}

/// How often the innermost of the loops is visited.
fn count_starts(nested: &[Loop]) -> u64 {
    radix::product(nested.iter().map(Loop::count)).unwrap_or(u64::MAX)
}

/// Shows `visit` where the loops around the innermost one stand, the innermost one, and which of its positions to visit.
/// Counted over all of them, those are the positions from number `first` on, at most `capacity`.
pub(super) fn each_start(
    base: Pair,
    nested: &[Loop],
    first: u64,
    capacity: u64,
    visit: &mut dyn FnMut(Pair, &Loop, Range<u64>),
) {
    let (inner, outer) = nested.split_last().unwrap_or((&Loop::NOTHING, &[]));
    let mut left = count_starts(nested).saturating_sub(first).min(capacity);
    on_each_axis!(positions, outer.len(), 0);
    radix::set_index(positions, outer.iter().map(Loop::count), first / inner.count());
    let mut at = outer.iter().zip(&*positions).fold(base, |at, (outer, &position)| at.plus(outer.offset(position)));
    let mut start = first % inner.count();
    while left > 0 {
        let end = inner.count().min(start.saturating_add(left));
        visit(at, inner, start..end);
        left -= end - start;
        start = 0;
        let Some(turned) = radix::count_on(positions, |number| outer[number].count()) else { return };
        // The loop that goes on by one, and those inside it, which start again.
        at = at.minus(outer[turned].offset(positions[turned] - 1)).plus(outer[turned].offset(positions[turned]));
        for again in &outer[turned + 1..] {
            at = at.minus(again.offset(again.count() - 1)).plus(again.offset(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::slice::Slice;

    fn sliced(grid: &Grid, slices: &[(u64, u64, i64)]) -> Selection {
        let slices = slices.iter().map(|&(start, count, step)| Slice { start, count, step });
        Selection::from_slices(grid, slices).unwrap()
    }

    /// Counts and steps of the loops over part 0, in bytes, where elements have one.
    fn loops_over(grid: &Grid, selection: &Selection, strides: Option<[&[i64]; 2]>) -> (Pair, Vec<(u64, u64, u64)>) {
        let chunk: usize = grid.axes().iter().map(|axis| axis.interval(0).unwrap().edge as usize).product();
        let out: usize = selection.shape.iter().map(|&length| length as usize).product();
        let layout = |size, side: usize, name| ArrayLayout { size, start: 0, strides: strides.map(|s| s[side]), name };
        let layouts = (layout(chunk, 0, "chunk"), layout(out, 1, "out"));
        let mut found = None;
        let looking = |loops: Loops| {
            let steps = loops.nested.iter().map(|l| match l {
                Loop::Steps { count, step } => (*count, step.from, step.to),
                Loop::Entries { count, .. } => (*count, 0, 0),
            });
            found = Some((loops.base, steps.collect()));
        };
        selection.with_bytes(grid, 0, 1, layouts, Direction::OutOfChunk, looking).unwrap();
        found.unwrap()
    }

    #[test]
    fn loops_that_go_on_are_one() {
        let grid = Grid::from_chunk_shape(&[4, 6], &[4, 6], false).unwrap();
        let over = |slices: &[(u64, u64, i64)]| loops_over(&grid, &sliced(&grid, slices), None);
        assert_eq!(over(&[(1, 3, 1), (1, 4, 1)]), (Pair { from: 7, to: 0 }, vec![(3, 6, 4), (4, 1, 1)]));
        assert_eq!(over(&[(0, 4, 1), (0, 6, 1)]), (Pair { from: 0, to: 0 }, vec![(24, 1, 1)]));
        assert_eq!(over(&[(2, 1, 1), (1, 3, 2)]), (Pair { from: 13, to: 0 }, vec![(3, 2, 1)]));
        assert_eq!(over(&[(3, 4, -1), (5, 6, -1)]).1, [(24, u64::MAX, 1)]);
        let list = sliced(&grid, &[(0, 4, 1), (0, 6, 1)]).with_indices(&grid, 0, &[2, 0], false).unwrap();
        assert_eq!(loops_over(&grid, &list, None).1, [(2, 0, 0), (6, 1, 1)]);
    }

    #[test]
    fn of_elements_that_go_to_one_place_the_last_is_visited() {
        let grid = Grid::from_chunk_shape(&[4, 6], &[4, 6], false).unwrap();
        let whole = sliced(&grid, &[(0, 4, 1), (0, 6, 1)]);
        let over = |strides| loops_over(&grid, &whole, Some(strides));
        assert_eq!(over([&[6, 1], &[0, 1]]), (Pair { from: 18, to: 0 }, vec![(6, 1, 1)]));
        assert_eq!(over([&[0, 0], &[0, 0]]), (Pair { from: 0, to: 0 }, vec![]));
        // One element that is spread over all of the result is visited for each of them.
        assert_eq!(over([&[0, 0], &[6, 1]]).1, [(24, 0, 1)]);
    }

    #[test]
    fn segments_are_counted_as_they_are_shown() {
        let grid = Grid::from_chunk_shape(&[4, 6], &[4, 6], false).unwrap();
        let selection = sliced(&grid, &[(1, 3, 1), (0, 3, 2)]);
        let mut found = vec![];
        assert_eq!(selection.segments(&grid, 0, 4, 3, |_, segment| found.push(segment)), Ok(3));
        assert_eq!(found, [(14, 4), (16, 5), (18, 6)].map(|(within, out)| Segment { within, out, count: 1 }));
        assert_eq!(selection.segment_count(&grid, 0), Ok(9));
        assert_eq!(selection.segments(&grid, 0, 9, 3, |_, _| ()), Ok(0));
        assert_eq!(sliced(&grid, &[(0, 4, 1), (0, 6, 1)]).segment_count(&grid, 0), Ok(1));
    }
}
