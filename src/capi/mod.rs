// SPDX-License-Identifier: MIT OR Apache-2.0
//! The upper floor: the C functions. The only unsafe code, and it does nothing but check and copy.
//!
//! The doc comments of the exports are the C header's: they are written for C programmers. The order of the modules is
//! the order of the header, and so is the order inside each. A module that opens with `@defgroup` opens a group of the
//! header; one that does not goes on with the group before.
//!
//! # Safety of every export
//!
//! An export is called as the header says. Each pointer is NULL, or it is aligned (which is checked, so that a wrong one is
//! refused) and readable for as many entries as the call says there are, writable where the header calls it an output,
//! and nobody else writes what is read, nor touches what is written, during the call. A handle is NULL or came from
//! this library and has not been freed. `args` and `handle` make slices and references out of that, and nothing else
//! does; the export files hand pointers on to them and write what they are given. That is why those files need no
//! `unsafe` block for each line.

#![allow(rustdoc::broken_intra_doc_links)] // the comments are Doxygen's: @param[in]
#![allow(non_camel_case_types, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]

mod args;
mod guard;
mod handle;
/// cbindgen:ignore
mod numbers;

mod status;
mod error;
#[allow(unsafe_op_in_unsafe_fn)]
mod version;
#[allow(unsafe_op_in_unsafe_fn)]
mod grid;
#[allow(unsafe_op_in_unsafe_fn)]
mod json;
#[allow(unsafe_op_in_unsafe_fn)]
mod chunks;
#[allow(unsafe_op_in_unsafe_fn)]
mod axis;
#[allow(unsafe_op_in_unsafe_fn)]
mod selection;
#[allow(unsafe_op_in_unsafe_fn)]
mod parts;
#[allow(unsafe_op_in_unsafe_fn)]
mod data;
#[allow(unsafe_op_in_unsafe_fn)]
mod shards;
#[allow(unsafe_op_in_unsafe_fn)]
mod keys;

pub use axis::*;
pub use chunks::*;
pub use data::*;
pub use error::*;
pub use grid::*;
pub use json::*;
pub use keys::*;
pub use numbers::*;
pub use parts::*;
pub use selection::*;
pub use shards::*;
pub use status::*;
pub use version::*;
