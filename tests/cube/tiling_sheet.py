"""How a product is shared among cores and what a tiling must keep, as published: nothing of the package."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

FIELDS = re.findall(r"\w+", """
    usedCoreNum M N Ka Kb singleCoreM singleCoreN singleCoreK baseM baseN baseK depthA1 depthB1 stepM stepN
    isBias transLength iterateOrder shareMode shareL1Size shareL0CSize shareUbSize batchM batchN singleBatchM
    singleBatchN stepKa stepKb depthAL1CacheUB depthBL1CacheUB dbL0A dbL0B dbL0C ALayoutInfoB ALayoutInfoS
    ALayoutInfoN ALayoutInfoG ALayoutInfoD BLayoutInfoB BLayoutInfoS BLayoutInfoN BLayoutInfoG BLayoutInfoD
    CLayoutInfoB CLayoutInfoS1 CLayoutInfoN CLayoutInfoG CLayoutInfoS2 BatchNum mxTypePara
""")  # fmt: skip
SIZES = {"half": 2, "bf16": 2, "float": 4, "int8": 1}


class Memories(NamedTuple):
    l0: int
    l0c: int
    l1: int
    bias: int


MEMORIES = {
    "ascend910b": Memories(65536, 131072, 524032, 1024),
    "ascend950": Memories(65536, 262144, 524288, 4096),
}


def ceil_div(a: int, b: int) -> int:
    return -(-a // b)


def illegal(t: dict[str, int], kind: str, turned: tuple[int, int], cores: int, room: Memories) -> list[str]:
    """The rules that a tiling breaks."""
    size = SIZES[kind]
    unit = 32 // size if not turned[0] and turned[1] else max(16, 32 // size)
    rules = {
        "cores": 1 <= t["usedCoreNum"] <= cores,
        "covers": ceil_div(t["M"], t["singleCoreM"]) * ceil_div(t["N"], t["singleCoreN"]) <= t["usedCoreNum"],
        "multiples of 16": t["baseM"] % 16 == 0 and t["baseN"] % 16 == 0 and min(t["baseM"], t["baseN"]) > 0,
        "rows of k": t["baseK"] > 0 and t["baseK"] % unit == 0,
        "L0A": t["baseM"] * t["baseK"] * size * t["dbL0A"] <= room.l0,
        "L0B": t["baseN"] * t["baseK"] * size * t["dbL0B"] <= room.l0,
        "L0C": t["baseM"] * t["baseN"] * 4 * t["dbL0C"] <= room.l0c,
        "bias": not t["isBias"] or t["baseN"] * 4 <= room.bias,
        "depth": t["depthA1"] in (t["stepM"] * t["stepKa"], 2 * t["stepM"] * t["stepKa"])
        and t["depthB1"] in (t["stepN"] * t["stepKb"], 2 * t["stepN"] * t["stepKb"]),
        "L1": (t["depthA1"] * t["baseM"] + t["depthB1"] * t["baseN"]) * t["baseK"] * size + 4 * t["baseN"] * t["isBias"]
        <= room.l1,
    }
    return [rule for rule, kept in rules.items() if not kept]


def _power(x: int) -> int:
    return x if x < 16 else min(1024, 1 << (x - 1).bit_length())


def _divisors(x: int, limit: int) -> int:
    return sum(x % d == 0 for d in range(1, limit + 1))


def _splits_well(c: int) -> bool:
    counts = {d: _divisors(d, d) for d in range(1, 129) if c % d == 0}
    low, high = (max((n for d, n in counts.items() if (d > 64) == big), default=0) for big in (False, True))
    return c <= 8 or (low + high > 4 if c > 128 else low > 2)


def shared(m_size: int, n_size: int, k_size: int, cores: int, size: int, turned: tuple[int, int],
           room: Memories) -> tuple[int, int]:
    """(mDim, nDim) where host code has given the sizes of the whole product, without sharing K."""
    ta, tb = turned
    m, n, k = ceil_div(m_size, 16), ceil_div(n_size, 16), ceil_div(k_size, 32 // size)
    if cores == 1:
        return 1, 1
    if m * n <= cores and m * k <= 128 and n * k <= 128 and m * n <= room.l0c // 1024:
        return (1 if m <= 32 else _power(m) // 32), (1 if n <= 32 else _power(n) // 32)
    ratio = math.sqrt(cores * m / n)
    a, b = math.ceil(ratio), math.ceil(cores / ratio)

    def candidates(axis: int, *extra: int) -> list[int]:
        return [i for i in range(1, min(cores, axis) + 1)
                if not (axis % i and _power(axis) % i and cores % i) or i in extra]

    best: tuple[int, int, int, int, int, int] | None = None
    for nf in candidates(n, b, cores // a):
        for mf in candidates(m, a, cores // b):
            if mf * nf > cores:
                continue
            cm, cn = ceil_div(m, mf), ceil_div(n, nf)
            n0 = min(16, cn)
            m0 = min(cm, 128 // n0, 64)
            n0 = min(cn, 128 // m0, 64)
            m0 = min(cm, 128 // n0, 64)
            loops = ceil_div(cm, m0) * ceil_div(cn, n0) * ceil_div(k, max(1, min(64 // m0, 64 // n0, k)))
            one = (mf, nf, cm, cn, loops, _load(m, n, k, mf, nf, room.l1))
            if best is None or _better(one, best, m, n, ta, tb):
                best = one
    assert best is not None
    sizes = []
    for axis, f in ((m, best[0]), (n, best[1])):
        first, goal = ceil_div(axis, f), ceil_div(_power(axis), f)
        c = first
        while not _splits_well(c) and c != goal:
            c += 1 if goal > c else -1
        sizes.append(c if _splits_well(c) and ceil_div(axis, c) <= f else first)
    return ceil_div(m, sizes[0]), ceil_div(n, sizes[1])


def _load(m: int, n: int, k: int, mf: int, nf: int, l1: int) -> int:
    cm, cn, kb = ceil_div(m, mf), ceil_div(n, nf), k * 512
    n0 = min(16, cn)
    m0 = min(16, cm, 128 // n0)
    k0 = max(1, min(64 // m0, 64 // n0, k))
    if min(cm + cn, cm + 2 * n0, cn + 2 * m0) * kb <= l1:
        return m * nf + n * mf
    neither = m * ceil_div(n, n0) + n * ceil_div(m, m0)
    if 2 * (n0 * kb + m0 * k0 * 512) > l1 and 2 * (m0 * kb + n0 * k0 * 512) > l1:
        return neither
    if 2 * (m0 + n0) * kb <= l1:
        m1, n1 = ceil_div(l1 - 2 * n0 * kb, 2 * kb * m0) * m0, ceil_div(l1 - 2 * m0 * kb, 2 * kb * n0) * n0
        return min(m * nf + n * ceil_div(m, m1), n * mf + m * ceil_div(n, n1))
    found = []
    if min(cm, 2 * m0) * kb + 1024 * n0 * k0 <= l1:
        found.append(m * nf + n * ceil_div(m, m0))
    if min(cn, 2 * n0) * kb + 1024 * m0 * k0 <= l1:
        found.append(n * mf + m * ceil_div(n, n0))
    return min(found, default=neither)


def _better(one: tuple[int, ...], best: tuple[int, ...], m: int, n: int, ta: int, tb: int) -> bool:
    mf, nf, cm, cn, loops, load = one
    wide = (tb or n < 16 or cn >= 16) and (not ta or m < 16 or cm >= 16)
    big = (tb or best[3] >= 16) and (not ta or best[2] >= 16) and best[0] * best[1] > 1
    if not (tb and not ta):
        if not big and wide:
            return True
        if big and not wide:
            return False
    cores, most = mf * nf, best[0] * best[1]
    if loops < best[4] or (loops == best[4] and cores > most):
        return True
    return cores == most and load < best[5]
