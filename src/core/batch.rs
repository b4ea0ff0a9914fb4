// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many queries in one call: axis by axis, in blocks. One strided loop for every layout.

use std::mem::MaybeUninit;

use super::axis::Axis;
use super::block::{Answers, BLOCK};
use super::error::{Code, Error, Result};

/// Where the coordinates of points lie in an array: coordinate `a` of point `i` is entry
/// `i * point_stride + a * axis_stride`.
#[derive(Clone, Copy, Debug)]
pub struct PointLayout {
    count: usize,
    point_stride: isize,
    axis_stride: isize,
}

impl PointLayout {
    /// `count` points of `rank` coordinates in an array of `length` entries; each must lie inside.
    pub fn new(rank: usize, count: usize, point_stride: isize, axis_stride: isize, length: usize) -> Result<Self> {
        if count > 0 && rank > 0 {
            let reach = |steps: usize, stride: isize| (steps as i128 - 1).saturating_mul(stride as i128);
            let (points, axes) = (reach(count, point_stride), reach(rank, axis_stride));
            let (low, high) = (points.min(0).saturating_add(axes.min(0)), points.max(0).saturating_add(axes.max(0)));
            if low < 0 || high >= length as i128 {
                let (reached, what) = match low < 0 {
                    true => (low.saturating_neg(), "the strides reach {quote} entries before arrays of {value}"),
                    false => (high.saturating_add(1), "the strides need arrays of {quote} entries, not {value}"),
                };
                let problem = Error::new(Code::Capacity, what).value(length as u64).quote_display(&reached);
                return Err(match u64::try_from(reached) {
                    Ok(needed) if low >= 0 => problem.limit(needed),
                    _ => problem,
                });
            }
        }
        Ok(PointLayout { count, point_stride, axis_stride })
    }

    /// `count` points one after the other, of `rank` coordinates each.
    pub fn rows(rank: usize, count: usize) -> Self {
        PointLayout { count, point_stride: rank as isize, axis_stride: 1 }
    }

    /// How many points there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The entry of coordinate `axis` of point `point`, which [`PointLayout::new`] proved to be inside.
    #[inline(always)]
    pub fn entry(&self, point: usize, axis: usize) -> usize {
        let points = (point as isize).wrapping_mul(self.point_stride);
        let axes = (axis as isize).wrapping_mul(self.axis_stride);
        points.wrapping_add(axes) as usize
    }
}

/// Answers the queries of all axes. `answer` does at most [`BLOCK`] of one axis, in the entries of a column, up to the first
/// that is past the axis' end, and says how many came before that one. On failure the first point that has such a query, and
/// the axis; the answers for the points before it stand.
pub fn run<const OUTPUTS: usize>(
    axes: &[Axis],
    layout: PointLayout,
    queries: &[u64],
    mut answers: [Answers; OUTPUTS],
    answer: impl Fn(&Axis, &[u64], Column, &mut [Answers; OUTPUTS]) -> usize,
) -> std::result::Result<(), (usize, usize)> {
    if axes.is_empty() {
        return Ok(());
    }
    let mut gathered = [0; BLOCK];
    let mut first = 0;
    while first < layout.count {
        let mut count = BLOCK.min(layout.count - first);
        let mut failed = None;
        for (a, axis) in axes.iter().enumerate() {
            let column = Column { first: layout.entry(first, a), stride: layout.point_stride };
            let queries = match column.stride {
                1 => &queries[column.first..][..count],
                _ => {
                    for (query, entry) in gathered[..count].iter_mut().zip(column.entries()) {
                        *query = queries[entry];
                    }
                    &gathered[..count]
                }
            };
            let inside = answer(axis, queries, column, &mut answers);
            if inside < count {
                // Of the next axes only the points before this one still matter.
                count = inside;
                failed = Some((first + inside, a));
            }
        }
        if let Some(failed) = failed {
            return Err(failed);
        }
        first += count;
    }
    Ok(())
}

/// What a block has of one axis: entries of each array, `stride` apart.
#[derive(Clone, Copy)]
pub struct Column {
    first: usize,
    stride: isize,
}

impl Column {
    /// The entries, from the first on.
    #[inline(always)]
    pub fn entries(self) -> impl Iterator<Item = usize> {
        let mut next = self.first;
        std::iter::repeat_with(move || {
            let entry = next;
            // (Those behind the last may be outside.)
            next = next.wrapping_add(self.stride as usize);
            entry
        })
    }

    /// Has `fill` write the first `count` entries side by side: straight to their place where they lie so, or else into a
    /// block from which they are moved. `fill` says how many it wrote.
    #[inline(always)]
    pub fn fill<const OUTPUTS: usize>(
        self,
        count: usize,
        answers: &mut [Answers; OUTPUTS],
        fill: impl FnOnce([Answers; OUTPUTS]) -> usize,
    ) -> usize {
        if self.stride == 1 {
            return fill(answers.each_mut().map(|answers| Some(&mut answers.as_mut()?[self.first..][..count])));
        }
        let mut blocks = [[MaybeUninit::uninit(); BLOCK]; OUTPUTS];
        let mut pairs = blocks.iter_mut().zip(&*answers);
        let filled = fill(std::array::from_fn(|_| {
            let (block, answers) = pairs.next()?;
            answers.is_some().then_some(&mut block[..count])
        }));
        for (block, answers) in blocks.iter().zip(answers) {
            if let Some(answers) = answers {
                for (&answer, entry) in block[..filled].iter().zip(self.entries()) {
                    answers[entry] = answer;
                }
            }
        }
        filled
    }
}
