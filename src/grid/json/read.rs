// SPDX-License-Identifier: MIT OR Apache-2.0
//! Documents: a `chunk_grid` alone, or all of an array's `zarr.json`.

use serde_core::de::{DeserializeSeed, IgnoredAny, MapAccess};

use super::lists::{AxesSeed, AxesText, AxisEdges, each_value, number_problem};
use super::members::{Member, Members, Object, Pass, expect, kind, once, spelled};
use super::nesting::check_nesting;
use super::number::Number;
use super::spelling::{between_quotes, says};
use crate::grid::axis::Axis;
use crate::grid::error::{Code, Error, Result};
use crate::grid::grid::{Grid, Name, check_rank};
use crate::grid::keys::{KeyEncoding, KeyName};
use crate::grid::memory::{push, reserved};

const GRID: &str = "chunk_grid";
const NAME: &str = "chunk_grid.name";
const MUST_UNDERSTAND: &str = "chunk_grid.must_understand";
const CONFIGURATION: &str = "chunk_grid.configuration";
const KIND: &str = "chunk_grid.configuration.kind";
const SHAPES: &str = "chunk_grid.configuration.chunk_shapes";
const SHAPE: &str = "chunk_grid.configuration.chunk_shape";
const ENCODED_SHAPES: &str = "chunk_grid.configuration.encoded_chunk_shapes";
const KEYS: &str = "chunk_key_encoding";
const KEYS_NAME: &str = "chunk_key_encoding.name";
const KEYS_CONFIGURATION: &str = "chunk_key_encoding.configuration";
const SEPARATOR: &str = "chunk_key_encoding.configuration.separator";
const ARRAY_SHAPE: &str = "shape";
const ZARR_FORMAT: &str = "zarr_format";
const NODE_TYPE: &str = "node_type";
const DOCUMENT: &str = "";

/// How to read a document; the default is strict.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether unknown members of a grid's configuration are ignored (`encoded_chunk_shapes` never is).
    pub any_member: bool,
    /// Whether what known writers got wrong is accepted: a regular chunk length of 0 on an axis of
    /// extent 0 (read as 1), and edge lists in a regular grid (read as a rectilinear one).
    pub repair: bool,
    /// The most list entries, edges or runs, that a document may hold.
    pub max_runs: u64,
    /// The most bytes of text.
    pub max_text: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { any_member: false, repair: false, max_runs: u64::MAX, max_text: u64::MAX }
    }
}

/// What an array's document says about its chunks.
#[derive(Debug)]
pub struct ArrayDocument {
    /// Its grid, over its shape.
    pub grid: Grid,
    /// How its chunks are named, where that was asked for.
    pub keys: Option<KeyEncoding>,
}

/// Reads the value of an array's `chunk_grid`.
pub fn grid_from_json(text: &[u8], shape: &[u64], options: &Options) -> Result<Grid> {
    check_rank(shape.len())?;
    for (axis, &extent) in shape.iter().enumerate() {
        if extent > Axis::MAX_EXTENT {
            let problem = Error::new(Code::Range, "extent {value} of axis {axis} passes {limit}");
            return Err(problem.axis(axis).value(extent).limit(Axis::MAX_EXTENT));
        }
    }
    read(text, options, |pass| {
        let mut grid = GridMembers::new(pass, options);
        read_object(&mut grid, GRID)?;
        grid.found.bind(shape, options)
    })
}

/// Reads all of an array's `zarr.json`. Its key encoding is read where `keys` says so.
pub fn grid_from_array_json(text: &[u8], keys: bool, options: &Options) -> Result<ArrayDocument> {
    read(text, options, |pass| {
        let mut array = ArrayMembers {
            pass,
            options,
            wants_keys: keys,
            format: false,
            node_type: false,
            shape: None,
            grid: None,
            keys_seen: false,
            keys: None,
        };
        read_object(&mut array, DOCUMENT)?;
        array.bind()
    })
}

