// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random grids and selections, compared with the plain expansion of the specification.

mod oracle;

use std::collections::BTreeMap;
use std::mem::MaybeUninit;

use oracle::{PlainAxis, document, indices, ravel, shape};
use proptest::prelude::*;
use zrg::grid::copy::{self, Layout, Segment};
use zrg::grid::error::Code;
use zrg::grid::grid::Grid;
use zrg::grid::json::{Options, grid_from_array_json, grid_from_json};
use zrg::grid::locate::PointLayout;
use zrg::grid::selection::{Cover, Selection};
use zrg::grid::slice::{Projection, Slice};

fn read(axes: &[PlainAxis]) -> Grid {
    grid_from_json(document(axes).as_bytes(), &shape(axes), &Options::default()).unwrap()
}

fn planned<'g>(grid: &'g Grid, slices: &[(u64, u64, i64)]) -> Selection<&'g Grid> {
    let slices = slices.iter().map(|&(start, count, step)| Slice { start, count, step });
    Selection::from_slices(grid, slices).unwrap()
}

/// What a slice selects of each chunk of an axis: the elements counted from the chunk's origin, and their
/// positions in the result, in request order.
fn shares(axis: &PlainAxis, (start, count, step): (u64, u64, i64)) -> BTreeMap<u64, Vec<(u64, u64)>> {
    let mut shares = BTreeMap::<u64, Vec<(u64, u64)>>::new();
    for out in 0..count {
        let (chunk, within) = axis.locate((start as i64 + out as i64 * step) as u64);
        shares.entry(chunk).or_default().push((within, out));
    }
    shares
}

