// SPDX-License-Identifier: MIT OR Apache-2.0
// zrg.hpp against a walk over every element: every call, in zrg and in zrg::nothrow by the same code, since a call has
// one definition for both. C++11, so that every later version takes it too; without exceptions there is zrg::nothrow
// alone.
#include "check.h"
#include "oracle.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>
#include <zrg/zrg.hpp>
#if __cplusplus >= 201703L
#include <string_view>
#endif
#if __cplusplus >= 202002L
#include <ranges>
#include <span>
#endif

// The answer of a call that must succeed; a call that must succeed and answers nothing; and one that must fail, whose
// error is `fault` then. Braced lists have commas, which the macros of check.h would take for their own.
#define OK(...) answer((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define DONE(...) done([&] { return (__VA_ARGS__); }, #__VA_ARGS__, __FILE__, __LINE__)
#define REFUSED(code, ...) refused([&] { return (__VA_ARGS__); }, code, #__VA_ARGS__, __FILE__, __LINE__)

namespace {

using u64s = std::vector<std::uint64_t>;

struct nothrow {
    using grid = zrg::nothrow::grid;
    using selection = zrg::nothrow::selection;
    using key_encoding = zrg::nothrow::key_encoding;
};
#if ZRG_EXCEPTIONS
struct throwing {
    using grid = zrg::grid;
    using selection = zrg::selection;
    using key_encoding = zrg::key_encoding;
};
#endif

// ---- answers of both worlds ----

template <class T> T answer(T &&given, const char *, const char *, int) { return std::move(given); }
template <class T> T answer(zrg::expected<T> given, const char *what, const char *file, int line)
{
    check_status(given.status(), ZRG_OK, what, file, line);
    if (!given) printf("    %.207s\n", given.error().message);
    return *std::move(given);
}

/** The failure of a call, or a code of ZRG_OK. */
template <class T> struct is {};
template <class Call, class T> zrg_error failure(Call call, is<zrg::expected<T>>) { return call().error(); }
#if ZRG_EXCEPTIONS
template <class Call, class T> zrg_error failure(Call call, is<T>)
{
    try {
        static_cast<void>(call());
    } catch (const zrg::error &error) {
        const zrg_error &said = error.get();
        CHECK(error.code() == said.code);
        CHECK_TEXT(error.what(), said.message);
        return said;
    }
    return zrg_error();
}
#endif
template <class Call> void done(Call call, const char *what, const char *file, int line)
{
    zrg_error said = failure(call, is<decltype(call())>());
    check_status(said.code, ZRG_OK, what, file, line);
    if (said.code != ZRG_OK) printf("    %.207s\n", said.message);
}
template <class Call> void refused(Call call, zrg_status code, const char *what, const char *file, int line)
{
    fault = failure(call, is<decltype(call())>());
    zrg_error same = fault;
    check_fault(code, &same, what, file, line);
}

/** An entry of a walk, and all of them. */
template <class T> const T &entry(const T &shown) { return shown; }
template <class T> const T &entry(const zrg::expected<const T &> &shown)
{
    CHECK(shown && shown.status() == ZRG_OK && shown.error().code == ZRG_OK);
    return *shown;
}
template <class Item, class Pages> std::vector<Item> all(const Pages &pages)
{
    std::vector<Item> found;
    for (const auto &shown : pages) found.push_back(entry(shown));
    return found;
}

/** The error of an entry, if it is one. */
template <class T> zrg_error error_of(const zrg::expected<const T &> &shown)
{
    CHECK(shown ? shown.status() == ZRG_OK : shown.status() == shown.error().code);
    return shown.error();
}
template <class T> zrg_error error_of(const T &) { return zrg_error(); }

/** Of a walk that fails at once: its one entry says so, or it throws as it begins. */
template <class Pages> zrg_error walk_failure(const Pages &pages)
{
    std::vector<zrg_error> found;
#if ZRG_EXCEPTIONS
    try {
#endif
        for (const auto &shown : pages) found.push_back(error_of(shown));
#if ZRG_EXCEPTIONS
    } catch (const zrg::error &error) {
        CHECK(found.empty());
        return error.get();
    }
#endif
    CHECK(found.size() == 1);
    return found.empty() ? zrg_error() : found[0];
}
#define WALK_REFUSED(code, ...)                                                                                        \
    do {                                                                                                               \
        fault = walk_failure(__VA_ARGS__);                                                                             \
        const zrg_error same = fault;                                                                                  \
        check_fault(code, &same, #__VA_ARGS__, __FILE__, __LINE__);                                                    \
    } while (0)

const char DIAGRAM[] = "{\"name\": \"rectilinear\", \"configuration\":"
                       " {\"kind\": \"inline\", \"chunk_shapes\": [[16, 10], [24, 14]]}}";

template <class World> typename World::grid diagram() { return OK(World::grid::from_json(DIAGRAM, {26, 38})); }

template <class World> typename World::grid grid_of(const oracle &plain)
{
    std::string text = "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": ";
    return OK(World::grid::from_json(text + plain.shapes + "}}", {plain.shape, plain.rank}));
}

/** The first numbers of an array of the oracle's. */
zrg::index first(std::size_t rank, const std::uint64_t *numbers) { return zrg::view<std::uint64_t>(numbers, rank); }

template <class Grid> u64s edges_of(const Grid &grid, std::size_t axis)
{
    return all<std::uint64_t>(grid.axis_edges(axis));
}

// ---- memory ----

void test_memory()
{
    const std::uint64_t array[3] = {4, 5, 6};
    const std::vector<std::uint64_t> vector(array, array + 3);
    const std::array<std::uint64_t, 3> fixed = {{4, 5, 6}};
    const unsigned long long others[3] = {4, 5, 6}; // another name for 64 bits than uint64_t, on most machines
    auto sum = [](zrg::input<std::uint64_t> given) {
        std::uint64_t total = 100 * given.size();
        for (std::size_t i = 0; i < given.size(); i++) total += given.data()[i];
        return total;
    };
    CHECK_U64(sum(array), 315);
    CHECK_U64(sum(vector), 315);
    CHECK_U64(sum(fixed), 315);
    CHECK_U64(zrg::input<std::uint64_t>(others).size(), 3);
    CHECK_U64(sum(std::vector<std::uint64_t>(2, 7)), 214);
    CHECK_U64(sum({4, 5, 6}), 315);
    CHECK_U64(sum({array, 2}), 209);
    CHECK_U64(sum({7}), 107);
    CHECK_U64(sum({}), 0);
    CHECK_U64(sum(zrg::index{4, 5, 6}), 315);
    CHECK_U64(sum(zrg::view<std::uint64_t>(array, 3)), 315);
#if __cplusplus >= 202002L
    CHECK_U64(sum(std::span<const std::uint64_t>(array)), 315);
    CHECK_U64(sum(std::span<std::uint64_t const, 2>(array, 2)), 209);
#endif

    using input = zrg::input<std::uint64_t>;
    CHECK(!(std::is_convertible<std::vector<std::int64_t>, input>::value));
    CHECK(!(std::is_convertible<std::vector<std::uint32_t>, input>::value));
    CHECK(!(std::is_convertible<std::vector<double>, input>::value));
    CHECK(!(std::is_convertible<std::uint64_t, input>::value));
    CHECK(!(std::is_convertible<bool *, input>::value));
    CHECK((std::is_convertible<std::array<bool, 2>, zrg::input<std::uint8_t>>::value));
    CHECK(!(std::is_convertible<std::vector<bool>, zrg::input<std::uint8_t>>::value));
    CHECK(!(std::is_convertible<std::vector<std::uint64_t>, zrg::view<std::uint64_t>>::value));
    using output = zrg::output<std::uint64_t>;
    CHECK((std::is_convertible<std::vector<std::uint64_t> &, output>::value));
    CHECK((std::is_convertible<std::uint64_t(&)[3], output>::value));
    CHECK((std::is_convertible<zrg::index &, output>::value));
    CHECK((std::is_convertible<std::nullptr_t, output>::value));
    CHECK(!(std::is_convertible<std::vector<std::uint64_t>, output>::value));
    CHECK(!(std::is_convertible<const std::vector<std::uint64_t> &, output>::value));
    CHECK(!(std::is_convertible<const zrg::index &, output>::value));
    CHECK(!(std::is_convertible<const std::uint64_t(&)[3], output>::value));
    CHECK(!(std::is_convertible<std::vector<std::int64_t> &, output>::value));
    CHECK((std::is_convertible<std::vector<double> &, zrg::elements>::value));
    CHECK((std::is_convertible<double(&)[2][3], zrg::elements>::value));
    CHECK(!(std::is_convertible<std::vector<double>, zrg::elements>::value));
    CHECK(!(std::is_convertible<const std::vector<double> &, zrg::elements>::value));
    CHECK(!(std::is_convertible<const double(&)[3], zrg::elements>::value));
    CHECK((std::is_convertible<std::vector<double>, zrg::const_elements>::value));
    CHECK((std::is_convertible<double, zrg::one_element>::value));
    CHECK(!(std::is_convertible<double *, zrg::one_element>::value));
    CHECK(!(std::is_convertible<double(&)[1], zrg::one_element>::value));
    CHECK(!(std::is_convertible<std::string, zrg::one_element>::value));
#if __cplusplus >= 202002L
    CHECK((std::is_convertible<std::span<std::uint64_t>, output>::value)); // it owns nothing
    CHECK((std::is_convertible<std::span<double>, zrg::elements>::value));
    CHECK(!(std::is_convertible<std::span<const double>, zrg::elements>::value));
#endif

    CHECK_U64(zrg::json_text("abc").size(), 3);
    CHECK_U64(zrg::json_text(std::string("a\0c", 3)).size(), 3);
    CHECK_U64(zrg::json_text("abc", 2).size(), 2);
    CHECK_U64(zrg::json_text(std::vector<unsigned char>(5)).size(), 5);
    CHECK_U64(zrg::json_text(nullptr).size(), 0);
#if __cplusplus >= 201703L
    CHECK_U64(zrg::json_text(std::string_view("abcd")).size(), 4);
#endif
}

void test_index()
{
    zrg::index none, two = {3, 4}, same = two;
    CHECK(none.empty() && none.size() == 0 && none.begin() == none.end());
    CHECK(two.size() == 2 && two[0] == 3 && two[1] == 4);
    CHECK(same == two && !(same != two) && two != none);
    same[1] = 5;
    CHECK(same != two && two < same && !(same < two) && !(two < two));
    CHECK((zrg::index{3}) < two && !(two < (zrg::index{3})) && none < two);
    same = *&two;
    same = *&same; // to itself
    CHECK(same == two);
    same = {7, 8, 9};
    CHECK(same == zrg::index(u64s{7, 8, 9}));
    CHECK(same.resize(4) == same.data() && same == (zrg::index{7, 8, 9, 0}));
    same.resize(1);
    CHECK(same == zrg::index{7});
    same = u64s(ZRG_MAX_RANK, 1);
    CHECK(same.size() == ZRG_MAX_RANK && same[ZRG_MAX_RANK - 1] == 1);
#if ZRG_EXCEPTIONS
    const u64s more(ZRG_MAX_RANK + 1, 1);
    REFUSED(ZRG_ERROR_LIMIT, zrg::index(more));
    FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_MAX_RANK + 1, ZRG_MAX_RANK);
    REFUSED(ZRG_ERROR_LIMIT, same.resize(more.size()));
    CHECK(same.size() == ZRG_MAX_RANK);
#endif
}

void test_expected()
{
    zrg::nothrow::grid grid = diagram<nothrow>();
    zrg::expected<zrg::located> good = grid.locate({20, 15}), bad = grid.locate({26, 0});
    CHECK(good && good.status() == ZRG_OK && good.error().code == ZRG_OK);
    CHECK(good->chunk == (zrg::index{1, 0}) && (*good).within == (zrg::index{4, 15}));
    good->chunk = {};
    CHECK(good->chunk.empty());
    CHECK(!bad && bad.status() == ZRG_ERROR_BOUNDS && bad.error().axis == 0 && bad.error().value == 26);
    zrg::expected<zrg::located> copy = bad;
    CHECK(!copy && copy.error().limit == 26);
    zrg::expected<void> nothing, failed(bad.error());
    CHECK(nothing && !failed && failed.status() == ZRG_ERROR_BOUNDS);
    *nothing;
    CHECK(!(std::is_convertible<zrg::expected<zrg::index>, zrg::index>::value));
    CHECK(!(std::is_convertible<zrg::expected<bool>, bool>::value));
#if ZRG_EXCEPTIONS
    const zrg::expected<zrg::located> &constant = bad;
    REFUSED(ZRG_ERROR_BOUNDS, (*bad).chunk);
    REFUSED(ZRG_ERROR_BOUNDS, bad->chunk);
    REFUSED(ZRG_ERROR_BOUNDS, (*constant).chunk);
    REFUSED(ZRG_ERROR_BOUNDS, constant->chunk);
    REFUSED(ZRG_ERROR_BOUNDS, *grid.locate({26, 0}));
    REFUSED(ZRG_ERROR_BOUNDS, *failed);
    auto edges = grid.axis_edges(2);
    REFUSED(ZRG_ERROR_BOUNDS, **edges.begin());
#endif
}

// ---- making ----

void test_version()
{
    CHECK_U64(zrg::version_number(), ZRG_VERSION_NUMBER);
    CHECK_TEXT(zrg::version_string(), zrg_version_string());
    CHECK_TEXT(zrg::status_name(ZRG_ERROR_COVER), "ZRG_ERROR_COVER");
    CHECK_TEXT(zrg::status_message(ZRG_ERROR_COVER), zrg_status_message(ZRG_ERROR_COVER));
}

template <class World> void test_make()
{
    using grid_type = typename World::grid;
    const std::string text = DIAGRAM;
    const u64s shape = {26, 38}, rows = {16, 10}, columns = {24, 14};
    grid_type grid;
    CHECK(!grid && grid.rank() == 0 && grid.get() == nullptr && grid.form() == 0);
    grid = OK(grid_type::from_json(text, shape));
    CHECK(grid && grid.rank() == 2 && grid.form() == ZRG_FORM_RECTILINEAR);
    grid = OK(grid_type::from_json({text.data(), text.size()}, {26, 38}, zrg::options(ZRG_READ_REPAIR)));
#if __cplusplus >= 201703L
    grid = OK(grid_type::from_json(std::string_view(text), std::array<std::uint64_t, 2>{{26, 38}}));
#endif
    CHECK(edges_of(grid, 0) == rows && edges_of(grid, 1) == columns);

    REFUSED(ZRG_ERROR_RANK, grid_type::from_json(DIAGRAM, {26}));
    REFUSED(ZRG_ERROR_COVER, grid_type::from_json(DIAGRAM, {27, 38}));
    CHECK(fault.axis == 0);
    REFUSED(ZRG_ERROR_LIMIT, grid_type::from_json(DIAGRAM, {26, 38}, zrg::options(0, 1)));
    REFUSED(ZRG_ERROR_LIMIT, grid_type::from_json(DIAGRAM, {26, 38}, zrg::options(0, 0, 10)));
    REFUSED(ZRG_ERROR_JSON, grid_type::from_json("{", {26, 38}));

    const char array[] = "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [26, 38], \"chunk_key_encoding\":"
                         " {\"name\": \"v2\", \"configuration\": {\"separator\": \"/\"}}, \"chunk_grid\":"
                         " {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [10, 20]}}}";
    typename World::key_encoding keys;
    CHECK(keys.name == ZRG_KEY_DEFAULT && keys.separator == '/');
    grid = OK(grid_type::from_array_json(array, &keys));
    CHECK(keys.name == ZRG_KEY_V2 && keys.separator == '/' && grid.form() == ZRG_FORM_REGULAR);
    CHECK(edges_of(grid, 0) == (u64s{10, 10, 10}) && OK(grid_type::from_array_json(array)).rank() == 2);
    REFUSED(ZRG_ERROR_STRUCTURE, grid_type::from_array_json("3"));

    // From lists, in every shape that they come in.
    const std::vector<u64s> nested = {{16, 10}, {24, 14}};
    const std::array<u64s, 2> fixed = {{{16, 10}, {24, 14}}};
    const std::vector<std::vector<zrg::run>> runs = {{{1, 2}, {3, 4}}, {{5, 6}}};
    const grid_type made[] = {OK(grid_type::from_edges({26, 38}, {{16, 10}, {24, 14}})),
                              OK(grid_type::from_edges({26, 38}, nested)),
                              OK(grid_type::from_edges({26, 38}, fixed)),
                              OK(grid_type::from_edges({26, 38}, {rows, columns})),
                              OK(grid_type::from_runs({26, 38}, {{{16, 1}, {10, 1}}, {{24, 1}, {14, 1}}}))};
    for (const grid_type &one : made) CHECK(edges_of(one, 0) == rows && edges_of(one, 1) == columns);
    CHECK(edges_of(OK(grid_type::from_edges({7}, {{4, 3}})), 0) == (u64s{4, 3}));
    grid = OK(grid_type::from_edges({}, std::vector<u64s>()));
    CHECK(grid && grid.rank() == 0);
    grid = OK(grid_type::from_runs({1000000}, {{{10, 100000}}}));
    grid = OK(grid_type::from_runs({14, 30}, runs));
    CHECK(edges_of(grid, 0) == (u64s{1, 1, 3, 3, 3, 3}) && edges_of(grid, 1) == u64s(6, 5));

    REFUSED(ZRG_ERROR_RANK, grid_type::from_edges({26}, nested));
    REFUSED(ZRG_ERROR_VALUE, grid_type::from_edges({26, 38}, {{16, 10}, {}}));
    CHECK(fault.axis == 1);
    REFUSED(ZRG_ERROR_VALUE, grid_type::from_edges({26, 38}, {{16, 0, 10}, {38}}));
    FAULT(0, 1, ZRG_NONE, 0, 1);
    REFUSED(ZRG_ERROR_COVER, grid_type::from_runs({26}, {{{5, 5}}}));
    const u64s long_shape(ZRG_MAX_RANK + 1, 1);
    const std::vector<u64s> long_lists(ZRG_MAX_RANK + 1, u64s(1, 1));
    REFUSED(ZRG_ERROR_LIMIT, grid_type::from_edges(long_shape, long_lists));

    grid = OK(grid_type::from_chunk_shape({7, 8}, {4, 4}));
    CHECK(edges_of(grid, 0) == (u64s{4, 4}) && OK(grid.to_json()).find("regular") != std::string::npos);
    CHECK(edges_of(OK(grid_type::from_chunk_shape({7, 8}, {4, 4}, ZRG_EXACT_TAIL)), 0) == (u64s{4, 3}));
    REFUSED(ZRG_ERROR_RANK, grid_type::from_chunk_shape({7, 8}, {4}));
    REFUSED(ZRG_ERROR_VALUE, grid_type::from_chunk_shape({7, 8}, {4, 0}));

    // Written, and read again.
    grid = diagram<World>();
    const std::string json = OK(grid.to_json());
    CHECK(OK(OK(grid_type::from_json(json, shape)).to_json()) == json && json.back() == '}');
    for (const grid_type &one : made) CHECK(OK(one.to_json()) == json);
    REFUSED(ZRG_ERROR_NOT_REGULAR, grid.to_json(ZRG_FORM_REGULAR));
    REFUSED(ZRG_ERROR_NULL, grid_type().to_json());
}

template <class World> void test_validate()
{
    using grid = typename World::grid;
    const char wrong[] = "{\"name\": \"rectilinear\", \"configuration\":"
                         " {\"kind\": \"inline\", \"chunk_shapes\": [[0, 10, -1], [24, true], 0]}}";
    const std::vector<zrg_error> problems = OK(grid::validate_json(wrong, {26, 38, 1}));
    CHECK(problems.size() > 2 && problems[0].code == ZRG_ERROR_VALUE);
    CHECK(OK(grid::validate_json(DIAGRAM, {26, 38}, zrg::options(ZRG_READ_REPAIR))).empty());
    CHECK(!OK(grid::validate_array_json("{}")).empty());
    REFUSED(ZRG_ERROR_RANGE, grid::validate_json(DIAGRAM, {ZRG_NONE, 38}));
    // More than are asked for at first.
    std::string many = "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[0";
    for (int i = 0; i < 50; i++) many += ", 0";
    CHECK(OK(grid::validate_json(many + "]]}}", {1})).size() >= 51);
}

// ---- handles ----

template <class World> void test_handles()
{
    using grid_type = typename World::grid;
    using selection_type = typename World::selection;
    grid_type grid = diagram<World>(), copy = grid, other;
    CHECK(copy.get() != nullptr && copy.rank() == 2);
    other = copy;
    other = *&other; // to itself
    CHECK(other.rank() == 2);
    grid_type moved = std::move(copy);
    CHECK(!copy && moved.rank() == 2); // NOLINT: what moving leaves is told in the header
    REFUSED(ZRG_ERROR_NULL, copy.locate({1, 1}));
    copy = moved;
    CHECK(copy.rank() == 2);
    grid_type none, of_none = none; // copies of nothing are nothing
    CHECK(!of_none);
    none = grid;
    CHECK(none.rank() == 2);
    none = grid_type();
    CHECK(!none);
    std::swap(grid, moved);

    // From C, and to C.
    zrg_grid *raw = moved.release();
    CHECK(!moved && zrg_grid_rank(raw) == 2);
    grid_type taken(raw);
    CHECK(taken.get() == raw);
    CHECK(zrg_grid_clone(taken.get(), copy.receive(), nullptr) == ZRG_OK && copy.rank() == 2); // the old one is freed
    std::vector<grid_type> several(5, taken);
    several.erase(several.begin());
    CHECK(several.back().rank() == 2);
    zrg::nothrow::grid across(taken); // from either world to the other
    CHECK(grid_type(across).rank() == 2);

    selection_type selection;
    CHECK(!selection && selection.rank() == 0);
    REFUSED(ZRG_ERROR_NULL, selection.part_count());
    selection = OK(selection_type::from_slices(taken, {{12, 8, 1}, {18, 14, 1}}));
    across = zrg::nothrow::grid();
    taken = grid_type();
    several.clear();
    grid = copy = other = grid_type(); // the selection holds on to its grid
    selection_type twin = selection, third;
    third = std::move(selection);
    CHECK(!selection && selection.rank() == 0); // NOLINT
    CHECK_U64(OK(twin.part_count()), 4);
    selection_type adopted(third.release());
    CHECK(!third && adopted.rank() == 2);
    CHECK_U64(OK(adopted.part_count()), 4);
    grid = OK(adopted.grid());
    CHECK(grid.rank() == 2 && edges_of(grid, 1) == (u64s{24, 14}));
    CHECK(OK(zrg::nothrow::selection(adopted).part_count()) == 4);
    CHECK(!selection_type(nullptr));
    REFUSED(ZRG_ERROR_NULL, selection_type().grid());
    CHECK(std::is_nothrow_move_constructible<grid_type>::value && std::is_nothrow_move_assignable<grid_type>::value);
    CHECK(std::is_nothrow_move_constructible<selection_type>::value);
    CHECK(!(std::is_convertible<zrg_grid *, grid_type>::value) && !(std::is_convertible<grid_type, zrg_grid *>::value));
}

// ---- elements, chunks, axes ----

bool same_shape(const zrg::chunk_shape &a, const zrg::chunk_shape &b)
{
    return a.origin == b.origin && a.declared == b.declared && a.data == b.data;
}

template <class World> void check_chunks(const oracle &plain, const typename World::grid &grid)
{
    std::size_t rank = plain.rank;
    std::uint64_t declared[ORACLE_RANK], chunk[ORACLE_RANK] = {0}, number = 0;
    u64s every, all_origins, all_declared, all_data;
    oracle_counts(&plain, declared);
    if (oracle_product(rank, declared) == 0 || oracle_product(rank, declared) > 200) return;
    do {
        zrg::chunk_shape want;
        for (std::size_t a = 0; a < rank; a++) {
            const oracle_axis *axis = &plain.axes[a];
            every.push_back(chunk[a]);
            all_origins.push_back(oracle_origin(axis, chunk[a]));
            all_declared.push_back(axis->edges[chunk[a]]);
            all_data.push_back(oracle_data(axis, chunk[a]));
        }
        want.origin = first(rank, all_origins.data() + all_origins.size() - rank);
        want.declared = first(rank, all_declared.data() + all_declared.size() - rank);
        want.data = first(rank, all_data.data() + all_data.size() - rank);
        zrg::index index = first(rank, chunk);
        CHECK(same_shape(OK(grid.chunk(index)), want));
        CHECK_U64(OK(grid.chunk_number(index)), number);
        CHECK(OK(grid.chunk_at_number(number++)) == index);
        CHECK(same_shape(OK(grid.chunks_to_box(index, u64s(rank, 1))), want));
    } while (oracle_next(rank, declared, chunk));
    u64s origins(every.size()), shapes(every.size()), data(every.size());
    DONE(grid.chunk_many(every, origins, shapes, data));
    CHECK(origins == all_origins && shapes == all_declared && data == all_data);
    std::fill(data.begin(), data.end(), 0u);
    DONE(grid.chunk_many(every, nullptr, nullptr, data));
    CHECK(data == all_data);
}

template <class World> void check_elements(const oracle &plain, const typename World::grid &grid)
{
    std::size_t rank = plain.rank, count = 0;
    std::uint64_t element[ORACLE_RANK] = {0};
    u64s elements, chunks, withins;
    if (oracle_product(rank, plain.shape) == 0) return;
    do {
        for (std::size_t a = 0; a < rank; a++) {
            std::uint64_t chunk = oracle_chunk(&plain.axes[a], element[a]);
            elements.push_back(element[a]);
            chunks.push_back(chunk);
            withins.push_back(element[a] - oracle_origin(&plain.axes[a], chunk));
        }
        zrg::index chunk = first(rank, chunks.data() + count * rank);
        zrg::located found = OK(grid.locate(first(rank, element)));
        CHECK(found.chunk == chunk && found.within == first(rank, withins.data() + count * rank));
        // A box of one element touches one chunk.
        zrg::chunk_box box = OK(grid.box_to_chunks(first(rank, element), u64s(rank, 1)));
        CHECK(box.first == chunk && box.count == zrg::index(u64s(rank, 1)));
        count++;
    } while (count < 200 && oracle_next(rank, plain.shape, element));

    u64s got_chunks(elements.size()), got_withins(elements.size());
    DONE(grid.locate_many(elements, got_chunks, got_withins));
    CHECK(got_chunks == chunks && got_withins == withins);
    // One axis after the other, as columns.
    u64s columns(elements.size());
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t a = 0; a < rank; a++) columns[a * count + i] = elements[i * rank + a];
    const zrg::point_layout by_axis(count, 1, static_cast<std::ptrdiff_t>(count));
    DONE(grid.locate_many(columns, got_chunks, nullptr, by_axis));
    DONE(grid.locate_many(columns, nullptr, got_withins, by_axis));
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t a = 0; a < rank; a++) {
            CHECK(got_chunks[a * count + i] == chunks[i * rank + a]);
            CHECK(got_withins[a * count + i] == withins[i * rank + a]);
        }
}

