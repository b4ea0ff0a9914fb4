// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `include/zrg/zrg.h` declares, for the tests that compare it with something else.

/// A function as the header declares it.
#[allow(dead_code, reason = "not every reader of the header looks at more than the names")]
pub struct Prototype {
    pub name: String,
    pub returns: String,
    /// Names and types; none for `(void)`.
    pub parameters: Vec<(String, String)>,
}

/// All functions, in the header's order.
pub fn prototypes(header: &str) -> Vec<Prototype> {
    let code = without_comments(header);
    let code: String = code.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join(" ");
    let declarations = code.split(';').filter_map(|declaration| declaration.split_once("ZRG_API ")?.1.split_once('('));
    let prototype = |(head, parameters): (&str, &str)| {
        let (name, returns) = name_and_type(head);
        let parameters = parameters.trim_end().strip_suffix(')').expect("a closing parenthesis").split(',');
        let parameters =
            parameters.map(str::trim).filter(|parameter| *parameter != "void").map(name_and_type).collect();
        Prototype { name, returns, parameters }
    };
    declarations.map(prototype).collect()
}

/// "const zrg_grid *grid" as "grid" and "const zrg_grid *".
fn name_and_type(declared: &str) -> (String, String) {
    let name_at = declared.rfind([' ', '*']).expect("a type before the name") + 1;
    let ty = declared[..name_at].split_whitespace().collect::<Vec<_>>().join(" ");
    (declared[name_at..].to_string(), ty)
}

/// The names of the functions, in the header's order.
#[allow(dead_code, reason = "not every reader of the header looks at the names alone")]
pub fn functions(header: &str) -> Vec<String> {
    prototypes(header).into_iter().map(|prototype| prototype.name).collect()
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
