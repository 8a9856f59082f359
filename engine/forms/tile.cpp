#include "forms/tile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "machine/fault.hpp"
#include "moves/fractals.hpp"
#include "numerics/convert.hpp"
#include "numerics/narrow.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

constexpr int result = 0, left = 1, right = 2, most = 6;
constexpr std::int64_t result_align = 1024;

// What Mmad reads of one, run by run.
struct Fractals : FractalPlaces {
    // visit(line, first element, elements, where) for every run of a line within a fractal; touches are as long as neighbours go.
    template <class Visit>
    void each(const Window& window, const Visit& visit) const {
        const std::int64_t bytes = line_bytes();
        if (row) return visit(0, 0, deep, window.read(0, static_cast<std::uint64_t>(bytes)));
        for (std::int64_t first = 0; first < lines; first += fractal_rows) {
            const std::int64_t here = std::min(fractal_rows, lines - first);
            for (std::int64_t block = 0; block * wide < bytes; ++block) {
                const std::int64_t part = std::min(wide, bytes - block * wide), element = block * wide * 8 / bits;
                const std::int64_t count = std::min(part * 8 / bits, deep - element);
                if (part == wide) {
                    const std::uint8_t* data = window.read(at(first, block), static_cast<std::uint64_t>(here * wide));
                    for (std::int64_t i = 0; i < here; ++i) visit(first + i, element, count, data + i * wide);
                } else {
                    for (std::int64_t i = 0; i < here; ++i)
                        visit(first + i, element, count, window.read(at(first + i, block), static_cast<std::uint64_t>(part)));
                }
            }
        }
    }
};

// Scales of a matrix: one for 32 values of k, in fractals of 16 lines and two of them.
Fractals scales_of(std::int64_t lines, std::int64_t k) {
    constexpr std::int64_t fractal = 2 * fractal_rows;
    return {{lines, k / 32, 8, units(k, 64) * fractal, fractal, false, 2}};
}

// Which of four values each of a sparse matrix is: two bits each, in fractals like theirs.
Fractals kept_of(std::int64_t k, std::int64_t n) {
    constexpr std::int64_t fractal = 8 * fractal_rows;
    return {{n, k, 2, fractal, units(n, fractal_rows) * fractal, false, 8}};
}

// The result: fractals of 16 x 16 elements of 32 bits, one column of them after the other. visit(first row, rows, column, columns, where in
// bytes) for every piece whose rows are neighbours.
struct Result {
    std::int64_t m, n;
    std::int64_t at(std::int64_t row, std::int64_t column) const {
        return 4 * (column / fractal_rows * units(m, fractal_rows) * fractal_rows * fractal_rows + row * fractal_rows);
    }
    std::int64_t end() const {
        const std::int64_t last = (n - 1) / fractal_rows * fractal_rows, tail = at(m - 1, last) + 4 * (n - last);
        return last ? std::max(tail, at(m - 1, last - 1) + 4 * fractal_rows) : tail;
    }
    template <class Take, class Visit>
    void each(const Take& take, const Visit& visit) const {
        for (std::int64_t column = 0; column < n; column += fractal_rows) {
            const std::int64_t wide = std::min(fractal_rows, n - column);
            const bool whole = wide == fractal_rows;
            auto* data = whole ? take(at(0, column), 4 * fractal_rows * m) : nullptr;
            for (std::int64_t row = 0; row < m; ++row)
                visit(row, column, wide, whole ? data + 4 * fractal_rows * row : take(at(row, column), 4 * wide));
        }
    }
};

// To the nearest number with fewer bits of fraction.
float cut(float x, int drop, bool to_even, bool away) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    if ((bits & 0x7F800000) == 0x7F800000) return x;
    const std::uint32_t half = (1u << (drop - 1)) - 1, more = half + (to_even ? bits >> drop & 1 : away);
    return std::bit_cast<float>((bits + more) >> drop << drop);
}

// Elements as float, which all narrow ones are exactly; float itself may be cut to HF32 first.
struct AsFloat {
    DType type;
    int drop = 0;  // bits of fraction that HF32 lacks; 0: it is off
    bool to_even = false, away = false;

    AsFloat(const Core& core, DType of) : type(of) {
        if (of != DType::float_ || !(core.state->hf32 & 1)) return;
        drop = core.rules->hf32_fraction == hf32_fraction_ten ? 13 : 12;
        to_even = core.state->hf32 & 2;
        away = core.rules->hf32_ties == hf32_ties_away;
    }
    void operator()(const std::uint8_t* from, float* to, std::int64_t count) const {
        const auto n = static_cast<std::size_t>(count);
        if (type == DType::half_) return widen_n(reinterpret_cast<const half*>(from), to, n);
        if (type == DType::bfloat16_) return widen_n(reinterpret_cast<const bfloat16*>(from), to, n);
        if (type == DType::fp4x2_e2m1_ || type == DType::fp4x2_e1m2_) return fours(from, to, n);
        if (type != DType::float_) return convert(type, DType::float_, RoundMode::rint, false, false, from, to, n);
        std::memcpy(to, from, 4 * n);
        for (std::size_t i = 0; drop && i < n; ++i) to[i] = cut(to[i], drop, to_even, away);
    }

