// SPDX-License-Identifier: MIT OR Apache-2.0
//! A grid over an array that grew or shrank.

use super::push_chunks;
use crate::core::axis::{Axis, check_extent};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};
use crate::core::lookup::{EdgesBuilder, Run};
use crate::core::memory::reserved;

/// How a list goes on where its edges end before the new extent. (An integer goes on by itself.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Growth {
    /// By one edge, as long as the gap. This is what zarr-python does.
    #[default]
    Gap,
    /// By the last edge, as often as it takes to close the gap.
    LastEdge,
    /// By edges of this length, as many as it takes: the unlimited dimensions of netCDF.
    Edges(u64),
    /// Not at all: growing past the edges is refused.
    Refused,
}

/// What becomes of the chunks of a list that lie wholly past the new extent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PastEnd {
    /// They stay declared, so that growing back restores the grid.
    #[default]
    Kept,
    /// They are declared no more; but a list is never empty, so that its first edge always stays.
    Dropped,
}

/// How one axis is resized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// What is added where the edges are too short.
    pub growth: Growth,
    /// What is left where they are too long.
    pub past_end: PastEnd,
}

impl Grid {
    /// The grid over an array of another shape. An axis without a policy, behind the last of `policies`, has the
    /// default one. An integer axis keeps its integer; a list keeps its edges but for what its policy says.
    pub fn resized(&self, shape: &[u64], policies: &[Policy]) -> Result<Grid> {
        let mut axes = reserved(self.rank())?;
        for (number, (axis, &extent)) in self.axes().iter().zip(shape).enumerate() {
            let policy = policies.get(number).copied().unwrap_or_default();
            axes.push(resized_axis(axis, extent, policy).map_err(|problem| problem.axis(number))?);
        }
        Ok(Grid::from_axes(self.name(), axes))
    }

    /// The grid with the edges of `runs` behind those of one axis, whose extent grows by all of them.
    ///
    /// The array has to end where the declared chunks do: else the new elements would start inside a chunk that is
    /// there already, or in one that the array once had. The axis becomes a list whatever its form was, since an
    /// integer cannot say what was appended.
    pub fn appended(&self, axis: usize, runs: &[Run]) -> Result<Grid> {
        self.axis(axis)?;
        let mut axes = reserved(self.rank())?;
        for (number, kept) in self.axes().iter().enumerate() {
            axes.push(match number == axis {
                true => appended_axis(kept, runs).map_err(|problem| problem.axis(axis))?,
                false => kept.copied()?,
            });
        }
        Ok(Grid::from_axes(Name::Rectilinear, axes))
    }
}

fn resized_axis(axis: &Axis, extent: u64, policy: Policy) -> Result<Axis> {
    check_extent(extent)?;
    if let Growth::Edges(edge) = policy.growth {
        Run { edge, count: 1 }.check()?;
    }
    if let Some(edge) = axis.given_integer() {
        return Axis::from_integer(extent, edge);
    }
    let mut edges = EdgesBuilder::default();
    let mut last = 0;
    for run in axis.runs(0) {
        let mut count = run.count;
        if policy.past_end == PastEnd::Dropped {
            let needed = extent.saturating_sub(edges.sum()).div_ceil(run.edge);
            count = count.min(needed.max(u64::from(edges.sum() == 0)));
        }
        if count == 0 {
            break;
        }
        edges.push(Run { count, ..run })?;
        last = run.edge;
    }
    if extent > edges.sum() {
        let gap = extent - edges.sum();
        let edge = match policy.growth {
            Growth::Gap => gap,
            Growth::LastEdge => last,
            Growth::Edges(edge) => edge,
            Growth::Refused => {
                let what = "the edges of axis {axis} add up to {value}, which is below the new extent {limit}";
                return Err(Error::new(Code::Cover, what).value(edges.sum()).limit(extent));
            }
        };
        edges.push(Run { edge, count: gap.div_ceil(edge) })?;
    }
    Axis::from_list(extent, edges)
}

fn appended_axis(axis: &Axis, runs: &[Run]) -> Result<Axis> {
    if runs.is_empty() {
        return Err(Error::new(Code::Value, "no edges to append to axis {axis}"));
    }
    let mut edges = EdgesBuilder::default();
    push_chunks(&mut edges, axis, 0..axis.declared_chunks())?;
    if edges.sum() != axis.extent() {
        let what = "axis {axis} ends at {value} and its declared chunks at {limit}: new chunks would not start where \
                    the array ends";
        return Err(Error::new(Code::NotAligned, what).value(axis.extent()).limit(edges.sum()));
    }
    for (element, &run) in runs.iter().enumerate() {
        run.check().and_then(|()| edges.push(run)).map_err(|problem| problem.entry(element as u64))?;
    }
    Axis::from_list(edges.sum(), edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(extent: u64, edges: &[u64]) -> Grid {
        let runs = edges.iter().map(|&edge| Run { edge, count: 1 });
        Grid::from_runs(&[extent], &[edges.len()], runs).unwrap()
    }

    fn edges(grid: &Grid) -> Vec<u64> {
        grid.axes()[0].intervals(0).map(|interval| interval.edge).collect()
    }

    #[test]
    fn a_list_goes_on_by_its_policy() {
        let grown = |growth| {
            let policy = Policy { growth, ..Policy::default() };
            list(10, &[3, 4, 3]).resized(&[17], &[policy]).map(|grid| edges(&grid))
        };
        assert_eq!(grown(Growth::Gap), Ok(vec![3, 4, 3, 7]));
        assert_eq!(grown(Growth::LastEdge), Ok(vec![3, 4, 3, 3, 3, 3]));
        assert_eq!(grown(Growth::Edges(5)), Ok(vec![3, 4, 3, 5, 5]));
        let refused = grown(Growth::Refused).unwrap_err();
        let says = "the edges of axis 0 add up to 10, which is below the new extent 17";
        assert_eq!((refused.code, refused.to_string().as_str()), (Code::Cover, says));
    }

    #[test]
    fn chunks_past_the_end_stay_unless_dropped() {
        let shrunk = |extent, past_end| {
            let policy = Policy { past_end, ..Policy::default() };
            edges(&list(12, &[5, 4, 3]).resized(&[extent], &[policy]).unwrap())
        };
        assert_eq!(shrunk(6, PastEnd::Kept), [5, 4, 3]);
        assert_eq!(shrunk(6, PastEnd::Dropped), [5, 4]);
        assert_eq!(shrunk(5, PastEnd::Dropped), [5]);
        assert_eq!(shrunk(0, PastEnd::Dropped), [5]);
        // Growing into edges that are there adds none.
        assert_eq!(edges(&list(3, &[4, 4, 4]).resized(&[6], &[]).unwrap()), [4, 4, 4]);
    }

    #[test]
    fn appended_edges_start_where_the_array_ends() {
        let [short, long] = [Run { edge: 2, count: 1 }, Run { edge: 9, count: 2 }];
        assert_eq!(edges(&list(7, &[3, 4]).appended(0, &[short, long]).unwrap()), [3, 4, 2, 9, 9]);
        let says = "axis 0 ends at 6 and its declared chunks at 7: new chunks would not start where the array ends";
        let refused = list(6, &[3, 4]).appended(0, &[short]).unwrap_err();
        assert_eq!((refused.code, refused.to_string().as_str()), (Code::NotAligned, says));
        let regular = Grid::from_chunk_shape(&[6], &[3], false).unwrap().appended(0, &[long]).unwrap();
        assert_eq!((regular.name(), edges(&regular)), (Name::Rectilinear, vec![3, 3, 9, 9]));
    }
}
