// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arrays made to do harm, read with every access and every sum checked: sizes, offsets and counts that lie, and real arrays
//! with bytes changed. They are read or refused, and nothing else happens.

use crate::codecs::{document, encode_gzip, encode_zstd};
use crate::program::{checked_program, make_array, program, read, refusal, run, stores};
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a sanitizer ends a program with is another status than 0 and 1.
fn is_read_or_refused(program: &Path, array: &Path, what: &str) -> bool {
    let output = run(program, array, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{what}: {}\n{said}", output.status);
    assert!(!said.contains("Sanitizer") && !said.contains("runtime error"), "{what}: {said}");
    output.status.success()
}

/// Numbers that repeat from run to run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

#[test]
fn real_arrays_with_bytes_changed() {
    let Some(program) = checked_program() else { return };
    let mut numbers = Numbers(1);
    let mut refused = 0;
    for (store, _) in stores("encoded") {
        let files = files_below(&store);
        let array = make_array("changed", "", &[]);
        for file in &files {
            let copy = array.join(file.strip_prefix(&store).expect("a file of the array"));
            fs::create_dir_all(copy.parent().expect("a folder")).expect("folders");
            fs::copy(file, copy).expect("a copy");
        }
        assert!(is_read_or_refused(program, &array, "as it was"), "{}", store.display());
        for round in 0..60 {
            let file = &files[numbers.below(files.len())];
            let whole = fs::read(file).expect("a file");
            let mut bytes = whole.clone();
            match round % 3 {
                0 => bytes.truncate(numbers.below(whole.len())),
                1 => bytes[numbers.below(whole.len())] ^= 1 << numbers.below(8),
                // Where sizes and offsets are: at both ends.
                _ => {
                    let at = numbers.below(whole.len().min(24));
                    let at = if numbers.below(2) == 0 { at } else { whole.len() - 1 - at };
                    bytes[at] = [0, 1, 0x7f, 0x80, 0xff][numbers.below(5)];
                }
            }
            let copy = array.join(file.strip_prefix(&store).expect("a file of the array"));
            fs::write(&copy, bytes).expect("a file");
            refused += usize::from(!is_read_or_refused(program, &array, &format!("{}, round {round}", file.display())));
            fs::write(&copy, whole).expect("a file");
        }
    }
    assert!(refused > 100, "only {refused} changes were noticed");
}

/// The first chunk of the array of `document`: 2 x 6 x 4 elements of 2 bytes.
const CHUNK_SIZE: usize = 96;
const BYTES: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

#[test]
fn sizes_that_lie() {
    let Some(program) = checked_program() else { return };
    let zstd = format!("[{BYTES}, \"zstd\"]");
    let gzip = format!("[{BYTES}, \"gzip\"]");
    let both = format!("[{BYTES}, \"gzip\", \"zstd\"]");
    let magic = 0xFD2F_B528_u32.to_le_bytes();
    // A frame that claims 2^60 bytes; one that claims a window of 3.75 TiB; blocks of 128 KiB of one byte, 64 MiB of them.
    let claim = [&magic[..], &[0xE0], &(1_u64 << 60).to_le_bytes(), &[0x01, 0, 0]].concat();
    let window = [&magic[..], &[0x00, 0xFF, 0x01, 0, 0]].concat();
    let block = ((128_u32 << 10) << 3 | 1 << 1).to_le_bytes();
    let bomb = [&magic[..], &[0x00, 0x58], &[&block[..3], &[7]].concat().repeat(512)].concat();
    let exact = vec![0; CHUNK_SIZE];
    for (codecs, bytes, wanted) in [
        (&zstd, encode_zstd(&[0; CHUNK_SIZE + 1]), "more in it than the 96 bytes"),
        (&zstd, encode_zstd(&[0; CHUNK_SIZE - 1]), "decodes to 95 bytes, and 48 elements are 96"),
        (&zstd, claim, "zstd: "),
        (&zstd, window, "zstd: "),
        (&zstd, bomb.clone(), "more in it than the 96 bytes"),
        (&zstd, vec![0], "zstd: "),
        (&zstd, vec![0; 5000], "there are 5000 bytes where at most 4216 can be"),
        (&zstd, encode_zstd(&exact)[..100].to_vec(), "zstd: "),
        (&gzip, encode_gzip(&[0; CHUNK_SIZE + 1]), "more in it than the 96 bytes"),
        (&gzip, encode_gzip(&[0; CHUNK_SIZE - 1]), "decodes to 95 bytes, and 48 elements are 96"),
        (&gzip, encode_gzip(&exact)[..100].to_vec(), "gzip: it ends early"),
        (&gzip, [encode_gzip(&exact), vec![1; 20]].concat(), "gzip: "),
        (&gzip, vec![0x1f, 0x8b], "gzip: it ends early"),
        // What is between two codecs may be larger than a chunk, but not by much.
        (&both, bomb, "more in it than the 4216 bytes"),
        (&both, encode_zstd(&encode_gzip(&[0; CHUNK_SIZE + 1])), "more in it than the 96 bytes"),
    ] {
        let array = make_array("sizes", &document(codecs), &[("c/0/0/0", bytes.clone())]);
        assert!(!is_read_or_refused(program, &array, wanted));
        let message = refusal(program, &array, &[]);
        assert!(message.contains(&array.join("c/0/0/0").display().to_string()), "{message}");
        assert!(message.contains(wanted), "{bytes:?} in {codecs}: {message}");
    }
}

#[test]
fn checksums_are_compared() {
    let Some(program) = program() else { return };
    let codecs = format!("[{BYTES}, \"crc32c\"]");
    for (length, wanted) in [(100, "the checksum of crc32c is wrong"), (3, "too few for the checksum")] {
        let array = make_array("checksum", &document(&codecs), &[("c/0/0/0", vec![1; length])]);
        let message = refusal(program, &array, &[]);
        assert!(message.contains("c/0/0/0") && message.contains(wanted), "{message}");
    }
}

/// One chunk of this shape, with these codecs.
fn one_chunk(shape: &str, codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "int32", "fill_value": 0,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {shape}}}}},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": {codecs}}}"#
    )
}

