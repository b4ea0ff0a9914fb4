// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the elements of a part lie, in its chunk and in the result, and moving them.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::Deref;

use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::layout::{Layout, Reach, fill_c_order};
use super::selection::{Selection, Share};
use super::slice::Order;

/// Memory to write, which need not be initialised. It is not borrowed exclusively: several parts may be moved into one
/// result at once, since each writes bytes of its own.
pub type Bytes = [Cell<MaybeUninit<u8>>];

/// `count` elements side by side, both in the chunk and in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The first in the chunk, in C order of its declared shape.
    pub within: u64,
    /// The first in the result, in C order.
    pub out: u64,
    /// How many.
    pub count: u64,
}

/// Moves the elements of a part out of its chunk into the result.
pub fn read_part<G: Deref<Target = Grid>>(
    selection: &Selection<G>,
    share: Share,
    element_size: usize,
    chunk: (&[u8], Layout),
    out: (&Bytes, Layout),
) -> Result<()> {
    let loops = Loops::in_bytes(selection, share, element_size, chunk.1, out.1)?;
    loops.walk(|steps| copy(element_size, chunk.0, steps.chunk, out.0, steps.out, steps.count));
    Ok(())
}

/// Moves the elements of a part out of what is to be written into its chunk.
pub fn write_part<G: Deref<Target = Grid>>(
    selection: &Selection<G>,
    share: Share,
    element_size: usize,
    chunk: (&Bytes, Layout),
    input: (&[u8], Layout),
) -> Result<()> {
    let loops = Loops::in_bytes(selection, share, element_size, chunk.1, input.1)?;
    loops.walk(|steps| copy(element_size, input.0, steps.out, chunk.0, steps.chunk, steps.count));
    Ok(())
}

/// The segments of a part from number `first` on, at most `capacity` of them; the number shown to `visit`.
pub fn segments<G: Deref<Target = Grid>>(
    selection: &Selection<G>,
    share: Share,
    first: u64,
    capacity: usize,
    mut visit: impl FnMut(usize, Segment),
) -> Result<usize> {
    let loops = Loops::in_elements(selection, share)?;
    Ok(loops.segments(first, capacity, &mut visit))
}

/// A position on both sides: bytes when moving, elements for segments. Positions wrap at 64 bits, so that steps
/// of either sign are plain additions; every position reached is proven to be right.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    chunk: u64,
    out: u64,
}

impl Pair {
    fn times(self, count: u64) -> Pair {
        Pair { chunk: self.chunk.wrapping_mul(count), out: self.out.wrapping_mul(count) }
    }

    fn plus(self, other: Pair) -> Pair {
        Pair { chunk: self.chunk.wrapping_add(other.chunk), out: self.out.wrapping_add(other.out) }
    }

    fn minus(self, other: Pair) -> Pair {
        Pair { chunk: self.chunk.wrapping_sub(other.chunk), out: self.out.wrapping_sub(other.out) }
    }
}

/// What an axis of a part selects.
#[derive(Clone, Copy)]
enum Loop<'a> {
    /// `count` elements, from one to the next by `step`.
    Steps { count: u64, step: Pair },
    /// Entries of a list: elements of the chunk and positions in the result, each times its unit.
    List { within: &'a [u64], out: &'a [u64], unit: Pair },
    /// Points: a list of positions in the result, and in `Loops::points` the elements.
    Points { out: &'a [u64], unit: u64 },
}

impl Loop<'_> {
    fn count(&self) -> u64 {
        match self {
            Loop::Steps { count, .. } => *count,
            Loop::List { out, .. } | Loop::Points { out, .. } => out.len() as u64,
        }
    }
}

/// One innermost loop, on each side a position and a step.
struct Steps {
    chunk: (usize, isize),
    out: (usize, isize),
    count: usize,
}

