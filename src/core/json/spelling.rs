// SPDX-License-Identifier: MIT OR Apache-2.0
//! JSON strings compared as they are spelled, so that nothing the size of the input is kept.

/// Whether a JSON string says `word`. It is given as it is spelled between its quotes, and the cursor has found that to be JSON.
pub fn says(spelling: &str, word: &str) -> bool {
    // An escape is longer than what it says; and most words differ from the first byte on.
    if spelling.len() <= word.len() {
        return spelling == word;
    }
    if !spelling.starts_with('\\') && spelling.bytes().next() != word.bytes().next() {
        return false;
    }
    let mut units = Units { rest: spelling.chars(), low: None };
    word.encode_utf16().all(|unit| units.next() == Some(unit)) && units.next().is_none()
}

/// The UTF-16 units that a JSON string's spelling stands for.
struct Units<'a> {
    rest: std::str::Chars<'a>,
    /// The second half of a character that takes two units.
    low: Option<u16>,
}

impl Iterator for Units<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if let Some(low) = self.low.take() {
            return Some(low);
        }
        let c = match self.rest.next()? {
            '\\' => match self.rest.next()? {
                'u' => {
                    let digits = self.rest.as_str().get(..4)?;
                    self.rest = self.rest.as_str().get(4..)?.chars();
                    return u16::from_str_radix(digits, 16).ok();
                }
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                other => other,
            },
            c => c,
        };
        let mut units = [0; 2];
        if let [_, low] = c.encode_utf16(&mut units) {
            self.low = Some(*low);
        }
        Some(units[0])
    }
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn compares_what_is_said() {
        assert!(says(r#"kind"#, "kind"));
        assert!(says(r#"k\u0069nd"#, "kind"));
        assert!(says(r#"\u002f"#, "/"));
        assert!(says(r#"\/"#, "/"));
        assert!(says(r#"\ud83d\ude00"#, "\u{1f600}"));
        assert!(!says(r#"kind\u0000"#, "kind"));
        assert!(!says(r#"kin"#, "kind"));
        assert!(!says(r#"kindly"#, "kind"));
        assert!(!says(r#"\"kind"#, "kind"));
        assert!(!says(r#""#, "kind"));
        assert!(says(r#""#, ""));
    }
}
