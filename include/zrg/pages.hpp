/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file pages.hpp
 * The handles that grids and selections own; and their long answers, walked with range-for, which hold on to one.
 */
#ifndef ZRG_PAGES_HPP
#define ZRG_PAGES_HPP

#include <zrg/error.hpp>

#include <iterator>
#include <type_traits>

namespace zrg {

namespace detail {

inline zrg_status clone(const zrg_grid *from, zrg_grid **same) noexcept { return zrg_grid_clone(from, same, nullptr); }
inline zrg_status clone(const zrg_selection *from, zrg_selection **same) noexcept
{
    return zrg_selection_clone(from, same, nullptr);
}
inline void end_handle(zrg_grid *owned) noexcept { zrg_grid_free(owned); }
inline void end_handle(zrg_selection *owned) noexcept { zrg_selection_free(owned); }

} // namespace detail

/**
 * One handle of zrg.h, or none. Copying makes one more of the same thing, moving leaves none. Calls on none say
 * ZRG_ERROR_NULL. (So do those on a copy where zrg.h makes no more handles: behind 2^63 - 1 of them.)
 */
template <class T> class handle {
  public:
    handle() noexcept : owned_(nullptr) {}
    /** Takes over a handle of zrg.h. */
    explicit handle(T *owned) noexcept : owned_(owned) {}
    handle(handle &&other) noexcept : owned_(other.release()) {}
    handle(const handle &other) noexcept : owned_(nullptr)
    {
        if (!other.owned_ || detail::clone(other.owned_, &owned_) != ZRG_OK) owned_ = nullptr;
    }
    handle &operator=(handle other) noexcept
    {
        std::swap(owned_, other.owned_);
        return *this;
    }
    ~handle() { detail::end_handle(owned_); }

    explicit operator bool() const noexcept { return owned_ != nullptr; }
    /** For the calls of zrg.h; it stays this object's. */
    const T *get() const noexcept { return owned_; }
    /** The handle, to be freed by the caller; none is left. */
    T *release() noexcept
    {
        T *given = owned_;
        owned_ = nullptr;
        return given;
    }
    /** Where a call of zrg.h may put a new handle; the old one is freed. */
    T **receive() noexcept
    {
        detail::end_handle(release());
        return &owned_;
    }

  private:
    T *owned_;
};

namespace detail {

/* An iterator over the pages of a Source, which has
 *
 *     item     what is walked
 *     page     memory for a page of it: show(i) is its item i
 *     read     fills a page from `next` on, counts its items, and moves `next` behind them
 *
 * The walk ends with a page of none: a short one may stand before an error. A page that cannot be had is thrown, or is
 * the walk's last entry, without an item. */
template <class Mode, class Source> class walk {
  public:
    using iterator_category = std::input_iterator_tag;
    using item = typename Source::item;
    using reference = typename Mode::template entry<item>;
    using pointer = typename std::remove_reference<reference>::type *;
    using value_type = typename std::decay<reference>::type;
    using difference_type = std::ptrdiff_t;

    /** The end of any walk. */
    walk() noexcept : from_(nullptr), next_(0), at_(0), count_(0) {}

    reference operator*() const
    {
        shown_.entry_ = &page_.show(at_);
        shown_.error_ = &said_;
        return Mode::show(shown_);
    }
    pointer operator->() const { return &**this; }
    walk &operator++()
    {
        if (++at_ == count_) turn();
        return *this;
    }
    walk operator++(int)
    {
        walk before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const walk &a, const walk &b) noexcept
    {
        return a.from_ == b.from_ && (!a.from_ || (a.next_ == b.next_ && a.count_ - a.at_ == b.count_ - b.at_));
    }
    friend bool operator!=(const walk &a, const walk &b) noexcept { return !(a == b); }

    /** The first entry, if there is any. */
    walk(const Source *from, std::uint64_t first) : from_(from), next_(first), at_(0), count_(0)
    {
        said_.code = ZRG_OK;
        turn();
    }

  private:
    void turn()
    {
        at_ = count_ = 0;
        if (said_.code == ZRG_OK && from_->read(page_, next_, count_, &said_) != ZRG_OK) {
            static_cast<void>(Mode::give(said_.code, said_)); // where it throws, the walk is over
            count_ = 1; // an entry that has the error
        }
        if (count_ == 0) from_ = nullptr;
    }

    const Source *from_; /* nullptr at the end */
    std::uint64_t next_;
    std::size_t at_, count_;
    zrg_error said_;
    mutable typename Source::page page_;
    mutable expected<const item &> shown_;
};

} // namespace detail

/**
 * A long answer. It owns a handle of what it asks, so that it may outlive the object that it was made from; its
 * iterators point into it. They are input iterators: what one gives is good until it is moved or ends.
 */
template <class Mode, class Source> class pages {
  public:
    using iterator = detail::walk<Mode, Source>;
    using const_iterator = iterator;

    iterator begin() const { return iterator(&source_, first_); }
    iterator end() const noexcept { return iterator(); }

    /** Made by the calls of grid and selection. */
    pages(Source source, std::uint64_t first) noexcept : source_(std::move(source)), first_(first) {}

  private:
    Source source_;
    std::uint64_t first_;
};

namespace detail {

enum { PAGE = 64 };

/* What the calls have in common that write an array of items, and take one thing beside the handle. */
template <class Handle, class About, class Item> class items {
  public:
    using item = Item;
    struct page {
        Item items[PAGE];
        const Item &show(std::size_t i) const noexcept { return items[i]; }
    };
    /* A call whose entry i is number `first` + i, and one that says where its next page starts. */
    using counted = zrg_status (*)(const Handle *, About, std::uint64_t, Item *, std::size_t, std::size_t *,
                                   zrg_error *);
    using continued = zrg_status (*)(const Handle *, About, std::uint64_t, Item *, std::size_t, std::size_t *,
                                     std::uint64_t *, zrg_error *);

    items(counted call, const handle<Handle> &asked, About about) noexcept
        : counted_(call), continued_(nullptr), asked_(asked), about_(about)
    {
    }
    items(continued call, const handle<Handle> &asked, About about) noexcept
        : counted_(nullptr), continued_(call), asked_(asked), about_(about)
    {
    }
    zrg_status read(page &to, std::uint64_t &next, std::size_t &count, zrg_error *error) const noexcept
    {
        std::uint64_t after = next;
        zrg_status status = continued_ ? continued_(asked_.get(), about_, next, to.items, PAGE, &count, &after, error)
                                       : counted_(asked_.get(), about_, next, to.items, PAGE, &count, error);
        if (status == ZRG_OK) next = continued_ ? after : next + count;
        return status;
    }

  private:
    counted counted_;
    continued continued_;
    handle<Handle> asked_;
    About about_;
};

} // namespace detail

} // namespace zrg

#endif /* ZRG_PAGES_HPP */
