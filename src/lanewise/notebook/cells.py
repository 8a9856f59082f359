"""Cells of C++: compiled as a file would be, their kernels become names of the notebook, and the first line calls one.

The file is the cell, its first line an empty one: lines in messages are the cell's. It lies in the cache under its
content, so that a notebook that runs again finds what was built, and is called as its kernel is.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Mapping
from typing import Any

from lanewise.chips import DEFAULT_AIE
from lanewise.cpp import cache
from lanewise.cpp.kernels import kernels
from lanewise.errors import LanewiseError
from lanewise.notebook.front import SWITCHES, VALUED, looked_at
from lanewise.notebook.line import Grammar, Line

Cell = Callable[[str, str], Any]
_MANY = ("-D", "-I", "--cxxflag")
ASC = Grammar("asc", SWITCHES, (*VALUED, "--chip", "--cores", "--schedule"), _MANY, "%%asc --check add[8](x, y, z)")
AIE = Grammar("aie", (*SWITCHES, "--status"), (*VALUED, "--chip"), _MANY, "%%aie --chip aie-ml fir(x, taps, y)")


class CellError(Exception):
    """What is wrong with a cell. It has no traceback: that would be ours."""

    def _render_traceback_(self, *_: Any) -> list[str]:
        return str(self).splitlines()


def asc_cell(shell: Any) -> Cell:
    """Ascend C: kernels, and a launch as in `add[8](x, y, z)`."""
    def asc(line: str, cell: str) -> Any:
        from lanewise.cpp.loader import load

        with _OneLineErrors() as said:
            read = ASC.read(line)
            options = read.options
            said.path = path = _file(cell, _name(read) or next((k.name for k in kernels(cell)), "cell"), ".asc")
            cores = options.get("--cores")

            def call() -> Any:
                names = _names(load(path, options.get("--chip"), cores=int(cores) if cores else None,
                                    schedule=options.get("--schedule"), **_compiling(options)))  # fmt: skip
                shell.push(names)
                if read.call is None:
                    return None
                launch, arguments, named = ASC.evaluated(read.call, shell.user_ns, names)
                return launch(*arguments, **named)

            run, shown = looked_at(path, options, call)
        if shown:
            return _all_but_last_shown(shown)
        # A plain launch shows its arrays alone.
        return run if run is not None and (run.settings.check or run.traces) else None

    return asc


def aie_cell(shell: Any) -> Cell:
    """AI Engine: functions of one core, and a call as in `fir(x, taps, y)`."""
    def aie(line: str, cell: str) -> Any:
        from lanewise.aie.load import load

        with _OneLineErrors() as said:
            read = AIE.read(line)
            options = read.options
            said.path = path = _file(cell, _name(read) or "cell", ".cc")
            statuses: list[Any] = []

            def call() -> Any:
                names = _names(load(path, options.get("--chip", DEFAULT_AIE), status="--status" in options,
                                    **_compiling(options)))  # fmt: skip
                shell.push(names)
                if read.call is None:
                    return None
                function, arguments, named = AIE.evaluated(read.call, shell.user_ns, names)
                result = function(*arguments, **named)
                statuses.extend([function.status] if "--status" in options else [])
                return result

            result, shown = looked_at(path, options, call)
            shown = statuses + shown
        if result is None and shown:
            return _all_but_last_shown(shown)
        for one in shown:
            _show(one)
        return result

    return aie


def _all_but_last_shown(objects: list[Any]) -> Any:
    """The last one is the cell's own value, which the notebook shows."""
    for one in objects[:-1]:
        _show(one)
    return objects[-1]


class _OneLineErrors:
    """Errors of Lanewise in a cell, as one line; other exceptions are Python's own."""

    path = ""

    def __enter__(self) -> _OneLineErrors:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, _: object) -> None:
        if isinstance(problem, SystemExit):  # in a line on stderr stands why
            raise CellError("") from None
        if not isinstance(problem, LanewiseError):
            return
        ours = problem.where is None or problem.where[0] != self.path
        text = f"{problem.id} {problem.message}" if ours else str(problem)
        if problem.id == "CPP-002":
            text = problem.message.partition("\n")[2]  # what the compiler says stands alone
        raise CellError(text.replace(os.path.dirname(self.path) + os.sep, "") if self.path else text) from None


def _file(cell: str, name: str, ending: str) -> str:
    folder = cache.folder("cells", cache.key(cell, name))
    cache.mark_used(folder)
    return cache.write_once(os.path.join(folder, name + ending), "\n" + cell)


def _name(line: Line) -> str:
    """Of the kernel that is called."""
    at: ast.expr | None = line.call
    while isinstance(at, (ast.Call, ast.Subscript, ast.Attribute)):
        at = at.func if isinstance(at, ast.Call) else at.value
    return at.id if isinstance(at, ast.Name) else ""


def _compiling(options: Mapping[str, Any]) -> dict[str, Any]:
    """Headers of the notebook's folder are found, as beside a file."""
    folders = [os.getcwd(), *options["-I"]]
    return {"defines": options["-D"], "include_dirs": folders, "flags": options["--cxxflag"]}


def _names(module: Any) -> dict[str, Any]:
    return {name: getattr(module, name) for name in dir(module)}


def _show(value: Any) -> None:
    from IPython.display import display

    display(value)  # type: ignore[no-untyped-call, unused-ignore]
