"""Memory of one tile that several rounds of a core share, and what the host writes there."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import user_location
from lanewise.iron.current import recordings
from lanewise.iron.elements import Element, Memory
from lanewise.iron.refusals import wrong, wrong_type
from lanewise.iron.scalars import number
from lanewise.iron.types import ArrayType, array_type, is_array_type

Array = np.ndarray[Any, Any]


class Buffer:
    """Local memory of a core. Without an initial value its content is undefined."""

    _made = 0

    def __init__(
        self, type: Any = None, initial_value: Any = None, name: str | None = None, tile: Any = None,
        use_write_rtp: bool = False, placement: Any = None, **ignored: Any,
    ) -> None:  # fmt: skip
        if type is not None and not is_array_type(type) and initial_value is None and isinstance(type, np.ndarray):
            type, initial_value = None, type
        if type is None and initial_value is None:
            raise wrong_type("Buffer", "no_size")
        self.where = user_location()
        self.name = name if name is not None else f"buf{Buffer._made}"
        Buffer._made += 1
        self._initial: Array | None = None if initial_value is None else np.asarray(initial_value)
        if type is None:
            assert self._initial is not None
            self.array: ArrayType = ArrayType(self._initial.shape or (1,), self._initial.dtype)
        else:
            self.array = array_type(type, f"Buffer {self.name}")
        if self._initial is not None and self._initial.size not in (1, self.array.size):
            raise wrong(f"Buffer {self.name}", "values", size=self._initial.size, array=self.array)
        self.tile = tile if tile is not None else placement
        self.use_write_rtp = use_write_rtp
        self.owner: Any = None
        self._memory: Element | None = None
        self._bytes: Memory | None = None

    @property
    def obj_type(self) -> Any:
        return self.array.annotation

    @property
    def op(self) -> Buffer:
        """What the compiler's own functions are given."""
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def dtype(self) -> Any:
        return self.array.dtype.type

    def start(self) -> None:
        """As it is when a program has been loaded."""
        self._bytes = Memory(self.array.nbytes, self.array.dtype)
        self._memory = Element(self._bytes.bytes, self.array, f"Buffer {self.name}")
        if self._initial is not None:
            self._memory.array()[...] = np.broadcast_to(
                self._initial if self._initial.size == 1 else self._initial.reshape(self.array.shape), self.array.shape
            ).astype(self.array.dtype)

    def stop(self) -> None:
        """Its memory goes when a run is over."""
        self._memory = self._bytes = None

    def element(self) -> Element:
        if self._memory is None:
            raise wrong(f"Buffer {self.name}", "while_built")
        return self._memory

    def written_by_host(self, index: int, value: Any) -> None:
        """The word of 32 bits at that place."""
        words = self.element().array().reshape(-1).view(np.uint8)
        if words.size % 4 or not 0 <= index < words.size // 4:
            raise wrong(
                f"Buffer {self.name}",
                "past_the_end",
                index=index,
                words=words.size // 4,
                last=words.size // 4 - 1,
            )
        words.view(np.uint32)[index] = int(number(value)) & 0xFFFFFFFF

    def __getitem__(self, index: Any) -> Any:
        return self.element()[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        if self._memory is None and recordings:  # in the body of a @runtime_sequence
            recordings[-1].write(self, index, value)
        else:
            self.element()[index] = value

    def __repr__(self) -> str:
        return f"<Buffer {self.name}: {self.array}>"


def GlobalBuffer(type: Any = None, initial_value: Any = None, name: str | None = None, **named: Any) -> Buffer:
    """Release 1.0's name."""
    return Buffer(type, initial_value, name, **named)


LocalBuffer = GlobalBuffer