/// A plain pass, and where that does not do an exact one.
fn read<'t, T>(
    text: &'t [u8],
    options: &Options,
    read: impl Fn(&mut Pass<'t>) -> std::result::Result<T, Stop>,
) -> Result<T> {
    if text.len() as u64 > options.max_text {
        return Err(Error::new(Code::Limit, "{value} bytes of text, more than {limit}")
            .value(text.len() as u64)
            .limit(options.max_text));
    }
    let text = std::str::from_utf8(text)
        .map_err(|error| Error::new(Code::Json, "the text is not UTF-8").offset(error.valid_up_to()))?;
    check_nesting(text)?;
    if let Ok(answer) = read(&mut Pass { text, exact: false, problem: None }) {
        return Ok(answer);
    }
    let mut pass = Pass { text, exact: true, problem: None };
    read(&mut pass).map_err(|stop| match (pass.problem, stop) {
        (Some(problem), _) | (None, Stop::Problem(problem)) => problem,
        (None, Stop::Syntax(error)) => syntax_problem(text, &error),
    })
}

/// Why a pass ended.
enum Stop {
    Problem(Error),
    Syntax(serde_json::Error),
}

impl From<Error> for Stop {
    fn from(problem: Error) -> Self {
        Stop::Problem(problem)
    }
}

/// Reads the whole text as one object.
fn read_object<'t, M: Members<'t>>(members: &mut M, path: &'static str) -> std::result::Result<(), Stop> {
    let text = members.pass().text;
    let at = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let mut reader = serde_json::Deserializer::from_str(text);
    if text.as_bytes().get(at) == Some(&b'{') {
        Object(members).deserialize(&mut reader).map_err(Stop::Syntax)?;
        return reader.end().map_err(Stop::Syntax);
    }
    serde_core::Deserialize::deserialize(&mut reader).map(|IgnoredAny| ()).map_err(Stop::Syntax)?;
    reader.end().map_err(Stop::Syntax)?;
    let what = "{quote} where an object belongs";
    Err(Error::new(Code::Structure, what).quote(kind(text.as_bytes().get(at))).path(path).offset(at).into())
}

fn syntax_problem(text: &str, error: &serde_json::Error) -> Error {
    // serde_json counts lines and columns from 1, and ends a text at the column before the missing byte.
    let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = match error.is_eof() {
        true => text.len(),
        false => line_start + error.column().saturating_sub(1),
    };
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    Error::new(Code::Json, "not JSON: {quote}").quote_display(&said).offset(at)
}

fn missing(name: &'static str, path: &'static str) -> Error {
    Error::new(Code::Structure, "member {name} is missing").name(name).path(path)
}

fn unknown_member(member: &Member, path: &'static str) -> Error {
    Error::new(Code::Unsupported, "unknown member \"{quote}\"")
        .quote(between_quotes(member.name))
        .path(path)
        .offset(member.at)
}

/// A grid as read, not yet bound to a shape.
#[derive(Default)]
struct GridText {
    at: usize,
    /// What is unknown is refused once all members are known: a second name is the worse fault.
    name: Option<Result<Name>>,
    configuration: Option<ConfigurationText>,
}

/// The members of a grid's configuration, each with its place.
#[derive(Default)]
struct ConfigurationText {
    at: usize,
    /// Its place, or why it is refused.
    kind: Option<Result<usize>>,
    shapes: Option<(usize, AxesText)>,
    shape: Option<(usize, AxesText)>,
}

