/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Grids: read from text, their counts, elements to chunks and chunks to elements. */
#include "check.h"
#include "oracle.h"

#define TRILLIONS UINT64_C(1000000000000000)

static const char five_axes[] =
    "[4, [1, 2, 3], [[4, 2]], [[1, 3], 3], [4, 4, 4]]"; /* the example of the specification, over [6, 6, 6, 6, 6] */

/* ---- the examples of the specification, answered by hand ---- */

static void test_diagram(void)
{
    static const uint64_t shape[2] = {26, 38};
    uint64_t numbers[2], declared[2], data[2], within[2];
    uint64_t index[2] = {20, 15}, chunk[2] = {0, 1};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[16, 10], [24, 14]]");

    CHECK_U64(zrg_grid_rank(grid), 2);
    SUCCEEDS(zrg_grid_shape(grid, 2, numbers, report));
    CHECK_U64(numbers[0], 26);
    CHECK_U64(numbers[1], 38);
    SUCCEEDS(zrg_grid_chunk_counts(grid, 2, declared, data, report));
    CHECK_U64(declared[0], 2);
    CHECK_U64(declared[1], 2);
    CHECK_U64(data[0], 2);
    CHECK_U64(data[1], 2);

    SUCCEEDS(zrg_grid_locate(grid, 2, index, numbers, within, report));
    CHECK_U64(numbers[0], 1);
    CHECK_U64(numbers[1], 0);
    CHECK_U64(within[0], 4);
    CHECK_U64(within[1], 15);

    /* The prose of the specification says [14, 16] here; its rule, and the edges, say [16, 14]. */
    SUCCEEDS(zrg_grid_chunk(grid, 2, chunk, numbers, declared, data, report));
    CHECK_U64(numbers[0], 0);
    CHECK_U64(numbers[1], 24);
    CHECK_U64(declared[0], 16);
    CHECK_U64(declared[1], 14);
    CHECK_U64(data[0], 16);
    CHECK_U64(data[1], 14);
    zrg_grid_free(grid);
}

static void test_five_axes(void)
{
    static const uint64_t shape[5] = {6, 6, 6, 6, 6};
    static const uint64_t counts[5] = {2, 3, 2, 4, 3}, with_data[5] = {2, 3, 2, 4, 2};
    static const uint64_t last[5] = {5, 5, 5, 5, 5};
    static const uint64_t last_chunk[5] = {1, 2, 1, 3, 1}, last_within[5] = {1, 2, 1, 2, 1};
    static const uint64_t past[5] = {1, 2, 1, 3, 2}; /* wholly past the end on the last axis */
    static const uint64_t origin[5] = {4, 3, 4, 3, 8}, edges[5] = {4, 3, 4, 3, 4}, inside[5] = {2, 3, 2, 3, 0};
    uint64_t a[5], b[5], c[5];
    zrg_grid *grid = grid_of_shapes(5, shape, five_axes);
    SUCCEEDS(zrg_grid_chunk_counts(grid, 5, a, b, report));
    CHECK_BYTES(a, counts, sizeof a);
    CHECK_BYTES(b, with_data, sizeof b);
    SUCCEEDS(zrg_grid_locate(grid, 5, last, a, b, report));
    CHECK_BYTES(a, last_chunk, sizeof a);
    CHECK_BYTES(b, last_within, sizeof b);
    SUCCEEDS(zrg_grid_chunk(grid, 5, past, a, b, c, report));
    CHECK_BYTES(a, origin, sizeof a);
    CHECK_BYTES(b, edges, sizeof b);
    CHECK_BYTES(c, inside, sizeof c);
    zrg_grid_free(grid);
}

/* ---- everything about small grids, counted ---- */

static void check_elements(const zrg_grid *grid, const oracle *plain)
{
    size_t rank = plain->rank, a;
    uint64_t index[ORACLE_RANK] = {0}, chunk[ORACLE_RANK], within[ORACLE_RANK];
    if (oracle_product(rank, plain->shape) == 0) return;
    do {
        SUCCEEDS(zrg_grid_locate(grid, rank, index, chunk, within, report));
        for (a = 0; a < rank; a++) {
            uint64_t want = oracle_chunk(&plain->axes[a], index[a]);
            CHECK_U64(chunk[a], want);
            CHECK_U64(within[a], index[a] - oracle_origin(&plain->axes[a], want));
        }
        WIPE(chunk);
        SUCCEEDS(zrg_grid_locate(grid, rank, index, NULL, within, report));
        SUCCEEDS(zrg_grid_locate(grid, rank, index, chunk, NULL, report));
        for (a = 0; a < rank; a++) CHECK_U64(chunk[a], oracle_chunk(&plain->axes[a], index[a]));
        SUCCEEDS(zrg_grid_locate(grid, rank, index, NULL, NULL, report));
    } while (oracle_random(4) ? oracle_next(rank, plain->shape, index) && oracle_next(rank, plain->shape, index)
                              : oracle_next(rank, plain->shape, index));
}

static void check_chunks(const zrg_grid *grid, const oracle *plain)
{
    size_t rank = plain->rank, a;
    uint64_t declared_counts[ORACLE_RANK], index[ORACLE_RANK] = {0}, back[ORACLE_RANK];
    uint64_t origin[ORACLE_RANK], declared[ORACLE_RANK], data[ORACLE_RANK], number, position = 0, total;
    oracle_counts(plain, declared_counts);
    total = oracle_product(rank, declared_counts);
    if (total == 0) {
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, rank, 0, back, report));
        return;
    }
    do {
        SUCCEEDS(zrg_grid_chunk(grid, rank, index, origin, declared, data, report));
        for (a = 0; a < rank; a++) {
            CHECK_U64(origin[a], oracle_origin(&plain->axes[a], index[a]));
            CHECK_U64(declared[a], plain->axes[a].edges[index[a]]);
            CHECK_U64(data[a], oracle_data(&plain->axes[a], index[a]));
        }
        SUCCEEDS(zrg_grid_chunk_number(grid, rank, index, &number, report));
        CHECK_U64(number, position);
        SUCCEEDS(zrg_grid_chunk_at_number(grid, rank, position, back, report));
        for (a = 0; a < rank; a++) CHECK_U64(back[a], index[a]);
        position++;
    } while (oracle_next(rank, declared_counts, index));
    CHECK_U64(position, total);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, rank, total, back, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, total, total);
}

