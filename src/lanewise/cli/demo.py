"""`lanewise demo`: two instructions run for real and explained, for somebody who has never seen them."""

from __future__ import annotations

import sys
from typing import Any

from lanewise.chips import DEFAULT
from lanewise.cli.colour import bold_first_paragraph

CHIP = DEFAULT
EVERY_SECOND = 0x5555555555555555


def demo() -> None:
    """Run and explain two instructions."""
    from lanewise.cli.show import plain_signs
    from lanewise.machine.core import core
    from lanewise.machine.engine import native

    # Asked for by name where there is no compiled engine, so that the screen holds no warning.
    engine = "fast" if native() is not None else "definition"
    with core(CHIP, engine=engine) as machine:
        print(_HEAD.format(chip=CHIP, title=machine.chip.title, engine=_ENGINES[engine]))
        _shift_right(machine)
        _masked_add(machine, plain_signs())
    print(bold_first_paragraph(f"3. Next\n\n{NEXT}", sys.stdout))


def _shift_right(machine: Any) -> None:
    import numpy as np

    from lanewise import asc

    src = machine.ub(np.arange(1, 513, dtype=np.int16))
    dst = machine.ub(512, np.int16)
    asc.shift_right(dst, src, 2, 512)
    counted = dst.numpy()

    src = machine.ub(np.array([17], np.int16))
    dst = machine.ub(1, np.int16)
    asc.shift_right(
        dst, src, 5, mask=1, repeat_times=1, repeat_params=asc.UnaryRepeatParams(1, 1, 8, 8), round_en=True
    )
    print(bold_first_paragraph(_SHIFT.format(result=_abbreviate(counted), rounded=dst.numpy()[0]), sys.stdout))


def _masked_add(machine: Any, ascii: bool) -> None:
    import numpy as np

    from lanewise import asc, draw

    a = machine.ub(np.arange(1, 129, dtype=np.int16))
    b = machine.ub(np.arange(1, 129, dtype=np.int16))
    dst = machine.ub(np.full(128, -1, np.int16))
    words = [EVERY_SECOND, EVERY_SECOND]
    asc.add(dst, a, b, mask=words, repeat_times=1, repeat_params=asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8))
    drawing = draw.mask(words, "int16", dst.numpy(), ascii=ascii)
    lines = "\n".join(f"   {line}" for line in drawing.splitlines())
    print(bold_first_paragraph(_ADD.format(mask=f"{EVERY_SECOND:#x}", drawing=lines), sys.stdout))


def _abbreviate(values: Any) -> str:
    return f"[{' '.join(str(v) for v in values[:7])} ... {values[-1]}]"


_ENGINES = {"fast": "compiled engine", "definition": "definition engine (complete but slow; lanewise doctor says why)"}

_HEAD = """\
Two Ascend C vector instructions, run on an emulated {chip}:
{title}. Values come from the {engine}.
"""

_SHIFT = """\
1. ShiftRight in the count form

   asc.shift_right(dst, src, 2, 512)
     dst   where results go: 512 int16 elements in the core's own memory,
           the Unified Buffer (UB)
     src   [1 2 3 4 5 6 7 ... 512]
     2     shift each element right by 2 bits (signed elements keep their sign)
     512   count: how many elements from the start take part

   dst   {result}

   A masked form can also round: it adds the last bit that was shifted out.

   asc.shift_right(dst, src, 5, mask=1, repeat_times=1, round_en=True,
                   repeat_params=asc.UnaryRepeatParams(1, 1, 8, 8))
     17 = 0b10001; 17 >> 5 is 0, the last bit shifted out is 1, so dst = {rounded}
"""

_ADD = """\
2. Add under a mask

   asc.add(dst, a, b, mask=[{mask}, {mask}],
           repeat_times=1,
           repeat_params=asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8))
     a, b           [1 2 3 ... 128] each; dst held -1 everywhere
     mask           one bit per element, lowest first: 0x5 is 0101, so every
                    second element takes part
     repeat_times   how often to repeat; one repeat is 8 blocks of 32 bytes,
                    here 128 int16 elements
     1, 1, 1        block strides of dst, a, b: the next block is 1 block
                    further, so no gaps
     8, 8, 8        repeat strides of dst, a, b: the next repeat would start
                    8 blocks further

{drawing}
"""

NEXT = """\
   lanewise new scale             a small kernel project with its test
   lanewise run FILE.asc          run an Ascend C program as it is
   lanewise run FILE.py           run a pyasc program as it is
   lanewise ops shift_right       what an instruction takes on each chip
   lanewise ops --chip ascend950  all instructions of a chip
   lanewise chips                 the chips
   lanewise doctor                what works on this computer"""
