/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file handle.hpp
 * Owns one handle of zrg.h, or none: what grid and selection have in common.
 */
#ifndef ZRG_HANDLE_HPP
#define ZRG_HANDLE_HPP

#include <zrg/zrg.h>

#include <utility>

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
 * Copying makes one more handle of the same thing, moving leaves none. Calls on none say ZRG_ERROR_NULL. (So does a copy
 * where zrg.h makes no more handles: behind 2^63 - 1 of them.)
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

} // namespace zrg

#endif /* ZRG_HANDLE_HPP */
