// SPDX-License-Identifier: MIT OR Apache-2.0
//! The projections of one slice by position, as stretches of chunks: O(runs) to plan, and O(1) or
//! O(log runs) for any of them, also where the step skips chunks.

use crate::grid::axis::Axis;
use crate::grid::error::Result;
use crate::grid::memory::push;
use crate::grid::slice::{Progression, Projection, Slice};

/// A slice of one axis, planned.
#[derive(Debug)]
pub struct SlicePlan {
    progression: Progression,
    stretches: Vec<Stretch>,
    projections: u64,
}

/// Neighbouring projections that follow one rule.
#[derive(Debug)]
struct Stretch {
    /// The position of its first projection.
    position: u64,
    /// The chunk of its first projection.
    chunk: u64,
    rule: Rule,
}

#[derive(Debug)]
enum Rule {
    /// Each chunk after the first one is touched.
    EachChunk,
    /// Each element from this position of the progression on has a chunk of its own.
    EachElement(u64),
}

impl SlicePlan {
    /// Plans a slice that [`Slice::check`] allows.
    pub fn new(axis: &Axis, slice: Slice) -> Result<Self> {
        let mut plan = SlicePlan { progression: Progression::new(slice), stretches: Vec::new(), projections: 0 };
        let progression = plan.progression;
        let edges = axis.edges();
        let mut next = 0;
        let mut run = 0;
        while next < progression.count() {
            let element = progression.element(next);
            let (mut first, mut of) = edges.run(run);
            if next == 0 || element - first.origin >= of.edge.saturating_mul(of.count) {
                run = edges.run_with(element);
                (first, of) = edges.run(run);
            }
            // Past the extent there is no element, so the run's end can be cut there.
            let length = of.edge.saturating_mul(of.count).min(axis.extent() - first.origin);
            let behind = progression.below(first.origin + length);
            let chunk = first.chunk + (element - first.origin) / of.edge;
            if progression.stride() > of.edge && of.count > 1 {
                push(
                    &mut plan.stretches,
                    Stretch { position: plan.projections, chunk, rule: Rule::EachElement(next) },
                )?;
                plan.projections += behind - next;
            } else {
                let last = first.chunk + (progression.element(behind - 1) - first.origin) / of.edge;
                if !plan.goes_on_with(chunk) {
                    push(&mut plan.stretches, Stretch { position: plan.projections, chunk, rule: Rule::EachChunk })?;
                }
                plan.projections += last - chunk + 1;
            }
            next = behind;
            run = (run + 1).min(edges.run_count() - 1);
        }
        Ok(plan)
    }

    /// Whether `chunk` follows the chunks of the last stretch.
    fn goes_on_with(&self, chunk: u64) -> bool {
        matches!(
            self.stretches.last(),
            Some(Stretch { position, chunk: first, rule: Rule::EachChunk })
                if first + (self.projections - position) == chunk
        )
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
        let stretch = match &self.stretches[..] {
            [only] => only,
            several => &several[several.partition_point(|s| s.position <= position) - 1],
        };
        let ahead = position - stretch.position;
        let place = match stretch.rule {
            Rule::EachChunk => axis.edges().place(stretch.chunk + ahead),
            Rule::EachElement(first) => axis.edges().place_with(self.progression.element(first + ahead)),
        };
        self.progression.project(axis.clip(place))
    }

    /// The position of a chunk's projection; none where the chunk is not touched.
    pub fn find(&self, axis: &Axis, chunk: u64) -> Option<u64> {
        let interval = axis.interval(chunk).filter(|&interval| self.progression.meets(interval))?;
        let stretch = self.stretches.get(self.stretches.partition_point(|s| s.chunk <= chunk).checked_sub(1)?)?;
        let ahead = match stretch.rule {
            Rule::EachChunk => chunk - stretch.chunk,
            Rule::EachElement(first) => self.progression.below(interval.origin) - first,
        };
        Some(stretch.position + ahead)
    }
}
