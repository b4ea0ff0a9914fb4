// SPDX-License-Identifier: MIT OR Apache-2.0
//! A selection with its grid, for tests of the ground floor.

use std::mem::MaybeUninit;

use zrg::core::axis::Interval;
use zrg::core::error::Result;
use zrg::core::grid::Grid;
use zrg::core::layout::ArrayLayout;
use zrg::core::project::Projection;
use zrg::core::selection::{Cover, OutputBytes, Page, Part, Segment, Selection};

pub struct Planned<'g> {
    pub grid: &'g Grid,
    pub selection: Selection,
}

/// A part, as a page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub number: u64,
    pub part: Part,
    pub chunk: Vec<u64>,
    pub projections: Vec<Projection>,
}

const NO_PART: Part = Part { chunk_number: None, elements: None, decoded: None, cover: Cover::Partial };

#[derive(Clone, Copy)]
struct Seen(Projection);

impl From<&Projection> for Seen {
    fn from(projection: &Projection) -> Self {
        Seen(*projection)
    }
}

/// `assume_init` of what a test knows to be initialised.
pub fn read<T: Copy>(entry: &MaybeUninit<T>) -> T {
    // SAFETY: the tests make their memory with `MaybeUninit::new`, or look at what was said to be written.
    unsafe { entry.assume_init() }
}

#[allow(dead_code)] // each of the tests uses some
impl Planned<'_> {
    /// A page with all that there is to a part.
    pub fn page(&self, first: u64, capacity: usize) -> Result<Vec<Shown>> {
        let blank = Shown { number: 0, part: NO_PART, chunk: vec![], projections: vec![] };
        self.page_of(first, capacity, [true; 3], &vec![blank; capacity])
    }

    /// A page where some of a part may not be wanted: that is as in `others`.
    pub fn page_of(&self, first: u64, capacity: usize, wanted: [bool; 3], others: &[Shown]) -> Result<Vec<Shown>> {
        let rank = self.grid.rank();
        let mut parts = vec![MaybeUninit::<Part>::uninit(); capacity];
        let mut chunks = vec![MaybeUninit::<u64>::uninit(); capacity * rank];
        let mut projections = vec![MaybeUninit::<Seen>::uninit(); capacity * rank];
        let mut page = Page {
            parts: wanted[0].then_some(&mut parts[..]),
            chunks: wanted[1].then_some(&mut chunks[..]),
            projections: wanted[2].then_some(&mut projections[..]),
        };
        let count = self.selection.fill_page(self.grid, first, capacity, &mut page)?;
        let shown = others[..count].iter().cloned().enumerate().map(|(entry, other)| {
            let axes = entry * rank..(entry + 1) * rank;
            Shown {
                number: first + entry as u64,
                part: if wanted[0] { read(&parts[entry]) } else { other.part },
                chunk: if wanted[1] { chunks[axes.clone()].iter().map(read).collect() } else { other.chunk },
                projections: match wanted[2] {
                    true => projections[axes].iter().map(|seen| read(seen).0).collect(),
                    false => other.projections,
                },
            }
        });
        Ok(shown.collect())
    }

    pub fn projections(&self, part: u64) -> Result<Vec<Projection>> {
        let interval = Interval { chunk: 0, origin: 0, edge: 0, data: 0 };
        let nothing = Projection { interval, first: 0, count: 0, distinct: 0, step: 0, out: 0, list: 0 };
        let mut projections = [nothing; Grid::MAX_RANK];
        self.selection.set_projections(self.grid, part, &mut projections[..self.grid.rank()])?;
        Ok(projections[..self.grid.rank()].to_vec())
    }

    pub fn find(&self, chunk: &[u64]) -> Result<Option<u64>> {
        self.selection.find(self.grid, chunk)
    }

    pub fn segments(&self, part: u64, first: u64, capacity: usize) -> Result<Vec<Segment>> {
        let mut found = vec![];
        let shown = self.selection.segments(self.grid, part, first, capacity, |entry, segment| {
            assert_eq!(entry, found.len());
            found.push(segment);
        })?;
        assert_eq!(shown, found.len());
        let all = self.selection.segment_count(self.grid, part)?;
        assert_eq!(shown as u64, all.saturating_sub(first).min(capacity as u64));
        Ok(found)
    }

    /// The ranges, and the number to go on from.
    pub fn ranges(&self, gap: u64, from: u64, capacity: usize) -> Result<(Vec<(u64, u64)>, u64)> {
        let mut found = vec![];
        let answer = self.selection.ranges(self.grid, gap, from, capacity, |entry, range| {
            assert_eq!(entry, found.len());
            found.push((range.first, range.count));
        });
        assert!(answer.is_ok() || found.is_empty(), "nothing is shown on failure");
        let (count, next) = answer?;
        assert_eq!(count, found.len());
        Ok((found, next))
    }

    pub fn read_part(
        &self,
        part: u64,
        size: usize,
        chunk: (&[u8], ArrayLayout),
        out: (&OutputBytes, ArrayLayout),
    ) -> Result<()> {
        self.selection.read_part(self.grid, part, size, chunk, out)
    }

    pub fn write_part(
        &self,
        part: u64,
        size: usize,
        chunk: (&OutputBytes, ArrayLayout),
        input: (&[u8], ArrayLayout),
    ) -> Result<()> {
        self.selection.write_part(self.grid, part, size, chunk, input)
    }
}
