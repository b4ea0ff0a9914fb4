/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file grid.hpp
 * zrg::grid: documents, edges and runs in; elements, chunks and axes out. Each call says which of zrg.h it is: there
 * stands what it means, its units and its errors.
 */
#ifndef ZRG_GRID_HPP
#define ZRG_GRID_HPP

#include <zrg/memory.hpp>
#include <zrg/pages.hpp>

#include <string>
#include <vector>

namespace zrg {

using slice = zrg_slice;
using run = zrg_run;
using interval = zrg_interval;
using projection = zrg_projection;

/** How to read a document: ZRG_READ_* joined by |, and limits (0: none). */
struct options : zrg_options {
    explicit options(std::uint32_t read_flags = 0, std::uint64_t most_runs = 0, std::uint64_t most_text = 0) noexcept
        : zrg_options()
    {
        struct_size = sizeof(zrg_options);
        flags = read_flags;
        max_runs = most_runs;
        max_text = most_text;
    }
};

/** A chunk, and an element counted from its origin. */
struct located {
    index chunk, within;
};

/** For each axis, how many chunks are declared, and how many have data. */
struct chunk_counts {
    index declared, data;
};

/** What a chunk, or a box of chunks, is: its first element, what it decodes to, what of it is inside the array. */
struct chunk_shape {
    index origin, declared, data;
};

/** A box of chunks: the first, and how many on each axis. */
struct chunk_box {
    index first, count;
};

/** How an axis is declared: ZRG_AXIS_INTEGER or ZRG_AXIS_LIST; and the integer that keeps its edges, 0 for none. */
struct declared_axis {
    std::uint32_t form;
    std::uint64_t integer;
};

/**
 * How many points lie in an array, and the entries from one point, and from one axis, to the next. Unless it is told:
 * one point after the other, as many as there are.
 */
struct point_layout {
    point_layout() noexcept : count(0), point_stride(0), axis_stride(0), told(false) {}
    point_layout(std::size_t points, std::ptrdiff_t from_point_to_point, std::ptrdiff_t from_axis_to_axis) noexcept
        : count(points), point_stride(from_point_to_point), axis_stride(from_axis_to_axis), told(true)
    {
    }
    std::size_t count;
    std::ptrdiff_t point_stride, axis_stride;
    bool told;
};

namespace detail {

/* Lays the points of `entries` numbers one after the other; ZRG_ERROR_RANK where a number is left over. */
inline zrg_status lay_out(point_layout &points, const char *name, std::size_t entries, std::size_t rank,
                          zrg_error *error) noexcept
{
    if (points.told) return ZRG_OK;
    points = point_layout(rank > 0 ? entries / rank : 0, static_cast<std::ptrdiff_t>(rank), 1);
    if (points.count * rank == entries) return ZRG_OK;
    return refuse(error, ZRG_ERROR_RANK, name, entries, "entries, no multiple of", rank);
}

/* Refuses an output that is wanted and has room for fewer entries than will be written. */
template <class T>
zrg_status make_room(const output<T> &wanted, const char *name, std::size_t entries, zrg_error *error) noexcept
{
    if ((!wanted.data() && wanted.size() == 0) || wanted.size() >= entries) return ZRG_OK;
    return refuse(error, ZRG_ERROR_CAPACITY, name, wanted.size(), "entries, fewer than", entries);
}

/* Makes a grid of a list for each axis, by one of the calls of zrg.h that do. */
template <class T, class Call>
zrg_status from_lists(Call call, const input<std::uint64_t> &shape, const input_lists<T> &axes, zrg_grid **grid,
                      zrg_error *error) noexcept
{
    if (axes.size() != shape.size())
        return refuse(error, ZRG_ERROR_RANK, "the list", axes.size(), "axes, where shape has", shape.size());
    return call(shape.size(), shape.data(), axes.counts(), axes.entries().data(), axes.entries().size(), grid, error);
}

/* All problems of a document. They are few: it is read again only where they are many. */
template <class Call> zrg_status all_problems(std::vector<zrg_error> &problems, Call call)
{
    std::size_t count = 8;
    zrg_status status;
    do {
        problems.resize(count);
        status = call(problems.data(), problems.size(), &count);
    } while (status == ZRG_OK && count > problems.size());
    if (status == ZRG_OK) problems.resize(count);
    return status;
}

/* An axis and a slice of it, as zrg_grid_axis_projections() takes them. */
struct sliced_axis {
    std::size_t axis;
    slice of;
};
inline zrg_status axis_projections(const zrg_grid *asked, sliced_axis about, std::uint64_t first, projection *to,
                                   std::size_t capacity, std::size_t *count, std::uint64_t *next, zrg_error *error)
{
    return zrg_grid_axis_projections(asked, about.axis, &about.of, first, to, capacity, count, next, error);
}

} // namespace detail

/** How the indices of chunks become keys: "c/1/2" unless told otherwise. */
template <class Mode> struct basic_key_encoding : zrg_key_encoding {
    basic_key_encoding() noexcept : basic_key_encoding(ZRG_KEY_DEFAULT, '/') {}
    basic_key_encoding(std::uint32_t name_, char separator_) noexcept : zrg_key_encoding()
    {
        name = name_;
        separator = static_cast<unsigned char>(separator_);
    }
    basic_key_encoding(const zrg_key_encoding &same) noexcept : zrg_key_encoding(same) {}

    /** The key of a chunk: zrg_key_encode(). */
    typename Mode::template answer<std::string> encode(input<std::uint64_t> chunk) const
    {
        detail::pending<Mode, std::string> to;
        char key[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)];
        std::size_t length = 0;
        zrg_status status = zrg_key_encode(this, chunk.size(), chunk.data(), key, sizeof key, &length, to.error());
        if (status == ZRG_OK) to->assign(key, length);
        return to.done(status);
    }
};

