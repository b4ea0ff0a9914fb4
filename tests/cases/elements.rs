// SPDX-License-Identifier: MIT OR Apache-2.0
//! Queries about single elements and chunks.

use zrg::capi::{ZRG_KEY_DEFAULT, ZRG_KEY_V2, zrg_key_encoding};

use crate::runner::grid::{self, Grid, Layout};
use crate::runner::lists;
use crate::runner::query::Query;
use crate::runner::report::{Answer, Stop, agree};

/// A point's chunk and its place within.
pub type Located = (Vec<u64>, Vec<u64>);

pub fn grid_shape(query: &Query) -> Answer {
    let (declared, data) = query.grid()?.chunk_counts()?;
    // 2^64 and above are right answers of the file, though no call gives the total.
    let total = declared.iter().try_fold(1_u128, |total, &count| total.checked_mul(count.into()));
    query.same("declared_total", total)?;
    query.same("declared", declared)?;
    query.same("covering", data)
}

pub fn locate(query: &Query) -> Answer {
    let grid = query.grid()?;
    let index = query.integers("index")?;
    let (chunk, within) = grid.locate(&index)?;
    query.same("chunk", chunk)?;
    query.same("within", within)
}

pub fn chunk(query: &Query) -> Answer {
    let (origin, declared, data) = query.grid()?.chunk(&query.integers("chunk")?)?;
    query.same("origin", origin)?;
    query.same("declared", declared)?;
    query.same("data", data)
}

/// Indices of one axis, one by one; where the axis is the whole grid, in a batch too; and by a list.
pub fn points(query: &Query) -> Answer {
    let axis = query.axis()?;
    let located = lists::points(query, axis, one_by_one(query, axis))?;
    query.same("located", located)
}

fn one_by_one(query: &Query, axis: usize) -> Result<Vec<(u64, u64)>, Stop> {
    let grid = query.grid()?;
    let indices = query.integers("indices")?;

    let mut batch = Ok(None);
    if grid.rank() == 1 {
        let points: Vec<Vec<u64>> = indices.iter().map(|&index| vec![index]).collect();
        batch = in_batches(grid, &points).map(Some);
    }
    let mut located = Vec::new();
    for (i, &index) in indices.iter().enumerate() {
        let interval = grid.axis_at(axis, index).map_err(|mut refusal| {
            refusal.element = Some(i as u64);
            refusal
        });
        match (interval, &batch) {
            (Ok(interval), _) => located.push((interval.chunk, index - interval.origin)),
            // The batch's own refusal says where it stopped, which is what the case is about.
            (Err(_), Err(stop)) => return Err(stop.clone()),
            (Err(refusal), Ok(None)) => return Err(refusal.into()),
            (Err(refusal), Ok(Some(_))) => {
                return Err(Stop::Differs(format!("a batch accepts what axis_at refuses: {refusal}")));
            }
        }
    }
    if let Some(batch) = batch? {
        let batch: Vec<_> = batch.iter().map(|(chunk, within)| (chunk[0], within[0])).collect();
        agree("one by one and in a batch", &located, batch)?;
    }
    Ok(located)
}

/// Whole points, one by one, in batches and by a selection.
pub fn points_nd(query: &Query) -> Answer {
    let one_by_one = || {
        let grid = query.grid()?;
        let points = query.asked.need("points")?.list()?;
        let points: Vec<Vec<u64>> = points.into_iter().map(|point| point.unsigned_list()).collect::<Result<_, _>>()?;
        let batch = in_batches(grid, &points)?;
        let single: Vec<Located> = points.iter().map(|point| grid.locate(point)).collect::<Result<_, _>>()?;
        agree("one by one and in a batch", single, &batch)?;
        Ok(batch)
    };
    let located = lists::points_nd(query, one_by_one())?;
    query.same("located", located)
}

/// Points through `zrg_grid_locate_many`, in both layouts, which have to agree.
pub fn in_batches(grid: &Grid, points: &[Vec<u64>]) -> Result<Vec<Located>, Stop> {
    let by_point = grid.locate_many(points, Layout::Points)?;
    let by_axis = grid.locate_many(points, Layout::Axes)?;
    agree("batches in both layouts", &by_point, by_axis)?;
    Ok(by_point)
}

/// A chunk's number, and back.
pub fn ravel(query: &Query) -> Answer {
    let grid = query.grid()?;
    let chunk = query.integers("chunk")?;
    let number = grid.chunk_number(&chunk)?;
    agree("chunk of that number", &chunk, grid.chunk_at_number(number)?)?;
    query.same("linear", number)
}

pub fn key(query: &Query) -> Answer {
    let text = |name| query.asked.get(name).map(|value| value.text()).transpose();
    let separator = text("separator")?.and_then(|text| text.chars().next());
    let encoding = match text("encoding")?.as_deref() {
        Some("v2") => Some(zrg_key_encoding { name: ZRG_KEY_V2, separator: separator.unwrap_or('.').into() }),
        Some("default") => Some(zrg_key_encoding { name: ZRG_KEY_DEFAULT, separator: separator.unwrap_or('/').into() }),
        None => separator.map(|c| zrg_key_encoding { name: ZRG_KEY_DEFAULT, separator: c.into() }),
        Some(other) => return Err(Stop::NotOffered(format!("key encoding {other}"))),
    };
    let chunk = query.integers("chunk")?;
    query.same("key", grid::key(encoding, &chunk)?)
}
