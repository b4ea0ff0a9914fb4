// SPDX-License-Identifier: MIT OR Apache-2.0
//! A regular axis, where a lookup is a division.

use super::Table;
use crate::documents::Random;
use crate::goals::Goals;
use crate::harness::Contest;
use crate::peer_numpy::Numpy;
use crate::points::{Answers, Points};
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "regular", about: "time from points to chunks, a regular axis", run };

const POINTS: usize = 1_000_000;
const EXTENT: u64 = 1_000_000_000;
const EDGE: u64 = 100;

const CHUNKS: &str = "zrg, chunks alone";
const BOTH: &str = "zrg, chunks and withins";
const FLOOR_DIVIDE: &str = "numpy floor_divide";
const DIVMOD: &str = "numpy divmod";

fn run(rounds: usize, goals: &mut Goals) {
    let points = Points::by_element(POINTS, EXTENT, &mut Random::new(17));
    let grid = Grid::regular(EXTENT, EDGE);
    let answers = Answers::by_division(&points, EDGE);
    answers.check(&points, BOTH, |points, answers| grid.locate_many(points, answers));
    let mut chunks = vec![0; POINTS];
    grid.locate_chunks(&points.0, &mut chunks);
    assert!(chunks == answers.chunks, "{CHUNKS} finds something else");

    // Memory that was written before: the first write to a page is the system's business.
    let before = format!("edge = np.uint64({EDGE}); chunks = np.ones_like(x); withins = np.ones_like(x)");
    let [mut floor_divide, mut divmod] =
        ["np.floor_divide(x, edge, out=chunks)", "np.divmod(x, edge, out=(chunks, withins))"]
            .map(|statement| Numpy::start(&[("x", &points.0)], &before, statement));
    for numpy in [&mut floor_divide, &mut divmod].into_iter().flatten() {
        numpy.run(1);
        assert!(numpy.array("chunks") == answers.chunks, "numpy finds something else");
    }

    let mut room = Answers::room(POINTS);
    let mut contest = Contest::new("point").case(CHUNKS, POINTS, || grid.locate_chunks(&points.0, &mut chunks)).case(
        BOTH,
        POINTS,
        || grid.locate_many(&points.0, &mut room),
    );
    for (name, numpy) in [(FLOOR_DIVIDE, &mut floor_divide), (DIVMOD, &mut divmod)] {
        if let Some(numpy) = numpy {
            contest = contest.self_timed(name, POINTS, |times| numpy.run(times));
        }
    }
    let times = contest.run(rounds);
    times.print("Points to chunks, 10^6 at once: a regular axis");
    let ratio = times.has(FLOOR_DIVIDE).then(|| times.ratio(CHUNKS, FLOOR_DIVIDE).of_medians);
    goals.ratio(format!("regular axis, chunks alone, 10^6 points: time / {FLOOR_DIVIDE}"), ratio, 1.5);
}
