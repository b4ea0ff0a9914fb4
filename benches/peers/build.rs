// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles what is measured from C and C++, as most programs are compiled: with `-O2`.

fn main() {
    println!("cargo::rerun-if-changed=c");
    println!("cargo::rerun-if-changed=../../include/zrg/zrg.h");
    let mut c = cc::Build::new();
    c.opt_level(2).include("../../include").files(["c/one_point_calls.c", "c/strided_copy.c"]).compile("peers_c");
    cc::Build::new().cpp(true).opt_level(2).file("c/upper_bound.cpp").compile("peers_cpp");
}
