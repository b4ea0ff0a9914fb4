/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What programs write on top of zrg: readers, writers, joined files, the calls of tensorstore and netCDF. Each is a
 * function as such a program would have it, run on small arrays in memory and compared with a walk over every element.
 *
 * The arrays hold numbers of two bytes; the element at an index is its position in the array, times 3, plus 1. */
#include "check.h"
#include "oracle.h"

enum { PAGE = 3, RANK = 3, MOST_CHUNKS = 256, KEY = ZRG_KEY_CAPACITY(RANK) };

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        zrg_status try_ = (call);                                                                                      \
        if (try_ != ZRG_OK) return try_;                                                                               \
    } while (0)

static const int64_t everywhere[RANK]; /* strides of one element that stands for all */
static const uint16_t FILL = 0xFFFE, PAST_THE_END = 0xEEEE;

/* ---- a store: keys and what lies under them ---- */

typedef struct object {
    char key[KEY];
    unsigned char *bytes;
    size_t size;
} object;

typedef struct store {
    object objects[MOST_CHUNKS];
    size_t count;
    unsigned loads, stores; /* how often it was asked */
} store;

static object *store_find(store *where, const char *key)
{
    size_t i;
    for (i = 0; i < where->count; i++)
        if (strcmp(where->objects[i].key, key) == 0) return &where->objects[i];
    return NULL;
}

static void store_put(store *where, const char *key, const void *bytes, size_t size)
{
    object *o = store_find(where, key);
    if (!o) {
        REQUIRE(where->count < MOST_CHUNKS);
        o = &where->objects[where->count++];
        strcpy(o->key, key);
        o->bytes = NULL;
    }
    free(o->bytes);
    o->bytes = malloc(size);
    REQUIRE(o->bytes);
    memcpy(o->bytes, bytes, size);
    o->size = size;
}

static void store_clear(store *where)
{
    while (where->count > 0) free(where->objects[--where->count].bytes);
    where->loads = where->stores = 0;
}

/* ---- an array, and what is in it ---- */

typedef struct kept_array {
    oracle plain;
    char separator;
    store chunks;
} kept_array;

static uint16_t value_at(const oracle *plain, const uint64_t *index)
{
    return (uint16_t)(oracle_flat(plain->rank, plain->shape, index) * 3 + 1);
}

static void key_of(const kept_array *all, const uint64_t *chunk, char *key)
{
    size_t a;
    int used = sprintf(key, "c");
    for (a = 0; a < all->plain.rank; a++) used += sprintf(key + used, "%c%" PRIu64, all->separator, chunk[a]);
}

static object *chunk_object(kept_array *all, const uint64_t *index)
{
    uint64_t chunk[RANK];
    char key[KEY];
    size_t a;
    for (a = 0; a < all->plain.rank; a++) chunk[a] = oracle_chunk(&all->plain.axes[a], index[a]);
    key_of(all, chunk, key);
    return store_find(&all->chunks, key);
}

/* What a reader must find at an index: what its chunk holds there, or the fill value. */
static uint16_t stored_at(kept_array *all, const uint64_t *index)
{
    object *o = chunk_object(all, index);
    uint64_t within[RANK], edges[RANK];
    uint16_t got = FILL;
    size_t a;
    if (!o) return FILL;
    for (a = 0; a < all->plain.rank; a++) {
        uint64_t chunk = oracle_chunk(&all->plain.axes[a], index[a]);
        within[a] = index[a] - oracle_origin(&all->plain.axes[a], chunk);
        edges[a] = all->plain.axes[a].edges[chunk];
    }
    memcpy(&got, o->bytes + oracle_flat(all->plain.rank, edges, within) * sizeof got, sizeof got);
    return got;
}

/* A random array, of whose chunks about a quarter do not exist. */
static void array_make(kept_array *all)
{
    size_t rank = 1 + (size_t)oracle_random(RANK), a;
    uint64_t counts[RANK], chunk[RANK] = {0};
    memset(all, 0, sizeof *all);
    do {
        oracle_make(&all->plain, rank);
        oracle_counts(&all->plain, counts);
    } while (oracle_product(rank, all->plain.shape) == 0 || oracle_product(rank, counts) > MOST_CHUNKS);
    all->separator = oracle_random(2) ? '/' : '.';
    do {
        uint64_t edges[RANK], in[RANK] = {0}, index[RANK], n = 0;
        uint16_t data[1024];
        char key[KEY];
        if (oracle_random(4) == 0) continue;
        for (a = 0; a < rank; a++) edges[a] = all->plain.axes[a].edges[chunk[a]];
        REQUIRE(oracle_product(rank, edges) <= COUNT_OF(data));
        do {
            int inside = 1;
            for (a = 0; a < rank; a++) {
                index[a] = oracle_origin(&all->plain.axes[a], chunk[a]) + in[a];
                inside &= index[a] < all->plain.shape[a];
            }
            data[n++] = inside ? value_at(&all->plain, index) : PAST_THE_END;
        } while (oracle_next(rank, edges, in));
        key_of(all, chunk, key);
        store_put(&all->chunks, key, data, (size_t)n * sizeof *data);
    } while (oracle_next(rank, counts, chunk));
}

