// SPDX-License-Identifier: MIT OR Apache-2.0
//! From the caller's pointers to slices: the one place that makes them.

use std::mem::MaybeUninit;

use crate::grid::copy::Bytes;
use crate::grid::error::{Code, Error, Result};
use crate::grid::grid::Grid;
use crate::grid::text::{Counter, Sink, Text, Writer};

/// The memory that one call reads and writes. What is written overlaps nothing else.
///
/// `N` is the most arrays that the call takes: known at compile time, the checks of two or three come to a few
/// instructions.
pub struct Args<const N: usize> {
    claims: [Claim; N],
    length: usize,
}

#[derive(Clone, Copy, Default)]
struct Claim {
    start: usize,
    end: usize,
    written: bool,
}

impl<const N: usize> Args<N> {
    #[inline(always)]
    pub fn new() -> Self {
        Args { claims: [Claim::default(); N], length: 0 }
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

    /// `length` entries to write; NULL only for none.
    ///
    /// # Safety
    /// As for [`Args::output`].
    #[inline(always)]
    pub unsafe fn required_output<'a, T>(
        &mut self,
        name: &'static str,
        pointer: *mut T,
        length: usize,
    ) -> Result<&'a mut [MaybeUninit<T>]> {
        // SAFETY: the caller's promise.
        match unsafe { self.output(name, pointer, length) }? {
            Some(output) => Ok(output),
            None if length == 0 => Ok(&mut []),
            None => Err(null(name)),
        }
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
    ) -> Result<&'a Bytes> {
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
        if start % align_of::<T>() != 0 {
            return Err(misaligned(name));
        }
        // What is not there, and no entries, overlap nothing.
        let length = if start == 0 { 0 } else { length };
        let bytes = length.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let Some(end) = bytes.and_then(|bytes| start.checked_add(bytes)) else {
            return Err(too_long(name, length));
        };
        let (start, end) = if start == end { (0, 0) } else { (start, end) };
        for other in &self.claims[..self.length] {
            if (written || other.written) && start < other.end && other.start < end {
                return Err(overlap(name));
            }
        }
        self.claims[self.length] = Claim { start, end, written };
        self.length += 1;
        Ok(())
    }
}

/// Writes text that ends in a NUL, all of it or nothing; its length is set either way.
pub fn write_text(
    name: &'static str,
    memory: &mut [MaybeUninit<u8>],
    length: &mut MaybeUninit<usize>,
    text: &impl Text,
) -> Result<()> {
    let mut counter = Counter::default();
    text.write(&mut counter);
    length.write(counter.length);
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

/// Refuses a rank that is not the grid's.
#[inline(always)]
pub fn check_rank(grid: &Grid, rank: usize) -> Result<()> {
    if rank == grid.rank() { Ok(()) } else { Err(wrong_rank(rank, grid.rank())) }
}

/// `count` times `rank` entries of an array named `name`.
#[inline(always)]
pub fn entries(name: &'static str, count: usize, rank: usize) -> Result<usize> {
    count.checked_mul(rank).ok_or_else(|| too_long(name, usize::MAX))
}

#[cold]
pub fn null(name: &'static str) -> Error {
    Error::new(Code::Null, "{name} is NULL").name(name)
}

#[cold]
fn misaligned(name: &'static str) -> Error {
    Error::new(Code::Argument, "{name} is not aligned for its type").name(name)
}

#[cold]
fn too_long(name: &'static str, length: usize) -> Error {
    Error::new(Code::Argument, "{name} has {value} entries, more than memory").name(name).value(length as u64)
}

#[cold]
fn overlap(name: &'static str) -> Error {
    Error::new(Code::Argument, "{name} overlaps another array, one of which is written").name(name)
}

#[cold]
fn wrong_rank(rank: usize, grid_rank: usize) -> Error {
    Error::new(Code::Rank, "rank {value}, where the grid has {limit}").value(rank as u64).limit(grid_rank as u64)
}
