// SPDX-License-Identifier: MIT OR Apache-2.0
//! Edges of several distributions, the documents that say them, and where some of their elements are.

use std::fmt::Write;

/// Random numbers (xorshift64*), the same in every run.
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Random(seed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A number above 0, up to 1.
    pub fn part(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last - first + 1)
    }
}

/// How a list is spelled.
#[derive(Clone, Copy, PartialEq)]
pub enum Spelling {
    /// Without white space.
    Compact,
    /// One number a line, as Python's `json.dumps(indent=2)` writes it.
    Indented,
}

/// One axis: runs as (edge, count). A count of 1 is spelled as a bare edge.
pub struct List(pub Vec<(u64, u64)>);

impl List {
    /// `length` edges from 1 to 199, each by itself.
    pub fn edges(length: usize, random: &mut Random) -> Self {
        List((0..length).map(|_| (random.between(1, 199), 1)).collect())
    }

    /// `length` runs of 2 to 98 edges from 1 to 199, 50 on average.
    pub fn pairs(length: usize, random: &mut Random) -> Self {
        List((0..length).map(|_| (random.between(1, 199), random.between(2, 98))).collect())
    }

    fn extent(&self) -> u64 {
        self.0.iter().map(|(edge, count)| edge * count).sum()
    }

    fn spell(&self, spelling: Spelling, text: &mut String) {
        let (first, between, last) = match spelling {
            Spelling::Compact => ("[", ",", "]"),
            Spelling::Indented => ("[\n          ", ",\n          ", "\n        ]"),
        };
        text.push_str(first);
        for (number, &(edge, count)) in self.0.iter().enumerate() {
            if number > 0 {
                text.push_str(between);
            }
            match count {
                1 => write!(text, "{edge}"),
                _ => write!(text, "[{edge},{count}]"),
            }
            .expect("a string takes it");
        }
        text.push_str(last);
    }
}

/// The value of `chunk_grid`, the array's shape, and what they mean.
pub struct Document {
    /// The JSON text.
    pub text: String,
    /// The extents, which are the sums of the edges.
    pub shape: Vec<u64>,
    /// The number of chunks along each axis.
    pub chunks: Vec<u64>,
    /// The numbers in its lists.
    pub numbers: usize,
    axes: Vec<List>,
}

/// An element, the chunk that holds it, and where in the chunk it is.
pub struct Sample {
    /// Its index.
    pub index: Vec<u64>,
    /// The chunk's index.
    pub chunk: Vec<u64>,
    /// Counted from the chunk's origin.
    pub within: Vec<u64>,
}

impl Document {
    /// The rectilinear grid of these lists.
    pub fn new(axes: Vec<List>, spelling: Spelling) -> Self {
        let mut text = String::from(r#"{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":["#);
        for (axis, list) in axes.iter().enumerate() {
            if axis > 0 {
                text.push(',');
            }
            list.spell(spelling, &mut text);
        }
        text.push_str("]}}");
        let runs = || axes.iter().flat_map(|list| &list.0);
        Document {
            text,
            shape: axes.iter().map(List::extent).collect(),
            chunks: axes.iter().map(|list| list.0.iter().map(|(_, count)| count).sum()).collect(),
            numbers: runs().map(|&(_, count)| if count == 1 { 1 } else { 2 }).sum(),
            axes,
        }
    }

    /// A small document of three axes: days in months, weeks, and blocks.
    pub fn small() -> Self {
        let months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map(|days| (days, 1));
        let weeks = vec![(7, 52), (1, 1)];
        let blocks = vec![(120, 3), (100, 1), (80, 2), (64, 1)];
        Document::new(vec![List(months.to_vec()), List(weeks), List(blocks)], Spelling::Compact)
    }

    /// Enough samples to tell a right grid from a wrong one.
    pub fn checked_samples(&self) -> Vec<Sample> {
        self.samples(10_000, &mut Random::new(7))
    }

    /// Elements of random chunks, found by adding up edges and not by a search; with the first and the last element.
    pub fn samples(&self, count: usize, random: &mut Random) -> Vec<Sample> {
        let mut samples: Vec<Sample> =
            (0..count + 2).map(|_| Sample { index: Vec::new(), chunk: Vec::new(), within: Vec::new() }).collect();
        for list in &self.axes {
            let mut starts = Vec::with_capacity(list.0.len());
            let (mut element, mut chunk) = (0, 0);
            for &(edge, count) in &list.0 {
                starts.push((element, chunk));
                element += edge * count;
                chunk += count;
            }
            for (number, sample) in samples.iter_mut().enumerate() {
                let run = match number {
                    0 => 0,
                    1 => list.0.len() - 1,
                    _ => random.below(list.0.len() as u64) as usize,
                };
                let (edge, count) = list.0[run];
                let (ahead, within) = match number {
                    0 => (0, 0),
                    1 => (count - 1, edge - 1),
                    _ => (random.below(count), random.below(edge)),
                };
                sample.index.push(starts[run].0 + ahead * edge + within);
                sample.chunk.push(starts[run].1 + ahead);
                sample.within.push(within);
            }
        }
        samples
    }
}
