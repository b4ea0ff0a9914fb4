// SPDX-License-Identifier: MIT OR Apache-2.0
use std::ffi::{CStr, c_char};

use super::guard::guard_value;
use crate::core::error::Code;

/// What every call that can fail returns: one of ::zrg_status_code. Later releases may add codes, so
/// treat a value that you do not know as a failure.
pub type zrg_status = i32;

/// No failure.
pub(super) const ZRG_OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;

/// The statuses. Their numbers are pinned and never used again for anything else.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_status_code {
    /// Done.
    ZRG_OK = 0,
    /// The call: a pointer is NULL where it may not be.
    ZRG_ERROR_NULL = 1,
    /// The call: a value that is never right, a misaligned pointer, or memory that is written overlaps other memory.
    ZRG_ERROR_ARGUMENT = 2,
    /// The call: `rank` is not the grid's.
    ZRG_ERROR_RANK = 3,
    /// The call: an index, chunk, part or byte lies outside.
    ZRG_ERROR_BOUNDS = 4,
    /// The call: a buffer is too small.
    ZRG_ERROR_CAPACITY = 5,
    /// The machine: memory ran out.
    ZRG_ERROR_MEMORY = 20,
    /// The machine: a number passes 64 bits, or an extent ZRG_MAX_EXTENT.
    ZRG_ERROR_RANGE = 21,
    /// The machine: a limit of ::zrg_options, or of the library (rank, nesting of the text).
    ZRG_ERROR_LIMIT = 22,
    /// The machine: a fault of this library. Its handles can still be used and freed.
    ZRG_ERROR_INTERNAL = 23,
    /// The document: not JSON.
    ZRG_ERROR_JSON = 40,
    /// The document: a member stands twice in one object.
    ZRG_ERROR_DUPLICATE = 41,
    /// The document: a value of the wrong JSON type or shape, or a missing member.
    ZRG_ERROR_STRUCTURE = 42,
    /// The document: a number or list that may not stand there (an edge below 1, not an integer, an empty list).
    ZRG_ERROR_VALUE = 43,
    /// The document: the edges end before the extent.
    ZRG_ERROR_COVER = 44,
    /// The document: a name, kind or member that this library does not know or refuses.
    ZRG_ERROR_UNSUPPORTED = 45,
    /// The grids: not a regular grid.
    ZRG_ERROR_NOT_REGULAR = 60,
    /// The grids: boundaries that do not meet.
    ZRG_ERROR_NOT_ALIGNED = 61,
    /// The grids: they do not fit together.
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

fn known(status: zrg_status) -> Option<(&'static CStr, &'static CStr)> {
    STATUSES.iter().find(|(code, ..)| *code as zrg_status == status).map(|&(_, name, message)| (name, message))
}

/// The name of a status, as in this header: "ZRG_ERROR_BOUNDS".
///
/// @param status any number; one that is not a status gives "unknown status"
/// @return a string that lives as long as the program; never NULL
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_status_name(status: zrg_status) -> *const c_char {
    guard_value(c"unknown status".as_ptr(), || known(status).map_or(c"unknown status", |(name, _)| name).as_ptr())
}

/// What a status means in general. What went wrong in particular is in ::zrg_error.
///
/// @param status any number; one that is not a status gives "unknown status"
/// @return a string that lives as long as the program; never NULL
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_status_message(status: zrg_status) -> *const c_char {
    guard_value(c"unknown status".as_ptr(), || known(status).map_or(c"unknown status", |(_, message)| message).as_ptr())
}