impl GridText {
    fn bind(self, shape: &[u64], options: &Options) -> std::result::Result<Grid, Stop> {
        let name = self.name.ok_or_else(|| missing("name", GRID).offset(self.at))??;
        let configuration = self.configuration.ok_or_else(|| missing("configuration", GRID).offset(self.at))?;
        let ConfigurationText { at, kind, shapes, shape: regular } = configuration;
        let kind = kind.transpose()?;
        match name {
            Name::Rectilinear => {
                if let (Some((at, _)), None) = (&regular, &shapes) {
                    let what = "chunk_shape is of the older ZEP 3 draft: it is chunk_shapes here";
                    return Err(Error::new(Code::Structure, what).path(SHAPE).offset(*at).into());
                }
                let stranger = regular.map(|(at, _)| (SHAPE, at));
                refuse_stranger(stranger, options)?;
                kind.ok_or_else(|| missing("kind", CONFIGURATION).offset(at))?;
                let (at, axes) = shapes.ok_or_else(|| missing("chunk_shapes", CONFIGURATION).offset(at))?;
                Ok(Grid::new(name, bind_axes(axes, at, SHAPES, shape, |_, edges| Ok(edges))?)?)
            }
            Name::Regular => {
                let strangers = [kind.map(|at| (KIND, at)), shapes.map(|(at, _)| (SHAPES, at))];
                for stranger in strangers {
                    refuse_stranger(stranger, options)?;
                }
                let (at, axes) = regular.ok_or_else(|| missing("chunk_shape", CONFIGURATION).offset(at))?;
                let mut lists = false;
                let axes = bind_axes(axes, at, SHAPE, shape, |extent, edges| match edges {
                    AxisEdges::Integer(0) if options.repair && extent == 0 => Ok(AxisEdges::Integer(1)),
                    AxisEdges::List(_) if !options.repair => {
                        Err(Error::new(Code::Structure, "a regular grid has one integer an axis, not a list"))
                    }
                    AxisEdges::List(_) => {
                        lists = true;
                        Ok(edges)
                    }
                    _ => Ok(edges),
                })?;
                Ok(Grid::new(if lists { Name::Rectilinear } else { name }, axes)?)
            }
        }
    }
}

/// Refuses a member that belongs to another grid's configuration.
fn refuse_stranger(stranger: Option<(&'static str, usize)>, options: &Options) -> Result<()> {
    match stranger {
        Some((path, at)) if !options.any_member => {
            Err(Error::new(Code::Unsupported, "not a member of this grid's configuration").path(path).offset(at))
        }
        _ => Ok(()),
    }
}

fn bind_axes(
    text: AxesText,
    at: usize,
    path: &'static str,
    shape: &[u64],
    mut repair: impl FnMut(u64, AxisEdges) -> Result<AxisEdges>,
) -> Result<Vec<Axis>> {
    if text.count != shape.len() as u64 {
        return Err(Error::new(Code::Rank, "{value} axes, where the array has {limit}")
            .value(text.count)
            .limit(shape.len() as u64)
            .path(path)
            .offset(at));
    }
    let mut axes = reserved(shape.len())?;
    for (axis, (text, &extent)) in text.axes.into_iter().zip(shape).enumerate() {
        let bound = repair(extent, text.edges).and_then(|edges| match edges {
            AxisEdges::Integer(0) => Err(number_problem(Number::Integer(0), "0", 1).value(0)),
            AxisEdges::Integer(edge) => Axis::from_integer(extent, edge),
            AxisEdges::List(edges) => Axis::from_list(extent, edges),
        });
        push(&mut axes, bound.map_err(|problem| problem.path(path).axis(axis).offset(text.at.unwrap_or(at)))?)?;
    }
    Ok(axes)
}

/// Reads the members of a grid.
struct GridMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    options: &'p Options,
    found: GridText,
    must_understand: bool,
}

impl<'p, 't> GridMembers<'p, 't> {
    fn new(pass: &'p mut Pass<'t>, options: &'p Options) -> Self {
        GridMembers { pass, options, found: GridText::default(), must_understand: false }
    }
}

