/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* workloads                 prints a line a workload: its name, and what its unit is
 * workloads NAME REPEATS    prepares one, does it that many times, and prints how many units that were
 *
 * The hot paths as a C program calls them, for scripts/instructions. What is prepared does not depend on REPEATS, so that
 * the difference of two runs is the calls alone. Every run is the same. A call that fails, or that answers less than it
 * was asked for, ends the program. */
#include <zrg/zrg.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDGES = 1000,      /* on an axis */
    POINTS = 4096,     /* in a batch */
    PAGE = 1024,       /* entries of an answer that comes by page */
    INTEGERS = 50000,  /* in a document */
    PAIRS = 25000,     /* in a document */
    CHUNK_ROWS = 256,  /* of a chunk that is read */
    ROW_ELEMENTS = 64, /* of 4 bytes */
    LARGEST_EDGE = 199
};

static void require_at(int holds, const char *what, int line)
{
    if (holds) return;
    fprintf(stderr, "workloads: line %d: not so: %s\n", line, what);
    exit(1);
}
#define REQUIRE(condition) require_at((condition) ? 1 : 0, #condition, __LINE__)

/* ---- data ---- */

/* Looks random, from 1 to `last`: splitmix64. */
static uint64_t random_number(uint64_t last)
{
    static uint64_t state = 1;
    uint64_t z = (state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return 1 + (z ^ (z >> 31)) % last;
}

static void *room(size_t size)
{
    void *memory = malloc(size);
    REQUIRE(memory != NULL);
    return memory;
}

/* Axes of so many edges each, uniform from 1 to 199; the array ends where they do. */
static zrg_grid *listed_grid(size_t rank, size_t edges_each, uint64_t *shape)
{
    size_t counts[ZRG_MAX_RANK], a, i;
    uint64_t *edges = room(rank * edges_each * sizeof *edges);
    zrg_grid *grid = NULL;
    for (a = 0; a < rank; a++) {
        counts[a] = edges_each;
        shape[a] = 0;
        for (i = 0; i < edges_each; i++) shape[a] += edges[a * edges_each + i] = random_number(LARGEST_EDGE);
    }
    REQUIRE(zrg_grid_from_edges(rank, shape, counts, edges, rank * edges_each, &grid, NULL) == ZRG_OK);
    free(edges);
    return grid;
}

/* One axis of as many runs, of 2 to 98 edges each. */
static zrg_grid *runs_grid(uint64_t *shape)
{
    zrg_run runs[EDGES];
    const size_t count = EDGES;
    zrg_grid *grid = NULL;
    size_t i;
    shape[0] = 0;
    for (i = 0; i < EDGES; i++) {
        runs[i].edge = random_number(LARGEST_EDGE);
        runs[i].count = 1 + random_number(97);
        shape[0] += runs[i].edge * runs[i].count;
    }
    REQUIRE(zrg_grid_from_runs(1, shape, &count, runs, EDGES, &grid, NULL) == ZRG_OK);
    return grid;
}

/* A regular axis whose chunk length is no power of two. */
static zrg_grid *regular_grid(uint64_t *shape)
{
    const uint64_t chunk_shape = 100;
    zrg_grid *grid = NULL;
    shape[0] = EDGES * chunk_shape;
    REQUIRE(zrg_grid_from_chunk_shape(1, shape, &chunk_shape, 0, &grid, NULL) == ZRG_OK);
    return grid;
}

/* As many indices as a batch has points. */
static uint64_t *random_indices(uint64_t end)
{
    uint64_t *indices = room(POINTS * sizeof *indices);
    size_t i;
    for (i = 0; i < POINTS; i++) indices[i] = random_number(end) - 1;
    return indices;
}

/* ---- elements and chunks ---- */

/* Ends the grid. */
static uint64_t locate_many(zrg_grid *grid, uint64_t extent, int wants_withins, unsigned repeats)
{
    uint64_t *points = random_indices(extent), *chunks = room(POINTS * sizeof *chunks);
    uint64_t *withins = wants_withins ? room(POINTS * sizeof *withins) : NULL;
    unsigned done;
    for (done = 0; done < repeats; done++)
        REQUIRE(zrg_grid_locate_many(grid, 1, POINTS, 1, 1, points, chunks, withins, POINTS, NULL) == ZRG_OK);
    free(points);
    free(chunks);
    free(withins);
    zrg_grid_free(grid);
    return (uint64_t)done * POINTS;
}

static uint64_t locate_many_listed(unsigned repeats)
{
    uint64_t shape[1];
    zrg_grid *grid = listed_grid(1, EDGES, shape);
    return locate_many(grid, shape[0], 1, repeats);
}

static uint64_t locate_many_runs(unsigned repeats)
{
    uint64_t shape[1];
    zrg_grid *grid = runs_grid(shape);
    return locate_many(grid, shape[0], 1, repeats);
}

static uint64_t locate_many_regular(unsigned repeats)
{
    uint64_t shape[1];
    zrg_grid *grid = regular_grid(shape);
    return locate_many(grid, shape[0], 0, repeats);
}

static uint64_t locate(unsigned repeats)
{
    uint64_t shape[1];
    zrg_grid *grid = listed_grid(1, EDGES, shape);
    uint64_t *points = random_indices(shape[0]), chunk, within;
    zrg_error error;
    unsigned done, i;
    for (done = 0; done < repeats; done++)
        for (i = 0; i < POINTS; i++) REQUIRE(zrg_grid_locate(grid, 1, &points[i], &chunk, &within, &error) == ZRG_OK);
    free(points);
    zrg_grid_free(grid);
    return (uint64_t)done * POINTS;
}

static uint64_t axis_at(unsigned repeats)
{
    uint64_t shape[1];
    zrg_grid *grid = listed_grid(1, EDGES, shape);
    uint64_t *points = random_indices(shape[0]);
    zrg_interval interval;
    zrg_error error;
    unsigned done, i;
    for (done = 0; done < repeats; done++)
        for (i = 0; i < POINTS; i++) REQUIRE(zrg_grid_axis_locate(grid, 0, points[i], &interval, &error) == ZRG_OK);
    free(points);
    zrg_grid_free(grid);
    return (uint64_t)done * POINTS;
}

static uint64_t chunk_many(unsigned repeats)
{
    uint64_t shape[1];
    zrg_grid *grid = listed_grid(1, EDGES, shape);
    uint64_t *chunks = random_indices(EDGES), *origins = room(POINTS * sizeof *origins);
    uint64_t *declared = room(POINTS * sizeof *declared), *data = room(POINTS * sizeof *data);
    unsigned done;
    for (done = 0; done < repeats; done++)
        REQUIRE(zrg_grid_chunk_many(grid, 1, chunks, origins, declared, data, POINTS, NULL) == ZRG_OK);
    free(chunks);
    free(origins);
    free(declared);
    free(data);
    zrg_grid_free(grid);
    return (uint64_t)done * POINTS;
}

/* ---- selections ---- */

static zrg_slice every(int64_t step, uint64_t extent)
{
    zrg_slice slice;
    REQUIRE(zrg_slice_from_bounds(extent, ZRG_OMITTED, ZRG_OMITTED, step, &slice, NULL) == ZRG_OK);
    return slice;
}

/* Pages of the whole axis, one after the other. */
static uint64_t axis_projections(int64_t step, unsigned repeats)
{
    uint64_t shape[1], total = 0, next = 0;
    zrg_grid *grid = listed_grid(1, 10 * EDGES, shape);
    const zrg_slice slice = every(step, shape[0]);
    zrg_projection *projections = room(PAGE * sizeof *projections);
    unsigned done;
    for (done = 0; done < repeats; done++) {
        size_t count;
        REQUIRE(zrg_grid_axis_projections(grid, 0, &slice, next, projections, PAGE, &count, &next, NULL) == ZRG_OK);
        REQUIRE(count == PAGE);
        total += count;
    }
    free(projections);
    zrg_grid_free(grid);
    return total;
}

static uint64_t axis_projections_step_1(unsigned repeats)
{
    return axis_projections(1, repeats);
}

static uint64_t axis_projections_step_7(unsigned repeats)
{
    return axis_projections(7, repeats);
}

/* Pages of the whole array, one after the other. */
static uint64_t selection_parts(size_t rank, size_t edges_each, unsigned repeats)
{
    uint64_t shape[ZRG_MAX_RANK], total = 0;
    zrg_slice slices[ZRG_MAX_RANK];
    zrg_grid *grid = listed_grid(rank, edges_each, shape);
    zrg_selection *selection = NULL;
    zrg_projection *projections = room(PAGE * rank * sizeof *projections);
    size_t a;
    unsigned done;
    for (a = 0; a < rank; a++) slices[a] = every(1, shape[a]);
    REQUIRE(zrg_selection_from_slices(grid, rank, slices, &selection, NULL) == ZRG_OK);
    for (done = 0; done < 20 * repeats; done++) {
        size_t count;
        REQUIRE(zrg_selection_parts(selection, rank, total, NULL, NULL, projections, PAGE, &count, NULL) == ZRG_OK);
        REQUIRE(count == PAGE);
        total += count;
    }
    free(projections);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
    return total;
}

static uint64_t selection_parts_2d(unsigned repeats)
{
    return selection_parts(2, EDGES, repeats);
}

static uint64_t selection_parts_2d_long_rows(unsigned repeats)
{
    return selection_parts(2, 10 * EDGES, repeats);
}

static uint64_t selection_parts_3d(unsigned repeats)
{
    return selection_parts(3, EDGES / 10, repeats);
}

static uint64_t selection_parts_4d(unsigned repeats)
{
    return selection_parts(4, EDGES / 30, repeats);
}

/* ---- documents ---- */

typedef struct document {
    char *text;
    size_t length;
    size_t rank;
    uint64_t shape[3];
} document;

/* One axis of so many runs, from 2 edges each to `longest`; or of so many bare edges, where that is 1. */
static document document_of(size_t runs, uint64_t longest)
{
    document of = {NULL, 0, 1, {0}};
    char *end = of.text = room(100 + 16 * runs);
    size_t i;
    end += sprintf(end, "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":[[");
    for (i = 0; i < runs; i++) {
        uint64_t edge = random_number(LARGEST_EDGE), count = longest == 1 ? 1 : 1 + random_number(longest - 1);
        if (count == 1) end += sprintf(end, "%s%" PRIu64, i ? "," : "", edge);
        else end += sprintf(end, "%s[%" PRIu64 ",%" PRIu64 "]", i ? "," : "", edge, count);
        of.shape[0] += edge * count;
    }
    end += sprintf(end, "]]}}");
    of.length = (size_t)(end - of.text);
    return of;
}

/* Days in months, weeks, and blocks. */
static document small_document(void)
{
    static char text[] = "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":["
                         "[31,28,31,30,31,30,31,31,30,31,30,31],[[7,52],1],[[120,3],100,[80,2],64]]}}";
    const document small = {text, sizeof text - 1, 3, {365, 365, 684}};
    return small;
}

static zrg_grid *read_document(const document *of)
{
    zrg_grid *grid = NULL;
    zrg_error error;
    REQUIRE(zrg_grid_from_json(of->text, of->length, of->rank, of->shape, NULL, &grid, &error) == ZRG_OK);
    return grid;
}

static uint64_t from_json_integers(unsigned repeats)
{
    document of = document_of(INTEGERS, 1);
    unsigned done;
    for (done = 0; done < repeats; done++) zrg_grid_free(read_document(&of));
    free(of.text);
    return (uint64_t)done * INTEGERS;
}

static uint64_t from_json_pairs(unsigned repeats)
{
    document of = document_of(PAIRS, 98);
    unsigned done;
    for (done = 0; done < repeats; done++) zrg_grid_free(read_document(&of));
    free(of.text);
    return (uint64_t)done * PAIRS;
}

static uint64_t from_json_small(unsigned repeats)
{
    const document of = small_document();
    unsigned done;
    for (done = 0; done < 100 * repeats; done++) zrg_grid_free(read_document(&of));
    return done;
}

static uint64_t to_json_integers(unsigned repeats)
{
    document of = document_of(INTEGERS, 1);
    zrg_grid *grid = read_document(&of);
    size_t capacity, length;
    char *text;
    unsigned done;
    REQUIRE(zrg_grid_to_json(grid, ZRG_FORM_AS_READ, NULL, 0, &length, NULL) == ZRG_OK);
    capacity = length + 1;
    text = room(capacity);
    for (done = 0; done < repeats; done++)
        REQUIRE(zrg_grid_to_json(grid, ZRG_FORM_AS_READ, text, capacity, &length, NULL) == ZRG_OK);
    free(text);
    free(of.text);
    zrg_grid_free(grid);
    return (uint64_t)done * INTEGERS;
}

/* ---- moving data, keys ---- */

/* Two chunks side by side, so that a row of a chunk is half a row of the result. */
/* Parts of so many rows are read so often. */
static void read_parts(unsigned rows, unsigned times)
{
    const uint64_t shape[2] = {rows, 2 * ROW_ELEMENTS}, chunk_shape[2] = {rows, ROW_ELEMENTS};
    const zrg_slice slices[2] = {{0, rows, 1}, {0, 2 * ROW_ELEMENTS, 1}};
    const size_t element = 4, chunk_size = rows * ROW_ELEMENTS * element, size = 2 * chunk_size;
    char *chunk = room(chunk_size), *result = room(size);
    zrg_grid *grid = NULL;
    zrg_selection *selection = NULL;
    unsigned done;
    memset(chunk, 7, chunk_size);
    REQUIRE(zrg_grid_from_chunk_shape(2, shape, chunk_shape, 0, &grid, NULL) == ZRG_OK);
    REQUIRE(zrg_selection_from_slices(grid, 2, slices, &selection, NULL) == ZRG_OK);
    for (done = 0; done < times; done++)
        REQUIRE(zrg_selection_read_part(selection, done % 2, element, chunk, chunk_size, 0, NULL, result, size, 0, NULL,
                                        NULL) == ZRG_OK);
    REQUIRE(result[0] == 7 && result[size - 1] == 7);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
    free(chunk);
    free(result);
}

static uint64_t read_part_rows(unsigned repeats)
{
    read_parts(CHUNK_ROWS, 10 * repeats);
    return (uint64_t)10 * repeats * CHUNK_ROWS;
}

static uint64_t read_part_one_row(unsigned repeats)
{
    read_parts(1, 100 * repeats);
    return (uint64_t)100 * repeats;
}

static uint64_t key_encode_3d(unsigned repeats)
{
    uint64_t *numbers = random_indices(EDGES);
    char key[ZRG_KEY_CAPACITY(3)];
    size_t length;
    unsigned done, i;
    for (done = 0; done < repeats; done++)
        for (i = 0; i + 3 <= POINTS; i++)
            REQUIRE(zrg_key_encode(NULL, 3, &numbers[i], key, sizeof key, &length, NULL) == ZRG_OK);
    free(numbers);
    return (uint64_t)done * (POINTS - 2);
}

static const struct workload {
    const char *name, *unit;
    uint64_t (*run)(unsigned repeats);
} workloads[] = {
    {"locate_many-listed", "point", locate_many_listed},
    {"locate_many-runs", "point", locate_many_runs},
    {"locate_many-regular", "point", locate_many_regular},
    {"locate-listed", "call", locate},
    {"axis_at-listed", "call", axis_at},
    {"chunk_many-listed", "chunk", chunk_many},
    {"axis_projections-step-1", "projection", axis_projections_step_1},
    {"axis_projections-step-7", "projection", axis_projections_step_7},
    {"selection_parts-2-d", "part", selection_parts_2d},
    {"selection_parts-2-d-long-rows", "part", selection_parts_2d_long_rows},
    {"selection_parts-3-d", "part", selection_parts_3d},
    {"selection_parts-4-d", "part", selection_parts_4d},
    {"from_json-integers", "integer", from_json_integers},
    {"from_json-pairs", "pair", from_json_pairs},
    {"from_json-small", "document", from_json_small},
    {"to_json-integers", "integer", to_json_integers},
    {"read_part-rows", "row", read_part_rows},
    {"read_part-one-row", "part", read_part_one_row},
    {"key_encode-3-d", "key", key_encode_3d},
};

int main(int argc, char **argv)
{
    size_t i;
    for (i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        if (argc == 1) printf("%s %s\n", workloads[i].name, workloads[i].unit);
        if (argc == 3 && strcmp(argv[1], workloads[i].name) == 0) {
            printf("%" PRIu64 "\n", workloads[i].run((unsigned)strtoul(argv[2], NULL, 10)));
            return 0;
        }
    }
    return argc == 1 ? 0 : 2;
}
