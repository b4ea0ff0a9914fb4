// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading a whole text: as a grid or as an array's document, to have it or to have what is wrong with it.

use super::array::{DOCUMENT, read_array};
use super::chunk_grid::{GRID, read_grid};
use super::cursor::Cursor;
use super::problems::{Problems, wrong_kind};
use super::shape::Shape;
use super::{ArrayDocument, Options};
use crate::core::error::{Code, Error, Result};
use crate::core::grid::Grid;
use crate::core::memory::push;

/// Reads the value of an array's `chunk_grid`.
pub fn grid_from_json(text: &[u8], shape: &[u64], options: &Options) -> Result<Grid> {
    let shape = Shape::given(shape)?;
    read(|problems| whole_grid(text, &shape, options, problems))
}

/// Reads all of an array's `zarr.json`. Its key encoding is read where `keys` says so.
pub fn grid_from_array_json(text: &[u8], keys: bool, options: &Options) -> Result<ArrayDocument> {
    read(|problems| whole_array(text, keys, options, problems))
}

/// Every problem of the value of an array's `chunk_grid`, at most `most`; the first that is not [`Code::Repaired`] is what
/// [`grid_from_json`] reports. Text that is not JSON has that problem alone.
pub fn problems_of_json(text: &[u8], shape: &[u64], options: &Options, most: usize) -> Result<Vec<Error>> {
    let shape = Shape::given(shape)?;
    list(most, |problems| whole_grid(text, &shape, options, problems))
}

/// The same for all of an array's `zarr.json`.
pub fn problems_of_array_json(text: &[u8], options: &Options, most: usize) -> Result<Vec<Error>> {
    list(most, |problems| whole_array(text, true, options, problems))
}

fn whole_grid(text: &[u8], shape: &Shape, options: &Options, problems: &mut Problems) -> Result<Option<Grid>> {
    let read = whole_object(text, GRID, options, problems, |cursor, problems| read_grid(cursor, problems, options))?;
    read.map_or(Ok(None), |grid| grid.bind(problems, shape))
}

fn whole_array(text: &[u8], keys: bool, options: &Options, problems: &mut Problems) -> Result<Option<ArrayDocument>> {
    whole_object(text, DOCUMENT, options, problems, |cursor, problems| read_array(cursor, problems, keys, options))
}

/// What a document says, or the problem that its caller is told.
fn read<T>(read: impl FnOnce(&mut Problems) -> Result<Option<T>>) -> Result<T> {
    let mut problems = Problems::default();
    let answer = read(&mut problems)?;
    match (problems.worst(), answer) {
        (Some(problem), _) => Err(problem),
        (None, Some(answer)) => Ok(answer),
        (None, None) => Err(Error::new(Code::Internal, "a document was refused without a reason")),
    }
}

/// All problems of a document.
fn list<T>(most: usize, read: impl FnOnce(&mut Problems) -> Result<Option<T>>) -> Result<Vec<Error>> {
    let mut problems = Problems::listed(most);
    match read(&mut problems) {
        Ok(_) => problems.into_list(),
        Err(problem) if problem.code == Code::Memory => Err(problem),
        Err(problem) => {
            let mut alone = Vec::new();
            push(&mut alone, problem)?;
            Ok(alone)
        }
    }
}

/// Reads the text of one object, which `read` goes past.
fn whole_object<'t, T>(
    text: &'t [u8],
    path: &'static str,
    options: &Options,
    problems: &mut Problems,
    read: impl FnOnce(&mut Cursor<'t>, &mut Problems) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut cursor = Cursor::new(checked_text(text, options)?);
    let mut answer = None;
    if cursor.peek() == Some(b'{') {
        answer = read(&mut cursor, problems)?;
    } else {
        let at = cursor.at();
        let problem = wrong_kind(cursor.value()?, "{quote} where an object belongs");
        problems.report(problem.path(path).offset(at))?;
    }
    cursor.end()?;
    Ok(answer)
}

/// Text that is short enough, and UTF-8.
fn checked_text<'t>(text: &'t [u8], options: &Options) -> Result<&'t str> {
    if text.len() as u64 > options.max_text {
        return Err(Error::new(Code::Limit, "{value} bytes of text, more than {limit}")
            .value(text.len() as u64)
            .limit(options.max_text));
    }
    if let Some(encoding) = wide_encoding(text) {
        return Err(Error::new(Code::Json, "the text is {name}, where UTF-8 belongs").name(encoding).offset(0));
    }
    std::str::from_utf8(text)
        .map_err(|error| Error::new(Code::Json, "the text is not UTF-8").offset(error.valid_up_to()))
}

/// The encoding of a text whose characters have several bytes each, by its byte order mark, or by which bytes of its first
/// characters are 0.
fn wide_encoding(text: &[u8]) -> Option<&'static str> {
    let start = text.first_chunk::<4>()?;
    match (start, start.map(|byte| byte == 0)) {
        (_, [false, true, true, true] | [true, true, true, false]) => Some("UTF-32"),
        ([0xff, 0xfe, 0, 0] | [0, 0, 0xfe, 0xff], _) => Some("UTF-32"),
        (_, [false, true, false, true] | [true, false, true, false]) => Some("UTF-16"),
        ([0xff, 0xfe, ..] | [0xfe, 0xff, ..], _) => Some("UTF-16"),
        _ => None,
    }
}
