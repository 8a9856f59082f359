"""What is no instruction is on the stream too: the life of UB, caches, locks, and what blocks did before each other.

Each kernel is written twice, in Python and in C++ (records/*.asc); what it must tell is written out here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import compilers
import numpy as np
import pytest

import lanewise.cpp
from lanewise import asc, timing
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import Space, Trait

HERE = Path(__file__).resolve().parent / "records"
VECIN, VECCALC, NO_POSITION = 9, 11, 16
UB = 192 * 1024  # bytes of ascend910b
Told = list[tuple[Any, ...]]


def steps_of(trace: Any) -> Told:
    """(name, parameters...) of each record."""
    return [(by_opcode()[int(row["opcode"])].name, *row.params) for row in trace]


def lines(source: Path, trace: Any) -> list[str]:
    text = source.read_text().splitlines()
    return [text[int(line) - 1] for line in trace.records["line"]]


def relative(records: Told, base: int) -> Told:
    """Addresses in GM as offsets."""
    return [tuple(p - base if isinstance(p, int) and p >= 1 << 32 else p for p in one) for one in records]


def gm_base(trace: Any) -> int:
    """Where the only buffer of a kernel lies: the kernel copies to its start."""
    operands = trace.records["operands"]
    return int(operands["address"][(operands["space"] == Space.GM) & (operands["role"] == 1)][0])


# --- the life of UB, and caches ------------------------------------------------------------------------------------


@asc.jit
def life(y: asc.GlobalAddress) -> None:
    pipe = asc.TPipe()
    queue, buffer = asc.TQue(asc.TPosition.VECIN, 2), asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(que=queue, num=2, len=100)
    pipe.init_buffer(buf=buffer, num=256)
    whole = buffer.get(asc.float32)
    some = buffer.get_with_offset(8, 64, asc.float32)
    x = queue.alloc_tensor(asc.float32)
    queue.enque(x)
    x = queue.deque(asc.float32)
    queue.free_tensor(x)
    pool, inner = asc.TBufPool(asc.TPosition.VECCALC, 4), asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buf_pool(pool, 512)
    pool.init_buffer(buf=inner, num=32)
    pool.reset()
    g = asc.GlobalTensor()
    g.set_global_buffer(y, 64)
    g.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_DISABLE)
    asc.data_copy(whole, g[8:], count=32)
    g.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_NORMAL, asc.CacheRwMode.READ)
    asc.data_copy(g, some, count=8)
    asc.data_cache_clean_and_invalid(asc.CacheLine.SINGLE_CACHE_LINE, asc.DcciDst.CACHELINE_OUT, g[8:])
    asc.data_cache_clean_and_invalid(asc.CacheLine.ENTIRE_DATA_CACHE, asc.DcciDst.CACHELINE_ALL, g)
    pipe.reset()
    pipe.init_buffer(buf=inner, num=64)


@asc.jit
def alone(y: asc.GlobalAddress) -> None:
    allocator = asc.LocalMemAllocator()
    allocator.alloc(asc.float16, 5)
    allocator.alloc(asc.TPosition.VECIN, asc.float32, 16)


# (record, words of the C++ line)
LIFE: list[tuple[tuple[Any, ...], str]] = [
    (("tpipe_init", 0, 0, 0, UB, NO_POSITION), "TPipe pipe"),
    (("init_buffer", 1, 0, 0, 128, VECIN), "InitBuffer(in, 2, 100)"),
    (("init_buffer", 1, 1, 128, 128, VECIN), "InitBuffer(in, 2, 100)"),
    (("init_buffer", 2, 0, 256, 256, VECCALC), "InitBuffer(buffer, 256)"),
    (("tbuf_get", 2, 0, 256, 256, VECCALC), "buffer.Get<float>()"),
    (("tbuf_get", 2, 0, 320, 32, VECCALC), "GetWithOffset<float>(8, 64)"),
    (("alloc_tensor", 1, 0, 0, 128, int(asc.HardEvent.V_MTE2), -1), "AllocTensor"),
    (("enque", 1, 0, 0, 128, int(asc.HardEvent.MTE2_V), -1), "EnQue"),
    (("deque", 1, 0, 0, 128, int(asc.HardEvent.MTE2_V), -1), "DeQue"),
    (("free_tensor", 1, 0, 0, 128, int(asc.HardEvent.V_MTE2), 0), "FreeTensor"),
    (("init_buf_pool", 3, 0, 512, 512, VECCALC), "InitBufPool(pool, 512)"),
    (("init_buffer", 4, 0, 512, 32, VECCALC), "pool.InitBuffer(inner, 32)"),
    (("reset_buf_pool", 3, 0, 512, 512, VECCALC), "pool.Reset()"),
    (("set_l2_cache_hint", 0, 256, 0, 3), "SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE)"),
    (("data_copy", 32), "DataCopy(whole"),
    (("set_l2_cache_hint", 0, 256, 1, 1), "SetL2CacheHint<CacheRwMode::READ>"),
    (("data_copy", 8), "DataCopy(g"),
    (("data_cache_clean_and_invalid", 1, 32, 0, 2), "SINGLE_CACHE_LINE"),
    (("data_cache_clean_and_invalid", 1, 0, 1, 0), "ENTIRE_DATA_CACHE"),
    (("tpipe_init", 0, 0, 0, UB, NO_POSITION), "pipe.Reset()"),
    (("init_buffer", 5, 0, 0, 64, VECCALC), "InitBuffer(inner, 64)"),
    (("tpipe_destroy", 0, 0, 0, UB, NO_POSITION), "}"),
]
ALONE = [("local_mem_alloc", 1, 0, 0, 10, VECCALC), ("local_mem_alloc", 1, 1, 10, 64, VECIN)]


def check_life(trace: Any) -> None:
    assert relative(steps_of(trace), gm_base(trace)) == [record for record, _ in LIFE]
    copies = [row for row in trace if by_opcode()[int(row["opcode"])].name == "data_copy"]
    around = Trait.READ_AROUND | Trait.WRITE_AROUND
    assert [int(row["operands"][k]["trait"]) for row, k in zip(copies, (1, 0), strict=True)] == [
        around, Trait.WRITE_AROUND]
    assert [int(row["operands"][k]["trait"]) for row, k in zip(copies, (0, 1), strict=True)] == [0, 0]


@pytest.mark.parametrize("engine", ["fast", "definition", "lockstep"])
def test_life_of_memory_is_told_by_python(engine: str) -> None:
    y = np.ones(64, np.float32)
    check_life(life[1](y, engine=engine, trace=True).traces[0])
    assert steps_of(alone[1](y, engine=engine, trace=True).traces[0]) == ALONE


@compilers.for_each_compiler()
def test_life_of_memory_is_told_by_programs(cxx: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", cxx)
    source, y = HERE / "life.asc", np.ones(64, np.float32)
    module: Any = lanewise.cpp.load(source, chip="ascend910b")
    trace = module.life[1](y, trace=True).traces[0]
    check_life(trace)
    for line, (record, words) in zip(lines(source, trace), LIFE, strict=True):
        assert words in line, record
    trace = module.alone[1](y, trace=True).traces[0]
    assert steps_of(trace) == ALONE
    assert all("allocator.Alloc<" in line for line in lines(source, trace))
    trace = module.arrays[1](y, trace=True).traces[0]
    assert steps_of(trace) == [
        ("ub_array", 0, 0, 0, 80, VECCALC), ("ub_array", 0, 1, 96, 32, VECCALC),
        ("ub_array", 0, 0xFFFFFFFF, 128, 0, VECCALC),
        ("tpipe_init", 0, 0, 0, UB, NO_POSITION), ("init_buf_pool", 1, 0, 0, 128, VECCALC),
        ("init_buffer", 2, 0, 0, 64, 10), ("init_buffer", 2, 1, 64, 64, 10),
        ("pop_stack_buffer", 0, 0, 128, UB - 128, VECCALC), ("pipe_barrier", asc.PipeID.PIPE_ALL),
        ("tpipe_destroy", 0, 0, 0, UB, NO_POSITION), ("reset_buf_pool", 1, 0, 0, 128, VECCALC),
    ]  # fmt: skip
    words = ["row[20]", "other[16]", "more[]", "TPipe pipe", "InitBufPool(pool", *["queue.InitBufHandle"] * 2,
             "PopStackBuffer", *["pipe.Destroy()"] * 2]
    assert [w for w, line in zip(words, lines(source, trace), strict=False) if w not in line] == []


def test_tensors_that_free_themselves_tell_when() -> None:
    with lanewise.core("ascend910b") as core:
        first = asc.LocalTensorAuto(asc.float32, 64)
        view = first[8:]
        del first
        assert steps_of(core.trace()) == [("local_tensor_auto", 0, 0, UB - 256, 256, VECCALC)]
        del view
        assert steps_of(core.trace())[1:] == [("local_tensor_auto_end", 0, 0, UB - 256, 256, VECCALC)]


def test_blocks_say_on_which_core_they_run() -> None:
    y = np.ones(64, np.float32)
    kernels = (alone, lanewise.cpp.load(HERE / "life.asc", chip="ascend910b").alone)
    for kernel in kernels:
        runs = kernel[50](y, trace=True).traces
        assert [set(t.records["block"].tolist()) for t in runs] == [{block} for block in range(50)]
        assert [set(t.records["core"].tolist()) for t in runs] == [{block % 48} for block in range(50)]
        assert {int(thread) for t in runs for thread in t.records["thread"]} == {0}


# --- what blocks did before each other -------------------------------------------------------------------------------


@asc.jit
def meet(ws: asc.GlobalAddress) -> None:
    ub = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 0, 64)
    slots, pairs = asc.GlobalTensor(), asc.GlobalTensor()
    slots.set_global_buffer(ws)
    pairs.set_global_buffer(ws + 64)
    for _ in range(2):
        asc.sync_all()
        asc.cross_core_set_flag(3, 0, asc.PipeID.PIPE_MTE3)
        asc.cross_core_wait_flag(3)
    asc.cross_core_set_flag(4, 1, asc.PipeID.PIPE_MTE3)
    asc.cross_core_wait_flag(4, 1)
    asc.sync_all(slots, ub, 2)
    for _ in range(2):
        if asc.get_block_idx() == 0:
            asc.ib_set(pairs, ub, 0, 1)
        else:
            asc.ib_wait(pairs, ub, 0, 1)


@asc.jit
def turns(ws: asc.GlobalAddress) -> None:
    ub = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 0, 64)
    slots = asc.GlobalTensor()
    slots.set_global_buffer(ws)
    asc.init_determine_compute_workspace(slots, ub)
    for _ in range(2):
        asc.wait_pre_block(slots, ub)
        asc.notify_next_block(slots, ub)


# Of each step: how many parameters come before its numbers, and whether the first of those is its own.
STEPS = {
    "sync_all": (1, True), "sync_all_passed": (1, False), "cross_core_set_flag": (3, True),
    "cross_core_wait_flag": (3, False), "ib_set": (3, True), "ib_wait": (3, True), "wait_pre_block": (0, False),
    "notify_next_block": (0, True), "init_determine_compute_workspace": (0, True), "group_arrive": (4, True),
    "group_wait": (4, True),
}


def steps_by_block(traces: Any) -> list[Told]:
    """The steps of each block, with (block, number of the step in it) in place of the numbers that it has seen."""
    steps = [steps_of(trace) for trace in traces]
    owners: dict[int, Any] = {0: None}
    for block, records in enumerate(steps):
        drawn = [one[1 + STEPS[one[0]][0]] for one in records if STEPS[one[0]][1]]
        assert drawn == sorted(drawn), "a block draws its numbers in the order of its steps"
        for place, number in enumerate(n for n in drawn if n):
            assert number not in owners, "every step has a number of its own"
            owners[number] = (block, place)
    assert sorted(owners) == list(range(len(owners))), "no number is left out"
    out = []
    for records in steps:
        named: Told = []
        for name, *params in records:
            said, own = STEPS[name]
            for seen in params[said + own :] if own else ():
                assert not seen or seen < params[said], "a step sees what happened before it"
            named.append((name, *params[:said], tuple(owners[number] for number in params[said + own :])))
        out.append(named)
    return out


def both(step: int) -> tuple[Any, ...]:
    return ((0, step), (1, step))


def expected_meeting(block: int) -> Told:
    def round_(first: int) -> Told:
        return [("sync_all", 0, ()), ("sync_all_passed", 0, both(first)), ("cross_core_set_flag", 3, 0, 5, ()),
                ("cross_core_wait_flag", 3, 0, 0, both(first + 1))]

    pairs: Told = [("ib_set", 0, 1, 2, (None,)), ("ib_set", 0, 1, 2, ((1, 6),))] if block == 0 else [
        ("ib_wait", 0, 1, 2, ((0, 6),)), ("ib_wait", 0, 1, 2, ((0, 7),))]
    return [
        *round_(0), *round_(2), ("cross_core_set_flag", 4, 1, 5, ()), ("cross_core_wait_flag", 4, 1, 0, ((block, 4),)),
        ("sync_all", 2, ()), ("sync_all_passed", 2, both(5)), *pairs,
    ]


def expected_turns(block: int, barrier: bool) -> Told:
    """Block 0 clears and notifies, block 1 notifies and clears; compiled programs meet once more before."""
    cleared, more = (0, 0), int(barrier)
    first = ((0, 1 + more),)  # what block 0 notified in the first round
    second = ((0, 2 + more),)
    last = (1, more)  # block 1 cleared at its end
    met: Told = [("sync_all", 0, ()), ("sync_all_passed", 0, ((0, 1), (1, 0)))] if barrier else []
    return [
        ("init_determine_compute_workspace", ()), *met,
        ("wait_pre_block", (cleared, *(first if block else ()))), ("notify_next_block", ()),
        ("wait_pre_block", (last, *(second if block else ()))), ("notify_next_block", ()),
    ]


@pytest.mark.parametrize("engine", ["fast", "definition"])
def test_waits_name_the_steps_that_they_waited_for_in_python(engine: str) -> None:
    ws = np.zeros(512, np.int32)
    assert steps_by_block(meet[2](ws, engine=engine, trace=True).traces) == [expected_meeting(0), expected_meeting(1)]
    assert steps_by_block(turns[2](ws, engine=engine, trace=True).traces) == [
        expected_turns(k, False) for k in range(2)
    ]


@compilers.for_each_compiler()
def test_waits_name_the_steps_that_they_waited_for_in_programs(cxx: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", cxx)
    module: Any = lanewise.cpp.load(HERE / "between.asc", chip="ascend950")
    for _ in range(3):
        ws = np.zeros(512, np.int32)
        traces = module.meet[2](ws, trace=True).traces
        assert steps_by_block(traces) == [expected_meeting(0), expected_meeting(1)]
        words = {"sync_all": "SyncAll(", "sync_all_passed": "SyncAll(", "cross_core_set_flag": "CrossCoreSetFlag<",
                 "cross_core_wait_flag": "CrossCoreWaitFlag", "ib_set": "IBSet(", "ib_wait": "IBWait("}
        for trace in traces:
            for line, record in zip(lines(HERE / "between.asc", trace), steps_of(trace), strict=True):
                assert words[record[0]] in line
        assert steps_by_block(module.turns[2](ws, trace=True).traces) == [expected_turns(k, True) for k in range(2)]


def test_groups_and_locks_are_told() -> None:
    module: Any = lanewise.cpp.load(HERE / "between.asc", chip="ascend950")
    ws = np.zeros(512, np.int32)
    first, second = module.group[2](ws, trace=True).traces
    at = steps_of(first)[0][1]
    steps = steps_by_block([first, second])
    # Block 0 arrives twice, the second time after block 1 has left the first round; block 1 arrives and waits in turns.
    assert steps[0] == [("group_arrive", at, 2, 1, 0, ()), ("group_arrive", at, 2, 1, 0, ((1, 1),))]
    assert steps[1] == [
        ("group_arrive", at, 2, 1, 1, ()), ("group_wait", at, 2, 1, 0, ((0, 0), (1, 0))),
        ("group_arrive", at, 2, 1, 1, ((1, 1),)), ("group_wait", at, 2, 1, 0, ((0, 1), (1, 2))),
    ]
    (trace,) = module.locks[1](ws, trace=True).traces
    assert steps_of(trace) == [
        ("mutex_lock", 5, 4),
        ("mutex_unlock", 5, 4),
        ("mutex_lock", 5, 1),
        ("mutex_unlock", 5, 1),
    ]
    assert all("Mutex::" in line for line in lines(HERE / "between.asc", trace))


# --- vector functions -------------------------------------------------------------------------------------------------


def kinds(records: Told) -> Iterator[str]:
    names = {"vf_call": "start", "vf_end": "end", "vf_loop_end": "loop"}
    return (names.get(name, ".") for name, *_ in records)


@compilers.for_each_compiler()
def test_functions_that_are_called_directly_start_and_end(cxx: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", cxx)
    source, y = HERE / "functions.asc", np.ones(64, np.float32)
    module: Any = lanewise.cpp.load(source, chip="ascend950")
    trace = module.once[1](y, trace=True).traces[0]
    one = ["start", *"....", "loop", "end"]  # a mask, then load, add and store
    assert list(kinds(steps_of(trace))) == [".", *one * 4]
    said = [line for line, kind in zip(lines(source, trace), kinds(steps_of(trace)), strict=True) if kind == "start"]
    assert [w for w, line in zip(["{", "NESTED(Nested)", "asc_vf_call<AddOne>", "__VEC_SCOPE__"], said, strict=True)
            if w not in line] == []
    cycles = {n: timing.of(module.calls[1](y, n, trace=True)).busy("V") for n in (0, 1, 50)}
    alone = cycles[1] - cycles[0]
    assert alone == 23 + 6 + 3 + 9 + 7 + 12  # start, load, Adds, store, seven more iterations of a cycle, drain
    assert cycles[50] - cycles[0] == 50 * alone


def test_functions_of_python_start_and_end() -> None:
    reg = asc.reg

    def inner(x: Any) -> None:
        reg.adds(x, x, 1.0)

    def outer(x: Any) -> None:
        reg.vf_call(inner, x)
        reg.adds(x, x, 1.0)

    with lanewise.core("ascend950") as core:
        x = reg.RegTensor("float", 1.0)
        reg.vf_call(outer, x)
        reg.vf_call(inner, x)
        reg.adds(x, x, 1.0)
        assert list(kinds(steps_of(core.trace()))) == ["start", ".", ".", "end", "start", ".", "end", "."]


def test_silence_makes_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setattr("lanewise.machine.core.Core.tell", lambda self, *args: calls.append(args))
    life[1](np.ones(64, np.float32))
    assert calls == []
    life[1](np.ones(64, np.float32), trace=True)
    assert calls


MANY = """
#include "kernel_operator.h"
__global__ __vector__ void many(GM_ADDR y) {
    AscendC::LocalTensor<float> x(AscendC::TPosition::VECCALC, 0, 64);
    for (int i = 0; i < 700000; ++i) AscendC::Adds(x, x, 1.0f, 64);
}
"""


@pytest.mark.sweep
def test_every_launch_has_room_for_its_records(tmp_path: Path) -> None:
    """Two millions are kept of a program; launches of a long Python process are programs of their own."""
    (tmp_path / "many.asc").write_text(MANY)
    kernel = lanewise.cpp.load(tmp_path / "many.asc", chip="ascend910b").many
    for _ in range(4):
        assert len(kernel[1](np.zeros(64, np.float32), trace=True).traces[0].records) >= 700_000
