"""Ways to sum a row that lies in UB, as data: steps that can be issued, written out as code, and timed.

A plan halves the row some number of times with Add, then reduces blocks or repeats until one element is left; or it
calls ReduceSum. Everything runs in Counter mode, in a work buffer that leaves the row as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lanewise.numerics.formats import dtype


@dataclass(frozen=True)
class Place:
    """An element of one of the buffers: row, work or total."""

    buffer: str
    offset: int = 0


@dataclass(frozen=True)
class Step:
    kind: str  # add, whole, block or api
    n: int  # elements it takes
    dst: Place
    sources: tuple[Place, ...]


@dataclass(frozen=True)
class Plan:
    name: str
    family: str
    n: int
    dtype: str
    steps: tuple[Step, ...]
    work: int  # elements of the work buffer

    @property
    def bytes(self) -> int:
        """Of UB, in whole blocks."""
        size = dtype(self.dtype).size
        return sum(-(-count * size // 32) * 32 for count in (self.n, self.work, 1))


def plans(n: int, kind: str, *, room: int) -> list[Plan]:
    """Every plan that fits `room` bytes of UB."""
    size = dtype(kind).size
    block, repeat = 32 // size, 256 // size
    call = Step("api", n, Place("total"), (Place("row"), Place("work")))
    found = [Plan("ReduceSum", "ReduceSum API", n, kind, (call,), max(block, -(-n // repeat)))]
    for apart in (False, True):
        halvings = list(_halvings(n, block, repeat, apart))
        for times in range(0 if not apart else 1, len(halvings) + 1):
            taken = [step for group in halvings[:times] for step in group]
            left = _elements_left(n, halvings[:times])
            held = Place("work") if times else Place("row")
            for chain in _chains(left, block, repeat):
                found.append(_plan(n, kind, taken, times, apart, left, held, chain))
    unique = {plan.steps: plan for plan in reversed(found)}
    return [plan for plan in reversed(unique.values()) if plan.bytes <= room]


def _chains(n: int, block: int, repeat: int) -> Iterator[str]:
    """Orders of whole (W) and block (B) reductions that lead to one element."""
    for letter, size in (("W", repeat), ("B", block)):
        left = -(-n // size)
        if left == 1:
            yield letter
        else:
            yield from (letter + rest for rest in _chains(left, block, repeat))


def _halvings(n: int, block: int, repeat: int, apart: bool) -> Iterator[list[Step]]:
    """The upper part onto the lower one, again and again while more than a repeat is left.

    The first one goes from the row to the work buffer and splits evenly; what is over is added to the start. `apart`
    puts the parts an odd number of repeats from each other, so that they lie in different bank groups.
    """
    half = (n // 2 - repeat) // (2 * repeat) * 2 * repeat + repeat if apart else n // (2 * block) * block
    if n <= repeat or half < repeat // 2 or (apart and half < repeat):
        return
    first = [Step("add", half, Place("work"), (Place("row"), Place("row", half)))]
    rest = n - 2 * half
    if rest > half:
        return
    if rest:
        first.append(Step("add", rest, Place("work"), (Place("work"), Place("row", 2 * half))))
    yield first
    left = half
    while left > repeat:
        unit = 2 * repeat if apart else block
        half = -(-left // (2 * block)) * block
        if apart:
            half = max(0, -(-(half - repeat) // unit)) * unit + repeat
        if half >= left:
            return
        yield [Step("add", left - half, Place("work"), (Place("work"), Place("work", half)))]
        left = half


def _elements_left(n: int, halvings: list[list[Step]]) -> int:
    """Elements that are left after some halvings."""
    if not halvings:
        return n
    if len(halvings) == 1:
        return halvings[0][0].n
    return halvings[-1][0].sources[1].offset


def _plan(n: int, kind: str, adds: list[Step], times: int, apart: bool, left: int, held: Place, chain: str) -> Plan:
    size = dtype(kind).size
    block, repeat = 32 // size, 256 // size
    steps, used = list(adds), max([s.n for s in adds] or [block])
    for k, letter in enumerate(chain):
        last = k == len(chain) - 1
        target = Place("total") if last else Place("work")
        steps.append(Step("whole" if letter == "W" else "block", left, target, (held,)))
        left = -(-left // (repeat if letter == "W" else block))
        used, held = max(used, left if not last else 0), target
    ways = "".join(chain)
    named = " + ".join(_count_letters(ways))
    if times:
        name = f"binary x{times}{' apart' if apart else ''}, {named}"
        family = "binary accumulation" if ways == "W" else "binary, then mixed"
    else:
        name = named
        family = {"W": "WholeReduceSum", "B": "BlockReduceSum"}["".join(sorted(set(ways)))] if len(set(ways)) == 1 \
            else "mixed chain"
    return Plan(name, family, n, kind, tuple(steps), -(-used // block) * block)


def _count_letters(chain: str) -> Iterator[str]:
    """"WWB" -> "2 WholeReduceSum", "BlockReduceSum"."""
    start = 0
    for k in range(1, len(chain) + 1):
        if k == len(chain) or chain[k] != chain[start]:
            name = "WholeReduceSum" if chain[start] == "W" else "BlockReduceSum"
            yield name if k - start == 1 else f"{k - start} {name}"
            start = k
