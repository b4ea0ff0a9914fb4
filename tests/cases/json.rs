// SPDX-License-Identifier: MIT OR Apache-2.0
//! A view of JSON text that converts nothing before it is asked: integers stay exact at any size, and
//! a document stays as it is spelled.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::runner::report::Stop;

#[derive(Clone, Copy, Debug)]
pub struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    /// Every value of a text: one, or one a line.
    pub fn values(text: &'a str) -> Result<Vec<Json<'a>>, String> {
        serde_json::Deserializer::from_str(text)
            .into_iter::<&RawValue>()
            .map(|value| value.map(|raw| Json(raw.get())).map_err(|error| error.to_string()))
            .collect()
    }

    /// The text as it stands in the file.
    pub fn spelled(self) -> &'a str {
        self.0
    }

    /// The text without white space between its tokens.
    pub fn compact(self) -> String {
        let (mut quoted, mut escaped) = (false, false);
        self.0
            .chars()
            .filter(|c| {
                let keep = quoted || !c.is_ascii_whitespace();
                if *c == '"' && !escaped {
                    quoted = !quoted;
                }
                escaped = quoted && *c == '\\' && !escaped;
                keep
            })
            .collect()
    }

    pub fn is_object(self) -> bool {
        self.0.starts_with('{')
    }

    pub fn is_list(self) -> bool {
        self.0.starts_with('[')
    }

    pub fn is_text(self) -> bool {
        self.0.starts_with('"')
    }

    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// A member of an object, unless it is null.
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        self.members().ok()?.remove(name).filter(|value| !value.is_null())
    }

    pub fn need(self, name: &str) -> Result<Json<'a>, Stop> {
        self.get(name).ok_or_else(|| Stop::Unreadable(format!("no member {name:?}")))
    }

    pub fn members(self) -> Result<BTreeMap<String, Json<'a>>, Stop> {
        let members: BTreeMap<String, &RawValue> = self.read("an object")?;
        Ok(members.into_iter().map(|(name, raw)| (name, Json(raw.get()))).collect())
    }

    pub fn list(self) -> Result<Vec<Json<'a>>, Stop> {
        let entries: Vec<&RawValue> = self.read("a list")?;
        Ok(entries.into_iter().map(|raw| Json(raw.get())).collect())
    }

    /// A list of exactly `N` entries.
    pub fn entries<const N: usize>(self) -> Result<[Json<'a>; N], Stop> {
        self.list()?.try_into().map_err(|_| self.unreadable(&format!("a list of {N}")))
    }

    pub fn text(self) -> Result<String, Stop> {
        self.read("text")
    }

    pub fn integer(self) -> Result<i128, Stop> {
        self.0.parse().map_err(|_| self.unreadable("an integer"))
    }

    /// An integer as the calls take it.
    pub fn unsigned(self) -> Result<u64, Stop> {
        let value = self.integer()?;
        u64::try_from(value).map_err(|_| Stop::Inexpressible(value.to_string()))
    }

    pub fn unsigned_list(self) -> Result<Vec<u64>, Stop> {
        self.list()?.into_iter().map(Json::unsigned).collect()
    }

    fn read<T: serde_core::Deserialize<'a>>(self, what: &str) -> Result<T, Stop> {
        serde_json::from_str(self.0).map_err(|_| self.unreadable(what))
    }

    fn unreadable(self, what: &str) -> Stop {
        let start: String = self.0.chars().take(60).collect();
        Stop::Unreadable(format!("{start} is not {what}"))
    }
}
