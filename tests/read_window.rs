// SPDX-License-Identifier: MIT OR Apache-2.0
//! `examples_c/read_window` against real arrays: every window and every point of the stores in `tests/fixtures`, whose
//! right answers numpy worked out, and small arrays made here for what those stores do not have.

mod c_compiler;
mod readers;

use c_compiler::Link;
use readers::{bytes_of_hex, crc32, fixtures, make_array, read, refusal, run};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The program, built once for all tests of this file; `None` where cJSON is missing.
fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(|| readers::build("read_window", &[], Link::Static)).as_deref()
}

#[test]
fn every_window_of_every_store() {
    let Some(program) = program() else { return };
    let windows: usize =
        fixtures(false).iter().map(|(store, facts)| readers::check_windows(program, store, facts)).sum();
    assert!(windows > 100, "only {windows} windows were found");
}

#[test]
fn every_point_of_every_store() {
    let Some(program) = program() else { return };
    let points: usize = fixtures(false).iter().map(|(store, facts)| readers::check_points(program, store, facts)).sum();
    assert!(points > 100, "only {points} points were found");
}

#[test]
fn the_shared_library_gives_the_same() {
    let Some(program) = program() else { return };
    let Some(shared) = readers::build("read_window", &[], Link::Shared) else { return };
    for (store, _) in fixtures(false) {
        assert_eq!(read(program, &store, &[]), read(&shared, &store, &[]), "{}", store.display());
    }
}

/// A document of shape `[7, 9]` with 2 x 3 chunks, the last row of which is cut by the extent.
fn document(data_type: &str, fill: &str, endian: &str, keys: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [7, 9], "data_type": "{data_type}",
            "attributes": {{"fill_value": 1, "text": "\"fill_value\": 2, [}}"}}, "fill_value": {fill},
            "chunk_grid": {{"name": "rectilinear",
                            "configuration": {{"kind": "inline", "chunk_shapes": [[4, 5], [2, 5, 2]]}}}},
            "chunk_key_encoding": {keys},
            "codecs": [{{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}]}}"#
    )
}

const DEFAULT_KEYS: &str = r#"{"name": "default"}"#;
const V2_KEYS: &str = r#"{"name": "v2", "configuration": {"separator": "."}}"#;

/// The number that the array of `rows_and_columns` holds at a place: chunk (0, 1) was never stored.
fn number_at(row: usize, column: usize) -> i32 {
    if row < 4 && (2..7).contains(&column) { -7 } else { (row * 100 + column) as i32 }
}

/// The array of `document` with `number_at` in it, big-endian, with keys such as `1.2`.
fn rows_and_columns() -> PathBuf {
    let mut chunks = Vec::new();
    for (i, rows) in [0..4, 4..9].into_iter().enumerate() {
        for (j, columns) in [0..2, 2..7, 7..9].into_iter().enumerate() {
            let cell = |row: usize| columns.clone().flat_map(move |column| number_at(row, column).to_be_bytes());
            chunks.push((format!("{i}.{j}"), rows.clone().flat_map(cell).collect::<Vec<u8>>()));
        }
    }
    chunks.remove(1);
    let chunks: Vec<_> = chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    make_array("rows_and_columns", &document("int32", "-7", "big", V2_KEYS), &chunks)
}

