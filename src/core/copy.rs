// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the elements of a part lie, in its chunk and in the result, and moving them.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::{Deref, Range};

use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::layout::{AxisSteps, Layout, Reach};
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
    let mut room = Room::new(share);
    let loops = Loops::in_bytes(room.loops(), selection, share, element_size, chunk.1, out.1)?;
    copy(loops, element_size, chunk.0, out.0);
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
    let mut room = Room::new(share);
    let loops = Loops::in_bytes(room.loops(), selection, share, element_size, chunk.1, input.1)?;
    copy(loops.turned(), element_size, input.0, chunk.0);
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
    let mut room = Room::new(share);
    let loops = Loops::in_elements(room.loops(), selection, share)?;
    Ok(loops.segments(first, capacity, &mut visit))
}

/// A position on the side that elements come from and on the side that they go to: bytes when moving, elements for segments.
/// Positions wrap at 64 bits, so that steps of either sign are plain additions; every position reached is proven to be right.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    from: u64,
    to: u64,
}

impl Pair {
    fn times(self, count: u64) -> Pair {
        Pair { from: self.from.wrapping_mul(count), to: self.to.wrapping_mul(count) }
    }

    fn plus(self, other: Pair) -> Pair {
        Pair { from: self.from.wrapping_add(other.from), to: self.to.wrapping_add(other.to) }
    }

    fn minus(self, other: Pair) -> Pair {
        Pair { from: self.from.wrapping_sub(other.from), to: self.to.wrapping_sub(other.to) }
    }

    fn turned(self) -> Pair {
        Pair { from: self.to, to: self.from }
    }
}

/// What an axis of a part selects.
#[derive(Clone, Copy)]
enum Loop<'a> {
    /// `count` elements, from one to the next by `step`.
    Steps { count: u64, step: Pair },
    /// Entries of two lists, each times its unit.
    List { from: &'a [u64], to: &'a [u64], unit: Pair },
}

impl Loop<'_> {
    /// Stands where there is no loop.
    const NOTHING: Self = Loop::Steps { count: 1, step: Pair { from: 0, to: 0 } };

    fn count(&self) -> u64 {
        match self {
            Loop::Steps { count, .. } => *count,
            Loop::List { to, .. } => to.len() as u64,
        }
    }

    /// Where it is at a position, counted from where it would be without it.
    #[inline(always)]
    fn offset(&self, position: u64) -> Pair {
        match self {
            Loop::Steps { step, .. } => step.times(position),
            Loop::List { from, to, unit } => Pair {
                from: from[position as usize].wrapping_mul(unit.from),
                to: to[position as usize].wrapping_mul(unit.to),
            },
        }
    }

    fn turned(self) -> Self {
        match self {
            Loop::Steps { count, step } => Loop::Steps { count, step: step.turned() },
            Loop::List { from, to, unit } => Loop::List { from: to, to: from, unit: unit.turned() },
        }
    }
}

