// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix sums, and the search for the one that a number falls behind.
//!
//! A table over the top bits of the number gives a place to start; from there every query of an axis
//! takes the same few halvings, so that no branch depends on the data: ordinary edges need two or
//! three, and the worst skew costs what a plain binary search does.

use super::error::{Code, Error, Result};
use super::memory::{filled, trimmed};

/// Rising sums, the first of them 0: entry `r` is where stretch `r` starts, the last is where the
/// last one ends.
#[derive(Debug)]
pub struct Prefix {
    sums: Vec<u64>,
    /// For each value of the top bits: a stretch at or before the one searched for.
    table: Vec<u32>,
    /// Numbers are shifted by this much to get their top bits.
    shift: u32,
    /// From the table's stretch to the one searched for: at most this far, and then …
    first_step: usize,
    /// … at most this far, half of it, and so on down to 1.
    half_step: usize,
}

impl Prefix {
    /// The sums, to be searched for numbers below `end`, which is at most the last of them.
    pub fn new(sums: Vec<u64>, end: u64) -> Result<Self> {
        let stretches = sums.len() - 1;
        if stretches > u32::MAX as usize {
            return Err(Error::new(Code::Limit, "a list of {value} entries, more than {limit}")
                .value(stretches as u64)
                .limit(u64::from(u32::MAX)));
        }
        let sums = trimmed(sums)?;
        if end == 0 {
            return Ok(Prefix { sums, table: Vec::new(), shift: 0, first_step: 0, half_step: 0 });
        }
        let searched = sums[..stretches].partition_point(|&sum| sum < end);
        let width = (end / (searched as u64 / 2).max(1)).max(1);
        let shift = width.ilog2();
        let buckets = ((end - 1) >> shift) as usize + 1;

        // The last stretch that starts at or before each bucket: scatter, then a running maximum.
        let mut table = filled(buckets + 1, 0u32)?;
        let low_bits = (1u64 << shift) - 1;
        for (stretch, &sum) in sums[..searched].iter().enumerate() {
            let bucket = (sum >> shift) + u64::from(sum & low_bits != 0);
            table[bucket as usize] = stretch as u32;
        }
        let (mut last, mut fullest) = (0, 0);
        for entry in &mut table {
            fullest = fullest.max(entry.saturating_sub(last));
            last = last.max(*entry);
            *entry = last;
        }
        // Starting early enough that no probe leaves the sums.
        let span = fullest as usize + 1;
        for entry in &mut table {
            *entry = (*entry).min((stretches - span) as u32);
        }
        let power = span.next_power_of_two() / 2;
        Ok(Prefix { sums, table, shift, first_step: span - power.max(1), half_step: power / 2 })
    }

    /// The number of stretches.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.sums.len() - 1
    }

    /// Where `stretch` starts; where the last one ends for `len()`.
    #[inline(always)]
    pub fn start(&self, stretch: usize) -> u64 {
        self.sums[stretch]
    }

    /// How long the stretches are.
    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.sums.windows(2).map(|pair| pair[1] - pair[0])
    }

    /// The stretches that hold the numbers, each below the `end` given to [`Prefix::new`].
    #[inline(always)]
    pub fn find_each<const N: usize>(&self, numbers: &[u64; N]) -> [usize; N] {
        let mut found = numbers.map(|number| self.table[(number >> (self.shift & 63)) as usize] as usize);
        self.advance(&mut found, numbers, self.first_step);
        let mut step = self.half_step;
        while step > 0 {
            self.advance(&mut found, numbers, step);
            step /= 2;
        }
        found
    }

    /// Moves each place on by `step`, where that does not pass its number.
    #[inline(always)]
    fn advance<const N: usize>(&self, places: &mut [usize; N], numbers: &[u64; N], step: usize) {
        for (place, &number) in places.iter_mut().zip(numbers) {
            let probe = place.wrapping_add(step);
            *place = pick(self.start(probe) <= number, probe, *place);
        }
    }

    /// The stretch that holds `number`.
    #[inline(always)]
    pub fn find(&self, number: u64) -> usize {
        let [stretch] = self.find_each(&[number]);
        stretch
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
            let found = prefix.find(number);
            assert!(sums[found] <= number && number < sums[found + 1], "{number} in {sums:?}");
            assert_eq!(prefix.find_each(&[number, 0, end - 1])[0], found);
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