template <class World> void check_axes(const oracle &plain, const typename World::grid &grid)
{
    for (std::size_t a = 0; a < plain.rank; a++) {
        const oracle_axis *axis = &plain.axes[a];
        const u64s edges(axis->edges, axis->edges + axis->chunks);
        CHECK(edges_of(grid, a) == edges);
        std::uint64_t chunk = 0;
        for (const zrg::interval &interval : all<zrg::interval>(grid.axis_intervals(a))) {
            CHECK(interval.chunk == chunk && interval.edge == edges[chunk] &&
                  interval.origin == oracle_origin(axis, chunk) && interval.data == oracle_data(axis, chunk));
            chunk++;
        }
        CHECK_U64(chunk, axis->chunks);
        u64s from_runs;
        for (const zrg::run &run : all<zrg::run>(grid.axis_runs(a))) {
            CHECK(from_runs.empty() || from_runs.back() != run.edge); // maximal
            from_runs.insert(from_runs.end(), run.count, run.edge);
        }
        CHECK(from_runs == edges);

        // From the middle.
        const std::uint64_t from = axis->chunks / 2;
        const std::size_t left = static_cast<std::size_t>(axis->chunks - from);
        const std::vector<zrg::interval> intervals = all<zrg::interval>(grid.axis_intervals(a, from));
        const std::vector<zrg::run> runs = all<zrg::run>(grid.axis_runs(a, from));
        CHECK(intervals.size() == left && (left == 0 || intervals[0].chunk == from));
        CHECK(all<std::uint64_t>(grid.axis_edges(a, from)) ==
              u64s(edges.begin() + static_cast<std::ptrdiff_t>(from), edges.end()));
        CHECK(left == 0 ? runs.empty() : runs[0].edge == edges[from]);
        auto every = grid.axis_intervals(a);
        CHECK(std::distance(every.begin(), every.end()) == static_cast<std::ptrdiff_t>(edges.size()));

        const zrg::declared_axis declared = OK(grid.axis_form(a));
        const std::uint64_t integer = declared.integer;
        CHECK(integer == 0 || std::count(edges.begin(), edges.end(), integer) == static_cast<long>(edges.size()));
        CHECK(declared.form == ZRG_AXIS_LIST || (declared.form == ZRG_AXIS_INTEGER && integer > 0));
        for (std::uint64_t i = 0; i < axis->extent; i++)
            CHECK_U64(OK(grid.axis_locate(a, i)).chunk, oracle_chunk(axis, i));

        const zrg::slice slice = oracle_slice(axis->extent);
        const std::vector<zrg::projection> walked = all<zrg::projection>(grid.axis_projections(a, slice));
        std::uint64_t elements = 0;
        for (const zrg::projection &p : walked) {
            for (std::uint64_t k = 0; k < p.count; k++) {
                std::uint64_t element = oracle_element(&slice, p.out + k);
                std::uint64_t within = p.step > 0 ? p.first + k * static_cast<std::uint64_t>(p.step)
                                                  : p.first - k * static_cast<std::uint64_t>(-p.step);
                CHECK(element == p.origin + within && oracle_chunk(axis, element) == p.chunk);
            }
            elements += p.count;
        }
        CHECK_U64(elements, slice.count);
        if (walked.empty()) continue;
        const std::vector<zrg::projection> last =
            all<zrg::projection>(grid.axis_projections(a, slice, walked.back().chunk));
        CHECK(last.size() == 1 && last[0].chunk == walked.back().chunk);
    }
}

