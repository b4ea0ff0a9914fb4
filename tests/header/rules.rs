// SPDX-License-Identifier: MIT OR Apache-2.0
//! What holds for all of the C interface, so that a new call cannot break it: names, the order of arguments, how long each
//! array is, what generators of bindings can read, and the manner of the header's comments.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, process::Command};

use super::c_compiler;
use super::layout::{Declaration, Group, Item, WIDTH, declarations, groups, header, opening};

/// A parameter of a function, as the header declares it.
struct Parameter {
    name: String,
    ty: String,
    /// What "@param" says of it.
    said: String,
}

impl Parameter {
    fn is_pointer(&self) -> bool {
        self.ty.ends_with('*')
    }

    fn is_output(&self) -> bool {
        self.is_pointer() && !self.ty.starts_with("const ")
    }

    /// A handle to be used; `const zrg_grid *`.
    fn is_handle(&self) -> bool {
        ["zrg_grid *", "zrg_selection *"].iter().any(|ty| self.ty.trim_start_matches("const ") == *ty)
    }

    /// Nothing of this library takes an array of arrays, but a new handle comes back through one.
    fn is_new_handle(&self) -> bool {
        self.ty.ends_with("**")
    }
}

struct Function {
    name: &'static str,
    returns: &'static str,
    parameters: Vec<Parameter>,
    comment: &'static [String],
}

fn items() -> impl Iterator<Item = &'static Item> {
    groups().iter().flat_map(|group| &group.items)
}

fn functions() -> Vec<Function> {
    let functions: Vec<_> = items().filter_map(function).collect();
    assert!(functions.len() > 50, "only {} functions found", functions.len());
    functions
}

fn function(Item { name, comment, declaration }: &'static Item) -> Option<Function> {
    let Declaration::Function(head, declared) = declaration else { return None };
    let said = said_of_parameters(comment);
    let parameter = |declared: &String| {
        let name_at = declared.rfind([' ', '*'])? + 1;
        let (ty, parameter) = (declared[..name_at].trim().to_string(), declared[name_at..].to_string());
        let said = said.iter().find(|(said_of, _)| *said_of == parameter).map(|(_, text)| text.clone());
        Some(Parameter { name: parameter, ty, said: said.unwrap_or_default() })
    };
    let parameters = declared.iter().filter_map(parameter).collect();
    Some(Function { returns: head[..head.len() - name.len()].trim(), name, parameters, comment })
}

/// The parameters that a comment speaks of, in its order.
fn said_of_parameters(comment: &[String]) -> Vec<(String, String)> {
    let mut said: Vec<(String, String)> = vec![];
    let mut goes_on = false;
    for line in comment {
        if let Some(rest) = line.strip_prefix("@param") {
            let rest =
                rest.trim_start_matches("[in]").trim_start_matches("[out]").trim_start_matches("[in,out]").trim();
            let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
            said.push((name.to_string(), text.trim().to_string()));
            goes_on = true;
        } else if line.starts_with('@') || line.is_empty() {
            goes_on = false;
        } else if let (true, Some((_, text))) = (goes_on, said.last_mut()) {
            *text = format!("{text} {}", line.trim());
        }
    }
    said
}

#[test]
fn names_have_the_prefix_and_functions_their_type() {
    const TYPES: [&str; 6] = ["version", "status", "grid", "slice", "selection", "key"];
    for item in items() {
        let is_macro = matches!(&item.declaration, Declaration::Line(line) if line.starts_with("#define"));
        assert!(item.name.starts_with(if is_macro { "ZRG_" } else { "zrg_" }), "{}", item.name);
        match &item.declaration {
            Declaration::Members("enum", members) => {
                assert!(members.iter().all(|(_, member)| member.starts_with("ZRG_")), "the members of {}", item.name);
            }
            Declaration::Function(..) => {
                let ty = item.name.split('_').nth(1).unwrap();
                assert!(TYPES.contains(&ty), "{} names none of {TYPES:?}", item.name);
            }
            _ => {}
        }
    }
}

