/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One axis, stateless: intervals, projections, and Python's slices. */
#include "check.h"
#include "oracle.h"

#define TRILLIONS UINT64_C(1000000000000000)

static void check_interval(const zrg_interval *got, const oracle_axis *axis, uint64_t chunk)
{
    CHECK_U64(got->chunk, chunk);
    CHECK_U64(got->origin, oracle_origin(axis, chunk));
    CHECK_U64(got->edge, axis->edges[chunk]);
    CHECK_U64(got->data, oracle_data(axis, chunk));
}

static void check_axis_at(const zrg_grid *grid, size_t a, const oracle_axis *axis)
{
    zrg_interval interval;
    uint64_t index;
    for (index = 0; index < axis->extent; index++) {
        SUCCEEDS(zrg_grid_axis_locate(grid, a, index, &interval, report));
        check_interval(&interval, axis, oracle_chunk(axis, index));
    }
    WIPE(interval);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_locate(grid, a, axis->extent, &interval, report));
    FAULT((int32_t)a, ZRG_NONE, ZRG_NONE, axis->extent, axis->extent);
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_locate(grid, a, UINT64_MAX, &interval, report));
    FAULT((int32_t)a, ZRG_NONE, ZRG_NONE, UINT64_MAX, axis->extent);
    CHECK_UNTOUCHED(interval);
}

/* Every page: from every chunk and past the end, of every capacity up to one more than there are. */
static void check_intervals(const zrg_grid *grid, size_t a, const oracle_axis *axis)
{
    uint64_t first;
    size_t capacity, count, i;
    for (first = 0; first <= axis->chunks + 2; first++)
        for (capacity = 0; capacity <= axis->chunks + 1; capacity++) {
            zrg_interval *page = malloc(capacity * sizeof *page + 1);
            uint64_t left = first < axis->chunks ? axis->chunks - first : 0;
            REQUIRE(page);
            memset(page, UNTOUCHED, capacity * sizeof *page);
            SUCCEEDS(zrg_grid_axis_intervals(grid, a, first, capacity ? page : NULL, capacity, &count, report));
            CHECK_U64(count, left < capacity ? left : capacity);
            for (i = 0; i < count && i < capacity; i++) check_interval(&page[i], axis, first + i);
            if (count < capacity)
                check_untouched(page + count, (capacity - count) * sizeof *page, "the page past its count", __FILE__,
                                __LINE__);
            free(page);
        }
    SUCCEEDS(zrg_grid_axis_intervals(grid, a, UINT64_MAX, NULL, 0, &count, report));
    CHECK_U64(count, 0);
}

/* The projections of a slice, from a chunk on, by asking each element of the slice where it lies. */
static size_t oracle_projections(const oracle_axis *axis, const zrg_slice *slice, uint64_t from, zrg_projection *all)
{
    uint64_t chunk, k;
    size_t n = 0;
    for (chunk = from; chunk < axis->chunks; chunk++) {
        zrg_projection *p = &all[n];
        memset(p, 0, sizeof *p);
        for (k = 0; k < slice->count; k++) {
            uint64_t index = oracle_element(slice, k);
            if (oracle_chunk(axis, index) != chunk) continue;
            if (p->count++ > 0) continue;
            p->chunk = chunk;
            p->origin = oracle_origin(axis, chunk);
            p->edge = axis->edges[chunk];
            p->first = index - p->origin;
            p->step = slice->step;
            p->out = k;
            p->list = ZRG_NONE;
        }
        n += p->count > 0;
    }
    return n;
}

static void check_projections(const zrg_grid *grid, size_t a, const oracle_axis *axis)
{
    zrg_slice slice = oracle_slice(axis->extent);
    zrg_projection want[ORACLE_CHUNKS + 1];
    uint64_t from, next, after;
    size_t capacity, count, counted;
    for (from = 0; from <= axis->chunks + 1; from++) {
        size_t n = oracle_projections(axis, &slice, from, want);
        for (capacity = 0; capacity <= n + 1; capacity++) {
            zrg_projection *page = malloc(capacity * sizeof *page + 1);
            size_t expected = n < capacity ? n : capacity;
            REQUIRE(page);
            memset(page, UNTOUCHED, capacity * sizeof *page);
            SUCCEEDS(zrg_grid_axis_projections(grid, a, &slice, from, capacity ? page : NULL, capacity, &count, &next,
                                               report));
            SUCCEEDS(zrg_grid_axis_projections(grid, a, &slice, from, NULL, capacity, &counted, &after, report));
            CHECK_U64(count, expected);
            CHECK_U64(next, expected ? want[expected - 1].chunk + 1 : from);
            CHECK_U64(counted, count);
            CHECK_U64(after, next);
            CHECK_BYTES(page, want, expected * sizeof *page);
            check_untouched(page + expected, (capacity - expected) * sizeof *page, "the page past its count", __FILE__,
                            __LINE__);
            free(page);
        }
    }
    /* All of them, three at a time. */
    {
        zrg_projection page[3];
        size_t n = oracle_projections(axis, &slice, 0, want), have = 0;
        for (from = 0;; from = next) {
            SUCCEEDS(zrg_grid_axis_projections(grid, a, &slice, from, page, 3, &count, &next, report));
            if (count == 0 || have + count > n) break;
            CHECK_BYTES(page, want + have, count * sizeof *page);
            have += count;
        }
        CHECK_U64(count, 0);
        CHECK_U64(have, n);
    }
}

