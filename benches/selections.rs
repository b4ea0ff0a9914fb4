// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pages of the projections of one axis, and of parts. A page has 1000 of them, if there are as many, so that its µs are ns
//! for each.

mod axes;

use std::mem::MaybeUninit;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use zrg::capi::{zrg_part, zrg_projection};
use zrg::core::grid::Grid;
use zrg::core::project::Projection;
use zrg::core::selection::{Page, Selection};
use zrg::core::slice::Slice;

use axes::Chunks;

/// Entries of a page, which stays in a cache.
const PAGE: usize = 1000;

fn main() {
    divan::main();
}

fn every(step: u64, extent: u64) -> Slice {
    Slice { start: 0, count: extent.div_ceil(step), step: step as i64 }
}

fn projections(bencher: Bencher, chunks: Chunks, step: u64) {
    let grid = chunks.grid(1);
    let axis = &grid.axes()[0];
    let slice = every(step, axis.extent());
    let count = axis.projections(slice, 0).take(PAGE).count();
    let mut page: Vec<Projection> = Vec::with_capacity(PAGE);
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        page.clear();
        page.extend(axis.projections(slice, 0).take(PAGE));
        black_box(&mut page);
    });
}

#[divan::bench(args = Chunks::ALL)]
fn projections_step_1(bencher: Bencher, chunks: Chunks) {
    projections(bencher, chunks, 1);
}

#[divan::bench(args = Chunks::ALL)]
fn projections_step_7(bencher: Bencher, chunks: Chunks) {
    projections(bencher, chunks, 7);
}

/// Most chunks hold nothing: they are skipped by a search.
#[divan::bench(args = Chunks::ALL)]
fn projections_step_1000(bencher: Bencher, chunks: Chunks) {
    projections(bencher, chunks, 1000);
}

/// A selection of the whole array.
fn whole(grid: &Grid) -> Selection {
    Selection::from_slices(grid, grid.axes().iter().map(|axis| every(1, axis.extent()))).expect("memory")
}

type Entries<T> = Option<Vec<MaybeUninit<T>>>;

/// Pages from `first` on, into the memory that is wanted.
fn pages(
    bencher: Bencher,
    grid: &Grid,
    mut parts: Entries<zrg_part>,
    mut chunks: Entries<u64>,
    mut projections: Entries<zrg_projection>,
) {
    let selection = whole(grid);
    // From the middle of a row on, so that a page goes on in the next one, unless rows are longer.
    let first = selection.chunk_counts().last().expect("an axis") / 2;
    let count = selection.page_length(first, PAGE).expect("parts that have numbers");
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut page = Page {
            parts: parts.as_deref_mut(),
            chunks: chunks.as_deref_mut(),
            projections: projections.as_deref_mut(),
        };
        assert_eq!(selection.fill_page(grid, first, PAGE, black_box(&mut page)), Ok(count));
    });
}

fn room<T: Copy>(entries: usize) -> Entries<T> {
    Some(vec![MaybeUninit::uninit(); entries])
}

/// Projections alone.
#[divan::bench(args = [2, 3, 4, 5])]
fn parts_projections_alone(bencher: Bencher, rank: usize) {
    pages(bencher, &Chunks::Usual.grid(rank), None, None, room(PAGE * rank));
}

/// All that a page can hold.
#[divan::bench(args = [2, 3, 4, 5])]
fn parts_with_everything(bencher: Bencher, rank: usize) {
    pages(bencher, &Chunks::Usual.grid(rank), room(PAGE), room(PAGE * rank), room(PAGE * rank));
}

/// Projections alone, in two axes like that: rows may be short, or too long to be kept.
#[divan::bench(args = Chunks::ALL)]
fn parts_of_two_axes(bencher: Bencher, chunks: Chunks) {
    pages(bencher, &chunks.grid(2), None, None, room(PAGE * 2));
}
