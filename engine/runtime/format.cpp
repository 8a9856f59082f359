#include "runtime/format.hpp"

#include <cstdio>
#include <cstring>
#include <limits>

namespace lanewise::runtime {

namespace {

constexpr std::int64_t least_int = std::numeric_limits<std::int32_t>::min();
constexpr std::uint64_t most_unsigned = std::numeric_limits<std::uint32_t>::max();

double as_real(const lw_value& value) {
    switch (value.kind) {
        case lw_value::integer: return static_cast<double>(value.i);
        case lw_value::natural: return static_cast<double>(value.u);
        case lw_value::real: return value.f;
        default: return 0;
    }
}

// A real number too large for an integer has no integer to show; the cast of one is undefined.
std::int64_t as_integer(const lw_value& value) {
    if (value.kind != lw_value::real) return value.i;
    constexpr double limit = 0x1p63;
    if (value.f >= limit) return std::numeric_limits<std::int64_t>::max();
    if (value.f >= -limit) return static_cast<std::int64_t>(value.f);
    return std::numeric_limits<std::int64_t>::min();
}

// What `%d` and `%u` show of a value that travelled in 64 bits: C's 32 bits if it fits there, else all of it.
std::int64_t signed_of(const lw_value& value, bool wide) {
    const std::int64_t all = as_integer(value);
    if (!wide && value.kind == lw_value::natural && value.u <= most_unsigned) return static_cast<std::int32_t>(all);
    return all;
}
std::uint64_t unsigned_of(const lw_value& value, bool wide) {
    const std::int64_t all = as_integer(value);
    if (!wide && value.kind != lw_value::natural && all < 0 && all >= least_int) return static_cast<std::uint32_t>(all);
    return static_cast<std::uint64_t>(all);
}

template <class T>
std::string put(const std::string& conversion, T value) {
    const int length = std::snprintf(nullptr, 0, conversion.c_str(), value);
    if (length <= 0) return "";
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(text.data(), text.size(), conversion.c_str(), value);
    text.pop_back();
    return text;
}

// Flags, width, precision and length of a conversion, and its letter.
struct Conversion {
    std::string modifiers;  // with '*' replaced by its value
    std::string length;
    char letter = 0;

    bool wide() const {
        return length == "l" || length == "ll" || length == "z" || length == "j" || length == "t" || length == "q";
    }

    std::string show(const lw_value& value) const {
        const std::string start = "%" + modifiers;
        switch (letter) {
            case 'd':
            case 'i': {
                std::int64_t number = signed_of(value, wide());
                if (length == "h") number = static_cast<std::int16_t>(number);
                if (length == "hh") number = static_cast<std::int8_t>(number);
                return put(start + "lld", static_cast<long long>(number));
            }
            case 'u':
            case 'x':
            case 'X':
            case 'o': {
                std::uint64_t number = unsigned_of(value, wide());
                if (length == "h") number = static_cast<std::uint16_t>(number);
                if (length == "hh") number = static_cast<std::uint8_t>(number);
                return put(start + "ll" + letter, static_cast<unsigned long long>(number));
            }
            case 'c': return put(start + "c", static_cast<int>(as_integer(value)));
            case 'p':
                if (value.kind == lw_value::real) return put(start + "f", value.f);
                return put(start + "p", value.p);
            case 's':
                if (value.kind == lw_value::text || value.kind == lw_value::pointer)
                    return put(start + "s", value.s ? value.s : "(null)");
                return value.kind == lw_value::real ? put("%f", value.f) : put("%lld", static_cast<long long>(value.i));
            default: return put(start + letter, as_real(value));
        }
    }
};

}  // namespace

std::string format(const char* text, const lw_value* values, int count, int* wanted) {
    constexpr const char* letters = "diuxXocspfFeEgGaA";
    std::string out;
    int next = 0, missing = 0;
    auto take_number = [&] {
        if (next < count) return std::to_string(as_integer(values[next++]));
        ++missing;
        return std::string("0");
    };
    while (*text) {
        const char* const start = text;
        if (*text != '%') {
            const std::size_t plain = std::strcspn(text, "%");
            out.append(text, plain);
            text += plain;
            continue;
        }
        ++text;
        Conversion conversion;
        for (; *text && std::strchr("-+ #0123456789.*", *text); ++text)
            conversion.modifiers += *text == '*' ? take_number() : std::string(1, *text);
        for (; *text && std::strchr("hlLqjzt", *text); ++text) conversion.length += *text;
        if (!*text) return out.append(start);
        conversion.letter = *text++;
        if (conversion.letter == '%') out += '%';
        else if (next < count && std::strchr(letters, conversion.letter)) out += conversion.show(values[next++]);
        else {  // not a conversion, or nothing left to show
            missing += std::strchr(letters, conversion.letter) != nullptr;
            out.append(start, text);
        }
    }
    if (wanted) *wanted = count + missing;
    return out;
}

}  // namespace lanewise::runtime
