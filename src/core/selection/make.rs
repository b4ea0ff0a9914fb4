// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making selections: from slices, with lists and masks in place of some, from points.

use std::ops::Deref;

use super::listed::{Entry, ListPlan, Mask, element_of};
use super::page::table_of;
use super::points::PointPlan;
use super::stretches::SlicePlan;
use super::{AxisPlan, Kind, Selection};
use crate::core::axis::Axis;
use crate::core::batch::PointLayout;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::reserved;
use crate::core::slice::Slice;

impl<G: Deref<Target = Grid>> Selection<G> {
    /// One slice for each axis.
    pub fn from_slices(grid: G, slices: impl Iterator<Item = Slice>) -> Result<Self> {
        let mut plans = reserved(grid.rank())?;
        for (number, (axis, slice)) in grid.axes().iter().zip(slices).enumerate() {
            slice.check(number, axis.extent())?;
            plans.push(AxisPlan::Slice(SlicePlan::new(axis, slice, 0)?));
        }
        Selection::from_plans(grid, plans)
    }

    fn from_plans(grid: G, plans: Vec<AxisPlan>) -> Result<Self> {
        let mut shape = reserved(plans.len())?;
        shape.extend(plans.iter().map(AxisPlan::elements));
        let table = table_of(&plans, grid.axes())?;
        Ok(Selection { grid, kind: Kind::Axes(plans), shape, inner: false, table })
    }

    /// The same selection with a list of indices for one axis, in array coordinates, in place of what it had;
    /// `wrap` counts negative ones from the end. `grid` is the same grid.
    pub fn with_indices(&self, grid: G, axis: usize, indices: &[i64], wrap: bool) -> Result<Self> {
        let of = grid.axis(axis)?;
        let mut entries = reserved(indices.len())?;
        for (out, &index) in indices.iter().enumerate() {
            let element = element_of(index, wrap, axis, of.extent()).map_err(|problem| {
                let what = "index {quote}, entry {entry} of the list, is outside: the extent of axis {axis} is {limit}";
                problem.entry(out as u64).saying(what)
            })?;
            entries.push(Entry::new(of, element, out as u64));
        }
        let plan = ListPlan::new(of, entries)?;
        self.with_list(grid, axis, plan)
    }

    /// Refuses a mask for one axis that is not as long as its extent.
    pub fn check_mask(&self, axis: usize, length: u64) -> Result<()> {
        let extent = self.grid.axis(axis)?.extent();
        check_mask_length(length, Some(extent)).map_err(|problem| problem.axis(axis))
    }

    /// The same selection with a mask for one axis, as long as its extent, in place of what it had. `grid` is the
    /// same grid.
    pub fn with_mask(&self, grid: G, axis: usize, mask: impl Mask) -> Result<Self> {
        self.check_mask(axis, mask.length())?;
        let of = grid.axis(axis)?;
        let count = mask.count().map_err(|problem| problem.axis(axis))?;
        let mut entries = reserved(count as usize)?;
        for (out, element) in mask.elements().enumerate() {
            entries.push(Entry::new(of, element, out as u64));
        }
        let plan = ListPlan::new(of, entries)?;
        self.with_list(grid, axis, plan)
    }

    fn with_list(&self, grid: G, axis: usize, list: ListPlan) -> Result<Self> {
        let Kind::Axes(plans) = &self.kind else {
            return Err(Error::new(Code::Argument, "a selection of points has no axis to replace"));
        };
        if self.inner {
            return Err(Error::new(Code::Argument, "the inner selection of a part cannot be changed"));
        }
        let mut replaced = reserved(plans.len())?;
        let mut list = Some(list);
        for (number, plan) in plans.iter().enumerate() {
            let list = if number == axis { list.take() } else { None };
            replaced.push(match (list, plan) {
                (Some(list), _) => AxisPlan::List(list),
                (None, AxisPlan::Slice(plan)) => AxisPlan::Slice(plan.try_clone()?),
                (None, AxisPlan::List(plan)) => AxisPlan::List(plan.try_clone()?),
            });
        }
        Selection::from_plans(grid, replaced)
    }

    /// Points, in any order and with repeats: the result has one axis, of as many elements. `wrap` counts negative
    /// coordinates from the end.
    pub fn from_points(grid: G, layout: PointLayout, points: &[i64], wrap: bool) -> Result<Self> {
        // First, so that no number of points without coordinates takes long.
        let out = positions(layout.count())?;
        let mut elements = reserved(entries_of(layout.count(), grid.rank())?)?;
        for point in 0..layout.count() {
            for (axis, of) in grid.axes().iter().enumerate() {
                let index = points[layout.entry(point, axis)];
                let element = element_of(index, wrap, axis, of.extent()).map_err(|problem| {
                    let what = "index {quote} of point {entry} is outside: the extent of axis {axis} is {limit}";
                    problem.entry(point as u64).saying(what)
                })?;
                elements.push(element);
            }
        }
        Selection::from_elements(grid, &elements, out)
    }

    /// The points where a mask over the whole array is 1, in C order.
    pub fn from_mask(grid: G, mask: impl Mask) -> Result<Self> {
        check_whole_mask(&grid, mask.length())?;
        let count = mask.count()? as usize;
        let rank = grid.rank();
        let mut elements = reserved(entries_of(count, rank)?)?;
        for mut position in mask.elements() {
            let mut index = [0; Grid::MAX_RANK];
            for (place, axis) in index.iter_mut().zip(grid.axes()).rev() {
                *place = position % axis.extent();
                position /= axis.extent();
            }
            elements.extend_from_slice(&index[..rank]);
        }
        Selection::from_elements(grid, &elements, positions(count)?)
    }

    fn from_elements(grid: G, elements: &[u64], out: Vec<u64>) -> Result<Self> {
        let mut shape = reserved(1)?;
        shape.push(out.len() as u64);
        let plan = PointPlan::new(&grid, elements, &out)?;
        Ok(Selection { grid, kind: Kind::Points(plan), shape, inner: false, table: Vec::new() })
    }
}

/// The positions of a result of `count` elements.
fn positions(count: usize) -> Result<Vec<u64>> {
    let mut positions = reserved(count)?;
    positions.extend(0..count as u64);
    Ok(positions)
}

/// Refuses a mask over the whole array that is not as long as it has elements.
pub fn check_whole_mask(grid: &Grid, length: u64) -> Result<()> {
    let extents = || grid.axes().iter().map(Axis::extent);
    let total = match extents().any(|extent| extent == 0) {
        true => Some(0),
        false => extents().try_fold(1u64, |total, extent| total.checked_mul(extent)),
    };
    check_mask_length(length, total)
}

/// `count` times `rank`, where memory could hold that.
fn entries_of(count: usize, rank: usize) -> Result<usize> {
    count.checked_mul(rank).ok_or_else(Error::memory)
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
