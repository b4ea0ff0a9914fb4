// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers that come near 2^64 or pass it, compared with sums in 128 bits; and counts that no memory bounds, which take no
//! time.

mod planned;

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use planned::{Planned, Shown, read};
use proptest::prelude::*;
use zrg::core::error::{Code, Error};
use zrg::core::grid::Grid;
use zrg::core::layout::ArrayLayout;
use zrg::core::layout::PointLayout;
use zrg::core::selection::{Segment, Selection, SplitBy};
use zrg::core::slice::Slice;

const MAX_EXTENT: u64 = i64::MAX as u64;

/// What numbers of 64 bits are below: the last one stands for none.
const NONE: u128 = u64::MAX as u128;

/// Fails a test that would else run for years.
fn at_once<T: Send + 'static>(answer: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(answer()));
    receiver.recv_timeout(Duration::from_secs(20)).expect("an answer, and no panic")
}

/// A grid of chunks of one element.
fn single_elements(shape: &[u64]) -> Grid {
    Grid::from_chunk_shape(shape, &vec![1; shape.len()], false).unwrap()
}

fn whole(grid: &Grid) -> Vec<Slice> {
    grid.axes().iter().map(|axis| Slice { start: 0, count: axis.extent(), step: 1 }).collect()
}

/// The row-major number of an index; 2^128 - 1 for all that pass it.
fn number_of(shape: &[u64], index: &[u64]) -> u128 {
    shape.iter().zip(index).fold(0, |number, (&length, &index)| {
        u128::saturating_add(u128::saturating_mul(number, length.into()), index.into())
    })
}

/// The index of a row-major number below the product of the lengths.
fn index_of(shape: &[u64], mut number: u128) -> Vec<u64> {
    let mut index = vec![0; shape.len()];
    for (place, &length) in index.iter_mut().zip(shape).rev() {
        *place = (number % u128::from(length)) as u64;
        number /= u128::from(length);
    }
    index
}

fn product(lengths: &[u64]) -> u128 {
    lengths.iter().fold(1, |product, &length| u128::saturating_mul(product, length.into()))
}

/// Lengths of axes: a few, and those whose products come near 2^64.
fn lengths(most: usize) -> impl Strategy<Value = Vec<u64>> {
    let length = prop_oneof![
        1..5u64,
        prop::sample::select(vec![
            1 << 16,
            (1 << 20) + 1,
            (1 << 31) - 1,
            (1 << 32) - 1,
            1 << 32,
            (1 << 32) + 1,
            1 << 40,
            1 << 60,
            MAX_EXTENT - 1,
            MAX_EXTENT
        ]),
    ];
    prop::collection::vec(length, 1..=most)
}

/// Some elements of an axis: a slice of few, a list, or all of a short one.
#[derive(Clone, Debug)]
enum Asked {
    Few(Slice),
    List(Vec<i64>),
}

impl Asked {
    /// The chunks of one element that are touched, which rise.
    fn chunks(&self) -> Vec<u64> {
        let mut chunks: Vec<u64> = match self {
            Asked::Few(slice) => {
                (0..slice.count).map(|k| slice.start.wrapping_add_signed(slice.step * k as i64)).collect()
            }
            Asked::List(indices) => indices.iter().map(|&index| index as u64).collect(),
        };
        chunks.sort_unstable();
        chunks.dedup();
        chunks
    }
}

fn asked(length: u64) -> impl Strategy<Value = Asked> {
    let near_an_end = move |distance: u64, far: bool| {
        let distance = distance.min(length - 1);
        if far { length - 1 - distance } else { distance }
    };
    let element = prop_oneof![
        (0..6u64, any::<bool>()).prop_map(move |(distance, far)| near_an_end(distance, far)),
        any::<u64>().prop_map(move |bits| bits % length)
    ];
    let step = prop_oneof![1..4u64, any::<u64>().prop_map(move |bits| bits % length + 1)];
    prop_oneof![
        (element.clone(), 1..5u64, step, any::<bool>()).prop_map(move |(start, count, step, down)| {
            let room = if down { start } else { length - 1 - start };
            let (step, count) = (step as i64, count.min(room / step + 1));
            Asked::Few(Slice { start, count, step: if down { -step } else { step } })
        }),
        prop::collection::vec(element.prop_map(|element| element as i64), 1..4).prop_map(Asked::List),
    ]
}

