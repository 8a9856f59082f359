// PhiloxRandom: counter-based random numbers, Philox4x32.
#pragma once

#include "lanewise/ascend/library/map.h"

namespace AscendC {

using PhiloxKey = std::uint32_t[2];
using PhiloxCounter = std::uint32_t[4];
struct PhiloxRandomParams {
    std::uint32_t stride;
    std::uint32_t row;
    std::uint32_t column;
};

}  // namespace AscendC

namespace AscendC {

// Row r, column c takes number r * stride + c of the stream; rows are stored one after the other.
template <std::uint16_t Rounds = 7, class T>
LANEWISE_API void PhiloxRandom(const LocalTensor<T>& dstLocal, const PhiloxKey& philoxKey, const PhiloxCounter& philoxCounter,
                  const PhiloxRandomParams& params) {
    LANEWISE_FULL_LIBRARY(PhiloxRandom, T);
    lanewise::library::macro(lanewise::Opcode::lib_philox_random_, dstLocal)
        .issue_with(params.stride, params.row, params.column, philoxKey[0], philoxKey[1], philoxCounter[0],
                    philoxCounter[1], philoxCounter[2], philoxCounter[3], Rounds);
}
template <std::uint16_t Rounds = 7, class T>
LANEWISE_API void PhiloxRandom(const LocalTensor<T>& dstLocal, const PhiloxKey& philoxKey, const PhiloxCounter& philoxCounter,
                  std::uint16_t count) {
    PhiloxRandom<Rounds>(dstLocal, philoxKey, philoxCounter, PhiloxRandomParams{count, 1, count});
}

}  // namespace AscendC
