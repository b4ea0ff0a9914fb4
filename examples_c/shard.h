/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A shard: a chunk that is made of chunks of its own, which may be shards again. */
#ifndef SHARD_H
#define SHARD_H

#include "byte_range.h"
#include "codec_chain.h"

#include <zrg/zrg.h>

typedef struct shard {
    zrg_selection *inner;          /* what a part takes from its shard, by the chunks inside */
    uint64_t counts[ZRG_MAX_RANK]; /* of the chunks inside, along each axis of the array */
    const codec_chain *chain;      /* of the shard */
    size_t rank;
    byte_range stored;
    buffer index;
} shard;

/* Opens the shard that a part of a selection takes from: its inner selection, and the index that says where in the stored
 * bytes its chunks are. projections: the part's. shard_close() is due whatever comes of it. Returns 0 after a complaint. */
int shard_open(shard *s, const zrg_selection *outer, uint64_t part, size_t rank, const zrg_projection *projections,
               const codec_chain *chain, const byte_range *stored);
void shard_close(shard *s);

/* Where the chunk of this index in the shard's inner grid is stored; MISSING where it was never written. */
presence shard_find(const shard *s, const uint64_t *chunk, byte_range *stored);

#endif
