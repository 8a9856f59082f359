"""The published kernels, written out again as instruction streams. Each returns the report of one block."""

from __future__ import annotations

from typing import Any

from lanewise.isa.events import HardEvent, PipeID
from lanewise.machine.tensor import CacheMode, CacheRwMode, LocalTensor, TPosition
from lanewise.timing.reports import Report
from lanewise.timing.stream import Stream

BINARY = (1, 1, 1, 8, 8, 8)
UNARY = (1, 1, 8, 8)


def masked_cycles(
    chip: str,
    name: str,
    tensors: tuple[tuple[int, str], ...],
    repeats: int,
    strides: tuple[int, ...] = (),
    lanes: int = 64,
    scalars: tuple[int, ...] = (),
    params: tuple[int, ...] = (),
) -> float:
    """Cycles of one masked instruction; tensors are (UB address, type), the destination first."""
    stream = Stream(chip)
    room = stream.core.mem.size
    made = [stream.ub(at, (room - at) // 4, kind) for at, kind in tensors]
    if not strides:
        strides = {1: (1, 8), 2: UNARY, 3: BINARY}[len(tensors)]
    stream.masked(name, made, lanes, repeats, strides, *params, scalars=scalars)
    return stream.report().blocks[0].busy["V"]


def count_form_cycles(chip: str, name: str, kind: str, operands: int, n: int, *, apart: bool = False) -> float:
    """Cycles of one instruction in the count form, operands one after the other; `apart`: the last one in the other
    banks."""
    stream = Stream(chip)
    size = {"float": 4, "half": 2}[kind] * n
    places = [k * size for k in range(operands)]
    if apart:
        places[-1] = -(-places[-1] // 512) * 512 + 256
    stream.count(name, [stream.ub(at, n, kind) for at in places], n)
    return stream.report().blocks[0].busy["V"]


def many_adds(src0: int, src1: int, dst: int, strides: tuple[int, ...] = BINARY, times: int = 1000) -> Report:
    """The bank conflict sample: the same Add of 64 repeats over and over, between two barriers."""
    stream = Stream()
    tensors = [stream.ub(at, (stream.core.mem.size - at) // 4) for at in (dst, src0, src1)]
    for _ in range(times):
        stream.masked("add", tensors, 64, 64, strides)
    stream.barrier(PipeID.PIPE_ALL)
    return stream.report()


def tiled_add(
    chip: str, tile: int, tiles: int, blocks: int, *, double: bool = False, y_at: int | None = None,
    z_at: int | None = None, around: bool = False,
) -> Report:
    """z = x + y, half, tile by tile, as the sample has it: loads wait until V has read the buffers, V until the store
    has read its result, so that the next loads overlap with the store also where there is one buffer of each. `around`
    reads around L2."""
    stream = Stream(chip)
    size = 2 * tile
    x_at, y_at, z_at = 0, size if y_at is None else y_at, 2 * size if z_at is None else z_at
    x_gm, y_gm, z_gm = (stream.gm(tile * tiles, "half") for _ in range(3))
    if around:
        for source in (x_gm, y_gm):
            source.set_l2_cache_hint(CacheMode.CACHE_MODE_DISABLE, CacheRwMode.READ)
    buffers = 2 if double else 1
    step = 65536 if double else 0  # the second buffers
    for i in range(tiles):
        k = i % buffers
        place = [(at + (k * step if at < 65536 else k * size)) for at in (x_at, y_at, z_at)]
        x, y, z = (stream.ub(at, tile, "half") for at in place)
        if i >= buffers:
            stream.wait(HardEvent.V_MTE2, k)
        stream.copy(x, x_gm[i * tile :], tile)
        stream.copy(y, y_gm[i * tile :], tile)
        stream.set(HardEvent.MTE2_V, k)
        stream.wait(HardEvent.MTE2_V, k)
        if i >= buffers:
            stream.wait(HardEvent.MTE3_V, k)
        stream.count("add", (z, x, y), tile)
        stream.set(HardEvent.V_MTE2, k)
        stream.set(HardEvent.V_MTE3, k)
        stream.wait(HardEvent.V_MTE3, k)
        stream.copy(z_gm[i * tile :], z, tile)
        stream.set(HardEvent.MTE3_V, k)
    return stream.report(blocks)


def to_fractals(stride: int, tiles: int, blocks: int = 48) -> Report:
    """Rows to NZ fractals: tiles of 144 x 128 half with two buffers; `stride` is the block stride of Copy."""
    stream = Stream()
    rows, row, nd, nz = 144, 256, 36864, stride * 8 * 32
    source, target = stream.gm(-(-tiles // 64) * rows * 8192, "half"), stream.gm(tiles * nd // 2, "half")
    for i in range(tiles):
        k = i % 2
        read, fractals = stream.ub(k * nd, nd // 2, "half"), stream.ub(2 * nd + k * nz, nz // 2, "half")
        if i >= 2:
            stream.wait(HardEvent.V_MTE2, k)
        stream.copy_pieces(read, source[i // 64 * rows * 8192 + i % 64 * 128 :], rows, row, 16384 - row)
        stream.set(HardEvent.MTE2_V, k)
        stream.wait(HardEvent.MTE2_V, k)
        if i >= 2:
            stream.wait(HardEvent.MTE3_V, k)
        stream.masked("copy", (fractals, read), 128, rows, (stride, 1, 1, 8))
        stream.set(HardEvent.V_MTE2, k)
        stream.set(HardEvent.V_MTE3, k)
        stream.wait(HardEvent.V_MTE3, k)
        stream.copy_pieces(target[i * nd // 2 :], fractals, 8, rows * 32, stride - rows)
        stream.set(HardEvent.MTE3_V, k)
    return stream.report(blocks)


def copies_in(pieces: int, size: int, gap: int, times: int, *, step: int = 0, blocks: int = 48) -> Report:
    """Copies from GM alone, one right after the other; the next starts `step` bytes on."""
    stream = Stream()
    room = times * step + pieces * (size + gap)
    source, held = stream.gm(room, "uint8"), stream.ub(0, 131072, "uint8")
    for i in range(times):
        stream.copy_pieces(held, source[i * step :], pieces, size, gap)
    return stream.report(blocks)


def read_four_times(slices: int) -> Report:
    """A core's share of a 302 MB matrix in copies of 128 KB, each of `slices` parts four times before the next."""
    stream = Stream()
    copies, size = 48, 131072
    source, held = stream.gm(copies * size, "uint8"), stream.ub(0, size, "uint8")
    part = copies // slices
    for first in range(0, copies, part):
        for _ in range(4):
            for i in range(first, first + part):
                stream.copy_pieces(held, source[i * size :], 1, size)
    return stream.report(48)


def sum_loops(chain: str, loops: int) -> Report:
    """256 floats in Counter mode: B reduces blocks, W repeats; a barrier behind each."""
    stream = Stream()
    stream.state("set_mask_count")
    for _ in range(loops):
        left, source = 256, stream.ub(0, 256)
        for k, how in enumerate(chain):
            target = stream.ub(1024 + 256 * k, 64)
            stream.set_count(left)
            name = "reduce_data_block_sum" if how == "B" else "reduce_repeat_sum"
            stream.masked(name, (target, source), 0, 1, (1, 1, 1, 8), counter=True)
            stream.barrier()
            left, source = -(-left // (8 if how == "B" else 64)), target
    return stream.report()


def sum_30000(binary: bool, copy: bool = True) -> Report:
    """The sum of 30000 floats by halves, or by repeats again and again."""
    stream = Stream()
    n = 30000
    row, work = stream.ub(0, n), stream.ub(120000, 15008)
    if copy:
        stream.copy_pieces(row, stream.gm(n), 1, 4 * n)
        stream.set(HardEvent.MTE2_V)
        stream.wait(HardEvent.MTE2_V)
    stream.state("set_mask_count")
    held = row
    while binary and n > 64:
        half = -(-n // 16) * 8
        stream.set_count(n - half)
        stream.masked("add", (work, held, held[half:]), 0, 1, BINARY, counter=True)
        stream.barrier()
        n, held = half, work
    while n > 1:
        stream.set_count(n)
        stream.masked("reduce_repeat_sum", (work, held), 0, 1, (1, 1, 1, 8), counter=True)
        stream.barrier()
        n, held = -(-n // 64), work
    return stream.report()


def gelu_calls() -> Report:
    """Tanh-GELU of 8192 floats on ascend950 as eight calls with barriers."""
    stream = Stream("ascend950")
    n = 8192
    x, a, b = (stream.ub(k * 4 * n, n) for k in range(3))
    one_bits = 0x3F800000
    for name, tensors in (("mul", (a, x, x)), ("mul", (a, a, x)), ("muls", (a, a)), ("add", (a, a, x)),
                          ("muls", (a, a)), ("exp", (a, a)), ("adds", (a, a)), ("div", (b, x, a))):
        stream.count(name, tensors, n, (one_bits,) if len(tensors) == 2 and name != "exp" else ())
        stream.barrier()
    return stream.report(64)


def softmax_calls() -> Report:
    """Softmax of a row of 128 floats on ascend950 as seven calls with barriers."""
    stream = Stream("ascend950")
    n = 128
    x, a, b, work = (stream.ub(k * 4 * n, n) for k in range(4))
    for name, tensors, scalars in (("reduce_max", (b, x, work), ()), ("duplicate", (b,), (0,)), ("sub", (a, x, b), ()),
                                   ("exp", (a, a), ()), ("reduce_sum", (b, a, work), ()), ("duplicate", (b,), (0,)),
                                   ("div", (a, a, b), ())):
        stream.count(name, tensors, n, scalars)
        stream.barrier()
    return stream.report()


def product(chip: str, kind: str, m: int, n: int, k: int) -> float:
    """Cycles of one Mmad of a cube core."""
    stream = Stream(chip, "AIC")
    room = {"half": 32768, "float": 16384, "int8": 65536}[kind]
    left, right = (LocalTensor.place(stream.core, 0, room, kind, at) for at in (TPosition.A2, TPosition.B2))
    results = -(-m // 16) * -(-n // 16) * 256
    to = LocalTensor.place(stream.core, 0, results, "int32" if kind == "int8" else "float", TPosition.CO1)
    stream.plain("mmad", (to, left, right), m, n, k, 0, 0, 0, 0)
    return stream.report().busy("M")


def loaded(chip: str, position: str, rows: int) -> float:
    """Cycles of the load of `rows` x 64 halves from L1 to L0A or L0B, fractal by fractal in one call."""
    stream = Stream(chip, "AIC")
    source = LocalTensor.place(stream.core, 0, 64 * rows, "half", TPosition.A1)
    to = LocalTensor.place(stream.core, 0, 64 * rows, "half", TPosition[position])
    stream.plain("load_data", (to, source), 0, 64 * rows * 2 // 512, 1, 0, 0, 0)
    return stream.report().busy("MTE1")


def _fractals(stream: Stream, to: LocalTensor, source: Any, high: int, wide: int, row: int) -> None:
    """`high` x `wide` of a matrix with so long rows, to L1."""
    stream.plain("data_copy_nd2nz", (to, source), 1, high, wide, 0, row, high, 1, 0)


def rows_to_l1(chip: str, row: int, tiles: int, cores: int, high: int = 64, wide: int = 256) -> Report:
    """Tiles of `high` x `wide` halves from GM to L1 as fractals, out of a matrix with `row` halves a row: one after the
    other along the rows, the last of each as wide as is left."""
    stream = Stream(chip, "AIC")
    across = -(-row // wide)
    down = -(-tiles // across)
    source = stream.gm(high * down * row, "half")
    held = LocalTensor.place(stream.core, 0, high * wide, "half", TPosition.A1)
    for i in range(tiles):
        first = i % across * wide
        _fractals(stream, held, source[i // across * high * row + first :], high, min(wide, row - first), row)
    return stream.report(cores)


def product_copies(chip: str, base: tuple[int, int], share: tuple[int, int], split: tuple[int, int]) -> Report:
    """What a core of the sample copies to L1 for C = A x B^T, 8192 each way, in two rounds over M: `share` of C a round
    in blocks of `base`, values of k by 512 for A and by 256 for B, which comes first."""
    side = 8192
    stream = Stream(chip, "AIC")
    a, b = stream.gm(side * side, "half"), stream.gm(side * side, "half")
    held = LocalTensor.place(stream.core, 0, base[1] * 512, "half", TPosition.A1)
    for start in (0, share[0] * split[0]):
        for down in range(start, start + share[0], base[0]):
            for across in range(0, share[1], base[1]):
                for first in range(0, side, 512):
                    for source, at, high, k, deep in (
                        (b, across, base[1], first, 256), (a, down, base[0], first, 512),
                        (b, across, base[1], first + 256, 256),
                    ):  # fmt: skip
                        _fractals(stream, held, source[at * side + k :], high, deep, side)
    return stream.report(split[0] * split[1], whole=True)


def gemm(rows: int, columns: int, k: int, split: tuple[int, int], steps: int = 4) -> Report:
    """A core's share of C = A x B^T, half to float: `rows` x `columns` of it, of cores that split M and N. Blocks of
    128 x 256, values of k by 64 into L0 and by `steps` times that into L1, two buffers everywhere."""
    m, n, each, deep = 128, 256, 64, 64 * steps
    stream = Stream("ascend910b", "AIC")
    left, right = (stream.gm(k * length * cores, "half") for length, cores in zip((rows, columns), split, strict=True))
    to = stream.gm(rows * columns)

    def place(at: int, count: int, kind: str, position: str) -> LocalTensor:
        return LocalTensor.place(stream.core, at, count, kind, TPosition[position])

    a1, b1 = ([place(at + i * 2 * side * deep, side * deep, "half", position) for i in range(2)]
              for at, side, position in ((0, m, "A1"), (4 * m * deep, n, "B1")))
    a2, b2 = ([place(i * 32768, side * each, "half", position) for i in range(2)]
              for side, position in ((m, "A2"), (n, "B2")))
    sums = place(0, m * n, "float", "CO1")
    copied = loaded = 0
    for down in range(0, rows, m):
        for across in range(0, columns, n):
            for first in range(0, k, deep):
                half = copied % 2
                if copied > 1:
                    stream.wait(HardEvent.MTE1_MTE2, half)
                for held, source, at, side in ((b1, right, across, n), (a1, left, down, m)):
                    _fractals(stream, held[half], source[at * k + first :], side, deep, k)
                stream.set(HardEvent.MTE2_MTE1, half)
                stream.wait(HardEvent.MTE2_MTE1, half)
                copied += 1
                for step in range(steps):
                    buffer = loaded % 2
                    if loaded > 1:
                        stream.wait(HardEvent.M_MTE1, buffer)
                    for to_l0, held, side in ((a2, a1, m), (b2, b1, n)):
                        fractals = side * each // 256
                        stream.plain("load_data", (to_l0[buffer], held[half]), step * fractals, fractals, 1, 0, 0, 0)
                    stream.set(HardEvent.MTE1_M, buffer)
                    stream.wait(HardEvent.MTE1_M, buffer)
                    begins = int(not first and not step)
                    if begins and loaded:
                        stream.wait(HardEvent.FIX_M)
                    stream.plain("mmad", (sums, a2[buffer], b2[buffer]), m, n, each, 0, 0, begins, 0)
                    stream.set(HardEvent.M_MTE1, buffer)
                    loaded += 1
                stream.set(HardEvent.MTE1_MTE2, half)
            stream.set(HardEvent.M_FIX)
            stream.wait(HardEvent.M_FIX)
            result = to[down * columns + across :]
            stream.plain("fixpipe", (result, sums), 0, n, m, m, columns, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0)
            stream.set(HardEvent.FIX_M)
    return stream.report(split[0] * split[1], whole=True)


def masks_set(by_call: bool) -> Report:
    """180 Adds that set the mask themselves, or after one that set it for all."""
    stream = Stream()
    x = stream.ub(0, 64)
    if not by_call:
        stream.state("set_mask_count")
        stream.set_count(64)
    for _ in range(180):
        if by_call:
            stream.count("adds", (x, x), 64, (0,))
        else:
            stream.masked("adds", (x, x), 0, 1, UNARY, scalars=(0,), counter=True)
    return stream.report()
