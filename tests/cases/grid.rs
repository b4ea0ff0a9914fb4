// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C calls about a grid, as safe functions over an owned handle.

use std::ffi::{CStr, c_char};
use std::fmt;
use std::ptr;

use zrg::capi::*;

use crate::runner::selection::Selection;

/// A status other than `ZRG_OK`, with what the error structure said.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// `ZRG_ERROR_BOUNDS` and so on.
    pub status: String,
    pub axis: Option<i32>,
    /// The position in a batch or list.
    pub element: Option<u64>,
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        if let Some(axis) = self.axis {
            write!(f, ", axis {axis}")?;
        }
        if let Some(element) = self.element {
            write!(f, ", element {element}")?;
        }
        write!(f, ": {}", self.message)
    }
}

pub type Call<T> = Result<T, Refusal>;

pub fn call(run: impl FnOnce(*mut zrg_error) -> zrg_status) -> Call<()> {
    // SAFETY: the structure holds integers and bytes; all zero is a value of it.
    let mut error: zrg_error = unsafe { std::mem::zeroed() };
    let status = run(&mut error);
    if status == 0 {
        return Ok(());
    }
    // SAFETY: the name is a static text; the message is NUL-terminated after a failure.
    let (name, message) = unsafe { (CStr::from_ptr(zrg_status_name(status)), CStr::from_ptr(error.message.as_ptr())) };
    let mut message = message.to_string_lossy().into_owned();
    if error.code != status {
        message += &format!(" (returned {status}, but error.code is {})", error.code);
    }
    Err(Refusal {
        status: name.to_string_lossy().into_owned(),
        axis: (error.axis >= 0).then_some(error.axis),
        element: (error.entry != u64::MAX).then_some(error.entry),
        message,
    })
}

/// An array that a call is to fill, with a value that would be noticed where it does not.
pub fn blank(length: usize) -> Vec<u64> {
    vec![0xDEAD_BEEF_DEAD_BEEF; length]
}

/// Grows by pages of `capacity` until one is empty.
pub fn by_pages<T>(capacity: usize, mut page: impl FnMut(&[T]) -> Call<Vec<T>>) -> Call<Vec<T>> {
    assert!(capacity > 0);
    let mut all = Vec::new();
    loop {
        let next = page(&all)?;
        if next.is_empty() {
            return Ok(all);
        }
        all.extend(next);
        assert!(all.len() < 50_000_000, "pages without end");
    }
}

/// How a batch of points lies in one array.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// All coordinates of a point side by side.
    Points,
    /// All points of an axis side by side.
    Axes,
}

impl Layout {
    /// The distance from one point to the next, and from one axis to the next.
    fn strides(self, rank: usize, count: usize) -> (usize, usize) {
        match self {
            Layout::Points => (rank, 1),
            Layout::Axes => (1, count),
        }
    }
}

pub struct Grid(*mut zrg_grid);

impl Drop for Grid {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and this is its end.
        unsafe { zrg_grid_free(self.0) }
    }
}

/// Per axis: origin, declared, data.
pub type ChunkShape = (Vec<u64>, Vec<u64>, Vec<u64>);

// SAFETY, for every call below: the handle is live, each array has as many entries as the counts beside it
// say, and outputs overlap nothing.
impl Grid {
    pub fn from_json(text: &str, shape: &[u64]) -> Call<Self> {
        let mut grid = ptr::null_mut();
        call(|error| unsafe {
            let text = (text.as_ptr().cast(), text.len());
            zrg_grid_from_json(text.0, text.1, shape.len(), shape.as_ptr(), ptr::null(), &mut grid, error)
        })?;
        Ok(Grid(grid))
    }

    /// The grid of a whole `zarr.json`, whose key encoding is read too.
    pub fn from_array_json(text: &[u8]) -> Call<Self> {
        let (mut grid, mut keys) = (ptr::null_mut(), zrg_key_encoding { name: 0, separator: 0 });
        call(|error| unsafe {
            let text = (text.as_ptr().cast(), text.len());
            zrg_grid_from_array_json(text.0, text.1, ptr::null(), &mut grid, &mut keys, error)
        })?;
        Ok(Grid(grid))
    }

    pub fn rank(&self) -> usize {
        unsafe { zrg_grid_rank(self.0) }
    }

    pub fn shape(&self) -> Call<Vec<u64>> {
        let mut shape = blank(self.rank());
        call(|error| unsafe { zrg_grid_shape(self.0, shape.len(), shape.as_mut_ptr(), error) })?;
        Ok(shape)
    }