/* The document of such an array. */
static int array_text(const kept_array *all, char *text, size_t size)
{
    size_t a;
    int used = snprintf(text, size, "{\"zarr_format\": 3, \"node_type\": \"array\", \"data_type\": \"uint16\", \"shape\": [");
    for (a = 0; a < all->plain.rank; a++)
        used += snprintf(text + used, size - (size_t)used, "%s%" PRIu64, a ? ", " : "", all->plain.shape[a]);
    return used + snprintf(text + used, size - (size_t)used,
                           "], \"chunk_grid\": {\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\","
                           " \"chunk_shapes\": %s}}, \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\":"
                           " {\"separator\": \"%c\"}}, \"fill_value\": 65534, \"codecs\": [{\"name\": \"bytes\"}]}",
                           all->plain.shapes, all->separator);
}

static void random_slices(const oracle *plain, zrg_slice *slices, uint64_t *shape)
{
    size_t a;
    for (a = 0; a < plain->rank; a++) {
        slices[a] = oracle_slice(plain->shape[a]);
        shape[a] = slices[a].count;
    }
}

/* ---- 1. open: one pass over zarr.json tells which chunks there are and how they are called ---- */

typedef struct opened {
    zrg_grid *grid;
    zrg_key_encoding keys;
    size_t rank;
} opened;

static zrg_status open_array(const char *text, size_t length, opened *array, zrg_error *error)
{
    TRY(zrg_grid_from_array_json(text, length, NULL, &array->grid, &array->keys, error));
    array->rank = zrg_grid_rank(array->grid);
    return ZRG_OK;
}

/* ---- 2. read a window: pages of parts, each chunk by its key, a missing one as the fill value ---- */

static zrg_status read_window(const opened *array, const zrg_selection *window, store *from, void *out, size_t out_size,
                              zrg_error *error)
{
    uint64_t first = 0, chunks[PAGE * RANK];
    size_t count, i, length;
    char key[KEY];
    do {
        TRY(zrg_selection_parts(window, array->rank, first, NULL, chunks, NULL, PAGE, &count, error));
        for (i = 0; i < count; i++) {
            object *o;
            TRY(zrg_key_encode(&array->keys, array->rank, &chunks[i * array->rank], key, sizeof key, &length, error));
            o = store_find(from, key);
            if (o) {
                from->loads++;
                TRY(zrg_selection_read_part(window, first + i, 2, o->bytes, o->size, 0, NULL, out, out_size, 0, NULL,
                                            error));
            } else {
                TRY(zrg_selection_read_part(window, first + i, 2, &FILL, 2, 0, everywhere, out, out_size, 0, NULL,
                                            error));
            }
        }
        first += count;
    } while (count > 0);
    return ZRG_OK;
}

/* ---- 3. read a part of an uncompressed chunk by ranges, and not the whole of it ---- */

static zrg_status read_ranges(const zrg_selection *window, uint64_t part, const object *o, size_t *bytes_read,
                              unsigned char *out, zrg_error *error)
{
    zrg_segment segments[PAGE];
    uint64_t first = 0;
    size_t count, i;
    do {
        TRY(zrg_selection_segments(window, part, first, segments, PAGE, &count, error));
        for (i = 0; i < count; i++) {
            size_t size = (size_t)segments[i].count * 2;
            REQUIRE(segments[i].within * 2 + size <= o->size);
            memcpy(out + segments[i].out * 2, o->bytes + segments[i].within * 2, size);
            *bytes_read += size;
        }
        first += count;
    } while (count > 0);
    return ZRG_OK;
}

/* A window as the walk sees it. */
static void check_window(kept_array *all, const zrg_slice *slices, const uint64_t *shape, const unsigned char *out)
{
    uint64_t k[RANK] = {0}, index[RANK];
    size_t a;
    if (oracle_product(all->plain.rank, shape) == 0) return;
    do {
        uint16_t got;
        for (a = 0; a < all->plain.rank; a++) index[a] = oracle_element(&slices[a], k[a]);
        memcpy(&got, out + oracle_flat(all->plain.rank, shape, k) * 2, 2);
        CHECK_U64(got, stored_at(all, index));
    } while (oracle_next(all->plain.rank, shape, k));
}

static void test_reading(void)
{
    static kept_array all;
    int round;
    for (round = 0; round < 200; round++) {
        opened here = {NULL, {0, 0}, 0};
        zrg_selection *window = NULL;
        zrg_slice slices[RANK];
        uint64_t shape[RANK], chunk[RANK], parts, part;
        unsigned char *out;
        char text[2048];
        size_t size, count, bytes_read = 0;
        int length;
        array_make(&all);
        ROUND("round %d: %s", round, all.plain.shapes);
        length = array_text(&all, text, sizeof text);
        SUCCEEDS(open_array(text, (size_t)length, &here, report));
        CHECK_U64(here.rank, all.plain.rank);
        random_slices(&all.plain, slices, shape);
        size = (size_t)oracle_product(here.rank, shape) * 2;
        out = malloc(size + 1);
        REQUIRE(out);
        SUCCEEDS(zrg_selection_from_slices(here.grid, here.rank, slices, &window, report));
        zrg_grid_free(here.grid);

        SUCCEEDS(read_window(&here, window, &all.chunks, out, size, report));
        check_window(&all, slices, shape, out);
        SUCCEEDS(zrg_selection_part_count(window, &parts, report));
        CHECK(all.chunks.loads <= parts); /* no chunk twice */

        memset(out, 0, size);
        for (part = 0; part < parts; part++) {
            char key[KEY];
            object *o;
            SUCCEEDS(zrg_selection_parts(window, here.rank, part, NULL, chunk, NULL, 1, &count, report));
            key_of(&all, chunk, key);
            o = store_find(&all.chunks, key);
            if (o) SUCCEEDS(read_ranges(window, part, o, &bytes_read, out, report));
            else SUCCEEDS(zrg_selection_read_part(window, part, 2, &FILL, 2, 0, everywhere, out, size, 0, NULL, report));
        }
        check_window(&all, slices, shape, out);
        CHECK(bytes_read <= size); /* only what was asked for */
        free(out);
        zrg_selection_free(window);
        store_clear(&all.chunks);
    }
    ROUND_END();
}

