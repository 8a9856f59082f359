"""The host side of an operator: a library that a process of its own loads, and answers for until nobody needs it.

Its functions are somebody's code: they may crash or never end, and then only that process does. Tests that come with
operators are linked with the same library.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any, NamedTuple

from lanewise.chips.chip import chip as find_chip
from lanewise.cpp import cache, child, compiler, ward
from lanewise.cpp.build import DoesNotCompileError, Request, build
from lanewise.cpp.compiler import OPERATOR_HOST
from lanewise.cpp.diagnose import ATVOSS, NEAREST, diagnose, undefined
from lanewise.cpp.sources import included_files, read_source
from lanewise.errors import LanewiseError
from lanewise.op import opbase, siblings
from lanewise.op.folders import Project, newer_only, title
from lanewise.op.includes import find_includes

TIMEOUT = 60.0  # seconds for one call, unless said otherwise
FLAGS = ("-DLANEWISE_OPERATOR_HOST=1", "-O0", "-g0", "-Wl,--allow-multiple-definition")
_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "server")
_SERVER, _STARTED = (os.path.join(_HERE, "whole.cpp"),), (os.path.join(_HERE, "started.cpp"),)
_DEFINED = "-Wl,-z,defs"  # what nobody defines is said when it is linked
_OWN = ("lanewise_template", "lanewise_selected")  # what a declaration makes: one of each in a source
_LAZY = ("-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy")  # for functions of files that were left out
_LOGS = ("-DLANEWISE_LOGS=1",)  # the log header in front of every source
_MACRO = re.compile(r"^\s*#\s*define\s+(OPS?_\w+|D_OP_\w+|\w+_ERR_\w+)", re.MULTILINE)
_SIGNALS = {
    "SIGSEGV": "it used memory that is not there, such as a null pointer", "SIGFPE": "it divided by zero",
    "SIGABRT": "it stopped itself",
}  # fmt: skip
_ASKED = re.compile(r"^asked (\d{4})$", re.MULTILINE)  # server/main.cpp
_MISSING = re.compile(r"undefined symbol: (\S+)")
_OTHER_CHIP = "its folder is for other chips (TILING_DIR in CMakeLists.txt)"
_DECLARES = re.compile(r"^[^\S\n]*ASCENDC_TPL_ARGS_DECL\b", re.MULTILINE)


class Built(NamedTuple):
    path: str  # of the library
    left_out: dict[str, str]  # sources, with the reason
    project: Project  # with sources of other folders that it needed
    flags: tuple[str, ...]  # that its sources are compiled with


def library(
    project: Project, kernels: Sequence[str], chip: str, arch: int, defines: Sequence[str], newer: bool
) -> Built:
    """The library with an operator's host side."""
    own = siblings.for_chip(project, find_chip(chip).platform["operator_names"].value)
    left_out = {source: _OTHER_CHIP for source in project.hosts if source not in own.hosts}
    project = siblings.with_folders_of(own, [*siblings.registered_elsewhere(own), *siblings.sibling_sources(own)])
    if project.libraries:
        project = project._replace(hosts=(*project.hosts, *opbase.bodies(project)))
    else:
        for source in project.hosts:
            if lacks := opbase.required_headers([source], project):
                left_out[source] = f"it needs {lacks[0]}, which Lanewise does not have: {NEAREST[ATVOSS]}"
    lazy = logs = False
    while True:
        sources = [s for s in project.hosts if s not in left_out]
        request = request_of(project, sources, kernels, chip, arch, defines, lazy, logs)
        try:
            return Built(build(request), left_out, project, (*FLAGS, *(_LOGS if logs else ())))
        except DoesNotCompileError as problem:
            output = problem.output
        missing = undefined(output)
        guilty = [s for s in sources if s in output and ((newer_only(s) and not newer) or s not in own.hosts)]
        more = [s for s in siblings.defining(project, missing, project.hosts) if s not in left_out] if missing else []
        if not logs and not missing and _speaks_of_logs(output):
            logs = True  # some header of the vendor's brings them, nobody knows which
        elif guilty and not missing:
            left_out |= dict.fromkeys(guilty, diagnose(output, request)[0])
        elif more:
            project = siblings.with_folders_of(project, more)
        elif missing and left_out and not lazy:
            lazy = True  # whoever calls what was left out is told then
        else:
            said = "\n".join(diagnose(output, request))
            raise LanewiseError("CPP-002", source=f"the host side of {title(own)}", output=said) from None


