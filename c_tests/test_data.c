/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Moving elements between chunks and results: segments, read_part, write_part. */
#include "check.h"
#include "oracle.h"

enum { MOST_BYTES = 1 << 20 };

static const int64_t zeros[ORACLE_RANK]; /* strides of one element that stands for all */

/* ---- one part, element by element ---- */

/* Which element of the chunk is which of the result, by asking every element of the selection where it lies. */
typedef struct pairing {
    size_t count;
    uint64_t within[ORACLE_RANK * 4096], out[ORACLE_RANK * 4096]; /* coordinates, rank of each */
} pairing;

static pairing pairs; /* too large for a stack */

static void oracle_pairs(const oracle *plain, const zrg_slice *slices, const uint64_t *chunk)
{
    uint64_t limits[ORACLE_RANK], k[ORACLE_RANK] = {0};
    size_t rank = plain->rank, a;
    pairs.count = 0;
    for (a = 0; a < rank; a++) limits[a] = slices[a].count;
    if (oracle_product(rank, limits) == 0) return;
    do {
        uint64_t *within = &pairs.within[pairs.count * rank], *out = &pairs.out[pairs.count * rank];
        REQUIRE(pairs.count < 4096);
        for (a = 0; a < rank; a++) {
            uint64_t index = oracle_element(&slices[a], k[a]);
            if (oracle_chunk(&plain->axes[a], index) != chunk[a]) break;
            within[a] = index - oracle_origin(&plain->axes[a], chunk[a]);
            out[a] = k[a];
        }
        pairs.count += a == rank;
    } while (oracle_next(rank, limits, k));
}

/* A random grid with a random selection, its result and one of its chunks small enough to look at whole. */
typedef struct scene {
    oracle plain;
    zrg_slice slices[ORACLE_RANK];
    zrg_selection *selection;
    uint64_t part, chunk[ORACLE_RANK];                   /* one of its parts */
    uint64_t chunk_shape[ORACLE_RANK], shape[ORACLE_RANK]; /* declared; of the result */
} scene;

static void scene_make(scene *s, size_t rank)
{
    for (;;) {
        zrg_grid *grid;
        uint64_t parts;
        size_t a, count;
        oracle_make(&s->plain, rank);
        for (a = 0; a < rank; a++) {
            s->slices[a] = oracle_slice(s->plain.shape[a]);
            s->shape[a] = s->slices[a].count;
        }
        if (oracle_product(rank, s->shape) > 4096) continue;
        grid = oracle_grid(&s->plain);
        s->selection = NULL;
        SUCCEEDS(zrg_selection_from_slices(grid, rank, s->slices, &s->selection, report));
        zrg_grid_free(grid);
        REQUIRE(s->selection);
        SUCCEEDS(zrg_selection_part_count(s->selection, &parts, report));
        if (parts == 0) {
            zrg_selection_free(s->selection);
            continue;
        }
        s->part = oracle_random(parts);
        SUCCEEDS(zrg_selection_parts(s->selection, rank, s->part, NULL, s->chunk, NULL, 1, &count, report));
        REQUIRE(count == 1);
        for (a = 0; a < rank; a++) s->chunk_shape[a] = s->plain.axes[a].edges[s->chunk[a]];
        oracle_pairs(&s->plain, s->slices, s->chunk);
        return;
    }
}

/* ---- segments ---- */