    /// Per axis: declared chunks, chunks with data.
    pub fn chunk_counts(&self) -> Call<(Vec<u64>, Vec<u64>)> {
        let rank = self.rank();
        let (mut declared, mut data) = (blank(rank), blank(rank));
        call(|error| unsafe { zrg_grid_chunk_counts(self.0, rank, declared.as_mut_ptr(), data.as_mut_ptr(), error) })?;
        Ok((declared, data))
    }

    /// The chunk that holds an element, and the element's place within it.
    pub fn locate(&self, index: &[u64]) -> Call<(Vec<u64>, Vec<u64>)> {
        let rank = index.len();
        let (mut chunk, mut within) = (blank(rank), blank(rank));
        call(|error| unsafe {
            zrg_grid_locate(self.0, rank, index.as_ptr(), chunk.as_mut_ptr(), within.as_mut_ptr(), error)
        })?;
        Ok((chunk, within))
    }

    pub fn locate_many(&self, points: &[Vec<u64>], layout: Layout) -> Call<Vec<(Vec<u64>, Vec<u64>)>> {
        let (rank, count) = (points.first().map_or(self.rank(), Vec::len), points.len());
        let (point_stride, axis_stride) = layout.strides(rank, count);
        let place = |point: usize, axis: usize| point * point_stride + axis * axis_stride;

        let mut indices = blank(rank * count);
        for (point, index) in points.iter().enumerate() {
            for (axis, &coordinate) in index.iter().enumerate() {
                indices[place(point, axis)] = coordinate;
            }
        }
        let (mut chunks, mut withins) = (blank(indices.len()), blank(indices.len()));
        call(|error| unsafe {
            zrg_grid_locate_many(
                self.0,
                rank,
                count,
                point_stride as isize,
                axis_stride as isize,
                indices.as_ptr(),
                chunks.as_mut_ptr(),
                withins.as_mut_ptr(),
                indices.len(),
                error,
            )
        })?;
        let gather = |from: &[u64], point| (0..rank).map(|axis| from[place(point, axis)]).collect();
        Ok((0..count).map(|point| (gather(&chunks, point), gather(&withins, point))).collect())
    }

    pub fn chunk(&self, chunk: &[u64]) -> Call<ChunkShape> {
        let rank = chunk.len();
        let (mut origin, mut declared, mut data) = (blank(rank), blank(rank), blank(rank));
        let out = (origin.as_mut_ptr(), declared.as_mut_ptr(), data.as_mut_ptr());
        call(|error| unsafe { zrg_grid_chunk(self.0, rank, chunk.as_ptr(), out.0, out.1, out.2, error) })?;
        Ok((origin, declared, data))
    }

    pub fn chunk_many(&self, chunks: &[Vec<u64>]) -> Call<Vec<ChunkShape>> {
        let (rank, count) = (chunks.first().map_or(self.rank(), Vec::len), chunks.len());
        let flat = chunks.concat();
        let (mut origins, mut declared, mut data) = (blank(flat.len()), blank(flat.len()), blank(flat.len()));
        let out = (origins.as_mut_ptr(), declared.as_mut_ptr(), data.as_mut_ptr());
        call(|error| unsafe { zrg_grid_chunk_many(self.0, rank, flat.as_ptr(), out.0, out.1, out.2, count, error) })?;
        let entry = |from: &[u64], i: usize| from[i * rank..(i + 1) * rank].to_vec();
        Ok((0..count).map(|i| (entry(&origins, i), entry(&declared, i), entry(&data, i))).collect())
    }

    pub fn chunk_number(&self, chunk: &[u64]) -> Call<u64> {
        let mut number = 0;
        call(|error| unsafe { zrg_grid_chunk_number(self.0, chunk.len(), chunk.as_ptr(), &mut number, error) })?;
        Ok(number)
    }

    pub fn chunk_at_number(&self, number: u64) -> Call<Vec<u64>> {
        let mut chunk = blank(self.rank());
        call(|error| unsafe { zrg_grid_chunk_at_number(self.0, chunk.len(), number, chunk.as_mut_ptr(), error) })?;
        Ok(chunk)
    }

    /// The chunks that a box of elements touches: the first, and how many per axis.
    pub fn chunk_range(&self, start: &[u64], shape: &[u64]) -> Call<(Vec<u64>, Vec<u64>)> {
        let rank = start.len();
        let (mut first, mut count) = (blank(rank), blank(rank));
        let out = (first.as_mut_ptr(), count.as_mut_ptr());
        call(|error| unsafe {
            zrg_grid_box_to_chunks(self.0, rank, start.as_ptr(), shape.as_ptr(), out.0, out.1, error)
        })?;
        Ok((first, count))
    }

