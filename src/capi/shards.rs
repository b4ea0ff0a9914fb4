// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_shards Shards
//!
//! Where the chunks of a grid are shards, each part of a selection is planned again on the inner
//! chunks of its shard. What comes out is a selection as any other, whose elements still go to
//! their places in the outer result.
//!
//!     uint64_t inner_shape[2] = {4, 6}, inner_parts;
//!     const zrg_slice corner[2] = {{0, 5, 1}, {0, 7, 1}};
//!     zrg_selection *outer, *inner;
//!     zrg_part part;
//!     size_t count;
//!     if (zrg_selection_from_slices(grid, 2, corner, &outer, &error))
//!         return report(&error);
//!     if (zrg_selection_inner(outer, 0, 2, inner_shape, &inner, &error)) {
//!         zrg_selection_free(outer);
//!         return report(&error);
//!     }
//!     zrg_selection_part_count(inner, &inner_parts, &error);   // inner_parts == 4
//!     zrg_selection_parts(inner, 2, 3, &part, NULL, NULL, 1, &count, &error);
//!     // count == 1 && part.chunk_number == 5 && part.elements == 1
//!     zrg_selection_free(inner);
//!     zrg_selection_free(outer);

use super::args::Args;
use super::error::zrg_error;
use super::guard::guard;
use super::handle::{Owner, give};
use super::selection::{Planned, selection_of_rank, zrg_selection};
use super::status::zrg_status;

/// The inner selection of a part: what the part selects of its shard, by the shard's inner chunks.
/// It works like any other, also for another call of this where shards are nested. Its grid is the
/// one inside the shard: chunk indices, numbers (the slots of the shard's index) and origins count
/// from the shard's first element; its declared chunks are all inner chunks of the shard, and
/// "inside the array" still means the outer array. Positions in the result, `out`, stay those of
/// the outer result, as does its shape.
///
/// @param[in]  outer        a selection of shards
/// @param      part         the part's number
/// @param[in]  inner_shape  the shape of the inner chunks, `rank` entries
/// @param[out] inner        the new selection, to be freed with zrg_selection_free()
/// @return ZRG_ERROR_NOT_ALIGNED: the inner shape does not divide the shard's (axis, value,
///         limit). ZRG_ERROR_BOUNDS: no such part
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_inner(
    outer: *const zrg_selection,
    part: u64,
    rank: usize,
    inner_shape: *const u64,
    inner: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let outer = selection_of_rank(outer, rank)?;
        let mut args = Args::new();
        let inner_shape = args.input("inner_shape", inner_shape, rank)?;
        let out = args.out("inner", inner)?;
        let (grid, selection) = outer.selection.inner(&outer.grid, part, inner_shape)?;
        give(out, Planned { grid: Owner::new(grid)?, selection })
    })
}
