// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shards made here: indices in every place, byte order and with or without a checksum, shards in shards, chunks that
//! were never stored, and shards that are broken.

use crate::program::{crc32, make_array, program, read, refusal, run};
use std::path::{Path, PathBuf};

const EXTENTS: [u64; 2] = [15, 12];
/// The edges of the shards: the last row of them is cut by the extent.
const EDGES: [&[u64]; 2] = [&[4, 12], &[8, 4]];
const FILL: i16 = -7;

/// One level of shards.
#[derive(Clone, Copy, Debug)]
struct Level {
    inner: [u64; 2],
    index_at_start: bool,
    big_endian: bool,
    checked: bool,
}

/// An array in shards.
#[derive(Debug)]
struct Shards {
    levels: Vec<Level>,
    /// The byte order of elements.
    big_endian: bool,
    /// A chunk is stored unless its origin is a multiple of this many elements in sum.
    missing: u64,
}

/// Another polynomial than zlib's; both reversed.
pub fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 })
    })
}

impl Shards {
    fn is_missing(&self, level: usize, origin: [u64; 2]) -> bool {
        (origin[0] * 3 + origin[1] + level as u64 * 5 + 1) % self.missing == 0
    }

    /// What a reader must find.
    fn element(&self, row: u64, column: u64) -> i16 {
        let mut origin = [0, 0];
        for (axis, x) in [row, column].into_iter().enumerate() {
            for edge in EDGES[axis] {
                if origin[axis] + edge > x {
                    break;
                }
                origin[axis] += edge;
            }
        }
        for level in 0..=self.levels.len() {
            if self.is_missing(level, origin) {
                return FILL;
            }
            if let Some(Level { inner, .. }) = self.levels.get(level) {
                for (axis, x) in [row, column].into_iter().enumerate() {
                    origin[axis] += (x - origin[axis]) / inner[axis] * inner[axis];
                }
            }
        }
        (row * 100 + column) as i16
    }

    /// A chunk of this shape: elements, or a shard of further chunks.
    fn encode(&self, level: usize, origin: [u64; 2], shape: [u64; 2]) -> Option<Vec<u8>> {
        if self.is_missing(level, origin) {
            return None;
        }
        let mut bytes = Vec::new();
        let Some(&Level { inner, index_at_start, big_endian, checked }) = self.levels.get(level) else {
            for row in origin[0]..origin[0] + shape[0] {
                for column in origin[1]..origin[1] + shape[1] {
                    let inside = row < EXTENTS[0] && column < EXTENTS[1];
                    let element = if inside { (row * 100 + column) as i16 } else { 0x5A5A };
                    bytes.extend(if self.big_endian { element.to_be_bytes() } else { element.to_le_bytes() });
                }
            }
            return Some(bytes);
        };
        let counts = [shape[0] / inner[0], shape[1] / inner[1]];
        let index_size = (counts[0] * counts[1]) as usize * 16 + if checked { 4 } else { 0 };
        let before = if index_at_start { index_size } else { 0 };
        let mut index = Vec::new();
        // Inner chunks may stand in any order: here the last one first.
        let mut slots = vec![[u64::MAX; 2]; (counts[0] * counts[1]) as usize];
        for slot in (0..slots.len() as u64).rev() {
            let (i, j) = (slot / counts[1], slot % counts[1]);
            if let Some(chunk) = self.encode(level + 1, [origin[0] + i * inner[0], origin[1] + j * inner[1]], inner) {
                slots[slot as usize] = [(before + bytes.len()) as u64, chunk.len() as u64];
                bytes.extend(chunk);
            }
        }
        for word in slots.into_iter().flatten() {
            index.extend(if big_endian { word.to_be_bytes() } else { word.to_le_bytes() });
        }
        if checked {
            index.extend(crc32c(&index).to_le_bytes());
        }
        Some(if index_at_start { [index, bytes].concat() } else { [bytes, index].concat() })
    }

    fn chunks(&self) -> Vec<(String, Vec<u8>)> {
        let mut chunks = Vec::new();
        let mut origin = [0, 0];
        for (i, &rows) in EDGES[0].iter().enumerate() {
            origin[1] = 0;
            for (j, &columns) in EDGES[1].iter().enumerate() {
                if let Some(bytes) = self.encode(0, origin, [rows, columns]) {
                    chunks.push((format!("c/{i}/{j}"), bytes));
                }
                origin[1] += columns;
            }
            origin[0] += rows;
        }
        chunks
    }

