"""The ends of a fifo, as workers, the runtime and links hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from lanewise.iron.integers import whole_number
from lanewise.iron.refusals import wrong

if TYPE_CHECKING:
    from lanewise.iron.elements import Element
    from lanewise.iron.fifos import ObjectFifo
    from lanewise.iron.patterns import Dims


class Door(Protocol):
    """What a handle does while a design runs."""

    def acquire(self, count: int) -> Any: ...
    def release(self, count: int) -> None: ...


class ObjectFifoEndpoint:
    """An end of a fifo on a tile, without a worker: what is there at first is sent round and round."""

    def __init__(self, tile: Any = None, **ignored: Any) -> None:
        self.tile = tile


class ObjectFifoHandle:
    """One end of a fifo. It belongs to one worker, to the runtime or to a link."""

    def __init__(self, fifo: ObjectFifo, is_prod: bool, depth: int | None, dims: Dims | None = None) -> None:
        self.fifo = fifo
        self.is_prod = is_prod
        self._depth = None if depth is None else whole_number(depth, f"depth of fifo {fifo.name}")
        self.dims_from_stream = dims
        self.owner: Any = None
        self._owner_words = ""
        self.door: Door | None = None  # while a design runs

    @property
    def depth(self) -> int:
        return self._depth if self._depth is not None else self.fifo.depth

    @property
    def endpoint(self) -> Any:
        """Whose end it is."""
        return self.owner

    @endpoint.setter
    def endpoint(self, of: Any) -> None:
        if not self.is_prod or not isinstance(of, ObjectFifoEndpoint):
            raise wrong(f"fifo {self.name}", "endpoint")
        if self.fifo.init_values is None:
            raise wrong(f"fifo {self.name}", "endpoint_empty")
        self.owned_by(of, "a tile's own DMA")

    @property
    def handle_type(self) -> str:
        return "prod" if self.is_prod else "cons"

    @property
    def name(self) -> str:
        return self.fifo.name

    @property
    def obj_type(self) -> Any:
        return self.fifo.obj_type

    @property
    def shape(self) -> tuple[int, ...]:
        return self.fifo.shape

    @property
    def dtype(self) -> Any:
        return self.fifo.dtype

    @property
    def host_key(self) -> Any:
        """What all ends of the host at this side of the fifo share."""
        return self.fifo, self.is_prod

    def owned_by(self, owner: Any, words: str) -> None:
        """Says whose end it is."""
        if self.owner is not None and self.owner is not owner:
            case = "two_producers" if self.is_prod else "two_owners"
            raise wrong(f"fifo {self.name}", case, owner=self._owner_words, other=words)
        self.owner, self._owner_words = owner, words

    def acquire(self, num_elem: int = 1) -> Any:
        """One object if `num_elem` is 1, else a list, oldest first. Objects already held count."""
        return self._running().acquire(whole_number(num_elem, f"acquire of fifo {self.name}"))

    def release(self, num_elem: int = 1) -> None:
        """Gives back the oldest."""
        self._running().release(whole_number(num_elem, f"release of fifo {self.name}"))

    def _running(self) -> Door:
        if self.door is None:
            raise wrong(f"fifo {self.name}", "end_outside")
        return self.door

    def forward(self, *arguments: Any, **named: Any) -> ObjectFifo:
        return self.fifo.linked(self).forward(*arguments, **named)

    def split(self, *arguments: Any, **named: Any) -> list[ObjectFifo]:
        return self.fifo.linked(self).split(*arguments, **named)

    def join(self, *arguments: Any, **named: Any) -> list[ObjectFifo]:
        return self.fifo.linked(self).join(*arguments, **named)

    def __repr__(self) -> str:
        return f"<{self.handle_type} end of fifo {self.name}>"


def one_or_list(objects: list[Element]) -> Any:
    return objects[0] if len(objects) == 1 else objects
