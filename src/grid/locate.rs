// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many points in one call: one strided kernel for every layout.

use std::mem::MaybeUninit;

use super::axis::Axis;
use super::error::{Code, Error, Result};
use super::grid::{Grid, index_outside};

/// Queries that the search takes at once.
const GROUP: usize = 8;
/// Points that one axis takes before the next one does: few enough for interleaved ones to stay in cache.
const BLOCK: usize = 64;

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
                let what = match low < 0 {
                    true => "the strides reach {quote} entries before arrays of {value}",
                    false => "the strides need arrays of {quote} entries, not {value}",
                };
                let reached = if low < 0 { low.saturating_neg() } else { high.saturating_add(1) };
                let problem = Error::new(Code::Capacity, what).value(length as u64).quote_display(&reached);
                return Err(match u64::try_from(reached) {
                    Ok(needed) if low >= 0 => problem.limit(needed),
                    _ => problem,
                });
            }
        }
        Ok(PointLayout { count, point_stride, axis_stride })
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

/// Memory for answers, which need not be initialised; none where the caller does not want them.
pub type Answers<'a> = Option<&'a mut [MaybeUninit<u64>]>;

impl Grid {
    /// The chunk of one point, and the point counted from the chunk's origin. Nothing is written on failure.
    #[inline]
    pub fn locate(&self, index: &[u64], chunk: Answers, within: Answers) -> Result<()> {
        let axes = self.axes();
        let (index, mut chunk, mut within) = (&index[..axes.len()], chunk, within);
        let is_outside = |(axis, &index): (&Axis, &u64)| index >= axis.extent();
        if axes.iter().zip(index).any(is_outside) {
            let axis = axes.iter().zip(index).position(is_outside).unwrap_or(0);
            return Err(index_outside(axis, index[axis], axes[axis].extent()));
        }
        for axis in 0..axes.len() {
            let ([found], [inside]) = axes[axis].edges().locate_each(&[index[axis]]);
            write(&mut chunk, axis, found);
            write(&mut within, axis, inside);
        }
        Ok(())
    }

    /// What chunks are, each of them `rank` entries. On failure the answers before the error's element stand.
    pub fn chunks(&self, chunks: &[u64], mut origins: Answers, mut declared: Answers, mut data: Answers) -> Result<()> {
        let rank = self.rank().max(1);
        for (element, chunk) in chunks.chunks_exact(rank).enumerate() {
            for (axis, &index) in chunk.iter().enumerate() {
                self.interval(axis, index).map_err(|problem| problem.element(element as u64))?;
            }
            for (axis, (of, &index)) in self.axes().iter().zip(chunk).enumerate() {
                let interval = of.clip(of.edges().place(index));
                let entry = element * rank + axis;
                write(&mut origins, entry, interval.origin);
                write(&mut declared, entry, interval.edge);
                write(&mut data, entry, interval.data);
            }
        }
        Ok(())
    }

    /// The chunks of many points, and the points counted from their chunks' origins. On failure the
    /// answers before the error's element stand.
    pub fn locate_many(
        &self,
        layout: PointLayout,
        indices: &[u64],
        mut chunks: Answers,
        mut withins: Answers,
    ) -> Result<()> {
        if self.rank() == 0 {
            return Ok(());
        }
        let mut first = 0;
        while first < layout.count {
            let points = first..layout.count.min(first + BLOCK);
            let mut good = points.clone();
            let mut failed = None;
            for (a, axis) in self.axes().iter().enumerate() {
                let pass = Pass { axis, a, layout, indices };
                if let Some(point) = pass.run(good.clone(), chunks.as_deref_mut(), withins.as_deref_mut()) {
                    // Of the next axes only the points before this one still matter.
                    good.end = point;
                    failed = Some(a);
                }
            }
            if let Some(a) = failed {
                let index = indices[layout.entry(good.end, a)];
                return Err(index_outside(a, index, self.axes()[a].extent()).element(good.end as u64));
            }
            first = points.end;
        }
        Ok(())
    }
}

/// One axis of a block of points.
struct Pass<'a> {
    axis: &'a Axis,
    a: usize,
    layout: PointLayout,
    indices: &'a [u64],
}

impl Pass<'_> {
    /// Locates the points; the first that is outside, if any.
    #[inline]
    fn run(&self, points: std::ops::Range<usize>, mut chunks: Answers, mut withins: Answers) -> Option<usize> {
        let mut point = points.start;
        while point + GROUP <= points.end {
            if let Some(bad) = self.group::<GROUP>(point, chunks.as_deref_mut(), withins.as_deref_mut()) {
                return self.finish(point..bad, chunks, withins).or(Some(bad));
            }
            point += GROUP;
        }
        self.finish(point..points.end, chunks, withins)
    }

    /// The same, one by one.
    #[inline]
    fn finish(&self, points: std::ops::Range<usize>, mut chunks: Answers, mut withins: Answers) -> Option<usize> {
        points
            .into_iter()
            .find(|&point| self.group::<1>(point, chunks.as_deref_mut(), withins.as_deref_mut()).is_some())
    }

    /// `N` points from `first` on, all or none of them; the first that is outside, if any.
    #[inline(always)]
    fn group<const N: usize>(&self, first: usize, chunks: Answers, withins: Answers) -> Option<usize> {
        let entries: [usize; N] = std::array::from_fn(|i| self.layout.entry(first + i, self.a));
        let elements = entries.map(|entry| self.indices[entry]);
        let extent = self.axis.extent();
        if elements.iter().fold(false, |bad, &element| bad | (element >= extent)) {
            return elements.iter().position(|&element| element >= extent).map(|i| first + i);
        }
        let (found, inside) = self.axis.edges().locate_each(&elements);
        for (mut answers, values) in [(chunks, found), (withins, inside)] {
            for i in 0..N {
                write(&mut answers, entries[i], values[i]);
            }
        }
        None
    }
}

#[inline(always)]
fn write(answers: &mut Answers, entry: usize, value: u64) {
    if let Some(answers) = answers {
        answers[entry].write(value);
    }
}
