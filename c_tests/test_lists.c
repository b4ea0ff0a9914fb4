/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Selections from lists, masks and points, and inner ones of shards: their parts and lists against a walk over every
 * element, shares and merged ranges, and all that is refused. */
#include "check.h"
#include "oracle.h"

/* A handle that must stay as it is where a call fails. */
#define WILD(type) ((type *)(uintptr_t)4096)
#define TRILLIONS UINT64_C(1000000000000000)

enum { MOST = 96, RANK = 3, PAGE = 3 };

/* ---- what is asked for, element by element ---- */

typedef struct request {
    oracle plain;
    int points;           /* one list of points; else a list for each axis, multiplied */
    int listed[RANK];     /* the axis has a list, not a slice */
    int64_t step[RANK];   /* of a slice */
    size_t count[RANK];   /* elements on each axis; of points, all the same */
    uint64_t element[RANK][MOST];
} request;

/* Puts a random list in place of an axis's slice: indices as they are or from the end, bytes, bits. */
static void random_list(request *r, size_t axis, zrg_selection **selection)
{
    uint64_t extent = r->plain.shape[axis], kind = oracle_random(4), i;
    zrg_selection *base = *selection, *made = NULL;
    int64_t indices[MOST];
    uint8_t mask[ORACLE_EXTENT] = {0}, bits[ORACLE_EXTENT / 8 + 4];
    size_t n = 0;
    REQUIRE(extent <= ORACLE_EXTENT);
    if (kind < 2) {
        size_t count = extent == 0 ? 0 : (size_t)oracle_random(oracle_random(3) ? 8 : MOST);
        for (; n < count; n++) {
            r->element[axis][n] = n > 0 && oracle_random(6) == 0 ? r->element[axis][n - 1] : oracle_random(extent);
            indices[n] = (int64_t)r->element[axis][n];
            if (kind == 1 && oracle_random(2)) indices[n] -= (int64_t)extent;
        }
        SUCCEEDS(zrg_selection_with_indices(base, axis, indices, n, kind ? ZRG_INDEX_WRAP : 0, &made, report));
    } else {
        uint64_t density = 1 + oracle_random(4), offset = oracle_random(20), high_first = oracle_random(2);
        memset(bits, 0xFF, sizeof bits); /* those around the mask are nobody's business */
        for (i = 0; i < extent; i++) {
            uint64_t bit = (offset + i) % 8;
            mask[i] = oracle_random(density) == 0;
            if (mask[i]) r->element[axis][n++] = i;
            else bits[(offset + i) / 8] &= (uint8_t)~(1u << (high_first ? 7 - bit : bit));
        }
        if (kind == 2) SUCCEEDS(zrg_selection_with_mask(base, axis, mask, (size_t)extent, &made, report));
        else
            SUCCEEDS(zrg_selection_with_bits(base, axis, bits, (size_t)offset, (size_t)extent,
                                             high_first ? ZRG_BITS_HIGH_FIRST : 0, &made, report));
    }
    r->count[axis] = n;
    r->listed[axis] = 1;
    REQUIRE(made);
    zrg_selection_free(base);
    *selection = made;
}

static zrg_selection *random_points(request *r, const zrg_grid *grid)
{
    size_t rank = r->plain.rank, a, n = 0, i;
    uint64_t total = oracle_product(rank, r->plain.shape), index[RANK] = {0};
    zrg_selection *made = NULL;
    r->points = 1;
    if (total <= MOST && oracle_random(2)) { /* by a mask over the whole array */
        uint8_t mask[MOST];
        uint64_t k = 0;
        if (total > 0)
            do {
                mask[k] = oracle_random(3) > 0;
                for (a = 0; mask[k] && a < rank; a++) r->element[a][n] = index[a];
                n += mask[k++];
            } while (oracle_next(rank, r->plain.shape, index));
        SUCCEEDS(zrg_selection_from_mask(grid, mask, (size_t)total, &made, report));
    } else {
        int64_t flat[RANK * MOST + 5];
        size_t point_stride = rank, axis_stride = 1, length, wraps = (size_t)oracle_random(2);
        n = total == 0 ? 0 : (size_t)oracle_random(MOST);
        if (oracle_random(2)) { /* axis after axis, with room between */
            point_stride = 1;
            axis_stride = n + 1;
        }
        length = rank > 0 && n > 0 ? (n - 1) * point_stride + (rank - 1) * axis_stride + 1 : 0;
        for (i = 0; i < length; i++) flat[i] = INT64_MIN;
        for (i = 0; i < n; i++)
            for (a = 0; a < rank; a++) {
                uint64_t x = i > 0 && oracle_random(3) == 0 ? r->element[a][i - 1] : oracle_random(r->plain.shape[a]);
                r->element[a][i] = x;
                flat[i * point_stride + a * axis_stride] =
                    wraps && oracle_random(2) ? (int64_t)x - (int64_t)r->plain.shape[a] : (int64_t)x;
            }
        SUCCEEDS(zrg_selection_from_points(grid, rank, n, (ptrdiff_t)point_stride, (ptrdiff_t)axis_stride, flat, length,
                                           wraps ? ZRG_INDEX_WRAP : 0, &made, report));
    }
    for (a = 0; a < RANK; a++) {
        r->count[a] = n;
        r->listed[a] = 1;
    }
    return made;
}

static zrg_selection *random_request(request *r, size_t rank)
{
    zrg_selection *made = NULL;
    zrg_slice slices[RANK];
    zrg_grid *grid;
    size_t a;
    memset(r, 0, sizeof *r);
    oracle_make(&r->plain, rank);
    grid = oracle_grid(&r->plain);
    if (oracle_random(3) == 0) {
        made = random_points(r, grid);
    } else {
        for (a = 0; a < rank; a++) {
            uint64_t k;
            slices[a] = oracle_slice(r->plain.shape[a]);
            r->count[a] = (size_t)slices[a].count;
            r->step[a] = slices[a].step;
            for (k = 0; k < slices[a].count; k++) r->element[a][k] = oracle_element(&slices[a], k);
        }
        SUCCEEDS(zrg_selection_from_slices(grid, rank, slices, &made, report));
        for (a = 0; a < rank; a++)
            if (oracle_random(2)) random_list(r, a, &made);
    }
    REQUIRE(made);
    zrg_grid_free(grid); /* the selection goes on without it */
    return made;
}

/* The chunk that an entry of an axis lies in, and where in it. */
static uint64_t chunk_of(const request *r, size_t a, size_t k)
{
    return oracle_chunk(&r->plain.axes[a], r->element[a][k]);
}

static uint64_t within_of(const request *r, size_t a, size_t k)
{
    return r->element[a][k] - oracle_origin(&r->plain.axes[a], chunk_of(r, a, k));
}

/* Entry k of the request lies in a chunk: on its axis, or as a point on all of them. */
static int lies_in(const request *r, size_t a, size_t k, const uint64_t *chunk)
{
    size_t b;
    if (!r->points) return chunk_of(r, a, k) == chunk[a];
    for (b = 0; b < r->plain.rank; b++)
        if (chunk_of(r, b, k) != chunk[b]) return 0;
    return 1;
}

/* How many different elements of a chunk are asked for, and how many in all. */
static uint64_t count_elements(const request *r, const uint64_t *chunk, uint64_t *different)
{
    uint64_t all = 1;
    size_t a, k, j, axes = r->points ? 1 : r->plain.rank;
    *different = 1;
    for (a = 0; a < axes; a++) {
        uint64_t n = 0, m = 0;
        for (k = 0; k < r->count[a]; k++) {
            int seen = 0;
            if (!lies_in(r, a, k, chunk)) continue;
            for (j = 0; j < k && !seen; j++) {
                size_t b, same = 0, compared = r->points ? r->plain.rank : 1;
                for (b = 0; b < compared; b++) same += r->element[a + b][j] == r->element[a + b][k];
                seen = same == compared;
            }
            n++;
            m += !seen;
        }
        all *= n;
        *different *= m;
    }
    return all;
}

