"""`lanewise explain`: what one instruction touches, in words and as a picture."""

from __future__ import annotations

import re

from lanewise.cli.status import check_outputs, refuse


def explain(call: str, dtype: str, chip: str, at: list[str], counter: int | None, svg: str | None) -> None:
    """Explain one instruction: blocks, repeats, strides, lanes, the tail, what is written twice, bank groups, time.

    The id of an error or a finding, such as QUE-007, explains itself.

    Names stand for tensors, one behind the other in UB. A mask that is only a name means all lanes. Multiplications of
    AI Engines with lane selection (mul8_antisym and its kin) show which lane reads which element; --dtype int16/int8.
    """
    from lanewise.cli.show import plain_signs
    from lanewise.draw.explain import explain
    from lanewise.layout import hanging

    check_outputs([("--svg", svg)], [chip])
    if about := _of_an_id(call):
        print("\n".join(map(hanging, about.splitlines())))
        return
    found = explain(call, chip=chip, dtype=dtype, at=_places(at), counter=counter)
    print(f"{call}\n")
    print(found.text(ascii=plain_signs()))
    if svg:
        with open(svg, "w", encoding="utf-8") as file:
            file.write(found.svg())


def _of_an_id(word: str) -> str:
    """What an error or a finding is about, why it comes and what to do; empty: that is no id."""
    from lanewise.check.causes import causes
    from lanewise.check.meanings import MEANINGS
    from lanewise.errors import CATALOGUE
    from lanewise.isa.export import in_vendor_words
    from lanewise.severities import sentence

    id = word.strip().upper()
    if id not in causes():
        return ""
    about = causes()[id]
    rows = [f"{id}: {MEANINGS.get(id) or about.cause}"]
    rows += [f"Cause: {about.cause}"] if id in MEANINGS else []
    rows.append(f"Cure: {about.cure}")
    for title, code in (("Wrong", about.wrong), ("Right", about.right)):
        if code:
            rows += ["", f"{title}:", *(f"    {line}" for line in code.strip().splitlines())]
    rows += [""] if about.wrong else []
    if id in CATALOGUE:
        text = re.sub(r"\{(\w+)\}", r"<\1>", CATALOGUE[id]).strip()
        other = re.sub(r"\{(\w+)\}", r"<\1>", in_vendor_words(CATALOGUE[id])).strip()
        rows.append(f"Text: {other}" + (f" In Python: {text}" if other != text else ""))
    if id in MEANINGS:
        rows.append("Found by `lanewise run --check`.")
    if said := sentence(id):
        rows.append(said)
    return "\n".join(rows)


def _places(words: list[str]) -> dict[str, int]:
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
