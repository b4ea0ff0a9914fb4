// SPDX-License-Identifier: MIT OR Apache-2.0
//! The keys of a box of chunks as ranges of sorted keys, which is how stores list and delete.
//!
//! Decimal keys do not sort as indices do: 9 and 10 are neighbours as numbers, while 1, 10, 100 and 11 are as keys.
//! Sorted, the indices of an axis are a tree that is walked from the root, a number before those that go on from its
//! digits. The next wanted index, and the end of a run of wanted ones, are found by going from branch to branch: those
//! that are wanted whole or not at all are not looked into, so that it takes few steps for each digit of a number.

use std::ops::Range;

use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::keys::{BaseEncoding, ChunkKeyEncoding};

/// The chunks at both ends of a range of keys, on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The index of the chunk whose key is the first.
    pub first: u64,
    /// The index of the chunk whose key is the last, which belongs to the range.
    pub last: u64,
}

impl Grid {
    /// Shows `visit` at most `capacity` ranges of keys, in the order of keys as bytes, that together hold the keys of
    /// all chunks of a box, and of no other chunk that the grid declares: the position in the page, the axis, and the
    /// range's ends on it. How many ranges were shown.
    ///
    /// A page goes on behind the chunk `behind`, the last of the page before, and starts with the first range where
    /// there is none. The number of ranges follows from how the keys sort: with `fanout` it is at most the number of
    /// rows of the box; with decimal keys, boxes that leave out chunks with more digits take many.
    pub fn key_ranges(
        &self,
        encoding: &ChunkKeyEncoding,
        first: &[u64],
        count: &[u64],
        behind: Option<&[u64]>,
        capacity: usize,
        mut visit: impl FnMut(usize, usize, KeyRange),
    ) -> Result<usize> {
        self.chunk_box(first, count, |_, _| ())?;
        let numeric = matches!(encoding.base, BaseEncoding::Fanout(_));
        let suffix = encoding.suffix.as_str();
        if !numeric && suffix.bytes().next().is_some_and(|byte| byte >= b'0') {
            let what = "keys that end in \"{quote}\" have no ranges: it sorts behind the digit 0";
            return Err(Error::new(Code::Unsupported, what).quote(suffix));
        }
        if count.contains(&0) {
            return Ok(0);
        }
        let wanted = KeyBox { grid: self, numeric, first, count };
        let mut at = [0; Grid::MAX_RANK];
        let at = &mut at[..wanted.walked_axes()];
        let mut more = wanted.start(at, behind)?;
        let mut shown = 0;
        while more && shown < capacity {
            for axis in 0..self.rank() {
                let order = wanted.order(axis);
                let range = match at.get(axis) {
                    Some(&chunk) if axis + 1 == at.len() => KeyRange { first: chunk, last: order.run_end(chunk) },
                    Some(&chunk) => KeyRange { first: chunk, last: chunk },
                    None => KeyRange { first: order.first(), last: order.last_declared() },
                };
                visit(shown, axis, range);
            }
            shown += 1;
            if let Some(axis) = at.len().checked_sub(1) {
                at[axis] = wanted.order(axis).run_end(at[axis]);
            }
            more = wanted.go_on(at);
        }
        Ok(shown)
    }
}

/// A box of chunks that is not empty, and how its keys sort.
struct KeyBox<'a> {
    grid: &'a Grid,
    /// Keys sort as their indices do; else as decimal digits.
    numeric: bool,
    first: &'a [u64],
    count: &'a [u64],
}

