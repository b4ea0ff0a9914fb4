// SPDX-License-Identifier: MIT OR Apache-2.0
//! From the caller's pointers to slices: the one place that makes them.

use std::mem::MaybeUninit;

use crate::core::error::{Code, Error, Result};
use crate::core::selection::OutputBytes;
use crate::core::text::{Counter, Sink, Text, Writer};

/// The most arrays that a call takes. `tests/exports.rs` counts them.
const MOST: usize = 8;

/// The memory that one call reads and writes. What is written overlaps nothing else.
///
/// Every call claims the same arrays each time, so that a compiler knows how many there are: the checks of two or three
/// come to a few instructions, and what no call uses of `claims` is not there.
pub struct Args {
    claims: [Claim; MOST],
    length: usize,
}

#[derive(Clone, Copy, Default)]
struct Claim {
    start: usize,
    bytes: usize,
    written: bool,
}

impl Args {
    #[inline(always)]
    pub fn new() -> Self {
        Args { claims: [Claim::default(); MOST], length: 0 }
    }

    /// `length` entries to read.
    ///
    /// # Safety
    /// Where `pointer` is not NULL, it is readable for `length` entries during the call.
    #[inline(always)]
    pub unsafe fn input<'a, T>(&mut self, name: &'static str, pointer: *const T, length: usize) -> Result<&'a [T]> {
        self.claim::<T>(name, pointer as usize, length, false)?;
        if pointer.is_null() {
            return if length == 0 { Ok(&[]) } else { Err(null(name)) };
        }
        // SAFETY: not NULL, aligned and of a size that fits, all checked by `claim`; readable as the caller promised;
        // and this call writes none of it, also checked by `claim`.
        Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
    }

    /// `length` entries to write, or NULL.
    ///
    /// # Safety
    /// Where `pointer` is not NULL, it is writable for `length` entries during the call.
    #[inline(always)]
    pub unsafe fn output<'a, T>(
        &mut self,
        name: &'static str,
        pointer: *mut T,
        length: usize,
    ) -> Result<Option<&'a mut [MaybeUninit<T>]>> {
        self.claim::<T>(name, pointer as usize, length, true)?;
        if pointer.is_null() {
            return Ok(None);
        }
        // SAFETY: not NULL, aligned and of a size that fits, all checked by `claim`; writable as the caller promised;
        // may be uninitialised, as the type says; and no other slice of this call overlaps it, also checked by `claim`.
        Ok(Some(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), length) }))
    }

    /// `length` entries to write, none where the pointer is NULL.
    ///
    /// # Safety
    /// As for [`Args::output`].
    #[inline(always)]
    pub unsafe fn slots<'a, T>(
        &mut self,
        name: &'static str,
        pointer: *mut T,
        length: usize,
    ) -> Result<&'a mut [MaybeUninit<T>]> {
        // SAFETY: the caller's promise.
        Ok(unsafe { self.output(name, pointer, length) }?.unwrap_or_default())
    }

    /// `length` bytes of which some are written, and others perhaps by other threads; NULL only for none.
    ///
    /// # Safety
    /// Where `pointer` is not NULL, it is writable for `length` bytes during the call, and no other thread reads or writes
    /// those of them that this call writes.
    #[inline(always)]
    pub unsafe fn shared_output<'a>(
        &mut self,
        name: &'static str,
        pointer: *mut u8,
        length: usize,
    ) -> Result<&'a OutputBytes> {
        self.claim::<u8>(name, pointer as usize, length, true)?;
        if pointer.is_null() {
            return if length == 0 { Ok(&[]) } else { Err(null(name)) };
        }
        // SAFETY: not NULL and of a size that fits, checked by `claim`; writable as the caller promised; cells, so that this
        // is not an exclusive borrow of bytes that others may be writing; and nothing else of this call overlaps it.
        Ok(unsafe { std::slice::from_raw_parts(pointer.cast(), length) })
    }

    /// One value to write; never NULL.
    ///
    /// # Safety
    /// As for [`Args::output`], with a length of 1.
    #[inline(always)]
    pub unsafe fn out<'a, T>(&mut self, name: &'static str, pointer: *mut T) -> Result<&'a mut MaybeUninit<T>> {
        // SAFETY: the caller's promise.
        match unsafe { self.output(name, pointer, 1) }? {
            Some([output]) => Ok(output),
            _ => Err(null(name)),
        }
    }

    /// Every array of a call is claimed, also one that is not there, so that how many there are is known at compile time.
    #[inline(always)]
    fn claim<T>(&mut self, name: &'static str, start: usize, length: usize, written: bool) -> Result<()> {
        let claim = Claim { start, bytes: length.wrapping_mul(size_of::<T>()), written };
        // A few comparisons for what is nearly always so.
        let is_aligned = start % align_of::<T>() == 0;
        if !is_aligned || length > isize::MAX as usize / size_of::<T>() || start.checked_add(claim.bytes).is_none() {
            judge(name, start, length, is_aligned)?;
        }
        let others = &self.claims[..self.length];
        if others.iter().any(|other| claim.meets(other)) && others.iter().any(|other| claim.overlaps(other)) {
            return Err(overlap(name));
        }
        self.claims[self.length] = claim;
        self.length += 1;
        Ok(())
    }
}

