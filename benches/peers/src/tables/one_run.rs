// SPDX-License-Identifier: MIT OR Apache-2.0
//! One run of 10^15 chunks, which no peer opens: they expand it.

use super::Table;
use crate::documents::{Document, List, Spelling};
use crate::goals::Goals;
use crate::harness::Contest;
use crate::heap::used_by;
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
}
