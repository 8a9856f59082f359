"""A user's files as the compiler gets them: rewritten copies that still call themselves by the user's names."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence

from lanewise.cpp import forwards
from lanewise.cpp.addresses import Wanted, wrap_expressions
from lanewise.cpp.arrays import LOCATIONS
from lanewise.cpp.collisions import collisions, hiding_header
from lanewise.cpp.compiler import INCLUDES
from lanewise.cpp.groups import ANY, by_macro, encode_groups, inferred, may_use_cubes
from lanewise.cpp.kernels import kernels
from lanewise.cpp.rewrite import BUILT_IN, OF_WAYS, WAYS, own_globals, renamed, rewrite, with_sides, without_launchers
from lanewise.cpp.ternaries import decide_ternaries
from lanewise.cpp.threads import PROGRAMS, Reach
from lanewise.cpp.tokens import Edit, Include
from lanewise.machine.group import VECTOR, Group

# Headers that bring the kernel language.
KERNEL = re.compile(
    r"kernel_(operator|basic)|(impl|basic_api|adv_api|c_api|simt_api|utils/(debug|std)|tensor_api|interface|lib)/"
)
INCLUDE = re.compile(r"""^[^\S\n]*\#[^\S\n]*include[^\S\n]*(["<])([^">\n]+)[">]""", re.MULTILINE)
# Headers of ours that come first, where no macro of the file reaches them.
_FIRST = re.compile(r"(?:acl|tiling|register|kernel_tiling)/|lanewise/ascend/(?:simt/)?entry\.h")
# What the vendor's build writes for each kernel: a function that launches it.
_LAUNCHER = re.compile(r"(?:.*/)?aclrtlaunch_(\w+)\.h")
_LIBRARY = re.compile(r"(?:lib|adv_api)/(?:\w+/)*(\w+)\.h")
# Other files of the vendor's tree whose public names are all ours: interfaces, and how a chip implements them.
_INTERFACE = re.compile(
    r"(?:\w+/)*(?:inner_)?kernel_\w*intf(?:_impl)?\.h|(?:\w+/)*impl/dav_\w+/(?:\w+/)*\w+\.h"
)
# Parts of the AI Engine's interface, by the names they have in several releases.
_ENGINE = re.compile(r"(?:aie_api|adf|cardano)/.*|(?:cardano|aie_api|me_\w+|aiev?\d?\w*intrin\w*)\.h(?:pp)?")
_EARLIER = {"arithprogression": "arange", "confusiontranspose": "transpose", "selectwithbytesmask": "select"}


def read_source(path: str) -> str:
    with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
        return file.read()


