// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_chunks Elements and chunks
//!
//! Which chunk holds an element and where in it, one or many at once; what a chunk is; chunks by
//! number; boxes of elements as boxes of chunks, and back.
//!
//!     uint64_t first[2], count[2], start[2] = {12, 18}, box[2] = {8, 14};
//!     uint64_t origin[2], declared[2], data[2];
//!     if (zrg_grid_box_to_chunks(grid, 2, start, box, first, count, &error) ||
//!         zrg_grid_chunk(grid, 2, first, origin, declared, data, &error))
//!         return report(&error);
//!     // first[0] == 0 && first[1] == 0 && count[0] == 2 && count[1] == 2
//!     // origin[0] == 0 && declared[0] == 16 && data[0] == 16

use super::args::{Args, entries, put};
use super::error::zrg_error;
use super::grid::{grid_of_rank, zrg_grid};
use super::guard::guard;
use super::status::zrg_status;
use crate::core::layout::PointLayout;

/// The chunk that holds an element, and where in it.
///
/// @param[in]  index   the element, `rank` entries
/// @param[out] chunk   the index of its chunk, `rank` entries
/// @param[out] within  the element counted from the chunk's origin, `rank` entries
/// @return ZRG_ERROR_BOUNDS: an index at or past its extent (axis, value, limit)
/// @see the specification's "Indexing"
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_locate(
    grid: *const zrg_grid,
    rank: usize,
    index: *const u64,
    chunk: *mut u64,
    within: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let index = args.input("index", index, rank)?;
        let chunk = args.output("chunk", chunk, rank)?;
        let within = args.output("within", within, rank)?;
        grid.locate(index, chunk, within)
    })
}

/// The chunks of many elements, and where in them. Coordinate a of point i is entry
/// `i * point_stride + a * axis_stride` of `points`, and of both outputs: strides of (rank, 1) for
/// one point after the other, of (1, count) for one axis after the other. Entries between them are
/// left alone.
///
/// @param      count         points
/// @param      point_stride  entries from one point to the next
/// @param      axis_stride   entries from one axis to the next
/// @param[in]  points        the points
/// @param[out] chunks        the indices of their chunks
/// @param[out] within        the points counted from their chunks' origins
/// @param      length        entries of each array; all that the strides reach is in [0, length)
/// @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside; the answers before it
///         stand, those from it on are unspecified. ZRG_ERROR_CAPACITY: the strides leave the
///         arrays
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_locate_many(
    grid: *const zrg_grid,
    rank: usize,
    count: usize,
    point_stride: isize,
    axis_stride: isize,
    points: *const u64,
    chunks: *mut u64,
    within: *mut u64,
    length: usize,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let layout = PointLayout::new(rank, count, point_stride, axis_stride, length)?;
        let mut args = Args::new();
        let points = args.input("points", points, length)?;
        let chunks = args.output("chunks", chunks, length)?;
        let within = args.output("within", within, length)?;
        grid.locate_many(layout, points, chunks, within)
    })
}

/// What a chunk is: where it starts, what it decodes to, how much of that is inside the array.
/// Chunks wholly past the extent exist, with a data shape that has a 0.
///
/// @param[in]  chunk     the chunk's index, `rank` entries
/// @param[out] origin    its first element, `rank` entries
/// @param[out] declared  the shape it decodes to, `rank` entries
/// @param[out] data      the shape of what is inside the array, `rank` entries
/// @return ZRG_ERROR_BOUNDS: no such chunk (axis, value, limit)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk(
    grid: *const zrg_grid,
    rank: usize,
    chunk: *const u64,
    origin: *mut u64,
    declared: *mut u64,
    data: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let chunk = args.input("chunk", chunk, rank)?;
        let origin = args.output("origin", origin, rank)?;
        let declared = args.output("declared", declared, rank)?;
        let data = args.output("data", data, rank)?;
        grid.chunk(chunk, origin, declared, data)
    })
}

