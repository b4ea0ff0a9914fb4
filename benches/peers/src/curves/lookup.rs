// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time of a query against the number of edges.

use std::hint::black_box;
use std::ptr::null_mut;

use zrg::capi::{zrg_error, zrg_grid, zrg_grid_locate, zrg_status};

use super::{Plots, add, lines};
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::Random;
use crate::harness::Contest;
use crate::peer_zarrs;
use crate::plot::{Ink, Plot, Scale, Spacing};
use crate::points::{Answers, Points, STRETCH};
use crate::searches;
use crate::zrg_calls::Grid;

const ZARRS: &str = "zarrs";
const UPPER_BOUND: &str = "C++ std::upper_bound";
const PARTITION_POINT: &str = "Rust partition_point";
const SINGLE: &str = "zrg, a call a point";
const BATCH: &str = "zrg, one call for all";
const LOAD: &str = "one random load";

pub fn plots(rounds: usize) -> Plots {
    let mut lines = lines([
        (ZARRS, Ink::Zarrs),
        (UPPER_BOUND, Ink::SearchOtherwise),
        (PARTITION_POINT, Ink::Search),
        (SINGLE, Ink::ZrgOtherwise),
        (BATCH, Ink::Zrg),
        (LOAD, Ink::Limit),
    ]);
    for power in 1..=7 {
        let mut random = Random::new(power.into());
        let count = 10usize.pow(power);
        let edges = Distribution::Uniform.edges(count, &mut random);
        let sums = prefix_sums(&edges);
        let points = Points::by_element(16 * STRETCH, sums[count], &mut random);
        let axes = [edges];
        let (our_grid, their_grid) = (Grid::from_edges(&axes), peer_zarrs::from_edges(&axes));
        let answers = Answers::of(&points, |points, answers| searches::partition_point(&sums, points, answers));

        let lookups: [(_, &Lookup); 5] = [
            (ZARRS, &|points, answers| peer_zarrs::locate(&their_grid, points, answers)),
            (UPPER_BOUND, &|points, answers| searches::upper_bound(&sums, points, answers)),
            (PARTITION_POINT, &|points, answers| searches::partition_point(&sums, points, answers)),
            (SINGLE, &|points, answers| locate_each(&our_grid, points, answers)),
            (BATCH, &|points, answers| our_grid.locate_many(points, answers)),
        ];
        let mut contest = Contest::new("point");
        for (name, lookup) in lookups {
            answers.check(&points, name, lookup);
            contest = contest.case(name, STRETCH, points.calls(lookup));
        }
        let places: Vec<u32> = answers.chunks.iter().map(|&chunk| chunk as u32).collect();
        let mut places = places.chunks_exact(STRETCH).cycle();
        let load = || searches::loads(&sums, places.next().expect("there are points"));
        let times = contest.case(LOAD, STRETCH, load).run(rounds);
        add(&mut lines, count as f64, &times);
    }
    let plot = Plot {
        title: "Lookup: time per query against the number of edges".into(),
        about: "The chunk of a random element and its place in it, on one axis of edges from 1 to 199: by zarrs, by binary \
                searches over prefix sums in C++ and in Rust, and by zrg, called for each point and once for all. The limit is \
                one random load from the prefix sums."
            .into(),
        x: Scale { label: "edges", spacing: Spacing::Powers },
        y: Scale { label: "ns per point", spacing: Spacing::Powers },
        lines,
    };
    vec![("lookup", plot)]
}

/// Finds the chunks of points, and the points counted from their origins.
type Lookup<'a> = dyn Fn(&[u64], &mut Answers) + 'a;

type Locate =
    unsafe extern "C" fn(*const zrg_grid, usize, *const u64, *mut u64, *mut u64, *mut zrg_error) -> zrg_status;

/// One call a point.
fn locate_each(grid: &Grid, points: &[u64], Answers { chunks, withins }: &mut Answers) {
    // The compiler is not to see what it calls, as it does not see into a shared library.
    let locate: Locate = black_box(zrg_grid_locate);
    for (point, (chunk, within)) in points.iter().zip(chunks.iter_mut().zip(withins)) {
        // SAFETY: the grid has one axis, for which there is one point and room for one answer.
        let status = unsafe { locate(grid.handle(), 1, point, chunk, within, null_mut()) };
        assert_eq!(status, 0, "the point is inside");
    }
}
