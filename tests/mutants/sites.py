"""Where a fault can be planted in C++ text, and what is written there. A seed chooses, evenly over rooms."""

from __future__ import annotations

import random
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

# Rooms of engine/: what the agreement test proves. In `machine`: the rules, masks and the steps of an instruction.
ROOMS = ("lanes", "forms", "machine", "walks", "moves", "registers", "states", "macros", "numerics", "kernels")
# What most calls of compiled programs run through: drawn as a room of its own, and tried by such a program.
FAST_PATHS = ("forms/planned_calls", "forms/straight", "forms/between", "machine/call_plan", "runtime/short_calls")
# Words of messages, what a program is made of, what (half, half_wide, halves, joined) only levels of some computers
# have, which the agreement test runs at each of them, and what other tests hold: chips that a program tells of
# (tests/chips), results that wait with their pipe (tests/schedule), whose accesses are heard (tests/check) and nests
# that no copy has yet (tests/moves).
NO_ARITHMETIC = ("fault", "core", "levels", "level", "half", "half_wide", "halves", "joined", "chips", "results",
                 "around_registers", "moves/layout")  # fmt: skip
KINDS = {  # operator -> what may stand in its place
    "+": ("sub", "left", "right"), "-": ("add", "swapped", "left"), "*": ("add", "left", "right"), "/": ("mul", "left"),
    "%": ("div", "left"), "<": ("le", "ge", "gt"), "<=": ("lt", "gt"), ">": ("ge", "le", "lt"), ">=": ("gt", "lt"),
    "==": ("ne",), "!=": ("eq",), "&": ("bor", "left"), "|": ("band", "bxor", "left"), "^": ("bor", "left"),
    "<<": ("left", "shr"), ">>": ("left", "shl"),
}  # fmt: skip
LABELS = {
    "le": "< and <=", "lt": "< and <=", "ge": "< and <=", "gt": "< and <=", "eq": "== and !=", "ne": "== and !=",
    "left": "operand dropped", "right": "operand dropped", "swapped": "operands swapped",
}  # fmt: skip
# Code that the compiler works out, that only hears, or that words a message.
PASSED_OVER = re.compile(
    r"constexpr|static_assert|\bcase\b|\benum\b|\busing\b|\btemplate\b|\brequires\b|hears|Fault\(|\boperator\b|^\s*#|"
    r"LANEWISE|snprintf|complain|inline const|eye\.|touches|__builtin|asm|namespace|\bstruct\b|\bdelete\b|\bdefault\b|"
    r"announce|Opcode::|alignas|listener|^\s*(?:[\w:]+ )+\w+\[[^\]]*\][,;]"
)
OPERATOR = re.compile(r"(?<=[\w)\]]) (<<|>>|<=|>=|==|!=|[-+*/%<>&|^]) (?=[\w(~!*&-])")
NUMBER = re.compile(r"(?<![\w.'])(0x[0-9A-Fa-f]+|\d+)(u?l{0,2}|u?L{0,2})(?![\w.'])")
STATEMENT = re.compile(
    r"^(\s+)((?:[\w\[\].:]|->|\*)+ (?:[-+*/|&^]|<<|>>)?= [^;{}]*;|(?:\+\+|--)[\w.]+;|"
    r"(?:break|continue|return);|(?!return|throw|if|for|while|else|delete)[\w:.]+(?:->\w+)*\([^;{}]*\);)\s*(?://.*)?$"
)
DECLARATION = re.compile(r"^\s*(?:const |auto |std::\w+ |[\w:]+(?:<[^;=]*>)?[&*]* )+\w+ =")


@dataclass(frozen=True)
class Site:
    """One fault: `number` names it, `edits` are (from, to, text) in the file."""

    file: str
    line: int
    kind: str
    label: str
    text: str  # of the line, for people
    edits: tuple[tuple[int, int, str], ...]
    number: int = 0

    @property
    def room(self) -> str:
        return room_of(self.file)

    @property
    def name(self) -> str:
        """What it is called in the list of survivors: the same while its line says the same."""
        return f"{self.file}: {self.kind}: {self.text}"


def room_of(file: str) -> str:
    _, room, name = Path(file).with_suffix("").parts
    return "fast paths" if f"{room}/{name}" in FAST_PATHS else room


def files(root: Path) -> Iterator[tuple[str, str]]:
    """(room, file) wherever faults are planted."""
    for path in sorted((root / "engine").glob("*/*.[hc]pp")):
        room = room_of(file := str(path.relative_to(root)))
        left_out = {path.stem, f"{path.parent.name}/{path.stem}"} & set(NO_ARITHMETIC)
        if room in (*ROOMS, "fast paths") and not left_out:
            yield room, file


