/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bytes where they are stored: a file, a range of it, or a range of memory. A range costs nothing until it is loaded, and
 * it never passes what is really there, whatever a document or an index says.
 *
 * Functions that can fail say why on stderr. */
#ifndef BYTE_RANGE_H
#define BYTE_RANGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The most bytes that are taken into memory at once, encoded or decoded: numbers in files may claim anything. */
#define BYTES_MAX ((size_t)1 << 30)

typedef struct byte_range {
    const char *path;            /* of the file, which complaints name */
    FILE *file;                  /* NULL where the bytes are in memory */
    const unsigned char *memory; /* NULL where they are in a file */
    uint64_t begin;              /* counted from the start of file or memory */
    uint64_t size;
} byte_range;

/* Bytes in memory, to be freed by whoever holds them. */
typedef struct buffer {
    unsigned char *bytes;
    size_t size;
} buffer;

/* Folder and name with a slash between them, to be freed; NULL after a complaint. */
char *join_path(const char *folder, const char *name);

/* Whether a file of this path can be read. A folder is no file. */
int is_file(const char *path);

typedef enum presence { FAILED, MISSING, PRESENT } presence;

/* Opens a file as the range of all its bytes, to be closed with close_range(). The path must outlive the range. */
presence open_range(const char *path, byte_range *whole);
void close_range(byte_range *whole);

/* All bytes of a buffer that came out of the file of this path. */
byte_range range_of_buffer(const char *path, const buffer *b);

/* A range inside another, its offset counted from the start of that one. Returns 0 where it lies outside, without a
 * complaint. */
int range_inside(const byte_range *around, uint64_t offset, uint64_t size, byte_range *inside);

/* Takes a range into memory, which the caller frees. More than `most` bytes, or than BYTES_MAX, are refused. */
int load_range(const byte_range *range, uint64_t most, buffer *loaded);

#endif
