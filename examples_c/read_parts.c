/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See read_parts.h. The parts of a selection are asked for by page. Each is one chunk's: its key names the file
 * (zrg_key_encode), codecs.c makes elements of the bytes, and zrg_selection_read_part moves those that the part takes to
 * their places. In a shard the same begins anew with the chunks inside (shard.c). */
#include "read_parts.h"

#include "codecs.h"
#include "complain.h"
#include "shard.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PAGE = 16 };

/* What stays the same for all parts, however deep in shards. */
typedef struct reading {
    const window *w;
    const array_format *format;
    void *elements; /* of the window */
    size_t size;
} reading;

/* One part, with what zrg has said of it. */
typedef struct planned_part {
    const zrg_selection *selection; /* of the window, or of a part in a shard */
    size_t level;                   /* how many shards are around it: which chain of the format is its chunk's */
    uint64_t number;
    uint64_t decoded; /* elements that its chunk decodes to */
    const uint64_t *chunk;
    const zrg_projection *projections;
} planned_part;

int fill_part(const zrg_selection *selection, uint64_t part, const void *element, size_t element_size, void *elements,
              size_t size, const char *what)
{
    static const int64_t everywhere[ZRG_MAX_RANK]; /* strides of 0: one element stands for the whole chunk */
    zrg_error error;
    if (zrg_selection_read_part(selection, part, element_size, element, element_size, 0, everywhere, elements, size, 0, NULL,
                                &error))
        return refuse(what, &error);
    return 1;
}

/* How far apart the elements of a decoded chunk are along each axis: no transpose needs to move them. */
static void chunk_strides(const reading *r, const planned_part *part, int64_t *strides)
{
    const codec_chain *chain = &r->format->chains[part->level];
    int64_t stride = (int64_t)r->format->type.size;
    size_t k;
    for (k = r->w->rank; k-- > 0;) { /* the last axis that is stored is the closest */
        strides[chain->order[k]] = stride;
        stride *= (int64_t)part->projections[chain->order[k]].edge;
    }
}

/* Moves the elements of a part out of its decoded chunk. */
static int take_elements(const reading *r, const planned_part *part, const char *path, const buffer *chunk)
{
    int64_t strides[ZRG_MAX_RANK];
    zrg_error error;
    chunk_strides(r, part, strides);
    if (zrg_selection_read_part(part->selection, part->number, r->format->type.size, chunk->bytes, chunk->size, 0, strides,
                                r->elements, r->size, 0, NULL, &error))
        return refuse(path, &error);
    return 1;
}

static int read_elements(const reading *r, const planned_part *part, const byte_range *stored)
{
    size_t element_size = r->format->type.size, size;
    buffer chunk = {NULL, 0};
    int ok;
    if (part->decoded > BYTES_MAX / element_size)
        return complain("%s: a chunk of %" PRIu64 " elements is too large: at most 1 GiB is decoded at once", stored->path,
                        part->decoded);
    size = (size_t)part->decoded * element_size;
    if (!load_decoded(&r->format->chains[part->level], stored, size, &chunk))
        return 0;
    ok = chunk.size == size
             ? take_elements(r, part, stored->path, &chunk)
             : complain("%s: decodes to %lu bytes, and %" PRIu64 " elements are %lu", stored->path,
                        (unsigned long)chunk.size, part->decoded, (unsigned long)size);
    free(chunk.bytes);
    return ok;
}

static int read_selection(const reading *r, const zrg_selection *selection, uint64_t first, uint64_t end, size_t level,
                          const shard *around);

/* What a part takes from its shard. A shard is not loaded as a whole, unless codecs stand behind sharding_indexed. */
static int read_shard(const reading *r, const planned_part *part, const byte_range *stored)
{
    const codec_chain *chain = &r->format->chains[part->level];
    byte_range range = *stored;
    buffer whole = {NULL, 0};
    shard s;
    int ok;
    if (chain->byte_codec_count > 0) {
        if (!load_decoded(chain, stored, BYTES_MAX, &whole))
            return 0;
        range = range_of_buffer(stored->path, &whole);
    }
    ok = shard_open(&s, part->selection, part->number, r->w->rank, part->projections, chain, &range) &&
         read_selection(r, s.inner, 0, ZRG_NONE, part->level + 1, &s);
    shard_close(&s);
    free(whole.bytes);
    return ok;
}

/* Reads a part out of the bytes of its chunk, or out of none. */
static int read_stored(const reading *r, const planned_part *part, presence found, const byte_range *stored,
                       const char *path)
{
    const element_type *type = &r->format->type;
    switch (found) {
    case FAILED:
        return 0;
    case MISSING:
        return fill_part(part->selection, part->number, type->fill, type->size, r->elements, r->size, path);
    case PRESENT:
        return r->format->chains[part->level].sharded ? read_shard(r, part, stored) : read_elements(r, part, stored);
    }
    return 0;
}

/* Reads a part out of the file of its chunk. */
static int read_file(const reading *r, const planned_part *part)
{
    char key[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)], *path;
    byte_range stored;
    size_t length;
    zrg_error error;
    presence found;
    int ok;
    if (zrg_key_encode(&r->w->keys, r->w->rank, part->chunk, key, sizeof key, &length, &error))
        return refuse(r->w->folder, &error);
    if (!(path = join_path(r->w->folder, key)))
        return 0;
    found = open_range(path, &stored);
    ok = found == PRESENT && stored.size == 0
             ? complain("%s: the file is empty, as an interrupted copy or write leaves it; copy or write it again, "
                        "or remove it: without a file the elements have the fill value", path)
             : read_stored(r, part, found, &stored, path);
    close_range(&stored);
    free(path);
    return ok;
}

/* Reads a part out of the shard around its chunk. */
static int read_inside(const reading *r, const planned_part *part, const shard *around)
{
    byte_range stored;
    presence found = shard_find(around, part->chunk, &stored);
    return read_stored(r, part, found, &stored, around->stored.path);
}

/* Reads the parts [first, end) of a selection whose chunks are files, or lie in a shard. */
static int read_selection(const reading *r, const zrg_selection *selection, uint64_t first, uint64_t end, size_t level,
                          const shard *around)
{
    zrg_part parts[PAGE];
    uint64_t chunks[PAGE * ZRG_MAX_RANK];
    zrg_projection projections[PAGE * ZRG_MAX_RANK];
    size_t rank = r->w->rank, count, i;
    zrg_error error;
    for (; first < end; first += count) {
        if (zrg_selection_parts(selection, rank, first, parts, chunks, projections,
                                end - first < PAGE ? (size_t)(end - first) : PAGE, &count, &error))
            return refuse(r->w->folder, &error);
        if (count == 0)
            return 1;
        for (i = 0; i < count; i++) {
            planned_part part = {selection, level, first + i, parts[i].decoded, chunks + i * rank, projections + i * rank};
            if (!(around ? read_inside(r, &part, around) : read_file(r, &part)))
                return 0;
        }
    }
    return 1;
}

int read_parts(const window *w, const array_format *format, uint64_t first, uint64_t end, void *elements, size_t size)
{
    reading r = {w, format, elements, size};
    return read_selection(&r, w->selection, first, end, 0, NULL);
}
