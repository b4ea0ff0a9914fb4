// SPDX-License-Identifier: MIT OR Apache-2.0
//! Going through objects and arrays, with the place of each value.

use super::cursor::{Cursor, NotJson};
use super::spelling::{between_quotes, says};
use crate::core::error::{Code, Error};
use crate::core::memory::push;

/// What a pass over a document shares: where it is, how to read, and the problems found.
pub struct Pass<'t> {
    /// What is next of the document.
    pub cursor: Cursor<'t>,
    /// Whether lists are read value by value, so that each has a place and unusual spellings are judged.
    pub exact: bool,
    /// The most list entries that the document may hold.
    pub max_runs: u64,
    /// The problems, in the order in which they were found.
    pub problems: Problems,
}

/// Why a pass ended before the document did.
pub enum End {
    /// With a problem noted, or with something left to an exact pass.
    Ended,
    /// The text is not JSON.
    NotJson,
}

impl From<NotJson> for End {
    fn from(_: NotJson) -> Self {
        End::NotJson
    }
}

/// Problems of a document, the first of them held without memory that would have to be reserved.
#[derive(Debug, Default)]
pub struct Problems {
    /// The first.
    pub first: Option<Error>,
    /// The others.
    pub more: Vec<Error>,
    /// How many others are wanted.
    pub most: usize,
    /// Whether what an option repaired is wanted too.
    pub repairs: bool,
}

impl<'t> Pass<'t> {
    /// A pass that has seen nothing yet, and wants the first problem only.
    pub fn new(text: &'t str, exact: bool, max_runs: u64) -> Self {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        Pass { cursor, exact, max_runs, problems: Problems::default() }
    }

    /// Notes a problem. Where no more are wanted, the pass ends.
    pub fn report(&mut self, problem: Error) -> Result<(), End> {
        let problems = &mut self.problems;
        if problems.first.is_none() {
            problems.first = Some(problem);
        } else if let Err(memory) = push(&mut problems.more, problem) {
            return self.give_up(memory);
        }
        // (Without memory the rest of the document would fail in the same way.)
        match self.problems.more.len() < self.problems.most && problem.code != Code::Memory {
            true => Ok(()),
            false => Err(End::Ended),
        }
    }

    /// Notes what an option repaired, where that is wanted.
    pub fn repaired(&mut self, repair: impl FnOnce() -> Error) -> Result<(), End> {
        if self.problems.repairs { self.report(repair()) } else { Ok(()) }
    }

    /// Ends the pass for a problem that makes all others meaningless.
    fn give_up(&mut self, problem: Error) -> Result<(), End> {
        self.problems.first = Some(problem);
        self.problems.more.clear();
        Err(End::Ended)
    }

    /// Where in the document some of its text stands.
    pub fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.cursor.text.as_ptr() as usize)
    }
}

/// A member about to be read.
pub struct Member<'t> {
    /// Its name as spelled, in quotes.
    pub name: &'t str,
    /// Where its value starts.
    pub at: usize,
}

impl Member<'_> {
    /// Whether its name is `name`.
    pub fn is(&self, name: &str) -> bool {
        says(self.name, name)
    }

    /// A string of this member that is refused as `what` says.
    pub fn refused(&self, string: &str, path: &'static str, what: &'static str) -> Error {
        Error::new(Code::Unsupported, what).quote(between_quotes(string)).path(path).offset(self.at)
    }
}

/// What to do with each member of an object.
pub trait Members<'t> {
    /// The pass.
    fn pass(&mut self) -> &mut Pass<'t>;

    /// Takes one member: goes past its value, which is next.
    fn take(&mut self, member: Member<'t>) -> Result<(), End>;
}

/// Goes past an object, which is next, member by member.
pub fn read_members<'t>(members: &mut impl Members<'t>) -> Result<(), End> {
    let cursor = &mut members.pass().cursor;
    cursor.take(b"{")?;
    cursor.skip_space();
    if cursor.take(b"}").is_ok() {
        return Ok(());
    }
    loop {
        let cursor = &mut members.pass().cursor;
        cursor.skip_space();
        let name = cursor.string()?;
        cursor.skip_space();
        cursor.take(b":")?;
        cursor.skip_space();
        let at = cursor.at;
        members.take(Member { name, at })?;
        let cursor = &mut members.pass().cursor;
        cursor.skip_space();
        if cursor.take(b",}")? == b'}' {
            return Ok(());
        }
    }
}

/// Goes past an array, which is next, and shows each of its values as spelled.
pub fn each_value<'t>(cursor: &mut Cursor<'t>, mut visit: impl FnMut(&'t str) -> Result<(), End>) -> Result<(), End> {
    cursor.take(b"[")?;
    cursor.skip_space();
    if cursor.take(b"]").is_ok() {
        return Ok(());
    }
    loop {
        cursor.skip_space();
        visit(cursor.value()?)?;
        cursor.skip_space();
        if cursor.take(b",]")? == b']' {
            return Ok(());
        }
    }
}

/// Whether a member is there for the first time; a second one is reported and skipped.
pub fn once(pass: &mut Pass, member: &Member, seen: &mut bool, path: &'static str) -> Result<bool, End> {
    if !std::mem::replace(seen, true) {
        return Ok(true);
    }
    pass.cursor.value()?;
    pass.report(Error::new(Code::Duplicate, "stands twice").path(path).offset(member.at))?;
    Ok(false)
}

/// Whether a value starts with `first`; anything else is reported as `what` says, and skipped.
pub fn expect(
    pass: &mut Pass,
    member: &Member,
    first: u8,
    path: &'static str,
    what: &'static str,
) -> Result<bool, End> {
    let found = pass.cursor.peek();
    if found == Some(first) {
        return Ok(true);
    }
    // What is not JSON at all is reported as that.
    pass.cursor.value()?;
    pass.report(Error::new(Code::Structure, what).quote(kind(found)).path(path).offset(member.at))?;
    Ok(false)
}

/// What kind of value starts with a byte.
pub fn kind(first: Option<u8>) -> &'static str {
    match first {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// A member that is not there.
pub fn missing(name: &'static str, path: &'static str) -> Error {
    Error::new(Code::Structure, "member {name} is missing").name(name).path(path)
}

/// A member that does not belong there.
pub fn unknown_member(member: &Member, path: &'static str) -> Error {
    member.refused(member.name, path, "unknown member \"{quote}\"")
}

/// A member that may stand once: whether it did, and what it said where that could be used.
pub struct Once<T> {
    /// Whether it stood there.
    pub seen: bool,
    /// What it said.
    pub found: Option<T>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once { seen: false, found: None }
    }
}