impl KeyBox<'_> {
    fn order(&self, axis: usize) -> KeyOrder {
        KeyOrder {
            numeric: self.numeric,
            declared: self.grid.axes()[axis].declared_chunks(),
            wanted: self.first[axis]..self.first[axis] + self.count[axis],
        }
    }

    /// How many axes are walked, chunk by chunk on all but the last of them, and there run by run. On the axes behind
    /// them every chunk is wanted, so that a run goes on from one row to the next.
    fn walked_axes(&self) -> usize {
        let rank = self.grid.rank();
        let cut = (0..rank).rev().find(|&axis| self.order(axis).wanted != (0..self.order(axis).declared));
        cut.map_or(rank.min(1), |axis| axis + 1)
    }

    /// Sets the walked axes to the start of the first range behind a chunk; whether there is one.
    fn start(&self, at: &mut [u64], behind: Option<&[u64]>) -> Result<bool> {
        let Some(behind) = behind else {
            at.iter_mut().enumerate().for_each(|(axis, chunk)| *chunk = self.order(axis).first());
            return Ok(true);
        };
        for (axis, &chunk) in behind.iter().enumerate() {
            let wanted = self.order(axis).wanted;
            if !wanted.contains(&chunk) {
                let what = "a page cannot go on behind chunk {value} of axis {axis}, which is outside the box";
                return Err(Error::new(Code::Bounds, what).axis(axis).value(chunk).limit(wanted.end));
            }
        }
        at.iter_mut().zip(behind).for_each(|(chunk, &behind)| *chunk = behind);
        Ok(self.go_on(at))
    }

    /// Goes to the next wanted chunk of the walked axes in the order of keys, the last axis fastest; whether there is
    /// one.
    fn go_on(&self, at: &mut [u64]) -> bool {
        for axis in (0..at.len()).rev() {
            if let Some(next) = self.order(axis).next_wanted(at[axis]) {
                at[axis] = next;
                return true;
            }
            at[axis] = self.order(axis).first();
        }
        false
    }
}

/// The declared indices of one axis in the order of their keys, and those of them that are wanted, at least one.
struct KeyOrder {
    numeric: bool,
    declared: u64,
    wanted: Range<u64>,
}

impl KeyOrder {
    /// The first wanted index.
    fn first(&self) -> u64 {
        if self.numeric { self.wanted.start } else { self.wanted_from(Some(0)).unwrap_or(self.wanted.start) }
    }

    /// The first wanted index behind one.
    fn next_wanted(&self, index: u64) -> Option<u64> {
        if self.numeric {
            return (index + 1 < self.wanted.end).then_some(index + 1);
        }
        self.wanted_from(self.child(index).or_else(|| self.behind(index)))
    }

    /// The last index of the wanted ones that are neighbours of one, from there on.
    fn run_end(&self, index: u64) -> u64 {
        if self.numeric {
            return self.wanted.end - 1;
        }
        let (mut last, mut next) = (index, Some(index));
        while let Some(index) = next.filter(|index| self.wanted.contains(index)) {
            let numbers = self.branch(index).last();
            if numbers.is_some_and(|longest| longest.end <= self.wanted.end) {
                // The numbers with more digits are larger, so that the whole branch is wanted.
                last = self.last_on(index);
                next = self.behind(index);
            } else {
                last = index;
                next = self.child(index);
            }
        }
        last
    }

    /// The last declared index.
    fn last_declared(&self) -> u64 {
        if self.numeric { self.declared - 1 } else { self.last_on(self.declared.min(10) - 1) }
    }

    /// The first wanted index from one on, where there is one.
    fn wanted_from(&self, mut next: Option<u64>) -> Option<u64> {
        while let Some(index) = next {
            if self.wanted.contains(&index) {
                return next;
            }
            let has_wanted = |numbers: Range<u64>| numbers.start < self.wanted.end && self.wanted.start < numbers.end;
            next = match self.branch(index).any(has_wanted) {
                true => self.child(index),
                false => self.behind(index),
            };
        }
        None
    }

    /// The indices whose digits start with those of one: that one, those with one more digit, and so on.
    fn branch(&self, index: u64) -> impl Iterator<Item = Range<u64>> {
        let declared = self.declared;
        let longer = |numbers: &Range<u64>| {
            // Nothing starts with 0 but 0.
            let start = numbers.start.checked_mul(10).filter(|&start| start > 0)?;
            Some(start..numbers.end.saturating_mul(10))
        };
        std::iter::successors(Some(index..index + 1), longer)
            .take_while(move |numbers| numbers.start < declared)
            .map(move |numbers| numbers.start..numbers.end.min(declared))
    }

    /// The index with one more digit, a 0.
    fn child(&self, index: u64) -> Option<u64> {
        self.branch(index).nth(1).map(|numbers| numbers.start)
    }

    /// The first index that is behind all that start with the digits of one.
    fn behind(&self, index: u64) -> Option<u64> {
        let mut index = index;
        while index % 10 == 9 || index + 1 >= self.declared {
            index /= 10;
            if index == 0 {
                return None;
            }
        }
        Some(index + 1)
    }

    /// The last of the indices that start with the digits of one.
    fn last_on(&self, index: u64) -> u64 {
        let mut last = index;
        while let Some(zero) = self.child(last) {
            last = zero.saturating_add(9).min(self.declared - 1);
        }
        last
    }
}
