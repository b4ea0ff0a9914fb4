// SPDX-License-Identifier: MIT OR Apache-2.0
//! The chunks of a selection as ranges of chunk numbers, merged across small gaps.
//!
//! A selection of many chunks may be few ranges, so they are not walked chunk by chunk. The last groups, as far as their
//! touched chunks are one range among themselves, are taken together. The others are walked: the last of them from one chunk
//! that begins a range to the next, as far as each follows the other without a gap that counts, and so for each combination
//! of chunks of the groups before it, which is a row:
//!
//! ```text
//!   of 4 x 3 x 5 chunks are touched those of rows 0 and 2, of columns 0 and 1, and all 5 on the last axis
//!
//!   taken together    the last axis, 0..5 of 5, and with it the columns, 0..10 of 15
//!   walked            rows 0 and 2: the ranges 0..10 and 30..40
//! ```
//!
//! With a gap of 5 or more, the last column of a row would reach the first of the next row, and with one of 20 or more, row 0
//! reaches row 2: then all is taken together. So the time follows the ranges, since each row that is walked has one at least.

use super::{Group, Plan, Selection};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::radix;

/// `count` neighbouring chunks in row-major order, the first of which has the number `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkRange {
    pub first: u64,
    pub count: u64,
}

impl Selection {
    /// Shows `visit` at most `capacity` ranges that together hold the chunks of the selection from number `from` on, merged
    /// where not more than `gap` other chunks lie between. How many ranges there were, and the chunk number to go on from;
    /// without a range, there is no such chunk. Refused, before any is shown, where one of these ranges has a number that
    /// does not fit.
    pub fn ranges(
        &self,
        grid: &Grid,
        gap: u64,
        from: u64,
        capacity: usize,
        visit: impl FnMut(usize, ChunkRange),
    ) -> Result<(usize, u64)> {
        let Some(start) = grid.index_at_number(from) else { return Ok((0, from)) };
        if capacity == 0 || self.part_count() == Some(0) {
            return Ok((0, from));
        }
        let rows = Rows::new(grid, &self.groups, gap);
        // Numbers rise: where that of the last chunk fits, so do the others, and no page fails.
        if fit(rows.last_number()).is_err() {
            rows.show(&start, Merger { gap, capacity, shown: 0, open: None, next: from, visit: |_, _| () })?;
        }
        rows.show(&start, Merger { gap, capacity, shown: 0, open: None, next: from, visit })
    }
}

/// A chunk's number, which is below 2^64 - 1.
fn fit(number: u128) -> Result<u64> {
    let fits = u64::try_from(number).ok().filter(|&number| number < u64::MAX);
    fits.ok_or_else(|| Error::new(Code::Range, "a chunk's number passes {limit}").limit(u64::MAX - 1))
}

/// Chunk numbers from the first up to and with the last. Those that pass 128 bits stop there.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    first: u128,
    last: u128,
}

/// Ranges being shown, the last of which may still grow.
struct Merger<V> {
    gap: u64,
    capacity: usize,
    shown: usize,
    /// The range that is still growing: its first and its last chunk.
    open: Option<(u64, u64)>,
    /// The number behind the last range that was shown.
    next: u64,
    visit: V,
}

impl<V: FnMut(usize, ChunkRange)> Merger<V> {
    /// Takes the next numbers; whether there is room for more. Refuses a number that a range of this page would need and
    /// that does not fit: chunk numbers rise, so there is nothing to be found behind it either.
    fn take(&mut self, next: Numbers) -> Result<bool> {
        if let Some((_, last)) = &mut self.open {
            if next.first <= u128::from(*last) + u128::from(self.gap) + 1 {
                *last = fit(next.last)?;
                return Ok(true);
            }
        }
        self.close();
        if self.shown == self.capacity {
            return Ok(false);
        }
        self.open = Some((fit(next.first)?, fit(next.last)?));
        Ok(true)
    }

    /// Shows the range that was growing.
    fn close(&mut self) {
        if let Some((first, last)) = self.open.take() {
            self.next = last + 1;
            (self.visit)(self.shown, ChunkRange { first, count: self.next - first });
            self.shown += 1;
        }
    }
}

/// The groups of a selection that touches a chunk, as those that are walked and those that are taken together.
struct Rows<'a> {
    grid: &'a Grid,
    groups: &'a [Group],
    /// The groups that are walked: the first ones.
    walked: &'a [Group],
    /// The chunks of the others, as numbers among themselves.
    together: Numbers,
    /// How many chunks those others declare.
    size: u128,
    /// How far apart chunks of the last walked group may be for their numbers to be merged.
    jump: u128,
}

impl<'a> Rows<'a> {
    fn new(grid: &'a Grid, groups: &'a [Group], gap: u64) -> Self {
        let together = Numbers { first: 0, last: 0 };
        let mut rows = Rows { grid, groups, walked: groups, together, size: 1, jump: 0 };
        loop {
            // From the last chunk of one row to the first of the next lie at least `between` others.
            let between = rows.size - 1 - rows.together.last + rows.together.first;
            rows.jump = u128::from(gap).checked_sub(between).map_or(0, |left| left / rows.size + 1);
            let Some((group, walked)) = rows.walked.split_last() else { return rows };
            let last = group.chunks() - 1;
            let size = group.size(grid).saturating_mul(rows.size);
            // Where numbers pass 128 bits, the first that does ends the walk: nothing is gained by taking more together.
            if size == u128::MAX || rows.reach(group, 0) != last {
                return rows;
            }
            let number = |position, inner| group.number_at(grid, position) * rows.size + inner;
            rows.together = Numbers { first: number(0, rows.together.first), last: number(last, rows.together.last) };
            (rows.size, rows.walked) = (size, walked);
        }
    }

