// SPDX-License-Identifier: MIT OR Apache-2.0
//! What docs/errors.md shows is what happens: every example is read, every call made. `ZRG_BLESS=1 cargo test --test
//! errors_doc` writes the messages into the page.

use std::collections::BTreeSet;
use std::ffi::CStr;
use std::fs;
use std::path::PathBuf;
use std::ptr::{null, null_mut};

use zrg::capi::*;

/// One row of a table, or one example with its messages: what of the page is generated.
type Replace<'a> = &'a dyn Fn(&str) -> String;

fn page() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "docs", "errors.md"].iter().collect()
}

/// Holds a part of the page against what it should be, or makes it so.
fn agree(part: &str, title: &str, right: Replace) {
    let text = fs::read_to_string(page()).unwrap();
    let start = text.find(part).unwrap_or_else(|| panic!("the page has no {part}"));
    let end = text[start + part.len()..].find("\n## ").map_or(text.len(), |at| start + part.len() + at);
    let right = right(&text[start..end]);
    if std::env::var_os("ZRG_BLESS").is_some() {
        fs::write(page(), format!("{}{right}{}", &text[..start], &text[end..])).unwrap();
        return;
    }
    for (shown, right) in text[start..end].lines().zip(right.lines()) {
        assert_eq!(shown, right, "{title}");
    }
    assert_eq!(text[start..end], right, "{title}");
}

fn text_of(text: *const std::ffi::c_char) -> String {
    // SAFETY: texts of the library end in a NUL and stay.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_string()
}

fn name_of(status: zrg_status) -> String {
    text_of(unsafe { zrg_status_name(status) })
}

fn message_of(error: &zrg_error) -> String {
    text_of(error.message.as_ptr())
}

/// One test for the whole page, so that nothing writes it twice at once.
#[test]
fn the_page_tells_the_truth() {
    agree("\n## Documents\n", "an example", &examples);
    agree("\n## Calls\n", "a call", &calls);
    agree("\n## Statuses\n", "a status", &statuses);
}

/// The table of statuses: all of them, their numbers, names and meanings.
fn statuses(part: &str) -> String {
    let header = include_str!("../include/zrg/zrg.h");
    let known: BTreeSet<String> = header
        .lines()
        .filter_map(|line| line.trim().split_once(" = "))
        .map(|(name, rest)| (name, rest.split([',', ' ']).next().unwrap_or("")))
        .filter(|(name, _)| *name == "ZRG_OK" || name.starts_with("ZRG_ERROR_"))
        .map(|(name, number)| format!("{number} {name}"))
        .collect();
    let mut shown = BTreeSet::new();
    let lines = part.lines().map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", number, name, _, advice, ""] if number.parse::<zrg_status>().is_ok() => {
                let status: zrg_status = number.parse().unwrap();
                shown.insert(format!("{status} {}", name.trim_matches('`')));
                let means = text_of(unsafe { zrg_status_message(status) });
                format!("| {status} | `{}` | {means} | {advice} |", name_of(status))
            }
            _ => line.to_string(),
        }
    });
    let right = lines.collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(shown, known);
    right
}

/// The examples: a heading with the status, a paragraph, the document, the messages.
fn examples(part: &str) -> String {
    let (mut right, mut rest, mut classes) = (String::new(), part, BTreeSet::new());
    while let Some((before, behind)) = rest.split_once("```json\n") {
        let (document, behind) = behind.split_once("\n```\n\n```\n").expect("messages follow each document");
        let (_, behind) = behind.split_once("```\n").expect("messages end");
        right.push_str(before);
        let status = right.rsplit("\n### ").next().unwrap().lines().next().unwrap().to_string();
        let paragraph = before.trim_end().rsplit("\n\n").next().unwrap();

        let problems = problems(document, paragraph);
        assert_eq!(name_of(problems[0].code), status, "{document}");
        let messages: String = problems.iter().map(|problem| message_of(problem) + "\n").collect();
        right.push_str(&format!("```json\n{document}\n```\n\n```\n{messages}```\n"));
        classes.insert(status);
        rest = behind;
    }
    // Of each class of documents, and some of the machine.
    assert!(classes.len() >= 10, "{classes:?}");
    right + rest
}

/// The problems of an example, as the paragraph above it says it is to be read.
fn problems(document: &str, paragraph: &str) -> Vec<zrg_error> {
    let flag = |name: &str, flag| if paragraph.contains(&format!("ead with `{name}`")) { flag } else { 0 };
    let flags = flag("ZRG_READ_ANY_MEMBER", ZRG_READ_ANY_MEMBER) | flag("ZRG_READ_REPAIR", ZRG_READ_REPAIR);
    let options = zrg_options { struct_size: size_of::<zrg_options>() as u32, flags, max_runs: 0, max_text: 0 };
    let shape: Option<Vec<u64>> = paragraph.split_once("shape is `[").map(|(_, behind)| {
        let (lengths, _) = behind.split_once("]`").unwrap();
        lengths.split(", ").map(|length| length.parse().unwrap()).collect()
    });
    let (mut problems, mut count) = (vec![zrg_error::default(); 10], 0);
    let (mut refused, mut grid) = (zrg_error::default(), null_mut());
    let text = (document.as_ptr().cast(), document.len());
    let status = unsafe {
        let (listed, read) = match &shape {
            Some(shape) => (
                zrg_grid_validate_json(
                    text.0,
                    text.1,
                    shape.len(),
                    shape.as_ptr(),
                    &options,
                    problems.as_mut_ptr(),
                    10,
                    &mut count,
                    null_mut(),
                ),
                zrg_grid_from_json(text.0, text.1, shape.len(), shape.as_ptr(), &options, &mut grid, &mut refused),
            ),
            None => {
                assert!(paragraph.contains("whole `zarr.json`"), "neither a shape nor a whole document: {paragraph}");
                let mut keys = zrg_key_encoding { name: 0, separator: 0 };
                (
                    zrg_grid_validate_array_json(
                        text.0,
                        text.1,
                        &options,
                        problems.as_mut_ptr(),
                        10,
                        &mut count,
                        null_mut(),
                    ),
                    zrg_grid_from_array_json(text.0, text.1, &options, &mut grid, &mut keys, &mut refused),
                )
            }
        };
        zrg_grid_free(grid);
        assert_eq!(listed, 0);
        read
    };
    problems.truncate(count);
    let first = problems.first().expect("an example has a problem");
    assert_eq!(status, first.code, "{document}");
    if status != 0 {
        assert_eq!(message_of(first), message_of(&refused), "{document}");
    }
    problems
}

