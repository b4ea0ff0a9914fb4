// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random grids and selections, compared with the plain expansion of the specification.

mod oracle;
mod planned;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::MaybeUninit;

use oracle::{Pick, PlainAxis, document, indices, ravel, shape};
use planned::{Planned, Shown, read as map_init};
use proptest::prelude::*;
use zrg::core::error::Code;
use zrg::core::grid::Grid;
use zrg::core::json::{Options, grid_from_array_json, grid_from_json};
use zrg::core::layout::ArrayLayout;
use zrg::core::layout::PointLayout;
use zrg::core::project::{Order, Projection};
use zrg::core::selection::{BitMask, ByteMask, Cover, Segment, Selection, SplitBy};
use zrg::core::slice::Slice;

fn read(axes: &[PlainAxis]) -> Grid {
    grid_from_json(document(axes).as_bytes(), &shape(axes), &Options::default()).unwrap()
}

fn planned<'g>(grid: &'g Grid, picks: &[Pick]) -> Planned<'g> {
    let slices = picks.iter().map(|pick| match *pick {
        Pick::Slice(start, count, step) => Slice { start, count, step },
        _ => Slice { start: 0, count: 0, step: 1 },
    });
    let mut selection = Selection::from_slices(grid, slices).unwrap();
    for (axis, pick) in picks.iter().enumerate() {
        selection = match pick {
            Pick::Slice(..) => continue,
            Pick::Indices(indices) => {
                // Every second one counts from the end.
                let extent = grid.axes()[axis].extent() as i64;
                let signed: Vec<i64> =
                    indices.iter().map(|&i| if i % 2 == 0 { i as i64 } else { i as i64 - extent }).collect();
                selection.with_indices(grid, axis, &signed, true).unwrap()
            }
            Pick::Mask(mask) if mask.len() % 4 == 0 => selection.with_mask(grid, axis, ByteMask(mask)).unwrap(),
            Pick::Mask(mask) => {
                // From any bit on and in either order, between bits that are not the mask's.
                let (offset, high_first) = (mask.len() / 2 % 8, mask.len() % 4 == 1);
                let mut bytes = vec![0xFF; (offset + mask.len()).div_ceil(8)];
                for (i, bit) in (offset..).zip(mask) {
                    let place = if high_first { 7 - i % 8 } else { i % 8 };
                    bytes[i / 8] &= !(1 << place) | bit << place;
                }
                let bits = BitMask { bytes: &bytes, offset, length: mask.len() as u64, high_first };
                selection.with_mask(grid, axis, bits).unwrap()
            }
        };
    }
    Planned { grid, selection }
}

/// What is selected of each chunk of an axis: the elements counted from the chunk's origin, and their positions in
/// the result, in request order.
fn shares(axis: &PlainAxis, pick: &Pick) -> BTreeMap<u64, Vec<(u64, u64)>> {
    let mut shares = BTreeMap::<u64, Vec<(u64, u64)>>::new();
    for (out, &element) in pick.elements().iter().enumerate() {
        let (chunk, within) = axis.locate(element);
        shares.entry(chunk).or_default().push((within, out as u64));
    }
    shares
}

/// The elements of a projection and their positions in the result.
fn spelled_out(planned: &Planned, axis: usize, p: &Projection) -> Vec<(u64, u64)> {
    match p.order() {
        Order::Step(step) => (0..p.count).map(|k| ((p.first as i64 + k as i64 * step) as u64, p.out + k)).collect(),
        Order::List(first) => {
            let (within, out) = planned.selection.list(axis).unwrap();
            let entries = first as usize..(first + p.count) as usize;
            assert_eq!((p.first, p.out), (within[entries.start], out[entries.start]));
            within[entries.clone()].iter().copied().zip(out[entries].iter().copied()).collect()
        }
    }
}

fn check_projection(p: &Projection, axis: &PlainAxis, chunk: u64) {
    assert_eq!(p.interval.chunk, chunk);
    assert_eq!(p.interval.origin, axis.origin(chunk as usize));
    assert_eq!(p.interval.edge, axis.edges()[chunk as usize]);
    assert_eq!(p.interval.data, axis.data(chunk as usize));
}

