// SPDX-License-Identifier: MIT OR Apache-2.0
//! A place in a text, and single values there.
//!
//! What is spelled plainly (short strings, digits, words, brackets and commas) is read here. A string or number that is
//! not plain is delimited by `serde_json`, one at a time: that takes no memory, unless it is not JSON, where
//! `serde_json` makes an error of a few bytes.

use serde_core::Deserialize;
use serde_json::value::RawValue;

use super::nesting::skip_nested;
use super::number::plain_integer;
use crate::core::error::{Code, Error, Result};

/// What is next of a text.
#[derive(Clone, Copy)]
pub struct Cursor<'t> {
    text: &'t str,
    rest: &'t [u8],
}

impl<'t> Cursor<'t> {
    /// The first value of a text: behind a byte order mark, which RFC 8259 lets a reader ignore, and white space.
    pub fn new(text: &'t str) -> Self {
        let mut cursor = Cursor { text, rest: text.strip_prefix('\u{feff}').unwrap_or(text).as_bytes() };
        cursor.skip_space();
        cursor
    }

    /// The place, in bytes from the start of the text.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// What has not been read.
    #[inline(always)]
    pub fn rest(&self) -> &'t [u8] {
        self.rest
    }

    /// The next byte.
    #[inline(always)]
    pub fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Goes past white space.
    #[inline(always)]
    pub fn skip_space(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// Goes past `byte` where it is next.
    #[inline(always)]
    pub fn take(&mut self, byte: u8) -> bool {
        match self.rest {
            [next, rest @ ..] if *next == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Goes past an integer of plain digits from 1 on; past nothing where something else is next.
    #[inline(always)]
    pub fn positive(&mut self) -> Option<u64> {
        let (integer, rest) = plain_integer(self.rest).filter(|&(integer, _)| integer > 0)?;
        self.rest = rest;
        Some(integer)
    }

    /// Goes past an array, which is next; `read` goes past each of its values.
    #[inline(always)]
    pub fn each(&mut self, read: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.inside(b']', "a comma or ]", read)
    }

    /// Goes past an object, which is next; `read` is shown the name of each member, as it is spelled between its quotes, and goes past
    /// its value.
    pub fn each_member(&mut self, mut read: impl FnMut(&mut Self, &'t str) -> Result<()>) -> Result<()> {
        self.inside(b'}', "a comma or }", |cursor| {
            let name = cursor.name()?;
            read(cursor, name)
        })
    }

    /// Goes past an opening bracket, which is next, what `read` goes past, with commas between, and the closing bracket.
    #[inline(always)]
    fn inside(
        &mut self,
        closing: u8,
        belongs: &'static str,
        mut read: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.rest = &self.rest[1..];
        self.skip_space();
        if self.take(closing) {
            return Ok(());
        }
        loop {
            read(self)?;
            // The comma is nearly always next.
            if !self.take(b',') {
                self.skip_space();
                if self.take(closing) {
                    return Ok(());
                }
                if !self.take(b',') {
                    return Err(self.not_json(belongs));
                }
            }
            self.skip_space();
        }
    }

    /// Goes past the name of a member and the colon, to its value. The name is returned as it is spelled between its quotes.
    pub fn name(&mut self) -> Result<&'t str> {
        if self.peek() != Some(b'"') {
            return Err(self.not_json("the name of a member"));
        }
        let name = self.string()?;
        self.skip_space();
        if !self.take(b':') {
            return Err(self.not_json("a colon"));
        }
        self.skip_space();
        Ok(name)
    }

    /// Goes past a string, which is next, and is returned as it is spelled between its quotes.
    pub fn string(&mut self) -> Result<&'t str> {
        let start = self.at() + 1;
        self.scalar()?;
        Ok(&self.text[start..self.at() - 1])
    }

    /// Goes past a value of any kind, which is returned as it is spelled. JSON, and the words of [`Cursor::word`].
    pub fn value(&mut self) -> Result<&'t str> {
        let start = self.at();
        match self.peek() {
            Some(b'[' | b'{') => skip_nested(self)?,
            _ => self.scalar()?,
        }
        Ok(&self.text[start..self.at()])
    }

    /// Goes past a value that is neither an array nor an object.
    #[inline(always)]
    pub fn scalar(&mut self) -> Result<()> {
        match self.rest {
            [b'"', ..] => match plain_string(self.rest) {
                Some(rest) => self.rest = rest,
                None => self.read_by_serde("a string")?,
            },
            [b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => match plain_integer(self.rest) {
                Some((_, rest)) => self.rest = rest,
                None => self.read_by_serde("a number")?,
            },
            _ => self.word()?,
        }
        Ok(())
    }

    /// Goes past one of JSON's three words; or past one of the three that Python's `json` writes for the floats
    /// that JSON lacks, since a member that is not read may hold them. What is read judges them ([`Kind`]).
    ///
    /// [`Kind`]: super::problems::Kind
    #[inline(never)]
    fn word(&mut self) -> Result<()> {
        const WORDS: [&[u8]; 6] = [b"null", b"true", b"false", b"NaN", b"Infinity", b"-Infinity"];
        if let Some(rest) = WORDS.iter().find_map(|word| self.rest.strip_prefix(*word)) {
            self.rest = rest;
            return Ok(());
        }
        if WORDS.iter().any(|word| word.starts_with(self.rest)) {
            // The text ends inside the word.
            self.rest = &[];
        }
        Err(self.not_json("a value"))
    }

    #[inline(never)]
    fn read_by_serde(&mut self, what: &'static str) -> Result<()> {
        let start = self.at();
        let text = &self.text[start..];
        match <&RawValue>::deserialize(&mut serde_json::Deserializer::from_str(text)) {
            Ok(value) => {
                self.rest = &self.rest[value.get().len()..];
                Ok(())
            }
            Err(error) if error.is_eof() => {
                let problem = Error::new(Code::Json, "not JSON: the text ends inside {name}");
                Err(problem.name(what).offset(self.text.len()))
            }
            Err(error) => {
                // Lines and columns count from 1. The column is 0 where the byte is the end of a line.
                let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
                let offset = lines.map(str::len).sum::<usize>() + error.column();
                let problem = Error::new(Code::Json, "not JSON: {name} is not spelled like this");
                Err(problem.name(what).offset(start + offset.saturating_sub(1)))
            }
        }
    }

    /// Refuses what follows the document.
    pub fn end(mut self) -> Result<()> {
        self.skip_space();
        if self.rest.is_empty() { Ok(()) } else { Err(self.not_json("the end of the text")) }
    }

    /// Why the text is not JSON: what is next is not what belongs there.
    #[cold]
    pub fn not_json(&self, belongs: &'static str) -> Error {
        let (before, rest) = self.text.split_at(self.at());
        let problem = Error::new(Code::Json, "not JSON: {quote} where {name} belongs").name(belongs).offset(self.at());
        let next = rest.chars().next();
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        match next {
            None => problem.saying("not JSON: the text ends where {name} belongs"),
            Some('/') if rest.starts_with("//") || rest.starts_with("/*") => problem.saying("not JSON: a comment"),
            Some(']' | '}') if before.trim_ascii_end().ends_with(',') => problem.saying("not JSON: trailing comma"),
            Some(c) if word.is_empty() => problem.quote(c.encode_utf8(&mut [0; 4])),
            Some(_) => problem.quote(word),
        }
    }
}

/// What is behind a string without escapes, as nearly all are; none where something else is next, or the text ends soon.
///
/// The text is looked through eight bytes at a time for one that is a quote, a backslash or below 0x20: subtracting the least
/// value that is none of these borrows from such a byte's top bit. The borrow runs on into the bytes behind it, so no
/// more than the first such byte is certain, and that is the one to find.
fn plain_string(text: &[u8]) -> Option<&[u8]> {
    let mut inside = text.strip_prefix(b"\"")?;
    loop {
        let word = u64::from_le_bytes(*inside.first_chunk()?);
        let below = |word: u64, least: u8| word.wrapping_sub(every(least)) & !word & every(0x80);
        let special = below(word, 0x20) | below(word ^ every(b'"'), 1) | below(word ^ every(b'\\'), 1);
        if special != 0 {
            return inside[(special.trailing_zeros() / 8) as usize..].strip_prefix(b"\"");
        }
        inside = &inside[8..];
    }
}

/// A word of eight equal bytes.
const fn every(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::plain_string;

    #[test]
    fn a_plain_string_ends_at_its_quote() {
        let behind = ", \"x\\n\"]]]]";
        for length in 0..40 {
            let letters = "abc \u{e9}\u{20ac}\u{1f600}defghijklmnopqrstuvwxyz0123456789";
            let inside: String = letters.chars().cycle().take(length).collect();
            let text = format!("\"{inside}\"{behind}");
            assert_eq!(plain_string(text.as_bytes()), Some(behind.as_bytes()), "{text}");
            // Any other byte at any place is looked at by itself.
            for at in 1..=inside.len() {
                for byte in 0..=255u8 {
                    let mut changed = text.clone().into_bytes();
                    changed[at] = byte;
                    let right = match byte {
                        b'"' => Some(&changed[at + 1..]),
                        b'\\' | 0..=0x1f => None,
                        _ => Some(behind.as_bytes()),
                    };
                    assert_eq!(plain_string(&changed), right, "byte {byte} at {at} of {text}");
                }
            }
        }
        for text in ["", "\"", "x\", 12345678", "\"no end 12345678", "\"no end ", "\"short\""] {
            assert_eq!(plain_string(text.as_bytes()), None, "{text}");
        }
    }
}