/// The handle; what is asked about; inputs; flags; where a page starts; outputs; what was written; the error. A size, and
/// what else is said of an array, stands with that.
#[test]
fn arguments_come_in_one_order() {
    const ABOUT: [&str; 3] = ["rank", "axis", "part"];
    const FLAGS: [&str; 5] = ["flags", "form", "by", "gap", "options"];
    const WRITTEN: [&str; 3] = ["count", "length", "next"];
    for Function { name, parameters, .. } in functions() {
        let has_handle = parameters.first().is_some_and(|first| first.is_handle() && !first.is_output());
        let mut last = (0, "the beginning");
        for (position, parameter) in parameters.iter().enumerate() {
            let named = parameter.name.as_str();
            let place = if position == 0 && parameter.is_handle() {
                0
            } else if named == "error" && parameter.is_pointer() {
                7
            } else if parameter.is_output() && WRITTEN.contains(&named) {
                6
            } else if parameter.is_output() || (last.0 == 5 && describes_an_array(parameter)) {
                5
            } else if named.starts_with("first_") && !parameter.is_pointer() {
                4
            } else if FLAGS.contains(&named) {
                3
            } else if has_handle && ABOUT.contains(&named) {
                1
            } else {
                2
            };
            assert!(place >= last.0, "{name}: {named} stands behind {}", last.1);
            last = (place, named);
        }
        assert!(parameters.iter().rev().skip(1).all(|parameter| parameter.name != "error"), "{name}");
    }
}

/// A length, a capacity, a start or strides.
fn describes_an_array(parameter: &Parameter) -> bool {
    let name = parameter.name.as_str();
    ["length", "capacity", "count"].contains(&name)
        || ["_size", "_start", "_strides", "_count"].iter().any(|end| name.ends_with(end))
}

/// An array is followed by its size, or shares the one of the next array; or what is said of it is that it has `rank`
/// entries. What is left is one value.
#[test]
fn every_array_has_a_length() {
    const SINGLE: [&str; 13] = [
        "count", "length", "next", "number", "part", "form", "integer", "interval", "slice", "options", "keys", "grid",
        "error",
    ];
    for Function { name, parameters, .. } in functions() {
        for (position, parameter) in parameters.iter().enumerate() {
            if !parameter.is_pointer() || parameter.is_handle() || parameter.is_new_handle() {
                continue;
            }
            let behind = parameters[position + 1..].iter().find(|other| !other.is_pointer());
            let has_size = behind.is_some_and(|size| size.ty == "size_t" && size.name != "rank");
            let has_rank = ["`rank` entries", "one for each axis"].iter().any(|said| parameter.said.contains(said));
            let follows = parameter.said.contains("`shares` + 1") || parameter.said.contains("the sum of");
            let is_single = SINGLE.contains(&parameter.name.as_str()) && parameter.ty.trim_end_matches('*') != "void";
            assert!(
                has_size || has_rank || follows || is_single,
                "{name}: how long is {} ({})?",
                parameter.name,
                parameter.said
            );
        }
        for pair in parameters.windows(2) {
            let sized_before = ["capacity", "length"].contains(&pair[0].name.as_str()) && !pair[0].is_pointer();
            let array_behind = pair[1].is_pointer()
                && !["count", "length", "next", "options", "grid", "error", "selection"]
                    .contains(&pair[1].name.as_str());
            assert!(!(sized_before && array_behind), "{name}: {} stands before its array", pair[0].name);
        }
    }
}

/// Where entry i of a page is not number `first + i` the call hands out where the next page starts.
#[test]
fn pages_are_asked_for_in_one_way() {
    let mut pages = 0;
    for Function { name, parameters, .. } in functions() {
        let Some(first) = parameters.iter().find(|p| p.name.starts_with("first_") && !p.is_pointer()) else { continue };
        pages += 1;
        assert_eq!(first.ty, "uint64_t", "{name}");
        let names: Vec<_> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        assert!(names.contains(&"capacity") && names.contains(&"count"), "{name} is no page");
        let next = parameters.iter().find(|parameter| parameter.name == "next");
        assert!(next.is_none_or(|next| next.said == format!("the `{}` of the next page", first.name)), "{name}");
    }
    assert!(pages >= 8, "only {pages} pages found");
}

