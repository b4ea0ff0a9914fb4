// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids made from random grids, and grids compared, held against plain expansion and against the laws that tie the
//! operations together.

mod oracle;

use std::collections::BTreeSet;

use oracle::grids::{axis_of, expanded, grid_of, integer, list, pair, plainly};
use oracle::{AxisText, PlainAxis, indices, shape};
use proptest::prelude::*;
use proptest::sample::Index;
use zrg::core::algebra::change::Change;
use zrg::core::algebra::compare::Relation;
use zrg::core::algebra::concatenate::{Joined, LastChunk};
use zrg::core::algebra::crop::{CropStart, Cropped};
use zrg::core::algebra::resize::{Growth, PastEnd, Policy};
use zrg::core::axis::Form;
use zrg::core::edges::Run;
use zrg::core::error::Code;
use zrg::core::grid::{Grid, Name};

fn any_policy() -> impl Strategy<Value = Policy> {
    let growth = prop_oneof![
        Just(Growth::Gap),
        Just(Growth::LastEdge),
        (1..9u64).prop_map(Growth::Edges),
        Just(Growth::Refused)
    ];
    (growth, prop_oneof![Just(PastEnd::Kept), Just(PastEnd::Dropped)])
        .prop_map(|(growth, past_end)| Policy { growth, past_end })
}

/// The edges of a list after a change of its extent; none where that is refused.
fn resized_plainly(axis: &PlainAxis, extent: u64, policy: Policy) -> Option<PlainAxis> {
    if let AxisText::Integer(edge) = axis.text {
        return Some(integer(extent, edge));
    }
    let mut edges = axis.edges();
    while policy.past_end == PastEnd::Dropped
        && edges.len() > 1
        && edges[..edges.len() - 1].iter().sum::<u64>() >= extent
    {
        edges.pop();
    }
    let last = edges[edges.len() - 1];
    loop {
        let gap = extent.saturating_sub(edges.iter().sum());
        match policy.growth {
            _ if gap == 0 => return Some(list(extent, &edges)),
            Growth::Gap => edges.push(gap),
            Growth::LastEdge => edges.push(last),
            Growth::Edges(edge) => edges.push(edge),
            Growth::Refused => return None,
        }
    }
}

/// A grid, and for each axis a new extent and a policy.
fn resizing() -> impl Strategy<Value = (Vec<PlainAxis>, Vec<u64>, Vec<Policy>)> {
    oracle::grid().prop_flat_map(|axes| {
        let extents: Vec<_> = axes.iter().map(|axis| 0..=axis.extent * 2 + 3).collect();
        let policies = prop::collection::vec(any_policy(), axes.len());
        (Just(axes), extents, policies)
    })
}

/// All boxes of an answer that comes by pages, as lists of chunks; the same whatever the pages.
fn boxes(rank: usize, ask: impl Fn(usize, usize, &mut dyn FnMut(usize, usize, (u64, u64))) -> usize) -> Vec<Vec<u64>> {
    let collect = |first: usize, capacity: usize| {
        let mut found = vec![vec![(0, 0); rank]; capacity];
        let shown = ask(first, capacity, &mut |entry, axis, chunks| found[entry][axis] = chunks);
        found.truncate(shown);
        found
    };
    let all = collect(0, 200);
    assert!(all.len() <= rank, "{all:?}");
    let (mut singly, mut pages) = (Vec::new(), 0);
    while let [one] = &collect(pages, 1)[..] {
        singly.push(one.clone());
        pages += 1;
    }
    assert_eq!(all, singly);
    let mut chunks = Vec::new();
    for one in all {
        let counts: Vec<u64> = one.iter().map(|&(_, count)| count).collect();
        assert!(!counts.contains(&0), "a box without chunks");
        chunks.extend(
            indices(&counts)
                .into_iter()
                .map(|chunk| chunk.iter().zip(&one).map(|(chunk, (first, _))| chunk + first).collect::<Vec<_>>()),
        );
    }
    let distinct: BTreeSet<_> = chunks.iter().collect();
    assert_eq!(distinct.len(), chunks.len(), "boxes overlap");
    chunks.sort();
    chunks
}

/// How many elements of each chunk are data, for so many chunks, of which the last may not be there.
fn data(axis: &PlainAxis, chunks: u64) -> Vec<u64> {
    let declared = axis.edges().len();
    (0..chunks as usize).map(|chunk| if chunk < declared { axis.data(chunk) } else { 0 }).collect()
}