/* One projection, and what its axis's list says of it. */
static void check_projection(const zrg_selection *selection, const request *r, size_t a, const uint64_t *chunk,
                             const zrg_projection *p)
{
    uint64_t within[MOST], out[MOST], n = 0, at;
    size_t k, got = 0;
    CHECK_U64(p->chunk, chunk[a]);
    CHECK_U64(p->origin, oracle_origin(&r->plain.axes[a], chunk[a]));
    CHECK_U64(p->edge, r->plain.axes[a].edges[chunk[a]]);
    CHECK_I64(p->step, r->listed[a] ? 0 : r->step[a]);
    CHECK((p->list == ZRG_NONE) == !r->listed[a]);
    REQUIRE(p->count <= MOST);
    if (r->listed[a]) SUCCEEDS(zrg_selection_axis_list(selection, a, p->list, within, out, (size_t)p->count, &got, report));
    for (at = got; at < p->count; at++) { /* a slice, by the header's rule */
        within[at] = p->first + at * (uint64_t)p->step;
        out[at] = p->out + at;
    }
    CHECK_U64(p->first, within[0]);
    CHECK_U64(p->out, out[0]);
    for (k = 0; k < r->count[a]; k++) {
        if (!lies_in(r, a, k, chunk)) continue;
        if (r->listed[a]) { /* in request order */
            CHECK_U64(within[n], within_of(r, a, k));
            CHECK_U64(out[n], k);
        } else {
            CHECK_U64(p->first + (uint64_t)p->step * (k - p->out), within_of(r, a, k));
        }
        n++;
    }
    CHECK_U64(p->count, n);
}

/* Every part there must be, in row-major chunk order, and no other; their number. */
static uint64_t check_parts(const zrg_selection *selection, const request *r)
{
    uint64_t counts[RANK], chunk[RANK] = {0}, parts = 0, number = 0, got, found;
    size_t a, count, rank = r->plain.rank;
    oracle_counts(&r->plain, counts);
    if (oracle_product(rank, counts) > 0)
        do {
            uint64_t different, elements = count_elements(r, chunk, &different), inside = 1, decoded = 1;
            zrg_part part;
            zrg_projection p[RANK];
            uint64_t indices[RANK];
            SUCCEEDS(zrg_selection_find_part(selection, rank, chunk, &found, report));
            CHECK_U64(found, elements > 0 ? parts : ZRG_NONE);
            number++;
            if (elements == 0) continue;
            SUCCEEDS(zrg_selection_parts(selection, rank, parts++, &part, indices, p, 1, &count, report));
            CHECK_U64(count, 1);
            if (count == 0) continue;
            CHECK_BYTES(indices, chunk, rank * sizeof *chunk);
            for (a = 0; a < rank; a++) {
                check_projection(selection, r, a, chunk, &p[a]);
                inside *= oracle_data(&r->plain.axes[a], chunk[a]);
                decoded *= r->plain.axes[a].edges[chunk[a]];
            }
            CHECK_U64(part.chunk_number, number - 1);
            CHECK_U64(part.elements, elements);
            CHECK_U64(part.decoded, decoded);
            CHECK_U64(part.covers, (uint64_t)(different == inside ? ZRG_COVERS_DATA : 0) |
                                       (uint64_t)(different == decoded ? ZRG_COVERS_DECLARED : 0));
        } while (oracle_next(rank, counts, chunk));
    SUCCEEDS(zrg_selection_part_count(selection, &got, report));
    CHECK_U64(got, parts);
    SUCCEEDS(zrg_selection_parts(selection, rank, parts, NULL, NULL, NULL, 5, &count, report));
    CHECK_U64(count, 0);
    return parts;
}

/* Pages of a list: any of them is a stretch of the whole, whatever outputs are wanted. */
static void check_list_pages(const zrg_selection *selection, const request *r)
{
    size_t a, got, choice, capacity, first;
    for (a = 0; a < r->plain.rank; a++) {
        uint64_t within[MOST], out[MOST], some[2][MOST];
        if (!r->listed[a]) {
            WIPE(some);
            WIPE(got);
            FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_axis_list(selection, a, 0, some[0], some[1], MOST, &got, report));
            FAULT((int32_t)a, ZRG_NONE, ZRG_NONE, ZRG_NONE, ZRG_NONE);
            CHECK_UNTOUCHED(some);
            CHECK_UNTOUCHED(got);
            continue;
        }
        SUCCEEDS(zrg_selection_axis_list(selection, a, 0, within, out, MOST, &got, report));
        CHECK_U64(got, r->count[a]);
        for (choice = 0; choice < 4; choice++) {
            size_t wanted;
            first = (size_t)oracle_random(r->count[a] + 3);
            capacity = (size_t)oracle_random(9);
            wanted = first < r->count[a] ? r->count[a] - first : 0;
            wanted = wanted < capacity ? wanted : capacity;
            WIPE(some);
            SUCCEEDS(zrg_selection_axis_list(selection, a, first, choice & 1 ? some[0] : NULL, choice & 2 ? some[1] : NULL,
                                        capacity, &got, report));
            CHECK_U64(got, wanted);
            if (choice & 1) CHECK_BYTES(some[0], within + first, wanted * sizeof *within);
            if (choice & 2) CHECK_BYTES(some[1], out + first, wanted * sizeof *out);
            wanted = choice & 1 ? wanted : 0;
            check_untouched(some[0] + wanted, (MOST - wanted) * 8, "elements past the count", __FILE__, __LINE__);
        }
        SUCCEEDS(zrg_selection_axis_list(selection, a, UINT64_MAX, within, out, MOST, &got, report));
        CHECK_U64(got, 0);
    }
}

/* ---- shares and ranges, from the parts one by one ---- */

static void check_split(const zrg_selection *selection, size_t rank, uint64_t parts)
{
    uint64_t bounds[9], before[1024], total = 0;
    size_t shares, w, count;
    uint32_t by;
    REQUIRE(parts < COUNT_OF(before));
    for (w = 0; w < parts; w++) {
        zrg_part part;
        SUCCEEDS(zrg_selection_parts(selection, rank, w, &part, NULL, NULL, 1, &count, report));
        before[w] = total;
        total += part.elements;
    }
    before[parts] = total;
    for (by = ZRG_SPLIT_PARTS; by <= ZRG_SPLIT_ELEMENTS; by++)
        for (shares = 1; shares < COUNT_OF(bounds) - 1; shares++) {
            WIPE(bounds);
            SUCCEEDS(zrg_selection_split(selection, shares, by, bounds, report));
            check_untouched(bounds + shares + 1, (COUNT_OF(bounds) - shares - 1) * 8, "bounds past the last", __FILE__,
                            __LINE__);
            CHECK_U64(bounds[0], 0);
            CHECK_U64(bounds[shares], parts);
            for (w = 0; w < shares; w++) {
                CHECK(bounds[w] <= bounds[w + 1]);
                if (by == ZRG_SPLIT_PARTS) /* as even as whole parts can be */
                    CHECK(bounds[w + 1] - bounds[w] == parts / shares || bounds[w + 1] - bounds[w] == parts / shares + 1);
                else if (bounds[w + 1] <= parts) { /* the first part with an even share's elements before it */
                    uint64_t end = bounds[w + 1], goal = total * (w + 1) / shares;
                    CHECK(before[end] >= goal && (end == 0 || before[end - 1] < goal));
                }
            }
        }
}

