"""One Python function per name of a register record. Nothing here lists instructions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from lanewise.asc.arguments import algorithm_flags, encode
from lanewise.asc.generate import describe
from lanewise.asc.reg.registers import MaskReg
from lanewise.asc.signatures import of_registers, sign
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.issued import SPACES
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.machine.core import current_core
from lanewise.machine.engine import TensorBase
from lanewise.numerics.formats import BY_CODE, DTYPES

Function = Callable[..., None]


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.removeprefix("Reg::")).lower()


@cache
def by_name() -> dict[str, list[Instruction]]:
    """Register records under their own names and, where nothing else has them, their older ones."""
    names: dict[str, list[Instruction]] = {}
    own = [i for i in instructions().values() if i.form.executor.startswith("register")]
    for ins in own:
        for name in ins.python_names:
            names.setdefault(name.removeprefix("reg."), []).append(ins)
    old: dict[str, list[Instruction]] = {}
    for ins in own:
        for vendor in ins.old:
            old.setdefault(snake(vendor), []).append(ins)
    return {**old, **names}


def function(name: str) -> Function:
    records = by_name()[name]
    made = _make(name, records)
    made.__name__ = made.__qualname__ = name
    made.__module__ = "lanewise.asc.reg"
    made.__doc__ = "\n".join(dict.fromkeys(usage(name, ins) for ins in records)) + f"\n\n{describe(records, None)}"
    sign(made, {ins.name: of_registers(ins, _masked(ins)) for ins in records})
    return made


def usage(name: str, ins: Instruction) -> str:
    """How a call is written."""
    operands = [o.name for o in ins.form.operands]
    masked = _masked(ins)
    words = [*(operands[:-1] if masked else operands), *ins.form.scalars, *(["mask"] if masked else [])]
    return f"reg.{name}({', '.join([*words, *(f'{p}={d!r}' for p, d in ins.parameters.items())])})"


def _masked(ins: Instruction) -> bool:
    """Whether the last operand is a mask that may be left out."""
    return any(o.space == "mask" and o.name == "mask" for o in ins.form.operands[-1:])


def _make(name: str, records: list[Instruction]) -> Function:
    def function(
        *args: Any, merge: bool = False, config: Any = None, params: tuple[int, ...] = (), **told: Any
    ) -> None:
        ins = _choose_record(records, args)
        operands, numbers = _sorted(name, ins, args)
        flags = (int(Flag.MERGE) if merge else 0) | (algorithm_flags(name, config) if config is not None else 0)
        row = next((r for r in ins.rows if r.types == _types(ins, operands)), ins.rows[0])
        scalars: tuple[int, ...] = ()
        if ins.form.scalars:
            scalars = (encode(name, numbers[0], DTYPES[ins.scalar_type(row)]),)
        said = params or _params(name, ins, told)
        core = operands[0].core if operands else current_core(name)
        try:
            core.issue(opcodes()[ins.name], int(Overload.PLAIN), flags, tuple(operands), scalars, 0, 1, None, said)
        except LanewiseError as problem:
            problem.fields["op"] = f"reg.{name}"  # as it was called; one name may stand for several records
            raise

    return function


def _choose_record(records: list[Instruction], args: tuple[Any, ...]) -> Instruction:
    """Records that share a name differ in what they take; the first one complains when nothing fits."""
    fits = [i for i in records if _accepts(i, args)]
    exact = [i for i in fits if any(r.types == _types(i, _sorted("", i, args)[0]) for r in i.rows)]
    return (exact or fits or records)[0]


def _accepts(ins: Instruction, args: tuple[Any, ...]) -> bool:
    spaces = [SPACES[o.space] for o in ins.form.operands]
    given = [a.space for a in args if isinstance(a, TensorBase)]
    left_out = spaces[:-1] if _masked(ins) else spaces
    return given in (spaces, left_out) and len(args) - len(given) == len(ins.form.scalars)


def _types(ins: Instruction, operands: list[Any]) -> tuple[str, ...]:
    return tuple(BY_CODE[o.code].name if o.code else "" for o in operands)


def _sorted(name: str, ins: Instruction, args: tuple[Any, ...]) -> tuple[list[Any], list[Any]]:
    """Registers and tensors, with every lane for a mask that was left out, and numbers."""
    operands = [a for a in args if isinstance(a, TensorBase)]
    numbers = [a for a in args if not isinstance(a, TensorBase)]
    given, others = len(operands), len(numbers)
    if _masked(ins) and len(operands) == len(ins.form.operands) - 1:
        operands.append(MaskReg())
    if len(operands) != len(ins.form.operands) or len(numbers) != len(ins.form.scalars):
        raise LanewiseError("CALL-001", op=f"reg.{name}", usage=usage(name, ins),
                            case="registers", given=given, others=others)
    return operands, numbers


def _params(name: str, ins: Instruction, told: dict[str, Any]) -> tuple[int, ...]:
    unknown = told.keys() - ins.parameters.keys()
    if unknown:
        raise LanewiseError(
            "CALL-001", op=f"reg.{name}", case="unknown", names=", ".join(sorted(unknown)), usage=usage(name, ins)
        )
    values = {**ins.parameters, **told}
    return tuple(ins.modes.index(v) if isinstance(v, str) and v in ins.modes else int(v) for v in values.values())
