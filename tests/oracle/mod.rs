// SPDX-License-Identifier: MIT OR Apache-2.0
//! The specification, expanded as plainly as it reads: every edge in a list, every element looked for
//! from the start. What the library says is compared with this.

#![allow(dead_code)] // each test program uses a part of it

pub mod grids;

use proptest::prelude::*;

/// One axis of a document, and its extent.
#[derive(Clone, Debug)]
pub struct PlainAxis {
    pub extent: u64,
    pub text: AxisText,
}

#[derive(Clone, Debug)]
pub enum AxisText {
    Integer(u64),
    /// Edges and counts; a count of 1 may be written as a pair or alone.
    List(Vec<(u64, u64, bool)>),
}

impl PlainAxis {
    /// All declared edges.
    pub fn edges(&self) -> Vec<u64> {
        match &self.text {
            AxisText::Integer(edge) => vec![*edge; self.extent.div_ceil(*edge) as usize],
            AxisText::List(entries) => {
                entries.iter().flat_map(|&(edge, count, _)| vec![edge; count as usize]).collect()
            }
        }
    }

    /// The chunk of an element and the element counted from the chunk's origin: the first cumulative sum that
    /// exceeds the index.
    pub fn locate(&self, index: u64) -> (u64, u64) {
        let mut sum = 0;
        for (chunk, edge) in self.edges().into_iter().enumerate() {
            if sum + edge > index {
                return (chunk as u64, index - sum);
            }
            sum += edge;
        }
        unreachable!("index {index} is past the edges");
    }

    /// The same with every edge so many times as long.
    pub fn scaled(&self, times: u64) -> PlainAxis {
        let text = match &self.text {
            AxisText::Integer(edge) => AxisText::Integer(edge * times),
            AxisText::List(entries) => {
                AxisText::List(entries.iter().map(|&(edge, count, alone)| (edge * times, count, alone)).collect())
            }
        };
        PlainAxis { extent: self.extent, text }
    }

    pub fn origin(&self, chunk: usize) -> u64 {
        self.edges()[..chunk].iter().sum()
    }

    pub fn data(&self, chunk: usize) -> u64 {
        let origin = self.origin(chunk);
        (origin..origin + self.edges()[chunk]).filter(|&element| element < self.extent).count() as u64
    }

    pub fn json(&self) -> String {
        match &self.text {
            AxisText::Integer(edge) => edge.to_string(),
            AxisText::List(entries) => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|&(edge, count, alone)| match alone && count == 1 {
                        true => edge.to_string(),
                        false => format!("[{edge},{count}]"),
                    })
                    .collect();
                format!("[{}]", entries.join(","))
            }
        }
    }
}

pub fn document(axes: &[PlainAxis]) -> String {
    let shapes: Vec<String> = axes.iter().map(PlainAxis::json).collect();
    format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[{}]}}}}"#, shapes.join(","))
}

pub fn shape(axes: &[PlainAxis]) -> Vec<u64> {
    axes.iter().map(|axis| axis.extent).collect()
}

/// An axis of up to about `most` elements; lists may go on past the extent.
pub fn axis(most: u64) -> impl Strategy<Value = PlainAxis> {
    let integer =
        (0..=most, 1..=most + 2).prop_map(|(extent, edge)| PlainAxis { extent, text: AxisText::Integer(edge) });
    let entry = (1..=most / 2 + 1, prop_oneof![3 => Just(1), 1 => 1..8u64], any::<bool>());
    let list = (prop::collection::vec(entry, 1..7), 0..=100u64).prop_map(move |(entries, percent)| {
        let sum: u64 = entries.iter().map(|&(edge, count, _)| edge * count).sum();
        // Over a third of the extents end where the edges do.
        let extent = if percent > 60 { sum } else { sum * percent / 60 };
        PlainAxis { extent: extent.min(most), text: AxisText::List(entries) }
    });
    prop_oneof![1 => integer, 3 => list]
}

