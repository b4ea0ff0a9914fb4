// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_parts Parts
//!
//! What a selection touches, chunk by chunk: each part is one chunk's share. Parts are numbered in
//! row-major chunk order, whatever the signs of the steps, and come by pages. A part's number is
//! all that a reader needs to keep: the calls that move elements take it.
//!
//!     const zrg_slice rows[2] = {{12, 8, 1}, {18, 14, 1}};
//!     zrg_selection *plan;
//!     zrg_part parts[4];
//!     uint64_t chunks[4 * 2], part = 0, elements = 0;
//!     size_t count, i;
//!     if (zrg_selection_from_slices(grid, 2, rows, &plan, &error))
//!         return report(&error);
//!     do {
//!         zrg_selection_parts(plan, 2, part, parts, chunks, NULL, 4, &count, &error);
//!         for (i = 0; i < count; i++)
//!             elements += parts[i].elements;   // fetch chunk chunks[2 * i], chunks[2 * i + 1]
//!         part += count;
//!     } while (count > 0);
//!     // part == 4 && elements == 8 * 14
//!     zrg_selection_free(plan);

use super::args::{Args, entries, put};
use super::axis::zrg_projection;
use super::error::{ZRG_NONE, zrg_error};
use super::guard::guard;
use super::handle::value;
use super::numbers::*;
use super::selection::{Planned, selection_of_rank, zrg_selection};
use super::status::zrg_status;
use crate::core::error::{Code, Error};
use crate::core::selection::{ChunkRange, Cover, Page, Part, Segment, SplitBy};

/// How much of its chunk a part covers, for zrg_part.covers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_cover_flag {
    /// Every element of the chunk that is inside the array: a writer need not read the chunk
    /// first.
    ZRG_COVERS_DATA = 1,
    /// Every element that the chunk decodes to: a writer need not fill the rest either. Comes with
    /// ZRG_COVERS_DATA.
    ZRG_COVERS_DECLARED = 2,
}

/// One chunk's share of a whole selection.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_part {
    /// row-major among the declared chunks; ZRG_NONE where it does not fit
    pub chunk_number: u64,
    /// how many elements are selected; ZRG_NONE where that does not fit
    pub elements: u64,
    /// how many elements the chunk decodes to, or ZRG_NONE
    pub decoded: u64,
    /// ZRG_COVERS_* joined by |
    pub covers: u64,
}

impl From<Part> for zrg_part {
    #[inline(always)]
    fn from(part: Part) -> Self {
        zrg_part {
            chunk_number: part.chunk_number.unwrap_or(ZRG_NONE),
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

/// The number of parts: chunks that hold an element of the selection. 0 for an empty one.
///
/// @param[out] count  how many. All of 2^64 - 1 is a count here, and not ZRG_NONE
/// @return ZRG_ERROR_RANGE: it passes 2^64 - 1; all other calls still work
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_part_count(
    selection: *const zrg_selection,
    count: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { selection, .. } = value(selection)?;
        let out = Args::new().out("count", count)?;
        let count = selection.part_count();
        out.write(count.ok_or_else(|| Error::new(Code::Range, "the number of parts passes {limit}").limit(u64::MAX))?);
        Ok(())
    })
}

/// For each axis of the grid, how many of its chunks are touched: their product is the number of
/// parts, except for points, where each axis has the number of parts.
///
/// @param[out] counts  `rank` entries
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_projection_counts(
    selection: *const zrg_selection,
    rank: usize,
    counts: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { selection, .. } = selection_of_rank(selection, rank)?;
        let counts = Args::new().slots("counts", counts, rank)?;
        for (slot, count) in counts.iter_mut().zip(selection.chunk_counts()) {
            slot.write(count);
        }
        Ok(())
    })
}

/// A page of parts. Any page costs the same wherever it starts.
///
/// @param      first_part   the number of the first part wanted: entry i is number first_part + i
/// @param[out] parts        `capacity` entries
/// @param[out] chunks       the chunks' indices, `capacity` times `rank` entries
/// @param[out] projections  one for each axis, `capacity` times `rank` entries
/// @param      capacity     parts that there is room for
/// @param[out] count        parts written; 0 after the last one
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
    guard(error, || {
        let Planned { grid, selection } = selection_of_rank(selection, rank)?;
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
        count.write(selection.fill_page(grid, first_part, capacity, &mut Page { parts, chunks, projections })?);
        Ok(())
    })
}

/// A page of the list of an axis: of a list of indices, a mask, or points. Entries are ordered by
/// chunk, and in request order in each; a projection with a step of 0 says which of them are its
/// own.
///
/// @param      axis         below the grid's rank
/// @param      first_entry  the first entry wanted
/// @param[out] within       the elements, counted from their chunks' origins, `capacity` entries
/// @param[out] out          their positions in the result's axis, `capacity` entries
/// @param      capacity     entries that there is room for
/// @param[out] count        entries written; 0 after the last one
/// @return ZRG_ERROR_ARGUMENT: the axis has a slice. ZRG_ERROR_BOUNDS: no such axis
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
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        grid.axis(axis)?;
        let mut args = Args::new();
        let within = args.slots("within", within, capacity)?;
        let out = args.slots("out", out, capacity)?;
        let count = args.out("count", count)?;
        let Some((elements, positions)) = selection.list(axis) else {
            return Err(Error::new(Code::Argument, "axis {axis} has a slice, not a list").axis(axis));
        };
        let first = usize::try_from(first_entry).map_or(elements.len(), |first| first.min(elements.len()));
        for (slots, entries) in [(within, elements), (out, positions)] {
            for (slot, &entry) in slots.iter_mut().zip(&entries[first..]) {
                slot.write(entry);
            }
        }
        count.write(capacity.min(elements.len() - first));
        Ok(())
    })
}

