"""What the tests of this folder judge."""

from __future__ import annotations

from pathlib import Path

TASKS = Path(__file__).parent / "tasks"
SEED = 20_261
HEAD = "#include <aie_api/aie.hpp>\n"
# An honest solution of the task `triple`; candidates put their own lines around it.
TRIPLE = """
static void honest(int16_t* __restrict x, int16_t* __restrict y) {
    for (int i = 0; i < 256; i += 32) {
        aie::vector<int16_t, 32> one = aie::load_v<32>(x + i);
        aie::store_v(y + i, aie::add(aie::add(one, aie::add(one, one)), int16_t(1)));
    }
}
"""
ENTRY = "void triple(int16_t* x, int16_t* y)"
HONEST = f"{ENTRY} {{ honest(x, y); }}"


def solution(task: str, name: str) -> str:
    return (TASKS / task / name).read_text(encoding="utf-8")
