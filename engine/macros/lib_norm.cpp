// Normalisation: mean and biased variance of rows, then scale and shift. Statistics are float64, rounded once.
#include <cmath>

#include "macros/macros.hpp"

namespace lanewise::macros {

namespace {

struct Moments {
    double mean, variance;
    double rstd(double epsilon) const { return 1 / std::sqrt(variance + epsilon); }
};

template <class F>
Moments moments(std::uint64_t n, F value) {
    double sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < n; ++i) sum += value(i);
    const double mean = sum / static_cast<double>(n);
    for (std::uint64_t i = 0; i < n; ++i) {
        const double d = value(i) - mean;
        squares += d * d;
    }
    return {mean, squares / static_cast<double>(n)};
}

// The first three parameters of most functions: rows of `valid` elements, `pitch` apart.
struct Shape {
    std::uint64_t rows, pitch, valid;
    explicit Shape(const Macro& m) : rows(m.whole(0)), pitch(m.whole(1)), valid(m.whole(2)) {}
    Part part() const { return {rows, pitch, valid}; }
};

Numbers row_or(Macro& m, int operand, std::uint64_t n, double value) {
    return m.has(operand) ? m.numbers(operand, n) : Numbers(n, value);
}

void normalize_rows(Macro& m, const Numbers& x, int gamma, int beta, double epsilon, bool rstd_is_second) {
    const Shape shape(m);
    const Numbers scale = row_or(m, gamma, shape.valid, 1), shift = row_or(m, beta, shape.valid, 0);
    Numbers y(x.size()), means(shape.rows), seconds(shape.rows);
    for (std::uint64_t r = 0; r < shape.rows; ++r) {
        const double* row = x.data() + r * shape.valid;
        const Moments found = moments(shape.valid, [&](std::uint64_t i) { return row[i]; });
        const double rstd = found.rstd(epsilon);
        for (std::uint64_t i = 0; i < shape.valid; ++i) y[r * shape.valid + i] = (row[i] - found.mean) * rstd * scale[i] + shift[i];
        means[r] = found.mean;
        seconds[r] = rstd_is_second ? rstd : found.variance;
    }
    m.put(0, shape.part(), y);
    if (!m.has(1)) return;
    m.put(1, shape.rows, means);
    m.put(2, shape.rows, seconds);
}

}  // namespace

void lib_layer_norm(Macro& m) { normalize_rows(m, m.numbers(3, Shape(m).part()), 4, 5, m.real(3), m.params[4]); }

void lib_deep_norm(Macro& m) {
    Numbers x = m.numbers(3, Shape(m).part());
    const Numbers g = m.numbers(4, Shape(m).part());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = m.real(4) * x[i] + g[i];
    normalize_rows(m, x, 6, 5, m.real(3), false);
}

void lib_normalize(Macro& m) {
    const Shape shape(m);
    Numbers x = m.numbers(4, shape.part()), rstd = m.numbers(3, shape.rows);
    const Numbers mean = m.numbers(2, shape.rows), scale = row_or(m, 5, shape.valid, 1), shift = row_or(m, 6, shape.valid, 0);
    for (double& value : rstd) value = 1 / std::sqrt(value + m.real(3));
    for (std::uint64_t r = 0; r < shape.rows; ++r)
        for (std::uint64_t i = 0; i < shape.valid; ++i) {
            double& value = x[r * shape.valid + i];
            value = (value - mean[r]) * rstd[r] * scale[i] + shift[i];
        }
    m.put(0, shape.part(), x);
    if (m.has(1)) m.put(1, shape.rows, rstd);
}

void lib_rms_norm(Macro& m) {
    const Shape shape(m);
    Numbers x = m.numbers(1, shape.part());
    const Numbers gamma = m.numbers(2, shape.valid);
    for (std::uint64_t r = 0; r < shape.rows; ++r) {
        double* row = x.data() + r * shape.valid;
        double squares = 0;
        for (std::uint64_t i = 0; i < shape.valid; ++i) squares += row[i] * row[i];
        const double root = std::sqrt(squares * m.real(4) + m.real(3));
        for (std::uint64_t i = 0; i < shape.valid; ++i) row[i] = row[i] / root * gamma[i];
    }
    m.put(0, shape.part(), x);
}

