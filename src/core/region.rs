// SPDX-License-Identifier: MIT OR Apache-2.0
//! Regions, which are boxes of elements, held against chunk boundaries: what a writer has to read before it writes.

use std::ops::Range;

use super::axis::Axis;
use super::boxes::{Difference, first_and_count};
use super::error::{Code, Error, Result};
use super::grid::Grid;

/// Which of the chunks that a region touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// Those of which it has every element inside the array.
    Data,
    /// Those of which it has every element that they declare.
    Declared,
    /// Those of which it leaves data out.
    PartOfData,
    /// Those of which it leaves something out that they declare, be it past the end of the array.
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
            let (end, outer_end) = (start + count, outer + length);
            let (element, value, limit, what) = if start != outer {
                (
                    0,
                    start,
                    outer,
                    "the region starts at {value}, inside the chunk of axis {axis} that starts at {limit}",
                )
            } else if end != outer_end {
                (1, end, outer_end, "the region ends at {value}, inside the chunk of axis {axis} that ends at {limit}")
            } else {
                continue;
            };
            return Err(Error::new(Code::NotAligned, what).axis(axis).element(element).value(value).limit(limit));
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

/// Those of them that the elements cover: all of their data, or all that they declare. Only the first and the last one
/// touched may be missing.
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
