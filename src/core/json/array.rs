// SPDX-License-Identifier: MIT OR Apache-2.0
//! All of an array's `zarr.json`, as far as its chunks are concerned.

use super::chunk_grid::{GRID, read_grid};
use super::chunk_keys::{KEYS, read_keys};
use super::cursor::Cursor;
use super::number::Number;
use super::object::{Field, read_object};
use super::problems::{Kind, Problems, refused, wrong_kind};
use super::shape::{SHAPE, Shape};
use super::spelling::says;
use super::{ArrayDocument, Options};
use crate::core::error::{Code, Error, Result};

/// The document itself.
pub const DOCUMENT: &str = "";

static ZARR_FORMAT: Field = Field::new("zarr_format", "zarr_format", &[Kind::Number, Kind::String], NO_FORMAT);
const NO_FORMAT: &str = "the format is an integer, not {quote}";
static NODE_TYPE: Field =
    Field::new("node_type", "node_type", &[Kind::String], "the node type is a string, not {quote}");
static SHAPE_FIELD: Field = Field::new(SHAPE, SHAPE, &[Kind::Array], "the shape is an array, not {quote}");
static GRID_FIELD: Field = Field::new(GRID, GRID, &[Kind::Object], "{quote} where an object belongs");
static KEYS_FIELD: Field =
    Field::new(KEYS, KEYS, &[Kind::Object, Kind::String], "the key encoding is an object or a name, not {quote}");

/// Goes past an array's document, which is next; none where there is a problem. Its key encoding is read where `wants_keys`
/// says so.
pub fn read_array(
    cursor: &mut Cursor,
    problems: &mut Problems,
    wants_keys: bool,
    options: &Options,
) -> Result<Option<ArrayDocument>> {
    let fields = [&ZARR_FORMAT, &NODE_TYPE, &SHAPE_FIELD, &GRID_FIELD, &KEYS_FIELD];
    let fields = if wants_keys { &fields[..] } else { &fields[..4] };
    let mut inside = problems.section();
    let (mut unknown_format, mut unknown_type) = (None, None);
    let (mut shape, mut grid, mut keys) = (None, None, None);
    let times = read_object(cursor, &mut inside, DOCUMENT, fields, |cursor, problems, member| {
        match member.field {
            "zarr_format" => match judge_format(cursor.value()?) {
                Ok(()) => {}
                Err(problem) => {
                    let problem = problem.path(ZARR_FORMAT.path).offset(member.at);
                    match problem.code {
                        Code::Unsupported => unknown_format = Some(problem),
                        _ => problems.report(problem)?,
                    }
                }
            },
            "node_type" => {
                let node_type = cursor.string()?;
                if !says(node_type, "array") {
                    let what = "a node of type \"{quote}\", not an array";
                    unknown_type = Some(refused(node_type, NODE_TYPE.path, member.at, what));
                }
            }
            SHAPE => shape = Shape::read(cursor, problems)?,
            GRID => grid = read_grid(cursor, problems, options)?,
            KEYS => keys = read_keys(cursor, problems)?,
            _ => drop(cursor.value()?),
        }
        Ok(())
    })?;
    // Of a document in another format, and of a node that is no array, nothing else is judged.
    for (unknown, times) in [unknown_format, unknown_type].into_iter().zip(times) {
        if let Some(unknown) = unknown {
            if times == 1 {
                problems.not_ours(unknown);
                return Ok(None);
            }
            inside.report(unknown)?;
        }
    }
    problems.append(inside)?;
    match (grid, shape) {
        (Some(grid), Some(shape)) => Ok(grid.bind(problems, &shape)?.map(|grid| ArrayDocument { grid, keys })),
        _ => Ok(None),
    }
}

fn judge_format(format: &str) -> Result<()> {
    let other = Error::new(Code::Unsupported, "Zarr format {quote}, where this library reads 3").quote(format);
    match Kind::of(format.as_bytes()) {
        Some(Kind::Number) => match Number::of(format) {
            Number::Integer(3) => Ok(()),
            Number::Integer(format) => Err(other.value(format).limit(3)),
            _ => Err(other),
        },
        _ if format.starts_with("\"https://purl.org/zarr/") => {
            Err(other.saying("Zarr format {quote}, an early draft of version 3"))
        }
        _ => Err(wrong_kind(format, NO_FORMAT)),
    }
}