fn check_projection(p: &Projection, axis: &PlainAxis, chunk: u64, share: &[(u64, u64)], step: i64) {
    assert_eq!(p.interval.chunk, chunk);
    assert_eq!(p.interval.origin, axis.origin(chunk as usize));
    assert_eq!(p.interval.edge, axis.edges()[chunk as usize]);
    assert_eq!(p.interval.data, axis.data(chunk as usize));
    assert_eq!((p.count, p.step), (share.len() as u64, step));
    for (k, &(within, out)) in share.iter().enumerate() {
        assert_eq!((p.first as i64 + k as i64 * p.step) as u64, within);
        assert_eq!(p.out + k as u64, out);
    }
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
                prop_assert_eq!((error.code, error.element), (Code::Bounds, Some((entry / rank) as u64)));
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
        let empty = count.contains(&0);
        grid.chunk_box(&first, &count, |a, stretch| {
            let chunks = first[a] as usize..(first[a] + count[a]) as usize;
            let expected = match empty {
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
    fn parts_of_a_selection(
        (axes, slices) in oracle::grid().prop_flat_map(|axes| {
            let slices = oracle::slices(&shape(&axes));
            (Just(axes), slices)
        }),
        page in 1..9usize,
    ) {
        let grid = read(&axes);
        let selection = planned(&grid, &slices);
        let by_axis: Vec<_> = axes.iter().zip(&slices).map(|(axis, &slice)| shares(axis, slice)).collect();
        let counts: Vec<u64> = by_axis.iter().map(|shares| shares.len() as u64).collect();
        prop_assert_eq!(selection.axis_counts().collect::<Vec<_>>(), counts.clone());
        prop_assert_eq!(selection.shape().collect::<Vec<_>>(), slices.iter().map(|s| s.1).collect::<Vec<_>>());
        prop_assert_eq!(selection.part_count(), Some(counts.iter().product()));

        // Each axis alone, from every chunk on.
        for (a, axis) in axes.iter().enumerate() {
            let (start, count, step) = slices[a];
            let slice = Slice { start, count, step };
            for from in 0..=axis.edges().len() as u64 + 1 {
                let found: Vec<_> = grid.axes()[a].projections(slice, from).collect();
                let expected: Vec<_> = by_axis[a].range(from..).collect();
                prop_assert_eq!(found.len(), expected.len());
                for (p, (&chunk, share)) in found.iter().zip(expected) {
                    check_projection(p, axis, chunk, share, step);
                }
            }
        }

        // All parts, by pages of any size.
        let chunk_counts: Vec<u64> = axes.iter().map(|axis| axis.edges().len() as u64).collect();
        let mut expected = indices(&counts).into_iter();
        let mut first = 0;
        loop {
            let shown = selection.page(first, page, |_, projections| {
                let positions = expected.next().unwrap();
                let mut cover = (true, true);
                for (a, p) in projections.iter().enumerate() {
                    let (&chunk, share) = by_axis[a].iter().nth(positions[a] as usize).unwrap();
                    check_projection(p, &axes[a], chunk, share, slices[a].2);
                    cover.0 &= share.len() as u64 == axes[a].data(chunk as usize);
                    cover.1 &= share.len() as u64 == axes[a].edges()[chunk as usize];
                }
                let chunk: Vec<u64> = projections.iter().map(|p| p.interval.chunk).collect();
                let about = selection.about(projections);
                assert_eq!(about.number, Some(ravel(&chunk_counts, &chunk)));
                assert_eq!(about.elements, Some(projections.iter().map(|p| p.count).product()));
                assert_eq!(about.decoded, Some(projections.iter().map(|p| p.interval.edge).product()));
                assert_eq!(about.cover, match cover {
                    (_, true) => Cover::Declared,
                    (true, _) => Cover::Data,
                    _ => Cover::Partial,
                });
                assert_eq!(selection.find(&chunk), Ok(Some(ravel(&counts, &positions))));
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
    }

    #[test]
    fn moved_data_is_indexing(
        (axes, slices) in oracle::grid().prop_flat_map(|axes| {
            let slices = oracle::slices(&shape(&axes));
            (Just(axes), slices)
        }),
        size in prop_oneof![Just(1usize), Just(2), Just(3), Just(4), Just(8), Just(16)],
    ) {
        let grid = read(&axes);
        let extents = shape(&axes);
        let selection = planned(&grid, &slices);
        let result_shape: Vec<u64> = selection.shape().collect();
        let length = result_shape.iter().product::<u64>() as usize;
        // Each element of the array is the low bytes of its own number plus 1; 0 is what was not written.
        let value = |number: u64| -> Vec<u8> { (number + 1).to_le_bytes().into_iter().cycle().take(size).collect() };
        let mut expected = vec![];
        for position in indices(&result_shape) {
            let index: Vec<u64> = position.iter().zip(&slices)
                .map(|(&k, &(start, _, step))| (start as i64 + k as i64 * step) as u64).collect();
            expected.extend(value(ravel(&extents, &index)));
        }

        let mut result = vec![MaybeUninit::new(0u8); length * size];
        let mut written = vec![0; length];
        let parts = selection.part_count().unwrap();
        for part in 0..parts {
            selection.part(part, |projections| {
                let chunk_shape: Vec<u64> = projections.iter().map(|p| p.interval.edge).collect();
                let mut chunk = vec![0; chunk_shape.iter().product::<u64>() as usize * size];
                for within in indices(&chunk_shape) {
                    let index: Vec<u64> = within.iter().zip(projections).map(|(w, p)| w + p.interval.origin).collect();
                    if index.iter().zip(&extents).all(|(x, extent)| x < extent) {
                        let at = ravel(&chunk_shape, &within) as usize * size;
                        chunk[at..at + size].copy_from_slice(&value(ravel(&extents, &index)));
                    }
                }
                let chunk_layout = Layout { size: chunk.len(), start: 0, strides: None, name: "chunk" };
                let out_layout = Layout { size: result.len(), start: 0, strides: None, name: "out" };
                copy::read_part(projections, selection.shape(), size, (&chunk, chunk_layout), (&mut result, out_layout))?;

                // The segments are the same elements, each once, in pages of any size.
                let mut segments: Vec<Segment> = vec![];
                while copy::segments(projections, selection.shape(), segments.len() as u64, 3, |_, s| segments.push(s))? > 0 {}
                let count: u64 = segments.iter().map(|s| s.count).sum();
                assert_eq!(Some(count), selection.about(projections).elements);
                for Segment { within, out, count } in segments {
                    for k in 0..count {
                        written[(out + k) as usize] += 1;
                        let (from, to) = ((within + k) as usize * size, (out + k) as usize * size);
                        assert_eq!(chunk[from..from + size], expected[to..to + size]);
                    }
                }

                // Back into an empty chunk: what the part selects, and nothing else.
                let mut back: Vec<MaybeUninit<u8>> = vec![MaybeUninit::new(0); chunk.len()];
                copy::write_part(projections, selection.shape(), size, (&mut back, chunk_layout), (&expected, out_layout))?;
                for within in indices(&chunk_shape) {
                    let selected = within.iter().zip(projections).all(|(&w, p)| {
                        (0..p.count).any(|k| (p.first as i64 + k as i64 * p.step) as u64 == w)
                    });
                    let at = ravel(&chunk_shape, &within) as usize * size;
                    for byte in at..at + size {
                        assert_eq!(back[byte].map_init(), if selected { chunk[byte] } else { 0 });
                    }
                }
                Ok(())
            }).unwrap();
        }
        let result: Vec<u8> = result.iter().map(|byte| byte.map_init()).collect();
        prop_assert_eq!(result, expected);
        prop_assert!(written.iter().all(|&times| times == 1));
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
                selection.part(part, |projections| {
                    let p = projections[0];
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
                let chunk_of = |number| selection.part(number, |p| Ok(p[0].interval.chunk)).unwrap();
                prop_assert_eq!(selection.find(&[chunk_of(number)]).unwrap(), Some(number));
                prop_assert!(number + 1 == parts || chunk_of(number) < chunk_of(number + 1));
            }
        }
    }
}

/// `assume_init` of what a test knows to be initialised.
trait Init<T> {
    fn map_init(&self) -> T;
}

impl<T: Copy> Init<T> for MaybeUninit<T> {
    fn map_init(&self) -> T {
        // SAFETY: the tests make all their memory with `MaybeUninit::new`.
        unsafe { self.assume_init() }
    }
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