fn distinct(elements: &[(u64, u64)]) -> u64 {
    elements.iter().map(|(within, _)| within).collect::<BTreeSet<_>>().len() as u64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn elements_and_chunks(axes in oracle::grid()) {
        let grid = read(&axes);
        let extents = shape(&axes);
        let counts: Vec<u64> = axes.iter().map(|axis| axis.edges().len() as u64).collect();
        for (of, axis) in grid.axes().iter().zip(&axes) {
            let edges = axis.edges();
            prop_assert_eq!(of.declared_chunks(), edges.len() as u64);
            prop_assert_eq!(of.data_chunks(), (0..edges.len()).filter(|&c| axis.data(c) > 0).count() as u64);
            let intervals: Vec<_> = of.intervals(0).collect();
            prop_assert_eq!(intervals.len(), edges.len());
            for (chunk, interval) in intervals.iter().enumerate() {
                prop_assert_eq!((interval.chunk, interval.origin), (chunk as u64, axis.origin(chunk)));
                prop_assert_eq!((interval.edge, interval.data), (edges[chunk], axis.data(chunk)));
                prop_assert_eq!(of.interval(chunk as u64), Some(*interval));
                prop_assert_eq!(of.intervals(chunk as u64).next(), Some(*interval));
            }
            prop_assert_eq!(of.interval(edges.len() as u64), None);
            prop_assert_eq!(of.interval_with(axis.extent), None);
        }
        for (number, chunk) in indices(&counts).iter().enumerate() {
            prop_assert_eq!(grid.chunk_number(chunk), Ok(number as u64));
            let mut back = vec![0; chunk.len()];
            grid.chunk_at_number(number as u64, |axis, index| back[axis] = index).unwrap();
            prop_assert_eq!(&back, chunk);
        }
        let total: u64 = counts.iter().product();
        prop_assert_eq!(grid.chunk_at_number(total, |_, _| ()).unwrap_err().code, Code::Bounds);

        // All elements, point after point and axis after axis, alone and in one call.
        let points = indices(&extents);
        let (rank, count) = (extents.len(), points.len());
        for by_axis in [false, true] {
            let (point_stride, axis_stride) = if by_axis { (1, count) } else { (rank, 1) };
            let mut flat = vec![0; rank * count];
            for (i, point) in points.iter().enumerate() {
                for (a, &x) in point.iter().enumerate() {
                    flat[i * point_stride + a * axis_stride] = x;
                }
            }
            let layout =
                PointLayout::new(rank, count, point_stride as isize, axis_stride as isize, flat.len()).unwrap();
            let (mut chunks, mut withins) = (vec![MaybeUninit::new(99); flat.len()], vec![MaybeUninit::new(99); flat.len()]);
            grid.locate_many(layout, &flat, Some(&mut chunks), Some(&mut withins)).unwrap();
            for (i, point) in points.iter().enumerate() {
                for (a, axis) in axes.iter().enumerate() {
                    let (chunk, within) = axis.locate(point[a]);
                    let entry = i * point_stride + a * axis_stride;
                    prop_assert_eq!(map_init(&chunks[entry]), chunk);
                    prop_assert_eq!(map_init(&withins[entry]), within);
                    prop_assert_eq!(grid.interval_with(a, point[a]).unwrap().chunk, chunk);
                }
            }
        }
    }

    #[test]
    fn the_first_bad_point_is_found(
        axes in oracle::grid().prop_filter("a point", |axes| !axes.is_empty() && axes.iter().all(|a| a.extent > 0)),
        seeds in prop::collection::vec(any::<u64>(), 1..200),
        bad in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4),
    ) {
        let grid = read(&axes);
        let rank = axes.len();
        let mut flat: Vec<u64> =
            seeds.iter().flat_map(|seed| axes.iter().map(|axis| seed % axis.extent).collect::<Vec<_>>()).collect();
        for (point, axis) in &bad {
            let axis = axis.index(rank);
            flat[point.index(seeds.len()) * rank + axis] = axes[axis].extent;
        }
        let first = flat.iter().enumerate().position(|(i, &x)| x >= axes[i % rank].extent);
        let layout = PointLayout::new(rank, seeds.len(), rank as isize, 1, flat.len()).unwrap();
        let mut chunks = vec![MaybeUninit::new(99); flat.len()];
        let answer = grid.locate_many(layout, &flat, Some(&mut chunks), None);
        let good = first.map_or(seeds.len(), |entry| entry / rank);
        for entry in 0..good * rank {
            prop_assert_eq!(map_init(&chunks[entry]), axes[entry % rank].locate(flat[entry]).0);
        }
        match first {
            None => prop_assert_eq!(answer, Ok(())),
            Some(entry) => {
                let error = answer.unwrap_err();
                prop_assert_eq!((error.code, error.entry), (Code::Bounds, Some((entry / rank) as u64)));
                prop_assert_eq!((error.axis, error.value), (Some(entry % rank), Some(flat[entry])));
            }
        }
    }

    #[test]
    fn boxes(
        (axes, bounds) in oracle::grid().prop_flat_map(|axes| {
            let bounds = prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), axes.len());
            (Just(axes), bounds)
        })
    ) {
        let grid = read(&axes);
        let cut = |length: u64, (a, b): (prop::sample::Index, prop::sample::Index)| {
            let start = a.index(length as usize + 1) as u64;
            (start, b.index((length - start) as usize + 1) as u64)
        };
        let (start, count): (Vec<u64>, Vec<u64>) =
            axes.iter().zip(&bounds).map(|(axis, &b)| cut(axis.extent, b)).unzip();
        let empty = count.contains(&0);
        grid.chunk_range(&start, &count, |a, range| {
            let chunks: Vec<u64> = (start[a]..start[a] + count[a]).map(|x| axes[a].locate(x).0).collect();
            let expected = match (empty, chunks.first(), chunks.last()) {
                (false, Some(first), Some(last)) => (*first, last - first + 1),
                _ => (0, 0),
            };
            assert_eq!(range, expected);
        }).unwrap();
        let (first, count): (Vec<u64>, Vec<u64>) =
            axes.iter().zip(&bounds).map(|(axis, &b)| cut(axis.edges().len() as u64, b)).unzip();
        grid.chunk_box(&first, &count, |a, stretch| {
            let chunks = first[a] as usize..(first[a] + count[a]) as usize;
            let expected = match chunks.is_empty() {
                true => (0, 0, 0),
                false => (
                    axes[a].origin(chunks.start),
                    axes[a].edges()[chunks.clone()].iter().sum(),
                    chunks.map(|chunk| axes[a].data(chunk)).sum(),
                ),
            };
            assert_eq!((stretch.start, stretch.declared, stretch.data), expected);
        }).unwrap();
    }

    #[test]
    fn parts_of_a_selection((axes, picks) in oracle::request(), page in 1..9usize, cuts in 1..7usize) {
        let grid = read(&axes);
        let planned = planned(&grid, &picks);
        let selection = &planned.selection;
        let by_axis: Vec<_> = axes.iter().zip(&picks).map(|(axis, pick)| shares(axis, pick)).collect();
        let counts: Vec<u64> = by_axis.iter().map(|shares| shares.len() as u64).collect();
        let parts: u64 = counts.iter().product();
        prop_assert_eq!(selection.chunk_counts().collect::<Vec<_>>(), counts.clone());
        prop_assert_eq!(selection.shape().to_vec(), picks.iter().map(|p| p.elements().len() as u64).collect::<Vec<_>>());
        prop_assert_eq!(selection.part_count(), Some(parts));

        // Each axis alone, from every chunk on.
        for (a, axis) in axes.iter().enumerate() {
            let Pick::Slice(start, count, step) = picks[a] else { continue };
            for from in 0..=axis.edges().len() as u64 + 1 {
                let found: Vec<_> = grid.axes()[a].projections(Slice { start, count, step }, from).collect();
                let expected: Vec<_> = by_axis[a].range(from..).collect();
                prop_assert_eq!(found.len(), expected.len());
                for (p, (&chunk, share)) in found.iter().zip(expected) {
                    check_projection(p, axis, chunk);
                    prop_assert_eq!(&spelled_out(&planned, a, p), share);
                    prop_assert_eq!(p.order(), Order::Step(step));
                }
            }
        }

        // All parts, by pages of any size.
        let chunk_counts: Vec<u64> = axes.iter().map(|axis| axis.edges().len() as u64).collect();
        let mut expected = indices(&counts).into_iter();
        let (mut numbers, mut elements) = (vec![], vec![]);
        let mut first = 0;
        loop {
            let shown = planned.page(first, page).unwrap();
            for Shown { number, part, chunk, projections } in &shown {
                let positions = expected.next().unwrap();
                let mut cover = (true, true);
                for (a, p) in projections.iter().enumerate() {
                    let (&chunk, of_axis) = by_axis[a].iter().nth(positions[a] as usize).unwrap();
                    check_projection(p, &axes[a], chunk);
                    assert_eq!(&spelled_out(&planned, a, p), of_axis);
                    cover.0 &= distinct(of_axis) == axes[a].data(chunk as usize);
                    cover.1 &= distinct(of_axis) == axes[a].edges()[chunk as usize];
                }
                assert_eq!(chunk, &projections.iter().map(|p| p.interval.chunk).collect::<Vec<_>>());
                assert_eq!(part.chunk_number, Some(ravel(&chunk_counts, chunk)));
                assert_eq!(part.elements, Some(projections.iter().map(|p| p.count).product()));
                assert_eq!(part.decoded, Some(projections.iter().map(|p| p.interval.edge).product()));
                assert_eq!(part.cover, match cover {
                    (_, true) => Cover::Declared,
                    (true, _) => Cover::Data,
                    _ => Cover::Partial,
                });
                assert_eq!(*number, ravel(&counts, &positions));
                assert_eq!(planned.find(chunk), Ok(Some(*number)));
                numbers.push(part.chunk_number.unwrap());
                elements.push(part.elements.unwrap());
            }
            if shown.is_empty() {
                break;
            }
            first += shown.len() as u64;
        }
        prop_assert_eq!(expected.next(), None);
        prop_assert_eq!(planned.projections(first).unwrap_err().code, Code::Bounds);
        for chunk in indices(&chunk_counts) {
            let touched = chunk.iter().zip(&by_axis).all(|(c, shares)| shares.contains_key(c));
            prop_assert_eq!(planned.find(&chunk).unwrap().is_some(), touched);
        }
        check_pages(&planned, page);
        check_shares(&planned, &elements, cuts);
        check_ranges(&planned, &numbers, page);
    }

    #[test]
    fn parts_of_points(
        (axes, points) in oracle::grid().prop_flat_map(|axes| {
            let some = axes.iter().all(|axis| axis.extent > 0);
            let index = prop::collection::vec(any::<prop::sample::Index>(), axes.len());
            let points = prop::collection::vec(index, if some { 0..40 } else { 0..1 });
            (Just(axes), points)
        }),
        whole in any::<bool>(),
        page in 1..9usize,
        cuts in 1..7usize,
    ) {
        let grid = read(&axes);
        let extents = shape(&axes);
        let mut points: Vec<Vec<u64>> = points.iter().map(|point| {
            point.iter().zip(&extents).map(|(index, &extent)| index.index(extent as usize) as u64).collect()
        }).collect();
        let selection = if whole {
            // A mask over the whole array, mostly 1.
            let mask: Vec<u8> = indices(&extents).iter().map(|index| u8::from(!points.contains(index))).collect();
            points = indices(&extents).into_iter().filter(|index| !points.contains(index)).collect();
            Selection::from_mask(&grid, ByteMask(&mask)).unwrap()
        } else {
            let (rank, count) = (axes.len(), points.len());
            // One axis after the other.
            let flat: Vec<i64> =
                (0..rank).flat_map(|a| points.iter().map(move |point| point[a] as i64)).collect();
            let layout = PointLayout::new(rank, count, 1, count as isize, flat.len()).unwrap();
            Selection::from_points(&grid, layout, &flat, false).unwrap()
        };
        let planned = Planned { grid: &grid, selection };
        prop_assert_eq!(planned.selection.shape(), [points.len() as u64]);

        let mut by_chunk = BTreeMap::<Vec<u64>, Vec<(Vec<u64>, u64)>>::new();
        for (out, point) in points.iter().enumerate() {
            let (chunk, within) = point.iter().zip(&axes).map(|(&x, axis)| axis.locate(x)).unzip();
            by_chunk.entry(chunk).or_default().push((within, out as u64));
        }
        prop_assert_eq!(planned.selection.part_count(), Some(by_chunk.len() as u64));
        let mut expected = by_chunk.iter();
        let (mut numbers, mut elements) = (vec![], vec![]);
        let mut first = 0;
        loop {
            let shown = planned.page(first, page).unwrap();
            for Shown { number, part, chunk, projections } in &shown {
                let (expected_chunk, entries) = expected.next().unwrap();
                prop_assert_eq!(chunk, expected_chunk);
                for (a, p) in projections.iter().enumerate() {
                    check_projection(p, &axes[a], chunk[a]);
                    let of_axis: Vec<(u64, u64)> = entries.iter().map(|(within, out)| (within[a], *out)).collect();
                    prop_assert_eq!(spelled_out(&planned, a, p), of_axis);
                }
                let different = entries.iter().map(|(within, _)| within).collect::<BTreeSet<_>>().len() as u64;
                let data: u64 = chunk.iter().zip(&axes).map(|(&c, axis)| axis.data(c as usize)).product();
                prop_assert_eq!(part.elements, Some(entries.len() as u64));
                prop_assert_eq!(part.decoded, Some(projections.iter().map(|p| p.interval.edge).product()));
                prop_assert_eq!(part.cover, match (different == data, Some(different) == part.decoded) {
                    (_, true) => Cover::Declared,
                    (true, _) => Cover::Data,
                    _ => Cover::Partial,
                });
                prop_assert_eq!(planned.find(chunk), Ok(Some(*number)));
                numbers.push(part.chunk_number.unwrap());
                elements.push(entries.len() as u64);
            }
            if shown.is_empty() {
                break;
            }
            first += shown.len() as u64;
        }
        prop_assert_eq!(expected.next(), None);
        check_pages(&planned, page);
        check_shares(&planned, &elements, cuts);
        check_ranges(&planned, &numbers, page);
        let picked: Vec<u64> = points.iter().map(|point| ravel(&extents, point)).collect();
        check_moves(&planned, &extents, &picked, 4);
    }

    #[test]
    fn moved_data_is_indexing(
        (axes, picks) in oracle::request(),
        size in prop_oneof![Just(1usize), Just(2), Just(3), Just(4), Just(8), Just(16)],
    ) {
        let grid = read(&axes);
        let extents = shape(&axes);
        let planned = planned(&grid, &picks);
        let elements: Vec<Vec<u64>> = picks.iter().map(Pick::elements).collect();
        let picked: Vec<u64> = indices(planned.selection.shape()).iter().map(|position| {
            let index: Vec<u64> = position.iter().zip(&elements).map(|(&k, of_axis)| of_axis[k as usize]).collect();
            ravel(&extents, &index)
        }).collect();
        check_moves(&planned, &extents, &picked, size);
    }

    /// Strides that are 0, of either sign, and such that elements overlap: what is moved last stays.
    #[test]
    fn elements_move_in_result_order_whatever_the_strides(
        (axes, picks) in oracle::request(),
        strides in prop::collection::vec((-5..6i64, -5..6i64), 5),
        size in 1..4usize,
        as_points in any::<bool>(),
    ) {
        let grid = read(&axes);
        let rank = axes.len();
        let mut elements: Vec<Vec<u64>> = picks.iter().map(Pick::elements).collect();
        let result_shape: Vec<u64> = elements.iter().map(|of_axis| of_axis.len() as u64).collect();
        let mut positions = indices(&result_shape);
        let planned = if as_points {
            let points = positions.iter().flat_map(|position| position.iter().zip(&elements));
            let flat: Vec<i64> = points.map(|(&k, of_axis)| of_axis[k as usize] as i64).collect();
            elements = vec![(0..positions.len() as u64).collect()];
            positions = indices(&[elements[0].len() as u64]);
            let layout = PointLayout::new(rank, positions.len(), rank as isize, 1, flat.len()).unwrap();
            Planned { grid: &grid, selection: Selection::from_points(&grid, layout, &flat, false).unwrap() }
        } else {
            planned(&grid, &picks)
        };
        let (chunk_strides, out_strides): (Vec<i64>, Vec<i64>) = strides.into_iter().unzip();
        let (chunk_strides, out_strides) = (&chunk_strides[..rank], &out_strides[..planned.selection.shape().len()]);
        let at = |index: &[u64], strides: &[i64]| -> i64 {
            index.iter().zip(strides).map(|(&x, stride)| x as i64 * stride).sum()
        };
        for part in 0..planned.selection.part_count().unwrap() {
            // Each element of the part in result order: where it is in the chunk, and in the result.
            let projections = planned.projections(part).unwrap();
            let by_axis: Vec<Vec<(u64, u64)>> =
                projections.iter().enumerate().map(|(a, p)| spelled_out(&planned, a, p)).collect();
            let places: Vec<(i64, i64)> = if as_points {
                let count = by_axis.first().map_or(positions.len(), Vec::len);
                (0..count).map(|k| {
                    let within: Vec<u64> = by_axis.iter().map(|entries| entries[k].0).collect();
                    let out = by_axis.first().map_or(k as u64, |entries| entries[k].1);
                    (at(&within, chunk_strides), at(&[out], out_strides))
                }).collect()
            } else {
                let counts: Vec<u64> = by_axis.iter().map(|entries| entries.len() as u64).collect();
                indices(&counts).iter().map(|k| {
                    let (within, out): (Vec<u64>, Vec<u64>) =
                        k.iter().zip(&by_axis).map(|(&k, entries)| entries[k as usize]).unzip();
                    (at(&within, chunk_strides), at(&out, out_strides))
                }).collect()
            };
            let memory = |reached: Vec<i64>| {
                let (low, high) = (*reached.iter().min().unwrap(), *reached.iter().max().unwrap());
                (-low, (high - low) as usize + size)
            };
            let (chunk_start, chunk_size) = memory(places.iter().map(|place| place.0).collect());
            let (out_start, out_size) = memory(places.iter().map(|place| place.1).collect());
            let chunk_layout =
                ArrayLayout { size: chunk_size, start: chunk_start, strides: Some(chunk_strides), name: "chunk" };
            let out_layout = ArrayLayout { size: out_size, start: out_start, strides: Some(out_strides), name: "out" };
            let fresh = |size: usize| -> Vec<u8> { (0..size).map(|byte| byte as u8).collect() };
            let blank = |size: usize| vec![Cell::new(MaybeUninit::new(0xAAu8)); size];
            let content = |bytes: &[Cell<MaybeUninit<u8>>]| -> Vec<u8> {
                bytes.iter().map(|byte| map_init(&byte.get())).collect()
            };

            let (from, to) = (fresh(chunk_size), blank(out_size));
            planned.read_part(part, size, (&from, chunk_layout), (&to, out_layout)).unwrap();
            let mut expected = vec![0xAA; out_size];
            for (within, out) in &places {
                let (within, out) = ((within + chunk_start) as usize, (out + out_start) as usize);
                expected[out..out + size].copy_from_slice(&from[within..within + size]);
            }
            prop_assert_eq!(content(&to), expected);

            let (from, to) = (fresh(out_size), blank(chunk_size));
            planned.write_part(part, size, (&to, chunk_layout), (&from, out_layout)).unwrap();
            let mut expected = vec![0xAA; chunk_size];
            for (within, out) in &places {
                let (within, out) = ((within + chunk_start) as usize, (out + out_start) as usize);
                expected[within..within + size].copy_from_slice(&from[out..out + size]);
            }
            prop_assert_eq!(content(&to), expected);
        }
    }

    #[test]
    fn inner_chunks_of_shards(
        (axes, picks, inner) in oracle::grid().prop_flat_map(|axes| {
            // Shards of several lengths that have a divisor in common.
            let inner = prop::collection::vec(1..4u64, axes.len());
            (Just(axes), inner)
        }).prop_flat_map(|(axes, inner)| {
            let scaled: Vec<PlainAxis> = axes.iter().zip(&inner).map(|(axis, &inner)| axis.scaled(inner)).collect();
            let picks = oracle::picks(&scaled);
            (Just(scaled), picks, Just(inner))
        }),
        as_points in any::<bool>(),
    ) {
        let grid = read(&axes);
        let elements: Vec<Vec<u64>> = picks.iter().map(Pick::elements).collect();
        let result_shape: Vec<u64> = elements.iter().map(|of_axis| of_axis.len() as u64).collect();
        let picked: Vec<Vec<u64>> = indices(&result_shape).iter().map(|position| {
            position.iter().zip(&elements).map(|(&k, of_axis)| of_axis[k as usize]).collect()
        }).collect();
        let planned = if as_points {
            let flat: Vec<i64> = picked.iter().flatten().map(|&x| x as i64).collect();
            let layout = PointLayout::new(axes.len(), picked.len(), axes.len() as isize, 1, flat.len()).unwrap();
            Planned { grid: &grid, selection: Selection::from_points(&grid, layout, &flat, false).unwrap() }
        } else {
            planned(&grid, &picks)
        };
        // Every element is found once, in the inner chunk that holds it, and goes where the outer result has it.
        let mut found = vec![None; picked.len()];
        for part in 0..planned.selection.part_count().unwrap() {
            let shard = planned.projections(part).unwrap();
            let (inner_grid, selection) = planned.selection.inner(&grid, part, &inner).unwrap();
            let within = Planned { grid: &inner_grid, selection };
            prop_assert_eq!(within.selection.shape(), planned.selection.shape());
            for (a, (outer, axis)) in shard.iter().zip(inner_grid.axes()).enumerate() {
                prop_assert_eq!(axis.declared_chunks() * inner[a], outer.interval.edge);
                prop_assert_eq!(axis.extent(), outer.interval.data);
            }
            let mut last = None;
            let parts = within.selection.part_count().unwrap();
            for Shown { number, part, projections, .. } in within.page(0, parts as usize).unwrap() {
                prop_assert!(part.chunk_number > last, "slots rise");
                last = part.chunk_number;
                let chunk_shape: Vec<u64> = projections.iter().map(|p| p.interval.edge).collect();
                prop_assert_eq!(&chunk_shape, &inner);
                let mut first = 0;
                loop {
                    let segments = within.segments(number, first, 5).unwrap();
                    for Segment { within: at, out, count } in &segments {
                        for k in 0..*count {
                            let mut index = vec![0; inner.len()];
                            let mut rest = at + k;
                            for a in (0..inner.len()).rev() {
                                let p = &projections[a].interval;
                                index[a] = shard[a].interval.origin + p.origin + rest % inner[a];
                                rest /= inner[a];
                            }
                            prop_assert_eq!(found[(out + k) as usize].replace(index), None);
                        }
                    }
                    first += segments.len() as u64;
                    if segments.is_empty() {
                        break;
                    }
                }
            }
        }
        let found: Vec<Vec<u64>> = found.into_iter().map(Option::unwrap).collect();
        prop_assert_eq!(found, picked);
    }

    #[test]
    fn huge_runs(
        runs in prop::collection::vec((1..=1u64 << 40, 1..=1u64 << 18), 1..12),
        queries in prop::collection::vec(any::<u64>(), 1..20),
        step in 1..=1u64 << 41,
    ) {
        // About 2^62 elements at most: exact in 128 bits.
        let sum: u64 = runs.iter().map(|(edge, count)| edge * count).sum();
        let text: Vec<String> = runs.iter().map(|(edge, count)| format!("[{edge},{count}]")).collect();
        let text = format!(
            r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[[{}]]}}}}"#,
            text.join(",")
        );
        let grid = grid_from_json(text.as_bytes(), &[sum], &Options::default()).unwrap();
        let axis = &grid.axes()[0];
        prop_assert_eq!(axis.declared_chunks(), runs.iter().map(|run| run.1).sum::<u64>());
        let locate = |index: u64| {
            let (mut origin, mut chunk) = (0u128, 0u128);
            for &(edge, count) in &runs {
                let length = u128::from(edge) * u128::from(count);
                if u128::from(index) < origin + length {
                    let ahead = (u128::from(index) - origin) / u128::from(edge);
                    let origin = origin + ahead * u128::from(edge);
                    return ((chunk + ahead) as u64, origin as u64, edge);
                }
                (origin, chunk) = (origin + length, chunk + u128::from(count));
            }
            unreachable!()
        };
        for query in &queries {
            let index = query % sum;
            let interval = axis.interval_with(index).unwrap();
            prop_assert_eq!((interval.chunk, interval.origin, interval.edge), locate(index));
            prop_assert_eq!(axis.interval(interval.chunk), Some(interval));
        }
        // A step over it, in both directions: parts at any place.
        for forward in [true, false] {
            let count = (sum - 1) / step + 1;
            let last = (count - 1) * step;
            let slice = match forward {
                true => Slice { start: 0, count, step: step as i64 },
                false => Slice { start: last, count, step: -(step as i64) },
            };
            let planned = Planned { grid: &grid, selection: Selection::from_slices(&grid, [slice].into_iter()).unwrap() };
            let parts = planned.selection.part_count().unwrap();
            for query in &queries {
                let element = query % count;
                let (chunk, origin, edge) = locate(element * step);
                let part = planned.find(&[chunk]).unwrap().unwrap();
                let p = planned.projections(part).unwrap()[0];
                prop_assert_eq!((p.interval.chunk, p.interval.origin, p.interval.edge), (chunk, origin, edge));
                let first_below = |end: u64| if end == 0 { 0 } else { (end - 1) / step + 1 };
                let (from, to) = (first_below(origin), first_below(origin + edge).min(count));
                prop_assert_eq!(p.count, to - from);
                let (first, out) = if forward { (from, from) } else { (to - 1, count - to) };
                prop_assert_eq!((p.first, p.out), (first * step - origin, out));
                // Numbers count up with the chunks.
                let number = query % parts;
                let chunk_of = |number| planned.projections(number).unwrap()[0].interval.chunk;
                prop_assert_eq!(planned.find(&[chunk_of(number)]).unwrap(), Some(number));
                prop_assert!(number + 1 == parts || chunk_of(number) < chunk_of(number + 1));
            }
        }
    }
}

