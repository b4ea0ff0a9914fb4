// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of a selection, a page at a time.

use std::hint::black_box;

use zarrs::array::{ArraySubset, ChunkGrid};
use zrg::capi::{zrg_projection, zrg_slice};

use super::Table;
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::Random;
use crate::goals::Goals;
use crate::hand_written;
use crate::harness::Contest;
use crate::peer_zarrs;
use crate::zrg_calls::{Grid, NO_PROJECTION, PartsPage, Selection};

pub const TABLE: Table = Table { name: "parts", about: "time to plan the parts of a selection, by page", run };

const PAGE: usize = 1024;
/// Chunks along each axis: about as many parts at any rank.
const CHUNKS: [&[usize]; 4] = [&[1_000_000], &[1_000; 2], &[100; 3], &[32; 4]];

const MEMCPY: &str = "memcpy of the same bytes";
const OURS: &str = "zrg, projections alone";
const ALL: &str = "zrg, with parts and chunks";
const ZARRS: &str = "zarrs, each chunk of a step of 1";

fn run(rounds: usize, goals: &mut Goals) {
    for chunks in CHUNKS {
        let mut random = Random::new(37);
        let axes: Vec<Vec<u64>> = chunks.iter().map(|&count| Distribution::Uniform.edges(count, &mut random)).collect();
        for step in [1, 7] {
            contest(&axes, step, rounds, goals);
        }
    }
}

fn contest(axes: &[Vec<u64>], step: u64, rounds: usize, goals: &mut Goals) {
    let rank = axes.len();
    let (our_grid, their_grid) = (Grid::from_edges(axes), peer_zarrs::from_edges(axes));
    let shape: Vec<u64> = axes.iter().map(|edges| edges.iter().sum()).collect();
    let slices: Vec<zrg_slice> =
        shape.iter().map(|extent| zrg_slice { start: 0, count: extent.div_ceil(step), step: step as i64 }).collect();
    let selection = Selection::from_slices(&our_grid, &slices);
    let parts = selection.count();
    check(&selection, axes, &slices);

    // zarrs takes no step; with one it would have more to do. A tenth of the array takes it long enough.
    let mut region = shape.clone();
    region[0] = region[0].div_ceil(10);
    let region = ArraySubset::new_with_shape(region);
    let mut their_parts = 0;
    peer_zarrs::shares(&their_grid, &region, |_, _, _, _| their_parts += 1);
    check_zarrs(&our_grid, &their_grid, &region);

    let (mut page, mut page_with_all) = (PartsPage::room(rank, PAGE), PartsPage::room(rank, PAGE));
    // Side by side, and so at the same place of a memory page: where the destination lies a few bytes further into one than
    // the source, some processors take the two for overlapping and copy many times slower.
    let mut copied = vec![NO_PROJECTION; 2 * PAGE * rank];
    let (from, to) = copied.split_at_mut(PAGE * rank);
    let times = Contest::new("part")
        .case(MEMCPY, parts, || {
            for first in (0..parts).step_by(PAGE) {
                let entries = PAGE.min(parts - first) * rank;
                black_box(&mut *to)[..entries].copy_from_slice(&black_box(&*from)[..entries]);
            }
        })
        .case(OURS, parts, || {
            for first in (0..parts).step_by(PAGE) {
                black_box(selection.projections(first, &mut page));
            }
        })
        .case(ALL, parts, || {
            for first in (0..parts).step_by(PAGE) {
                black_box(selection.parts(first, &mut page_with_all));
            }
        })
        .case(ZARRS, their_parts, || {
            peer_zarrs::shares(&their_grid, &region, |index, chunk, in_chunk, in_region| {
                black_box((index, chunk, in_chunk, in_region));
            })
        })
        .run(rounds);
    times.print(&format!("Parts of a selection, pages of {PAGE}: {rank}-d, step {step}, {parts} parts"));
    // On one axis a page is nothing but the projections of that axis, which have a goal of their own.
    if rank > 1 {
        let what = format!("pages of parts, {rank}-d, step {step}: time");
        goals.ratio(format!("{what} / {MEMCPY}"), times.ratio(OURS, MEMCPY).of_medians, 1.6);
        goals.part(format!("{what} / zarrs"), &times.ratio(OURS, ZARRS), 35.0);
    }
}

/// Panics where a page holds anything but the product of the axes' projections as a loop finds them.
fn check(selection: &Selection, axes: &[Vec<u64>], slices: &[zrg_slice]) {
    let by_axis: Vec<Vec<zrg_projection>> = axes
        .iter()
        .zip(slices)
        .map(|(edges, slice)| {
            let mut projections = vec![NO_PROJECTION; edges.len()];
            let count = hand_written::projections(&prefix_sums(edges), slice, 0, &mut projections);
            projections.truncate(count);
            projections
        })
        .collect();
    assert_eq!(selection.count(), by_axis.iter().map(Vec::len).product::<usize>());
    let rank = axes.len();
    let (mut page, mut page_with_all) = (PartsPage::room(rank, PAGE), PartsPage::room(rank, PAGE));
    for first in (0..selection.count()).step_by(PAGE) {
        let count = selection.projections(first, &mut page);
        assert_eq!(count, PAGE.min(selection.count() - first));
        assert_eq!(selection.parts(first, &mut page_with_all), count);
        assert!(page.projections[..count * rank] == page_with_all.projections[..count * rank]);
        for (ahead, part) in page.projections[..count * rank].chunks_exact(rank).enumerate() {
            let mut number = first + ahead;
            for (axis, projection) in part.iter().enumerate().rev() {
                assert_eq!(*projection, by_axis[axis][number % by_axis[axis].len()]);
                assert_eq!(page_with_all.chunks[ahead * rank + axis], projection.chunk);
                number /= by_axis[axis].len();
            }
            let elements = part.iter().map(|projection| projection.count).product::<u64>();
            assert_eq!(page_with_all.parts[ahead].elements, elements);
        }
    }
}

/// Panics where zarrs shares a region out otherwise.
fn check_zarrs(our_grid: &Grid, their_grid: &ChunkGrid, region: &ArraySubset) {
    let slices: Vec<zrg_slice> = region.shape().iter().map(|&count| zrg_slice { start: 0, count, step: 1 }).collect();
    let selection = Selection::from_slices(our_grid, &slices);
    let mut page = PartsPage::room(slices.len(), 1);
    let mut part = 0;
    peer_zarrs::shares(their_grid, region, |index, chunk, in_chunk, in_region| {
        assert_eq!(selection.projections(part, &mut page), 1);
        for (axis, projection) in page.projections.iter().enumerate() {
            let &zrg_projection { chunk: ours, origin, edge, first, count, out, .. } = projection;
            assert_eq!((ours, origin, edge), (index[axis], chunk.start()[axis], chunk.shape()[axis]));
            assert_eq!((first, count), (in_chunk.start()[axis], in_chunk.shape()[axis]));
            assert_eq!((out, count), (in_region.start()[axis], in_region.shape()[axis]));
        }
        part += 1;
    });
    assert_eq!(part, selection.count());
}