impl<'t> Members<'t> for GridMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if member.is("name") {
            once(self, self.found.name.is_some(), NAME, &member)?;
            expect(self, values, &member, b'"', NAME, "the name is a string, not {quote}")?;
            let name = spelled(values)?;
            self.found.name = Some(match name {
                _ if says(name, "rectilinear") => Ok(Name::Rectilinear),
                _ if says(name, "regular") => Ok(Name::Regular),
                _ => {
                    let what = match says(name, "rectangular") {
                        true => "unknown grid \"{quote}\", which looks like the ZEP 3 draft of rectilinear",
                        false => "unknown grid \"{quote}\"",
                    };
                    let problem = Error::new(Code::Unsupported, what).quote(between_quotes(name));
                    Err(problem.path(NAME).offset(member.at))
                }
            });
        } else if member.is("configuration") {
            once(self, self.found.configuration.is_some(), CONFIGURATION, &member)?;
            expect(self, values, &member, b'{', CONFIGURATION, "the configuration is an object, not {quote}")?;
            let mut configuration = ConfigurationMembers {
                pass: self.pass,
                any_member: self.options.any_member,
                entries_left: self.options.max_runs,
                found: ConfigurationText { at: member.at, ..ConfigurationText::default() },
            };
            values.next_value_seed(Object(&mut configuration))?;
            self.found.configuration = Some(configuration.found);
        } else if member.is("must_understand") {
            once(self, self.must_understand, MUST_UNDERSTAND, &member)?;
            self.must_understand = true;
            let (code, what) = match spelled(values)? {
                "true" => return Ok(()),
                "false" => (Code::Unsupported, "a chunk grid has to be understood"),
                _ => (Code::Structure, "must_understand is true or false"),
            };
            return self.pass.refuse(Error::new(code, what).path(MUST_UNDERSTAND).offset(member.at));
        } else {
            values.next_value::<IgnoredAny>()?;
            return self.pass.refuse(unknown_member(&member, GRID));
        }
        Ok(())
    }
}

/// Reads the members of a grid's configuration, whichever grid it is.
struct ConfigurationMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    any_member: bool,
    entries_left: u64,
    found: ConfigurationText,
}

impl<'t> ConfigurationMembers<'_, 't> {
    fn axes<A: MapAccess<'t>>(
        &mut self,
        member: &Member<'t>,
        values: &mut A,
        path: &'static str,
    ) -> std::result::Result<Option<(usize, AxesText)>, A::Error> {
        expect(self, values, member, b'[', path, "an array with one entry an axis belongs here, not {quote}")?;
        let seed = AxesSeed { pass: self.pass, path, entries_left: &mut self.entries_left };
        Ok(Some((member.at, values.next_value_seed(seed)?)))
    }
}

impl<'t> Members<'t> for ConfigurationMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if member.is("kind") {
            once(self, self.found.kind.is_some(), KIND, &member)?;
            expect(self, values, &member, b'"', KIND, "the kind is a string, not {quote}")?;
            let kind = spelled(values)?;
            self.found.kind = Some(match says(kind, "inline") {
                true => Ok(member.at),
                false => {
                    let what = "unknown kind \"{quote}\", where \"inline\" is the only one";
                    let problem = Error::new(Code::Unsupported, what).quote(between_quotes(kind));
                    Err(problem.path(KIND).offset(member.at))
                }
            });
        } else if member.is("chunk_shapes") {
            once(self, self.found.shapes.is_some(), SHAPES, &member)?;
            self.found.shapes = self.axes(&member, values, SHAPES)?;
        } else if member.is("chunk_shape") {
            once(self, self.found.shape.is_some(), SHAPE, &member)?;
            self.found.shape = self.axes(&member, values, SHAPE)?;
        } else {
            values.next_value::<IgnoredAny>()?;
            if member.is("encoded_chunk_shapes") {
                let what = "a proposal that changes what chunks decode to, which this library does not know";
                return self.pass.refuse(Error::new(Code::Unsupported, what).path(ENCODED_SHAPES).offset(member.at));
            }
            if !self.any_member {
                return self.pass.refuse(unknown_member(&member, CONFIGURATION));
            }
        }
        Ok(())
    }
}

/// The lengths of `shape`: the first [`Grid::MAX_RANK`], and how many there are.
struct ShapeText {
    at: usize,
    lengths: [u64; Grid::MAX_RANK],
    count: usize,
}

/// Reads the members of an array's document.
struct ArrayMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    options: &'p Options,
    wants_keys: bool,
    format: bool,
    node_type: bool,
    shape: Option<ShapeText>,
    grid: Option<GridText>,
    keys_seen: bool,
    keys: Option<KeyEncoding>,
}

