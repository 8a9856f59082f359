"""iron.kernels: what `aie_kernels` has, with the arguments it takes. The sources are those of the user's checkout."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from lanewise.iron.devices import AIEArch, get_current_device
from lanewise.iron.external import ExternalFunction, Kernel
from lanewise.iron.kernelfiles import among_kernels, checkout
from lanewise.iron.refusals import IronError, missing, wrong_value
from lanewise.iron.types import ArrayType, bfloat16, dtype_to_str, element_type

_I32 = np.int32
_MAC = {  # r, s, t of the matrix unit
    AIEArch.AIE2: {"i8": (4, 8, 8), "i16": (4, 4, 4), "bf16": (4, 8, 4)},
    AIEArch.AIE2p: {"i8": (8, 8, 8), "i16": (4, 4, 8), "bf16": (4, 8, 8)},
}


def _of(size: int, dtype: Any) -> ArrayType:
    return ArrayType((int(size),), element_type(dtype))


def _file(name: str, kernel: str) -> str:
    found = among_kernels(name, get_current_device())
    if found is None:
        raise IronError("IRON-006", kernel=kernel, file=name)
    return found


def _external(
    function: str, file: str, types: Sequence[Any], flags: Sequence[str] = (), text: str | None = None
) -> ExternalFunction:
    """From a file of aie_kernels, or a text that includes it."""
    folders = [str(checkout())] if checkout() is not None else []
    where: dict[str, Any] = {"source_string": text} if text is not None else {"source_file": _file(file, function)}
    return ExternalFunction(function, arg_types=list(types), include_dirs=folders, compile_flags=list(flags), **where)


def _with_tables(function: str, file: str, types: Sequence[Any], flags: Sequence[str] = ()) -> ExternalFunction:
    """On aie2 the kernel looks things up in tables that the vendor's runtime library has."""
    root = checkout()
    source = _file(file, function)
    if get_current_device().arch is not AIEArch.AIE2 or root is None:
        return _external(function, file, types, flags)
    tables = os.path.join("aie_runtime_lib", "AIE2", "lut_based_ops.cpp")
    homes = [root, *root.parents]
    found = next((str(home / tables) for home in homes if (home / tables).is_file()), None)
    if found is None:
        raise IronError("IRON-006", kernel=function, file=tables)
    folders = [f"-I{os.path.dirname(path)}" for path in (found, source)]
    return _external(function, file, types, [*flags, *folders], f'#include "{found}"\n#include "{source}"\n')


def _bits(dtype: Any, allowed: dict[Any, int], kernel: str) -> str:
    for kind, bits in allowed.items():
        if element_type(kind) == element_type(dtype):
            return f"-DBIT_WIDTH={bits}"
    known = ", ".join(str(element_type(k)) for k in allowed)
    raise wrong_value(kernel, f"it takes {known}, not {element_type(dtype)}")


def _loosely(factory: Callable[..., Any]) -> Callable[..., Any]:
    """Parameters may have other names: sizes m, tile_m or line_size, types dtype_in, in_dtype or input_type."""
    known = list(inspect.signature(factory).parameters)

    @wraps(factory)
    def called(*args: Any, **named: Any) -> Any:
        return factory(*args, **{name if name in known else _usual(name, known): v for name, v in named.items()})

    return called


def _usual(name: str, known: list[str]) -> str:
    words = set(name.lower().split("_"))
    if words & {"dtype", "type", "dt"}:
        if "dtype" in known:
            return "dtype"
        return "output_dtype" if words & {"out", "output", "c"} else "input_dtype"
    axis = words & {"m", "k", "n"}
    if axis and f"dim_{min(axis)}" in known:
        return f"dim_{axis.pop()}"
    return known[0] if words & {"size", "width", "tile", "line", "n", "len", "length"} else name


@_loosely
def passthrough(tile_size: int = 4096, dtype: Any = np.int32) -> ExternalFunction:
    line = _of(tile_size, dtype)
    flag = _bits(dtype, {np.uint8: 8, np.int8: 8, np.int16: 16, np.int32: 32}, "passthrough")
    return _external("passThroughLine", "passThrough.cc", [line, line, _I32], [flag])


