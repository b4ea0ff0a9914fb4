/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file zrg.hpp
 * zrg for C++: zrg.h with handles that free themselves, exceptions, containers and range-for.
 *
 * This header is all there is: no library of its own, no ABI of its own; what runs is zrg.h's. What a function means,
 * its units and its errors are told there, under the same name, and hold here. Sections have the numbers of those.
 *
 *     #include <iostream>
 *     #include <zrg/zrg.hpp>
 *
 *     int main()
 *     {
 *         try {
 *             const char text[] = R"({"name": "rectilinear", "configuration":
 *                                     {"kind": "inline", "chunk_shapes": [[16, 10], [24, 14]]}})";
 *             zrg::grid grid = zrg::grid::from_json(text, {26, 38});
 *
 *             // which chunk holds element (20, 15), and where in it?
 *             zrg::located found = grid.locate({20, 15});
 *             std::cout << zrg::key_encode(found.chunk) << " has it at " << found.within[0] << ", " << found.within[1]
 *                       << "\n";
 *
 *             // which chunks does a window touch? A slice is start, count, step.
 *             zrg::selection window = zrg::selection::from_slices(grid, {{12, 8, 1}, {18, 14, 1}});
 *             for (const zrg::part_view &part : window.parts())
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
 *     c/1/0 has it at 4, 15
 *     c/0/0 gives 24 elements
 *     c/0/1 gives 32 elements
 *     c/1/0 gives 24 elements
 *     c/1/1 gives 32 elements
 *     ZRG_ERROR_BOUNDS: index 26 is outside: the extent of axis 0 is 26
 *
 * CONTENTS
 *
 *   Types             grid, selection, part_view, error, options, key_encoding; slice, run, interval, projection,
 *                     segment, range: those of zrg.h
 *   Memory            view, as_signed, lists, text (to be read), room (to be written), index (up to ZRG_MAX_RANK
 *                     numbers), source, target (arrays of elements)
 *   Answers           located, counts, chunk_shape, chunk_span, list_entry; pages (to be walked with range-for)
 *   1. Version and status       version_number, version_string, status_name, status_message
 *   2. Grids: make and free     grid::from_json, from_array_json, from_edges, from_runs, from_chunk_shape, to_json;
 *                               validate_json, validate_array_json
 *   3. Grids: about             grid::rank, form, shape, chunk_counts
 *   4. Elements and chunks      grid::locate, locate_many, chunk, chunk_many, chunk_number, chunk_at_number,
 *                               chunk_range, chunk_box
 *   5. One axis                 grid::axis_at, axis_intervals, axis_edges, axis_runs, axis_integer, axis_projections;
 *                               slice_from_bounds
 *   6. Selections               selection::from_slices, with_indices, with_mask, with_bits, from_points, from_mask,
 *                               from_part, rank, grid, shape, count, axis_counts, parts, list, find, segments,
 *                               split, ranges
 *   7. Moving data              selection::read_part, fill_part, write_part
 *   8. Chunk keys               key_encode
 *
 *
 * RULES FOR EVERY CALL
 *
 *   Two forms     f() gives its answer, and throws zrg::error. try_f() is its twin that never does: the outputs come
 *                 behind the inputs, then a zrg_error of the caller's or nothing, then what may be left out; it returns
 *                 the status. Outputs are untouched on failure. Where a program is built without exceptions there are
 *                 the twins alone. (Those that give a std::string pass on the std::bad_alloc of the string.)
 *   Handles       A grid or selection owns one handle of zrg.h: copying makes one more of the same thing, moving leaves
 *                 an empty object, whose calls say ZRG_ERROR_NULL. get() lends the C pointer, release() gives it away,
 *                 the constructor from a C pointer takes it over.
 *   Inputs        Anything contiguous: a container with data() and size(), a C array, a braced list, pointer and size.
 *                 Integers of another name with the same width and sign are taken as they are. The rank is the number
 *                 of entries, and is checked.
 *   Outputs       The same, and zrg::index, which takes on the length of the answer; nullptr: not wanted. Containers
 *                 are not resized: one that is too small is ZRG_ERROR_CAPACITY.
 *   Pages         Long answers are walked with range-for: a page at a time is fetched, into the iterator. A walk holds
 *                 on to its grid or selection. The overloads with `first` and a room are the pages of zrg.h.
 *   Threads       As in zrg.h: any number may use one object at once, as long as none assigns to it.
 */

#ifndef ZRG_HPP
#define ZRG_HPP

#include <zrg/zrg.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef ZRG_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
/** Whether functions that throw are there; 0 leaves the try_ twins. */
#define ZRG_EXCEPTIONS 1
#else
#define ZRG_EXCEPTIONS 0
#endif
#endif

#if __cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
/** A status that nobody looks at is a mistake. */
#define ZRG_NODISCARD [[nodiscard]]
#else
#define ZRG_NODISCARD
#endif

namespace zrg {

/* ==== TYPES ==== */

using slice = zrg_slice;
using run = zrg_run;
using interval = zrg_interval;
using projection = zrg_projection;
using segment = zrg_segment;
using range = zrg_chunk_range;

class grid;
class selection;
class part_view;
class index;

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

/** How the indices of chunks become keys: "c/1/2" unless told otherwise. */
struct key_encoding : zrg_key_encoding {
    key_encoding() noexcept : key_encoding(ZRG_KEY_DEFAULT, '/') {}
    key_encoding(std::uint32_t name_, char separator_) noexcept : zrg_key_encoding()
    {
        name = name_;
        separator = static_cast<unsigned char>(separator_);
    }
};

/** What is thrown: all of a zrg_error. what() is its message. */
class error : public std::runtime_error {
  public:
    explicit error(const zrg_error &said) : std::runtime_error(said.message), said_(said) {}

    zrg_status code() const noexcept { return said_.code; }
    /** -1 where no axis is concerned. */
    std::int32_t axis() const noexcept { return said_.axis; }
    /** ZRG_NONE where it says nothing, as the following. */
    std::uint64_t entry() const noexcept { return said_.entry; }
    std::uint64_t byte_offset() const noexcept { return said_.byte_offset; }
    std::uint64_t value() const noexcept { return said_.value; }
    std::uint64_t limit() const noexcept { return said_.limit; }
    const zrg_error &get() const noexcept { return said_; }

