// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of edges as arrays have them, and some that are as bad for a search as they come.

use crate::documents::Random;

/// How long the edges of a list are.
#[derive(Clone, Copy)]
pub enum Distribution {
    /// 1 to 199, each as often as another: 100 on average.
    Uniform,
    /// The days of the months.
    Months,
    /// Many short ones and a few that are very long, with no size that is usual.
    Pareto,
    /// 999 of 1000 are 1 or 2 long and the others 10^5, at least one of them. All but a few chunks crowd between them.
    Spikes,
    /// The first half is 1 or 2 long and the second 10^6: half of the chunks crowd at the front.
    Cliff,
}

impl Distribution {
    /// All of them.
    pub const ALL: [Distribution; 5] =
        [Distribution::Uniform, Distribution::Months, Distribution::Pareto, Distribution::Spikes, Distribution::Cliff];

    /// What it is called in a table.
    pub fn name(self) -> &'static str {
        match self {
            Distribution::Uniform => "uniform 1..199",
            Distribution::Months => "months",
            Distribution::Pareto => "Pareto",
            Distribution::Spikes => "99.9 % 1-2, rest 1e5",
            Distribution::Cliff => "half 1-2, half 1e6",
        }
    }

    /// So many edges.
    pub fn edges(self, count: usize, random: &mut Random) -> Vec<u64> {
        const MONTHS: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let spikes: Vec<usize> = (0..count.div_ceil(1000)).map(|_| random.below(count as u64) as usize).collect();
        let mut edge = |number: usize| match self {
            Distribution::Uniform => random.between(1, 199),
            Distribution::Months => MONTHS[number % 12],
            Distribution::Pareto => 1 + (10.0 / random.part().powf(1.2)).min(1e9) as u64,
            Distribution::Spikes if spikes.contains(&number) => random.between(100_000, 101_000),
            Distribution::Cliff if number >= count / 2 => random.between(1_000_000, 1_001_000),
            Distribution::Spikes | Distribution::Cliff => random.between(1, 2),
        };
        (0..count).map(&mut edge).collect()
    }
}

/// Where each chunk starts, and last where the last one ends.
pub fn prefix_sums(edges: &[u64]) -> Vec<u64> {
    let mut sum = 0;
    std::iter::once(0)
        .chain(edges.iter().map(|edge| {
            sum += edge;
            sum
        }))
        .collect()
}
