/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The header alone and first, twice, as C of every version from C99 on; that it was read shows in what follows. */
#include <zrg/zrg.h>
#include <zrg/zrg.h>

static zrg_status (*const locate)(const zrg_grid *, size_t, const uint64_t *, uint64_t *, uint64_t *, zrg_error *) =
    zrg_grid_locate;
static const zrg_error nothing = {0};

int main(void)
{
    /* No grid: refused, not followed. */
    return locate(NULL, 0, NULL, NULL, NULL, NULL) == ZRG_ERROR_NULL && nothing.code == ZRG_OK ? 0 : 1;
}