/// The elements of a part as nested loops, as few as can be: those that go on where an inner one ends
/// are one with it.
struct Loops<'a> {
    base: Pair,
    nested: [Loop<'a>; Grid::MAX_RANK],
    length: usize,
    /// For points: on each axis the elements, and from one to the next in the chunk.
    points: [(&'a [u64], u64); Grid::MAX_RANK],
    rank: usize,
}

impl<'a> Loops<'a> {
    /// Bytes in two memories; that all lie inside is proven here, before the first is moved.
    fn in_bytes<G: Deref<Target = Grid>>(
        selection: &'a Selection<G>,
        share: Share,
        element_size: usize,
        chunk: Layout,
        out: Layout,
    ) -> Result<Self> {
        if element_size == 0 {
            return Err(Error::new(Code::Argument, "element_size is 0").value(0));
        }
        let unit = element_size as i128;
        let edges = share.projections.iter().map(|p| p.interval.edge);
        let (mut chunk_steps, mut out_steps) = ([0; Grid::MAX_RANK], [0; Grid::MAX_RANK]);
        chunk.fill_steps(&mut chunk_steps, edges, unit)?;
        out.fill_steps(&mut out_steps, selection.shape().iter().copied(), unit)?;
        let (loops, chunk_reach, out_reach) = Loops::new(selection, share, &chunk_steps, &out_steps)
            .and_then(|(loops, chunk_reach, out_reach)| {
                Some((loops, chunk_reach.from(chunk.start.into())?, out_reach.from(out.start.into())?))
            })
            .ok_or_else(|| Error::new(Code::Range, "a byte position passes 127 bits"))?;
        chunk.check(chunk_reach, unit)?;
        out.check(out_reach, unit)?;
        let start = Pair { chunk: chunk.start as u64, out: out.start as u64 };
        Ok(Loops { base: loops.base.plus(start), ..loops })
    }

    /// Elements, in C order on both sides.
    fn in_elements<G: Deref<Target = Grid>>(selection: &'a Selection<G>, share: Share) -> Result<Self> {
        let (mut chunk_steps, mut out_steps) = ([0; Grid::MAX_RANK], [0; Grid::MAX_RANK]);
        fill_c_order(&mut chunk_steps, share.projections.iter().map(|p| p.interval.edge), 1);
        fill_c_order(&mut out_steps, selection.shape().iter().copied(), 1);
        Loops::new(selection, share, &chunk_steps, &out_steps)
            .filter(|(_, chunk, out)| chunk.high < u64::MAX.into() && out.high < u64::MAX.into())
            .map(|(loops, ..)| loops)
            .ok_or_else(|| Error::new(Code::Range, "an element's position passes {limit}").limit(u64::MAX - 1))
    }

    /// The loops, and how far they reach on each side; none past 127 bits.
    fn new<G: Deref<Target = Grid>>(
        selection: &'a Selection<G>,
        share: Share,
        chunk_steps: &[i128],
        out_steps: &[i128],
    ) -> Option<(Self, Reach, Reach)> {
        let nothing = Loop::Steps { count: 1, step: Pair::default() };
        let mut loops = Loops {
            base: Pair::default(),
            nested: [nothing; Grid::MAX_RANK],
            length: 0,
            points: [(&[], 0); Grid::MAX_RANK],
            rank: share.projections.len(),
        };
        let (mut chunk_reach, mut out_reach) = (Reach::default(), Reach::default());
        if let Some((entries, out)) = selection.points_of(share.part) {
            let out = &out[entries.clone()];
            out_reach = out_reach.add_list(out, out_steps[0])?;
            for (axis, &step) in (0..loops.rank).zip(chunk_steps) {
                let (within, _) = selection.list(axis)?;
                loops.points[axis] = (&within[entries.clone()], step as u64);
            }
            // Point by point: what lies between them is not touched.
            let place = |entry: usize| {
                let mut axes = loops.points[..loops.rank].iter().zip(chunk_steps);
                axes.try_fold(0i128, |place, ((within, _), step)| {
                    place.checked_add(i128::from(within[entry]).checked_mul(*step)?)
                })
            };
            let first = place(0)?;
            chunk_reach = Reach { low: first, high: first };
            for entry in 1..out.len() {
                let place = place(entry)?;
                chunk_reach = Reach { low: chunk_reach.low.min(place), high: chunk_reach.high.max(place) };
            }
            loops.push(Loop::Points { out, unit: out_steps[0] as u64 });
            return Some((loops, chunk_reach, out_reach));
        }
        for (axis, (p, (&chunk_step, &out_step))) in
            share.projections.iter().zip(chunk_steps.iter().zip(out_steps)).enumerate()
        {
            let step = match p.order() {
                Order::Step(step) => step,
                Order::List(first) => {
                    let entries = first as usize..(first + p.count) as usize;
                    let (within, out) = selection.list(axis)?;
                    let (within, out) = (&within[entries.clone()], &out[entries]);
                    chunk_reach = chunk_reach.add_list(within, chunk_step)?;
                    out_reach = out_reach.add_list(out, out_step)?;
                    let unit = Pair { chunk: chunk_step as u64, out: out_step as u64 };
                    loops.push(Loop::List { within, out, unit });
                    continue;
                }
            };
            let first = i128::from(p.first).checked_mul(chunk_step)?;
            let out = i128::from(p.out).checked_mul(out_step)?;
            let chunk_step = if p.count == 1 { 0 } else { chunk_step.checked_mul(step.into())? };
            let out_step = if p.count == 1 { 0 } else { out_step };
            chunk_reach = chunk_reach.add(first, chunk_step, p.count)?;
            out_reach = out_reach.add(out, out_step, p.count)?;
            loops.base = loops.base.plus(Pair { chunk: first as u64, out: out as u64 });
            let step = Pair { chunk: chunk_step as u64, out: out_step as u64 };
            loops.push(Loop::Steps { count: p.count, step });
        }
        Some((loops, chunk_reach, out_reach))
    }

    /// Adds a loop inside the others.
    fn push(&mut self, inner: Loop<'a>) {
        if let Loop::Steps { count, step } = inner {
            if count == 1 {
                return;
            }
            if let Some(Loop::Steps { count: outer, step: outer_step }) = self.nested[..self.length].last_mut() {
                let end = step.times(count);
                if (end.chunk, end.out) == (outer_step.chunk, outer_step.out) {
                    // A count fits: as many elements are selected as the positions that were proven.
                    (*outer, *outer_step) = (outer.saturating_mul(count), step);
                    return;
                }
            }
        }
        self.nested[self.length] = inner;
        self.length += 1;
    }

    /// Where a loop is at a position, counted from where it would be without it.
    fn offset(&self, of: &Loop, position: u64) -> Pair {
        match of {
            Loop::Steps { step, .. } => step.times(position),
            Loop::List { within, out, unit } => Pair {
                chunk: within[position as usize].wrapping_mul(unit.chunk),
                out: out[position as usize].wrapping_mul(unit.out),
            },
            Loop::Points { out, unit } => {
                let chunk = self.points[..self.rank].iter().fold(0u64, |chunk, (within, step)| {
                    chunk.wrapping_add(within[position as usize].wrapping_mul(*step))
                });
                Pair { chunk, out: out[position as usize].wrapping_mul(*unit) }
            }
        }
    }

    /// Shows `visit` each place where the loops inside the first `length` ones start, from number `first` on, at most
    /// `capacity` of them.
    fn starts(&self, length: usize, first: u64, capacity: u64, mut visit: impl FnMut(Pair)) {
        let outer = &self.nested[..length];
        let total = outer.iter().fold(1u64, |total, l| total.saturating_mul(l.count()));
        let mut left = total.saturating_sub(first).min(capacity);
        let mut positions = [0; Grid::MAX_RANK];
        let mut at = self.base;
        let mut rest = first;
        for (position, l) in positions.iter_mut().zip(outer).rev() {
            *position = rest % l.count();
            rest /= l.count();
            at = at.plus(self.offset(l, *position));
        }
        while left > 0 {
            visit(at);
            left -= 1;
            for (position, l) in positions.iter_mut().zip(outer).rev() {
                at = at.minus(self.offset(l, *position));
                *position = if *position + 1 < l.count() { *position + 1 } else { 0 };
                at = at.plus(self.offset(l, *position));
                if *position > 0 {
                    break;
                }
            }
        }
    }

    /// Runs through the innermost loops. All positions were proven to lie in memory, so they fit a usize.
    fn walk(&self, mut visit: impl FnMut(Steps)) {
        let (outer, count, step) = match self.nested[..self.length].last() {
            Some(Loop::Steps { count, step }) => (self.length - 1, *count, *step),
            _ => (self.length, 1, Pair::default()),
        };
        self.starts(outer, 0, u64::MAX, |at| {
            visit(Steps {
                chunk: (at.chunk as usize, step.chunk as isize),
                out: (at.out as usize, step.out as isize),
                count: count as usize,
            })
        });
    }

    fn segments(&self, first: u64, capacity: usize, visit: &mut impl FnMut(usize, Segment)) -> usize {
        // The innermost loop is one segment where its elements are neighbours on both sides.
        let (outer, count) = match self.nested[..self.length].last() {
            Some(Loop::Steps { count, step: Pair { chunk: 1, out: 1 } }) => (self.length - 1, *count),
            _ => (self.length, 1),
        };
        let mut shown = 0;
        self.starts(outer, first, capacity as u64, |at| {
            visit(shown, Segment { within: at.chunk, out: at.out, count });
            shown += 1;
        });
        shown
    }
}

/// Moves `count` elements of `size` bytes.
fn copy(
    size: usize,
    from: &[u8],
    (from_start, from_step): (usize, isize),
    to: &Bytes,
    (to_start, to_step): (usize, isize),
    count: usize,
) {
    if count == 1 || (from_step == size as isize && to_step == size as isize) {
        let length = size * count;
        copy_bytes(&from[from_start..from_start + length], &to[to_start..to_start + length]);
        return;
    }
    let places = |i: usize| {
        let (from_ahead, to_ahead) = (from_step.wrapping_mul(i as isize), to_step.wrapping_mul(i as isize));
        (from_start.wrapping_add_signed(from_ahead), to_start.wrapping_add_signed(to_ahead))
    };
    // A size known at compile time makes a move one load and one store.
    macro_rules! copy_each {
        ($size:expr) => {
            for i in 0..count {
                let (from_place, to_place) = places(i);
                copy_bytes(&from[from_place..from_place + $size], &to[to_place..to_place + $size]);
            }
        };
    }
    match size {
        1 => copy_each!(1),
        2 => copy_each!(2),
        4 => copy_each!(4),
        8 => copy_each!(8),
        16 => copy_each!(16),
        _ => copy_each!(size),
    }
}

#[inline(always)]
fn copy_bytes(from: &[u8], to: &Bytes) {
    for (to, from) in to.iter().zip(from) {
        to.set(MaybeUninit::new(*from));
    }
}