template <class World> void test_grids()
{
    for (int round = 0; round < 60; round++) {
        oracle plain;
        oracle_make(&plain, static_cast<std::size_t>(round % (ORACLE_RANK + 1)));
        ROUND("grid %d", round);
        typename World::grid grid = grid_of<World>(plain);
        std::uint64_t declared[ORACLE_RANK];
        oracle_counts(&plain, declared);
        const zrg::chunk_counts counts = OK(grid.chunk_counts());
        CHECK(OK(grid.shape()) == first(plain.rank, plain.shape));
        CHECK(counts.declared == first(plain.rank, declared));
        for (std::size_t a = 0; a < plain.rank; a++)
            CHECK_U64(counts.data[a], oracle_data_chunks(&plain.axes[a]));
        check_chunks<World>(plain, grid);
        check_elements<World>(plain, grid);
        check_axes<World>(plain, grid);
    }
    ROUND_END();
}

template <class World> void test_grid_errors()
{
    using selection = typename World::selection;
    typename World::grid grid = diagram<World>(), none;
    u64s two(2, 7), four(4, 7);
    std::uint64_t small[1] = {6};
    REFUSED(ZRG_ERROR_BOUNDS, grid.locate({26, 0}));
    FAULT(0, ZRG_NONE, ZRG_NONE, 26, 26);
    REFUSED(ZRG_ERROR_RANK, grid.locate({1, 2, 3}));
    REFUSED(ZRG_ERROR_NULL, none.locate({1, 2}));
    REFUSED(ZRG_ERROR_NULL, none.shape());
    REFUSED(ZRG_ERROR_NULL, none.chunk_counts());
    REFUSED(ZRG_ERROR_RANK, grid.chunk({0}));
    REFUSED(ZRG_ERROR_BOUNDS, grid.chunk({0, 2}));
    FAULT(1, ZRG_NONE, ZRG_NONE, 2, 2);
    REFUSED(ZRG_ERROR_BOUNDS, grid.chunk_at_number(4));
    REFUSED(ZRG_ERROR_BOUNDS, grid.chunk_number({0, 2}));
    // Two arrays of different lengths: whichever is wrong.
    REFUSED(ZRG_ERROR_RANK, grid.box_to_chunks({0, 0}, {1}));
    CHECK_MESSAGE("shape has 1 axes, where start has 2");
    REFUSED(ZRG_ERROR_RANK, grid.box_to_chunks({0}, {1, 1}));
    REFUSED(ZRG_ERROR_RANK, grid.box_to_chunks({0}, {1}));
    REFUSED(ZRG_ERROR_RANK, grid.chunks_to_box({0, 0, 0}, {1, 1}));
    REFUSED(ZRG_ERROR_RANK, grid.chunks_to_box({0, 0}, {}));
    REFUSED(ZRG_ERROR_BOUNDS, grid.box_to_chunks({0, 0}, {1, 39}));
    REFUSED(ZRG_ERROR_BOUNDS, grid.chunks_to_box({0, 0}, {3, 1}));
    // Batches.
    REFUSED(ZRG_ERROR_RANK, grid.locate_many({1, 2, 3}, four, four));
    CHECK_MESSAGE("points has 3 entries, no multiple of 2");
    REFUSED(ZRG_ERROR_RANK, grid.chunk_many({1, 1, 0}, four, four, nullptr));
    REFUSED(ZRG_ERROR_CAPACITY, grid.locate_many({1, 2, 3, 4}, small, nullptr));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 1, 4);
    CHECK_MESSAGE("chunks has 1 entries, fewer than 4");
    REFUSED(ZRG_ERROR_CAPACITY, grid.locate_many({1, 2, 3, 4}, nullptr, small));
    REFUSED(ZRG_ERROR_CAPACITY, grid.chunk_many({1, 1, 0, 0}, small, nullptr, nullptr));
    REFUSED(ZRG_ERROR_CAPACITY, grid.chunk_many({1, 1, 0, 0}, nullptr, small, nullptr));
    REFUSED(ZRG_ERROR_CAPACITY, grid.chunk_many({1, 1, 0, 0}, nullptr, nullptr, small));
    REFUSED(ZRG_ERROR_CAPACITY, grid.locate_many({1, 2, 3, 4}, four, nullptr, zrg::point_layout(2, 3, 2)));
    CHECK(small[0] == 6 && four == u64s(4, 7));
    REFUSED(ZRG_ERROR_BOUNDS, grid.locate_many({1, 2, 3, 40}, four, nullptr));
    FAULT(1, 1, ZRG_NONE, 40, 38);
    REFUSED(ZRG_ERROR_BOUNDS, grid.chunk_many({2, 0}, two, nullptr, nullptr));
    // Inputs that are written.
    REFUSED(ZRG_ERROR_ARGUMENT, grid.locate_many(two, two, nullptr));
    // One axis.
    REFUSED(ZRG_ERROR_BOUNDS, grid.axis_locate(2, 0));
    REFUSED(ZRG_ERROR_BOUNDS, grid.axis_locate(0, 26));
    REFUSED(ZRG_ERROR_BOUNDS, grid.axis_form(2));
    WALK_REFUSED(ZRG_ERROR_BOUNDS, grid.axis_edges(2));
    WALK_REFUSED(ZRG_ERROR_BOUNDS, grid.axis_intervals(2));
    WALK_REFUSED(ZRG_ERROR_BOUNDS, grid.axis_runs(2));
    WALK_REFUSED(ZRG_ERROR_BOUNDS, grid.axis_projections(1, zrg::slice{30, 9, 1}));
    CHECK(fault.axis == 1);
    WALK_REFUSED(ZRG_ERROR_NULL, none.axis_edges(0));

    const zrg::slice slice = OK(selection::slice_from_bounds(10, -3));
    CHECK(slice.start == 7 && slice.count == 3 && slice.step == 1);
    CHECK_U64(OK(selection::slice_from_bounds(10)).count, 10);
    CHECK_I64(OK(selection::slice_from_bounds(10, ZRG_OMITTED, ZRG_OMITTED, -2)).step, -2);
    REFUSED(ZRG_ERROR_ARGUMENT, selection::slice_from_bounds(10, 0, 1, 0));
}

