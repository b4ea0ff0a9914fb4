// SPDX-License-Identifier: MIT OR Apache-2.0
//! The zarrs crate, called as its users call it.

use zarrs::array::ChunkGrid;
use zarrs::array::chunk_grid::{RectilinearChunkGrid, RectilinearChunkGridConfiguration};
use zarrs::metadata::v3::MetadataV3;

use crate::documents::Document;

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
