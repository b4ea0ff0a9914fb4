// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is wrong with a document.
//!
//! Problems are listed in the order in which they are found, with one exception: a document that is not ours, because its
//! format, node type, grid or kind is unknown, says that first. And what such a name decides the meaning of is not
//! judged, so each part of a document that has a name collects its problems by itself ([`Problems::section`]), and they
//! count ([`Problems::append`]) once the name is known to be one that this library reads. A name that stands twice says
//! nothing: the part is judged, with the name as one of its faults.

use crate::core::error::{Code, Error, Result};
use crate::core::memory::{push, reserved};

/// The problems of a document, or of a part of it. The first is held in place, so that refusing a document needs no memory.
#[derive(Debug, Default)]
pub struct Problems {
    not_ours: Option<Error>,
    first: Option<Error>,
    more: Vec<Error>,
    /// How many are wanted besides the first.
    most_more: usize,
    /// Whether what an option repaired is wanted too.
    repairs: bool,
}

impl Problems {
    /// For a list of up to `most` problems, with what was repaired.
    pub fn listed(most: usize) -> Self {
        Problems { most_more: most.saturating_sub(1), repairs: true, ..Problems::default() }
    }

    /// For a part of the document.
    pub fn section(&self) -> Self {
        Problems { most_more: self.most_more, repairs: self.repairs, ..Problems::default() }
    }

    /// Notes a problem. The pass ends where memory has run out: the rest of the document would fail in the same way.
    pub fn report(&mut self, problem: Error) -> Result<()> {
        if problem.code == Code::Memory {
            return Err(problem);
        }
        if self.first.is_none() {
            self.first = Some(problem);
        } else if self.more.len() < self.most_more {
            push(&mut self.more, problem)?;
        }
        Ok(())
    }

    /// Notes what an option repaired, where that is wanted.
    pub fn repaired(&mut self, repair: Error) -> Result<()> {
        if self.repairs { self.report(repair) } else { Ok(()) }
    }

    /// Notes that the document is not ours.
    pub fn not_ours(&mut self, problem: Error) {
        self.not_ours = Some(problem);
    }

    /// Notes the problems of a part.
    pub fn append(&mut self, part: Problems) -> Result<()> {
        if part.not_ours.is_some() {
            self.not_ours = part.not_ours;
        }
        part.first.into_iter().chain(part.more).try_for_each(|problem| self.report(problem))
    }

    /// The problem that a reader is told.
    pub fn worst(&self) -> Option<Error> {
        self.not_ours.or(self.first)
    }

    /// All of them, the one of a document that is not ours in front.
    pub fn into_list(self) -> Result<Vec<Error>> {
        let mut list = reserved(self.more.len() + 2)?;
        list.extend(self.not_ours.into_iter().chain(self.first).chain(self.more));
        list.truncate(self.most_more + 1);
        Ok(list)
    }
}

/// The kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Object,
    Array,
    String,
    Number,
    Boolean,
    Null,
}

impl Kind {
    /// The kind of the value that a text starts with; none for what is no JSON, such as `NaN`.
    pub fn of(text: &[u8]) -> Option<Kind> {
        match text {
            [b'{', ..] => Some(Kind::Object),
            [b'[', ..] => Some(Kind::Array),
            [b'"', ..] => Some(Kind::String),
            [b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => Some(Kind::Number),
            [b't' | b'f', ..] => Some(Kind::Boolean),
            [b'n', ..] => Some(Kind::Null),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Object => "an object",
            Kind::Array => "an array",
            Kind::String => "a string",
            Kind::Number => "a number",
            Kind::Boolean => "a boolean",
            Kind::Null => "null",
        }
    }
}

/// A value of another kind than belongs there; `what` says which does, and shows the value's as `{quote}`.
pub fn wrong_kind(value: &str, what: &'static str) -> Error {
    match Kind::of(value.as_bytes()) {
        Some(kind) => Error::new(Code::Structure, what).quote(kind.name()),
        None => Error::new(Code::Json, "{quote} is not JSON").quote(value),
    }
}

/// A string that is refused as `what` says, given as it is spelled between its quotes.
pub fn refused(string: &str, path: &'static str, at: usize, what: &'static str) -> Error {
    Error::new(Code::Unsupported, what).quote(string).path(path).offset(at)
}