fn all_expanded(grid: &Grid) -> Vec<(u64, Form, Vec<u64>)> {
    grid.axes().iter().map(expanded).collect()
}

fn all_plainly(axes: &[PlainAxis]) -> Vec<(u64, Form, Vec<u64>)> {
    axes.iter().map(plainly).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn resized_grids((axes, extents, policies) in resizing()) {
        let grid = grid_of(&axes);
        let expected: Option<Vec<PlainAxis>> = axes
            .iter()
            .zip(extents.iter().zip(&policies))
            .map(|(axis, (&extent, &policy))| resized_plainly(axis, extent, policy))
            .collect();
        let resized = grid.resized(&extents, &policies);
        match expected {
            Some(expected) => prop_assert_eq!(all_expanded(&resized.unwrap()), all_plainly(&expected)),
            None => {
                let refused = resized.unwrap_err();
                prop_assert_eq!(refused.code, Code::Cover);
                let axis = refused.axis.unwrap();
                prop_assert!(resized_plainly(&axes[axis], extents[axis], policies[axis]).is_none());
                let edges: u64 = axes[axis].edges().iter().sum();
                prop_assert_eq!((refused.value, refused.limit), (Some(edges), Some(extents[axis])));
            }
        }
        // The default is zarr-python's, and so is no policy at all.
        let default = grid.resized(&extents, &[]).unwrap();
        prop_assert_eq!(all_expanded(&default), all_expanded(&grid.resized(&extents, &vec![Policy::default(); axes.len()]).unwrap()));
        // Shrinking under `Kept` and growing back restores the grid.
        let smaller: Vec<u64> = extents.iter().zip(shape(&axes)).map(|(&extent, old)| extent.min(old)).collect();
        let back = grid.resized(&smaller, &[]).unwrap().resized(&shape(&axes), &[]).unwrap();
        prop_assert_eq!(back.compare(&grid, Relation::Identical), Ok(()));
    }

    #[test]
    fn what_a_resize_does_to_chunks((axes, extents, policies) in resizing()) {
        let expected: Option<Vec<PlainAxis>> = axes
            .iter()
            .zip(extents.iter().zip(&policies))
            .map(|(axis, (&extent, &policy))| resized_plainly(axis, extent, policy))
            .collect();
        prop_assume!(expected.is_some());
        let after = expected.unwrap();
        let (grid, resized) = (grid_of(&axes), grid_of(&after));
        let counts: Vec<u64> =
            axes.iter().zip(&after).map(|(old, new)| old.edges().len().max(new.edges().len()) as u64).collect();
        let of_axes = |axes: &[PlainAxis]| -> Vec<Vec<u64>> {
            axes.iter().zip(&counts).map(|(axis, &chunks)| data(axis, chunks)).collect()
        };
        let (old, new) = (of_axes(&axes), of_axes(&after));
        for change in [Change::LosesAll, Change::LosesSome, Change::GainsSome, Change::GainsFirst] {
            let expected: Vec<Vec<u64>> = indices(&counts).into_iter().filter(|chunk| {
                let of_chunk = |data: &[Vec<u64>]| -> Vec<u64> {
                    data.iter().zip(chunk).map(|(data, &chunk)| data[chunk as usize]).collect()
                };
                let (old, new) = (of_chunk(&old), of_chunk(&new));
                let (had, has) = (!old.contains(&0), !new.contains(&0));
                let less = old.iter().zip(&new).any(|(old, new)| new < old);
                let more = old.iter().zip(&new).any(|(old, new)| new > old);
                match change {
                    Change::LosesAll => had && !has,
                    Change::LosesSome => had && has && less,
                    Change::GainsSome => had && has && more,
                    Change::GainsFirst => !had && has,
                }
            }).collect();
            let found = boxes(axes.len(), |first, capacity, visit| {
                grid.changed_chunks(&resized, change, first, capacity, visit).unwrap()
            });
            prop_assert_eq!(found, expected, "{:?}", change);
        }
    }

    #[test]
    fn appended_edges(axes in oracle::grid(), axis in any::<Index>(), runs in prop::collection::vec((1..9u64, 1..5u64), 1..4)) {
        prop_assume!(!axes.is_empty());
        let grid = grid_of(&axes);
        let axis = axis.index(axes.len());
        let (before, plain) = (&axes[axis], axes[axis].edges());
        let runs: Vec<Run> = runs.iter().map(|&(edge, count)| Run { edge, count }).collect();
        let appended = grid.appended(axis, &runs);
        if plain.iter().sum::<u64>() != before.extent {
            let refused = appended.unwrap_err();
            prop_assert_eq!((refused.code, refused.axis), (Code::NotAligned, Some(axis)));
            prop_assert_eq!((refused.value, refused.limit), (Some(before.extent), Some(plain.iter().sum())));
            return Ok(());
        }
        let appended = appended.unwrap();
        let mut edges = plain;
        runs.iter().for_each(|run| edges.extend(vec![run.edge; run.count as usize]));
        let mut expected = axes.clone();
        expected[axis] = list(edges.iter().sum(), &edges);
        prop_assert_eq!(all_expanded(&appended), all_plainly(&expected));
        // A list that grows by one edge grows as under the default policy.
        let first = grid.appended(axis, &[Run { edge: runs[0].edge, count: 1 }]).unwrap();
        if matches!(before.text, AxisText::List(_)) {
            let mut longer = shape(&axes);
            longer[axis] += runs[0].edge;
            prop_assert_eq!(all_expanded(&first), all_expanded(&grid.resized(&longer, &[]).unwrap()));
        }
        // It is what a concatenation with a grid of those edges is.
        let mut behind = axes.clone();
        behind[axis] = list(runs[0].edge, &[runs[0].edge]);
        let joined = Grid::concatenated(&[&grid, &grid_of(&behind)], axis, LastChunk::Declared, |_, _| ()).unwrap();
        prop_assert_eq!(all_expanded(&joined), all_expanded(&first));
    }

    #[test]
    fn some_axes((axes, order) in oracle::grid().prop_flat_map(|axes| {
        let order: Vec<usize> = (0..axes.len()).collect();
        (Just(axes), Just(order).prop_shuffle())
    }), most in 0..6usize) {
        let grid = grid_of(&axes);
        let some = &order[..most.min(order.len())];
        let chosen: Vec<PlainAxis> = some.iter().map(|&axis| axes[axis].clone()).collect();
        prop_assert_eq!(all_expanded(&grid.some_axes(some).unwrap()), all_plainly(&chosen));
        // A transposition and its inverse.
        let mut inverse = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &axis)| inverse[axis] = at);
        let back = grid.some_axes(&order).unwrap().some_axes(&inverse).unwrap();
        prop_assert_eq!(back.compare(&grid, Relation::Identical), Ok(()));
    }

    #[test]
    fn cropped_grids(
        (axes, bounds) in oracle::grid().prop_flat_map(|axes| {
            let bounds = prop::collection::vec((any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>()), axes.len());
            (Just(axes), bounds)
        })
    ) {
        let grid = grid_of(&axes);
        let cut = |length: u64, a: Index, b: Index| {
            let start = a.index(length as usize + 1) as u64;
            (start, b.index((length - start) as usize + 1) as u64)
        };
        let (start, count): (Vec<u64>, Vec<u64>) =
            axes.iter().zip(&bounds).map(|(axis, &(a, b, ..))| cut(axis.extent, a, b)).unzip();
        let mut expected = Vec::new();
        let mut places = Vec::new();
        for (axis, (&start, &count)) in axes.iter().zip(start.iter().zip(&count)) {
            let (first, end, origin) = match (count, axis.extent) {
                (0, 0) => (0, 1, start),
                (0, extent) => {
                    let chunk = axis.locate(start.min(extent - 1)).0;
                    (chunk, chunk + 1, start)
                }
                _ => {
                    let (first, within) = axis.locate(start);
                    (first, axis.locate(start + count - 1).0 + 1, start - within)
                }
            };
            places.push(Cropped { first_chunk: first, offset: start - origin });
            let extent = start - origin + count;
            expected.push(match axis.text {
                AxisText::Integer(edge) => integer(extent, edge),
                AxisText::List(_) => list(extent, &axis.edges()[first as usize..end as usize]),
            });
        }
        let mut found = vec![Cropped::default(); axes.len()];
        let outward = grid.cropped(&start, &count, CropStart::Outward, |axis, place| found[axis] = place).unwrap();
        prop_assert_eq!(all_expanded(&outward), all_plainly(&expected));
        prop_assert_eq!(&found, &places);
        // The same where the box starts with chunks, and refused where it does not.
        let exact = grid.cropped(&start, &count, CropStart::AtChunk, |axis, place| assert_eq!(place, places[axis]));
        match places.iter().position(|place| place.offset > 0) {
            None => prop_assert_eq!(exact.unwrap().compare(&outward, Relation::Identical), Ok(())),
            Some(axis) => {
                let refused = exact.unwrap_err();
                prop_assert_eq!((refused.code, refused.axis), (Code::NotAligned, Some(axis)));
                prop_assert_eq!((refused.value, refused.limit), (Some(start[axis]), Some(start[axis] - places[axis].offset)));
            }
        }
        // A crop of the crop is a crop.
        let (inner_start, inner_count): (Vec<u64>, Vec<u64>) =
            expected.iter().zip(&bounds).map(|(axis, &(.., a, b))| cut(axis.extent, a, b)).unzip();
        if !inner_count.contains(&0) {
            let twice = outward.cropped(&inner_start, &inner_count, CropStart::Outward, |_, _| ()).unwrap();
            let start: Vec<u64> =
                start.iter().zip(&places).zip(&inner_start).map(|((start, place), inner)| start - place.offset + inner).collect();
            let once = grid.cropped(&start, &inner_count, CropStart::Outward, |_, _| ()).unwrap();
            prop_assert_eq!(twice.compare(&once, Relation::Identical), Ok(()));
        }
        // A box past the array is refused.
        if let Some(axis) = count.iter().position(|&count| count > 0) {
            let mut longer = count.clone();
            longer[axis] = axes[axis].extent - start[axis] + 1;
            let refused = grid.cropped(&start, &longer, CropStart::Outward, |_, _| panic!("refused")).unwrap_err();
            prop_assert_eq!((refused.code, refused.axis), (Code::Bounds, Some(axis)));
        }
    }

    #[test]
    fn concatenated_grids(
        (others, along, axis) in oracle::grid().prop_flat_map(|others| {
            let axis = 0..=others.len();
            let chosen = prop_oneof![
                // Often all arrays end where chunks do, and often they have one integer.
                3 => oracle::axis(9),
                3 => (0..4u64, 1..4u64).prop_map(|(chunks, edge)| integer(chunks * edge, edge)),
                3 => (0..5u64).prop_map(|chunks| integer(chunks * 3, 3)),
                2 => prop::collection::vec(1..5u64, 1..4).prop_map(|edges| list(edges.iter().sum(), &edges)),
            ];
            (Just(others), prop::collection::vec(chosen, 1..5), axis)
        })
    ) {
        let grids: Vec<Grid> = along.iter().map(|along| {
            let mut axes = others.clone();
            axes.insert(axis, along.clone());
            grid_of(&axes)
        }).collect();
        let handles: Vec<&Grid> = grids.iter().collect();
        let with_data: Vec<usize> = (0..along.len()).filter(|&i| along[i].extent > 0).collect();
        let extent: u64 = along.iter().map(|along| along.extent).sum();
        let decoded: Vec<Vec<u64>> =
            along.iter().map(|along| along.edges()[..along.data_chunks() as usize].to_vec()).collect();
        for last_chunk in [LastChunk::Declared, LastChunk::Clipped] {
            let mut placed = vec![Joined::default(); along.len()];
            let joined = Grid::concatenated(&handles, axis, last_chunk, |i, place| placed[i] = place);
            let open = with_data.iter().take(with_data.len().saturating_sub(1)).find(|&&i| {
                last_chunk == LastChunk::Declared && decoded[i].iter().sum::<u64>() > along[i].extent
            });
            let checked = Grid::check_concatenation(&handles, axis, last_chunk);
            if let Some(&i) = open {
                let refused = joined.unwrap_err();
                prop_assert_eq!(checked, Err(refused));
                prop_assert_eq!((refused.code, refused.axis), (Code::NotAligned, Some(axis)));
                prop_assert_eq!(refused.entry, Some(i as u64));
                prop_assert_eq!(refused.limit, decoded[i].last().copied());
                continue;
            }
            prop_assert_eq!(checked, Ok(()));
            let joined = joined.unwrap();
            let placing: Vec<Vec<u64>> = decoded.iter().zip(&along).map(|(decoded, along)| {
                let past = decoded.iter().sum::<u64>() - if along.extent > 0 { along.extent } else { 0 };
                let mut edges = decoded.clone();
                if let (LastChunk::Clipped, Some(last)) = (last_chunk, edges.last_mut()) {
                    *last -= past;
                }
                edges
            }).collect();
            let integers: BTreeSet<Option<u64>> = along.iter().map(|along| match along.text {
                AxisText::Integer(edge) => Some(edge),
                AxisText::List(_) => None,
            }).collect();
            let expected = match (last_chunk, integers.first(), integers.len()) {
                (LastChunk::Declared, Some(&Some(edge)), 1) => integer(extent, edge),
                _ if extent == 0 => match &along[along.len() - 1] {
                    PlainAxis { text: AxisText::Integer(edge), .. } => list(0, &[*edge]),
                    last => list(0, &last.edges()[..1]),
                },
                _ => list(extent, &placing.concat()),
            };
            let mut axes = others.clone();
            axes.insert(axis, expected);
            prop_assert_eq!(all_expanded(&joined), all_plainly(&axes));
            let (mut start, mut first_chunk) = (0, 0);
            for (i, along) in along.iter().enumerate() {
                let chunks = decoded[i].len() as u64;
                let last_decoded = decoded[i].last().copied().unwrap_or(0);
                prop_assert_eq!(placed[i], Joined { start, first_chunk, chunks, last_decoded });
                // Cropping an array out again gives its edges back.
                let (mut starts, mut counts) = (vec![0; axes.len()], shape(&axes));
                (starts[axis], counts[axis]) = (start, along.extent);
                if along.extent > 0 {
                    let cropped = joined.cropped(&starts, &counts, CropStart::AtChunk, |_, _| ()).unwrap();
                    prop_assert_eq!(expanded(&cropped.axes()[axis]).2, placing[i].clone());
                }
                start += along.extent;
                first_chunk += chunks;
            }
        }
        // An axis that differs does not fit.
        if let Some(other) = (0..=others.len()).find(|&other| other != axis) {
            let mut axes = others.clone();
            axes.insert(axis, along[0].clone());
            let edges = axes[other].edges();
            axes[other] = list(axes[other].extent, &[&edges[..], &[5]].concat());
            let unlike = grid_of(&axes);
            let refused = Grid::check_concatenation(&[handles[0], &unlike], axis, LastChunk::Clipped).unwrap_err();
            prop_assert_eq!((refused.code, refused.axis, refused.entry), (Code::Incompatible, Some(other), Some(1)));
            let lower = unlike.some_axes(&[other]).unwrap();
            let refused = Grid::check_concatenation(&[handles[0], &lower], axis, LastChunk::Clipped).unwrap_err();
            prop_assert_eq!((refused.code, refused.entry), (Code::Incompatible, Some(1)));
        }
    }

    #[test]
    fn compared_axes((one, two) in pair()) {
        let (a, b) = (grid_of(std::slice::from_ref(&one)), grid_of(std::slice::from_ref(&two)));
        let (edges, others) = (one.edges(), two.edges());
        let equal = a.compare(&b, Relation::Equal);
        match (0..).find(|&chunk| edges.get(chunk) != others.get(chunk) || chunk >= edges.len()) {
            Some(chunk) if chunk < edges.len().max(others.len()) => {
                let end = |plain: &PlainAxis| plain.edges().get(chunk).map(|edge| plain.origin(chunk) + edge);
                let boundary = [end(&one), end(&two)].into_iter().flatten().min();
                let refused = equal.unwrap_err();
                prop_assert_eq!((refused.code, refused.axis), (Code::Incompatible, Some(0)));
                prop_assert_eq!((refused.entry, refused.value), (Some(chunk as u64), boundary));
            }
            _ => prop_assert_eq!(equal, Ok(())),
        }
        let same_form = plainly(&one).1 == plainly(&two).1;
        prop_assert_eq!(a.compare(&b, Relation::Identical).is_ok(), same_form && edges == others);

        let missing = |fine: &PlainAxis, coarse: &PlainAxis| {
            let fine = fine.boundaries();
            coarse.boundaries().into_iter().find(|boundary| !fine.contains(boundary))
        };
        for (fine, coarse, refines) in [
            (&one, &two, a.compare(&b, Relation::Refines)),
            (&two, &one, b.compare(&a, Relation::Refines)),
        ] {
            match missing(fine, coarse) {
                None => prop_assert_eq!(refines, Ok(())),
                Some(boundary) => {
                    let refused = refines.unwrap_err();
                    prop_assert_eq!((refused.code, refused.axis, refused.value), (Code::NotAligned, Some(0), Some(boundary)));
                }
            }
        }
        // Boundaries given one by one are the same question.
        let given = two.boundaries();
        let aligned = a.check_boundaries(0, &given);
        match missing(&one, &two) {
            None => prop_assert_eq!(aligned, Ok(())),
            Some(boundary) => {
                let refused = aligned.unwrap_err();
                let element = given.iter().position(|&given| given == boundary).map(|at| at as u64);
                prop_assert_eq!((refused.code, refused.entry, refused.value), (Code::NotAligned, element, Some(boundary)));
            }
        }
        prop_assert_eq!(a.check_boundaries(0, &[one.extent, 0]), Ok(()));
        prop_assert_eq!(a.check_boundaries(0, &[one.extent + 1]).unwrap_err().code, Code::Bounds);
    }

    #[test]
    fn common_refinements((one, two) in pair()) {
        let (a, b) = (grid_of(std::slice::from_ref(&one)), grid_of(std::slice::from_ref(&two)));
        let mut ends: Vec<u64> = [one.boundaries(), two.boundaries()].concat();
        // The first boundary at or past the end that either has.
        let past = |plain: &PlainAxis| {
            let ends = (0..plain.edges().len()).map(|chunk| plain.origin(chunk + 1));
            ends.filter(|&end| end >= plain.extent && end > 0).min()
        };
        let first = |plain: &PlainAxis| match plain.text {
            AxisText::Integer(edge) => edge,
            AxisText::List(_) => plain.edges()[0],
        };
        ends.push(match one.extent {
            0 => first(&one).min(first(&two)),
            _ => past(&one).min(past(&two)).unwrap(),
        });
        ends.sort();
        ends.dedup();
        let edges: Vec<u64> = ends.iter().scan(0, |start, &end| Some(end - std::mem::replace(start, end))).collect();
        let runs = 1 + edges.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        let refined = a.common_refinement(&b, runs).unwrap();
        prop_assert_eq!(expanded(&refined.axes()[0]), (one.extent, Form::List, edges));
        let refused = a.common_refinement(&b, runs - 1).unwrap_err();
        prop_assert_eq!((refused.code, refused.axis, refused.limit), (Code::Limit, Some(0), Some(runs - 1)));
        // It refines both; and where one refines the other, its boundaries are all there are.
        prop_assert_eq!(refined.compare(&a, Relation::Refines), Ok(()));
        prop_assert_eq!(refined.compare(&b, Relation::Refines), Ok(()));
        prop_assert_eq!(a.compare(&refined, Relation::Refines).is_ok(), a.compare(&b, Relation::Refines).is_ok());
        let turned = b.common_refinement(&a, runs).unwrap();
        prop_assert_eq!(turned.compare(&refined, Relation::Identical), Ok(()));
    }
}

