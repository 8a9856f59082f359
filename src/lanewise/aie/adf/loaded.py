"""A graph program from Python, with arrays in the place of files.

`g = aie.graph("graph.cpp", chip="aie")`, `g.plio["DataIn"] = x`, `g.run(4)`, `y = g.plio["DataOut"].numpy()`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from lanewise.aie.adf.program import Program
from lanewise.aie.adf.service import Service
from lanewise.chips import DEFAULT_GRAPH
from lanewise.cpp.child import start
from lanewise.cpp.ward import default_memory, end, wrap_command
from lanewise.errors import LanewiseError
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.types import lane_type

_FIELD, _PART = "\x1f", "\x1e"


def graph(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], chip: str = DEFAULT_GRAPH, *, graph: str = "",
    defines: Mapping[str, Any] | Sequence[str] = (), include_dirs: Sequence[str | os.PathLike[str]] = (),
    flags: Sequence[str] = (), unbounded: bool = False,
) -> Graph:
    """The graph of a program, in a process of its own. `graph` is the variable, where there are several."""
    files = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    for file in files:
        if not os.path.isfile(file):
            raise FileNotFoundError(os.fspath(file))
    if isinstance(defines, Mapping):
        defines = [name if value is None else f"{name}={value}" for name, value in defines.items()]
    folders = [os.fspath(d) for d in include_dirs]
    program = Program([os.fspath(f) for f in files], chip, defines=defines, include_dirs=folders, flags=flags)
    return Graph(program, graph, unbounded)


load_graph = graph  # its first name


class Graph:
    """A graph that is initialised when it is first run. It ends with this object, or at `end()`."""

    def __init__(self, program: Program, name: str, unbounded: bool) -> None:
        self._process = _Process(program, unbounded)
        self._name = name
        self._begun = False
        described = self._process.ask("describe").fields[0].split(_PART)[:-1]
        ports = zip(described[::3], described[1::3], described[2::3], strict=True)
        self.plio = Plios(self._process, {port: (way == "in", type_) for way, type_, port in ports})

    def run(self, iterations: int = -1, *, wait: bool = True) -> None:
        """So many iterations, or as long as there is input. Without `wait` parameters may be updated first."""
        self._begin()
        self._process.ask("run", self._name, str(iterations))
        if wait:
            self.wait()

    def wait(self) -> None:
        self._process.ask("wait", self._name)

    def end(self) -> None:
        self._process.ask("end", self._name)

    def main(self) -> int:
        """The program's own main(), with the arrays that the ports hold; its status."""
        return int(self._process.ask("main").fields[0])

    def update(self, parameter: str, value: Any) -> None:
        """A run-time parameter, by the kernel's port: `"gain.in[1]"`."""
        self._begin()
        type_, _ = self._process.ask("parameter", self._name, parameter).fields
        self._process.ask("update", self._name, parameter, data=_bytes(value, type_))

    def read(self, parameter: str) -> Any:
        """A number, or an array where the parameter is one."""
        self._begin()
        type_, count = self._process.ask("parameter", self._name, parameter).fields
        found = _array(self._process.ask("read", self._name, parameter).data, type_)
        return found[0] if count == "1" else found

    def _begin(self) -> None:
        if not self._begun:
            self._process.ask("init", self._name)
        self._begun = True


class Plios(Mapping[str, "Plio"]):
    """Ports of the graph that lead outside, by their names. Assigning an array to an input adds it to what comes."""

    def __init__(self, process: _Process, ports: Mapping[str, tuple[bool, str]]) -> None:
        self._ports = {name: Plio(process, name, *about) for name, about in ports.items()}

    def __getitem__(self, name: str) -> Plio:
        if name not in self._ports:
            known = ", ".join(self._ports) or "none"
            raise LanewiseError("AIE-002", asked=name, what="PLIO of this graph", known=known)
        return self._ports[name]

    def __setitem__(self, name: str, values: Any) -> None:
        self[name].put(values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ports)

    def __len__(self) -> int:
        return len(self._ports)