def request_of(
    project: Project,
    sources: Sequence[str],
    kernels: Sequence[str],
    chip: str,
    arch: int,
    defines: Sequence[str],
    lazy: bool,
    logs: bool = False,
) -> Request:
    """How a library with these sources of the host side is built."""
    moved = find_includes([*sources, *kernels], project.include_dirs, project.root, project.libraries)
    keys = [
        p for k in kernels for p in included_files(k, project.include_dirs, moved) if _DECLARES.search(read_source(p))
    ]
    flags = (*FLAGS, *common(chip, arch), *(_LAZY if lazy else (_DEFINED,)), *(_LOGS if logs else ()))
    return Request(
        (*sources, *_declaring(keys)), chip, arch, tuple(defines), project.include_dirs, flags, shared=True,
        front=OPERATOR_HOST, elsewhere=moved,
    )  # fmt: skip


def _speaks_of_logs(output: str) -> bool:
    """Whether a compiler complains of lines with log macros, whose headers a source need not include itself."""
    with open(os.path.join(compiler.HEADERS, "lanewise", "operator", "log.h"), encoding="utf-8") as file:
        return not set(_MACRO.findall(file.read())).isdisjoint(re.findall(r"\w+", output))


def host_files(project: Project, chip: str, arch: int, defines: Sequence[str]) -> list[Request]:
    """The sources of the host side, each by itself."""
    moved = find_includes(project.hosts, project.include_dirs, project.root, project.libraries)
    return [
        Request((path,), chip, arch, tuple(defines), project.include_dirs, FLAGS, front=OPERATOR_HOST, elsewhere=moved)
        for path in project.hosts
    ]


def common(chip: str, arch: int) -> tuple[str, ...]:
    """How a program is linked with what all host sides have in common: a library that is built once."""
    server = build(Request(_SERVER, chip, arch, flags=FLAGS, shared=True, front=OPERATOR_HOST))
    return ("-Wl,--no-as-needed", f"-Wl,{server}")


def program(chip: str, arch: int) -> str:
    """The program that loads such a library and answers for it: one for all operators."""
    return build(Request(_STARTED, chip, arch, flags=(*FLAGS, *common(chip, arch)), front=OPERATOR_HOST))


def _declaring(keys: Sequence[str]) -> list[str]:
    """A source with the declarations of kernel templates: the host's own sources need not include them."""
    if not keys:
        return []
    lines = []
    for number, path in enumerate(dict.fromkeys(keys)):
        lines += [f"#define {n} {n}_{number}" for n in _OWN] + [f'#include "{path}"'] + [f"#undef {n}" for n in _OWN]
    text = "\n".join(lines) + "\n"
    return [cache.write_once(os.path.join(cache.folder("operators"), f"{cache.key(text)}.cpp"), text)]


class EndedError(Exception):
    """The process ended instead of answering. `asked` are inputs whose values it got no access to; `late`: its time was
    over."""

    def __init__(self, problem: str, asked: Sequence[int] = (), late: bool = False) -> None:
        super().__init__(problem)
        self.asked, self.late = asked, {"late": True} if late else {}


