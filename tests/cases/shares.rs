// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a selection of any kind offers beside its parts: its chunks as ranges of numbers, and shares for workers.

use zrg::capi::{ZRG_NONE, ZRG_SPLIT_ELEMENTS, ZRG_SPLIT_PARTS};

use crate::runner::report::{Answer, Stop, agree};
use crate::runner::selection::{Part, Selection};
use crate::runner::slices::CAPACITIES;

/// Both, against all parts of the selection.
pub fn check(selection: &Selection, parts: &[Part]) -> Answer {
    check_ranges(selection, parts)?;
    for shares in [1, 2, 5] {
        check_split(selection, parts, shares)?;
    }
    Ok(())
}

fn check_ranges(selection: &Selection, parts: &[Part]) -> Answer {
    let numbers: Vec<u64> = parts.iter().map(|part| part.about.chunk_number).collect();
    if numbers.contains(&ZRG_NONE) {
        return Ok(());
    }
    for (gap, capacity) in [0, 2, u64::MAX].into_iter().zip(CAPACITIES) {
        let mut merged: Vec<(u64, u64)> = Vec::new();
        for &number in &numbers {
            match merged.last_mut() {
                Some((first, count)) if number - (*first + *count) <= gap => *count = number - *first + 1,
                _ => merged.push((number, 1)),
            }
        }
        let ranges = selection.ranges(gap, capacity)?;
        let ranges: Vec<_> = ranges.iter().map(|range| (range.first, range.count)).collect();
        agree(&format!("ranges of chunks [first, count] with gaps of {gap}"), merged, ranges)?;
    }
    Ok(())
}

fn check_split(selection: &Selection, parts: &[Part], shares: usize) -> Answer {
    let elements: Vec<u128> = parts.iter().map(|part| part.about.elements.into()).collect();
    for by in [ZRG_SPLIT_PARTS, ZRG_SPLIT_ELEMENTS] {
        let bounds = selection.split(by, shares)?;
        let what = format!("{shares} shares by {by}: {bounds:?}");
        agree(&what, (0, parts.len() as u64), (bounds[0], bounds[shares]))?;
        if !bounds.is_sorted() {
            return Err(Stop::Differs(format!("{what}: they do not rise")));
        }
        // No share is larger than an even one by more than the last part that it took.
        let sizes = bounds.windows(2).map(|bound| {
            let share = bound[0] as usize..bound[1] as usize;
            if by == ZRG_SPLIT_PARTS { share.len() as u128 } else { elements[share].iter().sum() }
        });
        let (total, largest) = match by {
            ZRG_SPLIT_PARTS => (parts.len() as u128, 1),
            _ => (elements.iter().sum(), elements.iter().copied().max().unwrap_or(0)),
        };
        let even = total.div_ceil(shares as u128);
        if !elements.contains(&ZRG_NONE.into()) {
            agree(&format!("{what}: too large"), 0, sizes.filter(|&size| size > even + largest).count())?;
        }
    }
    Ok(())
}
