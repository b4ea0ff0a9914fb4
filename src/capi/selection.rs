// SPDX-License-Identifier: MIT OR Apache-2.0
use super::args::{Args, check_rank, entries};
use super::axis::{zrg_projection, zrg_slice};
use super::error::{ZRG_NONE, zrg_error};
use super::grid::zrg_grid;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle, Owner, hand_out, value};
use super::status::zrg_status;
use crate::grid::copy::{self, Segment};
use crate::grid::error::{Code, Error};
use crate::grid::grid::Grid;
use crate::grid::selection::{Cover, Part, Selection};

/// A part covers every element of its chunk that is inside the array: a writer need not read the chunk first.
pub const ZRG_COVERS_DATA: u64 = 1;
/// A part covers every element that its chunk decodes to: a writer need not fill the rest either. Comes with
/// ZRG_COVERS_DATA.
pub const ZRG_COVERS_DECLARED: u64 = 2;

/// What a caller asks for, planned on a grid: one slice for each axis. Immutable: any number of threads
/// may use one at once. It holds on to its grid, whose handles may be freed before.
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
    pub number: u64,
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
            number: part.number.unwrap_or(ZRG_NONE),
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

/// Elements side by side both in a chunk and in the result: what one memcpy moves, or one ranged read
/// of an uncompressed chunk gets.
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
/// @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_BOUNDS: a slice passes the extent (axis, value, limit).
///         ZRG_ERROR_MEMORY
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
            out.write(hand_out(Owner::new(planned)?));
            Ok(())
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

/// The shape of the result: for each axis, how many elements are selected.
///
/// @param[in]  selection  a selection
/// @param      capacity   room in `shape`, in entries; ZRG_MAX_RANK always suffices
/// @param[out] shape      as many entries as the result has axes; NULL asks for `rank` alone
/// @param[out] rank       the number of axes of the result
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_CAPACITY: `shape` is too small (limit: entries needed); nothing is written
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_shape(
    selection: *const zrg_selection,
    capacity: usize,
    shape: *mut u64,
    rank: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let mut args = Args::new();
            let shape = args.output("shape", shape, capacity)?;
            let rank = args.out("rank", rank)?;
            let lengths = selection.shape();
            let needed = lengths.len();
            if let Some(shape) = shape {
                if shape.len() < needed {
                    return Err(Error::new(Code::Capacity, "shape has {value} entries, fewer than {limit}")
                        .value(shape.len() as u64)
                        .limit(needed as u64));
                }
                for (place, length) in shape.iter_mut().zip(lengths) {
                    place.write(length);
                }
            }
            rank.write(needed);
            Ok(())
        })
    }
}

/// The number of parts: chunks that hold an element of the selection. 0 for an empty one.
///
/// @param[in]  selection  a selection
/// @param[out] parts      how many
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_RANGE: it passes 2^64 - 1; all other calls still work
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_count(
    selection: *const zrg_selection,
    parts: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let out = Args::new().out("parts", parts)?;
            let count = selection.part_count();
            out.write(
                count.ok_or_else(|| Error::new(Code::Range, "the number of parts passes {limit}").limit(u64::MAX))?,
            );
            Ok(())
        })
    }
}

/// For each axis of the grid, how many of its chunks are touched. Their product is the number of parts.
///
/// @param[in]  selection    a selection
/// @param      rank         the grid's rank
/// @param[out] projections  `rank` entries
/// @param[out] error        may be NULL
/// @return a status
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_axis_counts(
    selection: *const zrg_selection,
    rank: usize,
    projections: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            check_rank(selection.grid(), rank)?;
            let out = Args::new().required_output("projections", projections, rank)?;
            for (place, count) in out.iter_mut().zip(selection.axis_counts()) {
                place.write(count);
            }
            Ok(())
        })
    }
}

/// A page of parts in row-major chunk order, whatever the signs of the steps: those from `first` on, as
/// many as there is room for. Past the last part the count is 0. Any page costs the same wherever it starts, so
/// a reader may keep a part's number and nothing else.
///
/// @param[in]  selection    a selection
/// @param      rank         the grid's rank
/// @param      first        the number of the first part wanted
/// @param      capacity     parts that there is room for
/// @param[out] parts        `capacity` entries, or NULL
/// @param[out] chunks       the chunks' indices, `capacity` times `rank` entries, or NULL
/// @param[out] projections  one for each axis, `capacity` times `rank` entries, or NULL
/// @param[out] count        parts that were, or without outputs would be, written
/// @param[out] error        may be NULL
/// @return a status
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_parts(
    selection: *const zrg_selection,
    rank: usize,
    first: u64,
    capacity: usize,
    parts: *mut zrg_part,
    chunks: *mut u64,
    projections: *mut zrg_projection,
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
            let mut parts = args.output("parts", parts, capacity)?;
            let mut chunks = match chunks.is_null() {
                true => None,
                false => args.output("chunks", chunks, length("chunks")?)?,
            };
            let mut projections = match projections.is_null() {
                true => None,
                false => args.output("projections", projections, length("projections")?)?,
            };
            let count = args.out("count", count)?;
            if parts.is_none() && chunks.is_none() && projections.is_none() {
                count.write(selection.page_length(first, capacity));
                return Ok(());
            }
            count.write(selection.page(first, capacity, |part, shares| {
                if let Some(parts) = &mut parts {
                    parts[part].write(selection.about(shares).into());
                }
                let axes = part * rank..(part + 1) * rank;
                if let Some(chunks) = &mut chunks {
                    for (place, share) in chunks[axes.clone()].iter_mut().zip(shares) {
                        place.write(share.interval.chunk);
                    }
                }
                if let Some(projections) = &mut projections {
                    for (place, share) in projections[axes].iter_mut().zip(shares) {
                        place.write(share.into());
                    }
                }
            }));
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
pub unsafe extern "C" fn zrg_selection_find(
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

/// A page of the segments of a part, in C order of the selection: those from `first` on, as many as there
/// is room for. Together they hold every element of the part once. Past the last one the count is 0.
///
/// @param[in]  selection  a selection
/// @param      part       the part's number
/// @param      first      the first segment wanted
/// @param      capacity   room in `segments`, in entries
/// @param[out] segments   `capacity` entries; NULL only with a capacity of 0
/// @param[out] count      entries written
/// @param[out] error      may be NULL
/// @return ZRG_ERROR_BOUNDS: no such part. ZRG_ERROR_RANGE: a position in chunk or result passes 2^64 - 2
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_segments(
    selection: *const zrg_selection,
    part: u64,
    first: u64,
    capacity: usize,
    segments: *mut zrg_segment,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let selection = value(selection)?;
            let mut args = Args::new();
            let segments = args.required_output("segments", segments, capacity)?;
            let count = args.out("count", count)?;
            let shown = selection.part(part, |shares| {
                copy::segments(shares, selection.shape(), first, segments.len(), |entry, segment| {
                    segments[entry].write(segment.into());
                })
            })?;
            count.write(shown);
            Ok(())
        })
    }
}
