// Integers and bits: bitwise functions, choices, limits and powers of integers. Chosen elements keep their bits.
#include "macros/macros.hpp"

namespace lanewise::macros {

namespace {

template <class F>
void combine(Macro& m, F f) {
    const std::uint64_t n = m.whole(0);
    Places a = m.raw(1, n);
    const Places b = m.raw(2, n);
    for (std::uint64_t i = 0; i < n; ++i) a[i] = f(a[i], b[i]);
    m.put_raw(0, n, a);
}

std::uint64_t mask_of(const Macro& m, int operand) {
    const int width = m.bits(operand);
    return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// The elements of a tensor, or n times the bits of a number.
Places raw_or_number(Macro& m, int operand, std::int64_t value, std::uint64_t n) {
    return m.has(operand) ? m.raw(operand, n) : Places(n, static_cast<std::uint64_t>(value) & mask_of(m, 0));
}

Wide as_integer(std::uint64_t bits, DType type) {
    const int width = dtype_bits[static_cast<int>(type)];
    const bool is_signed = type == DType::int8_ || type == DType::int16_ || type == DType::int32_ || type == DType::int64_;
    if (!is_signed) return static_cast<Wide>(bits);
    return static_cast<Wide>(static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width));
}

// Whether a comes before b.
bool below(const Macro& m, std::uint64_t a, std::uint64_t b) {
    if (m.integral(0)) return as_integer(a, m.type(0)) < as_integer(b, m.type(0));
    return m.element(a, 0) < m.element(b, 0);
}

}  // namespace

void lib_bitwise_and(Macro& m) { combine(m, [](std::uint64_t a, std::uint64_t b) { return a & b; }); }
void lib_bitwise_or(Macro& m) { combine(m, [](std::uint64_t a, std::uint64_t b) { return a | b; }); }
void lib_bitwise_xor(Macro& m) { combine(m, [](std::uint64_t a, std::uint64_t b) { return a ^ b; }); }
void lib_xor(Macro& m) { lib_bitwise_xor(m); }

void lib_bitwise_not(Macro& m) {
    const std::uint64_t n = m.whole(0);
    Places a = m.raw(1, n);
    for (auto& bits : a) bits = ~bits;
    m.put_raw(0, n, a);
}

void lib_where(Macro& m) {
    const std::uint64_t n = m.whole(0);
    Places yes = raw_or_number(m, 1, m.params[1], n);
    const Places no = raw_or_number(m, 2, m.params[2], n), which = m.raw(3, n);
    for (std::uint64_t i = 0; i < n; ++i)
        if (!which[i]) yes[i] = no[i];
    m.put_raw(0, n, yes);
}

// NaN stays; the upper limit is applied last.
void lib_clamp(Macro& m) {
    const std::uint64_t n = m.whole(0);
    Places x = m.raw(1, n);
    const Places low = raw_or_number(m, 2, m.params[1], n), high = raw_or_number(m, 3, m.params[2], n);
    for (std::uint64_t i = 0; i < n; ++i) {
        if (below(m, x[i], low[i])) x[i] = low[i];
        if (below(m, high[i], x[i])) x[i] = high[i];
    }
    m.put_raw(0, n, x);
}

// Products wrap; a negative exponent leaves the integer part of the reciprocal.
void lib_power_integers(Macro& m) {
    const std::uint64_t n = m.whole(0), mask = mask_of(m, 0);
    const Places bases = raw_or_number(m, 1, m.params[1], n), exponents = raw_or_number(m, 2, m.params[2], n);
    Places out(n);
    for (std::uint64_t i = 0; i < n; ++i) {
        const Wide exponent = as_integer(exponents[i], m.type(0));
        std::uint64_t power = 1, factor = bases[i];
        for (auto times = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent); times; times >>= 1, factor *= factor)
            if (times & 1) power *= factor;
        power &= mask;
        out[i] = exponent < 0 && power != 1 && power != mask ? 0 : power;
    }
    m.put_raw(0, n, out);
}

}  // namespace lanewise::macros
