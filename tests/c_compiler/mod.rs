// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds C and C++ programs against the library that `cargo test` has just built, so that no second build system is
//! needed to test the C interface. Each test file that uses this says `mod c_compiler;`.
#![allow(dead_code)] // a test file uses what it needs

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which of the two libraries a program is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Static,
    Shared,
}

/// Compiles `sources` (C, or C++ where one ends in `.cpp`), links them with the library and returns the executable.
///
/// The language is C99 or C++11 and every warning is an error. `extra_args` come last but for the library, so a `-std=`
/// there wins and a `-l` there serves the sources. `name` names the program and its folder: give each program its own.
/// Panics with the compiler's words when it refuses. `CC`, `CXX`, `CFLAGS` and `CXXFLAGS` are honoured.
pub fn compile(name: &str, sources: &[&Path], extra_args: &[&str], link: Link) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{link:?}").to_lowercase());
    fs::create_dir_all(&folder).expect("a folder for the program");
    let program = folder.join(name);

    let cpp = sources.iter().any(|source| source.extension().is_some_and(|e| e == "cpp"));
    let mut command = compiler(cpp).to_command();
    command
        .current_dir(&folder)
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror"])
        .arg("-I")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .args(sources.iter().map(|source| Path::new(env!("CARGO_MANIFEST_DIR")).join(source)))
        .args(extra_args)
        .arg("-o")
        .arg(&program);
    match link {
        // What Rust's standard library needs beside libc; the compiler adds libgcc_s by itself.
        Link::Static => command.arg(libraries().join("libzrg.a")).args(["-lpthread", "-ldl", "-lm"]),
        Link::Shared => command.arg(shared_library(&folder)).arg(format!("-Wl,-rpath,{}", folder.display())),
    };
    run(&mut command);
    program
}

/// Compiles one C source to an object, for a program that is compiled as C++: `compile` takes it among `extra_args`.
pub fn object(name: &str, source: &Path, extra_args: &[&str]) -> PathBuf {
    let object = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("o");
    let mut command = compiler(false).to_command();
    command
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c"])
        .arg("-I")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(source))
        .args(extra_args)
        .arg("-o")
        .arg(&object);
    run(&mut command);
    object
}

/// Whether the C compiler makes a program with these flags.
pub fn takes(flags: &[&str]) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join("takes.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("a source");
    let mut command = compiler(false).to_command();
    let output = command.arg(source).args(flags).arg("-o").arg(folder.join("takes")).output();
    output.is_ok_and(|output| output.status.success())
}

/// Runs a compiler; panics with its words when it refuses.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{:?}: {error}", command.get_program()));
    if !output.status.success() {
        let arguments: Vec<_> = command.get_args().collect();
        let words = String::from_utf8_lossy(&output.stderr);
        panic!("{:?} {arguments:?} failed:\n{words}", command.get_program());
    }
}

/// Says that a test was skipped, past the test harness's capture so that it can be seen and counted. With
/// `ZRG_REQUIRE=all` nothing may be skipped.
pub fn skip(why: &str) {
    assert!(std::env::var("ZRG_REQUIRE").as_deref() != Ok("all"), "ZRG_REQUIRE=all, but {why}");
    let _ = writeln!(io::stderr(), "skipped: {why}");
}

/// The compiler that `cc` finds for the target these tests were built for.
fn compiler(cpp: bool) -> cc::Tool {
    let host = host();
    // Tests are told their target's parts, not its name; only a cross build differs from the host's.
    let arch = std::env::consts::ARCH;
    let target = if host.starts_with(arch) { host.clone() } else { format!("{arch}-unknown-linux-gnu") };
    cc::Build::new()
        .cpp(cpp)
        .std(if cpp { "c++11" } else { "c99" })
        .target(&target)
        .host(&host)
        .opt_level(0)
        .debug(true)
        .out_dir(env!("CARGO_TARGET_TMPDIR"))
        .cargo_metadata(false)
        .get_compiler()
}

/// The `x86_64-unknown-linux-gnu` of `rustc -vV`.
fn host() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("rustc writes UTF-8");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

/// Where cargo leaves `libzrg.a` and `libzrg.so`: beside the test executable.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    test.parent().expect("an executable lies in a folder").to_owned()
}

/// The shared library, as a link in `folder` that has the name a program will look for. The library carries a soname,
/// and cargo does not make a file of that name.
pub fn shared_library(folder: &Path) -> PathBuf {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    let abi = if major == "0" { format!("0.{minor}") } else { major.to_owned() };
    let (file, soname) = if cfg!(target_os = "macos") {
        ("libzrg.dylib", format!("libzrg.{abi}.dylib"))
    } else {
        ("libzrg.so", format!("libzrg.so.{abi}"))
    };
    let named = folder.join(soname);
    let _ = fs::remove_file(&named);
    std::os::unix::fs::symlink(libraries().join(file), &named).expect("a link to the shared library");
    named
}
