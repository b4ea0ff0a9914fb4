// SPDX-License-Identifier: MIT OR Apache-2.0
//! The example programs that read windows: built once, run, and what they print read back. Each test file that uses this
//! says `mod c_compiler; mod readers;`.
#![allow(dead_code)] // a test file uses what it needs

use crate::c_compiler::{self, Link};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What every reader is made of, beside its own file.
const SOURCES: [&str; 5] = ["reader.c", "window.c", "array_file.c", "show_plan.c", "slice_text.c"];

/// Builds `name.c` with `more` files of its own; `None` where cJSON is missing.
pub fn build(name: &str, more: &[&str], link: Link) -> Option<PathBuf> {
    let pkg_config = Command::new("pkg-config").args(["--cflags", "--libs", "libcjson"]).output();
    let Some(flags) = pkg_config.ok().filter(|output| output.status.success()) else {
        c_compiler::skip(&format!("{name} needs cJSON and pkg-config (apt-get install libcjson-dev pkg-config)"));
        return None;
    };
    let flags = String::from_utf8(flags.stdout).expect("pkg-config writes UTF-8");
    let flags: Vec<&str> = flags.split_whitespace().chain(["-lm"]).collect();
    let own = format!("{name}.c");
    let sources = [own.as_str()].into_iter().chain(more.iter().copied()).chain(SOURCES);
    let sources: Vec<PathBuf> = sources.map(|file| Path::new("examples_c").join(file)).collect();
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    Some(c_compiler::compile(name, &sources, &flags, link))
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
    let text = String::from_utf8(output.stdout).expect("readers write UTF-8");
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

/// The stores and what is to be found in them: without shards, or all.
pub fn fixtures(with_sharded: bool) -> Vec<(PathBuf, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the fixtures") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "json") {
            let facts: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
            let store = path.with_extension("zarr");
            let document = fs::read_to_string(store.join("zarr.json")).expect("a document");
            if with_sharded || !document.contains("sharding_indexed") {
                found.push((store, facts));
            }
        }
    }
    found
}

/// Reads every window that the facts have, and the whole array; how many windows there were.
pub fn check_windows(program: &Path, store: &Path, facts: &Value) -> usize {
    let entries = facts["slices"].as_array().expect("slices");
    for entry in entries {
        let arguments: Vec<String> = entry["sel"]
            .as_array()
            .expect("sel")
            .iter()
            .map(|slice| numbers(slice).iter().map(u64::to_string).collect::<Vec<_>>().join(":"))
            .collect();
        let window = read(program, store, &arguments);
        let place = format!("{} {arguments:?}", store.display());
        assert_eq!(window.shape, numbers(&entry["shape"]), "{place}");
        assert_eq!(Some(u64::from(window.crc32)), entry["crc32"].as_u64(), "{place}");
    }
    let whole = read(program, store, &[]);
    assert_eq!(Some(u64::from(whole.crc32)), facts["array"]["crc32"].as_u64(), "{}", store.display());
    entries.len()
}

/// Reads every point that the facts have; how many there were.
pub fn check_points(program: &Path, store: &Path, facts: &Value) -> usize {
    let entries = facts["points"].as_array().expect("points");
    for entry in entries {
        let index = numbers(&entry["index"]);
        let expected = crc32(&bytes_of_hex(entry["hex"].as_str().expect("hex")));
        // The element as a slice, counted from the front, and as a lone number, counted from the back.
        let from_front = index.iter().map(|i| format!("{i}:{}", i + 1)).collect::<Vec<_>>();
        let lengths = numbers(&facts["shape"]);
        let from_back = index.iter().zip(&lengths).map(|(i, n)| format!("-{}", n - i)).collect::<Vec<_>>();
        for arguments in [from_front, from_back] {
            let window = read(program, store, &arguments);
            let place = format!("{} {arguments:?}", store.display());
            assert_eq!(window.shape, vec![1; index.len()], "{place}");
            assert_eq!(window.crc32, expected, "{place}");
            assert_eq!(window.values.len(), 1, "{place}");
        }
    }
    entries.len()
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
