// Products of whole arrays, summed exactly before they meet the lanes.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <limits>

#include "aie/dispatch.hpp"

namespace lanewise::aie {
namespace {

constexpr std::size_t block = 1024;  // lanes whose sums stay in the cache

template <class Sum>
void add(Sum* sums, const std::int64_t* a, const std::int64_t* b, std::size_t count, bool subtract) {
    for (std::size_t i = 0; i < count; ++i) {
        const Sum product = static_cast<Sum>(a[i]) * b[i];
        sums[i] += subtract ? -product : product;
    }
}

// Elements from `first` on in 64 bits: where they lie, or widened into `room`.
const std::int64_t* widened(array values, std::size_t first, std::size_t count, std::int64_t* room) {
    if (values.type == element::int64) return static_cast<const std::int64_t*>(values.data) + first;
    with_vector_type(values.type, [&](auto zero) {
        const auto* from = static_cast<const decltype(zero)*>(values.data) + first;
        for (std::size_t i = 0; i < count; ++i) room[i] = static_cast<std::int64_t>(from[i]);
    });
    return room;
}

template <int Bits>
bool fold(lane_storage<Bits>* lanes, std::size_t step, const lane_sum<Bits>* sums, std::size_t count) {
    bool overflow = false;
    for (std::size_t i = 0; i < count; ++i) lanes[i * step] = accumulate<Bits>(lanes[i * step], sums[i], overflow);
    return overflow;
}

// Runs `sum(sums, first, count)` block by block and folds what it left in `sums` into the lanes.
template <class Summing>
bool fold_blocks(array lanes, int bits, std::size_t step, std::size_t count, Summing&& sum) {
    return with_lane_width(bits, [&](auto w) {
        constexpr int width = w.value;
        std::vector<lane_sum<width>> sums(std::min(count, block));
        bool overflow = false;
        for (std::size_t first = 0; first < count; first += block) {
            const std::size_t here = std::min(block, count - first);
            std::fill(sums.begin(), sums.end(), lane_sum<width>{0});
            sum(sums.data(), first, here);
            auto* here_on = static_cast<lane_storage<width>*>(lanes.data) + first * step;
            overflow |= fold<width>(here_on, step, sums.data(), here);
        }
        return overflow;
    });
}

// Coefficients negated where a term subtracts, so that the loops only add.
std::vector<std::int64_t> signed_coefficients(const filter_term& t, std::size_t points) {
    std::vector<std::int64_t> c(t.coefficients, t.coefficients + points);
    if (t.subtract) std::transform(c.begin(), c.end(), c.begin(), std::negate<>());
    return c;
}

// One point of a filter for a run of lanes.
template <class Data>
struct tap {
    const Data* data;
    std::int64_t coefficient;
};

// sums[i] += sum over taps of coefficient * data[i * step], four taps at a time. Products are made in type Factor.
template <class Factor, class Sum, class Data>
void add_taps(Sum* sums, const tap<Data>* taps, std::size_t points, std::size_t step, std::size_t count) {
    std::size_t p = 0;
    for (; p + 4 <= points; p += 4) {
        const Data *a = taps[p].data, *b = taps[p + 1].data, *c = taps[p + 2].data, *d = taps[p + 3].data;
        const Factor w = taps[p].coefficient, x = taps[p + 1].coefficient, y = taps[p + 2].coefficient,
                     z = taps[p + 3].coefficient;
        const auto products = [&](std::size_t at) { return w * a[at] + x * b[at] + (y * c[at] + z * d[at]); };
        if (step == 1)
            for (std::size_t i = 0; i < count; ++i) sums[i] += static_cast<Sum>(products(i));
        else
            for (std::size_t i = 0; i < count; ++i) sums[i] += static_cast<Sum>(products(i * step));
    }
    for (; p < points; ++p) {
        const Factor w = taps[p].coefficient;
        for (std::size_t i = 0; i < count; ++i) sums[i] += static_cast<Sum>(w * taps[p].data[i * step]);
    }
}

// Short data under coefficients that are small together stay in 32 bits, the fastest; the sum goes on in `sums`.
template <class Sum, class Data>
std::size_t add_short_taps(Sum* sums, const tap<Data>* taps, std::size_t points, std::size_t step, std::size_t count) {
    std::int64_t reach = 0;
    std::size_t taken = 0;
    for (; taken < points; ++taken) {
        reach += std::abs(taps[taken].coefficient);
        if (reach >= 1 << 16) break;
    }
    if (taken == 0) return 0;
    std::array<std::int32_t, block> partial;
    std::fill_n(partial.begin(), count, 0);
    add_taps<std::int32_t>(partial.data(), taps, taken, step, count);
    for (std::size_t i = 0; i < count; ++i) sums[i] += partial[i];
    return taken;
}

template <class Sum, class Data>
void add_run(Sum* sums, const tap<Data>* taps, std::size_t points, std::size_t step, std::size_t count) {
    for (std::size_t p = 0; p < points;) {
        if constexpr (std::numeric_limits<Data>::digits <= 15) {
            const std::size_t taken = add_short_taps(sums, taps + p, points - p, step, count);
            p += taken;
            if (taken) continue;
        }
        add_taps<Sum>(sums, taps + p, 1, step, count);
        ++p;
    }
}

std::size_t position(std::int64_t index, std::size_t count) {
    const auto n = static_cast<std::int64_t>(count);
    return static_cast<std::size_t>((index % n + n) % n);
}

// Lanes in runs in which no point's data wrap around.
template <class Sum, class Data>
void add_filter(Sum* sums, const Data* data, const std::vector<std::int64_t>& coefficients, const filter_shape& shape,
                std::size_t first, std::size_t count) {
    const std::size_t step_y = static_cast<std::size_t>(std::max<std::int64_t>(shape.step_y, 1));
    std::vector<tap<Data>> taps(shape.points);
    for (std::size_t done = 0, run; done < count; done += run) {
        run = shape.step_y > 0 ? count - done : 1;
        const std::int64_t lane = static_cast<std::int64_t>(first + done);
        for (std::size_t p = 0; p < shape.points; ++p) {
            const std::int64_t index = shape.start + lane * shape.step_y + static_cast<std::int64_t>(p) * shape.step_x;
            const std::size_t at = position(index, shape.data_count);
            taps[p] = {data + at * shape.data_step, coefficients[p]};
            run = std::min(run, (shape.data_count - at - 1) / step_y + 1);
        }
        add_run(sums + done, taps.data(), shape.points, shape.data_step * step_y, run);
    }
}

}  // namespace

LANEWISE_WIDEST bool multiply_accumulate(array lanes, int bits, std::size_t lane_step,
                                         const std::vector<product_of_arrays>& terms, std::size_t count) {
    return fold_blocks(lanes, bits, lane_step, count, [&](auto* sums, std::size_t first, std::size_t here) {
        std::int64_t a[block], b[block];
        for (const product_of_arrays& t : terms)
            add(sums, widened(t.a, first, here, a), widened(t.b, first, here, b), here, t.subtract);
    });
}

LANEWISE_WIDEST bool matrix_multiply(array lanes, int bits, std::size_t lane_step, const std::vector<term>& terms,
                                     std::size_t m, std::size_t k, std::size_t n) {
    return fold_blocks(lanes, bits, lane_step, m * n, [&](auto* sums, std::size_t first, std::size_t here) {
        using Sum = std::remove_pointer_t<decltype(sums)>;
        for (const term& t : terms) {
            for (std::size_t done = 0; done < here;) {
                const std::size_t row = (first + done) / n, column = (first + done) % n;
                const std::size_t run = std::min(n - column, here - done);
                for (std::size_t inner = 0; inner < k; ++inner) {
                    const std::int64_t a = t.a[row * k + inner];
                    const tap<std::int64_t> one{t.b + inner * n + column, t.subtract ? -a : a};
                    add_taps<Sum>(sums + done, &one, 1, 1, run);
                }
                done += run;
            }
        }
    });
}

LANEWISE_WIDEST bool filter(array lanes, int bits, std::size_t lane_step, const std::vector<filter_term>& terms,
                            const filter_shape& shape) {
    std::vector<std::vector<std::int64_t>> coefficients;
    for (const filter_term& t : terms) coefficients.push_back(signed_coefficients(t, shape.points));
    return fold_blocks(lanes, bits, lane_step, shape.lanes, [&](auto* sums, std::size_t first, std::size_t here) {
        for (std::size_t i = 0; i < terms.size(); ++i)
            with_vector_type(terms[i].data.type, [&](auto zero) {
                const auto* data = static_cast<const decltype(zero)*>(terms[i].data.data);
                add_filter(sums, data, coefficients[i], shape, first, here);
            });
    });
}

}  // namespace lanewise::aie
