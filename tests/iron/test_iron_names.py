"""Small names of designs: whole numbers of any kind, types that are read again, tiles, kernels that take addresses."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
from small_designs import array_type, through

from lanewise import iron
from lanewise.iron.types import v8bfp16ebs8

ROW = np.ndarray[(16,), np.dtype[np.int32]]


def test_ceildiv() -> None:
    for a in range(0, 40):
        for b in range(1, 9):
            assert iron.ceildiv(a, b) == len(range(0, a, b))
            assert iron.ceildiv(np.int64(a), np.int32(b)) == len(range(0, a, b))


def test_names_that_only_have_to_be_there() -> None:
    assert iron.ensure_current_device() == iron.get_current_device()
    assert iron.PadDims is not None
    assert iron.StreamDims is not None
    for call in (iron.ScratchpadParameter, lambda: iron.set_tensor_class(object)):
        with pytest.raises(ImportError, match="IRON-001 the design needs"):
            call()


def test_tiles_are_copied() -> None:
    first = iron.AnyMemTile.copy()
    assert first.tile_type == iron.AIETileType.MemTile
    assert first != iron.AnyMemTile.copy()
    assert first == first
    assert iron.AnyComputeTile.copy().tile_type == iron.AIETileType.CoreTile
    placed = iron.Tile(col=1, row=np.int64(2), tile_type=iron.AIETileType.CoreTile)
    assert placed.copy() == placed
    assert (placed.copy() is placed, placed.copy().tile_type) == (False, iron.AIETileType.CoreTile)


def test_types_are_those_that_designs_write() -> None:
    other = np.ndarray[(4, 8), np.dtype[v8bfp16ebs8]]
    kernel = iron.ExternalFunction("f", source_string="", arg_types=[ROW, other, np.int32])
    first, second, third = kernel.arg_types()
    assert (first, second, third) == (ROW, other, np.int32)
    assert first.__args__[0][0] == 16
    assert get_args(get_args(second)[1])[0] is v8bfp16ebs8
    fifo = iron.ObjectFifo(array_type(16, np.int32))
    assert (fifo.obj_type, fifo.prod().obj_type) == (ROW, ROW)
    assert iron.Buffer(ROW).obj_type == ROW
    assert array_type((2, 3), np.int8).__args__[0] == (2, 3)
    assert iron.np_ndarray_type_get_shape(second) == (4, 8)


def test_numpy_integers_are_taken_everywhere() -> None:
    """Sizes, depths, offsets, dims, taps, bounds and numbers of objects, as np.prod gives them."""
    n, half = np.prod((4, 8)), np.prod((4, 8)) // 2

    def wire(rt: Any) -> Any:
        row = np.ndarray[(n,), np.dtype[np.int32]]
        part = np.ndarray[(half,), np.dtype[np.int32]]
        up, down = iron.ObjectFifo(row, depth=np.int64(2), name="up"), iron.ObjectFifo(row, name="down")
        ins = up.cons(np.int32(3)).split([half * 0, half], obj_types=[part] * 2, depths=[np.int64(2)] * 2,
                                         dims_to_stream=[[(half // 4, np.int64(4)), (4, 1)]] * 2)  # fmt: skip
        outs = down.prod().join([half * 0, half * 1], obj_types=[part] * 2)

        def core(source: Any, sink: Any) -> None:
            for _ in iron.range_(half * 0, np.int64(1)):
                x, y = source.acquire(np.int64(1)), sink.acquire(np.int64(1))
                for i in iron.range_(half):
                    y[i] = x[i] + np.int64(1)
                source.release(np.int64(1))
                sink.release(np.int64(1))

        rt.start(*(iron.Worker(core, [a.cons(), b.prod()]) for a, b in zip(ins, outs, strict=True)))
        return up, down

    data = np.arange(96, dtype=np.int32)
    assert through(data, 96, np.int32, wire).tolist() == list(range(1, 97))
    tap = iron.TensorAccessPattern((np.int64(4), 8), np.int64(8), [np.int64(1), 8], [0, np.int64(1)])
    assert list(tap.access_generator()) == list(range(8, 16))
    with pytest.raises(TypeError, match=r"2\.5 is no whole number"):
        iron.ObjectFifo(ROW, depth=2.5)


def test_kernels_get_addresses_and_numbers_of_their_own_types() -> None:
    """Blocks as bytes, int32 as uint8 and cint16, three int16 as size_t, bool and unsigned char."""
    source = """
    #include <aie_api/aie.hpp>
    extern "C" void bytes(uint8_t *a, uint8_t *b, int8_t *flags, size_t n, bool up, unsigned char low, float f) {
      for (size_t i = 0; i < n; ++i) b[i] = a[i] + up;
      flags[0] = low; flags[1] = sizeof(n) == 8 && f == 3.0f; flags[2] = up; flags[3] = n == 36;
    }
    extern "C" void pairs(cint16 *a, void *b) {
      for (int i = 0; i < 9; ++i) { a[i].real = i; a[i].imag = -i; ((int32_t *)b)[i] = a[i].real - a[i].imag; }
    }
    """
    blocks, words = np.ndarray[(4,), np.dtype[v8bfp16ebs8]], np.ndarray[(9,), np.dtype[np.int32]]

    class Kept(iron.Buffer):
        """A Buffer of the design's own."""

        def __init__(self) -> None:
            super().__init__(words, name="kept")

    def wire(rt: Any) -> Any:
        up, down = iron.ObjectFifo(blocks, name="up"), iron.ObjectFifo(words, name="down")
        first = iron.ExternalFunction(
            "bytes", source_string=source,
            arg_types=[blocks, words, np.ndarray[(9,), np.dtype[np.int32]], np.int16, np.int16, np.int16, np.int16],
        )  # fmt: skip
        pairs = iron.Kernel("pairs", first.object_file_name, [words, words])

        def core(source: Any, sink: Any, kept: Any, first: Any, pairs: Any) -> None:
            x = source.acquire(1)
            first(x, sink.acquire(1), kept, np.int16(36), 256, np.int64(-1), 3)
            sink.release(1)
            flags = kept[0]
            y = sink.acquire(1)
            pairs(kept, y)
            y[0] = flags
            sink.release(1)
            source.release(1)

        rt.start(iron.Worker(core, [up.cons(), down.prod(), Kept(), first, pairs], while_true=False))
        return up, down

    data = np.arange(36, dtype=np.uint8)

    @iron.jit
    def design(a, b):  # type: ignore[no-untyped-def]
        rt = iron.Runtime()
        first, last = wire(rt)
        with rt.sequence(array_type(36, np.uint8), array_type(18, np.int32)) as (x, y):
            rt.fill(first.prod(), x)
            rt.drain(last.cons(), y, wait=True)
        return iron.Program(iron.NPU2(), rt).resolve_program()

    out = iron.zeros(18, dtype=np.int32)
    design(iron.tensor(data, dtype=np.uint8), out)
    got = out.numpy()
    assert got[:9].view(np.uint8).tolist() == [i + 1 for i in range(36)]
    assert got[9:10].view(np.int8).tolist() == [-1, 1, 1, 1]
    assert got[10:].tolist() == [2 * i for i in range(1, 9)]


