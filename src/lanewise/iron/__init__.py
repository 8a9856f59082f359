"""Complete designs for arrays of AI Engines, by the names of `aie.iron`: fifos, workers, and the host's sequence.

`lanewise run design.py` answers `import aie.iron` with this package; it can also be imported by its own name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# What each module of this package gives to designs.
NAMES = {
    "algorithms": "for_each reduce row_at_a_time row_at_a_time_tiled row_at_a_time_with_skip sliding_3row transform "
    "transform_binary transform_parallel transform_parallel_binary",
    "benchmark": "print_benchmark run_iters",
    "buffers": "Buffer GlobalBuffer LocalBuffer",
    "cascades": "CascadeFlow",
    "commandline": "add_benchmark_args add_compile_args add_runtime_args add_trace_arg device_from_args run_design_cli",
    "config": "cxx_header_path peano_cxx_path peano_install_dir peano_linker_path root_path",
    "controlflow": "else_ for_ if_ range_ yield_",
    "devices": "AIEArch AIEDevice AIETileType AnyComputeTile AnyMemTile AnyShimTile DMAChannelDir Device LockAction "
    "NPU1 NPU2 ObjectFifoPort Tile WireBundle XCVC1902 XCVE2302 XCVE2802 detect_npu_device "
    "ensure_current_device from_name get_current_device set_current_device",
    "fifos": "ObjectFifo",
    "handles": "ObjectFifoEndpoint ObjectFifoHandle",
    "hostprograms": "AIE_Application DefaultNPURuntime HostRuntime NPUKernel cleanup_npu_runtime create_npu_kernel "
    "execute extract_trace run_conv_torch_test setup_aie setup_and_run_aie write_out_trace",
    "integers": "ceildiv",
    "jitting": "CallableDesign CompilableDesign compile_context compileconfig get_compile_arg jit",
    "external": "CoreFunction ExternalFunction Kernel",
    "locks": "Lock WorkerRuntimeBarrier",
    "markers": "CompileTime In InOut Out",
    "placers": "NotResolvedError PadDims Placer Resolvable ScratchpadParameter SequentialPlacer StreamDims TraceConfig "
    "func mlir_mod_ctx set_tensor_class",
    "program": "Program",
    "routes": "Acquire Bd DmaChannel Flow PacketDest PacketFlow Release TileDma",
    "runtime": "Runtime RuntimeData TaskGroup",
    "shaper": "DataShaper",
    "taps": "TensorAccessPattern TensorAccessSequence",
    "tensors": "Tensor arange empty full ones rand randint tensor zeros zeros_like",
    "tiler": "TensorTiler2D",
    "types": "T bfloat16 dtype_to_str np_dtype_to_mlir_type np_ndarray_type_get_dtype np_ndarray_type_get_shape "
    "str_to_dtype v16bfp16ebs16 v8bfp16ebs8",
    "verify": "assert_close_with_benchmark assert_pass count_mismatches nearly_equal",
    "workers": "Worker",
}
WHERE = {name: f"lanewise.iron.{module}" for module, names in NAMES.items() for name in names.split()}
_MODULES = ("algorithms", "arith", "kernels", "memref")


def answer(name: str) -> Any:
    """A name of designs, wherever it lives here."""
    from lanewise.iron.devices import named_device
    from lanewise.iron.refusals import missing

    if name == "_get_default_npu_runtime":  # what tests of AMD's package import
        name = "DefaultNPURuntime"
        return lambda: getattr(import_module(WHERE[name]), name)
    if name.startswith("_"):
        raise missing(name)
    if name in WHERE:
        return getattr(import_module(WHERE[name]), name)
    if name in _MODULES:
        return import_module(f"lanewise.iron.{name}")
    try:
        return named_device(name)
    except AttributeError:
        raise missing(name) from None


def __getattr__(name: str) -> Any:
    try:
        return answer(name)
    except ImportError:
        raise AttributeError(
            f"module 'lanewise.iron' has no attribute {name!r}; "
            "list them with dir(lanewise.iron)"
        ) from None


def __dir__() -> list[str]:
    return sorted({*WHERE, *_MODULES})
