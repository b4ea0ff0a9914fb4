/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Selections from slices: shape, counts, parts by page, find. */
#include "check.h"
#include "oracle.h"

#define TRILLIONS UINT64_C(1000000000000000)

enum { MOST_PARTS = 4096 };

/* All parts of a selection, one chunk after the other, one element after the other. */
typedef struct plan {
    size_t rank, count;
    zrg_part parts[MOST_PARTS];
    uint64_t chunks[MOST_PARTS * ORACLE_RANK];
    zrg_projection projections[MOST_PARTS * ORACLE_RANK];
} plan;

/* The share of one chunk along one axis; count 0 where it has none. */
static zrg_projection oracle_share(const oracle_axis *axis, const zrg_slice *slice, uint64_t chunk)
{
    zrg_projection p = {0};
    uint64_t k;
    p.chunk = chunk;
    p.origin = oracle_origin(axis, chunk);
    p.edge = axis->edges[chunk];
    p.step = slice->step;
    p.list = ZRG_NONE;
    for (k = 0; k < slice->count; k++) {
        uint64_t index = oracle_element(slice, k);
        if (oracle_chunk(axis, index) != chunk) continue;
        if (p.count++ > 0) continue;
        p.first = index - p.origin;
        p.out = k;
    }
    return p;
}

static void oracle_plan(const oracle *plain, const zrg_slice *slices, plan *all)
{
    uint64_t counts[ORACLE_RANK], chunk[ORACLE_RANK] = {0}, position = 0;
    size_t a;
    all->rank = plain->rank;
    all->count = 0;
    oracle_counts(plain, counts);
    if (oracle_product(plain->rank, counts) == 0) return;
    do {
        zrg_part part = {position++, 1, 1, 0};
        uint64_t inside = 1;
        zrg_projection *p = &all->projections[all->count * plain->rank];
        REQUIRE(all->count < MOST_PARTS);
        for (a = 0; a < plain->rank; a++) {
            p[a] = oracle_share(&plain->axes[a], &slices[a], chunk[a]);
            part.elements *= p[a].count;
            part.decoded *= p[a].edge;
            inside *= oracle_data(&plain->axes[a], chunk[a]);
            all->chunks[all->count * plain->rank + a] = chunk[a];
        }
        if (part.elements == 0) continue;
        /* A slice takes no element twice, so equal numbers are equal sets. */
        if (part.elements == inside) part.covers |= ZRG_COVERS_DATA;
        if (part.elements == part.decoded) part.covers |= ZRG_COVERS_DECLARED;
        all->parts[all->count++] = part;
    } while (oracle_next(plain->rank, counts, chunk));
}

static plan want; /* too large for a stack */

/* Pages of this capacity from this part on, with every choice of the outputs. */
static void check_page(const zrg_selection *selection, uint64_t first, size_t capacity)
{
    size_t rank = want.rank, left = first < want.count ? want.count - (size_t)first : 0, count;
    size_t expected = left < capacity ? left : capacity, from = left ? (size_t)first : 0;
    unsigned choice;
    for (choice = 0; choice < 8; choice++) {
        zrg_part *parts = choice & 1 ? malloc(capacity * sizeof *parts + 1) : NULL;
        uint64_t *chunks = choice & 2 ? malloc(capacity * rank * sizeof *chunks + 1) : NULL;
        zrg_projection *p = choice & 4 ? malloc(capacity * rank * sizeof *p + 1) : NULL;
        if (parts) memset(parts, UNTOUCHED, capacity * sizeof *parts);
        if (chunks) memset(chunks, UNTOUCHED, capacity * rank * sizeof *chunks);
        if (p) memset(p, UNTOUCHED, capacity * rank * sizeof *p);
        count = 99;
        SUCCEEDS(zrg_selection_parts(selection, rank, first, parts, chunks, p, capacity, &count, report));
        CHECK_U64(count, expected);
        if (parts) {
            CHECK_BYTES(parts, want.parts + from, expected * sizeof *parts);
            check_untouched(parts + expected, (capacity - expected) * sizeof *parts, "parts past the count", __FILE__,
                            __LINE__);
        }
        if (chunks) {
            CHECK_BYTES(chunks, want.chunks + from * rank, expected * rank * sizeof *chunks);
            check_untouched(chunks + expected * rank, (capacity - expected) * rank * sizeof *chunks,
                            "chunks past the count", __FILE__, __LINE__);
        }
        if (p) {
            CHECK_BYTES(p, want.projections + from * rank, expected * rank * sizeof *p);
            check_untouched(p + expected * rank, (capacity - expected) * rank * sizeof *p, "projections past the count",
                            __FILE__, __LINE__);
        }
        free(parts);
        free(chunks);
        free(p);
    }
}

