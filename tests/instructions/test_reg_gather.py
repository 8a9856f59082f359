"""Gather and scatter between registers and UB, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from register_memory import at, fill, mask_of, memory, ramp, raw, register_of, width

from lanewise.asc import reg
from lanewise.errors import LanewiseError

OLD = 0xEE


def indices(kind: str, n: int, top: int, registers: int = 1) -> tuple[list[int], Any]:
    rng = np.random.default_rng(n + top)
    numbers = [int(v) for v in rng.permutation(top)[:n]]
    return numbers, reg.RegTensor(kind, np.array(numbers, kind), registers)


@pytest.mark.parametrize(
    ("kind", "of", "index"),
    [
        ("int16", "int8", "uint16"), ("uint16", "uint8", "uint16"), ("half", "half", "uint16"),
        ("float", "float", "uint32"), ("bfloat16", "bfloat16", "uint16"), ("int32", "int32", "uint32"),
    ],
)  # fmt: skip
def test_mistake_11_gathered_bytes_are_extended_with_zeros(make_core: Any, kind: str, of: str, index: str) -> None:
    with make_core("ascend950") as core:
        data, w, size = fill(core), width(kind), width(of)
        n = 256 // w
        numbers, chosen = indices(index, n, 500)
        lanes = [i for i in range(n) if i % 3]
        d = reg.RegTensor(kind)
        reg.gather(d, at(core, 0, of), chosen, mask_of([i * w for i in lanes]))
        want = []
        for i in range(n):
            element = data[numbers[i] * size : (numbers[i] + 1) * size] + [0] * (w - size)
            want += element if i in lanes else [0] * w
        assert raw(d) == want


@pytest.mark.parametrize(
    ("registers", "index", "index_registers"), [(1, "uint32", 1), (2, "uint32", 1), (1, "uint64", 1), (2, "uint64", 2)]
)
def test_mistake_16_wide_elements_go_as_two_words(
    make_core: Any, registers: int, index: str, index_registers: int
) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        n, pitch = 32 * registers, 8 // registers
        numbers, chosen = indices(index, 256 // width(index) * index_registers, 400, index_registers)
        lanes = [i for i in range(n) if i % 4 != 1]
        d = reg.RegTensor("int64", registers=registers)
        reg.gather(d, at(core, 0, "int64"), chosen, mask_of([i * pitch for i in lanes]))
        words = [int.from_bytes(bytes(data[8 * k : 8 * k + 8]), "little") for k in numbers]
        assert [int(v) % (1 << 64) for v in d.numpy()] == [words[i] if i in lanes else 0 for i in range(n)]


def test_too_few_indices_are_refused(make_core: Any) -> None:
    with make_core("ascend950") as core:
        d = reg.RegTensor("int64", registers=2)
        with pytest.raises(LanewiseError, match=r"PARAM-001.*at least 64"):
            reg.gather(d, at(core, 0, "int64"), reg.RegTensor("uint64", 0), mask_of([0]))


def test_inactive_indices_are_not_followed(make_core: Any) -> None:
    with make_core("ascend950") as core:
        fill(core)
        far = reg.RegTensor("uint32", [5] + [0x7FFFFFFF] * 63)
        d = reg.RegTensor("float")
        reg.gather(d, at(core, 0, "float"), far, mask_of([0]))
        with pytest.raises(LanewiseError, match="MEM-001"):
            reg.gather(d, at(core, 0, "float"), far, mask_of([0, 4]))
        with pytest.raises(LanewiseError, match="ALIGN-001"):
            reg.gather(d, at(core, 4, "float"), far, mask_of([0]))


def test_mistake_13_blocks_are_gathered_by_byte_offsets_with_eight_mask_bits(make_core: Any) -> None:
    with make_core("ascend950") as core:
        data = fill(core)
        offsets = [320, 0, 64, 64, 2048, 32, 96, 1024]
        blocks = [0, 2, 3, 4, 7]
        d = register_of("half", [OLD] * 256)
        mask = mask_of([4 * b for b in blocks] + [64, 129])
        reg.gather_b(d, at(core, 0, "half"), reg.RegTensor("uint32", offsets), mask)
        found = [data[o : o + 32] if b in blocks else [OLD] * 32 for b, o in enumerate(offsets)]
        assert raw(d) == [x for block in found for x in block]
        with pytest.raises(LanewiseError, match="ALIGN-001"):
            reg.gather_b(d, at(core, 0, "half"), reg.RegTensor("uint32", 16), mask_of([0]))


@pytest.mark.parametrize(
    ("kind", "index"),
    [("int8", "uint16"), ("half", "uint16"), ("float", "uint32"), ("int64", "uint32"), ("uint64", "uint64")],
)
def test_mistake_14_bytes_scatter_from_even_places(make_core: Any, kind: str, index: str) -> None:
    with make_core("ascend950") as core:
        core.mem[:] = OLD
        w, data = width(kind), ramp(256)
        pitch = max(w, 2)
        n = 256 // max(w, 2)
        numbers, chosen = indices(index, 256 // width(index), 300)
        lanes = [i for i in range(n) if i % 5 != 2]
        reg.scatter(at(core, 0, kind), register_of(kind, data), chosen, mask_of([i * pitch for i in lanes]))
        want = [OLD] * 300 * w
        for i in lanes:
            from_byte = 2 * i if w == 1 else i * w
            want[numbers[i] * w : numbers[i] * w + w] = data[from_byte : from_byte + w]
        assert memory(core, len(want)) == want
