"""What may be asked about, as a person writes it: `z[137]`, `UB 0x1200 at line 55`, `z[7] before kernel.h:12, 3rd time
in block 2`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lanewise.isa.issued import Space, in_memory
from lanewise.machine.trace import file_name
from lanewise.numerics.formats import BY_CODE, DTYPES, DType
from lanewise.why.depends import instruction_of, operand_at
from lanewise.why.writers import CODE, Home

if TYPE_CHECKING:
    from lanewise.why import Why
    from lanewise.why.chain import Chains

_WORDS = re.compile(
    r"""\s*(?: (?P<array>\w+)\s*\[\s*(?P<index>\d+)\s*\]
             | (?:(?P<type>\w+)\s+)? (?P<space>[A-Za-z]\w*)\s+ (?P<address>0x[0-9a-fA-F]+|\d+) )
        (?: \s+ (?P<when>at|before) \s+ (?: line\s+ | (?P<file>[^\s:]+): ) (?P<line>\d+)
            (?: ,?\s+ (?P<time>\d+) (?:st|nd|rd|th) \s+ time )? )?
        (?: ,?\s+ in \s+ block \s+ (?P<block>\d+) )? \s*""",
    re.VERBOSE,
)
_BY_NAME = {kind.vendor: kind for kind in DTYPES.values()} | DTYPES
_SPACES = {space.name.lower(): space for space in Space}


@dataclass(frozen=True)
class Question:
    """An element of an argument, or bytes of a core's memory, and when."""

    array: str = ""
    index: int = 0
    type: str = ""
    space: str = ""
    address: int = 0
    when: str = ""  # at: when that line has run; before: when it begins; empty: at the end
    file: str = ""
    line: int = 0
    time: int = 0  # of that line; 0: the last
    block: int | None = None


def parse(text: str) -> Question:
    said = _WORDS.fullmatch(text)
    if said is None:
        raise ValueError("write an argument of the kernel and an element, such as 'z[137]', or bytes at a moment, such "
                         "as 'UB 0x1200 at line 55'")  # fmt: skip
    words = said.groupdict()
    if words["space"] and words["space"].lower() not in _SPACES:
        known = ", ".join(space.name for space in Space if in_memory(space))
        raise ValueError(f"{words['space']} is no memory of a core; there are: {known}")
    if words["type"] and words["type"] not in _BY_NAME:
        raise ValueError(f"{words['type']} is no type of elements")
    return Question(
        words["array"] or "", int(words["index"] or 0), words["type"] or "", words["space"] or "",
        int(words["address"] or "0", 0), words["when"] or "", words["file"] or "", int(words["line"] or 0),
        int(words["time"] or 0), None if words["block"] is None else int(words["block"]),
    )


def explained(chains: Chains, question: Question) -> Why:
    """Its chain."""
    from lanewise.why import Why

    if question.array:
        launch, argument = chains.find(question.array)
        block, before = _moment(chains, question, launch)
        kind = chains.type_of(launch, argument)
        chains.check_index(argument, question.index, kind)
        address = argument.address + question.index * kind.size
        if block is not None and not question.when:
            before = _left_by(chains, launch, block, address, kind, question)
        root = chains.follow(chains.gm, address, kind, before, launch)
        return Why(root, chains, before)
    space = _SPACES[question.space.lower()]
    launch = _launch_of(chains, question)
    block, before = _moment(chains, question, launch)
    if block is None:
        block = _first_block(chains, launch, int(space))
    home = chains.writers.home(int(space), launch, block)
    kind = _BY_NAME[question.type] if question.type else _type_there(chains, home, question.address, before)
    return Why(chains.follow(home, question.address, kind, before, launch), chains, before)


def _here(chains: Chains, question: Question, rows: np.ndarray, launches: np.ndarray) -> np.ndarray:
    """Those rows of the line that is asked for."""
    at = np.flatnonzero(rows["line"] == question.line)
    if question.block is not None:
        at = at[rows["block"][at] == question.block]
    if question.file:
        named = {int(one): os.path.basename(file_name(int(one)) or "") for one in np.unique(rows["file"][at])}
        at = at[[named[int(one)] == os.path.basename(question.file) for one in rows["file"][at]]]
    return at[launches[at] >= 0]


