// SPDX-License-Identifier: MIT OR Apache-2.0
use super::args::{Args, check_rank, check_result_rank, entries};
use super::axis::{zrg_projection, zrg_slice};
use super::error::{ZRG_NONE, zrg_error};
use super::grid::zrg_grid;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle, Owner, give, hand_out, value};
use super::numbers::*;
use super::status::zrg_status;
use crate::core::batch::PointLayout;
use crate::core::copy::{self, Segment};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::selection::{Bits, Bytes, Cover, Page, Part, Range, Selection, SplitBy, check_whole_mask};

/// How much of its chunk a part covers, for zrg_part.covers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_cover_flag {
    /// Every element of the chunk that is inside the array: a writer need not read the chunk first.
    ZRG_COVERS_DATA = 1,
    /// Every element that the chunk decodes to: a writer need not fill the rest either. Comes with ZRG_COVERS_DATA.
    ZRG_COVERS_DECLARED = 2,
}

/// What a caller asks for, planned on a grid: a slice, a list of indices or a mask for each axis, in any mix; or
/// points. Immutable: any number of threads may use one at once. It holds on to its grid, whose handles may be freed
/// before.
pub struct zrg_selection {
    _private: (),
}

impl Handle for zrg_selection {
    type Value = Selection<Owner<Grid>>;
    const NAME: &'static str = "selection";
}

/// One chunk's share of a whole selection.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_part {
    /// The row-major number of the chunk among the declared ones; ZRG_NONE where it does not fit.
    pub chunk_number: u64,
    /// How many elements are selected; ZRG_NONE where it does not fit.
    pub elements: u64,
    /// How many elements the chunk decodes to; ZRG_NONE where it does not fit.
    pub decoded: u64,
    /// ZRG_COVERS_* joined by |.
    pub covers: u64,
}

impl From<Part> for zrg_part {
    #[inline(always)]
    fn from(part: Part) -> Self {
        zrg_part {
            chunk_number: part.number.unwrap_or(ZRG_NONE),
            elements: part.elements.unwrap_or(ZRG_NONE),
            decoded: part.decoded.unwrap_or(ZRG_NONE),
            covers: match part.cover {
                Cover::Partial => 0,
                Cover::Data => ZRG_COVERS_DATA,
                Cover::Declared => ZRG_COVERS_DATA | ZRG_COVERS_DECLARED,
            },
        }
    }
}

/// Elements side by side both in a chunk and in the result: what one memcpy moves. Whether it is a range of the
/// chunk's file too is said at zrg_selection_segments().
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_segment {
    /// The first in the chunk, in C order of its declared shape.
    pub within: u64,
    /// The first in the result, in C order.
    pub out: u64,
    /// How many.
    pub count: u64,
}

impl From<Segment> for zrg_segment {
    fn from(Segment { within, out, count }: Segment) -> Self {
        zrg_segment { within, out, count }
    }
}

/// ==== 6. SELECTIONS ====
///
/// Plans a selection of one slice for each axis. Time and memory follow the runs of the grid, not the
/// chunks touched.
///
/// @param[in]  grid       a grid; the selection holds on to it
/// @param      rank       its rank
/// @param[in]  slices     `rank` entries; see zrg_slice_from_bounds()
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_ARGUMENT: a step of 0 (axis). ZRG_ERROR_BOUNDS: a slice passes the extent (axis; where `entry` is
///         0, value and limit are its start and the extent, where it is 1 its count and how many fit). ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_from_slices(
    grid: *const zrg_grid,
    rank: usize,
    slices: *const zrg_slice,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            check_rank(value(grid)?, rank)?;
            let mut args = Args::new();
            let slices = args.input("slices", slices, rank)?;
            let out = args.out("selection", selection)?;
            let planned = Selection::from_slices(handle::share(grid)?, slices.iter().map(|&slice| slice.into()))?;
            give(out, planned)
        })
    }
}

/// How indices and points are read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_index_flag {
    /// A negative one counts from the end, as in Python.
    ZRG_INDEX_WRAP = 1,
}

