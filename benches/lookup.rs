// SPDX-License-Identifier: MIT OR Apache-2.0
//! From elements to chunks and back, on one axis. A call has 1000 points or chunks, so that its µs are ns for each.

mod axes;

use divan::{Bencher, black_box};
use zrg::core::layout::PointLayout;
use zrg::core::lookup::Answers;

use axes::{Chunks, Random};

/// Queries of a call: they and their answers stay in a cache.
const QUERIES: usize = 1000;

fn main() {
    divan::main();
}

fn random_indices(end: u64) -> Vec<u64> {
    let mut random = Random::new();
    (0..QUERIES).map(|_| random.below(end)).collect()
}

/// Room for answers; the compiler does not know that nobody reads them.
fn room(answers: &mut Vec<u64>) -> Answers<'_> {
    Some(black_box(answers.spare_capacity_mut()))
}

/// All points in one call, chunks and withins.
#[divan::bench(args = Chunks::ALL)]
fn many_points(bencher: Bencher, chunks: Chunks) {
    let grid = chunks.grid(1);
    let points = random_indices(grid.axes()[0].extent());
    let layout = PointLayout::new(1, QUERIES, 1, 1, QUERIES).expect("a good layout");
    let (mut found, mut within) = (Vec::with_capacity(QUERIES), Vec::with_capacity(QUERIES));
    bencher
        .bench_local(|| grid.locate_many(layout, &points, room(&mut found), room(&mut within)).expect("points inside"));
}

/// All points in one call, without withins.
#[divan::bench(args = Chunks::ALL)]
fn many_points_chunks_alone(bencher: Bencher, chunks: Chunks) {
    let grid = chunks.grid(1);
    let points = random_indices(grid.axes()[0].extent());
    let layout = PointLayout::new(1, QUERIES, 1, 1, QUERIES).expect("a good layout");
    let mut found = Vec::with_capacity(QUERIES);
    bencher.bench_local(|| grid.locate_many(layout, &points, room(&mut found), None).expect("points inside"));
}

/// A call for each point.
#[divan::bench(args = Chunks::ALL)]
fn one_point(bencher: Bencher, chunks: Chunks) {
    let grid = chunks.grid(1);
    let points = random_indices(grid.axes()[0].extent());
    let (mut found, mut within) = (Vec::with_capacity(1), Vec::with_capacity(1));
    bencher.bench_local(|| {
        for &point in &points {
            grid.locate(&[point], room(&mut found), room(&mut within)).expect("a point inside");
        }
    });
}

/// Origin, declared and data shape of many chunks.
#[divan::bench(args = Chunks::ALL)]
fn many_chunks(bencher: Bencher, chunks: Chunks) {
    let grid = chunks.grid(1);
    let numbers = random_indices(grid.axes()[0].declared_chunks());
    let mut answers: [Vec<u64>; 3] = std::array::from_fn(|_| Vec::with_capacity(QUERIES));
    bencher.bench_local(|| {
        let [origins, declared, data] = answers.each_mut().map(room);
        grid.chunk_many(&numbers, origins, declared, data).expect("declared chunks")
    });
}
