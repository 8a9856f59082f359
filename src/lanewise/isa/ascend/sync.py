"""Events, barriers and queue steps. They move no data: their records tell the lenses what is ordered."""

from __future__ import annotations

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, EVERY, ON_950, VECTOR_CORE
from lanewise.isa.ascend.move import nothing
from lanewise.isa.record import PLAIN, STATE, Instruction, Row

FAMILY = "sync"
_ALL = (*EVERY, VECTOR_CORE)
_SPLIT = (*ON_950, *A2A3)  # chips whose vector cores can wait for each other in hardware


def _sync(
    name: str, vendor: str, summary: str, chips: tuple[str, ...] = _ALL, pipe: str = "S", evidence: str = "documented",
    python: str = "",
) -> Instruction:
    return Instruction(
        name, FAMILY, STATE, (vendor,), summary, nothing, (Row(chips, (), PLAIN, evidence),), timing="sync", pipe=pipe,
        python=(python,) if python else (),
    )


# params of a queue step: queue, buffer, byte address, bytes, event, event id (-1: none)
INSTRUCTIONS = (
    _sync("set_flag", "SetFlag", "set flag (event, id) after the earlier work of the event's first pipe"),
    _sync("wait_flag", "WaitFlag", "the event's second pipe waits for flag (event, id) and clears it"),
    _sync("pipe_barrier", "PipeBarrier", "later work of a pipe waits for its earlier work", pipe="ALL"),
    _sync("data_sync_barrier", "DataSyncBarrier", "later instructions wait for earlier scalar accesses",
          (*_SPLIT, C310B)),
    _sync("sync_all", "SyncAll", "every block arrives before any goes on", pipe="ALL", evidence="inferred"),
    _sync("ib_set", "IBSet", "fill a slot of (block, event) once it is empty", (*_SPLIT, C310P, C910), "ALL"),
    _sync("ib_wait", "IBWait", "empty a slot of (block, event) once it is full", (*_SPLIT, C310P, C910), "ALL"),
    _sync("cross_core_set_flag", "CrossCoreSetFlag", "set flag (id, mode, pipe) for the other cores", _SPLIT),
    _sync("cross_core_wait_flag", "CrossCoreWaitFlag", "wait for flag (id, mode, pipe) of the other cores", _SPLIT),
    _sync("init_determine_compute_workspace", "InitDetermineComputeWorkspace", "clear the slots of an ordered pass",
          (*_SPLIT, C310P)),
    _sync("wait_pre_block", "WaitPreBlock", "wait for the lower blocks of an ordered pass", (*_SPLIT, C310P), "ALL"),
    _sync("notify_next_block", "NotifyNextBlock", "let the next block of an ordered pass go on", (*_SPLIT, C310P),
          "ALL"),
    _sync("vf_call", "asc_vf_call", "start a vector function; it has ended when the call returns", ON_950,
          python="reg.vf_call"),
    _sync("alloc_tensor", "AllocTensor", "a queue gives out a free buffer", python="TQueBind.alloc_tensor"),
    _sync("enque", "EnQue", "a queue takes a filled buffer", python="TQueBind.enque"),
    _sync("deque", "DeQue", "a queue hands on the oldest filled buffer", python="TQueBind.deque"),
    _sync("free_tensor", "FreeTensor", "a queue takes back a used buffer", python="TQueBind.free_tensor"),
)
