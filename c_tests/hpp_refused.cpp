// SPDX-License-Identifier: MIT OR Apache-2.0
// Mistakes that must not compile. Without a case defined this is a program without any; tests/hpp.rs finds the cases
// here, defines each alone, and sees the compiler refuse the line behind its #ifdef. Each stands beside what is right.
#include <zrg/zrg.hpp>

#ifndef WORLD
#define WORLD zrg::nothrow
#endif

std::vector<std::uint64_t> numbers();
WORLD::grid a_grid();
WORLD::selection a_selection();
void mistakes();

void mistakes()
{
    const auto grid = a_grid();
    const auto selection = a_selection();
    const std::vector<float> chunk(100);
    std::vector<float> out(100);
    std::vector<std::uint64_t> several = numbers();

#ifdef AN_OUTPUT_THAT_IS_A_TEMPORARY
    (void)selection.read_part(0, sizeof(float), chunk, std::vector<float>(100));
#else
    (void)selection.read_part(0, sizeof(float), chunk, out);
#endif
#ifdef A_FILLED_TEMPORARY
    (void)selection.fill_part(0, 1.5f, sizeof(float), std::vector<float>(100));
#else
    (void)selection.fill_part(0, 1.5f, sizeof(float), out);
#endif
#ifdef A_WRITTEN_CHUNK_THAT_IS_A_TEMPORARY
    (void)selection.write_part(0, sizeof(float), out, std::vector<float>(100));
#else
    (void)selection.write_part(0, sizeof(float), std::vector<float>(100), out); // it is read, and lives long enough
#endif
#ifdef AN_OUTPUT_THAT_IS_CONSTANT
    (void)selection.read_part(0, sizeof(float), out, chunk);
#endif
#ifdef NUMBERS_WRITTEN_TO_A_TEMPORARY
    (void)grid.locate_many(several, numbers(), nullptr);
#else
    (void)grid.locate_many(numbers(), several, nullptr);
#endif
#ifdef NUMBERS_OF_ANOTHER_WIDTH
    (void)grid.locate(std::vector<std::uint32_t>{1, 2});
#endif
#ifdef A_FILL_VALUE_BY_ITS_POINTER_ALONE
    (void)selection.fill_part(0, chunk.data(), sizeof(float), out);
#else
    (void)selection.fill_part(0, {chunk.data(), sizeof(float)}, sizeof(float), out);
#endif

#ifdef A_VIEW_OF_A_TEMPORARY
    zrg::view<std::uint64_t> kept_view = numbers();
#endif
    zrg::input<std::uint64_t> named = numbers();
#ifdef AN_ARGUMENT_THAT_HAS_OUTLIVED_ITS_TEMPORARY
    (void)grid.locate(named);
#else
    (void)named;
#endif
#ifdef AN_ARGUMENT_THAT_IS_KEPT
    zrg::input<std::uint64_t> another = named;
#endif
    zrg::elements target(out);
#ifdef ELEMENTS_THAT_ARE_KEPT
    (void)selection.read_part(0, sizeof(float), chunk, target);
#else
    (void)target;
#endif

    auto parts = selection.parts();
    for (const auto &part : parts) {
#ifdef A_PART_THAT_IS_KEPT
        auto kept_part = part;
#endif
#ifdef PARTS_THAT_ARE_COLLECTED
        std::vector<typename std::decay<decltype(part)>::type>().push_back(part);
#endif
        (void)part;
    }
#ifdef THE_FIRST_PART_KEPT
    auto first = *parts.begin();
#endif
#ifdef A_PART_OF_NO_WALK
    WORLD::part part;
#endif

    const zrg::expected<std::uint64_t> number(several[0]);
#ifdef AN_ANSWER_THAT_IS_NOT_LOOKED_AT
    const std::uint64_t sum = 1 + number;
#else
    const std::uint64_t sum = number ? 1 + *number : 0;
#endif
    (void)sum;
#ifdef AN_ARROW_INTO_A_TEMPORARY
    const zrg::index &chunk_of = zrg::nothrow::grid(grid).locate({1, 1})->chunk;
#endif
#ifdef A_GRID_FROM_A_FAILURE_PERHAPS
    zrg::nothrow::grid converted = zrg::nothrow::grid::from_json("{}", {1});
#endif
#ifdef A_FAILURE_THROWN_AWAY
    zrg::nothrow::selection(selection).read_part(0, sizeof(float), chunk, out);
#endif
#ifdef A_POINTER_TAKEN_OVER_BY_ACCIDENT
    WORLD::grid taken = static_cast<zrg_grid *>(nullptr);
#endif
}
