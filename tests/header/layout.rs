// SPDX-License-Identifier: MIT OR Apache-2.0
//! Puts the header together. cbindgen translates the declarations of `src/capi`; here they are put into groups, in the
//! order of the source, with what they say in one line behind each member, and once more without comments for generators
//! of bindings. A group is a module of `src/capi` that opens with `@defgroup`, and those that follow it without one.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// What the header holds under one heading.
pub struct Group {
    /// "zrg_axis One axis": the name that Doxygen takes, and the title.
    pub heading: String,
    /// The paragraphs and examples, as they stand in the source.
    pub text: Vec<String>,
    pub items: Vec<Item>,
}

/// A declaration with its comment, which is a line each.
pub struct Item {
    pub name: String,
    pub comment: Vec<String>,
    pub declaration: Declaration,
}

pub enum Declaration {
    /// All of a line, as it stands.
    Line(String),
    /// `typedef enum` or `typedef struct`, and its members with what is said of each.
    Members(&'static str, Vec<(Vec<String>, String)>),
    /// What a function returns and is called, and its parameters.
    Function(String, Vec<String>),
}

/// The longest line of the header.
pub const WIDTH: usize = 100;

/// The groups of the header.
pub fn groups() -> &'static [Group] {
    &made().1
}

/// What stands before the groups.
pub fn opening() -> &'static str {
    &made().0
}

fn made() -> &'static (String, Vec<Group>) {
    static MADE: OnceLock<(String, Vec<Group>)> = OnceLock::new();
    MADE.get_or_init(make)
}

fn make() -> (String, Vec<Group>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let sources = sources(&root.join("src/capi"));
    // cbindgen leaves out what no function mentions, and the members of enums are passed as numbers.
    config.export.include = sources.iter().flat_map(|source| source.enums.clone()).collect();
    let opening = config.header.take().unwrap();
    let macros = config.after_includes.take().unwrap();
    let mut generated = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut generated);
    let mut items = items(&String::from_utf8(generated).unwrap());
    let mut groups: Vec<Group> = Vec::new();
    for source in sources {
        let declared = source
            .names
            .iter()
            .filter_map(|name| items.iter().position(|item| item.name == *name).map(|position| items.remove(position)));
        let declared: Vec<_> = declared.collect();
        if let Some(heading) = source.text.first().and_then(|line| line.strip_prefix("@defgroup ")) {
            let text = source.text[1..].iter().skip_while(|line| line.is_empty()).cloned().collect();
            groups.push(Group { heading: heading.to_string(), text, items: declared });
        } else if !declared.is_empty() {
            groups.last_mut().expect("the first module opens a group").items.extend(declared);
        }
    }
    assert!(items.is_empty(), "{} is in no group", items[0].name);
    let (api, macros) = macros.trim_start().split_once("#endif\n").unwrap();
    for item in self::items(macros) {
        place_macro(&mut groups, item);
    }
    let opening = opening.trim_start().replace("@CONTENTS@", &contents(&groups));
    (
        format!(
            "{opening}\n\n#ifndef ZRG_H\n#define ZRG_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n{api}#endif\n"
        ),
        groups,
    )
}

/// The header.
pub fn header() -> String {
    let mut header = opening().to_string();
    header += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    for group in groups() {
        header += "\n\n/**\n";
        comment(&mut header, &[format!("@defgroup {}", group.heading), "@{".into(), String::new()]);
        comment(&mut header, &group.text);
        header += " */\n";
        for item in &group.items {
            header += "\n";
            match &item.comment[..] {
                [line] if line.len() + 7 <= WIDTH => {
                    let _ = writeln!(header, "/** {line} */");
                }
                lines => {
                    header += "/**\n";
                    comment(&mut header, lines);
                    header += " */\n";
                }
            }
            declare(&mut header, item, true);
        }
        header += "\n/** @} */\n";
    }
    header + "\n#ifdef __cplusplus\n}  // extern \"C\"\n#endif\n\n#endif  /* ZRG_H */\n"
}

