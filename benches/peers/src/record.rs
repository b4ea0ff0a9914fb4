// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the goals as a table into a page, between two comments that stand there.

use std::fmt::Write;
use std::fs;
use std::path::Path;

const START: &str = "<!-- goals -->\n";
const END: &str = "<!-- end of goals -->\n";

/// A goal and what was measured, as they are printed.
pub struct Row<'a> {
    /// What is measured.
    pub what: &'a str,
    /// The figure, or a dash.
    pub measured: &'a str,
    /// The most that it may be.
    pub limit: &'a str,
    /// `held`, `MISSED` or `unknown`.
    pub verdict: &'a str,
}

/// Puts the rows in place of those that the page has, under a sentence about where they come from.
pub fn record<'a>(page: &Path, sentence: &str, rows: impl Iterator<Item = Row<'a>>) -> Result<(), String> {
    let in_page = |what: &dyn std::fmt::Display| format!("{}: {what}", page.display());
    let text = fs::read_to_string(page).map_err(|error| in_page(&error))?;
    let (before, rest) = text.split_once(START).ok_or_else(|| in_page(&"the goals start nowhere"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| in_page(&"the goals end nowhere"))?;
    fs::write(page, format!("{before}{START}\n{sentence}\n\n{}\n{END}{after}", table(rows)))
        .map_err(|error| in_page(&error))
}

fn table<'a>(rows: impl Iterator<Item = Row<'a>>) -> String {
    let mut table = String::from("| what | at most | measured | |\n|---|---:|---:|---|\n");
    for Row { what, measured, limit, verdict } in rows {
        writeln!(table, "| {} | {limit} | {measured} | {verdict} |", what.replace('|', "\\|"))
            .expect("a string takes it");
    }
    table
}
