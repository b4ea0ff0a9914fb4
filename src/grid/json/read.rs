// SPDX-License-Identifier: MIT OR Apache-2.0
//! Documents: a `chunk_grid` alone, or all of an array's `zarr.json`.

use serde_core::de::{DeserializeSeed, IgnoredAny, MapAccess};

use super::lists::{AxesSeed, AxesText, AxisEdges, each_value, number_problem};
use super::members::{Ended, Member, Members, Object, Pass, Problems, expect, kind, once, spelled};
use super::nesting::check_nesting;
use super::number::Number;
use super::spelling::says;
use crate::grid::axis::{Axis, check_extent};
use crate::grid::error::{Code, Error, Result};
use crate::grid::grid::{Grid, Name, check_rank};
use crate::grid::keys::{KeyEncoding, KeyName};
use crate::grid::memory::reserved;

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
const KEYS_MUST_UNDERSTAND: &str = "chunk_key_encoding.must_understand";
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
    check_shape(shape)?;
    read(text, options, |pass| read_grid(pass, shape, options))
}

/// Reads all of an array's `zarr.json`. Its key encoding is read where `keys` says so.
pub fn grid_from_array_json(text: &[u8], keys: bool, options: &Options) -> Result<ArrayDocument> {
    read(text, options, |pass| read_array(pass, keys, options))
}

/// Every problem of the value of an array's `chunk_grid`, at most `most`, in the order in which they are
/// found: the first that is not [`Code::Repaired`] is what [`grid_from_json`] reports.
pub fn problems_of_json(text: &[u8], shape: &[u64], options: &Options, most: usize) -> Result<Vec<Error>> {
    check_shape(shape)?;
    problems(text, options, most, |pass| read_grid(pass, shape, options))
}

/// The same for all of an array's `zarr.json`.
pub fn problems_of_array_json(text: &[u8], options: &Options, most: usize) -> Result<Vec<Error>> {
    problems(text, options, most, |pass| read_array(pass, true, options))
}

fn check_shape(shape: &[u64]) -> Result<()> {
    check_rank(shape.len())?;
    for (axis, &extent) in shape.iter().enumerate() {
        check_extent(extent).map_err(|problem| problem.axis(axis))?;
    }
    Ok(())
}

fn read_grid(pass: &mut Pass, shape: &[u64], options: &Options) -> std::result::Result<Option<Grid>, End> {
    let mut grid = GridMembers::new(pass, options);
    if !read_object(&mut grid, GRID)? {
        return Ok(None);
    }
    let found = grid.found;
    Ok(found.bind(pass, shape, options)?)
}

fn read_array(pass: &mut Pass, keys: bool, options: &Options) -> std::result::Result<Option<ArrayDocument>, End> {
    let mut array = ArrayMembers::new(pass, options, keys);
    if !read_object(&mut array, DOCUMENT)? {
        return Ok(None);
    }
    Ok(array.bind()?)
}

/// A plain pass, and where that does not do an exact one.
fn read<'t, T>(
    text: &'t [u8],
    options: &Options,
    read: impl Fn(&mut Pass<'t>) -> std::result::Result<Option<T>, End>,
) -> Result<T> {
    let text = checked_text(text, options)?;
    if let Ok(Some(answer)) = read(&mut Pass { text, exact: false, problems: Problems::default() }) {
        return Ok(answer);
    }
    let mut pass = Pass { text, exact: true, problems: Problems::default() };
    let end = read(&mut pass);
    match (pass.problems.first, end) {
        (Some(problem), _) => Err(problem),
        (None, Ok(Some(answer))) => Ok(answer),
        (None, Err(End::Syntax(error))) => Err(syntax_problem(text, &error)),
        (None, _) => Err(Error::new(Code::Internal, "a document was refused without a reason")),
    }
}

