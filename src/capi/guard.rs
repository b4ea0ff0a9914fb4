// SPDX-License-Identifier: MIT OR Apache-2.0
//! The boundary: no panic crosses it, and every failure becomes a status.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::zrg_error;
use super::status::{ZRG_OK, status_of, zrg_status};
use crate::core::error::{Code, Error, Result};

/// Runs the body of an export. A failure is written to `error`, where that is not NULL.
///
/// # Safety
/// `error` is NULL or points to memory of a `zrg_error`.
#[inline(always)]
pub unsafe fn guard(error: *mut zrg_error, body: impl FnOnce() -> Result<()>) -> zrg_status {
    // The failure is written inside, so that nothing but a status is carried through the boundary.
    let outcome = catch_unwind(AssertUnwindSafe(|| match enter(body) {
        Ok(()) => ZRG_OK,
        // SAFETY: the caller's promise about `error`.
        Err(problem) => unsafe { fail(error, &problem) },
    }));
    match outcome {
        Ok(status) => status,
        // SAFETY: the same.
        Err(panic) => unsafe { fail(error, &internal(&*panic)) },
    }
}

/// Runs the body of an export that returns no status; `otherwise` is what it returns after a panic.
#[inline(always)]
pub fn guard_value<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(|| enter(body))).unwrap_or(otherwise)
}

#[inline(always)]
fn enter<T>(body: impl FnOnce() -> T) -> T {
    if cfg!(zrg_test_panic) {
        panic!("forced by zrg_test_panic");
    }
    body()
}

/// # Safety
/// As for [`guard`].
#[cold]
unsafe fn fail(error: *mut zrg_error, problem: &Error) -> zrg_status {
    if !error.is_null() {
        // SAFETY: not NULL, so it points to memory of this size; unaligned writes ask for no more.
        unsafe { error.write_unaligned(zrg_error::from(problem)) };
    }
    status_of(problem.code)
}

#[cold]
fn internal(panic: &(dyn Any + Send)) -> Error {
    let said = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::new(Code::Internal, "a fault of this library: {quote}").quote(said.unwrap_or("unknown"))
}
