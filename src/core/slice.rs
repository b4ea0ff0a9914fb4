// SPDX-License-Identifier: MIT OR Apache-2.0
//! A slice of one axis, and Python's bounds of one.

use super::axis::check_extent;
use super::error::{Code, Error, Result};

/// Elements start, start + step, … of one axis; the step is not 0 and has either sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first element.
    pub start: u64,
    /// How many.
    pub count: u64,
    /// From one to the next.
    pub step: i64,
}

impl Slice {
    /// Python's `start:stop:step` on an axis; none for a bound left out.
    pub fn from_bounds(extent: u64, start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Result<Self> {
        check_extent(extent)?;
        let step = step.unwrap_or(1);
        if step == 0 {
            return Err(step_zero("a slice's step is 0"));
        }
        // Python clamps to 0 and the extent going up, to -1 and extent - 1 going down.
        let (low, high) = if step > 0 { (0, extent as i64) } else { (-1, extent as i64 - 1) };
        let clamp = |bound: i64| {
            let counted = if bound < 0 { bound.saturating_add(extent as i64) } else { bound };
            counted.clamp(low, high)
        };
        let (from, to) = if step > 0 { (low, high) } else { (high, low) };
        let (start, stop) = (start.map_or(from, clamp), stop.map_or(to, clamp));
        let (near, far) = if step > 0 { (start, stop) } else { (stop, start) };
        let count = if near < far { ((far - near) as u64).div_ceil(step.unsigned_abs()) } else { 0 };
        Ok(Slice { start: start.max(0) as u64, count, step })
    }

    /// Refuses a step of 0, and elements past the extent.
    pub fn check(&self, axis: usize, extent: u64) -> Result<()> {
        if self.step == 0 {
            return Err(step_zero("the step of axis {axis} is 0").axis(axis));
        }
        if self.count == 0 {
            return Ok(());
        }
        if self.start >= extent {
            return Err(Error::new(Code::Bounds, "the slice of axis {axis} starts at {value}: the extent is {limit}")
                .axis(axis)
                .entry(0)
                .value(self.start)
                .limit(extent));
        }
        let room = if self.step > 0 { extent - 1 - self.start } else { self.start };
        let fit = room / self.step.unsigned_abs() + 1;
        if self.count > fit {
            return Err(Error::new(
                Code::Bounds,
                "the slice of axis {axis} has {value} elements, of which {limit} are inside",
            )
            .axis(axis)
            .entry(1)
            .value(self.count)
            .limit(fit));
        }
        Ok(())
    }
}

fn step_zero(what: &'static str) -> Error {
    Error::new(Code::Argument, what).value(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::axis::Axis;

    /// Python's own answers, from its language reference: `range(extent)[start:stop:step]`.
    fn python(extent: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> Vec<i64> {
        let clamp =
            |bound: i64, low: i64, high: i64| (if bound < 0 { bound + extent } else { bound }).max(low).min(high);
        let mut elements = vec![];
        if step > 0 {
            let mut i = start.map_or(0, |s| clamp(s, 0, extent));
            while i < stop.map_or(extent, |s| clamp(s, 0, extent)) {
                elements.push(i);
                i += step;
            }
        } else {
            let mut i = start.map_or(extent - 1, |s| clamp(s, -1, extent - 1));
            while i > stop.map_or(-1, |s| clamp(s, -1, extent - 1)) {
                elements.push(i);
                i += step;
            }
        }
        elements
    }

    #[test]
    fn bounds_are_pythons() {
        let bounds: Vec<Option<i64>> = std::iter::once(None).chain((-9..9).map(Some)).collect();
        for extent in 0..7 {
            for &start in &bounds {
                for &stop in &bounds {
                    for step in (-8..9).filter(|&step| step != 0) {
                        let slice = Slice::from_bounds(extent as u64, start, stop, Some(step)).unwrap();
                        let elements: Vec<i64> =
                            (0..slice.count as i64).map(|k| slice.start as i64 + k * step).collect();
                        assert_eq!(
                            elements,
                            python(extent, start, stop, step),
                            "{start:?}:{stop:?}:{step} of {extent}"
                        );
                        slice.check(0, extent as u64).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_at_the_ends_of_64_bits() {
        let all = Slice::from_bounds(Axis::MAX_EXTENT, None, None, None).unwrap();
        assert_eq!(all, Slice { start: 0, count: Axis::MAX_EXTENT, step: 1 });
        let back = Slice::from_bounds(Axis::MAX_EXTENT, None, None, Some(-1)).unwrap();
        assert_eq!(back, Slice { start: Axis::MAX_EXTENT - 1, count: Axis::MAX_EXTENT, step: -1 });
        let one = Slice::from_bounds(Axis::MAX_EXTENT, Some(i64::MAX), Some(-i64::MAX), Some(i64::MIN)).unwrap();
        assert_eq!(one, Slice { start: Axis::MAX_EXTENT - 1, count: 1, step: i64::MIN });
        assert_eq!(Slice::from_bounds(1 << 63, None, None, None).unwrap_err().code, Code::Range);
        assert_eq!(Slice::from_bounds(5, None, None, Some(0)).unwrap_err().code, Code::Argument);
    }
}
