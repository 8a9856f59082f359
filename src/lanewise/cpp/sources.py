"""A user's files as the compiler gets them: rewritten copies that still call themselves by the user's names."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from lanewise.cpp.arrays import SPACES
from lanewise.cpp.compiler import INCLUDES
from lanewise.cpp.rewrite import rewrite
from lanewise.cpp.ternaries import decided
from lanewise.cpp.tokens import Include

# Headers that bring the kernel language.
KERNEL = re.compile(r"kernel_operator|(basic_api|adv_api|c_api|simt_api|utils/(debug|std)|tensor_api|interface)/|lib/")
_INCLUDE = re.compile(r"""^[^\S\n]*\#[^\S\n]*include[^\S\n]*(["<])([^">\n]+)[">]""", re.MULTILINE)


class Tree:
    """Copies in `folder` of some sources and of every file of the user that they include."""

    def __init__(
        self, folder: str, include_dirs: Sequence[str], undecided: Sequence[tuple[str, int]] = ()
    ) -> None:
        self.folder = folder
        self.include_dirs = include_dirs
        self.undecided = undecided
        self.copies: dict[str, str] = {}  # the user's name for a file -> its copy
        self.outside: dict[str, set[str]] = {}  # the user's name -> included names that are not the user's
        self.inside: dict[str, set[str]] = {}  # the user's name -> included files of the user

    def add(self, path: str, behind: str = "") -> str:
        """The copy of a file. `behind` is text for its end."""
        if path in self.copies:
            return self.copies[path]
        copy = os.path.join(self.folder, f"{len(self.copies)}_{os.path.splitext(os.path.basename(path))[0]}.cpp")
        self.copies[path] = copy
        self.outside[path], self.inside[path] = set(), set()
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
            text = file.read()
        lines = [line for name, line in self.undecided if name == path]
        if lines:
            text = decided(text, lines)
        launches = False
        if "<<<" in text or any(word in text for word in SPACES):
            done = rewrite(text, lambda include: self._spelling(path, include))
            text, launches = done.text, done.launches
        else:
            text = _INCLUDE.sub(lambda match: self._line(path, match), text)
        # The launch header stands in front of line 1, so that no line moves.
        head = '#include "lanewise/launch.h"\n' if launches else ""
        name = path.replace("\\", "\\\\").replace('"', '\\"')
        with open(copy, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(f'{head}#line 1 "{name}"\n{text}\n{behind}')
        return copy

    def wants_kernel_headers(self, path: str, seen: frozenset[str] = frozenset()) -> bool:
        if any(KERNEL.search(name) for name in self.outside[path]):
            return True
        return any(self.wants_kernel_headers(p, seen | {path}) for p in self.inside[path] if p not in seen)

    def _line(self, path: str, match: re.Match[str]) -> str:
        include = Include(match[2], match[1] == '"', match.start(1), match.end())
        spelling = self._spelling(path, include)
        return match.group() if spelling is None else match.group()[: match.start(1) - match.start()] + spelling

    def _spelling(self, path: str, include: Include) -> str | None:
        found = self._find(path, include)
        if found is None:
            self.outside[path].add(include.name)
            return None
        self.inside[path].add(found)
        return f'"{self.add(found)}"'

    def _find(self, path: str, include: Include) -> str | None:
        """A file of the user. Names that are ours stay ours, unless the user's file lies right beside."""
        beside = os.path.normpath(os.path.join(os.path.dirname(path), include.name))
        if include.quoted and os.path.isfile(beside):
            return beside
        if any(os.path.isfile(os.path.join(tree, include.name)) for tree in INCLUDES):
            return None
        for tree in self.include_dirs:
            there = os.path.normpath(os.path.join(tree, include.name))
            if os.path.isfile(there):
                return there
        return None
