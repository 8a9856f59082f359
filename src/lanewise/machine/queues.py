"""Queues and buffers: a block of memory goes round free, allocated, queued, dequeued and free again."""

from __future__ import annotations

from collections import deque
from enum import IntEnum
from typing import Any

from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.events import COPY_IN, COPY_OUT, CUBE, DRAIN, FEED, VECTOR, HardEvent, between
from lanewise.isa.issued import VECTOR_MEMORY, Space
from lanewise.machine.core import current_core
from lanewise.machine.events import note, tell
from lanewise.machine.tensor import SPACES_BY_POSITION, VECTOR_POSITIONS, LocalTensor, TPosition
from lanewise.numerics.formats import dtype

ALIGN = 32


class TBufState(IntEnum):
    FREE = 0
    OCCUPIED = 1
    ENQUE = 2
    DEQUE = 3


# What a queue orders: forward from enque to deque, reverse from free_tensor to the next alloc_tensor.
_EVENTS = {
    "in": (between(COPY_IN, VECTOR), between(VECTOR, COPY_IN)),
    "out": (between(VECTOR, COPY_OUT), between(COPY_OUT, VECTOR)),
    "through": (between(COPY_IN, COPY_OUT), between(COPY_OUT, COPY_IN)),
    "inside": (between(VECTOR, VECTOR), between(VECTOR, VECTOR)),  # at VECCALC: its tensors stay with the vector unit
}
# The other end of a TQue where it is not the position itself: where it is filled from, and where it drains to.
_SOURCES = {
    TPosition.VECIN: TPosition.GM, TPosition.A1: TPosition.GM, TPosition.B1: TPosition.GM, TPosition.C1: TPosition.GM,
    TPosition.A2: TPosition.A1, TPosition.B2: TPosition.B1, TPosition.C2: TPosition.C1,
    TPosition.C2PIPE2GM: TPosition.B1,
}  # fmt: skip
_TARGETS = {TPosition.VECOUT: TPosition.GM, TPosition.CO1: TPosition.CO2}
_OUTSIDE = (TPosition.GM, TPosition.CO2)


def _events_of(src: TPosition, space: Space) -> tuple[HardEvent, HardEvent]:
    """The same on the cube's way, from the copies in to the copies out: who fills a memory there, and who takes."""
    use = {memory(name).name: name for name in ("staging", "product", "scales")}.get(space.name, "")
    first = (COPY_IN if src == TPosition.GM else COPY_OUT) if use == "staging" else CUBE if use == "product" else FEED
    then = FEED if use == "staging" else DRAIN if use in ("product", "scales") else CUBE
    return between(first, then), between(then, first)


class Block:
    """One buffer of a queue. Tensors made from it, and their views, point back to it."""

    __slots__ = ("address", "event_id", "index", "positions", "size", "state", "tag")

    def __init__(self, index: int, address: int, size: int) -> None:
        self.index, self.address, self.size = index, address, size
        self.state = TBufState.FREE
        self.tag = -1
        self.event_id = -1  # of the reverse event, kept from free_tensor to the next alloc_tensor
        self.positions: tuple[Any, Any] = (None, None)


