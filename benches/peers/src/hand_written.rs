// SPDX-License-Identifier: MIT OR Apache-2.0
//! The loop that a program writes over its prefix sums to share a slice out among chunks.

use zrg::capi::{ZRG_NONE, zrg_projection, zrg_slice};

/// A page of the projections of a slice, which goes up, from a chunk on; how many there were. Each chunk that the slice
/// reaches is looked at, and costs two divisions: where the slice goes on in it, and how often.
pub fn projections(sums: &[u64], slice: &zrg_slice, from_chunk: usize, page: &mut [zrg_projection]) -> usize {
    if slice.count == 0 {
        return 0;
    }
    let (start, step) = (slice.start, slice.step as u64);
    let stop = start + (slice.count - 1) * step + 1;
    let mut written = 0;
    for (chunk, bounds) in sums.windows(2).enumerate().skip(from_chunk) {
        let &[origin, end] = bounds else { unreachable!("a window of two") };
        if origin >= stop || written == page.len() {
            break;
        }
        let (first, out) = match origin.checked_sub(start) {
            None => (start, 0),
            Some(behind) => {
                let out = behind.div_ceil(step);
                (start + out * step, out)
            }
        };
        let last = end.min(stop);
        if first >= last {
            continue;
        }
        let (first, count) = (first - origin, (last - first).div_ceil(step));
        let (chunk, edge, step) = (chunk as u64, end - origin, slice.step);
        page[written] = zrg_projection { chunk, origin, edge, first, count, step, out, list: ZRG_NONE };
        written += 1;
    }
    written
}
