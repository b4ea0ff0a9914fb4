// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix sums, and the table over the top bits of a number that tells where to begin the search for it.
//!
//! `mod.rs` has the picture, and `windows.rs` the search itself.

use crate::core::error::{Code, Error, Result};
use crate::core::memory::{filled, make_room, trimmed};

/// Rising sums, the first of them 0. Cell `r` lies between sums `r` and `r + 1`; a number is in the cell whose first sum is
/// at or before it and whose second one is behind it.
#[derive(Debug)]
pub struct Prefix {
    /// The sums; behind the last one, 2^64 - 1 as often as the smallest window needs to stay inside.
    pub(super) sums: Vec<u64>,
    cells: usize,
    /// Numbers that are searched for are below it.
    pub(super) end: u64,
    /// For each value of the top bits, a cell at or before those of the numbers that have them. Empty where the smallest
    /// window holds all cells.
    table: Vec<u32>,
    /// Numbers are shifted by this much to get their top bits.
    shift: u32,
    /// How far the first step of the search goes from the table's cell, if it is taken; 0 where the largest window that
    /// needs no step holds all cells of a table entry.
    pub(super) first_step: usize,
    /// How many sums the search has to halve after that step: a power of two.
    pub(super) left: usize,
}

impl Prefix {
    /// The window of ordinary edges.
    pub(super) const WINDOW_8: usize = 8;

    /// The largest window that needs no step before it.
    pub(super) const WINDOW_16: usize = 16;

    /// The sums, to be searched for numbers below `end`, which is at most the last of them.
    pub fn new(sums: Vec<u64>, end: u64) -> Result<Self> {
        let cells = sums.len() - 1;
        if cells > u32::MAX as usize {
            return Err(Error::new(Code::Limit, "a list of {value} entries, more than {limit}")
                .value(cells as u64)
                .limit(u64::from(u32::MAX)));
        }
        let searched = sums[..cells].partition_point(|&sum| sum < end);
        let mut prefix = Prefix {
            sums: trimmed(sums)?,
            cells,
            end,
            table: Vec::new(),
            shift: 0,
            first_step: 0,
            left: Self::WINDOW_8,
        };
        if searched > Self::WINDOW_8 {
            prefix.make_table(searched)?;
        }
        // A window lies inside the sums, also where those are fewer than it is long.
        while prefix.sums.len() < prefix.left {
            make_room(&mut prefix.sums)?;
            prefix.sums.push(u64::MAX);
        }
        Ok(prefix)
    }

    /// Makes the table over the first `searched` cells, which hold all numbers below `end`, and the steps of the search.
    fn make_table(&mut self, searched: usize) -> Result<()> {
        let Prefix { sums, end, .. } = self;
        let width = (*end / (searched as u64 / 2)).max(1);
        let shift = width.ilog2();
        let entries = ((*end - 1) >> shift) as usize + 1;

        // Each entry is the last cell that starts at or before the entry's smallest number. Every cell is noted in the first
        // entry whose smallest number is not before the cell, where a later cell overwrites an earlier one; a running
        // maximum then fills the entries between. One entry more than are looked up counts what the last of those holds.
        let mut table = filled(entries + 1, 0u32)?;
        for (cell, &sum) in (1..).zip(&sums[1..searched]) {
            let entry = ((sum - 1) >> shift) + 1;
            table[entry as usize] = cell;
        }
        let (mut last, mut fullest) = (0, 0);
        for entry in &mut table {
            fullest = fullest.max(entry.saturating_sub(last));
            last = last.max(*entry);
            *entry = last;
        }
        // The cell of a number is one of `span` from the table's cell on. A window that holds them all needs no step. Else
        // the first step leaves a power of two of them, which are then halved.
        let span = fullest as usize + 1;
        let even = span.next_power_of_two().max(Self::WINDOW_8);
        let (first_step, left) = if even <= Self::WINDOW_16 { (0, even) } else { (span - even / 2, even / 2) };
        // Entries near the end are moved down, so that no search from them looks past the sums.
        let latest = sums.len().saturating_sub(first_step + left) as u32;
        for entry in table.iter_mut().rev().take_while(|entry| **entry > latest) {
            *entry = latest;
        }
        (self.table, self.shift) = (table, shift);
        (self.first_step, self.left) = (first_step, left);
        Ok(())
    }

    /// For each number, a cell at or before the one that holds it, where the search begins.
    #[inline(always)]
    pub(super) fn begin<const N: usize>(&self, numbers: [u64; N]) -> [usize; N] {
        // `& 63` changes no shift: it says to the compiler that the shift is below 64, which is then not checked.
        numbers.map(|number| self.table.get((number >> (self.shift & 63)) as usize).map_or(0, |&cell| cell as usize))
    }

    /// The number of cells.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.cells
    }

    /// Where a cell starts; where the last one ends for `len()`.
    #[inline(always)]
    pub fn start(&self, cell: usize) -> u64 {
        self.sums[cell]
    }

    /// Where the cells start, and where the last one ends.
    #[inline(always)]
    pub fn starts(&self) -> &[u64] {
        &self.sums[..=self.cells]
    }

    /// How long the cells are.
    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.starts().windows(2).map(|pair| pair[1] - pair[0])
    }

    #[cfg(test)]
    pub(super) fn table_length(&self) -> usize {
        self.table.len()
    }
}
