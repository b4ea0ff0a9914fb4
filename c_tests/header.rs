// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names that `include/zrg/zrg.h` declares, for the tests that compare them with something else.

/// Functions, in the header's order.
pub fn functions(header: &str) -> Vec<String> {
    let code = without_comments(header);
    let declarations: String = code.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    // In a declaration only the function's own name stands before a parenthesis.
    let mut names = Vec::new();
    for (end, _) in declarations.match_indices('(') {
        let before = declarations[..end].trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        if before[start..].starts_with("zrg_") {
            names.push(before[start..].to_string());
        }
    }
    names
}

/// Constants: macros without arguments that have a value, and enumerators.
#[allow(dead_code, reason = "not every test that compares functions compares constants")]
pub fn constants(header: &str) -> Vec<String> {
    let code = without_comments(header);
    let mut names = Vec::new();
    for line in code.lines().map(str::trim) {
        let mut words = line.split_whitespace();
        let name = match words.next() {
            Some("#define") => words.next().filter(|name| !name.contains('(') && words.next().is_some()),
            // An enumerator: `ZRG_OK = 0,`.
            Some(name) if words.next() == Some("=") => Some(name),
            _ => None,
        };
        names.extend(name.filter(|name| name.starts_with("ZRG_")).map(str::to_string));
    }
    names
}

fn without_comments(header: &str) -> String {
    let header = header.replace("\\\n", " ");
    let mut code = String::new();
    let mut rest = header.as_str();
    while let Some(start) = rest.find("/*") {
        code.push_str(&rest[..start]);
        let end = rest[start..].find("*/").expect("a comment ends");
        rest = &rest[start + end + 2..];
    }
    code + rest
}
