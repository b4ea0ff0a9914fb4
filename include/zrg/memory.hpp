/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file memory.hpp
 * What the calls of zrg.hpp take and give: numbers by axis, memory to read and to write, arrays of elements.
 *
 * input, json_text, input_lists, one_element, elements and const_elements are for arguments alone: made in a call out
 * of what the caller has, and gone after it. They cannot be copied, so none outlives a temporary that it was made of.
 */
#ifndef ZRG_MEMORY_HPP
#define ZRG_MEMORY_HPP

#include <zrg/error.hpp>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

namespace zrg {

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

/* What may be read of a container, or written through an argument of type C &&. A temporary may be written where it
 * owns nothing, as std::span: what such a type points at can be written even if the object itself is const. */
template <class C> using readable = typename std::remove_cv<typename contents<const C>::type>::type;
template <class C>
using writable = typename contents<typename std::conditional<std::is_lvalue_reference<C>::value,
                                                             typename std::remove_reference<C>::type,
                                                             const C>::type>::type;

/* One type where the condition holds. */
template <bool Condition> using only_if = typename std::enable_if<Condition>::type;

} // namespace detail

/** Memory that a call gives out. It points into its owner, and is good as long as that is. */
template <class T> class view {
  public:
    view(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}

    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    const T *begin() const noexcept { return data_; }
    const T *end() const noexcept { return data_ + size_; }
    const T &operator[](std::size_t i) const noexcept { return data_[i]; }

  private:
    const T *data_;
    std::size_t size_;
};

/** Memory that a call reads: a container with data() and size(), a C array, a braced list, or pointer and size. */
template <class T> class input : public view<T> {
  public:
    input(const T *data, std::size_t size) noexcept : view<T>(data, size) {}
    input(std::initializer_list<T> list) noexcept : view<T>(list.begin(), list.size()) {}
    template <class U, std::size_t N, class = detail::only_if<detail::passes_as<U, T>::value>>
    input(const U (&array)[N]) noexcept : view<T>(reinterpret_cast<const T *>(array), N)
    {
    }
    template <class C, class = detail::only_if<detail::passes_as<detail::readable<C>, T>::value>>
    input(const C &container) noexcept
        : view<T>(reinterpret_cast<const T *>(container.data()), static_cast<std::size_t>(container.size()))
    {
    }
    input(input &&) noexcept = default;
};

/** Unsigned numbers where indices or points are asked for, which may be negative: the same, without ZRG_INDEX_WRAP. */
inline input<std::int64_t> as_signed(input<std::uint64_t> numbers) noexcept
{
    return {reinterpret_cast<const std::int64_t *>(numbers.data()), numbers.size()};
}

