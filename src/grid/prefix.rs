// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix sums, and the search for the one that a number falls behind.
//!
//! A table over the top bits of the number gives a place to start; from there every query of an axis takes the same few
//! halvings, so that no branch depends on the data: ordinary edges need three, and the worst skew costs what a plain binary
//! search does. The last halvings, at most eight, are those of a window: a slice of a length known at compile time, whose
//! halves need no check.

use std::mem::MaybeUninit;

use super::batch::BLOCK;
use super::error::{Code, Error, Result};
use super::memory::{filled, make_room, trimmed};

/// Rising sums, the first of them 0: entry `r` is where stretch `r` starts, and entry `stretches` is where the last one
/// ends.
#[derive(Debug)]
pub struct Prefix {
    /// Behind the last one as many of 2^64 - 1 as a small window needs.
    sums: Vec<u64>,
    stretches: usize,
    /// Numbers that are searched for are below it.
    end: u64,
    /// For each value of the top bits: a stretch at or before the one searched for.
    table: Vec<u32>,
    /// Numbers are shifted by this much to get their top bits.
    shift: u32,
    /// From the table's stretch the search goes this far or not at all, and …
    first_step: usize,
    /// … this many sums are left to be halved, a power of two. Ordinary edges need no such step, and it is 0.
    left: usize,
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

    /// The window of ordinary edges.
    const SMALLEST: usize = 8;

    /// The largest window that needs no step before it, since fewer sums are made as many.
    const SMALL: usize = 16;

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
            return Ok(Prefix {
                sums,
                stretches,
                end,
                table: Vec::new(),
                shift: 0,
                first_step: 0,
                left: Self::SMALLEST,
            });
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
        // The stretch searched for is one of `span` from the table's on. Where those are more than a small window, the first
        // step leaves a power of two of them.
        let span = fullest as usize + 1;
        let even = span.next_power_of_two().max(Self::SMALLEST);
        let (first_step, left) = if even <= Self::SMALL { (0, even) } else { (span - even / 2, even / 2) };
        // Starting early enough that no look is past the sums.
        while sums.len() < first_step + left {
            make_room(&mut sums)?;
            sums.push(u64::MAX);
        }
        let latest = (sums.len() - first_step - left) as u32;
        for entry in table.iter_mut().rev().take_while(|entry| **entry > latest) {
            *entry = latest;
        }
        Ok(Prefix { sums, stretches, end, table, shift, first_step, left })
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

    /// For each number the stretch that holds it, and how far it is from that one's start; up to the first number that is
    /// not below the `end` given to [`Prefix::new`]. How many came before that one. There is as much of everything.
    pub fn find_all<S: Slot>(&self, numbers: &[u64], stretches: &mut [S], aheads: &mut [S]) -> usize {
        if self.stretches >= Self::MANY {
            self.warm(numbers);
        }
        match (self.first_step, self.left) {
            (0, Self::SMALLEST) => self.find_groups::<S, { Self::SMALLEST }, false>(numbers, stretches, aheads),
            (0, _) => self.find_groups::<S, { Self::SMALL }, false>(numbers, stretches, aheads),
            (_, ..64) => self.find_groups::<S, 16, true>(numbers, stretches, aheads),
            (_, 64..256) => self.find_groups::<S, 64, true>(numbers, stretches, aheads),
            _ => self.find_groups::<S, 256, true>(numbers, stretches, aheads),
        }
    }

    #[inline(never)]
    fn find_groups<S: Slot, const WINDOW: usize, const STEPS: bool>(
        &self,
        numbers: &[u64],
        stretches: &mut [S],
        aheads: &mut [S],
    ) -> usize {
        // No search waits for another one's, and four at once have all they need in registers.
        const AT_ONCE: usize = 4;
        let count = numbers.len();
        let (stretches, aheads) = (&mut stretches[..count], &mut aheads[..count]);
        let mut found = 0;
        let places = stretches.chunks_exact_mut(AT_ONCE).zip(aheads.chunks_exact_mut(AT_ONCE));
        for (numbers, (stretches, aheads)) in numbers.chunks_exact(AT_ONCE).zip(places) {
            let numbers: [u64; AT_ONCE] = std::array::from_fn(|i| numbers[i]);
            if numbers.iter().fold(false, |any, &number| any | (number >= self.end)) {
                break;
            }
            let answers = self.find_each::<AT_ONCE, WINDOW, STEPS>(numbers);
            for i in 0..AT_ONCE {
                write(answers[i], (&mut stretches[i], &mut aheads[i]));
            }
            found += AT_ONCE;
        }
        while found < count && numbers[found] < self.end {
            write(self.find(numbers[found]), (&mut stretches[found], &mut aheads[found]));
            found += 1;
        }
        found
    }

