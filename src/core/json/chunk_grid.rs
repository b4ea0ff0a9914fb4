// SPDX-License-Identifier: MIT OR Apache-2.0
//! The value of `chunk_grid`: read, and bound to a shape.
//!
//! The name decides what the configuration may hold, and the kind what its lists mean. A configuration that stands
//! before the name is skipped, and read once the name is known.

use super::Options;
use super::axes::{Axes, AxesRules, AxisEdges, read_axes};
use super::cursor::Cursor;
use super::number::below;
use super::object::{Field, missing, read_must_understand, read_object};
use super::problems::{Kind, Problems, refused};
use super::shape::Shape;
use super::spelling::says;
use crate::core::axis::Axis;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, Name};
use crate::core::memory::reserved;

/// The member.
pub const GRID: &str = "chunk_grid";
const CONFIGURATION: &str = "chunk_grid.configuration";
const ENCODED_SHAPES: &str = "chunk_grid.configuration.encoded_chunk_shapes";

static NAME: Field = Field::new("name", "chunk_grid.name", &[Kind::String], "the name is a string, not {quote}");
static CONFIGURATION_FIELD: Field =
    Field::new("configuration", CONFIGURATION, &[Kind::Object], "the configuration is an object, not {quote}");
static MUST_UNDERSTAND: Field = Field::new(
    "must_understand",
    "chunk_grid.must_understand",
    &[Kind::Boolean],
    "must_understand is true or false, not {quote}",
)
.optional();
static KIND: Field =
    Field::new("kind", "chunk_grid.configuration.kind", &[Kind::String], "the kind is a string, not {quote}");
static SHAPES: Field =
    Field::new("chunk_shapes", "chunk_grid.configuration.chunk_shapes", &[Kind::Array], ONE_EACH).optional();
static SHAPE: Field = Field::new("chunk_shape", "chunk_grid.configuration.chunk_shape", &[Kind::Array], ONE_EACH);
const ONE_EACH: &str = "an array with one entry an axis belongs here, not {quote}";

/// A grid as read, not yet bound to a shape.
pub struct UnboundGrid {
    name: Name,
    /// The member that lists the axes.
    path: &'static str,
    axes: Axes,
}

/// Goes past a grid, which is next, and reports all that is wrong whatever the array's shape; none where that leaves no grid.
pub fn read_grid(cursor: &mut Cursor, problems: &mut Problems, options: &Options) -> Result<Option<UnboundGrid>> {
    let mut inside = problems.section();
    // The name, or why it is refused.
    let mut name: Option<Result<Name>> = None;
    let (mut skipped, mut grid) = (None, None);
    let fields = [&NAME, &CONFIGURATION_FIELD, &MUST_UNDERSTAND];
    let [times_named, ..] = read_object(cursor, &mut inside, GRID, &fields, |cursor, problems, member| {
        match (member.field, name) {
            ("name", _) => name = Some(judge_name(cursor.string()?, member.at)),
            ("configuration", Some(Ok(name))) => grid = read_configuration(cursor, problems, name, options)?,
            ("configuration", _) => {
                skipped = Some(*cursor);
                cursor.value()?;
            }
            ("must_understand", _) => {
                read_must_understand(cursor, problems, MUST_UNDERSTAND.path, "a chunk grid has to be understood")?;
            }
            _ => member.refuse(cursor, problems, GRID)?,
        }
        Ok(())
    })?;
    if let Some(Err(unknown)) = name {
        if times_named == 1 {
            problems.not_ours(unknown);
            return Ok(None);
        }
        inside.report(unknown)?;
    }
    if let Some(mut cursor) = skipped {
        let name = match name {
            Some(Ok(name)) => Some(name),
            _ => meant_name(cursor)?,
        };
        if let Some(name) = name {
            grid = read_configuration(&mut cursor, &mut inside, name, options)?;
        }
    }
    problems.append(inside)?;
    Ok(grid)
}

fn judge_name(name: &str, at: usize) -> Result<Name> {
    let what = match name {
        _ if says(name, "rectilinear") => return Ok(Name::Rectilinear),
        _ if says(name, "regular") => return Ok(Name::Regular),
        _ if says(name, "rectangular") => "unknown grid \"{quote}\", which looks like the ZEP 3 draft of rectilinear",
        _ => "unknown grid \"{quote}\"",
    };
    Err(refused(name, NAME.path, at, what))
}

/// Which grid a configuration without a name is of, as its members tell.
fn meant_name(mut cursor: Cursor) -> Result<Option<Name>> {
    let mut name = None;
    cursor.each_member(|cursor, spelling| {
        if says(spelling, KIND.name) || says(spelling, SHAPES.name) {
            name = Some(Name::Rectilinear);
        } else if says(spelling, SHAPE.name) {
            name = name.or(Some(Name::Regular));
        }
        cursor.value().map(drop)
    })?;
    Ok(name)
}

