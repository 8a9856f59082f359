// Quantisation: a matrix with one scale and offset for all, for each column, row or group.
#include "macros/macros.hpp"
#include "numerics/convert.hpp"

namespace lanewise::macros {

namespace {

enum Share { tensor, channel, token, group_of, cycle };
enum Arithmetic { to_small, to_small_by_half, to_float, to_float_by_half };

struct Scales {
    Share share;
    std::int64_t axis;
    std::uint64_t columns, group;
    std::uint64_t at(std::uint64_t r, std::uint64_t c, std::uint64_t count) const {
        switch (share) {
            case channel: return c;
            case token: return r;
            case cycle: return (r * columns + c) % (count ? count : 1);
            case group_of: return axis == 0 ? r / group * columns + c : r * ((columns + group - 1) / group) + c / group;
            default: return 0;  // of the tensor
        }
    }
};

// Scales or offsets as float; a 64-bit word holds one in its low half.
std::vector<float> factors(Macro& m, int operand, std::size_t number, const Places& which) {
    if (!m.has(operand)) return std::vector<float>(which.size(), static_cast<float>(m.real(number)));
    std::uint64_t n = 0;
    for (const std::uint64_t i : which) n = i + 1 > n ? i + 1 : n;
    std::vector<float> all;
    if (m.type(operand) == DType::uint64_)
        for (const std::uint64_t word : m.raw(operand, n)) all.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
    else
        for (const double value : m.numbers(operand, n)) all.push_back(static_cast<float>(value));
    std::vector<float> out;
    out.reserve(which.size());
    for (const std::uint64_t i : which) out.push_back(all[i]);
    return out;
}

// A float as an element of 8 bits: integers saturate, NaN of small floats stays.
std::uint64_t small(float value, DType to, RoundMode mode) {
    if (to == DType::hifloat8_ && mode == RoundMode::rint) mode = RoundMode::round;
    std::uint64_t bits = 0;
    convert(DType::float_, to, mode, true, true, &value, &bits, 1);
    return bits;
}

void scaled(Macro& m) {
    const Scales scales{static_cast<Share>(m.params[0]), m.params[1], m.whole(3), m.whole(4)};
    const std::uint64_t rows = m.whole(2), columns = m.whole(3);
    const auto mode = static_cast<RoundMode>(m.params[7]);
    const auto how = static_cast<Arithmetic>(m.params[8]);
    const bool offset = m.params[9];
    if (scales.share == group_of && !scales.group) m.refuse("groupSize", scales.group, "greater than 0 for groups");
    Places which, which_offset;
    for (std::uint64_t r = 0; r < rows; ++r)
        for (std::uint64_t c = 0; c < columns; ++c) {
            which.push_back(scales.at(r, c, m.whole(10)));
            which_offset.push_back(scales.at(r, c, m.whole(11)));
        }
    const Numbers x = m.numbers(1, Part{rows, m.whole(5), columns});
    const std::vector<float> s = factors(m, 2, 12, which);
    const std::vector<float> o = offset ? factors(m, 3, 13, which_offset) : std::vector<float>(x.size());
    const Part target(rows, m.whole(6), columns);
    Numbers out(x.size());
    Places bits(x.size());
    const auto half_of = [&](double value) { return m.rounded(value, DType::half_); };
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto value = static_cast<float>(x[i]);
        switch (how) {
            case to_float: {
                const float sum = offset ? value + o[i] : value;
                out[i] = sum * s[i];
                break;
            }
            case to_float_by_half: {
                const double narrow = half_of(value), sum = offset ? half_of(narrow + double{o[i]}) : narrow;
                out[i] = half_of(sum * double{s[i]});
                break;
            }
            case to_small_by_half: {
                const double product = half_of(half_of(value) * half_of(s[i])), sum = half_of(product + half_of(o[i]));
                bits[i] = small(static_cast<float>(sum), m.type(0), RoundMode::rint);
                break;
            }
            default: {
                const float product = value * s[i];
                bits[i] = small(offset ? product + o[i] : product, m.type(0), mode);
            }
        }
    }
    if (how == to_float || how == to_float_by_half) m.put(0, target, out);
    else m.put_raw(0, target, bits);
}

}  // namespace

void lib_ascend_quant(Macro& m) { scaled(m); }
void lib_quantize(Macro& m) { scaled(m); }
void lib_ascend_dequant(Macro& m) { scaled(m); }
void lib_dequantize(Macro& m) { scaled(m); }
void lib_ascend_anti_quant(Macro& m) { scaled(m); }
void lib_anti_quantize(Macro& m) { scaled(m); }

}  // namespace lanewise::macros
