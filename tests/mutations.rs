// SPDX-License-Identifier: MIT OR Apache-2.0
//! Documents changed at random, read by the library and by the plain reader in `oracle/`: both accept and mean the same
//! grid, or both refuse, for the same reasons.

#[path = "oracle/reader.rs"]
mod reader;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use reader::{Fault, Plain, PlainAxis, Refused};
use zrg::core::axis::{Axis, Form};
use zrg::core::error::{Code, Error};
use zrg::core::grid::Grid;
use zrg::core::json::{Options, grid_from_array_json, grid_from_json, problems_of_array_json, problems_of_json};
use zrg::core::keys::KeyEncoding;

/// The pieces of a document's text, one after the other; white space is put between them.
type Tokens = Vec<String>;

fn tokens(pieces: &[&str]) -> Tokens {
    pieces.iter().map(|piece| piece.to_string()).collect()
}

/// A document before it is changed: all of a `zarr.json`, or a `chunk_grid` alone; and the array's shape.
#[derive(Clone, Debug)]
struct Document {
    whole: bool,
    shape: Vec<u64>,
    tokens: Tokens,
    space: &'static str,
    /// Whether a byte order mark stands before the text.
    marked: bool,
}

/// Numbers of every size; those of a few digits are the ones that fit together.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![6 => 1..20u64, 1 => 1..=u64::MAX, 1 => select(&[1, 1 << 53, u64::MAX][..])]
}

/// One axis as a document spells it, and an extent that its edges cover.
fn axis(form: Form) -> BoxedStrategy<(Tokens, u64)> {
    let cut = |extent: u64| extent.min(Axis::MAX_EXTENT);
    match form {
        Form::Integer => {
            let extents = prop_oneof![4 => 0..50u64, 1 => Just(u64::MAX)];
            (number(), extents).prop_map(move |(edge, extent)| (vec![edge.to_string()], cut(extent))).boxed()
        }
        Form::List => (prop::collection::vec((number(), 1..5u64, any::<bool>()), 1..5), 0..=4u64)
            .prop_map(move |(entries, quarters)| {
                let (mut text, mut sum) = (tokens(&["["]), 0_u64);
                for (edge, count, alone) in entries {
                    // What would pass 64 bits is left out: the document has to be right.
                    let Some(next) = edge.checked_mul(count).and_then(|length| sum.checked_add(length)) else {
                        continue;
                    };
                    if sum > 0 {
                        text.push(",".into());
                    }
                    let (edge, count) = (edge.to_string(), count.to_string());
                    match (alone, &count[..]) {
                        (true, "1") => text.push(edge),
                        _ => text.extend(tokens(&["[", &edge, ",", &count, "]"])),
                    }
                    sum = next;
                }
                if sum == 0 {
                    (text, sum) = (tokens(&["[", "7"]), 7);
                }
                text.push("]".into());
                // Half of the extents end where the edges do.
                (text, cut(if quarters < 2 { sum } else { sum / 4 * (quarters - 2) }))
            })
            .boxed(),
    }
}

fn object(members: &[(&str, Tokens)]) -> Tokens {
    let mut text = tokens(&["{"]);
    for (i, (name, value)) in members.iter().enumerate() {
        if i > 0 {
            text.push(",".into());
        }
        text.extend(tokens(&[&format!("\"{name}\""), ":"]));
        text.extend(value.iter().cloned());
    }
    text.push("}".into());
    text
}

fn list(values: &[Tokens]) -> Tokens {
    let mut text = tokens(&["["]);
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            text.push(",".into());
        }
        text.extend(value.iter().cloned());
    }
    text.push("]".into());
    text
}

