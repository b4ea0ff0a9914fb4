// SPDX-License-Identifier: MIT OR Apache-2.0
// zrg.hpp: every function, and its twin, against a walk over every element. C++11, so that every later version takes it
// too; built without exceptions it tests the twins alone.
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

// Braced lists have commas, which the macros of check.h would take for their own.
#define OK(...) SUCCEEDS((__VA_ARGS__))
#define REFUSED(code, ...) FAILS(code, (__VA_ARGS__))

namespace {

using u64s = std::vector<std::uint64_t>;

const char DIAGRAM[] = "{\"name\": \"rectilinear\", \"configuration\":"
                       " {\"kind\": \"inline\", \"chunk_shapes\": [[16, 10], [24, 14]]}}";

zrg::grid diagram()
{
    zrg::grid made;
    OK(zrg::grid::try_from_json(DIAGRAM, {26, 38}, made, report));
    REQUIRE(made);
    return made;
}

zrg::grid grid_of(const oracle &plain)
{
    std::string text = "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": ";
    text += plain.shapes;
    text += "}}";
    zrg::grid made;
    OK(zrg::grid::try_from_json(text, zrg::view<std::uint64_t>(plain.shape, plain.rank), made, report));
    REQUIRE(made);
    return made;
}

/** The first numbers of an array of the oracle's. */
zrg::index first(std::size_t rank, const std::uint64_t *numbers)
{
    return zrg::index(zrg::view<std::uint64_t>(numbers, rank));
}

/** Whether a call that throws does, with the error that its twin writes. */
#if ZRG_EXCEPTIONS
template <class Call, class Twin> void check_throws(zrg_status code, Call call, Twin twin, const char *file, int line)
{
    zrg_error said;
    memset(&said, 0, sizeof said);
    check_status(twin(&said), code, "the twin", file, line);
    try {
        call();
        check_that(0, "it throws", file, line);
    } catch (const zrg::error &error) {
        check_status(error.code(), code, error.what(), file, line);
        check_bytes(&error.get(), &said, sizeof said, "what is thrown", file, line);
        check_text(error.what(), said.message, "what()", file, line);
        check_that(error.axis() == said.axis && error.entry() == said.entry &&
                       error.byte_offset() == said.byte_offset && error.value() == said.value &&
                       error.limit() == said.limit,
                   "the fields", file, line);
    }
}
#define THROWS(code, call, twin)                                                                                       \
    check_throws(code, [&] { (void)(call); }, [&](zrg_error *said) { return (twin); }, __FILE__, __LINE__)
#endif

// ---- memory ----

void test_views()
{
    const std::uint64_t array[3] = {4, 5, 6};
    const std::vector<std::uint64_t> vector(array, array + 3);
    const std::array<std::uint64_t, 3> fixed = {{4, 5, 6}};
    const unsigned long long others[3] = {4, 5, 6}; // another name for 64 bits than uint64_t, on most machines
    auto sum = [](zrg::view<std::uint64_t> view) {
        std::uint64_t total = 100 * view.size();
        for (std::uint64_t number : view) total += number;
        return total;
    };
    CHECK_U64(sum(array), 315);
    CHECK_U64(sum(vector), 315);
    CHECK_U64(sum(fixed), 315);
    CHECK_U64(sum({4, 5, 6}), 315);
    CHECK_U64(sum({array, 2}), 209);
    CHECK_U64(sum({7}), 107);
    CHECK_U64(sum({}), 0);
    CHECK_U64(sum(zrg::index{4, 5, 6}), 315);
    CHECK_U64(zrg::view<std::uint64_t>(others).size(), 3);
    CHECK(zrg::view<std::uint64_t>(std::vector<unsigned long long>(2)).size() == 2);
    CHECK(zrg::view<std::uint64_t>().empty() && zrg::view<std::uint64_t>().data() == nullptr);
    CHECK_U64(zrg::view<std::uint64_t>(array)[2], 6);
#if __cplusplus >= 202002L
    CHECK_U64(sum(std::span<const std::uint64_t>(array)), 315);
    CHECK_U64(sum(std::span<std::uint64_t const, 2>(array, 2)), 209);
#endif

    using view = zrg::view<std::uint64_t>;
    CHECK(!(std::is_convertible<std::vector<std::int64_t>, view>::value));
    CHECK(!(std::is_convertible<std::vector<std::uint32_t>, view>::value));
    CHECK(!(std::is_convertible<std::vector<double>, view>::value));
    CHECK(!(std::is_convertible<std::uint64_t, view>::value));
    CHECK(!(std::is_convertible<bool *, view>::value));
    CHECK((std::is_convertible<std::array<bool, 2>, zrg::view<std::uint8_t>>::value));
    CHECK(!(std::is_convertible<std::vector<bool>, zrg::view<std::uint8_t>>::value));
    using room = zrg::room<std::uint64_t>;
    CHECK((std::is_convertible<std::vector<std::uint64_t> &, room>::value));
    CHECK((std::is_convertible<std::uint64_t(&)[3], room>::value));
    CHECK((std::is_convertible<zrg::index &, room>::value));
    CHECK((std::is_convertible<std::nullptr_t, room>::value));
    CHECK(!(std::is_convertible<const std::vector<std::uint64_t> &, room>::value));
    CHECK(!(std::is_convertible<const zrg::index &, room>::value));
    CHECK(!(std::is_convertible<const std::uint64_t(&)[3], room>::value));
    CHECK(!(std::is_convertible<std::vector<std::int64_t> &, room>::value));
#if __cplusplus >= 202002L
    CHECK((std::is_convertible<std::span<std::uint64_t>, room>::value));
#endif

    zrg::index taking = {1, 2, 3};
    room lent = taking, same = lent; // a copy, not a room of a container
    same.filled(2);
    CHECK_U64(taking.size(), 2);
    zrg::target whole(taking), again = whole;
    CHECK(again.size() == 16 && again.data() == taking.data());

    CHECK_U64(zrg::text("abc").size(), 3);
    CHECK_U64(zrg::text(std::string("a\0c", 3)).size(), 3);
    CHECK_U64(zrg::text("abc", 2).size(), 2);
    CHECK_U64(zrg::text(std::vector<unsigned char>(5)).size(), 5);
    CHECK_U64(zrg::text(nullptr).size(), 0);
#if __cplusplus >= 201703L
    CHECK_U64(zrg::text(std::string_view("abcd")).size(), 4);
#endif
}

void test_index()
{
    zrg::index none, two = {3, 4}, same = two, zeros = zrg::index::zeros(3);
    CHECK(none.empty() && none.size() == 0 && none.begin() == none.end());
    CHECK(two.size() == 2 && two[0] == 3 && two[1] == 4);
    CHECK(same == two && !(same != two) && two != none && zeros == (zrg::index{0, 0, 0}));
    same[1] = 5;
    CHECK(same != two && two < same && !(same < two) && !(two < two));
    CHECK((zrg::index{3}) < two && !(two < (zrg::index{3})) && none < two);
    same = same = two;
    CHECK(same == two);
    same = {7, 8, 9};
    CHECK(same == zrg::index(u64s{7, 8, 9}));
    OK(same.try_assign({1, 2}, report));
    CHECK(same == (zrg::index{1, 2}));
    OK(same.try_assign(zrg::view<std::uint64_t>(same.data() + 1, 1), report)); // of itself
    CHECK(same == zrg::index{2});

    const u64s most(ZRG_MAX_RANK, 1), more(ZRG_MAX_RANK + 1, 1);
    OK(same.try_assign(most, report));
    CHECK(same.size() == ZRG_MAX_RANK && same[ZRG_MAX_RANK - 1] == 1);
    REFUSED(ZRG_ERROR_LIMIT, same.try_assign(more, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_MAX_RANK + 1, ZRG_MAX_RANK);
    CHECK(same.size() == ZRG_MAX_RANK);
#if ZRG_EXCEPTIONS
    THROWS(ZRG_ERROR_LIMIT, zrg::index(more), same.try_assign(more, said));
    THROWS(ZRG_ERROR_LIMIT, zrg::index::zeros(more.size()), same.try_assign(more, said));
#else
    CHECK(zrg::index(more).empty());
#endif
}

// ---- 1, 2 ----

void test_version()
{
    CHECK_U64(zrg::version_number(), ZRG_VERSION_NUMBER);
    CHECK_TEXT(zrg::version_string(), zrg_version_string());
    CHECK_TEXT(zrg::status_name(ZRG_ERROR_COVER), "ZRG_ERROR_COVER");
    CHECK_TEXT(zrg::status_message(ZRG_ERROR_COVER), zrg_status_message(ZRG_ERROR_COVER));
}

/** The edges of one axis, one by one. */
u64s edges_of(const zrg::grid &grid, std::size_t axis)
{
    u64s edges;
    zrg_error error;
    error.code = ZRG_OK;
    for (std::uint64_t edge : grid.try_axis_edges(axis, &error)) edges.push_back(edge);
    CHECK(error.code == ZRG_OK);
    return edges;
}

void test_make()
{
    const std::string text = DIAGRAM;
    const u64s shape = {26, 38};
    zrg::grid grid;
    CHECK(!grid && grid.rank() == 0 && grid.get() == nullptr);
    OK(zrg::grid::try_from_json(text, shape, grid, report));
    CHECK(grid && grid.rank() == 2);
    OK(zrg::grid::try_from_json({text.data(), text.size()}, {26, 38}, grid, report, zrg::options(ZRG_READ_REPAIR)));
#if __cplusplus >= 201703L
    OK(zrg::grid::try_from_json(std::string_view(text), std::array<std::uint64_t, 2>{{26, 38}}, grid, report));
#endif
    CHECK(edges_of(grid, 0) == (u64s{16, 10}) && edges_of(grid, 1) == (u64s{24, 14}));

    // A failure leaves the grid as it was.
    const zrg_grid *before = grid.get();
    REFUSED(ZRG_ERROR_RANK, zrg::grid::try_from_json(DIAGRAM, {26}, grid, report));
    REFUSED(ZRG_ERROR_COVER, zrg::grid::try_from_json(DIAGRAM, {27, 38}, grid, report));
    CHECK(fault.axis == 0);
    REFUSED(ZRG_ERROR_LIMIT, zrg::grid::try_from_json(DIAGRAM, {26, 38}, grid, report, zrg::options(0, 1)));
    REFUSED(ZRG_ERROR_LIMIT, zrg::grid::try_from_json(DIAGRAM, {26, 38}, grid, report, zrg::options(0, 0, 10)));
    REFUSED(ZRG_ERROR_JSON, zrg::grid::try_from_json("{", {26, 38}, grid, report));
    CHECK(grid.get() == before);

    const char array[] = "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [26, 38], \"chunk_key_encoding\":"
                         " {\"name\": \"v2\", \"configuration\": {\"separator\": \"/\"}}, \"chunk_grid\":"
                         " {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [10, 20]}}}";
    zrg::key_encoding keys;
    CHECK(keys.name == ZRG_KEY_DEFAULT && keys.separator == '/');
    OK(zrg::grid::try_from_array_json(array, grid, &keys, report));
    CHECK(keys.name == ZRG_KEY_V2 && keys.separator == '/');
    CHECK(edges_of(grid, 0) == (u64s{10, 10, 10}));
    OK(zrg::grid::try_from_array_json(array, grid, nullptr, report));

    // From lists, in every shape that they come in.
    const std::vector<u64s> nested = {{16, 10}, {24, 14}};
    const std::array<u64s, 2> fixed = {{{16, 10}, {24, 14}}};
    const u64s flat = {16, 10, 24, 14}, rows = {16, 10}, columns = {24, 14};
    const std::size_t counts[] = {2, 2};
    zrg::grid made[6];
    OK(zrg::grid::try_from_edges({26, 38}, {{16, 10}, {24, 14}}, made[0], report));
    OK(zrg::grid::try_from_edges({26, 38}, nested, made[1], report));
    OK(zrg::grid::try_from_edges({26, 38}, fixed, made[2], report));
    OK(zrg::grid::try_from_edges({26, 38}, {rows, columns}, made[3], report));
    OK(zrg::grid::try_from_edges({26, 38}, counts, flat, made[4], report));
    OK(zrg::grid::try_from_runs({26, 38}, {{{16, 1}, {10, 1}}, {{24, 1}, {14, 1}}}, made[5], report));
    for (const zrg::grid &one : made) CHECK(edges_of(one, 0) == rows && edges_of(one, 1) == columns);
    OK(zrg::grid::try_from_edges({7}, {{4, 3}}, grid, report));
    CHECK(edges_of(grid, 0) == (u64s{4, 3}));
    OK(zrg::grid::try_from_edges({}, zrg::lists<std::uint64_t>(), grid, report));
    CHECK(grid && grid.rank() == 0);
    OK(zrg::grid::try_from_runs({1000000}, {{{10, 100000}}}, grid, report));
    const zrg::run runs[] = {{1, 2}, {3, 4}, {5, 6}};
    OK(zrg::grid::try_from_runs({14, 30}, {2, 1}, runs, grid, report));
    CHECK(edges_of(grid, 0) == (u64s{1, 1, 3, 3, 3, 3}) && edges_of(grid, 1) == u64s(6, 5));

    REFUSED(ZRG_ERROR_RANK, zrg::grid::try_from_edges({26}, nested, grid, report));
    REFUSED(ZRG_ERROR_RANK, zrg::grid::try_from_edges({26}, counts, flat, grid, report));
    REFUSED(ZRG_ERROR_ARGUMENT, zrg::grid::try_from_edges({26, 38}, {2, 3}, flat, grid, report));
    REFUSED(ZRG_ERROR_ARGUMENT, zrg::grid::try_from_edges({26, 38}, {2, 1}, flat, grid, report));
    REFUSED(ZRG_ERROR_ARGUMENT,
            zrg::grid::try_from_edges({26, 38}, {static_cast<std::size_t>(-1), 5}, flat, grid, report));
    REFUSED(ZRG_ERROR_VALUE, zrg::grid::try_from_edges({26, 38}, {{16, 10}, {}}, grid, report));
    CHECK(fault.axis == 1);
    REFUSED(ZRG_ERROR_VALUE, zrg::grid::try_from_edges({26, 38}, {{16, 0, 10}, {38}}, grid, report));
    FAULT(0, 1, ZRG_NONE, 0, 1);
    REFUSED(ZRG_ERROR_COVER, zrg::grid::try_from_runs({26}, {{{5, 5}}}, grid, report));
    const u64s long_shape(ZRG_MAX_RANK + 1, 1);
    const std::vector<u64s> long_lists(ZRG_MAX_RANK + 1, u64s(1, 1));
    REFUSED(ZRG_ERROR_LIMIT, zrg::grid::try_from_edges(long_shape, long_lists, grid, report));

    OK(zrg::grid::try_from_chunk_shape({7, 8}, {4, 4}, 0, grid, report));
    CHECK(edges_of(grid, 0) == (u64s{4, 4}));
    OK(zrg::grid::try_from_chunk_shape({7, 8}, {4, 4}, ZRG_EXACT_TAIL, grid, report));
    CHECK(edges_of(grid, 0) == (u64s{4, 3}));
    REFUSED(ZRG_ERROR_RANK, zrg::grid::try_from_chunk_shape({7, 8}, {4}, 0, grid, report));
    REFUSED(ZRG_ERROR_VALUE, zrg::grid::try_from_chunk_shape({7, 8}, {4, 0}, 0, grid, report));

    // Written, and read again.
    char room[256];
    std::size_t length = 0;
    std::string json = "before";
    OK(zrg::grid::try_from_json(DIAGRAM, {26, 38}, grid, report));
    OK(grid.try_to_json(ZRG_FORM_AS_READ, room, length, report));
    OK(grid.try_to_json(ZRG_FORM_AS_READ, json, report));
    CHECK(json == room && json.size() == length);
    std::size_t needed = 0;
    OK(grid.try_to_json(ZRG_FORM_AS_READ, nullptr, needed, report));
    CHECK_U64(needed, length);
    json = "before";
    REFUSED(ZRG_ERROR_NOT_REGULAR, grid.try_to_json(ZRG_FORM_REGULAR, json, report));
    CHECK(json == "before");

#if ZRG_EXCEPTIONS
    zrg::grid all[] = {zrg::grid::from_json(DIAGRAM, shape),
                       zrg::grid::from_json(text, {26, 38}, zrg::options(ZRG_READ_ANY_MEMBER)),
                       zrg::grid::from_edges(shape, {{16, 10}, {24, 14}}),
                       zrg::grid::from_edges(shape, counts, flat),
                       zrg::grid::from_runs(shape, {{{16, 1}, {10, 1}}, {{24, 1}, {14, 1}}}),
                       zrg::grid::from_runs({26, 38}, {2, 2},
                                            std::vector<zrg::run>{{16, 1}, {10, 1}, {24, 1}, {14, 1}})};
    for (const zrg::grid &one : all) CHECK(one.to_json() == all[0].to_json());
    CHECK(zrg::grid::from_chunk_shape({7}, {4}).to_json().find("regular") != std::string::npos);
    CHECK(edges_of(zrg::grid::from_chunk_shape({7}, {4}, ZRG_EXACT_TAIL), 0) == (u64s{4, 3}));
    CHECK(zrg::grid::from_array_json(array, &keys).rank() == 2 && zrg::grid::from_array_json(array).rank() == 2);
    THROWS(ZRG_ERROR_COVER, zrg::grid::from_json(DIAGRAM, {27, 38}),
           zrg::grid::try_from_json(DIAGRAM, {27, 38}, grid, said));
    THROWS(ZRG_ERROR_NOT_REGULAR, grid.to_json(ZRG_FORM_REGULAR), grid.try_to_json(ZRG_FORM_REGULAR, json, said));
    THROWS(ZRG_ERROR_VALUE, zrg::grid::from_edges({26, 38}, {{16, 10}, {}}),
           zrg::grid::try_from_edges({26, 38}, {{16, 10}, {}}, grid, said));
    THROWS(ZRG_ERROR_ARGUMENT, zrg::grid::from_runs({26}, {2}, runs),
           zrg::grid::try_from_runs({26}, {2}, runs, grid, said));
    THROWS(ZRG_ERROR_VALUE, zrg::grid::from_chunk_shape({7}, {0}),
           zrg::grid::try_from_chunk_shape({7}, {0}, 0, grid, said));
    THROWS(ZRG_ERROR_STRUCTURE, zrg::grid::from_array_json("3"),
           zrg::grid::try_from_array_json("3", grid, nullptr, said));
#endif
}

void test_validate()
{
    const char wrong[] = "{\"name\": \"rectilinear\", \"configuration\":"
                         " {\"kind\": \"inline\", \"chunk_shapes\": [[0, 10, -1], [24, true], 0]}}";
    std::vector<zrg_error> problems(2);
    std::size_t count = 0, whole = 0;
    OK(zrg::try_validate_json(wrong, {26, 38, 1}, problems, count, report));
    CHECK(count > 2);
    OK(zrg::try_validate_json(wrong, {26, 38, 1}, nullptr, whole, report));
    CHECK_U64(whole, count);
    OK(zrg::try_validate_json(DIAGRAM, {26, 38}, problems, count, report, zrg::options(ZRG_READ_REPAIR)));
    CHECK_U64(count, 0);
    OK(zrg::try_validate_array_json("{}", problems, count, report));
    CHECK(count > 0);
    REFUSED(ZRG_ERROR_RANGE, zrg::try_validate_json(DIAGRAM, {ZRG_NONE, 38}, problems, count, report));
#if ZRG_EXCEPTIONS
    CHECK(zrg::validate_json(DIAGRAM, {26, 38}).empty());
    CHECK_U64(zrg::validate_json(wrong, {26, 38, 1}).size(), whole);
    CHECK(zrg::validate_json(wrong, {26, 38, 1})[0].code == problems[0].code || whole > 0);
    CHECK(zrg::validate_array_json("{}").size() == count);
    // More than are asked for at first.
    std::string many = "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[0";
    for (int i = 0; i < 50; i++) many += ", 0";
    CHECK(zrg::validate_json(many + "]]}}", {1}).size() >= 51);
    THROWS(ZRG_ERROR_RANGE, zrg::validate_json(DIAGRAM, {ZRG_NONE, 38}),
           zrg::try_validate_json(DIAGRAM, {ZRG_NONE, 38}, problems, count, said));
#endif
}

// ---- handles ----

void test_handles()
{
    zrg::grid grid = diagram(), copy = grid, other;
    CHECK(copy.get() != nullptr && copy.rank() == 2);
    other = copy;
    other = *&other; // to itself
    CHECK(other.rank() == 2);
    zrg::grid moved = std::move(copy);
    CHECK(!copy && moved.rank() == 2); // NOLINT: what moving leaves is told in the header
    zrg::index chunk = {9};
    REFUSED(ZRG_ERROR_NULL, copy.try_locate({1, 1}, chunk, nullptr, report));
    CHECK(chunk == zrg::index{9});
    REFUSED(ZRG_ERROR_NULL, copy.try_clone(other, report));
    CHECK(other.rank() == 2);
    OK(moved.try_clone(copy, report));
    CHECK(copy.rank() == 2);
    zrg::grid none, of_none = none; // copies of nothing are nothing
    CHECK(!of_none);
    none = grid;
    CHECK(none.rank() == 2);
    none = zrg::grid();
    CHECK(!none);
    std::swap(grid, moved);

    // From C, and to C.
    zrg_grid *raw = moved.release();
    CHECK(!moved && zrg_grid_rank(raw) == 2);
    zrg::grid taken(raw);
    CHECK(taken.get() == raw);
    CHECK_U64(zrg_grid_rank(taken.get()), 2);
    std::vector<zrg::grid> several(5, taken);
    several.erase(several.begin());
    CHECK(several.back().rank() == 2);

    zrg::selection selection;
    CHECK(!selection && selection.rank() == 0);
    std::uint64_t parts = 0;
    REFUSED(ZRG_ERROR_NULL, selection.try_count(parts, report));
    OK(zrg::selection::try_from_slices(taken, {{12, 8, 1}, {18, 14, 1}}, selection, report));
    taken = zrg::grid();
    several.clear();
    grid = copy = other = zrg::grid(); // the selection holds on to its grid
    zrg::selection twin = selection, third;
    third = std::move(selection);
    CHECK(!selection && selection.rank() == 0); // NOLINT
    OK(twin.try_count(parts, report));
    CHECK_U64(parts, 4);
    OK(third.try_clone(selection, report));
    zrg::selection adopted(third.release());
    CHECK(!third && adopted.rank() == 2); // found without being told
    OK(adopted.try_count(parts, report));
    CHECK_U64(parts, 4);
    OK(adopted.try_grid(grid, report));
    CHECK(grid.rank() == 2 && edges_of(grid, 1) == (u64s{24, 14}));
    CHECK(!zrg::selection(nullptr));
    REFUSED(ZRG_ERROR_NULL, zrg::selection().try_grid(grid, report));
    CHECK(grid.rank() == 2);
#if ZRG_EXCEPTIONS
    CHECK(edges_of(adopted.grid(), 0) == (u64s{16, 10}));
    THROWS(ZRG_ERROR_NULL, zrg::selection().grid(), zrg::selection().try_grid(grid, said));
#endif
    CHECK(std::is_nothrow_move_constructible<zrg::grid>::value && std::is_nothrow_move_assignable<zrg::grid>::value);
    CHECK(std::is_nothrow_move_constructible<zrg::selection>::value);
    CHECK(!(std::is_convertible<zrg_grid *, zrg::grid>::value) && !(std::is_convertible<zrg::grid, zrg_grid *>::value));
}

// ---- 3, 4, 5 ----

void check_chunks(const oracle &plain, const zrg::grid &grid)
{
    std::size_t rank = plain.rank;
    std::uint64_t declared[ORACLE_RANK], chunk[ORACLE_RANK] = {0}, number = 0;
    u64s all, all_origins, all_declared, all_data;
    oracle_counts(&plain, declared);
    if (oracle_product(rank, declared) == 0 || oracle_product(rank, declared) > 200) return;
    do {
        zrg::chunk_shape want, got;
        for (std::size_t a = 0; a < rank; a++) {
            const oracle_axis *axis = &plain.axes[a];
            all.push_back(chunk[a]);
            all_origins.push_back(oracle_origin(axis, chunk[a]));
            all_declared.push_back(axis->edges[chunk[a]]);
            all_data.push_back(oracle_data(axis, chunk[a]));
        }
        want.origin = first(rank, all_origins.data() + all_origins.size() - rank);
        want.declared = first(rank, all_declared.data() + all_declared.size() - rank);
        want.data = first(rank, all_data.data() + all_data.size() - rank);
        zrg::index index = first(rank, chunk), same;
        OK(grid.try_chunk(index, got.origin, got.declared, got.data, report));
        CHECK(got.origin == want.origin && got.declared == want.declared && got.data == want.data);
        std::uint64_t found = 0;
        OK(grid.try_chunk_number(index, found, report));
        CHECK_U64(found, number++);
        OK(grid.try_chunk_at_number(found, same, report));
        CHECK(same == index);
        zrg::index ones = u64s(rank, 1);
        OK(grid.try_chunk_box(index, ones, got.origin, got.declared, got.data, report));
        CHECK(got.origin == want.origin && got.declared == want.declared && got.data == want.data);
#if ZRG_EXCEPTIONS
        zrg::chunk_shape answer = grid.chunk(index), box = grid.chunk_box(index, ones);
        CHECK(answer.origin == want.origin && answer.declared == want.declared && answer.data == want.data);
        CHECK(box.origin == want.origin && box.declared == want.declared && box.data == want.data);
        CHECK(grid.chunk_number(index) == found && grid.chunk_at_number(found) == index);
#endif
    } while (oracle_next(rank, declared, chunk));
    u64s origins(all.size()), shapes(all.size()), data(all.size());
    OK(grid.try_chunk_many(all, origins, shapes, data, report));
    CHECK(origins == all_origins && shapes == all_declared && data == all_data);
#if ZRG_EXCEPTIONS
    std::fill(data.begin(), data.end(), 0u);
    grid.chunk_many(all, nullptr, nullptr, data);
    CHECK(data == all_data);
#endif
}

void check_elements(const oracle &plain, const zrg::grid &grid)
{
    std::size_t rank = plain.rank, count = 0;
    std::uint64_t element[ORACLE_RANK] = {0};
    u64s elements, chunks, withins;
    if (oracle_product(rank, plain.shape) == 0) return;
    do {
        zrg::located want, got;
        for (std::size_t a = 0; a < rank; a++) {
            std::uint64_t chunk = oracle_chunk(&plain.axes[a], element[a]);
            elements.push_back(element[a]);
            chunks.push_back(chunk);
            withins.push_back(element[a] - oracle_origin(&plain.axes[a], chunk));
        }
        want.chunk = first(rank, chunks.data() + count * rank);
        want.within = first(rank, withins.data() + count * rank);
        count++;
        OK(grid.try_locate(first(rank, element), got.chunk, got.within, report));
        CHECK(got.chunk == want.chunk && got.within == want.within);
#if ZRG_EXCEPTIONS
        zrg::located answer = grid.locate(first(rank, element));
        CHECK(answer.chunk == want.chunk && answer.within == want.within);
        // A box of one element touches one chunk.
        zrg::chunk_span span = grid.chunk_range(first(rank, element), zrg::index(u64s(rank, 1)));
        CHECK(span.first == want.chunk && span.count == zrg::index(u64s(rank, 1)));
#endif
    } while (count < 200 && oracle_next(rank, plain.shape, element));

    u64s got_chunks(elements.size()), got_withins(elements.size());
    OK(grid.try_locate_many(elements, got_chunks, got_withins, report));
    CHECK(got_chunks == chunks && got_withins == withins);
    // One axis after the other, as columns.
    u64s columns(elements.size());
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t a = 0; a < rank; a++) columns[a * count + i] = elements[i * rank + a];
    std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(count);
    OK(grid.try_locate_many(count, 1, stride, columns, got_chunks, nullptr, report));
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t a = 0; a < rank; a++) CHECK(got_chunks[a * count + i] == chunks[i * rank + a]);
#if ZRG_EXCEPTIONS
    grid.locate_many(elements, got_chunks, nullptr);
    CHECK(got_chunks == chunks);
    grid.locate_many(count, 1, stride, columns, nullptr, got_withins);
    for (std::size_t i = 0; i < count * rank; i++) CHECK(got_withins[i % rank * count + i / rank] == withins[i]);
#endif
}