static void check_ranges(const zrg_selection *selection, size_t rank, uint64_t parts)
{
    static const uint64_t gaps[] = {0, 1, 2, 7, UINT64_MAX - 1, UINT64_MAX};
    uint64_t numbers[1024];
    size_t g, i, count;
    REQUIRE(parts < COUNT_OF(numbers));
    for (i = 0; i < parts; i++) {
        zrg_part part;
        SUCCEEDS(zrg_selection_parts(selection, rank, i, &part, NULL, NULL, 1, &count, report));
        numbers[i] = part.chunk_number;
    }
    for (g = 0; g < COUNT_OF(gaps); g++) {
        uint64_t first = 0, next, after;
        size_t counted;
        i = 0;
        for (;;) {
            zrg_chunk_range ranges[PAGE];
            size_t capacity = 1 + (size_t)oracle_random(PAGE), n;
            WIPE(ranges);
            SUCCEEDS(zrg_selection_chunk_ranges(selection, gaps[g], first, ranges, capacity, &count, &next, report));
            for (n = 0; n < count; n++) {
                uint64_t end;
                REQUIRE(i < parts);
                CHECK_U64(ranges[n].first, numbers[i]);
                for (end = numbers[i++] + 1; i < parts && numbers[i] - end <= gaps[g]; i++) end = numbers[i] + 1;
                CHECK_U64(ranges[n].count, end - ranges[n].first);
            }
            check_untouched(ranges + count, (PAGE - count) * sizeof *ranges, "ranges past the count", __FILE__,
                            __LINE__);
            CHECK_U64(next, count ? ranges[count - 1].first + ranges[count - 1].count : first);
            SUCCEEDS(zrg_selection_chunk_ranges(selection, gaps[g], first, NULL, capacity, &counted, &after, report));
            CHECK_U64(counted, count);
            CHECK_U64(after, next);
            if (count == 0) break;
            first = next;
        }
        CHECK_U64(i, parts);
        /* From the middle, as a reader goes on that knows no range's start. */
        if (parts > 0) {
            zrg_chunk_range one;
            i = (size_t)oracle_random(parts);
            SUCCEEDS(zrg_selection_chunk_ranges(selection, gaps[g], numbers[i], &one, 1, &count, &next, report));
            CHECK_U64(count, 1);
            CHECK_U64(one.first, numbers[i]);
            SUCCEEDS(zrg_selection_chunk_ranges(selection, gaps[g], numbers[parts - 1] + 1, &one, 1, &count, &next,
                                                report));
            CHECK_U64(count, 0);
            SUCCEEDS(zrg_selection_chunk_ranges(selection, gaps[g], 0, NULL, 0, &count, &next, report));
            CHECK_U64(count, 0);
        }
    }
}

/* ---- inner selections: together they are the part, element by element ---- */

/* Where each position of the result gets its element from, as a place in the chunk. */
typedef struct routes {
    uint64_t from[4096];
    uint64_t count;
} routes;

static void add_routes(const zrg_selection *selection, uint64_t part, const uint64_t *edges, const uint64_t *origin,
                       const uint64_t *shard, size_t rank, routes *all)
{
    uint64_t first = 0;
    size_t count, i;
    do {
        zrg_segment segments[PAGE];
        SUCCEEDS(zrg_selection_segments(selection, part, first, segments, PAGE, &count, report));
        for (i = 0; i < count; i++) {
            uint64_t k;
            for (k = 0; k < segments[i].count; k++) {
                uint64_t rest = segments[i].within + k, place = 0, stride = 1;
                size_t a = rank;
                while (a-- > 0) { /* from the place in its chunk to the place in the shard */
                    place += (origin[a] + rest % edges[a]) * stride;
                    rest /= edges[a];
                    stride *= shard[a];
                }
                REQUIRE(segments[i].out + k < COUNT_OF(all->from));
                CHECK_U64(all->from[segments[i].out + k], ZRG_NONE); /* no position gets two elements */
                all->from[segments[i].out + k] = place;
                all->count++;
            }
        }
        first += count;
    } while (count > 0);
}

static void routes_clear(routes *all)
{
    memset(all, 0xFF, sizeof *all);
    all->count = 0;
}

/* Two levels: each edge of a shard is cut into pieces of a length that divides it, those again. */
static void check_inner(const zrg_selection *outer, const request *r, uint64_t parts)
{
    static routes plain, inner_routes;
    static const uint64_t nowhere[RANK];
    uint64_t part;
    size_t a, rank = r->plain.rank, count, length;
    uint64_t shape[ZRG_MAX_RANK], same[ZRG_MAX_RANK];
    length = zrg_selection_rank(outer);
    SUCCEEDS(zrg_selection_shape(outer, length, shape, report));
    if (oracle_product(length, shape) > COUNT_OF(plain.from)) return;
    for (part = 0; part < parts; part++) {
        zrg_projection p[RANK];
        zrg_part about, sum = {0, 0, 0, 0};
        zrg_selection *inner = NULL;
        uint64_t shard[RANK], cut[RANK], slots = 1, inner_parts, k, declared[RANK], data[RANK];
        zrg_grid *inside = NULL;
        SUCCEEDS(zrg_selection_parts(outer, rank, part, &about, NULL, p, 1, &count, report));
        for (a = 0; a < rank; a++) {
            shard[a] = p[a].edge;
            do cut[a] = 1 + oracle_random(shard[a]);
            while (shard[a] % cut[a]);
            slots *= shard[a] / cut[a];
        }
        routes_clear(&plain);
        routes_clear(&inner_routes);
        add_routes(outer, part, shard, nowhere, shard, rank, &plain);
        CHECK_U64(plain.count, about.elements);

        SUCCEEDS(zrg_selection_inner(outer, part, rank, cut, &inner, report));
        REQUIRE(inner);
        CHECK_U64(zrg_selection_rank(inner), length);
        SUCCEEDS(zrg_selection_shape(inner, length, same, report));
        CHECK_BYTES(same, shape, length * sizeof *shape);
        SUCCEEDS(zrg_selection_part_count(inner, &inner_parts, report));
        SUCCEEDS(zrg_selection_grid(inner, &inside, report)); /* all of the shard, as far as the array goes */
        CHECK_U64(zrg_grid_rank(inside), rank);
        SUCCEEDS(zrg_grid_chunk_counts(inside, rank, declared, NULL, report));
        SUCCEEDS(zrg_grid_shape(inside, rank, data, report));
        for (a = 0; a < rank; a++) {
            CHECK_U64(declared[a], shard[a] / cut[a]);
            CHECK_U64(data[a], oracle_data(&r->plain.axes[a], p[a].chunk));
        }
        zrg_grid_free(inside);
        for (k = 0; k < inner_parts; k++) {
            zrg_projection q[RANK];
            zrg_part piece;
            uint64_t origin[RANK], counts[RANK], chunk[RANK], found, number = 0;
            zrg_selection *innermost = NULL;
            uint64_t ones[RANK], n;
            SUCCEEDS(zrg_selection_parts(inner, rank, k, &piece, chunk, q, 1, &count, report));
            CHECK_U64(count, 1);
            for (a = 0; a < rank; a++) {
                counts[a] = shard[a] / cut[a];
                origin[a] = q[a].origin;
                CHECK_U64(q[a].origin, chunk[a] * cut[a]); /* counted from the shard's first element */
                CHECK_U64(q[a].edge, cut[a]);
                number = number * counts[a] + chunk[a];
                ones[a] = 1;
            }
            CHECK_U64(piece.chunk_number, number);
            CHECK(piece.chunk_number < slots);
            SUCCEEDS(zrg_selection_find_part(inner, rank, chunk, &found, report));
            CHECK_U64(found, k);
            sum.elements += piece.elements;
            sum.covers += (piece.covers & ZRG_COVERS_DATA) != 0;
            /* Half of them by way of chunks of one element. */
            if (k % 2) {
                add_routes(inner, k, cut, origin, shard, rank, &inner_routes);
                continue;
            }
            SUCCEEDS(zrg_selection_inner(inner, k, rank, ones, &innermost, report));
            SUCCEEDS(zrg_selection_part_count(innermost, &found, report));
            for (n = 0; n < found; n++) {
                uint64_t here[RANK];
                zrg_part tiny;
                SUCCEEDS(zrg_selection_parts(innermost, rank, n, &tiny, here, NULL, 1, &count, report));
                CHECK_U64(tiny.covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED);
                for (a = 0; a < rank; a++) here[a] += origin[a];
                add_routes(innermost, n, ones, here, shard, rank, &inner_routes);
            }
            zrg_selection_free(innermost);
        }
        CHECK_U64(sum.elements, about.elements);
        CHECK_BYTES(&inner_routes, &plain, sizeof plain);
        /* A part that covers its data does so in each inner chunk. */
        if (about.covers & ZRG_COVERS_DATA) CHECK_U64(sum.covers, inner_parts);
        check_split(inner, rank, inner_parts);
        check_ranges(inner, rank, inner_parts);
        zrg_selection_free(inner);
    }
}

