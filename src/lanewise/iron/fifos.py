"""ObjectFifo: objects of one type from one producer to its consumers; and what links fifos without a core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from lanewise.errors import user_location
from lanewise.iron.handles import ObjectFifoHandle
from lanewise.iron.integers import whole_number
from lanewise.iron.patterns import Dims, check_dims
from lanewise.iron.refusals import missing, wrong, wrong_type
from lanewise.iron.types import ArrayType, array_type

MEMORY_DIMS, CORE_DIMS = 4, 3  # how many a DMA counts
MOST_ROUNDS = 256  # of a chain of descriptors


class ObjectFifo:
    """`depth` objects at each end, unless a handle says otherwise."""

    _made = 0

    def __init__(
        self, obj_type: Any, depth: int | None = 2, name: str | None = None, dims_to_stream: Dims | None = None,
        dims_from_stream_per_cons: Dims | None = None, plio: bool = False, pad_dimensions: Dims | None = None,
        disable_synchronization: bool = False, repeat_count: int | None = None, delegate_tile: Any = None,
        via_DMA: bool = False, init_values: Any = None, consumer_obj_type: Any = None, aie_stream: Any = None,  # noqa: N803
        default_depth: int | None = None, **ignored: Any,
    ) -> None:  # fmt: skip
        if isinstance(depth, str):  # generation A has the name in other places, too
            depth, name = (name if isinstance(name, (int, np.integer)) else 2), depth
        self.where = user_location()
        self.type: ArrayType = array_type(obj_type, f"ObjectFifo {name or ''}".strip())
        asked = default_depth if default_depth is not None else 2 if depth is None else depth
        self.depth = whole_number(asked, f"depth of fifo {name}")
        if self.depth < 1:
            raise wrong(f"fifo {name}", "depth", depth=self.depth)
        self.name = name if name is not None else ObjectFifo._next_name()
        self.dims_to_stream = dims_to_stream
        self.dims_from_stream_per_cons = dims_from_stream_per_cons
        self.pad_dimensions = pad_dimensions
        self.repeat_count = 1 if repeat_count is None else int(repeat_count)
        if self.repeat_count < 1:
            raise wrong(f"fifo {self.name}", "repeat_count", repeat_count=repeat_count)
        self.iter_count: int | None = None
        self.init_values = init_values
        self.consumer_type = array_type(consumer_obj_type) if consumer_obj_type is not None else self.type
        if self.type.nbytes % self.consumer_type.nbytes:
            raise wrong(f"fifo {self.name}", "consumer_type", type=self.type, consumer_type=self.consumer_type)
        if disable_synchronization:
            raise missing(f"disable_synchronization of fifo {self.name}", "Leave it out: order then comes from locks.")
        self.core_gives, self.core_takes = _core_streams(aie_stream, f"fifo {self.name}")
        self._producer: ObjectFifoHandle | None = None
        self.consumers: list[ObjectFifoHandle] = []
        self.link_out: Link | None = None  # the link that feeds it
        self.link_in: Link | None = None  # the link that it feeds

    @classmethod
    def _next_name(cls) -> str:
        name = f"of{cls._made}"
        cls._made += 1
        return name

    @property
    def obj_type(self) -> Any:
        return self.type.annotation

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.shape

    @property
    def dtype(self) -> Any:
        return self.type.dtype.type

    @property
    def producer(self) -> ObjectFifoHandle | None:
        return self._producer

    def prod(self, depth: int | None = None) -> ObjectFifoHandle:
        """The one producer end."""
        if self._producer is None:
            self._producer = ObjectFifoHandle(self, True, depth)
        elif depth is not None:
            self._producer._depth = whole_number(depth, f"depth of fifo {self.name}")
        return self._producer

    def cons(
        self, depth: int | None = None, dims_from_stream: Dims | None = None, **ignored: Any
    ) -> ObjectFifoHandle:
        """A new consumer end."""
        dims = dims_from_stream if dims_from_stream is not None else self._dims_of(len(self.consumers))
        handle = ObjectFifoHandle(self, False, depth, dims)
        self.consumers.append(handle)
        return handle

    def _dims_of(self, consumer: int) -> Dims | None:
        """One list of pairs for all consumers, or one for each."""
        given: Any = self.dims_from_stream_per_cons
        if not given or not given[0] or not isinstance(given[0][0], (tuple, list)):
            return cast("Dims | None", given)
        return cast("Dims", given[min(consumer, len(given) - 1)])

    def set_iter_count(self, count: int) -> None:
        """Its producer's DMA goes through its objects so many times, and stops."""
        if not 1 <= int(count) <= MOST_ROUNDS:
            raise wrong(f"fifo {self.name}", "iter_count", count=count, most_rounds=MOST_ROUNDS)
        self.iter_count = int(count)

    def set_repeat_count(self, count: int) -> None:
        self.repeat_count = int(count)

    def linked(self, handle: ObjectFifoHandle) -> Linker:
        return Linker(handle)

    # Objects are acquired by handles; older designs pass the fifo itself, which no generation allows.
    def acquire(self, *_: Any) -> None:
        raise wrong_type(f"fifo {self.name}", "whole_fifo")

    release = acquire

    def __repr__(self) -> str:
        return f"<fifo {self.name}: {self.depth} x {self.type}>"


def _core_streams(of: Any, what: str) -> tuple[bool, bool]:
    """Whether kernels of the producer put words into the stream, and those of consumers get them: (end, port)."""
    if of is None:
        return False, False
    try:
        end, port = (whole_number(n, what) for n in of)
    except (TypeError, ValueError):
        raise wrong_type(what, "stream_form", of=repr(of)) from None
    if end not in (0, 1, 2) or port not in (0, 1):
        raise wrong(what, "stream_port", of=repr(of))
    return end in (0, 2), end in (1, 2)


