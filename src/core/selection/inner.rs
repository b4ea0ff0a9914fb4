// SPDX-License-Identifier: MIT OR Apache-2.0
//! The inner chunks of a shard: a part planned again, on the grid inside its chunk.

use super::lists::ListPlan;
use super::make::table_of;
use super::slices::SlicePlan;
use super::{Group, Plan, Selection};
use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name, on_each_axis};
use crate::core::lookup::{EdgesBuilder, Run};
use crate::core::memory::{copied, filled, reserved};
use crate::core::project::Projection;
use crate::core::slice::Slice;

impl Selection {
    /// The grid of a part's inner chunks, and the selection on it of what the part selects. Positions in the result stay
    /// those of this selection's result.
    pub fn inner(&self, grid: &Grid, part: u64, inner_shape: &[u64]) -> Result<(Grid, Selection)> {
        on_each_axis!(projections, grid.rank(), Projection::NOTHING);
        self.set_projections(grid, part, projections)?;
        let inner_grid = inner_grid(projections, inner_shape)?;
        let mut groups = reserved(self.groups.len())?;
        for group in &self.groups {
            let projections = &projections[group.axes.clone()];
            let plan = match &group.plan {
                Plan::Slice(_) => {
                    let Projection { first, count, step, out, .. } = projections[0];
                    Plan::Slice(SlicePlan::new(group.axis(&inner_grid), Slice { start: first, count, step }, out)?)
                }
                Plan::List(list) => Plan::List(inner_list(list, group.axes(&inner_grid), projections)?),
            };
            groups.push(Group { axes: group.axes.clone(), plan });
        }
        let table = table_of(&inner_grid, &groups)?;
        let fixed = Some("the inner selection of a part cannot be changed");
        Ok((inner_grid, Selection { groups, shape: copied(&self.shape)?, fixed, table }))
    }
}

/// The grid inside a chunk: it starts at the chunk's origin, declares all of the chunk, and its extent ends where the array
/// does.
fn inner_grid(projections: &[Projection], inner_shape: &[u64]) -> Result<Grid> {
    let mut axes = reserved(inner_shape.len())?;
    for (axis, (projection, &edge)) in projections.iter().zip(inner_shape).enumerate() {
        let interval = projection.interval;
        if edge == 0 || interval.edge % edge != 0 {
            let what = "an inner chunk of {value} does not divide the chunk of {limit} on axis {axis}";
            return Err(Error::new(Code::NotAligned, what).axis(axis).value(edge).limit(interval.edge));
        }
        let mut edges = EdgesBuilder::default();
        edges.push(Run { edge, count: interval.edge / edge })?;
        axes.push(Axis::from_list(interval.data, edges)?);
    }
    Ok(Grid::from_axes(Name::Rectilinear, axes))
}

/// The entries that a list has in a chunk, as a list of their own.
fn inner_list(list: &ListPlan, inner_axes: &[Axis], projections: &[Projection]) -> Result<ListPlan> {
    let (entries, rank) = (list.entries(projections), inner_axes.len());
    let mut points = filled(entries.len() * rank, 0)?;
    for axis in 0..rank {
        for (point, &within) in list.withins(axis)[entries.clone()].iter().enumerate() {
            points[point * rank + axis] = within;
        }
    }
    Ok(ListPlan::new(inner_axes, &points, entries.len())?.sent_to(&list.out()[entries]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_grid_ends_where_the_array_does() {
        let grid = Grid::from_chunk_shape(&[10], &[8], false).unwrap();
        let all = [Slice { start: 1, count: 3, step: 4 }];
        let outer = Selection::from_slices(&grid, all.into_iter()).unwrap();
        // Elements 1 and 5 are in the first shard, and 9 in the second, of which 2 of 8 elements are inside.
        let (inner_grid, inner) = outer.inner(&grid, 1, &[2]).unwrap();
        let axis = &inner_grid.axes()[0];
        assert_eq!((axis.extent(), axis.declared_chunks(), axis.data_chunks()), (2, 4, 1));
        let mut projections = [Projection::NOTHING];
        inner.set_projections(&inner_grid, 0, &mut projections).unwrap();
        assert_eq!((projections[0].first, projections[0].out, inner.shape()), (1, 2, &[3][..]));
        assert!(inner.with_indices(&inner_grid, 0, &[0], false).is_err());
        let odd = outer.inner(&grid, 1, &[3]).unwrap_err();
        assert_eq!((odd.code, odd.axis, odd.value, odd.limit), (Code::NotAligned, Some(0), Some(3), Some(8)));
    }
}
