// SPDX-License-Identifier: MIT OR Apache-2.0
//! The stores in `tests/fixtures`, sharded ones too, read through each kind of selection by the C ABI: slices; lists and
//! masks of some axes; points; masks over the whole array. Chunks come from their files; what has to come out is the
//! array as plain slices read it, indexed element by element.

use std::ffi::CStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

use serde_json::Value;
use zrg::capi::*;

/// Panics with the library's words where a call fails.
fn done(call: impl FnOnce(*mut zrg_error) -> zrg_status) {
    let mut error = zrg_error::default();
    let status = call(&mut error);
    assert_eq!(status, 0, "{:?}", unsafe { CStr::from_ptr(error.message.as_ptr()) });
}

/// A selection's handle, freed at the end.
struct Selection(*mut zrg_selection);

impl Selection {
    fn made(make: impl FnOnce(*mut *mut zrg_selection, *mut zrg_error) -> zrg_status) -> Self {
        let mut made = null_mut();
        done(|error| make(&mut made, error));
        Selection(made)
    }
}

impl Drop for Selection {
    fn drop(&mut self) {
        unsafe { zrg_selection_free(self.0) }
    }
}

/// Numbers that look random and are the same in every run: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % limit
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }
}

/// A store, and what is in it.
struct Store {
    folder: PathBuf,
    grid: *mut zrg_grid,
    keys: zrg_key_encoding,
    shape: Vec<u64>,
    element_size: usize,
    fill: Option<Vec<u8>>,
    /// The shapes of inner chunks, from the outermost shards inwards; none without shards.
    inner_shapes: Vec<Vec<u64>>,
    /// The whole array in C order.
    whole: Vec<u8>,
}

impl Drop for Store {
    fn drop(&mut self) {
        unsafe { zrg_grid_free(self.grid) }
    }
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).collect()
}

impl Store {
    fn open(folder: &Path) -> Self {
        let text = fs::read(folder.join("zarr.json")).expect("zarr.json");
        let document: Value = serde_json::from_slice(&text).expect("JSON");
        let facts = fs::read(folder.with_extension("json")).expect("the facts beside a store");
        let facts: Value = serde_json::from_slice(&facts).expect("JSON");
        let (mut grid, mut keys) = (null_mut(), zrg_key_encoding { name: 9, separator: 9 });
        done(|e| unsafe {
            zrg_grid_from_array_json(text.as_ptr().cast(), text.len(), null(), &mut grid, &mut keys, e)
        });
        let element_size = facts["itemsize"].as_u64().expect("itemsize") as usize;
        let fill = match &document["fill_value"] {
            Value::Bool(fill) => Some(vec![u8::from(*fill)]),
            Value::Number(fill) if fill.is_i64() => {
                Some(fill.as_i64().expect("an integer").to_le_bytes()[..element_size].to_vec())
            }
            Value::Number(fill) if fill.as_f64() == Some(0.0) => Some(vec![0; element_size]),
            _ => None, // of stores with no chunk missing
        };
        let mut inner_shapes = Vec::new();
        let mut codecs = &document["codecs"];
        while codecs[0]["name"] == "sharding_indexed" {
            inner_shapes.push(numbers(&codecs[0]["configuration"]["chunk_shape"]));
            codecs = &codecs[0]["configuration"]["codecs"];
        }
        let shape = numbers(&document["shape"]);
        let folder = folder.to_owned();
        let mut store = Store { folder, grid, keys, shape, element_size, fill, inner_shapes, whole: Vec::new() };
        let all: Vec<zrg_slice> = store.shape.iter().map(|&count| zrg_slice { start: 0, count, step: 1 }).collect();
        store.whole = store.read(&store.slices(&all), false);
        let expected = facts["array"]["crc32"].as_u64();
        assert_eq!(Some(u64::from(crc32(&store.whole))), expected, "{}", store.folder.display());
        store
    }

    fn rank(&self) -> usize {
        self.shape.len()
    }

    fn slices(&self, slices: &[zrg_slice]) -> Selection {
        Selection::made(|made, e| unsafe {
            zrg_selection_from_slices(self.grid, slices.len(), slices.as_ptr(), made, e)
        })
    }

