// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures to reach, and whether they are.

use std::path::Path;

use crate::harness::{Ratio, multiple};
use crate::record::{Row, record};

/// The goals met on the way.
#[derive(Default)]
pub struct Goals {
    lines: Vec<Line>,
}

struct Line {
    what: String,
    measured: String,
    limit: String,
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Held,
    Missed,
    /// What it is to be compared with is not on this machine.
    Unknown,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Held => "held",
            Verdict::Missed => "MISSED",
            Verdict::Unknown => "unknown",
        }
    }
}

/// The largest of the ratios that one goal is about, and where it was met.
#[derive(Default)]
pub struct Worst {
    ratio: f64,
    at: String,
}

impl Worst {
    /// One more ratio.
    pub fn meet(&mut self, ratio: &Ratio, at: impl FnOnce() -> String) {
        if ratio.of_medians > self.ratio {
            *self = Worst { ratio: ratio.of_medians, at: at() };
        }
    }
}

impl Goals {
    /// A ratio that may be `1/part` at most. None where there is nothing to compare with.
    pub fn part<'r>(&mut self, what: impl Into<String>, ratio: impl Into<Option<&'r Ratio>>, part: f64) {
        self.line(what.into(), ratio.into().map(|ratio| ratio.of_medians), 1.0 / part, multiple);
    }

    /// A ratio that has a limit. None where there is nothing to compare with.
    pub fn ratio(&mut self, what: impl Into<String>, ratio: impl Into<Option<f64>>, limit: f64) {
        self.line(what.into(), ratio.into(), limit, multiple);
    }

    /// The largest of many ratios, that has a limit.
    pub fn worst(&mut self, what: &str, worst: Worst, limit: f64) {
        self.line(format!("{what} (the worst: {})", worst.at), Some(worst.ratio), limit, multiple);
    }

    /// A figure in a unit that has a limit.
    pub fn figure(&mut self, what: impl Into<String>, figure: f64, limit: f64, unit: &str) {
        self.line(what.into(), Some(figure), limit, |figure| format!("{figure:.0} {unit}"));
    }

    fn line(&mut self, what: String, measured: Option<f64>, limit: f64, show: impl Fn(f64) -> String) {
        let verdict = match measured {
            Some(measured) if measured <= limit => Verdict::Held,
            Some(_) => Verdict::Missed,
            None => Verdict::Unknown,
        };
        let measured = measured.map_or("-".into(), &show);
        self.lines.push(Line { what, measured, limit: show(limit), verdict });
    }

    /// Whether no goal is missed; with `require_all`, whether every goal was also looked at.
    pub fn all_held(&self, require_all: bool) -> bool {
        let good = |verdict| verdict == Verdict::Held || (verdict == Verdict::Unknown && !require_all);
        self.lines.iter().all(|line| good(line.verdict))
    }

    /// A line a goal.
    pub fn print(&self) {
        println!("\n## Goals\n");
        for Line { what, measured, limit, verdict } in &self.lines {
            println!("{:<7} {measured:>9}  at most {limit:<11} {what}", verdict.name());
        }
    }

    /// Writes them into a page.
    pub fn record(&self, page: &Path, sentence: &str) -> Result<(), String> {
        let rows = self.lines.iter().map(|Line { what, measured, limit, verdict }| Row {
            what,
            measured,
            limit,
            verdict: verdict.name(),
        });
        record(page, sentence, rows)
    }
}
