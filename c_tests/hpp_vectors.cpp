// SPDX-License-Identifier: MIT OR Apache-2.0
// The random grids of tests/data/vectors.jsonl through zrg.hpp: each entry of chunks, points, boxes, basic, orthogonal,
// coordinate and block is one answer. Argument: the file.
#include "exact_json.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <zrg/zrg.hpp>

using exact_json::value;
using u64s = std::vector<std::uint64_t>;

namespace {

std::map<std::string, unsigned> answered;
unsigned wrong = 0;
std::string where;

template <class Numbers> std::string spelled(const Numbers &list)
{
    std::ostringstream text;
    for (auto number : list) text << (text.tellp() > 0 ? "," : "") << number;
    return "[" + text.str() + "]";
}

template <class A, class B> void same(const char *what, const A &expected, const B &got)
{
    if (std::equal(expected.begin(), expected.end(), got.begin(), got.end())) return;
    if (wrong++ < 20)
        std::cout << where << ": " << what << " is " << spelled(got) << ", not " << spelled(expected) << "\n";
}

void same_number(const char *what, std::uint64_t expected, std::uint64_t got)
{
    same(what, u64s{expected}, u64s{got});
}

/** How an entry asks for one axis. */
struct axis_asked {
    zrg::slice slice = {0, 0, 1};
    std::uint64_t step = 1; ///< as written: more than a slice's step may hold
    bool dropped = false;   ///< an integer: the result does not have the axis
    const value *indices = nullptr, *mask = nullptr;
};

axis_asked asked_of(const value &entry)
{
    axis_asked made;
    if (entry.is_number()) {
        made.slice = {entry.u64(), 1, 1};
        made.dropped = true;
    } else if (entry.is_list()) {
        std::uint64_t start = entry[0].u64(), stop = entry[1].u64();
        made.step = entry[2].u64();
        // A step past 63 bits passes any extent, as the largest step does.
        made.slice = {start, stop > start ? (stop - start - 1) / made.step + 1 : 0,
                      static_cast<std::int64_t>(std::min<std::uint64_t>(made.step, INT64_MAX))};
    } else {
        made.indices = entry.find("i");
        made.mask = entry.find("m");
    }
    return made;
}

/** Entries of an axis's list. */
std::vector<zrg::list_entry> list_of(const zrg::selection &selection, std::size_t axis, std::uint64_t first,
                                     std::uint64_t count)
{
    std::vector<zrg::list_entry> entries;
    for (const zrg::list_entry &entry : selection.axis_list(axis, first)) {
        if (entries.size() == count) break;
        entries.push_back(entry);
    }
    return entries;
}

/** [chunk, chunk selection, output selection, full]; `full` only where the entry says it */
void check_piece(const value &piece, const zrg::part &part, const std::vector<axis_asked> &asked,
                 const zrg::selection &selection)
{
    same("chunk", piece[0].u64s(), part.chunk());
    if (piece.size() > 3) same_number("full", piece[3].u64(), part.covers_data());
    std::uint64_t elements = 1;
    std::size_t results = 0;
    for (std::size_t axis = 0; axis < asked.size(); axis++) {
        const value &in_chunk = piece[1][axis];
        const zrg::projection &p = part.projections()[axis];
        elements = elements > ZRG_NONE / p.count ? ZRG_NONE : elements * p.count;
        if (asked[axis].dropped) {
            same_number("integer", in_chunk.u64(), p.first);
            same_number("count of an integer", 1, p.count);
            continue;
        }
        const value &in_result = piece[2][results++];
        if (in_chunk.is_list()) {
            // The step as asked, where the slice could hold it.
            bool kept = p.step == asked[axis].slice.step;
            std::uint64_t step = kept ? asked[axis].step : static_cast<std::uint64_t>(p.step);
            same("[start, count, step]", in_chunk.u64s(), u64s{p.first, p.count, step});
            same("[out, count]", in_result.u64s(), u64s{p.out, p.count});
        } else {
            u64s within, out;
            same_number("step of a list", 0, static_cast<std::uint64_t>(p.step));
            for (const zrg::list_entry &entry : list_of(selection, axis, p.list, p.count)) {
                within.push_back(entry.within);
                out.push_back(entry.out);
            }
            same("indices", in_chunk.at("i").u64s(), within);
            same("positions", in_result.at("i").u64s(), out);
            same_number("first", within.at(0), p.first);
            same_number("out", out.at(0), p.out);
        }
    }
    same_number("elements", elements, part.elements());
}

/** The shape without the dropped axes, and all pieces. */
void check_selection(const value &entry, const zrg::selection &selection, const std::vector<axis_asked> &asked)
{
    u64s shape;
    for (std::size_t axis = 0; axis < asked.size(); axis++)
        if (!asked[axis].dropped) shape.push_back(selection.shape()[axis]);
    same("shape", entry.at("shape").u64s(), shape);

    const value &pieces = entry.at("proj");
    std::size_t i = 0;
    for (const auto &part : selection.parts()) {
        if (i < pieces.size()) check_piece(pieces[i], part, asked, selection);
        same_number("part", i, part.number());
        same_number("part found by its chunk", i++, selection.find_part(part.chunk()));
    }
    same_number("number of pieces", pieces.size(), i);
    same_number("number of parts", pieces.size(), selection.part_count());
}

void check_sliced(const value &entry, const zrg::grid &grid)
{
    std::vector<axis_asked> asked;
    std::vector<zrg::slice> slices;
    for (const value &axis : entry.at("sel")) {
        asked.push_back(asked_of(axis));
        slices.push_back(asked.back().slice);
    }
    zrg::selection selection = zrg::selection::from_slices(grid, slices);
    for (std::size_t axis = 0; axis < asked.size(); axis++) {
        if (asked[axis].indices) selection = selection.with_indices(axis, asked[axis].indices->i64s());
        if (asked[axis].mask) {
            std::vector<std::uint8_t> mask;
            for (std::uint64_t bit : asked[axis].mask->u64s()) mask.push_back(static_cast<std::uint8_t>(bit));
            selection = selection.with_mask(axis, mask);
        }
    }
    check_selection(entry, selection, asked);
}

/** `raw` says the same as `sel`, as Python would write it. */
void check_raw(const value &entry, const zrg::grid &grid)
{
    const value *raw = entry.find("raw");
    zrg::index shape = grid.shape();
    for (std::size_t axis = 0; raw && axis < raw->size(); axis++) {
        const value &written = (*raw)[axis];
        axis_asked asked = asked_of(entry.at("sel")[axis]);
        if (!written.is_list()) continue;
        auto bound = [&](std::size_t i) { return written[i].is_null() ? ZRG_OMITTED : written[i].i64(); };
        zrg::slice slice = zrg::selection::slice_from_bounds(shape[axis], bound(0), bound(1), bound(2));
        same_number("count of raw bounds", asked.slice.count, slice.count);
        if (slice.count > 0) same_number("start of raw bounds", asked.slice.start, slice.start);
    }
}

/** One list of indices for each axis; a piece is [chunk, [withins, a list an axis], positions]. */
void check_coordinate(const value &entry, const zrg::grid &grid)
{
    const value &lists = entry.at("sel");
    std::vector<std::int64_t> points; // one axis after the other, as they stand
    std::size_t count = lists[0].size();
    for (const value &list : lists)
        for (std::int64_t number : list.i64s()) points.push_back(number);
    zrg::selection selection =
        zrg::selection::from_points(grid, points, 0, {count, 1, static_cast<std::ptrdiff_t>(count)});
    same("shape", u64s{count}, selection.shape());

    const value &pieces = entry.at("proj");
    std::size_t i = 0;
    for (const auto &part : selection.parts()) {
        if (i >= pieces.size()) break;
        same("chunk", pieces[i][0].u64s(), part.chunk());
        for (std::size_t axis = 0; axis < grid.rank(); axis++) {
            const zrg::projection &p = part.projections()[axis];
            u64s within, out;
            for (const zrg::list_entry &e : list_of(selection, axis, p.list, p.count)) {
                within.push_back(e.within);
                out.push_back(e.out);
            }
            same("withins", pieces[i][1][axis].u64s(), within);
            same("positions", pieces[i][2].u64s(), out);
        }
        same_number("elements", pieces[i][2].size(), part.elements());
        i++;
    }
    same_number("number of parts", pieces.size(), selection.part_count());
}

/** Chunks of the data grid: a number, or [first, past-the-last]. */
void check_block(const value &entry, const zrg::grid &grid)
{
    const value &sel = entry.at("sel");
    u64s firsts, counts;
    for (const value &axis : sel) {
        std::uint64_t start = axis.is_list() ? axis[0].u64() : axis.u64();
        std::uint64_t stop = axis.is_list() ? axis[1].u64() : start + 1;
        firsts.push_back(start);
        counts.push_back(stop - start);
    }
    zrg::chunk_shape box = grid.chunks_to_box(firsts, counts);
    std::vector<axis_asked> asked(sel.size());
    std::vector<zrg::slice> slices;
    for (std::size_t axis = 0; axis < sel.size(); axis++) {
        u64s elements = entry.at("elements")[axis].u64s();
        same_number("elements on an axis", elements[1] - elements[0], box.data[axis]);
        if (counts[axis] > 0) same_number("first element", elements[0], box.origin[axis]);
        slices.push_back({box.origin[axis], box.data[axis], 1});
        asked[axis].slice = slices.back();
    }
    check_selection(entry, zrg::selection::from_slices(grid, slices), asked);
}

void check_chunk(const value &entry, const zrg::grid &grid)
{
    zrg::chunk_shape chunk = grid.chunk(entry[0].u64s());
    same("origin", entry[1].u64s(), chunk.origin);
    same("declared", entry[2].u64s(), chunk.declared);
    same("data", entry[3].u64s(), chunk.data);
}

void check_point(const value &entry, const zrg::grid &grid)
{
    zrg::located found = grid.locate(entry[0].u64s());
    same("chunk", entry[1].u64s(), found.chunk);
    same("within", entry[2].u64s(), found.within);
}

void check_box(const value &entry, const zrg::grid &grid)
{
    zrg::chunk_box box = grid.box_to_chunks(entry[0].u64s(), entry[1].u64s());
    const u64s none(grid.rank(), 0);
    same("first chunk", entry[2].is_null() ? none : entry[2][0].u64s(), box.first);
    same("chunk count", entry[2].is_null() ? none : entry[2][1].u64s(), box.count);
}

/** All of many at once, in both layouts. */
void check_batches(const value &line, const zrg::grid &grid)
{
    u64s points, chunks, withins;
    for (const value &entry : line.at("points")) {
        for (std::uint64_t n : entry[0].u64s()) points.push_back(n);
        for (std::uint64_t n : entry[1].u64s()) chunks.push_back(n);
        for (std::uint64_t n : entry[2].u64s()) withins.push_back(n);
    }
    u64s got_chunks(points.size()), got_withins(points.size());
    grid.locate_many(points, got_chunks, got_withins);
    same("chunks of a batch", chunks, got_chunks);
    same("withins of a batch", withins, got_withins);

    u64s asked, origins, declared, data;
    for (const value &entry : line.at("chunks")) {
        for (std::uint64_t n : entry[0].u64s()) asked.push_back(n);
        for (std::uint64_t n : entry[1].u64s()) origins.push_back(n);
        for (std::uint64_t n : entry[2].u64s()) declared.push_back(n);
        for (std::uint64_t n : entry[3].u64s()) data.push_back(n);
    }
    u64s got_origins(asked.size()), got_declared(asked.size()), got_data(asked.size());
    grid.chunk_many(asked, got_origins, got_declared, got_data);
    same("origins of a batch", origins, got_origins);
    same("declared of a batch", declared, got_declared);
    same("data of a batch", data, got_data);
}

void run_line(const value &line)
{
    where = line.at("id").text();
    u64s shape = line.at("shape").u64s();
    const std::string &document = line.at("chunk_grid").text();
    zrg::grid grid = zrg::grid::from_json(document, shape);
    same("shape", shape, grid.shape());
    same("declared chunks", line.at("grid_shape").u64s(), grid.chunk_counts().declared);
    same("data chunks", line.at("data_grid_shape").u64s(), grid.chunk_counts().data);
    if (!zrg::grid::validate_json(document, shape).empty()) same_number("problems", 0, 1);
    // What is written reads as the same grid.
    zrg::grid again = zrg::grid::from_json(grid.to_json(), shape);
    same("declared chunks, written and read", grid.chunk_counts().declared, again.chunk_counts().declared);
    check_batches(line, grid);

    const std::pair<const char *, void (*)(const value &, const zrg::grid &)> kinds[] = {
        {"chunks", check_chunk},       {"points", check_point},           {"boxes", check_box},
        {"basic", check_sliced},       {"basic", check_raw},              {"orthogonal", check_sliced},
        {"coordinate", check_coordinate}, {"block", check_block},
    };
    for (const auto &kind : kinds) {
        std::size_t i = 0;
        for (const value &entry : line.at(kind.first)) {
            where = line.at("id").text() + " " + kind.first + "[" + std::to_string(i++) + "]";
            kind.second(entry, grid);
            if (kind.second != check_raw) answered[kind.first]++;
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    try {
        std::istringstream lines(exact_json::text_of_file(argc > 1 ? argv[1] : "tests/data/vectors.jsonl"));
        for (std::string line; std::getline(lines, line);) run_line(exact_json::read(line));
    } catch (const std::exception &error) {
        std::cout << where << ": " << error.what() << "\n";
        return 1;
    }
    for (const auto &kind : answered) std::cout << kind.second << " " << kind.first << ", ";
    std::cout << wrong << " wrong\n";
    return wrong == 0 && answered["chunks"] > 1000 && answered["coordinate"] > 500 && answered["block"] > 500 &&
                   answered["orthogonal"] > 1000
               ? 0
               : 1;
}
