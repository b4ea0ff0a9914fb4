// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading: a plain pass over the text and, where that does not do, an exact one.

use serde_core::de::IgnoredAny;

use super::array::{ArrayMembers, DOCUMENT};
use super::chunk_grid::{GRID, GridMembers};
use super::members::{End, Members, Pass, Problems, kind, read_members};
use super::nesting::check_nesting;
use crate::core::axis::check_extent;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::{Grid, check_rank};
use crate::core::keys::KeyEncoding;
use crate::core::memory::reserved;

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
    found.bind(pass, Some(shape), options)
}

fn read_array(pass: &mut Pass, keys: bool, options: &Options) -> std::result::Result<Option<ArrayDocument>, End> {
    let mut array = ArrayMembers::new(pass, options, keys);
    if !read_object(&mut array, DOCUMENT)? {
        return Ok(None);
    }
    array.bind()
}

/// A plain pass, and where that does not do an exact one.
fn read<'t, T>(
    text: &'t [u8],
    options: &Options,
    read: impl Fn(&mut Pass<'t>) -> std::result::Result<Option<T>, End>,
) -> Result<T> {
    let text = checked_text(text, options)?;
    let mut pass = Pass::new(text, false, options.max_runs);
    if let Ok(Some(answer)) = read(&mut pass) {
        return Ok(answer);
    }
    let mut pass = Pass::new(text, true, options.max_runs);
    let end = read(&mut pass);
    match (pass.problems.first, end) {
        (Some(problem), _) => Err(problem),
        (None, Ok(Some(answer))) => Ok(answer),
        (None, Err(End::NotJson)) => Err(syntax_problem(text)),
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
    let mut pass = Pass { problems: found, ..Pass::new(text, true, options.max_runs) };
    if let Err(End::NotJson) = read(&mut pass) {
        let _ = pass.report(syntax_problem(text));
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

/// Goes past the whole text, which should be one object; whether it is one.
fn read_object<'t, M: Members<'t>>(members: &mut M, path: &'static str) -> std::result::Result<bool, End> {
    let cursor = &mut members.pass().cursor;
    let (at, first) = (cursor.at, cursor.peek());
    let is_object = first == Some(b'{');
    match is_object {
        true => read_members(members)?,
        false => drop(cursor.value()?),
    }
    let pass = members.pass();
    pass.cursor.skip_space();
    if pass.cursor.peek().is_some() {
        return Err(End::NotJson);
    }
    if !is_object {
        let problem = Error::new(Code::Structure, "{quote} where an object belongs").quote(kind(first));
        pass.report(problem.path(path).offset(at))?;
    }
    Ok(is_object)
}

/// Why a text is not JSON.
fn syntax_problem(text: &str) -> Error {
    let Err(error) = serde_json::from_str::<IgnoredAny>(text) else {
        return Error::new(Code::Internal, "a text was refused without a reason");
    };
    // serde_json counts lines and columns from 1, and ends a text at the column before the missing byte.
    let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = match error.is_eof() {
        true => text.len(),
        // (The column is 0 where that byte is the line's end itself.)
        false => (line_start + error.column()).saturating_sub(1),
    };
    let said = error.to_string();
    let (before, rest) = text.as_bytes().split_at(at.min(text.len()));
    let said = match (before.trim_ascii_end(), rest) {
        // The commonest slip, which the reader takes for a missing value.
        ([.., b','], [b'}' | b']', ..]) => "trailing comma",
        _ => said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said),
    };
    Error::new(Code::Json, "not JSON: {quote}").quote(said).offset(at)
}
