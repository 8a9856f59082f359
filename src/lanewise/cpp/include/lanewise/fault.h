// Complaints from header code. The texts live in the catalogue of the package.
#pragma once

#include <initializer_list>
#include <string>

#include "lanewise/abi.h"

namespace lanewise {

struct Value {
    std::string text;
    Value(const char* s) : text(s) {}
    Value(const std::string& s) : text(s) {}
    template <class T>
        requires(T{} == 0)
    Value(T number) : text(std::to_string(number)) {}
};

struct Field {
    const char* name;
    Value value;
};

template <bool stop>
inline void complain(const char* id, std::initializer_list<Field> fields) {
    lw_field raw[8];
    int n = 0;
    for (const Field& field : fields) raw[n++] = {field.name, field.value.text.c_str()};
    if constexpr (stop) lw_fault(id, raw, n);
    else lw_warn(id, raw, n);
}

[[noreturn, gnu::noinline, gnu::cold]] inline void fault(const char* id, std::initializer_list<Field> fields) {
    complain<true>(id, fields);
    __builtin_unreachable();
}

[[gnu::noinline, gnu::cold]] inline void warn(const char* id, std::initializer_list<Field> fields) {
    complain<false>(id, fields);
}

}  // namespace lanewise
