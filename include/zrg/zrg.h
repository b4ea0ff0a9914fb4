/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file zrg.h
 * zrg: chunk grids of Zarr v3 arrays, rectilinear and regular.
 *
 * It answers one question, without reading a byte of array data: which chunks of an array hold these elements,
 * and where in each chunk are they? A JSON document and the shape of an array go in; exact numbers come out, in
 * memory that the caller owns. It opens no file, decodes no chunk and keeps no state but its handles.
 * It needs C99 or C++11. "The specification" is that of the extension,
 * https://github.com/zarr-developers/zarr-extensions/tree/main/chunk-grids/rectilinear, where it is cited.
 *
 *     #include <zrg/zrg.h>
 *
 *     // which chunk holds element (20, 15), and where in it?
 *     const char text[] = "{\"name\": \"rectilinear\", \"configuration\":"
 *                         " {\"kind\": \"inline\", \"chunk_shapes\": [[16, 10], [24, 14]]}}";
 *     uint64_t shape[2] = {26, 38}, index[2] = {20, 15}, chunk[2], within[2];
 *     zrg_grid *grid = NULL;
 *     zrg_error error;
 *     if (zrg_grid_from_json(text, sizeof text - 1, 2, shape, NULL, &grid, &error) ||
 *         zrg_grid_locate(grid, 2, index, chunk, within, &error))
 *         fprintf(stderr, "%s\n", error.message);   // chunk is (1, 0), within is (4, 15)
 *     zrg_grid_free(grid);
 *
 *
 * CONTENTS
 *
 *   Types             zrg_status, zrg_error, zrg_options, zrg_grid, zrg_selection, zrg_run, zrg_slice,
 *                     zrg_interval, zrg_projection, zrg_part, zrg_segment, zrg_chunk_range,
 *                     zrg_key_encoding
 *   1. Version and status       zrg_version_number, zrg_version_string, zrg_status_name, zrg_status_message
 *   2. Grids: make and free     zrg_grid_from_json, zrg_grid_from_array_json, zrg_grid_validate_json,
 *                               zrg_grid_validate_array_json, zrg_grid_to_json, zrg_grid_from_edges, zrg_grid_from_runs,
 *                               zrg_grid_from_chunk_shape, zrg_grid_clone, zrg_grid_free
 *   3. Grids: about             zrg_grid_rank, zrg_grid_form, zrg_grid_shape, zrg_grid_chunk_counts
 *   4. Elements and chunks      zrg_grid_locate, zrg_grid_locate_many, zrg_grid_chunk, zrg_grid_chunk_many,
 *                               zrg_grid_chunk_number, zrg_grid_chunk_at_number, zrg_grid_box_to_chunks,
 *                               zrg_grid_chunks_to_box
 *   5. One axis                 zrg_grid_axis_locate, zrg_grid_axis_intervals, zrg_grid_axis_edges, zrg_grid_axis_runs,
 *                               zrg_grid_axis_form, zrg_grid_axis_projections, zrg_slice_from_bounds
 *   6. Selections               zrg_selection_from_slices, zrg_selection_with_indices, zrg_selection_with_mask,
 *                               zrg_selection_with_bits, zrg_selection_from_points, zrg_selection_from_mask,
 *                               zrg_selection_inner, zrg_selection_clone, zrg_selection_free,
 *                               zrg_selection_grid, zrg_selection_rank, zrg_selection_shape, zrg_selection_part_count,
 *                               zrg_selection_projection_counts, zrg_selection_parts, zrg_selection_axis_list,
 *                               zrg_selection_find_part, zrg_selection_segments, zrg_selection_split,
 *                               zrg_selection_chunk_ranges
 *   7. Moving data              zrg_selection_read_part, zrg_selection_fill_part, zrg_selection_write_part
 *   8. Chunk keys               zrg_key_encode, ZRG_KEY_CAPACITY
 *
 *
 * WORDS
 *
 *   extent       the length of one axis of the array, in elements
 *   edge         the declared length of one chunk along one axis
 *   run          neighbouring edges that are equal, written [edge, count]
 *   chunk        a cell of the grid. Its index has one number for each axis; its number is row-major among the
 *                declared chunks
 *   declared     as the document says: all chunks, and what each decodes to
 *   data         inside the array: chunks that hold an element, and shapes cut at the extents
 *   origin       a chunk's first element, in array coordinates
 *   within       an element counted from its chunk's origin
 *   selection    what a caller asks for; the result is what it selects, as an array
 *   projection   one chunk's share of one axis of a selection
 *   part         one chunk's share of a whole selection: one projection for each axis. Its number is its place among the
 *                parts, from 0 on (not its chunk's number)
 *   page         a piece of a long answer: `first_...` says where it starts, `capacity` how much there is room for.
 *                The next one starts at `first_...` + `count`, or at `next` where a call has that. Past the end a page is
 *                ZRG_OK with a count of 0, and no other page is shorter than its capacity
 *
 *
 * RULES FOR EVERY CALL
 *
 *   Status     0 is ZRG_OK. Any other value is a failure, also one that this header does not list.
 *   Errors     The last parameter may be NULL, or points to a zrg_error of the caller's. It is untouched on success
 *              and wholly written on failure. There is no other place for errors: no thread-local, no global, no
 *              callback, and nothing is printed.
 *   Outputs    Untouched on failure, but for what a call's own text says of batches and of the length of a
 *              text. They need not be initialised. Every output array may be NULL, and is then not written: a page
 *              or text without any tells its count or length. Counts, lengths, `next` and new handles may not be NULL,
 *              nor may single values where a call does not say so. A pointer to 0 entries may be NULL.
 *   Checks     Each call may return ZRG_ERROR_NULL, ZRG_ERROR_RANK (`rank` is not the grid's: checked before any
 *              array is read), ZRG_ERROR_ARGUMENT (a misaligned pointer; memory that is written overlaps other memory
 *              of the call) and ZRG_ERROR_INTERNAL. Their texts list the others.
 *   Units      Elements and chunks are uint64_t, entries of arrays in memory size_t, offsets in memory bytes.
 *              Arrays of another unsigned type of 64 bits (`unsigned long long` where uint64_t is `unsigned long`)
 *              may be passed by a cast. Indices start at 0. Sums that pass 64 bits are ZRG_ERROR_RANGE and never wrap.
 *   Memory     Calls that make a handle, and zrg_grid_validate_*, reserve memory, and return ZRG_ERROR_MEMORY where there is
 *              none. No other call reserves any. What the caller passes in is not kept. (One reservation cannot
 *              fail: a string or number that is not JSON costs some 40 bytes until the call returns.)
 *   Threads    Handles are immutable: any number of threads may use one at once. A handle is freed once, when no
 *              call uses it any more; each clone is a handle of its own.
 */


#ifndef ZRG_H
#define ZRG_H

#include <stddef.h>
#include <stdint.h>

#ifndef ZRG_API
/** Stands before each function: define it before including this header where a linker needs to be told more. */
#define ZRG_API
#endif

/** The version of this header as a number, to compare with zrg_version_number(). */
#define ZRG_VERSION_NUMBER (ZRG_VERSION_MAJOR * 10000 + ZRG_VERSION_MINOR * 100 + ZRG_VERSION_PATCH)

/** Bytes that hold the key of any chunk of an array of this rank, with its NUL. */
#define ZRG_KEY_CAPACITY(rank) (21 * (rank) + 2)


/**
 * The version this header belongs to. Before 1.0 a new minor version may change the ABI, and then the
 * shared library has another soname; a new patch version never does.
 */
#define ZRG_VERSION_MAJOR 0

/**
 * See ZRG_VERSION_MAJOR.
 */
#define ZRG_VERSION_MINOR 1

/**
 * See ZRG_VERSION_MAJOR.
 */
#define ZRG_VERSION_PATCH 0

/**
 * "None" in every field of 64 bits that holds a number or a position: no such number, or one of
 * 2^64 - 1 and above.
 */
#define ZRG_NONE 18446744073709551615ULL

/**
 * The most problems that zrg_grid_validate_json() looks for.
 */
#define ZRG_MAX_PROBLEMS 1000

/**
 * The largest rank, numpy's: callers may size arrays on the stack with it.
 */
#define ZRG_MAX_RANK 64

/**
 * The largest extent, 2^63 - 1: every index, count and position inside an array fits an int64_t.
 */
#define ZRG_MAX_EXTENT 9223372036854775807LL

/**
 * A bound left out of zrg_slice_from_bounds(): Python's None. (INT64_MIN)
 */
#define ZRG_OMITTED (-9223372036854775807LL - 1)

/**
 * The statuses. Their numbers are pinned and never used again for anything else.
 */
typedef enum zrg_status_code {
    /**
     * Done.
     */
    ZRG_OK = 0,
    /**
     * The call: a pointer is NULL where it may not be.
     */
    ZRG_ERROR_NULL = 1,
    /**
     * The call: a value that is never right, a misaligned pointer, or memory that is written overlaps other memory.
     */
    ZRG_ERROR_ARGUMENT = 2,
    /**
     * The call: `rank` is not the grid's.
     */
    ZRG_ERROR_RANK = 3,
    /**
     * The call: an index, chunk, part or byte lies outside.
     */
    ZRG_ERROR_BOUNDS = 4,
    /**
     * The call: a buffer is too small.
     */
    ZRG_ERROR_CAPACITY = 5,
    /**
     * The machine: memory ran out.
     */
    ZRG_ERROR_MEMORY = 20,
    /**
     * The machine: a number passes 64 bits, or an extent ZRG_MAX_EXTENT.
     */
    ZRG_ERROR_RANGE = 21,
    /**
     * The machine: a limit of ::zrg_options, or of the library (rank, nesting of the text).
     */
    ZRG_ERROR_LIMIT = 22,
    /**
     * The machine: a fault of this library. Its handles can still be used and freed.
     */
    ZRG_ERROR_INTERNAL = 23,
    /**
     * The document: not JSON.
     */
    ZRG_ERROR_JSON = 40,
    /**
     * The document: a member stands twice in one object.
     */
    ZRG_ERROR_DUPLICATE = 41,
    /**
     * The document: a value of the wrong JSON type or shape, or a missing member.
     */
    ZRG_ERROR_STRUCTURE = 42,
    /**
     * The document: a number or list that may not stand there (an edge below 1, not an integer, an empty list).
     */
    ZRG_ERROR_VALUE = 43,
    /**
     * The document: the edges end before the extent.
     */
    ZRG_ERROR_COVER = 44,
    /**
     * The document: a name, kind or member that this library does not know or refuses.
     */
    ZRG_ERROR_UNSUPPORTED = 45,
    /**
     * The grids: not a regular grid.
     */
    ZRG_ERROR_NOT_REGULAR = 60,
    /**
     * The grids: boundaries that do not meet.
     */
    ZRG_ERROR_NOT_ALIGNED = 61,
    /**
     * The grids: they do not fit together.
     */
    ZRG_ERROR_INCOMPATIBLE = 62,
} zrg_status_code;

/**
 * Under which name a grid is written or was read.
 */
typedef enum zrg_form {
    /**
     * The name that the grid was read under or made with.
     */
    ZRG_FORM_AS_READ = 0,
    /**
     * Rectilinear, which can say all that regular can.
     */
    ZRG_FORM_RECTILINEAR = 1,
    /**
     * Regular, where an integer on each axis keeps its edges.
     */
    ZRG_FORM_REGULAR = 2,
} zrg_form;

/**
 * How an axis of a grid is declared.
 */
typedef enum zrg_axis_form {
    /**
     * By one integer, the edge of all chunks.
     */
    ZRG_AXIS_INTEGER = 1,
    /**
     * By a list of edges or runs.
     */
    ZRG_AXIS_LIST = 2,
} zrg_axis_form;

/**
 * How strictly a document is read, for zrg_options.flags.
 */
typedef enum zrg_read_flag {
    /**
     * Ignore unknown members of the grid's configuration, whatever they hold, as some readers do; also those that belong
     * in the other grid's, such as `kind` in a regular one. `encoded_chunk_shapes` is refused all the same, since it
     * changes what chunks decode to.
     */
    ZRG_READ_ANY_MEMBER = 1,
    /**
     * Accept what known writers got wrong. A regular chunk length of 0 on an axis of extent 0 is read as 1; edge lists in
     * a regular grid are read as those of a rectilinear one.
     */
    ZRG_READ_REPAIR = 2,
} zrg_read_flag;

/**
 * What zrg_grid_from_chunk_shape() makes.
 */
typedef enum zrg_chunk_shape_flag {
    /**
     * A rectilinear grid of lists whose last chunk on each axis ends where the array does. (Where the extent is 0 the
     * list is one chunk, since a list is never empty.)
     */
    ZRG_EXACT_TAIL = 1,
} zrg_chunk_shape_flag;

/**
 * How much of its chunk a part covers, for zrg_part.covers.
 */
typedef enum zrg_cover_flag {
    /**
     * Every element of the chunk that is inside the array: a writer need not read the chunk first.
     */
    ZRG_COVERS_DATA = 1,
    /**
     * Every element that the chunk decodes to: a writer need not fill the rest either. Comes with ZRG_COVERS_DATA.
     */
    ZRG_COVERS_DECLARED = 2,
} zrg_cover_flag;

/**
 * How indices and points are read.
 */
typedef enum zrg_index_flag {
    /**
     * A negative one counts from the end, as in Python.
     */
    ZRG_INDEX_WRAP = 1,
} zrg_index_flag;

/**
 * How the bits of a mask lie in their bytes.
 */
typedef enum zrg_bits_flag {
    /**
     * The most significant bit of a byte comes first, as numpy.packbits() has it; without this flag the least significant
     * one, as Arrow has it.
     */
    ZRG_BITS_HIGH_FIRST = 1,
} zrg_bits_flag;

/**
 * What zrg_selection_split() shares out evenly.
 */
typedef enum zrg_split {
    /**
     * About as many parts each.
     */
    ZRG_SPLIT_PARTS = 0,
    /**
     * About as many elements each.
     */
    ZRG_SPLIT_ELEMENTS = 1,
} zrg_split;

/**
 * How keys are spelled, for zrg_key_encoding.name.
 */
typedef enum zrg_key_name {
    /**
     * "c/1/2"
     */
    ZRG_KEY_DEFAULT = 0,
    /**
     * "1.2"
     */
    ZRG_KEY_V2 = 1,
} zrg_key_name;

/**
 * A chunk grid over the shape of an array. Immutable: any number of threads may use one at once. It is
 * shared by counting its handles: zrg_grid_clone() makes one more, zrg_grid_free() ends one, selections hold
 * on to what they need.
 */
typedef struct zrg_grid zrg_grid;

/**
 * What a caller asks for, planned on a grid: a slice, a list of indices or a mask for each axis, in any mix; or
 * points. Immutable: any number of threads may use one at once. It holds on to its grid, whose handles may be freed
 * before.
 */
typedef struct zrg_selection zrg_selection;

/**
 * What every call that can fail returns: one of ::zrg_status_code. Later releases may add codes, so
 * treat a value that you do not know as a failure.
 */
typedef int32_t zrg_status;

/**
 * How to read a document. NULL in its place reads strictly and without limits of its own. Set
 * `struct_size` to sizeof(zrg_options) and the rest to 0, then change what you want:
 *
 *     zrg_options options = {sizeof options, ZRG_READ_REPAIR, 0, 0};
 *
 * Later releases may add fields at the end; a program built with an older header goes on to work.
 */
typedef struct zrg_options {
    /**
     * sizeof(zrg_options)
     */
    uint32_t struct_size;
    /**
     * ZRG_READ_* joined by |; an unknown bit is ZRG_ERROR_ARGUMENT.
     */
    uint32_t flags;
    /**
     * The most list entries (edges or runs) that a document may hold, else ZRG_ERROR_LIMIT; 0: any number.
     */
    uint64_t max_runs;
    /**
     * The most bytes of text, else ZRG_ERROR_LIMIT; 0: any number.
     */
    uint64_t max_text;
} zrg_options;

/**
 * What went wrong in a call: 256 bytes that the caller owns, usually on its stack. All zero is a valid
 * start. A call that succeeds does not touch it; one that fails writes all of it. The pointer to it may
 * always be NULL.
 *
 * A field that says nothing is -1 (`axis`) or ZRG_NONE (the others).
 */
typedef struct zrg_error {
    /**
     * The status that the call returned.
     */
    zrg_status code;
    /**
     * The axis concerned, from 0.
     */
    int32_t axis;
    /**
     * The position in an axis's list or in a batch: the first edge, run, index, mask byte, point or chunk that is wrong.
     * For a slice that is outside 0 where its start is, 1 where its count is.
     */
    uint64_t entry;
    /**
     * The byte of the JSON text, from 0: where the value starts that is wrong.
     */
    uint64_t byte_offset;
    /**
     * What was given. A number that does not fit, or is negative, is spelled in the message alone.
     */
    uint64_t value;
    /**
     * What that was compared with: the extent for an index, the declared chunks for a chunk, the bytes or entries needed
     * for a buffer, the extent for a sum of edges, the least that is allowed for a number that is too small.
     */
    uint64_t limit;
    /**
     * ZRG_NONE for now.
     */
    uint64_t reserved;
    /**
     * One sentence in UTF-8, ended by a NUL, with the JSON path where there is one
     * ("chunk_grid.configuration.chunk_shapes[1][2][0]"). Text quoted from the document is escaped and cut.
     */
    char message[208];
} zrg_error;

/**
 * How the indices of chunks become keys of a store.
 */
typedef struct zrg_key_encoding {
    /**
     * ZRG_KEY_DEFAULT or ZRG_KEY_V2
     */
    uint32_t name;
    /**
     * '/' or '.'
     */
    uint32_t separator;
} zrg_key_encoding;

/**
 * Neighbouring chunks of one length along one axis.
 */
typedef struct zrg_run {
    /**
     * Their declared length, at least 1.
     */
    uint64_t edge;
    /**
     * How many, at least 1.
     */
    uint64_t count;
} zrg_run;

/**
 * One chunk along one axis.
 */
typedef struct zrg_interval {
    /**
     * The chunk's index on the axis.
     */
    uint64_t chunk;
    /**
     * Its first element.
     */
    uint64_t origin;
    /**
     * Its declared length: what it decodes to.
     */
    uint64_t edge;
    /**
     * How many of its elements are inside the array; 0 for a chunk wholly past the extent.
     */
    uint64_t data;
} zrg_interval;

/**
 * Elements start, start + step, ... of one axis. The step has either sign and is never 0. With a count
 * of 0 the start may be anything; else the first and the last element lie inside the extent.
 */
typedef struct zrg_slice {
    /**
     * The first element.
     */
    uint64_t start;
    /**
     * How many.
     */
    uint64_t count;
    /**
     * From one to the next.
     */
    int64_t step;
} zrg_slice;

/**
 * One chunk's share of one axis of a selection: complete in itself.
 *
 * With a step, it selects the elements `first`, `first + step`, ... of the chunk, `count` of them, counted from
 * the chunk's origin; they go to the positions `out`, `out + 1`, ... of the result's axis. With a step of 0 it is the
 * entries `list`, `list + 1`, ... of the axis's list, `count` of them: zrg_selection_axis_list() has their elements and
 * positions, of which `first` and `out` are the first.
 */
typedef struct zrg_projection {
    /**
     * The chunk's index on the axis.
     */
    uint64_t chunk;
    /**
     * The chunk's first element.
     */
    uint64_t origin;
    /**
     * The chunk's declared length.
     */
    uint64_t edge;
    /**
     * The first selected element, counted from `origin`.
     */
    uint64_t first;
    /**
     * How many are selected, at least 1.
     */
    uint64_t count;
    /**
     * From one to the next: the slice's step, also where `count` is 1. 0 only for lists, masks and points.
     */
    int64_t step;
    /**
     * The position of the first in the result's axis.
     */
    uint64_t out;
    /**
     * The first entry in the axis's list; ZRG_NONE for a slice.
     */
    uint64_t list;
} zrg_projection;

/**
 * One chunk's share of a whole selection.
 */
typedef struct zrg_part {
    /**
     * The row-major number of the chunk among the declared ones; ZRG_NONE where it does not fit.
     */
    uint64_t chunk_number;
    /**
     * How many elements are selected; ZRG_NONE where it does not fit.
     */
    uint64_t elements;
    /**
     * How many elements the chunk decodes to; ZRG_NONE where it does not fit.
     */
    uint64_t decoded;
    /**
     * ZRG_COVERS_* joined by |.
     */
    uint64_t covers;
} zrg_part;

/**
 * Elements side by side both in a chunk and in the result: what one memcpy moves. Whether it is a range of the
 * chunk's file too is said at zrg_selection_segments().
 */
typedef struct zrg_segment {
    /**
     * The first in the chunk, in C order of its declared shape.
     */
    uint64_t within;
    /**
     * The first in the result, in C order.
     */
    uint64_t out;
    /**
     * How many.
     */
    uint64_t count;
} zrg_segment;

/**
 * Neighbouring chunks in row-major order.
 */
typedef struct zrg_chunk_range {
    /**
     * The number of the first, among the declared ones.
     */
    uint64_t first;
    /**
     * How many.
     */
    uint64_t count;
} zrg_chunk_range;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * ==== 1. VERSION AND STATUS ====
 *
 * The version of the library that is running: MAJOR * 10000 + MINOR * 100 + PATCH, as
 * ZRG_VERSION_NUMBER is of this header. A careful program compares the two once.
 *
 * @return the number
 * @since 0.1
 */
ZRG_API uint32_t zrg_version_number(void);

/**
 * The version of the library that is running, as text: "0.1.0".
 *
 * @return a string that lives as long as the program
 * @since 0.1
 */
ZRG_API const char *zrg_version_string(void);

/**
 * The name of a status, as in this header: "ZRG_ERROR_BOUNDS".
 *
 * @param status any number; one that is not a status gives "unknown status"
 * @return a string that lives as long as the program; never NULL
 * @since 0.1
 */
ZRG_API const char *zrg_status_name(zrg_status status);

/**
 * What a status means in general. What went wrong in particular is in ::zrg_error.
 *
 * @param status any number; one that is not a status gives "unknown status"
 * @return a string that lives as long as the program; never NULL
 * @since 0.1
 */
ZRG_API const char *zrg_status_message(zrg_status status);

/**
 * ==== 2. GRIDS: MAKE AND FREE ====
 *
 * Makes a grid from the `chunk_grid` of an array's document and the array's shape. Both names of the
 * Zarr v3 specifications are read, `rectilinear` and `regular`; integers in any spelling (4, 4.0, 4e0).
 *
 * Memory and time follow the text: `[[1, 1000000000000000]]` costs no more than its 23 bytes suggest.
 *
 * A text may have several faults, and this is the order in which they count. Text that is not JSON is ZRG_ERROR_JSON,
 * whatever it says. Then a grid that is not ours, by its name or kind, is ZRG_ERROR_UNSUPPORTED, wherever that stands and
 * whatever else is wrong: another reader may know it, and what it holds is not judged. Of other faults the first one
 * found counts. A byte order mark is skipped; places are counted from the first byte of `text` all the same. Members that are
 * not read, such as an array's attributes, may nest to any depth, and may hold the bare `NaN`, `Infinity` and `-Infinity`
 * that Python writes; where a number is read, these are ZRG_ERROR_JSON.
 *
 * @param[in]  text     the JSON value in UTF-8, `length` bytes; a NUL after it is not needed
 * @param      length   bytes of text, without a NUL: one that is counted is not JSON
 * @param      rank     axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape    extents of the array, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  options  how to read, or NULL
 * @param[out] grid     the new grid, to be freed with zrg_grid_free()
 * @param[out] error    may be NULL; for a fault in the document it has the byte, the axis and the list
 *                      position where there are any, and the JSON path in the message
 * @return ZRG_ERROR_JSON, _DUPLICATE, _STRUCTURE, _VALUE, _COVER, _UNSUPPORTED: the document.
 *         ZRG_ERROR_RANK: it has another number of axes than `rank`. ZRG_ERROR_RANGE: an edge, a count, a
 *         sum past 2^64 - 1, or an extent past ZRG_MAX_EXTENT. ZRG_ERROR_LIMIT: a limit of `options`, a rank past
 *         ZRG_MAX_RANK. ZRG_ERROR_ARGUMENT: bad options. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_from_json(const char *text,
                              size_t length,
                              size_t rank,
                              const uint64_t *shape,
                              const struct zrg_options *options,
                              struct zrg_grid **grid,
                              struct zrg_error *error);

/**
 * Makes a grid from all of an array's `zarr.json`, and reads how its chunks are named. Of the document
 * `zarr_format` (3), `node_type` ("array"), `shape`, `chunk_grid` and `chunk_key_encoding` are read; data type, fill
 * value, codecs and whatever else there is are the reader's own business. A document in another format, or of another
 * node type, is not ours as a whole: ZRG_ERROR_UNSUPPORTED, and nothing else of it is judged.
 *
 * @param[in]  text     the document in UTF-8, `length` bytes; a NUL after it is not needed
 * @param      length   bytes of text
 * @param[in]  options  how to read, or NULL
 * @param[out] grid     the new grid, to be freed with zrg_grid_free()
 * @param[out] keys     for zrg_key_encode(); NULL: chunk_key_encoding is not looked at
 * @param[out] error    may be NULL
 * @return as zrg_grid_from_json(); ZRG_ERROR_UNSUPPORTED also for another format or node type and, unless `keys`
 *         is NULL, for an unknown key encoding
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_from_array_json(const char *text,
                                    size_t length,
                                    const struct zrg_options *options,
                                    struct zrg_grid **grid,
                                    struct zrg_key_encoding *keys,
                                    struct zrg_error *error);

/**
 * Every problem of a `chunk_grid` that does not follow from another, in one pass and in the order found, but for a grid that
 * is not ours, which comes first; up to ZRG_MAX_PROBLEMS. Text that is not JSON has that problem alone. With ZRG_READ_REPAIR
 * what is repaired is listed too, with a `code` of 0: it is no failure. The first entry with another code is what
 * zrg_grid_from_json() reports.
 *
 * @param[in]  text      the JSON value in UTF-8, `length` bytes
 * @param      length    bytes of text
 * @param      rank      axes of the array
 * @param[in]  shape     extents of the array, `rank` entries
 * @param[in]  options   how to read, or NULL
 * @param[out] problems  the first `capacity` of them, or NULL
 * @param      capacity  room in `problems`, in entries
 * @param[out] count     how many there are, also past `capacity`, at most ZRG_MAX_PROBLEMS; 0: the document is right
 * @param[out] error     may be NULL; for this call, not for the document
 * @return ZRG_OK also where there are problems. ZRG_ERROR_RANGE, _LIMIT: the shape. ZRG_ERROR_ARGUMENT: bad
 *         options. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_validate_json(const char *text,
                                  size_t length,
                                  size_t rank,
                                  const uint64_t *shape,
                                  const struct zrg_options *options,
                                  struct zrg_error *problems,
                                  size_t capacity,
                                  size_t *count,
                                  struct zrg_error *error);

/**
 * Every problem of an array's whole `zarr.json`, as far as zrg_grid_from_array_json() reads it (with `keys`).
 *
 * @param[in]  text      the document in UTF-8, `length` bytes
 * @param      length    bytes of text
 * @param[in]  options   how to read, or NULL
 * @param[out] problems  the first `capacity` of them, or NULL
 * @param      capacity  room in `problems`, in entries
 * @param[out] count     how many there are, also past `capacity`, at most ZRG_MAX_PROBLEMS; 0: the document is right
 * @param[out] error     may be NULL; for this call, not for the document
 * @return as zrg_grid_validate_json()
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_validate_array_json(const char *text,
                                        size_t length,
                                        const struct zrg_options *options,
                                        struct zrg_error *problems,
                                        size_t capacity,
                                        size_t *count,
                                        struct zrg_error *error);

/**
 * Writes a grid as the value of `chunk_grid`: compact, and the same bytes for the same grid. Integers stay
 * integers and lists lists; equal neighbours become runs, and a run of one is a bare edge. Reading it again gives the
 * same grid.
 *
 * @param[in]  grid      a grid
 * @param      form      ZRG_FORM_*
 * @param[out] text      the JSON, ended by a NUL, or NULL
 * @param      capacity  bytes of `text`, with the NUL
 * @param[out] length    bytes of the JSON without the NUL; set on ZRG_ERROR_CAPACITY too
 * @param[out] error     may be NULL
 * @return ZRG_ERROR_CAPACITY: `text` is too small (limit: bytes needed, with the NUL). ZRG_ERROR_NOT_REGULAR: an axis
 *         has no integer that keeps its edges; the message says why, and `length` is untouched. ZRG_ERROR_ARGUMENT: an
 *         unknown form
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_to_json(const struct zrg_grid *grid,
                            uint32_t form,
                            char *text,
                            size_t capacity,
                            size_t *length,
                            struct zrg_error *error);

/**
 * Makes a rectilinear grid from lists of edges.
 *
 * @param      rank        axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape       extents, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  counts      how many edges each axis has, `rank` entries, at least 1 each
 * @param[in]  edges       all edges of axis 0, then of axis 1, and so on; each at least 1
 * @param      edge_count  entries of `edges`: the sum of `counts`
 * @param[out] grid        the new grid, to be freed with zrg_grid_free()
 * @param[out] error       may be NULL
 * @return ZRG_ERROR_VALUE: an edge of 0, or no edge (axis, entry). ZRG_ERROR_COVER: the edges end before the extent.
 *         ZRG_ERROR_RANGE: a sum past 2^64 - 1, or an extent past ZRG_MAX_EXTENT. ZRG_ERROR_ARGUMENT: another
 *         `edge_count`. ZRG_ERROR_LIMIT, ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_from_edges(size_t rank,
                               const uint64_t *shape,
                               const size_t *counts,
                               const uint64_t *edges,
                               size_t edge_count,
                               struct zrg_grid **grid,
                               struct zrg_error *error);

/**
 * Makes a rectilinear grid from lists of runs.
 *
 * @param      rank       axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape      extents, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  counts     how many runs each axis has, `rank` entries, at least 1 each
 * @param[in]  runs       all runs of axis 0, then of axis 1, and so on
 * @param      run_count  entries of `runs`: the sum of `counts`
 * @param[out] grid       the new grid, to be freed with zrg_grid_free()
 * @param[out] error      may be NULL
 * @return as zrg_grid_from_edges()
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_from_runs(size_t rank,
                              const uint64_t *shape,
                              const size_t *counts,
                              const struct zrg_run *runs,
                              size_t run_count,
                              struct zrg_grid **grid,
                              struct zrg_error *error);

/**
 * Makes a grid from one chunk shape.
 *
 * @param      rank         axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape        extents, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  chunk_shape  edges, `rank` entries, each at least 1
 * @param      flags        0: a regular grid. ZRG_EXACT_TAIL: a rectilinear one
 * @param[out] grid         the new grid, to be freed with zrg_grid_free()
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_VALUE: an edge of 0 (axis). ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT. ZRG_ERROR_ARGUMENT: unknown
 *         flags. ZRG_ERROR_LIMIT, ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_from_chunk_shape(size_t rank,
                                     const uint64_t *shape,
                                     const uint64_t *chunk_shape,
                                     uint32_t flags,
                                     struct zrg_grid **grid,
                                     struct zrg_error *error);

/**
 * Makes one more handle of the same grid. Nothing is copied.
 *
 * @param[in]  grid   a grid
 * @param[out] same   the new handle, to be freed like any other
 * @param[out] error  may be NULL
 * @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_clone(const struct zrg_grid *grid,
                          struct zrg_grid **same,
                          struct zrg_error *error);

/**
 * Ends a handle. The grid itself goes with its last handle and its last selection.
 *
 * @param grid  a handle that is not used again; NULL does nothing
 * @since 0.1
 */
ZRG_API void zrg_grid_free(struct zrg_grid *grid);

/**
 * ==== 3. GRIDS: ABOUT ====
 *
 * The number of axes.
 *
 * @param[in] grid  a grid, or NULL
 * @return the rank, at most ZRG_MAX_RANK; 0 for NULL
 * @since 0.1
 */
ZRG_API size_t zrg_grid_rank(const struct zrg_grid *grid);

/**
 * The name that a grid was read under or made with: zrg_grid_to_json() writes it under ZRG_FORM_AS_READ.
 *
 * @param[in] grid  a grid, or NULL
 * @return ZRG_FORM_REGULAR or ZRG_FORM_RECTILINEAR; 0 for NULL
 * @since 0.1
 */
ZRG_API
uint32_t zrg_grid_form(const struct zrg_grid *grid);

/**
 * The extents of the array.
 *
 * @param[in]  grid   a grid
 * @param      rank   its rank
 * @param[out] shape  `rank` entries, in elements, or NULL
 * @param[out] error  may be NULL
 * @return ZRG_OK, or what any call may return
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_shape(const struct zrg_grid *grid,
                          size_t rank,
                          uint64_t *shape,
                          struct zrg_error *error);

/**
 * How many chunks each axis has: as the document declares them, and those that hold an element of the
 * array. `[4, 4, 4]` over an extent of 6 declares 3, of which 2 have data.
 *
 * @param[in]  grid      a grid
 * @param      rank      its rank
 * @param[out] declared  `rank` entries, or NULL
 * @param[out] data      `rank` entries, or NULL
 * @param[out] error     may be NULL
 * @return ZRG_OK, or what any call may return
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_chunk_counts(const struct zrg_grid *grid,
                                 size_t rank,
                                 uint64_t *declared,
                                 uint64_t *data,
                                 struct zrg_error *error);

/**
 * ==== 4. ELEMENTS AND CHUNKS ====
 *
 * The chunk that holds an element, and where in it.
 *
 * @param[in]  grid    a grid
 * @param      rank    its rank
 * @param[in]  index   the element, `rank` entries
 * @param[out] chunk   the index of its chunk, `rank` entries, or NULL
 * @param[out] within  the element counted from the chunk's origin, `rank` entries, or NULL
 * @param[out] error   may be NULL
 * @return ZRG_ERROR_BOUNDS: an index at or past its extent (axis, value, limit)
 * @see the specification's "Indexing"
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_locate(const struct zrg_grid *grid,
                           size_t rank,
                           const uint64_t *index,
                           uint64_t *chunk,
                           uint64_t *within,
                           struct zrg_error *error);

/**
 * The chunks of many elements, and where in them. Coordinate a of point i is entry
 * `i * point_stride + a * axis_stride` of `points`, and of both outputs: strides of (rank, 1) for one point
 * after the other, of (1, count) for one axis after the other. Entries between them are left alone.
 *
 * @param[in]  grid          a grid
 * @param      rank          its rank
 * @param      count         points
 * @param      point_stride  entries from one point to the next
 * @param      axis_stride   entries from one axis to the next
 * @param[in]  points        the points
 * @param[out] chunks        the indices of their chunks, or NULL
 * @param[out] within        the points counted from their chunks' origins, or NULL
 * @param      length        entries of each array; all that the strides reach must lie in [0, length)
 * @param[out] error         may be NULL
 * @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside; the answers before it stand, those
 *         from it on are unspecified. ZRG_ERROR_CAPACITY: the strides leave the arrays
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_locate_many(const struct zrg_grid *grid,
                                size_t rank,
                                size_t count,
                                ptrdiff_t point_stride,
                                ptrdiff_t axis_stride,
                                const uint64_t *points,
                                uint64_t *chunks,
                                uint64_t *within,
                                size_t length,
                                struct zrg_error *error);

/**
 * What a chunk is: where it starts, what it decodes to, how much of that is inside the array. Chunks
 * wholly past the extent exist, with a data shape that has a 0.
 *
 * @param[in]  grid      a grid
 * @param      rank      its rank
 * @param[in]  chunk     the chunk's index, `rank` entries
 * @param[out] origin    its first element, `rank` entries, or NULL
 * @param[out] declared  the shape it decodes to, `rank` entries, or NULL
 * @param[out] data      the shape of what is inside the array, `rank` entries, or NULL
 * @param[out] error     may be NULL
 * @return ZRG_ERROR_BOUNDS: no such chunk (axis, value, limit)
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_chunk(const struct zrg_grid *grid,
                          size_t rank,
                          const uint64_t *chunk,
                          uint64_t *origin,
                          uint64_t *declared,
                          uint64_t *data,
                          struct zrg_error *error);

/**
 * What many chunks are. All arrays hold `rank` entries a chunk, one chunk after the other.
 *
 * @param[in]  grid      a grid
 * @param      rank      its rank
 * @param[in]  chunks    their indices
 * @param[out] origin    their first elements, or NULL
 * @param[out] declared  the shapes they decode to, or NULL
 * @param[out] data      the shapes of what is inside the array, or NULL
 * @param      count     how many chunks
 * @param[out] error     may be NULL
 * @return ZRG_ERROR_BOUNDS: `entry` is the first chunk that does not exist; the answers before it stand,
 *         those from it on are unspecified
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_chunk_many(const struct zrg_grid *grid,
                               size_t rank,
                               const uint64_t *chunks,
                               uint64_t *origin,
                               uint64_t *declared,
                               uint64_t *data,
                               size_t count,
                               struct zrg_error *error);

/**
 * The number of a chunk: row-major, among the declared ones.
 *
 * @param[in]  grid    a grid
 * @param      rank    its rank
 * @param[in]  chunk   the chunk's index, `rank` entries
 * @param[out] number  its number, from 0
 * @param[out] error   may be NULL
 * @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the number passes 2^64 - 2
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_chunk_number(const struct zrg_grid *grid,
                                 size_t rank,
                                 const uint64_t *chunk,
                                 uint64_t *number,
                                 struct zrg_error *error);

/**
 * The chunk that has a number. The total of declared chunks may pass 64 bits; the numbers that fit work.
 *
 * @param[in]  grid    a grid
 * @param      rank    its rank
 * @param      number  row-major among the declared chunks
 * @param[out] chunk   the chunk's index, `rank` entries, or NULL
 * @param[out] error   may be NULL
 * @return ZRG_ERROR_BOUNDS: no such chunk
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_chunk_at_number(const struct zrg_grid *grid,
                                    size_t rank,
                                    uint64_t number,
                                    uint64_t *chunk,
                                    struct zrg_error *error);

/**
 * The chunks that a box of elements touches, as a box of chunks. All of them have data. A box without
 * elements touches none: the answer is all zero.
 *
 * @param[in]  grid         a grid
 * @param      rank         its rank
 * @param[in]  start        the first element, `rank` entries
 * @param[in]  shape        elements on each axis, `rank` entries
 * @param[out] first_chunk  `rank` entries, or NULL
 * @param[out] chunk_count  chunks on each axis, `rank` entries, or NULL
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_BOUNDS: the box passes an extent
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_box_to_chunks(const struct zrg_grid *grid,
                                  size_t rank,
                                  const uint64_t *start,
                                  const uint64_t *shape,
                                  uint64_t *first_chunk,
                                  uint64_t *chunk_count,
                                  struct zrg_error *error);

/**
 * What a box of chunks holds: its first element, and how many elements it has on each axis, as declared
 * and inside the array. On an axis with a count of 0 all three are 0.
 *
 * @param[in]  grid         a grid
 * @param      rank         its rank
 * @param[in]  first_chunk  `rank` entries
 * @param[in]  chunk_count  chunks on each axis, `rank` entries
 * @param[out] origin       the first element, `rank` entries, or NULL
 * @param[out] declared     elements on each axis, `rank` entries, or NULL
 * @param[out] data         those inside the array, `rank` entries, or NULL
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_BOUNDS: the box passes the declared chunks
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_chunks_to_box(const struct zrg_grid *grid,
                                  size_t rank,
                                  const uint64_t *first_chunk,
                                  const uint64_t *chunk_count,
                                  uint64_t *origin,
                                  uint64_t *declared,
                                  uint64_t *data,
                                  struct zrg_error *error);

/**
 * ==== 5. ONE AXIS ====
 *
 * The chunk of one axis that holds an element.
 *
 * @param[in]  grid      a grid
 * @param      axis      below its rank
 * @param      index     the element
 * @param[out] interval  the chunk
 * @param[out] error     may be NULL
 * @return ZRG_ERROR_BOUNDS: no such axis, or an index at or past the extent
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_axis_locate(const struct zrg_grid *grid,
                                size_t axis,
                                uint64_t index,
                                struct zrg_interval *interval,
                                struct zrg_error *error);

/**
 * A page of the declared chunks of one axis: those from `first_chunk` on, as many as there is room for. Past
 * the last chunk the count is 0.
 *
 * @param[in]  grid       a grid
 * @param      axis       below its rank
 * @param      first_chunk  the first chunk wanted
 * @param[out] intervals    `capacity` entries, or NULL
 * @param      capacity     room in `intervals`, in entries
 * @param[out] count        entries that were, or without `intervals` would be, written
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_BOUNDS: no such axis
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_axis_intervals(const struct zrg_grid *grid,
                                   size_t axis,
                                   uint64_t first_chunk,
                                   struct zrg_interval *intervals,
                                   size_t capacity,
                                   size_t *count,
                                   struct zrg_error *error);

/**
 * A page of the declared edges of one axis: those from `first_chunk` on, as many as there is room for.
 *
 * @param[in]  grid      a grid
 * @param      axis      below its rank
 * @param      first_chunk  the first chunk wanted
 * @param[out] edges        `capacity` entries, or NULL
 * @param      capacity     room in `edges`, in entries
 * @param[out] count        entries that were, or without `edges` would be, written
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_BOUNDS: no such axis
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_axis_edges(const struct zrg_grid *grid,
                               size_t axis,
                               uint64_t first_chunk,
                               uint64_t *edges,
                               size_t capacity,
                               size_t *count,
                               struct zrg_error *error);

/**
 * A page of the maximal runs of one axis, from `first_chunk` on: the first of them may be the rest of a
 * longer run. A page may start anywhere at no cost.
 *
 * @param[in]  grid      a grid
 * @param      axis      below its rank
 * @param      first_chunk  the first chunk wanted
 * @param[out] runs         `capacity` entries, or NULL
 * @param      capacity     room in `runs`, in entries
 * @param[out] count        entries that were, or without `runs` would be, written; 0 after the last chunk
 * @param[out] next         the `first_chunk` of the next page
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_BOUNDS: no such axis
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_axis_runs(const struct zrg_grid *grid,
                              size_t axis,
                              uint64_t first_chunk,
                              struct zrg_run *runs,
                              size_t capacity,
                              size_t *count,
                              uint64_t *next,
                              struct zrg_error *error);

/**
 * How one axis is declared, and the integer that keeps every edge of it. An axis that is declared by an integer has that
 * one; a list has one where all edges are equal and no fewer would cover the extent.
 *
 * @param[in]  grid     a grid
 * @param      axis     below its rank
 * @param[out] form     ZRG_AXIS_INTEGER or ZRG_AXIS_LIST; or NULL
 * @param[out] integer  the integer, 0 where there is none; or NULL
 * @param[out] error    may be NULL
 * @return ZRG_ERROR_BOUNDS: no such axis
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_axis_form(const struct zrg_grid *grid,
                              size_t axis,
                              uint32_t *form,
                              uint64_t *integer,
                              struct zrg_error *error);

/**
 * A page of the projections of a slice on one axis, in chunk order: those of the chunks from `first_chunk`
 * on that hold an element of it. Nothing is kept between calls.
 *
 * @param[in]  grid         a grid
 * @param      axis         below its rank
 * @param[in]  slice        one slice
 * @param      first_chunk  the first chunk wanted; any number
 * @param[out] projections  `capacity` entries, or NULL
 * @param      capacity     room in `projections`, in entries
 * @param[out] count        entries that were, or without `projections` would be, written; 0 after the last one
 * @param[out] next         the `first_chunk` of the next page
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_BOUNDS: no such axis, or the slice passes the extent
 * @since 0.1
 */
ZRG_API
zrg_status zrg_grid_axis_projections(const struct zrg_grid *grid,
                                     size_t axis,
                                     const struct zrg_slice *slice,
                                     uint64_t first_chunk,
                                     struct zrg_projection *projections,
                                     size_t capacity,
                                     size_t *count,
                                     uint64_t *next,
                                     struct zrg_error *error);

/**
 * A slice from Python's start:stop:step on an axis. Negative bounds count from the end, bounds past the
 * ends are cut, ZRG_OMITTED stands for one left out (a step left out is 1).
 *
 * @param      extent  of the axis
 * @param      start   or ZRG_OMITTED
 * @param      stop    or ZRG_OMITTED
 * @param      step    not 0; or ZRG_OMITTED
 * @param[out] slice   what range(extent)[start:stop:step] holds
 * @param[out] error   may be NULL
 * @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT
 * @since 0.1
 */
ZRG_API
zrg_status zrg_slice_from_bounds(uint64_t extent,
                                 int64_t start,
                                 int64_t stop,
                                 int64_t step,
                                 struct zrg_slice *slice,
                                 struct zrg_error *error);

/**
 * ==== 6. SELECTIONS ====
 *
 * Plans a selection of one slice for each axis. Time and memory follow the runs of the grid, not the
 * chunks touched.
 *
 * @param[in]  grid       a grid; the selection holds on to it
 * @param      rank       its rank
 * @param[in]  slices     `rank` entries; see zrg_slice_from_bounds()
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_ARGUMENT: a step of 0 (axis). ZRG_ERROR_BOUNDS: a slice passes the extent (axis; where `entry` is
 *         0, value and limit are its start and the extent, where it is 1 its count and how many fit). ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_from_slices(const struct zrg_grid *grid,
                                     size_t rank,
                                     const struct zrg_slice *slices,
                                     struct zrg_selection **selection,
                                     struct zrg_error *error);

/**
 * A selection with a list of indices for one axis, in any order and with repeats, in place of what `base` has
 * there (a slice, or an earlier list or mask). The result has one element for each index on that axis.
 *
 * @param[in]  base       from zrg_selection_from_slices() or one of these calls; stays as it is
 * @param      axis       below the rank
 * @param[in]  indices    in array coordinates
 * @param      count      how many
 * @param      flags      0 or ZRG_INDEX_WRAP
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_BOUNDS: no such axis, or `entry` is the first index that is outside. ZRG_ERROR_ARGUMENT: unknown
 *         flags, or a base made of points or from a part. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_with_indices(const struct zrg_selection *base,
                                      size_t axis,
                                      const int64_t *indices,
                                      size_t count,
                                      uint32_t flags,
                                      struct zrg_selection **selection,
                                      struct zrg_error *error);

/**
 * A selection with a mask for one axis in place of what `base` has there: the elements whose byte is 1.
 *
 * @param[in]  base       from zrg_selection_from_slices() or one of these calls; stays as it is
 * @param      axis       below the rank
 * @param[in]  mask       0 or 1 for each element
 * @param      length     bytes of the mask: the axis's extent
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_ARGUMENT: another length, `entry` is the first byte that is neither 0 nor 1, or a base made of points
 *         or from a part. ZRG_ERROR_BOUNDS: no such axis. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_with_mask(const struct zrg_selection *base,
                                   size_t axis,
                                   const uint8_t *mask,
                                   size_t length,
                                   struct zrg_selection **selection,
                                   struct zrg_error *error);

/**
 * A selection with a mask of bits for one axis in place of what `base` has there. Element i is bit (bit_offset + i) % 8 of
 * byte (bit_offset + i) / 8. Bits before and behind them are not looked at.
 *
 * @param[in]  base       from zrg_selection_from_slices() or one of these calls; stays as it is
 * @param      axis       below the rank
 * @param[in]  bits       (bit_offset + length + 7) / 8 bytes
 * @param      bit_offset  where the mask starts in `bits`
 * @param      length     bits of the mask: the axis's extent
 * @param      flags      0 or ZRG_BITS_HIGH_FIRST
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_ARGUMENT: another length, unknown flags, or a base made of points or from a part. ZRG_ERROR_BOUNDS: no
 *         such axis. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_with_bits(const struct zrg_selection *base,
                                   size_t axis,
                                   const uint8_t *bits,
                                   size_t bit_offset,
                                   size_t length,
                                   uint32_t flags,
                                   struct zrg_selection **selection,
                                   struct zrg_error *error);

/**
 * Plans a selection of points, in any order and with repeats. The result has one axis, of `count` elements in request
 * order. Coordinate a of point i is entry `i * point_stride + a * axis_stride`, as in zrg_grid_locate_many().
 * Its uint64_t points may be passed by a cast to `const int64_t *` where ZRG_INDEX_WRAP is not set.
 *
 * @param[in]  grid          a grid; the selection holds on to it
 * @param      rank          its rank
 * @param      count         points
 * @param      point_stride  entries from one point to the next
 * @param      axis_stride   entries from one axis to the next
 * @param[in]  points        the points
 * @param      length        entries of `points`; all that the strides reach must lie in [0, length)
 * @param      flags         0 or ZRG_INDEX_WRAP
 * @param[out] selection     the new selection, to be freed with zrg_selection_free()
 * @param[out] error         may be NULL
 * @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside (axis). ZRG_ERROR_CAPACITY: the strides leave the
 *         array. ZRG_ERROR_ARGUMENT: unknown flags. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_from_points(const struct zrg_grid *grid,
                                     size_t rank,
                                     size_t count,
                                     ptrdiff_t point_stride,
                                     ptrdiff_t axis_stride,
                                     const int64_t *points,
                                     size_t length,
                                     uint32_t flags,
                                     struct zrg_selection **selection,
                                     struct zrg_error *error);

/**
 * Plans a selection of the elements where a mask over the whole array is 1, in C order. The result has one axis.
 *
 * @param[in]  grid       a grid; the selection holds on to it
 * @param[in]  mask       0 or 1 for each element, in C order
 * @param      length     bytes of the mask: as many as the array has elements
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_ARGUMENT: another length, or `entry` is the first byte that is neither 0 nor 1. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_from_mask(const struct zrg_grid *grid,
                                   const uint8_t *mask,
                                   size_t length,
                                   struct zrg_selection **selection,
                                   struct zrg_error *error);

/**
 * The inner selection of a part: what the part selects of its shard, by the shard's inner chunks. It works like any other,
 * also for another zrg_selection_inner() where shards are nested. Its grid is the one inside the shard: chunk indices, numbers (the
 * slots in the shard's index) and origins count from the shard's first element; its declared chunks are all inner
 * chunks of the shard, and "inside the array" still means the outer array. Positions in the result, `out`, stay those of
 * the outer result, as does the shape.
 *
 * @param[in]  outer        a selection of shards
 * @param      part         the part's number
 * @param      rank         the grid's rank
 * @param[in]  inner_shape  the shape of the inner chunks, `rank` entries
 * @param[out] inner        the new selection, to be freed with zrg_selection_free()
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_NOT_ALIGNED: the inner shape does not divide the shard's (axis, value, limit). ZRG_ERROR_BOUNDS: no such
 *         part. ZRG_ERROR_MEMORY
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_inner(const struct zrg_selection *outer,
                               uint64_t part,
                               size_t rank,
                               const uint64_t *inner_shape,
                               struct zrg_selection **inner,
                               struct zrg_error *error);

/**
 * Makes one more handle of the same selection. Nothing is copied.
 *
 * @param[in]  selection  a selection
 * @param[out] same       the new handle, to be freed like any other
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_clone(const struct zrg_selection *selection,
                               struct zrg_selection **same,
                               struct zrg_error *error);

/**
 * Ends a handle. The selection itself goes with its last handle.
 *
 * @param selection  a handle that is not used again; NULL does nothing
 * @since 0.1
 */
ZRG_API void zrg_selection_free(struct zrg_selection *selection);

/**
 * One more handle of the grid that a selection is planned on: its rank is that of the selection's parts. For a selection
 * from zrg_selection_inner() it is the grid of the inner chunks, and its chunks are the slots of the shard's index.
 *
 * @param[in]  selection  a selection
 * @param[out] grid       the new handle, to be freed with zrg_grid_free()
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_grid(const struct zrg_selection *selection,
                              struct zrg_grid **grid,
                              struct zrg_error *error);

/**
 * The number of axes of the result: the grid's rank, or 1 for points and whole masks.
 *
 * @param[in] selection  a selection, or NULL
 * @return the rank, at most ZRG_MAX_RANK; 0 for NULL
 * @since 0.1
 */
ZRG_API size_t zrg_selection_rank(const struct zrg_selection *selection);

/**
 * The shape of the result: for each axis, how many elements are selected.
 *
 * @param[in]  selection  a selection
 * @param      rank       the result's rank, as zrg_selection_rank() has it
 * @param[out] shape      `rank` entries, in elements, or NULL
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_RANK: `rank` is not the result's
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_shape(const struct zrg_selection *selection,
                               size_t rank,
                               uint64_t *shape,
                               struct zrg_error *error);

/**
 * The number of parts: chunks that hold an element of the selection. 0 for an empty one.
 *
 * @param[in]  selection  a selection
 * @param[out] count      how many; up to 2^64 - 1, which is a count here and not ZRG_NONE
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_RANGE: it passes 2^64 - 1; all other calls still work
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_part_count(const struct zrg_selection *selection,
                                    uint64_t *count,
                                    struct zrg_error *error);

/**
 * For each axis of the grid, how many of its chunks are touched: their product is the number of parts, except for points, where
 * each axis has the number of parts.
 *
 * @param[in]  selection    a selection
 * @param      rank         the grid's rank
 * @param[out] counts       `rank` entries, or NULL
 * @param[out] error        may be NULL
 * @return ZRG_OK, or what any call may return
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_projection_counts(const struct zrg_selection *selection,
                                           size_t rank,
                                           uint64_t *counts,
                                           struct zrg_error *error);

/**
 * A page of parts in row-major chunk order, whatever the signs of the steps: those from `first_part` on, as
 * many as there is room for. Past the last part the count is 0. Any page costs the same wherever it starts, so
 * a reader may keep a part's number and nothing else. Entry i of a page is part number `first_part` + i: that is what
 * zrg_selection_read_part() and the others take.
 *
 * @param[in]  selection    a selection
 * @param      rank         the grid's rank
 * @param      first_part   the number of the first part wanted
 * @param[out] parts        `capacity` entries, or NULL
 * @param[out] chunks       the chunks' indices, `capacity` times `rank` entries, or NULL
 * @param[out] projections  one for each axis, `capacity` times `rank` entries, or NULL
 * @param      capacity     parts that there is room for
 * @param[out] count        parts that were, or without outputs would be, written
 * @param[out] error        may be NULL
 * @return ZRG_OK, or what any call may return
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_parts(const struct zrg_selection *selection,
                               size_t rank,
                               uint64_t first_part,
                               struct zrg_part *parts,
                               uint64_t *chunks,
                               struct zrg_projection *projections,
                               size_t capacity,
                               size_t *count,
                               struct zrg_error *error);

/**
 * A page of the list of an axis: of a list of indices, a mask, or points. Entries are ordered by chunk, and in request
 * order in each; a projection with a step of 0 says which of them are its own. Past the end the count is 0.
 *
 * @param[in]  selection  a selection
 * @param      axis       below the grid's rank
 * @param      first_entry  the first entry wanted
 * @param[out] within       the elements, counted from their chunks' origins, or NULL
 * @param[out] out          their positions in the result's axis, or NULL
 * @param      capacity     room in `within` and `out`, in entries
 * @param[out] count        entries that were, or without outputs would be, written
 * @param[out] error        may be NULL
 * @return ZRG_ERROR_ARGUMENT: the axis has a slice. ZRG_ERROR_BOUNDS: no such axis
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_axis_list(const struct zrg_selection *selection,
                                   size_t axis,
                                   uint64_t first_entry,
                                   uint64_t *within,
                                   uint64_t *out,
                                   size_t capacity,
                                   size_t *count,
                                   struct zrg_error *error);

/**
 * The part that is a chunk's share.
 *
 * @param[in]  selection  a selection
 * @param      rank       the grid's rank
 * @param[in]  chunk      the chunk's index, `rank` entries
 * @param[out] part       the part's number; ZRG_NONE where the selection does not touch the chunk
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the part's number passes 2^64 - 2
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_find_part(const struct zrg_selection *selection,
                                   size_t rank,
                                   const uint64_t *chunk,
                                   uint64_t *part,
                                   struct zrg_error *error);

/**
 * A page of the segments of a part, in C order of the selection: those from `first_segment` on, as many as there
 * is room for. Together they hold every element of the part once. Past the last one the count is 0.
 *
 * Only where the `codecs` of the array are `bytes` alone is a segment a range of the chunk's file as well: `count` times
 * the element size bytes, from `within` times the element size on. Behind any other codec (compression, transpose,
 * crc32c, shards) it is a range of the decoded chunk and of nothing else.
 *
 * To fetch the ranges of a chunk in few requests, sort the part's segments by `within`, and join two neighbours where the
 * gap from one's `within` + `count` to the other's `within` is not worth a request. The joined range ends where the later
 * of the two does: segments may overlap, since a list may name an element twice.
 *
 * @param[in]  selection  a selection
 * @param      part       the part's number
 * @param      first_segment  the first segment wanted
 * @param[out] segments       `capacity` entries, or NULL
 * @param      capacity       room in `segments`, in entries
 * @param[out] count          entries that were, or without `segments` would be, written
 * @param[out] error          may be NULL
 * @return ZRG_ERROR_BOUNDS: no such part. ZRG_ERROR_RANGE: a position in chunk or result passes 2^64 - 2
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_segments(const struct zrg_selection *selection,
                                  uint64_t part,
                                  uint64_t first_segment,
                                  struct zrg_segment *segments,
                                  size_t capacity,
                                  size_t *count,
                                  struct zrg_error *error);

/**
 * Cuts a selection into shares for as many workers: share w is the parts from bounds[w] up to, but without, bounds[w + 1].
 * Together they are all parts; since each part is another chunk, no two shares meet in one. With more shares than
 * parts some are empty.
 *
 * @param[in]  selection  a selection
 * @param      shares     how many, at least 1
 * @param      by         ZRG_SPLIT_PARTS or ZRG_SPLIT_ELEMENTS
 * @param[out] bounds     `shares` + 1 part numbers, rising, or NULL
 * @param[out] error      may be NULL
 * @return ZRG_ERROR_ARGUMENT: 0 shares, or an unknown `by`. ZRG_ERROR_RANGE: the number of parts passes 2^64 - 1, or that of
 *         elements 128 bits
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_split(const struct zrg_selection *selection,
                               size_t shares,
                               uint32_t by,
                               uint64_t *bounds,
                               struct zrg_error *error);

/**
 * A page of the chunks of a selection as ranges of chunk numbers, rising, from chunk number `first_number` on. Two ranges with
 * not more than `gap` other chunks between them are one.
 *
 * @param[in]  selection  a selection
 * @param      gap           0 to join neighbours only
 * @param      first_number  the first chunk number wanted
 * @param[out] ranges        `capacity` entries, or NULL
 * @param      capacity      room in `ranges`, in entries
 * @param[out] count         entries that were, or without `ranges` would be, written; 0 after the last chunk
 * @param[out] next          the `first_number` of the next page
 * @param[out] error         may be NULL
 * @return ZRG_ERROR_RANGE: a chunk's number passes 2^64 - 2
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_chunk_ranges(const struct zrg_selection *selection,
                                      uint64_t gap,
                                      uint64_t first_number,
                                      struct zrg_chunk_range *ranges,
                                      size_t capacity,
                                      size_t *count,
                                      uint64_t *next,
                                      struct zrg_error *error);

/**
 * ==== 7. MOVING DATA ====
 *
 * Moves the elements of a part out of its decoded chunk into the result. No byte is moved before all are
 * proven to lie inside; the two memories may not overlap.
 *
 * Element (0, ..., 0) of an array lies `start` bytes after its pointer (before it, where that is negative). Strides are
 * bytes from one element to the next, one for each axis, of either sign or 0. Neither memory need be aligned, and bytes
 * are moved as they are. NULL strides mean C order, and then the size must be exact: `start` plus all elements. With
 * strides only what the part touches must lie inside.
 *
 * Several threads may read different parts into one result at once: each writes bytes of its own, and no others. (Strides
 * that put two elements of the result in one place would break that.)
 *
 * A chunk that is missing is read with zrg_selection_fill_part().
 *
 * @param[in]  selection      a selection
 * @param      part           the part's number
 * @param      element_size   bytes of an element, at least 1
 * @param[in]  chunk          the decoded chunk: an array of its declared shape
 * @param      chunk_size     its bytes
 * @param      chunk_start    where its element (0, ..., 0) lies
 * @param[in]  chunk_strides  one for each axis of the grid, or NULL
 * @param[out] out            the result: an array of the selection's shape; need not be initialised
 * @param      out_size       its bytes
 * @param      out_start      where its element (0, ..., 0) lies
 * @param[in]  out_strides    one for each axis of the result, or NULL
 * @param[out] error          may be NULL
 * @return ZRG_ERROR_BOUNDS: no such part, or it touches a byte outside a memory (value, limit). Without strides
 *         ZRG_ERROR_CAPACITY: a size that is too small, ZRG_ERROR_ARGUMENT: one that is too large (limit: the bytes
 *         needed). ZRG_ERROR_RANGE: a position passes 127 bits. Nothing is written then
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_read_part(const struct zrg_selection *selection,
                                   uint64_t part,
                                   size_t element_size,
                                   const void *chunk,
                                   size_t chunk_size,
                                   int64_t chunk_start,
                                   const int64_t *chunk_strides,
                                   void *out,
                                   size_t out_size,
                                   int64_t out_start,
                                   const int64_t *out_strides,
                                   struct zrg_error *error);

/**
 * Sets the elements of a part in the result to one fill element: what zrg_selection_read_part() does for a chunk that is
 * missing.
 *
 * @param[in]  selection     a selection
 * @param      part          the part's number
 * @param[in]  fill          one element
 * @param      element_size  bytes of an element, so of `fill`; at least 1
 * @param[out] out           the result: an array of the selection's shape; need not be initialised
 * @param      out_size      its bytes
 * @param      out_start     where its element (0, ..., 0) lies
 * @param[in]  out_strides   one for each axis of the result, or NULL
 * @param[out] error         may be NULL
 * @return as zrg_selection_read_part()
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_fill_part(const struct zrg_selection *selection,
                                   uint64_t part,
                                   const void *fill,
                                   size_t element_size,
                                   void *out,
                                   size_t out_size,
                                   int64_t out_start,
                                   const int64_t *out_strides,
                                   struct zrg_error *error);

/**
 * Moves the elements of a part out of what is to be written into its chunk: the opposite of
 * zrg_selection_read_part(). What the part does not cover stays as it is in the chunk. Where an element of the chunk is
 * selected more than once, the last one in the order of the result is written.
 *
 * @param[in]     selection      a selection
 * @param         part           the part's number
 * @param         element_size   bytes of an element, at least 1
 * @param[in]     in             what is to be written: an array of the selection's shape
 * @param         in_size        its bytes
 * @param         in_start       where its element (0, ..., 0) lies
 * @param[in]     in_strides     one for each axis of the result, or NULL
 * @param[in,out] chunk          the decoded chunk: an array of its declared shape
 * @param         chunk_size     its bytes
 * @param         chunk_start    where its element (0, ..., 0) lies
 * @param[in]     chunk_strides  one for each axis of the grid, or NULL
 * @param[out]    error          may be NULL
 * @return as zrg_selection_read_part()
 * @since 0.1
 */
ZRG_API
zrg_status zrg_selection_write_part(const struct zrg_selection *selection,
                                    uint64_t part,
                                    size_t element_size,
                                    const void *in,
                                    size_t in_size,
                                    int64_t in_start,
                                    const int64_t *in_strides,
                                    void *chunk,
                                    size_t chunk_size,
                                    int64_t chunk_start,
                                    const int64_t *chunk_strides,
                                    struct zrg_error *error);

/**
 * ==== 8. CHUNK KEYS ====
 *
 * The key of a chunk: "c/1/2" or "1.2". It is not looked up in a grid: any index has a key. A
 * ZRG_KEY_CAPACITY(rank) of bytes has room for any.
 *
 * @param[in]  keys      from zrg_grid_from_array_json(); NULL: the default encoding with '/'
 * @param      rank      axes of the array, at most ZRG_MAX_RANK
 * @param[in]  chunk     the chunk's index, `rank` entries
 * @param[out] key       the key, ended by a NUL, or NULL
 * @param      capacity  bytes of `key`, with the NUL
 * @param[out] length    bytes of the key without the NUL; set on ZRG_ERROR_CAPACITY too
 * @param[out] error     may be NULL
 * @return ZRG_ERROR_CAPACITY: `key` is too small (limit: bytes needed, with the NUL). ZRG_ERROR_ARGUMENT: bad `keys`.
 *         ZRG_ERROR_LIMIT: a rank past ZRG_MAX_RANK
 * @since 0.1
 */
ZRG_API
zrg_status zrg_key_encode(const struct zrg_key_encoding *keys,
                          size_t rank,
                          const uint64_t *chunk,
                          char *key,
                          size_t capacity,
                          size_t *length,
                          struct zrg_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ZRG_H */
