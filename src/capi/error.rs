// SPDX-License-Identifier: MIT OR Apache-2.0
use std::ffi::c_char;
use std::fmt::{self, Write};

use super::status::{status_of, zrg_status};
use crate::core::error::Error;

/// Stands for "no such number" in every field of 64 bits that holds a number or a position, and
/// for one that does not fit: 2^64 - 1 and above. Counts are plain numbers: none is ZRG_NONE.
pub const ZRG_NONE: u64 = u64::MAX;

/// What went wrong in a call: 256 bytes that the caller owns, usually on its stack. All zero is a
/// valid start. A call that succeeds does not touch it; one that fails writes all of it. The
/// pointer itself is not checked, so that a failure can always be told: it must be NULL or point
/// to 256 bytes that overlap nothing else of the call, of any alignment.
///
/// A field that says nothing is -1 (`axis`) or ZRG_NONE (the others).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct zrg_error {
    /// the status that the call returned
    pub code: zrg_status,
    /// the axis concerned, from 0
    pub axis: i32,
    /// The position in an axis's list or in a batch: the first edge, run, index, mask byte, point
    /// or chunk that is wrong. Of a slice that is outside 0: its start, or 1: its count.
    pub entry: u64,
    /// the byte of the JSON text where the value starts
    pub byte_offset: u64,
    /// What was given. A number that does not fit, or is negative, is in the message alone.
    pub value: u64,
    /// What that was compared with: the extent for an index, the declared chunks for a chunk, the
    /// bytes or entries needed for a buffer, the extent for a sum of edges, the least that is
    /// allowed for a number that is too small.
    pub limit: u64,
    /// ZRG_NONE for now
    pub reserved: u64,
    /// One sentence in UTF-8, ended by a NUL, with the JSON path where there is one
    /// ("chunk_grid.configuration.chunk_shapes[1][2][0]"). Quoted text is escaped and cut.
    pub message: [c_char; 208],
}

const _: () = assert!(size_of::<zrg_error>() == 256);

impl Default for zrg_error {
    fn default() -> Self {
        zrg_error { code: 0, axis: 0, entry: 0, byte_offset: 0, value: 0, limit: 0, reserved: 0, message: [0; 208] }
    }
}

impl From<&Error> for zrg_error {
    fn from(problem: &Error) -> Self {
        let mut message = Message { text: [0; Message::SIZE], length: 0 };
        // Fails only where the message is full, and then it has been cut.
        let _ = write!(message, "{problem}");
        zrg_error {
            code: status_of(problem.code),
            axis: problem.axis.map_or(-1, |axis| axis as i32),
            entry: problem.entry.unwrap_or(ZRG_NONE),
            byte_offset: problem.offset.unwrap_or(ZRG_NONE),
            value: problem.value.unwrap_or(ZRG_NONE),
            limit: problem.limit.unwrap_or(ZRG_NONE),
            reserved: ZRG_NONE,
            message: message.text,
        }
    }
}

/// Text of a fixed size with a NUL behind it.
struct Message {
    text: [c_char; Message::SIZE],
    length: usize,
}

impl Message {
    const SIZE: usize = 208;
}

impl Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            let end = self.length + c.len_utf8();
            if end >= Message::SIZE {
                return Err(fmt::Error);
            }
            for (place, byte) in self.text[self.length..end].iter_mut().zip(c.encode_utf8(&mut [0; 4]).bytes()) {
                *place = byte as c_char;
            }
            self.length = end;
        }
        Ok(())
    }
}