impl ArrayMembers<'_, '_> {
    fn bind(self) -> std::result::Result<ArrayDocument, Stop> {
        for (seen, name) in [(self.format, ZARR_FORMAT), (self.node_type, NODE_TYPE)] {
            if !seen {
                return Err(missing(name, DOCUMENT).into());
            }
        }
        let shape = self.shape.ok_or_else(|| missing(ARRAY_SHAPE, DOCUMENT))?;
        check_rank(shape.count).map_err(|problem| problem.path(ARRAY_SHAPE).offset(shape.at))?;
        let grid = self.grid.ok_or_else(|| missing(GRID, DOCUMENT))?;
        if self.wants_keys && self.keys.is_none() {
            return Err(missing(KEYS, DOCUMENT).into());
        }
        Ok(ArrayDocument { grid: grid.bind(&shape.lengths[..shape.count], self.options)?, keys: self.keys })
    }

    fn shape_text(&mut self, value: &str, at: usize) -> Result<ShapeText> {
        let mut shape = ShapeText { at, lengths: [0; Grid::MAX_RANK], count: 0 };
        each_value(value, |length| {
            let place = |problem: Error| problem.path(ARRAY_SHAPE).axis(shape.count).offset(self.pass.offset(length));
            let number = match length.as_bytes().first() {
                Some(b'-' | b'0'..=b'9') => Number::judge(length),
                first => {
                    let what = "a length is an integer, not {quote}";
                    return Err(place(Error::new(Code::Structure, what).quote(kind(first))));
                }
            };
            let extent = match number {
                Number::Integer(extent) if extent <= Axis::MAX_EXTENT => extent,
                Number::Integer(_) | Number::TooLarge => {
                    let problem = number_problem(Number::TooLarge, length, 0).limit(Axis::MAX_EXTENT);
                    return Err(place(match number {
                        Number::Integer(extent) => problem.value(extent),
                        _ => problem,
                    }));
                }
                other => return Err(place(number_problem(other, length, 0))),
            };
            if let Some(place) = shape.lengths.get_mut(shape.count) {
                *place = extent;
            }
            shape.count += 1;
            Ok(())
        })?;
        Ok(shape)
    }
}

impl<'t> Members<'t> for ArrayMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if member.is(ZARR_FORMAT) {
            once(self, self.format, ZARR_FORMAT, &member)?;
            self.format = true;
            let format = spelled(values)?;
            let number = matches!(format.as_bytes().first(), Some(b'-' | b'0'..=b'9'));
            let (code, what) = match number {
                true if Number::judge(format) == Number::Integer(3) => return Ok(()),
                true => (Code::Unsupported, "Zarr format {quote}, where this library reads 3"),
                false => (Code::Structure, "the format is an integer, not {quote}"),
            };
            return self.pass.refuse(Error::new(code, what).quote(format).path(ZARR_FORMAT).offset(member.at));
        } else if member.is(NODE_TYPE) {
            once(self, self.node_type, NODE_TYPE, &member)?;
            self.node_type = true;
            expect(self, values, &member, b'"', NODE_TYPE, "the node type is a string, not {quote}")?;
            let node_type = spelled(values)?;
            if !says(node_type, "array") {
                let problem = Error::new(Code::Unsupported, "a node of type \"{quote}\", not an array");
                return self.pass.refuse(problem.quote(between_quotes(node_type)).path(NODE_TYPE).offset(member.at));
            }
        } else if member.is(ARRAY_SHAPE) {
            once(self, self.shape.is_some(), ARRAY_SHAPE, &member)?;
            expect(self, values, &member, b'[', ARRAY_SHAPE, "the shape is an array, not {quote}")?;
            match self.shape_text(spelled(values)?, member.at) {
                Ok(shape) => self.shape = Some(shape),
                Err(problem) => return self.pass.refuse(problem),
            }
        } else if member.is(GRID) {
            once(self, self.grid.is_some(), GRID, &member)?;
            expect(self, values, &member, b'{', GRID, "{quote} where an object belongs")?;
            let mut grid = GridMembers::new(self.pass, self.options);
            grid.found.at = member.at;
            values.next_value_seed(Object(&mut grid))?;
            self.grid = Some(grid.found);
        } else if member.is(KEYS) {
            once(self, self.keys_seen, KEYS, &member)?;
            self.keys_seen = true;
            if !self.wants_keys {
                return values.next_value::<IgnoredAny>().map(|_| ());
            }
            if self.pass.text.as_bytes().get(member.at) == Some(&b'"') {
                // The short form: a name alone.
                let name = spelled(values)?;
                self.keys = Some(KeyEncoding::new(key_name(self.pass, name, KEYS, member.at)?));
                return Ok(());
            }
            expect(self, values, &member, b'{', KEYS, "the key encoding is an object or a name, not {quote}")?;
            let mut keys = KeyMembers {
                pass: self.pass,
                name: None,
                separator: None,
                configuration: false,
                must_understand: false,
            };
            values.next_value_seed(Object(&mut keys))?;
            let (name, separator) = (keys.name, keys.separator);
            let Some(name) = name else {
                return self.pass.refuse(missing("name", KEYS).offset(member.at));
            };
            let default = KeyEncoding::new(name);
            self.keys = Some(KeyEncoding { name, separator: separator.unwrap_or(default.separator) });
        } else {
            values.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

fn key_name<E: serde_core::de::Error>(
    pass: &mut Pass,
    name: &str,
    path: &'static str,
    at: usize,
) -> std::result::Result<KeyName, E> {
    match name {
        _ if says(name, "default") => Ok(KeyName::Default),
        _ if says(name, "v2") => Ok(KeyName::V2),
        _ => {
            let problem = Error::new(Code::Unsupported, "unknown key encoding \"{quote}\"");
            pass.refuse(problem.quote(between_quotes(name)).path(path).offset(at))
        }
    }
}

/// Reads the members of a chunk key encoding.
struct KeyMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    name: Option<KeyName>,
    separator: Option<char>,
    configuration: bool,
    must_understand: bool,
}

