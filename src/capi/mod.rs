// SPDX-License-Identifier: MIT OR Apache-2.0
//! The upper floor: the C functions. The only unsafe code, and it does nothing but check and copy.
//!
//! The doc comments here are the C header's: they are written for C programmers. The order of the
//! modules is the order of the header.

#![allow(rustdoc::broken_intra_doc_links)] // the comments are Doxygen's: @param[in]
#![allow(non_camel_case_types, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]

mod args;
mod guard;
mod handle;
/// cbindgen:ignore
mod numbers;

mod version;
mod status;
mod error;
mod json;
mod grid;
mod axis;
mod selection;
mod data;
mod keys;

pub use axis::*;
pub use data::*;
pub use error::*;
pub use grid::*;
pub use json::*;
pub use keys::*;
pub use numbers::*;
pub use selection::*;
pub use status::*;
pub use version::*;
