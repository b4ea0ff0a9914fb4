// SPDX-License-Identifier: MIT OR Apache-2.0
//! Boundaries of two grids over one array: whether one grid has all of the other's, and the grid that has both.
//!
//! Two runs that overlap repeat a pattern, as boundaries of 2 and of 3 elements do every 6. Nothing here follows such a
//! pattern chunk by chunk unless its edges have to be written down.

use super::compare::{check_extents, check_ranks};
use crate::core::axis::Axis;
use crate::core::edges::{EdgesBuilder, Run};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};
use crate::core::memory::reserved;

/// The first boundary of `coarse` inside the array at which no chunk of `fine` starts. Both have the same extent.
pub(super) fn first_boundary_missing(fine: &Axis, coarse: &Axis) -> Option<u64> {
    let last = coarse.extent().checked_sub(1)?;
    let mut fine_runs = fine.runs(0);
    // The run of `fine` that holds the boundary looked at, or ends there.
    let (mut origin, mut run) = (0, fine_runs.next()?);
    let mut coarse_end = 0;
    for coarse_run in coarse.runs(0) {
        let mut boundary = coarse_end + coarse_run.edge;
        coarse_end += coarse_run.length();
        loop {
            if boundary > last {
                return None;
            }
            while boundary - origin > run.length() {
                (origin, run) = (origin + run.length(), fine_runs.next()?);
            }
            if (boundary - origin) % run.edge != 0 {
                return Some(boundary);
            }
            // As far as both runs reach, the boundaries behind this one are met all, or from the next one on not.
            let shared = (origin + run.length()).min(coarse_end).min(last);
            let further = (shared - boundary) / coarse_run.edge;
            if further > 0 && coarse_run.edge % run.edge != 0 {
                return Some(boundary + coarse_run.edge);
            }
            boundary += further * coarse_run.edge;
            if boundary == coarse_end {
                break;
            }
            boundary += coarse_run.edge;
        }
    }
    None
}

impl Grid {
    /// The coarsest grid that refines both this one and another over an array of the same shape: it has the boundaries
    /// of both, up to the first at or past the end of the array. All its axes are lists. Refused where it takes more
    /// than `max_runs` runs, all axes together.
    pub fn common_refinement(&self, other: &Grid, max_runs: u64) -> Result<Grid> {
        check_ranks(self, other)?;
        for (number, (axis, other)) in self.axes().iter().zip(other.axes()).enumerate() {
            check_extents(axis, other).map_err(|problem| problem.axis(number))?;
        }
        let mut axes = reserved(self.rank())?;
        let mut runs_left = max_runs;
        for (number, (axis, other)) in self.axes().iter().zip(other.axes()).enumerate() {
            let refined = refined_axis(axis, other, &mut runs_left).map_err(|problem| match problem.code {
                Code::Limit => problem.axis(number).limit(max_runs),
                _ => problem.axis(number),
            })?;
            axes.push(refined);
        }
        Ok(Grid::from_axes(Name::Rectilinear, axes))
    }
}

fn refined_axis(axis: &Axis, other: &Axis, runs_left: &mut u64) -> Result<Axis> {
    let extent = axis.extent();
    let mut edges = EdgesBuilder::default();
    let mut last = 0;
    let mut push = |edges: &mut EdgesBuilder, run: Run| {
        if run.edge != last {
            let what = "with axis {axis} the common refinement takes more than {limit} runs";
            *runs_left = runs_left.checked_sub(1).ok_or_else(|| Error::new(Code::Limit, what))?;
            last = run.edge;
        }
        edges.push(run)
    };
    if extent == 0 {
        // There is no boundary inside, but a list is never empty.
        push(&mut edges, Run { edge: axis.first_edge().min(other.first_edge()), count: 1 })?;
    }
    let (mut one, mut two) = (boundaries_of(axis), boundaries_of(other));
    while edges.sum() < extent {
        let many = one.edges_between(&two).or_else(|| two.edges_between(&one)).or_else(|| one.halves_with(&two));
        let Run { edge, count } = many.unwrap_or(Run { edge: one.ahead.min(two.ahead), count: 1 });
        let run = Run { edge, count: count.min((extent - edges.sum()).div_ceil(edge)) };
        push(&mut edges, run)?;
        one.pass(run.length());
        two.pass(run.length());
    }
    Axis::from_list(extent, edges)
}