@_loosely
def scale(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    name = f"vector_scalar_mul_{'vector' if vectorized else 'scalar'}"
    flag = _bits(dtype, {np.int16: 16, np.int32: 32}, "scale")
    return _external(name, "scale.cc", [tile, tile, _of(1, np.int32), _I32], [flag])


def _binary(name: str, tile_size: int, dtype: Any, vectorized: bool) -> ExternalFunction:
    if element_type(dtype) != element_type(bfloat16) or tile_size != 1024:
        raise wrong_value(name, f"it takes 1024 bfloat16, not {tile_size} {element_type(dtype)}")
    tile = _of(tile_size, dtype)
    kind = "vector" if vectorized else "scalar"
    return _external(f"eltwise_{name}_bf16_{kind}", f"{name}.cc", [tile, tile, tile])


@_loosely
def add(tile_size: int = 1024, dtype: Any = bfloat16, vectorized: bool = True) -> ExternalFunction:
    return _binary("add", tile_size, dtype, vectorized)


@_loosely
def mul(tile_size: int = 1024, dtype: Any = bfloat16, vectorized: bool = True) -> ExternalFunction:
    return _binary("mul", tile_size, dtype, vectorized)


@_loosely
def relu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    return _external("bf16_relu", "relu.cc", [tile, tile])


def _reduce(name: str, tile_size: int, dtype: Any, vectorized: bool) -> ExternalFunction:
    narrow = element_type(dtype) == element_type(bfloat16)
    function = f"{name}_{'vector' if vectorized else 'scalar'}" + ("_bfloat16" if narrow else "")
    return _external(function, f"{name}.cc", [_of(tile_size, dtype), _of(2 if narrow else 1, dtype), _I32])


@_loosely
def reduce_add(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    return _reduce("reduce_add", tile_size, dtype, vectorized)


@_loosely
def reduce_min(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    return _reduce("reduce_min", tile_size, dtype, vectorized)


@_loosely
def reduce_max(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    return _reduce("reduce_max", tile_size, dtype, vectorized)


@_loosely
def compute_max(dtype: Any = np.int32) -> ExternalFunction:
    narrow = element_type(dtype) == element_type(bfloat16)
    one = _of(2 if narrow else 1, dtype)
    return _external("compute_max" + ("_bfloat16" if narrow else ""), "reduce_max.cc", [one, one, one])


# --- lines of images ------------------------------------------------------------------------------------------------


def _line(function: str, file: str, ins: Sequence[ArrayType], out: ArrayType, more: Sequence[Any], *flags: str) -> Any:
    return _external(function, file, [*ins, out, *more], flags)


@_loosely
def rgba2hue(line_width: int = 1920) -> ExternalFunction:
    return _line("rgba2hueLine", "rgba2hue.cc", [_of(4 * line_width, np.uint8)], _of(line_width, np.uint8), [_I32])


@_loosely
def rgba2gray(line_width: int = 1920) -> ExternalFunction:
    return _line("rgba2grayLine", "rgba2gray.cc", [_of(4 * line_width, np.uint8)], _of(line_width, np.uint8), [_I32])


@_loosely
def gray2rgba(line_width: int = 1920) -> ExternalFunction:
    return _line("gray2rgbaLine", "gray2rgba.cc", [_of(line_width, np.uint8)], _of(4 * line_width, np.uint8), [_I32])


_PIXELS = {np.uint8: 8, np.int16: 16, np.int32: 32}


@_loosely
def threshold(line_width: int = 1920, dtype: Any = np.uint8) -> ExternalFunction:
    line = _of(line_width, dtype)
    limit = np.int16 if element_type(dtype) == np.dtype(np.uint8) else _I32
    more = [_I32, limit, limit, np.int8]
    return _line("thresholdLine", "threshold.cc", [line], line, more, _bits(dtype, _PIXELS, "threshold"))


@_loosely
def bitwise_or(line_width: int = 1920, dtype: Any = np.uint8) -> ExternalFunction:
    line = _of(line_width, dtype)
    return _line("bitwiseORLine", "bitwiseOR.cc", [line, line], line, [_I32], _bits(dtype, _PIXELS, "bitwise_or"))


@_loosely
def bitwise_and(line_width: int = 1920, dtype: Any = np.uint8) -> ExternalFunction:
    line = _of(line_width, dtype)
    return _line("bitwiseANDLine", "bitwiseAND.cc", [line, line], line, [_I32], _bits(dtype, _PIXELS, "bitwise_and"))


@_loosely
def add_weighted(line_width: int = 1920, dtype: Any = np.uint8) -> ExternalFunction:
    line = _of(line_width, dtype)
    more = [_I32, np.int16, np.int16, np.int8]
    return _line("addWeightedLine", "addWeighted.cc", [line, line], line, more, _bits(dtype, _PIXELS, "add_weighted"))


@_loosely
def filter2d(line_width: int = 1920) -> ExternalFunction:
    line = _of(line_width, np.uint8)
    return _line("filter2dLine", "filter2d.cc", [line] * 3, line, [_I32, _of(9, np.int16)])


# --- functions of networks ------------------------------------------------------------------------------------------


@_loosely
def softmax(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    return _with_tables("softmax_bf16", "softmax.cc", [tile, tile, _I32])


@_loosely
def gelu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    return _with_tables("gelu_bf16", "gelu.cc", [tile, tile])


@_loosely
def silu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    return _with_tables("silu_bf16", "silu.cc", [tile, tile])


@_loosely
def swiglu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    return _with_tables("swiglu_bf16", "swiglu.cc", [tile, tile, tile, tile])


@_loosely
def bf16_exp(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = _of(tile_size, dtype)
    return _with_tables("exp_bf16_1024", "bf16_exp.cc", [tile, tile])


# --- matrices -------------------------------------------------------------------------------------------------------


@_loosely
def mm(
    dim_m: int = 64, dim_k: int = 64, dim_n: int = 64, input_dtype: Any = np.int16, output_dtype: Any = np.int16,
    vectorized: bool = True, b_col_maj: bool = False, c_col_maj: bool = False,
    emulate_bf16_mmul_with_bfp16: bool = False,
) -> ExternalFunction:  # fmt: skip
    """C += A B of one tile; `.zero` clears C, `.mac_dims` is r, s, t of the matrix unit."""
    types = f"{dtype_to_str(input_dtype)}_{dtype_to_str(output_dtype)}"
    flags = [f"-DDIM_M={dim_m}", f"-DDIM_K={dim_k}", f"-DDIM_N={dim_n}", f"-D{types}_ONLY"]
    flags += ["-DB_COL_MAJ"] if b_col_maj else []
    flags += ["-DC_COL_MAJ"] if c_col_maj else []
    flags += ["-DAIE_API_EMULATE_BFLOAT16_MMUL_WITH_BFP16"] if emulate_bf16_mmul_with_bfp16 else []
    # Flat types take objects of two dimensions, too.
    a, b, c = _of(dim_m * dim_k, input_dtype), _of(dim_k * dim_n, input_dtype), _of(dim_m * dim_n, output_dtype)
    kind = "" if vectorized else "_scalar"
    made = _external(f"matmul{kind}_{types}", "mm.cc", [a, b, c], flags)
    made.zero = Kernel(f"zero{kind}_{dtype_to_str(output_dtype)}", made.object_file_name, [c])
    steps = _MAC[get_current_device().arch][dtype_to_str(input_dtype)]
    made.mac_dims = (8, 8, 8) if emulate_bf16_mmul_with_bfp16 else steps
    return made


@_loosely
def mv(
    dim_m: int = 32, dim_k: int = 32, input_dtype: Any = np.int16, output_dtype: Any = np.int32, vectorized: bool = True
) -> ExternalFunction:
    types = f"{dtype_to_str(input_dtype)}_{dtype_to_str(output_dtype)}"
    a, b, c = _of(dim_m * dim_k, input_dtype), _of(dim_k, input_dtype), _of(dim_m, output_dtype)
    kind = "vectorized" if vectorized else "scalar"
    made = _external(f"matvec_{kind}_{types}", "mv.cc", [a, b, c], [f"-DDIM_M={dim_m}", f"-DDIM_K={dim_k}"])
    made.zero = Kernel(f"zero_{kind}_{dtype_to_str(output_dtype)}", made.object_file_name, [c])
    return made


# --- what they should give ------------------------------------------------------------------------------------------


def _float(x: Any) -> Any:
    return np.asarray(x).astype(np.float32)


def relu_ref(x: Any) -> Any:
    return np.maximum(_float(x), 0).astype(np.asarray(x).dtype)


def silu_ref(x: Any) -> Any:
    v = _float(x)
    return (v / (1 + np.exp(-v))).astype(np.asarray(x).dtype)


def gelu_ref(x: Any) -> Any:
    """The form with tanh."""
    v = _float(x)
    inner = np.sqrt(np.float32(2 / np.pi)) * (v + np.float32(0.044715) * v**3)
    return (0.5 * v * (1 + np.tanh(inner))).astype(np.asarray(x).dtype)


def bf16_exp_ref(x: Any) -> Any:
    with np.errstate(over="ignore"):
        return np.exp(_float(x)).astype(np.asarray(x).dtype)


def softmax_ref(x: Any, tile_size: int = 1024) -> Any:
    """Each tile on its own."""
    v = _float(x).reshape(-1, tile_size)
    e = np.exp(v - v.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)).reshape(np.asarray(x).shape).astype(np.asarray(x).dtype)


def __getattr__(name: str) -> Any:
    """Convolutions and cascades are known by name alone."""
    if name.startswith("_"):
        raise AttributeError(name)
    raise missing(f"iron.kernels.{name}", "Make an ExternalFunction of its source file.")