/* ---- 4. write one worker's share of the parts; no two shares meet in a chunk ---- */

static zrg_status write_share(const opened *array, const zrg_selection *window, uint64_t from, uint64_t to, store *into,
                              const void *in, size_t in_size, zrg_error *error)
{
    for (; from < to; from++) {
        uint64_t chunk[RANK];
        uint16_t data[1024];
        char key[KEY];
        size_t count, length, bytes, k;
        zrg_part part;
        TRY(zrg_selection_parts(window, array->rank, from, &part, chunk, NULL, 1, &count, error));
        TRY(zrg_key_encode(&array->keys, array->rank, chunk, key, sizeof key, &length, error));
        REQUIRE(part.decoded <= COUNT_OF(data));
        bytes = (size_t)part.decoded * 2;
        if (!(part.covers & ZRG_COVERS_DECLARED)) { /* something is left over */
            object *old = NULL;
            if (!(part.covers & ZRG_COVERS_DATA)) { /* and some of that is data */
                into->loads++;
                old = store_find(into, key);
            }
            if (old) memcpy(data, old->bytes, bytes);
            else
                for (k = 0; k < part.decoded; k++) data[k] = FILL;
        }
        TRY(zrg_selection_write_part(window, from, 2, in, in_size, 0, NULL, data, bytes, 0, NULL, error));
        store_put(into, key, data, bytes);
        into->stores++;
    }
    return ZRG_OK;
}

static void test_writing(void)
{
    enum { WORKERS = 3 };
    static kept_array all;
    static uint16_t before[4096], after[4096];
    int round, worker;
    for (round = 0; round < 200; round++) {
        opened here = {NULL, {0, 0}, 0};
        zrg_selection *window = NULL;
        zrg_slice slices[RANK];
        uint64_t shape[RANK], parts, index[RANK] = {0}, k[RANK] = {0}, counts[RANK], chunk[RANK] = {0};
        uint16_t *in;
        char text[2048];
        size_t size, elements, i, a, rank;
        unsigned want_loads = 0;
        int length;
        do {
            store_clear(&all.chunks);
            array_make(&all);
        } while (oracle_product(all.plain.rank, all.plain.shape) > COUNT_OF(before));
        ROUND("round %d: %s", round, all.plain.shapes);
        rank = all.plain.rank;
        length = array_text(&all, text, sizeof text);
        SUCCEEDS(open_array(text, (size_t)length, &here, report));
        random_slices(&all.plain, slices, shape);
        elements = (size_t)oracle_product(rank, shape);
        size = elements * 2;
        in = malloc(size + 1);
        REQUIRE(in);
        for (i = 0; i < elements; i++) in[i] = (uint16_t)(40000 + i);
        SUCCEEDS(zrg_selection_from_slices(here.grid, rank, slices, &window, report));

        /* What must stand afterwards: all as it was, then the new elements one by one. */
        i = 0;
        do before[i++] = stored_at(&all, index);
        while (oracle_next(rank, all.plain.shape, index));
        memcpy(after, before, sizeof after);
        i = 0;
        if (elements > 0) {
            do {
                for (a = 0; a < rank; a++) index[a] = oracle_element(&slices[a], k[a]);
                after[oracle_flat(rank, all.plain.shape, index)] = in[i++];
            } while (oracle_next(rank, shape, k));
        }
        /* Chunks must be loaded where some of their data is selected and some is not. */
        oracle_counts(&all.plain, counts);
        do {
            uint64_t selected = 1, inside = 1;
            for (a = 0; a < rank; a++) {
                uint64_t n = 0, e;
                for (e = 0; e < slices[a].count; e++)
                    n += oracle_chunk(&all.plain.axes[a], oracle_element(&slices[a], e)) == chunk[a];
                selected *= n;
                inside *= oracle_data(&all.plain.axes[a], chunk[a]);
            }
            want_loads += selected > 0 && selected < inside;
        } while (oracle_next(rank, counts, chunk));

        SUCCEEDS(zrg_selection_part_count(window, &parts, report));
        for (worker = WORKERS; worker-- > 0;) /* in whatever order */
            SUCCEEDS(write_share(&here, window, parts * (uint64_t)worker / WORKERS,
                                 parts * (uint64_t)(worker + 1) / WORKERS, &all.chunks, in, size, report));
        CHECK_U64(all.chunks.loads, want_loads);
        CHECK_U64(all.chunks.stores, parts);
        memset(index, 0, sizeof index);
        i = 0;
        do CHECK_U64(stored_at(&all, index), after[i++]);
        while (oracle_next(rank, all.plain.shape, index));
        free(in);
        zrg_selection_free(window);
        zrg_grid_free(here.grid);
        store_clear(&all.chunks);
    }
    ROUND_END();
}

