// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a C file and a Rust file that compare the declarations with `include/zrg/zrg.h`: sizes, alignments,
//! offsets, constants, and that each function exists under its name. `tests/layout.rs` runs them.

use std::env;
use std::path::Path;

/// Incomplete types in C, so without a size.
const OPAQUE: [&str; 2] = ["zrg_grid", "zrg_selection"];

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the manifest");
    let include = Path::new(&manifest).join("../../include");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed={}", include.display());

    let mut generator = ctest::TestGenerator::new();
    generator
        .header("zrg/zrg.h")
        .include(include)
        .edition(2024)
        .cfg("zrg_abi_alone", None)
        .skip_struct(|declared| OPAQUE.contains(&declared.ident()))
        // The header's typedefs serve C and C++ alike.
        .rename_struct_ty(|name| Some(name.to_string()));
    ctest::generate_test(&mut generator, Path::new(&manifest).join("src/lib.rs"), "layout.rs")
        .expect("the declarations translate to C");
}
