/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The codecs that zarr.json names, in the order in which a writer applies them: transposes first, then the one that makes
 * bytes of elements (bytes or sharding_indexed), then those of bytes. What undoes them is in codecs.h and shard.h. */
#ifndef CODEC_CHAIN_H
#define CODEC_CHAIN_H

#include "document.h"

#include <zrg/zrg.h>

enum { BYTE_CODECS_MAX = 8, CHAINS_MAX = 9 };

typedef enum codec_id { CODEC_TRANSPOSE, CODEC_BYTES, CODEC_SHARDING, CODEC_ZSTD, CODEC_GZIP, CODEC_CRC32C } codec_id;

/* What sharding_indexed says of a shard. */
typedef struct shard_layout {
    uint64_t inner_shape[ZRG_MAX_RANK]; /* of the inner chunks, by axes of the array */
    int index_at_start;                 /* else at the end */
    int index_big_endian;
    size_t index_checksums;             /* how many crc32c stand behind the index */
} shard_layout;

/* What a chunk goes through. */
typedef struct codec_chain {
    size_t order[ZRG_MAX_RANK]; /* axis k of what is stored is axis order[k] of the array, all transposes taken together */
    int sharded;                /* sharding_indexed makes the bytes, and what it says is in `shard`; else the codec bytes */
    shard_layout shard;
    int big_endian;             /* of the codec bytes */
    codec_id byte_codecs[BYTE_CODECS_MAX];
    size_t byte_codec_count;
} codec_chain;

/* Reads the chain of an array's chunks and, where that is sharded, the chains inside, one for each level of shards in
 * shards; the last one is not sharded. `word` is the size of what has a byte order. Returns 0 after a complaint. */
int chains_from_document(const document *d, size_t rank, size_t word, codec_chain chains[CHAINS_MAX]);

#endif
