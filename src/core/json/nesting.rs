// SPDX-License-Identifier: MIT OR Apache-2.0
//! Skipping arrays and objects, nested to any depth.
//!
//! Skipping is a loop and no recursion, so that no text can exhaust the stack. All it has to remember is which bracket
//! closes each open level: one bit a level. The innermost 64 levels are the bits of one number; only what nests deeper
//! needs memory, an eighth of a byte a level, and where there is none that is an error like any other.

use super::cursor::Cursor;
use crate::core::error::Result;
use crate::core::memory::push;

/// Goes past an array or object, which is next.
#[inline(never)]
pub fn skip_nested(cursor: &mut Cursor) -> Result<()> {
    let mut open = Levels::default();
    loop {
        // A value is next. One that opens a level and does not close it at once is followed by another value.
        let is_object = cursor.peek() == Some(b'{');
        if is_object || cursor.peek() == Some(b'[') {
            cursor.take(if is_object { b'{' } else { b'[' });
            cursor.skip_space();
            if !cursor.take(closing(is_object)) {
                open.push(is_object)?;
                if is_object {
                    cursor.name()?;
                }
                continue;
            }
        } else {
            cursor.scalar()?;
        }
        // A value has ended, and with it perhaps the levels around it.
        loop {
            let Some(is_object) = open.innermost() else { return Ok(()) };
            cursor.skip_space();
            if cursor.take(b',') {
                cursor.skip_space();
                if is_object {
                    cursor.name()?;
                }
                break;
            }
            if !cursor.take(closing(is_object)) {
                return Err(cursor.not_json(if is_object { "a comma or }" } else { "a comma or ]" }));
            }
            open.pop();
        }
    }
}

fn closing(is_object: bool) -> u8 {
    if is_object { b'}' } else { b']' }
}

/// For each open level, whether it is an object.
#[derive(Default)]
struct Levels {
    depth: usize,
    /// The innermost levels back to one whose number is a multiple of 64, the innermost in the lowest bit.
    last: u64,
    /// The levels outside those, 64 in each.
    outer: Vec<u64>,
}

impl Levels {
    fn push(&mut self, is_object: bool) -> Result<()> {
        if self.depth % 64 == 0 && self.depth > 0 {
            push(&mut self.outer, self.last)?;
        }
        self.last = self.last << 1 | u64::from(is_object);
        self.depth += 1;
        Ok(())
    }

    fn innermost(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.last & 1 == 1)
    }

    fn pop(&mut self) {
        self.last >>= 1;
        self.depth -= 1;
        if self.depth % 64 == 0 {
            self.last = self.outer.pop().unwrap_or(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::error::Code;

    fn skipped(text: &str) -> Result<usize> {
        let mut cursor = Cursor::new(text);
        cursor.value()?;
        Ok(cursor.at())
    }

    #[test]
    fn levels_are_remembered_at_any_depth() {
        let kind = |level: usize| level * level % 7 < 3;
        let mut levels = Levels::default();
        for depth in [1, 63, 64, 65, 127, 128, 129, 1000] {
            for level in 0..depth {
                levels.push(kind(level)).unwrap();
                assert_eq!(levels.innermost(), Some(kind(level)), "{level} of {depth}");
            }
            for level in (0..depth).rev() {
                assert_eq!(levels.innermost(), Some(kind(level)), "{level} of {depth}");
                levels.pop();
            }
            assert_eq!((levels.innermost(), levels.outer.len()), (None, 0));
        }
    }

    #[test]
    fn a_bracket_of_the_wrong_kind_is_found_at_any_depth() {
        for depth in [1, 2, 63, 64, 65, 66, 128, 200] {
            let kind = |level: usize| level % 3 == 1;
            let opening: String = (0..depth).map(|level| if kind(level) { "{\"a\":" } else { "[" }).collect();
            let closing: Vec<u8> = (0..depth).rev().map(|level| closing(kind(level))).collect();
            let text = |closing: &[u8]| format!("{opening}7{}", String::from_utf8_lossy(closing));
            let right = text(&closing);
            assert_eq!(skipped(&right), Ok(right.len()));
            for wrong in 0..depth {
                let mut changed = closing.clone();
                changed[wrong] ^= b']' ^ b'}';
                let problem = skipped(&text(&changed)).unwrap_err();
                assert_eq!((problem.code, problem.offset), (Code::Json, Some((opening.len() + 1 + wrong) as u64)));
            }
        }
    }
}