    /// The last position of a group that is reached from one by jumps that are merged.
    fn reach(&self, group: &Group, from: u64) -> u64 {
        let number_at = |position| group.number_at(self.grid, position);
        let mut reached = from;
        loop {
            if let (Plan::Slice(plan), 1..) = (&group.plan, self.jump) {
                reached = plan.reach(group.axis(self.grid), reached, u64::try_from(self.jump).unwrap_or(u64::MAX));
            }
            let next = reached + 1;
            if self.jump == 0 || next == group.chunks() || number_at(next) - number_at(reached) > self.jump {
                return reached;
            }
            reached = next;
        }
    }

    /// Shows the ranges from the first touched chunk that is not before `start`.
    fn show(&self, start: &[u64], mut merger: Merger<impl FnMut(usize, ChunkRange)>) -> Result<(usize, u64)> {
        if let Some(mut positions) = self.first_from(start) {
            // The first numbers begin at that chunk, the others where their row does.
            let mut first = Some(number_at(self.grid, self.groups, &positions));
            let row = &mut positions[..self.walked.len()];
            loop {
                let number = |row: &[u64], inner| {
                    number_at(self.grid, self.walked, row).saturating_mul(self.size).saturating_add(inner)
                };
                let first = first.take().unwrap_or_else(|| number(row, self.together.first));
                if let (Some(group), Some(position)) = (self.walked.last(), row.last_mut()) {
                    *position = self.reach(group, *position);
                }
                let more = merger.take(Numbers { first, last: number(row, self.together.last) })?;
                if !more || radix::count_on(row, |group| self.walked[group].chunks()).is_none() {
                    break;
                }
            }
        }
        merger.close();
        Ok((merger.shown, merger.next))
    }

    /// For each group, the position of the first touched chunk that is not before `start`; none where there is none.
    fn first_from(&self, start: &[u64]) -> Option<[u64; Grid::MAX_RANK]> {
        let mut positions = [0; Grid::MAX_RANK];
        for (number, group) in self.groups.iter().enumerate() {
            positions[number] = group.first_from(self.grid, start);
            if positions[number] == group.chunks() {
                // Nothing is left on these axes: one further on the axes before, and all of these and of those behind.
                positions[number] = 0;
                radix::count_on(&mut positions[..number], |group| self.groups[group].chunks())?;
                break;
            }
            if group.number_at(self.grid, positions[number]) > group.number(self.grid, &start[group.axes.clone()]) {
                break;
            }
        }
        Some(positions)
    }

    /// The number of the last touched chunk.
    fn last_number(&self) -> u128 {
        let mut positions = [0; Grid::MAX_RANK];
        for (position, group) in positions.iter_mut().zip(self.groups) {
            *position = group.chunks() - 1;
        }
        number_at(self.grid, self.groups, &positions)
    }
}

/// The number, among the declared chunks of these groups, of the chunk at these positions. Where it passes 128 bits it stops
/// there.
fn number_at(grid: &Grid, groups: &[Group], positions: &[u64]) -> u128 {
    let digits = groups.iter().zip(positions);
    radix::wide_number(digits.map(|(group, &position)| (group.size(grid), group.number_at(grid, position))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::slice::Slice;

    fn ranges(grid: &Grid, selection: &Selection, gap: u64, from: u64) -> Vec<(u64, u64)> {
        let mut found = vec![];
        selection.ranges(grid, gap, from, 9, |_, range| found.push((range.first, range.count))).unwrap();
        found
    }

    #[test]
    fn rows_are_walked_and_what_is_one_range_is_taken_together() {
        let grid = Grid::from_chunk_shape(&[4, 3, 5], &[1; 3], false).unwrap();
        let slices = [(0, 2, 2), (0, 2, 1), (0, 5, 1)].map(|(start, count, step)| Slice { start, count, step });
        let selection = Selection::from_slices(&grid, slices.into_iter()).unwrap();
        let taken = |gap| {
            let rows = Rows::new(&grid, &selection.groups, gap);
            (rows.walked.len(), rows.together.first, rows.together.last, rows.size)
        };
        assert_eq!((taken(0), taken(20)), ((1, 0, 9, 15), (0, 0, 39, 60)));
        assert_eq!(ranges(&grid, &selection, 0, 0), [(0, 10), (30, 10)]);
        assert_eq!(ranges(&grid, &selection, 19, 0), [(0, 10), (30, 10)]);
        assert_eq!(ranges(&grid, &selection, 20, 0), [(0, 40)]);
        // From inside a range on, from between two, and from behind all.
        assert_eq!(ranges(&grid, &selection, 0, 7), [(7, 3), (30, 10)]);
        assert_eq!(ranges(&grid, &selection, 20, 12), [(30, 10)]);
        assert_eq!(ranges(&grid, &selection, 20, 40), []);
    }

    #[test]
    fn a_gap_reaches_into_the_next_row() {
        let grid = Grid::from_chunk_shape(&[3, 10], &[1; 2], false).unwrap();
        let slices = [(0, 3, 1), (1, 2, 5)].map(|(start, count, step)| Slice { start, count, step });
        let selection = Selection::from_slices(&grid, slices.into_iter()).unwrap();
        assert_eq!(ranges(&grid, &selection, 3, 0), [(1, 1), (6, 1), (11, 1), (16, 1), (21, 1), (26, 1)]);
        assert_eq!(ranges(&grid, &selection, 4, 0), [(1, 26)]);
    }
}
