/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See byte_range.h. */
#include "byte_range.h"

#include "complain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

char *join_path(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    char *path = malloc(length + strlen(name) + 2);
    if (path)
        sprintf(path, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
    else
        complain("%s: out of memory", name);
    return path;
}

/* A folder can be opened as a file can: only reading tells them apart. */
static int can_be_read(FILE *file)
{
    errno = 0;
    fgetc(file);
    return !ferror(file);
}

int is_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    int is = file && can_be_read(file);
    if (file)
        fclose(file);
    return is;
}

presence open_range(const char *path, byte_range *whole)
{
    long size = -1;
    memset(whole, 0, sizeof *whole);
    whole->path = path;
    errno = 0;
    whole->file = fopen(path, "rb");
    if (!whole->file && (errno == ENOENT || errno == ENOTDIR))
        return MISSING;
    if (whole->file && can_be_read(whole->file) && fseek(whole->file, 0, SEEK_END) == 0)
        size = ftell(whole->file);
    if (size < 0) {
        complain("%s: %s", path, errno ? strerror(errno) : "cannot be read");
        close_range(whole);
        return FAILED;
    }
    whole->size = (uint64_t)size;
    return PRESENT;
}

void close_range(byte_range *whole)
{
    if (whole->file)
        fclose(whole->file);
    whole->file = NULL;
}

byte_range range_of_buffer(const char *path, const buffer *b)
{
    byte_range all = {path, NULL, b->bytes, 0, b->size};
    return all;
}

int range_inside(const byte_range *around, uint64_t offset, uint64_t size, byte_range *inside)
{
    if (offset > around->size || size > around->size - offset)
        return 0;
    *inside = *around;
    inside->begin += offset;
    inside->size = size;
    return 1;
}

static int read_from_file(const byte_range *range, unsigned char *bytes)
{
    size_t size = (size_t)range->size;
    errno = 0;
    if (fseek(range->file, (long)range->begin, SEEK_SET) == 0 && fread(bytes, 1, size, range->file) == size)
        return 1;
    return complain("%s: %s", range->path, errno ? strerror(errno) : "the file became shorter while it was read");
}

int load_range(const byte_range *range, uint64_t most, buffer *loaded)
{
    int ok = 1;
    if (range->size > most || range->size > BYTES_MAX)
        return complain("%s: there are %" PRIu64 " bytes where at most %" PRIu64 " can be", range->path, range->size,
                        most < BYTES_MAX ? most : (uint64_t)BYTES_MAX);
    loaded->size = (size_t)range->size;
    loaded->bytes = malloc(loaded->size + 1); /* one more, since malloc(0) may return NULL */
    if (!loaded->bytes)
        return complain("%s: out of memory", range->path);
    if (range->memory)
        memcpy(loaded->bytes, range->memory + range->begin, loaded->size);
    else
        ok = read_from_file(range, loaded->bytes);
    if (!ok) {
        free(loaded->bytes);
        loaded->bytes = NULL;
    }
    return ok;
}
