// SPDX-License-Identifier: MIT OR Apache-2.0
//! How large the chunks of a grid are and how much there is of everything: for buffers, caches and indices.

use super::axis::Axis;
use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::radix;

/// What of a grid is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// The chunks that the document declares.
    DeclaredChunks,
    /// Those of them that hold data.
    DataChunks,
    /// The elements that all declared chunks decode to.
    DeclaredElements,
    /// The elements of the array.
    DataElements,
    /// The elements that the largest declared chunk decodes to: room for any.
    LargestChunk,
    /// The elements that the smallest declared chunk decodes to.
    SmallestChunk,
}

impl Axis {
    /// The shortest and the longest declared edge; both 0 where there is no chunk.
    pub fn edge_range(&self) -> (u64, u64) {
        let edges = || self.runs(0).map(|run| run.edge);
        (edges().min().unwrap_or(0), edges().max().unwrap_or(0))
    }
}

impl Grid {
    /// One number about the whole grid. A grid without chunks has neither a largest nor a smallest: both are 0.
    pub fn total(&self, of: Total) -> Result<u64> {
        let on_axis = |axis: &Axis| match of {
            Total::DeclaredChunks => axis.declared_chunks(),
            Total::DataChunks => axis.data_chunks(),
            Total::DeclaredElements => match axis.declared_chunks() {
                0 => 0,
                chunks => axis.chunk_box(0, chunks).declared,
            },
            Total::DataElements => axis.extent(),
            Total::LargestChunk => axis.edge_range().1,
            Total::SmallestChunk => axis.edge_range().0,
        };
        let name = match of {
            Total::DeclaredChunks => "number of declared chunks",
            Total::DataChunks => "number of chunks with data",
            Total::DeclaredElements => "number of declared elements",
            Total::DataElements => "number of elements",
            Total::LargestChunk => "size of the largest chunk",
            Total::SmallestChunk => "size of the smallest chunk",
        };
        let product = radix::product(self.axes().iter().map(on_axis));
        product.ok_or_else(|| Error::new(Code::Range, "the {name} passes {limit}").name(name).limit(u64::MAX))
    }
}
