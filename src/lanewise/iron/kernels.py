"""iron.kernels: what `aie_kernels` has, with the arguments it takes. The sources are those of the user's checkout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.iron.convolutions import *  # noqa: F403
from lanewise.iron.devices import AIEArch, get_current_device
from lanewise.iron.external import ExternalFunction, Kernel
from lanewise.iron.factories import I32, among, array_of, external, factory, with_tables
from lanewise.iron.refusals import missing, wrong_value
from lanewise.iron.types import ArrayType, bfloat16, element_type

_MAC = {  # r, s, t of the matrix unit
    AIEArch.AIE2: {"i8": (4, 8, 8), "i16": (4, 4, 4), "bf16": (4, 8, 4)},
    AIEArch.AIE2p: {"i8": (8, 8, 8), "i16": (4, 4, 8), "bf16": (4, 8, 8)},
}
_EMULATED = (8, 8, 8)
_PIXELS = {np.uint8: 8, np.int16: 16, np.int32: 32}


def _bits(dtype: Any, allowed: dict[Any, int], kernel: str) -> str:
    return f"-DBIT_WIDTH={among(dtype, allowed, kernel)}"


@factory
def passthrough(tile_size: int = 4096, dtype: Any = np.int32) -> ExternalFunction:
    line = array_of(tile_size, dtype)
    flag = _bits(dtype, {np.uint8: 8, np.int8: 8, np.int16: 16, np.int32: 32}, "passthrough")
    return external("passThroughLine", "passThrough.cc", [line, line, I32], [flag])


@factory
def scale(
    tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True, use_chess: bool = False
) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    name = f"vector_scalar_mul_{'vector' if vectorized else 'scalar'}"
    flag = _bits(dtype, {np.int16: 16, np.int32: 32}, "scale")
    return external(name, "scale.cc", [tile, tile, array_of(1, np.int32), I32], [flag])


def _binary(name: str, tile_size: int, dtype: Any, vectorized: bool) -> ExternalFunction:
    if element_type(dtype) != element_type(bfloat16) or tile_size != 1024:
        raise wrong_value(name, "activation", tile_size=tile_size, type=element_type(dtype))
    tile = array_of(tile_size, dtype)
    kind = "vector" if vectorized else "scalar"
    return external(f"eltwise_{name}_bf16_{kind}", f"{name}.cc", [tile, tile, tile])


@factory
def add(tile_size: int = 1024, dtype: Any = bfloat16, vectorized: bool = True) -> ExternalFunction:
    return _binary("add", tile_size, dtype, vectorized)


@factory
def mul(tile_size: int = 1024, dtype: Any = bfloat16, vectorized: bool = True) -> ExternalFunction:
    return _binary("mul", tile_size, dtype, vectorized)


@factory
def relu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    return external("bf16_relu", "relu.cc", [tile, tile])


def _reduce(name: str, tile_size: int, dtype: Any, vectorized: bool) -> ExternalFunction:
    narrow = element_type(dtype) == element_type(bfloat16)
    function = f"{name}_{'vector' if vectorized else 'scalar'}" + ("_bfloat16" if narrow else "")
    types = [array_of(tile_size, dtype), array_of(2 if narrow else 1, dtype), I32]
    return external(function, f"{name}.cc", types, object_file=_MAXIMA if name == "reduce_max" else None)


_MAXIMA = "reduce_max.o"  # what reduce_max and compute_max share


@factory
def reduce_add(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    return _reduce("reduce_add", tile_size, dtype, vectorized)


@factory
def reduce_min(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    return _reduce("reduce_min", tile_size, dtype, vectorized)


@factory
def reduce_max(tile_size: int = 1024, dtype: Any = np.int32, vectorized: bool = True) -> ExternalFunction:
    return _reduce("reduce_max", tile_size, dtype, vectorized)


@factory
def compute_max(dtype: Any = np.int32) -> ExternalFunction:
    narrow = element_type(dtype) == element_type(bfloat16)
    one = array_of(2 if narrow else 1, dtype)
    return external("compute_max" + ("_bfloat16" if narrow else ""), "reduce_max.cc", [one, one, one],
                    object_file=_MAXIMA)  # fmt: skip


# --- lines of images ------------------------------------------------------------------------------------------------


def _line(function: str, file: str, ins: Sequence[ArrayType], out: ArrayType, more: Sequence[Any], *flags: str) -> Any:
    return external(function, file, [*ins, out, *more], flags)


@factory
def rgba2hue(line_width: int = 1920, use_chess: bool = False) -> ExternalFunction:
    pixels, line = array_of(4 * line_width, np.uint8), array_of(line_width, np.uint8)
    return _line("rgba2hueLine", "rgba2hue.cc", [pixels], line, [I32])


@factory
def rgba2gray(line_width: int = 1920, use_chess: bool = False) -> ExternalFunction:
    pixels, line = array_of(4 * line_width, np.uint8), array_of(line_width, np.uint8)
    return _line("rgba2grayLine", "rgba2gray.cc", [pixels], line, [I32])


@factory
def gray2rgba(line_width: int = 1920, use_chess: bool = False) -> ExternalFunction:
    pixels, line = array_of(4 * line_width, np.uint8), array_of(line_width, np.uint8)
    return _line("gray2rgbaLine", "gray2rgba.cc", [line], pixels, [I32])


@factory
def threshold(line_width: int = 1920, dtype: Any = np.uint8, use_chess: bool = False) -> ExternalFunction:
    line = array_of(line_width, dtype)
    limit = among(dtype, {np.uint8: np.int16, np.int16: np.int16, np.int32: I32}, "threshold")
    more = [I32, limit, limit, np.int8]
    return _line("thresholdLine", "threshold.cc", [line], line, more, _bits(dtype, _PIXELS, "threshold"))


@factory
def bitwise_or(line_width: int = 1920, dtype: Any = np.uint8, use_chess: bool = False) -> ExternalFunction:
    line = array_of(line_width, dtype)
    return _line("bitwiseORLine", "bitwiseOR.cc", [line, line], line, [I32], _bits(dtype, _PIXELS, "bitwise_or"))


@factory
def bitwise_and(line_width: int = 1920, dtype: Any = np.uint8, use_chess: bool = False) -> ExternalFunction:
    line = array_of(line_width, dtype)
    return _line("bitwiseANDLine", "bitwiseAND.cc", [line, line], line, [I32], _bits(dtype, _PIXELS, "bitwise_and"))


@factory
def add_weighted(line_width: int = 1920, dtype: Any = np.uint8, use_chess: bool = False) -> ExternalFunction:
    line = array_of(line_width, dtype)
    gamma = among(dtype, {np.uint8: np.int8, np.int16: np.int16, np.int32: I32}, "add_weighted")
    more = [I32, np.int16, np.int16, gamma]
    return _line("addWeightedLine", "addWeighted.cc", [line, line], line, more, _bits(dtype, _PIXELS, "add_weighted"))


@factory
def filter2d(line_width: int = 1920, use_chess: bool = False) -> ExternalFunction:
    line = array_of(line_width, np.uint8)
    return _line("filter2dLine", "filter2d.cc", [line] * 3, line, [I32, ArrayType((3, 3), np.dtype(np.int16))])


# --- functions of networks ------------------------------------------------------------------------------------------


@factory
def softmax(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    return with_tables("softmax_bf16", "softmax.cc", [tile, tile, I32])


@factory
def gelu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    return with_tables("gelu_bf16", "gelu.cc", [tile, tile])


@factory
def silu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    return with_tables("silu_bf16", "silu.cc", [tile, tile])


@factory
def swiglu(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    return with_tables("swiglu_bf16", "swiglu.cc", [tile, tile, tile, tile])


@factory
def bf16_exp(tile_size: int = 1024, dtype: Any = bfloat16) -> ExternalFunction:
    tile = array_of(tile_size, dtype)
    return with_tables("exp_bf16_1024", "bf16_exp.cc", [tile, tile])


# --- matrices -------------------------------------------------------------------------------------------------------


_PRODUCTS = ("i8_i8", "i8_i16", "i8_i32", "i16_i16", "i16_i32", "bf16_bf16", "bf16_f32")
_CASCADED = ("i16_i16", "i16_i32", "bf16_bf16", "bf16_f32")


def _pair(input_dtype: Any, output_dtype: Any, allowed: Sequence[str], kernel: str) -> tuple[str, str]:
    """Short names of the types, where the kernel has them together."""
    for pair in allowed:
        first, second = pair.split("_")
        if element_type(first) == element_type(input_dtype) and element_type(second) == element_type(output_dtype):
            return first, second
    raise wrong_value(
        kernel,
        "type_pair",
        source=element_type(input_dtype),
        result=element_type(output_dtype),
        allowed=", ".join(allowed),
    )


def _matrices(m: int, k: int, n: int, input_dtype: Any, output_dtype: Any) -> list[ArrayType]:
    """Flat types take objects of two dimensions, too."""
    return [array_of(m * k, input_dtype), array_of(k * n, input_dtype), array_of(m * n, output_dtype)]


@factory
def mm(
    dim_m: int = 64, dim_k: int = 64, dim_n: int = 64, input_dtype: Any = np.int16, output_dtype: Any = np.int16,
    vectorized: bool = True, b_col_maj: bool = False, c_col_maj: bool = False, use_chess: bool = False,
    emulate_bf16_mmul_with_bfp16: bool = False,
) -> ExternalFunction:  # fmt: skip
    """C += A B of one tile; `.zero` clears C, `.mac_dims` is r, s, t of the matrix unit."""
    first, second = _pair(input_dtype, output_dtype, _PRODUCTS, "mm")
    arch = get_current_device().arch
    emulated = emulate_bf16_mmul_with_bfp16 and first == "bf16" and arch is AIEArch.AIE2p
    flags = [f"-DDIM_M={dim_m}", f"-DDIM_K={dim_k}", f"-DDIM_N={dim_n}", f"-D{first}_{second}_ONLY"]
    flags += ["-DB_COL_MAJ"] if b_col_maj else []
    flags += ["-DC_COL_MAJ"] if c_col_maj else []
    flags += ["-DAIE_API_EMULATE_BFLOAT16_MMUL_WITH_BFP16"] if emulated else []
    kind = "" if vectorized else "_scalar"
    types = _matrices(dim_m, dim_k, dim_n, input_dtype, output_dtype)
    made = external(f"matmul{kind}_{first}_{second}", "mm.cc", types, flags)
    made.zero = Kernel(f"zero{kind}_{second}", made.object_file_name, types[2:])
    made.mac_dims = _EMULATED if emulated else _MAC[arch][first]
    return made


@factory
def mv(
    dim_m: int = 32, dim_k: int = 32, input_dtype: Any = np.int16, output_dtype: Any = np.int32,
    vectorized: bool = True, use_chess: bool = False,
) -> ExternalFunction:  # fmt: skip
    _pair(input_dtype, output_dtype, ("i16_i32",), "mv")
    a, b, c = array_of(dim_m * dim_k, input_dtype), array_of(dim_k, input_dtype), array_of(dim_m, output_dtype)
    kind = "vectorized" if vectorized else "scalar"
    made = external(f"matvec_{kind}_i16_i32", "mv.cc", [a, b, c], [f"-DDIM_M={dim_m}", f"-DDIM_K={dim_k}"])
    made.zero = Kernel(f"zero_{kind}_i32", made.object_file_name, [c])
    return made


@factory
def cascade_mm(
    dim_m: int = 64, dim_k: int = 64, dim_n: int = 64, input_dtype: Any = np.int16, output_dtype: Any = np.int16,
    use_chess: bool = False,
) -> ExternalFunction:  # fmt: skip
    """A product whose sums go from core to core: `.put_only` starts, `.put_get` goes on, `.get_only` ends."""
    first, second = _pair(input_dtype, output_dtype, _CASCADED, "cascade_mm")
    flags = [f"-DDIM_M={dim_m}", f"-DDIM_K={dim_k}", f"-DDIM_N={dim_n}"]
    types = _matrices(dim_m, dim_k, dim_n, input_dtype, output_dtype)
    name = "matmul_scalar_cascade_{}_" + f"{first}_{second}"
    made = external(name.format("get_only"), "cascade_mm.cc", types, flags, folder="aie2")
    made.get_only = made
    made.put_only = Kernel(name.format("put_only"), made.object_file_name, types)
    made.put_get = Kernel(name.format("put_get"), made.object_file_name, types)
    made.zero = Kernel(f"zero_scalar_{second}", made.object_file_name, types[2:])
    made.mac_dims = (1, 1, 1)
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
    if name.startswith("_"):
        raise AttributeError(name)
    raise missing(f"iron.kernels.{name}", "Make an ExternalFunction of its source file.")