fn document() -> impl Strategy<Value = Document> {
    let forms = prop_oneof![1 => Just(Form::Integer), 3 => Just(Form::List)];
    let axes = |form: BoxedStrategy<Form>| prop::collection::vec(form.prop_flat_map(axis), 0..4);
    let grids = prop_oneof![
        1 => (Just("regular"), axes(Just(Form::Integer).boxed())),
        4 => (Just("rectilinear"), axes(forms.boxed())),
    ];
    (grids, any::<[bool; 5]>(), select(&["", "", " ", "\n", "\r\n\t"][..]), 0..8u8).prop_map(
        |((name, axes), [whole, understood, turned, short_keys, inner_turned], space, mark)| {
            let marked = mark == 0;
            let (lists, shape): (Vec<Tokens>, Vec<u64>) = axes.into_iter().unzip();
            let mut configuration = match name {
                "regular" => vec![("chunk_shape", list(&lists))],
                _ => vec![("kind", tokens(&["\"inline\""])), ("chunk_shapes", list(&lists))],
            };
            let mut grid = vec![("name", vec![format!("\"{name}\"")])];
            if inner_turned {
                configuration.reverse();
            }
            grid.push(("configuration", object(&configuration)));
            if understood {
                grid.push(("must_understand", tokens(&["true"])));
            }
            if turned {
                grid.reverse();
            }
            let grid = object(&grid);
            if !whole {
                return Document { whole, shape, tokens: grid, space, marked };
            }
            let lengths: Vec<Tokens> = shape.iter().map(|extent| vec![extent.to_string()]).collect();
            let keys = match short_keys {
                true => tokens(&["\"v2\""]),
                false => object(&[
                    ("name", tokens(&["\"default\""])),
                    ("configuration", object(&[("separator", tokens(&["\".\""]))])),
                ]),
            };
            let mut members = vec![
                ("zarr_format", tokens(&["3"])),
                ("node_type", tokens(&["\"array\""])),
                ("shape", list(&lengths)),
                ("chunk_grid", grid),
                ("chunk_key_encoding", keys),
                ("codecs", tokens(&["[", "]"])),
            ];
            if turned {
                members.reverse();
            }
            Document { whole, shape, tokens: object(&members), space, marked }
        },
    )
}

