// Control bits of a core.
#pragma once

#include "lanewise/ascend/instructions/forms.h"

namespace lanewise {

template <class... P>
LANEWISE_API void set_state(Opcode op, const P&... params) {
    Call call = plain(op);
    if constexpr (sizeof...(P) == 0) call.issue();
    else call.issue_with(params...);
}

// Bits first..last of CTRL. Programs may set only some of them.
struct ControlBits {
    int first;
    std::uint64_t ones;

    ControlBits(int start, int end)
        : first(start < end ? start : end), ones((2ull << (start < end ? end - start : start - end)) - 1) {}

    std::uint64_t get() const { return lw_current()->state->ctrl >> first & ones; }
    LANEWISE_API void set(std::uint64_t value) const { set_state(Opcode::set_ctrl_spr_, ones << first, (value & ones) << first); }
    void check(const char* op, std::int64_t value = 0) const {
        const int bits = std::popcount(ones);
        if (!among({LANEWISE_CTRL_SETTABLE}))
            fault("STATE-001", {{"op", op}, {"case", "bits"}, {"low", first}, {"high", first + bits - 1},
                                {"chip", LANEWISE_CHIP}, {"known", listed({LANEWISE_CTRL_SETTABLE})}});
        if (value & ~static_cast<std::int64_t>(ones))
            fault("STATE-001", {{"op", op}, {"case", "value"}, {"value", value}, {"bits", bits}});
    }

    bool has_reset() const { return among({LANEWISE_CTRL_RESETTABLE}); }

  private:
    struct Range {
        int first, last;
    };
    bool among(std::initializer_list<Range> ranges) const {
        for (const Range& r : ranges)
            if (r.first == first && std::popcount(ones) == r.last - r.first + 1) return true;
        return false;
    }
    static std::string listed(std::initializer_list<Range> ranges) {
        std::string all;
        for (const Range& r : ranges) all += (all.empty() ? "" : ", ") + std::to_string(r.first) + (r.last == r.first ? "" : ".." + std::to_string(r.last));
        return all;
    }
};

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
    if (!bits.has_reset())
        lanewise::fault("STATE-001", {{"op", "ResetCtrlSpr"}, {"case", "reset"}, {"low", bits.first}, {"chip", LANEWISE_CHIP}});
    bits.set(LANEWISE_CTRL_RESET >> bits.first);
}

}  // namespace AscendC

namespace lanewise {

inline ControlBits saturation_bit(const char* op, AscendC::SaturationMode mode) {
    const bool cast = mode == AscendC::SaturationMode::CAST;
    if (!LANEWISE_HAS_SATURATION_FLAG || (mode != AscendC::SaturationMode::FLOAT && !cast))
        fault("STATE-001", {{"op", op}, {"case", "saturation"}, {"chips", LANEWISE_WITH_SATURATION_FLAG}});
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