/// The declarations alone, without a line for the preprocessor: constants are members of enums without a name.
pub fn declarations() -> String {
    let mut text = String::from(
        "/* SPDX-License-Identifier: MIT OR Apache-2.0 */\n/* The declarations of zrg.h for programs that read C without a \
         preprocessor, such as cffi.\n * They use size_t, ptrdiff_t and the types of <stdint.h>. zrg.h is the manual. */\n",
    );
    for group in groups() {
        let _ = write!(text, "\n/* {} */\n\n", group.heading.split_once(' ').unwrap().1);
        for item in &group.items {
            match &item.declaration {
                Declaration::Line(line) if line.starts_with("#define ") => {
                    let value = line.split_once(&format!("{} ", item.name)).map(|(_, value)| value);
                    // A macro that is computed, from arguments or from others, has no value to be declared.
                    if let Some(value) = value.filter(|value| !value.contains("ZRG_")) {
                        let _ = writeln!(text, "enum {{ {} = {value} }};", item.name);
                    }
                }
                _ => declare(&mut text, item, false),
            }
        }
    }
    text
}

/// A module of `src/capi`: what it opens with, and the names of what it declares.
struct Source {
    text: Vec<String>,
    names: Vec<String>,
    enums: Vec<String>,
}

fn sources(folder: &Path) -> Vec<Source> {
    let read = |name: &str| syn::parse_file(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
    let modules = read("mod.rs").items.into_iter().filter_map(|item| match item {
        syn::Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    });
    let source = |module: String| {
        let file = read(&format!("{module}.rs"));
        let mut source = Source { text: docs(&file.attrs), names: vec![], enums: vec![] };
        for item in &file.items {
            let name = match item {
                syn::Item::Const(item) => &item.ident,
                syn::Item::Enum(item) => &item.ident,
                syn::Item::Struct(item) => &item.ident,
                syn::Item::Type(item) => &item.ident,
                syn::Item::Fn(item) => &item.sig.ident,
                _ => continue,
            };
            source.names.push(name.to_string());
            if let syn::Item::Enum(item) = item {
                source.enums.push(item.ident.to_string());
            }
        }
        source
    };
    modules.map(source).collect()
}

/// The lines of a doc comment.
fn docs(attributes: &[syn::Attribute]) -> Vec<String> {
    let line = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                Some(text.value().strip_prefix(' ').map_or_else(|| text.value(), str::to_string))
            }
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect()
}

/// What stands in a comment, a line each.
fn spoken(lines: &mut std::iter::Peekable<std::str::Lines>) -> Vec<String> {
    let mut comment = vec![];
    if !lines.peek().is_some_and(|line| line.trim_start().starts_with("/**")) {
        return comment;
    }
    for line in lines {
        let text = line.trim().trim_start_matches("/**").trim_end_matches("*/").trim_start_matches('*');
        comment.push(text.strip_prefix(' ').unwrap_or(text).trim_end().to_string());
        if line.ends_with("*/") {
            break;
        }
    }
    let is_blank = |line: &String| line.is_empty();
    while comment.first().is_some_and(is_blank) {
        comment.remove(0);
    }
    while comment.last().is_some_and(is_blank) {
        comment.pop();
    }
    comment
}

/// The declarations that cbindgen wrote.
fn items(text: &str) -> Vec<Item> {
    let mut items = vec![];
    let mut lines = text.lines().peekable();
    while lines.peek().is_some() {
        let comment = spoken(&mut lines);
        let Some(line) = lines.next() else { break };
        let item = |name: &str, declaration| Item { name: name.to_string(), comment: comment.clone(), declaration };
        if let Some(define) = line.strip_prefix("#define ") {
            let name = define.split([' ', '(']).next().unwrap();
            if define.contains(' ') {
                items.push(item(name, Declaration::Line(with_literal(line))));
            }
        } else if line.starts_with("typedef ") && line.ends_with('{') {
            let kind = if line.contains(" enum ") { "enum" } else { "struct" };
            let mut members = vec![];
            while !lines.peek().unwrap().starts_with('}') {
                members
                    .push((spoken(&mut lines), lines.next().unwrap().trim().trim_end_matches([',', ';']).to_string()));
            }
            let name = lines.next().unwrap().trim_matches(['}', ' ', ';']).to_string();
            items.push(item(&name, Declaration::Members(kind, members)));
        } else if line.starts_with("typedef ") {
            let name = line.trim_end_matches(';').rsplit(' ').next().unwrap();
            items.push(item(name, Declaration::Line(line.to_string())));
        } else if line.starts_with("ZRG_API") {
            let mut declaration = line.to_string();
            while !declaration.ends_with(';') {
                declaration = declaration + " " + lines.next().unwrap().trim();
            }
            // The handles and structs have names of their own.
            let declaration = declaration.replace("struct zrg_", "zrg_");
            let (head, rest) = declaration.split_once('(').unwrap();
            let head = head.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
            let name = head.rsplit([' ', '*']).next().unwrap().to_string();
            let parameters = rest.trim_end_matches(");").split(", ").map(str::to_string).collect();
            items.push(item(&name, Declaration::Function(head, parameters)));
        }
    }
    items
}

