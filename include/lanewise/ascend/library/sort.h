// Sorting. The records of the older form are eight bytes: the value first, a 32-bit index second.
#pragma once

#include "lanewise/ascend/instructions/calls.h"
#include "lanewise/ascend/library/functions.h"
#include "lanewise/ascend/library/config.h"
#include "lanewise/ascend/library/call.h"

namespace lanewise::library {

inline constexpr std::uint32_t record_bytes = 8;

}  // namespace lanewise::library

namespace AscendC {

// Elements of T that records take.
template <class T>
LANEWISE_API std::uint32_t GetSortLen(const std::uint32_t elemCount) {
    return elemCount * (lanewise::library::record_bytes / sizeof(T));
}
template <class T>
LANEWISE_API std::uint32_t GetSortOffset(const std::uint32_t elemOffset) {
    return GetSortLen<T>(elemOffset);
}

// Another name for the source: these chips sort values where they are.
template <class T>
LANEWISE_API void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src, const LocalTensor<T>&,
            const std::int32_t) { concat = src; }

// Records of 32 values each, best first; a full sort merges them into one list.
template <class T, bool isFullSort>
LANEWISE_API void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat, const LocalTensor<std::uint32_t>& index,
          LocalTensor<T>&, const std::int32_t repeatTime) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_sort_, dst, concat, index).issue_with(repeatTime, isFullSort);
}

// Records back to values and indices.

// Merges two to four lists; sortedNum tells how many records each gave.
template <class T, bool isExhaustedSuspension = false>
LANEWISE_API void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList, const std::uint16_t elementCountList[4],
             std::uint32_t sortedNum[4], std::uint16_t validBit, const std::int32_t repeatTime) {
    MrgSort(dst, sortList, MrgSort4Info(elementCountList, isExhaustedSuspension, validBit,
                                        static_cast<std::uint16_t>(repeatTime)));
    std::uint16_t given[4];
    GetMrgSortResult(given[0], given[1], given[2], given[3]);
    for (int i = 0; i < 4; ++i) sortedNum[i] = given[i];
}

inline constexpr SortConfig DEFAULT_SORT_CONFIG{SortType::RADIX_SORT, false};

// Plain arrays, stable.
template <class T, class U, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
LANEWISE_API void Sort(const LocalTensor<T>& dstTensor, const LocalTensor<U>& dstIndexTensor, const LocalTensor<T>& srcTensor,
          const LocalTensor<U>& srcIndexTensor, const std::uint32_t calCount) {
    LANEWISE_FULL_LIBRARY(Sort of plain arrays, T);
    lanewise::library::macro(lanewise::Opcode::lib_sort_arrays_, dstTensor, dstIndexTensor, srcTensor, srcIndexTensor)
        .issue_with(calCount, config.isDescend);
}
template <class T, class U, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
LANEWISE_API void Sort(LocalTensor<T>& dstTensor, LocalTensor<U>& dstIndexTensor, const LocalTensor<T>& srcTensor,
          const LocalTensor<U>& srcIndexTensor, const LocalTensor<std::uint8_t>&, const std::uint32_t calCount) {
    Sort<T, U, isReuseSource, config>(dstTensor, dstIndexTensor, srcTensor, srcIndexTensor, calCount);
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
LANEWISE_API void Sort(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const std::uint32_t calCount) {
    LANEWISE_FULL_LIBRARY(Sort of plain arrays, T);
    using lanewise::library::None;
    lanewise::library::macro(lanewise::Opcode::lib_sort_arrays_, dstTensor, None{}, srcTensor, None{})
        .issue_with(calCount, config.isDescend);
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
LANEWISE_API void Sort(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
          const std::uint32_t calCount) {
    Sort<T, isReuseSource, config>(dstTensor, srcTensor, calCount);
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
LANEWISE_API void Sort(LocalTensor<T>& dstTensor, LocalTensor<std::uint32_t>& dstIndexTensor, const LocalTensor<T>& srcTensor,
          const std::uint32_t calCount) {
    LANEWISE_FULL_LIBRARY(Sort of plain arrays, T);
    lanewise::library::macro(lanewise::Opcode::lib_sort_arrays_, dstTensor, dstIndexTensor, srcTensor,
                             lanewise::library::None{})
        .issue_with(calCount, config.isDescend);
}
template <class T, bool isReuseSource = false, SortConfig config = DEFAULT_SORT_CONFIG>
LANEWISE_API void Sort(LocalTensor<T>& dstTensor, LocalTensor<std::uint32_t>& dstIndexTensor, const LocalTensor<T>& srcTensor,
          const LocalTensor<std::uint8_t>&, const std::uint32_t calCount) {
    Sort<T, isReuseSource, config>(dstTensor, dstIndexTensor, srcTensor, calCount);
}

}  // namespace AscendC
