// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a grid to text.

use super::Table;
use crate::documents::{Document, List, Random, Spelling};
use crate::goals::Goals;
use crate::harness::Contest;
use crate::peer_zarrs;
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "write", about: "time from grid to text", run };

fn run(rounds: usize, goals: &mut Goals) {
    let mut random = Random::new(2);
    let integers = 1_000_000;
    let document = Document::new(vec![List::edges(integers, &mut random)], Spelling::Compact);
    contest("10^6 integers 1..199", "integer", integers, &document, rounds, 6.0, goals);

    let pairs = 100_000;
    let document = Document::new(vec![List::pairs(pairs, &mut random)], Spelling::Compact);
    contest("10^5 pairs, 50 chunks each", "pair", pairs, &document, rounds, 20.0, goals);
}

fn contest(
    what: &str,
    unit: &'static str,
    units: usize,
    document: &Document,
    rounds: usize,
    part: f64,
    goals: &mut Goals,
) {
    let (our_grid, their_grid) = (Grid::read(document), peer_zarrs::read(document));
    let (our_text, their_text) = (our_grid.write(), peer_zarrs::write(&their_grid));
    let value = |text: &[u8]| -> serde_json::Value { serde_json::from_slice(text).expect("what was written is JSON") };
    assert!(value(&our_text) == value(&their_text), "zrg and zarrs write different documents");
    let mut room = vec![0; our_text.len() + 1];
    assert_eq!(our_grid.write_into(&mut room), our_text.len());
    assert!(room.starts_with(&our_text));

    let (theirs, ours, into) = ("zarrs", "zrg, length asked for and reserved", "zrg, into memory that is there");
    let times = Contest::new(unit)
        .case(theirs, units, || peer_zarrs::write(&their_grid))
        .case(ours, units, || our_grid.write())
        .case(into, units, || our_grid.write_into(&mut room))
        .run(rounds);
    times.print(&format!("Grid to text: {what}"));
    goals.part(format!("grid to text, {what}: time / zarrs"), &times.ratio(ours, theirs), part);
}
