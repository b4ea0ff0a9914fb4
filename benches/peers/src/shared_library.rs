// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shared library as it is shipped, loaded as a program loads one: its calls go through pointers, and no compiler sees
//! both sides.

use std::ffi::{CStr, CString, c_void};

/// Names the library's file.
pub const VARIABLE: &str = "ZRG_LIBRARY";

/// Where a function is. There is no telling its type from here.
pub type Function = *const c_void;

/// A library that stays loaded.
pub struct SharedLibrary(*mut c_void);

impl SharedLibrary {
    /// The library that [`VARIABLE`] names, where it does; panics where that is not there.
    pub fn load() -> Option<Self> {
        let path = CString::new(std::env::var(VARIABLE).ok()?).expect("a path without NUL");
        // SAFETY: the path is a C string; what the library does when it is loaded is its own business.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!library.is_null(), "{path:?} is not a library");
        Some(SharedLibrary(library))
    }

    /// A function, which lives as long as the program.
    pub fn function(&self, name: &CStr) -> Function {
        // SAFETY: a library that is loaded, and a C string.
        let function = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        assert!(!function.is_null(), "the library has no {name:?}");
        function
    }
}
