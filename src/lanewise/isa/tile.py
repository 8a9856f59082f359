"""What the meaning of a product of matrices sees: arrays of rows and columns, and what the call and the core say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lanewise.numerics.formats import DType


def value_bits(kind: DType) -> int:
    """Of one value: two of four bits may be one element."""
    return 4 if kind.packed else kind.bits


@dataclass(frozen=True)
class TileEnv:
    types: Sequence[DType]  # of the operands: result, left, right, and the bias
    params: tuple[int, ...]
    policy: Mapping[str, str]
    state: Any

    @property
    def chunk(self) -> int:
        """Elements of k that are added up before they are added to the result: those of 32 bytes."""
        return 256 // value_bits(self.types[1])
