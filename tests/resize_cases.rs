// SPDX-License-Identifier: MIT OR Apache-2.0
//! Changes of shape in the shipped cases and in stores that zarr-python resized, and the cases about inner chunks.

mod oracle;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use zrg::core::algebra::change::Change;
use zrg::core::algebra::compare::Relation;
use zrg::core::algebra::resize::{Growth, Policy};
use zrg::core::error::Code;
use zrg::core::grid::Grid;
use zrg::core::json::{Options, grid_from_json};
use zrg::core::keys::{KeyEncoding, KeyName};

fn read(path: &str) -> Value {
    let path = format!("{}/tests/{path}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))).unwrap()
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn grid(document: &Value, shape: &[u64]) -> Grid {
    grid_from_json(document.to_string().as_bytes(), shape, &Options::default()).unwrap()
}

fn rectilinear(chunk_shapes: &Value) -> Value {
    json!({"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": chunk_shapes}})
}

/// The chunks that change in one way.
fn changed(before: &Grid, after: &Grid, change: Change) -> BTreeSet<Vec<u64>> {
    let mut boxes = vec![vec![0..0; before.rank()]; before.rank()];
    let visit = |entry: usize, axis: usize, (first, count)| boxes[entry][axis] = first..first + count;
    let shown = before.changed_chunks(after, change, 0, before.rank(), visit).unwrap();
    let mut chunks = BTreeSet::new();
    for one in &boxes[..shown] {
        let counts: Vec<u64> = one.iter().map(|chunks| chunks.end - chunks.start).collect();
        let inside = oracle::indices(&counts).into_iter();
        chunks.extend(inside.map(|at| at.iter().zip(one).map(|(at, chunks)| chunks.start + at).collect::<Vec<u64>>()));
    }
    chunks
}

/// The chunks whose files lie in a store.
fn stored(name: &str, grid: &Grid) -> BTreeSet<Vec<u64>> {
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{name}.zarr"));
    let (mut folders, mut chunks) = (vec![store.join("c")], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let key = path.strip_prefix(&store).unwrap().to_str().unwrap().replace('\\', "/");
            let mut chunk = vec![0; grid.rank()];
            let encoding = KeyEncoding::new(KeyName::Default).into();
            grid.chunk_of_key(&encoding, key.as_bytes(), |axis, index| chunk[axis] = index).unwrap();
            chunks.insert(chunk);
        }
    }
    chunks
}

#[test]
fn resized_documents_of_the_cases() {
    let mut compared = 0;
    for case in read("data/conformance-cases.json")["cases"].as_array().unwrap() {
        for resize in case["resize"].as_array().into_iter().flatten() {
            let shape = numbers(&resize["new_shape"]);
            let resized = grid(&case["chunk_grid"], &numbers(&case["shape"])).resized(&shape, &[]).unwrap();
            let expected = grid(&rectilinear(&resize["chunk_shapes"]), &shape);
            assert_eq!(resized.compare(&expected, Relation::Identical), Ok(()), "{}", case["id"]);
            compared += 1;
        }
    }
    assert!(compared >= 6, "{compared}");
}

#[test]
fn queries_of_the_cases() {
    let mut compared = 0;
    for case in read("data/bug-cases.json")["cases"].as_array().unwrap() {
        let (query, expect) = (&case["query"], &case["expect"]);
        let before = || grid(&case["chunk_grid"], &numbers(&case["shape"]));
        match query["op"].as_str() {
            Some("resize_check") => {
                let shape = numbers(&query["new_shape"]);
                let refusing = vec![Policy { growth: Growth::Refused, ..Policy::default() }; shape.len()];
                let resized = before().resized(&shape, &refusing);
                assert_eq!(json!(resized.is_ok()), expect["same_edges_valid"], "{}", case["id"]);
                match resized {
                    Ok(after) => {
                        let covering: Vec<u64> = after.axes().iter().map(|axis| axis.data_chunks()).collect();
                        assert_eq!(json!(covering), expect["covering"], "{}", case["id"]);
                        let dropped = changed(&before(), &after, Change::LosesAll).len();
                        assert_eq!(json!(dropped), expect["dropped_chunks"], "{}", case["id"]);
                    }
                    Err(refused) => {
                        let missing = refused.limit.unwrap() - refused.value.unwrap();
                        assert_eq!(json!(missing), expect["missing"][refused.axis.unwrap()], "{}", case["id"]);
                    }
                }
            }
            Some("divides") => {
                let divides = before().check_inner_shape(&numbers(&query["inner"]));
                assert_eq!(json!(divides.is_ok()), expect["divides"], "{}", case["id"]);
                if let Err(refused) = divides {
                    assert_eq!((refused.code, json!(refused.axis)), (Code::NotAligned, expect["axis"].clone()));
                }
            }
            _ => continue,
        }
        compared += 1;
    }
    assert!(compared >= 6, "{compared}");
}

#[test]
fn stores_that_zarr_python_resized() {
    for (name, before, edges) in [
        ("resized-grown", [10, 7], json!([[3, 4, 3], [7]])),
        ("resized-shrunk", [12, 12], json!([[5, 4, 3], [5, 4, 3]])),
    ] {
        let store = read(&format!("fixtures/{name}.json"));
        let shape = numbers(&store["shape"]);
        let (before, as_stored) = (grid(&rectilinear(&edges), &before), grid(&store["chunk_grid"], &shape));
        let after = before.resized(&shape, &[]).unwrap();
        assert_eq!(after.compare(&as_stored, Relation::Identical), Ok(()), "{name}");
        // Every chunk was stored before; zarr-python deletes those that lose all their data.
        let counts: Vec<u64> = before.axes().iter().map(|axis| axis.data_chunks()).collect();
        let lost = changed(&before, &after, Change::LosesAll);
        let left: BTreeSet<Vec<u64>> = oracle::indices(&counts).into_iter().filter(|at| !lost.contains(at)).collect();
        let files = stored(name, &after);
        assert!(files.is_superset(&left), "{name}: {files:?} {left:?}");
        // Those that hold data for the first time were written where there was something to write.
        let first = changed(&before, &after, Change::GainsFirst);
        assert!(files.difference(&left).all(|chunk| first.contains(chunk)), "{name}: {files:?} {first:?}");
        assert_eq!(files.len() as u64, store["chunks_stored"].as_u64().unwrap(), "{name}");
    }
}
