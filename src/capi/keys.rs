// SPDX-License-Identifier: MIT OR Apache-2.0
use std::ffi::c_char;

use super::args::{Args, write_text};
use super::error::zrg_error;
use super::guard::guard;
use super::numbers::*;
use super::status::zrg_status;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::check_rank;
use crate::core::keys::{Key, KeyEncoding, KeyName};

/// How keys are spelled, for zrg_key_encoding.name.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_key_name {
    /// "c/1/2"
    ZRG_KEY_DEFAULT = 0,
    /// "1.2"
    ZRG_KEY_V2 = 1,
}

/// How the indices of chunks become keys of a store.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_key_encoding {
    /// ZRG_KEY_DEFAULT or ZRG_KEY_V2
    pub name: u32,
    /// '/' or '.'
    pub separator: u32,
}

impl From<KeyEncoding> for zrg_key_encoding {
    fn from(encoding: KeyEncoding) -> Self {
        let name = match encoding.name {
            KeyName::Default => ZRG_KEY_DEFAULT,
            KeyName::V2 => ZRG_KEY_V2,
        };
        zrg_key_encoding { name, separator: encoding.separator.into() }
    }
}

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

/// ==== 8. CHUNK KEYS ====
///
/// The key of a chunk: "c/1/2" or "1.2". It is not looked up in a grid: any index has a key. A
/// ZRG_KEY_CAPACITY(rank) of bytes has room for any.
///
/// @param[in]  keys      from zrg_grid_from_array_json(); NULL: the default encoding with '/'
/// @param      rank      axes of the array, at most ZRG_MAX_RANK
/// @param[in]  chunk     the chunk's index, `rank` entries
/// @param[out] key       the key, ended by a NUL, or NULL
/// @param      capacity  bytes of `key`, with the NUL
/// @param[out] length    bytes of the key without the NUL; set on ZRG_ERROR_CAPACITY too
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_CAPACITY: `key` is too small (limit: bytes needed, with the NUL). ZRG_ERROR_ARGUMENT: bad `keys`.
///         ZRG_ERROR_LIMIT: a rank past ZRG_MAX_RANK
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            check_rank(rank)?;
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
}
