// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory reserved so that running out of it is an error and never the end of the process.

use super::error::{Error, Result};

/// An empty vector with room for exactly `length` entries.
pub fn reserved<T>(length: usize) -> Result<Vec<T>> {
    let mut entries = Vec::new();
    entries.try_reserve_exact(length).map_err(|_| Error::memory())?;
    Ok(entries)
}

/// A vector of `length` entries, all `value`.
pub fn filled<T: Clone>(length: usize, value: T) -> Result<Vec<T>> {
    let mut entries = reserved(length)?;
    entries.resize(length, value);
    Ok(entries)
}

/// A vector of the same entries.
pub fn copied<T: Copy>(entries: &[T]) -> Result<Vec<T>> {
    let mut copy = reserved(entries.len())?;
    copy.extend_from_slice(entries);
    Ok(copy)
}

/// Makes room for one more entry; growth is amortised.
#[inline]
pub fn make_room<T>(entries: &mut Vec<T>) -> Result<()> {
    if entries.len() == entries.capacity() {
        entries.try_reserve(1).map_err(|_| Error::memory())?;
    }
    Ok(())
}

/// Appends `entry`.
#[inline]
pub fn push<T>(entries: &mut Vec<T>, entry: T) -> Result<()> {
    make_room(entries)?;
    entries.push(entry);
    Ok(())
}

/// The entries without slack, but for a few that are not worth moving the others. (`shrink_to_fit` would abort where it
/// fails.)
pub fn trimmed<T: Copy>(entries: Vec<T>) -> Result<Vec<T>> {
    const FEW: usize = 16;
    if entries.capacity() - entries.len() <= FEW {
        return Ok(entries);
    }
    copied(&entries)
}
