// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a caller asks for, planned: which chunks, what of each, and where it goes in the result.
//!
//! A selection is a product of groups. A group is what is asked of one axis, a slice or a list, or of several neighbouring
//! axes together, a joint list (points are one joint list of all axes). It touches some of the chunks of its axes, in
//! row-major order, and every combination of touched chunks, one of each group, is a part:
//!
//! ```text
//!   groups     rows 0:30 of chunks of 10       points (3, 7), (3, 8), (9, 1) of chunks of 5 x 5
//!   touched    0, 1, 2                         (0, 1), (1, 0)
//!   parts      0 (0, 1)   0 (1, 0)   1 (0, 1)   1 (1, 0)   2 (0, 1)   2 (1, 0)
//! ```
//!
//! So a part's number, read as digits, says which of the touched chunks each group has: any part is found by itself, and
//! nothing of its size is kept. The result has one axis for each group.
//!
//! | file | what it has |
//! |---|---|
//! | `make.rs` | selections from slices, lists, masks and points |
//! | `slices.rs`, `lists.rs`, `masks.rs` | the two kinds of plans, and what lists are made from |
//! | `parts.rs`, `page.rs` | one part; many of them, in the caller's memory |
//! | `shares.rs`, `ranges.rs`, `inner.rs` | parts for workers, chunks as ranges of numbers, the inner chunks of a part |
//! | `loops.rs`, `copy.rs` | where the elements of a part lie, and moving them |

mod copy;
mod inner;
mod lists;
mod loops;
mod make;
mod masks;
mod page;
mod parts;
mod ranges;
mod shares;
mod slices;

use std::ops::Range;

use super::axis::Axis;
use super::grid::Grid;
use super::project::Projection;
use super::radix;
use lists::ListPlan;
use slices::SlicePlan;

pub use copy::OutputBytes;
pub use loops::Segment;
pub use make::{check_mask, check_whole_mask};
pub use masks::{BitMask, ByteMask, Mask};
pub use page::Page;
pub use parts::{Cover, Part};
pub use ranges::ChunkRange;
pub use shares::SplitBy;

/// A planned selection of a grid. It does not hold the grid: its functions are to be given the one that it was planned on.
///
/// Its parts are numbered in row-major chunk order, whatever was asked for in which order.
#[derive(Debug)]
pub struct Selection {
    groups: Vec<Group>,
    /// The shape of the result.
    shape: Vec<u64>,
    /// Why no axis can be given a list, if so.
    fixed: Option<&'static str>,
    /// The projections of the last group, where they are few; else empty.
    table: Vec<Projection>,
}

/// What is asked of neighbouring axes, planned.
#[derive(Debug)]
struct Group {
    axes: Range<usize>,
    plan: Plan,
}

/// The chunks of a plan are those that it touches; their positions count from 0 on in row-major order.
#[derive(Debug)]
enum Plan {
    /// Of one axis.
    Slice(SlicePlan),
    /// Of any number of axes. (Of none where points are asked for in an array of rank 0.)
    List(ListPlan),
}

impl Selection {
    /// The shape of the result: one length for each group, in the order of their axes. The inner selection of a part has the
    /// outer one's.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// For each axis, how many chunks the group that it belongs to touches.
    pub fn chunk_counts(&self) -> impl Iterator<Item = u64> + '_ {
        self.groups.iter().flat_map(|group| std::iter::repeat_n(group.chunks(), group.axes.len()))
    }

    /// The list of an axis: elements counted from their chunks' origins, and positions in the result, one of each an entry;
    /// none where the axis has a slice.
    pub fn list(&self, axis: usize) -> Option<(&[u64], &[u64])> {
        let group = self.groups.iter().find(|group| group.axes.contains(&axis))?;
        match &group.plan {
            Plan::Slice(_) => None,
            Plan::List(list) => Some((list.withins(axis - group.axes.start), list.out())),
        }
    }
}

