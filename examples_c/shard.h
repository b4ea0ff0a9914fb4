/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What sharding_indexed adds to an array, beside the grid inside each shard, which is zrg's: its configuration in
 * zarr.json, and the index of a shard.
 *
 * Every function says on stderr what is wrong and returns 0. */
#ifndef SHARD_H
#define SHARD_H

#include "array_file.h"

#include <zrg/zrg.h>

enum { SHARD_DEPTH_MAX = 8 }; /* shards in shards in ... */

/* One level of shards. */
typedef struct shard_codec {
    size_t rank;
    uint64_t inner_shape[ZRG_MAX_RANK]; /* of the chunks inside */
    int index_at_start;                 /* else at the end */
    int index_big_endian;
    int index_checked;                  /* its CRC-32C stands behind it */
} shard_codec;

/* Reads what element_type_from_json() does, and the codecs sharding_indexed around it, from the outermost inwards; none
 * of them is right too. `codecs` has room for SHARD_DEPTH_MAX. */
int sharded_type_from_json(const char *json, size_t length, size_t rank, shard_codec *codecs, size_t *depth,
                           element_type *type);

/* The bytes of a shard, and where in them its index is. */
typedef struct shard {
    const unsigned char *bytes;
    size_t size;
    const unsigned char *index;
    const shard_codec *codec;
} shard;

/* Finds the index of a shard that decodes to so many elements, its inner chunks being such that zrg took them, and compares
 * its checksum. `name` is named where that fails. */
int shard_open(shard *s, const shard_codec *codec, uint64_t decoded, const char *name, const void *bytes, size_t size);

/* The bytes of the inner chunk in a slot of the index; *bytes is NULL where it was never stored. */
int shard_inner(const shard *s, uint64_t slot, const char *name, const void **bytes, size_t *size);

#endif
