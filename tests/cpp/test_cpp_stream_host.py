"""The host of a compiled program on the stream: each call that it makes, with its line, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise.cpp
from lanewise.cpp import recorded
from lanewise.isa.ascend.host import HOST_BLOCK, WAITS
from lanewise.isa.catalogue import by_opcode

SOURCE = Path(__file__).parent / "stream" / "host.asc"
LINES = SOURCE.read_text().splitlines()
Step = tuple[str, tuple[int, ...], str]  # name, parameters, text of the line


def steps(trace: Any) -> list[Step]:
    found = []
    for row in trace:
        assert row["block"] == HOST_BLOCK
        text = LINES[row["line"] - 1].strip() if row["line"] else ""
        found.append((by_opcode()[row["opcode"]].name, row.params, text))
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file = tmp_path_factory.mktemp("host") / "records"
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE)]
    subprocess.run(command, env={**os.environ, "LANEWISE_RECORDS": str(file)}, check=True, timeout=300)
    (run,) = recorded.read_runs(str(file))
    return run


def test_stream_host_says_every_call(run: Any) -> None:
    found = steps(run.host)
    (host,) = {params[0] for name, params, _ in found if name == "host_malloc"}
    (x,) = {params[0] for name, params, _ in found if name == "device_malloc"}
    happened = next(i for i, step in enumerate(found) if step[0] == "event_record")
    launch = "twice<<<2, nullptr, first>>>(static_cast<int32_t*>(x));"
    assert found == [
        ("stream_create", (1,), "aclrtCreateStream(&first);"),
        ("stream_create", (2,), "aclrtCreateStream(&second);"),
        ("host_malloc", (host, 64), "aclrtMallocHost(reinterpret_cast<void**>(&host), 64);"),
        ("device_malloc", (x, 96, 40, 0), "aclrtMalloc(&x, 40, ACL_MEM_MALLOC_HUGE_FIRST);"),
        ("host_fill", (x, 40, 0, WAITS), "aclrtMemset(x, 40, 0, 40);"),
        ("host_copy", (x, host, 8, 8, 8, 1, 1, WAITS), "aclrtMemcpy(x, 40, host, 8, ACL_MEMCPY_HOST_TO_DEVICE);"),
        ("launch", (1, 2, 1), launch),
        ("launch_end", (1, 1), launch),
        ("event_record", (1, 1), "aclrtRecordEvent(ready, first);"),
        ("event_wait", (1, 2, happened), "aclrtStreamWaitEvent(second, ready);"),
        ("host_call", (2,), "aclrtLaunchCallback(nothing, nullptr, ACL_CALLBACK_BLOCK, second);"),
        ("host_fill", (x + 8, 32, 1, 2), "aclrtMemsetAsync(static_cast<char*>(x) + 8, 32, 1, 32, second);"),
        ("host_copy", (host + 8, x, 8, 4, 4, 2, 2, 2),
         "aclrtMemcpy2dAsync(host + 2, 8, x, 4, 4, 2, ACL_MEMCPY_DEVICE_TO_HOST, second);"),
        ("event_synchronize", (1, happened), "aclrtSynchronizeEvent(ready);"),
        ("stream_synchronize", (2,), "aclrtSynchronizeStream(second);"),
        ("stream_synchronize", (WAITS,), "aclrtSynchronizeDevice();"),
        ("stream_destroy", (1,), "aclrtDestroyStream(first);"),
        ("device_free", (x, 96, 0), "aclrtFree(x);"),
        ("host_free", (host, 64), "aclrtFreeHost(host);"),
        ("stream_destroy", (2,), "aclrtDestroyStream(second);"),
    ]  # fmt: skip


def test_stream_host_counts_its_own_records(run: Any) -> None:
    assert run.host.records["sequence"].tolist() == list(range(len(run.host)))
    assert [len(trace) for trace in run.traces] == []  # scalar code issues nothing


def test_stream_host_of_a_loaded_kernel() -> None:
    """Arrays travel as they would from a main(); observed, the copies are accesses."""
    x = np.arange(4, dtype=np.int32)
    loaded = lanewise.cpp.load(SOURCE, observed=True).twice[2](x, trace=True)
    assert x.tolist() == [0, 2, 2, 3]
    (place, size) = loaded.arrays[1]
    assert [name for name, _, _ in steps(loaded.host)] == [
        "device_malloc", "host_copy", "launch", "launch_end", "stream_synchronize", "host_copy", "device_free",
    ]  # fmt: skip
    touched = [(int(a["address"]), int(a["bytes"]), bool(a["write"])) for a in loaded.host_accesses]
    assert touched == [(place, size, True), (place, size, False)]
    assert {int(b) for b in loaded.host_accesses["block"]} == {HOST_BLOCK}