/// Grids of rank 0 to 5, small enough to expand.
pub fn grid() -> impl Strategy<Value = Vec<PlainAxis>> {
    prop_oneof![
        prop::collection::vec(axis(0), 0..=0),
        prop::collection::vec(axis(60), 1..=1),
        prop::collection::vec(axis(14), 2..=2),
        prop::collection::vec(axis(8), 3..=3),
        prop::collection::vec(axis(5), 4..=4),
        prop::collection::vec(axis(3), 5..=5),
    ]
}

/// What is asked for of one axis.
#[derive(Clone, Debug)]
pub enum Pick {
    /// Start, count, step.
    Slice(u64, u64, i64),
    /// In any order, with repeats.
    Indices(Vec<u64>),
    /// A byte an element.
    Mask(Vec<u8>),
}

impl Pick {
    /// The elements in the order of the result.
    pub fn elements(&self) -> Vec<u64> {
        match self {
            Pick::Slice(start, count, step) => (0..*count).map(|k| (*start as i64 + k as i64 * step) as u64).collect(),
            Pick::Indices(indices) => indices.clone(),
            Pick::Mask(mask) => (0..mask.len() as u64).filter(|&i| mask[i as usize] == 1).collect(),
        }
    }
}

/// A slice of either sign, often empty or whole.
pub fn slice(extent: u64) -> impl Strategy<Value = Pick> {
    let step = prop_oneof![3 => Just(1i64), 2 => 1..9i64, 2 => -8..=-1i64, 1 => Just(-1i64)];
    (0..=extent.saturating_sub(1), any::<prop::sample::Index>(), step, 0..6u8).prop_map(
        move |(start, count, step, all)| {
            if extent == 0 {
                return Pick::Slice(start, 0, step);
            }
            let start = match (all, step > 0) {
                (0..=2, true) => 0,
                (0..=2, false) => extent - 1,
                _ => start,
            };
            let room = if step > 0 { extent - 1 - start } else { start };
            let most = room / step.unsigned_abs() + 1;
            let count = if all <= 2 { most } else { count.index(most as usize + 1) as u64 };
            Pick::Slice(start, count, step)
        },
    )
}

/// A slice, a list or a mask.
pub fn pick(extent: u64) -> impl Strategy<Value = Pick> {
    let list = prop::collection::vec(any::<prop::sample::Index>(), 0..12).prop_map(move |indices| {
        let indices = indices.iter().filter(|_| extent > 0).map(|index| index.index(extent as usize) as u64);
        Pick::Indices(indices.collect())
    });
    // Whole chunks, in any order, are where cover flags could go wrong.
    let shuffled = Just((0..extent).collect::<Vec<_>>()).prop_shuffle().prop_map(Pick::Indices);
    let mask = prop::collection::vec(prop_oneof![Just(1u8), 0..=1u8], extent as usize).prop_map(Pick::Mask);
    prop_oneof![4 => slice(extent), 2 => list, 1 => shuffled, 2 => mask]
}

/// One of them for each axis.
pub fn picks(axes: &[PlainAxis]) -> impl Strategy<Value = Vec<Pick>> + use<> {
    axes.iter().map(|axis| pick(axis.extent)).collect::<Vec<_>>()
}

/// A grid and what is asked for of it.
pub fn request() -> impl Strategy<Value = (Vec<PlainAxis>, Vec<Pick>)> {
    grid().prop_flat_map(|axes| {
        let picks = picks(&axes);
        (Just(axes), picks)
    })
}

/// All index tuples below a shape, in row-major order.
pub fn indices(shape: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for &length in shape {
        all = all.iter().flat_map(|head| (0..length).map(move |i| [&head[..], &[i]].concat())).collect();
    }
    all
}

/// The position of an index in C order.
pub fn ravel(shape: &[u64], index: &[u64]) -> u64 {
    shape.iter().zip(index).fold(0, |at, (&length, &i)| at * length + i)
}