static void check_find(const zrg_selection *selection, const oracle *plain)
{
    uint64_t counts[ORACLE_RANK], chunk[ORACLE_RANK] = {0}, part;
    size_t next = 0, rank = plain->rank;
    oracle_counts(plain, counts);
    if (oracle_product(rank, counts) == 0) return;
    do {
        uint64_t expected = ZRG_NONE;
        if (next < want.count && memcmp(&want.chunks[next * rank], chunk, rank * sizeof *chunk) == 0) expected = next++;
        SUCCEEDS(zrg_selection_find_part(selection, rank, chunk, &part, report));
        CHECK_U64(part, expected);
    } while (oracle_next(rank, counts, chunk));
    CHECK_U64(next, want.count);
}

static void test_random(void)
{
    int round, k;
    for (round = 0; round < 500; round++) {
        oracle plain;
        zrg_grid *grid;
        zrg_selection *selection = NULL;
        zrg_slice slices[ORACLE_RANK];
        uint64_t shape[ZRG_MAX_RANK], counts[ORACLE_RANK], parts;
        size_t rank = (size_t)round % (ORACLE_RANK + 1), a;
        int made = snprintf(check_where, sizeof check_where, "round %d:", round);
        do {
            uint64_t declared[ORACLE_RANK];
            oracle_make(&plain, rank);
            oracle_counts(&plain, declared);
            if (oracle_product(rank, declared) <= MOST_PARTS) break;
        } while (1);
        for (a = 0; a < rank; a++) {
            slices[a] = oracle_slice(plain.shape[a]);
            if (made < 200)
                made += snprintf(check_where + made, sizeof check_where - (size_t)made,
                                 " %" PRIu64 " x %" PRIu64 " by %" PRId64, slices[a].start, slices[a].count,
                                 slices[a].step);
        }
        grid = oracle_grid(&plain);
        oracle_plan(&plain, slices, &want);
        SUCCEEDS(zrg_selection_from_slices(grid, rank, slices, &selection, report));
        REQUIRE(selection);
        zrg_grid_free(grid); /* the selection goes on without it */

        WIPE(shape);
        CHECK_U64(zrg_selection_rank(selection), rank);
        SUCCEEDS(zrg_selection_shape(selection, rank, shape, report));
        for (a = 0; a < rank; a++) CHECK_U64(shape[a], slices[a].count);
        SUCCEEDS(zrg_selection_part_count(selection, &parts, report));
        CHECK_U64(parts, want.count);
        SUCCEEDS(zrg_selection_projection_counts(selection, rank, counts, report));
        for (a = 0; a < rank; a++) {
            uint64_t chunk, n = 0;
            for (chunk = 0; chunk < plain.axes[a].chunks; chunk++)
                n += oracle_share(&plain.axes[a], &slices[a], chunk).count > 0;
            CHECK_U64(counts[a], n);
        }
        for (k = 0; k < 3; k++) check_page(selection, oracle_random(want.count + 2), (size_t)oracle_random(9));
        check_page(selection, 0, want.count);
        check_page(selection, 0, want.count + 3);
        check_page(selection, want.count, 2);
        check_page(selection, UINT64_MAX, 1);
        check_find(selection, &plain);
        zrg_selection_free(selection);
    }
    ROUND_END();
}

