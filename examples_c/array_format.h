/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How an array stores its elements: all of zarr.json that a reader needs beside what zrg reads. */
#ifndef ARRAY_FORMAT_H
#define ARRAY_FORMAT_H

#include "codec_chain.h"
#include "element.h"

typedef struct array_format {
    element_type type;
    codec_chain chains[CHAINS_MAX]; /* of chunks, then of the chunks inside of those, and so on: see codec_chain.h */
} array_format;

/* Reads a document for an array of this rank. Returns 0 after a complaint. */
int format_from_document(document *d, size_t rank, array_format *format);

#endif
