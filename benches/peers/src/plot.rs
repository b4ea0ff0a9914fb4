// SPDX-License-Identifier: MIT OR Apache-2.0
//! Line charts as SVG. Each line has its name at its end, so that nobody has to look up a colour; the colours suit light
//! and dark pages; title and description are there for those who cannot see it. (The well-known chart library for Rust
//! writes fixed colours and neither of the two, and puts its names into a legend.)

use std::fmt;

/// A chart.
pub struct Plot {
    /// What it shows, as a heading.
    pub title: String,
    /// What it tells, for those who cannot see it.
    pub about: String,
    /// Across.
    pub x: Scale,
    /// Upwards.
    pub y: Scale,
    /// In the order in which a table has them.
    pub lines: Vec<Line>,
}

/// What an axis measures.
pub struct Scale {
    /// What it says, with the unit.
    pub label: &'static str,
    /// How it spaces its values.
    pub spacing: Spacing,
}

/// How an axis spaces its values.
#[derive(Clone, Copy)]
pub enum Spacing {
    /// Each power of ten is as long as the next.
    Powers,
    /// Evenly, with a tick at each multiple of a number. (It starts at 0 where it goes upwards.)
    Even(f64),
}

/// Points joined by a line.
pub struct Line {
    /// Stands at its end.
    pub name: &'static str,
    /// Whose it is.
    pub ink: Ink,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// Whose figures a line shows; each has its colour in all charts.
#[derive(Clone, Copy)]
pub enum Ink {
    /// zrg, called as it should be.
    Zrg,
    /// zrg, called otherwise.
    ZrgOtherwise,
    /// The zarrs crate.
    Zarrs,
    /// A program's own binary search.
    Search,
    /// The same in another language.
    SearchOtherwise,
    /// What the machine could do.
    Limit,
}

impl Ink {
    /// Its name in the style sheet.
    fn class(self) -> &'static str {
        match self {
            Ink::Zrg => "zrg",
            Ink::ZrgOtherwise => "other-zrg",
            Ink::Zarrs => "zarrs",
            Ink::Search => "search",
            Ink::SearchOtherwise => "other-search",
            Ink::Limit => "limit",
        }
    }
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 68.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = HEIGHT - 58.0;
/// What stays free at the edge of the page.
const EDGE: f64 = 12.0;
/// From the middle of a line of text down to where its letters stand.
const BASELINE: f64 = 4.5;
/// About as wide as a letter of a name.
const LETTER: f64 = 7.6;
/// From one name to the next below it.
const NAME_HEIGHT: f64 = 16.0;
/// From the last point to the name.
const NAME_GAP: f64 = 10.0;

/// The chart as SVG: the same text for the same figures. (Titles and names go into it as they are: no `<` and no `&`.)
impl fmt::Display for Plot {
    fn fmt(&self, svg: &mut fmt::Formatter) -> fmt::Result {
        let values =
            |value: fn(&(f64, f64)) -> f64| self.lines.iter().flat_map(move |line| line.points.iter().map(value));
        let longest = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
        let right = WIDTH - NAME_GAP - LETTER * longest as f64 - EDGE;
        let x = Along::across(self.x.spacing, values(|point| point.0), (LEFT, right));
        let y = Along::upwards(self.y.spacing, values(|point| point.1), (BOTTOM, TOP));

        let Plot { title, about, .. } = self;
        writeln!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">"#)?;
        writeln!(svg, "<title>{title}</title>\n<desc>{about}</desc>")?;
        writeln!(svg, "<style>\n{}</style>", include_str!("plot.css"))?;
        writeln!(svg, r#"<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>"#)?;
        writeln!(svg, r#"<text class="title" x="{EDGE}" y="22">{title}</text>"#)?;
        writeln!(svg, r#"<text x="{EDGE}" y="{:.1}">{}</text>"#, TOP - 10.0, self.y.label)?;
        writeln!(
            svg,
            r#"<text class="x" x="{:.1}" y="{:.1}">{}</text>"#,
            (LEFT + right) / 2.0,
            HEIGHT - 14.0,
            self.x.label
        )?;
        for (at, label) in x.ticks() {
            writeln!(svg, r#"<path class="grid" d="M{at:.1} {TOP}V{BOTTOM}"/>"#)?;
            writeln!(svg, r#"<text class="x" x="{at:.1}" y="{:.1}">{label}</text>"#, BOTTOM + 20.0)?;
        }
        for (at, label) in y.ticks() {
            writeln!(svg, r#"<path class="grid" d="M{LEFT} {at:.1}H{right:.1}"/>"#)?;
            writeln!(svg, r#"<text class="y" x="{:.1}" y="{:.1}">{label}</text>"#, LEFT - 8.0, at + BASELINE)?;
        }
        let places: Vec<Vec<(f64, f64)>> = self
            .lines
            .iter()
            .map(|line| line.points.iter().map(|&(at, value)| (x.place(at), y.place(value))).collect())
            .collect();
        let ends: Vec<(f64, f64)> = places.iter().map(|places| places[places.len() - 1]).collect();
        for (((line, places), end), name_at) in self.lines.iter().zip(&places).zip(&ends).zip(apart(&ends)) {
            let places: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            writeln!(svg, r#"<g class="{}">"#, line.ink.class())?;
            writeln!(svg, r#"<path class="line" d="M{}"/>"#, places.join("L"))?;
            // Where a path has no length, its two round ends are a dot.
            writeln!(svg, r#"<path class="dots" d="M{}h0"/>"#, places.join("h0M"))?;
            writeln!(svg, r#"<text x="{:.1}" y="{:.1}">{}</text>"#, end.0 + NAME_GAP, name_at + BASELINE, line.name)?;
            writeln!(svg, "</g>")?;
        }
        writeln!(svg, "</svg>")
    }
}

impl Plot {
    /// Prints the figures as a table: a row for each value of x, a column for each line of the chart.
    pub fn print(&self) {
        println!("\n## {}\n({}, for each of: {})\n", self.title, self.y.label, self.x.label);
        let mut rows: Vec<f64> = self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.0)).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        let width = |line: &Line| line.name.chars().count().max(10);
        print!("{:<8}", "");
        for line in &self.lines {
            print!("  {:>1$}", line.name, width(line));
        }
        println!();
        for x in rows {
            print!("{:<8}", short(x));
            for line in &self.lines {
                let value = line.points.iter().find(|point| point.0 == x).map_or("-".into(), |point| figure(point.1));
                print!("  {value:>0$}", width(line));
            }
            println!();
        }
    }
}

/// Values along one axis, and where they are on the page.
struct Along {
    spacing: Spacing,
    /// The values at the ends, spaced evenly.
    low: f64,
    high: f64,
    /// Where those are.
    ends: (f64, f64),
}

impl Along {
    /// From the least value to the greatest.
    fn across(spacing: Spacing, values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        let (low, high) = values
            .map(|value| spaced(spacing, value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        Along { spacing, low, high, ends }
    }

    /// With some room above and below; from 0 where values are spaced evenly.
    fn upwards(spacing: Spacing, values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        let Along { low, high, .. } = Along::across(spacing, values, ends);
        let room = 0.08 * (high - low);
        let low = match spacing {
            Spacing::Powers => low - room,
            Spacing::Even(_) => 0.0,
        };
        Along { spacing, low, high: high + room, ends }
    }

    fn place(&self, value: f64) -> f64 {
        let part = (spaced(self.spacing, value) - self.low) / (self.high - self.low);
        self.ends.0 + part * (self.ends.1 - self.ends.0)
    }

    /// Where the ticks are, and what they say.
    fn ticks(&self) -> Vec<(f64, String)> {
        let step = match self.spacing {
            Spacing::Even(step) => step,
            // Not more than 8 or so, or the labels would touch.
            Spacing::Powers => ((self.high - self.low) / 8.0).ceil(),
        };
        let tick = |number: i64| {
            let value = number as f64 * step;
            match self.spacing {
                Spacing::Even(_) => (self.place(value), format!("{value}")),
                Spacing::Powers => (self.place(10f64.powf(value)), power(value as i32)),
            }
        };
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        (first..=last).map(tick).collect()
    }
}

fn spaced(spacing: Spacing, value: f64) -> f64 {
    match spacing {
        Spacing::Powers => value.log10(),
        Spacing::Even(_) => value,
    }
}

/// How high the names stand: each at the end of its line, or as near as those beside it allow.
fn apart(ends: &[(f64, f64)]) -> Vec<f64> {
    let mut heights: Vec<f64> = ends.iter().map(|end| end.1).collect();
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|&a, &b| ends[a].1.total_cmp(&ends[b].1));
    // Neighbours that are too close part, half the way each; a few times, since that may bring others too close.
    for _ in 0..100 {
        for pair in order.windows(2) {
            let missing = NAME_HEIGHT - (heights[pair[1]] - heights[pair[0]]);
            if missing > 0.0 && ends[pair[0]].0 == ends[pair[1]].0 {
                heights[pair[0]] -= missing / 2.0;
                heights[pair[1]] += missing / 2.0;
            }
        }
    }
    heights
}

/// A power of ten.
fn power(exponent: i32) -> String {
    if (-3..=2).contains(&exponent) {
        return format!("{}", 10f64.powi(exponent));
    }
    let raised = |c: char| match c {
        '-' => '⁻',
        digit => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize - '0' as usize],
    };
    format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
}

/// A value of x in a table.
fn short(value: f64) -> String {
    match value.log10() {
        exponent if exponent.fract() == 0.0 => power(exponent as i32),
        _ => format!("{value}"),
    }
}

/// A figure in a table: three digits, or all that are before the point.
fn figure(value: f64) -> String {
    match value {
        _ if value < 10.0 => format!("{value:.2}"),
        _ if value < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