/* [2, 3, 5] by [4, 4, 4] over 10 by 9; rows 8, 5, 2 and columns 4 ... 8. Chunk (1, 2) is cut to one column by the extent. */
static void test_by_hand(void)
{
    static const uint64_t shape[2] = {10, 9};
    static const zrg_slice slices[2] = {{8, 3, -3}, {4, 5, 1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[2, 3, 5], [4, 4, 4]]");
    zrg_selection *selection = NULL;
    zrg_part parts[5];
    uint64_t chunks[10], counts[2];
    zrg_projection p[10];
    size_t count;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, slices, &selection, report));
    SUCCEEDS(zrg_selection_projection_counts(selection, 2, counts, report));
    CHECK_U64(counts[0], 2);
    CHECK_U64(counts[1], 2);
    SUCCEEDS(zrg_selection_parts(selection, 2, 0, parts, chunks, p, 5, &count, report));
    CHECK_U64(count, 4);
    CHECK_U64(parts[0].chunk_number, 4); /* chunk (1, 1) of 3 by 3 */
    CHECK_U64(parts[0].elements, 4);
    CHECK_U64(parts[0].decoded, 12);
    CHECK_U64(parts[0].covers, 0);
    CHECK_U64(chunks[0], 1);
    CHECK_U64(chunks[1], 1);
    CHECK_U64(p[0].first, 0);
    CHECK_U64(p[0].out, 2);
    CHECK_U64(p[1].count, 4);
    CHECK_U64(p[1].out, 0);
    CHECK_U64(parts[1].chunk_number, 5);
    CHECK_U64(parts[1].elements, 1);
    CHECK_U64(parts[1].covers, 0); /* one row of three, though every column inside the array */
    CHECK_U64(parts[3].chunk_number, 8);
    CHECK_U64(parts[3].elements, 2);
    CHECK_U64(p[6].first, 3);
    CHECK_U64(p[6].out, 0);
    CHECK_U64(p[6].count, 2);
    CHECK_U64(p[7].edge, 4);
    CHECK_U64(p[7].count, 1);
    CHECK_U64(p[7].out, 4);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* What a writer may leave out: reading, where all that is in the array is written; filling, where all is. */
static void test_covers(void)
{
    static const uint64_t shape[1] = {10};
    static const struct {
        zrg_slice slice;
        uint64_t covers[3]; /* of the parts in chunks of 4, 4 and 7, the last cut to 2 */
        size_t parts;
    } cases[] = {
        {{0, 10, 1}, {3, 3, 1}, 3},
        {{9, 10, -1}, {3, 3, 1}, 3},
        {{0, 4, 1}, {3, 0, 0}, 1},
        {{1, 9, 1}, {0, 3, 1}, 3},
        {{0, 9, 1}, {3, 3, 0}, 3},
        {{0, 5, 2}, {0, 0, 0}, 3}, /* 8 of 8, 9 */
        {{8, 2, 1}, {1, 0, 0}, 1},
        {{9, 2, -1}, {1, 0, 0}, 1},
    };
    zrg_grid *grid = grid_of_shapes(1, shape, "[[4, 4, 7]]");
    size_t i, k, count;
    for (i = 0; i < COUNT_OF(cases); i++) {
        zrg_selection *selection = NULL;
        zrg_part parts[4];
        ROUND("case %d", (int)i);
        SUCCEEDS(zrg_selection_from_slices(grid, 1, &cases[i].slice, &selection, report));
        SUCCEEDS(zrg_selection_parts(selection, 1, 0, parts, NULL, NULL, 4, &count, report));
        CHECK_U64(count, cases[i].parts);
        for (k = 0; k < count && k < 3; k++) CHECK_U64(parts[k].covers, cases[i].covers[k]);
        zrg_selection_free(selection);
    }
    ROUND_END();
    zrg_grid_free(grid);

    /* A step is no gap where the chunk has one element only, or one inside the array. */
    grid = grid_of_shapes(1, shape, "[[3, [1, 6], 5]]");
    {
        static const zrg_slice slice = {3, 3, 3}; /* 3, 6, 9 */
        zrg_selection *selection = NULL;
        zrg_part parts[4];
        SUCCEEDS(zrg_selection_from_slices(grid, 1, &slice, &selection, report));
        SUCCEEDS(zrg_selection_parts(selection, 1, 0, parts, NULL, NULL, 4, &count, report));
        CHECK_U64(count, 3);
        CHECK_U64(parts[0].covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED);
        CHECK_U64(parts[1].covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED);
        CHECK_U64(parts[2].covers, ZRG_COVERS_DATA);
        zrg_selection_free(selection);
    }
    zrg_grid_free(grid);
}