/* ---- what a window may be: slices and lists of axes in any mix, or points ---- */

enum { MOST_ASKED = 64 };

typedef struct asked {
    int points;
    uint64_t count[RANK]; /* elements on each axis; of points, their number */
    uint64_t element[RANK][MOST_ASKED];
} asked;

static zrg_selection *ask(const opened *here, const oracle *plain, asked *what)
{
    zrg_slice slices[RANK];
    zrg_selection *window = NULL, *listed;
    int64_t flat[RANK * MOST_ASKED];
    uint64_t shape[RANK], k;
    size_t a;
    what->points = oracle_random(3) == 0;
    random_slices(plain, slices, shape);
    for (a = 0; a < plain->rank; a++) {
        int list = what->points || oracle_random(2);
        what->count[a] = a > 0 && what->points ? what->count[0] : list ? oracle_random(20) : slices[a].count;
        for (k = 0; k < what->count[a]; k++) {
            what->element[a][k] = list ? oracle_random(plain->shape[a]) : oracle_element(&slices[a], k);
            flat[k * (what->points ? plain->rank : 1) + (what->points ? a : 0)] = (int64_t)what->element[a][k];
        }
        if (what->points) continue;
        if (!window) SUCCEEDS(zrg_selection_from_slices(here->grid, plain->rank, slices, &window, report));
        if (!list) continue;
        SUCCEEDS(zrg_selection_with_indices(window, a, flat, (size_t)what->count[a], 0, &listed, report));
        zrg_selection_free(window);
        window = listed;
    }
    if (what->points)
        SUCCEEDS(zrg_selection_from_points(here->grid, plain->rank, (size_t)what->count[0], (ptrdiff_t)plain->rank, 1,
                                           flat, (size_t)what->count[0] * plain->rank, 0, &window, report));
    REQUIRE(window);
    return window;
}

/* Goes through the result: the index of each element in the array. */
static int ask_next(const asked *what, size_t rank, uint64_t *k, uint64_t *index)
{
    size_t a, axes = what->points ? 1 : rank;
    int more = oracle_next(axes, what->count, k);
    for (a = 0; a < rank; a++) index[a] = what->element[a][k[what->points ? 0 : a]];
    return more;
}

static uint64_t ask_elements(const asked *what, size_t rank)
{
    return what->points ? what->count[0] : oracle_product(rank, what->count);
}

/* ---- 7. shards in shards: a part is again a selection, of the chunks inside its chunk ---- */

enum { LEVELS = 2, SHARD_MOST = 1 << 16 };

/* A shard holds its inner chunks one after the other, and then for each the place and the size, or twice the number of
 * one that does not exist. Inner chunks may be shards themselves. */
typedef struct shard_writer {
    const oracle *plain;
    uint64_t cuts[LEVELS][RANK]; /* into how many inner chunks each axis of a shard is cut */
    uint16_t *expected;          /* of the whole array: what a reader must find */
} shard_writer;

static const uint64_t NOWHERE = UINT64_MAX;

/* Writes a chunk of this shape; the bytes used. */
static size_t write_chunk(shard_writer *w, int level, const uint64_t *origin, const uint64_t *shape, unsigned char *to)
{
    uint64_t inner_shape[RANK], inner_origin[RANK], at[RANK] = {0}, slots[512][2], slot = 0, count;
    size_t used = 0, a, rank = w->plain->rank;
    if (level == LEVELS) {
        do {
            uint64_t index[RANK];
            uint16_t element = PAST_THE_END;
            int inside = 1;
            for (a = 0; a < rank; a++) {
                index[a] = origin[a] + at[a];
                inside &= index[a] < w->plain->shape[a];
            }
            if (inside) {
                element = value_at(w->plain, index);
                w->expected[oracle_flat(rank, w->plain->shape, index)] = element;
            }
            memcpy(to + used, &element, 2);
            used += 2;
        } while (oracle_next(rank, shape, at));
        return used;
    }
    count = oracle_product(rank, w->cuts[level]);
    REQUIRE(count <= COUNT_OF(slots));
    for (a = 0; a < rank; a++) inner_shape[a] = shape[a] / w->cuts[level][a];
    do {
        slots[slot][0] = slots[slot][1] = NOWHERE;
        if (oracle_random(5) > 0) {
            for (a = 0; a < rank; a++) inner_origin[a] = origin[a] + at[a] * inner_shape[a];
            slots[slot][0] = used;
            used += slots[slot][1] = write_chunk(w, level + 1, inner_origin, inner_shape, to + used);
        }
        slot++;
    } while (oracle_next(rank, w->cuts[level], at));
    memcpy(to + used, slots, (size_t)count * sizeof slots[0]);
    used += (size_t)count * sizeof slots[0];
    REQUIRE(used <= SHARD_MOST);
    return used;
}

