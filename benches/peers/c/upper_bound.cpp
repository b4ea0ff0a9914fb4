// SPDX-License-Identifier: MIT OR Apache-2.0
// The lookup that a C++ program writes over prefix sums.
#include <algorithm>
#include <cstddef>
#include <cstdint>

extern "C" void upper_bounds(const std::uint64_t *sums, std::size_t length, const std::uint64_t *points, std::size_t count,
                             std::uint64_t *chunks, std::uint64_t *withins)
{
    for (std::size_t i = 0; i < count; i++) {
        const std::uint64_t *found = std::upper_bound(sums, sums + length, points[i]) - 1;
        chunks[i] = static_cast<std::uint64_t>(found - sums);
        withins[i] = points[i] - *found;
    }
}
