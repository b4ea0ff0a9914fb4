// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is left of a box when a smaller one is cut out of it, as boxes that do not overlap.

use std::ops::Range;

use super::grid::Grid;

/// A box of chunks without the box `inner` inside it: at most two boxes an axis.
///
/// Box after box is sawn off, axis after axis: first what lies before `inner` on the axis, then what lies behind. On
/// the axes that have had their turn the box is as wide as `inner`; on those to come, as wide as the whole.
#[derive(Debug)]
pub struct Difference {
    rank: usize,
    outer: [Range<u64>; Grid::MAX_RANK],
    inner: [Range<u64>; Grid::MAX_RANK],
}

/// One of the boxes that are left.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// All, where the inner box is empty.
    All,
    /// What lies before the inner box on an axis.
    Before(usize),
    /// What lies behind the inner box on an axis.
    Behind(usize),
}

impl Difference {
    /// From the whole and from what is cut out of it on each axis, which lies within the whole.
    pub fn new(rank: usize, on_axis: impl Fn(usize) -> (Range<u64>, Range<u64>)) -> Self {
        let nothing = [const { 0..0 }; Grid::MAX_RANK];
        let mut difference = Difference { rank, outer: nothing.clone(), inner: nothing };
        for axis in 0..rank {
            (difference.outer[axis], difference.inner[axis]) = on_axis(axis);
        }
        difference
    }

    /// Shows `visit` at most `capacity` of the boxes, from box number `first` on: the position in the page, the axis,
    /// and the box's chunks on it as the first and how many. How many boxes were shown.
    pub fn page(&self, first: usize, capacity: usize, mut visit: impl FnMut(usize, usize, (u64, u64))) -> usize {
        let mut shown = 0;
        for cut in self.cuts().skip(first).take(capacity) {
            for axis in 0..self.rank {
                visit(shown, axis, first_and_count(self.chunks(cut, axis)));
            }
            shown += 1;
        }
        shown
    }

    /// The boxes that hold a chunk.
    fn cuts(&self) -> impl Iterator<Item = Cut> + '_ {
        let empty = |ranges: &[Range<u64>]| ranges[..self.rank].iter().any(Range::is_empty);
        let (nothing, all) = (empty(&self.outer), empty(&self.inner));
        let axes = if nothing || all { 0 } else { self.rank };
        let sawn = (0..axes).flat_map(|axis| [(axis, Cut::Before(axis)), (axis, Cut::Behind(axis))]);
        let sawn = sawn.filter(|&(axis, cut)| !self.chunks(cut, axis).is_empty()).map(|(_, cut)| cut);
        (all && !nothing).then_some(Cut::All).into_iter().chain(sawn)
    }

    /// The chunks of a box on one axis.
    fn chunks(&self, cut: Cut, axis: usize) -> Range<u64> {
        let (outer, inner) = (self.outer[axis].clone(), self.inner[axis].clone());
        match cut {
            Cut::Before(sawn) if sawn == axis => outer.start..inner.start,
            Cut::Behind(sawn) if sawn == axis => inner.end..outer.end,
            Cut::Before(sawn) | Cut::Behind(sawn) if axis < sawn => inner,
            _ => outer,
        }
    }
}

/// Chunks of an axis as the first and how many.
pub fn first_and_count(chunks: Range<u64>) -> (u64, u64) {
    (chunks.start, chunks.end - chunks.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(outer: &[Range<u64>], inner: &[Range<u64>]) -> Vec<Vec<(u64, u64)>> {
        let difference = Difference::new(outer.len(), |axis| (outer[axis].clone(), inner[axis].clone()));
        let mut boxes = vec![vec![(0, 0); outer.len()]; 9];
        let shown = difference.page(0, 9, |entry, axis, chunks| boxes[entry][axis] = chunks);
        boxes.truncate(shown);
        boxes
    }

    #[test]
    fn the_first_axis_is_sawn_across_the_whole() {
        let (outer, inner) = ([0..5, 10..14], [1..3, 11..12]);
        let sawn = [[(0, 1), (10, 4)], [(3, 2), (10, 4)], [(1, 2), (10, 1)], [(1, 2), (12, 2)]];
        assert_eq!(boxes(&outer, &inner), sawn);
        assert_eq!(boxes(&outer, &[0..5, 10..11]), [[(0, 5), (11, 3)]]);
    }

    #[test]
    fn all_is_one_box_and_nothing_none() {
        assert_eq!(boxes(&[2..5, 0..4], &[3..3, 0..4]), [[(2, 3), (0, 4)]]);
        assert!(boxes(&[2..5, 0..4], &[2..5, 0..4]).is_empty());
        assert!(boxes(&[2..5, 0..0], &[2..5, 0..0]).is_empty());
        assert!(boxes(&[], &[]).is_empty());
    }
}
