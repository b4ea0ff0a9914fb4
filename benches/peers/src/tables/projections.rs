// SPDX-License-Identifier: MIT OR Apache-2.0
//! A slice of one axis, shared out among its chunks.

use std::hint::black_box;
use std::slice::from_ref;

use zrg::capi::{ZRG_NONE, zrg_projection, zrg_slice};

use super::Table;
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::{Document, List, Random, Spelling};
use crate::goals::Goals;
use crate::hand_written;
use crate::harness::Contest;
use crate::zrg_calls::{Grid, NO_PROJECTION};

pub const TABLE: Table =
    Table { name: "axis", about: "time to share a slice of one axis out among chunks, by page", run };

const PAGE: usize = 1024;
const CHUNKS: usize = 100_000;

const LOOP: &str = "a hand-written loop";
const OURS: &str = "zrg";

fn run(rounds: usize, goals: &mut Goals) {
    let edges = Distribution::Uniform.edges(CHUNKS, &mut Random::new(41));
    let (grid, sums) = (Grid::from_edges(from_ref(&edges)), prefix_sums(&edges));
    for step in [1, 7, 1000] {
        let ratio = contest(&format!("edges 1..199, step {step}"), &grid, &sums, step, rounds);
        goals.ratio(format!("projections of one axis, step {step}: time / {LOOP}"), ratio, 0.7);
    }
    let sums: Vec<u64> = (0..=CHUNKS as u64).map(|chunk| 100 * chunk).collect();
    contest("a regular axis, step 7", &Grid::regular(sums[CHUNKS], 100), &sums, 7, rounds);
    long_run(rounds);
}

/// The time as a multiple of the loop's.
fn contest(what: &str, grid: &Grid, sums: &[u64], step: u64, rounds: usize) -> f64 {
    let slice = whole(sums[CHUNKS], step);
    let by_hand = |from_chunk, page: &mut [_]| hand_written::projections(sums, &slice, from_chunk as usize, page);
    let ours = |from_chunk, page: &mut [_]| grid.projections(&slice, from_chunk, page);
    let (mut right, mut found) = (Vec::new(), Vec::new());
    let mut page = vec![NO_PROJECTION; PAGE];
    paged(&mut page, by_hand, |page| right.extend_from_slice(page));
    paged(&mut page, ours, |page| found.extend_from_slice(page));
    assert!(found == right, "zrg and the loop differ");

    let mut our_page = page.clone();
    let times = Contest::new("projection")
        .case(LOOP, right.len(), || paged(&mut page, by_hand, |page| _ = black_box(page)))
        .case(OURS, right.len(), || paged(&mut our_page, ours, |page| _ = black_box(page)))
        .run(rounds);
    times.print(&format!("Projections of one axis, pages of {PAGE}: {what}"));
    times.ratio(OURS, LOOP).of_medians
}

/// No loop over its chunks ends.
fn long_run(rounds: usize) {
    let document = Document::new(vec![List(vec![(1, 1_000_000_000_000_000)])], Spelling::Compact);
    let (grid, step) = (Grid::read(&document), 1_000_000_007);
    let slice = whole(document.shape[0], step);
    let ours = |from_chunk, page: &mut [_]| grid.projections(&slice, from_chunk, page);
    let (mut page, mut count) = (vec![NO_PROJECTION; PAGE], 0);
    paged(&mut page, ours, |page| {
        for projection in page {
            let (chunk, step) = (count * step, slice.step);
            let right =
                zrg_projection { chunk, origin: chunk, edge: 1, first: 0, count: 1, step, out: count, list: ZRG_NONE };
            assert_eq!(*projection, right);
            count += 1;
        }
    });
    assert_eq!(count, slice.count);
    let times = Contest::new("projection")
        .case(OURS, count as usize, || paged(&mut page, ours, |page| _ = black_box(page)))
        .run(rounds);
    times.print(&format!("Projections of one axis, pages of {PAGE}: [[1, 1000000000000000]], step {step}"));
}

/// Every so-manieth element of an axis.
fn whole(extent: u64, step: u64) -> zrg_slice {
    zrg_slice { start: 0, count: extent.div_ceil(step), step: step as i64 }
}

/// Shows all pages. The page is asked for by its first chunk, and holds how many it says.
fn paged(
    page: &mut [zrg_projection],
    mut page_from: impl FnMut(u64, &mut [zrg_projection]) -> usize,
    mut show: impl FnMut(&[zrg_projection]),
) {
    let mut from_chunk = 0;
    loop {
        let count = page_from(from_chunk, page);
        show(&page[..count]);
        if count < PAGE {
            return;
        }
        from_chunk = page[PAGE - 1].chunk + 1;
    }
}