static void test_random(void)
{
    int round, k;
    for (round = 0; round < 150; round++) {
        oracle plain;
        zrg_grid *grid;
        size_t rank = 1 + (size_t)round % 3, a = (size_t)oracle_random(rank);
        oracle_make(&plain, rank);
        grid = oracle_grid(&plain);
        ROUND("round %d: axis %d of %s over %d", round, (int)a, plain.shapes, (int)plain.shape[a]);
        check_axis_at(grid, a, &plain.axes[a]);
        check_intervals(grid, a, &plain.axes[a]);
        for (k = 0; k < 8; k++) check_projections(grid, a, &plain.axes[a]);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* [2, 3, 5] over 9, every third element backwards: 8, 5, 2. */
static void test_projections_by_hand(void)
{
    static const uint64_t shape[1] = {9};
    zrg_slice slice;
    zrg_projection p[4];
    size_t count;
    uint64_t next;
    zrg_grid *grid = grid_of_shapes(1, shape, "[[2, 3, 5]]");
    slice.start = 8;
    slice.count = 3;
    slice.step = -3;
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, p, 4, &count, &next, report));
    CHECK_U64(count, 2); /* chunk order, not the order of asking */
    CHECK_U64(p[0].chunk, 1);
    CHECK_U64(p[0].origin, 2);
    CHECK_U64(p[0].edge, 3);
    CHECK_U64(p[0].first, 0);
    CHECK_U64(p[0].count, 1);
    CHECK_I64(p[0].step, -3);
    CHECK_U64(p[0].out, 2);
    CHECK_U64(p[0].list, ZRG_NONE);
    CHECK_U64(p[1].chunk, 2);
    CHECK_U64(p[1].origin, 5);
    CHECK_U64(p[1].edge, 5);
    CHECK_U64(p[1].first, 3);
    CHECK_U64(p[1].count, 2);
    CHECK_I64(p[1].step, -3);
    CHECK_U64(p[1].out, 0);
    zrg_grid_free(grid);
}

/* 10^15 chunks: a page is as cheap at the end as at the start, or this test does not end. */
static void test_far_pages(void)
{
    static const uint64_t shape[2] = {TRILLIONS, 3 * TRILLIONS};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[[1, 1000000000000000]], [[4, 750000000000000]]]");
    zrg_interval intervals[4];
    zrg_projection p[4];
    zrg_slice slice;
    size_t count;
    uint64_t from, next;

    SUCCEEDS(zrg_grid_axis_intervals(grid, 0, TRILLIONS - 2, intervals, 4, &count, report));
    CHECK_U64(count, 2);
    CHECK_U64(intervals[1].chunk, TRILLIONS - 1);
    CHECK_U64(intervals[1].origin, TRILLIONS - 1);
    SUCCEEDS(zrg_grid_axis_intervals(grid, 1, TRILLIONS / 2, intervals, 1, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(intervals[0].chunk, TRILLIONS / 2);
    CHECK_U64(intervals[0].origin, 2 * TRILLIONS);
    CHECK_U64(intervals[0].edge, 4);

    /* Every fifth element of 3 * 10^15 in chunks of 4: chunk c holds one of 4c .. 4c + 3 that is a multiple of 5,
     * and every fifth chunk (c = 4, 9, ...: 16..19, 36..39) holds none. */
    slice.start = 0;
    slice.count = 3 * TRILLIONS / 5;
    slice.step = 5;
    from = TRILLIONS / 2 + 4; /* a chunk without one: 10^15 / 2 is a multiple of 5 */
    SUCCEEDS(zrg_grid_axis_projections(grid, 1, &slice, from, p, 4, &count, &next, report));
    CHECK_U64(count, 4);
    CHECK_U64(p[0].chunk, from + 1);
    CHECK_U64(p[0].first, 0);
    CHECK_U64(p[0].count, 1);
    CHECK_U64(p[0].out, (from + 1) * 4 / 5);
    CHECK_U64(p[3].chunk, from + 4);
    CHECK_U64(p[3].first, 3);

    /* Far apart: one element in 10^14, from the last chunk backwards. */
    slice.start = TRILLIONS - 1;
    slice.count = 10;
    slice.step = -(int64_t)(TRILLIONS / 10);
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, p, 4, &count, &next, report));
    CHECK_U64(count, 4);
    CHECK_U64(p[0].chunk, TRILLIONS / 10 - 1);
    CHECK_U64(p[0].out, 9);
    CHECK_U64(p[3].chunk, 4 * (TRILLIONS / 10) - 1);
    CHECK_U64(p[3].out, 6);
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 9 * (TRILLIONS / 10), p, 4, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(p[0].chunk, TRILLIONS - 1);
    CHECK_U64(p[0].out, 0);
    zrg_grid_free(grid);
}

