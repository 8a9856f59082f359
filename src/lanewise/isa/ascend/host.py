"""What the host does: device memory, copies, launches, streams and events. It is a block of its own on the stream."""

from __future__ import annotations

from lanewise.isa.ascend.chips import EVERY, VECTOR_CORE
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.form import STATE
from lanewise.isa.record import NOWHERE, PLAIN, Instruction, Row

FAMILY = "host"
HOST_BLOCK = 0xFFFF  # the number of the host among blocks: a launch has at most 65535 of them
WAITS = -1  # in the place of a stream: the host waits for it; of a synchronised one: every stream
DEFAULT_STREAM = 0


def _host(name: str, vendor: str, summary: str) -> Instruction:
    return Instruction(
        name, FAMILY, STATE, (vendor,), summary, no_effect, (Row((*EVERY, VECTOR_CORE), (), PLAIN, "documented"),),
        timing="host", pipe="S", python=(NOWHERE,),
    )


# Parameters stand behind the summary. `since` is the number of the record that is waited for, -1: none.
INSTRUCTIONS = (
    _host("device_malloc", "aclrtMalloc", "make device memory (address, bytes, bytes asked for, 1: for the host, too)"),
    _host("device_free", "aclrtFree", "free device memory (address, bytes, 1: once its last user has ended)"),
    _host("host_malloc", "aclrtMallocHost", "make host memory that devices reach (address, bytes)"),
    _host("host_free", "aclrtFreeHost", "free host memory that devices reach (address, bytes)"),
    _host("host_copy", "aclrtMemcpy", "copy rows (dst, src, dst pitch, src pitch, bytes of a row, rows, kind, stream)"),
    _host("host_fill", "aclrtMemset", "fill memory with a byte (address, bytes, value, stream)"),
    _host("launch", "aclrtLaunchKernel", "start a kernel (launch, blocks, stream)"),
    _host("launch_end", "aclrtLaunchKernelEnd", "every block of a launch has ended (launch, stream)"),
    _host("host_call", "aclrtLaunchCallback", "a stream calls a function of the host (stream)"),
    _host("stream_create", "aclrtCreateStream", "make a stream (stream)"),
    _host("stream_destroy", "aclrtDestroyStream", "destroy a stream once it is idle (stream)"),
    _host("stream_synchronize", "aclrtSynchronizeStream", "the host waits for a stream (stream)"),
    _host("event_record", "aclrtRecordEvent", "an event happens when the stream comes to it (event, stream)"),
    _host("event_wait", "aclrtStreamWaitEvent", "a stream waits for an event (event, stream, since)"),
    _host("event_synchronize", "aclrtSynchronizeEvent", "the host waits for an event (event, since)"),
)
