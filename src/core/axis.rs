// SPDX-License-Identifier: MIT OR Apache-2.0
//! One axis of a grid: from an element to its chunk, from a chunk to its elements.

use super::edges::{Edges, EdgesBuilder, Place, Run};
use super::error::{Code, Error, Result};

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
    /// The chunk's index on the axis.
    pub chunk: u64,
    /// Its first element.
    pub origin: u64,
    /// Its declared length, what it decodes to.
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

/// Neighbouring chunks together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Their first element.
    pub start: u64,
    /// How many elements they declare.
    pub declared: u64,
    /// How many of those are inside the array.
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

    /// Its length in elements.
    #[inline]
    pub fn extent(&self) -> u64 {
        self.extent
    }

    /// The form it was read in.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Its edges.
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
        match self.extent.checked_sub(1) {
            Some(last) => self.edges.place_with(last).chunk + 1,
            None => 0,
        }
    }

    /// The chunk that holds `element`; none past the extent.
    #[inline]
    pub fn interval_with(&self, element: u64) -> Option<Interval> {
        (element < self.extent).then(|| self.clip(self.edges.place_with(element)))
    }

    /// Chunk `chunk`; none past the declared ones.
    #[inline]
    pub fn interval(&self, chunk: u64) -> Option<Interval> {
        (chunk < self.declared_chunks()).then(|| self.clip(self.edges.place(chunk)))
    }

    /// The declared chunks from `first` on.
    pub fn intervals(&self, first: u64) -> Intervals<'_> {
        if first >= self.declared_chunks() {
            return Intervals { axis: self, run: self.edges.run_count(), left: 0, next: Place::default() };
        }
        let run = self.edges.run_of(first);
        let (place, Run { edge, count }) = self.edges.run(run);
        let ahead = first - place.chunk;
        let next = Place { chunk: first, origin: place.origin + ahead * edge, edge };
        Intervals { axis: self, run, left: count - ahead, next }
    }

    /// The maximal runs from chunk `first` on; the first of them may be the rest of a longer one.
    pub fn runs(&self, first: u64) -> impl Iterator<Item = Run> + '_ {
        let mut chunk = first;
        let mut piece = if first < self.declared_chunks() { self.edges.run_of(first) } else { self.edges.run_count() };
        std::iter::from_fn(move || {
            let mut run: Option<Run> = None;
            while piece < self.edges.run_count() {
                let (place, next) = self.edges.run(piece);
                let count = next.count - (chunk - place.chunk);
                match &mut run {
                    None => run = Some(Run { edge: next.edge, count }),
                    Some(run) if run.edge == next.edge => run.count += count,
                    Some(_) => break,
                }
                chunk += count;
                piece += 1;
            }
            run
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
        let first = self.edges.place_with(start).chunk;
        let last = self.edges.place_with(start + (count - 1)).chunk;
        (first, last - first + 1)
    }

    /// What `count` chunks from `first` on hold; at least one chunk, all of them declared.
    pub fn chunk_box(&self, first: u64, count: u64) -> Span {
        let (start, last) = (self.edges.place(first).origin, self.edges.place(first + (count - 1)));
        let declared = last.origin - start + last.edge;
        Span { start, declared, data: declared.min(self.extent.saturating_sub(start)) }
    }

    /// A chunk of the axis, with how much of it is inside the array.
    #[inline(always)]
    pub fn clip(&self, Place { chunk, origin, edge }: Place) -> Interval {
        Interval { chunk, origin, edge, data: self.data_of(origin, edge) }
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

/// Neighbouring chunks of one axis, in order.
#[derive(Debug)]
pub struct Intervals<'a> {
    axis: &'a Axis,
    run: usize,
    /// How many chunks of the run are left, the next one among them.
    left: u64,
    next: Place,
}

impl Iterator for Intervals<'_> {
    type Item = Interval;

    #[inline]
    fn next(&mut self) -> Option<Interval> {
        if self.left == 0 {
            self.run += 1;
            if self.run >= self.axis.edges.run_count() {
                return None;
            }
            let (place, run) = self.axis.edges.run(self.run);
            (self.next, self.left) = (place, run.count);
        }
        let interval = self.axis.clip(self.next);
        self.left -= 1;
        if self.left > 0 {
            self.next.chunk += 1;
            self.next.origin += self.next.edge;
        }
        Some(interval)
    }
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