/// The boundaries of an axis that lie ahead of an element, which goes on from the first to the last.
struct Boundaries<R> {
    /// The edge of the chunk that holds the element.
    edge: u64,
    /// How many chunks are left of its run, the chunk among them.
    left: u64,
    /// How far ahead the chunk ends.
    ahead: u64,
    /// The runs behind.
    runs: R,
}

fn boundaries_of(axis: &Axis) -> Boundaries<impl Iterator<Item = Run>> {
    let mut boundaries = Boundaries { edge: 0, left: 0, ahead: 0, runs: axis.runs(0) };
    boundaries.next_run();
    boundaries
}

impl<R: Iterator<Item = Run>> Boundaries<R> {
    /// Goes to the start of the next run, where there is one.
    fn next_run(&mut self) {
        if let Some(Run { edge, count }) = self.runs.next() {
            (self.edge, self.left, self.ahead) = (edge, count, edge);
        }
    }

    /// Goes on by a number of elements, at most to the end of the run.
    fn pass(&mut self, elements: u64) {
        let Some(behind) = elements.checked_sub(self.ahead) else {
            self.ahead -= elements;
            return;
        };
        self.left -= 1 + behind / self.edge;
        self.ahead = self.edge - behind % self.edge;
        if self.left == 0 {
            self.next_run();
        }
    }

    /// The next edges of this axis, as many as no boundary of the other cuts; none where not even one is whole.
    fn edges_between(&self, other: &Self) -> Option<Run> {
        let edge = self.edge;
        if self.ahead != edge || other.ahead < edge {
            return None;
        }
        // Where the other's boundaries are this axis's too, they cut nothing up to the end of its run.
        let met = other.ahead % edge == 0 && other.edge % edge == 0;
        let uncut = if met { other.ahead + (other.left - 1) * other.edge } else { other.ahead };
        Some(Run { edge, count: self.left.min(uncut / edge) })
    }

    /// The edges where each axis cuts every chunk of the other in its middle. No other pattern has edges that are all
    /// the same while none of them is a chunk of either: step by step, such edges would be followed one after another
    /// into a single run.
    fn halves_with(&self, other: &Self) -> Option<Run> {
        // Every step ends at a boundary of one of the two, which then has the whole of its next chunk ahead.
        let (near, far) = if self.ahead < other.ahead { (self, other) } else { (other, self) };
        let halves = near.edge == far.edge && far.edge % 2 == 0 && far.edge / 2 == near.ahead;
        halves.then(|| Run { edge: near.ahead, count: (2 * near.left - 1).min(2 * far.left) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(extent: u64, runs: &[(u64, u64)]) -> Grid {
        let runs = runs.iter().map(|&(edge, count)| Run { edge, count });
        Grid::from_runs(&[extent], &[runs.len()], runs).unwrap()
    }

    fn refined(one: &Grid, two: &Grid) -> Vec<(u64, u64)> {
        let refined = one.common_refinement(two, 100).unwrap();
        refined.axes()[0].runs(0).map(|run| (run.edge, run.count)).collect()
    }

    #[test]
    fn the_last_chunk_ends_where_one_of_the_two_does() {
        assert_eq!(refined(&grid(6, &[(4, 2)]), &grid(6, &[(4, 3)])), [(4, 2)]);
        assert_eq!(refined(&grid(6, &[(4, 2)]), &grid(6, &[(6, 1)])), [(4, 1), (2, 1)]);
        assert_eq!(refined(&grid(6, &[(4, 2)]), &grid(6, &[(10, 1)])), [(4, 2)]);
        assert_eq!(refined(&grid(0, &[(4, 2)]), &grid(0, &[(3, 1)])), [(3, 1)]);
    }

    #[test]
    fn edges_that_cut_each_other_in_the_middle_are_one_run() {
        let (one, two) = (grid(40, &[(4, 10)]), grid(40, &[(2, 1), (4, 9), (2, 1)]));
        assert_eq!(refined(&one, &two), [(2, 20)]);
        assert_eq!(refined(&two, &one), [(2, 20)]);
    }

    #[test]
    fn a_pattern_takes_as_many_runs_as_it_has() {
        let (one, two) = (grid(12, &[(2, 6)]), grid(12, &[(3, 4)]));
        assert_eq!(refined(&one, &two), [(2, 1), (1, 2), (2, 2), (1, 2), (2, 1)]);
        let says = "with axis 0 the common refinement takes more than 4 runs";
        let refused = one.common_refinement(&two, 4).unwrap_err();
        assert_eq!((refused.code, refused.to_string().as_str()), (Code::Limit, says));
    }
}
