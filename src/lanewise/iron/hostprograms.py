"""Host programs of designs, written for the chip's runtime: kernels by their files, tensors in the sequence's order."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lanewise.iron.built_files import read
from lanewise.iron.devices import Device
from lanewise.iron.program import Design
from lanewise.iron.refusals import IronTypeError, missing, wrong
from lanewise.iron.running import run
from lanewise.iron.tensors import asarray
from lanewise.iron.types import bfloat16, element_type
from lanewise.iron.verify import RTOL

FIRST = 3  # the number of the sequence's first tensor among a kernel's arguments


class NPUKernel:
    """A design by the file it was built to."""

    def __init__(
        self, xclbin_path: Any, insts_path: Any = None, device_index: int = 0, kernel_name: str = "MLIR_AIE",
        trace_config: Any = None,
    ) -> None:  # fmt: skip
        self.xclbin_path, self.insts_path, self.device_index = xclbin_path, insts_path, device_index
        self.kernel_name, self.trace_config = kernel_name, trace_config

    def __call__(self, *tensors: Any, **named: Any) -> Any:
        return DefaultNPURuntime.load_and_run(self, list(tensors), **named)


class Loaded(NamedTuple):
    design: Design


class HostResult(NamedTuple):
    """What a design takes on the chip is not predicted: npu_time is not-a-number."""

    npu_time: float = math.nan

    def is_success(self) -> bool:
        return True

    def has_trace(self) -> bool:
        return False


class HostRuntime:
    """Loads designs and runs them on tensors."""

    def load(self, kernel: NPUKernel, **named: Any) -> Loaded:
        return Loaded(read(kernel.xclbin_path))

    def run(self, handle: Loaded, tensors: Sequence[Any], **named: Any) -> HostResult:
        """The last tensors of the sequence may be left out."""
        design = handle.design
        if len(tensors) > len(design.types):
            raise wrong("run", "tensor_count", need=len(design.types), count=len(tensors))
        arrays = [asarray(t) for t in tensors]
        for number, (array, kind) in enumerate(zip(arrays, design.types, strict=False)):
            if array.nbytes != kind.nbytes or not array.flags.c_contiguous:
                got = f"{array.dtype}[{'x'.join(map(str, array.shape))}]"
                raise IronTypeError("IRON-007", design=design.name, parameter=number, got=got, want=kind)
        arrays += [np.zeros(kind.shape, kind.dtype) for kind in design.types[len(arrays) :]]
        run(design, arrays)
        return HostResult()

    def load_and_run(self, kernel: NPUKernel, tensors: Sequence[Any], **named: Any) -> tuple[Loaded, HostResult]:
        handle = self.load(kernel)
        return handle, self.run(handle, tensors)

    def run_test(
        self, kernel: NPUKernel, tensors: Sequence[Any], references: dict[int, Any], verify: bool = True,
        verbosity: int = 0, **named: Any,
    ) -> int:  # fmt: skip
        """0, or 1 where a tensor is not what it should be."""
        self.load_and_run(kernel, tensors)
        return int(bool(self.verify_results(tensors, references, verbosity))) if verify else 0

    @staticmethod
    def verify_results(tensors: Sequence[Any], references: dict[int, Any], verbosity: int = 0) -> int:
        """How many tensors are not close to what they should be."""
        wrong_ones = [k for k, want in references.items() if not _is_close(tensors[k], want)]
        if verbosity:
            for number in wrong_ones:
                print(f"tensor {number} is not what it should be", file=sys.stderr)
        return len(wrong_ones)

    @staticmethod
    def prepare_args_for_trace(tensors: Any, *_: Any, **named: Any) -> Any:
        """Traces are not made."""
        return tensors

    def device(self) -> Device:
        from lanewise.iron.devices import get_current_device

        return get_current_device()


def _is_close(actual: Any, want: Any) -> bool:
    given = [np.asarray(of.numpy() if hasattr(of, "numpy") else of) for of in (actual, want)]
    narrow = element_type(bfloat16)
    a, b = (of.astype(np.float16) if of.dtype == narrow else of for of in given)
    return a.size == b.size and bool(np.allclose(a.reshape(-1), b.reshape(-1)))


DefaultNPURuntime = HostRuntime()


def cleanup_npu_runtime() -> None:
    """Nothing is held."""




def create_npu_kernel(opts: Any) -> Any:
    """The kernel that a command line names, as opts.npu_kernel."""
    opts.npu_kernel = NPUKernel(opts.xclbin, opts.instr, kernel_name=opts.kernel)
    return opts


# --- release 1.0 ----------------------------------------------------------------------------------------------------


class AIE_Buffer:  # noqa: N801
    """A tensor by the number of the kernel's argument."""

    def __init__(self, shape: Any, dtype: Any) -> None:
        self.data = np.zeros(shape, element_type(dtype))

    def write(self, values: Any, offset: int = 0) -> None:
        given = np.asarray(values, self.data.dtype).reshape(-1)
        self.data.reshape(-1)[offset : offset + given.size] = given

    def read(self) -> Any:
        return self.data


