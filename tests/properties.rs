// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random grids and selections, compared with the plain expansion of the specification.

mod oracle;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::MaybeUninit;

use oracle::{Pick, PlainAxis, document, indices, ravel, shape};
use proptest::prelude::*;
use zrg::core::batch::PointLayout;
use zrg::core::copy::{self, Segment};
use zrg::core::error::Code;
use zrg::core::grid::Grid;
use zrg::core::json::{Options, grid_from_array_json, grid_from_json};
use zrg::core::layout::Layout;
use zrg::core::selection::{Bits, Bytes, Cover, Page, Part, Range, Selection, SplitBy};
use zrg::core::slice::{Order, Projection, Slice};

fn read(axes: &[PlainAxis]) -> Grid {
    grid_from_json(document(axes).as_bytes(), &shape(axes), &Options::default()).unwrap()
}

fn planned<'g>(grid: &'g Grid, picks: &[Pick]) -> Selection<&'g Grid> {
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
            Pick::Mask(mask) if mask.len() % 2 == 0 => selection.with_mask(grid, axis, Bytes(mask)).unwrap(),
            Pick::Mask(mask) => {
                // From any bit on and in either order, between bits that are not the mask's.
                let (offset, high_first) = (mask.len() / 2 % 8, mask.len() % 4 == 1);
                let mut bytes = vec![0xFF; (offset + mask.len()).div_ceil(8)];
                for (i, bit) in (offset..).zip(mask) {
                    let place = if high_first { 7 - i % 8 } else { i % 8 };
                    bytes[i / 8] &= !(1 << place) | bit << place;
                }
                let bits = Bits { bytes: &bytes, offset, length: mask.len() as u64, high_first };
                selection.with_mask(grid, axis, bits).unwrap()
            }
        };
    }
    selection
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
fn spelled_out<G: std::ops::Deref<Target = Grid>>(
    selection: &Selection<G>,
    axis: usize,
    p: &Projection,
) -> Vec<(u64, u64)> {
    match p.order() {
        Order::Step(step) => (0..p.count).map(|k| ((p.first as i64 + k as i64 * step) as u64, p.out + k)).collect(),
        Order::List(first) => {
            let (within, out) = selection.list(axis).unwrap();
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
                    prop_assert_eq!(chunks[entry].map_init(), chunk);
                    prop_assert_eq!(withins[entry].map_init(), within);
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
            prop_assert_eq!(chunks[entry].map_init(), axes[entry % rank].locate(flat[entry]).0);
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
        let selection = planned(&grid, &picks);
        let by_axis: Vec<_> = axes.iter().zip(&picks).map(|(axis, pick)| shares(axis, pick)).collect();
        let counts: Vec<u64> = by_axis.iter().map(|shares| shares.len() as u64).collect();
        let parts: u64 = counts.iter().product();
        prop_assert_eq!(selection.axis_counts().collect::<Vec<_>>(), counts.clone());
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
                    prop_assert_eq!(&spelled_out(&selection, a, p), share);
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
            let shown = selection.page(first, page, |_, share| {
                let positions = expected.next().unwrap();
                let mut cover = (true, true);
                for (a, p) in share.projections.iter().enumerate() {
                    let (&chunk, of_axis) = by_axis[a].iter().nth(positions[a] as usize).unwrap();
                    check_projection(p, &axes[a], chunk);
                    assert_eq!(&spelled_out(&selection, a, p), of_axis);
                    cover.0 &= distinct(of_axis) == axes[a].data(chunk as usize);
                    cover.1 &= distinct(of_axis) == axes[a].edges()[chunk as usize];
                }
                let chunk: Vec<u64> = share.projections.iter().map(|p| p.interval.chunk).collect();
                let about = selection.about(share);
                assert_eq!(about.number, Some(ravel(&chunk_counts, &chunk)));
                assert_eq!(about.elements, Some(share.projections.iter().map(|p| p.count).product()));
                assert_eq!(about.decoded, Some(share.projections.iter().map(|p| p.interval.edge).product()));
                assert_eq!(about.cover, match cover {
                    (_, true) => Cover::Declared,
                    (true, _) => Cover::Data,
                    _ => Cover::Partial,
                });
                assert_eq!(share.part, ravel(&counts, &positions));
                assert_eq!(selection.find(&chunk), Ok(Some(share.part)));
                numbers.push(about.number.unwrap());
                elements.push(about.elements.unwrap());
            });
            if shown == 0 {
                break;
            }
            first += shown as u64;
        }
        prop_assert_eq!(expected.next(), None);
        prop_assert_eq!(selection.part(first, |_| Ok(())).unwrap_err().code, Code::Bounds);
        for chunk in indices(&chunk_counts) {
            let touched = chunk.iter().zip(&by_axis).all(|(c, shares)| shares.contains_key(c));
            prop_assert_eq!(selection.find(&chunk).unwrap().is_some(), touched);
        }
        check_pages(&selection, page);
        check_shares(&selection, &elements, cuts);
        check_ranges(&selection, &numbers, page);
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
            Selection::from_mask(&grid, Bytes(&mask)).unwrap()
        } else {
            let (rank, count) = (axes.len(), points.len());
            // One axis after the other.
            let flat: Vec<i64> =
                (0..rank).flat_map(|a| points.iter().map(move |point| point[a] as i64)).collect();
            let layout = PointLayout::new(rank, count, 1, count as isize, flat.len()).unwrap();
            Selection::from_points(&grid, layout, &flat, false).unwrap()
        };
        prop_assert_eq!(selection.shape(), [points.len() as u64]);

        let mut by_chunk = BTreeMap::<Vec<u64>, Vec<(Vec<u64>, u64)>>::new();
        for (out, point) in points.iter().enumerate() {
            let (chunk, within) = point.iter().zip(&axes).map(|(&x, axis)| axis.locate(x)).unzip();
            by_chunk.entry(chunk).or_default().push((within, out as u64));
        }
        prop_assert_eq!(selection.part_count(), Some(by_chunk.len() as u64));
        let mut expected = by_chunk.iter();
        let (mut numbers, mut elements) = (vec![], vec![]);
        let mut first = 0;
        loop {
            let shown = selection.page(first, page, |_, share| {
                let (chunk, entries) = expected.next().unwrap();
                for (a, p) in share.projections.iter().enumerate() {
                    check_projection(p, &axes[a], chunk[a]);
                    let of_axis: Vec<(u64, u64)> = entries.iter().map(|(within, out)| (within[a], *out)).collect();
                    assert_eq!(spelled_out(&selection, a, p), of_axis);
                }
                let different = entries.iter().map(|(within, _)| within).collect::<BTreeSet<_>>().len() as u64;
                let data: u64 = chunk.iter().zip(&axes).map(|(&c, axis)| axis.data(c as usize)).product();
                let about = selection.about(share);
                assert_eq!(about.elements, Some(entries.len() as u64));
                assert_eq!(about.cover, match (different == data, Some(different) == about.decoded) {
                    (_, true) => Cover::Declared,
                    (true, _) => Cover::Data,
                    _ => Cover::Partial,
                });
                assert_eq!(selection.find(chunk), Ok(Some(share.part)));
                numbers.push(about.number.unwrap());
                elements.push(entries.len() as u64);
            });
            if shown == 0 {
                break;
            }
            first += shown as u64;
        }
        prop_assert_eq!(expected.next(), None);
        check_pages(&selection, page);
        check_shares(&selection, &elements, cuts);
        check_ranges(&selection, &numbers, page);
        let picked: Vec<u64> = points.iter().map(|point| ravel(&extents, point)).collect();
        check_moves(&selection, &extents, &picked, 4);
    }

    #[test]
    fn moved_data_is_indexing(
        (axes, picks) in oracle::request(),
        size in prop_oneof![Just(1usize), Just(2), Just(3), Just(4), Just(8), Just(16)],
    ) {
        let grid = read(&axes);
        let extents = shape(&axes);
        let selection = planned(&grid, &picks);
        let elements: Vec<Vec<u64>> = picks.iter().map(Pick::elements).collect();
        let picked: Vec<u64> = indices(selection.shape()).iter().map(|position| {
            let index: Vec<u64> = position.iter().zip(&elements).map(|(&k, of_axis)| of_axis[k as usize]).collect();
            ravel(&extents, &index)
        }).collect();
        check_moves(&selection, &extents, &picked, size);
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
        let selection = if as_points {
            let flat: Vec<i64> = picked.iter().flatten().map(|&x| x as i64).collect();
            let layout = PointLayout::new(axes.len(), picked.len(), axes.len() as isize, 1, flat.len()).unwrap();
            Selection::from_points(&grid, layout, &flat, false).unwrap()
        } else {
            planned(&grid, &picks)
        };
        // Every element is found once, in the inner chunk that holds it, and goes where the outer result has it.
        let mut found = vec![None; picked.len()];
        for part in 0..selection.part_count().unwrap() {
            let shard = selection.part(part, |share| Ok(share.projections.to_vec())).unwrap();
            let within = Selection::from_part(&selection, part, &inner, |grid| Ok(Box::new(grid))).unwrap();
            prop_assert_eq!(within.shape(), selection.shape());
            for (a, (outer, axis)) in shard.iter().zip(within.grid().axes()).enumerate() {
                prop_assert_eq!(axis.declared_chunks() * inner[a], outer.interval.edge);
                prop_assert_eq!(axis.extent(), outer.interval.data);
            }
            let mut last = None;
            for inner_part in 0..within.part_count().unwrap() {
                within.part(inner_part, |share| {
                    let number = within.about(share).number;
                    assert!(number > last, "slots rise");
                    last = number;
                    let chunk_shape: Vec<u64> = share.projections.iter().map(|p| p.interval.edge).collect();
                    assert_eq!(chunk_shape, inner);
                    let mut first = 0;
                    loop {
                        let mut segments = vec![];
                        copy::segments(&within, share, first, 5, |_, segment| segments.push(segment))?;
                        for Segment { within: at, out, count } in &segments {
                            for k in 0..*count {
                                let mut index = vec![0; inner.len()];
                                let mut rest = at + k;
                                for a in (0..inner.len()).rev() {
                                    let p = &share.projections[a].interval;
                                    index[a] = shard[a].interval.origin + p.origin + rest % inner[a];
                                    rest /= inner[a];
                                }
                                assert_eq!(found[(out + k) as usize].replace(index), None);
                            }
                        }
                        first += segments.len() as u64;
                        if segments.is_empty() {
                            return Ok(());
                        }
                    }
                }).unwrap();
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
            let selection = Selection::from_slices(&grid, [slice].into_iter()).unwrap();
            let parts = selection.part_count().unwrap();
            for query in &queries {
                let element = query % count;
                let (chunk, origin, edge) = locate(element * step);
                let part = selection.find(&[chunk]).unwrap().unwrap();
                selection.part(part, |share| {
                    let p = share.projections[0];
                    assert_eq!((p.interval.chunk, p.interval.origin, p.interval.edge), (chunk, origin, edge));
                    let first_below = |end: u64| if end == 0 { 0 } else { (end - 1) / step + 1 };
                    let (from, to) = (first_below(origin), first_below(origin + edge).min(count));
                    assert_eq!(p.count, to - from);
                    let (first, out) = if forward { (from, from) } else { (to - 1, count - to) };
                    assert_eq!((p.first, p.out), (first * step - origin, out));
                    Ok(())
                }).unwrap();
                // Numbers count up with the chunks.
                let number = query % parts;
                let chunk_of = |number| selection.part(number, |share| Ok(share.projections[0].interval.chunk)).unwrap();
                prop_assert_eq!(selection.find(&[chunk_of(number)]).unwrap(), Some(number));
                prop_assert!(number + 1 == parts || chunk_of(number) < chunk_of(number + 1));
            }
        }
    }
}

