// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many lookups in one call, where the way they are done changes with the numbers: around 2^31, where division gets wider,
//! around 2^16 edges, and where edges crowd; around whole blocks of points; and with a point that is far outside.

use std::ptr::{null, null_mut};

use zrg::capi::*;

const OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;
const BOUNDS: zrg_status = zrg_status_code::ZRG_ERROR_BOUNDS as zrg_status;

/// A grid of one axis, freed in the end.
struct Grid(*mut zrg_grid);

impl Grid {
    fn regular(extent: u64, edge: u64) -> Self {
        let mut grid = null_mut();
        // SAFETY: one axis, so one entry each.
        let status = unsafe { zrg_grid_from_chunk_shape(1, &extent, &edge, 0, &mut grid, null_mut()) };
        assert_eq!(status, OK);
        Grid(grid)
    }

    fn listed(extent: u64, edges: &[u64]) -> Self {
        let mut grid = null_mut();
        // SAFETY: one axis, so one extent and one count, which is that of the edges.
        let status = unsafe {
            zrg_grid_from_edges(1, &extent, &edges.len(), edges.as_ptr(), edges.len(), &mut grid, null_mut())
        };
        assert_eq!(status, OK);
        Grid(grid)
    }

    /// Chunks and withins, as far as the call says that they stand; and its status with the error's element.
    fn locate(&self, points: &[u64]) -> (Vec<(u64, u64)>, zrg_status, u64) {
        let count = points.len();
        let (mut chunks, mut withins, mut alone) = (vec![7; count], vec![7; count], vec![7; count]);
        let mut error = zrg_error::default();
        let mut locate = |chunks: &mut [u64], withins: *mut u64| {
            // SAFETY: all arrays have an entry a point, or are none.
            unsafe {
                let (points, chunks) = (points.as_ptr(), chunks.as_mut_ptr());
                zrg_grid_locate_many(self.0, 1, count, 1, 1, points, chunks, withins, count, &mut error)
            }
        };
        let status = locate(&mut chunks, withins.as_mut_ptr());
        assert_eq!(locate(&mut alone, null_mut()), status);
        let stand = if status == OK { count } else { error.entry as usize };
        assert_eq!(chunks[..stand], alone[..stand]);
        (chunks.into_iter().zip(withins).take(stand).collect(), status, error.entry)
    }

    /// The status of zrg_grid_chunk_many(), and the error's element.
    fn describe(&self, chunks: &[u64]) -> (zrg_status, u64) {
        let mut origins = vec![7; chunks.len()];
        let mut error = zrg_error::default();
        let (count, origins) = (chunks.len(), origins.as_mut_ptr());
        // SAFETY: one entry a chunk.
        let status = unsafe {
            zrg_grid_chunk_many(self.0, 1, chunks.as_ptr(), origins, null_mut(), null_mut(), count, &mut error)
        };
        (status, error.entry)
    }
}

impl Drop for Grid {
    fn drop(&mut self) {
        // SAFETY: made by a call, and freed once.
        unsafe { zrg_grid_free(self.0) }
    }
}

/// Numbers around others, without order.
fn around(numbers: impl IntoIterator<Item = u64>, end: u64) -> Vec<u64> {
    let near = numbers.into_iter().flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]);
    let mut found: Vec<u64> = near.filter(|&number| number < end).collect();
    found.sort_unstable_by_key(|&number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    found
}

#[test]
fn even_edges_divide_at_any_width() {
    let sizes = |extra: &[u64]| {
        let powers = [16, 30, 31, 32, 33, 35, 62].map(|bits| 1u64 << bits);
        let mut sizes = around(powers, 1 << 63);
        sizes.extend(extra);
        sizes
    };
    for extent in sizes(&[1, 10, 1000, (1 << 63) - 1]) {
        for edge in sizes(&[1, 2, 3, 7, 100, 1_000_003, (1 << 63) + 1, u64::MAX]) {
            let chunks = extent.div_ceil(edge);
            let places = (0..60).map(|i| (u128::from(chunks) * i / 59) as u64);
            let points = around(places.map(|chunk| chunk.saturating_mul(edge)).chain([extent - 1]), extent);
            let (answers, status, _) = Grid::regular(extent, edge).locate(&points);
            assert_eq!(status, OK);
            for (&point, answer) in points.iter().zip(answers) {
                assert_eq!(answer, (point / edge, point % edge), "{point} of {extent} by {edge}");
            }
        }
    }
}

