// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_status Statuses, errors and versions
//!
//! A call that can fail returns a status, 0 when it is done. What exactly was wrong it writes into
//! a zrg_error, where it is given one: the axis, the entry, the byte of the text, what was given
//! and what that was compared with, and a sentence for people. A program that cannot go on shows
//! the sentence; one that can asks for the numbers.
//!
//!     uint64_t outside[2] = {26, 0};
//!     zrg_status status = zrg_grid_locate(grid, 2, outside, NULL, NULL, &error);
//!     // status == ZRG_ERROR_BOUNDS && error.code == status
//!     // error.axis == 0 && error.value == 26 && error.limit == 26
//!     // !strcmp(zrg_status_name(status), "ZRG_ERROR_BOUNDS")
//!     // !strcmp(error.message, "index 26 is outside: the extent of axis 0 is 26")

use std::ffi::CStr;

use crate::core::error::Code;

/// What every call that can fail returns: one of ::zrg_status_code. Later releases may add codes,
/// so treat a value that you do not know as a failure.
pub type zrg_status = i32;

/// No failure.
pub(super) const ZRG_OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;

/// The statuses. Their numbers are pinned and never used again for anything else: up to 19 it is
/// the call, up to 39 what is asked is too much, up to 59 the document, from 60 on the grids.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_status_code {
    /// done
    ZRG_OK = 0,
    /// a pointer is NULL where it may not be
    ZRG_ERROR_NULL = 1,
    /// a value or a pointer that is never right
    ZRG_ERROR_ARGUMENT = 2,
    /// `rank` is not the grid's or the result's
    ZRG_ERROR_RANK = 3,
    /// an index, chunk, part or byte lies outside
    ZRG_ERROR_BOUNDS = 4,
    /// a buffer is too small
    ZRG_ERROR_CAPACITY = 5,
    /// memory ran out
    ZRG_ERROR_MEMORY = 20,
    /// a number passes 64 bits, or an extent ZRG_MAX_EXTENT
    ZRG_ERROR_RANGE = 21,
    /// past a limit of ::zrg_options, or of the library
    ZRG_ERROR_LIMIT = 22,
    /// a fault of this library; its handles still work
    ZRG_ERROR_INTERNAL = 23,
    /// not JSON
    ZRG_ERROR_JSON = 40,
    /// a member stands twice in one object
    ZRG_ERROR_DUPLICATE = 41,
    /// a value of the wrong type or shape, or none
    ZRG_ERROR_STRUCTURE = 42,
    /// a number or list that may not stand there
    ZRG_ERROR_VALUE = 43,
    /// the edges end before the extent
    ZRG_ERROR_COVER = 44,
    /// a name, kind or member not known or refused
    ZRG_ERROR_UNSUPPORTED = 45,
    /// not a regular grid
    ZRG_ERROR_NOT_REGULAR = 60,
    /// boundaries that do not meet
    ZRG_ERROR_NOT_ALIGNED = 61,
    /// grids that do not fit together
    ZRG_ERROR_INCOMPATIBLE = 62,
}

use zrg_status_code::*;

/// The status of a class of errors.
pub(super) fn status_of(code: Code) -> zrg_status {
    let code = match code {
        Code::Null => ZRG_ERROR_NULL,
        Code::Argument => ZRG_ERROR_ARGUMENT,
        Code::Rank => ZRG_ERROR_RANK,
        Code::Bounds => ZRG_ERROR_BOUNDS,
        Code::Capacity => ZRG_ERROR_CAPACITY,
        Code::Memory => ZRG_ERROR_MEMORY,
        Code::Range => ZRG_ERROR_RANGE,
        Code::Limit => ZRG_ERROR_LIMIT,
        Code::Internal => ZRG_ERROR_INTERNAL,
        Code::Json => ZRG_ERROR_JSON,
        Code::Duplicate => ZRG_ERROR_DUPLICATE,
        Code::Structure => ZRG_ERROR_STRUCTURE,
        Code::Value => ZRG_ERROR_VALUE,
        Code::Cover => ZRG_ERROR_COVER,
        Code::Unsupported => ZRG_ERROR_UNSUPPORTED,
        Code::Repaired => zrg_status_code::ZRG_OK,
        Code::NotRegular => ZRG_ERROR_NOT_REGULAR,
        Code::NotAligned => ZRG_ERROR_NOT_ALIGNED,
        Code::Incompatible => ZRG_ERROR_INCOMPATIBLE,
    };
    code as zrg_status
}

/// Every status, its name and what it means in general.
const STATUSES: [(zrg_status_code, &CStr, &CStr); 19] = [
    (zrg_status_code::ZRG_OK, c"ZRG_OK", c"done"),
    (ZRG_ERROR_NULL, c"ZRG_ERROR_NULL", c"a pointer is NULL where it may not be"),
    (ZRG_ERROR_ARGUMENT, c"ZRG_ERROR_ARGUMENT", c"an argument has a value that is never right"),
    (ZRG_ERROR_RANK, c"ZRG_ERROR_RANK", c"the number of axes is not the grid's"),
    (ZRG_ERROR_BOUNDS, c"ZRG_ERROR_BOUNDS", c"an index, chunk, part or byte lies outside"),
    (ZRG_ERROR_CAPACITY, c"ZRG_ERROR_CAPACITY", c"a buffer is too small"),
    (ZRG_ERROR_MEMORY, c"ZRG_ERROR_MEMORY", c"memory ran out"),
    (ZRG_ERROR_RANGE, c"ZRG_ERROR_RANGE", c"a number passes 64 bits or the largest extent"),
    (ZRG_ERROR_LIMIT, c"ZRG_ERROR_LIMIT", c"a limit was passed"),
    (ZRG_ERROR_INTERNAL, c"ZRG_ERROR_INTERNAL", c"a fault of this library"),
    (ZRG_ERROR_JSON, c"ZRG_ERROR_JSON", c"the text is not JSON"),
    (ZRG_ERROR_DUPLICATE, c"ZRG_ERROR_DUPLICATE", c"a member stands twice in one object"),
    (ZRG_ERROR_STRUCTURE, c"ZRG_ERROR_STRUCTURE", c"a value has the wrong type or shape, or a member is missing"),
    (ZRG_ERROR_VALUE, c"ZRG_ERROR_VALUE", c"a number or list may not stand there"),
    (ZRG_ERROR_COVER, c"ZRG_ERROR_COVER", c"the edges end before the extent"),
    (ZRG_ERROR_UNSUPPORTED, c"ZRG_ERROR_UNSUPPORTED", c"a name, kind or member is not known or refused"),
    (ZRG_ERROR_NOT_REGULAR, c"ZRG_ERROR_NOT_REGULAR", c"the grid is not regular"),
    (ZRG_ERROR_NOT_ALIGNED, c"ZRG_ERROR_NOT_ALIGNED", c"boundaries do not meet"),
    (ZRG_ERROR_INCOMPATIBLE, c"ZRG_ERROR_INCOMPATIBLE", c"the grids do not fit together"),
];

/// The name of a status, and what it means in general.
pub(super) fn text_of(status: zrg_status) -> Option<(&'static CStr, &'static CStr)> {
    STATUSES.iter().find(|(code, ..)| *code as zrg_status == status).map(|&(_, name, message)| (name, message))
}
