"""Which published measurement is re-created how, and whether it counts as a prediction.

A row is `fitted` when a number was chosen on it, when it is where a number was taken from, or when the re-creation was
arranged with its result in view. Everything else is `predicted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lanewise.timing.numbers import numbers
from lanewise.timing.reports import Report
from lanewise.timing.units import Tally, time
from validation import function_kernels as functions
from validation import kernels

A2, A5 = "ascend910b", "ascend950"
AT = 16  # repeats at which lines are compared: fixed cost and slope weigh about the same there


@dataclass(frozen=True)
class Attempt:
    """`predict` gives the value; `published` picks it out of the row where that holds several."""

    id: str
    predict: Callable[[], float]
    row: str = ""  # the row it belongs to, where that has another name
    published: Callable[[Any], float] = float
    fitted: str = ""  # why it is no prediction


def _microseconds(cycles: float, chip: str = A2) -> float:
    return cycles / numbers(chip).clock


def _ticks(cycles: float) -> float:
    return cycles * 50 / numbers(A2).clock


def attempts() -> list[Attempt]:
    found = [
        *_seed(),
        *_banks(),
        *_adds(),
        *_copies(),
        *_attempts_on_a5(),
        *_functions(),
        *_board(),
        *_tiles(),
        *_table(),
        *_cubes(),
        *_to_cubes(),
        *_engines(),
    ]
    chosen = {row for chip in (A2, A5) for fact in numbers(chip).facts.values() for row in fact.rows}
    return [
        Attempt(a.id, a.predict, a.row or a.id, a.published, a.fitted or ("a number was chosen on it" if a.id in chosen
                else "")) for a in found
    ]


def _seed() -> Iterator[Attempt]:
    for chain in ("WW", "BBB", "BW"):
        yield Attempt(f"seed.256.{chain}", lambda c=chain: _microseconds(100 / 8 * _grown(
            lambda n: kernels.sum_loops(c, n), 4, 12)))  # type: ignore[misc]
    for name, binary in (("bin", True), ("whole", False)):
        yield Attempt(f"seed.{name}30000", lambda b=binary: _ticks(kernels.sum_30000(b).cycles),  # type: ignore[misc]
                      fitted="that the counted window holds the copy was chosen with it in view")
    yield Attempt("seed.difference", _seed_difference, row="seed.whole30000", published=lambda whole: whole - 172.0)


def _seed_difference() -> float:
    """The two sums without their copies: what is sure about the published pair."""
    return _ticks(kernels.sum_30000(False, copy=False).cycles - kernels.sum_30000(True, copy=False).cycles)


def _banks() -> Iterator[Attempt]:
    cases: dict[str, tuple[Any, ...]] = {
        "1": (0, 0x10100, 0x20000), "2": (0, 0x4000, 0x10000), "4": (0, 0x10100, 0x4000), "5": (0, 0x10100, 0x4020),
        "6": (0, 0x10100, 0x10100), "7": (0, 0x10100, 0x10100, (1, 0, 1, 8, 1, 8)),
    }
    rule = "the rule for reads and writes of one bank was read off this sample"
    for case, places in cases.items():
        yield Attempt(f"bank2201.{case}", lambda p=places: _ticks(kernels.many_adds(*p).cycles),  # type: ignore[misc]
                      fitted=rule if case in "456" else "the fixed cost of Add is also its" if case == "1" else "")


def _grown(kernel: Callable[[int], Report], few: int, many: int, pipe: str = "") -> float:
    """Cycles that the tiles after the first `few` add."""
    small, large = (kernel(n) for n in (few, many))
    return large.busy(pipe) - small.busy(pipe) if pipe else large.cycles - small.cycles


def _adds() -> Iterator[Attempt]:
    elements = 8192 * 8192
    cases: dict[str, tuple[int, int, dict[str, Any]]] = {
        "0": (4096, 1, {}), "1": (4096, 1, {}), "2": (4096, 48, {}), "3": (16384, 48, {}),
        "6": (16256, 48, {"double": True, "y_at": 32512, "z_at": 131072 - 2048, "around": True}),
    }
    for case, (tile, cores, how) in cases.items():
        def kernel(n: int, tile: int = tile, cores: int = cores, how: Any = how) -> Report:
            return kernels.tiled_add(A2, tile, n, cores, **how)

        per_tile = elements / tile / cores / 8  # `_grown` gives eight tiles
        for pipe, name in (("V", "vec"), ("MTE2", "mte2"), ("MTE3", "mte3")):
            if case != "0" or name in ("mte2", "mte3"):
                yield Attempt(f"add.a2.{case}.{name}", lambda k=kernel, p=pipe, t=per_tile: _microseconds(  # type: ignore[misc]
                    t * _grown(k, 4, 12, p)), fitted="rates were chosen on the same copies of case 1" if case == "0"
                    else "")
        if case != "0":
            launch = numbers(A2)["core.launch_us_per_core"] * cores
            whole = elements // (tile * cores)  # what L2 holds at the end depends on all of them

            def end_to_end(kernel: Any = kernel, tiles: float = per_tile, whole: int = whole, start: float = launch,
                           alone: bool = cores == 1) -> float:  # fmt: skip
                return start + _microseconds(tiles * _grown(kernel, 4, 12) if alone else kernel(whole).cycles)

            yield Attempt(f"add.a2.{case}.e2e", end_to_end,
                          fitted="rates were chosen on its copies" if case != "6" else "")


def _copies() -> Iterator[Attempt]:
    launch = numbers(A2)["core.launch_us_per_core"] * 48
    for stride in (144, 145):
        yield Attempt(f"nz.a2.{stride}.vec", lambda s=stride: _microseconds(76 / 8 * _grown(  # type: ignore[misc]
            lambda n: kernels.to_fractals(s, n), 4, 12, "V")))
        yield Attempt(f"nz.a2.{stride}.e2e", lambda s=stride: launch + _microseconds(  # type: ignore[misc]
            kernels.to_fractals(s, 76).cycles), fitted="what a short piece costs was settled with it in view")
    share = 12288 * 12288 * 2 / 48
    yield Attempt("copy.a2.1", lambda: _microseconds(share / 128 / 64 * _grown(
        lambda n: kernels.copies_in(1, 128, 0, n, step=128), 64, 128, "MTE2")))
    yield Attempt("copy.a2.3", lambda: _microseconds(share / 131072 / 8 * _grown(
        lambda n: kernels.copies_in(64, 2048, 22528, n, step=2048), 4, 12, "MTE2")))
    yield Attempt("l2.a2.whole", lambda: _microseconds(kernels.read_four_times(1).cycles))
    yield Attempt("l2.a2.slice", lambda: _microseconds(kernels.read_four_times(4).cycles))
    yield Attempt("mask.reuse", lambda: kernels.masks_set(True).busy("S") - kernels.masks_set(False).busy("S") + 2,
                  fitted="the cost of a mask set is the arithmetic of this row")


def _attempts_on_a5() -> Iterator[Attempt]:
    for case, tile, cores in (("1", 4096, 1), ("3", 21760, 64)):
        yield Attempt(f"add.950.{case}.vec", lambda t=tile, c=cores: _microseconds(  # type: ignore[misc]
            8192 * 8192 / t / c * kernels.count_form_cycles(A5, "add", "half", 3, t), A5), fitted=_SLOTS)
    for case, tile, cores in (("1", 4096, 1), ("3", 21760, 64)):
        yield Attempt(f"add.950.{case}.e2e", lambda t=tile, c=cores: _microseconds(  # type: ignore[misc]
            8192 * 8192 / t / c / 8 * _grown(lambda n: kernels.tiled_add(A5, t, n, c), 4, 12) if c == 1 else
            kernels.tiled_add(A5, t, 8192 * 8192 // (t * c), c).cycles, A5))
    yield Attempt("softmax.950.0", lambda: 128 * kernels.softmax_calls().busy("V"))
    yield Attempt("gelu.950.0", lambda: _microseconds(128 * kernels.gelu_calls().busy("V"), A5), fitted=_SLOTS)
    for n in (64, 320, 1280):
        yield Attempt(f"a5.tadd.{n}", lambda n=n: kernels.count_form_cycles(A5, "add", "float", 3, n, apart=True),  # type: ignore[misc]
                      fitted="the line of Add comes from here")


def _functions() -> Iterator[Attempt]:
    """Vector functions. The bank sample counts in an unknown unit, so its cases are compared with one of them."""
    for case, unroll in (("1", 1), ("2", 6)):
        yield Attempt(f"gelu.950.{case}", lambda u=unroll: _microseconds(  # type: ignore[misc]
            128 * functions.elementwise(functions.TANH, 128, unroll=u), A5),
            fitted="how slow instructions take their unit was settled with it in view")
    cases: dict[str, Callable[[], float]] = {
        "1": lambda: functions.sums(0, 0x5000, 0xA100, 2), "3": lambda: functions.sums(0, 0x5100, 0),
        "4": lambda: functions.sums(0, 0x5100, 0xA100), "6": lambda: functions.sums(0, 0x5000, 0xA000),
        "7": lambda: functions.sums(0, 0x5000, 0xA000, 2),
        "8": lambda: functions.sums(0, 0x5000, 0xA000, then=1000),
        "11": lambda: functions.strided(1), "12": lambda: functions.strided(8), "14": lambda: functions.strided(1, 0),
    }
    same = dict.fromkeys("1347", "left out of the model with it in view: the time is the same wherever the tensors lie")
    same["6"] = "the one that the others are compared with"
    for case, cycles in cases.items():
        yield Attempt(f"bank3510.{case}", lambda c=cycles: c() / cases["6"](),  # type: ignore[misc]
                      published=lambda ticks: ticks / 1420560, fitted=same.get(case, ""))
    for name, steps, loops, inputs in (("gelu", functions.GELU, 16, 1), ("silu", functions.SILU, 16, 1),
                                       ("silu", functions.SILU, 64, 1), ("swiglu", functions.SWIGLU, 16, 2),
                                       ("swiglu", functions.SWIGLU, 96, 2)):
        yield Attempt(f"vfsim.{name}_i{loops}_u1", lambda s=steps, n=loops, k=inputs: functions.elementwise(  # type: ignore[misc]
            s, n, k), fitted=_CALIBRATED)
    for name in ("adds", "exp"):
        yield Attempt(f"vfsim.v{name}_longchain_i16_1x512", lambda op=name: functions.chain(op, 16, 512),  # type: ignore[misc]
                      fitted=_CALIBRATED)


_CALIBRATED = "its authors calibrated the latencies on the simulator that it comes from"
_SLOTS = "the rule for UB slots was settled with it in view"
_TWO, _THREE = ((0x8000, "float"), (0, "float")), ((0x8000, "float"), (0, "float"), (0x4000, "float"))
_FROM = "the number was taken from here"


def _line(value: Any) -> float:
    return float(value[0] * AT + value[1])


def _board() -> Iterator[Attempt]:
    """Measured with both sources in one bank group."""
    ints = tuple((at, "int16") for at, _ in _THREE)
    for name, op, tensors, scalars in (
        ("vadd", "add", _THREE, ()), ("vsub", "sub", _THREE, ()), ("vmax", "max", _THREE, ()),
        ("vdiv", "div", _THREE, ()), ("vexp", "exp", _TWO, ()), ("vln", "ln", _TWO, ()), ("vrelu", "relu", _TWO, ()),
        ("vmaxs", "maxs", _TWO, (0,)), ("vlrelu", "leaky_relu", _TWO, (0,)), ("vrsqrt", "rsqrt", _TWO, ()),
        ("vand", "bitwise_and", ints, ()), ("vor", "bitwise_or", ints, ()),
    ):
        lanes = 128 if tensors is ints else 64
        yield Attempt(
            f"pto910b3.{name}",
            lambda op=op, t=tensors, n=lanes, s=scalars: kernels.masked_cycles(A2, op, t, AT, lanes=n, scalars=s),  # type: ignore[misc]
            published=_line, fitted=_FROM,
        )


def _tiles() -> Iterator[Attempt]:
    half = tuple((at, "half") for at, _ in _TWO)
    for name, op, tensors, repeats in (
        ("tadd.f32", "add", _THREE, 64), ("tmul.f32", "mul", _THREE, 64), ("tdiv.f32", "div", _THREE, 64),
        ("texp.f32", "exp", _TWO, 64), ("texp.f16", "exp", half, 32), ("tsqrt.f32", "sqrt", _TWO, 64),
        ("tabs.f32", "abs", _TWO, 64),
    ):
        yield Attempt(
            f"pto2201.{name}", lambda op=op, t=tensors, r=repeats: kernels.masked_cycles(  # type: ignore[misc]
                A2, op, t, r, lanes=128 if t is half else 64),
            fitted={"tdiv.f32": "the slope of Div is its source's",
                    "texp.f16": "which of two sources to follow was settled with it in view"}.get(name, ""),
        )
    for name, op in (("trowsum", "reduce_repeat_sum"), ("trowmax", "reduce_repeat_max")):
        yield Attempt(f"pto2201.{name}.f32", lambda op=op: kernels.masked_cycles(  # type: ignore[misc]
            A2, op, _TWO, 64, (1, 1, 1, 8), params=(2,) if "max" in op else ()))
    yield Attempt(
        "pto2201.tcvt.f",
        lambda: kernels.masked_cycles(A2, "cast", ((0x8000, "float"), (0, "half")), 4, (1, 1, 8, 4), params=(0,)),
    )


def _table() -> Iterator[Attempt]:
    """The compiler's own lines. Half of Exp and Sqrt and both of Div disagree with other sources, which we follow."""
    for name, op, operands in (
        ("Abs", "abs", 2), ("Adds", "adds", 2), ("Add", "add", 3), ("Sub", "sub", 3), ("Mul", "mul", 3),
        ("Muls", "muls", 2), ("Max", "max", 3), ("Div", "div", 3), ("Exp", "exp", 2), ("Sqrt", "sqrt", 2),
        ("Rsqrt", "rsqrt", 2), ("Reciprocal", "reciprocal", 2), ("Copy", "copy", 2),
        ("WholeReduceSum", "reduce_repeat_sum", 2), ("WholeReduceMax", "reduce_repeat_max", 2),
        ("BlockReduceMax", "reduce_data_block_max", 2), ("PairReduceSum", "reduce_pair_elem_sum", 2),
    ):
        for k, kind in enumerate(("float", "half")):
            elements = AT * (64 if kind == "float" else 128)
            tensors = tuple((at, kind) for at in (0x18100, 0, 0x10100)[:operands])
            scalars = (0,) if op in ("adds", "muls") else ()
            ours = op == "div" or (kind == "half" and op in ("exp", "sqrt"))
            strides = (1, 1, 1, 8) if "reduce" in op else ()
            params = (2,) if op == "reduce_repeat_max" else ()
            yield Attempt(
                f"ge.{name}.{kind}",
                lambda op=op, t=tensors, n=elements // AT, s=scalars, st=strides, p=params: kernels.masked_cycles(  # type: ignore[misc]
                    A2, op, t, AT, st, n, s, p),
                row=f"ge.{name}", published=lambda v, k=k, n=elements: float(v[k][0] * n + v[k][1]),  # type: ignore[misc]
                fitted="" if ours else _FROM,
            )


