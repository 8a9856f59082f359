// How library functions see tensors: plain elements, checked once before anything changes.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "lanewise/tensor.h"

namespace lanewise::library {

template <class T>
concept Real = std::is_same_v<T, float> || NarrowFloat<T>;

template <class T> inline constexpr bool is_tensor = false;
template <class T> inline constexpr bool is_tensor<AscendC::LocalTensor<T>> = true;
template <class T>
concept Tensor = is_tensor<std::remove_cvref_t<T>>;

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// Elements of T in the 32 bytes of a data block, and a row length rounded up to whole blocks.
template <class T> inline constexpr std::uint32_t per_block = 256 / bits_of<T>;
template <class T>
constexpr std::uint32_t pitch_of(std::uint32_t elements) {
    return static_cast<std::uint32_t>(align_up(elements, per_block<T>));
}

// half results clamp and lose their NaNs while CTRL[48] is 0.
inline bool half_saturates() { return !(lw_current()->state->ctrl >> 48 & 1); }

// What arithmetic sees of an element: floats as double, integers as they are.
template <class T>
constexpr auto wide(T x) {
    if constexpr (Real<T>) return static_cast<double>(static_cast<float>(x));
    else if constexpr (requires { x.lanewise_bits; }) return static_cast<double>(static_cast<float>(x));
    else if constexpr (std::is_same_v<T, int4b_t>) return static_cast<std::int8_t>(x);
    else return x;
}

// A result in its element type: floats are rounded once, to nearest even.
template <class T, class V>
T narrow_to(V value) {
    if constexpr (std::is_same_v<T, half>) {
        const double x = static_cast<double>(value);
        if (half_saturates()) return x != x ? half(0) : half(x > 65504.0 ? 65504.0 : x < -65504.0 ? -65504.0 : x);
        return half(x);
    } else if constexpr (requires(T t) { t.lanewise_bits; } && !NarrowFloat<T>) {
        return T(static_cast<float>(value));
    } else if constexpr (std::is_same_v<T, float>) {
        return value != value ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);  // as the engine's
    } else {
        return static_cast<T>(value);
    }
}

template <class T>
T read(const std::uint8_t* place) {
    if constexpr (std::is_same_v<T, bool>) return *place != 0;
    T value;
    __builtin_memcpy(static_cast<void*>(&value), place, sizeof(T));
    return value;
}
template <class T>
void write(std::uint8_t* place, T value) { __builtin_memcpy(place, static_cast<const void*>(&value), sizeof(T)); }

// `count` elements of a tensor from its start on.
template <class T>
class Lanes {
  public:
    Lanes(const char* op, const char* operand, const AscendC::LocalTensor<T>& tensor, std::uint64_t count) {
        const lw_block* block = lw_current();
        const std::uint64_t address = tensor.lanewise_address(), bytes = (count * bits_of<T> + 7) / 8;
        if (address + bytes > block->ub_bytes) [[unlikely]]
            fault("MEM-001", {{"op", op}, {"operand", operand}, {"first", address}, {"last", address + bytes - 1},
                              {"chip", LANEWISE_CHIP}, {"size", block->ub_bytes}});
        if (bytes > tensor.GetLength()) [[unlikely]]
            warn("MEM-002", {{"op", op}, {"operand", operand}, {"have", tensor.GetLength()}, {"need", bytes}});
        bytes_ = block->ub + address;
        if (block->recording) lw_library(op, operand);
    }
    T operator[](std::uint64_t i) const {
        if constexpr (bits_of<T> == 4)
            return T(static_cast<std::int32_t>(i % 2 ? bytes_[i / 2] >> 4 : bytes_[i / 2] & 15));
        else return read<T>(bytes_ + i * sizeof(T));
    }
    auto wide(std::uint64_t i) const { return library::wide((*this)[i]); }
    void put(std::uint64_t i, T value) const { write(bytes_ + i * sizeof(T), value); }
    template <class V>
    void set(std::uint64_t i, V value) const { put(i, narrow_to<T>(value)); }
    std::uint8_t* bytes() const { return bytes_; }

  private:
    std::uint8_t* bytes_;
};

// The value of a parameter that may be a tensor or one number for all elements.
template <class P>
struct Source {
    P value;
    Source(const char*, const char*, const P& scalar, std::uint64_t) : value(scalar) {}
    P operator[](std::uint64_t) const { return value; }
    auto wide(std::uint64_t) const { return library::wide(value); }
};
template <class T>
struct Source<AscendC::LocalTensor<T>> : Lanes<T> {
    using Lanes<T>::Lanes;
};

}  // namespace lanewise::library
