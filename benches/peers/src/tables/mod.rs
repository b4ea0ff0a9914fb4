// SPDX-License-Identifier: MIT OR Apache-2.0
//! One file for each question; [`TABLES`] lists them.

mod heap_use;
mod one_run;
mod reading;
mod writing;

use crate::goals::Goals;

/// A few tables on one question.
pub struct Table {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
    /// Measures in so many rounds, prints, and notes the goals.
    pub run: fn(usize, &mut Goals),
}

/// In the order in which they are printed.
pub const TABLES: &[Table] = &[reading::TABLE, writing::TABLE, heap_use::TABLE, one_run::TABLE];