/// Whether `flags` has the one flag that a call knows; anything else is refused.
fn has_flag(flags: u32, known: u32) -> Result<bool> {
    match flags & !known {
        0 => Ok(flags & known != 0),
        _ => Err(Error::new(Code::Argument, "unknown flags: {value}").value(flags.into())),
    }
}

/// A selection with a list of indices for one axis, in any order and with repeats, in place of what `base` has
/// there (a slice, or an earlier list or mask). The result has one element for each index on that axis.
///
/// @param[in]  base       from zrg_selection_from_slices() or one of these calls; stays as it is
/// @param      axis       below the rank
/// @param[in]  indices    in array coordinates
/// @param      count      how many
/// @param      flags      0 or ZRG_INDEX_WRAP
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_BOUNDS: no such axis, or `entry` is the first index that is outside. ZRG_ERROR_ARGUMENT: unknown
///         flags, or a base made of points or from a part. ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_with_indices(
    base: *const zrg_selection,
    axis: usize,
    indices: *const i64,
    count: usize,
    flags: u32,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let base = value(base)?;
            let mut args = Args::new();
            let indices = args.input("indices", indices, count)?;
            let out = args.out("selection", selection)?;
            let made = base.with_indices(base.holder().share()?, axis, indices, has_flag(flags, ZRG_INDEX_WRAP)?)?;
            give(out, made)
        })
    }
}

/// A selection with a mask for one axis in place of what `base` has there: the elements whose byte is 1.
///
/// @param[in]  base       from zrg_selection_from_slices() or one of these calls; stays as it is
/// @param      axis       below the rank
/// @param[in]  mask       0 or 1 for each element
/// @param      length     bytes of the mask: the axis's extent
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_ARGUMENT: another length, `entry` is the first byte that is neither 0 nor 1, or a base made of points
///         or from a part. ZRG_ERROR_BOUNDS: no such axis. ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_with_mask(
    base: *const zrg_selection,
    axis: usize,
    mask: *const u8,
    length: usize,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let base = value(base)?;
            let mut args = Args::new();
            // Before there is a slice of it, so that no wrong length makes one.
            base.check_mask(axis, length as u64)?;
            let mask = args.input("mask", mask, length)?;
            let out = args.out("selection", selection)?;
            let made = base.with_mask(base.holder().share()?, axis, Bytes(mask))?;
            give(out, made)
        })
    }
}

/// How the bits of a mask lie in their bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_bits_flag {
    /// The most significant bit of a byte comes first, as numpy.packbits() has it; without this flag the least significant
    /// one, as Arrow has it.
    ZRG_BITS_HIGH_FIRST = 1,
}

/// A selection with a mask of bits for one axis in place of what `base` has there. Element i is bit (bit_offset + i) % 8 of
/// byte (bit_offset + i) / 8. Bits before and behind them are not looked at.
///
/// @param[in]  base       from zrg_selection_from_slices() or one of these calls; stays as it is
/// @param      axis       below the rank
/// @param[in]  bits       (bit_offset + length + 7) / 8 bytes
/// @param      bit_offset  where the mask starts in `bits`
/// @param      length     bits of the mask: the axis's extent
/// @param      flags      0 or ZRG_BITS_HIGH_FIRST
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_ARGUMENT: another length, unknown flags, or a base made of points or from a part. ZRG_ERROR_BOUNDS: no
///         such axis. ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_with_bits(
    base: *const zrg_selection,
    axis: usize,
    bits: *const u8,
    bit_offset: usize,
    length: usize,
    flags: u32,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let base = value(base)?;
            let mut args = Args::new();
            base.check_mask(axis, length as u64)?;
            let high_first = has_flag(flags, ZRG_BITS_HIGH_FIRST)?;
            let bytes = match length {
                0 => 0,
                _ => bit_offset.checked_add(length).map_or(usize::MAX, |bits| bits.div_ceil(8)),
            };
            let bytes = args.input("bits", bits, bytes)?;
            let out = args.out("selection", selection)?;
            let bytes = bytes.get(bit_offset / 8..).unwrap_or_default();
            let bits = Bits { bytes, offset: bit_offset % 8, length: length as u64, high_first };
            let made = base.with_mask(base.holder().share()?, axis, bits)?;
            give(out, made)
        })
    }
}

