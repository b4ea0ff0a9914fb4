// SPDX-License-Identifier: MIT OR Apache-2.0
//! `examples_c/read_window`, run as its users run it: on real arrays, whose right answers numpy worked out, and on arrays
//! made here for what those do not have.

#[path = "../c_compiler/mod.rs"]
mod c_compiler;

mod codecs;
mod documents;
mod fill_values;
mod hostile;
mod messages;
mod plan;
mod program;
mod shards;
mod slices;
mod stores;
