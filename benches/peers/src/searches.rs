// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a program does without a library: prefix sums, a search of its language, and a subtraction. And what no search
//! can do better than.

use crate::points::Answers;

/// Rust's own binary search.
pub fn partition_point(sums: &[u64], points: &[u64], answers: &mut Answers) {
    let places = answers.chunks.iter_mut().zip(&mut answers.withins);
    for (&point, (chunk, within)) in points.iter().zip(places) {
        let found = sums.partition_point(|&sum| sum <= point) - 1;
        *chunk = found as u64;
        *within = point - sums[found];
    }
}

/// C++'s `std::upper_bound`, as its compiler makes it.
pub fn upper_bound(sums: &[u64], points: &[u64], answers: &mut Answers) {
    unsafe extern "C" {
        fn upper_bounds(
            sums: *const u64,
            length: usize,
            points: *const u64,
            count: usize,
            chunks: *mut u64,
            withins: *mut u64,
        );
    }
    let Answers { chunks, withins } = answers;
    assert_eq!((chunks.len(), withins.len()), (points.len(), points.len()));
    // SAFETY: each memory is as long as is said, and the answers have one entry a point.
    unsafe {
        let (chunks, withins) = (chunks.as_mut_ptr(), withins.as_mut_ptr());
        upper_bounds(sums.as_ptr(), sums.len(), points.as_ptr(), points.len(), chunks, withins);
    }
}

/// One load at each place, none waiting for another: whoever looks at a random prefix sum for each point pays this much.
pub fn loads(sums: &[u64], places: &[u32]) -> u64 {
    places.iter().fold(0, |total, &place| total.wrapping_add(sums[place as usize]))
}