/// Plans a selection of points, in any order and with repeats. The result has one axis, of `count` elements in request
/// order. Coordinate a of point i is entry `i * point_stride + a * axis_stride`, as in zrg_grid_locate_many().
/// Its uint64_t points may be passed by a cast to `const int64_t *` where ZRG_INDEX_WRAP is not set.
///
/// @param[in]  grid          a grid; the selection holds on to it
/// @param      rank          its rank
/// @param      count         points
/// @param      point_stride  entries from one point to the next
/// @param      axis_stride   entries from one axis to the next
/// @param[in]  points        the points
/// @param      length        entries of `points`; all that the strides reach must lie in [0, length)
/// @param      flags         0 or ZRG_INDEX_WRAP
/// @param[out] selection     the new selection, to be freed with zrg_selection_free()
/// @param[out] error         may be NULL
/// @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside (axis). ZRG_ERROR_CAPACITY: the strides leave the
///         array. ZRG_ERROR_ARGUMENT: unknown flags. ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_from_points(
    grid: *const zrg_grid,
    rank: usize,
    count: usize,
    point_stride: isize,
    axis_stride: isize,
    points: *const i64,
    length: usize,
    flags: u32,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            check_rank(value(grid)?, rank)?;
            let layout = PointLayout::new(rank, count, point_stride, axis_stride, length)?;
            let mut args = Args::new();
            let points = args.input("points", points, length)?;
            let out = args.out("selection", selection)?;
            let made = Selection::from_points(handle::share(grid)?, layout, points, has_flag(flags, ZRG_INDEX_WRAP)?)?;
            give(out, made)
        })
    }
}

/// Plans a selection of the elements where a mask over the whole array is 1, in C order. The result has one axis.
///
/// @param[in]  grid       a grid; the selection holds on to it
/// @param[in]  mask       0 or 1 for each element, in C order
/// @param      length     bytes of the mask: as many as the array has elements
/// @param[out] selection  the new selection, to be freed with zrg_selection_free()
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_ARGUMENT: another length, or `entry` is the first byte that is neither 0 nor 1. ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_from_mask(
    grid: *const zrg_grid,
    mask: *const u8,
    length: usize,
    selection: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let mut args = Args::new();
            let owner = handle::share(grid)?;
            check_whole_mask(&owner, length as u64)?;
            let mask = args.input("mask", mask, length)?;
            let out = args.out("selection", selection)?;
            let made = Selection::from_mask(owner, Bytes(mask))?;
            give(out, made)
        })
    }
}

/// The inner selection of a part: what the part selects of its shard, by the shard's inner chunks. It works like any other,
/// also for another zrg_selection_inner() where shards are nested. Its grid is the one inside the shard: chunk indices, numbers (the
/// slots in the shard's index) and origins count from the shard's first element; its declared chunks are all inner
/// chunks of the shard, and "inside the array" still means the outer array. Positions in the result, `out`, stay those of
/// the outer result, as does the shape.
///
/// @param[in]  outer        a selection of shards
/// @param      part         the part's number
/// @param      rank         the grid's rank
/// @param[in]  inner_shape  the shape of the inner chunks, `rank` entries
/// @param[out] inner        the new selection, to be freed with zrg_selection_free()
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_NOT_ALIGNED: the inner shape does not divide the shard's (axis, value, limit). ZRG_ERROR_BOUNDS: no such
///         part. ZRG_ERROR_MEMORY
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_inner(
    outer: *const zrg_selection,
    part: u64,
    rank: usize,
    inner_shape: *const u64,
    inner: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let outer = value(outer)?;
            check_rank(outer.grid(), rank)?;
            let mut args = Args::new();
            let inner_shape = args.input("inner_shape", inner_shape, rank)?;
            let out = args.out("inner", inner)?;
            let made = Selection::from_part(outer, part, inner_shape, Owner::new)?;
            give(out, made)
        })
    }
}

