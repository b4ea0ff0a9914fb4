// SPDX-License-Identifier: MIT OR Apache-2.0
//! A list of elements, in any order and with repeats: of one axis, or one joint list of several axes, whose entries are
//! points.
//!
//! A plan holds the entries by chunk, and in request order in each chunk, so that a chunk's share is one stretch of them:
//!
//! ```text
//!   asked for       elements 7 2 9 6 of an axis with chunks of 5
//!   chunk           0 | 1
//!   first entry     0 | 1
//!   within          2 | 2 4 1
//!   out             1 | 0 2 3        where in the result each entry goes
//! ```

use std::cmp::Ordering;
use std::ops::Range;

use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::{copied, filled, push, reserved, trimmed};
use crate::core::project::Projection;
use crate::core::radix;

/// A list of some axes, planned.
#[derive(Debug)]
pub struct ListPlan {
    rank: usize,
    /// The entries' elements, counted from their chunks' origins: all of the first axis, then all of the second one, …
    withins: Vec<u64>,
    /// The entries' positions in the result, which rise in each chunk.
    out: Vec<u64>,
    shares: Vec<Share>,
    /// The index of each share's chunk, `rank` digits each.
    chunks: Vec<u64>,
}

/// The entries of one chunk.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// The first of them; the next share's says where they end.
    first: usize,
    /// How many different elements they are; exact where that may be all of the chunk's data.
    distinct: u64,
}

/// A point that was asked for, while points are put in order.
#[derive(Clone, Copy)]
struct Request {
    /// The row-major number of its chunk on the first axes, as many as have numbers of 64 bits. Those are mostly all.
    number: u64,
    point: usize,
}

impl ListPlan {
    /// Plans points that are inside, in request order: an element of each axis one after the other, point after point. Each
    /// goes to the position in the result that it was asked for at.
    pub fn new(axes: &[Axis], points: &[u64], count: usize) -> Result<Self> {
        let rank = axes.len();
        let mut size = Some(1u64);
        let numbered = axes.iter().take_while(|axis| {
            size = size.and_then(|size| size.checked_mul(axis.declared_chunks()));
            size.is_some()
        });
        let (numbered, others) = axes.split_at(numbered.count());
        let chunk_of = |(axis, &element): (&Axis, &u64)| axis.edges().locate(element).0;
        let point_of = |request: &Request| &points[request.point * rank..][..rank];
        let mut requests = reserved(count)?;
        for point in 0..count {
            let digits = numbered.iter().zip(&points[point * rank..]);
            let digits = digits.map(|digit| (digit.0.declared_chunks(), chunk_of(digit)));
            requests.push(Request { number: radix::number(digits).unwrap_or_default(), point });
        }
        let by_chunk = |a: &Request, b: &Request| {
            let rest = |request| others.iter().zip(&point_of(request)[numbered.len()..]).map(chunk_of);
            match a.number.cmp(&b.number) {
                Ordering::Equal if !others.is_empty() => rest(a).cmp(rest(b)),
                order => order,
            }
        };
        // Ordered by chunk, and in a chunk as they were asked for. That order is the only one, so that no stable sort, which
        // would reserve memory, is needed.
        if !requests.is_sorted_by(|a, b| by_chunk(a, b).is_le()) {
            match others {
                [] => requests.sort_unstable_by_key(|request| (request.number, request.point)),
                _ => requests.sort_unstable_by(|a, b| by_chunk(a, b).then(a.point.cmp(&b.point))),
            }
        }

        let mut withins = filled(points.len(), 0)?;
        let (mut shares, mut chunks, mut seen) = (Vec::new(), Vec::new(), Vec::new());
        let mut data_shape = [0; Grid::MAX_RANK];
        let mut first = 0;
        for share in requests.chunk_by(|a, b| by_chunk(a, b).is_eq()) {
            let entries = first..first + share.len();
            for (a, (axis, &element)) in axes.iter().zip(point_of(&share[0])).enumerate() {
                let interval = axis.clip(axis.edges().chunk_with(element));
                for (within, request) in withins[a * count..][entries.clone()].iter_mut().zip(share) {
                    *within = points[request.point * rank + a] - interval.origin;
                }
                data_shape[a] = interval.data;
                push(&mut chunks, interval.chunk)?;
            }
            let data_shape = &data_shape[..rank];
            let distinct = match radix::product(data_shape.iter().copied()) {
                Some(data) if data <= share.len() as u64 => {
                    let index =
                        |entry| data_shape.iter().enumerate().map(move |(a, &length)| (length, a * count + entry));
                    let number = |entry| radix::number(index(entry).map(|(length, at)| (length, withins[at])));
                    count_distinct(entries.filter_map(number), data, &mut seen)?
                }
                // Too few to be all of the data, so that it does not matter how many differ.
                _ => share.len() as u64,
            };
            push(&mut shares, Share { first, distinct })?;
            first += share.len();
        }
        let mut out = reserved(count)?;
        out.extend(requests.iter().map(|request| request.point as u64));
        Ok(ListPlan { rank, withins, out, shares: trimmed(shares)?, chunks: trimmed(chunks)? })
    }

