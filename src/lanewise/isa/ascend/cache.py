"""Caches. They change no value here, as scalar stores are visible at once, but order what cores see of each other."""

from __future__ import annotations

from lanewise.isa.ascend.chips import A2A3, EVERY, ON_950, VECTOR_CORE
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.form import STATE
from lanewise.isa.record import PLAIN, UNTIMED, Instruction, Row

FAMILY = "cache"

INSTRUCTIONS = (
    # params: space, byte address, 1 for all lines (0: the one at the address), what is written back (DcciDst)
    Instruction("data_cache_clean_and_invalid", FAMILY, STATE, ("DataCacheCleanAndInvalid",),
                "write back and forget a line of the scalar unit's data cache, or all of them", no_effect,
                (Row((*EVERY, VECTOR_CORE), (), PLAIN),), python=("data_cache_clean_and_invalid",),
                timing="data-cache", pipe="S"),
    # params: byte address, bytes (0: not said), mode (CacheMode), for reads 1, writes 2 or both 3 (CacheRwMode)
    Instruction("set_l2_cache_hint", FAMILY, STATE, ("SetL2CacheHint",),
                "copies from or to a tensor in GM go through L2 in another way from now on", no_effect,
                (Row((*ON_950, *A2A3), (), PLAIN),), python=("GlobalTensor.set_l2_cache_hint",), timing=UNTIMED,
                pipe="S"),
)