void check_axes(const oracle &plain, const zrg::grid &grid)
{
    for (std::size_t a = 0; a < plain.rank; a++) {
        const oracle_axis *axis = &plain.axes[a];
        u64s edges(axis->edges, axis->edges + axis->chunks), from_runs;
        CHECK(edges_of(grid, a) == edges);
        zrg_error error;
        error.code = ZRG_OK;
        std::uint64_t chunk = 0;
        for (const zrg::interval &interval : grid.try_axis_intervals(a, &error)) {
            CHECK(interval.chunk == chunk && interval.edge == edges[chunk] &&
                  interval.origin == oracle_origin(axis, chunk) && interval.data == oracle_data(axis, chunk));
            chunk++;
        }
        CHECK_U64(chunk, axis->chunks);
        for (const zrg::run &run : grid.try_axis_runs(a, &error)) {
            CHECK(from_runs.empty() || from_runs.back() != run.edge); // maximal
            from_runs.insert(from_runs.end(), run.count, run.edge);
        }
        CHECK(from_runs == edges && error.code == ZRG_OK);

        // Pages of the caller's own, from the middle.
        std::uint64_t from = axis->chunks / 2;
        std::vector<zrg::interval> intervals(3);
        std::vector<std::uint64_t> some(3);
        std::vector<zrg::run> runs(3);
        std::size_t left = static_cast<std::size_t>(axis->chunks - from), count = 99, written = left < 3 ? left : 3;
        OK(grid.try_axis_intervals(a, from, intervals, count, report));
        CHECK(count == written && (count == 0 || intervals[0].chunk == from));
        OK(grid.try_axis_edges(a, from, some, count, report));
        CHECK(count == written && std::equal(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count),
                                             edges.begin() + static_cast<std::ptrdiff_t>(from)));
        OK(grid.try_axis_runs(a, from, runs, count, report));
        CHECK(left == 0 ? count == 0 : runs[0].edge == edges[from]);
        std::uint64_t integer = 99;
        OK(grid.try_axis_integer(a, integer, report));
        CHECK(integer == 0 || std::count(edges.begin(), edges.end(), integer) == static_cast<long>(edges.size()));
        for (std::uint64_t i = 0; i < axis->extent; i++) {
            zrg::interval at;
            OK(grid.try_axis_at(a, i, at, report));
            CHECK_U64(at.chunk, oracle_chunk(axis, i));
        }

        zrg::slice slice = oracle_slice(axis->extent);
        std::uint64_t elements = 0;
        std::vector<zrg::projection> walked, paged(ORACLE_CHUNKS);
        for (const zrg::projection &p : grid.try_axis_projections(a, slice, &error)) {
            for (std::uint64_t k = 0; k < p.count; k++) {
                std::uint64_t element = oracle_element(&slice, p.out + k);
                std::uint64_t within = p.step > 0 ? p.first + k * static_cast<std::uint64_t>(p.step)
                                                  : p.first - k * static_cast<std::uint64_t>(-p.step);
                CHECK(element == p.origin + within && oracle_chunk(axis, element) == p.chunk);
            }
            elements += p.count;
            walked.push_back(p);
        }
        CHECK_U64(elements, slice.count);
        OK(grid.try_axis_projections(a, slice, 0, paged, count, report));
        CHECK(count == walked.size());
        if (count == walked.size() && count > 0) CHECK_BYTES(paged.data(), walked.data(), count * sizeof paged[0]);
#if ZRG_EXCEPTIONS
        u64s thrown;
        for (std::uint64_t edge : grid.axis_edges(a, from)) thrown.push_back(edge);
        CHECK(thrown == u64s(edges.begin() + static_cast<std::ptrdiff_t>(from), edges.end()));
        auto all = grid.axis_intervals(a);
        CHECK(std::distance(all.begin(), all.end()) == static_cast<std::ptrdiff_t>(edges.size()));
        std::uint64_t total = 0;
        for (const zrg::run &run : grid.axis_runs(a)) total += run.count;
        CHECK(total == axis->chunks && grid.axis_integer(a) == integer);
        CHECK(grid.axis_intervals(a, from, intervals) == written && grid.axis_edges(a, from, some) == written);
        CHECK(grid.axis_runs(a, from, runs) <= written && grid.axis_projections(a, slice, 0, paged) == walked.size());
        std::size_t i = 0;
        for (const zrg::projection &p : grid.axis_projections(a, slice)) CHECK_U64(p.chunk, walked[i++].chunk);
        CHECK_U64(i, walked.size());
        if (!walked.empty()) {
            CHECK(grid.axis_projections(a, slice, walked.back().chunk).begin()->chunk == walked.back().chunk);
            CHECK(grid.axis_at(a, slice.start).chunk == oracle_chunk(axis, slice.start));
        }
#endif
    }
}

