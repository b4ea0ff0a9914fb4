/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Undoes the codecs of bytes: zstd, gzip and crc32c. */
#ifndef CODECS_H
#define CODECS_H

#include "byte_range.h"
#include "codec_chain.h"

/* Takes stored bytes into memory and undoes the chain's codecs of bytes, the last one first. What comes out is what the
 * chain's codec bytes or sharding_indexed has made, to be freed by the caller. Bytes that decode to more than `most` are
 * refused. Returns 0 after a complaint. */
int load_decoded(const codec_chain *chain, const byte_range *stored, uint64_t most, buffer *decoded);

/* Compares the CRC-32C that bytes end with, and takes it off. Returns 0 after a complaint. */
int take_checksum_off(const char *path, buffer *checked);

#endif
