// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a change of shape does to chunks that are stored, as boxes of chunks.

use super::compare::{check_ranks, first_difference};
use crate::core::axis::Axis;
use crate::core::boxes::Difference;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;

/// What happens to the data of a chunk, which is its elements inside the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It had some and has none left: what is stored of the chunk may be deleted.
    LosesAll,
    /// It keeps a part: a writer that does not want the rest to come back when the array grows again refills it.
    LosesSome,
    /// It had some and gets more: what is stored past the old extent comes to light.
    GainsSome,
    /// It had none and gets some.
    GainsFirst,
}

impl Grid {
    /// The chunks whose data changes in one way when this grid's array becomes that of `resized`, as boxes of chunk
    /// indices that do not overlap, at most `rank` of them: shows `visit` at most `capacity` of them from box number
    /// `first_box` on, the position in the page, the axis, and the box's chunks on it as the first and how many. How
    /// many boxes were shown.
    ///
    /// Refused where a chunk that holds data before and after has another edge, for then its index does not say which
    /// elements it holds.
    pub fn changed_chunks(
        &self,
        resized: &Grid,
        change: Change,
        first_box: usize,
        capacity: usize,
        visit: impl FnMut(usize, usize, (u64, u64)),
    ) -> Result<usize> {
        check_ranks(self, resized)?;
        for (number, (old, new)) in self.axes().iter().zip(resized.axes()).enumerate() {
            let both = old.data_chunks().min(new.data_chunks());
            match first_difference(old, new) {
                Some(chunk) if chunk < both => {
                    let what = "chunk {entry} of axis {axis} holds data before and after, with different edges";
                    return Err(Error::new(Code::Incompatible, what).axis(number).entry(chunk));
                }
                _ => {}
            }
        }
        let (more, less) = match change {
            Change::LosesAll | Change::LosesSome => (self, resized),
            Change::GainsSome | Change::GainsFirst => (resized, self),
        };
        let boxes = Difference::new(self.rank(), |number| {
            let (more, less) = (&more.axes()[number], &less.axes()[number]);
            let both = more.data_chunks().min(less.data_chunks());
            match change {
                Change::LosesAll | Change::GainsFirst => (0..more.data_chunks(), 0..both),
                Change::LosesSome | Change::GainsSome => (0..both, 0..both - cut_short(more, less, both)),
            }
        });
        Ok(boxes.page(first_box, capacity, visit))
    }
}

/// How many of the chunks that hold data in both have less of it in `less`: only the last of them can.
fn cut_short(more: &Axis, less: &Axis, both: u64) -> u64 {
    let data = |axis: &Axis| both.checked_sub(1).and_then(|last| axis.interval(last)).map(|interval| interval.data);
    u64::from(data(less) < data(more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::edges::Run;

    #[test]
    fn a_corner_is_cut_off() {
        let runs = [5, 4, 3, 5, 4, 3].map(|edge| Run { edge, count: 1 });
        let before = Grid::from_runs(&[12, 12], &[3, 3], runs.into_iter()).unwrap();
        let after = before.resized(&[6, 9], &[]).unwrap();
        let changed = |from: &Grid, to: &Grid, change| {
            let mut boxes = [[(0, 0); 2]; 2];
            let shown = from.changed_chunks(to, change, 0, 2, |entry, axis, chunks| boxes[entry][axis] = chunks);
            boxes[..shown.unwrap()].to_vec()
        };
        // The last row and the last column; and the row that keeps one of its four lines.
        let [row, column, cut] = [[(2, 1), (0, 3)], [(0, 2), (2, 1)], [(1, 1), (0, 2)]];
        assert_eq!(changed(&before, &after, Change::LosesAll), [row, column]);
        assert_eq!(changed(&before, &after, Change::LosesSome), [cut]);
        assert!(changed(&before, &after, Change::GainsSome).is_empty());
        assert_eq!(changed(&after, &before, Change::GainsFirst), [row, column]);
        assert_eq!(changed(&after, &before, Change::GainsSome), [cut]);
    }
}
