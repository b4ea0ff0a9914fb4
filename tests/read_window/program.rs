// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program: built once, run, and what it prints read back.

use crate::c_compiler::{self, Link};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const SOURCES: [&str; 16] = [
    "read_window.c",
    "array_format.c",
    "byte_range.c",
    "checksum.c",
    "codec_chain.c",
    "codecs.c",
    "complain.c",
    "document.c",
    "element.c",
    "float_bits.c",
    "print_values.c",
    "read_parts.c",
    "shard.c",
    "show_plan.c",
    "slice_text.c",
    "window.c",
];

/// Builds the program under this name; `None` where a library is missing that it needs.
pub fn build(name: &str, flags: &[&str], link: Link) -> Option<PathBuf> {
    let pkg_config = Command::new("pkg-config").args(["--cflags", "--libs", "libcjson", "libzstd", "zlib"]).output();
    let Some(libraries) = pkg_config.ok().filter(|output| output.status.success()) else {
        c_compiler::skip(
            "read_window needs cJSON, libzstd, zlib and pkg-config \
             (apt-get install libcjson-dev libzstd-dev zlib1g-dev pkg-config)",
        );
        return None;
    };
    let libraries = String::from_utf8(libraries.stdout).expect("pkg-config writes UTF-8");
    let flags: Vec<&str> = flags.iter().copied().chain(libraries.split_whitespace()).chain(["-lm"]).collect();
    let sources = SOURCES.map(|file| Path::new("examples_c").join(file));
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    Some(c_compiler::compile(name, &sources, &flags, link))
}

/// The program as all tests use it, built once.
pub fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(|| build("read_window", &[], Link::Static)).as_deref()
}

/// The program with checks of every access and every sum, built once.
pub fn checked_program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    const CHECKS: [&str; 3] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];
    PROGRAM
        .get_or_init(|| {
            if !c_compiler::takes(&CHECKS) {
                c_compiler::skip("hostile arrays are read under the sanitizers, which the C compiler lacks");
                return None;
            }
            build("read_window_checked", &CHECKS, Link::Static)
        })
        .as_deref()
}

pub fn run(program: &Path, array: &Path, arguments: &[String]) -> Output {
    Command::new(program).arg(array).args(arguments).output().expect("the program starts")
}

/// What a run printed: the shape, the CRC-32, and the lines after them.
#[derive(Debug, PartialEq)]
pub struct Window {
    pub shape: Vec<u64>,
    pub crc32: u32,
    pub values: Vec<String>,
}

pub fn read(program: &Path, array: &Path, arguments: &[String]) -> Window {
    let output = run(program, array, arguments);
    let place = format!("{} {arguments:?}", array.display());
    assert!(output.status.success(), "{place}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("read_window writes UTF-8");
    let mut lines = text.lines();
    let shape = lines.next().and_then(|line| line.strip_prefix("shape")).expect("a shape line");
    let crc32 = lines.next().and_then(|line| line.strip_prefix("crc32 ")).expect("a crc32 line");
    assert_eq!(crc32.len(), 8, "{place}: {crc32}");
    Window {
        shape: shape.split_whitespace().map(|n| n.parse().expect("a length")).collect(),
        crc32: u32::from_str_radix(crc32, 16).expect("hexadecimal digits"),
        values: lines.map(|line| line.trim().to_owned()).collect(),
    }
}

/// The message of a run that must fail in the agreed way.
pub fn refusal(program: &Path, array: &Path, arguments: &[String]) -> String {
    let output = run(program, array, arguments);
    let place = format!("{} {arguments:?}", array.display());
    assert_eq!(output.status.code(), Some(1), "{place}");
    let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert!(!message.is_empty(), "{place}: no message");
    message
}

/// zlib's CRC-32, bit by bit: a second way to reach the number.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

pub fn bytes_of_hex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal digits")).collect()
}

pub fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).collect()
}

/// The arrays of a folder below `tests`, and what is to be found in them.
pub fn stores(folder: &str) -> Vec<(PathBuf, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of arrays") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "json") {
            let facts: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
            found.push((path.with_extension("zarr"), facts));
        }
    }
    assert!(!found.is_empty());
    found
}

/// Makes an array of its own for a test: a folder with `zarr.json` and the chunks given as (key, bytes).
pub fn make_array(name: &str, document: &str, chunks: &[(&str, Vec<u8>)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reader-arrays").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("zarr.json"), document).expect("zarr.json");
    for (key, bytes) in chunks {
        let path = folder.join(key);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders of the key");
        fs::write(path, bytes).expect("a chunk");
    }
    folder
}
