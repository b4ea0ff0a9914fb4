// SPDX-License-Identifier: MIT OR Apache-2.0
//! A page of parts, written at once.
//!
//! Parts that differ in the last group alone are a row. All rows have the same projections of the last group, so those are
//! made once for many rows; the others change from row to row. What is left is copying:
//!
//! ```text
//!   lead            last                       a page from part 2 on, of two rows
//!   a0 b0           c0  c1  c2  c3             a0 b0 c2 | a0 b0 c3 | a0 b1 c0 | a0 b1 c1 | a0 b1 c2 | a0 b1 c3
//!   a0 b1
//! ```
//!
//! Measured in docs/performance.md, "Parts" under "Design".

use std::mem::MaybeUninit;

use super::Selection;
use super::parts::{Part, Tally};
use crate::core::error::Result;
use crate::core::grid::{Grid, on_each_axis};
use crate::core::project::Projection;
use crate::core::radix;

/// Projections of the last group that a page makes at a time where the selection does not hold them.
const TILE: usize = Grid::MAX_RANK;

/// What a caller keeps of a projection. It is made where it is to stay, without a copy between.
pub trait Kept: Copy + for<'p> From<&'p Projection> {}

impl<T: Copy + for<'p> From<&'p Projection>> Kept for T {}

/// Memory for a page of parts, which need not be initialised; none for what is not wanted. `P` and `K` are what a caller
/// keeps of parts and projections.
#[derive(Debug)]
pub struct Page<'a, P, K> {
    /// One entry a part.
    pub parts: Option<&'a mut [MaybeUninit<P>]>,
    /// The chunks' indices: as many entries a part as the grid has axes.
    pub chunks: Option<&'a mut [MaybeUninit<u64>]>,
    /// As many entries a part as the grid has axes.
    pub projections: Option<&'a mut [MaybeUninit<K>]>,
}

impl Selection {
    /// Writes at most `capacity` parts from number `first` on; how many.
    pub fn fill_page<P: From<Part>, K: Kept>(
        &self,
        grid: &Grid,
        first: u64,
        capacity: usize,
        page: &mut Page<P, K>,
    ) -> Result<usize> {
        let length = self.page_length(first, capacity)?;
        if let (0, _) | (_, Page { parts: None, chunks: None, projections: None }) = (length, &page) {
            return Ok(length);
        }
        let Some((last, leading)) = self.groups.split_last().filter(|_| grid.rank() > 0) else {
            self.fill_without_axes(grid, page);
            return Ok(length);
        };
        let (rank, width) = (grid.rank(), last.axes.len());
        on_each_axis!(positions, self.groups.len(), 0);
        on_each_axis!(lead, rank - width, Projection::NOTHING);
        radix::set_index(positions, self.groups.iter().map(|group| group.chunks()), first);
        let mut tile;
        let tile: &mut [Projection] = if self.table.is_empty() {
            tile = [Projection::NOTHING; TILE];
            &mut tile
        } else {
            &mut []
        };
        let (mut done, mut changed) = (0, 0);
        while done < length {
            for (group, &position) in leading[changed..].iter().zip(&positions[changed..]) {
                group.set_projections(grid, position, &mut lead[group.axes.clone()]);
            }
            let position = positions[leading.len()];
            let left_in_row = usize::try_from(last.chunks() - position).unwrap_or(usize::MAX);
            let wanted = left_in_row.min(length - done);
            let row = if tile.is_empty() {
                &self.table[position as usize * width..][..wanted * width]
            } else {
                let row = &mut tile[..wanted.min(TILE / width) * width];
                last.fill(grid, position, row);
                row
            };
            let count = row.len() / width;
            let entries = done * rank..(done + count) * rank;
            if let Some(parts) = &mut page.parts {
                let tally = leading.iter().zip(&*positions).fold(Tally::NOTHING, |tally, (group, &position)| {
                    tally.with(group, grid, position, &lead[group.axes.clone()])
                });
                let entries = parts[done..done + count].iter_mut();
                if let [axis] = last.axes(grid) {
                    let tally = tally.before(axis.declared_chunks());
                    entries.zip(row).for_each(|(entry, p)| _ = entry.write(tally.with_chunk(p).part().into()));
                } else {
                    for ((entry, projections), position) in entries.zip(row.chunks_exact(width)).zip(position..) {
                        entry.write(tally.with(last, grid, position, projections).part().into());
                    }
                }
            }
            if let Some(chunks) = &mut page.chunks {
                // Axis by axis: of the leading ones all chunks of the row are the same.
                let chunks = &mut chunks[entries.clone()];
                for (axis, p) in lead.iter().enumerate() {
                    chunks[axis..].iter_mut().step_by(rank).for_each(|entry| _ = entry.write(p.interval.chunk));
                }
                for axis in 0..width {
                    let of_axis = chunks[lead.len() + axis..].iter_mut().step_by(rank);
                    of_axis
                        .zip(row[axis..].iter().step_by(width))
                        .for_each(|(entry, p)| _ = entry.write(p.interval.chunk));
                }
            }
            if let Some(projections) = &mut page.projections {
                write_row(lead, row, width, &mut projections[entries]);
            }
            done += count;
            positions[leading.len()] += count as u64;
            changed = leading.len();
            if positions[leading.len()] == last.chunks() {
                positions[leading.len()] = 0;
                changed =
                    radix::count_on(&mut positions[..leading.len()], |group| leading[group].chunks()).unwrap_or(0);
            }
        }
        Ok(length)
    }

