"""What a chip's file says, by part: every name with what it means. `chip.py` asks for all of them."""

from __future__ import annotations

from lanewise.chips.cores import memories


def size_of(memory: str) -> str:
    """The name of the fact that says how many bytes a memory has."""
    return f"{memory.lower()}_bytes"


def usable_of(memory: str) -> str:
    """And how many of them programs are told that they have."""
    return f"{memory.lower()}_usable"


# Sizes of memories. A chip whose file does not name one has none; what vector instructions work on it must name.
SIZES = {size_of(one.name): f"bytes of the {one.title} ({one.name})" for one in memories()}
USABLE = {usable_of(one.name): f"bytes of {one.name} that programs are told they have" for one in memories()}
OPTIONAL = (SIZES.keys() | USABLE.keys()) - {size_of(one.name) for one in memories() if one.use == "vector"}

# Numbers of an Ascend chip.
FACTS = {
    **SIZES,
    **USABLE,
    "ub_reserved_at": "where the library's own part of the vector memory starts",
    "size_margin": "bytes that the sizes of UB and L1 leave out when programs ask",
    "l2_bytes": "bytes of the cache before global memory",
    "memory_bytes": "bytes of global memory of a device",
    "kernel_workspace": "bytes of a kernel's workspace that belong to the library (RESERVED_WORKSPACE)",
    "host_workspace": "bytes of it that host code is told to add (GetLibApiWorkSpaceSize)",
    "group_workspace": "bytes that barriers of groups need; 0: 512 for each core",
    "event_ids": "ids of each pair of pipes",
    "live_tensors": "tensors that may be allocated at once in one position",
    "buffers": "buffers of a TPipe",
    "queue_buffers": "buffers of its queues",
    "ctrl_reset": "CTRL when a kernel starts",
    "counter_mhz": "ticks of GetSystemCycle in a microsecond; 0: unknown",
    "cube_cores": "cube cores",
    "vector_cores": "vector cores; where cube and vector are one, the cores",
    "extra_vector_cores": "vector cores beside cores that are both",
    "core_version": "what GetArchVersion answers",
}

# Numbers of an AI Engine.
AIE_FACTS = {
    "vector_bits": "bits of a vector register",
    "narrow_lane_bits": "bits of a lane of a narrow accumulator",
    "wide_lane_bits": "bits of a lane of a wide one",
    "rounding_modes": "rounding modes",
    "srs_left": "how far srs shifts left",
    "srs_right": "how far it shifts right",
    "ups_left": "how far ups shifts left",
    "vector_alignment": "bytes that vectors in memory are aligned to",
    "cascade_bits": "bits of a word of the cascade",
    "cascade_depth": "words that it holds",
    "stream_ports": "streams in each direction",
    "stream_depth": "words that one holds",
    "graph_stream_depth": "words that a stream between two kernels of a graph holds, on its way through the switches",
    "stage_lanes": "results that a stage of a transform gives at once; 0: that depends on its types",
}

# What an AI Engine can do that others cannot; the headers know each as LANEWISE_HAS_NAME.
AIE_CAPABILITIES = {
    "lane_selection": "multiplications select lanes of their operands: mul4, lmac8, fpmac; else of whole vectors",
    "first_interface": "srs by the type of its result, sincos, to_vector_zip, cascades named after accumulators",
    "float_accumulators": "sums of floats lie in accumulators, not in vector registers",
    "narrow_products": "complex products, and those of 16 by 32 bits, fit narrow lanes",
    "small_lanes": "lanes of 4 bits, of bfloat16 and of unsigned integers of 16 and 32 bits",
    "complex_floats": "vectors of cfloat, sums in caccfloat",
    "complex_bfloat16": "vectors of cbfloat16, and stages of transforms on them",
    "odd_stages": "stages of transforms with radix 3 and 5",
    "wide_twiddles": "twiddles of cint32, and stages of cfloat",
    "large_registers": "accumulator registers from 512 bits up, eight masks",
}

# What an Ascend chip can do that others cannot; the headers know each as LANEWISE_HAS_NAME.
CAPABILITIES = {
    "registers": "vector registers: AscendC::Reg, vector functions, the C interface on registers",
    "locks": "locks of buffers (Mutex)",
    "full_library": "the functions of the high-level library that came last",
    "scratch_free": "library functions that need no scratch memory where others do",
    "small_floats": "types of 8 and 4 bits as floats of their own",
    "wide_copies": "64-bit strides of copies, 32-bit sizes of matrices",
    "compact_padding": "PaddingMode::Compact",
    "static_ub": "__ubuf__ arrays lie first in UB, and allocators start behind them",
    "scalar_atomics": "atomic operations of the scalar unit on GM",
    "uncached_access": "scalar accesses of GM that pass the cache by",
    "saturation_flag": "SetSaturationFlag for FLOAT and CAST",
    "separate_cores": "cube and vector are cores of their own",
    "size_queries": "GetUBSizeInBytes and its like answer something",
    "extreme_index": "the index of the last maximum or minimum can be read",
    "element_strides": "Fixpipe counts strides of fractals in elements, and those of matrices in rows of 16",
    "threads": "functions of threads (SIMT): __simt_vf__, kernels with threadIdx",
}

# How programs name an Ascend chip, and what they are told it is called.
PLATFORM = {
    "soc": (str, "its SocVersion"),
    "short_name": (str, "its short product name"),
    "product": (str, "the product that acl names"),
    "products": (list, "how names of its products begin"),
    "operator_names": (list, "its names in definitions of operators, the best one first"),
}

# Bits of CTRL: ranges as [first, last].
CONTROL = {
    "settable": "that SetCtrlSpr may set",
    "resettable": "that ResetCtrlSpr may reset",
}
