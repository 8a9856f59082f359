"""What bounds a kernel and what to do about it, in one sentence, with the cycles that the model would give back.

The pipe that works longest is the one to keep busy. Where it stands still, the largest cause is named with its lines;
without it the launch is shorter by those cycles at most, and never shorter than the work of its busiest pipe.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import NamedTuple

from lanewise.isa.events import COPY_IN, COPY_OUT, CUBE, DRAIN, FEED, SCALAR, VECTOR
from lanewise.timing.layouts import Tally
from lanewise.timing.order import NAMES, Why, working_pipe
from lanewise.timing.reports import BlockTime, Report
from lanewise.timing.tables import conflicts, time_of_block
from lanewise.timing.units import Call

_LAST = 0.95  # of the time of the last block: from then on one ends with it
_BUSY = 0.8  # the share of the time from which on a pipe is busy throughout
_SHORT, _LONG = 4, 64  # repeats of calls that could be merged, and of what they are merged into
_DOES = {VECTOR.name: "vector instructions", COPY_IN.name: "copies in", COPY_OUT.name: "copies out",
         SCALAR.name: "the scalar unit", CUBE.name: "products of matrices",
         FEED.name: "loads of the product's matrices", DRAIN.name: "results that leave the cube unit"}  # fmt: skip
# What half as much of would help, where calls are long enough.
_LESS = {VECTOR.name: "work for V there", CUBE.name: "products there (a narrower type, less padding to whole fractals)",
         FEED.name: "loads there (matrices that stay for several products)",
         DRAIN.name: "results there (sums that stay where they are over the whole of k)"}  # fmt: skip
_LESS_BETWEEN = "Blocks that need less of each other's results wait less"
_LESS_BYTES = "bytes (a narrower type, data that stay on the core)"


class Verdict(NamedTuple):
    bound: str  # by what, and where
    cure: str
    gain: float  # the share of its cycles that the cure gives back at most; 0: not known

    def __str__(self) -> str:
        less = f": up to {self.gain:.0%} less".replace("%", " %") if self.gain >= 0.005 else ""
        return f"{self.bound}. {self.cure}{less}."


def verdict(report: Report) -> Verdict | None:
    """Of a launch; None where nothing is timed."""
    last = max((b.cycles for b in report.blocks), default=0.0)
    # Of those that end with the last one, the one that works most: others may only have waited for it.
    block = max((b for b in report.blocks if b.cycles >= _LAST * last), key=_most_work, default=None)
    if block is None or not report.numbers.clock or not block.cycles or not any(block.busy.values()):
        return None
    missing = [tally for tally in block.tallies if not tally.known]
    if any(not block.busy[NAMES[working_pipe(tally)]] for tally in missing):  # a whole pipe
        return _unknown(report, missing)
    pipe = max(block.busy, key=lambda name: block.busy[name])
    if pipe == SCALAR.name:
        found = _scalar_unit(report, block)
    elif block.busy[pipe] >= _BUSY * block.cycles:
        found = _busy_verdict(report, block, pipe)
    else:
        found = _waits(report, block, pipe)
    return found._replace(bound=f"As far as costs are known, b{found.bound[1:]}") if missing else found


def _most_work(block: BlockTime) -> float:
    return max(block.busy.values(), default=0.0)


def _unknown(report: Report, missing: Collection[Tally]) -> Verdict:
    calls: dict[str, int] = {}
    lines: dict[str, float] = {}
    for tally in missing:
        kind = report.kinds[tally.opcode]
        name = kind.label if kind.executor == "macro" else kind.name
        calls[name] = calls.get(name, 0) + tally.calls
        where = report.where(tally.place)
        lines[where] = lines.get(where, 0.0) + tally.calls
    most = max(calls, key=lambda name: calls[name])
    others = " and others" if len(calls) > 1 else ""
    bound = f"What bounds it is not known: no cost is published for {most}{others}{_lines(lines)}"
    return Verdict(bound, "The times below are those of everything else", 0)


# --- a pipe that works all the time ---


def _busy_verdict(report: Report, block: BlockTime, pipe: str) -> Verdict:
    share = block.busy[pipe] / block.cycles
    where = _lines(_cycles_by_code(report, block, pipe, ("work", "bank conflicts")))
    bound = f"Bound by {_DOES[pipe]}{where}: {pipe} works {_percent(share)} of the time"
    met = next((c for c in conflicts(report, 1) if c.total is not None and c.cure), None)
    if pipe == VECTOR.name and met and met.total is not None and met.total < 0.98 * report.cycles:
        cure = f"{met.where or met.instr} loses cycles at the banks of UB: {met.cure}"
        return Verdict(bound, cure, 1 - met.total / report.cycles)
    rest = max(cycles for name, cycles in block.busy.items() if name != pipe)
    merged = _merged(report, block, pipe)
    if merged is not None and merged < 0.9 * block.busy[pipe]:
        cure = "Fewer calls with more repeats each" if pipe == VECTOR.name else "Fewer and longer copies"
        return Verdict(bound, f"{cure} of the same data take {merged:,.0f} of its {block.busy[pipe]:,.0f} cycles",
                       (block.busy[pipe] - max(merged, rest)) / block.cycles)  # fmt: skip
    half = max(block.busy[pipe] / 2, rest)
    less = _LESS.get(pipe, _LESS_BYTES)
    return Verdict(bound, f"Its calls are long enough. Half of the {less}", (block.busy[pipe] - half) / block.cycles)


def _merged(report: Report, block: BlockTime, pipe: str) -> float | None:
    """Cycles of a pipe if its short calls were long ones; None where that is not known."""
    numbers = report.numbers
    mine = [tally for tally in block.tallies if NAMES[working_pipe(tally)] == pipe]
    if pipe == VECTOR.name:
        out = block.busy[pipe]
        for tally in mine:
            cost = numbers.cost(report.kinds[tally.opcode].timing, tally.bits)
            if cost is not None and tally.known and tally.repeat <= _SHORT:
                out -= cost.fixed * (tally.calls - -(-tally.calls * max(1, tally.repeat) // _LONG))
        return out
    part = {COPY_IN.name: "copy_in", COPY_OUT.name: "copy_out"}.get(pipe)
    if f"{part}.core_rate" not in numbers.facts:
        return None
    near = numbers.get(f"{part}.l2_core_rate", numbers[f"{part}.core_rate"])
    moved = sum(tally.moved / (near if tally.near else numbers[f"{part}.core_rate"]) for tally in mine)
    return moved + sum(numbers.get(f"{part}.issue") for _ in {tally.place for tally in mine})


def _scalar_unit(report: Report, block: BlockTime) -> Verdict:
    share = block.busy[SCALAR.name] / block.cycles
    others = block.waits.get((SCALAR.name, "another block"), 0.0) / block.cycles
    if others > share:
        bound = f"Bound by another block: S waits there {_percent(others)} of the time"
        return Verdict(bound, _LESS_BETWEEN, 0)
    bound = f"Bound by the scalar unit{_lines(_scalar_work(report, block))}: it works {_percent(share)} of the time"
    rest = max(cycles for name, cycles in block.busy.items() if name != SCALAR.name)
    return Verdict(bound, "Fewer calls that do more (repeats, counts, longer copies) help", 1 - rest / block.cycles)


def _scalar_work(report: Report, block: BlockTime) -> dict[str, float]:
    spent: dict[str, float] = {}
    for tally in block.tallies:
        where = report.where(tally.place)
        spent[where] = spent.get(where, 0.0) + tally.scalar
    return spent


# --- a pipe that waits ---


def _waits(report: Report, block: BlockTime, pipe: str) -> Verdict:
    causes = _causes(report, block, pipe)
    root, cause = pipe, _largest(causes)
    if cause.startswith("flag "):  # why the other one is late may be the reason of both
        root = cause.removeprefix("flag ").partition("_")[0]
        causes_there = _causes(report, block, root) if root != SCALAR.name else {}
        late = causes_there.get("issue", {}) if causes_there and _largest(causes_there) == "issue" else {}
    else:
        late = causes.get("issue", {})
    stands = sum(cycles for (who, why), cycles in block.waits.items() if who == SCALAR.name and why.startswith("flag"))
    issue = sum(late.values())
    if issue and stands >= 0.5 * issue:  # S waits for a value, and issues nothing meanwhile
        return _scalar_waits(report, block, min(stands, issue))
    cycles = sum(causes[cause].values())
    gain = min(cycles, block.cycles - max(block.busy.values())) / block.cycles
    share, busy = _percent(cycles / block.cycles), _percent(block.busy[pipe] / block.cycles)
    where = _lines(causes[cause])
    if cause.startswith("flag "):
        other = cause.removeprefix("flag ").partition("_")[0]
        bound = f"Bound by {_DOES[pipe]} that wait for {_DOES[other]}{where}: {share} of the time; {pipe} works {busy}"
        return Verdict(bound, f"More tiles and two buffers for each let {other} and {pipe} work at once", gain)
    if cause.startswith("after"):
        bound = f"Bound by what comes after the last of the {_DOES[pipe]}: {share} of the time; {pipe} works {busy}"
        return Verdict(bound, "Smaller tiles, with two buffers for each, let the pipes work at once", gain)
    if cause == "issue":
        between = _lines(_scalar_work(report, block))
        bound = f"Bound by scalar code between instructions{between}: {pipe} waits for it {share} of the time"
        return Verdict(bound, "Fewer calls that do more, with less to compute between them, help", gain)
    if cause == "first use of the pipe":
        bound = f"Bound by the start of the pipes: {share} of the time, and {pipe} works {busy}"
        return Verdict(bound, "More work for each block, on fewer blocks, pays it less often", gain)
    bound = f"Bound by {cause}{where}: {pipe} waits there {share} of the time"
    cure = {"PipeBarrier": "Flags or queues between the two pipes that meet keep the others going",
            "SyncAll": "Blocks that have as much to do as the slowest one wait less",
            "shared memory": "Fewer bytes help, and reads around L2 (SetL2CacheHint) that leave it to what is written",
            "another block": _LESS_BETWEEN}  # fmt: skip
    return Verdict(bound, cure.get(cause, "Less to wait for there helps"), gain)


def _causes(report: Report, block: BlockTime, pipe: str) -> dict[str, dict[str, float]]:
    """What a pipe waited for: cause -> line -> cycles."""
    out: dict[str, dict[str, float]] = {}
    for part in time_of_block(report, block)["pipes"][pipe]:
        if part["cause"] not in ("work", "bank conflicts"):
            of = out.setdefault(part["cause"], {})
            of[part["code"]] = of.get(part["code"], 0.0) + part["cycles"]
    return out


def _largest(causes: Mapping[str, Mapping[str, float]]) -> str:
    return max(causes, key=lambda name: sum(causes[name].values()))


def _scalar_waits(report: Report, block: BlockTime, cycles: float) -> Verdict:
    spent: dict[str, float] = {}
    for tally in block.tallies:
        if tally.wait > 0 and working_pipe(tally) == SCALAR and tally.why >= Why.FLAG:
            where = report.where(tally.place)
            spent[where] = spent.get(where, 0.0) + tally.wait
    gain = min(cycles, block.cycles - max(block.busy.values())) / block.cycles
    bound = f"Bound by scalar code that waits for results{_lines(spent)}: {_percent(cycles / block.cycles)} of the time"
    cure = "Values that stay in UB keep the pipes going, and double buffering hides nothing until then"
    return Verdict(bound, cure, gain)


def _cycles_by_code(
    report: Report, block: BlockTime, pipe: str, causes: Collection[str]
) -> dict[str, float]:
    out: dict[str, float] = {}
    for part in time_of_block(report, block)["pipes"][pipe]:
        if part["cause"] in causes:
            out[part["code"]] = out.get(part["code"], 0.0) + part["cycles"]
    return out


# --- kernels of AI Engines ---

_CURES = {
    "multiplier": "Fewer or narrower products help",
    "loads": "Wider loads, and values that stay in registers, help",
    "stores": "Wider stores, and results that stay in registers, help",
    "vector ALU": "Fewer operations between vectors help",
    "moves": "Fewer moves between registers help",
    "functions": "Fewer elementary functions, or a table, help",
    "stream in": "Both input ports, or buffers in place of streams, help",
    "stream out": "Both output ports, or buffers in place of streams, help",
    "cascade": "Fewer lanes over the cascade, or wider steps, help",
    "accumulator chain": "Several accumulators that take turns break the chain",
    "chain of results": "Independent iterations side by side break the chain",
}
_ASKS = {  # names of operations that ask for a unit begin so
    "multiplier": ("mul", "mac", "neg", "msc", "sliding", "mmul"),
    "accumulator chain": ("mul", "mac", "msc", "sliding", "mmul"),
    "loads": ("load",), "stores": ("store",), "stream in": ("read", "get_ss"), "stream out": ("write", "put_ms"),
    "cascade": ("readincr", "writeincr", "get_scd", "put_mcd"),
}  # fmt: skip


def verdict_of(call: Call) -> Verdict | None:
    """Of calls of a kernel that took the same."""
    time = call.time
    if not time.cycles:
        return None
    taken = {**time.units, "accumulator chain": time.chain, "chain of results": max(0.0, time.path - time.first)}
    unit = time.bound
    asks = _ASKS.get(unit, ("",))
    spent: dict[str, float] = {}
    for one in call.asked:
        if one.what.partition("(")[0].startswith(asks):
            where = f"{os.path.basename(one.file)}:{one.line}"
            spent[where] = spent.get(where, 0.0) + one.count
    bound = f"Bound by {unit}{_lines(spent)}: {taken[unit]:,.0f} of at least {time.cycles:,.0f} cycles"
    if time.as_written > time.cycles / _BUSY:
        loops = f"Its loops as they are written take about {time.as_written:,.0f}"
        cure = f"{loops}; a pragma that lets iterations overlap helps first"
        return Verdict(bound, cure, 1 - time.cycles / time.as_written)
    rest = time.first + max((cycles for name, cycles in taken.items() if name != unit), default=0.0)
    return Verdict(bound, _CURES.get(unit, "Less of it helps"), max(0.0, 1 - rest / time.cycles))


# --- words ---


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _lines(spent: Mapping[str, float], most: int = 2) -> str:
    """" at softmax.asc:38 and 46": where most of it is, as far as that is known."""
    whole = sum(spent.values())
    worst = sorted((where for where in spent if where), key=lambda where: -spent[where])[:most]
    worst = [where for where in worst if spent[where] >= 0.15 * whole and spent[where] > 0]
    if not worst:
        return ""
    file = worst[0].rpartition(":")[0]
    same = [where.rpartition(":")[2] for where in worst if where.rpartition(":")[0] == file]
    return f" at {file}:{' and '.join(sorted(same, key=int))}"
