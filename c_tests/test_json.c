/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Grids made without a document, documents made from grids, what an axis consists of, and documents explained. */
#include "check.h"

/* A handle that a call may not touch; never used. */
#define WILD(type) ((type *)(void *)&fault)

#define HEAD "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":"
#define REGULAR_HEAD "{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":"
#define RECTILINEAR(shapes) HEAD shapes "}}"
#define REGULAR(shape) REGULAR_HEAD shape "}}"

/* Text in memory of just its length: a byte read behind it is one that valgrind sees. */
static zrg_status from_json(const char *text, size_t length, size_t rank, const uint64_t *shape,
                            const zrg_options *options, zrg_grid **grid, zrg_error *error)
{
    char *exact = malloc(length ? length : 1);
    zrg_status status;
    REQUIRE(exact);
    memcpy(exact, text, length);
    status = zrg_grid_from_json(exact, length, rank, shape, options, grid, error);
    free(exact);
    return status;
}

static zrg_grid *read_grid(const char *text, size_t rank, const uint64_t *shape)
{
    zrg_grid *grid = NULL;
    SUCCEEDS(from_json(text, strlen(text), rank, shape, NULL, &grid, report));
    REQUIRE(grid);
    return grid;
}

/* ---- out: JSON ---- */

static void check_json(const zrg_grid *grid, uint32_t form, const char *want)
{
    size_t length = 7777, capacity;
    char text[1024];
    WIPE(text);
    SUCCEEDS(zrg_grid_to_json(grid, form, text, sizeof text, &length, report));
    CHECK_U64(length, strlen(want));
    CHECK_TEXT(text, want);
    check_untouched(text + length + 1, sizeof text - length - 1, "what follows the NUL", __FILE__, __LINE__);

    /* Every capacity that is too small, and the smallest that is not: its NUL counts. */
    for (capacity = 0; capacity <= strlen(want) + 1; capacity++) {
        char *exact = malloc(capacity + 1);
        REQUIRE(exact);
        memset(exact, UNTOUCHED, capacity + 1);
        length = 7777;
        if (capacity <= strlen(want)) {
            FAILS(ZRG_ERROR_CAPACITY,
                  zrg_grid_to_json(grid, form, exact, capacity, &length, report));
            FAULT(-1, ZRG_NONE, ZRG_NONE, capacity, strlen(want) + 1);
            check_untouched(exact, capacity + 1, "the text that did not fit", __FILE__, __LINE__);
        } else {
            SUCCEEDS(zrg_grid_to_json(grid, form, exact, capacity, &length, report));
            CHECK_BYTES(exact, want, capacity);
            check_untouched(exact + capacity, 1, "what follows the text", __FILE__, __LINE__);
        }
        CHECK_U64(length, strlen(want)); /* also on ZRG_ERROR_CAPACITY */
        length = 7777;
        SUCCEEDS(zrg_grid_to_json(grid, form, NULL, capacity, &length, report));
        CHECK_U64(length, strlen(want));
        free(exact);
    }
}

static void check_not_regular(const zrg_grid *grid, uint32_t form, int32_t axis, uint64_t value, uint64_t limit,
                              const char *why)
{
    size_t length = 7777;
    char text[64];
    WIPE(text);
    FAILS(ZRG_ERROR_NOT_REGULAR, zrg_grid_to_json(grid, form, text, sizeof text, &length, report));
    FAULT(axis, ZRG_NONE, ZRG_NONE, value, limit);
    CHECK_MESSAGE(why);
    CHECK_U64(length, 7777); /* of a text that does not exist */
    CHECK_UNTOUCHED(text);
}

static void test_forms(void)
{
    static const uint64_t shape[3] = {12, 10, 8};
    static const uint64_t zero[1] = {0}, six[1] = {6};
    zrg_grid *grid = read_grid(RECTILINEAR("[5, [2, 2, [3, 1], 2.0, [1, 1], 9], [[4, 1], 4]]"), 3, shape);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[5,[[2,2],3,2,1,9],[[4,2]]]"));
    check_json(grid, ZRG_FORM_RECTILINEAR, RECTILINEAR("[5,[[2,2],3,2,1,9],[[4,2]]]"));
    check_not_regular(grid, ZRG_FORM_REGULAR, 1, 2, 3, "axis 1 has edges of several lengths");
    zrg_grid_free(grid);

    /* From a regular document: its own name, or the other, with integers under both. */
    grid = read_grid(REGULAR("[ 5, 3.0, 18446744073709551615 ]"), 3, shape);
    check_json(grid, ZRG_FORM_AS_READ, REGULAR("[5,3,18446744073709551615]"));
    check_json(grid, ZRG_FORM_RECTILINEAR, RECTILINEAR("[5,3,18446744073709551615]"));
    check_json(grid, ZRG_FORM_REGULAR, REGULAR("[5,3,18446744073709551615]"));
    zrg_grid_free(grid);

    /* Lists that an integer can replace without losing a chunk. */
    grid = read_grid(RECTILINEAR("[[4,4,4],[[5,2]],[8]]"), 3, shape);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[[4,3]],[[5,2]],[8]]"));
    check_json(grid, ZRG_FORM_REGULAR, REGULAR("[4,5,8]"));
    zrg_grid_free(grid);

    /* One chunk more than an integer would declare: over 6 it is 2, over nothing it is none. */
    grid = read_grid(RECTILINEAR("[[4,4,4]]"), 1, six);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[[4,3]]]"));
    check_not_regular(grid, ZRG_FORM_REGULAR, 0, 3, 2, "axis 0 declares 3 chunks");
    zrg_grid_free(grid);
    grid = read_grid(RECTILINEAR("[[4]]"), 1, zero);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[4]]"));
    check_not_regular(grid, ZRG_FORM_REGULAR, 0, 1, 0, "axis 0 declares 1 chunks");
    zrg_grid_free(grid);
    grid = read_grid(RECTILINEAR("[4]"), 1, zero);
    check_json(grid, ZRG_FORM_REGULAR, REGULAR("[4]"));
    zrg_grid_free(grid);

    /* Rank 0. */
    grid = read_grid(REGULAR("[]"), 0, NULL);
    check_json(grid, ZRG_FORM_AS_READ, REGULAR("[]"));
    check_json(grid, ZRG_FORM_RECTILINEAR, RECTILINEAR("[]"));
    zrg_grid_free(grid);
    grid = read_grid(RECTILINEAR("[]"), 0, NULL);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[]"));
    check_json(grid, ZRG_FORM_REGULAR, REGULAR("[]"));

    {
        size_t length = 7777;
        char text[64];
        uint32_t form;
        WIPE(text);
        for (form = 3; form != 0; form <<= 1) {
            FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_to_json(grid, form, text, sizeof text, &length, report));
            CHECK_U64(fault.value, form);
        }
        FAILS(ZRG_ERROR_NULL, zrg_grid_to_json(NULL, 0, text, sizeof text, &length, report));
        FAILS(ZRG_ERROR_NULL, zrg_grid_to_json(grid, 0, text, sizeof text, NULL, report));
        CHECK_U64(length, 7777);
        CHECK_UNTOUCHED(text);
    }
    zrg_grid_free(grid);
}

/* ---- in: edges, runs, a chunk shape ---- */

