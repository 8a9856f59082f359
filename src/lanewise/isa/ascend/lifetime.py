"""Who holds which bytes of UB, from when to when. These records move no data and order nothing.

But for `tpipe_destroy`, which waits for all pipes unless its buffer is 1 (DestroyWithoutPipeAll).

All have the same parameters: owner, buffer, byte address, bytes, position. Owners are numbered by block in the order in
which they get memory: queues, buffers, pools and allocators; 0 is the pipe or the block itself. Arrays are numbered by
block, too; the part of UB that a launch asks for is number 0xFFFFFFFF.
"""

from __future__ import annotations

from lanewise.isa.ascend.chips import EVERY, VECTOR_CORE
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.form import STATE
from lanewise.isa.record import NOWHERE, PLAIN, UNTIMED, Instruction, Row

FAMILY = "lifetime"


def _lifetime_step(name: str, vendor: str, summary: str, python: str = NOWHERE) -> Instruction:
    return Instruction(
        name, FAMILY, STATE, (vendor,), summary, no_effect, (Row((*EVERY, VECTOR_CORE), (), PLAIN),), python=(python,),
        timing=UNTIMED, pipe="S",
    )


INSTRUCTIONS = (
    _lifetime_step(
        "tpipe_init",
        "TPipe::Init",
        "a pipe holds UB from a byte on; whoever held some of it before has lost it",
        "TPipe.init",
    ),
    _lifetime_step("tpipe_destroy", "TPipe::Destroy", "a pipe and all that it gave memory to lose it", "TPipe.destroy"),
    _lifetime_step("init_buffer", "InitBuffer", "a queue or a TBuf gets one of its buffers", "TPipe.init_buffer"),
    _lifetime_step("init_buf_pool", "InitBufPool", "a pool gets memory", "TPipe.init_buf_pool"),
    _lifetime_step("reset_buf_pool", "TBufPool::Reset", "all that a pool gave memory to lose it", "TBufPool.reset"),
    _lifetime_step("tbuf_get", "TBuf::Get", "a TBuf gives out a part of its buffer", "TBuf.get"),
    _lifetime_step(
        "local_mem_alloc",
        "LocalMemAllocator::Alloc",
        "an allocator gives out its next bytes",
        "LocalMemAllocator.alloc",
    ),
    _lifetime_step("pop_stack_buffer", "PopStackBuffer", "the pipe gives out all that it has left"),
    _lifetime_step("ub_array", "__ubuf__", "an array in UB gets its place"),
    _lifetime_step(
        "local_tensor_auto", "LocalTensorAuto", "a tensor that frees itself gets memory", "LocalTensorAuto.__init__"
    ),
    _lifetime_step(
        "local_tensor_auto_end",
        "LocalTensorAuto",
        "the last view of a tensor that frees itself is gone",
        "LocalTensorAuto.__init__",
    ),
)
