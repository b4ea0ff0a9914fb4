// SPDX-License-Identifier: MIT OR Apache-2.0
//! How often queries ask for memory: every function of the header that makes no handle and reads no document.

use std::collections::{BTreeMap, BTreeSet};
use std::ptr::{null, null_mut};

use zrg::capi::*;

use super::Table;
use crate::documents::{Document, List, Spelling};
use crate::goals::Goals;
use crate::heap::requests_of;
use crate::zrg_calls::{Grid, NO_PROJECTION};

pub const TABLE: Table = Table { name: "allocations", about: "how often queries ask for memory", run };

/// What makes and frees handles, and reads documents. Every other function of the header is a query.
const NO_QUERIES: [&str; 19] = [
    "zrg_grid_from_json",
    "zrg_grid_from_array_json",
    "zrg_grid_validate_json",
    "zrg_grid_validate_array_json",
    "zrg_grid_from_edges",
    "zrg_grid_from_runs",
    "zrg_grid_from_chunk_shape",
    "zrg_grid_clone",
    "zrg_grid_free",
    "zrg_selection_from_slices",
    "zrg_selection_with_indices",
    "zrg_selection_with_mask",
    "zrg_selection_with_bits",
    "zrg_selection_from_points",
    "zrg_selection_from_mask",
    "zrg_selection_inner",
    "zrg_selection_clone",
    "zrg_selection_free",
    "zrg_selection_grid",
];

const OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;
const BOUNDS: zrg_status = zrg_status_code::ZRG_ERROR_BOUNDS as zrg_status;
const RANK: usize = 3;
/// Room for the answers of any call made here.
const ROOM: usize = 64;

fn run(_rounds: usize, goals: &mut Goals) {
    // An axis of equal edges, one of listed edges and one of runs.
    let axes = [vec![(4, 10)], vec![(3, 1), (5, 1), (2, 1), (7, 1)], vec![(2, 6), (3, 6)]];
    let document = Document::new(axes.map(List).into(), Spelling::Compact);
    let grid = Grid::read(&document);
    grid.check(&document);

    let mut counts = Counts::default();
    ask_about_nothing(&mut counts);
    ask_grid(&mut counts, grid.handle());
    let selections = Selections::of(grid.handle(), &document.shape);
    for (kind, selection) in &selections.0 {
        ask_selection(&mut counts, kind, *selection);
    }

    assert_eq!(counts.0.keys().copied().collect::<BTreeSet<_>>(), queries(), "these are not the queries of the header");
    println!("\n## Queries: requests for memory\n\n{:<44} {:>12} {:>12}", "", "calls", "requests");
    for (name, (calls, requests)) in &counts.0 {
        println!("{name:<44} {calls:>12} {requests:>12}");
    }
    let requests: usize = counts.0.values().map(|(_, requests)| requests).sum();
    let what = format!("allocations in any query ({} functions)", counts.0.len());
    goals.figure(what, requests as f64, 0.0, "requests");
}

/// The functions that the header declares, without those that are no queries.
fn queries() -> BTreeSet<&'static str> {
    let header = include_str!("../../../../include/zrg/zrg.h");
    let code = header.lines().filter(|line| line.starts_with("zrg_") || line.starts_with("ZRG_API "));
    let called = code.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next());
    called.filter(|name| !NO_QUERIES.contains(name)).collect()
}

