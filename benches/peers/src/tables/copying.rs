// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elements of a part, moved out of their chunk into the result.

use std::cell::RefCell;
use std::ffi::c_char;

use zrg::capi::zrg_slice;

use super::Table;
use crate::documents::Random;
use crate::goals::{Goals, Worst};
use crate::harness::{Contest, Ratio, multiple};
use crate::zrg_calls::{Grid, Selection};

pub const TABLE: Table = Table { name: "copy", about: "time to move a part into the result", run };

/// Of the chunk.
const ROWS: usize = 256;
/// In the result, rows of other chunks above it and columns of other chunks left of it.
const ABOVE: usize = 100;
const LEFT: usize = 40;

const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 12];

fn run(rounds: usize, goals: &mut Goals) {
    print_title("whole rows", "row", rounds, ["one memcpy", "a memcpy a row", "zrg / one", "zrg / a row"]);
    let mut worst = Worst::default();
    for bytes in [256, 1024, 4096] {
        for size in SIZES {
            // At least so many bytes: 12 does not divide them.
            let columns = usize::div_ceil(bytes, size);
            let what = format!("rows of {} bytes, elements of {size}", columns * size);
            let ratio = whole_rows(&what, size, columns, rounds);
            worst.meet(&ratio, || what);
        }
    }
    goals.worst("copying a part, rows of 256 bytes and more: time / a memcpy a row", worst, 1.2);

    print_title("every second element of a row", "element", rounds, ["a loop in C", "", "zrg / loop", ""]);
    for size in SIZES {
        strided(&format!("rows of 1024 elements of {size} bytes"), size, 1024, rounds);
    }
}

fn print_title(what: &str, unit: &str, rounds: usize, [first, second, third, fourth]: [&str; 4]) {
    println!("\n## Moving a part: {what}\n(ns per {unit}, medians of {rounds} rounds; ratios with p10 .. p90)\n");
    println!("{:<40} {:>12} {first:>12} {second:>15} {third:>25} {fourth:>25}", "", "zrg");
}

fn show(ratio: &Ratio) -> String {
    format!("{} ({} .. {})", multiple(ratio.of_medians), multiple(ratio.p10), multiple(ratio.p90))
}

/// A part, its chunk, and memory for the result; and the same result as a loop over bytes makes it.
struct Move {
    selection: Selection,
    /// The number of the part whose chunk is the last of four.
    part: u64,
    chunk: Vec<u8>,
    out: Vec<u8>,
    right: Vec<u8>,
    /// Where the part's first element goes, and from one row of the result to the next.
    start: usize,
    out_row: usize,
}

impl Move {
    /// Of each row of the chunk every element that `step` leaves.
    fn new(size: usize, columns: usize, step: usize) -> Self {
        let extents = [ABOVE + ROWS, LEFT + columns];
        let grid = Grid::from_edges(&[vec![ABOVE as u64, ROWS as u64], vec![LEFT as u64, columns as u64]]);
        let count = extents[1].div_ceil(step);
        let slices = [(extents[0], 1), (count, step)].map(|(count, step)| zrg_slice {
            start: 0,
            count: count as u64,
            step: step as i64,
        });
        let mut random = Random::new(43);
        let chunk: Vec<u8> = (0..ROWS * columns * size).map(|_| random.below(256) as u8).collect();
        let out_row = count * size;
        // The step divides the columns to the left, so the first element of each row is taken.
        let start = ABOVE * out_row + LEFT / step * size;
        let out = vec![0; extents[0] * out_row];
        let mut right = out.clone();
        for row in 0..ROWS {
            for column in 0..columns.div_ceil(step) {
                for byte in 0..size {
                    let from = (row * columns + column * step) * size + byte;
                    right[start + row * out_row + column * size + byte] = chunk[from];
                }
            }
        }
        Move { selection: Selection::from_slices(&grid, &slices), part: 3, chunk, out, right, start, out_row }
    }

    /// Panics where the result is not what a loop over bytes makes it; then it is empty again.
    fn check(&mut self, who: &str) {
        assert!(self.out == self.right, "{who} moves something else");
        self.out.fill(0);
    }
}

