// Debugging aids of kernels: output, assertions, time stamps and marks for profilers.
#pragma once

#include <ctime>

#include "lanewise/ascend/assertion.h"
#include "lanewise/ascend/dump.h"
#include "lanewise/ascend/print.h"
#include "lanewise/ascend/utils.h"

namespace AscendC {

[[noreturn]] inline void Trap() { lw_fault("KERNEL-006", nullptr, 0); }

// Printed in builds that ask for time stamps only.
LANEWISE_API void PrintTimeStamp([[maybe_unused]] std::uint32_t descId) {
#ifdef ASCENDC_TIME_STAMP_ON
    const std::int64_t pc = GetProgramCounter();
    lanewise::print(false, "descId is %u, rsv is 0, timeStamp is %llu, pcPtr is %llu, entry is %llu.\n", descId,
                    GetSystemCycle(), pc, pc);
#endif
}

// Marks for profilers: no effect on values.
template <pipe_t pipe, std::uint16_t index>
LANEWISE_API void MarkStamp() {}
template <pipe_t pipe>
LANEWISE_API void MarkStamp(std::uint16_t) {}
LANEWISE_API void MetricsProfStart() {}
LANEWISE_API void MetricsProfStop() {}

// A range of UB that hardware would watch. Accesses outside UB are always reported here.
struct CheckLocalMemoryIAParam {
    std::uint8_t enableBit = 0;
    std::uint32_t startAddr = 0, endAddr = 0;
    bool isScalarRead = false, isScalarWrite = false, isVectorRead = false, isVectorWrite = false;
    bool isMteRead = false, isMteWrite = false, isEnable = false;
};
LANEWISE_API void CheckLocalMemoryIA(const CheckLocalMemoryIAParam&) {}

}  // namespace AscendC

#define TRACE_START(id) (static_cast<void>(0))
#define TRACE_STOP(id) (static_cast<void>(0))

LANEWISE_API void asc_time_stamp(std::uint32_t desc_id) { AscendC::PrintTimeStamp(desc_id); }
template <pipe_t pipe>
LANEWISE_API void asc_mark_stamp(std::uint16_t) {}
LANEWISE_API void asc_prof_start() {}
LANEWISE_API void asc_prof_stop() {}
