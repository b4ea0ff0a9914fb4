// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time of a part against the rank.

use std::hint::black_box;

use zarrs::array::{ArraySubset, ChunkGrid};
use zrg::capi::{zrg_projection, zrg_slice};

use super::{Plots, add, lines};
use crate::distributions::Distribution;
use crate::documents::Random;
use crate::harness::Contest;
use crate::peer_zarrs;
use crate::plot::{Ink, Plot, Scale, Spacing};
use crate::zrg_calls::{Grid, NO_PROJECTION, PartsPage, Selection};

/// Parts of a page.
const PAGE: usize = 1024;
/// Projections in half a page of the machine's memory.
const APART: usize = 2048 / size_of::<zrg_projection>();

const ZARRS: &str = "zarrs";
const ZRG: &str = "zrg, planned and paged";
const COPY: &str = "memcpy of the same bytes";

pub fn plots(rounds: usize) -> Plots {
    let mut lines = lines([(ZARRS, Ink::Zarrs), (ZRG, Ink::Zrg), (COPY, Ink::Limit)]);
    let mut random = Random::new(11);
    // About 10^6 parts whatever the rank.
    for (rank, chunks) in (1..).zip([1_000_000, 1000, 100, 32, 16, 10]) {
        let axes: Vec<Vec<u64>> = (0..rank).map(|_| Distribution::Uniform.edges(chunks, &mut random)).collect();
        let (our_grid, their_grid) = (Grid::from_edges(&axes), peer_zarrs::from_edges(&axes));
        let shape: Vec<u64> = axes.iter().map(|edges| edges.iter().sum()).collect();
        let slices: Vec<zrg_slice> = shape.iter().map(|&count| zrg_slice { start: 0, count, step: 1 }).collect();
        let region = ArraySubset::new_with_shape(shape);
        check(&our_grid, &slices, &their_grid, &region);

        let parts = chunks.pow(rank);
        let rank = rank as usize;
        let mut page = PartsPage::room(rank, PAGE);
        // Half a page of memory apart: some processors copy slowly from a place of one page to the same of another.
        let (from, mut to) = (vec![NO_PROJECTION; PAGE * rank], vec![NO_PROJECTION; APART + PAGE * rank]);
        let times = Contest::new("part")
            .case(ZARRS, parts, || {
                peer_zarrs::shares(&their_grid, &region, |index, chunk, in_chunk, in_region| {
                    black_box((index, chunk, in_chunk, in_region));
                })
            })
            .case(ZRG, parts, || {
                let selection = Selection::from_slices(&our_grid, &slices);
                for first in (0..parts).step_by(PAGE) {
                    black_box(selection.projections(first, &mut page));
                }
            })
            .case(COPY, parts, || {
                for first in (0..parts).step_by(PAGE) {
                    let entries = PAGE.min(parts - first) * rank;
                    black_box(&mut to)[APART..APART + entries].copy_from_slice(&black_box(&from)[..entries]);
                }
            })
            .run(rounds);
        add(&mut lines, rank as f64, &times);
    }
    let plot = Plot {
        title: "Selections: time per part against the rank".into(),
        about: "All of an array of about a million chunks. zrg makes the selection and writes the projections of its parts, 64 \
                bytes for each axis, in pages of 1024 parts; zarrs works out each chunk's share by itself. The limit is a copy \
                of as many bytes."
            .into(),
        x: Scale { label: "rank", spacing: Spacing::Even(1.0) },
        y: Scale { label: "ns per part", spacing: Spacing::Powers },
        lines,
    };
    vec![("parts", plot)]
}

/// Panics where the two have different parts.
fn check(our_grid: &Grid, slices: &[zrg_slice], their_grid: &ChunkGrid, region: &ArraySubset) {
    let rank = slices.len();
    let selection = Selection::from_slices(our_grid, slices);
    let mut page = PartsPage::room(rank, PAGE);
    let mut part = 0;
    peer_zarrs::shares(their_grid, region, |index, chunk, in_chunk, in_region| {
        if part % PAGE == 0 {
            selection.projections(part, &mut page);
        }
        for (axis, p) in page.projections[part % PAGE * rank..][..rank].iter().enumerate() {
            assert_eq!((p.chunk, p.origin, p.edge), (index[axis], chunk.start()[axis], chunk.shape()[axis]));
            assert_eq!((p.first, p.count, p.step), (in_chunk.start()[axis], in_chunk.shape()[axis], 1));
            assert_eq!(p.out, in_region.start()[axis]);
        }
        part += 1;
    });
    assert_eq!(part, selection.count());
}
