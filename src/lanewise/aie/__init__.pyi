# Made from the records of the operations by `python -m lanewise.aie.stubs`. Do not edit.
"""AI Engine kernels in Python and C++: the vendor's names, every bit as the accumulators, srs and MAC unit make it.

Functions compute on the current core: `with aie.core("aie-ml", rounding="conv_even", saturation="saturate"): ...`. They
are made from the records in lanewise/isa/aie: `lanewise ops NAME` shows one.
"""

from lanewise.aie.adf.loaded import graph as graph
from lanewise.aie.adf.loaded import load_graph as load_graph
from lanewise.aie.arrays import to_bfloat16 as to_bfloat16
from lanewise.aie.cores import Core as Core
from lanewise.aie.cores import core as core
from lanewise.aie.cores import current_core as current_core
from lanewise.aie.cores import registers as registers
from lanewise.aie.links import Block as Block
from lanewise.aie.links import Buffer as Buffer
from lanewise.aie.links import Cascade as Cascade
from lanewise.aie.links import OutputBuffer as OutputBuffer
from lanewise.aie.links import OutputStream as OutputStream
from lanewise.aie.links import Stream as Stream
from lanewise.aie.load import load as load
from lanewise.aie.registerfile import Registers as Registers
from lanewise.aie.together import run as run
from lanewise.isa.aie.accums import Accum as Accum
from lanewise.isa.aie.accums import text as text
from lanewise.isa.aie.blocks import BlockVector as BlockVector
from lanewise.isa.aie.lookups import linear_approx as linear_approx
from lanewise.isa.aie.lookups import lut as lut
from lanewise.isa.aie.lookups import parallel_lookup as parallel_lookup
from lanewise.isa.aie.masks import Mask as Mask
from lanewise.isa.aie.matrices import Mmul as Mmul
from lanewise.isa.aie.matrices import Mmul as mmul
from lanewise.isa.aie.operands import Operand
from lanewise.isa.aie.vectors import Vector as Vector
from typing import Any

def abs(v: Vector) -> Vector:
    """|v|; the lowest integer stays as it is.
    On aie, aie-ml, aie-mlv2."""
def abs16(x: Vector, *rest: Any) -> Any:
    """|x|, lanes chosen by offsets.
    On aie."""
def abs32(x: Vector, *rest: Any) -> Any:
    """|x|, lanes chosen by offsets.
    On aie."""
def abs4(x: Vector, *rest: Any) -> Any:
    """|x|, lanes chosen by offsets.
    On aie."""
def abs8(x: Vector, *rest: Any) -> Any:
    """|x|, lanes chosen by offsets.
    On aie."""
def abs_gtz(a: Vector) -> tuple[Vector, int]:
    """|a|, and the bits of a > 0.
    On aie-ml, aie-mlv2."""
def abs_square(a: Vector, shift: int = 0, to: Any = None) -> Vector:
    """re * re + im * im, shifted down by srs.
    On aie, aie-ml, aie-mlv2."""
def accum(values: Any, tag_name: Any = 'acc48', shift: int = 0) -> Accum:
    """Wide lanes that sums wrap in.
    On aie, aie-ml, aie-mlv2."""
def accum_cast(tag: Any, acc: Accum) -> Accum:
    """The same lanes under another tag of the same width.
    On aie, aie-ml, aie-mlv2."""
def accumulate(coefficients: Vector, start: int, *data: Vector, tag: Any = None) -> Accum:
    """The sum of coefficients[start + k] * data[k]; coefficients wrap around.
    On aie, aie-ml, aie-mlv2."""
def add(a: Any, b: Any) -> Any:
    """a + b lane by lane; integers wrap, no mode counts. Accumulators add, too.
    On aie, aie-ml, aie-mlv2."""
def add16(x: Vector, *rest: Any) -> Any:
    """x + y, lanes chosen by offsets.
    On aie."""
def add32(x: Vector, *rest: Any) -> Any:
    """x + y, lanes chosen by offsets.
    On aie."""
def add4(x: Vector, *rest: Any) -> Any:
    """x + y, lanes chosen by offsets.
    On aie."""
def add8(x: Vector, *rest: Any) -> Any:
    """x + y, lanes chosen by offsets.
    On aie."""
