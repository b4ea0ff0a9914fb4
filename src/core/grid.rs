// SPDX-License-Identifier: MIT OR Apache-2.0
//! A chunk grid: one [`Axis`] for each axis of the array.

use super::axis::{Axis, Interval, Span};
use super::error::{Code, Error, Result};
use super::lookup::{Answers, EdgesBuilder, Run};
use super::memory::reserved;
use super::radix;

/// The name of a chunk grid in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Rectilinear,
    Regular,
}

/// Makes `$name` a slice on the stack, of an entry for each of `$count` axes, all `$value`. Most grids have few axes, and
/// preparing room for more takes longer than what is done with it.
macro_rules! on_each_axis {
    ($name:ident, $count:expr, $value:expr) => {
        let (mut few, mut many);
        let $name: &mut [_] = if $count <= Grid::FEW_AXES {
            few = [$value; Grid::FEW_AXES];
            &mut few[..$count]
        } else {
            many = [$value; Grid::MAX_RANK];
            &mut many[..$count]
        };
    };
}
pub(crate) use on_each_axis;

/// A chunk grid over an array. Immutable.
#[derive(Debug)]
pub struct Grid {
    name: Name,
    axes: Vec<Axis>,
}

impl Grid {
    /// The largest rank; numpy's.
    /// cbindgen:ignore
    pub const MAX_RANK: usize = 64;

    /// As many axes as nearly all grids have at most.
    /// cbindgen:ignore
    pub const FEW_AXES: usize = 8;

    /// A grid of at most [`Grid::MAX_RANK`] axes.
    pub fn from_axes(name: Name, axes: Vec<Axis>) -> Self {
        debug_assert!(axes.len() <= Self::MAX_RANK);
        Grid { name, axes }
    }

    /// A rectilinear grid of lists: for each axis its number of runs, of all the runs in order.
    pub fn from_runs(shape: &[u64], counts: &[usize], mut runs: impl Iterator<Item = Run>) -> Result<Self> {
        let mut axes = reserved(shape.len())?;
        for (axis, (&extent, &count)) in shape.iter().zip(counts).enumerate() {
            let mut list = || -> Result<Axis> {
                let mut edges = EdgesBuilder::default();
                for (element, run) in runs.by_ref().take(count).enumerate() {
                    run.check().and_then(|()| edges.push(run)).map_err(|problem| problem.entry(element as u64))?;
                }
                if count == 0 {
                    return Err(Error::new(Code::Value, "axis {axis} has no edge; a list has at least one"));
                }
                Axis::from_list(extent, edges)
            };
            axes.push(list().map_err(|problem| problem.axis(axis))?);
        }
        Ok(Grid::from_axes(Name::Rectilinear, axes))
    }

    /// A regular grid; or, with `exact_tail`, a rectilinear one of lists whose last chunk ends where the array does.
    pub fn from_chunk_shape(shape: &[u64], chunk_shape: &[u64], exact_tail: bool) -> Result<Self> {
        let mut axes = reserved(shape.len())?;
        for (axis, (&extent, &edge)) in shape.iter().zip(chunk_shape).enumerate() {
            let made = Run { edge, count: 1 }.check().and_then(|()| {
                if !exact_tail {
                    return Axis::from_integer(extent, edge);
                }
                let mut edges = EdgesBuilder::default();
                let (whole, tail) = (extent / edge, extent % edge);
                for run in [Run { edge, count: whole }, Run { edge: tail, count: 1 }] {
                    if run.check().is_ok() {
                        edges.push(run)?;
                    }
                }
                if extent == 0 {
                    // A list is never empty.
                    edges.push(Run { edge, count: 1 })?;
                }
                Axis::from_list(extent, edges)
            });
            axes.push(made.map_err(|problem| problem.axis(axis))?);
        }
        Ok(Grid::from_axes(if exact_tail { Name::Rectilinear } else { Name::Regular }, axes))
    }

    pub fn name(&self) -> Name {
        self.name
    }