// ---- selections ----

/** An array whose elements are their row-major positions, in chunks as they would be stored. */
struct stored {
    const oracle &plain;
    std::vector<std::vector<std::uint32_t>> chunks; // by chunk number

    explicit stored(const oracle &of) : plain(of)
    {
        std::uint64_t counts[ORACLE_RANK], chunk[ORACLE_RANK] = {0};
        oracle_counts(&plain, counts);
        if (oracle_product(plain.rank, counts) == 0) return;
        do {
            std::uint64_t edges[ORACLE_RANK], in[ORACLE_RANK] = {0}, at[ORACLE_RANK];
            std::vector<std::uint32_t> elements;
            for (std::size_t a = 0; a < plain.rank; a++) edges[a] = plain.axes[a].edges[chunk[a]];
            do {
                for (std::size_t a = 0; a < plain.rank; a++) at[a] = oracle_origin(&plain.axes[a], chunk[a]) + in[a];
                elements.push_back(position(at));
            } while (oracle_next(plain.rank, edges, in));
            chunks.push_back(elements);
        } while (oracle_next(plain.rank, counts, chunk));
    }
    std::uint32_t position(const std::uint64_t *at) const
    {
        return static_cast<std::uint32_t>(oracle_flat(plain.rank, plain.shape, at));
    }
};

