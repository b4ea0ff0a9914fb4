// SPDX-License-Identifier: MIT OR Apache-2.0
//! Codecs in every order that is legal, against an encoder that does one codec after another as the specification tells
//! it; and in orders that are not.

use crate::program::{crc32, make_array, program, read, refusal};
use crate::shards::crc32c;
use std::path::PathBuf;

// ---- an encoder ----

#[derive(Clone, Debug)]
pub enum Codec {
    Transpose(Vec<usize>),
    Bytes { big_endian: bool },
    Sharding(Sharding),
    Zstd,
    Gzip,
    Crc32c,
}
use Codec::{Crc32c, Gzip, Transpose, Zstd};

#[derive(Clone, Debug)]
pub struct Sharding {
    inner_shape: Vec<usize>,
    codecs: Vec<Codec>,
    index_at_start: bool,
    index_big_endian: bool,
    index_checksums: usize,
}

const LITTLE: Codec = Codec::Bytes { big_endian: false };
const BIG: Codec = Codec::Bytes { big_endian: true };
const FILL: i16 = -7;

/// Elements in C order.
struct Block {
    shape: Vec<usize>,
    elements: Vec<i16>,
}

/// The indices of a shape in C order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |outer, &length| {
        outer.iter().flat_map(|index| (0..length).map(move |i| [index.as_slice(), &[i]].concat())).collect()
    })
}

impl Block {
    fn new(shape: Vec<usize>, element: impl Fn(&[usize]) -> i16) -> Block {
        let elements = indices(&shape).iter().map(|index| element(index)).collect();
        Block { shape, elements }
    }

    fn at(&self, index: &[usize]) -> i16 {
        self.elements[self.shape.iter().zip(index).fold(0, |at, (length, i)| at * length + i)]
    }

    /// Axis k of the new block is axis `order[k]` of this one.
    fn transposed(&self, order: &[usize]) -> Block {
        Block::new(order.iter().map(|&axis| self.shape[axis]).collect(), |index| {
            let mut old = vec![0; index.len()];
            order.iter().zip(index).for_each(|(&axis, &i)| old[axis] = i);
            self.at(&old)
        })
    }
}

pub fn encode_zstd(bytes: &[u8]) -> Vec<u8> {
    // Three frames: one that says its size, one that may be skipped, and one of unknown size in two blocks.
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let block = |bytes: &[u8], last: bool| {
        let header = (bytes.len() as u32) << 3 | u32::from(last);
        [&header.to_le_bytes()[..3], bytes].concat()
    };
    let magic = 0xFD2F_B528_u32.to_le_bytes();
    let size = (first.len() as u32).to_le_bytes();
    let (third, fourth) = second.split_at(second.len() / 3);
    [
        [&magic[..], &[0xA0], &size].concat(),
        block(first, true),
        [0x184D_2A50_u32.to_le_bytes(), 4_u32.to_le_bytes(), *b"skip"].concat(),
        [&magic[..], &[0x00, 0x50]].concat(),
        block(third, false),
        block(fourth, true),
    ]
    .concat()
}

pub fn encode_gzip(bytes: &[u8]) -> Vec<u8> {
    // Two members, each one stored block.
    let member = |bytes: &[u8]| {
        let length = bytes.len() as u16;
        [
            &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1],
            &length.to_le_bytes()[..],
            &(!length).to_le_bytes(),
            bytes,
            &crc32(bytes).to_le_bytes(),
            &u32::from(length).to_le_bytes(),
        ]
        .concat()
    };
    let (first, second) = bytes.split_at(bytes.len() / 2);
    [member(first), member(second)].concat()
}

fn with_checksum(bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32c(&bytes);
    [bytes, checksum.to_le_bytes().to_vec()].concat()
}

impl Sharding {
    fn encode(&self, block: &Block) -> Vec<u8> {
        let counts: Vec<usize> =
            block.shape.iter().zip(&self.inner_shape).map(|(outer, inner)| outer / inner).collect();
        let slots = indices(&counts);
        let index_size = 16 * slots.len() + 4 * self.index_checksums;
        let before = if self.index_at_start { index_size } else { 0 };
        let (mut data, mut index) = (Vec::new(), Vec::new());
        for slot in &slots {
            let origin: Vec<usize> = slot.iter().zip(&self.inner_shape).map(|(i, inner)| i * inner).collect();
            let inner = Block::new(self.inner_shape.clone(), |within| {
                block.at(&origin.iter().zip(within).map(|(a, b)| a + b).collect::<Vec<_>>())
            });
            let mut entry = [u64::MAX; 2];
            if inner.elements.iter().any(|&element| element != FILL) {
                let bytes = encode(&self.codecs, &inner);
                entry = [(before + data.len()) as u64, bytes.len() as u64];
                data.extend(bytes);
            }
            for word in entry {
                index.extend(if self.index_big_endian { word.to_be_bytes() } else { word.to_le_bytes() });
            }
        }
        let index = (0..self.index_checksums).fold(index, |index, _| with_checksum(index));
        if self.index_at_start { [index, data].concat() } else { [data, index].concat() }
    }
}

