// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is said where an array cannot be read: the file with its directory, what is wrong, and what to do next.

use crate::documents::{DEFAULT_KEYS, document};
use crate::program::{make_array, program, read, refusal, run};
use std::fs;
use std::path::Path;
use std::process::Command;

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
        assert!(message.contains(&array.join("zarr.json").display().to_string()), "{from} -> {to}: {message}");
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

/// What the program says of an array, which must begin with the program's name, be one line, and be this.
fn says(array: &Path, slices: &str, wanted: &str) {
    let Some(program) = program() else { return };
    let arguments: Vec<String> = slices.split_whitespace().map(str::to_owned).collect();
    assert_eq!(refusal(program, array, &arguments), format!("read_window: {wanted}\n"));
}

#[test]
fn the_directory_is_wanted() {
    let array = make_array("directory", &document("int32", "-7", "little", DEFAULT_KEYS), &[("c/0/0", vec![])]);
    let here = array.display();
    let wanted = format!("{here}/zarr.json: is a file; give the directory that it lies in: {here}");
    says(&array.join("zarr.json"), "", &wanted);
    says(&array.join("zarr.json"), ": :", &wanted);
    let wanted = format!("{here}/c/0/0: is a file; give the directory that holds an array's zarr.json");
    says(&array.join("c/0/0"), "", &wanted);
    let next = "no such file; give the directory of an array of Zarr version 3";
    says(&array.join("c"), "", &format!("{here}/c/zarr.json: {next}"));
    says(&array.join("nowhere"), "", &format!("{here}/nowhere/zarr.json: {next}"));
    // A slash at the end is not doubled.
    says(&array.join("nowhere/"), "", &format!("{here}/nowhere/zarr.json: {next}"));
}

#[test]
fn arrays_of_version_2() {
    for (name, found) in [(".zarray", "the .zarray"), (".zgroup", "the .zgroup")] {
        let array = make_array("version-2", "", &[(name, b"{\"zarr_format\": 2}".to_vec())]);
        fs::remove_file(array.join("zarr.json")).expect("a file");
        let here = array.display();
        let wanted = format!(
            "{here}: holds {found} of Zarr version 2; version 3 is read here, whose zarr.json zarr-python writes beside it: \
             zarr migrate v3 {here}"
        );
        says(&array, "", &wanted);
    }
}

#[test]
fn groups() {
    let document = r#"{"zarr_format": 3, "node_type": "group", "attributes": {}}"#;
    let group = make_array("group", document, &[]);
    let here = group.display();
    let wanted = format!(
        "{here}/zarr.json: is a group, which holds arrays and no elements; give the directory of one of its arrays, as in \
         {here}/NAME"
    );
    says(&group, "", &wanted);
    says(&group, "--plan", &wanted);
}

#[test]
fn one_argument_an_axis() {
    let array = make_array("axes", &document("int32", "-7", "little", DEFAULT_KEYS), &[]);
    let next = "give one argument an axis, as in 2:4 3:6";
    for (slices, count) in [(":", "1 slice was"), ("2:4,3:6", "1 slice was"), (": : :", "3 slices were")] {
        let given = format!("the array has 2 axes, and {count} given");
        says(&array, slices, &format!("{}: {given}; {next}", array.display()));
    }
    for slices in ["2:4,3:6 :", "[2:4 :", "1.5: :"] {
        let slice = slices.split(' ').next().expect("a slice");
        says(&array, slices, &format!("axis 0: cannot read the slice '{slice}'; {next}"));
    }
}

#[test]
fn unknown_options() {
    let array = make_array("options", &document("int32", "-7", "little", DEFAULT_KEYS), &[]);
    for option in ["--plna", "--", "--plan=yes", "-p"] {
        says(&array, option, &format!("unknown option {option}; there are --plan and --help"));
    }
    // A slice may begin with a minus, and options stand anywhere.
    let Some(program) = program() else { return };
    assert_eq!(read(program, &array, &["-1".to_owned(), "-3:".to_owned()]).shape, [1, 3]);
    assert!(run(program, &array, &["-1".to_owned(), "--plan".to_owned(), "-3:".to_owned()]).status.success());
    let usage = Command::new(program).arg("--help").output().expect("the program starts");
    assert!(usage.status.success() && usage.stdout.starts_with(b"usage: read_window"));
    let usage = Command::new(program).output().expect("the program starts");
    assert!(usage.status.code() == Some(1) && usage.stderr.starts_with(b"usage: read_window"));
}

#[test]
fn empty_files() {
    let array = make_array("empty-document", "", &[]);
    let empty = "the file is empty, as an interrupted copy or write leaves it; copy or write it again";
    says(&array, "", &format!("{}/zarr.json: {empty}", array.display()));
    let array = make_array("empty-chunk", &document("int32", "-7", "little", DEFAULT_KEYS), &[("c/1/2", vec![])]);
    let remedy = "or remove it: without a file the elements have the fill value";
    says(&array, "", &format!("{}/c/1/2: {empty}, {remedy}", array.display()));
}

#[test]
fn too_many_values_to_print() {
    let Some(program) = program() else { return };
    let large = document("int32", "-7", "little", DEFAULT_KEYS).replacen("[7, 9]", "[401, 9]", 1);
    let array = make_array("many", &large.replacen("[4, 5]", "5", 1), &[]);
    let values = |slices: [&str; 2]| read(program, &array, &slices.map(str::to_owned)).values;
    assert_eq!(values([":400", "0"]).len(), 400);
    let wanted = "(401 values are too many to print: up to 400 are; to see some, give smaller slices)";
    assert_eq!(values([":", "0"]), [wanted]);
}

/// What cannot be read can still be planned, as the message says.
#[test]
fn what_works_without() {
    let Some(program) = program() else { return };
    let good = document("int32", "-7", "little", DEFAULT_KEYS);
    for (from, to, what) in [
        ("\"bytes\"", "\"numcodecs.blosc\"", "codec numcodecs.blosc"),
        ("\"int32\"", "\"string\"", "data type string"),
        (
            "\"attributes\": {",
            "\"storage_transformers\": [\"cached\"], \"attributes\": {",
            "storage transformer cached",
        ),
    ] {
        let array = make_array("unread", &good.replacen(from, to, 1), &[]);
        let message = refusal(program, &array, &[]);
        assert!(
            message.contains(&format!("{}/zarr.json: {what} is not one that is read here", array.display())),
            "{message}"
        );
        assert!(message.ends_with("--plan works without it\n"), "{message}");
        let output = run(program, &array, &["--plan".to_owned()]);
        assert!(output.status.success() && output.stdout.ends_with(b"window [4:7, 7:9]  covers data\n"), "{output:?}");
    }
}

/// Bare words that JSON lacks are read past, and do not move the places that messages name.
#[test]
fn places_are_those_of_the_file() {
    let Some(program) = program() else { return };
    let bad = document("float32", "NaN", "little", DEFAULT_KEYS)
        .replacen(r#""fill_value": 1,"#, r#""fill_value": [NaN, -Infinity, Infinity],"#, 1)
        .replacen("[4, 5]", "[4, 0]", 1);
    let place = bad.find("0], [2").expect("the edge of 0");
    let message = refusal(program, &make_array("places", &bad, &[]), &[]);
    assert!(message.contains(&format!("(byte {place})")), "{message}");
}
