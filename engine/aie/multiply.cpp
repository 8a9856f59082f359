// Products of whole arrays, summed exactly before they meet the lanes.
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

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
            overflow |= fold<width>(static_cast<lane_storage<width>*>(lanes.data) + first * step, step, sums.data(), here);
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

// sums[l] += c * data[l * step]: Factor is the type products are made in.
template <class Factor, class Sum, class Data>
void add_scaled(Sum* sums, const Data* data, std::size_t step, std::int64_t coefficient, std::size_t count) {
    const Factor c = static_cast<Factor>(coefficient);
    if (step == 1) {
        for (std::size_t i = 0; i < count; ++i) sums[i] += static_cast<Sum>(static_cast<Factor>(data[i]) * c);
    } else {
        for (std::size_t i = 0; i < count; ++i) sums[i] += static_cast<Sum>(static_cast<Factor>(data[i * step]) * c);
    }
}

// A factor type that holds every product: the narrower, the faster.
template <class Sum, class Data>
void add_tap(Sum* sums, const Data* data, std::size_t step, std::int64_t c, std::size_t count) {
    constexpr bool short_data = std::numeric_limits<Data>::digits <= 15;
    if (short_data && c >= -32768 && c <= 32768)
        add_scaled<std::int32_t>(sums, data, step, c, count);
    else if (sizeof(Data) < 8 && c >= -(std::int64_t{1} << 31) && c < std::int64_t{1} << 31)
        add_scaled<std::int64_t>(sums, data, step, c, count);
    else
        add_scaled<Sum>(sums, data, step, c, count);
}

std::size_t position(std::int64_t index, std::size_t count) {
    const auto n = static_cast<std::int64_t>(count);
    return static_cast<std::size_t>((index % n + n) % n);
}

template <class Sum, class Data>
void add_filter(Sum* sums, const Data* data, const std::vector<std::int64_t>& coefficients, const filter_shape& shape,
                std::size_t first, std::size_t count) {
    for (std::size_t p = 0; p < shape.points; ++p) {
        const std::int64_t start = shape.start + static_cast<std::int64_t>(first) * shape.step_y +
                                   static_cast<std::int64_t>(p) * shape.step_x;
        for (std::size_t done = 0; done < count;) {
            const std::size_t at = position(start + static_cast<std::int64_t>(done) * shape.step_y, shape.data_count);
            const std::size_t room = shape.step_y > 0 ? (shape.data_count - at - 1) / shape.step_y + 1 : 1;
            const std::size_t run = std::min(room, count - done);  // until the data wrap around
            add_tap(sums + done, data + at * shape.data_step, shape.data_step * std::max<std::int64_t>(shape.step_y, 1),
                    coefficients[p], run);
            done += run;
        }
    }
}

}  // namespace

bool multiply_accumulate(array lanes, int bits, std::size_t lane_step, const std::vector<term>& terms, std::size_t count) {
    return fold_blocks(lanes, bits, lane_step, count, [&](auto* sums, std::size_t first, std::size_t here) {
        for (const term& t : terms) add(sums, t.a + first, t.b + first, here, t.subtract);
    });
}

bool matrix_multiply(array lanes, int bits, std::size_t lane_step, const std::vector<term>& terms, std::size_t m,
                     std::size_t k, std::size_t n) {
    return fold_blocks(lanes, bits, lane_step, m * n, [&](auto* sums, std::size_t first, std::size_t here) {
        using Sum = std::remove_pointer_t<decltype(sums)>;
        for (const term& t : terms) {
            for (std::size_t done = 0; done < here;) {
                const std::size_t row = (first + done) / n, column = (first + done) % n;
                const std::size_t run = std::min(n - column, here - done);
                for (std::size_t inner = 0; inner < k; ++inner) {
                    const std::int64_t a = t.a[row * k + inner];
                    add_scaled<Sum>(sums + done, t.b + inner * n + column, 1, t.subtract ? -a : a, run);
                }
                done += run;
            }
        }
    });
}

bool filter(array lanes, int bits, std::size_t lane_step, const std::vector<filter_term>& terms, const filter_shape& shape) {
    std::vector<std::vector<std::int64_t>> coefficients;
    for (const filter_term& t : terms) coefficients.push_back(signed_coefficients(t, shape.points));
    return fold_blocks(lanes, bits, lane_step, shape.lanes, [&](auto* sums, std::size_t first, std::size_t here) {
        for (std::size_t i = 0; i < terms.size(); ++i)
            with_vector_type(terms[i].data.type, [&](auto zero) {
                add_filter(sums, static_cast<const decltype(zero)*>(terms[i].data.data), coefficients[i], shape, first, here);
            });
    });
}

}  // namespace lanewise::aie
