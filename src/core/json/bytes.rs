// SPDX-License-Identifier: MIT OR Apache-2.0
//! Long texts looked at quickly: in blocks, by counting, which is what the compiler makes vectors of.

/// Bytes looked at together. (Not `pub`, which cbindgen would take for a part of the header.)
pub(super) const BLOCK: usize = 64;

/// How many of some bytes are so.
#[inline(always)]
pub fn count(bytes: &[u8], so: impl Fn(u8) -> bool) -> usize {
    // A block's count fits a byte and never wraps; checks would keep the compiler from using vectors.
    let in_block = |block: &[u8]| block.iter().fold(0u8, |count, &byte| count.wrapping_add(u8::from(so(byte))));
    bytes.chunks(BLOCK).map(|block| usize::from(in_block(block))).sum()
}

/// `[` or `{`
#[inline(always)]
pub fn opens(byte: u8) -> bool {
    (byte == b'[') | (byte == b'{')
}

/// `]` or `}`
#[inline(always)]
pub fn closes(byte: u8) -> bool {
    (byte == b']') | (byte == b'}')
}