    #[inline]
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    #[inline]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    pub fn axis(&self, axis: usize) -> Result<&Axis> {
        self.axes.get(axis).ok_or_else(|| {
            Error::new(Code::Bounds, "axis {value} of a grid of rank {limit}")
                .value(axis as u64)
                .limit(self.rank() as u64)
        })
    }

    /// The chunk on one axis that holds `index`.
    #[inline]
    pub fn interval_with(&self, axis: usize, index: u64) -> Result<Interval> {
        let found = self.axis(axis)?.interval_with(index);
        found.ok_or_else(|| index_outside(axis, index, self.axes[axis].extent()))
    }

    /// The chunk of one element, and the element counted from the chunk's origin. Nothing is written on failure.
    #[inline]
    pub fn locate(&self, index: &[u64], mut chunk: Answers, mut within: Answers) -> Result<()> {
        // In a grid of one axis the search is short enough for the loops below to be felt.
        if let ([axis], [index]) = (self.axes(), index) {
            if *index >= axis.extent() {
                return Err(index_outside(0, *index, axis.extent()));
            }
            locate_on(axis, 0, *index, &mut chunk, &mut within);
            return Ok(());
        }
        let outside = self.axes.iter().zip(index).position(|(axis, &index)| index >= axis.extent());
        if let Some(axis) = outside {
            return Err(index_outside(axis, index[axis], self.axes[axis].extent()));
        }
        for (a, (axis, &index)) in self.axes.iter().zip(index).enumerate() {
            locate_on(axis, a, index, &mut chunk, &mut within);
        }
        Ok(())
    }

    /// What one chunk is. Nothing is written on failure.
    pub fn chunk(&self, chunk: &[u64], mut origin: Answers, mut declared: Answers, mut data: Answers) -> Result<()> {
        self.check_chunk(chunk)?;
        for (a, (axis, &chunk)) in self.axes.iter().zip(chunk).enumerate() {
            let interval = axis.clip(axis.edges().chunk(chunk));
            write(&mut origin, a, interval.origin);
            write(&mut declared, a, interval.edge);
            write(&mut data, a, interval.data);
        }
        Ok(())
    }

    /// Refuses a chunk that is not declared.
    pub fn check_chunk(&self, chunk: &[u64]) -> Result<()> {
        for (a, (axis, &chunk)) in self.axes.iter().zip(chunk).enumerate() {
            if chunk >= axis.declared_chunks() {
                return Err(chunk_outside(a, chunk, axis.declared_chunks()));
            }
        }
        Ok(())
    }

    /// The row-major number of a chunk among the declared ones.
    pub fn chunk_number(&self, chunk: &[u64]) -> Result<u64> {
        self.check_chunk(chunk)?;
        self.number_of(chunk.iter().copied())
            .ok_or_else(|| Error::new(Code::Range, "the chunk's number passes {limit}").limit(u64::MAX - 1))
    }

    /// The row-major number of a declared chunk; none from 2^64 - 1 on.
    #[inline]
    pub fn number_of(&self, chunk: impl Iterator<Item = u64>) -> Option<u64> {
        let digits = self.axes.iter().map(Axis::declared_chunks).zip(chunk);
        radix::number(digits).filter(|&number| number < u64::MAX)
    }

    /// The number of declared chunks; none past 64 bits.
    pub fn declared_total(&self) -> Option<u64> {
        radix::product(self.axes.iter().map(Axis::declared_chunks))
    }

    /// Sets `chunk` to the index of the chunk with a row-major number.
    pub fn chunk_at_number(&self, number: u64, mut set: impl FnMut(usize, u64)) -> Result<()> {
        // The last number of 64 bits is none: see `number_of`.
        let end = self.declared_total().unwrap_or(u64::MAX);
        match self.index_at_number(number).filter(|_| number < end) {
            Some(index) => index[..self.rank()].iter().enumerate().for_each(|(axis, &chunk)| set(axis, chunk)),
            None => {
                let what = "chunk number {value} of {limit} declared chunks";
                return Err(Error::new(Code::Bounds, what).value(number).limit(end));
            }
        }
        Ok(())
    }

    /// The index of the chunk with a row-major number, one entry an axis; none where fewer chunks are declared.
    pub fn index_at_number(&self, number: u64) -> Option<[u64; Grid::MAX_RANK]> {
        if self.declared_total().is_some_and(|total| number >= total) {
            return None;
        }
        let mut index = [0; Grid::MAX_RANK];
        radix::set_index(&mut index[..self.rank()], self.axes.iter().map(Axis::declared_chunks), number);
        Some(index)
    }

    /// The data chunks that a box of elements touches: shows `set` each axis, with the first chunk and how
    /// many there are. For a box without elements both are 0.
    pub fn chunk_range(&self, start: &[u64], shape: &[u64], mut set: impl FnMut(usize, (u64, u64))) -> Result<()> {
        for (axis, ((of, &start), &count)) in self.axes.iter().zip(start).zip(shape).enumerate() {
            let what = "a box reaches element {value}: the extent of axis {axis} is {limit}";
            check_box(axis, start, count, of.extent(), what)?;
        }
        let empty = shape.contains(&0);
        for (axis, ((of, &start), &count)) in self.axes.iter().zip(start).zip(shape).enumerate() {
            set(axis, if empty { (0, 0) } else { of.chunk_range(start, count) });
        }
        Ok(())
    }

    /// What a box of chunks holds: shows `set` each axis. For no chunks on an axis all of it is 0.
    pub fn chunk_box(&self, first: &[u64], count: &[u64], mut set: impl FnMut(usize, Span)) -> Result<()> {
        for (axis, ((of, &first), &count)) in self.axes.iter().zip(first).zip(count).enumerate() {
            let what = "a box reaches chunk {value}: axis {axis} declares {limit}";
            check_box(axis, first, count, of.declared_chunks(), what)?;
        }
        for (axis, ((of, &first), &count)) in self.axes.iter().zip(first).zip(count).enumerate() {
            set(axis, if count == 0 { Span::default() } else { of.chunk_box(first, count) });
        }
        Ok(())
    }
}