  private:
    zrg_error said_;
};

namespace detail {

/* Whether memory that holds U may be handed over as T: the same type, or integers that differ in name only, as
 * unsigned long and unsigned long long do; bools for bytes that are 0 or 1. It is only handed over: nothing here reads
 * memory through the wrong type. */
template <class U, class T>
struct passes_as
    : std::integral_constant<bool, std::is_same<U, T>::value ||
                                       (std::is_integral<U>::value && std::is_integral<T>::value &&
                                        !std::is_const<U>::value && sizeof(U) == sizeof(T) &&
                                        std::is_signed<U>::value == std::is_signed<T>::value &&
                                        (!std::is_same<U, bool>::value || std::is_same<T, std::uint8_t>::value))> {};

/* What data() of a container points at, where it has data() and size(). */
template <class C, class = void> struct contents {};
template <class C>
struct contents<C, typename std::enable_if<
                       std::is_pointer<decltype(std::declval<C &>().data())>::value &&
                       std::is_object<typename std::remove_pointer<decltype(std::declval<C &>().data())>::type>::value
                       && std::is_convertible<decltype(std::declval<C &>().size()), std::size_t>::value>::type> {
    using type = typename std::remove_pointer<decltype(std::declval<C &>().data())>::type;
};

/* One type where a container can be read as T, or written as T by a Self that is not made of another. */
template <class C, class T>
using if_read = typename std::enable_if<
    passes_as<typename std::remove_cv<typename contents<C>::type>::type, T>::value>::type;
template <class C, class T, class Self>
using if_written = typename std::enable_if<!std::is_same<typename std::decay<C>::type, Self>::value &&
                                           passes_as<typename contents<C>::type, T>::value>::type;

} // namespace detail

/* ==== MEMORY ==== */

/**
 * Memory that a call reads. It points into what it was made of; a braced list lives until the end of the statement, so
 * views are for arguments.
 */
template <class T> class view {
  public:
    view() noexcept : data_(nullptr), size_(0) {}
    view(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    view(std::initializer_list<T> list) noexcept : data_(nullptr), size_(list.size())
    {
        data_ = list.begin(); // not above, where GCC warns of lists that end before the view
    }
    template <class U, std::size_t N, class = typename std::enable_if<detail::passes_as<U, T>::value>::type>
    view(const U (&array)[N]) noexcept : data_(reinterpret_cast<const T *>(array)), size_(N)
    {
    }
    template <class C, class = detail::if_read<const C, T>>
    view(const C &container) noexcept
        : data_(reinterpret_cast<const T *>(container.data())), size_(static_cast<std::size_t>(container.size()))
    {
    }

    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const T *begin() const noexcept { return data_; }
    const T *end() const noexcept { return data_ + size_; }
    const T &operator[](std::size_t i) const noexcept { return data_[i]; }

  private:
    const T *data_;
    std::size_t size_;
};

/** Unsigned numbers where indices or points are asked for, which may be negative: the same, without ZRG_INDEX_WRAP. */
inline view<std::int64_t> as_signed(view<std::uint64_t> numbers) noexcept
{
    return {reinterpret_cast<const std::int64_t *>(numbers.data()), numbers.size()};
}

/** One view for each axis: of nested braces, or of a container of containers. */
template <class T> class lists {
  public:
    lists() noexcept : size_(0) {}
    lists(std::initializer_list<view<T>> axes) noexcept : size_(0)
    {
        for (const view<T> &axis : axes) add(axis);
    }
    template <class C, class = typename std::enable_if<
                           std::is_convertible<decltype(*std::begin(std::declval<const C &>())), view<T>>::value>::type>
    lists(const C &axes) : size_(0)
    {
        for (const auto &axis : axes) add(axis);
    }

    /** How many there are; no more than ZRG_MAX_RANK of them are kept. */
    std::size_t size() const noexcept { return size_; }
    const view<T> &operator[](std::size_t axis) const noexcept { return axes_[axis]; }

  private:
    void add(view<T> axis) noexcept
    {
        if (size_ < ZRG_MAX_RANK) axes_[size_] = axis;
        size_++;
    }

    view<T> axes_[ZRG_MAX_RANK];
    std::size_t size_;
};

/** JSON to be read: a string up to its NUL; std::string, std::string_view or a container of bytes; pointer and size. */
class text {
  public:
    text(const char *string) noexcept : data_(string), size_(string ? std::strlen(string) : 0) {}
    text(const char *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class C, class = typename std::enable_if<sizeof(typename detail::contents<const C>::type) == 1>::type>
    text(const C &container) noexcept
        : data_(reinterpret_cast<const char *>(container.data())), size_(static_cast<std::size_t>(container.size()))
    {
    }

    const char *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    const char *data_;
    std::size_t size_;
};

/**
 * As many numbers as there are axes, at most ZRG_MAX_RANK, held in place: an index, an origin, a shape. More than that
 * throw ZRG_ERROR_LIMIT; without exceptions they leave it empty, and the next call says ZRG_ERROR_RANK.
 */
class index {
  public:
    index() noexcept : size_(0) {}
    index(const index &other) noexcept : size_(other.size_) { copy(other.entries_); }
    index(std::initializer_list<std::uint64_t> list) : size_(0) { assign(view<std::uint64_t>(list)); }
    template <class C, class = detail::if_read<const C, std::uint64_t>> index(const C &container) : size_(0)
    {
        assign(container);
    }
    index &operator=(const index &other) noexcept
    {
        size_ = other.size_;
        copy(other.entries_);
        return *this;
    }
    /** So many zeros. */
    static index zeros(std::size_t rank)
    {
        static const std::uint64_t none[ZRG_MAX_RANK] = {0};
        index made;
        made.assign(view<std::uint64_t>(none, rank));
        return made;
    }
    /** Other numbers, or ZRG_ERROR_LIMIT. */
    ZRG_NODISCARD zrg_status try_assign(view<std::uint64_t> numbers, zrg_error *error = nullptr) noexcept;

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const std::uint64_t *data() const noexcept { return entries_; }
    std::uint64_t *data() noexcept { return entries_; }
    const std::uint64_t *begin() const noexcept { return entries_; }
    const std::uint64_t *end() const noexcept { return entries_ + size_; }
    std::uint64_t *begin() noexcept { return entries_; }
    std::uint64_t *end() noexcept { return entries_ + size_; }
    const std::uint64_t &operator[](std::size_t axis) const noexcept { return entries_[axis]; }
    std::uint64_t &operator[](std::size_t axis) noexcept { return entries_[axis]; }

    friend bool operator==(const index &a, const index &b) noexcept
    {
        return a.size_ == b.size_ && std::memcmp(a.entries_, b.entries_, a.size_ * sizeof *a.entries_) == 0;
    }
    friend bool operator!=(const index &a, const index &b) noexcept { return !(a == b); }
    /** As words are ordered; of one rank, row-major. */
    friend bool operator<(const index &a, const index &b) noexcept
    {
        std::size_t i = 0;
        while (i < a.size_ && i < b.size_ && a.entries_[i] == b.entries_[i]) i++;
        return i < a.size_ && i < b.size_ ? a.entries_[i] < b.entries_[i] : a.size_ < b.size_;
    }

  private:
    template <class T> friend class room;
    void assign(view<std::uint64_t> numbers);
    void copy(const void *entries) noexcept
    {
        if (size_ > 0) std::memmove(entries_, entries, size_ * sizeof *entries_);
    }

    std::size_t size_;
    std::uint64_t entries_[ZRG_MAX_RANK];
};

/** Memory that a call writes; nullptr where an answer is not wanted. */
template <class T> class room {
  public:
    room(std::nullptr_t) noexcept : data_(nullptr), size_(0), index_(nullptr) {}
    room(T *data, std::size_t size) noexcept : data_(data), size_(size), index_(nullptr) {}
    /** Takes on the length of the answer. */
    room(index &numbers) noexcept : data_(numbers.entries_), size_(ZRG_MAX_RANK), index_(&numbers) {}
    template <class U, std::size_t N, class = typename std::enable_if<detail::passes_as<U, T>::value>::type>
    room(U (&array)[N]) noexcept : data_(reinterpret_cast<T *>(array)), size_(N), index_(nullptr)
    {
    }
    template <class C, class = detail::if_written<C, T, room>>
    room(C &&container) noexcept
        : data_(reinterpret_cast<T *>(container.data())), size_(static_cast<std::size_t>(container.size())),
          index_(nullptr)
    {
    }

    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    /** So many were written. */
    void filled(std::size_t entries) const noexcept
    {
        if (index_) index_->size_ = entries;
    }

  private:
    T *data_;
    std::size_t size_;
    index *index_;
};

namespace detail {

/* Strides of one element that stands for all. */
inline const std::int64_t *standing_still() noexcept
{
    static const std::int64_t zeros[ZRG_MAX_RANK] = {0};
    return zeros;
}

/* The layout that source and target share. */
template <class Pointer> class memory {
  public:
    Pointer data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    std::int64_t start() const noexcept { return start_; }
    /* nullptr: C order. */
    const std::int64_t *strides() const noexcept { return strides_; }
    bool fits(std::size_t rank) const noexcept { return !strides_ || any_rank_ || stride_count_ == rank; }
    std::size_t stride_count() const noexcept { return stride_count_; }

  protected:
    memory(Pointer data, std::size_t size) noexcept
        : data_(data), size_(size), start_(0), strides_(nullptr), stride_count_(0), any_rank_(false)
    {
    }
    void stride(view<std::int64_t> strides, std::int64_t start) noexcept
    {
        strides_ = strides.empty() ? standing_still() : strides.data();
        stride_count_ = strides.size();
        start_ = start;
    }
    void stand_still() noexcept
    {
        strides_ = standing_still();
        any_rank_ = true;
    }

  private:
    Pointer data_;
    std::size_t size_;
    std::int64_t start_;
    const std::int64_t *strides_;
    std::size_t stride_count_;
    bool any_rank_;
};

} // namespace detail

/** An array of elements that a call reads: a container, a C array, or pointer and bytes; in C order unless strided. */
class source : public detail::memory<const void *> {
  public:
    source(const void *data, std::size_t bytes) noexcept : memory(data, bytes) {}
    template <class U, std::size_t N> source(const U (&array)[N]) noexcept : memory(array, sizeof array)
    {
        static_assert(std::is_trivially_copyable<U>::value, "elements are moved as bytes");
    }
    template <class C, class U = typename detail::contents<const C>::type>
    source(const C &container) noexcept : memory(container.data(), container.size() * sizeof(U))
    {
        static_assert(std::is_trivially_copyable<U>::value, "elements are moved as bytes");
    }
    /** One element that stands everywhere: a fill value. */
    static source everywhere(const void *element, std::size_t bytes) noexcept
    {
        source made(element, bytes);
        made.stand_still();
        return made;
    }
    template <class T> static source everywhere(const T &element) noexcept
    {
        static_assert(std::is_trivially_copyable<T>::value, "elements are moved as bytes");
        return everywhere(&element, sizeof element);
    }
    /** Bytes from one element to the next on each axis, and where element (0, ..., 0) lies. */
    source strided(view<std::int64_t> strides, std::int64_t start = 0) const noexcept
    {
        source made = *this;
        made.stride(strides, start);
        return made;
    }
};

/** An array of elements that a call writes: a container, a C array, or pointer and bytes; in C order unless strided. */
class target : public detail::memory<void *> {
  public:
    target(void *data, std::size_t bytes) noexcept : memory(data, bytes) {}
    template <class U, std::size_t N> target(U (&array)[N]) noexcept : memory(array, sizeof array)
    {
        static_assert(std::is_trivially_copyable<U>::value, "elements are moved as bytes");
    }
    template <class C, class U = typename detail::contents<C>::type,
              class = typename std::enable_if<!std::is_const<U>::value>::type>
    target(C &&container) noexcept : memory(container.data(), container.size() * sizeof(U))
    {
        static_assert(std::is_trivially_copyable<U>::value, "elements are moved as bytes");
    }
    /** Bytes from one element to the next on each axis, and where element (0, ..., 0) lies. */
    target strided(view<std::int64_t> strides, std::int64_t start = 0) const noexcept
    {
        target made = *this;
        made.stride(strides, start);
        return made;
    }
};

/* ==== ANSWERS ==== */

/** A chunk, and an element counted from its origin. */
struct located {
    index chunk, within;
};

/** For each axis, how many chunks are declared, and how many have data. */
struct counts {
    index declared, data;
};

/** What a chunk, or a box of chunks, is: its first element, what it decodes to, what of it is inside the array. */
struct chunk_shape {
    index origin, declared, data;
};

/** A box of chunks. */
struct chunk_span {
    index first, count;
};

/** An entry of an axis's list: the element counted from its chunk's origin, and its position in the result's axis. */
struct list_entry {
    std::uint64_t within, out;
};

namespace detail {

#if ZRG_EXCEPTIONS
inline void check(zrg_status status, const zrg_error &said)
{
    if (status != ZRG_OK) throw error(said);
}

/* Calls a twin, and throws what it says. */
template <class Twin> void call(Twin twin)
{
    zrg_error said;
    check(twin(&said), said);
}

/* Calls a twin for its one answer. */
template <class Answer, class Twin> Answer ask(Twin twin)
{
    Answer answer{};
    zrg_error said;
    check(twin(answer, &said), said);
    return answer;
}
#endif

/* What goes wrong on this side of the C interface: "chunk has 1 entries, fewer than 2". */
inline zrg_status refuse(zrg_error *said, zrg_status code, const char *name, std::uint64_t value,
                         const char *verdict, std::uint64_t limit) noexcept
{
    if (!said) return code;
    *said = zrg_error();
    said->code = code;
    said->axis = -1;
    said->entry = said->byte_offset = said->reserved = ZRG_NONE;
    said->value = value;
    said->limit = limit;
    std::snprintf(said->message, sizeof said->message, "%s has %llu %s %llu", name,
                  static_cast<unsigned long long>(value), verdict, static_cast<unsigned long long>(limit));
    return code;
}

/* What an output is called, and how large it is. */
struct named_room {
    template <class T>
    named_room(const char *name_, const room<T> &memory) noexcept
        : name(name_), size(memory.size()), wanted(memory.data() || memory.size() > 0)
    {
    }
    const char *name;
    std::size_t size;
    bool wanted;
};

/* Refuses rooms for fewer entries than will be written. */
inline zrg_status reserve(std::size_t entries, zrg_error *said, std::initializer_list<named_room> rooms) noexcept
{
    for (const named_room &memory : rooms)
        if (memory.wanted && memory.size < entries)
            return refuse(said, ZRG_ERROR_CAPACITY, memory.name, memory.size, "entries, fewer than", entries);
    return ZRG_OK;
}

/* Passes on a status; where it is ZRG_OK, so many entries were written to each room. */
inline zrg_status filled(zrg_status status, std::size_t) noexcept { return status; }
template <class T, class... More>
zrg_status filled(zrg_status status, std::size_t entries, const room<T> &memory, const More &...more) noexcept
{
    if (status == ZRG_OK) memory.filled(entries);
    return filled(status, entries, more...);
}

/* Entries of an array; where there are more than memory, more than any room has. */
inline std::size_t product(std::size_t a, std::size_t b) noexcept
{
    return b > 0 && a > static_cast<std::size_t>(-1) / b ? static_cast<std::size_t>(-1) : a * b;
}

/* The rank to call with where two arrays were given: one that the callee refuses, if they differ. */
inline std::size_t rank_of(std::size_t rank, std::size_t a, std::size_t b) noexcept { return a == rank ? b : a; }

inline zrg_status clone(const zrg_grid *from, zrg_grid **same, zrg_error *said) noexcept
{
    return zrg_grid_clone(from, same, said);
}
inline zrg_status clone(const zrg_selection *from, zrg_selection **same, zrg_error *said) noexcept
{
    return zrg_selection_clone(from, same, said);
}
inline void end(zrg_grid *owned) noexcept { zrg_grid_free(owned); }
inline void end(zrg_selection *owned) noexcept { zrg_selection_free(owned); }

/* Owns one handle, or none. */
template <class T> class handle {
  public:
    explicit handle(T *owned = nullptr) noexcept : owned_(owned) {}
    handle(handle &&other) noexcept : owned_(other.release()) {}
    /* One more handle. There may be 2^63 - 1, so this does not fail. */
    handle(const handle &other) : owned_(nullptr)
    {
        zrg_error said;
        zrg_status status = other.owned_ ? clone(other.owned_, &owned_, &said) : ZRG_OK;
#if ZRG_EXCEPTIONS
        check(status, said);
#else
        (void)status;
#endif
    }
    handle &operator=(handle other) noexcept
    {
        std::swap(owned_, other.owned_);
        return *this;
    }
    ~handle() { end(owned_); }

    T *get() const noexcept { return owned_; }
    T *release() noexcept
    {
        T *given = owned_;
        owned_ = nullptr;
        return given;
    }

  private:
    T *owned_;
};

/* One more handle of what somebody else owns; an empty one, whose calls say so, where that cannot be. */
template <class T> handle<T> share(const T *from) noexcept
{
    T *same = nullptr;
    if (from && clone(from, &same, nullptr) != ZRG_OK) same = nullptr;
    return handle<T>(same);
}

/* A value where a pointer is asked for. */
template <class T> struct arrow {
    T value;
    const T *operator->() const noexcept { return &value; }
};

} // namespace detail

inline zrg_status index::try_assign(view<std::uint64_t> numbers, zrg_error *error) noexcept
{
    if (numbers.size() > ZRG_MAX_RANK)
        return detail::refuse(error, ZRG_ERROR_LIMIT, "index", numbers.size(), "entries, more than", ZRG_MAX_RANK);
    size_ = numbers.size();
    if (size_ > 0) std::memmove(entries_, numbers.data(), size_ * sizeof *entries_);
    return ZRG_OK;
}

inline void index::assign(view<std::uint64_t> numbers)
{
#if ZRG_EXCEPTIONS
    zrg_error said;
    detail::check(try_assign(numbers, &said), said);
#else
    if (try_assign(numbers) != ZRG_OK) size_ = 0;
#endif
}

/**
 * A long answer, walked with range-for. It owns a handle of what it asks, so that it may outlive the object that it was
 * made from; its iterators point into it. They are input iterators: what one gives is good until it is moved or ends.
 *
 * From a try_ function: where a page cannot be had the walk ends, and the zrg_error that was given is written. Set its
 * code to ZRG_OK before, and look at it behind the loop.
 */
template <class Source> class pages {
  public:
    class iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = typename Source::item;
        using difference_type = std::ptrdiff_t;
        using reference = typename Source::reference;
        using pointer = detail::arrow<value_type>;

        /** The end of any walk. */
        iterator() noexcept : from_(nullptr), next_(0), at_(0), count_(0), last_(true) {}

        reference operator*() const noexcept { return from_->source_.entry(page_, at_); }
        pointer operator->() const noexcept { return pointer{**this}; }
        iterator &operator++()
        {
            if (++at_ == count_) turn();
            return *this;
        }
        iterator operator++(int)
        {
            iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator &a, const iterator &b) noexcept
        {
            return a.from_ == b.from_ && (!a.from_ || (a.next_ == b.next_ && a.count_ - a.at_ == b.count_ - b.at_));
        }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept { return !(a == b); }

      private:
        friend class pages;
        explicit iterator(const pages *from) : from_(from), next_(from->first_), at_(0), count_(0), last_(false)
        {
            turn();
        }
        void turn()
        {
            at_ = count_ = 0;
            if (!last_ && from_->turn(page_, next_, count_, last_) && count_ > 0) return;
            from_ = nullptr;
        }

        const pages *from_; /* nullptr at the end */
        std::uint64_t next_;
        std::size_t at_, count_;
        bool last_;
        typename Source::page page_;
    };
    using const_iterator = iterator;

    iterator begin() const { return iterator(this); }
    iterator end() const noexcept { return iterator(); }

    /** Made by the functions of grid and selection. */
    pages(Source source, std::uint64_t first, bool throws, zrg_error *said) noexcept
        : source_(std::move(source)), first_(first), throws_(throws), said_(said)
    {
    }

  private:
    bool turn(typename Source::page &page, std::uint64_t &next, std::size_t &count, bool &last) const
    {
        zrg_error said;
        zrg_status status = source_.read(page, next, count, last, &said);
#if ZRG_EXCEPTIONS
        if (throws_) detail::check(status, said);
#endif
        if (status != ZRG_OK && said_) *said_ = said;
        return status == ZRG_OK;
    }

    Source source_;
    std::uint64_t first_;
    bool throws_;
    zrg_error *said_;
};

namespace detail {

/* Sources of pages. read() fills a page from `next` on, moves `next` behind it, and says whether it is the last: one
 * that is not full. entry() is entry i of a page. */

enum { PAGE = 64 };

/* What the calls have in common that write one array of items, and take one thing beside the handle. */
template <class Handle, class About, class Item> class item_pages {
  public:
    using item = Item;
    using reference = const Item &;
    struct page {
        Item items[PAGE];
    };
    /* A call whose entry i is number `first` + i, and one that says where its next page starts. */
    using counted = zrg_status (*)(const Handle *, About, std::uint64_t, Item *, std::size_t, std::size_t *, zrg_error *);
    using continued = zrg_status (*)(const Handle *, About, std::uint64_t, Item *, std::size_t, std::size_t *,
                                     std::uint64_t *, zrg_error *);

    item_pages(counted call, const Handle *asked, About about) noexcept
        : counted_(call), continued_(nullptr), asked_(share(asked)), about_(about)
    {
    }
    item_pages(continued call, const Handle *asked, About about) noexcept
        : counted_(nullptr), continued_(call), asked_(share(asked)), about_(about)
    {
    }
    zrg_status read(page &to, std::uint64_t &next, std::size_t &count, bool &last, zrg_error *said) const noexcept
    {
        std::uint64_t after = next;
        zrg_status status = continued_ ? continued_(asked_.get(), about_, next, to.items, PAGE, &count, &after, said)
                                       : counted_(asked_.get(), about_, next, to.items, PAGE, &count, said);
        if (status != ZRG_OK) return status;
        next = continued_ ? after : next + count;
        last = count < PAGE;
        return ZRG_OK;
    }
    reference entry(const page &of, std::size_t i) const noexcept { return of.items[i]; }

  private:
    counted counted_;
    continued continued_;
    handle<Handle> asked_;
    About about_;
};

/* Projections of a slice, which is kept here. */
class projection_pages {
  public:
    using item = projection;
    using reference = const projection &;
    struct page {
        projection items[PAGE];
    };

    projection_pages(const zrg_grid *asked, std::size_t axis, const slice &of) noexcept
        : asked_(share(asked)), axis_(axis), slice_(of)
    {
    }
    zrg_status read(page &to, std::uint64_t &next, std::size_t &count, bool &last, zrg_error *said) const noexcept
    {
        zrg_status status =
            zrg_grid_axis_projections(asked_.get(), axis_, &slice_, next, to.items, PAGE, &count, &next, said);
        if (status != ZRG_OK) return status;
        last = count < PAGE;
        return ZRG_OK;
    }
    reference entry(const page &of, std::size_t i) const noexcept { return of.items[i]; }

  private:
    handle<zrg_grid> asked_;
    std::size_t axis_;
    slice slice_;
};

/* An axis's list, two arrays seen as one. */
class list_pages {
  public:
    using item = list_entry;
    using reference = list_entry;
    struct page {
        std::uint64_t within[PAGE], out[PAGE];
    };

    list_pages(const zrg_selection *asked, std::size_t axis) noexcept : asked_(share(asked)), axis_(axis) {}
    zrg_status read(page &to, std::uint64_t &next, std::size_t &count, bool &last, zrg_error *said) const noexcept
    {
        zrg_status status = zrg_selection_axis_list(asked_.get(), axis_, next, to.within, to.out, PAGE, &count, said);
        if (status != ZRG_OK) return status;
        next += count;
        last = count < PAGE;
        return ZRG_OK;
    }
    reference entry(const page &of, std::size_t i) const noexcept { return list_entry{of.within[i], of.out[i]}; }

  private:
    handle<zrg_selection> asked_;
    std::size_t axis_;
};

/* Parts up to, but without, `past`. A page holds as many as its projections have room for. */
class part_pages {
  public:
    using item = part_view;
    using reference = part_view;
    enum { PROJECTIONS = 2 * ZRG_MAX_RANK };
    struct page {
        std::uint64_t first;
        zrg_part parts[PAGE];
        std::uint64_t chunks[PROJECTIONS];
        projection projections[PROJECTIONS];
    };

    part_pages(const zrg_selection *asked, std::size_t rank, std::uint64_t past) noexcept
        : asked_(share(asked)), rank_(rank), past_(past)
    {
    }
    zrg_status read(page &to, std::uint64_t &next, std::size_t &count, bool &last, zrg_error *said) const noexcept
    {
        std::size_t capacity = rank_ * PAGE > PROJECTIONS ? PROJECTIONS / rank_ : std::size_t{PAGE};
        if (next >= past_) capacity = 0;
        else if (past_ - next < capacity) capacity = static_cast<std::size_t>(past_ - next);
        zrg_status status = zrg_selection_parts(asked_.get(), rank_, next, to.parts, to.chunks, to.projections,
                                                capacity, &count, said);
        if (status != ZRG_OK) return status;
        to.first = next;
        next += count;
        last = count < capacity || next >= past_;
        return ZRG_OK;
    }
    reference entry(const page &of, std::size_t i) const noexcept;

  private:
    handle<zrg_selection> asked_;
    std::size_t rank_;
    std::uint64_t past_;
};

template <class Item> using axis_pages = item_pages<zrg_grid, std::size_t, Item>;
template <class Item> using selection_pages = item_pages<zrg_selection, std::uint64_t, Item>;

} // namespace detail

/* ==== 1. VERSION AND STATUS ==== */

/** Of the library that is running; ZRG_VERSION_NUMBER is this header's. */
inline std::uint32_t version_number() noexcept { return zrg_version_number(); }
inline const char *version_string() noexcept { return zrg_version_string(); }
/** "ZRG_ERROR_BOUNDS" */
inline const char *status_name(zrg_status status) noexcept { return zrg_status_name(status); }
/** What it means in general. */
inline const char *status_message(zrg_status status) noexcept { return zrg_status_message(status); }

/** A chunk grid over the shape of an array. Immutable; copies share it. */
class grid {
  public:
    /* ==== 2. GRIDS: MAKE AND FREE ==== */

    /** None yet: calls say ZRG_ERROR_NULL. */
    grid() noexcept = default;
    /** Takes over a handle. */
    explicit grid(zrg_grid *owned) noexcept : handle_(owned) {}
    explicit operator bool() const noexcept { return handle_.get() != nullptr; }
    /** For the calls of zrg.h; it stays this grid's. */
    const zrg_grid *get() const noexcept { return handle_.get(); }
    /** The handle, to be freed by the caller; none is left. */
    zrg_grid *release() noexcept { return handle_.release(); }
    /** What copying does, for those who want to see it fail. */
    ZRG_NODISCARD zrg_status try_clone(grid &same, zrg_error *error = nullptr) const noexcept
    {
        zrg_grid *fresh = nullptr;
        return keep(zrg_grid_clone(get(), &fresh, error), fresh, same);
    }

#if ZRG_EXCEPTIONS
    /** From the `chunk_grid` of an array's document and the array's shape. */
    static grid from_json(text json, view<std::uint64_t> shape, const zrg_options &how = options())
    {
        return detail::ask<grid>([&](grid &to, zrg_error *said) { return try_from_json(json, shape, to, said, how); });
    }
    /** From all of an array's zarr.json; reads how its chunks are named, unless `keys` is nullptr. */
    static grid from_array_json(text json, zrg_key_encoding *keys = nullptr, const zrg_options &how = options())
    {
        return detail::ask<grid>(
            [&](grid &to, zrg_error *said) { return try_from_array_json(json, to, keys, said, how); });
    }
    /** From the edges of each axis: `{{16, 10}, {24, 14}}`, or a container of containers. They are copied together. */
    static grid from_edges(view<std::uint64_t> shape, const lists<std::uint64_t> &edges)
    {
        return detail::ask<grid>([&](grid &to, zrg_error *said) { return try_from_edges(shape, edges, to, said); });
    }
    /** The same without a copy: all edges of axis 0, then of axis 1, and so on; and how many each axis has. */
    static grid from_edges(view<std::uint64_t> shape, view<std::size_t> counts, view<std::uint64_t> edges)
    {
        return detail::ask<grid>(
            [&](grid &to, zrg_error *said) { return try_from_edges(shape, counts, edges, to, said); });
    }
    /** From the runs of each axis. */
    static grid from_runs(view<std::uint64_t> shape, const lists<run> &runs)
    {
        return detail::ask<grid>([&](grid &to, zrg_error *said) { return try_from_runs(shape, runs, to, said); });
    }
    static grid from_runs(view<std::uint64_t> shape, view<std::size_t> counts, view<run> runs)
    {
        return detail::ask<grid>(
            [&](grid &to, zrg_error *said) { return try_from_runs(shape, counts, runs, to, said); });
    }
    /** From one chunk shape; flags: 0 (regular) or ZRG_EXACT_TAIL. */
    static grid from_chunk_shape(view<std::uint64_t> shape, view<std::uint64_t> chunk_shape, std::uint32_t flags = 0)
    {
        return detail::ask<grid>(
            [&](grid &to, zrg_error *said) { return try_from_chunk_shape(shape, chunk_shape, flags, to, said); });
    }
    /** As the value of `chunk_grid`; form: ZRG_FORM_*. */
    std::string to_json(std::uint32_t form = ZRG_FORM_AS_READ) const
    {
        return detail::ask<std::string>([&](std::string &to, zrg_error *said) { return try_to_json(form, to, said); });
    }
#endif

    ZRG_NODISCARD static zrg_status try_from_json(text json, view<std::uint64_t> shape, grid &made,
                                                  zrg_error *error = nullptr,
                                                  const zrg_options &how = options()) noexcept
    {
        zrg_grid *fresh = nullptr;
        return keep(zrg_grid_from_json(json.data(), json.size(), shape.size(), shape.data(), &how, &fresh, error),
                    fresh, made);
    }
    ZRG_NODISCARD static zrg_status try_from_array_json(text json, grid &made, zrg_key_encoding *keys = nullptr,
                                                        zrg_error *error = nullptr,
                                                        const zrg_options &how = options()) noexcept
    {
        zrg_grid *fresh = nullptr;
        return keep(zrg_grid_from_array_json(json.data(), json.size(), &how, &fresh, keys, error), fresh, made);
    }
    ZRG_NODISCARD static zrg_status try_from_edges(view<std::uint64_t> shape, const lists<std::uint64_t> &edges,
                                                   grid &made, zrg_error *error = nullptr) noexcept
    {
        return from_lists(zrg_grid_from_edges, shape, edges, made, error);
    }
    ZRG_NODISCARD static zrg_status try_from_edges(view<std::uint64_t> shape, view<std::size_t> counts,
                                                   view<std::uint64_t> edges, grid &made,
                                                   zrg_error *error = nullptr) noexcept
    {
        return from_flat(zrg_grid_from_edges, shape, counts, edges, made, error);
    }
    ZRG_NODISCARD static zrg_status try_from_runs(view<std::uint64_t> shape, const lists<run> &runs, grid &made,
                                                  zrg_error *error = nullptr) noexcept
    {
        return from_lists(zrg_grid_from_runs, shape, runs, made, error);
    }
    ZRG_NODISCARD static zrg_status try_from_runs(view<std::uint64_t> shape, view<std::size_t> counts, view<run> runs,
                                                  grid &made, zrg_error *error = nullptr) noexcept
    {
        return from_flat(zrg_grid_from_runs, shape, counts, runs, made, error);
    }
    ZRG_NODISCARD static zrg_status try_from_chunk_shape(view<std::uint64_t> shape, view<std::uint64_t> chunk_shape,
                                                         std::uint32_t flags, grid &made,
                                                         zrg_error *error = nullptr) noexcept
    {
        if (shape.size() != chunk_shape.size())
            return other_rank("chunk_shape", chunk_shape.size(), shape.size(), error);
        zrg_grid *fresh = nullptr;
        return keep(zrg_grid_from_chunk_shape(shape.size(), shape.data(), chunk_shape.data(), flags, &fresh, error),
                    fresh, made);
    }
    /** Ended by a NUL; `length` is without it, and is set where the room is too small. nullptr asks for the length. */
    ZRG_NODISCARD zrg_status try_to_json(std::uint32_t form, room<char> json, std::size_t &length,
                                         zrg_error *error = nullptr) const noexcept
    {
        return zrg_grid_to_json(get(), form, json.data(), json.size(), &length, error);
    }
    ZRG_NODISCARD zrg_status try_to_json(std::uint32_t form, std::string &json, zrg_error *error = nullptr) const
    {
        std::size_t length = 0;
        zrg_error said;
        zrg_status status = try_to_json(form, nullptr, length, &said);
        if (status == ZRG_OK) {
            std::string fresh(length + 1, '\0');
            status = try_to_json(form, room<char>(&fresh[0], fresh.size()), length, &said);
            fresh.resize(length);
            if (status == ZRG_OK) json.swap(fresh);
        }
        if (status != ZRG_OK && error) *error = said;
        return status;
    }

    /* ==== 3. GRIDS: ABOUT ==== */

    /** The number of axes. */
    std::size_t rank() const noexcept { return zrg_grid_rank(get()); }
    /** ZRG_FORM_REGULAR or ZRG_FORM_RECTILINEAR: as it was read or made; 0 without a grid. */
    std::uint32_t form() const noexcept { return zrg_grid_form(get()); }

#if ZRG_EXCEPTIONS
    /** The extents of the array. */
    index shape() const
    {
        return detail::ask<index>([&](index &to, zrg_error *said) { return try_shape(to, said); });
    }
    /** How many chunks each axis has. */
    counts chunk_counts() const
    {
        return detail::ask<counts>(
            [&](counts &to, zrg_error *said) { return try_chunk_counts(to.declared, to.data, said); });
    }
#endif

    ZRG_NODISCARD zrg_status try_shape(room<std::uint64_t> shape, zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank();
        zrg_status status = detail::reserve(n, error, {{"shape", shape}});
        if (status == ZRG_OK) status = zrg_grid_shape(get(), n, shape.data(), error);
        return detail::filled(status, n, shape);
    }
    ZRG_NODISCARD zrg_status try_chunk_counts(room<std::uint64_t> declared, room<std::uint64_t> data,
                                              zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank();
        zrg_status status = detail::reserve(n, error, {{"declared", declared}, {"data", data}});
        if (status == ZRG_OK) status = zrg_grid_chunk_counts(get(), n, declared.data(), data.data(), error);
        return detail::filled(status, n, declared, data);
    }

    /* ==== 4. ELEMENTS AND CHUNKS ==== */

#if ZRG_EXCEPTIONS
    /** The chunk that holds an element, and where in it. */
    located locate(view<std::uint64_t> element) const
    {
        return detail::ask<located>(
            [&](located &to, zrg_error *said) { return try_locate(element, to.chunk, to.within, said); });
    }
    /** The chunks of many elements, and where in them: `rank` numbers an element, one element after the other. */
    void locate_many(view<std::uint64_t> elements, room<std::uint64_t> chunks, room<std::uint64_t> withins) const
    {
        detail::call([&](zrg_error *said) { return try_locate_many(elements, chunks, withins, said); });
    }
    /** The same in any layout: entries from one element, and from one axis, to the next. */
    void locate_many(std::size_t count, std::ptrdiff_t point_stride, std::ptrdiff_t axis_stride,
                     view<std::uint64_t> elements, room<std::uint64_t> chunks, room<std::uint64_t> withins) const
    {
        detail::call([&](zrg_error *said) {
            return try_locate_many(count, point_stride, axis_stride, elements, chunks, withins, said);
        });
    }
    /** Where a chunk starts, what it decodes to, how much of that is inside the array. */
    chunk_shape chunk(view<std::uint64_t> chunk) const
    {
        return detail::ask<chunk_shape>([&](chunk_shape &to, zrg_error *said) {
            return try_chunk(chunk, to.origin, to.declared, to.data, said);
        });
    }
    /** The same of many chunks: `rank` numbers a chunk in each array, one chunk after the other. */
    void chunk_many(view<std::uint64_t> chunks, room<std::uint64_t> origins, room<std::uint64_t> declared,
                    room<std::uint64_t> data) const
    {
        detail::call([&](zrg_error *said) { return try_chunk_many(chunks, origins, declared, data, said); });
    }
    /** Row-major among the declared chunks. */
    std::uint64_t chunk_number(view<std::uint64_t> chunk) const
    {
        return detail::ask<std::uint64_t>(
            [&](std::uint64_t &to, zrg_error *said) { return try_chunk_number(chunk, to, said); });
    }
    /** The chunk that has a number. */
    index chunk_at_number(std::uint64_t number) const
    {
        return detail::ask<index>([&](index &to, zrg_error *said) { return try_chunk_at_number(number, to, said); });
    }
    /** The chunks that a box of elements touches. */
    chunk_span chunk_range(view<std::uint64_t> start, view<std::uint64_t> shape) const
    {
        return detail::ask<chunk_span>([&](chunk_span &to, zrg_error *said) {
            return try_chunk_range(start, shape, to.first, to.count, said);
        });
    }
    /** What a box of chunks holds. */
    chunk_shape chunk_box(view<std::uint64_t> first_chunk, view<std::uint64_t> chunk_count) const
    {
        return detail::ask<chunk_shape>([&](chunk_shape &to, zrg_error *said) {
            return try_chunk_box(first_chunk, chunk_count, to.origin, to.declared, to.data, said);
        });
    }
#endif

    ZRG_NODISCARD zrg_status try_locate(view<std::uint64_t> element, room<std::uint64_t> chunk,
                                        room<std::uint64_t> within, zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank();
        zrg_status status = detail::reserve(n, error, {{"chunk", chunk}, {"within", within}});
        if (status == ZRG_OK)
            status = zrg_grid_locate(get(), element.size(), element.data(), chunk.data(), within.data(), error);
        return detail::filled(status, n, chunk, within);
    }
    ZRG_NODISCARD zrg_status try_locate_many(view<std::uint64_t> elements, room<std::uint64_t> chunks,
                                             room<std::uint64_t> withins, zrg_error *error = nullptr) const noexcept
    {
        std::size_t count = 0;
        zrg_status status = whole("elements", elements.size(), count, error);
        if (status != ZRG_OK) return status;
        return try_locate_many(count, static_cast<std::ptrdiff_t>(rank()), 1, elements, chunks, withins, error);
    }
    ZRG_NODISCARD zrg_status try_locate_many(std::size_t count, std::ptrdiff_t point_stride, std::ptrdiff_t axis_stride,
                                             view<std::uint64_t> elements, room<std::uint64_t> chunks,
                                             room<std::uint64_t> withins, zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = elements.size();
        zrg_status status = detail::reserve(n, error, {{"chunks", chunks}, {"withins", withins}});
        if (status == ZRG_OK)
            status = zrg_grid_locate_many(get(), rank(), count, point_stride, axis_stride, elements.data(), chunks.data(),
                                          withins.data(), n, error);
        return detail::filled(status, n, chunks, withins);
    }
    ZRG_NODISCARD zrg_status try_chunk(view<std::uint64_t> chunk, room<std::uint64_t> origin,
                                       room<std::uint64_t> declared, room<std::uint64_t> data,
                                       zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank();
        zrg_status status =
            detail::reserve(n, error, {{"origin", origin}, {"declared", declared}, {"data", data}});
        if (status == ZRG_OK)
            status = zrg_grid_chunk(get(), chunk.size(), chunk.data(), origin.data(), declared.data(), data.data(),
                                    error);
        return detail::filled(status, n, origin, declared, data);
    }
    ZRG_NODISCARD zrg_status try_chunk_many(view<std::uint64_t> chunks, room<std::uint64_t> origins,
                                            room<std::uint64_t> declared, room<std::uint64_t> data,
                                            zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = chunks.size(), count = 0;
        zrg_status status = whole("chunks", n, count, error);
        if (status == ZRG_OK)
            status = detail::reserve(n, error, {{"origins", origins}, {"declared", declared}, {"data", data}});
        if (status == ZRG_OK)
            status = zrg_grid_chunk_many(get(), rank(), chunks.data(), origins.data(), declared.data(), data.data(),
                                         count, error);
        return detail::filled(status, n, origins, declared, data);
    }
    ZRG_NODISCARD zrg_status try_chunk_number(view<std::uint64_t> chunk, std::uint64_t &number,
                                              zrg_error *error = nullptr) const noexcept
    {
        return zrg_grid_chunk_number(get(), chunk.size(), chunk.data(), &number, error);
    }
    ZRG_NODISCARD zrg_status try_chunk_at_number(std::uint64_t number, room<std::uint64_t> chunk,
                                                 zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank();
        zrg_status status = detail::reserve(n, error, {{"chunk", chunk}});
        if (status == ZRG_OK) status = zrg_grid_chunk_at_number(get(), n, number, chunk.data(), error);
        return detail::filled(status, n, chunk);
    }
    ZRG_NODISCARD zrg_status try_chunk_range(view<std::uint64_t> start, view<std::uint64_t> shape,
                                             room<std::uint64_t> first_chunk, room<std::uint64_t> chunk_count,
                                             zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank(), given = detail::rank_of(n, start.size(), shape.size());
        zrg_status status =
            detail::reserve(n, error, {{"first_chunk", first_chunk}, {"chunk_count", chunk_count}});
        if (status == ZRG_OK)
            status = zrg_grid_box_to_chunks(get(), given, start.data(), shape.data(), first_chunk.data(),
                                          chunk_count.data(), error);
        return detail::filled(status, n, first_chunk, chunk_count);
    }
    ZRG_NODISCARD zrg_status try_chunk_box(view<std::uint64_t> first_chunk, view<std::uint64_t> chunk_count,
                                           room<std::uint64_t> start, room<std::uint64_t> declared,
                                           room<std::uint64_t> data, zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = rank(), given = detail::rank_of(n, first_chunk.size(), chunk_count.size());
        zrg_status status = detail::reserve(n, error, {{"start", start}, {"declared", declared}, {"data", data}});
        if (status == ZRG_OK)
            status = zrg_grid_chunks_to_box(get(), given, first_chunk.data(), chunk_count.data(), start.data(),
                                        declared.data(), data.data(), error);
        return detail::filled(status, n, start, declared, data);
    }

    /* ==== 5. ONE AXIS ==== */

#if ZRG_EXCEPTIONS
    /** The chunk of one axis that holds an element. */
    interval axis_at(std::size_t axis, std::uint64_t element) const
    {
        return detail::ask<interval>(
            [&](interval &to, zrg_error *said) { return try_axis_at(axis, element, to, said); });
    }
    /** All declared chunks of one axis, or those from chunk `first` on. */
    pages<detail::axis_pages<interval>> axis_intervals(std::size_t axis, std::uint64_t first = 0) const
    {
        return {intervals(axis), first, true, nullptr};
    }
    /** A page of them; how many were written. */
    std::size_t axis_intervals(std::size_t axis, std::uint64_t first, room<interval> intervals) const
    {
        return detail::ask<std::size_t>(
            [&](std::size_t &to, zrg_error *said) { return try_axis_intervals(axis, first, intervals, to, said); });
    }
    /** The declared edges of one axis, or those from chunk `first` on. */
    pages<detail::axis_pages<std::uint64_t>> axis_edges(std::size_t axis, std::uint64_t first = 0) const
    {
        return {edges(axis), first, true, nullptr};
    }
    std::size_t axis_edges(std::size_t axis, std::uint64_t first, room<std::uint64_t> edges) const
    {
        return detail::ask<std::size_t>(
            [&](std::size_t &to, zrg_error *said) { return try_axis_edges(axis, first, edges, to, said); });
    }
    /** The maximal runs of one axis, or those from chunk `first` on. */
    pages<detail::axis_pages<run>> axis_runs(std::size_t axis, std::uint64_t first = 0) const
    {
        return {runs(axis), first, true, nullptr};
    }
    std::size_t axis_runs(std::size_t axis, std::uint64_t first, room<run> runs) const
    {
        return detail::ask<std::size_t>(
            [&](std::size_t &to, zrg_error *said) { return try_axis_runs(axis, first, runs, to, said); });
    }
    /** The integer that says the same as an axis; 0 where there is none. */
    std::uint64_t axis_integer(std::size_t axis) const
    {
        return detail::ask<std::uint64_t>(
            [&](std::uint64_t &to, zrg_error *said) { return try_axis_integer(axis, to, said); });
    }
    /** The projections of a slice on one axis, or those of chunk `from_chunk` and behind. */
    pages<detail::projection_pages> axis_projections(std::size_t axis, const slice &of,
                                                     std::uint64_t from_chunk = 0) const
    {
        return {detail::projection_pages(get(), axis, of), from_chunk, true, nullptr};
    }
    std::size_t axis_projections(std::size_t axis, const slice &of, std::uint64_t from_chunk,
                                 room<projection> projections) const
    {
        return detail::ask<std::size_t>([&](std::size_t &to, zrg_error *said) {
            return try_axis_projections(axis, of, from_chunk, projections, to, said);
        });
    }
#endif

    ZRG_NODISCARD zrg_status try_axis_at(std::size_t axis, std::uint64_t element, interval &found,
                                         zrg_error *error = nullptr) const noexcept
    {
        return zrg_grid_axis_locate(get(), axis, element, &found, error);
    }
    pages<detail::axis_pages<interval>> try_axis_intervals(std::size_t axis, zrg_error *error,
                                                           std::uint64_t first = 0) const noexcept
    {
        return {intervals(axis), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_axis_intervals(std::size_t axis, std::uint64_t first, room<interval> intervals,
                                                std::size_t &count, zrg_error *error = nullptr) const noexcept
    {
        return zrg_grid_axis_intervals(get(), axis, first, intervals.data(), intervals.size(), &count, error);
    }
    pages<detail::axis_pages<std::uint64_t>> try_axis_edges(std::size_t axis, zrg_error *error,
                                                            std::uint64_t first = 0) const noexcept
    {
        return {edges(axis), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_axis_edges(std::size_t axis, std::uint64_t first, room<std::uint64_t> edges,
                                            std::size_t &count, zrg_error *error = nullptr) const noexcept
    {
        zrg_status status = zrg_grid_axis_edges(get(), axis, first, edges.data(), edges.size(), &count, error);
        return detail::filled(status, status == ZRG_OK ? count : 0, edges);
    }
    pages<detail::axis_pages<run>> try_axis_runs(std::size_t axis, zrg_error *error,
                                                 std::uint64_t first = 0) const noexcept
    {
        return {runs(axis), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_axis_runs(std::size_t axis, std::uint64_t first, room<run> runs, std::size_t &count,
                                           zrg_error *error = nullptr) const noexcept
    {
        std::uint64_t next = 0;
        return zrg_grid_axis_runs(get(), axis, first, runs.data(), runs.size(), &count, &next, error);
    }
    ZRG_NODISCARD zrg_status try_axis_integer(std::size_t axis, std::uint64_t &integer,
                                              zrg_error *error = nullptr) const noexcept
    {
        return zrg_grid_axis_form(get(), axis, nullptr, &integer, error);
    }
    pages<detail::projection_pages> try_axis_projections(std::size_t axis, const slice &of, zrg_error *error,
                                                         std::uint64_t from_chunk = 0) const noexcept
    {
        return {detail::projection_pages(get(), axis, of), from_chunk, false, error};
    }
    ZRG_NODISCARD zrg_status try_axis_projections(std::size_t axis, const slice &of, std::uint64_t from_chunk,
                                                  room<projection> projections, std::size_t &count,
                                                  zrg_error *error = nullptr) const noexcept
    {
        std::uint64_t next = 0;
        return zrg_grid_axis_projections(get(), axis, &of, from_chunk, projections.data(), projections.size(), &count,
                                         &next, error);
    }

  private:
    /* By reference: what the call beside it writes. */
    static zrg_status keep(zrg_status status, zrg_grid *const &fresh, grid &made) noexcept
    {
        if (status == ZRG_OK) made = grid(fresh);
        return status;
    }
    static zrg_status other_rank(const char *name, std::size_t size, std::size_t rank, zrg_error *error) noexcept
    {
        return detail::refuse(error, ZRG_ERROR_RANK, name, size, "axes, where shape has", rank);
    }
    /* How many elements or chunks a flat array holds. */
    zrg_status whole(const char *name, std::size_t entries, std::size_t &count, zrg_error *error) const noexcept
    {
        std::size_t n = rank();
        count = n > 0 ? entries / n : 0;
        if (count * n == entries) return ZRG_OK;
        return detail::refuse(error, ZRG_ERROR_RANK, name, entries, "entries, no multiple of", n);
    }
    template <class T, class Function>
    static zrg_status from_flat(Function call, view<std::uint64_t> shape, view<std::size_t> counts, view<T> entries,
                                grid &made, zrg_error *error) noexcept
    {
        if (counts.size() != shape.size()) return other_rank("counts", counts.size(), shape.size(), error);
        zrg_grid *fresh = nullptr;
        return keep(call(shape.size(), shape.data(), counts.data(), entries.data(), entries.size(), &fresh, error), fresh,
                    made);
    }
    template <class T, class Function>
    static zrg_status from_lists(Function call, view<std::uint64_t> shape, const lists<T> &axes, grid &made,
                                 zrg_error *error) noexcept
    {
        if (axes.size() != shape.size()) return other_rank("the list", axes.size(), shape.size(), error);
        if (axes.size() > ZRG_MAX_RANK)
            return detail::refuse(error, ZRG_ERROR_LIMIT, "the list", axes.size(), "axes, more than",
                                  ZRG_MAX_RANK);
        std::size_t counts[ZRG_MAX_RANK] = {0}, total = 0, used = 0;
        for (std::size_t axis = 0; axis < axes.size(); axis++) total += counts[axis] = axes[axis].size();
        std::unique_ptr<T[]> entries(new (std::nothrow) T[total]);
        if (!entries)
            return detail::refuse(error, ZRG_ERROR_MEMORY, "the copy", total,
                                  "entries that memory has no room for; bytes of each:", sizeof(T));
        for (std::size_t axis = 0; axis < axes.size(); used += counts[axis++])
            if (counts[axis] > 0) std::memcpy(entries.get() + used, axes[axis].data(), counts[axis] * sizeof(T));
        return from_flat(call, shape, view<std::size_t>(counts, axes.size()), view<T>(entries.get(), total), made,
                         error);
    }
    detail::axis_pages<interval> intervals(std::size_t axis) const noexcept
    {
        return {zrg_grid_axis_intervals, get(), axis};
    }
    detail::axis_pages<std::uint64_t> edges(std::size_t axis) const noexcept
    {
        return {zrg_grid_axis_edges, get(), axis};
    }
    detail::axis_pages<run> runs(std::size_t axis) const noexcept { return {zrg_grid_axis_runs, get(), axis}; }

    detail::handle<zrg_grid> handle_;
};

/** Every problem of a `chunk_grid`; `count` is how many there are, also past the room. */
ZRG_NODISCARD inline zrg_status try_validate_json(text json, view<std::uint64_t> shape, room<zrg_error> problems,
                                                  std::size_t &count, zrg_error *error = nullptr,
                                                  const zrg_options &how = options()) noexcept
{
    return zrg_grid_validate_json(json.data(), json.size(), shape.size(), shape.data(), &how, problems.data(),
                             problems.size(), &count, error);
}
/** The same of an array's whole zarr.json. */
ZRG_NODISCARD inline zrg_status try_validate_array_json(text json, room<zrg_error> problems, std::size_t &count,
                                                        zrg_error *error = nullptr,
                                                        const zrg_options &how = options()) noexcept
{
    return zrg_grid_validate_array_json(json.data(), json.size(), &how, problems.data(), problems.size(), &count, error);
}
#if ZRG_EXCEPTIONS
namespace detail {
/* Problems are few: the document is read again only where they are many. */
template <class Twin> std::vector<zrg_error> problems(Twin twin)
{
    std::vector<zrg_error> found(8);
    std::size_t count = ask<std::size_t>([&](std::size_t &to, zrg_error *said) { return twin(found, to, said); });
    if (count > found.size()) {
        found.resize(count);
        count = ask<std::size_t>([&](std::size_t &to, zrg_error *said) { return twin(found, to, said); });
    }
    found.resize(count);
    return found;
}
} // namespace detail

/** None: the document is right. */
inline std::vector<zrg_error> validate_json(text json, view<std::uint64_t> shape, const zrg_options &how = options())
{
    return detail::problems([&](std::vector<zrg_error> &to, std::size_t &count, zrg_error *said) {
        return try_validate_json(json, shape, to, count, said, how);
    });
}
inline std::vector<zrg_error> validate_array_json(text json, const zrg_options &how = options())
{
    return detail::problems([&](std::vector<zrg_error> &to, std::size_t &count, zrg_error *said) {
        return try_validate_array_json(json, to, count, said, how);
    });
}
#endif

/** A slice from Python's start:stop:step; ZRG_OMITTED: left out. */
ZRG_NODISCARD inline zrg_status try_slice_from_bounds(std::uint64_t extent, std::int64_t start, std::int64_t stop,
                                                      std::int64_t step, slice &made,
                                                      zrg_error *error = nullptr) noexcept
{
    return zrg_slice_from_bounds(extent, start, stop, step, &made, error);
}
#if ZRG_EXCEPTIONS
inline slice slice_from_bounds(std::uint64_t extent, std::int64_t start = ZRG_OMITTED, std::int64_t stop = ZRG_OMITTED,
                               std::int64_t step = ZRG_OMITTED)
{
    return detail::ask<slice>([&](slice &to, zrg_error *said) {
        return try_slice_from_bounds(extent, start, stop, step, to, said);
    });
}
#endif

/* ==== 8. CHUNK KEYS (needed by what follows) ==== */

/** The key of a chunk, ended by a NUL; `length` is without it, and is set where the room is too small. */
ZRG_NODISCARD inline zrg_status try_key_encode(view<std::uint64_t> chunk, room<char> key, std::size_t &length,
                                               zrg_error *error = nullptr,
                                               const zrg_key_encoding &keys = key_encoding()) noexcept
{
    return zrg_key_encode(&keys, chunk.size(), chunk.data(), key.data(), key.size(), &length, error);
}
ZRG_NODISCARD inline zrg_status try_key_encode(view<std::uint64_t> chunk, std::string &key, zrg_error *error = nullptr,
                                               const zrg_key_encoding &keys = key_encoding())
{
    char bytes[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)];
    std::size_t length = 0;
    zrg_status status = try_key_encode(chunk, bytes, length, error, keys);
    if (status == ZRG_OK) key.assign(bytes, length);
    return status;
}
#if ZRG_EXCEPTIONS
inline std::string key_encode(view<std::uint64_t> chunk, const zrg_key_encoding &keys = key_encoding())
{
    return detail::ask<std::string>(
        [&](std::string &to, zrg_error *said) { return try_key_encode(chunk, to, said, keys); });
}
#endif

/* ==== 6. SELECTIONS ==== */

/**
 * One chunk's share of a selection, as a walk over parts gives it: good until the walk goes on. To come back to one,
 * keep its part() and walk from there.
 */
class part_view {
  public:
    /** Its number among the selection's parts: what read_part, segments and from_part are told. */
    std::uint64_t part() const noexcept { return part_; }
    /** The chunk's index. */
    view<std::uint64_t> chunk() const noexcept { return {chunk_, rank_}; }
    /** One for each axis of the grid. */
    view<projection> projections() const noexcept { return {projections_, rank_}; }
    /** The number of the chunk, row-major; ZRG_NONE where it does not fit. */
    std::uint64_t chunk_number() const noexcept { return about_->chunk_number; }
    /** How many elements are selected; ZRG_NONE where it does not fit. */
    std::uint64_t elements() const noexcept { return about_->elements; }
    /** How many elements the chunk decodes to; ZRG_NONE where it does not fit. */
    std::uint64_t decoded() const noexcept { return about_->decoded; }
    /** Whether it takes all of the chunk that is inside the array: a writer need not read the chunk first. */
    bool covers_data() const noexcept { return (about_->covers & ZRG_COVERS_DATA) != 0; }
    /** Whether it takes all that the chunk decodes to. */
    bool covers_declared() const noexcept { return (about_->covers & ZRG_COVERS_DECLARED) != 0; }
    /** These four as zrg.h has them. */
    const zrg_part &about() const noexcept { return *about_; }

#if ZRG_EXCEPTIONS
    /** The chunk's key. */
    std::string key(const zrg_key_encoding &keys = key_encoding()) const { return key_encode(chunk(), keys); }
    /** selection::segments of this part. */
    pages<detail::selection_pages<segment>> segments() const
    {
        return {detail::selection_pages<segment>(zrg_selection_segments, asked_, part_), 0, true, nullptr};
    }
    /** selection::read_part of this part. */
    void read(std::size_t element_size, const source &chunk, const target &out) const
    {
        detail::call([&](zrg_error *said) { return try_read(element_size, chunk, out, said); });
    }
    /** selection::write_part of this part. */
    void write(std::size_t element_size, const target &chunk, const source &in) const
    {
        detail::call([&](zrg_error *said) { return try_write(element_size, chunk, in, said); });
    }
#endif

    ZRG_NODISCARD zrg_status try_key(room<char> key, std::size_t &length, zrg_error *error = nullptr,
                                     const zrg_key_encoding &keys = key_encoding()) const noexcept
    {
        return try_key_encode(chunk(), key, length, error, keys);
    }
    ZRG_NODISCARD zrg_status try_key(std::string &key, zrg_error *error = nullptr,
                                     const zrg_key_encoding &keys = key_encoding()) const
    {
        return try_key_encode(chunk(), key, error, keys);
    }
    pages<detail::selection_pages<segment>> try_segments(zrg_error *error) const noexcept
    {
        return {detail::selection_pages<segment>(zrg_selection_segments, asked_, part_), 0, false, error};
    }
    ZRG_NODISCARD zrg_status try_read(std::size_t element_size, const source &chunk, const target &out,
                                      zrg_error *error = nullptr) const noexcept;
    ZRG_NODISCARD zrg_status try_write(std::size_t element_size, const target &chunk, const source &in,
                                       zrg_error *error = nullptr) const noexcept;

  private:
    friend class detail::part_pages;
    part_view(const zrg_selection *asked, std::size_t rank, std::uint64_t part, const zrg_part *about,
              const std::uint64_t *chunk, const projection *projections) noexcept
        : asked_(asked), rank_(rank), part_(part), about_(about), chunk_(chunk), projections_(projections)
    {
    }

    const zrg_selection *asked_;
    std::size_t rank_;
    std::uint64_t part_;
    const zrg_part *about_;
    const std::uint64_t *chunk_;
    const projection *projections_;
};

namespace detail {

inline part_view part_pages::entry(const page &of, std::size_t i) const noexcept
{
    return part_view(asked_.get(), rank_, of.first + i, of.parts + i, of.chunks + i * rank_,
                     of.projections + i * rank_);
}

/* How many axes the grid of a selection has. */
inline std::size_t rank_of(const zrg_selection *asked) noexcept
{
    zrg_grid *planned_on = nullptr;
    if (zrg_selection_grid(asked, &planned_on, nullptr) != ZRG_OK) return 0;
    return zrg_grid_rank(handle<zrg_grid>(planned_on).get());
}

/* Strides are read without being counted: here they are. */
template <class Pointer>
zrg_status check_result_strides(const zrg_selection *asked, const memory<Pointer> &result, zrg_error *said) noexcept
{
    std::size_t axes = zrg_selection_rank(asked);
    if (asked && !result.fits(axes))
        return refuse(said, ZRG_ERROR_RANK, "the result", result.stride_count(), "strides, where its rank is", axes);
    return ZRG_OK; /* without a selection the call itself says so */
}
template <class A, class B>
zrg_status check_strides(const zrg_selection *asked, std::size_t rank, const memory<A> &chunk, const memory<B> &result,
                         zrg_error *said) noexcept
{
    if (!chunk.fits(rank))
        return refuse(said, ZRG_ERROR_RANK, "chunk", chunk.stride_count(), "strides, where the rank is", rank);
    return check_result_strides(asked, result, said);
}

inline zrg_status read_part(const zrg_selection *asked, std::size_t rank, std::uint64_t part, std::size_t element_size,
                            const source &chunk, const target &out, zrg_error *said) noexcept
{
    zrg_status status = check_strides(asked, rank, chunk, out, said);
    if (status != ZRG_OK) return status;
    return zrg_selection_read_part(asked, part, element_size, chunk.data(), chunk.size(), chunk.start(),
                                   chunk.strides(), out.data(), out.size(), out.start(), out.strides(), said);
}

inline zrg_status fill_part(const zrg_selection *asked, std::uint64_t part, const void *fill, std::size_t element_size,
                            const target &out, zrg_error *said) noexcept
{
    zrg_status status = check_result_strides(asked, out, said);
    if (status != ZRG_OK) return status;
    return zrg_selection_fill_part(asked, part, fill, element_size, out.data(), out.size(), out.start(), out.strides(),
                                   said);
}

inline zrg_status write_part(const zrg_selection *asked, std::size_t rank, std::uint64_t part, std::size_t element_size,
                             const target &chunk, const source &in, zrg_error *said) noexcept
{
    zrg_status status = check_strides(asked, rank, chunk, in, said);
    if (status != ZRG_OK) return status;
    return zrg_selection_write_part(asked, part, element_size, in.data(), in.size(), in.start(),
                                    in.strides(), chunk.data(), chunk.size(), chunk.start(), chunk.strides(), said);
}

} // namespace detail

inline zrg_status part_view::try_read(std::size_t element_size, const source &chunk, const target &out,
                                      zrg_error *error) const noexcept
{
    return detail::read_part(asked_, rank_, part_, element_size, chunk, out, error);
}

inline zrg_status part_view::try_write(std::size_t element_size, const target &chunk, const source &in,
                                       zrg_error *error) const noexcept
{
    return detail::write_part(asked_, rank_, part_, element_size, chunk, in, error);
}

/** What a caller asks for, planned on a grid. Immutable; copies share it. It holds on to its grid. */
class selection {
  public:
    /** None yet: calls say ZRG_ERROR_NULL. */
    selection() noexcept : rank_(0) {}
    /** Takes over a handle. */
    explicit selection(zrg_selection *owned) noexcept : handle_(owned), rank_(owned ? detail::rank_of(owned) : 0) {}
    explicit operator bool() const noexcept { return handle_.get() != nullptr; }
    /** For the calls of zrg.h; it stays this selection's. */
    const zrg_selection *get() const noexcept { return handle_.get(); }
    /** The handle, to be freed by the caller; none is left. */
    zrg_selection *release() noexcept { return handle_.release(); }
    /** What copying does, for those who want to see it fail. */
    ZRG_NODISCARD zrg_status try_clone(selection &same, zrg_error *error = nullptr) const noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(zrg_selection_clone(get(), &fresh, error), fresh, rank_, same);
    }

#if ZRG_EXCEPTIONS
    /** One slice for each axis: `{{12, 8, 1}, {18, 14, 1}}`. */
    static selection from_slices(const zrg::grid &on, view<slice> slices)
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_from_slices(on, slices, to, said); });
    }
    /** The same with a list of indices for one axis; flags: 0 or ZRG_INDEX_WRAP. */
    selection with_indices(std::size_t axis, view<std::int64_t> indices, std::uint32_t flags = 0) const
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_with_indices(axis, indices, flags, to, said); });
    }
    /** The same with a mask for one axis: bytes that are 0 or 1, or bools (std::vector<bool> has none to point at). */
    selection with_mask(std::size_t axis, view<std::uint8_t> mask) const
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_with_mask(axis, mask, to, said); });
    }
    /** The same with a mask of `length` bits, the least significant first. */
    selection with_bits(std::size_t axis, std::uint64_t length, view<std::uint8_t> bits) const
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_with_bits(axis, length, bits, to, said); });
    }
    /** Points: `rank` numbers a point, one point after the other. */
    static selection from_points(const zrg::grid &on, view<std::int64_t> points, std::uint32_t flags = 0)
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_from_points(on, points, flags, to, said); });
    }
    /** The same in any layout: entries from one point, and from one axis, to the next. */
    static selection from_points(const zrg::grid &on, std::size_t count, std::ptrdiff_t point_stride,
                                 std::ptrdiff_t axis_stride, view<std::int64_t> points, std::uint32_t flags = 0)
    {
        return detail::ask<selection>([&](selection &to, zrg_error *said) {
            return try_from_points(on, count, point_stride, axis_stride, points, flags, to, said);
        });
    }
    /** The elements where a mask over the whole array is 1. */
    static selection from_mask(const zrg::grid &on, view<std::uint8_t> mask)
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_from_mask(on, mask, to, said); });
    }
    /** What a part of a selection of shards selects of its shard, by the shard's inner chunks. */
    static selection from_part(const selection &outer, std::uint64_t part, view<std::uint64_t> inner_shape)
    {
        return detail::ask<selection>(
            [&](selection &to, zrg_error *said) { return try_from_part(outer, part, inner_shape, to, said); });
    }