/// An exact pass that goes on after problems.
fn problems<'t, T>(
    text: &'t [u8],
    options: &Options,
    most: usize,
    read: impl Fn(&mut Pass<'t>) -> std::result::Result<Option<T>, End>,
) -> Result<Vec<Error>> {
    let mut all = reserved(1)?;
    let text = match checked_text(text, options) {
        Ok(text) => text,
        Err(problem) => {
            all.push(problem);
            return Ok(all);
        }
    };
    let found = Problems { most: most.saturating_sub(1), repairs: true, ..Problems::default() };
    let mut pass = Pass { text, exact: true, problems: found };
    if let Err(End::Syntax(error)) = read(&mut pass) {
        // Unless the pass was ended by us, the text is not JSON from there on.
        if !error.is_data() {
            let _ = pass.report(syntax_problem(text, &error));
        }
    }
    match pass.problems.first {
        None => Ok(Vec::new()),
        Some(problem) if problem.code == Code::Memory => Err(problem),
        Some(problem) => {
            all.push(problem);
            all.try_reserve_exact(pass.problems.more.len()).map_err(|_| Error::memory())?;
            all.extend(pass.problems.more);
            Ok(all)
        }
    }
}

/// Text that is short enough, UTF-8, and not nested too deep.
fn checked_text<'t>(text: &'t [u8], options: &Options) -> Result<&'t str> {
    if text.len() as u64 > options.max_text {
        return Err(Error::new(Code::Limit, "{value} bytes of text, more than {limit}")
            .value(text.len() as u64)
            .limit(options.max_text));
    }
    let text = std::str::from_utf8(text)
        .map_err(|error| Error::new(Code::Json, "the text is not UTF-8").offset(error.valid_up_to()))?;
    check_nesting(text)?;
    Ok(text)
}

/// Why a pass ended before the document did.
enum End {
    /// With a problem noted.
    Ended,
    /// By `serde_json`, which a pass also ends by.
    Syntax(serde_json::Error),
}

impl From<Ended> for End {
    fn from(_: Ended) -> Self {
        End::Ended
    }
}

/// Reads the whole text as one object; whether it is one.
fn read_object<'t, M: Members<'t>>(members: &mut M, path: &'static str) -> std::result::Result<bool, End> {
    let text = members.pass().text;
    let at = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let first = text.as_bytes().get(at);
    let mut reader = serde_json::Deserializer::from_str(text);
    if first == Some(&b'{') {
        Object(members).deserialize(&mut reader).map_err(End::Syntax)?;
        reader.end().map_err(End::Syntax)?;
        return Ok(true);
    }
    serde_core::Deserialize::deserialize(&mut reader).map(|IgnoredAny| ()).map_err(End::Syntax)?;
    reader.end().map_err(End::Syntax)?;
    let problem = Error::new(Code::Structure, "{quote} where an object belongs").quote(kind(first));
    members.pass().report(problem.path(path).offset(at))?;
    Ok(false)
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
    member.refused(member.name, path, "unknown member \"{quote}\"")
}

/// A grid as read, not yet bound to a shape.
#[derive(Default)]
struct GridText {
    at: usize,
    name: Once<Name>,
    /// Why the name is refused. Said once all members are known: a second name is the worse fault.
    unknown_name: Option<Error>,
    configuration: Once<ConfigurationText>,
    must_understand: bool,
}

/// A member that may stand once: whether it did, and what it said where that could be used.
struct Once<T> {
    seen: bool,
    found: Option<T>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once { seen: false, found: None }
    }
}

/// The members of a grid's configuration.
#[derive(Default)]
struct ConfigurationText {
    at: usize,
    kind_at: Option<usize>,
    kind: bool,
    /// Why the kind is refused. Said once all members are known: a second kind is the worse fault.
    unknown_kind: Option<Error>,
    shapes: Once<(usize, AxesText)>,
    shape: Once<(usize, AxesText)>,
}

impl GridText {
    /// The grid over a shape; none where there is a problem.
    fn bind(self, pass: &mut Pass, shape: &[u64], options: &Options) -> std::result::Result<Option<Grid>, Ended> {
        if let Some(problem) = self.unknown_name {
            pass.report(problem)?;
        }
        for (seen, name) in [(self.name.seen, "name"), (self.configuration.seen, "configuration")] {
            if !seen {
                pass.report(missing(name, GRID).offset(self.at))?;
            }
        }
        let (Some(name), Some(configuration)) = (self.name.found, self.configuration.found) else {
            return Ok(None);
        };
        match name {
            Name::Rectilinear => configuration.bind_rectilinear(pass, shape, options),
            Name::Regular => configuration.bind_regular(pass, shape, options),
        }
    }
}