#[inline(always)]
fn locate_on(axis: &Axis, a: usize, index: u64, chunk: &mut Answers, within: &mut Answers) {
    let (found, ahead) = axis.edges().locate(index);
    write(chunk, a, found);
    write(within, a, ahead);
}

/// Writes an answer, if it is wanted.
#[inline(always)]
pub(super) fn write(answers: &mut Answers, entry: usize, value: u64) {
    if let Some(answers) = answers {
        answers[entry].write(value);
    }
}

/// Refuses ranks past [`Grid::MAX_RANK`].
pub fn check_max_rank(rank: usize) -> Result<()> {
    if rank > Grid::MAX_RANK {
        return Err(Error::new(Code::Limit, "{value} axes, more than {limit}")
            .value(rank as u64)
            .limit(Grid::MAX_RANK as u64));
    }
    Ok(())
}

/// Refuses a box whose `count` elements or chunks of one axis, from `first` on, reach past `limit`.
fn check_box(axis: usize, first: u64, count: u64, limit: u64, what: &'static str) -> Result<()> {
    // None of something may start anywhere, as with a slice.
    if count > 0 && (first >= limit || count > limit - first) {
        let reached = first.saturating_add(count - 1);
        return Err(Error::new(Code::Bounds, what).axis(axis).value(reached).limit(limit));
    }
    Ok(())
}

/// An index at or past the extent.
#[cold]
pub fn index_outside(axis: usize, index: u64, extent: u64) -> Error {
    Error::new(Code::Bounds, "index {value} is outside: the extent of axis {axis} is {limit}")
        .axis(axis)
        .value(index)
        .limit(extent)
}

/// A chunk at or past the declared ones.
#[cold]
pub fn chunk_outside(axis: usize, chunk: u64, declared: u64) -> Error {
    Error::new(Code::Bounds, "there is no chunk {value}: axis {axis} declares {limit}")
        .axis(axis)
        .value(chunk)
        .limit(declared)
}
