/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A window on a Zarr array: opened, planned by zrg, and its parts brought into place.
 *
 * Every function that can fail says why on stderr and returns 0. */
#ifndef WINDOW_H
#define WINDOW_H

#include "array_file.h"

#include <zrg/zrg.h>

typedef struct window {
    const char *folder;              /* of the array */
    void *json;                      /* its zarr.json */
    size_t json_size;
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

/* A chunk as it lies in its file; no bytes where there is no file. */
typedef struct stored_chunk {
    char key[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)];
    void *bytes; /* to be freed */
    size_t size;
} stored_chunk;

/* Reads the chunk of this index. A file of more than `limit` elements is refused. */
int read_chunk(const window *w, const uint64_t *index, uint64_t limit, size_t element_size, stored_chunk *chunk);

/* Moves a part's elements from its decoded chunk to their places in the result: or the fill value, where the chunk is
 * NULL. `what` is named where it fails. */
int take_part(const zrg_selection *selection, uint64_t part, const element_type *type, const char *what,
              const void *chunk, size_t chunk_size, void *result, size_t result_size);

/* One complaint with zrg's own words. Returns 0, as complain does. */
int refuse(const char *what, const zrg_error *error);

#endif
