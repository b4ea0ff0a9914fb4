// SPDX-License-Identifier: MIT OR Apache-2.0
//! The projections of a slice by position.
//!
//! Where a slice meets every chunk on its way, the chunk of its projection number k is its first chunk plus k. Where its
//! stride is longer than the chunks of a run, each element has a chunk of its own, so that projection k is the chunk of
//! element k. A plan is a list of sections in which one of these rules holds: as many as the grid has runs at most, and one
//! for a slice with a step of 1. So it is planned in O(runs), whatever the chunks, and any projection is found in O(1) or
//! O(log runs):
//!
//! ```text
//!   edges       [8, 8, 8, 2 x 100, 8]           slice 0::6
//!   sections    position 0   chunk 0    each chunk       0 6 | 12 | 18 | ...
//!               position 3   chunk 3    each element     24, 30, 36, ... each in a chunk of 2, and two are skipped
//!               position 37  chunk 103  each chunk       element 228, again in a chunk that is longer than the step
//! ```

use std::ops::Range;

use crate::core::axis::{Axis, Interval};
use crate::core::error::Result;
use crate::core::lookup::Chunk;
use crate::core::memory::{copied, push};
use crate::core::project::{Progression, Projection, Projections};
use crate::core::radix;
use crate::core::slice::Slice;

/// A slice of one axis, planned.
#[derive(Debug)]
pub struct SlicePlan {
    progression: Progression,
    sections: Vec<Section>,
    /// How many chunks are touched.
    chunks: u64,
}

/// Neighbouring positions whose chunks follow one rule.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// The first of them, and its chunk.
    position: u64,
    chunk: u64,
    rule: Rule,
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Each chunk after the first one is touched.
    EachChunk,
    /// Each element from this one of the progression on has a chunk of its own.
    EachElement(u64),
}

impl SlicePlan {
    /// Plans a slice that [`Slice::check`] allows; its first element goes to position `out` of the result.
    pub fn new(axis: &Axis, slice: Slice, out: u64) -> Result<Self> {
        let progression = Progression::new(slice, out);
        let mut plan = SlicePlan { progression, sections: Vec::new(), chunks: 0 };
        if progression.stride() == 1 && progression.count() > 0 {
            // No chunk is skipped, whatever its edge.
            let (chunk, chunks) = axis.chunk_range(progression.element(0), progression.count());
            plan.begin(chunk, Rule::EachChunk)?;
            plan.chunks = chunks;
            return Ok(plan);
        }
        for share in progression.by_run(axis, 0) {
            if share.skips {
                plan.begin(share.chunk, Rule::EachElement(share.positions.start))?;
            } else if !plan.goes_on_with(share.chunk) {
                plan.begin(share.chunk, Rule::EachChunk)?;
            }
            plan.chunks += share.projections;
        }
        Ok(plan)
    }

    /// Begins a section with the next position.
    fn begin(&mut self, chunk: u64, rule: Rule) -> Result<()> {
        push(&mut self.sections, Section { position: self.chunks, chunk, rule })
    }

    /// Whether `chunk` follows the chunks of the last section.
    fn goes_on_with(&self, chunk: u64) -> bool {
        matches!(
            self.sections.last(),
            Some(Section { position, chunk: first, rule: Rule::EachChunk })
                if first + (self.chunks - position) == chunk
        )
    }

    /// A second plan of the same slice.
    pub fn try_clone(&self) -> Result<Self> {
        Ok(SlicePlan { sections: copied(&self.sections)?, ..*self })
    }

    pub fn elements(&self) -> u64 {
        self.progression.count()
    }

    /// How many chunks are touched.
    #[inline]
    pub fn chunks(&self) -> u64 {
        self.chunks
    }

    /// The projection at a position below [`SlicePlan::chunks`].
    #[inline]
    pub fn projection(&self, axis: &Axis, position: u64) -> Projection {
        self.progression.project(axis.clip(self.chunk(axis, position)))
    }

    /// The elements, in rising order, of the chunk at a position.
    pub fn elements_at(&self, axis: &Axis, position: u64) -> Range<u64> {
        self.progression.inside(axis.clip(self.chunk(axis, position)))
    }

    /// The chunk at a position.
    #[inline]
    pub fn chunk(&self, axis: &Axis, position: u64) -> Chunk {
        let section = match &self.sections[..] {
            [only] => only,
            several => &several[several.partition_point(|section| section.position <= position) - 1],
        };
        let ahead = position - section.position;
        match section.rule {
            Rule::EachChunk => axis.edges().chunk(section.chunk + ahead),
            Rule::EachElement(first) => axis.edges().chunk_with(self.progression.element(first + ahead)),
        }
    }

    /// Sets neighbouring projections from a position on, as many as there is room for.
    pub fn fill(&self, axis: &Axis, position: u64, projections: &mut [Projection]) {
        if projections.is_empty() {
            return;
        }
        let chunk = self.chunk(axis, position).index;
        Projections::new(axis, self.progression, chunk).fill(projections, |entry, projection| *entry = projection);
    }

    /// The position of the first chunk that is touched and not before `chunk`.
    pub fn first_from(&self, axis: &Axis, chunk: u64) -> u64 {
        axis.interval(chunk).map_or(self.chunks, |interval| self.first_in(interval))
    }