impl ConfigurationText {
    fn bind_rectilinear(
        self,
        pass: &mut Pass,
        shape: &[u64],
        options: &Options,
    ) -> std::result::Result<Option<Grid>, Ended> {
        if !self.kind {
            pass.report(missing("kind", CONFIGURATION).offset(self.at))?;
        }
        if let Some((at, _)) = self.shape.found {
            if !self.shapes.seen {
                let what = "chunk_shape is of the older ZEP 3 draft: it is chunk_shapes here";
                pass.report(Error::new(Code::Structure, what).path(SHAPE).offset(at))?;
                return Ok(None);
            }
            report_stranger(pass, SHAPE, at, options)?;
        }
        if !self.shapes.seen {
            pass.report(missing("chunk_shapes", CONFIGURATION).offset(self.at))?;
        }
        let Some((at, text)) = self.shapes.found else { return Ok(None) };
        let axes = bind_axes(pass, text, at, SHAPES, shape, |_, _, edges| Ok(edges))?;
        Ok(axes.map(|axes| Grid::from_axes(Name::Rectilinear, axes)))
    }

    fn bind_regular(
        self,
        pass: &mut Pass,
        shape: &[u64],
        options: &Options,
    ) -> std::result::Result<Option<Grid>, Ended> {
        let strangers = [(KIND, self.kind_at), (SHAPES, self.shapes.found.map(|(at, _)| at))];
        for (path, at) in strangers {
            if let Some(at) = at {
                report_stranger(pass, path, at, options)?;
            }
        }
        if !self.shape.seen {
            pass.report(missing("chunk_shape", CONFIGURATION).offset(self.at))?;
        }
        let Some((at, text)) = self.shape.found else { return Ok(None) };
        let mut name = Name::Regular;
        let axes = bind_axes(pass, text, at, SHAPE, shape, |pass, place, edges| match edges {
            AxisEdges::Integer(0) if options.repair && place.extent == 0 => {
                pass.repaired(|| place.name(Error::new(Code::Repaired, "a chunk length of 0 is read as 1").value(0)))?;
                Ok(AxisEdges::Integer(1))
            }
            AxisEdges::List(_) if options.repair => {
                let what = "a list of edges makes the grid a rectilinear one";
                pass.repaired(|| place.name(Error::new(Code::Repaired, what)))?;
                name = Name::Rectilinear;
                Ok(edges)
            }
            AxisEdges::List(_) => {
                let what = "a regular grid has one integer an axis, not a list";
                pass.report(place.name(Error::new(Code::Structure, what)))?;
                Ok(AxisEdges::Refused)
            }
            _ => Ok(edges),
        })?;
        Ok(axes.map(|axes| Grid::from_axes(name, axes)))
    }
}

/// Reports a member that belongs to another grid's configuration.
fn report_stranger(
    pass: &mut Pass,
    path: &'static str,
    at: usize,
    options: &Options,
) -> std::result::Result<(), Ended> {
    if options.any_member {
        return Ok(());
    }
    pass.report(Error::new(Code::Unsupported, "not a member of this grid's configuration").path(path).offset(at))
}

/// An axis of a document being bound to its extent.
struct AxisPlace {
    path: &'static str,
    axis: usize,
    extent: u64,
    at: usize,
}

impl AxisPlace {
    fn name(&self, problem: Error) -> Error {
        problem.path(self.path).axis(self.axis).offset(self.at)
    }
}

/// `[12, 1]` where `[[12, 1]]` was meant is the commonest mistake.
fn hint_at_run(problem: Error, two: Option<(u64, u64)>, extent: u64) -> Error {
    match (problem.code, two) {
        (Code::Cover, Some((edge, count))) if edge.saturating_mul(count) >= extent => {
            let what = "two edges add up to {value}, short of the extent {limit}; a run is spelled {quote}";
            problem.saying(what).quote_display(&format_args!("[[{edge}, {count}]]"))
        }
        _ => problem,
    }
}

