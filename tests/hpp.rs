// SPDX-License-Identifier: MIT OR Apache-2.0
//! `include/zrg/zrg.hpp` and the headers that it is made of: read alone by every compiler in every version of C++, with
//! exceptions and without; mistakes that must not compile; its examples, its own tests, the vectors and the tour; and
//! that it offers all that the C header does.

mod c_compiler;
#[path = "../c_tests/header.rs"]
mod header;

use c_compiler::Link;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const UMBRELLA: &str = include_str!("../include/zrg/zrg.hpp");
const C_HEADER: &str = include_str!("../include/zrg/zrg.h");

const WARNINGS: &[&str] =
    &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Werror"];
const STANDARDS: &[&str] = &["c++11", "c++14", "c++17", "c++20", "c++2b"];
const WITHOUT_EXCEPTIONS: &str = "-fno-exceptions";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The headers of the C++ layer, by name.
fn headers() -> Vec<(String, String)> {
    let folder = fs::read_dir(root().join("include/zrg")).expect("the folder of the headers");
    let mut found: Vec<_> = folder
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "hpp"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a header in UTF-8");
            (path.file_name().expect("a name").to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    assert!(found.iter().any(|(name, _)| name == "zrg.hpp") && found.len() > 1);
    found
}

/// The headers without their comments.
fn code() -> String {
    let mut code = String::new();
    for (_, text) in headers() {
        let mut rest = text.as_str();
        while let Some(start) = rest.find("/*") {
            code.push_str(&rest[..start]);
            rest = &rest[start + rest[start..].find("*/").expect("a comment ends") + 2..];
        }
        code.push_str(rest);
    }
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// g++ and clang++, where they are; clang++ also under a name with its version.
fn compilers() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let mut found = Vec::new();
    for name in ["g++", "clang++"] {
        let is_it = |file: &str| {
            file == name || file.strip_prefix("clang++-").is_some_and(|v| v.parse::<u32>().is_ok() && name == "clang++")
        };
        let mut named: Vec<_> = folders
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok())
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.file_name().and_then(|file| file.to_str()).is_some_and(is_it))
            .collect();
        named.sort();
        found.extend(named.into_iter().next());
    }
    if found.is_empty() {
        c_compiler::skip("zrg.hpp is read by g++ and clang++, and neither is here");
    }
    found
}

/// A compiler that looks at a file and makes nothing of it.
fn look(compiler: &Path, flags: &[&str], file: &Path) -> Command {
    let mut command = Command::new(compiler);
    command.arg("-fsyntax-only").args(flags).arg("-I").arg(root().join("include")).arg(file);
    command
}

fn is_gcc(compiler: &Path) -> bool {
    compiler.ends_with("g++")
}

#[test]
fn it_stands_alone() {
    let look_well = |compiler: &Path, flags: &[&str], file: &Path| {
        let casts: &[&str] = if is_gcc(compiler) { &["-Wuseless-cast"] } else { &[] };
        let flags = [WARNINGS, &["-Wold-style-cast"], casts, flags].concat();
        let output = look(compiler, &flags, file).output().expect("the compiler starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} {flags:?} {}:\n{said}", compiler.display(), file.display());
    };
    for compiler in compilers() {
        for standard in STANDARDS {
            for exceptions in ["-fexceptions", WITHOUT_EXCEPTIONS] {
                let standard = format!("-std={standard}");
                look_well(&compiler, &[exceptions, &standard], &root().join("c_tests/header_hpp.cpp"));
            }
        }
        for (name, _) in headers() {
            look_well(&compiler, &["-std=c++11", "-xc++"], &root().join("include/zrg").join(name));
        }
    }
}

