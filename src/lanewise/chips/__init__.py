DEFAULT = "ascend910b"  # the chip where none is named
DEFAULT_AIE = "aie-ml"  # the same for kernels of AI Engines
DEFAULT_GRAPH = "aie"  # and for their graphs
