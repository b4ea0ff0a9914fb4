// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids of 10^15 chunks an axis: what is asked of them is answered at once, or these tests never end.

mod oracle;

use oracle::grids::grid_of;
use oracle::{AxisText, PlainAxis};
use zrg::core::algebra::change::Change;
use zrg::core::algebra::compare::Relation;
use zrg::core::algebra::concatenate::{Joined, LastChunk};
use zrg::core::algebra::crop::{CropStart, Cropped};
use zrg::core::algebra::resize::{Growth, PastEnd, Policy};
use zrg::core::axis::{Axis, Form};
use zrg::core::edges::Run;
use zrg::core::error::Code;
use zrg::core::grid::Grid;
use zrg::core::keys::{BaseEncoding, ChunkKeyEncoding, Fanout, Suffix};
use zrg::core::region::Touched;
use zrg::core::sizes::Total;

/// 10^15.
const MANY: u64 = 1_000_000_000_000_000;

fn integer(extent: u64, edge: u64) -> PlainAxis {
    PlainAxis { extent, text: AxisText::Integer(edge) }
}

fn runs(extent: u64, runs: &[(u64, u64)]) -> PlainAxis {
    PlainAxis { extent, text: AxisText::List(runs.iter().map(|&(edge, count)| (edge, count, true)).collect()) }
}

fn runs_of(axis: &Axis) -> Vec<(u64, u64)> {
    axis.runs(0).map(|run| (run.edge, run.count)).collect()
}

#[test]
fn resizing() {
    let grid = grid_of(&[integer(3 * MANY, 3), runs(5 * MANY, &[(1, MANY), (4, MANY), (7, MANY)])]);
    let policy = |growth, past_end| [Policy { growth, past_end }; 2];
    let grown = grid.resized(&[9000 * MANY, 9000 * MANY], &policy(Growth::LastEdge, PastEnd::Kept)).unwrap();
    assert_eq!(grown.axes()[0].declared_chunks(), 3000 * MANY);
    assert_eq!(runs_of(&grown.axes()[1]), [(1, MANY), (4, MANY), (7, (9000 * MANY - 5 * MANY).div_ceil(7))]);
    let shrunk = grid.resized(&[3 * MANY - 4, 3 * MANY], &policy(Growth::Gap, PastEnd::Dropped)).unwrap();
    assert_eq!(runs_of(&shrunk.axes()[1]), [(1, MANY), (4, MANY / 2)]);
    let appended = grid.resized(&[3 * MANY, 12 * MANY], &[]).unwrap().appended(1, &[Run { edge: 2, count: MANY }]);
    assert_eq!(runs_of(&appended.unwrap().axes()[1]), [(1, MANY), (4, MANY), (7, MANY), (2, MANY)]);

    let changed = |change| {
        let mut boxes = vec![[(0, 0); 2]; 4];
        let shown = grid.changed_chunks(&shrunk, change, 0, 4, |entry, axis, chunks| boxes[entry][axis] = chunks);
        boxes.truncate(shown.unwrap());
        boxes
    };
    // One chunk less on the first axis, and one that is cut; half of the chunks less on the second.
    let (lines, left) = (MANY - 1, MANY + MANY / 2);
    assert_eq!(changed(Change::LosesAll), [[(lines, 1), (0, 2 * MANY)], [(0, lines), (left, MANY / 2)]]);
    assert_eq!(changed(Change::LosesSome), [[(lines - 1, 1), (0, left)]]);
    assert_eq!(changed(Change::GainsFirst), [[(0, 0); 2]; 0]);
}