static void test_segments(void)
{
    int round;
    for (round = 0; round < 400; round++) {
        scene s;
        size_t rank = (size_t)round % (ORACLE_RANK + 1), capacity = 1 + (size_t)oracle_random(9), count, counted, i, next = 0;
        uint64_t first, k, total = 0;
        zrg_segment last = {0, 0, 0};
        int gaps = 0;
        scene_make(&s, rank);
        for (i = 0; i < rank; i++) gaps |= s.slices[i].step != 1;
        ROUND("round %d: part %d of %s", round, (int)s.part, s.plain.shapes);
        for (first = 0;; first += count) {
            zrg_segment *page = malloc(capacity * sizeof *page);
            REQUIRE(page);
            memset(page, UNTOUCHED, capacity * sizeof *page);
            SUCCEEDS(zrg_selection_segments(s.selection, s.part, first, page, capacity, &count, report));
            if (count > capacity) count = 0;
            check_untouched(page + count, (capacity - count) * sizeof *page, "the page past its count", __FILE__,
                            __LINE__);
            SUCCEEDS(zrg_selection_segments(s.selection, s.part, first, NULL, capacity, &counted, report));
            CHECK_U64(counted, count);
            for (i = 0; i < count; i++) {
                CHECK(page[i].count > 0);
                /* In the order of the result, each element once, each where the plain walk finds it. */
                for (k = 0; k < page[i].count && next < pairs.count; k++, next++) {
                    CHECK_U64(page[i].within + k, oracle_flat(rank, s.chunk_shape, &pairs.within[next * rank]));
                    CHECK_U64(page[i].out + k, oracle_flat(rank, s.shape, &pairs.out[next * rank]));
                }
                /* Where nothing is left out they are as long as they can be: never two that are one. (Elements that a
                 * step jumps over can bring two together by chance, and those stay two.) */
                CHECK(total == 0 || gaps ||
                      !(last.within + last.count == page[i].within && last.out + last.count == page[i].out));
                last = page[i];
                total += page[i].count;
            }
            free(page);
            if (count == 0) break;
        }
        CHECK_U64(total, pairs.count);
        SUCCEEDS(zrg_selection_segments(s.selection, s.part, UINT64_MAX, &last, 1, &count, report));
        CHECK_U64(count, 0);
        SUCCEEDS(zrg_selection_segments(s.selection, s.part, 0, NULL, 0, &count, report));
        CHECK_U64(count, 0);
        zrg_selection_free(s.selection);
    }
    ROUND_END();
}

/* Whole rows are one segment where the result is as wide as the chunk, and one a row where it is not. */
static void test_segments_by_hand(void)
{
    static const uint64_t shape[2] = {6, 8};
    static const zrg_slice whole[2] = {{0, 6, 1}, {0, 4, 1}};
    static const zrg_slice wider[2] = {{1, 5, 1}, {0, 8, 1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[3, 3], [4, 4]]");
    zrg_selection *selection = NULL;
    zrg_segment page[8];
    size_t count;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, whole, &selection, report));
    SUCCEEDS(zrg_selection_segments(selection, 1, 0, page, 8, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(page[0].within, 0);
    CHECK_U64(page[0].out, 12);
    CHECK_U64(page[0].count, 12);
    zrg_selection_free(selection);
    selection = NULL;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, wider, &selection, report));
    SUCCEEDS(zrg_selection_segments(selection, 1, 0, page, 8, &count, report));
    CHECK_U64(count, 2); /* rows 1 and 2 of chunk (0, 1) */
    CHECK_U64(page[0].within, 4);
    CHECK_U64(page[0].out, 4);
    CHECK_U64(page[0].count, 4);
    CHECK_U64(page[1].within, 8);
    CHECK_U64(page[1].out, 12);
    CHECK_U64(page[1].count, 4);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* A part with 10^15 segments: a page in the middle costs no more than one at the start. */
