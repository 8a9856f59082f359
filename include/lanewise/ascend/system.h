// What a kernel may ask about the core it runs on.
#pragma once

#include "lanewise/ascend/built_in.h"
#include "lanewise/ascend/sync.h"

namespace lanewise {

// A template, so that only programs that read the counter say so when they start: the model listens before the first read.
template <class>
struct counter {
    static inline const bool wanted = lw_reads_cycles();
    LANEWISE_API static std::int64_t read() {
        static_cast<void>(&wanted);
        return lw_cycles();
    }
};

}  // namespace lanewise

namespace AscendC {

LANEWISE_API std::int64_t GetBlockIdx() { return lw_current()->index; }
LANEWISE_API std::int64_t GetBlockNum() { return lw_current()->count; }
// Of this core's kind in its block: two vector cores beside a cube core, where GetBlockIdx counts them.
LANEWISE_API std::int64_t GetSubBlockNum() { return lw_current()->subs; }
LANEWISE_API std::int64_t GetSubBlockIdx() { return LANEWISE_CUBE_SIDE ? 0 : lw_current()->index % GetSubBlockNum(); }
LANEWISE_API std::int64_t GetTaskRatio() { return GetSubBlockNum(); }
LANEWISE_API std::int64_t GetTaskRation() { return GetSubBlockNum(); }

template <class = void>
LANEWISE_API std::int64_t GetSystemCycle() {
    return lanewise::counter<void>::read();
}
[[gnu::noinline]] inline std::int64_t GetProgramCounter() {
    constexpr std::uint64_t low48 = (1ull << 48) - 1;
    return static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(__builtin_return_address(0)) & low48);
}
LANEWISE_API void GetArchVersion(std::uint32_t& coreVersion) {
    coreVersion = LANEWISE_CORE_VERSION;
}

// All chips have the names; some answer 0.
constexpr std::int16_t GetDataBlockSizeInBytes() { return ONE_BLK_SIZE; }
constexpr std::uint32_t GetUBSizeInBytes() { return LANEWISE_HAS_SIZE_QUERIES ? TOTAL_UB_SIZE : 0; }
constexpr std::uint32_t GetVecLen() { return LANEWISE_HAS_SIZE_QUERIES ? ONE_REPEAT_BYTE_SIZE : 0; }
LANEWISE_API std::uint32_t GetRuntimeUBSize() { return GetUBSizeInBytes(); }

// The memory that the scalar units of a group share, for words to each other: 3 KB. Flags between cores say when they are there.
inline void* GetSsbufBaseAddr() { return lw_mailbox(); }

template <int count = 1>
LANEWISE_API void Nop() {
    PipeBarrier<PIPE_ALL>();
    PipeBarrier<PIPE_ALL>();
}

template <EngineType engine, auto funPtr, class... Args>
LANEWISE_API void Async(Args... args) {
    if constexpr (engine == EngineType::AIV) funPtr(args...);
}

}  // namespace AscendC

// The compiler's own spellings.
LANEWISE_API std::int64_t get_block_idx() { return lw_current()->index / lw_current()->subs; }
LANEWISE_API std::int64_t get_block_num() { return lw_current()->count; }
LANEWISE_API std::int64_t get_subblockid() { return AscendC::GetSubBlockIdx(); }
LANEWISE_API std::int64_t get_subblockdim() { return AscendC::GetSubBlockNum(); }

// --- workspaces of operator projects ---

namespace lanewise::built_in {
// What the build of an operator does before its kernel: the argument is the user's part already.
inline void give_workspace(std::uint8_t* user) {
    system_workspace = user - AscendC::RESERVED_WORKSPACE;
    workspace_is_given = true;
}
// An argument of an operator's kernel, whatever the kernel says it points to.
struct Address {
    std::uint8_t* place;
    template <class T>
    operator T*() const {
        return reinterpret_cast<T*>(place);
    }
};
}  // namespace lanewise::built_in

LANEWISE_API std::uint8_t* GetSysWorkSpacePtr() { return lanewise::built_in::system_workspace; }

namespace AscendC {

LANEWISE_API void SetSysWorkspace(GM_ADDR workspace) {
    if (!lanewise::built_in::workspace_is_given) lanewise::built_in::system_workspace = workspace;
}
// Behind the system's part. A plain launch sets none: then the whole argument is the user's.
LANEWISE_API GM_ADDR GetUserWorkspace(GM_ADDR workspace) {
    std::uint8_t* system = lanewise::built_in::system_workspace;
    return system ? system + RESERVED_WORKSPACE : workspace;
}

}  // namespace AscendC
