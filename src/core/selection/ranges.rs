// SPDX-License-Identifier: MIT OR Apache-2.0
//! The chunks of a selection as ranges of chunk numbers, merged across small gaps.

use std::ops::Deref;

use super::{AxisPlan, Kind, Selection};
use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;

/// Neighbouring chunks in row-major order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The number of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
}

/// Chunk numbers while they are put together, the last one inclusive.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: u128,
    last: u128,
}

/// Ranges being shown, the last of which may still grow.
struct Merger<V> {
    gap: u64,
    capacity: usize,
    shown: usize,
    open: Option<Stretch>,
    visit: V,
}

impl<V: FnMut(usize, Range)> Merger<V> {
    /// Takes the next stretch; whether there is room for more.
    fn take(&mut self, next: Stretch) -> bool {
        match &mut self.open {
            Some(open) if next.first <= open.last.saturating_add(u128::from(self.gap) + 1) => {
                open.last = next.last;
                true
            }
            _ => {
                if !self.close() || self.shown == self.capacity {
                    return false;
                }
                self.open = Some(next);
                true
            }
        }
    }

    /// Shows the open range; false where its numbers do not fit.
    fn close(&mut self) -> bool {
        let Some(Stretch { first, last }) = self.open else { return true };
        let fit = |number| u64::try_from(number).ok().filter(|&number| number < u64::MAX);
        let (Some(first), Some(last)) = (fit(first), fit(last)) else { return false };
        (self.visit)(self.shown, Range { first, count: last - first + 1 });
        self.shown += 1;
        self.open = None;
        true
    }
}

impl<G: Deref<Target = Grid>> Selection<G> {
    /// Shows `visit` at most `capacity` ranges that together hold the chunks of the selection from number `from` on,
    /// merged where not more than `gap` other chunks lie between; the number of ranges shown.
    pub fn ranges(&self, gap: u64, from: u64, capacity: usize, visit: impl FnMut(usize, Range)) -> Result<usize> {
        let mut merger = Merger { gap, capacity, shown: 0, open: None, visit };
        let mut start = [0; Grid::MAX_RANK];
        let start = &mut start[..self.grid.rank()];
        let past_all = self.grid.chunk_at_number(from, |axis, chunk| start[axis] = chunk).is_err();
        if past_all || self.part_count() == Some(0) || capacity == 0 {
            return Ok(0);
        }
        match &self.kind {
            Kind::Axes(plans) => Rows::new(&self.grid, plans, gap).show(start, &mut merger),
            Kind::Points(plan) => {
                for part in plan.first_from(start)..plan.parts() {
                    let number = self.grid.axes().iter().zip(plan.chunk(part)).fold(0u128, |number, (axis, &chunk)| {
                        number.saturating_mul(axis.declared_chunks().into()).saturating_add(chunk.into())
                    });
                    if !merger.take(Stretch { first: number, last: number }) {
                        break;
                    }
                }
            }
        }
        // Ranges that do not fit end a page; where it has no other, they are what is wrong.
        if !merger.close() && merger.shown == 0 {
            return Err(Error::new(Code::Range, "a chunk's number passes {limit}").limit(u64::MAX - 1));
        }
        Ok(merger.shown)
    }
}

/// The chunks of a product of axes as rows: the last axes, whose chunks make one stretch however often they
/// repeat, are taken together.
struct Rows<'a> {
    grid: &'a Grid,
    plans: &'a [AxisPlan],
    /// The axes from here on are taken together.
    together: usize,
    /// Their chunks, as numbers among themselves.
    inner: Stretch,
    /// How many chunks they declare.
    size: u128,
    /// How far apart on the axis before them chunks may be to be merged.
    jump: u64,
}

impl<'a> Rows<'a> {
    fn new(grid: &'a Grid, plans: &'a [AxisPlan], gap: u64) -> Self {
        let mut rows =
            Rows { grid, plans, together: plans.len(), inner: Stretch { first: 0, last: 0 }, size: 1, jump: 0 };
        loop {
            // From the last chunk of one row to the first of the next lie at least `wrap` others.
            let wrap = rows.size - 1 - rows.inner.last + rows.inner.first;
            rows.jump = match u128::from(gap).checked_sub(wrap) {
                Some(left) => u64::try_from(left / rows.size + 1).unwrap_or(u64::MAX),
                None => 0,
            };
            let Some(number) = rows.together.checked_sub(1) else { return rows };
            let (plan, axis) = (&plans[number], &grid.axes()[number]);
            let last = plan.projections() - 1;
            if rows.reach(number, 0) != last {
                return rows;
            }
            let scaled = |position, inner: u128| {
                let chunk = u128::from(plan.projection(axis, position).interval.chunk);
                chunk.checked_mul(rows.size)?.checked_add(inner)
            };
            let (first, end) = (scaled(0, rows.inner.first), scaled(last, rows.inner.last));
            let size = rows.size.checked_mul(axis.declared_chunks().into());
            // Numbers past 128 bits are of no use: the axes up to here stay apart.
            let (Some(first), Some(end), Some(size)) = (first, end, size) else { return rows };
            (rows.inner, rows.size) = (Stretch { first, last: end }, size);
            rows.together = number;
        }
    }