  private:
    // Two of them share a byte.
    void fours(const std::uint8_t* from, float* to, std::size_t n) const {
        for (std::size_t i = 0; i < n; ++i) {
            const auto one = static_cast<std::uint8_t>(from[i / 2] >> i % 2 * 4 & 15);
            convert(type, DType::float_, RoundMode::rint, false, false, &one, to + i, 1);
        }
    }
};

struct AsInteger {
    DType type;

    AsInteger(const Core&, DType of) : type(of) {}
    void operator()(const std::uint8_t* from, std::int32_t* to, std::int64_t count) const {
        for (std::int64_t i = 0; i < count; ++i) {
            if (type == DType::int4_) to[i] = ((from[i / 2] >> i % 2 * 4 & 15) ^ 8) - 8;
            else to[i] = static_cast<std::int8_t>(from[i]);
        }
    }
};

struct Sizes {
    std::int64_t m, n, k;
    bool adds;
};

// The operands behind the matrices, by what they are; 0: there is none.
struct More {
    int bias = 0, left_scales = 0, right_scales = 0, index = 0;

    More(const InstructionInfo& ins) {
        for (int i = right + 1; i < ins.operand_count; ++i) {
            const auto space = static_cast<Space>(ins.spaces[i]);
            (space == Space::bias ? bias : space == Space::left_scales ? left_scales : space == Space::right_scales ? right_scales : index) = i;
        }
    }
};

// 2^(code - 127); the last one is no number.
float power(std::uint8_t code) { return code == 255 ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0f, code - 127); }

// Each value times the scale of its 32 values of k: `along` elements from one of them to the next, `lines` from line to line.
void scale(const Window& window, const Fractals& scales, float* values, std::int64_t along, std::int64_t line_step) {
    scales.each(window, [&](std::int64_t line, std::int64_t first, std::int64_t count, const std::uint8_t* data) {
        for (std::int64_t g = 0; g < count; ++g) {
            const float by = power(data[g]);
            float* at = values + line * line_step + (first + g) * 32 * along;
            for (std::int64_t i = 0; i < 32; ++i) at[i * along] *= by;
        }
    });
}

// C is what sums are held in; every C is stored as 32 bits by `put`.
template <class C, class As>
void multiply(Core& core, const Record& record, const Fractals& a, const Fractals& b, const Sizes& s, const More& more, const Window* windows,
              void (*run)(const Product<C>&), std::size_t chunk) {
    using Element = typename Product<C>::Element;
    using Stored = std::conditional_t<std::is_same_v<C, float>, float, std::int32_t>;
    std::vector<Element> lines(static_cast<std::size_t>(s.m * s.k)), columns(static_cast<std::size_t>(s.k * s.n));
    std::vector<C> sums(static_cast<std::size_t>(s.m * s.n));
    const As left_as(core, static_cast<DType>(record.operands[left].dtype)), right_as(core, static_cast<DType>(record.operands[right].dtype));
    a.each(windows[left], [&](std::int64_t line, std::int64_t first, std::int64_t count, const std::uint8_t* data) {
        left_as(data, lines.data() + line * s.k + first, count);
    });
    const Fractals kept = kept_of(b.deep, s.n);
    b.each(windows[right], [&](std::int64_t line, std::int64_t first, std::int64_t count, const std::uint8_t* data) {
        Element part[64];
        right_as(data, part, count);
        if (!more.index) {
            for (std::int64_t i = 0; i < count; ++i) columns[static_cast<std::size_t>((first + i) * s.n + line)] = part[i];
            return;
        }
        const std::uint8_t* which = windows[more.index].read(kept.at(line, first / 32), static_cast<std::uint64_t>(units(count, 4)));
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t place = (first + i) / 2 * 4 + std::min<std::int64_t>((which[i / 4] >> i % 4 * 2 & 3) + i % 2, 3);
            columns[static_cast<std::size_t>(place * s.n + line)] += part[i];
        }
    });
    if constexpr (std::is_same_v<C, float>)
        if (more.left_scales) {
            scale(windows[more.left_scales], scales_of(s.m, s.k), lines.data(), 1, s.k);
            scale(windows[more.right_scales], scales_of(s.n, s.k), columns.data(), s.n, 1);
        }
    const Result c{s.m, s.n};
    const auto start = [&](std::int64_t row, std::int64_t column, std::int64_t wide, const std::uint8_t* data) {
        for (std::int64_t j = 0; j < wide; ++j) {
            Stored value;
            std::memcpy(&value, data + 4 * j, 4);
            sums[static_cast<std::size_t>(row * s.n + column + j)] = value;
        }
    };
    if (more.bias) {
        const std::uint8_t* data = windows[more.bias].read(0, static_cast<std::uint64_t>(4 * s.n));
        for (std::int64_t row = 0; row < s.m; ++row) start(row, 0, s.n, data);
    } else if (s.adds) {
        c.each([&](std::int64_t at, std::int64_t bytes) { return windows[result].read(at, static_cast<std::uint64_t>(bytes)); }, start);
    }
    if (!rehearsing(core))
        run({sums.data(), lines.data(), columns.data(), static_cast<std::size_t>(s.m), static_cast<std::size_t>(s.n), static_cast<std::size_t>(s.k), chunk});
    c.each([&](std::int64_t at, std::int64_t bytes) { return windows[result].write(at, static_cast<std::uint64_t>(bytes)); },
           [&](std::int64_t row, std::int64_t column, std::int64_t wide, std::uint8_t* data) {
               if (rehearsing(core)) return;
               for (std::int64_t j = 0; j < wide; ++j) {
                   const C sum = sums[static_cast<std::size_t>(row * s.n + column + j)];
                   Stored value;
                   if constexpr (std::is_same_v<C, float>) value = quiet(sum);
                   else value = static_cast<std::int32_t>(std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX));
                   std::memcpy(data + 4 * j, &value, 4);
               }
           });
}

