// Sorting. The records of the older form are eight bytes: the value first, a 32-bit index second.
#pragma once

#include <algorithm>
#include <numeric>

#include "lanewise/instructions/sorts.h"
#include "lanewise/library/config.h"
#include "lanewise/library/lanes.h"

namespace lanewise::library {

inline constexpr std::uint32_t record_bytes = 8, records_per_repeat = 32;

// Positions 0..n-1, best first; equal values keep their order. A NaN counts as larger than any number.
template <class F>
std::vector<std::uint32_t> order(std::uint32_t n, bool descending, F value) {
    std::vector<std::uint32_t> places(n);
    std::iota(places.begin(), places.end(), 0u);
    const auto above = [](auto a, auto b) { return a != a ? b == b : a > b; };
    std::stable_sort(places.begin(), places.end(), [&](std::uint32_t i, std::uint32_t j) {
        return descending ? above(value(i), value(j)) : above(value(j), value(i));
    });
    return places;
}

}  // namespace lanewise::library

namespace AscendC {

// Elements of T that records take.
template <class T>
std::uint32_t GetSortLen(const std::uint32_t elemCount) { return elemCount * (lanewise::library::record_bytes / sizeof(T)); }
template <class T>
std::uint32_t GetSortOffset(const std::uint32_t elemOffset) { return elemOffset * (lanewise::library::record_bytes / sizeof(T)); }

// Another name for the source: these chips sort values where they are.
template <class T>
void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src, const LocalTensor<T>&, const std::int32_t) { concat = src; }

// Records of 32 values each, best first; a full sort merges them into one list.
template <class T, bool isFullSort>
void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat, const LocalTensor<std::uint32_t>& index, LocalTensor<T>&, const std::int32_t repeatTime) {
    using namespace lanewise::library;
    const std::uint32_t n = static_cast<std::uint32_t>(repeatTime) * records_per_repeat, each = isFullSort ? n : records_per_repeat;
    const Lanes<T> values("Sort", "concat", concat, n), to("Sort", "dst", dst, GetSortLen<T>(n));
    const Lanes<std::uint32_t> indices("Sort", "index", index, n);
    std::vector<std::uint8_t> records(std::size_t{n} * record_bytes);
    std::uint8_t* place = records.data();
    for (std::uint32_t first = 0; first < n; first += each)
        for (const std::uint32_t i : order(each, true, [&](std::uint32_t k) { return values.wide(first + k); })) {
            write(place, values[first + i]);
            write(place + 4, indices[first + i]);
            place += record_bytes;
        }
    std::copy(records.begin(), records.end(), to.bytes());
}

// Records back to values and indices.
template <class T>
void Extract(const LocalTensor<T>& dstValue, const LocalTensor<std::uint32_t>& dstIndex, const LocalTensor<T>& sorted, const std::int32_t repeatTime) {
    using namespace lanewise::library;
    const std::uint32_t n = static_cast<std::uint32_t>(repeatTime) * records_per_repeat;
    const Lanes<T> from("Extract", "sorted", sorted, GetSortLen<T>(n)), values("Extract", "dstValue", dstValue, n);
    const Lanes<std::uint32_t> indices("Extract", "dstIndex", dstIndex, n);
    const std::vector<std::uint8_t> records(from.bytes(), from.bytes() + std::size_t{n} * record_bytes);
    for (std::uint32_t i = 0; i < n; ++i) {
        values.put(i, read<T>(&records[i * record_bytes]));
        indices.put(i, read<std::uint32_t>(&records[i * record_bytes + 4]));
    }
}

// Merges two to four lists; sortedNum tells how many records each gave.
template <class T, bool isExhaustedSuspension = false>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList, const std::uint16_t elementCountList[4], std::uint32_t sortedNum[4],
             std::uint16_t validBit, const std::int32_t repeatTime) {
    MrgSort(dst, sortList, MrgSort4Info(elementCountList, isExhaustedSuspension, validBit, static_cast<std::uint16_t>(repeatTime)));
    std::uint16_t given[4];
    GetMrgSortResult(given[0], given[1], given[2], given[3]);
    for (int i = 0; i < 4; ++i) sortedNum[i] = given[i];
}