/* The whole of the largest array, and the largest steps. */
static void test_largest_slices(void)
{
    static const uint64_t shape[1] = {ZRG_MAX_EXTENT};
    zrg_grid *grid = grid_of_shapes(1, shape, "[18446744073709551615]");
    zrg_projection p[2];
    zrg_slice slice;
    size_t count;
    uint64_t next;
    slice.start = 0;
    slice.count = ZRG_MAX_EXTENT;
    slice.step = 1;
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(p[0].edge, UINT64_MAX);
    CHECK_U64(p[0].count, ZRG_MAX_EXTENT);
    slice.start = ZRG_MAX_EXTENT - 1;
    slice.step = -1;
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(p[0].first, ZRG_MAX_EXTENT - 1);
    CHECK_U64(p[0].count, ZRG_MAX_EXTENT);
    CHECK_I64(p[0].step, -1);
    slice.count = 1;
    slice.step = INT64_MIN;
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_I64(p[0].step, INT64_MIN);
    slice.step = INT64_MAX;
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_I64(p[0].step, INT64_MAX);

    /* The second element would lie at -2, at 2^64 - 2^63 ... : refused, not wrapped. */
    slice.count = 2;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    slice.step = INT64_MIN;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    slice.step = 2;
    slice.start = 0;
    slice.count = (UINT64_C(1) << 63) + 1; /* (count - 1) * step is 2^64 */
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    slice.count = UINT64_MAX;
    FAILS(ZRG_ERROR_BOUNDS, zrg_grid_axis_projections(grid, 0, &slice, 0, p, 2, &count, &next, report));
    zrg_grid_free(grid);
}

/* Slices that leave the axis, on every side. */
static void test_slice_bounds(void)
{
    static const uint64_t shape[2] = {5, 10};
    static const struct {
        uint64_t start, count;
        int64_t step;
        zrg_status status;
        uint64_t value, limit; /* a start and the extent, or a count and how many fit */
    } cases[] = {
        {0, 10, 1, ZRG_OK, 0, 0},
        {0, 11, 1, ZRG_ERROR_BOUNDS, 11, 10},
        {9, 1, 100, ZRG_OK, 0, 0},
        {9, 2, 100, ZRG_ERROR_BOUNDS, 2, 1},
        {10, 1, 1, ZRG_ERROR_BOUNDS, 10, 10},
        {UINT64_MAX, 1, 1, ZRG_ERROR_BOUNDS, UINT64_MAX, 10},
        {10, 0, 1, ZRG_OK, 0, 0},
        {UINT64_MAX, 0, -1, ZRG_OK, 0, 0},
        {9, 10, -1, ZRG_OK, 0, 0},
        {9, 11, -1, ZRG_ERROR_BOUNDS, 11, 10},
        {9, 4, -3, ZRG_OK, 0, 0},
        {9, 5, -3, ZRG_ERROR_BOUNDS, 5, 4},
        {10, 1, -1, ZRG_ERROR_BOUNDS, 10, 10},
        {1, 4, 3, ZRG_ERROR_BOUNDS, 4, 3},
        {0, 4, 3, ZRG_OK, 0, 0},
        {0, UINT64_MAX, 3, ZRG_ERROR_BOUNDS, UINT64_MAX, 4},
        {0, 10, 0, ZRG_ERROR_ARGUMENT, 0, ZRG_NONE},
        {0, 0, 0, ZRG_ERROR_ARGUMENT, 0, ZRG_NONE}, /* a step of 0 is refused always */
    };
    zrg_projection p[4], old[4];
    size_t i, count;
    uint64_t next;
    zrg_grid *grid = grid_of_shapes(2, shape, "[5, [3, 3, 7]]"); /* an edge past the extent */
    WIPE(old);
    for (i = 0; i < COUNT_OF(cases); i++) {
        zrg_slice slice;
        slice.start = cases[i].start;
        slice.count = cases[i].count;
        slice.step = cases[i].step;
        ROUND("slice %d: %" PRIu64 ", %" PRIu64 ", %" PRId64, (int)i, slice.start, slice.count, slice.step);
        WIPE(p);
        count = 77;
        next = 77;
        if (cases[i].status == ZRG_OK) {
            SUCCEEDS(zrg_grid_axis_projections(grid, 1, &slice, 0, p, 4, &count, &next, report));
            CHECK((count > 0) == (slice.count > 0));
        } else {
            FAILS(cases[i].status, zrg_grid_axis_projections(grid, 1, &slice, 0, p, 4, &count, &next, report));
            FAULT(1, cases[i].status != ZRG_ERROR_BOUNDS ? ZRG_NONE : slice.start >= 10 ? 0 : 1, ZRG_NONE, cases[i].value,
                  cases[i].limit);
            CHECK_U64(next, 77);
            CHECK_BYTES(p, old, sizeof p);
            CHECK_U64(count, 77);
        }
    }
    ROUND_END();
    zrg_grid_free(grid);
}

