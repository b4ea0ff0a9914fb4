// SPDX-License-Identifier: MIT OR Apache-2.0
// zrg.hpp alone and first, twice, as C++ of every version from C++11 on, with and without exceptions. Linked into
// test_hpp too, which includes it as well: nothing in it may be defined twice.
#include <zrg/zrg.hpp>
#include <zrg/zrg.hpp>

// Templates are looked at where they are used: all of them are here.
#if ZRG_EXCEPTIONS
template class zrg::basic_grid<zrg::detail::throwing>;
template class zrg::basic_selection<zrg::detail::throwing>;
template class zrg::basic_part<zrg::detail::throwing>;
template struct zrg::basic_key_encoding<zrg::detail::throwing>;
#endif
template class zrg::basic_grid<zrg::detail::expecting>;
template class zrg::basic_selection<zrg::detail::expecting>;
template class zrg::basic_part<zrg::detail::expecting>;
template struct zrg::basic_key_encoding<zrg::detail::expecting>;

zrg_status header_hpp();

zrg_status header_hpp()
{
    const std::vector<std::vector<std::uint64_t>> edges = {{16, 10}, {24, 14}};
    auto grid = zrg::nothrow::grid::from_edges(std::vector<std::uint64_t>{26, 38}, edges);
    if (!grid) return grid.status();
    auto window = zrg::nothrow::selection::from_slices(*grid, {{12, 8, 1}, {18, 14, 1}});
    if (!window) return window.status();
    std::vector<float> out(8 * 14);
    for (const auto &part : window->parts()) {
        if (!part) return part.status();
        const std::vector<float> chunk(part->chunk_number() + 1);
        auto read = part->read(sizeof(float), chunk, out);
        if (!read) return read.status(); // as it is: the chunk is too small
        for (const auto &segment : part->segments())
            if (!segment) return segment.status();
    }
    return ZRG_OK;
}
