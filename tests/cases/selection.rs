// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C calls about a selection, as safe functions over an owned handle.

use std::ptr;

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

    /// The same selection with a list of indices for one axis.
    pub fn with_indices(&self, axis: usize, indices: &[i64], flags: u32) -> Call<Selection> {
        self.changed(|made, error| unsafe {
            zrg_selection_with_indices(self.handle, axis, indices.as_ptr(), indices.len(), flags, made, error)
        })
    }

    /// The same selection with a mask for one axis.
    pub fn with_mask(&self, axis: usize, mask: &[u8]) -> Call<Selection> {
        self.changed(|made, error| unsafe {
            zrg_selection_with_mask(self.handle, axis, mask.as_ptr(), mask.len(), made, error)
        })
    }

    /// The same, with eight elements in a byte.
    pub fn with_bits(&self, axis: usize, mask: &[u8]) -> Call<Selection> {
        let bits: Vec<u8> = mask
            .chunks(8)
            .map(|bits| bits.iter().enumerate().fold(0, |byte, (i, &bit)| byte | (bit & 1) << i))
            .collect();
        self.changed(|made, error| unsafe {
            zrg_selection_with_bits(self.handle, axis, bits.as_ptr(), 0, mask.len(), 0, made, error)
        })
    }

    fn changed(&self, make: impl FnOnce(*mut *mut zrg_selection, *mut zrg_error) -> zrg_status) -> Call<Selection> {
        let mut made = ptr::null_mut();
        call(|error| make(&mut made, error))?;
        Ok(Selection::owned(made, self.rank))
    }

    /// The result's shape, of as many axes as the result has.
    pub fn shape(&self) -> Call<Vec<u64>> {
        let mut shape = blank(unsafe { zrg_selection_rank(self.handle) });
        call(|error| unsafe { zrg_selection_shape(self.handle, shape.len(), shape.as_mut_ptr(), error) })?;
        Ok(shape)
    }

    /// How many parts.
    pub fn count(&self) -> Call<u64> {
        let mut parts = 0;
        call(|error| unsafe { zrg_selection_part_count(self.handle, &mut parts, error) })?;
        Ok(parts)
    }

    /// How many projections on each axis.
    pub fn axis_counts(&self) -> Call<Vec<u64>> {
        let mut counts = blank(self.rank);
        call(|error| unsafe { zrg_selection_projection_counts(self.handle, self.rank, counts.as_mut_ptr(), error) })?;
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
                parts.as_mut_ptr(),
                chunks.as_mut_ptr(),
                projections.as_mut_ptr(),
                capacity,
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

    /// One page of the list of an axis: elements counted from their chunks' origins, and positions in the result.
    pub fn list(&self, axis: usize, first: u64, capacity: usize) -> Call<(Vec<u64>, Vec<u64>)> {
        let (mut within, mut out, mut count) = (blank(capacity), blank(capacity), 0);
        call(|error| unsafe {
            let memory = (within.as_mut_ptr(), out.as_mut_ptr());
            zrg_selection_axis_list(self.handle, axis, first, memory.0, memory.1, capacity, &mut count, error)
        })?;
        within.truncate(count);
        out.truncate(count);
        Ok((within, out))
    }

    /// What a projection selects, element by element: as counted from the chunk's origin, and the positions in the
    /// result.
    pub fn elements(&self, axis: usize, projection: &zrg_projection) -> Call<(Vec<u64>, Vec<u64>)> {
        let zrg_projection { first, count, step, out, list, .. } = *projection;
        if step == 0 {
            let entries = self.list(axis, list, count as usize)?;
            let start = (entries.0.first().copied(), entries.1.first().copied());
            assert_eq!((start, entries.0.len() as u64), ((Some(first), Some(out)), count), "{projection:?}");
            return Ok(entries);
        }
        let within = |k: u64| first.wrapping_add(k.wrapping_mul(step as u64));
        Ok(((0..count).map(within).collect(), (out..out + count).collect()))
    }

    /// The chunks as ranges of chunk numbers, by pages of `capacity`.
    pub fn ranges(&self, gap: u64, capacity: usize) -> Call<Vec<zrg_chunk_range>> {
        let mut next = 0;
        by_pages(capacity, |all: &[zrg_chunk_range]| {
            assert_eq!(
                next,
                all.last().map_or(0, |last| last.first + last.count),
                "where the next page of ranges starts"
            );
            let mut page = vec![zrg_chunk_range { first: 0, count: 0 }; capacity];
            let mut count = 0;
            call(|error| unsafe {
                zrg_selection_chunk_ranges(
                    self.handle,
                    gap,
                    next,
                    page.as_mut_ptr(),
                    capacity,
                    &mut count,
                    &mut next,
                    error,
                )
            })?;
            page.truncate(count);
            Ok(page)
        })
    }

    /// Where the shares of as many workers begin, and the last one ends.
    pub fn split(&self, by: u32, shares: usize) -> Call<Vec<u64>> {
        let mut bounds = blank(shares + 1);
        call(|error| unsafe { zrg_selection_split(self.handle, shares, by, bounds.as_mut_ptr(), error) })?;
        Ok(bounds)
    }

    /// The position of a chunk's part; `None` for a chunk that is not touched.
    pub fn find(&self, chunk: &[u64]) -> Call<Option<u64>> {
        let mut part = 0;
        call(|error| unsafe { zrg_selection_find_part(self.handle, chunk.len(), chunk.as_ptr(), &mut part, error) })?;
        Ok((part != ZRG_NONE).then_some(part))
    }
}
