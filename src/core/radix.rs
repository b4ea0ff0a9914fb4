// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arithmetic over several axes: products, row-major numbers, counting on, and the search for a number that passes a test.
//!
//! The index of a cell and its row-major number say the same thing: the number is the index read as digits, the first axis
//! the highest, and each axis has as many digits as it is long. So cell (1, 0, 2) of shape (2, 3, 4) has number
//! (1 * 3 + 0) * 4 + 2 = 14.

use std::ops::Range;

/// The product of some lengths; none past 64 bits, unless one of them is 0, which makes it 0 whatever the others are.
pub fn product(lengths: impl Iterator<Item = u64>) -> Option<u64> {
    let (mut product, mut zero) = (Some(1u64), false);
    for length in lengths {
        product = product.and_then(|product| product.checked_mul(length));
        zero |= length == 0;
    }
    if zero { Some(0) } else { product }
}

/// The row-major number of an index, given as pairs of an axis's length and its digit; none past 64 bits.
#[inline]
pub fn number(digits: impl Iterator<Item = (u64, u64)>) -> Option<u64> {
    let mut number = 0;
    for (length, digit) in digits {
        number = append(number, length, digit)?;
    }
    Some(number)
}

/// A row-major number with one more digit, that of an axis of this length; none past 64 bits.
#[inline]
pub fn append(number: u64, length: u64, digit: u64) -> Option<u64> {
    number.checked_mul(length)?.checked_add(digit)
}

/// As [`number`] up to 128 bits; what passes them stops at the largest number.
pub fn wide_number(digits: impl Iterator<Item = (u128, u128)>) -> u128 {
    digits.fold(0, |number: u128, (length, digit)| number.saturating_mul(length).saturating_add(digit))
}

/// Sets `index` to the digits of a row-major number below the product of the lengths.
#[inline]
pub fn set_index(index: &mut [u64], lengths: impl DoubleEndedIterator<Item = u64>, mut number: u64) {
    for (digit, length) in index.iter_mut().rev().zip(lengths.rev()) {
        *digit = number % length;
        number /= length;
    }
}

/// Counts on by one, the last axis fastest, where `length` tells how long each axis is: the first axis whose digit changed,
/// or none where the index was the last one, and is the first one again.
#[inline]
pub fn count_on(index: &mut [u64], length: impl Fn(usize) -> u64) -> Option<usize> {
    for axis in (0..index.len()).rev() {
        index[axis] += 1;
        if index[axis] < length(axis) {
            return Some(axis);
        }
        index[axis] = 0;
    }
    None
}

/// The first number of a range for which `is_before` does not hold, or the end; up to there it holds.
#[inline]
pub fn partition_point(range: Range<u64>, mut is_before: impl FnMut(u64) -> bool) -> u64 {
    let Range { start: mut low, end: mut high } = range;
    while low < high {
        let middle = low + (high - low) / 2;
        match is_before(middle) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_wins_over_what_passes_64_bits() {
        assert_eq!(product([1 << 40, 1 << 40].into_iter()), None);
        assert_eq!(product([1 << 40, 1 << 40, 0].into_iter()), Some(0));
        assert_eq!(product([0, 1 << 40, 1 << 40].into_iter()), Some(0));
        assert_eq!(product([(1 << 32) - 1, (1 << 32) + 1].into_iter()), Some(u64::MAX));
        assert_eq!(product([].into_iter()), Some(1));
    }

    #[test]
    fn numbers_and_indices_are_each_others_opposite() {
        let shape = [2, 3, 4];
        let mut counted = [0; 3];
        for expected in 0..24 {
            let mut index = [0; 3];
            set_index(&mut index, shape.into_iter(), expected);
            assert_eq!(index, counted);
            assert_eq!(number(shape.into_iter().zip(index)), Some(expected));
            let wide = shape.into_iter().zip(index).map(|(length, digit)| (length.into(), digit.into()));
            assert_eq!(wide_number(wide), expected.into());
            let changed = count_on(&mut counted, |axis| shape[axis]);
            assert_eq!(changed, (0..3).find(|&axis| counted[axis] != index[axis]).filter(|_| expected < 23));
        }
        assert_eq!(counted, [0; 3]);
    }

    #[test]
    fn numbers_stop_where_they_do_not_fit() {
        let square = |digit| [(1u64 << 32, digit), (1 << 32, digit)];
        assert_eq!(number(square((1 << 32) - 1).into_iter()), Some(u64::MAX));
        assert_eq!(number([(7, 1), (u64::MAX, 1)].into_iter()), None);
        assert_eq!(wide_number([(1, 7), (1 << 127, 1)].into_iter()), u128::MAX);
    }

    #[test]
    fn the_first_that_fails_is_found() {
        for end in 0..20 {
            for first in 0..=end {
                assert_eq!(partition_point(0..end, |number| number < first), first);
            }
        }
        assert_eq!(partition_point(u64::MAX - 5..u64::MAX, |number| number < u64::MAX - 1), u64::MAX - 1);
    }
}
