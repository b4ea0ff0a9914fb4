/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a window of a Zarr v3 array as read_window.c does, also where its chunks are shards, which hold chunks of their
 * own, which may be shards again. To zrg a part of the window is then a selection once more, of the chunks inside its
 * shard (zrg_selection_inner): their numbers are the slots of the shard's index, and their elements still go to their
 * places in the whole window. A shard's index and its bytes are in shard.c. */
#include "reader.h"
#include "shard.h"

#include <stdlib.h>

enum { PAGE = 64 };

/* What stays the same, however deep in shards. */
typedef struct reading {
    size_t rank;
    element_type type;
    shard_codec codecs[SHARD_DEPTH_MAX];
    size_t depth;    /* levels of shards; 0: chunks are no shards */
    const char *key; /* of the chunk being read */
    void *elements;  /* the window */
    size_t size;
} reading;

static int read_shard(const reading *r, const zrg_selection *outer, uint64_t part, uint64_t decoded, size_t level,
                      const void *bytes, size_t size);

/* One part out of its chunk: a shard at this level, or elements, or nothing stored, which is the fill value at any. */
static int read_part(const reading *r, const zrg_selection *selection, uint64_t part, uint64_t decoded, size_t level,
                     const void *bytes, size_t size)
{
    if (bytes && level < r->depth)
        return read_shard(r, selection, part, decoded, level, bytes, size);
    return take_part(selection, part, &r->type, r->key, bytes, size, r->elements, r->size);
}

/* What a part takes from its shard, by the parts of that. */
static int read_shard(const reading *r, const zrg_selection *outer, uint64_t part, uint64_t decoded, size_t level,
                      const void *bytes, size_t size)
{
    zrg_selection *inner = NULL;
    zrg_part parts[PAGE];
    uint64_t first;
    size_t count = 1, i, inner_size;
    const void *inner_bytes;
    zrg_error error;
    shard s;
    int ok;
    if (zrg_selection_inner(outer, part, r->rank, r->codecs[level].inner_shape, &inner, &error))
        return refuse(r->key, &error);
    ok = shard_open(&s, &r->codecs[level], decoded, r->key, bytes, size);
    for (first = 0; ok && count > 0; first += count) {
        if (zrg_selection_parts(inner, r->rank, first, parts, NULL, NULL, PAGE, &count, &error)) {
            ok = refuse(r->key, &error);
            break;
        }
        for (i = 0; ok && i < count; i++)
            ok = shard_inner(&s, parts[i].chunk_number, r->key, &inner_bytes, &inner_size) &&
                 read_part(r, inner, first + i, parts[i].decoded, level + 1, inner_bytes, inner_size);
    }
    zrg_selection_free(inner);
    return ok;
}

/* Every part of the window: the whole file of a chunk is read, where a larger reader would ask for its index alone, and
 * then for the inner chunks that it needs. */
static int read_parts(reading *r, const window *w)
{
    zrg_part parts[PAGE];
    uint64_t chunks[PAGE * ZRG_MAX_RANK], first;
    stored_chunk chunk;
    size_t count, i;
    zrg_error error;
    int ok;
    for (first = 0;; first += count) {
        if (zrg_selection_parts(w->selection, w->rank, first, parts, chunks, NULL, PAGE, &count, &error))
            return refuse("plan", &error);
        if (count == 0)
            return 1;
        for (i = 0; i < count; i++) {
            r->key = chunk.key;
            ok = read_chunk(w, chunks + i * w->rank, r->depth > 0 ? SIZE_MAX : parts[i].decoded, r->type.size, &chunk) &&
                 read_part(r, w->selection, first + i, parts[i].decoded, 0, chunk.bytes, chunk.size);
            free(chunk.bytes);
            if (!ok)
                return 0;
        }
    }
}

static int read_shards(const window *w, element_type *type, void **elements, size_t *size)
{
    reading r;
    r.rank = w->rank;
    if (!sharded_type_from_json(w->json, w->json_size, w->rank, r.codecs, &r.depth, &r.type) ||
        !(r.elements = window_memory(w, r.type.size, &r.size)))
        return 0;
    *type = r.type;
    *elements = r.elements;
    *size = r.size;
    return read_parts(&r, w);
}

int main(int argc, char **argv)
{
    return reader_main(argc, argv, "read_shards", "Reads a window of the Zarr v3 array in ARRAY_DIR, sharded or not",
                       read_shards);
}
