// The softmax family: rows of a matrix, and per row a data block with its sum or maximum in every lane. Everything is
// float64; sums run from left to right.
#include <cmath>

#include "macros/macros.hpp"

namespace lanewise::macros {

namespace {

// Rows of `pitch` elements, or 16 columns at a time over `height` rows (NZ); rows x columns of it count.
struct Rows {
    Macro& m;
    std::uint64_t height, pitch, rows, columns;
    bool nz;
    Places places;
    Ties ties;
    explicit Rows(Macro& macro)
        : m(macro), height(m.whole(0)), pitch(m.whole(1)), rows(m.whole(2)), columns(m.whole(3)), nz(m.params[4]),
          ties(m.rules().softmax_half == softmax_half_away ? Ties::away : Ties::even) {
        if (!nz) return;
        for (std::uint64_t r = 0; r < rows; ++r)
            for (std::uint64_t c = 0; c < columns; ++c) places.push_back(c / 16 * height * 16 + r * 16 + c % 16);
    }
    Numbers get(int operand) const { return nz ? m.numbers(operand, places) : m.numbers(operand, Part{rows, pitch, columns}); }
    void put(int operand, const Numbers& values) const {
        if (nz) m.put(operand, places, values, ties);
        else m.put(operand, Part{rows, pitch, columns}, values, ties);
    }

    std::uint64_t lanes(int operand, bool spread) const { return spread ? m.per_block(operand) : 1; }
    // One number per row, from the first lane of a block.
    Numbers state(int operand, bool spread = true) const {
        Places first;
        for (std::uint64_t r = 0; r < rows; ++r) first.push_back(r * lanes(operand, spread));
        return m.numbers(operand, first);
    }
    void put_state(int operand, const Numbers& values, bool spread = true) const {
        const std::uint64_t width = lanes(operand, spread);
        Numbers all;
        for (const double value : values) all.insert(all.end(), width, value);
        m.put(operand, Part{rows, width, width}, all, ties);
    }

    std::span<double> row(Numbers& x, std::uint64_t r) const { return std::span(x).subspan(r * columns, columns); }

