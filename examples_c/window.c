/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See window.h. zrg opens the grid, turns slices into a selection, names chunks, and moves elements. */
#include "window.h"

#include "slice_text.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW_MAX ((uint64_t)1 << 30) /* bytes; beyond, malloc may promise memory that is not there */

int refuse(const char *what, const zrg_error *error)
{
    return complain("%s: %s", what, error->message);
}

int window_open(window *w, const char *folder, size_t text_count, char **texts)
{
    uint64_t extents[ZRG_MAX_RANK];
    zrg_error error;
    size_t axis;
    memset(w, 0, sizeof *w);
    w->folder = folder;
    switch (read_file(folder, "zarr.json", SIZE_MAX, &w->json, &w->json_size)) {
    case FILE_READ:
        break;
    case FILE_MISSING:
        return complain("%s/zarr.json: no such file", folder);
    default:
        return 0;
    }
    if (zrg_grid_from_array_json(w->json, w->json_size, NULL, &w->grid, &w->keys, &error))
        return refuse("zarr.json", &error);
    w->rank = zrg_grid_rank(w->grid);
    if (zrg_grid_shape(w->grid, w->rank, extents, &error))
        return refuse("shape", &error);
    if (text_count != 0 && text_count != w->rank)
        return complain("the array has %lu axes, and %lu slices were given", (unsigned long)w->rank,
                        (unsigned long)text_count);
    for (axis = 0; axis < w->rank; axis++)
        if (!slice_from_text(text_count ? texts[axis] : ":", axis, extents[axis], &w->slices[axis]))
            return 0;
    if (zrg_selection_from_slices(w->grid, w->rank, w->slices, &w->selection, &error) ||
        zrg_selection_shape(w->selection, w->rank, w->shape, &error))
        return refuse("window", &error);
    return 1;
}

void window_close(window *w)
{
    zrg_selection_free(w->selection);
    zrg_grid_free(w->grid);
    free(w->json);
}

void *window_memory(const window *w, size_t element_size, size_t *size)
{
    uint64_t bytes = element_size;
    size_t axis;
    void *memory;
    for (axis = 0; axis < w->rank; axis++)
        bytes = w->shape[axis] == 0 ? 0 : bytes;
    for (axis = 0; axis < w->rank && bytes > 0; axis++) {
        if (w->shape[axis] > WINDOW_MAX / bytes) {
            complain("the window is too large: this example takes up to 1 GiB");
            return NULL;
        }
        bytes *= w->shape[axis];
    }
    *size = (size_t)bytes;
    if (!(memory = calloc(1, *size > 0 ? *size : 1)))
        complain("the window is too large for memory");
    return memory;
}

int read_chunk(const window *w, const uint64_t *index, uint64_t limit, size_t element_size, stored_chunk *chunk)
{
    size_t length, most = limit <= SIZE_MAX / element_size ? (size_t)limit * element_size : SIZE_MAX;
    zrg_error error;
    chunk->bytes = NULL;
    chunk->size = 0;
    if (zrg_key_encode(&w->keys, w->rank, index, chunk->key, sizeof chunk->key, &length, &error))
        return refuse("key", &error);
    return read_file(w->folder, chunk->key, most, &chunk->bytes, &chunk->size) != FILE_FAILED;
}

int take_part(const zrg_selection *selection, uint64_t part, const element_type *type, const char *what,
              const void *chunk, size_t chunk_size, void *result, size_t result_size)
{
    static const int64_t everywhere[ZRG_MAX_RANK]; /* strides of 0: the one fill element stands for the whole chunk */
    zrg_error error;
    zrg_status status;
    if (chunk)
        status = zrg_selection_read_part(selection, part, type->size, chunk, chunk_size, 0, NULL,
                                         result, result_size, 0, NULL, &error);
    else
        status = zrg_selection_read_part(selection, part, type->size, type->fill, type->size, 0, everywhere,
                                         result, result_size, 0, NULL, &error);
    return status ? refuse(what, &error) : 1;
}
