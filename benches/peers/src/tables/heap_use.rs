// SPDX-License-Identifier: MIT OR Apache-2.0
//! The heap that reading needs, and what a grid keeps of it.

use super::Table;
use crate::documents::{Document, List, Random, Spelling};
use crate::goals::Goals;
use crate::harness::multiple;
use crate::heap::{Used, used_by};
use crate::peer_zarrs;
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "heap", about: "heap from text to grid", run };

fn run(_rounds: usize, goals: &mut Goals) {
    println!(
        "\n## Text to grid: bytes of the heap\n(as asked for; \"moving\": a block that grows is there twice meanwhile)\n"
    );
    println!("{:<44} {:>12} {:>12} {:>12}", "", "peak", "peak, moving", "kept");
    let mut random = Random::new(3);
    let document = Document::new(vec![List::edges(1_000_000, &mut random)], Spelling::Compact);
    measure("10^6 integers 1..199", &document, Some(10.0), goals);
    // Growing by doubling is at its worst just past a power of two.
    let document = Document::new(vec![List::edges((1 << 20) + 1, &mut random)], Spelling::Compact);
    measure("2^20 + 1 integers 1..199", &document, None, goals);
    let document = Document::new(vec![List::pairs(100_000, &mut random)], Spelling::Compact);
    measure("10^5 pairs, 50 chunks each", &document, Some(30.0), goals);
}

fn measure(what: &str, document: &Document, part: Option<f64>, goals: &mut Goals) {
    Grid::read(document).check(document);
    peer_zarrs::check(&peer_zarrs::read(document), document);
    let theirs = used_by(|| peer_zarrs::read(document));
    let ours = used_by(|| Grid::read(document));
    print(&format!("{what}: zarrs"), theirs);
    print(&format!("{what}: zrg"), ours);
    let (peak, kept) = (ours.peak as f64 / theirs.peak as f64, ours.kept as f64 / theirs.kept as f64);
    println!("{:<44} {:>12} {:>12} {:>12}", "  ratio", multiple(peak), "", multiple(kept));
    if let Some(part) = part {
        goals.ratio(format!("text to grid, {what}: peak heap / zarrs"), peak, 1.0 / part);
    }

    let yardstick = ours.kept.max(8 * document.numbers) as f64;
    let multiples = [ours.peak, ours.peak_moving].map(|peak| multiple(peak as f64 / yardstick));
    println!("{:<44} {:>12} {:>12}", "  peak / max(kept, 8 bytes a number)", multiples[0], multiples[1]);
    let what = format!("text to grid, {what}: peak heap, moving / max(kept, 8 bytes a number)");
    goals.ratio(what, ours.peak_moving as f64 / yardstick, 3.0);
}

fn print(name: &str, used: Used) {
    println!("{name:<44} {:>12} {:>12} {:>12}", used.peak, used.peak_moving, used.kept);
}