/** Everything that can be asked of a selection whose result must be `want`. */
template <class Selection>
void check_selection(const Selection &selection, const zrg::index &want_shape, const std::vector<std::uint32_t> &want,
                     const stored &array)
{
    const std::size_t rank = array.plain.rank, size = sizeof(std::uint32_t);
    const std::uint64_t count = OK(selection.part_count());
    const zrg::index touched = OK(selection.projection_counts());
    std::uint64_t product = 1, position = 0;
    CHECK(OK(selection.shape()) == want_shape && selection.rank() == want_shape.size());
    CHECK(touched.size() == rank && OK(selection.grid()).rank() == rank);
    for (std::uint64_t n : touched) product *= n;
    if (selection.rank() == rank) CHECK_U64(product, count);
    else for (std::uint64_t n : touched) CHECK_U64(n, count); // points, or a mask over the whole array

    std::vector<std::uint32_t> read(want.size(), 0xAAAAAAAA), by_segments = read, filled = read;
    u64s numbers;
    std::vector<std::vector<std::uint32_t>> written(array.chunks.size());
    for (const auto &shown : selection.parts()) {
        const auto &part = entry(shown);
        const std::vector<std::uint32_t> &chunk = array.chunks.at(part.chunk_number());
        CHECK_U64(part.number(), position++);
        CHECK(part.chunk().size() == rank && part.projections().size() == rank && part.decoded() == chunk.size());
        CHECK(part.covers_data() == ((part.about().covers & ZRG_COVERS_DATA) != 0) &&
              part.covers_declared() == ((part.about().covers & ZRG_COVERS_DECLARED) != 0));
        DONE(part.read(size, chunk, read));
        std::uint64_t elements = 0;
        for (const zrg::segment &segment : all<zrg::segment>(part.segments())) {
            for (std::uint64_t i = 0; i < segment.count; i++)
                by_segments.at(segment.out + i) = chunk.at(segment.within + i);
            elements += segment.count;
        }
        CHECK_U64(elements, part.elements());
        CHECK(all<zrg::segment>(selection.segments(part.number(), 1)).size() + 1 ==
              all<zrg::segment>(part.segments()).size());
        std::vector<std::uint32_t> &back = written.at(part.chunk_number());
        back.assign(chunk.size(), 0);
        DONE(part.write(size, want, back));
        CHECK(OK(part.key()) == OK(nothrow::key_encoding().encode(part.chunk())));
        CHECK_U64(OK(selection.find_part(part.chunk())), part.number());
        for (std::size_t a = 0; a < rank; a++) CHECK_U64(part.projections()[a].chunk, part.chunk()[a]);
        numbers.push_back(part.chunk_number());
        DONE(part.fill(std::uint32_t{7}, size, filled));
        elements = static_cast<std::uint64_t>(std::count(filled.begin(), filled.end(), 7u));
        CHECK(elements >= part.elements());
    }
    CHECK(position == count && read == want && by_segments == want);
    CHECK(filled == std::vector<std::uint32_t>(want.size(), 7));

    // What was written, and nothing else, is in the chunks.
    for (std::uint64_t number : numbers)
        for (std::size_t i = 0; i < written[number].size(); i++)
            CHECK(written[number][i] == 0 || written[number][i] == array.chunks[number][i]);
    std::vector<std::uint32_t> again(want.size(), 0);
    for (std::size_t i = 0; i < numbers.size(); i++)
        DONE(selection.read_part(i, size, written[numbers[i]], again));
    CHECK(again == want);

    // Ranges are the chunk numbers, joined.
    for (std::uint64_t gap = 0; gap < 3; gap++) {
        u64s covered;
        std::uint64_t behind = 0;
        for (const zrg::chunk_range &range : all<zrg::chunk_range>(selection.chunk_ranges(gap))) {
            CHECK(covered.empty() || range.first > behind + gap);
            for (behind = range.first; behind < range.first + range.count; behind++) covered.push_back(behind);
        }
        CHECK(std::includes(covered.begin(), covered.end(), numbers.begin(), numbers.end()));
        if (gap == 0) CHECK(covered == numbers);
    }
    if (count > 1) CHECK(all<zrg::chunk_range>(selection.chunk_ranges(0, numbers[1]))[0].first == numbers[1]);

    // Shares are disjoint and complete.
    for (std::uint32_t by : {std::uint32_t{ZRG_SPLIT_PARTS}, std::uint32_t{ZRG_SPLIT_ELEMENTS}}) {
        const u64s bounds = OK(selection.split(3, by));
        u64s walked;
        CHECK(bounds.size() == 4 && bounds.front() == 0 && bounds.back() == count);
        CHECK(std::is_sorted(bounds.begin(), bounds.end()));
        for (std::size_t share = 0; share < 3; share++)
            for (const auto &part : selection.parts(bounds[share], bounds[share + 1]))
                walked.push_back(entry(part).chunk_number());
        CHECK(walked == numbers);
    }
}

