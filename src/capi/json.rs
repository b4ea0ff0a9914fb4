// SPDX-License-Identifier: MIT OR Apache-2.0
//! @defgroup zrg_json Documents
//!
//! Grids from the JSON of Zarr v3 metadata and back, and what is wrong with a document. A program
//! that has the whole `zarr.json` asks zrg_grid_from_array_json(), which reads the shape and how
//! chunks are named too; one that has parsed it already passes the `chunk_grid` alone.
//!
//!     const char regular[] = "{\"name\": \"regular\","
//!                            " \"configuration\": {\"chunk_shape\": [10, 20]}}";
//!     const uint64_t extents[2] = {100, 200};
//!     char json[256];
//!     size_t length;
//!     zrg_grid *read;
//!     if (zrg_grid_from_json(regular, sizeof regular - 1, 2, extents, NULL, &read, &error))
//!         return report(&error);
//!     zrg_grid_to_json(read, ZRG_FORM_RECTILINEAR, json, sizeof json, &length, &error);
//!     // !strcmp(json, "{\"name\":\"rectilinear\",\"configuration\":"
//!     //               "{\"kind\":\"inline\",\"chunk_shapes\":[10,20]}}")
//!     zrg_grid_free(read);

use std::ffi::c_char;
use std::mem::MaybeUninit;

use super::args::{Args, write_text};
use super::error::zrg_error;
use super::grid::zrg_grid;
use super::guard::guard;
use super::handle::{Owner, give, hand_out, value};
use super::numbers::*;
use super::status::zrg_status;
use crate::core::error::{Code, Error, Result};
use crate::core::grid::check_max_rank;
use crate::core::json::{self, GridText, Options, WriteAs};
use crate::core::keys::{KeyEncoding, KeyName};

/// How much a reader lets pass, for zrg_options.flags.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_read_flag {
    /// Ignore unknown members of the grid's configuration, whatever they hold, as some readers do;
    /// also those that belong in the other grid's, such as `kind` in a regular one.
    /// `encoded_chunk_shapes` is refused all the same, since it changes what chunks decode to.
    ZRG_READ_ANY_MEMBER = 1,
    /// Accept what known writers got wrong. A regular chunk length of 0 on an axis of extent 0 is
    /// read as 1; edge lists in a regular grid are read as those of a rectilinear one.
    ZRG_READ_REPAIR = 2,
}

/// How to read a document. NULL in its place reads strictly and without limits of its own. Set
/// `struct_size` to sizeof(zrg_options) and the rest to 0, then change what you want:
///
///     zrg_options options = {sizeof options, ZRG_READ_REPAIR, 0, 0};
///
/// Later releases may add fields at the end; a program built with an older header goes on to work.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct zrg_options {
    /// sizeof(zrg_options)
    pub struct_size: u32,
    /// ZRG_READ_* joined by |; an unknown bit is ZRG_ERROR_ARGUMENT
    pub flags: u32,
    /// the most edges and runs of a document, else ZRG_ERROR_LIMIT; 0: any
    pub max_runs: u64,
    /// the most bytes of text, else ZRG_ERROR_LIMIT; 0: any
    pub max_text: u64,
}

impl zrg_options {
    /// No release adds this many bytes of options: a larger `struct_size` is memory never set.
    const MOST_BYTES: usize = 1024;

    /// What `options` asks for, which is NULL or readable for as many bytes as it says itself.
    unsafe fn read(args: &mut Args, options: *const zrg_options) -> Result<Options> {
        if options.is_null() {
            return Ok(Options::default());
        }
        // The size is the first field.
        let size = args.input("options", options.cast::<u32>(), 1)?[0] as usize;
        if !(size_of::<zrg_options>()..=Self::MOST_BYTES).contains(&size) {
            return Err(Error::new(Code::Argument, "options.struct_size is {value}, where {limit} belongs")
                .value(size as u64)
                .limit(size_of::<zrg_options>() as u64));
        }
        let known = args.input("options", options, 1)?[0];
        let tail = args.input("options", options.cast::<u8>(), size)?.split_at(size_of::<zrg_options>()).1;
        if tail.iter().any(|&byte| byte != 0) {
            return Err(Error::new(Code::Argument, "options has fields that this version does not know"));
        }
        let unknown = known.flags & !(ZRG_READ_ANY_MEMBER | ZRG_READ_REPAIR);
        if unknown != 0 {
            return Err(Error::new(Code::Argument, "options.flags has unknown bits: {value}").value(unknown.into()));
        }
        let limit = |limit: u64| if limit == 0 { u64::MAX } else { limit };
        Ok(Options {
            any_member: known.flags & ZRG_READ_ANY_MEMBER != 0,
            repair: known.flags & ZRG_READ_REPAIR != 0,
            max_runs: limit(known.max_runs),
            max_text: limit(known.max_text),
        })
    }
}

