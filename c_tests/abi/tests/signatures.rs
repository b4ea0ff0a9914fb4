// SPDX-License-Identifier: MIT OR Apache-2.0
//! The prototypes of the header against the library's definitions: parameters and results, while this compiles.

use core::ffi::{c_char, c_void};

use zrg::capi::*;

/// The prototypes, with the library's own types; its handles have no layout to speak of.
#[allow(improper_ctypes)]
mod declared {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/prototypes.rs"));
}

/// One array of a prototype and a definition: it compiles where both are the same type of function.
macro_rules! calls {
    ($($kind:ident $name:ident($($argument:expr),*);)*) => {
        const COMPARED: &[&str] = &[$(stringify!($name)),*];
        $(const _: () = { let _ = [declared::$name, zrg::capi::$name]; };)*
    };
}

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

#[test]
fn every_function_is_compared() {
    let defined = zrg_abi_functions();
    assert!(COMPARED.len() > 50, "only {} functions", COMPARED.len());
    let mut compared = COMPARED.to_vec();
    compared.sort_unstable();
    assert_eq!(compared, defined, "the header and src/capi");
}

/// What `src/capi` defines.
fn zrg_abi_functions() -> Vec<&'static str> {
    let declared = include_str!(concat!(env!("OUT_DIR"), "/declared.rs"));
    let name = |line: &'static str| line.trim().strip_prefix("pub fn ")?.split('(').next();
    let mut names: Vec<_> = declared.lines().filter_map(name).collect();
    names.sort_unstable();
    names
}