impl Group {
    fn axes<'g>(&self, grid: &'g Grid) -> &'g [Axis] {
        &grid.axes()[self.axes.clone()]
    }

    /// The axis of a slice.
    #[inline(always)]
    fn axis<'g>(&self, grid: &'g Grid) -> &'g Axis {
        &grid.axes()[self.axes.start]
    }

    /// How many elements are asked for.
    fn elements(&self) -> u64 {
        match &self.plan {
            Plan::Slice(plan) => plan.elements(),
            Plan::List(plan) => plan.elements(),
        }
    }

    /// How many chunks are touched.
    #[inline]
    fn chunks(&self) -> u64 {
        match &self.plan {
            Plan::Slice(plan) => plan.chunks(),
            Plan::List(plan) => plan.chunks(),
        }
    }

    /// Sets the projections of the chunk at a position, one an axis.
    #[inline]
    fn set_projections(&self, grid: &Grid, position: u64, projections: &mut [Projection]) {
        match &self.plan {
            Plan::Slice(plan) => projections[0] = plan.projection(self.axis(grid), position),
            Plan::List(plan) => plan.set_projections(self.axes(grid), position, projections),
        }
    }

    /// Sets the projections of neighbouring chunks from a position on, as many as there is room for.
    fn fill(&self, grid: &Grid, position: u64, projections: &mut [Projection]) {
        match &self.plan {
            Plan::Slice(plan) => plan.fill(self.axis(grid), position, projections),
            Plan::List(plan) => {
                for (of_chunk, position) in projections.chunks_exact_mut(self.axes.len()).zip(position..) {
                    plan.set_projections(self.axes(grid), position, of_chunk);
                }
            }
        }
    }

    /// The position of a chunk, given by its index on all axes of the grid; none where it is not touched.
    fn find(&self, grid: &Grid, chunk: &[u64]) -> Option<u64> {
        match &self.plan {
            Plan::Slice(plan) => plan.find(self.axis(grid), chunk[self.axes.start]),
            Plan::List(plan) => plan.find(&chunk[self.axes.clone()]),
        }
    }

    /// The position of the first chunk that is not before one, given by its index on all axes of the grid.
    fn first_from(&self, grid: &Grid, chunk: &[u64]) -> u64 {
        match &self.plan {
            Plan::Slice(plan) => plan.first_from(self.axis(grid), chunk[self.axes.start]),
            Plan::List(plan) => plan.first_from(&chunk[self.axes.clone()]),
        }
    }

    /// The elements asked for, counted chunk by chunk, that the chunk at a position has.
    fn elements_at(&self, grid: &Grid, position: u64) -> Range<u64> {
        match &self.plan {
            Plan::Slice(plan) => plan.elements_at(self.axis(grid), position),
            Plan::List(plan) => plan.elements_at(position),
        }
    }

    /// The row-major number, among the declared chunks of its axes, of the chunk at a position.
    fn number_at(&self, grid: &Grid, position: u64) -> u128 {
        match &self.plan {
            Plan::Slice(plan) => plan.chunk(self.axis(grid), position).index.into(),
            Plan::List(plan) => self.number(grid, plan.chunk(position)),
        }
    }

    /// How many chunks its axes declare. Where that passes 128 bits it stops there.
    fn size(&self, grid: &Grid) -> u128 {
        let mut lengths = self.axes(grid).iter().map(|axis| u128::from(axis.declared_chunks()));
        let first = lengths.next().unwrap_or(1);
        lengths.fold(first, u128::saturating_mul)
    }

    /// The row-major number of a chunk, given by its index on these axes. Where it passes 128 bits it stops there.
    fn number(&self, grid: &Grid, chunk: &[u64]) -> u128 {
        let digits = self.axes(grid).iter().zip(chunk);
        radix::wide_number(digits.map(|(axis, &chunk)| (axis.declared_chunks().into(), chunk.into())))
    }
}
