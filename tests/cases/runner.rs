// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs case files through the C ABI. A file holds conformance cases, queries or lines of random grids,
//! told apart entry by entry by what they hold.

#[path = "document.rs"]
pub mod document;
#[path = "edges.rs"]
pub mod edges;
#[path = "elements.rs"]
pub mod elements;
#[path = "errors.rs"]
pub mod errors;
#[path = "grid.rs"]
pub mod grid;
#[path = "json.rs"]
pub mod json;
#[path = "lists.rs"]
pub mod lists;
#[path = "pieces.rs"]
pub mod pieces;
#[path = "query.rs"]
pub mod query;
#[path = "report.rs"]
pub mod report;
#[path = "selection.rs"]
pub mod selection;
#[path = "shares.rs"]
pub mod shares;
#[path = "slices.rs"]
pub mod slices;
#[path = "spelling.rs"]
pub mod spelling;
#[path = "vectors.rs"]
pub mod vectors;
#[path = "written.rs"]
pub mod written;

use document::Opened;
use json::Json;
use report::Report;

/// A function that runs one case of a form.
type Form = fn(&str, Json, &mut Report);

/// The form of a case, by the members that only this form has.
fn form(case: Json) -> Option<Form> {
    if !case.is_object() {
        None
    } else if case.get("query").is_some() {
        Some(bug)
    } else if case.get("valid").is_some() {
        Some(document::run)
    } else if vectors::is_line(case) {
        Some(vectors::run)
    } else {
        None
    }
}

/// Runs every case of a file; `Err` where the text is no case file.
pub fn run(text: &str, report: &mut Report) -> Result<(), String> {
    let mut cases = Vec::new();
    for value in Json::values(text)? {
        // An object around the cases, a bare list of them, or cases one a line.
        let inside = if value.is_list() { Some(value) } else { value.get("cases") };
        match inside {
            Some(list) => cases.extend(list.list().map_err(|stop| stop.to_string())?),
            None => cases.push(value),
        }
    }
    let forms: Vec<_> = cases.into_iter().map(|case| (case, form(case))).collect();
    if forms.iter().all(|(_, form)| form.is_none()) {
        return Err("it holds no case of a form that this runner knows".to_string());
    }
    for (i, (case, form)) in forms.into_iter().enumerate() {
        let id = case.get("id").and_then(|id| id.text().ok()).unwrap_or_else(|| format!("case {i}"));
        match form {
            Some(form) => form(&id, case, report),
            None => report.skip("case of an unknown form", 1),
        }
    }
    Ok(())
}

/// A case with one query.
fn bug(id: &str, case: Json, report: &mut Report) {
    let answer = || {
        let asked = case.need("query")?;
        let document = Opened::new(case)?;
        query::answer(&asked.need("op")?.text()?, &document, asked, case.need("expect")?)
    };
    report.count(id, answer());
}
