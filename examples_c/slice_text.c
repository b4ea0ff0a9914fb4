/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See slice_text.h. zrg_slice_from_bounds knows Python's rules; what is left to do is to find the numbers. */
#include "slice_text.h"

#include "complain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reads one number and steps over it; an empty one is left out. Python lets bounds be as large as they like, and strtoll
 * stops at the last that there are, which selects the same. */
static int read_bound(const char **text, int64_t *bound)
{
    char *end;
    *bound = ZRG_OMITTED;
    if (**text == ':' || **text == '\0')
        return 1;
    if (!strchr("+-0123456789", **text)) /* strtoll would skip white space */
        return 0;
    *bound = strtoll(*text, &end, 10);
    if (*bound == ZRG_OMITTED)
        *bound = ZRG_OMITTED + 1;
    if (end == *text || (*end != ':' && *end != '\0'))
        return 0;
    *text = end;
    return 1;
}

int slice_from_text(const char *text, size_t axis, uint64_t extent, zrg_slice *slice)
{
    int64_t bounds[3] = {ZRG_OMITTED, ZRG_OMITTED, ZRG_OMITTED}; /* start, stop, step */
    const char *at = text;
    zrg_error error;
    int n;
    for (n = 0; n < 3 && read_bound(&at, &bounds[n]) && *at == ':'; n++)
        at++;
    if (n == 3 || *at != '\0' || *text == '\0')
        return complain("axis %lu: cannot read the slice '%s'; " ONE_SLICE_AN_AXIS, (unsigned long)axis, text);
    if (n > 0) {
        if (zrg_slice_from_bounds(extent, bounds[0], bounds[1], bounds[2], slice, &error))
            return complain("axis %lu: %s: %s", (unsigned long)axis, text, error.message);
        return 1;
    }
    slice->start = (uint64_t)bounds[0] + (bounds[0] < 0 ? extent : 0);
    slice->count = 1;
    slice->step = 1;
    if (slice->start >= extent)
        return complain("axis %lu: %s lies outside its %" PRIu64 " elements", (unsigned long)axis, text, extent);
    return 1;
}
