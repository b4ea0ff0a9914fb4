// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_keys Chunk keys
//!
//! The key under which a store keeps a chunk: "c/1/2" or "1.2". It is not looked up in a grid, so
//! any index has a key. A ZRG_KEY_CAPACITY(rank) of bytes has room for any.
//!
//!     char key[ZRG_KEY_CAPACITY(2)];
//!     uint64_t index[2] = {1, 0};
//!     size_t length;
//!     if (zrg_key_encode(NULL, 2, index, key, sizeof key, &length, &error))
//!         return report(&error);
//!     // length == 5 && !strcmp(key, "c/1/0")

use std::ffi::c_char;

use super::args::{Args, write_text};
use super::error::zrg_error;
use super::guard::guard;
use super::json::zrg_key_encoding;
use super::numbers::*;
use super::status::zrg_status;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::check_max_rank;
use crate::core::keys::{Key, KeyEncoding, KeyName};

impl TryFrom<zrg_key_encoding> for KeyEncoding {
    type Error = Error;

    fn try_from(encoding: zrg_key_encoding) -> Result<Self> {
        let name = match encoding.name {
            ZRG_KEY_DEFAULT => KeyName::Default,
            ZRG_KEY_V2 => KeyName::V2,
            name => return Err(Error::new(Code::Argument, "keys.name is {value}").value(name.into())),
        };
        let separator = ['/', '.'].into_iter().find(|&separator| u32::from(separator) == encoding.separator);
        let separator = separator.ok_or_else(|| {
            Error::new(Code::Argument, "keys.separator is {value}, not '/' or '.'").value(encoding.separator.into())
        })?;
        Ok(KeyEncoding { name, separator })
    }
}

/// Writes the key of a chunk.
///
/// @param[in]  keys      from zrg_grid_from_array_json(); NULL: the default encoding with '/'
/// @param      rank      axes of the array, at most ZRG_MAX_RANK
/// @param[in]  chunk     the chunk's index, `rank` entries
/// @param[out] key       the key, ended by a NUL
/// @param      capacity  bytes of `key`, with the NUL
/// @param[out] length    bytes of the key without the NUL; set on ZRG_ERROR_CAPACITY too
/// @return ZRG_ERROR_CAPACITY: `key` is too small (limit: bytes needed, with the NUL).
///         ZRG_ERROR_ARGUMENT: bad `keys`. ZRG_ERROR_LIMIT: a rank past ZRG_MAX_RANK
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_key_encode(
    keys: *const zrg_key_encoding,
    rank: usize,
    chunk: *const u64,
    key: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        check_max_rank(rank)?;
        let mut args = Args::new();
        let encoding = match keys.is_null() {
            true => KeyEncoding::new(KeyName::Default),
            false => KeyEncoding::try_from(args.input("keys", keys, 1)?[0])?,
        };
        let chunk = args.input("chunk", chunk, rank)?;
        let key = args.output("key", key.cast::<u8>(), capacity)?;
        let length = args.out("length", length)?;
        write_text("key", key, length, &Key { encoding, chunk })
    })
}
