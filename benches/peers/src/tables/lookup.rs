// SPDX-License-Identifier: MIT OR Apache-2.0
//! From points to chunks, many at once.

use super::Table;
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::Random;
use crate::goals::Goals;
use crate::harness::{Contest, Times};
use crate::peer_numpy::Numpy;
use crate::peer_zarrs;
use crate::points::{Answers, Points, STRETCH};
use crate::searches;
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "lookup", about: "time from points to chunks, edges 1..199", run };

const POINTS: usize = 1_000_000;

const ZARRS: &str = "zarrs";
const UPPER_BOUND: &str = "C++ std::upper_bound";
const PARTITION_POINT: &str = "Rust partition_point";
const NUMPY: &str = "numpy searchsorted, 10^6 points";
const OURS: &str = "zrg, one call";
const OURS_LIKE_NUMPY: &str = "zrg, one call, 10^6 points";
const LOAD: &str = "one random load";

const NUMPY_BEFORE: &str = "chunks = np.ones(len(x), np.int64); withins = np.ones(len(x), np.uint64)";
/// All but `searchsorted` can write into memory that is there; "clip" keeps `take` from another copy.
const NUMPY_SEARCH: &str = "np.subtract(np.searchsorted(sums, x, side='right'), 1, out=chunks); \
                            np.take(sums, chunks, out=withins, mode='clip'); np.subtract(x, withins, out=withins)";

fn run(rounds: usize, goals: &mut Goals) {
    let parts = [(ZARRS, 18.0), (UPPER_BOUND, 18.0), (PARTITION_POINT, 4.5), (NUMPY, 20.0)];
    contest("10^3 edges", 1_000, &parts, rounds, goals);
    let parts = [(ZARRS, 25.0), (PARTITION_POINT, 6.5), (NUMPY, 20.0)];
    contest("10^5 edges", 100_000, &parts, rounds, goals);
    let parts = [(ZARRS, 40.0), (PARTITION_POINT, 15.0)];
    let times = contest("10^7 edges", 10_000_000, &parts, rounds, goals);
    goals.ratio("batch lookup, 10^7 edges: time / one random load", times.ratio(OURS, LOAD).of_medians, 4.5);
}

fn contest(what: &str, count: usize, parts: &[(&'static str, f64)], rounds: usize, goals: &mut Goals) -> Times {
    let mut random = Random::new(11);
    let edges = Distribution::Uniform.edges(count, &mut random);
    let sums = prefix_sums(&edges);
    let points = Points::by_element(POINTS, sums[count], &mut random);
    let axes = [edges];
    let (our_grid, their_grid) = (Grid::from_edges(&axes), peer_zarrs::from_edges(&axes));
    let mut numpy = Numpy::start(&[("sums", &sums), ("x", &points.0)], NUMPY_BEFORE, NUMPY_SEARCH);

    let zarrs = |points: &[u64], answers: &mut Answers| peer_zarrs::locate(&their_grid, points, answers);
    let upper_bound = |points: &[u64], answers: &mut Answers| searches::upper_bound(&sums, points, answers);
    let partition_point = |points: &[u64], answers: &mut Answers| searches::partition_point(&sums, points, answers);
    let ours = |points: &[u64], answers: &mut Answers| our_grid.locate_many(points, answers);
    let answers = Answers::of(&points, partition_point);
    for (name, lookup) in [(ZARRS, &zarrs as &dyn Fn(&[u64], &mut Answers)), (UPPER_BOUND, &upper_bound), (OURS, &ours)]
    {
        answers.check(&points, name, lookup);
    }
    if let Some(numpy) = &mut numpy {
        numpy.run(1);
        answers.check(&points, NUMPY, |_, found| {
            (found.chunks, found.withins) = (numpy.array("chunks"), numpy.array("withins"));
        });
    }

    // As random as the points, but known beforehand. Half as long as the points are, so that reading them costs little.
    let places: Vec<u32> = answers.chunks.iter().map(|&chunk| chunk as u32).collect();
    let mut places = places.chunks_exact(STRETCH).cycle();
    let mut room = Answers::room(POINTS);
    let mut contest = Contest::new("point")
        .case(ZARRS, STRETCH, points.calls(zarrs))
        .case(UPPER_BOUND, STRETCH, points.calls(upper_bound))
        .case(PARTITION_POINT, STRETCH, points.calls(partition_point));
    if let Some(numpy) = &mut numpy {
        contest = contest.self_timed(NUMPY, POINTS, |times| numpy.run(times));
    }
    let times = contest
        .case(OURS, STRETCH, points.calls(ours))
        .case(OURS_LIKE_NUMPY, POINTS, || our_grid.locate_many(&points.0, &mut room))
        .case(LOAD, STRETCH, || searches::loads(&sums, places.next().expect("there are points")))
        .run(rounds);
    times.print(&format!("Points to chunks, many at once: {what}"));
    for &(peer, part) in parts {
        let ours = if peer == NUMPY { OURS_LIKE_NUMPY } else { OURS };
        let ratio = times.has(peer).then(|| times.ratio(ours, peer));
        goals.part(format!("batch lookup, {what}: time / {peer}"), &ratio, part);
    }
    times
}
