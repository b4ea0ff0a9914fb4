// SPDX-License-Identifier: MIT OR Apache-2.0
//! From elements to chunks, and from chunks to what they are: for one and for many.

use std::mem::MaybeUninit;

use super::axis::Axis;
use super::batch::{Column, PointLayout, run};
use super::block::{Answers, BLOCK, count_below};
use super::error::Result;
use super::grid::{Grid, chunk_outside, index_outside};

impl Grid {
    /// The chunk of one point, and the point counted from the chunk's origin. Nothing is written on failure.
    #[inline]
    pub fn locate(&self, index: &[u64], mut chunk: Answers, mut within: Answers) -> Result<()> {
        // One axis goes without the loops, which would be a inside part of the whole.
        if let ([axis], [index]) = (self.axes(), index) {
            if *index >= axis.extent() {
                return Err(index_outside(0, *index, axis.extent()));
            }
            locate_on(axis, 0, *index, &mut chunk, &mut within);
            return Ok(());
        }
        let outside = self.axes().iter().zip(index).position(|(axis, &index)| index >= axis.extent());
        if let Some(axis) = outside {
            return Err(index_outside(axis, index[axis], self.axes()[axis].extent()));
        }
        for (a, (axis, &index)) in self.axes().iter().zip(index).enumerate() {
            locate_on(axis, a, index, &mut chunk, &mut within);
        }
        Ok(())
    }

    /// The chunks of many points, and the points counted from their chunks' origins. On failure the
    /// answers before the error's element stand.
    pub fn locate_many(&self, layout: PointLayout, indices: &[u64], chunks: Answers, withins: Answers) -> Result<()> {
        run(self.axes(), layout, indices, [chunks, withins], locate_block).map_err(|(point, axis)| {
            let index = indices[layout.entry(point, axis)];
            index_outside(axis, index, self.axes()[axis].extent())
                .entry(point as u64)
                .saying("index {value} of point {entry} is outside: the extent of axis {axis} is {limit}")
        })
    }

    /// What a chunk is. Nothing is written on failure.
    pub fn chunk(&self, chunk: &[u64], mut origin: Answers, mut declared: Answers, mut data: Answers) -> Result<()> {
        self.check_chunk(chunk)?;
        for (a, (axis, &chunk)) in self.axes().iter().zip(chunk).enumerate() {
            let interval = axis.clip(axis.edges().place(chunk));
            write(&mut origin, a, interval.origin);
            write(&mut declared, a, interval.edge);
            write(&mut data, a, interval.data);
        }
        Ok(())
    }

    /// What chunks are, each of them `rank` entries. On failure the answers before the error's element stand.
    pub fn chunk_many(&self, chunks: &[u64], origins: Answers, declared: Answers, data: Answers) -> Result<()> {
        let rank = self.rank().max(1);
        let layout = PointLayout::rows(rank, chunks.len() / rank);
        run(self.axes(), layout, chunks, [origins, declared, data], chunk_block).map_err(|(element, axis)| {
            let chunk = chunks[layout.entry(element, axis)];
            chunk_outside(axis, chunk, self.axes()[axis].declared_chunks())
                .entry(element as u64)
                .saying("there is no chunk {value}, asked for at {entry}: axis {axis} declares {limit}")
        })
    }
}

/// The chunk of one index of a point.
#[inline(always)]
fn locate_on(axis: &Axis, a: usize, index: u64, chunk: &mut Answers, within: &mut Answers) {
    let (found, ahead) = axis.edges().locate(index);
    write(chunk, a, found);
    write(within, a, ahead);
}

#[inline(always)]
fn write(answers: &mut Answers, entry: usize, value: u64) {
    if let Some(answers) = answers {
        answers[entry].write(value);
    }
}

/// From elements to their chunks, and to themselves counted from those.
#[inline(never)]
fn locate_block(axis: &Axis, indices: &[u64], column: Column, answers: &mut [Answers; 2]) -> usize {
    column.fill(indices.len(), answers, |[chunks, withins]| {
        let mut unwanted = [MaybeUninit::uninit(); BLOCK];
        let chunks = chunks.unwrap_or(&mut unwanted[..indices.len()]);
        axis.edges().locate_all(axis.extent(), indices, chunks, withins)
    })
}

/// From chunks to what they are.
#[inline(never)]
fn chunk_block(axis: &Axis, chunks: &[u64], column: Column, [origins, declared, data]: &mut [Answers; 3]) -> usize {
    let inside = count_below(chunks, axis.declared_chunks());
    // (Answers go straight to their entries: filling them in beside those would take as long as finding them.)
    let mut entries = column.entries();
    axis.edges().place_all(&chunks[..inside], |origin, edge| {
        if let Some(entry) = entries.next() {
            write(origins, entry, origin);
            write(declared, entry, edge);
            write(data, entry, axis.data_of(origin, edge));
        }
    });
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_point_or_the_place() {
        let grid = Grid::from_chunk_shape(&[10, 20], &[5, 5], false).unwrap();
        let points = PointLayout::rows(2, 3);
        let bad = grid.locate_many(points, &[0, 0, 9, 19, 3, 20], None, None).unwrap_err();
        assert_eq!(bad.to_string(), "index 20 of point 2 is outside: the extent of axis 1 is 20");
        let bad = grid.chunk_many(&[0, 0, 2, 1], None, None, None).unwrap_err();
        assert_eq!(bad.to_string(), "there is no chunk 2, asked for at 1: axis 0 declares 2");
        let bad = grid.locate(&[10, 20], None, None).unwrap_err();
        assert_eq!(bad.to_string(), "index 10 is outside: the extent of axis 0 is 10");
    }
}
