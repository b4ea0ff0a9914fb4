// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is written reads back as the same grid, in every form that can say it; and of a document with several faults
//! every one is listed.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use zrg::core::axis::{Axis, Form};
use zrg::core::error::Code;
use zrg::core::grid::{Grid, Name};
use zrg::core::json::{GridText, Options, WriteAs, grid_from_array_json, grid_from_json, problems_of_array_json};
use zrg::core::text::{Counter, Sink, Text as _};

/// An axis of any size: its form, its edges as runs, and its extent.
#[derive(Clone, Debug)]
struct PlainAxis {
    form: Form,
    runs: Vec<(u64, u64)>,
    extent: u64,
}

impl PlainAxis {
    /// Equal neighbours joined.
    fn maximal(&self) -> Vec<(u64, u64)> {
        let mut maximal: Vec<(u64, u64)> = Vec::new();
        for &(edge, count) in self.runs.iter().filter(|run| run.1 > 0) {
            match maximal.last_mut() {
                Some(last) if last.0 == edge => last.1 += count,
                _ => maximal.push((edge, count)),
            }
        }
        maximal
    }

    /// The integer that keeps the edges: all are equal, and as many as the integer would make.
    fn integer(&self) -> Option<u64> {
        match (self.form, &self.maximal()[..]) {
            (Form::Integer, _) => Some(self.runs[0].0),
            (_, &[(edge, count)]) if self.extent.div_ceil(edge) == count => Some(edge),
            _ => None,
        }
    }

    fn list(&self) -> String {
        let entries = self.maximal().into_iter().map(|(edge, count)| match count {
            1 => edge.to_string(),
            _ => format!("[{edge},{count}]"),
        });
        format!("[{}]", entries.collect::<Vec<_>>().join(","))
    }

    /// In its own form, not canonical: each run by itself, and every other one of count 1 as a pair.
    fn spelled(&self) -> String {
        let entries = self.runs.iter().enumerate().map(|(i, (edge, count))| match (count, i % 2) {
            (1, 0) => edge.to_string(),
            _ => format!("[{edge}, {count}]"),
        });
        match self.form {
            Form::Integer => self.runs[0].0.to_string(),
            Form::List => format!("[{}]", entries.collect::<Vec<_>>().join(", ")),
        }
    }
}

fn document(name: Name, axes: &[String]) -> String {
    let axes = axes.join(",");
    match name {
        Name::Rectilinear => {
            format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[{axes}]}}}}"#)
        }
        Name::Regular => format!(r#"{{"name":"regular","configuration":{{"chunk_shape":[{axes}]}}}}"#),
    }
}

fn axis() -> impl Strategy<Value = PlainAxis> {
    let small_or_any = || prop_oneof![3 => 1..9u64, 1 => 1..=u64::MAX];
    let extents = || prop_oneof![Just(0), 0..40u64, 0..=Axis::MAX_EXTENT];
    let integer = (small_or_any(), extents()).prop_map(|(edge, extent)| PlainAxis {
        form: Form::Integer,
        runs: vec![(edge, extent.div_ceil(edge))],
        extent,
    });
    let counts = prop_oneof![2 => Just(1), 2 => 1..6u64, 1 => 1..1u64 << 40];
    let list = (prop::collection::vec((small_or_any(), counts), 1..12), 0..=4u64).prop_map(|(entries, quarters)| {
        let (mut runs, mut sum) = (vec![], 0_u64);
        for (edge, count) in entries {
            if let Some(next) = edge.checked_mul(count).and_then(|length| sum.checked_add(length)) {
                runs.push((edge, count));
                sum = next;
            }
        }
        if runs.is_empty() {
            (runs, sum) = (vec![(3, 2)], 6);
        }
        let extent = (sum / 4).saturating_mul(quarters).max(if quarters == 4 { sum } else { 0 });
        PlainAxis { form: Form::List, runs, extent: extent.min(Axis::MAX_EXTENT) }
    });
    // Lists that an integer could replace, and such that only look like it.
    let even = (1..9u64, 1..30u64, 0..9u64).prop_map(|(edge, count, short)| PlainAxis {
        form: Form::List,
        runs: vec![(edge, 1), (edge, count)],
        extent: (edge * (count + 1)).saturating_sub(short),
    });
    prop_oneof![2 => integer, 3 => list, 2 => even]
}

struct Text(String);

impl Sink for Text {
    fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn number(&mut self, number: u64) {
        self.0.push_str(&number.to_string());
    }
}

fn written(grid: &Grid, form: WriteAs) -> String {
    let (mut text, mut counter) = (Text(String::new()), Counter::default());
    let writable = GridText::new(grid, form).unwrap();
    writable.write(&mut text);
    writable.write(&mut counter);
    assert_eq!(counter.length, text.0.len());
    text.0
}

