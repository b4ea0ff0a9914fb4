// SPDX-License-Identifier: MIT OR Apache-2.0
//! From text to a grid that answers.

use super::Table;
use crate::documents::{Document, List, Random, Spelling};
use crate::goals::Goals;
use crate::harness::Contest;
use crate::peer_zarrs;
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "read", about: "time from text to grid", run };

fn run(rounds: usize, goals: &mut Goals) {
    let mut random = Random::new(1);
    let integers = 1_000_000;
    let document = Document::new(vec![List::edges(integers, &mut random)], Spelling::Compact);
    contest("10^6 integers 1..199", "integer", integers, &document, rounds, Some(15.0), goals);

    let document = Document::new(vec![List::edges(integers, &mut random)], Spelling::Indented);
    contest("10^6 integers 1..199, one a line", "integer", integers, &document, rounds, None, goals);

    let pairs = 100_000;
    let document = Document::new(vec![List::pairs(pairs, &mut random)], Spelling::Compact);
    contest("10^5 pairs, 50 chunks each", "pair", pairs, &document, rounds, Some(15.0), goals);

    let document = Document::small();
    contest("a small document of 3 axes", "document", 1, &document, rounds, Some(8.0), goals);
}

fn contest(
    what: &str,
    unit: &'static str,
    units: usize,
    document: &Document,
    rounds: usize,
    part: Option<f64>,
    goals: &mut Goals,
) {
    Grid::read(document).check(document);
    peer_zarrs::check(&peer_zarrs::read(document), document);
    let configuration = peer_zarrs::configuration(document);
    peer_zarrs::check(&peer_zarrs::read_configuration(configuration, &document.shape).into(), document);

    let (theirs, alone, ours) = ("zarrs, from metadata", "zarrs, from the configuration alone", "zrg");
    let times = Contest::new(unit)
        .case(theirs, units, || peer_zarrs::read(document))
        .case(alone, units, || peer_zarrs::read_configuration(configuration, &document.shape))
        .case(ours, units, || Grid::read(document))
        .run(rounds);
    times.print(&format!("Text to grid: {what}, {} bytes", document.text.len()));
    if let Some(part) = part {
        goals.part(format!("text to grid, {what}: time / zarrs"), &times.ratio(ours, theirs), part);
    }
}
