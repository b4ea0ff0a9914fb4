/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See codec_chain.h. */
#include "codec_chain.h"

#include "complain.h"

#include <string.h>

enum { INDEX_WORD = 8 }; /* the index of a shard is made of numbers of 8 bytes */

static const char *const codec_names[] = {"transpose", "bytes", "sharding_indexed", "zstd", "gzip", "crc32c"};

/* The codec of this name; -1 after a complaint. */
static int codec_of(const document *d, const cJSON *item)
{
    const int count = (int)(sizeof codec_names / sizeof *codec_names);
    int i;
    for (i = 0; i < count; i++)
        if (strcmp(json_name(item), codec_names[i]) == 0)
            return i;
    complain("%s: codec %s is not one that is read here (transpose, bytes, sharding_indexed, zstd, gzip, crc32c); --plan "
             "works without it", d->path, json_name(item));
    return -1;
}

static int read_transpose(const document *d, const cJSON *configuration, size_t rank, codec_chain *chain)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(configuration, "order"), *axis;
    size_t before[ZRG_MAX_RANK], k = 0, n;
    char taken[ZRG_MAX_RANK] = {0};
    memcpy(before, chain->order, sizeof before);
    if (!cJSON_IsArray(list) || (size_t)cJSON_GetArraySize(list) != rank)
        return complain("%s: the order of transpose must name each of %lu axes once", d->path, (unsigned long)rank);
    cJSON_ArrayForEach(axis, list) {
        n = cJSON_IsNumber(axis) && axis->valueint >= 0 ? (size_t)axis->valueint : rank;
        if (n >= rank || axis->valuedouble != (double)n || taken[n])
            return complain("%s: the order of transpose must name each of %lu axes once", d->path, (unsigned long)rank);
        taken[n] = 1;
        chain->order[k++] = before[n];
    }
    return 1;
}

/* Words of one byte have no order, and then the configuration may be left out. */
static int read_endian(const document *d, const cJSON *configuration, size_t word, int *big_endian)
{
    const cJSON *endian = cJSON_GetObjectItemCaseSensitive(configuration, "endian");
    const char *order = cJSON_GetStringValue(endian);
    if (!endian && word == 1)
        order = "little";
    if (!order || (strcmp(order, "little") != 0 && strcmp(order, "big") != 0))
        return complain("%s: codec bytes needs an endian, little or big", d->path);
    *big_endian = word > 1 && strcmp(order, "big") == 0;
    return 1;
}

static int read_inner_shape(const document *d, const cJSON *list, size_t rank, codec_chain *chain)
{
    const cJSON *edge;
    size_t k = 0;
    if (!cJSON_IsArray(list) || (size_t)cJSON_GetArraySize(list) != rank)
        return complain("%s: sharding_indexed needs a chunk_shape of %lu axes", d->path, (unsigned long)rank);
    cJSON_ArrayForEach(edge, list) {
        /* cJSON keeps numbers as doubles, which hold whole ones up to here. */
        if (!cJSON_IsNumber(edge) || !(edge->valuedouble >= 1 && edge->valuedouble <= 9007199254740992.0) ||
            edge->valuedouble != (double)(uint64_t)edge->valuedouble)
            return complain("%s: the chunk_shape of sharding_indexed must be whole numbers from 1 to 2^53", d->path);
        chain->shard.inner_shape[chain->order[k++]] = (uint64_t)edge->valuedouble;
    }
    return 1;
}

/* The size of an index must follow from the number of inner chunks alone, or a reader could not find it: so no codec is
 * right here that compresses. A transpose would be, and nobody writes one. */
static int read_index_codecs(const document *d, const cJSON *list, shard_layout *shard)
{
    const cJSON *item;
    int codec;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0)
        return complain("%s: sharding_indexed needs index_codecs", d->path);
    cJSON_ArrayForEach(item, list) {
        if ((codec = codec_of(d, item)) < 0)
            return 0;
        if (codec == CODEC_BYTES && item == list->child) {
            if (!read_endian(d, cJSON_GetObjectItemCaseSensitive(item, "configuration"), INDEX_WORD,
                             &shard->index_big_endian))
                return 0;
        } else if (codec == CODEC_CRC32C && item != list->child) {
            shard->index_checksums++;
        } else {
            return complain("%s: codec %s may not stand there in index_codecs, which are bytes and then crc32c", d->path,
                            json_name(item));
        }
    }
    return 1;
}

