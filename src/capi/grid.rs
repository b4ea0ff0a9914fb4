// SPDX-License-Identifier: MIT OR Apache-2.0
use super::args::{Args, check_rank, entries};
use super::error::zrg_error;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle, give, hand_out, value};
use super::numbers::*;
use super::status::zrg_status;
use crate::core::axis::Axis;
use crate::core::batch::PointLayout;
use crate::core::edges::Run;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};

/// The largest rank, numpy's: callers may size arrays on the stack with it.
pub const ZRG_MAX_RANK: usize = 64;
const _: () = assert!(ZRG_MAX_RANK == Grid::MAX_RANK);

/// The largest extent, 2^63 - 1: every index, count and position inside an array fits an int64_t.
pub const ZRG_MAX_EXTENT: i64 = i64::MAX;
const _: () = assert!(ZRG_MAX_EXTENT as u64 == Axis::MAX_EXTENT);

/// A chunk grid over the shape of an array. Immutable: any number of threads may use one at once. It is
/// shared by counting its handles: zrg_grid_clone() makes one more, zrg_grid_free() ends one, selections hold
/// on to what they need.
pub struct zrg_grid {
    _private: (),
}

impl Handle for zrg_grid {
    type Value = Grid;
    const NAME: &'static str = "grid";
}

/// Neighbouring chunks of one length along one axis.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_run {
    /// Their declared length, at least 1.
    pub edge: u64,
    /// How many, at least 1.
    pub count: u64,
}

impl From<zrg_run> for Run {
    fn from(run: zrg_run) -> Self {
        Run { edge: run.edge, count: run.count }
    }
}

/// What zrg_grid_from_chunk_shape() makes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_chunk_shape_flag {
    /// A rectilinear grid of lists whose last chunk on each axis ends where the array does. (Where the extent is 0 the
    /// list is one chunk, since a list is never empty.)
    ZRG_EXACT_TAIL = 1,
}

/// Makes a rectilinear grid from lists of edges.
///
/// @param      rank        axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape       extents, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  counts      how many edges each axis has, `rank` entries, at least 1 each
/// @param[in]  edges       all edges of axis 0, then of axis 1, and so on; each at least 1
/// @param      edge_count  entries of `edges`: the sum of `counts`
/// @param[out] grid        the new grid, to be freed with zrg_grid_free()
/// @param[out] error       may be NULL
/// @return ZRG_ERROR_VALUE: an edge of 0, or no edge (axis, entry). ZRG_ERROR_COVER: the edges end before the extent.
///         ZRG_ERROR_RANGE: a sum past 2^64 - 1, or an extent past ZRG_MAX_EXTENT. ZRG_ERROR_ARGUMENT: another
///         `edge_count`. ZRG_ERROR_LIMIT, ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_edges(
    rank: usize,
    shape: *const u64,
    counts: *const usize,
    edges: *const u64,
    edge_count: usize,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let run = |edge: u64| Run { edge, count: 1 };
            from_lists(rank, shape, counts, ("edges", edges, edge_count), run, grid)
        })
    }
}

/// Makes a rectilinear grid from lists of runs.
///
/// @param      rank       axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape      extents, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  counts     how many runs each axis has, `rank` entries, at least 1 each
/// @param[in]  runs       all runs of axis 0, then of axis 1, and so on
/// @param      run_count  entries of `runs`: the sum of `counts`
/// @param[out] grid       the new grid, to be freed with zrg_grid_free()
/// @param[out] error      may be NULL
/// @return as zrg_grid_from_edges()
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_runs(
    rank: usize,
    shape: *const u64,
    counts: *const usize,
    runs: *const zrg_run,
    run_count: usize,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe { guard(error, || from_lists(rank, shape, counts, ("runs", runs, run_count), Run::from, grid)) }
}