/// Numbers of 64 bits as plain literals: generators of bindings do not look into `<stdint.h>` for UINT64_MAX.
fn with_literal(define: &str) -> String {
    const LITERALS: [(&str, &str); 3] = [
        (" UINT64_MAX", " 18446744073709551615ULL"),
        (" INT64_MAX", " 9223372036854775807LL"),
        (" INT64_MIN", " (-9223372036854775807LL - 1)"),
    ];
    LITERALS.iter().fold(define.to_string(), |define, (limit, literal)| match define.strip_suffix(limit) {
        Some(before) => before.to_string() + literal,
        None => define,
    })
}

/// A macro that Rust cannot write stands before what first names it.
fn place_macro(groups: &mut [Group], item: Item) {
    for group in groups {
        let names = |lines: &[String]| lines.iter().any(|line| line.contains(&item.name));
        let named_by = group.items.iter().position(|other| names(&other.comment));
        if let Some(position) = named_by.or(names(&group.text).then_some(0)) {
            return group.items.insert(position, item);
        }
    }
    panic!("no group names {}", item.name);
}

/// All names by group.
fn contents(groups: &[Group]) -> String {
    let mut lines = vec![];
    for group in groups {
        lines.push(format!(" *   {}", group.heading.split_once(' ').unwrap().1));
        let names: Vec<_> = group.items.iter().map(|item| item.name.clone()).collect();
        lines.extend(filled(" *       ", &names, ""));
    }
    lines.join("\n")
}

/// Words with commas between them, in lines that begin alike; `end` stands behind the last.
fn filled(start: &str, words: &[String], end: &str) -> Vec<String> {
    let mut lines = vec![];
    let mut line = start.to_string();
    for (number, word) in words.iter().enumerate() {
        let word = format!("{word}{}", if number + 1 < words.len() { "," } else { end });
        if line.len() > start.len() && line.len() + 1 + word.len() > WIDTH {
            lines.push(std::mem::replace(&mut line, start.to_string()));
        }
        line = if line.len() == start.len() { line + &word } else { line + " " + &word };
    }
    lines.push(line);
    lines
}

fn comment(out: &mut String, lines: &[String]) {
    for line in lines {
        out.push_str(format!(" * {line}").trim_end());
        out.push('\n');
    }
}

/// Writes a declaration; `commented` says whether members say what they are, and whether a linker is told of functions.
fn declare(out: &mut String, item: &Item, commented: bool) {
    match &item.declaration {
        Declaration::Line(line) => {
            let _ = writeln!(out, "{line}");
        }
        Declaration::Members(kind, members) => {
            let end = if *kind == "enum" { "," } else { ";" };
            let _ = writeln!(out, "typedef {kind} {} {{", item.name);
            let widest = members.iter().map(|(_, member)| member.len() + 1).max().unwrap_or(0);
            for (number, (said, member)) in members.iter().enumerate() {
                // No comma behind the last enumerator: not every reader of C knows C99.
                let end = if *kind == "enum" && number + 1 == members.len() { "" } else { end };
                let member = format!("{member}{end}");
                let beside = format!("    {member:widest$}  /**< {} */", said.join(" "));
                match commented {
                    false => {
                        let _ = writeln!(out, "    {member}");
                    }
                    true if said.len() == 1 && beside.len() <= WIDTH => {
                        let _ = writeln!(out, "{beside}");
                    }
                    true => {
                        let _ = writeln!(out, "    {member}\n    /**< {} */", said.join("\n     *   "));
                    }
                }
            }
            let _ = writeln!(out, "}} {};", item.name);
        }
        Declaration::Function(head, parameters) => {
            let api = if commented { "ZRG_API " } else { "" };
            let head = format!("{api}{head}(");
            let lines = filled(&" ".repeat(head.len()), parameters, ");");
            let _ = writeln!(out, "{head}{}", lines.join("\n").trim_start());
        }
    }
}
