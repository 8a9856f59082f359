"""AI Engine kernels in Python and C++: the vendor's names, every bit as the accumulators, srs and MAC unit make it.

Functions compute on the current core: `with aie.core("aie-ml", rounding="conv_even", saturation="saturate"): ...`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lanewise.aie.load import load as load  # at once, or the module of that name would stand in for it

_HOME = {
    "accums": "Accum accum print text zeros",
    "arithmetic": """abs add bit_and bit_not bit_or bit_xor clamp conj downshift eq equal ge gt imag le
        logical_downshift lt max maxdiff min neg neq not_equal real saturating_add saturating_sub select sub to_fixed
        to_float upshift""",
    "arrays": "pack srs to_bfloat16 ups",
    "cores": "Core core current_core",
    "elementary": "cos div exp2 inv invsqrt sin sincos sincos_complex sqrt tanh",
    "fft": "fft_dit_r2_stage fft_dit_r3_stage fft_dit_r4_stage fft_dit_r5_stage",
    "graph": "run",
    "links": "Block Buffer Cascade OutputBuffer OutputStream Stream",
    "lookups": "linear_approx parallel_lookup",
    "masks": "Mask mask",
    "matrices": "Mmul matmul mmul",
    "modes": """clr_rnd clr_sat get_rnd get_rounding get_sat get_satmode get_saturation set_rnd set_rounding set_sat
        set_satmode set_saturation set_symsat swap_rounding swap_saturation""",
    "multiply": "abs_square accumulate mac mac_square msc msc_square mul mul_square negmul op_zero",
    "operands": "op_abs op_add op_conj op_max op_min op_none op_sub",
    "reductions": "reduce_add reduce_add_v reduce_max reduce_min reduce_mul",
    "registerfile": "Registers registers",
    "shuffles": """filter_even filter_odd interleave_unzip interleave_zip reverse shuffle_down shuffle_down_fill
        shuffle_down_replicate shuffle_down_rotate shuffle_up shuffle_up_fill shuffle_up_replicate shuffle_up_rotate
        transpose""",
    "sliding": "sliding_mac sliding_mul sliding_mul_antisym sliding_mul_sym sliding_mul_sym_uct",
    "vectors": "Vector broadcast concat load_v store_v vector vector_cast",
}
_MULTIPLICATIONS = tuple(f"{verb}{lanes}" for verb in ("mul", "negmul", "mac", "msc") for lanes in (2, 4, 8, 16))
_WHERE = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = sorted([*_WHERE, "load"])


def __getattr__(name: str) -> Any:
    """Names are fetched when first used, so that loading a C++ kernel needs none of the Python ones."""
    if name in _WHERE:
        return getattr(import_module(f"lanewise.aie.{_WHERE[name]}"), name)
    if name.lstrip("l").startswith(_MULTIPLICATIONS):  # mul8_sym, lmac4 and the like: hundreds, made when asked for
        return getattr(import_module("lanewise.aie.intrinsics"), name)
    raise AttributeError(f"module 'lanewise.aie' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
