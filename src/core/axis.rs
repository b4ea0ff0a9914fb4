// SPDX-License-Identifier: MIT OR Apache-2.0
//! One axis of a grid: from an element to its chunk, from a chunk to its elements.

use super::error::{Code, Error, Result};
use super::lookup::{Chunk, Edges, EdgesBuilder, Run};

/// How a document spells an axis. Kept, because the forms grow differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One number for all chunks.
    Integer,
    /// A list of edges and runs.
    List,
}

/// One chunk's part of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub chunk: u64,
    /// Its first element.
    pub origin: u64,
    /// Its declared length: what it decodes to.
    pub edge: u64,
    /// How many of its elements are inside the array.
    pub data: u64,
}

impl Interval {
    /// The first element behind the data.
    #[inline(always)]
    pub fn data_end(&self) -> u64 {
        self.origin + self.data
    }
}

/// What neighbouring chunks hold together, in elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u64,
    pub declared: u64,
    pub data: u64,
}

/// One axis: its extent, the form it was read in, and its edges, whose sum is at least the extent.
#[derive(Debug)]
pub struct Axis {
    extent: u64,
    form: Form,
    edges: Edges,
}

impl Axis {
    /// The largest extent: every index, count and position inside an array fits 63 bits.
    /// cbindgen:ignore
    pub const MAX_EXTENT: u64 = i64::MAX as u64;

    /// Chunks of length `edge`, as many as cover the extent.
    pub fn from_integer(extent: u64, edge: u64) -> Result<Self> {
        check_extent(extent)?;
        Ok(Axis { extent, form: Form::Integer, edges: Edges::even(edge, extent.div_ceil(edge)) })
    }

    /// The edges pushed to the builder, at least one.
    pub fn from_list(extent: u64, edges: EdgesBuilder) -> Result<Self> {
        check_extent(extent)?;
        let sum = edges.sum();
        if sum < extent {
            return Err(Error::new(Code::Cover, "the edges add up to {value}, {quote} short of the extent {limit}")
                .quote_display(&(extent - sum))
                .value(sum)
                .limit(extent));
        }
        Ok(Axis { extent, form: Form::List, edges: edges.finish(extent)? })
    }

    #[inline]
    pub fn extent(&self) -> u64 {
        self.extent
    }

    pub fn form(&self) -> Form {
        self.form
    }

    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// How many chunks the document declares.
    #[inline]
    pub fn declared_chunks(&self) -> u64 {
        self.edges.count()
    }

    /// How many of them hold an element of the array.
    pub fn data_chunks(&self) -> u64 {
        self.extent.checked_sub(1).map_or(0, |last| self.edges.locate(last).0 + 1)
    }

    /// The chunk that holds `element`; none past the extent.
    #[inline]
    pub fn interval_with(&self, element: u64) -> Option<Interval> {
        (element < self.extent).then(|| self.clip(self.edges.chunk_with(element)))
    }

    /// Chunk `chunk`; none past the declared ones.
    #[inline]
    pub fn interval(&self, chunk: u64) -> Option<Interval> {
        (chunk < self.declared_chunks()).then(|| self.clip(self.edges.chunk(chunk)))
    }

    /// The declared chunks from `first` on.
    pub fn intervals(&self, first: u64) -> impl Iterator<Item = Interval> + '_ {
        let mut runs = self.edges.runs_from(first);
        let (mut next, mut left) = (Chunk::default(), 0);
        std::iter::from_fn(move || {
            if left == 0 {
                let (start, run) = runs.next()?;
                (next, left) = (start, run.count);
            }
            let interval = self.clip(next);
            // Behind the last chunk of all there may be no origin; then there is no next one.
            next = Chunk { index: next.index + 1, origin: next.origin.wrapping_add(next.edge), ..next };
            left -= 1;
            Some(interval)
        })
    }

    /// The maximal runs from chunk `first` on; the first of them may be the rest of a longer one.
    pub fn runs(&self, first: u64) -> impl Iterator<Item = Run> + '_ {
        let mut runs = self.edges.runs_from(first).map(|(_, run)| run).peekable();
        std::iter::from_fn(move || {
            let mut maximal = runs.next()?;
            while let Some(run) = runs.next_if(|run| run.edge == maximal.edge) {
                maximal.count += run.count;
            }
            Some(maximal)
        })
    }

    /// The integer that keeps every declared edge, or why there is none.
    pub fn integer(&self) -> Result<u64> {
        let mut runs = self.runs(0);
        match (self.form(), self.edges(), (runs.next(), runs.next())) {
            (Form::Integer, Edges::Even { run, .. }, _) => Ok(run.edge),
            (_, _, (Some(run), None)) => match self.extent().div_ceil(run.edge) {
                needed if needed == run.count => Ok(run.edge),
                needed => {
                    let what = "axis {axis} declares {value} chunks, where an integer would declare {limit}";
                    Err(Error::new(Code::NotRegular, what).value(run.count).limit(needed))
                }
            },
            (_, _, (first, second)) => {
                let what = "axis {axis} has edges of several lengths, such as {value} and {limit}";
                let edge = |run: Option<Run>| run.map_or(0, |run| run.edge);
                Err(Error::new(Code::NotRegular, what).value(edge(first)).limit(edge(second)))
            }
        }
    }

    /// The chunks that `count` elements from `start` on touch, as the first and how many; at least one
    /// element, all of them inside.
    pub fn chunk_range(&self, start: u64, count: u64) -> (u64, u64) {
        let (first, _) = self.edges.locate(start);
        let (last, _) = self.edges.locate(start + (count - 1));
        (first, last - first + 1)
    }

    /// What `count` chunks from `first` on hold; at least one chunk, all of them declared.
    pub fn chunk_box(&self, first: u64, count: u64) -> Span {
        let (start, last) = (self.edges.chunk(first).origin, self.edges.chunk(first + (count - 1)));
        let declared = last.origin - start + last.edge;
        Span { start, declared, data: declared.min(self.extent.saturating_sub(start)) }
    }

    /// A chunk of the axis, with how much of it is inside the array.
    #[inline(always)]
    pub fn clip(&self, Chunk { index, origin, edge }: Chunk) -> Interval {
        Interval { chunk: index, origin, edge, data: self.data_of(origin, edge) }
    }

    /// How many elements of a chunk are inside the array.
    #[inline(always)]
    pub fn data_of(&self, origin: u64, edge: u64) -> u64 {
        edge.min(self.extent.saturating_sub(origin))
    }
}