/// Makes one more handle of the same selection. Nothing is copied.
///
/// @param[in]  selection  a selection
/// @param[out] same       the new handle, to be freed like any other
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_clone(
    selection: *const zrg_selection,
    same: *mut *mut zrg_selection,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let out = Args::new().out("same", same)?;
            out.write(hand_out(handle::share(selection)?));
            Ok(())
        })
    }
}

/// Ends a handle. The selection itself goes with its last handle.
///
/// @param selection  a handle that is not used again; NULL does nothing
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_free(selection: *mut zrg_selection) {
    // SAFETY: the handle is alive and not used again, as the header says.
    guard_value((), || unsafe { handle::release(selection) })
}

/// One more handle of the grid that a selection is planned on: its rank is that of the selection's parts. For a selection
/// from zrg_selection_inner() it is the grid of the inner chunks, and its chunks are the slots of the shard's index.
///
/// @param[in]  selection  a selection
/// @param[out] grid       the new handle, to be freed with zrg_grid_free()
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_grid(
    selection: *const zrg_selection,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let out = Args::new().out("grid", grid)?;
            out.write(hand_out(selection.holder().share()?));
            Ok(())
        })
    }
}

/// The number of axes of the result: the grid's rank, or 1 for points and whole masks.
///
/// @param[in] selection  a selection, or NULL
/// @return the rank, at most ZRG_MAX_RANK; 0 for NULL
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_rank(selection: *const zrg_selection) -> usize {
    // SAFETY: the handle is alive, as the header says.
    guard_value(0, || unsafe { value(selection) }.map_or(0, |selection| selection.shape().len()))
}

/// The shape of the result: for each axis, how many elements are selected.
///
/// @param[in]  selection  a selection
/// @param      rank       the result's rank, as zrg_selection_rank() has it
/// @param[out] shape      `rank` entries, in elements, or NULL
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_RANK: `rank` is not the result's
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_shape(
    selection: *const zrg_selection,
    rank: usize,
    shape: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            check_result_rank(selection.shape(), rank)?;
            let shape = Args::new().slots("shape", shape, rank)?;
            for (place, &length) in shape.iter_mut().zip(selection.shape()) {
                place.write(length);
            }
            Ok(())
        })
    }
}

/// The number of parts: chunks that hold an element of the selection. 0 for an empty one.
///
/// @param[in]  selection  a selection
/// @param[out] count      how many; up to 2^64 - 1, which is a count here and not ZRG_NONE
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_RANGE: it passes 2^64 - 1; all other calls still work
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_part_count(
    selection: *const zrg_selection,
    count: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let out = Args::new().out("count", count)?;
            let count = selection.part_count();
            out.write(
                count.ok_or_else(|| Error::new(Code::Range, "the number of parts passes {limit}").limit(u64::MAX))?,
            );
            Ok(())
        })
    }
}

/// For each axis of the grid, how many of its chunks are touched: their product is the number of parts, except for points, where
/// each axis has the number of parts.
///
/// @param[in]  selection    a selection
/// @param      rank         the grid's rank
/// @param[out] counts       `rank` entries, or NULL
/// @param[out] error        may be NULL
/// @return ZRG_OK, or what any call may return
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_projection_counts(
    selection: *const zrg_selection,
    rank: usize,
    counts: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            check_rank(selection.grid(), rank)?;
            let out = Args::new().slots("counts", counts, rank)?;
            for (place, count) in out.iter_mut().zip(selection.axis_counts()) {
                place.write(count);
            }
            Ok(())
        })
    }
}

