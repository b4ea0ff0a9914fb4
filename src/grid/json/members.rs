// SPDX-License-Identifier: MIT OR Apache-2.0
//! Going through the members of an object, with the place of each value.

use std::fmt;

use serde_core::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::spelling::{between_quotes, says};
use crate::grid::error::{Code, Error};
use crate::grid::memory::push;

/// What a pass over a document shares: its text, how to read it, and the problems found.
pub struct Pass<'t> {
    /// The whole document.
    pub text: &'t str,
    /// Whether values are read one by one, so that each has a place and unusual spellings are judged.
    pub exact: bool,
    /// Whether a plain pass has left something to an exact one.
    pub declined: bool,
    /// The most list entries that the document may hold.
    pub max_runs: u64,
    /// The problems, in the order in which they were found.
    pub problems: Problems,
}

/// A pass that has ended before the document did, with a problem noted.
#[derive(Debug)]
pub struct Ended;

impl Ended {
    /// What ends `serde_json`'s reading.
    pub fn stop<E: de::Error>(self) -> E {
        E::custom("ended")
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
        Pass { text, exact, declined: false, max_runs, problems: Problems::default() }
    }

    /// Notes a problem. Where no more are wanted, the pass ends.
    pub fn report(&mut self, problem: Error) -> Result<(), Ended> {
        let problems = &mut self.problems;
        if problems.first.is_none() {
            problems.first = Some(problem);
        } else if let Err(memory) = push(&mut problems.more, problem) {
            return self.give_up(memory);
        }
        // Whatever memory there is, the rest of the document would not find any either.
        match self.problems.more.len() < self.problems.most && problem.code != Code::Memory {
            true => Ok(()),
            false => Err(Ended),
        }
    }

    /// Notes what an option repaired, where that is wanted.
    pub fn repaired(&mut self, repair: impl FnOnce() -> Error) -> Result<(), Ended> {
        if self.problems.repairs { self.report(repair()) } else { Ok(()) }
    }

    /// Ends the pass for a problem that makes all others meaningless.
    fn give_up(&mut self, problem: Error) -> Result<(), Ended> {
        self.problems.first = Some(problem);
        self.problems.more.clear();
        Err(Ended)
    }

    /// Where the document's value starts.
    pub fn start(&self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t', '\n', '\r']).len()
    }

    /// Where in the document some of its text stands.
    pub fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize)
    }

    /// Where the value behind a member's name starts.
    fn value_offset(&self, name: &str) -> usize {
        let mut at = self.offset(name) + name.len();
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r' | b':')) {
            at += 1;
        }
        at
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

    /// Takes one member, whose value has to be read from `values`.
    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> Result<(), A::Error>;
}

/// Reads an object member by member.
pub struct Object<'a, M>(pub &'a mut M);

impl<'t, M: Members<'t>> DeserializeSeed<'t> for Object<'_, M> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'t, M: Members<'t>> Visitor<'t> for Object<'_, M> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<&'t RawValue>()? {
            let name = name.get();
            let at = self.0.pass().value_offset(name);
            self.0.take(Member { name, at }, &mut map)?;
        }
        Ok(())
    }
}

/// Whether a member is there for the first time; a second one is reported and skipped.
pub fn once<'t, A: MapAccess<'t>>(
    pass: &mut Pass<'t>,
    values: &mut A,
    member: &Member<'t>,
    seen: &mut bool,
    path: &'static str,
) -> Result<bool, A::Error> {
    if !std::mem::replace(seen, true) {
        return Ok(true);
    }
    values.next_value::<IgnoredAny>()?;
    let problem = Error::new(Code::Duplicate, "stands twice").path(path).offset(member.at);
    pass.report(problem).map_err(Ended::stop)?;
    Ok(false)
}

/// Whether a value starts with `first`; anything else is reported as `what` says, and skipped.
pub fn expect<'t, A: MapAccess<'t>>(
    pass: &mut Pass<'t>,
    values: &mut A,
    member: &Member<'t>,
    first: u8,
    path: &'static str,
    what: &'static str,
) -> Result<bool, A::Error> {
    let found = pass.text.as_bytes().get(member.at);
    if found == Some(&first) {
        return Ok(true);
    }
    // What is not JSON at all is reported as that.
    values.next_value::<IgnoredAny>()?;
    let problem = Error::new(Code::Structure, what).quote(kind(found)).path(path).offset(member.at);
    pass.report(problem).map_err(Ended::stop)?;
    Ok(false)
}

/// A small value as it is spelled.
pub fn spelled<'t, A: MapAccess<'t>>(values: &mut A) -> Result<&'t str, A::Error> {
    values.next_value::<&'t RawValue>().map(RawValue::get)
}

/// What kind of value starts with a byte.
pub fn kind(first: Option<&u8>) -> &'static str {
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