/// The part that is a chunk's share.
///
/// @param[in]  chunk  the chunk's index, `rank` entries
/// @param[out] part   the part's number; ZRG_NONE where the selection does not touch the chunk
/// @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the part's number passes 2^64 - 2
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_find_part(
    selection: *const zrg_selection,
    rank: usize,
    chunk: *const u64,
    part: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection } = selection_of_rank(selection, rank)?;
        let mut args = Args::new();
        let chunk = args.input("chunk", chunk, rank)?;
        let part = args.out("part", part)?;
        part.write(selection.find(grid, chunk)?.unwrap_or(ZRG_NONE));
        Ok(())
    })
}

/// Elements side by side both in a chunk and in the result: what one memcpy moves. Whether it is a
/// range of the chunk's file too is said at zrg_selection_segments().
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_segment {
    /// the first in the chunk, in C order of its declared shape
    pub within: u64,
    /// the first in the result, in C order
    pub out: u64,
    /// how many
    pub count: u64,
}

impl From<Segment> for zrg_segment {
    fn from(Segment { within, out, count }: Segment) -> Self {
        zrg_segment { within, out, count }
    }
}

/// A page of the segments of a part, in C order of the selection. Together they hold every element
/// of the part once.
///
/// Only where the `codecs` of the array are `bytes` alone is a segment a range of the chunk's file
/// as well: `count` times the element size bytes, from `within` times the element size on. Behind
/// any other codec (compression, transpose, crc32c, shards) it is a range of the decoded chunk and
/// of nothing else.
///
/// To fetch the ranges of a chunk in few requests, sort the part's segments by `within`, and join
/// two neighbours where the gap from one's `within` + `count` to the other's `within` is not worth
/// a request. The joined range ends where the later of the two does: segments may overlap, since a
/// list may name an element twice.
///
/// @param      part           the part's number
/// @param      first_segment  the first segment wanted
/// @param[out] segments       `capacity` entries
/// @param      capacity       entries that there is room for
/// @param[out] count          entries written; 0 after the last one
/// @return ZRG_ERROR_BOUNDS: no such part. ZRG_ERROR_RANGE: a position in chunk or result passes
///         2^64 - 2
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
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        let mut args = Args::new();
        let segments = args.slots("segments", segments, capacity)?;
        let count = args.out("count", count)?;
        let shown = selection.segments(grid, part, first_segment, capacity, |entry, segment| {
            put(segments, entry, segment.into());
        })?;
        count.write(shown);
        Ok(())
    })
}

/// What zrg_selection_split() shares out evenly.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_split {
    /// about as many parts each
    ZRG_SPLIT_PARTS = 0,
    /// about as many elements each
    ZRG_SPLIT_ELEMENTS = 1,
}

/// Cuts a selection into shares for as many workers: share w is the parts from bounds[w] up to, but
/// without, bounds[w + 1]. Together they are all parts; since each part is another chunk, no two
/// shares meet in one. With more shares than parts some are empty.
///
/// @param      shares  how many, at least 1
/// @param      by      ZRG_SPLIT_PARTS or ZRG_SPLIT_ELEMENTS
/// @param[out] bounds  `shares` + 1 part numbers, rising
/// @return ZRG_ERROR_ARGUMENT: 0 shares, or an unknown `by`. ZRG_ERROR_RANGE: the number of parts
///         passes 2^64 - 1, or that of elements 128 bits
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_selection_split(
    selection: *const zrg_selection,
    shares: usize,
    by: u32,
    bounds: *mut u64,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        let by = match by {
            ZRG_SPLIT_PARTS => SplitBy::Parts,
            ZRG_SPLIT_ELEMENTS => SplitBy::Elements,
            _ => return Err(Error::new(Code::Argument, "by is {value}").value(by.into())),
        };
        let bounds = Args::new().slots("bounds", bounds, shares.saturating_add(1))?;
        selection.split(grid, by, shares, |share, part| put(bounds, share, part))
    })
}

/// Neighbouring chunks in row-major order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_chunk_range {
    /// the number of the first, among the declared ones
    pub first: u64,
    /// how many
    pub count: u64,
}

impl From<ChunkRange> for zrg_chunk_range {
    fn from(ChunkRange { first, count }: ChunkRange) -> Self {
        zrg_chunk_range { first, count }
    }
}

/// A page of the chunks of a selection as ranges of chunk numbers, rising. Two ranges with not more
/// than `gap` other chunks between them are one.
///
/// @param      gap           0 to join neighbours only
/// @param      first_number  the first chunk number wanted
/// @param[out] ranges        `capacity` entries
/// @param      capacity      entries that there is room for
/// @param[out] count         entries written; 0 after the last chunk
/// @param[out] next          the `first_number` of the next page
/// @return ZRG_ERROR_RANGE: a chunk's number passes 2^64 - 2
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
    guard(error, || {
        let Planned { grid, selection } = value(selection)?;
        let mut args = Args::new();
        let ranges = args.slots("ranges", ranges, capacity)?;
        let (count, next) = (args.out("count", count)?, args.out("next", next)?);
        let (shown, after) = selection.ranges(grid, gap, first_number, capacity, |entry, range| {
            put(ranges, entry, range.into());
        })?;
        count.write(shown);
        next.write(after);
        Ok(())
    })
}
