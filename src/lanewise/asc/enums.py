"""Enumerations with the vendor's values. Those of the machine itself live in `lanewise.machine`."""

from __future__ import annotations

from enum import Enum, IntEnum


class MaskMode(IntEnum):
    NORMAL = 0
    COUNTER = 1


class PaddingMode(IntEnum):
    NORMAL = 0
    COMPACT = 1


class DataCopyMVType(IntEnum):
    UB_TO_OUT = 0
    OUT_TO_UB = 1


class CMPMODE(IntEnum):
    LT = 0
    GT = 1
    EQ = 2
    LE = 3
    GE = 4
    NE = 5


class SELMODE(IntEnum):
    VSEL_CMPMASK_SPR = 0
    VSEL_TENSOR_SCALAR_MODE = 1
    VSEL_TENSOR_TENSOR_MODE = 2


SelMode = SELMODE


class GatherMaskMode(IntEnum):
    """Which version of the hardware's packing a call was written for; the results are the same."""

    DEFAULT = 0
    VERSION_V1 = 1
    VERSION_V2 = 2


class CacheLine(IntEnum):
    SINGLE_CACHE_LINE = 0
    ENTIRE_DATA_CACHE = 1


class DcciDst(IntEnum):
    CACHELINE_ALL = 0
    CACHELINE_UB = 1
    CACHELINE_OUT = 2
    CACHELINE_ATOMIC = 3


class SaturationMode(IntEnum):
    FLOAT = 0
    FLOAT8 = 1
    INT = 2
    CAST = 3


class AtomicDtype(IntEnum):
    ATOMIC_NONE = 0
    ATOMIC_F32 = 1
    ATOMIC_F16 = 2
    ATOMIC_S16 = 3
    ATOMIC_S32 = 4
    ATOMIC_S8 = 5
    ATOMIC_BF16 = 6


class AtomicOp(IntEnum):
    ATOMIC_SUM = 0


class BlockMode(IntEnum):
    """Of copies from the accumulator of a cube core, as the next two are."""

    BLOCK_MODE_NORMAL = 0
    BLOCK_MODE_MATRIX = 1
    BLOCK_MODE_VECTOR = 2
    BLOCK_MODE_SMALL_CHANNEL = 3
    BLOCK_MODE_DEPTHWISE = 4


class DeqScale(IntEnum):
    DEQ_NONE = 0
    DEQ = 1
    VDEQ = 2
    DEQ8 = 3
    VDEQ8 = 4
    DEQ16 = 5
    VDEQ16 = 6


class pad_t(IntEnum):  # noqa: N801 (the vendor's name)
    PAD_NONE = 0
    PAD_MODE1 = 1
    PAD_MODE2 = 2
    PAD_MODE3 = 3
    PAD_MODE4 = 4
    PAD_MODE5 = 5
    PAD_MODE6 = 6
    PAD_MODE7 = 7
    PAD_MODE8 = 8


class CubeFormat(IntEnum):
    """How a matrix lies, for the library's products."""

    ND = 0
    NZ = 1
    ZN = 2
    ZZ = 3
    NN = 4
    ND_ALIGN = 5
    SCALAR = 6
    VECTOR = 7


# Of copies from the accumulator. The names are public, their numbers are not.
QuantModes = Enum(
    "QuantModes",
    "NoQuant F322F16 F322BF16 DEQF16 VDEQF16 QF322B8_PRE VQF322B8_PRE REQ8 VREQ8",
    module=__name__,
)


class DataFormat(IntEnum):
    ND = 0
    NZ = 1
    NCHW = 2
    NC1HWC0 = 3
    NHWC = 4
    NCDHW = 5
    NDC1HWC0 = 6
    FRACTAL_Z_3D = 7


class TransposeType(IntEnum):
    TRANSPOSE_TYPE_NONE = 0
    TRANSPOSE_NZ2ND_0213 = 1
    TRANSPOSE_NZ2NZ_0213 = 2
    TRANSPOSE_NZ2NZ_012_WITH_N = 3
    TRANSPOSE_NZ2ND_012_WITH_N = 4
    TRANSPOSE_NZ2ND_012_WITHOUT_N = 5
    TRANSPOSE_NZ2NZ_012_WITHOUT_N = 6
    TRANSPOSE_ND2ND_ONLY = 7
    TRANSPOSE_ND_UB_GM = 8
    TRANSPOSE_GRAD_ND_UB_GM = 9
    TRANSPOSE_ND2ND_B16 = 10
    TRANSPOSE_NCHW2NHWC = 11
    TRANSPOSE_NHWC2NCHW = 12


class Algorithm(Enum):
    """How precise a function is asked to be; not every chip listens."""

    INTRINSIC = "intrinsic"
    FAST_INVERSE = "fast inverse"
    DIFF_COMPENSATION = "difference compensation"
    PRECISION_1ULP_FTZ_TRUE = "1 ulp, subnormals flushed"
    PRECISION_1ULP_FTZ_FALSE = "1 ulp, subnormals kept"
    PRECISION_0ULP_FTZ_TRUE = "0 ulp, subnormals flushed"
    PRECISION_0ULP_FTZ_FALSE = "0 ulp, subnormals kept"


# The vendor has one enumeration per function; the names inside are the same.
DivAlgo = ExpAlgo = LnAlgo = ReciprocalAlgo = RsqrtAlgo = SqrtAlgo = Algorithm
