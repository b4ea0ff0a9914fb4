// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cases FILE...`: runs case files and ends with one line of counts. The exit status is 1 where an answer
//! was wrong, 2 where a file cannot be used.

#[path = "runner.rs"]
mod runner;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use runner::report::Report;

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        eprintln!("usage: cases FILE...");
        return ExitCode::from(2);
    }
    let mut report = Report::default();
    for path in &paths {
        if let Err(error) = run(path, &mut report) {
            eprintln!("cases: {}: {error}", path.display());
            return ExitCode::from(2);
        }
    }

    for failure in &report.failed {
        println!("FAILED {failure}");
    }
    if !report.skipped.is_empty() {
        let kinds: Vec<_> = report.skipped.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        println!("skipped, not yet offered: {}", kinds.join(", "));
    }
    println!("{}", report.summary());
    if report.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(path: &Path, report: &mut Report) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    runner::run(&text, report)
}
