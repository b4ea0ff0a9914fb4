// SPDX-License-Identifier: MIT OR Apache-2.0
//! A page of parts, written at once: rows of the last axis, whose projections are made once and copied.

use std::mem::MaybeUninit;
use std::ops::Deref;

use super::{AxisPlan, Cover, Kind, Part, Selection, turn};
use crate::core::axis::Axis;
use crate::core::error::Result;
use crate::core::grid::Grid;
use crate::core::memory::filled;
use crate::core::slice::{NOTHING, Projection};

/// Projections of the last axis that a selection holds at most: some 80 KiB.
const TABLE: u64 = 1024;
/// Projections of the last axis that a page holds where they are more.
const TILE: usize = 64;

/// Memory for a page of parts, which need not be initialised; none for what is not wanted. `P` and `J` are what a
/// caller makes of parts and projections.
#[derive(Debug)]
pub struct Page<'a, P, J> {
    /// One entry a part.
    pub parts: Option<&'a mut [MaybeUninit<P>]>,
    /// As many entries a part as the grid has axes: the chunks' indices.
    pub chunks: Option<&'a mut [MaybeUninit<u64>]>,
    /// As many entries a part as the grid has axes.
    pub projections: Option<&'a mut [MaybeUninit<J>]>,
}

impl<G: Deref<Target = Grid>> Selection<G> {
    /// Writes at most `capacity` parts from number `first` on; how many.
    pub fn fill_page<P, J>(&self, first: u64, capacity: usize, page: &mut Page<P, J>) -> usize
    where
        P: From<Part>,
        J: Copy + for<'p> From<&'p Projection>,
    {
        if let Page { parts: None, chunks: None, projections: None } = page {
            return self.page_length(first, capacity);
        }
        match &self.kind {
            Kind::Axes(plans) if !plans.is_empty() => self.fill_rows(plans, first, capacity, page),
            _ => self.fill_each(first, capacity, page),
        }
    }

    /// Part by part.
    fn fill_each<P, J>(&self, first: u64, capacity: usize, page: &mut Page<P, J>) -> usize
    where
        P: From<Part>,
        J: Copy + for<'p> From<&'p Projection>,
    {
        let rank = self.grid.rank();
        self.page(first, capacity, |part, share| {
            if let Some(parts) = &mut page.parts {
                parts[part].write(self.about(share).into());
            }
            let axes = part * rank..(part + 1) * rank;
            if let Some(chunks) = &mut page.chunks {
                for (place, projection) in chunks[axes.clone()].iter_mut().zip(share.projections) {
                    place.write(projection.interval.chunk);
                }
            }
            if let Some(projections) = &mut page.projections {
                for (place, projection) in projections[axes].iter_mut().zip(share.projections) {
                    place.write(projection.into());
                }
            }
        })
    }

    /// Row by row, of the last axis.
    fn fill_rows<P, J>(&self, plans: &[AxisPlan], first: u64, capacity: usize, page: &mut Page<P, J>) -> usize
    where
        P: From<Part>,
        J: Copy + for<'p> From<&'p Projection>,
    {
        let length = self.page_length(first, capacity);
        let ([lead_plans @ .., last_plan], [lead_axes @ .., last_axis]) = (plans, self.grid.axes()) else { return 0 };
        if length == 0 {
            return 0;
        }
        let rank = plans.len();
        let mut positions = self.positions(plans, first);
        let mut lead = [NOTHING; Grid::MAX_RANK];
        let mut tile = [NOTHING; TILE];
        let (mut done, mut changed) = (0, 0);
        while done < length {
            for axis in changed..rank - 1 {
                lead[axis] = lead_plans[axis].projection(&lead_axes[axis], positions[axis]);
            }
            let position = positions[rank - 1];
            let left_in_row = usize::try_from(last_plan.projections() - position).unwrap_or(usize::MAX);
            let wanted = left_in_row.min(length - done);
            let shares = match self.table.get(position as usize..) {
                Some(table @ [_, ..]) => &table[..wanted],
                _ => {
                    let places = &mut tile[..wanted.min(TILE)];
                    last_plan.fill(last_axis, position, places);
                    places
                }
            };
            let count = shares.len();
            let entries = done * rank..(done + count) * rank;
            if let Some(parts) = &mut page.parts {
                let row = Row::new(lead_axes, &lead[..rank - 1], last_axis.declared_chunks());
                for (place, share) in parts[done..done + count].iter_mut().zip(shares) {
                    place.write(row.part(share).into());
                }
            }
            if let Some(chunks) = &mut page.chunks {
                for (place, share) in chunks[entries.clone()].chunks_exact_mut(rank).zip(shares) {
                    for (place, projection) in place.iter_mut().zip(&lead[..rank - 1]) {
                        place.write(projection.interval.chunk);
                    }
                    place[rank - 1].write(share.interval.chunk);
                }
            }
            if let Some(projections) = &mut page.projections {
                write_row(&lead[..rank - 1], shares, &mut projections[entries]);
            }
            done += count;
            positions[rank - 1] += count as u64;
            changed = rank;
            if positions[rank - 1] == last_plan.projections() {
                positions[rank - 1] = 0;
                changed = turn(lead_plans, &mut positions);
            }
        }
        length
    }
}