#[test]
fn an_edge_of_nothing_is_refused() {
    let grid = grid_of(&[list(3, &[3]), integer(6, 3)]);
    let nothing = [Policy::default(), Policy { growth: Growth::Edges(0), ..Policy::default() }];
    let refused = grid.resized(&[3, 6], &nothing).unwrap_err();
    assert_eq!((refused.code, refused.axis), (Code::Value, Some(1)));
    let refused = grid.appended(0, &[Run { edge: 1, count: 1 }, Run { edge: 2, count: 0 }]).unwrap_err();
    assert_eq!((refused.code, refused.axis, refused.entry), (Code::Value, Some(0), Some(1)));
    assert_eq!(grid.appended(0, &[]).unwrap_err().code, Code::Value);
    assert_eq!(grid.appended(2, &[Run { edge: 1, count: 1 }]).unwrap_err().code, Code::Bounds);
    assert_eq!(Grid::concatenated(&[], 0, LastChunk::Clipped, |_, _| ()).unwrap_err().code, Code::Argument);
    assert_eq!(Grid::concatenated(&[&grid], 2, LastChunk::Clipped, |_, _| ()).unwrap_err().code, Code::Bounds);
    let refused = grid.some_axes(&[1, 0, 1]).unwrap_err();
    assert_eq!((refused.code, refused.axis, refused.entry), (Code::Argument, Some(1), Some(2)));
    let refused = grid.some_axes(&[0, 2]).unwrap_err();
    assert_eq!((refused.code, refused.value, refused.entry), (Code::Bounds, Some(2), Some(1)));
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let most = i64::MAX as u64;
    let grid = grid_of(&[list(most, &[most])]);
    assert_eq!(grid.resized(&[most + 1], &[]).unwrap_err().code, Code::Range);
    assert_eq!(grid.appended(0, &[Run { edge: 1, count: 1 }]).unwrap_err().code, Code::Range);
    assert_eq!(grid.appended(0, &[Run { edge: u64::MAX, count: 1 }]).unwrap_err().code, Code::Range);
    let twice = Grid::concatenated(&[&grid, &grid], 0, LastChunk::Declared, |_, _| panic!("refused"));
    assert_eq!(twice.unwrap_err().code, Code::Range);
    let thrice = Grid::concatenated(&[&grid, &grid, &grid], 0, LastChunk::Clipped, |_, _| panic!("refused"));
    assert_eq!(thrice.unwrap_err().code, Code::Range);
    let long = grid_of(&[list(5, &[u64::MAX - 3])]);
    let growing = Policy { growth: Growth::LastEdge, ..Policy::default() };
    assert_eq!(grid_of(&[list(5, &[6])]).resized(&[7], &[growing]).unwrap().axes()[0].declared_chunks(), 2);
    assert!(long.resized(&[most], &[growing]).is_ok(), "the edge reaches");
}

