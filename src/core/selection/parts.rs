// SPDX-License-Identifier: MIT OR Apache-2.0
//! One part: its projections, its chunk's part number, and what it comes to.

use super::{Group, Plan, Selection};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::project::Projection;
use crate::core::radix;

/// One chunk's share of a whole selection, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The chunk's row-major number among the declared ones; none from 2^64 - 1 on.
    pub chunk_number: Option<u64>,
    /// How many elements are selected; none past 64 bits.
    pub elements: Option<u64>,
    /// How many elements the chunk decodes to; none past 64 bits.
    pub decoded: Option<u64>,
    /// How much of the chunk is selected.
    pub cover: Cover,
}

/// How much of a chunk is selected, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Some of its elements.
    Partial,
    /// Every element inside the array.
    Data,
    /// Every element that it decodes to.
    Declared,
}

impl Selection {
    /// The number of parts; none past 64 bits.
    pub fn part_count(&self) -> Option<u64> {
        radix::product(self.groups.iter().map(Group::chunks))
    }

    /// How many parts there are from number `first` on, at most `capacity`. Refused where one of them has a number that does
    /// not fit: a page would be taken for the last one.
    pub fn page_length(&self, first: u64, capacity: usize) -> Result<usize> {
        match self.part_count() {
            Some(parts) => {
                let left = parts.saturating_sub(first);
                Ok(usize::try_from(left).map_or(capacity, |left| left.min(capacity)))
            }
            // The number of the last one is below 2^64 - 1.
            None if u64::MAX - first >= capacity as u64 => Ok(capacity),
            None => Err(part_number_too_large()),
        }
    }

    /// Sets the projections of a part, one an axis.
    pub fn set_projections(&self, grid: &Grid, part: u64, projections: &mut [Projection]) -> Result<()> {
        if self.page_length(part, 1)? == 0 {
            return Err(Error::new(Code::Bounds, "there is no part {value}: the selection has {limit}")
                .value(part)
                .limit(self.part_count().unwrap_or(u64::MAX)));
        }
        let mut rest = part;
        for group in self.groups.iter().rev() {
            group.set_projections(grid, rest % group.chunks(), &mut projections[group.axes.clone()]);
            rest /= group.chunks();
        }
        Ok(())
    }

    /// The number of the part that is a chunk's share; none where the chunk is not touched.
    pub fn find(&self, grid: &Grid, chunk: &[u64]) -> Result<Option<u64>> {
        grid.check_chunk(chunk)?;
        let mut number = Some(0);
        for group in &self.groups {
            let Some(position) = group.find(grid, chunk) else { return Ok(None) };
            number = number.and_then(|number| radix::append(number, group.chunks(), position));
        }
        match number {
            Some(number) if number < u64::MAX => Ok(Some(number)),
            _ => Err(part_number_too_large()),
        }
    }
}

fn part_number_too_large() -> Error {
    Error::new(Code::Range, "the part's number passes {limit}").limit(u64::MAX - 1)
}

/// What the first groups of a part come to; and when all of them are in, the part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    chunk_number: Option<u64>,
    elements: Option<u64>,
    decoded: Option<u64>,
    covers_data: bool,
    covers_declared: bool,
}

impl Tally {
    /// Of no groups.
    pub(super) const NOTHING: Tally =
        Tally { chunk_number: Some(0), elements: Some(1), decoded: Some(1), covers_data: true, covers_declared: true };

    /// With one more group, whose projections are those of its chunk at a position.
    pub(super) fn with(self, group: &Group, grid: &Grid, position: u64, projections: &[Projection]) -> Self {
        match (&group.plan, projections) {
            (Plan::List(list), [] | [_, _, ..]) => {
                let (mut number, mut data, mut decoded) = (self.chunk_number, Some(1u64), Some(1u64));
                for (axis, p) in group.axes(grid).iter().zip(projections) {
                    number = number.and_then(|n| radix::append(n, axis.declared_chunks(), p.interval.chunk));
                    data = data.and_then(|data| data.checked_mul(p.interval.data));
                    decoded = decoded.and_then(|decoded| decoded.checked_mul(p.interval.edge));
                }
                let (count, distinct) = list.counts(position);
                self.and(number, count, distinct, data, decoded)
            }
            _ => self.before(group.axis(grid).declared_chunks()).with_chunk(&projections[0]),
        }
    }

