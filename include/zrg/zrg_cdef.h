/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The declarations of zrg.h for programs that read C without a preprocessor, such as cffi.
 * They use size_t, ptrdiff_t and the types of <stdint.h>. zrg.h is the manual. */

/* Statuses, errors and versions */

typedef int32_t zrg_status;
typedef enum zrg_status_code {
    ZRG_OK = 0,
    ZRG_ERROR_NULL = 1,
    ZRG_ERROR_ARGUMENT = 2,
    ZRG_ERROR_RANK = 3,
    ZRG_ERROR_BOUNDS = 4,
    ZRG_ERROR_CAPACITY = 5,
    ZRG_ERROR_MEMORY = 20,
    ZRG_ERROR_RANGE = 21,
    ZRG_ERROR_LIMIT = 22,
    ZRG_ERROR_INTERNAL = 23,
    ZRG_ERROR_JSON = 40,
    ZRG_ERROR_DUPLICATE = 41,
    ZRG_ERROR_STRUCTURE = 42,
    ZRG_ERROR_VALUE = 43,
    ZRG_ERROR_COVER = 44,
    ZRG_ERROR_UNSUPPORTED = 45,
    ZRG_ERROR_NOT_REGULAR = 60,
    ZRG_ERROR_NOT_ALIGNED = 61,
    ZRG_ERROR_INCOMPATIBLE = 62
} zrg_status_code;
enum { ZRG_NONE = 18446744073709551615ULL };
typedef struct zrg_error {
    zrg_status code;
    int32_t axis;
    uint64_t entry;
    uint64_t byte_offset;
    uint64_t value;
    uint64_t limit;
    uint64_t reserved;
    char message[208];
} zrg_error;
enum { ZRG_VERSION_MAJOR = 0 };
enum { ZRG_VERSION_MINOR = 1 };
enum { ZRG_VERSION_PATCH = 0 };
const char *zrg_status_name(zrg_status status);
const char *zrg_status_message(zrg_status status);
uint32_t zrg_version_number(void);
const char *zrg_version_string(void);

/* Grids */

enum { ZRG_MAX_RANK = 64 };
enum { ZRG_MAX_EXTENT = 9223372036854775807LL };
typedef struct zrg_grid zrg_grid;
typedef struct zrg_run {
    uint64_t edge;
    uint64_t count;
} zrg_run;
typedef enum zrg_form {
    ZRG_FORM_AS_READ = 0,
    ZRG_FORM_RECTILINEAR = 1,
    ZRG_FORM_REGULAR = 2
} zrg_form;
typedef enum zrg_chunk_shape_flag {
    ZRG_EXACT_TAIL = 1
} zrg_chunk_shape_flag;
zrg_status zrg_grid_from_edges(size_t rank, const uint64_t *shape, const size_t *counts,
                               const uint64_t *edges, size_t edge_count, zrg_grid **grid,
                               zrg_error *error);
zrg_status zrg_grid_from_runs(size_t rank, const uint64_t *shape, const size_t *counts,
                              const zrg_run *runs, size_t run_count, zrg_grid **grid,
                              zrg_error *error);
zrg_status zrg_grid_from_chunk_shape(size_t rank, const uint64_t *shape,
                                     const uint64_t *chunk_shape, uint32_t flags, zrg_grid **grid,
                                     zrg_error *error);
zrg_status zrg_grid_clone(const zrg_grid *grid, zrg_grid **same, zrg_error *error);
void zrg_grid_free(zrg_grid *grid);
size_t zrg_grid_rank(const zrg_grid *grid);
uint32_t zrg_grid_form(const zrg_grid *grid);
zrg_status zrg_grid_shape(const zrg_grid *grid, size_t rank, uint64_t *shape, zrg_error *error);
zrg_status zrg_grid_chunk_counts(const zrg_grid *grid, size_t rank, uint64_t *declared,
                                 uint64_t *data, zrg_error *error);

/* Documents */

typedef enum zrg_read_flag {
    ZRG_READ_ANY_MEMBER = 1,
    ZRG_READ_REPAIR = 2
} zrg_read_flag;
typedef struct zrg_options {
    uint32_t struct_size;
    uint32_t flags;
    uint64_t max_runs;
    uint64_t max_text;
} zrg_options;
typedef enum zrg_key_name {
    ZRG_KEY_DEFAULT = 0,
    ZRG_KEY_V2 = 1
} zrg_key_name;
typedef struct zrg_key_encoding {
    uint32_t name;
    uint32_t separator;
} zrg_key_encoding;
zrg_status zrg_grid_from_json(const char *text, size_t length, size_t rank, const uint64_t *shape,
                              const zrg_options *options, zrg_grid **grid, zrg_error *error);
zrg_status zrg_grid_from_array_json(const char *text, size_t length, const zrg_options *options,
                                    zrg_grid **grid, zrg_key_encoding *keys, zrg_error *error);
enum { ZRG_MAX_PROBLEMS = 1000 };
zrg_status zrg_grid_validate_json(const char *text, size_t length, size_t rank,
                                  const uint64_t *shape, const zrg_options *options,
                                  zrg_error *problems, size_t capacity, size_t *count,
                                  zrg_error *error);
