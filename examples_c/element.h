/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What an element is: the data type of an array, and the value that stands for elements which were never stored. */
#ifndef ELEMENT_H
#define ELEMENT_H

#include "document.h"

#include <stddef.h>
#include <stdint.h>

#define ELEMENT_MAX 64 /* bytes of the largest element: data type r512 */

typedef enum element_kind {
    ELEMENT_BOOL, ELEMENT_INT, ELEMENT_UINT, ELEMENT_FLOAT, ELEMENT_COMPLEX, ELEMENT_RAW
} element_kind;

/* One element as decoded chunks hold it. */
typedef struct element_type {
    element_kind kind;
    size_t size;                     /* bytes of an element */
    size_t word;                     /* bytes that have an order: half of a complex element, 1 of a raw one */
    int big_endian;                  /* the order they have */
    unsigned char fill[ELEMENT_MAX]; /* the fill value, in that order too */
} element_type;

/* Reads the data type of an array: kind, size and word. Returns 0 after a complaint. */
int data_type_from_document(const document *d, element_type *type);

/* Reads the fill value of an array whose data type and byte order are known. Returns 0 after a complaint. */
int fill_from_document(const document *d, element_type *type);

/* An unsigned number of up to 8 bytes in either order, whatever order this machine has. */
uint64_t get_word(const unsigned char *bytes, size_t size, int big_endian);

/* Turns elements from the order that decoded chunks have to little-endian. */
void to_little_endian(const element_type *type, void *elements, size_t size);

#endif
