// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moving the elements of a part out of its chunk into the result, in bytes a second.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::Range;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use zrg::core::grid::Grid;
use zrg::core::layout::ArrayLayout;
use zrg::core::selection::Selection;
use zrg::core::slice::Slice;

/// Bytes that a part has: they and their copy stay in a cache.
const PART: u64 = 128 * 1024;

/// Bytes of a page of the machine's memory, or more.
const PAGE: usize = 4096;

fn main() {
    divan::main();
}

/// The part of a memory that starts with a page. Some processors take ten times as long for a memcpy between memories that
/// start a few bytes off, and where a memory starts is chance.
fn on_page<T>(memory: &[T], size: usize) -> Range<usize> {
    let start = memory.as_ptr().align_offset(PAGE);
    start..start + size
}

/// Reads the left one of two chunks side by side: rows of so many elements, or every `step`-th of twice as many.
fn read(bencher: Bencher, row: u64, step: u64, element_size: usize) {
    let rows = PART / (row * element_size as u64);
    let edges = [rows, row * step];
    let grid = Grid::from_chunk_shape(&[edges[0], 2 * edges[1]], &edges, false).expect("a good grid");
    let slices = [Slice { start: 0, count: rows, step: 1 }, Slice { start: 0, count: 2 * row, step: step as i64 }];
    let selection = Selection::from_slices(&grid, slices.into_iter()).expect("memory");

    let memory =
        |name, elements: u64| ArrayLayout { size: elements as usize * element_size, start: 0, strides: None, name };
    let (from, to) = (memory("chunk", edges[0] * edges[1]), memory("out", rows * 2 * row));
    let (chunk, mut result) = (vec![7; from.size + PAGE], vec![MaybeUninit::uninit(); to.size + PAGE]);
    let chunk = &chunk[on_page(&chunk, from.size)];
    let on_page = on_page(&result, to.size);
    let result = Cell::from_mut(&mut result[on_page]).as_slice_of_cells();
    bencher.counter(BytesCount::new(rows as usize * row as usize * element_size)).bench_local(|| {
        selection
            .read_part(&grid, 0, element_size, (chunk, from), (black_box(result), to))
            .expect("memory that is large enough")
    });
}

/// Rows of so many bytes, side by side in both memories.
#[divan::bench(args = [16, 256, 4096])]
fn rows(bencher: Bencher, bytes: u64) {
    read(bencher, bytes / 4, 1, 4);
}

/// Every other element of a chunk, of so many bytes each.
#[divan::bench(args = [1, 2, 4, 8, 12, 16])]
fn every_other_element(bencher: Bencher, bytes: usize) {
    read(bencher, 64, 2, bytes);
}
