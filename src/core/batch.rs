// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many queries in one call.
//!
//! The queries are taken in blocks, and of a block axis by axis: the queries of one axis are gathered side by side, answered
//! at once, and the answers go back to where the queries came from. Where the queries of an axis lie side by side already,
//! nothing is gathered or scattered. So one loop serves every layout: point after point, axis after axis, and whatever
//! strides are between.
//!
//! ```text
//!   points    (x0 y0) (x1 y1) (x2 y2) ...             gather     x0 x1 x2 ...
//!                                                     answer     c0 c1 c2 ...    by the edges of the first axis
//!   chunks    (c0  .) (c1  .) (c2  .) ...             scatter
//! ```

use std::mem::MaybeUninit;

use super::axis::Axis;
use super::error::Result;
use super::grid::{Grid, chunk_outside, index_outside, write};
use super::layout::PointLayout;
use super::lookup::{Answers, BLOCK, count_below};

impl Grid {
    /// The chunks of many points, and the points counted from their chunks' origins. On failure the answers before the
    /// error's entry stand.
    pub fn locate_many(&self, layout: PointLayout, points: &[u64], chunks: Answers, withins: Answers) -> Result<()> {
        answer_all(self.axes(), layout, points, [chunks, withins], locate_block).map_err(|(point, axis)| {
            let index = points[layout.entry(point, axis)];
            index_outside(axis, index, self.axes()[axis].extent())
                .entry(point as u64)
                .saying("index {value} of point {entry} is outside: the extent of axis {axis} is {limit}")
        })
    }

    /// What chunks are, each of them `rank` entries. On failure the answers before the error's entry stand.
    pub fn chunk_many(&self, chunks: &[u64], origins: Answers, declared: Answers, data: Answers) -> Result<()> {
        let rank = self.rank().max(1);
        let layout = PointLayout::rows(rank, chunks.len() / rank);
        answer_all(self.axes(), layout, chunks, [origins, declared, data], chunk_block).map_err(|(entry, axis)| {
            let chunk = chunks[layout.entry(entry, axis)];
            chunk_outside(axis, chunk, self.axes()[axis].declared_chunks())
                .entry(entry as u64)
                .saying("there is no chunk {value}, asked for at {entry}: axis {axis} declares {limit}")
        })
    }
}

/// Where the queries of a block have their entries on one axis: `stride` apart, from the first on.
#[derive(Clone, Copy)]
struct Column {
    first: usize,
    stride: isize,
}

impl Column {
    /// The entries. They go on for ever: those behind the last query's may be outside.
    #[inline(always)]
    fn entries(self) -> impl Iterator<Item = usize> {
        let mut next = self.first;
        std::iter::repeat_with(move || {
            let entry = next;
            next = next.wrapping_add(self.stride as usize);
            entry
        })
    }
}

/// From elements of an axis, at most [`BLOCK`] of them, to their chunks, and to the elements counted from those. How many
/// come before the first that is outside.
#[inline(never)]
fn locate_block(axis: &Axis, indices: &[u64], column: Column, answers: &mut [Answers; 2]) -> usize {
    let count = indices.len();
    let mut answered = [[MaybeUninit::uninit(); BLOCK]; 2];
    let [chunks, withins] = answered.each_mut().map(|block| &mut block[..count]);
    if column.stride == 1 {
        // Straight to their entries.
        let slots = answers.each_mut().map(|answers| Some(&mut answers.as_mut()?[column.first..][..count]));
        let [wanted_chunks, wanted_withins] = slots;
        return axis.edges().locate_block(axis.extent(), indices, wanted_chunks.unwrap_or(chunks), wanted_withins);
    }
    let withins = answers[1].is_some().then_some(withins);
    let inside = axis.edges().locate_block(axis.extent(), indices, chunks, withins);
    for (block, answers) in answered.iter().zip(answers) {
        if let Some(answers) = answers {
            for (&answer, entry) in block[..inside].iter().zip(column.entries()) {
                answers[entry] = answer;
            }
        }
    }
    inside
}

/// From chunks of an axis, at most [`BLOCK`] of them, to what they are. How many come before the first that is not declared.
#[inline(never)]
fn chunk_block(axis: &Axis, chunks: &[u64], column: Column, [origins, declared, data]: &mut [Answers; 3]) -> usize {
    let inside = count_below(chunks, axis.declared_chunks());
    // Each answer goes to its entry at once: scattering them afterwards would take as long as finding them.
    let mut entries = column.entries();
    axis.edges().each_chunk(&chunks[..inside], |origin, edge| {
        if let Some(entry) = entries.next() {
            write(origins, entry, origin);
            write(declared, entry, edge);
            write(data, entry, axis.data_of(origin, edge));
        }
    });
    inside
}

/// Answers the queries of all axes. `answer` takes at most [`BLOCK`] queries of one axis; it answers up to the first query
/// that is past the axis's end, and says how many come before that one. On failure, the first point that has such a query,
/// and the axis; the answers for the points before it stand.
fn answer_all<const KINDS: usize>(
    axes: &[Axis],
    layout: PointLayout,
    queries: &[u64],
    mut answers: [Answers; KINDS],
    answer: impl Fn(&Axis, &[u64], Column, &mut [Answers; KINDS]) -> usize,
) -> std::result::Result<(), (usize, usize)> {
    let points = if axes.is_empty() { 0 } else { layout.separate() };
    let mut gathered = [0; BLOCK];
    let mut first = 0;
    while first < points {
        let mut count = BLOCK.min(points - first);
        let mut failed = None;
        for (a, axis) in axes.iter().enumerate() {
            let column = Column { first: layout.entry(first, a), stride: layout.point_stride() };
            let queries = match column.stride {
                1 => &queries[column.first..][..count],
                _ => {
                    for (query, entry) in gathered[..count].iter_mut().zip(column.entries()) {
                        *query = queries[entry];
                    }
                    &gathered[..count]
                }
            };
            let inside = answer(axis, queries, column, &mut answers);
            if inside < count {
                // Of the next axes only the points before this one still matter.
                count = inside;
                failed = Some((first + inside, a));
            }
        }
        if let Some(failed) = failed {
            return Err(failed);
        }
        first += count;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_point_or_the_entry() {
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