fn read_configuration(
    cursor: &mut Cursor,
    problems: &mut Problems,
    name: Name,
    options: &Options,
) -> Result<Option<UnboundGrid>> {
    let rectilinear = name == Name::Rectilinear;
    let (fields, path): (&[_], _) = match rectilinear {
        true => (&[&SHAPES, &KIND], SHAPES.path),
        false => (&[&SHAPE], SHAPE.path),
    };
    let no_lists = "a regular grid has one integer an axis, not a list";
    let rules = AxesRules {
        path,
        no_lists: (!rectilinear && !options.repair).then_some(no_lists),
        // Whether a 0 can be repaired depends on the extent.
        least: if !rectilinear && options.repair { 0 } else { 1 },
        most_entries: options.max_runs,
    };
    let at = cursor.at();
    let mut inside = problems.section();
    let (mut unknown_kind, mut axes, mut draft) = (None, None, None);
    let [times_listed, times_kind, ..] =
        read_object(cursor, &mut inside, CONFIGURATION, fields, |cursor, problems, member| {
            match member.field {
                "kind" => {
                    let kind = cursor.string()?;
                    if !says(kind, "inline") {
                        let what = "unknown kind \"{quote}\", where \"inline\" is the only one";
                        unknown_kind = Some(refused(kind, KIND.path, member.at, what));
                    }
                    return Ok(());
                }
                "chunk_shapes" | "chunk_shape" => {
                    axes = read_axes(cursor, problems, &rules)?;
                    return Ok(());
                }
                _ => drop(cursor.value()?),
            }
            if says(member.spelling, "encoded_chunk_shapes") {
                let what = "a proposal that changes what chunks decode to, which this library does not know";
                return problems.report(Error::new(Code::Unsupported, what).path(ENCODED_SHAPES).offset(member.at));
            }
            if rectilinear && draft.is_none() && says(member.spelling, SHAPE.name) {
                draft = Some(member);
                return Ok(());
            }
            if options.any_member { Ok(()) } else { problems.report(member.unknown(CONFIGURATION)) }
        })?;
    if let Some(unknown) = unknown_kind {
        if times_kind == 1 {
            problems.not_ours(unknown);
            return Ok(None);
        }
        inside.report(unknown)?;
    }
    match (times_listed, draft) {
        (0, Some(draft)) => {
            let what = "chunk_shape is of the older ZEP 3 draft: it is chunk_shapes here";
            inside.report(Error::new(Code::Structure, what).path(SHAPE.path).offset(draft.at))?;
        }
        (0, None) if rectilinear => inside.report(missing(SHAPES.name, CONFIGURATION, at))?,
        (1.., Some(draft)) if !options.any_member => inside.report(draft.unknown(CONFIGURATION))?,
        _ => {}
    }
    problems.append(inside)?;
    Ok(axes.map(|axes| UnboundGrid { name, path, axes }))
}

impl UnboundGrid {
    /// The grid over a shape; none where that is a problem.
    pub fn bind(self, problems: &mut Problems, shape: &Shape) -> Result<Option<Grid>> {
        let UnboundGrid { mut name, path, axes } = self;
        let rank = shape.rank();
        if axes.count != rank as u64 {
            let problem = Error::new(Code::Rank, "{value} axes, where the array has {limit}");
            problems.report(problem.value(axes.count).limit(rank as u64).path(path).offset(axes.at))?;
            return Ok(None);
        }
        let mut bound = reserved(rank)?;
        for (number, (axis, extent)) in axes.axes.into_iter().zip(shape.extents()).enumerate() {
            let place = |problem: Error| problem.path(path).axis(number).offset(axis.at);
            let repaired = |what| place(Error::new(Code::Repaired, what));
            let made = match (axis.edges, extent) {
                (AxisEdges::Integer(0), Some(0)) => {
                    problems.repaired(repaired("a chunk length of 0 is read as 1").value(0))?;
                    Axis::from_integer(0, 1)
                }
                (AxisEdges::Integer(0), Some(_)) => Err(below(0, 1)),
                (AxisEdges::Integer(edge), Some(extent)) => Axis::from_integer(extent, edge),
                (AxisEdges::List(edges), extent) => {
                    // Only a repair let the list stand.
                    if self.name == Name::Regular {
                        problems.repaired(repaired("a list of edges makes the grid a rectilinear one"))?;
                        name = Name::Rectilinear;
                    }
                    let Some(extent) = extent else { continue };
                    let two = edges.two();
                    Axis::from_list(extent, edges).map_err(|problem| hint_at_run(problem, two, extent))
                }
                (AxisEdges::Integer(_), None) | (AxisEdges::Refused, _) => continue,
            };
            match made {
                Ok(axis) => bound.push(axis),
                Err(problem) => problems.report(place(problem))?,
            }
        }
        Ok((bound.len() == rank).then(|| Grid::from_axes(name, bound)))
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
