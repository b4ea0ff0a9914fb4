// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text in two passes, so that none of it is written where not all of it fits: first its length, then its bytes.

use std::mem::MaybeUninit;

/// Something that can be written as text. It writes the same text each time, so that its length can be had first.
pub trait Text {
    fn write(&self, sink: &mut impl Sink);
}

/// Takes text piece by piece.
pub trait Sink {
    fn text(&mut self, text: &str);

    /// A number in decimal digits.
    fn number(&mut self, number: u64);
}

/// A number with one more decimal digit behind it, an ASCII one; none past 64 bits.
#[inline(always)]
pub fn with_digit(number: u64, digit: u8) -> Option<u64> {
    number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
}

/// How many digits a number has.
#[inline]
fn digits(number: u64) -> usize {
    if number < 10_000 {
        return 1 + usize::from(number > 9) + usize::from(number > 99) + usize::from(number > 999);
    }
    number.ilog10() as usize + 1
}

/// Counts bytes.
#[derive(Debug, Default)]
pub struct Counter {
    pub length: usize,
}

impl Sink for Counter {
    #[inline]
    fn text(&mut self, text: &str) {
        self.length += text.len();
    }

    #[inline]
    fn number(&mut self, number: u64) {
        self.length += digits(number);
    }
}

/// Writes bytes into memory that holds them all.
#[derive(Debug)]
pub struct Writer<'a> {
    /// What is left of the memory.
    pub rest: &'a mut [MaybeUninit<u8>],
}

impl<'a> Writer<'a> {
    #[inline]
    fn take(&mut self, length: usize) -> &'a mut [MaybeUninit<u8>] {
        let (place, rest) = std::mem::take(&mut self.rest).split_at_mut(length);
        self.rest = rest;
        place
    }
}

impl Sink for Writer<'_> {
    #[inline]
    fn text(&mut self, text: &str) {
        for (place, byte) in self.take(text.len()).iter_mut().zip(text.bytes()) {
            place.write(byte);
        }
    }

    #[inline]
    fn number(&mut self, number: u64) {
        let length = digits(number);
        if let (0..10_000, Some(place)) = (number, self.rest.first_chunk_mut()) {
            // Four digits at once, and then those that are there: a loop would be mispredicted for every other edge.
            let number = number as u32;
            let four =
                [number / 1000, number / 100 % 10, number / 10 % 10, number % 10].map(|digit| b'0' + digit as u8);
            let moved = u32::from_le_bytes(four) >> (8 * (4 - length));
            *place = moved.to_le_bytes().map(MaybeUninit::new);
            self.take(length);
            return;
        }
        let mut left = number;
        for place in self.take(length).iter_mut().rev() {
            place.write(b'0' + (left % 10) as u8);
            left /= 10;
        }
    }
}

#[cfg(test)]
impl Sink for String {
    fn text(&mut self, text: &str) {
        self.push_str(text);
    }

    fn number(&mut self, number: u64) {
        self.push_str(&number.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_is_what_is_written() {
        for number in [0, 1, 9, 10, 99, 100, 12345, u64::MAX - 1, u64::MAX, 10u64.pow(19), 10u64.pow(19) - 1] {
            let mut counter = Counter::default();
            counter.text("[");
            counter.number(number);
            let mut memory = [MaybeUninit::uninit(); 30];
            let mut writer = Writer { rest: &mut memory };
            writer.text("[");
            writer.number(number);
            assert_eq!(30 - writer.rest.len(), counter.length);
            assert_eq!(counter.length, number.to_string().len() + 1);
            // Into memory that holds no more than the text.
            let mut writer = Writer { rest: &mut memory[..counter.length] };
            writer.text("[");
            writer.number(number);
            assert!(writer.rest.is_empty());
        }
    }
}
