/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a window of a Zarr v3 array. What zrg does in a reader: it opens the grid and turns slices into a selection
 * (window_open in window.c); here the parts of that are asked for by page; each has the key of its chunk's file
 * (read_chunk), and its elements are moved into place (take_part). Data types, fill values and files are in array_file.c,
 * the command line and all that is printed in reader.c. */
#include "reader.h"

#include <stdlib.h>

enum { PAGE = 64 };

/* Copies each part of the window to its place: what the chunk's file holds, or the fill value where there is no file. */
static int read_parts(const window *w, const element_type *type, void *elements, size_t size)
{
    zrg_part parts[PAGE];
    uint64_t chunks[PAGE * ZRG_MAX_RANK], first;
    stored_chunk chunk;
    size_t count, i;
    zrg_error error;
    int ok;
    for (first = 0;; first += count) {
        if (zrg_selection_parts(w->selection, w->rank, first, parts, chunks, NULL, PAGE, &count, &error))
            return refuse("plan", &error);
        if (count == 0)
            return 1;
        for (i = 0; i < count; i++) {
            ok = read_chunk(w, chunks + i * w->rank, parts[i].decoded, type->size, &chunk) &&
                 take_part(w->selection, first + i, type, chunk.key, chunk.bytes, chunk.size, elements, size);
            free(chunk.bytes);
            if (!ok)
                return 0;
        }
    }
}

static int read_window(const window *w, element_type *type, void **elements, size_t *size)
{
    return element_type_from_json(w->json, w->json_size, type) &&
           (*elements = window_memory(w, type->size, size)) != NULL && read_parts(w, type, *elements, *size);
}

int main(int argc, char **argv)
{
    return reader_main(argc, argv, "read_window", "Reads a window of the Zarr v3 array in ARRAY_DIR", read_window);
}
