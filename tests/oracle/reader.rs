// SPDX-License-Identifier: MIT OR Apache-2.0
//! Documents read by the rules of the specification, written down one after the other. What the library accepts,
//! refuses and says about it is compared with this.

#[path = "json.rs"]
pub mod json;

use json::{Judged, Value, What, is};
use zrg::core::axis::{Axis, Form};
use zrg::core::error::Code;
use zrg::core::grid::{Grid, Name};
use zrg::core::json::Options;
use zrg::core::keys::KeyName;

/// What a document says.
#[derive(Debug, PartialEq, Eq)]
pub struct Plain {
    pub name: Name,
    pub shape: Vec<u64>,
    pub axes: Vec<PlainAxis>,
    pub keys: Option<(KeyName, char)>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct PlainAxis {
    pub form: Form,
    /// [edge, count], equal neighbours joined.
    pub runs: Vec<[u64; 2]>,
}

/// Something that is wrong: its class, where, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub code: String,
    pub path: String,
    pub at: usize,
}

/// A text that says nothing.
#[derive(Debug)]
pub enum Refused {
    /// It is not JSON from this byte on.
    NotJson(usize),
    /// It is JSON, and these are all its faults.
    Faulty(Faults),
}

/// What is wrong with a document, or was repaired.
#[derive(Debug, Default)]
pub struct Faults {
    /// The document is in a format, of a node type, grid or kind that is not known: what is said first.
    pub not_ours: Option<Fault>,
    /// All else, in any order.
    pub others: Vec<Fault>,
}

/// Reads the value of `chunk_grid`; with what an option repaired, as faults that are none.
pub fn chunk_grid(text: &[u8], shape: &[u64], options: &Options) -> Result<(Plain, Vec<Fault>), Refused> {
    let value = parse(text)?;
    let mut rules = Rules::new(options);
    let extents: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
    let grid = rules.grid(&value);
    let made = grid.and_then(|grid| rules.bind(grid, &extents));
    rules.end(made.map(|(name, axes)| Plain { name, shape: shape.to_vec(), axes, keys: None }))
}

/// Reads an array's whole `zarr.json`, with its key encoding.
pub fn array(text: &[u8], options: &Options) -> Result<(Plain, Vec<Fault>), Refused> {
    let value = parse(text)?;
    let mut rules = Rules::new(options);
    let made = rules.array(&value);
    rules.end(made)
}

fn parse(text: &[u8]) -> Result<Value, Refused> {
    let text = std::str::from_utf8(text).map_err(|error| Refused::NotJson(error.valid_up_to()))?;
    json::read(text).map_err(Refused::NotJson)
}

const CONFIGURATION: &str = "chunk_grid.configuration";

/// A grid before its axes are held against a shape.
struct GridText<'v> {
    name: Name,
    /// Of the member that lists the axes.
    path: String,
    value: &'v Value,
    axes: Vec<Edges>,
}

/// One axis, whatever the extent.
struct Edges {
    at: usize,
    /// `None` where a fault has been noted.
    said: Option<Said>,
}

enum Said {
    Integer(u64),
    List(Vec<[u64; 2]>),
}

struct Rules<'o> {
    options: &'o Options,
    faults: Faults,
    repaired: Vec<Fault>,
}

impl<'o> Rules<'o> {
    fn new(options: &'o Options) -> Self {
        Rules { options, faults: Faults::default(), repaired: Vec::new() }
    }

    fn end(mut self, made: Option<Plain>) -> Result<(Plain, Vec<Fault>), Refused> {
        match made {
            Some(plain) if self.faults.others.is_empty() && self.faults.not_ours.is_none() => {
                Ok((plain, self.repaired))
            }
            _ => {
                self.faults.others.append(&mut self.repaired);
                Err(Refused::Faulty(self.faults))
            }
        }
    }

    fn fault(&mut self, code: Code, path: impl Into<String>, at: usize) {
        self.faults.others.push(Fault { code: format!("{code:?}"), path: path.into(), at });
    }