#[test]
fn names_and_forms_stay_where_they_can() {
    let regular = Grid::from_chunk_shape(&[9, 8], &[3, 4], false).unwrap();
    let named = |grid: zrg::core::error::Result<Grid>| grid.unwrap().name();
    assert_eq!(named(regular.resized(&[20, 1], &[])), Name::Regular);
    assert_eq!(named(regular.some_axes(&[1])), Name::Regular);
    assert_eq!(named(regular.cropped(&[4, 0], &[3, 5], CropStart::Outward, |_, _| ())), Name::Regular);
    assert_eq!(named(regular.inner_grid(&[3, 2])), Name::Regular);
    assert_eq!(named(Grid::concatenated(&[&regular, &regular], 0, LastChunk::Declared, |_, _| ())), Name::Regular);
    assert_eq!(named(Grid::concatenated(&[&regular, &regular], 0, LastChunk::Clipped, |_, _| ())), Name::Rectilinear);
    assert_eq!(named(regular.appended(0, &[Run { edge: 3, count: 1 }])), Name::Rectilinear);
    assert_eq!(named(regular.common_refinement(&regular, 9)), Name::Rectilinear);
    let integers = Grid::from_axes(Name::Rectilinear, vec![axis_of(&integer(9, 3)), axis_of(&integer(8, 4))]);
    assert_eq!(regular.compare(&integers, Relation::Equal), Ok(()));
    assert_eq!(regular.compare(&integers, Relation::Identical).unwrap_err().code, Code::Incompatible);
}

#[test]
fn grids_that_do_not_fit_are_refused() {
    let (one, two) = (grid_of(&[list(6, &[6])]), grid_of(&[list(6, &[2, 4])]));
    let longer = grid_of(&[list(7, &[7])]);
    let flat = grid_of(&[]);
    let refused = one.changed_chunks(&two, Change::LosesAll, 0, 9, |_, _, _| panic!("refused")).unwrap_err();
    assert_eq!((refused.code, refused.axis, refused.entry), (Code::Incompatible, Some(0), Some(0)));
    for relation in [Relation::Identical, Relation::Equal, Relation::Refines] {
        assert_eq!(one.compare(&longer, relation).unwrap_err().code, Code::Incompatible);
        assert_eq!(one.compare(&flat, relation).unwrap_err().code, Code::Incompatible);
        assert_eq!(flat.compare(&flat, relation), Ok(()));
    }
    assert_eq!(one.common_refinement(&longer, 9).unwrap_err().code, Code::Incompatible);
    assert_eq!(one.common_refinement(&flat, 9).unwrap_err().code, Code::Incompatible);
    assert_eq!(one.changed_chunks(&flat, Change::LosesAll, 0, 9, |_, _, _| ()).unwrap_err().code, Code::Incompatible);
}
