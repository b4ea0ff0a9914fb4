/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a window of a Zarr v3 array with several MPI ranks, and compares it with the window as one of them reads it alone:
 *
 *     mpirun -np 4 read_parallel ARRAY_DIR [SLICE ...]
 *
 * (mpirun keeps a lone : for itself; 0: says the same.)
 *
 * zrg_selection_split cuts the parts of the window into as many shares as there are ranks, by parts and then by elements.
 * Each rank knows all shares, so that nothing is sent before reading; no two shares meet in a chunk, so that each file is
 * read once. Afterwards rank 0 puts the elements together. */
#include "checksum.h"
#include "complain.h"
#include "read_parts.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank_here, rank_count;

/* Whether all is well with every rank: nobody waits for one that has given up. */
static int everywhere_ok(int ok)
{
    MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return ok;
}

/* Reads the parts [first, end) to their places in the window, and in `taken` sets a byte for each element that they are. */
static int read_share(const window *w, const array_format *format, uint64_t first, uint64_t end, void *elements, size_t size,
                      unsigned char *taken)
{
    static const unsigned char one = 1;
    if (!read_parts(w, format, first, end, elements, size))
        return 0;
    for (; first < end; first++)
        if (!fill_part(w->selection, first, &one, 1, taken, size / format->type.size, w->folder))
            return 0;
    return 1;
}

/* Reads the window by shares; on rank 0 it is whole afterwards, and proven to hold each element from one rank only. */
static int read_by_shares(const window *w, const array_format *format, const uint64_t *bounds, void *whole, size_t size)
{
    size_t count = size / format->type.size, i;
    void *elements = calloc(1, size + 1);
    unsigned char *taken = calloc(1, count + 1), *times = calloc(1, count + 1);
    int ok = (elements && taken && times) || complain("out of memory");
    ok = everywhere_ok(ok && read_share(w, format, bounds[rank_here], bounds[rank_here + 1], elements, size, taken));
    if (ok) { /* what a rank did not read is 0 there */
        MPI_Reduce(elements, whole, (int)size, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD);
        MPI_Reduce(taken, times, (int)count, MPI_UNSIGNED_CHAR, MPI_SUM, 0, MPI_COMM_WORLD);
        for (i = 0; rank_here == 0 && ok && i < count; i++)
            if (times[i] != 1)
                ok = complain("element %lu of the window was read by %d ranks", (unsigned long)i, times[i]);
    }
    free(times);
    free(taken);
    free(elements);
    return everywhere_ok(ok);
}

static uint32_t checksum(const element_type *type, void *elements, size_t size)
{
    to_little_endian(type, elements, size);
    return crc32_of(elements, size);
}

/* Both ways to share, and the window as rank 0 reads it alone. */
static int compare(const window *w, const array_format *format, void *whole, size_t size, uint64_t *bounds)
{
    static const uint32_t ways[2] = {ZRG_SPLIT_PARTS, ZRG_SPLIT_ELEMENTS};
    uint32_t shared[2] = {0, 0}, alone = 0;
    unsigned char *taken = calloc(1, size / format->type.size + 1);
    uint64_t largest[2] = {0, 0}, parts;
    zrg_error error;
    int way, share, ok = everywhere_ok(taken != NULL || complain("out of memory"));
    for (way = 0; way < 2 && ok; way++) {
        ok = zrg_selection_split(w->selection, (size_t)rank_count, ways[way], bounds, &error) ? refuse("shares", &error) : 1;
        ok = everywhere_ok(ok) && read_by_shares(w, format, bounds, whole, size);
        shared[way] = ok ? checksum(&format->type, whole, size) : 0;
        for (share = 0; ok && share < rank_count; share++)
            largest[way] = bounds[share + 1] - bounds[share] > largest[way] ? bounds[share + 1] - bounds[share] : largest[way];
    }
    if (ok && rank_here == 0) {
        parts = bounds[rank_count];
        memset(whole, 0, size);
        ok = read_share(w, format, 0, parts, whole, size, taken);
        alone = checksum(&format->type, whole, size);
        if (ok && (shared[0] != alone || shared[1] != alone))
            ok = complain("crc32 %08" PRIx32 " by parts, %08" PRIx32 " by elements, and %08" PRIx32 " when read alone",
                          shared[0], shared[1], alone);
        if (ok)
            printf("crc32 %08" PRIx32 " by %d ranks as by one alone (%" PRIu64 " parts; to a rank at most %" PRIu64
                   ", or %" PRIu64 " when shared by elements)\n", alone, rank_count, parts, largest[0], largest[1]);
    }
    free(taken);
    return everywhere_ok(ok);
}

int main(int argc, char **argv)
{
    window w = {0};
    array_format format;
    uint64_t *bounds;
    void *whole = NULL;
    size_t size = 0;
    int ok;
    program_name = "read_parallel";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_here);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    bounds = calloc((size_t)rank_count + 1, sizeof *bounds);
    ok = bounds != NULL || complain("out of memory");
    if (ok && argc < 2)
        ok = complain("usage: mpirun -np RANKS read_parallel ARRAY_DIR [SLICE ...]");
    ok = ok && window_open(&w, argv[1], (size_t)argc - 2, argv + 2) &&
         format_from_document(&w.document, w.rank, &format) &&
         (whole = window_memory(&w, format.type.size, &size)) != NULL;
    ok = everywhere_ok(ok) && compare(&w, &format, whole, size, bounds);
    free(whole);
    free(bounds);
    window_close(&w);
    MPI_Finalize();
    return ok ? 0 : 1;
}