/// One change. Places are parts of the whole, so that they stay places when other changes go first.
#[derive(Clone, Debug)]
enum Change {
    Swap(Index, Index),
    Drop(Index),
    Repeat(Index, Index),
    Put(Index, String),
    Replace(Index, String),
    /// The same for whole entries of lists and objects.
    DropEntry(Index),
    RepeatEntry(Index),
    ReplaceEntry(Index, String),
    SwapEntries(Index, Index),
    /// Another number where one stands.
    Number(Index, String),
    /// The same number, or close to it, in other words: the text before and behind it.
    Respell(Index, &'static str, &'static str),
    /// A member in front of those of some object.
    Member(Index, String),
    Extent(Index, u64),
    FlipBit(Index, u8),
    DropBytes(Index, Index),
    PutBytes(Index, Vec<u8>),
    RepeatBytes(Index, Index),
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "3",
    "4.0",
    "4.5",
    "4e0",
    "0.4e1",
    "40e-1",
    "1e3",
    "1e-1",
    "0e9",
    "-1e99",
    "1E+2",
    "8.000000000000000001",
    "9007199254740993.0",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "1.8446744073709551615e19",
    "18446744073709551616",
    "1e999999999999",
    "1e-999999999999999999999999",
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "0x10",
    "NaN",
    "Infinity",
    "-Infinity",
    "nan",
    "-Inf",
    "1_000",
    "00",
    "-",
    "3e0000000000000000000000000000000000000000000000000000",
    "0.00000000000000000000000000000003e32",
];
const WORDS: &[&str] = &[
    "NaN",
    "-Infinity",
    "[{\"a\":[NaN]}]",
    "true",
    "false",
    "null",
    "\"\"",
    "\"4\"",
    "[]",
    "{}",
    "[4]",
    "[4,2]",
    "[[4,2]]",
    "[4,2,1]",
    "[[[4,2]]]",
    "{\"a\":1}",
    "\"inline\"",
    "\"rectilinear\"",
    "\"regular\"",
    "\"rectangular\"",
    "\"rect\\u0069linear\"",
    "\"regular\\u0000\"",
    "\"\\ud800\"",
    "\"\\uD83D\\uDE00\"",
    "\"Inline\"",
    "\"array\"",
    "\"group\"",
    "\"default\"",
    "\"v2\"",
    "\"/\"",
    "\"\\/\"",
    "\"\\u002e\"",
    "\"-\"",
    ",",
    ":",
    "]",
    "}",
    "[",
    "{",
    "\"",
    "tru",
    "nul",
    "'a'",
    "// a\n",
    "\u{feff}",
    "\"\t\"",
    "\"\u{1F600}\"",
    "\"\\q\"",
    "\"\\u12g4\"",
    "\"name\"",
    "\"kind\"",
    "\"chunk_shape\"",
];
const MEMBERS: &[&str] = &[
    "\"name\":\"rectilinear\"",
    "\"name\":\"regular\"",
    "\"nam\\u0065\":\"regular\"",
    "\"name\":4",
    "\"kind\":\"inline\"",
    "\"kind\":null",
    "\"kind\":\"outline\"",
    "\"k\\u0069nd\":\"inline\"",
    "\"chunk_shapes\":[[4]]",
    "\"chunk_shapes\":[]",
    "\"chunk_shape\":[4]",
    "\"chunk_shape\":4",
    "\"chunk_shapes\":{}",
    "\"encoded_chunk_shapes\":[4]",
    "\"must_understand\":true",
    "\"must_understand\":false",
    "\"must_understand\":\"true\"",
    "\"must_understand\":1",
    "\"configuration\":{}",
    "\"configuration\":[]",
    "\"separator\":\"/\"",
    "\"x\":[1,{\"y\":2}]",
    "\"x\":1e999",
    "\"x\":NaN",
    "\"attributes\":{\"y\":[-Infinity,{\"z\":Infinity}]}",
    "\"kind\":NaN",
    "\"chunk_shape\":[NaN]",
    "\"chunk_shapes\":NaN",
    "\"must_understand\":-Infinity",
    "\"x\":01",
    "\"\":null",
    "\"shape\":[4]",
    "\"zarr_format\":2",
    "\"zarr_format\":3.0",
    "\"zarr_format\":\"3\"",
    "\"zarr_format\":\"https://purl.org/zarr/spec/protocol/core/3.0\"",
    "\"name\":\"hexagonal\"",
    "\"node_type\":\"array\"",
    "\"node_type\":\"group\"",
    "\"chunk_grid\":{}",
    "\"chunk_key_encoding\":\"v2\"",
];
const SPELLINGS: &[(&str, &str)] = &[
    ("", ".0"),
    ("", "e0"),
    ("", "0e-1"),
    ("", "000E-3"),
    ("", ".000e+0"),
    ("", "e00000000000000000000"),
    ("0.", "e1"),
    ("", ".5"),
    ("-", ""),
    ("0", ""),
    ("", "e1"),
    ("", "0"),
    ("", ".0000000000000000000000000000000000000001"),
    ("[", "]"),
    ("[", ",2]"),
    ("[[", ",2]]"),
    ("\"", "\""),
];

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    let text = |from: &'static [&'static str]| select(from).prop_map(str::to_string);
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..4),
        select(&b"0123456789-+.eE\"\\,:[]{} \n\0ntf"[..]).prop_map(|byte| vec![byte]),
    ];
    prop_oneof![
        1 => (place(), place()).prop_map(|(a, b)| Change::Swap(a, b)),
        1 => place().prop_map(Change::Drop),
        1 => (place(), place()).prop_map(|(a, b)| Change::Repeat(a, b)),
        1 => (place(), text(WORDS)).prop_map(|(a, word)| Change::Put(a, word)),
        1 => (place(), text(WORDS)).prop_map(|(a, word)| Change::Replace(a, word)),
        3 => place().prop_map(Change::DropEntry),
        4 => place().prop_map(Change::RepeatEntry),
        2 => (place(), text(WORDS)).prop_map(|(a, word)| Change::ReplaceEntry(a, word)),
        3 => (place(), place()).prop_map(|(a, b)| Change::SwapEntries(a, b)),
        4 => (place(), text(NUMBERS)).prop_map(|(a, number)| Change::Number(a, number)),
        3 => (place(), number()).prop_map(|(a, number)| Change::Number(a, number.to_string())),
        4 => (place(), select(SPELLINGS)).prop_map(|(a, (before, behind))| Change::Respell(a, before, behind)),
        4 => (place(), text(MEMBERS)).prop_map(|(a, member)| Change::Member(a, member)),
        3 => (place(), prop_oneof![0..60u64, 0..=Axis::MAX_EXTENT]).prop_map(|(a, extent)| Change::Extent(a, extent)),
        1 => (place(), 0..8u8).prop_map(|(a, bit)| Change::FlipBit(a, bit)),
        1 => (place(), place()).prop_map(|(a, b)| Change::DropBytes(a, b)),
        1 => (place(), bytes).prop_map(|(a, bytes)| Change::PutBytes(a, bytes)),
        1 => (place(), place()).prop_map(|(a, b)| Change::RepeatBytes(a, b)),
    ]
}