/** The elements of these indices on each axis, in every combination. */
std::vector<std::uint32_t> outer(const stored &array, const std::vector<u64s> &indices)
{
    std::vector<std::uint32_t> elements;
    std::uint64_t lengths[ORACLE_RANK] = {0}, k[ORACLE_RANK] = {0}, at[ORACLE_RANK] = {0};
    for (std::size_t a = 0; a < indices.size(); a++) lengths[a] = indices[a].size();
    if (oracle_product(indices.size(), lengths) == 0) return elements;
    do {
        for (std::size_t a = 0; a < indices.size(); a++) at[a] = indices[a][k[a]];
        elements.push_back(array.position(at));
    } while (oracle_next(indices.size(), lengths, k));
    return elements;
}

zrg::index shape_of(const std::vector<u64s> &indices)
{
    u64s lengths;
    for (const u64s &axis : indices) lengths.push_back(axis.size());
    return lengths;
}

template <class World>
void check_list(const typename World::selection &selection, const typename World::grid &grid, std::size_t axis,
                const u64s &indices)
{
    u64s found(indices.size(), ZRG_NONE);
    std::uint64_t before = 0;
    const std::vector<zrg::list_entry> entries = all<zrg::list_entry>(selection.axis_list(axis));
    for (const zrg::list_entry &one : entries) {
        const zrg::interval at = OK(grid.axis_locate(axis, indices.at(one.out)));
        CHECK(at.chunk >= before && one.within == indices[one.out] - at.origin);
        before = at.chunk;
        found[one.out] = at.origin + one.within;
    }
    CHECK(entries.size() == indices.size() && found == indices);
    const std::vector<zrg::list_entry> rest = all<zrg::list_entry>(selection.axis_list(axis, 1));
    CHECK(rest.size() + 1 == entries.size() || entries.empty());
    if (!rest.empty()) CHECK(rest[0].out == entries[1].out && rest[0].within == entries[1].within);
}

template <class World> void test_selections()
{
    using selection_type = typename World::selection;
    for (int round = 0; round < 90; round++) {
        oracle plain;
        std::uint64_t counts[ORACLE_RANK];
        do {
            oracle_make(&plain, static_cast<std::size_t>(round % 4));
            oracle_counts(&plain, counts);
        } while (oracle_product(plain.rank, counts) > 100);
        ROUND("selection %d", round);
        typename World::grid grid = grid_of<World>(plain);
        stored array(plain);
        std::vector<zrg::slice> slices;
        std::vector<u64s> indices;
        for (std::size_t a = 0; a < plain.rank; a++) {
            slices.push_back(oracle_slice(plain.shape[a]));
            indices.emplace_back();
            for (std::uint64_t k = 0; k < slices[a].count; k++) indices[a].push_back(oracle_element(&slices[a], k));
        }
        selection_type sliced = OK(selection_type::from_slices(grid, slices));
        check_selection(sliced, shape_of(indices), outer(array, indices), array);

        // A list, a mask and bits in place of some slices.
        selection_type mixed = sliced;
        for (std::size_t a = 0; a < plain.rank; a++) {
            const std::size_t extent = static_cast<std::size_t>(plain.shape[a]);
            const std::size_t offset = static_cast<std::size_t>(oracle_random(20));
            const bool high_first = oracle_random(2) == 0;
            std::vector<std::int64_t> list;
            std::vector<std::uint8_t> mask, bits((offset + extent + 7) / 8);
            u64s masked;
            for (std::uint64_t k = extent > 0 ? oracle_random(9) : 0; k > 0; k--)
                list.push_back(static_cast<std::int64_t>(oracle_random(extent)));
            for (std::size_t k = 0; k < extent; k++) {
                mask.push_back(static_cast<std::uint8_t>(oracle_random(2)));
                const std::size_t bit = offset + k, place = high_first ? 7 - bit % 8 : bit % 8;
                bits[bit / 8] = static_cast<std::uint8_t>(bits[bit / 8] | mask[k] << place);
                if (mask[k]) masked.push_back(k);
            }
            const bool listed = oracle_random(2) == 0, other = oracle_random(2) == 0;
            if (listed && other) {
                mixed = OK(mixed.with_indices(a, list));
            } else if (listed) {
                std::vector<std::int64_t> wrapped = list;
                for (std::int64_t &n : wrapped) n -= static_cast<std::int64_t>(extent);
                mixed = OK(mixed.with_indices(a, wrapped, ZRG_INDEX_WRAP));
            } else if (other) {
                mixed = OK(mixed.with_mask(a, mask));
            } else if (high_first) {
                mixed = OK(mixed.with_bits(a, bits, offset, extent, ZRG_BITS_HIGH_FIRST));
            } else {
                mixed = OK(mixed.with_bits(a, bits, offset, extent));
            }
            indices[a] = listed ? u64s(list.begin(), list.end()) : masked;
            check_list<World>(mixed, grid, a, indices[a]);
        }
        check_selection(mixed, shape_of(indices), outer(array, indices), array);

        // Points: one after the other, and one axis after the other.
        bool any = plain.rank > 0 && oracle_product(plain.rank, plain.shape) > 0;
        std::size_t points = any ? static_cast<std::size_t>(oracle_random(12)) : 0;
        std::vector<std::int64_t> rows, columns(points * plain.rank);
        std::vector<std::uint32_t> want;
        for (std::size_t i = 0; i < points; i++) {
            std::uint64_t at[ORACLE_RANK];
            for (std::size_t a = 0; a < plain.rank; a++) {
                at[a] = oracle_random(plain.shape[a]);
                rows.push_back(static_cast<std::int64_t>(at[a]));
                columns[a * points + i] = rows.back();
            }
            want.push_back(array.position(at));
        }
        const zrg::point_layout by_axis(points, 1, static_cast<std::ptrdiff_t>(points));
        check_selection(OK(selection_type::from_points(grid, rows)), zrg::index{points}, want, array);
        check_selection(OK(selection_type::from_points(grid, columns, ZRG_INDEX_WRAP, by_axis)), zrg::index{points},
                        want, array);
        u64s unsigned_rows(rows.begin(), rows.end());
        check_selection(OK(selection_type::from_points(grid, zrg::as_signed(unsigned_rows))), zrg::index{points}, want,
                        array);

        // A mask over the whole array.
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(oracle_product(plain.rank, plain.shape)));
        want.clear();
        for (std::size_t i = 0; i < mask.size(); i++) {
            mask[i] = static_cast<std::uint8_t>(oracle_random(2));
            if (mask[i]) want.push_back(static_cast<std::uint32_t>(i));
        }
        check_selection(OK(selection_type::from_mask(grid, mask)), zrg::index{want.size()}, want, array);
    }
    ROUND_END();
}

/** Shards of 4 x 6 in inner chunks of 2 x 3, read through inner(). */
template <class World> void test_inner()
{
    using selection_type = typename World::selection;
    typename World::grid grid = OK(World::grid::from_edges({10, 12}, {{4, 6}, {6, 6}}));
    selection_type outer = OK(selection_type::from_slices(grid, {{1, 8, 1}, {10, 4, -3}}));
    std::vector<int> got(8 * 4, -1);
    for (const auto &shown : outer.parts()) {
        const auto &shard = entry(shown);
        selection_type inner = OK(shard.inner({2, 3}));
        CHECK(OK(OK(outer.inner(shard.number(), {2, 3})).part_count()) == OK(inner.part_count()));
        CHECK_U64(inner.rank(), 2);
        const zrg::index counts = OK(OK(inner.grid()).chunk_counts()).declared;
        CHECK(counts[0] == shard.projections()[0].edge / 2 && counts[1] == 2);
        for (const auto &inner_shown : inner.parts()) {
            const auto &part = entry(inner_shown);
            int chunk[2][3];
            for (std::uint64_t i = 0; i < 2; i++)
                for (std::uint64_t j = 0; j < 3; j++)
                    chunk[i][j] = static_cast<int>(
                        (shard.projections()[0].origin + part.projections()[0].origin + i) * 12 +
                        shard.projections()[1].origin + part.projections()[1].origin + j);
            DONE(part.read(sizeof(int), chunk, got));
        }
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++) CHECK_I64(got[static_cast<std::size_t>(i * 4 + j)], (1 + i) * 12 + 10 - 3 * j);
    REFUSED(ZRG_ERROR_NOT_ALIGNED, outer.inner(0, {3, 3}));
    REFUSED(ZRG_ERROR_RANK, outer.inner(0, {3}));
}

