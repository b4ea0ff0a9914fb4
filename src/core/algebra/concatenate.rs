// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many arrays one behind the other along an axis, as one array with one grid.

use super::compare::{Relation, check_ranks, compare_axes};
use super::push_chunks;
use crate::core::axis::{Axis, Form, Interval};
use crate::core::edges::{EdgesBuilder, Run};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};
use crate::core::memory::reserved;

/// What the last data chunk of each array is in the concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastChunk {
    /// As long as it declares. Nothing can follow an array that ends inside the chunk.
    Declared,
    /// As long as its data, so that the next array starts where this one ends. The chunk still decodes to what it
    /// declares, which is [`Joined::last_decoded`].
    Clipped,
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
        last_chunk: LastChunk,
        mut place: impl FnMut(usize, Joined),
    ) -> Result<Grid> {
        Grid::check_concatenation(grids, axis, last_chunk)?;
        let [first, ..] = grids else { return Err(nothing()) };
        let mut axes = reserved(first.rank())?;
        for (number, other) in first.axes().iter().enumerate() {
            axes.push(match number == axis {
                true => joined_axis(grids, axis, last_chunk).map_err(|problem| problem.axis(axis))?,
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
    pub fn check_concatenation(grids: &[&Grid], axis: usize, last_chunk: LastChunk) -> Result<()> {
        let [first, ..] = grids else { return Err(nothing()) };
        first.axis(axis)?;
        // The last array so far that ends inside a chunk: nothing may follow.
        let mut open: Option<(usize, Interval)> = None;
        for (number, &grid) in grids.iter().enumerate() {
            let at = |problem: Error| problem.entry(number as u64);
            check_ranks(first, grid).map_err(at)?;
            for (other, (of_first, of_grid)) in first.axes().iter().zip(grid.axes()).enumerate() {
                if other != axis {
                    let equal = compare_axes(of_first, of_grid, Relation::Equal);
                    equal.map_err(|problem| at(problem.saying(UNLIKE)).axis(other))?;
                }
            }
            let Some(last) = last_data_chunk(&grid.axes()[axis]) else { continue };
            if let Some((number, Interval { edge, data, .. })) = open {
                let what = "array {entry} fills {value} of the {limit} elements of its last chunk on axis {axis}: \
                            the next array would start inside that chunk";
                let problem = Error::new(Code::NotAligned, what).entry(number as u64);
                return Err(problem.axis(axis).value(data).limit(edge));
            }
            open = (last_chunk == LastChunk::Declared && last.data < last.edge).then_some((number, last));
        }
        Ok(())
    }
}

const UNLIKE: &str = "axis {axis} of array {entry} has another extent or other edges than that of the first";

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

fn joined_axis(grids: &[&Grid], axis: usize, last_chunk: LastChunk) -> Result<Axis> {
    let extent = along(grids, axis).try_fold(0u64, |sum, along| sum.checked_add(along.extent()));
    let extent = extent.ok_or_else(|| {
        Error::new(Code::Range, "the arrays together pass {limit} elements on axis {axis}").limit(Axis::MAX_EXTENT)
    })?;
    let integer = grids[0].axes()[axis].given_integer();
    if let (LastChunk::Declared, Some(edge)) = (last_chunk, integer) {
        if along(grids, axis).all(|along| along.given_integer() == integer) {
            return Axis::from_integer(extent, edge);
        }
    }
    let mut edges = EdgesBuilder::default();
    for along in along(grids, axis) {
        let Some(last) = last_data_chunk(along) else { continue };
        push_chunks(&mut edges, along, 0..last.chunk)?;
        let edge = if last_chunk == LastChunk::Clipped { last.data } else { last.edge };
        edges.push(Run { edge, count: 1 })?;
    }
    if let (0, Some(last)) = (extent, grids.last()) {
        // A list is never empty.
        edges.push(Run { edge: last.axes()[axis].first_edge(), count: 1 })?;
    }
    Axis::from_list(extent, edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_of_days_in_chunks_of_a_hundred() {
        let years = [365, 366, 365].map(|days| Grid::from_chunk_shape(&[days, 8], &[100, 4], false).unwrap());
        let years = [&years[0], &years[1], &years[2]];
        let refused = Grid::check_concatenation(&years, 0, LastChunk::Declared).unwrap_err();
        let says = "array 0 fills 65 of the 100 elements of its last chunk on axis 0: the next array would start \
                    inside that chunk";
        assert_eq!((refused.code, refused.to_string().as_str()), (Code::NotAligned, says));

        let mut placed = [Joined::default(); 3];
        let joined = Grid::concatenated(&years, 0, LastChunk::Clipped, |year, place| placed[year] = place).unwrap();
        let edges: Vec<u64> = joined.axes()[0].intervals(0).map(|interval| interval.edge).collect();
        assert_eq!(edges, [100, 100, 100, 65, 100, 100, 100, 66, 100, 100, 100, 65]);
        assert_eq!(placed[1], Joined { start: 365, first_chunk: 4, chunks: 4, last_decoded: 100 });
        assert_eq!((joined.name(), joined.axes()[1].form()), (Name::Rectilinear, Form::Integer));
    }

    #[test]
    fn an_axis_that_differs_is_named() {
        let [one, two] = [[4, 4], [4, 3]].map(|edges| Grid::from_chunk_shape(&[8, 8], &edges, false).unwrap());
        let refused = Grid::check_concatenation(&[&one, &one, &two], 0, LastChunk::Clipped).unwrap_err();
        let says = "axis 1 of array 2 has another extent or other edges than that of the first";
        assert_eq!((refused.code, refused.to_string().as_str()), (Code::Incompatible, says));
        assert_eq!(refused.value, Some(3));
    }
}