/// A stretch of up to 12 entries.
fn stretch(length: usize, a: Index, b: Index) -> std::ops::Range<usize> {
    let start = a.index(length + 1);
    start..(start + b.index(12) + 1).min(length)
}

impl Document {
    /// Changes the pieces first, then the text that they make.
    fn changed(mut self, changes: &[Change]) -> (Vec<u8>, Vec<u64>) {
        for change in changes {
            self.change_tokens(change);
        }
        let mark = if self.marked { "\u{feff}" } else { "" };
        let mut text = format!("{mark}{}", self.tokens.join(self.space)).into_bytes();
        for change in changes {
            change_bytes(&mut text, change);
        }
        (text, self.shape)
    }

    /// The places of tokens that start with one of some characters.
    fn places(&self, first: &str) -> Vec<usize> {
        let starts = |token: &String| token.starts_with(|c| first.contains(c));
        (0..self.tokens.len()).filter(|&i| starts(&self.tokens[i])).collect()
    }

    /// The entries of all lists and objects, as stretches of tokens without the commas around them.
    fn entries(&self) -> Vec<std::ops::Range<usize>> {
        let starts = |i: usize| i > 0 && matches!(&self.tokens[i - 1][..], "[" | "{" | ",");
        let mut entries = Vec::new();
        for start in (0..self.tokens.len()).filter(|&i| starts(i)) {
            let mut depth = 0_i32;
            let end = (start..self.tokens.len()).find(|&i| {
                let token = &self.tokens[i][..];
                let ends = depth == 0 && matches!(token, "," | "]" | "}");
                depth += i32::from(matches!(token, "[" | "{")) - i32::from(matches!(token, "]" | "}"));
                ends
            });
            entries.extend(end.filter(|&end| end > start).map(|end| start..end));
        }
        entries
    }

    fn change_tokens(&mut self, change: &Change) {
        let tokens = &self.tokens;
        let length = tokens.len();
        if length == 0 {
            return;
        }
        match change {
            Change::Swap(a, b) => self.tokens.swap(a.index(length), b.index(length)),
            Change::Drop(a) => drop(self.tokens.remove(a.index(length))),
            Change::Repeat(a, b) => {
                let range = stretch(length, *a, *b);
                let again = tokens[range.clone()].to_vec();
                self.tokens.splice(range.start..range.start, again);
            }
            Change::Put(a, word) => self.tokens.insert(a.index(length + 1), word.clone()),
            Change::Replace(a, word) => self.tokens[a.index(length)] = word.clone(),
            Change::DropEntry(a) => {
                if let Some(entry) = pick(*a, &self.entries()) {
                    // With the comma behind it, or else the one before.
                    let comma = |i: usize| tokens.get(i).is_some_and(|token| token == ",");
                    let range = match (comma(entry.end), comma(entry.start - 1)) {
                        (true, _) => entry.start..entry.end + 1,
                        (_, true) => entry.start - 1..entry.end,
                        _ => entry.clone(),
                    };
                    self.tokens.drain(range);
                }
            }
            Change::RepeatEntry(a) => {
                if let Some(entry) = pick(*a, &self.entries()) {
                    let mut again = tokens[entry.clone()].to_vec();
                    again.push(",".into());
                    self.tokens.splice(entry.start..entry.start, again);
                }
            }
            Change::ReplaceEntry(a, word) => {
                if let Some(entry) = pick(*a, &self.entries()) {
                    // The value of a member, not its name.
                    let named = tokens.get(entry.start + 1).is_some_and(|token| token == ":") && entry.len() > 2;
                    let start = if named { entry.start + 2 } else { entry.start };
                    self.tokens.splice(start..entry.end, [word.clone()]);
                }
            }
            Change::SwapEntries(a, b) => {
                let entries = self.entries();
                if let (Some(a), Some(b)) = (pick(*a, &entries), pick(*b, &entries)) {
                    let (a, b) = if a.start <= b.start { (a, b) } else { (b, a) };
                    if a.end <= b.start {
                        let (first, second) = (tokens[a.clone()].to_vec(), tokens[b.clone()].to_vec());
                        self.tokens.splice(b.clone(), first);
                        self.tokens.splice(a.clone(), second);
                    }
                }
            }
            Change::Number(a, word) => {
                if let Some(&place) = pick(*a, &self.places("-0123456789")) {
                    self.tokens[place] = word.clone();
                }
            }
            Change::Respell(a, before, behind) => {
                if let Some(&place) = pick(*a, &self.places("-0123456789")) {
                    self.tokens[place] = format!("{before}{}{behind}", tokens[place]);
                }
            }
            Change::Member(a, member) => {
                if let Some(&place) = pick(*a, &self.places("{")) {
                    let last = tokens.get(place + 1).is_some_and(|next| next == "}");
                    self.tokens.insert(place + 1, format!("{member}{}", if last { "" } else { "," }));
                }
            }
            Change::Extent(a, extent) => {
                if let Some(place) = (!self.shape.is_empty()).then(|| a.index(self.shape.len())) {
                    self.shape[place] = *extent;
                }
            }
            _ => {}
        }
    }
}

