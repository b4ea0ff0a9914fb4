// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elements to look up in an array of one axis, and what comes out.

use std::hint::black_box;

use crate::documents::Random;

/// Points that one call looks up.
pub const STRETCH: usize = 62_500;

/// Random points.
pub struct Points(pub Vec<u64>);

impl Points {
    /// Any element is as likely as another.
    pub fn by_element(count: usize, extent: u64, random: &mut Random) -> Self {
        Points((0..count).map(|_| random.below(extent)).collect())
    }

    /// Any chunk is as likely as another, and so is any element of it.
    pub fn by_chunk(count: usize, sums: &[u64], random: &mut Random) -> Self {
        let chunks = sums.len() as u64 - 1;
        let point = |_| {
            let chunk = random.below(chunks) as usize;
            sums[chunk] + random.below(sums[chunk + 1] - sums[chunk])
        };
        Points((0..count).map(point).collect())
    }

    /// Calls that look up [`STRETCH`] points each, in turn: in a long list of edges, the same few points again and again
    /// would find in cache what a search does not find there.
    pub fn calls<'a>(&'a self, mut lookup: impl FnMut(&[u64], &mut Answers) + 'a) -> impl FnMut() + 'a {
        let mut stretches = self.0.chunks_exact(STRETCH).cycle();
        let mut answers = Answers::room(STRETCH);
        move || {
            lookup(stretches.next().expect("there are points"), &mut answers);
            black_box(&mut answers);
        }
    }
}

/// What a lookup finds: the chunk of each point, and the point counted from the chunk's origin.
#[derive(PartialEq)]
pub struct Answers {
    /// Its index.
    pub chunks: Vec<u64>,
    /// Below its edge.
    pub withins: Vec<u64>,
}

impl Answers {
    /// Room for the answers to so many points.
    pub fn room(points: usize) -> Self {
        Answers { chunks: vec![0; points], withins: vec![0; points] }
    }

    /// What a lookup finds of all these points.
    pub fn of(points: &Points, lookup: impl FnOnce(&[u64], &mut Answers)) -> Self {
        let mut answers = Answers::room(points.0.len());
        lookup(&points.0, &mut answers);
        answers
    }

    /// What is to be found where all edges are the same.
    pub fn by_division(Points(points): &Points, edge: u64) -> Self {
        let of = |answer: fn(u64, u64) -> u64| points.iter().map(|&point| answer(point, edge)).collect();
        Answers { chunks: of(|point, edge| point / edge), withins: of(|point, edge| point % edge) }
    }

    /// Panics where another lookup finds something else.
    pub fn check(&self, points: &Points, who: &str, lookup: impl FnOnce(&[u64], &mut Answers)) {
        assert!(Answers::of(points, lookup) == *self, "{who} finds something else");
    }
}
