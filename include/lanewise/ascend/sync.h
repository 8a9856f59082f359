// Order inside a core and between cores.
#pragma once

#include "lanewise/ascend/issue.h"
#include "lanewise/ascend/pipe.h"

namespace AscendC {

LANEWISE_API void InitSocState() { lw_reset_state(); }

template <HardEvent event>
LANEWISE_API void SetFlag(std::int32_t id) { lw_set_flag(static_cast<int>(event), id); }
template <HardEvent event>
LANEWISE_API void WaitFlag(std::int32_t id) { lw_wait_flag(static_cast<int>(event), id); }

template <pipe_t pipe>
LANEWISE_API void PipeBarrier() {
    lanewise::Call(lanewise::Opcode::pipe_barrier_, lanewise::Overload::PLAIN, 0).issue_with(pipe);
}
template <MemDsbT kind>
LANEWISE_API void DataSyncBarrier() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    lanewise::Call(lanewise::Opcode::data_sync_barrier_, lanewise::Overload::PLAIN, 0).issue_with(kind);
}

}  // namespace AscendC

namespace lanewise {

// The event from one pipe to another; MAX when there is none.
constexpr HardEvent event_of(pipe_t from, pipe_t to) { return static_cast<HardEvent>(event_by_vendor(from, to)); }

}  // namespace lanewise

namespace AscendC {

template <pipe_t src, pipe_t dst>
class TQueSync {
  public:
    LANEWISE_API void SetFlag(TEventID id) { lw_set_flag(static_cast<int>(lanewise::event_of(src, dst)), id); }
    LANEWISE_API void WaitFlag(TEventID id) { lw_wait_flag(static_cast<int>(lanewise::event_of(src, dst)), id); }
};

// Instructions run in program order here, so a lock is always free; unmatched calls have no effect on values.
class Mutex {
  public:
    template <pipe_t pipe>
    LANEWISE_API static void Lock([[maybe_unused]] MutexID id) {
#if LANEWISE_HAS_LOCKS
        lanewise::tell(lanewise::Opcode::mutex_lock_, id, pipe);
#endif
    }
    template <pipe_t pipe>
    LANEWISE_API static void Unlock([[maybe_unused]] MutexID id) {
#if LANEWISE_HAS_LOCKS
        lanewise::tell(lanewise::Opcode::mutex_unlock_, id, pipe);
#endif
    }
};

// --- between cores ---

template <std::uint8_t mode, pipe_t pipe>
LANEWISE_API void CrossCoreSetFlag(std::uint16_t flag) { lw_cross_set(flag, mode, pipe); }
template <std::uint8_t mode = 0, pipe_t pipe = PIPE_S>
LANEWISE_API void CrossCoreWaitFlag(std::uint16_t flag) { lw_cross_wait(flag, mode, pipe); }

// Where the flags of cores lie that wait for each other: the launch knows.
LANEWISE_API void SetSyncBaseAddr(std::uint64_t) {}

struct SyncAllConfig {
    pipe_t triggerPipe = PIPE_ALL, waitPipe = PIPE_ALL;
};
inline constexpr SyncAllConfig DEFAULT_SYNC_ALL_CONFIG{};

template <bool isAIVOnly = true, SyncAllConfig config = DEFAULT_SYNC_ALL_CONFIG>
LANEWISE_API void SyncAll() { lw_sync_all(isAIVOnly); }
template <bool isAIVOnly = true>
LANEWISE_API void SyncAll(const GlobalTensor<std::int32_t>& gm, const LocalTensor<std::int32_t>&, const std::int32_t used = 0) {
    lw_sync_all_slots(const_cast<std::int32_t*>(gm.lanewise_address()), used);
}

template <bool isAIVOnly = true>
LANEWISE_API void IBSet(const GlobalTensor<std::int32_t>& gm, const LocalTensor<std::int32_t>&, std::int32_t block, std::int32_t event) {
    const std::int32_t cores = static_cast<std::int32_t>(lw_current()->count) * (isAIVOnly ? 1 : 2);
    lw_ib(true, const_cast<std::int32_t*>(gm.lanewise_address()), cores * event + block, block, event);
}
template <bool isAIVOnly = true>
LANEWISE_API void IBWait(const GlobalTensor<std::int32_t>& gm, const LocalTensor<std::int32_t>&, std::int32_t block, std::int32_t event) {
    const std::int32_t cores = static_cast<std::int32_t>(lw_current()->count) * (isAIVOnly ? 1 : 2);
    lw_ib(false, const_cast<std::int32_t*>(gm.lanewise_address()), cores * event + block, block, event);
}

LANEWISE_API void InitDetermineComputeWorkspace(const GlobalTensor<std::int32_t>& gm, const LocalTensor<std::int32_t>&) {
    lw_turns(0, const_cast<std::int32_t*>(gm.lanewise_address()));
}
LANEWISE_API void WaitPreBlock(const GlobalTensor<std::int32_t>& gm, const LocalTensor<std::int32_t>&) {
    lw_turns(1, const_cast<std::int32_t*>(gm.lanewise_address()));
}
LANEWISE_API void NotifyNextBlock(const GlobalTensor<std::int32_t>& gm, const LocalTensor<std::int32_t>&) {
    lw_turns(2, const_cast<std::int32_t*>(gm.lanewise_address()));
}

template <PipeMode mode = PipeMode::MTE3_MODE>
class GroupBarrier {
  public:
    GroupBarrier(GM_ADDR workspace, std::uint32_t arriveSize, std::uint32_t waitSize)
        : workspace_(workspace), arrivers_(arriveSize), waiters_(waitSize) {}
    LANEWISE_API void Arrive(std::uint32_t index) { lw_group(true, workspace_, arrivers_, waiters_, index); }
    LANEWISE_API void Wait(std::uint32_t index) { lw_group(false, workspace_, arrivers_, waiters_, index); }
    std::uint64_t GetWorkspaceLen() const { return std::uint64_t{512} * (arrivers_ > waiters_ ? arrivers_ : waiters_); }

  private:
    std::uint8_t* workspace_;
    std::uint32_t arrivers_, waiters_;
};

// Only fused kernels wait for each other.
template <pipe_t aiv = PIPE_MTE3, pipe_t aic = PIPE_FIX, bool force = false>
LANEWISE_API void SetNextTaskStart() {}
template <bool force = false>
LANEWISE_API void WaitPreTaskEnd() {}

}  // namespace AscendC

// The compiler's own spellings.
LANEWISE_API void set_ffts_base_addr(std::uint64_t) {}
LANEWISE_API void set_flag(pipe_t from, pipe_t to, std::int32_t id) { lw_set_flag(static_cast<int>(lanewise::event_of(from, to)), id); }
LANEWISE_API void wait_flag(pipe_t from, pipe_t to, std::int32_t id) { lw_wait_flag(static_cast<int>(lanewise::event_of(from, to)), id); }
LANEWISE_API void pipe_barrier(pipe_t pipe) {
    lanewise::Call(lanewise::Opcode::pipe_barrier_, lanewise::Overload::PLAIN, 0).issue_with(pipe);
}