/// A chunk after all of its codecs.
fn encode(codecs: &[Codec], block: &Block) -> Vec<u8> {
    let (first, rest) = codecs.split_first().expect("a codec that makes bytes");
    let bytes = match first {
        Transpose(order) => return encode(rest, &block.transposed(order)),
        Codec::Bytes { big_endian } => {
            let bytes = |element: &i16| if *big_endian { element.to_be_bytes() } else { element.to_le_bytes() };
            block.elements.iter().flat_map(bytes).collect()
        }
        Codec::Sharding(sharding) => sharding.encode(block),
        Zstd | Gzip | Crc32c => panic!("{first:?} stands before bytes"),
    };
    rest.iter().fold(bytes, |bytes, codec| match codec {
        Zstd => encode_zstd(&bytes),
        Gzip => encode_gzip(&bytes),
        Crc32c => with_checksum(bytes),
        _ => panic!("{codec:?} stands behind bytes"),
    })
}

fn json(codecs: &[Codec]) -> String {
    let endian = |big| if big { "big" } else { "little" };
    let one = |codec: &Codec| match codec {
        Transpose(order) => format!(r#"{{"name": "transpose", "configuration": {{"order": {order:?}}}}}"#),
        Codec::Bytes { big_endian } => {
            format!(r#"{{"name": "bytes", "configuration": {{"endian": "{}"}}}}"#, endian(*big_endian))
        }
        Codec::Sharding(s) => {
            let index = [Codec::Bytes { big_endian: s.index_big_endian }].into_iter();
            let index: Vec<Codec> = index.chain(vec![Crc32c; s.index_checksums]).collect();
            format!(
                r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {:?}, "codecs": {},
                    "index_codecs": {}, "index_location": "{}"}}}}"#,
                s.inner_shape,
                json(&s.codecs),
                json(&index),
                if s.index_at_start { "start" } else { "end" }
            )
        }
        Zstd => r#"{"name": "zstd", "configuration": {"level": 0, "checksum": false}}"#.to_owned(),
        Gzip => r#"{"name": "gzip", "configuration": {"level": 5}}"#.to_owned(),
        Crc32c => "\"crc32c\"".to_owned(),
    };
    format!("[{}]", codecs.iter().map(one).collect::<Vec<_>>().join(", "))
}

// ---- an array ----

const EXTENTS: [usize; 3] = [5, 9, 4];
/// The last chunks of the first two axes are cut by the extents.
const EDGES: [&[usize]; 3] = [&[2, 4], &[6, 6], &[4]];

fn element(index: &[usize]) -> i16 {
    let [i, j, k] = [index[0], index[1], index[2]];
    if i / 2 % 2 == 1 && j < 7 { FILL } else { (1000 * i + 10 * j + k) as i16 }
}

pub fn document(codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {EXTENTS:?}, "data_type": "int16", "fill_value": {FILL},
            "chunk_grid": {{"name": "rectilinear", "configuration": {{"kind": "inline", "chunk_shapes": {EDGES:?}}}}},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": {codecs}}}"#
    )
}

fn store(name: &str, codecs: &[Codec]) -> PathBuf {
    let mut chunks = Vec::new();
    for chunk in indices(&EDGES.map(<[usize]>::len)) {
        let origin: Vec<usize> = (0..3).map(|axis| EDGES[axis][..chunk[axis]].iter().sum()).collect();
        let block = Block::new((0..3).map(|axis| EDGES[axis][chunk[axis]]).collect(), |within| {
            let index: Vec<usize> = origin.iter().zip(within).map(|(a, b)| a + b).collect();
            if index.iter().zip(EXTENTS).all(|(i, extent)| *i < extent) { element(&index) } else { 0x5A5A }
        });
        chunks.push((format!("c/{}/{}/{}", chunk[0], chunk[1], chunk[2]), encode(codecs, &block)));
    }
    let chunks: Vec<_> = chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    make_array(name, &document(&json(codecs)), &chunks)
}

/// Reads windows of the array in these codecs and compares them with the elements.
fn check(name: &str, codecs: &[Codec]) {
    let Some(program) = program() else { return };
    let array = store(name, codecs);
    for (slices, axes) in [
        ("", [(0..5).collect::<Vec<_>>(), (0..9).collect(), (0..4).collect()]),
        ("1::2 ::-3 3", [vec![1, 3], vec![8, 5, 2], vec![3]]),
        ("-1 8: :0:-2", [vec![4], vec![8], vec![3, 1]]),
    ] {
        let arguments: Vec<String> = slices.split_whitespace().map(str::to_owned).collect();
        let window = read(program, &array, &arguments);
        let mut wanted = Vec::new();
        for index in indices(&[axes[0].len(), axes[1].len(), axes[2].len()]) {
            let place: Vec<usize> = index.iter().zip(&axes).map(|(&i, axis)| axis[i]).collect();
            wanted.extend(element(&place).to_le_bytes());
        }
        assert_eq!(window.shape, axes.each_ref().map(|axis| axis.len() as u64), "{codecs:?} [{slices}]");
        assert_eq!(window.crc32, crc32(&wanted), "{codecs:?} [{slices}]");
    }
}