    /// As [`SlicePlan::first_from`], for a declared chunk.
    fn first_in(&self, Interval { chunk, origin, .. }: Interval) -> u64 {
        let next = self.sections.partition_point(|section| section.chunk <= chunk);
        let Some(section) = next.checked_sub(1).map(|number| &self.sections[number]) else { return 0 };
        let ahead = match section.rule {
            Rule::EachChunk => chunk - section.chunk,
            Rule::EachElement(first) => self.progression.below(origin).saturating_sub(first),
        };
        self.section_end(next).min(section.position + ahead)
    }

    /// The position where the section numbered `next` begins, behind the one before it.
    fn section_end(&self, next: usize) -> u64 {
        self.sections.get(next).map_or(self.chunks, |section| section.position)
    }

    /// The position of a chunk; none where it is not touched.
    pub fn find(&self, axis: &Axis, chunk: u64) -> Option<u64> {
        axis.interval(chunk)
            .filter(|&interval| !self.progression.inside(interval).is_empty())
            .map(|interval| self.first_in(interval))
    }

    /// The last position that is reached from `from` by jumps of at most `jump` chunks without leaving the section; the next
    /// section may be reached from there.
    pub fn reach(&self, axis: &Axis, from: u64, jump: u64) -> u64 {
        let next = self.sections.partition_point(|section| section.position <= from);
        let last = self.section_end(next) - 1;
        let section = &self.sections[next - 1];
        let Rule::EachElement(first) = section.rule else { return last };
        let chunk_at =
            |position: u64| axis.edges().chunk_with(self.progression.element(first + (position - section.position)));
        // In equal chunks, those of two neighbouring elements are `least` or one more apart.
        let start = chunk_at(from);
        let least = self.progression.stride() / start.edge;
        if jump < least {
            return from;
        }
        if jump > least || self.progression.stride() % start.edge == 0 {
            return last;
        }
        // Up to the first jump of one more.
        let only_least = |position| chunk_at(position).index - start.index == (position - from) * least;
        radix::partition_point(from + 1..last + 1, only_least) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::lookup::{EdgesBuilder, Run};

    fn axis(runs: &[(u64, u64)]) -> Axis {
        let mut edges = EdgesBuilder::default();
        for &(edge, count) in runs {
            edges.push(Run { edge, count }).unwrap();
        }
        Axis::from_list(edges.sum(), edges).unwrap()
    }

    /// The chunks that a slice touches, element by element.
    fn touched(axis: &Axis, slice: Slice) -> Vec<u64> {
        let elements = (0..slice.count).map(|k| slice.start.wrapping_add_signed(slice.step * k as i64));
        let mut chunks: Vec<u64> = elements.map(|element| axis.edges().locate(element).0).collect();
        chunks.sort_unstable();
        chunks.dedup();
        chunks
    }

    #[test]
    fn sections_follow_the_runs() {
        let axis = axis(&[(8, 3), (2, 100), (8, 1)]);
        let plan = SlicePlan::new(&axis, Slice { start: 0, count: 39, step: 6 }, 0).unwrap();
        let sections: Vec<_> = plan.sections.iter().map(|section| (section.position, section.chunk)).collect();
        assert_eq!(sections, [(0, 0), (3, 3), (37, 103)]);
        assert_eq!(plan.chunks(), 38);
        let by_one = SlicePlan::new(&axis, Slice { start: 3, count: 220, step: 1 }, 0).unwrap();
        assert_eq!((by_one.sections.len(), by_one.chunks()), (1, 103));
    }

    #[test]
    fn positions_are_those_of_a_walk() {
        // Runs that a step skips in part, whose jumps are alike or of two lengths.
        let axis = axis(&[(8, 3), (2, 40), (3, 30), (20, 2), (1, 50)]);
        let last = axis.extent() - 1;
        for step in [1, 2, 3, 4, 5, 6, 7, 9, 11, 40, 1000] {
            let count = last / step as u64 + 1;
            for slice in [Slice { start: 0, count, step }, Slice { start: last, count, step: -step }] {
                let plan = SlicePlan::new(&axis, slice, 0).unwrap();
                let chunks = touched(&axis, slice);
                assert_eq!(plan.chunks(), chunks.len() as u64);
                for (position, &chunk) in (0..).zip(&chunks) {
                    assert_eq!(plan.chunk(&axis, position).index, chunk);
                }
                for chunk in 0..=axis.declared_chunks() {
                    let first = chunks.partition_point(|&touched| touched < chunk);
                    assert_eq!(plan.first_from(&axis, chunk), first as u64);
                    let found = (chunks.get(first) == Some(&chunk)).then_some(first as u64);
                    assert_eq!(plan.find(&axis, chunk), found);
                }
                for jump in 1..8 {
                    for from in 0..chunks.len() {
                        // It may end where the section does, but never after a longer jump, nor before one that is allowed.
                        let reached = plan.reach(&axis, from as u64, jump) as usize;
                        assert!(chunks[from..=reached].windows(2).all(|pair| pair[1] - pair[0] <= jump));
                        let section_ends = plan.sections.iter().any(|section| section.position == reached as u64 + 1);
                        let next = chunks.get(reached + 1).filter(|_| !section_ends);
                        assert!(next.is_none_or(|next| next - chunks[reached] > jump));
                    }
                }
            }
        }
    }
}
