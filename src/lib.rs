// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rectilinear and regular chunk grids of Zarr v3 arrays: which chunks hold these elements, and where
//! in each chunk are they?
//!
//! Two floors. [`core`] is the library, in safe Rust: text becomes a [`core::grid::Grid`] of
//! [`core::axis::Axis`]es, and a [`core::selection::Selection`] of it answers what goes where. [`capi`]
//! puts C functions on top, which check and copy and do nothing else; its manual is the header
//! `zrg/zrg.h`, generated from it.

#[doc(hidden)]
pub mod capi;
pub mod core;