/// The chunk key encodings, for zrg_key_encoding.name.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_key_name {
    /// "c/1/2"
    ZRG_KEY_DEFAULT = 0,
    /// "1.2"
    ZRG_KEY_V2 = 1,
}

/// How the indices of chunks become keys of a store.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct zrg_key_encoding {
    /// ZRG_KEY_DEFAULT or ZRG_KEY_V2
    pub name: u32,
    /// '/' or '.'
    pub separator: u32,
}

impl From<KeyEncoding> for zrg_key_encoding {
    fn from(encoding: KeyEncoding) -> Self {
        let name = match encoding.name {
            KeyName::Default => ZRG_KEY_DEFAULT,
            KeyName::V2 => ZRG_KEY_V2,
        };
        zrg_key_encoding { name, separator: encoding.separator.into() }
    }
}

/// Makes a grid from the `chunk_grid` of an array's document and the array's shape. Both names of
/// the Zarr v3 specifications are read, `rectilinear` and `regular`; integers in any spelling (4,
/// 4.0, 4e0). Memory and time follow the text: `[[1, 1000000000000000]]` costs no more than its 23
/// bytes suggest.
///
/// A fault in the document is told with its byte, the axis and the entry of the list where there
/// are any, and the JSON path in the message. A text may have several faults. Text that is not JSON
/// is ZRG_ERROR_JSON, whatever it says. Then a grid that is not ours, by its name or kind, is
/// ZRG_ERROR_UNSUPPORTED, wherever that stands and whatever else is wrong: another reader may know
/// it, and what it holds is not judged. Of other faults the first one found counts.
///
/// A byte order mark is skipped; places are counted from the first byte of `text` all the same.
/// Members that are not read, such as an array's attributes, may nest to any depth, and may hold
/// the bare `NaN`, `Infinity` and `-Infinity` that Python writes; where a number is read, these are
/// ZRG_ERROR_JSON.
///
/// @param[in]  text     the JSON value in UTF-8
/// @param      length   bytes of the text; a NUL after it is not counted, and need not be there
/// @param      rank     axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape    extents of the array, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  options  how to read, or NULL
/// @param[out] grid     the new grid, to be freed with zrg_grid_free()
/// @return ZRG_ERROR_JSON, _DUPLICATE, _STRUCTURE, _VALUE, _COVER, _UNSUPPORTED: the document.
///         ZRG_ERROR_RANK: it has another number of axes than `rank`. ZRG_ERROR_RANGE: an edge, a
///         count, a sum past 2^64 - 1, or an extent past ZRG_MAX_EXTENT. ZRG_ERROR_LIMIT: a limit
///         of `options`, a rank past ZRG_MAX_RANK. ZRG_ERROR_ARGUMENT: bad options
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_json(
    text: *const c_char,
    length: usize,
    rank: usize,
    shape: *const u64,
    options: *const zrg_options,
    grid: *mut *mut zrg_grid,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let mut args = Args::new();
        check_max_rank(rank)?;
        let text = args.input("text", text.cast::<u8>(), length)?;
        let shape = args.input("shape", shape, rank)?;
        let out = args.out("grid", grid)?;
        let options = zrg_options::read(&mut args, options)?;
        give(out, json::grid_from_json(text, shape, &options)?)
    })
}

/// Makes a grid from all of an array's `zarr.json`, and reads how its chunks are named. Of the
/// document `zarr_format` (3), `node_type` ("array"), `shape`, `chunk_grid` and
/// `chunk_key_encoding` are read; data type, fill value, codecs and whatever else there is are the
/// reader's own business. A document in another format, or of another node type, is not ours as a
/// whole: ZRG_ERROR_UNSUPPORTED, and nothing else of it is judged.
///
/// @param[in]  text     the document in UTF-8
/// @param      length   bytes of the text
/// @param[in]  options  how to read, or NULL
/// @param[out] grid     the new grid, to be freed with zrg_grid_free()
/// @param[out] keys     for zrg_key_encode(); NULL: `chunk_key_encoding` is not looked at
/// @return as zrg_grid_from_json(); ZRG_ERROR_UNSUPPORTED also for another format or node type
///         and, unless `keys` is NULL, for an unknown key encoding
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_array_json(
    text: *const c_char,
    length: usize,
    options: *const zrg_options,
    grid: *mut *mut zrg_grid,
    keys: *mut zrg_key_encoding,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let mut args = Args::new();
        let text = args.input("text", text.cast::<u8>(), length)?;
        let out = args.out("grid", grid)?;
        let keys = args.output("keys", keys, 1)?;
        let options = zrg_options::read(&mut args, options)?;
        let read = json::grid_from_array_json(text, keys.is_some(), &options)?;
        let made = Owner::new(read.grid)?;
        if let (Some([keys]), Some(encoding)) = (keys, read.keys) {
            keys.write(encoding.into());
        }
        out.write(hand_out(made));
        Ok(())
    })
}