/// The indices that Python selects, one by one as its language reference tells it.
fn python(extent: i64, start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Vec<usize> {
    let step = step.unwrap_or(1);
    let (low, high) = if step > 0 { (0, extent) } else { (-1, extent - 1) };
    let bound = |bound: i64| (if bound < 0 { bound + extent } else { bound }).clamp(low, high);
    let mut at = start.map_or(if step > 0 { low } else { high }, bound);
    let end = stop.map_or(if step > 0 { high } else { low }, bound);
    let mut indices = Vec::new();
    while (step > 0 && at < end) || (step < 0 && at > end) {
        indices.push(at as usize);
        at += step;
    }
    indices
}

#[test]
fn slices_mean_what_they_mean_in_python() {
    let Some(program) = program() else { return };
    let array = rows_and_columns();
    let bounds = [None, Some(-8), Some(-3), Some(-1), Some(0), Some(2), Some(6), Some(20)];
    let steps = [None, Some(1), Some(2), Some(5), Some(-1), Some(-3), Some(-20)];
    let text = |bound: Option<i64>| bound.map_or(String::new(), |n| n.to_string());
    for (n, start) in bounds.into_iter().enumerate() {
        for (m, stop) in bounds.into_iter().enumerate() {
            // One slice on the rows, and another on the columns that wanders through the same bounds.
            let step = steps[(n + m) % steps.len()];
            let (start1, stop1, step1) = (bounds[(n + 3) % 8], bounds[(m + 5) % 8], steps[(n + 2 * m) % steps.len()]);
            let arguments = [
                format!("{}:{}:{}", text(start), text(stop), text(step)),
                format!("{}:{}:{}", text(start1), text(stop1), text(step1)),
            ];
            let (rows, columns) = (python(7, start, stop, step), python(9, start1, stop1, step1));
            let wanted = |row: &usize| columns.iter().map(|column| number_at(*row, *column)).collect::<Vec<_>>();
            let wanted: Vec<Vec<i32>> = rows.iter().map(wanted).collect();
            let bytes: Vec<u8> = wanted.iter().flatten().flat_map(|n| n.to_le_bytes()).collect();

            let window = read(program, &array, &arguments);
            assert_eq!(window.shape, [rows.len() as u64, columns.len() as u64], "{arguments:?}");
            assert_eq!(window.crc32, crc32(&bytes), "{arguments:?}");
            let seen: Vec<Vec<i32>> = window
                .values
                .iter()
                .map(|line| line.split_whitespace().map(|n| n.parse().expect("a number")).collect())
                .collect();
            let wanted: Vec<_> = wanted.into_iter().filter(|row| !row.is_empty()).collect();
            assert_eq!(seen, wanted, "{arguments:?}");
        }
    }
    // Short forms, and bounds that no 64-bit integer holds.
    for (short, long) in [
        (["1:", ":3"], ["1:7:1", "0:3:1"]),
        (["::", "4"], ["0:7:1", "4:5:1"]),
        (["-99999999999999999999:99999999999999999999", ":"], ["0:7:1", "0:9:1"]),
    ] {
        let [short, long] = [short, long].map(|pair| pair.map(str::to_owned));
        assert_eq!(read(program, &array, &short), read(program, &array, &long), "{short:?}");
    }
}

#[test]
fn fill_values_are_exact() {
    let Some(program) = program() else { return };
    // Data type, fill value, its little-endian bytes, how it is shown.
    let cases = [
        ("bool", "true", "01", "true"),
        ("int8", "-128", "80", "-128"),
        ("uint8", "255", "ff", "255"),
        ("int16", "-2", "feff", "-2"),
        ("uint16", "65535", "ffff", "65535"),
        ("int32", "-2147483648", "00000080", "-2147483648"),
        ("uint32", "4294967295", "ffffffff", "4294967295"),
        ("int64", "-9223372036854775808", "0000000000000080", "-9223372036854775808"),
        ("int64", "9007199254740993", "0100000000002000", "9007199254740993"),
        ("uint64", "18446744073709551615", "ffffffffffffffff", "18446744073709551615"),
        ("float16", "0", "0000", "0"),
        ("float16", "1.5", "003e", "1.5"),
        ("float16", "-65504", "fffb", "-65504"),
        ("float16", "1e-7", "0200", "1.1920928955078125e-07"),
        ("float16", "\"-Infinity\"", "00fc", "-inf"),
        ("float32", "0.1", "cdcccc3d", "0.1"),
        ("float32", "3.4028235e38", "ffff7f7f", "3.4028235e+38"),
        ("float32", "\"NaN\"", "0000c07f", "nan"),
        ("float32", "\"0x7fc00001\"", "0100c07f", "nan"),
        ("float64", "0.1", "9a9999999999b93f", "0.1"),
        ("float64", "-0.0", "0000000000000080", "-0"),
        ("float64", "\"Infinity\"", "000000000000f07f", "inf"),
        ("float64", "\"0xc000000000000000\"", "00000000000000c0", "-2"),
        ("complex64", "[1.5, \"NaN\"]", "0000c03f0000c07f", "1.5+nanj"),
        ("complex128", "[\"-Infinity\", -0.25]", "000000000000f0ff000000000000d0bf", "-inf-0.25j"),
        ("r24", "[1, 2, 255]", "0102ff", "0102ff"),
    ];
    for (data_type, fill, hex, shown) in cases {
        for endian in ["little", "big"] {
            let name = format!("fill-{data_type}-{endian}");
            let array = make_array(&name, &document(data_type, fill, endian, DEFAULT_KEYS), &[]);
            let window = read(program, &array, &["6:".to_owned(), "3:5".to_owned()]);
            assert_eq!(window.crc32, crc32(&bytes_of_hex(hex).repeat(2)), "{data_type} {fill} {endian}");
            assert_eq!(window.values, [format!("{shown} {shown}")], "{data_type} {fill} {endian}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let Some(program) = program() else { return };
    let good = document("int32", "-7", "little", DEFAULT_KEYS);
    // What to write instead of what in a good document, and a piece of the message.
    let changes = [
        ("\"int32\"", "\"bfloat16\"", "bfloat16"),
        ("\"int32\"", "\"r0\"", "r0"),
        ("\"int32\"", "\"r12\"", "r12"),
        ("\"int32\"", "{}", "data type"),
        ("\"bytes\"", "\"gzip\"", "gzip"),
        ("\"bytes\"", "\"sharding_indexed\"", "sharding_indexed"),
        ("\"little\"", "\"middle\"", "endian"),
        ("\"endian\": \"little\"", "", "endian"),
        ("\"codecs\"", "\"codex\"", "codex"),
        (r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#, "[]", "codecs"),
        ("\"codecs\": [", "\"codecs\": [{\"name\": \"transpose\"}, ", "transpose"),
        ("\"attributes\"", "\"extension\"", "extension"),
        ("\"attributes\": {", "\"storage_transformers\": [{\"name\": \"cached\"}], \"attributes\": {", "cached"),
        ("-7", "-7.5", "-7.5"),
        ("-7", "-2147483649", "-2147483649"),
        ("-7", "111111111111111111111111111111111111111111111111111111111111111111", "integer"),
        ("-7", "\"NaN\"", "NaN"),
        ("-7", "null", "null"),
        ("\"fill_value\": -7", "\"fill_value \": -7", "fill_value"),
        ("[4, 5]", "[4, 2]", "chunk_shapes"),
        ("\"zarr_format\": 3", "\"zarr_format\": 2", "zarr_format"),
        ("}]}", "}]", "zarr.json"),
    ];
    for (n, (from, to, wanted)) in changes.into_iter().enumerate() {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from} is not in the document");
        let array = make_array(&format!("refused-{n}"), &changed, &[]);
        let message = refusal(program, &array, &[]);
        assert!(message.contains(wanted), "{from} -> {to}: {message}");
    }

    let array =
        make_array("short-chunks", &good, &[("c/0/0", vec![0; 31]), ("c/0/1", vec![0; 1000]), ("c/1/0/x", vec![])]);
    let large = good.replacen("[7, 9]", "[4611686018427387904, 9]", 1).replacen("[4, 5]", "65536", 1);
    let large = make_array("large", &large, &[]);
    let nowhere = array.join("nowhere");
    // An array, the slices, and a piece of the message.
    let calls: [(&Path, &str, &str); 15] = [
        (&nowhere, "", "no such file"),
        (&array, "", "c/0/0"),
        (&array, ": 2:", "c/0/1"),
        (&array, "4: :2", "c/1/0"),
        (&array, ":", "2 axes"),
        (&array, ": : :", "3 slices"),
        (&array, ": 1:2:3:4", "1:2:3:4"),
        (&array, ": one", "one"),
        (&array, ": 1.5:", "1.5:"),
        (&array, ": 1:0x8", "0x8"),
        (&array, ": ::0", "::0"),
        (&array, ": 9", "9"),
        (&array, ": -10", "-10"),
        (&large, "", "too large"),
        (&large, ":1000000000000000 :1", "too large"),
    ];
    for (array, slices, wanted) in calls {
        let arguments: Vec<String> = slices.split_whitespace().map(str::to_owned).collect();
        let message = refusal(program, array, &arguments);
        assert!(message.contains(wanted), "{slices}: {message}");
    }
    // A few elements of the large array are read all the same.
    assert_eq!(read(program, &large, &["::2305843009213693952".to_owned(), "3".to_owned()]).values, ["-7", "-7"]);
}

fn plan(program: &Path, array: &Path, slices: &str) -> String {
    let arguments: Vec<String> = ["--plan"].into_iter().chain(slices.split_whitespace()).map(str::to_owned).collect();
    let output = run(program, array, &arguments);
    assert!(output.status.success(), "{slices}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("read_window writes UTF-8")
}

#[test]
fn the_plan_shows_grid_and_parts() {
    let Some(program) = program() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let wanted = "\
shape 6
axis 0: elements 11, chunks 7 (4 of them wholly past the end of the array)
   0    4    8
   +----+----+------+
   |#.#.|#.#.|#.#xxx|
   +----+----+------+
# window   . other elements   x past the end of the array   ~ chunks not shown

parts 3
part 0: chunk [0]  key c/0  elements [2::-2] of 4 -> window [4:6]
part 1: chunk [1]  key c/1  elements [2::-2] of 4 -> window [2:4]
part 2: chunk [2]  key c/2  elements [2::-2] of 6 -> window [0:2]
";
    assert_eq!(plan(program, &folder.join("overflow-1d.zarr"), "::-2"), wanted);

    let wanted = "\
shape 5 3
axis 0: elements 8, chunks 4 (2 of them wholly past the end of the array)
axis 1: elements 8, chunks 5 (3 of them wholly past the end of the array)
    0    4    8
  0 +----+----+
    |....|....|
    |....|....|
    |....|....|
  3 +----+----+
    |#.#.|#...|
    |#.#.|#...|
    |#.#.|#...|
    |#.#.|#...|
    |#.#.|#...|
  8 +----+----+
# window   . other elements   x past the end of the array   ~ chunks not shown

parts 2
part 0: chunk [1, 0]  key c/1/0  elements [0:5, 0:3:2] of 5x4 -> window [0:5, 0:2]
part 1: chunk [1, 1]  key c/1/1  elements [0:5, 0:1] of 5x4 -> window [0:5, 2:3]
";
    assert_eq!(plan(program, &folder.join("overflow-exact-boundary.zarr"), "3: 0:6:2"), wanted);

    // A plan needs no chunk and no codec; and a picture of a huge grid is no larger than another.
    for (store, _) in fixtures(true) {
        assert!(plan(program, &store, "").contains("\nparts "), "{}", store.display());
    }
    let huge = document("int8", "0", "little", DEFAULT_KEYS)
        .replacen("[7, 9]", "[4611686018427387904, 4611686018427387904]", 1)
        .replacen("[[4, 5], [2, 5, 2]]", "[[[1, 4611686018427387904]], 3]", 1);
    let huge = plan(program, &make_array("huge", &huge, &[]), "1000:2000 -9:");
    assert!(huge.lines().all(|line| line.len() < 160) && huge.lines().count() < 160, "{huge}");
}
