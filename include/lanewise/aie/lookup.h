// Tables in memory. The hardware reads several banks at once, so a table is stored in copies: which layout a kernel was
// written for is told by the number of parallel accesses.
#pragma once

#include "lanewise/aie/operations.h"

namespace aie {

// What an index outside the table takes (policy lookup_range): the nearest end, or the entry of its low bits.
enum class lut_oor_policy { saturate, truncate };

}  // namespace aie

namespace lanewise::aie {

template <::aie::lut_oor_policy Policy>
unsigned lookup_entry(int64 i, unsigned entries) {
    if constexpr (Policy == ::aie::lut_oor_policy::truncate)
        return static_cast<unsigned>(static_cast<uint64>(i) % entries);
    else
        return static_cast<unsigned>(i < 0 ? 0 : i >= int64{entries} ? int64{entries} - 1 : i);
}

}  // namespace lanewise::aie

namespace aie {

// Entries are OffsetType values, or pairs slope and offset when SlopeType is given. With four accesses the table lies
// in two memories, a and b, each holding every group of 128 bits twice.
template <unsigned ParallelAccesses, class OffsetType, class SlopeType = OffsetType>
struct lut {
    using offset_type = OffsetType;
    using slope_type = SlopeType;
    static constexpr unsigned parallel = ParallelAccesses;

    unsigned entries;
    const void *ab, *cd;

    lut(unsigned n, const void* first, const void* second) : entries(n), ab(first), cd(second) {}
    lut(unsigned n, const void* first) : entries(n), ab(first), cd(first) {}

    // Values as they would be in a plain table: of every two groups of 16 bytes the second repeats the first.
    template <class T>
    T at(unsigned i, unsigned per_entry = 1, unsigned part = 0) const {
        const unsigned byte = (i * per_entry + part) * sizeof(T),
                       repeated = ParallelAccesses >= 2 ? byte / 16 * 32 + byte % 16 : byte;
        T x;
        __builtin_memcpy(&x, static_cast<const char*>(ab) + repeated, sizeof x);
        return x;
    }
};

// out[i] = table[(in[i] >> step bits) + bias]
template <class Index, class Table, lut_oor_policy Policy = lut_oor_policy::saturate>
class parallel_lookup {
public:
    using offset_type = typename Table::offset_type;

    parallel_lookup(const Table& table, unsigned step_bits, int bias = 0)
        : table_(table), step_(step_bits), bias_(bias) {}
    explicit parallel_lookup(const Table& table) : parallel_lookup(table, 0) {}

    template <unsigned N, class T>
    vector<offset_type, N> fetch(const vector<T, N>& in) const {
        vector<offset_type, N> out;
        for (unsigned i = 0; i < N; ++i) out.put(table_.template at<offset_type>(index(in.lane(i))), i);
        return out;
    }

private:
    template <class T>
    unsigned index(T x) const {
        return detail::lookup_entry<Policy>((static_cast<int64>(x) >> step_) + bias_, table_.entries);
    }
    Table table_;
    unsigned step_;
    int bias_;
};

// out[i] = slope * x + offset of the segment that x lies in: the segment is (x >> step bits) + bias, and integers meet
// the slope with their low step bits, scaled.
template <class Input, class Table>
class linear_approx {
public:
    using offset_type = typename Table::offset_type;
    using slope_type = typename Table::slope_type;

    linear_approx(const Table& table, unsigned step_bits, int bias = 0, int shift_offset = 0)
        : table_(table), step_(step_bits), bias_(bias), shift_(shift_offset) {}

    template <unsigned N>
    auto compute(const vector<Input, N>& in) const {
        using Tag = detail::tag_for<accauto, Input, slope_type>;
        accum<Tag, N> out;
        for (unsigned i = 0; i < N; ++i) {
            const Input x = in.lane(i);
            const unsigned segment = index(x);
            const auto slope = table_.template at<slope_type>(segment, 2, 0);
            const auto offset = table_.template at<offset_type>(segment, 2, 1);
            if constexpr (Tag::is_float) {
                out.lane(i) = detail::plus(detail::multiply<detail::flushed>(slope, x), static_cast<float>(offset));
            } else {
                const int64 low = static_cast<int64>(x) & ((int64{1} << step_) - 1);
                detail::collector<Tag> lane;
                lane.add(static_cast<int64>(slope), low);
                lane.add(static_cast<int64>(offset), int64{1} << shift_);
                out.lane(i) = lane.done();
            }
        }
        return out;
    }

private:
    unsigned index(Input x) const {
        int64 whole;
        if constexpr (detail::is_float<Input>)
            whole =
                detail::to_fixed<32, true>(static_cast<float>(x), -static_cast<int>(step_), detail::rounding::floor);
        else
            whole = static_cast<int64>(x) >> step_;
        return detail::lookup_entry<lut_oor_policy::saturate>(whole + bias_, table_.entries);
    }
    Table table_;
    unsigned step_;
    int bias_, shift_;
};

}  // namespace aie
