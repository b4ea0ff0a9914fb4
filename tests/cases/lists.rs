// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elements asked for by lists, masks and points, which have to say the same as the calls about single elements.

use zrg::capi::zrg_slice;

use crate::runner::elements::Located;
use crate::runner::grid::{Call, Layout};
use crate::runner::json::Json;
use crate::runner::query::Query;
use crate::runner::report::{Answer, Stop, agree};
use crate::runner::selection::Selection;

/// The most elements that are asked for one by one.
const MOST: u64 = 100_000;

/// The elements of a slice one by one, where they are not too many.
pub fn elements(slice: &zrg_slice) -> Option<Vec<i64>> {
    let element = |k: u64| slice.start.wrapping_add(k.wrapping_mul(slice.step as u64)) as i64;
    (slice.count <= MOST).then(|| (0..slice.count).map(element).collect())
}

/// The mask that selects some elements of an axis, unless the axis is too long.
pub fn mask_of(elements: &[i64], extent: u64) -> Option<Vec<u8>> {
    let mut mask = (extent <= MOST).then(|| vec![0; extent as usize])?;
    for &element in elements {
        mask[element as usize] = 1;
    }
    Some(mask)
}

/// A list of integers as the calls for lists take them; `None` where one is past 63 bits.
fn signed(list: Json) -> Result<Option<Vec<i64>>, Stop> {
    let integers: Vec<i128> = list.list()?.into_iter().map(Json::integer).collect::<Result<_, _>>()?;
    Ok(integers.into_iter().map(|integer| i64::try_from(integer).ok()).collect())
}

/// One element of each axis but one, of which there is nothing, and which is to get a list.
fn base(query: &Query, axis: usize) -> Result<Selection, Stop> {
    let slice = |(number, &extent): (usize, &u64)| zrg_slice {
        start: 0,
        count: u64::from(number != axis && extent > 0),
        step: 1,
    };
    Ok(query.grid()?.select(&query.extents().iter().enumerate().map(slice).collect::<Vec<_>>())?)
}

/// The chunk on an axis and the place within of each element of its list, in request order; `None` where another axis is
/// empty, so that there is no part.
fn located(query: &Query, axis: usize, selection: &Selection) -> Result<Option<Vec<(u64, u64)>>, Stop> {
    let count = selection.shape()?[axis] as usize;
    if query.extents().iter().enumerate().any(|(number, &extent)| number != axis && extent == 0) {
        return Ok(None);
    }
    let mut located = vec![(u64::MAX, u64::MAX); count];
    for part in selection.parts(64)? {
        let projection = &part.projections[axis];
        let (within, out) = selection.elements(axis, projection)?;
        for (within, out) in within.into_iter().zip(out) {
            located[out as usize] = (projection.chunk, within);
        }
    }
    Ok(Some(located))
}

/// Two ways to ask the same: both answer alike, or both refuse, for the same element. A negative index is an input that
/// only a list can be given.
fn both<T: serde_core::Serialize>(what: &str, one: Result<T, Stop>, other: Result<Option<T>, Stop>) -> Result<T, Stop> {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            if let Some(other) = other {
                agree(what, &one, other)?;
            }
            Ok(one)
        }
        (Err(Stop::Inexpressible(_)), Err(stop)) => Err(stop),
        (Err(Stop::Refused(one)), Err(Stop::Refused(other))) => {
            agree(&format!("{what}: status and element"), (&one.status, one.element), (&other.status, other.element))?;
            Err(one.into())
        }
        (Err(stop), Err(_)) => Err(stop),
        (Err(stop), Ok(None)) => Err(stop),
        (Err(stop), Ok(Some(_))) => Err(Stop::Differs(format!("{what}: a list accepts what is else refused: {stop}"))),
        (Ok(_), Err(stop)) => Err(Stop::Differs(format!("{what}: a list does not accept what else is: {stop}"))),
    }
}

/// Indices of one axis, asked for by a list too; `one_by_one` is what the other calls say.
pub fn points(query: &Query, axis: usize, one_by_one: Result<Vec<(u64, u64)>, Stop>) -> Result<Vec<(u64, u64)>, Stop> {
    let by_list = || match signed(query.asked.need("indices")?)? {
        Some(indices) => located(query, axis, &base(query, axis)?.with_indices(axis, &indices, 0)?),
        None => Ok(None),
    };
    // Refused documents are not the list's business.
    query.grid()?;
    both("located, one by one and by a list", one_by_one, by_list())
}

/// Whole points, asked for by a selection of points too.
pub fn points_nd(query: &Query, one_by_one: Result<Vec<Located>, Stop>) -> Result<Vec<Located>, Stop> {
    let by_selection = || {
        let points = query.asked.need("points")?.list()?.into_iter().map(signed).collect::<Result<Option<Vec<_>>, _>>();
        let Some(points) = points? else { return Ok(None) };
        let rank = query.extents().len();
        let mut located = vec![(Vec::new(), Vec::new()); points.len()];
        let selection = query.grid()?.select_points(&points, Layout::Points, 0)?;
        for part in selection.parts(64)? {
            let axes: Vec<_> =
                (0..rank).map(|axis| selection.elements(axis, &part.projections[axis])).collect::<Call<_>>()?;
            let positions = axes.first().map_or(Vec::new(), |(_, out)| out.clone());
            for (i, out) in positions.into_iter().enumerate() {
                located[out as usize] = (part.chunk.clone(), axes.iter().map(|(within, _)| within[i]).collect());
            }
        }
        Ok(Some(located))
    };
    query.grid()?;
    both("located, one by one and by a selection", one_by_one, by_selection())
}

/// A mask of one axis, in bytes and in bits.
pub fn mask(query: &Query) -> Answer {
    let axis = query.axis()?;
    let yes_or_no = |entry: Json| match entry.spelled() {
        "true" | "1" => Ok(1),
        "false" | "0" => Ok(0),
        other => Err(Stop::Unreadable(format!("{other} in a mask"))),
    };
    let mask: Vec<u8> = query.asked.need("mask")?.list()?.into_iter().map(yes_or_no).collect::<Result<_, _>>()?;
    let base = base(query, axis)?;
    let by_bytes = base.with_mask(axis, &mask).map_err(Stop::from);
    let by_bits = base.with_bits(axis, &mask).map_err(Stop::from);
    let list = |selection: Result<Selection, Stop>| selection?.list(axis, 0, mask.len()).map_err(Stop::from);
    let (within, out) = both("bytes and bits", list(by_bytes), list(by_bits).map(Some))?;

    let mut elements = Vec::new();
    for (element, _) in mask.iter().enumerate().filter(|(_, byte)| **byte == 1) {
        let interval = query.grid()?.axis_at(axis, element as u64)?;
        elements.push((interval.chunk, element as u64 - interval.origin));
    }
    agree("positions in the result", (0..elements.len()).collect::<Vec<_>>(), out)?;
    agree("elements", elements.iter().map(|(_, within)| *within).collect::<Vec<_>>(), within)?;
    if let Some(located) = located(query, axis, &base.with_mask(axis, &mask)?)? {
        agree("located, one by one and by a mask", &elements, located)?;
    }
    query.same("located", elements)
}
