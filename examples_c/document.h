/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The zarr.json of an array. zrg reads the shape, the chunk grid and the chunk keys out of its text; for all else that a
 * reader needs, the text is read here with cJSON, as any C program would.
 *
 * Every function that can fail says why on stderr and returns 0. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "byte_range.h"

#include <cjson/cJSON.h>

typedef struct document {
    char *path;    /* of the zarr.json, which complaints name */
    buffer stored; /* its bytes as they are, for zrg */
    char *text;    /* for cJSON, with what JSON lacks in quotes: see document.c */
    size_t size;   /* of the text */
    cJSON *root;   /* NULL until document_parse() */
} document;

/* Reads the zarr.json of the array in this folder. Where there is none, the complaint says what lies there instead.
 * document_free() is due whatever comes of it. */
int document_load(document *d, const char *folder);
void document_free(document *d);

/* Parses the text for the calls below; once is enough. */
int document_parse(document *d);

/* A member of the document; NULL where there is none. */
const cJSON *document_member(const document *d, const char *name);

/* The text of a member's value; NULL where there is none. cJSON keeps a number as a double alone, which cannot hold every
 * integer of 64 bits. */
const char *document_member_text(const document *d, const char *name, size_t *length);

/* The name of a data type or codec, which may stand alone or in an object: "bytes" and {"name": "bytes"} mean the same. */
const char *json_name(const cJSON *item);

#endif
