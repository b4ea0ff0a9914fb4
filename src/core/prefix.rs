// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix sums, and the search for the one that a number falls behind.
//!
//! A table over the top bits of the number gives a place to start; from there every query of an axis takes the same few
//! halvings, so that no branch depends on the data: ordinary edges need three or four, and the worst skew costs what a plain
//! binary search does. The last halvings are those of a window: a slice of a length known at compile time, whose halves need
//! no check.

use super::block::{BLOCK, Slot, count_below, write};
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
    /// For each value of the top bits: a stretch at or before the one searched for. Empty where that may be the first one,
    /// since a window holds them all.
    table: Vec<u32>,
    /// Numbers are shifted by this much to get their top bits.
    shift: u32,
    /// From the table's stretch the search goes this far or not at all (0 where a small window holds all that it may be) …
    first_step: usize,
    /// … and so many sums are left to be halved, a power of two.
    left: usize,
}

/// So many searches at once have all they need in registers, and none waits for another one.
const AT_ONCE: usize = 4;

impl Prefix {
    /// From so many stretches on, a search misses the nearer caches.
    const MANY: usize = 1 << 16;

    /// The window of ordinary edges.
    const SMALLEST: usize = 8;

    /// The largest window that needs no step before it: shorter lists are padded to its length.
    const SMALL: usize = 16;

    /// Windows behind some steps.
    const LARGE: usize = 64;
    const LARGEST: usize = 256;

    /// The same for one number alone.
    const HUGE: usize = 4096;

    /// The sums, to be searched for numbers below `end`, which is at most the last of them.
    pub fn new(sums: Vec<u64>, end: u64) -> Result<Self> {
        let stretches = sums.len() - 1;
        if stretches > u32::MAX as usize {
            return Err(Error::new(Code::Limit, "a list of {value} entries, more than {limit}")
                .value(stretches as u64)
                .limit(u64::from(u32::MAX)));
        }
        let searched = sums[..stretches].partition_point(|&sum| sum < end);
        let mut prefix = Prefix {
            sums: trimmed(sums)?,
            stretches,
            end,
            table: Vec::new(),
            shift: 0,
            first_step: 0,
            left: Self::SMALLEST,
        };
        if searched > Self::SMALLEST {
            prefix.make_table(searched)?;
        }
        // No look is past the sums.
        while prefix.sums.len() < prefix.left {
            make_room(&mut prefix.sums)?;
            prefix.sums.push(u64::MAX);
        }
        Ok(prefix)
    }

