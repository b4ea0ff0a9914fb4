// SPDX-License-Identifier: MIT OR Apache-2.0
//! `zrg_cdef.h` is read by Python's cffi as it is shipped, and the README's program runs through it.

mod c_compiler;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn the_readmes_program_through_cffi() {
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    // The system's own has what apt-get installed, where another one is the first on the PATH.
    let candidates = [python, "/usr/bin/python3".into()];
    let has_cffi = |python: &&std::ffi::OsString| {
        Command::new(python).args(["-c", "import cffi"]).output().is_ok_and(|output| output.status.success())
    };
    let Some(python) = candidates.iter().find(has_cffi) else {
        c_compiler::skip("there is no Python with cffi (apt-get install python3-cffi)");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cffi");
    fs::create_dir_all(&folder).unwrap();
    let output = Command::new(python)
        .arg(root.join("c_tests/cffi_readme.py"))
        .arg(root.join("include/zrg/zrg_cdef.h"))
        .arg(c_compiler::shared_library(&folder))
        .output()
        .unwrap();
    let (said, also) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{also}");
    let readme = include_str!("../README.md");
    let (_, printed) = readme.split_once("```\n\nprints\n\n").unwrap();
    let printed: String =
        printed.lines().map_while(|line| line.strip_prefix("    ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(said, printed);
}