/// Room for the loops of a part: one for each axis, and for points one more. Most parts have few axes, and to prepare more
/// takes longer than to move some rows.
#[allow(clippy::large_enum_variant)] // it stays where it is made
enum Room<'a> {
    Few([Loop<'a>; Grid::FEW_AXES + 1]),
    Many([Loop<'a>; Grid::MAX_RANK + 1]),
}

impl<'a> Room<'a> {
    #[inline(always)]
    fn new(share: Share) -> Self {
        if share.projections.len() <= Grid::FEW_AXES {
            Room::Few([Loop::NOTHING; Grid::FEW_AXES + 1])
        } else {
            Room::Many([Loop::NOTHING; Grid::MAX_RANK + 1])
        }
    }

    #[inline(always)]
    fn loops(&mut self) -> &mut [Loop<'a>] {
        match self {
            Room::Few(loops) => loops,
            Room::Many(loops) => loops,
        }
    }
}

/// The elements of a part as nested loops, as few as can be: those that go on where an inner one ends
/// are one with it.
struct Loops<'r, 'a> {
    base: Pair,
    /// The innermost first.
    nested: &'r mut [Loop<'a>],
    length: usize,
    /// The loops are lists that are zipped instead of nested: points.
    zipped: bool,
}

impl<'r, 'a> Loops<'r, 'a> {
    /// Bytes in two memories; that all lie inside is proven here, before the first is moved.
    fn in_bytes<G: Deref<Target = Grid>>(
        room: &'r mut [Loop<'a>],
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
        let chunk_steps = chunk.steps(share.projections.iter().map(|p| p.interval.edge), unit)?;
        let out_steps = out.steps(selection.shape().iter().copied(), unit)?;
        let (loops, chunk_reach, out_reach) = Loops::new(room, selection, share, chunk_steps, out_steps)
            .and_then(|(loops, chunk_reach, out_reach)| {
                Some((loops, chunk_reach.shifted(chunk.start.into())?, out_reach.shifted(out.start.into())?))
            })
            .ok_or_else(|| Error::new(Code::Range, "a byte position passes 127 bits"))?;
        chunk.check(chunk_reach, unit)?;
        out.check(out_reach, unit)?;
        let start = Pair { from: chunk.start as u64, to: out.start as u64 };
        Ok(Loops { base: loops.base.plus(start), ..loops })
    }

    /// Elements, in C order on both sides.
    fn in_elements<G: Deref<Target = Grid>>(
        room: &'r mut [Loop<'a>],
        selection: &'a Selection<G>,
        share: Share,
    ) -> Result<Self> {
        Loops::new(room, selection, share, AxisSteps::in_elements(), AxisSteps::in_elements())
            .filter(|(_, chunk, out)| chunk.high < u64::MAX.into() && out.high < u64::MAX.into())
            .map(|(loops, ..)| loops)
            .ok_or_else(|| Error::new(Code::Range, "an element's position passes {limit}").limit(u64::MAX - 1))
    }

    /// The loops, and how far they reach on each side; none past 127 bits.
    fn new<G: Deref<Target = Grid>>(
        room: &'r mut [Loop<'a>],
        selection: &'a Selection<G>,
        share: Share,
        chunk_steps: AxisSteps,
        out_steps: AxisSteps,
    ) -> Option<(Self, Reach, Reach)> {
        let mut loops = Loops { base: Pair::default(), nested: room, length: 0, zipped: false };
        let (chunk_reach, out_reach) = match selection.points_of(share.part) {
            Some((entries, out)) => loops.zip(selection, share, entries, out, chunk_steps, out_steps)?,
            None => loops.nest(selection, share, chunk_steps, out_steps)?,
        };
        Some((loops, chunk_reach, out_reach))
    }

    /// Makes a loop of each axis; and how far they reach.
    fn nest<G: Deref<Target = Grid>>(
        &mut self,
        selection: &'a Selection<G>,
        share: Share,
        mut chunk_steps: AxisSteps,
        mut out_steps: AxisSteps,
    ) -> Option<(Reach, Reach)> {
        let (mut chunk_reach, mut out_reach) = (Reach::default(), Reach::default());
        for (axis, (p, &length)) in share.projections.iter().zip(selection.shape()).enumerate().rev() {
            let chunk_step = chunk_steps.next(axis, p.interval.edge);
            let out_step = out_steps.next(axis, length);
            let step = match p.order() {
                Order::Step(step) => step,
                Order::List(first) => {
                    let entries = first as usize..(first + p.count) as usize;
                    let (within, out) = selection.list(axis)?;
                    let (within, out) = (&within[entries.clone()], &out[entries]);
                    chunk_reach = chunk_reach.add_list(within, chunk_step)?;
                    out_reach = out_reach.add_list(out, out_step)?;
                    let unit = Pair { from: chunk_step as u64, to: out_step as u64 };
                    self.push(Loop::List { from: within, to: out, unit });
                    continue;
                }
            };
            let first = i128::from(p.first).checked_mul(chunk_step)?;
            let out = i128::from(p.out).checked_mul(out_step)?;
            let chunk_step = if p.count == 1 { 0 } else { chunk_step.checked_mul(step.into())? };
            let out_step = if p.count == 1 { 0 } else { out_step };
            chunk_reach = chunk_reach.add(first, chunk_step, p.count)?;
            out_reach = out_reach.add(out, out_step, p.count)?;
            self.base = self.base.plus(Pair { from: first as u64, to: out as u64 });
            let step = Pair { from: chunk_step as u64, to: out_step as u64 };
            self.push(Loop::Steps { count: p.count, step });
        }
        Some((chunk_reach, out_reach))
    }

    /// Makes the loops of points: a list of their positions in the result, and one of each axis; and how far they reach.
    fn zip<G: Deref<Target = Grid>>(
        &mut self,
        selection: &'a Selection<G>,
        share: Share,
        entries: Range<usize>,
        out: &'a [u64],
        mut chunk_steps: AxisSteps,
        mut out_steps: AxisSteps,
    ) -> Option<(Reach, Reach)> {
        self.zipped = true;
        let out = &out[entries.clone()];
        let out_step = out_steps.next(0, out.len() as u64);
        self.push(Loop::List { from: out, to: out, unit: Pair { from: 0, to: out_step as u64 } });
        let mut axes = [(&[][..], 0); Grid::MAX_RANK];
        let axes = &mut axes[..share.projections.len()];
        for (axis, p) in share.projections.iter().enumerate().rev() {
            let step = chunk_steps.next(axis, p.interval.edge);
            let within = &selection.list(axis)?.0[entries.clone()];
            self.push(Loop::List { from: within, to: out, unit: Pair { from: step as u64, to: 0 } });
            axes[axis] = (within, step);
        }
        // Point by point: what lies between them is not touched.
        let place = |entry: usize| {
            axes.iter().try_fold(0i128, |place, (within, step)| {
                place.checked_add(i128::from(within[entry]).checked_mul(*step)?)
            })
        };
        let first = place(0)?;
        let mut reach = Reach { low: first, high: first };
        for entry in 1..out.len() {
            let place = place(entry)?;
            reach = Reach { low: reach.low.min(place), high: reach.high.max(place) };
        }
        Some((reach, Reach::default().add_list(out, out_step)?))
    }

    /// Adds a loop around the others.
    fn push(&mut self, outer: Loop<'a>) {
        if let Loop::Steps { count: outer_count, step: outer_step } = outer {
            if outer_count == 1 {
                return;
            }
            if let Some(Loop::Steps { count, step }) = self.nested[..self.length].last_mut() {
                let end = step.times(*count);
                if (end.from, end.to) == (outer_step.from, outer_step.to) {
                    // A count fits: as many elements are selected as the positions that were proven.
                    *count = count.saturating_mul(outer_count);
                    return;
                }
            }
        }
        self.nested[self.length] = outer;
        self.length += 1;
    }

    /// The same elements, moved the other way.
    fn turned(self) -> Self {
        for l in &mut self.nested[..self.length] {
            *l = l.turned();
        }
        Loops { base: self.base.turned(), ..self }
    }

    /// Goes through the positions of the loops around number `inner`: for each, shows `visit` where they stand, and which
    /// positions of loop `inner` to go through. Counted over all of them, those are the positions from number `first` on, at
    /// most `capacity`.
    fn starts(&self, inner: usize, first: u64, capacity: u64, visit: &mut dyn FnMut(Pair, Range<u64>)) {
        let (l, outer) = self.split(inner);
        let outer = if self.zipped { &[] } else { outer };
        let total = outer.iter().fold(l.count(), |total, l| total.saturating_mul(l.count()));
        let mut left = total.saturating_sub(first).min(capacity);
        let mut positions = [0; Grid::MAX_RANK];
        let (mut at, mut start, mut rest) = (self.base, first % l.count(), first / l.count());
        for (position, l) in positions.iter_mut().zip(outer) {
            *position = rest % l.count();
            rest /= l.count();
            at = at.plus(l.offset(*position));
        }
        while left > 0 {
            let end = l.count().min(start.saturating_add(left));
            visit(at, start..end);
            left -= end - start;
            start = 0;
            // An odometer, which turns once for all positions of loop `inner`.
            for (position, l) in positions.iter_mut().zip(outer) {
                at = at.minus(l.offset(*position));
                *position = if *position + 1 < l.count() { *position + 1 } else { 0 };
                at = at.plus(l.offset(*position));
                if *position > 0 {
                    break;
                }
            }
        }
    }

    /// Shows `visit` the places of such a stretch, one by one.
    #[inline(always)]
    fn places(&self, inner: usize, at: Pair, positions: Range<u64>, mut visit: impl FnMut(Pair)) {
        let (l, outer) = self.split(inner);
        let l = *l; // a copy: for all that the compiler knows, moving elements changes the room
        let zipped = if self.zipped { outer } else { &[] };
        for position in positions {
            let place = at.plus(l.offset(position));
            visit(zipped.iter().fold(place, |place, l| place.plus(l.offset(position))));
        }
    }

    /// A loop, and those around it.
    fn split(&self, number: usize) -> (&Loop<'a>, &[Loop<'a>]) {
        self.nested[number..self.length].split_first().unwrap_or((&Loop::NOTHING, &[]))
    }

    /// Count and step of a loop, where it is a [`Loop::Steps`].
    fn steps(&self, number: usize) -> Option<(u64, Pair)> {
        match self.nested[..self.length].get(number) {
            Some(Loop::Steps { count, step }) => Some((*count, *step)),
            _ => None,
        }
    }

    /// Shows `visit` the segments from number `first` on, at most `capacity` of them; how many.
    fn segments(&self, first: u64, capacity: usize, visit: &mut impl FnMut(usize, Segment)) -> usize {
        // The innermost loop is one segment where its elements are neighbours on both sides.
        let (inner, count) = match self.steps(0) {
            Some((count, Pair { from: 1, to: 1 })) => (1, count),
            _ => (0, 1),
        };
        let mut shown = 0;
        self.starts(inner, first, capacity as u64, &mut |at, positions| {
            self.places(inner, at, positions, |at| {
                visit(shown, Segment { within: at.from, out: at.to, count });
                shown += 1;
            });
        });
        shown
    }
}