#[test]
fn errors_come_last_and_with_a_status() {
    for Function { name, returns, parameters, .. } in functions() {
        let has_error = parameters.last().is_some_and(|last| last.name == "error" && last.ty == "zrg_error *");
        assert_eq!(has_error, returns == "zrg_status", "{name}");
    }
}

/// What every parameter is, but for those that the rules tell: the handle, its rank, the error.
#[test]
fn parameters_are_said_in_order() {
    for Function { name, parameters, comment, .. } in functions() {
        let said: Vec<_> = said_of_parameters(comment).into_iter().map(|(name, _)| name).collect();
        let known = |parameter: &&Parameter| {
            parameter.name == "error" || parameter.name == "rank" || (parameter.is_handle() && !parameter.is_output())
        };
        let named: Vec<_> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut rest = named.iter();
        assert!(said.iter().all(|said| rest.any(|name| name == said)), "{name} has {named:?}, and says {said:?}");
        for parameter in parameters.iter().filter(|parameter| !known(parameter)) {
            assert!(said.contains(&parameter.name), "{name} does not say what {} is", parameter.name);
        }
    }
}

#[test]
fn what_the_rules_say_is_said_once() {
    let header = header();
    let (_, rules) = header.split_once("RULES FOR EVERY CALL").unwrap();
    let (_, calls) = rules.split_once("*/").unwrap();
    for said in ["may be NULL", "@since 0.1", "] error", "a grid\n", "a selection\n", "ZRG_ERROR_NULL:", "stretch"] {
        assert!(!calls.contains(said), "{said:?} is said once, in the rules");
    }
}

#[test]
fn lines_are_short() {
    for (name, text) in [("zrg.h", header()), ("zrg_cdef.h", declarations())] {
        for (number, line) in (1..).zip(text.lines()) {
            assert!(line.chars().count() <= WIDTH, "{name}:{number} has {} columns", line.chars().count());
            assert!(!line.contains('\t') && line == line.trim_end(), "{name}:{number} has white space of another kind");
        }
    }
}