    /// The same plan, whose entries go to other positions: to `positions[i]` the one that went to i. They rise.
    pub fn sent_to(mut self, positions: &[u64]) -> Self {
        self.out.iter_mut().for_each(|out| *out = positions[*out as usize]);
        self
    }

    /// A second plan of the same list.
    pub fn try_clone(&self) -> Result<Self> {
        Ok(ListPlan {
            rank: self.rank,
            withins: copied(&self.withins)?,
            out: copied(&self.out)?,
            shares: copied(&self.shares)?,
            chunks: copied(&self.chunks)?,
        })
    }

    pub fn elements(&self) -> u64 {
        self.out.len() as u64
    }

    pub fn chunks(&self) -> u64 {
        self.shares.len() as u64
    }

    /// The index of the chunk at a position.
    pub fn chunk(&self, position: u64) -> &[u64] {
        &self.chunks[position as usize * self.rank..][..self.rank]
    }

    /// The entries of the chunk at a position.
    pub fn elements_at(&self, position: u64) -> Range<u64> {
        let first = |position: u64| self.shares.get(position as usize).map_or(self.out.len(), |share| share.first);
        first(position) as u64..first(position + 1) as u64
    }

    /// The entries of the chunk that has these projections.
    pub fn entries(&self, projections: &[Projection]) -> Range<usize> {
        match projections {
            [p, ..] => p.list as usize..(p.list + p.count) as usize,
            // In an array of rank 0 there is one chunk.
            [] => 0..self.out.len(),
        }
    }

    /// How many entries the chunk at a position has, and how many different elements they are, as far as that matters.
    pub fn counts(&self, position: u64) -> (u64, u64) {
        let Range { start, end } = self.elements_at(position);
        (end - start, self.shares[position as usize].distinct)
    }

    /// Sets the projections of the chunk at a position, one an axis.
    pub fn set_projections(&self, axes: &[Axis], position: u64, projections: &mut [Projection]) {
        let Range { start: list, end } = self.elements_at(position);
        let (distinct, out) = (self.shares[position as usize].distinct, self.out[list as usize]);
        let chunk = axes.iter().zip(self.chunk(position));
        for (a, ((axis, &chunk), projection)) in chunk.zip(projections).enumerate() {
            let interval = axis.clip(axis.edges().chunk(chunk));
            let first = self.withins[a * self.out.len() + list as usize];
            *projection = Projection { interval, first, count: end - list, distinct, step: 0, out, list };
        }
    }

    /// The position of a chunk; none where it is not touched.
    pub fn find(&self, chunk: &[u64]) -> Option<u64> {
        Some(self.first_from(chunk)).filter(|&position| position < self.chunks() && self.chunk(position) == chunk)
    }

    /// The position of the first chunk that is not before `chunk`.
    pub fn first_from(&self, chunk: &[u64]) -> u64 {
        radix::partition_point(0..self.chunks(), |position| self.chunk(position) < chunk)
    }

    /// The elements of all entries on one of the axes, counted from their chunks' origins.
    pub fn withins(&self, axis: usize) -> &[u64] {
        &self.withins[axis * self.out.len()..][..self.out.len()]
    }

    /// The positions of all entries in the result.
    pub fn out(&self) -> &[u64] {
        &self.out
    }

    /// The elements from entry `first` on of the first axis, and behind them, after each [`ListPlan::elements`], of the next.
    pub fn withins_from(&self, first: usize) -> &[u64] {
        &self.withins[first.min(self.withins.len())..]
    }
}