/// # Safety
/// The pointers are as the header says of the two functions above.
unsafe fn from_lists<T: Copy>(
    rank: usize,
    shape: *const u64,
    counts: *const usize,
    (name, lists, total): (&'static str, *const T, usize),
    run: impl Fn(T) -> Run,
    grid: *mut *mut zrg_grid,
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe {
        crate::core::grid::check_rank(rank)?;
        let mut args = Args::new();
        let shape = args.input("shape", shape, rank)?;
        let counts = args.input("counts", counts, rank)?;
        let sum = counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count));
        if sum != Some(total) {
            return Err(Error::new(Code::Argument, "{name} has {value} entries, where the counts add up to {limit}")
                .name(name)
                .value(total as u64)
                .limit(sum.unwrap_or(usize::MAX) as u64));
        }
        let lists = args.input(name, lists, total)?;
        let out = args.out("grid", grid)?;
        let made = Grid::from_runs(shape, counts, lists.iter().map(|&entry| run(entry)))?;
        give(out, made)
    }
}

/// Makes a grid from one chunk shape.
///
/// @param      rank         axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape        extents, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  chunk_shape  edges, `rank` entries, each at least 1
/// @param      flags        0: a regular grid. ZRG_EXACT_TAIL: a rectilinear one
/// @param[out] grid         the new grid, to be freed with zrg_grid_free()
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_VALUE: an edge of 0 (axis). ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT. ZRG_ERROR_ARGUMENT: unknown
///         flags. ZRG_ERROR_LIMIT, ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_chunk_shape(
    rank: usize,
    shape: *const u64,
    chunk_shape: *const u64,
    flags: u32,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            crate::core::grid::check_rank(rank)?;
            let mut args = Args::new();
            let shape = args.input("shape", shape, rank)?;
            let chunk_shape = args.input("chunk_shape", chunk_shape, rank)?;
            let out = args.out("grid", grid)?;
            if flags & !ZRG_EXACT_TAIL != 0 {
                return Err(Error::new(Code::Argument, "unknown flags: {value}").value(flags.into()));
            }
            let made = Grid::from_chunk_shape(shape, chunk_shape, flags & ZRG_EXACT_TAIL != 0)?;
            give(out, made)
        })
    }
}

/// Makes one more handle of the same grid. Nothing is copied.
///
/// @param[in]  grid   a grid
/// @param[out] same   the new handle, to be freed like any other
/// @param[out] error  may be NULL
/// @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_clone(
    grid: *const zrg_grid,
    same: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let out = Args::new().out("same", same)?;
            out.write(hand_out(handle::share(grid)?));
            Ok(())
        })
    }
}

/// Ends a handle. The grid itself goes with its last handle and its last selection.
///
/// @param grid  a handle that is not used again; NULL does nothing
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_free(grid: *mut zrg_grid) {
    // SAFETY: the handle is alive and not used again, as the header says.
    guard_value((), || unsafe { handle::release(grid) })
}

/// ==== 3. GRIDS: ABOUT ====
///
/// The number of axes.
///
/// @param[in] grid  a grid, or NULL
/// @return the rank, at most ZRG_MAX_RANK; 0 for NULL
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_rank(grid: *const zrg_grid) -> usize {
    // SAFETY: the handle is alive, as the header says.
    guard_value(0, || unsafe { value(grid) }.map_or(0, Grid::rank))
}

/// The name that a grid was read under or made with: zrg_grid_to_json() writes it under ZRG_FORM_AS_READ.
///
/// @param[in] grid  a grid, or NULL
/// @return ZRG_FORM_REGULAR or ZRG_FORM_RECTILINEAR; 0 for NULL
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_form(grid: *const zrg_grid) -> u32 {
    // SAFETY: the handle is alive, as the header says.
    guard_value(0, || {
        unsafe { value(grid) }.map_or(0, |grid| match grid.name() {
            Name::Rectilinear => ZRG_FORM_RECTILINEAR,
            Name::Regular => ZRG_FORM_REGULAR,
        })
    })
}

/// The extents of the array.
///
/// @param[in]  grid   a grid
/// @param      rank   its rank
/// @param[out] shape  `rank` entries, in elements, or NULL
/// @param[out] error  may be NULL
/// @return ZRG_OK, or what any call may return
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_shape(
    grid: *const zrg_grid,
    rank: usize,
    shape: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let shape = Args::new().slots("shape", shape, rank)?;
            for (place, axis) in shape.iter_mut().zip(grid.axes()) {
                place.write(axis.extent());
            }
            Ok(())
        })
    }
}

