// SPDX-License-Identifier: MIT OR Apache-2.0
//! zrg as a C program calls it: through the functions of the header.

mod grid;
mod selection;

pub use grid::Grid;
pub use selection::{NO_PROJECTION, PartsPage, Selection};

use zrg::capi::{zrg_error, zrg_status, zrg_status_code};

const OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;

/// Panics where a call failed, with what it said.
#[inline]
fn expect_ok(status: zrg_status, error: &zrg_error) {
    if status != OK {
        let said: Vec<u8> = error.message.iter().map(|&byte| byte as u8).take_while(|&byte| byte != 0).collect();
        panic!("{}", String::from_utf8_lossy(&said));
    }
}
