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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_an_axis_and_points_are_one_group() {
        let grid = Grid::from_chunk_shape(&[10, 20], &[5, 5], false).unwrap();
        let slices = [10, 20].map(|count| Slice { start: 0, count, step: 1 });
        let sliced = Selection::from_slices(&grid, slices.into_iter()).unwrap();
        assert_eq!((sliced.shape(), sliced.chunk_counts().collect::<Vec<_>>()), (&[10, 20][..], vec![2, 4]));
        let listed = sliced.with_indices(&grid, 1, &[-1, 0, 0], true).unwrap();
        assert_eq!((listed.shape(), listed.chunk_counts().collect::<Vec<_>>()), (&[10, 3][..], vec![2, 2]));
        assert_eq!((listed.list(0), listed.list(1)), (None, Some((&[0, 0, 4][..], &[1, 2, 0][..]))));
        let layout = PointLayout::rows(2, 3);
        let points = Selection::from_points(&grid, layout, &[0, 0, 9, 19, 0, 1], false).unwrap();
        assert_eq!((points.shape(), points.chunk_counts().collect::<Vec<_>>()), (&[3][..], vec![2, 2]));
        assert_eq!((points.part_count(), points.list(1)), (Some(2), Some((&[0, 1, 4][..], &[0, 2, 1][..]))));
    }

    #[test]
    fn a_message_names_the_entry_the_point_or_the_axis() {
        let grid = Grid::from_chunk_shape(&[10, 20], &[5, 5], false).unwrap();
        let slices = [10, 20].map(|count| Slice { start: 0, count, step: 1 });
        let sliced = Selection::from_slices(&grid, slices.into_iter()).unwrap();
        let said = |made: Result<Selection>| made.unwrap_err().to_string();
        assert_eq!(
            said(sliced.with_indices(&grid, 1, &[0, -21], true)),
            "index -21, entry 1 of the list, is outside: the extent of axis 1 is 20"
        );
        let points = PointLayout::rows(2, 2);
        assert_eq!(
            said(Selection::from_points(&grid, points, &[0, 0, 10, 0], false)),
            "index 10 of point 1 is outside: the extent of axis 0 is 10"
        );
        let made = Selection::from_points(&grid, points, &[0; 4], false).unwrap();
        assert_eq!(said(made.with_indices(&grid, 0, &[0], false)), "a selection of points has no axis to replace");
        let mask = super::super::ByteMask(&[1; 5]);
        assert_eq!(said(sliced.with_mask(&grid, 0, mask)), "a mask of 5 elements, where 10 belong");
        assert_eq!(said(Selection::from_mask(&grid, mask)), "a mask of 5 elements, where 200 belong");
    }
}
