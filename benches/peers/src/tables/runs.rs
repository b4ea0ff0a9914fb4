// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many runs, which zarrs expands.

use super::Table;
use crate::documents::{Document, List, Random, Spelling};
use crate::goals::Goals;
use crate::harness::{Contest, multiple};
use crate::heap::used_by;
use crate::peer_zarrs;
use crate::points::{Answers, Points, STRETCH};
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "runs", about: "10^5 runs: time from points to chunks, and heap", run };

fn run(rounds: usize, goals: &mut Goals) {
    let mut random = Random::new(19);
    let document = Document::new(vec![List::pairs(100_000, &mut random)], Spelling::Compact);
    let (our_grid, their_grid) = (Grid::read(&document), peer_zarrs::read(&document));
    our_grid.check(&document);
    peer_zarrs::check(&their_grid, &document);
    let points = Points::by_element(16 * STRETCH, document.shape[0], &mut random);
    let zarrs = |points: &[u64], answers: &mut Answers| peer_zarrs::locate(&their_grid, points, answers);
    let ours = |points: &[u64], answers: &mut Answers| our_grid.locate_many(points, answers);
    Answers::of(&points, zarrs).check(&points, "zrg", ours);

    let times = Contest::new("point")
        .case("zarrs", STRETCH, points.calls(zarrs))
        .case("zrg, one call", STRETCH, points.calls(ours))
        .run(rounds);
    times.print(&format!("Points to chunks, many at once: 10^5 runs, {} chunks", document.chunks[0]));
    goals.part("batch lookup, 10^5 runs: time / zarrs", &times.ratio("zrg, one call", "zarrs"), 100.0);

    let theirs = used_by(|| peer_zarrs::read(&document)).kept;
    let ours = used_by(|| Grid::read(&document)).kept;
    let ratio = ours as f64 / theirs as f64;
    println!("\nheap: {ours} bytes kept, {theirs} by zarrs: {}", multiple(ratio));
    goals.ratio("10^5 runs: kept heap / zarrs", ratio, 1.0 / 20.0);
}