/// Pages say the same as parts one by one, wherever they start and whatever is left out.
fn check_pages(planned: &Planned, capacity: usize) {
    let total = planned.selection.part_count().unwrap();
    let one_by_one: Vec<Shown> = (0..total).flat_map(|number| planned.page(number, 1).unwrap()).collect();
    for part in &one_by_one {
        assert_eq!(planned.projections(part.number).unwrap(), part.projections);
    }
    for (first, capacity) in [(0, total as usize), (0, capacity), (total / 2, capacity), (total / 3, 70), (total, 5)] {
        let expected = &one_by_one[first as usize..][..capacity.min((total - first) as usize)];
        for wanted in 0..8 {
            let wanted = [wanted & 1 != 0, wanted & 2 != 0, wanted & 4 != 0];
            assert_eq!(planned.page_of(first, capacity, wanted, expected).unwrap(), expected);
        }
    }
}

/// Cuts into shares are rising, complete and, by their measure, even.
fn check_shares(Planned { grid, selection }: &Planned, elements: &[u64], shares: usize) {
    for by in [SplitBy::Parts, SplitBy::Elements] {
        let mut bounds = vec![0; shares + 1];
        selection.split(grid, by, shares, |share, part| bounds[share] = part).unwrap();
        assert_eq!((bounds[0], bounds[shares]), (0, elements.len() as u64));
        assert!(bounds.is_sorted());
        let measure = |range: std::ops::Range<u64>| match by {
            SplitBy::Parts => range.end - range.start,
            SplitBy::Elements => elements[range.start as usize..range.end as usize].iter().sum(),
        };
        let total = measure(0..elements.len() as u64);
        let largest = match by {
            SplitBy::Parts => 1,
            SplitBy::Elements => elements.iter().copied().max().unwrap_or(0),
        };
        for pair in bounds.windows(2) {
            assert!(measure(pair[0]..pair[1]) <= total / shares as u64 + largest, "{bounds:?} of {elements:?}");
        }
    }
    assert_eq!(selection.split(grid, SplitBy::Parts, 0, |_, _| ()).unwrap_err().code, Code::Argument);
}