class Link:
    """A tile's DMAs between fifos. Piece i starts at offsets[i] elements of the large object."""

    def __init__(
        self, inputs: list[ObjectFifoHandle], outputs: list[ObjectFifo], offsets: Sequence[int], kind: str, tile: Any
    ) -> None:
        self.inputs, self.outputs, self.kind, self.tile = inputs, outputs, kind, tile
        self.offsets = [whole_number(first, f"offsets of a {kind}") for first in offsets]
        self.where = user_location()

    @property
    def name(self) -> str:
        return f"{self.kind} of {', '.join(h.name for h in self.inputs)}"


class Linker:
    """Makes links of a handle."""

    def __init__(self, handle: ObjectFifoHandle) -> None:
        self._handle, self._fifo = handle, handle.fifo

    def forward(
        self, tile: Any = None, obj_type: Any = None, depth: int | None = None, name: str | None = None,
        dims_to_stream: Dims | None = None, dims_from_stream: Dims | None = None, plio: bool = False,
        repeat_count: int | None = None, placement: Any = None, **more: Any,
    ) -> ObjectFifo:  # fmt: skip
        self._check(consumes=True, word="forward")
        made = ObjectFifo(
            obj_type if obj_type is not None else self._fifo.obj_type, self._handle.depth if depth is None else depth,
            name if name is not None else f"{self._fifo.name}_fwd", dims_to_stream, dims_from_stream,
            repeat_count=repeat_count, pad_dimensions=more.get("pad_dimensions"),
        )  # fmt: skip
        self._join_up([self._handle], [made], [0], "forward", tile if tile is not None else placement)
        return made

    def split(
        self, offsets: Sequence[int], tile: Any = None, depths: Any = None, obj_types: Any = None, names: Any = None,
        dims_to_stream: Any = None, dims_from_stream: Any = None, plio: bool = False, repeat_counts: Any = None,
        placement: Any = None, **more: Any,
    ) -> list[ObjectFifo]:  # fmt: skip
        """Piece i of every object goes to fifo i."""
        self._check(consumes=True, word="split")
        made = self._several(offsets, "split", depths, obj_types, names, dims_to_stream, dims_from_stream,
                             repeat_counts)  # fmt: skip
        self._join_up([self._handle], made, offsets, "split", tile if tile is not None else placement)
        return made

    def join(
        self, offsets: Sequence[int], tile: Any = None, depths: Any = None, obj_types: Any = None, names: Any = None,
        dims_to_stream: Any = None, dims_from_stream: Any = None, plio: bool = False, placement: Any = None,
        **more: Any,
    ) -> list[ObjectFifo]:  # fmt: skip
        """Piece i of every object comes from fifo i."""
        self._check(consumes=False, word="join")
        made = self._several(offsets, "join", depths, obj_types, names, dims_to_stream, dims_from_stream, None)
        self._join_up([fifo.cons() for fifo in made], [self._fifo], offsets, "join",
                      tile if tile is not None else placement)  # fmt: skip
        return made

    def _check(self, consumes: bool, word: str) -> None:
        if self._handle.is_prod == consumes:
            end = "cons()" if consumes else "prod()"
            raise wrong_type(f"fifo {self._fifo.name}", "other_end", word=word, end=end)

    def _several(
        self, offsets: Sequence[int], word: str, depths: Any, obj_types: Any, names: Any, to_stream: Any,
        from_stream: Any, repeats: Any,
    ) -> list[ObjectFifo]:  # fmt: skip
        count = len(offsets)
        what = f"{word} of {self._fifo.name}"
        for label, given in (("depths", depths), ("obj_types", obj_types), ("names", names),
                             ("dims_to_stream", to_stream), ("dims_from_stream", from_stream),
                             ("repeat_counts", repeats)):  # fmt: skip
            if given is not None and len(given) != count:
                raise wrong(what, "offset_count", count=count, others=len(given), label=label)
        inside = all(0 <= first < self._fifo.type.size for first in offsets)
        if not inside or list(offsets) != sorted(set(offsets)):
            raise wrong(what, "offsets", offsets=list(offsets), type=self._fifo.type)
        return [
            ObjectFifo(
                obj_types[i] if obj_types else self._fifo.obj_type, depths[i] if depths else self._handle.depth,
                names[i] if names else f"{self._fifo.name}_{word}{i}", to_stream[i] if to_stream else None,
                from_stream[i] if from_stream else None, repeat_count=repeats[i] if repeats else None,
            )
            for i in range(count)
        ]  # fmt: skip

    def _join_up(
        self, inputs: list[ObjectFifoHandle], outputs: list[ObjectFifo], offsets: Sequence[int], kind: str, tile: Any
    ) -> None:
        link = Link(inputs, outputs, offsets, kind, tile)
        for handle in inputs:
            if handle.fifo.link_in is not None:
                raise wrong(
                    f"fifo {handle.name}", "two_links", one=handle.fifo.link_in.name, other=link.name
                )
            handle.owned_by(link, f"the {link.name}")
            handle.fifo.link_in = link
            check_dims(handle.dims_from_stream, f"fifo {handle.name}", MEMORY_DIMS)
        for fifo in outputs:
            if fifo.link_out is not None:
                raise wrong(f"fifo {fifo.name}", "joined", one=fifo.link_out.name, other=link.name)
            fifo.prod().owned_by(link, f"the {link.name}")
            fifo.link_out = link
            check_dims(fifo.dims_to_stream, f"fifo {fifo.name}", MEMORY_DIMS)
