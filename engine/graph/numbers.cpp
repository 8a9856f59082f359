#include "graph/numbers.hpp"

#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lanewise::graph {

namespace {

std::uint16_t to_bfloat16(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    if (std::isnan(x)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
    return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

void put(std::vector<std::byte>& to, const void* from, std::uint64_t bytes) {
    const auto* p = static_cast<const std::byte*>(from);
    to.insert(to.end(), p, p + bytes);
}

}  // namespace

Element element_of(const std::string& type) {
    Element e;
    std::string name = type;
    if (!name.empty() && name[0] == 'c') e.is_complex = true, name.erase(0, 1);
    if (name == "bool") return {1, false, false, false};
    const auto digits = name.find_first_of("0123456789");
    if (digits == std::string::npos) return {};
    const std::string kind = name.substr(0, digits);
    e.bytes = static_cast<std::uint64_t>(std::atoi(name.c_str() + digits)) / 8;
    e.is_float = kind == "float" || kind == "bfloat";
    e.is_signed = kind != "uint";
    return e;
}

std::int64_t integer_at(const Element& e, const std::byte* at) {
    std::uint64_t raw = 0;
    std::memcpy(&raw, at, e.bytes);  // little-endian hosts
    if (e.is_signed && e.bytes < 8) {
        const auto shift = 64 - 8 * e.bytes;
        return static_cast<std::int64_t>(raw << shift) >> shift;
    }
    return static_cast<std::int64_t>(raw);
}

double number_at(const Element& e, const std::byte* at) {
    if (!e.is_float) return static_cast<double>(integer_at(e, at));
    if (e.bytes == 2) {
        std::uint16_t half;
        std::memcpy(&half, at, 2);
        return std::bit_cast<float>(std::uint32_t{half} << 16);
    }
    if (e.bytes == 4) {
        float x;
        std::memcpy(&x, at, 4);
        return x;
    }
    double x;
    std::memcpy(&x, at, 8);
    return x;
}

void append(std::vector<std::byte>& to, const Element& e, std::int64_t value) {
    if (e.is_float) return append(to, e, static_cast<double>(value));
    put(to, &value, e.bytes);
}

void append(std::vector<std::byte>& to, const Element& e, double value) {
    if (!e.is_float) return append(to, e, static_cast<std::int64_t>(value));
    const auto single = static_cast<float>(value);
    if (e.bytes == 2) {
        const std::uint16_t half = to_bfloat16(single);
        put(to, &half, 2);
    } else if (e.bytes == 4) {
        put(to, &single, 4);
    } else {
        put(to, &value, 8);
    }
}

bool parse(std::vector<std::byte>& to, const Element& e, const char* word, bool hexadecimal) {
    char* end = nullptr;
    if (hexadecimal) {
        const std::uint64_t bits = std::strtoull(word, &end, 16);
        if (end == word || *end) return false;
        put(to, &bits, e.bytes);
        return true;
    }
    if (e.is_float) {
        const float single = std::strtof(word, &end);  // once, so that no bit depends on a double in between
        const double whole = e.bytes == 8 ? std::strtod(word, &end) : single;
        if (end == word || (*end && !(*end == 'f' && !end[1]))) return false;
        append(to, e, whole);
        return true;
    }
    const bool negative = *word == '-';
    const char* digits = word + (negative || *word == '+');
    const bool prefixed = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    std::uint64_t value = std::strtoull(digits, &end, prefixed ? 16 : 10);
    if (end == digits) return false;
    if (*end) {  // a number with a point: whole parts of it are meant, or the bits of a float among words
        const double number = std::strtod(word, &end);
        if (end == word || *end) return false;
        if (std::trunc(number) != number && e.bytes == 4) {
            const auto single = static_cast<float>(number);
            put(to, &single, 4);
            return true;
        }
        append(to, e, static_cast<std::int64_t>(number));
        return true;
    }
    if (negative) value = -value;
    put(to, &value, e.bytes);
    return true;
}

void print(std::string& to, const Element& e, const std::byte* at) {
    char text[64], *end = text;
    if (e.is_float) end += std::snprintf(text, sizeof text, "%.9e", number_at(e, at));
    else if (e.is_signed) end = std::to_chars(text, text + sizeof text, integer_at(e, at)).ptr;
    else end = std::to_chars(text, text + sizeof text, static_cast<std::uint64_t>(integer_at(e, at))).ptr;
    to.append(text, end);
    to += ' ';
}

}  // namespace lanewise::graph
