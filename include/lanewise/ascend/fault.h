// Complaints from header code. The texts live in the catalogue of the package.
//
// Complaints stand in every queue and every instruction, so they are made of plain data: a std::string at each of them would
// cost a program more time to compile than all its own lines.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <type_traits>

#include "lanewise/shared/abi.h"

namespace lanewise {

// A short text, made as printf does.
struct Text {
    char chars[192];
};

[[gnu::noinline, gnu::cold, gnu::format(printf, 1, 2)]] inline Text text(const char* format, ...) {
    Text made;
    va_list values;
    va_start(values, format);
    std::vsnprintf(made.chars, sizeof made.chars, format, values);
    va_end(values);
    return made;
}

// Valid as long as what it was made of: to the end of the complaint.
struct Value {
    enum { words, whole, real } kind = words;
    union {
        const char* chars;
        long long number;
        double fraction;
    };
    Value(const char* s) : chars(s) {}
    Value(const Text& s) : chars(s.chars) {}
    Value(const std::string& s) : chars(s.c_str()) {}
    template <class T>
        requires(std::is_integral_v<T>)
    Value(T n) : kind(whole), number(static_cast<long long>(n)) {}
    Value(double n) : kind(real), fraction(n) {}
};

struct Field {
    const char* name;
    Value value;
};

template <bool stop>
inline void complain(const char* id, std::initializer_list<Field> fields) {
    lw_field raw[8];
    Text shown[8];
    int n = 0;
    for (const auto& [name, value] : fields) {
        if (value.kind == Value::whole) shown[n] = text("%lld", value.number);
        if (value.kind == Value::real) shown[n] = text("%f", value.fraction);
        raw[n] = {name, value.kind == Value::words ? value.chars : shown[n].chars};
        ++n;
    }
    if constexpr (stop) lw_fault(id, raw, n);
    else lw_warn(id, raw, n);
}

LANEWISE_APART [[noreturn, gnu::noinline, gnu::cold]] inline void fault(const char* id, std::initializer_list<Field> fields) {
    complain<true>(id, fields);
    __builtin_unreachable();
}

LANEWISE_APART [[gnu::noinline, gnu::cold]] inline void warn(const char* id, std::initializer_list<Field> fields) {
    complain<false>(id, fields);
}

}  // namespace lanewise