#endif

    ZRG_NODISCARD static zrg_status try_from_slices(const zrg::grid &on, view<slice> slices, selection &made,
                                                    zrg_error *error = nullptr) noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(zrg_selection_from_slices(on.get(), slices.size(), slices.data(), &fresh, error), fresh, on.rank(),
                    made);
    }
    ZRG_NODISCARD zrg_status try_with_indices(std::size_t axis, view<std::int64_t> indices, std::uint32_t flags,
                                              selection &made, zrg_error *error = nullptr) const noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(
            zrg_selection_with_indices(get(), axis, indices.data(), indices.size(), flags, &fresh, error), fresh,
            rank_, made);
    }
    ZRG_NODISCARD zrg_status try_with_mask(std::size_t axis, view<std::uint8_t> mask, selection &made,
                                           zrg_error *error = nullptr) const noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(zrg_selection_with_mask(get(), axis, mask.data(), mask.size(), &fresh, error), fresh, rank_, made);
    }
    ZRG_NODISCARD zrg_status try_with_bits(std::size_t axis, std::uint64_t length, view<std::uint8_t> bits,
                                           selection &made, zrg_error *error = nullptr) const noexcept
    {
        if (bits.size() < length / 8 + (length % 8 > 0))
            return detail::refuse(error, ZRG_ERROR_CAPACITY, "bits", bits.size(), "bytes, fewer than",
                                  length / 8 + (length % 8 > 0));
        zrg_selection *fresh = nullptr;
        return keep(zrg_selection_with_bits(get(), axis, bits.data(), 0, length, 0, &fresh, error), fresh, rank_, made);
    }
    ZRG_NODISCARD static zrg_status try_from_points(const zrg::grid &on, view<std::int64_t> points, std::uint32_t flags,
                                                    selection &made, zrg_error *error = nullptr) noexcept
    {
        std::size_t n = on.rank(), count = n > 0 ? points.size() / n : 0;
        if (count * n != points.size())
            return detail::refuse(error, ZRG_ERROR_RANK, "points", points.size(), "entries, no multiple of", n);
        return try_from_points(on, count, static_cast<std::ptrdiff_t>(n), 1, points, flags, made, error);
    }
    ZRG_NODISCARD static zrg_status try_from_points(const zrg::grid &on, std::size_t count, std::ptrdiff_t point_stride,
                                                    std::ptrdiff_t axis_stride, view<std::int64_t> points,
                                                    std::uint32_t flags, selection &made,
                                                    zrg_error *error = nullptr) noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(zrg_selection_from_points(on.get(), on.rank(), count, point_stride, axis_stride, points.data(),
                                              points.size(), flags, &fresh, error),
                    fresh, on.rank(), made);
    }
    ZRG_NODISCARD static zrg_status try_from_mask(const zrg::grid &on, view<std::uint8_t> mask, selection &made,
                                                  zrg_error *error = nullptr) noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(zrg_selection_from_mask(on.get(), mask.data(), mask.size(), &fresh, error), fresh, on.rank(), made);
    }
    ZRG_NODISCARD static zrg_status try_from_part(const selection &outer, std::uint64_t part,
                                                  view<std::uint64_t> inner_shape, selection &made,
                                                  zrg_error *error = nullptr) noexcept
    {
        zrg_selection *fresh = nullptr;
        return keep(
            zrg_selection_inner(outer.get(), part, inner_shape.size(), inner_shape.data(), &fresh, error), fresh,
            outer.rank_, made);
    }

    /** The number of axes of the grid. (shape().size() is that of the result.) */
    std::size_t rank() const noexcept { return get() ? rank_ : 0; }

