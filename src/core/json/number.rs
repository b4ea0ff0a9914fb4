// SPDX-License-Identifier: MIT OR Apache-2.0
//! JSON numbers, exact and in constant memory whatever their length: plain digits quickly, any other spelling digit by digit.

use std::ops::RangeInclusive;

use super::problems::{Kind, wrong_kind};
use crate::core::error::{Code, Error, Result};
use crate::core::text::with_digit;

/// The integer that a value says, however that is spelled; or why it is not one of those that are `allowed`, where `what`
/// says what belongs in the place of a value of another kind.
pub fn integer(value: &str, allowed: RangeInclusive<u64>, what: &'static str) -> Result<u64> {
    if Kind::of(value.as_bytes()) != Some(Kind::Number) {
        return Err(wrong_kind(value, what));
    }
    let (least, most) = allowed.into_inner();
    let problem = match Number::of(value) {
        Number::Integer(integer) if integer < least => below(integer, least),
        Number::Integer(integer) if integer > most => too_large(most).value(integer),
        Number::Integer(integer) => return Ok(integer),
        Number::TooLarge => too_large(most),
        Number::Negative => Error::new(Code::Value, BELOW).limit(least),
        Number::Fraction => Error::new(Code::Value, "{quote} is not an integer"),
    };
    Err(problem.quote(value))
}

const BELOW: &str = "{quote} is below {limit}";

/// An integer that is too small.
pub fn below(integer: u64, least: u64) -> Error {
    Error::new(Code::Value, BELOW).quote_display(&integer).value(integer).limit(least)
}

fn too_large(most: u64) -> Error {
    Error::new(Code::Range, "{quote} passes {limit}").limit(most)
}

/// What a JSON number says, for a reader that wants integers from 0 to 2^64 - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer, however it is spelled: `4`, `4.0`, `0.4e1`.
    Integer(u64),
    /// An integer past 2^64 - 1.
    TooLarge,
    /// Below 0.
    Negative,
    /// Between two integers.
    Fraction,
}

impl Number {
    /// Judges a spelling, which the cursor has found to be that of a number.
    pub fn of(spelling: &str) -> Number {
        let (negative, unsigned) = match spelling.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, spelling),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, judge_exponent(exponent)),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // The value is 0.<significant> times ten to the `scale`.
        let digits = || whole.bytes().chain(fraction.bytes());
        let leading_zeros = digits().take_while(|&digit| digit == b'0').count();
        let trailing_zeros = digits().rev().take_while(|&digit| digit == b'0').count();
        let length = whole.len() + fraction.len();
        if leading_zeros == length {
            return Number::Integer(0);
        }
        if negative {
            return Number::Negative;
        }
        let significant = length - leading_zeros - trailing_zeros;
        let scale = (whole.len() as i64 - leading_zeros as i64).saturating_add(exponent);
        let Some(zeros) = scale.checked_sub(significant as i64).filter(|&zeros| zeros >= 0) else {
            return Number::Fraction;
        };
        let mut value = 0u64;
        let zeros = std::iter::repeat_n(b'0', zeros.min(20) as usize);
        for digit in digits().skip(leading_zeros).take(significant).chain(zeros) {
            match with_digit(value, digit) {
                Some(next) => value = next,
                None => return Number::TooLarge,
            }
        }
        Number::Integer(value)
    }
}

/// An exponent, cut where it no longer makes a difference to any text that fits in memory.
fn judge_exponent(spelling: &str) -> i64 {
    const CUT: i64 = 1 << 62;
    let (negative, digits) = match spelling.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let size = digits
        .iter()
        .fold(0i64, |size, &digit| size.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(CUT));
    if negative { -size } else { size }
}

