"""What the stream proves of why an element is wrong. Each cause names a line; where nothing is proved, the lines that
made the element are named instead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lanewise.isa.issued import GM, Space, in_memory
from lanewise.isa.record import Instruction
from lanewise.why.chain import Chains, Node, Place, nodes, place_of
from lanewise.why.texts import number, where, where_at
from lanewise.why.trials import trials
from lanewise.why.writers import CODE, HOST, Home

if TYPE_CHECKING:
    from lanewise.why.compare import Compared

_WIDE = 4  # bytes of a type that seldom overflows
_MOST = 2  # causes that are named
_LINES = 6  # lines of a chain that are named where there is no cause


class Cause(NamedTuple):
    text: str
    place: Place | None


def causes(chains: Chains, one: Compared, wrong: Node) -> list[Cause]:
    right = _right_ones(chains, one)
    proved = list(_tried(chains, one, wrong, right))
    if proved:
        return proved
    found: list[Cause] = []
    for rule in (_not_written, _over_each_other, _twice, _unwritten, _not_finite, _overlapping, _elsewhere,
                 _overwritten, _only_there):  # fmt: skip
        for cause in rule(chains, one, wrong, right):
            if all(cause.place != other.place or cause.text != other.text for other in found):
                found.append(cause)
        if len(found) >= _MOST:
            break
    found = found[:_MOST]
    return [Cause(f"likely: {cause.text}", cause.place) for cause in found] or [_made_at(wrong)]


def _right_ones(chains: Chains, one: Compared) -> list[tuple[int, Node]]:
    """Right elements near the first wrong one, with their chains."""
    right = np.ones(len(one.got), bool)
    right[one.wrong] = False
    beside = np.zeros(len(right), bool)  # one that has no right neighbour may be right by chance
    beside[1:] |= right[:-1]
    beside[:-1] |= right[1:]
    right &= beside
    if not right.any():
        return []
    first = int(one.wrong[0])
    near = [first - 1 - int(right[:first][::-1].argmax())] if right[:first].any() else []
    near += [first + int(right[first:].argmax())] if right[first:].any() else []
    near += [int(right.argmax())]
    return [(index, chains.element(one.launch, one.argument, index, one.kind)) for index in dict.fromkeys(near)]


def _made_at(wrong: Node) -> Cause:
    """No cause is proved: the lines that it went through, the last first."""
    found = dict.fromkeys((node.op, node.place) for node in nodes(wrong) if node.source in ("instruction", "code"))
    said = [f"{where_at(place)}{op}" for op, place in list(found)[:_LINES]]
    more = ", ..." if len(found) > _LINES else ""
    text = f"no cause is proved; it was made by {', '.join(said)}{more}" if said else "no cause is proved"
    return Cause(text, wrong.place)


def _name(chains: Chains, one: Compared, index: int) -> str:
    return f"{one.name}[{index}]"


def _tried(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """With something else in one line all would be as expected."""
    for (op, place), text in trials(chains, one, wrong, [root for _, root in right]):
        count = len(one.wrong)
        which = f"all {count:,}" if count > 1 else "it"
        yield Cause(f"proved: {where_at(place)}{op}: with {text} {which} would be right", place)


def _not_written(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """The launch never wrote it: the write nearest to it ends before it, or begins behind it."""
    if wrong.source == "instruction" and wrong.launch == one.launch:
        return
    if wrong.source == "code":
        return
    written = one.written(chains)
    first = int(one.wrong[0])
    if not written.any():
        reads = "nothing in this launch writes the array"
        yield Cause(f"{reads}, and no instruction made {_name(chains, one, first)}", None)
        return
    near = first - 1 - int(written[:first][::-1].argmax()) if written[:first].any() else int(written.argmax())
    touch = int(one.owners[near])
    step = int(chains.writers.touch_step[touch])
    place = place_of(chains.writers.touches[touch]["row"])
    op = chains.called(chains.again(step).ins) if step >= 0 else "the kernel's own code"
    how = "ends before it" if near < first else "begins behind it"
    yield Cause(f"nothing writes {_name(chains, one, first)}: {where_at(place)}{op}, which writes "
                f"{_name(chains, one, near)}, {how}", place)  # fmt: skip


def _over_each_other(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """A line writes some elements several times, and others never: its pieces lie over each other."""
    if wrong.source != "instruction" or wrong.home.space != GM or not wrong.place:
        return
    begin = chains.history.launches[one.launch].begin
    rows = chains.writers.touches["row"]
    end = chains.end_of(one.launch)
    mine = [t for t in chains.writers.writes(wrong.home, wrong.address, wrong.kind.size, begin, end)
            if place_of(rows[t]) == wrong.place and not rows["atomic"][t]]  # fmt: skip
    steps = {int(chains.writers.touch_step[t]) for t in mine}
    if len(steps) < 2:
        return
    never = int((~one.written(chains)).sum())
    if never:
        often = f"in {len(steps)} of its steps, and {never:,} elements of {one.name} in none"
        text = f"{where(wrong)}{wrong.op} writes {wrong.name} {often}: what it stores lies over each other"
        yield Cause(text, wrong.place)


def _twice(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """Several blocks write the element."""
    if wrong.source != "instruction" or wrong.home.space != GM:
        return
    begin = chains.history.launches[one.launch].begin
    touches = chains.writers.writes(wrong.home, wrong.address, wrong.kind.size, begin, chains.end_of(one.launch))
    rows = chains.writers.touches["row"]
    blocks = list(dict.fromkeys(int(rows["block"][t]) for t in touches if not rows["atomic"][t]))
    if len(blocks) > 1:
        names = " and ".join(str(b) for b in blocks[-2:])
        last = f"{where(wrong)}{wrong.op} of block {blocks[-1]} is the last"
        yield Cause(f"blocks {names} both write {wrong.name}: {last}", wrong.place)


def _unwritten(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """It is made of bytes that nobody wrote; the write nearest before them ends too early."""
    for node in nodes(wrong):
        for _, child in node.inputs:
            if child.source != "unwritten" or not in_memory(child.home.space) or child.home.space == GM:
                continue
            text = f"{where(node)}{node.op} reads {child.name}, which nobody has written"
            place = node.place
            tick = int(chains.writers.steps[node.step]["tick"]) if node.step >= 0 else 0
            near = _before(chains, child.home, child.address, tick)
            if near is not None:
                step = int(chains.writers.touch_step[near])
                place = place_of(chains.writers.touches[near]["row"])
                end = int(chains.writers.touches[near]["row"]["address"] + chains.writers.touches[near]["row"]["bytes"])
                op = chains.called(chains.again(step).ins) if step >= 0 else "the kernel's own code"
                text += f"; {where_at(place)}{op} writes up to {Space(child.home.space).name} {end - 1:#x}"
            yield Cause(text, place)
            return


def _before(chains: Chains, home: Home, address: int, tick: int) -> int | None:
    """The touch that wrote nearest before an address."""
    rows = chains.writers.touches["row"]
    here = (rows["write"] > 0) & (rows["space"] == home.space) & (rows["block"] == home.block)
    here &= (chains.writers.touch_launch == home.launch) & (chains.writers.touches["tick"] < tick)
    here &= rows["address"] + rows["bytes"] <= address
    at = np.flatnonzero(here)
    if not len(at):
        return None
    ends = rows["address"][at] + rows["bytes"][at]
    near = at[ends == ends.max()]
    return int(near[-1]) if address - int(ends.max()) < 1 << 12 else None


def _not_finite(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """The first infinity or nan, made of finite numbers; and results that are as large as their type allows."""
    if not wrong.kind.is_float:
        return
    for node in nodes(wrong):
        if node.source != "instruction" or not node.kind.is_float or _in_range(node):
            continue
        given = [child for _, child in node.inputs if child.kind.kind in "iuf"]
        if given and all(_in_range(child) for child in given):
            of = ", ".join(number(child) for child in given[:3])
            what = f"makes {number(node)} of {of}"
            if math.isfinite(node.value):
                what = f"is limited to the largest number of {node.kind.vendor}: {number(node)} of {of}"
            elif math.isinf(node.value) and node.kind.size < _WIDE:
                what = f"overflows {node.kind.vendor}: {number(node)} of {of}"
            yield Cause(f"{where(node)}{node.op} {what}", node.place)
            return


def _in_range(node: Node) -> bool:
    """A finite number, and not the largest of its type."""
    layout = node.kind.layout
    if not isinstance(node.value, float):
        return True
    most = layout.maximum if layout is not None and node.kind.is_float else math.inf
    return math.isfinite(node.value) and abs(node.value) < most


def _steps(root: Node) -> dict[tuple[str, Place | None], Node]:
    out: dict[tuple[str, Place | None], Node] = {}
    for node in nodes(root):
        if node.source in ("instruction", "code"):
            out.setdefault((node.op, node.place), node)
    return out


def _elements_read(chains: Chains, one: Compared, index: int, root: Node) -> dict[tuple[int, int], Node]:
    """The elements of arguments that it takes: argument, and how far that is from its own index -> who read it."""
    out: dict[tuple[int, int], Node] = {}
    for node in nodes(root):
        for _, child in node.inputs:
            if child.source != "host" or child.home.space != GM:
                continue
            argument = chains._argument(one.launch, child.address)
            if argument is not None:
                out[argument.number, (child.address - argument.address) // child.kind.size - index] = node
    return out


def _elsewhere(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """It takes other elements of the inputs than right elements do, by the same steps."""
    first = int(one.wrong[0])
    mine = _elements_read(chains, one, first, wrong)
    alike = [(index, root) for index, root in right if _steps(root).keys() == _steps(wrong).keys()]
    others = [_elements_read(chains, one, index, root) for index, root in alike]
    usual = list(dict.fromkeys(key for other in others for key in other))
    paths = _paths(wrong)
    straight = {edge for key, node in mine.items() if key in usual for edge in paths[id(node)]}
    for (argument, shift), node in mine.items():
        known = [s for a, s in usual if a == argument]
        if known and shift not in known and len(known) <= len(alike):
            name = _argument_name(chains, one, argument)
            edges = paths[id(node)] - straight
            by = next((step for (_, root), other in zip(alike, others, strict=True) for a, s in other if a == argument
                       if (step := _shifting(wrong, root, edges, shift - s))), None) or node  # fmt: skip
            brings = "brings" if by is node else "takes what comes from"
            yield Cause(f"{where(by)}{by.op} {brings} {name}[{first + shift}]; as for the right elements it should be "
                        f"{name}[{first + known[0]}]", by.place)  # fmt: skip
    if not right:
        yield from _shifted(chains, one, first, mine)


_Edge = tuple[str, "Place | None", str]  # a step and an operand of it


def _paths(root: Node) -> dict[int, set[_Edge]]:
    """Of each step of a chain how one gets there from the element: one way of them."""
    found: dict[int, set[_Edge]] = {id(root): set()}
    for node in nodes(root):
        for role, child in node.inputs:
            found.setdefault(id(child), found.get(id(node), set()) | {(node.op, node.place, role)})
    return found


def _offsets(root: Node) -> dict[_Edge, tuple[int, Node]]:
    """How far each operand lies from the result, in bytes."""
    out: dict[_Edge, tuple[int, Node]] = {}
    for node in nodes(root):
        for role, child in node.inputs:
            out.setdefault((node.op, node.place, role), (child.address - node.address, node))
    return out


def _shifting(wrong: Node, right: Node, edges: set[_Edge], shift: int) -> Node | None:
    """The step whose operand lies as much further off as the element that comes in by it."""
    mine, theirs = _offsets(wrong), _offsets(right)
    for edge in edges & mine.keys() & theirs.keys():
        offset, node = mine[edge]
        if shift and offset - theirs[edge][0] == shift * wrong.kind.size:
            return node
    return None


def _shifted(chains: Chains, one: Compared, first: int, mine: dict[tuple[int, int], Node]) -> Iterator[Cause]:
    """No element is right: it may take inputs of the same size from another place than its own."""
    for (number_of, shift), node in mine.items():
        argument = next(a for a in chains.history.launches[one.launch].arguments if a.number == number_of)
        single = sum(1 for a, _ in mine if a == number_of) == 1
        if shift and single and argument.size == one.argument.size:
            name = _argument_name(chains, one, number_of)
            yield Cause(f"{where(node)}{node.op} brings {name}[{first + shift}] to {one.name}[{first}]", node.place)


def _argument_name(chains: Chains, one: Compared, number_of: int) -> str:
    for argument in chains.history.launches[one.launch].arguments:
        if argument.number == number_of and argument.names:
            return argument.names[0]
    return f"argument {number_of}"


def _overlapping(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """It was written as part of one tensor and is read as part of another, and these two overlap in part."""
    for node in nodes(wrong):
        for _, child in node.inputs:
            if node.step < 0 or child.step < 0 or not in_memory(child.home.space) or child.home.space == GM:
                continue
            wrote, read = (chains.writers.steps[step]["record"] for step in (child.step, node.step))
            for mine in _tensors(wrote, child, chains.again(child.step).ins, write=True):
                for theirs in _tensors(read, child, chains.again(node.step).ins, write=False):
                    if mine[0] < theirs[0] < mine[1] < theirs[1] or theirs[0] < mine[0] < theirs[1] < mine[1]:
                        space = Space(child.home.space).name
                        yield Cause(f"{where(child)}{child.op} writes {child.name} of a tensor in {space} {mine[0]:#x} "
                                    f"to {mine[1] - 1:#x}, which overlaps the one that {where(node)}{node.op} reads in "
                                    f"{theirs[0]:#x} to {theirs[1] - 1:#x}", child.place)  # fmt: skip
                        return


def _tensors(record: Any, node: Node, ins: Instruction, write: bool) -> list[tuple[int, int]]:
    """First byte and end of the operands that an element may belong to."""
    found = []
    for operand, o in zip(ins.form.operands, record["operands"][: int(record["operand_count"])], strict=False):
        first, end = int(o["address"]), int(o["address"]) + int(o["extent"])
        fits = operand.writes if write else operand.reads
        if fits and int(o["space"]) == node.home.space and first <= node.address < end:
            found.append((first, end))
    return found


def _overwritten(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """What it should have been made of was overwritten before anybody read it."""
    usual = {found for _, root in right for found in _lost(chains, root)}
    for lost, by, reader in _lost(chains, wrong):
        if (lost, by, reader) not in usual:
            what = f"overwrites what {where_at(lost[1])}{lost[0]} had put there, and nobody had read it"
            yield Cause(f"{where_at(by[1])}{by[0]} {what}", by[1])


_Step = tuple[str, "Place | None"]


def _lost(chains: Chains, root: Node) -> Iterator[tuple[_Step, _Step, _Edge | None]]:
    """Of each value on a core the write before, where nobody read that one; and who reads the value."""
    writers = chains.writers
    readers = {id(child): (node.op, node.place, role) for node in nodes(root) for role, child in node.inputs}
    for node in nodes(root):
        if node.source != "instruction" or node.home.space == GM or not in_memory(node.home.space):
            continue
        tick = int(writers.touches[node.touch]["tick"])
        before = writers.look(node.home, node.address, node.kind.size, tick).owners
        if len(set(before.tolist())) != 1 or before[0] < 0:
            continue
        old, step = int(before[0]), int(writers.touch_step[int(before[0])])
        if step < 0 or step in (CODE, HOST) or step == node.step:
            continue
        if writers.reads(node.home, node.address, node.kind.size, int(writers.touches[old]["tick"]), tick):
            continue
        record = writers.steps[step]["record"]
        lost = chains.called(chains.again(step).ins), place_of(record)
        yield lost, (node.op, node.place), readers.get(id(node))


def _only_there(chains: Chains, one: Compared, wrong: Node, right: list[tuple[int, Node]]) -> Iterator[Cause]:
    """Steps that it went through and right elements did not, and the other way round."""
    if not right:
        return
    usual = [_makers(root) for _, root in right]
    for edge, node in _makers(wrong).items():
        others = [other[edge] for other in usual if edge in other]
        if others and all((node.op, node.place) != (other.op, other.place) for other in others):
            mine_is, theirs_is = (f"{where(who)}{who.op}{_how(who)}" for who in (node, others[0]))
            takes = f"{where_at(edge[1])}{edge[0]} takes its {edge[2]} from {mine_is}"
            yield Cause(f"{takes}; for the right elements that is {theirs_is}", node.place)
    mine = _steps(wrong)
    theirs: dict[tuple[str, Place | None], Node] = {}
    for _, root in right:
        theirs |= _steps(root)
    shared = set.intersection(*({*_steps(root)} for _, root in right))
    for key, node in mine.items():
        if key not in theirs:
            yield Cause(
                f"this one goes through {where(node)}{node.op}{_how(node)}, the right elements do not", node.place
            )
    for key, node in theirs.items():
        if key in shared and key not in mine:
            yield Cause(
                f"the right elements go through {where(node)}{node.op}{_how(node)}, this one does not", node.place
            )


def _makers(root: Node) -> dict[_Edge, Node]:
    """Of each operand of a step who made it."""
    return {(node.op, node.place, role): child for node in nodes(root) for role, child in node.inputs
            if role and child.source in ("instruction", "code")}  # fmt: skip


def _how(node: Node) -> str:
    return f" ({', '.join(node.how)})" if node.how else ""