    /// All that a selection selects; its parts moved by the library, or segment by segment.
    fn read(&self, selection: &Selection, by_segments: bool) -> Vec<u8> {
        let mut shape = vec![0u64; unsafe { zrg_selection_rank(selection.0) }];
        done(|e| unsafe { zrg_selection_shape(selection.0, shape.len(), shape.as_mut_ptr(), e) });
        let elements: u64 = shape.iter().product();
        // Elements that are left out show.
        let mut result = vec![0xA5; elements as usize * self.element_size];
        let mut chunk = vec![0u64; self.rank()];
        let mut count = 1;
        for first in 0.. {
            done(|e| unsafe {
                let chunk = chunk.as_mut_ptr();
                zrg_selection_parts(selection.0, self.rank(), first, null_mut(), chunk, null_mut(), 1, &mut count, e)
            });
            if count == 0 {
                break;
            }
            let bytes = match fs::read(self.folder.join(self.key(&chunk))) {
                Ok(bytes) => Some(bytes),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => panic!("{error}"),
            };
            self.take(selection, first, bytes.as_deref(), &self.inner_shapes, by_segments, &mut result);
        }
        result
    }

    fn key(&self, chunk: &[u64]) -> String {
        let (mut key, mut length) = ([0u8; 128], 0);
        done(|e| unsafe {
            let (chunk, key) = (chunk.as_ptr(), key.as_mut_ptr().cast());
            zrg_key_encode(&self.keys, self.rank(), chunk, key, 128, &mut length, e)
        });
        String::from_utf8(key[..length].to_vec()).expect("keys are ASCII")
    }

    /// One part's elements, out of its chunk: nothing there, the elements themselves, or a shard.
    fn take(
        &self,
        selection: &Selection,
        part: u64,
        bytes: Option<&[u8]>,
        inner_shapes: &[Vec<u64>],
        by_segments: bool,
        result: &mut [u8],
    ) {
        let size = self.element_size;
        match (bytes, inner_shapes) {
            (None, _) => {
                let fill = self.fill.as_ref().expect("a fill value for the missing chunk");
                let everywhere = vec![0i64; self.rank()];
                done(|e| unsafe {
                    let (from, to) = (fill.as_ptr().cast(), result.as_mut_ptr().cast());
                    let strides = everywhere.as_ptr();
                    let length = result.len();
                    zrg_selection_read_part(selection.0, part, size, from, size, 0, strides, to, length, 0, null(), e)
                });
            }
            (Some(bytes), []) if by_segments => {
                let mut segments = [zrg_segment { within: 0, out: 0, count: 0 }; 7];
                let (mut first, mut count) = (0, 1);
                while count > 0 {
                    done(|e| unsafe {
                        zrg_selection_segments(selection.0, part, first, segments.as_mut_ptr(), 7, &mut count, e)
                    });
                    for segment in &segments[..count] {
                        let [from, to, length] =
                            [segment.within, segment.out, segment.count].map(|n| n as usize * size);
                        result[to..to + length].copy_from_slice(&bytes[from..from + length]);
                    }
                    first += count as u64;
                }
            }
            (Some(bytes), []) => done(|e| unsafe {
                let (from, to) = (bytes.as_ptr().cast(), result.as_mut_ptr().cast());
                let (from_size, to_size) = (bytes.len(), result.len());
                zrg_selection_read_part(selection.0, part, size, from, from_size, 0, null(), to, to_size, 0, null(), e)
            }),
            (Some(bytes), [inner_shape, innermost @ ..]) => {
                let inner = Selection::made(|made, e| unsafe {
                    zrg_selection_inner(selection.0, part, self.rank(), inner_shape.as_ptr(), made, e)
                });
                let mut about = zrg_part { chunk_number: 0, elements: 0, decoded: 0, covers: 0 };
                let mut count = 0;
                let mut about_part = |selection: &Selection, part| {
                    done(|e| unsafe {
                        let (rank, about) = (self.rank(), &raw mut about);
                        zrg_selection_parts(selection.0, rank, part, about, null_mut(), null_mut(), 1, &mut count, e)
                    });
                    (about, count)
                };
                // An index at the end: offset and size of each inner chunk, all ones for none; then its CRC-32C.
                let slots = about_part(selection, part).0.decoded / inner_shape.iter().product::<u64>();
                let index = &bytes[bytes.len() - 4 - slots as usize * 16..bytes.len() - 4];
                let word = |at: usize| u64::from_le_bytes(index[at * 8..][..8].try_into().expect("eight bytes"));
                for k in 0.. {
                    let (inner_part, count) = about_part(&inner, k);
                    if count == 0 {
                        break;
                    }
                    let slot = inner_part.chunk_number as usize;
                    let (offset, length) = (word(2 * slot), word(2 * slot + 1));
                    let there = (offset != u64::MAX).then(|| &bytes[offset as usize..(offset + length) as usize]);
                    self.take(&inner, k, there, innermost, by_segments, result);
                }
            }
        }
    }

