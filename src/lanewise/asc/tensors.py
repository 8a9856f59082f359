"""pyasc's tensors: the machine's tensors with pyasc's constructors."""

from __future__ import annotations

from typing import Any

from lanewise.asc.types import DataType
from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.machine import allocator, pipe, queues, tensor
from lanewise.machine.address import GlobalAddress
from lanewise.machine.core import current_core
from lanewise.machine.tensor import SPACES_BY_POSITION, TPosition


class LocalTensor(tensor.LocalTensor):
    """`LocalTensor(dtype, pos, addr, tile_size)`: tile_size elements at byte addr of its memory (0: the rest of it)."""

    __slots__ = ()

    def __init__(self, dtype: Any, pos: TPosition = TPosition.VECIN, addr: int = 0, tile_size: int = 0) -> None:
        core = current_core("LocalTensor")
        if pos not in SPACES_BY_POSITION or not core.knows(SPACES_BY_POSITION[TPosition(pos)]):
            raise LanewiseError(
                "POS-001", op="LocalTensor", operand="the tensor", position=TPosition(pos).name,
                need=memory("vector").places,
            )
        kind, space = DataType(dtype), SPACES_BY_POSITION[TPosition(pos)]
        length = tile_size or max(0, core.capacity(space) - addr) * 8 // kind.bits
        tensor.LocalTensor.__init__(self, core, addr, length, dtype, TPosition(pos))
        if tile_size and space == VECTOR_MEMORY:
            core.place(addr, length * kind.bits // 8)


class LocalTensorAuto(LocalTensor):
    """UB for as long as the tensor or a view of it is alive."""

    __slots__ = ()

    def __init__(self, dtype: Any, shape: Any, pos: TPosition = TPosition.VECCALC) -> None:
        core, address, length, claim = allocator.auto_span(dtype, shape)
        tensor.LocalTensor.__init__(self, core, address, length, dtype, pos)
        self.owner = claim


class GlobalTensor(tensor.GlobalTensor):
    """`GlobalTensor()`, then `set_global_buffer(address)`."""

    __slots__ = ()

    def __init__(self) -> None:
        tensor.GlobalTensor.__init__(self, current_core("GlobalTensor"), 0, 0, "uint8")

    def set_global_buffer(self, buffer: Any, buffer_size: int = 0) -> None:
        """Point to a kernel argument. Without a size get_size() is 0, as on hardware."""
        if not isinstance(buffer, GlobalAddress):
            raise LanewiseError(
                "CALL-001", op="set_global_buffer", case="address", type=type(buffer).__name__,
                usage="x_gm.set_global_buffer(x + offset) with x an array argument of the kernel",
            )
        self.address, self.length = buffer.address, int(buffer_size)  # type: ignore[misc]
        self.code = buffer.dtype.code  # type: ignore[misc]
        self.dtype, self.trait = buffer.dtype, buffer.trait
        self.is_trait = buffer.trait is not None  # type: ignore[misc]


class TQueBind(queues.TQueBind):
    tensor_class = LocalTensor


class TQue(queues.TQue, TQueBind):
    tensor_class = LocalTensor


class TBuf(queues.TBuf):
    tensor_class = LocalTensor


class LocalMemAllocator(allocator.LocalMemAllocator):
    tensor_class = LocalTensor


TPipe, TBufPool, get_tpipe_ptr = pipe.TPipe, pipe.TBufPool, pipe.get_tpipe_ptr