/* ---- Python's slices ---- */

/* CPython's PySlice_AdjustIndices, but for small numbers and by walking. */
static zrg_slice python_slice(int64_t extent, int64_t start, int64_t stop, int64_t step)
{
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? extent : extent - 1, i;
    zrg_slice slice;
    if (start == ZRG_OMITTED) start = step > 0 ? low : high;
    else if (start < 0) start = start + extent < low ? low : start + extent;
    else if (start > high) start = high;
    if (stop == ZRG_OMITTED) stop = step > 0 ? high : low;
    else if (stop < 0) stop = stop + extent < low ? low : stop + extent;
    else if (stop > high) stop = high;
    slice.count = 0;
    for (i = start; step > 0 ? i < stop : i > stop; i += step) slice.count++;
    slice.start = slice.count ? (uint64_t)start : 0;
    slice.step = step;
    return slice;
}

static void test_small_bounds(void)
{
    static const int64_t bounds[] = {ZRG_OMITTED, -9, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9,
                                     INT64_MIN + 1, INT64_MAX};
    static const int64_t steps[] = {1, 2, 3, 5, 100, -1, -2, -3, -5, -100};
    uint64_t extent;
    size_t i, j, k;
    for (extent = 0; extent <= 6; extent++)
        for (i = 0; i < COUNT_OF(bounds); i++)
            for (j = 0; j < COUNT_OF(bounds); j++)
                for (k = 0; k < COUNT_OF(steps); k++) {
                    zrg_slice slice, want;
                    /* The walk cannot add to the far ends; they mean the same as 50 here. */
                    int64_t a = bounds[i] == INT64_MAX ? 50 : bounds[i] == INT64_MIN + 1 ? -50 : bounds[i];
                    int64_t b = bounds[j] == INT64_MAX ? 50 : bounds[j] == INT64_MIN + 1 ? -50 : bounds[j];
                    want = python_slice((int64_t)extent, a, b, steps[k]);
                    ROUND("[%" PRId64 ":%" PRId64 ":%" PRId64 "] of %d", bounds[i], bounds[j], steps[k], (int)extent);
                    SUCCEEDS(zrg_slice_from_bounds(extent, bounds[i], bounds[j], steps[k], &slice, report));
                    CHECK_U64(slice.count, want.count);
                    CHECK_I64(slice.step, want.step);
                    if (want.count > 0) CHECK_U64(slice.start, want.start);
                }
    ROUND_END();
}

