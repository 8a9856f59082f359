"""What each finding of the engine says, in the words of the front that the kernel is written in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from lanewise import severities
from lanewise.check.findings import Finding, Place, Severity
from lanewise.errors import CATALOGUE
from lanewise.isa.catalogue import instructions
from lanewise.isa.events import HardEvent
from lanewise.isa.export import in_vendor_words

Fields = Mapping[str, str]


class Front(NamedTuple):
    """How calls are written."""

    cpp: bool

    def op(self, name: str) -> str:
        if not name:
            return "scalar code"
        ins = instructions()[name]
        if self.cpp:
            return ins.vendor[0]
        python = ins.python_names[0]
        return f"asc.reg.{python.removeprefix('reg_')}" if python.startswith("reg_") else f"asc.{python}"

    def set_flag(self, event: str, number: str) -> str:
        if self.cpp:
            return f"SetFlag<HardEvent::{event}>({number})"
        return f"asc.set_flag(asc.HardEvent.{event}, {number})"

    def wait_flag(self, event: str, number: str) -> str:
        return self.set_flag(event, number).replace("SetFlag", "WaitFlag").replace("set_flag", "wait_flag")

    def call(self, vendor: str, python: str) -> str:
        return vendor if self.cpp else python


def finding(
    id: str, fields: Fields, place: Place | None, other: Place | None, kernel: str, count: int, *, cpp: bool
) -> Finding:
    if id == "MEM-004":
        what, write = _past_gm(Front(cpp), fields)
        return Finding(id, severity_of(id), what, write, place, other, kernel, count, fields)
    if id not in _RULES:  # a rule of the machine that hardware does not enforce
        said = {**fields, "op": Front(cpp).op(fields["op"])} if fields.get("op") in instructions() else fields
        text = in_vendor_words(CATALOGUE[id]) if cpp else CATALOGUE[id]
        what = text.format(**said).rstrip().rstrip(".")
        return Finding(id, severity_of(id), what, "", place, other, kernel, count, fields)
    what, write = _RULES[id](Front(cpp), fields, other)
    severity = severity_of(id, "same" if fields.get("same") else "")
    return Finding(id, severity, what, write, place, other, kernel, count, fields)


def _past_gm(front: Front, fields: Fields) -> tuple[str, str]:
    op = front.op(fields["op"]) if fields["op"] in instructions() else fields["op"]
    does = "writes" if fields["operand"] in ("a write", "dst") else "reads"
    past = int(fields["last"]) + 1 - max(int(fields["size"]), int(fields["first"]))
    what = f"{op} {does} {past} byte{'s' * (past != 1)} past {fields['buffer']}, which has {fields['size']} bytes"
    pad = "DataCopyPad" if front.cpp else "asc.data_copy_pad"
    return what, f"Use {pad}, which takes any length, or give it more memory"


def severity_of(id: str, case: str = "") -> Severity:
    """What the rule is to a check; one that ends runs is an error to it, too."""
    found = severities.severity(id, severities.Mode.CHECK, case)
    below = {severities.Severity.INFO: Severity.INFO, severities.Severity.WARNING: Severity.WARNING}
    return below.get(found, Severity.ERROR)


def _line(other: Place | None) -> str:
    return f"line {other.line}" if other else "an earlier line"


_DID = {  # what the two did: now, and before
    "read after write": ("reads", "writes"),
    "write after read": ("writes", "reads"),
    "write after write": ("writes", "writes"),
    "load after store": ("loads", "stores"),
    "store after store": ("stores", "stores"),
}


def _race_in_core(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    now, before = _DID[f["kind"]]
    of = f" of {f['buffer']}" if f["buffer"] else ""
    what = (
        f"{front.op(f['op'])} ({f['pipe']}) {now} {f['space']} bytes {f['first']}..{f['last']}{of}, which "
        f"{front.op(f['other_op'])} ({f['other_pipe']}, {_line(other)}) {before}: nothing orders the two"
    )
    if f["pipe"] == f["other_pipe"]:
        barrier = front.call(f"PipeBarrier<PIPE_{f['pipe']}>()", f"asc.pipe_barrier(asc.PipeID.PIPE_{f['pipe']})")
        return what, f"Write {barrier} between the two"
    event, number = f"{f['other_pipe']}_{f['pipe']}", f.get("free_id", "id")
    write = (
        f"Write {front.set_flag(event, number)} after {_line(other)} and {front.wait_flag(event, number)} before "
        "this line, or move the tensor through a queue"
    )
    return what, write


def _race_between_blocks(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    now, before = _DID[f["kind"]]
    of = f" of {f['buffer']}" if f["buffer"] else ""
    what = (
        f"block {f['block']}: {front.op(f['op'])} ({f['pipe']}) {now} GM bytes {f['first']}..{f['last']}{of}, which "
        f"{front.op(f['other_op'])} ({f['other_pipe']}, {_line(other)}) of block {f['other_block']} {before}: nothing "
        "orders the two"
    )
    barrier = front.call("SyncAll()", "asc.sync_all()")
    if f.get("same"):
        what += ", but both write the same bytes, so that the result does not depend on it"
        return what, "Let one block write them, or give each block bytes of its own"
    return what, f"Give each block bytes of its own, or call {barrier} in every block between the two"


def _race_in_function(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    now, before = _DID[f["kind"]]
    what = (
        f"{front.op(f['op'])} {now} {f['space']} bytes {f['first']}..{f['last']}, which {front.op(f['other_op'])} "
        f"({_line(other)}) {before} in the same vector function: no LocalMemBar orders the two, and hardware may take "
        "this one first"
    )
    after, number = ("VEC_LOAD", 1) if now == "loads" else ("VEC_STORE", 0)
    barrier = front.call(
        f"Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::{after}>()",
        f"asc.reg.local_mem_bar(before=0, after={number})",
    )
    return what, f"Write {barrier} between the two"


_ASYNCHRONOUS = {"host_copy": "aclrtMemcpyAsync", "host_fill": "aclrtMemsetAsync"}


def _stream(number: str) -> str:
    return "the default stream" if number == "0" else f"stream {number}"


def _race_between_streams(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    now, before = _DID[f["kind"]]
    of = f" of {f['buffer']}" if f["buffer"] else ""
    doer = _ASYNCHRONOUS.get(f["op"]) or f"{front.op(f['op'])} ({f['at'] or 'in the kernel'})"
    what = (
        f"on {_stream(f['stream'])}, {doer} {now} GM bytes {f['first']}..{f['last']}{of}, which the {f['other_is']} of "
        f"{_line(other)} on {_stream(f['other_stream'])} {before}: no event orders the two streams"
    )
    return what, (
        f"Call aclrtRecordEvent after {_line(other)} and aclrtStreamWaitEvent before this line, use the same stream, "
        "or wait for the other one with aclrtSynchronizeStream"
    )


def _garbage_out(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    if not f["ub"]:
        return (
            f"{front.op(f['op'])} adds to bytes {f['first']}..{f['last']}{of}, which are uninitialised, and the host "
            "reads the sum",
            f"Clear them first: aclrtMemset, or {front.call('Fill', 'asc.adv.fill')} in a block before all others add",
        )
    if f.get("input"):
        return (
            f"this copy reads bytes of {f['input']} that nobody has written; {front.op(f['op'])} ({_line(other)}) "
            f"brings what depends on them to bytes {f['first']}..{f['last']}{of}, and the host reads it",
            f"Fill {f['input']} before the launch (aclrtMemcpy, aclrtMemset), or copy only what was filled",
        )
    return (
        f"{front.op(f['op'])} stores to bytes {f['first']}..{f['last']}{of} values that depend on "
        f"uninitialised UB bytes (from {f['ub']} on), and the host reads them",
        "Fill them before they are used, compute with fewer elements, or copy out what is known only",
    )


def _never_written(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    return (
        f"the host reads bytes {f['first']}..{f['last']}{of}, which nobody has written",
        "Let the kernel write them, clear them first, or read less",
    )


def _garbage_read(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    if f.get("origin"):
        who = f"{front.op(f['origin'])}, {_line(other)}"
        return (
            f"{front.op(f['op'])} reads a value at {f['space']} byte {f['first']} that was computed from uninitialised "
            f"{f['space']} bytes {f['from']}..{f['to']} (read by {who})",
            "Shorten the count there, or fill these bytes before it",
        )
    write = (
        "Write them before this line, or let what they come from take fewer elements"
        if f["space"] != "GM"
        else "Clear them first: aclrtMemset on the host, or a block that all others wait for"
    )
    return (
        f"{front.op(f['op'])} reads {f['space']} bytes {f['first']}..{f['last']}{of}, which depend on "
        "uninitialised bytes",
        write,
    )


def _filler_summed(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    pad = front.call("DataCopyPad", "asc.data_copy_pad")
    many = f["filler"] != "1"
    return (
        f"{f['filler']} of the {f['elements']} elements that {front.op(f['op'])} adds up {'are' if many else 'is'} "
        f"filler of {pad} ({_line(other)}), which completes the last block of 32 bytes",
        f"Add up {int(f['elements']) - int(f['filler'])} elements, or let {pad} pad with zeros "
        + front.call("(isPad, rightPadding and paddingValue)", "(is_pad, right_padding and padding_value)"),
    )


def _event(f: Fields) -> str:
    return HardEvent(int(f["event"])).name


def _set_twice(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    call = front.set_flag(_event(f), f["id"])
    return (
        f"{call} is called again, although nobody has waited since {_line(other)}; hardware loses one, or hangs",
        f"Write {front.wait_flag(_event(f), f['id'])} between the two, or use another id",
    )


def _never_waited(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return (
        f"{front.set_flag(_event(f), f['id'])} is never waited for; on hardware the flag reaches the next kernel",
        f"Write {front.wait_flag(_event(f), f['id'])} where its work is needed, or leave the call out",
    )


def _counter_mode(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    call = front.call("SetMaskNorm() and ResetMask()", "asc.set_mask_norm() and asc.reset_mask()")
    return "the kernel ends in Counter mode, which the next kernel inherits", f"Call {call} at its end"


def _atomic(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    call = front.call("DisableDmaAtomic()", "asc.set_atomic_none()")
    return "the kernel ends with atomic copies on, which the next kernel inherits", f"Call {call} after the last one"


def _scalar_atomic(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return (
        "the kernel ends with atomic scalar stores on, which the next kernel inherits",
        f"Switch them off with {front.call('SetStoreAtomicConfig', 'asc.set_store_atomic_config')} after the last one",
    )


def _freed(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    free = front.call("FreeTensor", "free_tensor")
    return (
        f"{front.op(f['op'])} {f['did']} {f['space']} bytes {f['first']}..{f['last']} of a tensor that was given back "
        f"({free}, {_line(other)}); the queue may hand them to anybody",
        f"Move {free} after the last use of the tensor",
    )


def _leaves_tensor(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    if f.get("buffer"):
        return (
            f"scalar code {f['did']} bytes {f['first']}..{f['last']} of {f['buffer']} through a pointer to a tensor "
            f"that ends after {f['end']} bytes by the size given to SetGlobalBuffer",
            "Use a smaller index, or give SetGlobalBuffer the size that is meant",
        )
    return (
        f"scalar code {f['did']} {f['space']} bytes {f['first']}..{f['last']} through a pointer to a tensor that ends "
        f"before byte {f['end']}: they belong to another one",
        "Use a smaller index, or a longer tensor",
    )


def _never_freed(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    free = front.call("FreeTensor", "free_tensor")
    return (
        f"the tensor of {f['bytes']} bytes allocated here is never given back to its queue",
        f"Call {free} after its last use: the queue has one buffer less until then",
    )


def _missing_cache_step(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    call = front.call("DataCacheCleanAndInvalid", "asc.data_cache_clean_and_invalid")
    what = f"block {f['block']}: {front.op(f['op'])} reads GM bytes {f['first']}..{f['last']}{of}"
    if f["what"] == "clean":
        return (
            f"{what}, which scalar code of another block ({_line(other)}) has written into its data cache only",
            f"Call {call} on them in that block, after {_line(other)}",
        )
    return (
        f"{what} from its data cache, where they are as before another block wrote them ({_line(other)})",
        f"Call {call} on them before this line",
    )


def _id_of_a_queue(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return (
        f"{front.set_flag(_event(f), f['id'])} uses an id that a queue has set a flag with when a tensor was freed",
        f"Ask for a free one: {front.call('pipe.AllocEventID', 'pipe.alloc_event_id')}, or FetchEventID",
    )


def _mask_left(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    call = front.call("ResetMask()", "asc.reset_mask()")
    return "the kernel ends with the vector mask that was set here, which the next kernel inherits", (
        f"Call {call} after the last instruction that uses it"
    )


def _stale_mask(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    call = front.call("SetVectorMask", "asc.set_vector_mask")
    return (
        f"{front.op(f['op'])} is told to take the mask as it is, and it is what an earlier instruction left behind",
        f"Call {call} before it, or let it set its mask itself",
    )


def _modes_left(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return (
        f"the kernel ends with other modes than it began with (CTRL bit {f['bits']}), which the next kernel inherits",
        "Set back what was set here at the end of the kernel",
    )


def _leaked(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return f"the {f['bytes']} bytes of device memory made here are never freed", "Call aclrtFree after their last use"


def _control_flow(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    if f["depth"]:
        return (
            f"this loop is number {f['depth']} inside each other in a {f['function']}, and hardware counts four",
            "Make two of them one, or move the outermost loop out of the vector function",
        )
    return (
        f"a {f['function']} has `{f['what']}`: the vector unit has loops that it counts itself, and nothing else but "
        "`if`",
        "Write for (uint16_t i = 0; i < n; ++i), or leave the vector function first",
    )


def _unused(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return f"nobody uses the {f['bytes']} bytes of device memory made here", "Leave the call out"


def _not_the_hosts(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    if f["freed"]:
        return f"the host {f['did']} memory {f['what']}", "Move aclrtFree behind the last use"
    return (
        f"the host's own code {f['did']} {f['what']}, which the host does not reach on hardware",
        "Copy it with aclrtMemcpy, or use memory of aclrtMallocHost",
    )


def _freed_too_soon(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    return (
        f"the host frees bytes {f['first']}..{f['last']}{of} without waiting for the stream that uses them "
        f"({_line(other)})",
        "Call aclrtSynchronizeStream first",
    )


def _computes_nothing(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return (
        "the kernel launched here issues no vector instruction: what it computes, scalar code or the host does",
        "Write the computation as vector instructions, if it is meant to run on the NPU",
    )


def _read_too_soon(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    return (
        f"the host reads what a kernel writes (from byte {f['first']}{of} on) without waiting for its stream",
        "Call aclrtSynchronizeStream first",
    )


def _written_too_soon(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    return (
        f"the host writes bytes {f['first']}..{f['last']}{of} without waiting for the stream that {f['did']} them "
        f"({_line(other)})",
        "Call aclrtSynchronizeStream first",
    )


def _from(f: Fields) -> str:
    return " and ".join(f[name] for name in ("first", "second") if f[name])


def _no_longer_finite(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" from {_from(f)}" if _from(f) else ""
    return (
        f"{front.op(f['op'])} makes {f['result']} in lane {f['lane']}{of}; all that it read was finite",
        "Keep what it reads away from there: a maximum that is subtracted first, a small number that is added, or a "
        "select",
    )


def _beyond_half(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f"{_from(f)} give" if _from(f) else "finite numbers give"
    return (
        f"{front.op(f['op'])} leaves the range of {f['type']} in lane {f['lane']}: {of} {f['result']}",
        "Compute in float, and convert at the end" if f["type"] != "float" else "Scale the numbers first",
    )


def _wraps(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    return (
        f"{front.op(f['op'])} leaves the range of {f['type']} in lane {f['lane']}: {_from(f)} give {f['result']}",
        "Use a wider type",
    )


def _order_of_sums(front: Front, f: Fields, other: Place | None) -> tuple[str, str]:
    of = f" of {f['buffer']}" if f["buffer"] else ""
    wait = front.call("WaitPreBlock and NotifyNextBlock", "asc.wait_pre_block and asc.notify_next_block")
    return (
        f"{front.op(f['op'])} adds to GM byte {f['first']}{of}, as other blocks do, in no fixed order, and the order "
        f"changes the sum: the same {f['count']} numbers give {f['low']} or {f['high']}",
        f"Let the blocks take turns ({wait}), or let one block add what the others have written, if every run must "
        "give the same bits",
    )


Say = Callable[[Front, Fields, Place | None], tuple[str, str]]
_RULES: dict[str, Say] = {
    "RACE-001": _race_in_core,
    "RACE-002": _race_between_blocks,
    "RACE-003": _race_in_function,
    "RACE-004": _missing_cache_step,
    "RACE-005": _race_between_streams,
    "MEM-007": _freed,
    "MEM-011": _leaves_tensor,
    "QUE-010": _never_freed,
    "INIT-001": _garbage_out,
    "INIT-002": _never_written,
    "INIT-003": _garbage_read,
    "INIT-005": _filler_summed,
    "SYNC-101": _set_twice,
    "SYNC-102": _never_waited,
    "HOST-003": _leaked,
    "HOST-004": _read_too_soon,
    "HOST-005": _written_too_soon,
    "SYNC-103": _id_of_a_queue,
    "STATE-101": _counter_mode,
    "STATE-102": _atomic,
    "STATE-103": _scalar_atomic,
    "STATE-104": _mask_left,
    "STATE-105": _stale_mask,
    "STATE-106": _modes_left,
    "NUM-001": _no_longer_finite,
    "NUM-002": _beyond_half,
    "NUM-003": _wraps,
    "NUM-005": _order_of_sums,
    "HOST-006": _freed_too_soon,
    "HOST-007": _unused,
    "HOST-008": _not_the_hosts,
    "REG-010": _control_flow,
    "KERNEL-008": _computes_nothing,
}
IDS = tuple(_RULES)
