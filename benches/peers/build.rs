// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles what is measured from C and C++, as most programs are compiled: with `-O2`. Tells the names of the compilers.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=c");
    println!("cargo::rerun-if-changed=../../include/zrg/zrg.h");
    let mut c = cc::Build::new();
    c.opt_level(2).include("../../include").files(["c/one_point_calls.c", "c/strided_copy.c"]).compile("peers_c");
    let mut cpp = cc::Build::new();
    cpp.cpp(true).opt_level(2).file("c/upper_bound.cpp").compile("peers_cpp");

    let rustc = std::env::var("RUSTC").expect("cargo names the compiler");
    tell("PEERS_RUSTC", Command::new(rustc).arg("--version"));
    tell("PEERS_CXX", cpp.get_compiler().to_command().arg("--version"));
}

/// The first line of what a compiler says of itself, without what follows in brackets.
fn tell(name: &str, compiler: &mut Command) {
    let said = compiler.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = said.lines().next().unwrap_or("an unknown compiler");
    let outside = line.split(['(', ')']).step_by(2).collect::<String>();
    println!("cargo::rustc-env={name}={}", outside.split_whitespace().collect::<Vec<_>>().join(" "));
}
