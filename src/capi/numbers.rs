// SPDX-License-Identifier: MIT OR Apache-2.0
//! The members of the header's enums as the numbers that calls take and structs hold.

use super::axis::zrg_axis_form;
use super::grid::{zrg_chunk_shape_flag, zrg_form};
use super::json::{zrg_key_name, zrg_read_flag};
use super::parts::{zrg_cover_flag, zrg_split};
use super::selection::{zrg_bits_flag, zrg_index_flag};

pub const ZRG_READ_ANY_MEMBER: u32 = zrg_read_flag::ZRG_READ_ANY_MEMBER as u32;
pub const ZRG_READ_REPAIR: u32 = zrg_read_flag::ZRG_READ_REPAIR as u32;
pub const ZRG_FORM_AS_READ: u32 = zrg_form::ZRG_FORM_AS_READ as u32;
pub const ZRG_FORM_RECTILINEAR: u32 = zrg_form::ZRG_FORM_RECTILINEAR as u32;
pub const ZRG_FORM_REGULAR: u32 = zrg_form::ZRG_FORM_REGULAR as u32;
pub const ZRG_EXACT_TAIL: u32 = zrg_chunk_shape_flag::ZRG_EXACT_TAIL as u32;
pub const ZRG_AXIS_INTEGER: u32 = zrg_axis_form::ZRG_AXIS_INTEGER as u32;
pub const ZRG_AXIS_LIST: u32 = zrg_axis_form::ZRG_AXIS_LIST as u32;
pub const ZRG_COVERS_DATA: u64 = zrg_cover_flag::ZRG_COVERS_DATA as u64;
pub const ZRG_COVERS_DECLARED: u64 = zrg_cover_flag::ZRG_COVERS_DECLARED as u64;
pub const ZRG_INDEX_WRAP: u32 = zrg_index_flag::ZRG_INDEX_WRAP as u32;
pub const ZRG_BITS_HIGH_FIRST: u32 = zrg_bits_flag::ZRG_BITS_HIGH_FIRST as u32;
pub const ZRG_SPLIT_PARTS: u32 = zrg_split::ZRG_SPLIT_PARTS as u32;
pub const ZRG_SPLIT_ELEMENTS: u32 = zrg_split::ZRG_SPLIT_ELEMENTS as u32;
pub const ZRG_KEY_DEFAULT: u32 = zrg_key_name::ZRG_KEY_DEFAULT as u32;
pub const ZRG_KEY_V2: u32 = zrg_key_name::ZRG_KEY_V2 as u32;
