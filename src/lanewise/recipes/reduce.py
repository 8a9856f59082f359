"""Five ways to sum a row, which differ in their instructions and in the order of their additions.

All work in Counter mode and on any chip. They take a source of n elements, a work tensor of `room(n)` elements and a
destination of one block whose first element becomes the sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lanewise import asc

UNIT = (asc.MASK_PLACEHOLDER, 1, 1, 1, 8)  # mask from the register, one repeat, contiguous


def _ceil_div(n: int, size: int) -> int:
    return -(-n // size)


def _sizes(tensor: Any) -> tuple[int, int]:
    """Elements of a block and of a repeat."""
    return 32 // tensor.dtype.size, 256 // tensor.dtype.size


def _count(n: int) -> None:
    """The next instructions take n elements in all."""
    asc.set_vector_mask(0, n, mode=asc.MaskMode.COUNTER)


def _whole_repeats(dst: Any, src: Any, n: int) -> None:
    """One sum for each repeat of n elements."""
    _count(n)
    asc.whole_reduce_sum(dst, src, *UNIT, is_set_mask=False)
    asc.pipe_barrier(asc.PipeID.PIPE_V)


def _block(dst: Any, src: Any, n: int) -> None:
    """One sum for each block of n elements. The older names take the repeat before the mask."""
    _count(n)
    asc.block_reduce_sum(dst, src, 1, asc.MASK_PLACEHOLDER, 1, 1, 8, is_set_mask=False)
    asc.pipe_barrier(asc.PipeID.PIPE_V)


def _add(dst: Any, a: Any, b: Any, n: int) -> None:
    _count(n)
    asc.add(dst, a, b, asc.MASK_PLACEHOLDER, 1, asc.BinaryRepeatParams(), is_set_mask=False)
    asc.pipe_barrier(asc.PipeID.PIPE_V)


def binary(dst: Any, src: Any, work: Any, n: int) -> None:
    """The upper half onto the lower one until a repeat is left, what was over onto its start, then one tree.

    Halves are whole blocks, and the first one splits a whole number of them evenly, so nothing has to be copied. A row
    of up to one repeat is one tree; any longer row is halved at least once.
    """
    block, repeat = _sizes(src)
    if n <= repeat:
        return _whole_repeats(dst, src, n)
    total = n // (2 * block) * 2 * block
    rest, held = n - total, src
    while total > repeat or held is src:
        half = _ceil_div(total, 2 * block) * block
        _add(work, held, held[half:], total - half)
        total, held = half, work
    if rest:
        _add(work, work, src[n - rest :], rest)
    return _whole_repeats(dst, work, total)


def repeated_whole(dst: Any, src: Any, work: Any, n: int) -> None:
    """One sum for each repeat, again and again until one is left."""
    _, repeat = _sizes(src)
    while n > repeat:
        _whole_repeats(work, src, n)
        n, src = _ceil_div(n, repeat), work
    _whole_repeats(dst, src, n)


def two_whole(dst: Any, src: Any, work: Any, n: int) -> None:
    """A tree per repeat, then a tree over their results."""
    _, repeat = _sizes(src)
    _whole_repeats(work, src, n)
    _whole_repeats(dst, work, _ceil_div(n, repeat))


def three_block(dst: Any, src: Any, work: Any, n: int) -> None:
    """A tree for each block, three times."""
    block, _ = _sizes(src)
    _block(work, src, n)
    _block(work, work, _ceil_div(n, block))
    _block(dst, work, _ceil_div(_ceil_div(n, block), block))


def block_then_whole(dst: Any, src: Any, work: Any, n: int) -> None:
    """A tree for each block, then one tree of those."""
    block, _ = _sizes(src)
    _block(work, src, n)
    _whole_repeats(dst, work, _ceil_div(n, block))


@dataclass(frozen=True)
class Strategy:
    name: str
    steps: Callable[[Any, Any, Any, int], None]
    longest: Callable[[int, int], int | None]  # elements it can take, from those of a block and of a repeat

    def takes(self, n: int, size: int) -> bool:
        """Whether it can sum n elements of `size` bytes."""
        most = self.longest(32 // size, 256 // size)
        return n >= 1 and (most is None or n <= most)

    def room(self, n: int, size: int) -> int:
        """Elements of its work tensor: half the row, or a block for each repeat; never less than a block."""
        block, repeat = 32 // size, 256 // size
        return max(_ceil_div(n, 2 * block) * block, 8 * _ceil_div(n, repeat), block)

    def __call__(self, dst: Any, src: Any, work: Any, n: int) -> None:
        asc.set_mask_count()
        self.steps(dst, src, work, n)
        asc.reset_mask()
        asc.set_mask_norm()


STRATEGIES = (
    Strategy("binary accumulation", binary, lambda block, repeat: None),
    Strategy("repeated WholeReduceSum", repeated_whole, lambda block, repeat: None),
    Strategy("two WholeReduceSum", two_whole, lambda block, repeat: repeat * repeat),
    Strategy("three BlockReduceSum", three_block, lambda block, repeat: block**3),
    Strategy("BlockReduceSum + WholeReduceSum", block_then_whole, lambda block, repeat: block * repeat),
)


@asc.jit
def sum_row(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int, strategy: Strategy) -> None:
    """z[0] = the sum of x[0] to x[n - 1]. The row must fit the Unified Buffer."""
    size = x.dtype.sizeof()
    source, result = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x, n)
    result.set_global_buffer(z, 1)
    pipe = asc.TPipe()
    row, work, out = (asc.TBuf(asc.TPosition.VECCALC) for _ in range(3))
    pipe.init_buffer(buf=row, num=_ceil_div(n * size, 32) * 32)
    pipe.init_buffer(buf=work, num=_ceil_div(strategy.room(n, size) * size, 32) * 32)
    pipe.init_buffer(buf=out, num=32)
    held, total = row.get(x.dtype), out.get(x.dtype)
    asc.data_copy_pad(held, source, asc.DataCopyExtParams(1, n * size, 0, 0, 0), asc.DataCopyPadExtParams())
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    strategy(total, held, work.get(x.dtype), n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy_pad(result, total, asc.DataCopyExtParams(1, size, 0, 0, 0))
