"""TPipe and its pools: who gets which bytes of UB."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from lanewise.errors import LanewiseError
from lanewise.isa.events import ALL, HardEvent, Pipe, vendor
from lanewise.isa.issued import VECTOR_MEMORY, Space
from lanewise.machine.core import current_core
from lanewise.machine.events import note, tell
from lanewise.machine.queues import ALIGN, TBuf, TQueBind
from lanewise.machine.tensor import SPACES_BY_POSITION, TPosition

if TYPE_CHECKING:
    from lanewise.machine.core import Core


def round_up(size: int) -> int:
    return -(-size // ALIGN) * ALIGN


class _Giver:
    """What a pipe and a pool share: buffers of rounded size, in call order."""

    def __init__(self, core: Core, totals: dict[str, int], live: dict[TPosition, int]) -> None:
        self.core = core
        self._totals, self._live = totals, live  # shared by the pipe and all its pools
        self._members: list[Any] = []

    def _allocate(self, size: int, holder: str, space: Space) -> int:
        raise NotImplementedError

    def init_buffer(self, que: Any = None, num: Any = None, len: Any = None, *, buf: Any = None) -> bool:
        """`num` buffers of `len` bytes for a queue, or one of `len` (or `num`) bytes for a TBuf."""
        target = que if que is not None else buf
        if isinstance(target, TBuf):
            self._init_buf(target, len if len is not None else num)
        elif isinstance(target, TQueBind):
            self._init_queue(target, num, len)
        else:
            raise LanewiseError(
                "CALL-001", op="init_buffer", case="first_argument", type=type(target).__name__,
                usage="pipe.init_buffer(que=queue, num=2, len=bytes) or pipe.init_buffer(buf=buffer, num=bytes)",
            )
        return True

    def _size(self, target: Any, size: Any) -> int:
        if not isinstance(size, int) or size <= 0:
            raise LanewiseError("QUE-009", queue=target, case="no_bytes", size=size)
        return round_up(size)

    def _init_buf(self, buf: TBuf, size: Any) -> None:
        size = self._size(buf, size)
        self._count(buf, 1, "buffers")
        buf.init_span(self._allocate(size, str(buf), buf.space), size)
        tell(self.core, "init_buffer", buf.owner, 0, *buf.span(), buf.position)
        self._members.append(buf)

    def _init_queue(self, queue: TQueBind, num: Any, size: Any) -> None:
        size = self._size(queue, size)
        if not isinstance(num, int) or num < 1:
            raise LanewiseError("QUE-009", queue=queue, case="no_buffers", num=num)
        self._count(queue, num, "buffers", "queue_buffers")
        start = self._allocate(num * size, f"{queue}: {num} x {size}", queue.space)
        queue.init_blocks([(start + i * size, size) for i in range(num)], self._live)
        for i in range(num):
            tell(self.core, "init_buffer", queue.owner, i, start + i * size, size, queue.position)
        self._members.append(queue)

    def _count(self, target: Any, num: int, *kinds: str) -> None:
        for kind in kinds:
            limit = self.core.chip.fact(kind)
            if self._totals.get(kind, 0) + num > limit:
                raise LanewiseError("QUE-008", count=self._totals.get(kind, 0) + num, limit=limit)
        for kind in kinds:
            self._totals[kind] = self._totals.get(kind, 0) + num

    def init_buf_pool(self, buf_pool: TBufPool, len: int, share_buf: TBufPool | None = None) -> bool:
        """A pool of `len` bytes, or one that lies over another pool's memory."""
        size = self._size(buf_pool, len)
        if share_buf is None:
            start = self._allocate(size, str(buf_pool), buf_pool.space)
        else:
            start, whole = share_buf.span()
            if size > whole:
                raise LanewiseError("QUE-009", queue=buf_pool, case="pool_over_pool", size=size, whole=whole)
            size = whole
        buf_pool.open(start, size, self._totals, self._live)
        tell(self.core, "init_buf_pool", buf_pool.owner, 0, start, size, buf_pool.position)
        self._members.append(buf_pool)
        return True

    def _clear_members(self) -> None:
        for member in self._members:
            if isinstance(member, TBuf):
                member.forget_span()
            elif isinstance(member, TBufPool):
                member.close()
            else:
                member.forget_blocks()
        self._members.clear()