inline constexpr SortConfig DEFAULT_SORT_CONFIG{SortType::RADIX_SORT, false};

}  // namespace AscendC

namespace lanewise::library {

// Plain arrays, stable. `index` gives what goes along with each value, when anything does.
template <class T, class U, class F>
void sort_arrays(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>* dst_index, const AscendC::LocalTensor<T>& src, std::uint32_t n,
                 bool descending, F index) {
    const Lanes<T> from("Sort", "src", src, n), to("Sort", "dst", dst, n);
    const AscendC::LocalTensor<U> none;
    const Lanes<U> to_index("Sort", "dstIndex", dst_index ? *dst_index : none, dst_index ? n : 0);
    const auto places = order(n, descending, [&](std::uint32_t i) { return from.wide(i); });
    std::vector<T> values;
    std::vector<U> indices;
    for (const std::uint32_t i : places) {
        values.push_back(from[i]);
        if (dst_index) indices.push_back(index(i));
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        to.put(i, values[i]);
        if (dst_index) to_index.put(i, indices[i]);
    }
}

}  // namespace lanewise::library

namespace AscendC {

template <class T, class U, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
void Sort(const LocalTensor<T>& dstTensor, const LocalTensor<U>& dstIndexTensor, const LocalTensor<T>& srcTensor, const LocalTensor<U>& srcIndexTensor,
          const std::uint32_t calCount) {
    static_assert(__NPU_ARCH__ == 3510 || sizeof(T) == 0, "Sort of plain arrays exists on ascend950 only");
    const lanewise::library::Lanes<U> index("Sort", "srcIndex", srcIndexTensor, calCount);
    lanewise::library::sort_arrays(dstTensor, &dstIndexTensor, srcTensor, calCount, config.isDescend, [&](std::uint32_t i) { return index[i]; });
}
template <class T, class U, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
void Sort(LocalTensor<T>& dstTensor, LocalTensor<U>& dstIndexTensor, const LocalTensor<T>& srcTensor, const LocalTensor<U>& srcIndexTensor,
          const LocalTensor<std::uint8_t>&, const std::uint32_t calCount) {
    Sort<T, U, isReuseSource, config>(dstTensor, dstIndexTensor, srcTensor, srcIndexTensor, calCount);
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
void Sort(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const std::uint32_t calCount) {
    static_assert(__NPU_ARCH__ == 3510 || sizeof(T) == 0, "Sort of plain arrays exists on ascend950 only");
    const LocalTensor<std::uint32_t>* none = nullptr;
    lanewise::library::sort_arrays(dstTensor, none, srcTensor, calCount, config.isDescend, [](std::uint32_t i) { return i; });
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
void Sort(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const std::uint32_t calCount) {
    Sort<T, isReuseSource, config>(dstTensor, srcTensor, calCount);
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
void Sort(LocalTensor<T>& dstTensor, LocalTensor<std::uint32_t>& dstIndexTensor, const LocalTensor<T>& srcTensor, const std::uint32_t calCount) {
    static_assert(__NPU_ARCH__ == 3510 || sizeof(T) == 0, "Sort of plain arrays exists on ascend950 only");
    lanewise::library::sort_arrays(dstTensor, &dstIndexTensor, srcTensor, calCount, config.isDescend, [](std::uint32_t i) { return i; });
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
void Sort(LocalTensor<T>& dstTensor, LocalTensor<std::uint32_t>& dstIndexTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
          const std::uint32_t calCount) {
    Sort<T, isReuseSource, config>(dstTensor, dstIndexTensor, srcTensor, calCount);
}

}  // namespace AscendC
