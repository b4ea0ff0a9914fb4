/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A slice as it is written in Python. */
#ifndef SLICE_TEXT_H
#define SLICE_TEXT_H

#include <zrg/zrg.h>

#define ONE_SLICE_AN_AXIS "give one argument an axis, as in 2:4 3:6"

/* Reads START:STOP:STEP, each of which may be left out, or a lone number N, which is N:N+1 and must lie inside the extent.
 * Negative numbers count from the end. Returns 0 after saying on stderr what is wrong. */
int slice_from_text(const char *text, size_t axis, uint64_t extent, zrg_slice *slice);

#endif