fn check_axes(grid: &Grid, axes: &[PlainAxis], form: impl Fn(&PlainAxis) -> Form) {
    assert_eq!(grid.rank(), axes.len());
    for (axis, plain) in grid.axes().iter().zip(axes) {
        let runs: Vec<(u64, u64)> = axis.runs(0).map(|run| (run.edge, run.count)).collect();
        assert_eq!((axis.extent(), axis.form(), runs), (plain.extent, form(plain), plain.maximal()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(axes in prop::collection::vec(axis(), 0..5), regular in any::<bool>()) {
        let shape: Vec<u64> = axes.iter().map(|axis| axis.extent).collect();
        let integers = axes.iter().all(|axis| axis.form == Form::Integer);
        let name = if integers && regular { Name::Regular } else { Name::Rectilinear };
        let spelled: Vec<String> = axes.iter().map(PlainAxis::spelled).collect();
        let read = |text: &str| grid_from_json(text.as_bytes(), &shape, &Options::default()).unwrap();
        let grid = read(&document(name, &spelled));
        check_axes(&grid, &axes, |axis| axis.form);

        for form in [WriteAs::Read, WriteAs::Rectilinear, WriteAs::Regular] {
            let name = match form {
                WriteAs::Read => grid.name(),
                WriteAs::Rectilinear => Name::Rectilinear,
                WriteAs::Regular => Name::Regular,
            };
            let refused = axes.iter().position(|axis| axis.integer().is_none());
            if let (Name::Regular, Some(axis)) = (name, refused) {
                let problem = GridText::new(&grid, form).unwrap_err();
                prop_assert_eq!((problem.code, problem.axis), (Code::NotRegular, Some(axis)));
                continue;
            }
            let text = written(&grid, form);
            let canonical: Vec<String> = axes.iter().map(|axis| match (name, axis.form) {
                (Name::Rectilinear, Form::List) => axis.list(),
                _ => axis.integer().unwrap().to_string(),
            }).collect();
            prop_assert_eq!(&text, &document(name, &canonical));

            let again = read(&text);
            prop_assert_eq!(again.name(), name);
            check_axes(&again, &axes, |axis| if name == Name::Regular { Form::Integer } else { axis.form });
            prop_assert_eq!(written(&again, WriteAs::Read), text);
        }
        for (axis, plain) in grid.axes().iter().zip(&axes) {
            prop_assert_eq!(axis.integer().ok(), plain.integer());
        }
    }
}

/// A fault that can be put into a document without hiding another: where, the text of it, and how it is listed.
#[derive(Clone, Debug)]
struct Plant {
    place: &'static str,
    text: &'static str,
    code: Code,
    path: &'static str,
}

/// The document, with a word in `<>` where a fault can go.
const SOUND: &str = r#"{
    "zarr_format": <format 3>, "node_type": <node "array">, "shape": <shape [20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20]>,
    "chunk_key_encoding": {"name": <key "default">, "configuration": {"separator": <separator "/">}<in_keys >},
    "chunk_grid": {
        "configuration": {
            "chunk_shapes": [<a0 5>, [<a1 20>], [[<a2 4>, 5]], [[4, <a3 5>]], [10, <a4 [5, 2]>], <a5 [20]>, [10, <a6 10>, 3],
                [18446744073709551614, <a7 1>], <a8 [15, 5]>, [[1, <a9 20>], <b9 7>], 20],
            "kind": <kind "inline"><in_configuration >
        },
        "name": <name "rectilinear"><in_grid >
    }
}"#;

const PLANTS: &[Plant] = &[
    Plant { place: "shape", text: "20", code: Code::Structure, path: "shape" },
    Plant { place: "key", text: "7", code: Code::Structure, path: "chunk_key_encoding.name" },
    Plant {
        place: "separator",
        text: r#""-""#,
        code: Code::Unsupported,
        path: "chunk_key_encoding.configuration.separator",
    },
    Plant {
        place: "in_keys",
        text: r#", "must_understand": false"#,
        code: Code::Unsupported,
        path: "chunk_key_encoding.must_understand",
    },
    Plant { place: "a0", text: "0", code: Code::Value, path: "chunk_grid.configuration.chunk_shapes[0]" },
    Plant { place: "a1", text: r#""20""#, code: Code::Structure, path: "chunk_grid.configuration.chunk_shapes[1][0]" },
    Plant { place: "a2", text: "4.5", code: Code::Value, path: "chunk_grid.configuration.chunk_shapes[2][0][0]" },
    Plant { place: "a3", text: "1e20", code: Code::Range, path: "chunk_grid.configuration.chunk_shapes[3][0][1]" },
    Plant {
        place: "a4",
        text: "[5, 1, 1]",
        code: Code::Structure,
        path: "chunk_grid.configuration.chunk_shapes[4][1]",
    },
    Plant { place: "a5", text: "[]", code: Code::Value, path: "chunk_grid.configuration.chunk_shapes[5]" },
    Plant { place: "a6", text: "NaN", code: Code::Json, path: "chunk_grid.configuration.chunk_shapes[6][1]" },
    Plant { place: "a7", text: "2", code: Code::Range, path: "chunk_grid.configuration.chunk_shapes[7][1]" },
    Plant { place: "a8", text: "[15, 4]", code: Code::Cover, path: "chunk_grid.configuration.chunk_shapes[8]" },
    // Two of one axis.
    Plant { place: "a9", text: "true", code: Code::Structure, path: "chunk_grid.configuration.chunk_shapes[9][0][1]" },
    Plant { place: "b9", text: "0", code: Code::Value, path: "chunk_grid.configuration.chunk_shapes[9][1]" },
    Plant {
        place: "in_configuration",
        text: r#", "chunk_shapes": [1]"#,
        code: Code::Duplicate,
        path: "chunk_grid.configuration.chunk_shapes",
    },
    Plant {
        place: "in_grid",
        text: r#", "must_understand": false"#,
        code: Code::Unsupported,
        path: "chunk_grid.must_understand",
    },
];

/// Names that are not known, and the paths of what they decide the meaning of.
const UNKNOWN: &[(Plant, &str)] = &[
    (Plant { place: "format", text: "2", code: Code::Unsupported, path: "zarr_format" }, ""),
    (Plant { place: "node", text: r#""group""#, code: Code::Unsupported, path: "node_type" }, ""),
    (Plant { place: "name", text: r#""hexagonal""#, code: Code::Unsupported, path: "chunk_grid.name" }, "chunk_grid"),
    (
        Plant { place: "kind", text: r#""outline""#, code: Code::Unsupported, path: "chunk_grid.configuration.kind" },
        "chunk_grid.configuration",
    ),
];

/// The document with some faults in place; the others' places hold what is right.
fn planted(plants: &[&Plant]) -> String {
    let mut text = String::new();
    let mut rest = SOUND;
    while let Some((before, after)) = rest.split_once('<') {
        let (place, after) = after.split_once('>').unwrap();
        let (place, right) = place.split_once(' ').unwrap();
        text.push_str(before);
        text.push_str(plants.iter().find(|plant| plant.place == place).map_or(right, |plant| plant.text));
        rest = after;
    }
    text + rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_planted_fault_is_listed(
        mut plants in subsequence(PLANTS.iter().collect::<Vec<_>>(), 0..=PLANTS.len()),
        unknown in prop_oneof![2 => Just(None), 1 => select(UNKNOWN).prop_map(Some)],
    ) {
        let no_shape = plants.iter().any(|plant| plant.place == "shape");
        plants.extend(unknown.as_ref().map(|(plant, _)| plant));
        let text = planted(&plants);
        // What is left out follows from another: there is no extent to cover, or the unknown name may mean anything.
        let expected: Vec<_> = plants
            .iter()
            .filter(|plant| !(no_shape && plant.code == Code::Cover))
            .filter(|plant| unknown.as_ref().is_none_or(|(unknown, inside)| {
                unknown.path == plant.path || !plant.path.starts_with(inside)
            }))
            .map(|plant| (format!("{:?}", plant.code), plant.path.to_string()))
            .collect();

        let problems = problems_of_array_json(text.as_bytes(), &Options::default(), 1000).unwrap();
        let found: Vec<_> = problems.iter().map(|problem| {
            let shown = problem.to_string();
            (format!("{:?}", problem.code), shown.split(": ").next().unwrap().to_string())
        }).collect();
        if let Some((unknown, _)) = &unknown {
            prop_assert_eq!(found.first().map(|(_, path)| &path[..]), Some(unknown.path), "{}", text);
        }
        let sorted = |mut list: Vec<_>| {
            list.sort();
            list
        };
        prop_assert_eq!(sorted(found), sorted(expected), "{}", text);

        let refused = grid_from_array_json(text.as_bytes(), true, &Options::default()).err();
        prop_assert_eq!(refused.as_ref(), problems.first());
        // No more are listed than are wanted.
        for most in 1..4 {
            let some = problems_of_array_json(text.as_bytes(), &Options::default(), most).unwrap();
            prop_assert_eq!(&some[..], &problems[..problems.len().min(most)]);
        }
    }
}
