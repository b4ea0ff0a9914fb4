// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lookups in lists where chunks crowd, many at once and one by one: nothing may make them slower than a plain search.

use zrg::core::axis::Axis;
use zrg::core::lookup::{Edges, EdgesBuilder, Run};

use super::Table;
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::Random;
use crate::goals::{Goals, Worst};
use crate::harness::{Contest, multiple};
use crate::points::{Answers, Points, STRETCH};
use crate::searches;
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "skew", about: "time from points to chunks, whatever the edges", run };

fn run(rounds: usize, goals: &mut Goals) {
    println!(
        "\n## Points to chunks: any edges, any points\n(ns per point, medians of {rounds} rounds; ratio to partition_point, \
         with p10 .. p90)\n"
    );
    println!("{:<50} {:>15} {:>25} {:>25}", "", "partition_point", "zrg, one call for many", "zrg, its search alone");
    let (mut batch, mut single) = (Worst::default(), Worst::default());
    let mut random = Random::new(13);
    for distribution in Distribution::ALL {
        for count in [16, 1_000, 100_000] {
            let edges = distribution.edges(count, &mut random);
            let sums = prefix_sums(&edges);
            let by_element = Points::by_element(16 * STRETCH, sums[count], &mut random);
            let by_chunk = Points::by_chunk(16 * STRETCH, &sums, &mut random);
            for (chosen, points) in [("element", by_element), ("chunk", by_chunk)] {
                let what = format!("{}, {count} edges, by {chosen}", distribution.name());
                contest(&what, &edges, &sums, &points, rounds, [&mut batch, &mut single]);
            }
        }
    }
    goals.worst("batch lookup, any skew: time / partition_point", batch, 0.6);
    goals.worst("single lookup, any skew: time / partition_point", single, 1.2);
}

fn contest(what: &str, edges: &[u64], sums: &[u64], points: &Points, rounds: usize, [batch, single]: [&mut Worst; 2]) {
    let (grid, axis) = (Grid::from_edges(&[edges.to_vec()]), axis(edges));
    let partition_point = |points: &[u64], answers: &mut Answers| searches::partition_point(sums, points, answers);
    let many = |points: &[u64], answers: &mut Answers| grid.locate_many(points, answers);
    let alone = |points: &[u64], answers: &mut Answers| one_by_one(axis.edges(), points, answers);
    let answers = Answers::of(points, partition_point);
    answers.check(points, "zrg", many);
    answers.check(points, "zrg, its search alone", alone);
    let times = Contest::new("point")
        .case("partition_point", STRETCH, points.calls(partition_point))
        .case("many", STRETCH, points.calls(many))
        .case("alone", STRETCH, points.calls(alone))
        .run(rounds);

    let ratios = ["many", "alone"].map(|name| times.ratio(name, "partition_point"));
    let [many, alone] = ratios
        .each_ref()
        .map(|ratio| format!("{} ({} .. {})", multiple(ratio.of_medians), multiple(ratio.p10), multiple(ratio.p90)));
    println!("{what:<50} {:>15.2} {many:>25} {alone:>25}", times.median("partition_point"));
    batch.meet(&ratios[0], || what.to_string());
    single.meet(&ratios[1], || what.to_string());
}

fn axis(edges: &[u64]) -> Axis {
    let mut builder = EdgesBuilder::default();
    for &edge in edges {
        builder.push(Run { edge, count: 1 }).expect("the sum fits");
    }
    Axis::from_list(edges.iter().sum(), builder).expect("the edges cover what they add up to")
}

/// The search as it is where a call needs one, without the call.
fn one_by_one(edges: &Edges, points: &[u64], answers: &mut Answers) {
    let places = answers.chunks.iter_mut().zip(&mut answers.withins);
    for (&point, (chunk, within)) in points.iter().zip(places) {
        (*chunk, *within) = edges.locate(point);
    }
}
