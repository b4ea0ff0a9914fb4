// SPDX-License-Identifier: MIT OR Apache-2.0
//! The edges of one axis, and the search in them: which chunk holds an element, and where does a chunk start?
//!
//! Equal edges are divided by (`divisor.rs`). Others are kept as prefix sums, and a chunk is found in two steps. A table over
//! the top bits of the index says where to begin, and a few comparisons with neighbouring sums do the rest:
//!
//! ```text
//!   edges          3      5          2    3      3
//!   sums       0      3          8     10     13     16
//!   chunks       0      1          2    3      4
//!
//!   index / 4  0        1        2        3              its top bits
//!   table      0        1        2        3              the last chunk that starts at or before 0, 4, 8, 12
//! ```
//!
//! Index 14 has the top bits 3. The table says chunk 3, and since chunk 4 starts under the same entry, it is chunk 3 or 4:
//! one comparison (13 <= 14) says 4. The fullest entry of the whole table sets how many chunks are compared, for every
//! query of the axis: so no branch depends on the data, and a processor has nothing to guess. Ordinary edges need three
//! comparisons; edges that all crowd under one entry need as many as a plain binary search.
//!
//! | file | what it has |
//! |---|---|
//! | `edges.rs` | the forms in which edges are kept, and what is asked of them |
//! | `builder.rs` | takes edges one by one and picks their form |
//! | `prefix.rs` | prefix sums and their table |
//! | `windows.rs` | the search in them, for one number and for many |
//! | `divisor.rs` | division by a multiplication |
//! | `block.rs` | how many queries are answered at once, and where the answers go |
//!
//! Why it is so, and what else was tried: "Design" in docs/performance.md.

mod block;
mod builder;
mod divisor;
mod edges;
mod prefix;
mod windows;

pub use block::{Answers, BLOCK, Slots, count_below};
pub use builder::EdgesBuilder;
pub use divisor::Divisor;
pub use edges::{Chunk, Edges, Run};
