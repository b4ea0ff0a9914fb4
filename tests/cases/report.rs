// SPDX-License-Identifier: MIT OR Apache-2.0
//! How an answer ends, and the counts of a whole run.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde_core::Serialize;

use crate::runner::grid::Refusal;
use crate::runner::json::Json;

/// Why an answer ended before all of it was found right.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The library said no.
    Refused(Refusal),
    /// What was expected, and what came.
    Differs(String),
    /// An input that the call's types cannot hold, such as an index of -1.
    Inexpressible(String),
    /// The case file does not hold what this kind of query needs.
    Unreadable(String),
    /// The call that would answer this is not offered yet.
    NotOffered(String),
}

pub type Answer = Result<(), Stop>;

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}

impl Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Refused(refusal) => write!(f, "refused: {refusal}"),
            Stop::Differs(text) => write!(f, "{text}"),
            Stop::Inexpressible(text) => write!(f, "the call cannot be given {text}"),
            Stop::Unreadable(text) => write!(f, "the case cannot be read: {text}"),
            Stop::NotOffered(kind) => write!(f, "not yet offered: {kind}"),
        }
    }
}

/// Compares an answer with what the case file says, as compact JSON, where integers are exact.
pub fn same(what: &str, expected: Json, got: impl Serialize) -> Answer {
    equal(what, &expected.compact(), &compact(&got))
}

/// The same for two answers of the library.
pub fn agree(what: &str, one: impl Serialize, other: impl Serialize) -> Answer {
    equal(what, &compact(&one), &compact(&other))
}

fn compact(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, texts and lists become JSON")
}

/// The same for text, shown as it is.
pub fn same_text(what: &str, expected: &str, got: &str) -> Answer {
    equal(what, expected, got)
}

fn equal(what: &str, expected: &str, got: &str) -> Answer {
    if expected == got {
        return Ok(());
    }
    let (expected, got) = around_difference(expected, got);
    Err(Stop::Differs(format!("{what}: expected {expected}\n{:>width$} {got}", "got", width = what.len() + 10)))
}

/// Both texts, cut to a window where they begin to differ.
fn around_difference(one: &str, other: &str) -> (String, String) {
    const BEFORE: usize = 80;
    const WINDOW: usize = 400;
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let skip = if one.len().max(other.len()) > WINDOW { common.saturating_sub(BEFORE) } else { 0 };
    let cut = |text: &str| {
        let window: String = text.chars().skip(skip).take(WINDOW).collect();
        let head = if skip > 0 { "..." } else { "" };
        let tail = if text.chars().count() > skip + WINDOW { "..." } else { "" };
        format!("{head}{window}{tail}")
    };
    (cut(one), cut(other))
}

/// The counts of a run; one answer counts once.
#[derive(Default)]
pub struct Report {
    pub passed: u64,
    pub failed: Vec<String>,
    pub skipped: BTreeMap<String, u64>,
}

impl Report {
    pub fn count(&mut self, id: impl Display, answer: Answer) {
        match answer {
            Ok(()) => self.passed += 1,
            Err(Stop::NotOffered(kind)) => self.skip(&kind, 1),
            Err(stop) => self.failed.push(format!("{id}\n    {}", stop.to_string().replace('\n', "\n    "))),
        }
    }

    pub fn skip(&mut self, kind: &str, answers: u64) {
        if answers > 0 {
            *self.skipped.entry(kind.to_string()).or_default() += answers;
        }
    }

    /// The line that ends a run.
    pub fn summary(&self) -> String {
        let skipped: u64 = self.skipped.values().sum();
        format!("{} passed, {} failed, {skipped} skipped", self.passed, self.failed.len())
    }
}