impl Claim {
    /// Whether two claims overlap, and one is written; or perhaps, where one is of no bytes or not there.
    #[inline(always)]
    fn meets(&self, other: &Claim) -> bool {
        // One comparison for both ends: from how far before `other` to how far behind its start the other may lie.
        let ahead = self.start.wrapping_sub(other.start).wrapping_add(self.bytes).wrapping_sub(1);
        (self.written || other.written) && ahead < self.bytes.wrapping_add(other.bytes).wrapping_sub(1)
    }

    /// Whether they really do.
    fn overlaps(&self, other: &Claim) -> bool {
        let is_there = |claim: &Claim| claim.start != 0 && claim.bytes != 0;
        self.meets(other) && is_there(self) && is_there(other)
    }
}

/// Refuses a pointer that is not aligned, or more entries than memory has, unless the pointer is NULL: what NULL means
/// is decided where the slice is made.
#[cold]
#[inline(never)]
fn judge(name: &'static str, start: usize, length: usize, is_aligned: bool) -> Result<()> {
    match (start, is_aligned) {
        (0, _) => Ok(()),
        (_, false) => Err(misaligned(name)),
        (_, true) => Err(too_many_entries(name, length)),
    }
}

#[cold]
fn overlap(name: &'static str) -> Error {
    Error::new(Code::Argument, "{name} overlaps another array, one of which is written").name(name)
}

/// Writes text that ends in a NUL, all of it or nothing, where there is memory for it; its length is set either way.
pub fn write_text(
    name: &'static str,
    memory: Option<&mut [MaybeUninit<u8>]>,
    length: &mut MaybeUninit<usize>,
    text: &impl Text,
) -> Result<()> {
    let mut counter = Counter::default();
    text.write(&mut counter);
    length.write(counter.length);
    let Some(memory) = memory else { return Ok(()) };
    let needed = counter.length + 1;
    if memory.len() < needed {
        return Err(Error::new(Code::Capacity, "{name} has {value} bytes, fewer than {limit}")
            .name(name)
            .value(memory.len() as u64)
            .limit(needed as u64));
    }
    let mut writer = Writer { rest: &mut memory[..needed] };
    text.write(&mut writer);
    writer.text("\0");
    Ok(())
}

/// Writes an entry where there is a slot for it: an output that is NULL has none.
#[inline(always)]
pub fn put<T>(slots: &mut [MaybeUninit<T>], entry: usize, value: T) {
    if let Some(slot) = slots.get_mut(entry) {
        slot.write(value);
    }
}

/// Whether `flags` has the one flag that a call knows; any other is refused.
pub fn has_flag(flags: u32, known: u32) -> Result<bool> {
    match flags & !known {
        0 => Ok(flags & known != 0),
        _ => Err(Error::new(Code::Argument, "unknown flags: {value}").value(flags.into())),
    }
}

/// `count` times `rank` entries of an array named `name`.
#[inline(always)]
pub fn entries(name: &'static str, count: usize, rank: usize) -> Result<usize> {
    count.checked_mul(rank).ok_or_else(|| too_many_entries(name, usize::MAX))
}

#[cold]
pub fn null(name: &'static str) -> Error {
    Error::new(Code::Null, "{name} is NULL").name(name)
}

#[cold]
fn too_many_entries(name: &'static str, length: usize) -> Error {
    Error::new(Code::Argument, "{name} has {value} entries, more than memory").name(name).value(length as u64)
}

#[cold]
pub fn misaligned(name: &'static str) -> Error {
    Error::new(Code::Argument, "{name} is not aligned for its type").name(name)
}