/// The most problems that zrg_grid_validate_json() looks for.
pub const ZRG_MAX_PROBLEMS: usize = 1000;

/// Lists what is wrong with a `chunk_grid`: each fault that does not follow from another one, in
/// the order in which one pass over the text finds them, but for a grid that is not ours, which
/// comes first. Text that is not JSON has that problem alone. With ZRG_READ_REPAIR what is repaired
/// is listed too, with a `code` of 0, since it is no failure. The first entry with another code is
/// what zrg_grid_from_json() reports.
///
/// @param[in]  text      the JSON value in UTF-8
/// @param      length    bytes of the text
/// @param      rank      axes of the array
/// @param[in]  shape     extents of the array, `rank` entries
/// @param[in]  options   how to read, or NULL
/// @param[out] problems  the first of them, `capacity` entries
/// @param      capacity  entries of `problems`
/// @param[out] count     how many there are, also past `capacity`, at most ZRG_MAX_PROBLEMS; 0:
///                       the document is right
/// @return ZRG_OK also where there are problems. ZRG_ERROR_RANGE, _LIMIT: the shape.
///         ZRG_ERROR_ARGUMENT: bad options
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_validate_json(
    text: *const c_char,
    length: usize,
    rank: usize,
    shape: *const u64,
    options: *const zrg_options,
    problems: *mut zrg_error,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let mut args = Args::new();
        check_max_rank(rank)?;
        let text = args.input("text", text.cast::<u8>(), length)?;
        let shape = args.input("shape", shape, rank)?;
        let problems = args.slots("problems", problems, capacity)?;
        let count = args.out("count", count)?;
        let options = zrg_options::read(&mut args, options)?;
        list_problems(&json::problems_of_json(text, shape, &options, ZRG_MAX_PROBLEMS)?, problems, count);
        Ok(())
    })
}

/// Lists what is wrong with an array's whole `zarr.json`, as far as zrg_grid_from_array_json()
/// reads it (with `keys`).
///
/// @param[in]  text      the document in UTF-8
/// @param      length    bytes of the text
/// @param[in]  options   how to read, or NULL
/// @param[out] problems  the first of them, `capacity` entries
/// @param      capacity  entries of `problems`
/// @param[out] count     how many there are, as in zrg_grid_validate_json()
/// @return as zrg_grid_validate_json()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_validate_array_json(
    text: *const c_char,
    length: usize,
    options: *const zrg_options,
    problems: *mut zrg_error,
    capacity: usize,
    count: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let mut args = Args::new();
        let text = args.input("text", text.cast::<u8>(), length)?;
        let problems = args.slots("problems", problems, capacity)?;
        let count = args.out("count", count)?;
        let options = zrg_options::read(&mut args, options)?;
        list_problems(&json::problems_of_array_json(text, &options, ZRG_MAX_PROBLEMS)?, problems, count);
        Ok(())
    })
}

fn list_problems(found: &[Error], problems: &mut [MaybeUninit<zrg_error>], count: &mut MaybeUninit<usize>) {
    for (slot, problem) in problems.iter_mut().zip(found) {
        slot.write(problem.into());
    }
    count.write(found.len());
}

/// Writes a grid as the value of `chunk_grid`: compact, and the same bytes for the same grid.
/// Integers stay integers and lists lists; equal neighbours become runs, and a run of one is a
/// bare edge. Reading it again gives the same grid.
///
/// @param      form      ZRG_FORM_AS_READ, ZRG_FORM_RECTILINEAR or ZRG_FORM_REGULAR
/// @param[out] text      the JSON, ended by a NUL
/// @param      capacity  bytes of `text`, with the NUL
/// @param[out] length    bytes of the JSON without the NUL; set on ZRG_ERROR_CAPACITY too
/// @return ZRG_ERROR_CAPACITY: `text` is too small (limit: bytes needed, with the NUL).
///         ZRG_ERROR_NOT_REGULAR: an axis has no integer that keeps its edges; the message says
///         why, and `length` is untouched. ZRG_ERROR_ARGUMENT: an unknown form
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_to_json(
    grid: *const zrg_grid,
    form: u32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    guard(error, || {
        let grid = value(grid)?;
        let form = match form {
            ZRG_FORM_AS_READ => WriteAs::Read,
            ZRG_FORM_RECTILINEAR => WriteAs::Rectilinear,
            ZRG_FORM_REGULAR => WriteAs::Regular,
            _ => return Err(Error::new(Code::Argument, "form is {value}").value(form.into())),
        };
        let mut args = Args::new();
        let text = args.output("text", text.cast::<u8>(), capacity)?;
        let length = args.out("length", length)?;
        write_text("text", text, length, &GridText::new(grid, form)?)
    })
}
