// SPDX-License-Identifier: MIT OR Apache-2.0
//! zrg as a C program calls it: through the functions of the header.

use std::ptr::{null, null_mut};

use zrg::capi::*;

use crate::documents::Document;

const OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;

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

    /// Asks for the length, reserves that, and writes.
    pub fn write(&self) -> Vec<u8> {
        let (mut length, mut error) = (0, zrg_error::default());
        // SAFETY: the text has room for `length + 1` bytes, and after success `length` of them are written.
        unsafe {
            zrg_grid_to_json(self.0, ZRG_FORM_AS_READ, 0, null_mut(), &mut length, &mut error);
            let mut text: Vec<u8> = Vec::with_capacity(length + 1);
            let room = text.as_mut_ptr();
            let status = zrg_grid_to_json(self.0, ZRG_FORM_AS_READ, length + 1, room.cast(), &mut length, &mut error);
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
        let status = unsafe { zrg_grid_to_json(self.0, ZRG_FORM_AS_READ, text.len(), room, &mut length, &mut error) };
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
