/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The loop that a C program writes to move every so-manieth element of each row: a loop for each size of element that is a
 * type of C, and memcpy for the others. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t low, high;
} sixteen_bytes;

#define COPY_EACH(type) \
    for (row = 0; row < rows; row++) \
        for (column = 0; column < columns; column++) \
            ((type *)(out + row * out_row))[column] = ((const type *)(in + row * in_row))[column * step]

/* Rows lie in_row and out_row bytes apart; of each row of `in` the elements 0, step, 2 * step, ... are moved. */
void strided_copy(size_t size, const char *in, size_t in_row, char *out, size_t out_row, size_t rows, size_t columns, size_t step)
{
    size_t row, column;
    switch (size) {
    case 1:
        COPY_EACH(uint8_t);
        break;
    case 2:
        COPY_EACH(uint16_t);
        break;
    case 4:
        COPY_EACH(uint32_t);
        break;
    case 8:
        COPY_EACH(uint64_t);
        break;
    case 16:
        COPY_EACH(sixteen_bytes);
        break;
    default:
        for (row = 0; row < rows; row++)
            for (column = 0; column < columns; column++)
                memcpy(out + row * out_row + column * size, in + row * in_row + column * step * size, size);
    }
}