template <class World> void test_moving()
{
    using selection = typename World::selection;
    typename World::grid grid = diagram<World>();
    selection window = OK(selection::from_slices(grid, {{12, 8, 1}, {18, 14, 1}}));
    // A result in Fortran order, upside down, with a border.
    std::int16_t chunk[16][24], out[14][8], border[10 * 16];
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 24; j++) chunk[i][j] = static_cast<std::int16_t>(100 * i + j);
    memset(out, 0, sizeof out);
    DONE(window.read_part(0, 2, chunk, zrg::elements(out).strided({2, 16})));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) CHECK_I64(out[j][i], 100 * (12 + i) + 18 + j);
    memset(border, 0, sizeof border);
    DONE(window.read_part(0, 2, chunk, zrg::elements(border).strided({-32, 2}, 2 * (8 * 16 + 1))));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) CHECK_I64(border[(8 - i) * 16 + 1 + j], 100 * (12 + i) + 18 + j);
    // A missing chunk.
    const std::int16_t fill = -7;
    std::vector<std::int16_t> result(8 * 14);
    DONE(window.fill_part(3, fill, 2, result));
    DONE(window.fill_part(2, {&fill, 2}, 2, result));
    CHECK_U64(static_cast<std::uint64_t>(std::count(result.begin(), result.end(), fill)), 24 + 32);
    DONE(window.fill_part(0, fill, 2, zrg::elements(out).strided({2, 16})));
    CHECK(out[0][0] == -7 && out[5][3] == -7);
    // Written from a strided source, and from one element.
    std::vector<std::int16_t> back(16 * 24);
    DONE(window.read_part(0, 2, chunk, zrg::elements(out).strided({2, 16})));
    DONE(window.write_part(0, 2, zrg::const_elements(out).strided({2, 16}), back));
    CHECK_I64(back[12 * 24 + 18], 1218);
    DONE(window.write_part(0, 2, zrg::const_elements::everywhere(fill), {back.data(), back.size() * 2}));
    CHECK_I64(back[12 * 24 + 18], -7);

    REFUSED(ZRG_ERROR_RANK, window.read_part(0, 2, zrg::const_elements(chunk).strided({2}), result));
    CHECK_MESSAGE("chunk has 1 strides");
    REFUSED(ZRG_ERROR_RANK, window.read_part(0, 2, chunk, zrg::elements(out).strided({2, 16, 8})));
    REFUSED(ZRG_ERROR_RANK, window.write_part(0, 2, result, zrg::elements(back).strided({})));
    REFUSED(ZRG_ERROR_RANK, window.fill_part(0, fill, 2, zrg::elements(back).strided({2})));
    REFUSED(ZRG_ERROR_CAPACITY, window.read_part(0, 2, chunk, zrg::elements(result.data(), 10)));
    REFUSED(ZRG_ERROR_CAPACITY, window.read_part(0, 2, zrg::const_elements(chunk, 10), result));
    REFUSED(ZRG_ERROR_BOUNDS, window.read_part(4, 2, chunk, result));
    REFUSED(ZRG_ERROR_BOUNDS, window.fill_part(4, fill, 2, result));
    REFUSED(ZRG_ERROR_BOUNDS, window.write_part(4, 2, result, back));
    REFUSED(ZRG_ERROR_NULL, selection().read_part(0, 2, chunk, result));

    // An element size that is not that of the memory's type; bytes hold elements of any size.
    std::vector<std::int16_t> before = result;
    std::vector<unsigned char> bytes(result.size() * 2);
    std::vector<float> floats(8 * 14, 1.0f);
    REFUSED(ZRG_ERROR_ARGUMENT, window.read_part(0, 4, chunk, bytes));
    CHECK_MESSAGE("chunk has 2 bytes an element, where element_size is 4");
    REFUSED(ZRG_ERROR_ARGUMENT, window.read_part(0, 2, chunk, floats));
    CHECK_MESSAGE("out has 4 bytes an element, where element_size is 2");
    REFUSED(ZRG_ERROR_ARGUMENT, window.write_part(0, 2, floats, back));
    REFUSED(ZRG_ERROR_ARGUMENT, window.write_part(0, 4, floats, back));
    REFUSED(ZRG_ERROR_ARGUMENT, window.fill_part(0, 1.5, sizeof(float), floats));
    CHECK_MESSAGE("value has 8 bytes, where element_size is 4");
    REFUSED(ZRG_ERROR_ARGUMENT, window.fill_part(0, 1.5, sizeof(double), floats));
    REFUSED(ZRG_ERROR_ARGUMENT, window.fill_part(0, -7, 2, result));
    REFUSED(ZRG_ERROR_ARGUMENT, window.write_part(0, 4, zrg::const_elements::everywhere(1.5), {floats.data(), 1536}));
    CHECK(result == before && floats == std::vector<float>(8 * 14, 1.0f));
    DONE(window.fill_part(0, 1.5f, sizeof(float), floats));
    DONE(window.read_part(0, 2, chunk, result));
    DONE(window.read_part(0, 2, chunk, bytes));
    CHECK(memcmp(bytes.data(), result.data(), 12) == 0 && result[0] == 1218);
#if __cplusplus >= 202002L
    DONE(window.read_part(0, 2, chunk, std::span<std::int16_t>(result)));
#endif

    // The result of points has one axis, whatever the grid has.
    selection points = OK(selection::from_points(grid, {13, 20, 14, 21, 15, 22}));
    std::int16_t three[6] = {0};
    DONE(points.read_part(0, 2, chunk, zrg::elements(three).strided({4})));
    CHECK(three[0] == 1320 && three[2] == 1421 && three[4] == 1522 && three[1] == 0);
    REFUSED(ZRG_ERROR_RANK, points.read_part(0, 2, chunk, zrg::elements(three).strided({4, 4})));
    // Rank 0 has no strides to give, and is strided all the same: more memory than it needs is right.
    selection one = OK(selection::from_slices(OK(World::grid::from_edges({}, std::vector<u64s>())), {}));
    DONE(one.read_part(0, 2, zrg::const_elements(chunk).strided({}, 4), zrg::elements(three).strided({})));
    CHECK_I64(three[0], 2);
}

template <class World> void test_selection_errors()
{
    using selection = typename World::selection;
    typename World::grid grid = diagram<World>();
    selection window = OK(selection::from_slices(grid, {{12, 8, 1}, {18, 14, 1}})), none;
    REFUSED(ZRG_ERROR_BOUNDS, selection::from_slices(grid, {{12, 8, 1}, {18, 21, 1}}));
    REFUSED(ZRG_ERROR_RANK, selection::from_slices(grid, {{12, 8, 1}}));
    REFUSED(ZRG_ERROR_BOUNDS, window.with_indices(0, {3, 26}));
    CHECK(fault.axis == 0 && fault.entry == 1);
    REFUSED(ZRG_ERROR_BOUNDS, window.with_indices(0, {-1}));
    REFUSED(ZRG_ERROR_ARGUMENT, window.with_mask(0, {1, 0}));
    REFUSED(ZRG_ERROR_CAPACITY, window.with_bits(0, {1, 0, 1}, 0, 26));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 3, 4);
    REFUSED(ZRG_ERROR_CAPACITY, window.with_bits(0, {1, 0, 1, 0}, 7, 26));
    REFUSED(ZRG_ERROR_CAPACITY, window.with_bits(0, {1, 0, 1, 0}, 0, SIZE_MAX));
    REFUSED(ZRG_ERROR_CAPACITY, window.with_bits(0, {1, 0, 1, 0}, SIZE_MAX, 26));
    REFUSED(ZRG_ERROR_CAPACITY, window.with_bits(0, {1, 0, 1, 0}, SIZE_MAX, SIZE_MAX));
    REFUSED(ZRG_ERROR_ARGUMENT, window.with_bits(0, {1, 0, 1, 0}, 0, 26, 8));
    REFUSED(ZRG_ERROR_RANK, selection::from_points(grid, {1, 2, 3}));
    REFUSED(ZRG_ERROR_BOUNDS, selection::from_points(grid, {1, 2, 3, 99}));
    REFUSED(ZRG_ERROR_CAPACITY, selection::from_points(grid, {1, 2, 3, 4}, 0, zrg::point_layout(3, 2, 1)));
    REFUSED(ZRG_ERROR_ARGUMENT, selection::from_mask(grid, {1, 0}));
    REFUSED(ZRG_ERROR_NULL, none.shape());
    REFUSED(ZRG_ERROR_NULL, none.part_count());
    REFUSED(ZRG_ERROR_NULL, none.projection_counts());
    REFUSED(ZRG_ERROR_RANK, window.find_part({1}));
    CHECK_U64(OK(window.find_part({0, 0})), 0);
    CHECK_U64(OK(OK(selection::from_slices(grid, {{0, 1, 1}, {0, 1, 1}})).find_part({1, 1})), ZRG_NONE);
    REFUSED(ZRG_ERROR_ARGUMENT, window.split(1, 9));
    REFUSED(ZRG_ERROR_ARGUMENT, window.split(0));
    REFUSED(ZRG_ERROR_MEMORY, window.split(SIZE_MAX));
    WALK_REFUSED(ZRG_ERROR_BOUNDS, window.segments(4));
    WALK_REFUSED(ZRG_ERROR_ARGUMENT, window.axis_list(0));
    WALK_REFUSED(ZRG_ERROR_NULL, none.parts());
    WALK_REFUSED(ZRG_ERROR_NULL, none.chunk_ranges());

    const bool chosen[26] = {true, false, true};
    const std::vector<std::uint8_t> bits = {5, 0, 0, 0};
    CHECK(OK(OK(window.with_mask(0, chosen)).shape()) == (zrg::index{2, 14}));
    CHECK(OK(OK(window.with_bits(0, bits, 0, 26)).shape()) == (zrg::index{2, 14}));
    CHECK(OK(OK(window.with_indices(1, {0, -1, 0}, ZRG_INDEX_WRAP)).shape()) == (zrg::index{8, 3}));
    CHECK(OK(OK(selection::from_points(grid, {0, -1, -26, 37}, ZRG_INDEX_WRAP)).part_count()) == 1);
}