/* All chunks of a grid in one batch, and every choice of the three outputs. */
static void check_chunk_batch(const zrg_grid *grid, const oracle *plain)
{
    size_t rank = plain->rank, a, n = 0, entries;
    uint64_t declared_counts[ORACLE_RANK], index[ORACLE_RANK] = {0};
    uint64_t *chunks, *origins, *declared, *data;
    unsigned choice;
    oracle_counts(plain, declared_counts);
    entries = (size_t)oracle_product(rank, declared_counts) * rank;
    /* Exact sizes: valgrind sees the first byte too many. */
    chunks = malloc(entries * sizeof *chunks + 1);
    REQUIRE(chunks);
    if (entries > 0) {
        do {
            for (a = 0; a < rank; a++) chunks[n++] = index[a];
        } while (oracle_next(rank, declared_counts, index));
    }
    for (choice = 0; choice < 8; choice++) {
        size_t count = rank ? entries / rank : 3; /* rank 0: three times the one chunk */
        origins = choice & 1 ? malloc(entries * sizeof *origins + 1) : NULL;
        declared = choice & 2 ? malloc(entries * sizeof *declared + 1) : NULL;
        data = choice & 4 ? malloc(entries * sizeof *data + 1) : NULL;
        SUCCEEDS(zrg_grid_chunk_many(grid, rank, chunks, origins, declared, data, count, report));
        for (n = 0; n < entries; n++) {
            const oracle_axis *axis = &plain->axes[n % rank];
            if (origins) CHECK_U64(origins[n], oracle_origin(axis, chunks[n]));
            if (declared) CHECK_U64(declared[n], axis->edges[chunks[n]]);
            if (data) CHECK_U64(data[n], oracle_data(axis, chunks[n]));
        }
        free(origins);
        free(declared);
        free(data);
    }
    free(chunks);
}

/* A random box: the chunks it touches, by asking each of its elements. */
static void check_box(const zrg_grid *grid, const oracle *plain)
{
    size_t rank = plain->rank, a;
    uint64_t start[ORACLE_RANK], shape[ORACLE_RANK], first[ORACLE_RANK], count[ORACLE_RANK];
    uint64_t region[ORACLE_RANK], declared[ORACLE_RANK], data[ORACLE_RANK];
    int empty = 0;
    for (a = 0; a < rank; a++) {
        start[a] = oracle_random(plain->shape[a] + 1);
        shape[a] = oracle_random(plain->shape[a] - start[a] + 1);
        empty |= shape[a] == 0;
    }
    SUCCEEDS(zrg_grid_box_to_chunks(grid, rank, start, shape, first, count, report));
    for (a = 0; a < rank; a++) {
        if (empty) {
            CHECK_U64(first[a], 0);
            CHECK_U64(count[a], 0);
        } else {
            uint64_t low = oracle_chunk(&plain->axes[a], start[a]);
            uint64_t high = oracle_chunk(&plain->axes[a], start[a] + shape[a] - 1);
            CHECK_U64(first[a], low);
            CHECK_U64(count[a], high - low + 1);
        }
    }
    WIPE(first);
    WIPE(count);
    SUCCEEDS(zrg_grid_box_to_chunks(grid, rank, start, shape, NULL, count, report));
    SUCCEEDS(zrg_grid_box_to_chunks(grid, rank, start, shape, first, NULL, report));
    CHECK(rank == 0 || (first[0] != UINT64_C(0xC3C3C3C3C3C3C3C3) && count[0] != UINT64_C(0xC3C3C3C3C3C3C3C3)));

    /* And back: a random box of chunks, as the region of elements it is. */
    for (a = 0; a < rank; a++) {
        first[a] = oracle_random(plain->axes[a].chunks + 1);
        count[a] = oracle_random(plain->axes[a].chunks - first[a] + 1);
    }
    SUCCEEDS(zrg_grid_chunks_to_box(grid, rank, first, count, region, declared, data, report));
    for (a = 0; a < rank; a++) {
        uint64_t i, sum = 0, inside = 0;
        for (i = first[a]; i < first[a] + count[a]; i++) {
            sum += plain->axes[a].edges[i];
            inside += oracle_data(&plain->axes[a], i);
        }
        CHECK_U64(declared[a], sum);
        CHECK_U64(data[a], inside);
        CHECK_U64(region[a], count[a] == 0 ? 0 : oracle_origin(&plain->axes[a], first[a]));
    }
    WIPE(data);
    SUCCEEDS(zrg_grid_chunks_to_box(grid, rank, first, count, NULL, NULL, data, report));
    CHECK(rank == 0 || data[0] != UINT64_C(0xC3C3C3C3C3C3C3C3));
    SUCCEEDS(zrg_grid_chunks_to_box(grid, rank, first, count, region, NULL, NULL, report));
    SUCCEEDS(zrg_grid_chunks_to_box(grid, rank, first, count, NULL, declared, NULL, report));
}

