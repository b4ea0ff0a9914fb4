// SPDX-License-Identifier: MIT OR Apache-2.0
use std::ffi::c_char;
use std::mem::MaybeUninit;

use super::args::{Args, write_text};
use super::error::zrg_error;
use super::grid::zrg_grid;
use super::guard::guard;
use super::handle::{Owner, give, hand_out, value};
use super::keys::zrg_key_encoding;
use super::numbers::*;
use super::status::zrg_status;
use crate::core::error::{Code, Error, Result};
use crate::core::json::{self, GridText, Options, WriteAs};

/// How strictly a document is read, for zrg_options.flags.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_read_flag {
    /// Ignore unknown members of the grid's configuration, whatever they hold, as some readers do; also those that belong
    /// in the other grid's, such as `kind` in a regular one. `encoded_chunk_shapes` is refused all the same, since it
    /// changes what chunks decode to.
    ZRG_READ_ANY_MEMBER = 1,
    /// Accept what known writers got wrong. A regular chunk length of 0 on an axis of extent 0 is read as 1; edge lists in
    /// a regular grid are read as those of a rectilinear one.
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
    /// ZRG_READ_* joined by |; an unknown bit is ZRG_ERROR_ARGUMENT.
    pub flags: u32,
    /// The most list entries (edges or runs) that a document may hold, else ZRG_ERROR_LIMIT; 0: any number.
    pub max_runs: u64,
    /// The most bytes of text, else ZRG_ERROR_LIMIT; 0: any number.
    pub max_text: u64,
}

impl zrg_options {
    /// No release adds this many bytes of options: a larger `struct_size` is memory never set.
    const MOST_BYTES: usize = 1024;

    /// # Safety
    /// `options` is NULL, or readable for a `u32` and for as many bytes as that says.
    unsafe fn read(args: &mut Args, options: *const zrg_options) -> Result<Options> {
        let strict = Options::default();
        if options.is_null() {
            return Ok(strict);
        }
        // SAFETY: the caller's promise; the size is the first field.
        let size = unsafe { args.input("options", options.cast::<u32>(), 1) }?[0];
        let size = size as usize;
        if !(size_of::<zrg_options>()..=Self::MOST_BYTES).contains(&size) {
            return Err(Error::new(Code::Argument, "options.struct_size is {value}, where {limit} belongs")
                .value(size as u64)
                .limit(size_of::<zrg_options>() as u64));
        }
        // SAFETY: the caller's promise, now that the size is known to hold the struct.
        let (known, tail) = unsafe {
            (
                args.input("options", options, 1)?[0],
                args.input("options", options.cast::<u8>(), size)?.split_at(size_of::<zrg_options>()).1,
            )
        };
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

/// The most problems that zrg_grid_validate_json() looks for.
pub const ZRG_MAX_PROBLEMS: usize = 1000;

/// Under which name a grid is written or was read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zrg_form {
    /// The name that the grid was read under or made with.
    ZRG_FORM_AS_READ = 0,
    /// Rectilinear, which can say all that regular can.
    ZRG_FORM_RECTILINEAR = 1,
    /// Regular, where an integer on each axis keeps its edges.
    ZRG_FORM_REGULAR = 2,
}

/// ==== 2. GRIDS: MAKE AND FREE ====
///
/// Makes a grid from the `chunk_grid` of an array's document and the array's shape. Both names of the
/// Zarr v3 specifications are read, `rectilinear` and `regular`; integers in any spelling (4, 4.0, 4e0).
///
/// Memory and time follow the text: `[[1, 1000000000000000]]` costs no more than its 23 bytes suggest.
///
/// A text may have several faults, and this is the order in which they count. Text that is not JSON is ZRG_ERROR_JSON,
/// whatever it says. Then a grid that is not ours, by its name or kind, is ZRG_ERROR_UNSUPPORTED, wherever that stands and
/// whatever else is wrong: another reader may know it, and what it holds is not judged. Of other faults the first one
/// found counts. A byte order mark is skipped; places are counted from the first byte of `text` all the same. Members that are
/// not read, such as an array's attributes, may nest to any depth, and may hold the bare `NaN`, `Infinity` and `-Infinity`
/// that Python writes; where a number is read, these are ZRG_ERROR_JSON.
///
/// @param[in]  text     the JSON value in UTF-8, `length` bytes; a NUL after it is not needed
/// @param      length   bytes of text, without a NUL: one that is counted is not JSON
/// @param      rank     axes of the array, at most ZRG_MAX_RANK
/// @param[in]  shape    extents of the array, `rank` entries, each at most ZRG_MAX_EXTENT
/// @param[in]  options  how to read, or NULL
/// @param[out] grid     the new grid, to be freed with zrg_grid_free()
/// @param[out] error    may be NULL; for a fault in the document it has the byte, the axis and the list
///                      position where there are any, and the JSON path in the message
/// @return ZRG_ERROR_JSON, _DUPLICATE, _STRUCTURE, _VALUE, _COVER, _UNSUPPORTED: the document.
///         ZRG_ERROR_RANK: it has another number of axes than `rank`. ZRG_ERROR_RANGE: an edge, a count, a
///         sum past 2^64 - 1, or an extent past ZRG_MAX_EXTENT. ZRG_ERROR_LIMIT: a limit of `options`, a rank past
///         ZRG_MAX_RANK. ZRG_ERROR_ARGUMENT: bad options. ZRG_ERROR_MEMORY
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let mut args = Args::new();
            crate::core::grid::check_rank(rank)?;
            let text = args.input("text", text.cast::<u8>(), length)?;
            let shape = args.input("shape", shape, rank)?;
            let out = args.out("grid", grid)?;
            let options = zrg_options::read(&mut args, options)?;
            give(out, json::grid_from_json(text, shape, &options)?)
        })
    }
}