    /// The one part of an array of rank 0.
    fn fill_without_axes<P: From<Part>, K>(&self, grid: &Grid, page: &mut Page<P, K>) {
        let tally = self.groups.iter().fold(Tally::NOTHING, |tally, group| tally.with(group, grid, 0, &[]));
        if let Some(parts) = &mut page.parts {
            parts[0].write(tally.part().into());
        }
    }
}

/// Writes the projections of a row: the leading ones, which are all the same, and each `width` of the last group in turn.
/// Most grids have 1 to 4 axes, most groups 1: then the numbers are known at compile time.
fn write_row<K: Kept>(lead: &[Projection], row: &[Projection], width: usize, out: &mut [MaybeUninit<K>]) {
    fn write<const RANK: usize, K: Kept>(lead: &[MaybeUninit<K>], row: &[Projection], out: &mut [MaybeUninit<K>]) {
        let mut part = [MaybeUninit::uninit(); RANK];
        part[..RANK - 1].copy_from_slice(lead);
        for (entries, last) in out.chunks_exact_mut(RANK).zip(row) {
            // One after the other: from three on, copying them all at once would be a call.
            for (entry, lead) in entries.iter_mut().zip(&part[..RANK - 1]) {
                *entry = *lead;
            }
            entries[RANK - 1].write(last.into());
        }
    }
    let mut kept = [MaybeUninit::uninit(); Grid::MAX_RANK];
    for (kept, projection) in kept.iter_mut().zip(lead) {
        kept.write(K::from(projection));
    }
    let kept = &kept[..lead.len()];
    match (lead.len(), width) {
        (0, 1) => write::<1, K>(kept, row, out),
        (1, 1) => write::<2, K>(kept, row, out),
        (2, 1) => write::<3, K>(kept, row, out),
        (3, 1) => write::<4, K>(kept, row, out),
        _ => {
            for (entries, last) in out.chunks_exact_mut(lead.len() + width).zip(row.chunks_exact(width)) {
                let (leading, others) = entries.split_at_mut(lead.len());
                leading.iter_mut().zip(kept).for_each(|(entry, lead)| *entry = *lead);
                others.iter_mut().zip(last).for_each(|(entry, last)| _ = entry.write(last.into()));
            }
        }
    }
}
