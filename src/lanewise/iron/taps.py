"""TensorAccessPattern and TensorAccessSequence: which elements of a tensor a transfer takes, in which order."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lanewise.errors import LanewiseWarning
from lanewise.iron.integers import whole_number
from lanewise.iron.refusals import IronError, wrong_value
from lanewise.moves import Layout, axis

Array = np.ndarray[Any, Any]


def _whole_numbers(what: str, values: Any, least: int) -> list[int]:
    numbers = [whole_number(v, what) for v in values]
    if any(n < least for n in numbers):
        raise wrong_value(what, "below", numbers=numbers, least=least)
    return numbers


def tensor_shape(dims: Any) -> list[int]:
    """One dimension n is [1, n]."""
    sizes = _whole_numbers("tensor_dims", [dims] if isinstance(dims, (int, np.integer)) else dims, 1)
    if not sizes:
        raise wrong_value("tensor_dims", "tensor_dims")
    return [1, *sizes] if len(sizes) == 1 else sizes


class TensorAccessPattern:
    """An offset, sizes and strides over a tensor; the last dimension is the fastest."""

    def __init__(self, tensor_dims: Any, offset: int, sizes: Sequence[int], strides: Sequence[int]) -> None:
        self._tensor_dims = tensor_shape(tensor_dims)
        self._sizes = _whole_numbers("sizes", sizes, 1)
        self._strides = _whole_numbers("strides", strides, 0)
        if len(self._sizes) != len(self._strides):
            raise wrong_value(
                "TensorAccessPattern", "stride_count", sizes=len(self._sizes), strides=len(self._strides)
            )
        if not self._sizes:
            raise wrong_value("TensorAccessPattern", "no_dimension")
        self._offset = whole_number(offset, "offset")
        if not 0 <= self._offset < math.prod(self._tensor_dims):
            raise wrong_value("offset", "offset_outside", offset=offset, elements=math.prod(self._tensor_dims))
        for k in range(len(self._sizes) - 1):  # a dimension of one step has no stride
            if self._sizes[k] != 1:
                break
            self._strides[k] = 0

    @property
    def tensor_dims(self) -> list[int]:
        return list(self._tensor_dims)

    @property
    def offset(self) -> int:
        return self._offset

    @property
    def sizes(self) -> list[int]:
        return list(self._sizes)

    @property
    def strides(self) -> list[int]:
        return list(self._strides)

    @property
    def transformation_dims(self) -> list[tuple[int, int]]:
        """Pairs for dims_to_stream."""
        return list(zip(self._sizes, self._strides, strict=True))

    def indices(self) -> Array:
        """The elements in order."""
        _, places, _ = Layout(tuple(axis(*pair) for pair in self.transformation_dims), source=self._offset).places()
        return places % math.prod(self._tensor_dims)

    def access_generator(self) -> Iterator[int]:
        yield from self.indices().tolist()

    def accesses(self) -> tuple[Array, Array]:
        """access_order and access_count."""
        return _accesses([self.indices()], self._tensor_dims)

    def access_order(self) -> Array:
        """Of every element the last position at which it is met, -1 if it never is."""
        return self.accesses()[0]

    def access_count(self) -> Array:
        return self.accesses()[1]

    def compare_access_orders(self, other: Any) -> bool:
        """Whether both take the same elements in the same order."""
        return list(self.access_generator()) == list(other.access_generator())

    def visualize(self, *_: Any, **named: Any) -> None:
        _picture(named)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorAccessPattern):
            return NotImplemented
        return (self._tensor_dims, self._offset, self._sizes, self._strides) == (
            other._tensor_dims, other._offset, other._sizes, other._strides
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((tuple(self._tensor_dims), self._offset, tuple(self._sizes), tuple(self._strides)))

    def __repr__(self) -> str:
        return (f"TensorAccessPattern(tensor_dims={self._tensor_dims}, offset={self._offset}, sizes={self._sizes}, "
                f"strides={self._strides})")  # fmt: skip


def _picture(named: dict[str, Any]) -> None:
    """No result depends on a picture; that a file is not there is said."""
    file = named.get("file_path") or named.get("file")
    if file:
        said = IronError("IRON-011", file=file)
        warnings.warn(f"{said.id} {said.message}", LanewiseWarning, stacklevel=3)


def _accesses(steps: Sequence[Array], dims: Sequence[int]) -> tuple[Array, Array]:
    order = np.full(math.prod(dims), -1, np.int64)
    count = np.zeros(math.prod(dims), np.int64)
    at = 0
    for index in steps:
        order[index] = np.arange(at, at + len(index))  # of an element met twice the last one stays
        np.add.at(count, index, 1)
        at += len(index)
    return order.reshape(dims), count.reshape(dims)


Step = Callable[[int, Any], Any]  # of the number of a step and what the step before it had


class TensorAccessSequence:
    """Patterns over one tensor, one after the other."""

    def __init__(
        self, tensor_dims: Any, num_steps: int, offset: int | None = None, sizes: Sequence[int] | None = None,
        strides: Sequence[int] | None = None, offset_fn: Step | None = None, sizes_fn: Step | None = None,
        strides_fn: Step | None = None,
    ) -> None:  # fmt: skip
        if num_steps < 0:
            raise wrong_value("num_steps", "num_steps", num_steps=num_steps)
        self._tensor_dims = tensor_shape(tensor_dims)
        self._taps: list[TensorAccessPattern] = []
        now: list[Any] = [offset, sizes, strides]
        given = (("offset", offset_fn), ("sizes", sizes_fn), ("strides", strides_fn))
        for (name, function), value in zip(given, now, strict=True):
            if num_steps and function is None and value is None:
                raise wrong_value("TensorAccessSequence", "no_list", name=name)
        for step in range(num_steps):
            now = [f(step, before) if f is not None else before for (_, f), before in zip(given, now, strict=True)]
            self._taps.append(TensorAccessPattern(self._tensor_dims, now[0], now[1], now[2]))

    @classmethod
    def from_taps(cls, taps: Sequence[TensorAccessPattern]) -> TensorAccessSequence:
        if not taps:
            raise wrong_value("from_taps", "no_taps")
        made = cls(taps[0].tensor_dims, 0)
        for tap in taps:
            if tap.tensor_dims != taps[0].tensor_dims:
                raise wrong_value(
                    "from_taps", "tensors_differ", dims=taps[0].tensor_dims, other=tap.tensor_dims
                )
        made._taps = list(taps)
        return made

    def accesses(self) -> tuple[Array, Array]:
        return _accesses([tap.indices() for tap in self._taps], self._tensor_dims)

    def access_order(self) -> Array:
        return self.accesses()[0]

    def access_count(self) -> Array:
        return self.accesses()[1]

    def compare_access_orders(self, other: TensorAccessSequence) -> bool:
        ours = [k for tap in self._taps for k in tap.access_generator()]
        return ours == [k for tap in other for k in tap.access_generator()]

    def visualize(self, *_: Any, **named: Any) -> None:
        _picture(named)

    def animate(self, *_: Any, **named: Any) -> None:
        _picture(named)

    def __len__(self) -> int:
        return len(self._taps)

    def __iter__(self) -> Iterator[TensorAccessPattern]:
        return iter(self._taps)

    def __getitem__(self, index: Any) -> Any:
        return self._taps[index]

    def __setitem__(self, index: int, tap: TensorAccessPattern) -> None:
        self._taps[index] = tap

    def __delitem__(self, index: int) -> None:
        del self._taps[index]

    def insert(self, index: int, tap: TensorAccessPattern) -> None:
        self._taps.insert(index, tap)

    def append(self, tap: TensorAccessPattern) -> None:
        self._taps.append(tap)

    def __contains__(self, tap: object) -> bool:
        return tap in self._taps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorAccessSequence) and self._taps == other._taps

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"TensorAccessSequence({self._taps})"
