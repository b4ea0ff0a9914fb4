// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures to reach, and whether they are.

use crate::harness::{Ratio, multiple};

/// The goals met on the way.
#[derive(Default)]
pub struct Goals {
    lines: Vec<Line>,
}

struct Line {
    what: String,
    measured: String,
    limit: String,
    held: bool,
}

impl Goals {
    /// A ratio that may be `1/part` at most.
    pub fn part(&mut self, what: impl Into<String>, ratio: &Ratio, part: f64) {
        self.ratio(what, ratio.of_medians, 1.0 / part);
    }

    /// A ratio that has a limit.
    pub fn ratio(&mut self, what: impl Into<String>, ratio: f64, limit: f64) {
        self.line(what.into(), ratio, limit, multiple);
    }

    /// A figure in a unit that has a limit.
    pub fn figure(&mut self, what: impl Into<String>, figure: f64, limit: f64, unit: &str) {
        self.line(what.into(), figure, limit, |figure| format!("{figure:.0} {unit}"));
    }

    fn line(&mut self, what: String, measured: f64, limit: f64, show: impl Fn(f64) -> String) {
        self.lines.push(Line { what, measured: show(measured), limit: show(limit), held: measured <= limit });
    }

    /// Whether every goal is reached.
    pub fn all_held(&self) -> bool {
        self.lines.iter().all(|line| line.held)
    }

    /// A line a goal.
    pub fn print(&self) {
        println!("\n## Goals\n");
        for line in &self.lines {
            let verdict = if line.held { "held" } else { "MISSED" };
            println!("{verdict:<7} {:>9}  at most {:<11} {}", line.measured, line.limit, line.what);
        }
    }
}