/// Pages written at once say the same as parts shown one by one, wherever they start and whatever is left out.
fn check_pages(selection: &Selection<&Grid>, capacity: usize) {
    #[derive(Clone, Copy)]
    struct Seen(Projection);
    impl From<&Projection> for Seen {
        fn from(projection: &Projection) -> Self {
            Seen(*projection)
        }
    }
    let rank = selection.grid().rank();
    let total = selection.part_count().unwrap();
    for (first, capacity) in [(0, total as usize), (0, capacity), (total / 2, capacity), (total / 3, 70), (total, 5)] {
        let (mut parts, mut projections) = (vec![], vec![]);
        let shown = selection.page(first, capacity, |_, share| {
            parts.push(selection.about(share));
            projections.extend_from_slice(share.projections);
        });
        for wanted in 1..8 {
            let mut memory = (
                vec![MaybeUninit::<Part>::uninit(); capacity],
                vec![MaybeUninit::<u64>::uninit(); capacity * rank],
                vec![MaybeUninit::<Seen>::uninit(); capacity * rank],
            );
            let mut page = Page {
                parts: (wanted & 1 != 0).then_some(&mut memory.0[..]),
                chunks: (wanted & 2 != 0).then_some(&mut memory.1[..]),
                projections: (wanted & 4 != 0).then_some(&mut memory.2[..]),
            };
            assert_eq!(selection.fill_page(first, capacity, &mut page), shown);
            if wanted & 1 != 0 {
                assert!(memory.0.iter().zip(&parts).all(|(found, part)| found.map_init() == *part));
            }
            if wanted & 2 != 0 {
                assert!(memory.1.iter().zip(&projections).all(|(found, p)| found.map_init() == p.interval.chunk));
            }
            if wanted & 4 != 0 {
                assert!(memory.2.iter().zip(&projections).all(|(found, p)| found.map_init().0 == *p));
            }
        }
    }
}

