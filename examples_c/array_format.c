/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See array_format.h. */
#include "array_format.h"

#include "complain.h"

#include <string.h>

/* A member that the specification does not name may be ignored only where it says so itself. */
static int only_known_members(const document *d)
{
    static const char *const known[] = {
        "zarr_format", "node_type", "shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs",
        "attributes", "storage_transformers", "dimension_names",
    };
    const size_t count = sizeof known / sizeof *known;
    const cJSON *member, *transformers = document_member(d, "storage_transformers");
    size_t i;
    if (cJSON_GetArraySize(transformers) != 0)
        return complain("%s: storage transformer %s is not one that is read here; --plan works without it", d->path,
                        json_name(transformers->child));
    cJSON_ArrayForEach(member, d->root) {
        for (i = 0; i < count && strcmp(member->string, known[i]) != 0; i++) {}
        if (i == count && !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(member, "must_understand")))
            return complain("%s: member %s is unknown and must be understood; --plan works without it", d->path,
                            member->string);
    }
    return 1;
}

/* The byte order of elements is that of the innermost chunks. */
static int big_endian_inside(const codec_chain *chain)
{
    while (chain->sharded)
        chain++;
    return chain->big_endian;
}

int format_from_document(document *d, size_t rank, array_format *format)
{
    memset(format, 0, sizeof *format);
    if (!document_parse(d) || !only_known_members(d) || !data_type_from_document(d, &format->type) ||
        !chains_from_document(d, rank, format->type.word, format->chains))
        return 0;
    format->type.big_endian = big_endian_inside(format->chains);
    return fill_from_document(d, &format->type);
}
