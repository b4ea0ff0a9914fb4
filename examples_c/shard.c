/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See shard.h. To zrg a part of a window that lies in a shard is a selection once more, of the chunks inside the shard
 * (zrg_selection_inner): they are numbered from the shard's first element on, and their elements still go to their
 * places in the whole window. What is left to a reader is the index: two numbers of 8 bytes for each chunk inside, where
 * in the shard it begins, and its size. */
#include "shard.h"

#include "codecs.h"
#include "complain.h"
#include "element.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 8, SLOT = 2 * WORD, CHECKSUM = 4 };

/* Takes the index into memory: the first bytes of the shard, or the last ones. */
static int load_index(shard *s)
{
    const shard_layout *layout = &s->chain->shard;
    uint64_t size = s->stored.size, tail = CHECKSUM * layout->index_checksums, slots = 1, index_size;
    byte_range range;
    size_t axis, i;
    int ok;
    if (size < tail)
        return complain("%s: a shard of %" PRIu64 " bytes is too short for its index", s->stored.path, size);
    for (axis = 0; axis < s->rank; axis++) {
        if (s->counts[axis] > (size - tail) / SLOT / slots) /* so no product passes what the shard has room for */
            return complain("%s: a shard of %" PRIu64 " bytes is too short for its index", s->stored.path, size);
        slots *= s->counts[axis];
    }
    index_size = slots * SLOT + tail;
    ok = range_inside(&s->stored, layout->index_at_start ? 0 : size - index_size, index_size, &range) &&
         load_range(&range, index_size, &s->index);
    for (i = 0; ok && i < layout->index_checksums; i++)
        ok = take_checksum_off(s->stored.path, &s->index);
    return ok;
}

int shard_open(shard *s, const zrg_selection *outer, uint64_t part, size_t rank, const zrg_projection *projections,
               const codec_chain *chain, const byte_range *stored)
{
    zrg_error error;
    size_t axis;
    memset(s, 0, sizeof *s);
    s->chain = chain;
    s->rank = rank;
    s->stored = *stored;
    if (zrg_selection_inner(outer, part, rank, chain->shard.inner_shape, &s->inner, &error))
        return refuse(stored->path, &error);
    for (axis = 0; axis < rank; axis++)
        s->counts[axis] = projections[axis].edge / chain->shard.inner_shape[axis]; /* even: zrg has made sure */
    return load_index(s);
}

void shard_close(shard *s)
{
    zrg_selection_free(s->inner);
    free(s->index.bytes);
}

/* The place of a chunk in the index, which is row-major by the axes that are stored. Where nothing is transposed, it is
 * what zrg_part has as the chunk's number. */
static uint64_t slot_of(const shard *s, const uint64_t *chunk)
{
    uint64_t slot = 0;
    size_t k, axis;
    for (k = 0; k < s->rank; k++) {
        axis = s->chain->order[k];
        slot = slot * s->counts[axis] + chunk[axis];
    }
    return slot;
}

presence shard_find(const shard *s, const uint64_t *chunk, byte_range *stored)
{
    const unsigned char *entry = s->index.bytes + slot_of(s, chunk) * SLOT;
    uint64_t offset = get_word(entry, WORD, s->chain->shard.index_big_endian);
    uint64_t size = get_word(entry + WORD, WORD, s->chain->shard.index_big_endian);
    if (offset == UINT64_MAX && size == UINT64_MAX)
        return MISSING;
    if (range_inside(&s->stored, offset, size, stored))
        return PRESENT;
    complain("%s: the index has a chunk of %" PRIu64 " bytes at %" PRIu64 ", outside of its shard's %" PRIu64 " bytes",
             s->stored.path, size, offset, s->stored.size);
    return FAILED;
}