zrg_status zrg_grid_validate_array_json(const char *text, size_t length, const zrg_options *options,
                                        zrg_error *problems, size_t capacity, size_t *count,
                                        zrg_error *error);
zrg_status zrg_grid_to_json(const zrg_grid *grid, uint32_t form, char *text, size_t capacity,
                            size_t *length, zrg_error *error);

/* Elements and chunks */

zrg_status zrg_grid_locate(const zrg_grid *grid, size_t rank, const uint64_t *index,
                           uint64_t *chunk, uint64_t *within, zrg_error *error);
zrg_status zrg_grid_locate_many(const zrg_grid *grid, size_t rank, size_t count,
                                ptrdiff_t point_stride, ptrdiff_t axis_stride,
                                const uint64_t *points, uint64_t *chunks, uint64_t *within,
                                size_t length, zrg_error *error);
zrg_status zrg_grid_chunk(const zrg_grid *grid, size_t rank, const uint64_t *chunk,
                          uint64_t *origin, uint64_t *declared, uint64_t *data, zrg_error *error);
zrg_status zrg_grid_chunk_many(const zrg_grid *grid, size_t rank, const uint64_t *chunks,
                               uint64_t *origin, uint64_t *declared, uint64_t *data, size_t count,
                               zrg_error *error);
zrg_status zrg_grid_chunk_number(const zrg_grid *grid, size_t rank, const uint64_t *chunk,
                                 uint64_t *number, zrg_error *error);
zrg_status zrg_grid_chunk_at_number(const zrg_grid *grid, size_t rank, uint64_t number,
                                    uint64_t *chunk, zrg_error *error);
zrg_status zrg_grid_box_to_chunks(const zrg_grid *grid, size_t rank, const uint64_t *start,
                                  const uint64_t *shape, uint64_t *first_chunk,
                                  uint64_t *chunk_count, zrg_error *error);
zrg_status zrg_grid_chunks_to_box(const zrg_grid *grid, size_t rank, const uint64_t *first_chunk,
                                  const uint64_t *chunk_count, uint64_t *origin, uint64_t *declared,
                                  uint64_t *data, zrg_error *error);

/* One axis */

typedef struct zrg_interval {
    uint64_t chunk;
    uint64_t origin;
    uint64_t edge;
    uint64_t data;
} zrg_interval;
zrg_status zrg_grid_axis_locate(const zrg_grid *grid, size_t axis, uint64_t index,
                                zrg_interval *interval, zrg_error *error);
zrg_status zrg_grid_axis_intervals(const zrg_grid *grid, size_t axis, uint64_t first_chunk,
                                   zrg_interval *intervals, size_t capacity, size_t *count,
                                   zrg_error *error);
zrg_status zrg_grid_axis_edges(const zrg_grid *grid, size_t axis, uint64_t first_chunk,
                               uint64_t *edges, size_t capacity, size_t *count, zrg_error *error);
zrg_status zrg_grid_axis_runs(const zrg_grid *grid, size_t axis, uint64_t first_chunk,
                              zrg_run *runs, size_t capacity, size_t *count, uint64_t *next,
                              zrg_error *error);
typedef enum zrg_axis_form {
    ZRG_AXIS_INTEGER = 1,
    ZRG_AXIS_LIST = 2
} zrg_axis_form;
zrg_status zrg_grid_axis_form(const zrg_grid *grid, size_t axis, uint32_t *form, uint64_t *integer,
                              zrg_error *error);
typedef struct zrg_slice {
    uint64_t start;
    uint64_t count;
    int64_t step;
} zrg_slice;
enum { ZRG_OMITTED = (-9223372036854775807LL - 1) };
zrg_status zrg_slice_from_bounds(uint64_t extent, int64_t start, int64_t stop, int64_t step,
                                 zrg_slice *slice, zrg_error *error);
typedef struct zrg_projection {
    uint64_t chunk;
    uint64_t origin;
    uint64_t edge;
    uint64_t first;
    uint64_t count;
    int64_t step;
    uint64_t out;
    uint64_t list;
} zrg_projection;
zrg_status zrg_grid_axis_projections(const zrg_grid *grid, size_t axis, const zrg_slice *slice,
                                     uint64_t first_chunk, zrg_projection *projections,
                                     size_t capacity, size_t *count, uint64_t *next,
                                     zrg_error *error);

/* Selections */

typedef struct zrg_selection zrg_selection;
typedef enum zrg_index_flag {
    ZRG_INDEX_WRAP = 1
} zrg_index_flag;
typedef enum zrg_bits_flag {
    ZRG_BITS_HIGH_FIRST = 1
} zrg_bits_flag;
zrg_status zrg_selection_from_slices(const zrg_grid *grid, size_t rank, const zrg_slice *slices,
                                     zrg_selection **selection, zrg_error *error);
zrg_status zrg_selection_with_indices(const zrg_selection *base, size_t axis,
                                      const int64_t *indices, size_t count, uint32_t flags,
                                      zrg_selection **selection, zrg_error *error);