/// Ranges are the chunk numbers, merged across gaps; from any number on, in pages of any size.
fn check_ranges(planned: &Planned, numbers: &[u64], page: usize) {
    let last = numbers.last().copied().unwrap_or(0);
    for gap in [0, 1, 2, 5, u64::MAX] {
        for from in [0, last / 3, last / 2 + 1, last, last + 1] {
            let mut expected: Vec<(u64, u64)> = vec![];
            for &number in numbers.iter().filter(|&&number| number >= from) {
                match expected.last_mut() {
                    Some((first, count)) if number - (*first + *count) <= gap => *count = number - *first + 1,
                    _ => expected.push((number, 1)),
                }
            }
            let (mut found, mut next) = (vec![], from);
            loop {
                let (shown, behind) = planned.ranges(gap, next, page).unwrap();
                let Some((first, count)) = shown.last() else { break };
                assert_eq!(behind, first + count);
                found.extend(shown);
                next = behind;
            }
            assert_eq!(found, expected, "gap {gap} from {from} of {numbers:?}");
        }
    }
}

/// Reading through parts is indexing the plain array at the positions `picked`; writing and reading is the
/// identity; segments are the same elements.
fn check_moves(planned: &Planned, extents: &[u64], picked: &[u64], size: usize) {
    // Each element of the array is the low bytes of its own number plus 1; 0 is what was not written.
    let value = |number: u64| -> Vec<u8> { (number + 1).to_le_bytes().into_iter().cycle().take(size).collect() };
    let expected: Vec<u8> = picked.iter().flat_map(|&number| value(number)).collect();
    let result = vec![Cell::new(MaybeUninit::new(0u8)); expected.len()];
    let mut written = vec![0; picked.len()];
    for Shown { number, part, projections, .. } in
        planned.page(0, planned.selection.part_count().unwrap() as usize).unwrap()
    {
        let chunk_shape: Vec<u64> = projections.iter().map(|p| p.interval.edge).collect();
        let mut chunk = vec![0; chunk_shape.iter().product::<u64>() as usize * size];
        for within in indices(&chunk_shape) {
            let index: Vec<u64> = within.iter().zip(&projections).map(|(w, p)| w + p.interval.origin).collect();
            if index.iter().zip(extents).all(|(x, extent)| x < extent) {
                let at = ravel(&chunk_shape, &within) as usize * size;
                chunk[at..at + size].copy_from_slice(&value(ravel(extents, &index)));
            }
        }
        let chunk_layout = ArrayLayout { size: chunk.len(), start: 0, strides: None, name: "chunk" };
        let out_layout = ArrayLayout { size: expected.len(), start: 0, strides: None, name: "out" };
        planned.read_part(number, size, (&chunk, chunk_layout), (&result, out_layout)).unwrap();

        let mut segments: Vec<Segment> = vec![];
        loop {
            let page = planned.segments(number, segments.len() as u64, 3).unwrap();
            if page.is_empty() {
                break;
            }
            segments.extend(page);
        }
        assert_eq!(Some(segments.iter().map(|s| s.count).sum()), part.elements);
        let mut selected = vec![false; chunk.len() / size];
        for Segment { within, out, count } in segments {
            for k in 0..count {
                selected[(within + k) as usize] = true;
                written[(out + k) as usize] += 1;
                let (from, to) = ((within + k) as usize * size, (out + k) as usize * size);
                assert_eq!(chunk[from..from + size], expected[to..to + size]);
            }
        }

        // Back into an empty chunk: what the part selects, and nothing else.
        let back = vec![Cell::new(MaybeUninit::new(0u8)); chunk.len()];
        planned.write_part(number, size, (&back, chunk_layout), (&expected, out_layout)).unwrap();
        for (byte, place) in back.iter().enumerate() {
            assert_eq!(map_init(&place.get()), if selected[byte / size] { chunk[byte] } else { 0 });
        }
    }
    let result: Vec<u8> = result.iter().map(|byte| map_init(&byte.get())).collect();
    assert_eq!(result, expected);
    assert!(written.iter().all(|&times| times == 1));
}

