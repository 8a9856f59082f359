"""A program that calls every function of threads, written from the records, and lanes to call them with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt.catalogue import functions
from lanewise.isa.ascend_simt.record import Call, Function, Type
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]
HEAD = """#include "simt_api/asc_simt.h"
#include "simt_api/asc_bf16.h"
#include "simt_api/asc_fp16.h"
#include "simt_api/asc_fp8.h"
#include "kernel_operator.h"

"""
MANY = 4  # numbers behind a pointer that is read


def every_call() -> Iterator[tuple[Function, Call]]:
    for one in functions().values():
        for call in one.calls:
            yield one, call


def _statement(one: Function, call: Call) -> str:
    given = [
        f"(const {o.type.name})in{k} + {MANY} * i" if o.type.many else f"((const {o.type.name}*)in{k})[i]"
        for k, o in enumerate(call.operands)
    ]
    first = 1 if call.result else 0
    written = [f"({o.type.name}*)out{first + k} + i" for k, o in enumerate(call.outputs)]
    text = f"{one.name}({', '.join([*given, *written])});"
    return f"(({call.result.name}*)out0)[i] = {text}" if call.result else text


def families() -> list[str]:
    return list(dict.fromkeys(one.family for one in functions().values()))


def program() -> str:
    """A kernel for each family: `which` chooses the call."""
    parts = [HEAD]
    for number, family in enumerate(families()):
        cases = [
            f"        case {k}: {_statement(one, call)} break;"
            for k, (one, call) in enumerate(every_call())
            if one.family == family
        ]
        parts.append(
            f"__global__ void family{number}(int which, uint8_t* out0, uint8_t* out1, const uint8_t* in0, "
            "const uint8_t* in1, const uint8_t* in2, const uint8_t* in3, uint32_t n) {\n"
            "    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n"
            "    switch (which) {\n" + "\n".join(cases) + "\n    }\n}\n"
        )
    return "\n".join(parts)


SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    2.0,
    10.0,
    100.0,
    1e-45,
    -1e-45,
    1e-40,
    1.17549435e-38,
    1e-6,
    np.inf,
    -np.inf,
    np.nan,
    3.4028235e38,
    -3.4028235e38,
    65504.0,
    65520.0,
    2147483648.0,
    4294967296.0,
    1.8446744e19,
    9.223372e18,
    16777216.0,
    8388607.5,
    0.99999994,
    1.0000001,
    88.7,
    -103.9,
    3.1415927,
    105615.0,
]


def _elements(of: DType, n: int, dice: np.random.Generator, shape: tuple[int, ...]) -> Array:
    size = (n, *shape)
    if of.bits <= 16:
        every = np.arange(1 << of.bits, dtype=f"u{of.size}")
        return np.resize(every, size) if not shape else dice.integers(0, 1 << of.bits, size).astype(f"u{of.size}")
    count = int(np.prod(size))
    if of.kind != "f":
        bits = dice.integers(0, 1 << 64, count, dtype=np.uint64) >> dice.integers(0, 64, count).astype(np.uint64)
        bits = np.where(dice.random(count) < 0.5, bits, ~bits)
        edges = [
            0,
            1,
            2,
            (1 << 64) - 1,
            1 << 31,
            (1 << 31) - 1,
            1 << 32,
            1 << 63,
            (1 << 63) - 1,
            65504,
            65519,
            65520,
            65535,
            65536,
        ]
        bits[: len(edges)] = edges
        return bits.astype(f"u{of.size}").reshape(size)
    wide = dice.integers(0, 1 << 32, count, dtype=np.uint32).view(np.float32).copy()
    usual = (dice.normal(0, 3, count)).astype(np.float32)
    values = np.where(dice.random(count) < 0.3, wide, usual)
    values[: len(SPECIAL)] = np.array(SPECIAL, np.float32)
    return values.reshape(size).view(np.uint32)


def shape_of(type: Type) -> tuple[int, ...]:
    """The last axis of arrays: three members take the room of four."""
    return (MANY,) if type.many else (4 if type.members == 3 else type.members,) if type.members else ()


def lanes(call: Call, n: int, seed: int = 0) -> list[Array]:
    """Operands: every value of 16 bits and fewer in the first one; special values of each meet all of the others'."""
    dice = np.random.default_rng(seed)
    out = []
    for k, operand in enumerate(call.operands):
        of = operand.type.element
        bits = _elements(of, n, dice, shape_of(operand.type))
        if k:
            bits = dice.permutation(bits)
            head = np.array(bits[: n // 2])
            few = dice.permutation(_elements(of, n, dice, shape_of(operand.type))[: len(SPECIAL)])
            bits[: n // 2] = np.where(
                dice.random((n // 2, *[1] * (bits.ndim - 1))) < 0.5, head, np.resize(few, head.shape)
            )
        if operand.name in ("saturate", "interpretation", "shift"):  # what else they could be has no meaning
            bits &= 31 if operand.name == "shift" else 1
        if operand.name == "n" and of.name == "int32" and len(call.operands) == 2:
            bits = dice.integers(-2, MANY + 1 if call.operands[1].type.many else 40, n).astype(np.int32).view(np.uint32)
        out.append(np.ascontiguousarray(bits).view(of.numpy))
    return out


def lanes_for(one: Function, call: Call) -> int:
    if "Bessel" in one.summary:
        return 400
    if any(o.type.element.bits == 16 for o in call.operands):
        return 1 << 16
    return 4096
