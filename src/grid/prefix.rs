// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix sums, and the search for the one that a number falls behind.
//!
//! A table over the top bits of the number gives a place to start; from there every query of an axis takes the same few
//! halvings, so that no branch depends on the data: ordinary edges need the last three, and the worst skew costs what a
//! plain binary search does.

use std::mem::MaybeUninit;

use super::error::{Code, Error, Result};
use super::memory::{filled, make_room, trimmed};

/// Sums that the last halvings look at. They are next to each other, and their number is known at compile time.
const WINDOW: usize = 8;

/// Rising sums, the first of them 0: entry `r` is where stretch `r` starts, and entry `stretches` is where the last one
/// ends.
#[derive(Debug)]
pub struct Prefix {
    /// Behind the last one as many of 2^64 - 1 as a window needs.
    sums: Vec<u64>,
    stretches: usize,
    /// For each value of the top bits: a stretch at or before the one searched for.
    table: Vec<u32>,
    /// Numbers are shifted by this much to get their top bits.
    shift: u32,
    /// From the table's stretch to the window: at most this far, and then …
    first_step: usize,
    /// … at most this far, half of it, and so on down to [`WINDOW`]. Where ordinary edges are, both are 0.
    half_step: usize,
}

/// Where a found number goes.
pub trait Slot {
    /// One that holds it.
    fn of(number: u64) -> Self;
}

impl Slot for u64 {
    #[inline(always)]
    fn of(number: u64) -> Self {
        number
    }
}

impl Slot for MaybeUninit<u64> {
    #[inline(always)]
    fn of(number: u64) -> Self {
        MaybeUninit::new(number)
    }
}

#[inline(always)]
fn write<S: Slot>((stretch, ahead): (usize, u64), places: (&mut S, &mut S)) {
    *places.0 = S::of(stretch as u64);
    *places.1 = S::of(ahead);
}

impl Prefix {
    /// From so many stretches on, a search misses the nearer caches.
    const MANY: usize = 1 << 16;

    /// The sums, to be searched for numbers below `end`, which is at most the last of them.
    pub fn new(sums: Vec<u64>, end: u64) -> Result<Self> {
        let stretches = sums.len() - 1;
        if stretches > u32::MAX as usize {
            return Err(Error::new(Code::Limit, "a list of {value} entries, more than {limit}")
                .value(stretches as u64)
                .limit(u64::from(u32::MAX)));
        }
        let mut sums = trimmed(sums)?;
        if end == 0 {
            return Ok(Prefix { sums, stretches, table: Vec::new(), shift: 0, first_step: 0, half_step: 0 });
        }
        let searched = match sums[stretches - 1] < end {
            true => stretches,
            false => sums[..stretches].partition_point(|&sum| sum < end),
        };
        let width = (end / (searched as u64 / 2).max(1)).max(1);
        let shift = width.ilog2();
        let buckets = ((end - 1) >> shift) as usize + 1;

        // The last stretch that starts at or before each bucket: scatter, then a running maximum. (The first stretch starts
        // at 0, and all others behind it.)
        let mut table = filled(buckets + 1, 0u32)?;
        for (stretch, &sum) in (1..).zip(&sums[1..searched]) {
            let bucket = ((sum - 1) >> shift) + 1;
            table[bucket as usize] = stretch;
        }
        let (mut last, mut fullest) = (0, 0);
        for entry in &mut table {
            fullest = fullest.max(entry.saturating_sub(last));
            last = last.max(*entry);
            *entry = last;
        }
        // The stretch searched for is one of `span` from the table's on. Where those are more than a window, the first step
        // leaves one, or a power of two of them.
        let span = fullest as usize + 1;
        let left = span.div_ceil(WINDOW).next_power_of_two() / 2 * WINDOW;
        let (first_step, half_step) = if left == 0 { (0, 0) } else { (span - left, left / 2) };
        // Starting early enough that no probe leaves the sums.
        while sums.len() < WINDOW {
            make_room(&mut sums)?;
            sums.push(u64::MAX);
        }
        let farthest = first_step + left.saturating_sub(WINDOW);
        let latest = (sums.len() - WINDOW - farthest) as u32;
        for entry in table.iter_mut().rev().take_while(|entry| **entry > latest) {
            *entry = latest;
        }
        Ok(Prefix { sums, stretches, table, shift, first_step, half_step })
    }

