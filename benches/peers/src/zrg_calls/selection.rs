// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selections.

use std::ptr::{null, null_mut};

use zrg::capi::*;

use super::{Grid, expect_ok};

/// A handle of a selection of slices.
pub struct Selection(*mut zrg_selection);

impl Drop for Selection {
    fn drop(&mut self) {
        // SAFETY: a handle of this library, freed once.
        unsafe { zrg_selection_free(self.0) }
    }
}

/// Memory for a page of parts.
pub struct PartsPage {
    rank: usize,
    /// What each part comes to.
    pub parts: Vec<zrg_part>,
    /// The chunks' indices.
    pub chunks: Vec<u64>,
    /// One an axis for each part.
    pub projections: Vec<zrg_projection>,
}

impl PartsPage {
    /// Room for so many parts.
    pub fn room(rank: usize, parts: usize) -> Self {
        let part = zrg_part { chunk_number: 0, elements: 0, decoded: 0, covers: 0 };
        PartsPage {
            rank,
            parts: vec![part; parts],
            chunks: vec![0; parts * rank],
            projections: vec![NO_PROJECTION; parts * rank],
        }
    }
}

/// Where there is no projection yet.
pub const NO_PROJECTION: zrg_projection =
    zrg_projection { chunk: 0, origin: 0, edge: 0, first: 0, count: 0, step: 0, out: 0, list: 0 };

impl Selection {
    /// Plans one slice for each axis.
    pub fn from_slices(grid: &Grid, slices: &[zrg_slice]) -> Self {
        let (mut selection, mut error) = (null_mut(), zrg_error::default());
        // SAFETY: the slices are as many as is said.
        let status = unsafe {
            zrg_selection_from_slices(grid.handle(), slices.len(), slices.as_ptr(), &mut selection, &mut error)
        };
        expect_ok(status, &error);
        Selection(selection)
    }

    /// How many parts it has.
    pub fn count(&self) -> usize {
        let (mut parts, mut error) = (0, zrg_error::default());
        // SAFETY: the outputs are locals.
        expect_ok(unsafe { zrg_selection_part_count(self.0, &mut parts, &mut error) }, &error);
        parts as usize
    }

    /// A page of parts, all that is told of them; how many there were.
    pub fn parts(&self, first: usize, page: &mut PartsPage) -> usize {
        let (parts, chunks) = (page.parts.as_mut_ptr(), page.chunks.as_mut_ptr());
        // SAFETY: a page has room for its parts, and for `rank` entries each.
        unsafe { self.parts_into(first, page, parts, chunks) }
    }

    /// A page of parts, their projections alone; how many there were.
    pub fn projections(&self, first: usize, page: &mut PartsPage) -> usize {
        // SAFETY: NULL asks for nothing.
        unsafe { self.parts_into(first, page, null_mut(), null_mut()) }
    }

    /// # Safety
    /// `parts` and `chunks` are NULL or the page's own.
    unsafe fn parts_into(&self, first: usize, page: &mut PartsPage, parts: *mut zrg_part, chunks: *mut u64) -> usize {
        let (rank, capacity) = (page.rank, page.parts.len());
        let projections = page.projections.as_mut_ptr();
        let (mut count, mut error) = (0, zrg_error::default());
        // SAFETY: a page has room for its parts, and for `rank` entries each.
        let status = unsafe {
            zrg_selection_parts(
                self.0,
                rank,
                first as u64,
                parts,
                chunks,
                projections,
                capacity,
                &mut count,
                &mut error,
            )
        };
        expect_ok(status, &error);
        count
    }

    /// Moves the elements of a part out of its chunk into the result, both in C order.
    pub fn read_part(&self, part: u64, element_size: usize, chunk: &[u8], out: &mut [u8]) {
        let mut error = zrg_error::default();
        let ((chunk, chunk_size), (out, out_size)) = ((chunk.as_ptr(), chunk.len()), (out.as_mut_ptr(), out.len()));
        let (chunk, out) = (chunk.cast(), out.cast());
        // SAFETY: both memories are as long as is said.
        let status = unsafe {
            zrg_selection_read_part(
                self.0,
                part,
                element_size,
                chunk,
                chunk_size,
                0,
                null(),
                out,
                out_size,
                0,
                null(),
                &mut error,
            )
        };
        expect_ok(status, &error);
    }
}
