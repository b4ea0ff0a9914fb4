/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many threads, one grid and one selection: every answer right, every error its caller's own, and the last owner, whoever
 * that is, the only one who takes anything away. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "oracle.h"

#include <pthread.h>

enum { THREADS = 8, RANK = 3, POINTS = 64, ROUNDS = 40, RACES = 200 };

/* What the threads share. They only read it; checks are made by the main thread, since counting is not thread-safe. */
typedef struct shared {
    const zrg_grid *grid;
    const zrg_selection *selection;
    const oracle *plain;
    uint64_t points[POINTS][RANK], chunks[POINTS][RANK], withins[POINTS][RANK];
    uint64_t parts;
    zrg_part *all_parts; /* as one thread alone got them */
    uint64_t *all_chunks;
} shared;

/* All threads start at once, so that they meet. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_opens = PTHREAD_COND_INITIALIZER;
static int waiting, rounds_started;

static void wait_for_all(void)
{
    int round;
    pthread_mutex_lock(&gate);
    round = rounds_started;
    if (++waiting == THREADS) {
        waiting = 0;
        rounds_started++;
        pthread_cond_broadcast(&gate_opens);
    }
    while (round == rounds_started) pthread_cond_wait(&gate_opens, &gate);
    pthread_mutex_unlock(&gate);
}

/* ---- asking ---- */

typedef struct asker {
    const shared *all;
    unsigned number;
    unsigned long wrong, asked;
} asker;

#define EXPECT(condition) ((void)(me->asked++, (condition) || me->wrong++))

static void ask_points(asker *me, const zrg_grid *grid, unsigned from)
{
    const shared *all = me->all;
    uint64_t chunk[RANK], within[RANK], chunks[POINTS * RANK];
    zrg_error error;
    unsigned i;
    for (i = 0; i < POINTS; i++) {
        unsigned k = (from + i) % POINTS;
        EXPECT(zrg_grid_locate(grid, RANK, all->points[k], chunk, within, &error) == ZRG_OK);
        EXPECT(memcmp(chunk, all->chunks[k], sizeof chunk) == 0);
        EXPECT(memcmp(within, all->withins[k], sizeof within) == 0);
    }
    EXPECT(zrg_grid_locate_many(grid, RANK, POINTS, RANK, 1, all->points[0], chunks, NULL, POINTS * RANK, NULL) ==
           ZRG_OK);
    EXPECT(memcmp(chunks, all->chunks, sizeof chunks) == 0);
}

/* Each thread makes a mistake of its own, and must read of that one. */
static void ask_wrongly(asker *me, const zrg_grid *grid)
{
    uint64_t index[RANK] = {0}, chunk[RANK];
    zrg_error error;
    memset(&error, 0, sizeof error);
    index[me->number % RANK] = 1000 + me->number;
    EXPECT(zrg_grid_locate(grid, RANK, index, chunk, NULL, &error) == ZRG_ERROR_BOUNDS);
    EXPECT(error.code == ZRG_ERROR_BOUNDS && error.axis == (int32_t)(me->number % RANK));
    EXPECT(error.value == 1000 + me->number && error.limit == me->all->plain->shape[me->number % RANK]);
}

static void ask_parts(asker *me, const zrg_selection *selection, uint64_t first)
{
    const shared *all = me->all;
    zrg_part parts[5];
    uint64_t chunks[5 * RANK];
    size_t count, i;
    EXPECT(zrg_selection_parts(selection, RANK, first, parts, chunks, NULL, 5, &count, NULL) == ZRG_OK);
    EXPECT(count == (all->parts - first < 5 ? all->parts - first : 5));
    for (i = 0; i < count && i < 5; i++) {
        uint64_t part = 0;
        EXPECT(memcmp(&parts[i], &all->all_parts[first + i], sizeof parts[i]) == 0);
        EXPECT(memcmp(&chunks[i * RANK], &all->all_chunks[(first + i) * RANK], RANK * sizeof *chunks) == 0);
        EXPECT(zrg_selection_find_part(selection, RANK, &chunks[i * RANK], &part, NULL) == ZRG_OK && part == first + i);
    }
}

static void *ask(void *argument)
{
    asker *me = (asker *)argument;
    unsigned round;
    wait_for_all();
    for (round = 0; round < ROUNDS; round++) {
        zrg_grid *same = NULL;
        zrg_selection *again = NULL, *own = NULL;
        zrg_slice slices[RANK];
        uint64_t parts = 0;
        size_t a;
        ask_points(me, me->all->grid, round + me->number);
        ask_wrongly(me, me->all->grid);
        ask_parts(me, me->all->selection, (round * 7 + me->number) % me->all->parts);
        /* Handles of its own, come and gone while the others ask. */
        EXPECT(zrg_grid_clone(me->all->grid, &same, NULL) == ZRG_OK);
        EXPECT(zrg_selection_clone(me->all->selection, &again, NULL) == ZRG_OK);
        for (a = 0; a < RANK; a++) {
            slices[a].start = 0;
            slices[a].count = me->all->plain->shape[a];
            slices[a].step = 1;
        }
        EXPECT(zrg_selection_from_slices(same, RANK, slices, &own, NULL) == ZRG_OK);
        zrg_grid_free(same);
        EXPECT(zrg_selection_part_count(own, &parts, NULL) == ZRG_OK && parts == me->all->parts);
        ask_parts(me, own, round % me->all->parts);
        ask_parts(me, again, me->number % me->all->parts);
        zrg_selection_free(again);
        zrg_selection_free(own);
    }
    return NULL;
}

