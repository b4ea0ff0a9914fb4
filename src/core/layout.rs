// SPDX-License-Identifier: MIT OR Apache-2.0
//! How arrays lie in memory, and the proof that what is touched lies inside.

use super::error::{Code, Error, Result};

/// How an array lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    /// The bytes of the memory.
    pub size: usize,
    /// The byte of element (0, …, 0), counted from the start of the memory.
    pub start: i64,
    /// For each axis the bytes from one element to the next; none for C order, which then has to end
    /// where the memory ends.
    pub strides: Option<&'a [i64]>,
    /// What the memory is called in an error.
    pub name: &'static str,
}

impl<'a> Layout<'a> {
    /// From one element to the next on each axis, in bytes; `unit` is the size of one.
    pub fn steps(&self, shape: impl Iterator<Item = u64>, unit: i128) -> Result<AxisSteps<'a>> {
        if self.strides.is_none() {
            self.check_size(shape, unit)?;
        }
        Ok(AxisSteps { strides: self.strides, next_step: unit })
    }

    /// Refuses a memory that does not end where an array in C order does.
    fn check_size(&self, mut shape: impl Iterator<Item = u64>, unit: i128) -> Result<()> {
        if self.start < 0 {
            let what = "{name} starts {quote} bytes before its memory, and has no strides";
            let problem = Error::new(Code::Bounds, what).name(self.name).quote_display(&self.start.unsigned_abs());
            return Err(problem.limit(self.size as u64));
        }
        let needed = shape.try_fold(unit, |needed, length| needed.checked_mul(length.into()));
        let needed = needed.and_then(|needed| needed.checked_add(self.start.into()));
        let size = self.size as i128;
        if needed != Some(size) {
            let (code, what) = match needed {
                Some(needed) if needed < size => {
                    (Code::Argument, "{name} has {value} bytes, more than the {quote} of its elements")
                }
                _ => (Code::Capacity, "{name} has {value} bytes, fewer than the {quote} of its elements"),
            };
            let error = Error::new(code, what).name(self.name).value(self.size as u64);
            return Err(match needed {
                Some(needed) => match u64::try_from(needed) {
                    Ok(limit) => error.limit(limit).quote_display(&limit),
                    Err(_) => error.quote_display(&needed),
                },
                None => error.quote("2^127"),
            });
        }
        Ok(())
    }

    /// Refuses bytes outside the memory.
    pub fn check(&self, reach: Reach, unit: i128) -> Result<()> {
        let end = reach.high.saturating_add(unit);
        if reach.low >= 0 && end <= self.size as i128 {
            return Ok(());
        }
        let outside = if reach.low < 0 { reach.low } else { end - 1 };
        let error = Error::new(Code::Bounds, "the part touches byte {quote} of {name}, which has {limit}")
            .name(self.name)
            .limit(self.size as u64)
            .quote_display(&outside);
        Err(match u64::try_from(outside) {
            Ok(value) => error.value(value),
            Err(_) => error,
        })
    }
}

/// The lowest and highest position touched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// The lowest.
    pub low: i128,
    /// The highest.
    pub high: i128,
}

impl Reach {
    /// The same, counted from elsewhere.
    pub fn shifted(self, start: i128) -> Option<Self> {
        Some(Reach { low: self.low.checked_add(start)?, high: self.high.checked_add(start)? })
    }

    /// With one more axis, of entries that are `step` apart.
    pub fn add_list(self, entries: &[u64], step: i128) -> Option<Self> {
        let (low, high) = entries.iter().fold((u64::MAX, 0), |(low, high), &entry| (low.min(entry), high.max(entry)));
        self.add(i128::from(low).checked_mul(step)?, step, high - low + 1)
    }

    /// With one more axis, of `count` elements from `first` on.
    pub fn add(self, first: i128, step: i128, count: u64) -> Option<Self> {
        let last = first.checked_add(step.checked_mul(i128::from(count) - 1)?)?;
        Some(Reach { low: self.low.checked_add(first.min(last))?, high: self.high.checked_add(first.max(last))? })
    }
}

/// From one element to the next on each axis, asked for from the last axis to the first.
#[derive(Debug)]
pub struct AxisSteps<'a> {
    strides: Option<&'a [i64]>,
    next_step: i128,
}

impl AxisSteps<'_> {
    /// In C order, counted in elements.
    pub fn in_elements() -> Self {
        AxisSteps { strides: None, next_step: 1 }
    }

    /// On an axis of that length. What passes 127 bits stops there, and is refused when it is used.
    pub fn next(&mut self, axis: usize, length: u64) -> i128 {
        if let Some(strides) = self.strides {
            return strides[axis].into();
        }
        let step = self.next_step;
        self.next_step = step.saturating_mul(length.into());
        step
    }
}
