/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See reader.h. The picture of --plan is in show_plan.c. */
#include "reader.h"

#include "show_plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_SHOWN = 400 };

static int show_usage(FILE *to, const char *what)
{
    return fprintf(to,
                   "usage: %s [--plan] ARRAY_DIR [SLICE ...]\n"
                   "%s; prints its shape, the CRC-32 of its elements, and few values.\n"
                   "SLICE  START:STOP:STEP by Python's rules, one per axis: 2:9, ::-1, -5: ... All elements when none is given.\n"
                   "       A lone number N is N:N+1 (the axis stays), and must be inside the array.\n"
                   "--plan prints the grid with the window on it and what each chunk gives to it; reads no chunk.\n",
                   program_name, what) > 0;
}

static void show_shape(const window *w)
{
    size_t axis;
    printf("shape");
    for (axis = 0; axis < w->rank; axis++)
        printf(" %" PRIu64, w->shape[axis]);
    printf("\n");
}

static int show_plan(const window *w)
{
    zrg_error error;
    show_shape(w);
    if (show_grid(w->grid, w->rank, w->slices, &error) || show_parts(w->selection, w->rank, &w->keys, &error))
        return refuse("plan", &error);
    return 1;
}

static int show_elements(const window *w, read_elements read)
{
    element_type type;
    void *elements = NULL;
    size_t size;
    int ok = read(w, &type, &elements, &size);
    if (ok) {
        to_little_endian(&type, elements, size);
        show_shape(w);
        printf("crc32 %08" PRIx32 "\n", crc32_of(elements, size));
        if (size / type.size <= VALUES_SHOWN)
            print_values(&type, w->rank, w->shape, elements);
    }
    free(elements);
    return ok;
}

int reader_main(int argc, char **argv, const char *name, const char *what, read_elements read)
{
    int plan = 0, i, kept = 1, ok;
    window w;
    program_name = name;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return show_usage(stdout, what) ? 0 : 1;
        if (strcmp(argv[i], "--plan") == 0)
            plan = 1;
        else
            argv[kept++] = argv[i];
    }
    if (kept < 2) {
        show_usage(stderr, what);
        return 1;
    }
    ok = window_open(&w, argv[1], (size_t)kept - 2, argv + 2) && (plan ? show_plan(&w) : show_elements(&w, read));
    window_close(&w);
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = complain("cannot write the answer: %s", strerror(errno));
    return ok ? 0 : 1;
}
