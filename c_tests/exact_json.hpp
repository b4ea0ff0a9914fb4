// SPDX-License-Identifier: MIT OR Apache-2.0
// A JSON reader for the tests' own data: numbers stay as they are spelled and are turned into integers exactly, where
// readers that go through double lose everything past 2^53. It trusts its input: what is wrong is std::runtime_error.
#ifndef EXACT_JSON_HPP
#define EXACT_JSON_HPP

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace exact_json {

class value {
  public:
    enum class kind { null, truth, number, string, list, object };

    kind is() const { return kind_; }
    bool is_list() const { return kind_ == kind::list; }
    bool is_number() const { return kind_ == kind::number; }
    bool is_object() const { return kind_ == kind::object; }
    bool is_null() const { return kind_ == kind::null; }
    /** A string's text; any other value as the document spells it. */
    const std::string &text() const { return text_; }

    std::uint64_t u64() const
    {
        std::uint64_t number = 0;
        need(is_number() && !text_.empty(), "a number");
        for (char c : text_) {
            std::uint64_t digit = static_cast<std::uint64_t>(c - '0');
            need(c >= '0' && c <= '9' && number <= (UINT64_MAX - digit) / 10, "an unsigned integer of 64 bits");
            number = number * 10 + digit;
        }
        return number;
    }
    std::int64_t i64() const
    {
        value magnitude = *this;
        bool negative = is_number() && text_[0] == '-';
        if (negative) magnitude.text_.erase(0, 1);
        std::uint64_t number = magnitude.u64();
        need(number <= static_cast<std::uint64_t>(INT64_MAX), "an integer of 64 bits");
        return negative ? -static_cast<std::int64_t>(number) : static_cast<std::int64_t>(number);
    }

    std::size_t size() const { return items_.size(); }
    const value &operator[](std::size_t i) const
    {
        need(i < items_.size(), "an entry");
        return items_[i];
    }
    std::vector<value>::const_iterator begin() const { return items_.begin(); }
    std::vector<value>::const_iterator end() const { return items_.end(); }
    std::vector<std::uint64_t> u64s() const
    {
        std::vector<std::uint64_t> numbers;
        need(is_list(), "a list");
        for (const value &item : items_) numbers.push_back(item.u64());
        return numbers;
    }
    std::vector<std::int64_t> i64s() const
    {
        std::vector<std::int64_t> numbers;
        need(is_list(), "a list");
        for (const value &item : items_) numbers.push_back(item.i64());
        return numbers;
    }

    /** A member of an object; nullptr where there is none. */
    const value *find(const std::string &name) const
    {
        for (std::size_t i = 0; i < names_.size(); i++)
            if (names_[i] == name) return &items_[i];
        return nullptr;
    }
    const value &at(const std::string &name) const
    {
        const value *found = find(name);
        if (!found) throw std::runtime_error("no member " + name);
        return *found;
    }

  private:
    friend class reader;
    void need(bool holds, const char *what) const
    {
        if (!holds) throw std::runtime_error("not " + std::string(what) + ": " + text_.substr(0, 80));
    }

    kind kind_ = kind::null;
    std::string text_;
    std::vector<value> items_; /* of a list; values of an object */
    std::vector<std::string> names_;
};

class reader {
  public:
    explicit reader(const std::string &text) : text_(text), at_(0) {}
    value read()
    {
        value all = read_value();
        skip();
        if (at_ != text_.size()) fail("something behind the end");
        return all;
    }

  private:
    [[noreturn]] void fail(const std::string &why) const
    {
        throw std::runtime_error("byte " + std::to_string(at_) + ": " + why);
    }
    void skip()
    {
        while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos) at_++;
    }
    char peek()
    {
        skip();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char c)
    {
        if (peek() != c) return false;
        at_++;
        return true;
    }
    void want(char c)
    {
        if (!take(c)) fail(std::string("not a ") + c);
    }
    std::string read_string()
    {
        std::string read;
        want('"');
        for (; at_ < text_.size() && text_[at_] != '"'; at_++) {
            if (text_[at_] == '\\') fail("escapes are not needed here");
            read += text_[at_];
        }
        want('"');
        return read;
    }
    value read_value()
    {
        value made;
        char c = peek();
        std::size_t start = at_;
        if (c == '[') {
            made.kind_ = value::kind::list;
            for (at_++; !take(']'); take(',')) made.items_.push_back(read_value());
        } else if (c == '{') {
            made.kind_ = value::kind::object;
            for (at_++; !take('}'); take(',')) {
                made.names_.push_back(read_string());
                want(':');
                made.items_.push_back(read_value());
            }
        } else if (c == '"') {
            made.kind_ = value::kind::string;
            made.text_ = read_string();
            return made;
        } else {
            while (at_ < text_.size() && std::string(",]} \t\r\n").find(text_[at_]) == std::string::npos) at_++;
            if (at_ == start) fail("no value");
            bool number = c == '-' || (c >= '0' && c <= '9');
            made.kind_ = number ? value::kind::number : c == 'n' ? value::kind::null : value::kind::truth;
        }
        made.text_ = text_.substr(start, at_ - start);
        return made;
    }

    const std::string &text_;
    std::size_t at_;
};

inline value read(const std::string &text) { return reader(text).read(); }

inline std::string text_of_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

} // namespace exact_json

#endif
