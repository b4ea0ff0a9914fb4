// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fill value of every data type, down to its bytes.

use crate::documents::{DEFAULT_KEYS, document};
use crate::program::{bytes_of_hex, crc32, make_array, program, read};

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
        // As Python writes them, and not JSON.
        ("float16", "NaN", "007e", "nan"),
        ("float32", "Infinity", "0000807f", "inf"),
        ("float64", "-Infinity", "000000000000f0ff", "-inf"),
        ("complex64", "[NaN, -Infinity]", "0000c07f000080ff", "nan-infj"),
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
fn bare_words_are_left_alone_in_strings() {
    let Some(program) = program() else { return };
    let strings = r#""attributes": {"NaN": [NaN, "NaN", "a \" NaN, \\", Infinity, "-Infinity\\\" "], "x": -Infinity, "#;
    let document = document("uint8", "3", "little", DEFAULT_KEYS).replacen("\"attributes\": {", strings, 1);
    let array = make_array("bare-words", &document, &[]);
    assert_eq!(read(program, &array, &["0".to_owned(), "0".to_owned()]).values, ["3"]);
}
