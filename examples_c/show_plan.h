/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shows what zrg answers, without touching a chunk: the grid as a picture with the window on it, then the parts. */
#ifndef SHOW_PLAN_H
#define SHOW_PLAN_H

#include <zrg/zrg.h>

/* Prints the picture. slices: one per axis, those the selection was made from. */
zrg_status show_grid(const zrg_grid *grid, size_t rank, const zrg_slice *slices, zrg_error *error);

/* Prints the parts of the selection, the first 100 of them. */
zrg_status show_parts(const zrg_selection *selection, size_t rank, const zrg_key_encoding *keys, zrg_error *error);

#endif
