// Registers of a core: masks, pad value, loop mode, atomic modes and control bits.
#pragma once

#include "lanewise/instructions/forms.h"

namespace lanewise {

template <class... P>
LANEWISE_API void set_state(Opcode op, const P&... params) {
    Call call = plain(op);
    if constexpr (sizeof...(P) == 0) call.issue();
    else call.issue_with(params...);
}

}  // namespace lanewise

namespace AscendC {

LANEWISE_API void SetMaskCount() { lanewise::set_state(lanewise::Opcode::set_mask_count_); }
LANEWISE_API void SetMaskNorm() { lanewise::set_state(lanewise::Opcode::set_mask_norm_); }
LANEWISE_API void ResetMask() { lanewise::set_state(lanewise::Opcode::reset_mask_); }
LANEWISE_API void NdDmaDci() { lanewise::set_state(lanewise::Opcode::nd_dma_dci_); }

}  // namespace AscendC

namespace lanewise {

struct MaskWords {
    std::uint64_t low, high;
    LANEWISE_API void set() const { set_state(Opcode::set_vector_mask_, low, high); }
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

}  // namespace lanewise

namespace AscendC {

// The high word comes first. `mode` says what the numbers mean; it does not switch the mode of the core.
template <class T, MaskMode mode = MaskMode::NORMAL>
LANEWISE_API void SetVectorMask(std::uint64_t maskHigh, std::uint64_t maskLow) {
    lanewise::mask_of_words(maskHigh, maskLow, lanewise::widest<T>, mode == MaskMode::COUNTER).set();
}
template <class T, MaskMode mode = MaskMode::NORMAL>
LANEWISE_API void SetVectorMask(std::int64_t len) {
    lanewise::mask_of_length(len, lanewise::widest<T>, mode == MaskMode::COUNTER).set();
}

template <class T, TPosition pos = TPosition::MAX>
LANEWISE_API void SetPadValue(T paddingValue) {
    lanewise::set_state(lanewise::Opcode::set_pad_value_, lanewise::raw_bits(paddingValue));
}

}  // namespace AscendC

namespace lanewise {

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

namespace AscendC {

LANEWISE_API void SetLoopModePara(const LoopModeParams& p, DataCopyMVType type) {
    lanewise::check_loops(p, type == DataCopyMVType::OUT_TO_UB);
    lanewise::set_state(lanewise::Opcode::set_loop_mode_para_, type, p.loop1Size, p.loop2Size, p.loop1SrcStride,
                        p.loop1DstStride, p.loop2SrcStride, p.loop2DstStride);
}
LANEWISE_API void ResetLoopModePara(DataCopyMVType type) {
    lanewise::set_state(lanewise::Opcode::reset_loop_mode_para_, type);
}

}  // namespace AscendC

// --- control bits ---

namespace lanewise {

// Bits first..last of CTRL. Programs may set only some of them.
struct ControlBits {
    int first;
    std::uint64_t ones;

    ControlBits(int start, int end)
        : first(start < end ? start : end), ones((2ull << (start < end ? end - start : start - end)) - 1) {}

    std::uint64_t get() const { return lw_current()->state->ctrl >> first & ones; }
    void set(std::uint64_t value) const {
        std::uint64_t& ctrl = lw_current()->state->ctrl;
        ctrl = (ctrl & ~(ones << first)) | (value & ones) << first;
    }
    void check(const char* op, std::int64_t value = 0) const {
        constexpr Range ranges_2201[] = {{48, 48}};
        constexpr Range ranges_3510[] = {{6, 8}, {9, 10}, {45, 45}, {48, 48}, {50, 50}, {53, 53}, {59, 59}, {60, 60}};
        bool known = false;
        if (__NPU_ARCH__ == 2201) known = among(ranges_2201);
        if (__NPU_ARCH__ == 3510) known = among(ranges_3510);
        const std::string bits = std::to_string(first) + ".." + std::to_string(first + std::popcount(ones) - 1);
        if (!known) fault("STATE-001",
                          {{"op", op}, {"problem", "CTRL bits " + bits + " cannot be set on " LANEWISE_CHIP}});
        if (value & ~static_cast<std::int64_t>(ones))
            fault("STATE-001", {{"op", op}, {"problem", std::to_string(value) + " does not fit CTRL bits " + bits}});
    }

  private:
    struct Range {
        int first, last;
    };
    template <class Ranges>
    bool among(const Ranges& ranges) const {
        for (const Range& r : ranges)
            if (r.first == first && std::popcount(ones) == r.last - r.first + 1) return true;
        return false;
    }
};

// What the bits are when a kernel starts.
inline constexpr std::uint64_t control_reset = __NPU_ARCH__ == 3510 ? 1ull << 60 | 1ull << 3 : 0;

}  // namespace lanewise

namespace AscendC {

template <std::int8_t startBit, std::int8_t endBit>
LANEWISE_API void SetCtrlSpr(std::int64_t value) {
    const lanewise::ControlBits bits(startBit, endBit);
    bits.check("SetCtrlSpr", value);
    bits.set(static_cast<std::uint64_t>(value));
}
template <std::int8_t startBit, std::int8_t endBit>
LANEWISE_API std::int64_t GetCtrlSpr() {
    return static_cast<std::int64_t>(lanewise::ControlBits(startBit, endBit).get());
}
template <std::int8_t startBit, std::int8_t endBit>
LANEWISE_API void ResetCtrlSpr() {
    const lanewise::ControlBits bits(startBit, endBit);
    bits.check("ResetCtrlSpr");
    if (__NPU_ARCH__ != 3510 || bits.first == 45)
        lanewise::fault("STATE-001", {{"op", "ResetCtrlSpr"}, {"problem", "CTRL bit " + std::to_string(bits.first) +
                                                                              " of " LANEWISE_CHIP " has no reset"}});
    bits.set(lanewise::control_reset >> bits.first);
}

}  // namespace AscendC

namespace lanewise {

inline ControlBits saturation_bit(const char* op, AscendC::SaturationMode mode) {
    const bool cast = mode == AscendC::SaturationMode::CAST;
    if (__NPU_ARCH__ != 2201 || (mode != AscendC::SaturationMode::FLOAT && !cast))
        fault("STATE-001", {{"op", op}, {"problem", "only FLOAT and CAST of ascend910b and ascend910_93 have a flag; "
                                                    "use SetCtrlSpr on ascend950"}});
    return {cast ? 59 : 48, cast ? 59 : 48};
}

}  // namespace lanewise

namespace AscendC {

// True saturates: the bit in CTRL is then 0.
template <SaturationMode mode>
LANEWISE_API void SetSaturationFlag(bool enableSat) {
    lanewise::saturation_bit("SetSaturationFlag", mode).set(!enableSat);
}
template <SaturationMode mode>
LANEWISE_API bool GetSaturationFlag() {
    return !lanewise::saturation_bit("GetSaturationFlag", mode).get();
}

}  // namespace AscendC