static void test_random(void)
{
    static request r;
    int round;
    for (round = 0; round < 400; round++) {
        zrg_selection *selection;
        zrg_grid *grid = NULL;
        uint64_t shape[RANK], counts[RANK], parts;
        size_t a, rank;
        ROUND("round %d", round);
        selection = random_request(&r, (size_t)round % (RANK + 1));
        ROUND("round %d: %s of %.160s", round, r.points ? "points" : "lists", r.plain.shapes);
        rank = zrg_selection_rank(selection);
        CHECK_U64(rank, r.points ? 1 : r.plain.rank);
        SUCCEEDS(zrg_selection_shape(selection, rank, shape, report));
        for (a = 0; a < rank; a++) CHECK_U64(shape[a], r.count[a]);
        parts = check_parts(selection, &r);
        SUCCEEDS(zrg_selection_grid(selection, &grid, report));
        CHECK_U64(zrg_grid_rank(grid), r.plain.rank);
        SUCCEEDS(zrg_grid_shape(grid, r.plain.rank, shape, report));
        CHECK_BYTES(shape, r.plain.shape, r.plain.rank * sizeof *shape);
        zrg_grid_free(grid);
        if (!r.points) {
            SUCCEEDS(zrg_selection_projection_counts(selection, r.plain.rank, counts, report));
            if (parts > 0) CHECK_U64(oracle_product(r.plain.rank, counts), parts);
        }
        check_list_pages(selection, &r);
        check_split(selection, r.plain.rank, parts);
        check_ranges(selection, r.plain.rank, parts);
        if (round % 4 == 0) check_inner(selection, &r, parts);
        zrg_selection_free(selection);
    }
    ROUND_END();
}

/* ---- by hand ---- */

/* [2, 3, 5] by [4, 4, 4] over 10 by 9. */
static zrg_grid *small_grid(void)
{
    static const uint64_t shape[2] = {10, 9};
    return grid_of_shapes(2, shape, "[[2, 3, 5], [4, 4, 4]]");
}

static zrg_selection *all_of(const zrg_grid *grid, size_t rank, const uint64_t *shape)
{
    zrg_slice slices[ZRG_MAX_RANK];
    zrg_selection *selection = NULL;
    size_t a;
    for (a = 0; a < rank; a++) {
        slices[a].start = 0;
        slices[a].count = shape[a];
        slices[a].step = 1;
    }
    SUCCEEDS(zrg_selection_from_slices(grid, rank, slices, &selection, report));
    REQUIRE(selection);
    return selection;
}

/* Rows 9, 0, 1, 0, -1 of the array: entries by chunk, in request order, repeats kept. The base stays as it is. */
static void test_indices_by_hand(void)
{
    static const uint64_t shape[2] = {10, 9};
    static const int64_t rows[5] = {9, 0, 1, 0, -1};
    static const uint64_t withins[5] = {0, 1, 0, 4, 4}, outs[5] = {1, 2, 3, 0, 4};
    zrg_grid *grid = small_grid();
    zrg_selection *base = all_of(grid, 2, shape), *selection = NULL, *second = NULL;
    zrg_part parts[7];
    zrg_projection p[14];
    uint64_t within[5], out[5], length[2], found;
    size_t count;
    SUCCEEDS(zrg_selection_with_indices(base, 0, rows, 5, ZRG_INDEX_WRAP, &selection, report));
    SUCCEEDS(zrg_selection_shape(selection, 2, length, report));
    CHECK_U64(length[0], 5);
    CHECK_U64(length[1], 9);
    SUCCEEDS(zrg_selection_parts(selection, 2, 0, parts, NULL, p, 7, &count, report));
    CHECK_U64(count, 6);
    CHECK_U64(p[0].chunk, 0);
    CHECK_U64(p[0].list, 0);
    CHECK_U64(p[0].count, 3);
    CHECK_U64(p[0].first, 0);
    CHECK_U64(p[0].out, 1);
    CHECK_I64(p[0].step, 0);
    CHECK_I64(p[1].step, 1);
    CHECK_U64(p[1].list, ZRG_NONE);
    CHECK_U64(p[6].chunk, 2); /* no row of chunk 1 */
    CHECK_U64(p[6].list, 3);
    CHECK_U64(p[6].count, 2);
    CHECK_U64(parts[0].elements, 12);
    CHECK_U64(parts[0].covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED); /* rows 0, 1 and 0 once more */
    CHECK_U64(parts[2].covers, ZRG_COVERS_DATA);
    CHECK_U64(parts[3].covers, 0);
    SUCCEEDS(zrg_selection_axis_list(selection, 0, 0, within, out, 5, &count, report));
    CHECK_U64(count, 5);
    CHECK_BYTES(within, withins, sizeof within);
    CHECK_BYTES(out, outs, sizeof out);

    SUCCEEDS(zrg_selection_part_count(base, &found, report));
    CHECK_U64(found, 9);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_axis_list(base, 0, 0, within, out, 5, &count, report));

    /* A list in place of a list, and one beside it. */
    SUCCEEDS(zrg_selection_with_indices(selection, 0, rows + 2, 1, 0, &second, report));
    zrg_selection_free(selection);
    SUCCEEDS(zrg_selection_with_indices(second, 1, rows + 1, 2, 0, &selection, report));
    zrg_selection_free(second);
    SUCCEEDS(zrg_selection_shape(selection, 2, length, report));
    CHECK_U64(length[0], 1);
    CHECK_U64(length[1], 2);
    SUCCEEDS(zrg_selection_part_count(selection, &found, report));
    CHECK_U64(found, 1);
    zrg_selection_free(selection);
    zrg_selection_free(base);
    zrg_grid_free(grid);
}

/* ---- what is refused ---- */

