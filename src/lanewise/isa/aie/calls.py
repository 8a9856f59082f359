"""How a record with its operands is called: with which types, for how many lanes, and what C++ writes for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.types import LANE_TYPES, TAGS

TYPED = ("vector", "accum", "memory")  # operands that take a type of the row each


@dataclass(frozen=True)
class Call:
    """One operation with one row of types on a chip, for vectors of so many lanes."""

    operation: Operation
    row: Row
    chip: str
    lanes: int

    @cached_property
    def kinds(self) -> list[tuple[str, str, str]]:
        """Parameters with their kind, and the type that the row gives them."""
        types = iter(self.row.types[:-1] or self.row.types)
        first = self.row.types[0]
        return [(name, kind, next(types, first) if kind in TYPED else first)
                for name, kind in self.operation.kinds.items()]

    def size(self, name: str) -> int:
        """Lanes of an operand."""
        said = self.operation.sizes.get(name, "")
        if said.startswith(("/", "x")):
            return self.lanes // int(said[1:]) if said[0] == "/" else self.lanes * int(said[1:])
        return int(said or self.lanes)

    def written(self) -> str:
        """The call in C++."""
        result = self.row.types[-1]
        words = {name: name for name, _, _ in self.kinds} | {
            "to": result, "T": result if self.operation.name == "zeros" else self.row.types[0], "N": str(self.lanes),
            "part": result.removeprefix("c"),
        }  # fmt: skip
        return self.operation.cpp.format(**words)


def lanes_of(row: Row) -> int:
    """Those that fill a register with the widest type of a row; with accumulators, with its narrowest type."""
    bits = [LANE_TYPES[t].lane_bits for t in row.types if t in LANE_TYPES]
    if any(t in TAGS for t in row.types):
        return max(8, 128 // min(bits, default=32))
    return 512 // max(bits, default=32)
