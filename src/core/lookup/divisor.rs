// SPDX-License-Identifier: MIT OR Apache-2.0
//! Division by a number that stays the same, as one multiplication.

/// Divides numbers below 2^63 (every index inside an array is one) by a number from 1 to 2^64 - 1.
///
/// The reciprocal is rounded up, which is exact for 63-bit numbers: Granlund and Montgomery,
/// "Division by Invariant Integers using Multiplication" (1994), theorem 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divisor {
    reciprocal: u64,
    shift: u32,
}

impl Divisor {
    /// Dividing by `divisor`, which is at least 1.
    pub fn new(divisor: u64) -> Self {
        debug_assert!(divisor >= 1);
        // Any divisor past 2^63 gives 0 for all numbers below 2^63, as 2^63 does.
        let divisor = divisor.clamp(1, 1 << 63);
        let shift = u64::BITS - (divisor - 1).leading_zeros();
        // Rounded up by one division, not two, as `div_ceil` would.
        let reciprocal = ((1u128 << (63 + shift)) - 1) / u128::from(divisor) + 1;
        Divisor { reciprocal: reciprocal as u64, shift }
    }

    /// `number / divisor`, rounded down; `number` is below 2^63.
    #[inline(always)]
    pub fn quotient(self, number: u64) -> u64 {
        debug_assert!(number < 1 << 63);
        let high = (u128::from(number << 1) * u128::from(self.reciprocal)) >> 64;
        // `& 63` changes no shift: it says to the compiler that the shift is below 64, which is then not checked.
        (high as u64) >> (self.shift & 63)
    }

    /// Divides smaller numbers by the same divisor; both are at most 2^31.
    #[inline]
    pub fn narrow(self) -> NarrowDivisor {
        debug_assert!(self.shift <= NarrowDivisor::LIMIT.ilog2());
        // Half of the reciprocal's bits, rounded up: what dividing anew would give.
        let reciprocal = ((self.reciprocal - 1) >> 32) + 1;
        NarrowDivisor { reciprocal: reciprocal as u32, shift: self.shift + 31 }
    }
}

/// Divides numbers below [`NarrowDivisor::LIMIT`] by a [`Divisor`]'s number, which is at most that. Products of 32 bits by 32
/// are what processors find for several numbers at once.
#[derive(Clone, Copy, Debug)]
pub struct NarrowDivisor {
    reciprocal: u32,
    shift: u32,
}

impl NarrowDivisor {
    /// cbindgen:ignore
    pub const LIMIT: u64 = 1 << 31;

    /// `number / divisor`, rounded down; `number` is below [`NarrowDivisor::LIMIT`].
    #[inline(always)]
    pub fn quotient(self, number: u64) -> u64 {
        debug_assert!(number < Self::LIMIT);
        let quotient = (u64::from(number as u32) * u64::from(self.reciprocal)) >> (self.shift & 63);
        u64::from(quotient as u32) // says to the compiler that the upper half is 0
    }
}

#[cfg(test)]
mod tests {
    use super::{Divisor, NarrowDivisor};
    use proptest::prelude::*;

    fn any_size() -> impl Strategy<Value = u64> {
        (any::<u64>(), 0..64u32).prop_map(|(bits, shift)| bits >> shift)
    }

    proptest! {
        #[test]
        fn divides(number in any_size(), divisor in any_size()) {
            let (number, divisor) = (number >> 1, divisor.max(1));
            let quick = Divisor::new(divisor);
            prop_assert_eq!(quick.quotient(number), number / divisor);
            // The numbers around multiples are where a rounded reciprocal would fail.
            let multiple = number / divisor * divisor;
            prop_assert_eq!(quick.quotient(multiple), multiple / divisor);
            let below = multiple.saturating_sub(1);
            prop_assert_eq!(quick.quotient(below), below / divisor);
        }

        #[test]
        fn divides_narrowly(number in any_size(), divisor in any_size()) {
            let (number, divisor) = (number % NarrowDivisor::LIMIT, (divisor % (NarrowDivisor::LIMIT + 1)).max(1));
            let quick = Divisor::new(divisor).narrow();
            prop_assert_eq!(quick.quotient(number), number / divisor);
            let multiple = number / divisor * divisor;
            prop_assert_eq!(quick.quotient(multiple), multiple / divisor);
            let below = multiple.saturating_sub(1);
            prop_assert_eq!(quick.quotient(below), below / divisor);
        }
    }

    #[test]
    fn divides_at_the_ends() {
        for divisor in [1, 2, 3, (1 << 62) + 1, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX] {
            for number in [0, 1, (1 << 62) - 1, 1 << 62, (1 << 63) - 2, (1 << 63) - 1] {
                assert_eq!(Divisor::new(divisor).quotient(number), number / divisor, "{number} / {divisor}");
            }
        }
        for divisor in [1, 2, 3, (1 << 16) + 1, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, (1 << 31) - 1, 1 << 31] {
            for number in [0, 1, 2, 3, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, (1 << 31) - 2, (1 << 31) - 1] {
                assert_eq!(Divisor::new(divisor).narrow().quotient(number), number / divisor, "{number} / {divisor}");
            }
        }
    }
}
