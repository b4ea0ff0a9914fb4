// SPDX-License-Identifier: MIT OR Apache-2.0
//! A selection cut into stretches of parts, for as many workers. Since each part is another chunk, no two
//! workers meet in one.

use std::ops::Deref;

use super::{AxisPlan, Kind, Selection};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;

/// What the stretches have about as much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    /// Parts.
    Parts,
    /// Elements.
    Elements,
}

impl<G: Deref<Target = Grid>> Selection<G> {
    /// Shows `set` where each of `shares` stretches starts, and last where the last one ends: `shares` + 1 part
    /// numbers, with their positions.
    pub fn split(&self, by: SplitBy, shares: usize, mut set: impl FnMut(usize, u64)) -> Result<()> {
        let parts = self.part_count();
        let parts =
            parts.ok_or_else(|| Error::new(Code::Range, "the number of parts passes {limit}").limit(u64::MAX))?;
        if shares == 0 {
            return Err(Error::new(Code::Argument, "a selection cannot be cut into 0 shares").value(0));
        }
        let total = match by {
            // Nothing is nothing by either measure, also where some axes are long.
            _ if parts == 0 => 0,
            SplitBy::Parts => u128::from(parts),
            SplitBy::Elements => self
                .elements_before(parts)
                .ok_or_else(|| Error::new(Code::Range, "the number of elements passes 128 bits"))?,
        };
        // A share's even end, rounded, without multiplying past 128 bits.
        let (whole, rest) = (total / shares as u128, total % shares as u128);
        for share in 0..=shares {
            let goal = whole * share as u128 + rest * share as u128 / shares as u128;
            set(
                share,
                match by {
                    SplitBy::Parts => goal as u64,
                    SplitBy::Elements => self.first_part_from(goal, parts),
                },
            );
        }
        Ok(())
    }

    /// The first part with at least `goal` elements before it, of `parts`.
    fn first_part_from(&self, goal: u128, parts: u64) -> u64 {
        let (mut low, mut high) = (0, parts);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.elements_before(middle) {
                Some(before) if before < goal => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }

    /// How many elements are selected in the parts before one; all of them for the number of parts. None past 128
    /// bits.
    fn elements_before(&self, part: u64) -> Option<u128> {
        let plans = match &self.kind {
            Kind::Axes(plans) => plans,
            Kind::Points(plan) => return Some(plan.elements_before(part).into()),
        };
        if self.part_count() == Some(part) {
            return plans.iter().try_fold(1u128, |all, plan| all.checked_mul(plan.elements().into()));
        }
        // In mixed radix: all that comes before on an axis, times the part's own share of the axes above and all of
        // the axes below.
        let positions = self.positions(plans, part);
        let mut before = 0u128;
        let mut own = 1u128;
        for (number, (plan, axis)) in plans.iter().zip(self.grid.axes()).enumerate() {
            let (ahead, here) = match plan {
                AxisPlan::Slice(slice) => {
                    let projection = slice.projection(axis, positions[number]);
                    (slice.elements_before(projection.interval), projection.count)
                }
                AxisPlan::List(list) => {
                    let ahead = list.elements_before(positions[number]);
                    (ahead, list.elements_before(positions[number] + 1) - ahead)
                }
            };
            let below =
                plans[number + 1..].iter().try_fold(1u128, |all, plan| all.checked_mul(plan.elements().into()))?;
            before = before.checked_add(own.checked_mul(ahead.into())?.checked_mul(below)?)?;
            own = own.checked_mul(here.into())?;
        }
        Some(before)
    }
}