void lib_batch_norm(Macro& m) {
    const std::uint64_t batches = m.whole(0), columns = m.whole(1);
    const Numbers x = m.numbers(3, batches * columns), scale = m.numbers(4, batches), shift = m.numbers(5, batches);
    Numbers y(x.size()), means(columns), variances(columns);
    for (std::uint64_t c = 0; c < columns; ++c) {
        const Moments found = moments(batches, [&](std::uint64_t b) { return x[b * columns + c]; });
        const double rstd = found.rstd(m.real(2));
        for (std::uint64_t b = 0; b < batches; ++b) y[b * columns + c] = (x[b * columns + c] - found.mean) * rstd * scale[b] + shift[b];
        means[c] = found.mean;
        variances[c] = found.variance;
    }
    m.put(0, batches * columns, y);
    m.put(1, columns, means);
    m.put(2, columns, variances);
}

void lib_group_norm(Macro& m) {
    const std::uint64_t n = m.whole(0), channels = m.whole(1), groups = m.whole(2), each = m.whole(3), plane = m.whole(4);
    const Part part(n * groups * each, m.whole(5), plane);
    const Numbers x = m.numbers(3, part), scale = m.numbers(4, channels), shift = m.numbers(5, channels);
    Numbers y(x.size()), means(n * groups), variances(n * groups);
    for (std::uint64_t g = 0; g < n * groups; ++g) {
        const double* group = x.data() + g * each * plane;
        const Moments found = moments(each * plane, [&](std::uint64_t i) { return group[i]; });
        const double rstd = found.rstd(m.real(6));
        for (std::uint64_t i = 0; i < each * plane; ++i) {
            const std::uint64_t channel = g % groups * each + i / plane;
            y[g * each * plane + i] = (group[i] - found.mean) * rstd * scale[channel] + shift[channel];
        }
        means[g] = found.mean;
        variances[g] = found.variance;
    }
    m.put(0, part, y);
    m.put(1, n * groups, means);
    m.put(2, n * groups, variances);
}

// Float steps follow the formula, because the sums cancel; sums are float64.
void lib_layer_norm_grad(Macro& m) {
    const Shape shape(m);
    const std::uint64_t n = shape.valid;
    const Numbers dy = m.numbers(2, shape.part()), x = m.numbers(3, shape.part()), gamma = m.numbers(6, n);
    const Numbers variances = m.numbers(4, shape.rows), means = m.numbers(5, shape.rows);
    Numbers pdx(x.size()), res(x.size());
    const float share = 1.0f / static_cast<float>(n);
    for (std::uint64_t r = 0; r < shape.rows; ++r) {
        const auto mean = static_cast<float>(means[r]);
        const float v = static_cast<float>(variances[r]) + static_cast<float>(m.real(3));
        const auto wide = static_cast<double>(v);
        const auto rstd = static_cast<float>(1 / std::sqrt(wide)), cubed = static_cast<float>(1 / (wide * std::sqrt(wide)));
        const auto centred = [&](std::uint64_t i) { return static_cast<float>(x[r * n + i]) - mean; };
        const auto scaled = [&](std::uint64_t i) { return static_cast<float>(dy[r * n + i]) * static_cast<float>(gamma[i]); };
        double variance_sum = 0, scaled_sum = 0, centred_sum = 0;
        for (std::uint64_t i = 0; i < n; ++i) {
            const float product = scaled(i) * -0.5f * centred(i) * cubed, part = scaled(i) * -rstd, twice = -2.0f * centred(i);
            variance_sum += product;
            scaled_sum += part;
            centred_sum += twice;
        }
        const auto pd_variance = static_cast<float>(variance_sum);
        const float pd_mean = static_cast<float>(scaled_sum) + pd_variance * share * static_cast<float>(centred_sum);
        for (std::uint64_t i = 0; i < n; ++i) {
            const float away = centred(i), first = scaled(i) * rstd, second = pd_variance * 2.0f * share * away;
            pdx[r * n + i] = first + second + pd_mean * share;
            res[r * n + i] = away * rstd;
        }
    }
    m.put(0, shape.part(), pdx);
    m.put(1, shape.part(), res);
}

void lib_layer_norm_grad_beta(Macro& m) {
    const Shape shape(m);
    const Numbers res = m.numbers(2, shape.part()), dy = m.numbers(3, shape.part());
    Numbers gamma(shape.valid), beta(shape.valid);
    for (std::uint64_t r = 0; r < shape.rows; ++r)
        for (std::uint64_t i = 0; i < shape.valid; ++i) {
            const std::uint64_t at = r * shape.valid + i;
            gamma[i] += res[at] * dy[at];
            beta[i] += dy[at];
        }
    m.put(0, shape.valid, gamma);
    m.put(1, shape.valid, beta);
}

}  // namespace lanewise::macros
