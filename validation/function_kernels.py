"""The published vector functions of the 950 generation, written out again. Each returns cycles of the vector pipe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Overload
from lanewise.machine.events import note, tell
from lanewise.machine.register import MaskRegister, VectorRegister
from lanewise.timing.stream import Stream

VECTOR = 64  # floats of a register
ONE = 0x3F800000


class Function:
    """A vector function as it is written: registers by name, loops as Python runs them."""

    def __init__(self) -> None:
        self.stream = Stream("ascend950")
        self.mask = MaskRegister(self.stream.core)
        self.mask.data[:] = 0xFF
        self.registers: dict[Any, VectorRegister] = {}

    def start(self) -> None:
        note(self.stream.core, "vf_call")

    def register_named(self, name: Any) -> VectorRegister:
        if name not in self.registers:
            self.registers[name] = VectorRegister(self.stream.core, "float")
        return self.registers[name]

    def load(self, name: Any, at: int, stride: int = 0) -> None:
        if stride:
            self._issue("load_blocks", (self.register_named(name), self._ub(at), self.mask), (), stride)
        else:
            self._issue("load", (self.register_named(name), self._ub(at)), (), 0)

    def store(self, at: int, name: Any, stride: int = 0) -> None:
        tensors = (self._ub(at), self.register_named(name), self.mask)
        if stride:
            self._issue("store_blocks", tensors, (), stride)
        else:
            self._issue("store", tensors, (), 16, 256)

    def do(self, name: str, *registers: Any) -> None:
        scalars = (ONE,) if name in ("adds", "muls") else ()
        self._issue(name, (*map(self.register_named, registers), self.mask), scalars)

    def end_loop(self) -> None:
        tell(self.stream.core, "vf_loop_end")

    def cycles(self) -> float:
        return self.stream.report().busy("V")

    def _ub(self, at: int) -> Any:
        return self.stream.ub(at, (self.stream.core.mem.size - at) // 4)

    def _issue(self, name: str, tensors: Sequence[Any], scalars: tuple[int, ...], *params: int) -> None:
        self.stream.core.issue(
            opcodes()[f"reg_{name}"], int(Overload.PLAIN), 0, tuple(tensors), scalars, 0, 1, None, params
        )


def elementwise(steps: Sequence[tuple[str, ...]], loops: int, inputs: int = 1, unroll: int = 1) -> float:
    """Load, the steps, store of the last result; unrolled loops do each step for all their parts."""
    f = Function()
    far = 256 * loops
    f.start()
    for first in range(0, loops, unroll):
        parts = range(first, min(first + unroll, loops))
        for k in range(inputs):
            for i in parts:
                f.load(("xy"[k], i - first), far * k + 256 * i)
        for name, *registers in steps:
            for i in parts:
                f.do(name, *((r, i - first) for r in registers))
        for i in parts:
            f.store(far * inputs + 256 * i, (steps[-1][1], i - first))
    f.end_loop()
    return f.cycles()


# The tanh GELU of the vendor's sample, in its eight calls.
TANH = (("mul", "a", "x", "x"), ("mul", "a", "a", "x"), ("muls", "a", "a"), ("add", "a", "a", "x"), ("muls", "a", "a"),
        ("exp", "a", "a"), ("adds", "a", "a"), ("div", "a", "x", "a"))
# The simulator's own inputs: which instructions they consist of is published, which operands they have is not. Here
# each takes the result of the one before.
GELU = (("abs", "a", "x"), ("muls", "a", "a"), ("muls", "a", "a"), ("exp", "a", "a"), ("mul", "a", "a", "x"),
        ("sub", "a", "a", "x"), ("mul", "a", "a", "x"), ("exp", "a", "a"), ("adds", "a", "a"), ("div", "a", "x", "a"))
SILU = (("muls", "a", "x"), ("exp", "a", "a"), ("adds", "a", "a"), ("muls", "a", "a"), ("adds", "a", "a"),
        ("div", "a", "x", "a"), ("mul", "a", "a", "x"))
SWIGLU = (*SILU, ("mul", "a", "a", "y"))


def chain(name: str, loops: int, length: int) -> float:
    """Each iteration a chain of instructions that wait for each other."""
    return elementwise([(name, "a", "x"), *[(name, "a", "a")] * (length - 1)], loops)


def sums(src0: int, src1: int, dst: int, unroll: int = 1, then: int = 0) -> float:
    """The bank conflict sample: 64 iterations of dst = src0 + src1, and a chain of Adds behind it."""
    f = Function()
    f.start()
    for first in range(0, 64, unroll):
        for i in range(unroll):
            f.load(("x", i), src0 + 256 * (first + i))
            f.load(("y", i), src1 + 256 * (first + i))
        for i in range(unroll):
            f.do("add", ("x", i), ("x", i), ("y", i))
            for _ in range(then):
                f.do("adds", ("x", i), ("x", i))
            if then:
                f.end_loop()
        for i in range(unroll):
            f.store(dst + 256 * (first + i), ("x", i))
    f.end_loop()
    return f.cycles()


def strided(stride: int, step: int = 256) -> float:
    """The sample with strides: eight iterations of Load, Adds, Store; `step` bytes on in the source each time."""
    f = Function()
    f.start()
    for i in range(8):
        f.load("x", step * i, stride)
        f.do("adds", "x", "x")
        f.store(0x4100 + 256 * i, "x", stride)
    f.end_loop()
    return f.cycles()