/* The reader knows the shapes of inner chunks at each level, the shard's bytes, and from zrg which slots it needs. */
static zrg_status read_shard(const zrg_selection *outer, uint64_t part, size_t rank, int level,
                             uint64_t const (*inner_shapes)[RANK], const unsigned char *bytes, size_t size, void *out,
                             size_t out_size, zrg_error *error)
{
    zrg_selection *inner = NULL;
    zrg_part shard, parts[PAGE];
    uint64_t first = 0, inner_size = oracle_product(rank, inner_shapes[level]), slots;
    size_t count, i;
    zrg_status status;
    TRY(zrg_selection_parts(outer, rank, part, &shard, NULL, NULL, 1, &count, error));
    slots = shard.decoded / inner_size;
    TRY(zrg_selection_inner(outer, part, rank, inner_shapes[level], &inner, error));
    do {
        status = zrg_selection_parts(inner, rank, first, parts, NULL, NULL, PAGE, &count, error);
        for (i = 0; status == ZRG_OK && i < count; i++) {
            uint64_t slot[2];
            REQUIRE(parts[i].chunk_number < slots && parts[i].decoded == inner_size);
            memcpy(slot, bytes + size - (slots - parts[i].chunk_number) * sizeof slot, sizeof slot);
            if (slot[0] == NOWHERE)
                status = zrg_selection_read_part(inner, first + i, 2, &FILL, 2, 0, everywhere, out, out_size, 0, NULL,
                                                 error);
            else if (level + 1 < LEVELS)
                status = read_shard(inner, first + i, rank, level + 1, inner_shapes, bytes + slot[0], (size_t)slot[1],
                                    out, out_size, error);
            else
                status = zrg_selection_read_part(inner, first + i, 2, bytes + slot[0], (size_t)slot[1], 0, NULL, out,
                                                 out_size, 0, NULL, error);
        }
        first += count;
    } while (status == ZRG_OK && count > 0);
    zrg_selection_free(inner);
    return status;
}

/* Shards of rows 8, 4, 12 (the last cut by the extent), columns 6, 12 and layers 4, 4, of inner chunks of 2 on each axis;
 * and those are shards of inner chunks of one row. */
static void test_shards(void)
{
    static oracle plain;
    static unsigned char shards[18][SHARD_MOST];
    static uint16_t expected[20 * 18 * 8];
    int round;
    for (round = 0; round < 100; round++) {
        static const uint64_t edges[RANK][3] = {{8, 4, 12}, {6, 12, 0}, {4, 4, 0}};
        static const uint64_t extents[RANK] = {20, 18, 8}, counts[RANK] = {3, 2, 2};
        uint64_t chunk[RANK] = {0}, inner_shapes[LEVELS][RANK] = {{0}}, parts, part, number, k[RANK] = {0}, index[RANK];
        size_t sizes[18], a, count, n = 0, size;
        shard_writer writer;
        opened here = {NULL, {0, 0}, 0};
        zrg_selection *window;
        asked what;
        unsigned char *out;
        memset(&plain, 0, sizeof plain);
        here.rank = plain.rank = 1 + (size_t)round % RANK;
        strcpy(plain.shapes, plain.rank == 1 ? "[[8, 4, 12]]" : plain.rank == 2 ? "[[8, 4, 12], [6, 12]]"
                                                                                : "[[8, 4, 12], [6, 12], 4]");
        for (a = 0; a < plain.rank; a++) {
            plain.shape[a] = plain.axes[a].extent = extents[a];
            plain.axes[a].chunks = counts[a];
            memcpy(plain.axes[a].edges, edges[a], sizeof edges[a]);
        }
        ROUND("round %d: %s", round, plain.shapes);
        here.grid = oracle_grid(&plain);
        for (n = 0; n < COUNT_OF(expected); n++) expected[n] = FILL;
        writer.plain = &plain;
        writer.expected = expected;
        number = 0;
        do {
            uint64_t origin[RANK], shape[RANK];
            for (a = 0; a < plain.rank; a++) {
                origin[a] = oracle_origin(&plain.axes[a], chunk[a]);
                shape[a] = edges[a][chunk[a]];
                writer.cuts[0][a] = shape[a] / 2;
                writer.cuts[1][a] = a == 0 ? 2 : 1;
                inner_shapes[0][a] = 2;
                inner_shapes[1][a] = a == 0 ? 1 : 2;
            }
            sizes[number] = write_chunk(&writer, 0, origin, shape, shards[number]);
            number++;
        } while (oracle_next(plain.rank, counts, chunk));

        window = ask(&here, &plain, &what);
        zrg_grid_free(here.grid);
        size = (size_t)ask_elements(&what, plain.rank) * 2;
        out = malloc(size + 1);
        REQUIRE(out);
        SUCCEEDS(zrg_selection_part_count(window, &parts, report));
        for (part = 0; part < parts; part++) {
            zrg_part about;
            SUCCEEDS(zrg_selection_parts(window, plain.rank, part, &about, NULL, NULL, 1, &count, report));
            SUCCEEDS(read_shard(window, part, plain.rank, 0, (uint64_t const (*)[RANK])inner_shapes,
                                shards[about.chunk_number], sizes[about.chunk_number], out, size, report));
        }
        for (a = 0; a < plain.rank; a++) index[a] = what.element[a][0];
        for (n = 0; n * 2 < size; n++) {
            uint16_t got;
            memcpy(&got, out + n * 2, 2);
            CHECK_U64(got, expected[oracle_flat(plain.rank, plain.shape, index)]);
            ask_next(&what, plain.rank, k, index);
        }
        free(out);
        zrg_selection_free(window);
    }
    ROUND_END();
}

