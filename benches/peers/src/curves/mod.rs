// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures as curves, a file for each question; each chart is printed as a table too.

mod lookup;
mod opening;
mod parts;
mod threads;

use std::fs;
use std::io;
use std::path::Path;

use crate::harness::Times;
use crate::plot::{Ink, Line, Plot};

/// Measures in so many rounds, prints, and writes the charts into a folder.
pub fn draw(rounds: usize, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for plots in [lookup::plots, parts::plots, opening::plots, threads::plots] {
        for (name, plot) in plots(rounds) {
            plot.print();
            let file = folder.join(name).with_extension("svg");
            fs::write(&file, plot.to_string())?;
            println!("\n({})", file.display());
        }
    }
    Ok(())
}

/// Charts, and what their files are called.
type Plots = Vec<(&'static str, Plot)>;

/// Lines without points yet.
fn lines<const N: usize>(of: [(&'static str, Ink); N]) -> Vec<Line> {
    of.map(|(name, ink)| Line { name, ink, points: Vec::new() }).into()
}

/// One more point of each line that is called like a case: its median.
fn add(lines: &mut [Line], x: f64, times: &Times) {
    for line in lines {
        line.points.push((x, times.median(line.name)));
    }
}
