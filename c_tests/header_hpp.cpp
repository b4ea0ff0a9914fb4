// SPDX-License-Identifier: MIT OR Apache-2.0
// zrg.hpp alone and first, twice, as C++ of every version from C++11 on, with and without exceptions. Linked into
// test_hpp too, which includes it as well: nothing in it may be defined twice.
#include <zrg/zrg.hpp>
#include <zrg/zrg.hpp>

zrg_status header_hpp();

// Templates are looked at where they are used.
zrg_status header_hpp()
{
    zrg::grid grid;
    zrg::selection selection;
    zrg::located found;
    zrg_error error = zrg_error();
    zrg_status status = zrg::grid::try_from_edges({26, 38}, {{16, 10}, {24, 14}}, grid, &error);
    if (status == ZRG_OK) status = grid.try_locate({20, 15}, found.chunk, found.within, &error);
    if (status == ZRG_OK) status = zrg::selection::try_from_slices(grid, {{12, 8, 1}, {18, 14, 1}}, selection, &error);
    for (const zrg::part_view &part : selection.try_parts(&error))
        for (const zrg::segment &segment : part.try_segments(&error)) status += segment.count > 14;
    return status == ZRG_OK ? error.code : status;
}