    /// What a name that is not known gives a meaning is not judged: the faults from number `first` on are forgotten.
    fn not_ours(&mut self, path: &str, at: usize, first: usize) {
        self.faults.others.truncate(first);
        self.faults.not_ours = Some(Fault { code: format!("{:?}", Code::Unsupported), path: path.into(), at });
    }

    /// A member of an object that says what the object is, and is not known. Where it stands twice it says nothing, and is a fault
    /// like any other.
    fn unknown_name(&mut self, object: &Value, name: &str, path: &str, first: usize) -> Option<()> {
        let What::Object(members) = &object.what else { unreachable!("it has members") };
        let found: Vec<&Value> =
            members.iter().filter(|(member, _)| is(member, name)).map(|(_, value)| value).collect();
        match found[..] {
            [once] => {
                self.not_ours(path, once.at, first);
                None
            }
            _ => {
                self.fault(Code::Unsupported, path, found[0].at);
                Some(())
            }
        }
    }

    /// A member that has to be there.
    fn missing(&mut self, path: &str, at: usize) {
        self.fault(Code::Structure, path, at);
    }

    /// A value of a kind that does not belong there.
    fn wrong(&mut self, value: &Value, path: &str) {
        let code = if let What::Float = value.what { Code::Json } else { Code::Structure };
        self.fault(code, path, value.at);
    }

