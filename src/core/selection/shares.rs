// SPDX-License-Identifier: MIT OR Apache-2.0
//! A selection cut into shares of neighbouring parts, for as many workers. Since each part is another chunk, no two workers
//! meet in one.

use super::Selection;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::radix;

/// What the shares have about as much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    Parts,
    Elements,
}

impl Selection {
    /// Shows `set` where each of `shares` shares starts, and last where the last one ends: `shares` + 1 part numbers, with
    /// their positions.
    pub fn split(&self, grid: &Grid, by: SplitBy, shares: usize, mut set: impl FnMut(usize, u64)) -> Result<()> {
        let parts = self.part_count();
        let parts =
            parts.ok_or_else(|| Error::new(Code::Range, "the number of parts passes {limit}").limit(u64::MAX))?;
        if shares == 0 {
            return Err(Error::new(Code::Argument, "a selection cannot be cut into 0 shares").value(0));
        }
        let total = match by {
            // Nothing is nothing by either measure, also where some axes are long.
            _ if parts == 0 => 0,
            SplitBy::Parts => u128::from(parts),
            SplitBy::Elements => self
                .groups
                .iter()
                .try_fold(1u128, |all, group| all.checked_mul(group.elements().into()))
                .ok_or_else(|| Error::new(Code::Range, "the number of elements passes 128 bits"))?,
        };
        // A share's even end, rounded, without multiplying past 128 bits.
        let (whole, rest) = (total / shares as u128, total % shares as u128);
        for share in 0..=shares {
            let goal = whole * share as u128 + rest * share as u128 / shares as u128;
            set(
                share,
                match by {
                    SplitBy::Parts => goal as u64,
                    // The first part with at least so many elements before it.
                    SplitBy::Elements => {
                        radix::partition_point(0..parts, |part| self.elements_before(grid, part) < goal)
                    }
                },
            );
        }
        Ok(())
    }

    /// How many elements are selected in the parts before one, where 128 bits can count all.
    ///
    /// From the last group to the first: with one more group in front, what comes before is all that the group has before
    /// the part's chunk, together with everything that the groups behind have, and what the chunk has together with what
    /// came before so far.
    fn elements_before(&self, grid: &Grid, part: u64) -> u128 {
        let (mut rest, mut before, mut all_behind) = (part, 0, 1);
        for group in self.groups.iter().rev() {
            let at = group.elements_at(grid, rest % group.chunks());
            rest /= group.chunks();
            before = u128::from(at.start) * all_behind + u128::from(at.end - at.start) * before;
            all_behind *= u128::from(group.elements());
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::slice::Slice;

    /// Rows of 2, 3 and 1 entries of a list, and columns of 2, 2 and 1 elements.
    #[test]
    fn what_comes_before_a_part_is_what_the_parts_before_have() {
        let grid = Grid::from_chunk_shape(&[9, 5], &[3, 2], false).unwrap();
        let slices = [0, 5].map(|count| Slice { start: 0, count, step: 1 });
        let selection = Selection::from_slices(&grid, slices.into_iter()).unwrap();
        let selection = selection.with_indices(&grid, 0, &[3, 0, 5, 8, 1, 3], false).unwrap();
        let elements = [2, 3, 1].map(|rows| [2, 2, 1].map(|columns| rows * columns));
        let mut before = 0;
        for (part, elements) in (0..).zip(elements.as_flattened()) {
            assert_eq!(selection.elements_before(&grid, part), before);
            before += elements;
        }
        let cut = |by| {
            let mut bounds = [0; 4];
            selection.split(&grid, by, 3, |share, part| bounds[share] = part).unwrap();
            bounds
        };
        // 30 elements: 10 are in the parts before the fourth one, and 20 in those before the fifth.
        assert_eq!((cut(SplitBy::Parts), cut(SplitBy::Elements)), ([0, 3, 6, 9], [0, 3, 5, 9]));
    }
}