fn planned<'g>(grid: &'g Grid, asked: &[Asked]) -> Planned<'g> {
    let slices = asked.iter().map(|asked| match asked {
        Asked::Few(slice) => *slice,
        Asked::List(_) => Slice { start: 0, count: 0, step: 1 },
    });
    let mut selection = Selection::from_slices(grid, slices).unwrap();
    for (axis, asked) in asked.iter().enumerate() {
        if let Asked::List(indices) = asked {
            selection = selection.with_indices(grid, axis, indices, false).unwrap();
        }
    }
    Planned { grid, selection }
}

fn sliced(grid: &Grid, slices: Vec<Slice>) -> Planned<'_> {
    Planned { grid, selection: Selection::from_slices(grid, slices.into_iter()).unwrap() }
}

/// A page of ranges by the definition: none where one of them needs a number that does not fit.
fn ranges_of(numbers: &[u128], gap: u64, from: u64, capacity: usize) -> Option<Vec<(u64, u64)>> {
    let mut ranges: Vec<(u128, u128)> = vec![];
    for &number in numbers.iter().filter(|&&number| number >= from.into()) {
        match ranges.last_mut() {
            // What stops at 2^128 - 1 may be anywhere behind, and is refused for that.
            Some((_, last)) if number == u128::MAX && *last == u128::MAX => {}
            Some((_, last)) if number < u128::MAX && number - *last - 1 <= gap.into() => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let page = ranges.iter().take(capacity);
    page.map(|&(first, last)| (last < NONE).then(|| (first as u64, (last - first + 1) as u64))).collect()
}

fn check_ranges(planned: &Planned, numbers: &[u128], gap: u64, from: u64, capacity: usize) {
    let mut from = from;
    for _ in 0..=numbers.len() {
        match (planned.ranges(gap, from, capacity), ranges_of(numbers, gap, from, capacity)) {
            (Err(error), None) => {
                assert_eq!(error.code, Code::Range);
                return;
            }
            (Ok((found, next)), Some(expected)) => {
                assert_eq!(found, expected, "gap {gap} from {from} of {numbers:?}");
                let Some((first, count)) = found.last() else { return };
                assert_eq!(next, first + count);
                from = next;
            }
            (answer, expected) => panic!("{answer:?}, not {expected:?}: gap {gap} from {from} of {numbers:?}"),
        }
    }
    panic!("the walk from {from} has no end");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn ranges_of_products(
        (shape, asked) in lengths(4).prop_flat_map(|shape| {
            let asked: Vec<_> = shape.iter().map(|&length| asked(length)).collect();
            (Just(shape), asked)
        }),
        gap in prop_oneof![Just(0), 1..4u64, any::<u64>(), Just(u64::MAX)],
        (from, ahead) in (any::<prop::sample::Index>(), 0..2u64),
        capacity in 1..4usize,
    ) {
        let grid = single_elements(&shape);
        let by_axis: Vec<Vec<u64>> = asked.iter().map(Asked::chunks).collect();
        let counts: Vec<u64> = by_axis.iter().map(|chunks| chunks.len() as u64).collect();
        let numbers: Vec<u128> = (0..product(&counts)).map(|part| {
            let positions = index_of(&counts, part);
            let chunk: Vec<u64> =
                positions.iter().zip(&by_axis).map(|(&position, chunks)| chunks[position as usize]).collect();
            number_of(&shape, &chunk)
        }).collect();
        let at_one = u64::try_from(numbers[from.index(numbers.len())]).unwrap_or(u64::MAX);
        for from in [0, at_one.saturating_add(ahead), u64::MAX] {
            check_ranges(&planned(&grid, &asked), &numbers, gap, from, capacity);
        }
    }

    #[test]
    fn ranges_of_points(
        (shape, points) in lengths(4).prop_flat_map(|shape| {
            let index: Vec<_> = shape.iter().map(|&length| prop_oneof![
                0..length.min(3), (length - 1).saturating_sub(2)..length, 0..length
            ]).collect();
            (Just(shape), prop::collection::vec(index, 0..6))
        }),
        gap in prop_oneof![Just(0), 1..4u64, any::<u64>(), Just(u64::MAX)],
        capacity in 1..4usize,
    ) {
        let grid = single_elements(&shape);
        let flat: Vec<i64> = points.iter().flatten().map(|&x| x as i64).collect();
        let layout = PointLayout::new(shape.len(), points.len(), shape.len() as isize, 1, flat.len()).unwrap();
        let planned = Planned { grid: &grid, selection: Selection::from_points(&grid, layout, &flat, false).unwrap() };
        let mut points = points;
        points.sort_unstable();
        points.dedup();
        let numbers: Vec<u128> = points.iter().map(|point| number_of(&shape, point)).collect();
        for from in [0, 1, u64::MAX - 1, u64::MAX] {
            check_ranges(&planned, &numbers, gap, from, capacity);
        }
    }

    /// Parts of a box of chunks, numbered near both ends of what there is and of what fits; and cut into shares.
    #[test]
    fn parts_of_products(
        lengths in lengths(4),
        edge in prop_oneof![1..3u64, 1..=1u64 << 32],
        (seed, capacity) in (any::<u64>(), 0..4usize),
        shares in 1..7usize,
    ) {
        // Chunks of a few elements or of many, as far as the extents allow that.
        let edges: Vec<u64> = lengths.iter().map(|length| edge.min(MAX_EXTENT / length)).collect();
        let shape: Vec<u64> = lengths.iter().zip(&edges).map(|(length, edge)| length * edge).collect();
        let grid = Grid::from_chunk_shape(&shape, &edges, false).unwrap();
        let planned = sliced(&grid, whole(&grid));
        let total = product(&lengths);
        let fits = total <= NONE;
        prop_assert_eq!(planned.selection.part_count(), fits.then_some(total as u64));

        let top = total.min(NONE);
        for first in [0, total / 2, u128::from(seed) % total, total.saturating_sub(2), total, NONE - 3, NONE - 1, NONE] {
            let Ok(first) = u64::try_from(first) else { continue };
            let answer = planned.page(first, capacity);
            let end = u128::from(first) + capacity as u128;
            if !fits && end > NONE {
                prop_assert_eq!(answer.unwrap_err().code, Code::Range);
                prop_assert_eq!(planned.selection.page_length(first, capacity).unwrap_err().code, Code::Range);
            } else {
                let parts = answer.unwrap();
                prop_assert_eq!(parts.len(), end.min(total).saturating_sub(first.into()) as usize);
                prop_assert_eq!(planned.selection.page_length(first, capacity), Ok(parts.len()));
                for (position, Shown { number, part, chunk, .. }) in parts.into_iter().enumerate() {
                    prop_assert_eq!(number, first + position as u64);
                    prop_assert_eq!(&chunk, &index_of(&lengths, number.into()));
                    // All chunks are touched, so that a chunk's number is its part's.
                    prop_assert_eq!(part.chunk_number, Some(number));
                    prop_assert_eq!(planned.find(&chunk), Ok(Some(number)));
                }
            }
            let one = planned.projections(first);
            match u128::from(first) < top {
                true => prop_assert!(one.is_ok()),
                false => prop_assert!(matches!(one.unwrap_err().code, Code::Bounds | Code::Range)),
            }
        }
        let last: Vec<u64> = lengths.iter().map(|length| length - 1).collect();
        match fits {
            true => prop_assert_eq!(planned.find(&last), Ok(Some(total as u64 - 1))),
            false => prop_assert_eq!(planned.find(&last).unwrap_err().code, Code::Range),
        }

        // All chunks hold as many elements.
        let each = product(&edges);
        let elements = each.checked_mul(total).filter(|_| total < u128::MAX && each < u128::MAX);
        for by in [SplitBy::Parts, SplitBy::Elements] {
            let mut bounds = vec![];
            let answer = planned.selection.split(&grid, by, shares, |share, part| {
                assert_eq!(share, bounds.len());
                bounds.push(part);
            });
            let measure = match by {
                SplitBy::Parts => Some((total, 1)),
                SplitBy::Elements => elements.map(|elements| (elements, each)),
            };
            let Some((all, each)) = measure.filter(|_| fits) else {
                prop_assert_eq!(answer.unwrap_err().code, Code::Range);
                continue;
            };
            prop_assert_eq!(answer, Ok(()));
            prop_assert_eq!((bounds[0], bounds[shares]), (0, total as u64));
            for (share, &bound) in bounds.iter().enumerate() {
                // The first part with as much before it as the shares before this one should have.
                let (whole, rest) = (all / shares as u128, all % shares as u128);
                let goal = whole * share as u128 + rest * share as u128 / shares as u128;
                prop_assert_eq!(u128::from(bound), goal.div_ceil(each));
            }
        }
    }

    /// One chunk of many elements, of which every `step`-th one is selected: each is a segment.
    #[test]
    fn segments_of_large_chunks(
        (rows, row) in prop_oneof![
            (Just((1u64 << 32) - 1), Just((1u64 << 32) + 1)), // 2^64 - 1 elements: all have a position
            (Just(1u64 << 32), Just(1u64 << 32)), // one more
            (1..1u64 << 34, 2..1u64 << 34),
        ],
        (step, start, cut) in (2..5u64, 0..2u64, 0..3u64),
        (seed, capacity) in (any::<u64>(), 0..4usize),
    ) {
        let grid = Grid::from_chunk_shape(&[rows, row], &[rows, row], false).unwrap();
        let count = (row - 1 - start) / step + 1;
        let slices = [Slice { start: 0, count: rows - cut.min(rows - 1), step: 1 }, Slice { start, count, step: step as i64 }];
        let planned = sliced(&grid, slices.to_vec());
        let total = u128::from(slices[0].count) * u128::from(count);
        let last_within = u128::from(slices[0].count - 1) * u128::from(row) + u128::from(start + (count - 1) * step);
        for first in [0, u128::from(seed) % total, total - 1, total, NONE] {
            let Ok(first) = u64::try_from(first) else { continue };
            let found = planned.segments(0, first, capacity);
            if last_within.max(total - 1) >= NONE {
                prop_assert_eq!(found.unwrap_err().code, Code::Range);
                continue;
            }
            let expected: Vec<Segment> = (u128::from(first)..total).take(capacity).map(|number| {
                let (line, place) = (number / u128::from(count), number % u128::from(count));
                let within = line * u128::from(row) + u128::from(start) + place * u128::from(step);
                Segment { within: within as u64, out: number as u64, count: 1 }
            }).collect();
            prop_assert_eq!(found, Ok(expected));
        }
    }
}

/// The first chunk touched has a number past 128 bits, and so have all the others, of which there are 2^60.
#[test]
fn ranges_are_refused_at_once() {
    let answer = at_once(|| {
        let grid = single_elements(&[MAX_EXTENT, 1 << 60, MAX_EXTENT]);
        let mut slices = whole(&grid);
        slices[0] = Slice { start: MAX_EXTENT - 1, count: 1, step: 1 };
        slices[2] = Slice { start: 0, count: 1, step: 1 };
        sliced(&grid, slices).ranges(0, 0, 4)
    });
    assert_eq!(answer.unwrap_err().code, Code::Range);
}

/// Many axes, each of which is whole, or of which every other chunk is touched: refused, or answered from the first numbers.
#[test]
fn ranges_of_many_axes_take_no_time() {
    for step in [1, 2, 1 << 40] {
        for rank in [2, 3, 64] {
            let answer = at_once(move || {
                let grid = single_elements(&vec![1 << 60; rank]);
                let slices = vec![Slice { start: 0, count: (1 << 60) / step, step: step as i64 }; rank];
                sliced(&grid, slices).ranges(0, 0, 2)
            });
            match step {
                1 => assert_eq!(answer.unwrap_err().code, Code::Range),
                _ => assert_eq!(answer, Ok((vec![(0, 1), (step, 1)], step + 1))),
            }
        }
    }
}

/// The second of two chunks has number 2^64 + 5: it is never left out in silence.
#[test]
fn a_page_of_ranges_is_short_only_at_the_end() {
    let grid = single_elements(&[1 << 40, 1 << 40]);
    let rows = Slice { start: 0, count: 2, step: 1 << 24 };
    let column = Slice { start: 5, count: 1, step: 1 };
    let planned = sliced(&grid, vec![rows, column]);
    assert_eq!(planned.ranges(0, 0, 1), Ok((vec![(5, 1)], 6)));
    assert_eq!(planned.ranges(0, 0, 0), Ok((vec![], 0)));
    for (from, capacity) in [(0, 2), (6, 1), (6, 9), (u64::MAX, 1)] {
        assert_eq!(planned.ranges(0, from, capacity).unwrap_err().code, Code::Range);
    }
}

/// 2^64 - 1 parts have numbers up to 2^64 - 2, and then they end; of 2^64 the last one has none.
#[test]
fn the_last_parts_that_have_a_number() {
    let pages = |shape: [u64; 2]| {
        let grid = single_elements(&shape);
        let planned = sliced(&grid, whole(&grid));
        let page = |first, capacity| planned.selection.page_length(first, capacity).map_err(|error: Error| error.code);
        [page(u64::MAX - 2, 2), page(u64::MAX - 1, 2), page(u64::MAX, 2), page(u64::MAX, 0), page(0, usize::MAX)]
    };
    assert_eq!(pages([(1 << 32) - 1, (1 << 32) + 1]), [Ok(2), Ok(1), Ok(0), Ok(0), Ok(usize::MAX)]);
    let refused = Err(Code::Range);
    assert_eq!(pages([1 << 32, 1 << 32]), [Ok(2), refused, refused, Ok(0), Ok(usize::MAX)]);
}

/// Strides of 0 put all points into one.
#[test]
fn a_point_that_is_asked_for_without_end_is_found_once() {
    let count = isize::MAX as usize;
    for shape in [[1000, 1000], [MAX_EXTENT, 7]] {
        for (point, axis_stride) in [(vec![5, 6], 1), (vec![6], 0)] {
            let (answer, chunks, withins) = at_once(move || {
                let grid = Grid::from_chunk_shape(&shape, &[3, 4], false).unwrap();
                let layout = PointLayout::new(2, count, 0, axis_stride, point.len()).unwrap();
                let mut chunks = vec![MaybeUninit::new(99); point.len()];
                let mut withins = chunks.clone();
                let answer = grid.locate_many(layout, &point, Some(&mut chunks), Some(&mut withins));
                (answer, chunks, withins)
            });
            answer.unwrap();
            let (chunk, within) = (read(&chunks[chunks.len() - 1]), read(&withins[withins.len() - 1]));
            assert_eq!((chunk, within), (1, 2));
        }
    }
    let outside = at_once(move || {
        let layout = PointLayout::new(1, count, 0, 0, 1).unwrap();
        single_elements(&[10]).locate_many(layout, &[10], None, None).unwrap_err()
    });
    assert_eq!((outside.code, outside.entry, outside.value), (Code::Bounds, Some(0), Some(10)));
}

/// A part of 2^126 elements, all of which are the same one in both memories, or go to the same place.
#[test]
fn elements_without_end_that_go_to_one_place_are_moved_once() {
    let moved = at_once(|| {
        let edges = [MAX_EXTENT, MAX_EXTENT, 3];
        let grid = Grid::from_chunk_shape(&edges, &edges, false).unwrap();
        let planned = sliced(&grid, whole(&grid));
        let out = [const { Cell::new(MaybeUninit::new(0)) }; 3];
        let (none, last_axis) = ([0; 3], [0, 0, 1]);
        let mut seen = vec![];
        for (from_strides, to_strides) in [(none, none), (last_axis, none), (none, last_axis), (last_axis, last_axis)] {
            let layout = |strides, name| ArrayLayout { size: 3, start: 0, strides: Some(strides), name };
            let (from, to) = (layout(&from_strides, "from"), layout(&to_strides, "to"));
            planned.read_part(0, 1, (&[7, 8, 9], from), (&out, to)).unwrap();
            seen.push(out.each_ref().map(|byte| read(&byte.replace(MaybeUninit::new(0)))));
            planned.write_part(0, 1, (&out, to), (&[7, 8, 9], from)).unwrap();
            assert_eq!(seen[seen.len() - 1], out.each_ref().map(|byte| read(&byte.replace(MaybeUninit::new(0)))));
        }
        seen
    });
    // Of those that go to one place the last one stays.
    assert_eq!(moved, [[7, 0, 0], [9, 0, 0], [7, 7, 7], [7, 8, 9]]);
}
