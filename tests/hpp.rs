// SPDX-License-Identifier: MIT OR Apache-2.0
//! `include/zrg/zrg.hpp`: read alone by every compiler in every version of C++, with exceptions and without; its
//! example, its own tests, the vectors and the tour; and that it offers all that the C header does.

mod c_compiler;
#[path = "../c_tests/header.rs"]
mod header;

use c_compiler::Link;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const HEADER: &str = include_str!("../include/zrg/zrg.hpp");
const C_HEADER: &str = include_str!("../include/zrg/zrg.h");

const WARNINGS: &[&str] =
    &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Werror"];
const STANDARDS: &[&str] = &["c++11", "c++14", "c++17", "c++20", "c++2b"];
const WITHOUT_EXCEPTIONS: &str = "-fno-exceptions";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_here(compiler: &str) -> bool {
    let mut command = Command::new(compiler);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
fn it_stands_alone() {
    let compilers: Vec<_> = ["g++", "clang++"].into_iter().filter(|compiler| is_here(compiler)).collect();
    if compilers.is_empty() {
        c_compiler::skip("zrg.hpp is read by g++ and clang++, and neither is here");
    }
    for compiler in compilers {
        for standard in STANDARDS {
            for exceptions in ["-fexceptions", WITHOUT_EXCEPTIONS] {
                let mut command = Command::new(compiler);
                command
                    .args(["-fsyntax-only", "-Wold-style-cast", exceptions])
                    .arg(format!("-std={standard}"))
                    .args(WARNINGS)
                    .arg("-I")
                    .arg(root().join("include"))
                    .arg(root().join("c_tests/header_hpp.cpp"));
                let output = command.output().expect("the compiler starts");
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{compiler} -std={standard} {exceptions}:\n{said}");
            }
        }
    }
}

/// Builds a program with every warning, and runs it; what it printed.
fn run(name: &str, sources: &[&Path], flags: &[&str], link: Link, arguments: &[&Path]) -> String {
    let flags = [WARNINGS, flags].concat();
    execute(&c_compiler::compile(name, sources, &flags, link), arguments)
}

fn execute(program: &Path, arguments: &[&Path]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the program starts");
    let (said, also) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && also.is_empty(), "{}: {}\n{said}{also}", program.display(), output.status);
    said.into_owned()
}

fn test_hpp(name: &str, flags: &[&str], link: Link) {
    let sources = ["c_tests/test_hpp.cpp", "c_tests/header_hpp.cpp"].map(Path::new);
    run(name, &sources, flags, link, &[]);
}

#[test]
fn tests_in_the_oldest_version() {
    test_hpp("test_hpp_oldest", &["-std=c++11"], Link::Static);
}

#[test]
fn tests_in_the_newest_version() {
    test_hpp("test_hpp_newest", &["-std=c++2b"], Link::Shared);
}

#[test]
fn tests_without_exceptions() {
    test_hpp("test_hpp_noexcept", &["-std=c++17", WITHOUT_EXCEPTIONS], Link::Static);
}

#[test]
fn vectors() {
    let data = root().join("tests/data/vectors.jsonl");
    let sources = [Path::new("c_tests/hpp_vectors.cpp")];
    run("hpp_vectors", &sources, &["-std=c++17", "-O1"], Link::Static, &[&data]);
}

/// What reads the data type and the fill value of an array, in C.
const FORMAT_SOURCES: [&str; 8] =
    ["array_format", "byte_range", "checksum", "codec_chain", "complain", "document", "element", "float_bits"];

#[test]
fn tour() {
    let pkg_config = Command::new("pkg-config").args(["--cflags", "--libs", "libcjson"]).output();
    let Some(flags) = pkg_config.ok().filter(|output| output.status.success()) else {
        c_compiler::skip("hpp_tour needs cJSON and pkg-config (apt-get install libcjson-dev pkg-config)");
        return;
    };
    let flags = String::from_utf8(flags.stdout).expect("pkg-config writes UTF-8");
    let cflags: Vec<&str> = flags.split_whitespace().filter(|flag| !flag.starts_with("-l")).collect();
    let objects = FORMAT_SOURCES.map(|name| {
        let source = Path::new("examples_c").join(name).with_extension("c");
        c_compiler::object(&format!("hpp_tour_{name}"), &source, &cflags)
    });
    let objects = objects.iter().map(|object| object.to_str().expect("a path in UTF-8"));
    let flags: Vec<&str> =
        WARNINGS.iter().copied().chain(["-std=c++17"]).chain(objects).chain(flags.split_whitespace()).collect();
    let flags = [flags, vec!["-lm"]].concat();
    let program = c_compiler::compile("hpp_tour", &[Path::new("c_tests/hpp_tour.cpp")], &flags, Link::Static);
    for name in ["spec-diagram", "mixed-4d", "overflow-1d", "zero-d-rectilinear", "zero-length-integer"] {
        let facts = root().join("tests/fixtures").join(name).with_extension("json");
        let said = execute(&program, &[&facts.with_extension("zarr"), &facts]);
        assert!(said.starts_with(&format!("{name}: 20 windows, ")), "{said}");
    }
}

/// The lines of the opening comment that are set off as code, in their blocks.
fn blocks() -> Vec<String> {
    let (_, comment) = HEADER.split_once("/**\n").expect("an opening comment");
    let (comment, _) = comment.split_once("*/").expect("its end");
    let mut blocks = vec![String::new()];
    for line in comment.lines().map(|line| line.strip_prefix(" *").unwrap_or_default()) {
        let block = blocks.last_mut().expect("one at least");
        match line.strip_prefix("     ") {
            Some(code) => block.extend([code, "\n"]),
            None if line.is_empty() && !block.is_empty() => block.push('\n'),
            None if line.is_empty() => {}
            None if !block.is_empty() => blocks.push(String::new()),
            None => {}
        }
    }
    blocks
}

#[test]
fn its_example_prints_what_it_says() {
    let blocks = blocks();
    let [program, printed] = [0, 1].map(|i| blocks[i].trim_end());
    let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hpp_example.cpp");
    fs::write(&source, format!("{program}\n")).expect("a file");
    for standard in ["-std=c++11", "-std=c++17"] {
        assert_eq!(run("hpp_example", &[&source], &[standard], Link::Static, &[]).trim_end(), printed);
    }
}

#[test]
fn it_offers_every_function() {
    for name in header::functions(C_HEADER) {
        assert!(HEADER.contains(&format!("{name}(")) || HEADER.contains(&format!("{name},")), "zrg.hpp lacks {name}");
    }
}

#[test]
fn its_macros_have_the_prefix() {
    for name in HEADER.lines().filter_map(|line| line.strip_prefix("#define ")) {
        assert!(name.starts_with("ZRG_"), "{name}");
    }
    assert!(!HEADER.contains("using namespace"));
}
