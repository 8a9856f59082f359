"""Factories of iron.kernels for convolutions, plain ones and those of bottlenecks. All sizes are flat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.iron.external import ExternalFunction
from lanewise.iron.factories import I32, among, array_of, external, factory
from lanewise.iron.refusals import wrong_value

__all__ = [
    "bn_conv2dk1_i8",
    "bn_conv2dk1_input_split_partial_put_ui8",
    "bn_conv2dk1_input_split_partial_skip_get",
    "bn_conv2dk1_partial_get_relu_i8",
    "bn_conv2dk1_partial_put_i8",
    "bn_conv2dk1_relu",
    "bn_conv2dk1_relu_xy_pool_padded",
    "bn_conv2dk1_skip",
    "bn_conv2dk3",
    "bn_conv2dk3_dw",
    "bn_conv2dk3_dw_out_split",
    "bn_fc_relu_ui16_pad",
    "conv2dk1",
    "conv2dk1_i8",
    "conv2dk1_skip",
    "conv2dk1_skip_init",
    "conv2dk3",
    "conv2dk14",
]  # fmt: skip

_I8, _U8, _U16 = np.int8, np.uint8, np.uint16
_SIGNED = ["-DINT8_ACT"]
BLOCKS = (13, 14)  # of the network that the partial kernels are for


def _named(dtype: Any, kernel: str) -> tuple[str, list[str]]:
    """The name of an activation type, and its compiler flag."""
    name: str = among(dtype, {_I8: "i8", _U8: "ui8"}, kernel)
    return name, _SIGNED if name == "i8" else []


def _numbers(count: int) -> list[Any]:
    return [I32] * count


@factory
def conv2dk1(
    input_width: int = 32, input_channels: int = 64, output_channels: int = 64, act_dtype: Any = _I8
) -> ExternalFunction:
    """in, weights, out, then width, channels in and out, scale."""
    name, flags = _named(act_dtype, "conv2dk1")
    w, ci, co = input_width, input_channels, output_channels
    types = [array_of(w * ci, act_dtype), array_of(ci * co, _I8), array_of(w * co, _U8), *_numbers(4)]
    return external(f"conv2dk1_{name}", "conv2dk1.cc", types, flags)


@factory
def conv2dk1_i8(input_width: int = 32, input_channels: int = 64, output_channels: int = 64) -> ExternalFunction:
    w, ci, co = input_width, input_channels, output_channels
    types = [array_of(w * ci, _I8), array_of(ci * co, _I8), array_of(w * co, _I8), *_numbers(4)]
    return external("conv2dk1_i8", "conv2dk1_i8.cc", types, _SIGNED)


@factory
def conv2dk3(
    input_width: int = 32, input_channels: int = 64, output_channels: int = 64, act_dtype: Any = _I8,
    weight_output_channels: int | None = None,
) -> ExternalFunction:  # fmt: skip
    """Three lines, weights, out, then width, channels in and out, kernel width and height, border (0 top, 1 middle,
    2 bottom), scale, channel offset."""
    name, flags = _named(act_dtype, "conv2dk3")
    w, ci, co = input_width, input_channels, output_channels
    weights = 9 * ci * (co if weight_output_channels is None else weight_output_channels)
    lines = [array_of(w * ci, act_dtype)] * 3
    types = [*lines, array_of(weights, _I8), array_of(w * co, _U8), *_numbers(8)]
    return external(f"conv2dk3_{name}", "conv2dk3.cc", types, flags)


@factory
def conv2dk1_skip(
    input_width: int = 32, input_channels: int = 64, output_channels: int = 64, act_dtype: Any = _I8
) -> ExternalFunction:
    """Two halves of the input, weights, out, skip, then width, channels in and out, scale, scale of the skip."""
    name, flags = _named(act_dtype, "conv2dk1_skip")
    w, ci, co = input_width, input_channels, output_channels
    half = array_of(w * ci // 2, _U8)
    types = [half, half, array_of(ci * co, _I8), array_of(w * co, _U8), array_of(w * co, act_dtype), *_numbers(5)]
    return external(f"conv2dk1_skip_{name}", "conv2dk1_skip.cc", types, flags, folder="aie2")


@factory
def conv2dk1_skip_init(
    input_width: int = 32, input_channels: int = 64, output_channels: int = 64, act_dtype: Any = _I8,
    skip_input_channels: int | None = None,
) -> ExternalFunction:  # fmt: skip
    """As conv2dk1_skip, with a convolution of the skip: its channels come in front of the scales, its scale last."""
    name, flags = _named(act_dtype, "conv2dk1_skip_init")
    w, ci, co = input_width, input_channels, output_channels
    cs = ci if skip_input_channels is None else skip_input_channels
    half = array_of(w * ci // 2, _U8)
    types = [half, half, array_of((ci + cs) * co, _I8), array_of(w * co, _U8), array_of(w * cs, act_dtype),
             *_numbers(7)]  # fmt: skip
    return external(f"conv2dk1_skip_init_{name}", "conv2dk1_skip_init.cc", types, flags, folder="aie2")


@factory
def conv2dk14(
    input_width: int = 224, input_channels: int = 16, output_channels: int = 16, kernel_width: int = 14
) -> ExternalFunction:
    """in, weights, out, then width, channels in and out, kernel width, scale."""
    tiles, kernel = input_width // kernel_width, kernel_width * kernel_width * 4
    types = [array_of(tiles * kernel, _U8), array_of(output_channels * kernel, _I8),
             array_of(output_channels * tiles * 8, _I8), *_numbers(5)]  # fmt: skip
    return external("conv2dk14_i8", "conv2dk14.cc", types, folder="aie2p")


# --- of bottlenecks -------------------------------------------------------------------------------------------------


def _bottleneck(function: str, file: str, types: Sequence[Any], flags: Sequence[str] = ()) -> ExternalFunction:
    return external(function, f"bottleneck/{file}", types, flags, folder="aie2")


def _block(index: int, kernel: str) -> int:
    if index not in BLOCKS:
        raise wrong_value(kernel, "block_index", index=index, known=" or ".join(map(str, BLOCKS)))
    return index


@factory
def bn_conv2dk1_relu(input_width: int = 32, input_channels: int = 64, output_channels: int = 64) -> ExternalFunction:
    w, ci, co = input_width, input_channels, output_channels
    types = [array_of(w * ci, _I8), array_of(ci * co, _I8), array_of(w * co, _U8), *_numbers(4)]
    return _bottleneck("conv2dk1_relu_i8_ui8", "bn_conv2dk1_relu.cc", types, ["-DREGULAR", *_SIGNED])


@factory
def bn_conv2dk3(input_width: int = 32, input_channels: int = 64, output_channels: int = 64) -> ExternalFunction:
    w, ci, co = input_width, input_channels, output_channels
    lines = [array_of(w * ci, _I8)] * 3
    types = [*lines, array_of(9 * ci * co, _I8), array_of(w // 2 * co, _U8), *_numbers(8)]
    return _bottleneck("conv2dk3_stride2_i8", "bn_conv2dk3.cc", types)


@factory
def bn_conv2dk1_i8(input_width: int = 32, input_channels: int = 64, output_channels: int = 64) -> ExternalFunction:
    w, ci, co = input_width, input_channels, output_channels
    types = [array_of(w * ci, _U8), array_of(ci * co, _I8), array_of(w * co, _I8), *_numbers(4)]
    return _bottleneck("conv2dk1_ui8_i8", "bn_conv2dk1_i8.cc", types, ["-DREGULAR", "-DSCALAR"])


@factory
def bn_conv2dk1_skip(
    input_width: int = 32, input_channels: int = 64, output_channels: int = 64, skip_dtype: Any = _U8
) -> ExternalFunction:
    w, ci, co = input_width, input_channels, output_channels
    name = among(skip_dtype, {_U8: "ui8", _I8: "i8"}, "bn_conv2dk1_skip")
    flags = ["-DREGULAR", "-DSCALAR", *(["-DUNSIGNED_SKIP"] if name == "ui8" else [])]
    types = [array_of(w * ci, _U8), array_of(ci * co, _I8), array_of(w * co, _I8), array_of(w * co, skip_dtype),
             *_numbers(5)]  # fmt: skip
    return _bottleneck(f"conv2dk1_skip_ui8_{name}_i8", "bn_conv2dk1_skip.cc", types, flags)


@factory
def bn_conv2dk3_dw(
    input_width: int = 32, input_channels: int = 64, output_channels: int = 64, stride: int = 1
) -> ExternalFunction:
    w, ci, co = input_width, input_channels, output_channels
    if stride not in (1, 2):
        raise wrong_value("bn_conv2dk3_dw", "convolution_stride", stride=stride)
    types = [*[array_of(w * ci, _U8)] * 3, array_of(9 * ci, _I8), array_of(w // stride * co, _U8), *_numbers(8)]
    flags = ["-DREGULAR", "-DSCALAR", f"-DSTRIDE{stride}"]
    return _bottleneck(f"conv2dk3_dw_stride{stride}_relu_ui8_ui8", "bn_conv2dk3_dw.cc", types, flags)


@factory
def bn_conv2dk1_relu_xy_pool_padded(
    input_width: int = 7, input_channels: int = 80, output_channels: int = 1280, weight_chunk_count: int | None = None
) -> ExternalFunction:
    """Numbers: width, channels in, out and padded out, scale, y, output split, weight index."""
    w, ci, co = input_width, input_channels, output_channels
    weights = ci * co if weight_chunk_count is None else weight_chunk_count
    types = [array_of(w * ci, _I8), array_of(weights, _I8), array_of(co, _U16), *_numbers(8)]
    flags = ["-DSCALAR", "-DCONV_XYPOOL_FUSED_LARGE_PADDED", *_SIGNED]
    name = "conv2dk1_xy_pool_fused_relu_large_padded_i8_ui8"
    return _bottleneck(name, "bn_conv2dk1_relu.cc", types, flags)


@factory
def bn_fc_relu_ui16_pad(
    input_channels: int = 1280, output_channels: int = 16, weight_chunk_count: int | None = None
) -> ExternalFunction:
    """Numbers: width, channels in, padded in and out, scale."""
    ci, co = input_channels, output_channels
    weights = ci * co if weight_chunk_count is None else weight_chunk_count
    types = [array_of(ci, _U16), array_of(weights, _I8), array_of(co, _U16), *_numbers(5)]
    flags = ["-DSCALAR", "-DPOSTL2_PAD", "-DUINT16_ACT"]
    return _bottleneck("post_L2_conv2dk1_relu_i16_ui16_pad", "bn_conv2dk1_relu.cc", types, flags)


# Partial sums go to the neighbour through the cascade.


@factory
def bn_conv2dk1_partial_put_i8(
    input_width: int = 7, input_channels: int = 80, weight_count: int = 4800, *, block_index: int = 13
) -> ExternalFunction:
    """Numbers: width, channels in and out, input split, weight index, x start, output channel."""
    i = _block(block_index, "bn_conv2dk1_partial_put_i8")
    types = [array_of(input_width * input_channels, _I8), array_of(weight_count, _I8), *_numbers(7)]
    name = f"bn{i}_1_conv2dk1_i8_ui8_partial_width_put_new"
    return _bottleneck(name, "bn_conv2dk1_i8.cc", types, [f"-DBN{i}_1_PARTIAL_PUT_I8_CAS_WIDTH_NEW"])


@factory
def bn_conv2dk1_partial_get_relu_i8(
    input_width: int = 7, input_channels: int = 80, output_channels: int = 480, weight_count: int = 4800, *,
    block_index: int = 13,
) -> ExternalFunction:  # fmt: skip
    """Numbers: width, channels in and out, scale, input and output split, weight index, x start, output channel."""
    i = _block(block_index, "bn_conv2dk1_partial_get_relu_i8")
    types = [array_of(input_width * input_channels, _I8), array_of(weight_count, _I8),
             array_of(input_width * output_channels, _U8), *_numbers(9)]  # fmt: skip
    name = f"bn{i}_1_conv2dk1_i8_ui8_partial_width_get_new"
    return _bottleneck(name, "bn_conv2dk1_relu.cc", types, [f"-DBN{i}_1_PARTIAL_GET_I8_CAS_WIDTH_NEW"])


@factory
def bn_conv2dk3_dw_out_split(
    input_width: int = 7, input_channels: int = 480, output_split_channels: int = 240, *, block_index: int = 13
) -> ExternalFunction:
    i = _block(block_index, "bn_conv2dk3_dw_out_split")
    half = array_of(input_width * output_split_channels, _U8)
    lines = [array_of(input_width * input_channels, _U8)] * 3
    types = [*lines, array_of(9 * input_channels, _I8), half, half, *_numbers(8)]
    flags = ["-DSCALAR", f"-DBN{i}", "-DSTRIDE1_OUT_SPLIT"]
    return _bottleneck(f"bn{i}_conv2dk3_ui8_out_split", "bn_conv2dk3_dw.cc", types, flags)


@factory
def bn_conv2dk1_input_split_partial_put_ui8(
    input_width: int = 7, input_channels: int = 240, weight_count: int = 9600, *, block_index: int = 13
) -> ExternalFunction:
    i = _block(block_index, "bn_conv2dk1_input_split_partial_put_ui8")
    types = [array_of(input_width * input_channels, _U8), array_of(weight_count, _I8), *_numbers(7)]
    name = f"bn{i}_1_conv2dk1_ui8_ui8_input_split_partial_width_put_new"
    flags = [f"-DBN{i}_1_INPUT_SPLIT_PARTIAL_PUT_UI8_UI8_CAS_WIDTH_NEW"]
    return _bottleneck(name, "bn_conv2dk1_i8.cc", types, flags)


@factory
def bn_conv2dk1_input_split_partial_skip_get(
    input_width: int = 7, input_channels: int = 240, output_channels: int = 80, weight_count: int = 9600, *,
    block_index: int = 13,
) -> ExternalFunction:  # fmt: skip
    """Numbers: width, channels in and out, scale, scale of the skip, input and output split, weight index, x start,
    output channel."""
    i = _block(block_index, "bn_conv2dk1_input_split_partial_skip_get")
    out = array_of(input_width * output_channels, _I8)
    types = [array_of(input_width * input_channels, _U8), array_of(weight_count, _I8), out, out, *_numbers(10)]
    name = f"bn_{i}_2_conv2dk1_ui8_i8_i8_scalar_input_split_partial_width_get_new"
    flags = [f"-DBN{i}_1_INPUT_SPLIT_PARTIAL_GET_UI8_I8_I8_CAS_WIDTH_NEW"]
    return _bottleneck(name, "bn_conv2dk1_skip.cc", types, flags)
