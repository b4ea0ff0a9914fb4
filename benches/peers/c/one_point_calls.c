/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loops of a C program that calls a shared library, one call a point. Each returns a sum of what it was told, so that
 * nothing is left out. */
#include <zrg/zrg.h>

typedef uint32_t version_number(void);
typedef zrg_status locate(const zrg_grid *, size_t, const uint64_t *, uint64_t *, uint64_t *, zrg_error *);

/* The least that a call costs: no argument, nothing to do. */
uint64_t call_version_number(version_number *function, size_t count)
{
    uint64_t sum = 0;
    size_t i;
    for (i = 0; i < count; i++)
        sum += function();
    return sum;
}

uint64_t call_locate(locate *function, const zrg_grid *grid, const uint64_t *points, size_t count, zrg_error *error)
{
    uint64_t sum = 0, chunk, within;
    size_t i;
    for (i = 0; i < count; i++) {
        if (function(grid, 1, &points[i], &chunk, &within, error) != ZRG_OK)
            return ZRG_NONE;
        sum += chunk + within;
    }
    return sum;
}

/* Without a library: a binary search, which the compiler puts into the loop. */
uint64_t search_inlined(const uint64_t *sums, size_t length, const uint64_t *points, size_t count)
{
    uint64_t sum = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        size_t low = 0, high = length; /* sums[low] <= point, and sums[high] is past it */
        while (high - low > 1) {
            const size_t middle = low + (high - low) / 2;
            if (sums[middle] <= points[i])
                low = middle;
            else
                high = middle;
        }
        sum += low + (points[i] - sums[low]);
    }
    return sum;
}
