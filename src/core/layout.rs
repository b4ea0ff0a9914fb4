// SPDX-License-Identifier: MIT OR Apache-2.0
//! How arrays and points lie in memory, and the proof that what is touched lies inside.

use super::error::{Code, Error, Result};

/// How an array lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct ArrayLayout<'a> {
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

impl ArrayLayout<'_> {
    /// Sets `steps` to the bytes from one element to the next on each axis of an array of this shape, whose elements have
    /// `unit` bytes. Refuses a memory without strides that does not end where the array does.
    pub fn set_steps(&self, steps: &mut [i128], shape: impl DoubleEndedIterator<Item = u64>, unit: i128) -> Result<()> {
        match self.strides {
            Some(strides) => steps.iter_mut().zip(strides).for_each(|(step, &stride)| *step = stride.into()),
            None => self.check_size(set_c_order(steps, shape, unit))?,
        }
        Ok(())
    }

    /// Refuses a memory that does not end where an array of so many bytes does; none are more than 127 bits can count.
    fn check_size(&self, bytes: Option<i128>) -> Result<()> {
        if self.start < 0 {
            let what = "{name} starts {quote} bytes before its memory, and has no strides";
            let problem = Error::new(Code::Bounds, what).name(self.name).quote_display(&self.start.unsigned_abs());
            return Err(problem.limit(self.size as u64));
        }
        let needed = bytes.and_then(|bytes| bytes.checked_add(self.start.into()));
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

/// Sets `steps` to what lies between neighbours on each axis of an array in C order, whose elements are `unit` apart; and how
/// much all of it is, if 127 bits can count that. Steps that pass 127 bits stop there, and are refused when they are used.
pub fn set_c_order(steps: &mut [i128], shape: impl DoubleEndedIterator<Item = u64>, unit: i128) -> Option<i128> {
    let mut whole = Some(unit);
    for (step, length) in steps.iter_mut().rev().zip(shape.rev()) {
        *step = whole.unwrap_or(i128::MAX);
        whole = whole.and_then(|whole| whole.checked_mul(length.into()));
    }
    whole
}

/// The lowest and the highest position that is touched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    pub low: i128,
    pub high: i128,
}

impl Reach {
    /// With one more axis, of `count` elements from `first` on.
    pub fn add(self, first: i128, step: i128, count: u64) -> Option<Self> {
        let last = first.checked_add(step.checked_mul(i128::from(count) - 1)?)?;
        self.plus(Reach { low: first.min(last), high: first.max(last) })
    }

    /// All sums of a position of each.
    pub fn plus(self, other: Reach) -> Option<Self> {
        Some(Reach { low: self.low.checked_add(other.low)?, high: self.high.checked_add(other.high)? })
    }
}

/// Where the coordinates of points lie in an array: coordinate `a` of point `i` is entry
/// `i * point_stride + a * axis_stride`.
#[derive(Clone, Copy, Debug)]
pub struct PointLayout {
    count: usize,
    point_stride: isize,
    axis_stride: isize,
}

impl PointLayout {
    /// `count` points of `rank` coordinates in an array of `length` entries; each must lie inside.
    pub fn new(rank: usize, count: usize, point_stride: isize, axis_stride: isize, length: usize) -> Result<Self> {
        if count > 0 && rank > 0 {
            let reach = |steps: usize, stride: isize| (steps as i128 - 1).saturating_mul(stride as i128);
            let (points, axes) = (reach(count, point_stride), reach(rank, axis_stride));
            let (low, high) = (points.min(0).saturating_add(axes.min(0)), points.max(0).saturating_add(axes.max(0)));
            if low < 0 || high >= length as i128 {
                let (reached, what) = match low < 0 {
                    true => (low.saturating_neg(), "the strides reach {quote} entries before arrays of {value}"),
                    false => (high.saturating_add(1), "the strides need arrays of {quote} entries, not {value}"),
                };
                let problem = Error::new(Code::Capacity, what).value(length as u64).quote_display(&reached);
                return Err(match u64::try_from(reached) {
                    Ok(needed) if low >= 0 => problem.limit(needed),
                    _ => problem,
                });
            }
        }
        Ok(PointLayout { count, point_stride, axis_stride })
    }

    /// `count` points one after the other, of `rank` coordinates each.
    pub fn rows(rank: usize, count: usize) -> Self {
        PointLayout { count, point_stride: rank as isize, axis_stride: 1 }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// How many of the points have entries of their own. Points that are 0 entries apart are one point, however many there
    /// are said to be.
    pub fn separate(&self) -> usize {
        if self.point_stride == 0 { self.count.min(1) } else { self.count }
    }

    /// From one point's entry to the next one's.
    pub fn point_stride(&self) -> isize {
        self.point_stride
    }

    /// The entry of coordinate `axis` of point `point`, which [`PointLayout::new`] proved to be inside.
    #[inline(always)]
    pub fn entry(&self, point: usize, axis: usize) -> usize {
        let points = (point as isize).wrapping_mul(self.point_stride);
        let axes = (axis as isize).wrapping_mul(self.axis_stride);
        points.wrapping_add(axes) as usize
    }
}
