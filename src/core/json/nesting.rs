// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nesting, bounded before the reader sees the text: skipping a value would otherwise keep a byte for
//! each of its levels.

use super::bytes::{BLOCK, closes, count, opens};
use crate::core::error::{Code, Error, Result};

/// What `serde_json` allows by itself.
const MAX_DEPTH: usize = 128;

/// Refuses text that nests deeper than [`MAX_DEPTH`].
pub fn check_nesting(text: &str) -> Result<()> {
    // Most documents hold fewer brackets altogether.
    if count(text.as_bytes(), opens) <= MAX_DEPTH {
        return Ok(());
    }
    let mut scan = Scan::default();
    for (number, block) in text.as_bytes().chunks(BLOCK).enumerate() {
        if !scan.take(block) {
            scan.go_through(block, number * BLOCK)?;
        }
    }
    Ok(())
}

/// The state between two bytes.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Takes a block as a whole, where no string touches it and no level in it can be too deep. (A stray closing bracket
    /// may count against a later opening one, but no reader gets past it.)
    fn take(&mut self, block: &[u8]) -> bool {
        let (opened, closed) = (count(block, opens), count(block, closes));
        let whole = !self.in_string && count(block, |byte| byte == b'"') == 0 && self.depth + opened <= MAX_DEPTH;
        if whole {
            self.depth = (self.depth + opened).saturating_sub(closed);
        }
        whole
    }

    /// Goes through a block that starts at `start`, byte by byte.
    fn go_through(&mut self, block: &[u8], start: usize) -> Result<()> {
        for (at, &byte) in block.iter().enumerate() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'"' => self.in_string = !self.in_string,
                b'\\' if self.in_string => self.escaped = true,
                _ if self.in_string => {}
                b'[' | b'{' => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(Error::new(Code::Limit, "nested more than {limit} levels deep")
                            .value(self.depth as u64)
                            .limit(MAX_DEPTH as u64)
                            .offset(start + at));
                    }
                }
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        Ok(())
    }
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
