// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search for the cell of a number: from where the table says to begin to the cell itself.
//!
//! A window is a slice of the sums whose length is known at compile time. Halving it keeps the half whose first sum is the
//! last one at or before the number, until one sum is left, which is where the number's cell starts:
//!
//! ```text
//!   13 in a window of 8     0  3  8 10 | 12 14 20 21      12 <= 13: the upper half
//!                                        12 14 | 20 21    20 >  13: the lower half
//!                                        12 | 14          14 >  13: the lower half, and its sum is 12
//! ```
//!
//! That the window lies inside the sums is checked once, and its halves need no check, since the compiler knows their
//! lengths. Where more cells than a window holds crowd under one entry of the table, steps of a binary search come before
//! the window, as many for each number of an axis.
//!
//! Four numbers are searched for at once: none of their steps waits for another number's, and what four need (the number,
//! and where its window begins) still fits the registers. In lists that the nearer caches do not hold, each step is taken
//! for a whole block of numbers, so that the reads of memory overlap.

use super::block::{BLOCK, Slot, count_below, write};
use super::prefix::Prefix;

/// How many numbers are searched for at once.
const AT_ONCE: usize = 4;

/// From so many cells on, a search misses the nearer caches.
const MANY: usize = 1 << 16;

/// Longer windows spare steps, which are checked one by one: for a block of numbers these two …
const WINDOW_64: usize = 64;
const WINDOW_256: usize = 256;

/// … and for one number alone this one, besides 256.
const WINDOW_4096: usize = 4096;

impl Prefix {
    /// The cell that holds `number`, which is below `end`, and how far the number is from the cell's start.
    #[inline(always)]
    pub fn find(&self, number: u64) -> (usize, u64) {
        if self.left == Self::WINDOW_8 {
            let [found] = self.find_in_windows::<1, { Self::WINDOW_8 }>(self.begin([number]), [number]);
            found
        } else {
            self.find_by_steps(number)
        }
    }

    /// As [`Prefix::find`], where edges crowd more than the smallest window can hold.
    #[inline(never)]
    fn find_by_steps(&self, number: u64) -> (usize, u64) {
        let [found] = match self.left {
            WINDOW_4096.. => {
                self.find_in_windows::<1, WINDOW_4096>(self.begin_windows([number], WINDOW_4096), [number])
            }
            WINDOW_256.. => self.find_in_windows::<1, WINDOW_256>(self.begin_windows([number], WINDOW_256), [number]),
            _ => {
                let firsts = self.begin_windows([number], Self::WINDOW_16);
                self.find_in_windows::<1, { Self::WINDOW_16 }>(firsts, [number])
            }
        };
        found
    }

    /// For each number, of which there are at most [`BLOCK`], the cell that holds it, and how far the number is from the
    /// cell's start; up to the first number that is not below `end`. How many came before that one. There are as many slots
    /// of each kind as numbers.
    pub fn find_block<S: Slot>(&self, numbers: &[u64], cells: &mut [S], aheads: &mut [S]) -> usize {
        if self.len() >= MANY {
            return self.find_block_in_memory(numbers, cells, aheads);
        }
        let slots = (cells, aheads);
        match (self.first_step, self.left) {
            (0, Self::WINDOW_8) => self.find_by_fours::<S, { Self::WINDOW_8 }>(numbers, slots, |_, n| self.begin(n)),
            (0, _) => self.find_by_fours::<S, { Self::WINDOW_16 }>(numbers, slots, |_, n| self.begin(n)),
            (_, ..WINDOW_64) => self.find_block_by_steps::<S, { Self::WINDOW_16 }>(numbers, slots),
            (_, ..WINDOW_256) => self.find_block_by_steps::<S, WINDOW_64>(numbers, slots),
            _ => self.find_block_by_steps::<S, WINDOW_256>(numbers, slots),
        }
    }

    /// As [`Prefix::find_block`], with steps that end at windows of `WINDOW`.
    #[inline(always)]
    fn find_block_by_steps<S: Slot, const WINDOW: usize>(&self, numbers: &[u64], slots: (&mut [S], &mut [S])) -> usize {
        self.find_by_fours::<S, WINDOW>(numbers, slots, |_, numbers| self.begin_windows(numbers, WINDOW))
    }

