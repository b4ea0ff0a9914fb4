// SPDX-License-Identifier: MIT OR Apache-2.0
//! One grid used by two threads at once.

use std::hint::{black_box, spin_loop};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Plots, lines};
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::Random;
use crate::plot::{Ink, Plot, Scale, Spacing};
use crate::points::{Answers, Points};
use crate::searches;
use crate::zrg_calls::Grid;

const ZRG: &str = "zrg, two threads";
const LOAD: &str = "random loads, two threads";
const ONE: &str = "one thread";

/// Points of one thread: more than its caches remember.
const POINTS: usize = 1_000_000;
/// Points that it takes at a time: a fraction of a millisecond, so that often enough nothing comes in between.
const STRETCH: usize = 25_000;
/// Times that each is measured in a round.
const REPEATS: usize = 40;

// SAFETY: any number of threads may use a handle at once, as the header says.
unsafe impl Sync for Grid {}

pub fn plots(rounds: usize) -> Plots {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    if processors < 2 {
        println!("\n(This machine has one processor: two threads take turns on it.)");
    }
    let mut lines = lines([(ZRG, Ink::Zrg), (LOAD, Ink::Limit), (ONE, Ink::ZrgOtherwise)]);
    for power in 3..=7 {
        let mut random = Random::new(power.into());
        let count = 10usize.pow(power);
        let edges = Distribution::Uniform.edges(count, &mut random);
        let sums = prefix_sums(&edges);
        let grid = Grid::from_edges(&[edges]);
        let mut workers = [0, 1].map(|_| Worker::new(&sums, &mut random));
        for worker in &workers {
            worker.check(&grid);
        }

        let (locate, load) = (|worker: &mut Worker| worker.locate(&grid), |worker: &mut Worker| worker.load(&sums));
        let works: [&Work; 2] = [&locate, &load];
        // The best of many, since on the wall other programs count too.
        let mut best = [[Duration::MAX; 2]; 2];
        for _ in 0..rounds * REPEATS {
            for (work, best) in works.into_iter().zip(&mut best) {
                for (threads, best) in (1..).zip(best) {
                    *best = time_on_the_wall(&mut workers[..threads], work).min(*best);
                }
            }
        }
        let gains = best.map(|[one, two]| 2.0 * one.as_secs_f64() / two.as_secs_f64());
        for (line, gain) in lines.iter_mut().zip(gains.into_iter().chain([1.0])) {
            line.points.push((count as f64, gain));
        }
    }
    let plot = Plot {
        title: format!("Lookup in one grid by two threads, on {processors} processors"),
        about: "Points per second that two threads look up in one grid, as a multiple of what one of them does alone; and the \
                same of random loads, which share nothing but the memory and its caches."
            .into(),
        x: Scale { label: "edges", spacing: Spacing::Powers },
        y: Scale { label: "points per second, as a multiple of one thread's", spacing: Spacing::Even(0.5) },
        lines,
    };
    vec![("threads", plot)]
}

/// What one thread has for itself.
struct Worker {
    points: Points,
    /// The chunks of the points.
    places: Vec<u32>,
    /// What they are and where in them the points are.
    answers: Answers,
    /// Where the answers to a stretch go.
    room: Answers,
    /// How many stretches it has taken.
    turn: usize,
}

/// What a worker does with its next stretch.
type Work<'a> = dyn Fn(&mut Worker) + Sync + 'a;

impl Worker {
    fn new(sums: &[u64], random: &mut Random) -> Self {
        let points = Points::by_element(POINTS, sums[sums.len() - 1], random);
        let answers = Answers::of(&points, |points, answers| searches::partition_point(sums, points, answers));
        let places = answers.chunks.iter().map(|&chunk| chunk as u32).collect();
        Worker { points, places, answers, room: Answers::room(STRETCH), turn: 0 }
    }

    fn check(&self, grid: &Grid) {
        self.answers.check(&self.points, "zrg", |points, answers| grid.locate_many(points, answers));
    }

    fn next(&mut self) -> Range<usize> {
        self.turn += 1;
        let first = self.turn * STRETCH % POINTS;
        first..first + STRETCH
    }

    fn locate(&mut self, grid: &Grid) {
        let stretch = self.next();
        grid.locate_many(&self.points.0[stretch], &mut self.room);
        black_box(&mut self.room);
    }

    fn load(&mut self, sums: &[u64]) {
        let stretch = self.next();
        black_box(searches::loads(sums, &self.places[stretch]));
    }
}

/// The time from the first worker's start to the last one's end, each in a thread of its own.
fn time_on_the_wall(workers: &mut [Worker], work: &Work) -> Duration {
    let (count, ready) = (workers.len(), &AtomicUsize::new(0));
    let spans: Vec<(Instant, Instant)> = thread::scope(|scope| {
        let start = |worker| {
            scope.spawn(move || {
                // Waking up a thread that sleeps would take some of the time.
                ready.fetch_add(1, Ordering::AcqRel);
                while ready.load(Ordering::Acquire) < count {
                    spin_loop();
                }
                let start = Instant::now();
                work(worker);
                (start, Instant::now())
            })
        };
        let threads: Vec<_> = workers.iter_mut().map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread ends well")).collect()
    });
    let start = spans.iter().map(|span| span.0).min().expect("there is a worker");
    let end = spans.iter().map(|span| span.1).max().expect("there is a worker");
    end - start
}
