// SPDX-License-Identifier: MIT OR Apache-2.0
//! One run of 10^15 chunks, which no peer opens: they expand it.

use super::Table;
use crate::documents::{Document, List, Random, Spelling};
use crate::goals::Goals;
use crate::harness::Contest;
use crate::heap::used_by;
use crate::points::{Answers, Points, STRETCH};
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "one-run", about: "a run of 10^15 chunks: time and heap", run };

fn run(rounds: usize, goals: &mut Goals) {
    let document = Document::new(vec![List(vec![(1, 1_000_000_000_000_000)])], Spelling::Compact);
    Grid::read(&document).check(&document);
    let ours = "zrg";
    let times = Contest::new("document").case(ours, 1, || Grid::read(&document)).run(rounds);
    times.print("Text to grid: [[1, 1000000000000000]]");
    let used = used_by(|| Grid::read(&document));
    println!("\nheap: {} bytes at most, {} kept", used.peak_moving, used.kept);
    goals.figure("[1, 10^15]: time to open", times.median(ours), 2000.0, "ns");
    goals.figure("[1, 10^15]: peak heap", used.peak_moving as f64, 1024.0, "bytes");

    let extent = document.shape[0];
    // (An extent below 2^31 lets every even axis divide faster: shown too, since most arrays have one.)
    let (long, regular, short) = (Grid::read(&document), Grid::regular(extent, 100), Grid::regular(1_000_000, 100));
    let in_long = checked_points(&long, extent, 1);
    let (in_regular, in_short) = (checked_points(&regular, extent, 100), checked_points(&short, 1_000_000, 100));
    let (name, ours) = ("a regular axis of that extent, chunks of 100", "[[1, 1000000000000000]]");
    let times = Contest::new("point")
        .case(name, STRETCH, in_regular.calls(|points, answers| regular.locate_many(points, answers)))
        .case(ours, STRETCH, in_long.calls(|points, answers| long.locate_many(points, answers)))
        .case(
            "a regular axis, 10^4 chunks of 100",
            STRETCH,
            in_short.calls(|points, answers| short.locate_many(points, answers)),
        )
        .run(rounds);
    times.print("Points to chunks, many at once: even axes");
    goals.ratio("[1, 10^15]: batch lookup / a regular axis of that extent", times.ratio(ours, name).of_medians, 1.1);
}

/// Points of an axis whose edges are all the same. Panics where the grid does not find what division does.
fn checked_points(grid: &Grid, extent: u64, edge: u64) -> Points {
    let points = Points::by_element(16 * STRETCH, extent, &mut Random::new(23));
    Answers::by_division(&points, edge).check(&points, "zrg", |points, answers| grid.locate_many(points, answers));
    points
}