/// As a multiple of one memcpy a row. (One memcpy for all would need the rows to lie side by side in the result as well.)
fn whole_rows(what: &str, size: usize, columns: usize, rounds: usize) -> Ratio {
    let mut m = Move::new(size, columns, 1);
    let row = size * columns;
    m.selection.read_part(m.part, size, &m.chunk, &mut m.out);
    m.check("zrg");
    copy_rows(&m.chunk, row, &mut m.out[m.start..], m.out_row);
    m.check("memcpy");

    let Move { selection, part, chunk, out, start, out_row, .. } = m;
    // The one memcpy writes at the same place of a memory page that it reads at: where the destination lies a few bytes
    // further into one than the source, some processors take the two for overlapping and copy many times slower. Rows
    // cannot all be placed well, but zrg and the memcpy a row meet the same places.
    let place = (chunk.as_ptr() as usize).wrapping_sub(out.as_ptr() as usize) % 4096;
    let out = RefCell::new(out);
    let times = Contest::new("row")
        .case("one memcpy", ROWS, || out.borrow_mut()[place..place + chunk.len()].copy_from_slice(&chunk))
        .case("a memcpy a row", ROWS, || copy_rows(&chunk, row, &mut out.borrow_mut()[start..], out_row))
        .case("zrg", ROWS, || selection.read_part(part, size, &chunk, &mut out.borrow_mut()))
        .run(rounds);
    let [at_once, by_row] = ["one memcpy", "a memcpy a row"].map(|name| (times.median(name), times.ratio("zrg", name)));
    println!(
        "{what:<40} {:>12.2} {:>12.2} {:>15.2} {:>25} {:>25}",
        times.median("zrg"),
        at_once.0,
        by_row.0,
        show(&at_once.1),
        show(&by_row.1)
    );
    by_row.1
}

/// One memcpy a row: its length is known when it runs.
fn copy_rows(chunk: &[u8], row: usize, out: &mut [u8], out_row: usize) {
    for (from, to) in chunk.chunks_exact(row).zip(out.chunks_mut(out_row)) {
        to[..row].copy_from_slice(from);
    }
}

fn strided(what: &str, size: usize, columns: usize, rounds: usize) {
    const STEP: usize = 2;
    let mut m = Move::new(size, columns, STEP);
    m.selection.read_part(m.part, size, &m.chunk, &mut m.out);
    m.check("zrg");
    strided_loop(size, &m.chunk, &mut m.out[m.start..], m.out_row, columns, STEP);
    m.check("the loop in C");

    let Move { selection, part, chunk, out, start, out_row, .. } = m;
    let out = RefCell::new(out);
    let elements = ROWS * columns.div_ceil(STEP);
    let times = Contest::new("element")
        .case("loop", elements, || strided_loop(size, &chunk, &mut out.borrow_mut()[start..], out_row, columns, STEP))
        .case("zrg", elements, || selection.read_part(part, size, &chunk, &mut out.borrow_mut()))
        .run(rounds);
    let ratio = times.ratio("zrg", "loop");
    let (ours, in_c) = (times.median("zrg"), times.median("loop"));
    println!("{what:<40} {ours:>12.2} {in_c:>12.2} {:>15} {:>25}", "", show(&ratio));
}

/// A loop in C over rows and elements.
fn strided_loop(size: usize, chunk: &[u8], out: &mut [u8], out_row: usize, columns: usize, step: usize) {
    unsafe extern "C" {
        fn strided_copy(
            size: usize,
            from: *const c_char,
            from_row: usize,
            to: *mut c_char,
            to_row: usize,
            rows: usize,
            columns: usize,
            step: usize,
        );
    }
    let moved = columns.div_ceil(step);
    assert!(chunk.len() == ROWS * columns * size && out.len() >= (ROWS - 1) * out_row + moved * size);
    let (from, to) = (chunk.as_ptr().cast(), out.as_mut_ptr().cast());
    // SAFETY: the last element read is in the last row of the chunk, and the last one written is inside, as was checked.
    unsafe { strided_copy(size, from, columns * size, to, out_row, ROWS, moved, step) }
}