static void test_far_segments(void)
{
    static const uint64_t shape[2] = {UINT64_C(1000000000000000), 10};
    static const zrg_slice slices[2] = {{0, UINT64_C(1000000000000000), 1}, {2, 3, 1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[1000000000000000, 10]");
    zrg_selection *selection = NULL;
    zrg_segment page[3];
    size_t count;
    SUCCEEDS(zrg_selection_from_slices(grid, 2, slices, &selection, report));
    SUCCEEDS(zrg_selection_segments(selection, 0, UINT64_C(999999999999998), page, 3, &count, report));
    CHECK_U64(count, 2);
    CHECK_U64(page[0].within, UINT64_C(9999999999999982));
    CHECK_U64(page[0].out, UINT64_C(2999999999999994));
    CHECK_U64(page[0].count, 3);
    CHECK_U64(page[1].within, UINT64_C(9999999999999992));
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* ---- moving, by strides of any kind ---- */

/* A layout of a box: its strides in bytes, where element (0, ..., 0) lies, and the bytes it takes. */
typedef struct layout {
    int64_t strides[ORACLE_RANK], start;
    size_t size;
} layout;

enum { C_ORDER, FORTRAN_ORDER, BACKWARDS, GAPS, LAYOUTS };

static layout layout_make(int kind, size_t rank, const uint64_t *shape, size_t element)
{
    layout l;
    int64_t stride = (int64_t)element, low = 0, high = 0;
    size_t a, i;
    memset(&l, 0, sizeof l);
    for (i = 0; i < rank; i++) {
        a = kind == FORTRAN_ORDER ? i : rank - 1 - i;
        if (kind == GAPS) stride += 1 + (int64_t)oracle_random(3); /* also between the elements of a row */
        l.strides[a] = kind == BACKWARDS && oracle_random(3) ? -stride : stride;
        if (shape[a] > 1) {
            int64_t span = l.strides[a] * (int64_t)(shape[a] - 1);
            if (span < 0) low += span;
            else high += span;
        }
        stride *= (int64_t)shape[a];
    }
    l.start = -low;
    if (kind == GAPS) l.start += (int64_t)oracle_random(5);
    l.size = (size_t)(l.start + high) + element;
    REQUIRE(l.size <= MOST_BYTES);
    return l;
}

static size_t layout_at(const layout *l, size_t rank, const uint64_t *index)
{
    int64_t at = l->start;
    size_t a;
    for (a = 0; a < rank; a++) at += l->strides[a] * (int64_t)index[a];
    return (size_t)at;
}

static void random_bytes(unsigned char *bytes, size_t size)
{
    size_t i;
    for (i = 0; i < size; i++) bytes[i] = (unsigned char)oracle_random(256);
}

/* One part moved both ways between two layouts, and filled: exactly the bytes that the walk moves, and no other. */
static void check_move(const scene *s, size_t element, int chunk_kind, int out_kind)
{
    size_t rank = s->plain.rank, i;
    layout in_chunk = layout_make(chunk_kind, rank, s->chunk_shape, element);
    layout in_out = layout_make(out_kind, rank, s->shape, element);
    unsigned char *chunk = malloc(in_chunk.size), *out = malloc(in_out.size), *want = malloc(MOST_BYTES);
    /* C order may be said by NULL as well. */
    const int64_t *chunk_strides = chunk_kind == C_ORDER && oracle_random(2) ? NULL : in_chunk.strides;
    const int64_t *out_strides = out_kind == C_ORDER && oracle_random(2) ? NULL : in_out.strides;
    unsigned char fill[31];
    REQUIRE(chunk && out && want && element <= sizeof fill);
    random_bytes(fill, element);

    random_bytes(chunk, in_chunk.size);
    random_bytes(out, in_out.size);
    memcpy(want, out, in_out.size);
    for (i = 0; i < pairs.count; i++)
        memcpy(want + layout_at(&in_out, rank, &pairs.out[i * rank]),
               chunk + layout_at(&in_chunk, rank, &pairs.within[i * rank]), element);
    SUCCEEDS(zrg_selection_read_part(s->selection, s->part, element, chunk, in_chunk.size, in_chunk.start,
                                     chunk_strides, out, in_out.size, in_out.start, out_strides, report));
    CHECK_BYTES(out, want, in_out.size);

    random_bytes(out, in_out.size);
    memcpy(want, chunk, in_chunk.size);
    for (i = 0; i < pairs.count; i++)
        memcpy(want + layout_at(&in_chunk, rank, &pairs.within[i * rank]),
               out + layout_at(&in_out, rank, &pairs.out[i * rank]), element);
    SUCCEEDS(zrg_selection_write_part(s->selection, s->part, element, out, in_out.size, in_out.start,
                                      out_strides, chunk, in_chunk.size, in_chunk.start, chunk_strides, report));
    CHECK_BYTES(chunk, want, in_chunk.size);

    memcpy(want, out, in_out.size);
    for (i = 0; i < pairs.count; i++) memcpy(want + layout_at(&in_out, rank, &pairs.out[i * rank]), fill, element);
    SUCCEEDS(zrg_selection_fill_part(s->selection, s->part, fill, element, out, in_out.size, in_out.start, out_strides,
                                     report));
    CHECK_BYTES(out, want, in_out.size);
    free(chunk);
    free(out);
    free(want);
}

static void test_moves(void)
{
    static const size_t elements[] = {1, 2, 3, 4, 8, 16, 5, 7, 12, 31};
    int round;
    for (round = 0; round < 600; round++) {
        scene s;
        size_t element = elements[round % (int)COUNT_OF(elements)];
        int chunk_kind = (int)oracle_random(LAYOUTS), out_kind = (int)oracle_random(LAYOUTS);
        scene_make(&s, (size_t)round % (ORACLE_RANK + 1));
        ROUND("round %d: part %d of %s, %d bytes, %d to %d", round, (int)s.part, s.plain.shapes, (int)element,
              chunk_kind, out_kind);
        check_move(&s, element, chunk_kind, out_kind);
        zrg_selection_free(s.selection);
    }
    ROUND_END();
}

/* All parts of a selection, from chunks and missing ones: the result is the selection of the array. */
static void test_whole_result(void)
{
    enum { ELEMENT = 4 };
    int round;
    for (round = 0; round < 120; round++) {
        scene s;
        size_t rank = (size_t)round % (ORACLE_RANK + 1), a, size;
        uint64_t parts, part, elements, k[ORACLE_RANK] = {0};
        unsigned char *out;
        static const uint32_t fill = UINT32_C(0xF111F111);
        scene_make(&s, rank);
        ROUND("round %d: %s", round, s.plain.shapes);
        elements = oracle_product(rank, s.shape);
        size = (size_t)elements * ELEMENT;
        out = malloc(size);
        REQUIRE(out);
        SUCCEEDS(zrg_selection_part_count(s.selection, &parts, report));
        for (part = 0; part < parts; part++) {
            uint64_t chunk[ORACLE_RANK], edges[ORACLE_RANK], in[ORACLE_RANK] = {0}, at = 0, index;
            zrg_part about;
            uint32_t *data;
            size_t count, bytes;
            SUCCEEDS(zrg_selection_parts(s.selection, rank, part, &about, chunk, NULL, 1, &count, report));
            if (about.chunk_number % 3 == 1) { /* this chunk does not exist */
                SUCCEEDS(zrg_selection_fill_part(s.selection, part, &fill, ELEMENT, out, size, 0, NULL, report));
                continue;
            }
            /* Every element of a chunk is its position in the array, row-major. */
            for (a = 0; a < rank; a++) edges[a] = s.plain.axes[a].edges[chunk[a]];
            bytes = (size_t)oracle_product(rank, edges) * ELEMENT;
            CHECK_U64(about.decoded * ELEMENT, bytes);
            data = malloc(bytes);
            REQUIRE(data);
            do {
                index = 0;
                for (a = 0; a < rank; a++)
                    index = index * s.plain.shape[a] + oracle_origin(&s.plain.axes[a], chunk[a]) + in[a];
                data[at++] = (uint32_t)index;
            } while (oracle_next(rank, edges, in));
            SUCCEEDS(zrg_selection_read_part(s.selection, part, ELEMENT, data, bytes, 0, NULL, out, size, 0, NULL,
                                             report));
            free(data);
        }
        do { /* malloc gave no values: valgrind sees an element that no part wrote */
            uint64_t index = 0, number = 0;
            uint32_t got;
            for (a = 0; a < rank; a++) {
                uint64_t i = oracle_element(&s.slices[a], k[a]);
                index = index * s.plain.shape[a] + i;
                number = number * s.plain.axes[a].chunks + oracle_chunk(&s.plain.axes[a], i);
            }
            memcpy(&got, out + oracle_flat(rank, s.shape, k) * ELEMENT, sizeof got);
            CHECK_U64(got, number % 3 == 1 ? fill : (uint32_t)index);
        } while (oracle_next(rank, s.shape, k));
        free(out);
        zrg_selection_free(s.selection);
    }
    ROUND_END();
}

/* Scattered into chunks and gathered again, a result is what it was; what no part touches keeps its bytes. */
static void test_there_and_back(void)
{
    enum { ELEMENT = 3 };
    int round;
    for (round = 0; round < 120; round++) {
        scene s;
        size_t rank = (size_t)round % (ORACLE_RANK + 1), a, size, touched = 0, i;
        uint64_t parts, part;
        unsigned char *in, *out;
        scene_make(&s, rank);
        ROUND("round %d: %s", round, s.plain.shapes);
        size = (size_t)oracle_product(rank, s.shape) * ELEMENT;
        in = malloc(size);
        out = malloc(size);
        REQUIRE(in && out);
        for (i = 0; i < size; i++) in[i] = (unsigned char)oracle_random(UNTOUCHED); /* never UNTOUCHED */
        SUCCEEDS(zrg_selection_part_count(s.selection, &parts, report));
        for (part = 0; part < parts; part++) {
            uint64_t chunk[ORACLE_RANK], edges[ORACLE_RANK];
            zrg_part about;
            unsigned char *data;
            size_t count, bytes, written = 0;
            SUCCEEDS(zrg_selection_parts(s.selection, rank, part, &about, chunk, NULL, 1, &count, report));
            for (a = 0; a < rank; a++) edges[a] = s.plain.axes[a].edges[chunk[a]];
            bytes = (size_t)oracle_product(rank, edges) * ELEMENT;
            data = malloc(bytes);
            REQUIRE(data);
            memset(data, UNTOUCHED, bytes);
            SUCCEEDS(zrg_selection_write_part(s.selection, part, ELEMENT, in, size, 0, NULL, data, bytes, 0, NULL,
                                              report));
            for (i = 0; i < bytes; i++) written += data[i] != UNTOUCHED;
            CHECK_U64(written, about.elements * ELEMENT);
            touched += written;
            SUCCEEDS(zrg_selection_read_part(s.selection, part, ELEMENT, data, bytes, 0, NULL, out, size, 0, NULL,
                                             report));
            free(data);
        }
        CHECK_U64(touched, size); /* no element in two parts, none in no part */
        CHECK_BYTES(out, in, size);
        free(in);
        free(out);
        zrg_selection_free(s.selection);
    }
    ROUND_END();
}

/* ---- one selection, looked at closely: columns 1, 3, 5 of rows 4, 3 in the chunk of rows 2 ... 4 ---- */

typedef struct close {
    zrg_grid *grid;
    zrg_selection *selection;
} close;

static close close_open(void)
{
    static const uint64_t shape[2] = {7, 8};
    static const zrg_slice slices[2] = {{4, 2, -1}, {1, 3, 2}};
    close c = {NULL, NULL};
    c.grid = grid_of_shapes(2, shape, "[[2, 3, 2], [8]]");
    SUCCEEDS(zrg_selection_from_slices(c.grid, 2, slices, &c.selection, report));
    REQUIRE(c.selection);
    return c;
}

static void close_free(close c)
{
    zrg_selection_free(c.selection);
    zrg_grid_free(c.grid);
}

/* The chunk is 3 by 8; touched are rows 2 and 1, columns 1, 3, 5: bytes 9 ... 21 of 24. The result is 2 by 3. */
static void test_exact_bounds(void)
{
    close c = close_open();
    unsigned char chunk[64], out[64], old[64];
    static const int64_t rows[2] = {8, 1}, result[2] = {3, 1};
    size_t i;
    for (i = 0; i < sizeof chunk; i++) chunk[i] = (unsigned char)i;
    WIPE(old);

    /* With strides, only what is touched must be there. */
    WIPE(out);
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 1, chunk, 22, 0, rows, out, 6, 0, result, report));
    CHECK_U64(out[0], 17);
    CHECK_U64(out[1], 19);
    CHECK_U64(out[2], 21);
    CHECK_U64(out[3], 9);
    CHECK_U64(out[4], 11);
    CHECK_U64(out[5], 13);
    CHECK_BYTES(out + 6, old, sizeof out - 6);
    /* The chunk may start before the memory: byte 9 of it is byte 0 here. */
    WIPE(out);
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 1, chunk, 13, -9, rows, out, 6, 0, result, report));
    CHECK_U64(out[0], 8);
    CHECK_U64(out[3], 0);

    /* One byte less, on either side of either, and nothing is moved. */
    WIPE(out);
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 1, chunk, 21, 0, rows, out, 6, 0, result, report));
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 1, chunk, 13, -10, rows, out, 6, 0, result, report));
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 1, chunk, 12, -9, rows, out, 6, 0, result, report));
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 1, chunk, 22, 0, rows, out, 5, 0, result, report));
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 1, chunk, 22, 0, rows, out, 6, 1, result, report));
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 1, chunk, 22, 0, rows, out, 6, -1, result, report));
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, 2, chunk, 22, 0, rows, out, 7, 0, result, report)); /* 21, 22 */
    CHECK_UNTOUCHED(out);

    /* And writing. */
    {
        unsigned char data[64];
        WIPE(data);
        FAILS(ZRG_ERROR_BOUNDS,
              zrg_selection_write_part(c.selection, 0, 1, chunk, 6, 0, result, data, 21, 0, rows, report));
        FAILS(ZRG_ERROR_BOUNDS,
              zrg_selection_write_part(c.selection, 0, 1, chunk, 5, 0, result, data, 22, 0, rows, report));
        FAILS(ZRG_ERROR_BOUNDS,
              zrg_selection_write_part(c.selection, 0, 1, chunk, 6, 0, result, data, 13, -10, rows, report));
        CHECK_UNTOUCHED(data);
        SUCCEEDS(zrg_selection_write_part(c.selection, 0, 1, chunk, 6, 0, result, data, 22, 0, rows, report));
        for (i = 0; i < 64; i++) {
            static const int from[64] = {[17] = 1, [19] = 2, [21] = 3, [9] = 4, [11] = 5, [13] = 6};
            CHECK_U64(data[i], from[i] ? (uint64_t)from[i] - 1 : UNTOUCHED);
        }
    }
    close_free(c);
}

