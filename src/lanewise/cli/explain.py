"""`lanewise explain`: what one instruction touches, in words and as a picture."""

from __future__ import annotations

import re
import sys

from lanewise.cli.status import check_outputs, refuse


def explain(call: str, dtype: str, chip: str, at: list[str], counter: int | None, svg: str | None) -> None:
    """Explain one instruction: blocks, repeats, strides, lanes, the tail, what is written twice, bank groups, time.

    Takes a call, the name of an instruction (ShiftRight), or the id of an error or a finding (QUE-007). Two chips,
    --chip ascend910b,ascend950, are shown one after the other.

    Names stand for tensors, one after the other in UB. A mask that is only a name means all lanes. Multiplications of
    AI Engines with lane selection (mul8_antisym, sliding_mul) show which lane reads which element; --dtype int16/int8.
    """
    from lanewise.cli.colour import bold
    from lanewise.cli.show import plain_signs
    from lanewise.draw.explain import explain
    from lanewise.terminal import hanging

    check_outputs([("--svg", svg)], [chip])
    if about := _of_an_id(call):
        print("\n".join(map(hanging, about.splitlines())))
        return
    if name := _without_picture(call):
        from lanewise.cli.ops import ops

        ops(name, None, False, False)
        return
    chips = chip.split(",")
    if svg and len(chips) > 1:
        refuse("--svg draws for one chip: name one with --chip")
    for number, one in enumerate(chips):
        found = explain(call, chip=one, dtype=dtype, at=_parse_assignments(at), counter=counter)
        title = f"{found.call} on {one}" if len(chips) > 1 else found.call
        print("\n" * (number > 0) + bold(title, sys.stdout) + "\n")
        print(found.text(ascii=plain_signs()))
    if svg:
        with open(svg, "w", encoding="utf-8") as file:
            file.write(found.svg())


def _without_picture(call: str) -> str:
    """The name of an instruction or operation that there is no picture of: its page is shown instead."""
    from lanewise.draw.call import named_alone
    from lanewise.draw.sliding import sliding
    from lanewise.errors import LanewiseError
    from lanewise.isa.aie.catalogue import named

    word = re.match(r"\s*((?:aie::|aie\.|AscendC::|asc\.)?(?:Reg::)?\w+)\s*(<.*>)?\s*(\(.*\))?\s*;?\s*$", call, re.S)
    if word is None or sliding(call) is not None:
        return ""
    if word[1].startswith(("aie::", "aie.")):
        return word[1].removeprefix("aie::").removeprefix("aie.") if named(word[1].replace(".", "::")) else ""
    if word[3]:
        return ""
    try:
        return "" if named_alone(call) else word[1].removeprefix("AscendC::")
    except LanewiseError:
        return word[1] if named(word[1]) else ""


def _of_an_id(word: str) -> str:
    """What an error or a finding is about, why it comes and what to do; empty: that is no id."""
    from lanewise import findings
    from lanewise.isa.export import in_vendor_words
    from lanewise.severities import sentence

    id = word.strip().upper()
    entry = findings.find(id)
    if entry is None:
        return ""
    about = entry.english
    rows = [f"{id}: {about.meaning or about.cause}"]
    rows += [f"Cause: {about.cause}"] if about.meaning else []
    rows.append(f"Cure: {about.cure}")
    for title, code in (("Wrong", entry.wrong), ("Right", entry.right)):
        if code:
            rows += ["", f"{title}:", *(f"    {line}" for line in code.strip().splitlines())]
    rows += [""] if entry.wrong else []
    for said in entry.texts:
        text = re.sub(r"\{(\w+)\}", r"<\1>", said).strip()
        other = re.sub(r"\{(\w+)\}", r"<\1>", in_vendor_words(said)).strip()
        rows.append(f"Text: {other}" + (f" In Python: {text}" if other != text else ""))
    if about.meaning:
        rows.append("Found by `lanewise run --check`.")
    if said := sentence(id):
        rows.append(said)
    return "\n".join(rows)


def _parse_assignments(words: list[str]) -> dict[str, int]:
    out = {}
    for word in words:
        name, joined, value = word.partition("=")
        try:
            out[name] = int(value, 0)
        except ValueError:
            joined = ""
        if not joined:
            refuse(f"--at {word}: write NAME=ADDRESS, for example src1=0x4000")
    return out
