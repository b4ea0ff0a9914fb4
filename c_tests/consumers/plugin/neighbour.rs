// SPDX-License-Identifier: MIT OR Apache-2.0
//! A second static library written in Rust, as another project would ship it: with a std of its own, and a panic that it
//! catches.

#[unsafe(no_mangle)]
pub extern "C" fn neighbour_counts(values: u32) -> u32 {
    std::panic::set_hook(Box::new(|_| {}));
    let caught = std::panic::catch_unwind(|| (0..values).map(|value| 100 / (value - 3)).sum::<u32>());
    caught.map_or(7, |_| 1)
}