#[test]
fn chunks_far_past_the_extent_hold_nothing() {
    let text =
        br#"{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[[1,100],9223372036854775709,7]]}}"#;
    let grid = grid_from_json(text, &[100], &Options::default()).unwrap();
    let planned = planned(&grid, &[Pick::Slice(0, 50, 2)]);
    for chunk in [100, 101] {
        assert_eq!(planned.find(&[chunk]), Ok(None));
        assert_eq!(planned.ranges(0, chunk, 4), Ok((vec![], chunk)));
        assert_eq!(grid.axes()[0].projections(Slice { start: 0, count: 50, step: 2 }, chunk).count(), 0);
    }
}

#[test]
fn a_member_left_to_the_exact_pass_is_still_judged() {
    for stranger in [r#"["x"]"#, "[4.0]", "[-1]", r#"[["\u0041"]]"#] {
        let text = format!(
            r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[4],"chunk_shape":{stranger}}}}}"#
        );
        let read = grid_from_json(text.as_bytes(), &[10], &Options::default());
        assert!(read.is_err(), "{text}");
        let array = format!(r#"{{"zarr_format":3,"node_type":"array","shape":[10],"chunk_grid":{text}}}"#);
        let read = grid_from_array_json(array.as_bytes(), false, &Options::default());
        assert!(read.is_err(), "{array}");
    }
}