/// The projections of the last axis, where they are few: rows repeat them. Made with the selection, since queries
/// reserve no memory.
pub fn table_of(plans: &[AxisPlan], axes: &[Axis]) -> Result<Vec<Projection>> {
    let ([.., plan], [.., axis]) = (plans, axes) else { return Ok(Vec::new()) };
    let length = plan.projections();
    if plans.len() == 1 || length > TABLE {
        return Ok(Vec::new());
    }
    let mut table = filled(length as usize, NOTHING)?;
    plan.fill(axis, 0, &mut table);
    Ok(table)
}

/// Writes the projections of a row: the same leading ones, and each last one in turn. Most grids have 1 to 4 axes: then
/// the number is known at compile time.
fn write_row<J: Copy + for<'p> From<&'p Projection>>(
    lead: &[Projection],
    last: &[Projection],
    out: &mut [MaybeUninit<J>],
) {
    fn write<const RANK: usize, J: Copy + for<'p> From<&'p Projection>>(
        lead: &[MaybeUninit<J>],
        last: &[Projection],
        out: &mut [MaybeUninit<J>],
    ) {
        let mut part = [MaybeUninit::uninit(); RANK];
        part[..RANK - 1].copy_from_slice(lead);
        for (place, last) in out.chunks_exact_mut(RANK).zip(last) {
            // (One after the other: to copy them all at once would be a call, from three on.)
            for (place, lead) in place.iter_mut().zip(&part[..RANK - 1]) {
                *place = *lead;
            }
            place[RANK - 1].write(last.into());
        }
    }
    let mut made = [MaybeUninit::uninit(); Grid::MAX_RANK];
    for (made, projection) in made.iter_mut().zip(lead) {
        made.write(J::from(projection));
    }
    let made = &made[..lead.len()];
    match lead.len() {
        0 => write::<1, J>(made, last, out),
        1 => write::<2, J>(made, last, out),
        2 => write::<3, J>(made, last, out),
        3 => write::<4, J>(made, last, out),
        _ => {
            for (place, last) in out.chunks_exact_mut(made.len() + 1).zip(last) {
                place[..made.len()].copy_from_slice(made);
                place[made.len()].write(last.into());
            }
        }
    }
}

/// What the parts of a row have in common.
struct Row {
    /// The number of the row's first chunk.
    number: Option<u64>,
    elements: Option<u64>,
    decoded: Option<u64>,
    covers_data: bool,
    covers_declared: bool,
}

impl Row {
    fn new(axes: &[Axis], lead: &[Projection], last_chunks: u64) -> Self {
        let mut row =
            Row { number: Some(0), elements: Some(1), decoded: Some(1), covers_data: true, covers_declared: true };
        for (axis, p) in axes.iter().zip(lead) {
            row.number = row.number.and_then(|n| n.checked_mul(axis.declared_chunks())?.checked_add(p.interval.chunk));
            row.elements = row.elements.and_then(|elements| elements.checked_mul(p.count));
            row.decoded = row.decoded.and_then(|decoded| decoded.checked_mul(p.interval.edge));
            row.covers_data &= p.distinct == p.interval.data;
            row.covers_declared &= p.distinct == p.interval.edge;
        }
        row.number = row.number.and_then(|number| number.checked_mul(last_chunks));
        row
    }

    #[inline(always)]
    fn part(&self, p: &Projection) -> Part {
        let number = self.number.and_then(|number| number.checked_add(p.interval.chunk));
        let declared = self.covers_declared && p.distinct == p.interval.edge;
        let data = self.covers_data && p.distinct == p.interval.data;
        Part {
            number: number.filter(|&number| number < u64::MAX),
            elements: self.elements.and_then(|elements| elements.checked_mul(p.count)),
            decoded: self.decoded.and_then(|decoded| decoded.checked_mul(p.interval.edge)),
            cover: Cover::of(data, declared),
        }
    }
}
