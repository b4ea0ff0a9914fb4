// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chunks that are shards: which inner chunks divide them all, and the grid of those.

use super::axis::Axis;
use super::edges::{EdgesBuilder, Run};
use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::memory::reserved;

impl Axis {
    /// The greatest common divisor of the declared edges: an inner edge divides them all where it divides this one. An
    /// integer counts even where the axis is empty and has no chunk yet.
    pub fn common_divisor(&self) -> u64 {
        self.given_integer().unwrap_or_else(|| self.runs(0).fold(0, |divisor, run| greatest_common(divisor, run.edge)))
    }

    /// Refuses an inner edge that does not divide every declared edge, at the first chunk that it does not divide (the
    /// error's element). Chunks past the end of the array count too, for they hold data once it has grown.
    fn check_inner_edge(&self, inner: u64) -> Result<()> {
        if inner == 0 {
            return Err(Error::new(Code::Value, "the inner edge of axis {axis} is {value}, below {limit}")
                .value(inner)
                .limit(1));
        }
        let mut chunk = 0;
        let integer = self.given_integer().map(|edge| Run { edge, count: 1 });
        for run in integer.into_iter().chain(self.runs(0)) {
            if run.edge % inner != 0 {
                let what = "an inner edge of {value} does not divide edge {entry} of axis {axis}, which is {limit}";
                return Err(Error::new(Code::NotAligned, what).entry(chunk).value(inner).limit(run.edge));
            }
            chunk += run.count;
        }
        Ok(())
    }
}

impl Grid {
    /// Refuses an inner shape that does not divide every declared chunk.
    pub fn check_inner_shape(&self, inner_shape: &[u64]) -> Result<()> {
        for (number, (axis, &inner)) in self.axes().iter().zip(inner_shape).enumerate() {
            axis.check_inner_edge(inner).map_err(|problem| problem.axis(number))?;
        }
        Ok(())
    }

    /// The inner chunks of all shards as one grid over the array; refused where they do not divide a shard. An integer
    /// axis has the inner edge as its integer. A list repeats it as often as all its shards together hold it, also past
    /// the end of the array.
    pub fn inner_grid(&self, inner_shape: &[u64]) -> Result<Grid> {
        self.check_inner_shape(inner_shape)?;
        let mut axes = reserved(self.rank())?;
        for (axis, &inner) in self.axes().iter().zip(inner_shape) {
            axes.push(if axis.given_integer().is_some() {
                Axis::from_integer(axis.extent(), inner)?
            } else {
                let declared = axis.chunk_box(0, axis.declared_chunks()).declared;
                let mut edges = EdgesBuilder::default();
                edges.push(Run { edge: inner, count: declared / inner })?;
                Axis::from_list(axis.extent(), edges)?
            });
        }
        Ok(Grid::from_axes(self.name(), axes))
    }
}

fn greatest_common(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