fn pick<T>(place: Index, among: &[T]) -> Option<&T> {
    if among.is_empty() { None } else { Some(place.get(among)) }
}

fn change_bytes(text: &mut Vec<u8>, change: &Change) {
    let length = text.len();
    match change {
        Change::FlipBit(a, bit) if length > 0 => text[a.index(length)] ^= 1 << bit,
        Change::DropBytes(a, b) => drop(text.drain(stretch(length, *a, *b))),
        Change::PutBytes(a, bytes) => {
            let place = a.index(length + 1);
            text.splice(place..place, bytes.iter().copied());
        }
        Change::RepeatBytes(a, b) => {
            let range = stretch(length, *a, *b);
            let again = text[range.clone()].to_vec();
            text.splice(range.start..range.start, again);
        }
        _ => {}
    }
}

/// What the library says, in the oracle's words.
fn plain(grid: &Grid, keys: Option<KeyEncoding>) -> Plain {
    let axis = |axis: &Axis| {
        let runs: Vec<[u64; 2]> = axis.runs(0).map(|run| [run.edge, run.count]).collect();
        assert_eq!(axis.declared_chunks(), runs.iter().map(|run| run[1]).sum::<u64>());
        PlainAxis { form: axis.form(), runs }
    };
    Plain {
        name: grid.name(),
        shape: grid.axes().iter().map(Axis::extent).collect(),
        axes: grid.axes().iter().map(axis).collect(),
        keys: keys.map(|keys| (keys.name, keys.separator)),
    }
}

fn fault(error: &Error) -> Fault {
    let shown = error.to_string();
    let path = match error.path {
        None => "",
        Some("") => "",
        Some(_) => shown.split(": ").next().unwrap(),
    };
    let at = error.offset.unwrap_or(u64::MAX) as usize;
    Fault { code: format!("{:?}", error.code), path: path.into(), at }
}

fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort();
    // A value can be wrong in two ways, for the same reason.
    faults.dedup();
    faults
}

/// Reads a text both ways and compares; the class of the outcome.
fn compare(text: &[u8], whole: bool, shape: &[u64], options: &Options) -> String {
    let shown = text.escape_ascii().to_string();
    let (read, problems, expected) = if whole {
        let read = grid_from_array_json(text, true, options).map(|read| plain(&read.grid, read.keys));
        (read, problems_of_array_json(text, options, 1000).unwrap(), reader::array(text, options))
    } else {
        let read = grid_from_json(text, shape, options).map(|grid| plain(&grid, None));
        (read, problems_of_json(text, shape, options, 1000).unwrap(), reader::chunk_grid(text, shape, options))
    };
    // The list of problems starts with the one that reading ends by.
    let first = problems.iter().find(|problem| problem.code != Code::Repaired);
    assert_eq!(first, read.as_ref().err(), "{shown}");

    let found = sorted(problems.iter().map(fault).collect());
    match (read, expected) {
        (Ok(read), Ok((expected, repaired))) => {
            assert_eq!(read, expected, "{shown}");
            assert_eq!(found, sorted(repaired), "{shown}");
            "accepted".into()
        }
        (Err(error), Err(Refused::NotJson(at))) => {
            // Whatever else is wrong: nothing can be said of a text that is not JSON.
            assert_eq!((problems.len(), error.code), (1, Code::Json), "{shown}: {problems:?}");
            // Up to a byte before, and an escape of four digits is read as a whole.
            let offset = error.offset.unwrap() as usize;
            assert!((at.saturating_sub(1)..=at + 3).contains(&offset), "{shown}: {error}, not {at}");
            "not JSON".into()
        }
        (Err(error), Err(Refused::Faulty(expected))) => {
            let ours = expected.not_ours.is_none();
            if let Some(not_ours) = &expected.not_ours {
                assert_eq!(&fault(&error), not_ours, "{shown}");
            }
            let expected = sorted(expected.not_ours.into_iter().chain(expected.others).collect());
            assert_eq!(found, expected, "{shown}");
            assert!(expected.contains(&fault(&error)), "{shown}: {error}");
            match &expected[..] {
                _ if !ours => "not ours".into(),
                [only] => only.code.clone(),
                _ => "several".into(),
            }
        }
        (read, expected) => panic!("{shown}\nthe library: {read:?}\nthe plain reader: {expected:?}"),
    }
}

