// SPDX-License-Identifier: MIT OR Apache-2.0
// A tour of zrg.hpp: reads windows of a Zarr v3 array as examples_c/read_window.c does in C, and writes them to copies.
//
//     hpp_tour ARRAY_DIR FACTS
//
// FACTS is the JSON file beside each array of tests/fixtures: every window in it is read, and its CRC-32 compared. What
// zrg leaves to its callers beside files (data types, fill values) is read as the examples of examples_c do.
#include "exact_json.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <zrg/zrg.hpp>

extern "C" {
#include "../examples_c/array_format.h"
#include "../examples_c/checksum.h"
}

using bytes = std::vector<unsigned char>;

namespace {

/** An array on disk: its grid, how its chunks are named, and what an element is. */
class stored_array {
  public:
    explicit stored_array(std::string folder) : folder_(std::move(folder))
    {
        grid_ = zrg::grid::from_array_json(exact_json::text_of_file(folder_ + "/zarr.json"), &keys_);
        document text;
        array_format format;
        bool taken = document_load(&text, folder_.c_str()) && format_from_document(&text, grid_.rank(), &format);
        document_free(&text);
        if (!taken) throw std::runtime_error("the format is not taken");
        type_ = format.type;
    }

    const zrg::grid &grid() const { return grid_; }
    std::size_t element_size() const { return type_.size; }

    /** The window of these slices. */
    bytes read(const std::vector<zrg::slice> &slices) const
    {
        auto selection = zrg::selection::from_slices(grid_, slices);
        bytes window(size_of(selection.shape()));
        for (const auto &part : selection.parts()) read_part(part, window);
        return window;
    }

    /** The same by shares, as workers would: no two of them touch one chunk. */
    bytes read_by_shares(const std::vector<zrg::slice> &slices, std::size_t workers) const
    {
        auto selection = zrg::selection::from_slices(grid_, slices);
        bytes window(size_of(selection.shape()));
        std::vector<std::uint64_t> bounds = selection.split(workers, ZRG_SPLIT_ELEMENTS);
        for (std::size_t worker = 0; worker < workers; worker++)
            for (const auto &part : selection.parts(bounds[worker], bounds[worker + 1])) read_part(part, window);
        return window;
    }

    /** The same by segments, for whoever moves the bytes himself: what a ranged read would fetch. */
    bytes read_by_segments(const std::vector<zrg::slice> &slices) const
    {
        auto selection = zrg::selection::from_slices(grid_, slices);
        bytes window(size_of(selection.shape()));
        for (const auto &part : selection.parts()) {
            bytes chunk;
            bool there = load(part.key(keys_), chunk);
            for (const zrg::segment &segment : part.segments())
                for (std::uint64_t i = 0; i < segment.count; i++)
                    std::memcpy(&window[(segment.out + i) * type_.size],
                                there ? &chunk[(segment.within + i) * type_.size] : type_.fill, type_.size);
        }
        return window;
    }

    /** Writes a window into chunks in memory and reads it back: true where nothing is lost. */
    bool survives_writing(const std::vector<zrg::slice> &slices, const bytes &window) const
    {
        auto selection = zrg::selection::from_slices(grid_, slices);
        std::map<std::string, bytes> store;
        for (const auto &part : selection.parts()) {
            // A writer reads a chunk first, unless all of it that is inside the array is written anyway.
            bytes chunk(part.decoded() * type_.size);
            if (!part.covers_data()) load(part.key(keys_), chunk);
            part.write(type_.size, window, chunk);
            store[part.key(keys_)] = chunk;
        }
        bytes back(window.size());
        for (const auto &part : selection.parts())
            part.read(type_.size, store.at(part.key(keys_)), back);
        return back == window;
    }

    /** As the fixtures' checksums take them: little-endian. */
    std::uint32_t crc32(bytes window) const
    {
        to_little_endian(&type_, window.data(), window.size());
        return crc32_of(window.data(), window.size());
    }

  private:
    /** One part's share: its chunk is fetched by its key, or is missing. */
    void read_part(const zrg::part &part, bytes &window) const
    {
        bytes chunk;
        if (load(part.key(keys_), chunk)) part.read(type_.size, chunk, window);
        else part.fill({type_.fill, type_.size}, type_.size, window);
    }
    std::size_t size_of(const zrg::index &shape) const
    {
        std::size_t size = type_.size;
        for (std::uint64_t length : shape) size *= static_cast<std::size_t>(length);
        return size;
    }
    bool load(const std::string &key, bytes &chunk) const
    {
        std::ifstream file(folder_ + "/" + key, std::ios::binary);
        if (!file) return false;
        chunk.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        return true;
    }

    std::string folder_;
    zrg::grid grid_;
    zrg::key_encoding keys_;
    element_type type_ = {};
};

/** One window in every way; how many of them are wrong. */
int check(const stored_array &array, const exact_json::value &facts)
{
    std::vector<zrg::slice> slices;
    for (const exact_json::value &bounds : facts.at("sel")) {
        std::size_t axis = slices.size();
        slices.push_back(zrg::selection::slice_from_bounds(array.grid().shape()[axis], bounds[0].i64(),
                                                           bounds[1].i64(), bounds[2].i64()));
    }
    bytes window = array.read(slices);
    bool right = array.crc32(window) == facts.at("crc32").u64() && window.size() == facts.at("nbytes").u64() &&
                 array.read_by_shares(slices, 3) == window && array.read_by_segments(slices) == window &&
                 array.survives_writing(slices, window);
    if (!right) std::printf("wrong: %s\n", facts.text().c_str());
    return right ? 0 : 1;
}

int check_point(const stored_array &array, const exact_json::value &facts)
{
    auto [chunk, within] = array.grid().locate(facts.at("index").u64s());
    bool right = chunk == zrg::index(facts.at("chunk").u64s()) && within == zrg::index(facts.at("within").u64s());
    if (!right) std::printf("wrong: %s\n", facts.text().c_str());
    return right ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::printf("usage: hpp_tour ARRAY_DIR FACTS\n");
        return 1;
    }
    try {
        stored_array array(argv[1]);
        exact_json::value facts = exact_json::read(exact_json::text_of_file(argv[2]));
        int windows = 0, points = 0, wrong = 0;
        for (const exact_json::value &entry : facts.at("slices")) wrong += check(array, entry), windows++;
        for (const exact_json::value &entry : facts.at("points")) wrong += check_point(array, entry), points++;
        std::printf("%s: %d windows, %d points, %d wrong\n", facts.at("name").text().c_str(), windows, points, wrong);
        return wrong == 0 && windows > 0 ? 0 : 1;
    } catch (const zrg::error &error) {
        std::printf("%s: %s\n", zrg::status_name(error.code()), error.what());
    } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
    }
    return 1;
}