/* What Python says: list(range(extent)[start:stop:step]). */
static void test_bounds_by_hand(void)
{
    static const int64_t none = ZRG_OMITTED, most = INT64_MAX, least = INT64_MIN + 1;
    /* INT64_MIN is ZRG_OMITTED in every place: as a step it is 1, as Python's None is. */
    static const struct {
        uint64_t extent;
        int64_t start, stop, step;
        uint64_t first, count;
    } cases[] = {
        {10, none, none, 1, 0, 10},
        {10, none, none, -1, 9, 10},
        {10, none, none, 3, 0, 4},
        {10, none, none, -3, 9, 4},
        {10, 2, 8, 3, 2, 2},
        {10, 8, 2, -3, 8, 2},
        {10, -3, none, 1, 7, 3},
        {10, none, -3, 1, 0, 7},
        {10, none, -4, -1, 9, 3},
        {10, -1, -11, -1, 9, 10},
        {10, 100, none, -4, 9, 3},
        {10, -100, 100, 4, 0, 3},
        {10, 5, 5, 1, 0, 0},
        {10, 5, 4, 1, 0, 0},
        {10, 4, 5, -1, 0, 0},
        {10, 10, none, 1, 0, 0},
        {0, none, none, 1, 0, 0},
        {0, none, none, -1, 0, 0},
        {0, -1, 1, 1, 0, 0},
        {10, none, none, most, 0, 1},
        {10, none, none, least, 9, 1},
        {10, 3, none, least, 3, 1},
        {10, least, none, 1, 0, 10},
        {10, least, most, 1, 0, 10},
        {10, most, least, -1, 9, 10},
        {10, none, least, least, 9, 1},
        {10, 3, none, none, 3, 7},
        {10, 9, 3, none, 0, 0},
        {ZRG_MAX_EXTENT, none, none, 1, 0, ZRG_MAX_EXTENT},
        {ZRG_MAX_EXTENT, none, none, -1, ZRG_MAX_EXTENT - 1, ZRG_MAX_EXTENT},
        {ZRG_MAX_EXTENT, none, none, 2, 0, UINT64_C(4611686018427387904)},
        {ZRG_MAX_EXTENT, none, none, most, 0, 1},
        {ZRG_MAX_EXTENT, none, none, most - 1, 0, 2},
        {ZRG_MAX_EXTENT, none, none, -most, ZRG_MAX_EXTENT - 1, 1},
        {ZRG_MAX_EXTENT, none, none, -(most - 1), ZRG_MAX_EXTENT - 1, 2},
        {ZRG_MAX_EXTENT, least, most, 1, 0, ZRG_MAX_EXTENT},
        {ZRG_MAX_EXTENT, most, least, -1, ZRG_MAX_EXTENT - 1, ZRG_MAX_EXTENT - 1}, /* -2^63 + 1 is element 0 */
        {ZRG_MAX_EXTENT, -1, none, 1, ZRG_MAX_EXTENT - 1, 1},
    };
    size_t i;
    zrg_slice slice;
    for (i = 0; i < COUNT_OF(cases); i++) {
        ROUND("case %d", (int)i);
        SUCCEEDS(zrg_slice_from_bounds(cases[i].extent, cases[i].start, cases[i].stop, cases[i].step, &slice, report));
        CHECK_U64(slice.count, cases[i].count);
        CHECK_I64(slice.step, cases[i].step == none ? 1 : cases[i].step);
        if (cases[i].count > 0) CHECK_U64(slice.start, cases[i].first);
    }
    ROUND_END();

    WIPE(slice);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_slice_from_bounds(10, 0, 5, 0, &slice, report));
    FAILS(ZRG_ERROR_RANGE, zrg_slice_from_bounds((uint64_t)ZRG_MAX_EXTENT + 1, 0, 5, 1, &slice, report));
    FAILS(ZRG_ERROR_RANGE, zrg_slice_from_bounds(UINT64_MAX, 0, 5, 1, &slice, report));
    CHECK_UNTOUCHED(slice);
}

/* An empty answer is good for every call that takes a slice. */
static void test_empty_bounds(void)
{
    static const uint64_t shape[1] = {10};
    zrg_grid *grid = grid_of_shapes(1, shape, "[4]");
    zrg_slice slice;
    zrg_projection p;
    size_t count;
    uint64_t next;
    SUCCEEDS(zrg_slice_from_bounds(10, 10, ZRG_OMITTED, 1, &slice, report));
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, &p, 1, &count, &next, report));
    CHECK_U64(count, 0);
    SUCCEEDS(zrg_slice_from_bounds(10, -50, ZRG_OMITTED, -1, &slice, report));
    SUCCEEDS(zrg_grid_axis_projections(grid, 0, &slice, 0, &p, 1, &count, &next, report));
    CHECK_U64(count, 0);
    zrg_grid_free(grid);
}

int main(void)
{
    test_random();
    test_projections_by_hand();
    test_far_pages();
    test_largest_slices();
    test_slice_bounds();
    test_small_bounds();
    test_bounds_by_hand();
    test_empty_bounds();
    return check_report("axis");
}
