// SPDX-License-Identifier: MIT OR Apache-2.0
//! A list of elements of one axis, in any order and with repeats, grouped by chunk.

use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::memory::{copied, push, reserved, trimmed};
use crate::core::slice::Projection;

/// One element asked for.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its chunk on the axis.
    pub chunk: u64,
    /// The element counted from the chunk's origin.
    pub within: u64,
    /// Its position in the result.
    pub out: u64,
}

impl Entry {
    /// An element of an axis, which is inside, and its position in the result.
    #[inline]
    pub fn new(axis: &Axis, element: u64, out: u64) -> Self {
        let place = axis.edges().place_with(element);
        Entry { chunk: place.chunk, within: element - place.origin, out }
    }
}

/// A list of one axis, planned: entries by chunk, and in request order in each.
#[derive(Debug)]
pub struct ListPlan {
    within: Vec<u64>,
    out: Vec<u64>,
    groups: Vec<Group>,
}

/// The entries of one chunk.
#[derive(Clone, Copy, Debug)]
struct Group {
    chunk: u64,
    /// The first of its entries; the next group's says where they end.
    first: usize,
    /// How many different elements they are.
    distinct: u64,
}

impl ListPlan {
    /// Plans entries, in request order.
    pub fn new(axis: &Axis, mut entries: Vec<Entry>) -> Result<Self> {
        if !entries.is_sorted_by_key(|entry| entry.chunk) {
            // Positions differ, so this order is the only one: no stable sort, which would reserve memory, is needed.
            entries.sort_unstable_by_key(|entry| (entry.chunk, entry.out));
        }
        let (mut within, mut out) = (reserved(entries.len())?, reserved(entries.len())?);
        let mut groups = Vec::new();
        let mut scratch = Vec::new();
        let mut first = 0;
        for group in entries.chunk_by(|a, b| a.chunk == b.chunk) {
            within.extend(group.iter().map(|entry| entry.within));
            out.extend(group.iter().map(|entry| entry.out));
            let chunk = group[0].chunk;
            let data = axis.clip(axis.edges().place(chunk)).data;
            let distinct = count_distinct(&within[first..], data, &mut scratch)?;
            push(&mut groups, Group { chunk, first, distinct })?;
            first += group.len();
        }
        Ok(ListPlan { within, out, groups: trimmed(groups)? })
    }

    /// The same once more.
    pub fn try_clone(&self) -> Result<Self> {
        Ok(ListPlan { within: copied(&self.within)?, out: copied(&self.out)?, groups: copied(&self.groups)? })
    }

    /// How many elements are asked for.
    pub fn elements(&self) -> u64 {
        self.within.len() as u64
    }

    /// How many chunks of the axis are touched.
    pub fn projections(&self) -> u64 {
        self.groups.len() as u64
    }

    /// How many elements are asked for in the chunks before the one at a position.
    pub fn elements_before(&self, position: u64) -> u64 {
        self.groups.get(position as usize).map_or(self.within.len(), |group| group.first) as u64
    }

    /// The projection at a position, which is below [`ListPlan::projections`].
    pub fn projection(&self, axis: &Axis, position: u64) -> Projection {
        let Group { chunk, first, distinct } = self.groups[position as usize];
        let end = self.elements_before(position + 1);
        Projection {
            interval: axis.clip(axis.edges().place(chunk)),
            first: self.within[first],
            count: end - first as u64,
            distinct,
            step: 0,
            out: self.out[first],
            list: first as u64,
        }
    }

    /// The position of a chunk's projection; none where the chunk is not touched.
    pub fn find(&self, chunk: u64) -> Option<u64> {
        self.groups.binary_search_by_key(&chunk, |group| group.chunk).ok().map(|position| position as u64)
    }

    /// The position of the first projection whose chunk is not before `chunk`.
    pub fn first_from(&self, chunk: u64) -> u64 {
        self.groups.partition_point(|group| group.chunk < chunk) as u64
    }

    /// All entries: elements counted from their chunks' origins, and positions in the result.
    pub fn entries(&self) -> (&[u64], &[u64]) {
        (&self.within, &self.out)
    }
}

/// How many different numbers there are; exact only where that may be as many as `data`.
fn count_distinct(numbers: &[u64], data: u64, scratch: &mut Vec<u64>) -> Result<u64> {
    if (numbers.len() as u64) < data || numbers.is_sorted_by(|a, b| a < b) {
        return Ok(numbers.len() as u64);
    }
    scratch.clear();
    scratch.try_reserve(numbers.len()).map_err(|_| Error::memory())?;
    scratch.extend_from_slice(numbers);
    scratch.sort_unstable();
    scratch.dedup();
    Ok(scratch.len() as u64)
}

/// An index as an element: negative ones count from the end where `wrap` says so.
#[inline]
pub fn element_of(index: i64, wrap: bool, axis: usize, extent: u64) -> Result<u64> {
    let element = if index < 0 && wrap { extent as i64 + index } else { index };
    if element < 0 || element as u64 >= extent {
        let problem = Error::new(Code::Bounds, "index {quote} is outside: the extent of axis {axis} is {limit}");
        let problem = problem.axis(axis).limit(extent).quote_display(&index);
        return Err(if index < 0 { problem } else { problem.value(index as u64) });
    }
    Ok(element as u64)
}

/// The elements that a mask selects, in order.
pub trait Mask {
    /// How many elements it is about.
    fn length(&self) -> u64;

    /// How many elements it selects, or the first position that says neither yes nor no.
    fn count(&self) -> Result<u64>;

    /// The elements.
    fn elements(&self) -> impl Iterator<Item = u64> + '_;
}

/// One byte an element, 0 or 1.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Mask for Bytes<'_> {
    fn length(&self) -> u64 {
        self.0.len() as u64
    }

    fn count(&self) -> Result<u64> {
        if let Some(at) = self.0.iter().position(|&byte| byte > 1) {
            return Err(Error::new(Code::Argument, "a mask holds 0 and 1, not {value}")
                .entry(at as u64)
                .value(self.0[at].into())
                .limit(1));
        }
        Ok(self.0.iter().map(|&byte| u64::from(byte)).sum())
    }

    fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().enumerate().filter(|(_, byte)| **byte == 1).map(|(at, _)| at as u64)
    }
}

/// One bit an element.
#[derive(Clone, Copy, Debug)]
pub struct Bits<'a> {
    /// Eight elements a byte.
    pub bytes: &'a [u8],
    /// Where in the first byte they start, below 8.
    pub offset: usize,
    /// How many of the bits count.
    pub length: u64,
    /// Whether the most significant bit of a byte is its first, not the least.
    pub high_first: bool,
}

impl Mask for Bits<'_> {
    fn length(&self) -> u64 {
        self.length
    }

    fn count(&self) -> Result<u64> {
        Ok(self.elements().count() as u64)
    }

    fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        let bits = self.bytes.iter().enumerate().flat_map(move |(at, &byte)| {
            let mut left = if self.high_first { byte.reverse_bits() } else { byte };
            if at == 0 {
                left &= u8::MAX << self.offset;
            }
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at as u64 * 8 + u64::from(bit) - self.offset as u64)
            })
        });
        bits.take_while(|&element| element < self.length)
    }
}
