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
constexpr std::int64_t fractal_elements = fractal_rows * fractal_row_bytes * 2;  // at most: of four bits

// What Mmad reads of one, run by run.
struct Fractals : FractalPlaces {
    // visit(first line, lines, first element, elements, where) for every part of a fractal, whose lines lie `wide` bytes apart; touches are as long
    // as neighbours go.
    template <class Visit>
    void each(const Window& window, const Visit& visit) const {
        const std::int64_t bytes = line_bytes();
        if (row) return visit(0, 1, 0, deep, window.read(0, static_cast<std::uint64_t>(bytes)));
        for (std::int64_t first = 0; first < lines; first += fractal_rows) {
            const std::int64_t here = std::min(fractal_rows, lines - first);
            for (std::int64_t block = 0; block * wide < bytes; ++block) {
                const std::int64_t part = std::min(wide, bytes - block * wide), element = block * wide * 8 / bits;
                const std::int64_t count = std::min(part * 8 / bits, deep - element);
                if (part == wide) {
                    visit(first, here, element, count, window.read(at(first, block), static_cast<std::uint64_t>(here * wide)));
                } else {
                    for (std::int64_t i = 0; i < here; ++i)
                        visit(first + i, 1, element, count, window.read(at(first + i, block), static_cast<std::uint64_t>(part)));
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

// The result: fractals of 16 x 16 elements of 32 bits, one column of them after the other. visit(row, column, elements, where in bytes) for
// every piece whose elements are neighbours.
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
            const std::int64_t wide = std::min(fractal_rows, n - column), rows = wide == fractal_rows ? m : 1;
            for (std::int64_t row = 0; row < m; row += rows) visit(row, column, rows * wide, take(at(row, column), 4 * rows * wide));
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

    AsFloat(const Core& core, DType of) : type(of), loops(core.level->loops) {
        if (of != DType::float_ || !(core.state->hf32 & 1)) return;
        drop = core.rules->hf32_fraction == hf32_fraction_ten ? 13 : 12;
        to_even = core.state->hf32 & 2;
        away = core.rules->hf32_ties == hf32_ties_away;
    }
    void operator()(const std::uint8_t* from, float* to, std::int64_t count) const {
        const auto n = static_cast<std::size_t>(count);
        if (type == DType::half_) return loops->widen_halves(from, to, n);
        if (type == DType::bfloat16_) return widen_n(reinterpret_cast<const bfloat16*>(from), to, n);
        if (type == DType::fp4x2_e2m1_ || type == DType::fp4x2_e1m2_) return fours(from, to, n);
        if (type != DType::float_) return convert(type, DType::float_, RoundMode::rint, false, false, from, to, n);
        std::memcpy(to, from, 4 * n);
        for (std::size_t i = 0; drop && i < n; ++i) to[i] = cut(to[i], drop, to_even, away);
    }
    // A whole fractal of the right matrix as a panel holds it.
    bool turn(const std::uint8_t* fractal, float* to) const {
        if (type == DType::half_) loops->turn_halves(fractal, to);
        return type == DType::half_;
    }

  private:
    const Loops* loops;

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

    AsInteger(const Core& core, DType of) : type(of), loops(core.level->loops) {}
    void operator()(const std::uint8_t* from, std::int16_t* to, std::int64_t count) const {
        if (type == DType::int4_)
            for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(((from[i / 2] >> i % 2 * 4 & 15) ^ 8) - 8);
        else
            for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int8_t>(from[i]);
    }
    bool turn(const std::uint8_t* fractal, std::int16_t* to) const {
        if (type != DType::int4_) loops->turn_bytes(fractal, to);
        return type != DType::int4_;
    }

  private:
    const Loops* loops;
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

// Each value times the scale of its 32 values of k. at(line, k): where the value is.
template <class At>
void scale(const Window& window, const Fractals& scales, const At& at) {
    scales.each(window, [&](std::int64_t line, std::int64_t lines, std::int64_t first, std::int64_t count, const std::uint8_t* data) {
        for (std::int64_t l = 0; l < lines; ++l)
            for (std::int64_t g = 0; g < count; ++g) {
                const float by = power(data[l * scales.wide + g]);
                for (std::int64_t k = (first + g) * 32; k < (first + g + 1) * 32; ++k) *at(line + l, k) *= by;
            }
    });
}

// The matrices of a product as its loops want them, and its sums.
template <class C>
struct Dense {
    using Element = typename Product<C>::Element;
    std::vector<Element> lines, panels;
    C* sums = nullptr;
    std::size_t sum_count = 0;
    std::int64_t k = 0;  // with what fills a pair

    // Sums lie in `there`, where that is given.
    void begin(const Sizes& s, bool sparse, C* there) {
        constexpr std::int64_t together = Product<C>::together, panel = Product<C>::panel;
        const std::int64_t columns = units(s.n, panel) * panel;
        const bool filled = columns == s.n && s.k % together == 0 && !sparse;
        k = units(s.k, together) * together;
        lines.resize(static_cast<std::size_t>(s.m * k));
        if (filled) panels.resize(static_cast<std::size_t>(columns * k));
        else panels.assign(static_cast<std::size_t>(columns * k), {});
        sum_count = static_cast<std::size_t>(columns * s.m);
        if (!there) own_sums_.resize(sum_count);
        sums = there ? there : own_sums_.data();
        for (std::int64_t line = 0; k > s.k && line < s.m; ++line) *left(line, s.k) = {};
    }
    C* sum(std::int64_t row, std::int64_t column, std::int64_t m) { return sums + (column / fractal_rows * m + row) * fractal_rows + column % fractal_rows; }
    Element* left(std::int64_t line, std::int64_t at) { return lines.data() + line * k + at; }
    Element* right(std::int64_t column, std::int64_t at) {
        return panels.data() + Product<C>::at(static_cast<std::size_t>(at), static_cast<std::size_t>(column), static_cast<std::size_t>(k));
    }

  private:
    std::vector<C> own_sums_;
};

// Elements of a line of a fractal, whose commonest numbers compilers know.
template <class T>
void copy_line(const T* from, std::int64_t count, T* to) {
    if (count == 16) std::copy_n(from, 16, to);
    else if (count == 32) std::copy_n(from, 32, to);
    else std::copy_n(from, count, to);
}

template <class C, class As>
void multiply(Core& core, const Record& record, const Fractals& a, const Fractals& b, const Sizes& s, const More& more, const Window* windows,
              void (*run)(const Product<C>&), std::size_t chunk) {
    using Element = typename Product<C>::Element;
    static thread_local Dense<C> dense;  // kept: products come in long rows
    // Where L0C lies as its loops want it, and nobody looks on, sums need no place of their own.
    C* there = nullptr;
    if constexpr (!hears)
        if (s.m % fractal_rows == 0 && s.n % fractal_rows == 0 && !rehearsing(core))
            there = reinterpret_cast<C*>(windows[result].write(0, static_cast<std::uint64_t>(4 * s.m * s.n)));
    dense.begin(s, more.index, there);
    const As left_as(core, static_cast<DType>(record.operands[left].dtype)), right_as(core, static_cast<DType>(record.operands[right].dtype));
    a.each(windows[left], [&](std::int64_t line, std::int64_t some, std::int64_t first, std::int64_t count, const std::uint8_t* data) {
        Element part[fractal_elements];
        const std::int64_t apart = a.wide * 8 / a.bits;
        left_as(data, some > 1 ? part : dense.left(line, first), (some - 1) * apart + count);
        for (std::int64_t l = 0; some > 1 && l < some; ++l) copy_line(part + l * apart, count, dense.left(line + l, first));
    });
    const Fractals kept = kept_of(b.deep, s.n);
    b.each(windows[right], [&](std::int64_t line, std::int64_t some, std::int64_t first, std::int64_t count, const std::uint8_t* data) {
        Element part[fractal_elements];
        const std::int64_t apart = b.wide * 8 / b.bits;
        if (some == fractal_rows && count == apart && !more.index && right_as.turn(data, dense.right(line, first))) return;
        right_as(data, part, (some - 1) * apart + count);
        for (std::int64_t l = 0; l < some; ++l) {
            const Element* from = part + l * apart;
            if (!more.index) {
                for (std::int64_t i = 0; i < count; ++i) *dense.right(line + l, first + i) = from[i];
                continue;
            }
            const std::uint8_t* which = windows[more.index].read(kept.at(line + l, first / 32), static_cast<std::uint64_t>(units(count, 4)));
            for (std::int64_t i = 0; i < count; ++i)
                *dense.right(line + l, (first + i) / 2 * 4 + std::min<std::int64_t>((which[i / 4] >> i % 4 * 2 & 3) + i % 2, 3)) += from[i];
        }
    });
    if constexpr (std::is_same_v<C, float>)
        if (more.left_scales) {
            scale(windows[more.left_scales], scales_of(s.m, s.k), [&](std::int64_t line, std::int64_t k) { return dense.left(line, k); });
            scale(windows[more.right_scales], scales_of(s.n, s.k), [&](std::int64_t column, std::int64_t k) { return dense.right(column, k); });
        }
    const Result c{s.m, s.n};
    if (more.bias) {
        const std::uint8_t* data = windows[more.bias].read(0, static_cast<std::uint64_t>(4 * s.n));
        for (std::int64_t column = 0; column < s.n; column += fractal_rows)
            for (std::int64_t row = 0; row < s.m; ++row)
                std::memcpy(dense.sum(row, column, s.m), data + 4 * column, static_cast<std::size_t>(4 * std::min(fractal_rows, s.n - column)));
    } else if (s.adds && there) {
        // They are there.
    } else if (s.adds) {
        c.each([&](std::int64_t at, std::int64_t bytes) { return windows[result].read(at, static_cast<std::uint64_t>(bytes)); },
               [&](std::int64_t row, std::int64_t column, std::int64_t count, const std::uint8_t* data) {
                   std::memcpy(dense.sum(row, column, s.m), data, static_cast<std::size_t>(4 * count));
               });
    } else {
        std::fill_n(dense.sums, dense.sum_count, C{});
    }
    if (!rehearsing(core))
        run({dense.sums, dense.lines.data(), dense.panels.data(), static_cast<std::size_t>(s.m), static_cast<std::size_t>(s.n),
             static_cast<std::size_t>(s.k), chunk});
    if (there) return;
    c.each([&](std::int64_t at, std::int64_t bytes) { return windows[result].write(at, static_cast<std::uint64_t>(bytes)); },
           [&](std::int64_t row, std::int64_t column, std::int64_t count, std::uint8_t* data) {
               if (!rehearsing(core)) std::memcpy(data, dense.sum(row, column, s.m), static_cast<std::size_t>(4 * count));
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
    else multiply<std::int32_t, AsInteger>(core, record, a, b, s, more, windows, core.level->loops->multiply_integers, 0);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
