// SPDX-License-Identifier: MIT OR Apache-2.0
//! The case files that the project ships, through the C ABI, and a look at the runner itself: a wrong answer
//! in a file has to come out as one.

#[path = "cases/runner.rs"]
mod runner;

use runner::report::Report;
use serde_json::{Value, json};

fn read(file: &str) -> String {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs one file: nothing fails, and at least `passed` answers are right, so that a runner that finds no
/// answers does not pass either.
fn run(file: &str, passed: u64) {
    let mut report = Report::default();
    runner::run(&read(file), &mut report).unwrap_or_else(|error| panic!("{file}: {error}"));
    println!("{file}: {}", report.summary());
    assert!(report.failed.is_empty(), "{file}:\n{}", report.failed.join("\n"));
    assert!(report.passed >= passed, "{file}: {}, not {passed}", report.summary());
}

#[test]
fn conformance() {
    run("conformance-cases.json", 226);
}

#[test]
fn bugs() {
    run("bug-cases.json", 85);
}

#[test]
fn reports() {
    // Each is a document, and those that are accepted are written too.
    run("reports.json", 13);
}

#[test]
fn vectors() {
    run("vectors.jsonl", 11023);
}

/// Changes every number, word and empty list below `pointer`, one at a time; each time the case has to fail.
fn spoil(case: &Value, pointer: &str) -> u64 {
    let value = case.pointer(pointer).expect("the pointer is the case's own");
    match value {
        Value::Array(list) if !list.is_empty() => {
            return (0..list.len()).map(|i| spoil(case, &format!("{pointer}/{i}"))).sum();
        }
        Value::Object(members) => {
            return members.keys().map(|name| spoil(case, &format!("{pointer}/{name}"))).sum();
        }
        Value::Null => return 0,
        _ => {}
    }
    let wrong = match value {
        Value::Number(number) => {
            let number = number.as_u64().expect("answers are unsigned");
            json!(number.checked_add(1).unwrap_or(0))
        }
        Value::String(word) if pointer.contains("error") => {
            json!(if word == "json" { "cover" } else { "json" })
        }
        Value::String(word) => json!(format!("{word}!")),
        Value::Bool(word) => json!(!word),
        _ => json!([7]),
    };
    let mut spoiled = case.clone();
    *spoiled.pointer_mut(pointer).expect("as above") = wrong;

    let mut report = Report::default();
    runner::run(&spoiled.to_string(), &mut report).expect("a case stays a case");
    assert!(!report.failed.is_empty(), "passed in spite of {pointer}: {spoiled}");
    1
}

/// The cases of a file, as far as they survive as a plain value.
fn cases(file: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(&read(file)).expect("JSON");
    file["cases"].as_array().expect("a list of cases").clone()
}

#[test]
fn a_wrong_answer_to_a_query_is_found() {
    let not_offered = ["resize_check", "divides"];
    let mut spoiled = 0;
    for case in cases("bug-cases.json") {
        if !not_offered.contains(&case["query"]["op"].as_str().expect("an op")) {
            spoiled += spoil(&case, "/expect");
        }
    }
    assert!(spoiled > 300, "{spoiled}");
}

#[test]
fn a_wrong_answer_about_a_document_is_found() {
    let mut spoiled = 0;
    for case in cases("conformance-cases.json") {
        let fields = case.as_object().expect("an object");
        for name in
            ["valid", "grid_shape", "chunks_with_data", "edges", "edges_rle", "canonical_chunk_shapes", "error_class"]
        {
            // Two classes are right where there are two.
            if fields.contains_key(name) && !(name == "error_class" && fields.contains_key("error_class_or")) {
                spoiled += spoil(&case, &format!("/{name}"));
            }
        }
        for (i, query) in case["queries"].as_array().into_iter().flatten().enumerate() {
            for name in ["chunk", "within", "origin", "declared", "data", "key", "error"] {
                let asked = name == "chunk" && query["op"] != "locate";
                if query.get(name).is_some() && !asked {
                    spoiled += spoil(&case, &format!("/queries/{i}/{name}"));
                }
            }
        }
    }
    assert!(spoiled > 500, "{spoiled}");
}

#[test]
fn a_wrong_answer_about_a_report_is_found() {
    let mut spoiled = 0;
    for case in cases("reports.json") {
        for name in ["valid", "grid_shape", "error_class", "problems", "message_has"] {
            if case.get(name).is_some() {
                spoiled += spoil(&case, &format!("/{name}"));
            }
        }
    }
    assert!(spoiled >= 30, "{spoiled}");
}

#[test]
fn a_wrong_answer_of_a_line_is_found() {
    let mut spoiled = 0;
    for line in read("vectors.jsonl").lines().step_by(23) {
        let whole: Value = serde_json::from_str(line).expect("JSON");
        // A line with one entry only, so that each run is short.
        let only = |name: &str, entry: &Value| json!({"id": "x", "shape": whole["shape"], "chunk_grid": whole["chunk_grid"], name: [entry]});
        let entries = |name: &str| whole[name].as_array().expect("a list").clone();
        for (name, answers) in [("chunks", &[1, 2, 3][..]), ("points", &[1, 2]), ("boxes", &[2])] {
            for entry in entries(name) {
                for answer in answers {
                    spoiled += spoil(&only(name, &entry), &format!("/{name}/0/{answer}"));
                }
            }
        }
        for (name, answers) in [
            ("basic", &["shape", "proj"][..]),
            ("orthogonal", &["shape", "proj"]),
            ("coordinate", &["proj"]),
            ("block", &["shape", "proj"]),
        ] {
            for entry in entries(name).into_iter().take(2) {
                for answer in answers {
                    spoiled += spoil(&only(name, &entry), &format!("/{name}/0/{answer}"));
                }
            }
        }
    }
    assert!(spoiled > 1000, "{spoiled}");
}

#[test]
fn what_is_no_case_file_is_said() {
    let mut report = Report::default();
    for text in ["", "{", "[]", "[1, 2]", "{\"id\": \"x\"}", "{\"cases\": [{\"id\": \"x\"}]}"] {
        assert!(runner::run(text, &mut report).is_err(), "{text}");
    }
    assert_eq!(report.summary(), "0 passed, 0 failed, 0 skipped");
}

#[test]
fn unknown_kinds_and_fields_are_skipped() {
    let grid = json!({"name": "regular", "configuration": {"chunk_shape": [2]}});
    let case = |query: Value, expect: Value| json!({"id": "x", "shape": [4], "chunk_grid": grid, "query": query, "expect": expect, "more": 1});
    let cases = json!([
        case(json!({"op": "locate", "index": [3]}), json!({"chunk": [1], "within": [1], "more": {}})),
        case(json!({"op": "locate", "index": [-1]}), json!({"error": "index_out_of_range"})),
        case(json!({"op": "dance"}), json!({"steps": 3})),
        {"id": "y", "about": "nothing"},
    ]);
    let mut report = Report::default();
    runner::run(&cases.to_string(), &mut report).expect("a bare list of cases");
    assert_eq!(report.summary(), "2 passed, 0 failed, 2 skipped", "{:?}", report.failed);

    // A case that expects nothing, or cannot be read, is not passed over.
    let cases = json!([
        case(json!({"op": "locate", "index": [3]}), json!({"somewhere": 1})),
        case(json!({"op": "locate"}), json!({"chunk": [1]})),
        case(json!({"op": "locate", "index": [-1]}), json!({"chunk": [1]})),
    ]);
    let mut report = Report::default();
    runner::run(&cases.to_string(), &mut report).expect("a bare list of cases");
    assert_eq!(report.summary(), "0 passed, 3 failed, 0 skipped");
}

/// Some kinds are in no file of the project.
#[test]
fn points_and_masks() {
    let case = |query: Value, expect: Value| {
        json!({"id": "x", "shape": [5, 4], "query": query, "expect": expect, "chunk_grid":
            {"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[2, 3], 3]}}})
    };
    let located = json!({"located": [[[1, 0], [2, 1]], [[0, 1], [0, 0]], [[1, 0], [2, 1]]]});
    let right = [
        case(json!({"op": "points_nd", "points": [[4, 1], [0, 3], [4, 1]]}), located.clone()),
        case(json!({"op": "points_nd", "points": []}), json!({"located": []})),
        case(json!({"op": "points_nd", "points": [[4, 1], [0, 4]]}), json!({"error": "index_out_of_range", "at": 1})),
        case(json!({"op": "points_nd", "points": [[4, -1]]}), json!({"error": "index_out_of_range", "at": 0})),
        case(json!({"op": "points", "axis": 1, "indices": [3, 0, 3]}), json!({"located": [[1, 0], [0, 0], [1, 0]]})),
        case(
            json!({"op": "points", "axis": 1, "indices": [3, -1, 9]}),
            json!({"error": "index_out_of_range", "at": 1}),
        ),
        case(json!({"op": "mask", "axis": 0, "mask": [1, 0, 0, 1, 1]}), json!({"located": [[0, 0], [1, 1], [1, 2]]})),
        case(json!({"op": "mask", "axis": 1, "mask": [false, false, false, false]}), json!({"located": []})),
        case(json!({"op": "mask", "axis": 1, "mask": [1, 0, 0, 1, 1]}), json!({"error": "mask_length"})),
        case(
            json!({"op": "coverage", "range": [1, 5, 1]}),
            json!({"parts":
            [[[0, 0], "partial"], [[0, 1], "partial"], [[1, 0], "full"], [[1, 1], "full"]]}),
        ),
        case(json!({"op": "ranges", "axis": 1, "ranges": [[3, 4], [2, 2]]}), json!({"chunks": [1]})),
    ];
    let mut report = Report::default();
    runner::run(&json!(right).to_string(), &mut report).expect("a bare list of cases");
    assert_eq!(report.summary(), "11 passed, 0 failed, 0 skipped", "{:?}", report.failed);
    for case in right {
        spoil(&case, "/expect");
    }

    // Answers where a refusal is right, and what is no mask.
    let wrong = [
        case(json!({"op": "points_nd", "points": [[4, -1]]}), json!({"located": [[[1, 1], [2, 0]]]})),
        case(json!({"op": "points", "axis": 1, "indices": [-1]}), json!({"located": [[1, 0]]})),
        case(json!({"op": "mask", "axis": 0, "mask": [1, 2, 0, 0, 0]}), json!({"located": [[0, 0]]})),
    ];
    let mut report = Report::default();
    runner::run(&json!(wrong).to_string(), &mut report).expect("a bare list of cases");
    assert_eq!(report.summary(), "0 passed, 3 failed, 0 skipped");
}

#[test]
fn long_documents_are_built_by_their_rule() {
    let case = |rule: Value, extent: u64, chunks: u64| json!({"id": "x", "shape": [extent], "chunk_grid": null, "generate": rule, "valid": true, "grid_shape": [chunks]});
    let head = "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":[[";
    let tail = "]]}}";
    let cases = json!([
        case(json!({"prefix": head, "repeat": "1,", "times": 9999, "suffix": format!("1{tail}")}), 10000, 10000),
        case(json!({"head": head, "element": 3, "count": 5000, "separator": ",", "tail": tail}), 15000, 5000),
        case(json!([head, ["[2,5],", 100], "7", tail]), 1000, 501),
    ]);
    let mut report = Report::default();
    runner::run(&cases.to_string(), &mut report).expect("a bare list of cases");
    // Each is read, and written.
    assert_eq!(report.summary(), "6 passed, 0 failed, 0 skipped", "{:?}", report.failed);

    let nested =
        |levels: u64| json!({"id": "x", "generate_nested_objects": levels, "valid": true, "grid_shape": [2, 2]});
    let mut report = Report::default();
    runner::run(&json!([nested(1), nested(300), nested(100_000)]).to_string(), &mut report).expect("a list of cases");
    assert_eq!(report.summary(), "6 passed, 0 failed, 0 skipped", "{:?}", report.failed);
}