static void test_refused_indices(void)
{
    static const uint64_t shape[2] = {10, 9};
    static const struct {
        int64_t index;
        uint32_t flags;
        uint64_t value;
        const char *spelled;
    } cases[] = {
        {9, 0, 9, "9"},
        {INT64_MAX, 0, (uint64_t)INT64_MAX, "9223372036854775807"},
        {-1, 0, ZRG_NONE, "-1"},
        {INT64_MIN, 0, ZRG_NONE, "-9223372036854775808"},
        {9, ZRG_INDEX_WRAP, 9, "9"},
        {-10, ZRG_INDEX_WRAP, ZRG_NONE, "-10"},
        {INT64_MIN, ZRG_INDEX_WRAP, ZRG_NONE, "-9223372036854775808"},
    };
    zrg_grid *grid = small_grid();
    zrg_selection *base = all_of(grid, 2, shape), *made = WILD(zrg_selection);
    int64_t indices[4] = {8, 0, 0, 3}, points[6] = {9, 8, 0, 0, 3, 3};
    size_t i;
    for (i = 0; i < COUNT_OF(cases); i++) {
        ROUND("%s", cases[i].spelled);
        indices[2] = cases[i].index;
        FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_indices(base, 1, indices, 4, cases[i].flags, &made, report));
        FAULT(1, 2, ZRG_NONE, cases[i].value, 9);
        CHECK_MESSAGE(cases[i].spelled);
        points[3] = cases[i].index;
        FAILS(ZRG_ERROR_BOUNDS, zrg_selection_from_points(grid, 2, 3, 2, 1, points, 6, cases[i].flags, &made, report));
        FAULT(1, 1, ZRG_NONE, cases[i].value, 9);
        CHECK_MESSAGE(cases[i].spelled);
    }
    ROUND_END();
    points[3] = 0;
    indices[2] = 0;
    for (i = 2; i < 33; i++) { /* every flag that there is not */
        uint32_t flags = i < 32 ? UINT32_C(1) << (i - 1) : UINT32_MAX;
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_indices(base, 1, indices, 4, flags, &made, report));
        CHECK_U64(fault.value, flags);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_points(grid, 2, 3, 2, 1, points, 6, flags, &made, report));
        CHECK_U64(fault.value, flags);
    }
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_indices(base, 2, indices, 4, 0, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 2, 2);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_indices(base, SIZE_MAX, indices, 4, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_indices(NULL, 1, indices, 4, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_indices(base, 1, NULL, 4, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_indices(base, 1, indices, 4, 0, NULL, report));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_with_indices(base, 1, (const int64_t *)((uintptr_t)indices + 1), 1, 0, &made, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_indices(base, 1, indices, SIZE_MAX / 8, 0, &made, report));

    FAILS(ZRG_ERROR_RANK, zrg_selection_from_points(grid, 3, 2, 3, 1, points, 6, 0, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 3, 2);
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_points(NULL, 2, 3, 2, 1, points, 6, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_points(grid, 2, 3, 2, 1, NULL, 6, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_points(grid, 2, 3, 2, 1, points, 6, 0, NULL, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_from_points(grid, 2, 3, 2, 1, points, 5, 0, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 5, 6);
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_from_points(grid, 2, 3, -2, 1, points, 6, 0, &made, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_from_points(grid, 2, 3, 2, PTRDIFF_MIN, points, 6, 0, &made, report));
    FAILS(ZRG_ERROR_CAPACITY, zrg_selection_from_points(grid, 2, 3, PTRDIFF_MAX, 1, points, 6, 0, &made, report));
    CHECK(made == WILD(zrg_selection));
    zrg_selection_free(base);
    zrg_grid_free(grid);
}

static void test_refused_masks(void)
{
    static const uint64_t shape[2] = {10, 9};
    zrg_grid *grid = small_grid();
    zrg_selection *base = all_of(grid, 2, shape), *made = WILD(zrg_selection);
    uint8_t mask[91] = {0};
    size_t i;
    static const uint8_t wrong[] = {2, 0x80, 0xFF};
    for (i = 0; i < COUNT_OF(wrong); i++) {
        mask[8] = 1;
        mask[6] = wrong[i];
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_mask(base, 1, mask, 9, &made, report));
        FAULT(1, 6, ZRG_NONE, wrong[i], 1);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, mask, 90, &made, report));
        FAULT(-1, 6, ZRG_NONE, wrong[i], 1);
    }
    mask[6] = 0;
    for (i = 0; i < 20; i++) {
        if (i == 9) continue;
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_mask(base, 1, mask, i, &made, report));
        FAULT(1, ZRG_NONE, ZRG_NONE, i, 9);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_bits(base, 1, mask, 0, i, 0, &made, report));
        FAULT(1, ZRG_NONE, ZRG_NONE, i, 9);
    }
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, mask, 89, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 89, 90);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, mask, 91, &made, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, NULL, 0, &made, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_mask(base, 2, mask, 9, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 2, 2);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_bits(base, 2, mask, 0, 9, 0, &made, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_bits(base, 1, mask, 0, 9, 2, &made, report));
    CHECK_U64(fault.value, 2);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_bits(base, 1, mask, 0, 9, UINT32_MAX, &made, report));
    for (i = 0; i < 9; i++) /* the last bit has no number; any fewer, and the caller promises memory that it has not */
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_bits(base, 1, mask, SIZE_MAX - i, 9, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_mask(NULL, 1, mask, 9, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_mask(base, 1, NULL, 9, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_mask(base, 1, mask, 9, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_bits(NULL, 1, mask, 0, 9, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_bits(base, 1, NULL, 0, 9, 0, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_with_bits(base, 1, mask, 0, 9, 0, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_mask(NULL, mask, 90, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_mask(grid, NULL, 90, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_from_mask(grid, mask, 90, NULL, report));
    CHECK(made == WILD(zrg_selection));
    zrg_selection_free(base);
    zrg_grid_free(grid);

    /* More elements than memory has bytes: no mask is as long. */
    {
        static const uint64_t wide[2] = {ZRG_MAX_EXTENT, 4};
        grid = grid_of_shapes(2, wide, "[1, 1]");
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, mask, 90, &made, report));
        CHECK_U64(fault.value, 90);
        zrg_grid_free(grid);
    }
}

/* Points have no axes to replace, and an inner selection says what its part does. */
static void test_refused_bases(void)
{
    static const uint64_t shape[2] = {10, 9}, inner_shape[2] = {1, 2};
    static const int64_t indices[4] = {0, 1, 2, 3};
    static const uint8_t mask[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    zrg_grid *grid = small_grid();
    zrg_selection *all = all_of(grid, 2, shape), *bases[3] = {NULL, NULL, NULL}, *made = WILD(zrg_selection);
    size_t i;
    SUCCEEDS(zrg_selection_from_points(grid, 2, 2, 2, 1, indices, 4, 0, &bases[0], report));
    SUCCEEDS(zrg_selection_inner(all, 0, 2, inner_shape, &bases[1], report));
    SUCCEEDS(zrg_selection_inner(bases[0], 0, 2, inner_shape, &bases[2], report));
    for (i = 0; i < COUNT_OF(bases); i++) {
        ROUND("base %d", (int)i);
        /* As long as the axis of the base's own grid. */
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_indices(bases[i], 0, indices, 1, 0, &made, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_indices(bases[i], 0, NULL, 0, 0, &made, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_mask(bases[i], 0, mask, i ? 2 : 10, &made, report));
        FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_with_bits(bases[i], 0, mask, 0, i ? 2 : 10, 0, &made, report));
        zrg_selection_free(bases[i]);
    }
    ROUND_END();
    CHECK(made == WILD(zrg_selection));
    zrg_selection_free(all);
    zrg_grid_free(grid);
}

static void test_refused_parts(void)
{
    static const uint64_t shape[2] = {10, 9};
    static const uint64_t good[2] = {5, 2}, uneven[2] = {5, 3}, zero[2] = {0, 4}, large[2] = {10, 4};
    static const int64_t point[2] = {9, 8};
    zrg_grid *grid = small_grid();
    zrg_selection *all = all_of(grid, 2, shape), *made = WILD(zrg_selection), *points = NULL, *inner = NULL;
    /* Part 6 is chunk (2, 0), of 5 by 4. */
    FAILS(ZRG_ERROR_NOT_ALIGNED, zrg_selection_inner(all, 6, 2, uneven, &made, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, 3, 4);
    FAILS(ZRG_ERROR_NOT_ALIGNED, zrg_selection_inner(all, 6, 2, zero, &made, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, 0, 5);
    FAILS(ZRG_ERROR_NOT_ALIGNED, zrg_selection_inner(all, 6, 2, large, &made, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, 10, 5);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_inner(all, 9, 2, good, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 9, 9);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_inner(all, UINT64_MAX, 2, good, &made, report));
    FAILS(ZRG_ERROR_RANK, zrg_selection_inner(all, 6, 1, good, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 1, 2);
    FAILS(ZRG_ERROR_RANK, zrg_selection_inner(all, 6, 3, NULL, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_inner(NULL, 6, 2, good, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_inner(all, 6, 2, NULL, &made, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_inner(all, 6, 2, good, NULL, report));
    SUCCEEDS(zrg_selection_from_points(grid, 2, 1, 2, 1, point, 2, 0, &points, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_inner(points, 1, 2, good, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 1, 1);
    FAILS(ZRG_ERROR_NOT_ALIGNED, zrg_selection_inner(points, 0, 2, uneven, &made, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, 3, 4);
    /* What the shard's chunks are does not bind the inner ones. */
    SUCCEEDS(zrg_selection_inner(all, 6, 2, good, &inner, report));
    FAILS(ZRG_ERROR_NOT_ALIGNED, zrg_selection_inner(inner, 0, 2, large, &made, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, 10, 5);
    CHECK(made == WILD(zrg_selection));
    zrg_selection_free(inner);
    zrg_selection_free(points);
    zrg_selection_free(all);
    zrg_grid_free(grid);
}

static void test_refused_queries(void)
{
    static const uint64_t shape[2] = {10, 9};
    static const int64_t indices[4] = {0, 1, 2, 9};
    zrg_grid *grid = small_grid(), *same = WILD(zrg_grid);
    zrg_selection *all = all_of(grid, 2, shape), *listed = NULL;
    uint64_t within[4], out[4], bounds[8];
    zrg_chunk_range ranges[4];
    size_t count;
    uint64_t next;
    SUCCEEDS(zrg_selection_with_indices(all, 0, indices, 4, 0, &listed, report));
    WIPE(within);
    WIPE(out);
    WIPE(bounds);
    WIPE(ranges);
    WIPE(count);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_axis_list(listed, 2, 0, within, out, 4, &count, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 2, 2);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_axis_list(listed, SIZE_MAX, 0, within, out, 4, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_axis_list(listed, 1, 0, within, out, 4, &count, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, ZRG_NONE, ZRG_NONE);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_axis_list(listed, 0, 0, within, within + 3, 4, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_axis_list(listed, 0, 0, within, NULL, 4, (size_t *)(within + 3), report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_axis_list(listed, 0, 0, within, out, 4, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_axis_list(NULL, 0, 0, within, out, 4, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_axis_list(listed, 0, 0, within, out, SIZE_MAX, &count, report));

    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_split(listed, 0, ZRG_SPLIT_PARTS, bounds, report));
    CHECK_U64(fault.value, 0);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_split(listed, 3, 2, bounds, report));
    CHECK_U64(fault.value, 2);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_split(listed, 3, UINT32_MAX, bounds, report));
    SUCCEEDS(zrg_selection_split(listed, 3, ZRG_SPLIT_PARTS, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_split(NULL, 3, ZRG_SPLIT_PARTS, bounds, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_split(listed, SIZE_MAX, ZRG_SPLIT_PARTS, bounds, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_split(listed, SIZE_MAX - 1, ZRG_SPLIT_ELEMENTS, bounds, report));

    FAILS(ZRG_ERROR_NULL, zrg_selection_chunk_ranges(listed, 0, 0, ranges, 4, &count, NULL, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_chunk_ranges(listed, 0, 0, ranges, 4, NULL, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_chunk_ranges(NULL, 0, 0, ranges, 4, &count, &next, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_grid(NULL, &same, report));
    FAILS(ZRG_ERROR_NULL, zrg_selection_grid(listed, NULL, report));
    CHECK(same == WILD(zrg_grid));
    FAILS(ZRG_ERROR_ARGUMENT,
          zrg_selection_chunk_ranges(listed, 0, 0, ranges, 4, (size_t *)&ranges[3].count, &next, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_chunk_ranges(listed, 0, 0, ranges, 4, &count, &ranges[3].count, report));
    CHECK_UNTOUCHED(within);
    CHECK_UNTOUCHED(out);
    CHECK_UNTOUCHED(bounds);
    CHECK_UNTOUCHED(ranges);
    CHECK_UNTOUCHED(count);
    zrg_selection_free(listed);
    zrg_selection_free(all);
    zrg_grid_free(grid);
}

/* ---- nothing asked for, and nothing there ---- */

static void check_nothing(const zrg_selection *selection, size_t rank)
{
    uint64_t bounds[4] = {7, 7, 7, 7}, parts = 7;
    uint32_t by;
    zrg_chunk_range ranges[2];
    size_t count = 7, w;
    uint64_t next;
    SUCCEEDS(zrg_selection_part_count(selection, &parts, report));
    CHECK_U64(parts, 0);
    SUCCEEDS(zrg_selection_parts(selection, rank, 0, NULL, NULL, NULL, 4, &count, report));
    CHECK_U64(count, 0);
    for (by = 0; by < 2; by++) {
        SUCCEEDS(zrg_selection_split(selection, 3, by, bounds, report));
        for (w = 0; w < 4; w++) CHECK_U64(bounds[w], 0);
    }
    count = 7;
    SUCCEEDS(zrg_selection_chunk_ranges(selection, UINT64_MAX, 0, ranges, 2, &count, &next, report));
    CHECK_U64(count, 0);
}

static void test_empty(void)
{
    static const uint64_t shape[2] = {10, 0};
    static const int64_t first = 0, last = -1;
    static const uint64_t chunk[2] = {1, 1};
    static const uint8_t none[10] = {0};
    zrg_grid *grid = grid_of_shapes(2, shape, "[4, [3, 3]]");
    zrg_selection *all = all_of(grid, 2, shape), *made = NULL;
    uint64_t found, length[2], counts[2];
    size_t count;
    check_nothing(all, 2);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_indices(all, 1, &first, 1, 0, &made, report));
    FAULT(1, 0, ZRG_NONE, 0, 0);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_indices(all, 1, &last, 1, ZRG_INDEX_WRAP, &made, report));
    FAULT(1, 0, ZRG_NONE, ZRG_NONE, 0);
    CHECK(made == NULL);

    /* Lists of nothing: of an axis that has nothing, then of one that has. */
    SUCCEEDS(zrg_selection_with_indices(all, 1, NULL, 0, 0, &made, report));
    check_nothing(made, 2);
    SUCCEEDS(zrg_selection_axis_list(made, 1, 0, NULL, NULL, 0, &count, report));
    CHECK_U64(count, 0);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_with_mask(all, 1, NULL, 0, &made, report));
    check_nothing(made, 2);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_with_bits(all, 1, NULL, 0, 0, 0, &made, report));
    check_nothing(made, 2);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_with_indices(all, 0, &first, 1, 0, &made, report));
    check_nothing(made, 2); /* a list on one axis, and nothing on the other */
    SUCCEEDS(zrg_selection_projection_counts(made, 2, counts, report));
    CHECK_U64(counts[0], 1);
    CHECK_U64(counts[1], 0);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_from_points(grid, 2, 0, 0, 0, NULL, 0, 0, &made, report));
    check_nothing(made, 2);
    CHECK_U64(zrg_selection_rank(made), 1);
    SUCCEEDS(zrg_selection_shape(made, 1, length, report));
    CHECK_U64(length[0], 0);
    SUCCEEDS(zrg_selection_find_part(made, 2, chunk, &found, report));
    CHECK_U64(found, ZRG_NONE);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_from_mask(grid, NULL, 0, &made, report));
    check_nothing(made, 2);
    zrg_selection_free(made);
    zrg_selection_free(all);
    zrg_grid_free(grid);

    {
        static const uint64_t extents[1] = {10};
        grid = grid_of_shapes(1, extents, "[[4, 4, 4]]");
        all = all_of(grid, 1, extents);
        made = NULL;
        SUCCEEDS(zrg_selection_with_mask(all, 0, none, 10, &made, report));
        check_nothing(made, 1);
        zrg_selection_free(made);
        SUCCEEDS(zrg_selection_with_indices(all, 0, NULL, 0, ZRG_INDEX_WRAP, &made, report));
        check_nothing(made, 1);
        zrg_selection_free(made);
        SUCCEEDS(zrg_selection_from_mask(grid, none, 10, &made, report));
        check_nothing(made, 1);
        zrg_selection_free(made);
        zrg_selection_free(all);
        zrg_grid_free(grid);
    }

    /* Nothing, although the other axes are so long that 128 bits do not count their elements. */
    {
        static const uint64_t extents[4] = {INT64_MAX, INT64_MAX, INT64_MAX, 0};
        uint64_t bounds[4];
        size_t share;
        grid = grid_of_shapes(4, extents, "[9223372036854775807, 9223372036854775807, 9223372036854775807, 3]");
        all = all_of(grid, 4, extents);
        SUCCEEDS(zrg_selection_split(all, 3, ZRG_SPLIT_ELEMENTS, bounds, report));
        for (share = 0; share < 4; share++)
            CHECK_U64(bounds[share], 0);
        made = NULL;
        SUCCEEDS(zrg_selection_from_mask(grid, NULL, 0, &made, report));
        check_nothing(made, 4);
        zrg_selection_free(made);
        zrg_selection_free(all);
        zrg_grid_free(grid);
    }
}

static void test_rank_0(void)
{
    static const uint8_t yes = 1, no = 0, neither = 2;
    static const int64_t index = 0;
    zrg_grid *grid = grid_of_shapes(0, NULL, "[]");
    zrg_selection *all = all_of(grid, 0, NULL), *made = WILD(zrg_selection), *inner = NULL;
    uint64_t bounds[3], within, out, length, found;
    zrg_part part;
    zrg_chunk_range range;
    size_t count;
    uint64_t next;
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_indices(all, 0, &index, 1, 0, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 0, 0);
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_mask(all, 0, &yes, 1, &made, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_with_bits(all, 0, &yes, 0, 1, 0, &made, report));
    FAILS(ZRG_ERROR_BOUNDS, zrg_selection_axis_list(all, 0, 0, &within, &out, 1, &count, report));
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, NULL, 0, &made, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 0, 1);
    FAILS(ZRG_ERROR_ARGUMENT, zrg_selection_from_mask(grid, &neither, 1, &made, report));
    FAILS(ZRG_ERROR_MEMORY, zrg_selection_from_points(grid, 0, SIZE_MAX, 0, 0, NULL, 0, 0, &made, report));
    CHECK(made == WILD(zrg_selection));

    SUCCEEDS(zrg_selection_split(all, 2, ZRG_SPLIT_ELEMENTS, bounds, report));
    CHECK_U64(bounds[0], 0);
    CHECK_U64(bounds[2], 1);
    SUCCEEDS(zrg_selection_chunk_ranges(all, 0, 0, &range, 1, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(range.first, 0);
    CHECK_U64(range.count, 1);
    SUCCEEDS(zrg_selection_chunk_ranges(all, 0, 1, &range, 1, &count, &next, report));
    CHECK_U64(count, 0);

    /* The one element, three times. */
    SUCCEEDS(zrg_selection_from_points(grid, 0, 3, 0, 0, NULL, 0, 0, &made, report));
    CHECK_U64(zrg_selection_rank(made), 1);
    SUCCEEDS(zrg_selection_shape(made, 1, &length, report));
    CHECK_U64(length, 3);
    SUCCEEDS(zrg_selection_parts(made, 0, 0, &part, NULL, NULL, 1, &count, report));
    CHECK_U64(count, 1);
    CHECK_U64(part.elements, 3);
    CHECK_U64(part.covers, ZRG_COVERS_DATA | ZRG_COVERS_DECLARED);
    SUCCEEDS(zrg_selection_inner(made, 0, 0, NULL, &inner, report));
    SUCCEEDS(zrg_selection_parts(inner, 0, 0, &part, NULL, NULL, 1, &count, report));
    CHECK_U64(part.elements, 3);
    {
        uint16_t chunk = 0x1234, result[3];
        SUCCEEDS(zrg_selection_read_part(inner, 0, 2, &chunk, 2, 0, NULL, result, sizeof result, 0, NULL, report));
        CHECK(result[0] == chunk && result[1] == chunk && result[2] == chunk);
    }
    zrg_selection_free(inner);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_from_mask(grid, &yes, 1, &made, report));
    SUCCEEDS(zrg_selection_find_part(made, 0, NULL, &found, report));
    CHECK_U64(found, 0);
    zrg_selection_free(made);
    SUCCEEDS(zrg_selection_from_mask(grid, &no, 1, &made, report));
    check_nothing(made, 0);
    SUCCEEDS(zrg_selection_find_part(made, 0, NULL, &found, report));
    CHECK_U64(found, ZRG_NONE);
    zrg_selection_free(made);
    zrg_selection_free(all);
    zrg_grid_free(grid);
}

/* ---- 10^15 chunks of one element: nothing may count them ---- */

static void test_huge(void)
{
    static const uint64_t shape[1] = {TRILLIONS};
    static const zrg_slice every_third = {2, TRILLIONS / 3, 3}, backwards = {TRILLIONS - 1, TRILLIONS / 2, -2};
    static const int64_t far[4] = {(int64_t)TRILLIONS - 1, 7, -1, 9};
    static const uint64_t gaps[] = {2, 3, 1000, TRILLIONS, SIZE_MAX, UINT64_MAX};
    static const uint64_t one = 1;
    zrg_grid *grid = grid_of_shapes(1, shape, "[[[1, 1000000000000000]]]");
    zrg_selection *selection = all_of(grid, 1, shape), *made = NULL, *inner = NULL;
    uint64_t bounds[8], w, found, chunks[1];
    zrg_chunk_range ranges[3];
    uint32_t by;
    size_t count;
    uint64_t next;
    for (by = 0; by < 2; by++) {
        SUCCEEDS(zrg_selection_split(selection, 7, by, bounds, report));
        CHECK_U64(bounds[0], 0);
        CHECK_U64(bounds[7], TRILLIONS);
        for (w = 0; w < 7; w++) {
            uint64_t share = bounds[w + 1] - bounds[w];
            CHECK(share == TRILLIONS / 7 || share == TRILLIONS / 7 + 1);
        }
    }
    SUCCEEDS(zrg_selection_chunk_ranges(selection, 0, 0, ranges, 3, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(ranges[0].first, 0);
    CHECK_U64(ranges[0].count, TRILLIONS);
    SUCCEEDS(zrg_selection_chunk_ranges(selection, 0, TRILLIONS / 2 + 3, ranges, 3, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(ranges[0].first, TRILLIONS / 2 + 3);
    CHECK_U64(ranges[0].count, TRILLIONS / 2 - 3);
    SUCCEEDS(zrg_selection_chunk_ranges(selection, 0, TRILLIONS, ranges, 3, &count, &next, report));
    CHECK_U64(count, 0);

    /* A list and a part of it, at the far end. */
    SUCCEEDS(zrg_selection_with_indices(selection, 0, far, 4, ZRG_INDEX_WRAP, &made, report));
    SUCCEEDS(zrg_selection_chunk_ranges(made, 1, 0, ranges, 3, &count, &next, report));
    CHECK_U64(count, 2);
    CHECK_U64(ranges[0].first, 7);
    CHECK_U64(ranges[0].count, 3);
    CHECK_U64(ranges[1].first, TRILLIONS - 1);
    CHECK_U64(ranges[1].count, 1);
    SUCCEEDS(zrg_selection_split(made, 2, ZRG_SPLIT_ELEMENTS, bounds, report));
    CHECK_U64(bounds[1], 2); /* 7 and 9, then the last chunk twice */
    SUCCEEDS(zrg_selection_inner(made, 2, 1, &one, &inner, report));
    SUCCEEDS(zrg_selection_parts(inner, 1, 0, NULL, chunks, NULL, 1, &count, report));
    CHECK_U64(chunks[0], 0);
    zrg_selection_free(inner);
    zrg_selection_free(made);
    zrg_selection_free(selection);

    /* A step over chunks: with gaps of 2 one range, without as many as there are elements. */
    SUCCEEDS(zrg_selection_from_slices(grid, 1, &every_third, &selection, report));
    for (w = 0; w < COUNT_OF(gaps); w++) {
        SUCCEEDS(zrg_selection_chunk_ranges(selection, gaps[w], 0, ranges, 3, &count, &next, report));
        CHECK_U64(count, 1);
        CHECK_U64(ranges[0].first, 2);
        CHECK_U64(ranges[0].count, TRILLIONS / 3 * 3 - 2);
    }
    SUCCEEDS(zrg_selection_chunk_ranges(selection, 1, TRILLIONS / 2, ranges, 3, &count, &next, report));
    CHECK_U64(count, 3);
    CHECK_U64(ranges[0].first, TRILLIONS / 2); /* 5 * 10^14 is 2 more than a multiple of 3 */
    CHECK_U64(ranges[0].count, 1);
    CHECK_U64(ranges[2].first, TRILLIONS / 2 + 6);
    SUCCEEDS(zrg_selection_split(selection, 3, ZRG_SPLIT_ELEMENTS, bounds, report));
    CHECK_U64(bounds[1], TRILLIONS / 9);
    CHECK_U64(bounds[3], TRILLIONS / 3);
    zrg_selection_free(selection);
    SUCCEEDS(zrg_selection_from_slices(grid, 1, &backwards, &selection, report));
    SUCCEEDS(zrg_selection_chunk_ranges(selection, 1, 0, ranges, 3, &count, &next, report));
    CHECK_U64(count, 1);
    CHECK_U64(ranges[0].first, 1);
    CHECK_U64(ranges[0].count, TRILLIONS - 1);
    zrg_selection_free(selection);
    zrg_grid_free(grid);

    /* 10^30 chunks: those whose numbers fit can be had, and no others. */
    {
        static const uint64_t square[2] = {TRILLIONS, TRILLIONS};
        static const zrg_slice low[2] = {{0, 2, 1}, {0, TRILLIONS, 1}}, high[2] = {{TRILLIONS - 1, 1, 1}, {0, 2, 1}};
        static const int64_t corner[4] = {(int64_t)TRILLIONS - 1, (int64_t)TRILLIONS - 1, 0, 5};
        grid = grid_of_shapes(2, square, "[[[1, 1000000000000000]], 1]");
        SUCCEEDS(zrg_selection_from_slices(grid, 2, low, &selection, report));
        SUCCEEDS(zrg_selection_chunk_ranges(selection, 0, 0, ranges, 3, &count, &next, report));
        CHECK_U64(count, 1);
        CHECK_U64(ranges[0].count, 2 * TRILLIONS);
        zrg_selection_free(selection);
        SUCCEEDS(zrg_selection_from_slices(grid, 2, high, &selection, report));
        WIPE(ranges);
        WIPE(count);
        FAILS(ZRG_ERROR_RANGE, zrg_selection_chunk_ranges(selection, 0, 0, ranges, 3, &count, &next, report));
        FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_NONE, UINT64_MAX - 1);
        CHECK_UNTOUCHED(ranges);
        CHECK_UNTOUCHED(count);
        zrg_selection_free(selection);
        SUCCEEDS(zrg_selection_from_points(grid, 2, 2, 2, 1, corner, 4, 0, &selection, report));
        SUCCEEDS(zrg_selection_chunk_ranges(selection, 0, 0, ranges, 3, &count, &next, report));
        CHECK_U64(count, 1); /* the page ends before what does not fit, and the next says so */
        CHECK_U64(ranges[0].first, 5);
        FAILS(ZRG_ERROR_RANGE, zrg_selection_chunk_ranges(selection, 0, 6, ranges, 3, &count, &next, report));
        zrg_selection_free(selection);
        selection = all_of(grid, 2, square);
        WIPE(bounds);
        FAILS(ZRG_ERROR_RANGE, zrg_selection_split(selection, 3, ZRG_SPLIT_PARTS, bounds, report));
        FAILS(ZRG_ERROR_RANGE, zrg_selection_split(selection, 3, ZRG_SPLIT_ELEMENTS, bounds, report));
        CHECK_UNTOUCHED(bounds);
        SUCCEEDS(zrg_selection_with_indices(selection, 0, corner, 2, 0, &made, report));
        SUCCEEDS(zrg_selection_split(made, 2, ZRG_SPLIT_ELEMENTS, bounds, report));
        CHECK_U64(bounds[1], TRILLIONS / 2);
        CHECK_U64(bounds[2], TRILLIONS);
        zrg_selection_free(made);
        zrg_selection_free(selection);
        zrg_grid_free(grid);
    }

    /* Few chunks of as many elements as there can be: shares by elements count past 64 bits. */
    {
        static const uint64_t cube[3] = {ZRG_MAX_EXTENT, ZRG_MAX_EXTENT, 4};
        grid = grid_of_shapes(3, cube, "[9223372036854775807, 9223372036854775807, [1, 1, 2]]");
        selection = all_of(grid, 3, cube);
        SUCCEEDS(zrg_selection_split(selection, 2, ZRG_SPLIT_ELEMENTS, bounds, report));
        CHECK_U64(bounds[1], 2);
        CHECK_U64(bounds[2], 3);
        zrg_selection_free(selection);
        zrg_grid_free(grid);
    }
    {
        static const uint64_t cube[3] = {ZRG_MAX_EXTENT, ZRG_MAX_EXTENT, ZRG_MAX_EXTENT};
        static const uint64_t chunk[3] = {0, 0, 0};
        grid = grid_of_shapes(3, cube, "[9223372036854775807, 9223372036854775807, 9223372036854775807]");
        selection = all_of(grid, 3, cube);
        FAILS(ZRG_ERROR_RANGE, zrg_selection_split(selection, 2, ZRG_SPLIT_ELEMENTS, bounds, report));
        SUCCEEDS(zrg_selection_split(selection, 2, ZRG_SPLIT_PARTS, bounds, report));
        SUCCEEDS(zrg_selection_find_part(selection, 3, chunk, &found, report));
        CHECK_U64(found, 0);
        zrg_selection_free(selection);
        zrg_grid_free(grid);
    }
}

int main(void)
{
    test_random();
    test_indices_by_hand();
    test_refused_indices();
    test_refused_masks();
    test_refused_bases();
    test_refused_parts();
    test_refused_queries();
    test_empty();
    test_rank_0();
    test_huge();
    return check_report("lists");
}
