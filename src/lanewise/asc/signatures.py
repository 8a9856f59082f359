"""What functions that are made from records take, for `help`, editors and their stubs."""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from typing import Any

from lanewise.isa.record import Instruction

CLASSES = {"ub": "Tensor", "reg": "RegTensor", "mask": "MaskReg", "unaligned": "UnalignReg"}  # of operands, by space


def signatures(function: Callable[..., Any], ins: Instruction | None = None) -> list[Signature]:
    """How a function is called, for one of its records or for all: those that share a name take different operands."""
    known: dict[str, Signature] = getattr(function, "signatures", {})
    if ins is not None and ins.name in known:
        return [known[ins.name]]
    return list(dict.fromkeys(known.values())) or [inspect.signature(function)]


def sign(function: Callable[..., Any], known: dict[str, Signature]) -> None:
    """Let a function tell how it is called; `known` by record."""
    told: Any = function
    told.signatures = known
    different = list(dict.fromkeys(known.values()))
    told.__signature__ = different[0] if len(different) == 1 else _untyped_signature(function)


def _untyped_signature(function: Callable[..., Any]) -> Signature:
    own = inspect.signature(function, follow_wrapped=False)
    return own.replace(return_annotation="None")


def signature(parameters: Iterable[Parameter]) -> Signature:
    return Signature(list(parameters), return_annotation="None")


def of_registers(ins: Instruction, masked: bool) -> Signature:
    """Operands in order, numbers behind the registers, a mask that may be left out, and parameters by name."""
    operands = ins.form.operands[:-1] if masked else ins.form.operands
    out = [Parameter(o.name, Parameter.POSITIONAL_ONLY, annotation=CLASSES[o.space]) for o in operands]
    out += [Parameter(name, Parameter.POSITIONAL_ONLY) for name in ins.form.scalars]
    if masked:
        out.append(Parameter("mask", Parameter.POSITIONAL_ONLY, default=None, annotation="MaskReg | None"))
    named: dict[str, Any] = dict(ins.parameters)
    named |= {"merge": False} if ins.form.executor == "registers" or masked else {}
    named |= {"config": None} if ins.algorithms else {}
    out += [Parameter(name, Parameter.KEYWORD_ONLY, default=value) for name, value in named.items()]
    return signature(out)


def of_elements(labels: list[str], defaults: tuple[float, ...]) -> Signature:
    """A function of elements: its destination, sources, numbers and a count."""
    values = [Parameter.empty] * (len(labels) - len(defaults)) + list(defaults)
    words = [("dst", Parameter.empty), *zip(labels, values, strict=True), ("count", None)]
    return signature(_with_hints(
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=value) for name, value in words
    ))  # fmt: skip


def of_macro(ins: Instruction) -> Signature:
    """Tensors in the order of the record, None for one that is left out, and its numbers by name."""
    fields = {name.replace(" ", "_"): value for name, value in ins.parameters.items()}
    words = {**{o.name: None for o in ins.form.operands}, **fields}
    return signature(_with_hints(
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=value)
        for name, value in words.items() if not keyword.iskeyword(name)
    ))  # fmt: skip


def _with_hints(parameters: Iterable[Parameter]) -> list[Parameter]:
    """Scratch and hints of speed are taken, and have no effect."""
    return [*parameters, Parameter("hints", Parameter.VAR_KEYWORD)]
