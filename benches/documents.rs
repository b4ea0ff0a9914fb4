// SPDX-License-Identifier: MIT OR Apache-2.0
//! From text to a grid and back. A list has 10^6 entries, so that its ms are ns for each.

mod axes;

use std::mem::MaybeUninit;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use zrg::core::grid::Grid;
use zrg::core::json::{GridText, Options, WriteAs, grid_from_json};
use zrg::core::text::{Counter, Text, Writer};

use axes::Random;

const ENTRIES: usize = 1_000_000;

fn main() {
    divan::main();
}

/// What a document's lists hold.
#[derive(Clone, Copy, Debug)]
enum Lists {
    /// Three axes of a few months, weeks and blocks.
    Small,
    /// Edges from 1 to 199.
    Edges,
    /// The same, one a line.
    Indented,
    /// Edges of 1 to 13 digits, as many of them of each length.
    AnyLength,
    /// Runs of 2 to 98 edges.
    Pairs,
}

impl Lists {
    const ALL: [Lists; 5] = [Lists::Small, Lists::Edges, Lists::Indented, Lists::AnyLength, Lists::Pairs];

    fn document(self) -> Document {
        let mut random = Random::new();
        let (mut extent, mut list) = (0, Vec::with_capacity(ENTRIES));
        for _ in 0..ENTRIES {
            let (edge, count) = match self {
                Lists::Small => break,
                Lists::Edges | Lists::Indented => (random.between(1, 199), 1),
                Lists::AnyLength => {
                    let least = 10u64.pow(random.below(13) as u32);
                    (random.between(least, 10 * least - 1), 1)
                }
                Lists::Pairs => (random.between(1, 199), random.between(2, 98)),
            };
            extent += edge * count;
            list.push(if count == 1 { edge.to_string() } else { format!("[{edge},{count}]") });
        }
        let (shape, lists) = match self {
            Lists::Small => (
                vec![365, 365, 684],
                "[31,28,31,30,31,30,31,31,30,31,30,31],[[7,52],1],[[120,3],100,[80,2],64]".to_owned(),
            ),
            Lists::Indented => (vec![extent], format!("[\n        {}\n      ]", list.join(",\n        "))),
            _ => (vec![extent], format!("[{}]", list.join(","))),
        };
        let text = format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[{lists}]}}}}"#);
        Document { text, shape }
    }
}

struct Document {
    text: String,
    shape: Vec<u64>,
}

impl Document {
    fn grid(&self) -> Grid {
        grid_from_json(self.text.as_bytes(), &self.shape, &Options::default()).expect("a good document")
    }
}

#[divan::bench(args = Lists::ALL, sample_count = 20)]
fn read(bencher: Bencher, lists: Lists) {
    let document = lists.document();
    bencher.counter(BytesCount::of_str(&document.text)).bench_local(|| document.grid());
}

/// The length, and then the text: what a call does that writes into the caller's memory.
#[divan::bench(args = Lists::ALL, sample_count = 20)]
fn write(bencher: Bencher, lists: Lists) {
    let document = lists.document();
    let grid = document.grid();
    let text = GridText::new(&grid, WriteAs::Read).expect("any grid can be written as it was read");
    let length = length_of(&text);
    let mut memory = vec![MaybeUninit::uninit(); length];
    bencher.counter(BytesCount::new(length)).bench_local(|| {
        let length = length_of(&text);
        text.write(&mut Writer { rest: black_box(&mut memory[..length]) });
    });
}

fn length_of(text: &impl Text) -> usize {
    let mut counter = Counter::default();
    text.write(&mut counter);
    counter.length
}