#[test]
fn changed_documents() {
    let mut runner = TestRunner::new(Config { cases: 24000, failure_persistence: None, ..Config::default() });
    let outcomes = RefCell::new(BTreeMap::<String, u32>::new());
    let cases = (document(), prop::collection::vec(change(), 0..4), any::<bool>(), any::<bool>());
    let ran = runner.run(&cases, |(document, changes, any_member, repair)| {
        let whole = document.whole;
        let (text, shape) = document.changed(&changes);
        let options = Options { any_member, repair, ..Options::default() };
        let outcome = compare(&text, whole, &shape, &options);
        *outcomes.borrow_mut().entry(outcome).or_default() += 1;
        Ok(())
    });
    let outcomes = outcomes.into_inner();
    println!("{outcomes:?}");
    ran.unwrap();
    // A change that breaks everything, or nothing, would compare little. (The rarest class comes some 100 times.)
    let classes = [
        "not JSON",
        "not ours",
        "Json",
        "Duplicate",
        "Structure",
        "Value",
        "Cover",
        "Range",
        "Rank",
        "Unsupported",
        "several",
        "accepted",
    ];
    for class in classes {
        assert!(outcomes.get(class).is_some_and(|&times| times >= 20), "{class}: {outcomes:?}");
    }
}

/// What stands in a member that is not read: values of every kind, pieces of them, and brackets that need not match.
fn soup() -> impl Strategy<Value = String> {
    let value = select(
        &[
            "7",
            "-0.5e+3",
            "NaN",
            "-Infinity",
            "true",
            "null",
            "\"\"",
            "\"a\\u00e9\\\\\"",
            "[]",
            "{}",
            "\"long enough for words\"",
        ][..],
    )
    .prop_map(str::to_string)
    .boxed();
    let nested = value.prop_recursive(6, 40, 4, |inner| {
        let members = prop::collection::vec((select(&["a", "\\u0061", ""][..]), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|values| format!("[{}]", values.join(","))),
            members.prop_map(|members| {
                let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
                format!("{{{}}}", members.join(" ,"))
            }),
        ]
    });
    let slip = prop_oneof![
        3 => Just(None),
        2 => (any::<Index>(), select(&b"[]{},:\"\\ 0-.eNntu/\n\x01"[..])).prop_map(Some),
    ];
    (nested, slip, any::<bool>()).prop_map(|(text, slip, instead)| match slip {
        None => text,
        Some((place, byte)) => {
            let mut bytes = text.into_bytes();
            let at = place.index(bytes.len() + 1);
            bytes.splice(at..(at + usize::from(instead)).min(bytes.len()), [byte]);
            String::from_utf8(bytes).expect("the text is ASCII")
        }
    })
}

#[test]
fn skipped_members() {
    let mut runner = TestRunner::new(Config { cases: 6000, failure_persistence: None, ..Config::default() });
    let outcomes = RefCell::new([0; 2]);
    let ran = runner.run(&soup(), |value| {
        let array = r#""zarr_format":3,"node_type":"array","shape":[],"chunk_key_encoding":"v2""#;
        let grid = r#""chunk_grid":{"name":"regular","configuration":{"chunk_shape":[]"#;
        let outside = format!(r#"{{"attributes":{value},{array},{grid}}}}}}}"#);
        let inside = format!(r#"{{{array},{grid},"x":{value}}}}}}}"#);
        let options = Options { any_member: true, ..Options::default() };
        for text in [outside, inside] {
            let outcome = compare(text.as_bytes(), true, &[], &options);
            outcomes.borrow_mut()[usize::from(outcome == "accepted")] += 1;
        }
        Ok(())
    });
    ran.unwrap();
    let outcomes = outcomes.into_inner();
    assert!(outcomes.iter().all(|&times| times > 2000), "{outcomes:?}");
}
