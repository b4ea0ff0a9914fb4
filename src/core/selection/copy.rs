// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moving the elements of a part between its chunk and the result.
//!
//! The loops over the part (`loops.rs`) are cut in two. The inner end is a line, moved without asking anything: elements
//! that are neighbours on both sides are one large element, and the loop over those, or over single elements, is the line.
//! The loops around it say where lines start:
//!
//! ```text
//!   3 rows of 4 elements of 8 bytes, side by side in each row       3 lines of 1 element of 32 bytes: one memcpy each
//!   3 rows of every other of 8 elements of 8 bytes                  3 lines of 4 elements, 16 bytes apart
//! ```
//!
//! For elements of 1, 2, 4, 8 and 16 bytes the compiler knows the size: one load and one store.
//!
//! Measured in docs/performance.md, "Copying" under "Design".

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::Range;

use super::Selection;
use super::loops::{Direction, Loop, Loops, Pair, each_start};
use crate::core::error::Result;
use crate::core::grid::Grid;
use crate::core::layout::ArrayLayout;

/// Memory to write, which need not be initialised. It is not borrowed exclusively: several parts may be moved into one
/// result at once, since each writes bytes of its own.
pub type OutputBytes = [Cell<MaybeUninit<u8>>];

impl Selection {
    /// Moves the elements of a part out of its chunk into the result.
    pub fn read_part(
        &self,
        grid: &Grid,
        part: u64,
        element_size: usize,
        (chunk, chunk_layout): (&[u8], ArrayLayout),
        (out, out_layout): (&OutputBytes, ArrayLayout),
    ) -> Result<()> {
        let layouts = (chunk_layout, out_layout);
        self.with_bytes(grid, part, element_size, layouts, Direction::OutOfChunk, |loops| {
            copy(loops, element_size, chunk, out)
        })
    }

    /// Moves the elements of a part out of what is to be written into its chunk.
    pub fn write_part(
        &self,
        grid: &Grid,
        part: u64,
        element_size: usize,
        (chunk, chunk_layout): (&OutputBytes, ArrayLayout),
        (input, input_layout): (&[u8], ArrayLayout),
    ) -> Result<()> {
        let layouts = (chunk_layout, input_layout);
        self.with_bytes(grid, part, element_size, layouts, Direction::IntoChunk, |loops| {
            copy(loops, element_size, input, chunk)
        })
    }
}

/// Moves all elements, of `size` bytes. All positions were proven to lie in memory, so they and the steps between them fit
/// a usize and an isize.
fn copy(loops: Loops, size: usize, from: &[u8], to: &OutputBytes) {
    let Loops { mut base, mut nested } = loops;
    let mut line = Line { size, count: 1, from_step: 0, to_step: 0 };
    if let [outer @ .., Loop::Steps { count, step }] = nested {
        if (step.from, step.to) == (size as u64, size as u64) {
            (line.size, nested) = (size * *count as usize, outer);
        }
    }
    if let [outer @ .., Loop::Steps { count, step }] = nested {
        let mut step = *step;
        // Where elements go down, they are moved from the last one up. Those that overlap keep their order, so that what is
        // moved last stays.
        if step.to as isize <= -(line.size as isize) {
            base = base.plus(step.times(count - 1));
            step = Pair::default().minus(step);
        }
        line = Line { count: *count as usize, from_step: step.from as isize, to_step: step.to as isize, ..line };
        nested = outer;
    }
    let copy_lines = match line.size {
        1 => copy_lines::<1>,
        2 => copy_lines::<2>,
        4 => copy_lines::<4>,
        8 => copy_lines::<8>,
        16 => copy_lines::<16>,
        _ => copy_lines::<0>,
    };
    each_start(base, nested, 0, u64::MAX, &mut |at, inner, positions| {
        copy_lines(from, to, line, *inner, at, positions)
    });
}

/// Moves the lines that start at these positions of the loop `inner`. Their elements have `SIZE` bytes, or where that is 0, as
/// many as the line says. (The memories are arguments, and not fields of one, so that the compiler knows that writing the
/// one does not change the other.)
#[inline(never)]
fn copy_lines<const SIZE: usize>(
    from: &[u8],
    to: &OutputBytes,
    line: Line,
    inner: Loop,
    at: Pair,
    positions: Range<u64>,
) {
    let line = Line { size: if SIZE > 0 { SIZE } else { line.size }, ..line };
    if line.count == 1 {
        inner.each(at, positions, |at| {
            copy_bytes(&from[at.from as usize..][..line.size], &to[at.to as usize..][..line.size]);
        });
    } else {
        inner.each(at, positions, |at| line.copy(from, at.from as usize, to, at.to as usize));
    }
}

/// A line of elements: of how many bytes each, how many, and on each side from one to the next.
#[derive(Clone, Copy)]
struct Line {
    size: usize,
    count: usize,
    from_step: isize,
    to_step: isize,
}

impl Line {
    /// Moves the elements, the first of which lies at these bytes.
    #[inline(always)]
    fn copy(&self, from: &[u8], from_start: usize, to: &OutputBytes, to_start: usize) {
        let Line { size, count, from_step, to_step } = *self;
        let (from_stride, to_stride) = (from_step.unsigned_abs(), to_step.unsigned_abs());
        // Behind each element but the last there is a whole step of memory. So they are cut out of the memory a step at a
        // time, which is one check instead of one an element. (`for_each` and not `for`, which would test both sides for
        // their end each time.)
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

/// One memcpy, or a load and a store. A compiler finds that out while this is a function of its own, before it becomes part
/// of a loop.
#[inline]
fn copy_bytes(from: &[u8], to: &OutputBytes) {
    for (to, from) in to.iter().zip(from) {
        to.set(MaybeUninit::new(*from));
    }
}