def _to_cubes() -> Iterator[Attempt]:
    """Copies to L1 of all cores, and whole products."""
    for chip, name, cores in ((A2, "a2", 24), (A5, "950", 32)):
        for case, row in (("2", 12288), ("3", 12287)):
            across = -(-row // 256)
            yield Attempt(f"l1copy.{name}.{case}", lambda c=chip, r=row, n=across, k=cores: _microseconds(  # type: ignore[misc]
                12288 / 64 / k / 2 * _grown(lambda t: kernels.rows_to_l1(c, r, t * n, k), 2, 4, "MTE2"), c))
    for chip, name, base in ((A2, "a2", (128, 256)), (A5, "950", (256, 256))):
        yield Attempt(f"matmul.{name}.1.mte2", lambda c=chip, b=base: _microseconds(  # type: ignore[misc]
            8192**3 / (b[0] * b[1] * 64) * sum(_narrow_copy(c, high) for high in b), c))
    for chip, name, base, share, split in ((A2, "mmad.a2.2", (128, 256), (1024, 1536), (4, 6)),
                                           (A5, "mmad.950.2", (256, 256), (1024, 1024), (4, 8))):
        yield Attempt(f"{name}.mte2", lambda c=chip, b=base, s=share, w=split: _microseconds(  # type: ignore[misc]
            kernels.product_copies(c, b, s, w).busy("MTE2"), c))
    launch = numbers(A2)["core.launch_us_per_core"] * 24
    for side in (3072, 6144):
        yield Attempt(f"pto.gemm.{side}", lambda n=side: launch + _microseconds(_linear(  # type: ignore[misc]
            lambda k: kernels.gemm(n // 4, n // 6, k, (4, 6)).cycles, 512, 1024, n)),
            fitted="that cores share what they read was settled with it in view")


def _narrow_copy(chip: str, high: int) -> float:
    """Cycles of a copy of `high` x 64 halves, where one core works."""
    return _grown(lambda tiles: kernels.rows_to_l1(chip, 8192, tiles, 1, high, 64), 4, 12, "MTE2") / 8


def _linear(cycles: Callable[[int], float], few: int, many: int, all_: int) -> float:
    """What a loop takes that is too long to run: from two shorter ones."""
    first = cycles(few)
    return first + (cycles(many) - first) * (all_ - few) / (many - few)


def _cubes() -> Iterator[Attempt]:
    """Single products, and what a core of the samples does on M and MTE1: as many calls as its blocks have."""
    for name, chip, m, n in (("a2.0", A2, 64, 64), ("a2.1", A2, 128, 256), ("950.1", A5, 256, 256)):
        yield Attempt(f"matmul.{name}.mac", lambda c=chip, a=m, b=n: _microseconds(  # type: ignore[misc]
            8192**3 / (a * b * 64) * kernels.product(c, "half", a, b, 64), c))
    for row, kind, shape in (("40x50x60h", "half", (40, 60, 50)), ("6x7x8i8", "int8", (6, 8, 7)),
                             ("120x110x50f", "float", (120, 110, 50))):
        yield Attempt(f"pto.mm.{row}", lambda k=kind, s=shape: kernels.product(A2, k, *s),  # type: ignore[misc]
                      fitted=_FROM)
    for chip, rows, cores in ((A2, 128, 24), (A5, 256, 32)):
        calls = 8192**3 // (cores * rows * 256 * 64)
        name = {A2: "mmad.a2.1", A5: "mmad.950.2"}[chip]
        yield Attempt(f"{name}.mac", lambda c=chip, r=rows, n=calls: _microseconds(  # type: ignore[misc]
            n * kernels.product(c, "half", r, 256, 64), c))
        name = {A2: "mmad.a2.1", A5: "mmad.950.1"}[chip]
        yield Attempt(f"{name}.mte1", lambda c=chip, r=rows, n=calls: _microseconds(  # type: ignore[misc]
            n * (kernels.loaded(c, "A2", r) + kernels.loaded(c, "B2", 256)), c))


def _engines() -> Iterator[Attempt]:
    """AI Engine kernels by what they ask of the units."""
    vectors = 1024 * 16 // 256
    yield Attempt("aie2.vsm.pipe", lambda: time("aie-ml", Tally(
        {(16, 16): 1024}, results=32 * 1024, loads=vectors, stores=vectors)).cycles,
                  fitted="the rate of stores comes from the same guide")
    yield Attempt("aie2.mm64", lambda: time("aie-ml", Tally({(16, 16): 64**3}, loads=2 * 64 * 64 * 16 // 256)).cycles,
                  fitted="the rate is the ideal that its source names")
    yield Attempt("aie1.fir32", lambda: time("aie", Tally({(16, 16): 4 * 32})).cycles,
                  fitted="the rate is the arithmetic of this row")


# Rows that are not re-created, and why. A name ending in a dot stands for all that start with it.
LEFT_OUT: Mapping[str, str] = {
    "seed.ratio": "a range; see the orderings",
    "add.a2.0.": "scalar accesses leave no records",
    "softmax.950.": "the code between the named steps is not published",
    "tpipe.scalar": "scalar code leaves no records",
    "pto2201.tload.": "whether the data lay in L2 is not said",
    "pto910b3.vmrgsort4": "the number was taken from here",
    "ge.": "the number was taken from here, and the call has no plain strided form",
    "vfsim.": "the code is not published with the figure, and its name does not say it",
    "a5.vadds.fwd": "a table of latencies, not a measurement",
    "pyasc.": "the chip is not said",
    "aie2.vsm.scalar": "among the kernels of AI Engines above",
    "aie2.vsm.dma": "among the kernels of AI Engines above",
}


def reason_left_out(row: str) -> str:
    """The longest name that fits."""
    fits = [name for name in LEFT_OUT if row == name or (row.startswith(name) and name.endswith("."))]
    return LEFT_OUT[max(fits, key=len)] if fits else ""