    /// Before a group of one axis that declares so many chunks.
    pub(super) fn before(self, declared_chunks: u64) -> Self {
        Tally { chunk_number: self.chunk_number.and_then(|number| number.checked_mul(declared_chunks)), ..self }
    }

    /// With the group of one axis that this is before.
    #[inline(always)]
    pub(super) fn with_chunk(self, projection: &Projection) -> Self {
        let &Projection { interval, count, distinct, .. } = projection;
        let chunk_number = self.chunk_number.and_then(|number| number.checked_add(interval.chunk));
        self.and(chunk_number, count, distinct, Some(interval.data), Some(interval.edge))
    }

    /// With a group of this chunk, of which `count` elements are selected, `distinct` of them different.
    #[inline(always)]
    fn and(
        self,
        chunk_number: Option<u64>,
        count: u64,
        distinct: u64,
        data: Option<u64>,
        decoded: Option<u64>,
    ) -> Self {
        Tally {
            chunk_number,
            elements: self.elements.and_then(|elements| elements.checked_mul(count)),
            decoded: self.decoded.and_then(|before| before.checked_mul(decoded?)),
            covers_data: self.covers_data && data == Some(distinct),
            covers_declared: self.covers_declared && decoded == Some(distinct),
        }
    }

    /// The part of which these are all groups.
    #[inline(always)]
    pub(super) fn part(self) -> Part {
        Part {
            chunk_number: self.chunk_number.filter(|&number| number < u64::MAX),
            elements: self.elements,
            decoded: self.decoded,
            cover: match (self.covers_data, self.covers_declared) {
                (_, true) => Cover::Declared,
                (true, _) => Cover::Data,
                _ => Cover::Partial,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::slice::Slice;

    fn whole(grid: &Grid) -> Selection {
        let all = grid.axes().iter().map(|axis| Slice { start: 0, count: axis.extent(), step: 1 });
        Selection::from_slices(grid, all).unwrap()
    }

    #[test]
    fn a_part_is_named_by_its_digits() {
        let grid = Grid::from_chunk_shape(&[4, 9], &[2, 3], false).unwrap();
        let selection = whole(&grid);
        assert_eq!(selection.part_count(), Some(6));
        let mut projections = [Projection::NOTHING; 2];
        selection.set_projections(&grid, 5, &mut projections).unwrap();
        assert_eq!(projections.map(|projection| projection.interval.chunk), [1, 2]);
        assert_eq!(selection.find(&grid, &[1, 2]), Ok(Some(5)));
        let none = selection.set_projections(&grid, 6, &mut projections).unwrap_err();
        assert_eq!((none.code, none.value, none.limit), (Code::Bounds, Some(6), Some(6)));
    }

    #[test]
    fn an_empty_axis_leaves_no_part_however_long_the_others_are() {
        let grid = Grid::from_chunk_shape(&[1 << 40, 1 << 40, 0], &[1; 3], false).unwrap();
        assert_eq!(whole(&grid).part_count(), Some(0));
        assert_eq!(whole(&grid).page_length(u64::MAX, 9), Ok(0));
    }

    #[test]
    fn what_does_not_fit_is_none_and_the_rest_stands() {
        let projection = |chunk, edge| Projection {
            interval: crate::core::axis::Interval { chunk, origin: 0, edge, data: 2 },
            count: 2,
            distinct: 2,
            ..Projection::NOTHING
        };
        let part = |first: &Projection, second: &Projection| {
            Tally::NOTHING.before(1 << 40).with_chunk(first).before(1 << 32).with_chunk(second).part()
        };
        let both = part(&projection(3, 2), &projection(5, 2));
        let cover = Cover::Declared;
        let number = Some((3 << 32) + 5);
        assert_eq!(both, Part { chunk_number: number, elements: Some(4), decoded: Some(4), cover });
        let large = part(&projection(1 << 32, 1 << 33), &projection(0, 1 << 33));
        assert_eq!(large, Part { chunk_number: None, elements: Some(4), decoded: None, cover: Cover::Data });
        // The number that stands for none is no number.
        assert_eq!(part(&projection((1 << 32) - 1, 2), &projection((1 << 32) - 1, 2)).chunk_number, None);
        assert_eq!(part(&projection((1 << 32) - 1, 2), &projection((1 << 32) - 2, 2)).chunk_number, Some(u64::MAX - 1));
    }
}