def test_rows_of_tiles_share_weights() -> None:
    from lanewise.iron.algorithms import row_at_a_time, row_at_a_time_tiled

    def wire(rt: Any, tiled: bool, weighted: bool) -> Any:
        up, down, mid = (iron.ObjectFifo(ROW, name=n) for n in ("up", "down", "mid"))
        extra = mid.cons() if weighted else None

        def kernel(x: Any, y: Any, weights: Any = None) -> None:
            for i in iron.range_(16):
                y[i] = x[i] * (weights[i] if weights is not None else 2)

        def make(sink: Any) -> None:
            w = sink.acquire(1)
            for i in iron.range_(16):
                w[i] = 10
            sink.release(1)

        def core(source: Any, sink: Any, weights: Any) -> None:
            more = {"of_wts": weights, "do_kernel": kernel}
            if tiled:
                row_at_a_time_tiled(source, sink, n_rows=2, n_tiles_per_row=2, **more)
            else:
                row_at_a_time(source, sink, n_rows=4, **more)

        rt.start(iron.Worker(core, [up.cons(), down.prod(), extra], while_true=False))
        if weighted:
            rt.start(iron.Worker(make, [mid.prod()]))
        return up, down

    for tiled in (False, True):
        for weighted in (False, True):
            got = through(np.arange(64, dtype=np.int32), 64, np.int32, lambda rt, t=tiled, w=weighted: wire(rt, t, w))
            assert got.tolist() == [i * (10 if weighted else 2) for i in range(64)]
