// SPDX-License-Identifier: MIT OR Apache-2.0
//! One point a call, from C.

use std::ffi::c_void;
use std::hint::black_box;
use std::mem::transmute;
use std::ptr::null_mut;
use std::slice::from_ref;

use zrg::capi::{zrg_error, zrg_status};

use super::Table;
use crate::distributions::{Distribution, prefix_sums};
use crate::documents::Random;
use crate::goals::Goals;
use crate::harness::{Contest, Ratio};
use crate::peer_zarrs;
use crate::points::{Answers, Points};
use crate::searches::partition_point;
use crate::shared_library::{Function, SharedLibrary, VARIABLE};

pub const TABLE: Table = Table { name: "call", about: "time of one point a call, from C", run };

const EDGES: usize = 1_000;
const POINTS: usize = 65_536;

unsafe extern "C" {
    fn call_version_number(function: Function, count: usize) -> u64;
    fn call_locate(
        function: Function,
        grid: *const c_void,
        points: *const u64,
        count: usize,
        error: *mut zrg_error,
    ) -> u64;
    fn search_inlined(sums: *const u64, length: usize, points: *const u64, count: usize) -> u64;
}

fn run(rounds: usize, goals: &mut Goals) {
    let Some(library) = SharedLibrary::load() else {
        println!(
            "\n## One point a call, from C\nleft out: {VARIABLE} does not name the shared library (scripts/bench builds it)"
        );
        return note(goals, None, None);
    };
    let mut random = Random::new(29);
    let edges = Distribution::Uniform.edges(EDGES, &mut random);
    let sums = prefix_sums(&edges);
    let points = Points::by_element(POINTS, sums[EDGES], &mut random);
    let their_grid = peer_zarrs::from_edges(from_ref(&edges));
    let our_grid = LoadedGrid::from_edges(&library, &edges);
    let (version_number, locate) = (library.function(c"zrg_version_number"), library.function(c"zrg_grid_locate"));
    let mut error = zrg_error::default();

    // SAFETY, of all four: the functions are those that the loops call, the grid is of the same library, and the memory is
    // as long as is said.
    let empty = || unsafe { call_version_number(version_number, POINTS) };
    let mut with_error = || unsafe { call_locate(locate, our_grid.handle, points.0.as_ptr(), POINTS, &mut error) };
    let without = || unsafe { call_locate(locate, our_grid.handle, points.0.as_ptr(), POINTS, null_mut()) };
    let inlined = || unsafe { search_inlined(sums.as_ptr(), EDGES, points.0.as_ptr(), POINTS) };
    let zarrs = || {
        for &point in &points.0 {
            let index = &[point];
            black_box(their_grid.chunk_indices(index).expect("the rank is right"));
            black_box(their_grid.chunk_element_indices(index).expect("the rank is right"));
        }
    };

    let answers = Answers::of(&points, |points, answers| partition_point(&sums, points, answers));
    answers.check(&points, "zarrs", |points, answers| peer_zarrs::locate(&their_grid, points, answers));
    let right: u64 = answers.chunks.iter().chain(&answers.withins).sum();
    assert_eq!((with_error(), without(), inlined()), (right, right, right), "the sums of the answers differ");

    let [empty_call, error_struct, null, search, theirs] = [
        "an empty call (zrg_version_number)",
        "zrg_grid_locate, with an error struct",
        "zrg_grid_locate, with NULL for it",
        "a binary search in C, inlined",
        "zarrs",
    ];
    let times = Contest::new("point")
        .case(empty_call, POINTS, empty)
        .case(error_struct, POINTS, with_error)
        .case(null, POINTS, without)
        .case(search, POINTS, inlined)
        .case(theirs, POINTS, zarrs)
        .run(rounds);
    times.print("One point a call, from C: 10^3 edges");
    note(goals, Some(&times.ratio(error_struct, empty_call)), Some(&times.ratio(error_struct, theirs)));
}

fn note(goals: &mut Goals, to_empty: Option<&Ratio>, to_zarrs: Option<&Ratio>) {
    let ratio = to_empty.map(|ratio| ratio.of_medians);
    goals.ratio("one point a C call, all checks: time / an empty call", ratio, 4.0);
    goals.part("one point a C call, all checks: time / zarrs", to_zarrs, 8.0);
}

/// A grid that the loaded library made.
struct LoadedGrid {
    handle: *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
}

impl LoadedGrid {
    fn from_edges(library: &SharedLibrary, edges: &[u64]) -> Self {
        type FromEdges = unsafe extern "C" fn(
            usize,
            *const u64,
            *const usize,
            *const u64,
            usize,
            *mut *mut c_void,
            *mut zrg_error,
        ) -> zrg_status;
        type Free = unsafe extern "C" fn(*mut c_void);
        let (make, free) = (library.function(c"zrg_grid_from_edges"), library.function(c"zrg_grid_free"));
        // SAFETY: the types are those of the header.
        let (make, free) = unsafe { (transmute::<Function, FromEdges>(make), transmute::<Function, Free>(free)) };
        let (extent, count, mut handle) = (edges.iter().sum(), edges.len(), null_mut());
        // SAFETY: one extent, one count, and as many edges.
        let status = unsafe { make(1, &extent, &count, edges.as_ptr(), count, &mut handle, null_mut()) };
        assert_eq!(status, 0, "the loaded library makes no grid");
        LoadedGrid { handle, free }
    }
}

impl Drop for LoadedGrid {
    fn drop(&mut self) {
        // SAFETY: a handle of the library that the function is of, freed once.
        unsafe { (self.free)(self.handle) }
    }
}