/// No transpose, one, and two that together are a third.
fn transposes() -> [Vec<Codec>; 3] {
    [vec![], vec![Transpose(vec![2, 0, 1])], vec![Transpose(vec![1, 0, 2]), Transpose(vec![1, 2, 0])]]
}

// ---- tests ----

#[test]
fn every_chain_of_up_to_three_codecs_of_bytes() {
    let mut chains = vec![vec![]];
    let mut longest = chains.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|chain| [Zstd, Gzip, Crc32c].map(|codec| [chain.clone(), vec![codec]].concat()))
            .collect();
        chains.extend(longest.iter().cloned());
    }
    assert_eq!(chains.len(), 1 + 3 + 9 + 27);
    for (n, chain) in chains.iter().enumerate() {
        let bytes = if n % 2 == 0 { LITTLE } else { BIG };
        check("chains", &[transposes()[n % 3].as_slice(), &[bytes], chain].concat());
    }
    check("chains", &[LITTLE, Crc32c, Crc32c, Zstd, Gzip, Crc32c, Zstd, Gzip, Crc32c]);
}

#[test]
fn shards_with_codecs_inside_and_outside() {
    for (n, outside) in transposes().iter().enumerate() {
        for (m, inside) in transposes().iter().enumerate() {
            // 2 divides every edge; the order of what is stored decides where the 3 may stand.
            let order = outside.iter().fold(vec![0, 1, 2], |before, codec| match codec {
                Transpose(order) => order.iter().map(|&axis| before[axis]).collect(),
                _ => before,
            });
            let inner_shape: Vec<usize> = order.iter().map(|&axis| if axis == 1 { 3 } else { 2 }).collect();
            let innermost = [inside.as_slice(), &[if m == 1 { BIG } else { LITTLE }, Zstd]].concat();
            let sharding = |inner_shape, codecs| {
                Codec::Sharding(Sharding {
                    inner_shape,
                    codecs,
                    index_at_start: n % 2 == 0,
                    index_big_endian: m % 2 == 0,
                    index_checksums: (n + m) % 3,
                })
            };
            let shards = sharding(inner_shape.clone(), innermost);
            check("chains-in-shards", &[outside.as_slice(), std::slice::from_ref(&shards)].concat());
            check("chains-in-shards", &[outside.as_slice(), &[shards.clone(), Gzip, Crc32c]].concat());
            // Shards of one element in each of these, transposed and compressed once more.
            let single = sharding(vec![1, 1, 1], vec![LITTLE, Crc32c]);
            let nested = [inside.as_slice(), &[single, Zstd]].concat();
            check("chains-in-shards", &[outside.as_slice(), &[sharding(inner_shape, nested)]].concat());
        }
    }
}

#[test]
fn other_orders_and_codecs_are_refused() {
    let Some(program) = program() else { return };
    let transpose = r#"{"name": "transpose", "configuration": {"order": [0, 2, 1]}}"#;
    let order = |order: &str| format!(r#"[{{"name": "transpose", "configuration": {{"order": {order}}}}}, {}]"#, BYTES);
    const BYTES: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let misplaced = "transpose comes first, then bytes or sharding_indexed, once, then zstd, gzip and crc32c";
    let once = "must name each of 3 axes once";
    for (codecs, wanted) in [
        (format!("[{BYTES}, {transpose}]"), misplaced),
        (format!("[{BYTES}, {BYTES}]"), misplaced),
        (format!("[\"zstd\", {BYTES}]"), misplaced),
        (format!("[{transpose}, \"crc32c\", {BYTES}]"), misplaced),
        (format!("[{BYTES}, \"gzip\", {{\"name\": \"sharding_indexed\"}}]"), misplaced),
        (format!("[{transpose}]"), "bytes or sharding_indexed"),
        ("[]".to_owned(), "bytes or sharding_indexed"),
        (format!("{{\"codec\": {BYTES}}}"), "codecs must be a list"),
        ("\"bytes\"".to_owned(), "codecs must be a list"),
        (
            format!("[{BYTES}, \"blosc\"]"),
            "codec blosc is not one that is read here (transpose, bytes, sharding_indexed, \
                                           zstd, gzip, crc32c); --plan works without it",
        ),
        (format!("[{BYTES}, {{\"configuration\": {{}}}}]"), "codec (no name)"),
        (format!("[{BYTES}, {}]", ["\"crc32c\""; 9].join(", ")), "more than 8 codecs"),
        (order("[0, 1]"), once),
        (order("[0, 1, 2, 3]"), once),
        (order("[0, 1, 1]"), once),
        (order("[0, 1, 3]"), once),
        (order("[0, 1, -1]"), once),
        (order("[0, 1, 1.5]"), once),
        (order("[0, 1, 1e300]"), once),
        (order("[0, 1, \"2\"]"), once),
        (order("\"F\""), once),
        (order("null"), once),
    ] {
        let array = make_array("misplaced", &document(&codecs), &[]);
        let message = refusal(program, &array, &[]);
        assert!(message.contains(&array.join("zarr.json").display().to_string()), "{codecs}: {message}");
        assert!(message.contains(wanted), "{codecs}: {message}");
    }
}
