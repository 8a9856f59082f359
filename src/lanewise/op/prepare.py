"""What is decided before the tiling function is asked: the column of types, and the shapes of the outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.border import as_numpy, is_torch, to_bits
from lanewise.op import wire
from lanewise.op.arguments import BoundArgument, bind
from lanewise.op.definition import SHAPE, Definition, Parameter
from lanewise.op.kernel import Variant
from lanewise.op.kinds import BY_ARRAY, UNDEFINED, type_name

Pair = tuple[int, int]  # type and format
Shape = tuple[int, ...]
Ask = Callable[[str, str, wire.Groups, wire.Groups, Sequence[bytes]], dict[str, Any]]


class Output(NamedTuple):
    parameter: Parameter
    type: int
    format: int
    shapes: list[Shape]  # several of a list
    targets: list[Any]  # the caller's own arrays, or nothing
    initial: float | None = None  # what it holds before the kernel, where the tiling function asks for that


class Call(NamedTuple):
    inputs: list[BoundArgument]
    outputs: list[Output]
    variant: Variant  # its key is not known yet
    attributes: list[bytes]

    @property
    def empty(self) -> bool:
        """Whether no output has an element."""
        shapes = [shape for output in self.outputs for shape in output.shapes]
        return bool(shapes) and all(0 in shape for shape in shapes)


def tensors(given: BoundArgument, pair: Pair, readable: bool) -> list[wire.Tensor]:
    """An input as functions of the host see it."""
    if given.absent:
        return [wire.Tensor(*pair, None)]
    return [wire.Tensor(*pair, a.shape, to_bits(a)[0].tobytes() if readable else None) for a in given.arrays]


class Preparation:
    """Of one call."""

    def __init__(
        self, definition: Definition, ask: Ask, values: Sequence[Any], named: dict[str, Any], out: Any
    ) -> None:
        self.definition, self.ask = definition, ask
        self.inputs = bind(definition, values)
        self.attributes = wire.attributes(definition, named)
        self.targets = None if out is None else self._targets(out)

    def call(self) -> Call:
        definition = self.definition
        given = [(g.parameter, g.type) for g in self.inputs if g.type is not None]
        columns = definition.matching_columns(given)
        if not columns:
            raise definition.refusal(given)
        column, types = self._types(columns)
        pairs = self._pairs(column)
        results = [(kind, p.format(column)) for p, kind in zip(definition.outputs, types, strict=True)]
        outputs = [
            output._replace(initial=output.parameter.initial_in(column)) for output in self._outputs(pairs, results)
        ]
        return Call(self.inputs, outputs, Variant(pairs, tuple(results), 0), self.attributes)

    def _targets(self, out: Any) -> list[list[Any]]:
        """The caller's own arrays for the outputs."""
        outputs = self.definition.outputs
        many = list(out) if isinstance(out, (tuple, list)) else [out]
        if len(outputs) == 1 and outputs[0].dynamic and not (len(many) == 1 and isinstance(many[0], (tuple, list))):
            many = [many]  # the tensors of the one list, which may be given as a list of lists, too
        if len(many) != len(outputs):
            raise self._error("out_count", count=len(outputs), given=len(many))
        groups = [list(t) if isinstance(t, (list, tuple)) else [t] for t in many]
        for group, parameter in zip(groups, outputs, strict=True):
            for target in group:
                if not isinstance(target, np.ndarray) and not is_torch(target):
                    raise self._error("out_no_array", name=parameter.name, type=type(target).__name__)
                if isinstance(target, np.ndarray) and not target.flags.writeable:
                    raise self._error("out_read_only", name=parameter.name)
        return groups

    # --- types ---

    def _pairs(self, column: int) -> tuple[Pair, ...]:
        """Type and format of every input; absent ones have those of the column."""
        return tuple((self._input_type(g, column), g.parameter.format(column)) for g in self.inputs)

    @staticmethod
    def _input_type(given: BoundArgument, column: int) -> int:
        if given.type is not None:
            return given.type
        types = given.parameter.types or given.parameter.any_types
        return types[min(column, len(types) - 1)] if types else UNDEFINED

    def _types(self, columns: list[int]) -> tuple[int, list[int]]:
        """The column, and the types of the outputs: out= decides, then InferDataType, then the first that fits."""
        outputs = self.definition.outputs
        known = {g.parameter.name: g.type for g in self.inputs if g.type is not None}
        rows = {k: [self.definition.type_of(p, k, known) for p in outputs] for k in columns}
        if self.targets is not None:
            return self._types_of_targets(rows, self.targets)
        first = columns[0]
        if len({tuple(row) for row in rows.values()}) == 1 and None not in rows[first]:
            return first, [t for t in rows[first] if t is not None]
        said = self._inferred_types(first) if self.definition.infer_type else []
        for k, row in rows.items():
            if said and all(r in (None, s) for r, s in zip(row, said, strict=True)):
                return k, said
        return first, [self._likely(p, known) if r is None else r for p, r in zip(outputs, rows[first], strict=True)]

    def _types_of_targets(self, rows: dict[int, list[int | None]], targets: list[list[Any]]) -> tuple[int, list[int]]:
        outputs = self.definition.outputs
        asked = [self._type_of_target(p, group) for p, group in zip(outputs, targets, strict=True)]
        for k, row in rows.items():
            if all(
                r == a or (r is None and (not p.any_types or a in p.any_types))
                for r, a, p in zip(row, asked, outputs, strict=True)
            ):
                return k, asked
        names = ", ".join(map(type_name, asked))
        due = dict.fromkeys(
            "(" + ", ".join("any" if t is None else type_name(t) for t in row) + ")" for row in rows.values()
        )
        raise self._error("out_types", names=names, known=" or ".join(due))

    def _type_of_target(self, parameter: Parameter, group: list[Any]) -> int:
        kind = as_numpy(group[0]).dtype if group else None
        known = BY_ARRAY.get(kind) if kind is not None else None
        if known is None:
            raise self._error("out_kind", name=parameter.name, kind=kind)
        return known.number

    def _inferred_types(self, column: int) -> list[int]:
        groups = [tensors(g, pair, False) for g, pair in zip(self.inputs, self._pairs(column), strict=True)]
        outs = [[wire.Tensor(UNDEFINED, p.format(column), ())] for p in self.definition.outputs]
        types: list[int] = self.ask("types", "InferDataType", groups, outs, self.attributes)["types"]
        return types

    def _likely(self, output: Parameter, known: dict[str, int]) -> int:
        """An output of any of several types has that of the first input with the same choice."""
        for kind in known.values():
            if kind in output.any_types or not output.any_types:
                return kind
        if output.any_types:
            return output.any_types[0]
        raise self._error("output_type", name=output.name)

    # --- shapes ---

    def _outputs(self, pairs: Sequence[Pair], kinds: Sequence[Pair]) -> list[Output]:
        outputs = self.definition.outputs
        if self.targets is not None:
            return [
                Output(p, *kind, [tuple(as_numpy(t).shape) for t in group], group)
                for p, kind, group in zip(outputs, kinds, self.targets, strict=True)
            ]
        counts = [self._count(p) for p in outputs]
        found: list[Shape | None] = [None] * sum(counts)
        if self.definition.infer_shape and outputs:
            found = self._inferred_shapes(pairs, kinds, counts)
        made, at = [], 0
        for parameter, kind, count in zip(outputs, kinds, counts, strict=True):
            shapes = found[at : at + count] if self.definition.infer_shape else self._followed(parameter) or [None]
            at += count
            made.append(Output(parameter, *kind, [self._sure(parameter, s) for s in shapes], []))
        return made

    def _inferred_shapes(
        self, pairs: Sequence[Pair], kinds: Sequence[Pair], counts: Sequence[int]
    ) -> list[Shape | None]:
        """None is a shape that InferShape left as it was."""
        groups = [
            tensors(g, pair, n in self.definition.readable or (g.parameter.values and not g.parameter.tiling_only))
            for n, (g, pair) in enumerate(zip(self.inputs, pairs, strict=True))
        ]
        outs = [[wire.Tensor(*kind, ())] * count for kind, count in zip(kinds, counts, strict=True)]
        told = self.ask("shapes", "InferShape", groups, outs, self.attributes)["shapes"]
        return [None if s is None else tuple(s) for s in told]

    def _count(self, parameter: Parameter) -> int:
        """The length of a list that is an output: as the list that it follows or is called like, or the first one."""
        if not parameter.dynamic:
            return 1
        lists = [g for g in self.inputs if g.parameter.dynamic]
        same = [g for g in lists if g.parameter.name in (parameter.name, parameter.follows)] or lists
        if not same:
            raise self._error(
                "output_list", name=parameter.name
            )
        return len(same[0].arrays)

    def _followed(self, parameter: Parameter) -> list[Shape | None]:
        """Shapes of the input that an output follows, or is."""
        names = {g.parameter.name: g for g in self.inputs}
        at, seen = parameter.name, {""}
        while at not in seen:
            if at in names:
                return [array.shape for array in names[at].arrays]
            seen.add(at)
            one = next((p for p in self.definition.outputs if p.name == at), parameter)
            at = one.follows if one.follows_in(SHAPE) else ""
        return []

    def _sure(self, parameter: Parameter, shape: Shape | None) -> Shape:
        advice = f"pass out= with an array of the right shape for {parameter.name}"
        if shape is None and not self.definition.infer_shape:
            raise self._error("no_infer_shape", name=parameter.name, advice=advice)
        if shape is None:
            if any(array.ndim for given in self.inputs for array in given.arrays):
                raise self._error("shape_unknown", name=parameter.name, advice=advice)
            return ()
        if any(size < 0 for size in shape):
            raise self._error("shape_open", name=parameter.name, shape=shape, advice=advice)
        return shape

    def _error(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("OPERATOR-002", case=case, operator=self.definition.type, **fields)
