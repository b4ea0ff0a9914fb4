// SPDX-License-Identifier: MIT OR Apache-2.0
// A C++ program outside the project, as small as can be: it compiles, links, starts, and gets one right answer.
#include <iostream>
#include <zrg/zrg.hpp>

int main()
{
    try {
        auto grid = zrg::grid::from_edges({26, 38}, {{16, 10}, {24, 14}});
        auto found = grid.locate({20, 10});
        std::cout << zrg::key_encoding().encode(found.chunk) << " within " << found.within[0] << " " << found.within[1]
                  << "\n";
        return !(found.chunk == zrg::index{1, 0} && found.within == zrg::index{4, 10});
    } catch (const zrg::error &error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
