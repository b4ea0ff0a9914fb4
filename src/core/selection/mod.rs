// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a caller asks for, planned: which chunks, what of each, and where it goes in the result.

mod inner;
mod listed;
mod make;
mod page;
mod points;
mod ranges;
mod split;
mod stretches;

use std::ops::Deref;

use super::axis::Axis;
use super::error::{Code, Error, Result};
use super::grid::Grid;
use super::slice::{NOTHING, Projection};
use listed::ListPlan;
use points::PointPlan;
use stretches::SlicePlan;

pub use listed::{Bits, Bytes, Mask};
pub use make::check_whole_mask;
pub use page::Page;
pub use ranges::Range;
pub use split::SplitBy;

/// A selection of a grid, which it holds on to in the way that `G` says (`&Grid`, `Arc<Grid>`, …).
///
/// Its parts are numbered in row-major chunk order, whatever was asked for in which order.
#[derive(Debug)]
pub struct Selection<G> {
    grid: G,
    kind: Kind,
    /// The shape of the result.
    shape: Vec<u64>,
    /// Whether it is the inner selection of a part.
    inner: bool,
    /// The projections of the last axis, where they are few; else empty.
    table: Vec<Projection>,
}

#[derive(Debug)]
enum Kind {
    /// A plan for each axis: every combination of their projections is a part.
    Axes(Vec<AxisPlan>),
    /// Lists of the axes, zipped.
    Points(PointPlan),
}

/// What is asked for of one axis.
#[derive(Debug)]
enum AxisPlan {
    Slice(SlicePlan),
    List(ListPlan),
}

impl AxisPlan {
    fn elements(&self) -> u64 {
        match self {
            AxisPlan::Slice(plan) => plan.elements(),
            AxisPlan::List(plan) => plan.elements(),
        }
    }

    #[inline]
    fn projections(&self) -> u64 {
        match self {
            AxisPlan::Slice(plan) => plan.projections(),
            AxisPlan::List(plan) => plan.projections(),
        }
    }

    #[inline]
    fn projection(&self, axis: &Axis, position: u64) -> Projection {
        match self {
            AxisPlan::Slice(plan) => plan.projection(axis, position),
            AxisPlan::List(plan) => plan.projection(axis, position),
        }
    }

    /// Neighbouring projections from a position on, as many as there is room for.
    fn fill(&self, axis: &Axis, position: u64, projections: &mut [Projection]) {
        match self {
            AxisPlan::Slice(plan) => plan.fill(axis, position, projections),
            AxisPlan::List(plan) => {
                for (place, position) in projections.iter_mut().zip(position..) {
                    *place = plan.projection(axis, position);
                }
            }
        }
    }

    fn find(&self, axis: &Axis, chunk: u64) -> Option<u64> {
        match self {
            AxisPlan::Slice(plan) => plan.find(axis, chunk),
            AxisPlan::List(plan) => plan.find(chunk),
        }
    }
}

/// One chunk's share of a whole selection, in detail: what [`Selection::page`] shows.
#[derive(Clone, Copy, Debug)]
pub struct Share<'a> {
    /// One for each axis of the grid.
    pub projections: &'a [Projection],
    /// The part's number.
    pub part: u64,
}

/// One chunk's share of a whole selection, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The chunk's row-major number among the declared ones; none from 2^64 - 1 on.
    pub number: Option<u64>,
    /// How many elements are selected; none past 64 bits.
    pub elements: Option<u64>,
    /// How many elements the chunk decodes to; none past 64 bits.
    pub decoded: Option<u64>,
    /// How much of the chunk is selected.
    pub cover: Cover,
}

/// How much of a chunk is selected, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Some of its elements.
    Partial,
    /// Every element inside the array.
    Data,
    /// Every element that it decodes to.
    Declared,
}

impl Cover {
    /// All of a chunk's data, and all that it declares.
    #[inline(always)]
    fn of(data: bool, declared: bool) -> Self {
        match (data, declared) {
            (_, true) => Cover::Declared,
            (true, _) => Cover::Data,
            _ => Cover::Partial,
        }
    }
}

/// An odometer: goes on to the next positions, the last axis fastest. The first axis that changed.
fn turn(plans: &[AxisPlan], positions: &mut [u64; Grid::MAX_RANK]) -> usize {
    for (axis, plan) in plans.iter().enumerate().rev() {
        positions[axis] += 1;
        if positions[axis] < plan.projections() {
            return axis;
        }
        positions[axis] = 0;
    }
    0
}

impl<G: Deref<Target = Grid>> Selection<G> {
    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What holds on to the grid.
    pub fn holder(&self) -> &G {
        &self.grid
    }

    /// The shape of the result: one length for each axis of the grid, or for points their number alone. The inner
    /// selection of a part has the outer one's.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// For each axis, how many of its projections there are. For points that is the number of parts on each.
    pub fn axis_counts(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        (0..self.grid.rank()).map(|axis| match &self.kind {
            Kind::Axes(plans) => plans[axis].projections(),
            Kind::Points(plan) => plan.parts(),
        })
    }

    /// The number of parts; none past 64 bits.
    pub fn part_count(&self) -> Option<u64> {
        match &self.kind {
            Kind::Axes(plans) if plans.iter().any(|plan| plan.projections() == 0) => Some(0),
            Kind::Axes(plans) => plans.iter().try_fold(1u64, |parts, plan| parts.checked_mul(plan.projections())),
            Kind::Points(plan) => Some(plan.parts()),
        }
    }

