"""Vector functions of the 950 generation: a list scheduler over their register instructions.

Instructions enter in program order and start as early as their registers, a unit and UB let them. What an instruction
reads is what was last written there: registers are renamed, so using one again holds nobody up. A window bounds how
many computing instructions wait at a time. UB serves two accesses a cycle, at most one of them a store, each bank one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from lanewise.isa.ascend_reg.reg_load import DISTS, MASK_SPANS
from lanewise.isa.ascend_reg.reg_store import FIRST, PACK
from lanewise.isa.catalogue import by_opcode, opcodes
from lanewise.isa.issued import Space
from lanewise.isa.record import Flag
from lanewise.isa.registers import BYTES
from lanewise.numerics.formats import BY_CODE
from lanewise.timing.numbers import Numbers, RegisterCost

Array = np.ndarray[Any, Any]
BLOCK, BLOCKS = 32, 8
COLUMNS = 6
_STRIDED = ("reg_load_blocks", "reg_store_blocks")  # eight blocks, as far apart as their parameter says


@cache
def _is_register() -> Array:
    """By opcode: whether it is an instruction on registers."""
    return np.array([ins is not None and ins.form.executor.startswith("register") for ins in by_opcode()])


@dataclass(frozen=True)
class Use:
    """How an instruction uses registers and memory: numbers of its operands."""

    reads: tuple[int, ...]
    writes: tuple[int, ...]
    memory: int  # -1: none
    dtype: int  # the operand that says how wide elements are


@cache
def _use(opcode: int, merges: bool) -> Use:
    ins = by_opcode()[opcode]
    assert ins is not None
    held = [(k, o) for k, o in enumerate(ins.form.operands) if o.space != "ub"]
    reads = tuple(k for k, o in held if o.reads or (merges and o.writes))
    writes = tuple(k for k, o in held if o.writes and o.name != "src")  # Cast changes its source in one rare pair only
    memory = next((k for k, o in enumerate(ins.form.operands) if o.space == "ub"), -1)
    return Use(reads, writes, memory, next((k for k, o in held if o.space == "reg"), 0))


@dataclass
class FunctionCosts:
    """Per record: by how much the function ends later because of it, bank conflict cycles, whether it has a number."""

    rows: Array
    cycles: Array
    lost: Array
    known: Array
    first: Array  # the rows that start a function


def costs(numbers: Numbers, records: Array, payload: Array) -> FunctionCosts:
    """Of all register instructions. Functions that are alike are scheduled once."""
    rows = np.flatnonzero(_is_register()[records["opcode"]])
    starts = np.flatnonzero(np.diff(rows, prepend=-2) > 1)  # anything else between two of them ends a function
    count = len(rows)
    out = FunctionCosts(rows, np.zeros(count), np.zeros(count), np.zeros(count, bool), rows[starts])
    if not count:
        return out
    plain, places = _described(numbers, records[rows], payload)
    done: dict[bytes, tuple[Array, Array, Array]] = {}
    for first, last in zip(starts.tolist(), [*starts[1:].tolist(), count], strict=True):
        here = plain[first:last].tobytes()
        key = blake2b(here + places[first:last].tobytes(), digest_size=16).digest()  # long functions have long texts
        found = done.get(key)
        if found is None:  # the same registers at other addresses: other blocks have other stacks
            names = np.unique(places[first:last], return_inverse=True)[1].astype(np.int32)
            found = done[key] = schedule(numbers, here, names.tobytes())
        out.cycles[first:last], out.lost[first:last], out.known[first:last] = found
    return out


def _described(numbers: Numbers, records: Array, payload: Array) -> tuple[Array, Array]:
    """What a schedule depends on. Columns: opcode, merging, bits of an element, first block in UB as far as banks go,
    stride of blocks, their number. And, for each operand, where its register lies."""
    opcode = records["opcode"].astype(np.int64)
    merges = (records["flags"] & int(Flag.MERGE)) > 0
    uses, back = np.unique(opcode * 2 + merges, return_inverse=True)
    of = [_use(int(u) // 2, bool(u % 2)) for u in uses]
    row = np.arange(len(records))
    operands = records["operands"]
    widths = np.zeros(256, np.int64)
    for code, kind in BY_CODE.items():
        widths[code] = kind.bits
    bits = widths[operands["dtype"][row, np.array([u.dtype for u in of])[back]]]
    memory = np.array([u.memory for u in of])[back]
    span = int(numbers.get("banks.groups", 1)) * int(numbers.get("banks.in_group", 1)) * BLOCK
    address = np.where(memory >= 0, operands["address"][row, memory] % np.uint64(span), 0).astype(np.int64)
    told = np.zeros(len(records), np.int64)  # the first parameter
    with_one = records["payload_count"] > 0
    told[with_one] = payload[records["payload"][with_one].astype(np.int64)]
    stride, blocks = np.ones(len(records), np.int64), np.full(len(records), BLOCKS)
    strided = np.isin(opcode, [opcodes()[name] for name in _STRIDED])
    stride[strided] = told[strided]
    for name, spans in _spans().items():
        at = np.flatnonzero(opcode == opcodes()[name])
        size = spans[np.clip(told[at], 0, len(spans) - 1)]
        blocks[at] = (address[at] % BLOCK + size + BLOCK - 1) // BLOCK
    places = np.where(operands["space"] >= Space.REG, operands["address"].astype(np.int64), 0)
    return np.stack([opcode, merges, bits, address // BLOCK, stride, blocks], 1), places


@cache
def _spans() -> dict[str, Array]:
    """Bytes of memory that an access touches, by its distribution."""
    loads, stores = np.full(32, BYTES), np.full(32, BYTES)
    for number, dist in DISTS.items():
        loads[number] = dist.span
    for number, width in FIRST.items():
        stores[number] = width
    for number, (wide, kept) in PACK.items():
        stores[number] = BYTES * kept // wide
    masks = np.array([MASK_SPANS[k][0] for k in sorted(MASK_SPANS)])
    whole, both = np.array([BYTES]), np.array([2 * BYTES])
    return {"reg_load": loads, "reg_store": stores, "reg_load_mask": masks, "reg_store_mask": masks,
            "reg_load_two": both, "reg_store_two": both, "reg_load_unaligned": whole, "reg_store_unaligned": whole}


@lru_cache(maxsize=64)
def schedule(numbers: Numbers, plain: bytes, names: bytes) -> tuple[Array, Array, Array]:
    """One function, described as above with numbers for its registers. Times are cycles from its start."""
    rows = np.frombuffer(plain, np.int64).reshape(-1, COLUMNS).tolist()
    held = np.frombuffer(names, np.int32).reshape(len(rows), -1).tolist()
    run = _Run(numbers)
    cycles, lost, known = [], [], []
    ends = 0
    for (opcode, merges, bits, block, stride, blocks), registers in zip(rows, held, strict=True):
        ins = by_opcode()[opcode]
        assert ins is not None
        use, cost = _use(opcode, bool(merges)), numbers.register(ins.name, bits)
        ready = run.ready(use, registers)
        late = end = 0
        if ins.name == "reg_barrier":
            run.order_memory()
        elif cost is None:
            pass  # its result is there at once
        elif use.memory >= 0:
            for part in range(0, blocks, BLOCKS):
                at, lost_here = run.access(cost, ready, block + part, stride, min(BLOCKS, blocks - part))
                end, late = at + run.finish, late + lost_here
            ready = at + cost.latency
        else:
            ready = end = run.compute(cost, ready) + cost.latency
        for k in use.writes:
            run.written[registers[k]] = ready
        cycles.append(max(0, end - ends))
        ends = max(ends, end)
        lost.append(late)
        known.append(cost is not None or ins.name in _FREE)
    cycles[-1] += int(numbers.get("function.drain"))
    return np.array(cycles, float), np.array(lost, float), np.array(known)


_FREE = ("reg_barrier", "reg_end_of_stream")  # they only order


class _Run:
    """Units and UB as bits: bit t of a number says that cycle `base + t` is taken."""

    def __init__(self, numbers: Numbers) -> None:
        self.window, self.slots = int(numbers.get("function.window", 1)), int(numbers.get("function.slots", 1))
        self.groups, self.banks = int(numbers.get("banks.groups", 1)), int(numbers.get("banks.in_group", 1))
        self.finish = int(numbers.get("function.access"))
        self.base = int(numbers.get("function.start"))
        self.written: dict[int, int] = {}
        self.issued: list[int] = []
        self.units = [0] * int(numbers.get("function.units", 1))
        self.served = [0] * self.slots  # cycles with at least 1, 2, ... accesses
        self.stores = 0
        self.busy: dict[int, int] = {}  # banks, a bit for each -> cycles in which they serve
        self.memory_from = self.memory_to = self.base  # before which no access may start; when the last one ends

    def ready(self, use: Use, registers: Sequence[int]) -> int:
        """When everything it reads is there and it has entered."""
        at = self.base
        for k in use.reads:
            when = self.written.get(registers[k], 0)
            if when > at:
                at = when
        return at

    def compute(self, cost: RegisterCost, ready: int) -> int:
        """Takes `every` cycles of the unit that is free first; others may come between them."""
        units, after = self.units, ready - self.base
        at = _first(units[0], after, 1)
        unit = 0
        for k in range(1, 1 if cost.first else len(units)):
            other = _first(units[k], after, 1)
            if other < at:
                at, unit = other, k
        taken = units[unit]
        for _ in range(cost.every):
            rest = taken >> at
            taken |= (~rest & (rest + 1)) << at
        units[unit] = taken
        at += self.base
        self.issued.append(at)
        if len(self.issued) >= self.window and self.issued[-self.window] > self.base:
            self._advance(self.issued[-self.window])
        return at

    def access(self, cost: RegisterCost, ready: int, block: int, stride: int, blocks: int) -> tuple[int, int]:
        """When it starts, and how many cycles banks have cost it."""
        banks, long = _touched(self.groups, self.banks, block, stride, blocks, cost.stores)
        taken = self.served[-1] | (self.stores if cost.stores else 0)
        met = taken
        for others, cycles in self.busy.items():
            if others & banks:
                met |= cycles
        after = max(ready, self.memory_from) - self.base
        free, at = _first(taken, after, 1), _first(met, after, long)
        bits = ((1 << long) - 1) << at
        for k in range(self.slots - 1, 0, -1):
            self.served[k] |= self.served[k - 1] & bits
        self.served[0] |= bits
        if cost.stores:
            self.stores |= bits
        self.busy[banks] = self.busy.get(banks, 0) | bits
        self.memory_to = max(self.memory_to, self.base + at + self.finish)
        return self.base + at, at - free + long - 1

    def order_memory(self) -> None:
        """Later accesses wait for earlier ones."""
        self.memory_from = self.memory_to

    def _advance(self, to: int) -> None:
        """Nothing starts before `to` any more."""
        by, self.base = to - self.base, to
        self.units = [cycles >> by for cycles in self.units]
        self.served = [cycles >> by for cycles in self.served]
        self.stores >>= by
        self.busy = {banks: cycles >> by for banks, cycles in self.busy.items()}


def _first(taken: int, after: int, length: int) -> int:
    """The first of `length` free cycles in a row."""
    bits = taken >> after
    blocked = bits
    for _ in range(length - 1):
        bits >>= 1
        blocked |= bits
    return after + (~blocked & (blocked + 1)).bit_length() - 1


def collision(numbers: Numbers, record: Array, payload: Array) -> tuple[str, str, float]:
    """Why an access was late, what to change, and the cycles that this gives back in a call."""
    (_, _, _, block, stride, blocks), = _described(numbers, record, payload)[0].tolist()
    ins = by_opcode()[int(record["opcode"][0])]
    cost = numbers.register(ins.name if ins else "", 32)
    shape = int(numbers["banks.groups"]), int(numbers["banks.in_group"])
    stores = cost is not None and cost.stores
    long = _touched(*shape, block, stride, blocks, stores)[1]
    if long == 1:
        return "another access of the function is at its banks", "", 0.0
    where = f"{long} of its {blocks} blocks lie in one bank{' group' if stores else ''}"
    other = _touched(*shape, block, stride + 1, blocks, stores)[1]
    return where, f"block stride {stride + 1} in place of {stride}" if other < long else "", float(long - other)


@cache
def _touched(groups: int, banks: int, block: int, stride: int, blocks: int, stores: bool) -> tuple[int, int]:
    """The banks of an access, a bit for each, and its cycles: a bank serves one row of it at a time, and a group one
    row that is written."""
    rows = sorted({block + k * stride for k in range(blocks)})
    cells = [row % (groups * banks) for row in rows]
    shared = [cell % groups for cell in cells] if stores else cells
    return sum(1 << cell for cell in set(cells)), max(shared.count(cell) for cell in shared)