#if ZRG_EXCEPTIONS
    /** The grid that it is planned on: from from_part(), that of the inner chunks. */
    zrg::grid grid() const
    {
        return detail::ask<zrg::grid>([&](zrg::grid &to, zrg_error *said) { return try_grid(to, said); });
    }
    /** The shape of the result. */
    index shape() const
    {
        return detail::ask<index>([&](index &to, zrg_error *said) {
            std::size_t axes;
            return try_shape(to, axes, said);
        });
    }
    /** The number of parts. */
    std::uint64_t count() const
    {
        return detail::ask<std::uint64_t>([&](std::uint64_t &to, zrg_error *said) { return try_count(to, said); });
    }
    /** For each axis of the grid, how many of its chunks are touched. */
    index axis_counts() const
    {
        return detail::ask<index>([&](index &to, zrg_error *said) { return try_axis_counts(to, said); });
    }
    /** All parts in row-major chunk order, or those from `first` up to, but without, `past`: a share of split(). */
    pages<detail::part_pages> parts(std::uint64_t first = 0, std::uint64_t past = ZRG_NONE) const
    {
        return {detail::part_pages(get(), rank(), past), first, true, nullptr};
    }
    /** A page of them: up to `capacity` parts and chunk indices, `rank` projections for each; how many there were. */
    std::size_t parts(std::uint64_t first, std::size_t capacity, room<zrg_part> parts, room<std::uint64_t> chunks,
                      room<projection> projections) const
    {
        return detail::ask<std::size_t>([&](std::size_t &to, zrg_error *said) {
            return try_parts(first, capacity, parts, chunks, projections, to, said);
        });
    }
    /** The list of an axis that has one (indices, a mask, points), or its entries from `first` on. */
    pages<detail::list_pages> list(std::size_t axis, std::uint64_t first = 0) const
    {
        return {detail::list_pages(get(), axis), first, true, nullptr};
    }
    /** A page of it: up to `capacity` entries. */
    std::size_t list(std::size_t axis, std::uint64_t first, std::size_t capacity, room<std::uint64_t> within,
                     room<std::uint64_t> out) const
    {
        return detail::ask<std::size_t>([&](std::size_t &to, zrg_error *said) {
            return try_list(axis, first, capacity, within, out, to, said);
        });
    }
    /** The part that is a chunk's share; ZRG_NONE where the chunk is not touched. */
    std::uint64_t find(view<std::uint64_t> chunk) const
    {
        return detail::ask<std::uint64_t>(
            [&](std::uint64_t &to, zrg_error *said) { return try_find(chunk, to, said); });
    }
    /** The segments of a part, or those from `first` on. */
    pages<detail::selection_pages<segment>> segments(std::uint64_t part, std::uint64_t first = 0) const
    {
        return {segments_of(part), first, true, nullptr};
    }
    std::size_t segments(std::uint64_t part, std::uint64_t first, room<segment> segments) const
    {
        return detail::ask<std::size_t>(
            [&](std::size_t &to, zrg_error *said) { return try_segments(part, first, segments, to, said); });
    }
    /** Bounds of shares: share w is parts(bounds[w], bounds[w + 1]). by: ZRG_SPLIT_PARTS or ZRG_SPLIT_ELEMENTS */
    std::vector<std::uint64_t> split(std::size_t shares, std::uint32_t by = ZRG_SPLIT_PARTS) const
    {
        std::vector<std::uint64_t> bounds(shares + 1);
        detail::call([&](zrg_error *said) { return try_split(by, shares, bounds, said); });
        return bounds;
    }
    /** The chunks as ranges of chunk numbers, from number `first` on, joined across gaps of up to `gap` chunks. */
    pages<detail::selection_pages<range>> ranges(std::uint64_t gap = 0, std::uint64_t first = 0) const
    {
        return {ranges_of(gap), first, true, nullptr};
    }
    std::size_t ranges(std::uint64_t gap, std::uint64_t first, room<range> ranges) const
    {
        return detail::ask<std::size_t>(
            [&](std::size_t &to, zrg_error *said) { return try_ranges(gap, first, ranges, to, said); });
    }