/// Moves all elements, of `size` bytes. All positions were proven to lie in memory, so they and the steps between them fit
/// a usize and an isize.
fn copy(mut loops: Loops, size: usize, from: &[u8], to: &Bytes) {
    let mut row = Row { size, count: 1, from_step: 0, to_step: 0 };
    let mut inner = 0;
    // Elements that are side by side in both memories are one large one.
    if let Some((count, Pair { from, to })) = loops.steps(0) {
        if (from, to) == (size as u64, size as u64) {
            row.size = size * count as usize;
            inner = 1;
        }
    }
    if let Some((count, mut step)) = loops.steps(inner) {
        // Down from the first is up from the last. (Those that overlap are left in their order: the last one stays.)
        if step.to as isize <= -(row.size as isize) {
            loops.base = loops.base.plus(step.times(count - 1));
            step = Pair::default().minus(step);
        }
        row = Row { count: count as usize, from_step: step.from as isize, to_step: step.to as isize, ..row };
        inner += 1;
    }
    // A size known at compile time makes a move one load and one store.
    let copy_rows = match row.size {
        1 => copy_rows::<1>,
        2 => copy_rows::<2>,
        4 => copy_rows::<4>,
        8 => copy_rows::<8>,
        16 => copy_rows::<16>,
        _ => copy_rows::<0>,
    };
    loops.starts(inner, 0, u64::MAX, &mut |at, positions| copy_rows(from, to, row, &loops, inner, at, positions));
}

