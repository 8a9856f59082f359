"""How an editor's clang reads a file: against our headers, as the user wrote it. Nothing is rewritten for an editor, so
what the build would do to the text (`sources.py`) is said by flags and by headers in the cache."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence

from lanewise.cpp import cache, compiler
from lanewise.cpp.build import Request, sorted_out
from lanewise.cpp.collisions import collisions, hiding_header
from lanewise.cpp.rewrite import own_globals
from lanewise.cpp.sources import INCLUDE, KERNEL, find, included_files, other_name, read_source
from lanewise.cpp.tokens import Include

DATABASE = "compile_commands.json"
# clang reads kernel<<<...>>>(...) as CUDA, of which nothing but the words is there: lanewise/ascend/editor.h.
_LAUNCHES = ("-xcuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
             "-Xclang", "-fcuda-allow-variadic-functions")  # fmt: skip
_LENIENT = ("-Wno-everything", "-ferror-limit=0")  # errors only; a user's own flags may ask for warnings
_PLAIN = ("-pipe",)  # says nothing to an editor


def command(request: Request) -> list[str]:
    """For the first source of a request."""
    path = os.path.abspath(request.sources[0])
    files = included_files(path, request.include_dirs, request.elsewhere)
    texts = [read_source(file) for file in files]
    names = {name for file in files for name in _outside(file, request)}
    launches = request.front == compiler.ASCEND and any("<<<" in text or "__global__" in text for text in texts)
    own = {name.upper() for text in texts for name in own_globals(text)} if launches else set()
    early, late = sorted_out(request)
    renamed = ["__bf16=bfloat16_t"] if any("__bf16" in text for text in texts) else []
    extra = _extra_headers(names, request, [*late, *renamed])
    wanted = request.front.always or any(KERNEL.search(name) for name in names)
    hidden = collisions(texts, names, True) if wanted and not request.front.always else []
    prelude = extra(hiding_header(hidden, request.front.prelude)) if hidden else request.front.prelude
    return [
        "clang++", *(_LAUNCHES if launches else ("-xc++",)),
        *(flag for flag in compiler.FLAGS if flag not in _PLAIN), *_LENIENT,
        *compiler.target(request.chip, request.arch, request.front),
        *(f"-I{tree}" for tree in (*compiler.INCLUDES, *map(os.path.abspath, request.include_dirs), extra.folder)),
        *(f"-D{define}" for define in early), *(f"-DLANEWISE_OWN_{name}" for name in sorted(own)),
        *(flag for flag in request.flags if not flag.startswith(("-l", "-L", "-Wl,", "-O"))),
        *(("-include", "lanewise/ascend/editor.h") if launches else ()),
        *(("-include", prelude) if wanted and prelude else ()),
        *(("-include", extra.macros) if extra.macros else ()),
        *(("-include", extra(request.ahead)) if request.ahead else ()),
        "-c", path,
    ]  # fmt: skip


class _Extra:
    """A folder of the cache with headers that only this file needs."""

    def __init__(self, forwards: Sequence[tuple[str, str]], macros: Sequence[str]) -> None:
        self.folder = cache.folder("editor", cache.key(forwards, macros))
        for name, to in forwards:
            self._write(name, f'#pragma once\n#include "{to}"\n')
        text = "".join(f"#define {name} {value if given else 1}\n"
                       for name, given, value in (macro.partition("=") for macro in macros))  # fmt: skip
        self.macros = self(text) if text else ""

    def __call__(self, text: str) -> str:
        """The path of a header with this text."""
        return self._write(f"{cache.key(text)}.h", text)

    def _write(self, name: str, text: str) -> str:
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return cache.write_once(path, text)


def _extra_headers(names: set[str], request: Request, macros: Sequence[str]) -> _Extra:
    """Headers by names that other releases have, and those that the vendor's build or an operator brings."""
    forwards = [(name, ours) for name in sorted(names) if (ours := other_name(name))]
    return _Extra([*forwards, *request.elsewhere], macros)


def _outside(file: str, request: Request) -> Iterator[str]:
    """Included names that are not the user's files."""
    for match in INCLUDE.finditer(read_source(file)):
        include = Include(match[2], match[1] == '"', match.start(1), match.end())
        if find(file, include, request.include_dirs, request.elsewhere) is None:
            yield include.name


def write(folder: str, commands: Sequence[Sequence[str]]) -> str:
    """Puts commands into the database of a folder, beside those that it has of other files."""
    path = os.path.join(folder, DATABASE)
    new = [{"directory": os.getcwd(), "file": one[-1], "arguments": list(one)} for one in commands]
    known = {entry["file"] for entry in new}
    try:
        with open(path, encoding="utf-8") as file:
            before = [entry for entry in json.load(file) if entry["file"] not in known]
    except (OSError, ValueError, KeyError, TypeError):  # there is none, or it is nobody's
        before = []
    with open(path, "w", encoding="utf-8") as file:
        json.dump([*before, *new], file, indent=1)
        file.write("\n")
    return path