def addmac_1x2_2x4(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 4 lanes.
    addmac_1x2_2x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_1x2_2x4T(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 4 lanes.
    addmac_1x2_2x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_1x2_2x8(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 8 lanes.
    addmac_1x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_1x2_2x8T(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 8 lanes.
    addmac_1x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_1x4_4x8(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 8 lanes.
    addmac_1x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_1x4_4x8T(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 8 lanes.
    addmac_1x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x16_16x8(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 16 lanes.
    addmac_2x16_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x16_16x8T(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 16 lanes.
    addmac_2x16_16x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x2_2x8(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 16 lanes.
    addmac_2x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x2_2x8T(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 16 lanes.
    addmac_2x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x4_4x8(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 16 lanes.
    addmac_2x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x4_4x8T(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 16 lanes.
    addmac_2x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x8_8x8(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 16 lanes.
    addmac_2x8_8x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_2x8_8x8T(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 16 lanes.
    addmac_2x8_8x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x16_16x16(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 64 lanes.
    addmac_4x16_16x16(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x16_16x16T(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 64 lanes.
    addmac_4x16_16x16T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x16_16x4(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 16 lanes.
    addmac_4x16_16x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x16_16x4T(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 16 lanes.
    addmac_4x16_16x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x16_16x8(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 32 lanes.
    addmac_4x16_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x16_16x8T(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 32 lanes.
    addmac_4x16_16x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x1_1x4(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 16 lanes.
    addmac_4x1_1x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x1_1x4T(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 16 lanes.
    addmac_4x1_1x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x1_1x8(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 32 lanes.
    addmac_4x1_1x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x1_1x8T(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 32 lanes.
    addmac_4x1_1x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x2_2x4(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 16 lanes.
    addmac_4x2_2x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x2_2x4T(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 16 lanes.
    addmac_4x2_2x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x2_2x8(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 32 lanes.
    addmac_4x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x2_2x8T(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 32 lanes.
    addmac_4x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x32_32x8(*arguments: Any) -> Accum:
    """first + second + sum over 32 terms of a * b, 32 lanes.
    addmac_4x32_32x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x32_32x8T(*arguments: Any) -> Accum:
    """first + second + sum over 32 terms of a * b, 32 lanes.
    addmac_4x32_32x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x4_4x4(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 16 lanes.
    addmac_4x4_4x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x4_4x4T(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 16 lanes.
    addmac_4x4_4x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x4_4x8(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 32 lanes.
    addmac_4x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x4_4x8T(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 32 lanes.
    addmac_4x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x8_8x16(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 64 lanes.
    addmac_4x8_8x16(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x8_8x16T(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 64 lanes.
    addmac_4x8_8x16T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x8_8x4(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 16 lanes.
    addmac_4x8_8x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x8_8x4T(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 16 lanes.
    addmac_4x8_8x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x8_8x8(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 32 lanes.
    addmac_4x8_8x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_4x8_8x8T(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 32 lanes.
    addmac_4x8_8x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x16_16x8(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 64 lanes.
    addmac_8x16_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x16_16x8T(*arguments: Any) -> Accum:
    """first + second + sum over 16 terms of a * b, 64 lanes.
    addmac_8x16_16x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x1_1x8(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 64 lanes.
    addmac_8x1_1x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x1_1x8T(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 64 lanes.
    addmac_8x1_1x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x2_2x8(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 64 lanes.
    addmac_8x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x2_2x8T(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 64 lanes.
    addmac_8x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x4_4x8(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 64 lanes.
    addmac_8x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x4_4x8T(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 64 lanes.
    addmac_8x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x8_8x4(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 32 lanes.
    addmac_8x8_8x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x8_8x4T(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 32 lanes.
    addmac_8x8_8x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x8_8x8(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 64 lanes.
    addmac_8x8_8x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_8x8_8x8T(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 64 lanes.
    addmac_8x8_8x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_conv_16x4(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 16 lanes.
    addmac_conv_16x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_conv_16x8(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 16 lanes.
    addmac_conv_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_conv_32x4(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 32 lanes.
    addmac_conv_32x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_conv_32x8(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 32 lanes.
    addmac_conv_32x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_conv_64x8(*arguments: Any) -> Accum:
    """first + second + sum over 8 terms of a * b, 64 lanes.
    addmac_conv_64x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_16(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 16 lanes.
    addmac_elem_16(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_16_2(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 16 lanes.
    addmac_elem_16_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_16_4(*arguments: Any) -> Accum:
    """first + second + sum over 4 terms of a * b, 16 lanes.
    addmac_elem_16_4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_32(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 32 lanes.
    addmac_elem_32(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_32_2(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 32 lanes.
    addmac_elem_32_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_64(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 64 lanes.
    addmac_elem_64(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_64_2(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 64 lanes.
    addmac_elem_64_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_8(*arguments: Any) -> Accum:
    """first + second + sum over 1 terms of a * b, 8 lanes.
    addmac_elem_8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmac_elem_8_2(*arguments: Any) -> Accum:
    """first + second + sum over 2 terms of a * b, 8 lanes.
    addmac_elem_8_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_1x2_2x4(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 4 lanes.
    addmsc_1x2_2x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_1x2_2x4T(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 4 lanes.
    addmsc_1x2_2x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_1x2_2x8(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 8 lanes.
    addmsc_1x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_1x2_2x8T(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 8 lanes.
    addmsc_1x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_1x4_4x8(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 8 lanes.
    addmsc_1x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_1x4_4x8T(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 8 lanes.
    addmsc_1x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x16_16x8(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 16 lanes.
    addmsc_2x16_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x16_16x8T(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 16 lanes.
    addmsc_2x16_16x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x2_2x8(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 16 lanes.
    addmsc_2x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x2_2x8T(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 16 lanes.
    addmsc_2x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x4_4x8(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 16 lanes.
    addmsc_2x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x4_4x8T(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 16 lanes.
    addmsc_2x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x8_8x8(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 16 lanes.
    addmsc_2x8_8x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_2x8_8x8T(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 16 lanes.
    addmsc_2x8_8x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x16_16x16(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 64 lanes.
    addmsc_4x16_16x16(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x16_16x16T(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 64 lanes.
    addmsc_4x16_16x16T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x16_16x4(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 16 lanes.
    addmsc_4x16_16x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x16_16x4T(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 16 lanes.
    addmsc_4x16_16x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x16_16x8(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 32 lanes.
    addmsc_4x16_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x16_16x8T(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 32 lanes.
    addmsc_4x16_16x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x1_1x4(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 16 lanes.
    addmsc_4x1_1x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x1_1x4T(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 16 lanes.
    addmsc_4x1_1x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x1_1x8(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 32 lanes.
    addmsc_4x1_1x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x1_1x8T(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 32 lanes.
    addmsc_4x1_1x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x2_2x4(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 16 lanes.
    addmsc_4x2_2x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x2_2x4T(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 16 lanes.
    addmsc_4x2_2x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x2_2x8(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 32 lanes.
    addmsc_4x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x2_2x8T(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 32 lanes.
    addmsc_4x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x32_32x8(*arguments: Any) -> Accum:
    """first + second - sum over 32 terms of a * b, 32 lanes.
    addmsc_4x32_32x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x32_32x8T(*arguments: Any) -> Accum:
    """first + second - sum over 32 terms of a * b, 32 lanes.
    addmsc_4x32_32x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x4_4x4(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 16 lanes.
    addmsc_4x4_4x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x4_4x4T(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 16 lanes.
    addmsc_4x4_4x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x4_4x8(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 32 lanes.
    addmsc_4x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x4_4x8T(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 32 lanes.
    addmsc_4x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x8_8x16(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 64 lanes.
    addmsc_4x8_8x16(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x8_8x16T(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 64 lanes.
    addmsc_4x8_8x16T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x8_8x4(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 16 lanes.
    addmsc_4x8_8x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x8_8x4T(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 16 lanes.
    addmsc_4x8_8x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x8_8x8(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 32 lanes.
    addmsc_4x8_8x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_4x8_8x8T(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 32 lanes.
    addmsc_4x8_8x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x16_16x8(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 64 lanes.
    addmsc_8x16_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x16_16x8T(*arguments: Any) -> Accum:
    """first + second - sum over 16 terms of a * b, 64 lanes.
    addmsc_8x16_16x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x1_1x8(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 64 lanes.
    addmsc_8x1_1x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x1_1x8T(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 64 lanes.
    addmsc_8x1_1x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x2_2x8(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 64 lanes.
    addmsc_8x2_2x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x2_2x8T(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 64 lanes.
    addmsc_8x2_2x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x4_4x8(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 64 lanes.
    addmsc_8x4_4x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x4_4x8T(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 64 lanes.
    addmsc_8x4_4x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x8_8x4(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 32 lanes.
    addmsc_8x8_8x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x8_8x4T(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 32 lanes.
    addmsc_8x8_8x4T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x8_8x8(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 64 lanes.
    addmsc_8x8_8x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_8x8_8x8T(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 64 lanes.
    addmsc_8x8_8x8T(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_conv_16x4(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 16 lanes.
    addmsc_conv_16x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_conv_16x8(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 16 lanes.
    addmsc_conv_16x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_conv_32x4(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 32 lanes.
    addmsc_conv_32x4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_conv_32x8(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 32 lanes.
    addmsc_conv_32x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_conv_64x8(*arguments: Any) -> Accum:
    """first + second - sum over 8 terms of a * b, 64 lanes.
    addmsc_conv_64x8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_16(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 16 lanes.
    addmsc_elem_16(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_16_2(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 16 lanes.
    addmsc_elem_16_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_16_4(*arguments: Any) -> Accum:
    """first + second - sum over 4 terms of a * b, 16 lanes.
    addmsc_elem_16_4(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_32(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 32 lanes.
    addmsc_elem_32(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_32_2(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 32 lanes.
    addmsc_elem_32_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_64(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 64 lanes.
    addmsc_elem_64(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_64_2(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 64 lanes.
    addmsc_elem_64_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_8(*arguments: Any) -> Accum:
    """first + second - sum over 1 terms of a * b, 8 lanes.
    addmsc_elem_8(a, b, first, second)
    On aie-ml, aie-mlv2."""
def addmsc_elem_8_2(*arguments: Any) -> Accum:
    """first + second - sum over 2 terms of a * b, 8 lanes.
    addmsc_elem_8_2(a, b, first, second)
    On aie-ml, aie-mlv2."""
def begin(source: Any, start: int = 0) -> Any:
    """Elements one after the other.
    On aie, aie-ml, aie-mlv2."""
def begin_circular(source: Any, start: int = 0) -> Any:
    """Elements one after the other, around the end.
    On aie, aie-ml, aie-mlv2."""
def begin_pattern(source: Any, *steps: int) -> Any:
    """Elements at steps that come again and again.
    On aie, aie-ml, aie-mlv2."""
def begin_vector(source: Any, size: int, start: int = 0) -> Any:
    """Vectors one after the other.
    On aie, aie-ml, aie-mlv2."""
def begin_vector_circular(source: Any, size: int, start: int = 0) -> Any:
    """Vectors one after the other, around the end.
    On aie, aie-ml, aie-mlv2."""
def bit_and(a: Any, b: Any) -> Vector:
    """a & b.
    On aie, aie-ml, aie-mlv2."""
def bit_not(v: Vector) -> Vector:
    """~v.
    On aie, aie-ml, aie-mlv2."""
def bit_or(a: Any, b: Any) -> Vector:
    """a | b.
    On aie, aie-ml, aie-mlv2."""
def bit_xor(a: Any, b: Any) -> Vector:
    """a ^ b.
    On aie, aie-ml, aie-mlv2."""
def block_vector(values: Any, kind: str = 'bfp16ebs8') -> Any:
    """Floats in blocks that share an exponent.
    On aie-mlv2."""
def bneg_ltz(a: Vector) -> tuple[Vector, int]:
    """~a, and the bits of a < 0.
    On aie-ml, aie-mlv2."""
def broadcast(value: Any, type: Any, size: int) -> Vector:
    """One number in every lane.
    On aie, aie-ml, aie-mlv2."""
def broadcast_elem(v: Vector, i: int) -> Vector:
    """One lane in every lane.
    On aie-ml, aie-mlv2."""
def bsrs(acc: Accum, shift: int) -> Vector:
    """srs to bytes.
    On aie."""
def byte_incr(at: int, count: int) -> int:
    """A pointer moved by bytes.
    On aie, aie-ml, aie-mlv2."""
def clamp(v: Vector, low: Any, high: Any) -> Vector:
    """min(max(v, low), high).
    On aie, aie-ml, aie-mlv2."""
def clr_rnd() -> None:
    """Rounding down: floor.
    On aie, aie-ml, aie-mlv2."""
def clr_sat() -> None:
    """Dropping high bits from now on.
    On aie, aie-ml, aie-mlv2."""
def concat(*parts: Vector) -> Vector:
    """One vector of several, the first lowest.
    On aie, aie-ml, aie-mlv2."""
def conj(v: Vector) -> Vector:
    """(re, -im).
    On aie, aie-ml, aie-mlv2."""
def cos(x: Any) -> Any:
    """The cosine: of radians, or of phases that turn once in 2**32.
    On aie, aie-mlv2."""
def cyclic_add(at: int, step: int, start: int, count: int) -> int:
    """A place moved inside a circular buffer.
    On aie, aie-ml, aie-mlv2."""
def div(a: Any, b: Any) -> Vector:
    """a times the inverse of b, rounded twice.
    On aie, aie-ml, aie-mlv2."""
def downshift(v: Vector, shift: int) -> Vector:
    """v >> shift, arithmetic; no rounding mode counts.
    On aie, aie-ml, aie-mlv2."""
def eq(a: Any, b: Any) -> Mask:
    """mask[i] = a[i] == b[i].
    On aie, aie-ml, aie-mlv2."""
def eq16(x: Vector, *rest: Any) -> Any:
    """bits x == y, lanes chosen by offsets.
    On aie."""
def eq32(x: Vector, *rest: Any) -> Any:
    """bits x == y, lanes chosen by offsets.
    On aie."""
def eq4(x: Vector, *rest: Any) -> Any:
    """bits x == y, lanes chosen by offsets.
    On aie."""
def eq8(x: Vector, *rest: Any) -> Any:
    """bits x == y, lanes chosen by offsets.
    On aie."""
def equal(a: Vector, b: Any) -> bool:
    """Whether all lanes are equal.
    On aie, aie-ml, aie-mlv2."""
def eqz(a: Vector) -> int:
    """The bits of a == 0.
    On aie-ml, aie-mlv2."""
def event(number: int = 0) -> None:
    """A mark for tracing hardware.
    On aie, aie-ml, aie-mlv2."""
def exp2(x: Any, type: Any = None) -> Any:
    """2 to the power of x.
    On aie-mlv2."""
def ext_elem(v: Vector, i: int) -> Any:
    """One lane.
    On aie, aie-ml, aie-mlv2."""
def ext_hi(acc: Accum) -> Accum:
    """The upper half of an accumulator.
    On aie, aie-ml, aie-mlv2."""
def ext_lo(acc: Accum) -> Accum:
    """The lower half of an accumulator.
    On aie, aie-ml, aie-mlv2."""
def ext_v(v: Vector, i: int = 0) -> Vector:
    """Part number i of 128 bits.
    On aie, aie-ml, aie-mlv2."""
def ext_w(v: Vector, i: int = 0) -> Vector:
    """Part number i of 256 bits.
    On aie, aie-ml, aie-mlv2."""
def ext_x(v: Vector, i: int = 0) -> Vector:
    """Part number i of 512 bits.
    On aie, aie-ml, aie-mlv2."""
def extract(x: Any, size: int, part: int) -> Any:
    """Part number `part` of so many lanes.
    On aie, aie-ml, aie-mlv2."""
def fft_dit_r2_stage(
    x: Vector, tw: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any = None
) -> Vector:
    """One stage of radix 2, decimated in time, srs by its shift.
    On aie, aie-ml, aie-mlv2."""
def fft_dit_r3_stage(
    x: Vector, tw1: Vector, tw2: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any = None
) -> Vector:
    """One stage of radix 3, decimated in time, srs by its shift.
    On aie, aie-ml."""
def fft_dit_r4_stage(
    x: Vector, tw2: Vector, tw1: Vector, tw3: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False,
    to: Any = None
) -> Vector:
    """One stage of radix 4, decimated in time, srs by its shift.
    On aie, aie-ml, aie-mlv2."""
def fft_dit_r5_stage(
    x: Vector, tw1: Vector, tw2: Vector, tw3: Vector, tw4: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv:
    bool = False, to: Any = None
) -> Vector:
    """One stage of radix 5, decimated in time, srs by its shift.
    On aie, aie-ml."""
def fft_dit_stage(
    radix: int, x: Vector, *twiddles: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any =
    None
) -> Vector:
    """One stage of a radix, as an object that is given groups in turn.
    On aie, aie-ml, aie-mlv2."""
def filter(v: Vector, odd: bool = False, step: int = 1) -> Vector:
    """The even or the odd chunks.
    On aie, aie-ml, aie-mlv2."""
def filter_even(v: Vector, step: int = 1) -> Vector:
    """Chunks 0, 2, 4, ... of `step` lanes.
    On aie, aie-ml, aie-mlv2."""
def filter_odd(v: Vector, step: int = 1) -> Vector:
    """Chunks 1, 3, 5, ... of `step` lanes.
    On aie, aie-ml, aie-mlv2."""
def floor_pointer(source: Any, size: int, at: int) -> int:
    """The last aligned place.
    On aie, aie-ml, aie-mlv2."""
def fpabs(x: Vector, start: int = 0, offsets: int = 1985229328) -> Vector:
    """|x|.
    On aie."""
def fpabs_mul(*arguments: Any) -> Vector:
    """|x * z|.
    On aie."""
def fpadd(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """acc + x.
    On aie."""
def fpadd_abs(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """acc + |x|.
    On aie."""
def fpge(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """bits acc >= x.
    On aie."""
def fplt(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """bits acc < x.
    On aie."""
def fpmac(*arguments: Any) -> Vector:
    """acc + x * z.
    On aie."""
def fpmac_abs(*arguments: Any) -> Vector:
    """acc + |x * z|.
    On aie."""
def fpmac_c(*arguments: Any) -> Vector:
    """acc + x * z with conjugates.
    On aie."""
def fpmac_cc(*arguments: Any) -> Vector:
    """acc + x * z with conjugates.
    On aie."""
def fpmac_cn(*arguments: Any) -> Vector:
    """acc + x * z with conjugates.
    On aie."""
def fpmac_conf(
    acc: Vector | Accum, x: Vector, xstart: int, xoffsets: int, z: Vector, zstart: int, zoffsets: int, ones: bool,
    absolute: bool, addmode: int, addmask: int, cmpmode: int = 0
) -> tuple[Vector, int]:
    """acc + x * z, everything by arguments.
    On aie."""
def fpmac_nc(*arguments: Any) -> Vector:
    """acc + x * z with conjugates.
    On aie."""
def fpmax(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """max(acc, x).
    On aie."""
def fpmaxcmp(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """max(acc, x), and the bits of those from x.
    On aie."""
def fpmin(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """min(acc, x).
    On aie."""
def fpmincmp(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """min(acc, x), and the bits of those from x.
    On aie."""
def fpmsc(*arguments: Any) -> Vector:
    """acc - x * z.
    On aie."""
def fpmsc_abs(*arguments: Any) -> Vector:
    """acc - |x * z|.
    On aie."""
def fpmsc_c(*arguments: Any) -> Vector:
    """acc - x * z with conjugates.
    On aie."""
def fpmsc_cc(*arguments: Any) -> Vector:
    """acc - x * z with conjugates.
    On aie."""
def fpmsc_cn(*arguments: Any) -> Vector:
    """acc - x * z with conjugates.
    On aie."""
def fpmsc_nc(*arguments: Any) -> Vector:
    """acc - x * z with conjugates.
    On aie."""
def fpmul(*arguments: Any) -> Vector:
    """x * z.
    On aie."""
def fpmul_c(*arguments: Any) -> Vector:
    """x * z with conjugates.
    On aie."""
def fpmul_cc(*arguments: Any) -> Vector:
    """x * z with conjugates.
    On aie."""
def fpmul_cn(*arguments: Any) -> Vector:
    """x * z with conjugates.
    On aie."""
def fpmul_conf(
    x: Vector, xstart: int, xoffsets: int, z: Vector, zstart: int, zoffsets: int, ones: bool, absolute: bool, addmode:
    int, addmask: int, cmpmode: int = 0
) -> tuple[Vector, int]:
    """x * z, everything by arguments.
    On aie."""
def fpmul_nc(*arguments: Any) -> Vector:
    """x * z with conjugates.
    On aie."""
def fpneg(x: Vector, start: int = 0, offsets: int = 1985229328) -> Vector:
    """-x.
    On aie."""
def fpneg_abs_mul(*arguments: Any) -> Vector:
    """-|x * z|.
    On aie."""
def fpneg_mul(*arguments: Any) -> Vector:
    """-(x * z).
    On aie."""
def fpselect(mask: int, x: Vector, xstart: int, xoffsets: int, ystart: int, yoffsets: int) -> Vector:
    """The y choice where the bit is set, else the x choice.
    On aie."""
def fpshuffle(x: Vector, start: int, offsets: int) -> Vector:
    """Lanes by start and offsets.
    On aie."""
def fpsub(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """acc - x.
    On aie."""
def fpsub_abs(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = 1985229328) -> Any:
    """acc - |x|.
    On aie."""
def from_vector(v: Vector, tag: Any, shift: int = 0) -> Accum:
    """The ups of the interface: vector to accumulator.
    On aie, aie-ml, aie-mlv2."""
def fsrs(x: Vector | Accum, shift: int = 0, type: Any = 'int32') -> Vector:
    """Floats, shifted down, to integers.
    On aie, aie-ml, aie-mlv2."""
def ge(a: Any, b: Any) -> Mask:
    """mask[i] = a[i] >= b[i].
    On aie, aie-ml, aie-mlv2."""
def ge16(x: Vector, *rest: Any) -> Any:
    """bits x >= y, lanes chosen by offsets.
    On aie."""
def ge32(x: Vector, *rest: Any) -> Any:
    """bits x >= y, lanes chosen by offsets.
    On aie."""
def ge4(x: Vector, *rest: Any) -> Any:
    """bits x >= y, lanes chosen by offsets.
    On aie."""
def ge8(x: Vector, *rest: Any) -> Any:
    """bits x >= y, lanes chosen by offsets.
    On aie."""
def get(v: Vector, lane: int) -> Any:
    """One lane.
    On aie, aie-ml, aie-mlv2."""
def get_rnd() -> int:
    """The number of the rounding mode.
    On aie, aie-ml, aie-mlv2."""
def get_rounding() -> str:
    """The rounding mode.
    On aie, aie-ml, aie-mlv2."""
def get_sat() -> int:
    """The number of the saturation mode.
    On aie, aie-ml, aie-mlv2."""
def get_satmode() -> int:
    """The number of the saturation mode.
    On aie, aie-ml, aie-mlv2."""
def get_saturation() -> str:
    """The saturation mode.
    On aie, aie-ml, aie-mlv2."""
def get_scd(link: Any, size: int) -> Any:
    """Lanes of an accumulator from the core before.
    On aie, aie-ml, aie-mlv2."""
def get_ss(link: Any, size: int = 0) -> Any:
    """32 or 128 bits of the input stream.
    On aie, aie-ml, aie-mlv2."""
def grow(v: Vector, size: int, part: int = 0) -> Vector:
    """A larger vector with this one as a part.
    On aie, aie-ml, aie-mlv2."""
def gt(a: Any, b: Any) -> Mask:
    """mask[i] = a[i] > b[i].
    On aie, aie-ml, aie-mlv2."""
def gt16(x: Vector, *rest: Any) -> Any:
    """bits x > y, lanes chosen by offsets.
    On aie."""
def gt32(x: Vector, *rest: Any) -> Any:
    """bits x > y, lanes chosen by offsets.
    On aie."""
def gt4(x: Vector, *rest: Any) -> Any:
    """bits x > y, lanes chosen by offsets.
    On aie."""
def gt8(x: Vector, *rest: Any) -> Any:
    """bits x > y, lanes chosen by offsets.
    On aie."""
def imag(v: Vector) -> Vector:
    """The imaginary parts.
    On aie, aie-ml, aie-mlv2."""
def insert(x: Any, part: int, sub: Any) -> Any:
    """A vector with a part or a lane replaced.
    On aie, aie-ml, aie-mlv2."""
def interleave_unzip(a: Vector, b: Vector, step: int = 1) -> tuple[Vector, Vector]:
    """Every other chunk of a and b together, and the rest.
    On aie, aie-ml, aie-mlv2."""
def interleave_zip(a: Vector, b: Vector, step: int = 1) -> tuple[Vector, Vector]:
    """Chunks of a and b in turn; the low and the high half.
    On aie, aie-ml, aie-mlv2."""
def inv(x: Any, type: Any = None) -> Any:
    """1 / x.
    On aie, aie-ml, aie-mlv2."""
def invsqrt(x: Any, type: Any = None) -> Any:
    """1 / sqrt(x).
    On aie, aie-ml, aie-mlv2."""
def iota(type: Any, size: int, start: int = 0) -> Vector:
    """start, start + 1, ....
    On aie, aie-ml, aie-mlv2."""
def le(a: Any, b: Any) -> Mask:
    """mask[i] = a[i] <= b[i].
    On aie, aie-ml, aie-mlv2."""
def le16(x: Vector, *rest: Any) -> Any:
    """bits x <= y, lanes chosen by offsets.
    On aie."""
def le32(x: Vector, *rest: Any) -> Any:
    """bits x <= y, lanes chosen by offsets.
    On aie."""
def le4(x: Vector, *rest: Any) -> Any:
    """bits x <= y, lanes chosen by offsets.
    On aie."""
def le8(x: Vector, *rest: Any) -> Any:
    """bits x <= y, lanes chosen by offsets.
    On aie."""
def lmac16(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of x * z.
    lmac16(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac16_abs(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of |x| * z.
    lmac16_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of (x - y) * z.
    lmac16_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmac16_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac16_max(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of max(x, y) * z.
    lmac16_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of maxdiff(x, y) * z.
    lmac16_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac16_min(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of min(x, y) * z.
    lmac16_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac16_sym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of (x + y) * z.
    lmac16_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmac16_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of x * z.
    lmac2(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac2_abs(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of |x| * z.
    lmac2_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of (x - y) * z.
    lmac2_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmac2_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    lmac2_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmac2_max(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of max(x, y) * z.
    lmac2_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_maxdiff(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of maxdiff(x, y) * z.
    lmac2_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_min(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of min(x, y) * z.
    lmac2_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_sym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of (x + y) * z.
    lmac2_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmac2_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc + sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    lmac2_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmac4(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of x * z.
    lmac4(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac4_abs(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of |x| * z.
    lmac4_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of (x - y) * z.
    lmac4_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmac4_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    lmac4_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmac4_max(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of max(x, y) * z.
    lmac4_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of maxdiff(x, y) * z.
    lmac4_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_min(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of min(x, y) * z.
    lmac4_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_sym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of (x + y) * z.
    lmac4_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmac4_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc + sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    lmac4_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmac8(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of x * z.
    lmac8(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac8_abs(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of |x| * z.
    lmac8_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmac8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of (x - y) * z.
    lmac8_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmac8_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac8_max(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of max(x, y) * z.
    lmac8_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of maxdiff(x, y) * z.
    lmac8_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac8_min(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of min(x, y) * z.
    lmac8_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac8_sym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of (x + y) * z.
    lmac8_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmac8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmac8_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of x * z.
    lmsc16(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc16_abs(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of |x| * z.
    lmsc16_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of (x - y) * z.
    lmsc16_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmsc16_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16_max(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of max(x, y) * z.
    lmsc16_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of maxdiff(x, y) * z.
    lmsc16_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16_min(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of min(x, y) * z.
    lmsc16_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16_sym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of (x + y) * z.
    lmsc16_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmsc16_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of x * z.
    lmsc2(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc2_abs(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of |x| * z.
    lmsc2_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of (x - y) * z.
    lmsc2_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmsc2_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    lmsc2_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmsc2_max(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of max(x, y) * z.
    lmsc2_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_maxdiff(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of maxdiff(x, y) * z.
    lmsc2_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_min(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of min(x, y) * z.
    lmsc2_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_sym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of (x + y) * z.
    lmsc2_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmsc2_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: acc - sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    lmsc2_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmsc4(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of x * z.
    lmsc4(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc4_abs(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of |x| * z.
    lmsc4_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of (x - y) * z.
    lmsc4_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmsc4_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    lmsc4_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmsc4_max(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of max(x, y) * z.
    lmsc4_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of maxdiff(x, y) * z.
    lmsc4_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_min(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of min(x, y) * z.
    lmsc4_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_sym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of (x + y) * z.
    lmsc4_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmsc4_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: acc - sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    lmsc4_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmsc8(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of x * z.
    lmsc8(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc8_abs(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of |x| * z.
    lmsc8_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmsc8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of (x - y) * z.
    lmsc8_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmsc8_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc8_max(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of max(x, y) * z.
    lmsc8_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of maxdiff(x, y) * z.
    lmsc8_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc8_min(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of min(x, y) * z.
    lmsc8_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc8_sym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of (x + y) * z.
    lmsc8_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmsc8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmsc8_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of x * z.
    lmul16(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def lmul16_abs(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of |x| * z.
    lmul16_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmul16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of (x - y) * z.
    lmul16_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmul16_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16_max(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of max(x, y) * z.
    lmul16_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of maxdiff(x, y) * z.
    lmul16_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16_min(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of min(x, y) * z.
    lmul16_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16_sym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of (x + y) * z.
    lmul16_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmul16_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of x * z.
    lmul2(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def lmul2_abs(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of |x| * z.
    lmul2_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmul2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of (x - y) * z.
    lmul2_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmul2_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    lmul2_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmul2_max(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of max(x, y) * z.
    lmul2_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_maxdiff(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of maxdiff(x, y) * z.
    lmul2_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_min(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of min(x, y) * z.
    lmul2_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_sym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of (x + y) * z.
    lmul2_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmul2_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    lmul2_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmul4(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of x * z.
    lmul4(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def lmul4_abs(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of |x| * z.
    lmul4_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmul4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of (x - y) * z.
    lmul4_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmul4_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    lmul4_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmul4_max(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of max(x, y) * z.
    lmul4_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of maxdiff(x, y) * z.
    lmul4_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_min(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of min(x, y) * z.
    lmul4_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_sym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of (x + y) * z.
    lmul4_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmul4_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    lmul4_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lmul8(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of x * z.
    lmul8(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def lmul8_abs(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of |x| * z.
    lmul8_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lmul8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of (x - y) * z.
    lmul8_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    lmul8_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul8_max(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of max(x, y) * z.
    lmul8_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of maxdiff(x, y) * z.
    lmul8_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul8_min(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of min(x, y) * z.
    lmul8_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul8_sym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of (x + y) * z.
    lmul8_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lmul8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    lmul8_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of x * z.
    lnegmul16(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul16_abs(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of |x| * z.
    lnegmul16_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of (x - y) * z.
    lnegmul16_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    lnegmul16_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16_max(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of max(x, y) * z.
    lnegmul16_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of maxdiff(x, y) * z.
    lnegmul16_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16_min(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of min(x, y) * z.
    lnegmul16_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16_sym(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of (x + y) * z.
    lnegmul16_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 80 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    lnegmul16_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of x * z.
    lnegmul2(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul2_abs(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of |x| * z.
    lnegmul2_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of (x - y) * z.
    lnegmul2_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    lnegmul2_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    lnegmul2_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lnegmul2_max(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of max(x, y) * z.
    lnegmul2_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_maxdiff(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of maxdiff(x, y) * z.
    lnegmul2_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_min(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of min(x, y) * z.
    lnegmul2_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_sym(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of (x + y) * z.
    lnegmul2_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    lnegmul2_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 80 bits: -sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    lnegmul2_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lnegmul4(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of x * z.
    lnegmul4(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul4_abs(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of |x| * z.
    lnegmul4_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of (x - y) * z.
    lnegmul4_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    lnegmul4_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    lnegmul4_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lnegmul4_max(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of max(x, y) * z.
    lnegmul4_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of maxdiff(x, y) * z.
    lnegmul4_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_min(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of min(x, y) * z.
    lnegmul4_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_sym(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of (x + y) * z.
    lnegmul4_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    lnegmul4_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 80 bits: -sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    lnegmul4_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def lnegmul8(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of x * z.
    lnegmul8(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul8_abs(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of |x| * z.
    lnegmul8_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def lnegmul8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of (x - y) * z.
    lnegmul8_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    lnegmul8_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul8_max(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of max(x, y) * z.
    lnegmul8_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of maxdiff(x, y) * z.
    lnegmul8_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul8_min(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of min(x, y) * z.
    lnegmul8_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul8_sym(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of (x + y) * z.
    lnegmul8_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def lnegmul8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 80 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    lnegmul8_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def load_floor_v(source: Any, size: int, at: int = 0) -> Vector:
    """v[i] = p[i], from the last aligned place.
    On aie, aie-ml, aie-mlv2."""
def load_unaligned_v(source: Any, size: int, at: int = 0) -> Vector:
    """v[i] = p[i].
    On aie, aie-ml, aie-mlv2."""
def load_v(source: Any, size: int, at: int = 0) -> Vector:
    """v[i] = p[i], from an aligned place.
    On aie, aie-ml, aie-mlv2."""
def lock(number: int = 0, value: int = 0) -> None:
    """A lock between cores and data movers: free while a call runs.
    On aie, aie-ml, aie-mlv2."""
def logical_downshift(v: Vector, shift: int) -> Vector:
    """v >> shift; zeros come in at the top.
    On aie, aie-ml, aie-mlv2."""
def lsrs(acc: Accum, shift: int) -> Vector:
    """srs to the wide result.
    On aie, aie-ml, aie-mlv2."""
def lt(a: Any, b: Any) -> Mask:
    """mask[i] = a[i] < b[i].
    On aie, aie-ml, aie-mlv2."""
def lt16(x: Vector, *rest: Any) -> Any:
    """bits x < y, lanes chosen by offsets.
    On aie."""
def lt32(x: Vector, *rest: Any) -> Any:
    """bits x < y, lanes chosen by offsets.
    On aie."""
def lt4(x: Vector, *rest: Any) -> Any:
    """bits x < y, lanes chosen by offsets.
    On aie."""
def lt8(x: Vector, *rest: Any) -> Any:
    """bits x < y, lanes chosen by offsets.
    On aie."""
def lups(v: Vector, shift: int = 0) -> Accum:
    """Shift left: vector to the wide accumulator.
    On aie, aie-ml, aie-mlv2."""
def mac(acc: Accum, a: Any, b: Any) -> Accum:
    """acc + a * b; sums wrap at the lane.
    On aie, aie-ml, aie-mlv2."""
def mac16(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of x * z.
    mac16(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac16_abs(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of |x| * z.
    mac16_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of (x - y) * z.
    mac16_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    mac16_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_antisym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of (x - y) * z; 16 more lanes take one column of x, shifted up.
    mac16_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac16_max(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of max(x, y) * z.
    mac16_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of maxdiff(x, y) * z.
    mac16_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_min(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of min(x, y) * z.
    mac16_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_sym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of (x + y) * z.
    mac16_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    mac16_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac16_sym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc + sum over columns of (x + y) * z; 16 more lanes take one column of x, shifted up.
    mac16_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac2(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of x * z.
    mac2(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of (x - y) * z.
    mac2_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    mac2_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    mac2_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac2_sym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of (x + y) * z.
    mac2_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    mac2_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc + sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    mac2_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac4(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of x * z.
    mac4(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac4_abs(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of |x| * z.
    mac4_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of (x - y) * z.
    mac4_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    mac4_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    mac4_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac4_max(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of max(x, y) * z.
    mac4_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of maxdiff(x, y) * z.
    mac4_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_min(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of min(x, y) * z.
    mac4_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_sym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of (x + y) * z.
    mac4_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    mac4_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc + sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    mac4_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac8(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of x * z.
    mac8(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac8_abs(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of |x| * z.
    mac8_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mac8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of (x - y) * z.
    mac8_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of (x - y) * z; the last column is a centre tap without y.
    mac8_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_antisym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of (x - y) * z; 8 more lanes take one column of x, shifted up.
    mac8_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac8_max(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of max(x, y) * z.
    mac8_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of maxdiff(x, y) * z.
    mac8_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_min(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of min(x, y) * z.
    mac8_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_sym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of (x + y) * z.
    mac8_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of (x + y) * z; the last column is a centre tap without y.
    mac8_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mac8_sym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc + sum over columns of (x + y) * z; 8 more lanes take one column of x, shifted up.
    mac8_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mac_1x2_2x4(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 4 lanes.
    mac_1x2_2x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_1x2_2x4T(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 4 lanes.
    mac_1x2_2x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_1x2_2x8(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 8 lanes.
    mac_1x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_1x2_2x8T(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 8 lanes.
    mac_1x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_1x4_4x8(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 8 lanes.
    mac_1x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_1x4_4x8T(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 8 lanes.
    mac_1x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x16_16x8(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 16 lanes.
    mac_2x16_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x16_16x8T(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 16 lanes.
    mac_2x16_16x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x2_2x8(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 16 lanes.
    mac_2x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x2_2x8T(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 16 lanes.
    mac_2x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x4_4x8(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 16 lanes.
    mac_2x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x4_4x8T(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 16 lanes.
    mac_2x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x8_8x8(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 16 lanes.
    mac_2x8_8x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_2x8_8x8T(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 16 lanes.
    mac_2x8_8x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x16_16x16(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 64 lanes.
    mac_4x16_16x16(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x16_16x16T(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 64 lanes.
    mac_4x16_16x16T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x16_16x4(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 16 lanes.
    mac_4x16_16x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x16_16x4T(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 16 lanes.
    mac_4x16_16x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x16_16x8(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 32 lanes.
    mac_4x16_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x16_16x8T(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 32 lanes.
    mac_4x16_16x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x1_1x4(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 16 lanes.
    mac_4x1_1x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x1_1x4T(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 16 lanes.
    mac_4x1_1x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x1_1x8(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 32 lanes.
    mac_4x1_1x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x1_1x8T(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 32 lanes.
    mac_4x1_1x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x2_2x4(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 16 lanes.
    mac_4x2_2x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x2_2x4T(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 16 lanes.
    mac_4x2_2x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x2_2x8(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 32 lanes.
    mac_4x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x2_2x8T(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 32 lanes.
    mac_4x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x32_32x8(*arguments: Any) -> Accum:
    """acc + sum over 32 terms of a * b, 32 lanes.
    mac_4x32_32x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x32_32x8T(*arguments: Any) -> Accum:
    """acc + sum over 32 terms of a * b, 32 lanes.
    mac_4x32_32x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x4_4x4(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 16 lanes.
    mac_4x4_4x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x4_4x4T(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 16 lanes.
    mac_4x4_4x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x4_4x8(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 32 lanes.
    mac_4x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x4_4x8T(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 32 lanes.
    mac_4x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x8_8x16(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 64 lanes.
    mac_4x8_8x16(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x8_8x16T(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 64 lanes.
    mac_4x8_8x16T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x8_8x4(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 16 lanes.
    mac_4x8_8x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x8_8x4T(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 16 lanes.
    mac_4x8_8x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x8_8x8(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 32 lanes.
    mac_4x8_8x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_4x8_8x8T(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 32 lanes.
    mac_4x8_8x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x16_16x8(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 64 lanes.
    mac_8x16_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x16_16x8T(*arguments: Any) -> Accum:
    """acc + sum over 16 terms of a * b, 64 lanes.
    mac_8x16_16x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x1_1x8(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 64 lanes.
    mac_8x1_1x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x1_1x8T(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 64 lanes.
    mac_8x1_1x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x2_2x8(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 64 lanes.
    mac_8x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x2_2x8T(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 64 lanes.
    mac_8x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x4_4x8(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 64 lanes.
    mac_8x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x4_4x8T(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 64 lanes.
    mac_8x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x8_8x4(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 32 lanes.
    mac_8x8_8x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x8_8x4T(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 32 lanes.
    mac_8x8_8x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x8_8x8(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 64 lanes.
    mac_8x8_8x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_8x8_8x8T(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 64 lanes.
    mac_8x8_8x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_conv_16x4(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 16 lanes.
    mac_conv_16x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_conv_16x8(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 16 lanes.
    mac_conv_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_conv_32x4(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 32 lanes.
    mac_conv_32x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_conv_32x8(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 32 lanes.
    mac_conv_32x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_conv_64x8(*arguments: Any) -> Accum:
    """acc + sum over 8 terms of a * b, 64 lanes.
    mac_conv_64x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_16(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 16 lanes.
    mac_elem_16(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_16_2(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 16 lanes.
    mac_elem_16_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_16_4(*arguments: Any) -> Accum:
    """acc + sum over 4 terms of a * b, 16 lanes.
    mac_elem_16_4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_32(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 32 lanes.
    mac_elem_32(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_32_2(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 32 lanes.
    mac_elem_32_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_64(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 64 lanes.
    mac_elem_64(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_64_2(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 64 lanes.
    mac_elem_64_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_8(*arguments: Any) -> Accum:
    """acc + sum over 1 terms of a * b, 8 lanes.
    mac_elem_8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_elem_8_2(*arguments: Any) -> Accum:
    """acc + sum over 2 terms of a * b, 8 lanes.
    mac_elem_8_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def mac_square(acc: Accum, a: Vector) -> Accum:
    """acc + a * a.
    On aie, aie-ml, aie-mlv2."""
def make_tensor_buffer_stream(source: Any, size: int, descriptor: Any) -> Any:
    """Vectors of memory in the order of a descriptor.
    On aie-ml, aie-mlv2."""
def make_tensor_descriptor(*dimensions: tuple[int, int]) -> Any:
    """How often and how far in each dimension.
    On aie-ml, aie-mlv2."""
def mask(bits: Any, size: int | None = None) -> Mask:
    """One bit per lane.
    On aie, aie-ml, aie-mlv2."""
def matmul(a: Any, b: Any, tag_name: Any = None, acc: Accum | None = None) -> Accum:
    """Whole matrices of any size, as tiles would leave them.
    On aie, aie-ml, aie-mlv2."""
def max(a: Any, b: Any) -> Vector:
    """b where a < b, else a.
    On aie, aie-ml, aie-mlv2."""
def max16(x: Vector, *rest: Any) -> Any:
    """max(x, y), lanes chosen by offsets.
    On aie."""
def max32(x: Vector, *rest: Any) -> Any:
    """max(x, y), lanes chosen by offsets.
    On aie."""
def max4(x: Vector, *rest: Any) -> Any:
    """max(x, y), lanes chosen by offsets.
    On aie."""
def max8(x: Vector, *rest: Any) -> Any:
    """max(x, y), lanes chosen by offsets.
    On aie."""
def max_cmp(a: Any, b: Any) -> tuple[Vector, Mask]:
    """The larger lanes, and a mask of those that came from b.
    On aie, aie-ml, aie-mlv2."""
def max_lt(a: Vector, b: Vector) -> tuple[Vector, int]:
    """The larger lanes, and the bits of a < b.
    On aie-ml, aie-mlv2."""
def maxcmp16(x: Vector, *rest: Any) -> Any:
    """max(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def maxcmp32(x: Vector, *rest: Any) -> Any:
    """max(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def maxcmp4(x: Vector, *rest: Any) -> Any:
    """max(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def maxcmp8(x: Vector, *rest: Any) -> Any:
    """max(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def maxdiff(a: Any, b: Any) -> Vector:
    """a - b where that is positive, else 0.
    On aie, aie-ml, aie-mlv2."""
def maxdiff16(x: Vector, *rest: Any) -> Any:
    """max(x - y, 0), lanes chosen by offsets.
    On aie."""
def maxdiff32(x: Vector, *rest: Any) -> Any:
    """max(x - y, 0), lanes chosen by offsets.
    On aie."""
def maxdiff4(x: Vector, *rest: Any) -> Any:
    """max(x - y, 0), lanes chosen by offsets.
    On aie."""
def maxdiff8(x: Vector, *rest: Any) -> Any:
    """max(x - y, 0), lanes chosen by offsets.
    On aie."""
def maxdiff_lt(a: Vector, b: Vector) -> tuple[Vector, int]:
    """max(a - b, 0), and the bits of a < b.
    On aie-ml, aie-mlv2."""
def mdspan(source: Any, *sizes: int, strides: Any = None) -> Any:
    """Memory as an array of several dimensions.
    On aie, aie-ml, aie-mlv2."""
def min(a: Any, b: Any) -> Vector:
    """b where b < a, else a.
    On aie, aie-ml, aie-mlv2."""
def min16(x: Vector, *rest: Any) -> Any:
    """min(x, y), lanes chosen by offsets.
    On aie."""
def min32(x: Vector, *rest: Any) -> Any:
    """min(x, y), lanes chosen by offsets.
    On aie."""
def min4(x: Vector, *rest: Any) -> Any:
    """min(x, y), lanes chosen by offsets.
    On aie."""
def min8(x: Vector, *rest: Any) -> Any:
    """min(x, y), lanes chosen by offsets.
    On aie."""
def min_cmp(a: Any, b: Any) -> tuple[Vector, Mask]:
    """The smaller lanes, and a mask of those that came from b.
    On aie, aie-ml, aie-mlv2."""
def min_ge(a: Vector, b: Vector) -> tuple[Vector, int]:
    """The smaller lanes, and the bits of a >= b.
    On aie-ml, aie-mlv2."""
def mincmp16(x: Vector, *rest: Any) -> Any:
    """min(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def mincmp32(x: Vector, *rest: Any) -> Any:
    """min(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def mincmp4(x: Vector, *rest: Any) -> Any:
    """min(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def mincmp8(x: Vector, *rest: Any) -> Any:
    """min(x, y), and the bits of those from y, lanes chosen by offsets.
    On aie."""
def msc(acc: Accum, a: Any, b: Any) -> Accum:
    """acc - a * b; sums wrap at the lane.
    On aie, aie-ml, aie-mlv2."""
def msc16(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of x * z.
    msc16(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc16_abs(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of |x| * z.
    msc16_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of (x - y) * z.
    msc16_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    msc16_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_antisym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of (x - y) * z; 16 more lanes take one column of x, shifted up.
    msc16_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc16_max(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of max(x, y) * z.
    msc16_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of maxdiff(x, y) * z.
    msc16_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_min(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of min(x, y) * z.
    msc16_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_sym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of (x + y) * z.
    msc16_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    msc16_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc16_sym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: acc - sum over columns of (x + y) * z; 16 more lanes take one column of x, shifted up.
    msc16_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc2(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of x * z.
    msc2(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of (x - y) * z.
    msc2_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    msc2_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    msc2_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc2_sym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of (x + y) * z.
    msc2_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    msc2_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: acc - sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    msc2_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc4(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of x * z.
    msc4(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc4_abs(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of |x| * z.
    msc4_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of (x - y) * z.
    msc4_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    msc4_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    msc4_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc4_max(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of max(x, y) * z.
    msc4_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of maxdiff(x, y) * z.
    msc4_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_min(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of min(x, y) * z.
    msc4_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_sym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of (x + y) * z.
    msc4_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    msc4_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: acc - sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    msc4_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc8(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of x * z.
    msc8(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc8_abs(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of |x| * z.
    msc8_abs(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def msc8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of (x - y) * z.
    msc8_antisym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of (x - y) * z; the last column is a centre tap without y.
    msc8_antisym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_antisym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of (x - y) * z; 8 more lanes take one column of x, shifted up.
    msc8_antisym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc8_max(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of max(x, y) * z.
    msc8_max(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of maxdiff(x, y) * z.
    msc8_maxdiff(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_min(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of min(x, y) * z.
    msc8_min(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_sym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of (x + y) * z.
    msc8_sym(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of (x + y) * z; the last column is a centre tap without y.
    msc8_sym_ct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def msc8_sym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: acc - sum over columns of (x + y) * z; 8 more lanes take one column of x, shifted up.
    msc8_sym_uct(acc, xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def msc_1x2_2x4(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 4 lanes.
    msc_1x2_2x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_1x2_2x4T(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 4 lanes.
    msc_1x2_2x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_1x2_2x8(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 8 lanes.
    msc_1x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_1x2_2x8T(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 8 lanes.
    msc_1x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_1x4_4x8(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 8 lanes.
    msc_1x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_1x4_4x8T(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 8 lanes.
    msc_1x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x16_16x8(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 16 lanes.
    msc_2x16_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x16_16x8T(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 16 lanes.
    msc_2x16_16x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x2_2x8(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 16 lanes.
    msc_2x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x2_2x8T(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 16 lanes.
    msc_2x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x4_4x8(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 16 lanes.
    msc_2x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x4_4x8T(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 16 lanes.
    msc_2x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x8_8x8(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 16 lanes.
    msc_2x8_8x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_2x8_8x8T(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 16 lanes.
    msc_2x8_8x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x16_16x16(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 64 lanes.
    msc_4x16_16x16(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x16_16x16T(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 64 lanes.
    msc_4x16_16x16T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x16_16x4(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 16 lanes.
    msc_4x16_16x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x16_16x4T(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 16 lanes.
    msc_4x16_16x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x16_16x8(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 32 lanes.
    msc_4x16_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x16_16x8T(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 32 lanes.
    msc_4x16_16x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x1_1x4(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 16 lanes.
    msc_4x1_1x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x1_1x4T(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 16 lanes.
    msc_4x1_1x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x1_1x8(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 32 lanes.
    msc_4x1_1x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x1_1x8T(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 32 lanes.
    msc_4x1_1x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x2_2x4(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 16 lanes.
    msc_4x2_2x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x2_2x4T(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 16 lanes.
    msc_4x2_2x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x2_2x8(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 32 lanes.
    msc_4x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x2_2x8T(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 32 lanes.
    msc_4x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x32_32x8(*arguments: Any) -> Accum:
    """acc - sum over 32 terms of a * b, 32 lanes.
    msc_4x32_32x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x32_32x8T(*arguments: Any) -> Accum:
    """acc - sum over 32 terms of a * b, 32 lanes.
    msc_4x32_32x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x4_4x4(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 16 lanes.
    msc_4x4_4x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x4_4x4T(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 16 lanes.
    msc_4x4_4x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x4_4x8(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 32 lanes.
    msc_4x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x4_4x8T(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 32 lanes.
    msc_4x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x8_8x16(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 64 lanes.
    msc_4x8_8x16(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x8_8x16T(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 64 lanes.
    msc_4x8_8x16T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x8_8x4(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 16 lanes.
    msc_4x8_8x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x8_8x4T(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 16 lanes.
    msc_4x8_8x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x8_8x8(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 32 lanes.
    msc_4x8_8x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_4x8_8x8T(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 32 lanes.
    msc_4x8_8x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x16_16x8(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 64 lanes.
    msc_8x16_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x16_16x8T(*arguments: Any) -> Accum:
    """acc - sum over 16 terms of a * b, 64 lanes.
    msc_8x16_16x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x1_1x8(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 64 lanes.
    msc_8x1_1x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x1_1x8T(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 64 lanes.
    msc_8x1_1x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x2_2x8(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 64 lanes.
    msc_8x2_2x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x2_2x8T(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 64 lanes.
    msc_8x2_2x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x4_4x8(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 64 lanes.
    msc_8x4_4x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x4_4x8T(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 64 lanes.
    msc_8x4_4x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x8_8x4(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 32 lanes.
    msc_8x8_8x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x8_8x4T(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 32 lanes.
    msc_8x8_8x4T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x8_8x8(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 64 lanes.
    msc_8x8_8x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_8x8_8x8T(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 64 lanes.
    msc_8x8_8x8T(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_conv_16x4(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 16 lanes.
    msc_conv_16x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_conv_16x8(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 16 lanes.
    msc_conv_16x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_conv_32x4(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 32 lanes.
    msc_conv_32x4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_conv_32x8(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 32 lanes.
    msc_conv_32x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_conv_64x8(*arguments: Any) -> Accum:
    """acc - sum over 8 terms of a * b, 64 lanes.
    msc_conv_64x8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_16(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 16 lanes.
    msc_elem_16(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_16_2(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 16 lanes.
    msc_elem_16_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_16_4(*arguments: Any) -> Accum:
    """acc - sum over 4 terms of a * b, 16 lanes.
    msc_elem_16_4(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_32(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 32 lanes.
    msc_elem_32(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_32_2(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 32 lanes.
    msc_elem_32_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_64(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 64 lanes.
    msc_elem_64(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_64_2(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 64 lanes.
    msc_elem_64_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_8(*arguments: Any) -> Accum:
    """acc - sum over 1 terms of a * b, 8 lanes.
    msc_elem_8(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_elem_8_2(*arguments: Any) -> Accum:
    """acc - sum over 2 terms of a * b, 8 lanes.
    msc_elem_8_2(a[, sign_a], b[, sign_b], acc)
    On aie-ml, aie-mlv2."""
def msc_square(acc: Accum, a: Vector) -> Accum:
    """acc - a * a.
    On aie, aie-ml, aie-mlv2."""
def mul(a: Any, b: Any, tag: Any = None) -> Accum:
    """a * b into an accumulator.
    On aie, aie-ml, aie-mlv2."""
def mul16(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of x * z.
    mul16(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def mul16_abs(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of |x| * z.
    mul16_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mul16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of (x - y) * z.
    mul16_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    mul16_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_antisym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of (x - y) * z; 16 more lanes take one column of x, shifted up.
    mul16_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul16_max(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of max(x, y) * z.
    mul16_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of maxdiff(x, y) * z.
    mul16_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_min(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of min(x, y) * z.
    mul16_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_sym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of (x + y) * z.
    mul16_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    mul16_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul16_sym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: sum over columns of (x + y) * z; 16 more lanes take one column of x, shifted up.
    mul16_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul2(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of x * z.
    mul2(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def mul2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of (x - y) * z.
    mul2_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    mul2_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    mul2_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul2_sym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of (x + y) * z.
    mul2_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    mul2_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    mul2_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul4(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of x * z.
    mul4(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def mul4_abs(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of |x| * z.
    mul4_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mul4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of (x - y) * z.
    mul4_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    mul4_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    mul4_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul4_max(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of max(x, y) * z.
    mul4_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of maxdiff(x, y) * z.
    mul4_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_min(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of min(x, y) * z.
    mul4_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_sym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of (x + y) * z.
    mul4_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    mul4_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    mul4_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul8(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of x * z.
    mul8(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][,
    zsquare])
    On aie."""
def mul8_abs(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of |x| * z.
    mul8_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def mul8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of (x - y) * z.
    mul8_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of (x - y) * z; the last column is a centre tap without y.
    mul8_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_antisym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of (x - y) * z; 8 more lanes take one column of x, shifted up.
    mul8_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul8_max(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of max(x, y) * z.
    mul8_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of maxdiff(x, y) * z.
    mul8_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_min(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of min(x, y) * z.
    mul8_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_sym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of (x + y) * z.
    mul8_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of (x + y) * z; the last column is a centre tap without y.
    mul8_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def mul8_sym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: sum over columns of (x + y) * z; 8 more lanes take one column of x, shifted up.
    mul8_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def mul_1x2_2x4(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 4 lanes.
    mul_1x2_2x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_1x2_2x4T(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 4 lanes.
    mul_1x2_2x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_1x2_2x8(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 8 lanes.
    mul_1x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_1x2_2x8T(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 8 lanes.
    mul_1x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_1x4_4x8(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 8 lanes.
    mul_1x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_1x4_4x8T(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 8 lanes.
    mul_1x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x16_16x8(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 16 lanes.
    mul_2x16_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x16_16x8T(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 16 lanes.
    mul_2x16_16x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x2_2x8(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 16 lanes.
    mul_2x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x2_2x8T(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 16 lanes.
    mul_2x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x4_4x8(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 16 lanes.
    mul_2x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x4_4x8T(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 16 lanes.
    mul_2x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x8_8x8(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 16 lanes.
    mul_2x8_8x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_2x8_8x8T(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 16 lanes.
    mul_2x8_8x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x16_16x16(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 64 lanes.
    mul_4x16_16x16(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x16_16x16T(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 64 lanes.
    mul_4x16_16x16T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x16_16x4(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 16 lanes.
    mul_4x16_16x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x16_16x4T(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 16 lanes.
    mul_4x16_16x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x16_16x8(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 32 lanes.
    mul_4x16_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x16_16x8T(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 32 lanes.
    mul_4x16_16x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x1_1x4(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 16 lanes.
    mul_4x1_1x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x1_1x4T(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 16 lanes.
    mul_4x1_1x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x1_1x8(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 32 lanes.
    mul_4x1_1x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x1_1x8T(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 32 lanes.
    mul_4x1_1x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x2_2x4(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 16 lanes.
    mul_4x2_2x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x2_2x4T(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 16 lanes.
    mul_4x2_2x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x2_2x8(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 32 lanes.
    mul_4x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x2_2x8T(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 32 lanes.
    mul_4x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x32_32x8(*arguments: Any) -> Accum:
    """sum over 32 terms of a * b, 32 lanes.
    mul_4x32_32x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x32_32x8T(*arguments: Any) -> Accum:
    """sum over 32 terms of a * b, 32 lanes.
    mul_4x32_32x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x4_4x4(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 16 lanes.
    mul_4x4_4x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x4_4x4T(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 16 lanes.
    mul_4x4_4x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x4_4x8(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 32 lanes.
    mul_4x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x4_4x8T(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 32 lanes.
    mul_4x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x8_8x16(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 64 lanes.
    mul_4x8_8x16(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x8_8x16T(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 64 lanes.
    mul_4x8_8x16T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x8_8x4(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 16 lanes.
    mul_4x8_8x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x8_8x4T(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 16 lanes.
    mul_4x8_8x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x8_8x8(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 32 lanes.
    mul_4x8_8x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_4x8_8x8T(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 32 lanes.
    mul_4x8_8x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x16_16x8(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 64 lanes.
    mul_8x16_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x16_16x8T(*arguments: Any) -> Accum:
    """sum over 16 terms of a * b, 64 lanes.
    mul_8x16_16x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x1_1x8(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 64 lanes.
    mul_8x1_1x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x1_1x8T(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 64 lanes.
    mul_8x1_1x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x2_2x8(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 64 lanes.
    mul_8x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x2_2x8T(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 64 lanes.
    mul_8x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x4_4x8(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 64 lanes.
    mul_8x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x4_4x8T(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 64 lanes.
    mul_8x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x8_8x4(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 32 lanes.
    mul_8x8_8x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x8_8x4T(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 32 lanes.
    mul_8x8_8x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x8_8x8(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 64 lanes.
    mul_8x8_8x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_8x8_8x8T(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 64 lanes.
    mul_8x8_8x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_conv_16x4(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 16 lanes.
    mul_conv_16x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_conv_16x8(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 16 lanes.
    mul_conv_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_conv_32x4(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 32 lanes.
    mul_conv_32x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_conv_32x8(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 32 lanes.
    mul_conv_32x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_conv_64x8(*arguments: Any) -> Accum:
    """sum over 8 terms of a * b, 64 lanes.
    mul_conv_64x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_16(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 16 lanes.
    mul_elem_16(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_16_2(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 16 lanes.
    mul_elem_16_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_16_4(*arguments: Any) -> Accum:
    """sum over 4 terms of a * b, 16 lanes.
    mul_elem_16_4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_32(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 32 lanes.
    mul_elem_32(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_32_2(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 32 lanes.
    mul_elem_32_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_64(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 64 lanes.
    mul_elem_64(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_64_2(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 64 lanes.
    mul_elem_64_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_8(*arguments: Any) -> Accum:
    """sum over 1 terms of a * b, 8 lanes.
    mul_elem_8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_elem_8_2(*arguments: Any) -> Accum:
    """sum over 2 terms of a * b, 8 lanes.
    mul_elem_8_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def mul_square(a: Vector, tag: Any = None) -> Accum:
    """a * a.
    On aie, aie-ml, aie-mlv2."""
def ne16(x: Vector, *rest: Any) -> Any:
    """bits x != y, lanes chosen by offsets.
    On aie."""
def ne32(x: Vector, *rest: Any) -> Any:
    """bits x != y, lanes chosen by offsets.
    On aie."""
def ne4(x: Vector, *rest: Any) -> Any:
    """bits x != y, lanes chosen by offsets.
    On aie."""
def ne8(x: Vector, *rest: Any) -> Any:
    """bits x != y, lanes chosen by offsets.
    On aie."""
def neg(v: Vector) -> Vector:
    """-v; the lowest integer stays as it is.
    On aie, aie-ml, aie-mlv2."""
def neg_gtz(a: Vector) -> tuple[Vector, int]:
    """-a, and the bits of a > 0.
    On aie-ml, aie-mlv2."""
def negmul(a: Any, b: Any, tag: Any = None) -> Accum:
    """-(a * b) into an accumulator.
    On aie, aie-ml, aie-mlv2."""
def negmul16(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of x * z.
    negmul16(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul16_abs(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of |x| * z.
    negmul16_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul16_antisym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of (x - y) * z.
    negmul16_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_antisym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    negmul16_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_antisym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of (x - y) * z; 16 more lanes take one column of x, shifted up.
    negmul16_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare],
    uct_col, zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul16_max(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of max(x, y) * z.
    negmul16_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_maxdiff(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of maxdiff(x, y) * z.
    negmul16_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_min(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of min(x, y) * z.
    negmul16_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_sym(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of (x + y) * z.
    negmul16_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_sym_ct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    negmul16_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul16_sym_uct(*arguments: Any) -> Accum:
    """16 lanes of 48 bits: -sum over columns of (x + y) * z; 16 more lanes take one column of x, shifted up.
    negmul16_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul2(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of x * z.
    negmul2(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul2_antisym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of (x - y) * z.
    negmul2_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul2_antisym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    negmul2_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul2_antisym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of (x - y) * z; 2 more lanes take one column of x, shifted up.
    negmul2_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul2_sym(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of (x + y) * z.
    negmul2_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul2_sym_ct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    negmul2_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul2_sym_uct(*arguments: Any) -> Accum:
    """2 lanes of 48 bits: -sum over columns of (x + y) * z; 2 more lanes take one column of x, shifted up.
    negmul2_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul4(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of x * z.
    negmul4(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul4_abs(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of |x| * z.
    negmul4_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul4_antisym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of (x - y) * z.
    negmul4_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_antisym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    negmul4_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_antisym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of (x - y) * z; 4 more lanes take one column of x, shifted up.
    negmul4_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul4_max(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of max(x, y) * z.
    negmul4_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_maxdiff(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of maxdiff(x, y) * z.
    negmul4_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_min(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of min(x, y) * z.
    negmul4_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_sym(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of (x + y) * z.
    negmul4_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_sym_ct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    negmul4_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul4_sym_uct(*arguments: Any) -> Accum:
    """4 lanes of 48 bits: -sum over columns of (x + y) * z; 4 more lanes take one column of x, shifted up.
    negmul4_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul8(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of x * z.
    negmul8(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul8_abs(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of |x| * z.
    negmul8_abs(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], zbuff, zstart, zoffsets[, zoffsets_hi][,
    zstep][, zsquare])
    On aie."""
def negmul8_antisym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of (x - y) * z.
    negmul8_antisym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_antisym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of (x - y) * z; the last column is a centre tap without y.
    negmul8_antisym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_antisym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of (x - y) * z; 8 more lanes take one column of x, shifted up.
    negmul8_antisym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul8_max(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of max(x, y) * z.
    negmul8_max(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_maxdiff(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of maxdiff(x, y) * z.
    negmul8_maxdiff(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_min(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of min(x, y) * z.
    negmul8_min(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_sym(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of (x + y) * z.
    negmul8_sym(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], zbuff, zstart,
    zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_sym_ct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of (x + y) * z; the last column is a centre tap without y.
    negmul8_sym_ct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], mtap, zbuff,
    zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare])
    On aie."""
def negmul8_sym_uct(*arguments: Any) -> Accum:
    """8 lanes of 48 bits: -sum over columns of (x + y) * z; 8 more lanes take one column of x, shifted up.
    negmul8_sym_uct(xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare], [ybuff, ]ystart[, ysquare], uct_col,
    zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare], uct_shift)
    On aie."""
def negmul_1x2_2x4(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 4 lanes.
    negmul_1x2_2x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_1x2_2x4T(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 4 lanes.
    negmul_1x2_2x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_1x2_2x8(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 8 lanes.
    negmul_1x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_1x2_2x8T(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 8 lanes.
    negmul_1x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_1x4_4x8(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 8 lanes.
    negmul_1x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_1x4_4x8T(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 8 lanes.
    negmul_1x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x16_16x8(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 16 lanes.
    negmul_2x16_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x16_16x8T(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 16 lanes.
    negmul_2x16_16x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x2_2x8(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 16 lanes.
    negmul_2x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x2_2x8T(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 16 lanes.
    negmul_2x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x4_4x8(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 16 lanes.
    negmul_2x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x4_4x8T(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 16 lanes.
    negmul_2x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x8_8x8(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 16 lanes.
    negmul_2x8_8x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_2x8_8x8T(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 16 lanes.
    negmul_2x8_8x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x16_16x16(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 64 lanes.
    negmul_4x16_16x16(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x16_16x16T(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 64 lanes.
    negmul_4x16_16x16T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x16_16x4(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 16 lanes.
    negmul_4x16_16x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x16_16x4T(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 16 lanes.
    negmul_4x16_16x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x16_16x8(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 32 lanes.
    negmul_4x16_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x16_16x8T(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 32 lanes.
    negmul_4x16_16x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x1_1x4(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 16 lanes.
    negmul_4x1_1x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x1_1x4T(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 16 lanes.
    negmul_4x1_1x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x1_1x8(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 32 lanes.
    negmul_4x1_1x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x1_1x8T(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 32 lanes.
    negmul_4x1_1x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x2_2x4(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 16 lanes.
    negmul_4x2_2x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x2_2x4T(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 16 lanes.
    negmul_4x2_2x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x2_2x8(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 32 lanes.
    negmul_4x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x2_2x8T(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 32 lanes.
    negmul_4x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x32_32x8(*arguments: Any) -> Accum:
    """-sum over 32 terms of a * b, 32 lanes.
    negmul_4x32_32x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x32_32x8T(*arguments: Any) -> Accum:
    """-sum over 32 terms of a * b, 32 lanes.
    negmul_4x32_32x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x4_4x4(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 16 lanes.
    negmul_4x4_4x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x4_4x4T(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 16 lanes.
    negmul_4x4_4x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x4_4x8(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 32 lanes.
    negmul_4x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x4_4x8T(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 32 lanes.
    negmul_4x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x8_8x16(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 64 lanes.
    negmul_4x8_8x16(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x8_8x16T(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 64 lanes.
    negmul_4x8_8x16T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x8_8x4(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 16 lanes.
    negmul_4x8_8x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x8_8x4T(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 16 lanes.
    negmul_4x8_8x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x8_8x8(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 32 lanes.
    negmul_4x8_8x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_4x8_8x8T(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 32 lanes.
    negmul_4x8_8x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x16_16x8(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 64 lanes.
    negmul_8x16_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x16_16x8T(*arguments: Any) -> Accum:
    """-sum over 16 terms of a * b, 64 lanes.
    negmul_8x16_16x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x1_1x8(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 64 lanes.
    negmul_8x1_1x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x1_1x8T(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 64 lanes.
    negmul_8x1_1x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x2_2x8(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 64 lanes.
    negmul_8x2_2x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x2_2x8T(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 64 lanes.
    negmul_8x2_2x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x4_4x8(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 64 lanes.
    negmul_8x4_4x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x4_4x8T(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 64 lanes.
    negmul_8x4_4x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x8_8x4(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 32 lanes.
    negmul_8x8_8x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x8_8x4T(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 32 lanes.
    negmul_8x8_8x4T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x8_8x8(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 64 lanes.
    negmul_8x8_8x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_8x8_8x8T(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 64 lanes.
    negmul_8x8_8x8T(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_conv_16x4(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 16 lanes.
    negmul_conv_16x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_conv_16x8(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 16 lanes.
    negmul_conv_16x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_conv_32x4(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 32 lanes.
    negmul_conv_32x4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_conv_32x8(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 32 lanes.
    negmul_conv_32x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_conv_64x8(*arguments: Any) -> Accum:
    """-sum over 8 terms of a * b, 64 lanes.
    negmul_conv_64x8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_16(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 16 lanes.
    negmul_elem_16(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_16_2(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 16 lanes.
    negmul_elem_16_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_16_4(*arguments: Any) -> Accum:
    """-sum over 4 terms of a * b, 16 lanes.
    negmul_elem_16_4(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_32(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 32 lanes.
    negmul_elem_32(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_32_2(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 32 lanes.
    negmul_elem_32_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_64(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 64 lanes.
    negmul_elem_64(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_64_2(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 64 lanes.
    negmul_elem_64_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_8(*arguments: Any) -> Accum:
    """-sum over 1 terms of a * b, 8 lanes.
    negmul_elem_8(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def negmul_elem_8_2(*arguments: Any) -> Accum:
    """-sum over 2 terms of a * b, 8 lanes.
    negmul_elem_8_2(a[, sign_a], b[, sign_b])
    On aie-ml, aie-mlv2."""
def neq(a: Any, b: Any) -> Mask:
    """mask[i] = a[i] != b[i].
    On aie, aie-ml, aie-mlv2."""
def not_equal(a: Vector, b: Any) -> bool:
    """Whether a lane differs.
    On aie, aie-ml, aie-mlv2."""
def op_abs(v: Vector) -> Operand:
    """|v| as a factor, one bit wider than its data.
    On aie, aie-ml, aie-mlv2."""
def op_add(a: Vector, b: Any) -> Operand:
    """a + b as a factor, one bit wider than its data.
    On aie, aie-ml, aie-mlv2."""
def op_conj(v: Vector) -> Operand:
    """The conjugate of a factor.
    On aie, aie-ml, aie-mlv2."""
def op_max(a: Vector, b: Any) -> Operand:
    """max(a, b) as a factor.
    On aie, aie-ml, aie-mlv2."""
def op_min(a: Vector, b: Any) -> Operand:
    """min(a, b) as a factor.
    On aie, aie-ml, aie-mlv2."""
def op_none(v: Vector) -> Operand:
    """A factor as it is.
    On aie, aie-ml, aie-mlv2."""
def op_sign(v: Vector, is_signed: bool = True) -> Operand:
    """A factor read as signed or unsigned.
    On aie, aie-ml, aie-mlv2."""
def op_sub(a: Vector, b: Any) -> Operand:
    """a - b as a factor, one bit wider than its data.
    On aie, aie-ml, aie-mlv2."""
def op_transpose(v: Vector) -> Operand:
    """A matrix that lies column by column.
    On aie, aie-ml, aie-mlv2."""
def op_zero(acc: Accum, zero: bool) -> Accum:
    """The accumulator, or zeros in its place.
    On aie, aie-ml, aie-mlv2."""
def pack(values: Any, to: Any = None) -> Any:
    """Lanes of half the width.
    On aie, aie-ml, aie-mlv2."""
def packet_id(header: int) -> int:
    """The number of a packet.
    On aie, aie-ml, aie-mlv2."""
def print(x: Accum | Vector, with_newline: bool = False, prefix: str = '') -> None:
    """Lanes as text: accumulators in hexadecimal, as many digits as their tag has bits.
    On aie, aie-ml, aie-mlv2."""
def push(v: Vector, x: Any) -> Vector:
    """Every lane moves up by one; x becomes lane 0.
    On aie, aie-ml, aie-mlv2."""
def put_mcd(link: Any, acc: Any) -> None:
    """Lanes of an accumulator to the core behind.
    On aie, aie-ml, aie-mlv2."""
def put_ms(link: Any, value: Any, last: bool = False) -> None:
    """32 or 128 bits to the output stream.
    On aie, aie-ml, aie-mlv2."""
def readincr(link: Any, size: int = 0) -> Any:
    """The next value or vector of a stream, the next lanes of a cascade.
    On aie, aie-ml, aie-mlv2."""
def real(v: Vector) -> Vector:
    """The real parts.
    On aie, aie-ml, aie-mlv2."""
def reduce_add(v: Vector) -> Any:
    """The sum of all lanes; integers wrap.
    On aie, aie-ml, aie-mlv2."""
def reduce_add_v(*vectors: Vector) -> Vector:
    """The sums of several vectors, in the low lanes of one.
    On aie, aie-ml, aie-mlv2."""
def reduce_max(v: Vector) -> Any:
    """The largest lane.
    On aie, aie-ml, aie-mlv2."""
def reduce_min(v: Vector) -> Any:
    """The smallest lane.
    On aie, aie-ml, aie-mlv2."""
def reduce_mul(v: Vector) -> Any:
    """The product of all lanes; integers wrap.
    On aie, aie-ml, aie-mlv2."""
def reverse(v: Vector) -> Vector:
    """lane i = v[N - 1 - i].
    On aie, aie-ml, aie-mlv2."""
def saturating_add(a: Any, b: Any) -> Vector:
    """a + b by way of the accumulator: the saturation mode counts.
    On aie, aie-ml, aie-mlv2."""
def saturating_sub(a: Any, b: Any) -> Vector:
    """a - b by way of the accumulator: the saturation mode counts.
    On aie, aie-ml, aie-mlv2."""
def sel(a: Vector, b: Vector, mask: int) -> Vector:
    """b where the bit is one, else a.
    On aie-ml, aie-mlv2."""
def select(a: Any, b: Any, mask: Mask) -> Vector:
    """b where the mask is set, else a.
    On aie, aie-ml, aie-mlv2."""
def select16(mask: int, x: Vector, *rest: Any) -> Vector:
    """y where the bit of the mask is set, else x, lanes chosen by offsets.
    On aie."""
def select32(mask: int, x: Vector, *rest: Any) -> Vector:
    """y where the bit of the mask is set, else x, lanes chosen by offsets.
    On aie."""
def select4(mask: int, x: Vector, *rest: Any) -> Vector:
    """y where the bit of the mask is set, else x, lanes chosen by offsets.
    On aie."""
def select8(mask: int, x: Vector, *rest: Any) -> Vector:
    """y where the bit of the mask is set, else x, lanes chosen by offsets.
    On aie."""
def set(v: Vector, x: Any, lane: int) -> Vector:
    """A vector with one lane replaced.
    On aie, aie-ml, aie-mlv2."""
def set_rnd(code: int) -> None:
    """Sets the rounding mode by the number that the family gives it.
    On aie, aie-ml, aie-mlv2."""
def set_rounding(mode: str) -> None:
    """Sets the rounding mode, which stays.
    On aie, aie-ml, aie-mlv2."""
def set_sat() -> None:
    """Clamping from now on.
    On aie, aie-ml, aie-mlv2."""
def set_satmode(code: int) -> None:
    """Sets the saturation mode by its number.
    On aie, aie-ml, aie-mlv2."""
def set_saturation(mode: str) -> None:
    """Sets the saturation mode, which stays.
    On aie, aie-ml, aie-mlv2."""
def set_symsat() -> None:
    """Clamping from now on, never to the lowest number.
    On aie, aie-ml, aie-mlv2."""
def shft_elem(v: Vector, x: Any) -> Vector:
    """Every lane moves up by one; x becomes lane 0.
    On aie, aie-ml, aie-mlv2."""
def shift(a: Vector, b: Vector, n: int) -> Vector:
    """Lanes of both operands from lane n on.
    On aie-ml, aie-mlv2."""
def shift_bytes(a: Vector, b: Vector, n: int) -> Vector:
    """Bytes of both operands from byte n on.
    On aie-ml, aie-mlv2."""
def shiftr_elem(v: Vector, x: Any) -> Vector:
    """Every lane moves down by one; x becomes the last one.
    On aie-ml, aie-mlv2."""
def shuffle(a: Vector, b: Vector, mode: int) -> Vector:
    """512 bits of both operands in the order of a mode 0..47.
    On aie-ml, aie-mlv2."""
def shuffle16(x: Vector, *rest: Any) -> Any:
    """lane l = x[start + offset l], lanes chosen by offsets.
    On aie."""
def shuffle32(x: Vector, *rest: Any) -> Any:
    """lane l = x[start + offset l], lanes chosen by offsets.
    On aie."""
def shuffle4(x: Vector, *rest: Any) -> Any:
    """lane l = x[start + offset l], lanes chosen by offsets.
    On aie."""
def shuffle8(x: Vector, *rest: Any) -> Any:
    """lane l = x[start + offset l], lanes chosen by offsets.
    On aie."""
def shuffle_down(v: Vector, n: int) -> Vector:
    """lane i = v[i + n]; the top n are undefined.
    On aie, aie-ml, aie-mlv2."""
def shuffle_down_fill(v: Vector, fill: Vector, n: int) -> Vector:
    """lane i = v[i + n]; free lanes take fill[0], fill[1], ....
    On aie, aie-ml, aie-mlv2."""
def shuffle_down_replicate(v: Vector, n: int) -> Vector:
    """lane i = v[i + n]; the top n repeat the last lane.
    On aie, aie-ml, aie-mlv2."""
def shuffle_down_rotate(v: Vector, n: int) -> Vector:
    """lane i = v[(i + n) % N].
    On aie, aie-ml, aie-mlv2."""
def shuffle_up(v: Vector, n: int) -> Vector:
    """lane i = v[i - n]; the low n are undefined.
    On aie, aie-ml, aie-mlv2."""
def shuffle_up_fill(v: Vector, fill: Vector, n: int) -> Vector:
    """lane i = v[i - n]; free lanes take the last n of fill.
    On aie, aie-ml, aie-mlv2."""
def shuffle_up_replicate(v: Vector, n: int) -> Vector:
    """lane i = v[i - n]; the low n repeat the first lane.
    On aie, aie-ml, aie-mlv2."""
def shuffle_up_rotate(v: Vector, n: int) -> Vector:
    """lane i = v[(i - n) % N].
    On aie, aie-ml, aie-mlv2."""
def sin(x: Any) -> Any:
    """The sine: of radians, or of phases that turn once in 2**32.
    On aie, aie-mlv2."""
def sincos(x: Any) -> tuple[Any, Any]:
    """Sine and cosine.
    On aie, aie-mlv2."""
def sincos_complex(x: Any) -> Any:
    """cos + i sin.
    On aie."""
def sliding_mac(acc: Accum, coefficients: Any, data: Vector, points: int | None = None, **where: Any) -> Accum:
    """acc + sliding_mul.
    On aie, aie-ml, aie-mlv2."""
def sliding_mul(
    coefficients: Any, data: Vector, lanes: int | None = None, points: int | None = None, *, coeff_start: int = 0,
    data_start: int = 0, coeff_step: int = 1, data_step_x: int = 1, data_step_y: int = 1, tag: Any = None, acc: Accum |
    None = None, negate: bool = False
) -> Accum:
    """out[l] = sum over p of coeff[cs + p * cstep] * data[ds + l * dy + p * dx], around the end.
    On aie, aie-ml, aie-mlv2."""
def sliding_mul_antisym(
    coefficients: Any, data: Vector, lanes: int | None = None, *, points: int, coeff_start: int = 0, data_start: int =
    0, data_step_x: int = 1, data_step_y: int = 1, tag: Any = None, acc: Accum | None = None
) -> Accum:
    """An antisymmetric filter: minus in place of plus.
    On aie, aie-ml, aie-mlv2."""
def sliding_mul_ch(
    coefficients: Any, data: Vector, lanes: int, channels: int, points: int, *, coeff_start: int = 0, data_start: int =
    0, data_step_x: int = 1, data_step_y: int = 1, tag: Any = None, acc: Accum | None = None, negate: bool = False
) -> Accum:
    """A filter of several channels side by side.
    On aie, aie-ml, aie-mlv2."""
def sliding_mul_sym(
    coefficients: Any, data: Vector, lanes: int | None = None, *, points: int, coeff_start: int = 0, data_start: int =
    0, data_step_x: int = 1, data_step_y: int = 1, tag: Any = None, acc: Accum | None = None
) -> Accum:
    """A symmetric filter: c[p] * (data[l + p] + data[l + points - 1 - p]).
    On aie, aie-ml, aie-mlv2."""
def sliding_mul_sym_uct(
    coefficients: Any, data: Vector, lanes: int, *, points: int, uct_shift: int, coeff_start: int = 0, data_start: int =
    0, data_step_x: int = 1, data_step_y: int = 1, tag: Any = None, acc: Accum | None = None, antisym: bool = False
) -> Accum:
    """A symmetric filter with a unit centre tap: twice the lanes, the upper half shifted data.
    On aie, aie-ml, aie-mlv2."""
def sparse_pack(values: Any) -> Any:
    """A vector as bytes that sparse_vector reads.
    On aie-ml, aie-mlv2."""
def sparse_vector(source: Any, type: Any, size: int, at: int = 0) -> tuple[Vector, int]:
    """A vector whose zeros are left out in memory.
    On aie-ml, aie-mlv2."""
def sqrt(x: Any, type: Any = None) -> Any:
    """The square root.
    On aie, aie-ml, aie-mlv2."""
def srs(
    values: Any, shift: int, to: Any = 'int16', rounding: str | None = None, saturation: str | None = None, chip: Any =
    None
) -> Any:
    """Shift right, round, saturate: accumulator to vector, by the modes of the core.
    On aie, aie-ml, aie-mlv2."""
def srs_ilv(acc: Accum, shift: int) -> Vector:
    """srs, then the lanes of both halves in turn.
    On aie."""
def srs_to(acc: Accum, shift: int, type: Any) -> Vector:
    """srs, named after its result; _conf sets the modes for one call.
    On aie-ml, aie-mlv2."""
def ssrs(acc: Accum, shift: int) -> Vector:
    """srs to the narrow result.
    On aie-ml, aie-mlv2."""
def store_floor_v(target: Any, v: Vector, at: int = 0) -> None:
    """p[i] = v[i], to the last aligned place.
    On aie, aie-ml, aie-mlv2."""
def store_unaligned_v(target: Any, v: Vector, at: int = 0) -> None:
    """p[i] = v[i].
    On aie, aie-ml, aie-mlv2."""
def store_v(target: Any, v: Vector, at: int = 0) -> None:
    """p[i] = v[i], to an aligned place.
    On aie, aie-ml, aie-mlv2."""
def sub(a: Any, b: Any) -> Any:
    """a - b lane by lane; integers wrap, no mode counts. Accumulators subtract, too.
    On aie, aie-ml, aie-mlv2."""
def sub16(x: Vector, *rest: Any) -> Any:
    """x - y, lanes chosen by offsets.
    On aie."""
def sub32(x: Vector, *rest: Any) -> Any:
    """x - y, lanes chosen by offsets.
    On aie."""
def sub4(x: Vector, *rest: Any) -> Any:
    """x - y, lanes chosen by offsets.
    On aie."""
def sub8(x: Vector, *rest: Any) -> Any:
    """x - y, lanes chosen by offsets.
    On aie."""
def sub_ge(a: Vector, b: Vector) -> tuple[Vector, int]:
    """a - b, and the bits of a >= b.
    On aie-ml, aie-mlv2."""
def sub_lt(a: Vector, b: Vector) -> tuple[Vector, int]:
    """a - b, and the bits of a < b.
    On aie-ml, aie-mlv2."""
def sups(v: Vector, shift: int = 0) -> Accum:
    """Shift left: vector to the narrow accumulator.
    On aie-ml, aie-mlv2."""
def swap_rounding(mode: str) -> str:
    """Sets a rounding mode and gives the one before.
    On aie, aie-ml, aie-mlv2."""
def swap_saturation(mode: str) -> str:
    """Sets a saturation mode and gives the one before.
    On aie, aie-ml, aie-mlv2."""
def tanh(x: Any, type: Any = None) -> Any:
    """The hyperbolic tangent.
    On aie-mlv2."""
def to_fixed(v: Vector, type: Any = 'int32', shift: int = 0) -> Vector:
    """round(v * 2**shift), clamped; NaN gives 0.
    On aie, aie-ml, aie-mlv2."""
def to_float(v: Vector, type: Any = 'float', shift: int = 0) -> Vector:
    """v / 2**shift.
    On aie, aie-ml, aie-mlv2."""
def to_vector(acc: Accum, type: Any, shift: int = 0) -> Vector:
    """The srs of the interface: accumulator to lanes of any type.
    On aie, aie-ml, aie-mlv2."""
def to_vector_zip(acc: Accum, type: Any, shift: int = 0) -> Vector:
    """to_vector, then the lanes of both halves in turn.
    On aie."""
def transpose(v: Vector, rows: int, columns: int | None = None) -> Vector:
    """rows x columns becomes columns x rows.
    On aie, aie-ml, aie-mlv2."""
def ubsrs(acc: Accum, shift: int) -> Vector:
    """srs to unsigned bytes.
    On aie."""
def ulsrs(acc: Accum, shift: int) -> Vector:
    """srs to the wide unsigned result.
    On aie-ml, aie-mlv2."""
def undef(type: Any, size: int) -> Any:
    """Undefined lanes.
    On aie, aie-ml, aie-mlv2."""
def unpack(v: Vector) -> Vector:
    """Lanes of twice the width, sign or zero extended.
    On aie, aie-ml, aie-mlv2."""
def upd_elem(v: Vector, i: int, x: Any) -> Vector:
    """A vector with one lane replaced.
    On aie, aie-ml, aie-mlv2."""
def upd_hi(acc: Accum, part: Accum) -> Accum:
    """An accumulator with its upper half replaced.
    On aie, aie-ml, aie-mlv2."""
def upd_lo(acc: Accum, part: Accum) -> Accum:
    """An accumulator with its lower half replaced.
    On aie, aie-ml, aie-mlv2."""
def upd_v(v: Vector, i: int, part: Vector) -> Vector:
    """A vector with part number i of 128 bits replaced.
    On aie, aie-ml, aie-mlv2."""
def upd_w(v: Vector, i: int, part: Vector) -> Vector:
    """A vector with part number i of 256 bits replaced.
    On aie, aie-ml, aie-mlv2."""
def upd_x(v: Vector, i: int, part: Vector) -> Vector:
    """A vector with part number i of 512 bits replaced.
    On aie, aie-ml, aie-mlv2."""
def ups(values: Any, shift: int = 0, to: Any = None, chip: Any = None) -> Any:
    """Shift left: vector to accumulator.
    On aie, aie-ml, aie-mlv2."""
def ups_ilv(v: Vector, shift: int = 0) -> Accum:
    """ups of the even lanes into the lower half, of the odd ones into the upper.
    On aie."""
def ups_to(v: Vector, shift: int, tag: Any) -> Accum:
    """ups, named after its result.
    On aie-ml, aie-mlv2."""
def upshift(v: Vector, shift: int) -> Vector:
    """v << shift; what leaves the lane is lost.
    On aie, aie-ml, aie-mlv2."""
def ussrs(acc: Accum, shift: int) -> Vector:
    """srs to the narrow unsigned result.
    On aie-ml, aie-mlv2."""
def vector(values: Any, type: Any = None) -> Vector:
    """Lanes of one type.
    On aie, aie-ml, aie-mlv2."""
def vector_cast(type: Any, v: Vector | Accum) -> Vector | Accum:
    """The same bits as lanes of another type.
    On aie, aie-ml, aie-mlv2."""
def window_acquire(end: Any) -> Any:
    """Waits for a block.
    On aie, aie-ml, aie-mlv2."""
def window_decr(block: Any, count: int = 1) -> None:
    """Moves the place back.
    On aie, aie-ml, aie-mlv2."""
def window_incr(block: Any, count: int = 1) -> None:
    """Moves the place.
    On aie, aie-ml, aie-mlv2."""
def window_read(block: Any, size: int = 0) -> Any:
    """The next value or vector; the place stays.
    On aie, aie-ml, aie-mlv2."""
def window_readdecr(block: Any, size: int = 0) -> Any:
    """The value or vector here; the place moves in front of it.
    On aie, aie-ml, aie-mlv2."""
def window_readincr(block: Any, size: int = 0) -> Any:
    """The next value or vector; the place moves behind it.
    On aie, aie-ml, aie-mlv2."""
def window_release(end: Any, block: Any) -> None:
    """Gives a block back.
    On aie, aie-ml, aie-mlv2."""
def window_size(block: Any) -> int:
    """Elements of a block.
    On aie, aie-ml, aie-mlv2."""
def window_write(block: Any, value: Any) -> None:
    """Writes here; the place stays.
    On aie, aie-ml, aie-mlv2."""
def window_writedecr(block: Any, value: Any) -> None:
    """Writes here; the place moves in front of it.
    On aie, aie-ml, aie-mlv2."""
def window_writeincr(block: Any, value: Any) -> None:
    """Writes here; the place moves behind it.
    On aie, aie-ml, aie-mlv2."""
def writeincr(link: Any, value: Any, last: bool = False) -> None:
    """A value or vector to a stream, lanes to a cascade.
    On aie, aie-ml, aie-mlv2."""
def wset_v(i: int, part: Vector) -> Vector:
    """A register of 256 bits with one part of 128.
    On aie, aie-ml, aie-mlv2."""
def xset_v(i: int, part: Vector) -> Vector:
    """A register of 512 bits with one part of 128.
    On aie, aie-ml, aie-mlv2."""
def xset_w(i: int, part: Vector) -> Vector:
    """A register of 512 bits with one part of 256.
    On aie, aie-ml, aie-mlv2."""
def yset_v(i: int, part: Vector) -> Vector:
    """A register of 1024 bits with one part of 128.
    On aie, aie-ml, aie-mlv2."""
def yset_w(i: int, part: Vector) -> Vector:
    """A register of 1024 bits with one part of 256.
    On aie, aie-ml, aie-mlv2."""
def yset_x(i: int, part: Vector) -> Vector:
    """A register of 1024 bits with one part of 512.
    On aie, aie-ml, aie-mlv2."""
def zeros(type: Any, size: int) -> Any:
    """Lanes of zeros.
    On aie, aie-ml, aie-mlv2."""
