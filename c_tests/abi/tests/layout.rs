// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sizes, alignments, offsets, constants and names of the declarations against the header, as `build.rs`
//! generated the comparison.

// What is included is generated.
#![allow(non_camel_case_types, clippy::all)]

use zrg_abi::*;

include!(concat!(env!("OUT_DIR"), "/layout.rs"));