/// Generators of bindings neither look into `<stdint.h>` nor compute.
#[test]
fn constants_are_plain_literals() {
    let is_number = |text: &str| {
        let digits = text.trim_end_matches("ULL").trim_end_matches("LL");
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    for line in header().lines().filter_map(|line| line.strip_prefix("#define ")) {
        let Some((name, value)) = line.split_once(' ') else { continue };
        // From other macros, or from an argument.
        if ["ZRG_VERSION_NUMBER", "ZRG_KEY_CAPACITY(rank)"].contains(&name) {
            continue;
        }
        assert!(is_number(value) || value == "(-9223372036854775807LL - 1)", "{name} is {value}");
        // Small numbers come in families, which are enums.
        let is_alone = ["ZRG_VERSION_", "ZRG_MAX_"].iter().any(|family| name.starts_with(family));
        assert!(is_alone || value.ends_with("LL") || value.ends_with(')'), "{name} belongs into an enum");
    }
    assert!(!declarations().lines().any(|line| line.trim_start().starts_with('#')), "a line for the preprocessor");
}

#[test]
fn members_are_commented_beside_them() {
    let header = header();
    for item in items() {
        assert!(!item.comment.is_empty(), "nothing is said of {}", item.name);
        if let Declaration::Members(_, members) = &item.declaration {
            for (said, member) in members {
                assert!(!said.is_empty(), "nothing is said of {member} of {}", item.name);
                let beside = format!("/**< {}", said[0]);
                assert!(header.contains(&beside), "{beside}");
            }
        }
    }
}

/// The lines of a text that are set off as code.
fn code(text: &[String]) -> Vec<&str> {
    text.iter().filter_map(|line| line.strip_prefix("    ")).collect()
}

#[test]
fn every_group_has_a_paragraph_and_an_example() {
    assert!(groups().len() >= 8, "only {} groups", groups().len());
    for Group { heading, text, items } in groups() {
        assert!(heading.starts_with("zrg_") && heading.contains(' '), "@defgroup {heading}");
        assert!(!text[0].starts_with(' ') && text[0].len() > 20, "{heading} opens with no paragraph");
        assert!(code(text).len() >= 4, "{heading} has no example");
        assert!(!items.is_empty(), "{heading} is empty");
    }
}

/// What an example says behind `//`, where that is a condition: one for each comment, or one over several lines.
fn conditions(code: &[&str]) -> Vec<String> {
    let mut conditions: Vec<String> = vec![];
    let mut is_open = false;
    for line in code {
        let Some((_, comment)) = line.split_once("//") else { continue };
        let comment = comment.trim();
        if is_open {
            let condition = conditions.last_mut().unwrap();
            *condition = format!("{condition} {comment}");
        } else if comment.contains(" == ") || comment.starts_with('!') {
            conditions.push(comment.to_string());
        } else {
            conditions.push(String::new());
            continue;
        }
        let condition = conditions.last().unwrap();
        is_open = condition.matches('(').count() != condition.matches(')').count();
    }
    conditions
}

/// The example as C code that fails where what it says behind `//` is not so.
fn checked(code: &[&str]) -> String {
    let mut conditions = conditions(code).into_iter();
    let mut program = String::new();
    let mut open = 0;
    for line in code {
        let statement = match line.split_once("//") {
            None => line.to_string(),
            Some((statement, comment)) => {
                let condition = if open > 0 { String::new() } else { conditions.next().unwrap() };
                open += comment.matches('(').count() as i32 - comment.matches(')').count() as i32;
                let check = match condition.is_empty() {
                    true => String::new(),
                    false => format!("if (!({condition})) return wrong({condition:?});"),
                };
                format!("{statement} {check}")
            }
        };
        program += &format!("    {statement}\n");
    }
    program
}

#[test]
fn the_examples_are_so() {
    let lines: Vec<String> = opening().lines().map(|line| line.trim_start_matches(" * ").to_string()).collect();
    let opening = code(&lines);
    let freed = opening.iter().position(|line| line.contains("zrg_grid_free(grid);")).unwrap();
    let (include, opening) = opening[..freed].split_first().unwrap();
    assert_eq!(*include, "#include <zrg/zrg.h>");

    let mut program = format!(
        "{include}\n#include <stdio.h>\n#include <string.h>\n\
         static int report(const zrg_error *error) {{ fprintf(stderr, \"%s\\n\", error->message); return 1; }}\n\
         static int wrong(const char *what) {{ fprintf(stderr, \"not so: %s\\n\", what); return 1; }}\n"
    );
    let mut calls = String::new();
    let mut checks = conditions(opening).into_iter().filter(|condition| !condition.is_empty()).count();
    for Group { heading, text, .. } in groups() {
        let name = heading.split(' ').next().unwrap();
        let example = code(text);
        let own = conditions(&example).into_iter().filter(|condition| !condition.is_empty()).count();
        assert!(own > 0, "the example of {name} says nothing that can be checked");
        checks += own;
        program += &format!(
            "static int {name}_example(zrg_grid *grid)\n{{\n    zrg_error error;\n    (void)grid;\n{}    return 0;\n}}\n",
            checked(&example)
        );
        calls += &format!("    failed |= {name}_example(grid);\n");
    }
    program += &format!(
        "int main(void)\n{{\n    int failed = 0;\n{}{calls}    zrg_grid_free(grid);\n    (void)report;\n    return failed;\n}}\n",
        checked(opening)
    );
    assert!(checks > 12, "only {checks} conditions");

    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header_examples.c");
    fs::write(&source, program).unwrap();
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror"];
    let program = c_compiler::compile("header_examples", &[&source], &strict, c_compiler::Link::Static);
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Names stand in one group, and `zrg_cdef.h` declares what `zrg.h` does.
#[test]
fn the_declarations_alone_are_whole() {
    let (mut names, declarations) = (BTreeSet::new(), declarations());
    for item in items() {
        assert!(names.insert(item.name.clone()), "{} stands twice", item.name);
        let is_computed = ["ZRG_VERSION_NUMBER", "ZRG_KEY_CAPACITY"].contains(&item.name.as_str());
        assert!(is_computed || declarations.contains(&item.name), "zrg_cdef.h lacks {}", item.name);
    }
}
