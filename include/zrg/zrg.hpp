/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file zrg.hpp
 * zrg for C++11 and later: zrg.h with handles that free themselves, errors that cannot be passed over, containers and
 * range-for. There is no library of its own and no ABI of its own; what runs is zrg.h's.
 *
 *     #include <iostream>
 *     #include <zrg/zrg.hpp>
 *
 *     int main()
 *     {
 *         try {
 *             const char text[] = R"({"name": "rectilinear", "configuration":
 *                                     {"kind": "inline", "chunk_shapes": [[16, 10], [24, 14]]}})";
 *             auto grid = zrg::grid::from_json(text, {26, 38});
 *
 *             // which chunk holds element (20, 15), and where in it?
 *             auto found = grid.locate({20, 15});
 *             std::cout << "chunk " << found.chunk[0] << ", " << found.chunk[1] << " has it at " << found.within[0]
 *                       << ", " << found.within[1] << "\n";
 *
 *             // which chunks does a window touch? A slice is start, count, step.
 *             auto window = zrg::selection::from_slices(grid, {{12, 8, 1}, {18, 14, 1}});
 *             for (const auto &part : window.parts())
 *                 std::cout << part.key() << " gives " << part.elements() << " elements\n";
 *
 *             grid.locate({26, 0});
 *         } catch (const zrg::error &error) {
 *             std::cout << zrg::status_name(error.code()) << ": " << error.what() << "\n";
 *         }
 *     }
 *
 * prints
 *
 *     chunk 1, 0 has it at 4, 15
 *     c/0/0 gives 24 elements
 *     c/0/1 gives 32 elements
 *     c/1/0 gives 24 elements
 *     c/1/1 gives 32 elements
 *     ZRG_ERROR_BOUNDS: index 26 is outside: the extent of axis 0 is 26
 *
 * Programs that do not throw take the same classes from zrg::nothrow. There a call gives a zrg::expected, which is an
 * answer or a zrg_error; and so is each entry of a walk, the last one where the walk fails:
 *
 *     #include <cstdio>
 *     #include <zrg/zrg.hpp>
 *
 *     zrg::expected<void> list(const zrg::nothrow::grid &grid)
 *     {
 *         auto window = zrg::nothrow::selection::from_slices(grid, {{12, 8, 1}, {18, 15, 2}});
 *         if (!window) return window.error();
 *         for (const auto &part : window->parts()) {
 *             if (!part) return part.error();
 *             std::printf("chunk number %d\n", static_cast<int>(part->chunk_number()));
 *         }
 *         return {};
 *     }
 *
 *     int main()
 *     {
 *         auto grid = zrg::nothrow::grid::from_edges({26, 38}, {{16, 10}, {24, 14}});
 *         if (!grid) return 1;
 *         auto done = list(*grid);
 *         if (!done) std::printf("%s: %s\n", zrg::status_name(done.status()), done.error().message);
 *     }
 *
 * prints
 *
 *     ZRG_ERROR_BOUNDS: the slice of axis 1 has 15 elements, of which 10 are inside
 *
 * CONTENTS
 *
 *   zrg.hpp         version_number, version_string, status_name, status_message; the names of both worlds
 *   grid.hpp        grid; key_encoding, options; what its calls answer
 *   selection.hpp   selection, part; what its calls answer
 *   pages.hpp       handles; walks with range-for
 *   memory.hpp      arguments (input, output, json_text, const_elements, elements, ...), view and index
 *   error.hpp       error, expected
 *
 * RULES FOR EVERY CALL
 *
 *   Names         zrg_grid_locate() is grid::locate(), zrg_selection_inner() is selection::inner(), and so on;
 *                 zrg_key_encode() is key_encoding::encode(), zrg_slice_from_bounds() selection::slice_from_bounds().
 *                 Arguments keep their order, but those that may be left out come last. What a call means is told in
 *                 zrg.h and holds here.
 *   Failures      In zrg a call throws zrg::error. In zrg::nothrow it gives a zrg::expected, which says so when it is
 *                 thrown away; a failure that is taken for an answer throws zrg::error, or ends a program that is built
 *                 without exceptions. (Memory for a std::string or std::vector runs out as it does in any program.)
 *   Handles       A grid or selection owns one handle of zrg.h: copying makes one more of the same thing, moving leaves
 *                 an empty object, whose calls say ZRG_ERROR_NULL. get() lends the C pointer, release() gives it away,
 *                 the constructor from a C pointer takes it over. Grids of zrg and zrg::nothrow are made of each other.
 *   Inputs        Anything contiguous: a container with data() and size(), a C array, a braced list, pointer and size.
 *                 Integers of another name with the same width and sign are taken as they are. The rank is the number
 *                 of entries, and is checked.
 *   Outputs       The same, but for temporaries and braced lists; nullptr: not wanted. Containers are not resized.
 *   Elements      Where the type of a container says how large its elements are, that must be `element_size`, else
 *                 ZRG_ERROR_ARGUMENT. Containers of bytes hold elements of any size.
 *   Pages         Long answers are walked with range-for: a page at a time is fetched, into the iterator. A walk holds
 *                 on to its grid or selection. (Pages in the caller's own memory are zrg.h's: call it with get().)
 *   Threads       As in zrg.h: any number may use one object at once, as long as none assigns to it.
 */
#ifndef ZRG_HPP
#define ZRG_HPP

#include <zrg/error.hpp>
#include <zrg/grid.hpp>
#include <zrg/memory.hpp>
#include <zrg/pages.hpp>
#include <zrg/selection.hpp>

namespace zrg {

#if ZRG_EXCEPTIONS
using grid = basic_grid<detail::throwing>;
using selection = basic_selection<detail::throwing>;
using part = basic_part<detail::throwing>;
using key_encoding = basic_key_encoding<detail::throwing>;
#endif

/** The same for programs that do not throw, whether or not they are built with exceptions. */
namespace nothrow {
using grid = basic_grid<detail::expecting>;
using selection = basic_selection<detail::expecting>;
using part = basic_part<detail::expecting>;
using key_encoding = basic_key_encoding<detail::expecting>;
} // namespace nothrow

/** Of the library that is running; ZRG_VERSION_NUMBER is this header's. zrg_version_number(). */
inline std::uint32_t version_number() noexcept { return zrg_version_number(); }
/** The same as text: zrg_version_string(). */
inline const char *version_string() noexcept { return zrg_version_string(); }
/** "ZRG_ERROR_BOUNDS": zrg_status_name(). */
inline const char *status_name(zrg_status status) noexcept { return zrg_status_name(status); }
/** What it means in general: zrg_status_message(). */
inline const char *status_message(zrg_status status) noexcept { return zrg_status_message(status); }

} // namespace zrg

#endif /* ZRG_HPP */
