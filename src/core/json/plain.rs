// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists spelled plainly: digits, brackets, commas and white space. Nothing here judges or explains: whatever is not
//! plain, JSON or not, is left to an exact pass.

use super::bytes::{BLOCK, count};
use super::cursor::Cursor;
use super::lists::{AxesText, AxisEdges, AxisText};
use crate::core::edges::{EdgesBuilder, Run};

/// Goes past the array that is next, with one integer or list for each axis; none, and past nothing, where it is not plain.
pub fn plain_axes(cursor: &mut Cursor, entries_left: &mut u64) -> Option<AxesText> {
    let mut plain = Plain { rest: &cursor.text.as_bytes()[cursor.at..], entries_left: *entries_left };
    let axes = plain.axes()?;
    cursor.at = cursor.text.len() - plain.rest.len();
    *entries_left = plain.entries_left;
    Some(axes)
}

/// A text that starts with plain lists.
struct Plain<'t> {
    /// What has not been read yet.
    rest: &'t [u8],
    /// How many more list entries are allowed.
    entries_left: u64,
}

impl Plain<'_> {
    /// A shorter text needs too little memory to care.
    const LONG: usize = 1024;

    fn axes(&mut self) -> Option<AxesText> {
        let mut axes = AxesText::default();
        self.each(|plain| {
            let edges = match plain.rest.first() {
                Some(b'[') => AxisEdges::List(plain.edges()?),
                _ => AxisEdges::Integer(plain.integer()?),
            };
            axes.push(AxisText { at: None, edges }).ok()
        })?;
        Some(axes)
    }

    /// The edges of an axis, each an integer or a run. At least one.
    fn edges(&mut self) -> Option<EdgesBuilder> {
        // (Where more edges follow than are allowed, none of the memory will be needed.)
        let room = if self.rest.len() < Self::LONG { None } else { self.bare_edges() };
        let mut edges = match room {
            Some(room) if room as u64 <= self.entries_left => EdgesBuilder::with_room(room).ok()?,
            _ => EdgesBuilder::default(),
        };
        self.each(|plain| {
            let run = match plain.rest.first() {
                Some(b'[') => plain.run()?,
                _ => Run { edge: plain.integer()?, count: 1 },
            };
            plain.entries_left = plain.entries_left.checked_sub(1)?;
            run.check().and_then(|()| edges.push(run)).ok()
        })?;
        (edges.sum() > 0).then_some(edges)
    }

    /// The length of a list of bare edges, for its memory. No more than a guess: the list has not been read.
    fn bare_edges(&self) -> Option<usize> {
        let bracket = |byte| (byte == b'[') | (byte == b']');
        let inside = &self.rest[1..];
        let blocks = inside.chunks(BLOCK).take_while(|block| count(block, bracket) == 0);
        let start: usize = blocks.map(<[u8]>::len).sum();
        let end = start + inside[start..].iter().position(|&byte| bracket(byte))?;
        (inside[end] == b']').then(|| 1 + count(&inside[..end], |byte| byte == b','))
    }

    fn run(&mut self) -> Option<Run> {
        let mut numbers = [0; 2];
        let mut length = 0;
        self.each(|plain| {
            *numbers.get_mut(length)? = plain.integer()?;
            length += 1;
            Some(())
        })?;
        let [edge, count] = numbers;
        (length == 2).then_some(Run { edge, count })
    }

    /// Reads a list, each of whose values `read` goes past.
    #[inline(always)]
    fn each(&mut self, mut read: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.rest = self.rest.strip_prefix(b"[")?;
        self.skip_space();
        if let [b']', rest @ ..] = self.rest {
            self.rest = rest;
            return Some(());
        }
        loop {
            read(self)?;
            self.skip_space();
            let (next, rest) = self.rest.split_first()?;
            self.rest = rest;
            match next {
                b',' => self.skip_space(),
                b']' => return Some(()),
                _ => return None,
            }
        }
    }

    #[inline(always)]
    fn skip_space(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// An integer of plain digits. Up to 7 of them are read as one word: how many there are differs from edge to edge, and
    /// a loop over them would be mispredicted once for each edge.
    #[inline(always)]
    fn integer(&mut self) -> Option<u64> {
        if let Some(word) = self.rest.first_chunk() {
            // The digits' values, the first in the lowest byte. In `others` the top bit of a byte is set where that is no
            // digit (0x76 + 10 is 0x80). (A carry out of such a byte reaches bytes behind it alone, which do not count.)
            let values = u64::from_le_bytes(*word) ^ 0x3030_3030_3030_3030;
            let others = (values | values.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
            let bits = others.trailing_zeros() & !7;
            if let 8..=56 = bits {
                if bits > 8 && values & 0xff == 0 {
                    return None;
                }
                self.rest = &self.rest[(bits / 8) as usize..];
                return Some(fold_digits(values << (64 - bits)));
            }
        }
        self.long_integer()
    }

    /// An integer of plain digits, one by one.
    #[inline(never)]
    fn long_integer(&mut self) -> Option<u64> {
        let length = self.rest.iter().position(|byte| !byte.is_ascii_digit())?;
        let (digits, rest) = self.rest.split_at(length);
        if digits.is_empty() || (digits.len() > 1 && digits[0] == b'0') {
            return None;
        }
        self.rest = rest;
        digits.iter().try_fold(0u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
    }
}

/// The number of eight digits, whose values are the bytes from the lowest on: neighbours are put together three times.
#[inline(always)]
fn fold_digits(values: u64) -> u64 {
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::Plain;

    fn integer(text: &str) -> Option<(u64, &str)> {
        let mut plain = Plain { rest: text.as_bytes(), entries_left: 0 };
        let integer = plain.integer()?;
        Some((integer, &text[text.len() - plain.rest.len()..]))
    }

    #[test]
    fn reads_integers_of_every_length() {
        let digits = "12345678901234567890";
        for length in 1..=digits.len() {
            for behind in [",", "]", ", 5]", "]]}}}}}}}}", " 1234567,", "\n"] {
                let text = format!("{}{behind}", &digits[..length]);
                assert_eq!(integer(&text), Some((digits[..length].parse().unwrap(), behind)), "{text}");
            }
        }
        assert_eq!(integer("18446744073709551615]"), Some((u64::MAX, "]")));
        assert_eq!(integer("18446744073709551616]"), None);
        assert_eq!(integer("0,0,0,0,0,0,"), Some((0, ",0,0,0,0,0,")));
    }

    #[test]
    fn leaves_what_is_not_plain() {
        for text in
            ["", "1", "12345678", "01,", "00,00,00,00,00", "007", "-1,-1,-1,-1", "a", ",1,1,1,1,1,1", "\u{80}12345678,"]
        {
            assert_eq!(integer(text), None, "{text}");
        }
        // What is behind the digits is not looked at.
        assert_eq!(integer("4.5,1,1,1,1,1"), Some((4, ".5,1,1,1,1,1")));
        assert_eq!(integer("4\u{ff}\u{ff}\u{ff}\u{ff}"), Some((4, "\u{ff}\u{ff}\u{ff}\u{ff}")));
        for digit in 0..=255u8 {
            let word = [digit, b'5', b',', b',', b',', b',', b',', b','];
            let found = Plain { rest: &word, entries_left: 0 }.integer();
            let right = (b'1'..=b'9').contains(&digit).then(|| u64::from(digit - b'0') * 10 + 5);
            assert_eq!(found, right, "byte {digit}");
        }
    }

    #[test]
    fn reads_lists() {
        let axes = |text: &str, entries_left| {
            let mut plain = Plain { rest: text.as_bytes(), entries_left };
            let axes = plain.axes()?;
            Some((axes.count, plain.entries_left, plain.rest.len()))
        };
        assert_eq!(axes("[]}}", 9), Some((0, 9, 2)));
        assert_eq!(axes("[5,[ 1 , [2,3]\n],[\t7]] }", 9), Some((3, 6, 2)));
        assert_eq!(axes("[[1,2,3]]", 3), Some((1, 0, 0)));
        for text in [
            "[[1,2,3,4]]",
            "[[]]",
            "[[0]]",
            "[[1,]]",
            "[,1]",
            "[1",
            "[[1]",
            "[[[1,0]]]",
            "[[[1]]]",
            "[[[1,2,3]]]",
            "[\"\"]",
            "5",
        ] {
            assert_eq!(axes(text, 3), None, "{text}");
        }
    }
}
