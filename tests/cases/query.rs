// SPDX-License-Identifier: MIT OR Apache-2.0
//! One query: what is asked of a document, what the case file expects, and which function answers it.

use std::cell::Cell;

use serde_core::Serialize;

use crate::runner::document::{self, Opened};
use crate::runner::grid::{Grid, Refusal};
use crate::runner::json::Json;
use crate::runner::report::{self, Answer, Stop};
use crate::runner::{elements, errors, lists, slices, written};

pub struct Query<'a> {
    document: &'a Opened,
    pub asked: Json<'a>,
    pub expected: Json<'a>,
    /// Fields of `expected` that have been compared.
    compared: Cell<u32>,
}

/// The function for each kind of query.
fn answering(kind: &str) -> Option<fn(&Query) -> Answer> {
    Some(match kind {
        "document" | "parse" => document::parse,
        "grid_shape" => elements::grid_shape,
        "locate" => elements::locate,
        "chunk" => elements::chunk,
        "points" => elements::points,
        "points_nd" => elements::points_nd,
        "mask" => lists::mask,
        "ravel" => elements::ravel,
        "key" => elements::key,
        "as_integer" => written::as_integer,
        "slice_axis" => slices::slice_axis,
        "span_axis" => slices::span_axis,
        "slice" => slices::slice,
        "ranges" => slices::ranges,
        "coverage" => slices::coverage,
        _ => return None,
    })
}

/// Answers a query and holds the answer, or the refusal, against what is expected.
pub fn answer<'a>(kind: &str, document: &'a Opened, asked: Json<'a>, expected: Json<'a>) -> Answer {
    let Some(function) = answering(kind) else {
        return Err(Stop::NotOffered(kind.to_string()));
    };
    let query = Query { document, asked, expected, compared: Cell::new(0) };
    match (function(&query), errors::expected(expected)) {
        (Ok(()), None) if query.compared.get() == 0 => {
            Err(Stop::Unreadable("it expects nothing that this runner knows".to_string()))
        }
        (Ok(()), Some(names)) => Err(Stop::Differs(format!("expected an error ({}), got an answer", names.join(", ")))),
        // What the types cannot hold never reaches the library: as good as refused.
        (Err(Stop::Inexpressible(_)), Some(_)) => Ok(()),
        (Err(Stop::Refused(refusal)), Some(names)) => right_refusal(&names, &refusal, expected),
        (outcome, _) => outcome,
    }
}

fn right_refusal(names: &[String], refusal: &Refusal, expected: Json) -> Answer {
    if !names.is_empty() && !names.iter().any(|name| errors::matches(name, &refusal.status)) {
        return Err(Stop::Differs(format!("expected an error ({}), got {refusal}", names.join(" or "))));
    }
    for words in expected.get("message_has").map_or(Ok(Vec::new()), Json::list)? {
        let words = words.text()?;
        if !refusal.message.contains(&words) {
            return Err(Stop::Differs(format!("expected a message with {words:?}, got {refusal}")));
        }
    }
    match (expected.get("at"), refusal.element) {
        (Some(at), Some(element)) => report::same("position of the first bad one", at, element),
        _ => Ok(()),
    }
}

impl Query<'_> {
    pub fn grid(&self) -> Result<&Grid, Stop> {
        self.document.grid.as_ref().map_err(Clone::clone)
    }

    pub fn document(&self) -> &Opened {
        self.document
    }

    pub fn extents(&self) -> &[u64] {
        &self.document.extents
    }

    /// The axis asked about.
    pub fn axis(&self) -> Result<usize, Stop> {
        let axis = self.asked.need("axis")?.unsigned()? as usize;
        if axis < self.extents().len() { Ok(axis) } else { Err(Stop::Unreadable(format!("there is no axis {axis}"))) }
    }

    /// A list of integers of the question.
    pub fn integers(&self, name: &str) -> Result<Vec<u64>, Stop> {
        self.asked.need(name)?.unsigned_list()
    }

    /// Compares a field of the expected answer, if there is one of that name.
    pub fn same(&self, name: &str, got: impl Serialize) -> Answer {
        match self.expected.get(name) {
            Some(expected) => {
                self.judged();
                report::same(name, expected, got)
            }
            None => Ok(()),
        }
    }

    /// Notes that something expected was looked at: a query that compares nothing is a broken case.
    pub fn judged(&self) {
        self.compared.set(self.compared.get() + 1);
    }
}
