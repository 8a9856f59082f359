// Conversions between registers. As many elements are converted as lanes of the wider type fit; on the narrow side `layout`
// says which of several places an element has, and the places beside it become zero.
#pragma once

#include <string>

#include "lanes/convert.hpp"
#include "lanes/convert_any.hpp"
#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline bool four_bits(DType t) { return t == DType::int4x2_ || t == DType::fp4x2_e2m1_ || t == DType::fp4x2_e1m2_; }

// n elements, each `step` places after the last, to or from neighbouring ones.
template <class T>
inline void pick(const std::uint8_t* from, std::uint8_t* to, int n, int first, int step) {
    for (int i = 0; i < n; ++i) std::memcpy(to + i * sizeof(T), from + (first + i * step) * sizeof(T), sizeof(T));
}
template <class T>
inline void spread(const std::uint8_t* from, std::uint8_t* to, int n, int first, int step) {
    for (int i = 0; i < n; ++i) std::memcpy(to + (first + i * step) * sizeof(T), from + i * sizeof(T), sizeof(T));
}

// The library's sequence between bfloat16 and e8m0 shifts exponents in the source register itself.
inline void overwrite_exponents(RegisterWalk& w, const std::uint8_t* values, const ActiveLanes& active, int n) {
    Lanes<std::uint16_t> fields(register_bytes / 2);
    for (int i = 0; i < n; ++i) {
        if (!active[i]) continue;
        std::uint16_t x = values[i];
        if (w.type(1) == DType::bfloat16_) {
            std::memcpy(&x, values + 2 * i, 2);
            x = x >> 7 & 0xFF;
        }
        fields[i] = x;
    }
    w.put(1, fields.at);
}

// params: round mode, layout, saturation (1 asks for it).
inline void reg_cast(RegisterWalk& w) {
    const DType from = w.type(1), to = w.type(0);
    const bool from_pairs = four_bits(from), to_pairs = four_bits(to), pairs = from_pairs || to_pairs;
    const int in_count = w.count(1), out_count = w.count(0);
    const int places = pairs ? 4 : in_count > out_count ? in_count / out_count : out_count / in_count;
    const auto layout = w.params[1];
    if (layout >= places)
        throw Fault("OP-005", {{"op", w.ins.name}, {"case", "lane_layout"}, {"layout", layout}, {"source", dtype_names[static_cast<int>(from)]},
                               {"to", dtype_names[static_cast<int>(to)]}, {"chip", w.core.rules->name}, {"places", places}});
    const int at = layout < 0 ? 0 : static_cast<int>(layout);
    const int in_size = w.size(1), out_size = w.size(0);

    // The values to convert and whether each takes part; the mask is read as the source lies.
    alignas(64) std::uint8_t picked[2 * register_bytes], results[2 * register_bytes];
    const bool picks = !pairs && in_count > out_count;
    const int n = from_pairs ? in_count / 2 : picks ? out_count : in_count;
    const bool spaced = from_pairs || picks;
    const ActiveLanes active(w, 2, w.pitch(1), to_pairs ? 2 : spaced ? places : 1, spaced ? at : 0);
    const Lanes<std::uint8_t> source(w, 1, [&](int lane) {
        return from_pairs ? lane % 4 == at && active[lane / 4] : picks ? lane % places == at && active[lane / places] : active[to_pairs ? lane / 2 : lane];
    });
    const bool all = active.count() == (pairs ? n / 2 : n);  // one bit decides about a pair
    for (int i = 0; from_pairs && i < n; ++i) picked[i] = source[4 * (i / 2) + at] >> (i % 2 * 4) & 15;
    if (picks) with_width(in_size, [&]<class T>(T) { pick<T>(source.at, picked, n, at, places); });
    const std::uint8_t* values = spaced ? picked : source.at;

    const bool asked = w.params[2] == 1;
    const bool widens = integer_type(from) && integer_type(to) && !pairs && out_size > in_size;
    auto mode = static_cast<RoundMode>(w.row.round_modes ? w.params[0] : 1);
    if (mode == RoundMode::none) mode = to == DType::hifloat8_ ? RoundMode::hybrid : RoundMode::rint;
    CastRule rule = cast_rule(*w.core.rules, w.state.ctrl, mode, asked);
    rule.clamps_integer |= widens;
    convert_any(from, to, rule, values, results, static_cast<std::size_t>(n));

    if (!all && !to_pairs)
        with_width(out_size, [&]<class T>(T) {
            for (int i = 0; i < n; ++i)
                if (!active[pairs ? i / 2 : i]) std::memset(results + i * sizeof(T), 0, sizeof(T));
        });
    Lanes<std::uint8_t> out(2 * register_bytes);
    const bool spreads = !pairs && out_count > in_count;
    for (int i = 0; to_pairs && i < n; ++i)
        if (active[i / 2]) out[4 * (i / 2) + at] = static_cast<std::uint8_t>(out[4 * (i / 2) + at] | (results[i] & 15) << (i % 2 * 4));
    if (!to_pairs)
        with_width(out_size, [&]<class T>(T) { spread<T>(results, out.at, n, spreads ? at : 0, spreads ? places : 1); });
    if ((from == DType::fp8_e8m0_ || to == DType::fp8_e8m0_) && w.core.rules->e8m0_cast_source == e8m0_cast_source_overwritten)
        overwrite_exponents(w, values, active, n);
    if (w.merges()) w.put_masked(0, out.at, 2);  // a second step, under the mask as the destination lies
    else w.put(0, out.at);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
