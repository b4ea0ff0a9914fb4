// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slices on the command line against those of Python, worked out index by index.

use crate::documents::{V2_KEYS, document};
use crate::program::{crc32, make_array, program, read};
use std::path::PathBuf;

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
