"""Factories of iron.kernels: source, function, argument types and flags of each, as published."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import iron
from lanewise.iron import kernels
from lanewise.iron.devices import set_current_device
from lanewise.iron.types import bfloat16

SHORT = {"i8": np.int8, "u8": np.uint8, "i16": np.int16, "u16": np.uint16, "i32": np.int32, "bf": bfloat16,
         "f32": np.float32}  # fmt: skip
MM = "aie2/mm.cc"
BN = "aie2/bottleneck/bn_"

# factory, arguments | file | function | types | flags
TABLE = [
    ("mm", {}, MM, "matmul_i16_i16", "i16[4096] i16[4096] i16[4096]", "DIM_M=64 DIM_K=64 DIM_N=64 i16_i16_ONLY"),
    ("mm", {"dim_m": 8, "dim_k": 16, "dim_n": 32, "input_dtype": np.int8, "output_dtype": np.int32,
            "vectorized": False, "b_col_maj": True, "c_col_maj": True, "use_chess": True}, MM,
     "matmul_scalar_i8_i32", "i8[128] i8[512] i32[256]",
     "DIM_M=8 DIM_K=16 DIM_N=32 i8_i32_ONLY B_COL_MAJ C_COL_MAJ"),
    ("mv", {}, "aie2/mv.cc", "matvec_vectorized_i16_i32", "i16[1024] i16[32] i32[32]", "DIM_M=32 DIM_K=32"),
    ("mv", {"dim_m": 16, "vectorized": False, "use_chess": True}, "aie2/mv.cc", "matvec_scalar_i16_i32",
     "i16[512] i16[32] i32[16]", "DIM_M=16 DIM_K=32"),
    ("cascade_mm", {"dim_m": 4, "dim_k": 8, "dim_n": 2, "input_dtype": bfloat16, "output_dtype": np.float32,
                    "use_chess": True}, "aie2/cascade_mm.cc", "matmul_scalar_cascade_get_only_bf16_f32",
     "bf[32] bf[16] f32[8]", "DIM_M=4 DIM_K=8 DIM_N=2"),
    ("conv2dk1", {}, "aie2/conv2dk1.cc", "conv2dk1_i8", "i8[2048] i8[4096] u8[2048] 4*i32", "INT8_ACT"),
    ("conv2dk1", {"act_dtype": np.uint8, "input_width": 8, "output_channels": 16}, "aie2/conv2dk1.cc", "conv2dk1_ui8",
     "u8[512] i8[1024] u8[128] 4*i32", ""),
    ("conv2dk1_i8", {}, "aie2/conv2dk1_i8.cc", "conv2dk1_i8", "i8[2048] i8[4096] i8[2048] 4*i32", "INT8_ACT"),
    ("conv2dk3", {}, "aie2/conv2dk3.cc", "conv2dk3_i8", "i8[2048] i8[2048] i8[2048] i8[36864] u8[2048] 8*i32",
     "INT8_ACT"),
    ("conv2dk3", {"act_dtype": np.uint8, "weight_output_channels": 8, "output_channels": 16}, "aie2/conv2dk3.cc",
     "conv2dk3_ui8", "u8[2048] u8[2048] u8[2048] i8[4608] u8[512] 8*i32", ""),
    ("conv2dk1_skip", {"act_dtype": np.uint8}, "aie2/conv2dk1_skip.cc", "conv2dk1_skip_ui8",
     "u8[1024] u8[1024] i8[4096] u8[2048] u8[2048] 5*i32", ""),
    ("conv2dk1_skip", {}, "aie2/conv2dk1_skip.cc", "conv2dk1_skip_i8",
     "u8[1024] u8[1024] i8[4096] u8[2048] i8[2048] 5*i32", "INT8_ACT"),
    ("conv2dk1_skip_init", {}, "aie2/conv2dk1_skip_init.cc", "conv2dk1_skip_init_i8",
     "u8[1024] u8[1024] i8[8192] u8[2048] i8[2048] 7*i32", "INT8_ACT"),
    ("conv2dk1_skip_init", {"skip_input_channels": 16, "act_dtype": np.uint8}, "aie2/conv2dk1_skip_init.cc",
     "conv2dk1_skip_init_ui8", "u8[1024] u8[1024] i8[5120] u8[2048] u8[512] 7*i32", ""),
    ("conv2dk14", {}, "aie2p/conv2dk14.cc", "conv2dk14_i8", "u8[12544] i8[12544] i8[2048] 5*i32", ""),
    ("bn_conv2dk1_relu", {}, BN + "conv2dk1_relu.cc", "conv2dk1_relu_i8_ui8", "i8[2048] i8[4096] u8[2048] 4*i32",
     "REGULAR INT8_ACT"),
    ("bn_conv2dk3", {}, BN + "conv2dk3.cc", "conv2dk3_stride2_i8",
     "i8[2048] i8[2048] i8[2048] i8[36864] u8[1024] 8*i32", ""),
    ("bn_conv2dk1_i8", {}, BN + "conv2dk1_i8.cc", "conv2dk1_ui8_i8", "u8[2048] i8[4096] i8[2048] 4*i32",
     "REGULAR SCALAR"),
    ("bn_conv2dk1_skip", {}, BN + "conv2dk1_skip.cc", "conv2dk1_skip_ui8_ui8_i8",
     "u8[2048] i8[4096] i8[2048] u8[2048] 5*i32", "REGULAR SCALAR UNSIGNED_SKIP"),
    ("bn_conv2dk1_skip", {"skip_dtype": np.int8}, BN + "conv2dk1_skip.cc", "conv2dk1_skip_ui8_i8_i8",
     "u8[2048] i8[4096] i8[2048] i8[2048] 5*i32", "REGULAR SCALAR"),
    ("bn_conv2dk3_dw", {}, BN + "conv2dk3_dw.cc", "conv2dk3_dw_stride1_relu_ui8_ui8",
     "u8[2048] u8[2048] u8[2048] i8[576] u8[2048] 8*i32", "REGULAR SCALAR STRIDE1"),
    ("bn_conv2dk3_dw", {"stride": 2}, BN + "conv2dk3_dw.cc", "conv2dk3_dw_stride2_relu_ui8_ui8",
     "u8[2048] u8[2048] u8[2048] i8[576] u8[1024] 8*i32", "REGULAR SCALAR STRIDE2"),
    ("bn_conv2dk1_relu_xy_pool_padded", {}, BN + "conv2dk1_relu.cc",
     "conv2dk1_xy_pool_fused_relu_large_padded_i8_ui8", "i8[560] i8[102400] u16[1280] 8*i32",
     "SCALAR CONV_XYPOOL_FUSED_LARGE_PADDED INT8_ACT"),
    ("bn_fc_relu_ui16_pad", {"weight_chunk_count": 640}, BN + "conv2dk1_relu.cc",
     "post_L2_conv2dk1_relu_i16_ui16_pad", "u16[1280] i8[640] u16[16] 5*i32", "SCALAR POSTL2_PAD UINT16_ACT"),
    ("bn_conv2dk1_partial_put_i8", {}, BN + "conv2dk1_i8.cc", "bn13_1_conv2dk1_i8_ui8_partial_width_put_new",
     "i8[560] i8[4800] 7*i32", "BN13_1_PARTIAL_PUT_I8_CAS_WIDTH_NEW"),
    ("bn_conv2dk1_partial_get_relu_i8", {"block_index": 14}, BN + "conv2dk1_relu.cc",
     "bn14_1_conv2dk1_i8_ui8_partial_width_get_new", "i8[560] i8[4800] u8[3360] 9*i32",
     "BN14_1_PARTIAL_GET_I8_CAS_WIDTH_NEW"),
    ("bn_conv2dk3_dw_out_split", {}, BN + "conv2dk3_dw.cc", "bn13_conv2dk3_ui8_out_split",
     "u8[3360] u8[3360] u8[3360] i8[4320] u8[1680] u8[1680] 8*i32", "SCALAR BN13 STRIDE1_OUT_SPLIT"),
    ("bn_conv2dk1_input_split_partial_put_ui8", {}, BN + "conv2dk1_i8.cc",
     "bn13_1_conv2dk1_ui8_ui8_input_split_partial_width_put_new", "u8[1680] i8[9600] 7*i32",
     "BN13_1_INPUT_SPLIT_PARTIAL_PUT_UI8_UI8_CAS_WIDTH_NEW"),
    ("bn_conv2dk1_input_split_partial_skip_get", {"block_index": 14}, BN + "conv2dk1_skip.cc",
     "bn_14_2_conv2dk1_ui8_i8_i8_scalar_input_split_partial_width_get_new",
     "u8[1680] i8[9600] i8[560] i8[560] 10*i32", "BN14_1_INPUT_SPLIT_PARTIAL_GET_UI8_I8_I8_CAS_WIDTH_NEW"),
    ("threshold", {"use_chess": True}, "aie2/threshold.cc", "thresholdLine", "u8[1920] u8[1920] i32 i16 i16 i8",
     "BIT_WIDTH=8"),
    ("threshold", {"dtype": np.int32}, "aie2/threshold.cc", "thresholdLine", "i32[1920] i32[1920] i32 i32 i32 i8",
     "BIT_WIDTH=32"),
    ("add_weighted", {"use_chess": True}, "aie2/addWeighted.cc", "addWeightedLine",
     "u8[1920] u8[1920] u8[1920] i32 i16 i16 i8", "BIT_WIDTH=8"),
    ("add_weighted", {"dtype": np.int16}, "aie2/addWeighted.cc", "addWeightedLine",
     "i16[1920] i16[1920] i16[1920] i32 i16 i16 i16", "BIT_WIDTH=16"),
    ("filter2d", {"line_width": 64, "use_chess": True}, "aie2/filter2d.cc", "filter2dLine",
     "u8[64] u8[64] u8[64] u8[64] i32 i16[3x3]", ""),
    ("rgba2hue", {"use_chess": True}, "aie2/rgba2hue.cc", "rgba2hueLine", "u8[7680] u8[1920] i32", ""),
    ("rgba2gray", {"use_chess": True}, "aie2/rgba2gray.cc", "rgba2grayLine", "u8[7680] u8[1920] i32", ""),
    ("gray2rgba", {"use_chess": True}, "aie2/gray2rgba.cc", "gray2rgbaLine", "u8[1920] u8[7680] i32", ""),
    ("bitwise_or", {"use_chess": True}, "aie2/bitwiseOR.cc", "bitwiseORLine", "u8[1920] u8[1920] u8[1920] i32",
     "BIT_WIDTH=8"),
    ("bitwise_and", {"use_chess": True}, "aie2/bitwiseAND.cc", "bitwiseANDLine", "u8[1920] u8[1920] u8[1920] i32",
     "BIT_WIDTH=8"),
    ("scale", {"use_chess": True}, "aie2/scale.cc", "vector_scalar_mul_vector", "i32[1024] i32[1024] i32[1] i32",
     "BIT_WIDTH=32"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    for file in ({row[2] for row in TABLE} | {"aie2/reduce_max.cc"}):
        path = tmp_path / "aie_kernels" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    monkeypatch.setenv("LANEWISE_AIE_KERNELS", str(tmp_path))
    yield
    set_current_device(None)


def listed(text: str) -> list[Any]:
    """u8[64] is an array, 4*i32 four numbers."""
    out: list[Any] = []
    for word in text.split():
        many, _, kind = word.rpartition("*")
        name, _, size = kind.partition("[")
        shape = tuple(int(n) for n in size.rstrip("]").split("x")) if size else None
        one = SHORT[name] if shape is None else np.ndarray[shape, np.dtype[SHORT[name]]]  # type: ignore[valid-type]
        out += [one] * int(many or 1)
    return out


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]}-{len(row[1])}")
def test_factory_is_as_published(row: Any, tmp_path: Path) -> None:
    factory, arguments, file, function, types, flags = row
    made = getattr(kernels, factory)(**arguments)
    assert made.name == function
    assert os.path.relpath(made.source_file, tmp_path / "aie_kernels") == file
    assert made.arg_types() == listed(types)
    assert sorted(made.compile_flags) == sorted(f"-D{flag}" for flag in flags.split())


def test_factories_are_found_on_the_newer_chip(tmp_path: Path) -> None:
    (tmp_path / "aie_kernels" / "aie2p" / "mm.cc").write_text("")
    set_current_device(iron.NPU2())
    assert kernels.mm().source_file == str(tmp_path / "aie_kernels/aie2p/mm.cc")
    assert kernels.cascade_mm().source_file == str(tmp_path / "aie_kernels/aie2/cascade_mm.cc")
    emulated = kernels.mm(input_dtype=bfloat16, output_dtype=np.float32, emulate_bf16_mmul_with_bfp16=True)
    assert emulated.mac_dims == (8, 8, 8)
    assert "-DAIE_API_EMULATE_BFLOAT16_MMUL_WITH_BFP16" in emulated.compile_flags
    whole = kernels.mm(emulate_bf16_mmul_with_bfp16=True)  # nothing to emulate
    assert (whole.mac_dims, len(whole.compile_flags)) == ((4, 4, 8), 4)


def test_products_have_companions() -> None:
    product = kernels.mm(16, 16, 8, np.int16, np.int32)
    assert (product.zero.name, product.zero.object_file_name) == ("zero_i32", product.object_file_name)
    assert product.zero.arg_types() == listed("i32[128]")
    assert product.mac_dims == (4, 4, 4)
    assert kernels.mm(vectorized=False).zero.name == "zero_scalar_i16"
    assert kernels.mv().zero.name == "zero_vectorized_i32"
    cascade = kernels.cascade_mm(8, 8, 8, np.int16, np.int32)
    assert cascade.get_only is cascade
    names = [k.name for k in (cascade.put_only, cascade.put_get, cascade.zero)]
    start = "matmul_scalar_cascade_"
    assert names == [f"{start}put_only_i16_i32", f"{start}put_get_i16_i32", "zero_scalar_i32"]
    assert {k.object_file_name for k in (cascade.put_only, cascade.put_get, cascade.zero)} == {cascade.object_file_name}
    assert cascade.mac_dims == (1, 1, 1)


def test_equal_calls_give_the_same_object() -> None:
    one = kernels.conv2dk1(16, 8, 8)
    assert one is kernels.conv2dk1(np.int64(16), input_channels=8, output_channels=8, act_dtype="i8")
    assert one is not kernels.conv2dk1(16, 8, 16)
    assert kernels.threshold() is kernels.threshold(1920, np.uint8, use_chess=True)
    assert kernels.mm(b_col_maj=True).object_file_name != kernels.mm().object_file_name
    assert kernels.reduce_max(64).object_file_name == kernels.compute_max().object_file_name
    set_current_device(iron.NPU2())
    assert one is not kernels.conv2dk1(16, 8, 8)


@pytest.mark.parametrize("call", [
    lambda: kernels.conv2dk1(act_dtype=np.int16), lambda: kernels.conv2dk3(act_dtype=np.float32),
    lambda: kernels.bn_conv2dk3_dw(stride=3), lambda: kernels.bn_conv2dk1_partial_put_i8(block_index=12),
    lambda: kernels.mm(input_dtype=np.int32), lambda: kernels.mv(output_dtype=np.int16),
    lambda: kernels.cascade_mm(input_dtype=np.int8), lambda: kernels.bn_conv2dk1_skip(skip_dtype=np.int32),
    lambda: kernels.threshold(dtype=np.float32),
])  # fmt: skip
def test_other_values_are_refused(call: Any) -> None:
    with pytest.raises(ValueError, match="IRON-005"):
        call()


def test_other_keywords_are_refused_with_those_there_are() -> None:
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'width'; it is conv2dk1\(input_w"):
        kernels.conv2dk1(width=4)
    with pytest.raises(ImportError, match=r"the design needs iron\.kernels\.conv2dk9"):
        kernels.conv2dk9()
