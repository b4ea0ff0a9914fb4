/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a window of a Zarr v3 array. What zrg does in a reader: it opens the grid and plans the window (window.c), names
 * the chunks that the window needs and moves their elements into place (read_parts.c), inside of shards too (shard.c).
 * What else a reader needs is in files beside these: zarr.json (document.c, array_format.c), data types and fill values
 * (element.c), codecs (codec_chain.c, codecs.c) and bytes of files (byte_range.c). Here is the command line. */
#include "checksum.h"
#include "complain.h"
#include "print_values.h"
#include "read_parts.h"
#include "show_plan.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_SHOWN = 400 };

static const char usage[] =
    "usage: read_window [--plan] ARRAY_DIR [SLICE ...]\n"
    "Reads a window of the Zarr v3 array in ARRAY_DIR; prints its shape, the CRC-32 of its elements, and few values.\n"
    "SLICE  START:STOP:STEP by Python's rules, one per axis: 2:9, ::-1, -5: ... All elements when none is given.\n"
    "       A lone number N is N:N+1 (the axis stays), and must be inside the array.\n"
    "--plan prints the grid with the window on it and what each chunk gives to it; reads no chunk.\n"
    "Codecs: bytes, sharding_indexed, transpose, zstd, gzip and crc32c, in any order that the specification allows.\n";

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
        return refuse(w->folder, &error);
    return 1;
}

static void show_elements(const window *w, const element_type *type, void *elements, size_t size)
{
    size_t count = size / type->size;
    to_little_endian(type, elements, size);
    show_shape(w);
    printf("crc32 %08" PRIx32 "\n", crc32_of(elements, size));
    if (count <= VALUES_SHOWN)
        print_values(type, w->rank, w->shape, elements);
    else
        printf("(%lu values are too many to print: up to %d are; to see some, give smaller slices)\n",
               (unsigned long)count, VALUES_SHOWN);
}

static int read_and_show(window *w)
{
    array_format format;
    void *elements = NULL;
    size_t size;
    int ok = format_from_document(&w->document, w->rank, &format) &&
             (elements = window_memory(w, format.type.size, &size)) != NULL &&
             read_parts(w, &format, 0, ZRG_NONE, elements, size);
    if (ok)
        show_elements(w, &format.type, elements, size);
    free(elements);
    return ok;
}

/* Slices may begin with a minus: a letter or a second minus behind it makes an option. */
static int is_option(const char *argument)
{
    return argument[0] == '-' && (argument[1] == '-' || isalpha((unsigned char)argument[1]));
}

int main(int argc, char **argv)
{
    int plan = 0, i, kept = 1, ok;
    window w;
    program_name = "read_window";
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return fputs(usage, stdout) == EOF;
        if (strcmp(argv[i], "--plan") == 0) {
            plan = 1;
        } else if (is_option(argv[i])) {
            complain("unknown option %s; there are --plan and --help", argv[i]);
            return 1;
        } else {
            argv[kept++] = argv[i];
        }
    }
    if (kept < 2) {
        fputs(usage, stderr);
        return 1;
    }
    ok = window_open(&w, argv[1], (size_t)kept - 2, argv + 2) && (plan ? show_plan(&w) : read_and_show(&w));
    window_close(&w);
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = complain("cannot write the answer: %s", strerror(errno));
    return ok ? 0 : 1;
}
