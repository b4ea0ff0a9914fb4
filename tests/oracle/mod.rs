// SPDX-License-Identifier: MIT OR Apache-2.0
//! The specification, expanded as plainly as it reads: every edge in a list, every element looked for
//! from the start. What the library says is compared with this.

#![allow(dead_code)] // each test program uses a part of it

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

/// One slice an axis, of either sign, often empty or long.
pub fn slices(shape: &[u64]) -> impl Strategy<Value = Vec<(u64, u64, i64)>> + use<> {
    let one = |extent: u64| {
        let step = prop_oneof![3 => Just(1i64), 2 => 1..9i64, 2 => -8..=-1i64, 1 => Just(-1i64)];
        (0..=extent.saturating_sub(1), any::<prop::sample::Index>(), step, 0..6u8).prop_map(
            move |(start, count, step, all)| {
                if extent == 0 {
                    return (start, 0, step);
                }
                let start = match (all, step > 0) {
                    (0..=2, true) => 0,
                    (0..=2, false) => extent - 1,
                    _ => start,
                };
                let room = if step > 0 { extent - 1 - start } else { start };
                let most = room / step.unsigned_abs() + 1;
                let count = if all <= 2 { most } else { count.index(most as usize + 1) as u64 };
                (start, count, step)
            },
        )
    };
    shape.iter().map(|&extent| one(extent)).collect::<Vec<_>>()
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
