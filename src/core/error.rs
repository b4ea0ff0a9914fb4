// SPDX-License-Identifier: MIT OR Apache-2.0
//! What went wrong, as plain data: making an error allocates nothing, and its text is put together
//! only when it is shown.

use std::fmt::{self, Write};

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// The class of an [`Error`], one for each thing a caller may want to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A pointer is NULL where it may not be.
    Null,
    /// An argument has a value that is never right.
    Argument,
    /// A number of axes differs from the grid's.
    Rank,
    /// An index, chunk, part or byte lies outside.
    Bounds,
    /// A buffer is too small.
    Capacity,
    /// Memory ran out.
    Memory,
    /// A number passes 64 bits or the largest extent.
    Range,
    /// A limit set by the caller or by this library.
    Limit,
    /// A fault of this library.
    Internal,
    /// The text is not JSON.
    Json,
    /// A member stands twice in one object.
    Duplicate,
    /// A JSON value of the wrong type or shape, or a missing member.
    Structure,
    /// A number or list that may not stand there.
    Value,
    /// The edges end before the extent.
    Cover,
    /// A name, kind or member that this library does not know or refuses.
    Unsupported,
    /// Not a failure: something that an option repaired.
    Repaired,
    /// A grid that is not regular.
    NotRegular,
    /// Boundaries that do not meet.
    NotAligned,
    /// Grids that do not fit together.
    Incompatible,
}

/// Something refused: its class, where it is, and what was given against what was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The class.
    pub code: Code,
    /// The axis concerned.
    pub axis: Option<usize>,
    /// The position in an axis's list, a batch, or a list of slices.
    pub entry: Option<u64>,
    /// The byte of the JSON text.
    pub offset: Option<u64>,
    /// What was given.
    pub value: Option<u64>,
    /// What was allowed.
    pub limit: Option<u64>,
    /// The member of a document, names joined by dots; empty for the whole document. The axis, the element
    /// and the slot say where in it.
    pub path: Option<&'static str>,
    /// The position in a run pair: 0 for its edge, 1 for its count.
    pub slot: Option<usize>,
    /// One sentence, in which `{axis}`, `{entry}`, `{value}`, `{limit}`, `{name}` and `{quote}` stand
    /// for the fields.
    what: &'static str,
    name: &'static str,
    quote: Quote,
}

impl Error {
    /// An error that says `what`, a sentence in which `{axis}`, `{entry}`, `{value}`, `{limit}`, `{name}` and `{quote}`
    /// stand for the fields.
    pub fn new(code: Code, what: &'static str) -> Self {
        Error {
            code,
            axis: None,
            entry: None,
            offset: None,
            value: None,
            limit: None,
            path: None,
            slot: None,
            what,
            name: "",
            quote: Quote::default(),
        }
    }

    /// Memory that could not be reserved.
    pub fn memory() -> Self {
        Error::new(Code::Memory, "out of memory")
    }

    /// The same error in other words.
    pub fn saying(mut self, what: &'static str) -> Self {
        self.what = what;
        self
    }

    /// The axis concerned.
    pub fn axis(mut self, axis: usize) -> Self {
        self.axis = Some(axis);
        self
    }

    /// The position in a list or batch.
    pub fn entry(mut self, entry: u64) -> Self {
        self.entry = Some(entry);
        self
    }

    /// The byte of the text.
    pub fn offset(mut self, offset: usize) -> Self {
        self.offset = Some(offset as u64);
        self
    }

    /// What was given.
    pub fn value(mut self, value: u64) -> Self {
        self.value = Some(value);
        self
    }

    /// What was allowed.
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The member of a document.
    pub fn path(mut self, member: &'static str) -> Self {
        self.path = Some(member);
        self
    }

    /// The position in a run pair.
    pub fn slot(mut self, slot: Option<usize>) -> Self {
        self.slot = slot;
        self
    }