/** A chunk grid over the shape of an array. Immutable; copies share it. */
template <class Mode> class basic_grid : public handle<zrg_grid> {
    template <class T> using answer = typename Mode::template answer<T>;
    template <class T> using pending = detail::pending<Mode, T>;
    template <class About, class Item> using items = detail::items<zrg_grid, About, Item>;
    template <class Item> using axis_pages = pages<Mode, items<std::size_t, Item>>;

  public:
    /** None yet: calls say ZRG_ERROR_NULL. */
    basic_grid() noexcept = default;
    /** Takes over a handle. */
    explicit basic_grid(zrg_grid *owned) noexcept : handle(owned) {}
    /** One more handle: zrg_grid_clone(). So grids of zrg and of zrg::nothrow become each other's. */
    explicit basic_grid(const handle<zrg_grid> &same) noexcept : handle(same) {}

    /* ---- making, and writing as JSON ---- */

    /** From the `chunk_grid` of an array's document and the array's shape: zrg_grid_from_json(). */
    static answer<basic_grid> from_json(json_text json, input<std::uint64_t> shape, const zrg_options &how = options())
    {
        pending<basic_grid> to;
        return to.done(zrg_grid_from_json(json.data(), json.size(), shape.size(), shape.data(), &how, to->receive(),
                                          to.error()));
    }
    /** From all of an array's zarr.json; nullptr: how chunks are named is not read. zrg_grid_from_array_json(). */
    static answer<basic_grid> from_array_json(json_text json, zrg_key_encoding *keys = nullptr,
                                              const zrg_options &how = options())
    {
        pending<basic_grid> to;
        return to.done(zrg_grid_from_array_json(json.data(), json.size(), &how, to->receive(), keys, to.error()));
    }
    /** Every problem of a `chunk_grid`; none: it is right. zrg_grid_validate_json(). */
    static answer<std::vector<zrg_error>> validate_json(json_text json, input<std::uint64_t> shape,
                                                        const zrg_options &how = options())
    {
        pending<std::vector<zrg_error>> to;
        return to.done(detail::all_problems(*to, [&](zrg_error *problems, std::size_t capacity, std::size_t *count) {
            return zrg_grid_validate_json(json.data(), json.size(), shape.size(), shape.data(), &how, problems,
                                          capacity, count, to.error());
        }));
    }
    /** Every problem of an array's zarr.json: zrg_grid_validate_array_json(). */
    static answer<std::vector<zrg_error>> validate_array_json(json_text json, const zrg_options &how = options())
    {
        pending<std::vector<zrg_error>> to;
        return to.done(detail::all_problems(*to, [&](zrg_error *problems, std::size_t capacity, std::size_t *count) {
            return zrg_grid_validate_array_json(json.data(), json.size(), &how, problems, capacity, count, to.error());
        }));
    }
    /** From the edges of each axis, `{{16, 10}, {24, 14}}`, which are copied together: zrg_grid_from_edges(). */
    static answer<basic_grid> from_edges(input<std::uint64_t> shape, input_lists<std::uint64_t> edges)
    {
        pending<basic_grid> to;
        return to.done(detail::from_lists(zrg_grid_from_edges, shape, edges, to->receive(), to.error()));
    }
    /** From the runs of each axis, `{{{10, 100000}}, {{1, 3}}}`, which are copied together: zrg_grid_from_runs(). */
    static answer<basic_grid> from_runs(input<std::uint64_t> shape, input_lists<run> runs)
    {
        pending<basic_grid> to;
        return to.done(detail::from_lists(zrg_grid_from_runs, shape, runs, to->receive(), to.error()));
    }
    /** From one chunk shape; flags: 0 (regular) or ZRG_EXACT_TAIL. zrg_grid_from_chunk_shape(). */
    static answer<basic_grid> from_chunk_shape(input<std::uint64_t> shape, input<std::uint64_t> chunk_shape,
                                               std::uint32_t flags = 0)
    {
        pending<basic_grid> to;
        if (chunk_shape.size() != shape.size())
            return to.refuse(ZRG_ERROR_RANK, "chunk_shape", chunk_shape.size(), "axes, where shape has", shape.size());
        return to.done(zrg_grid_from_chunk_shape(shape.size(), shape.data(), chunk_shape.data(), flags, to->receive(),
                                                 to.error()));
    }
    /** As the value of `chunk_grid`; form: ZRG_FORM_*. zrg_grid_to_json(). */
    answer<std::string> to_json(std::uint32_t form = ZRG_FORM_AS_READ) const
    {
        pending<std::string> to;
        std::size_t length = 0;
        zrg_status status = zrg_grid_to_json(get(), form, nullptr, 0, &length, to.error());
        if (status != ZRG_ERROR_CAPACITY && status != ZRG_OK) return to.done(status);
        to->resize(length + 1);
        status = zrg_grid_to_json(get(), form, &(*to)[0], to->size(), &length, to.error());
        to->resize(length);
        return to.done(status);
    }

    /* ---- about ---- */

    /** The number of axes: zrg_grid_rank(). */
    std::size_t rank() const noexcept { return zrg_grid_rank(get()); }
    /** ZRG_FORM_REGULAR or ZRG_FORM_RECTILINEAR; 0 without a grid: zrg_grid_form(). */
    std::uint32_t form() const noexcept { return zrg_grid_form(get()); }
    /** The extents of the array: zrg_grid_shape(). */
    answer<index> shape() const
    {
        pending<index> to;
        return to.done(zrg_grid_shape(get(), rank(), to->resize(rank()), to.error()));
    }
    /** How many chunks each axis has: zrg_grid_chunk_counts(). */
    answer<zrg::chunk_counts> chunk_counts() const
    {
        pending<zrg::chunk_counts> to;
        return to.done(zrg_grid_chunk_counts(get(), rank(), to->declared.resize(rank()), to->data.resize(rank()),
                                             to.error()));
    }

    /* ---- elements and chunks ---- */

    /** The chunk that holds an element, and where in it: zrg_grid_locate(). */
    answer<located> locate(input<std::uint64_t> element) const
    {
        pending<located> to;
        return to.done(zrg_grid_locate(get(), element.size(), element.data(), to->chunk.resize(rank()),
                                       to->within.resize(rank()), to.error()));
    }
    /** The chunks of many elements, and where in them, in outputs of the same layout: zrg_grid_locate_many(). */
    answer<void> locate_many(input<std::uint64_t> points, output<std::uint64_t> chunks, output<std::uint64_t> within,
                             point_layout at = point_layout()) const
    {
        pending<void> to;
        const std::size_t length = points.size();
        zrg_status status = detail::lay_out(at, "points", length, rank(), to.error());
        if (status == ZRG_OK) status = detail::make_room(chunks, "chunks", length, to.error());
        if (status == ZRG_OK) status = detail::make_room(within, "within", length, to.error());
        if (status == ZRG_OK)
            status = zrg_grid_locate_many(get(), rank(), at.count, at.point_stride, at.axis_stride, points.data(),
                                          chunks.data(), within.data(), length, to.error());
        return to.done(status);
    }
    /** Where a chunk starts, what it decodes to, how much of that is inside the array: zrg_grid_chunk(). */
    answer<chunk_shape> chunk(input<std::uint64_t> chunk) const
    {
        pending<chunk_shape> to;
        return to.done(zrg_grid_chunk(get(), chunk.size(), chunk.data(), to->origin.resize(rank()),
                                      to->declared.resize(rank()), to->data.resize(rank()), to.error()));
    }
    /** The same of many chunks, one after the other in each array: zrg_grid_chunk_many(). */
    answer<void> chunk_many(input<std::uint64_t> chunks, output<std::uint64_t> origin, output<std::uint64_t> declared,
                            output<std::uint64_t> data) const
    {
        pending<void> to;
        point_layout at;
        const std::size_t length = chunks.size();
        zrg_status status = detail::lay_out(at, "chunks", length, rank(), to.error());
        if (status == ZRG_OK) status = detail::make_room(origin, "origin", length, to.error());
        if (status == ZRG_OK) status = detail::make_room(declared, "declared", length, to.error());
        if (status == ZRG_OK) status = detail::make_room(data, "data", length, to.error());
        if (status == ZRG_OK)
            status = zrg_grid_chunk_many(get(), rank(), chunks.data(), origin.data(), declared.data(), data.data(),
                                         at.count, to.error());
        return to.done(status);
    }
    /** The number of a chunk, row-major among the declared ones: zrg_grid_chunk_number(). */
    answer<std::uint64_t> chunk_number(input<std::uint64_t> chunk) const
    {
        pending<std::uint64_t> to;
        return to.done(zrg_grid_chunk_number(get(), chunk.size(), chunk.data(), &*to, to.error()));
    }
    /** The chunk that has a number: zrg_grid_chunk_at_number(). */
    answer<index> chunk_at_number(std::uint64_t number) const
    {
        pending<index> to;
        return to.done(zrg_grid_chunk_at_number(get(), rank(), number, to->resize(rank()), to.error()));
    }
    /** The chunks that a box of elements touches: zrg_grid_box_to_chunks(). */
    answer<chunk_box> box_to_chunks(input<std::uint64_t> start, input<std::uint64_t> shape) const
    {
        pending<chunk_box> to;
        if (shape.size() != start.size())
            return to.refuse(ZRG_ERROR_RANK, "shape", shape.size(), "axes, where start has", start.size());
        return to.done(zrg_grid_box_to_chunks(get(), start.size(), start.data(), shape.data(),
                                              to->first.resize(rank()), to->count.resize(rank()), to.error()));
    }
    /** What a box of chunks holds: zrg_grid_chunks_to_box(). */
    answer<chunk_shape> chunks_to_box(input<std::uint64_t> first_chunk, input<std::uint64_t> chunk_count) const
    {
        pending<chunk_shape> to;
        if (chunk_count.size() != first_chunk.size())
            return to.refuse(ZRG_ERROR_RANK, "chunk_count", chunk_count.size(), "axes, where first_chunk has",
                             first_chunk.size());
        return to.done(zrg_grid_chunks_to_box(get(), first_chunk.size(), first_chunk.data(), chunk_count.data(),
                                              to->origin.resize(rank()), to->declared.resize(rank()),
                                              to->data.resize(rank()), to.error()));
    }

    /* ---- one axis ---- */

    /** The chunk of one axis that holds an element: zrg_grid_axis_locate(). */
    answer<interval> axis_locate(std::size_t axis, std::uint64_t element) const
    {
        pending<interval> to;
        return to.done(zrg_grid_axis_locate(get(), axis, element, &*to, to.error()));
    }
    /** The declared chunks of one axis, from one on: zrg_grid_axis_intervals(). */
    axis_pages<interval> axis_intervals(std::size_t axis, std::uint64_t first_chunk = 0) const
    {
        return {{zrg_grid_axis_intervals, *this, axis}, first_chunk};
    }
    /** The declared edges of one axis, from one chunk on: zrg_grid_axis_edges(). */
    axis_pages<std::uint64_t> axis_edges(std::size_t axis, std::uint64_t first_chunk = 0) const
    {
        return {{zrg_grid_axis_edges, *this, axis}, first_chunk};
    }
    /** The maximal runs of one axis, from one chunk on: zrg_grid_axis_runs(). */
    axis_pages<run> axis_runs(std::size_t axis, std::uint64_t first_chunk = 0) const
    {
        return {{zrg_grid_axis_runs, *this, axis}, first_chunk};
    }
    /** How an axis is declared, and the integer that keeps its edges: zrg_grid_axis_form(). */
    answer<declared_axis> axis_form(std::size_t axis) const
    {
        pending<declared_axis> to;
        return to.done(zrg_grid_axis_form(get(), axis, &to->form, &to->integer, to.error()));
    }
    /** The projections of a slice on one axis, from one chunk on: zrg_grid_axis_projections(). */
    pages<Mode, items<detail::sliced_axis, projection>> axis_projections(std::size_t axis, const slice &of,
                                                                         std::uint64_t first_chunk = 0) const
    {
        return {{detail::axis_projections, *this, {axis, of}}, first_chunk};
    }
};

} // namespace zrg

#endif /* ZRG_GRID_HPP */
