// SPDX-License-Identifier: MIT OR Apache-2.0
//! Going through the members of an object, with the place of each value.

use std::fmt;

use serde_core::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::spelling::says;
use crate::grid::error::{Code, Error};

/// What a pass over a document shares: its text, how to read it, and where problems go.
pub struct Pass<'t> {
    /// The whole document.
    pub text: &'t str,
    /// Whether values are read one by one, so that each has a place and unusual spellings are judged.
    pub exact: bool,
    /// The first problem.
    pub problem: Option<Error>,
}

impl<'t> Pass<'t> {
    /// Notes a problem and ends the pass.
    pub fn refuse<T, E: de::Error>(&mut self, problem: Error) -> Result<T, E> {
        self.problem.get_or_insert(problem);
        Err(E::custom("refused"))
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

/// Refuses a member that was there before.
pub fn once<'t, E: de::Error>(
    members: &mut impl Members<'t>,
    seen: bool,
    path: &'static str,
    member: &Member<'t>,
) -> Result<(), E> {
    if seen {
        let problem = Error::new(Code::Duplicate, "stands twice").path(path).offset(member.at);
        return members.pass().refuse(problem);
    }
    Ok(())
}

/// Reads a value, which has to start with `first`; anything else is refused as not being `wanted`.
pub fn expect<'t, A: MapAccess<'t>>(
    members: &mut impl Members<'t>,
    values: &mut A,
    member: &Member<'t>,
    first: u8,
    path: &'static str,
    what: &'static str,
) -> Result<(), A::Error> {
    let pass = members.pass();
    if pass.text.as_bytes().get(member.at) == Some(&first) {
        return Ok(());
    }
    // What is not JSON at all is reported as that.
    values.next_value::<IgnoredAny>()?;
    let found = kind(pass.text.as_bytes().get(member.at));
    pass.refuse(Error::new(Code::Structure, what).quote(found).path(path).offset(member.at))
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