class Tree:
    """Copies in `folder` of some sources and of every file of the user that they include."""

    def __init__(
        self, folder: str, include_dirs: Sequence[str], entries: bool = False,
        undecided: Sequence[tuple[str, int]] = (), numbers: Sequence[Collection[Wanted]] = (),
        elsewhere: Sequence[tuple[str, str]] = (), operator: bool = False, twice: Collection[str] = (),
        sources: Sequence[str] = (),
    ) -> None:
        self.sources = sources  # of the program: one may start what another one defines
        self.twice = twice  # functions that are there for the host and for kernels
        self.operator = operator  # its functions that launch are of no use
        self.folder = folder
        self.include_dirs = include_dirs
        self.entries = entries  # whether kernels can be called by their names
        self.undecided = undecided
        self.elsewhere = elsewhere
        self.numbers = numbers  # that are pointers, as they were found one time after the other
        self.copies: dict[str, str] = {}  # the user's name for a file -> its copy
        self.outside: dict[str, set[str]] = {}  # the user's name -> included names that are not the user's
        self.inside: dict[str, set[str]] = {}  # the user's name -> included files of the user
        self.lookups: set[tuple[str, str]] = set()  # folders, and names of headers that may lie in them
        self.launchers: set[str] = set()  # kernels that are launched by their names
        self.own: dict[str, set[str]] = {}  # the user's name -> built-in names that the file has for itself
        self.launching: set[str] = set()  # files that launch kernels
        self.threaded: set[str] = set()  # sources that have functions with threads
        self._all_texts: list[str] | None = None
        self._common: Reach | None = None
        self.reach: Reach | None = None  # what functions with threads reach, where the source at hand has some

    def add(self, path: str, ahead: str = "", behind: str = "") -> str:
        """The copy of a source. `ahead` is text for its start, behind headers of ours; `behind` for its end."""
        texts = self._texts(path)
        if any(map(PROGRAMS.search, texts)) or any("<<<" in text for text in texts):
            self.reach = self._build_reach(texts)
        else:
            self.reach = None
        if self.reach:
            self.threaded.add(path)
        return self._copy(path, ahead, behind, source=True)

    def _texts(self, *sources: str) -> list[str]:
        files = (at for source in sources for at in included_files(source, self.include_dirs, self.elsewhere))
        return [read_source(at) for at in dict.fromkeys(files)]

    def _build_reach(self, texts: Sequence[str]) -> Reach | None:
        """One for all sources: how a function is written and how it is started are decided alike."""
        if len(self.sources) > 1:
            if self._all_texts is None:
                self._all_texts = self._texts(*self.sources)
                self._common = Reach(self._all_texts) if any(map(PROGRAMS.search, self._all_texts)) else None
            return self._common
        return Reach(texts) if any(map(PROGRAMS.search, texts)) else None

    def _copy(self, path: str, ahead: str = "", behind: str = "", source: bool = False) -> str:
        if path in self.copies:
            return self.copies[path]
        number = len(self.copies)
        copy = os.path.join(self.folder, f"{number}_{os.path.splitext(os.path.basename(path))[0]}.cpp")
        self.copies[path] = copy
        self.outside[path], self.inside[path] = set(), set()
        text = renamed(read_source(path))
        if self.operator and "<<<" in text:
            text = without_launchers(text)
        if self.twice:
            text = with_sides(text, self.twice)
        if lines := [line for name, line in self.undecided if name == path]:
            text = decide_ternaries(text, lines)
        self.own[path] = own_globals(text)
        entries = []
        if self.entries and "__global__" in text:
            self.outside[path].add("lanewise/ascend/simt/entry.h" if self.reach else "lanewise/ascend/entry.h")
            entries = self._entries(text, number)
        head = ""  # headers of ours, in front of line 1, so that no line moves
        if entries or self.reach or "<<<" in text or any(word in text for word in LOCATIONS):
            done = rewrite(text, lambda include: self._spelling(path, include), entries, self.reach)
            text = done.text
            if done.launches:
                self.launching.add(path)
            head += '#include "lanewise/ascend/simt.h"\n' if source and self.reach else ""
        else:
            text = INCLUDE.sub(lambda match: self._line(path, match), text)
        # A source says what is known of kernels also where only a file that it includes launches them.
        if path in self.launching or (source and not self.launching.isdisjoint(self._files(path))):
            head = f'#include "lanewise/ascend/launch.h"\n{head}'
        launches = bool(head)
        head = self._leading_includes(path) + head
        if source and (launches or self.wants_kernel_headers(path)):
            head += self._built_in(path)
        if source and (launches or entries) and (groups := self.groups(path)):
            head += "" if launches else '#include "lanewise/shared/abi.h"\n'
            head += (
                f'static const bool lanewise_groups [[gnu::unused]] = lw_kernel_groups("{encode_groups(groups)}");\n'
            )
        name = path.replace("\\", "\\\\").replace('"', '\\"')
        whole = f'{head}{ahead}#line 1 "{name}"\n{text}\n{behind}'
        for found in self.numbers:
            whole = wrap_expressions(whole, [wanted for wanted in found if wanted.file == path])
        self._write(copy, whole)
        return copy

    def wants_kernel_headers(self, path: str) -> bool:
        return path in self.threaded or any(KERNEL.search(name) for name in self._names(path))

    def _files(self, path: str) -> list[str]:
        """A file, and the user's files that it includes."""
        files = [path]
        for at in files:  # grows while it is read
            files += [p for p in sorted(self.inside[at]) if p not in files]
        return files

    def text(self, path: str) -> str:
        """A file with the user's files that it includes."""
        return "\n".join(read_source(at) for at in self._files(path))

    def _names(self, path: str) -> set[str]:
        """What a file includes, itself or by the user's files, that is not the user's."""
        return {name for at in self._files(path) for name in self.outside[at]}

    def _built_in(self, path: str) -> str:
        """The kernel's variables, but for those that would meet the user's own."""
        own = {name for at in self._files(path) for name in self.own[at]}
        names = [name for name in BUILT_IN if name not in own]
        names += WAYS if any(OF_WAYS in read_source(at) for at in self._files(path)) else ()
        using = "".join(f"#ifndef {name}\nusing lanewise::built_in::{name};\n#endif\n" for name in names)
        return f'#include "lanewise/ascend/built_in.h"\n{using}'

    def without_collisions(self, path: str, header: str, functions: bool) -> str | None:
        """Our header, but for names that the program has for itself; None when there are none."""
        names = collisions([read_source(at) for at in self._files(path)], self._names(path), functions)
        if not names:
            return None
        copy = os.path.join(self.folder, f"{os.path.basename(self.copies[path])}.{len(names)}.h")
        self._write(copy, hiding_header(names, header))
        return copy

    def defined_kernels(self, path: str) -> set[str]:
        """Kernels that the texts of a source and its files define."""
        return {kernel.name for at in self._files(path) for kernel in kernels(read_source(at))}

    def groups(self, path: str) -> dict[str, Group]:
        """The cores of each kernel that a source and its files define, where one of them needs cube cores."""
        text = self.text(path)
        if self.operator or not may_use_cubes(text):
            return {}
        plain = inferred(text)
        found = {one.name: one.group or plain for at in self._files(path) for one in kernels(read_source(at))}
        found[ANY] = by_macro(text) or plain
        return found if any(group != VECTOR for group in found.values()) else {}

    def _leading_includes(self, path: str) -> str:
        names = self._names(path)
        first = sorted(n for n in names if _FIRST.match(n) and _is_ours(n))
        first += ["lanewise/ascend/launcher.h"] if any(_LAUNCHER.fullmatch(n) for n in names) else []
        return "".join(f'#include "{name}"\n' for name in first)

    def _entries(self, text: str, number: int) -> list[Edit]:
        found = [k for k in kernels(text) if not k.template]
        reach = self.reach or Reach(())
        return [
            Edit(k.end, k.end, f' static const {reach.known(k.name, k.pointer)} lanewise_{number}_{k.end}("{k.name}");')
            for k in found
        ]

    def _line(self, path: str, match: re.Match[str]) -> str:
        include = Include(match[2], match[1] == '"', match.start(1), match.end())
        spelling = self._spelling(path, include)
        return match.group() if spelling is None else match.group()[: match.start(1) - match.start()] + spelling

    def _spelling(self, path: str, include: Include) -> str | None:
        found = find(path, include, self.include_dirs, self.elsewhere)
        beside = [os.path.dirname(path)] if include.quoted else []
        self.lookups.update((folder, include.name) for folder in (*beside, *self.include_dirs))
        if found is not None:
            self.inside[path].add(found)
            return f'"{self._copy(found)}"'
        self.outside[path].add(include.name)
        launcher = _LAUNCHER.fullmatch(include.name)
        if launcher:
            return f'"{self._launcher(launcher[1])}"'
        ours = other_name(include.name)
        return f'"{ours}"' if ours else None

    def _launcher(self, kernel: str) -> str:
        self.launchers.add(kernel)
        copy = os.path.join(self.folder, f"aclrtlaunch_{kernel}.h")
        self._write(copy, f'#pragma once\n#include "lanewise/ascend/launcher.h"\nLANEWISE_LAUNCHER({kernel})\n')
        return copy

    def _write(self, path: str, text: str) -> None:
        os.makedirs(self.folder, exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)