#endif

    ZRG_NODISCARD zrg_status try_grid(zrg::grid &made, zrg_error *error = nullptr) const noexcept
    {
        zrg_grid *fresh = nullptr;
        zrg_status status = zrg_selection_grid(get(), &fresh, error);
        if (status == ZRG_OK) made = zrg::grid(fresh);
        return status;
    }
    ZRG_NODISCARD zrg_status try_shape(room<std::uint64_t> shape, std::size_t &axes,
                                       zrg_error *error = nullptr) const noexcept
    {
        std::size_t needed = zrg_selection_rank(get());
        zrg_status status = detail::reserve(needed, error, {{"shape", shape}});
        if (status == ZRG_OK) status = zrg_selection_shape(get(), needed, shape.data(), error);
        if (status == ZRG_OK) axes = needed;
        return detail::filled(status, needed, shape);
    }
    ZRG_NODISCARD zrg_status try_count(std::uint64_t &parts, zrg_error *error = nullptr) const noexcept
    {
        return zrg_selection_part_count(get(), &parts, error);
    }
    ZRG_NODISCARD zrg_status try_axis_counts(room<std::uint64_t> projections, zrg_error *error = nullptr) const noexcept
    {
        zrg_status status = detail::reserve(rank(), error, {{"projections", projections}});
        if (status == ZRG_OK) status = zrg_selection_projection_counts(get(), rank(), projections.data(), error);
        return detail::filled(status, rank(), projections);
    }
    pages<detail::part_pages> try_parts(zrg_error *error, std::uint64_t first = 0,
                                        std::uint64_t past = ZRG_NONE) const noexcept
    {
        return {detail::part_pages(get(), rank(), past), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_parts(std::uint64_t first, std::size_t capacity, room<zrg_part> parts,
                                       room<std::uint64_t> chunks, room<projection> projections, std::size_t &count,
                                       zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = detail::product(capacity, rank());
        zrg_status status = detail::reserve(capacity, error, {{"parts", parts}});
        if (status == ZRG_OK)
            status = detail::reserve(n, error, {{"chunks", chunks}, {"projections", projections}});
        if (status == ZRG_OK)
            status = zrg_selection_parts(get(), rank(), first, parts.data(), chunks.data(), projections.data(),
                                         capacity, &count, error);
        return detail::filled(status, status == ZRG_OK ? count * rank() : 0, chunks);
    }
    pages<detail::list_pages> try_list(std::size_t axis, zrg_error *error, std::uint64_t first = 0) const noexcept
    {
        return {detail::list_pages(get(), axis), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_list(std::size_t axis, std::uint64_t first, std::size_t capacity,
                                      room<std::uint64_t> within, room<std::uint64_t> out, std::size_t &count,
                                      zrg_error *error = nullptr) const noexcept
    {
        zrg_status status = detail::reserve(capacity, error, {{"within", within}, {"out", out}});
        if (status == ZRG_OK)
            status = zrg_selection_axis_list(get(), axis, first, within.data(), out.data(), capacity, &count, error);
        return detail::filled(status, status == ZRG_OK ? count : 0, within, out);
    }
    ZRG_NODISCARD zrg_status try_find(view<std::uint64_t> chunk, std::uint64_t &part,
                                      zrg_error *error = nullptr) const noexcept
    {
        return zrg_selection_find_part(get(), chunk.size(), chunk.data(), &part, error);
    }
    pages<detail::selection_pages<segment>> try_segments(std::uint64_t part, zrg_error *error,
                                                         std::uint64_t first = 0) const noexcept
    {
        return {segments_of(part), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_segments(std::uint64_t part, std::uint64_t first, room<segment> segments,
                                          std::size_t &count, zrg_error *error = nullptr) const noexcept
    {
        return zrg_selection_segments(get(), part, first, segments.data(), segments.size(), &count, error);
    }
    ZRG_NODISCARD zrg_status try_split(std::uint32_t by, std::size_t shares, room<std::uint64_t> bounds,
                                       zrg_error *error = nullptr) const noexcept
    {
        std::size_t n = shares < static_cast<std::size_t>(-1) ? shares + 1 : shares;
        zrg_status status = detail::reserve(n, error, {{"bounds", bounds}});
        if (status == ZRG_OK) status = zrg_selection_split(get(), shares, by, bounds.data(), error);
        return detail::filled(status, n, bounds);
    }
    pages<detail::selection_pages<range>> try_ranges(std::uint64_t gap, zrg_error *error,
                                                     std::uint64_t first = 0) const noexcept
    {
        return {ranges_of(gap), first, false, error};
    }
    ZRG_NODISCARD zrg_status try_ranges(std::uint64_t gap, std::uint64_t first, room<range> ranges, std::size_t &count,
                                        zrg_error *error = nullptr) const noexcept
    {
        std::uint64_t next = 0;
        return zrg_selection_chunk_ranges(get(), gap, first, ranges.data(), ranges.size(), &count, &next, error);
    }

    /* ==== 7. MOVING DATA ==== */

#if ZRG_EXCEPTIONS
    /**
     * Moves the elements of a part out of its decoded chunk into the result. A missing chunk is
     * source::everywhere(fill value).
     */
    void read_part(std::uint64_t part, std::size_t element_size, const source &chunk, const target &out) const
    {
        detail::call([&](zrg_error *said) { return try_read_part(part, element_size, chunk, out, said); });
    }
    /** Sets the elements of a part in the result to one element: what read_part does for a chunk that is missing. */
    void fill_part(std::uint64_t part, const void *fill, std::size_t element_size, const target &out) const
    {
        detail::call([&](zrg_error *said) { return try_fill_part(part, fill, element_size, out, said); });
    }
    /** Moves the elements of a part out of what is to be written into its chunk. */
    void write_part(std::uint64_t part, std::size_t element_size, const target &chunk, const source &in) const
    {
        detail::call([&](zrg_error *said) { return try_write_part(part, element_size, chunk, in, said); });
    }
#endif

    ZRG_NODISCARD zrg_status try_read_part(std::uint64_t part, std::size_t element_size, const source &chunk,
                                           const target &out, zrg_error *error = nullptr) const noexcept
    {
        return detail::read_part(get(), rank(), part, element_size, chunk, out, error);
    }
    ZRG_NODISCARD zrg_status try_fill_part(std::uint64_t part, const void *fill, std::size_t element_size,
                                           const target &out, zrg_error *error = nullptr) const noexcept
    {
        return detail::fill_part(get(), part, fill, element_size, out, error);
    }
    ZRG_NODISCARD zrg_status try_write_part(std::uint64_t part, std::size_t element_size, const target &chunk,
                                            const source &in, zrg_error *error = nullptr) const noexcept
    {
        return detail::write_part(get(), rank(), part, element_size, chunk, in, error);
    }

  private:
    selection(zrg_selection *owned, std::size_t rank) noexcept : handle_(owned), rank_(rank) {}
    /* By reference: what the call beside it writes. */
    static zrg_status keep(zrg_status status, zrg_selection *const &fresh, std::size_t rank, selection &made) noexcept
    {
        if (status == ZRG_OK) made = selection(fresh, rank);
        return status;
    }
    detail::selection_pages<segment> segments_of(std::uint64_t part) const noexcept
    {
        return {zrg_selection_segments, get(), part};
    }
    detail::selection_pages<range> ranges_of(std::uint64_t gap) const noexcept
    {
        return {zrg_selection_chunk_ranges, get(), gap};
    }

    detail::handle<zrg_selection> handle_;
    std::size_t rank_;
};

} // namespace zrg

#endif /* ZRG_HPP */
