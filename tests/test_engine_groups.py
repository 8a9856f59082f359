"""Sources of a room of the engine are compiled in groups, so a header may come behind another source.

It must not find that one's types: a `State` of a source's own in `lanewise::runtime` hides `lanewise::State` from
every header that is read later in the group, and a struct with such a member then has another size there than
elsewhere. No compiler says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "engine"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
TYPE = re.compile(
    r"^(?:template <[^>\n]*>\s*)?(?:struct|class|enum(?: class)?|using)\s+"
    r"(?:\[\[[^\]]*\]\]\s*)?(?:alignas\([^)]*\)\s*)?(\w+)\s*(?:final\s*)?(?::[^:]|\{|=)",
    re.M,
)
ASIDE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def code(path: Path) -> str:
    return ASIDE.sub("", path.read_text(encoding="utf-8"))


@cache
def headers() -> dict[str, Path]:
    """Ours, by the names under which they can be included from the engine."""
    found = {str(h.relative_to(ENGINE)): h for h in ENGINE.rglob("*.hpp")}
    return found | {str(h.relative_to(ROOT / "include")): h for h in (ROOT / "include").rglob("*.h*")}


@cache
def included(path: Path) -> frozenset[Path]:
    found: set[Path] = set()
    todo = [path]
    while todo:
        for name in INCLUDE.findall(todo.pop().read_text(encoding="utf-8")):
            header = headers().get(name)
            if header and header not in found:
                found.add(header)
                todo.append(header)
    return frozenset(found)


@cache
def identifiers(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r"\b[A-Za-z_]\w*", code(path)))


def hidden(sources: Iterable[Path]) -> list[str]:
    """Types of a source's own whose names stand in a header that only others of these sources include."""
    sources = sorted(sources)
    out = []
    for source in sources:
        own = set(TYPE.findall(code(source)))
        behind = set().union(*(included(other) for other in sources if other != source)) - included(source)
        for header in sorted(behind):
            out += [f"{source.name}: {name} is a word of {header.name}" for name in sorted(own & identifiers(header))]
    return out


def test_no_source_hides_a_type_from_headers_of_its_neighbours() -> None:
    rooms = {source.parent for source in ENGINE.rglob("*.cpp")}
    assert len(rooms) > 15
    assert [problem for room in sorted(rooms) for problem in hidden(room.glob("*.cpp"))] == []


def test_a_hidden_type_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("namespace lanewise::runtime {\nenum State : char { here };\n}\n")
    (tmp_path / "b.cpp").write_text('#include "machine/core.hpp"\n')
    assert hidden(tmp_path.glob("*.cpp"))[0].startswith("a.cpp: State is a word of ")
