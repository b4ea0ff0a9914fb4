// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that runs out is a status, at whichever reservation it happens; and queries reserve none.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{null, null_mut};

use zrg::capi::*;

/// Counts reservations of a thread, and lets one of them fail.
struct Failing;

thread_local! {
    static RESERVED: Cell<usize> = const { Cell::new(0) };
    static FAILS_AT: Cell<usize> = const { Cell::new(usize::MAX) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn fails(size: usize) -> bool {
    LARGEST.set(LARGEST.get().max(size));
    RESERVED.set(RESERVED.get() + 1);
    RESERVED.get() - 1 == FAILS_AT.get()
}

// SAFETY: the system's allocator, or NULL, which an allocator may always return.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails(layout.size()) { null_mut() } else { unsafe { System.alloc(layout) } }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if fails(size) { null_mut() } else { unsafe { System.realloc(memory, layout, size) } }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Failing = Failing;

/// The answer of a call whose reservation number `at` fails, and how many it made.
fn failing_at<T>(at: usize, call: impl FnOnce() -> T) -> (T, usize) {
    RESERVED.set(0);
    FAILS_AT.set(at);
    let answer = call();
    FAILS_AT.set(usize::MAX);
    (answer, RESERVED.get())
}

const OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;
const MEMORY: zrg_status = zrg_status_code::ZRG_ERROR_MEMORY as zrg_status;

/// Makes something with each of its reservations failing in turn, until none does; the thing then made.
fn survives<T>(make: impl Fn(&mut *mut T, &mut zrg_error) -> zrg_status) -> *mut T {
    for at in 0.. {
        let (mut made, mut error) = (null_mut(), zrg_error::default());
        let (status, reserved) = failing_at(at, || make(&mut made, &mut error));
        if reserved <= at {
            assert_eq!(status, OK);
            assert!(at > 0, "a new handle is a reservation at least");
            return made;
        }
        assert_eq!((status, error.code), (MEMORY, MEMORY), "reservation {at}");
        assert!(made.is_null());
    }
    unreachable!()
}

/// Documents and shapes, some of them spelled in unusual ways.
fn documents() -> Vec<(String, Vec<u64>)> {
    let document = |shapes: &str| {
        format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[{shapes}]}}}}"#)
    };
    let listed: Vec<String> = (1..300).map(|edge| edge.to_string()).collect();
    let runs: Vec<String> = (1..100).map(|edge| format!("[{edge},40]")).collect();
    vec![
        (document("10, [1,2,[3,4]]"), vec![25, 15]),
        (document(&format!("[{}]", listed.join(","))), vec![44_850]),
        (document(&format!("[{}]", runs.join(","))), vec![198_000]),
        (r#"{"name":"regular","configuration":{"chunk_shape":[3, 4]}}"#.into(), vec![10, 10]),
        (document(&format!("[7.0, {}]", listed.join(","))), vec![44_857]),
        (document("[3,[5,1]]"), vec![8]),
        (document("[[4.0,2],[1e0,0.1E1]]"), vec![9]),
        (r#"{"configuration":{"chunk_shape":[3.0]},"n\u0061me":"regul\u0061r"}"#.into(), vec![10]),
    ]
}

#[test]
fn every_reservation_may_fail() {
    for (text, shape) in documents() {
        let grid = survives::<zrg_grid>(|made, error| unsafe {
            zrg_grid_from_json(text.as_ptr().cast(), text.len(), shape.len(), shape.as_ptr(), null(), made, error)
        });
        for step in [1, -1, 7, 1000] {
            let slices: Vec<zrg_slice> = shape
                .iter()
                .map(|&extent| {
                    let mut slice = zrg_slice { start: 0, count: 0, step: 0 };
                    unsafe { zrg_slice_from_bounds(extent, ZRG_OMITTED, ZRG_OMITTED, step, &mut slice, null_mut()) };
                    slice
                })
                .collect();
            let selection = survives::<zrg_selection>(|made, error| unsafe {
                zrg_selection_from_slices(grid, slices.len(), slices.as_ptr(), made, error)
            });
            unsafe { zrg_selection_free(selection) };
        }
        unsafe { zrg_grid_free(grid) };
    }
}

/// Documents of any kind, right and wrong, read and explained.
#[test]
fn every_reservation_for_any_document_may_fail() {
    let nested = |levels: usize| "[{\"a\":".repeat(levels) + "7" + &"}]".repeat(levels);
    let array = |grid: &str, more: &str| {
        format!(
            r#"{{"zarr_format":3,"node_type":"array","shape":[12,3],"chunk_grid":{grid},"chunk_key_encoding":"v2"{more}}}"#
        )
    };
    let grid = |shapes: &str| {
        format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":{shapes}}}}}"#)
    };
    let right = grid("[[4.0,[2,4]],3]");
    let zeros = "0,".repeat(200) + "0";
    let texts = [
        array(&right, &format!(r#","attributes":{{"a":{},"b":[NaN,"\u00e9",-1.5e3]}}"#, nested(1000))),
        array(r#"{"configuration":{"chunk_shape":[[5,7],3],"x":[[]]},"name":"regular"}"#, ""),
        array(&grid(&format!("[[{zeros}],[{zeros}]]")), &format!(r#","shape":{}"#, nested(300))),
        array(&grid(&nested(200)), ""),
        array(&grid(&format!("[[{}],\"x\"]", nested(200))), ""),
        array(&grid("[[18446744073709551615,1],[1,1]]"), ""),
        array(r#"{"name":"hexagonal","configuration":[{}]}"#, ""),
        array(r#"{"configuration":{"chunk_shapes":[[0,1]]}}"#, ""),
        array(&right, r#","zarr_format":2"#),
        r#"{"shape":[0,[[[[[]]]]]],"zarr_format":2}"#.into(),
        // Not JSON: a bracket of the wrong kind, a missing one, what is no value at all.
        array(&right, &format!(r#","attributes":{}"#, nested(500).replace("7}", "7]"))),
        array(&right, &format!(r#","attributes":{}"#, "[".repeat(1000))),
        array(&grid("[[4,4,4],[3,]]"), ""),
        "\u{feff}[nan]".into(),
    ];
    let shape = [12u64, 3];
    for text in &texts {
        // The grid alone, where there is one.
        let inside = text.split_once(r#""chunk_grid":"#).map_or(&text[..], |(_, grid)| grid);
        let alone = &inside[..inside.find(r#","chunk_key"#).unwrap_or(inside.len())];
        for options in [None, Some(ZRG_READ_ANY_MEMBER), Some(ZRG_READ_REPAIR)] {
            let options = options.map(|flags| zrg_options {
                struct_size: size_of::<zrg_options>() as u32,
                flags,
                max_runs: 0,
                max_text: 0,
            });
            let options = options.as_ref().map_or(null(), std::ptr::from_ref);
            for call in 0..4 {
                let run = || unsafe {
                    let (mut grid, mut count, mut error) = (null_mut(), 0, zrg_error::default());
                    let mut keys = zrg_key_encoding { name: 0, separator: 0 };
                    let (t, l, s) = (text.as_ptr().cast(), text.len(), shape.as_ptr());
                    let (a, b) = (alone.as_ptr().cast(), alone.len());
                    let e: *mut zrg_error = &mut error;
                    let status = match call {
                        0 => zrg_grid_from_array_json(t, l, options, &mut grid, &mut keys, e),
                        1 => zrg_grid_from_json(a, b, 2, s, options, &mut grid, e),
                        2 => zrg_grid_validate_array_json(t, l, options, null_mut(), 0, &mut count, e),
                        _ => zrg_grid_validate_json(a, b, 2, s, options, null_mut(), 0, &mut count, e),
                    };
                    zrg_grid_free(grid);
                    (status, error.code)
                };
                for at in 0.. {
                    let ((status, code), reserved) = failing_at(at, run);
                    if reserved <= at {
                        assert_ne!(status, MEMORY, "{text}");
                        break;
                    }
                    assert_eq!((status, code), (MEMORY, MEMORY), "call {call}, reservation {at}: {text}");
                }
            }
        }
    }
}

/// Lists, masks and points, and inner selections of their parts. Requests jump between chunks, so that entries are
/// sorted, and hold every element of some chunks more than once, so that different ones are counted.
#[test]
fn every_reservation_of_a_list_may_fail() {
    let shape = [30u64, 24];
    let slices = [zrg_slice { start: 29, count: 30, step: -1 }, zrg_slice { start: 0, count: 24, step: 1 }];
    let (mut grid, mut all, mut error) = (null_mut(), null_mut(), zrg_error::default());
    let edges = [4u64, 6, 6, 6, 8, 4, 4, 16];
    unsafe {
        assert_eq!(
            zrg_grid_from_edges(2, shape.as_ptr(), [5, 3].as_ptr(), edges.as_ptr(), edges.len(), &mut grid, &mut error),
            OK
        );
        assert_eq!(zrg_selection_from_slices(grid, 2, slices.as_ptr(), &mut all, &mut error), OK);
    }
    let indices: Vec<i64> = (0..300).map(|i| i * 7 % 30 - 30 * (i % 2)).collect();
    let mask: Vec<u8> = (0..24).map(|i| u8::from(i % 3 != 1)).collect();
    let bits = [0b1011_0111, 0b1110_1101, 0b0110_1101, 0b0001_0110];
    let points: Vec<i64> = (0..1500).flat_map(|i| [i * 11 % 30, i * 5 % 24]).collect();
    let whole_mask: Vec<u8> = (0..30 * 24).map(|i| u8::from(i % 5 != 0)).collect();

    let with_indices = survives::<zrg_selection>(|made, e| unsafe {
        zrg_selection_with_indices(all, 0, indices.as_ptr(), indices.len(), ZRG_INDEX_WRAP, made, e)
    });
    let made = [
        survives::<zrg_selection>(|made, e| unsafe {
            zrg_selection_with_mask(with_indices, 1, mask.as_ptr(), mask.len(), made, e)
        }),
        survives::<zrg_selection>(|made, e| unsafe {
            zrg_selection_with_bits(all, 0, bits.as_ptr(), 0, 30, 0, made, e)
        }),
        survives::<zrg_selection>(|made, e| unsafe {
            zrg_selection_from_points(grid, 2, 1500, 2, 1, points.as_ptr(), points.len(), 0, made, e)
        }),
        survives::<zrg_selection>(|made, e| unsafe {
            zrg_selection_from_mask(grid, whole_mask.as_ptr(), whole_mask.len(), made, e)
        }),
        with_indices,
        all,
    ];
    for outer in made {
        let mut parts = 0;
        assert_eq!(unsafe { zrg_selection_part_count(outer, &mut parts, &mut error) }, OK);
        assert!(parts >= 10, "{parts}");
        for part in 0..parts {
            let inner = survives::<zrg_selection>(|made, e| unsafe {
                zrg_selection_inner(outer, part, 2, [2, 2].as_ptr(), made, e)
            });
            let innermost = survives::<zrg_selection>(|made, e| unsafe {
                zrg_selection_inner(inner, 0, 2, [1, 2].as_ptr(), made, e)
            });
            unsafe {
                zrg_selection_free(innermost);
                zrg_selection_free(inner);
            }
        }
        unsafe { zrg_selection_free(outer) };
    }
    unsafe { zrg_grid_free(grid) };
}

#[test]
fn queries_reserve_nothing() {
    for (text, shape) in documents() {
        let rank = shape.len();
        let (mut grid, mut selection, mut error) = (null_mut(), null_mut(), zrg_error::default());
        let e: *mut zrg_error = &mut error;
        let slices: Vec<zrg_slice> =
            shape.iter().map(|&extent| zrg_slice { start: 1, count: extent / 3, step: 3 }).collect();
        unsafe {
            assert_eq!(
                zrg_grid_from_json(text.as_ptr().cast(), text.len(), rank, shape.as_ptr(), null(), &mut grid, e),
                OK
            );
            assert_eq!(zrg_selection_from_slices(grid, rank, slices.as_ptr(), &mut selection, e), OK);
        }
        let (_, reserved) = failing_at(0, || unsafe {
            let (mut a, mut b, mut c) = ([0u64; 64], [0u64; 64], [0u64; 64]);
            let zeros = [0i64; 64];
            let (mut count, mut number, mut next) = (0usize, 0u64, 0u64);
            let index = [1u64; 64];
            let mut intervals = [zrg_interval { chunk: 0, origin: 0, edge: 0, data: 0 }; 8];
            let mut parts = [zrg_part { chunk_number: 0, elements: 0, decoded: 0, covers: 0 }; 8];
            let mut projections =
                [zrg_projection { chunk: 0, origin: 0, edge: 0, first: 0, count: 0, step: 0, out: 0, list: 0 }; 16];
            let mut segments = [zrg_segment { within: 0, out: 0, count: 0 }; 8];
            let (mut key, mut out) = ([0; 64], [0u8]);
            let statuses = [
                zrg_grid_shape(grid, rank, a.as_mut_ptr(), e),
                zrg_grid_chunk_counts(grid, rank, a.as_mut_ptr(), b.as_mut_ptr(), e),
                zrg_grid_locate(grid, rank, index.as_ptr(), a.as_mut_ptr(), b.as_mut_ptr(), e),
                zrg_grid_locate_many(
                    grid,
                    rank,
                    5,
                    rank as isize,
                    1,
                    index.as_ptr(),
                    a.as_mut_ptr(),
                    b.as_mut_ptr(),
                    64,
                    e,
                ),
                zrg_grid_chunk(grid, rank, index.as_ptr(), a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr(), e),
                zrg_grid_chunk_many(grid, rank, index.as_ptr(), a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr(), 5, e),
                zrg_grid_chunk_number(grid, rank, index.as_ptr(), &mut number, e),
                zrg_grid_chunk_at_number(grid, rank, 1, a.as_mut_ptr(), e),
                zrg_grid_box_to_chunks(grid, rank, index.as_ptr(), index.as_ptr(), a.as_mut_ptr(), b.as_mut_ptr(), e),
                zrg_grid_chunks_to_box(
                    grid,
                    rank,
                    index.as_ptr(),
                    index.as_ptr(),
                    a.as_mut_ptr(),
                    b.as_mut_ptr(),
                    null_mut(),
                    e,
                ),
                zrg_grid_axis_locate(grid, 0, 1, intervals.as_mut_ptr(), e),
                zrg_grid_axis_intervals(grid, 0, 0, intervals.as_mut_ptr(), 8, &mut count, e),
                zrg_grid_axis_projections(
                    grid,
                    0,
                    slices.as_ptr(),
                    0,
                    projections.as_mut_ptr(),
                    8,
                    &mut count,
                    &mut next,
                    e,
                ),
                zrg_selection_shape(selection, rank, a.as_mut_ptr(), e),
                zrg_selection_part_count(selection, &mut number, e),
                zrg_selection_projection_counts(selection, rank, a.as_mut_ptr(), e),
                zrg_selection_parts(
                    selection,
                    rank,
                    0,
                    parts.as_mut_ptr(),
                    null_mut(),
                    projections.as_mut_ptr(),
                    8,
                    &mut count,
                    e,
                ),
                zrg_selection_find_part(selection, rank, index.as_ptr(), &mut number, e),
                zrg_selection_segments(selection, 0, 0, segments.as_mut_ptr(), 8, &mut count, e),
                zrg_selection_read_part(
                    selection,
                    0,
                    1,
                    index.as_ptr().cast(),
                    1,
                    0,
                    zeros.as_ptr(),
                    out.as_mut_ptr().cast(),
                    1,
                    0,
                    zeros.as_ptr(),
                    e,
                ),
                zrg_selection_fill_part(
                    selection,
                    0,
                    index.as_ptr().cast(),
                    1,
                    out.as_mut_ptr().cast(),
                    1,
                    0,
                    zeros.as_ptr(),
                    e,
                ),
                zrg_key_encode(null(), rank, index.as_ptr(), key.as_mut_ptr(), 64, &mut count, e),
            ];
            assert_eq!(statuses, [OK; 22]);
            // A failing call reserves nothing either.
            assert_ne!(zrg_grid_axis_locate(grid, 0, u64::MAX, intervals.as_mut_ptr(), e), OK);
        });
        assert_eq!(reserved, 0);
        unsafe {
            zrg_selection_free(selection);
            zrg_grid_free(grid);
        }
    }
}

/// What is asked of lists and points, and of inner selections, reserves nothing either.
#[test]
fn queries_of_lists_reserve_nothing() {
    let shape = [12u64, 10];
    let slices = [zrg_slice { start: 0, count: 12, step: 1 }, zrg_slice { start: 9, count: 5, step: -2 }];
    let indices = [11i64, 0, 5, 5, 3, 9];
    let (mut grid, mut error) = (null_mut(), zrg_error::default());
    let e: *mut zrg_error = &mut error;
    let mut made = [null_mut(); 4];
    unsafe {
        let edges = [4u64, 8, 4, 6];
        assert_eq!(
            zrg_grid_from_edges(2, shape.as_ptr(), [2, 2].as_ptr(), edges.as_ptr(), edges.len(), &mut grid, e),
            OK
        );
        assert_eq!(zrg_selection_from_slices(grid, 2, slices.as_ptr(), &mut made[0], e), OK);
        assert_eq!(zrg_selection_with_indices(made[0], 0, indices.as_ptr(), 6, 0, &mut made[1], e), OK);
        assert_eq!(zrg_selection_from_points(grid, 2, 3, 2, 1, indices.as_ptr(), 6, 0, &mut made[2], e), OK);
        assert_eq!(zrg_selection_inner(made[1], 0, 2, [2, 2].as_ptr(), &mut made[3], e), OK);
    }
    for selection in made {
        let (_, reserved) = failing_at(0, || unsafe {
            let (mut a, mut b, mut number, mut count) = ([0u64; 64], [0u64; 64], 0u64, 0usize);
            let mut next = 0u64;
            let mut parts = [zrg_part { chunk_number: 0, elements: 0, decoded: 0, covers: 0 }; 8];
            let mut projections =
                [zrg_projection { chunk: 0, origin: 0, edge: 0, first: 0, count: 0, step: 0, out: 0, list: 0 }; 16];
            let mut segments = [zrg_segment { within: 0, out: 0, count: 0 }; 8];
            let mut ranges = [zrg_chunk_range { first: 0, count: 0 }; 8];
            let (p, q) = (parts.as_mut_ptr(), projections.as_mut_ptr());
            assert_eq!(zrg_selection_shape(selection, zrg_selection_rank(selection), a.as_mut_ptr(), e), OK);
            assert_eq!(zrg_selection_part_count(selection, &mut number, e), OK);
            assert_eq!(zrg_selection_projection_counts(selection, 2, a.as_mut_ptr(), e), OK);
            assert_eq!(zrg_selection_parts(selection, 2, 0, p, null_mut(), q, 8, &mut count, e), OK);
            assert!(count > 0);
            assert_eq!(zrg_selection_find_part(selection, 2, [0, 0].as_ptr(), &mut number, e), OK);
            assert_eq!(zrg_selection_segments(selection, 0, 0, segments.as_mut_ptr(), 8, &mut count, e), OK);
            for by in [ZRG_SPLIT_PARTS, ZRG_SPLIT_ELEMENTS] {
                assert_eq!(zrg_selection_split(selection, 5, by, a.as_mut_ptr(), e), OK);
            }
            assert_eq!(
                zrg_selection_chunk_ranges(selection, 1, 0, ranges.as_mut_ptr(), 8, &mut count, &mut next, e),
                OK
            );
            // A slice has no list, and saying so reserves nothing.
            let (a, b) = (a.as_mut_ptr(), b.as_mut_ptr());
            let listed = zrg_selection_axis_list(selection, 0, 0, a, b, 64, &mut count, e) == OK;
            assert_eq!(listed, selection != made[0]);
        });
        assert_eq!(reserved, 0);
    }
    unsafe {
        for selection in made {
            zrg_selection_free(selection);
        }
        zrg_grid_free(grid);
    }
}

#[test]
fn a_refused_string_is_not_copied() {
    let long = "x\\n".repeat(1_000_000);
    for shapes in
        [format!("[[\"{long}\"]]"), format!("[\"{long}\"]"), format!("[[1, \"{long}\"], 2]"), format!("\"{long}\"")]
    {
        let text = format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":{shapes}}}}}"#);
        let (mut grid, mut error) = (null_mut(), zrg_error::default());
        LARGEST.set(0);
        let shape = [1u64, 1];
        let status = unsafe {
            zrg_grid_from_json(text.as_ptr().cast(), text.len(), 2, shape.as_ptr(), null(), &mut grid, &mut error)
        };
        assert_eq!(status, zrg_status_code::ZRG_ERROR_STRUCTURE as zrg_status);
        assert!(LARGEST.get() < 4096, "{} bytes reserved at once", LARGEST.get());
    }
}