    // The first of the largest; NaN when there is one.
    Numbers maxima(Numbers& x) const {
        Numbers out(rows);
        for (std::uint64_t r = 0; r < rows; ++r) {
            double most = -HUGE_VAL;
            bool any = false;
            for (const double value : row(x, r)) {
                if (!any || value > most || value != value) most = value;
                any = true;
                if (value != value) break;
            }
            out[r] = most;
        }
        return out;
    }
    // e^(x - most), in place.
    void exp(Numbers& x, const Numbers& most) const {
        for (std::uint64_t r = 0; r < rows; ++r)
            for (double& value : row(x, r)) value -= most[r];
        m.apply(Elementary::exp, x.size(), x.data(), x.data());
    }
    Numbers sums(Numbers& x, const Numbers* start = nullptr) const {
        Numbers out(rows);
        for (std::uint64_t r = 0; r < rows; ++r) {
            double total = start ? (*start)[r] : 0;
            for (const double value : row(x, r)) total += value;
            out[r] = total;
        }
        return out;
    }
    void divide(Numbers& x, const Numbers& by) const {
        for (std::uint64_t r = 0; r < rows; ++r)
            for (double& value : row(x, r)) value /= by[r];
    }
};

void flash(Macro& m, bool whole) {
    const Rows shape(m);
    const bool update = m.params[5], spread = m.params[6];
    Numbers x = shape.get(3);
    const Numbers mine = shape.maxima(x);
    if (!update) {
        shape.exp(x, mine);
        const Numbers total = shape.sums(x);
        if (whole) shape.divide(x, total);
        shape.put(0, x);
        shape.put_state(1, total, spread);
        shape.put_state(2, mine, spread);
        return;
    }
    const Numbers before_sum = shape.state(5, spread), before = shape.state(6, spread);
    Numbers most(shape.rows), factor(shape.rows), total(shape.rows);
    for (std::uint64_t r = 0; r < shape.rows; ++r) {
        most[r] = before[r] > mine[r] ? before[r] : mine[r];
        factor[r] = before[r] - most[r];
    }
    m.apply(Elementary::exp, factor.size(), factor.data(), factor.data());
    shape.exp(x, most);
    Numbers carried(shape.rows);
    for (std::uint64_t r = 0; r < shape.rows; ++r) carried[r] = factor[r] * before_sum[r];
    if (whole) {
        total = shape.sums(x, &carried);
        shape.divide(x, total);
        shape.put(0, x);
        for (std::uint64_t r = 0; r < shape.rows; ++r) carried[r] /= total[r];
        shape.put_state(4, carried, spread);
    } else {
        total = shape.sums(x);
        for (std::uint64_t r = 0; r < shape.rows; ++r) total[r] = carried[r] + total[r];
        shape.put(0, x);
        shape.put_state(4, factor, spread);
        if (m.has(7)) shape.put_state(7, mine, spread);
    }
    shape.put_state(1, total, spread);
    shape.put_state(2, most, spread);
}

void softmax(Macro& m, bool logarithm) {
    const Rows shape(m);
    Numbers x = shape.get(3);
    const Numbers most = shape.maxima(x);
    shape.exp(x, most);
    const Numbers total = shape.sums(x);
    shape.divide(x, total);
    if (logarithm) m.apply(Elementary::log10, x.size(), x.data(), x.data());
    shape.put(0, x);
    if (!m.has(1)) return;
    shape.put_state(1, total);
    shape.put_state(2, most);
}

}  // namespace

void lib_softmax(Macro& m) { softmax(m, false); }
void lib_log_softmax(Macro& m) { softmax(m, true); }
void lib_softmax_flash(Macro& m) { flash(m, true); }
void lib_softmax_flash_v2(Macro& m) { flash(m, false); }

void lib_simple_softmax(Macro& m) {
    const Rows shape(m);
    Numbers x = shape.get(3);
    shape.exp(x, shape.state(2));
    shape.divide(x, shape.state(1));
    shape.put(0, x);
}

// Rows are shifted towards their mean first. Partial means are summed in one grouping of the columns and applied in another;
// the two agree for 512 columns.
void lib_softmax_flash_v3(Macro& m) {
    const Rows shape(m);
    const std::uint64_t n = shape.columns, rows = shape.rows;
    const bool update = m.params[5];
    const auto loops = static_cast<double>(m.params[6]);
    if (n < 512 || n % 64) m.refuse("srcK", n, "a multiple of 64 from 512 on");
    const std::uint64_t split = m.whole(7);
    if (split < 1 || split > 8) m.refuse("splitMeanCnt", split, "1..8");
    const std::uint64_t group = n / split;
    const auto alpha = static_cast<float>(m.real(8));
    const double strength = alpha / (1 - alpha);
    Numbers x = shape.get(4), mean(rows), shift(rows);
    for (std::uint64_t r = 0; r < rows; ++r) {
        const std::span<double> row = shape.row(x, r);
        double part[64] = {}, local[8] = {}, all = 0;
        for (std::uint64_t c = 0; c < n; ++c) part[c < 512 ? c / 8 : c % 64] += row[c];
        for (int i = 0; i < 64; ++i) local[i / 8] += part[i] / static_cast<double>(group);
        for (const double value : local) all += value / 8;
        for (std::uint64_t c = 0; c < n; ++c) row[c] -= (all - local[c / group]) * strength;
        mean[r] = all;
    }
    const Numbers mine = shape.maxima(x);
    Numbers most = mine, factor(rows), before_sum(rows);
    if (update) {
        const Numbers before_mean = shape.state(6), before = shape.state(8);
        before_sum = shape.state(7);
        for (std::uint64_t r = 0; r < rows; ++r) {
            const double all = mean[r];
            mean[r] = (all + before_mean[r] * (loops - 1)) / loops;
            shift[r] = (all - mean[r]) * strength;
            const double old_shift = (before_mean[r] - mean[r]) * strength;
            const double a = mine[r] + shift[r], b = before[r] + old_shift;
            most[r] = a > b ? a : b;
            factor[r] = before[r] - most[r] + old_shift;
        }
        m.apply(Elementary::exp, rows, factor.data(), factor.data());
    }
    Numbers shifted(rows);
    for (std::uint64_t r = 0; r < rows; ++r) shifted[r] = most[r] - shift[r];
    shape.exp(x, shifted);
    Numbers total = shape.sums(x);
    shape.put(0, x);
    if (update) {
        shape.put_state(5, factor);
        for (std::uint64_t r = 0; r < rows; ++r) total[r] = total[r] + factor[r] * before_sum[r];
    }
    shape.put_state(1, mean);
    shape.put_state(2, total);
    shape.put_state(3, most);
}

// The row sums of grad * src, in blocks (front) or used for (grad - sum) * src.
void lib_softmax_grad(Macro& m) {
    const Rows shape(m);
    Numbers g = shape.get(1);
    const Numbers x = shape.get(2);
    Numbers products(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) products[i] = g[i] * x[i];
    const Numbers sums = shape.sums(products);
    if (m.params[5]) return shape.put_state(0, sums);
    for (std::uint64_t r = 0; r < shape.rows; ++r)
        for (double& value : shape.row(g, r)) value -= sums[r];
    for (std::size_t i = 0; i < x.size(); ++i) g[i] *= x[i];
    shape.put(0, g);
}
void lib_softmax_grad_front(Macro& m) { lib_softmax_grad(m); }

void lib_adjust_softmax_res(Macro& m) {
    const Rows shape(m);
    Places first, filled;
    for (std::uint64_t r = 0; r < shape.rows; ++r) first.push_back(r * shape.lanes(1, m.params[7]));
    const Places maxima = m.raw(1, first);
    for (std::uint64_t r = 0; r < shape.rows; ++r)
        if (maxima[r] == m.whole(5))
            for (std::uint64_t c = 0; c < shape.columns; ++c)
                filled.push_back(shape.nz ? shape.places[r * shape.columns + c] : r * shape.pitch + c);
    m.put_raw(0, filled, Places(filled.size(), m.whole(6)));
}

}  // namespace lanewise::macros
