// SPDX-License-Identifier: MIT OR Apache-2.0
//! Interleaved timing. Every round runs every case, each time starting with another, so that a slow phase of the machine
//! hits all of them alike: ratios can be trusted where times cannot. Time is what this thread had of a processor, so that
//! other programs do not count (but they still empty its caches).

use std::hint::black_box;
use std::time::Duration;

/// Calls are repeated until they take this long together, so that the clock does not matter.
const SHORTEST: Duration = Duration::from_millis(5);

/// Cases to be timed in one run.
pub struct Contest<'a> {
    unit: &'static str,
    cases: Vec<Case<'a>>,
}

struct Case<'a> {
    name: &'static str,
    /// Units of work in one call.
    units: f64,
    /// Makes that many calls, and says how long they took together.
    run: Box<dyn FnMut(u32) -> Duration + 'a>,
}

impl<'a> Contest<'a> {
    /// `unit` is what a time is divided by: "integer", "call".
    pub fn new(unit: &'static str) -> Self {
        Contest { unit, cases: Vec::new() }
    }

    /// Adds a case. What a call makes is freed within its time.
    pub fn case<T>(self, name: &'static str, units: usize, mut call: impl FnMut() -> T + 'a) -> Self {
        self.self_timed(name, units, move |calls| {
            time_of(|| {
                for _ in 0..calls {
                    black_box(call());
                }
            })
        })
    }

    /// Adds a case that looks at the clock itself, as another process must: `run` makes that many calls, and says how
    /// long they took together.
    pub fn self_timed(mut self, name: &'static str, units: usize, run: impl FnMut(u32) -> Duration + 'a) -> Self {
        self.cases.push(Case { name, units: units as f64, run: Box::new(run) });
        self
    }

    /// Times the cases.
    pub fn run(mut self, rounds: usize) -> Times {
        let calls: Vec<u32> = self.cases.iter_mut().map(Case::calls).collect();
        let mut times = vec![Vec::with_capacity(rounds); self.cases.len()];
        for round in 0..rounds {
            for turn in 0..self.cases.len() {
                let number = (turn + round) % self.cases.len();
                let case = &mut self.cases[number];
                // One call not timed brings back what the other cases drove out of the caches. A long call does so itself.
                if calls[number] > 1 {
                    (case.run)(1);
                }
                let time = (case.run)(calls[number]).as_nanos() as f64;
                times[number].push(time / f64::from(calls[number]) / case.units);
            }
        }
        Times { unit: self.unit, names: self.cases.iter().map(|case| case.name).collect(), times }
    }
}

impl Case<'_> {
    /// How many calls take at least [`SHORTEST`]; it warms up by finding out.
    fn calls(&mut self) -> u32 {
        let mut calls = 1;
        loop {
            if (self.run)(calls) >= SHORTEST {
                return calls;
            }
            calls *= 2;
        }
    }
}

/// The time that this thread has a processor for a call.
fn time_of(call: impl FnOnce()) -> Duration {
    let now = || {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a local of the type that is written.
        let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
        assert_eq!(status, 0, "this system has no clock for a thread");
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let start = now();
    call();
    now() - start
}

/// Nanoseconds a unit, of each case in each round.
pub struct Times {
    unit: &'static str,
    names: Vec<&'static str>,
    times: Vec<Vec<f64>>,
}

/// How one case compares with another.
pub struct Ratio {
    /// Of their medians.
    pub of_medians: f64,
    /// What a tenth of the rounds are below.
    pub p10: f64,
    /// What a tenth of the rounds are above.
    pub p90: f64,
}

impl Times {
    fn number(&self, name: &str) -> usize {
        self.names.iter().position(|&known| known == name).expect("a case of this contest")
    }

    /// Whether there was such a case: some peers are not on every machine.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// The median time of a case.
    pub fn median(&self, name: &str) -> f64 {
        quantile(&self.times[self.number(name)], 0.5)
    }

    /// The time of a case as a multiple of another's.
    pub fn ratio(&self, name: &str, other: &str) -> Ratio {
        let pairs = self.times[self.number(name)].iter().zip(&self.times[self.number(other)]);
        let ratios: Vec<f64> = pairs.map(|(time, other)| time / other).collect();
        Ratio {
            of_medians: self.median(name) / self.median(other),
            p10: quantile(&ratios, 0.1),
            p90: quantile(&ratios, 0.9),
        }
    }

    /// Prints a line a case; the ratios are to the first one.
    pub fn print(&self, title: &str) {
        let rounds = self.times[0].len();
        println!("\n## {title}\n(ns per {}, medians of {rounds} rounds; ratio to the first line)\n", self.unit);
        println!("{:<44} {:>12} {:>9}  {:>19}", "", "ns", "ratio", "p10 .. p90");
        for &name in &self.names {
            let ratio = self.ratio(name, self.names[0]);
            let spread = format!("{} .. {}", multiple(ratio.p10), multiple(ratio.p90));
            println!("{name:<44} {:>12.2} {:>9}  {spread:>19}", self.median(name), multiple(ratio.of_medians));
        }
    }
}

/// A ratio as people say it: `1/24.1` or `1.32`.
pub fn multiple(ratio: f64) -> String {
    match ratio {
        _ if ratio < 0.01 => format!("1/{:.0}", 1.0 / ratio),
        _ if ratio < 0.5 => format!("1/{:.1}", 1.0 / ratio),
        _ => format!("{ratio:.2}"),
    }
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = part * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}
