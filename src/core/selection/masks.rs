// SPDX-License-Identifier: MIT OR Apache-2.0
//! Masks: which elements are asked for, as a byte or a bit for each.

use crate::core::error::{Code, Error, Result};

/// The elements that a mask selects, in order.
pub trait Mask {
    /// How many elements it is about.
    fn length(&self) -> u64;

    /// How many elements it selects, or the first one of which it says neither yes nor no.
    fn count(&self) -> Result<usize>;

    /// The elements.
    fn elements(&self) -> impl Iterator<Item = u64> + '_;
}

/// One byte an element, 0 or 1.
#[derive(Clone, Copy, Debug)]
pub struct ByteMask<'a>(pub &'a [u8]);

impl Mask for ByteMask<'_> {
    fn length(&self) -> u64 {
        self.0.len() as u64
    }

    fn count(&self) -> Result<usize> {
        match self.0.iter().position(|&byte| byte > 1) {
            None => Ok(self.0.iter().map(|&byte| usize::from(byte)).sum()),
            Some(first) => Err(Error::new(Code::Argument, "a mask holds 0 and 1, not {value}")
                .entry(first as u64)
                .value(self.0[first].into())
                .limit(1)),
        }
    }

    fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        (0..).zip(self.0).filter(|(_, byte)| **byte == 1).map(|(element, _)| element)
    }
}

/// One bit an element.
#[derive(Clone, Copy, Debug)]
pub struct BitMask<'a> {
    /// Eight elements a byte.
    pub bytes: &'a [u8],
    /// Which bit of the first byte is the first element's, below 8.
    pub offset: usize,
    /// How many elements there are.
    pub length: u64,
    /// Whether the most significant bit of a byte is its first, not the least.
    pub high_first: bool,
}

impl Mask for BitMask<'_> {
    fn length(&self) -> u64 {
        self.length
    }

    fn count(&self) -> Result<usize> {
        Ok(self.elements().count())
    }

    fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        let bits = (0..).step_by(8).zip(self.bytes).flat_map(move |(first, &byte)| {
            let mut left = if self.high_first { byte.reverse_bits() } else { byte };
            if first == 0 {
                left &= u8::MAX << self.offset;
            }
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(first + u64::from(bit) - self.offset as u64)
            })
        });
        bits.take_while(|&element| element < self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_start_anywhere_in_a_byte_and_at_either_end_of_it() {
        // As they are read, from the first bit on: 1001 0110 | 1100 0001.
        for (bytes, high_first) in [([0b0110_1001, 0b1000_0011], false), ([0b1001_0110, 0b1100_0001], true)] {
            let mask = |offset, length| BitMask { bytes: &bytes, offset, length, high_first };
            let elements = |offset, length| mask(offset, length).elements().collect::<Vec<u64>>();
            assert_eq!(elements(0, 16), [0, 3, 5, 6, 8, 9, 15]);
            assert_eq!(elements(4, 5), [1, 2, 4]);
            assert_eq!(elements(7, 9), [1, 2, 8]);
            assert!(elements(7, 0).is_empty());
            assert_eq!(mask(3, 12).count(), Ok(5));
        }
    }

    #[test]
    fn a_byte_says_yes_or_no() {
        assert_eq!(ByteMask(&[0, 1, 1, 0]).elements().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(ByteMask(&[0, 1, 1, 0]).count(), Ok(2));
        let error = ByteMask(&[0, 1, 2, 3]).count().unwrap_err();
        assert_eq!((error.code, error.entry, error.value), (Code::Argument, Some(2), Some(2)));
    }
}
