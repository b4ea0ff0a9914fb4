// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nesting, bounded before the reader sees the text: skipping a value would otherwise keep a byte for
//! each of its levels.

use crate::grid::error::{Code, Error, Result};

/// What `serde_json` allows by itself.
const MAX_DEPTH: u64 = 128;

/// Refuses text that nests deeper than [`MAX_DEPTH`].
pub fn check_nesting(text: &str) -> Result<()> {
    // Most documents have fewer brackets than that, which is quickly counted.
    let blocks = text.as_bytes().chunks_exact(128);
    let opened = |block: &[u8]| block.iter().map(|&byte| u8::from(byte == b'[' || byte == b'{')).sum::<u8>();
    let rest = opened(blocks.remainder());
    if blocks.map(|block| u64::from(opened(block))).sum::<u64>() + u64::from(rest) <= MAX_DEPTH {
        return Ok(());
    }
    let mut depth = 0u64;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Error::new(Code::Limit, "nested more than {limit} levels deep")
                        .value(depth)
                        .limit(MAX_DEPTH)
                        .offset(at));
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some((_, byte)) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => {
                            bytes.next();
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_nesting;

    #[test]
    fn counts_levels_outside_strings() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(check_nesting(&nested(128)).is_ok());
        let error = check_nesting(&nested(129)).unwrap_err();
        assert_eq!((error.value, error.offset), (Some(129), Some(128)));
        assert!(check_nesting(&format!(r#"["\"{}", {}]"#, "[".repeat(1000), nested(100))).is_ok());
        assert!(check_nesting(&"[".repeat(10_000_000)).is_err());
        assert!(check_nesting(&"[]".repeat(1000)).is_ok());
    }
}