/// What many chunks are. All arrays hold `rank` entries for each chunk, one chunk after the other.
///
/// @param[in]  chunks    their indices
/// @param[out] origin    their first elements
/// @param[out] declared  the shapes they decode to
/// @param[out] data      the shapes of what is inside the array
/// @param      count     how many chunks
/// @return ZRG_ERROR_BOUNDS: `entry` is the first chunk that does not exist; the answers before it
///         stand, those from it on are unspecified
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_many(
    grid: *const zrg_grid,
    rank: usize,
    chunks: *const u64,
    origin: *mut u64,
    declared: *mut u64,
    data: *mut u64,
    count: usize,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let length = entries("chunks", count, rank)?;
        let chunks = args.input("chunks", chunks, length)?;
        let origin = args.output("origin", origin, length)?;
        let declared = args.output("declared", declared, length)?;
        let data = args.output("data", data, length)?;
        grid.chunk_many(chunks, origin, declared, data)
    })
}

/// The number of a chunk: row-major, among the declared ones.
///
/// @param[in]  chunk   the chunk's index, `rank` entries
/// @param[out] number  its number, from 0
/// @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the number passes 2^64 - 2
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_number(
    grid: *const zrg_grid,
    rank: usize,
    chunk: *const u64,
    number: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let chunk = args.input("chunk", chunk, rank)?;
        let number = args.out("number", number)?;
        number.write(grid.chunk_number(chunk)?);
        Ok(())
    })
}

/// The chunk that has a number. The total of declared chunks may pass 64 bits; the numbers that
/// fit work.
///
/// @param      number  row-major among the declared chunks
/// @param[out] chunk   the chunk's index, `rank` entries
/// @return ZRG_ERROR_BOUNDS: no such chunk
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_at_number(
    grid: *const zrg_grid,
    rank: usize,
    number: u64,
    chunk: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let chunk = Args::new().slots("chunk", chunk, rank)?;
        grid.chunk_at_number(number, |axis, index| put(chunk, axis, index))
    })
}

/// The chunks that a box of elements touches, as a box of chunks. All of them have data. A box
/// without elements touches none: the answer is all zero.
///
/// @param[in]  start        the first element, `rank` entries
/// @param[in]  shape        elements on each axis, `rank` entries
/// @param[out] first_chunk  the index of the first chunk, `rank` entries
/// @param[out] chunk_count  chunks on each axis, `rank` entries
/// @return ZRG_ERROR_BOUNDS: the box passes an extent
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_box_to_chunks(
    grid: *const zrg_grid,
    rank: usize,
    start: *const u64,
    shape: *const u64,
    first_chunk: *mut u64,
    chunk_count: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let start = args.input("start", start, rank)?;
        let shape = args.input("shape", shape, rank)?;
        let first_chunk = args.slots("first_chunk", first_chunk, rank)?;
        let chunk_count = args.slots("chunk_count", chunk_count, rank)?;
        grid.chunk_range(start, shape, |axis, (first, count)| {
            put(first_chunk, axis, first);
            put(chunk_count, axis, count);
        })
    })
}

/// What a box of chunks holds: its first element, and how many elements it has on each axis, as
/// declared and inside the array. On an axis with a count of 0 all three are 0.
///
/// @param[in]  first_chunk  the index of the first chunk, `rank` entries
/// @param[in]  chunk_count  chunks on each axis, `rank` entries
/// @param[out] origin       the first element, `rank` entries
/// @param[out] declared     elements on each axis, `rank` entries
/// @param[out] data         those inside the array, `rank` entries
/// @return ZRG_ERROR_BOUNDS: the box passes the declared chunks
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunks_to_box(
    grid: *const zrg_grid,
    rank: usize,
    first_chunk: *const u64,
    chunk_count: *const u64,
    origin: *mut u64,
    declared: *mut u64,
    data: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = grid_of_rank(grid, rank)?;
        let mut args = Args::new();
        let first_chunk = args.input("first_chunk", first_chunk, rank)?;
        let chunk_count = args.input("chunk_count", chunk_count, rank)?;
        let origin = args.slots("origin", origin, rank)?;
        let declared = args.slots("declared", declared, rank)?;
        let data = args.slots("data", data, rank)?;
        grid.chunk_box(first_chunk, chunk_count, |axis, span| {
            put(origin, axis, span.start);
            put(declared, axis, span.declared);
            put(data, axis, span.data);
        })
    })
}
