// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a caller asks for, planned: which chunks, what of each, and where it goes in the result.

mod stretches;

use std::ops::Deref;

use super::axis::Interval;
use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::memory::reserved;
use super::slice::{Projection, Slice};
use stretches::SlicePlan;

/// A selection of a grid, which it holds on to in the way that `G` says (`&Grid`, `Arc<Grid>`, …).
///
/// Its parts are numbered in row-major chunk order, whatever the signs of the steps.
#[derive(Debug)]
pub struct Selection<G> {
    grid: G,
    axes: Vec<SlicePlan>,
}

/// One chunk's share of a whole selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The chunk's row-major number among the declared ones; none from 2^64 - 1 on.
    pub number: Option<u64>,
    /// How many elements are selected; none past 64 bits.
    pub elements: Option<u64>,
    /// How many elements the chunk decodes to; none past 64 bits.
    pub decoded: Option<u64>,
    /// How much of the chunk is selected.
    pub cover: Cover,
}

/// How much of a chunk is selected, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Some of its elements.
    Partial,
    /// Every element inside the array.
    Data,
    /// Every element that it decodes to.
    Declared,
}

impl<G: Deref<Target = Grid>> Selection<G> {
    /// One slice for each axis.
    pub fn from_slices(grid: G, slices: impl Iterator<Item = Slice>) -> Result<Self> {
        let mut axes = reserved(grid.rank())?;
        for (number, (axis, slice)) in grid.axes().iter().zip(slices).enumerate() {
            slice.check(number, axis.extent())?;
            axes.push(SlicePlan::new(axis, slice)?);
        }
        Ok(Selection { grid, axes })
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The shape of the result.
    pub fn shape(&self) -> impl ExactSizeIterator<Item = u64> + Clone + '_ {
        self.axes.iter().map(SlicePlan::elements)
    }

    /// For each axis, how many of its chunks are touched.
    pub fn axis_counts(&self) -> impl ExactSizeIterator<Item = u64> + Clone + '_ {
        self.axes.iter().map(SlicePlan::projections)
    }

    /// The number of parts; none past 64 bits.
    pub fn part_count(&self) -> Option<u64> {
        if self.axis_counts().any(|count| count == 0) {
            return Some(0);
        }
        self.axis_counts().try_fold(1u64, |parts, count| parts.checked_mul(count))
    }

    /// How many parts there are from number `first` on, at most `capacity`.
    pub fn page_length(&self, first: u64, capacity: usize) -> usize {
        let left = self.part_count().unwrap_or(u64::MAX).saturating_sub(first);
        usize::try_from(left).map_or(capacity, |left| left.min(capacity))
    }

    /// Shows `visit` the projections, one for each axis, of at most `capacity` parts from number `first`
    /// on, each with its position in the page; the number of parts shown.
    pub fn page(&self, first: u64, capacity: usize, mut visit: impl FnMut(usize, &[Projection])) -> usize {
        let length = self.page_length(first, capacity);
        if length == 0 {
            return 0;
        }
        let rank = self.axes.len();
        let mut positions = [0; Grid::MAX_RANK];
        let mut rest = first;
        for (position, plan) in positions.iter_mut().zip(&self.axes).rev() {
            *position = rest % plan.projections();
            rest /= plan.projections();
        }
        let mut projections = [NOTHING; Grid::MAX_RANK];
        let mut changed = 0;
        for part in 0..length {
            for axis in changed..rank {
                let plan = &self.axes[axis];
                projections[axis] = plan.projection(&self.grid.axes()[axis], positions[axis]);
            }
            visit(part, &projections[..rank]);
            // An odometer, the last axis fastest.
            for (axis, plan) in self.axes.iter().enumerate().rev() {
                changed = axis;
                positions[axis] += 1;
                if positions[axis] < plan.projections() {
                    break;
                }
                positions[axis] = 0;
            }
        }
        length
    }

    /// Shows `visit` the projections of one part.
    pub fn part<T>(&self, number: u64, visit: impl FnOnce(&[Projection]) -> Result<T>) -> Result<T> {
        let mut visit = Some(visit);
        let mut answer = None;
        self.page(number, 1, |_, projections| answer = visit.take().map(|visit| visit(projections)));
        answer.unwrap_or_else(|| {
            Err(Error::new(Code::Bounds, "there is no part {value}: the selection has {limit}")
                .value(number)
                .limit(self.part_count().unwrap_or(u64::MAX)))
        })
    }

    /// The share of a chunk as a whole.
    #[inline]
    pub fn about(&self, projections: &[Projection]) -> Part {
        let product =
            |size: fn(&Projection) -> u64| projections.iter().try_fold(1u64, |product, p| product.checked_mul(size(p)));
        let cover = if projections.iter().all(Projection::covers_declared) {
            Cover::Declared
        } else if projections.iter().all(Projection::covers_data) {
            Cover::Data
        } else {
            Cover::Partial
        };
        Part {
            number: self.grid.number_of(projections.iter().map(|p| p.interval.chunk)),
            elements: product(|p| p.count),
            decoded: product(|p| p.interval.edge),
            cover,
        }
    }

    /// The number of the part that is a chunk's share; none where the chunk is not touched.
    pub fn find(&self, chunk: &[u64]) -> Result<Option<u64>> {
        for (axis, &chunk) in chunk.iter().enumerate() {
            self.grid.interval(axis, chunk)?;
        }
        let mut number = Some(0u64);
        for ((axis, plan), &chunk) in self.grid.axes().iter().zip(&self.axes).zip(chunk) {
            let Some(position) = plan.find(axis, chunk) else { return Ok(None) };
            number = number
                .and_then(|number| number.checked_mul(plan.projections()))
                .and_then(|number| number.checked_add(position));
        }
        match number {
            Some(number) if number < u64::MAX => Ok(Some(number)),
            _ => Err(Error::new(Code::Range, "the part's number passes {limit}").limit(u64::MAX - 1)),
        }
    }
}

/// Fills the axes that a selection does not have.
const NOTHING: Projection =
    Projection { interval: Interval { chunk: 0, origin: 0, edge: 0, data: 0 }, first: 0, count: 0, step: 1, out: 0 };
