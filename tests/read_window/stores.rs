// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every window and every point of real arrays: those of `tests/fixtures`, which store elements as they are, and those of
//! `tests/encoded`, which are as people have them.

use crate::c_compiler::Link;
use crate::program::{build, bytes_of_hex, crc32, numbers, program, read, stores};
use serde_json::Value;
use std::path::Path;

/// Reads every window that the facts have; how many there were.
fn check_windows(program: &Path, store: &Path, facts: &Value) -> usize {
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
    entries.len()
}

/// Reads every point that the facts have; how many there were.
fn check_points(program: &Path, store: &Path, facts: &Value) -> usize {
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

#[test]
fn every_window_and_point() {
    let Some(program) = program() else { return };
    let (mut sharded, mut windows, mut points) = (0, 0, 0);
    for (store, facts) in stores("fixtures") {
        windows += check_windows(program, &store, &facts);
        points += check_points(program, &store, &facts);
        sharded += usize::from(store.ends_with("sharded-rectilinear.zarr"));
        let whole = read(program, &store, &[]);
        assert_eq!(Some(u64::from(whole.crc32)), facts["array"]["crc32"].as_u64(), "{}", store.display());
    }
    assert!(sharded == 1 && windows > 200 && points > 200, "{sharded} sharded, {windows} windows, {points} points");
}

#[test]
fn every_window_of_encoded_arrays() {
    let Some(program) = program() else { return };
    let mut names = Vec::new();
    for (store, facts) in stores("encoded") {
        names.push(facts["name"].as_str().expect("a name").to_owned());
        assert_eq!(check_windows(program, &store, &facts), 12, "{}", store.display());
    }
    names.sort();
    assert_eq!(names, ["gzip-crc32c", "sharded-zstd", "transpose-zstd", "zstd-default", "zstd-rectilinear"]);
}

#[test]
fn the_shared_library_gives_the_same() {
    let Some(program) = program() else { return };
    let Some(shared) = build("read_window", &[], Link::Shared) else { return };
    for (store, _) in [stores("fixtures"), stores("encoded")].concat() {
        assert_eq!(read(program, &store, &[]), read(&shared, &store, &[]), "{}", store.display());
    }
}
