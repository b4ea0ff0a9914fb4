// SPDX-License-Identifier: MIT OR Apache-2.0
//! The projections of one slice by position, as stretches of chunks: O(runs) to plan, and O(1) or
//! O(log runs) for any of them, also where the step skips chunks.

use crate::core::axis::{Axis, Interval};
use crate::core::edges::Place;
use crate::core::error::Result;
use crate::core::memory::{copied, push};
use crate::core::slice::{Progression, Projection, Projections, Slice};

/// A slice of one axis, planned.
#[derive(Debug)]
pub struct SlicePlan {
    progression: Progression,
    stretches: Vec<Stretch>,
    projections: u64,
}

/// Neighbouring projections that follow one rule.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The position of its first projection.
    position: u64,
    /// The chunk of its first projection.
    chunk: u64,
    rule: Rule,
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Each chunk after the first one is touched.
    EachChunk,
    /// Each element from this position of the progression on has a chunk of its own.
    EachElement(u64),
}

impl SlicePlan {
    /// Plans a slice that [`Slice::check`] allows; its first element goes to position `out` of the result.
    pub fn new(axis: &Axis, slice: Slice, out: u64) -> Result<Self> {
        let progression = Progression::new(slice, out);
        let mut plan = SlicePlan { progression, stretches: Vec::new(), projections: 0 };
        if progression.stride() == 1 && progression.count() > 0 {
            // No chunk is skipped, whatever its edge.
            let (chunk, chunks) = axis.chunk_range(progression.element(0), progression.count());
            plan.begin(chunk, Rule::EachChunk)?;
            plan.projections = chunks;
            return Ok(plan);
        }
        let edges = axis.edges();
        let mut next = 0;
        let mut run = 0;
        while next < progression.count() {
            let element = progression.element(next);
            let (mut first, mut of) = edges.run(run);
            if next == 0 || element - first.origin >= of.length() {
                run = edges.run_with(element);
                (first, of) = edges.run(run);
            }
            // Past the extent there is no element, so the run's end can be cut there.
            let length = of.length().min(axis.extent() - first.origin);
            let behind = progression.below(first.origin + length);
            let chunk = first.chunk + (element - first.origin) / of.edge;
            if progression.stride() > of.edge && of.count > 1 {
                plan.begin(chunk, Rule::EachElement(next))?;
                plan.projections += behind - next;
            } else {
                let last = first.chunk + (progression.element(behind - 1) - first.origin) / of.edge;
                if !plan.goes_on_with(chunk) {
                    plan.begin(chunk, Rule::EachChunk)?;
                }
                plan.projections += last - chunk + 1;
            }
            next = behind;
            run = (run + 1).min(edges.run_count() - 1);
        }
        Ok(plan)
    }

    /// Begins a stretch with the next projection.
    fn begin(&mut self, chunk: u64, rule: Rule) -> Result<()> {
        push(&mut self.stretches, Stretch { position: self.projections, chunk, rule })
    }

    /// Whether `chunk` follows the chunks of the last stretch.
    fn goes_on_with(&self, chunk: u64) -> bool {
        matches!(
            self.stretches.last(),
            Some(Stretch { position, chunk: first, rule: Rule::EachChunk })
                if first + (self.projections - position) == chunk
        )
    }

    /// The same once more.
    pub fn try_clone(&self) -> Result<Self> {
        Ok(SlicePlan { stretches: copied(&self.stretches)?, ..*self })
    }

    /// How many elements are selected in the chunks before one.
    pub fn elements_before(&self, interval: Interval) -> u64 {
        self.progression.below(interval.origin)
    }

    /// How many elements are selected.
    pub fn elements(&self) -> u64 {
        self.progression.count()
    }

    /// How many chunks of the axis are touched.
    #[inline]
    pub fn projections(&self) -> u64 {
        self.projections
    }

    /// The projection at a position, which is below [`SlicePlan::projections`].
    #[inline]
    pub fn projection(&self, axis: &Axis, position: u64) -> Projection {
        self.progression.project(axis.clip(self.place(axis, position)))
    }

    /// Its chunk.
    #[inline]
    fn place(&self, axis: &Axis, position: u64) -> Place {
        let stretch = match &self.stretches[..] {
            [only] => only,
            several => &several[several.partition_point(|s| s.position <= position) - 1],
        };
        let ahead = position - stretch.position;
        match stretch.rule {
            Rule::EachChunk => axis.edges().place(stretch.chunk + ahead),
            Rule::EachElement(first) => axis.edges().place_with(self.progression.element(first + ahead)),
        }
    }

    /// Neighbouring projections from a position on, as many as there is room for.
    pub fn fill(&self, axis: &Axis, position: u64, places: &mut [Projection]) {
        if places.is_empty() {
            return;
        }
        let chunk = self.place(axis, position).chunk;
        Projections::new(axis, self.progression, chunk).fill(places, |place, projection| *place = projection);
    }

    /// The position of the first projection whose chunk is not before `chunk`.
    pub fn first_from(&self, axis: &Axis, chunk: u64) -> u64 {
        axis.interval(chunk).map_or(self.projections, |interval| self.first_in(interval))
    }

    /// The same for a declared chunk.
    fn first_in(&self, Interval { chunk, origin, .. }: Interval) -> u64 {
        let next = self.stretches.partition_point(|s| s.chunk <= chunk);
        let end = self.stretches.get(next).map_or(self.projections, |s| s.position);
        let Some(stretch) = next.checked_sub(1).map(|at| &self.stretches[at]) else { return 0 };
        let ahead = match stretch.rule {
            Rule::EachChunk => chunk - stretch.chunk,
            Rule::EachElement(first) => self.progression.below(origin).saturating_sub(first),
        };
        end.min(stretch.position + ahead)
    }

    /// The last position of the same stretch that is reached from one by jumps of at most `jump` chunks, at least 1.
    pub fn reach(&self, axis: &Axis, from: u64, jump: u64) -> u64 {
        let next = self.stretches.partition_point(|s| s.position <= from);
        let last = self.stretches.get(next).map_or(self.projections, |s| s.position) - 1;
        let stretch = &self.stretches[next - 1];
        let Rule::EachElement(first) = stretch.rule else { return last };
        let place =
            |position: u64| axis.edges().place_with(self.progression.element(first + (position - stretch.position)));
        let start = place(from);
        // Chunks are `least` or one more apart; where the longer jumps are too long, it goes on up to the first of them.
        let least = self.progression.stride() / start.edge;
        if jump < least {
            return from;
        }
        if jump > least || self.progression.stride() % start.edge == 0 {
            return last;
        }
        let (mut low, mut high) = (from, last);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            match place(middle).chunk - start.chunk == (middle - from) * least {
                true => low = middle,
                false => high = middle - 1,
            }
        }
        low
    }

    /// The position of a chunk's projection; none where the chunk is not touched.
    pub fn find(&self, axis: &Axis, chunk: u64) -> Option<u64> {
        axis.interval(chunk)
            .filter(|&interval| self.progression.meets(interval))
            .map(|interval| self.first_in(interval))
    }
}