    /// What `{name}` stands for: an argument or a member.
    pub fn name(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// What `{quote}` stands for: text of the document, escaped and cut.
    pub fn quote(mut self, text: &str) -> Self {
        self.quote = Quote::default();
        self.quote.push_escaped(text);
        self
    }

    /// What `{quote}` stands for, from something that can be printed.
    pub fn quote_display(mut self, text: &dyn fmt::Display) -> Self {
        self.quote = Quote::default();
        // Fails only where the quote is full, and then it has been cut.
        let _ = write!(self.quote, "{text}");
        self
    }

    fn write_word(&self, f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
        let number = match word {
            "axis" => self.axis.map(|axis| axis as u64),
            "entry" => self.entry,
            "value" => self.value,
            "limit" => self.limit,
            "name" => return f.write_str(self.name),
            "quote" => return f.write_str(self.quote.as_str()),
            _ => None,
        };
        // A sentence that names a field which is not set is a fault of this library: any test that shows it finds it.
        debug_assert!(number.is_some(), "{{{word}}} of {:?} is not set", self.what);
        match number {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{{{word}}}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = self.path {
            f.write_str(if path.is_empty() { "the document" } else { path })?;
            let positions = [self.axis.map(|axis| axis as u64), self.entry, self.slot.map(|slot| slot as u64)];
            for position in positions.into_iter().flatten() {
                write!(f, "[{position}]")?;
            }
            f.write_str(": ")?;
        }
        let mut rest = self.what;
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let (word, after) = after.split_once('}').unwrap_or((after, ""));
            self.write_word(f, word)?;
            rest = after;
        }
        f.write_str(rest)?;
        if let Some(offset) = self.offset {
            write!(f, " (byte {offset})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// A few words of a document, held in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quote {
    bytes: [u8; Quote::CAPACITY],
    length: u8,
}

impl Default for Quote {
    fn default() -> Self {
        Quote { bytes: [0; Quote::CAPACITY], length: 0 }
    }
}

impl Quote {
    const CAPACITY: usize = 55;
    const CUT: &str = "...";

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or("")
    }

    /// Control characters and everything that could upset a terminal are written as escapes. An escape, also one that the text
    /// has already, is not cut.
    fn push_escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let escape = match rest.as_bytes() {
                [b'\\', b'u', ..] => rest.get(..6),
                [b'\\', ..] => rest.get(..2),
                _ => None,
            };
            let escape = escape.filter(|escape| escape.bytes().all(|byte| byte.is_ascii_graphic()));
            let pushed = match (escape, c) {
                (Some(escape), _) => self.push(escape.chars()),
                (None, '"' | '\\' | '\'') => self.push([c].into_iter()),
                (None, _) => self.push(c.escape_debug()),
            };
            if pushed.is_err() {
                return;
            }
            rest = &rest[escape.map_or(c.len_utf8(), str::len)..];
        }
    }

    /// Takes all of a piece of text; where it does not fit, it is replaced by dots and refused.
    fn push(&mut self, piece: impl Iterator<Item = char> + Clone) -> fmt::Result {
        let length: usize = piece.clone().map(char::len_utf8).sum();
        if usize::from(self.length) + length + Quote::CUT.len() > Quote::CAPACITY {
            Quote::CUT.chars().for_each(|c| self.put(c));
            return Err(fmt::Error);
        }
        piece.for_each(|c| self.put(c));
        Ok(())
    }

    /// Appends a character that there is room for.
    fn put(&mut self, c: char) {
        let start = usize::from(self.length);
        if let Some(place) = self.bytes.get_mut(start..start + c.len_utf8()) {
            c.encode_utf8(place);
            self.length += c.len_utf8() as u8;
        }
    }
}

impl Write for Quote {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.chars())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_where_and_what() {
        let error = Error::new(Code::Value, "edge {value} is below {limit}")
            .path("chunk_grid.configuration.chunk_shapes")
            .axis(1)
            .entry(2)
            .slot(Some(0))
            .value(0)
            .limit(1)
            .offset(57);
        assert_eq!(error.to_string(), "chunk_grid.configuration.chunk_shapes[1][2][0]: edge 0 is below 1 (byte 57)");
    }

    #[test]
    fn quotes_are_escaped_and_cut() {
        let error = Error::new(Code::Unsupported, "unknown name {quote}").quote("a\u{7}b");
        assert_eq!(error.to_string(), "unknown name a\\u{7}b");
        let long = Error::new(Code::Unsupported, "{quote}").quote(&"x".repeat(1000));
        assert_eq!(long.to_string(), format!("{}...", "x".repeat(52)));
        let wide = Error::new(Code::Unsupported, "{quote}").quote(&"é".repeat(1000));
        assert_eq!(wide.to_string(), format!("{}...", "é".repeat(26)));
    }

    #[test]
    fn an_escape_is_not_cut() {
        let pieces = ["x", "\\n", "\\u00e9", "\\ud83d", "\u{1b}", "\u{202e}", "\u{e9}", "\u{1f600}", "\""];
        let shown = ["x", "\\n", "\\u00e9", "\\ud83d", "\\u{1b}", "\\u{202e}", "\u{e9}", "\u{1f600}", "\""];
        for piece in 0..pieces.len() {
            for before in 0..Quote::CAPACITY {
                let text = "y".repeat(before) + &pieces[piece].repeat(60);
                let quoted = Error::new(Code::Unsupported, "{quote}").quote(&text).to_string();
                let inside = quoted.strip_suffix("...").unwrap();
                let room = Quote::CAPACITY - Quote::CUT.len();
                let whole = "y".repeat(before.min(room))
                    + &shown[piece].repeat((room.saturating_sub(before)) / shown[piece].len());
                assert_eq!(inside, whole);
            }
        }
        // A backslash that begins no escape is a character like any other.
        for text in ["\\", "a\\", "\\u00e", "\\\u{e9}", "\\u\u{20ac}\u{20ac}", "\\u00 \u{20ac}"] {
            assert_eq!(Error::new(Code::Unsupported, "{quote}").quote(text).to_string(), text);
        }
        assert_eq!(Error::new(Code::Internal, "{quote}").quote("\\\u{7}\\u0\n00").to_string(), "\\\\u{7}\\u0\\n00");
    }

    #[test]
    #[cfg_attr(debug_assertions, should_panic(expected = "{limit}"))]
    fn a_missing_field_shows_as_its_word() {
        assert_eq!(Error::new(Code::Bounds, "past {limit}").to_string(), "past {limit}");
    }
}