class Plio:
    """Samples that go in, or that have come out. Complex ones are pairs on a trailing axis."""

    def __init__(self, process: _Process, name: str, reads: bool, type_: str) -> None:
        self._process, self.name, self.is_input, self.type = process, name, reads, type_
        self._came = b""

    def put(self, values: Any) -> None:
        if not self.is_input:
            raise LanewiseError("AIE-014", case="written", name=self.name)
        self._process.ask("feed", self.name, data=_bytes(values, self.type or np.asarray(values).dtype.name))

    def numpy(self) -> Array:
        """All that has come so far."""
        if self.is_input:
            raise LanewiseError("AIE-014", case="read", name=self.name)
        self._came += self._process.ask("drain", self.name).data
        return _array(self._came, self.type or "int32")


class _Answer(NamedTuple):
    fields: list[str]
    data: bytes


class _Process:
    """The program behind its ward: what crashes there ends there."""

    def __init__(self, program: Program, unbounded: bool) -> None:
        built = program.build()
        self._problem: LanewiseError | None = None
        service = Service(program, self._keep)
        theirs_in, ask = os.pipe()
        answer, theirs_out = os.pipe()
        environment = {
            **os.environ, **program.environment(unbounded), **service.environment,
            "LANEWISE_GRAPH_SERVED": f"{theirs_in},{theirs_out}",
        }
        service.__enter__()
        self._process = subprocess.Popen(
            wrap_command(start(built), memory=default_memory()), stdin=subprocess.DEVNULL, env=environment,
            start_new_session=True, pass_fds=(theirs_in, theirs_out, *service.fds),
        )
        service.started()
        os.close(theirs_in)
        os.close(theirs_out)
        self._ask, self._answer = open(ask, "wb"), open(answer, "rb")  # noqa: SIM115
        weakref.finalize(self, _close_streams, self._process, self._ask, self._answer)

    def _keep(self, problem: LanewiseError) -> None:
        self._problem = problem

    def ask(self, *words: str, data: bytes = b"") -> _Answer:
        try:
            self._ask.write(_FIELD.join([*words, str(len(data))]).encode() + b"\n" + data)
            self._ask.flush()
        except (BrokenPipeError, ValueError):
            self._refuse([])
        *fields, size = self._answer.readline().decode(errors="surrogateescape").rstrip("\n").split(_FIELD)
        if not fields or fields[0] != "ok":
            self._refuse(fields)
        return _Answer(fields[1:], self._answer.read(int(size)))

    def _refuse(self, fields: Sequence[str]) -> NoReturn:
        if fields:
            _, id_, file, line, named = fields
            values = dict(part.split("=", 1) for part in named.split(_PART)[:-1])
            self._problem = LanewiseError(id_, **values)
            self._problem.where = (file, int(line)) if file else None
        if self._problem is None:
            self._process.wait()
            self._problem = LanewiseError("AIE-013", case="program_ended", what="the graph")
        raise self._problem


def _close_streams(process: subprocess.Popen[bytes], *streams: Any) -> None:
    end(process)
    for stream in streams:
        with contextlib.suppress(BrokenPipeError):
            stream.close()


def _lane(type_: str) -> Any:
    return lane_type(type_.replace("float32", "float"))


def _bytes(values: Any, type_: str) -> bytes:
    lane = _lane(type_)
    given = np.asarray(values)
    if given.dtype != lane.dtype:
        exact = given.astype(lane.dtype)
        if lane.dtype.kind in "iu" and not np.array_equal(exact, given):
            raise LanewiseError("AIE-004", op="graph", case="port_values", type=type_)
        given = exact
    return np.ascontiguousarray(given).tobytes()


def _array(data: bytes, type_: str) -> Array:
    lane = _lane(type_)
    found = np.frombuffer(data, lane.dtype).copy()
    return found.reshape(-1, 2) if lane.is_complex else found