/* Strides and starts whose products pass 64 bits are refused like any other place outside. */
static void test_far_strides(void)
{
    close c = close_open();
    unsigned char chunk[64] = {0}, out[64];
    static const int64_t result[2] = {3, 1};
    static const int64_t strides[][2] = {
        {INT64_MAX, 1},         {INT64_MIN, 1},         {1, INT64_MAX},         {1, INT64_MIN},
        {INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, {INT64_MAX, INT64_MIN}, {INT64_MAX / 2 + 2, 0},
        {INT64_C(1) << 62, 1},  {1, INT64_C(1) << 62},  {-(INT64_C(1) << 62), 1},
    };
    static const int64_t starts[] = {0, 10, INT64_MAX, INT64_MIN, -1, INT64_MIN + 1};
    size_t i, k;
    WIPE(out);
    for (i = 0; i < COUNT_OF(strides); i++)
        for (k = 0; k < COUNT_OF(starts); k++) {
            ROUND("strides %d, start %d", (int)i, (int)k);
            FAILS(ZRG_ERROR_BOUNDS, zrg_selection_read_part(c.selection, 0, 1, chunk, sizeof chunk, starts[k],
                                                            strides[i], out, 6, 0, result, report));
            FAILS(ZRG_ERROR_BOUNDS, zrg_selection_read_part(c.selection, 0, 1, chunk, 22, 0, zeros, out, sizeof out,
                                                            starts[k], strides[i], report));
            FAILS(ZRG_ERROR_BOUNDS, zrg_selection_write_part(c.selection, 0, 1, chunk, 6, 0, result,
                                                             out, sizeof out, starts[k], strides[i], report));
        }
    ROUND_END();
    CHECK_UNTOUCHED(out);
    close_free(c);
}

/* Five elements of one axis, of every size that has a loop of its own and of others, by any step on the side that is read and
 * by steps that keep elements apart on the side that is written. */
static void test_every_step(void)
{
    enum { ELEMENTS = 5, FARTHEST = 20, ROOM = 1536 };
    static const uint64_t shape[1] = {ELEMENTS};
    static const zrg_slice all[1] = {{0, ELEMENTS, 1}};
    static const size_t sizes[] = {1, 2, 3, 4, 8, 12, 16, 17, 40};
    unsigned char from[ROOM], to[ROOM], want[ROOM];
    zrg_grid *grid = grid_of_shapes(1, shape, "[[5]]");
    zrg_selection *selection = NULL;
    size_t s, k, element, byte;
    int64_t read_step;
    SUCCEEDS(zrg_selection_from_slices(grid, 1, all, &selection, report));
    REQUIRE(selection);
    for (byte = 0; byte < ROOM; byte++) from[byte] = (unsigned char)(byte * 7 + byte / 256);
    for (s = 0; s < COUNT_OF(sizes); s++)
        for (read_step = -FARTHEST; read_step <= FARTHEST; read_step++)
            for (k = 0; k < 6; k++) {
                const int64_t size = (int64_t)sizes[s], apart[] = {size, size + 1, 3 * size};
                const int64_t write_step = k % 2 ? -apart[k / 2] : apart[k / 2], middle = ROOM / 2;
                ROUND("elements of %d bytes, steps %d and %d", (int)size, (int)read_step, (int)write_step);
                WIPE(want);
                for (element = 0; element < ELEMENTS; element++)
                    memcpy(want + middle + (int64_t)element * write_step,
                           from + middle + (int64_t)element * read_step, sizes[s]);
                WIPE(to);
                SUCCEEDS(zrg_selection_read_part(selection, 0, sizes[s], from, ROOM, middle, &read_step, to, ROOM, middle,
                                                 &write_step, report));
                CHECK_BYTES(to, want, ROOM);
                WIPE(to);
                SUCCEEDS(zrg_selection_write_part(selection, 0, sizes[s], from, ROOM, middle, &read_step, to, ROOM, middle,
                                                  &write_step, report));
                CHECK_BYTES(to, want, ROOM);
            }
    ROUND_END();
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* Without strides the sizes say C order, and must say it exactly. */
static void test_exact_sizes(void)
{
    close c = close_open();
    unsigned char chunk[64] = {0}, out[64];
    WIPE(out);
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_read_part(c.selection, 0, 2, chunk, 47, 0, NULL, out, 12, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_read_part(c.selection, 0, 2, chunk, 48, 0, NULL, out, 11, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_read_part(c.selection, 0, 2, chunk, 48, 1, NULL, out, 12, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_read_part(c.selection, 0, 2, chunk, 48, 0, NULL, out, 12, 1, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_read_part(c.selection, 0, 2, chunk, 49, 0, NULL, out, 12, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_read_part(c.selection, 0, 2, chunk, 48, 0, NULL, out, 13, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_read_part(c.selection, 0, 1, chunk, 48, 0, NULL, out, 6, 0, NULL, report));
    CHECK_UNTOUCHED(out);
    FAILS(ZRG_ERROR_CAPACITY,
          zrg_selection_write_part(c.selection, 0, 2, chunk, 12, 0, NULL, out, 47, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_write_part(c.selection, 0, 2, chunk, 12, 0, NULL, out, 49, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY,
          zrg_selection_write_part(c.selection, 0, 2, chunk, 11, 0, NULL, out, 48, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_write_part(c.selection, 0, 2, chunk, 13, 0, NULL, out, 48, 0, NULL, report));
    CHECK_UNTOUCHED(out);

    /* A header before the elements is allowed on either side. */
    chunk[5 + 2 * 17] = 77;
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 2, chunk, 48 + 5, 5, NULL, out, 12 + 3, 3, NULL, report));
    CHECK_U64(out[3], 77);
    CHECK_U64(out[4], 0);
    check_untouched(out, 3, "the header", __FILE__, __LINE__);
    check_untouched(out + 15, sizeof out - 15, "what follows", __FILE__, __LINE__);
    close_free(c);
}

static void test_wrong_calls(void)
{
    close c = close_open();
    unsigned char chunk[64] = {0}, out[64];
    static const int64_t rows[2] = {8, 1}, result[2] = {3, 1};
    WIPE(out);
    /* There is one part. */
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_read_part(c.selection, 1, 1, chunk, 24, 0, NULL, out, 6, 0, NULL, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 1, 1);
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, UINT64_MAX, 1, chunk, 24, 0, NULL, out, 6, 0, NULL, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, UINT64_MAX, 1);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_write_part(c.selection, 1, 1, chunk, 6, 0, NULL, out, 24, 0, NULL, report));
    /* Elements of no size. */
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_read_part(c.selection, 0, 0, chunk, 0, 0, NULL, out, 0, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_read_part(c.selection, 0, 0, chunk, 24, 0, rows, out, 6, 0, result, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_write_part(c.selection, 0, 0, chunk, 6, 0, result, out, 24, 0, rows, report));
    /* Elements larger than all memory. */
    FAILS(ZRG_ERROR_BOUNDS,
          zrg_selection_read_part(c.selection, 0, SIZE_MAX, chunk, 24, 0, rows, out, 6, 0, result, report));
    FAILS(ZRG_ERROR_CAPACITY,
          zrg_selection_read_part(c.selection, 0, SIZE_MAX, chunk, 24, 0, NULL, out, 6, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY,
          zrg_selection_read_part(c.selection, 0, SIZE_MAX / 4, chunk, 24, 0, NULL, out, 6, 0, NULL, report));
    CHECK_UNTOUCHED(out);
    close_free(c);
}

/* Chunk and result in one piece of memory: refused where they share a byte, allowed side by side. */
static void test_overlap(void)
{
    close c = close_open();
    unsigned char memory[64];
    WIPE(memory);
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_read_part(c.selection, 0, 1, memory, 24, 0, NULL, memory, 6, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_read_part(c.selection, 0, 1, memory, 24, 0, NULL, memory + 23, 6, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_read_part(c.selection, 0, 1, memory + 5, 24, 0, NULL, memory, 6, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_write_part(c.selection, 0, 1, memory + 23, 6, 0, NULL, memory, 24, 0, NULL, report));
    CHECK_UNTOUCHED(memory);
    memset(memory, 0, sizeof memory);
    memory[17] = 1;
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 1, memory, 24, 0, NULL, memory + 24, 6, 0, NULL, report));
    CHECK_U64(memory[24], 1);
    memory[6 + 17] = 2;
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 1, memory + 6, 24, 0, NULL, memory, 6, 0, NULL, report));
    CHECK_U64(memory[0], 2);
    close_free(c);
}

/* One element stands for a whole missing chunk, also by strides of 0; as an output, those leave one of the elements. */
static void test_missing_chunk(void)
{
    close c = close_open();
    static const unsigned char fill[3] = {7, 8, 9};
    unsigned char out[18], one[3];
    size_t i;
    SUCCEEDS(zrg_selection_fill_part(c.selection, 0, fill, 3, out, 18, 0, NULL, report));
    for (i = 0; i < sizeof out; i++) CHECK_U64(out[i], 7 + i % 3);
    /* An element of another size is seen by the size of the result, with strides by its end. */
    WIPE(out);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_fill_part(c.selection, 0, fill, 2, out, 18, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_fill_part(c.selection, 0, fill, 1, out, 18, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_fill_part(c.selection, 0, fill, 3, out, 17, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_fill_part(c.selection, 0, fill, 0, out, 18, 0, NULL, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_fill_part(c.selection, 1, fill, 3, out, 18, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_fill_part(c.selection, 0, out + 17, 3, out, 18, 0, NULL, report)); /* overlap */
    CHECK_UNTOUCHED(out);
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 3, fill, 3, 0, zeros, out, 18, 0, NULL, report));
    for (i = 0; i < sizeof out; i++) CHECK_U64(out[i], 7 + i % 3);
    WIPE(one);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_read_part(c.selection, 0, 3, fill, 2, 0, zeros, out, 18, 0, NULL, report));
    SUCCEEDS(zrg_selection_read_part(c.selection, 0, 3, fill, 3, 0, zeros, one, 3, 0, zeros, report));
    CHECK_BYTES(one, fill, 3);
    close_free(c);
}

/* A part of 10^30 elements: its sizes do not fit, the proof that nothing is there does. */
static void test_large_part(void)
{
    static const uint64_t shape[2] = {UINT64_C(1000000000000000), UINT64_C(1000000000000000)};
    static const zrg_slice all[2] = {{0, UINT64_C(1000000000000000), 1}, {0, UINT64_C(1000000000000000), 1}};
    static const zrg_slice last[2] = {{UINT64_C(999999999999999), 1, 1}, {UINT64_C(999999999999998), 2, 1}};
    zrg_grid *grid = grid_of_shapes(2, shape, "[1000000000000000, 1000000000000000]");
    zrg_selection *selection = NULL;
    unsigned char bytes[2] = {5, 6}, out[2];
    static const int64_t near[2] = {1, 1};
    SUCCEEDS(zrg_selection_from_slices(grid, 2, all, &selection, report));
    WIPE(out);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_read_part(selection, 0, 1, bytes, 2, 0, near, out, 2, 0, near, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_read_part(selection, 0, 1, bytes, 2, 0, zeros, out, 2, 0, near, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_read_part(selection, 0, 1, bytes, 2, 0, NULL, out, 2, 0, NULL, report));
    CHECK_UNTOUCHED(out);
    zrg_selection_free(selection);
    selection = NULL;
    /* Two elements at the far end of the chunk, of which nothing else is in memory. */
    SUCCEEDS(zrg_selection_from_slices(grid, 2, last, &selection, report));
    SUCCEEDS(zrg_selection_read_part(selection, 0, 1, bytes, 2, -INT64_C(1999999999999997), near, out, 2, 0, NULL,
                                     report));
    CHECK_BYTES(out, bytes, 2);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

int main(void)
{
    test_segments();
    test_segments_by_hand();
    test_far_segments();
    test_moves();
    test_whole_result();
    test_there_and_back();
    test_exact_bounds();
    test_far_strides();
    test_every_step();
    test_exact_sizes();
    test_wrong_calls();
    test_overlap();
    test_missing_chunk();
    test_large_part();
    return check_report("data");
}
