// SPDX-License-Identifier: MIT OR Apache-2.0
use std::ffi::{CStr, c_char};

use super::guard::guard_value;
use super::status::{text_of, zrg_status};

/// The version this header belongs to. Before 1.0 a new minor version may change the ABI, and then
/// the shared library has another soname; a new patch version never does.
pub const ZRG_VERSION_MAJOR: u32 = 0;
/// See ZRG_VERSION_MAJOR.
pub const ZRG_VERSION_MINOR: u32 = 1;
/// See ZRG_VERSION_MAJOR.
pub const ZRG_VERSION_PATCH: u32 = 0;

const _: () = {
    const fn is(number: u32, text: &str) -> bool {
        let (mut value, mut i) = (0, 0);
        while i < text.len() {
            value = value * 10 + (text.as_bytes()[i] - b'0') as u32;
            i += 1;
        }
        number == value
    }
    assert!(is(ZRG_VERSION_MAJOR, env!("CARGO_PKG_VERSION_MAJOR")));
    assert!(is(ZRG_VERSION_MINOR, env!("CARGO_PKG_VERSION_MINOR")));
    assert!(is(ZRG_VERSION_PATCH, env!("CARGO_PKG_VERSION_PATCH")));
};

const UNKNOWN: (&CStr, &CStr) = (c"unknown status", c"unknown status");

/// The name of a status, as in this header: "ZRG_ERROR_BOUNDS".
///
/// @param status  any number; one that is not a status gives "unknown status"
/// @return a string that lives as long as the program; never NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_status_name(status: zrg_status) -> *const c_char {
    guard_value(UNKNOWN.0.as_ptr(), || text_of(status).unwrap_or(UNKNOWN).0.as_ptr())
}

/// What a status means in general. What went wrong in particular is in ::zrg_error.
///
/// @param status  any number; one that is not a status gives "unknown status"
/// @return a string that lives as long as the program; never NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_status_message(status: zrg_status) -> *const c_char {
    guard_value(UNKNOWN.1.as_ptr(), || text_of(status).unwrap_or(UNKNOWN).1.as_ptr())
}

/// The version of the library that is running: MAJOR * 10000 + MINOR * 100 + PATCH, as
/// ZRG_VERSION_NUMBER is of this header. A careful program compares the two once.
///
/// @return the number
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_version_number() -> u32 {
    guard_value(0, || ZRG_VERSION_MAJOR * 10_000 + ZRG_VERSION_MINOR * 100 + ZRG_VERSION_PATCH)
}

/// The version of the library that is running, as text: "0.1.0".
///
/// @return a string that lives as long as the program
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_version_string() -> *const c_char {
    guard_value(c"".as_ptr(), || concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast())
}
