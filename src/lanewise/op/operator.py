"""An operator as a function on arrays."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from lanewise.check import Finding, parse_kinds
from lanewise.cpp.loader import Launchable
from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.machine.group import Group
from lanewise.machine.launch import Run
from lanewise.machine.settings import configure, settings
from lanewise.op import keys, wire
from lanewise.op.definition import Definition
from lanewise.op.host import EndedError, Host
from lanewise.op.kernel import Source, Variant
from lanewise.op.launching import Array, Cargo, empty_outputs, given_back
from lanewise.op.plan import Layout, Plan, decoded
from lanewise.op.prepare import Call, Preparation, tensors
from lanewise.op.result import Again
from lanewise.op.structs import Structures

_STATUS = {0xFFFFFFFF: "GRAPH_FAILED", 50331649: "GRAPH_PARAM_INVALID", 50331644: "GRAPH_PARAM_OUT_OF_RANGE"}


class Operator:
    """`operator(x, y, alpha=2.0)` runs it, `operator.tiling(...)` shows how it would be cut up."""

    def __init__(
        self, definition: Definition, host: Host, told: dict[str, Any], source: Callable[[], Source], chip: str,
        timeout: float | None = None,
    ) -> None:
        self.definition, self.chip, self._timeout = definition, chip, timeout
        self._host, self._told, self._find_source = host, told, source
        self._source: Source | None = None
        # Beside the variant: what is checked, its schedule, whether everything is kept.
        self._kernels: dict[tuple[Variant, str, str, bool], Launchable] = {}
        self._last: Again | None = None

    def __repr__(self) -> str:
        names = [p.name for p in self.definition.inputs] + [f"{a.name}=" for a in self.definition.attributes]
        return f"<operator {self.definition.type}({', '.join(names)}) on {self.chip}>"

    def __call__(self, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        call = self.prepare(inputs, out, attributes)
        if call.empty and not self.definition.launch_empty:
            made = empty_outputs(call)
        else:
            made, _ = self._run(call, settings().trace, settings().check)
        self._last = Again(
            lambda: self._time(inputs, out, attributes),
            lambda what: self._check(inputs, out, attributes, parse_kinds(what)),
            lambda: self._report(inputs, out, attributes),
            lambda: self._run_with_history(inputs, out, attributes),
        )
        return given_back(call, made, self._last)

    def tiling(self, *inputs: Any, out: Any = None, **attributes: Any) -> Plan:
        """What the tiling function decides for such a call. Nothing is run."""
        call = self.prepare(inputs, out, attributes)
        plan = self.plan(call)
        name, layout = self._structure(call.variant._replace(key=plan.tiling_key))
        if layout and layout["bytes"] <= len(plan.data):
            plan.structure, plan.fields = name, decoded(layout, plan.data)
        return plan

    def _structure(self, variant: Variant) -> tuple[str, Layout | None]:
        """What the data of a key is: a class that is registered for it, or what the kernel's text says."""
        classes = {c["op"]: c for c in self._told["classes"]}
        found = classes.get(f"{self.definition.type}_{variant.key}") or classes.get(self.definition.type)
        if found:
            return found["name"], found["layout"]
        try:
            source = self._its_source()
        except LanewiseError:  # a kernel that is missing is no reason not to show the rest
            return "", None
        name = (keys.structure(self._template, variant) if self._template else None) or source.structure
        return (name, Structures(source.text).layout(name)) if name else ("", None)

    def time(self) -> Any:
        """How long the last call takes on the chip."""
        if self._last is None:
            raise self._error("not_called", what="time")
        return self._last.time()

    def check(self, what: str | bool = True) -> list[Finding]:
        """What is wrong with the last call, although its numbers may be right."""
        if self._last is None:
            raise self._error("not_called", what="check")
        return self._last.check(what)

    def report(self) -> str:
        """How the last call is cut up, how long it takes and what is wrong with it, in words."""
        if self._last is None:
            raise self._error("not_called", what="report")
        return self._last.report()

    def why(self, name: str | int, index: int | None = None) -> Any:
        """Where an element of the last call comes from: `operator.why("z", 137)` (lanewise.why.explain)."""
        if self._last is None:
            raise self._error("not_called", what="explain")
        return self._last.kept().why(name, index)

    def expect(self, wanted: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """What of the last call is not as it should be: `operator.expect(z=x + y)` (lanewise.why.expect)."""
        if self._last is None:
            raise self._error("not_called", what="compare")
        return self._last.kept().expect(wanted, **more)

    def _run_with_history(self, inputs: Sequence[Any], out: Any, attributes: dict[str, Any]) -> Run:
        """The call once more, with what everything held."""
        before = settings().history
        configure(history=True)
        try:
            return self._run_on_outputs(inputs, out, attributes, False, "")
        finally:
            configure(history=before)

    def _report(self, inputs: Sequence[Any], out: Any, attributes: dict[str, Any]) -> str:
        from lanewise import timing

        found = self._check(inputs, out, attributes, parse_kinds(True))
        said = "\n".join(one.text for one in found) or "nothing is wrong with it, as far as --check looks"
        plan = self.tiling(*inputs, out=out, **attributes)
        return "\n\n".join([str(plan), timing.text(self._time(inputs, out, attributes)), said])

    def _time(self, inputs: Sequence[Any], out: Any, attributes: dict[str, Any]) -> Any:
        from lanewise import timing

        return timing.of(self._run_on_outputs(inputs, out, attributes, True, ""))

    def _check(self, inputs: Sequence[Any], out: Any, attributes: dict[str, Any], what: str) -> list[Finding]:
        return self._run_on_outputs(inputs, out, attributes, False, what).findings

    def _run_on_outputs(
        self, inputs: Sequence[Any], out: Any, attributes: dict[str, Any], traced: bool, check: str
    ) -> Run:
        call = self.prepare(inputs, out, attributes)
        run = None if call.empty and not self.definition.launch_empty else self._run(call, traced, check)[1]
        if run is None:
            raise self._error("empty")
        return run

    def _run(self, call: Call, traced: bool, check: str) -> tuple[list[list[Array]], Run | None]:
        """The arrays of each output, and what was issued."""
        plan = self.plan(call)
        kernel, cargo = self._kernel(call, plan, check), Cargo(call, plan, self.reserved)
        run = kernel.run(plan.block_dim, plan.dynamic_ub, cargo, traced)
        return cargo.arrays, run

    # --- the host's functions ---

    def prepare(self, inputs: Sequence[Any], out: Any, attributes: dict[str, Any]) -> Call:
        """A call with its types and shapes."""
        if self._told["left_out"]:
            self._check_tiling()  # else what else is missing comes first
        return Preparation(self.definition, self._request, inputs, attributes, out).call()

    def _check_tiling(self) -> None:
        if not self.definition.tiling:
            others = [t for t in self._told["functions"] if t != self.definition.type]
            more = (f"; there are functions for {', '.join(others)}" if others else "") + self._left_out()
            raise self._error("no_tiling", type=self.definition.type, more=more)

    def _request(
        self, what: str, function: str, inputs: wire.Groups, outputs: wire.Groups, attributes: Sequence[bytes]
    ) -> dict[str, Any]:
        try:
            answer = self._host.ask(wire.request(what, self.definition.type, inputs, outputs, attributes))
        except EndedError as problem:
            hint = _not_readable(self.definition, what, inputs, problem.asked)
            why = f"{problem}{hint}{self._left_out()}"
            raise self._error("host_failed", who=function, why=why, **problem.late) from None
        if answer["status"]:
            first, *others = answer["errors"] or [
                f"{_STATUS.get(answer['status'], answer['status'])}, nothing was logged"
            ]
            for line in others:
                print(f"{self.definition.type}: {line}", file=sys.stderr)
            hint = _not_readable(self.definition, what, inputs, answer["asked"])
            who = "TilingParse" if answer.get("parsing") else function
            why = first.rstrip(". ") + hint
            raise self._error("host_failed", who=who, why=why)
        return answer

    def _left_out(self) -> str:
        """Sources that are not there, for a function that was not found or not survived."""
        return "".join(f"; {os.path.basename(s)} was left out: {why}" for s, why in self._told["left_out"].items())

    def plan(self, call: Call) -> Plan:
        """What the tiling function decides."""
        definition = self.definition
        self._check_tiling()
        readable = definition.readable | definition.readable_in_tiling
        groups = [
            tensors(g, pair, n in readable or g.parameter.values)
            for n, (g, pair) in enumerate(zip(call.inputs, call.variant.inputs, strict=True))
        ]
        outs = [[wire.Tensor(o.type, o.format, s) for s in o.shapes] for o in call.outputs]
        answer = self._request("tiling", "tiling", groups, outs, call.attributes)
        if not answer["blocks"]:
            raise self._error("no_blocks")
        if answer["schedule_mode"] == 1:
            self._check_together(answer["blocks"], call.variant._replace(key=answer["key"]))
        if not answer["size"] and any(c["op"] == definition.type for c in self._told["classes"]):
            text = f"{definition.type}: the tiling function wrote no data: SetDataSize was not called"
            warnings.warn(text, LanewiseWarning, stacklevel=4)
        if answer["size"] > answer["capacity"]:
            size, room = answer["size"], answer["capacity"]
            raise self._error("tiling_room", size=size, room=room)
        if self._template and answer["key"] == keys.NOT_DECLARED:
            names = ", ".join(p["name"] for p in self._template["parameters"])
            raise self._error("undeclared", names=names)
        return Plan(
            definition.type, answer["blocks"], answer["key"], answer["workspaces"], bytes.fromhex(answer["data"]),
            schedule_mode=answer["schedule_mode"], dynamic_ub=answer["dynamic_ub"], need_atomic=answer["need_atomic"],
        )  # fmt: skip

    def _check_together(self, blocks: int, variant: Variant) -> None:
        """Blocks that start together have a core each, and those with a cube core one of those."""
        cores, kind = self._told["cores"], "cores"
        if self._told["cubes"] < blocks <= cores and self._cores(variant).cubes:
            cores, kind = self._told["cubes"], "cube cores"
        if blocks > cores:
            raise self._error("too_many_blocks", blocks=blocks, chip=self.chip, cores=cores, kind=kind)

    # --- the kernel ---

    @cached_property
    def _template(self) -> Mapping[str, Any] | None:
        """What is declared for the kernel's template: under the operator's name, else in the kernel's own files."""
        known: Mapping[str, Any] = self._told["templates"]
        if self.definition.type in known or not known:
            return known.get(self.definition.type)
        try:
            declared = self._its_source().declared
        except LanewiseError:
            return None
        found = [name for name in declared if name in known]
        return known[found[0]] if len(found) == 1 else None

    def _its_source(self) -> Source:
        self._source = self._source or self._find_source()
        return self._source

    def _kernel(self, call: Call, plan: Plan, check: str) -> Launchable:
        """Built once for each combination of types and each key."""
        variant = call.variant._replace(key=plan.tiling_key)
        schedule = "" if check else settings().schedule
        key = variant, check, schedule, settings().history
        if key not in self._kernels:
            source, cores = self._its_source(), self._cores(variant)
            made = source.build(variant, self._arguments(variant), cores, check, schedule, self._timeout)
            self._kernels[key] = made
        return self._kernels[key]

    def library(self, call: Call, plan: Plan, observed: bool) -> str:
        """The file with the kernel of a call, for a process that launches it itself."""
        variant = call.variant._replace(key=plan.tiling_key)
        return self._its_source().library(variant, self._arguments(variant), self._cores(variant), observed)

    def _cores(self, variant: Variant) -> Group:
        """The cores of a block, for a key."""
        return self._its_source().group(variant, keys.kind(self._template, variant) if self._template else None)

    def _arguments(self, variant: Variant) -> str:
        """Of the kernel's template, if it is one."""
        source = self._its_source()
        if self._template and (source.kernel is None or source.kernel.template):
            return keys.arguments(self.definition.type, self._template, variant, source.type_parameters)
        return ""

    @property
    def source(self) -> Source:
        return self._its_source()

    @property
    def reserved(self) -> int:
        """Bytes in front of a workspace that are the system's."""
        return int(self._told["reserved"])

    def _error(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("OPERATOR-002", case=case, operator=self.definition.type, **fields)


def _not_readable(definition: Definition, what: str, inputs: wire.Groups, asked: Sequence[int]) -> str:
    """Inputs whose values a function of the host asked for, by instance: nothing declares them, so it got null."""
    owners = [number for number, group in enumerate(inputs) for _ in group]
    numbers = sorted({owners[one] for one in asked if one < len(owners)})
    if not numbers:
        return ""
    names = " and ".join(definition.inputs[number].name for number in numbers)
    call = "TilingInputsDataDependency" if what == "tiling" else "InputsDataDependency"
    listed = ", ".join(map(str, numbers))
    return (f"; it asked for the values of {names}, which the host cannot read: say .ValueDepend(REQUIRED) of it in "
            f"the definition, or .{call}({{{listed}}}) where the function is registered")  # fmt: skip
