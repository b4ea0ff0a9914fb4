// SPDX-License-Identifier: MIT OR Apache-2.0
//! A block of queries, and where their answers go.

use std::mem::MaybeUninit;

/// As many queries as are answered at once: few enough for them and their answers to stay in the nearest cache.
/// cbindgen:ignore
pub const BLOCK: usize = 128;

/// Memory for answers, which need not be initialised.
pub type Slots<'a> = &'a mut [MaybeUninit<u64>];

/// Memory for answers, or none where the caller does not want them.
pub type Answers<'a> = Option<Slots<'a>>;

/// One answer's memory: a number, for what is made on the way, or memory that need not be initialised, which is what callers
/// have. Safe code cannot treat the second as the first, so searches are written for both.
pub trait Slot {
    /// A slot that holds the number.
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

/// Writes two answers to their slots.
#[inline(always)]
pub fn write<S: Slot>(slots: (&mut S, &mut S), answers: (u64, u64)) {
    *slots.0 = S::of(answers.0);
    *slots.1 = S::of(answers.1);
}

/// How many numbers come before the first that is not below `end`.
#[inline(never)]
pub fn count_below(numbers: &[u64], end: u64) -> usize {
    const TOP_BIT: u64 = 1 << 63;
    // Mostly all are. Then no number has the top bit, and neither has any distance from a number up to the last allowed one,
    // which would wrap below 0. One pass without a branch tells.
    if let Some(last) = end.checked_sub(1).filter(|&last| last < TOP_BIT) {
        let bits = numbers.iter().fold(0, |bits, &number| bits | number | last.wrapping_sub(number));
        if bits < TOP_BIT {
            return numbers.len();
        }
    }
    numbers.iter().position(|&number| number >= end).unwrap_or(numbers.len())
}