    /// The members of an object, each name among `known` once: a second one is a fault, and not looked at.
    fn members<'v>(
        &mut self,
        value: &'v Value,
        path: &str,
        known: &[&str],
        mut unknown: impl FnMut(&mut Self, &[u16], &Value),
    ) -> Option<Vec<(String, &'v Value)>> {
        let What::Object(members) = &value.what else {
            self.wrong(value, path);
            return None;
        };
        let mut found: Vec<(String, &Value)> = Vec::new();
        for (name, value) in members {
            match known.iter().find(|known| is(name, known)) {
                None => unknown(self, name, value),
                Some(known) if found.iter().any(|(name, _)| name == known) => {
                    let path = if path.is_empty() { known.to_string() } else { format!("{path}.{known}") };
                    self.fault(Code::Duplicate, path, value.at);
                }
                Some(known) => found.push((known.to_string(), value)),
            }
        }
        Some(found)
    }

    /// What has to be understood cannot say that it need not be.
    fn must_understand(&mut self, value: &Value, path: &str) {
        match value.what {
            What::Bool(true) => {}
            What::Bool(false) => self.fault(Code::Unsupported, path, value.at),
            _ => self.wrong(value, path),
        }
    }

    fn grid<'v>(&mut self, value: &'v Value) -> Option<GridText<'v>> {
        let first = self.faults.others.len();
        let known = ["name", "configuration", "must_understand"];
        let members = self.members(value, "chunk_grid", &known, |rules, _, value| {
            rules.fault(Code::Unsupported, "chunk_grid", value.at);
        })?;
        let member = |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        let mut grid_name = None;
        match member("name") {
            None => self.missing("chunk_grid", value.at),
            Some(value) if value.says("rectilinear") => grid_name = Some(Name::Rectilinear),
            Some(value) if value.says("regular") => grid_name = Some(Name::Regular),
            Some(name) if matches!(name.what, What::Text(_)) => {
                self.unknown_name(value, "name", "chunk_grid.name", first)?;
            }
            Some(value) => self.wrong(value, "chunk_grid.name"),
        }
        if let Some(value) = member("must_understand") {
            self.must_understand(value, "chunk_grid.must_understand");
        }
        let Some(configuration) = member("configuration") else {
            self.missing("chunk_grid", value.at);
            return None;
        };
        let What::Object(inside) = &configuration.what else {
            self.wrong(configuration, CONFIGURATION);
            return None;
        };
        // Where the name is not said, the members tell which grid was meant.
        let has = |wanted| inside.iter().any(|(name, _)| is(name, wanted));
        let meant = match () {
            () if has("kind") || has("chunk_shapes") => Some(Name::Rectilinear),
            () if has("chunk_shape") => Some(Name::Regular),
            () => None,
        };
        self.configuration(configuration, grid_name.or(meant)?)
    }

    fn configuration<'v>(&mut self, value: &'v Value, name: Name) -> Option<GridText<'v>> {
        let first = self.faults.others.len();
        let (known, needed): (&[_], _) = match name {
            Name::Rectilinear => (&["kind", "chunk_shapes"], "chunk_shapes"),
            Name::Regular => (&["chunk_shape"], "chunk_shape"),
        };
        let mut draft = None;
        let members = self.members(value, CONFIGURATION, known, |rules, member, value| {
            if is(member, "encoded_chunk_shapes") {
                rules.fault(Code::Unsupported, format!("{CONFIGURATION}.encoded_chunk_shapes"), value.at);
            } else if name == Name::Rectilinear && is(member, "chunk_shape") && draft.is_none() {
                draft = Some(value.at);
            } else if !rules.options.any_member {
                rules.fault(Code::Unsupported, CONFIGURATION, value.at);
            }
        })?;
        let member = |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        if name == Name::Rectilinear {
            let path = format!("{CONFIGURATION}.kind");
            match member("kind") {
                None => self.missing(CONFIGURATION, value.at),
                Some(kind) if kind.says("inline") => {}
                Some(kind) if matches!(kind.what, What::Text(_)) => {
                    self.unknown_name(value, "kind", &path, first)?;
                }
                Some(kind) => self.wrong(kind, &path),
            }
        }
        let path = format!("{CONFIGURATION}.{needed}");
        match (member(needed), draft) {
            (None, None) => self.missing(CONFIGURATION, value.at),
            // ZEP 3's name for it: said instead of "chunk_shapes is missing".
            (None, Some(draft)) => self.fault(Code::Structure, format!("{CONFIGURATION}.chunk_shape"), draft),
            (Some(_), Some(draft)) if !self.options.any_member => self.fault(Code::Unsupported, CONFIGURATION, draft),
            _ => {}
        }
        let value = member(needed)?;
        let What::List(axes) = &value.what else {
            self.wrong(value, &path);
            return None;
        };
        let axes = axes.iter().enumerate().map(|(i, axis)| self.edges(axis, &format!("{path}[{i}]"), name)).collect();
        Some(GridText { name, path, value, axes })
    }

    fn edges(&mut self, value: &Value, path: &str, name: Name) -> Edges {
        let strictly_regular = name == Name::Regular && !self.options.repair;
        let said = match &value.what {
            What::Number(number) => match number.judge() {
                // One may be repaired, where the extent is 0 as well.
                Judged::Integer(0) if name == Name::Rectilinear || strictly_regular => {
                    self.fault(Code::Value, path, value.at);
                    None
                }
                Judged::Integer(edge) => Some(Said::Integer(edge)),
                refused => {
                    self.number(refused, path, value.at);
                    None
                }
            },
            What::List(entries) => {
                let list = self.list(entries, path, value.at);
                if strictly_regular {
                    self.fault(Code::Structure, path, value.at);
                }
                list.filter(|_| !strictly_regular)
            }
            _ => {
                self.wrong(value, path);
                None
            }
        };
        Edges { at: value.at, said }
    }

    fn list(&mut self, entries: &[Value], path: &str, at: usize) -> Option<Said> {
        if entries.is_empty() {
            self.fault(Code::Value, path, at);
            return None;
        }
        let mut runs = Some(Vec::new());
        let mut sum = 0_u128;
        for (i, entry) in entries.iter().enumerate() {
            let path = format!("{path}[{i}]");
            let run = match &entry.what {
                What::List(pair) => {
                    let numbers: Vec<_> = pair
                        .iter()
                        .take(2)
                        .enumerate()
                        .map(|(slot, value)| self.at_least_one(value, &format!("{path}[{slot}]")))
                        .collect();
                    if pair.len() != 2 {
                        self.fault(Code::Structure, &path, entry.at);
                    }
                    match (&numbers[..], pair.len()) {
                        (&[Some(edge), Some(count)], 2) => Some([edge, count]),
                        _ => None,
                    }
                }
                _ => self.at_least_one(entry, &path).map(|edge| [edge, 1]),
            };
            // Sums are only of use while every edge is.
            match (&mut runs, run) {
                (Some(list), Some([edge, count])) => {
                    sum = sum.saturating_add(u128::from(edge) * u128::from(count));
                    if sum > u128::from(u64::MAX) {
                        self.fault(Code::Range, &path, entry.at);
                        runs = None;
                    } else {
                        list.push([edge, count]);
                    }
                }
                _ => runs = None,
            }
        }
        runs.map(Said::List)
    }

    fn at_least_one(&mut self, value: &Value, path: &str) -> Option<u64> {
        let What::Number(number) = &value.what else {
            self.wrong(value, path);
            return None;
        };
        match number.judge() {
            Judged::Integer(number) if number >= 1 => Some(number),
            refused => {
                self.number(refused, path, value.at);
                None
            }
        }
    }

    /// A number that is refused.
    fn number(&mut self, number: Judged, path: &str, at: usize) {
        self.fault(if number == Judged::TooLarge { Code::Range } else { Code::Value }, path, at);
    }

    /// The grid over a shape, whose extents need not all be known.
    fn bind(&mut self, grid: GridText, shape: &[Option<u64>]) -> Option<(Name, Vec<PlainAxis>)> {
        let GridText { mut name, path, value, axes } = grid;
        if axes.len() != shape.len() {
            self.fault(Code::Rank, path, value.at);
            return None;
        }
        let regular = name == Name::Regular;
        let mut made = Vec::new();
        for (i, (axis, &extent)) in axes.into_iter().zip(shape).enumerate() {
            let path = format!("{path}[{i}]");
            let Some(mut said) = axis.said else { continue };
            if regular && matches!(said, Said::List(_)) {
                self.repair(&path, axis.at);
                name = Name::Rectilinear;
            }
            let Some(extent) = extent else { continue };
            if matches!(said, Said::Integer(0)) && extent == 0 {
                self.repair(&path, axis.at);
                said = Said::Integer(1);
            }
            match said {
                Said::Integer(0) => self.fault(Code::Value, path, axis.at),
                Said::Integer(edge) => {
                    let count = extent.div_ceil(edge);
                    made.push(PlainAxis { form: Form::Integer, runs: joined(&[[edge, count]]) });
                }
                Said::List(runs) => {
                    let sum: u128 = runs.iter().map(|run| u128::from(run[0]) * u128::from(run[1])).sum();
                    if sum < u128::from(extent) {
                        self.fault(Code::Cover, path, axis.at);
                    } else {
                        made.push(PlainAxis { form: Form::List, runs: joined(&runs) });
                    }
                }
            }
        }
        (made.len() == shape.len()).then_some((name, made))
    }

    fn repair(&mut self, path: &str, at: usize) {
        self.repaired.push(Fault { code: format!("{:?}", Code::Repaired), path: path.to_string(), at });
    }

    fn array(&mut self, value: &Value) -> Option<Plain> {
        let known = ["zarr_format", "node_type", "shape", "chunk_grid", "chunk_key_encoding"];
        let members = self.members(value, "", &known, |_, _, _| {})?;
        let member = |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        // Of another format, and of a node that is no array, nothing else is judged.
        let format = member("zarr_format").filter(|format| match &format.what {
            What::Number(number) => number.judge() != Judged::Integer(3),
            What::Text(text) => String::from_utf16_lossy(text).starts_with("https://purl.org/zarr/"),
            _ => false,
        });
        let node_type = member("node_type").filter(|value| matches!(value.what, What::Text(_)) && !value.says("array"));
        for (name, unknown) in [("zarr_format", format), ("node_type", node_type)] {
            if unknown.is_some() {
                self.unknown_name(value, name, name, 0)?;
            }
        }
        for known in known {
            if !members.iter().any(|(name, _)| name == known) {
                self.missing("", value.at);
            }
        }
        let (mut shape, mut grid, mut keys) = (None, None, None);
        for (name, value) in &members {
            match (&name[..], &value.what) {
                ("zarr_format", What::Number(_)) | ("node_type", What::Text(_)) => {}
                ("zarr_format", _) if format.is_some() => {}
                ("shape", What::List(lengths)) => shape = self.shape(lengths, value.at),
                ("chunk_grid", _) => grid = self.grid(value),
                ("chunk_key_encoding", _) => keys = self.keys(value),
                _ => self.wrong(value, name),
            }
        }
        let shape = shape?;
        let (name, axes) = self.bind(grid?, &shape)?;
        Some(Plain { name, shape: shape.into_iter().collect::<Option<_>>()?, axes, keys })
    }

    fn shape(&mut self, lengths: &[Value], at: usize) -> Option<Vec<Option<u64>>> {
        let mut shape = Vec::new();
        for (i, length) in lengths.iter().enumerate() {
            let path = format!("shape[{i}]");
            shape.push(match &length.what {
                What::Number(number) => match number.judge() {
                    Judged::Integer(extent) if extent <= Axis::MAX_EXTENT => Some(extent),
                    refused => {
                        let large = matches!(refused, Judged::Integer(_));
                        self.number(if large { Judged::TooLarge } else { refused }, &path, length.at);
                        None
                    }
                },
                _ => {
                    self.wrong(length, &path);
                    None
                }
            });
        }
        if shape.len() > Grid::MAX_RANK {
            self.fault(Code::Limit, "shape", at);
            return None;
        }
        Some(shape)
    }

    fn keys(&mut self, value: &Value) -> Option<(KeyName, char)> {
        const KEYS: &str = "chunk_key_encoding";
        if let What::Text(_) = value.what {
            return self.key_name(value, KEYS).map(|name| (name, default_separator(name)));
        }
        let first = self.faults.others.len();
        let known = ["name", "configuration", "must_understand"];
        let members = self.members(value, KEYS, &known, |rules, _, value| {
            rules.fault(Code::Unsupported, KEYS, value.at);
        })?;
        let member = |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        let path = "chunk_key_encoding.name";
        let key_name = match member("name") {
            None => {
                self.missing(KEYS, value.at);
                None
            }
            Some(name) if matches!(name.what, What::Text(_)) => {
                let known = self.key_name(name, path);
                let What::Object(inside) = &value.what else { unreachable!("it has members") };
                if known.is_none() && inside.iter().filter(|(member, _)| is(member, "name")).count() == 1 {
                    // What else stands there may mean anything.
                    let unknown = self.faults.others.pop();
                    self.faults.others.truncate(first);
                    self.faults.others.extend(unknown);
                    return None;
                }
                known
            }
            Some(value) => {
                self.wrong(value, path);
                None
            }
        };
        let separator = member("configuration").and_then(|value| self.separator(value));
        if let Some(value) = member("must_understand") {
            self.must_understand(value, "chunk_key_encoding.must_understand");
        }
        key_name.map(|name| (name, separator.unwrap_or(default_separator(name))))
    }

    fn key_name(&mut self, value: &Value, path: &str) -> Option<KeyName> {
        match value {
            value if value.says("default") => Some(KeyName::Default),
            value if value.says("v2") => Some(KeyName::V2),
            _ => {
                self.fault(Code::Unsupported, path, value.at);
                None
            }
        }
    }

    fn separator(&mut self, value: &Value) -> Option<char> {
        const PATH: &str = "chunk_key_encoding.configuration";
        let members = self.members(value, PATH, &["separator"], |rules, _, value| {
            rules.fault(Code::Unsupported, PATH, value.at);
        })?;
        let (_, value) = members.first()?;
        let separator = ['/', '.'].into_iter().find(|c| value.says(&c.to_string()));
        let path = format!("{PATH}.separator");
        match value.what {
            What::Text(_) if separator.is_none() => self.fault(Code::Unsupported, path, value.at),
            What::Text(_) => {}
            _ => self.wrong(value, &path),
        }
        separator
    }
}

fn default_separator(name: KeyName) -> char {
    if name == KeyName::Default { '/' } else { '.' }
}

/// Equal neighbours joined, and none of no chunks.
fn joined(runs: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let mut joined: Vec<[u64; 2]> = Vec::new();
    for &[edge, count] in runs.iter().filter(|run| run[1] > 0) {
        match joined.last_mut() {
            Some(last) if last[0] == edge => last[1] += count,
            _ => joined.push([edge, count]),
        }
    }
    joined
}
