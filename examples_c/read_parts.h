/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parts of a window, from where they are stored to their places in memory.
 *
 * Every function says on stderr what is wrong, and then returns 0. */
#ifndef READ_PARTS_H
#define READ_PARTS_H

#include "array_format.h"
#include "window.h"

/* Reads the parts [first, end) of a window, or those there are, into memory for all of its elements, which are left in the
 * byte order of the format. */
int read_parts(const window *w, const array_format *format, uint64_t first, uint64_t end, void *elements, size_t size);

/* Puts one element to all places of a part: the fill value, where its chunk was never written. `what` names the chunk. */
int fill_part(const zrg_selection *selection, uint64_t part, const void *element, size_t element_size, void *elements,
              size_t size, const char *what);

#endif
