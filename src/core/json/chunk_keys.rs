// SPDX-License-Identifier: MIT OR Apache-2.0
//! The value of `chunk_key_encoding`.

use super::members::{End, Member, Members, Once, Pass, expect, missing, once, read_members, unknown_member};
use super::spelling::says;
use crate::core::keys::{KeyEncoding, KeyName};

/// The member.
pub const KEYS: &str = "chunk_key_encoding";
const KEYS_NAME: &str = "chunk_key_encoding.name";
const KEYS_MUST_UNDERSTAND: &str = "chunk_key_encoding.must_understand";
const KEYS_CONFIGURATION: &str = "chunk_key_encoding.configuration";
const SEPARATOR: &str = "chunk_key_encoding.configuration.separator";

/// Reads the value of `chunk_key_encoding`; none where there is a problem.
pub fn read_keys(pass: &mut Pass, member: &Member) -> Result<Option<KeyEncoding>, End> {
    if pass.cursor.peek() == Some(b'"') {
        // The short form: a name alone.
        let name = pass.cursor.value()?;
        let name = read_key_name(pass, name, member, KEYS)?;
        return Ok(name.map(KeyEncoding::new));
    }
    if !expect(pass, member, b'{', KEYS, "the key encoding is an object or a name, not {quote}")? {
        return Ok(None);
    }
    let mut keys =
        KeyMembers { pass, name: Once::default(), separator: None, configuration: false, must_understand: false };
    read_members(&mut keys)?;
    let (name, separator) = (keys.name, keys.separator);
    if !name.seen {
        pass.report(missing("name", KEYS).offset(member.at))?;
    }
    Ok(name.found.map(|name| {
        let default = KeyEncoding::new(name);
        KeyEncoding { name, separator: separator.unwrap_or(default.separator) }
    }))
}

fn read_key_name(pass: &mut Pass, name: &str, member: &Member, path: &'static str) -> Result<Option<KeyName>, End> {
    match name {
        _ if says(name, "default") => Ok(Some(KeyName::Default)),
        _ if says(name, "v2") => Ok(Some(KeyName::V2)),
        _ => {
            let problem = member.refused(name, path, "unknown key encoding \"{quote}\"");
            pass.report(problem).map(|()| None)
        }
    }
}

/// Reads the members of a chunk key encoding.
struct KeyMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    name: Once<KeyName>,
    separator: Option<char>,
    configuration: bool,
    must_understand: bool,
}

impl<'t> Members<'t> for KeyMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take(&mut self, member: Member<'t>) -> Result<(), End> {
        let pass = &mut *self.pass;
        if member.is("name") {
            if once(pass, &member, &mut self.name.seen, KEYS_NAME)?
                && expect(pass, &member, b'"', KEYS_NAME, "the name is a string, not {quote}")?
            {
                let name = pass.cursor.value()?;
                self.name.found = read_key_name(pass, name, &member, KEYS_NAME)?;
            }
        } else if member.is("configuration") {
            let what = "the configuration is an object, not {quote}";
            if once(pass, &member, &mut self.configuration, KEYS_CONFIGURATION)?
                && expect(pass, &member, b'{', KEYS_CONFIGURATION, what)?
            {
                let mut separator = SeparatorMember { pass, separator: Once::default() };
                read_members(&mut separator)?;
                self.separator = separator.separator.found;
            }
        } else if member.is("must_understand") {
            // Keys that are not understood lead nowhere, so false changes nothing.
            if once(pass, &member, &mut self.must_understand, KEYS_MUST_UNDERSTAND)? {
                pass.cursor.value()?;
            }
        } else {
            pass.cursor.value()?;
            pass.report(unknown_member(&member, KEYS))?;
        }
        Ok(())
    }
}

/// Reads the configuration of a chunk key encoding.
struct SeparatorMember<'p, 't> {
    pass: &'p mut Pass<'t>,
    separator: Once<char>,
}

impl<'t> Members<'t> for SeparatorMember<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take(&mut self, member: Member<'t>) -> Result<(), End> {
        let pass = &mut *self.pass;
        if !member.is("separator") {
            pass.cursor.value()?;
            return pass.report(unknown_member(&member, KEYS_CONFIGURATION));
        }
        if once(pass, &member, &mut self.separator.seen, SEPARATOR)?
            && expect(pass, &member, b'"', SEPARATOR, "the separator is a string, not {quote}")?
        {
            let spelling = pass.cursor.value()?;
            self.separator.found = ['/', '.'].into_iter().find(|c| says(spelling, c.encode_utf8(&mut [0; 4])));
            if self.separator.found.is_none() {
                let what = "separator \"{quote}\", where \"/\" and \".\" are known";
                pass.report(member.refused(spelling, SEPARATOR, what))?;
            }
        }
        Ok(())
    }
}