    /// The number of stretches.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.stretches
    }

    /// Where `stretch` starts; where the last one ends for `len()`.
    #[inline(always)]
    pub fn start(&self, stretch: usize) -> u64 {
        self.sums[stretch]
    }

    /// Where the stretches start, and where the last one ends.
    #[inline(always)]
    pub fn starts(&self) -> &[u64] {
        &self.sums[..=self.stretches]
    }

    /// How long the stretches are.
    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.starts().windows(2).map(|pair| pair[1] - pair[0])
    }

    /// For each number the stretch that holds it, and how far it is from that one's start. Each number is below the `end`
    /// given to [`Prefix::new`]; there is as much of everything.
    pub fn find_all<S: Slot>(&self, numbers: &[u64], stretches: &mut [S], aheads: &mut [S]) {
        if self.stretches >= Self::MANY {
            self.warm(numbers);
        }
        // No step for one number waits for another's. Two at once have all they need in registers; where the steps are many,
        // it pays to do without and wait for the memory of eight together.
        match (self.first_step, self.half_step) {
            (0, _) => self.find_groups::<S, 2, false>(numbers, stretches, aheads),
            (_, 0..WINDOW) => self.find_groups::<S, 2, true>(numbers, stretches, aheads),
            _ => self.find_groups::<S, 8, true>(numbers, stretches, aheads),
        }
    }

    #[inline(never)]
    fn find_groups<S: Slot, const N: usize, const AFAR: bool>(
        &self,
        numbers: &[u64],
        stretches: &mut [S],
        aheads: &mut [S],
    ) {
        let mut numbers = numbers.chunks_exact(N);
        let (mut stretches, mut aheads) = (stretches.chunks_exact_mut(N), aheads.chunks_exact_mut(N));
        for ((numbers, stretches), aheads) in (&mut numbers).zip(&mut stretches).zip(&mut aheads) {
            let found = self.find_each::<N, AFAR>(std::array::from_fn(|i| numbers[i]));
            for i in 0..N {
                write(found[i], (&mut stretches[i], &mut aheads[i]));
            }
        }
        let places = stretches.into_remainder().iter_mut().zip(aheads.into_remainder());
        for (&number, places) in numbers.remainder().iter().zip(places) {
            let [found] = self.find_each::<1, AFAR>([number]);
            write(found, places);
        }
    }

    /// Reads what the search will look at first: these reads do not wait for each other, so that they miss the caches
    /// together and the search does not.
    fn warm(&self, numbers: &[u64]) {
        let read = numbers.iter().fold(0u64, |read, &number| {
            let first = self.table[(number >> (self.shift & 63)) as usize] as usize;
            read.wrapping_add(self.sums[first]).wrapping_add(self.sums[first + (WINDOW - 1)])
        });
        // (A sum that nobody wanted would not be read.)
        std::hint::black_box(read);
    }

    /// The stretches that hold the numbers, and how far those are from the stretches' starts. `AFAR` says that a window may
    /// be some steps from where the table says.
    #[inline(always)]
    fn find_each<const N: usize, const AFAR: bool>(&self, numbers: [u64; N]) -> [(usize, u64); N] {
        let mut firsts = numbers.map(|number| self.table[(number >> (self.shift & 63)) as usize] as usize);
        if AFAR && self.first_step > 0 {
            let mut advance = |step: usize| {
                for (first, number) in firsts.iter_mut().zip(numbers) {
                    let probe = first.wrapping_add(step);
                    *first = pick(self.sums[probe] <= number, probe, *first);
                }
            };
            advance(self.first_step);
            let mut step = self.half_step;
            while step >= WINDOW {
                advance(step);
                step /= 2;
            }
        }
        let window = |i: usize| &self.sums[firsts[i]..firsts[i] + WINDOW];
        let mut steps = [0; N];
        for step in [4, 2, 1] {
            for i in 0..N {
                let probe = steps[i] + step;
                steps[i] = pick(window(i)[probe % WINDOW] <= numbers[i], probe, steps[i]);
            }
        }
        std::array::from_fn(|i| {
            let start = window(i)[steps[i] % WINDOW];
            (firsts[i] + steps[i], numbers[i].wrapping_sub(start))
        })
    }

    /// The stretch that holds `number`, and how far it is from that one's start.
    #[inline(always)]
    pub fn find(&self, number: u64) -> (usize, u64) {
        let [found] = self.find_each::<1, true>([number]);
        found
    }
}

/// One of two, without a branch: a mispredicted one would cost more than the whole search.
#[inline(always)]
#[allow(clippy::incompatible_msrv)] // build.rs sets the cfg only where the compiler has the hint
fn pick(condition: bool, then: usize, otherwise: usize) -> usize {
    #[cfg(zrg_branch_free)]
    return std::hint::select_unpredictable(condition, then, otherwise);
    #[cfg(not(zrg_branch_free))]
    if condition { then } else { otherwise }
}

#[cfg(test)]
mod tests {
    use super::Prefix;
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
            let (mut stretches, mut aheads) = ([0; 3], [0; 3]);
            prefix.find_all(&[number, 0, end - 1], &mut stretches, &mut aheads);
            assert_eq!((stretches[0], aheads[0]), (found as u64, ahead));
            prefix.find_all(&[0, end - 1, number], &mut stretches, &mut aheads);
            assert_eq!((stretches[2], aheads[2]), (found as u64, ahead));
        }
        assert!(prefix.table.len() <= edges.len() + 2, "a table of {} for {}", prefix.table.len(), edges.len());
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