/// How many chunks each axis has: as the document declares them, and those that hold an element of the
/// array. `[4, 4, 4]` over an extent of 6 declares 3, of which 2 have data.
///
/// @param[in]  grid      a grid
/// @param      rank      its rank
/// @param[out] declared  `rank` entries, or NULL
/// @param[out] data      `rank` entries, or NULL
/// @param[out] error     may be NULL
/// @return ZRG_OK, or what any call may return
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_counts(
    grid: *const zrg_grid,
    rank: usize,
    declared: *mut u64,
    data: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let (declared, data) = (args.output("declared", declared, rank)?, args.output("data", data, rank)?);
            for (place, axis) in declared.into_iter().flatten().zip(grid.axes()) {
                place.write(axis.declared_chunks());
            }
            for (place, axis) in data.into_iter().flatten().zip(grid.axes()) {
                place.write(axis.data_chunks());
            }
            Ok(())
        })
    }
}

/// ==== 4. ELEMENTS AND CHUNKS ====
///
/// The chunk that holds an element, and where in it.
///
/// @param[in]  grid    a grid
/// @param      rank    its rank
/// @param[in]  index   the element, `rank` entries
/// @param[out] chunk   the index of its chunk, `rank` entries, or NULL
/// @param[out] within  the element counted from the chunk's origin, `rank` entries, or NULL
/// @param[out] error   may be NULL
/// @return ZRG_ERROR_BOUNDS: an index at or past its extent (axis, value, limit)
/// @see the specification's "Indexing"
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_locate(
    grid: *const zrg_grid,
    rank: usize,
    index: *const u64,
    chunk: *mut u64,
    within: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let index = args.input("index", index, rank)?;
            let chunk = args.output("chunk", chunk, rank)?;
            let within = args.output("within", within, rank)?;
            grid.locate(index, chunk, within)
        })
    }
}

/// The chunks of many elements, and where in them. Coordinate a of point i is entry
/// `i * point_stride + a * axis_stride` of `points`, and of both outputs: strides of (rank, 1) for one point
/// after the other, of (1, count) for one axis after the other. Entries between them are left alone.
///
/// @param[in]  grid          a grid
/// @param      rank          its rank
/// @param      count         points
/// @param      point_stride  entries from one point to the next
/// @param      axis_stride   entries from one axis to the next
/// @param[in]  points        the points
/// @param[out] chunks        the indices of their chunks, or NULL
/// @param[out] within        the points counted from their chunks' origins, or NULL
/// @param      length        entries of each array; all that the strides reach must lie in [0, length)
/// @param[out] error         may be NULL
/// @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside; the answers before it stand, those
///         from it on are unspecified. ZRG_ERROR_CAPACITY: the strides leave the arrays
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let layout = PointLayout::new(rank, count, point_stride, axis_stride, length)?;
            let mut args = Args::new();
            let points = args.input("points", points, length)?;
            let chunks = args.output("chunks", chunks, length)?;
            let within = args.output("within", within, length)?;
            grid.locate_many(layout, points, chunks, within)
        })
    }
}

/// What a chunk is: where it starts, what it decodes to, how much of that is inside the array. Chunks
/// wholly past the extent exist, with a data shape that has a 0.
///
/// @param[in]  grid      a grid
/// @param      rank      its rank
/// @param[in]  chunk     the chunk's index, `rank` entries
/// @param[out] origin    its first element, `rank` entries, or NULL
/// @param[out] declared  the shape it decodes to, `rank` entries, or NULL
/// @param[out] data      the shape of what is inside the array, `rank` entries, or NULL
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_BOUNDS: no such chunk (axis, value, limit)
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let chunk = args.input("chunk", chunk, rank)?;
            let origin = args.output("origin", origin, rank)?;
            let declared = args.output("declared", declared, rank)?;
            let data = args.output("data", data, rank)?;
            grid.chunk(chunk, origin, declared, data)
        })
    }
}