void test_grids()
{
    for (int round = 0; round < 60; round++) {
        oracle plain;
        oracle_make(&plain, static_cast<std::size_t>(round % (ORACLE_RANK + 1)));
        ROUND("grid %d", round);
        zrg::grid grid = grid_of(plain);
        std::uint64_t declared[ORACLE_RANK];
        zrg::index shape, counts, data;
        oracle_counts(&plain, declared);
        OK(grid.try_shape(shape, report));
        OK(grid.try_chunk_counts(counts, data, report));
        CHECK(shape == first(plain.rank, plain.shape) && counts == first(plain.rank, declared));
        for (std::size_t a = 0; a < plain.rank; a++) CHECK_U64(data[a], oracle_data_chunks(&plain.axes[a]));
        OK(grid.try_chunk_counts(nullptr, data, report));
#if ZRG_EXCEPTIONS
        CHECK(grid.shape() == shape && grid.chunk_counts().declared == counts && grid.chunk_counts().data == data);
#endif
        check_chunks(plain, grid);
        check_elements(plain, grid);
        check_axes(plain, grid);
    }
    ROUND_END();
}

void test_grid_errors()
{
    zrg::grid grid = diagram();
    zrg::index chunk = {9}, within = {8};
    std::uint64_t number = 7, small[1] = {6};
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_locate({26, 0}, chunk, within, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, 26, 26);
    REFUSED(ZRG_ERROR_RANK, grid.try_locate({1, 2, 3}, chunk, within, report));
    CHECK(chunk == zrg::index{9} && within == zrg::index{8});
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_locate({1, 2}, small, within, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 1, 2);
    CHECK_MESSAGE("chunk has 1 entries, fewer than 2");
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_locate({1, 2}, chunk, small, report));
    CHECK(small[0] == 6 && chunk == zrg::index{9});
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_shape(small, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_chunk_counts(nullptr, small, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_chunk({0, 0}, chunk, within, small, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_chunk({0, 2}, chunk, nullptr, nullptr, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, 2, 2);
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_chunk_at_number(1, small, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_chunk_at_number(4, chunk, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_chunk_number({0, 2}, number, report));
    CHECK(number == 7);
    // Two arrays of different lengths: whichever is wrong.
    REFUSED(ZRG_ERROR_RANK, grid.try_chunk_range({0, 0}, {1}, chunk, within, report));
    REFUSED(ZRG_ERROR_RANK, grid.try_chunk_range({0}, {1, 1}, chunk, within, report));
    REFUSED(ZRG_ERROR_RANK, grid.try_chunk_box({0, 0, 0}, {1, 1}, chunk, within, nullptr, report));
    REFUSED(ZRG_ERROR_RANK, grid.try_chunk_box({0, 0}, {}, chunk, within, nullptr, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_chunk_range({0, 0}, {1, 39}, chunk, within, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_chunk_range({0, 0}, {1, 1}, small, within, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_chunk_box({0, 0}, {1, 1}, small, within, nullptr, report));
    // Batches.
    REFUSED(ZRG_ERROR_RANK, grid.try_locate_many({1, 2, 3}, chunk, within, report));
    REFUSED(ZRG_ERROR_RANK, grid.try_chunk_many({1, 1, 0}, chunk, within, nullptr, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_locate_many({1, 2, 3, 4}, small, nullptr, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_chunk_many({1, 1, 0, 0}, nullptr, small, nullptr, report));
    REFUSED(ZRG_ERROR_CAPACITY, grid.try_locate_many(2, 2, 2, {1, 2, 3, 4}, chunk, nullptr, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_locate_many({1, 2, 3, 40}, chunk, within, report));
    FAULT(1, 1, ZRG_NONE, 40, 38);
    chunk = {9};
    // Inputs that are written.
    zrg::index same = {1, 2};
    REFUSED(ZRG_ERROR_ARGUMENT, grid.try_locate(same, same, nullptr, report));
    // One axis.
    zrg::interval at;
    std::size_t count = 5;
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_axis_at(2, 0, at, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_axis_integer(2, number, report));
    REFUSED(ZRG_ERROR_BOUNDS, grid.try_axis_edges(2, 0, chunk, count, report));
    CHECK(count == 5 && chunk == zrg::index{9});
    zrg_error error;
    error.code = ZRG_OK;
    for (const zrg::interval &interval : grid.try_axis_intervals(2, &error)) CHECK(interval.chunk > 99);
    CHECK(error.code == ZRG_ERROR_BOUNDS);
    error.code = ZRG_OK;
    for (const zrg::projection &p : grid.try_axis_projections(1, zrg::slice{30, 9, 1}, &error)) CHECK(p.chunk > 99);
    CHECK(error.code == ZRG_ERROR_BOUNDS && error.axis == 1);
    for (std::uint64_t edge : grid.try_axis_edges(2, nullptr)) CHECK(edge > 99); // nobody asks why

    zrg::slice slice = {9, 9, 9};
    OK(zrg::try_slice_from_bounds(10, -3, ZRG_OMITTED, ZRG_OMITTED, slice, report));
    CHECK(slice.start == 7 && slice.count == 3 && slice.step == 1);
    REFUSED(ZRG_ERROR_ARGUMENT, zrg::try_slice_from_bounds(10, 0, 1, 0, slice, report));
    CHECK(slice.start == 7);
#if ZRG_EXCEPTIONS
    CHECK_U64(zrg::slice_from_bounds(10).count, 10);
    CHECK_I64(zrg::slice_from_bounds(10, ZRG_OMITTED, ZRG_OMITTED, -2).step, -2);
    THROWS(ZRG_ERROR_ARGUMENT, zrg::slice_from_bounds(10, 0, 1, 0),
           zrg::try_slice_from_bounds(10, 0, 1, 0, slice, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.locate({26, 0}), grid.try_locate({26, 0}, chunk, within, said));
    THROWS(ZRG_ERROR_RANK, grid.chunk({0}), grid.try_chunk({0}, chunk, nullptr, nullptr, said));
    THROWS(ZRG_ERROR_RANK, grid.chunk_range({0}, {1, 2}), grid.try_chunk_range({0}, {1, 2}, chunk, within, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.chunk_box({0, 0}, {3, 1}),
           grid.try_chunk_box({0, 0}, {3, 1}, chunk, within, nullptr, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.chunk_number({0, 2}), grid.try_chunk_number({0, 2}, number, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.chunk_at_number(4), grid.try_chunk_at_number(4, chunk, said));
    THROWS(ZRG_ERROR_NULL, zrg::grid().shape(), zrg::grid().try_shape(chunk, said));
    THROWS(ZRG_ERROR_NULL, zrg::grid().chunk_counts(), zrg::grid().try_chunk_counts(chunk, within, said));
    THROWS(ZRG_ERROR_CAPACITY, grid.locate_many({1, 2, 3, 4}, small, nullptr),
           grid.try_locate_many({1, 2, 3, 4}, small, nullptr, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.chunk_many({2, 0}, chunk, nullptr, nullptr),
           grid.try_chunk_many({2, 0}, chunk, nullptr, nullptr, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.axis_at(0, 26), grid.try_axis_at(0, 26, at, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.axis_integer(2), grid.try_axis_integer(2, number, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.axis_edges(2, 0, chunk), grid.try_axis_edges(2, 0, chunk, count, said));
    THROWS(ZRG_ERROR_BOUNDS, grid.axis_edges(2).begin(), grid.try_axis_edges(2, 0, chunk, count, said));
#endif
}

// ---- 6, 7 ----

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
void check_selection(const zrg::selection &selection, const zrg::index &want_shape,
                     const std::vector<std::uint32_t> &want, const stored &array)
{
    const std::size_t rank = array.plain.rank;
    zrg::index shape, touched;
    std::size_t axes = 99;
    std::uint64_t count = 0, product = 1;
    OK(selection.try_shape(shape, axes, report));
    CHECK(shape == want_shape && axes == shape.size());
    OK(selection.try_count(count, report));
    OK(selection.try_axis_counts(touched, report));
    CHECK(touched.size() == rank && selection.rank() == rank);
    for (std::uint64_t n : touched) product *= n;
    if (axes == rank) CHECK_U64(product, count);
    else for (std::uint64_t n : touched) CHECK_U64(n, count); // points, or a mask over the whole array

    zrg_error error;
    error.code = ZRG_OK;
    std::vector<std::uint32_t> read(want.size(), 0xAAAAAAAA), by_segments = read;
    std::vector<zrg_part> abouts;
    u64s chunks, numbers;
    std::vector<zrg::projection> projections;
    std::vector<std::vector<std::uint32_t>> written(array.chunks.size());
    std::uint64_t position = 0;
    for (const zrg::part_view &part : selection.try_parts(&error)) {
        const std::vector<std::uint32_t> &chunk = array.chunks.at(part.chunk_number());
        CHECK_U64(part.part(), position++);
        CHECK(part.chunk().size() == rank && part.projections().size() == rank && part.decoded() == chunk.size());
        CHECK(part.covers_data() == ((part.about().covers & ZRG_COVERS_DATA) != 0) &&
              part.covers_declared() == ((part.about().covers & ZRG_COVERS_DECLARED) != 0));
        OK(part.try_read(sizeof(std::uint32_t), chunk, read, report));
        std::uint64_t elements = 0;
        for (const zrg::segment &segment : part.try_segments(&error)) {
            for (std::uint64_t i = 0; i < segment.count; i++)
                by_segments.at(segment.out + i) = chunk.at(segment.within + i);
            elements += segment.count;
        }
        CHECK_U64(elements, part.elements());
        std::vector<std::uint32_t> &back = written.at(part.chunk_number());
        back.assign(chunk.size(), 0);
        OK(part.try_write(sizeof(std::uint32_t), back, want, report));
        std::uint64_t found = 99;
        OK(selection.try_find(part.chunk(), found, report));
        CHECK_U64(found, part.part());
        abouts.push_back(part.about());
        numbers.push_back(part.chunk_number());
        chunks.insert(chunks.end(), part.chunk().begin(), part.chunk().end());
        projections.insert(projections.end(), part.projections().begin(), part.projections().end());
        for (std::size_t a = 0; a < rank; a++) CHECK_U64(part.projections()[a].chunk, part.chunk()[a]);
    }
    CHECK(error.code == ZRG_OK && position == count);
    CHECK(read == want && by_segments == want);

    // What was written, and nothing else, is in the chunks.
    for (std::uint64_t number : numbers)
        for (std::size_t i = 0; i < written[number].size(); i++)
            CHECK(written[number][i] == 0 || written[number][i] == array.chunks[number][i]);
    std::vector<std::uint32_t> again(want.size(), 0);
    for (std::size_t i = 0; i < numbers.size(); i++)
        OK(selection.try_read_part(i, sizeof(std::uint32_t), written[numbers[i]], again, report));
    CHECK(again == want);

    // The caller's own pages are the same.
    for (std::size_t capacity : {std::size_t{1}, std::size_t{3}}) {
        std::vector<zrg_part> page(capacity);
        u64s page_chunks(capacity * rank);
        std::vector<zrg::projection> page_projections(capacity * rank);
        std::size_t n = 1, at = 0;
        for (; n > 0; at += n) {
            OK(selection.try_parts(at, capacity, page, page_chunks, page_projections, n, report));
            if (at + n > abouts.size()) break;
            if (n > 0) {
                CHECK_BYTES(page.data(), abouts.data() + at, n * sizeof page[0]);
                if (rank > 0) {
                    CHECK_BYTES(page_chunks.data(), chunks.data() + at * rank, n * rank * sizeof page_chunks[0]);
                    CHECK_BYTES(page_projections.data(), projections.data() + at * rank,
                                n * rank * sizeof page_projections[0]);
                }
            }
        }
        CHECK_U64(at, abouts.size());
    }

    // Ranges are the chunk numbers, joined.
    for (std::uint64_t gap = 0; gap < 3; gap++) {
        u64s covered;
        std::uint64_t behind = 0;
        for (const zrg::range &range : selection.try_ranges(gap, &error)) {
            CHECK(covered.empty() || range.first > behind + gap);
            for (behind = range.first; behind < range.first + range.count; behind++) covered.push_back(behind);
        }
        CHECK(std::includes(covered.begin(), covered.end(), numbers.begin(), numbers.end()));
        if (gap == 0) CHECK(covered == numbers);
        std::vector<zrg::range> page(2);
        std::size_t n = 99;
        OK(selection.try_ranges(gap, 0, page, n, report));
        CHECK(numbers.empty() ? n == 0 : page[0].first == numbers[0]);
    }
    CHECK(error.code == ZRG_OK);

    // Shares are disjoint and complete.
    for (std::uint32_t by : {std::uint32_t{ZRG_SPLIT_PARTS}, std::uint32_t{ZRG_SPLIT_ELEMENTS}}) {
        u64s bounds(4), walked;
        OK(selection.try_split(by, 3, bounds, report));
        CHECK(bounds.front() == 0 && bounds.back() == count && std::is_sorted(bounds.begin(), bounds.end()));
        for (std::size_t share = 0; share < 3; share++)
            for (const zrg::part_view &part : selection.try_parts(&error, bounds[share], bounds[share + 1]))
                walked.push_back(part.chunk_number());
        CHECK(walked == numbers && error.code == ZRG_OK);
    }

#if ZRG_EXCEPTIONS
    CHECK(selection.shape() == want_shape && selection.count() == count && selection.axis_counts() == touched);
    std::vector<std::uint32_t> thrown(want.size(), 0);
    std::size_t i = 0;
    for (const zrg::part_view &part : selection.parts()) {
        if (i % 2) part.read(4, array.chunks[part.chunk_number()], thrown);
        else selection.read_part(part.part(), 4, array.chunks[part.chunk_number()], thrown);
        std::vector<std::uint32_t> one(part.decoded(), 0), two(part.decoded(), 0);
        part.write(4, one, want);
        selection.write_part(part.part(), 4, two, want);
        CHECK(one == written[numbers[i]] && two == one);
        CHECK(part.key() == zrg::key_encode(part.chunk()) && selection.find(part.chunk()) == part.part());
        std::uint64_t elements = 0;
        for (const zrg::segment &segment : part.segments()) elements += segment.count;
        for (const zrg::segment &segment : selection.segments(part.part())) elements += segment.count;
        CHECK_U64(elements, 2 * part.elements());
        zrg::segment segments[2];
        CHECK(selection.segments(part.part(), 0, segments) >= 1);
        i++;
    }
    CHECK(thrown == want && i == count);
    CHECK(selection.split(2) == (u64s{0, selection.split(2)[1], count}));
    CHECK(selection.split(1, ZRG_SPLIT_ELEMENTS) == (u64s{0, count}));
    u64s from_ranges;
    for (const zrg::range &range : selection.ranges())
        for (std::uint64_t k = 0; k < range.count; k++) from_ranges.push_back(range.first + k);
    CHECK(from_ranges == numbers);
    zrg_part one;
    zrg::index chunk;
    CHECK(selection.parts(0, 1, {&one, 1}, chunk, nullptr) == (count > 0 ? 1 : 0));
    if (count > 0) CHECK(chunk == first(rank, chunks.data()));
    zrg::range some[1];
    CHECK(selection.ranges(0, 0, some) == (count > 0 ? 1 : 0));
#endif
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

void check_list(const zrg::selection &selection, const zrg::grid &grid, std::size_t axis, const u64s &indices)
{
    zrg_error error;
    error.code = ZRG_OK;
    u64s found(indices.size(), ZRG_NONE);
    std::uint64_t before = 0;
    std::size_t entries = 0;
    for (const zrg::list_entry &entry : selection.try_list(axis, &error)) {
        zrg::interval at;
        OK(grid.try_axis_at(axis, indices.at(entry.out), at, report));
        CHECK(at.chunk >= before && entry.within == indices[entry.out] - at.origin);
        before = at.chunk;
        found[entry.out] = at.origin + entry.within;
        entries++;
    }
    CHECK(error.code == ZRG_OK && entries == indices.size() && found == indices);
    u64s within(2), out(2);
    std::size_t count = 99;
    OK(selection.try_list(axis, 0, 2, within, out, count, report));
    CHECK(count == std::min<std::size_t>(2, entries));
#if ZRG_EXCEPTIONS
    std::size_t walked = 0;
    for (const zrg::list_entry &entry : selection.list(axis)) walked += entry.out < entries;
    CHECK_U64(walked, entries);
    CHECK(selection.list(axis, 0, 2, nullptr, out) == count);
    if (entries > 1) CHECK(selection.list(axis, 1).begin()->out == out[1]);
#endif
}

void test_selections()
{
    for (int round = 0; round < 90; round++) {
        oracle plain;
        std::uint64_t counts[ORACLE_RANK];
        do {
            oracle_make(&plain, static_cast<std::size_t>(round % 4));
            oracle_counts(&plain, counts);
        } while (oracle_product(plain.rank, counts) > 100);
        ROUND("selection %d", round);
        zrg::grid grid = grid_of(plain);
        stored array(plain);
        std::vector<zrg::slice> slices;
        std::vector<u64s> indices;
        for (std::size_t a = 0; a < plain.rank; a++) {
            slices.push_back(oracle_slice(plain.shape[a]));
            indices.emplace_back();
            for (std::uint64_t k = 0; k < slices[a].count; k++) indices[a].push_back(oracle_element(&slices[a], k));
        }
        zrg::selection sliced;
        OK(zrg::selection::try_from_slices(grid, slices, sliced, report));
        check_selection(sliced, shape_of(indices), outer(array, indices), array);

        // A list, a mask and bits in place of some slices.
        zrg::selection mixed = sliced;
        for (std::size_t a = 0; a < plain.rank; a++) {
            std::vector<std::int64_t> list;
            std::vector<std::uint8_t> mask, bits((plain.shape[a] + 7) / 8);
            u64s masked;
            for (std::uint64_t k = plain.shape[a] > 0 ? oracle_random(9) : 0; k > 0; k--)
                list.push_back(static_cast<std::int64_t>(oracle_random(plain.shape[a])));
            for (std::uint64_t k = 0; k < plain.shape[a]; k++) {
                mask.push_back(static_cast<std::uint8_t>(oracle_random(2)));
                bits[k / 8] = static_cast<std::uint8_t>(bits[k / 8] | mask[k] << k % 8);
                if (mask[k]) masked.push_back(k);
            }
            const bool listed = oracle_random(2) == 0, other = oracle_random(2) == 0;
            if (listed && other) {
                OK(mixed.try_with_indices(a, list, 0, mixed, report));
            } else if (listed) {
                std::vector<std::int64_t> wrapped = list;
                for (std::int64_t &n : wrapped) n -= static_cast<std::int64_t>(plain.shape[a]);
                OK(mixed.try_with_indices(a, wrapped, ZRG_INDEX_WRAP, mixed, report));
            } else if (other) {
                OK(mixed.try_with_mask(a, mask, mixed, report));
            } else {
                OK(mixed.try_with_bits(a, mask.size(), bits, mixed, report));
            }
            indices[a] = listed ? u64s(list.begin(), list.end()) : masked;
            check_list(mixed, grid, a, indices[a]);
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
        zrg::selection pointed, in_columns;
        OK(zrg::selection::try_from_points(grid, rows, 0, pointed, report));
        check_selection(pointed, zrg::index{points}, want, array);
        std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(points);
        OK(zrg::selection::try_from_points(grid, points, 1, stride, columns, ZRG_INDEX_WRAP, in_columns, report));
        check_selection(in_columns, zrg::index{points}, want, array);
        u64s unsigned_rows(rows.begin(), rows.end());
        OK(zrg::selection::try_from_points(grid, zrg::as_signed(unsigned_rows), 0, pointed, report));
        check_selection(pointed, zrg::index{points}, want, array);

        // A mask over the whole array.
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(oracle_product(plain.rank, plain.shape)));
        want.clear();
        for (std::size_t i = 0; i < mask.size(); i++) {
            mask[i] = static_cast<std::uint8_t>(oracle_random(2));
            if (mask[i]) want.push_back(static_cast<std::uint32_t>(i));
        }
        zrg::selection of_mask;
        OK(zrg::selection::try_from_mask(grid, mask, of_mask, report));
        check_selection(of_mask, zrg::index{want.size()}, want, array);

#if ZRG_EXCEPTIONS
        CHECK(zrg::selection::from_slices(grid, slices).count() == sliced.count());
        CHECK(zrg::selection::from_points(grid, rows).count() == pointed.count());
        CHECK(zrg::selection::from_points(grid, points, 1, stride, columns).count() == pointed.count());
        CHECK(zrg::selection::from_mask(grid, mask).count() == of_mask.count());
#endif
    }
    ROUND_END();
}

/** Shards of 4 x 6 in inner chunks of 2 x 3, read through from_part. */
void test_inner()
{
    zrg::grid grid;
    OK(zrg::grid::try_from_edges({10, 12}, {{4, 6}, {6, 6}}, grid, report));
    zrg::selection outer, inner;
    OK(zrg::selection::try_from_slices(grid, {{1, 8, 1}, {10, 4, -3}}, outer, report));
    zrg_error error;
    error.code = ZRG_OK;
    std::vector<int> got(8 * 4, -1);
    for (const zrg::part_view &shard : outer.try_parts(&error)) {
        OK(zrg::selection::try_from_part(outer, shard.part(), {2, 3}, inner, report));
        CHECK_U64(inner.rank(), 2);
        zrg::grid slots;
        zrg::index counts;
        OK(inner.try_grid(slots, report));
        OK(slots.try_chunk_counts(counts, nullptr, report));
        CHECK(counts[0] == shard.projections()[0].edge / 2 && counts[1] == 2);
        for (const zrg::part_view &part : inner.try_parts(&error)) {
            int chunk[2][3];
            for (std::uint64_t i = 0; i < 2; i++)
                for (std::uint64_t j = 0; j < 3; j++)
                    chunk[i][j] = static_cast<int>(
                        (shard.projections()[0].origin + part.projections()[0].origin + i) * 12 +
                        shard.projections()[1].origin + part.projections()[1].origin + j);
            OK(part.try_read(sizeof(int), chunk, got, report));
        }
#if ZRG_EXCEPTIONS
        CHECK(zrg::selection::from_part(outer, shard.part(), {2, 3}).count() == inner.count());
#endif
    }
    CHECK(error.code == ZRG_OK);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++) CHECK_I64(got[static_cast<std::size_t>(i * 4 + j)], (1 + i) * 12 + 10 - 3 * j);
    REFUSED(ZRG_ERROR_NOT_ALIGNED, zrg::selection::try_from_part(outer, 0, {3, 3}, inner, report));
    REFUSED(ZRG_ERROR_RANK, zrg::selection::try_from_part(outer, 0, {3}, inner, report));
#if ZRG_EXCEPTIONS
    THROWS(ZRG_ERROR_NOT_ALIGNED, zrg::selection::from_part(outer, 0, {3, 3}),
           zrg::selection::try_from_part(outer, 0, {3, 3}, inner, said));
#endif
}

void test_moving()
{
    zrg::grid grid = diagram();
    zrg::selection window;
    OK(zrg::selection::try_from_slices(grid, {{12, 8, 1}, {18, 14, 1}}, window, report));
    // A result in Fortran order, upside down, with a border.
    std::int16_t chunk[16][24], out[14][8], border[10 * 16];
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 24; j++) chunk[i][j] = static_cast<std::int16_t>(100 * i + j);
    memset(out, 0, sizeof out);
    OK(window.try_read_part(0, 2, chunk, zrg::target(out).strided({2, 16}), report));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) CHECK_I64(out[j][i], 100 * (12 + i) + 18 + j);
    memset(border, 0, sizeof border);
    OK(window.try_read_part(0, 2, chunk, zrg::target(border).strided({-32, 2}, 2 * (8 * 16 + 1)), report));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) CHECK_I64(border[(8 - i) * 16 + 1 + j], 100 * (12 + i) + 18 + j);
    // A missing chunk.
    const std::int16_t fill = -7;
    std::vector<std::int16_t> result(8 * 14);
    OK(window.try_read_part(3, 2, zrg::source::everywhere(fill), result, report));
    OK(window.try_read_part(2, 2, zrg::source::everywhere(&fill, 2), result, report));
    CHECK_U64(static_cast<std::uint64_t>(std::count(result.begin(), result.end(), fill)), 24 + 32);
    // Written from a strided source.
    std::vector<std::int16_t> back(16 * 24);
    OK(window.try_write_part(0, 2, back, zrg::source(out).strided({2, 16}), report));
    CHECK_I64(back[12 * 24 + 18], 1218);
    OK(window.try_write_part(0, 2, {back.data(), back.size() * 2}, zrg::source::everywhere(fill), report));
    CHECK_I64(back[12 * 24 + 18], -7);

    REFUSED(ZRG_ERROR_RANK, window.try_read_part(0, 2, zrg::source(chunk).strided({2}), result, report));
    CHECK_MESSAGE("chunk has 1 strides");
    REFUSED(ZRG_ERROR_RANK, window.try_read_part(0, 2, chunk, zrg::target(out).strided({2, 16, 8}), report));
    REFUSED(ZRG_ERROR_RANK, window.try_write_part(0, 2, zrg::target(back).strided({}), result, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_read_part(0, 2, chunk, zrg::target(result.data(), 10), report));
    REFUSED(ZRG_ERROR_BOUNDS, window.try_read_part(4, 2, chunk, result, report));
    REFUSED(ZRG_ERROR_NULL, zrg::selection().try_read_part(0, 2, chunk, result, report));

    // The result of points has one axis, whatever the grid has.
    zrg::selection points;
    OK(zrg::selection::try_from_points(grid, {13, 20, 14, 21, 15, 22}, 0, points, report));
    std::int16_t three[6] = {0};
    OK(points.try_read_part(0, 2, chunk, zrg::target(three).strided({4}), report));
    CHECK(three[0] == 1320 && three[2] == 1421 && three[4] == 1522 && three[1] == 0);
    REFUSED(ZRG_ERROR_RANK, points.try_read_part(0, 2, chunk, zrg::target(three).strided({4, 4}), report));
    // Rank 0 has no strides to give, and is strided all the same: more memory than it needs is right.
    zrg::grid none;
    zrg::selection one;
    OK(zrg::grid::try_from_edges({}, zrg::lists<std::uint64_t>(), none, report));
    OK(zrg::selection::try_from_slices(none, {}, one, report));
    OK(one.try_read_part(0, 2, zrg::source(chunk).strided({}, 4), zrg::target(three).strided({}), report));
    CHECK_I64(three[0], 2);
#if ZRG_EXCEPTIONS
    THROWS(ZRG_ERROR_BOUNDS, window.read_part(4, 2, chunk, result), window.try_read_part(4, 2, chunk, result, said));
    THROWS(ZRG_ERROR_BOUNDS, window.write_part(4, 2, chunk, result), window.try_write_part(4, 2, chunk, result, said));
    for (const zrg::part_view &part : window.parts(0, 1))
        THROWS(ZRG_ERROR_CAPACITY, part.read(2, zrg::source(chunk, 10), result),
               part.try_read(2, zrg::source(chunk, 10), result, said));
#endif
}

void test_selection_errors()
{
    zrg::grid grid = diagram();
    zrg::selection window, made;
    OK(zrg::selection::try_from_slices(grid, {{12, 8, 1}, {18, 14, 1}}, window, report));
    REFUSED(ZRG_ERROR_BOUNDS, zrg::selection::try_from_slices(grid, {{12, 8, 1}, {18, 21, 1}}, made, report));
    REFUSED(ZRG_ERROR_RANK, zrg::selection::try_from_slices(grid, {{12, 8, 1}}, made, report));
    REFUSED(ZRG_ERROR_BOUNDS, window.try_with_indices(0, {3, 26}, 0, made, report));
    CHECK(fault.axis == 0 && fault.entry == 1);
    REFUSED(ZRG_ERROR_BOUNDS, window.try_with_indices(0, {-1}, 0, made, report));
    REFUSED(ZRG_ERROR_ARGUMENT, window.try_with_mask(0, {1, 0}, made, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_with_bits(0, 26, {1, 0, 1}, made, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_with_bits(0, ZRG_NONE, {1, 0, 1}, made, report));
    REFUSED(ZRG_ERROR_RANK, zrg::selection::try_from_points(grid, {1, 2, 3}, 0, made, report));
    REFUSED(ZRG_ERROR_BOUNDS, zrg::selection::try_from_points(grid, {1, 2, 3, 99}, 0, made, report));
    REFUSED(ZRG_ERROR_CAPACITY, zrg::selection::try_from_points(grid, 3, 2, 1, {1, 2, 3, 4}, 0, made, report));
    REFUSED(ZRG_ERROR_ARGUMENT, zrg::selection::try_from_mask(grid, {1, 0}, made, report));
    CHECK(!made);
    zrg::index small;
    std::uint64_t two[2] = {7, 7}, part = 7;
    std::size_t count = 7;
    REFUSED(ZRG_ERROR_CAPACITY, window.try_shape({two, 1}, count, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_axis_counts({two, 1}, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_parts(0, 2, nullptr, {two, 2}, nullptr, count, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, 2, 4);
    zrg_part parts[2];
    REFUSED(ZRG_ERROR_CAPACITY, window.try_parts(0, 3, parts, nullptr, nullptr, count, report));
    REFUSED(ZRG_ERROR_CAPACITY,
            window.try_parts(0, static_cast<std::size_t>(-1), nullptr, two, nullptr, count, report));
    REFUSED(ZRG_ERROR_ARGUMENT, window.try_list(0, 0, 2, two, nullptr, count, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_list(0, 0, 3, two, nullptr, count, report));
    REFUSED(ZRG_ERROR_RANK, window.try_find({1}, part, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_split(ZRG_SPLIT_PARTS, 2, two, report));
    REFUSED(ZRG_ERROR_CAPACITY, window.try_split(ZRG_SPLIT_PARTS, static_cast<std::size_t>(-1), two, report));
    REFUSED(ZRG_ERROR_ARGUMENT, window.try_split(9, 1, two, report));
    REFUSED(ZRG_ERROR_ARGUMENT, window.try_split(ZRG_SPLIT_PARTS, 0, two, report));
    CHECK(two[0] == 7 && two[1] == 7 && part == 7 && count == 7);
    OK(window.try_shape(nullptr, count, report)); // the rank alone
    CHECK_U64(count, 2);
    OK(window.try_parts(1, 100, nullptr, nullptr, nullptr, count, report)); // only how many
    CHECK_U64(count, 3);
    OK(window.try_split(ZRG_SPLIT_PARTS, 3, small, report));
    CHECK(small.size() == 4);
    OK(window.try_find({0, 0}, part, report));
    CHECK_U64(part, 0);

    zrg_error error;
    error.code = ZRG_OK;
    for (const zrg::segment &segment : window.try_segments(4, &error)) CHECK(segment.count > 99);
    CHECK(error.code == ZRG_ERROR_BOUNDS);
    error.code = ZRG_OK;
    for (const zrg::list_entry &entry : window.try_list(0, &error)) CHECK(entry.out > 99);
    CHECK(error.code == ZRG_ERROR_ARGUMENT);
    error.code = ZRG_OK;
    for (const zrg::part_view &p : zrg::selection().try_parts(&error)) CHECK(p.part() > 99);
    CHECK(error.code == ZRG_ERROR_NULL);
#if ZRG_EXCEPTIONS
    const bool chosen[26] = {true, false, true};
    const std::vector<std::uint8_t> bits = {5, 0, 0, 0};
    CHECK(window.with_mask(0, chosen).shape() == (zrg::index{2, 14}));
    CHECK(window.with_bits(0, 26, bits).shape() == (zrg::index{2, 14}));
    CHECK(window.with_indices(1, {0, -1, 0}, ZRG_INDEX_WRAP).shape() == (zrg::index{8, 3}));
    CHECK(zrg::selection::from_points(grid, {0, -1, -26, 37}, ZRG_INDEX_WRAP).count() == 1);
    THROWS(ZRG_ERROR_BOUNDS, zrg::selection::from_slices(grid, {{0, 27, 1}, {0, 1, 1}}),
           zrg::selection::try_from_slices(grid, {{0, 27, 1}, {0, 1, 1}}, made, said));
    THROWS(ZRG_ERROR_BOUNDS, window.with_indices(0, {26}), window.try_with_indices(0, {26}, 0, made, said));
    THROWS(ZRG_ERROR_ARGUMENT, window.with_mask(0, {1}), window.try_with_mask(0, {1}, made, said));
    THROWS(ZRG_ERROR_CAPACITY, window.with_bits(0, 26, {1}), window.try_with_bits(0, 26, {1}, made, said));
    THROWS(ZRG_ERROR_RANK, zrg::selection::from_points(grid, {1}),
           zrg::selection::try_from_points(grid, {1}, 0, made, said));
    THROWS(ZRG_ERROR_ARGUMENT, zrg::selection::from_mask(grid, {1}),
           zrg::selection::try_from_mask(grid, {1}, made, said));
    THROWS(ZRG_ERROR_NULL, zrg::selection().shape(), zrg::selection().try_shape(small, count, said));
    THROWS(ZRG_ERROR_NULL, zrg::selection().count(), zrg::selection().try_count(part, said));
    THROWS(ZRG_ERROR_NULL, zrg::selection().axis_counts(), zrg::selection().try_axis_counts(small, said));
    THROWS(ZRG_ERROR_RANK, window.find({1}), window.try_find({1}, part, said));
    THROWS(ZRG_ERROR_ARGUMENT, window.split(2, 9), window.try_split(9, 2, small, said));
    THROWS(ZRG_ERROR_ARGUMENT, window.list(0, 0, 2, two, nullptr), window.try_list(0, 0, 2, two, nullptr, count, said));
    THROWS(ZRG_ERROR_CAPACITY, window.parts(0, 3, parts, nullptr, nullptr),
           window.try_parts(0, 3, parts, nullptr, nullptr, count, said));
    zrg::segment segments[1];
    THROWS(ZRG_ERROR_BOUNDS, window.segments(4, 0, segments), window.try_segments(4, 0, segments, count, said));
    THROWS(ZRG_ERROR_NULL, zrg::selection().parts().begin(), zrg::selection().try_count(part, said));
    zrg::range ranges[1];
    THROWS(ZRG_ERROR_NULL, zrg::selection().ranges(0, 0, ranges),
           zrg::selection().try_ranges(0, 0, ranges, count, said));
#endif
}

// ---- walks ----

/** More than any page holds, from anywhere, and with the standard's algorithms. */
void test_walks()
{
    zrg::grid grid;
    OK(zrg::grid::try_from_runs({100000, 3}, {{{10, 10000}}, {{1, 3}}}, grid, report));
    zrg::selection all;
    OK(zrg::selection::try_from_slices(grid, {{0, 100000, 1}, {0, 3, 1}}, all, report));
    zrg_error error;
    error.code = ZRG_OK;
    std::uint64_t n = 0;
    for (const zrg::part_view &part : all.try_parts(&error)) {
        if (part.part() != n || part.chunk()[0] != n / 3 || part.chunk()[1] != n % 3) break;
        n++;
    }
    CHECK(n == 30000 && error.code == ZRG_OK);
    for (std::uint64_t start : u64s{0, 1, 63, 64, 65, 29999, 30000, 30001})
        for (std::uint64_t length : u64s{0, 1, 63, 64, 65, 128, 200}) {
            n = start;
            for (const zrg::part_view &part : all.try_parts(&error, start, start + length)) CHECK_U64(part.part(), n++);
            CHECK_U64(n, std::max(start, std::min<std::uint64_t>(start + length, 30000)));
        }
    n = 0;
    for (const zrg::part_view &part : all.try_parts(&error, 7, 3)) n += part.part(); // a stretch that is none
    for (std::uint64_t edge : grid.try_axis_edges(0, &error)) n += edge;
    CHECK_U64(n, 100000);

    // A projection that goes on behind a page, and one whose page is exactly full.
    for (std::uint64_t chunks : u64s{63, 64, 65, 128, 129}) {
        n = 0;
        zrg::slice slice = {5, chunks, 10};
        for (const zrg::projection &p : grid.try_axis_projections(0, slice, &error)) CHECK_U64(p.chunk, n++);
        CHECK_U64(n, chunks);
    }

    // The highest rank, of which a page holds least.
    zrg::grid high;
    zrg::selection of_high;
    std::vector<zrg::slice> slices(ZRG_MAX_RANK, zrg::slice{0, 1, 1});
    slices[0] = slices[63] = zrg::slice{0, 2, 1};
    OK(zrg::grid::try_from_chunk_shape(u64s(ZRG_MAX_RANK, 2), u64s(ZRG_MAX_RANK, 1), 0, high, report));
    OK(zrg::selection::try_from_slices(high, slices, of_high, report));
    n = 0;
    for (const zrg::part_view &part : of_high.try_parts(&error)) {
        CHECK(part.chunk()[0] == n / 2 && part.chunk()[63] == n % 2 && part.projections()[63].chunk == n % 2);
        n++;
    }
    CHECK(n == 4 && error.code == ZRG_OK);

    // Iterators: copies go their own ways, and compare.
    auto parts = all.try_parts(&error);
    auto one = parts.begin(), two = one, before = one++;
    CHECK(two == before && two != one && two->part() == 0 && one->part() == 1 && (*before).part() == 0);
    for (int i = 0; i < 100; i++) ++two;
    CHECK(two->part() == 100 && one->part() == 1 && two != parts.end());
    CHECK(two->chunk()[0] == 33 && one->chunk()[1] == 1);
    one = two;
    CHECK(one == two && one->chunk().data() != two->chunk().data());
    auto found = std::find_if(parts.begin(), parts.end(), [](const zrg::part_view &p) { return p.chunk()[0] == 100; });
    CHECK_U64(found->part(), 300);
    CHECK(std::distance(parts.begin(), parts.end()) == 30000);
    std::vector<std::uint64_t> edges;
    auto walk = grid.try_axis_edges(1, &error);
    std::copy(walk.begin(), walk.end(), std::back_inserter(edges));
    CHECK(edges == u64s(3, 1));

    // A walk holds on to what it walks.
    auto outlives = [] {
        zrg::grid passing;
        zrg::selection gone;
        OK(zrg::grid::try_from_edges({7}, {{4, 3}}, passing, report));
        OK(zrg::selection::try_from_slices(passing, {{0, 7, 1}}, gone, report));
        return gone.try_parts(nullptr);
    }();
    n = 0;
    for (const zrg::part_view &part : outlives) n += part.elements();
    CHECK_U64(n, 7);
#if ZRG_EXCEPTIONS
    n = 0;
    for (const zrg::part_view &part :
         zrg::selection::from_slices(zrg::grid::from_edges({7}, {{4, 3}}), {{6, 7, -1}}).parts())
        n += part.elements();
    CHECK_U64(n, 7);
#endif
#if __cplusplus >= 202002L
    static_assert(std::input_iterator<decltype(one)>);
    static_assert(std::ranges::input_range<decltype(parts)>);
    n = 0;
    for (const zrg::part_view &part : all.try_parts(&error) | std::views::take(5)) n += part.part();
    CHECK_U64(n, 10);
#endif
}

// ---- 8 ----

void test_keys()
{
    char bytes[ZRG_KEY_CAPACITY(2)];
    std::size_t length = 0;
    std::string key = "before";
    OK(zrg::try_key_encode({1, 20}, bytes, length, report));
    CHECK_TEXT(bytes, "c/1/20");
    CHECK_U64(length, 6);
    OK(zrg::try_key_encode({1, 20}, key, report, zrg::key_encoding(ZRG_KEY_V2, '.')));
    CHECK(key == "1.20");
    OK(zrg::try_key_encode({}, key, report));
    CHECK(key == "c");
    REFUSED(ZRG_ERROR_CAPACITY, zrg::try_key_encode({1, 20}, {bytes, 6}, length, report));
    CHECK_U64(length, 6);
    REFUSED(ZRG_ERROR_ARGUMENT, zrg::try_key_encode({1, 20}, key, report, zrg::key_encoding(7, '/')));
    CHECK(key == "c");
    zrg_error error;
    error.code = ZRG_OK;
    zrg::selection window;
    OK(zrg::selection::try_from_slices(diagram(), {{20, 1, 1}, {0, 1, 1}}, window, report));
    for (const zrg::part_view &part : window.try_parts(&error)) {
        OK(part.try_key(bytes, length, report));
        CHECK_TEXT(bytes, "c/1/0");
        OK(part.try_key(key, report, zrg::key_encoding(ZRG_KEY_DEFAULT, '.')));
        CHECK(key == "c.1.0");
#if ZRG_EXCEPTIONS
        CHECK(part.key() == "c/1/0" && part.key(zrg::key_encoding(ZRG_KEY_V2, '/')) == "1/0");
#endif
    }
#if ZRG_EXCEPTIONS
    CHECK(zrg::key_encode({1, 20}) == "c/1/20" && zrg::key_encode({}, zrg::key_encoding(ZRG_KEY_V2, '.')) == "0");
    const u64s most(ZRG_MAX_RANK, ZRG_NONE), more(ZRG_MAX_RANK + 1, 0);
    CHECK(zrg::key_encode(most).size() + 1 <= ZRG_KEY_CAPACITY(ZRG_MAX_RANK));
    THROWS(ZRG_ERROR_LIMIT, zrg::key_encode(more), zrg::try_key_encode(more, key, said));
#endif
}

} // namespace

int main()
{
    test_views();
    test_index();
    test_version();
    test_make();
    test_validate();
    test_handles();
    test_grids();
    test_grid_errors();
    test_selections();
    test_inner();
    test_moving();
    test_selection_errors();
    test_walks();
    test_keys();
    return check_report("test_hpp");
}
