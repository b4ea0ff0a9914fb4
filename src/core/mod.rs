// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ground floor: grids and selections in safe Rust, with no C in sight.

#![forbid(unsafe_code)]

pub mod axis;
pub mod batch;
pub mod block;
pub mod copy;
mod divisor;
pub mod edges;
pub mod error;
pub mod grid;
pub mod json;
pub mod keys;
pub mod layout;
pub mod locate;
mod memory;
mod prefix;
pub mod selection;
pub mod slice;
pub mod text;
