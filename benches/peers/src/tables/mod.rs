// SPDX-License-Identifier: MIT OR Apache-2.0
//! One file for each question; [`TABLES`] lists them.

mod allocations;
mod chunks;
mod copying;
mod heap_use;
mod lookup;
mod one_call;
mod one_run;
mod parts;
mod projections;
mod reading;
mod regular;
mod runs;
mod skew;
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

/// In the order in which they are measured. Reading and writing come first, since they alone ask for much memory again and
/// again: large blocks that other tables have freed make the system's allocator keep more, and change what that costs.
pub const TABLES: &[Table] = &[
    reading::TABLE,
    writing::TABLE,
    heap_use::TABLE,
    one_run::TABLE,
    lookup::TABLE,
    skew::TABLE,
    regular::TABLE,
    runs::TABLE,
    one_call::TABLE,
    chunks::TABLE,
    parts::TABLE,
    projections::TABLE,
    copying::TABLE,
    allocations::TABLE,
];
