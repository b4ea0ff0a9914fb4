/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a Zarr array needs beside its chunk grid, and what zrg therefore leaves to its caller: files, the data type, the
 * fill value, the codecs, and values to look at. A real reader has all of this already.
 *
 * Every function that can fail says why on stderr and returns 0. */
#ifndef ARRAY_FILE_H
#define ARRAY_FILE_H

#include <stddef.h>
#include <stdint.h>

#define ELEMENT_MAX 64 /* bytes of the largest element: data type r512 */

typedef enum element_kind {
    ELEMENT_BOOL, ELEMENT_INT, ELEMENT_UINT, ELEMENT_FLOAT, ELEMENT_COMPLEX, ELEMENT_RAW
} element_kind;

/* One element as the chunk files hold it. */
typedef struct element_type {
    element_kind kind;
    size_t size;                     /* bytes of an element */
    size_t word;                     /* bytes that have an order: half of a complex element, 1 of a raw one */
    int big_endian;                  /* the order they have in the chunk files */
    unsigned char fill[ELEMENT_MAX]; /* the fill value, in that order too */
} element_type;

extern const char *program_name; /* what complaints begin with */

/* One complaint in printf's manner, on a line of its own. Returns 0, so that a function can end with it. */
int complain(const char *format, ...);

/* Reads the data type, the fill value and the codecs of a zarr.json. Only the codec `bytes` is taken; shard.h has more. */
int element_type_from_json(const char *json, size_t length, element_type *type);

typedef enum file_state { FILE_FAILED, FILE_MISSING, FILE_READ } file_state;

/* Reads the file folder/name into memory that the caller frees. A file of more than `limit` bytes is refused. */
file_state read_file(const char *folder, const char *name, size_t limit, void **bytes, size_t *size);

/* Turns elements from the order of the chunk files to little-endian. */
void to_little_endian(const element_type *type, void *elements, size_t size);

/* An unsigned number of up to 8 bytes in either order. */
uint64_t get_word(const unsigned char *bytes, size_t size, int big_endian);

/* The CRC-32 of zlib, gzip and PNG. */
uint32_t crc32_of(const void *bytes, size_t size);

/* The CRC-32C of iSCSI, ext4 and Zarr's codec crc32c: the same with another polynomial. */
uint32_t crc32c_of(const void *bytes, size_t size);

/* Prints little-endian elements in C order: a line for each row, an empty line between planes. */
void print_values(const element_type *type, size_t rank, const uint64_t *shape, const void *elements);

#endif