/* ---- 8. files joined along an axis: one grid, each part sent to the file it lies in ---- */

typedef struct file {
    uint64_t first_chunk; /* on the joined axis */
    const unsigned char *const *chunks;
} file;

/* Three files of 6, 2 and 9 rows by 5 columns, in chunks of rows 3 3, 2, 4 4 1 and columns 2 3. */
enum { FILES = 3, COLUMNS = 5 };
static const uint64_t joined_rows[6] = {3, 3, 2, 4, 4, 1}, joined_columns[2] = {2, 3};

static zrg_status read_joined(const zrg_selection *window, const uint64_t *first_chunks,
                              unsigned char *const *const files, void *out, size_t out_size, unsigned *used,
                              zrg_error *error)
{
    uint64_t first = 0, chunks[PAGE * 2];
    size_t count, i, where = 0;
    do {
        TRY(zrg_selection_parts(window, 2, first, NULL, chunks, NULL, PAGE, &count, error));
        for (i = 0; i < count; i++) {
            uint64_t row = chunks[2 * i], column = chunks[2 * i + 1], size;
            const unsigned char *bytes;
            while (row >= first_chunks[where + 1]) where++; /* parts come in chunk order: never back */
            REQUIRE(where < FILES && row >= first_chunks[where]);
            used[where]++;
            /* The file knows nothing of the others: its chunks are counted from 0. */
            size = joined_rows[row] * joined_columns[column] * 2;
            bytes = files[where];
            {
                uint64_t r, c;
                for (r = first_chunks[where]; r < row; r++) bytes += joined_rows[r] * COLUMNS * 2;
                for (c = 0; c < column; c++) bytes += joined_rows[row] * joined_columns[c] * 2;
            }
            TRY(zrg_selection_read_part(window, first + i, 2, bytes, (size_t)size, 0, NULL, out, out_size, 0, NULL,
                                        error));
        }
        first += count;
    } while (count > 0);
    return ZRG_OK;
}

static void test_joined(void)
{
    static const uint64_t shape[2] = {17, COLUMNS};
    static const uint64_t first_chunks[FILES + 1] = {0, 2, 3, 6};
    static const uint64_t rows[FILES] = {6, 2, 9};
    zrg_grid *grid = grid_of_shapes(2, shape, "[[3, 3, 2, 4, 4, 1], [2, 3]]");
    unsigned char *files[FILES];
    uint64_t row = 0, chunk = 0;
    int round, f;
    for (f = 0; f < FILES; f++) { /* each chunk after the other, row-major */
        unsigned char *at = files[f] = malloc((size_t)rows[f] * COLUMNS * 2);
        REQUIRE(at);
        for (; chunk < first_chunks[f + 1]; row += joined_rows[chunk++]) {
            uint64_t c, r, i, column = 0;
            for (c = 0; c < 2; column += joined_columns[c++])
                for (r = 0; r < joined_rows[chunk]; r++)
                    for (i = 0; i < joined_columns[c]; i++, at += 2) {
                        uint16_t element = (uint16_t)((row + r) * 100 + column + i);
                        memcpy(at, &element, 2);
                    }
        }
    }
    for (round = 0; round < 100; round++) {
        zrg_slice slices[2];
        zrg_selection *window = NULL;
        unsigned used[FILES] = {0, 0, 0};
        unsigned char *out;
        uint64_t r, c;
        size_t size;
        slices[0] = oracle_slice(17);
        slices[1] = oracle_slice(COLUMNS);
        size = (size_t)(slices[0].count * slices[1].count) * 2;
        out = malloc(size + 1);
        REQUIRE(out);
        ROUND("rows %d, %d, %d", (int)slices[0].start, (int)slices[0].count, (int)slices[0].step);
        SUCCEEDS(zrg_selection_from_slices(grid, 2, slices, &window, report));
        SUCCEEDS(read_joined(window, first_chunks, files, out, size, used, report));
        for (r = 0; r < slices[0].count; r++)
            for (c = 0; c < slices[1].count; c++) {
                uint16_t got;
                memcpy(&got, out + (r * slices[1].count + c) * 2, 2);
                CHECK_U64(got, oracle_element(&slices[0], r) * 100 + oracle_element(&slices[1], c));
            }
        /* A file that holds nothing of the window is not opened. */
        for (f = 0, row = 0; f < FILES; row += rows[f++]) {
            int wanted = 0;
            for (r = 0; r < slices[0].count; r++) {
                uint64_t at = oracle_element(&slices[0], r);
                wanted |= at >= row && at < row + rows[f];
            }
            CHECK((used[f] > 0) == (wanted && slices[1].count > 0));
        }
        free(out);
        zrg_selection_free(window);
    }
    ROUND_END();
    for (f = 0; f < FILES; f++) free(files[f]);
    zrg_grid_free(grid);
}

/* ---- 9. any kind of window by hand: where each element lies, without zrg moving it ---- */

