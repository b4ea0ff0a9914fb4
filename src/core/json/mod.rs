// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids from JSON and back.
//!
//! One pass goes over the text once and keeps no copy of it. A `cursor` knows the place that is next; `object` walks over
//! members, `axes` reads the lists of edges. What the library does not read is skipped, however deep it nests.
//! Problems are noted and the pass goes on, because the worst of them may stand last: a document in another format is
//! not a faulty one, and its caller wants to hear that first (`problems`). The pass ends early where the text
//! is not JSON, and where memory runs out.
//!
//! docs/errors.md shows what is said of which document, docs/semantics.md what each document means.

mod array;
mod axes;
mod chunk_grid;
mod chunk_keys;
mod cursor;
mod nesting;
mod number;
mod object;
mod problems;
mod read;
mod shape;
mod spelling;
mod write;

use super::grid::Grid;
use super::keys::KeyEncoding;

pub use read::{grid_from_array_json, grid_from_json, problems_of_array_json, problems_of_json};
pub use write::{GridText, WriteAs};

/// How to read a document; the default is strict.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether unknown members of a grid's configuration are ignored (`encoded_chunk_shapes` never is).
    pub any_member: bool,
    /// Whether what known writers got wrong is accepted: a regular chunk length of 0 on an axis of
    /// extent 0 (read as 1), and edge lists in a regular grid (read as a rectilinear one).
    pub repair: bool,
    /// The most list entries, edges or runs, that a document may hold.
    pub max_runs: u64,
    /// The most bytes of text.
    pub max_text: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { any_member: false, repair: false, max_runs: u64::MAX, max_text: u64::MAX }
    }
}

/// What an array's document says about its chunks.
#[derive(Debug)]
pub struct ArrayDocument {
    /// Its grid, over its shape.
    pub grid: Grid,
    /// How its chunks are named, where that was asked for.
    pub keys: Option<KeyEncoding>,
}