impl<'t> Members<'t> for KeyMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if member.is("name") {
            once(self, self.name.is_some(), KEYS_NAME, &member)?;
            expect(self, values, &member, b'"', KEYS_NAME, "the name is a string, not {quote}")?;
            let name = spelled(values)?;
            self.name = Some(key_name(self.pass, name, KEYS_NAME, member.at)?);
        } else if member.is("configuration") {
            once(self, self.configuration, KEYS_CONFIGURATION, &member)?;
            self.configuration = true;
            let what = "the configuration is an object, not {quote}";
            expect(self, values, &member, b'{', KEYS_CONFIGURATION, what)?;
            let mut separator = SeparatorMember { pass: self.pass, separator: None };
            values.next_value_seed(Object(&mut separator))?;
            self.separator = separator.separator;
        } else if member.is("must_understand") && !self.must_understand {
            // Keys that are not understood lead nowhere, so false changes nothing.
            self.must_understand = true;
            values.next_value::<IgnoredAny>()?;
        } else {
            values.next_value::<IgnoredAny>()?;
            return self.pass.refuse(unknown_member(&member, KEYS));
        }
        Ok(())
    }
}

/// Reads the configuration of a chunk key encoding.
struct SeparatorMember<'p, 't> {
    pass: &'p mut Pass<'t>,
    separator: Option<char>,
}

impl<'t> Members<'t> for SeparatorMember<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if !member.is("separator") {
            values.next_value::<IgnoredAny>()?;
            return self.pass.refuse(unknown_member(&member, KEYS_CONFIGURATION));
        }
        once(self, self.separator.is_some(), SEPARATOR, &member)?;
        expect(self, values, &member, b'"', SEPARATOR, "the separator is a string, not {quote}")?;
        let separator = spelled(values)?;
        self.separator = ['/', '.'].into_iter().find(|c| says(separator, c.encode_utf8(&mut [0; 4])));
        if self.separator.is_none() {
            let problem = Error::new(Code::Unsupported, "separator \"{quote}\", where \"/\" and \".\" are known");
            return self.pass.refuse(problem.quote(between_quotes(separator)).path(SEPARATOR).offset(member.at));
        }
        Ok(())
    }
}
