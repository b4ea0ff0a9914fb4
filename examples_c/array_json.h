/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* zarr.json as cJSON has read it: what array_file.c offers to files that read more codecs than `bytes`. */
#ifndef ARRAY_JSON_H
#define ARRAY_JSON_H

#include "array_file.h"

#include <cjson/cJSON.h>

/* The name of a data type or codec, which may stand alone or in an object: "bytes" and {"name": "bytes"} mean the same. */
const char *json_name(const cJSON *item);

/* Reads the codec `bytes`, which must be the only one in the list. Byte order is of no matter to words of one byte. */
int big_endian_from_codecs(const cJSON *codecs, size_t word, int *big_endian);

/* element_type_from_json() for a document that was read before, with the codecs in which the elements stand. */
int element_type_from_document(const cJSON *document, const cJSON *codecs, const char *json, size_t length,
                               element_type *type);

#endif
