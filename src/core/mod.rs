// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ground floor: grids and selections in safe Rust, with no C in sight.

#![forbid(unsafe_code)]
#![allow(missing_docs)] // what a name says is not said again

pub mod algebra;
pub mod axis;
pub mod batch;
pub mod boxes;
pub mod error;
pub mod grid;
pub mod json;
mod key_decode;
pub mod key_ranges;
pub mod keys;
pub mod layout;
pub mod lookup;
mod memory;
pub mod region;
pub mod project;
mod radix;
pub mod selection;
pub mod shard;
pub mod sizes;
pub mod slice;
pub mod text;
