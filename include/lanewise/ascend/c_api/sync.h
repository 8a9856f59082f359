// Order inside a core and between cores.
#pragma once

#include "lanewise/ascend/c_api/types.h"
#include "lanewise/ascend/sync.h"

LANEWISE_API void asc_sync() { pipe_barrier(PIPE_ALL); }
LANEWISE_API void asc_sync_vec() { pipe_barrier(PIPE_ALL); }
LANEWISE_API void asc_sync_pipe(pipe_t pipe) { pipe_barrier(pipe); }
LANEWISE_API void asc_sync_notify(pipe_t pipe, pipe_t tpipe, std::int32_t id) { set_flag(pipe, tpipe, id); }
LANEWISE_API void asc_sync_wait(pipe_t pipe, pipe_t tpipe, std::int32_t id) { wait_flag(pipe, tpipe, id); }

namespace lanewise::c {

// A pipe ahead of the two others, with one id for both.
LANEWISE_API void settle(pipe_t pipe, pipe_t first, pipe_t second, std::int32_t id) {
    for (pipe_t other : {first, second}) {
        set_flag(pipe, other, id);
        wait_flag(pipe, other, id);
    }
    pipe_barrier(pipe);
}

}  // namespace lanewise::c

LANEWISE_API void asc_sync_mte2(int id) { lanewise::c::settle(PIPE_MTE2, PIPE_MTE3, PIPE_V, id); }
LANEWISE_API void asc_sync_mte3(int id) { lanewise::c::settle(PIPE_MTE3, PIPE_MTE2, PIPE_V, id); }

LANEWISE_API void asc_sync_data_barrier(mem_dsb_t arg) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    lanewise::Call(lanewise::Opcode::data_sync_barrier_, lanewise::Overload::PLAIN, 0).issue_with(arg);
}

// --- between cores ---

LANEWISE_API void asc_sync_inter_arrive(pipe_t pipe, std::int32_t flag_id) { lw_cross_set(flag_id, 0, pipe); }
LANEWISE_API void asc_sync_subblock_arrive(pipe_t pipe, std::int32_t flag_id) { lw_cross_set(flag_id, 1, pipe); }
LANEWISE_API void asc_sync_block_arrive(pipe_t pipe, std::int32_t flag_id) { lw_cross_set(flag_id, 2, pipe); }
LANEWISE_API void asc_sync_inter_wait(pipe_t pipe, std::int32_t flag_id) { lw_cross_wait(flag_id, 0, pipe); }
LANEWISE_API void asc_sync_subblock_wait(pipe_t pipe, std::int32_t flag_id) { lw_cross_wait(flag_id, 1, pipe); }
LANEWISE_API void asc_sync_block_wait(pipe_t pipe, std::int32_t flag_id) { lw_cross_wait(flag_id, 2, pipe); }

#if LANEWISE_HAS_LOCKS
LANEWISE_API void asc_sync_intra_arrive(pipe_t pipe, std::int32_t flag_id) { lw_cross_set(flag_id, 4, pipe); }
LANEWISE_API void asc_sync_intra_wait(pipe_t pipe, std::int32_t flag_id) { lw_cross_wait(flag_id, 4, pipe); }

// Instructions run in program order here, so a lock is always free.
LANEWISE_API void asc_lock(pipe_t pipe, std::int32_t id, ascMutexExecuteMode = ASC_LOCK_BLOCK) {
    lanewise::tell(lanewise::Opcode::mutex_lock_, id, pipe);
}
LANEWISE_API void asc_unlock(pipe_t pipe, std::int32_t id, ascMutexExecuteMode = ASC_LOCK_BLOCK) {
    lanewise::tell(lanewise::Opcode::mutex_unlock_, id, pipe);
}
#endif