    /// Reads what the search will look at first: first of the table, then of the sums. No read of one kind waits for another
    /// one, so that they miss the caches together and the search does not.
    fn warm(&self, numbers: &[u64]) {
        let Some(last) = self.end.checked_sub(1) else { return };
        for numbers in numbers.chunks(BLOCK) {
            let mut firsts = [0; BLOCK];
            for (first, &number) in firsts.iter_mut().zip(numbers) {
                *first = self.table[(number.min(last) >> (self.shift & 63)) as usize];
            }
            let read = firsts[..numbers.len()].iter().fold(0u64, |read, &first| {
                let first = first as usize;
                read.wrapping_add(self.sums[first]).wrapping_add(self.sums[first + self.left / 2])
            });
            // (A sum that nobody wanted would not be read.)
            std::hint::black_box(read);
        }
    }

    /// The stretches that hold the numbers, and how far those are from the stretches' starts. `STEPS` says that there are
    /// steps before a window of `WINDOW`.
    #[inline(always)]
    fn find_each<const N: usize, const WINDOW: usize, const STEPS: bool>(
        &self,
        numbers: [u64; N],
    ) -> [(usize, u64); N] {
        let mut firsts = numbers.map(|number| self.table[(number >> (self.shift & 63)) as usize] as usize);
        if STEPS {
            let mut advance = |step: usize| {
                for (first, number) in firsts.iter_mut().zip(numbers) {
                    let probe = first.wrapping_add(step);
                    *first = pick(self.sums[probe] <= number, probe, *first);
                }
            };
            advance(self.first_step);
            let mut half = self.left / 2;
            while half >= WINDOW {
                advance(half);
                half /= 2;
            }
        }
        let mut windows = [&self.sums[..]; N];
        for (window, first) in windows.iter_mut().zip(firsts) {
            *window = &self.sums[first..first + WINDOW];
        }
        // Each look into a window is inside by its length, which is known here.
        let mut half = WINDOW / 2;
        while half > 0 {
            for (window, number) in windows.iter_mut().zip(numbers) {
                let (low, high) = window.split_at(half);
                *window = pick(high[0] <= number, high, low);
            }
            half /= 2;
        }
        let mut found = [(0, 0); N];
        for (found, (window, number)) in found.iter_mut().zip(windows.iter().zip(numbers)) {
            *found = (self.position(window), number.wrapping_sub(window[0]));
        }
        found
    }

    /// Where a part of the sums begins. (Its address tells: counting along would take one more register a search.)
    #[inline(always)]
    fn position(&self, part: &[u64]) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.sums.as_ptr() as usize) / size_of::<u64>()
    }

    /// The stretch that holds `number`, which is below the `end` given to [`Prefix::new`], and how far it is from that one's
    /// start.
    #[inline(always)]
    pub fn find(&self, number: u64) -> (usize, u64) {
        if self.left == Self::SMALLEST {
            self.find_one::<{ Self::SMALLEST }, false>(number)
        } else {
            self.find_afar(number)
        }
    }

    /// The same where edges crowd.
    #[inline(never)]
    fn find_afar(&self, number: u64) -> (usize, u64) {
        match (self.first_step, self.left) {
            (0, _) => self.find_one::<{ Self::SMALL }, false>(number),
            (_, ..64) => self.find_one::<16, true>(number),
            (_, 64..256) => self.find_one::<64, true>(number),
            _ => self.find_one::<256, true>(number),
        }
    }

    #[inline(always)]
    fn find_one<const WINDOW: usize, const STEPS: bool>(&self, number: u64) -> (usize, u64) {
        let [found] = self.find_each::<1, WINDOW, STEPS>([number]);
        found
    }
}

/// One of two, without a branch: a mispredicted one would cost more than the whole search.
#[inline(always)]
#[allow(clippy::incompatible_msrv)] // build.rs sets the cfg only where the compiler has the hint
fn pick<T>(condition: bool, then: T, otherwise: T) -> T {
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
            // Anywhere in a group or behind the last one; and up to where another number is too large.
            let place = number as usize % 9;
            let mut numbers = [0; 9];
            numbers[place] = number;
            let (mut stretches, mut aheads) = ([0; 9], [0; 9]);
            assert_eq!(prefix.find_all(&numbers, &mut stretches, &mut aheads), 9);
            assert_eq!((stretches[place], aheads[place]), (found as u64, ahead));
            numbers[8 - place] = end + number % 2;
            let (mut stretches, mut aheads) = ([7; 9], [7; 9]);
            assert_eq!(prefix.find_all(&numbers, &mut stretches, &mut aheads), 8 - place);
            assert_eq!(stretches[8 - place..], [7; 9][8 - place..]);
            if place < 8 - place {
                assert_eq!((stretches[place], aheads[place]), (found as u64, ahead));
            }
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

    /// Each width of the search, and each number of steps before the window.
    #[test]
    fn finds_where_edges_crowd() {
        for count in [7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100, 128, 200, 300, 511, 513, 700, 1025, 3000] {
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
        assert_eq!(prefix.find_all(&[0, 1, 2, 3, 4], &mut [0; 5], &mut [0; 5]), 0);
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
