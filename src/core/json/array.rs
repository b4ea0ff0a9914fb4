// SPDX-License-Identifier: MIT OR Apache-2.0
//! All of an array's `zarr.json`, as far as its chunks are concerned.

use super::chunk_grid::{GRID, GridMembers, GridText};
use super::chunk_keys::{KEYS, read_keys};
use super::cursor::Cursor;
use super::lists::number_problem;
use super::members::{End, Member, Members, Once, Pass, each_value, expect, kind, missing, once, read_members};
use super::number::Number;
use super::read::{ArrayDocument, Options};
use super::spelling::says;
use crate::core::axis::Axis;
use crate::core::error::{Code, Error};
use crate::core::grid::{Grid, check_rank};
use crate::core::keys::KeyEncoding;

/// The document itself.
pub const DOCUMENT: &str = "";
const ARRAY_SHAPE: &str = "shape";
const ZARR_FORMAT: &str = "zarr_format";
const NODE_TYPE: &str = "node_type";

/// The lengths of `shape`: the first [`Grid::MAX_RANK`], and how many there are.
struct ShapeText {
    at: usize,
    lengths: [u64; Grid::MAX_RANK],
    count: usize,
}

/// Reads the members of an array's document.
pub struct ArrayMembers<'p, 't> {
    pass: &'p mut Pass<'t>,
    at: usize,
    options: &'p Options,
    wants_keys: bool,
    format: bool,
    node_type: bool,
    shape: Once<ShapeText>,
    grid: Once<GridText>,
    keys: Once<KeyEncoding>,
}

impl<'p, 't> ArrayMembers<'p, 't> {
    /// Nothing read yet; the key encoding is read where `wants_keys` says so.
    pub fn new(pass: &'p mut Pass<'t>, options: &'p Options, wants_keys: bool) -> Self {
        let (shape, grid, keys) = (Once::default(), Once::default(), Once::default());
        ArrayMembers {
            at: pass.cursor.at,
            pass,
            options,
            wants_keys,
            format: false,
            node_type: false,
            shape,
            grid,
            keys,
        }
    }

    /// What the document says; none where there is a problem.
    pub fn bind(self) -> Result<Option<ArrayDocument>, End> {
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
                pass.report(missing(name, DOCUMENT).offset(self.at))?;
            }
        }
        let mut shape = self.shape.found.as_ref();
        if let Some((at, Err(problem))) = shape.map(|shape| (shape.at, check_rank(shape.count))) {
            pass.report(problem.path(ARRAY_SHAPE).offset(at))?;
            shape = None;
        }
        let Some(grid) = self.grid.found else { return Ok(None) };
        let grid = grid.bind(pass, shape.map(|shape| &shape.lengths[..shape.count]), self.options)?;
        let keys = self.keys.found;
        Ok(grid.map(|grid| ArrayDocument { grid, keys }))
    }

    fn read_shape(&mut self) -> Result<(), End> {
        let Cursor { text, at } = self.pass.cursor;
        let mut shape = ShapeText { at, lengths: [0; Grid::MAX_RANK], count: 0 };
        let mut good = true;
        self.pass.cursor.value()?;
        each_value(&mut Cursor { text, at }, |length| {
            let problem = match Number::of(length) {
                Some(Number::Integer(extent)) if extent <= Axis::MAX_EXTENT => {
                    if let Some(place) = shape.lengths.get_mut(shape.count) {
                        *place = extent;
                    }
                    shape.count += 1;
                    return Ok(());
                }
                Some(Number::Integer(extent)) => {
                    number_problem(Number::TooLarge, length, 0).value(extent).limit(Axis::MAX_EXTENT)
                }
                Some(Number::TooLarge) => number_problem(Number::TooLarge, length, 0).limit(Axis::MAX_EXTENT),
                Some(other) => number_problem(other, length, 0),
                None => {
                    let first = length.bytes().next();
                    Error::new(Code::Structure, "a length is an integer, not {quote}").quote(kind(first))
                }
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
}

impl<'t> Members<'t> for ArrayMembers<'_, 't> {
    fn pass(&mut self) -> &mut Pass<'t> {
        self.pass
    }

    fn take(&mut self, member: Member<'t>) -> Result<(), End> {
        let pass = &mut *self.pass;
        if member.is(ZARR_FORMAT) {
            if !once(pass, &member, &mut self.format, ZARR_FORMAT)? {
                return Ok(());
            }
            let format = pass.cursor.value()?;
            let other = "Zarr format {quote}, where this library reads 3";
            let problem = match Number::of(format) {
                Some(Number::Integer(3)) => return Ok(()),
                Some(Number::Integer(value)) => {
                    Error::new(Code::Unsupported, other).quote(format).value(value).limit(3)
                }
                Some(_) => Error::new(Code::Unsupported, other).quote(format),
                None => {
                    let first = format.bytes().next();
                    Error::new(Code::Structure, "the format is an integer, not {quote}").quote(kind(first))
                }
            };
            let problem = problem.path(ZARR_FORMAT).offset(member.at);
            pass.report(problem)?;
        } else if member.is(NODE_TYPE) {
            if once(pass, &member, &mut self.node_type, NODE_TYPE)?
                && expect(pass, &member, b'"', NODE_TYPE, "the node type is a string, not {quote}")?
            {
                let node_type = pass.cursor.value()?;
                if !says(node_type, "array") {
                    let what = "a node of type \"{quote}\", not an array";
                    pass.report(member.refused(node_type, NODE_TYPE, what))?;
                }
            }
        } else if member.is(ARRAY_SHAPE) {
            if once(pass, &member, &mut self.shape.seen, ARRAY_SHAPE)?
                && expect(pass, &member, b'[', ARRAY_SHAPE, "the shape is an array, not {quote}")?
            {
                self.read_shape()?;
            }
        } else if member.is(GRID) {
            if once(pass, &member, &mut self.grid.seen, GRID)?
                && expect(pass, &member, b'{', GRID, "{quote} where an object belongs")?
            {
                let mut grid = GridMembers::new(pass, self.options);
                read_members(&mut grid)?;
                self.grid.found = Some(grid.found);
            }
        } else if member.is(KEYS) {
            if once(pass, &member, &mut self.keys.seen, KEYS)? {
                match self.wants_keys {
                    true => self.keys.found = read_keys(pass, &member)?,
                    false => drop(pass.cursor.value()?),
                }
            }
        } else {
            pass.cursor.value()?;
        }
        Ok(())
    }
}
