"""One butterfly after the other in Python integers, every formula written out as the sheet has it."""

from __future__ import annotations

from fixed_oracle import srs

Complex = tuple[int, int]


def _mul(a: Complex, b: Complex) -> Complex:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _add(*terms: Complex) -> Complex:
    return sum(t[0] for t in terms), sum(t[1] for t in terms)


def _neg(a: Complex) -> Complex:
    return -a[0], -a[1]


def _conj(a: Complex) -> Complex:
    return a[0], -a[1]


def _up(a: Complex, s: int) -> Complex:
    return a[0] * 2**s, a[1] * 2**s


class Stage:
    """`first` is the first generation, `long` says that twiddles have 32 bits, `bits` are those of results."""

    def __init__(
        self, s: int, shift: int, inv: bool, rounding: str, saturation: str, first: bool, long: bool, bits: int
    ) -> None:  # fmt: skip
        self.s, self.shift, self.inv, self.first, self.long, self.bits = s, shift, inv, first, long, bits
        self.modes = rounding, saturation

    def srs(self, a: Complex, shift: int, bits: int = 32) -> Complex:
        return tuple(srs(c, shift, *self.modes, bits) for c in a)  # type: ignore[return-value]

    def out(self, a: Complex) -> Complex:
        return self.srs(a, self.shift, self.bits)

    def r2(self, x: list[Complex], w: list[Complex]) -> list[Complex]:
        t = _mul(x[1], w[0])
        return [self.out(_add(_up(x[0], self.s), t)), self.out(_add(_up(x[0], self.s), _neg(t)))]

    def r4(self, x: list[Complex], w: list[Complex]) -> list[Complex]:
        w2, w1, w3 = w
        s, i = self.s, (0, 1) if self.inv else (0, -1)
        if not self.first:
            t = [_up(x[0], s), _mul(w1, x[1]), _mul(w2, x[2]), _mul(w3, x[3])]
            powers = [(1, 0), i, (-1, 0), _neg(i)]
            return [self.out(_add(*(_mul(powers[j * k % 4], t[j]) for j in range(4)))) for k in range(4)]
        p, m = _add(_up(x[0], s), _mul(w2, x[2])), _add(_up(x[0], s), _neg(_mul(w2, x[2])))
        u = self.srs(_add(_up(x[1], s), _mul(w2, x[3])), s)
        v = self.srs(_add(_up(x[1], s), _neg(_mul(w2, x[3]))), s)
        if not self.long:
            p, m = _up(self.srs(p, s), s), _up(self.srs(m, s), s)
        a, b = _mul(w1, u), _mul(_mul(i, w1), v)
        return [self.out(_add(p, a)), self.out(_add(m, b)), self.out(_add(p, _neg(a))), self.out(_add(m, _neg(b)))]

    def constant(self, re: int, im: int) -> Complex:
        c = (re >> (15 - self.s), im >> (15 - self.s))
        return _conj(c) if self.inv else c

    def r3(self, x: list[Complex], w: list[Complex]) -> list[Complex]:
        c, x0 = self.constant(16384, 28378), _up(x[0], self.s)
        d, e = self.srs(_mul(w[0], x[1]), self.s), self.srs(_mul(w[1], x[2]), self.s)
        exact = [_mul(w[0], x[1]), _mul(w[1], x[2])]
        return [
            self.out(_add(x0, _up(_add(d, e), self.s)) if self.first else _add(x0, *exact)),
            self.out(_add(x0, _neg(_add(_mul(c, d), _mul(_conj(c), e))))),
            self.out(_add(x0, _neg(_add(_mul(_conj(c), d), _mul(c, e))))),
        ]

    def r5(self, x: list[Complex], w: list[Complex]) -> list[Complex]:
        c1, c2, x0 = self.constant(-10126, 31164), self.constant(26510, 19261), _up(x[0], self.s)
        b1, b2 = _conj(c1), _conj(c2)
        exact = [_mul(w[j], x[j + 1]) for j in range(4)]
        d = [self.srs(t, self.shift if self.first else self.s) for t in exact]
        rows = [(c1, c2, b2, b1), (c2, b1, c1, b2), (b2, c1, b1, c2), (b1, b2, c2, c1)]
        zero = _add(x0, *(_up(t, self.s) for t in d)) if self.first else _add(x0, *exact)
        sums = [_add(x0, *(_neg(_mul(c, t)) for c, t in zip(row, d, strict=True))) for row in rows]
        return [self.out(t) for t in (zero, *sums)]

    def run(self, radix: int, x: list[Complex], tables: list[list[Complex]], vec: int) -> list[Complex]:
        groups = len(x) // (radix * vec)
        y: list[Complex] = [(0, 0)] * len(x)
        for p in range(groups):
            turns = [_conj(t[p]) if self.inv else t[p] for t in tables]
            for q in range(vec):
                samples = [x[q + vec * (radix * p + j)] for j in range(radix)]
                for k, result in enumerate(getattr(self, f"r{radix}")(samples, turns)):
                    y[q + vec * (p + k * groups)] = result
        return y