/// What many chunks are. All arrays hold `rank` entries a chunk, one chunk after the other.
///
/// @param[in]  grid      a grid
/// @param      rank      its rank
/// @param[in]  chunks    their indices
/// @param[out] origin    their first elements, or NULL
/// @param[out] declared  the shapes they decode to, or NULL
/// @param[out] data      the shapes of what is inside the array, or NULL
/// @param      count     how many chunks
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_BOUNDS: `entry` is the first chunk that does not exist; the answers before it stand,
///         those from it on are unspecified
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let length = entries("chunks", count, rank)?;
            let chunks = args.input("chunks", chunks, length)?;
            let origin = args.output("origin", origin, length)?;
            let declared = args.output("declared", declared, length)?;
            let data = args.output("data", data, length)?;
            grid.chunk_many(chunks, origin, declared, data)
        })
    }
}

/// The number of a chunk: row-major, among the declared ones.
///
/// @param[in]  grid    a grid
/// @param      rank    its rank
/// @param[in]  chunk   the chunk's index, `rank` entries
/// @param[out] number  its number, from 0
/// @param[out] error   may be NULL
/// @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the number passes 2^64 - 2
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_number(
    grid: *const zrg_grid,
    rank: usize,
    chunk: *const u64,
    number: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let chunk = args.input("chunk", chunk, rank)?;
            let number = args.out("number", number)?;
            number.write(grid.chunk_number(chunk)?);
            Ok(())
        })
    }
}

/// The chunk that has a number. The total of declared chunks may pass 64 bits; the numbers that fit work.
///
/// @param[in]  grid    a grid
/// @param      rank    its rank
/// @param      number  row-major among the declared chunks
/// @param[out] chunk   the chunk's index, `rank` entries, or NULL
/// @param[out] error   may be NULL
/// @return ZRG_ERROR_BOUNDS: no such chunk
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_chunk_at_number(
    grid: *const zrg_grid,
    rank: usize,
    number: u64,
    chunk: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let chunk = Args::new().slots("chunk", chunk, rank)?;
            grid.chunk_at_number(number, |axis, index| {
                if let Some(slot) = chunk.get_mut(axis) {
                    slot.write(index);
                }
            })
        })
    }
}

/// The chunks that a box of elements touches, as a box of chunks. All of them have data. A box without
/// elements touches none: the answer is all zero.
///
/// @param[in]  grid         a grid
/// @param      rank         its rank
/// @param[in]  start        the first element, `rank` entries
/// @param[in]  shape        elements on each axis, `rank` entries
/// @param[out] first_chunk  `rank` entries, or NULL
/// @param[out] chunk_count  chunks on each axis, `rank` entries, or NULL
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_BOUNDS: the box passes an extent
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let start = args.input("start", start, rank)?;
            let shape = args.input("shape", shape, rank)?;
            let mut first_chunk = args.output("first_chunk", first_chunk, rank)?;
            let mut chunk_count = args.output("chunk_count", chunk_count, rank)?;
            grid.chunk_range(start, shape, |axis, (first, count)| {
                first_chunk.as_deref_mut().map(|place| place[axis].write(first));
                chunk_count.as_deref_mut().map(|place| place[axis].write(count));
            })
        })
    }
}

/// What a box of chunks holds: its first element, and how many elements it has on each axis, as declared
/// and inside the array. On an axis with a count of 0 all three are 0.
///
/// @param[in]  grid         a grid
/// @param      rank         its rank
/// @param[in]  first_chunk  `rank` entries
/// @param[in]  chunk_count  chunks on each axis, `rank` entries
/// @param[out] origin       the first element, `rank` entries, or NULL
/// @param[out] declared     elements on each axis, `rank` entries, or NULL
/// @param[out] data         those inside the array, `rank` entries, or NULL
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_BOUNDS: the box passes the declared chunks
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let grid = value(grid)?;
            check_rank(grid, rank)?;
            let mut args = Args::new();
            let first_chunk = args.input("first_chunk", first_chunk, rank)?;
            let chunk_count = args.input("chunk_count", chunk_count, rank)?;
            let mut origin = args.output("origin", origin, rank)?;
            let mut declared = args.output("declared", declared, rank)?;
            let mut data = args.output("data", data, rank)?;
            grid.chunk_box(first_chunk, chunk_count, |axis, stretch| {
                origin.as_deref_mut().map(|place| place[axis].write(stretch.start));
                declared.as_deref_mut().map(|place| place[axis].write(stretch.declared));
                data.as_deref_mut().map(|place| place[axis].write(stretch.data));
            })
        })
    }
}