    /// The elements of a box of chunks: start, declared, data.
    pub fn chunk_box(&self, first: &[u64], count: &[u64]) -> Call<ChunkShape> {
        let rank = first.len();
        let (mut start, mut declared, mut data) = (blank(rank), blank(rank), blank(rank));
        let out = (start.as_mut_ptr(), declared.as_mut_ptr(), data.as_mut_ptr());
        call(|error| unsafe {
            zrg_grid_chunks_to_box(self.0, rank, first.as_ptr(), count.as_ptr(), out.0, out.1, out.2, error)
        })?;
        Ok((start, declared, data))
    }

    pub fn axis_at(&self, axis: usize, index: u64) -> Call<zrg_interval> {
        let mut interval = zrg_interval { chunk: 0, origin: 0, edge: 0, data: 0 };
        call(|error| unsafe { zrg_grid_axis_locate(self.0, axis, index, &mut interval, error) })?;
        Ok(interval)
    }

    /// One page of an axis's chunks.
    pub fn axis_intervals(&self, axis: usize, first: u64, capacity: usize) -> Call<Vec<zrg_interval>> {
        let mut page = Vec::with_capacity(capacity);
        let mut count = 0;
        call(|error| unsafe {
            zrg_grid_axis_intervals(self.0, axis, first, page.as_mut_ptr(), capacity, &mut count, error)
        })?;
        assert!(count <= capacity, "{count} intervals in a page of {capacity}");
        unsafe { page.set_len(count) };
        Ok(page)
    }

    /// One page of an axis's edges.
    pub fn axis_edges(&self, axis: usize, first: u64, capacity: usize) -> Call<Vec<u64>> {
        let mut page = blank(capacity);
        let mut count = 0;
        call(|error| unsafe {
            zrg_grid_axis_edges(self.0, axis, first, page.as_mut_ptr(), capacity, &mut count, error)
        })?;
        page.truncate(count);
        Ok(page)
    }

    /// All maximal runs of an axis, by pages of `capacity`, as [edge, count].
    pub fn axis_runs(&self, axis: usize, capacity: usize) -> Call<Vec<[u64; 2]>> {
        let mut next = 0;
        by_pages(capacity, |all: &[[u64; 2]]| {
            assert_eq!(next, all.iter().map(|[_, count]| count).sum::<u64>(), "where the next page of runs starts");
            let mut page = vec![zrg_run { edge: 0, count: 0 }; capacity];
            let mut count = 0;
            call(|error| unsafe {
                zrg_grid_axis_runs(self.0, axis, next, page.as_mut_ptr(), capacity, &mut count, &mut next, error)
            })?;
            Ok(page[..count].iter().map(|run| [run.edge, run.count]).collect())
        })
    }

    /// The integer that keeps the edges of an axis.
    pub fn axis_integer(&self, axis: usize) -> Call<Option<u64>> {
        let mut integer = 0;
        call(|error| unsafe { zrg_grid_axis_form(self.0, axis, ptr::null_mut(), &mut integer, error) })?;
        Ok((integer > 0).then_some(integer))
    }

    /// The grid as JSON, in one of the ZRG_FORM_*.
    pub fn to_json(&self, form: u32) -> Call<String> {
        text(|capacity, text, length, error| unsafe { zrg_grid_to_json(self.0, form, text, capacity, length, error) })
    }

    /// One page of a slice's projections, from chunk `from` up.
    pub fn projections_from(
        &self,
        axis: usize,
        slice: &zrg_slice,
        from: u64,
        capacity: usize,
    ) -> Call<Vec<zrg_projection>> {
        Ok(self.projections_page(axis, slice, from, capacity)?.0)
    }

    /// The same, and where the next page starts.
    fn projections_page(
        &self,
        axis: usize,
        slice: &zrg_slice,
        from: u64,
        capacity: usize,
    ) -> Call<(Vec<zrg_projection>, u64)> {
        let mut page = Vec::with_capacity(capacity);
        let (mut count, mut next) = (0, 0);
        call(|error| unsafe {
            zrg_grid_axis_projections(
                self.0,
                axis,
                slice,
                from,
                page.as_mut_ptr(),
                capacity,
                &mut count,
                &mut next,
                error,
            )
        })?;
        assert!(count <= capacity, "{count} projections in a page of {capacity}");
        unsafe { page.set_len(count) };
        Ok((page, next))
    }

    /// All of a slice's projections, by pages of `capacity`.
    pub fn projections(&self, axis: usize, slice: &zrg_slice, capacity: usize) -> Call<Vec<zrg_projection>> {
        let mut next = 0;
        by_pages(capacity, |all: &[zrg_projection]| {
            assert_eq!(next, all.last().map_or(0, |last| last.chunk + 1), "where the next page of projections starts");
            let (page, after) = self.projections_page(axis, slice, next, capacity)?;
            next = after;
            Ok(page)
        })
    }