/// How many different numbers there are, all below `data`, which is not more than there are numbers. (A bit for each of the
/// data is less memory than the numbers take, and one pass.)
fn count_distinct(numbers: impl Iterator<Item = u64>, data: u64, seen: &mut Vec<u64>) -> Result<u64> {
    let words = data.div_ceil(u64::BITS.into()) as usize;
    seen.clear();
    seen.try_reserve(words).map_err(|_| Error::memory())?;
    seen.resize(words, 0);
    for number in numbers {
        seen[(number / u64::from(u64::BITS)) as usize] |= 1 << (number % u64::from(u64::BITS));
    }
    Ok(seen.iter().map(|bits| u64::from(bits.count_ones())).sum())
}

/// An index as an element: negative ones count from the end where `wrap` says so.
#[inline]
pub fn element_of(index: i64, wrap: bool, axis: usize, extent: u64) -> Result<u64> {
    let element = if index < 0 && wrap { extent as i64 + index } else { index };
    if element < 0 || element as u64 >= extent {
        let problem = Error::new(Code::Bounds, "index {quote} is outside: the extent of axis {axis} is {limit}");
        let problem = problem.axis(axis).limit(extent).quote_display(&index);
        return Err(if index < 0 { problem } else { problem.value(index as u64) });
    }
    Ok(element as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_by_chunk_and_then_in_request_order() {
        let axis = [Axis::from_integer(10, 5).unwrap()];
        let plan = ListPlan::new(&axis, &[7, 2, 9, 6], 4).unwrap();
        assert_eq!((plan.withins(0), plan.out()), (&[2, 2, 4, 1][..], &[1, 0, 2, 3][..]));
        assert_eq!((plan.chunks(), plan.elements_at(0), plan.elements_at(1)), (2, 0..1, 1..4));
        assert_eq!((plan.find(&[1]), plan.find(&[2]), plan.first_from(&[1])), (Some(1), None, 1));
        assert_eq!(plan.sent_to(&[10, 20, 30, 40]).out(), [20, 10, 30, 40]);
    }

    #[test]
    fn a_joint_list_is_by_chunk_in_row_major_order() {
        let axes = [Axis::from_integer(4, 2).unwrap(), Axis::from_integer(4, 2).unwrap()];
        let points = [[3, 0], [0, 3], [2, 1], [0, 2], [1, 0]];
        let plan = ListPlan::new(&axes, points.as_flattened(), 5).unwrap();
        let chunks: Vec<_> = (0..plan.chunks()).map(|position| plan.chunk(position)).collect();
        assert_eq!(chunks, [[0, 0], [0, 1], [1, 0]]);
        assert_eq!((plan.withins(0), plan.withins(1)), (&[1, 0, 0, 1, 0][..], &[0, 1, 0, 0, 1][..]));
        assert_eq!(plan.out(), [4, 1, 3, 0, 2]);
    }

    #[test]
    fn chunks_that_have_no_number_are_in_order_too() {
        let largest = Axis::MAX_EXTENT;
        let axes = [0; 3].map(|_| Axis::from_integer(largest, 1).unwrap());
        let points = [[5, largest - 1, 0], [5, 0, 7], [largest - 1, 0, 0], [5, 0, 3], [5, 0, 7]];
        let plan = ListPlan::new(&axes, points.as_flattened(), 5).unwrap();
        assert_eq!(plan.out(), [3, 1, 4, 0, 2]);
        assert_eq!(plan.find(&[5, 0, 7]), Some(1));
        assert_eq!((plan.chunks(), plan.counts(1)), (4, (2, 1)));
    }

    /// They are counted only where they may be all of the data, which here are 2 of a chunk's 3.
    #[test]
    fn different_elements_are_counted() {
        let axis = [Axis::from_integer(5, 3).unwrap()];
        for (elements, expected) in
            [(&[3, 3][..], (2, 1)), (&[3, 4], (2, 2)), (&[4, 3, 4, 4, 3], (5, 2)), (&[4, 4, 4], (3, 1)), (&[3], (1, 1))]
        {
            assert_eq!(ListPlan::new(&axis, elements, elements.len()).unwrap().counts(0), expected);
        }
        assert_eq!(count_distinct([63, 64, 0, 64, 127].into_iter(), 128, &mut vec![]), Ok(4));
    }
}
