// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids.

use std::ptr::{null, null_mut};

use zrg::capi::*;

use super::{OK, expect_ok};
use crate::documents::Document;
use crate::points::Answers;

/// A handle.
pub struct Grid(*mut zrg_grid);

impl Drop for Grid {
    fn drop(&mut self) {
        // SAFETY: a handle of this library, freed once.
        unsafe { zrg_grid_free(self.0) }
    }
}

impl Grid {
    /// Reads a document.
    pub fn read(document: &Document) -> Self {
        let (text, shape) = (&document.text, &document.shape);
        let (mut grid, mut error) = (null_mut(), zrg_error::default());
        // SAFETY: the text and the shape are as long as is said, and the rest are locals.
        let status = unsafe {
            let text = (text.as_ptr().cast(), text.len());
            zrg_grid_from_json(text.0, text.1, shape.len(), shape.as_ptr(), null(), &mut grid, &mut error)
        };
        assert_eq!(status, OK, "a document was refused");
        Grid(grid)
    }

    /// Makes a grid of lists of edges, one an axis, over an array as long as they are.
    pub fn from_edges(axes: &[Vec<u64>]) -> Self {
        let shape: Vec<u64> = axes.iter().map(|edges| edges.iter().sum()).collect();
        let counts: Vec<usize> = axes.iter().map(Vec::len).collect();
        let edges = axes.concat();
        let (mut grid, mut error) = (null_mut(), zrg_error::default());
        // SAFETY: one extent and one count an axis, and as many edges as the counts say.
        let status = unsafe {
            zrg_grid_from_edges(
                axes.len(),
                shape.as_ptr(),
                counts.as_ptr(),
                edges.as_ptr(),
                edges.len(),
                &mut grid,
                &mut error,
            )
        };
        expect_ok(status, &error);
        Grid(grid)
    }

    /// Makes a regular grid of one axis.
    pub fn regular(extent: u64, edge: u64) -> Self {
        let (mut grid, mut error) = (null_mut(), zrg_error::default());
        // SAFETY: one extent, one edge, and the rest are locals.
        let status = unsafe { zrg_grid_from_chunk_shape(1, &extent, &edge, 0, &mut grid, &mut error) };
        expect_ok(status, &error);
        Grid(grid)
    }

    /// For calls that have no method here.
    pub fn handle(&self) -> *const zrg_grid {
        self.0
    }

    /// Looks up points of one axis.
    pub fn locate_many(&self, points: &[u64], Answers { chunks, withins }: &mut Answers) {
        assert_eq!(withins.len(), points.len());
        // SAFETY: there is room for one within a point.
        unsafe { self.locate_into(points, chunks, withins.as_mut_ptr()) }
    }

    /// Looks up the chunks of points of one axis, and nothing else of them.
    pub fn locate_chunks(&self, points: &[u64], chunks: &mut [u64]) {
        // SAFETY: NULL asks for nothing.
        unsafe { self.locate_into(points, chunks, null_mut()) }
    }

    /// # Safety
    /// `withins` is NULL or has room for one entry a point.
    unsafe fn locate_into(&self, points: &[u64], chunks: &mut [u64], withins: *mut u64) {
        let (count, mut error) = (points.len(), zrg_error::default());
        assert_eq!(chunks.len(), count);
        let (indices, chunks) = (points.as_ptr(), chunks.as_mut_ptr());
        // SAFETY: all have one entry a point, as was checked or promised.
        let status =
            unsafe { zrg_grid_locate_many(self.0, 1, count, 1, 1, indices, chunks, withins, count, &mut error) };
        expect_ok(status, &error);
    }

    /// What chunks are, each of `rank` entries: origins, declared shapes, and shapes of the data.
    pub fn chunk_many(&self, rank: usize, chunks: &[u64], [origins, declared, data]: &mut [Vec<u64>; 3]) {
        let mut error = zrg_error::default();
        for answers in [&mut *origins, &mut *declared, &mut *data] {
            assert_eq!(answers.len(), chunks.len());
        }
        let count = chunks.len() / rank;
        let (origins, declared, data) = (origins.as_mut_ptr(), declared.as_mut_ptr(), data.as_mut_ptr());
        // SAFETY: the answers are as long as the chunks, which have `rank` entries each.
        let status =
            unsafe { zrg_grid_chunk_many(self.0, rank, chunks.as_ptr(), origins, declared, data, count, &mut error) };
        expect_ok(status, &error);
    }

    /// A page of the projections of a slice on the first axis; how many there were.
    pub fn projections(&self, slice: &zrg_slice, from_chunk: u64, page: &mut [zrg_projection]) -> usize {
        let (mut count, mut next, mut error) = (0, 0, zrg_error::default());
        // SAFETY: the page is as long as is said.
        let status = unsafe {
            zrg_grid_axis_projections(
                self.0,
                0,
                slice,
                from_chunk,
                page.as_mut_ptr(),
                page.len(),
                &mut count,
                &mut next,
                &mut error,
            )
        };
        expect_ok(status, &error);
        count
    }

    /// Asks for the length, reserves that, and writes.
    pub fn write(&self) -> Vec<u8> {
        let (mut length, mut error) = (0, zrg_error::default());
        // SAFETY: the text has room for `length + 1` bytes, and after success `length` of them are written.
        unsafe {
            zrg_grid_to_json(self.0, ZRG_FORM_AS_READ, null_mut(), 0, &mut length, &mut error);
            let mut text: Vec<u8> = Vec::with_capacity(length + 1);
            let room = text.as_mut_ptr();
            let status = zrg_grid_to_json(self.0, ZRG_FORM_AS_READ, room.cast(), length + 1, &mut length, &mut error);
            assert_eq!(status, OK, "a grid was not written");
            text.set_len(length);
            text
        }
    }

    /// Writes into memory that is there already; the length.
    pub fn write_into(&self, text: &mut [u8]) -> usize {
        let (mut length, mut error) = (0, zrg_error::default());
        let room = text.as_mut_ptr().cast();
        // SAFETY: the text is as long as is said.
        let status = unsafe { zrg_grid_to_json(self.0, ZRG_FORM_AS_READ, room, text.len(), &mut length, &mut error) };
        assert_eq!(status, OK, "a grid was not written");
        length
    }

    /// Panics where the grid is not what the document says.
    pub fn check(&self, document: &Document) {
        let rank = document.shape.len();
        let mut chunks = vec![0; rank];
        // SAFETY: the counts have one entry an axis.
        let status = unsafe { zrg_grid_chunk_counts(self.0, rank, chunks.as_mut_ptr(), null_mut(), null_mut()) };
        assert_eq!((status, &chunks), (OK, &document.chunks));
        for sample in document.checked_samples() {
            let (mut chunk, mut within) = (vec![0; rank], vec![0; rank]);
            let index = sample.index.as_ptr();
            // SAFETY: all three have one entry an axis.
            let status =
                unsafe { zrg_grid_locate(self.0, rank, index, chunk.as_mut_ptr(), within.as_mut_ptr(), null_mut()) };
            assert_eq!((status, chunk, within), (OK, sample.chunk, sample.within));
        }
    }
}