/// The axes over a shape; none where there is a problem.
fn bind_axes(
    pass: &mut Pass,
    text: AxesText,
    at: usize,
    path: &'static str,
    shape: &[u64],
    mut repair: impl FnMut(&mut Pass, &AxisPlace, AxisEdges) -> std::result::Result<AxisEdges, Ended>,
) -> std::result::Result<Option<Vec<Axis>>, Ended> {
    if text.count != shape.len() as u64 {
        pass.report(
            Error::new(Code::Rank, "{value} axes, where the array has {limit}")
                .value(text.count)
                .limit(shape.len() as u64)
                .path(path)
                .offset(at),
        )?;
        return Ok(None);
    }
    let mut axes = match reserved(shape.len()) {
        Ok(axes) => axes,
        Err(problem) => return pass.report(problem).map(|()| None),
    };
    for (axis, (text, &extent)) in text.axes.into_iter().zip(shape).enumerate() {
        let place = AxisPlace { path, axis, extent, at: text.at.unwrap_or(at) };
        let bound = match repair(pass, &place, text.edges)? {
            AxisEdges::Integer(0) => Err(number_problem(Number::Integer(0), "0", 1)),
            AxisEdges::Integer(edge) => Axis::from_integer(extent, edge),
            AxisEdges::List(edges) => {
                let two = edges.two();
                Axis::from_list(extent, edges).map_err(|problem| hint_at_run(problem, two, extent))
            }
            AxisEdges::Refused => continue,
        };
        match bound {
            Ok(bound) => axes.push(bound),
            Err(problem) => pass.report(place.name(problem))?,
        }
    }
    Ok((axes.len() == shape.len()).then_some(axes))
}

/// Reads the members of a grid.
struct GridMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    options: &'p Options,
    found: GridText,
}

impl<'p, 't> GridMembers<'p, 't> {
    fn new(pass: &'p mut Pass<'t>, options: &'p Options) -> Self {
        GridMembers { pass, options, found: GridText::default() }
    }
}

