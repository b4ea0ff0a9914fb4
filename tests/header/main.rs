// SPDX-License-Identifier: MIT OR Apache-2.0
//! The committed headers are what the source says. `ZRG_BLESS=1 cargo test --test header` rewrites them.

mod layout;
mod rules;

#[path = "../c_compiler/mod.rs"]
mod c_compiler;

use std::{env, fs, path::Path};

fn committed(name: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/zrg").join(name);
    if env::var_os("ZRG_BLESS").is_some() {
        fs::write(&path, generated).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        generated == committed,
        "include/zrg/{name} is not what src/capi says: run ZRG_BLESS=1 cargo test --test header"
    );
}

#[test]
fn the_header_is_generated() {
    committed("zrg.h", &layout::header());
}

#[test]
fn the_declarations_alone_are_generated() {
    committed("zrg_cdef.h", &layout::declarations());
}
