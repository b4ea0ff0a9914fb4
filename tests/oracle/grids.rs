// SPDX-License-Identifier: MIT OR Apache-2.0
//! From plain axes to the library's grids without a document, and back by expansion.

use proptest::prelude::*;
use zrg::core::axis::{Axis, Form};
use zrg::core::edges::{EdgesBuilder, Run};
use zrg::core::grid::{Grid, Name};

use super::{AxisText, PlainAxis};

pub fn axis_of(plain: &PlainAxis) -> Axis {
    match &plain.text {
        AxisText::Integer(edge) => Axis::from_integer(plain.extent, *edge).unwrap(),
        AxisText::List(entries) => {
            let mut edges = EdgesBuilder::default();
            entries.iter().for_each(|&(edge, count, _)| edges.push(Run { edge, count }).unwrap());
            Axis::from_list(plain.extent, edges).unwrap()
        }
    }
}

pub fn grid_of(axes: &[PlainAxis]) -> Grid {
    Grid::from_axes(Name::Rectilinear, axes.iter().map(axis_of).collect())
}

/// What an axis is: its extent, its form, and all its edges.
pub fn expanded(axis: &Axis) -> (u64, Form, Vec<u64>) {
    (axis.extent(), axis.form(), axis.runs(0).flat_map(|run| vec![run.edge; run.count as usize]).collect())
}

/// The same of a plain axis.
pub fn plainly(plain: &PlainAxis) -> (u64, Form, Vec<u64>) {
    let form = match plain.text {
        AxisText::Integer(_) => Form::Integer,
        AxisText::List(_) => Form::List,
    };
    (plain.extent, form, plain.edges())
}

/// A list of edges, each alone.
pub fn list(extent: u64, edges: &[u64]) -> PlainAxis {
    PlainAxis { extent, text: AxisText::List(edges.iter().map(|&edge| (edge, 1, true)).collect()) }
}

pub fn integer(extent: u64, edge: u64) -> PlainAxis {
    PlainAxis { extent, text: AxisText::Integer(edge) }
}

impl PlainAxis {
    /// How many chunks hold data.
    pub fn data_chunks(&self) -> u64 {
        (0..self.edges().len()).filter(|&chunk| self.data(chunk) > 0).count() as u64
    }

    /// Where chunks end inside the array.
    pub fn boundaries(&self) -> Vec<u64> {
        (1..self.edges().len()).map(|chunk| self.origin(chunk)).filter(|&origin| origin < self.extent).collect()
    }
}

/// Two axes over one extent, of few different edges, so that their boundaries often meet and their runs are long.
pub fn pair() -> impl Strategy<Value = (PlainAxis, PlainAxis)> {
    let text = || {
        let edge = prop_oneof![Just(1u64), Just(2), Just(3), Just(4), Just(6), Just(12), 1..15u64];
        let entry = (edge.clone(), prop_oneof![2 => Just(1u64), 3 => 1..14u64], Just(true));
        prop_oneof![
            2 => edge.prop_map(AxisText::Integer),
            3 => prop::collection::vec(entry, 1..6).prop_map(AxisText::List),
        ]
    };
    (text(), text(), 0..=110u64).prop_map(|(one, two, percent)| {
        let covered = |text: &AxisText| match text {
            AxisText::Integer(edge) => edge * 9,
            AxisText::List(entries) => entries.iter().map(|&(edge, count, _)| edge * count).sum(),
        };
        let most = covered(&one).min(covered(&two));
        let extent = (most * percent / 100).min(most);
        (PlainAxis { extent, text: one }, PlainAxis { extent, text: two })
    })
}
