/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Elements as text to look at. */
#ifndef PRINT_VALUES_H
#define PRINT_VALUES_H

#include "element.h"

/* Prints little-endian elements in C order: a line for each row, an empty line between planes. */
void print_values(const element_type *type, size_t rank, const uint64_t *shape, const void *elements);

#endif
