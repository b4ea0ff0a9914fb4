// SPDX-License-Identifier: MIT OR Apache-2.0
//! Axes as arrays have them, few chunks or many, and one that is as bad for a search as they come. Each benchmark that
//! uses them says `mod axes;`.
#![allow(dead_code)] // a benchmark uses what it needs

use zrg::core::grid::Grid;
use zrg::core::lookup::Run;

/// Random numbers (xorshift64*), the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Random(1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        ((u128::from(number) * u128::from(end)) >> 64) as u64
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last - first + 1)
    }
}

/// What the chunks of an axis are.
#[derive(Clone, Copy, Debug)]
pub enum Chunks {
    /// 10 of them, from 1 to 199 long.
    Few,
    /// 10^3 of them, from 1 to 199 long.
    Usual,
    /// 10^5 of them, from 1 to 199 long.
    Many,
    /// 10^3 of them: the first half is 1 or 2 long and the second 10^6, so that half of them crowd at the front.
    Skewed,
    /// 10^3 runs of 2 to 98 chunks each.
    Runs,
    /// 10^3 of them in a regular grid, of a length that is no power of two.
    Regular,
}

impl Chunks {
    pub const ALL: [Chunks; 6] =
        [Chunks::Few, Chunks::Usual, Chunks::Many, Chunks::Skewed, Chunks::Runs, Chunks::Regular];

    fn run(self, number: u64, random: &mut Random) -> Run {
        match self {
            Chunks::Few | Chunks::Usual | Chunks::Many => Run { edge: random.between(1, 199), count: 1 },
            Chunks::Skewed if number < self.runs() / 2 => Run { edge: random.between(1, 2), count: 1 },
            Chunks::Skewed => Run { edge: random.between(1_000_000, 1_001_000), count: 1 },
            Chunks::Runs => Run { edge: random.between(1, 199), count: random.between(2, 98) },
            Chunks::Regular => Run { edge: 100, count: 1 },
        }
    }

    fn runs(self) -> u64 {
        match self {
            Chunks::Few => 10,
            Chunks::Many => 100_000,
            Chunks::Usual | Chunks::Skewed | Chunks::Runs | Chunks::Regular => 1000,
        }
    }

    /// A grid of so many axes like that.
    pub fn grid(self, rank: usize) -> Grid {
        let mut random = Random::new();
        let axes: Vec<Vec<Run>> =
            (0..rank).map(|_| (0..self.runs()).map(|number| self.run(number, &mut random)).collect()).collect();
        let shape: Vec<u64> = axes.iter().map(|runs| runs.iter().map(|run| run.edge * run.count).sum()).collect();
        match self {
            Chunks::Regular => Grid::from_chunk_shape(&shape, &vec![axes[0][0].edge; rank], false),
            _ => {
                let counts: Vec<usize> = axes.iter().map(Vec::len).collect();
                Grid::from_runs(&shape, &counts, axes.into_iter().flatten())
            }
        }
        .expect("a good grid")
    }
}