    /// The table over the stretches that are searched, and the steps from there.
    fn make_table(&mut self, searched: usize) -> Result<()> {
        let Prefix { sums, end, .. } = self;
        let width = (*end / (searched as u64 / 2)).max(1);
        let shift = width.ilog2();
        let buckets = ((*end - 1) >> shift) as usize + 1;

        // The last stretch that starts at or before each bucket: scatter, then a running maximum. (The first stretch starts
        // at 0, and all others behind it. The entry behind the last bucket is not looked up: it counts what the bucket holds.)
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
        let latest = sums.len().saturating_sub(first_step + left) as u32;
        for entry in table.iter_mut().rev().take_while(|entry| **entry > latest) {
            *entry = latest;
        }
        (self.table, self.shift) = (table, shift);
        (self.first_step, self.left) = (first_step, left);
        Ok(())
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

    /// For each number, of which there are at most [`BLOCK`], the stretch that holds it, and how far it is from that one's
    /// start; up to the first number that is not below the `end` given to [`Prefix::new`]. How many came before that one.
    /// There is as much of everything.
    pub fn find_all<S: Slot>(&self, numbers: &[u64], stretches: &mut [S], aheads: &mut [S]) -> usize {
        if self.stretches >= Self::MANY {
            return self.find_all_of_many(numbers, stretches, aheads);
        }
        let places = (stretches, aheads);
        match (self.first_step, self.left) {
            (0, Self::SMALLEST) => self.find_each::<S, { Self::SMALLEST }>(numbers, places, |_, n| self.firsts(n)),
            (0, _) => self.find_each::<S, { Self::SMALL }>(numbers, places, |_, n| self.firsts(n)),
            (_, ..Self::LARGE) => self.find_each_afar::<S, { Self::SMALL }>(numbers, places),
            (_, ..Self::LARGEST) => self.find_each_afar::<S, { Self::LARGE }>(numbers, places),
            _ => self.find_each_afar::<S, { Self::LARGEST }>(numbers, places),
        }
    }

    /// The same step by step for all numbers: no read of one step waits for another one, so that they miss the caches
    /// together and the last steps do not.
    #[inline(never)]
    fn find_all_of_many<S: Slot>(&self, numbers: &[u64], stretches: &mut [S], aheads: &mut [S]) -> usize {
        let numbers = &numbers[..count_below(numbers, self.end)];
        let mut firsts = [0; BLOCK];
        let firsts = &mut firsts[..numbers.len()];
        for (first, &number) in firsts.iter_mut().zip(numbers) {
            [*first] = self.firsts([number]);
        }
        let window = self.left.min(Self::SMALL);
        self.approach(firsts, numbers, window);
        let read = firsts
            .iter()
            .fold(0u64, |read, &first| read.wrapping_add(self.sums[first]).wrapping_add(self.sums[first + window / 2]));
        // (Both halves of each window are read now, so that all their misses overlap. Without the box, a compiler drops
        // reads that nobody wants.)
        std::hint::black_box(read);
        let firsts = |i: usize, _| std::array::from_fn(|k| firsts[i..][k]);
        match window {
            Self::SMALLEST => self.find_each::<S, { Self::SMALLEST }>(numbers, (stretches, aheads), firsts),
            _ => self.find_each::<S, { Self::SMALL }>(numbers, (stretches, aheads), firsts),
        }
    }

    #[inline(always)]
    fn find_each_afar<S: Slot, const WINDOW: usize>(&self, numbers: &[u64], places: (&mut [S], &mut [S])) -> usize {
        self.find_each::<S, WINDOW>(numbers, places, |_, numbers| self.firsts_afar(numbers, WINDOW))
    }

    /// The same, where `firsts` says of some numbers where their windows of `WINDOW` begin.
    #[inline(always)]
    fn find_each<S: Slot, const WINDOW: usize>(
        &self,
        numbers: &[u64],
        (stretches, aheads): (&mut [S], &mut [S]),
        firsts: impl Fn(usize, [u64; AT_ONCE]) -> [usize; AT_ONCE],
    ) -> usize {
        let count = numbers.len();
        let (stretches, aheads) = (&mut stretches[..count], &mut aheads[..count]);
        let mut found = 0;
        let places = stretches.chunks_exact_mut(AT_ONCE).zip(aheads.chunks_exact_mut(AT_ONCE));
        for (numbers, (stretches, aheads)) in numbers.chunks_exact(AT_ONCE).zip(places) {
            let numbers: [u64; AT_ONCE] = std::array::from_fn(|i| numbers[i]);
            if numbers.iter().fold(false, |any, &number| any | (number >= self.end)) {
                break;
            }
            let answers = self.find_in_windows::<AT_ONCE, WINDOW>(firsts(found, numbers), numbers);
            for i in 0..AT_ONCE {
                let (stretch, ahead) = answers[i];
                write((&mut stretches[i], &mut aheads[i]), (stretch as u64, ahead));
            }
            found += AT_ONCE;
        }
        while found < count && numbers[found] < self.end {
            let (stretch, ahead) = self.find(numbers[found]);
            write((&mut stretches[found], &mut aheads[found]), (stretch as u64, ahead));
            found += 1;
        }
        found
    }

    /// Stretches at or before those that hold the numbers. (`& 63` changes no shift; it only need not be checked.)
    #[inline(always)]
    fn firsts<const N: usize>(&self, numbers: [u64; N]) -> [usize; N] {
        numbers.map(|number| self.table.get((number >> (self.shift & 63)) as usize).map_or(0, |&first| first as usize))
    }

    /// Such stretches, where the numbers' windows of so many begin.
    #[inline(always)]
    fn firsts_afar<const N: usize>(&self, numbers: [u64; N], window: usize) -> [usize; N] {
        let mut firsts = self.firsts(numbers);
        self.approach(&mut firsts, &numbers, window);
        firsts
    }

    /// Takes the steps from there to the numbers' windows of so many: each step for all numbers before the next one.
    #[inline(always)]
    fn approach(&self, firsts: &mut [usize], numbers: &[u64], window: usize) {
        let mut advance = |step| {
            for (first, &number) in firsts.iter_mut().zip(numbers) {
                let probe = first.wrapping_add(step);
                *first = pick(self.sums[probe] <= number, probe, *first);
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

    /// The stretches that hold the numbers, and how far those are from the stretches' starts, where they are in the windows
    /// of `WINDOW` from `firsts` on.
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
        part.as_ptr().addr().wrapping_sub(self.sums.as_ptr().addr()) / size_of::<u64>()
    }

    /// The stretch that holds `number`, which is below the `end` given to [`Prefix::new`], and how far it is from that one's
    /// start.
    #[inline(always)]
    pub fn find(&self, number: u64) -> (usize, u64) {
        if self.left == Self::SMALLEST {
            let [found] = self.find_in_windows::<1, { Self::SMALLEST }>(self.firsts([number]), [number]);
            found
        } else {
            self.find_afar(number)
        }
    }

    /// The same where edges crowd.
    #[inline(never)]
    fn find_afar(&self, number: u64) -> (usize, u64) {
        let [found] = match self.left {
            Self::HUGE.. => self.find_in_windows::<1, { Self::HUGE }>(self.firsts_afar([number], Self::HUGE), [number]),
            Self::LARGEST.. => {
                self.find_in_windows::<1, { Self::LARGEST }>(self.firsts_afar([number], Self::LARGEST), [number])
            }
            _ => self.find_in_windows::<1, { Self::SMALL }>(self.firsts_afar([number], Self::SMALL), [number]),
        };
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
