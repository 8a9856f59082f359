// Sorting. The records of the older form are eight bytes: the value first, a 32-bit index second.
#include <algorithm>
#include <numeric>

#include "macros/macros.hpp"

namespace lanewise::macros {

namespace {

constexpr std::uint64_t record_bits = 64, per_repeat = 32;

// What elements are compared by: integers as they are; numbers, where a NaN is larger than any.
struct Keys {
    List<Wide> wholes;
    Numbers values;
    Keys(Macro& m, int operand, const Part& part) {
        if (m.integral(operand)) wholes = m.integers(operand, part);
        else values = m.numbers(operand, part);
    }
    bool above(std::uint64_t i, std::uint64_t j, bool smallest = false) const {
        if (values.empty()) return smallest ? wholes[i] < wholes[j] : wholes[i] > wholes[j];
        const double a = values[i], b = values[j];
        if (a != a) return b == b;
        return smallest ? a < b : a > b;
    }
};

// Positions first..first+n-1, best first; equal values keep their order.
template <class Before>
Places order(std::uint64_t first, std::uint64_t n, Before before) {
    Places places(n);
    std::iota(places.begin(), places.end(), first);
    std::stable_sort(places.begin(), places.end(), before);
    return places;
}

}  // namespace

void lib_sort(Macro& m) {
    const std::uint64_t n = m.whole(0) * per_repeat, each = m.params[1] ? n : per_repeat;
    const auto width = static_cast<std::uint64_t>(m.bits(1)), words = record_bits / width;
    const Keys keys(m, 1, n);
    const Places values = m.raw(1, n), indices = m.raw(2, n);
    Places records;
    for (std::uint64_t first = 0; first < n; first += each)
        for (const std::uint64_t i : order(first, each, [&](std::uint64_t a, std::uint64_t b) { return keys.above(a, b); }))
            for (std::uint64_t w = 0; w < words; ++w) {
                const std::uint64_t bit = w * width;
                records.push_back(bit == 0 ? values[i] : bit < 32 ? 0 : indices[i] >> (bit - 32) & ((std::uint64_t{1} << width) - 1));
            }
    m.put_raw(0, n * words, records);
}

void lib_extract(Macro& m) {
    const std::uint64_t n = m.whole(0) * per_repeat;
    const auto width = static_cast<std::uint64_t>(m.bits(2)), words = record_bits / width;
    const Places records = m.raw(2, n * words);
    Places values, indices;
    for (std::uint64_t i = 0; i < n; ++i) {
        values.push_back(records[i * words]);
        std::uint64_t index = 0;
        for (std::uint64_t w = 32 / width; w < words; ++w) index |= records[i * words + w] << (w * width - 32);
        indices.push_back(index);
    }
    m.put_raw(0, n, values);
    m.put_raw(1, n, indices);
}

void lib_sort_arrays(Macro& m) {
    const std::uint64_t n = m.whole(0);
    const bool descending = m.params[1];
    const Keys keys(m, 2, n);
    const Places chosen = order(0, n, [&](std::uint64_t a, std::uint64_t b) { return descending ? keys.above(a, b) : keys.above(b, a); });
    const Places values = m.raw(2, n), given = m.has(3) ? m.raw(3, n) : Places{};
    Places sorted, indices;
    for (const std::uint64_t i : chosen) {
        sorted.push_back(values[i]);
        indices.push_back(m.has(3) ? given[i] : i);
    }
    m.put_raw(0, n, sorted);
    if (m.has(1)) m.put_raw(1, n, indices);
}

// A NaN comes first whichever end is asked for.
void lib_topk(Macro& m) {
    const std::uint64_t k = m.whole(0), rows = m.whole(1), pitch = m.whole(2), n = m.whole(3);
    const bool small = m.params[4], largest = m.params[5];
    if (m.params[0] < 1 || k > n || n > pitch) m.refuse("k", m.params[0], "1..n, and n at most inner");
    const Part part(rows, pitch, n);
    const Keys keys(m, 2, part);
    const Places bits = m.raw(2, part), given = m.has(3) ? m.raw(3, small ? part : Part(n)) : Places{};
    const Places finished = m.has(4) ? m.raw(4, rows) : Places{};
    Places values, indices;
    for (std::uint64_t r = 0; r < rows; ++r) {
        const Places chosen = order(r * n, n, [&](std::uint64_t a, std::uint64_t b) { return keys.above(a, b, !largest); });
        for (std::uint64_t i = 0; i < k; ++i) {
            values.push_back(bits[chosen[i]]);
            const std::uint64_t place = chosen[i] - r * n, index = m.has(3) ? given[small ? chosen[i] : place] : place;
            indices.push_back(m.has(4) && finished[r] ? n : index);
        }
    }
    m.put_raw(0, Part{rows, small ? k : align_up(k, m.per_block(0)), k}, values);
    m.put_raw(1, Part{rows, small ? k : align_up(k, m.per_block(1)), k}, indices);
}

}  // namespace lanewise::macros