    /// The elements at these indices, one after the other.
    fn indexed(&self, indices: impl Iterator<Item = Vec<u64>>) -> Vec<u8> {
        let mut elements = Vec::new();
        for index in indices {
            let place = index.iter().zip(&self.shape).fold(0, |place, (x, extent)| place * extent + x) as usize;
            elements.extend_from_slice(&self.whole[place * self.element_size..][..self.element_size]);
        }
        elements
    }

    /// What a selection reads, in both ways, against the elements at these indices.
    fn check(&self, what: &str, selection: &Selection, indices: impl Iterator<Item = Vec<u64>>) {
        let expected = self.indexed(indices);
        for by_segments in [false, true] {
            let got = self.read(selection, by_segments);
            assert!(got == expected, "{}, {what}, by segments: {by_segments}", self.folder.display());
        }
    }
}

/// zlib's CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// Every combination of the axes' elements, the last axis fastest.
fn product(axes: &[Vec<u64>]) -> Vec<Vec<u64>> {
    axes.iter().fold(vec![Vec::new()], |all, axis| {
        all.iter().flat_map(|index| axis.iter().map(move |&x| [&index[..], &[x]].concat())).collect()
    })
}

fn stores() -> Vec<Store> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "zarr"))
        .collect();
    folders.sort();
    let stores: Vec<Store> = folders.iter().map(|folder| Store::open(folder)).collect();
    assert!(stores.len() >= 15, "only {} stores were found", stores.len());
    assert_eq!(stores.iter().filter(|store| !store.inner_shapes.is_empty()).count(), 1, "sharded stores");
    stores
}

/// A slice of an axis and its elements; about `most` of them.
fn random_slice(random: &mut Random, extent: u64, most: u64) -> (zrg_slice, Vec<u64>) {
    let longest = if random.chance(2) { extent / 3 + 1 } else { 3 };
    let step = random.below(longest) as i64 + 1;
    let step = if random.chance(3) { -step } else { step };
    if extent == 0 || random.chance(12) {
        return (zrg_slice { start: 0, count: 0, step }, Vec::new());
    }
    let start = random.below(extent);
    let room = if step > 0 { extent - 1 - start } else { start } / step.unsigned_abs() + 1;
    let count = random.below(room.min(most)) + 1;
    let elements = (0..count as i64).map(|k| (start as i64 + k * step) as u64).collect();
    (zrg_slice { start, count, step }, elements)
}

/// How many elements of an axis, so that a result stays small.
fn most(store: &Store) -> u64 {
    [1, 4000, 90, 20, 10, 5][store.rank()]
}

const ROUNDS: u64 = 12;

#[test]
fn slices() {
    for store in stores() {
        let mut random = Random(1);
        for round in 0..ROUNDS {
            let picks: Vec<_> = store.shape.iter().map(|&n| random_slice(&mut random, n, most(&store))).collect();
            let (slices, axes): (Vec<_>, Vec<_>) = picks.into_iter().unzip();
            store.check(&format!("round {round}: {slices:?}"), &store.slices(&slices), product(&axes).into_iter());
        }
    }
}