class AIE_Application:  # noqa: N801
    def __init__(self, xclbin_path: Any, insts_path: Any = None, kernel_name: str = "MLIR_AIE") -> None:
        self._kernel = NPUKernel(xclbin_path, insts_path, kernel_name=kernel_name)
        self.buffers: dict[int, AIE_Buffer] = {}

    def register_buffer(self, group_id: int, shape: Any = None, dtype: Any = np.int32, **named: Any) -> None:
        self.buffers[group_id] = AIE_Buffer(shape, dtype)

    def run(self) -> HostResult:
        numbers = sorted(self.buffers)
        if numbers != list(range(FIRST, FIRST + len(numbers))):
            raise wrong("AIE_Application", "buffers", numbers=numbers, first=FIRST, second=FIRST + 1)
        return DefaultNPURuntime.load_and_run(self._kernel, [self.buffers[n].data for n in numbers])[1]

    call = run


# Both spellings are in programs.
_SPELLINGS = {
    "in0_shape": "in_0_shape", "in0_dtype": "in_0_dtype", "in1_shape": "in_1_shape", "in1_dtype": "in_1_dtype",
    "out_shape": "out_buf_shape", "out_dtype": "out_buf_dtype", "xclbin": "xclbin_path", "insts": "insts_path",
}  # fmt: skip


def setup_aie(*given: Any, **named: Any) -> AIE_Application:
    return _set_up(*given, **{_SPELLINGS.get(name, name): value for name, value in named.items()})


def _set_up(
    xclbin_path: Any, insts_path: Any, in_0_shape: Any, in_0_dtype: Any, in_1_shape: Any, in_1_dtype: Any,
    out_buf_shape: Any, out_buf_dtype: Any, enable_trace: bool = False, kernel_name: str = "MLIR_AIE",
    trace_size: int = 16384, verbosity: int = 0, trace_after_output: bool = False,
) -> AIE_Application:  # fmt: skip
    """An application with buffers for one or two inputs and the output behind them."""
    made = AIE_Application(xclbin_path, insts_path, kernel_name)
    pairs = [(in_0_shape, in_0_dtype), (in_1_shape, in_1_dtype), (out_buf_shape, out_buf_dtype)]
    for number, (shape, dtype) in enumerate((p for p in pairs if p[0] is not None), FIRST):
        made.register_buffer(number, shape, dtype)
    return made


def execute(
    app: AIE_Application, input_one: Any = None, input_two: Any = None, enable_trace: bool = False,
    trace_after_output: bool = False,
) -> Any:  # fmt: skip
    """The output; a pair with the trace, which is empty, where one is asked for."""
    for number, values in enumerate((input_one, input_two), FIRST):
        if values is not None:
            app.buffers[number].write(values)
    app.run()
    out = app.buffers[max(app.buffers)].read()
    return (out, np.zeros(0, np.uint32)) if enable_trace else out


def setup_and_run_aie(
    in1_dtype: Any, in2_dtype: Any, out_dtype: Any, in1: Any, in2: Any, out: Any, in1_volume: Any, in2_volume: Any,
    out_volume: Any, ref: Any, opts: Any,
) -> int:  # fmt: skip
    """Runs it, compares with `ref`, and gives the status."""
    app = setup_aie(opts.xclbin, opts.instr, in1_volume, in1_dtype, in2_volume, in2_dtype, out_volume, out_dtype,
                    kernel_name=opts.kernel)  # fmt: skip
    got = execute(app, in1, in2)
    want = np.asarray(ref).reshape(-1)
    same = bool(np.allclose(got.reshape(-1), want, rtol=RTOL if got.dtype.kind not in "iu" else 0))
    print("PASS!" if same else "FAIL!")
    return 0 if same else 1


def extract_trace(*_: Any, **named: Any) -> Any:
    raise missing("extract_trace", "Traces are not made; use lanewise run --trace, which writes a timeline.")


def write_out_trace(*_: Any, **named: Any) -> None:
    raise missing("write_out_trace", "Traces are not made; use lanewise run --trace, which writes a timeline.")


def run_conv_torch_test(*_: Any, **named: Any) -> None:
    raise missing("torch, for run_conv_torch_test", "Compare with numpy instead.")