/// A page of parts in row-major chunk order, whatever the signs of the steps: those from `first_part` on, as
/// many as there is room for. Past the last part the count is 0. Any page costs the same wherever it starts, so
/// a reader may keep a part's number and nothing else. Entry i of a page is part number `first_part` + i: that is what
/// zrg_selection_read_part() and the others take.
///
/// @param[in]  selection    a selection
/// @param      rank         the grid's rank
/// @param      first_part   the number of the first part wanted
/// @param[out] parts        `capacity` entries, or NULL
/// @param[out] chunks       the chunks' indices, `capacity` times `rank` entries, or NULL
/// @param[out] projections  one for each axis, `capacity` times `rank` entries, or NULL
/// @param      capacity     parts that there is room for
/// @param[out] count        parts that were, or without outputs would be, written
/// @param[out] error        may be NULL
/// @return ZRG_OK, or what any call may return
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_parts(
    selection: *const zrg_selection,
    rank: usize,
    first_part: u64,
    parts: *mut zrg_part,
    chunks: *mut u64,
    projections: *mut zrg_projection,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            check_rank(selection.grid(), rank)?;
            let mut args = Args::new();
            let length = |name| entries(name, capacity, rank);
            let parts = args.output("parts", parts, capacity)?;
            let chunks = match chunks.is_null() {
                true => None,
                false => args.output("chunks", chunks, length("chunks")?)?,
            };
            let projections = match projections.is_null() {
                true => None,
                false => args.output("projections", projections, length("projections")?)?,
            };
            let count = args.out("count", count)?;
            count.write(selection.fill_page(first_part, capacity, &mut Page { parts, chunks, projections }));
            Ok(())
        })
    }
}

/// A page of the list of an axis: of a list of indices, a mask, or points. Entries are ordered by chunk, and in request
/// order in each; a projection with a step of 0 says which of them are its own. Past the end the count is 0.
///
/// @param[in]  selection  a selection
/// @param      axis       below the grid's rank
/// @param      first_entry  the first entry wanted
/// @param[out] within       the elements, counted from their chunks' origins, or NULL
/// @param[out] out          their positions in the result's axis, or NULL
/// @param      capacity     room in `within` and `out`, in entries
/// @param[out] count        entries that were, or without outputs would be, written
/// @param[out] error        may be NULL
/// @return ZRG_ERROR_ARGUMENT: the axis has a slice. ZRG_ERROR_BOUNDS: no such axis
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_axis_list(
    selection: *const zrg_selection,
    axis: usize,
    first_entry: u64,
    within: *mut u64,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            selection.grid().axis(axis)?;
            let mut args = Args::new();
            let within = args.output("within", within, capacity)?;
            let out = args.output("out", out, capacity)?;
            let count = args.out("count", count)?;
            let Some((withins, outs)) = selection.list(axis) else {
                return Err(Error::new(Code::Argument, "axis {axis} has a slice, not a list").axis(axis));
            };
            let first = usize::try_from(first_entry).map_or(withins.len(), |first| first.min(withins.len()));
            for (places, entries) in [(within, withins), (out, outs)] {
                for (place, &entry) in places.into_iter().flatten().zip(&entries[first..]) {
                    place.write(entry);
                }
            }
            count.write(capacity.min(withins.len() - first));
            Ok(())
        })
    }
}

/// The part that is a chunk's share.
///
/// @param[in]  selection  a selection
/// @param      rank       the grid's rank
/// @param[in]  chunk      the chunk's index, `rank` entries
/// @param[out] part       the part's number; ZRG_NONE where the selection does not touch the chunk
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the part's number passes 2^64 - 2
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_find_part(
    selection: *const zrg_selection,
    rank: usize,
    chunk: *const u64,
    part: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            check_rank(selection.grid(), rank)?;
            let mut args = Args::new();
            let chunk = args.input("chunk", chunk, rank)?;
            let part = args.out("part", part)?;
            part.write(selection.find(chunk)?.unwrap_or(ZRG_NONE));
            Ok(())
        })
    }
}

/// A page of the segments of a part, in C order of the selection: those from `first_segment` on, as many as there
/// is room for. Together they hold every element of the part once. Past the last one the count is 0.
///
/// Only where the `codecs` of the array are `bytes` alone is a segment a range of the chunk's file as well: `count` times
/// the element size bytes, from `within` times the element size on. Behind any other codec (compression, transpose,
/// crc32c, shards) it is a range of the decoded chunk and of nothing else.
///
/// To fetch the ranges of a chunk in few requests, sort the part's segments by `within`, and join two neighbours where the
/// gap from one's `within` + `count` to the other's `within` is not worth a request. The joined range ends where the later
/// of the two does: segments may overlap, since a list may name an element twice.
///
/// @param[in]  selection  a selection
/// @param      part       the part's number
/// @param      first_segment  the first segment wanted
/// @param[out] segments       `capacity` entries, or NULL
/// @param      capacity       room in `segments`, in entries
/// @param[out] count          entries that were, or without `segments` would be, written
/// @param[out] error          may be NULL
/// @return ZRG_ERROR_BOUNDS: no such part. ZRG_ERROR_RANGE: a position in chunk or result passes 2^64 - 2
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_segments(
    selection: *const zrg_selection,
    part: u64,
    first_segment: u64,
    segments: *mut zrg_segment,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let mut args = Args::new();
            let segments = args.slots("segments", segments, capacity)?;
            let count = args.out("count", count)?;
            let shown = selection.part(part, |share| {
                copy::segments(selection, share, first_segment, capacity, |entry, segment| {
                    if let Some(slot) = segments.get_mut(entry) {
                        slot.write(segment.into());
                    }
                })
            })?;
            count.write(shown);
            Ok(())
        })
    }
}