    pub fn select(&self, slices: &[zrg_slice]) -> Call<Selection> {
        let mut selection = ptr::null_mut();
        call(|error| unsafe {
            zrg_selection_from_slices(self.0, slices.len(), slices.as_ptr(), &mut selection, error)
        })?;
        Ok(Selection::owned(selection, slices.len()))
    }

    /// A selection of points.
    pub fn select_points(&self, points: &[Vec<i64>], layout: Layout, flags: u32) -> Call<Selection> {
        let (rank, count) = (points.first().map_or(self.rank(), Vec::len), points.len());
        let (point_stride, axis_stride) = layout.strides(rank, count);
        let mut flat = vec![i64::MIN; rank * count];
        for (point, index) in points.iter().enumerate() {
            for (axis, &coordinate) in index.iter().enumerate() {
                flat[point * point_stride + axis * axis_stride] = coordinate;
            }
        }
        let mut selection = ptr::null_mut();
        call(|error| unsafe {
            zrg_selection_from_points(
                self.0,
                rank,
                count,
                point_stride as isize,
                axis_stride as isize,
                flat.as_ptr(),
                flat.len(),
                flags,
                &mut selection,
                error,
            )
        })?;
        Ok(Selection::owned(selection, rank))
    }

    /// A selection by a mask over the whole array.
    pub fn select_mask(&self, mask: &[u8]) -> Call<Selection> {
        let mut selection = ptr::null_mut();
        call(|error| unsafe { zrg_selection_from_mask(self.0, mask.as_ptr(), mask.len(), &mut selection, error) })?;
        Ok(Selection::owned(selection, self.rank()))
    }
}

/// How many problems a `chunk_grid` has.
pub fn problems_of(text: &str, shape: &[u64]) -> Call<usize> {
    let mut count = 0;
    // SAFETY: the text and the shape are as long as they say, and no problem is written.
    call(|error| unsafe {
        let (text, none) = ((text.as_ptr().cast(), text.len()), (ptr::null(), ptr::null_mut()));
        zrg_grid_validate_json(text.0, text.1, shape.len(), shape.as_ptr(), none.0, none.1, 0, &mut count, error)
    })?;
    Ok(count)
}

/// How many problems a whole `zarr.json` has.
pub fn problems_of_array(text: &[u8]) -> Call<usize> {
    let mut count = 0;
    // SAFETY: as above.
    call(|error| unsafe {
        let text = (text.as_ptr().cast(), text.len());
        zrg_grid_validate_array_json(text.0, text.1, ptr::null(), ptr::null_mut(), 0, &mut count, error)
    })?;
    Ok(count)
}

/// A slice by Python's rules: a bound may be negative, or left out.
pub fn slice_from_bounds(extent: u64, start: Option<i128>, stop: Option<i128>, step: i64) -> Call<zrg_slice> {
    // No bound past these matters to an array, and the lowest number means "left out".
    let bound = |bound: Option<i128>| match bound {
        Some(value) => value.clamp(i128::from(i64::MIN) + 1, i128::from(i64::MAX)) as i64,
        None => ZRG_OMITTED,
    };
    let mut slice = zrg_slice { start: 0, count: 0, step: 0 };
    // SAFETY: both structures are ours.
    call(|error| unsafe { zrg_slice_from_bounds(extent, bound(start), bound(stop), step, &mut slice, error) })?;
    Ok(slice)
}

/// A chunk's key; without an encoding the library's default.
pub fn key(encoding: Option<zrg_key_encoding>, chunk: &[u64]) -> Call<String> {
    let keys = encoding.as_ref().map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the chunk has as many entries as it says.
    text(|capacity, key, length, error| unsafe {
        zrg_key_encode(keys, chunk.len(), chunk.as_ptr(), key, capacity, length, error)
    })
}

/// Text from a call that is asked for its length first, then given just that room.
fn text(write: impl Fn(usize, *mut c_char, &mut usize, *mut zrg_error) -> zrg_status) -> Call<String> {
    let mut length = 0;
    call(|error| write(0, ptr::null_mut(), &mut length, error))?;
    let mut text = vec![0xFF_u8; length + 1];
    call(|error| write(text.len(), text.as_mut_ptr().cast(), &mut length, error))?;
    let text = CStr::from_bytes_with_nul(&text).expect("text ends with its only NUL");
    Ok(text.to_string_lossy().into_owned())
}