/// For each function how often it was called, and how often it asked for memory.
#[derive(Default)]
struct Counts(BTreeMap<&'static str, (usize, usize)>);

impl Counts {
    fn note<T>(&mut self, name: &'static str, call: impl FnOnce() -> T) -> T {
        let (answer, requests) = requests_of(call);
        let (calls, total) = self.0.entry(name).or_default();
        *calls += 1;
        *total += requests;
        answer
    }
}

/// Calls a function and counts its requests. The first call counts too, where there is nothing yet that stays.
macro_rules! ask {
    ($counts:expr, $function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: the callers say what the pointers are.
        $counts.note(stringify!($function), || unsafe { $function($($argument),*) })
    };
}

fn ask_about_nothing(counts: &mut Counts) {
    ask!(counts, zrg_version_number());
    ask!(counts, zrg_version_string());
    for status in [OK, BOUNDS, -1] {
        ask!(counts, zrg_status_name(status));
        ask!(counts, zrg_status_message(status));
    }
    let mut slice = zrg_slice { start: 0, count: 0, step: 1 };
    assert_eq!(ask!(counts, zrg_slice_from_bounds(10, -1, ZRG_OMITTED, -2, &mut slice, null_mut())), OK);
    assert_eq!(slice, zrg_slice { start: 9, count: 5, step: -2 });
    let (mut key, mut length) = ([0; ROOM * 2], 0);
    let chunk = [1, 2, 3];
    let written = ask!(
        counts,
        zrg_key_encode(null(), RANK, chunk.as_ptr(), key.as_mut_ptr(), key.len(), &mut length, null_mut())
    );
    assert_eq!((written, length), (OK, "c/1/2/3".len()));
}

fn ask_grid(counts: &mut Counts, grid: *const zrg_grid) {
    let mut error = zrg_error::default();
    let [mut a, mut b, mut c] = [[0u64; ROOM]; 3];
    let [a, b, c] = [a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr()];
    let no_error = null_mut();
    assert_eq!(ask!(counts, zrg_grid_rank(grid)), RANK);
    assert_eq!(ask!(counts, zrg_grid_shape(grid, RANK, a, no_error)), OK);
    assert_eq!(ask!(counts, zrg_grid_chunk_counts(grid, RANK, a, b, no_error)), OK);

    let (inside, outside) = ([5, 8, 13], [5, 8, 30]);
    assert_eq!(ask!(counts, zrg_grid_locate(grid, RANK, inside.as_ptr(), a, b, no_error)), OK);
    assert_eq!(ask!(counts, zrg_grid_locate(grid, RANK, outside.as_ptr(), a, b, &mut error)), BOUNDS);
    let (points, bad_points) = ([inside; 20], [inside, outside, inside]);
    let many = |counts: &mut Counts, points: &[[u64; RANK]], error| {
        let (count, length, points) = (points.len(), points.len() * RANK, points.as_ptr().cast());
        ask!(counts, zrg_grid_locate_many(grid, RANK, count, RANK as isize, 1, points, a, b, length, error))
    };
    assert_eq!(many(counts, &points, no_error), OK);
    assert_eq!(many(counts, &bad_points, &mut error), BOUNDS);
    assert_eq!((error.entry, error.axis), (1, 2));

    let chunks = [[2, 1, 7], [9, 3, 11]];
    let (chunk, count) = (chunks[0].as_ptr(), chunks.len());
    assert_eq!(ask!(counts, zrg_grid_chunk(grid, RANK, chunk, a, b, c, no_error)), OK);
    let all = chunks.as_ptr().cast();
    assert_eq!(ask!(counts, zrg_grid_chunk_many(grid, RANK, all, a, b, c, count, no_error)), OK);
    let mut number = 0;
    assert_eq!(ask!(counts, zrg_grid_chunk_number(grid, RANK, chunk, &mut number, no_error)), OK);
    assert_eq!(ask!(counts, zrg_grid_chunk_at_number(grid, RANK, number, a, no_error)), OK);
    let (start, shape) = ([1, 2, 3], [30, 10, 20]);
    assert_eq!(ask!(counts, zrg_grid_box_to_chunks(grid, RANK, start.as_ptr(), shape.as_ptr(), a, b, no_error)), OK);
    let (first, box_of) = ([1, 1, 2], [2, 3, 7]);
    assert_eq!(
        ask!(counts, zrg_grid_chunks_to_box(grid, RANK, first.as_ptr(), box_of.as_ptr(), a, b, c, no_error)),
        OK
    );

    let (mut text, mut length) = ([0; 4 * ROOM], 0);
    let written =
        ask!(counts, zrg_grid_to_json(grid, ZRG_FORM_AS_READ, text.as_mut_ptr(), text.len(), &mut length, no_error));
    assert_eq!(written, OK);
    assert_eq!(ask!(counts, zrg_grid_form(grid)), ZRG_FORM_RECTILINEAR);

    let mut intervals = [zrg_interval { chunk: 0, origin: 0, edge: 0, data: 0 }; ROOM];
    let mut runs = [zrg_run { edge: 0, count: 0 }; ROOM];
    let mut projections = [NO_PROJECTION; ROOM];
    let (mut count, mut next, mut form) = (0, 0, 0);
    for axis in 0..RANK {
        assert_eq!(ask!(counts, zrg_grid_axis_locate(grid, axis, 7, &mut intervals[0], no_error)), OK);
        let page = intervals.as_mut_ptr();
        assert_eq!(ask!(counts, zrg_grid_axis_intervals(grid, axis, 1, page, ROOM, &mut count, no_error)), OK);
        assert_eq!(ask!(counts, zrg_grid_axis_edges(grid, axis, 1, a, ROOM, &mut count, no_error)), OK);
        let page = runs.as_mut_ptr();
        assert_eq!(ask!(counts, zrg_grid_axis_runs(grid, axis, 1, page, ROOM, &mut count, &mut next, no_error)), OK);
        assert_eq!(ask!(counts, zrg_grid_axis_form(grid, axis, &mut form, a, no_error)), OK);
        for (start, step) in [(0, 1), (1, 3), (16, -4)] {
            let (slice, page) = (zrg_slice { start, count: 5, step }, projections.as_mut_ptr());
            let asked = ask!(
                counts,
                zrg_grid_axis_projections(grid, axis, &slice, 0, page, ROOM, &mut count, &mut next, no_error)
            );
            assert_eq!(asked, OK);
        }
    }
}

/// One of each kind.
struct Selections(Vec<(&'static str, *mut zrg_selection)>);

impl Drop for Selections {
    fn drop(&mut self) {
        for (_, selection) in &self.0 {
            // SAFETY: a handle of this library, freed once.
            unsafe { zrg_selection_free(*selection) }
        }
    }
}

impl Selections {
    fn of(grid: *const zrg_grid, shape: &[u64]) -> Self {
        let mut made = Selections(Vec::new());
        let mut add = |kind, make: &dyn Fn(*mut *mut zrg_selection) -> zrg_status| {
            let mut selection = null_mut();
            assert_eq!(make(&mut selection), OK, "no selection of {kind}");
            made.0.push((kind, selection));
            selection
        };
        let slices = |step: i64| {
            let start = |extent: u64| if step < 0 { extent - 1 } else { 0 };
            let slice =
                |&extent: &u64| zrg_slice { start: start(extent), count: extent.div_ceil(step.unsigned_abs()), step };
            shape.iter().map(slice).collect::<Vec<_>>()
        };
        let indices = [9, 3, 3, 16, 0];
        let points = [[5i64, 8, 13], [39, 0, 29], [5, 8, 13]];
        let mask: Vec<u8> = (0..shape[1]).map(|element| u8::from(element % 3 == 0)).collect();
        let bits = [0b1001_0110; 3];
        let whole: Vec<u8> = (0..shape.iter().product::<u64>()).map(|element| u8::from(element % 7 == 0)).collect();
        let (no_error, middle) = (null_mut(), 1);
        // SAFETY, of all: the pointers are to arrays as long as is said, and the handles are not freed before the end.
        let mut base = null_mut();
        for (kind, step) in [("slices", 1), ("slices with a step", 7), ("slices downwards", -2)] {
            base = add(kind, &|out| unsafe {
                zrg_selection_from_slices(grid, RANK, slices(step).as_ptr(), out, no_error)
            });
        }
        add("indices", &|out| unsafe {
            zrg_selection_with_indices(base, middle, indices.as_ptr(), indices.len(), 0, out, no_error)
        });
        add("a mask of an axis", &|out| unsafe {
            zrg_selection_with_mask(base, middle, mask.as_ptr(), mask.len(), out, no_error)
        });
        add("bits", &|out| unsafe {
            zrg_selection_with_bits(base, middle, bits.as_ptr(), 0, mask.len(), 0, out, no_error)
        });
        add("points", &|out| unsafe {
            let (count, points) = (points.len(), points.as_ptr().cast());
            zrg_selection_from_points(grid, RANK, count, RANK as isize, 1, points, count * RANK, 0, out, no_error)
        });
        add("a mask", &|out| unsafe { zrg_selection_from_mask(grid, whole.as_ptr(), whole.len(), out, no_error) });
        let inner = [1; RANK];
        add("a part", &|out| unsafe { zrg_selection_inner(base, 0, RANK, inner.as_ptr(), out, no_error) });
        made
    }
}

fn ask_selection(counts: &mut Counts, kind: &str, selection: *mut zrg_selection) {
    let no_error = null_mut();
    let [mut shape, mut numbers, mut more] = [[0u64; ROOM]; 3];
    let (mut parts, mut count, mut next) = (0, 0, 0);
    assert_eq!(ask!(counts, zrg_selection_part_count(selection, &mut parts, no_error)), OK);
    assert_ne!(parts, 0, "nothing is selected by {kind}");
    let room = shape.as_mut_ptr();
    let result_rank = ask!(counts, zrg_selection_rank(selection));
    assert_eq!(ask!(counts, zrg_selection_shape(selection, result_rank, room, no_error)), OK);
    let (a, b) = (numbers.as_mut_ptr(), more.as_mut_ptr());
    assert_eq!(ask!(counts, zrg_selection_projection_counts(selection, RANK, a, no_error)), OK);

    let mut page = [zrg_part { chunk_number: 0, elements: 0, decoded: 0, covers: 0 }; ROOM / RANK];
    let mut projections = [NO_PROJECTION; ROOM];
    let (room, places) = (page.as_mut_ptr(), projections.as_mut_ptr());
    for first in [0, parts / 2] {
        let asked = ask!(
            counts,
            zrg_selection_parts(selection, RANK, first, room, a, places, page.len(), &mut count, no_error)
        );
        assert_eq!(asked, OK);
        assert_ne!(count, 0);
    }
    let chunk = numbers;
    let mut part = 0;
    assert_eq!(ask!(counts, zrg_selection_find_part(selection, RANK, chunk.as_ptr(), &mut part, no_error)), OK);
    assert_eq!(part, parts / 2);
    for (axis, projection) in projections.iter().enumerate().take(RANK) {
        let expected = if projection.step == 0 { OK } else { zrg_status_code::ZRG_ERROR_ARGUMENT as zrg_status };
        let mut error = zrg_error::default();
        let asked = ask!(counts, zrg_selection_axis_list(selection, axis, 0, a, b, ROOM, &mut count, &mut error));
        assert_eq!(asked, expected, "the list of axis {axis} of {kind}");
    }
    let mut segments = [zrg_segment { within: 0, out: 0, count: 0 }; ROOM];
    let room = segments.as_mut_ptr();
    assert_eq!(ask!(counts, zrg_selection_segments(selection, part, 0, room, ROOM, &mut count, no_error)), OK);
    for by in [ZRG_SPLIT_PARTS, ZRG_SPLIT_ELEMENTS] {
        assert_eq!(ask!(counts, zrg_selection_split(selection, 3, by, a, no_error)), OK);
    }
    let mut ranges = [zrg_chunk_range { first: 0, count: 0 }; ROOM];
    let room = ranges.as_mut_ptr();
    assert_eq!(
        ask!(counts, zrg_selection_chunk_ranges(selection, 0, 0, room, ROOM, &mut count, &mut next, no_error)),
        OK
    );

    let mut chunk = vec![0u8; page[0].decoded as usize];
    let mut result = vec![0u8; shape[..result_rank].iter().product::<u64>() as usize];
    let (size, room) = (chunk.len(), result.len());
    let asked = ask!(
        counts,
        zrg_selection_read_part(
            selection,
            part,
            1,
            chunk.as_ptr().cast(),
            size,
            0,
            null(),
            result.as_mut_ptr().cast(),
            room,
            0,
            null(),
            no_error,
        )
    );
    assert_eq!(asked, OK, "{kind}");
    let (fill, out) = (chunk.as_ptr().cast(), result.as_mut_ptr().cast());
    let asked = ask!(counts, zrg_selection_fill_part(selection, part, fill, 1, out, room, 0, null(), no_error));
    assert_eq!(asked, OK, "{kind}");
    let asked = ask!(
        counts,
        zrg_selection_write_part(
            selection,
            part,
            1,
            result.as_ptr().cast(),
            room,
            0,
            null(),
            chunk.as_mut_ptr().cast(),
            size,
            0,
            null(),
            no_error,
        )
    );
    assert_eq!(asked, OK, "{kind}");
}
