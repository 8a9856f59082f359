"""Errors and loaded kernels cross a process: pools, Dask and joblib send them by pickle."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import lanewise.cpp
from lanewise import aie, asc
from lanewise.asc import high_level
from lanewise.errors import LanewiseError
from lanewise.iron import refusals

SCALE = """\
#include "kernel_operator.h"
__global__ __aicore__ void scale(__gm__ float* x, float by, uint32_t n)
{
    AscendC::GlobalTensor<float> g;
    g.SetGlobalBuffer(x, n);
    AscendC::LocalTensor<float> a(AscendC::TPosition::VECCALC, 0, n);
    AscendC::DataCopy(a, g, n);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::Muls(a, a, by, n);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopy(g, a, n);
}
template <typename T>
__global__ __aicore__ void first(__gm__ T* x) { x[0] = 7; }
"""


def kinds(of: type[LanewiseError]) -> list[type[LanewiseError]]:
    return [of, *(kind for one in of.__subclasses__() for kind in kinds(one))]


def make_error(kind: type[LanewiseError]) -> LanewiseError:
    if kind is high_level._UnknownNameError:
        return kind("Sofmax", ["Softmax"])  # type: ignore[call-arg]
    error = kind("IRON-005", case="python_call", what="tile", text=np.dtype("int16"))
    error.where, error.context = ("/some/kernel.py", 7), "block 3"
    error.__notes__ = ["a note"]
    return error


@pytest.mark.parametrize("kind", kinds(refusals.LanewiseError), ids=lambda kind: kind.__name__)
def test_an_error_is_the_same_after_pickling_and_copying(kind: type[LanewiseError]) -> None:
    error = make_error(kind)
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(other) is kind
        assert (str(other), other.id, other.where, other.context) == (str(error), error.id, error.where, error.context)
        assert {k: str(v) for k, v in other.fields.items()} == {k: str(v) for k, v in error.fields.items()}
        assert getattr(other, "__notes__", []) == getattr(error, "__notes__", [])


def shift(by: int) -> None:
    with lanewise.core("ascend910b") as core:
        x = core.ub(np.full(64, 64, np.int32))
        asc.shift_right(x, x, by, 64)


def scaled(kernel: object, by: float) -> list[float]:
    x = np.arange(8, dtype=np.float32)
    kernel[1](x, by, 8)  # type: ignore[index]
    return x.tolist()


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_an_error_of_a_worker_reaches_its_caller(pool: ProcessPoolExecutor) -> None:
    with pytest.raises(LanewiseError, match=r"test_machine_pickling.py:\d+: SCALAR-001 .* 99"):
        pool.submit(shift, 99).result()
    pool.submit(shift, 3).result()  # the pool lives


def test_kernels_of_a_file_are_sent_to_workers(pool: ProcessPoolExecutor, tmp_path: Path) -> None:
    (tmp_path / "scale.asc").write_text(SCALE, encoding="utf-8")
    module = lanewise.cpp.load(tmp_path / "scale.asc", chip="ascend910b")
    assert pool.submit(scaled, module.scale, 3.0).result() == [3.0 * i for i in range(8)]
    assert repr(pickle.loads(pickle.dumps(module))) == repr(module)
    x = np.zeros(8, np.int32)
    pickle.loads(pickle.dumps(module.first))["int32_t"][1](x)
    pickle.loads(pickle.dumps(module.first["int32_t"]))[1](x[1:])
    assert x[0] == 7


def test_kernels_of_an_ai_engine_file_are_another_core_after_pickling(tmp_path: Path) -> None:
    source = tmp_path / "count.cc"
    text = "int count() { static int n = 0; return ++n; }\nint twice(int x) { return 2 * x; }\n"
    source.write_text(text + "float twice(float x) { return 2 * x; }\n", encoding="utf-8")
    core = aie.load(source, chip="aie")
    core.count()
    other, kernel = pickle.loads(pickle.dumps(core)), pickle.loads(pickle.dumps(core.twice))
    assert (core.count(), other.count(), kernel(21)) == (2, 1, 42)