def sites(root: Path, file: str) -> Iterator[Site]:
    text = (root / file).read_text()
    at, before, depth, heard = 0, ";", 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: '"' + "_" * (len(m[0]) - 2) + '"', line)
        code = re.sub(r"//.*", "", code)
        depth += code.startswith("#if") - code.startswith("#endif")  # what some computers alone compile is left alone
        if re.search(r"if constexpr \(hears\) \{$", code.rstrip()):  # a block for listeners alone
            heard = code[: len(code) - len(code.lstrip())] + "}"
        elif heard and code.startswith(heard):
            heard = ""
        if code.strip() and not depth and not heard and not PASSED_OVER.search(code) and "/*" not in code:
            yield from _in_line(file, number, line, code, at, before)
        if code.strip():
            before = code.rstrip()
        at += len(line) + 1


def _in_line(file: str, number: int, line: str, code: str, at: int, before: str) -> Iterator[Site]:
    def site(kind: str, label: str, *edits: tuple[int, int, str]) -> Site:
        return Site(file, number, kind, label, line.strip(), tuple((at + a, at + b, t) for a, b, t in edits))

    for m in OPERATOR.finditer(code):
        operator = m[1]
        for kind in KINDS[operator]:
            label = LABELS.get(kind, "another operator")
            proxy = f" lw_mutants::At<@, lw_mutants::{kind}>{{}} {operator}"
            yield site(f"{operator} is {kind}", label, (m.end(1), m.end(1), proxy))
    for m in NUMBER.finditer(code):
        for by in (1, -1):
            yield site(f"{m[0]} {by:+}", "constant off by one", (m.start(), m.start(), f"lw_mutants::number<@, {by}>("),
                       (m.end(), m.end(), ")"))  # fmt: skip
    for m in re.finditer(r"\b(?:if|while) \(", code):
        end = _closing(code, m.end())
        inside = code[m.end() : end] if end else ";"
        if ";" not in inside and not re.search(r"[^=<>!]=[^=]", inside):
            wrap = (m.end(), m.end(), "lw_mutants::negated<@>(static_cast<bool>("), (end or 0, end or 0, "))")
            yield site("condition negated", "condition negated", *wrap)
    for m in re.finditer(r"std::(min|max)(?=[(<])", code):
        other = f"lw_mutants::{'Least' if m[1] == 'min' else 'Most'}<@>::of"
        yield site(f"std::{m[1]} is the other", "min and max", (m.start(), m.end(), other))
    m = STATEMENT.match(code)
    begins = before[-1] in ";{}):" or before.endswith("else")
    if m and begins and m[2].count("(") == m[2].count(")") and not DECLARATION.match(code):
        wrap = (m.start(2), m.start(2), "{ if (lw_mutants::there<@>()) { "), (m.end(2), m.end(2), " } }")
        yield site("statement left out", "statement left out", *wrap)


def _closing(code: str, start: int) -> int | None:
    depth = 1
    for i in range(start, len(code)):
        depth += (code[i] == "(") - (code[i] == ")")
        if depth == 0:
            return i
    return None


def choose(root: Path, count: int, seed: int, only: str = "") -> list[Site]:
    """So many faults, as many from each room as it has, at most one for each place; or from the room `only`.

    A fault's turn depends on its own text: what changes elsewhere does not choose others.
    """
    found: dict[str, dict[str, list[Site]]] = defaultdict(lambda: defaultdict(list))
    for room, file in files(root):
        for site in sites(root, file) if only in ("", room) else ():
            found[room][site.label].append(site)
    for kinds in found.values():
        for of in kinds.values():
            of.sort(key=lambda site: zlib.crc32(f"{seed} {site.name}".encode()))
    rooms = {room: (random.Random(f"{seed} {room}"), kinds) for room, kinds in found.items()}
    out: list[Site] = []
    places: set[tuple[str, int]] = set()
    while len(out) < count and rooms:
        for room in list(rooms):
            pick, kinds = rooms[room]
            if not kinds:
                del rooms[room]
                continue
            label = pick.choice(sorted(kinds))
            site = kinds[label].pop()
            if not kinds[label]:
                del kinds[label]
            if (site.file, site.edits[0][0]) not in places and len(out) < count:
                places.add((site.file, site.edits[0][0]))
                out.append(replace(site, number=len(out) + 1))
    return out


def rewritten(text: str, chosen: list[Site]) -> str:
    """A file with all its faults beside the right code."""
    edits = sorted(((a, b, site.number, t) for site in chosen for a, b, t in site.edits), key=lambda e: (e[0], e[2]))
    out, at = [], 0
    for a, b, number, t in edits:
        out += [text[at:a], t.replace("@", str(number))]
        at = b
    return "".join([*out, text[at:]])
