// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time from text to grid and the memory that is kept, against the number of edges and against the count of one run.

use super::{Plots, add, lines};
use crate::documents::{Document, List, Random, Spelling};
use crate::harness::Contest;
use crate::heap::used_by;
use crate::peer_zarrs;
use crate::plot::{Ink, Line, Plot, Scale, Spacing};
use crate::zrg_calls::Grid;

const ZARRS: &str = "zarrs";
const ZRG: &str = "zrg";
const TEXT: &str = "the text";

/// zarrs expands runs: with more chunks than this it takes memory by the gigabyte.
const MOST_EXPANDED: u64 = 10_000_000;

pub fn plots(rounds: usize) -> Plots {
    let mut random = Random::new(12);
    let edges = (1..=6).map(|power| {
        let count = 10usize.pow(power);
        (count as f64, Document::new(vec![List::edges(count, &mut random)], Spelling::Compact))
    });
    let (edge_time, edge_memory) = measure(rounds, edges);
    let runs = (0..=15).map(|power| {
        let count = 10u64.pow(power);
        (count as f64, Document::new(vec![List(vec![(1, count)])], Spelling::Compact))
    });
    let (run_time, run_memory) = measure(rounds, runs);

    let plot = |title: &str, about: &str, x: &'static str, y: &'static str, lines| Plot {
        title: title.into(),
        about: about.into(),
        x: Scale { label: x, spacing: Spacing::Powers },
        y: Scale { label: y, spacing: Spacing::Powers },
        lines,
    };
    let (edges, run, ns, bytes) =
        ("edges", "N, the count of the run [[1, N]]", "ns from text to grid", "bytes of the heap");
    vec![
        (
            "open-edges",
            plot(
                "Opening: time against the number of edges",
                "The time from text to grid, for lists of edges from 1 to 199, by zarrs and by zrg.",
                edges,
                ns,
                edge_time,
            ),
        ),
        (
            "memory-edges",
            plot(
                "Memory that a grid keeps against the number of edges",
                "The heap that a grid keeps, for lists of edges from 1 to 199, by zarrs and by zrg; and the length of the text.",
                edges,
                bytes,
                edge_memory,
            ),
        ),
        (
            "open-run",
            plot(
                "Opening: time against the count of a single run",
                "The time from text to grid, by zarrs, which expands the run, and by zrg, which does not.",
                run,
                ns,
                run_time,
            ),
        ),
        (
            "memory-run",
            plot(
                "Memory that a grid keeps against the count of a single run",
                "The heap that a grid keeps, by zarrs, which expands the run, and by zrg, which does not; and the length of the text.",
                run,
                bytes,
                run_memory,
            ),
        ),
    ]
}

/// The times of documents and the memory they keep, each at its x.
fn measure(rounds: usize, documents: impl Iterator<Item = (f64, Document)>) -> (Vec<Line>, Vec<Line>) {
    let mut time = lines([(ZARRS, Ink::Zarrs), (ZRG, Ink::Zrg)]);
    let mut memory = lines([(ZARRS, Ink::Zarrs), (ZRG, Ink::Zrg), (TEXT, Ink::Limit)]);
    for (x, document) in documents {
        let mut contest = Contest::new("document");
        let expanded = document.chunks[0] <= MOST_EXPANDED;
        if expanded {
            peer_zarrs::check(&peer_zarrs::read(&document), &document);
            memory[0].points.push((x, used_by(|| peer_zarrs::read(&document)).kept as f64));
            contest = contest.case(ZARRS, 1, || peer_zarrs::read(&document));
        }
        Grid::read(&document).check(&document);
        memory[1].points.push((x, used_by(|| Grid::read(&document)).kept as f64));
        memory[2].points.push((x, document.text.len() as f64));
        let times = contest.case(ZRG, 1, || Grid::read(&document)).run(rounds);
        let measured = if expanded { &mut time[..] } else { &mut time[1..] };
        add(measured, x, &times);
    }
    (time, memory)
}