    /// As [`Prefix::find_block`], with each step taken for all numbers before the next step: no read of a step waits for
    /// another, so that they miss the caches together, and the last steps hit them.
    #[inline(never)]
    fn find_block_in_memory<S: Slot>(&self, numbers: &[u64], cells: &mut [S], aheads: &mut [S]) -> usize {
        let numbers = &numbers[..count_below(numbers, self.end)];
        let mut firsts = [0; BLOCK];
        let firsts = &mut firsts[..numbers.len()];
        for (first, &number) in firsts.iter_mut().zip(numbers) {
            [*first] = self.begin([number]);
        }
        let window = self.left.min(Self::WINDOW_16);
        self.step(firsts, numbers, window);
        // Reads both halves of each window here, so that these misses overlap too. Nobody wants what was read: the box keeps
        // a compiler from dropping the reads.
        let read = firsts
            .iter()
            .fold(0u64, |read, &first| read.wrapping_add(self.sums[first]).wrapping_add(self.sums[first + window / 2]));
        std::hint::black_box(read);
        let firsts = |i: usize, _| std::array::from_fn(|k| firsts[i..][k]);
        match window {
            Self::WINDOW_8 => self.find_by_fours::<S, { Self::WINDOW_8 }>(numbers, (cells, aheads), firsts),
            _ => self.find_by_fours::<S, { Self::WINDOW_16 }>(numbers, (cells, aheads), firsts),
        }
    }

    /// As [`Prefix::find_block`], where `firsts` tells of four numbers, the first of which has this position in the block,
    /// where their windows of `WINDOW` begin.
    #[inline(always)]
    fn find_by_fours<S: Slot, const WINDOW: usize>(
        &self,
        numbers: &[u64],
        (cells, aheads): (&mut [S], &mut [S]),
        firsts: impl Fn(usize, [u64; AT_ONCE]) -> [usize; AT_ONCE],
    ) -> usize {
        let count = numbers.len();
        let (cells, aheads) = (&mut cells[..count], &mut aheads[..count]);
        let mut found = 0;
        let slots = cells.chunks_exact_mut(AT_ONCE).zip(aheads.chunks_exact_mut(AT_ONCE));
        for (numbers, (cells, aheads)) in numbers.chunks_exact(AT_ONCE).zip(slots) {
            let numbers: [u64; AT_ONCE] = std::array::from_fn(|i| numbers[i]);
            if numbers.iter().fold(false, |any, &number| any | (number >= self.end)) {
                break;
            }
            let answers = self.find_in_windows::<AT_ONCE, WINDOW>(firsts(found, numbers), numbers);
            for i in 0..AT_ONCE {
                let (cell, ahead) = answers[i];
                write((&mut cells[i], &mut aheads[i]), (cell as u64, ahead));
            }
            found += AT_ONCE;
        }
        while found < count && numbers[found] < self.end {
            let (cell, ahead) = self.find(numbers[found]);
            write((&mut cells[found], &mut aheads[found]), (cell as u64, ahead));
            found += 1;
        }
        found
    }

    /// Where the numbers' windows of length `window` begin.
    #[inline(always)]
    fn begin_windows<const N: usize>(&self, numbers: [u64; N], window: usize) -> [usize; N] {
        let mut firsts = self.begin(numbers);
        self.step(&mut firsts, &numbers, window);
        firsts
    }

    /// Takes the steps from where the searches begin to where the numbers' windows of length `window` do: each step for all
    /// numbers before the next one.
    #[inline(always)]
    fn step(&self, firsts: &mut [usize], numbers: &[u64], window: usize) {
        let mut advance = |step| {
            for (first, &number) in firsts.iter_mut().zip(numbers) {
                let probe = first.wrapping_add(step);
                *first = select(self.sums[probe] <= number, probe, *first);
            }
        };
        if self.first_step > 0 {
            advance(self.first_step);
            let mut half = self.left / 2;
            while half >= window {
                advance(half);
                half /= 2;
            }
        }
    }

    /// The cells that hold the numbers, and how far those are from the cells' starts, by halving the windows of `WINDOW` that
    /// begin at `firsts`.
    #[inline(always)]
    fn find_in_windows<const N: usize, const WINDOW: usize>(
        &self,
        firsts: [usize; N],
        numbers: [u64; N],
    ) -> [(usize, u64); N] {
        let mut windows = [&self.sums[..]; N];
        for (window, first) in windows.iter_mut().zip(firsts) {
            *window = &self.sums[first..first + WINDOW];
        }
        let mut half = WINDOW / 2;
        while half > 0 {
            for (window, number) in windows.iter_mut().zip(numbers) {
                let (low, high) = window.split_at(half);
                *window = select(high[0] <= number, high, low);
            }
            half /= 2;
        }
        let mut found = [(0, 0); N];
        for (found, (window, number)) in found.iter_mut().zip(windows.iter().zip(numbers)) {
            *found = (self.position(window), number.wrapping_sub(window[0]));
        }
        found
    }

