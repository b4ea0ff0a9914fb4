// SPDX-License-Identifier: MIT OR Apache-2.0
//! The whole C ABI of `zrg`, declared by hand as a foreign caller would: types and constants here, functions
//! in [`functions`], in the order of the header. Nothing but tests uses it. What the header, the library and
//! these declarations do not agree on fails to build or to pass.

#![allow(non_camel_case_types)]

mod functions;

pub use functions::*;

// Links the library. The layout generator reads this crate alone, without dependencies.
#[cfg(not(zrg_abi_alone))]
use zrg as _;

pub type zrg_status = i32;

pub const ZRG_OK: zrg_status = 0;
pub const ZRG_ERROR_NULL: zrg_status = 1;
pub const ZRG_ERROR_ARGUMENT: zrg_status = 2;
pub const ZRG_ERROR_RANK: zrg_status = 3;
pub const ZRG_ERROR_BOUNDS: zrg_status = 4;
pub const ZRG_ERROR_CAPACITY: zrg_status = 5;
pub const ZRG_ERROR_MEMORY: zrg_status = 20;
pub const ZRG_ERROR_RANGE: zrg_status = 21;
pub const ZRG_ERROR_LIMIT: zrg_status = 22;
pub const ZRG_ERROR_INTERNAL: zrg_status = 23;
pub const ZRG_ERROR_JSON: zrg_status = 40;
pub const ZRG_ERROR_DUPLICATE: zrg_status = 41;
pub const ZRG_ERROR_STRUCTURE: zrg_status = 42;
pub const ZRG_ERROR_VALUE: zrg_status = 43;
pub const ZRG_ERROR_COVER: zrg_status = 44;
pub const ZRG_ERROR_UNSUPPORTED: zrg_status = 45;
pub const ZRG_ERROR_NOT_REGULAR: zrg_status = 60;
pub const ZRG_ERROR_NOT_ALIGNED: zrg_status = 61;
pub const ZRG_ERROR_INCOMPATIBLE: zrg_status = 62;

pub const ZRG_MAX_RANK: usize = 64;
pub const ZRG_MAX_EXTENT: u64 = i64::MAX as u64;
pub const ZRG_NONE: u64 = u64::MAX;
pub const ZRG_OMITTED: i64 = i64::MIN;

#[repr(C)]
pub struct zrg_error {
    pub code: zrg_status,
    pub axis: i32,
    pub entry: u64,
    pub byte_offset: u64,
    pub value: u64,
    pub limit: u64,
    pub reserved: u64,
    pub message: [core::ffi::c_char; 208],
}

#[repr(C)]
pub struct zrg_options {
    pub struct_size: u32,
    pub flags: u32,
    pub max_runs: u64,
    pub max_text: u64,
}

pub const ZRG_READ_ANY_MEMBER: u32 = 1;
pub const ZRG_READ_REPAIR: u32 = 2;

pub const ZRG_MAX_PROBLEMS: usize = 1000;

pub const ZRG_FORM_AS_READ: u32 = 0;
pub const ZRG_FORM_RECTILINEAR: u32 = 1;
pub const ZRG_FORM_REGULAR: u32 = 2;

pub const ZRG_AXIS_INTEGER: u32 = 1;
pub const ZRG_AXIS_LIST: u32 = 2;

pub const ZRG_EXACT_TAIL: u32 = 1;

#[repr(C)]
pub struct zrg_grid {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct zrg_selection {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct zrg_run {
    pub edge: u64,
    pub count: u64,
}

#[repr(C)]
pub struct zrg_slice {
    pub start: u64,
    pub count: u64,
    pub step: i64,
}

#[repr(C)]
pub struct zrg_interval {
    pub chunk: u64,
    pub origin: u64,
    pub edge: u64,
    pub data: u64,
}

#[repr(C)]
pub struct zrg_projection {
    pub chunk: u64,
    pub origin: u64,
    pub edge: u64,
    pub first: u64,
    pub count: u64,
    pub step: i64,
    pub out: u64,
    pub list: u64,
}

#[repr(C)]
pub struct zrg_part {
    pub chunk_number: u64,
    pub elements: u64,
    pub decoded: u64,
    pub covers: u64,
}

pub const ZRG_COVERS_DATA: u64 = 1;
pub const ZRG_COVERS_DECLARED: u64 = 2;

pub const ZRG_INDEX_WRAP: u32 = 1;

pub const ZRG_BITS_HIGH_FIRST: u32 = 1;

pub const ZRG_SPLIT_PARTS: u32 = 0;
pub const ZRG_SPLIT_ELEMENTS: u32 = 1;

#[repr(C)]
pub struct zrg_segment {
    pub within: u64,
    pub out: u64,
    pub count: u64,
}

#[repr(C)]
pub struct zrg_chunk_range {
    pub first: u64,
    pub count: u64,
}

#[repr(C)]
pub struct zrg_key_encoding {
    pub name: u32,
    pub separator: u32,
}

pub const ZRG_KEY_DEFAULT: u32 = 0;
pub const ZRG_KEY_V2: u32 = 1;
