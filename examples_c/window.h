/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A window on a Zarr array: opened, and planned by zrg.
 *
 * Every function that can fail says why on stderr and returns 0. */
#ifndef WINDOW_H
#define WINDOW_H

#include "document.h"

#include <zrg/zrg.h>

typedef struct window {
    const char *folder;              /* of the array */
    document document;               /* its zarr.json */
    zrg_grid *grid;
    zrg_key_encoding keys;
    size_t rank;                     /* of array and window */
    zrg_slice slices[ZRG_MAX_RANK];
    zrg_selection *selection;        /* what the slices select */
    uint64_t shape[ZRG_MAX_RANK];    /* of the window */
} window;

/* Opens an array and plans the window of these slices (see slice_text.h): one for each axis, or none for all elements.
 * window_close() is due whatever comes of it. */
int window_open(window *w, const char *folder, size_t text_count, char **texts);
void window_close(window *w);

/* Memory for every element of the window, to be freed; NULL where that fails. */
void *window_memory(const window *w, size_t element_size, size_t *size);

#endif
