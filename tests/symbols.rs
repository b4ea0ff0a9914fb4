// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shared library exports what the header declares, and nothing else.

#![cfg(target_os = "linux")]

mod c_compiler;
#[path = "../c_tests/header.rs"]
mod header;

use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn exports_are_the_functions_of_the_header() {
    // Cargo leaves the shared library beside the test programs.
    let program = std::env::current_exe().expect("the path of this program");
    let library = program.parent().expect("a program is in a folder").join("libzrg.so");

    let nm = match Command::new("nm").args(["-D", "--defined-only", "--format=posix"]).arg(&library).output() {
        Ok(nm) => nm,
        Err(error) => return c_compiler::skip(&format!("nm: {error}")),
    };
    assert!(nm.status.success(), "nm: {}", String::from_utf8_lossy(&nm.stderr));
    let listing = String::from_utf8(nm.stdout).expect("nm prints ASCII");
    let exported: BTreeSet<&str> = listing.lines().filter_map(|line| line.split(' ').next()).collect();

    let declared = header::functions(include_str!("../include/zrg/zrg.h"));
    let declared: BTreeSet<&str> = declared.iter().map(String::as_str).collect();
    let unknown: Vec<_> = exported.difference(&declared).collect();
    let absent: Vec<_> = declared.difference(&exported).collect();
    assert!(unknown.is_empty(), "exported, but not in the header: {unknown:?}");
    assert!(absent.is_empty(), "in the header, but not exported: {absent:?}");
    assert!(!declared.is_empty(), "the header declares no function");
}