impl<'t> Members<'t> for GridMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if member.is("name") {
            if !once(self.pass, values, &member, &mut self.found.name.seen, NAME)?
                || !expect(self.pass, values, &member, b'"', NAME, "the name is a string, not {quote}")?
            {
                return Ok(());
            }
            let name = spelled(values)?;
            self.found.name.found = match name {
                _ if says(name, "rectilinear") => Some(Name::Rectilinear),
                _ if says(name, "regular") => Some(Name::Regular),
                _ => {
                    self.found.unknown_name = Some(member.refused(
                        name,
                        NAME,
                        match says(name, "rectangular") {
                            true => "unknown grid \"{quote}\", which looks like the ZEP 3 draft of rectilinear",
                            false => "unknown grid \"{quote}\"",
                        },
                    ));
                    None
                }
            };
        } else if member.is("configuration") {
            let what = "the configuration is an object, not {quote}";
            if !once(self.pass, values, &member, &mut self.found.configuration.seen, CONFIGURATION)?
                || !expect(self.pass, values, &member, b'{', CONFIGURATION, what)?
            {
                return Ok(());
            }
            let mut configuration = ConfigurationMembers {
                pass: self.pass,
                any_member: self.options.any_member,
                entries_left: self.options.max_runs,
                found: ConfigurationText { at: member.at, ..ConfigurationText::default() },
            };
            values.next_value_seed(Object(&mut configuration))?;
            let found = configuration.found;
            if let Some(problem) = found.unknown_kind {
                self.pass.report(problem).map_err(Ended::stop)?;
            }
            self.found.configuration.found = Some(found);
        } else if member.is("must_understand") {
            if !once(self.pass, values, &member, &mut self.found.must_understand, MUST_UNDERSTAND)? {
                return Ok(());
            }
            let (code, what) = match spelled(values)? {
                "true" => return Ok(()),
                "false" => (Code::Unsupported, "a chunk grid has to be understood"),
                _ => (Code::Structure, "must_understand is true or false"),
            };
            let problem = Error::new(code, what).path(MUST_UNDERSTAND).offset(member.at);
            self.pass.report(problem).map_err(Ended::stop)?;
        } else {
            values.next_value::<IgnoredAny>()?;
            self.pass.report(unknown_member(&member, GRID)).map_err(Ended::stop)?;
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

/// Reads the value of `chunk_shapes` or `chunk_shape`.
fn read_axes<'t, A: MapAccess<'t>>(
    pass: &mut Pass<'t>,
    values: &mut A,
    member: &Member<'t>,
    axes: &mut Once<(usize, AxesText)>,
    entries_left: &mut u64,
    path: &'static str,
) -> std::result::Result<(), A::Error> {
    let what = "an array with one entry an axis belongs here, not {quote}";
    if once(pass, values, member, &mut axes.seen, path)? && expect(pass, values, member, b'[', path, what)? {
        axes.found = Some((member.at, values.next_value_seed(AxesSeed { pass, path, entries_left })?));
    }
    Ok(())
}

impl<'t> Members<'t> for ConfigurationMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        if member.is("kind") {
            if !once(self.pass, values, &member, &mut self.found.kind, KIND)? {
                return Ok(());
            }
            self.found.kind_at = Some(member.at);
            if expect(self.pass, values, &member, b'"', KIND, "the kind is a string, not {quote}")? {
                let kind = spelled(values)?;
                if !says(kind, "inline") {
                    let what = "unknown kind \"{quote}\", where \"inline\" is the only one";
                    self.found.unknown_kind = Some(member.refused(kind, KIND, what));
                }
            }
        } else if member.is("chunk_shapes") {
            read_axes(self.pass, values, &member, &mut self.found.shapes, &mut self.entries_left, SHAPES)?;
        } else if member.is("chunk_shape") {
            read_axes(self.pass, values, &member, &mut self.found.shape, &mut self.entries_left, SHAPE)?;
        } else {
            values.next_value::<IgnoredAny>()?;
            if member.is("encoded_chunk_shapes") {
                let what = "a proposal that changes what chunks decode to, which this library does not know";
                let problem = Error::new(Code::Unsupported, what).path(ENCODED_SHAPES).offset(member.at);
                self.pass.report(problem).map_err(Ended::stop)?;
            } else if !self.any_member {
                self.pass.report(unknown_member(&member, CONFIGURATION)).map_err(Ended::stop)?;
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
    shape: Once<ShapeText>,
    grid: Once<GridText>,
    keys: Once<KeyEncoding>,
}

impl<'p, 't> ArrayMembers<'p, 't> {
    fn new(pass: &'p mut Pass<'t>, options: &'p Options, wants_keys: bool) -> Self {
        let (shape, grid, keys) = (Once::default(), Once::default(), Once::default());
        ArrayMembers { pass, options, wants_keys, format: false, node_type: false, shape, grid, keys }
    }

    /// What the document says; none where there is a problem.
    fn bind(self) -> std::result::Result<Option<ArrayDocument>, Ended> {
        let pass = self.pass;
        let members = [
            (self.format, ZARR_FORMAT),
            (self.node_type, NODE_TYPE),
            (self.shape.seen, ARRAY_SHAPE),
            (self.grid.seen, GRID),
            (self.keys.seen || !self.wants_keys, KEYS),
        ];
        for (seen, name) in members {
            if !seen {
                pass.report(missing(name, DOCUMENT))?;
            }
        }
        let (Some(shape), Some(grid)) = (self.shape.found, self.grid.found) else { return Ok(None) };
        if let Err(problem) = check_rank(shape.count) {
            pass.report(problem.path(ARRAY_SHAPE).offset(shape.at))?;
            return Ok(None);
        }
        let grid = grid.bind(pass, &shape.lengths[..shape.count], self.options)?;
        let keys = self.keys.found;
        Ok(grid.map(|grid| ArrayDocument { grid, keys }))
    }

    fn read_shape(&mut self, value: &'t str, at: usize) -> std::result::Result<(), Ended> {
        let mut shape = ShapeText { at, lengths: [0; Grid::MAX_RANK], count: 0 };
        let mut good = true;
        each_value(value, |length| {
            let problem = match length.as_bytes().first() {
                Some(b'-' | b'0'..=b'9') => match Number::judge(length) {
                    Number::Integer(extent) if extent <= Axis::MAX_EXTENT => {
                        if let Some(place) = shape.lengths.get_mut(shape.count) {
                            *place = extent;
                        }
                        shape.count += 1;
                        return Ok(());
                    }
                    Number::Integer(extent) => {
                        number_problem(Number::TooLarge, length, 0).value(extent).limit(Axis::MAX_EXTENT)
                    }
                    Number::TooLarge => number_problem(Number::TooLarge, length, 0).limit(Axis::MAX_EXTENT),
                    other => number_problem(other, length, 0),
                },
                first => Error::new(Code::Structure, "a length is an integer, not {quote}").quote(kind(first)),
            };
            let at = self.pass.offset(length);
            self.pass.report(problem.path(ARRAY_SHAPE).axis(shape.count).offset(at))?;
            shape.count += 1;
            good = false;
            Ok(())
        })?;
        self.shape.found = good.then_some(shape);
        Ok(())
    }

    fn read_keys<A: MapAccess<'t>>(
        &mut self,
        member: &Member<'t>,
        values: &mut A,
    ) -> std::result::Result<(), A::Error> {
        if !self.wants_keys {
            values.next_value::<IgnoredAny>()?;
            return Ok(());
        }
        if self.pass.text.as_bytes().get(member.at) == Some(&b'"') {
            // The short form: a name alone.
            let name = read_key_name(self.pass, spelled(values)?, member, KEYS)?;
            self.keys.found = name.map(KeyEncoding::new);
            return Ok(());
        }
        if !expect(self.pass, values, member, b'{', KEYS, "the key encoding is an object or a name, not {quote}")? {
            return Ok(());
        }
        let mut keys = KeyMembers {
            pass: self.pass,
            name: Once::default(),
            separator: None,
            configuration: false,
            must_understand: false,
        };
        values.next_value_seed(Object(&mut keys))?;
        let (name, separator) = (keys.name, keys.separator);
        if !name.seen {
            self.pass.report(missing("name", KEYS).offset(member.at)).map_err(Ended::stop)?;
        }
        self.keys.found = name.found.map(|name| {
            let default = KeyEncoding::new(name);
            KeyEncoding { name, separator: separator.unwrap_or(default.separator) }
        });
        Ok(())
    }
}

impl<'t> Members<'t> for ArrayMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        let pass = &mut *self.pass;
        if member.is(ZARR_FORMAT) {
            if !once(pass, values, &member, &mut self.format, ZARR_FORMAT)? {
                return Ok(());
            }
            let format = spelled(values)?;
            let number = matches!(format.as_bytes().first(), Some(b'-' | b'0'..=b'9'));
            let (code, what) = match number {
                true if Number::judge(format) == Number::Integer(3) => return Ok(()),
                true => (Code::Unsupported, "Zarr format {quote}, where this library reads 3"),
                false => (Code::Structure, "the format is an integer, not {quote}"),
            };
            let quote = if number { format } else { kind(format.as_bytes().first()) };
            let problem = Error::new(code, what).quote(quote).path(ZARR_FORMAT).offset(member.at);
            pass.report(problem).map_err(Ended::stop)?;
        } else if member.is(NODE_TYPE) {
            if once(pass, values, &member, &mut self.node_type, NODE_TYPE)?
                && expect(pass, values, &member, b'"', NODE_TYPE, "the node type is a string, not {quote}")?
            {
                let node_type = spelled(values)?;
                if !says(node_type, "array") {
                    let what = "a node of type \"{quote}\", not an array";
                    pass.report(member.refused(node_type, NODE_TYPE, what)).map_err(Ended::stop)?;
                }
            }
        } else if member.is(ARRAY_SHAPE) {
            if once(pass, values, &member, &mut self.shape.seen, ARRAY_SHAPE)?
                && expect(pass, values, &member, b'[', ARRAY_SHAPE, "the shape is an array, not {quote}")?
            {
                self.read_shape(spelled(values)?, member.at).map_err(Ended::stop)?;
            }
        } else if member.is(GRID) {
            if once(pass, values, &member, &mut self.grid.seen, GRID)?
                && expect(pass, values, &member, b'{', GRID, "{quote} where an object belongs")?
            {
                let mut grid = GridMembers::new(pass, self.options);
                grid.found.at = member.at;
                values.next_value_seed(Object(&mut grid))?;
                self.grid.found = Some(grid.found);
            }
        } else if member.is(KEYS) {
            if once(pass, values, &member, &mut self.keys.seen, KEYS)? {
                self.read_keys(&member, values)?;
            }
        } else {
            values.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

fn read_key_name<E: serde_core::de::Error>(
    pass: &mut Pass,
    name: &str,
    member: &Member,
    path: &'static str,
) -> std::result::Result<Option<KeyName>, E> {
    match name {
        _ if says(name, "default") => Ok(Some(KeyName::Default)),
        _ if says(name, "v2") => Ok(Some(KeyName::V2)),
        _ => {
            let problem = member.refused(name, path, "unknown key encoding \"{quote}\"");
            pass.report(problem).map(|()| None).map_err(Ended::stop)
        }
    }
}

/// Reads the members of a chunk key encoding.
struct KeyMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    name: Once<KeyName>,
    separator: Option<char>,
    configuration: bool,
    must_understand: bool,
}

impl<'t> Members<'t> for KeyMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        let pass = &mut *self.pass;
        if member.is("name") {
            if once(pass, values, &member, &mut self.name.seen, KEYS_NAME)?
                && expect(pass, values, &member, b'"', KEYS_NAME, "the name is a string, not {quote}")?
            {
                self.name.found = read_key_name(pass, spelled(values)?, &member, KEYS_NAME)?;
            }
        } else if member.is("configuration") {
            let what = "the configuration is an object, not {quote}";
            if once(pass, values, &member, &mut self.configuration, KEYS_CONFIGURATION)?
                && expect(pass, values, &member, b'{', KEYS_CONFIGURATION, what)?
            {
                let mut separator = SeparatorMember { pass, separator: Once::default() };
                values.next_value_seed(Object(&mut separator))?;
                self.separator = separator.separator.found;
            }
        } else if member.is("must_understand") {
            // Keys that are not understood lead nowhere, so false changes nothing.
            if once(pass, values, &member, &mut self.must_understand, KEYS_MUST_UNDERSTAND)? {
                values.next_value::<IgnoredAny>()?;
            }
        } else {
            values.next_value::<IgnoredAny>()?;
            pass.report(unknown_member(&member, KEYS)).map_err(Ended::stop)?;
        }
        Ok(())
    }
}

/// Reads the configuration of a chunk key encoding.
struct SeparatorMember<'p, 't> {
    pass: &'p mut Pass<'t>,
    separator: Once<char>,
}

impl<'t> Members<'t> for SeparatorMember<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take<A: MapAccess<'t>>(&mut self, member: Member<'t>, values: &mut A) -> std::result::Result<(), A::Error> {
        let pass = &mut *self.pass;
        if !member.is("separator") {
            values.next_value::<IgnoredAny>()?;
            return pass.report(unknown_member(&member, KEYS_CONFIGURATION)).map_err(Ended::stop);
        }
        if once(pass, values, &member, &mut self.separator.seen, SEPARATOR)?
            && expect(pass, values, &member, b'"', SEPARATOR, "the separator is a string, not {quote}")?
        {
            let spelling = spelled(values)?;
            self.separator.found = ['/', '.'].into_iter().find(|c| says(spelling, c.encode_utf8(&mut [0; 4])));
            if self.separator.found.is_none() {
                let what = "separator \"{quote}\", where \"/\" and \".\" are known";
                pass.report(member.refused(spelling, SEPARATOR, what)).map_err(Ended::stop)?;
            }
        }
        Ok(())
    }
}
