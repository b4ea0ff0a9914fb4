// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids held against each other, and against boundaries. What does not hold is an error that says where.

use super::refine::first_boundary_missing;
use crate::core::axis::{Axis, Interval};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;

/// What one grid may be to another over an array of the same shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It has the same name, forms and edges: the two are written as the same document.
    Identical,
    /// It declares the same edges, in whatever form.
    Equal,
    /// It has every boundary inside the array that the other has: each data chunk of the other is, of the data, made of
    /// whole chunks of this one.
    Refines,
}

impl Grid {
    /// Refuses what is not so, at the first axis and there at the first boundary: [`Code::NotAligned`] where a finer
    /// grid misses one, [`Code::Incompatible`] for all else.
    pub fn compare(&self, other: &Grid, relation: Relation) -> Result<()> {
        check_ranks(self, other)?;
        if relation == Relation::Identical && self.name() != other.name() {
            return Err(Error::new(Code::Incompatible, "one grid is regular, the other rectilinear"));
        }
        for (number, (axis, other)) in self.axes().iter().zip(other.axes()).enumerate() {
            compare_axes(axis, other, relation).map_err(|problem| problem.axis(number))?;
        }
        Ok(())
    }

    /// Refuses the first of `boundaries`, elements of one axis, at which no chunk starts. The array's end is a boundary
    /// too, wherever it cuts its chunk.
    pub fn check_boundaries(&self, axis: usize, boundaries: &[u64]) -> Result<()> {
        let of = self.axis(axis)?;
        for (element, &boundary) in boundaries.iter().enumerate() {
            if boundary == of.extent() {
                continue;
            }
            let problem = match of.interval_with(boundary) {
                Some(interval) if interval.origin == boundary => continue,
                Some(interval) => {
                    let what = "boundary {value} lies inside the chunk of axis {axis} that starts at {limit}";
                    Error::new(Code::NotAligned, what).limit(interval.origin)
                }
                None => {
                    let what = "boundary {value} lies outside: the extent of axis {axis} is {limit}";
                    Error::new(Code::Bounds, what).limit(of.extent())
                }
            };
            return Err(problem.axis(axis).entry(element as u64).value(boundary));
        }
        Ok(())
    }
}

/// Refuses grids of different ranks.
pub(super) fn check_ranks(grid: &Grid, other: &Grid) -> Result<()> {
    if grid.rank() != other.rank() {
        return Err(Error::new(Code::Incompatible, "one grid has {value} axes, the other {limit}")
            .value(other.rank() as u64)
            .limit(grid.rank() as u64));
    }
    Ok(())
}

/// Refuses axes of different lengths.
pub(super) fn check_extents(axis: &Axis, other: &Axis) -> Result<()> {
    if axis.extent() != other.extent() {
        return Err(Error::new(
            Code::Incompatible,
            "axis {axis} is {value} long in one array and {limit} in the other",
        )
        .value(other.extent())
        .limit(axis.extent()));
    }
    Ok(())
}

/// Compares one axis; the error does not know its number.
pub(super) fn compare_axes(axis: &Axis, other: &Axis, relation: Relation) -> Result<()> {
    check_extents(axis, other)?;
    if relation == Relation::Refines {
        return match first_boundary_missing(axis, other) {
            Some(boundary) => {
                let what = "boundary {value} of axis {axis} is missing from the finer grid";
                Err(Error::new(Code::NotAligned, what).value(boundary))
            }
            None => Ok(()),
        };
    }
    if relation == Relation::Identical && axis.form() != other.form() {
        return Err(Error::new(Code::Incompatible, "axis {axis} has an integer in one grid and a list in the other"));
    }
    match first_difference(axis, other) {
        Some(chunk) => {
            let end = |interval: Interval| interval.origin.checked_add(interval.edge);
            let ends = [axis, other].map(|axis| axis.interval(chunk).and_then(end));
            let what = "chunk {entry} of axis {axis} is not the same in both grids: boundary {value} is in one alone";
            let problem = Error::new(Code::Incompatible, what).entry(chunk);
            Err(ends.into_iter().flatten().min().map_or(problem, |boundary| problem.value(boundary)))
        }
        None => Ok(()),
    }
}

/// The first chunk that differs in its edge, or that only one of the two declares.
pub(super) fn first_difference(axis: &Axis, other: &Axis) -> Option<u64> {
    let (mut runs, mut others) = (axis.runs(0), other.runs(0));
    let mut chunk = 0;
    loop {
        match (runs.next(), others.next()) {
            (None, None) => return None,
            (Some(run), Some(other)) if run == other => chunk += run.count,
            (Some(run), Some(other)) if run.edge == other.edge => return Some(chunk + run.count.min(other.count)),
            _ => return Some(chunk),
        }
    }
}
