"""A call of each instruction in Python, C++ and C, that is shown on its page and run.

Most instructions are called like others of their form: their example follows from the record. The others are in
`examples.toml`. Operands lie in UB one after the other, in the order of the record, in every language.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lanewise.isa.catalogue import instructions
from lanewise.isa.form import Operand
from lanewise.isa.record import Instruction, Overload, Row
from lanewise.numerics.formats import DTYPES
from website.toml import read

LANES = 64
CHIPS = ("ascend910b", "ascend950", "ascend310p")  # an example is on the first of these that has the instruction
LIKED = ("float", "half", "int32", "int16", "uint32", "uint16", "int8", "uint8", "int64", "uint64")
NUMPY = {"float": "float32", "half": "float16", "double": "float64"}
HEAD = "import numpy as np\n\nimport lanewise\nfrom lanewise import asc\n"
C_WIDTH = {1: "b8", 2: "b16", 4: "b32"}


@dataclass
class RenderedExample:
    """What a page shows: calls by language, and what the one in Python printed."""

    chip: str
    calls: dict[str, str]
    printed: str = ""


@dataclass
class Example:
    ins: Instruction
    chip: str
    types: tuple[str, ...]
    said: dict[str, Any] = field(default_factory=dict)  # what examples.toml says

    @property
    def operands(self) -> list[tuple[Operand, str]]:
        """Those that have a place, with their types."""
        if self.ins.form.executor == "state":
            return []
        pairs = zip(self.ins.form.operands, self.types, strict=False)
        return [(o, kind) for o, kind in pairs if kind or o.space in ("mask", "unaligned")]

    @property
    def on_registers(self) -> bool:
        return self.ins.form.executor.startswith("register")

    @property
    def lanes(self) -> int:
        return int(self.said.get("lanes", LANES))

    @property
    def results(self) -> list[str]:
        if "prints" in self.said:
            return [str(word) for word in self.said["prints"].split()]
        return [o.name for o, _ in self.operands if o.writes and o.space in ("ub", "reg")]

    def initial_value(self, o: Operand, kind: str) -> str:
        """What an operand holds before the call, as Python; empty where that does not matter."""
        if o.name in self.said.get("values", {}):
            return str(self.said["values"][o.name])
        if (o.writes and not o.reads) or o.role == "scratch" or not kind:
            return ""
        return self._values(o, kind)

    # --- Python ---

    def python(self) -> str:
        if not self.ins.python_names or self.said.get("python") == "":
            return ""
        if "whole_python" in self.said:
            return str(self.said["whole_python"])
        lines = [self._python_operand(o, kind) for o, kind in self.operands]
        lines += self.said.get("python", self._python_call()).splitlines()
        for name in self.results:
            lines.append(f"print({name}.numpy()[:8])")
        return f'{HEAD}\nwith lanewise.core("{self.chip}") as core:\n' + "".join(f"    {line}\n" for line in lines)

    def _python_operand(self, o: Operand, kind: str) -> str:
        values = self.initial_value(o, kind)
        if o.space == "mask":
            widest = max((DTYPES[k].size for _, k in self.operands if k), default=4)
            return f'{o.name} = asc.reg.MaskReg("uint{8 * widest}", {256 // widest if o.reads else "None"})'
        if o.space == "unaligned":
            return f"{o.name} = asc.reg.UnalignReg()"
        if o.space == "reg":
            return f'{o.name} = asc.reg.RegTensor("{kind}"{", " + values if values else ""})'
        if self.said.get("gm") == o.name:
            return f"{o.name} = core.gm({values or f'np.zeros({self.size(o.name)}, np.{NUMPY.get(kind, kind)})'})"
        if not values:
            return f'{o.name} = core.ub({self.size(o.name)}, "{kind}")'
        return f"{o.name} = core.ub({values})"

    def size(self, name: str) -> int:
        return int(self.said.get("sizes", {}).get(name, self.lanes))

    def _values(self, o: Operand, kind: str) -> str:
        of = DTYPES[kind]
        n = 256 // of.size if o.space == "reg" else self.size(o.name)
        counted = f"np.arange({n}, 0, -1)" if o.name.endswith("1") else f"np.arange(1, {n + 1})"
        if of.kind == "f":
            return f"({counted} / 8).astype(np.{NUMPY.get(kind, kind)})"
        if of.bits < 16 and n > 100:
            counted += " % 100"
            return f"({counted}).astype(np.{NUMPY.get(kind, kind)})"
        return f"{counted}.astype(np.{NUMPY.get(kind, kind)})" if kind != "bool" else f"np.arange({n}) % 2 == 0"

    def _python_call(self) -> str:
        ins = self.ins
        name = ins.python_names[0]
        called = f"asc.{name}"
        last = name.rpartition(".")[2]
        if keyword.iskeyword(last):  # and, or, not
            called = f'getattr(asc.reg, "{last}")'
        return f"{called}({', '.join(self._arguments())})"

    def _arguments(self) -> list[str]:
        """Operands, then scalars in front of a mask, then a count."""
        passed = [o.name for o, _ in self.operands]
        if self.ins.form.scalars:
            passed.insert(len(passed) - (passed[-1:] == ["mask"]), "2")
        if not self.on_registers and self.ins.form.executor != "state":
            passed.append(str(self.lanes))
        return passed

    # --- C++ ---

    def cpp(self) -> str:
        """The body of a kernel, or a vector function."""
        if not self.ins.vendor or self.said.get("cpp") == "":
            return ""
        if "whole_cpp" in self.said:
            return str(self.said["whole_cpp"])
        call = self.said.get("cpp") or f"{self.ins.vendor[0]}({', '.join(self._arguments())});"
        if self.on_registers:
            return self._vector_function(str(call))
        lines = []
        for (o, kind), at in zip(self.operands, self.addresses(), strict=True):
            of = DTYPES[kind].vendor
            if self.said.get("gm") == o.name:
                lines += [f"GlobalTensor<{of}> {o.name};",
                          f"{o.name}.SetGlobalBuffer(reinterpret_cast<__gm__ {of}*>(gm));"]
            else:
                lines.append(f"LocalTensor<{of}> {o.name}(TPosition::VECCALC, {at}, {self.size(o.name)});")
        return "\n".join([*lines, str(call).rstrip()]) + "\n"

    def addresses(self) -> list[int]:
        """Where operands in UB lie: one after the other, in blocks; registers have a place to be loaded from."""
        out, at = [], 0
        for o, kind in self.operands:
            out.append(at)
            at += -(-(256 if o.space != "ub" else self.size(o.name) * DTYPES[kind].size) // 32) * 32
        return out

    def _vector_function(self, call: str, c: bool = False) -> str:
        pointers, lines, after = [], [], []
        for o, kind in self.operands:
            of = DTYPES[kind].vendor if kind else "uint8_t"
            if o.space == "ub":
                pointers.append(f"__ubuf__ {of}* {o.name}")
            elif o.space == "reg":
                pointers.append(f"__ubuf__ {of}* {o.name}_at")
                lines.append(f"vector_{of} {o.name};" if c else f"Reg::RegTensor<{of}> {o.name};")
                if o.reads:
                    lines.append(f"asc_loadalign({o.name}, {o.name}_at);" if c else
                                 f"Reg::LoadAlign({o.name}, {o.name}_at);")
                if o.writes:
                    after.append((o.name, kind))
            elif o.space == "mask":
                width = next((k for _, k in self.operands if k), "uint8")
                if c:
                    start = f" = asc_create_mask_{C_WIDTH[DTYPES[width].size]}(PAT_ALL)" if o.reads else ""
                    lines.append(f"vector_bool {o.name}{start};")
                else:
                    start = f" = Reg::CreateMask<{DTYPES[width].vendor}>()" if o.reads else ""
                    lines.append(f"Reg::MaskReg {o.name}{start};")
            else:
                lines.append(f"Reg::UnalignReg {o.name};")
        lines += call.splitlines()
        for name, kind in after:
            if c:
                whole = f"asc_create_mask_{C_WIDTH[DTYPES[kind].size]}(PAT_ALL)"
                lines.append(f"asc_storealign({name}_at, {name}, {whole});")
            else:
                lines.append(f"Reg::StoreAlign({name}_at, {name}, Reg::CreateMask<{DTYPES[kind].vendor}>());")
        body = "".join(f"    {line}\n" for line in lines)
        return f"__simd_vf__ inline void example({', '.join(pointers)})\n{{\n{body}}}\n"

    # --- C ---

    def c(self) -> str:
        """On registers a vector function, on memory a call with pointers."""
        ins = self.ins
        if "c" in self.said:
            call = str(self.said["c"])
            if not call:
                return ""
        elif not ins.c:
            return ""
        elif isinstance(ins.c, str) and not self.on_registers:
            call = f"asc_{ins.c}({', '.join(self._arguments())});"
        else:
            name = ins.c_overloads[0].name if ins.c_overloads else ""
            if not name:
                return ""
            call = f"{name}({', '.join(self._arguments())});"
        if self.on_registers:
            return self._vector_function(call, c=True)
        lines = [f"__ubuf__ {DTYPES[kind].vendor}* {o.name} = (__ubuf__ {DTYPES[kind].vendor}*){at};"
                 for (o, kind), at in zip(self.operands, self.addresses(), strict=True)]
        return "\n".join([*lines, call]) + "\n"

    def calls(self) -> dict[str, str]:
        return {"python": self.python(), "cpp": self.cpp(), "c": self.c()}


@cache
def by_hand() -> dict[str, dict[str, Any]]:
    return read(Path(__file__).with_name("examples.toml"))


@cache
def example(name: str) -> Example | None:
    """The example of a record; None where it is no call of its own."""
    ins = instructions()[name]
    said = by_hand().get(name, {})
    said = by_hand()[said["like"]] if "like" in said else said
    chip = said.get("chip") or next((c for c in CHIPS if c in ins.chips), ins.chips[0])
    if not ins.vendor and not ins.python_names:
        return None
    return Example(ins, chip, tuple(said["types"].split("/")) if "types" in said else _types(ins, chip), said)


def _types(ins: Instruction, chip: str) -> tuple[str, ...]:
    """The types of the row that readers know best."""
    rows = list(ins.rows_on(chip))
    return min(rows, key=_unfamiliarity).types if rows else ()


def _unfamiliarity(row: Row) -> tuple[int, int]:
    kinds = [k for k in (*row.types, row.scalar) if k]
    unknown = sum(k not in LIKED for k in kinds)
    counts = Overload.COUNT in row.overloads or Overload.PLAIN in row.overloads
    return unknown, (0 if counts else 50) + sum(LIKED.index(k) for k in kinds if k in LIKED)