#[test]
fn joining_and_cutting() {
    let one = grid_of(&[runs(4 * MANY, &[(4, MANY)]), integer(MANY, 7)]);
    let two = grid_of(&[runs(3 * MANY, &[(4, MANY)]), runs(MANY, &[(7, MANY / 7 + 1)])]);
    let mut placed = [Joined::default(); 3];
    let three = [&one, &two, &one];
    let joined = Grid::concatenated(&three, 0, LastChunk::Clipped, |at, place| placed[at] = place).unwrap();
    assert_eq!(runs_of(&joined.axes()[0]), [(4, MANY + 3 * MANY / 4 + MANY)]);
    assert_eq!((placed[2].start, placed[2].first_chunk), (7 * MANY, MANY + 3 * MANY / 4));
    assert_eq!(joined.axes()[1].form(), Form::Integer);

    let mut places = [Cropped::default(); 2];
    let start = [4 * MANY + 6, 7 * 1000 + 3];
    let cropped = joined.cropped(&start, &[MANY, 70], CropStart::Outward, |axis, place| places[axis] = place).unwrap();
    assert_eq!(places[0], Cropped { first_chunk: MANY + 1, offset: 2 });
    assert_eq!(places[1], Cropped { first_chunk: 1000, offset: 3 });
    assert_eq!(runs_of(&cropped.axes()[0]), [(4, MANY / 4 + 1)]);
    let turned = joined.some_axes(&[1, 0]).unwrap();
    assert_eq!(turned.axes()[1].declared_chunks(), joined.axes()[0].declared_chunks());
}

#[test]
fn comparing() {
    let axis = |text: &[(u64, u64)]| grid_of(&[runs(6 * MANY, text)]);
    let (twos, threes, sixes) = (axis(&[(2, 3 * MANY)]), axis(&[(3, 2 * MANY)]), axis(&[(6, MANY)]));
    assert_eq!(twos.compare(&sixes, Relation::Refines), Ok(()));
    assert_eq!(threes.compare(&sixes, Relation::Refines), Ok(()));
    assert_eq!(twos.compare(&threes, Relation::Refines).unwrap_err().value, Some(3));
    // What differs far behind the start is found at once too.
    let late = axis(&[(2, 2 * MANY), (1, 1), (2, MANY - 1), (1, 1)]);
    assert_eq!(twos.compare(&late, Relation::Refines).unwrap_err().value, Some(4 * MANY + 1));
    assert_eq!(twos.compare(&late, Relation::Equal).unwrap_err().value, Some(4 * MANY + 1));
    assert_eq!(late.compare(&twos, Relation::Refines).unwrap_err().value, Some(4 * MANY + 2));
    assert_eq!(sixes.check_boundaries(0, &[0, 6, 6 * MANY - 6, 6 * MANY]), Ok(()));
    assert_eq!(sixes.check_boundaries(0, &[6 * MANY - 6, 6 * MANY - 3]).unwrap_err().entry, Some(1));

    let refined = |one: &Grid, two: &Grid, max_runs| {
        let refined = one.common_refinement(two, max_runs).map_err(|problem| problem.code);
        refined.map(|grid| runs_of(&grid.axes()[0]))
    };
    assert_eq!(refined(&twos, &sixes, 1), Ok(vec![(2, 3 * MANY)]));
    assert_eq!(refined(&twos, &late, 3), Ok(vec![(2, 2 * MANY), (1, 2 * MANY)]));
    assert_eq!(refined(&late, &twos, 3), Ok(vec![(2, 2 * MANY), (1, 2 * MANY)]));
    let shifted = axis(&[(1, 1), (6, MANY - 1), (5, 1)]);
    assert_eq!(
        refined(&shifted, &axis(&[(4, 1), (6, MANY - 1), (2, 1)]), 1000),
        Ok(vec![(1, 1), (3, 2 * MANY - 1), (2, 1)])
    );
    // 2, 1, 1, 2 for ever.
    assert_eq!(refined(&twos, &threes, 1000), Err(Code::Limit));
    let whole = grid_of(&[integer(6 * MANY, 1)]);
    assert_eq!(refined(&whole, &threes, 1), Ok(vec![(1, 6 * MANY)]));
}