/* The elements of one axis of a part, counted from the chunk's origin, and their positions in the result. */
static zrg_status elements_of_axis(const zrg_selection *window, size_t axis, const zrg_projection *p, uint64_t *within,
                                   uint64_t *out, zrg_error *error)
{
    uint64_t k;
    size_t count;
    if (p->step == 0) return zrg_selection_axis_list(window, axis, p->list, within, out, (size_t)p->count, &count, error);
    for (k = 0; k < p->count; k++) {
        within[k] = p->first + k * (uint64_t)p->step;
        out[k] = p->out + k;
    }
    return ZRG_OK;
}

/* One part: every combination of the axes' elements, or of points one with the other. */
static zrg_status gather_by_hand(const zrg_selection *window, const asked *what, size_t rank, const zrg_projection *p,
                                 const object *o, unsigned char *out, zrg_error *error)
{
    uint64_t within[RANK][MOST_ASKED], position[RANK][MOST_ASKED], k[RANK] = {0}, counts[RANK], edges[RANK];
    size_t a;
    for (a = 0; a < rank; a++) {
        REQUIRE(p[a].count <= MOST_ASKED);
        counts[a] = p[a].count;
        edges[a] = p[a].edge;
        TRY(elements_of_axis(window, a, &p[a], within[a], position[a], error));
    }
    do {
        uint64_t from[RANK], to[RANK];
        for (a = 0; a < rank; a++) {
            from[a] = within[a][k[what->points ? 0 : a]];
            to[a] = position[a][k[what->points ? 0 : a]];
        }
        memcpy(out + (what->points ? to[0] : oracle_flat(rank, what->count, to)) * 2,
               o ? (const void *)(o->bytes + oracle_flat(rank, edges, from) * 2) : &FILL, 2);
    } while (oracle_next(what->points ? 1 : rank, counts, k));
    return ZRG_OK;
}

static void test_by_hand(void)
{
    static kept_array all;
    int round;
    for (round = 0; round < 200; round++) {
        opened here = {NULL, {0, 0}, 0};
        zrg_selection *window;
        asked what;
        uint64_t parts, part, k[RANK] = {0}, index[RANK];
        size_t size, count, n, a;
        unsigned char *out, *moved;
        char text[2048];
        int length;
        array_make(&all);
        ROUND("round %d: %s", round, all.plain.shapes);
        length = array_text(&all, text, sizeof text);
        SUCCEEDS(open_array(text, (size_t)length, &here, report));
        window = ask(&here, &all.plain, &what);
        zrg_grid_free(here.grid);
        size = (size_t)ask_elements(&what, here.rank) * 2;
        out = malloc(size + 1);
        moved = malloc(size + 1);
        REQUIRE(out && moved);
        SUCCEEDS(zrg_selection_part_count(window, &parts, report));
        for (part = 0; part < parts; part++) {
            zrg_projection p[RANK];
            uint64_t chunk[RANK];
            char key[KEY];
            SUCCEEDS(zrg_selection_parts(window, here.rank, part, NULL, chunk, p, 1, &count, report));
            key_of(&all, chunk, key);
            SUCCEEDS(gather_by_hand(window, &what, here.rank, p, store_find(&all.chunks, key), out, report));
        }
        SUCCEEDS(read_window(&here, window, &all.chunks, moved, size, report));
        CHECK_BYTES(out, moved, size);
        for (a = 0; a < here.rank; a++) index[a] = what.element[a][0];
        for (n = 0; n * 2 < size; n++) {
            uint16_t got;
            memcpy(&got, out + n * 2, 2);
            CHECK_U64(got, stored_at(&all, index));
            ask_next(&what, here.rank, k, index);
        }
        free(moved);
        free(out);
        zrg_selection_free(window);
        store_clear(&all.chunks);
    }
    ROUND_END();
}

/* ---- 10. tensorstore: the cell that an output index lies in, and its bounds where they are asked for ---- */

typedef struct index_interval {
    int64_t origin, size;
} index_interval;

static int64_t output_to_grid_cell(const zrg_grid *grid, size_t dim, int64_t output_index, index_interval *bounds)
{
    zrg_interval cell;
    if (zrg_grid_axis_locate(grid, dim, (uint64_t)output_index, &cell, NULL) != ZRG_OK) return -1;
    if (bounds) {
        bounds->origin = (int64_t)cell.origin;
        bounds->size = (int64_t)cell.edge;
    }
    return (int64_t)cell.chunk;
}

