// How a kernel is called by its name: the parameters described as text, the arguments unpacked from memory.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "lanewise/shared/entries.h"
#include "lanewise/ascend/launch.h"
#include "lanewise/ascend/types.h"

namespace lanewise::entry {

// float16, int32, ...; `*` in front of a pointer, `const` in front of what it points to; a struct is `bytes` and its size.
template <class Raw>
std::string name() {
    using T = std::remove_cv_t<Raw>;
    if constexpr (std::is_pointer_v<T>) {
        using Element = std::remove_pointer_t<T>;
        return std::string("*") + (std::is_const_v<Element> ? "const " : "") + name<Element>();
    } else if constexpr (std::is_enum_v<T>) {
        return name<std::underlying_type_t<T>>();
    } else if constexpr (std::is_void_v<T>) {
        return "uint8";
    } else if constexpr (std::is_same_v<T, bool>) {
        return "bool";
    } else if constexpr (std::is_same_v<T, ::half>) {
        return "float16";
    } else if constexpr (std::is_same_v<T, ::bfloat16_t>) {
        return "bfloat16";
    } else if constexpr (std::is_floating_point_v<T>) {
        return "float" + std::to_string(8 * sizeof(T));
    } else if constexpr (std::is_integral_v<T>) {
        return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
    } else {
        return "bytes" + std::to_string(sizeof(T));
    }
}

// The parameters, parted by semicolons.
template <class... P>
const char* parameters(void (*)(P...)) {
    static const std::string text = ((name<P>() + ";") + ... + std::string());
    return text.c_str();
}

// The body is a constant: a program that is compiled for two kinds of cores has one for each.
template <auto body, class... P>
void call(const char* kernel, void (*)(P...), const LaunchConfig& config, void** arguments) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        launch(kernel, config, [](auto... a) { body(a...); }, *static_cast<std::remove_cvref_t<P>*>(arguments[I])...);
    }(std::index_sequence_for<P...>{});
}

// Stands behind the body of a kernel, so that what an #if hides is not there.
template <auto body>
struct Known {
    explicit Known(const char* kernel) {
        entries().push_back({kernel, [] { return parameters(body); },
                             [](const char* name, std::uint64_t blocks, std::uint64_t dynamic_ub, void* stream,
                                void** arguments) {
                                 entry::call<body>(name, body, LaunchConfig(blocks, dynamic_ub, stream), arguments);
                             }});
    }
};

}  // namespace lanewise::entry
