/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See document.h. */
#include "document.h"

#include "complain.h"

#include <stdlib.h>
#include <string.h>

/* ---- from the file to a text ---- */

/* The length of a number's name at the start of a text, such as Python writes it; 0 where there is none. */
static size_t bare_word(const char *text, size_t length)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    size_t i;
    for (i = 0; i < sizeof words / sizeof *words; i++)
        if (length >= strlen(words[i]) && memcmp(text, words[i], strlen(words[i])) == 0)
            return strlen(words[i]);
    return 0;
}

/* zarr-python writes NaN, Infinity and -Infinity as they are, which JSON lacks and cJSON refuses. (zrg skips them in members
 * that it does not read.) Between quotes they are what the specification has for fill values. */
static int quote_bare_words(document *d)
{
    const char *from = (const char *)d->stored.bytes, *end = from + d->stored.size;
    char *to = d->text = malloc(2 * d->stored.size + 1); /* three letters become five: the most that any text grows */
    size_t word;
    int in_string = 0;
    if (!to)
        return complain("%s: out of memory", d->path);
    while (from < end) {
        word = in_string ? 0 : bare_word(from, (size_t)(end - from));
        if (word > 0) {
            *to++ = '"';
            memcpy(to, from, word);
            to += word;
            from += word;
            *to++ = '"';
            continue;
        }
        if (*from == '"')
            in_string = !in_string;
        else if (in_string && *from == '\\' && from + 1 < end) /* a quote behind it ends nothing */
            *to++ = *from++;
        *to++ = *from++;
    }
    d->size = (size_t)(to - d->text);
    return 1;
}

static int holds(const char *folder, const char *name)
{
    char *path = join_path(folder, name);
    int does = path && is_file(path);
    free(path);
    return does;
}

static int explain_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash && slash != path && strcmp(slash, "/zarr.json") == 0)
        return complain("%s: is a file; give the directory that it lies in: %.*s", path, (int)(slash - path), path);
    return complain("%s: is a file; give the directory that holds an array's zarr.json", path);
}

/* What to do where there is no zarr.json. */
static int explain_missing(const char *path, const char *folder)
{
    if (is_file(folder))
        return explain_file(folder);
    if (holds(folder, ".zarray") || holds(folder, ".zgroup"))
        return complain("%s: holds the %s of Zarr version 2; version 3 is read here, whose zarr.json zarr-python writes "
                        "beside it: zarr migrate v3 %s", folder, holds(folder, ".zarray") ? ".zarray" : ".zgroup", folder);
    return complain("%s: no such file; give the directory of an array of Zarr version 3", path);
}

int document_load(document *d, const char *folder)
{
    byte_range whole;
    int ok = 0;
    memset(d, 0, sizeof *d);
    if (!(d->path = join_path(folder, "zarr.json")))
        return 0;
    switch (open_range(d->path, &whole)) {
    case FAILED:
        return 0;
    case MISSING:
        return explain_missing(d->path, folder);
    case PRESENT:
        ok = whole.size > 0 ||
             complain("%s: the file is empty, as an interrupted copy or write leaves it; copy or write it again", d->path);
        ok = ok && load_range(&whole, BYTES_MAX, &d->stored) && quote_bare_words(d);
        close_range(&whole);
    }
    return ok;
}

void document_free(document *d)
{
    cJSON_Delete(d->root);
    free(d->text);
    free(d->stored.bytes);
    free(d->path);
    memset(d, 0, sizeof *d);
}

/* ---- from the text to members ---- */

int document_parse(document *d)
{
    if (!d->root)
        d->root = cJSON_ParseWithLength(d->text, d->size);
    return cJSON_IsObject(d->root) || complain("%s: cJSON cannot read it", d->path);
}

const cJSON *document_member(const document *d, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(d->root, name);
}

/* cJSON has read the text before, so each member can be stepped over by reading it once more. */
const char *document_member_text(const document *d, const char *name, size_t *length)
{
    const char *at = memchr(d->text, '{', d->size), *end = d->text + d->size, *value;
    cJSON *item;
    int found;
    while (at && ++at < end) { /* past the { or the , */
        item = cJSON_ParseWithLengthOpts(at, (size_t)(end - at), &at, 0);
        found = cJSON_IsString(item) && strcmp(item->valuestring, name) == 0;
        cJSON_Delete(item);
        if (!item || !(at = memchr(at, ':', (size_t)(end - at))))
            return NULL;
        for (at++; at < end && (unsigned char)*at <= ' '; at++) {}
        value = at;
        item = cJSON_ParseWithLengthOpts(value, (size_t)(end - value), &at, 0);
        cJSON_Delete(item);
        if (!item)
            return NULL;
        if (found) {
            *length = (size_t)(at - value);
            return value;
        }
        at = memchr(at, ',', (size_t)(end - at));
    }
    return NULL;
}

const char *json_name(const cJSON *item)
{
    const char *name = cJSON_GetStringValue(cJSON_IsObject(item) ? cJSON_GetObjectItemCaseSensitive(item, "name") : item);
    return name ? name : "(no name)";
}
