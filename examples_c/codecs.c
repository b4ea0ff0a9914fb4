/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See codecs.h. Nothing that encoded bytes say of their own size is trusted: each codec decodes into a room whose size is
 * known before, and what does not fit is an error. */
#include "codecs.h"

#include "checksum.h"
#include "complain.h"
#include "element.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { CHECKSUM = 4 };

int take_checksum_off(const char *path, buffer *checked)
{
    if (checked->size < CHECKSUM)
        return complain("%s: %lu bytes are too few for the checksum of crc32c", path, (unsigned long)checked->size);
    checked->size -= CHECKSUM;
    if (crc32c_of(checked->bytes, checked->size) != get_word(checked->bytes + checked->size, CHECKSUM, 0))
        return complain("%s: the checksum of crc32c is wrong", path);
    return 1;
}

static int too_much(const char *path, const char *codec, size_t most)
{
    return complain("%s: %s: there is more in it than the %lu bytes that can be", path, codec, (unsigned long)most);
}

/* ZSTD_decompress takes all frames that follow one another. */
static int undo_zstd(const char *path, const buffer *encoded, size_t most, buffer *decoded)
{
    size_t size = ZSTD_decompress(decoded->bytes, most, encoded->bytes, encoded->size);
    if (ZSTD_isError(size) && ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall)
        return too_much(path, "zstd", most);
    if (ZSTD_isError(size))
        return complain("%s: zstd: %s", path, ZSTD_getErrorName(size));
    decoded->size = size;
    return 1;
}

/* The members of a gzip file follow one another, and zlib takes one at a time. */
static int undo_gzip(const char *path, const buffer *encoded, size_t most, buffer *decoded)
{
    enum { GZIP = 16 }; /* added to the size of the window: gzip's header and not zlib's */
    z_stream stream;
    int state;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, MAX_WBITS + GZIP) != Z_OK)
        return complain("%s: gzip: out of memory", path);
    stream.next_in = encoded->bytes;
    stream.avail_in = (uInt)encoded->size; /* BYTES_MAX fits */
    stream.next_out = decoded->bytes;
    stream.avail_out = (uInt)most;
    do
        state = inflate(&stream, Z_FINISH);
    while (state == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK);
    decoded->size = most - stream.avail_out;
    inflateEnd(&stream);
    if (state == Z_STREAM_END)
        return 1;
    if (state == Z_BUF_ERROR && stream.avail_out == 0)
        return too_much(path, "gzip", most);
    return complain("%s: gzip: %s", path, state == Z_BUF_ERROR ? "it ends early" : stream.msg ? stream.msg : zError(state));
}

/* Undoes one codec in place of its bytes. Whatever comes of it, `bytes` is still to be freed. */
static int undo(codec_id undone, const char *path, size_t most, buffer *bytes)
{
    buffer decoded = {NULL, 0};
    int ok;
    if (undone == CODEC_CRC32C)
        return take_checksum_off(path, bytes);
    if (!(decoded.bytes = malloc(most + 1)))
        return complain("%s: no memory for a chunk of %lu bytes", path, (unsigned long)most);
    ok = undone == CODEC_ZSTD ? undo_zstd(path, bytes, most, &decoded) : undo_gzip(path, bytes, most, &decoded);
    free(bytes->bytes);
    *bytes = decoded;
    return ok;
}

/* How many bytes a codec can make of so many. What cannot be compressed becomes a little larger, by headers of blocks: a
 * quarter is far more than any compressor in use adds. */
static uint64_t most_encoded(codec_id applied, uint64_t most)
{
    uint64_t encoded = applied == CODEC_CRC32C ? most + CHECKSUM : most + most / 4 + 4096;
    return encoded < BYTES_MAX ? encoded : BYTES_MAX;
}

int load_decoded(const codec_chain *chain, const byte_range *stored, uint64_t most, buffer *decoded)
{
    uint64_t limits[BYTE_CODECS_MAX + 1]; /* limits[i]: the most bytes there can be before codec i was applied */
    size_t i;
    int ok;
    limits[0] = most < BYTES_MAX ? most : BYTES_MAX;
    for (i = 0; i < chain->byte_codec_count; i++)
        limits[i + 1] = most_encoded(chain->byte_codecs[i], limits[i]);
    if (!load_range(stored, limits[i], decoded))
        return 0;
    for (ok = 1; ok && i-- > 0;)
        ok = undo(chain->byte_codecs[i], stored->path, (size_t)limits[i], decoded);
    if (!ok) {
        free(decoded->bytes);
        decoded->bytes = NULL;
    }
    return ok;
}
