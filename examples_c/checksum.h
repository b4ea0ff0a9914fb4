/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two checksums of 32 bits, which differ in their polynomial alone. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The CRC-32 of zlib, gzip and PNG: what is printed of a window. */
uint32_t crc32_of(const void *bytes, size_t size);

/* The CRC-32C of iSCSI and ext4: what Zarr's codec crc32c puts behind bytes. */
uint32_t crc32c_of(const void *bytes, size_t size);

#endif
