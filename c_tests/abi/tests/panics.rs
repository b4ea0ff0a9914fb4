// SPDX-License-Identifier: MIT OR Apache-2.0
//! With `RUSTFLAGS='--cfg zrg_test_panic'` every export panics before it does anything: the panic must come
//! back as a status, or as nothing. `scripts/panics` builds and runs it.

#![cfg(zrg_test_panic)]

use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use zrg::capi::*;

/// Looks at what comes back from a call of each kind.
macro_rules! calls {
    ($($kind:ident $name:ident($($argument:expr),*);)*) => {
        fn call_all() -> usize {
            [$({
                // SAFETY: nothing is read or written, since the call ends before.
                let answer = unsafe { $name($($argument),*) };
                look!($kind, stringify!($name), answer);
            }),*].len()
        }
    };
}

macro_rules! look {
    (status, $name:expr, $answer:expr) => {
        assert_eq!($answer, zrg_status_code::ZRG_ERROR_INTERNAL as zrg_status, "{}", $name)
    };
    (number, $name:expr, $answer:expr) => {
        assert_eq!($answer, 0, "{}", $name)
    };
    // Never NULL, even then.
    (text, $name:expr, $answer:expr) => {
        assert!(!$answer.is_null(), "{}", $name)
    };
    (nothing, $name:expr, $answer:expr) => {
        let () = $answer;
    };
}

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

/// Where all calls say what was wrong.
fn error() -> *mut zrg_error {
    static ERROR: OnceLock<usize> = OnceLock::new();
    *ERROR.get_or_init(|| Box::into_raw(Box::new(zrg_error::default())) as usize) as *mut zrg_error
}

#[test]
fn no_panic_crosses() {
    let called = call_all();
    assert!(called > 50, "only {called} functions were called");
    // SAFETY: the structure above, which nobody else uses.
    let error = unsafe { *error() };
    assert_eq!(error.code, zrg_status_code::ZRG_ERROR_INTERNAL as zrg_status);
    let message: Vec<u8> = error.message.iter().map(|&c| c as u8).take_while(|&c| c != 0).collect();
    assert_eq!(message, b"a fault of this library: forced by zrg_test_panic");
}