    /// How many parts there are from number `first` on, at most `capacity`.
    pub fn page_length(&self, first: u64, capacity: usize) -> usize {
        let left = self.part_count().unwrap_or(u64::MAX).saturating_sub(first);
        usize::try_from(left).map_or(capacity, |left| left.min(capacity))
    }

    /// Shows `visit` at most `capacity` parts from number `first` on, each with its position in the page; the
    /// number of parts shown.
    pub fn page(&self, first: u64, capacity: usize, mut visit: impl FnMut(usize, Share)) -> usize {
        let length = self.page_length(first, capacity);
        if length == 0 {
            return 0;
        }
        let rank = self.grid.rank();
        // To prepare as many as there may be takes longer than to make a few.
        let (mut few, mut many);
        let projections: &mut [Projection] = if rank <= Grid::FEW_AXES {
            few = [NOTHING; Grid::FEW_AXES];
            &mut few
        } else {
            many = [NOTHING; Grid::MAX_RANK];
            &mut many
        };
        let plans = match &self.kind {
            Kind::Axes(plans) => plans,
            Kind::Points(plan) => {
                for position in 0..length {
                    let part = first + position as u64;
                    plan.projections(&self.grid, part, projections);
                    visit(position, Share { projections: &projections[..rank], part });
                }
                return length;
            }
        };
        let mut positions = self.positions(plans, first);
        let mut changed = 0;
        for position in 0..length {
            for axis in changed..rank {
                projections[axis] = plans[axis].projection(&self.grid.axes()[axis], positions[axis]);
            }
            visit(position, Share { projections: &projections[..rank], part: first + position as u64 });
            changed = turn(plans, &mut positions);
        }
        length
    }

    /// For each axis, the position of the projection that a part has.
    fn positions(&self, plans: &[AxisPlan], part: u64) -> [u64; Grid::MAX_RANK] {
        let mut positions = [0; Grid::MAX_RANK];
        let mut rest = part;
        for (position, plan) in positions.iter_mut().zip(plans).rev() {
            *position = rest % plan.projections();
            rest /= plan.projections();
        }
        positions
    }

    /// Shows `visit` one part.
    pub fn part<T>(&self, number: u64, visit: impl FnOnce(Share) -> Result<T>) -> Result<T> {
        let mut visit = Some(visit);
        let mut answer = None;
        self.page(number, 1, |_, share| answer = visit.take().map(|visit| visit(share)));
        answer.unwrap_or_else(|| {
            Err(Error::new(Code::Bounds, "there is no part {value}: the selection has {limit}")
                .value(number)
                .limit(self.part_count().unwrap_or(u64::MAX)))
        })
    }

    /// A part in short.
    #[inline]
    pub fn about(&self, Share { projections, part }: Share) -> Part {
        let product =
            |size: fn(&Projection) -> u64| projections.iter().try_fold(1u64, |product, p| product.checked_mul(size(p)));
        let decoded = product(|p| p.interval.edge);
        let (elements, data, declared) = match &self.kind {
            Kind::Axes(_) => (
                product(|p| p.count),
                projections.iter().all(|p| p.distinct == p.interval.data),
                projections.iter().all(|p| p.distinct == p.interval.edge),
            ),
            Kind::Points(plan) => {
                let (count, distinct) = plan.counts(part);
                let data = product(|p| p.interval.data);
                (Some(count), data == Some(distinct), decoded == Some(distinct))
            }
        };
        let cover = Cover::of(data, declared);
        Part { number: self.grid.number_of(projections.iter().map(|p| p.interval.chunk)), elements, decoded, cover }
    }

    /// The number of the part that is a chunk's share; none where the chunk is not touched.
    pub fn find(&self, chunk: &[u64]) -> Result<Option<u64>> {
        self.grid.check_chunk(chunk)?;
        let plans = match &self.kind {
            Kind::Axes(plans) => plans,
            Kind::Points(plan) => return Ok(plan.find(chunk)),
        };
        let mut number = Some(0u64);
        for ((axis, plan), &chunk) in self.grid.axes().iter().zip(plans).zip(chunk) {
            let Some(position) = plan.find(axis, chunk) else { return Ok(None) };
            number = number
                .and_then(|number| number.checked_mul(plan.projections()))
                .and_then(|number| number.checked_add(position));
        }
        match number {
            Some(number) if number < u64::MAX => Ok(Some(number)),
            _ => Err(Error::new(Code::Range, "the part's number passes {limit}").limit(u64::MAX - 1)),
        }
    }

    /// The list of an axis: elements counted from their chunks' origins, and positions in the result, one of each
    /// an entry; none where the axis has a slice.
    pub fn list(&self, axis: usize) -> Option<(&[u64], &[u64])> {
        match &self.kind {
            Kind::Axes(plans) => match plans.get(axis)? {
                AxisPlan::Slice(_) => None,
                AxisPlan::List(plan) => Some(plan.entries()),
            },
            Kind::Points(plan) => (axis < self.grid.rank()).then(|| plan.entries(axis)),
        }
    }

    /// For points, the entries of a part in the lists of all axes, and positions in the result.
    pub fn points_of(&self, part: u64) -> Option<(std::ops::Range<usize>, &[u64])> {
        match &self.kind {
            Kind::Axes(_) => None,
            Kind::Points(plan) => Some((plan.entries_of(part), plan.positions())),
        }
    }
}
