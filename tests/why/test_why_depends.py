"""The inputs that a chain ends at are those that decide its element: found by changing each input in turn and running
the kernel again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import why

SOURCE = Path(__file__).parent / "programs" / "depends.asc"
N = 256
ELEMENTS = 24  # of each kernel
KERNELS = ("lanes", "strides", "rounds", "sums", "largest", "chosen", "gathered", "moved", "twice", "narrowed")
Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def kernels() -> Any:
    return lanewise.cpp.load(SOURCE)


def arrays() -> tuple[Array, Array]:
    random = np.random.default_rng(11)
    return tuple(random.uniform(-4, 4, N).astype(np.float32) for _ in range(2))  # type: ignore[return-value]


def results(kernel: Any, x: Array, y: Array) -> Array:
    z = np.zeros(N, np.float32)
    kernel[1](x.copy(), y.copy(), z)
    return z.view(np.uint32)


def by_trying(kernel: Any) -> dict[int, dict[str, set[int]]]:
    """Of each element the inputs that change it: each input takes several other values."""
    x, y = arrays()
    usual = results(kernel, x, y)
    found: dict[int, dict[str, set[int]]] = {element: {"x": set(), "y": set()} for element in range(N)}
    for name, array in (("x", x), ("y", y)):
        for index in range(N):
            for other in (-array[index], 100.0, -100.0):
                changed = array.copy()
                changed[index] = other
                now = results(kernel, changed, y) if name == "x" else results(kernel, x, changed)
                for element in np.flatnonzero(now != usual):
                    found[int(element)][name].add(index)
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_a_chain_ends_at_the_inputs_that_decide(kernels: Any, name: str) -> None:
    kernel = getattr(kernels, name)
    expected = by_trying(kernel)
    x, y = arrays()
    lanewise.configure(history=True)
    try:
        run = kernel[1](x, y, np.zeros(N, np.float32))
    finally:
        lanewise.configure(history=False)
    random = np.random.default_rng(3)
    decided = [element for element in range(N) if expected[element]["x"] or expected[element]["y"]]
    elements = {*random.choice(decided, min(ELEMENTS, len(decided)), replace=False).tolist(),
                *random.choice(N, ELEMENTS // 4, replace=False).tolist()}  # fmt: skip
    assert decided
    for element in elements:
        found = why.explain(run, "z", element).inputs()
        both = {name: set(found.get(name, [])) for name in ("x", "y")}
        assert both == expected[element], f"z[{element}]"
