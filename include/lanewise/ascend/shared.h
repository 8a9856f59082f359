// Scalar access to memory that other blocks use at the same time.
#pragma once

#include <cstring>
#include <type_traits>

#include "lanewise/ascend/qualifiers.h"

namespace lanewise {

template <std::size_t size>
using Word = std::conditional_t<size == 1, std::uint8_t,
                                std::conditional_t<size == 2, std::uint16_t, std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
LANEWISE_API T load_shared(const T* place) {
    if (reinterpret_cast<std::uintptr_t>(place) % sizeof(T)) return *place;
    const auto word = __atomic_load_n(reinterpret_cast<const Word<sizeof(T)>*>(place), __ATOMIC_ACQUIRE);
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &word, sizeof(T));
    return value;
}

template <class T>
LANEWISE_API void store_shared(T* place, const T& value) {
    if (reinterpret_cast<std::uintptr_t>(place) % sizeof(T)) {
        *place = value;
        return;
    }
    Word<sizeof(T)> word;
    __builtin_memcpy(&word, &value, sizeof(T));
    __atomic_store_n(reinterpret_cast<Word<sizeof(T)>*>(place), word, __ATOMIC_RELEASE);
}

}  // namespace lanewise