#[test]
fn points_touch_themselves_alone() {
    let grid = Grid::from_chunk_shape(&[10, 10], &[10, 10], false).unwrap();
    let layout = PointLayout::new(2, 2, 2, 1, 4).unwrap();
    let selection = Selection::from_points(&grid, layout, &[0, 9, 9, 0], false).unwrap();
    let chunk: Vec<u8> = (0..91).collect();
    let out = [Cell::new(MaybeUninit::new(0u8)), Cell::new(MaybeUninit::new(0))];
    let strides = [10, 1];
    let read = |size: usize| {
        let from = ArrayLayout { size, start: 0, strides: Some(&strides), name: "chunk" };
        let to = ArrayLayout { size: 2, start: 0, strides: None, name: "out" };
        selection.read_part(&grid, 0, 1, (&chunk[..size], from), (&out, to))
    };
    read(91).unwrap();
    assert_eq!([&out[0], &out[1]].map(|byte| map_init(&byte.get())), [9, 90]);
    let error = read(90).unwrap_err();
    assert_eq!((error.code, error.value, error.limit), (Code::Bounds, Some(90), Some(90)));
}

#[test]
fn a_whole_document_says_the_same() {
    let text = br#"{
        "zarr_format": 3, "node_type": "array", "shape": [26, 38.0], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"configuration": {"chunk_shapes": [[16, 10], [24, 14]], "kind": "inline"}, "name": "rectilinear"},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "\/"}},
        "codecs": [{"name": "bytes"}], "attributes": {"chunk_grid": [[[]]]}
    }"#;
    let read = grid_from_array_json(text, true, &Options::default()).unwrap();
    assert_eq!(read.keys.unwrap().separator, '/');
    let chunks: Vec<u64> = (0..2).map(|a| read.grid.interval_with(a, [20, 15][a]).unwrap().chunk).collect();
    assert_eq!(chunks, [1, 0]);
}
