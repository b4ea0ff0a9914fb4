// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random regions, totals, inner chunks and ranges of keys, compared with plain expansion.

mod oracle;

use std::collections::BTreeSet;

use oracle::grids::{expanded, grid_of, integer, list, plainly};
use oracle::{AxisText, PlainAxis, indices, shape};
use proptest::prelude::*;
use proptest::sample::Index;
use zrg::core::error::Code;
use zrg::core::grid::Grid;
use zrg::core::key_ranges::KeyRange;
use zrg::core::keys::{BaseEncoding, ChunkKey, ChunkKeyEncoding, Fanout, Suffix};
use zrg::core::region::Touched;
use zrg::core::sizes::Total;
use zrg::core::text::{Sink, Text};

/// Bounds of a box, to be cut to a shape.
type Bounds = Vec<(Index, Index)>;

fn cut(lengths: &[u64], bounds: &Bounds) -> (Vec<u64>, Vec<u64>) {
    let on_axis = |(&length, &(a, b)): (&u64, &(Index, Index))| {
        let start = a.index(length as usize + 1) as u64;
        (start, b.index((length - start) as usize + 1) as u64)
    };
    lengths.iter().zip(bounds).map(on_axis).unzip()
}

fn bounds(rank: usize) -> impl Strategy<Value = Bounds> {
    prop::collection::vec((any::<Index>(), any::<Index>()), rank)
}

fn region() -> impl Strategy<Value = (Vec<PlainAxis>, Bounds)> {
    oracle::grid().prop_flat_map(|axes| {
        let bounds = bounds(axes.len());
        (Just(axes), bounds)
    })
}

