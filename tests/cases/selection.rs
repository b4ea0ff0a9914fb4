// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C calls about a selection, as safe functions over an owned handle.

use zrg::capi::*;

use crate::runner::grid::{Call, blank, by_pages, call};

/// One chunk's share of a selection.
pub struct Part {
    pub about: zrg_part,
    pub chunk: Vec<u64>,
    pub projections: Vec<zrg_projection>,
}

pub struct Selection {
    handle: *mut zrg_selection,
    rank: usize,
}

impl Drop for Selection {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and this is its end.
        unsafe { zrg_selection_free(self.handle) }
    }
}

// SAFETY: as for `Grid`.
impl Selection {
    /// Takes over a handle that a call returned.
    pub fn owned(handle: *mut zrg_selection, rank: usize) -> Self {
        Selection { handle, rank }
    }

    pub fn shape(&self) -> Call<Vec<u64>> {
        let mut shape = blank(self.rank);
        let mut rank = usize::MAX;
        call(|error| unsafe { zrg_selection_shape(self.handle, shape.len(), shape.as_mut_ptr(), &mut rank, error) })?;
        assert_eq!(rank, self.rank, "the rank of a selection from slices");
        Ok(shape)
    }

    /// How many parts.
    pub fn count(&self) -> Call<u64> {
        let mut parts = 0;
        call(|error| unsafe { zrg_selection_count(self.handle, &mut parts, error) })?;
        Ok(parts)
    }

    /// How many projections on each axis.
    pub fn axis_counts(&self) -> Call<Vec<u64>> {
        let mut counts = blank(self.rank);
        call(|error| unsafe { zrg_selection_axis_counts(self.handle, self.rank, counts.as_mut_ptr(), error) })?;
        Ok(counts)
    }

    /// One page of parts.
    pub fn parts_from(&self, first: u64, capacity: usize) -> Call<Vec<Part>> {
        let rank = self.rank;
        let mut parts = Vec::with_capacity(capacity);
        let mut chunks = blank(capacity * rank);
        let mut projections = Vec::with_capacity(capacity * rank);
        let mut count = 0;
        call(|error| unsafe {
            zrg_selection_parts(
                self.handle,
                rank,
                first,
                capacity,
                parts.as_mut_ptr(),
                chunks.as_mut_ptr(),
                projections.as_mut_ptr(),
                &mut count,
                error,
            )
        })?;
        assert!(count <= capacity, "{count} parts in a page of {capacity}");
        unsafe {
            parts.set_len(count);
            projections.set_len(count * rank);
        }
        let mut projections = projections.into_iter();
        let part = |(i, about): (usize, zrg_part)| Part {
            about,
            chunk: chunks[i * rank..(i + 1) * rank].to_vec(),
            projections: projections.by_ref().take(rank).collect(),
        };
        Ok(parts.into_iter().enumerate().map(part).collect())
    }

    /// All parts, by pages of `capacity`.
    pub fn parts(&self, capacity: usize) -> Call<Vec<Part>> {
        by_pages(capacity, |all: &[Part]| self.parts_from(all.len() as u64, capacity))
    }

    /// The position of a chunk's part; `None` for a chunk that is not touched.
    pub fn find(&self, chunk: &[u64]) -> Call<Option<u64>> {
        let mut part = 0;
        call(|error| unsafe { zrg_selection_find(self.handle, chunk.len(), chunk.as_ptr(), &mut part, error) })?;
        Ok((part != ZRG_NONE).then_some(part))
    }
}
