// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids made from other grids, and grids compared.
//!
//! All of it works on runs: the cost follows the runs of the grids that go in and of the grid that comes out, never
//! their chunks. An axis keeps its form wherever the form can say the result; an operation that cannot keep it says so.

pub mod axes;
pub mod change;
pub mod compare;
pub mod concatenate;
pub mod crop;
pub mod refine;
pub mod resize;

use std::ops::Range;

use super::axis::{Axis, Form};
use super::edges::{EdgesBuilder, Run};
use super::error::Result;

impl Axis {
    /// The number that says all edges of an integer axis; none for a list, even one of equal edges.
    pub(super) fn given_integer(&self) -> Option<u64> {
        match self.form() {
            Form::Integer => self.integer().ok(),
            Form::List => None,
        }
    }

    /// The edge of the first chunk, also where an integer axis is empty and has none yet.
    fn first_edge(&self) -> u64 {
        let first = || self.runs(0).next().map(|run| run.edge);
        self.given_integer().or_else(first).unwrap_or(1)
    }

    /// An axis of this form over another extent: a list has the given chunks of this one, an integer says them by
    /// itself.
    fn with_chunks(&self, extent: u64, chunks: Range<u64>) -> Result<Axis> {
        if let Some(edge) = self.given_integer() {
            return Axis::from_integer(extent, edge);
        }
        let mut edges = EdgesBuilder::default();
        push_chunks(&mut edges, self, chunks)?;
        Axis::from_list(extent, edges)
    }

    /// The same axis once more.
    fn copied(&self) -> Result<Axis> {
        self.with_chunks(self.extent(), 0..self.declared_chunks())
    }
}

/// Appends the edges of some chunks of an axis.
fn push_chunks(edges: &mut EdgesBuilder, axis: &Axis, chunks: Range<u64>) -> Result<()> {
    let mut left = chunks.end - chunks.start;
    for run in axis.runs(chunks.start) {
        let count = run.count.min(left);
        if count == 0 {
            break;
        }
        edges.push(Run { count, ..run })?;
        left -= count;
    }
    Ok(())
}
