// SPDX-License-Identifier: MIT OR Apache-2.0
// The header alone and first, twice, as C++ of every version from C++11 on; linked, so that names are C's.
#include <zrg/zrg.h>
#include <zrg/zrg.h>

static zrg_status (*const locate)(const zrg_grid *, size_t, const uint64_t *, uint64_t *, uint64_t *, zrg_error *) =
    zrg_grid_locate;

int main()
{
    zrg_error error = zrg_error();
    return locate(nullptr, 0, nullptr, nullptr, nullptr, &error) == ZRG_ERROR_NULL && error.code == ZRG_ERROR_NULL ? 0
                                                                                                                   : 1;
}
