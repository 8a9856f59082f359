// A number that a program takes for a pointer: see cpp/addresses.py.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace lanewise {

struct Pointed {
    std::uint64_t address;
    template <class T>
    operator T*() const {
        return reinterpret_cast<T*>(address);
    }
};

// In a template the same expression may be a pointer already.
template <class T>
inline __attribute__((__always_inline__)) decltype(auto) pointed(T&& value) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<T>>) {
        return Pointed{static_cast<std::uint64_t>(value)};
    } else {
        return std::forward<T>(value);
    }
}

}  // namespace lanewise
