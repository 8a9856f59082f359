"""A call of each AI Engine operation in Python and in C++, made from the operands of its record, or written down.

Both have the same operands: what Python makes of numbers, C++ loads from `NAME_in`, where these numbers lie.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from functools import cache

from lanewise.isa.aie.calls import TYPED, Call, lanes_of
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import Row
from lanewise.isa.aie.types import LANE_TYPES, TAGS
from website.aie_spelled import Spelled, source, spelled_examples
from website.examples import RenderedExample

CHIPS = ("aie-ml", "aie", "aie-mlv2")
LIKED = ("int16", "int32", "float", "cint16", "int8", "uint8", "acc48", "acc32", "acc64", "bfloat16", "accfloat")
NUMBERS = {"word": "5", "srs": "2", "ups": "2", "chunk": "1", "bits": "2", "lanes": "1"}


@dataclass(frozen=True)
class Example(Call):
    """With the interface of aie_spelled.Spelled."""

    seen = "result"
    written_to = None

    @property
    def name(self) -> str:
        return self.operation.name

    @property
    def ports(self) -> dict[str, str]:
        return {}

    @property
    def arrays(self) -> list[tuple[str, str, str]]:
        given = {"vector": "{}_in", "accum": "{}_in", "memory": "{}"}
        return [(given[kind].format(name), f"const {source(of)}*", self._numbers(name, of))
                for name, kind, of in self.kinds if kind in given]

    def _numbers(self, name: str, of: str) -> str:
        """0, 1, 2, ...; the second of two operands, and imaginary parts, count the other way."""
        n = self.size(name)
        typed = [known for known, kind, _ in self.kinds if kind in TYPED]
        ways = [f"np.arange({n})", f"np.arange({n})[::-1]"]
        if typed.index(name) % 2:
            ways.reverse()
        complex_lanes = TAGS[of].is_complex if of in TAGS else LANE_TYPES[of].is_complex
        return f"np.stack([{', '.join(ways)}], 1)" if complex_lanes else ways[0]

    def python(self) -> str:
        lines, passed = [], []
        for name, kind, of in self.kinds:
            n = self.size(name)
            if kind in ("vector", "memory"):
                lines.append(f'{name} = aie.vector({self._numbers(name, of)}, "{of}")')
                passed += [f"{name}.data", str(n)] if kind == "memory" else [name]
            elif kind == "accum":
                lines.append(f'{name} = aie.accum({self._numbers(name, of)}, "{of}")')
                passed.append(name)
            elif kind == "mask":
                lines.append(f"{name} = aie.mask(np.arange({n}) % 2 == 0)")
                passed.append(name)
            elif kind in ("type", "tag"):
                passed.append(f'"{self.row.types[-1]}"')
            elif kind == "lane":
                passed.append("(3, 1)" if LANE_TYPES[of].is_complex else "3")
            else:
                passed.append(NUMBERS.get(kind, "1"))
        if self.operation.name == "zeros":
            passed.append(str(self.lanes))
        lines += [f"result = aie.{self.operation.name}({', '.join(passed)})", "print(result)"]
        body = "".join(f"    {line}\n" for line in lines)
        return f'import numpy as np\n\nfrom lanewise import aie\n\nwith aie.core("{self.chip}"):\n{body}'

    def cpp(self) -> str:
        """The body of a kernel; empty where the record does not say how C++ calls it."""
        if not self.operation.cpp:
            return ""
        lines = []
        for name, kind, of in self.kinds:
            n = self.size(name)
            if kind == "vector":
                lines.append(f"aie::vector<{of}, {n}> {name} = aie::load_v<{n}>({name}_in);")
            elif kind == "accum":
                lines.append(f"aie::accum<{of}, {n}> {name}(aie::load_v<{n}>({name}_in));")
            elif kind == "mask":
                bits = "from_uint32(0x55555555u)" if n <= 32 else "from_uint64(0x5555555555555555ull)"
                lines.append(f"auto {name} = aie::mask<{n}>::{bits};")
            elif kind == "lane":
                lines.append(f"{of} {name}{{{'3, 1' if LANE_TYPES[of].is_complex else '3'}}};")
            elif kind not in ("type", "tag", "memory"):
                lines.append(f"int {name} = {NUMBERS.get(kind, '1')};")
        return "\n".join([*lines, f"auto result = {self.written()};"]) + "\n"


def _unfamiliarity(row: Row) -> int:
    """How far a row is from the types that readers know best."""
    return sum(LIKED.index(k) if k in LIKED else 40 for k in row.types)


@cache
def aie_example(name: str) -> Example | Spelled:
    """Of an operation, or of a family whose operations have a page together."""
    if name in spelled_examples():
        return spelled_examples()[name]
    op = operations()[name]
    rows = [(_unfamiliarity(row) + 3 * CHIPS.index(chip), chip, row) for chip in CHIPS for row in op.rows_on(chip)]
    _, chip, row = min(rows, key=lambda one: one[0])
    return Example(op, row, chip, lanes_of(row))


@cache
def aie_run(name: str) -> tuple[str, dict[str, object]]:
    """What the example in Python prints, and its variables."""
    variables: dict[str, object] = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(aie_example(name).python(), f"<example of {name}>", "exec"), variables)
    return said.getvalue(), variables


def aie_shown(name: str) -> RenderedExample:
    made = aie_example(name)
    return RenderedExample(made.chip, {"python": made.python(), "cpp": made.cpp()}, aie_run(name)[0])