/// The table of calls: each row names a call that is made here.
fn calls(part: &str) -> String {
    let text = br#"{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[16,10],[24,14]]}}"#;
    let shape = [26u64, 38];
    let mut grid = null_mut();
    let mut error = zrg_error::default();
    let e: *mut zrg_error = &mut error;
    let status =
        unsafe { zrg_grid_from_json(text.as_ptr().cast(), text.len(), 2, shape.as_ptr(), null(), &mut grid, e) };
    assert_eq!(status, 0);

    let (mut chunk, mut key, mut length) = ([0u64; 3], [0; 64], 0);
    let (mut made, mut selection, mut inner) = (null_mut(), null_mut(), null_mut());
    let slice = |step| zrg_slice { start: 0, count: 1, step };
    let (counts, one) = ([2usize, 2], [1usize]);
    let huge = [zrg_run { edge: 1 << 32, count: 1 << 32 }];
    let mut row = |line: &str| -> Option<String> {
        let cells: Vec<&str> = line.split(" | ").collect();
        let &[_, call, _] = &cells[..] else { return None };
        let status = unsafe {
            match call {
                "`zrg_grid_locate` without an index" => {
                    zrg_grid_locate(grid, 2, null(), chunk.as_mut_ptr(), null_mut(), e)
                }
                "`zrg_selection_from_slices` with a step of 0 on axis 1" => {
                    zrg_selection_from_slices(grid, 2, [slice(1), slice(0)].as_ptr(), &mut selection, e)
                }
                "`zrg_grid_locate` with a rank of 3" => {
                    zrg_grid_locate(grid, 3, [0; 3].as_ptr(), chunk.as_mut_ptr(), null_mut(), e)
                }
                "`zrg_grid_locate` of element (20, 40)" => {
                    zrg_grid_locate(grid, 2, [20, 40].as_ptr(), chunk.as_mut_ptr(), null_mut(), e)
                }
                "`zrg_grid_chunk` of chunk (2, 0)" => {
                    zrg_grid_chunk(grid, 2, [2, 0].as_ptr(), chunk.as_mut_ptr(), null_mut(), null_mut(), e)
                }
                "`zrg_key_encode` of chunk (1, 0) into 4 bytes" => {
                    zrg_key_encode(null(), 2, [1, 0].as_ptr(), key.as_mut_ptr(), 4, &mut length, e)
                }
                "`zrg_grid_from_edges` with an edge of 0" => {
                    zrg_grid_from_edges(2, shape.as_ptr(), counts.as_ptr(), [16, 10, 0, 38].as_ptr(), 4, &mut made, e)
                }
                "`zrg_grid_from_edges` with edges 16 and 9" => {
                    zrg_grid_from_edges(2, shape.as_ptr(), counts.as_ptr(), [16, 9, 24, 14].as_ptr(), 4, &mut made, e)
                }
                "`zrg_grid_from_runs` with a run of 2^32 edges of 2^32" => {
                    zrg_grid_from_runs(1, shape.as_ptr(), one.as_ptr(), huge.as_ptr(), huge.len(), &mut made, e)
                }
                "`zrg_grid_from_json` with a rank of 65" => {
                    zrg_grid_from_json(text.as_ptr().cast(), text.len(), 65, shape.as_ptr(), null(), &mut made, e)
                }
                "`zrg_selection_inner` of part 0, with inner chunks of (4, 5)" => {
                    let whole =
                        [zrg_slice { start: 0, count: 26, step: 1 }, zrg_slice { start: 0, count: 38, step: 1 }];
                    assert_eq!(zrg_selection_from_slices(grid, 2, whole.as_ptr(), &mut selection, e), 0);
                    let status = zrg_selection_inner(selection, 0, 2, [4, 5].as_ptr(), &mut inner, e);
                    zrg_selection_free(selection);
                    status
                }
                "`zrg_grid_to_json` as `ZRG_FORM_REGULAR`" => {
                    zrg_grid_to_json(grid, ZRG_FORM_REGULAR, key.as_mut_ptr(), 64, &mut length, e)
                }
                _ => return None,
            }
        };
        // SAFETY: the structure above; a failed call has written it.
        let message = message_of(unsafe { &*e });
        assert_ne!(status, 0, "{call}");
        Some(format!("| `{}` | {call} | `{message}` |", name_of(status)))
    };
    let (mut made_calls, mut lines) = (0, vec![]);
    for line in part.lines() {
        let right = row(line);
        made_calls += usize::from(right.is_some());
        // A row that is not made here would not be checked.
        assert_eq!(right.is_some(), line.starts_with("| `"), "{line}");
        lines.push(right.unwrap_or_else(|| line.to_string()));
    }
    assert!(made_calls > 10);
    unsafe { zrg_grid_free(grid) };
    lines.join("\n") + "\n"
}