/// The integer of plain digits that a text starts with, and what is behind it; none where something else is next, also where
/// the number goes on in another spelling.
#[inline(always)]
pub fn plain_integer(text: &[u8]) -> Option<(u64, &[u8])> {
    let (integer, rest) = few_digits(text).or_else(|| many_digits(text))?;
    matches!(rest, [b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r', ..]).then_some((integer, rest))
}

/// An integer of up to 7 digits, read as one word of 8 bytes: how many digits there are differs from edge to edge, and a loop
/// over them would be mispredicted once for each edge.
#[inline(always)]
fn few_digits(text: &[u8]) -> Option<(u64, &[u8])> {
    // The values of the digits, the first in the lowest byte. In `others` the top bit of a byte is set where that is no digit
    // (0x76 + 10 is 0x80). A carry out of such a byte reaches bytes behind it alone, which do not count.
    let values = u64::from_le_bytes(*text.first_chunk()?) ^ 0x3030_3030_3030_3030;
    let others = (values | values.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let bits = others.trailing_zeros() & !7;
    let leading_zero = bits > 8 && values & 0xff == 0;
    if !(8..=56).contains(&bits) || leading_zero {
        return None;
    }
    Some((fold_digits(values << (64 - bits)), &text[(bits / 8) as usize..]))
}

/// The number of eight digits, whose values are the bytes from the lowest on: neighbours are put together three times.
#[inline(always)]
fn fold_digits(values: u64) -> u64 {
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

/// An integer of any number of digits, one by one.
#[inline(never)]
fn many_digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().position(|byte| !byte.is_ascii_digit())?;
    let (digits, rest) = text.split_at(length);
    if digits.is_empty() || (digits.len() > 1 && digits[0] == b'0') {
        return None;
    }
    Some((digits.iter().try_fold(0, |value, &digit| with_digit(value, digit))?, rest))
}

#[cfg(test)]
mod tests {
    use super::Number::{self, *};
    use super::plain_integer;

    fn plain(text: &str) -> Option<(u64, &str)> {
        plain_integer(text.as_bytes()).map(|(integer, rest)| (integer, &text[text.len() - rest.len()..]))
    }

    #[test]
    fn reads_plain_integers_of_every_length() {
        let digits = "12345678901234567890";
        for length in 1..=digits.len() {
            for behind in [",", "]", "}", ", 5]", "]]}}}}}}}}", " 1234567,", "\n", "\t", "\r"] {
                let text = format!("{}{behind}", &digits[..length]);
                assert_eq!(plain(&text), Some((digits[..length].parse().unwrap(), behind)), "{text}");
            }
        }
        assert_eq!(plain("18446744073709551615]"), Some((u64::MAX, "]")));
        assert_eq!(plain("18446744073709551616]"), None);
        assert_eq!(plain("0,0,0,0,0,0,"), Some((0, ",0,0,0,0,0,")));
    }

    #[test]
    fn leaves_what_is_not_plain() {
        let texts = [
            "",
            "1",
            "12345678",
            "01,",
            "00,00,00,00,00",
            "007",
            "-1,-1,-1,-1",
            "a",
            ",1,1,1,1,1,1",
            "\u{80}12345678,",
            "4.5,1,1,1,1,1",
            "4e0,1,1,1,1,1",
            "12345678.0,1",
            "4\u{ff}\u{ff}\u{ff}\u{ff}",
            "4:1,1,1,1,1,1",
            "4\u{b}1,1,1,1,1",
        ];
        for text in texts {
            assert_eq!(plain(text), None, "{text}");
        }
        for first in 0..=255u8 {
            let word = [first, b'5', b',', b',', b',', b',', b',', b','];
            let found = plain_integer(&word).map(|(integer, _)| integer);
            let right = (b'1'..=b'9').contains(&first).then(|| u64::from(first - b'0') * 10 + 5);
            assert_eq!(found, right, "byte {first}");
        }
    }

    #[test]
    fn judges_every_spelling() {
        for (spelling, number) in [
            ("0", Integer(0)),
            ("-0", Integer(0)),
            ("0.000", Integer(0)),
            ("-0.0e5", Integer(0)),
            ("0e999999999999999999999", Integer(0)),
            ("4", Integer(4)),
            ("4.0", Integer(4)),
            ("4e0", Integer(4)),
            ("0.4e1", Integer(4)),
            ("40e-1", Integer(4)),
            ("0.00400E+3", Integer(4)),
            ("1200", Integer(1200)),
            ("9007199254740993.0", Integer(9007199254740993)),
            ("18446744073709551615", Integer(u64::MAX)),
            ("1.8446744073709551615e19", Integer(u64::MAX)),
            ("18446744073709551615000e-3", Integer(u64::MAX)),
            ("18446744073709551616", TooLarge),
            ("1.8446744073709551616e19", TooLarge),
            ("1e999999999999", TooLarge),
            ("1e99999999999999999999999999", TooLarge),
            ("4.5", Fraction),
            ("8.000000000000000001", Fraction),
            ("1e-400", Fraction),
            ("1e-99999999999999999999999999", Fraction),
            ("10e-2", Fraction),
            ("-1", Negative),
            ("-0.5", Negative),
            ("-1e400", Negative),
        ] {
            assert_eq!(Number::of(spelling), number, "{spelling}");
        }
    }

    #[test]
    fn long_spellings_are_no_burden() {
        let zeros = "0".repeat(1_000_000);
        assert_eq!(Number::of(&format!("1{zeros}")), TooLarge);
        assert_eq!(Number::of(&format!("7.{zeros}")), Integer(7));
        assert_eq!(Number::of(&format!("7.{zeros}1")), Fraction);
        assert_eq!(Number::of(&format!("7{zeros}e-1000000")), Integer(7));
        assert_eq!(Number::of(&format!("0.{zeros}7e1000001")), Integer(7));
    }
}
