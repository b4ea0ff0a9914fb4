// SPDX-License-Identifier: MIT OR Apache-2.0
//! The value of `chunk_key_encoding`: the name of an encoding, or an object with the name and a separator.

use super::cursor::Cursor;
use super::object::{Field, read_must_understand, read_object};
use super::problems::{Kind, Problems, refused};
use super::spelling::says;
use crate::core::error::Result;
use crate::core::keys::{KeyEncoding, KeyName};

/// The member.
pub const KEYS: &str = "chunk_key_encoding";
const CONFIGURATION: &str = "chunk_key_encoding.configuration";

static NAME: Field =
    Field::new("name", "chunk_key_encoding.name", &[Kind::String], "the name is a string, not {quote}");
static CONFIGURATION_FIELD: Field =
    Field::new("configuration", CONFIGURATION, &[Kind::Object], "the configuration is an object, not {quote}")
        .optional();
static MUST_UNDERSTAND: Field = Field::new(
    "must_understand",
    "chunk_key_encoding.must_understand",
    &[Kind::Boolean],
    "must_understand is true or false, not {quote}",
)
.optional();
static SEPARATOR: Field = Field::new(
    "separator",
    "chunk_key_encoding.configuration.separator",
    &[Kind::String],
    "the separator is a string, not {quote}",
)
.optional();

/// Goes past a key encoding, which is next; none where there is a problem.
pub fn read_keys(cursor: &mut Cursor, problems: &mut Problems) -> Result<Option<KeyEncoding>> {
    if Kind::of(cursor.rest()) == Some(Kind::String) {
        let at = cursor.at();
        return match judge_name(cursor.string()?, KEYS, at) {
            Ok(name) => Ok(Some(KeyEncoding::new(name))),
            Err(problem) => problems.report(problem).map(|()| None),
        };
    }
    let mut inside = problems.section();
    let (mut name, mut separator) = (None, None);
    let fields = [&NAME, &CONFIGURATION_FIELD, &MUST_UNDERSTAND];
    let [times_named, ..] = read_object(cursor, &mut inside, KEYS, &fields, |cursor, problems, member| {
        match member.field {
            "name" => name = Some(judge_name(cursor.string()?, NAME.path, member.at)),
            "configuration" => separator = read_separator(cursor, problems)?,
            "must_understand" => {
                let what = "a chunk key encoding has to be understood";
                read_must_understand(cursor, problems, MUST_UNDERSTAND.path, what)?;
            }
            _ => member.refuse(cursor, problems, KEYS)?,
        }
        Ok(())
    })?;
    if let Some(Err(unknown)) = name {
        problems.report(unknown)?;
        if times_named == 1 {
            // What else an unknown encoding holds is not judged.
            return Ok(None);
        }
    }
    problems.append(inside)?;
    let default = name.and_then(Result::ok).map(KeyEncoding::new);
    Ok(default.map(|keys| KeyEncoding { separator: separator.unwrap_or(keys.separator), ..keys }))
}

fn judge_name(name: &str, path: &'static str, at: usize) -> Result<KeyName> {
    match name {
        _ if says(name, "default") => Ok(KeyName::Default),
        _ if says(name, "v2") => Ok(KeyName::V2),
        _ => Err(refused(name, path, at, "unknown key encoding \"{quote}\"")),
    }
}

fn read_separator(cursor: &mut Cursor, problems: &mut Problems) -> Result<Option<char>> {
    let mut separator = None;
    read_object(cursor, problems, CONFIGURATION, &[&SEPARATOR], |cursor, problems, member| {
        if member.field.is_empty() {
            return member.refuse(cursor, problems, CONFIGURATION);
        }
        let value = cursor.string()?;
        separator = ['/', '.'].into_iter().find(|c| says(value, c.encode_utf8(&mut [0; 4])));
        if separator.is_none() {
            let what = "separator \"{quote}\", where \"/\" and \".\" are known";
            problems.report(refused(value, SEPARATOR.path, member.at, what))?;
        }
        Ok(())
    })?;
    Ok(separator)
}