    fn document(&self) -> String {
        let endian = |big| if big { "big" } else { "little" };
        let codec = |big| format!(r#"{{"name": "bytes", "configuration": {{"endian": "{}"}}}}"#, endian(big));
        let mut codecs = codec(self.big_endian);
        for level in self.levels.iter().rev() {
            let checked = if level.checked { r#", {"name": "crc32c"}"# } else { "" };
            let location = match (level.index_at_start, level.checked) {
                (true, _) => r#", "index_location": "start""#,
                (false, true) => "", // the end, unless it is said
                (false, false) => r#", "index_location": "end""#,
            };
            codecs = format!(
                r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {:?}, "codecs": [{codecs}],
                    "index_codecs": [{}{checked}]{location}}}}}"#,
                level.inner,
                codec(level.big_endian)
            );
        }
        format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": {EXTENTS:?}, "data_type": "int16", "fill_value": {FILL},
                "chunk_grid": {{"name": "rectilinear",
                                "configuration": {{"kind": "inline", "chunk_shapes": {EDGES:?}}}}},
                "chunk_key_encoding": {{"name": "default"}}, "codecs": [{codecs}]}}"#
        )
    }

    fn store(&self, name: &str) -> PathBuf {
        let chunks = self.chunks();
        let chunks: Vec<_> = chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
        make_array(name, &self.document(), &chunks)
    }
}

/// Levels of every kind, once over and in one another.
fn kinds() -> Vec<Shards> {
    let mut kinds = Vec::new();
    for bits in 0..8 {
        let [index_at_start, big_endian, checked] = [1, 2, 4].map(|bit| bits & bit != 0);
        let level = |inner| Level { inner, index_at_start, big_endian, checked };
        let other = |inner| Level { inner, index_at_start: !index_at_start, big_endian, checked: !checked };
        kinds.push(Shards { levels: vec![level([2, 2])], big_endian: !big_endian, missing: 4 });
        kinds.push(Shards { levels: vec![level([4, 4]), other([1, 2])], big_endian, missing: 5 });
        kinds.push(Shards {
            levels: vec![other([4, 4]), level([2, 2]), other([1, 1])],
            big_endian: !big_endian,
            missing: 6,
        });
    }
    // Nothing is missing; a shard is one chunk; everything is missing.
    let level = Level { inner: [4, 4], index_at_start: false, big_endian: false, checked: true };
    kinds.push(Shards { levels: vec![level], big_endian: false, missing: u64::MAX });
    kinds.push(Shards { levels: vec![level, level], big_endian: false, missing: 7 });
    kinds.push(Shards { levels: vec![level], big_endian: false, missing: 1 });
    kinds
}

#[test]
fn shards_of_every_kind() {
    let Some(program) = program() else { return };
    for (n, shards) in kinds().into_iter().enumerate() {
        let array = shards.store(&format!("shards-{n}"));
        for (slices, rows, columns) in [
            ("", (0..15).collect::<Vec<u64>>(), (0..12).collect::<Vec<u64>>()),
            ("3:11 5:10", (3..11).collect(), (5..10).collect()),
            ("::-4 ::3", vec![14, 10, 6, 2], vec![0, 3, 6, 9]),
            ("-1 7", vec![14], vec![7]),
            ("9 :", vec![9], (0..12).collect()),
            ("5:5 :", vec![], (0..12).collect()),
        ] {
            let place = format!("{shards:?} [{slices}]");
            let arguments: Vec<String> = slices.split_whitespace().map(str::to_owned).collect();
            let window = read(program, &array, &arguments);
            assert_eq!(window.shape, [rows.len() as u64, columns.len() as u64], "{place}");
            let wanted: Vec<Vec<i16>> =
                rows.iter().map(|&row| columns.iter().map(|&column| shards.element(row, column)).collect()).collect();
            let seen: Vec<Vec<i16>> = window
                .values
                .iter()
                .map(|line| line.split_whitespace().map(|n| n.parse().expect("a number")).collect())
                .collect();
            assert_eq!(seen, wanted, "{place}");
            let bytes: Vec<u8> = wanted.iter().flatten().flat_map(|element| element.to_le_bytes()).collect();
            assert_eq!(window.crc32, crc32(&bytes), "{place}");
        }
    }
}

