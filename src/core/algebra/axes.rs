// SPDX-License-Identifier: MIT OR Apache-2.0
//! A grid of some of the axes of another, in any order: a subset and a transposition in one.

use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::reserved;

impl Grid {
    /// The grid whose axis `i` is axis `axes[i]` of this one. Each axis may stand there once; none at all make a grid
    /// of rank 0.
    pub fn some_axes(&self, axes: &[usize]) -> Result<Grid> {
        let mut taken = [false; Grid::MAX_RANK];
        for (element, &axis) in axes.iter().enumerate() {
            self.axis(axis).map_err(|problem| problem.axis(axis).entry(element as u64))?;
            if std::mem::replace(&mut taken[axis], true) {
                let what = "axis {axis} is asked for a second time, at {entry}";
                return Err(Error::new(Code::Argument, what).axis(axis).entry(element as u64).value(axis as u64));
            }
        }
        let mut chosen = reserved(axes.len())?;
        for &axis in axes {
            chosen.push(self.axes()[axis].copied()?);
        }
        Ok(Grid::from_axes(self.name(), chosen))
    }
}
