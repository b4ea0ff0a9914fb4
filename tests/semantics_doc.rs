// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cases of docs/semantics.md, run through the C ABI; and what it says of repairs, which no case can ask for.

#[path = "cases/runner.rs"]
mod runner;

use runner::report::Report;
use zrg::core::grid::Name;
use zrg::core::json::{Options, grid_from_json, problems_of_json};

const PAGE: &str = include_str!("../docs/semantics.md");

#[test]
fn every_case_on_the_page_passes() {
    let mut report = Report::default();
    let (mut blocks, mut points) = (0, 0);
    for section in PAGE.split("\n## ").skip(1) {
        points += 1;
        assert!(section.starts_with(&format!("{points}. ")), "point {points} is missing: {section}");
        for block in section.split("```json\n").skip(1) {
            let (cases, _) = block.split_once("\n```").expect("a block ends");
            let failed = report.failed.len();
            runner::run(cases, &mut report).unwrap_or_else(|error| panic!("point {points}: {error}"));
            assert_eq!(report.failed.len(), failed, "point {points}: {}", report.failed.join("\n"));
            blocks += 1;
        }
    }
    println!("{points} points, {blocks} blocks: {}", report.summary());
    assert_eq!(points, 41);
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    assert!(blocks >= 35 && report.passed > 110, "{}", report.summary());
}

#[test]
fn known_writers_are_repaired() {
    let repair = Options { repair: true, ..Options::default() };
    let read = |text: &str, shape: &[u64]| {
        assert!(grid_from_json(text.as_bytes(), shape, &Options::default()).is_err());
        let repaired = problems_of_json(text.as_bytes(), shape, &repair, 10).unwrap();
        (grid_from_json(text.as_bytes(), shape, &repair), repaired.len())
    };
    let (lists, repaired) = read(r#"{"name":"regular","configuration":{"chunk_shape":[2,[5,10,5]]}}"#, &[6, 20]);
    assert_eq!((lists.unwrap().name(), repaired), (Name::Rectilinear, 1));

    let (zero, repaired) = read(r#"{"name":"regular","configuration":{"chunk_shape":[0]}}"#, &[0]);
    let zero = zero.unwrap();
    assert_eq!((zero.name(), zero.axes()[0].integer(), repaired), (Name::Regular, Ok(1), 1));
    assert!(read(r#"{"name":"regular","configuration":{"chunk_shape":[0]}}"#, &[1]).0.is_err());
    let other = r#"{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[0]}}"#;
    assert!(read(other, &[0]).0.is_err());
}