static void run_all(void *(*body)(void *), void *arguments, size_t size)
{
    pthread_t threads[THREADS];
    int i;
    for (i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, body, (char *)arguments + (size_t)i * size) == 0);
    for (i = 0; i < THREADS; i++) REQUIRE(pthread_join(threads[i], NULL) == 0);
}

static void test_asking(void)
{
    oracle plain;
    shared all;
    asker askers[THREADS];
    zrg_grid *grid;
    zrg_selection *selection = NULL;
    zrg_slice slices[RANK];
    size_t i, a, count;
    do oracle_make(&plain, RANK);
    while (oracle_product(RANK, plain.shape) < 200);
    grid = oracle_grid(&plain);
    for (a = 0; a < RANK; a++) {
        slices[a].start = plain.shape[a] - 1; /* all of it, backwards */
        slices[a].count = plain.shape[a];
        slices[a].step = -1;
    }
    SUCCEEDS(zrg_selection_from_slices(grid, RANK, slices, &selection, report));
    memset(&all, 0, sizeof all);
    all.grid = grid;
    all.selection = selection;
    all.plain = &plain;
    for (i = 0; i < POINTS; i++)
        for (a = 0; a < RANK; a++) {
            all.points[i][a] = oracle_random(plain.shape[a]);
            all.chunks[i][a] = oracle_chunk(&plain.axes[a], all.points[i][a]);
            all.withins[i][a] = all.points[i][a] - oracle_origin(&plain.axes[a], all.chunks[i][a]);
        }
    SUCCEEDS(zrg_selection_part_count(selection, &all.parts, report));
    REQUIRE(all.parts > 0);
    all.all_parts = malloc((size_t)all.parts * sizeof *all.all_parts);
    all.all_chunks = malloc((size_t)all.parts * RANK * sizeof *all.all_chunks);
    REQUIRE(all.all_parts && all.all_chunks);
    SUCCEEDS(zrg_selection_parts(selection, RANK, 0, all.all_parts, all.all_chunks, NULL, (size_t)all.parts, &count,
                                 report));
    CHECK_U64(count, all.parts);

    for (i = 0; i < THREADS; i++) {
        askers[i].all = &all;
        askers[i].number = (unsigned)i;
        askers[i].wrong = askers[i].asked = 0;
    }
    run_all(ask, askers, sizeof askers[0]);
    for (i = 0; i < THREADS; i++) {
        CHECK_U64(askers[i].wrong, 0);
        CHECK(askers[i].asked > ROUNDS * POINTS);
    }
    free(all.all_parts);
    free(all.all_chunks);
    zrg_selection_free(selection);
    zrg_grid_free(grid);
}

/* ---- freeing ---- */

typedef struct owner {
    zrg_grid *grids[RACES]; /* the last or not the last, nobody knows before */
    zrg_selection *selections[RACES];
    unsigned long wrong;
} owner;

static void *free_all(void *argument)
{
    owner *me = (owner *)argument;
    int i;
    for (i = 0; i < RACES; i++) {
        uint64_t parts = 0;
        if (i % 10 == 0) wait_for_all();
        if (i % 2) zrg_grid_free(me->grids[i]);
        /* Still alive, as long as this one is. */
        if (zrg_selection_part_count(me->selections[i], &parts, NULL) != ZRG_OK || parts != 4) me->wrong++;
        zrg_selection_free(me->selections[i]);
        if (i % 2 == 0) {
            if (zrg_grid_rank(me->grids[i]) != 1) me->wrong++;
            zrg_grid_free(me->grids[i]);
        }
    }
    return NULL;
}

/* Each thread owns handles of the same grids and selections; valgrind sees what is freed twice or never. */
static void test_freeing(void)
{
    static const uint64_t shape[1] = {10};
    static const zrg_slice slice = {0, 10, 1};
    static owner owners[THREADS];
    int i, t;
    for (i = 0; i < RACES; i++) {
        owners[0].grids[i] = grid_of_shapes(1, shape, "[[[1, 2], 3, 5, 7]]");
        owners[0].selections[i] = NULL;
        SUCCEEDS(zrg_selection_from_slices(owners[0].grids[i], 1, &slice, &owners[0].selections[i], report));
        for (t = 1; t < THREADS; t++) {
            SUCCEEDS(zrg_grid_clone(owners[0].grids[i], &owners[t].grids[i], report));
            SUCCEEDS(zrg_selection_clone(owners[0].selections[i], &owners[t].selections[i], report));
        }
    }
    run_all(free_all, owners, sizeof owners[0]);
    for (t = 0; t < THREADS; t++) CHECK_U64(owners[t].wrong, 0);
}

int main(void)
{
    test_asking();
    test_freeing();
    return check_report("threads");
}
