// SPDX-License-Identifier: MIT OR Apache-2.0
//! The extents of an array.

use super::cursor::Cursor;
use super::number::integer;
use super::problems::Problems;
use crate::core::axis::{Axis, check_extent};
use crate::core::error::Result;
use crate::core::grid::{Grid, check_rank};

/// The member.
pub const SHAPE: &str = "shape";

/// The extents of an array, as far as they are known.
pub struct Shape {
    extents: [u64; Grid::MAX_RANK],
    rank: usize,
}

/// In place of an extent that was refused. No extent is as large.
const UNKNOWN: u64 = u64::MAX;

impl Shape {
    /// The extents that a caller gives.
    pub fn given(shape: &[u64]) -> Result<Self> {
        check_rank(shape.len())?;
        let mut extents = [UNKNOWN; Grid::MAX_RANK];
        for (axis, (place, &extent)) in extents.iter_mut().zip(shape).enumerate() {
            check_extent(extent).map_err(|problem| problem.axis(axis))?;
            *place = extent;
        }
        Ok(Shape { extents, rank: shape.len() })
    }

    /// Goes past an array of extents; none where it has more entries than a grid can have axes.
    pub fn read(cursor: &mut Cursor, problems: &mut Problems) -> Result<Option<Self>> {
        let start = cursor.at();
        let mut shape = Shape { extents: [UNKNOWN; Grid::MAX_RANK], rank: 0 };
        cursor.each(|cursor| {
            let (at, axis) = (cursor.at(), shape.rank);
            shape.rank += 1;
            match integer(cursor.value()?, 0..=Axis::MAX_EXTENT, "a length is an integer, not {quote}") {
                Ok(extent) => shape.extents.get_mut(axis).into_iter().for_each(|place| *place = extent),
                Err(problem) => problems.report(problem.path(SHAPE).axis(axis).offset(at))?,
            }
            Ok(())
        })?;
        match check_rank(shape.rank) {
            Ok(()) => Ok(Some(shape)),
            Err(problem) => problems.report(problem.path(SHAPE).offset(start)).map(|()| None),
        }
    }

    /// How many axes there are.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// For each axis its extent; none where what stands there was refused.
    pub fn extents(&self) -> impl Iterator<Item = Option<u64>> {
        self.extents[..self.rank].iter().map(|&extent| (extent != UNKNOWN).then_some(extent))
    }
}