// ---- walks ----

/** More than any page holds, from anywhere, and with the standard's algorithms. */
template <class World> void test_walks()
{
    using grid_type = typename World::grid;
    using selection = typename World::selection;
    grid_type grid = OK(grid_type::from_runs({100000, 3}, {{{10, 10000}}, {{1, 3}}}));
    selection whole = OK(selection::from_slices(grid, {{0, 100000, 1}, {0, 3, 1}}));
    std::uint64_t n = 0;
    for (const auto &shown : whole.parts()) {
        const auto &part = entry(shown);
        if (part.number() != n || part.chunk()[0] != n / 3 || part.chunk()[1] != n % 3) break;
        n++;
    }
    CHECK(n == 30000);
    for (std::uint64_t start : u64s{0, 1, 63, 64, 65, 29999, 30000, 30001})
        for (std::uint64_t length : u64s{0, 1, 63, 64, 65, 128, 200}) {
            n = start;
            for (const auto &part : whole.parts(start, start + length)) CHECK_U64(entry(part).number(), n++);
            CHECK_U64(n, std::max(start, std::min<std::uint64_t>(start + length, 30000)));
        }
    n = 0;
    for (const auto &part : whole.parts(7, 3)) n += entry(part).number(); // a stretch that is none
    for (std::uint64_t edge : edges_of(grid, 0)) n += edge;
    CHECK_U64(n, 100000);

    // A projection that goes on behind a page, and one whose page is exactly full.
    for (std::uint64_t chunks : u64s{63, 64, 65, 128, 129}) {
        n = 0;
        for (const auto &p : grid.axis_projections(0, zrg::slice{5, chunks, 10})) CHECK_U64(entry(p).chunk, n++);
        CHECK_U64(n, chunks);
    }

    // The highest rank, of which a page holds least.
    std::vector<zrg::slice> slices(ZRG_MAX_RANK, zrg::slice{0, 1, 1});
    slices[0] = slices[63] = zrg::slice{0, 2, 1};
    grid_type high = OK(grid_type::from_chunk_shape(u64s(ZRG_MAX_RANK, 2), u64s(ZRG_MAX_RANK, 1)));
    selection of_high = OK(selection::from_slices(high, slices));
    n = 0;
    for (const auto &shown : of_high.parts()) {
        const auto &part = entry(shown);
        CHECK(part.chunk()[0] == n / 2 && part.chunk()[63] == n % 2 && part.projections()[63].chunk == n % 2);
        n++;
    }
    CHECK_U64(n, 4);

    // Iterators: copies go their own ways, and compare.
    auto parts = whole.parts();
    auto one = parts.begin(), two = one, before = one++;
    CHECK(two == before && two != one && entry(*two).number() == 0 && entry(*one).number() == 1);
    CHECK(entry(*before).number() == 0);
    for (int i = 0; i < 100; i++) ++two;
    CHECK(entry(*two).number() == 100 && entry(*one).number() == 1 && two != parts.end());
    CHECK(entry(*two).chunk()[0] == 33 && entry(*one).chunk()[1] == 1);
    one = two;
    CHECK(one == two && entry(*one).projections().data() != entry(*two).projections().data());
    using shown_type = typename std::iterator_traits<decltype(one)>::reference;
    auto found = std::find_if(parts.begin(), parts.end(), [](shown_type p) { return entry(p).chunk()[0] == 100; });
    CHECK_U64(entry(*found).number(), 300);
    CHECK(std::distance(parts.begin(), parts.end()) == 30000);

    // A walk holds on to what it walks.
    auto outlives = [] {
        return OK(selection::from_slices(OK(grid_type::from_edges({7}, {{4, 3}})), {{6, 7, -1}})).parts();
    }();
    n = 0;
    for (const auto &part : outlives) n += entry(part).elements();
    CHECK_U64(n, 7);
#if __cplusplus >= 202002L
    static_assert(std::input_iterator<decltype(one)>);
    static_assert(std::ranges::input_range<decltype(parts)>);
    n = 0;
    for (const auto &part : whole.parts() | std::views::take(5)) n += entry(part).number();
    CHECK_U64(n, 10);
#endif
}

/** A walk whose second page fails: the entries before it are there, and it does not end in silence. */
template <class World> void test_late_failure()
{
    const std::uint64_t many = std::uint64_t{1} << 40;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < 70; row++) rows.push_back(row);
    rows.push_back(std::int64_t{1} << 24); // the numbers of its chunks pass 64 bits
    typename World::grid grid = OK(World::grid::from_chunk_shape({many, many}, {1, 1}));
    typename World::selection column = OK(World::selection::from_slices(grid, {{0, 1, 1}, {5, 1, 1}}));
    auto ranges = OK(column.with_indices(0, rows)).chunk_ranges();
    CHECK_U64(entry(*ranges.begin()).first, 5);
    zrg_error said = zrg_error();
    std::size_t entries = 0;
#if ZRG_EXCEPTIONS
    try {
#endif
        for (const auto &shown : ranges) {
            if (said.code == ZRG_OK) said = error_of(shown);
            entries += said.code == ZRG_OK;
        }
#if ZRG_EXCEPTIONS
    } catch (const zrg::error &error) {
        said = error.get();
    }
#endif
    CHECK(entries >= 64 && entries < rows.size()); // a page at least
    check_status(said.code, ZRG_ERROR_RANGE, "a walk that fails", __FILE__, __LINE__);
}

// ---- keys ----

template <class World> void test_keys()
{
    using keys = typename World::key_encoding;
    CHECK(OK(keys().encode({1, 20})) == "c/1/20" && OK(keys(ZRG_KEY_V2, '.').encode({1, 20})) == "1.20");
    CHECK(OK(keys().encode({})) == "c" && OK(keys(ZRG_KEY_V2, '.').encode({})) == "0");
    REFUSED(ZRG_ERROR_ARGUMENT, keys(7, '/').encode({1, 20}));
    const u64s most(ZRG_MAX_RANK, ZRG_NONE), more(ZRG_MAX_RANK + 1, 0);
    CHECK(OK(keys().encode(most)).size() + 1 <= ZRG_KEY_CAPACITY(ZRG_MAX_RANK));
    REFUSED(ZRG_ERROR_LIMIT, keys().encode(more));
    const auto parts = OK(World::selection::from_slices(diagram<World>(), {{20, 1, 1}, {0, 1, 1}})).parts();
    for (const auto &shown : parts) {
        const auto &part = entry(shown);
        CHECK(OK(part.key()) == "c/1/0" && OK(part.key(keys(ZRG_KEY_DEFAULT, '.'))) == "c.1.0");
        CHECK(OK(part.key(keys(ZRG_KEY_V2, '/'))) == "1/0");
    }
}

template <class World> void test_world()
{
    test_make<World>();
    test_validate<World>();
    test_handles<World>();
    test_grids<World>();
    test_grid_errors<World>();
    test_selections<World>();
    test_inner<World>();
    test_moving<World>();
    test_selection_errors<World>();
    test_walks<World>();
    test_late_failure<World>();
    test_keys<World>();
}

} // namespace

int main()
{
    test_memory();
    test_index();
    test_expected();
    test_version();
    test_world<nothrow>();
#if ZRG_EXCEPTIONS
    test_world<throwing>();
#endif
    return check_report("test_hpp");
}
