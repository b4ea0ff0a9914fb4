// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ground floor: grids and selections in safe Rust, with no C in sight.

#![forbid(unsafe_code)]

pub mod algebra;
pub mod axis;
pub mod batch;
pub mod block;
pub mod boxes;
pub mod copy;
mod divisor;
pub mod edges;
pub mod error;
pub mod grid;
pub mod json;
mod key_decode;
pub mod key_ranges;
pub mod keys;
pub mod layout;
pub mod locate;
mod memory;
mod prefix;
pub mod region;
pub mod selection;
pub mod shard;
pub mod sizes;
pub mod slice;
pub mod text;
