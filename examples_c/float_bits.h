/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Floats of 2, 4 and 8 bytes: their bits, and their value as a double. C99 has no type for the shortest of them. */
#ifndef FLOAT_BITS_H
#define FLOAT_BITS_H

#include <stddef.h>
#include <stdint.h>

/* The value must round to a finite float of that size. */
uint64_t bits_of_float(double value, size_t size);
double float_of_bits(uint64_t bits, size_t size);

#endif
