/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See shard.h. An index is two words of 8 bytes for each inner chunk, row-major: where it begins in the shard, and its
 * size. */
#include "shard.h"

#include "array_json.h"

#include <string.h>

enum { WORD = 8, SLOT = 2 * WORD, CHECKSUM = 4 };

/* ---- zarr.json ---- */

static int read_inner_shape(const cJSON *list, shard_codec *codec)
{
    const cJSON *edge;
    size_t axis = 0;
    if (!cJSON_IsArray(list) || (size_t)cJSON_GetArraySize(list) != codec->rank)
        return complain("zarr.json: sharding_indexed needs a chunk_shape of %lu axes", (unsigned long)codec->rank);
    cJSON_ArrayForEach(edge, list) {
        /* cJSON keeps numbers as doubles, which hold whole ones up to here. */
        if (!cJSON_IsNumber(edge) || !(edge->valuedouble >= 1 && edge->valuedouble <= 9007199254740992.0) ||
            edge->valuedouble != (double)(uint64_t)edge->valuedouble)
            return complain("zarr.json: the chunk_shape of sharding_indexed must be whole numbers from 1 on");
        codec->inner_shape[axis++] = (uint64_t)edge->valuedouble;
    }
    return 1;
}

/* `bytes`, and behind it perhaps `crc32c`: anything else could make the index of another length. */
static int read_index_codecs(const cJSON *configuration, shard_codec *codec)
{
    cJSON *codecs = cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(configuration, "index_codecs"), 1);
    int last = cJSON_GetArraySize(codecs) - 1, ok;
    if (last > 0 && strcmp(json_name(cJSON_GetArrayItem(codecs, last)), "crc32c") == 0) {
        cJSON_DeleteItemFromArray(codecs, last);
        codec->index_checked = 1;
    }
    ok = big_endian_from_codecs(codecs, WORD, &codec->index_big_endian);
    cJSON_Delete(codecs);
    return ok;
}

static int read_shard_codec(const cJSON *configuration, size_t rank, shard_codec *codec)
{
    const cJSON *location = cJSON_GetObjectItemCaseSensitive(configuration, "index_location");
    const char *where = location ? cJSON_GetStringValue(location) : "end";
    memset(codec, 0, sizeof *codec);
    codec->rank = rank;
    if (!where || (strcmp(where, "start") != 0 && strcmp(where, "end") != 0))
        return complain("zarr.json: the index_location of sharding_indexed must be start or end");
    codec->index_at_start = strcmp(where, "start") == 0;
    return read_inner_shape(cJSON_GetObjectItemCaseSensitive(configuration, "chunk_shape"), codec) &&
           read_index_codecs(configuration, codec);
}

int sharded_type_from_json(const char *json, size_t length, size_t rank, shard_codec *codecs, size_t *depth,
                           element_type *type)
{
    cJSON *document = cJSON_ParseWithLength(json, length);
    const cJSON *inside = cJSON_GetObjectItemCaseSensitive(document, "codecs"), *configuration;
    int ok = document != NULL || complain("zarr.json: cJSON cannot read it");
    *depth = 0;
    while (ok && cJSON_GetArraySize(inside) == 1 && strcmp(json_name(inside->child), "sharding_indexed") == 0) {
        configuration = cJSON_GetObjectItemCaseSensitive(inside->child, "configuration");
        ok = *depth < SHARD_DEPTH_MAX ? read_shard_codec(configuration, rank, &codecs[(*depth)++])
                                      : complain("zarr.json: shards are nested more than %d deep", SHARD_DEPTH_MAX);
        inside = cJSON_GetObjectItemCaseSensitive(configuration, "codecs");
    }
    ok = ok && element_type_from_document(document, inside, json, length, type);
    cJSON_Delete(document);
    return ok;
}

/* ---- a shard ---- */

int shard_open(shard *s, const shard_codec *codec, uint64_t decoded, const char *name, const void *bytes, size_t size)
{
    size_t tail = codec->index_checked ? CHECKSUM : 0, index_size, axis;
    uint64_t slots = decoded;
    for (axis = 0; axis < codec->rank; axis++)
        slots /= codec->inner_shape[axis]; /* even, as zrg has made sure */
    if (decoded == ZRG_NONE || size < tail || slots > (size - tail) / SLOT)
        return complain("%s: a shard of %lu bytes is too short for its index", name, (unsigned long)size);
    index_size = (size_t)slots * SLOT;
    s->bytes = bytes;
    s->size = size;
    s->codec = codec;
    s->index = s->bytes + (codec->index_at_start ? 0 : size - tail - index_size);
    if (tail > 0 && crc32c_of(s->index, index_size) != get_word(s->index + index_size, CHECKSUM, 0))
        return complain("%s: the checksum of the shard's index is wrong", name);
    return 1;
}

int shard_inner(const shard *s, uint64_t slot, const char *name, const void **bytes, size_t *size)
{
    const unsigned char *entry = s->index + (size_t)slot * SLOT;
    uint64_t offset = get_word(entry, WORD, s->codec->index_big_endian);
    uint64_t length = get_word(entry + WORD, WORD, s->codec->index_big_endian);
    *bytes = NULL;
    *size = 0;
    if (offset == UINT64_MAX && length == UINT64_MAX)
        return 1;
    if (offset > s->size || length > s->size - offset)
        return complain("%s: an inner chunk lies outside of its shard's %lu bytes", name, (unsigned long)s->size);
    *bytes = s->bytes + offset;
    *size = (size_t)length;
    return 1;
}
