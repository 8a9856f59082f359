// Reductions of matrices, running sums, and Welford's statistics.
#include <algorithm>

#include "macros/macros.hpp"

namespace lanewise::macros {

namespace {

// Neighbours are added until one value is left; every sum is rounded to the type.
double tree(const Macro& m, Numbers values, DType kind) {
    while (values.size() > 1) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < values.size(); i += 2)
            values[kept++] = i + 1 < values.size() ? m.rounded(values[i] + values[i + 1], kind) : values[i];
        values.resize(kept);
    }
    return values.empty() ? 0 : values[0];
}

// Trees over the elements of one repeat each, then over their results, until one repeat holds them all.
double repeat_tree(const Macro& m, std::span<const double> values, DType kind) {
    const std::size_t repeat = 2048 / dtype_bits[static_cast<int>(kind)];
    Numbers all(values.begin(), values.end());
    do {
        Numbers next;
        for (std::size_t at = 0; at < all.size(); at += repeat)
            next.push_back(tree(m, {all.begin() + static_cast<std::ptrdiff_t>(at),
                                    all.begin() + static_cast<std::ptrdiff_t>(std::min(at + repeat, all.size()))}, kind));
        all = next;
    } while (all.size() > repeat);
    return tree(m, all, kind);
}

struct Matrix {
    std::uint64_t rows, columns, pitch;
    bool inner;
    explicit Matrix(const Macro& m) : rows(m.whole(0)), columns(m.whole(1)), pitch(columns), inner(m.params[2]) {
        if (m.params[3]) pitch = align_up(columns, m.per_block(1));
    }
    Part part() const { return {rows, pitch, columns}; }
    bool empty() const { return !rows || !columns; }
    std::uint64_t lines() const { return inner ? rows : columns; }
    std::uint64_t steps() const { return inner ? columns : rows; }
    std::uint64_t at(std::uint64_t line, std::uint64_t step) const { return inner ? line * columns + step : step * columns + line; }
};

// The largest or smallest, the first of equals; a NaN wins.
void extreme(Macro& m, bool above) {
    const Matrix x(m);
    if (x.empty()) return;
    const Places bits = m.raw(1, x.part());
    const bool integral = m.integral(1);
    const List<Wide> wholes = integral ? m.integers(1, x.part()) : List<Wide>{};
    const Numbers values = integral ? Numbers{} : m.numbers(1, x.part());
    Places best(x.lines());
    for (std::uint64_t line = 0; line < x.lines(); ++line) {
        std::uint64_t held = x.at(line, 0);
        for (std::uint64_t i = 1; i < x.steps(); ++i) {
            const std::uint64_t at = x.at(line, i);
            const bool better = integral ? (above ? wholes[at] > wholes[held] : wholes[at] < wholes[held])
                                         : (above ? values[at] > values[held] : values[at] < values[held]) || values[at] != values[at];
            if (better) held = at;
        }
        best[line] = bits[held];
    }
    m.put_raw(0, x.lines(), best);
}

template <class F>
void fold(Macro& m, double start, F step, bool mean = false) {
    const Matrix x(m);
    if (x.empty()) return;
    const Numbers values = m.numbers(1, x.part());
    Numbers out(x.lines());
    for (std::uint64_t line = 0; line < x.lines(); ++line) {
        double total = start;
        for (std::uint64_t i = 0; i < x.steps(); ++i) total = step(total, values[x.at(line, i)]);
        out[line] = mean ? total / static_cast<double>(x.steps()) : total;
    }
    m.put(0, x.lines(), out);
}

}  // namespace

void lib_sum(Macro& m) {
    const std::uint64_t rows = m.whole(0), n = m.whole(2);
    const Numbers x = m.numbers(1, Part{rows, m.whole(1), n});
    Numbers out(rows);
    for (std::uint64_t r = 0; r < rows; ++r) out[r] = repeat_tree(m, std::span(x).subspan(r * n, n), m.type(0));
    m.put(0, rows, out);
}

void lib_mean(Macro& m) {
    const std::uint64_t rows = m.whole(0), n = m.whole(2);
    const auto kind = static_cast<DType>(m.params[3]);
    const Numbers x = m.numbers(1, Part{rows, m.whole(1), n});
    const double share = m.rounded(1.0f / static_cast<float>(n), kind);
    Numbers out(rows);
    for (std::uint64_t r = 0; r < rows; ++r)
        out[r] = m.rounded(repeat_tree(m, std::span(x).subspan(r * n, n), kind) * share, kind);
    m.put(0, rows, out);
}

void lib_reduce_max(Macro& m) { extreme(m, true); }
void lib_reduce_min(Macro& m) { extreme(m, false); }
void lib_reduce_any(Macro& m) { extreme(m, true); }
void lib_reduce_all(Macro& m) { extreme(m, false); }

