// SPDX-License-Identifier: MIT OR Apache-2.0
//! The whole C ABI of `zrg`, declared as a foreign caller would. `build.rs` makes the declarations; the tests compare the
//! header, the library and them.

#![allow(non_camel_case_types)]

include!(concat!(env!("OUT_DIR"), "/declared.rs"));

// Links the library.
use zrg as _;
