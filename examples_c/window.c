/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See window.h. */
#include "window.h"

#include "complain.h"
#include "slice_text.h"

#include <stdlib.h>
#include <string.h>

/* What is wrong with a document that zrg does not take: in zrg's words, unless it is not an array's at all. */
static int explain_document(window *w, const zrg_error *error)
{
    const char *type = NULL;
    if (document_parse(&w->document))
        type = cJSON_GetStringValue(document_member(&w->document, "node_type"));
    if (type && strcmp(type, "group") == 0)
        return complain("%s: is a group, which holds arrays and no elements; give the directory of one of its arrays, as in "
                        "%s/NAME", w->document.path, w->folder);
    return refuse(w->document.path, error);
}

static int open_grid(window *w)
{
    zrg_error error;
    if (zrg_grid_from_array_json((const char *)w->document.stored.bytes, w->document.stored.size, NULL, &w->grid, &w->keys, &error))
        return explain_document(w, &error);
    w->rank = zrg_grid_rank(w->grid);
    return 1;
}

/* A slice for each axis: as given, or all of it. */
static int read_slices(window *w, size_t text_count, char **texts)
{
    uint64_t extents[ZRG_MAX_RANK];
    zrg_error error;
    size_t axis;
    if (zrg_grid_shape(w->grid, w->rank, extents, &error))
        return refuse(w->document.path, &error);
    if (text_count != 0 && text_count != w->rank)
        return complain("%s: the array has %lu %s, and %lu %s given; " ONE_SLICE_AN_AXIS, w->folder, (unsigned long)w->rank,
                        w->rank == 1 ? "axis" : "axes", (unsigned long)text_count,
                        text_count == 1 ? "slice was" : "slices were");
    for (axis = 0; axis < w->rank; axis++)
        if (!slice_from_text(text_count ? texts[axis] : ":", axis, extents[axis], &w->slices[axis]))
            return 0;
    return 1;
}

static int plan(window *w)
{
    zrg_error error;
    if (zrg_selection_from_slices(w->grid, w->rank, w->slices, &w->selection, &error) ||
        zrg_selection_shape(w->selection, w->rank, w->shape, &error))
        return refuse(w->folder, &error);
    return 1;
}

int window_open(window *w, const char *folder, size_t text_count, char **texts)
{
    memset(w, 0, sizeof *w);
    w->folder = folder;
    return document_load(&w->document, folder) && open_grid(w) && read_slices(w, text_count, texts) && plan(w);
}

void window_close(window *w)
{
    zrg_selection_free(w->selection);
    zrg_grid_free(w->grid);
    document_free(&w->document);
}

void *window_memory(const window *w, size_t element_size, size_t *size)
{
    uint64_t bytes = element_size;
    size_t axis;
    void *memory;
    for (axis = 0; axis < w->rank; axis++)
        bytes = w->shape[axis] == 0 ? 0 : bytes;
    for (axis = 0; axis < w->rank && bytes > 0; axis++) {
        if (w->shape[axis] > BYTES_MAX / bytes) {
            complain("%s: the window is too large: at most 1 GiB is read at once; give smaller slices", w->folder);
            return NULL;
        }
        bytes *= w->shape[axis];
    }
    *size = (size_t)bytes;
    if (!(memory = calloc(1, *size > 0 ? *size : 1)))
        complain("%s: the window is too large for memory; give smaller slices", w->folder);
    return memory;
}