#[test]
fn lists_of_every_length_and_crowd() {
    const MANY: usize = 1 << 16;
    for count in [1, 2, 8, 9, 16, 17, 100, 1000, MANY - 1, MANY, MANY + 1, MANY + 5000] {
        for crowded in [0, 10, count / 2, count - count / 8] {
            // (No two neighbours are equal, so that no runs are made of them.)
            let edge = |i: usize| i as u64 % 2 + if i < crowded { 1 } else { 1 << 20 };
            let edges: Vec<u64> = (0..count).map(edge).collect();
            let mut starts = vec![0];
            starts.extend(edges.iter().scan(0, |sum, edge| {
                *sum += edge;
                Some(*sum)
            }));
            let extent = starts[count];
            let step = (count / 200).max(1);
            let points = around(starts.iter().copied().step_by(step).chain([starts[count - 1]]), extent);
            let grid = Grid::listed(extent, &edges);
            // Whole blocks, and what is left behind them.
            for points in [&points[..], &points[..points.len().min(128)], &points[..points.len().min(127)]] {
                let (answers, status, _) = grid.locate(points);
                assert_eq!(status, OK);
                for (i, (&point, answer)) in points.iter().zip(answers).enumerate() {
                    let chunk = starts.partition_point(|&start| start <= point) - 1;
                    assert_eq!(
                        answer,
                        (chunk as u64, point - starts[chunk]),
                        "point {i} of {count} edges, {crowded} crowded"
                    );
                }
            }
        }
    }
}

#[test]
fn a_point_outside_is_found_however_far() {
    let edges: Vec<u64> = (0..300).map(|i| 1 + i % 3).collect();
    let extent = edges.iter().sum();
    let many: Vec<u64> = (0..70_000).map(|i| 1 + i % 2).collect();
    let grids = [
        (Grid::regular(1000, 7), 1000),
        (Grid::regular(1 << 40, 7), 1 << 40),
        (Grid::listed(extent, &edges), extent),
        (Grid::listed(many.iter().sum(), &many), many.iter().sum()),
    ];
    for (grid, extent) in &grids {
        for far in [*extent, extent + 1, 1 << 63, (1 << 63) + extent, (1 << 63) + extent - 1, u64::MAX - 1, u64::MAX] {
            for place in [0, 1, 3, 4, 126, 127, 128, 129, 255, 256] {
                let mut points: Vec<u64> = (0..300).map(|i| i * 31 % extent).collect();
                let (right, ..) = grid.locate(&points);
                points[place] = far;
                let (answers, status, element) = grid.locate(&points);
                assert_eq!((status, element), (BOUNDS, place as u64), "{far} of {extent}");
                assert_eq!(answers, right[..place]);
            }
        }
    }
    let chunks = 1000u64.div_ceil(7);
    for far in [chunks, (1 << 63) + 1, (1 << 63) + chunks, u64::MAX] {
        for place in [0, 5, 127, 128, 140] {
            let mut numbers: Vec<u64> = (0..chunks).collect();
            numbers[place] = far;
            assert_eq!(grids[0].0.describe(&numbers), (BOUNDS, place as u64), "chunk {far}");
        }
    }
    // No points are no call to anything.
    // SAFETY: nothing is read or written where the count is 0.
    let none = unsafe { zrg_grid_locate_many(grids[0].0.0, 1, 0, 1, 1, null(), null_mut(), null_mut(), 0, null_mut()) };
    assert_eq!(none, OK);
}