def _launch_of(chains: Chains, question: Question) -> int:
    """The last launch that came by that line."""
    if not question.when:
        return len(chains.history.launches) - 1
    writers = chains.writers
    found = [*writers.step_launch[_here(chains, question, writers.steps["record"], writers.step_launch)],
             *writers.touch_launch[_here(chains, question, writers.touches["row"], writers.touch_launch)]]  # fmt: skip
    if not found:
        raise ValueError(f"nothing was issued at {_place(question)}{_in_block(question)}")
    return int(max(found))


def _moment(chains: Chains, question: Question, launch: int) -> tuple[int | None, int]:
    """The block, and the first tick that is too late."""
    blocks = chains.history.launches[launch].blocks
    if question.block is not None and question.block >= blocks:
        raise ValueError(f"the launch has {blocks} block{'s' * (blocks > 1)}, from 0")
    if not question.when:
        return question.block, chains.end_of(launch)
    writers = chains.writers
    steps = _here(chains, question, writers.steps["record"], writers.step_launch)
    steps = steps[writers.step_launch[steps] == launch]
    touches = _here(chains, question, writers.touches["row"], writers.touch_launch)
    touches = touches[(writers.touch_launch[touches] == launch) & (writers.touch_step[touches] == CODE)]
    rows = writers.touches["row"]
    found = [(int(writers.steps["tick"][s]), int(writers.steps["record"]["block"][s]), int(s)) for s in steps]
    found += [(int(writers.touches["tick"][t]), int(rows["block"][t]), -1) for t in touches]
    if not found:
        raise ValueError(f"nothing was issued at {_place(question)}{_in_block(question)}")
    block = question.block if question.block is not None else min(one[1] for one in found)
    mine = sorted(one for one in found if one[1] == block)
    if question.time > len(mine):
        raise ValueError(f"{_place(question)} was reached {len(mine)} time{'s' * (len(mine) > 1)} in block {block}")
    tick, _, step = mine[question.time - 1]
    if question.when == "before":
        return block, tick
    of_step = writers.of_step(step) if step >= 0 else np.zeros(0, np.int64)
    return block, max([tick, *(int(one) for one in writers.touches["tick"][of_step])]) + 1


def _place(question: Question) -> str:
    return f"{question.file}:{question.line}" if question.file else f"line {question.line}"


def _in_block(question: Question) -> str:
    return "" if question.block is None else f" in block {question.block}"


def _left_by(chains: Chains, launch: int, block: int, address: int, kind: DType, question: Question) -> int:
    """Right behind the last write of that block there."""
    writers = chains.writers
    begin = chains.history.launches[launch].begin
    touches = writers.writes(chains.gm, address, kind.size, begin, chains.end_of(launch))
    mine = [t for t in touches if int(writers.touches["row"]["block"][t]) == block]
    if not mine:
        raise ValueError(f"block {block} has not written {question.array}[{question.index}]")
    return int(writers.touches["tick"][mine[-1]]) + 1


def _first_block(chains: Chains, launch: int, space: int) -> int:
    """The lowest block that touches such a memory."""
    rows = chains.writers.touches["row"]
    here = (chains.writers.touch_launch == launch) & (rows["space"] == space)
    return int(rows["block"][here].min()) if here.any() else 0


def _type_there(chains: Chains, home: Home, address: int, before: int) -> DType:
    """Of what lies there: as the instruction that wrote it has it, else as one that reads it; else bytes."""
    writers = chains.writers
    owner = int(writers.look(home, address, 1, before).owners[0])
    rows = writers.touches["row"]
    over = (rows["space"] == home.space) & (rows["address"] <= address) & (rows["address"] + rows["bytes"] > address)
    over &= (writers.touch_launch == home.launch) & (rows["block"] == home.block) & (writers.touch_step >= 0)
    for touch in [owner, *np.flatnonzero(over).tolist()]:
        step = int(writers.touch_step[touch]) if touch >= 0 else -1
        if step < 0:
            continue
        record, write = writers.steps[step]["record"], bool(rows["write"][touch])
        at = operand_at(record, instruction_of(writers, step), home.space, address, write=write)
        kind = BY_CODE.get(int(record["operands"][at]["dtype"])) if at >= 0 else None
        if kind is not None and kind.kind in "iufb":
            return kind
    if owner >= 0 and int(writers.touch_step[owner]) == CODE:  # scalar code writes whole elements
        size = int(rows["bytes"][owner])
        return DTYPES[{2: "uint16", 4: "uint32", 8: "uint64"}.get(size, "uint8")]
    return DTYPES["uint8"]
