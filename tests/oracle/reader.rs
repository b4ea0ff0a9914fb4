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
    /// It is not JSON from this byte on; what stands before may be wrong as well.
    NotJson(usize),
    /// It is JSON, and these are all its faults.
    Faulty(Vec<Fault>),
}

/// Reads the value of `chunk_grid`; with what an option repaired, as faults that are none.
pub fn chunk_grid(text: &[u8], shape: &[u64], options: &Options) -> Result<(Plain, Vec<Fault>), Refused> {
    let value = parse(text)?;
    let mut rules = Rules::new(options);
    let grid = rules.grid(&value);
    let made = grid.and_then(|grid| rules.bind(grid, shape));
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

struct Configuration<'v> {
    at: usize,
    kind: Option<&'v Value>,
    shapes: Lists<'v>,
    shape: Lists<'v>,
}

/// A member that lists axes: whether it is there, and the axes where it is a list.
#[derive(Default)]
struct Lists<'v> {
    seen: bool,
    axes: Option<(&'v Value, Vec<Edges>)>,
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
    faults: Vec<Fault>,
    repaired: Vec<Fault>,
}

impl<'o> Rules<'o> {
    fn new(options: &'o Options) -> Self {
        Rules { options, faults: Vec::new(), repaired: Vec::new() }
    }

    fn end(mut self, made: Option<Plain>) -> Result<(Plain, Vec<Fault>), Refused> {
        match made {
            Some(plain) if self.faults.is_empty() => Ok((plain, self.repaired)),
            _ => {
                self.faults.append(&mut self.repaired);
                Err(Refused::Faulty(self.faults))
            }
        }
    }

    fn fault(&mut self, code: Code, path: impl Into<String>, at: usize) {
        self.faults.push(Fault { code: format!("{code:?}"), path: path.into(), at });
    }

