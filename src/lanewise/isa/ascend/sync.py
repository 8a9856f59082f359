"""Events, barriers and queue steps. They move no data: their records tell the lenses what is ordered.

Steps between blocks are numbered. One that lets others go on draws the next number of its launch when it happens, and
is told before anybody can go on; one that waited is told afterwards, with the numbers of the steps that it waited for
(`seen`; 0: what it found was made by no step, but by the program itself or before the launch).
"""

from __future__ import annotations

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, EVERY, ON_950, VECTOR_CORE
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.form import STATE
from lanewise.isa.record import NOWHERE, PLAIN, UNTIMED, Instruction, Row

FAMILY = "sync"
_ALL = (*EVERY, VECTOR_CORE)
_SPLIT = (*ON_950, *A2A3)  # chips whose vector cores can wait for each other in hardware


def _sync(
    name: str, vendor: str, summary: str, chips: tuple[str, ...] = _ALL, pipe: str = "S", evidence: str = "documented",
    python: str | None = None, timing: str = "sync", policies: tuple[str, ...] = (),
) -> Instruction:
    return Instruction(
        name,
        FAMILY,
        STATE,
        (vendor,),
        summary,
        no_effect,
        (Row(chips, (), PLAIN, evidence),),
        timing=timing,
        pipe=pipe,
        python=() if python is None else (python,),
        policies=policies,
    )


# Parameters:
#   set_flag, wait_flag: event, id               pipe_barrier, data_sync_barrier: pipe or memory, by the vendor's number
#   mutex_lock, mutex_unlock: id, pipe by the vendor's number
#   sync_all: how many blocks take part (0: all), number        sync_all_passed: the same, seen...
#   ib_set, ib_wait: block, event, slot, number, seen
#   cross_core_set_flag: id, mode, pipe, number                 cross_core_wait_flag: id, mode, pipe, seen...
#   init_determine_compute_workspace: number (0: another block clears)
#   wait_pre_block: seen...                                     notify_next_block: number
#   group_arrive, group_wait: workspace, arrivers, waiters, index, number, seen...
#   simt_call: threads by x, y, z                               simt_inactive: thread, lane that it asks for
#   simt_barrier: a thread that waited, one that waited elsewhere (-1: none) and where, one that had ended (-1: none)
#   queue steps: queue, buffer, byte address, bytes, event, event id (-1: none)
INSTRUCTIONS = (
    _sync("set_flag", "SetFlag", "set flag (event, id) after the earlier work of the event's first pipe"),
    _sync("wait_flag", "WaitFlag", "the event's second pipe waits for flag (event, id) and clears it"),
    _sync("pipe_barrier", "PipeBarrier", "later work of a pipe waits for its earlier work", pipe="ALL"),
    _sync("mutex_lock", "Mutex::Lock", "a pipe waits until the others have unlocked the id", ON_950, python=NOWHERE),
    _sync("mutex_unlock", "Mutex::Unlock", "an id is free after the earlier work of a pipe", ON_950, python=NOWHERE),
    _sync("data_sync_barrier", "DataSyncBarrier", "later instructions wait for earlier scalar accesses",
          (*_SPLIT, C310B)),
    _sync("sync_all", "SyncAll", "every block arrives before any goes on", pipe="ALL", evidence="inferred"),
    _sync("sync_all_passed", "SyncAll", "every block has arrived", pipe="ALL", evidence="inferred",
          python="sync_all", timing=UNTIMED),
    _sync("ib_set", "IBSet", "fill a slot of (block, event) once it is empty", (*_SPLIT, C310P, C910), "ALL"),
    _sync("ib_wait", "IBWait", "empty a slot of (block, event) once it is full", (*_SPLIT, C310P, C910), "ALL"),
    _sync("cross_core_set_flag", "CrossCoreSetFlag", "set flag (id, mode, pipe) for the other cores", _SPLIT),
    _sync("cross_core_wait_flag", "CrossCoreWaitFlag", "wait for flag (id, mode, pipe) of the other cores", _SPLIT),
    _sync("init_determine_compute_workspace", "InitDetermineComputeWorkspace", "clear the slots of an ordered pass",
          (*_SPLIT, C310P)),
    _sync("wait_pre_block", "WaitPreBlock", "wait for the lower blocks of an ordered pass", (*_SPLIT, C310P), "ALL"),
    _sync("notify_next_block", "NotifyNextBlock", "let the next block of an ordered pass go on", (*_SPLIT, C310P),
          "ALL"),
    _sync("group_arrive", "GroupBarrier::Arrive", "arrive once the waiters have left the last round", _SPLIT, "ALL",
          python=NOWHERE),
    _sync("group_wait", "GroupBarrier::Wait", "wait until all arrivers of a group have come", _SPLIT, "ALL",
          python=NOWHERE),
    _sync("vf_call", "asc_vf_call", "a vector function starts", ON_950, python="reg.vf_call"),
    _sync("vf_loop_end", "asc_vf_call", "a loop inside a vector function ends", ON_950, python=NOWHERE, timing=UNTIMED),
    _sync("vf_end", "asc_vf_call", "a vector function has ended", ON_950, python="reg.vf_call", timing=UNTIMED),
    _sync("simt_call", "asc_vf_call", "a function of threads starts", ON_950, "V", python=NOWHERE, timing="threads",
          policies=("thread_order", "warp_sums", "warp_steps", "thread_atomics")),
    _sync("simt_barrier", "asc_syncthreads", "the threads of a block have met", ON_950, "V", python=NOWHERE,
          timing=UNTIMED, policies=("ended_threads",)),
    _sync("simt_inactive", "asc_shfl", "a lane asks for what a lane has that takes no part", ON_950, "V",
          python=NOWHERE, timing=UNTIMED, policies=("inactive_lanes",)),
    _sync("simt_step", "asc_vf_call", "threads go on behind something else that was told", ON_950, "V",
          python=NOWHERE, timing=UNTIMED),
    _sync("alloc_tensor", "AllocTensor", "a queue gives out a free buffer", python="TQueBind.alloc_tensor"),
    _sync("enque", "EnQue", "a queue takes a filled buffer", python="TQueBind.enque"),
    _sync("deque", "DeQue", "a queue hands on the oldest filled buffer", python="TQueBind.deque"),
    _sync("free_tensor", "FreeTensor", "a queue takes back a used buffer", python="TQueBind.free_tensor"),
)
