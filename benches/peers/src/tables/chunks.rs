// SPDX-License-Identifier: MIT OR Apache-2.0
//! From chunks to where they lie.

use std::hint::black_box;

use super::Table;
use crate::distributions::Distribution;
use crate::documents::Random;
use crate::goals::Goals;
use crate::harness::Contest;
use crate::peer_zarrs;
use crate::zrg_calls::Grid;

pub const TABLE: Table = Table { name: "chunks", about: "time from chunks to origins and shapes", run };

const EDGES: usize = 1_000;
const CHUNKS: usize = 65_536;

fn run(rounds: usize, goals: &mut Goals) {
    contest(1, 15.0, rounds, goals);
    contest(3, 10.0, rounds, goals);
}

fn contest(rank: usize, part: f64, rounds: usize, goals: &mut Goals) {
    let mut random = Random::new(31);
    let axes: Vec<Vec<u64>> = (0..rank).map(|_| Distribution::Uniform.edges(EDGES, &mut random)).collect();
    let (our_grid, their_grid) = (Grid::from_edges(&axes), peer_zarrs::from_edges(&axes));
    let chunks: Vec<u64> = (0..CHUNKS * rank).map(|_| random.below(EDGES as u64)).collect();

    let mut answers = [(); 3].map(|()| vec![0; CHUNKS * rank]);
    our_grid.chunk_many(rank, &chunks, &mut answers);
    let [origins, declared, data] = answers.each_ref().map(|answers| answers.chunks_exact(rank));
    for (chunk, (origin, (declared, data))) in chunks.chunks_exact(rank).zip(origins.zip(declared.zip(data))) {
        let subset = peer_zarrs::subset(&their_grid, chunk);
        // The array is as long as the edges, so nothing is cut.
        assert_eq!((subset.start(), subset.shape(), subset.shape()), (origin, declared, data));
    }

    // What zarrs tells of a chunk is its origin and its declared shape; cutting that would cost it more.
    let (theirs, ours) = ("zarrs subset", "zrg, one call");
    let times = Contest::new("chunk")
        .case(theirs, CHUNKS, || {
            for chunk in chunks.chunks_exact(rank) {
                black_box(peer_zarrs::subset(&their_grid, chunk));
            }
        })
        .case(ours, CHUNKS, || our_grid.chunk_many(rank, &chunks, &mut answers))
        .run(rounds);
    times.print(&format!("Chunks to origin, declared shape and data shape: {rank}-d, 10^3 edges an axis"));
    goals.part(format!("chunk to origin, declared, data, {rank}-d: time / zarrs"), &times.ratio(ours, theirs), part);
}