#[test]
fn documents_that_claim_much() {
    let Some(program) = checked_program() else { return };
    let sharding = |inner: &str| {
        format!(
            r#"[{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {inner}, "codecs": [{BYTES}],
                "index_codecs": [{BYTES}, "crc32c"]}}}}]"#
        )
    };
    let zstd = format!("[{BYTES}, \"zstd\"]");
    let large = "[1073741824, 1073741824]";
    let larger = "[4611686018427387904, 4611686018427387904]";
    for (shape, codecs, wanted) in [
        (large, format!("[{BYTES}]"), "too large"),
        (large, zstd.clone(), "too large"),
        (larger, zstd, "too large"),
        (large, sharding("[1, 1]"), "too short for its index"),
        (larger, sharding("[1, 1]"), "too short for its index"),
        (larger, sharding("[4503599627370496, 1]"), "too short for its index"),
        // Two inner chunks have an index of 36 bytes: the shard is read, and what it holds is not.
        (large, sharding("[536870912, 1073741824]"), "checksum"),
    ] {
        let array = make_array("claims", &one_chunk(shape, &codecs), &[("c/0/0", vec![0; 40])]);
        let corner = ["5".to_owned(), "6".to_owned()];
        let output = run(program, &array, &corner);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{shape} {codecs}: {message}");
        assert!(message.contains(&array.join("c/0/0").display().to_string()), "{message}");
        assert!(message.contains(wanted), "{shape} {codecs}: {message}");
    }
}

/// A chunk may claim as much as is decoded at once, and there may be no memory for it.
#[test]
fn memory_that_is_not_there() {
    let Some(program) = program() else { return };
    let codecs = format!("[{BYTES}, \"zstd\"]");
    let array = make_array("memory", &one_chunk("[16384, 16384]", &codecs), &[("c/0/0", encode_zstd(&[0; 64]))]);
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 500000 && exec \"$0\" \"$@\""])
        .args([program, &array])
        .args(["5", "6"])
        .output()
        .expect("a shell");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("c/0/0: no memory for a chunk of 1073741824 bytes"), "{message}");
}

/// Files may be far larger than memory: of a shard the index is loaded and what it names, and no chunk that is too large.
#[test]
fn files_that_are_larger_than_memory() {
    let Some(program) = program() else { return };
    let sharding = format!(
        r#"[{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2, 3, 2], "codecs": [{BYTES}],
            "index_codecs": [{BYTES}], "index_location": "start"}}}}]"#
    );
    // The first inner chunk is stored behind 2^40 bytes, the other ones are not stored.
    let index = [(1_u64 << 40).to_le_bytes(), 24_u64.to_le_bytes()].concat();
    let index = [index, vec![0xFF; 3 * 16]].concat();
    let array = make_array("large-shard", &document(&sharding), &[("c/0/0/0", index)]);
    let file = fs::OpenOptions::new().write(true).open(array.join("c/0/0/0")).expect("a file");
    file.write_all_at(&[7; 24], 1 << 40).expect("a file with a hole");
    let window = read(program, &array, &["0".to_owned(), "2:4".to_owned(), "1:3".to_owned()]);
    assert_eq!(window.values, ["1799   -7", "  -7   -7"].map(str::trim));

    let array = make_array("large-chunk", &document(&format!("[{BYTES}]")), &[("c/0/0/0", vec![])]);
    let file = fs::OpenOptions::new().write(true).open(array.join("c/0/0/0")).expect("a file");
    file.set_len(1 << 40).expect("a file with a hole");
    let message = refusal(program, &array, &[]);
    assert!(message.contains("c/0/0/0: there are 1099511627776 bytes where at most 96 can be"), "{message}");
}
