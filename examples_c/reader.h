/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The command line that readers of windows share, and what they print. */
#ifndef READER_H
#define READER_H

#include "window.h"

/* Reads every element of a window, in the order of the chunk files, into memory that the caller frees; and what an
 * element is. Returns 0 after saying on stderr what is wrong. */
typedef int (*read_elements)(const window *w, element_type *type, void **elements, size_t *size);

/* A whole program: ARRAY_DIR [SLICE ...], and with --plan no element is read. what: "Reads ...", for --help. */
int reader_main(int argc, char **argv, const char *name, const char *what, read_elements read);

#endif