def _is_ours(name: str) -> bool:
    return any(os.path.isfile(os.path.join(tree, name)) for tree in INCLUDES)


def find(
    path: str, include: Include, include_dirs: Sequence[str], elsewhere: Sequence[tuple[str, str]] = ()
) -> str | None:
    """A file of the user. Names that are ours stay ours, unless the user's file lies right beside; a name that is only
    a forward of ours is the user's first."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), include.name))
    if include.quoted and os.path.isfile(beside):
        return beside
    if os.path.isfile(os.path.join(INCLUDES[0], include.name)) or include.name in forwards.fixed():
        return None
    for tree in include_dirs:
        there = os.path.normpath(os.path.join(tree, include.name))
        if os.path.isfile(there):
            return there
    return next((there for name, there in elsewhere if name == include.name), None)


def included_files(path: str, include_dirs: Sequence[str], elsewhere: Sequence[tuple[str, str]] = ()) -> list[str]:
    """A file and every file of the user that it includes."""
    found = [path]
    for at in found:  # grows while it is read
        for match in INCLUDE.finditer(read_source(at)):
            include = Include(match[2], match[1] == '"', match.start(1), match.end())
            other = find(at, include, include_dirs, elsewhere)
            if other is not None and other not in found:
                found.append(other)
    return found


def other_name(name: str) -> str | None:
    """Our header for a part of the kernel language that has had other places and spellings over the years."""
    if _is_ours(name):
        return None
    if (plain := re.sub(r"^(?:\.\./)+", "", name)) != name and _is_ours(plain):
        return plain  # as it is installed, beside the kernels
    if _ENGINE.fullmatch(name):
        return "adf.h"
    library = _LIBRARY.fullmatch(name)
    if library is not None:
        stem = library[1].removeprefix("kernel_operator_").removesuffix("_intf").replace("_", "").lower()
        function = stem.removesuffix("tiling")
        function = _EARLIER.get(function, function)
        header = forwards.of_library(function)
        if header is not None:
            return "tiling/tiling_api.h" if stem.endswith("tiling") else header
    return "kernel_operator.h" if _INTERFACE.fullmatch(name) else None
