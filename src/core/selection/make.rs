// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making selections: from slices, with lists and masks in place of some, from points.

use super::lists::{ListPlan, element_of};
use super::masks::Mask;
use super::slices::SlicePlan;
use super::{Group, Plan, Selection};
use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::layout::PointLayout;
use crate::core::memory::{filled, reserved};
use crate::core::project::Projection;
use crate::core::radix;
use crate::core::slice::Slice;

/// Projections of the last group that a selection holds at most: some 80 KiB.
const TABLE: u64 = 1024;

impl Selection {
    /// One slice for each axis.
    pub fn from_slices(grid: &Grid, slices: impl Iterator<Item = Slice>) -> Result<Self> {
        let mut groups = reserved(grid.rank())?;
        for (number, (axis, slice)) in grid.axes().iter().zip(slices).enumerate() {
            slice.check(number, axis.extent())?;
            let plan = Plan::Slice(SlicePlan::new(axis, slice, 0)?);
            groups.push(Group { axes: number..number + 1, plan });
        }
        Selection::from_groups(grid, groups)
    }

    /// The same selection with a list of indices for one axis, in array coordinates, in place of what it had; `wrap` counts
    /// negative ones from the end.
    pub fn with_indices(&self, grid: &Grid, axis: usize, indices: &[i64], wrap: bool) -> Result<Self> {
        let extent = grid.axis(axis)?.extent();
        let mut elements = reserved(indices.len())?;
        for (entry, &index) in indices.iter().enumerate() {
            elements.push(element_of(index, wrap, axis, extent).map_err(|problem| {
                let what = "index {quote}, entry {entry} of the list, is outside: the extent of axis {axis} is {limit}";
                problem.entry(entry as u64).saying(what)
            })?);
        }
        self.with_list(grid, axis, &elements)
    }

    /// The same selection with a mask for one axis, as long as its extent, in place of what it had.
    pub fn with_mask(&self, grid: &Grid, axis: usize, mask: impl Mask) -> Result<Self> {
        check_mask(grid, axis, mask.length())?;
        let mut elements = reserved(mask.count().map_err(|problem| problem.axis(axis))?)?;
        elements.extend(mask.elements());
        self.with_list(grid, axis, &elements)
    }

    fn with_list(&self, grid: &Grid, axis: usize, elements: &[u64]) -> Result<Self> {
        if let Some(what) = self.fixed {
            return Err(Error::new(Code::Argument, what));
        }
        let mut groups = reserved(self.groups.len())?;
        for group in &self.groups {
            let plan = match &group.plan {
                _ if group.axes.contains(&axis) => {
                    Plan::List(ListPlan::new(group.axes(grid), elements, elements.len())?)
                }
                Plan::Slice(plan) => Plan::Slice(plan.try_clone()?),
                Plan::List(plan) => Plan::List(plan.try_clone()?),
            };
            groups.push(Group { axes: group.axes.clone(), plan });
        }
        Selection::from_groups(grid, groups)
    }

    /// Points, in any order and with repeats: the result has one axis, of as many elements. `wrap` counts negative
    /// coordinates from the end.
    pub fn from_points(grid: &Grid, layout: PointLayout, points: &[i64], wrap: bool) -> Result<Self> {
        let mut elements = reserved(entries_of(layout.count(), grid.rank())?)?;
        // Points in an array of rank 0 have no coordinates to go through, however many they are.
        for point in 0..if grid.rank() > 0 { layout.count() } else { 0 } {
            for (number, axis) in grid.axes().iter().enumerate() {
                let index = points[layout.entry(point, number)];
                elements.push(element_of(index, wrap, number, axis.extent()).map_err(|problem| {
                    let what = "index {quote} of point {entry} is outside: the extent of axis {axis} is {limit}";
                    problem.entry(point as u64).saying(what)
                })?);
            }
        }
        Selection::from_elements(grid, &elements, layout.count())
    }

    /// The points where a mask over the whole array is 1, in C order.
    pub fn from_mask(grid: &Grid, mask: impl Mask) -> Result<Self> {
        check_whole_mask(grid, mask.length())?;
        let (count, rank) = (mask.count()?, grid.rank());
        let mut elements = filled(entries_of(count, rank)?, 0)?;
        for (point, position) in mask.elements().enumerate() {
            radix::set_index(&mut elements[point * rank..][..rank], grid.axes().iter().map(Axis::extent), position);
        }
        Selection::from_elements(grid, &elements, count)
    }

    /// Points that are inside the array.
    fn from_elements(grid: &Grid, elements: &[u64], count: usize) -> Result<Self> {
        let mut groups = reserved(1)?;
        let plan = Plan::List(ListPlan::new(grid.axes(), elements, count)?);
        groups.push(Group { axes: 0..grid.rank(), plan });
        let fixed = Some("a selection of points has no axis to replace");
        Ok(Selection { fixed, ..Selection::from_groups(grid, groups)? })
    }

    fn from_groups(grid: &Grid, groups: Vec<Group>) -> Result<Self> {
        let mut shape = reserved(groups.len())?;
        shape.extend(groups.iter().map(Group::elements));
        let table = table_of(grid, &groups)?;
        Ok(Selection { groups, shape, fixed: None, table })
    }
}

/// The projections of the last group, where they are few: pages repeat them for each row. They are made with the selection,
/// since pages reserve no memory.
pub(super) fn table_of(grid: &Grid, groups: &[Group]) -> Result<Vec<Projection>> {
    match groups {
        [_, .., last] if last.chunks() * last.axes.len() as u64 <= TABLE => {
            let mut table = filled(last.chunks() as usize * last.axes.len(), Projection::NOTHING)?;
            last.fill(grid, 0, &mut table);
            Ok(table)
        }
        _ => Ok(Vec::new()),
    }
}

/// `count` times `rank`, where memory could hold that.
fn entries_of(count: usize, rank: usize) -> Result<usize> {
    count.checked_mul(rank).ok_or_else(Error::memory)
}

/// Refuses a mask for one axis that is not as long as its extent.
pub fn check_mask(grid: &Grid, axis: usize, length: u64) -> Result<()> {
    check_mask_length(length, Some(grid.axis(axis)?.extent())).map_err(|problem| problem.axis(axis))
}

/// Refuses a mask over the whole array that is not as long as it has elements.
pub fn check_whole_mask(grid: &Grid, length: u64) -> Result<()> {
    check_mask_length(length, radix::product(grid.axes().iter().map(Axis::extent)))
}

fn check_mask_length(length: u64, wanted: Option<u64>) -> Result<()> {
    if Some(length) == wanted {
        return Ok(());
    }
    let problem = match wanted {
        Some(wanted) => Error::new(Code::Argument, "a mask of {value} elements, where {limit} belong").limit(wanted),
        None => Error::new(Code::Argument, "a mask of {value} elements, where more than 64 bits can count belong"),
    };
    Err(problem.value(length))
}
