// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects: which members belong in one, what is said where one is missing, stands twice or has the wrong kind of
//! value, and the walk that leaves all others to whoever knows what they mean.

use super::cursor::Cursor;
use super::problems::{Kind, Problems, refused, wrong_kind};
use super::spelling::says;
use crate::core::error::{Code, Error, Result};

/// A member that belongs in an object.
pub struct Field {
    pub name: &'static str,
    /// Where it stands in the document, names joined by dots.
    pub path: &'static str,
    kinds: &'static [Kind],
    /// What is said of a value of another kind, which is `{quote}`.
    what: &'static str,
    required: bool,
}

impl Field {
    /// A member that has to be there.
    pub const fn new(name: &'static str, path: &'static str, kinds: &'static [Kind], what: &'static str) -> Self {
        Field { name, path, kinds, what, required: true }
    }

    /// The same, where it need not be there.
    pub const fn optional(self) -> Self {
        Field { required: false, ..self }
    }
}

/// A member whose value is next.
pub struct Member<'t> {
    /// The name of the field that it is; empty where it is none.
    pub field: &'static str,
    /// Its name as it is spelled between its quotes.
    pub spelling: &'t str,
    /// Where its value starts.
    pub at: usize,
}

impl Member<'_> {
    /// Goes past a member that does not belong in its object, and reports it.
    pub fn refuse(&self, cursor: &mut Cursor, problems: &mut Problems, path: &'static str) -> Result<()> {
        cursor.value()?;
        problems.report(self.unknown(path))
    }

    /// A member that does not belong in its object.
    pub fn unknown(&self, path: &'static str) -> Error {
        refused(self.spelling, path, self.at, "unknown member \"{quote}\"")
    }
}

/// Goes past an object, which is next. `read` goes past the value of each member that is none of the fields, or the first of a
/// field and of a kind that belongs there; the others are reported, and so is each required field that is missing. Returned is for
/// each field whether it was there.
pub fn read_object<'t>(
    cursor: &mut Cursor<'t>,
    problems: &mut Problems,
    path: &'static str,
    fields: &[&Field],
    mut read: impl FnMut(&mut Cursor<'t>, &mut Problems, Member<'t>) -> Result<()>,
) -> Result<[u32; MOST_FIELDS]> {
    let start = cursor.at();
    let mut times = [0; MOST_FIELDS];
    cursor.each_member(|cursor, spelling| {
        let at = cursor.at();
        let Some(number) = fields.iter().position(|field| says(spelling, field.name)) else {
            return read(cursor, problems, Member { field: "", spelling, at });
        };
        let field = fields[number];
        times[number] += 1;
        let again = times[number] > 1;
        if !again && Kind::of(cursor.rest()).is_some_and(|kind| field.kinds.contains(&kind)) {
            return read(cursor, problems, Member { field: field.name, spelling, at });
        }
        let value = cursor.value()?;
        let problem = if again { Error::new(Code::Duplicate, "stands twice") } else { wrong_kind(value, field.what) };
        problems.report(problem.path(field.path).offset(at))
    })?;
    for (number, field) in fields.iter().enumerate() {
        if field.required && times[number] == 0 {
            problems.report(missing(field.name, path, start))?;
        }
    }
    Ok(times)
}

/// No object has more fields.
const MOST_FIELDS: usize = 5;

/// A member that is not in the object that starts at `at`.
pub fn missing(name: &'static str, path: &'static str, at: usize) -> Error {
    Error::new(Code::Structure, "member {name} is missing").name(name).path(path).offset(at)
}

/// Reads `must_understand`, which may only say that: `what` is said where it does not.
pub fn read_must_understand(
    cursor: &mut Cursor,
    problems: &mut Problems,
    path: &'static str,
    what: &'static str,
) -> Result<()> {
    let at = cursor.at();
    match cursor.value()? {
        "true" => Ok(()),
        _ => problems.report(Error::new(Code::Unsupported, what).path(path).offset(at)),
    }
}