static void test_random(void)
{
    int round, k;
    for (round = 0; round < 400; round++) {
        oracle plain;
        zrg_grid *grid;
        size_t rank = (size_t)round % (ORACLE_RANK + 1), a;
        uint64_t declared[ORACLE_RANK], data[ORACLE_RANK], shape[ORACLE_RANK];
        do oracle_make(&plain, rank);
        while (oracle_product(rank, plain.shape) > 4096);
        grid = oracle_grid(&plain);
        ROUND("round %d: %s", round, plain.shapes);
        CHECK_U64(zrg_grid_rank(grid), rank);
        SUCCEEDS(zrg_grid_shape(grid, rank, shape, report));
        SUCCEEDS(zrg_grid_chunk_counts(grid, rank, declared, data, report));
        for (a = 0; a < rank; a++) {
            CHECK_U64(shape[a], plain.shape[a]);
            CHECK_U64(declared[a], plain.axes[a].chunks);
            CHECK_U64(data[a], oracle_data_chunks(&plain.axes[a]));
        }
        WIPE(data);
        SUCCEEDS(zrg_grid_chunk_counts(grid, rank, NULL, data, report));
        for (a = 0; a < rank; a++) CHECK_U64(data[a], oracle_data_chunks(&plain.axes[a]));
        SUCCEEDS(zrg_grid_chunk_counts(grid, rank, declared, NULL, report));
        check_elements(grid, &plain);
        check_chunks(grid, &plain);
        check_chunk_batch(grid, &plain);
        for (k = 0; k < 4; k++) check_box(grid, &plain);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* ---- many points in one call ---- */

static void test_locate_many(void)
{
    enum { POINTS = 37, RANK = 3 };
    int round;
    for (round = 0; round < 60; round++) {
        oracle plain;
        zrg_grid *grid;
        size_t i, a, entries;
        ptrdiff_t point_stride, axis_stride;
        unsigned choice = (unsigned)round % 4;
        uint64_t points[POINTS][RANK], *indices, *chunks, *withins;
        do oracle_make(&plain, RANK);
        while (oracle_product(RANK, plain.shape) == 0);
        grid = oracle_grid(&plain);
        switch (round / 4 % 4) {
        case 0: /* points one after the other */
            point_stride = RANK;
            axis_stride = 1;
            entries = POINTS * RANK;
            break;
        case 1: /* one array per axis */
            point_stride = 1;
            axis_stride = POINTS;
            entries = POINTS * RANK;
            break;
        case 2: /* records of five numbers, of which every second is a coordinate */
            point_stride = 2 * RANK;
            axis_stride = 2;
            entries = (POINTS - 1) * 2 * RANK + (RANK - 1) * 2 + 1;
            break;
        default: /* more room than needed */
            point_stride = RANK + 1;
            axis_stride = 1;
            entries = POINTS * (RANK + 1) + 5;
        }
        ROUND("round %d: %s by %d, %d", round, plain.shapes, (int)point_stride, (int)axis_stride);
        indices = malloc(entries * sizeof *indices);
        chunks = malloc(entries * sizeof *chunks);
        withins = malloc(entries * sizeof *withins);
        REQUIRE(indices && chunks && withins);
        memset(indices, 0xFF, entries * sizeof *indices); /* what lies between is never looked at */
        memset(chunks, UNTOUCHED, entries * sizeof *chunks);
        memset(withins, UNTOUCHED, entries * sizeof *withins);
        for (i = 0; i < POINTS; i++)
            for (a = 0; a < RANK; a++) {
                points[i][a] = oracle_random(plain.shape[a]);
                indices[(ptrdiff_t)i * point_stride + (ptrdiff_t)a * axis_stride] = points[i][a];
            }
        SUCCEEDS(zrg_grid_locate_many(grid, RANK, POINTS, point_stride, axis_stride, indices, choice & 1 ? NULL : chunks,
                                      choice & 2 ? NULL : withins, entries, report));
        for (i = 0; i < POINTS; i++)
            for (a = 0; a < RANK; a++) {
                ptrdiff_t at = (ptrdiff_t)i * point_stride + (ptrdiff_t)a * axis_stride;
                uint64_t chunk = oracle_chunk(&plain.axes[a], points[i][a]);
                uint64_t within = points[i][a] - oracle_origin(&plain.axes[a], chunk);
                if (!(choice & 1)) CHECK_U64(chunks[at], chunk);
                if (!(choice & 2)) CHECK_U64(withins[at], within);
                memset(&chunks[at], UNTOUCHED, sizeof *chunks);
                memset(&withins[at], UNTOUCHED, sizeof *withins);
            }
        check_untouched(chunks, entries * sizeof *chunks, "chunks, between the points", __FILE__, __LINE__);
        check_untouched(withins, entries * sizeof *withins, "withins, between the points", __FILE__, __LINE__);
        free(indices);
        free(chunks);
        free(withins);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* Strides that leave the arrays. A negative one walks down from entry 0, so that it does wherever it is really used. */
static void test_locate_many_strides(void)
{
    static const uint64_t shape[2] = {10, 10};
    static const uint64_t indices[4] = {1, 2, 3, 4};
    uint64_t chunks[4], withins[4];
    zrg_grid *grid = grid_of_shapes(2, shape, "[[2, 2, 6], 3]");

    WIPE(chunks);
    WIPE(withins);
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, 2, -2, 1, indices, chunks, withins, 4, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, 2, 2, -1, indices, chunks, withins, 4, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, 2, PTRDIFF_MIN, 1, indices, chunks, withins, 4, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, 2, PTRDIFF_MAX, 1, indices, chunks, withins, 4, report));
    FAILS(ZRG_ERROR_CAPACITY,
          zrg_grid_locate_many(grid, 2, 2, PTRDIFF_MAX, PTRDIFF_MAX, indices, chunks, withins, 4, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, SIZE_MAX, 2, 1, indices, chunks, withins, 4, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, 2, 2, 1, indices, chunks, withins, 3, report));
    CHECK_U64(fault.limit, 4);
    FAILS(ZRG_ERROR_CAPACITY, zrg_grid_locate_many(grid, 2, 1, 2, 1, indices, chunks, withins, 0, report));
    CHECK_U64(fault.limit, 2);
    CHECK_UNTOUCHED(chunks);
    CHECK_UNTOUCHED(withins);

    /* With one point, or on one axis, a stride is not used and its sign does not matter. */
    SUCCEEDS(zrg_grid_locate_many(grid, 2, 1, -2, 1, indices, chunks, withins, 2, report));
    CHECK_U64(chunks[0], 0);
    CHECK_U64(withins[0], 1);
    CHECK_U64(chunks[1], 0);
    CHECK_U64(withins[1], 2);
    zrg_grid_free(grid);

    /* On many axes the reach of the strides passes 127 bits. */
    {
        static const uint64_t many[7] = {1, 1, 1, 1, 1, 1, 1};
        grid = grid_of_shapes(7, many, "[1, 1, 1, 1, 1, 1, 1]");
        WIPE(chunks);
        FAILS(ZRG_ERROR_CAPACITY,
              zrg_grid_locate_many(grid, 7, SIZE_MAX, PTRDIFF_MAX, PTRDIFF_MAX, indices, chunks, NULL, 4, report));
        FAILS(ZRG_ERROR_CAPACITY,
              zrg_grid_locate_many(grid, 7, SIZE_MAX, PTRDIFF_MIN, PTRDIFF_MIN, indices, chunks, NULL, 4, report));
        FAILS(ZRG_ERROR_CAPACITY,
              zrg_grid_locate_many(grid, 7, SIZE_MAX, PTRDIFF_MAX, PTRDIFF_MIN, indices, chunks, NULL, 4, report));
        CHECK_UNTOUCHED(chunks);
        zrg_grid_free(grid);
    }
}

static void test_locate_many_bad_point(void)
{
    static const uint64_t shape[2] = {10, 12};
    uint64_t indices[10], chunks[10], withins[10];
    size_t bad, a, i;
    zrg_grid *grid = grid_of_shapes(2, shape, "[[2, 2, 6], [4, 4, 4, 4]]");
    for (bad = 0; bad < 5; bad++)
        for (a = 0; a < 2; a++) {
            ROUND("point %d, axis %d", (int)bad, (int)a);
            for (i = 0; i < 5; i++) {
                indices[2 * i] = 2 * i;
                indices[2 * i + 1] = i;
            }
            indices[2 * bad + a] = a ? 12 : 77; /* on axis 1: inside an edge, but past the extent */
            if (bad < 4) indices[9] = 500;      /* a second bad one is not reported */
            FAILS(ZRG_ERROR_BOUNDS, zrg_grid_locate_many(grid, 2, 5, 2, 1, indices, chunks, withins, 10, report));
            FAULT((int32_t)a, bad, ZRG_NONE, a ? 12 : 77, shape[a]);
            for (i = 0; i < bad; i++) { /* those before it stand */
                CHECK_U64(chunks[2 * i], i < 2 ? i : 2);
                CHECK_U64(withins[2 * i], i < 2 ? 0 : 2 * i - 4);
                CHECK_U64(chunks[2 * i + 1], i / 4);
                CHECK_U64(withins[2 * i + 1], i % 4);
            }
        }
    ROUND_END();

    /* The same for chunks. */
    for (bad = 0; bad < 4; bad++) {
        uint64_t origins[8], declared[8], data[8];
        for (i = 0; i < 4; i++) {
            indices[2 * i] = i % 3;
            indices[2 * i + 1] = i;
        }
        indices[2 * bad + 1] = 4;
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_many(grid, 2, indices, origins, declared, data, 4, report));
        FAULT(1, bad, ZRG_NONE, 4, 4);
        for (i = 0; i < bad; i++) {
            CHECK_U64(origins[2 * i], 2 * (i % 3));
            CHECK_U64(origins[2 * i + 1], 4 * i);
            CHECK_U64(declared[2 * i], i % 3 == 2 ? 6 : 2);
            CHECK_U64(data[2 * i + 1], i == 3 ? 0 : 4);
        }
    }
    zrg_grid_free(grid);
}

static void test_nothing_asked(void)
{
    static const uint64_t shape[1] = {10};
    zrg_grid *grid = grid_of_shapes(1, shape, "[3]");
    SUCCEEDS(zrg_grid_locate_many(grid, 1, 0, 1, 1, NULL, NULL, NULL, 0, report));
    SUCCEEDS(zrg_grid_locate_many(grid, 1, 0, PTRDIFF_MIN, PTRDIFF_MIN, NULL, NULL, NULL, 0, report));
    SUCCEEDS(zrg_grid_chunk_many(grid, 1, NULL, NULL, NULL, NULL, 0, report));
    zrg_grid_free(grid);
}

/* ---- edges of the number range ---- */

static void test_one_run(void)
{
    static const uint64_t shape[1] = {TRILLIONS};
    uint64_t declared, data, chunk, within, origin, number, index;
    zrg_grid *grid = grid_of_shapes(1, shape, "[[[1, 1000000000000000]]]");
    SUCCEEDS(zrg_grid_chunk_counts(grid, 1, &declared, &data, report));
    CHECK_U64(declared, TRILLIONS);
    CHECK_U64(data, TRILLIONS);
    for (index = 0; index < TRILLIONS; index = index * 7 + 3) {
        SUCCEEDS(zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
        CHECK_U64(chunk, index);
        CHECK_U64(within, 0);
        SUCCEEDS(zrg_grid_chunk(grid, 1, &index, &origin, &declared, &data, report));
        CHECK_U64(origin, index);
        CHECK_U64(declared, 1);
        CHECK_U64(data, 1);
        SUCCEEDS(zrg_grid_chunk_at_number(grid, 1, index, &chunk, report));
        CHECK_U64(chunk, index);
        SUCCEEDS(zrg_grid_chunk_number(grid, 1, &index, &number, report));
        CHECK_U64(number, index);
    }
    /* A box of nearly all, and back. */
    index = 5;
    number = TRILLIONS - 10;
    SUCCEEDS(zrg_grid_box_to_chunks(grid, 1, &index, &number, &chunk, &within, report));
    CHECK_U64(chunk, 5);
    CHECK_U64(within, TRILLIONS - 10);
    SUCCEEDS(zrg_grid_chunks_to_box(grid, 1, &index, &number, &origin, &declared, &data, report));
    CHECK_U64(origin, 5);
    CHECK_U64(declared, TRILLIONS - 10);
    CHECK_U64(data, TRILLIONS - 10);
    index = TRILLIONS;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, TRILLIONS, TRILLIONS);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk(grid, 1, &index, &origin, &declared, &data, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, TRILLIONS, TRILLIONS);
    zrg_grid_free(grid);
}

static void test_large_integer(void)
{
    static const uint64_t shape[1] = {UINT64_C(1) << 62};
    uint64_t declared, data, chunk, within, origin, index = (UINT64_C(1) << 62) - 1;
    zrg_grid *grid = grid_of_shapes(1, shape, "[3]");
    /* 2^62 = 3 * 1537228672809129301 + 1 */
    SUCCEEDS(zrg_grid_chunk_counts(grid, 1, &declared, &data, report));
    CHECK_U64(declared, UINT64_C(1537228672809129302));
    CHECK_U64(data, UINT64_C(1537228672809129302));
    SUCCEEDS(zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
    CHECK_U64(chunk, UINT64_C(1537228672809129301));
    CHECK_U64(within, 0);
    SUCCEEDS(zrg_grid_chunk(grid, 1, &chunk, &origin, &declared, &data, report));
    CHECK_U64(origin, index);
    CHECK_U64(declared, 3);
    CHECK_U64(data, 1);
    index--;
    SUCCEEDS(zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
    CHECK_U64(chunk, UINT64_C(1537228672809129300));
    CHECK_U64(within, 2);
    zrg_grid_free(grid);
}

/* Runs of up to 10^12 chunks, by division. */
static void test_long_runs(void)
{
    int round, i;
    for (round = 0; round < 100; round++) {
        oracle_runs axis;
        zrg_grid *grid;
        uint64_t declared, data;
        oracle_make_runs(&axis);
        grid = grid_of_shapes(1, &axis.extent, axis.shapes);
        ROUND("%.200s", axis.shapes);
        SUCCEEDS(zrg_grid_chunk_counts(grid, 1, &declared, &data, report));
        CHECK_U64(declared, axis.chunks[axis.count]);
        for (i = 0; i < 50; i++) {
            uint64_t index = oracle_random(axis.extent), chunk, within, origin, edge;
            size_t r;
            /* Also the first and last elements of runs. */
            if (i < 20) index = axis.starts[oracle_random(axis.count + 1)] - oracle_random(2);
            if (index >= axis.extent) continue;
            r = oracle_run(&axis, index);
            SUCCEEDS(zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
            CHECK_U64(chunk, axis.chunks[r] + (index - axis.starts[r]) / axis.edges[r]);
            CHECK_U64(within, (index - axis.starts[r]) % axis.edges[r]);
            SUCCEEDS(zrg_grid_chunk(grid, 1, &chunk, &origin, &edge, &data, report));
            CHECK_U64(origin, index - within);
            CHECK_U64(edge, axis.edges[r]);
            CHECK_U64(data, axis.extent - origin < edge ? axis.extent - origin : edge);
        }
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* Axes of many different edges, at every border: whatever they are searched with is right at every size. */
static void test_many_edges(void)
{
    size_t n, i;
    for (n = 1; n <= 5000; n = n < 70 ? n + 1 : n * 2 + n % 3 - 1) {
        char *shapes = malloc(24 * n + 128);
        uint64_t *index = malloc(2 * n * sizeof *index), *chunk = malloc(2 * n * sizeof *chunk);
        uint64_t *within = malloc(2 * n * sizeof *within), *edges = malloc(n * sizeof *edges), sum = 0;
        zrg_grid *grid = NULL;
        size_t used;
        REQUIRE(shapes && index && chunk && within && edges);
        ROUND("%d edges", (int)n);
        used = (size_t)sprintf(shapes, "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\","
                                       " \"chunk_shapes\": [[");
        for (i = 0; i < n; i++) {
            edges[i] = 1 + oracle_random(n % 3 ? 9 : UINT64_C(1) << 40); /* short ones and long ones */
            used += (size_t)sprintf(shapes + used, "%s%" PRIu64, i ? "," : "", edges[i]);
            index[2 * i] = sum;
            sum += edges[i];
            index[2 * i + 1] = sum - 1;
        }
        used += (size_t)sprintf(shapes + used, "]]}}");
        SUCCEEDS(zrg_grid_from_json(shapes, used, 1, &sum, NULL, &grid, report));
        SUCCEEDS(zrg_grid_locate_many(grid, 1, 2 * n, 1, 1, index, chunk, within, 2 * n, report));
        for (i = 0; i < 2 * n; i++) {
            zrg_interval interval;
            CHECK_U64(chunk[i], i / 2);
            CHECK_U64(within[i], i % 2 ? edges[i / 2] - 1 : 0);
            if (n > 300 && i % 17) continue;
            SUCCEEDS(zrg_grid_axis_locate(grid, 0, index[i], &interval, report));
            CHECK_U64(interval.chunk, i / 2);
            CHECK_U64(interval.edge, edges[i / 2]);
            CHECK_U64(interval.origin, index[i - i % 2]);
        }
        zrg_grid_free(grid);
        free(shapes);
        free(index);
        free(chunk);
        free(within);
        free(edges);
    }
    ROUND_END();
}

/* The largest extent there is, under the largest edges there are. */
static void test_largest(void)
{
    static const uint64_t shape[1] = {ZRG_MAX_EXTENT};
    static const char *const texts[] = {
        "[18446744073709551615]",                          /* one chunk, twice as long as the array */
        "[[18446744073709551615]]",                        /* the same as a list */
        "[[[9223372036854775807, 2], 1]]",                 /* three edges that add up to 2^64 - 1 */
        "[[[1, 18446744073709551615]]]",                   /* as many chunks as a number can hold */
        "[[9223372036854775807, [1, 9223372036854775808]]]", /* the array in one, and 2^63 chunks past it */
    };
    static const uint64_t want_declared[] = {1, 1, 3, UINT64_MAX, (UINT64_C(1) << 63) + 1};
    static const uint64_t want_data[] = {1, 1, 1, ZRG_MAX_EXTENT, 1};
    size_t i;
    for (i = 0; i < COUNT_OF(texts); i++) {
        zrg_grid *grid = grid_of_shapes(1, shape, texts[i]);
        uint64_t declared, data, index = ZRG_MAX_EXTENT - 1, chunk, within, origin, edge, number;
        ROUND("%s", texts[i]);
        SUCCEEDS(zrg_grid_chunk_counts(grid, 1, &declared, &data, report));
        CHECK_U64(declared, want_declared[i]);
        CHECK_U64(data, want_data[i]);
        SUCCEEDS(zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
        CHECK_U64(chunk, want_data[i] - 1);
        CHECK_U64(within, i == 3 ? 0 : index);
        index++;
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_locate(grid, 1, &index, &chunk, &within, report));
        FAULT(0, ZRG_NONE, ZRG_NONE, ZRG_MAX_EXTENT, ZRG_MAX_EXTENT);

        /* The last declared chunk: its end is 2^64 - 1. */
        chunk = want_declared[i] - 1;
        SUCCEEDS(zrg_grid_chunk(grid, 1, &chunk, &origin, &edge, &data, report));
        CHECK_U64(origin + edge, UINT64_MAX);
        CHECK_U64(data, i < 2 ? ZRG_MAX_EXTENT : 0);
        SUCCEEDS(zrg_grid_chunk_number(grid, 1, &chunk, &number, report));
        CHECK_U64(number, chunk);
        SUCCEEDS(zrg_grid_chunk_at_number(grid, 1, number, &chunk, report));
        CHECK_U64(chunk, number);
        chunk = want_declared[i];
        FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk(grid, 1, &chunk, &origin, &edge, &data, report));
        FAULT(0, ZRG_NONE, ZRG_NONE, want_declared[i], want_declared[i]);

        /* All chunks as one region. */
        chunk = 0;
        number = want_declared[i];
        SUCCEEDS(zrg_grid_chunks_to_box(grid, 1, &chunk, &number, &origin, &edge, &data, report));
        CHECK_U64(origin, 0);
        CHECK_U64(edge, UINT64_MAX);
        CHECK_U64(data, ZRG_MAX_EXTENT);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* 10^15 by 10^15 chunks: their total does not fit 64 bits, but numbers that fit are answered. */
static void test_numbers_past_64_bits(void)
{
    static const uint64_t shape[2] = {TRILLIONS, TRILLIONS};
    static const uint64_t last_that_fits[2] = {18446, UINT64_C(744073709551614)}; /* 2^64 - 2 */
    uint64_t chunk[2], number = 0, declared[2], data[2];
    zrg_grid *grid = grid_of_shapes(2, shape, "[[[1, 1000000000000000]], 1]");
    SUCCEEDS(zrg_grid_chunk_counts(grid, 2, declared, data, report));
    CHECK_U64(declared[0], TRILLIONS);
    CHECK_U64(declared[1], TRILLIONS);

    chunk[0] = 1;
    chunk[1] = 5;
    SUCCEEDS(zrg_grid_chunk_number(grid, 2, chunk, &number, report));
    CHECK_U64(number, TRILLIONS + 5);
    SUCCEEDS(zrg_grid_chunk_number(grid, 2, last_that_fits, &number, report));
    CHECK_U64(number, UINT64_MAX - 1);
    SUCCEEDS(zrg_grid_chunk_at_number(grid, 2, UINT64_MAX - 1, chunk, report));
    CHECK_U64(chunk[0], last_that_fits[0]);
    CHECK_U64(chunk[1], last_that_fits[1]);

    chunk[1]++; /* 2^64 - 1 is ZRG_NONE: no number on the way out, and none on the way in */
    WIPE(number);
    FAILS(ZRG_ERROR_RANGE, zrg_grid_chunk_number(grid, 2, chunk, &number, report));
    CHECK_UNTOUCHED(number);
    chunk[0] = chunk[1] = TRILLIONS - 1;
    FAILS(ZRG_ERROR_RANGE, zrg_grid_chunk_number(grid, 2, chunk, &number, report));
    CHECK_UNTOUCHED(number);
    WIPE(chunk);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, 2, ZRG_NONE, chunk, report));
    CHECK_UNTOUCHED(chunk);
    zrg_grid_free(grid);
}

/* Where one axis has no chunks there are none at all, however many the others have. */
static void test_no_chunks(void)
{
    static const uint64_t shape[3] = {TRILLIONS, 0, TRILLIONS};
    uint64_t chunk[3], declared[3], data[3];
    zrg_grid *grid = grid_of_shapes(3, shape, "[1, 7, 1]");
    SUCCEEDS(zrg_grid_chunk_counts(grid, 3, declared, data, report));
    CHECK_U64(declared[0], TRILLIONS);
    CHECK_U64(declared[1], 0);
    CHECK_U64(data[1], 0);
    WIPE(chunk);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, 3, 0, chunk, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 0, 0);
    CHECK_UNTOUCHED(chunk);
    zrg_grid_free(grid);
}

static void test_rank_0(void)
{
    uint64_t number = 7;
    zrg_grid *grid = grid_of_shapes(0, NULL, "[]");
    zrg_grid *regular = NULL;
    static const char text[] = "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": []}}";
    CHECK_U64(zrg_grid_rank(grid), 0);
    SUCCEEDS(zrg_grid_shape(grid, 0, NULL, report));
    SUCCEEDS(zrg_grid_chunk_counts(grid, 0, NULL, NULL, report));
    SUCCEEDS(zrg_grid_locate(grid, 0, NULL, NULL, NULL, report));
    SUCCEEDS(zrg_grid_locate_many(grid, 0, 5, 1, 1, NULL, NULL, NULL, 0, report));
    SUCCEEDS(zrg_grid_locate_many(grid, 0, SIZE_MAX, 1, 1, NULL, NULL, NULL, 0, report)); /* at once */
    SUCCEEDS(zrg_grid_chunk(grid, 0, NULL, NULL, NULL, NULL, report));
    SUCCEEDS(zrg_grid_chunk_number(grid, 0, NULL, &number, report));
    CHECK_U64(number, 0);
    SUCCEEDS(zrg_grid_chunk_at_number(grid, 0, 0, NULL, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk_at_number(grid, 0, 1, NULL, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 1, 1);
    SUCCEEDS(zrg_grid_box_to_chunks(grid, 0, NULL, NULL, NULL, NULL, report));
    SUCCEEDS(zrg_grid_chunks_to_box(grid, 0, NULL, NULL, NULL, NULL, NULL, report));
    SUCCEEDS(zrg_grid_from_json(text, sizeof text - 1, 0, NULL, NULL, &regular, report));
    CHECK_U64(zrg_grid_rank(regular), 0);
    zrg_grid_free(regular);
    zrg_grid_free(grid);
}

/* A list on an axis of length 0 keeps its chunks, an integer has none. */
static void test_zero_extents(void)
{
    static const uint64_t shape[2] = {0, 0};
    uint64_t declared[2], data[2], origin[2], chunk[2] = {0, 0}, index[2] = {0, 0};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[3, 4], 5]");
    SUCCEEDS(zrg_grid_chunk_counts(grid, 2, declared, data, report));
    CHECK_U64(declared[0], 2);
    CHECK_U64(data[0], 0);
    CHECK_U64(declared[1], 0);
    CHECK_U64(data[1], 0);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_locate(grid, 2, index, NULL, NULL, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, 0, 0);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunk(grid, 2, chunk, origin, declared, data, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, 0, 0);
    zrg_grid_free(grid);

    grid = grid_of_shapes(1, shape, "[[3, 4]]");
    chunk[0] = 1;
    SUCCEEDS(zrg_grid_chunk(grid, 1, chunk, origin, declared, data, report));
    CHECK_U64(origin[0], 3);
    CHECK_U64(declared[0], 4);
    CHECK_U64(data[0], 0);
    zrg_grid_free(grid);
}

static void test_most_axes(void)
{
    uint64_t shape[ZRG_MAX_RANK], index[ZRG_MAX_RANK], chunk[ZRG_MAX_RANK], within[ZRG_MAX_RANK], number;
    char shapes[8 * ZRG_MAX_RANK] = "[";
    size_t a;
    zrg_grid *grid;
    for (a = 0; a < ZRG_MAX_RANK; a++) {
        shape[a] = 2;
        index[a] = a % 2;
        strcat(shapes, a == 0 ? "1" : a % 3 ? ", 1" : ", [1, 1]");
    }
    strcat(shapes, "]");
    grid = grid_of_shapes(ZRG_MAX_RANK, shape, shapes);
    SUCCEEDS(zrg_grid_locate(grid, ZRG_MAX_RANK, index, chunk, within, report));
    CHECK_BYTES(chunk, index, sizeof chunk);
    for (a = 0; a < ZRG_MAX_RANK; a++) CHECK_U64(within[a], 0);
    /* 2^64 chunks, of which all but the last have a number: 0101...01 in binary is 2^64 / 3. */
    SUCCEEDS(zrg_grid_chunk_number(grid, ZRG_MAX_RANK, index, &number, report));
    CHECK_U64(number, UINT64_MAX / 3);
    SUCCEEDS(zrg_grid_chunk_at_number(grid, ZRG_MAX_RANK, UINT64_MAX - 1, chunk, report));
    for (a = 0; a < ZRG_MAX_RANK; a++) CHECK_U64(chunk[a], a + 1 < ZRG_MAX_RANK);
    SUCCEEDS(zrg_grid_chunk_number(grid, ZRG_MAX_RANK, chunk, &number, report));
    CHECK_U64(number, UINT64_MAX - 1);
    zrg_grid_free(grid);
}

/* ---- boxes past the end ---- */

static void test_box_bounds(void)
{
    static const uint64_t shape[2] = {10, 12};
    uint64_t start[2] = {0, 0}, box[2] = {10, 12}, first[2], count[2], declared[2], data[2];
    zrg_grid *grid = grid_of_shapes(2, shape, "[[2, 2, 6], [4, 4, 4, 4]]");

    SUCCEEDS(zrg_grid_box_to_chunks(grid, 2, start, box, first, count, report));
    CHECK_U64(count[0], 3);
    CHECK_U64(count[1], 3); /* the fourth holds nothing */
    WIPE(first);
    WIPE(count);
    box[1] = 13;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_box_to_chunks(grid, 2, start, box, first, count, report));
    CHECK_I64(fault.axis, 1);
    CHECK_U64(fault.limit, 12);
    start[1] = 2;
    box[1] = UINT64_MAX; /* start + shape wraps to 1 */
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_box_to_chunks(grid, 2, start, box, first, count, report));
    CHECK_I64(fault.axis, 1);
    CHECK_U64(fault.limit, 12);
    start[1] = UINT64_MAX;
    box[1] = 2;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_box_to_chunks(grid, 2, start, box, first, count, report));
    CHECK_I64(fault.axis, 1);
    CHECK_U64(fault.limit, 12);
    CHECK_UNTOUCHED(first);
    CHECK_UNTOUCHED(count);

    /* Declared chunks may be asked for, those past them not. */
    first[0] = first[1] = 0;
    count[0] = 3;
    count[1] = 4;
    SUCCEEDS(zrg_grid_chunks_to_box(grid, 2, first, count, start, declared, data, report));
    CHECK_U64(declared[0], 10);
    CHECK_U64(declared[1], 16);
    CHECK_U64(data[0], 10);
    CHECK_U64(data[1], 12);
    WIPE(start);
    WIPE(declared);
    WIPE(data);
    count[1] = 5;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunks_to_box(grid, 2, first, count, start, declared, data, report));
    CHECK_I64(fault.axis, 1);
    CHECK_U64(fault.limit, 4);
    first[1] = 4;
    count[1] = UINT64_MAX - 2; /* wraps to 1 */
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_chunks_to_box(grid, 2, first, count, start, declared, data, report));
    CHECK_I64(fault.axis, 1);
    CHECK_U64(fault.limit, 4);
    CHECK_UNTOUCHED(start);
    CHECK_UNTOUCHED(declared);
    CHECK_UNTOUCHED(data);
    zrg_grid_free(grid);
}