// Of one value: two of four bits may be one element.
int value_bits(const Operand& o) {
    const auto type = static_cast<DType>(o.dtype);
    return type == DType::fp4x2_e2m1_ || type == DType::fp4x2_e1m2_ ? 4 : dtype_bits[o.dtype];
}

void check_depth(const InstructionInfo& ins, std::int64_t k, int bits, const More& more) {
    const auto refuse = [&](const char* need) { throw Fault("PARAM-001", {{"op", ins.name}, {"what", "k"}, {"value", k}, {"need", need}}); };
    if (more.left_scales && k % 64) refuse("a multiple of 64: two scales each");
    if (more.index && k % 4) refuse("a multiple of 4: two of four values are kept");
    if (bits == 4 && k % 2) refuse("even: two elements share a byte");
}

}  // namespace

// m, n, k, unit_flag, adds, aligned, no_row. Behind the matrices there may be a bias, scales of both, or the index of a sparse right matrix,
// which holds half of k.
void run_tile(Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params) {
    const Sizes s{params[0], params[1], params[2], params[4] != 0};
    if (!(s.m && s.n && s.k)) return;
    const More more(ins);
    const int left_bits = value_bits(record.operands[left]), right_bits = value_bits(record.operands[right]);
    check_depth(ins, s.k, left_bits, more);
    const bool row = s.m == 1 && !params[6] && !more.index;
    const Fractals a{left_places(*core.rules, s.m, s.k, left_bits, row, params[5])}, b{right_places(more.index ? s.k / 2 : s.k, s.n, right_bits)};
    check_touch(core, ins, record, result, static_cast<std::uint64_t>(Result{s.m, s.n}.end()), result_align);
    check_touch(core, ins, record, left, static_cast<std::uint64_t>(a.end()));
    check_touch(core, ins, record, right, static_cast<std::uint64_t>(b.end()));
    if (more.left_scales) {
        check_touch(core, ins, record, more.left_scales, static_cast<std::uint64_t>(scales_of(s.m, s.k).end()));
        check_touch(core, ins, record, more.right_scales, static_cast<std::uint64_t>(scales_of(s.n, s.k).end()));
    }
    if (more.index) check_touch(core, ins, record, more.index, static_cast<std::uint64_t>(kept_of(b.deep, s.n).end()));
    if (more.bias) check_touch(core, ins, record, more.bias, static_cast<std::uint64_t>(4 * s.n));
    Window windows[most];
    for (int i = 0; i < ins.operand_count; ++i) windows[i] = Window::on(core, static_cast<Space>(record.operands[i].space), record.operands[i].address);
    if (static_cast<DType>(record.operands[result].dtype) == DType::float_)
        multiply<float, AsFloat>(core, record, a, b, s, more, windows, core.level->loops->multiply, static_cast<std::size_t>(256 / left_bits));
    else multiply<std::int64_t, AsInteger>(core, record, a, b, s, more, windows, core.level->loops->multiply_integers, 0);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