/** Memory that a call writes: a container, a C array, or pointer and size; nullptr where an answer is not wanted. */
template <class T> class output {
  public:
    output(std::nullptr_t) noexcept : data_(nullptr), size_(0) {}
    output(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class U, std::size_t N, class = detail::only_if<detail::passes_as<U, T>::value>>
    output(U (&array)[N]) noexcept : data_(reinterpret_cast<T *>(array)), size_(N)
    {
    }
    /** It is not resized: one that is too small is ZRG_ERROR_CAPACITY. */
    template <class C, class = detail::only_if<detail::passes_as<detail::writable<C>, T>::value>>
    output(C &&container) noexcept
        : data_(reinterpret_cast<T *>(container.data())), size_(static_cast<std::size_t>(container.size()))
    {
    }

    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    T *data_;
    std::size_t size_;
};

/** JSON to be read: a string up to its NUL; std::string, std::string_view or a container of bytes; pointer and size. */
class json_text : public view<char> {
  public:
    json_text(const char *string) noexcept : view(string, string ? std::strlen(string) : 0) {}
    json_text(const char *data, std::size_t size) noexcept : view(data, size) {}
    template <class C, class = detail::only_if<sizeof(detail::readable<C>) == 1>>
    json_text(const C &container) noexcept
        : view(reinterpret_cast<const char *>(container.data()), static_cast<std::size_t>(container.size()))
    {
    }
    json_text(json_text &&) noexcept = default;
};

/** A list for each axis: nested braces, or a container of containers. They are copied together. */
template <class T> class input_lists {
  public:
    input_lists(std::initializer_list<input<T>> axes)
    {
        for (const input<T> &axis : axes) add(axis);
    }
    template <class C, class = detail::only_if<
                           std::is_convertible<decltype(*std::begin(std::declval<const C &>())), input<T>>::value>>
    input_lists(const C &axes)
    {
        for (const auto &axis : axes) add(input<T>(axis));
    }
    input_lists(input_lists &&) noexcept = default;

    std::size_t size() const noexcept { return counts_.size(); }
    /** How many entries each axis has; and all of them, one axis after the other. */
    const std::size_t *counts() const noexcept { return counts_.data(); }
    const std::vector<T> &entries() const noexcept { return entries_; }

  private:
    void add(const input<T> &axis)
    {
        counts_.push_back(axis.size());
        for (const T &entry : axis) entries_.push_back(entry);
    }

    std::vector<std::size_t> counts_;
    std::vector<T> entries_;
};

/**
 * A number for each axis, held in place: an index, an origin, a shape. There are at most ZRG_MAX_RANK: more of them
 * throw ZRG_ERROR_LIMIT, or end a program that is built without exceptions.
 */
class index {
  public:
    index() noexcept : size_(0) {}
    index(std::initializer_list<std::uint64_t> list) : size_(0) { copy(list.begin(), fitting(list.size())); }
    template <class C, class = detail::only_if<detail::passes_as<detail::readable<C>, std::uint64_t>::value>>
    index(const C &container) : size_(0)
    {
        copy(container.data(), fitting(static_cast<std::size_t>(container.size())));
    }
    index(const index &other) noexcept : size_(0) { copy(other.entries_, other.size_); }
    index &operator=(const index &other) noexcept
    {
        copy(other.entries_, other.size_);
        return *this;
    }
    /** So many entries, of which the new ones are 0; returns the first. */
    std::uint64_t *resize(std::size_t size)
    {
        std::size_t i = size_;
        size_ = fitting(size);
        while (i < size_) entries_[i++] = 0;
        return entries_;
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const std::uint64_t *data() const noexcept { return entries_; }
    std::uint64_t *data() noexcept { return entries_; }
    const std::uint64_t *begin() const noexcept { return entries_; }
    const std::uint64_t *end() const noexcept { return entries_ + size_; }
    const std::uint64_t &operator[](std::size_t axis) const noexcept { return entries_[axis]; }
    std::uint64_t &operator[](std::size_t axis) noexcept { return entries_[axis]; }

    friend bool operator==(const index &a, const index &b) noexcept
    {
        return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
    }
    friend bool operator!=(const index &a, const index &b) noexcept { return !(a == b); }
    /** As words are ordered; of one rank, row-major. */
    friend bool operator<(const index &a, const index &b) noexcept
    {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    static std::size_t fitting(std::size_t size)
    {
        if (size > ZRG_MAX_RANK)
            detail::throw_or_abort(detail::fault(ZRG_ERROR_LIMIT, "index", size, "entries, more than", ZRG_MAX_RANK));
        return size;
    }
    void copy(const void *entries, std::size_t size) noexcept
    {
        size_ = size;
        if (size > 0) std::memmove(entries_, entries, size * sizeof *entries_);
    }

    std::size_t size_;
    std::uint64_t entries_[ZRG_MAX_RANK];
};

/** One element: a value of the elements' own type, or pointer and bytes. 1.5 is a double, and no fill of floats. */
class one_element {
  public:
    one_element(const void *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class T, class = detail::only_if<std::is_trivially_copyable<T>::value && !std::is_pointer<T>::value &&
                                               !std::is_array<T>::value && !std::is_same<T, std::nullptr_t>::value>>
    one_element(const T &value) noexcept : data_(&value), size_(sizeof value)
    {
    }
    one_element(one_element &&) noexcept = default;

    const void *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    const void *data_;
    std::size_t size_;
};

/**
 * An array of elements that a call reads (const_elements) or writes (elements): a container, a C array, or pointer and
 * bytes; in C order unless strided. Where its type says how large an element is, that must be the call's
 * `element_size`; containers of bytes hold elements of any size.
 */
template <class Void> class basic_elements {
  public:
    basic_elements(Void *data, std::size_t size) noexcept : basic_elements(data, size, 0) {}
    template <class U, std::size_t N, class = detail::only_if<std::is_convertible<U *, Void *>::value>>
    basic_elements(U (&array)[N]) noexcept : basic_elements(array, sizeof array, size_of<U>())
    {
    }
    template <class C, class U = detail::writable<C>,
              class = detail::only_if<std::is_convertible<U *, Void *>::value>>
    basic_elements(C &&container) noexcept
        : basic_elements(container.data(), container.size() * sizeof(U), size_of<U>())
    {
    }
    basic_elements(basic_elements &&) noexcept = default;

    /** One element that stands everywhere: to write one value into all that a part selects. */
    static basic_elements everywhere(one_element value) noexcept
    {
        static const std::int64_t zeros[ZRG_MAX_RANK] = {0};
        return basic_elements(value.data(), value.size(), value.size()).strided({zeros, ANY_RANK});
    }
    /** Bytes from one element to the next on each axis, and where element (0, ..., 0) lies. */
    basic_elements strided(input<std::int64_t> strides, std::int64_t start = 0) && noexcept
    {
        static const std::int64_t none = 0; // rank 0 has no strides, and is strided all the same
        strides_ = strides.size() > 0 ? strides.data() : &none;
        stride_count_ = strides.size();
        start_ = start;
        return std::move(*this);
    }

    Void *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    std::int64_t start() const noexcept { return start_; }
    /** nullptr: C order. */
    const std::int64_t *strides() const noexcept { return strides_; }
    /** ZRG_OK, or what is wrong with it for elements of a size in an array of a rank. */
    zrg_status suits(const char *name, std::size_t element_size, std::size_t rank, zrg_error *error) const noexcept
    {
        if (element_size_ != 0 && element_size_ != element_size)
            return detail::refuse(error, ZRG_ERROR_ARGUMENT, name, element_size_,
                                  "bytes an element, where element_size is", element_size);
        if (strides_ && stride_count_ != ANY_RANK && stride_count_ != rank)
            return detail::refuse(error, ZRG_ERROR_RANK, name, stride_count_, "strides, where its rank is", rank);
        return ZRG_OK;
    }

  private:
    static constexpr std::size_t ANY_RANK = static_cast<std::size_t>(-1);
    /* Bytes of an element of a container or array of U; 0 where single bytes may hold elements of any size. */
    template <class U> static constexpr std::size_t size_of() noexcept
    {
        using element = typename std::remove_all_extents<U>::type;
        static_assert(std::is_trivially_copyable<element>::value, "elements are moved as bytes");
        return sizeof(element) == 1 ? 0 : sizeof(element);
    }
    basic_elements(Void *data, std::size_t size, std::size_t element_size) noexcept
        : data_(data), size_(size), element_size_(element_size), start_(0), strides_(nullptr), stride_count_(0)
    {
    }

    Void *data_;
    std::size_t size_, element_size_;
    std::int64_t start_;
    const std::int64_t *strides_;
    std::size_t stride_count_;
};

using const_elements = basic_elements<const void>;
using elements = basic_elements<void>;

} // namespace zrg

#endif /* ZRG_MEMORY_HPP */
