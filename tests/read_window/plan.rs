// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `--plan` prints.

use crate::documents::{DEFAULT_KEYS, document};
use crate::program::{make_array, program, run, stores};
use std::path::Path;

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
    for (store, _) in [stores("fixtures"), stores("encoded")].concat() {
        assert!(plan(program, &store, "").contains("\nparts "), "{}", store.display());
    }
    let huge = document("int8", "0", "little", DEFAULT_KEYS)
        .replacen("[7, 9]", "[4611686018427387904, 4611686018427387904]", 1)
        .replacen("[[4, 5], [2, 5, 2]]", "[[[1, 4611686018427387904]], 3]", 1);
    let huge = plan(program, &make_array("huge", &huge, &[]), "1000:2000 -9:");
    assert!(huge.lines().all(|line| line.len() < 160) && huge.lines().count() < 160, "{huge}");
}