#[test]
fn broken_shards_are_refused() {
    let Some(program) = program() else { return };
    // One level, nothing missing: a shard of 2 x 4 inner chunks of 8 bytes, an index of 128 bytes, 4 of checksum.
    let level = Level { inner: [2, 2], index_at_start: false, big_endian: false, checked: true };
    let shards = Shards { levels: vec![level], big_endian: false, missing: u64::MAX };
    let whole = shards.encode(0, [0, 0], [4, 8]).expect("a shard");
    assert_eq!(whole.len(), 8 * 8 + 8 * 16 + 4);
    let with = |name: &str, bytes: Vec<u8>| make_array(name, &shards.document(), &[("c/0/0", bytes)]);
    let corner = [":4".to_owned(), ":8".to_owned()];
    assert_eq!(read(program, &with("whole", whole.clone()), &corner).values.len(), 4);

    // Any byte of index or checksum.
    for at in [64, 65, 100, 150, 191, 192, 195] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        let message = refusal(program, &with("flipped", bytes), &corner);
        assert!(message.contains("c/0/0") && message.contains("checksum"), "byte {at}: {message}");
    }
    for length in [1, 3, 4, 100, 131] {
        let message = refusal(program, &with("short", whole[..length].to_vec()), &corner);
        assert!(message.contains("too short"), "{length} bytes: {message}");
    }
    // What the index says, with a checksum that is right.
    for (offset, length, wanted) in [
        (u64::MAX, 8, "outside"),
        (0, u64::MAX, "outside"),
        (197, 0, "outside"),
        (190, 8, "outside"),
        (u64::MAX - 1, 8, "outside"),
        (0, 6, "8"),
        (0, 10, "8"),
        (0, 0, "8"),
    ] {
        let mut bytes = whole.clone();
        bytes[64 + 3 * 16..][..8].copy_from_slice(&u64::to_le_bytes(offset));
        bytes[64 + 3 * 16 + 8..][..8].copy_from_slice(&u64::to_le_bytes(length));
        let checksum = crc32c(&bytes[64..192]).to_le_bytes();
        bytes[192..].copy_from_slice(&checksum);
        let array = with("misleading", bytes);
        let message = refusal(program, &array, &corner);
        assert!(message.contains("c/0/0") && message.contains(wanted), "{offset}, {length}: {message}");
        // Chunks that are not asked for are not looked at.
        assert_eq!(read(program, &array, &[":2".to_owned(), ":6".to_owned()]).values.len(), 2);
    }

    // What to write instead of what in the document, and a piece of the message.
    let good = shards.document();
    let nine = Shards { levels: vec![level; 9], ..shards };
    let changes = [
        ("\"chunk_shape\": [2, 2]".to_owned(), "\"chunk_shape\": [2]".to_owned(), "2 axes"),
        ("\"chunk_shape\": [2, 2]".to_owned(), "\"chunk_shape\": [2, 0]".to_owned(), "whole numbers"),
        ("\"chunk_shape\": [2, 2]".to_owned(), "\"chunk_shape\": [2, 2.5]".to_owned(), "whole numbers"),
        ("\"chunk_shape\": [2, 2]".to_owned(), "\"chunk_shape\": [2, 1e19]".to_owned(), "whole numbers"),
        ("\"chunk_shape\": [2, 2]".to_owned(), "\"chunk_shape\": [3, 2]".to_owned(), "does not divide"),
        ("\"chunk_shape\"".to_owned(), "\"shape\"".to_owned(), "chunk_shape"),
        (
            "\"index_codecs\"".to_owned(),
            "\"index_location\": \"middle\", \"index_codecs\"".to_owned(),
            "index_location",
        ),
        ("\"index_codecs\"".to_owned(), "\"index_location\": 1, \"index_codecs\"".to_owned(), "index_location"),
        ("\"index_codecs\"".to_owned(), "\"codices\"".to_owned(), "index_codecs"),
        ("\"index_codecs\"".to_owned(), "\"index_codecs\": {}, \"\"".to_owned(), "index_codecs"),
        ("\"codecs\": [{\"name\": \"bytes\"".to_owned(), "\"codices\": [{\"name\": \"bytes\"".to_owned(), "a list"),
        ("{\"name\": \"crc32c\"}".to_owned(), "\"gzip\"".to_owned(), "gzip"),
        ("{\"name\": \"crc32c\"}".to_owned(), "\"crc32c\", \"crc32c\"".to_owned(), "checksum"),
        ("{\"name\": \"crc32c\"}".to_owned(), "\"bytes\"".to_owned(), "index_codecs"),
        ("\"codecs\": [{\"name\": \"bytes\"".to_owned(), "\"codecs\": [{\"name\": \"zstd\"".to_owned(), "zstd"),
        (
            "\"codecs\": [{\"name\": \"bytes\"".to_owned(),
            "\"codecs\": [\"crc32c\", {\"name\": \"bytes\"".to_owned(),
            "crc32c",
        ),
        (good.clone(), nine.document(), "8 deep"),
        ("}]}".to_owned(), "}]".to_owned(), "zarr.json"),
    ];
    for (n, (from, to, wanted)) in changes.into_iter().enumerate() {
        let changed = good.replacen(&from, &to, 1);
        assert_ne!(changed, good, "{from} is not in the document");
        let array = make_array(&format!("shards-refused-{n}"), &changed, &[("c/0/0", whole.clone())]);
        let message = refusal(program, &array, &corner);
        assert!(message.contains(wanted), "{from} -> {to}: {message}");
    }
}

#[test]
fn the_plan_is_that_of_the_shards() {
    let Some(program) = program() else { return };
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sharded-rectilinear.zarr");
    let output = run(program, &store, &["--plan".to_owned(), "3:5".to_owned(), ":".to_owned()]);
    let text = String::from_utf8(output.stdout).expect("read_window writes UTF-8");
    assert!(text.contains("parts 6\n") && text.contains("key c/1/2  elements [0:1, 0:3] of 6x3"), "{text}");
}