static void test_empty(void)
{
    static const uint64_t shape[2] = {10, 0};
    static const zrg_slice slices[2] = {{0, 10, 1}, {0, 0, 1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[4, [3, 3]]");
    zrg_selection *selection = NULL;
    uint64_t counts[2], parts = 7, got[2], chunk[2] = {1, 1}, part = 7;
    size_t count = 7;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, slices, &selection, report));
    CHECK_U64(zrg_selection_rank(selection), 2);
    SUCCEEDS(zrg_selection_shape(selection, 2, got, report));
    CHECK_U64(got[0], 10);
    CHECK_U64(got[1], 0);
    SUCCEEDS(zrg_selection_part_count(selection, &parts, report));
    CHECK_U64(parts, 0);
    SUCCEEDS(zrg_selection_projection_counts(selection, 2, counts, report));
    CHECK_U64(counts[0], 3); /* each axis by itself */
    CHECK_U64(counts[1], 0);
    SUCCEEDS(zrg_selection_parts(selection, 2, 0, NULL, NULL, NULL, 0, &count, report));
    CHECK_U64(count, 0);
    SUCCEEDS(zrg_selection_find_part(selection, 2, chunk, &part, report));
    CHECK_U64(part, ZRG_NONE);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* Rank 0: one element, one part, whose chunk has no coordinates. */
static void test_rank_0(void)
{
    zrg_grid *grid = grid_of_shapes(0, NULL, "[]");
    zrg_selection *selection = NULL;
    uint64_t parts, part;
    zrg_part got[3];
    size_t count;
    SUCCEEDS(zrg_selection_from_slices(grid, 0, NULL, &selection, report));
    zrg_grid_free(grid);
    CHECK_U64(zrg_selection_rank(selection), 0);
    SUCCEEDS(zrg_selection_shape(selection, 0, NULL, report));
    SUCCEEDS(zrg_selection_part_count(selection, &parts, report));
    CHECK_U64(parts, 1);
    SUCCEEDS(zrg_selection_projection_counts(selection, 0, NULL, report));
    SUCCEEDS(zrg_selection_parts(selection, 0, 0, got, NULL, NULL, 3, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(got[0].chunk_number, 0);
    CHECK_U64(got[0].elements, 1);
    CHECK_U64(got[0].decoded, 1);
    CHECK_U64(got[0].covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED);
    SUCCEEDS(zrg_selection_parts(selection, 0, 1, got, NULL, NULL, 3, &count, report));
    CHECK_U64(count, 0);
    SUCCEEDS(zrg_selection_find_part(selection, 0, NULL, &part, report));
    CHECK_U64(part, 0);
    zrg_selection_free(selection);
}

/* 10^30 parts: their number is refused, and everything that does not need it works. */
static void test_more_than_64_bits(void)
{
    static const uint64_t shape[2] = {TRILLIONS, TRILLIONS};
    zrg_slice slices[2] = {{0, TRILLIONS, 1}, {TRILLIONS - 1, TRILLIONS, -1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[[1, 1000000000000000]], 1]");
    zrg_selection *selection = NULL;
    uint64_t parts, counts[2], chunks[6], part, chunk[2];
    zrg_part got[3];
    zrg_projection p[6];
    size_t count;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, slices, &selection, report));
    WIPE(parts);
    FAILS(ZRG_ERROR_RANGE, zrg_selection_part_count(selection, &parts, report));
    CHECK_UNTOUCHED(parts);
    SUCCEEDS(zrg_selection_projection_counts(selection, 2, counts, report));
    CHECK_U64(counts[0], TRILLIONS);
    CHECK_U64(counts[1], TRILLIONS);

    SUCCEEDS(zrg_selection_parts(selection, 2, TRILLIONS + 7, got, chunks, p, 3, &count, report));
    CHECK_U64(count, 3);
    CHECK_U64(chunks[0], 1);
    CHECK_U64(chunks[1], 7);
    CHECK_U64(chunks[5], 9);
    CHECK_U64(got[0].chunk_number, TRILLIONS + 7);
    CHECK_U64(got[0].elements, 1);
    CHECK_U64(got[0].decoded, 1);
    CHECK_U64(p[1].out, TRILLIONS - 1 - 7);
    CHECK_I64(p[1].step, -1);

    /* Part 2^64 - 2 is the last that a number can name; its chunk's number is the same. */
    SUCCEEDS(zrg_selection_parts(selection, 2, UINT64_MAX - 1, got, chunks, NULL, 1, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(chunks[0], 18446);
    CHECK_U64(chunks[1], UINT64_C(744073709551614));
    CHECK_U64(got[0].chunk_number, UINT64_MAX - 1);

    /* Chunks are found up to there. */
    chunk[0] = 18446;
    chunk[1] = UINT64_C(744073709551614);
    SUCCEEDS(zrg_selection_find_part(selection, 2, chunk, &part, report));
    CHECK_U64(part, UINT64_MAX - 1);
    /* The next one is touched, but its part would be called ZRG_NONE. */
    chunk[1]++;
    WIPE(part);
    FAILS(ZRG_ERROR_RANGE, zrg_selection_find_part(selection, 2, chunk, &part, report));
    CHECK_UNTOUCHED(part);
    SUCCEEDS(zrg_selection_parts(selection, 2, UINT64_MAX - 1, got, NULL, NULL, 3, &count, report));
    CHECK_U64(count, 1);
    SUCCEEDS(zrg_selection_parts(selection, 2, ZRG_NONE, got, NULL, NULL, 3, &count, report));
    CHECK_U64(count, 0);
    zrg_selection_free(selection);

    /* One column of them: few parts, whose chunk numbers do not fit. */
    selection = NULL;
    slices[0].start = TRILLIONS - 2;
    slices[0].count = 2;
    slices[1].start = 5;
    slices[1].count = 1;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, slices, &selection, report));
    SUCCEEDS(zrg_selection_part_count(selection, &parts, report));
    CHECK_U64(parts, 2);
    SUCCEEDS(zrg_selection_parts(selection, 2, 0, got, chunks, NULL, 3, &count, report));
    CHECK_U64(count, 2);
    CHECK_U64(chunks[2], TRILLIONS - 1);
    CHECK_U64(chunks[3], 5);
    CHECK_U64(got[0].chunk_number, ZRG_NONE);
    CHECK_U64(got[1].chunk_number, ZRG_NONE);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* Parts whose numbers of elements do not fit. */
static void test_large_parts(void)
{
    static const uint64_t shape[2] = {ZRG_MAX_EXTENT, 16};
    static const zrg_slice all[2] = {{0, ZRG_MAX_EXTENT, 1}, {0, 16, 1}};
    static const zrg_slice few[2] = {{5, 1, 1}, {0, 16, 1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[9223372036854775807, [7, 9]]");
    zrg_selection *selection = NULL;
    zrg_part parts[3];
    size_t count;
    uint64_t n;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, all, &selection, report));
    SUCCEEDS(zrg_selection_part_count(selection, &n, report));
    CHECK_U64(n, 2);
    SUCCEEDS(zrg_selection_parts(selection, 2, 0, parts, NULL, NULL, 3, &count, report));
    CHECK_U64(count, 2);
    CHECK_U64(parts[0].elements, ZRG_NONE);
    CHECK_U64(parts[0].decoded, ZRG_NONE);
    CHECK_U64(parts[0].covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED); /* told axis by axis, so it is known */
    zrg_selection_free(selection);
    selection = NULL;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, few, &selection, report));
    SUCCEEDS(zrg_selection_parts(selection, 2, 1, parts, NULL, NULL, 3, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(parts[0].elements, 9);
    CHECK_U64(parts[0].decoded, ZRG_NONE);
    CHECK_U64(parts[0].covers, 0);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* A strided slice that leaves out whole chunks: far pages all the same. */
static void test_far_parts(void)
{
    static const uint64_t shape[1] = {TRILLIONS};
    static const zrg_slice slice = {TRILLIONS - 1, TRILLIONS / 5, -5};
    zrg_grid *grid = grid_of_shapes(1, shape, "[[[1, 1000000000000000]]]");
    zrg_selection *selection = NULL;
    uint64_t chunks[2], part, chunk;
    size_t count;
    SUCCEEDS(zrg_selection_from_slices(grid, 1, &slice, &selection, report));
    SUCCEEDS(zrg_selection_parts(selection, 1, TRILLIONS / 10, NULL, chunks, NULL, 2, &count, report));
    CHECK_U64(count, 2);
    CHECK_U64(chunks[0], TRILLIONS / 2 + 4); /* the part k holds element 5 k + 4 */
    CHECK_U64(chunks[1], TRILLIONS / 2 + 9);
    chunk = TRILLIONS / 2 + 9;
    SUCCEEDS(zrg_selection_find_part(selection, 1, &chunk, &part, report));
    CHECK_U64(part, TRILLIONS / 10 + 1);
    chunk--;
    SUCCEEDS(zrg_selection_find_part(selection, 1, &chunk, &part, report));
    CHECK_U64(part, ZRG_NONE);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* ---- long runs: which parts there are, run by run, in closed form ---- */

/* The elements of a slice in rising order, and which of them lie below a bound. */
typedef struct rising {
    uint64_t low, stride, count;
} rising;

static uint64_t rising_below(const rising *e, uint64_t end)
{
    uint64_t n = end > e->low ? (end - e->low - 1) / e->stride + 1 : 0;
    return n < e->count ? n : e->count;
}

/* How many chunks of a run hold an element: where edges are no longer than the stride each element has a chunk to itself;
 * where they are longer no chunk between the first and the last is jumped over. `first_chunk` is the first of them. */
static uint64_t touched(const oracle_runs *axis, const rising *e, size_t r, uint64_t *first_chunk)
{
    uint64_t from = rising_below(e, axis->starts[r]), to = rising_below(e, axis->starts[r + 1]);
    uint64_t first = (e->low + from * e->stride - axis->starts[r]) / axis->edges[r];
    if (from == to) return 0;
    *first_chunk = axis->chunks[r] + first;
    if (axis->edges[r] <= e->stride) return to - from;
    return (e->low + (to - 1) * e->stride - axis->starts[r]) / axis->edges[r] - first + 1;
}

/* Part k in full. */
static void check_part_of_runs(const zrg_selection *selection, const oracle_runs *axis, const zrg_slice *slice,
                               const rising *e, uint64_t part, size_t r, uint64_t k, uint64_t first_chunk)
{
    zrg_projection p;
    uint64_t chunk, origin, from, to, got;
    size_t count;
    if (axis->edges[r] <= e->stride) /* the k-th element of the run */
        chunk = axis->chunks[r] +
                (e->low + (rising_below(e, axis->starts[r]) + k) * e->stride - axis->starts[r]) / axis->edges[r];
    else chunk = first_chunk + k;
    origin = axis->starts[r] + (chunk - axis->chunks[r]) * axis->edges[r];
    from = rising_below(e, origin);
    to = rising_below(e, origin + axis->edges[r]);
    SUCCEEDS(zrg_selection_parts(selection, 1, part, NULL, NULL, &p, 1, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(p.chunk, chunk);
    CHECK_U64(p.origin, origin);
    CHECK_U64(p.edge, axis->edges[r]);
    CHECK_U64(p.count, to - from);
    CHECK_I64(p.step, slice->step);
    CHECK_U64(p.first, e->low + (slice->step > 0 ? from : to - 1) * e->stride - origin);
    CHECK_U64(p.out, slice->step > 0 ? from : slice->count - to);
    SUCCEEDS(zrg_selection_find_part(selection, 1, &chunk, &got, report));
    CHECK_U64(got, part);
}

static void test_long_runs(void)
{
    int round, i;
    for (round = 0; round < 400; round++) {
        oracle_runs axis;
        zrg_slice slice;
        rising e;
        zrg_grid *grid;
        zrg_selection *selection = NULL;
        uint64_t total = 0, parts, before[ORACLE_RUNS + 1], first_chunks[ORACLE_RUNS] = {0}, room;
        size_t r, count;
        oracle_make_runs(&axis);
        e.stride = 1 + oracle_random(oracle_random(3) ? 30 : oracle_random(2) ? 5000 : axis.extent);
        e.low = oracle_random(axis.extent);
        if (oracle_random(2)) e.low %= 50; /* long ones too */
        if (e.low >= axis.extent) e.low = 0;
        room = (axis.extent - 1 - e.low) / e.stride + 1;
        e.count = oracle_random(2) ? room : 1 + oracle_random(room);
        slice.step = oracle_random(2) ? (int64_t)e.stride : -(int64_t)e.stride;
        slice.start = slice.step > 0 ? e.low : e.low + (e.count - 1) * e.stride;
        slice.count = e.count;
        ROUND("%.120s: %" PRIu64 ", %" PRIu64 ", %" PRId64, axis.shapes, slice.start, slice.count, slice.step);
        grid = grid_of_shapes(1, &axis.extent, axis.shapes);
        SUCCEEDS(zrg_selection_from_slices(grid, 1, &slice, &selection, report));
        for (r = 0; r < axis.count; r++) {
            before[r] = total;
            total += touched(&axis, &e, r, &first_chunks[r]);
        }
        before[axis.count] = total;
        SUCCEEDS(zrg_selection_part_count(selection, &parts, report));
        CHECK_U64(parts, total);
        for (i = 0; i < 30; i++) {
            uint64_t part = oracle_random(total);
            if (i < 8) { /* around the ends of the runs */
                part = before[oracle_random(axis.count + 1)] + oracle_random(3) - 1;
                if (part >= total) continue;
            }
            r = 0;
            while (before[r + 1] <= part) r++;
            check_part_of_runs(selection, &axis, &slice, &e, part, r, part - before[r], first_chunks[r]);
        }
        SUCCEEDS(zrg_selection_parts(selection, 1, total, NULL, NULL, NULL, 1, &count, report));
        CHECK_U64(count, 0);
        zrg_selection_free(selection);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* A declared chunk past the extent is never part of a selection, and asking for it is no error. */
static void test_find(void)
{
    static const uint64_t shape[1] = {6};
    static const zrg_slice slice = {0, 6, 1};
    zrg_grid *grid = grid_of_shapes(1, shape, "[[4, 4, 4]]");
    zrg_selection *selection = NULL;
    uint64_t chunk, part;
    SUCCEEDS(zrg_selection_from_slices(grid, 1, &slice, &selection, report));
    chunk = 2;
    SUCCEEDS(zrg_selection_find_part(selection, 1, &chunk, &part, report));
    CHECK_U64(part, ZRG_NONE);
    chunk = 3;
    WIPE(part);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_find_part(selection, 1, &chunk, &part, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, 3, 3);
    CHECK_UNTOUCHED(part);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

static void test_owners(void)
{
    static const uint64_t shape[1] = {10};
    static const zrg_slice slice = {0, 10, 1};
    zrg_grid *grid = grid_of_shapes(1, shape, "[4]");
    zrg_selection *first = NULL, *second = NULL;
    uint64_t parts;
    SUCCEEDS(zrg_selection_from_slices(grid, 1, &slice, &first, report));
    SUCCEEDS(zrg_selection_clone(first, &second, report));
    zrg_selection_free(first);
    zrg_grid_free(grid);
    SUCCEEDS(zrg_selection_part_count(second, &parts, report));
    CHECK_U64(parts, 3);
    zrg_selection_free(second);
    zrg_selection_free(NULL);
}

/* The shape wants the result's rank, or nothing is written. */
static void test_shape(void)
{
    static const uint64_t extents[3] = {5, 6, 7};
    static const zrg_slice slices[3] = {{0, 5, 1}, {5, 6, -1}, {0, 3, 3}};
    zrg_grid *grid = grid_of_shapes(3, extents, "[2, 2, 2]");
    zrg_selection *selection = NULL;
    uint64_t shape[4];
    size_t rank;
    SUCCEEDS(zrg_selection_from_slices(grid, 3, slices, &selection, report));
    WIPE(shape);
    CHECK_U64(zrg_selection_rank(selection), 3);
    SUCCEEDS(zrg_selection_shape(selection, 3, shape, report));
    CHECK_U64(shape[0], 5);
    CHECK_U64(shape[1], 6);
    CHECK_U64(shape[2], 3);
    check_untouched(&shape[3], sizeof shape[3], "shape[3]", __FILE__, __LINE__);
    WIPE(shape);
    for (rank = 0; rank < 6; rank++) {
        if (rank == 3) continue;
        FAILS(ZRG_ERROR_RANK, zrg_selection_shape(selection, rank, shape, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, rank, 3);
    }
    CHECK_UNTOUCHED(shape);
    SUCCEEDS(zrg_selection_shape(selection, 3, NULL, report));
    CHECK_U64(zrg_selection_rank(NULL), 0);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

int main(void)
{
    test_random();
    test_by_hand();
    test_covers();
    test_empty();
    test_rank_0();
    test_more_than_64_bits();
    test_large_parts();
    test_far_parts();
    test_long_runs();
    test_find();
    test_owners();
    test_shape();
    return check_report("selection");
}