    /// The last position that is reached from one on an axis by jumps that are merged.
    fn reach(&self, number: usize, from: u64) -> u64 {
        let (plan, axis) = (&self.plans[number], &self.grid.axes()[number]);
        let mut reached = plan.reach(axis, from, self.jump);
        while reached + 1 < plan.projections() {
            let chunk = |position| plan.projection(axis, position).interval.chunk;
            if chunk(reached + 1) - chunk(reached) > self.jump {
                break;
            }
            reached = plan.reach(axis, reached + 1, self.jump);
        }
        reached
    }

    /// Shows the stretches from the first touched chunk that is not before `start`.
    fn show(&self, start: &[u64], merger: &mut Merger<impl FnMut(usize, Range)>) {
        let Some(mut positions) = self.first_from(start) else { return };
        // The first stretch starts inside a row, the others where theirs do.
        let mut first = Some(self.number(&positions));
        loop {
            let rows = &positions[..self.together];
            let row = self.number_of_rows(rows);
            let reached = rows.len().checked_sub(1).map(|number| self.reach(number, rows[number]));
            let last_row = match (reached, rows.len().checked_sub(1)) {
                (Some(reached), Some(number)) => {
                    let mut last = positions;
                    last[number] = reached;
                    self.number_of_rows(&last[..self.together])
                }
                _ => row,
            };
            let numbers = |row: u128, inner: u128| row.saturating_mul(self.size).saturating_add(inner);
            let stretch = Stretch {
                first: first.take().unwrap_or(numbers(row, self.inner.first)),
                last: numbers(last_row, self.inner.last),
            };
            if !merger.take(stretch) {
                return;
            }
            // To the next row: an odometer over the axes that are not taken together.
            let Some(reached) = reached else { return };
            positions[self.together - 1] = reached;
            let mut number = self.together;
            loop {
                let Some(next) = number.checked_sub(1) else { return };
                number = next;
                positions[number] += 1;
                if positions[number] < self.plans[number].projections() {
                    break;
                }
                positions[number] = 0;
            }
        }
    }

    /// The positions of the first touched chunk that is not before `start`; none where there is none.
    fn first_from(&self, start: &[u64]) -> Option<[u64; Grid::MAX_RANK]> {
        let mut positions = [0; Grid::MAX_RANK];
        let mut number = 0;
        while number < self.plans.len() {
            let (plan, axis) = (&self.plans[number], &self.grid.axes()[number]);
            positions[number] = plan.first_from(axis, start[number]);
            if positions[number] == plan.projections() {
                // Nothing is left on this axis: one further on the axes before it, and all of the axes after.
                loop {
                    number = number.checked_sub(1)?;
                    positions[number] += 1;
                    if positions[number] < self.plans[number].projections() {
                        break;
                    }
                }
                positions[number + 1..].fill(0);
                return Some(positions);
            }
            let chunk = plan.projection(axis, positions[number]).interval.chunk;
            number += 1;
            if chunk > start[number - 1] {
                positions[number..].fill(0);
                return Some(positions);
            }
        }
        Some(positions)
    }

    fn number(&self, positions: &[u64; Grid::MAX_RANK]) -> u128 {
        self.number_of_rows(&positions[..self.plans.len()])
    }

    /// The number among the declared ones of the chunk at the positions, of as many axes as there are positions.
    fn number_of_rows(&self, positions: &[u64]) -> u128 {
        let axes = self.plans.iter().zip(self.grid.axes());
        axes.zip(positions).fold(0u128, |number, ((plan, axis), &position)| {
            let chunk = plan.projection(axis, position).interval.chunk;
            number.saturating_mul(axis.declared_chunks().into()).saturating_add(chunk.into())
        })
    }
}

impl AxisPlan {
    /// The last position that is reached from one by jumps of at most `jump` chunks; it may go on from there.
    fn reach(&self, axis: &Axis, from: u64, jump: u64) -> u64 {
        match self {
            _ if jump == 0 => from,
            AxisPlan::Slice(plan) => plan.reach(axis, from, jump),
            AxisPlan::List(_) => from,
        }
    }

    /// The position of the first projection whose chunk is not before one.
    fn first_from(&self, axis: &Axis, chunk: u64) -> u64 {
        match self {
            AxisPlan::Slice(plan) => plan.first_from(axis, chunk),
            AxisPlan::List(plan) => plan.first_from(chunk),
        }
    }
}