    /// A member that has to be there.
    fn missing(&mut self, path: &str, at: usize) {
        self.fault(Code::Structure, path, at);
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
            self.fault(Code::Structure, path, value.at);
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

    fn grid<'v>(&mut self, value: &'v Value) -> Option<GridText<'v>> {
        let known = ["name", "configuration", "must_understand"];
        let members = self.members(value, "chunk_grid", &known, |rules, _, value| {
            rules.fault(Code::Unsupported, "chunk_grid", value.at);
        })?;
        let (mut grid_name, mut configuration) = (None, None);
        for needed in ["name", "configuration"] {
            if !members.iter().any(|(name, _)| name == needed) {
                self.missing("chunk_grid", value.at);
            }
        }
        for (name, value) in members {
            match (&name[..], &value.what) {
                ("name", _) if value.says("rectilinear") => grid_name = Some(Name::Rectilinear),
                ("name", _) if value.says("regular") => grid_name = Some(Name::Regular),
                ("name", What::Text(_)) => self.fault(Code::Unsupported, "chunk_grid.name", value.at),
                ("name", _) => self.fault(Code::Structure, "chunk_grid.name", value.at),
                ("configuration", _) => configuration = self.configuration(value),
                (_, What::Bool(true)) => {}
                // A grid that may be passed over is not a grid.
                (_, What::Bool(false)) => self.fault(Code::Unsupported, "chunk_grid.must_understand", value.at),
                _ => self.fault(Code::Structure, "chunk_grid.must_understand", value.at),
            }
        }
        self.named(grid_name?, configuration?)
    }

    fn configuration<'v>(&mut self, value: &'v Value) -> Option<Configuration<'v>> {
        let known = ["kind", "chunk_shapes", "chunk_shape"];
        let members = self.members(value, CONFIGURATION, &known, |rules, name, value| {
            if is(name, "encoded_chunk_shapes") {
                rules.fault(Code::Unsupported, format!("{CONFIGURATION}.encoded_chunk_shapes"), value.at);
            } else if !rules.options.any_member {
                rules.fault(Code::Unsupported, CONFIGURATION, value.at);
            }
        })?;
        let mut found = Configuration { at: value.at, kind: None, shapes: Lists::default(), shape: Lists::default() };
        for (name, value) in members {
            match &name[..] {
                "kind" => {
                    found.kind = Some(value);
                    match value.what {
                        What::Text(_) if value.says("inline") => {}
                        What::Text(_) => self.fault(Code::Unsupported, format!("{CONFIGURATION}.kind"), value.at),
                        _ => self.fault(Code::Structure, format!("{CONFIGURATION}.kind"), value.at),
                    }
                }
                "chunk_shapes" => found.shapes = self.lists(value, &format!("{CONFIGURATION}.chunk_shapes")),
                _ => found.shape = self.lists(value, &format!("{CONFIGURATION}.chunk_shape")),
            }
        }
        Some(found)
    }

    fn lists<'v>(&mut self, value: &'v Value, path: &str) -> Lists<'v> {
        let What::List(axes) = &value.what else {
            self.fault(Code::Structure, path, value.at);
            return Lists { seen: true, axes: None };
        };
        let axes = axes.iter().enumerate().map(|(i, axis)| self.edges(axis, &format!("{path}[{i}]"))).collect();
        Lists { seen: true, axes: Some((value, axes)) }
    }

    fn edges(&mut self, value: &Value, path: &str) -> Edges {
        let said = match &value.what {
            What::Number(number) => match number.judge() {
                Judged::Integer(edge) => Some(Said::Integer(edge)),
                refused => {
                    self.number(refused, path, value.at);
                    None
                }
            },
            What::List(entries) => self.list(entries, path, value.at),
            _ => {
                self.fault(Code::Structure, path, value.at);
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
            self.fault(Code::Structure, path, value.at);
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

    /// The grid over a shape.
    fn bind(&mut self, grid: GridText, shape: &[u64]) -> Option<(Name, Vec<PlainAxis>)> {
        let GridText { name, path, value, axes } = grid;
        if axes.len() != shape.len() {
            self.fault(Code::Rank, path, value.at);
            return None;
        }
        let mut made_name = name;
        let mut made = Vec::new();
        for (i, (axis, &extent)) in axes.into_iter().zip(shape).enumerate() {
            let path = format!("{path}[{i}]");
            let Some(mut said) = axis.said else { continue };
            if name == Name::Regular && matches!(said, Said::List(_)) {
                if !self.options.repair {
                    self.fault(Code::Structure, path, axis.at);
                    continue;
                }
                self.repair(&path, axis.at);
                made_name = Name::Rectilinear;
            }
            if name == Name::Regular && self.options.repair && matches!(said, Said::Integer(0)) && extent == 0 {
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
        (made.len() == shape.len()).then_some((made_name, made))
    }

    /// The member that lists the axes of a grid of this name, after a look at those of the other.
    fn named<'v>(&mut self, name: Name, found: Configuration<'v>) -> Option<GridText<'v>> {
        let shapes_path = format!("{CONFIGURATION}.chunk_shapes");
        let shape_path = format!("{CONFIGURATION}.chunk_shape");
        let (path, lists) = match name {
            Name::Rectilinear => {
                if found.kind.is_none() {
                    self.missing(CONFIGURATION, found.at);
                }
                if let Some((value, _)) = found.shape.axes {
                    if !found.shapes.seen {
                        // ZEP 3's name for it: said instead of "chunk_shapes is missing".
                        self.fault(Code::Structure, shape_path, value.at);
                        return None;
                    }
                    self.stranger(shape_path, value.at);
                }
                (shapes_path, found.shapes)
            }
            Name::Regular => {
                if let Some(kind) = found.kind {
                    self.stranger(format!("{CONFIGURATION}.kind"), kind.at);
                }
                if let Some((value, _)) = found.shapes.axes {
                    self.stranger(shapes_path, value.at);
                }
                (shape_path, found.shape)
            }
        };
        if !lists.seen {
            self.missing(CONFIGURATION, found.at);
        }
        let (value, axes) = lists.axes?;
        Some(GridText { name, path, value, axes })
    }

    /// A member of the other grid's configuration.
    fn stranger(&mut self, path: String, at: usize) {
        if !self.options.any_member {
            self.fault(Code::Unsupported, path, at);
        }
    }

    fn repair(&mut self, path: &str, at: usize) {
        self.repaired.push(Fault { code: format!("{:?}", Code::Repaired), path: path.to_string(), at });
    }

    fn array(&mut self, value: &Value) -> Option<Plain> {
        let known = ["zarr_format", "node_type", "shape", "chunk_grid", "chunk_key_encoding"];
        let members = self.members(value, "", &known, |_, _, _| {})?;
        for known in known {
            if !members.iter().any(|(name, _)| name == known) {
                self.missing("", value.at);
            }
        }
        let (mut shape, mut grid, mut keys) = (None, None, None);
        for (name, value) in members {
            match (&name[..], &value.what) {
                ("zarr_format", What::Number(number)) => {
                    if number.judge() != Judged::Integer(3) {
                        self.fault(Code::Unsupported, name, value.at);
                    }
                }
                ("node_type", What::Text(_)) => {
                    if !value.says("array") {
                        self.fault(Code::Unsupported, name, value.at);
                    }
                }
                ("shape", What::List(lengths)) => shape = self.shape(lengths, value.at),
                ("chunk_grid", _) => grid = self.grid(value),
                ("chunk_key_encoding", _) => keys = self.keys(value),
                _ => self.fault(Code::Structure, name, value.at),
            }
        }
        let (shape, at) = shape?;
        if shape.len() > Grid::MAX_RANK {
            self.fault(Code::Limit, "shape", at);
            return None;
        }
        let (name, axes) = self.bind(grid?, &shape)?;
        Some(Plain { name, shape, axes, keys })
    }

    fn shape(&mut self, lengths: &[Value], at: usize) -> Option<(Vec<u64>, usize)> {
        let mut shape = Vec::new();
        for (i, length) in lengths.iter().enumerate() {
            let path = format!("shape[{i}]");
            match &length.what {
                What::Number(number) => match number.judge() {
                    Judged::Integer(extent) if extent <= Axis::MAX_EXTENT => shape.push(extent),
                    Judged::Integer(_) => self.fault(Code::Range, path, length.at),
                    refused => self.number(refused, &path, length.at),
                },
                _ => self.fault(Code::Structure, path, length.at),
            }
        }
        (shape.len() == lengths.len()).then_some((shape, at))
    }

    fn keys(&mut self, value: &Value) -> Option<(KeyName, char)> {
        const KEYS: &str = "chunk_key_encoding";
        if let What::Text(_) = value.what {
            return self.key_name(value, KEYS).map(|name| (name, default_separator(name)));
        }
        let known = ["name", "configuration", "must_understand"];
        let members = self.members(value, KEYS, &known, |rules, _, value| {
            rules.fault(Code::Unsupported, KEYS, value.at);
        })?;
        if !members.iter().any(|(name, _)| name == "name") {
            self.missing(KEYS, value.at);
        }
        let (mut key_name, mut separator) = (None, None);
        for (name, value) in members {
            match (&name[..], &value.what) {
                ("name", What::Text(_)) => key_name = self.key_name(value, "chunk_key_encoding.name"),
                ("name", _) => self.fault(Code::Structure, "chunk_key_encoding.name", value.at),
                ("configuration", _) => separator = self.separator(value),
                // Keys that are not understood lead nowhere, whatever this says.
                _ => {}
            }
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
        if separator.is_none() {
            let code = if matches!(value.what, What::Text(_)) { Code::Unsupported } else { Code::Structure };
            self.fault(code, format!("{PATH}.separator"), value.at);
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