static void test_grid_cells(void)
{
    int round;
    for (round = 0; round < 50; round++) {
        oracle plain;
        zrg_grid *grid;
        size_t dim;
        int64_t index;
        oracle_make(&plain, RANK);
        grid = oracle_grid(&plain);
        ROUND("%s", plain.shapes);
        for (dim = 0; dim < RANK; dim++) {
            for (index = 0; index < (int64_t)plain.shape[dim]; index++) {
                uint64_t want = oracle_chunk(&plain.axes[dim], (uint64_t)index);
                index_interval bounds = {-1, -1};
                CHECK_I64(output_to_grid_cell(grid, dim, index, &bounds), (int64_t)want);
                CHECK_I64(bounds.origin, (int64_t)oracle_origin(&plain.axes[dim], want));
                CHECK_I64(bounds.size, (int64_t)plain.axes[dim].edges[want]);
                CHECK_I64(output_to_grid_cell(grid, dim, index, NULL), (int64_t)want);
            }
            CHECK_I64(output_to_grid_cell(grid, dim, index, NULL), -1);
            CHECK_I64(output_to_grid_cell(grid, dim, -1, NULL), -1); /* as an unsigned number it is far outside */
        }
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* ---- 11. netCDF-C: the projections of one slice, in the structs that its chunk walker takes ---- */

typedef struct ncz_slice {
    uint64_t start, stop, stride, len;
} ncz_slice;

typedef struct ncz_projection {
    uint64_t chunkindex, offset, first, last, stop, limit, iopos, iocount;
    ncz_slice chunkslice, memslice;
} ncz_projection;

/* `slice` is netCDF's: start, stop, stride, with stop past the last element by at least one. */
static zrg_status ncz_projections(const zrg_grid *grid, size_t dim, const ncz_slice *slice, uint64_t memory_length,
                                  ncz_projection *list, size_t most, size_t *have, zrg_error *error)
{
    zrg_slice wanted;
    zrg_projection page[PAGE];
    uint64_t next = 0;
    size_t count, i;
    wanted.start = slice->start;
    wanted.count = (slice->stop - slice->start + slice->stride - 1) / slice->stride;
    wanted.step = (int64_t)slice->stride;
    *have = 0;
    do {
        TRY(zrg_grid_axis_projections(grid, dim, &wanted, next, page, PAGE, &count, &next, error));
        for (i = 0; i < count; i++) {
            ncz_projection *p = &list[*have];
            REQUIRE(*have < most);
            p->chunkindex = page[i].chunk;
            p->offset = page[i].origin;
            p->first = page[i].first;
            p->last = page[i].first + (page[i].count - 1) * slice->stride;
            p->stop = p->limit = p->last + 1;
            p->iopos = page[i].out;
            p->iocount = page[i].count;
            p->chunkslice.start = p->first;
            p->chunkslice.stop = p->stop;
            p->chunkslice.stride = slice->stride;
            p->chunkslice.len = page[i].edge;
            p->memslice.start = p->iopos;
            p->memslice.stop = p->iopos + p->iocount;
            p->memslice.stride = 1;
            p->memslice.len = memory_length;
            ++*have;
        }
    } while (count > 0);
    return ZRG_OK;
}

/* The walker: chunk slices against memory slices, on two axes. */
static void test_netcdf(void)
{
    int round;
    for (round = 0; round < 150; round++) {
        oracle plain;
        zrg_grid *grid;
        ncz_slice slices[2];
        ncz_projection rows[ORACLE_CHUNKS], columns[ORACLE_CHUNKS];
        size_t row_count, column_count, i, j;
        uint64_t memory[2], r, c, moved = 0;
        uint64_t *out;
        do oracle_make(&plain, 2);
        while (oracle_product(2, plain.shape) == 0);
        grid = oracle_grid(&plain);
        ROUND("%s", plain.shapes);
        for (i = 0; i < 2; i++) {
            slices[i].start = oracle_random(plain.shape[i]);
            slices[i].stop = slices[i].start + 1 + oracle_random(plain.shape[i] - slices[i].start);
            slices[i].stride = 1 + oracle_random(4);
            slices[i].len = plain.shape[i];
            memory[i] = 0;
            for (r = slices[i].start; r < slices[i].stop; r += slices[i].stride) memory[i]++;
        }
        SUCCEEDS(ncz_projections(grid, 0, &slices[0], memory[0], rows, COUNT_OF(rows), &row_count, report));
        SUCCEEDS(ncz_projections(grid, 1, &slices[1], memory[1], columns, COUNT_OF(columns), &column_count, report));
        out = calloc((size_t)(memory[0] * memory[1]), sizeof *out);
        REQUIRE(out);
        for (i = 0; i < row_count; i++)
            for (j = 0; j < column_count; j++) {
                const ncz_slice *cr = &rows[i].chunkslice, *cc = &columns[j].chunkslice;
                const ncz_slice *mr = &rows[i].memslice, *mc = &columns[j].memslice;
                uint64_t at_row = mr->start;
                for (r = cr->start; r < cr->stop; r += cr->stride, at_row += mr->stride) {
                    uint64_t at_column = mc->start;
                    CHECK(r < cr->len && at_row < mr->stop);
                    for (c = cc->start; c < cc->stop; c += cc->stride, at_column += mc->stride) {
                        CHECK(c < cc->len && at_column < mc->stop && at_column < mc->len);
                        /* Each element is its own index, and one, so that none is 0. */
                        out[at_row * memory[1] + at_column] =
                            1 + (rows[i].offset + r) * 1000 + columns[j].offset + c;
                        moved++;
                    }
                }
            }
        CHECK_U64(moved, memory[0] * memory[1]);
        for (r = 0; r < memory[0]; r++)
            for (c = 0; c < memory[1]; c++)
                CHECK_U64(out[r * memory[1] + c], 1 + (slices[0].start + r * slices[0].stride) * 1000 +
                                                      slices[1].start + c * slices[1].stride);
        free(out);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

int main(void)
{
    test_reading();
    test_writing();
    test_shards();
    test_joined();
    test_by_hand();
    test_grid_cells();
    test_netcdf();
    return check_report("scenarios");
}
