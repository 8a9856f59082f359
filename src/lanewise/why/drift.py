"""How far rounding takes an element from what higher precision gives, and which line it is owed to.

Every float instruction that the element depends on is computed beside in float64, by the same meanings without their
rounding. What it rounds is its own error; of each line it is asked what would be left without that of its steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.chips.chip import chip as find_chip
from lanewise.isa.env import Env
from lanewise.isa.record import Instruction
from lanewise.markup import Printed
from lanewise.numerics.formats import DType
from lanewise.why.chain import BYTE, Chains, Node, Place, place_of, value_of
from lanewise.why.depends import Part, instruction_of
from lanewise.why.writers import Home

if TYPE_CHECKING:
    from lanewise.why.depends import Again

Array = np.ndarray[Any, Any]
Key = tuple[Home, int, int, int]  # memory, address, bytes, who wrote it
Model = Callable[[Sequence[float]], float]
_MOST = 4000  # elements that are followed
_LINES = 12  # of which it is asked what they are worth
_FEW = 16  # inputs of an instruction that is known by its slopes alone
_NEAR = 32  # last places that a meaning may be away from what the chip gives
_CANCELS = 32  # times that a difference is smaller than what it is made of
_STEP = 1 / 64  # by which an input is changed for a slope
_PRODUCTS = ("mmad", "mmad_bias")
_TOLD = 2  # lines that are named


class _Unrounded(Env):
    """What a definition sees of its types, and no rounding."""

    def exact(self, x: Array) -> Array:
        return np.asarray(x, np.float64)

    def round(self, exact: Array) -> Array:
        return np.asarray(exact, np.float64)

    def step(self, exact: Array) -> Array:
        return np.asarray(exact, np.float64)

    def flushes(self) -> bool:
        return False


@dataclass
class _Step:
    """An element that an instruction made."""

    value: float
    kind: DType
    op: str
    place: Place | None
    inputs: list[Key]
    model: Model
    looked_at: bool  # it has an error of its own that is known
    own: float = 0.0  # which is that: what it gave less what it should give of what it got


@dataclass
class Source:
    """A line that error comes from."""

    op: str
    place: Place | None
    kind: DType
    steps: int
    left: float  # of the element's error, were its steps computed in a wider type
    wider: str  # that type


@dataclass(repr=False)
class Drift(Printed):
    """Of one element."""

    node: Node
    value: float
    exact: float
    sources: list[Source] = field(default_factory=list)  # the one that is worth most first
    cancels: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)  # instructions whose own error is not known
    cut: bool = False  # the chain goes on

    @property
    def error(self) -> float:
        return abs(self.value - self.exact)

    @property
    def lines(self) -> list[str]:
        from lanewise.why.texts import where_at

        shown = f"{self.node.name}: {_short(self.value)}, in higher precision {_short(self.exact)}"
        if not self.error:
            return [f"{shown}: rounding takes nothing from it", *self._rest()]
        out = [f"{shown}: off by {_short(self.error)}{_ulps(self.error, self.exact, self.node.kind)}"]
        for number, one in enumerate(self.sources[:_TOLD]):
            head = "most of that arises at" if not number else "more at"
            times = f", in {one.steps:,} steps" if one.steps > 1 else ""
            where = f"{where_at(one.place)}{one.op} in {one.kind.vendor}"
            out.append(f"{head} {where}{times}: the same in {one.wider}, and "
                       f"{_short(self.error)} becomes {_short(one.left)}")  # fmt: skip
        if not self.sources:
            out.append("it is owed to no line alone: none would be worth a third of that")
        return [*out, *self.cancels, *self._rest()]

    def _rest(self) -> list[str]:
        out = [f"not looked at in higher precision: {', '.join(self.missed)}"] if self.missed else []
        return [*out, f"only {_MOST:,} elements that it depends on were followed"] if self.cut else out

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def data(self) -> dict[str, Any]:
        return {
            "value": self.value, "exact": self.exact, "error": self.error, "lines": self.lines,
            "sources": [{"instruction": one.op, "file": one.place.file if one.place else None,
                         "line": one.place.line if one.place else None, "type": one.kind.vendor, "steps": one.steps,
                         "wider": one.wider, "left": one.left} for one in self.sources],
        }  # fmt: skip


def drift(chains: Chains, node: Node, before: int) -> Drift:
    """Of an element as it was before a tick."""
    if not node.kind.is_float or node.kind.kind != "f":
        raise ValueError(f"{node.name} is {node.kind.vendor}: only floats have an error of rounding")
    follower = _Follower(chains)
    root = follower.key(node.home, node.address, node.kind.size, before)
    follower.follow(root, node.kind, node.launch)
    return follower.result(root, node)


class _Follower:
    def __init__(self, chains: Chains) -> None:
        self.chains, self.writers = chains, chains.writers
        self.steps: dict[Key, _Step] = {}
        self.leaves: dict[Key, float] = {}
        self.order: list[Key] = []  # inputs first
        self.cut = False
        self.missed: dict[str, None] = {}

    def key(self, home: Home, address: int, size: int, before: int) -> Key:
        return home, address, size, int(self.writers.look(home, address, size, before).owners[0])

    def follow(self, root: Key, kind: DType, launch: int) -> None:
        open_, done = [(root, kind, False)], set[Key]()
        while open_:
            key, kind, made = open_.pop()
            if made:
                self.order.append(key)
                continue
            if key in done:
                continue
            done.add(key)
            step = self._step(key, kind) if len(done) < _MOST else None
            self.cut |= len(done) >= _MOST
            if step is None:
                self.leaves[key] = self._value(key, kind)
                continue
            self.steps[key], inputs = step
            open_.append((key, kind, True))
            open_ += [(one, of, False) for one, of in inputs]

    def _value(self, key: Key, kind: DType) -> float:
        home, address, size, owner = key
        tick = int(self.writers.touches["tick"][owner]) + 1 if owner >= 0 else 0
        number = value_of(self.writers.look(home, address, size, tick).bytes.tobytes(), kind)
        return float(number) if isinstance(number, (int, float)) else math.nan

    def _step(self, key: Key, kind: DType) -> tuple[_Step, list[tuple[Key, DType]]] | None:
        home, address, size, owner = key
        step = int(self.writers.touch_step[owner]) if owner >= 0 else -1
        if step < 0 or not kind.is_float:
            return None
        record, ins = self.writers.steps[step]["record"], instruction_of(self.writers, step)
        parts = self.chains.decide(step, [(home, address, size, 0xFF)])
        value = self._value(key, kind)
        if parts is None or not math.isfinite(value):
            self._miss(ins, record)
            return None
        tick = int(record_tick(self.writers, step))
        kinds = [self.chains._kind(part, record) for part in parts]
        keys = [self.key(part.home, part.address, part.size, tick) for part in parts]
        numbers = [self._value(one, of) for one, of in zip(keys, kinds, strict=True)]
        found = _model(self.chains, step, ins, record, parts, kinds, numbers, kind, value)
        looked_at = found is not None
        used = list(range(len(parts)))
        if found is None:
            self._miss(ins, record)
            model = _slopes(self.chains.again(step), home, address, kind, parts, kinds, numbers, value)
        else:
            model, used = found
        inputs = [keys[i] for i in used]
        made = _Step(value, kind, self.chains.called(ins), place_of(record), inputs, model, looked_at)
        made.own = value - model([numbers[i] for i in used]) if looked_at else 0.0
        return made, [(keys[i], kinds[i]) for i in used]

    def _miss(self, ins: Instruction, record: Any) -> None:
        from lanewise.why.texts import where_at

        self.missed.setdefault(f"{where_at(place_of(record))}{self.chains.called(ins)}")

    def computed(self, root: Key, own: Callable[[_Step, float], float]) -> float:
        """The element, where each step adds an error to what it makes of its inputs."""
        now = dict(self.leaves)
        for key in self.order:
            step = self.steps[key]
            with np.errstate(all="ignore"):
                exact = step.model([now[one] for one in step.inputs])
            now[key] = exact + own(step, exact)
        return now[root]

    def result(self, root: Key, node: Node) -> Drift:
        value = self._value(root, node.kind)
        found = Drift(node, value, self.computed(root, lambda step, exact: 0.0), cut=self.cut, missed=list(self.missed))
        if not found.error or not math.isfinite(found.error):
            return found
        lines: dict[tuple[str, Place | None], list[_Step]] = {}
        for step in self.steps.values():
            if step.own:
                lines.setdefault((step.op, step.place), []).append(step)
        large = sorted(lines.items(), key=lambda line: -sum(abs(one.own) for one in line[1]))[:_LINES]
        for (op, place), steps in large:
            kind = steps[0].kind
            wider = "float" if kind.size < 4 else "double"

            def own(step: _Step, exact: float, here: tuple[str, Place | None] = (op, place), to: str = wider) -> float:
                if (step.op, step.place) != here:
                    return step.own
                return float(np.float32(exact)) - exact if to == "float" else 0.0

            left = abs(self.computed(root, own) - found.exact)
            if left < found.error * 2 / 3:
                found.sources.append(Source(op, place, kind, len(steps), left, wider))
        found.sources.sort(key=lambda one: one.left)
        found.cancels = self._cancelled()
        return found

    def _cancelled(self) -> list[str]:
        """Differences that leave little of what they are made of: the one that leaves least."""
        from lanewise.why.texts import where_at

        worst, said = float(_CANCELS), ""
        for step in self.steps.values():
            given = [self._value_of(one) for one in step.inputs]
            if len(given) != 2 or not step.value or not step.looked_at:
                continue
            most, sums = max(map(abs, given)), (given[0] + given[1], given[0] - given[1], given[1] - given[0])
            near = min(abs(one - step.value) for one in sums)
            if near > abs(step.value) * 2**-6 or most < worst * abs(step.value):
                continue
            if not any(self._off(one) for one in step.inputs):
                continue
            worst = most / abs(step.value)
            said = (f"{where_at(step.place)}{step.op} cancels: of {_short(given[0])} and {_short(given[1])} it leaves "
                    f"{_short(step.value)}, in which their errors weigh {worst:,.0f} times as much")  # fmt: skip
        return [said] if said else []

    def _value_of(self, key: Key) -> float:
        return self.steps[key].value if key in self.steps else self.leaves[key]

    def _off(self, key: Key) -> bool:
        """Whether something has been rounded on the way to it."""
        left, seen = [key], set[Key]()
        while left:
            at = left.pop()
            if at in seen or at not in self.steps:
                continue
            seen.add(at)
            if self.steps[at].own:
                return True
            left += self.steps[at].inputs
        return False


def record_tick(writers: Any, step: int) -> int:
    return int(writers.steps["tick"][step])


# --- what a step computes, without rounding ---


def _model(
    chains: Chains, step: int, ins: Instruction, record: Any, parts: Sequence[Part], kinds: Sequence[DType],
    numbers: Sequence[float], kind: DType, value: float,
) -> tuple[Model, list[int]] | None:  # fmt: skip
    """As a function of some of the parts; None: it is not known."""
    floats = [i for i, one in enumerate(kinds) if one is not BYTE and not math.isnan(numbers[i])]
    if len(floats) == 1 and (ins.family == "cast" or numbers[floats[0]] == value) and not ins.form.scalars:
        return (lambda given: given[0]), floats
    if ins.name in _PRODUCTS:
        return _product(parts, kinds, numbers, kind, value)
    if len(floats) == len(parts) == 1 and ins.family == "cube-store":  # a cast, where nothing else has changed it
        near = abs(numbers[0] - value) <= _place(numbers[0], kind)
        return ((lambda given: given[0]), floats) if near else None
    if ins.fold in ("max", "min"):
        same = [i for i in floats if numbers[i] == value]
        return ((lambda given: given[0]), same[:1]) if same else None
    if ins.fold == "sum" and len(floats) == len(parts):
        return _checked(math.fsum, floats, numbers, kind, value)
    if ins.form.executor == "move" and len(floats) == 2:  # an atomic sum
        return _checked(math.fsum, floats, numbers, kind, value)
    if ins.form.executor in ("elementwise", "registers"):
        return _by_meaning(chains, step, ins, record, parts, numbers, kind, value)
    same = [i for i in floats if numbers[i] == value and kinds[i].name == kind.name]
    if ins.family == "select" and len(same) == 1:
        return (lambda given: given[0]), same
    return None


def _checked(
    model: Model, used: list[int], numbers: Sequence[float], kind: DType, value: float
) -> tuple[Model, list[int]] | None:
    """It counts where it gives about what the chip gave."""
    given = [numbers[i] for i in used]
    with np.errstate(all="ignore"):
        try:
            found = model(given)
        except (ArithmeticError, ValueError):
            return None
    scale = max([abs(value), *(map(abs, given) if model is math.fsum else ())])
    most = (_NEAR + len(given)) * _place(scale, kind)
    return (model, used) if math.isfinite(found) and abs(found - value) <= most else None


def _product(
    parts: Sequence[Part], kinds: Sequence[DType], numbers: Sequence[float], kind: DType, value: float
) -> tuple[Model, list[int]] | None:
    """A row times a column and what they are added to. Both lie in the order of what is summed; a factor beside a zero
    decides nothing, and then they cannot be paired."""
    left, right = (sorted((i for i, part in enumerate(parts) if part.operand == which), key=lambda i: parts[i].address)
                   for which in (1, 2))  # fmt: skip
    rest = [i for i, part in enumerate(parts) if part.operand not in (1, 2)]
    used, depth = [*left, *right, *rest], len(left)
    if len(left) != len(right) or not all(kinds[i].is_float and math.isfinite(numbers[i]) for i in used):
        return None

    def terms(given: Sequence[float]) -> list[float]:
        return [*map(mul, given[:depth], given[depth : 2 * depth]), *given[2 * depth :]]

    def model(given: Sequence[float]) -> float:
        return math.fsum(terms(given))

    mine = [numbers[i] for i in used]
    most = (_NEAR + depth) * _place(max(abs(value), *map(abs, terms(mine))), kind)
    return (model, used) if abs(model(mine) - value) <= most else None


def _by_meaning(
    chains: Chains, step: int, ins: Instruction, record: Any, parts: Sequence[Part], numbers: Sequence[float],
    kind: DType, value: float,
) -> tuple[Model, list[int]] | None:  # fmt: skip
    """By its definition, of one lane."""
    operands = [i for i, o in enumerate(ins.form.operands) if o.reads and o.counted and o.space != "mask"]
    places = record["operands"]
    used: list[int] = []
    for i in operands:
        at = next((n for n, part in enumerate(parts) if part.operand == i
                   or (part.operand >= 0 and places[part.operand]["address"] == places[i]["address"]
                       and places[part.operand]["space"] == places[i]["space"])), None)  # fmt: skip
        if at is None:
            return None
        used.append(at)
    launched = chains.history.launches[int(chains.writers.step_launch[step])]
    types = tuple(chains.operand_kinds(record))
    payload = chains.writers.payload[int(record["payload"]) :][: int(record["payload_count"])].tolist()
    scalars = chains.scalars(record, ins, int(chains.writers.step_launch[step]))
    env = _Unrounded(types, find_chip(launched.chip).policy, scalars, int(record["flags"]), params=payload)
    rest = [np.float64(one) for one in scalars]

    def model(given: Sequence[float]) -> float:
        made = ins.meaning(env, *(np.array([one], np.float64) for one in given), *(np.array([one]) for one in rest))
        return float(np.asarray(made).reshape(-1)[0])

    try:
        return _checked(model, used, numbers, kind, value)
    except Exception:  # a meaning that wants bits, not numbers
        return None


def _slopes(
    again: Again, home: Home, address: int, kind: DType, parts: Sequence[Part], kinds: Sequence[DType],
    numbers: Sequence[float], value: float,
) -> Model:  # fmt: skip
    """What it gave, and how that changes with a little more of each input."""
    found = [0.0] * len(parts)
    if len(parts) <= _FEW:
        for i, (part, of) in enumerate(zip(parts, kinds, strict=True)):
            by = numbers[i] * _STEP or _STEP
            if of.is_float and of.kind == "f" and math.isfinite(by):
                held = np.array([numbers[i] + by]).astype(of.numpy).tobytes()
                now = again.with_other(home, address, kind, part, held)
                found[i] = (now - value) / by if now is not None and math.isfinite(now) else 0.0
    return lambda given: value + sum(s * (g - was) for s, g, was in zip(found, given, numbers, strict=True))


def _place(value: float, kind: DType) -> float:
    """The last place of a number of the type."""
    layout = kind.layout
    if layout is None:
        return 0.0
    exponent = math.frexp(value)[1] - 1 if value and math.isfinite(value) else layout.smallest_exponent
    return float(2.0 ** (max(exponent, layout.smallest_exponent) - layout.mantissa))


def _ulps(error: float, exact: float, kind: DType) -> str:
    place = _place(exact, kind)
    return f" ({error / place:.2g} ulps of {kind.vendor})" if place and error / place < 1 << 20 else ""


def _short(number: float) -> str:
    return f"{number:.6g}"