static int read_sharding(const document *d, const cJSON *configuration, size_t rank, codec_chain *chain)
{
    const cJSON *location = cJSON_GetObjectItemCaseSensitive(configuration, "index_location");
    const char *where = location ? cJSON_GetStringValue(location) : "end";
    chain->sharded = 1;
    if (!where || (strcmp(where, "start") != 0 && strcmp(where, "end") != 0))
        return complain("%s: the index_location of sharding_indexed must be start or end", d->path);
    chain->shard.index_at_start = strcmp(where, "start") == 0;
    return read_inner_shape(d, cJSON_GetObjectItemCaseSensitive(configuration, "chunk_shape"), rank, chain) &&
           read_index_codecs(d, cJSON_GetObjectItemCaseSensitive(configuration, "index_codecs"), &chain->shard);
}

/* What the codecs of bytes have in their configuration is for writers: the bytes say all that a reader needs. */
static int add_byte_codec(const document *d, codec_id added, codec_chain *chain)
{
    if (chain->byte_codec_count == BYTE_CODECS_MAX)
        return complain("%s: there are more than %d codecs behind one another", d->path, BYTE_CODECS_MAX);
    chain->byte_codecs[chain->byte_codec_count++] = added;
    return 1;
}

static int read_codec(const document *d, int codec, const cJSON *item, size_t rank, size_t word, codec_chain *chain)
{
    const cJSON *configuration = cJSON_GetObjectItemCaseSensitive(item, "configuration");
    switch (codec) {
    case CODEC_TRANSPOSE:
        return read_transpose(d, configuration, rank, chain);
    case CODEC_BYTES:
        return read_endian(d, configuration, word, &chain->big_endian);
    case CODEC_SHARDING:
        return read_sharding(d, configuration, rank, chain);
    default:
        return add_byte_codec(d, (codec_id)codec, chain);
    }
}

/* Where a codec stands in a chain. Of those that make bytes of elements there is one; of the others there may be any
 * number. */
typedef enum codec_place { OF_ARRAYS, MAKES_BYTES, OF_BYTES } codec_place;

static codec_place place_of(codec_id codec)
{
    if (codec == CODEC_TRANSPOSE)
        return OF_ARRAYS;
    return codec == CODEC_BYTES || codec == CODEC_SHARDING ? MAKES_BYTES : OF_BYTES;
}

/* Reads one chain. *inside: the codecs of the inner chunks, where it is sharded. */
static int read_chain(const document *d, const cJSON *list, size_t rank, size_t word, codec_chain *chain,
                      const cJSON **inside)
{
    const cJSON *item;
    codec_place place, last = OF_ARRAYS;
    int codec;
    *inside = NULL;
    if (!cJSON_IsArray(list))
        return complain("%s: codecs must be a list", d->path);
    cJSON_ArrayForEach(item, list) {
        if ((codec = codec_of(d, item)) < 0)
            return 0;
        place = place_of((codec_id)codec);
        if (place == last ? place == MAKES_BYTES : place != last + 1)
            return complain("%s: codec %s may not stand there: transpose comes first, then bytes or sharding_indexed, once, "
                            "then zstd, gzip and crc32c", d->path, json_name(item));
        last = place;
        if (!read_codec(d, codec, item, rank, word, chain))
            return 0;
        if (codec == CODEC_SHARDING)
            *inside = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(item, "configuration"), "codecs");
    }
    return last >= MAKES_BYTES || complain("%s: codecs must hold bytes or sharding_indexed", d->path);
}

int chains_from_document(const document *d, size_t rank, size_t word, codec_chain chains[CHAINS_MAX])
{
    const cJSON *list = document_member(d, "codecs");
    size_t level, axis;
    memset(chains, 0, CHAINS_MAX * sizeof *chains);
    for (axis = 0; axis < rank; axis++)
        chains[0].order[axis] = axis;
    for (level = 0;; level++) {
        if (!read_chain(d, list, rank, word, &chains[level], &list))
            return 0;
        if (!chains[level].sharded)
            return 1;
        if (level + 1 == CHAINS_MAX)
            return complain("%s: shards are nested more than %d deep", d->path, CHAINS_MAX - 1);
        /* What a shard holds is transposed already, where the shard is. */
        memcpy(chains[level + 1].order, chains[level].order, sizeof chains[level].order);
    }
}