#[test]
fn regions_and_totals() {
    let grid = grid_of(&[integer(3 * MANY, 3), runs(5 * MANY, &[(1, MANY), (4, MANY)])]);
    let (start, shape) = ([3, MANY / 2], [3 * MANY - 4, MANY + 1]);
    let mut around = [(0, 0); 2];
    grid.region_around(&start, &shape, |axis, region| around[axis] = region).unwrap();
    assert_eq!(around, [(3, 3 * MANY - 3), (MANY / 2, MANY + 4)]);
    let mut boxes = [[(0, 0); 2]; 4];
    let visit = |entry: usize, axis: usize, chunks| boxes[entry][axis] = chunks;
    assert_eq!(grid.touched_chunks(&start, &shape, Touched::PartOfData, 0, 4, visit), Ok(2));
    let columns = MANY / 2 + MANY / 8;
    assert_eq!(boxes[0], [(MANY - 1, 1), (MANY / 2, columns + 1)]);
    assert_eq!(boxes[1], [(1, MANY - 2), (MANY / 2 + columns, 1)]);

    assert_eq!(grid.total(Total::LargestChunk), Ok(12));
    assert_eq!(grid.total(Total::DeclaredChunks).unwrap_err().code, Code::Range);
    assert_eq!(grid.axes()[1].common_divisor(), 1);
    assert_eq!(grid.check_inner_shape(&[3, 2]).unwrap_err().entry, Some(0));
    let shards = grid_of(&[runs(5 * MANY, &[(6, MANY), (9, MANY)])]);
    assert_eq!(shards.axes()[0].common_divisor(), 3);
    assert_eq!(shards.check_inner_shape(&[6]).unwrap_err().entry, Some(MANY));
    assert_eq!(runs_of(&shards.inner_grid(&[3]).unwrap().axes()[0]), [(3, 5 * MANY)]);
}

#[test]
fn ranges_of_keys() {
    let grid = grid_of(&[integer(MANY, 1), integer(MANY, 1)]);
    let default = ChunkKeyEncoding { base: BaseEncoding::Default { separator: '/' }, suffix: Suffix::NONE };
    let fanout = ChunkKeyEncoding { base: BaseEncoding::Fanout(Fanout::default()), ..default };
    let ask = |encoding, first: &[u64], count: &[u64], behind: Option<&[u64]>| {
        let mut page = vec![[(0, 0); 2]; 3];
        let shown = grid.key_ranges(&encoding, first, count, behind, 3, |entry, axis, range| {
            page[entry][axis] = (range.first, range.last);
        });
        page.truncate(shown.unwrap());
        page
    };
    let everything = (0, MANY - 1);
    assert_eq!(ask(fanout, &[5, 0], &[MANY - 10, MANY], None), [[(5, MANY - 6), everything]]);
    assert_eq!(ask(fanout, &[5, 1], &[1, 2], None), [[(5, 5), (1, 2)]]);
    assert_eq!(ask(default, &[0, 0], &[MANY, MANY], None), [[everything; 2]]);
    // Most numbers have 15 digits, and stand between all shorter ones: 1, 10, 100 up to 14 digits are neighbours, then
    // each of 14 digits is followed by the ten that it begins.
    let most = MANY / 100;
    let short = [[(0, most), everything], [(most + 1, most + 1), everything], [(most + 2, most + 2), everything]];
    assert_eq!(ask(default, &[0, 0], &[MANY / 10, MANY], None), short);
    let behind = [most + 2, 7];
    assert_eq!(ask(default, &[0, 0], &[MANY / 10, MANY], Some(&behind))[0][0], (most + 3, most + 3));
    // The numbers from 2 x 10^14 on to the end: they begin with 2 to 9, none of them shorter.
    assert_eq!(ask(default, &[MANY / 5, 0], &[MANY / 5 * 4, MANY], None).len(), 3);
    assert_eq!(ask(default, &[MANY / 5, 0], &[MANY / 5 * 4, MANY], None)[0][0], (MANY / 5, MANY / 5 + 9));
    // One row, a part of it.
    assert_eq!(ask(default, &[8, 9], &[1, 3], None), [[(8, 8), (10, 10)], [(8, 8), (11, 11)], [(8, 8), (9, 9)]]);
}
