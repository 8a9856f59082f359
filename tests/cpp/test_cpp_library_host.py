"""The host side of the library: sizes of scratch, tilings and what the platform says, against the sheet's numbers."""

from __future__ import annotations

from pathlib import Path

from driving import COMMAND, environment

import starting

# Temporaries for 2-byte elements, 4-byte ones, and those with a reusable source.
TEMPORARIES = {
    "Acos": (6, 2, 2), "Acosh": (2, 1, 1), "Asin": (6, 2, 2), "Asinh": (3, 3, 3), "Atan": (12, 5, 5),
    "Atanh": (4, 1, 1), "Axpy": (4, 0, 0), "Ceil": (2, 1, 1), "Cos": (8, 3, 2), "Cosh": (6, 2, 2),
    "Digamma": (16, 7, 6), "Erf": (8, 3, 3), "Erfc": (16, 7, 7), "Floor": (2, 0, 0), "Fmod": (8, 1, 1),
    "Frac": (4, 0, 0), "GeGLU": (4, 0, 0), "Lgamma": (26, 8, 7), "Log": (0, 0, 0), "Sign": (3, 3, 3),
    "Sin": (8, 3, 2), "Sinh": (4, 1, 1), "Tan": (10, 4, 4), "Tanh": (4, 1, 1), "Trunc": (2, 1, 1), "Xor": (1, 1, 1),
}  # fmt: skip
ELEMENTS, REPEAT = 1000, 256


def test_host_sizes_and_tilings(tmp_path: Path) -> None:
    done = starting.run(
        [*COMMAND, "run", str(Path(__file__).parent / "high_level" / "sizes.cpp")],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [line.rsplit(" ", 2) for line in done.stdout.splitlines() if not line.startswith(("platform", "tiling"))]
    said = {name: (int(most), int(least)) for name, most, least in lines}
    for name, (two, four, reused) in TEMPORARIES.items():
        assert said[f"{name} 2"] == (two * ELEMENTS * 2, two * REPEAT), name
        assert said[f"{name} 4"] == (four * ELEMENTS * 4, four * REPEAT), name
        assert said[f"{name} reuse"] == (reused * ELEMENTS * 4, reused * REPEAT), name
        assert said[f"{name} factor"] == (four, 0), name
    assert said["Exp 4"] == (3 * ELEMENTS * 4, 768)
    assert said["Exp 2"] == (4 * ELEMENTS * 4, 1024)
    assert said["Exp factor"] == (3, 0)
    for name in ("BitwiseAnd", "Fma", "IsNan", "LogicalOrs", "Rint", "Where"):
        assert said[f"{name} 2"] == said[f"{name} factor"] == (0, 0)
    assert said["Round 2"] == (2 * ELEMENTS, REPEAT)
    assert said["Gelu"] == (12 * ELEMENTS, 768)
    assert said["SoftMax"] == (4 * 4 * (8 + 250 + 64), 4 * (8 + 250 + 64))
    assert said["Sum"] == (64, 64)
    assert said["AscendQuant"] == (2016, 512)
    assert said["Transpose"] == (512, 512)
    assert said["Sort"] == (1024, 0)
    assert f"platform 1 {192 * 1024 - 256} {512 * 1024 - 256} {192 * 1024 * 1024}" in done.stdout
    # 20000 bytes hold 36 rows of 8 + 64 + 64 floats; 32 of them are a multiple of 8
    assert f"tiling 100 64 8 32 64 {32 * 64} {32 * 8} 3 4 {4 * 64} {4 * 8} 1" in done.stdout