/// Makes a grid from all of an array's `zarr.json`, and reads how its chunks are named. Of the document
/// `zarr_format` (3), `node_type` ("array"), `shape`, `chunk_grid` and `chunk_key_encoding` are read; data type, fill
/// value, codecs and whatever else there is are the reader's own business. A document in another format, or of another
/// node type, is not ours as a whole: ZRG_ERROR_UNSUPPORTED, and nothing else of it is judged.
///
/// @param[in]  text     the document in UTF-8, `length` bytes; a NUL after it is not needed
/// @param      length   bytes of text
/// @param[in]  options  how to read, or NULL
/// @param[out] grid     the new grid, to be freed with zrg_grid_free()
/// @param[out] keys     for zrg_key_encode(); NULL: chunk_key_encoding is not looked at
/// @param[out] error    may be NULL
/// @return as zrg_grid_from_json(); ZRG_ERROR_UNSUPPORTED also for another format or node type and, unless `keys`
///         is NULL, for an unknown key encoding
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_from_array_json(
    text: *const c_char,
    length: usize,
    options: *const zrg_options,
    grid: *mut *mut zrg_grid,
    keys: *mut zrg_key_encoding,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
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
}

/// Every problem of a `chunk_grid` that does not follow from another, in one pass and in the order found, but for a grid that
/// is not ours, which comes first; up to ZRG_MAX_PROBLEMS. Text that is not JSON has that problem alone. With ZRG_READ_REPAIR
/// what is repaired is listed too, with a `code` of 0: it is no failure. The first entry with another code is what
/// zrg_grid_from_json() reports.
///
/// @param[in]  text      the JSON value in UTF-8, `length` bytes
/// @param      length    bytes of text
/// @param      rank      axes of the array
/// @param[in]  shape     extents of the array, `rank` entries
/// @param[in]  options   how to read, or NULL
/// @param[out] problems  the first `capacity` of them, or NULL
/// @param      capacity  room in `problems`, in entries
/// @param[out] count     how many there are, also past `capacity`, at most ZRG_MAX_PROBLEMS; 0: the document is right
/// @param[out] error     may be NULL; for this call, not for the document
/// @return ZRG_OK also where there are problems. ZRG_ERROR_RANGE, _LIMIT: the shape. ZRG_ERROR_ARGUMENT: bad
///         options. ZRG_ERROR_MEMORY
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
        guard(error, || {
            let mut args = Args::new();
            crate::core::grid::check_rank(rank)?;
            let text = args.input("text", text.cast::<u8>(), length)?;
            let shape = args.input("shape", shape, rank)?;
            let problems = args.slots("problems", problems, capacity)?;
            let count = args.out("count", count)?;
            let options = zrg_options::read(&mut args, options)?;
            list_problems(&json::problems_of_json(text, shape, &options, ZRG_MAX_PROBLEMS)?, problems, count);
            Ok(())
        })
    }
}

/// Every problem of an array's whole `zarr.json`, as far as zrg_grid_from_array_json() reads it (with `keys`).
///
/// @param[in]  text      the document in UTF-8, `length` bytes
/// @param      length    bytes of text
/// @param[in]  options   how to read, or NULL
/// @param[out] problems  the first `capacity` of them, or NULL
/// @param      capacity  room in `problems`, in entries
/// @param[out] count     how many there are, also past `capacity`, at most ZRG_MAX_PROBLEMS; 0: the document is right
/// @param[out] error     may be NULL; for this call, not for the document
/// @return as zrg_grid_validate_json()
/// @since 0.1
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
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
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
}

fn list_problems(found: &[Error], problems: &mut [MaybeUninit<zrg_error>], count: &mut MaybeUninit<usize>) {
    for (place, problem) in problems.iter_mut().zip(found) {
        place.write(problem.into());
    }
    count.write(found.len());
}

/// Writes a grid as the value of `chunk_grid`: compact, and the same bytes for the same grid. Integers stay
/// integers and lists lists; equal neighbours become runs, and a run of one is a bare edge. Reading it again gives the
/// same grid.
///
/// @param[in]  grid      a grid
/// @param      form      ZRG_FORM_*
/// @param[out] text      the JSON, ended by a NUL, or NULL
/// @param      capacity  bytes of `text`, with the NUL
/// @param[out] length    bytes of the JSON without the NUL; set on ZRG_ERROR_CAPACITY too
/// @param[out] error     may be NULL
/// @return ZRG_ERROR_CAPACITY: `text` is too small (limit: bytes needed, with the NUL). ZRG_ERROR_NOT_REGULAR: an axis
///         has no integer that keeps its edges; the message says why, and `length` is untouched. ZRG_ERROR_ARGUMENT: an
///         unknown form
/// @since 0.1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zrg_grid_to_json(
    grid: *const zrg_grid,
    form: u32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut zrg_error,
) -> zrg_status {
    // SAFETY: the caller's pointers hold what the header says.
    unsafe {
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
}