/* ---- regular grids, whole documents, owners ---- */

static void test_regular(void)
{
    static const uint64_t shape[2] = {10, 7};
    static const char text[] = "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [4, 7]}}";
    uint64_t declared[2], data[2], chunk[2] = {2, 0}, origin[2];
    zrg_grid *grid = NULL;
    SUCCEEDS(zrg_grid_from_json(text, sizeof text - 1, 2, shape, NULL, &grid, report));
    REQUIRE(grid);
    SUCCEEDS(zrg_grid_chunk_counts(grid, 2, declared, data, report));
    CHECK_U64(declared[0], 3);
    CHECK_U64(declared[1], 1);
    SUCCEEDS(zrg_grid_chunk(grid, 2, chunk, origin, declared, data, report));
    CHECK_U64(origin[0], 8);
    CHECK_U64(declared[0], 4); /* what it decodes to */
    CHECK_U64(data[0], 2);     /* what of it is in the array */
    zrg_grid_free(grid);
}

static void test_array_document(void)
{
    static const char head[] = "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [10, 6],"
                               " \"data_type\": \"float32\", \"fill_value\": \"NaN\", \"codecs\": [{\"name\": \"bytes\"}],"
                               " \"attributes\": {\"shape\": [1], \"chunk_grid\": null, \"deep\": [[[{}]]]},";
    static const char grid_text[] =
        " \"chunk_grid\": {\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\","
        " \"chunk_shapes\": [[2, 8], 4]}}";
    static const struct {
        const char *keys;
        uint32_t name, separator;
    } cases[] = {
        {", \"chunk_key_encoding\": {\"name\": \"default\"}}", ZRG_KEY_DEFAULT, '/'},
        {", \"chunk_key_encoding\": {\"name\": \"v2\"}}", ZRG_KEY_V2, '.'},
        {", \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": \".\"}}}", ZRG_KEY_DEFAULT,
         '.'},
        {", \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": \"/\"}}}", ZRG_KEY_DEFAULT,
         '/'},
        {", \"chunk_key_encoding\": {\"name\": \"v2\", \"configuration\": {\"separator\": \"/\"}}}", ZRG_KEY_V2, '/'},
        {", \"chunk_key_encoding\": {\"name\": \"v2\", \"configuration\": {\"separator\": \".\"}}}", ZRG_KEY_V2, '.'},
        {", \"chunk_key_encoding\": {\"name\": \"v2\", \"configuration\": {}}}", ZRG_KEY_V2, '.'},
        {", \"chunk_key_encoding\": \"default\"}", ZRG_KEY_DEFAULT, '/'}, /* the short-hand name */
        {", \"chunk_key_encoding\": \"v2\"}", ZRG_KEY_V2, '.'},
    };
    char text[1024];
    size_t i;
    uint64_t shape[2], index[2] = {9, 5}, chunk[2], within[2];
    for (i = 0; i < COUNT_OF(cases); i++) {
        zrg_grid *grid = NULL;
        zrg_key_encoding keys;
        int length = snprintf(text, sizeof text, "%s%s%s", head, grid_text, cases[i].keys);
        ROUND("%s", cases[i].keys);
        WIPE(keys);
        SUCCEEDS(zrg_grid_from_array_json(text, (size_t)length, NULL, &grid, &keys, report));
        CHECK_U64(keys.name, cases[i].name);
        CHECK_U64(keys.separator, cases[i].separator);
        CHECK_U64(zrg_grid_rank(grid), 2);
        SUCCEEDS(zrg_grid_shape(grid, 2, shape, report));
        CHECK_U64(shape[0], 10);
        CHECK_U64(shape[1], 6);
        SUCCEEDS(zrg_grid_locate(grid, 2, index, chunk, within, report));
        CHECK_U64(chunk[0], 1);
        CHECK_U64(within[0], 7);
        CHECK_U64(chunk[1], 1);
        CHECK_U64(within[1], 1);
        zrg_grid_free(grid);
    }
    ROUND_END();

    /* Members in any order, and an encoding that nobody asked about. */
    {
        static const char other[] =
            "{\"chunk_key_encoding\": {\"name\": \"hilbert\", \"configuration\": {\"order\": 3}},"
            " \"chunk_grid\": {\"configuration\": {\"chunk_shape\": [3]}, \"name\": \"regular\"},"
            " \"shape\": [7], \"node_type\": \"array\", \"zarr_format\": 3}";
        zrg_grid *grid = NULL;
        zrg_key_encoding keys;
        SUCCEEDS(zrg_grid_from_array_json(other, sizeof other - 1, NULL, &grid, NULL, report));
        CHECK_U64(zrg_grid_rank(grid), 1);
        zrg_grid_free(grid);
        grid = NULL;
        WIPE(keys);
        FAILS(ZRG_ERROR_UNSUPPORTED, zrg_grid_from_array_json(other, sizeof other - 1, NULL, &grid, &keys, report));
        CHECK_MESSAGE("chunk_key_encoding");
        CHECK_MESSAGE("hilbert");
        CHECK(grid == NULL);
        CHECK_UNTOUCHED(keys);
    }
}