#[test]
fn lists_and_masks_of_some_axes() {
    for store in stores() {
        let mut random = Random(2);
        for round in 0..ROUNDS {
            let picks: Vec<_> = store.shape.iter().map(|&n| random_slice(&mut random, n, most(&store))).collect();
            let (slices, mut axes): (Vec<_>, Vec<_>) = picks.into_iter().unzip();
            let mut selection = store.slices(&slices);
            let mut what = format!("round {round}: {slices:?}");
            // At least one axis gets a list or a mask, and others by chance.
            let certain = random.below(store.rank().max(1) as u64) as usize;
            for (axis, chosen) in axes.iter_mut().enumerate() {
                if axis != certain && random.chance(2) {
                    continue;
                }
                let extent = store.shape[axis];
                let base = &selection;
                let made = match random.below(3) {
                    0 => {
                        let count = if extent == 0 { 0 } else { random.below(most(&store)) };
                        *chosen = (0..count).map(|_| random.below(extent)).collect();
                        let wrapped = |&x: &u64| if random.chance(2) { x as i64 - extent as i64 } else { x as i64 };
                        let list: Vec<i64> = chosen.iter().map(wrapped).collect();
                        what += &format!("; axis {axis}: {list:?}");
                        Selection::made(|made, e| unsafe {
                            let list = (list.len(), list.as_ptr());
                            zrg_selection_with_indices(base.0, axis, list.1, list.0, ZRG_INDEX_WRAP, made, e)
                        })
                    }
                    kind => {
                        let sparse = 1 + extent / most(&store);
                        let mask: Vec<u8> = (0..extent).map(|_| u8::from(random.chance(1 + sparse))).collect();
                        *chosen = (0..extent).filter(|&x| mask[x as usize] == 1).collect();
                        what += &format!("; axis {axis}: mask {chosen:?}");
                        let bits: Vec<u8> =
                            mask.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect();
                        Selection::made(|made, e| unsafe {
                            match kind {
                                1 => zrg_selection_with_mask(base.0, axis, mask.as_ptr(), mask.len(), made, e),
                                _ => zrg_selection_with_bits(base.0, axis, bits.as_ptr(), 0, mask.len(), 0, made, e),
                            }
                        })
                    }
                };
                selection = made;
            }
            store.check(&what, &selection, product(&axes).into_iter());
        }
    }
}

#[test]
fn points() {
    for store in stores() {
        let mut random = Random(3);
        for round in 0..ROUNDS {
            let empty = store.shape.contains(&0);
            let count = if empty { 0 } else { random.below(if round == 0 { 3000 } else { 60 }) as usize };
            let points: Vec<Vec<u64>> =
                (0..count).map(|_| store.shape.iter().map(|&extent| random.below(extent)).collect()).collect();
            // Point after point, or axis after axis.
            let (point_stride, axis_stride) = if round % 2 == 0 { (store.rank(), 1) } else { (1, count) };
            let mut flat = vec![0i64; count * store.rank()];
            for (i, point) in points.iter().enumerate() {
                for (axis, &x) in point.iter().enumerate() {
                    let wrap = if round % 3 == 0 { store.shape[axis] as i64 } else { 0 };
                    flat[i * point_stride + axis * axis_stride] = x as i64 - wrap;
                }
            }
            let selection = Selection::made(|made, e| unsafe {
                let strides = (point_stride as isize, axis_stride as isize);
                let (rank, flags) = (store.rank(), if round % 3 == 0 { ZRG_INDEX_WRAP } else { 0 });
                let (length, flat) = (flat.len(), flat.as_ptr());
                zrg_selection_from_points(store.grid, rank, count, strides.0, strides.1, flat, length, flags, made, e)
            });
            store.check(&format!("round {round}: {count} points"), &selection, points.into_iter());
        }
    }
}

#[test]
fn masks_over_the_whole_array() {
    for store in stores() {
        let mut random = Random(4);
        let axes: Vec<Vec<u64>> = store.shape.iter().map(|&extent| (0..extent).collect()).collect();
        let all = product(&axes);
        // Nothing, few, most, everything.
        for (of, yes_below) in [(1, 0), (300, 1), (8, 7), (1, 1)] {
            let mask: Vec<u8> = all.iter().map(|_| u8::from(random.below(of) < yes_below)).collect();
            let selection = Selection::made(|made, e| unsafe {
                zrg_selection_from_mask(store.grid, mask.as_ptr(), mask.len(), made, e)
            });
            let chosen = all.iter().zip(&mask).filter(|(_, byte)| **byte == 1).map(|(index, _)| index.clone());
            store.check(&format!("a mask of {yes_below} in {of}"), &selection, chosen);
        }
    }
}
