/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file selection.hpp
 * zrg::selection and its parts: which chunks, what of each, and data moved between chunk and result. Each call says
 * which of zrg.h it is: there stands what it means, its units and its errors.
 */
#ifndef ZRG_SELECTION_HPP
#define ZRG_SELECTION_HPP

#include <zrg/grid.hpp>

namespace zrg {

using segment = zrg_segment;
using chunk_range = zrg_chunk_range;

/** An entry of an axis's list: the element counted from its chunk's origin, and its position in the result's axis. */
struct list_entry {
    std::uint64_t within, out;
};

template <class Mode> class basic_selection;

namespace detail {

template <class Mode> class parts;

/* A page of zrg_selection_axis_list(), whose two arrays are seen as one. */
inline zrg_status axis_list(const zrg_selection *asked, std::size_t axis, std::uint64_t first, list_entry *to,
                            std::size_t capacity, std::size_t *count, zrg_error *error)
{
    std::uint64_t within[PAGE], out[PAGE];
    zrg_status status = zrg_selection_axis_list(asked, axis, first, within, out, capacity, count, error);
    for (std::size_t i = 0; status == ZRG_OK && i < *count; i++) to[i] = list_entry{within[i], out[i]};
    return status;
}

} // namespace detail

/**
 * One chunk's share of a selection, as a walk over parts shows it: the walk's next step ends it, so it cannot be
 * copied. To come back to one, keep its number() and ask the selection, or walk from there.
 */
template <class Mode> class basic_part {
    template <class T> using answer = typename Mode::template answer<T>;

  public:
    /** Its number among the selection's parts: what read_part, segments and inner are told. */
    std::uint64_t number() const noexcept { return first_ + at_; }
    /** The chunk's index. */
    index chunk() const { return view<std::uint64_t>(chunks_ + at_ * rank_, rank_); }
    /** One for each axis of the grid. */
    view<projection> projections() const noexcept { return {projections_ + at_ * rank_, rank_}; }
    /** The number of the chunk, row-major; ZRG_NONE where it does not fit. */
    std::uint64_t chunk_number() const noexcept { return parts_[at_].chunk_number; }
    /** How many elements are selected; ZRG_NONE where it does not fit. */
    std::uint64_t elements() const noexcept { return parts_[at_].elements; }
    /** How many elements the chunk decodes to; ZRG_NONE where it does not fit. */
    std::uint64_t decoded() const noexcept { return parts_[at_].decoded; }
    /** Whether it takes all of the chunk that is inside the array: a writer need not read the chunk first. */
    bool covers_data() const noexcept { return (parts_[at_].covers & ZRG_COVERS_DATA) != 0; }
    /** Whether it takes all that the chunk decodes to. */
    bool covers_declared() const noexcept { return (parts_[at_].covers & ZRG_COVERS_DECLARED) != 0; }
    /** These four as zrg.h has them. */
    const zrg_part &about() const noexcept { return parts_[at_]; }

    /** The chunk's key. */
    answer<std::string> key(const zrg_key_encoding &keys = basic_key_encoding<Mode>()) const
    {
        return basic_key_encoding<Mode>(keys).encode(chunk());
    }
    /** selection::segments of this part. */
    pages<Mode, detail::items<zrg_selection, std::uint64_t, segment>> segments() const
    {
        return asked_->segments(number());
    }
    /** selection::inner of this part. */
    answer<basic_selection<Mode>> inner(input<std::uint64_t> inner_shape) const
    {
        return asked_->inner(number(), std::move(inner_shape));
    }
    /** selection::read_part of this part. */
    answer<void> read(std::size_t element_size, const_elements chunk, zrg::elements out) const
    {
        return asked_->read_part(number(), element_size, std::move(chunk), std::move(out));
    }
    /** selection::fill_part of this part. */
    answer<void> fill(one_element value, std::size_t element_size, zrg::elements out) const
    {
        return asked_->fill_part(number(), std::move(value), element_size, std::move(out));
    }
    /** selection::write_part of this part. */
    answer<void> write(std::size_t element_size, const_elements in, zrg::elements chunk) const
    {
        return asked_->write_part(number(), element_size, std::move(in), std::move(chunk));
    }

  private:
    template <class, class> friend class detail::walk;
    friend class detail::parts<Mode>;
    /* It is the page of the walk, which shows one part of it after the other. */
    enum { PROJECTIONS = 2 * ZRG_MAX_RANK };
    basic_part() noexcept : asked_(nullptr), rank_(0), first_(0), at_(0) {}
    basic_part(const basic_part &) = default;
    basic_part &operator=(const basic_part &) = default;
    const basic_part &show(std::size_t i) noexcept
    {
        at_ = i;
        return *this;
    }

    const basic_selection<Mode> *asked_;
    std::size_t rank_;
    std::uint64_t first_;
    std::size_t at_;
    zrg_part parts_[detail::PAGE];
    std::uint64_t chunks_[PROJECTIONS];
    projection projections_[PROJECTIONS];
};

namespace detail {

/* Parts up to, but without, `past`. A page holds as many as its projections have room for. */
template <class Mode> class parts {
  public:
    using item = basic_part<Mode>;
    using page = basic_part<Mode>;

    parts(const basic_selection<Mode> &asked, std::size_t rank, std::uint64_t past) noexcept
        : asked_(asked), rank_(rank), past_(past)
    {
    }
    zrg_status read(page &to, std::uint64_t &next, std::size_t &count, zrg_error *error) const noexcept
    {
        std::size_t capacity = rank_ * PAGE > page::PROJECTIONS ? page::PROJECTIONS / rank_ : std::size_t{PAGE};
        const std::uint64_t left = next < past_ ? past_ - next : 0;
        while (capacity > left) capacity--; // a cast would be useless on some machines, and missed on others
        zrg_status status = zrg_selection_parts(asked_.get(), rank_, next, to.parts_, to.chunks_, to.projections_,
                                                capacity, &count, error);
        if (status != ZRG_OK) return status;
        to.asked_ = &asked_;
        to.rank_ = rank_;
        to.first_ = next;
        next += count;
        return ZRG_OK;
    }

  private:
    basic_selection<Mode> asked_;
    std::size_t rank_;
    std::uint64_t past_;
};

} // namespace detail

/** What a caller asks for, planned on a grid. Immutable; copies share it. It holds on to its grid. */
template <class Mode> class basic_selection : public handle<zrg_selection> {
    template <class T> using answer = typename Mode::template answer<T>;
    template <class T> using pending = detail::pending<Mode, T>;
    template <class About, class Item> using paged = pages<Mode, detail::items<zrg_selection, About, Item>>;

  public:
    /** None yet: calls say ZRG_ERROR_NULL. */
    basic_selection() noexcept = default;
    /** Takes over a handle. */
    explicit basic_selection(zrg_selection *owned) noexcept : handle(owned) {}
    /** One more handle: zrg_selection_clone(). So selections of zrg and of zrg::nothrow become each other's. */
    explicit basic_selection(const handle<zrg_selection> &same) noexcept : handle(same) {}

    /* ---- selecting ---- */

    /** A slice from Python's start:stop:step; ZRG_OMITTED: left out. zrg_slice_from_bounds(). */
    static answer<slice> slice_from_bounds(std::uint64_t extent, std::int64_t start = ZRG_OMITTED,
                                           std::int64_t stop = ZRG_OMITTED, std::int64_t step = ZRG_OMITTED)
    {
        pending<slice> to;
        return to.done(zrg_slice_from_bounds(extent, start, stop, step, &*to, to.error()));
    }
    /** One slice for each axis, `{{12, 8, 1}, {18, 14, 1}}`: zrg_selection_from_slices(). */
    static answer<basic_selection> from_slices(const basic_grid<Mode> &on, input<slice> slices)
    {
        pending<basic_selection> to;
        return to.done(zrg_selection_from_slices(on.get(), slices.size(), slices.data(), to->receive(), to.error()));
    }
    /** The same with a list of indices for one axis; flags: 0 or ZRG_INDEX_WRAP. zrg_selection_with_indices(). */
    answer<basic_selection> with_indices(std::size_t axis, input<std::int64_t> indices, std::uint32_t flags = 0) const
    {
        pending<basic_selection> to;
        return to.done(zrg_selection_with_indices(get(), axis, indices.data(), indices.size(), flags, to->receive(),
                                                  to.error()));
    }
    /** The same with a mask for one axis, of bools or of bytes that are 0 or 1: zrg_selection_with_mask(). */
    answer<basic_selection> with_mask(std::size_t axis, input<std::uint8_t> mask) const
    {
        pending<basic_selection> to;
        return to.done(zrg_selection_with_mask(get(), axis, mask.data(), mask.size(), to->receive(), to.error()));
    }
    /** The same with a mask of bits; flags: 0 or ZRG_BITS_HIGH_FIRST. zrg_selection_with_bits(). */
    answer<basic_selection> with_bits(std::size_t axis, input<std::uint8_t> bits, std::size_t bit_offset,
                                      std::size_t length, std::uint32_t flags = 0) const
    {
        pending<basic_selection> to;
        // Bytes of both numbers, and of what is left of them, which never pass a size.
        const std::size_t left = bit_offset % 8 + length % 8;
        const std::size_t needed = bit_offset / 8 + length / 8 + left / 8 + (left % 8 > 0);
        if (length > 0 && bits.size() < needed)
            return to.refuse(ZRG_ERROR_CAPACITY, "bits", bits.size(), "bytes, fewer than", needed);
        return to.done(zrg_selection_with_bits(get(), axis, bits.data(), bit_offset, length, flags, to->receive(),
                                               to.error()));
    }
    /** Points, in any layout; flags: 0 or ZRG_INDEX_WRAP. zrg_selection_from_points(). */
    static answer<basic_selection> from_points(const basic_grid<Mode> &on, input<std::int64_t> points,
                                               std::uint32_t flags = 0, point_layout at = point_layout())
    {
        pending<basic_selection> to;
        zrg_status status = detail::lay_out(at, "points", points.size(), on.rank(), to.error());
        if (status != ZRG_OK) return to.done(status);
        return to.done(zrg_selection_from_points(on.get(), on.rank(), at.count, at.point_stride, at.axis_stride,
                                                 points.data(), points.size(), flags, to->receive(), to.error()));
    }
    /** The elements where a mask over the whole array is 1: zrg_selection_from_mask(). */
    static answer<basic_selection> from_mask(const basic_grid<Mode> &on, input<std::uint8_t> mask)
    {
        pending<basic_selection> to;
        return to.done(zrg_selection_from_mask(on.get(), mask.data(), mask.size(), to->receive(), to.error()));
    }
    /** What a part selects of its shard, by the shard's inner chunks: zrg_selection_inner(). */
    answer<basic_selection> inner(std::uint64_t part, input<std::uint64_t> inner_shape) const
    {
        pending<basic_selection> to;
        return to.done(zrg_selection_inner(get(), part, inner_shape.size(), inner_shape.data(), to->receive(),
                                           to.error()));
    }

    /* ---- about ---- */

    /** The grid that it is planned on; from inner(), that of the inner chunks: zrg_selection_grid(). */
    answer<basic_grid<Mode>> grid() const
    {
        pending<basic_grid<Mode>> to;
        return to.done(zrg_selection_grid(get(), to->receive(), to.error()));
    }
    /** The number of axes of the result: zrg_selection_rank(). */
    std::size_t rank() const noexcept { return zrg_selection_rank(get()); }
    /** The shape of the result: zrg_selection_shape(). */
    answer<index> shape() const
    {
        pending<index> to;
        return to.done(zrg_selection_shape(get(), rank(), to->resize(rank()), to.error()));
    }
    /** The number of parts: zrg_selection_part_count(). */
    answer<std::uint64_t> part_count() const
    {
        pending<std::uint64_t> to;
        return to.done(zrg_selection_part_count(get(), &*to, to.error()));
    }
    /** For each axis of the grid, how many of its chunks are touched: zrg_selection_projection_counts(). */
    answer<index> projection_counts() const
    {
        pending<index> to;
        const std::size_t axes = grid_rank();
        return to.done(zrg_selection_projection_counts(get(), axes, to->resize(axes), to.error()));
    }

    /* ---- parts ---- */

    /** Parts in row-major chunk order, from `first_part` up to, but without, `past`: zrg_selection_parts(). */
    pages<Mode, detail::parts<Mode>> parts(std::uint64_t first_part = 0, std::uint64_t past = ZRG_NONE) const
    {
        return {{*this, grid_rank(), past}, first_part};
    }
    /** The list of an axis that has one (indices, a mask, points), from one entry on: zrg_selection_axis_list(). */
    paged<std::size_t, list_entry> axis_list(std::size_t axis, std::uint64_t first_entry = 0) const
    {
        return {{detail::axis_list, *this, axis}, first_entry};
    }
    /** The part that is a chunk's share; ZRG_NONE where the chunk is not touched: zrg_selection_find_part(). */
    answer<std::uint64_t> find_part(input<std::uint64_t> chunk) const
    {
        pending<std::uint64_t> to;
        return to.done(zrg_selection_find_part(get(), chunk.size(), chunk.data(), &*to, to.error()));
    }
    /** The segments of a part, from one on: zrg_selection_segments(). */
    paged<std::uint64_t, segment> segments(std::uint64_t part, std::uint64_t first_segment = 0) const
    {
        return {{zrg_selection_segments, *this, part}, first_segment};
    }
    /**
     * Bounds of shares: share w is parts(bounds[w], bounds[w + 1]). by: ZRG_SPLIT_PARTS or ZRG_SPLIT_ELEMENTS.
     * zrg_selection_split().
     */
    answer<std::vector<std::uint64_t>> split(std::size_t shares, std::uint32_t by = ZRG_SPLIT_PARTS) const
    {
        pending<std::vector<std::uint64_t>> to;
        if (shares >= to->max_size())
            return to.refuse(ZRG_ERROR_MEMORY, "split", shares, "shares, of which no memory holds more than",
                             to->max_size() - 1);
        to->resize(shares + 1);
        return to.done(zrg_selection_split(get(), shares, by, to->data(), to.error()));
    }
    /** The chunks as ranges of numbers, joined across gaps of up to `gap` chunks: zrg_selection_chunk_ranges(). */
    paged<std::uint64_t, chunk_range> chunk_ranges(std::uint64_t gap = 0, std::uint64_t first_number = 0) const
    {
        return {{zrg_selection_chunk_ranges, *this, gap}, first_number};
    }

    /* ---- moving data ---- */

    /** Moves the elements of a part out of its decoded chunk into the result: zrg_selection_read_part(). */
    answer<void> read_part(std::uint64_t part, std::size_t element_size, const_elements chunk, elements out) const
    {
        pending<void> to;
        zrg_status status = chunk.suits("chunk", element_size, grid_rank(), to.error());
        if (status == ZRG_OK) status = out.suits("out", element_size, rank(), to.error());
        if (status == ZRG_OK)
            status = zrg_selection_read_part(get(), part, element_size, chunk.data(), chunk.size(), chunk.start(),
                                             chunk.strides(), out.data(), out.size(), out.start(), out.strides(),
                                             to.error());
        return to.done(status);
    }
    /** Sets the elements of a part in the result to one, where its chunk is missing: zrg_selection_fill_part(). */
    answer<void> fill_part(std::uint64_t part, one_element value, std::size_t element_size, elements out) const
    {
        pending<void> to;
        if (value.size() != element_size)
            return to.refuse(ZRG_ERROR_ARGUMENT, "value", value.size(), "bytes, where element_size is", element_size);
        zrg_status status = out.suits("out", element_size, rank(), to.error());
        if (status == ZRG_OK)
            status = zrg_selection_fill_part(get(), part, value.data(), element_size, out.data(), out.size(),
                                             out.start(), out.strides(), to.error());
        return to.done(status);
    }
    /** Moves the elements of a part out of what is to be written into its chunk: zrg_selection_write_part(). */
    answer<void> write_part(std::uint64_t part, std::size_t element_size, const_elements in, elements chunk) const
    {
        pending<void> to;
        zrg_status status = in.suits("in", element_size, rank(), to.error());
        if (status == ZRG_OK) status = chunk.suits("chunk", element_size, grid_rank(), to.error());
        if (status == ZRG_OK)
            status = zrg_selection_write_part(get(), part, element_size, in.data(), in.size(), in.start(),
                                              in.strides(), chunk.data(), chunk.size(), chunk.start(),
                                              chunk.strides(), to.error());
        return to.done(status);
    }

  private:
    std::size_t grid_rank() const noexcept
    {
        handle<zrg_grid> planned_on;
        static_cast<void>(zrg_selection_grid(get(), planned_on.receive(), nullptr)); // none has no axes
        return zrg_grid_rank(planned_on.get());
    }
};

} // namespace zrg

#endif /* ZRG_SELECTION_HPP */
