/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file zrg.h
 * zrg: chunk grids of Zarr v3 arrays, rectilinear and regular.
 *
 * It answers one question, without reading a byte of array data: which chunks of an array hold
 * these elements, and where in each chunk are they? A JSON document and the shape of an array go
 * in; exact numbers come out, in memory that the caller owns. It opens no file, decodes no chunk
 * and keeps no state but its handles. It needs C99 or C++11. "The specification" is that of
 * https://github.com/zarr-developers/zarr-extensions/tree/main/chunk-grids/rectilinear.
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
 *         fprintf(stderr, "%s\n", error.message);
 *     // chunk[0] == 1 && chunk[1] == 0 && within[0] == 4 && within[1] == 15
 *     zrg_grid_free(grid);
 *
 * Each group below opens with an example that goes on with this `grid` and `error`; report() in
 * them shows error.message and returns 1. What stands behind // is so.
 *
 *
 * CONTENTS
 *
 *   Statuses, errors and versions
 *       zrg_status, zrg_status_code, ZRG_NONE, zrg_error, ZRG_VERSION_MAJOR, ZRG_VERSION_MINOR,
 *       ZRG_VERSION_PATCH, zrg_status_name, zrg_status_message, ZRG_VERSION_NUMBER,
 *       zrg_version_number, zrg_version_string
 *   Grids
 *       ZRG_MAX_RANK, ZRG_MAX_EXTENT, zrg_grid, zrg_run, zrg_form, zrg_chunk_shape_flag,
 *       zrg_grid_from_edges, zrg_grid_from_runs, zrg_grid_from_chunk_shape, zrg_grid_clone,
 *       zrg_grid_free, zrg_grid_rank, zrg_grid_form, zrg_grid_shape, zrg_grid_chunk_counts
 *   Documents
 *       zrg_read_flag, zrg_options, zrg_key_name, zrg_key_encoding, zrg_grid_from_json,
 *       zrg_grid_from_array_json, ZRG_MAX_PROBLEMS, zrg_grid_validate_json,
 *       zrg_grid_validate_array_json, zrg_grid_to_json
 *   Elements and chunks
 *       zrg_grid_locate, zrg_grid_locate_many, zrg_grid_chunk, zrg_grid_chunk_many,
 *       zrg_grid_chunk_number, zrg_grid_chunk_at_number, zrg_grid_box_to_chunks,
 *       zrg_grid_chunks_to_box
 *   One axis
 *       zrg_interval, zrg_grid_axis_locate, zrg_grid_axis_intervals, zrg_grid_axis_edges,
 *       zrg_grid_axis_runs, zrg_axis_form, zrg_grid_axis_form, zrg_slice, ZRG_OMITTED,
 *       zrg_slice_from_bounds, zrg_projection, zrg_grid_axis_projections
 *   Selections
 *       zrg_selection, zrg_index_flag, zrg_bits_flag, zrg_selection_from_slices,
 *       zrg_selection_with_indices, zrg_selection_with_mask, zrg_selection_with_bits,
 *       zrg_selection_from_points, zrg_selection_from_mask, zrg_selection_clone,
 *       zrg_selection_free, zrg_selection_grid, zrg_selection_rank, zrg_selection_shape
 *   Parts
 *       zrg_cover_flag, zrg_part, zrg_selection_part_count, zrg_selection_projection_counts,
 *       zrg_selection_parts, zrg_selection_axis_list, zrg_selection_find_part, zrg_segment,
 *       zrg_selection_segments, zrg_split, zrg_selection_split, zrg_chunk_range,
 *       zrg_selection_chunk_ranges
 *   Reading and writing
 *       zrg_selection_read_part, zrg_selection_fill_part, zrg_selection_write_part
 *   Shards
 *       zrg_selection_inner
 *   Chunk keys
 *       ZRG_KEY_CAPACITY, zrg_key_encode
 *
 *
 * WORDS
 *
 *   extent       the length of one axis of the array, in elements
 *   edge         the declared length of one chunk along one axis
 *   run          neighbouring edges that are equal, written [edge, count]
 *   chunk        a cell of the grid. Its index has one number for each axis; its number is
 *                row-major among the declared chunks
 *   declared     as the document says: all chunks, and what each decodes to
 *   data         inside the array: chunks that hold an element, and shapes cut at the extents
 *   origin       a chunk's first element, in array coordinates
 *   within       an element counted from its chunk's origin
 *   interval     one chunk along one axis
 *   selection    what a caller asks for; the result is what it selects, as an array
 *   projection   one chunk's share of one axis of a selection
 *   part         one chunk's share of a whole selection: one projection for each axis. Its number
 *                is its place among the parts, from 0 on (not its chunk's number)
 *   page         a piece of a long answer: `first_...` says where it starts, `capacity` how much
 *                there is room for
 *
 *
 * RULES FOR EVERY CALL
 *
 *   Arguments  The handle; what is asked about (`rank`, `axis`, `part`); inputs; flags; where a
 *              page starts; outputs; what was written; the error. An array is followed by its
 *              length, an output by its capacity, several arrays of one length by that. Where no
 *              length follows, `rank` is it: the grid's number of axes, which is checked.
 *   Status     0 is ZRG_OK. Any other value is a failure, also one that this header does not list.
 *              "@return" tells the failures that are the call's own. Each call may also return
 *              ZRG_ERROR_NULL; ZRG_ERROR_RANK, before any array is read; ZRG_ERROR_ARGUMENT for a
 *              pointer that is not aligned, be it a handle, or for memory that is written and
 *              overlaps other memory of the call; and ZRG_ERROR_INTERNAL.
 *   Errors     The last argument is NULL or points to a zrg_error of the caller's. It is untouched
 *              on success and wholly written on failure. There is no other place for errors: no
 *              thread-local, no global, no callback, and nothing is printed.
 *   Outputs    Untouched on failure, but for what a call's own text says of batches and of the
 *              length of a text. They need not be initialised. An output array may be NULL and is
 *              then not written: the page or text tells its count or length all the same, at the
 *              cost of writing it. Counts, lengths, `next`, new handles and other single values
 *              may not be NULL unless the call says so. A pointer to 0 entries may be NULL.
 *   Pages      A page is shorter than its capacity only at the end of the answer, and past that it
 *              is ZRG_OK with a count of 0. The next one starts at `first_...` plus the count, or
 *              at `next` where a call hands that out.
 *   Units      Elements and chunks are uint64_t, entries of arrays in memory size_t, offsets in
 *              memory bytes. Indices start at 0. Sums that pass 64 bits are ZRG_ERROR_RANGE and
 *              never wrap. Arrays of another unsigned type of 64 bits (`unsigned long long` where
 *              uint64_t is `unsigned long`) may be passed by a cast.
 *   Memory     Calls that make a handle, and zrg_grid_validate_*, reserve memory, and return
 *              ZRG_ERROR_MEMORY where there is none. No other call reserves any. What the caller
 *              passes in is not kept. (One reservation cannot fail: a string or number that is
 *              not JSON costs some 40 bytes until the call returns.)
 *   Threads    Handles are immutable: any number of threads may use one at once. A handle is freed
 *              once, when no call uses it any more; each clone is a handle of its own.
 *   Versions   All of this is there since 0.1; what comes later says so with "@since".
 */


#ifndef ZRG_H
#define ZRG_H

#include <stddef.h>
#include <stdint.h>

#ifndef ZRG_API
/** In front of each function. Empty, unless it is defined before this header is included. */
#define ZRG_API
#endif

#ifdef __cplusplus
extern "C" {
#endif


/**
 * @defgroup zrg_status Statuses, errors and versions
 * @{
 *
 * A call that can fail returns a status, 0 when it is done. What exactly was wrong it writes into
 * a zrg_error, where it is given one: the axis, the entry, the byte of the text, what was given
 * and what that was compared with, and a sentence for people. A program that cannot go on shows
 * the sentence; one that can asks for the numbers.
 *
 *     uint64_t outside[2] = {26, 0};
 *     zrg_status status = zrg_grid_locate(grid, 2, outside, NULL, NULL, &error);
 *     // status == ZRG_ERROR_BOUNDS && error.code == status
 *     // error.axis == 0 && error.value == 26 && error.limit == 26
 *     // !strcmp(zrg_status_name(status), "ZRG_ERROR_BOUNDS")
 *     // !strcmp(error.message, "index 26 is outside: the extent of axis 0 is 26")
 */

/**
 * What every call that can fail returns: one of ::zrg_status_code. Later releases may add codes,
 * so treat a value that you do not know as a failure.
 */
typedef int32_t zrg_status;

/**
 * The statuses. Their numbers are pinned and never used again for anything else: up to 19 it is
 * the call, up to 39 what is asked is too much, up to 59 the document, from 60 on the grids.
 */
typedef enum zrg_status_code {
    ZRG_OK = 0,                   /**< done */
    ZRG_ERROR_NULL = 1,           /**< a pointer is NULL where it may not be */
    ZRG_ERROR_ARGUMENT = 2,       /**< a value or a pointer that is never right */
    ZRG_ERROR_RANK = 3,           /**< `rank` is not the grid's or the result's */
    ZRG_ERROR_BOUNDS = 4,         /**< an index, chunk, part or byte lies outside */
    ZRG_ERROR_CAPACITY = 5,       /**< a buffer is too small */
    ZRG_ERROR_MEMORY = 20,        /**< memory ran out */
    ZRG_ERROR_RANGE = 21,         /**< a number passes 64 bits, or an extent ZRG_MAX_EXTENT */
    ZRG_ERROR_LIMIT = 22,         /**< past a limit of ::zrg_options, or of the library */
    ZRG_ERROR_INTERNAL = 23,      /**< a fault of this library; its handles still work */
    ZRG_ERROR_JSON = 40,          /**< not JSON */
    ZRG_ERROR_DUPLICATE = 41,     /**< a member stands twice in one object */
    ZRG_ERROR_STRUCTURE = 42,     /**< a value of the wrong type or shape, or none */
    ZRG_ERROR_VALUE = 43,         /**< a number or list that may not stand there */
    ZRG_ERROR_COVER = 44,         /**< the edges end before the extent */
    ZRG_ERROR_UNSUPPORTED = 45,   /**< a name, kind or member not known or refused */
    ZRG_ERROR_NOT_REGULAR = 60,   /**< not a regular grid */
    ZRG_ERROR_NOT_ALIGNED = 61,   /**< boundaries that do not meet */
    ZRG_ERROR_INCOMPATIBLE = 62   /**< grids that do not fit together */
} zrg_status_code;

/**
 * Stands for "no such number" in every field of 64 bits that holds a number or a position, and
 * for one that does not fit: 2^64 - 1 and above. Counts are plain numbers: none is ZRG_NONE.
 */
#define ZRG_NONE 18446744073709551615ULL

/**
 * What went wrong in a call: 256 bytes that the caller owns, usually on its stack. All zero is a
 * valid start. A call that succeeds does not touch it; one that fails writes all of it. The
 * pointer itself is not checked, so that a failure can always be told: it must be NULL or point
 * to 256 bytes that overlap nothing else of the call, of any alignment.
 *
 * A field that says nothing is -1 (`axis`) or ZRG_NONE (the others).
 */
typedef struct zrg_error {
    zrg_status code;       /**< the status that the call returned */
    int32_t axis;          /**< the axis concerned, from 0 */
    uint64_t entry;
    /**< The position in an axis's list or in a batch: the first edge, run, index, mask byte, point
     *   or chunk that is wrong. Of a slice that is outside 0: its start, or 1: its count. */
    uint64_t byte_offset;  /**< the byte of the JSON text where the value starts */
    uint64_t value;
    /**< What was given. A number that does not fit, or is negative, is in the message alone. */
    uint64_t limit;
    /**< What that was compared with: the extent for an index, the declared chunks for a chunk, the
     *   bytes or entries needed for a buffer, the extent for a sum of edges, the least that is
     *   allowed for a number that is too small. */
    uint64_t reserved;     /**< ZRG_NONE for now */
    char message[208];
    /**< One sentence in UTF-8, ended by a NUL, with the JSON path where there is one
     *   ("chunk_grid.configuration.chunk_shapes[1][2][0]"). Quoted text is escaped and cut. */
} zrg_error;

/**
 * The version this header belongs to. Before 1.0 a new minor version may change the ABI, and then
 * the shared library has another soname; a new patch version never does.
 */
#define ZRG_VERSION_MAJOR 0

/** See ZRG_VERSION_MAJOR. */
#define ZRG_VERSION_MINOR 1

/** See ZRG_VERSION_MAJOR. */
#define ZRG_VERSION_PATCH 0

/**
 * The name of a status, as in this header: "ZRG_ERROR_BOUNDS".
 *
 * @param status  any number; one that is not a status gives "unknown status"
 * @return a string that lives as long as the program; never NULL
 */
ZRG_API const char *zrg_status_name(zrg_status status);

/**
 * What a status means in general. What went wrong in particular is in ::zrg_error.
 *
 * @param status  any number; one that is not a status gives "unknown status"
 * @return a string that lives as long as the program; never NULL
 */
ZRG_API const char *zrg_status_message(zrg_status status);

/** The version of this header as a number, to compare with zrg_version_number(). */
#define ZRG_VERSION_NUMBER (ZRG_VERSION_MAJOR * 10000 + ZRG_VERSION_MINOR * 100 + ZRG_VERSION_PATCH)

/**
 * The version of the library that is running: MAJOR * 10000 + MINOR * 100 + PATCH, as
 * ZRG_VERSION_NUMBER is of this header. A careful program compares the two once.
 *
 * @return the number
 */
ZRG_API uint32_t zrg_version_number(void);

/**
 * The version of the library that is running, as text: "0.1.0".
 *
 * @return a string that lives as long as the program
 */
ZRG_API const char *zrg_version_string(void);

/** @} */


/**
 * @defgroup zrg_grid Grids
 * @{
 *
 * A grid cuts an array into chunks. It is made from a document (the next group) or from numbers:
 * a list of edges for each axis, the same as runs, or one chunk shape. Whoever makes a handle
 * frees it; a clone is one more handle of the same grid.
 *
 *     uint64_t extents[2] = {26, 38}, edges[4] = {16, 10, 24, 14}, shape[2];
 *     size_t counts[2] = {2, 2};
 *     zrg_grid *made;
 *     if (zrg_grid_from_edges(2, extents, counts, edges, 4, &made, &error))
 *         return report(&error);
 *     // zrg_grid_rank(made) == 2 && zrg_grid_form(made) == ZRG_FORM_RECTILINEAR
 *     zrg_grid_shape(made, 2, shape, &error);   // shape[0] == 26 && shape[1] == 38
 *     zrg_grid_free(made);
 */

/** The largest rank, numpy's: callers may size arrays on the stack with it. */
#define ZRG_MAX_RANK 64

/**
 * The largest extent, 2^63 - 1: every index, count and position inside an array fits an int64_t.
 */
#define ZRG_MAX_EXTENT 9223372036854775807LL

/**
 * A chunk grid over the shape of an array. Immutable: any number of threads may use one at once.
 * Its handles are counted: zrg_grid_clone() makes one more, zrg_grid_free() ends one, and
 * selections hold on to what they need.
 */
typedef struct zrg_grid zrg_grid;

/** Neighbouring chunks of one length along one axis. */
typedef struct zrg_run {
    uint64_t edge;   /**< their declared length, at least 1 */
    uint64_t count;  /**< how many, at least 1 */
} zrg_run;

/** The names of chunk grids: how a grid is written, and what it was read as or made as. */
typedef enum zrg_form {
    ZRG_FORM_AS_READ = 0,      /**< as it was read or made */
    ZRG_FORM_RECTILINEAR = 1,  /**< rectilinear, which can say all that regular can */
    ZRG_FORM_REGULAR = 2       /**< regular: one integer for each axis */
} zrg_form;

/** What zrg_grid_from_chunk_shape() makes. */
typedef enum zrg_chunk_shape_flag {
    ZRG_EXACT_TAIL = 1
    /**< A rectilinear grid of lists whose last chunk on each axis ends where the array does. (Where
     *   the extent is 0 the list is one chunk, since a list is never empty.) */
} zrg_chunk_shape_flag;

/**
 * Makes a rectilinear grid from lists of edges.
 *
 * @param      rank        axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape       extents, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  counts      how many edges each axis has, `rank` entries, at least 1 each
 * @param[in]  edges       all edges of axis 0, then of axis 1, and so on; each at least 1
 * @param      edge_count  entries of `edges`: the sum of `counts`
 * @param[out] grid        the new grid, to be freed with zrg_grid_free()
 * @return ZRG_ERROR_VALUE: an edge of 0, or an axis without edges (axis, entry). ZRG_ERROR_COVER:
 *         the edges end before the extent. ZRG_ERROR_RANGE: a sum past 2^64 - 1, or an extent
 *         past ZRG_MAX_EXTENT. ZRG_ERROR_ARGUMENT: another `edge_count`. ZRG_ERROR_LIMIT
 */
ZRG_API zrg_status zrg_grid_from_edges(size_t rank, const uint64_t *shape, const size_t *counts,
                                       const uint64_t *edges, size_t edge_count, zrg_grid **grid,
                                       zrg_error *error);

/**
 * Makes a rectilinear grid from lists of runs.
 *
 * @param      rank       axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape      extents, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  counts     how many runs each axis has, `rank` entries, at least 1 each
 * @param[in]  runs       all runs of axis 0, then of axis 1, and so on
 * @param      run_count  entries of `runs`: the sum of `counts`
 * @param[out] grid       the new grid, to be freed with zrg_grid_free()
 * @return as zrg_grid_from_edges()
 */
ZRG_API zrg_status zrg_grid_from_runs(size_t rank, const uint64_t *shape, const size_t *counts,
                                      const zrg_run *runs, size_t run_count, zrg_grid **grid,
                                      zrg_error *error);

/**
 * Makes a grid from one chunk shape.
 *
 * @param      rank         axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape        extents, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  chunk_shape  edges, `rank` entries, each at least 1
 * @param      flags        0: a regular grid. ZRG_EXACT_TAIL: a rectilinear one
 * @param[out] grid         the new grid, to be freed with zrg_grid_free()
 * @return ZRG_ERROR_VALUE: an edge of 0 (axis). ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT.
 *         ZRG_ERROR_ARGUMENT: unknown flags. ZRG_ERROR_LIMIT
 */
ZRG_API zrg_status zrg_grid_from_chunk_shape(size_t rank, const uint64_t *shape,
                                             const uint64_t *chunk_shape, uint32_t flags,
                                             zrg_grid **grid, zrg_error *error);

/**
 * Makes one more handle of the same grid. Nothing is copied.
 *
 * @param[out] same  the new handle, to be freed like any other
 * @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
 */
ZRG_API zrg_status zrg_grid_clone(const zrg_grid *grid, zrg_grid **same, zrg_error *error);

/**
 * Ends a handle. The grid itself goes with its last handle and its last selection.
 *
 * @param grid  a handle that is not used again; NULL does nothing
 */
ZRG_API void zrg_grid_free(zrg_grid *grid);

/**
 * The number of axes.
 *
 * @return the rank, at most ZRG_MAX_RANK; 0 for NULL
 */
ZRG_API size_t zrg_grid_rank(const zrg_grid *grid);

/**
 * What a grid was read as or made as: zrg_grid_to_json() writes it so under ZRG_FORM_AS_READ.
 *
 * @return ZRG_FORM_REGULAR or ZRG_FORM_RECTILINEAR; 0 for NULL
 */
ZRG_API uint32_t zrg_grid_form(const zrg_grid *grid);

/**
 * The extents of the array.
 *
 * @param[out] shape  `rank` entries, in elements
 */
ZRG_API zrg_status zrg_grid_shape(const zrg_grid *grid, size_t rank, uint64_t *shape,
                                  zrg_error *error);

/**
 * How many chunks each axis has: as the document declares them, and those that hold an element of
 * the array. `[4, 4, 4]` over an extent of 6 declares 3, of which 2 have data.
 *
 * @param[out] declared  `rank` entries
 * @param[out] data      `rank` entries
 */
ZRG_API zrg_status zrg_grid_chunk_counts(const zrg_grid *grid, size_t rank, uint64_t *declared,
                                         uint64_t *data, zrg_error *error);

/** @} */


/**
 * @defgroup zrg_json Documents
 * @{
 *
 * Grids from the JSON of Zarr v3 metadata and back, and what is wrong with a document. A program
 * that has the whole `zarr.json` asks zrg_grid_from_array_json(), which reads the shape and how
 * chunks are named too; one that has parsed it already passes the `chunk_grid` alone.
 *
 *     const char regular[] = "{\"name\": \"regular\","
 *                            " \"configuration\": {\"chunk_shape\": [10, 20]}}";
 *     const uint64_t extents[2] = {100, 200};
 *     char json[256];
 *     size_t length;
 *     zrg_grid *read;
 *     if (zrg_grid_from_json(regular, sizeof regular - 1, 2, extents, NULL, &read, &error))
 *         return report(&error);
 *     zrg_grid_to_json(read, ZRG_FORM_RECTILINEAR, json, sizeof json, &length, &error);
 *     // !strcmp(json, "{\"name\":\"rectilinear\",\"configuration\":"
 *     //               "{\"kind\":\"inline\",\"chunk_shapes\":[10,20]}}")
 *     zrg_grid_free(read);
 */

/** How much a reader lets pass, for zrg_options.flags. */
typedef enum zrg_read_flag {
    ZRG_READ_ANY_MEMBER = 1,
    /**< Ignore unknown members of the grid's configuration, whatever they hold, as some readers do;
     *   also those that belong in the other grid's, such as `kind` in a regular one.
     *   `encoded_chunk_shapes` is refused all the same, since it changes what chunks decode to. */
    ZRG_READ_REPAIR = 2
    /**< Accept what known writers got wrong. A regular chunk length of 0 on an axis of extent 0 is
     *   read as 1; edge lists in a regular grid are read as those of a rectilinear one. */
} zrg_read_flag;

/**
 * How to read a document. NULL in its place reads strictly and without limits of its own. Set
 * `struct_size` to sizeof(zrg_options) and the rest to 0, then change what you want:
 *
 *     zrg_options options = {sizeof options, ZRG_READ_REPAIR, 0, 0};
 *
 * Later releases may add fields at the end; a program built with an older header goes on to work.
 */
typedef struct zrg_options {
    uint32_t struct_size;  /**< sizeof(zrg_options) */
    uint32_t flags;        /**< ZRG_READ_* joined by |; an unknown bit is ZRG_ERROR_ARGUMENT */
    uint64_t max_runs;
    /**< the most edges and runs of a document, else ZRG_ERROR_LIMIT; 0: any */
    uint64_t max_text;     /**< the most bytes of text, else ZRG_ERROR_LIMIT; 0: any */
} zrg_options;

/** The chunk key encodings, for zrg_key_encoding.name. */
typedef enum zrg_key_name {
    ZRG_KEY_DEFAULT = 0,  /**< "c/1/2" */
    ZRG_KEY_V2 = 1        /**< "1.2" */
} zrg_key_name;

/** How the indices of chunks become keys of a store. */
typedef struct zrg_key_encoding {
    uint32_t name;       /**< ZRG_KEY_DEFAULT or ZRG_KEY_V2 */
    uint32_t separator;  /**< '/' or '.' */
} zrg_key_encoding;

/**
 * Makes a grid from the `chunk_grid` of an array's document and the array's shape. Both names of
 * the Zarr v3 specifications are read, `rectilinear` and `regular`; integers in any spelling (4,
 * 4.0, 4e0). Memory and time follow the text: `[[1, 1000000000000000]]` costs no more than its 23
 * bytes suggest.
 *
 * A fault in the document is told with its byte, the axis and the entry of the list where there
 * are any, and the JSON path in the message. A text may have several faults. Text that is not JSON
 * is ZRG_ERROR_JSON, whatever it says. Then a grid that is not ours, by its name or kind, is
 * ZRG_ERROR_UNSUPPORTED, wherever that stands and whatever else is wrong: another reader may know
 * it, and what it holds is not judged. Of other faults the first one found counts.
 *
 * A byte order mark is skipped; places are counted from the first byte of `text` all the same.
 * Members that are not read, such as an array's attributes, may nest to any depth, and may hold
 * the bare `NaN`, `Infinity` and `-Infinity` that Python writes; where a number is read, these are
 * ZRG_ERROR_JSON.
 *
 * @param[in]  text     the JSON value in UTF-8
 * @param      length   bytes of the text; a NUL after it is not counted, and need not be there
 * @param      rank     axes of the array, at most ZRG_MAX_RANK
 * @param[in]  shape    extents of the array, `rank` entries, each at most ZRG_MAX_EXTENT
 * @param[in]  options  how to read, or NULL
 * @param[out] grid     the new grid, to be freed with zrg_grid_free()
 * @return ZRG_ERROR_JSON, _DUPLICATE, _STRUCTURE, _VALUE, _COVER, _UNSUPPORTED: the document.
 *         ZRG_ERROR_RANK: it has another number of axes than `rank`. ZRG_ERROR_RANGE: an edge, a
 *         count, a sum past 2^64 - 1, or an extent past ZRG_MAX_EXTENT. ZRG_ERROR_LIMIT: a limit
 *         of `options`, a rank past ZRG_MAX_RANK. ZRG_ERROR_ARGUMENT: bad options
 */
ZRG_API zrg_status zrg_grid_from_json(const char *text, size_t length, size_t rank,
                                      const uint64_t *shape, const zrg_options *options,
                                      zrg_grid **grid, zrg_error *error);

/**
 * Makes a grid from all of an array's `zarr.json`, and reads how its chunks are named. Of the
 * document `zarr_format` (3), `node_type` ("array"), `shape`, `chunk_grid` and
 * `chunk_key_encoding` are read; data type, fill value, codecs and whatever else there is are the
 * reader's own business. A document in another format, or of another node type, is not ours as a
 * whole: ZRG_ERROR_UNSUPPORTED, and nothing else of it is judged.
 *
 * @param[in]  text     the document in UTF-8
 * @param      length   bytes of the text
 * @param[in]  options  how to read, or NULL
 * @param[out] grid     the new grid, to be freed with zrg_grid_free()
 * @param[out] keys     for zrg_key_encode(); NULL: `chunk_key_encoding` is not looked at
 * @return as zrg_grid_from_json(); ZRG_ERROR_UNSUPPORTED also for another format or node type
 *         and, unless `keys` is NULL, for an unknown key encoding
 */
ZRG_API zrg_status zrg_grid_from_array_json(const char *text, size_t length,
                                            const zrg_options *options, zrg_grid **grid,
                                            zrg_key_encoding *keys, zrg_error *error);

/** The most problems that zrg_grid_validate_json() looks for. */
#define ZRG_MAX_PROBLEMS 1000

/**
 * Lists what is wrong with a `chunk_grid`: each fault that does not follow from another one, in
 * the order in which one pass over the text finds them, but for a grid that is not ours, which
 * comes first. Text that is not JSON has that problem alone. With ZRG_READ_REPAIR what is repaired
 * is listed too, with a `code` of 0, since it is no failure. The first entry with another code is
 * what zrg_grid_from_json() reports.
 *
 * @param[in]  text      the JSON value in UTF-8
 * @param      length    bytes of the text
 * @param      rank      axes of the array
 * @param[in]  shape     extents of the array, `rank` entries
 * @param[in]  options   how to read, or NULL
 * @param[out] problems  the first of them, `capacity` entries
 * @param      capacity  entries of `problems`
 * @param[out] count     how many there are, also past `capacity`, at most ZRG_MAX_PROBLEMS; 0:
 *                       the document is right
 * @return ZRG_OK also where there are problems. ZRG_ERROR_RANGE, _LIMIT: the shape.
 *         ZRG_ERROR_ARGUMENT: bad options
 */
ZRG_API zrg_status zrg_grid_validate_json(const char *text, size_t length, size_t rank,
                                          const uint64_t *shape, const zrg_options *options,
                                          zrg_error *problems, size_t capacity, size_t *count,
                                          zrg_error *error);

/**
 * Lists what is wrong with an array's whole `zarr.json`, as far as zrg_grid_from_array_json()
 * reads it (with `keys`).
 *
 * @param[in]  text      the document in UTF-8
 * @param      length    bytes of the text
 * @param[in]  options   how to read, or NULL
 * @param[out] problems  the first of them, `capacity` entries
 * @param      capacity  entries of `problems`
 * @param[out] count     how many there are, as in zrg_grid_validate_json()
 * @return as zrg_grid_validate_json()
 */
ZRG_API zrg_status zrg_grid_validate_array_json(const char *text, size_t length,
                                                const zrg_options *options, zrg_error *problems,
                                                size_t capacity, size_t *count, zrg_error *error);

/**
 * Writes a grid as the value of `chunk_grid`: compact, and the same bytes for the same grid.
 * Integers stay integers and lists lists; equal neighbours become runs, and a run of one is a
 * bare edge. Reading it again gives the same grid.
 *
 * @param      form      ZRG_FORM_AS_READ, ZRG_FORM_RECTILINEAR or ZRG_FORM_REGULAR
 * @param[out] text      the JSON, ended by a NUL
 * @param      capacity  bytes of `text`, with the NUL
 * @param[out] length    bytes of the JSON without the NUL; set on ZRG_ERROR_CAPACITY too
 * @return ZRG_ERROR_CAPACITY: `text` is too small (limit: bytes needed, with the NUL).
 *         ZRG_ERROR_NOT_REGULAR: an axis has no integer that keeps its edges; the message says
 *         why, and `length` is untouched. ZRG_ERROR_ARGUMENT: an unknown form
 */
ZRG_API zrg_status zrg_grid_to_json(const zrg_grid *grid, uint32_t form, char *text,
                                    size_t capacity, size_t *length, zrg_error *error);

/** @} */


/**
 * @defgroup zrg_chunks Elements and chunks
 * @{
 *
 * Which chunk holds an element and where in it, one or many at once; what a chunk is; chunks by
 * number; boxes of elements as boxes of chunks, and back.
 *
 *     uint64_t first[2], count[2], start[2] = {12, 18}, box[2] = {8, 14};
 *     uint64_t origin[2], declared[2], data[2];
 *     if (zrg_grid_box_to_chunks(grid, 2, start, box, first, count, &error) ||
 *         zrg_grid_chunk(grid, 2, first, origin, declared, data, &error))
 *         return report(&error);
 *     // first[0] == 0 && first[1] == 0 && count[0] == 2 && count[1] == 2
 *     // origin[0] == 0 && declared[0] == 16 && data[0] == 16
 */

/**
 * The chunk that holds an element, and where in it.
 *
 * @param[in]  index   the element, `rank` entries
 * @param[out] chunk   the index of its chunk, `rank` entries
 * @param[out] within  the element counted from the chunk's origin, `rank` entries
 * @return ZRG_ERROR_BOUNDS: an index at or past its extent (axis, value, limit)
 * @see the specification's "Indexing"
 */
ZRG_API zrg_status zrg_grid_locate(const zrg_grid *grid, size_t rank, const uint64_t *index,
                                   uint64_t *chunk, uint64_t *within, zrg_error *error);

/**
 * The chunks of many elements, and where in them. Coordinate a of point i is entry
 * `i * point_stride + a * axis_stride` of `points`, and of both outputs: strides of (rank, 1) for
 * one point after the other, of (1, count) for one axis after the other. Entries between them are
 * left alone.
 *
 * @param      count         points
 * @param      point_stride  entries from one point to the next
 * @param      axis_stride   entries from one axis to the next
 * @param[in]  points        the points
 * @param[out] chunks        the indices of their chunks
 * @param[out] within        the points counted from their chunks' origins
 * @param      length        entries of each array; all that the strides reach is in [0, length)
 * @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside; the answers before it
 *         stand, those from it on are unspecified. ZRG_ERROR_CAPACITY: the strides leave the
 *         arrays
 */
ZRG_API zrg_status zrg_grid_locate_many(const zrg_grid *grid, size_t rank, size_t count,
                                        ptrdiff_t point_stride, ptrdiff_t axis_stride,
                                        const uint64_t *points, uint64_t *chunks, uint64_t *within,
                                        size_t length, zrg_error *error);

/**
 * What a chunk is: where it starts, what it decodes to, how much of that is inside the array.
 * Chunks wholly past the extent exist, with a data shape that has a 0.
 *
 * @param[in]  chunk     the chunk's index, `rank` entries
 * @param[out] origin    its first element, `rank` entries
 * @param[out] declared  the shape it decodes to, `rank` entries
 * @param[out] data      the shape of what is inside the array, `rank` entries
 * @return ZRG_ERROR_BOUNDS: no such chunk (axis, value, limit)
 */
ZRG_API zrg_status zrg_grid_chunk(const zrg_grid *grid, size_t rank, const uint64_t *chunk,
                                  uint64_t *origin, uint64_t *declared, uint64_t *data,
                                  zrg_error *error);

/**
 * What many chunks are. All arrays hold `rank` entries for each chunk, one chunk after the other.
 *
 * @param[in]  chunks    their indices
 * @param[out] origin    their first elements
 * @param[out] declared  the shapes they decode to
 * @param[out] data      the shapes of what is inside the array
 * @param      count     how many chunks
 * @return ZRG_ERROR_BOUNDS: `entry` is the first chunk that does not exist; the answers before it
 *         stand, those from it on are unspecified
 */
ZRG_API zrg_status zrg_grid_chunk_many(const zrg_grid *grid, size_t rank, const uint64_t *chunks,
                                       uint64_t *origin, uint64_t *declared, uint64_t *data,
                                       size_t count, zrg_error *error);

/**
 * The number of a chunk: row-major, among the declared ones.
 *
 * @param[in]  chunk   the chunk's index, `rank` entries
 * @param[out] number  its number, from 0
 * @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the number passes 2^64 - 2
 */
ZRG_API zrg_status zrg_grid_chunk_number(const zrg_grid *grid, size_t rank, const uint64_t *chunk,
                                         uint64_t *number, zrg_error *error);

/**
 * The chunk that has a number. The total of declared chunks may pass 64 bits; the numbers that
 * fit work.
 *
 * @param      number  row-major among the declared chunks
 * @param[out] chunk   the chunk's index, `rank` entries
 * @return ZRG_ERROR_BOUNDS: no such chunk
 */
ZRG_API zrg_status zrg_grid_chunk_at_number(const zrg_grid *grid, size_t rank, uint64_t number,
                                            uint64_t *chunk, zrg_error *error);

/**
 * The chunks that a box of elements touches, as a box of chunks. All of them have data. A box
 * without elements touches none: the answer is all zero.
 *
 * @param[in]  start        the first element, `rank` entries
 * @param[in]  shape        elements on each axis, `rank` entries
 * @param[out] first_chunk  the index of the first chunk, `rank` entries
 * @param[out] chunk_count  chunks on each axis, `rank` entries
 * @return ZRG_ERROR_BOUNDS: the box passes an extent
 */
ZRG_API zrg_status zrg_grid_box_to_chunks(const zrg_grid *grid, size_t rank, const uint64_t *start,
                                          const uint64_t *shape, uint64_t *first_chunk,
                                          uint64_t *chunk_count, zrg_error *error);

/**
 * What a box of chunks holds: its first element, and how many elements it has on each axis, as
 * declared and inside the array. On an axis with a count of 0 all three are 0.
 *
 * @param[in]  first_chunk  the index of the first chunk, `rank` entries
 * @param[in]  chunk_count  chunks on each axis, `rank` entries
 * @param[out] origin       the first element, `rank` entries
 * @param[out] declared     elements on each axis, `rank` entries
 * @param[out] data         those inside the array, `rank` entries
 * @return ZRG_ERROR_BOUNDS: the box passes the declared chunks
 */
ZRG_API zrg_status zrg_grid_chunks_to_box(const zrg_grid *grid, size_t rank,
                                          const uint64_t *first_chunk, const uint64_t *chunk_count,
                                          uint64_t *origin, uint64_t *declared, uint64_t *data,
                                          zrg_error *error);

/** @} */


/**
 * @defgroup zrg_axis One axis
 * @{
 *
 * What a grid says of one axis alone, by pages and without any state between calls: its chunks,
 * edges and runs, and which chunks a slice touches. A page may start anywhere at no cost.
 *
 *     zrg_slice slice;
 *     zrg_projection page[8];
 *     uint64_t next = 0, total = 0;
 *     size_t count, i;
 *     zrg_slice_from_bounds(38, 30, 0, -4, &slice, &error);   // slice.count == 8
 *     do {
 *         if (zrg_grid_axis_projections(grid, 1, &slice, next, page, 8, &count, &next, &error))
 *             return report(&error);
 *         for (i = 0; i < count; i++)
 *             total += page[i].count;   // elements of the slice in chunk page[i].chunk
 *     } while (count > 0);
 *     // total == 8
 */

/** One chunk along one axis. */
typedef struct zrg_interval {
    uint64_t chunk;   /**< the chunk's index on the axis */
    uint64_t origin;  /**< its first element */
    uint64_t edge;    /**< its declared length: what it decodes to */
    uint64_t data;    /**< how many of its elements are inside the array; may be 0 */
} zrg_interval;

/**
 * The chunk of one axis that holds an element.
 *
 * @param      axis      below the grid's rank
 * @param      index     the element
 * @param[out] interval  the chunk
 * @return ZRG_ERROR_BOUNDS: no such axis, or an index at or past the extent
 */
ZRG_API zrg_status zrg_grid_axis_locate(const zrg_grid *grid, size_t axis, uint64_t index,
                                        zrg_interval *interval, zrg_error *error);

/**
 * A page of the declared chunks of one axis.
 *
 * @param      axis         below the grid's rank
 * @param      first_chunk  the first chunk wanted
 * @param[out] intervals    `capacity` entries
 * @param      capacity     entries that there is room for
 * @param[out] count        entries written
 * @return ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_grid_axis_intervals(const zrg_grid *grid, size_t axis, uint64_t first_chunk,
                                           zrg_interval *intervals, size_t capacity, size_t *count,
                                           zrg_error *error);

/**
 * A page of the declared edges of one axis.
 *
 * @param      axis         below the grid's rank
 * @param      first_chunk  the first chunk wanted
 * @param[out] edges        `capacity` entries
 * @param      capacity     entries that there is room for
 * @param[out] count        entries written
 * @return ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_grid_axis_edges(const zrg_grid *grid, size_t axis, uint64_t first_chunk,
                                       uint64_t *edges, size_t capacity, size_t *count,
                                       zrg_error *error);

/**
 * A page of the maximal runs of one axis: the first of a page may be the rest of a longer run.
 *
 * @param      axis         below the grid's rank
 * @param      first_chunk  the first chunk wanted
 * @param[out] runs         `capacity` entries
 * @param      capacity     entries that there is room for
 * @param[out] count        entries written; 0 after the last chunk
 * @param[out] next         the `first_chunk` of the next page
 * @return ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_grid_axis_runs(const zrg_grid *grid, size_t axis, uint64_t first_chunk,
                                      zrg_run *runs, size_t capacity, size_t *count, uint64_t *next,
                                      zrg_error *error);

/** How an axis of a grid is declared. */
typedef enum zrg_axis_form {
    ZRG_AXIS_INTEGER = 1,  /**< by one integer, the edge of all chunks */
    ZRG_AXIS_LIST = 2      /**< by a list of edges or runs */
} zrg_axis_form;

/**
 * How one axis is declared, and the integer that keeps every edge of it. An axis that is declared
 * by an integer has that one; a list has one where all edges are equal and no fewer would cover
 * the extent.
 *
 * @param      axis     below the grid's rank
 * @param[out] form     ZRG_AXIS_INTEGER or ZRG_AXIS_LIST; or NULL
 * @param[out] integer  the integer, 0 where there is none; or NULL
 * @return ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_grid_axis_form(const zrg_grid *grid, size_t axis, uint32_t *form,
                                      uint64_t *integer, zrg_error *error);

/**
 * Elements start, start + step, ... of one axis. The step has either sign and is never 0. With a
 * count of 0 the start may be anything; else the first and the last element lie inside the
 * extent.
 */
typedef struct zrg_slice {
    uint64_t start;  /**< the first element */
    uint64_t count;  /**< how many */
    int64_t step;    /**< from one to the next */
} zrg_slice;

/** A bound left out of zrg_slice_from_bounds(), as Python's None: the lowest int64_t. */
#define ZRG_OMITTED (-9223372036854775807LL - 1)

/**
 * A slice from Python's start:stop:step on an axis. Negative bounds count from the end, bounds
 * past the ends are cut, ZRG_OMITTED stands for one left out (a step left out is 1).
 *
 * @param      extent  of the axis
 * @param      start   or ZRG_OMITTED
 * @param      stop    or ZRG_OMITTED
 * @param      step    not 0; or ZRG_OMITTED
 * @param[out] slice   what range(extent)[start:stop:step] holds
 * @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_RANGE: an extent past ZRG_MAX_EXTENT
 */
ZRG_API zrg_status zrg_slice_from_bounds(uint64_t extent, int64_t start, int64_t stop, int64_t step,
                                         zrg_slice *slice, zrg_error *error);

/**
 * One chunk's share of one axis of a selection.
 *
 * With a step, it selects the elements `first`, `first + step`, ... of the chunk, `count` of them,
 * counted from the chunk's origin; they go to the positions `out`, `out + 1`, ... of the result's
 * axis. With a step of 0 it is the entries `list`, `list + 1`, ... of the axis's list, `count` of
 * them: zrg_selection_axis_list() has their elements and positions, of which `first` and `out`
 * are the first.
 */
typedef struct zrg_projection {
    uint64_t chunk;   /**< the chunk's index on the axis */
    uint64_t origin;  /**< the chunk's first element */
    uint64_t edge;    /**< the chunk's declared length */
    uint64_t first;   /**< the first selected element, counted from `origin` */
    uint64_t count;   /**< how many are selected, at least 1 */
    int64_t step;
    /**< The slice's step, also where `count` is 1. 0 only for lists, masks and points. */
    uint64_t out;     /**< the position of the first in the result's axis */
    uint64_t list;    /**< the first entry in the axis's list; ZRG_NONE for a slice */
} zrg_projection;

/**
 * A page of the projections of a slice on one axis, in chunk order: those of the chunks that hold
 * an element of it.
 *
 * @param      axis         below the grid's rank
 * @param[in]  slice        one slice
 * @param      first_chunk  the first chunk wanted; any number
 * @param[out] projections  `capacity` entries
 * @param      capacity     entries that there is room for
 * @param[out] count        entries written; 0 after the last one
 * @param[out] next         the `first_chunk` of the next page
 * @return ZRG_ERROR_ARGUMENT: a step of 0. ZRG_ERROR_BOUNDS: no such axis, or the slice passes
 *         the extent
 */
ZRG_API zrg_status zrg_grid_axis_projections(const zrg_grid *grid, size_t axis,
                                             const zrg_slice *slice, uint64_t first_chunk,
                                             zrg_projection *projections, size_t capacity,
                                             size_t *count, uint64_t *next, zrg_error *error);

/** @} */


/**
 * @defgroup zrg_selection Selections
 * @{
 *
 * What a program asks for, planned on a grid: a slice for each axis, of which any may be replaced
 * by a list of indices or a mask; or points. Time and memory follow what is asked for and the
 * runs of the grid, not the chunks touched. The next groups say which chunks that are, and move
 * the elements.
 *
 *     const zrg_slice window[2] = {{12, 8, 1}, {18, 14, 1}};   // start, count, step
 *     const int64_t columns[3] = {-1, 0, 30};
 *     zrg_selection *plain, *listed;
 *     uint64_t result[2];
 *     if (zrg_selection_from_slices(grid, 2, window, &plain, &error))
 *         return report(&error);
 *     if (zrg_selection_with_indices(plain, 1, columns, 3, ZRG_INDEX_WRAP, &listed, &error)) {
 *         zrg_selection_free(plain);
 *         return report(&error);
 *     }
 *     zrg_selection_shape(listed, 2, result, &error);   // result[0] == 8 && result[1] == 3
 *     zrg_selection_free(plain);
 *     zrg_selection_free(listed);
 */

/**
 * A selection planned on a grid. Immutable: any number of threads may use one at once. It holds
 * on to its grid, whose handles may be freed before.
 */
typedef struct zrg_selection zrg_selection;

/** How indices and points are read. */
typedef enum zrg_index_flag {
    ZRG_INDEX_WRAP = 1   /**< a negative one counts from the end, as in Python */
} zrg_index_flag;

/** How the bits of a mask lie in their bytes. */
typedef enum zrg_bits_flag {
    ZRG_BITS_HIGH_FIRST = 1
    /**< The most significant bit of a byte comes first, as numpy.packbits() has it. Without this
     *   flag the least significant one does, as Arrow has it. */
} zrg_bits_flag;

/**
 * Plans a selection of one slice for each axis.
 *
 * @param[in]  slices     `rank` entries; see zrg_slice_from_bounds()
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_ARGUMENT: a step of 0 (axis). ZRG_ERROR_BOUNDS: a slice passes the extent
 *         (axis; where `entry` is 0, value and limit are its start and the extent, where it is 1
 *         its count and how many fit)
 */
ZRG_API zrg_status zrg_selection_from_slices(const zrg_grid *grid, size_t rank,
                                             const zrg_slice *slices, zrg_selection **selection,
                                             zrg_error *error);

/**
 * A selection with a list of indices for one axis, in any order and with repeats, in place of
 * what `base` has there (a slice, or an earlier list or mask). The result has one element for
 * each index on that axis.
 *
 * @param[in]  base       from zrg_selection_from_slices() or a call of this kind; it stays
 * @param      axis       below the grid's rank
 * @param[in]  indices    in array coordinates
 * @param      count      how many
 * @param      flags      0 or ZRG_INDEX_WRAP
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_BOUNDS: no such axis, or `entry` is the first index that is outside.
 *         ZRG_ERROR_ARGUMENT: unknown flags, or a base of points or from zrg_selection_inner()
 */
ZRG_API zrg_status zrg_selection_with_indices(const zrg_selection *base, size_t axis,
                                              const int64_t *indices, size_t count, uint32_t flags,
                                              zrg_selection **selection, zrg_error *error);

/**
 * A selection with a mask for one axis in place of what `base` has there: the elements whose byte
 * is 1.
 *
 * @param[in]  base       from zrg_selection_from_slices() or a call of this kind; it stays
 * @param      axis       below the grid's rank
 * @param[in]  mask       0 or 1 for each element
 * @param      length     bytes of the mask: the axis's extent
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_ARGUMENT: another length, `entry` is the first byte that is neither 0 nor 1,
 *         or a base of points or from zrg_selection_inner(). ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_selection_with_mask(const zrg_selection *base, size_t axis,
                                           const uint8_t *mask, size_t length,
                                           zrg_selection **selection, zrg_error *error);

/**
 * A selection with a mask of bits for one axis in place of what `base` has there. Element i is
 * bit (bit_offset + i) % 8 of byte (bit_offset + i) / 8. Bits before and behind those are not
 * looked at.
 *
 * @param[in]  base        from zrg_selection_from_slices() or a call of this kind; it stays
 * @param      axis        below the grid's rank
 * @param[in]  bits        (bit_offset + length + 7) / 8 bytes
 * @param      bit_offset  the bit of element 0
 * @param      length      bits of the mask: the axis's extent
 * @param      flags       0 or ZRG_BITS_HIGH_FIRST
 * @param[out] selection   the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_ARGUMENT: another length, unknown flags, or a base of points or from
 *         zrg_selection_inner(). ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_selection_with_bits(const zrg_selection *base, size_t axis,
                                           const uint8_t *bits, size_t bit_offset, size_t length,
                                           uint32_t flags, zrg_selection **selection,
                                           zrg_error *error);

/**
 * Plans a selection of points, in any order and with repeats. The result has one axis, of `count`
 * elements in request order. Coordinate a of point i is entry
 * `i * point_stride + a * axis_stride`, as in zrg_grid_locate_many(), whose points may be passed
 * by a cast to `const int64_t *` where ZRG_INDEX_WRAP is not set.
 *
 * @param      count         points
 * @param      point_stride  entries from one point to the next
 * @param      axis_stride   entries from one axis to the next
 * @param[in]  points        the points
 * @param      length        entries of `points`; all that the strides reach is in [0, length)
 * @param      flags         0 or ZRG_INDEX_WRAP
 * @param[out] selection     the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_BOUNDS: `entry` is the first point that is outside (axis).
 *         ZRG_ERROR_CAPACITY: the strides leave the array. ZRG_ERROR_ARGUMENT: unknown flags
 */
ZRG_API zrg_status zrg_selection_from_points(const zrg_grid *grid, size_t rank, size_t count,
                                             ptrdiff_t point_stride, ptrdiff_t axis_stride,
                                             const int64_t *points, size_t length, uint32_t flags,
                                             zrg_selection **selection, zrg_error *error);

/**
 * Plans a selection of the elements where a mask over the whole array is 1, in C order. The
 * result has one axis.
 *
 * @param[in]  mask       0 or 1 for each element, in C order
 * @param      length     bytes of the mask: as many as the array has elements
 * @param[out] selection  the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_ARGUMENT: another length, or `entry` is the first byte that is neither 0 nor 1
 */
ZRG_API zrg_status zrg_selection_from_mask(const zrg_grid *grid, const uint8_t *mask, size_t length,
                                           zrg_selection **selection, zrg_error *error);

/**
 * Makes one more handle of the same selection. Nothing is copied.
 *
 * @param[out] same  the new handle, to be freed like any other
 * @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
 */
ZRG_API zrg_status zrg_selection_clone(const zrg_selection *selection, zrg_selection **same,
                                       zrg_error *error);

/**
 * Ends a handle. The selection itself goes with its last handle.
 *
 * @param selection  a handle that is not used again; NULL does nothing
 */
ZRG_API void zrg_selection_free(zrg_selection *selection);

/**
 * One more handle of the grid that a selection is planned on: its rank is that of the selection's
 * parts. Of a selection from zrg_selection_inner() it is the grid of the inner chunks.
 *
 * @param[out] grid  the new handle, to be freed with zrg_grid_free()
 * @return ZRG_ERROR_LIMIT: 2^63 - 1 handles
 */
ZRG_API zrg_status zrg_selection_grid(const zrg_selection *selection, zrg_grid **grid,
                                      zrg_error *error);

/**
 * The number of axes of the result: the grid's rank, or 1 for points and masks over an array.
 *
 * @return the rank, at most ZRG_MAX_RANK; 0 for NULL
 */
ZRG_API size_t zrg_selection_rank(const zrg_selection *selection);

/**
 * The shape of the result: for each axis, how many elements are selected.
 *
 * @param      rank   the result's, as zrg_selection_rank() says
 * @param[out] shape  `rank` entries, in elements
 */
ZRG_API zrg_status zrg_selection_shape(const zrg_selection *selection, size_t rank, uint64_t *shape,
                                       zrg_error *error);

/** @} */


/**
 * @defgroup zrg_parts Parts
 * @{
 *
 * What a selection touches, chunk by chunk: each part is one chunk's share. Parts are numbered in
 * row-major chunk order, whatever the signs of the steps, and come by pages. A part's number is
 * all that a reader needs to keep: the calls that move elements take it.
 *
 *     const zrg_slice rows[2] = {{12, 8, 1}, {18, 14, 1}};
 *     zrg_selection *plan;
 *     zrg_part parts[4];
 *     uint64_t chunks[4 * 2], part = 0, elements = 0;
 *     size_t count, i;
 *     if (zrg_selection_from_slices(grid, 2, rows, &plan, &error))
 *         return report(&error);
 *     do {
 *         zrg_selection_parts(plan, 2, part, parts, chunks, NULL, 4, &count, &error);
 *         for (i = 0; i < count; i++)
 *             elements += parts[i].elements;   // fetch chunk chunks[2 * i], chunks[2 * i + 1]
 *         part += count;
 *     } while (count > 0);
 *     // part == 4 && elements == 8 * 14
 *     zrg_selection_free(plan);
 */

/** How much of its chunk a part covers, for zrg_part.covers. */
typedef enum zrg_cover_flag {
    ZRG_COVERS_DATA = 1,
    /**< Every element of the chunk that is inside the array: a writer need not read the chunk
     *   first. */
    ZRG_COVERS_DECLARED = 2
    /**< Every element that the chunk decodes to: a writer need not fill the rest either. Comes with
     *   ZRG_COVERS_DATA. */
} zrg_cover_flag;

/** One chunk's share of a whole selection. */
typedef struct zrg_part {
    uint64_t chunk_number;
    /**< row-major among the declared chunks; ZRG_NONE where it does not fit */
    uint64_t elements;      /**< how many elements are selected; ZRG_NONE where that does not fit */
    uint64_t decoded;       /**< how many elements the chunk decodes to, or ZRG_NONE */
    uint64_t covers;        /**< ZRG_COVERS_* joined by | */
} zrg_part;

/**
 * The number of parts: chunks that hold an element of the selection. 0 for an empty one.
 *
 * @param[out] count  how many. All of 2^64 - 1 is a count here, and not ZRG_NONE
 * @return ZRG_ERROR_RANGE: it passes 2^64 - 1; all other calls still work
 */
ZRG_API zrg_status zrg_selection_part_count(const zrg_selection *selection, uint64_t *count,
                                            zrg_error *error);

/**
 * For each axis of the grid, how many of its chunks are touched: their product is the number of
 * parts, except for points, where each axis has the number of parts.
 *
 * @param[out] counts  `rank` entries
 */
ZRG_API zrg_status zrg_selection_projection_counts(const zrg_selection *selection, size_t rank,
                                                   uint64_t *counts, zrg_error *error);

/**
 * A page of parts. Any page costs the same wherever it starts.
 *
 * @param      first_part   the number of the first part wanted: entry i is number first_part + i
 * @param[out] parts        `capacity` entries
 * @param[out] chunks       the chunks' indices, `capacity` times `rank` entries
 * @param[out] projections  one for each axis, `capacity` times `rank` entries
 * @param      capacity     parts that there is room for
 * @param[out] count        parts written; 0 after the last one
 */
ZRG_API zrg_status zrg_selection_parts(const zrg_selection *selection, size_t rank,
                                       uint64_t first_part, zrg_part *parts, uint64_t *chunks,
                                       zrg_projection *projections, size_t capacity, size_t *count,
                                       zrg_error *error);

/**
 * A page of the list of an axis: of a list of indices, a mask, or points. Entries are ordered by
 * chunk, and in request order in each; a projection with a step of 0 says which of them are its
 * own.
 *
 * @param      axis         below the grid's rank
 * @param      first_entry  the first entry wanted
 * @param[out] within       the elements, counted from their chunks' origins, `capacity` entries
 * @param[out] out          their positions in the result's axis, `capacity` entries
 * @param      capacity     entries that there is room for
 * @param[out] count        entries written; 0 after the last one
 * @return ZRG_ERROR_ARGUMENT: the axis has a slice. ZRG_ERROR_BOUNDS: no such axis
 */
ZRG_API zrg_status zrg_selection_axis_list(const zrg_selection *selection, size_t axis,
                                           uint64_t first_entry, uint64_t *within, uint64_t *out,
                                           size_t capacity, size_t *count, zrg_error *error);

/**
 * The part that is a chunk's share.
 *
 * @param[in]  chunk  the chunk's index, `rank` entries
 * @param[out] part   the part's number; ZRG_NONE where the selection does not touch the chunk
 * @return ZRG_ERROR_BOUNDS: no such chunk. ZRG_ERROR_RANGE: the part's number passes 2^64 - 2
 */
ZRG_API zrg_status zrg_selection_find_part(const zrg_selection *selection, size_t rank,
                                           const uint64_t *chunk, uint64_t *part, zrg_error *error);

/**
 * Elements side by side both in a chunk and in the result: what one memcpy moves. Whether it is a
 * range of the chunk's file too is said at zrg_selection_segments().
 */
typedef struct zrg_segment {
    uint64_t within;  /**< the first in the chunk, in C order of its declared shape */
    uint64_t out;     /**< the first in the result, in C order */
    uint64_t count;   /**< how many */
} zrg_segment;

/**
 * A page of the segments of a part, in C order of the selection. Together they hold every element
 * of the part once.
 *
 * Only where the `codecs` of the array are `bytes` alone is a segment a range of the chunk's file
 * as well: `count` times the element size bytes, from `within` times the element size on. Behind
 * any other codec (compression, transpose, crc32c, shards) it is a range of the decoded chunk and
 * of nothing else.
 *
 * To fetch the ranges of a chunk in few requests, sort the part's segments by `within`, and join
 * two neighbours where the gap from one's `within` + `count` to the other's `within` is not worth
 * a request. The joined range ends where the later of the two does: segments may overlap, since a
 * list may name an element twice.
 *
 * @param      part           the part's number
 * @param      first_segment  the first segment wanted
 * @param[out] segments       `capacity` entries
 * @param      capacity       entries that there is room for
 * @param[out] count          entries written; 0 after the last one
 * @return ZRG_ERROR_BOUNDS: no such part. ZRG_ERROR_RANGE: a position in chunk or result passes
 *         2^64 - 2
 */
ZRG_API zrg_status zrg_selection_segments(const zrg_selection *selection, uint64_t part,
                                          uint64_t first_segment, zrg_segment *segments,
                                          size_t capacity, size_t *count, zrg_error *error);

/** What zrg_selection_split() shares out evenly. */
typedef enum zrg_split {
    ZRG_SPLIT_PARTS = 0,     /**< about as many parts each */
    ZRG_SPLIT_ELEMENTS = 1   /**< about as many elements each */
} zrg_split;

/**
 * Cuts a selection into shares for as many workers: share w is the parts from bounds[w] up to, but
 * without, bounds[w + 1]. Together they are all parts; since each part is another chunk, no two
 * shares meet in one. With more shares than parts some are empty.
 *
 * @param      shares  how many, at least 1
 * @param      by      ZRG_SPLIT_PARTS or ZRG_SPLIT_ELEMENTS
 * @param[out] bounds  `shares` + 1 part numbers, rising
 * @return ZRG_ERROR_ARGUMENT: 0 shares, or an unknown `by`. ZRG_ERROR_RANGE: the number of parts
 *         passes 2^64 - 1, or that of elements 128 bits
 */
ZRG_API zrg_status zrg_selection_split(const zrg_selection *selection, size_t shares, uint32_t by,
                                       uint64_t *bounds, zrg_error *error);

/** Neighbouring chunks in row-major order. */
typedef struct zrg_chunk_range {
    uint64_t first;  /**< the number of the first, among the declared ones */
    uint64_t count;  /**< how many */
} zrg_chunk_range;

/**
 * A page of the chunks of a selection as ranges of chunk numbers, rising. Two ranges with not more
 * than `gap` other chunks between them are one.
 *
 * @param      gap           0 to join neighbours only
 * @param      first_number  the first chunk number wanted
 * @param[out] ranges        `capacity` entries
 * @param      capacity      entries that there is room for
 * @param[out] count         entries written; 0 after the last chunk
 * @param[out] next          the `first_number` of the next page
 * @return ZRG_ERROR_RANGE: a chunk's number passes 2^64 - 2
 */
ZRG_API zrg_status zrg_selection_chunk_ranges(const zrg_selection *selection, uint64_t gap,
                                              uint64_t first_number, zrg_chunk_range *ranges,
                                              size_t capacity, size_t *count, uint64_t *next,
                                              zrg_error *error);

/** @} */


/**
 * @defgroup zrg_data Reading and writing
 * @{
 *
 * The elements of a part, moved from its decoded chunk to their places in the result, or from
 * there into the chunk. No byte is moved before all are proven to lie inside; the two memories
 * may not overlap. To read, take each part in any order, fetch and decode its chunk, and move it;
 * a chunk that is missing from the store is the fill value:
 *
 *     const zrg_slice middle[2] = {{12, 8, 1}, {18, 14, 1}};
 *     static unsigned char result[8 * 14], decoded[16 * 24];   // one byte an element
 *     const unsigned char fill = 7;
 *     zrg_selection *window;
 *     if (zrg_selection_from_slices(grid, 2, middle, &window, &error))
 *         return report(&error);
 *     decoded[12 * 24 + 18] = 5;   // element (12, 18), in chunk (0, 0) of 16 by 24
 *     if (zrg_selection_read_part(window, 0, 1, decoded, 16 * 24, 0, NULL,
 *                                 result, 8 * 14, 0, NULL, &error) ||
 *         zrg_selection_fill_part(window, 3, &fill, 1, result, 8 * 14, 0, NULL, &error))
 *         return report(&error);
 *     // result[0] == 5 && result[8 * 14 - 1] == 7
 *
 * To write, a part that covers its chunk needs no reading; the others are read, changed and
 * written back. zrg_selection_split() gives each worker chunks of its own.
 *
 *     zrg_part about;
 *     size_t count;
 *     zrg_selection_parts(window, 2, 0, &about, NULL, NULL, 1, &count, &error);
 *     if (!(about.covers & ZRG_COVERS_DATA))
 *         decoded[0] = 9;   // here chunk (0, 0) is read and decoded
 *     if (zrg_selection_write_part(window, 0, 1, result, 8 * 14, 0, NULL,
 *                                  decoded, 16 * 24, 0, NULL, &error))
 *         return report(&error);
 *     // decoded[0] == 9 && decoded[12 * 24 + 18] == 5
 *     zrg_selection_free(window);   // and then the chunk is encoded and stored
 *
 * Element (0, ..., 0) of an array lies `start` bytes after its pointer (before it, where that is
 * negative). Strides are bytes from one element to the next, one for each axis, of either sign or
 * 0. Neither memory need be aligned, and bytes are moved as they are. NULL strides mean C order,
 * and then the size must be exact: `start` plus all elements. With strides only what the part
 * touches must lie inside.
 *
 * Several threads may read different parts into one result at once: each writes bytes of its own,
 * and no others. (Strides that put two elements of the result in one place would break that.)
 */

/**
 * Moves the elements of a part out of its decoded chunk into the result.
 *
 * @param      part           the part's number
 * @param      element_size   bytes of an element, at least 1
 * @param[in]  chunk          the decoded chunk: an array of its declared shape
 * @param      chunk_size     its bytes
 * @param      chunk_start    where its element (0, ..., 0) lies
 * @param[in]  chunk_strides  one for each axis of the grid, or NULL
 * @param[out] out            the result: an array of the selection's shape; never NULL
 * @param      out_size       its bytes
 * @param      out_start      where its element (0, ..., 0) lies
 * @param[in]  out_strides    one for each axis of the result, or NULL
 * @return ZRG_ERROR_BOUNDS: no such part, or it touches a byte outside a memory (value, limit).
 *         Without strides ZRG_ERROR_CAPACITY: a size that is too small, ZRG_ERROR_ARGUMENT: one
 *         that is too large (limit: the bytes needed). ZRG_ERROR_RANGE: a position passes 127
 *         bits. Nothing is written then
 */
ZRG_API zrg_status zrg_selection_read_part(const zrg_selection *selection, uint64_t part,
                                           size_t element_size, const void *chunk,
                                           size_t chunk_size, int64_t chunk_start,
                                           const int64_t *chunk_strides, void *out, size_t out_size,
                                           int64_t out_start, const int64_t *out_strides,
                                           zrg_error *error);

/**
 * Sets the elements of a part in the result to one element: what zrg_selection_read_part() does
 * for a chunk that is missing.
 *
 * @param      part          the part's number
 * @param[in]  fill          one element
 * @param      element_size  bytes of an element, so of `fill`; at least 1
 * @param[out] out           the result: an array of the selection's shape; never NULL
 * @param      out_size      its bytes
 * @param      out_start     where its element (0, ..., 0) lies
 * @param[in]  out_strides   one for each axis of the result, or NULL
 * @return as zrg_selection_read_part()
 */
ZRG_API zrg_status zrg_selection_fill_part(const zrg_selection *selection, uint64_t part,
                                           const void *fill, size_t element_size, void *out,
                                           size_t out_size, int64_t out_start,
                                           const int64_t *out_strides, zrg_error *error);

/**
 * Moves the elements of a part out of what is to be written into its chunk: the opposite of
 * zrg_selection_read_part(). What the part does not cover stays as it is in the chunk. Where an
 * element of the chunk is selected more than once, the last one in the order of the result wins.
 *
 * @param         part           the part's number
 * @param         element_size   bytes of an element, at least 1
 * @param[in]     in             what is to be written: an array of the selection's shape
 * @param         in_size        its bytes
 * @param         in_start       where its element (0, ..., 0) lies
 * @param[in]     in_strides     one for each axis of the result, or NULL
 * @param[in,out] chunk          the decoded chunk: an array of its declared shape; never NULL
 * @param         chunk_size     its bytes
 * @param         chunk_start    where its element (0, ..., 0) lies
 * @param[in]     chunk_strides  one for each axis of the grid, or NULL
 * @return as zrg_selection_read_part()
 */
ZRG_API zrg_status zrg_selection_write_part(const zrg_selection *selection, uint64_t part,
                                            size_t element_size, const void *in, size_t in_size,
                                            int64_t in_start, const int64_t *in_strides,
                                            void *chunk, size_t chunk_size, int64_t chunk_start,
                                            const int64_t *chunk_strides, zrg_error *error);

/** @} */


/**
 * @defgroup zrg_shards Shards
 * @{
 *
 * Where the chunks of a grid are shards, each part of a selection is planned again on the inner
 * chunks of its shard. What comes out is a selection as any other, whose elements still go to
 * their places in the outer result.
 *
 *     uint64_t inner_shape[2] = {4, 6}, inner_parts;
 *     const zrg_slice corner[2] = {{0, 5, 1}, {0, 7, 1}};
 *     zrg_selection *outer, *inner;
 *     zrg_part part;
 *     size_t count;
 *     if (zrg_selection_from_slices(grid, 2, corner, &outer, &error))
 *         return report(&error);
 *     if (zrg_selection_inner(outer, 0, 2, inner_shape, &inner, &error)) {
 *         zrg_selection_free(outer);
 *         return report(&error);
 *     }
 *     zrg_selection_part_count(inner, &inner_parts, &error);   // inner_parts == 4
 *     zrg_selection_parts(inner, 2, 3, &part, NULL, NULL, 1, &count, &error);
 *     // count == 1 && part.chunk_number == 5 && part.elements == 1
 *     zrg_selection_free(inner);
 *     zrg_selection_free(outer);
 */

/**
 * The inner selection of a part: what the part selects of its shard, by the shard's inner chunks.
 * It works like any other, also for another call of this where shards are nested. Its grid is the
 * one inside the shard: chunk indices, numbers (the slots of the shard's index) and origins count
 * from the shard's first element; its declared chunks are all inner chunks of the shard, and
 * "inside the array" still means the outer array. Positions in the result, `out`, stay those of
 * the outer result, as does its shape.
 *
 * @param[in]  outer        a selection of shards
 * @param      part         the part's number
 * @param[in]  inner_shape  the shape of the inner chunks, `rank` entries
 * @param[out] inner        the new selection, to be freed with zrg_selection_free()
 * @return ZRG_ERROR_NOT_ALIGNED: the inner shape does not divide the shard's (axis, value,
 *         limit). ZRG_ERROR_BOUNDS: no such part
 */
ZRG_API zrg_status zrg_selection_inner(const zrg_selection *outer, uint64_t part, size_t rank,
                                       const uint64_t *inner_shape, zrg_selection **inner,
                                       zrg_error *error);

/** @} */


/**
 * @defgroup zrg_keys Chunk keys
 * @{
 *
 * The key under which a store keeps a chunk: "c/1/2" or "1.2". It is not looked up in a grid, so
 * any index has a key. A ZRG_KEY_CAPACITY(rank) of bytes has room for any.
 *
 *     char key[ZRG_KEY_CAPACITY(2)];
 *     uint64_t index[2] = {1, 0};
 *     size_t length;
 *     if (zrg_key_encode(NULL, 2, index, key, sizeof key, &length, &error))
 *         return report(&error);
 *     // length == 5 && !strcmp(key, "c/1/0")
 */

/** Bytes that hold the key of any chunk of an array of this rank, with its NUL. */
#define ZRG_KEY_CAPACITY(rank) (21 * (rank) + 2)

/**
 * Writes the key of a chunk.
 *
 * @param[in]  keys      from zrg_grid_from_array_json(); NULL: the default encoding with '/'
 * @param      rank      axes of the array, at most ZRG_MAX_RANK
 * @param[in]  chunk     the chunk's index, `rank` entries
 * @param[out] key       the key, ended by a NUL
 * @param      capacity  bytes of `key`, with the NUL
 * @param[out] length    bytes of the key without the NUL; set on ZRG_ERROR_CAPACITY too
 * @return ZRG_ERROR_CAPACITY: `key` is too small (limit: bytes needed, with the NUL).
 *         ZRG_ERROR_ARGUMENT: bad `keys`. ZRG_ERROR_LIMIT: a rank past ZRG_MAX_RANK
 */
ZRG_API zrg_status zrg_key_encode(const zrg_key_encoding *keys, size_t rank, const uint64_t *chunk,
                                  char *key, size_t capacity, size_t *length, zrg_error *error);

/** @} */

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  /* ZRG_H */
