// SPDX-License-Identifier: MIT OR Apache-2.0
//! A grid of a part of an array.

use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::reserved;

/// Where a cropped array may start. (It may end anywhere, as any array may.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CropStart {
    /// Only where a chunk does.
    AtChunk,
    /// Anywhere: it starts earlier, where the chunk does that holds the asked-for start.
    Outward,
}

/// What of the array an axis of a cropped grid starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cropped {
    /// The chunk of the old grid that is chunk 0 of the new one.
    pub first_chunk: u64,
    /// The place of the asked-for start in the new array; 0 unless the crop went outward.
    pub offset: u64,
}

impl Grid {
    /// The grid of a box of elements, from `start` on and `shape` long; and, shown to `set` for each axis, where that
    /// lies. Its chunks are the data chunks that the box touches, with the edges they declare: a chunk that the end of
    /// the box cuts still decodes to all of its edge. The forms of the axes stay.
    pub fn cropped(
        &self,
        start: &[u64],
        shape: &[u64],
        at: CropStart,
        mut set: impl FnMut(usize, Cropped),
    ) -> Result<Grid> {
        self.chunk_range(start, shape, |_, _| ())?;
        let mut axes = reserved(self.rank())?;
        let mut places = [Cropped::default(); Grid::MAX_RANK];
        for (number, (axis, (&start, &count))) in self.axes().iter().zip(start.iter().zip(shape)).enumerate() {
            // A list is never empty: without elements it keeps the chunk at the start, or the last one with data.
            let inside = start.min(axis.extent().saturating_sub(1));
            let (first, chunks, origin) = match (axis.interval_with(inside), count) {
                (Some(first), 1..) => {
                    let (_, chunks) = axis.chunk_range(start, count);
                    (first.chunk, chunks, first.origin)
                }
                (Some(first), 0) => (first.chunk, 1, start),
                (None, _) => (0, 1, start),
            };
            if at == CropStart::AtChunk && origin != start {
                let what = "the start {value} lies inside the chunk of axis {axis} that starts at {limit}";
                return Err(Error::new(Code::NotAligned, what).axis(number).value(start).limit(origin));
            }
            let offset = start - origin;
            places[number] = Cropped { first_chunk: first, offset };
            axes.push(axis.with_chunks(offset + count, first..first + chunks)?);
        }
        for (number, &place) in places[..self.rank()].iter().enumerate() {
            set(number, place);
        }
        Ok(Grid::from_axes(self.name(), axes))
    }
}