/// Every `#ifdef` of c_tests/hpp_refused.cpp is a mistake, and its line is where the compiler says so.
#[test]
fn mistakes_do_not_compile() {
    let file = root().join("c_tests/hpp_refused.cpp");
    let text = fs::read_to_string(&file).expect("the mistakes");
    let cases: Vec<_> = text
        .lines()
        .enumerate()
        .filter_map(|(i, line)| Some((line.strip_prefix("#ifdef ")?, format!("hpp_refused.cpp:{}:", i + 2))))
        .collect();
    assert!(!cases.is_empty());
    // Each compiler sees one world, or the only one sees both.
    let compilers = compilers();
    let worlds =
        [["-DWORLD=zrg", "-std=c++17", "-fexceptions"], ["-DWORLD=zrg::nothrow", "-std=c++11", WITHOUT_EXCEPTIONS]];
    for (world, compiler) in worlds.iter().zip(compilers.iter().cycle()) {
        let flags = [&world[..], &["-Wall", "-Wextra", "-Werror"]].concat();
        let output = look(compiler, &flags, &file).output().expect("the compiler starts");
        assert!(output.status.success(), "without a mistake: {}", String::from_utf8_lossy(&output.stderr));
        for (case, line) in &cases {
            let mistake = format!("-D{case}");
            let flags = [&world[..], &["-Werror=unused-result", &mistake]].concat();
            let output = look(compiler, &flags, &file).output().expect("the compiler starts");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && said.contains(line), "{case} {world:?} compiles, or:\n{said}");
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
    run("hpp_vectors", &sources, &["-std=c++17", "-O2"], Link::Static, &[&data]);
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
    let (_, comment) = UMBRELLA.split_once("/**\n").expect("an opening comment");
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

/// The first example throws, so it needs exceptions; the second works with them and without.
#[test]
fn its_examples_print_what_they_say() {
    let blocks = blocks();
    let [throws, throws_printed, gives, gives_printed] = [0, 1, 2, 3].map(|i| blocks[i].trim_end());
    for (name, program, printed, flags) in [
        ("hpp_throws_oldest", throws, throws_printed, ["-std=c++11", "-fexceptions"]),
        ("hpp_throws", throws, throws_printed, ["-std=c++17", "-fexceptions"]),
        ("hpp_gives_oldest", gives, gives_printed, ["-std=c++11", WITHOUT_EXCEPTIONS]),
        ("hpp_gives", gives, gives_printed, ["-std=c++17", "-fexceptions"]),
    ] {
        let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("cpp");
        fs::write(&source, format!("{program}\n")).expect("a file");
        assert_eq!(run(name, &[&source], &flags, Link::Static, &[]).trim_end(), printed);
    }
}

/// `zrg_grid_locate` is called, a comment points at it, and something is named `locate`; handles free themselves.
#[test]
fn it_offers_every_function() {
    let code = code();
    let text: String = headers().into_iter().map(|(_, text)| text).collect();
    let is_declared = |name: &str| [" ", "*"].iter().any(|before| code.contains(&format!("{before}{name}(")));
    for name in header::functions(C_HEADER) {
        let is_called = ["(", ","].iter().any(|behind| code.contains(&format!("{name}{behind}")));
        assert!(is_called, "the C++ layer does not call {name}");
        if name.ends_with("_free") {
            continue;
        }
        assert!(text.contains(&format!("{name}()")), "no text of the C++ layer points at {name}()");
        let of_a_class = ["zrg_grid_", "zrg_selection_", "zrg_key_", "zrg_"]
            .iter()
            .filter_map(|prefix| name.strip_prefix(prefix))
            .any(is_declared);
        assert!(of_a_class || name.ends_with("_clone"), "the C++ layer has nothing of the name of {name}");
    }
}

#[test]
fn its_macros_have_the_prefix() {
    let code = code();
    for name in code.lines().filter_map(|line| line.strip_prefix("#define ")) {
        assert!(name.starts_with("ZRG_"), "{name}");
    }
    assert!(!code.contains("using namespace"));
}

/// Names that other people's headers define as macros: Apple's AssertMacros.h and objc.h, Unreal Engine, Windows, X11,
/// Qt, glibc's sysmacros.h, debugging heaps. They would change what these headers say.
#[test]
fn its_names_are_no_macros_of_others() {
    const MACROS: &[&str] = &[
        "check",
        "check_noerr",
        "require",
        "verify",
        "nil",
        "YES",
        "NO",
        "checkf",
        "ensure",
        "verifyf",
        "TEXT",
        "FORCEINLINE",
        "min",
        "max",
        "near",
        "far",
        "small",
        "interface",
        "IN",
        "OUT",
        "ERROR",
        "Status",
        "Bool",
        "None",
        "Success",
        "Always",
        "True",
        "False",
        "signals",
        "slots",
        "emit",
        "foreach",
        "major",
        "minor",
        "makedev",
        "malloc",
        "free",
        "calloc",
        "realloc",
        "strdup",
        "assert",
        "unix",
        "linux",
        "errno",
        "stdin",
        "stdout",
        "stderr",
    ];
    let code = code();
    for word in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        assert!(!MACROS.contains(&word), "{word}");
    }
}
