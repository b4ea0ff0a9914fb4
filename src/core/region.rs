// SPDX-License-Identifier: MIT OR Apache-2.0
//! Regions, which are boxes of elements, held against chunk boundaries: what a writer has to read before it writes.

use std::ops::Range;

use super::axis::Axis;
use super::boxes::{Difference, first_and_count};
use super::error::{Code, Error, Result};
use super::grid::Grid;

/// Which of the chunks that a region touches. A writer needs to read those of `PartOfData` before it writes them, or
/// those of `PartOfDeclared` where it keeps what is stored past the end of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// Those whose every element inside the array is in the region.
    Data,
    /// Those whose every declared element is in the region.
    Declared,
    /// Those with an element inside the array that is not in the region.
    PartOfData,
    /// Those with a declared element that is not in the region, be it past the end of the array.
    PartOfDeclared,
}

impl Grid {
    /// Refuses a region that starts or ends inside a chunk: the first axis, there element 0 for its start and 1 for
    /// its end. A region that ends where the array does covers all data of the chunks there. One without elements is
    /// made of no chunks, wherever it lies.
    pub fn check_whole_chunks(&self, start: &[u64], shape: &[u64]) -> Result<()> {
        let mut around = [(0, 0); Grid::MAX_RANK];
        self.region_around(start, shape, |axis, region| around[axis] = region)?;
        for (axis, ((&start, &count), (outer, length))) in start.iter().zip(shape).zip(around).enumerate() {
            let not_aligned = |what| Error::new(Code::NotAligned, what).axis(axis);
            if start != outer {
                let what = "the region starts at {value}, inside the chunk of axis {axis} that starts at {limit}";
                return Err(not_aligned(what).entry(0).value(start).limit(outer));
            }
            let (end, outer_end) = (start + count, outer + length);
            if end != outer_end {
                let what = "the region ends at {value}, inside the chunk of axis {axis} that ends at {limit}";
                return Err(not_aligned(what).entry(1).value(end).limit(outer_end));
            }
        }
        Ok(())
    }

    /// The smallest region of whole chunks around a region: shows `set` each axis, with the first element and how many
    /// there are. A region without elements is its own.
    pub fn region_around(&self, start: &[u64], shape: &[u64], mut set: impl FnMut(usize, (u64, u64))) -> Result<()> {
        self.chunk_range(start, shape, |_, _| ())?;
        let empty = shape.contains(&0);
        for (number, (axis, (&start, &count))) in self.axes().iter().zip(start.iter().zip(shape)).enumerate() {
            set(number, if empty { (start, count) } else { data_of(axis, touched(axis, start, count)) });
        }
        Ok(())
    }

    /// The largest region of whole chunks inside a region: shows `set` each axis, with the first element and how many
    /// there are, 0 where no chunk is whole on the axis.
    pub fn region_inside(&self, start: &[u64], shape: &[u64], mut set: impl FnMut(usize, (u64, u64))) -> Result<()> {
        self.chunk_range(start, shape, |_, _| ())?;
        for (number, (axis, (&start, &count))) in self.axes().iter().zip(start.iter().zip(shape)).enumerate() {
            let chunks = if count == 0 { 0..0 } else { whole(axis, start, count, false) };
            set(number, if chunks.is_empty() { (start, 0) } else { data_of(axis, chunks) });
        }
        Ok(())
    }

    /// The chunks that a region covers wholly (in one box) or in part (in at most two boxes an axis that do not
    /// overlap): shows `visit` at most `capacity` boxes from box number `first_box` on, the position in the page, the
    /// axis, and the box's chunks on it as the first and how many. How many boxes were shown.
    pub fn touched_chunks(
        &self,
        start: &[u64],
        shape: &[u64],
        which: Touched,
        first_box: usize,
        capacity: usize,
        mut visit: impl FnMut(usize, usize, (u64, u64)),
    ) -> Result<usize> {
        self.chunk_range(start, shape, |_, _| ())?;
        if shape.contains(&0) {
            return Ok(0);
        }
        let declared = matches!(which, Touched::Declared | Touched::PartOfDeclared);
        let covered = |axis: usize| whole(&self.axes()[axis], start[axis], shape[axis], declared);
        if matches!(which, Touched::PartOfData | Touched::PartOfDeclared) {
            let all = |axis: usize| touched(&self.axes()[axis], start[axis], shape[axis]);
            let boxes = Difference::new(self.rank(), |axis| (all(axis), covered(axis)));
            return Ok(boxes.page(first_box, capacity, visit));
        }
        if first_box > 0 || capacity == 0 || (0..self.rank()).any(|axis| covered(axis).is_empty()) {
            return Ok(0);
        }
        (0..self.rank()).for_each(|axis| visit(0, axis, first_and_count(covered(axis))));
        Ok(1)
    }
}

/// The chunks that at least one element touches.
fn touched(axis: &Axis, start: u64, count: u64) -> Range<u64> {
    let (first, chunks) = axis.chunk_range(start, count);
    first..first + chunks
}

/// The touched chunks that the elements cover: all of their data, or all that they declare. Of the touched ones only the
/// first and the last can be missing here.
fn whole(axis: &Axis, start: u64, count: u64, declared: bool) -> Range<u64> {
    let mut chunks = touched(axis, start, count);
    let cut = |chunk: u64| {
        axis.interval(chunk).is_some_and(|interval| {
            let outside = declared && interval.data < interval.edge;
            interval.origin < start || interval.data_end() > start + count || outside
        })
    };
    chunks.start += u64::from(cut(chunks.start));
    if !chunks.is_empty() {
        chunks.end -= u64::from(cut(chunks.end - 1));
    }
    chunks
}

/// The elements inside the array of at least one chunk, as the first and how many.
fn data_of(axis: &Axis, chunks: Range<u64>) -> (u64, u64) {
    let span = axis.chunk_box(chunks.start, chunks.end - chunks.start);
    (span.start, span.data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::edges::Run;

    #[test]
    fn a_region_is_held_against_boundaries() {
        let runs = [3, 4, 3, 5].map(|edge| Run { edge, count: 1 });
        let grid = Grid::from_runs(&[13], &[4], runs.into_iter()).unwrap();
        let says = |start, count| grid.check_whole_chunks(&[start], &[count]).map_err(|problem| problem.to_string());
        assert_eq!(says(3, 7), Ok(()));
        assert_eq!(says(3, 10), Ok(()), "the end of the array is a boundary");
        assert_eq!(says(5, 0), Ok(()), "nothing is in no chunk");
        let [start, end] = [
            "the region starts at 4, inside the chunk of axis 0 that starts at 3",
            "the region ends at 9, inside the chunk of axis 0 that ends at 10",
        ];
        assert_eq!(says(4, 5), Err(start.to_string()));
        assert_eq!(says(3, 6), Err(end.to_string()));

        let region = |ask: &dyn Fn(&mut (u64, u64)) -> Result<()>| {
            let mut region = (0, 0);
            ask(&mut region).map(|()| region)
        };
        assert_eq!(region(&|to| grid.region_around(&[4], &[5], |_, region| *to = region)), Ok((3, 7)));
        assert_eq!(region(&|to| grid.region_inside(&[2], &[6], |_, region| *to = region)), Ok((3, 4)));
        assert_eq!(region(&|to| grid.region_inside(&[4], &[5], |_, region| *to = region)), Ok((4, 0)));
    }
}