class Host:
    """The process. It is started when somebody asks, and again after it has ended."""

    def __init__(self, program: str, library: str, cores: int | None, timeout: float | None) -> None:
        self._program, self._library = program, library
        self._cores, self._timeout = cores, TIMEOUT if timeout is None else timeout
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0  # of the process that started it: a fork must not share its pipes
        self._ask = self._answer = -1
        self._words: Any = None  # what it says on its error stream
        self._report: Any = None  # what its ward reports about its end
        self._close: Any = lambda: None

    def description(self) -> dict[str, Any]:
        with self._lock:
            return self._start()

    def ask(self, request: bytes) -> dict[str, Any]:
        with self._lock:
            if self._process is None or self._pid != os.getpid() or self._process.poll() is not None:
                self._start()  # also when nobody was asking: its ward ends with the thread that started it
            sys.stdout.flush()
            try:
                os.write(self._ask, request) if len(request) < select.PIPE_BUF else _send(self._ask, request)
                answer = self._receive()
            except (BrokenPipeError, EOFError):
                raise self._end() from None
            return answer

    def _start(self) -> dict[str, Any]:
        self._close()
        theirs_in, self._ask = os.pipe()
        self._answer, theirs_out = os.pipe()
        self._words = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
        environment = dict(os.environ)
        if self._cores is not None:
            environment["LANEWISE_CORES"] = str(self._cores)
        report, theirs = os.pipe()
        self._report = open(report, encoding="utf-8", errors="replace")  # noqa: SIM115
        words = child.start(self._program, str(theirs_in), str(theirs_out), self._library)
        command = ward.wrap_command(words, memory=ward.default_memory(), report=theirs)
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=self._words, pass_fds=(theirs_in, theirs_out, theirs),
            env=environment, start_new_session=True,
        )  # fmt: skip
        for fd in (theirs_in, theirs_out, theirs):
            os.close(fd)
        self._pid = os.getpid()
        held = (self._words, self._report)
        self._close = weakref.finalize(self, _stop, self._process, self._ask, self._answer, held, self._pid)
        try:
            return self._receive()
        except (BrokenPipeError, EOFError):
            raise self._end() from None

    def _receive(self) -> dict[str, Any]:
        with ward.off_the_clock():
            deadline = time.monotonic() + self._timeout
            (size,) = struct.unpack("<Q", self._bytes(8, deadline))
            return json.loads(self._bytes(size, deadline))

    def _bytes(self, count: int, deadline: float) -> bytes:
        out = bytearray()
        while len(out) < count:
            if not select.select([self._answer], [], [], max(0.0, deadline - time.monotonic()))[0]:
                self._end(killed=True)
                raise EndedError(f"it did not end within {self._timeout:g} s", late=True)
            chunk = os.read(self._answer, min(count - len(out), 1 << 20))
            if not chunk:
                raise EOFError
            out += chunk
        return bytes(out)

    def _end(self, killed: bool = False) -> EndedError:
        """Why it ended."""
        assert self._process is not None
        if killed:
            ward.end(self._process)
        self._process.wait()
        how, _, number = self._report.read().partition("\n")[0].partition(" ")
        self._words.seek(0)
        written = self._words.read().decode(errors="replace")
        asked = [int(number) for number in _ASKED.findall(written)]
        words = _ASKED.sub("", written).strip().splitlines()
        self._close()
        self._process = None
        missing = _MISSING.search("\n".join(words))
        if missing:
            return EndedError(f"it calls {_demangled(missing[1])}, which no source that was built defines")
        last = f": {words[-1]}" if words else ""
        if how == "exit":
            return EndedError(f"it ended with status {number}{last}")
        if how == "memory":
            return EndedError("it asked for more memory than this computer has")
        name = signal.Signals(int(number)).name if how == "signal" else "SIGKILL"
        return EndedError(f"{_SIGNALS.get(name, 'it was stopped')} ({name}){last}", asked)


def _send(to: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(to, view) :]


def _stop(process: subprocess.Popen[bytes], ask: int, answer: int, held: Any, owner: int) -> None:
    for fd in (ask, answer):
        os.close(fd)
    for file in held:
        file.close()
    if os.getpid() == owner:
        ward.end(process)


def _demangled(symbol: str) -> str:
    try:
        done = subprocess.run(["c++filt", symbol], capture_output=True, text=True, check=False)
    except OSError:
        return symbol
    return done.stdout.strip() or symbol
