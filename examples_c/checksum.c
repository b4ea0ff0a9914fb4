/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See checksum.h. */
#include "checksum.h"

/* The polynomial stands with its bits in reverse, since both checksums take the lowest bit of a byte first. */
static uint32_t crc_of(uint32_t polynomial, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    uint32_t table[256], crc, n;
    size_t i;
    int bit;
    for (n = 0; n < 256; n++)
        for (table[n] = n, bit = 0; bit < 8; bit++)
            table[n] = table[n] & 1 ? table[n] >> 1 ^ polynomial : table[n] >> 1;
    for (crc = 0xffffffffu, i = 0; i < size; i++)
        crc = table[(crc ^ byte[i]) & 0xff] ^ crc >> 8;
    return crc ^ 0xffffffffu;
}

uint32_t crc32_of(const void *bytes, size_t size)
{
    return crc_of(0xedb88320u, bytes, size);
}

uint32_t crc32c_of(const void *bytes, size_t size)
{
    return crc_of(0x82f63b78u, bytes, size);
}