/* The same grid from edges and from runs of one. */
static zrg_status from_both(size_t rank, const uint64_t *shape, const size_t *counts, const uint64_t *edges,
                            zrg_grid **grid, zrg_error *error)
{
    zrg_run runs[8];
    zrg_grid *other = NULL;
    zrg_status status, same;
    size_t total = 0, i;
    for (i = 0; i < rank; i++) total += counts[i];
    REQUIRE(total <= COUNT_OF(runs));
    for (i = 0; i < total; i++) {
        runs[i].edge = edges[i];
        runs[i].count = 1;
    }
    same = zrg_grid_from_runs(rank, shape, counts, runs, total, &other, NULL);
    status = zrg_grid_from_edges(rank, shape, counts, edges, total, grid, error);
    CHECK_I64(status, same);
    zrg_grid_free(other);
    return status;
}

static void test_from_edges(void)
{
    static const uint64_t shape[3] = {26, 38, 6}, edges[7] = {16, 10, 24, 14, 4, 4, 4};
    static const size_t counts[3] = {2, 2, 3};
    static const uint64_t index[3] = {20, 15, 5};
    uint64_t declared[3], data[3], chunk[3], within[3];
    zrg_grid *grid = NULL;
    SUCCEEDS(zrg_grid_from_edges(3, shape, counts, edges, 7, &grid, report));
    REQUIRE(grid);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[16,10],[24,14],[[4,3]]]"));
    SUCCEEDS(zrg_grid_chunk_counts(grid, 3, declared, data, report));
    CHECK_U64(declared[2], 3);
    CHECK_U64(data[2], 2);
    SUCCEEDS(zrg_grid_locate(grid, 3, index, chunk, within, report));
    CHECK(chunk[0] == 1 && chunk[1] == 0 && chunk[2] == 1);
    CHECK(within[0] == 4 && within[1] == 15 && within[2] == 1);
    zrg_grid_free(grid);

    /* Rank 0 needs no array. */
    grid = NULL;
    SUCCEEDS(zrg_grid_from_edges(0, NULL, NULL, NULL, 0, &grid, report));
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[]"));
    zrg_grid_free(grid);
}

static void test_from_runs(void)
{
    static const uint64_t shape[3] = {21, UINT64_C(1000000000000000), 0};
    static const zrg_run runs[6] = {{5, 2}, {5, 1}, {2, 3}, {1, UINT64_C(1000000000000000)}, {7, 1}, {7, 4}};
    static const size_t counts[3] = {3, 1, 2};
    static const uint64_t all[1] = {INT64_MAX};
    static const size_t two[1] = {2};
    static const zrg_run whole[2] = {{UINT64_MAX - 1, 1}, {1, 1}};
    zrg_grid *grid = NULL;
    SUCCEEDS(zrg_grid_from_runs(3, shape, counts, runs, 6, &grid, report));
    REQUIRE(grid);
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[[5,3],[2,3]],[[1,1000000000000000]],[[7,5]]]"));
    zrg_grid_free(grid);

    grid = NULL;
    SUCCEEDS(zrg_grid_from_runs(1, all, two, whole, 2, &grid, report));
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[18446744073709551614,1]]"));
    zrg_grid_free(grid);
    grid = NULL;
    SUCCEEDS(zrg_grid_from_runs(0, NULL, NULL, NULL, 0, &grid, report));
    CHECK_U64(zrg_grid_rank(grid), 0);
    zrg_grid_free(grid);
}

