// SPDX-License-Identifier: MIT OR Apache-2.0
//! A list of points, in any order and with repeats, grouped by chunk: lists of the axes that are zipped
//! instead of multiplied.

use crate::core::error::{Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::{filled, push, reserved, trimmed};
use crate::core::slice::{NOTHING, Projection};

/// Points, planned: by chunk in row-major order, and in request order in each.
#[derive(Debug)]
pub struct PointPlan {
    rank: usize,
    /// For each axis, the points counted from their chunks' origins.
    withins: Vec<u64>,
    /// Their positions in the result.
    out: Vec<u64>,
    groups: Vec<Group>,
    /// The chunk of each group, `rank` entries.
    chunks: Vec<u64>,
}

/// The points of one chunk.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The first of them; the next group's says where they end.
    first: usize,
    /// How many different elements they are.
    distinct: u64,
}

impl PointPlan {
    /// Plans points that are inside the array, in request order: `rank` coordinates each. Their positions in the
    /// result are as given, which rise.
    pub fn new(grid: &Grid, points: &[u64], out: &[u64]) -> Result<Self> {
        let rank = grid.rank();
        let count = out.len();
        let mut chunks = filled(points.len(), 0)?;
        let mut withins = filled(points.len(), 0)?;
        for (a, axis) in grid.axes().iter().enumerate() {
            for point in 0..count {
                let place = axis.edges().place_with(points[point * rank + a]);
                chunks[point * rank + a] = place.chunk;
                withins[point * rank + a] = points[point * rank + a] - place.origin;
            }
        }
        let chunk_of = |point: usize| &chunks[point * rank..(point + 1) * rank];
        let within_of = |point: usize| &withins[point * rank..(point + 1) * rank];

        let mut order = reserved(count)?;
        order.extend(0..count);
        if !order.is_sorted_by_key(|&point| chunk_of(point)) {
            order.sort_unstable_by(|&a, &b| chunk_of(a).cmp(chunk_of(b)).then(a.cmp(&b)));
        }
        let mut plan_withins = filled(points.len(), 0)?;
        let mut plan_out = reserved(count)?;
        for (entry, &point) in order.iter().enumerate() {
            for (a, &within) in within_of(point).iter().enumerate() {
                plan_withins[a * count + entry] = within;
            }
            plan_out.push(out[point]);
        }
        let (mut groups, mut group_chunks) = (Vec::new(), Vec::new());
        let mut scratch: Vec<usize> = Vec::new();
        let mut first = 0;
        for group in order.chunk_by(|&a, &b| chunk_of(a) == chunk_of(b)) {
            let chunk = chunk_of(group[0]);
            let data = grid
                .axes()
                .iter()
                .zip(chunk)
                .try_fold(1u64, |data, (axis, &chunk)| data.checked_mul(axis.clip(axis.edges().place(chunk)).data));
            let mut distinct = group.len();
            if data.is_some_and(|data| group.len() as u64 >= data) {
                scratch.clear();
                scratch.try_reserve(group.len()).map_err(|_| Error::memory())?;
                scratch.extend_from_slice(group);
                scratch.sort_unstable_by(|&a, &b| within_of(a).cmp(within_of(b)));
                scratch.dedup_by(|a, b| within_of(*a) == within_of(*b));
                distinct = scratch.len();
            }
            push(&mut groups, Group { first, distinct: distinct as u64 })?;
            for &index in chunk {
                push(&mut group_chunks, index)?;
            }
            first += group.len();
        }
        Ok(PointPlan {
            rank,
            withins: plan_withins,
            out: plan_out,
            groups: trimmed(groups)?,
            chunks: trimmed(group_chunks)?,
        })
    }

    /// How many chunks are touched.
    pub fn parts(&self) -> u64 {
        self.groups.len() as u64
    }

    /// How many points are in the chunks before the one of a part.
    pub fn elements_before(&self, part: u64) -> u64 {
        self.groups.get(part as usize).map_or(self.out.len(), |group| group.first) as u64
    }

    /// How many points a part has, and how many different elements they are.
    pub fn counts(&self, part: u64) -> (u64, u64) {
        let Group { first, distinct } = self.groups[part as usize];
        (self.elements_before(part + 1) - first as u64, distinct)
    }

    /// The entries of a part.
    pub fn entries_of(&self, part: u64) -> std::ops::Range<usize> {
        self.elements_before(part) as usize..self.elements_before(part + 1) as usize
    }

    /// The projections of a part, which is below [`PointPlan::parts`]; the rest of the array is left alone.
    pub fn projections(&self, grid: &Grid, part: u64, projections: &mut [Projection]) {
        let entries = self.entries_of(part);
        for (a, (axis, &chunk)) in grid.axes().iter().zip(self.chunk(part)).enumerate() {
            projections[a] = Projection {
                interval: axis.clip(axis.edges().place(chunk)),
                first: self.withins[a * self.out.len() + entries.start],
                count: entries.len() as u64,
                step: 0,
                out: self.out[entries.start],
                list: entries.start as u64,
                ..NOTHING
            };
        }
    }

    /// The chunk of a part.
    pub fn chunk(&self, part: u64) -> &[u64] {
        let part = part as usize;
        &self.chunks[part * self.rank..(part + 1) * self.rank]
    }

    /// The first part whose chunk is not before one in row-major order.
    pub fn first_from(&self, chunk: &[u64]) -> u64 {
        let (mut low, mut high) = (0, self.parts());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.chunk(middle) < chunk {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// The part of a chunk; none where the chunk is not touched.
    pub fn find(&self, chunk: &[u64]) -> Option<u64> {
        Some(self.first_from(chunk)).filter(|&part| part < self.parts() && self.chunk(part) == chunk)
    }

    /// The positions of all points in the result.
    pub fn positions(&self) -> &[u64] {
        &self.out
    }

    /// All points on one axis, counted from their chunks' origins, and their positions in the result.
    pub fn entries(&self, axis: usize) -> (&[u64], &[u64]) {
        let count = self.out.len();
        (&self.withins[axis * count..(axis + 1) * count], &self.out)
    }
}
