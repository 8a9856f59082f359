"""A whole sort, built from sort32 and merges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanewise.asc.arguments import PLAIN, explain, require_integer
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.numerics.formats import dtype as find_dtype

if TYPE_CHECKING:
    from lanewise.machine.core import Core

_USAGE = "asc.sort(dst, concat, index, tmp, repeat_time, is_full_sort)"
GROUP = 32


def _per_record(name: str, kind: Any) -> int:
    found = find_dtype(kind)
    if found.name not in ("half", "float"):
        raise LanewiseError("PARAM-001", op=name, what="dtype", value=found.name, need="half or float")
    return 8 // found.size


def get_sort_len(elem_count: int, dtype: Any) -> int:
    """Elements of `dtype` that the records of so many scores take."""
    return elem_count * _per_record("get_sort_len", dtype)


def get_sort_offset(elem_offset: int, dtype: Any) -> int:
    """Where a record starts, in elements of `dtype`."""
    return elem_offset * _per_record("get_sort_offset", dtype)


def sort(dst: Any, concat: Any, index: Any, tmp: Any, repeat_time: int, is_full_sort: bool = False) -> None:
    """`repeat_time` groups of 32 scores become records by falling score: each group, or all of them as one list.

    The scores are `concat`, their indices `index`; `tmp` holds as many records as `dst`. Equal scores keep their order.
    """
    problem = explain("sort", _USAGE, dst, concat, index, tmp)
    if problem:
        raise problem
    repeat = require_integer("sort", _USAGE, "repeat_time", repeat_time)
    core, per_record = dst.core, _per_record("sort", dst.dtype)
    lengths = [GROUP] * repeat
    rounds = 0
    while 4**rounds < repeat:
        rounds += 1
    if not is_full_sort:
        rounds = 0
    source, target = (dst, tmp) if rounds % 2 == 0 else (tmp, dst)  # the last round must end in dst
    core.issue(opcodes()["sort32"], PLAIN, 0, (source, concat, index), (), 0, repeat)
    for _ in range(rounds):
        lengths = _merge_round(core, source, target, lengths, per_record)
        source, target = target, source


def _merge_round(core: Core, source: Any, target: Any, lengths: list[int], per_record: int) -> list[int]:
    """Every four neighbouring lists become one; the lengths of the new lists."""
    out, start = [], 0
    for i in range(0, len(lengths), 4):
        group = lengths[i : i + 4]
        views, at = [], start
        for length in group:
            views.append(source[at * per_record :])
            at += length
        views += [views[0]] * (4 - len(group))  # of no length; a lone list is merged with nothing
        numbers = (*group, *[0] * (4 - len(group)), 0, (1 << max(2, len(group))) - 1)
        to = target[start * per_record :]
        core.issue(opcodes()["mrg_sort"], PLAIN, 0, (to, *views), (), 0, 1, None, numbers)
        out.append(at - start)
        start = at
    return out