static void test_owners(void)
{
    static const uint64_t shape[1] = {10};
    zrg_grid *grid = grid_of_shapes(1, shape, "[[3, 7]]"), *same = NULL, *third = NULL;
    uint64_t declared, data, index = 9, chunk, within;
    SUCCEEDS(zrg_grid_clone(grid, &same, report));
    SUCCEEDS(zrg_grid_clone(same, &third, report));
    zrg_grid_free(grid); /* the first owner goes first */
    SUCCEEDS(zrg_grid_locate(same, 1, &index, &chunk, &within, report));
    CHECK_U64(chunk, 1);
    CHECK_U64(within, 6);
    zrg_grid_free(third);
    SUCCEEDS(zrg_grid_chunk_counts(same, 1, &declared, &data, report));
    CHECK_U64(declared, 2);
    zrg_grid_free(same);
    zrg_grid_free(NULL);
    CHECK_U64(zrg_grid_rank(NULL), 0);
}

/* The text need not end in a NUL, and is not needed once the grid stands. */
static void test_text_is_not_kept(void)
{
    static const uint64_t shape[1] = {10};
    static const char text[] =
        "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[3, 7]]}}";
    size_t length = sizeof text - 1;
    char *copy = malloc(length);
    uint64_t declared, data;
    zrg_grid *grid = NULL;
    REQUIRE(copy);
    memcpy(copy, text, length);
    SUCCEEDS(zrg_grid_from_json(copy, length, 1, shape, NULL, &grid, report));
    memset(copy, 0, length);
    free(copy);
    SUCCEEDS(zrg_grid_chunk_counts(grid, 1, &declared, &data, report));
    CHECK_U64(declared, 2);
    zrg_grid_free(grid);
}

int main(void)
{
    test_diagram();
    test_five_axes();
    test_random();
    test_locate_many();
    test_locate_many_strides();
    test_locate_many_bad_point();
    test_nothing_asked();
    test_one_run();
    test_large_integer();
    test_long_runs();
    test_many_edges();
    test_largest();
    test_numbers_past_64_bits();
    test_no_chunks();
    test_rank_0();
    test_zero_extents();
    test_most_axes();
    test_box_bounds();
    test_regular();
    test_array_document();
    test_owners();
    test_text_is_not_kept();
    return check_report("grid");
}
