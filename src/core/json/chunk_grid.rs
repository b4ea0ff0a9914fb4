// SPDX-License-Identifier: MIT OR Apache-2.0
//! The value of `chunk_grid`: read, and bound to a shape.

use super::lists::{AxesText, AxisEdges, judge_axes, number_problem};
use super::members::{End, Member, Members, Once, Pass, expect, missing, once, read_members, unknown_member};
use super::number::Number;
use super::plain::plain_axes;
use super::read::Options;
use super::spelling::says;
use crate::core::axis::Axis;
use crate::core::error::{Code, Error};
use crate::core::grid::{Grid, Name};
use crate::core::memory::reserved;

/// The member.
pub const GRID: &str = "chunk_grid";
const NAME: &str = "chunk_grid.name";
const MUST_UNDERSTAND: &str = "chunk_grid.must_understand";
const CONFIGURATION: &str = "chunk_grid.configuration";
const KIND: &str = "chunk_grid.configuration.kind";
const SHAPES: &str = "chunk_grid.configuration.chunk_shapes";
const SHAPE: &str = "chunk_grid.configuration.chunk_shape";
const ENCODED_SHAPES: &str = "chunk_grid.configuration.encoded_chunk_shapes";

/// A grid as read, not yet bound to a shape.
#[derive(Default)]
pub struct GridText {
    /// Where it starts.
    pub at: usize,
    name: Once<Name>,
    /// Why the name is refused. Said once all members are known: a second name is the worse fault.
    unknown_name: Option<Error>,
    configuration: Once<ConfigurationText>,
    must_understand: bool,
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
    /// The grid over a shape; none where there is a problem, or no shape.
    pub fn bind(self, pass: &mut Pass, shape: Option<&[u64]>, options: &Options) -> Result<Option<Grid>, End> {
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
    fn bind_rectilinear(self, pass: &mut Pass, shape: Option<&[u64]>, options: &Options) -> Result<Option<Grid>, End> {
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

    fn bind_regular(self, pass: &mut Pass, shape: Option<&[u64]>, options: &Options) -> Result<Option<Grid>, End> {
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
fn report_stranger(pass: &mut Pass, path: &'static str, at: usize, options: &Options) -> Result<(), End> {
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

/// The axes over a shape; none where there is a problem, or no shape.
fn bind_axes(
    pass: &mut Pass,
    text: AxesText,
    at: usize,
    path: &'static str,
    shape: Option<&[u64]>,
    mut repair: impl FnMut(&mut Pass, &AxisPlace, AxisEdges) -> Result<AxisEdges, End>,
) -> Result<Option<Vec<Axis>>, End> {
    let Some(shape) = shape else { return Ok(None) };
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
pub struct GridMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    options: &'p Options,
    /// What was read.
    pub found: GridText,
}

impl<'p, 't> GridMembers<'p, 't> {
    /// Nothing read yet.
    pub fn new(pass: &'p mut Pass<'t>, options: &'p Options) -> Self {
        GridMembers { found: GridText { at: pass.cursor.at, ..GridText::default() }, pass, options }
    }
}

impl<'t> Members<'t> for GridMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take(&mut self, member: Member<'t>) -> Result<(), End> {
        if member.is("name") {
            if !once(self.pass, &member, &mut self.found.name.seen, NAME)?
                || !expect(self.pass, &member, b'"', NAME, "the name is a string, not {quote}")?
            {
                return Ok(());
            }
            let name = self.pass.cursor.value()?;
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
            if !once(self.pass, &member, &mut self.found.configuration.seen, CONFIGURATION)?
                || !expect(self.pass, &member, b'{', CONFIGURATION, what)?
            {
                return Ok(());
            }
            let mut configuration = ConfigurationMembers {
                pass: self.pass,
                any_member: self.options.any_member,
                entries_left: self.options.max_runs,
                found: ConfigurationText { at: member.at, ..ConfigurationText::default() },
            };
            read_members(&mut configuration)?;
            let found = configuration.found;
            if let Some(problem) = found.unknown_kind {
                self.pass.report(problem)?;
            }
            self.found.configuration.found = Some(found);
        } else if member.is("must_understand") {
            if !once(self.pass, &member, &mut self.found.must_understand, MUST_UNDERSTAND)? {
                return Ok(());
            }
            let (code, what) = match self.pass.cursor.value()? {
                "true" => return Ok(()),
                "false" => (Code::Unsupported, "a chunk grid has to be understood"),
                _ => (Code::Structure, "must_understand is true or false"),
            };
            let problem = Error::new(code, what).path(MUST_UNDERSTAND).offset(member.at);
            self.pass.report(problem)?;
        } else {
            self.pass.cursor.value()?;
            self.pass.report(unknown_member(&member, GRID))?;
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
fn read_axes(
    pass: &mut Pass,
    member: &Member,
    axes: &mut Once<(usize, AxesText)>,
    entries_left: &mut u64,
    path: &'static str,
) -> Result<(), End> {
    let what = "an array with one entry an axis belongs here, not {quote}";
    if once(pass, member, &mut axes.seen, path)? && expect(pass, member, b'[', path, what)? {
        let text = match pass.exact {
            true => judge_axes(pass, path, entries_left)?,
            // (What is not plain is left to an exact pass.)
            false => plain_axes(&mut pass.cursor, entries_left).ok_or(End::Ended)?,
        };
        axes.found = Some((member.at, text));
    }
    Ok(())
}

impl<'t> Members<'t> for ConfigurationMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take(&mut self, member: Member<'t>) -> Result<(), End> {
        if member.is("kind") {
            if !once(self.pass, &member, &mut self.found.kind, KIND)? {
                return Ok(());
            }
            self.found.kind_at = Some(member.at);
            if expect(self.pass, &member, b'"', KIND, "the kind is a string, not {quote}")? {
                let kind = self.pass.cursor.value()?;
                if !says(kind, "inline") {
                    let what = "unknown kind \"{quote}\", where \"inline\" is the only one";
                    self.found.unknown_kind = Some(member.refused(kind, KIND, what));
                }
            }
        } else if member.is("chunk_shapes") {
            read_axes(self.pass, &member, &mut self.found.shapes, &mut self.entries_left, SHAPES)?;
        } else if member.is("chunk_shape") {
            read_axes(self.pass, &member, &mut self.found.shape, &mut self.entries_left, SHAPE)?;
        } else {
            self.pass.cursor.value()?;
            if member.is("encoded_chunk_shapes") {
                let what = "a proposal that changes what chunks decode to, which this library does not know";
                let problem = Error::new(Code::Unsupported, what).path(ENCODED_SHAPES).offset(member.at);
                self.pass.report(problem)?;
            } else if !self.any_member {
                self.pass.report(unknown_member(&member, CONFIGURATION))?;
            }
        }
        Ok(())
    }
}
