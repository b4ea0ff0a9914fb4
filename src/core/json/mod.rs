// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids from JSON. What is spelled plainly is read here, and all else by `serde_json`; what it reads is judged here, exactly.
//!
//! A first pass takes what is spelled plainly, one number after the other. A document that it does not
//! take is read again, value by value, so that unusual spellings are judged and errors know their place.

mod array;
mod bytes;
mod chunk_grid;
mod chunk_keys;
mod cursor;
mod lists;
mod members;
mod nesting;
mod number;
mod plain;
mod read;
mod spelling;
mod write;

pub use read::{
    ArrayDocument, Options, grid_from_array_json, grid_from_json, problems_of_array_json, problems_of_json,
};
pub use write::{GridText, WriteAs};