class TQueBind:
    """A queue from one position to another. `tensor_class` is what its tensors are made of."""

    tensor_class: type[LocalTensor] = LocalTensor

    def __init__(self, src: TPosition, dst: TPosition, depth: int = 1, mask: Any = 0) -> None:
        self.core = current_core(type(self).__name__)
        self.src, self.dst = TPosition(src), TPosition(dst)
        self.depth = int(depth)
        self.position = self.src if self.dst in _OUTSIDE else self.dst
        self._path = "in" if self.src == TPosition.GM else "out" if self.dst == TPosition.GM else "through"
        if self.src == self.dst:
            self._path = "inside"
        self._blocks: list[Block] = []
        self._queued: deque[Block] = deque()
        self._cursor = 0
        self._live: dict[TPosition, int] = {}
        self.number = self.core.next_queue()
        self.owner = 0  # in records, since it has buffers
        for end in (self.src, self.dst):
            if end not in _OUTSIDE and not (end in SPACES_BY_POSITION and self.core.knows(SPACES_BY_POSITION[end])):
                raise self._misuse("not_here", position=end.name)
        if self.src == self.dst == TPosition.GM:
            raise self._misuse("no_end")
        self.space = SPACES_BY_POSITION[self.position]
        self._events = _EVENTS[self._path] if self.space == VECTOR_MEMORY else _events_of(self.src, self.space)

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.number} ({self.position.name}, depth {self.depth})"

    def _misuse(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("QUE-009", queue=self, case=case, **fields)

    # --- memory, given by the pipe or a pool ---

    def init_blocks(self, spans: list[tuple[int, int]], live: dict[TPosition, int]) -> None:
        """Buffers at these (address, size); `live` counts the allocated tensors of each position in the pipe."""
        if self._blocks:
            raise self._misuse("twice")
        self._blocks = [Block(i, address, size) for i, (address, size) in enumerate(spans)]
        self._live = live
        self.owner = self.core.next_owner()

    def forget_blocks(self) -> None:
        """The memory went back to the pipe."""
        self._blocks.clear()
        self._queued.clear()
        self._cursor = 0

    def _ready(self, what: str) -> None:
        if not self._blocks:
            raise LanewiseError("QUE-007", queue=self, what=what)

    # --- the round trip ---

    def alloc_tensor(self, kind: Any, shape: Any = None) -> LocalTensor:
        """A free buffer as a tensor: of the given type, or, in a queue of depth 0, into the given tensor."""
        self._ready("alloc_tensor")
        in_place = isinstance(kind, LocalTensor)
        if in_place != (self.depth == 0):
            raise self._misuse("allocates_in_place" if self.depth == 0 else "allocates_elsewhere")
        count = self._live.get(self.position, 0)
        limit = self.core.chip.fact("live_tensors")
        if count >= limit:
            raise LanewiseError(
                "QUE-006", count=count + 1, position=self.position.name, chip=self.core.chip.name, limit=limit
            )
        block = self._take_free()
        self._live[self.position] = count + 1
        block.state = TBufState.OCCUPIED
        reverse = self._events[1]
        self._record_step("alloc_tensor", block, reverse, block.event_id)
        if block.event_id >= 0:
            self.core.events.release(reverse, block.event_id)
            block.event_id = -1
        if in_place:
            return self._fill(kind, block)
        return self._tensor(block, kind, shape)

    def _take_free(self) -> Block:
        count = len(self._blocks)
        for step in range(count):
            block = self._blocks[(self._cursor + step) % count]
            if block.state == TBufState.FREE:
                self._cursor = (block.index + 1) % count
                return block
        states = ", ".join(f"{b.index}: {_WORDS[b.state]}" for b in self._blocks)
        raise LanewiseError("QUE-001", queue=self, count=count, states=states)

    def enque(self, tensor: LocalTensor, src_user_pos: Any = None, dst_user_pos: Any = None) -> bool:
        """Hand the whole buffer of a tensor on."""
        self._ready("enque")
        block = self._own_block(tensor, "QUE-003")
        if block.state in (TBufState.FREE, TBufState.ENQUE):
            raise LanewiseError("QUE-003", queue=self, case=_NOT_HELD[block.state])
        if self.depth and len(self._queued) >= self.depth:
            raise LanewiseError("QUE-005", queue=self, count=len(self._queued), depth=self.depth)
        forward = self._events[0]
        self._record_step("enque", block, forward, -1)
        block.state, block.tag, block.positions = TBufState.ENQUE, tensor.user_tag, (src_user_pos, dst_user_pos)
        self._queued.append(block)
        return True

    def deque(self, kind: Any = None, src_user_pos: Any = None, dst_user_pos: Any = None) -> LocalTensor:
        """The buffer queued first, from its start."""
        if kind is None:
            raise LanewiseError("CALL-001", op="deque", case="element_type", usage="deque(asc.float32)")
        self._ready("deque")
        in_place = isinstance(kind, LocalTensor)
        if in_place and self.depth == 0:
            block = self._own_block(kind, "QUE-003")
            if block.state != TBufState.ENQUE:
                raise LanewiseError("QUE-002", queue=self)
            self._queued.remove(block)
        else:
            if not self._queued:
                raise LanewiseError("QUE-002", queue=self)
            block = self._queued[0]
            if block.positions != (src_user_pos, dst_user_pos):
                raise self._misuse("positions", given=(src_user_pos, dst_user_pos), queued=block.positions)
            self._queued.popleft()
        self._record_step("deque", block, self._events[0], -1)
        block.state = TBufState.DEQUE
        return self._fill(kind, block) if in_place else self._tensor(block, kind)

    def free_tensor(self, tensor: LocalTensor) -> None:
        """The buffer may be allocated again."""
        self._ready("free_tensor")
        block = self._own_block(tensor, "QUE-004")
        if block.state in (TBufState.FREE, TBufState.ENQUE):
            raise LanewiseError("QUE-004", queue=self, case=_NOT_HELD[block.state])
        self._live[self.position] -= 1
        reverse = self._events[1]
        block.state, block.tag = TBufState.FREE, -1
        if self.core.chip.fact("queue_buffers") == self.core.chip.fact("buffers"):  # no mutex ids for queues here
            block.event_id = self.core.events.try_alloc(reverse)
        self._record_step("free_tensor", block, reverse, block.event_id)

    def _own_block(self, tensor: LocalTensor, error: str) -> Block:
        block = getattr(tensor, "owner", None)
        if not isinstance(block, Block) or block not in self._blocks:
            case = "other_queue" if isinstance(block, Block) else "not_allocated"
            raise LanewiseError(error, queue=self, case=case)
        return block

    def _tensor(self, block: Block, kind: Any, shape: Any = None) -> LocalTensor:
        to = dtype(kind)
        length = block.size * 8 // to.bits
        if shape is not None:
            wanted = 1
            for n in (shape,) if isinstance(shape, int) else shape:
                wanted *= int(n)
            if wanted > length:
                raise self._misuse("tensor", count=wanted, type=to, size=block.size)
            length = wanted
        tensor = self.tensor_class.place(self.core, block.address, length, kind, self.position)
        tensor.owner, tensor.user_tag = block, block.tag
        return tensor

    def _fill(self, tensor: LocalTensor, block: Block) -> LocalTensor:
        tensor.address = block.address  # type: ignore[misc]
        tensor.length = block.size * 8 // tensor.dtype.bits  # type: ignore[misc]
        tensor.position, tensor.owner, tensor.user_tag = self.position, block, block.tag
        return tensor

    def _record_step(self, name: str, block: Block, event: HardEvent, event_id: int) -> None:
        note(self.core, name, self.owner, block.index, block.address, block.size, event, event_id)

    # --- questions ---

    def _not_for_depth_0(self, what: str) -> None:
        self._ready(what)
        if self.depth == 0:
            raise self._misuse("depth", what=what)

    def vacant_in_que(self) -> bool:
        self._not_for_depth_0("vacant_in_que")
        return len(self._queued) < self.depth

    def has_tensor_in_que(self) -> bool:
        self._not_for_depth_0("has_tensor_in_que")
        return bool(self._queued)

    def get_tensor_count_in_que(self) -> int:
        self._not_for_depth_0("get_tensor_count_in_que")
        return len(self._queued)

    def has_idle_buffer(self) -> bool:
        self._not_for_depth_0("has_idle_buffer")
        return any(b.state == TBufState.FREE for b in self._blocks)

    def get_state(self, tensor: LocalTensor) -> TBufState:
        return self._own_block(tensor, "QUE-004").state

    def free_all_event(self) -> None:
        """Give back the event ids that freed buffers keep."""
        self._not_for_depth_0("free_all_event")
        if self._queued:
            raise self._misuse("still_queued", count=len(self._queued))
        for block in self._blocks:
            if block.event_id >= 0:
                self.core.events.release(self._events[1], block.event_id)
                block.event_id = -1


# Cases of QUE-003 and QUE-004: why a tensor can neither be enqueued nor freed.
_NOT_HELD = {TBufState.FREE: "free", TBufState.ENQUE: "queued"}
_WORDS = {
    TBufState.FREE: "free", TBufState.OCCUPIED: "allocated", TBufState.ENQUE: "queued", TBufState.DEQUE: "dequeued",
}


class TQue(TQueBind):
    """A queue between GM and UB: VECIN fills from GM, VECOUT drains to GM, VECCALC has no direction. On cube cores
    queues lead from GM to A1 and B1, on to A2 and B2, and from CO1 out."""

    def __init__(self, pos: TPosition, depth: int = 1, mask: Any = 0) -> None:
        pos = TPosition(pos)
        if pos not in (*VECTOR_POSITIONS, *_SOURCES, *_TARGETS):
            raise LanewiseError(
                "QUE-009", queue="TQue", case="no_such_queue", position=pos.name,
            )
        super().__init__(_SOURCES.get(pos, pos), _TARGETS.get(pos, pos), depth, mask)


class TBuf:
    """Scratch memory for the whole kernel: the same address at each get."""

    tensor_class: type[LocalTensor] = LocalTensor

    def __init__(self, pos: TPosition = TPosition.VECCALC) -> None:
        self.core = current_core("TBuf")
        self.position = TPosition(pos)
        self._span: tuple[int, int] | None = None
        self.owner = 0
        if self.position not in SPACES_BY_POSITION or not self.core.knows(SPACES_BY_POSITION[self.position]):
            raise LanewiseError(
                "QUE-009", queue=self, case="not_here", position=self.position.name
            )
        self.space = SPACES_BY_POSITION[self.position]

    def __str__(self) -> str:
        return f"TBuf ({self.position.name})"

    def init_span(self, address: int, size: int) -> None:
        if self._span is not None:
            raise LanewiseError("QUE-009", queue=self, case="twice")
        self._span = address, size
        self.owner = self.core.next_owner()

    def span(self) -> tuple[int, int]:
        return self._span or (0, 0)

    def forget_span(self) -> None:
        self._span = None

    def get(self, kind: Any, len: int | None = None) -> LocalTensor:
        """The whole buffer, or `len` elements from its start; 0 is a length that nobody looks at: the whole, too."""
        return self._tensor(kind, len or None, 0, "get")

    def get_with_offset(self, size: Any, buf_offset: Any, dtype: Any) -> LocalTensor:
        """`size` elements from a byte offset. The type may also come first, as in the C++ template."""
        if not isinstance(size, int):
            size, buf_offset, dtype = buf_offset, dtype, size
        if buf_offset % ALIGN:
            raise LanewiseError(
                "QUE-009", queue=self, case="offset", offset=buf_offset, need=ALIGN
            )
        return self._tensor(dtype, size, buf_offset, "get_with_offset")

    def _tensor(self, kind: Any, count: int | None, offset: int, what: str) -> LocalTensor:
        if self._span is None:
            raise LanewiseError("QUE-007", queue=self, what=what)
        address, size = self._span
        to = dtype(kind)
        length = (size - offset) * 8 // to.bits if count is None else count
        if offset < 0 or length < 0 or offset + length * to.bits // 8 > size:
            raise LanewiseError(
                "QUE-009", queue=self, case="elements", count=length, type=to, offset=offset, size=size
            )
        tell(self.core, "tbuf_get", self.owner, 0, address + offset, length * to.bits // 8, self.position)
        return self.tensor_class.place(self.core, address + offset, length, kind, self.position)

    def alloc_tensor(self, kind: Any) -> LocalTensor:
        return self.get(kind)

    def deque(self, kind: Any) -> LocalTensor:
        return self.get(kind)

    def enque(self, tensor: LocalTensor) -> bool:
        """A buffer orders nothing."""
        return True

    def free_tensor(self, tensor: LocalTensor) -> None:
        """A buffer is never given back."""