fn touched(grid: &Grid, start: &[u64], shape: &[u64], which: Touched) -> Vec<Vec<u64>> {
    let collect = |first: usize, capacity: usize| {
        let mut found = vec![vec![(0, 0); start.len()]; capacity];
        let visit = |entry: usize, axis: usize, chunks: (u64, u64)| found[entry][axis] = chunks;
        let shown = grid.touched_chunks(start, shape, which, first, capacity, visit).unwrap();
        found.truncate(shown);
        found
    };
    let all = collect(0, 100);
    assert!(all.len() <= if matches!(which, Touched::Data | Touched::Declared) { 1 } else { 2 * start.len() });
    for first in 0..=all.len() {
        assert_eq!(collect(first, 1), all[first..all.len().min(first + 1)]);
        assert_eq!(collect(first, 0).len(), 0);
    }
    let mut chunks = Vec::new();
    for one in all {
        let counts: Vec<u64> = one.iter().map(|&(_, count)| count).collect();
        assert!(!counts.contains(&0), "a box without chunks");
        let indices = indices(&counts).into_iter();
        chunks.extend(indices.map(|at| at.iter().zip(&one).map(|(at, (first, _))| at + first).collect::<Vec<_>>()));
    }
    let distinct: BTreeSet<Vec<u64>> = chunks.iter().cloned().collect();
    assert_eq!(distinct.len(), chunks.len(), "boxes overlap");
    distinct.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn regions_and_chunks((axes, bounds) in region()) {
        let grid = grid_of(&axes);
        let (start, count) = cut(&shape(&axes), &bounds);
        let empty = count.contains(&0);
        // Of each chunk of an axis: elements in the region, with data, declared.
        let shares: Vec<Vec<(u64, u64, u64)>> = axes.iter().enumerate().map(|(a, axis)| {
            let edges = axis.edges();
            (0..edges.len()).map(|chunk| {
                let elements = axis.origin(chunk)..axis.origin(chunk) + axis.data(chunk);
                let inside = elements.filter(|&x| x >= start[a] && x < start[a] + count[a]).count() as u64;
                (inside, axis.data(chunk), edges[chunk])
            }).collect()
        }).collect();
        let counts: Vec<u64> = shares.iter().map(|shares| shares.len() as u64).collect();
        for which in [Touched::Data, Touched::Declared, Touched::PartOfData, Touched::PartOfDeclared] {
            let expected: Vec<Vec<u64>> = indices(&counts).into_iter().filter(|chunk| {
                let of: Vec<(u64, u64, u64)> = shares.iter().zip(chunk).map(|(shares, &c)| shares[c as usize]).collect();
                let touched = of.iter().all(|&(inside, ..)| inside > 0);
                let data = of.iter().all(|&(inside, data, _)| inside == data);
                let declared = of.iter().all(|&(inside, _, declared)| inside == declared);
                touched && match which {
                    Touched::Data => data,
                    Touched::Declared => declared,
                    Touched::PartOfData => !data,
                    Touched::PartOfDeclared => !declared,
                }
            }).collect();
            prop_assert_eq!(touched(&grid, &start, &count, which), expected, "{:?}", which);
        }
        // The regions around and inside it, axis by axis.
        let (mut around, mut inside) = (vec![(0, 0); axes.len()], vec![(0, 0); axes.len()]);
        grid.region_around(&start, &count, |axis, region| around[axis] = region).unwrap();
        grid.region_inside(&start, &count, |axis, region| inside[axis] = region).unwrap();
        let mut first_cut = None;
        for (a, axis) in axes.iter().enumerate() {
            let origin = |chunk: usize| axis.origin(chunk);
            let span = |chosen: &dyn Fn(&(u64, u64, u64)) -> bool| {
                let chunks: Vec<usize> = (0..shares[a].len()).filter(|&chunk| chosen(&shares[a][chunk])).collect();
                chunks.first().map(|&first| (origin(first), chunks.iter().map(|&chunk| axis.data(chunk)).sum::<u64>()))
            };
            let touched = span(&|&(inside, ..)| inside > 0);
            let whole = span(&|&(inside, data, _)| inside > 0 && inside == data);
            let as_asked = (start[a], count[a]);
            prop_assert_eq!(around[a], if empty { as_asked } else { touched.unwrap() });
            prop_assert_eq!(inside[a], whole.unwrap_or((start[a], 0)));
            if around[a] != as_asked && first_cut.is_none() {
                first_cut = Some(a);
            }
        }
        match (grid.check_whole_chunks(&start, &count), first_cut) {
            (whole, None) => prop_assert_eq!(whole, Ok(())),
            (whole, Some(a)) => {
                let refused = whole.unwrap_err();
                prop_assert_eq!((refused.code, refused.axis), (Code::NotAligned, Some(a)));
                let (outer, inner) = (around[a], (start[a], start[a] + count[a]));
                prop_assert_eq!((refused.entry, refused.value, refused.limit), match outer.0 == inner.0 {
                    false => (Some(0), Some(inner.0), Some(outer.0)),
                    true => (Some(1), Some(inner.1), Some(outer.0 + outer.1)),
                });
            }
        }
    }

    #[test]
    fn totals(axes in oracle::grid()) {
        let grid = grid_of(&axes);
        let product = |of: &dyn Fn(&PlainAxis) -> u64| axes.iter().map(of).product::<u64>();
        let edge = |axis: &PlainAxis, longest: bool| {
            let edges = axis.edges().into_iter();
            if longest { edges.max() } else { edges.min() }.unwrap_or(0)
        };
        prop_assert_eq!(grid.total(Total::DeclaredChunks), Ok(product(&|axis| axis.edges().len() as u64)));
        prop_assert_eq!(grid.total(Total::DataChunks), Ok(product(&|axis| axis.data_chunks())));
        prop_assert_eq!(grid.total(Total::DeclaredElements), Ok(product(&|axis| axis.edges().iter().sum())));
        prop_assert_eq!(grid.total(Total::DataElements), Ok(product(&|axis| axis.extent)));
        prop_assert_eq!(grid.total(Total::LargestChunk), Ok(product(&|axis| edge(axis, true))));
        prop_assert_eq!(grid.total(Total::SmallestChunk), Ok(product(&|axis| edge(axis, false))));
        for (axis, plain) in grid.axes().iter().zip(&axes) {
            prop_assert_eq!(axis.edge_range(), (edge(plain, false), edge(plain, true)));
        }
    }

    #[test]
    fn inner_chunks(
        (axes, inner) in oracle::grid().prop_flat_map(|axes| {
            let inner = prop::collection::vec(prop_oneof![2 => Just(1u64), 1 => 2..5u64], axes.len());
            (Just(axes), inner)
        }),
        times in 1..4u64,
    ) {
        // Edges that are often divided.
        let axes: Vec<PlainAxis> = axes.iter().map(|axis| axis.scaled(times)).collect();
        let inner: Vec<u64> = inner.iter().map(|&inner| if inner == 1 { times } else { inner }).collect();
        let grid = grid_of(&axes);
        // An integer that no chunk has yet counts as one edge.
        let edges_of = |axis: &PlainAxis| match axis.text {
            AxisText::Integer(edge) => vec![edge],
            AxisText::List(_) => axis.edges(),
        };
        let bad = axes.iter().zip(&inner).enumerate().find_map(|(a, (axis, inner))| {
            edges_of(axis).iter().position(|edge| edge % inner != 0).map(|chunk| (a, chunk))
        });
        match bad {
            Some((axis, chunk)) => {
                let refused = grid.check_inner_shape(&inner).unwrap_err();
                prop_assert_eq!((refused.code, refused.axis), (Code::NotAligned, Some(axis)));
                prop_assert_eq!((refused.entry, refused.value), (Some(chunk as u64), Some(inner[axis])));
                prop_assert_eq!(refused.limit, Some(edges_of(&axes[axis])[chunk]));
                prop_assert_eq!(grid.inner_grid(&inner).unwrap_err(), refused);
            }
            None => {
                prop_assert_eq!(grid.check_inner_shape(&inner), Ok(()));
                let made = grid.inner_grid(&inner).unwrap();
                for ((made, plain), &inner) in made.axes().iter().zip(&axes).zip(&inner) {
                    let expected = match plain.text {
                        AxisText::Integer(_) => integer(plain.extent, inner),
                        AxisText::List(_) => {
                            let declared: u64 = plain.edges().iter().sum();
                            list(plain.extent, &vec![inner; (declared / inner) as usize])
                        }
                    };
                    prop_assert_eq!(expanded(made), plainly(&expected));
                }
            }
        }
        for (axis, plain) in grid.axes().iter().zip(&axes) {
            let divides = |divisor: &u64| edges_of(plain).iter().all(|edge| edge % divisor == 0);
            let most = edges_of(plain)[0];
            prop_assert_eq!(axis.common_divisor(), (1..=most).filter(divides).max().unwrap());
        }
    }
}

