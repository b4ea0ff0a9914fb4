/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the C tests compare with: grids as plain lists of edges, random ones from a fixed seed, and every answer by
 * counting one element after the other. Nothing here is clever, and nothing here calls zrg but to make a grid. */
#ifndef ORACLE_H
#define ORACLE_H

#include "check.h"

enum { ORACLE_RANK = 5, ORACLE_CHUNKS = 16, ORACLE_EXTENT = 64 };

typedef struct oracle_axis {
    uint64_t extent;
    uint64_t chunks; /* declared */
    uint64_t edges[ORACLE_CHUNKS];
} oracle_axis;

typedef struct oracle {
    size_t rank;
    oracle_axis axes[ORACLE_RANK];
    uint64_t shape[ORACLE_RANK];
    char shapes[1024]; /* the text of chunk_shapes */
} oracle;

/* ---- numbers that look random and are the same in every run: splitmix64 ---- */

static uint64_t oracle_state = 20240607;

static inline uint64_t oracle_random(uint64_t below)
{
    uint64_t z = (oracle_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (z ^ (z >> 31)) % below;
}

/* ---- making grids ---- */

static inline zrg_grid *grid_of_shapes(size_t rank, const uint64_t *shape, const char *chunk_shapes)
{
    char text[2048];
    zrg_grid *grid = NULL;
    zrg_error error;
    int length = snprintf(text, sizeof text,
                          "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": %s}}",
                          chunk_shapes);
    REQUIRE(length > 0 && (size_t)length < sizeof text);
    memset(&error, 0, sizeof error);
    if (zrg_grid_from_json(text, (size_t)length, rank, shape, NULL, &grid, &error) != ZRG_OK)
        printf("%s: %.207s\n", text, error.message);
    REQUIRE(grid != NULL);
    return grid;
}

static inline zrg_grid *oracle_grid(const oracle *plain)
{
    return grid_of_shapes(plain->rank, plain->shape, plain->shapes);
}

/* The same edges as a list, one by one, or as an integer where `integer` is not 0. */
static inline void oracle_axis_text(const oracle_axis *axis, uint64_t integer, char *text, size_t size)
{
    size_t used = 0;
    uint64_t i, same;
    if (integer) {
        snprintf(text, size, "%" PRIu64, integer);
        return;
    }
    for (i = 0; i < axis->chunks; i += same) {
        /* Equal neighbours now as a run, now one by one, now as several runs. */
        uint64_t most = 1;
        while (i + most < axis->chunks && axis->edges[i + most] == axis->edges[i]) most++;
        same = 1 + oracle_random(most);
        if (same == 1 && oracle_random(2))
            used += (size_t)snprintf(text + used, size - used, "%s%" PRIu64, i ? ", " : "[", axis->edges[i]);
        else
            used += (size_t)snprintf(text + used, size - used, "%s[%" PRIu64 ", %" PRIu64 "]", i ? ", " : "[",
                                     axis->edges[i], same);
        REQUIRE(used < size);
    }
    snprintf(text + used, size - used, "]");
}

/* Integer and list axes, runs, zero extents, edges past the extent, whole chunks past it. */
static inline void oracle_make(oracle *plain, size_t rank)
{
    size_t a, used = 1;
    plain->rank = rank;
    strcpy(plain->shapes, "[");
    for (a = 0; a < rank; a++) {
        oracle_axis *axis = &plain->axes[a];
        char text[256];
        uint64_t integer = 0, sum = 0, i;
        if (oracle_random(3) == 0) {
            integer = 1 + oracle_random(5);
            axis->extent = oracle_random(12);
            axis->chunks = 0;
            while (sum < axis->extent) {
                axis->edges[axis->chunks++] = integer;
                sum += integer;
            }
        } else {
            axis->chunks = 1 + oracle_random(6);
            for (i = 0; i < axis->chunks; i++)
                sum += axis->edges[i] = i > 0 && oracle_random(3) == 0 ? axis->edges[i - 1] : 1 + oracle_random(4);
            axis->extent = oracle_random(3) == 0 ? oracle_random(sum + 1) : sum;
        }
        plain->shape[a] = axis->extent;
        oracle_axis_text(axis, integer, text, sizeof text);
        used += (size_t)snprintf(plain->shapes + used, sizeof plain->shapes - used, "%s%s", a ? ", " : "", text);
        REQUIRE(used + 2 < sizeof plain->shapes);
    }
    strcat(plain->shapes, "]");
}

/* ---- one axis ---- */

static inline uint64_t oracle_origin(const oracle_axis *axis, uint64_t chunk)
{
    uint64_t i, sum = 0;
    for (i = 0; i < chunk; i++) sum += axis->edges[i];
    return sum;
}

/* Elements of a chunk that lie inside the array. */
static inline uint64_t oracle_data(const oracle_axis *axis, uint64_t chunk)
{
    uint64_t i, origin = oracle_origin(axis, chunk), inside = 0;
    for (i = 0; i < axis->edges[chunk]; i++) inside += origin + i < axis->extent;
    return inside;
}