/// Moves the rows at these positions of loop `inner`. Their elements have `SIZE` bytes, or where that is 0 as many as the row
/// says. (The memories are arguments, and not fields of one: so the compiler knows that writing the one does not change
/// the other.)
#[inline(never)]
fn copy_rows<const SIZE: usize>(
    from: &[u8],
    to: &Bytes,
    row: Row,
    loops: &Loops,
    inner: usize,
    at: Pair,
    positions: Range<u64>,
) {
    let row = Row { size: if SIZE > 0 { SIZE } else { row.size }, ..row };
    if row.count == 1 {
        loops.places(inner, at, positions, |at| {
            copy_bytes(&from[at.from as usize..][..row.size], &to[at.to as usize..][..row.size]);
        });
    } else {
        loops.places(inner, at, positions, |at| row.copy(from, at.from as usize, to, at.to as usize));
    }
}

/// A row of elements: of how many bytes each, how many, and on each side from one to the next.
#[derive(Clone, Copy)]
struct Row {
    size: usize,
    count: usize,
    from_step: isize,
    to_step: isize,
}

impl Row {
    /// Moves them; the first lies at these places.
    #[inline(always)]
    fn copy(&self, from: &[u8], from_start: usize, to: &Bytes, to_start: usize) {
        let Row { size, count, from_step, to_step } = *self;
        let (from_stride, to_stride) = (from_step.unsigned_abs(), to_step.unsigned_abs());
        // Behind all but the last there is a whole step of memory, so they are cut out of it a step at a time: one check
        // instead of one an element. (`for_each` and not `for`, which tests the end of both sides each time.)
        let ahead = count - 1;
        if to_step >= size as isize && (from_step == 0 || from_stride >= size) {
            let to_chunks = to[to_start..][..ahead * to_stride].chunks_exact(to_stride);
            if from_step > 0 {
                let from_chunks = from[from_start..][..ahead * from_stride].chunks_exact(from_stride);
                from_chunks.zip(to_chunks).for_each(|(from, to)| copy_bytes(&from[..size], &to[..size]));
            } else if from_step < 0 {
                let from_end = from_start + size;
                let from_chunks = from[..from_end][from_end - ahead * from_stride..].rchunks_exact(from_stride);
                from_chunks.zip(to_chunks).for_each(|(from, to)| copy_bytes(&from[from_stride - size..], &to[..size]));
            } else {
                let from = &from[from_start..][..size];
                for to in to_chunks {
                    copy_bytes(from, &to[..size]);
                }
            }
        } else {
            let (mut from_place, mut to_place) = (from_start, to_start);
            for _ in 0..ahead {
                copy_bytes(&from[from_place..][..size], &to[to_place..][..size]);
                from_place = from_place.wrapping_add_signed(from_step);
                to_place = to_place.wrapping_add_signed(to_step);
            }
        }
        let last = |start: usize, step: isize| start.wrapping_add_signed(step.wrapping_mul(ahead as isize));
        copy_bytes(&from[last(from_start, from_step)..][..size], &to[last(to_start, to_step)..][..size]);
    }
}

/// One memcpy, or a load and a store: the compiler finds that out while this is a function of its own, before it becomes part
/// of a loop.
#[inline]
fn copy_bytes(from: &[u8], to: &Bytes) {
    for (to, from) in to.iter().zip(from) {
        to.set(MaybeUninit::new(*from));
    }
}
