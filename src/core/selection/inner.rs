// SPDX-License-Identifier: MIT OR Apache-2.0
//! The inner chunks of a shard: a part planned again, on the grid inside its chunk.

use std::ops::Deref;

use super::listed::{Entry, ListPlan};
use super::page::table_of;
use super::points::PointPlan;
use super::stretches::SlicePlan;
use super::{AxisPlan, Kind, Selection, Share};
use crate::core::axis::Axis;
use crate::core::edges::{EdgesBuilder, Run};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};
use crate::core::memory::{copied, push, reserved};
use crate::core::slice::{Order, Slice};

/// The grid inside a chunk: it starts at the chunk's origin, declares all of the chunk, and its extent ends where
/// the array does.
fn inner_grid(share: Share, inner_shape: &[u64]) -> Result<Grid> {
    let mut axes = reserved(inner_shape.len())?;
    for (axis, (projection, &edge)) in share.projections.iter().zip(inner_shape).enumerate() {
        let interval = projection.interval;
        if edge == 0 || interval.edge % edge != 0 {
            let what = "an inner chunk of {value} does not divide the chunk of {limit} on axis {axis}";
            let problem = Error::new(Code::NotAligned, what);
            return Err(problem.axis(axis).value(edge).limit(interval.edge));
        }
        let mut edges = EdgesBuilder::default();
        edges.push(Run { edge, count: interval.edge / edge })?;
        axes.push(Axis::from_list(interval.data, edges)?);
    }
    Ok(Grid::from_axes(Name::Rectilinear, axes))
}

impl<G: Deref<Target = Grid>> Selection<G> {
    /// The inner selection of a part: what it selects, by the inner chunks of its chunk. Positions in the result
    /// stay those of the outer result. `hold` makes a holder of the inner grid.
    pub fn from_part<H: Deref<Target = Grid>>(
        outer: &Selection<H>,
        part: u64,
        inner_shape: &[u64],
        hold: impl FnOnce(Grid) -> Result<G>,
    ) -> Result<Self> {
        outer.part(part, |share| {
            let grid = hold(inner_grid(share, inner_shape)?)?;
            let kind = match &outer.kind {
                Kind::Axes(_) => Kind::Axes(inner_plans(outer, share, &grid)?),
                Kind::Points(_) => Kind::Points(inner_points(outer, share, &grid)?),
            };
            let shape = copied(&outer.shape)?;
            let table = match &kind {
                Kind::Axes(plans) => table_of(plans, grid.axes())?,
                Kind::Points(_) => Vec::new(),
            };
            Ok(Selection { grid, kind, shape, inner: true, table })
        })
    }
}

fn inner_plans<H: Deref<Target = Grid>>(outer: &Selection<H>, share: Share, grid: &Grid) -> Result<Vec<AxisPlan>> {
    let mut plans = reserved(grid.rank())?;
    for (number, (axis, projection)) in grid.axes().iter().zip(share.projections).enumerate() {
        plans.push(match projection.order() {
            Order::Step(step) => {
                let slice = Slice { start: projection.first, count: projection.count, step };
                AxisPlan::Slice(SlicePlan::new(axis, slice, projection.out)?)
            }
            Order::List(first) => {
                let range = first as usize..(first + projection.count) as usize;
                let (withins, out) = outer.list(number).unwrap_or_default();
                let mut entries = reserved(range.len())?;
                for (&element, &out) in withins[range.clone()].iter().zip(&out[range]) {
                    entries.push(Entry::new(axis, element, out));
                }
                AxisPlan::List(ListPlan::new(axis, entries)?)
            }
        });
    }
    Ok(plans)
}

fn inner_points<H: Deref<Target = Grid>>(outer: &Selection<H>, share: Share, grid: &Grid) -> Result<PointPlan> {
    let (entries, out) = outer.points_of(share.part).unwrap_or_default();
    let mut elements = Vec::new();
    for entry in entries.clone() {
        for axis in 0..grid.rank() {
            let (withins, _) = outer.list(axis).unwrap_or_default();
            push(&mut elements, withins[entry])?;
        }
    }
    PointPlan::new(grid, &elements, &out[entries])
}
