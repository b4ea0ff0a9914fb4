// SPDX-License-Identifier: MIT OR Apache-2.0
//! A chunk grid: one [`Axis`] for each axis of the array.

use super::axis::{Axis, Interval, Span};
use super::edges::{EdgesBuilder, Run};
use super::error::{Code, Error, Result};
use super::memory::reserved;

/// The name of a chunk grid in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// `rectilinear`
    Rectilinear,
    /// `regular`
    Regular,
}

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

    /// The name it was read under.
    pub fn name(&self) -> Name {
        self.name
    }

    /// The number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// The axes in order.
    #[inline]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// One axis.
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
        let of = self.axis(axis)?;
        of.interval_with(index).ok_or_else(|| index_outside(axis, index, of.extent()))
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
        let mut number = 0u64;
        for (axis, chunk) in self.axes.iter().zip(chunk) {
            number = number.checked_mul(axis.declared_chunks())?.checked_add(chunk)?;
        }
        (number < u64::MAX).then_some(number)
    }

    /// The number of declared chunks; none past 64 bits.
    pub fn declared_total(&self) -> Option<u64> {
        if self.axes.iter().any(|axis| axis.declared_chunks() == 0) {
            return Some(0);
        }
        self.axes.iter().try_fold(1u64, |total, axis| total.checked_mul(axis.declared_chunks()))
    }

    /// Sets `chunk` to the index of the chunk with a row-major number.
    pub fn chunk_at_number(&self, number: u64, mut set: impl FnMut(usize, u64)) -> Result<()> {
        // The last number of 64 bits is none: see `number_of`.
        let end = self.declared_total().unwrap_or(u64::MAX);
        if number >= end {
            return Err(Error::new(Code::Bounds, "chunk number {value} of {limit} declared chunks")
                .value(number)
                .limit(end));
        }
        let mut rest = number;
        for (axis, of) in self.axes.iter().enumerate().rev() {
            set(axis, rest % of.declared_chunks());
            rest /= of.declared_chunks();
        }
        Ok(())
    }

    /// The data chunks that a box of elements touches: shows `set` each axis, with the first chunk and how
    /// many there are. For a box without elements both are 0.
    pub fn chunk_range(&self, start: &[u64], shape: &[u64], mut set: impl FnMut(usize, (u64, u64))) -> Result<()> {
        for (axis, ((of, &start), &count)) in self.axes.iter().zip(start).zip(shape).enumerate() {
            let what = "a box reaches element {value}: the extent of axis {axis} is {limit}";
            check_stretch(axis, start, count, of.extent(), what)?;
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
            check_stretch(axis, first, count, of.declared_chunks(), what)?;
        }
        for (axis, ((of, &first), &count)) in self.axes.iter().zip(first).zip(count).enumerate() {
            set(axis, if count == 0 { Span::default() } else { of.chunk_box(first, count) });
        }
        Ok(())
    }
}

/// Refuses ranks past [`Grid::MAX_RANK`].
pub fn check_rank(rank: usize) -> Result<()> {
    if rank > Grid::MAX_RANK {
        return Err(Error::new(Code::Limit, "{value} axes, more than {limit}")
            .value(rank as u64)
            .limit(Grid::MAX_RANK as u64));
    }
    Ok(())
}

fn check_stretch(axis: usize, first: u64, count: u64, limit: u64, what: &'static str) -> Result<()> {
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
