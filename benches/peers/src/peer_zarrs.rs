// SPDX-License-Identifier: MIT OR Apache-2.0
//! The zarrs crate, called as its users call it.

use std::num::NonZeroU64;

use zarrs::array::chunk_grid::{
    ChunkEdgeLengths, RectilinearChunkGrid, RectilinearChunkGridConfiguration, RunLengthElement,
};
use zarrs::array::{ArraySubset, ChunkGrid};
use zarrs::metadata::v3::MetadataV3;

use crate::documents::Document;
use crate::points::Answers;

/// As an array is opened: text becomes metadata, and metadata a grid.
pub fn read(document: &Document) -> ChunkGrid {
    let metadata: MetadataV3 = serde_json::from_str(&document.text).expect("zarrs takes the document");
    ChunkGrid::from_metadata(&metadata, &document.shape).expect("zarrs makes the grid")
}

/// The text of a document's configuration alone.
pub fn configuration(document: &Document) -> &str {
    let (_, rest) = document.text.split_once(r#""configuration":"#).expect("there is a configuration");
    rest.strip_suffix('}').expect("the document is an object")
}

/// Past the metadata: the text of a configuration becomes that type, and that a grid.
pub fn read_configuration(text: &str, shape: &[u64]) -> RectilinearChunkGrid {
    let RectilinearChunkGridConfiguration::Inline { chunk_shapes } =
        serde_json::from_str(text).expect("zarrs takes the configuration");
    RectilinearChunkGrid::new(shape.to_vec(), &chunk_shapes).expect("zarrs makes the grid")
}

/// Makes a grid of lists of edges, one an axis, over an array as long as they are.
pub fn from_edges(axes: &[Vec<u64>]) -> ChunkGrid {
    let shape: Vec<u64> = axes.iter().map(|edges| edges.iter().sum()).collect();
    let edge = |&edge: &u64| RunLengthElement::Single(NonZeroU64::new(edge).expect("no edge is 0"));
    let lists: Vec<_> = axes.iter().map(|edges| ChunkEdgeLengths::Varying(edges.iter().map(edge).collect())).collect();
    ChunkGrid::new(RectilinearChunkGrid::new(shape, &lists).expect("zarrs makes the grid"))
}

/// Looks up points of one axis.
pub fn locate(grid: &ChunkGrid, points: &[u64], Answers { chunks, withins }: &mut Answers) {
    for (&point, (chunk, within)) in points.iter().zip(chunks.iter_mut().zip(withins)) {
        let index = &[point];
        *chunk = grid.chunk_indices(index).expect("the rank is right").expect("the point is inside")[0];
        *within = grid.chunk_element_indices(index).expect("the rank is right").expect("the point is inside")[0];
    }
}

/// What a chunk is: its origin, and the shape that it decodes to.
pub fn subset(grid: &ChunkGrid, chunk: &[u64]) -> ArraySubset {
    grid.subset(chunk).expect("the rank is right").expect("there is such a chunk")
}

/// Shares a region out among the chunks that it touches, as zarrs itself does where it reads one. For each it shows the
/// chunk's index, the chunk, and its share of the region, seen from the chunk and seen from the region.
pub fn shares(
    grid: &ChunkGrid,
    region: &ArraySubset,
    mut show: impl FnMut(&[u64], &ArraySubset, ArraySubset, ArraySubset),
) {
    let chunks = grid.chunks_in_array_subset(region).expect("the rank is right").expect("the region is inside");
    for index in &chunks.indices() {
        let chunk = subset(grid, &index);
        let share = chunk.overlap(region).expect("the rank is right");
        let in_chunk = share.relative_to(chunk.start()).expect("the rank is right");
        let in_region = share.relative_to(region.start()).expect("the rank is right");
        show(&index, &chunk, in_chunk, in_region);
    }
}

/// As an array's metadata is stored: a grid becomes metadata, and metadata text.
pub fn write(grid: &ChunkGrid) -> Vec<u8> {
    serde_json::to_vec(&grid.metadata()).expect("zarrs writes the grid")
}

/// Panics where the grid is not what the document says.
pub fn check(grid: &ChunkGrid, document: &Document) {
    assert_eq!(grid.grid_shape(), document.chunks);
    for sample in document.checked_samples() {
        assert_eq!(grid.chunk_indices(&sample.index).expect("the rank is right"), Some(sample.chunk));
        assert_eq!(grid.chunk_element_indices(&sample.index).expect("the rank is right"), Some(sample.within));
    }
}