/// Cuts into shares are rising, complete and, by their measure, even.
fn check_shares(selection: &Selection<&Grid>, elements: &[u64], shares: usize) {
    for by in [SplitBy::Parts, SplitBy::Elements] {
        let mut bounds = vec![0; shares + 1];
        selection.split(by, shares, |share, part| bounds[share] = part).unwrap();
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
    assert_eq!(selection.split(SplitBy::Parts, 0, |_, _| ()).unwrap_err().code, Code::Argument);
}

/// Ranges are the chunk numbers, merged across gaps; from any number on, in pages of any size.
fn check_ranges(selection: &Selection<&Grid>, numbers: &[u64], page: usize) {
    let last = numbers.last().copied().unwrap_or(0);
    for gap in [0, 1, 2, 5, u64::MAX] {
        for from in [0, last / 3, last / 2 + 1, last, last + 1] {
            let mut expected: Vec<Range> = vec![];
            for &number in numbers.iter().filter(|&&number| number >= from) {
                match expected.last_mut() {
                    Some(range) if number - (range.first + range.count) <= gap => {
                        range.count = number - range.first + 1
                    }
                    _ => expected.push(Range { first: number, count: 1 }),
                }
            }
            let (mut found, mut next) = (vec![], from);
            loop {
                let before = found.len();
                let shown = selection.ranges(gap, next, page, |_, range| found.push(range)).unwrap();
                assert_eq!(before + shown, found.len());
                let Some(range) = found.last().filter(|_| shown > 0) else { break };
                next = range.first + range.count;
            }
            assert_eq!(found, expected, "gap {gap} from {from} of {numbers:?}");
        }
    }
}

/// Reading through parts is indexing the plain array at the positions `picked`; writing and reading is the
/// identity; segments are the same elements.
fn check_moves(selection: &Selection<&Grid>, extents: &[u64], picked: &[u64], size: usize) {
    // Each element of the array is the low bytes of its own number plus 1; 0 is what was not written.
    let value = |number: u64| -> Vec<u8> { (number + 1).to_le_bytes().into_iter().cycle().take(size).collect() };
    let expected: Vec<u8> = picked.iter().flat_map(|&number| value(number)).collect();
    let result = vec![Cell::new(MaybeUninit::new(0u8)); expected.len()];
    let mut written = vec![0; picked.len()];
    for part in 0..selection.part_count().unwrap() {
        let moved = selection.part(part, |share| {
            let projections = share.projections;
            let chunk_shape: Vec<u64> = projections.iter().map(|p| p.interval.edge).collect();
            let mut chunk = vec![0; chunk_shape.iter().product::<u64>() as usize * size];
            for within in indices(&chunk_shape) {
                let index: Vec<u64> = within.iter().zip(projections).map(|(w, p)| w + p.interval.origin).collect();
                if index.iter().zip(extents).all(|(x, extent)| x < extent) {
                    let at = ravel(&chunk_shape, &within) as usize * size;
                    chunk[at..at + size].copy_from_slice(&value(ravel(extents, &index)));
                }
            }
            let chunk_layout = Layout { size: chunk.len(), start: 0, strides: None, name: "chunk" };
            let out_layout = Layout { size: expected.len(), start: 0, strides: None, name: "out" };
            copy::read_part(selection, share, size, (&chunk, chunk_layout), (&result, out_layout))?;

            let mut segments: Vec<Segment> = vec![];
            while copy::segments(selection, share, segments.len() as u64, 3, |_, s| segments.push(s))? > 0 {}
            assert_eq!(Some(segments.iter().map(|s| s.count).sum()), selection.about(share).elements);
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
            copy::write_part(selection, share, size, (&back, chunk_layout), (&expected, out_layout))?;
            for (byte, place) in back.iter().enumerate() {
                assert_eq!(place.get().map_init(), if selected[byte / size] { chunk[byte] } else { 0 });
            }
            Ok(())
        });
        moved.unwrap();
    }
    let result: Vec<u8> = result.iter().map(|byte| byte.get().map_init()).collect();
    assert_eq!(result, expected);
    assert!(written.iter().all(|&times| times == 1));
}

/// `assume_init` of what a test knows to be initialised.
trait Init<T> {
    fn map_init(&self) -> T;
}

impl<T: Copy> Init<T> for MaybeUninit<T> {
    fn map_init(&self) -> T {
        // SAFETY: the tests make their memory with `MaybeUninit::new`, or look at what was said to be written.
        unsafe { self.assume_init() }
    }
}

#[test]
fn ranges_whose_numbers_pass_128_bits() {
    let most = i64::MAX as u64;
    let grid = Grid::from_chunk_shape(&[most; 3], &[1; 3], false).unwrap();
    let ranges = |selection: &Selection<&Grid>| {
        let mut found = vec![];
        selection.ranges(0, 0, 4, |_, range| found.push((range.first, range.count))).map(|_| found)
    };
    for (start, count) in [(0, most), (most - 2, 2)] {
        let selection = planned(&grid, &vec![Pick::Slice(start, count, 1); 3]);
        let found = ranges(&selection);
        assert!(found.as_ref().is_err_and(|error| error.code == Code::Range), "{found:?}");
    }
    let points = [[0; 3], [most as i64 - 2; 3], [most as i64 - 1; 3]].concat();
    let layout = PointLayout::new(3, 3, 3, 1, 9).unwrap();
    let selection = Selection::from_points(&grid, layout, &points, false).unwrap();
    assert_eq!(ranges(&selection), Ok(vec![(0, 1)]));
}

#[test]
fn chunks_far_past_the_extent_hold_nothing() {
    let text =
        br#"{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[[1,100],9223372036854775709,7]]}}"#;
    let grid = grid_from_json(text, &[100], &Options::default()).unwrap();
    let selection = planned(&grid, &[Pick::Slice(0, 50, 2)]);
    for chunk in [100, 101] {
        assert_eq!(selection.find(&[chunk]), Ok(None));
        assert_eq!(selection.ranges(0, chunk, 4, |_, range| panic!("{range:?}")), Ok(0));
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
        let from = Layout { size, start: 0, strides: Some(&strides), name: "chunk" };
        let to = Layout { size: 2, start: 0, strides: None, name: "out" };
        selection.part(0, |share| copy::read_part(&selection, share, 1, (&chunk[..size], from), (&out, to)))
    };
    read(91).unwrap();
    assert_eq!([&out[0], &out[1]].map(|byte| byte.get().map_init()), [9, 90]);
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