static void test_lists_refused(void)
{
    static const uint64_t shape[2] = {10, 12};
    static const uint64_t edges[5] = {6, 4, 7, 3, 2};
    static const size_t counts[2] = {2, 3};
    uint64_t changed[5], far[2];
    size_t none[2];
    zrg_run runs[5];
    zrg_grid *grid = WILD(zrg_grid);
    size_t i;

    for (i = 0; i < 5; i++) {
        const int32_t axis = i < 2 ? 0 : 1;
        size_t k;
        ROUND("entry %d", (int)i);
        memcpy(changed, edges, sizeof edges);
        changed[i] = 0;
        FAILS(ZRG_ERROR_VALUE, from_both(2, shape, counts, changed, &grid, report));
        FAULT(axis, i < 2 ? i : i - 2, ZRG_NONE, 0, 1);
        CHECK_MESSAGE("edge");

        for (k = 0; k < 5; k++) {
            runs[k].edge = edges[k];
            runs[k].count = k == i ? 0 : 1;
        }
        FAILS(ZRG_ERROR_VALUE, zrg_grid_from_runs(2, shape, counts, runs, 5, &grid, report));
        FAULT(axis, i < 2 ? i : i - 2, ZRG_NONE, 0, 1);
        CHECK_MESSAGE("count");

        /* One short. */
        memcpy(changed, edges, sizeof edges);
        changed[i]--;
        FAILS(ZRG_ERROR_COVER, from_both(2, shape, counts, changed, &grid, report));
        FAULT(axis, ZRG_NONE, ZRG_NONE, shape[axis] - 1, shape[axis]);

        /* A sum of 2^64 is seen at the entry that makes it. */
        changed[i] = UINT64_MAX;
        FAILS(ZRG_ERROR_RANGE, from_both(2, shape, counts, changed, &grid, report));
        FAULT(axis, i == 0 || i == 2 ? 1 : i < 2 ? i : i - 2, ZRG_NONE, ZRG_NONE, UINT64_MAX);
        for (k = 0; k < 5; k++) runs[k].count = 1;
        runs[i].edge = UINT64_C(1) << 32;
        runs[i].count = UINT64_C(1) << 32;
        FAILS(ZRG_ERROR_RANGE, zrg_grid_from_runs(2, shape, counts, runs, 5, &grid, report));
        FAULT(axis, i < 2 ? i : i - 2, ZRG_NONE, ZRG_NONE, UINT64_MAX);
    }
    ROUND_END();

    /* An axis of no edges, also where there is nothing to cover. */
    memset(far, 0, sizeof far);
    for (i = 0; i < 2; i++) {
        memcpy(none, counts, sizeof none);
        none[i] = 0;
        FAILS(ZRG_ERROR_VALUE, zrg_grid_from_edges(2, far, none, edges, none[0] + none[1], &grid, report));
        CHECK_I64(fault.axis, (int64_t)i);
        FAILS(ZRG_ERROR_VALUE, zrg_grid_from_runs(2, far, none, runs, none[0] + none[1], &grid, report));
        CHECK_I64(fault.axis, (int64_t)i);
    }
    memset(none, 0, sizeof none);
    FAILS(ZRG_ERROR_VALUE, zrg_grid_from_edges(2, far, none, NULL, 0, &grid, report));
    FAILS(ZRG_ERROR_VALUE, zrg_grid_from_runs(1, far, none, NULL, 0, &grid, report));

    /* Extents, ranks, pointers. */
    memcpy(far, shape, sizeof far);
    far[1] = (uint64_t)ZRG_MAX_EXTENT + 1;
    memcpy(changed, edges, sizeof edges);
    changed[4] = UINT64_C(1) << 63;
    FAILS(ZRG_ERROR_RANGE, from_both(2, far, counts, changed, &grid, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, far[1], ZRG_MAX_EXTENT);
    FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_edges(ZRG_MAX_RANK + 1, shape, counts, edges, 5, &grid, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_MAX_RANK + 1, ZRG_MAX_RANK);
    FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_runs(SIZE_MAX, NULL, NULL, NULL, 0, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_edges(2, NULL, counts, edges, 5, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_edges(2, shape, NULL, edges, 5, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_edges(2, shape, counts, NULL, 5, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_edges(2, shape, counts, edges, 5, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_runs(2, NULL, counts, runs, 5, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_runs(2, shape, NULL, runs, 5, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_runs(2, shape, counts, NULL, 5, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_runs(2, shape, counts, runs, 5, NULL, report));
    /* A total that is not the sum of the counts. */
    for (i = 0; i < 7; i++) {
        if (i == 5) continue;
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_edges(2, shape, counts, edges, i, &grid, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, i, 5);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_runs(2, shape, counts, runs, i, &grid, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, i, 5);
    }
    /* Counts that no memory can hold, and whose sum wraps to one. */
    none[0] = SIZE_MAX;
    none[1] = 0;
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_edges(2, shape, none, edges, SIZE_MAX, &grid, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_runs(2, shape, none, runs, SIZE_MAX, &grid, report));
    none[1] = 2;
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_edges(2, shape, none, edges, 1, &grid, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_runs(2, shape, none, runs, 1, &grid, report));
    CHECK(grid == WILD(zrg_grid));
}

static void test_from_chunk_shape(void)
{
    static const uint64_t shape[5] = {10, 9, 5, 0, 1}, chunk_shape[5] = {3, 3, 100, 7, 1};
    static const uint64_t far[1] = {INT64_MAX}, one[1] = {1};
    uint64_t changed[5], declared[5], data[5];
    zrg_grid *grid = NULL, *exact = NULL;
    uint32_t flags;
    size_t i;
    SUCCEEDS(zrg_grid_from_chunk_shape(5, shape, chunk_shape, 0, &grid, report));
    REQUIRE(grid);
    check_json(grid, ZRG_FORM_AS_READ, REGULAR("[3,3,100,7,1]"));
    SUCCEEDS(zrg_grid_chunk_counts(grid, 5, declared, data, report));
    CHECK(declared[0] == 4 && declared[1] == 3 && declared[2] == 1 && declared[3] == 0 && declared[4] == 1);
    zrg_grid_free(grid);

    SUCCEEDS(zrg_grid_from_chunk_shape(5, shape, chunk_shape, ZRG_EXACT_TAIL, &exact, report));
    REQUIRE(exact);
    check_json(exact, ZRG_FORM_AS_READ, RECTILINEAR("[[[3,3],1],[[3,3]],[5],[7],[1]]"));
    SUCCEEDS(zrg_grid_chunk_counts(exact, 5, declared, data, report));
    CHECK(declared[0] == 4 && declared[2] == 1 && declared[3] == 1 && data[3] == 0);
    zrg_grid_free(exact);

    /* Many chunks cost no more than one. */
    exact = NULL;
    SUCCEEDS(zrg_grid_from_chunk_shape(1, far, one, ZRG_EXACT_TAIL, &exact, report));
    check_json(exact, ZRG_FORM_AS_READ, RECTILINEAR("[[[1,9223372036854775807]]]"));
    zrg_grid_free(exact);
    for (flags = 0; flags <= ZRG_EXACT_TAIL; flags++) {
        grid = NULL;
        SUCCEEDS(zrg_grid_from_chunk_shape(0, NULL, NULL, flags, &grid, report));
        CHECK_U64(zrg_grid_rank(grid), 0);
        zrg_grid_free(grid);
    }

    grid = WILD(zrg_grid);
    for (flags = 2; flags != 0; flags <<= 1) {
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_from_chunk_shape(5, shape, chunk_shape, flags, &grid, report));
        CHECK_U64(fault.value, flags);
    }
    for (i = 0; i < 10; i++) {
        flags = i % 2 ? ZRG_EXACT_TAIL : 0;
        memcpy(changed, chunk_shape, sizeof changed);
        changed[i / 2] = 0;
        FAILS(ZRG_ERROR_VALUE, zrg_grid_from_chunk_shape(5, shape, changed, flags, &grid, report));
        FAULT((int32_t)(i / 2), ZRG_NONE, ZRG_NONE, 0, 1);
        memcpy(changed, shape, sizeof changed);
        changed[i / 2] = UINT64_MAX;
        FAILS(ZRG_ERROR_RANGE, zrg_grid_from_chunk_shape(5, changed, chunk_shape, flags, &grid, report));
        FAULT((int32_t)(i / 2), ZRG_NONE, ZRG_NONE, UINT64_MAX, ZRG_MAX_EXTENT);
    }
    FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_chunk_shape(ZRG_MAX_RANK + 1, NULL, NULL, 0, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_chunk_shape(5, NULL, chunk_shape, 0, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_chunk_shape(5, shape, NULL, 0, &grid, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_from_chunk_shape(5, shape, chunk_shape, 0, NULL, report));
    CHECK(grid == WILD(zrg_grid));
}

/* ---- one axis: edges, runs, the integer ---- */

/* An axis as a plain list of edges: every page of edges and of runs, of every capacity. */
static void check_axis(const zrg_grid *grid, size_t axis, const uint64_t *edges, size_t chunks)
{
    size_t first, capacity, count, i;
    for (first = 0; first <= chunks + 2; first++)
        for (capacity = 0; capacity <= chunks + 2; capacity++) {
            const size_t left = first < chunks ? chunks - first : 0, most = left < capacity ? left : capacity;
            uint64_t *page = malloc((capacity + 1) * sizeof *page);
            zrg_run *runs = malloc((capacity + 1) * sizeof *runs);
            size_t at = first, entries = 0, counted = 7777;
            uint64_t next = 7777, after = 7777;
            REQUIRE(page && runs);
            ROUND("axis %d, from %d, room for %d", (int)axis, (int)first, (int)capacity);
            memset(page, UNTOUCHED, (capacity + 1) * sizeof *page);
            memset(runs, UNTOUCHED, (capacity + 1) * sizeof *runs);
            count = 7777;
            SUCCEEDS(zrg_grid_axis_edges(grid, axis, first, page, capacity, &count, report));
            CHECK_U64(count, most);
            CHECK_BYTES(page, edges + (first < chunks ? first : 0), most * sizeof *page);
            check_untouched(page + most, (capacity + 1 - most) * sizeof *page, "what follows", __FILE__, __LINE__);
            count = 7777;
            SUCCEEDS(zrg_grid_axis_edges(grid, axis, first, NULL, capacity, &count, report));
            CHECK_U64(count, most);

            SUCCEEDS(zrg_grid_axis_runs(grid, axis, first, capacity ? runs : NULL, capacity, &count, &next, report));
            SUCCEEDS(zrg_grid_axis_runs(grid, axis, first, NULL, capacity, &counted, &after, report));
            while (entries < capacity && at < chunks) {
                size_t end = at;
                while (end < chunks && edges[end] == edges[at]) end++;
                CHECK_U64(runs[entries].edge, edges[at]);
                CHECK_U64(runs[entries].count, end - at);
                at = end;
                entries++;
            }
            CHECK_U64(count, entries);
            CHECK_U64(next, at);
            CHECK_U64(counted, count);
            CHECK_U64(after, next);
            check_untouched(runs + entries, (capacity + 1 - entries) * sizeof *runs, "what follows", __FILE__,
                            __LINE__);
            free(page);
            free(runs);
        }
    ROUND_END();
    for (i = 0; i < 2; i++) { /* as far away as can be */
        uint64_t next = 7777;
        count = 7777;
        SUCCEEDS(zrg_grid_axis_edges(grid, axis, UINT64_MAX - i, NULL, 3, &count, report));
        CHECK_U64(count, 0);
        count = 7777;
        SUCCEEDS(zrg_grid_axis_runs(grid, axis, UINT64_MAX - i, NULL, 9, &count, &next, report));
        CHECK_U64(count, 0);
        CHECK_U64(next, UINT64_MAX - i);
    }
}

static void test_axis_pages(void)
{
    static const uint64_t shape[6] = {10, 23, 30, 12, 0, 0};
    static const uint64_t integer[4] = {3, 3, 3, 3}, even[4] = {3, 3, 3, 3};
    static const uint64_t listed[7] = {4, 4, 2, 5, 5, 5, 1}, one[1] = {9};
    uint64_t in_runs[16], edges[2];
    zrg_run runs[2];
    size_t count = 7777, i;
    uint64_t number = 7777, next = 7777;
    uint32_t form = 7777;
    zrg_grid *grid = read_grid(RECTILINEAR("[3,[4,4,2,[5,3],1],[[2,11],[1,4],8],[[3,4]],5,[9]]"), 6, shape);
    for (i = 0; i < COUNT_OF(in_runs); i++) in_runs[i] = i < 11 ? 2 : i < 15 ? 1 : 8;
    check_axis(grid, 0, integer, 4);
    check_axis(grid, 1, listed, 7);
    check_axis(grid, 2, in_runs, COUNT_OF(in_runs));
    check_axis(grid, 3, even, 4);
    check_axis(grid, 4, NULL, 0);
    check_axis(grid, 5, one, 1);

    WIPE(edges);
    WIPE(runs);
    for (i = 6; i < 9; i++) {
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_edges(grid, i, 0, edges, 2, &count, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, i, 6);
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_runs(grid, i, 0, runs, 2, &count, &next, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, i, 6);
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_form(grid, i, &form, &number, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, i, 6);
    }
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_edges(NULL, 0, 0, edges, 2, &count, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_edges(grid, 0, 0, edges, 2, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_runs(NULL, 0, 0, runs, 2, &count, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_runs(grid, 0, 0, runs, 2, NULL, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_runs(grid, 0, 0, runs, 2, &count, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_axis_form(NULL, 0, &form, &number, report));
    CHECK_UNTOUCHED(edges);
    CHECK_UNTOUCHED(runs);
    CHECK_U64(count, 7777);
    CHECK(number == 7777 && next == 7777 && form == 7777);
    zrg_grid_free(grid);
}

static void test_axis_form(void)
{
    /* Over 8; and over 0 the last two. */
    static const struct {
        const char *axis;
        uint64_t extent, integer;
    } cases[] = {
        {"3", 8, 3},         {"100", 8, 100},     {"18446744073709551615", 8, UINT64_MAX},
        {"[3, 3, 3]", 8, 3}, {"[[3, 3]]", 8, 3},  {"[3, [3, 2]]", 8, 3},
        {"[8]", 8, 8},       {"[100]", 8, 100},   {"[[1, 8]]", 8, 1},
        {"[3, 3, 2]", 8, 0}, {"[2, 3, 3]", 8, 0}, {"[[3, 4]]", 8, 0},
        {"[4, 4, 4]", 8, 0}, {"[8, 8]", 8, 0},    {"[[4, 2], 1]", 8, 0},
        {"5", 0, 5},         {"[5]", 0, 0},
    };
    size_t i;
    for (i = 0; i < COUNT_OF(cases); i++) {
        char text[256];
        uint64_t integer = 7777;
        uint32_t form = 7777;
        zrg_grid *grid;
        ROUND("%s", cases[i].axis);
        snprintf(text, sizeof text, RECTILINEAR("[%s]"), cases[i].axis);
        grid = read_grid(text, 1, &cases[i].extent);
        SUCCEEDS(zrg_grid_axis_form(grid, 0, &form, &integer, report));
        CHECK_U64(integer, cases[i].integer);
        CHECK_U64(form, cases[i].axis[0] == '[' ? ZRG_AXIS_LIST : ZRG_AXIS_INTEGER);
        integer = form = 7777;
        SUCCEEDS(zrg_grid_axis_form(grid, 0, NULL, &integer, report));
        SUCCEEDS(zrg_grid_axis_form(grid, 0, &form, NULL, report));
        SUCCEEDS(zrg_grid_axis_form(grid, 0, NULL, NULL, report));
        CHECK_U64(integer, cases[i].integer);
        CHECK(form == ZRG_AXIS_LIST || form == ZRG_AXIS_INTEGER);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* ---- documents explained ---- */

static void check_same_error(const zrg_error *one, const zrg_error *other)
{
    check_bytes(one, other, sizeof *one, "the problem", __FILE__, __LINE__);
    if (memcmp(one, other, sizeof *one) != 0) printf("    %s\n    %s\n", one->message, other->message);
}

static void test_validate(void)
{
    static const char good[] = RECTILINEAR("[[16,10],[24,14]]");
    /* A 0 in a list, a fraction, a string where a number belongs, too short, and a member that nobody knows. */
    static const char bad[] =
        "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[16, 0, 2.5],"
        " [24, 13]], \"more\": 1}, \"must_understand\": \"yes\"}";
    static const zrg_status codes[] = {ZRG_ERROR_VALUE, ZRG_ERROR_VALUE, ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_STRUCTURE,
                                       ZRG_ERROR_COVER};
    static const char *const messages[] = {"chunk_shapes[0][1]: ", "chunk_shapes[0][2]: ", "\"more\"",
                                           "must_understand", "chunk_shapes[1]: "};
    static const uint64_t shape[2] = {26, 38};
    zrg_error problems[8], refused;
    zrg_grid *grid = NULL;
    size_t count = 7777, capacity, i;

    WIPE(problems);
    SUCCEEDS(zrg_grid_validate_json(good, sizeof good - 1, 2, shape, NULL, problems, 8, &count, report));
    CHECK_U64(count, 0);
    CHECK_UNTOUCHED(problems);
    SUCCEEDS(zrg_grid_validate_json(good, sizeof good - 1, 2, shape, NULL, NULL, 0, &count, report));
    CHECK_U64(count, 0);

    for (capacity = 0; capacity <= 8; capacity++) {
        ROUND("room for %d", (int)capacity);
        WIPE(problems);
        count = 7777;
        SUCCEEDS(zrg_grid_validate_json(bad, sizeof bad - 1, 2, shape, NULL, capacity ? problems : NULL, capacity, &count,
                                   report));
        CHECK_U64(count, COUNT_OF(codes)); /* also those that there is no room for */
        for (i = 0; i < COUNT_OF(codes) && i < capacity; i++) {
            CHECK_I64(problems[i].code, codes[i]);
            CHECK_HAS(problems[i].message, messages[i]);
            CHECK_U64(problems[i].reserved, ZRG_NONE);
            CHECK(problems[i].byte_offset < sizeof bad - 1);
        }
        check_untouched(problems + i, (8 - i) * sizeof problems[0], "what follows the problems", __FILE__, __LINE__);
    }
    ROUND_END();
    WIPE(problems);
    SUCCEEDS(zrg_grid_validate_json(bad, sizeof bad - 1, 2, shape, NULL, problems, 8, &count, report));
    CHECK_I64(zrg_grid_from_json(bad, sizeof bad - 1, 2, shape, NULL, &grid, &refused), ZRG_ERROR_VALUE);
    check_same_error(&problems[0], &refused);
    CHECK(grid == NULL);

    /* Text that ends too early is not JSON, and says nothing that could be judged. */
    SUCCEEDS(zrg_grid_validate_json(bad, sizeof bad - 2, 2, shape, NULL, problems, 8, &count, report));
    CHECK_U64(count, 1);
    CHECK_I64(problems[0].code, ZRG_ERROR_JSON);
    CHECK_U64(problems[0].byte_offset, sizeof bad - 2);
    SUCCEEDS(zrg_grid_validate_json(NULL, 0, 2, shape, NULL, problems, 8, &count, report));
    CHECK_U64(count, 1);
    CHECK_I64(problems[0].code, ZRG_ERROR_JSON);
    SUCCEEDS(zrg_grid_validate_json("\xFF", 1, 0, NULL, NULL, problems, 8, &count, report));
    CHECK_U64(count, 1);
    CHECK_I64(problems[0].code, ZRG_ERROR_JSON);
    CHECK_U64(problems[0].byte_offset, 0);

    /* What is wrong with the call is not a problem of the document. */
    {
        zrg_options options = {sizeof options, 4, 0, 0};
        static const uint64_t far[2] = {26, (uint64_t)INT64_MAX + 1};
        WIPE(problems);
        count = 7777;
        FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_validate_json(bad, 9, 2, shape, &options, problems, 8, &count, report));
        FAILS(ZRG_ERROR_RANGE, zrg_grid_validate_json(bad, 9, 2, far, NULL, problems, 8, &count, report));
        FAULT(1, ZRG_NONE, ZRG_NONE, far[1], ZRG_MAX_EXTENT);
        FAILS(ZRG_ERROR_LIMIT, zrg_grid_validate_json(bad, 9, ZRG_MAX_RANK + 1, far, NULL, problems, 8, &count, report));
        FAILS(ZRG_ERROR_NULL, zrg_grid_validate_json(NULL, 9, 2, shape, NULL, problems, 8, &count, report));
        FAILS(ZRG_ERROR_NULL, zrg_grid_validate_json(bad, 9, 2, NULL, NULL, problems, 8, &count, report));
        FAILS(ZRG_ERROR_NULL, zrg_grid_validate_json(bad, 9, 2, shape, NULL, problems, 8, NULL, report));
        CHECK_UNTOUCHED(problems);
        CHECK_U64(count, 7777);
    }
}

static void test_validate_array(void)
{
    static const char good[] = "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [26, 38], \"chunk_grid\": "
                               RECTILINEAR("[[16,10],[24,14]]") ", \"chunk_key_encoding\": \"v2\", \"x\": [1, 2, {}]}";
    static const char bad[] = "{\"zarr_format\": 3, \"node_type\": 7, \"shape\": [26, -38], \"chunk_grid\": "
                              "{\"name\": \"rectangular\", \"more\": 1}, \"chunk_key_encoding\": {\"name\": \"v3\", \"x\": 1}}";
    /* The grid is not ours, which is said first; what is wrong with the rest is all the same. */
    static const zrg_status codes[] = {ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_STRUCTURE, ZRG_ERROR_VALUE, ZRG_ERROR_UNSUPPORTED};
    static const char *const messages[] = {"chunk_grid.name: ", "node_type: ", "shape[1]: ", "chunk_key_encoding.name: "};
    /* Of a document in another format, or of another node, nothing else is judged. */
    static const char *const others[] = {
        "{\"node_type\": 7, \"shape\": -1, \"chunk_grid\": {\"name\": \"rectangular\"}, \"zarr_format\": 2}",
        "{\"shape\": [26, -38], \"chunk_grid\": 7, \"node_type\": \"group\"}",
        "{\"zarr_format\": 2, \"node_type\": \"group\"}",
    };
    zrg_error problems[9], refused;
    zrg_key_encoding keys;
    zrg_grid *grid = NULL;
    zrg_options options = {sizeof options, 4, 0, 0};
    size_t count = 7777, i;

    SUCCEEDS(zrg_grid_validate_array_json(good, sizeof good - 1, NULL, NULL, 0, &count, report));
    CHECK_U64(count, 0);
    SUCCEEDS(zrg_grid_validate_array_json(bad, sizeof bad - 1, NULL, problems, 9, &count, report));
    CHECK_U64(count, COUNT_OF(codes));
    REQUIRE(count == COUNT_OF(codes));
    for (i = 0; i < COUNT_OF(codes); i++) {
        CHECK_I64(problems[i].code, codes[i]);
        CHECK_HAS(problems[i].message, messages[i]);
    }
    CHECK_I64(problems[2].axis, 1);
    CHECK_I64(zrg_grid_from_array_json(bad, sizeof bad - 1, NULL, &grid, &keys, &refused), ZRG_ERROR_UNSUPPORTED);
    check_same_error(&problems[0], &refused);
    for (i = 0; i < COUNT_OF(others); i++) {
        ROUND("%s", others[i]);
        SUCCEEDS(zrg_grid_validate_array_json(others[i], strlen(others[i]), NULL, problems, 9, &count, report));
        CHECK_U64(count, 1);
        CHECK_I64(problems[0].code, ZRG_ERROR_UNSUPPORTED);
        CHECK_HAS(problems[0].message, i == 1 ? "node_type: " : "zarr_format: ");
    }
    ROUND_END();

    /* Missing members, each of them. */
    SUCCEEDS(zrg_grid_validate_array_json("{}", 2, NULL, problems, 9, &count, report));
    CHECK_U64(count, 5);
    for (i = 0; i < count && i < 9; i++) {
        CHECK_I64(problems[i].code, ZRG_ERROR_STRUCTURE);
        CHECK_HAS(problems[i].message, "is missing");
    }

    count = 7777;
    WIPE(problems);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_grid_validate_array_json(good, 9, &options, problems, 9, &count, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_validate_array_json(NULL, 9, NULL, problems, 9, &count, report));
    FAILS(ZRG_ERROR_NULL, zrg_grid_validate_array_json(good, 9, NULL, problems, 9, NULL, report));
    CHECK_UNTOUCHED(problems);
    CHECK_U64(count, 7777);
}

/* Every problem that does not follow from another is listed, whatever else is wrong; here by the ends of their paths. */
static void test_independent_problems(void)
{
    static const uint64_t shape[2] = {12, 3};
    static const struct {
        const char *text;
        const char *problems; /* class and path, in the order of the list; separated by spaces */
    } grids[] = {
        {REGULAR("[6,[4,0]]"), "42chunk_shape[1]: 43chunk_shape[1][1]: "},
        {REGULAR("[[],[\"4\"]]"), "42chunk_shape[0]: 43chunk_shape[0]: 42chunk_shape[1]: 42chunk_shape[1][0]: "},
        {REGULAR("[[18446744073709551615,1],3]"), "42chunk_shape[0]: 21chunk_shape[0][1]: "},
        {REGULAR("[0,3,14]"), "43chunk_shape[0]: 3chunk_shape: "},
        {RECTILINEAR("[0,3,14]"), "43chunk_shapes[0]: 3chunk_shapes: "},
        {RECTILINEAR("[[4,0]]"), "43chunk_shapes[0][1]: 3chunk_shapes: "},
        {RECTILINEAR("[[11],[3,\"x\"]]"), "42chunk_shapes[1][1]: 44chunk_shapes[0]: "},
        /* Without a name the members tell which grid was meant. */
        {"{\"configuration\":{\"chunk_shapes\":[[0],3]}}", "42chunk_grid: 43chunk_shapes[0][0]: 42configuration: "},
        {"{\"configuration\":{\"chunk_shape\":[6,[3]]},\"name\":7}", "42name: 42chunk_shape[1]: "},
        {"{\"configuration\":{}}", "42chunk_grid: "},
        /* The draft's member, and what belongs in its place; a stranger is not looked into. */
        {"{\"name\":\"rectilinear\",\"configuration\":{\"chunk_shape\":[0]}}", "42configuration: 42chunk_shape: "},
        {RECTILINEAR("[6,3],\"chunk_shape\":[0]"), "45configuration: "},
        {REGULAR("[6,3],\"chunk_shapes\":[0],\"kind\":0"), "45configuration: 45configuration: "},
        /* A kind that stands twice says nothing: what it is of is judged. */
        {RECTILINEAR("[0,3],\"kind\":\"outline\""), "43chunk_shapes[0]: 41kind: "},
    };
    static const struct {
        const char *text, *problems;
    } arrays[] = {
        /* No shape, or one that is wrong, hides nothing in the grid but what it would be held against. */
        {REGULAR("[6,[4,0]]"), "42chunk_shape[1]: 43chunk_shape[1][1]: 42document: "},
        {RECTILINEAR("[[0],-1]") ",\"shape\":7", "43chunk_shapes[0][0]: 43chunk_shapes[1]: 42shape: "},
        {RECTILINEAR("[[1],[1]]") ",\"shape\":[12,-3]", "43shape[1]: 44chunk_shapes[0]: "},
        {RECTILINEAR("[[12]]") ",\"shape\":[12,-3]", "43shape[1]: 3chunk_shapes: "},
    };
    size_t i, k;
    for (i = 0; i < COUNT_OF(grids) + COUNT_OF(arrays); i++) {
        const int whole = i >= COUNT_OF(grids);
        const char *text = whole ? arrays[i - COUNT_OF(grids)].text : grids[i].text;
        const char *expected = whole ? arrays[i - COUNT_OF(grids)].problems : grids[i].problems;
        char document[1024], listed[512] = "";
        zrg_error problems[8];
        size_t count;
        ROUND("%s", text);
        if (whole) {
            snprintf(document, sizeof document,
                     "{\"zarr_format\":3,\"node_type\":\"array\",\"chunk_key_encoding\":\"v2\",\"chunk_grid\":%s}", text);
            SUCCEEDS(zrg_grid_validate_array_json(document, strlen(document), NULL, problems, 8, &count, report));
        } else {
            SUCCEEDS(zrg_grid_validate_json(text, strlen(text), 2, shape, NULL, problems, 8, &count, report));
        }
        for (k = 0; k < count && k < 8; k++) {
            /* The last name of the path, with what is behind it. */
            const char *end = strstr(problems[k].message, ": "), *start = end;
            REQUIRE(end);
            while (start > problems[k].message && start[-1] != '.' && start[-1] != ' ') start--;
            snprintf(listed + strlen(listed), sizeof listed - strlen(listed), "%d%.*s ", (int)problems[k].code,
                     (int)(end + 1 - start), start);
        }
        CHECK(strcmp(listed, expected) == 0);
        if (strcmp(listed, expected) != 0) printf("    %s\n    %s\n", listed, expected);
    }
    ROUND_END();
}

/* More problems than are looked for. */
static void test_many_problems(void)
{
    static const uint64_t shape[1] = {5};
    const size_t size = sizeof HEAD + 3 * (ZRG_MAX_PROBLEMS + 10);
    char *text = malloc(size);
    zrg_error *problems = malloc((ZRG_MAX_PROBLEMS + 1) * sizeof *problems);
    size_t count, zeros, i;
    REQUIRE(text && problems);
    for (zeros = ZRG_MAX_PROBLEMS - 1; zeros <= ZRG_MAX_PROBLEMS + 2; zeros++) {
        size_t length = (size_t)snprintf(text, size, HEAD "[[0");
        for (i = 1; i < zeros; i++, length += 2) memcpy(text + length, ",0", 2);
        memcpy(text + length, "]]}}", 4);
        length += 4;
        memset(problems, UNTOUCHED, (ZRG_MAX_PROBLEMS + 1) * sizeof *problems);
        SUCCEEDS(zrg_grid_validate_json(text, length, 1, shape, NULL, problems, ZRG_MAX_PROBLEMS + 1, &count, report));
        CHECK_U64(count, zeros < ZRG_MAX_PROBLEMS ? zeros : ZRG_MAX_PROBLEMS);
        for (i = 0; i < count; i++) {
            CHECK_I64(problems[i].code, ZRG_ERROR_VALUE);
            CHECK_U64(problems[i].entry, i);
            CHECK_U64(problems[i].byte_offset, sizeof HEAD - 1 + 2 + 2 * i);
        }
        check_untouched(problems + count, sizeof *problems, "what follows the problems", __FILE__, __LINE__);
        SUCCEEDS(zrg_grid_validate_json(text, length, 1, shape, NULL, problems, 3, &count, report));
        CHECK_U64(count, zeros < ZRG_MAX_PROBLEMS ? zeros : ZRG_MAX_PROBLEMS);
    }
    free(problems);
    free(text);
}

/* ---- options ---- */

/* Both ways of reading and both of explaining, on a grid and inside an array: the same class, 0 for accepted. */
static void check_all(const char *text, size_t rank, const uint64_t *shape, const zrg_options *options, zrg_status want)
{
    char whole[1024], lengths[128] = "";
    zrg_error problems[4], first;
    zrg_grid *grid = NULL;
    size_t count, i, written = 0;
    int length;
    CHECK_I64(from_json(text, strlen(text), rank, shape, options, &grid, &first), want);
    zrg_grid_free(grid);
    SUCCEEDS(zrg_grid_validate_json(text, strlen(text), rank, shape, options, problems, 4, &count, report));
    for (i = 0; i < count && i < 4 && problems[i].code == ZRG_OK; i++) {}
    CHECK(want ? i < count : i == count);
    if (want && i < count) check_same_error(&problems[i], &first);

    for (i = 0; i < rank; i++)
        written += (size_t)snprintf(lengths + written, sizeof lengths - written, "%s%" PRIu64, i ? "," : "", shape[i]);
    length = snprintf(whole, sizeof whole,
                      "{\"chunk_grid\":%s,\"zarr_format\":3,\"node_type\":\"array\",\"shape\":[%s],"
                      "\"chunk_key_encoding\":\"default\"}",
                      text, lengths);
    REQUIRE(length > 0 && (size_t)length < sizeof whole);
    grid = NULL;
    CHECK_I64(zrg_grid_from_array_json(whole, (size_t)length, options, &grid, NULL, NULL), want);
    zrg_grid_free(grid);
    SUCCEEDS(zrg_grid_validate_array_json(whole, (size_t)length, options, problems, 4, &count, report));
    for (i = 0; i < count && i < 4 && problems[i].code == ZRG_OK; i++) {}
    CHECK(want ? i < count && problems[i].code == want : i == count);
}

static void test_any_member(void)
{
    static const uint64_t shape[1] = {5};
    static const zrg_options strict = {sizeof strict, 0, 0, 0}, any = {sizeof any, ZRG_READ_ANY_MEMBER, 0, 0};
    static const struct {
        const char *text;
        zrg_status strict, any;
    } cases[] = {
        {RECTILINEAR("[5],\"x\":[{}]"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {RECTILINEAR("[5],\"x\":1,\"y\":2,\"x\":3"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {REGULAR("[5],\"x\":null"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {REGULAR("[5],\"kind\":\"inline\""), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {RECTILINEAR("[5],\"chunk_shape\":[5]"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        /* Those of the other grid are unknown members like any other: whatever they hold, and however often. */
        {REGULAR("[5],\"kind\":\"outline\""), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {REGULAR("[5],\"kind\":NaN,\"kind\":7"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {REGULAR("[5],\"chunk_shapes\":[[0,-1],\"x\",[[[]]]]"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {REGULAR("[5],\"chunk_shapes\":{\"a\":[-Infinity]}"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {REGULAR("[5],\"chunk_shapes\":null,\"chunk_shapes\":[]"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {RECTILINEAR("[5],\"chunk_shape\":[0]"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {RECTILINEAR("[5],\"chunk_shape\":NaN,\"chunk_shape\":[5]"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        {RECTILINEAR("[5],\"x\":Infinity"), ZRG_ERROR_UNSUPPORTED, ZRG_OK},
        /* Never what changes the meaning of chunks; never outside the configuration; never twice. */
        {RECTILINEAR("[5],\"encoded_chunk_shapes\":[5]"), ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_UNSUPPORTED},
        {REGULAR("[5],\"encoded_chunk_shapes\":[5]"), ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_UNSUPPORTED},
        {RECTILINEAR("[5],\"encoded\\u005fchunk_shapes\":[5]"), ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_UNSUPPORTED},
        {HEAD "[5]},\"x\":1}", ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_UNSUPPORTED},
        {HEAD "[5]},\"must_understand\":false}", ZRG_ERROR_UNSUPPORTED, ZRG_ERROR_UNSUPPORTED},
        {HEAD "[5]},\"must_understand\":true}", ZRG_OK, ZRG_OK},
        {RECTILINEAR("[5],\"kind\":\"inline\""), ZRG_ERROR_DUPLICATE, ZRG_ERROR_DUPLICATE},
        {RECTILINEAR("[5],\"chunk_\\u0073hapes\":[5]"), ZRG_ERROR_DUPLICATE, ZRG_ERROR_DUPLICATE},
    };
    size_t i;
    for (i = 0; i < COUNT_OF(cases); i++) {
        ROUND("%s", cases[i].text);
        check_all(cases[i].text, 1, shape, NULL, cases[i].strict);
        check_all(cases[i].text, 1, shape, &strict, cases[i].strict);
        check_all(cases[i].text, 1, shape, &any, cases[i].any);
    }
    ROUND_END();
}

static void test_repair(void)
{
    static const zrg_options repair = {sizeof repair, ZRG_READ_REPAIR, 0, 0};
    static const uint64_t shape[3] = {0, 6, 20};
    static const char mixed[] = REGULAR("[0,2,[5,10,5]]"), lists[] = REGULAR("[[[2,3]],[5,15]]");
    static const char zero[] = REGULAR("[0,2]"), faulty[] = REGULAR("[0,2,[5,10]]");
    zrg_error problems[4];
    zrg_grid *grid = NULL;
    uint64_t declared[3];
    size_t count;

    /* Strictly, both are refused; repaired, the 0 is a 1 and the list makes the grid rectilinear. */
    check_all(mixed, 3, shape, NULL, ZRG_ERROR_VALUE);
    check_all(mixed, 3, shape, &repair, ZRG_OK);
    SUCCEEDS(zrg_grid_validate_json(mixed, sizeof mixed - 1, 3, shape, NULL, problems, 4, &count, report));
    CHECK_U64(count, 2);
    CHECK_I64(problems[0].code, ZRG_ERROR_VALUE);
    CHECK_I64(problems[0].axis, 0);
    CHECK_I64(problems[1].code, ZRG_ERROR_STRUCTURE);
    CHECK_I64(problems[1].axis, 2);
    SUCCEEDS(zrg_grid_validate_json(mixed, sizeof mixed - 1, 3, shape, &repair, problems, 4, &count, report));
    CHECK_U64(count, 2);
    CHECK_I64(problems[0].code, ZRG_OK);
    CHECK_I64(problems[0].axis, 0);
    CHECK_HAS(problems[0].message, "chunk_grid.configuration.chunk_shape[0]: ");
    CHECK_I64(problems[1].code, ZRG_OK);
    CHECK_I64(problems[1].axis, 2);
    CHECK_U64(problems[1].byte_offset, sizeof REGULAR_HEAD - 1 + 5);
    SUCCEEDS(from_json(mixed, sizeof mixed - 1, 3, shape, &repair, &grid, report));
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[1,2,[5,10,5]]"));
    SUCCEEDS(zrg_grid_chunk_counts(grid, 3, declared, NULL, report));
    CHECK(declared[0] == 0 && declared[1] == 3 && declared[2] == 3);
    zrg_grid_free(grid);

    /* All lists; and a 0 alone, which stays regular. */
    grid = NULL;
    SUCCEEDS(from_json(lists, sizeof lists - 1, 2, shape + 1, &repair, &grid, report));
    check_json(grid, ZRG_FORM_AS_READ, RECTILINEAR("[[[2,3]],[5,15]]"));
    zrg_grid_free(grid);
    grid = NULL;
    SUCCEEDS(from_json(zero, sizeof zero - 1, 2, shape, &repair, &grid, report));
    check_json(grid, ZRG_FORM_AS_READ, REGULAR("[1,2]"));
    zrg_grid_free(grid);

    /* Not a 0 where there are elements, nor one in a rectilinear grid, nor one in a list. */
    check_all(REGULAR("[3,0,5]"), 3, shape, &repair, ZRG_ERROR_VALUE);
    check_all(RECTILINEAR("[0,2,5]"), 3, shape, &repair, ZRG_ERROR_VALUE);
    check_all(REGULAR("[[0],2,5]"), 3, shape, &repair, ZRG_ERROR_VALUE);
    check_all(REGULAR("[1,2,[5,10]]"), 3, shape, &repair, ZRG_ERROR_COVER);
    /* A repair and a fault: both are listed. */
    SUCCEEDS(zrg_grid_validate_json(faulty, sizeof faulty - 1, 3, shape, &repair, problems, 4, &count, report));
    CHECK_U64(count, 3);
    CHECK_I64(problems[2].code, ZRG_ERROR_COVER);
}

static void test_limits(void)
{
    static const uint64_t shape[2] = {5, 5};
    static const char text[] = RECTILINEAR("[[1,[4,1]],[2,2,2.0]]");
    zrg_options options = {sizeof options, 0, 0, 0};
    uint64_t limit;
    for (limit = 1; limit <= 6; limit++) {
        ROUND("max_runs %d", (int)limit);
        options.max_runs = limit;
        check_all(text, 2, shape, &options, limit < 5 ? ZRG_ERROR_LIMIT : ZRG_OK);
        /* Integers are no entries. */
        check_all(RECTILINEAR("[5,5]"), 2, shape, &options, ZRG_OK);
    }
    ROUND_END();
    options.max_runs = 0;
    for (limit = 0; limit < 3; limit++) {
        const size_t length = sizeof text - 1;
        zrg_error problem;
        zrg_grid *grid = NULL;
        size_t count;
        options.max_text = length - 1 + limit;
        CHECK_I64(zrg_grid_from_json(text, length, 2, shape, &options, &grid, NULL), limit ? ZRG_OK : ZRG_ERROR_LIMIT);
        zrg_grid_free(grid);
        SUCCEEDS(zrg_grid_validate_json(text, length, 2, shape, &options, &problem, 1, &count, report));
        CHECK_U64(count, limit ? 0 : 1);
        if (!limit) {
            CHECK_I64(problem.code, ZRG_ERROR_LIMIT);
            CHECK_U64(problem.value, length);
            CHECK_U64(problem.limit, length - 1);
        }
    }
}

/* The struct of an older and of a newer release, for each call that takes one. */
static void test_options(void)
{
    static const uint64_t shape[1] = {5};
    static const char text[] = RECTILINEAR("[5]");
    static const char whole[] = "{\"chunk_grid\":" RECTILINEAR("[5]") ",\"zarr_format\":3,\"node_type\":\"array\","
                                "\"shape\":[5],\"chunk_key_encoding\":\"default\"}";
    struct {
        zrg_options options;
        unsigned char tail[40];
    } larger;
    zrg_grid *grid;
    uint32_t size;
    size_t call, count;
    for (call = 0; call < 4; call++) {
#define READ                                                                                                           \
    (call == 0   ? zrg_grid_from_json(text, sizeof text - 1, 1, shape, &larger.options, &grid, report)                 \
     : call == 1 ? zrg_grid_from_array_json(whole, sizeof whole - 1, &larger.options, &grid, NULL, report)             \
     : call == 2 ? zrg_grid_validate_json(text, sizeof text - 1, 1, shape, &larger.options, NULL, 0, &count, report)        \
                 : zrg_grid_validate_array_json(whole, sizeof whole - 1, &larger.options, NULL, 0, &count, report))
        memset(&larger, 0, sizeof larger);
        for (size = 0; size <= sizeof larger; size++) {
            ROUND("call %d, struct_size %d", (int)call, (int)size);
            larger.options.struct_size = size;
            grid = NULL;
            count = 7777;
            if (size < sizeof larger.options) {
                FAILS(ZRG_ERROR_ARGUMENT, READ);
                FAULT(-1, ZRG_NONE, ZRG_NONE, size, sizeof larger.options);
                CHECK(count == 7777 && grid == NULL);
            } else {
                SUCCEEDS(READ);
                CHECK(count == (call < 2 ? 7777 : 0) && (grid != NULL) == (call < 2));
            }
            zrg_grid_free(grid);
            grid = NULL;
        }
        /* A field that this release does not know, and that is set. */
        larger.options.struct_size = sizeof larger;
        larger.tail[sizeof larger.tail - 1] = 1;
        FAILS(ZRG_ERROR_ARGUMENT, READ);
        larger.options.struct_size = sizeof larger.options; /* then it lies behind the struct */
        SUCCEEDS(READ);
        zrg_grid_free(grid);
        grid = NULL;
        larger.options.struct_size = UINT32_MAX; /* never set */
        FAILS(ZRG_ERROR_ARGUMENT, READ);
        larger.options.struct_size = sizeof larger.options;
        for (size = 4; size != 0; size <<= 1) {
            larger.options.flags = size | ZRG_READ_REPAIR;
            FAILS(ZRG_ERROR_ARGUMENT, READ);
        }
        CHECK(grid == NULL);
#undef READ
    }
    ROUND_END();
}

/* ---- NULs in the text ---- */

static void test_nul(void)
{
    static const uint64_t shape[1] = {5};
    static const struct {
        const char *text;
        size_t length;
        zrg_status code;
        uint64_t byte;
    } cases[] = {
        /* The NUL that ends a C string, passed along. */
        {RECTILINEAR("[5]"), sizeof RECTILINEAR("[5]"), ZRG_ERROR_JSON, sizeof RECTILINEAR("[5]") - 1},
        {RECTILINEAR("[5]") "\0\0", sizeof RECTILINEAR("[5]") + 1, ZRG_ERROR_JSON, sizeof RECTILINEAR("[5]") - 1},
        {"\0" RECTILINEAR("[5]"), sizeof RECTILINEAR("[5]"), ZRG_ERROR_JSON, 0},
        {HEAD "[5\0]}}", sizeof HEAD "[5\0]}}" - 1, ZRG_ERROR_JSON, sizeof HEAD + 1},
        {"{\"name\":\"rectilinear\0\"}", sizeof "{\"name\":\"rectilinear\0\"}" - 1, ZRG_ERROR_JSON, ZRG_NONE},
        {"", 1, ZRG_ERROR_JSON, 0},
        /* An escaped one is part of a name, which is then another. */
        {RECTILINEAR("[5],\"kind\\u0000\":\"inline\""), sizeof RECTILINEAR("[5],\"kind\\u0000\":\"inline\"") - 1,
         ZRG_ERROR_UNSUPPORTED, sizeof HEAD - 1 + sizeof "[5],\"kind\\u0000\":" - 1},
        {"{\"name\":\"rectilinear\\u0000\",\"configuration\":{}}",
         sizeof "{\"name\":\"rectilinear\\u0000\",\"configuration\":{}}" - 1, ZRG_ERROR_UNSUPPORTED, 8},
    };
    size_t i;
    for (i = 0; i < COUNT_OF(cases); i++) {
        zrg_grid *grid = WILD(zrg_grid);
        ROUND("case %d", (int)i);
        FAILS(cases[i].code, from_json(cases[i].text, cases[i].length, 1, shape, NULL, &grid, report));
        if (cases[i].byte != ZRG_NONE) CHECK_U64(fault.byte_offset, cases[i].byte);
        CHECK(grid == WILD(zrg_grid));
    }
    ROUND_END();
}

int main(void)
{
    test_forms();
    test_from_edges();
    test_from_runs();
    test_lists_refused();
    test_from_chunk_shape();
    test_axis_pages();
    test_axis_form();
    test_validate();
    test_validate_array();
    test_independent_problems();
    test_many_problems();
    test_any_member();
    test_repair();
    test_limits();
    test_options();
    test_nul();
    return check_report("json");
}