zrg_status zrg_selection_with_mask(const zrg_selection *base, size_t axis, const uint8_t *mask,
                                   size_t length, zrg_selection **selection, zrg_error *error);
zrg_status zrg_selection_with_bits(const zrg_selection *base, size_t axis, const uint8_t *bits,
                                   size_t bit_offset, size_t length, uint32_t flags,
                                   zrg_selection **selection, zrg_error *error);
zrg_status zrg_selection_from_points(const zrg_grid *grid, size_t rank, size_t count,
                                     ptrdiff_t point_stride, ptrdiff_t axis_stride,
                                     const int64_t *points, size_t length, uint32_t flags,
                                     zrg_selection **selection, zrg_error *error);
zrg_status zrg_selection_from_mask(const zrg_grid *grid, const uint8_t *mask, size_t length,
                                   zrg_selection **selection, zrg_error *error);
zrg_status zrg_selection_clone(const zrg_selection *selection, zrg_selection **same,
                               zrg_error *error);
void zrg_selection_free(zrg_selection *selection);
zrg_status zrg_selection_grid(const zrg_selection *selection, zrg_grid **grid, zrg_error *error);
size_t zrg_selection_rank(const zrg_selection *selection);
zrg_status zrg_selection_shape(const zrg_selection *selection, size_t rank, uint64_t *shape,
                               zrg_error *error);

/* Parts */

typedef enum zrg_cover_flag {
    ZRG_COVERS_DATA = 1,
    ZRG_COVERS_DECLARED = 2
} zrg_cover_flag;
typedef struct zrg_part {
    uint64_t chunk_number;
    uint64_t elements;
    uint64_t decoded;
    uint64_t covers;
} zrg_part;
zrg_status zrg_selection_part_count(const zrg_selection *selection, uint64_t *count,
                                    zrg_error *error);
zrg_status zrg_selection_projection_counts(const zrg_selection *selection, size_t rank,
                                           uint64_t *counts, zrg_error *error);
zrg_status zrg_selection_parts(const zrg_selection *selection, size_t rank, uint64_t first_part,
                               zrg_part *parts, uint64_t *chunks, zrg_projection *projections,
                               size_t capacity, size_t *count, zrg_error *error);
zrg_status zrg_selection_axis_list(const zrg_selection *selection, size_t axis,
                                   uint64_t first_entry, uint64_t *within, uint64_t *out,
                                   size_t capacity, size_t *count, zrg_error *error);
zrg_status zrg_selection_find_part(const zrg_selection *selection, size_t rank,
                                   const uint64_t *chunk, uint64_t *part, zrg_error *error);
typedef struct zrg_segment {
    uint64_t within;
    uint64_t out;
    uint64_t count;
} zrg_segment;
zrg_status zrg_selection_segments(const zrg_selection *selection, uint64_t part,
                                  uint64_t first_segment, zrg_segment *segments, size_t capacity,
                                  size_t *count, zrg_error *error);
typedef enum zrg_split {
    ZRG_SPLIT_PARTS = 0,
    ZRG_SPLIT_ELEMENTS = 1
} zrg_split;
zrg_status zrg_selection_split(const zrg_selection *selection, size_t shares, uint32_t by,
                               uint64_t *bounds, zrg_error *error);
typedef struct zrg_chunk_range {
    uint64_t first;
    uint64_t count;
} zrg_chunk_range;
zrg_status zrg_selection_chunk_ranges(const zrg_selection *selection, uint64_t gap,
                                      uint64_t first_number, zrg_chunk_range *ranges,
                                      size_t capacity, size_t *count, uint64_t *next,
                                      zrg_error *error);

/* Reading and writing */

zrg_status zrg_selection_read_part(const zrg_selection *selection, uint64_t part,
                                   size_t element_size, const void *chunk, size_t chunk_size,
                                   int64_t chunk_start, const int64_t *chunk_strides, void *out,
                                   size_t out_size, int64_t out_start, const int64_t *out_strides,
                                   zrg_error *error);
zrg_status zrg_selection_fill_part(const zrg_selection *selection, uint64_t part, const void *fill,
                                   size_t element_size, void *out, size_t out_size,
                                   int64_t out_start, const int64_t *out_strides, zrg_error *error);
zrg_status zrg_selection_write_part(const zrg_selection *selection, uint64_t part,
                                    size_t element_size, const void *in, size_t in_size,
                                    int64_t in_start, const int64_t *in_strides, void *chunk,
                                    size_t chunk_size, int64_t chunk_start,
                                    const int64_t *chunk_strides, zrg_error *error);

/* Shards */

zrg_status zrg_selection_inner(const zrg_selection *outer, uint64_t part, size_t rank,
                               const uint64_t *inner_shape, zrg_selection **inner,
                               zrg_error *error);

/* Chunk keys */

zrg_status zrg_key_encode(const zrg_key_encoding *keys, size_t rank, const uint64_t *chunk,
                          char *key, size_t capacity, size_t *length, zrg_error *error);