class TPipe(_Giver):
    """Gives UB to queues and buffers. Making one resets mask, CTRL and the other state, as InitSocState does."""

    def __init__(self) -> None:
        core = current_core("TPipe")
        alive = core.pipe() if core.pipe is not None else None
        if alive is not None and not alive.destroyed:
            raise LanewiseError(
                "QUE-009", queue="TPipe", case="second_pipe",
            )
        super().__init__(core, {}, {})
        self.destroyed = False
        core.pipe = weakref.ref(self)
        self._give_back: Any = None
        self.init()

    def init(self) -> None:
        """Start from the bottom again; needed after destroy."""
        self._clear_members()
        self._release()
        self._mark = self.core.mark()
        self._give_back = weakref.finalize(self, self.core.release, self._mark)
        self._give_back.atexit = False
        self._totals.clear()
        self._live.clear()
        self.core.events.release_all()
        self.core.reset_state()
        self.destroyed = False
        self.core.pipe_start = self._mark[0].get(VECTOR_MEMORY, 0)
        _tell_pipe(self.core, "tpipe_init")

    def _release(self) -> None:
        """Give the memory back, once."""
        if self._give_back is not None and self._give_back.detach():
            self.core.release(self._mark)

    def _allocate(self, size: int, holder: str, space: Space) -> int:
        if self.destroyed:
            raise LanewiseError("QUE-009", queue="TPipe", case="destroyed")
        return int(self.core.allocate(size, holder, space))

    def reset(self) -> None:
        """Release all buffers and event ids."""
        self.init()

    def destroy(self) -> None:
        """Release everything, after a barrier over all pipes."""
        note(self.core, "pipe_barrier", vendor(Pipe[ALL]))
        self._clear_members()
        kernel_ends(self.core)
        self._release()
        self.core.events.release_all()
        self.destroyed = True

    def alloc_event_id(self, event: HardEvent) -> int:
        """The lowest free id, reserved until release_event_id."""
        return int(self.core.events.alloc(event))

    def fetch_event_id(self, event: HardEvent) -> int:
        """The lowest free id, not reserved: two fetches give the same one."""
        return int(self.core.events.fetch(event))

    def release_event_id(self, event: Any, id: Any = None) -> None:
        """Give an id back. Both (event, id) and (id, event) are accepted."""
        if isinstance(id, HardEvent):
            event, id = id, event
        if id is None:
            raise LanewiseError(
                "CALL-001", op="release_event_id", case="no_id", usage="pipe.release_event_id(event, id)"
            )
        self.core.events.release(event, id)

    def get_base_addr(self, logic_pos: TPosition = TPosition.VECCALC) -> int:
        """UB starts at byte 0."""
        return 0


def _tell_pipe(core: Core, name: str) -> None:
    """All that the pipe holds or may give: from where it began to the end of UB."""
    start = core.pipe_start or 0
    tell(core, name, 0, 0, start, core.capacity(VECTOR_MEMORY) - start, TPosition.MAX)


def kernel_ends(core: Core) -> None:
    """A pipe that the kernel did not destroy lives until its end, whether or not somebody still has it."""
    if core.pipe_start is not None:
        _tell_pipe(core, "tpipe_destroy")
        core.pipe_start = None


class TBufPool(_Giver):
    """A part of a memory that can be handed out again and again."""

    def __init__(self, pos: TPosition = TPosition.VECCALC, buf_id_size: int = 4) -> None:
        super().__init__(current_core("TBufPool"), {}, {})
        self.position, self.buf_id_size = TPosition(pos), buf_id_size
        if self.position not in SPACES_BY_POSITION:
            raise LanewiseError("QUE-009", queue=self, case="not_here", position=self.position.name)
        self.space = SPACES_BY_POSITION[self.position]
        self._start = self._end = self._next = 0
        self.owner = 0
        if not 1 <= buf_id_size <= 16:
            raise LanewiseError("QUE-009", queue=self, case="pool_buffers", count=buf_id_size)

    def __str__(self) -> str:
        return f"TBufPool ({self.position.name})"

    def open(self, start: int, size: int, totals: dict[str, int], live: dict[TPosition, int]) -> None:
        self._start, self._end, self._next = start, start + size, start
        self.owner = self.core.next_owner()
        self._totals, self._live = totals, live

    def close(self) -> None:
        self._clear_members()
        self._start = self._end = self._next = 0

    def span(self) -> tuple[int, int]:
        return self._start, self._end - self._start

    def _allocate(self, size: int, holder: str, space: Space) -> int:
        if space != self.space:
            raise LanewiseError("QUE-009", queue=self, case="other_memory", memory=space.name, own=self.space.name)
        if self._end == 0:
            raise LanewiseError("QUE-007", queue=self, what="init_buffer")
        if self._next + size > self._end:
            raise LanewiseError(
                "MEM-003", what=holder, need=size, memory=space.name,
                free=self._end - self._next, size=self._end - self._start,
                table="\n".join(f"  {m}" for m in self._members) or "  (the pool is empty)",
            )
        start, self._next = self._next, self._next + size
        return start

    def _count(self, target: Any, num: int, *kinds: str) -> None:
        held = sum(len(getattr(m, "_blocks", (m,))) for m in self._members)
        if held + num > self.buf_id_size:
            raise LanewiseError(
                "QUE-009", queue=self, case="pool_full", count=held + num, limit=self.buf_id_size,
            )
        super()._count(target, num, *kinds)

    def reset(self) -> None:
        """Empty the pool; it fills from its start again."""
        for kind in ("buffers", "queue_buffers"):
            held = sum(len(getattr(m, "_blocks", (m,) if kind == "buffers" else ())) for m in self._members)
            self._totals[kind] = max(0, self._totals.get(kind, 0) - held)
        self._clear_members()
        self._next = self._start
        if self.owner:
            tell(self.core, "reset_buf_pool", self.owner, 0, *self.span(), self.position)


def get_tpipe_ptr() -> TPipe:
    """The pipe that is alive in this kernel."""
    core = current_core("get_tpipe_ptr")
    pipe = core.pipe() if core.pipe is not None else None
    if pipe is None or pipe.destroyed:
        raise LanewiseError("QUE-009", queue="get_tpipe_ptr", case="no_pipe")
    return pipe
