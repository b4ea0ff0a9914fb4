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
