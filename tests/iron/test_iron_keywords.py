"""Names and keywords of the host's side that designs write and that change no value, and those that are refused."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import iron
from lanewise.errors import LanewiseError
from lanewise.iron import dialect, imports
from lanewise.iron.devices import AIEDevice, ObjectFifoPort
from lanewise.iron.running import run

ALL, LINE = (np.ndarray[(n,), np.dtype[np.int32]] for n in (32, 8))


def copied(host: Any) -> Any:
    """A design whose core copies lines; `host(given, taken, a, c)` is its sequence."""

    @dialect.device(AIEDevice.npu1_1col)
    def design() -> None:
        shim, only = dialect.tile(0, 0), dialect.tile(0, 2)
        given = dialect.object_fifo("given", shim, only, 2, LINE, via_DMA=True)
        taken = dialect.object_fifo("taken", only, shim, 2, LINE)

        @dialect.core(only, stack_size=0x400, dynamic_objfifo_lowering=False)
        def copy() -> None:
            for _ in iron.range_(4):
                x, y = given.acquire(ObjectFifoPort.Consume), taken.acquire(ObjectFifoPort.Produce)
                for i in iron.range_(8):
                    y[i] = x[i]
                given.release(ObjectFifoPort.Consume)
                taken.release(ObjectFifoPort.Produce)

        dialect.runtime_sequence(ALL, ALL)(lambda a, c: host(given, taken, a, c))

    return design


def test_words_of_the_host_that_change_no_value() -> None:
    def host(given: Any, taken: Any, a: Any, c: Any) -> None:
        give = dialect.shim_dma_single_bd_task(given, a, sizes=[1, 1, 1, 32], issue_token=True, burst_length=256)
        dialect.dma_start_task(give)
        dialect.npu_dma_memcpy_nd(taken, 3, c, sizes=[1, 1, 1, 32], burst_length=64)
        dialect.dma_await_task(give)
        dialect.dma_free_task(give)
        dialect.npu_sync(column=0, row=0, direction=0, channel=0, column_num=1, row_num=1)

    a, c = np.arange(32, dtype=np.int32), np.zeros(32, np.int32)
    run(copied(host), [a, c])
    assert c.tolist() == a.tolist()


BD = {
    "bd_id": 0, "buffer_length": 32, "buffer_offset": 0, "column": 0, "row": 0, "d0_size": 0, "d0_stride": 0,
    "d1_size": 0, "d1_stride": 0, "d2_stride": 0, "iteration_size": 0, "iteration_stride": 0, "lock_acq_enable": 0,
    "lock_acq_id": 0, "lock_acq_val": 0, "lock_rel_id": 0, "lock_rel_val": 0, "enable_packet": 0, "packet_id": 0,
    "packet_type": 0, "next_bd": 0, "use_next_bd": 0, "valid_bd": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("npu_writebd", BD),
        ("npu_address_patch", {"addr": 0x1D004, "arg_idx": 0, "arg_plus": 0}),
        ("npu_push_queue", {"column": 0, "row": 0, "direction": 0, "channel": 0, "issue_token": True,
                            "repeat_count": 0, "bd_id": 0}),
        ("npu_maskwrite32", {"column": 0, "row": 2, "address": 0x1D000, "value": 1, "mask": 1}),
        ("write_tm", {"value": 1, "address": 0}),
        ("offset_parameter of shim_dma_single_bd_task", {}),
    ],
)  # fmt: skip
def test_what_is_refused_is_refused_in_one_line(name: str, words: dict[str, Any]) -> None:
    def host(given: Any, taken: Any, a: Any, c: Any) -> None:
        if not words:
            dialect.shim_dma_single_bd_task(given, a, offset_parameter="start")
        getattr(dialect, name)(**words)

    line = rf"IRON-001 the design needs {name}, which Lanewise does not have\. \w"
    with pytest.raises(ImportError, match=line) as caught:
        copied(host)
    assert "\n" not in str(caught.value)


def test_unlocked_fifos_are_refused_in_one_line() -> None:
    with pytest.raises(ImportError, match="IRON-001 the design needs disable_synchronization of fifo x"):
        iron.ObjectFifo(LINE, name="x", disable_synchronization=True)


def test_arguments_of_shared_command_lines() -> None:
    parser = argparse.ArgumentParser()
    iron.add_compile_args(parser, dev_choices=("npu2",), default_dev="npu2", short_dev="-D", with_elf=True,
                          with_emit_mlir=True)  # fmt: skip
    iron.add_trace_arg(parser, with_short=False, default=4096)
    iron.add_benchmark_args(parser, default_warmup=0, default_iters=1)
    given = parser.parse_args(["-D", "npu2", "--elf-path", "x.elf"])
    assert (given.dev, given.elf_path, given.trace_size, given.warmup, given.iters) == ("npu2", "x.elf", 4096, 0, 1)
    assert iron.device_from_args(given, n_cols=2) == iron.from_name("npu2", n_cols=2)
    assert iron.device_from_args(argparse.Namespace(chip=None), dev_attr="chip") is None
    with pytest.raises((ValueError, LanewiseError), match="n_cols"):
        iron.device_from_args(given, n_cols="most")
    host = argparse.ArgumentParser()
    iron.add_runtime_args(host, with_io_sizes=True, with_benchmark=True)
    seen = host.parse_args(["--xclbin", "x", "--in1-size", "4", "--no-verify"])
    assert (seen.in1_size, seen.in2_size, seen.out_size, seen.verify, seen.ddr_id) == (4, 0, 0, False, 4)
    assert (seen.instr, seen.kernel, seen.verbosity, seen.trace_file) == ("instr.txt", "MLIR_AIE", 0, "trace.txt")


def test_modules_of_host_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    imports.install()
    from aie.utils import _get_default_npu_runtime, ceildiv  # type: ignore[import-not-found]
    from aie.utils.npukernel import NPUKernel  # type: ignore[import-not-found]

    assert _get_default_npu_runtime() is iron.DefaultNPURuntime
    assert ceildiv(7, 2) == 4
    kernel = NPUKernel("x.xclbin", "x.txt", device_index=0, kernel_name="K", trace_config=None)
    assert (kernel.xclbin_path, kernel.insts_path, kernel.kernel_name) == ("x.xclbin", "x.txt", "K")
    assert kernel.trace_config is None
