/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a window of a Zarr v3 array. What zrg does in a reader is all here: open the grid, turn slices into a selection,
 * ask for its parts by page, encode each chunk's key, copy each chunk's share into place. Data types, fill values and
 * files are in array_file.c, the slices of the command line in slice_text.c, the picture of --plan in show_plan.c. */
#include "array_file.h"
#include "show_plan.h"
#include "slice_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zrg/zrg.h>

enum { PAGE = 64, VALUES_SHOWN = 400 };
#define WINDOW_MAX ((uint64_t)1 << 30) /* bytes; beyond, malloc may promise memory that is not there */

static const char usage[] =
    "usage: read_window [--plan] ARRAY_DIR [SLICE ...]\n"
    "Reads a window of the Zarr v3 array in ARRAY_DIR; prints its shape, the CRC-32 of its elements, and few values.\n"
    "SLICE  START:STOP:STEP by Python's rules, one per axis: 2:9, ::-1, -5: ... All elements when none is given.\n"
    "       A lone number N is N:N+1 (the axis stays), and must be inside the array.\n"
    "--plan prints the grid with the window on it and what each chunk gives to it; reads no chunk.\n";

/* One complaint with zrg's own words. Returns 0, as complain does. */
static int refuse(const char *what, const zrg_error *error)
{
    return complain("%s: %s", what, error->message);
}

/* Copies each part of the selection to its place in the window: what the chunk's file holds, or the fill value where
 * there is no file. */
static int read_parts(const char *folder, const element_type *type, const zrg_key_encoding *keys,
                      const zrg_selection *selection, size_t rank, void *window, size_t window_size)
{
    static const int64_t everywhere[ZRG_MAX_RANK]; /* strides of 0: the one fill element stands for the whole chunk */
    zrg_part parts[PAGE];
    uint64_t chunks[PAGE * ZRG_MAX_RANK], first;
    char key[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)];
    size_t count, length, size, limit, i;
    zrg_error error;
    zrg_status status;
    void *chunk;

    for (first = 0;; first += count) {
        if (zrg_selection_parts(selection, rank, first, PAGE, parts, chunks, NULL, &count, &error))
            return refuse("plan", &error);
        if (count == 0)
            return 1;
        for (i = 0; i < count; i++) {
            if (zrg_key_encode(keys, rank, chunks + i * rank, sizeof key, key, &length, &error))
                return refuse("key", &error);
            limit = parts[i].decoded <= SIZE_MAX / type->size ? (size_t)parts[i].decoded * type->size : SIZE_MAX;
            switch (read_file(folder, key, limit, &chunk, &size)) {
            case FILE_READ:
                status = zrg_selection_read_part(selection, first + i, type->size, chunk, size, 0, NULL,
                                                 window, window_size, 0, NULL, &error);
                free(chunk);
                break;
            case FILE_MISSING:
                status = zrg_selection_read_part(selection, first + i, type->size, type->fill, type->size, 0, everywhere,
                                                 window, window_size, 0, NULL, &error);
                break;
            default:
                return 0;
            }
            if (status)
                return refuse(key, &error);
        }
    }
}

static void print_shape(size_t rank, const uint64_t *shape)
{
    size_t axis;
    printf("shape");
    for (axis = 0; axis < rank; axis++)
        printf(" %" PRIu64, shape[axis]);
    printf("\n");
}

/* Reads the whole window into memory and prints what is in it. */
static int show_window(const char *folder, const element_type *type, const zrg_key_encoding *keys,
                       const zrg_selection *selection, size_t rank, const uint64_t *shape)
{
    uint64_t elements = 1;
    size_t size, axis;
    void *window;
    int ok;
    for (axis = 0; axis < rank; axis++)
        elements = shape[axis] == 0 ? 0 : elements;
    for (axis = 0; axis < rank && elements > 0; axis++) {
        if (shape[axis] > WINDOW_MAX / type->size / elements)
            return complain("the window is too large: this example takes up to 1 GiB");
        elements *= shape[axis];
    }
    size = (size_t)elements * type->size;
    if (!(window = malloc(size > 0 ? size : 1)))
        return complain("the window is too large for memory");
    if ((ok = read_parts(folder, type, keys, selection, rank, window, size))) {
        to_little_endian(type, window, size);
        print_shape(rank, shape);
        printf("crc32 %08" PRIx32 "\n", crc32_of(window, size));
        if (elements <= VALUES_SHOWN)
            print_values(type, rank, shape, window);
    }
    free(window);
    return ok;
}

/* The whole job. texts: as many slices as the array has axes, or none. */
static int read_window(const char *folder, size_t text_count, char **texts, int plan)
{
    zrg_grid *grid = NULL;
    zrg_selection *selection = NULL;
    zrg_key_encoding keys;
    zrg_slice slices[ZRG_MAX_RANK];
    uint64_t shape[ZRG_MAX_RANK];
    element_type type;
    zrg_error error;
    void *json = NULL;
    size_t json_size, rank, axis;
    file_state state = read_file(folder, "zarr.json", SIZE_MAX, &json, &json_size);
    int ok = 0;

    if (state != FILE_READ)
        return state == FILE_MISSING ? complain("%s/zarr.json: no such file", folder) : 0;
    if (zrg_grid_from_array_json(json, json_size, NULL, &grid, &keys, &error)) {
        refuse("zarr.json", &error);
        goto done;
    }
    rank = zrg_grid_rank(grid);
    if (zrg_grid_shape(grid, rank, shape, &error)) {
        refuse("shape", &error);
        goto done;
    }
    if (text_count != 0 && text_count != rank) {
        complain("the array has %lu axes, and %lu slices were given", (unsigned long)rank, (unsigned long)text_count);
        goto done;
    }
    for (axis = 0; axis < rank; axis++)
        if (!slice_from_text(text_count ? texts[axis] : ":", axis, shape[axis], &slices[axis]))
            goto done;
    if (zrg_selection_from_slices(grid, rank, slices, &selection, &error) ||
        zrg_selection_shape(selection, ZRG_MAX_RANK, shape, &rank, &error)) {
        refuse("window", &error);
        goto done;
    }

    if (!plan) {
        ok = element_type_from_json(json, json_size, &type) &&
             show_window(folder, &type, &keys, selection, rank, shape);
    } else {
        print_shape(rank, shape);
        ok = !show_grid(grid, rank, slices, &error) && !show_parts(selection, rank, &keys, &error);
        if (!ok)
            refuse("plan", &error);
    }
done:
    zrg_selection_free(selection);
    zrg_grid_free(grid);
    free(json);
    return ok;
}

int main(int argc, char **argv)
{
    int plan = 0, i, kept = 1, ok;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return fputs(usage, stdout) < 0;
        if (strcmp(argv[i], "--plan") == 0)
            plan = 1;
        else
            argv[kept++] = argv[i];
    }
    if (kept < 2) {
        fputs(usage, stderr);
        return 1;
    }
    ok = read_window(argv[1], (size_t)kept - 2, argv + 2, plan);
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = complain("cannot write the answer: %s", strerror(errno));
    return ok ? 0 : 1;
}
