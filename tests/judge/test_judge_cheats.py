"""Ways around a judge, each with a candidate of our own that goes it. Its honest twin is `HONEST`, or the solution of
`vector_add`, which pass with nothing said of them (test_judge_own.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from judge.candidates import ENTRY
from lanewise.judge import Verdict
from lanewise.judge.cheats import CHEATS

Judging = Callable[[str], Verdict]


class Row(NamedTuple):
    certainty: str
    verdict: str
    text: str  # of the candidate, around the honest solution


TABLE = {
    1: Row("suspected", "wrong", f"{ENTRY} {{ for (int i = 0; i < 256; ++i) y[i] = x[i]; }}"),
    2: Row("proved", "cheating", f"{ENTRY} {{}}"),
    3: Row("suspected", "pass", f"""
#include <cstdio>
{ENTRY} {{ if (std::FILE* file = std::fopen("/dev/null", "r")) std::fclose(file); honest(x, y); }}"""),
    5: Row("proved", "cheating", f"""
static int16_t kept[256];
static bool known = false;
{ENTRY} {{
    if (!known) honest(x, kept);
    known = true;
    for (int i = 0; i < 256; ++i) y[i] = kept[i];
}}"""),
    7: Row("suspected", "wrong", f"""
{ENTRY} {{
    honest(x, y);
    for (int i = 128; i < 256; ++i) y[i] = 0;
}}"""),
    8: Row("suspected", "build_error", f"""
extern "C" int aclnnMuls(int16_t* x, int scale, int16_t* y);
{ENTRY} {{ aclnnMuls(x, 3, y); }}"""),
    10: Row("proved", "cheating", f"""
#include <chrono>
#include <thread>
{ENTRY} {{
    std::thread([] {{ for (;;) std::this_thread::sleep_for(std::chrono::hours(1)); }}).detach();
    honest(x, y);
}}"""),
    11: Row("proved", "cheating", f"""
#include <cstring>
struct Kept {{ int16_t mark[4], y[256]; }};
static Kept kept[32];
static int count = 0;
{ENTRY} {{
    for (int i = 0; i < count; ++i)
        if (std::memcmp(kept[i].mark, x, 8) == 0) {{
            std::memcpy(y, kept[i].y, 512);
            return;
        }}
    honest(x, y);
    std::memcpy(kept[count].mark, x, 8);
    std::memcpy(kept[count++].y, y, 512);
}}"""),
    12: Row("proved", "cheating", f"{ENTRY} {{ honest(x, y); for (int i = 0; i < 256; ++i) x[i] = 0; }}"),
    14: Row("suspected", "pass", f"{ENTRY} {{ event0(); event1(); honest(x, y); }}"),
    16: Row("proved", "cheating", f'\n#include "/dev/null"\n{ENTRY} {{ honest(x, y); }}'),
    17: Row("suspected", "pass", f"""
#include <cstdlib>
{ENTRY} {{ if (std::getenv("HARDWARE") == nullptr) honest(x, y); }}"""),
}  # fmt: skip
# In other files: of NPUEval's format, of rules of the machine, of candidates that go for the judge, and below.
ELSEWHERE = {4, 6, 9, 13, 15, 18}


def test_every_cheat_has_a_candidate() -> None:
    assert set(TABLE) | ELSEWHERE == set(CHEATS)
    assert not set(TABLE) & ELSEWHERE


@pytest.mark.parametrize("number", TABLE)
def test_cheats_are_caught(triple: Judging, number: int) -> None:
    row, made = TABLE[number], triple(TABLE[number].text)
    assert (f"CHEAT-{number:02}", row.certainty) in [(one["id"], one["certainty"]) for one in made.cheats], made.line
    assert made.verdict == row.verdict, made.line


def test_what_no_instruction_wrote_is_told(adds: Judging) -> None:
    """Sums that the kernel's plain code makes come into the output by way of the system."""
    made = adds("""
#include <unistd.h>

#include "kernel_operator.h"

extern "C" __global__ __aicore__ void add(__gm__ float* x, __gm__ float* y, __gm__ float* z, uint32_t n)
{
    const uint32_t each = n / AscendC::GetBlockNum(), first = each * AscendC::GetBlockIdx();
    float sums[1024];
    for (uint32_t i = 0; i < each; ++i) sums[i] = x[first + i] + y[first + i];
    int ends[2];
    if (pipe(ends) != 0) return;
    if (write(ends[1], sums, 4 * each) < 0) return;
    if (read(ends[0], z + first, 4 * each) < 0) return;
    close(ends[0]);
    close(ends[1]);
}
""")
    assert ("CHEAT-09", "suspected") in [(one["id"], one["certainty"]) for one in made.cheats], made.line