    /// Where a part of the sums begins, told by its address. (Counting along with the halvings would take one more register a
    /// search, and four searches would no longer fit.)
    #[inline(always)]
    fn position(&self, part: &[u64]) -> usize {
        part.as_ptr().addr().wrapping_sub(self.sums.as_ptr().addr()) / size_of::<u64>()
    }
}

/// One of two values, without a branch: a mispredicted one would cost more than the whole search.
#[inline(always)]
#[allow(clippy::incompatible_msrv)] // build.rs sets the cfg only where the compiler has the hint
fn select<T>(condition: bool, then: T, otherwise: T) -> T {
    #[cfg(zrg_branch_free)]
    return std::hint::select_unpredictable(condition, then, otherwise);
    #[cfg(not(zrg_branch_free))]
    if condition { then } else { otherwise }
}

#[cfg(test)]
mod tests {
    use crate::core::lookup::prefix::Prefix;
    use proptest::prelude::*;

    fn check(edges: &[u64], end: u64) {
        let mut sums = vec![0u64];
        for edge in edges {
            sums.push(sums[sums.len() - 1] + edge);
        }
        let prefix = Prefix::new(sums.clone(), end).unwrap();
        let mut numbers: Vec<u64> = sums.iter().flat_map(|&s| [s.saturating_sub(1), s, s + 1]).collect();
        numbers.extend((0..64).map(|i| end / 64 * i));
        for number in numbers.into_iter().filter(|&number| number < end) {
            let (found, ahead) = prefix.find(number);
            assert!(sums[found] <= number && number < sums[found + 1], "{number} in {sums:?}");
            assert_eq!(ahead, number - sums[found]);
            // Anywhere in a group or behind the last one; and up to where another number is too large.
            let slot = number as usize % 9;
            let mut numbers = [0; 9];
            numbers[slot] = number;
            let (mut cells, mut aheads) = ([0; 9], [0; 9]);
            assert_eq!(prefix.find_block(&numbers, &mut cells, &mut aheads), 9);
            assert_eq!((cells[slot], aheads[slot]), (found as u64, ahead));
            numbers[8 - slot] = end + number % 2;
            let (mut cells, mut aheads) = ([7; 9], [7; 9]);
            assert_eq!(prefix.find_block(&numbers, &mut cells, &mut aheads), 8 - slot);
            assert_eq!(cells[8 - slot..], [7; 9][8 - slot..]);
            if slot < 8 - slot {
                assert_eq!((cells[slot], aheads[slot]), (found as u64, ahead));
            }
        }
        assert!(prefix.table_length() <= edges.len() + 2, "a table of {} for {}", prefix.table_length(), edges.len());
    }

    proptest! {
        #[test]
        fn finds(edges in prop::collection::vec((any::<u32>(), 0..33u32), 1..200), cut in 0..1000u64) {
            let edges: Vec<u64> = edges.iter().map(|&(bits, shift)| u64::from(bits) >> shift.min(31)).map(|e| e.max(1)).collect();
            let total: u64 = edges.iter().sum();
            check(&edges, total);
            check(&edges, (total / 1000 * cut).clamp(1, total));
        }
    }

    /// Each width of the search, and each number of steps before the window.
    #[test]
    fn finds_where_edges_crowd() {
        for count in [7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100, 128, 200, 300, 511, 513, 700, 1025, 3000, 9000] {
            for large in [1, 2, count] {
                let mut edges = vec![1; count];
                edges.extend(vec![1 << 30; large]);
                check(&edges, edges.iter().sum());
                edges.reverse();
                check(&edges, edges.iter().sum());
            }
        }
    }

    #[test]
    fn nothing_is_below_an_end_of_zero() {
        let prefix = Prefix::new((0..=1 << 17).collect(), 0).unwrap();
        assert_eq!(prefix.find_block(&[0, 1, 2, 3, 4], &mut [0; 5], &mut [0; 5]), 0);
    }

    #[test]
    fn finds_at_the_ends() {
        check(&[1], 1);
        check(&[u64::MAX - 1], u64::MAX - 1);
        check(&[1, 1, 1, u64::MAX - 5], u64::MAX - 2);
        check(&[1 << 62, 1, 1, 1, 1 << 62], (1 << 63) + 3);
        check(&[1, u64::MAX - 5, 1, 1], u64::MAX - 3);
        check(&[1; 1000], 1000);
    }
}
