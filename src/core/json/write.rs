// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids as JSON: compact, and always the same bytes for the same grid.

use crate::core::axis::{Axis, Form};
use crate::core::edges::Run;
use crate::core::error::Result;
use crate::core::grid::{Grid, Name};
use crate::core::text::{Sink, Text};

/// Under which name a grid is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteAs {
    /// The one it was read under.
    Read,
    /// `rectilinear`, which can say all that `regular` can.
    Rectilinear,
    /// `regular`, where every axis has an integer that keeps its edges.
    Regular,
}

/// A grid as JSON, in its canonical form: integers as integers, lists as lists of maximal runs, a run of one bare.
#[derive(Clone, Copy, Debug)]
pub struct GridText<'a> {
    grid: &'a Grid,
    name: Name,
}

impl<'a> GridText<'a> {
    /// A grid in a form, which is refused where that cannot say it.
    pub fn new(grid: &'a Grid, form: WriteAs) -> Result<Self> {
        let name = match form {
            WriteAs::Read => grid.name(),
            WriteAs::Rectilinear => Name::Rectilinear,
            WriteAs::Regular => Name::Regular,
        };
        if name == Name::Regular {
            for (axis, of) in grid.axes().iter().enumerate() {
                of.integer().map_err(|problem| problem.axis(axis))?;
            }
        }
        Ok(GridText { grid, name })
    }
}

impl Text for GridText<'_> {
    fn write(&self, text: &mut impl Sink) {
        let rectilinear = self.name == Name::Rectilinear;
        text.text(match rectilinear {
            true => r#"{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":["#,
            false => r#"{"name":"regular","configuration":{"chunk_shape":["#,
        });
        for (number, axis) in self.grid.axes().iter().enumerate() {
            if number > 0 {
                text.text(",");
            }
            match axis.integer() {
                // `new` refused a regular grid with an axis that has none.
                Ok(edge) if !rectilinear || axis.form() == Form::Integer => text.number(edge),
                _ => write_list(axis, text),
            }
        }
        text.text("]}}");
    }
}

fn write_list(axis: &Axis, text: &mut impl Sink) {
    let mut before = "[";
    axis.edges().each_run(|Run { edge, count }| {
        text.text(before);
        before = ",";
        if count == 1 {
            text.number(edge);
        } else {
            text.text("[");
            text.number(edge);
            text.text(",");
            text.number(count);
            text.text("]");
        }
    });
    text.text("]");
}