static inline uint64_t oracle_data_chunks(const oracle_axis *axis)
{
    uint64_t i, n = 0;
    for (i = 0; i < axis->chunks; i++) n += oracle_data(axis, i) > 0;
    return n;
}

/* The spec's rule: the first chunk whose cumulative sum exceeds the index. */
static inline uint64_t oracle_chunk(const oracle_axis *axis, uint64_t index)
{
    uint64_t sum = 0, chunk = 0;
    while ((sum += axis->edges[chunk]) <= index) chunk++;
    return chunk;
}

/* ---- one axis of long runs, answered by division: chunks never lie across two runs ---- */

enum { ORACLE_RUNS = 8 };

typedef struct oracle_runs {
    size_t count;
    uint64_t edges[ORACLE_RUNS], counts[ORACLE_RUNS];
    uint64_t starts[ORACLE_RUNS + 1], chunks[ORACLE_RUNS + 1]; /* elements and chunks before each run; the last: all */
    uint64_t extent;
    char shapes[512];
} oracle_runs;

static inline void oracle_make_runs(oracle_runs *axis)
{
    size_t r, used = 2;
    axis->count = 1 + (size_t)oracle_random(ORACLE_RUNS);
    axis->starts[0] = axis->chunks[0] = 0;
    strcpy(axis->shapes, "[[");
    for (r = 0; r < axis->count; r++) {
        uint64_t most = oracle_random(2) ? 5 : UINT64_C(1000000000000);
        axis->edges[r] = 1 + oracle_random(oracle_random(3) ? 20 : 2000);
        axis->counts[r] = 1 + oracle_random(most);
        axis->starts[r + 1] = axis->starts[r] + axis->edges[r] * axis->counts[r];
        axis->chunks[r + 1] = axis->chunks[r] + axis->counts[r];
        used += (size_t)snprintf(axis->shapes + used, sizeof axis->shapes - used, "%s[%" PRIu64 ", %" PRIu64 "]",
                                 r ? ", " : "", axis->edges[r], axis->counts[r]);
        REQUIRE(used + 3 < sizeof axis->shapes);
    }
    strcat(axis->shapes, "]]");
    axis->extent = axis->starts[axis->count];
    if (oracle_random(2)) axis->extent -= oracle_random(axis->extent < 100 ? axis->extent : 100);
}

/* The run that holds an element. */
static inline size_t oracle_run(const oracle_runs *axis, uint64_t index)
{
    size_t r = 0;
    while (axis->starts[r + 1] <= index) r++;
    return r;
}

/* ---- slices ---- */

/* Any slice that an axis of this extent allows, empty ones too. */
static inline zrg_slice oracle_slice(uint64_t extent)
{
    static const int64_t steps[] = {1, 1, 1, 2, 3, 7, -1, -1, -2, -3, -5};
    zrg_slice slice;
    slice.step = steps[oracle_random(COUNT_OF(steps))];
    if (extent == 0 || oracle_random(12) == 0) {
        slice.start = oracle_random(2) ? oracle_random(extent + 1) : UINT64_MAX - oracle_random(3);
        slice.count = 0;
        return slice;
    }
    slice.start = oracle_random(extent);
    if (oracle_random(3) == 0) slice.start = slice.step > 0 ? 0 : extent - 1;
    {
        uint64_t stride = slice.step > 0 ? (uint64_t)slice.step : (uint64_t)-slice.step;
        uint64_t room = slice.step > 0 ? extent - 1 - slice.start : slice.start;
        uint64_t most = room / stride + 1;
        slice.count = oracle_random(2) ? most : 1 + oracle_random(most);
    }
    return slice;
}

/* Element k of a slice, in array coordinates. */
static inline uint64_t oracle_element(const zrg_slice *slice, uint64_t k)
{
    return slice->step > 0 ? slice->start + k * (uint64_t)slice->step : slice->start - k * (uint64_t)-slice->step;
}

/* ---- counting through indices: the last axis runs fastest; 0 when it is over (and all is zero again) ---- */

static inline int oracle_next(size_t rank, const uint64_t *limits, uint64_t *index)
{
    size_t a = rank;
    while (a-- > 0) {
        if (++index[a] < limits[a]) return 1;
        index[a] = 0;
    }
    return 0;
}

static inline uint64_t oracle_product(size_t rank, const uint64_t *numbers)
{
    uint64_t product = 1;
    size_t a;
    for (a = 0; a < rank; a++) product *= numbers[a];
    return product;
}

/* Row-major position of an index in a box of this shape. */
static inline uint64_t oracle_flat(size_t rank, const uint64_t *shape, const uint64_t *index)
{
    uint64_t flat = 0;
    size_t a;
    for (a = 0; a < rank; a++) flat = flat * shape[a] + index[a];
    return flat;
}

static inline void oracle_counts(const oracle *plain, uint64_t *declared)
{
    size_t a;
    for (a = 0; a < plain->rank; a++) declared[a] = plain->axes[a].chunks;
}

#endif
