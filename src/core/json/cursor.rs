// SPDX-License-Identifier: MIT OR Apache-2.0
//! A place in a text. Values are read there one after the other, by `serde_json` where they are more than short strings;
//! what stands between them is read here.

use serde_core::Deserialize;
use serde_json::value::RawValue;

/// The text is not JSON from some place on. Where and why is `serde_json`'s to say.
pub struct NotJson;

/// What has been read of a text, and what is next.
#[derive(Clone, Copy)]
pub struct Cursor<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The byte that is next.
    pub at: usize,
}

impl<'t> Cursor<'t> {
    /// Strings of fewer bytes are not worth a reader of their own.
    const SHORT: usize = 64;

    /// The start of a text.
    pub fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }
    }

    /// The next byte.
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes past white space.
    pub fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes past one of the bytes that may be next, which is returned.
    pub fn take(&mut self, bytes: &[u8]) -> Result<u8, NotJson> {
        let next = self.peek().filter(|next| bytes.contains(next)).ok_or(NotJson)?;
        self.at += 1;
        Ok(next)
    }

    /// Goes past a value, which is returned as it is spelled.
    pub fn value(&mut self) -> Result<&'t str, NotJson> {
        let value = self.plain_string().map_or_else(|| self.any_value(), Ok)?;
        self.at += value.len();
        Ok(value)
    }

    /// Goes past a string, which is returned as it is spelled, in its quotes.
    pub fn string(&mut self) -> Result<&'t str, NotJson> {
        if self.peek() == Some(b'"') { self.value() } else { Err(NotJson) }
    }

    /// A short string without escapes, as most are.
    fn plain_string(&self) -> Option<&'t str> {
        let rest = self.text.as_bytes()[self.at..].strip_prefix(b"\"")?;
        let end = rest[..rest.len().min(Self::SHORT)].iter().position(|&byte| !PLAIN[usize::from(byte)])?;
        (rest[end] == b'"').then(|| &self.text[self.at..self.at + end + 2])
    }

    fn any_value(&self) -> Result<&'t str, NotJson> {
        let mut reader = serde_json::Deserializer::from_str(&self.text[self.at..]);
        <&RawValue>::deserialize(&mut reader).map(RawValue::get).map_err(|_| NotJson)
    }
}

/// The bytes that a string holds as they are, and that do not end it.
static PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let mut control = 0;
    while control < 0x20 {
        plain[control] = false;
        control += 1;
    }
    plain[b'"' as usize] = false;
    plain[b'\\' as usize] = false;
    plain
};