/// What zrg_selection_split() shares out evenly.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_split {
    /// About as many parts each.
    ZRG_SPLIT_PARTS = 0,
    /// About as many elements each.
    ZRG_SPLIT_ELEMENTS = 1,
}

/// Cuts a selection into shares for as many workers: share w is the parts from bounds[w] up to, but without, bounds[w + 1].
/// Together they are all parts; since each part is another chunk, no two shares meet in one. With more shares than
/// parts some are empty.
///
/// @param[in]  selection  a selection
/// @param      shares     how many, at least 1
/// @param      by         ZRG_SPLIT_PARTS or ZRG_SPLIT_ELEMENTS
/// @param[out] bounds     `shares` + 1 part numbers, rising, or NULL
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_ARGUMENT: 0 shares, or an unknown `by`. ZRG_ERROR_RANGE: the number of parts passes 2^64 - 1, or that of
///         elements 128 bits
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_split(
    selection: *const zrg_selection,
    shares: usize,
    by: u32,
    bounds: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let by = match by {
                ZRG_SPLIT_PARTS => SplitBy::Parts,
                ZRG_SPLIT_ELEMENTS => SplitBy::Elements,
                _ => return Err(Error::new(Code::Argument, "by is {value}").value(by.into())),
            };
            let length = shares.saturating_add(1);
            let bounds = Args::new().slots("bounds", bounds, length)?;
            selection.split(by, shares, |share, part| {
                if let Some(slot) = bounds.get_mut(share) {
                    slot.write(part);
                }
            })
        })
    }
}

/// Neighbouring chunks in row-major order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_chunk_range {
    /// The number of the first, among the declared ones.
    pub first: u64,
    /// How many.
    pub count: u64,
}

impl From<Range> for zrg_chunk_range {
    fn from(Range { first, count }: Range) -> Self {
        zrg_chunk_range { first, count }
    }
}

/// A page of the chunks of a selection as ranges of chunk numbers, rising, from chunk number `first_number` on. Two ranges with
/// not more than `gap` other chunks between them are one.
///
/// @param[in]  selection  a selection
/// @param      gap           0 to join neighbours only
/// @param      first_number  the first chunk number wanted
/// @param[out] ranges        `capacity` entries, or NULL
/// @param      capacity      room in `ranges`, in entries
/// @param[out] count         entries that were, or without `ranges` would be, written; 0 after the last chunk
/// @param[out] next          the `first_number` of the next page
/// @param[out] error         may be NULL
/// @return ZRG_ERROR_RANGE: a chunk's number passes 2^64 - 2
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_chunk_ranges(
    selection: *const zrg_selection,
    gap: u64,
    first_number: u64,
    ranges: *mut zrg_chunk_range,
    capacity: usize,
    count: *mut usize,
    next: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let mut args = Args::new();
            let ranges = args.slots("ranges", ranges, capacity)?;
            let (count, next) = (args.out("count", count)?, args.out("next", next)?);
            let mut after = first_number;
            let shown = selection.ranges(gap, first_number, capacity, |entry, range| {
                after = range.first + range.count;
                if let Some(slot) = ranges.get_mut(entry) {
                    slot.write(range.into());
                }
            })?;
            count.write(shown);
            next.write(after);
            Ok(())
        })
    }
}
