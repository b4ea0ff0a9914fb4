// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the README shows is what happens.

mod c_compiler;

use std::fs;
use std::path::Path;
use std::process::Command;

use zrg::core::json::{Options, grid_from_json};

const README: &str = include_str!("../README.md");

#[test]
fn its_program_prints_what_it_says() {
    let (_, rest) = README.split_once("```c\n").unwrap();
    let (program, rest) = rest.split_once("```\n").unwrap();
    let (_, rest) = rest.split_once("prints\n\n").unwrap();
    let printed: String =
        rest.lines().map_while(|line| line.strip_prefix("    ")).map(|line| format!("{line}\n")).collect();
    assert!(printed.lines().count() > 1, "the README does not say what its program prints");

    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    fs::write(&source, program).unwrap();
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
    let program = c_compiler::compile("readme", &[&source], &strict, c_compiler::Link::Static);
    let output = Command::new(program).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), printed);
    assert!(output.status.success());
}

#[test]
fn its_error_reads_as_it_says() {
    let text =
        r#"{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[10], [4, 4, [0, 2]]]}}"#;
    let error = grid_from_json(text.as_bytes(), &[10, 10], &Options::default()).unwrap_err();
    assert!(README.contains(&format!("`{error}`")), "the README does not show `{error}`");
}
