// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C side: each program of `c_tests/`, built and run against both libraries, and the header read alone by every
//! compiler in every version of C and C++ that it promises.

mod c_compiler;

use c_compiler::Link;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One test for each program, so that its name shows; and their names, so that none is forgotten.
macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run_program(stringify!($name));
        })*

        const PROGRAMS: &[&str] = &[$(stringify!($name)),*];
    };
}

programs! {
    test_axis
    test_data
    test_documents
    test_errors
    test_grid
    test_json
    test_keys
    test_layout
    test_lists
    test_scenarios
    test_selection
    test_threads
}

fn run_program(name: &str) {
    let source = Path::new("c_tests").join(name).with_extension("c");
    for link in [Link::Static, Link::Shared] {
        let program = c_compiler::compile(name, &[&source], &["-pthread"], link);
        let output = Command::new(&program).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout);
        let also = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}, {link:?}: {}\n{said}{also}", output.status);
        // A panic that was caught is a fault all the same, and nothing else may be printed.
        assert!(also.is_empty(), "{name}, {link:?} was not silent:\n{also}");
    }
}

#[test]
fn no_program_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("c_tests");
    let there: BTreeSet<String> = fs::read_dir(&folder)
        .expect("c_tests is a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| name.starts_with("test_"))
        .collect();
    assert_eq!(there, PROGRAMS.iter().map(|&name| name.to_owned()).collect());
    // CTest runs the same ones.
    let cmake = fs::read_to_string(folder.join("CMakeLists.txt")).expect("c_tests/CMakeLists.txt");
    for name in PROGRAMS {
        assert!(cmake.split_whitespace().any(|word| word == *name), "c_tests/CMakeLists.txt does not name {name}");
    }
}

/// Every warning is an error; the rest of what careful C programmers turn on.
const WARNINGS: &[&str] =
    &["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wconversion", "-Wsign-conversion", "-Wundef"];
const C_STANDARDS: &[&str] = &["c99", "c11", "c17", "c2x"];
const CXX_STANDARDS: &[&str] = &["c++11", "c++14", "c++17", "c++20", "c++2b"];

/// Reads one file, as one language and standard, and makes nothing of it.
fn read_alone(compiler: &str, language: &str, standard: &str, file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(compiler);
    command.args(["-fsyntax-only", "-x", language]).arg(format!("-std={standard}")).args(WARNINGS);
    if language == "c" {
        command.arg("-Wstrict-prototypes");
    }
    command.arg("-I").arg(root.join("include")).arg(root.join("c_tests").join(file));
    let output = command.output().expect("the compiler starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} -std={standard} does not take {file}:\n{said}");
}

fn is_here(compiler: &str) -> bool {
    Command::new(compiler)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The compilers of a language that are here. That there is one is certain, since the programs above are built; clang is
/// welcome, and nothing is missing without it.
fn compilers(names: [&'static str; 2]) -> Vec<&'static str> {
    let here: Vec<_> = names.into_iter().filter(|name| is_here(name)).collect();
    if here.is_empty() {
        c_compiler::skip(&format!("the header is read by {}, and neither is here", names.join(" or ")));
    }
    here
}

#[test]
fn the_header_is_c() {
    for compiler in compilers(["gcc", "clang"]) {
        for standard in C_STANDARDS {
            read_alone(compiler, "c", standard, "header_c.c");
            // Its assertions hold in every version, each in the words that it has for them.
            read_alone(compiler, "c", standard, "test_layout.c");
        }
    }
}

#[test]
fn the_header_is_cxx() {
    for compiler in compilers(["g++", "clang++"]) {
        for standard in CXX_STANDARDS {
            read_alone(compiler, "c++", standard, "header_cxx.cpp");
            read_alone(compiler, "c++", standard, "test_layout.c");
        }
    }
}

/// Compiled alone, the header also links: its names are the library's, in both languages.
#[test]
fn the_header_links() {
    for file in ["header_c.c", "header_cxx.cpp"] {
        let source = PathBuf::from("c_tests").join(file);
        let name = source.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        for link in [Link::Static, Link::Shared] {
            let program = c_compiler::compile(name, &[&source], &[], link);
            let status = Command::new(&program).status().expect("the program starts");
            assert!(status.success(), "{name}, {link:?}: {status}");
        }
    }
}
