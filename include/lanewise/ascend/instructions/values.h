// What generated calls compute from their arguments.
#pragma once

#include "lanewise/ascend/instructions/forms.h"

namespace lanewise {

template <class C>
LANEWISE_API C& strided(C& call, const AscendC::CopyRepeatParams& p) {
    return call.strides(0, p.dstStride, p.dstRepeatSize).strides(1, p.srcStride, p.srcRepeatSize);
}

// A number, or the first element of a tensor.
template <class T, class V>
LANEWISE_API Call& filling(Call& call, const AscendC::LocalTensor<T>& dst, const V& value) {
    if constexpr (Local<V>) {
        call.record.flags |= SCALAR_TENSOR;
        return call.tensors(dst, value);
    } else {
        call.record.scalars[0] = scalar_bits<T>(value);
        return call.tensors(dst);
    }
}

inline void check_pad_mode(std::uint8_t mode) {
    if (mode > 2) fault("PARAM-001", {{"op", "VectorPadding"}, {"what", "padMode"}, {"value", mode},
                                      {"need", "0, 1 or 2"}});
}

// Offsets lie without gaps: 4 bytes for each lane, of which a repeat of bytes has half as many as fit.
template <class T>
inline constexpr std::int32_t offset_blocks = 256 / (widest<T> < 2 ? 2 : widest<T>) * 4 / 32;

// Scale in bits 31..0, a signed offset in 45..37, signed results in 46.
inline std::int64_t deq_word(float scale, std::int32_t offset, bool sign) {
    if (offset < -256 || offset > 255)
        fault("SCALAR-003", {{"op", "SetDeqScale"}, {"value", offset}, {"type", "a 9-bit offset"}, {"low", -256},
                             {"high", 255}});
    const std::uint64_t field = static_cast<std::uint64_t>(offset & 0x1FF);
    return static_cast<std::int64_t>(raw_bits(scale) | field << 37 | std::uint64_t{sign} << 46);
}

// The number the chips give to an element type; 0 for one that cannot be combined, which the engine refuses.
template <class T>
inline constexpr AscendC::AtomicDtype atomic_type = [] {
    using enum AscendC::AtomicDtype;
    switch (dtype_of<T>) {
        case DType::float_: return ATOMIC_F32;
        case DType::half_: return ATOMIC_F16;
        case DType::int16_: return ATOMIC_S16;
        case DType::int32_: return ATOMIC_S32;
        case DType::int8_: return ATOMIC_S8;
        case DType::bfloat16_: return ATOMIC_BF16;
        default: return ATOMIC_NONE;
    }
}();

// How many records each list gave to the last merge.
LANEWISE_API void taken_by_merge(std::uint16_t& list1, std::uint16_t& list2, std::uint16_t& list3, std::uint16_t& list4) {
    const auto& taken = lw_current()->state->vms4_sr;
    list1 = taken[0], list2 = taken[1], list3 = taken[2], list4 = taken[3];
}

struct MaskWords {
    std::uint64_t low, high;
};

// The words of a mask of `length` lanes, as the instructions make them.
inline MaskWords mask_of_length(std::int64_t length, std::uint32_t size, bool counter) {
    const std::int64_t lanes = 256 / size, high = counter ? 0xFFFFFFFF : size == 1 && length != 256 ? 128 : lanes;
    if (length < 0 || length > high) {
        warn("MASK-001", {{"op", "SetVectorMask"}, {"mask", length}, {"low", 0}, {"high", high}, {"bits", 8 * size}});
        length = high;
    }
    auto ones = [](std::int64_t n) { return n >= 64 ? ~0ull : (1ull << n) - 1; };
    std::uint64_t low = ones(length), upper = length > 64 ? ones(length - 64) : 0;
    if (counter) low = static_cast<std::uint64_t>(length), upper = 0;
    else if (length == lanes && length != 64) low = upper = ~0ull;
    return {low, upper};
}

inline MaskWords mask_of_words(std::uint64_t high, std::uint64_t low, std::uint32_t size, bool counter) {
    if (!counter && size >= 4 && high && (high & low) != ~0ull)
        warn("MASK-003", {{"op", "SetVectorMask"}, {"high", 256 / size - 1}, {"bits", 8 * size}, {"word", high}});
    return {low, high};
}

inline void check_loops(const AscendC::LoopModeParams& p, bool inward) {
    constexpr std::uint64_t small = (1u << 21) - 1, large = (1ull << 40) - 1;
    auto refuse = [](const char* field, std::uint64_t value, std::uint64_t high) {
        fault("STRIDE-001", {{"op", "SetLoopModePara"}, {"field", field}, {"stride", value}, {"low", 0},
                             {"high", high}});
    };
    if (p.loop1Size > small) refuse("loop1Size", p.loop1Size, small);
    if (p.loop2Size > small) refuse("loop2Size", p.loop2Size, small);
    auto check = [&](const char* field, std::uint64_t stride, bool in_ub) {
        if (stride > (in_ub ? small : large) || (in_ub && stride % 32)) refuse(field, stride, in_ub ? small : large);
    };
    check("loop1SrcStride", p.loop1SrcStride, !inward);
    check("loop1DstStride", p.loop1DstStride, inward);
    check("loop2SrcStride", p.loop2SrcStride, !inward);
    check("loop2DstStride", p.loop2DstStride, inward);
}

}  // namespace lanewise
