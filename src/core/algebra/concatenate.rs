// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many arrays one behind the other along an axis, as one array with one grid.

use super::compare::{Relation, check_ranks, compare_axes};
use super::push_chunks;
use crate::core::axis::{Axis, Form, Interval};
use crate::core::edges::{EdgesBuilder, Run};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};
use crate::core::memory::reserved;

/// The edge that the last data chunk of an array has in the concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastEdge {
    /// The declared one. An array that ends inside its last chunk can only be the last.
    Declared,
    /// Its data, so that the next array starts where this one ends. The chunk still decodes to what it declares, which
    /// is [`Joined::last_decoded`].
    Data,
}

/// Where one of the arrays lies in the concatenation, along its axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// Its first element.
    pub start: u64,
    /// Its first chunk.
    pub first_chunk: u64,
    /// How many chunks it has: those that hold data.
    pub chunks: u64,
    /// The length that the last of these decodes to; 0 where there are none.
    pub last_decoded: u64,
}

impl Grid {
    /// The grid of the arrays of `grids` one behind the other along `axis`; and, shown to `place`, where each of them
    /// lies. The chunks are the data chunks of each array in order: chunks wholly past its end are left out.
    ///
    /// Along `axis` an integer stays where all arrays have the same one and keep their edges; else the axis is a list.
    /// All other axes are those of the first grid, and have the same edges in all grids, in whatever form.
    pub fn concatenated(
        grids: &[&Grid],
        axis: usize,
        last_edge: LastEdge,
        mut place: impl FnMut(usize, Joined),
    ) -> Result<Grid> {
        Grid::check_concatenation(grids, axis, last_edge)?;
        let [first, ..] = grids else { return Err(nothing()) };
        let mut axes = reserved(first.rank())?;
        for (number, other) in first.axes().iter().enumerate() {
            axes.push(match number == axis {
                true => joined_axis(grids, axis, last_edge).map_err(|problem| problem.axis(axis))?,
                false => other.copied()?,
            });
        }
        let (mut start, mut first_chunk) = (0, 0);
        for (number, along) in along(grids, axis).enumerate() {
            let (chunks, last_decoded) = (along.data_chunks(), last_data_chunk(along).map_or(0, |last| last.edge));
            place(number, Joined { start, first_chunk, chunks, last_decoded });
            start += along.extent();
            first_chunk += chunks;
        }
        let name = if axes[axis].form() == Form::List { Name::Rectilinear } else { first.name() };
        Ok(Grid::from_axes(name, axes))
    }

    /// Refuses grids that cannot be concatenated along `axis`, at the first grid that does not fit (the error's
    /// element), its first axis and boundary.
    pub fn check_concatenation(grids: &[&Grid], axis: usize, last_edge: LastEdge) -> Result<()> {
        let [first, ..] = grids else { return Err(nothing()) };
        first.axis(axis)?;
        // The last array so far that ends inside a chunk: nothing may follow.
        let mut open: Option<(usize, Interval)> = None;
        for (number, &grid) in grids.iter().enumerate() {
            let at = |problem: Error| problem.element(number as u64);
            check_ranks(first, grid).map_err(at)?;
            for (other, (of_first, of_grid)) in first.axes().iter().zip(grid.axes()).enumerate() {
                if other != axis {
                    let equal = compare_axes(of_first, of_grid, Relation::Equal);
                    equal.map_err(|problem| at(problem.saying(UNLIKE)).axis(other))?;
                }
            }
            let Some(last) = last_data_chunk(&grid.axes()[axis]) else { continue };
            if let Some((number, Interval { edge, data, .. })) = open {
                let what = "array {element} fills {value} of the {limit} elements of its last chunk on axis {axis}: \
                            the next array would start inside that chunk";
                let problem = Error::new(Code::NotAligned, what).element(number as u64);
                return Err(problem.axis(axis).value(data).limit(edge));
            }
            open = (last_edge == LastEdge::Declared && last.data < last.edge).then_some((number, last));
        }
        Ok(())
    }
}

const UNLIKE: &str = "axis {axis} of array {element} has another extent or other edges than that of the first";

fn nothing() -> Error {
    Error::new(Code::Argument, "no grids to concatenate")
}

/// The axes that are joined.
fn along<'a>(grids: &'a [&Grid], axis: usize) -> impl Iterator<Item = &'a Axis> {
    grids.iter().map(move |grid| &grid.axes()[axis])
}

fn last_data_chunk(axis: &Axis) -> Option<Interval> {
    axis.interval_with(axis.extent().checked_sub(1)?)
}

fn joined_axis(grids: &[&Grid], axis: usize, last_edge: LastEdge) -> Result<Axis> {
    let extent = along(grids, axis).try_fold(0u64, |sum, along| sum.checked_add(along.extent()));
    let extent = extent.ok_or_else(|| {
        Error::new(Code::Range, "the arrays together pass {limit} elements on axis {axis}").limit(Axis::MAX_EXTENT)
    })?;
    let integer = grids[0].axes()[axis].given_integer();
    if let (LastEdge::Declared, Some(edge)) = (last_edge, integer) {
        if along(grids, axis).all(|along| along.given_integer() == integer) {
            return Axis::from_integer(extent, edge);
        }
    }
    let mut edges = EdgesBuilder::default();
    for along in along(grids, axis) {
        let Some(last) = last_data_chunk(along) else { continue };
        push_chunks(&mut edges, along, 0..last.chunk)?;
        let edge = if last_edge == LastEdge::Data { last.data } else { last.edge };
        edges.push(Run { edge, count: 1 })?;
    }
    if let (0, Some(last)) = (extent, grids.last()) {
        // A list is never empty.
        edges.push(Run { edge: last.axes()[axis].first_edge(), count: 1 })?;
    }
    Axis::from_list(extent, edges)
}
