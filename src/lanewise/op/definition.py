"""What an operator takes and gives: its definition, as it counts on one chip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lanewise.errors import LanewiseError
from lanewise.op.kinds import FORMATS, ND, type_name

OPTIONAL, REQUIRED, DYNAMIC = 1, 2, 3
ALL, DTYPE, FORMAT, SHAPE = range(4)  # of Follow
_SHOWN = 6  # columns in a message


@dataclass(frozen=True)
class Parameter:
    """An input or output. Entry k of `types` and `formats` belongs to column k; `any_types` fits every column."""

    name: str
    kind: int
    types: tuple[int, ...]
    any_types: tuple[int, ...]
    formats: tuple[int, ...]
    any_formats: tuple[int, ...]
    kernel_types: tuple[int, ...]
    follows: str
    follow_type: int
    values: bool  # readable in the functions of the host
    tiling_only: bool
    scalar: bool
    computed: bool
    initial: tuple[float, ...]

    @property
    def optional(self) -> bool:
        return self.kind == OPTIONAL

    @property
    def dynamic(self) -> bool:
        return self.kind == DYNAMIC

    def follows_in(self, what: int) -> bool:
        return bool(self.follows) and self.follow_type in (ALL, what)

    def format(self, column: int) -> int:
        if self.formats:
            return self.formats[min(column, len(self.formats) - 1)]
        return self.any_formats[0] if self.any_formats and ND not in self.any_formats else ND

    def initial_in(self, column: int) -> float | None:
        return self.initial[min(column, len(self.initial) - 1)] if self.initial else None

    def __str__(self) -> str:
        kind = {OPTIONAL: ", optional", DYNAMIC: ", a list"}.get(self.kind, "")
        types = ", ".join(dict.fromkeys(type_name(t) for t in (*self.types, *self.any_types)))
        formats = set(self.formats) - {ND}
        layout = f" in {', '.join(sorted(FORMATS.get(f, str(f)) for f in formats))}" if formats else ""
        return f"{self.name}: {types or 'as ' + self.follows}{layout}{kind}"


@dataclass(frozen=True)
class Attribute:
    name: str
    kind: str  # Int, Float, Bool, String, ListInt, ListFloat, ListBool, ListListInt
    required: bool
    default: Any

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}" + ("" if self.required else f" = {self.default!r}")


@dataclass(frozen=True)
class Definition:
    """`str()` of it is what a user reads."""

    type: str
    inputs: tuple[Parameter, ...]
    outputs: tuple[Parameter, ...]
    attributes: tuple[Attribute, ...]
    private: tuple[Attribute, ...]  # behind them, for the operator's own functions
    chips: tuple[str, ...]
    kernel_file: str | None
    kernel_function: str | None
    launch_empty: bool
    tiling: bool
    infer_shape: bool
    infer_type: bool
    readable: frozenset[int]
    readable_in_tiling: frozenset[int]

    @property
    def columns(self) -> int:
        return max([len(p.types) for p in (*self.inputs, *self.outputs)] + [1])

    def __str__(self) -> str:
        rows = [self.type, *(f"  input   {p}" for p in self.inputs), *(f"  output  {p}" for p in self.outputs)]
        rows += [f"  attr    {a}" for a in self.attributes]
        return "\n".join([*rows, f"  chips   {', '.join(self.chips) or 'all'}"])

    @property
    def arguments(self) -> list[str]:
        """What the kernel gets, in order. Shapes that the kernel decides go to one place for all."""
        shapes = ["shapes"] if any(p.computed for p in self.outputs) else []
        return [*(p.name for p in self.inputs), *(p.name for p in self.outputs), *shapes, "workspace", "tiling"]

    def type_of(self, parameter: Parameter, column: int, given: Mapping[str, int], depth: int = 8) -> int | None:
        """Of an input or output in this column; None: one of several that the inputs do not decide."""
        if parameter.types:
            return parameter.types[min(column, len(parameter.types) - 1)]
        if parameter.follows_in(DTYPE) and depth:
            if parameter.follows in given:
                return given[parameter.follows]
            other = next(
                (p for p in (*self.inputs, *self.outputs) if p.name == parameter.follows and p != parameter), None
            )
            return self.type_of(other, column, given, depth - 1) if other else None
        if len(parameter.any_types) == 1:
            return parameter.any_types[0]
        return None

    def matching_columns(self, given: Sequence[tuple[Parameter, int]]) -> list[int]:
        """The columns that take inputs of these types."""
        return [k for k in range(self.columns) if all(_accepts(p, k, t) for p, t in given)]

    def refusal(self, given: Sequence[tuple[Parameter, int]]) -> LanewiseError:
        """Why no column takes these."""
        types = ", ".join(type_name(t) for _, t in given)
        single = all(t in (*p.types, *p.any_types) for p, t in given if p.types or p.any_types)
        if single:
            rows = dict.fromkeys(
                "(" + ", ".join(type_name(p.types[k]) if k < len(p.types) else "any" for p, _ in given) + ")"
                for k in range(self.columns)
            )
            more = f", and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
            taken = f"{', '.join(list(rows)[:_SHOWN])}{more}"
            return LanewiseError("OPERATOR-003", case="together", operator=self.type, types=types, rows=taken)
        known = "; ".join(
            f"{p.name}: {', '.join(dict.fromkeys(type_name(t) for t in (*p.types, *p.any_types)))}"
            for p in self.inputs if p.types or p.any_types
        )  # fmt: skip
        wrong = ", ".join(f"{p.name} is {type_name(t)}" for p, t in given
                          if (p.types or p.any_types) and t not in (*p.types, *p.any_types))  # fmt: skip
        return LanewiseError("OPERATOR-003", case="types", operator=self.type, types=types, wrong=wrong, known=known)


def _accepts(parameter: Parameter, column: int, kind: int) -> bool:
    if parameter.any_types:
        return kind in parameter.any_types
    return not parameter.types or parameter.types[min(column, len(parameter.types) - 1)] == kind


def definition_from(type_name: str, told: Mapping[str, Any], chip: str, names: Sequence[str]) -> Definition:
    """From what the host side says of itself; `names` are those of the chip in it, the best one first."""
    configs = told["configs"]
    soc = next((n for n in names if n in configs), None)
    if configs and soc is None:
        raise LanewiseError("OPERATOR-002", operator=type_name,
                            case="other_chip", known=", ".join(sorted(configs)), chip=chip)  # fmt: skip
    config = configs[soc] if soc else {"inputs": [], "outputs": [], "more": {}}
    return Definition(
        type_name, tuple(_parameters(told["inputs"], config["inputs"])),
        tuple(_parameters(told["outputs"], config["outputs"])), _attributes(told["attrs"]),
        _attributes(told["private"]), tuple(sorted(configs)),
        config["more"].get("opFile.value"), config["more"].get("opInterface.value"), told["launch_empty"],
        told["tiling"], told["infer_shape"], told["infer_type"], frozenset(told["readable"]),
        frozenset(told["readable_in_tiling"]),
    )  # fmt: skip


def _attributes(told: Sequence[Mapping[str, Any]]) -> tuple[Attribute, ...]:
    """One with a default may be left out, whatever it is called."""
    return tuple(Attribute(a["name"], a["kind"], a["required"] and not a["said"], a["default"]) for a in told)


def _parameters(general: Sequence[dict[str, Any]], own: Sequence[dict[str, Any]]) -> Iterator[Parameter]:
    """A chip's configuration replaces parameters by name; it may also bring them."""
    by_name = {one["name"]: one for one in own}
    for one in general:
        other = by_name.pop(one["name"], None)
        if other is not None and (other["said"] or other["follows"]):
            kind = other["kind"] or one["kind"]
            one = {**one, **other, "kind": kind, "values": one["values"] or other["values"],
                   "initial": other["initial"] or one["initial"]}  # fmt: skip
        yield _parameter(one)
    yield from map(_parameter, by_name.values())


def _parameter(told: Mapping[str, Any]) -> Parameter:
    lists = ("types", "any_types", "formats", "any_formats", "kernel_types", "initial")
    plain = ("name", "follows", "follow_type", "values", "tiling_only", "scalar", "computed")
    kind = told["kind"] if told["kind"] in (OPTIONAL, DYNAMIC) else REQUIRED
    values: dict[str, Any] = {**{key: tuple(told[key]) for key in lists}, **{key: told[key] for key in plain}}
    return Parameter(kind=kind, **values)
