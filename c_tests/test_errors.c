/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls that are wrong: NULLs, ranks, indices, buffers, options. Each refused with its code and numbers, its outputs as
 * they were. */
#include "check.h"
#include "oracle.h"

/* Pointers that must not be followed: to nothing, but aligned; to something, but not aligned. */
#define WILD(type) ((type *)(uintptr_t)4096)

static const char good_text[] =
    "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[2, 2, 6], [4, 4, 4, 4]]}}";
static const char good_array[] =
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [10, 12], \"chunk_key_encoding\": {\"name\": \"default\"},"
    " \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [2, 4]}}}";
static const uint64_t good_shape[2] = {10, 12};

static zrg_grid *grid; /* [2, 2, 6] by [4, 4, 4, 4] over 10 by 12: the last column holds nothing */
static zrg_selection *selection; /* all of it */

static void open_all(void)
{
    static const zrg_slice all[2] = {{0, 10, 1}, {0, 12, 1}};
    SUCCEEDS(zrg_grid_from_json(good_text, sizeof good_text - 1, 2, good_shape, NULL, &grid, report));
    SUCCEEDS(zrg_selection_from_slices(grid, 2, all, &selection, report));
    REQUIRE(grid && selection);
}

/* ---- no handle ---- */

static void test_no_handle(void)
{
    uint64_t numbers[8], more[8], third[8], next;
    size_t count;
    zrg_interval interval;
    zrg_projection projection;
    zrg_segment segment;
    zrg_grid *new_grid = WILD(zrg_grid);
    zrg_selection *new_selection = WILD(zrg_selection);
    static const zrg_slice slice = {0, 1, 1};
    unsigned char byte;
    WIPE(numbers);
    WIPE(more);
    WIPE(third);
    WIPE(next);
    WIPE(count);
    WIPE(interval);
    WIPE(projection);
    WIPE(segment);
    WIPE(byte);
    FAILS(ZRG_ERROR_NULL, zrg_grid_clone(NULL, &new_grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_shape(NULL, 2, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_counts(NULL, 2, numbers, more, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_locate(NULL, 2, good_shape, numbers, more, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_locate_many(NULL, 2, 1, 2, 1, good_shape, numbers, more, 2, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk(NULL, 2, good_shape, numbers, more, third, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_many(NULL, 2, good_shape, numbers, more, third, 1, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_number(NULL, 2, good_shape, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_at_number(NULL, 2, 0, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_box_to_chunks(NULL, 2, good_shape, good_shape, numbers, more, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunks_to_box(NULL, 2, good_shape, good_shape, numbers, more, third, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_locate(NULL, 0, 0, &interval, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_intervals(NULL, 0, 0, &interval, 1, &count, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_projections(NULL, 0, &slice, 0, &projection, 1, &count, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_slices(NULL, 1, &slice, &new_selection, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_clone(NULL, &new_selection, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_shape(NULL, 8, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_part_count(NULL, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_projection_counts(NULL, 2, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_parts(NULL, 2, 0, NULL, numbers, &projection, 1, &count, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_find_part(NULL, 2, good_shape, numbers, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_segments(NULL, 0, 0, &segment, 1, &count, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_read_part(NULL, 0, 1, good_shape, 1, 0, NULL, &byte, 1, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_write_part(NULL, 0, 1, good_shape, 1, 0, NULL, &byte, 1, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_fill_part(NULL, 0, good_shape, 1, &byte, 1, 0, NULL, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_NONE, ZRG_NONE);
    CHECK_UNTOUCHED(numbers);
    CHECK_UNTOUCHED(more);
    CHECK_UNTOUCHED(third);
    CHECK_UNTOUCHED(count);
    CHECK_UNTOUCHED(interval);
    CHECK_UNTOUCHED(projection);
    CHECK_UNTOUCHED(segment);
    CHECK_UNTOUCHED(byte);
    CHECK(new_grid == WILD(zrg_grid) && new_selection == WILD(zrg_selection));
    CHECK_U64(zrg_grid_rank(NULL), 0);
    zrg_grid_free(NULL);
    zrg_selection_free(NULL);
}

/* ---- another rank: told before any pointer is followed ---- */

static void test_ranks(void)
{
    static const size_t ranks[] = {0, 1, 3, ZRG_MAX_RANK, ZRG_MAX_RANK + 1, SIZE_MAX};
    size_t i;
    size_t *count = WILD(size_t);
    const uint64_t *in = WILD(const uint64_t);
    uint64_t *out = WILD(uint64_t), *out2 = out + 1000, *out3 = out + 2000;
    for (i = 0; i < COUNT_OF(ranks); i++) {
        size_t rank = ranks[i];
        int k;
        ROUND("rank %lu", (unsigned long)rank);
        /* Also where the pointers are NULL: the rank is what is wrong first. */
        for (k = 0; k < 2; k++) {
            if (k) in = NULL, out = out2 = out3 = NULL, count = NULL;
            FAILS(ZRG_ERROR_RANK, zrg_grid_shape(grid, rank, out, report));
            FAULT(-1, ZRG_NONE, ZRG_NONE, rank, 2);
            FAILS(ZRG_ERROR_RANK, zrg_grid_chunk_counts(grid, rank, out, out2, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_locate(grid, rank, in, out, out2, report));
            FAULT(-1, ZRG_NONE, ZRG_NONE, rank, 2);
            FAILS(ZRG_ERROR_RANK, zrg_grid_locate_many(grid, rank, 7, 2, 1, in, out, out2, 14, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_chunk(grid, rank, in, out, out2, out3, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_chunk_many(grid, rank, in, out, out2, out3, 7, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_chunk_number(grid, rank, in, out, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_chunk_at_number(grid, rank, 0, out, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_box_to_chunks(grid, rank, in, in, out, out2, report));
            FAILS(ZRG_ERROR_RANK, zrg_grid_chunks_to_box(grid, rank, in, in, out, out2, out3, report));
            FAILS(ZRG_ERROR_RANK, zrg_selection_from_slices(grid, rank, k ? NULL : WILD(const zrg_slice),
                                                            k ? NULL : WILD(zrg_selection *), report));
            FAULT(-1, ZRG_NONE, ZRG_NONE, rank, 2);
            FAILS(ZRG_ERROR_RANK, zrg_selection_projection_counts(selection, rank, out, report));
            FAILS(ZRG_ERROR_RANK, zrg_selection_parts(selection, rank, 0, NULL, out, NULL, 5, count, report));
            FAULT(-1, ZRG_NONE, ZRG_NONE, rank, 2);
            FAILS(ZRG_ERROR_RANK, zrg_selection_find_part(selection, rank, in, out, report));
        }
        in = WILD(const uint64_t);
        out = WILD(uint64_t);
        out2 = out + 1000;
        out3 = out + 2000;
        count = WILD(size_t);
    }
    ROUND_END();

    /* A rank that no grid has. */
    {
        zrg_grid *none = WILD(zrg_grid);
        FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_json(good_text, sizeof good_text - 1, ZRG_MAX_RANK + 1,
                                                 WILD(const uint64_t), NULL, &none, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_MAX_RANK + 1, ZRG_MAX_RANK);
        FAILS(ZRG_ERROR_LIMIT,
              zrg_grid_from_json(good_text, sizeof good_text - 1, SIZE_MAX, NULL, NULL, &none, report));
        CHECK(none == WILD(zrg_grid));
    }
}

/* An axis that the grid does not have. */
static void test_axes(void)
{
    static const size_t axes[] = {2, ZRG_MAX_RANK, SIZE_MAX};
    static const zrg_slice slice = {0, 1, 1};
    zrg_interval interval;
    zrg_projection projection;
    size_t i, count;
    uint64_t next;
    WIPE(next);
    WIPE(interval);
    WIPE(projection);
    WIPE(count);
    for (i = 0; i < COUNT_OF(axes); i++) {
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_locate(grid, axes[i], 0, &interval, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, axes[i], 2);
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_intervals(grid, axes[i], 0, &interval, 1, &count, report));
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_projections(grid, axes[i], &slice, 0, &projection, 1, &count, &next,
                                                          report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, axes[i], 2);
    }
    CHECK_UNTOUCHED(interval);
    CHECK_UNTOUCHED(projection);
    CHECK_UNTOUCHED(count);
    CHECK_UNTOUCHED(next);
}

/* ---- NULL where something is needed ---- */

static void test_nulls(void)
{
    static const uint64_t zero[2] = {0, 0};
    static const zrg_slice slices[2] = {{0, 1, 1}, {0, 1, 1}};
    uint64_t a[2], b[2], c[2], next;
    zrg_interval interval;
    zrg_projection projection;
    zrg_segment segment;
    zrg_part part;
    unsigned char chunk[8 * 8], out[10 * 12];
    size_t count;
    zrg_grid *new_grid = WILD(zrg_grid);
    zrg_selection *new_selection = WILD(zrg_selection);
    WIPE(a);
    WIPE(b);
    WIPE(c);
    WIPE(interval);
    WIPE(projection);
    WIPE(segment);
    WIPE(part);
    WIPE(chunk);
    WIPE(out);
    WIPE(count);
    WIPE(next);

    FAILS(ZRG_ERROR_NULL, zrg_grid_from_json(NULL, 5, 2, good_shape, NULL, &new_grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_json(good_text, sizeof good_text - 1, 2, NULL, NULL, &new_grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_json(good_text, sizeof good_text - 1, 2, good_shape, NULL, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_array_json(NULL, 5, NULL, &new_grid, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_array_json(good_array, sizeof good_array - 1, NULL, NULL, NULL, report));
    /* No text at all is an empty document, and that is not JSON. */
    FAILS(ZRG_ERROR_JSON, zrg_grid_from_json(NULL, 0, 2, good_shape, NULL, &new_grid, report));
    CHECK_U64(fault.byte_offset, 0);
    FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(NULL, 0, NULL, &new_grid, NULL, report));
    CHECK_U64(fault.byte_offset, 0);

    FAILS(ZRG_ERROR_NULL, zrg_grid_clone(grid, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_locate(grid, 2, NULL, a, b, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_locate_many(grid, 2, 1, 2, 1, NULL, a, b, 2, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk(grid, 2, NULL, a, b, c, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_many(grid, 2, NULL, a, b, c, 1, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_number(grid, 2, NULL, a, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunk_number(grid, 2, zero, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_box_to_chunks(grid, 2, NULL, zero, a, b, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_box_to_chunks(grid, 2, zero, NULL, a, b, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunks_to_box(grid, 2, NULL, zero, a, b, c, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_chunks_to_box(grid, 2, zero, NULL, a, b, c, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_intervals(grid, 0, 0, &interval, 1, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_projections(grid, 0, NULL, 0, &projection, 1, &count, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_projections(grid, 0, slices, 0, &projection, 1, NULL, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_projections(grid, 0, slices, 0, &projection, 1, &count, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_slice_from_bounds(10, 0, 5, 1, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_slices(grid, 2, NULL, &new_selection, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_slices(grid, 2, slices, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_clone(selection, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_part_count(selection, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_parts(selection, 2, 0, &part, a, NULL, 1, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_find_part(selection, 2, NULL, a, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_find_part(selection, 2, zero, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_segments(selection, 0, 0, &segment, 1, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_read_part(selection, 0, 1, NULL, 8, 0, NULL, out, 120, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_read_part(selection, 0, 1, chunk, 8, 0, NULL, NULL, 120, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_write_part(selection, 0, 1, out, 120, 0, NULL, NULL, 8, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_write_part(selection, 0, 1, NULL, 120, 0, NULL, chunk, 8, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_fill_part(selection, 0, NULL, 1, out, 120, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_fill_part(selection, 0, chunk, 1, NULL, 120, 0, NULL, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_NONE, ZRG_NONE);

    CHECK_UNTOUCHED(a);
    CHECK_UNTOUCHED(b);
    CHECK_UNTOUCHED(c);
    CHECK_UNTOUCHED(interval);
    CHECK_UNTOUCHED(projection);
    CHECK_UNTOUCHED(segment);
    CHECK_UNTOUCHED(part);
    CHECK_UNTOUCHED(chunk);
    CHECK_UNTOUCHED(out);
    CHECK_UNTOUCHED(count);
    CHECK_UNTOUCHED(next);
    CHECK(new_grid == WILD(zrg_grid) && new_selection == WILD(zrg_selection));
}

/* ---- indices ---- */

static void test_indices(void)
{
    static const struct {
        uint64_t index[2];
        int32_t axis;
    } elements[] = {{{10, 0}, 0}, {{0, 12}, 1}, {{10, 12}, 0}, {{0, 15}, 1}, {{0, 16}, 1}, {{UINT64_MAX, 0}, 0},
                    {{9, UINT64_MAX}, 1}, {{UINT64_C(1) << 63, 0}, 0}};
    static const struct {
        uint64_t chunk[2];
        int32_t axis;
    } chunks[] = {{{3, 0}, 0}, {{0, 4}, 1}, {{3, 4}, 0}, {{UINT64_MAX, 0}, 0}, {{2, UINT64_MAX}, 1},
                  {{UINT64_C(1) << 63, 0}, 0}};
    static const uint64_t counts[2] = {3, 4};
    uint64_t a[2], b[2], c[2], number;
    size_t i;
    WIPE(a);
    WIPE(b);
    WIPE(c);
    WIPE(number);
    for (i = 0; i < COUNT_OF(elements); i++) {
        int32_t axis = elements[i].axis;
        ROUND("element %d", (int)i);
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_locate(grid, 2, elements[i].index, a, b, report));
        FAULT(axis, ZRG_NONE, ZRG_NONE, elements[i].index[axis], good_shape[axis]);
    }
    for (i = 0; i < COUNT_OF(chunks); i++) {
        int32_t axis = chunks[i].axis;
        ROUND("chunk %d", (int)i);
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk(grid, 2, chunks[i].chunk, a, b, c, report));
        FAULT(axis, ZRG_NONE, ZRG_NONE, chunks[i].chunk[axis], counts[axis]);
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_number(grid, 2, chunks[i].chunk, &number, report));
        FAULT(axis, ZRG_NONE, ZRG_NONE, chunks[i].chunk[axis], counts[axis]);
        FAILS(ZRG_ERROR_BOUNDS, zrg_selection_find_part(selection, 2, chunks[i].chunk, &number, report));
        FAULT(axis, ZRG_NONE, ZRG_NONE, chunks[i].chunk[axis], counts[axis]);
    }
    ROUND_END();
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, 2, 12, a, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 12, 12);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, 2, UINT64_MAX, a, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, UINT64_MAX, 12);
    CHECK_UNTOUCHED(a);
    CHECK_UNTOUCHED(b);
    CHECK_UNTOUCHED(c);
    CHECK_UNTOUCHED(number);
}

/* A part that the selection does not have: no answer where one is asked for, an empty page where pages are. */
static void test_parts(void)
{
    zrg_segment segment;
    zrg_part part;
    size_t count = 7;
    SUCCEEDS(zrg_selection_parts(selection, 2, 9, &part, NULL, NULL, 1, &count, report));
    CHECK_U64(count, 0);
    WIPE(count);
    WIPE(segment);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_segments(selection, 9, 0, &segment, 1, &count, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 9, 9);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_segments(selection, UINT64_MAX, 0, &segment, 1, &count, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, UINT64_MAX, 9);
    CHECK_UNTOUCHED(count);
    CHECK_UNTOUCHED(segment);
}

/* Slices of a selection: the axis and what is wrong with it. */
static void test_slices(void)
{
    static const struct {
        zrg_slice slices[2];
        zrg_status code;
        int32_t axis;
        uint64_t value, limit;
    } cases[] = {
        {{{0, 10, 1}, {0, 12, 0}}, ZRG_ERROR_ARGUMENT, 1, 0, ZRG_NONE},
        {{{0, 0, 0}, {0, 12, 1}}, ZRG_ERROR_ARGUMENT, 0, 0, ZRG_NONE},
        {{{10, 1, 1}, {0, 12, 1}}, ZRG_ERROR_BOUNDS, 0, 10, 10},
        {{{0, 10, 1}, {0, 13, 1}}, ZRG_ERROR_BOUNDS, 1, 13, 12},
        {{{0, 10, 1}, {11, 13, -1}}, ZRG_ERROR_BOUNDS, 1, 13, 12},
        {{{0, 10, 1}, {0, 2, 12}}, ZRG_ERROR_BOUNDS, 1, 2, 1},
        {{{0, UINT64_MAX, 1}, {0, 12, 1}}, ZRG_ERROR_BOUNDS, 0, UINT64_MAX, 10},
        {{{0, 2, INT64_MAX}, {0, 12, 1}}, ZRG_ERROR_BOUNDS, 0, 2, 1},
        {{{9, 2, INT64_MIN}, {0, 12, 1}}, ZRG_ERROR_BOUNDS, 0, 2, 1},
    };
    zrg_selection *none = WILD(zrg_selection);
    uint64_t count_is_wrong;
    size_t i;
    for (i = 0; i < COUNT_OF(cases); i++) {
        ROUND("case %d", (int)i);
        FAILS(cases[i].code, zrg_selection_from_slices(grid, 2, cases[i].slices, &none, report));
        count_is_wrong = cases[i].slices[cases[i].axis].start < good_shape[cases[i].axis];
        FAULT(cases[i].axis, cases[i].code == ZRG_ERROR_BOUNDS ? count_is_wrong : ZRG_NONE, ZRG_NONE, cases[i].value,
              cases[i].limit);
        CHECK(none == WILD(zrg_selection));
    }
    ROUND_END();
}

/* ---- memory ---- */

/* Outputs that lie in what is read. */
static void test_overlap(void)
{
    uint64_t memory[16] = {0}, old[16];
    uint64_t *in = memory + 4; /* two numbers: entries 4 and 5 */
    size_t i;
    memset(memory, 0, sizeof memory);
    memcpy(old, memory, sizeof old);
    for (i = 3; i <= 5; i++) { /* outputs of two numbers that share one or both */
        uint64_t *out = memory + i;
        ROUND("at %d", (int)i);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate(grid, 2, in, out, NULL, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate(grid, 2, in, NULL, out, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate_many(grid, 2, 1, 2, 1, in, out, NULL, 2, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate_many(grid, 2, 1, 2, 1, in, NULL, out, 2, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk(grid, 2, in, out, NULL, NULL, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk(grid, 2, in, NULL, out, NULL, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk(grid, 2, in, NULL, NULL, out, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, in, out, NULL, NULL, 1, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, in, NULL, out, NULL, 1, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, in, NULL, NULL, out, 1, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_box_to_chunks(grid, 2, in, memory + 8, out, NULL, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_box_to_chunks(grid, 2, memory + 8, in, NULL, out, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunks_to_box(grid, 2, in, memory + 8, out, NULL, NULL, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunks_to_box(grid, 2, memory + 8, in, NULL, out, NULL, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunks_to_box(grid, 2, memory + 8, in, NULL, NULL, out, report));
        if (i == 3) continue; /* one number */
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_number(grid, 2, in, out, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_find_part(selection, 2, in, out, report));
    }
    ROUND_END();
    CHECK_BYTES(memory, old, sizeof old);

    /* Outputs that share memory would overwrite each other. */
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate(grid, 2, in, memory + 8, memory + 9, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_counts(grid, 2, memory + 8, memory + 8, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk(grid, 2, in, memory + 8, memory + 10, memory + 11, report));
    CHECK_BYTES(memory, old, sizeof old);

    /* Side by side is no overlap, in whatever order. */
    SUCCEEDS(zrg_grid_locate(grid, 2, in, memory + 6, memory + 2, report));
    SUCCEEDS(zrg_grid_chunk_number(grid, 2, in, memory + 3, report));
    SUCCEEDS(zrg_grid_chunk(grid, 2, in, memory + 2, memory + 6, memory + 8, report));
}

static void test_misaligned(void)
{
    uint64_t memory[64], good[8] = {0};
    char *odd = (char *)memory + 2; /* on some systems uint64_t needs to be aligned to 4 bytes only */
    const uint64_t *in = (const uint64_t *)(const void *)odd;
    uint64_t *out = (uint64_t *)(void *)odd;
    uint64_t a[2], b[2];
    size_t count = 7;
    int64_t *strides = (int64_t *)(void *)odd;
    unsigned char chunk[4 * 2] = {0}, result[120];
    zrg_grid *new_grid = WILD(zrg_grid);
    zrg_selection *new_selection = WILD(zrg_selection);
    zrg_interval interval;
    zrg_slice slices[2] = {{0, 1, 1}, {0, 1, 1}};
    WIPE(memory);
    WIPE(a);
    WIPE(b);
    WIPE(interval);
    WIPE(result);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_json(good_text, sizeof good_text - 1, 2, in, NULL, &new_grid, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_json(good_text, sizeof good_text - 1, 2, good_shape, NULL,
                                                 (zrg_grid **)(void *)odd, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_json(good_text, sizeof good_text - 1, 2, good_shape,
                                                 (const zrg_options *)(const void *)odd, &new_grid, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_shape(grid, 2, out, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_counts(grid, 2, a, out, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate(grid, 2, in, a, b, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate(grid, 2, good, out, b, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate(grid, 2, good, a, out, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate_many(grid, 2, 1, 2, 1, in, a, b, 2, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk(grid, 2, in, a, NULL, b, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, good, a, NULL, out, 1, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_number(grid, 2, good, out, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_axis_locate(grid, 0, 0, (zrg_interval *)(void *)odd, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_grid_axis_intervals(grid, 0, 0, &interval, 1, (size_t *)(void *)odd, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_from_slices(grid, 2, (const zrg_slice *)(const void *)odd, &new_selection, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_slices(grid, 2, slices, (zrg_selection **)(void *)odd, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_part_count(selection, out, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_parts(selection, 2, 0, (zrg_part *)(void *)odd, NULL, NULL, 1, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_segments(selection, 0, 0, (zrg_segment *)(void *)odd, 1, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_read_part(selection, 0, 1, chunk, 8, 0, strides, result, 120, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_fill_part(selection, 0, chunk, 1, result, 120, 0, strides, report));
    /* Handles: a struct that was never made, or a pointer into one. */
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_shape((const zrg_grid *)(const void *)odd, 2, a, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_clone((const zrg_grid *)(const void *)odd, &new_grid, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_part_count((const zrg_selection *)(const void *)odd, a, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_clone((const zrg_selection *)(const void *)odd, &new_selection, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_from_slices((const zrg_grid *)(const void *)odd, 2, slices, &new_selection, report));
    CHECK_U64(zrg_grid_rank((const zrg_grid *)(const void *)odd), 0);
    CHECK_U64(zrg_grid_form((const zrg_grid *)(const void *)odd), 0);
    CHECK_U64(zrg_selection_rank((const zrg_selection *)(const void *)odd), 0);
    CHECK_UNTOUCHED(memory);
    CHECK_UNTOUCHED(a);
    CHECK_UNTOUCHED(b);
    CHECK_UNTOUCHED(interval);
    CHECK_UNTOUCHED(result);
    CHECK_U64(count, 7);
    CHECK(new_grid == WILD(zrg_grid) && new_selection == WILD(zrg_selection));
    /* Elements of chunks and results are bytes and may lie anywhere. */
    SUCCEEDS(zrg_selection_read_part(selection, 0, 1, chunk, 8, 0, NULL, (char *)memory + 1, 120, 0, NULL, report));
}

/* More entries than any memory has: refused, whatever the pointers say. */
static void test_sizes(void)
{
    uint64_t a[2], b[2];
    zrg_interval interval;
    zrg_segment segment;
    size_t count;
    WIPE(a);
    WIPE(b);
    WIPE(interval);
    WIPE(segment);
    WIPE(count);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, good_shape, a, b, NULL, SIZE_MAX, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, good_shape, a, b, NULL, SIZE_MAX / 16 + 1, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate_many(grid, 2, 1, 2, 1, good_shape, a, b, SIZE_MAX, report));
    /* Half of what a size_t can say is too much already, though no sum of bytes wraps. */
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_chunk_many(grid, 2, good_shape, a, b, NULL, SIZE_MAX / 32 + 1, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_locate_many(grid, 2, 1, 2, 1, good_shape, a, b, SIZE_MAX / 16 + 1, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_axis_intervals(grid, 0, 0, &interval, SIZE_MAX / 64 + 1, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_grid_from_json(good_text, SIZE_MAX / 2 + 1, 2, good_shape, NULL, WILD(zrg_grid *), report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_axis_intervals(grid, 0, 0, &interval, SIZE_MAX, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_segments(selection, 0, 0, &segment, SIZE_MAX, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_parts(selection, 2, 0, NULL, a, NULL, SIZE_MAX, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_json(good_text, SIZE_MAX, 2, good_shape, NULL, WILD(zrg_grid *), report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_read_part(selection, 0, 1, a, SIZE_MAX, 0, NULL, b, 120, 0, NULL, report));
    CHECK_UNTOUCHED(a);
    CHECK_UNTOUCHED(b);
    CHECK_UNTOUCHED(interval);
    CHECK_UNTOUCHED(segment);
    CHECK_UNTOUCHED(count);
}

/* ---- options ---- */

static void test_options(void)
{
    struct {
        zrg_options options;
        unsigned char tail[40]; /* of a release to come */
    } larger;
    zrg_options options = {sizeof options, 0, 0, 0};
    zrg_grid *got = NULL;
    uint32_t size;
    size_t i;
    size_t length = sizeof good_text - 1;

    SUCCEEDS(zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
    zrg_grid_free(got);
    got = NULL;
    SUCCEEDS(zrg_grid_from_array_json(good_array, sizeof good_array - 1, &options, &got, NULL, report));
    zrg_grid_free(got);
    got = WILD(zrg_grid);

    /* Smaller than the first release's. */
    for (size = 0; size < sizeof options; size++) {
        options.struct_size = size;
        ROUND("struct_size %d", (int)size);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
        CHECK_U64(fault.value, size);
        FAILS(ZRG_ERROR_ARGUMENT,
              zrg_grid_from_array_json(good_array, sizeof good_array - 1, &options, &got, NULL, report));
    }
    ROUND_END();

    /* Flags that this release does not know. */
    options.struct_size = sizeof options;
    for (i = 2; i < 32; i++) {
        options.flags = UINT32_C(1) << i;
        ROUND("flag %d", (int)i);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
        CHECK_U64(fault.value, options.flags);
    }
    ROUND_END();
    CHECK(got == WILD(zrg_grid));

    /* A larger struct is good while what this release does not know is zero. */
    memset(&larger, 0, sizeof larger);
    for (size = sizeof options; size <= sizeof larger; size++) {
        larger.options.struct_size = size;
        got = NULL;
        ROUND("struct_size %d", (int)size);
        SUCCEEDS(zrg_grid_from_json(good_text, length, 2, good_shape, &larger.options, &got, report));
        zrg_grid_free(got);
    }
    larger.options.struct_size = sizeof larger;
    got = WILD(zrg_grid);
    for (i = 0; i < sizeof larger.tail; i++) {
        larger.tail[i] = 1;
        ROUND("tail %d", (int)i);
        FAILS(ZRG_ERROR_ARGUMENT,
              zrg_grid_from_json(good_text, length, 2, good_shape, &larger.options, &got, report));
        larger.tail[i] = 0;
    }
    /* What lies behind the struct is not its tail. */
    larger.options.struct_size = sizeof options;
    memset(larger.tail, 0xFF, sizeof larger.tail);
    got = NULL;
    SUCCEEDS(zrg_grid_from_json(good_text, length, 2, good_shape, &larger.options, &got, report));
    zrg_grid_free(got);
    ROUND_END();
}

/* Limits of the caller. */
static void test_limits(void)
{
    zrg_options options = {sizeof options, 0, 0, 0};
    zrg_grid *got = NULL;
    size_t length = sizeof good_text - 1;
    options.max_text = length;
    SUCCEEDS(zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
    zrg_grid_free(got);
    got = WILD(zrg_grid);
    options.max_text = length - 1;
    FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, length, length - 1);
    CHECK(got == WILD(zrg_grid));

    /* The document has 3 + 4 list entries; the place of the first that is too many is told. */
    options.max_text = 0;
    options.max_runs = 7;
    SUCCEEDS(zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
    zrg_grid_free(got);
    got = WILD(zrg_grid);
    options.max_runs = 4;
    FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_json(good_text, length, 2, good_shape, &options, &got, report));
    CHECK_I64(fault.axis, 1);
    CHECK_U64(fault.entry, 1);
    CHECK_U64(fault.byte_offset, (uint64_t)(strstr(good_text, "[4, 4") - good_text) + 4);
    CHECK(got == WILD(zrg_grid));
    {
        /* However many chunks they stand for. */
        static const char text[] = "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\","
                                   " \"chunk_shapes\": [[[1, 1000000000000000]], 5]}}";
        options.max_runs = 1;
        SUCCEEDS(zrg_grid_from_json(text, sizeof text - 1, 2, good_shape, &options, &got, report));
        zrg_grid_free(got);
    }
}

/* The error struct is all there is: a good call after a bad one leaves what the bad one said. */
static void test_error_is_kept(void)
{
    uint64_t index[2] = {10, 0}, chunk[2], within[2];
    zrg_error kept, copy;
    memset(&kept, 0, sizeof kept);
    CHECK_U64((uint64_t)zrg_grid_locate(grid, 2, index, chunk, within, &kept), ZRG_ERROR_BOUNDS);
    copy = kept;
    index[0] = 9;
    CHECK_U64((uint64_t)zrg_grid_locate(grid, 2, index, chunk, within, &kept), ZRG_OK);
    CHECK_BYTES(&kept, &copy, sizeof kept);
    CHECK_TEXT(kept.message, copy.message);
}

/* An error struct may lie anywhere: a caller in trouble is told of its own trouble. */
static void test_error_anywhere(void)
{
    char memory[2 * sizeof(zrg_error)];
    zrg_error good, moved;
    static const uint64_t index[2] = {3, 12};
    uint64_t chunk[2];
    memset(memory, UNTOUCHED, sizeof memory);
    CHECK_I64(zrg_grid_locate(grid, 2, index, chunk, NULL, &good), ZRG_ERROR_BOUNDS);
    CHECK_I64(zrg_grid_locate(grid, 2, index, chunk, NULL, (zrg_error *)(void *)(memory + 3)), ZRG_ERROR_BOUNDS);
    memcpy(&moved, memory + 3, sizeof moved);
    CHECK_BYTES(&moved, &good, sizeof moved);
    check_untouched(memory, 3, "what lies before the error", __FILE__, __LINE__);
    check_untouched(memory + 3 + sizeof moved, sizeof memory - 3 - sizeof moved, "what lies behind the error", __FILE__,
                    __LINE__);
}

int main(void)
{
    open_all();
    test_no_handle();
    test_ranks();
    test_axes();
    test_nulls();
    test_indices();
    test_parts();
    test_slices();
    test_overlap();
    test_misaligned();
    test_sizes();
    test_options();
    test_limits();
    test_error_is_kept();
    test_error_anywhere();
    zrg_selection_free(selection);
    zrg_grid_free(grid);
    return check_report("errors");
}