void lib_reduce_sum(Macro& m) {
    if (!m.integral(0)) return fold(m, 0, [](double a, double b) { return a + b; });
    const Matrix x(m);
    if (x.empty()) return;
    const Places bits = m.raw(1, x.part());
    Places out(x.lines());
    for (std::uint64_t line = 0; line < x.lines(); ++line)
        for (std::uint64_t i = 0; i < x.steps(); ++i) out[line] += bits[x.at(line, i)];
    m.put_raw(0, x.lines(), out);
}

void lib_reduce_mean(Macro& m) {
    fold(m, 0, [](double a, double b) { return a + b; }, true);
}
void lib_reduce_prod(Macro& m) {
    fold(m, 1, [](double a, double b) { return a * b; });
}

void lib_reduce_xor_sum(Macro& m) {
    const std::uint64_t n = m.whole(0);
    const Places a = m.raw(1, n), b = m.raw(2, n);
    std::int64_t total = 0;
    for (std::uint64_t i = 0; i < n; ++i) total += static_cast<std::int16_t>(a[i] ^ b[i]);
    const double limited = static_cast<double>(total > 32767 ? 32767 : total < -32768 ? -32768 : total);
    m.put(0, 1, std::span(&limited, 1));
}

// In float, one after the other.
void lib_cum_sum(Macro& m) {
    const std::uint64_t rows = m.whole(0), columns = m.whole(1);
    const bool inner = m.params[2];
    Numbers x = m.numbers(2, rows * columns);
    const std::uint64_t lines = inner ? rows : columns, steps = inner ? columns : rows;
    for (std::uint64_t line = 0; line < lines; ++line) {
        float sum = 0;
        for (std::uint64_t i = 0; i < steps; ++i) {
            double& value = x[inner ? line * columns + i : i * columns + line];
            sum = i ? sum + static_cast<float>(value) : static_cast<float>(value);
            value = sum;
        }
    }
    m.put(0, rows * columns, x);
    if (m.has(1) && rows) m.put(1, columns, std::span(x).last(columns));
}

// Every step rounds to float.
void lib_welford_update(Macro& m) {
    const std::uint64_t rows = m.whole(0), lanes = m.whole(1), used = m.whole(2);
    const auto share = static_cast<float>(m.real(4));
    const Part live(rows, lanes, used);
    const Numbers x = m.numbers(4, live);
    Numbers mean = m.numbers(2, live), squares = m.numbers(3, live);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto value = static_cast<float>(x[i]), before = static_cast<float>(mean[i]), d = value - before;
        const float step = d * share, now = step + before, rest = value - now, product = d * rest;
        squares[i] = product + static_cast<float>(squares[i]);
        mean[i] = now;
    }
    m.put(0, live, mean);
    m.put(1, live, squares);
    if (!m.params[3]) return;
    Places others;
    for (std::uint64_t r = 0; r < rows; ++r)
        for (std::uint64_t c = used; c < lanes; ++c) others.push_back(r * lanes + c);
    m.put_raw(0, others, m.raw(2, others));
    m.put_raw(1, others, m.raw(3, others));
}

void lib_welford_finalize(Macro& m) {
    const std::uint64_t n = m.whole(0), head_lanes = m.whole(2);
    const bool equal = m.params[4];
    const auto share = static_cast<float>(m.real(6)), variance_share = static_cast<float>(m.real(7));
    const Numbers mean = m.numbers(2, n), squares = m.numbers(3, n), given = m.has(4) ? m.numbers(4, n) : Numbers{};
    std::vector<float> counts(n);
    for (std::uint64_t i = 0; i < n; ++i)
        counts[i] = m.has(4) ? static_cast<float>(given[i]) : static_cast<float>(equal ? m.params[5] : i < head_lanes ? m.params[1] : m.params[3]);
    Numbers parts(n);
    for (std::uint64_t i = 0; i < n; ++i) {
        const auto value = static_cast<float>(mean[i]), weighted = equal ? value : value * counts[i];
        parts[i] = weighted * share;
    }
    const double all = repeat_tree(m, parts, DType::float_);
    for (std::uint64_t i = 0; i < n; ++i) {
        const float d = static_cast<float>(mean[i]) - static_cast<float>(all), square = d * d, weighted = square * counts[i];
        const float with = weighted + static_cast<float>(squares[i]);
        parts[i] = with * variance_share;
    }
    const double variance = repeat_tree(m, parts, DType::float_);
    if (m.rules().welford_rest == welford_rest_cleared)
        for (int operand = 0; operand < 2; ++operand) m.put(operand, Places{1, 2, 3, 4, 5, 6, 7}, Numbers(7));
    m.put(0, 1, std::span(&all, 1));
    m.put(1, 1, std::span(&variance, 1));
}

}  // namespace lanewise::macros