/// Refuses extents past [`Axis::MAX_EXTENT`].
pub fn check_extent(extent: u64) -> Result<()> {
    if extent > Axis::MAX_EXTENT {
        return Err(Error::new(Code::Range, "extent {value} passes {limit}").value(extent).limit(Axis::MAX_EXTENT));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(extent: u64, runs: &[(u64, u64)]) -> Result<Axis> {
        let mut edges = EdgesBuilder::default();
        for &(edge, count) in runs {
            edges.push(Run { edge, count })?;
        }
        Axis::from_list(extent, edges)
    }

    #[test]
    fn edges_are_kept_by_one_rule() {
        assert!(matches!(listed(12, &[(4, 1), (4, 1), (4, 1)]).unwrap().edges, Edges::Even { .. }));
        assert!(matches!(listed(12, &[(4, 3)]).unwrap().edges, Edges::Even { .. }));
        assert!(matches!(listed(9, &[(4, 1), (5, 1)]).unwrap().edges, Edges::Listed(_)));
        assert!(matches!(listed(32, &[(4, 4), (1, 2), (1, 2), (3, 4)]).unwrap().edges, Edges::Listed(_)));
        assert!(matches!(listed(70, &[(4, 10), (3, 10)]).unwrap().edges, Edges::Runs { .. }));
        assert!(matches!(listed(70, &[(4, 1); 20]).unwrap().edges, Edges::Even { .. }));
        let mut many = vec![(4, 1); 20];
        many.extend([(5, 1); 20]);
        assert!(matches!(listed(70, &many).unwrap().edges, Edges::Runs { .. }));
    }

    #[test]
    fn sums_and_extents_are_checked() {
        assert_eq!(listed(5, &[(1 << 63, 2)]).unwrap_err().code, Code::Range);
        assert_eq!(listed(5, &[(u64::MAX, 1), (1, 1)]).unwrap_err().code, Code::Range);
        assert!(listed(5, &[(u64::MAX, 1)]).is_ok());
        assert_eq!(listed(1 << 63, &[(u64::MAX, 1)]).unwrap_err().code, Code::Range);
        let short = listed(10, &[(3, 3)]).unwrap_err();
        assert_eq!((short.code, short.value, short.limit), (Code::Cover, Some(9), Some(10)));
        assert_eq!(short.to_string(), "the edges add up to 9, 1 short of the extent 10");
    }

    #[test]
    fn the_last_chunk_of_an_integer_axis_may_pass_63_bits() {
        let axis = Axis::from_integer(Axis::MAX_EXTENT, (1 << 62) + 1).unwrap();
        assert_eq!(axis.declared_chunks(), 2);
        let last = axis.interval(1).unwrap();
        assert_eq!((last.origin, last.edge, last.data), ((1 << 62) + 1, (1 << 62) + 1, (1 << 62) - 2));
        assert_eq!(axis.interval(2), None);
        let one = Axis::from_integer(5, u64::MAX).unwrap();
        assert_eq!(one.interval_with(4), Some(Interval { chunk: 0, origin: 0, edge: u64::MAX, data: 5 }));
    }

    #[test]
    fn a_chunk_past_the_end_exists() {
        let axis = listed(6, &[(4, 1), (5, 1), (4, 1)]).unwrap();
        assert_eq!((axis.declared_chunks(), axis.data_chunks()), (3, 2));
        assert_eq!(axis.interval(2), Some(Interval { chunk: 2, origin: 9, edge: 4, data: 0 }));
        assert_eq!(axis.interval_with(6), None);
        assert_eq!(axis.intervals(1).map(|i| i.chunk).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(axis.intervals(3).next(), None);
    }
}
