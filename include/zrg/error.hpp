/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file error.hpp
 * How the calls of zrg.hpp say that they failed: by throwing zrg::error, or by a zrg::expected.
 */
#ifndef ZRG_ERROR_HPP
#define ZRG_ERROR_HPP

#include <zrg/zrg.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>
#include <utility>

#ifndef ZRG_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
/** Whether the program is built with exceptions. Without them there is zrg::nothrow alone. */
#define ZRG_EXCEPTIONS 1
#else
#define ZRG_EXCEPTIONS 0
#endif
#endif

/** An answer that nobody looks at is a mistake. */
#if defined(__clang__)
#define ZRG_NODISCARD __attribute__((warn_unused_result))
#elif __cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L) || (defined(__GNUC__) && __GNUC__ >= 7)
#define ZRG_NODISCARD [[nodiscard]]
#else
#define ZRG_NODISCARD
#endif

namespace zrg {

/** What is thrown: all of a zrg_error. what() is its message. */
class error : public std::runtime_error {
  public:
    explicit error(const zrg_error &said) : std::runtime_error(said.message), said_(said) {}

    zrg_status code() const noexcept { return said_.code; }
    /** Its axis, entry, byte_offset, value and limit too. */
    const zrg_error &get() const noexcept { return said_; }

  private:
    zrg_error said_;
};

namespace detail {

/* What goes wrong on this side of the C interface: "chunk has 1 entries, fewer than 2". */
inline zrg_error fault(zrg_status code, const char *name, std::uint64_t value, const char *verdict,
                       std::uint64_t limit) noexcept
{
    zrg_error said = zrg_error();
    said.code = code;
    said.axis = -1;
    said.entry = said.byte_offset = said.reserved = ZRG_NONE;
    said.value = value;
    said.limit = limit;
    std::snprintf(said.message, sizeof said.message, "%s has %llu %s %llu", name,
                  static_cast<unsigned long long>(value), verdict, static_cast<unsigned long long>(limit));
    return said;
}

/* Writes it where a call of zrg.h would, and returns its code. */
inline zrg_status refuse(zrg_error *to, zrg_status code, const char *name, std::uint64_t value, const char *verdict,
                         std::uint64_t limit) noexcept
{
    *to = fault(code, name, value, verdict, limit);
    return code;
}

/* What happens where a failure is taken for an answer. */
[[noreturn]] inline void throw_or_abort(const zrg_error &said)
{
#if ZRG_EXCEPTIONS
    throw error(said);
#else
    static_cast<void>(said);
    std::abort();
#endif
}

/* A failure, or none. */
class outcome {
  public:
    /** Whether the call succeeded. */
    explicit operator bool() const noexcept { return error_.code == ZRG_OK; }
    /** ZRG_OK, or why there is no answer. */
    zrg_status status() const noexcept { return error_.code; }
    /** The whole of it; its code is ZRG_OK where the call succeeded. */
    const zrg_error &error() const noexcept { return error_; }

  protected:
    outcome() noexcept : error_() {}
    explicit outcome(const zrg_error &said) noexcept : error_(said) {}
    void must() const
    {
        if (!*this) throw_or_abort(error_);
    }

  private:
    zrg_error error_;
};

} // namespace detail

/**
 * The answer of a call of zrg::nothrow, or why there is none: to be looked at with `if (!answer)` before it is used. A
 * failure that is used all the same throws zrg::error, or ends a program that is built without exceptions.
 */
template <class T> class ZRG_NODISCARD expected : public detail::outcome {
  public:
    expected(T &&answer) : value_(std::move(answer)) {}
    expected(const T &answer) : value_(answer) {}
    expected(const zrg_error &said) : outcome(said), value_() {}

    const T &operator*() const & { return must(), value_; }
    T &operator*() & { return must(), value_; }
    T operator*() && { return must(), std::move(value_); }
    const T *operator->() const & { return must(), &value_; }
    T *operator->() & { return must(), &value_; }
    const T *operator->() const && = delete; // it would point into a temporary that nobody has looked at

  private:
    T value_;
};

/** Of a call that answers nothing but whether it succeeded. */
template <> class ZRG_NODISCARD expected<void> : public detail::outcome {
  public:
    expected() noexcept = default;
    expected(const zrg_error &said) noexcept : outcome(said) {}
    void operator*() const { must(); }
};

namespace detail {
template <class Mode, class Source> class walk;
}

/** An entry of a walk: it stays the walk's, whose next step ends it, and cannot be copied. */
template <class T> class ZRG_NODISCARD expected<const T &> {
  public:
    explicit operator bool() const noexcept { return error_->code == ZRG_OK; }
    zrg_status status() const noexcept { return error_->code; }
    const zrg_error &error() const noexcept { return *error_; }
    const T &operator*() const
    {
        if (!*this) detail::throw_or_abort(*error_);
        return *entry_;
    }
    const T *operator->() const { return &**this; }

  private:
    template <class Mode, class Source> friend class detail::walk;
    expected() noexcept : entry_(nullptr), error_(nullptr) {}
    expected(const expected &) noexcept = default;
    expected &operator=(const expected &) noexcept = default;

    const T *entry_;
    const zrg_error *error_;
};

namespace detail {

/* What a call answers that answers nothing. */
struct nothing {};

#if ZRG_EXCEPTIONS
/* The calls give their answers, and throw zrg::error. */
struct throwing {
    template <class T> using answer = T;
    template <class T> using entry = const T &;

    static void give(zrg_status status, const zrg_error &said, nothing = nothing())
    {
        if (status != ZRG_OK) throw_or_abort(said);
    }
    template <class T> static T give(zrg_status status, const zrg_error &said, T &&value)
    {
        give(status, said);
        return std::move(value);
    }
    template <class T> static const T &show(const expected<const T &> &entry) { return *entry; }
};
#endif

/* The calls give a zrg::expected. */
struct expecting {
    template <class T> using answer = expected<T>;
    template <class T> using entry = const expected<const T &> &;

    static expected<void> give(zrg_status status, const zrg_error &said, nothing = nothing())
    {
        return status == ZRG_OK ? expected<void>() : said;
    }
    template <class T> static expected<T> give(zrg_status status, const zrg_error &said, T &&value)
    {
        return status == ZRG_OK ? expected<T>(std::move(value)) : said;
    }
    template <class T> static const expected<const T &> &show(const expected<const T &> &entry) { return entry; }
};

/* The answer of a call while it is being made. A call reads
 *
 *     pending<Mode, T> to;
 *     return to.done(zrg_...(..., &to->..., to.error()));
 */
template <class Mode, class T> class pending {
  public:
    using answer = typename Mode::template answer<T>;
    using value = typename std::conditional<std::is_void<T>::value, nothing, T>::type;

    pending() {} // not to zeros, which the call writes over
    value &operator*() noexcept { return value_; }
    value *operator->() noexcept { return &value_; }
    zrg_error *error() noexcept { return &said_; }
    answer done(zrg_status status) { return Mode::give(status, said_, std::move(value_)); }
    answer refuse(zrg_status code, const char *name, std::uint64_t number, const char *verdict, std::uint64_t limit)
    {
        return done(detail::refuse(&said_, code, name, number, verdict, limit));
    }

  private:
    value value_;
    zrg_error said_;
};

} // namespace detail

} // namespace zrg

#endif /* ZRG_ERROR_HPP */