/// Collects the pieces of a key.
#[derive(Default)]
struct Collected(String);

impl Sink for Collected {
    fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn number(&mut self, number: u64) {
        self.0.push_str(&number.to_string());
    }
}

fn key(encoding: ChunkKeyEncoding, chunk: &[u64]) -> String {
    let mut key = Collected::default();
    ChunkKey { encoding, chunk }.write(&mut key);
    key.0
}

fn encoding() -> impl Strategy<Value = ChunkKeyEncoding> {
    let base = prop_oneof![
        Just(BaseEncoding::Default { separator: '/' }),
        Just(BaseEncoding::Default { separator: '.' }),
        Just(BaseEncoding::V2 { separator: '.' }),
        Just(BaseEncoding::V2 { separator: '/' }),
        Just(BaseEncoding::Fanout(Fanout::new(100).unwrap())),
    ];
    let suffix = prop_oneof![2 => Just(""), 1 => Just(".tiff"), 1 => Just("-x")];
    (base, suffix).prop_map(|(base, suffix)| ChunkKeyEncoding { base, suffix: Suffix::new(suffix).unwrap() })
}

/// The chunks at the ends of the ranges of a box, page by page.
fn ranges(
    grid: &Grid,
    encoding: ChunkKeyEncoding,
    (first, count): (&[u64], &[u64]),
    capacity: usize,
) -> Vec<(Vec<u64>, Vec<u64>)> {
    let mut all: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
    loop {
        let mut page = vec![(vec![0; first.len()], vec![0; first.len()]); capacity];
        let behind = all.last().map(|(_, last)| &last[..]);
        let shown = grid.key_ranges(&encoding, first, count, behind, capacity, |entry, axis, range: KeyRange| {
            (page[entry].0[axis], page[entry].1[axis]) = (range.first, range.last);
        });
        page.truncate(shown.unwrap());
        let ended = page.len() < capacity;
        all.extend(page);
        if ended {
            return all;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn ranges_of_keys(
        (counts, bounds) in prop_oneof![
            Just(vec![]),
            prop::collection::vec(0..2400u64, 1..=1),
            prop::collection::vec(0..130u64, 2..=2),
            prop::collection::vec(1..24u64, 3..=3),
        ].prop_flat_map(|counts: Vec<u64>| {
            let bounds = bounds(counts.len());
            (Just(counts), bounds)
        }),
        encoding in encoding(),
        whole in prop::collection::vec(any::<bool>(), 3),
        capacity in 1..9usize,
    ) {
        let grid = grid_of(&counts.iter().map(|&count| integer(count, 1)).collect::<Vec<_>>());
        let (mut first, mut count) = cut(&counts, &bounds);
        for axis in (0..counts.len()).filter(|&axis| whole[axis]) {
            (first[axis], count[axis]) = (0, counts[axis]);
        }
        let wanted = |chunk: &[u64]| {
            chunk.iter().zip(first.iter().zip(&count)).all(|(chunk, (first, count))| chunk >= first && chunk - first < *count)
        };
        let mut keys: Vec<(String, bool)> =
            indices(&counts).iter().map(|chunk| (key(encoding, chunk), wanted(chunk))).collect();
        keys.sort();
        let found = ranges(&grid, encoding, (&first, &count), 10_000);
        let spelled: Vec<(String, String)> =
            found.iter().map(|(first, last)| (key(encoding, first), key(encoding, last))).collect();
        // In order and apart; and a key is in a range just where it is wanted.
        prop_assert!(spelled.iter().all(|(first, last)| first <= last));
        prop_assert!(spelled.windows(2).all(|pair| pair[0].1 < pair[1].0));
        for (key, wanted) in &keys {
            let at = spelled.partition_point(|(_, last)| last < key);
            let inside = spelled.get(at).is_some_and(|(first, _)| first <= key);
            prop_assert_eq!(inside, *wanted, "{}", key);
        }
        if counts.len() == 1 {
            // As few as there can be.
            let runs = keys.chunk_by(|one, two| one.1 == two.1).filter(|run| run[0].1).count();
            prop_assert_eq!(found.len(), runs);
        }
        prop_assert_eq!(ranges(&grid, encoding, (&first, &count), capacity), found);
    }
}

#[test]
fn ranges_that_cannot_be_are_refused() {
    let grid = grid_of(&[integer(30, 1), integer(4, 1)]);
    let plain = |suffix| ChunkKeyEncoding {
        base: BaseEncoding::Default { separator: '/' },
        suffix: Suffix::new(suffix).unwrap(),
    };
    let ask = |encoding, first: &[u64], count: &[u64], behind: Option<&[u64]>| {
        grid.key_ranges(&encoding, first, count, behind, 9, |_, _, _| ())
    };
    for suffix in ["0", "7x", "x", "_", "é"] {
        assert_eq!(ask(plain(suffix), &[0, 0], &[1, 1], None).unwrap_err().code, Code::Unsupported);
    }
    let fanout = ChunkKeyEncoding { base: BaseEncoding::Fanout(Fanout::default()), ..plain("x") };
    assert_eq!(ask(fanout, &[0, 0], &[30, 4], None), Ok(1));
    assert_eq!(ask(fanout, &[3, 0], &[20, 4], None), Ok(1));
    assert_eq!(ask(fanout, &[0, 1], &[5, 2], None), Ok(5));
    assert_eq!(ask(plain(""), &[0, 4], &[1, 1], None).unwrap_err().code, Code::Bounds);
    let refused = ask(plain(""), &[0, 0], &[3, 4], Some(&[3, 0])).unwrap_err();
    assert_eq!((refused.code, refused.axis, refused.value), (Code::Bounds, Some(0), Some(3)));
    assert_eq!(ask(plain(""), &[0, 0], &[3, 4], Some(&[2, 3])), Ok(0));
}

#[test]
fn totals_that_do_not_fit_are_refused() {
    let most = i64::MAX as u64;
    let grid = grid_of(&[integer(most, 1), integer(4, 2), list(2, &[u64::MAX])]);
    for (of, right) in [
        (Total::DeclaredChunks, Ok(most * 2)),
        (Total::DataChunks, Ok(most * 2)),
        (Total::DataElements, Err(Code::Range)),
        (Total::DeclaredElements, Err(Code::Range)),
        (Total::LargestChunk, Err(Code::Range)),
    ] {
        assert_eq!(grid.total(of).map_err(|problem| problem.code), right, "{of:?}");
    }
    let nothing = grid_of(&[integer(most, 1), integer(most, 1), integer(0, 5)]);
    assert_eq!(nothing.total(Total::DeclaredElements), Ok(0));
    assert_eq!(nothing.total(Total::LargestChunk), Ok(0));
    let past = grid.total(Total::DataElements).unwrap_err().to_string();
    assert_eq!(past, "the number of elements passes 18446744073709551615");
}
