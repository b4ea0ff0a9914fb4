// SPDX-License-Identifier: MIT OR Apache-2.0
//! JSON numbers judged by their spelling: exact, in constant memory, whatever their length.

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
    /// Judges a JSON value as spelled; none where it is no number.
    pub fn of(value: &str) -> Option<Number> {
        matches!(value.as_bytes().first(), Some(b'-' | b'0'..=b'9')).then(|| Number::judge(value))
    }

    /// Judges the spelling of a JSON number. (That it is one has been checked by the reader.)
    fn judge(spelling: &str) -> Number {
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
            let next = value.checked_mul(10).and_then(|value| value.checked_add(u64::from(digit - b'0')));
            match next {
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

#[cfg(test)]
mod tests {
    use super::Number::{self, *};

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
            assert_eq!(Number::judge(spelling), number, "{spelling}");
        }
    }

    #[test]
    fn long_spellings_are_no_burden() {
        let zeros = "0".repeat(1_000_000);
        assert_eq!(Number::judge(&format!("1{zeros}")), TooLarge);
        assert_eq!(Number::judge(&format!("7.{zeros}")), Integer(7));
        assert_eq!(Number::judge(&format!("7.{zeros}1")), Fraction);
        assert_eq!(Number::judge(&format!("7{zeros}e-1000000")), Integer(7));
        assert_eq!(Number::judge(&format!("0.{zeros}7e1000001")), Integer(7));
    }
}
