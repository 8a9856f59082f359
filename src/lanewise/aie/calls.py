"""One call of a C++ function: arrays into its memory and back, numbers, links to kernels that run at the same time."""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from lanewise.aie import checked, counted
from lanewise.aie.fenced_memory import give_back, home_of, lent
from lanewise.aie.status import HAPPENINGS, Happened, Status
from lanewise.aie.steps import call_time
from lanewise.aie.team import standing
from lanewise.aie.trace import Rows, Trace, not_traced, read_rows
from lanewise.cpp.lines import Place, source_places
from lanewise.errors import LanewiseError, LanewiseWarning, user_location
from lanewise.isa.aie.issued import ISSUED
from lanewise.machine.settings import settings
from lanewise.timing.units import Call, Time

_LINK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)
_MOST_KNOWN = 64
_DEEPEST = 32  # call_stack of lanewise/shared/aie/guard.h
# Ports that kernels use without having them as parameters, and what they carry: words, or lanes of accumulators.
_LOOSE = {"cascade_in": "lanes", "cascade_out": "lanes", "stream_in": "void", "stream_out": "void"}
_PORTS = tuple(_LOOSE)
_EXTRA = 1 + len(_PORTS) + 2  # the result, the ports, and second streams, which only graphs give (lanewise/aie/entry.h)
_LANES = {"int64": 8, "float32": 4, "complex64": 4, "object": 16}  # bytes of a lane in an array of them


class _Slot(ctypes.Structure):
    """slot of lanewise/aie/entry.h."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("count", ctypes.c_uint64), ("bytes", ctypes.c_uint64), ("used", ctypes.c_uint64),
        ("link", _LINK), ("number", ctypes.c_int), ("lane_bytes", ctypes.c_int),
    ]  # fmt: skip

held_calls: list[Any] = []  # of all kernels, where calls are kept (lanewise.aie.origins.Held)


class Maker(NamedTuple):
    """The library that a function is in, and how long a call may compute."""

    file: str
    library: ctypes.CDLL
    timeout: float | None
    watches: bool = False  # it was loaded with status
    traces: bool = False
    source: str = ""
    chip: str = ""

    def happened(self) -> Status | None:
        """What this thread's last call noted. The book is empty afterwards."""
        if not self.watches:
            return None
        noted, one = [], (ctypes.c_uint64 * (2 + _DEEPEST))()
        for number in range(self.library.lanewise_happenings()):
            depth = self.library.lanewise_happened(number, one)
            about = one[0] >> 8 & 0xFFFFFF, one[0] >> 32
            calls = [(self.file, int(o)) for o in one[2 : 2 + depth]]
            noted.append((HAPPENINGS[one[0] & 0xFF], int(one[1]), about, calls))
        self.library.lanewise_forget()
        found = self._user_places([calls for *_, calls in noted])
        return Status(
            Happened(what, count, *place, *about) for (what, count, about, _), place in zip(noted, found, strict=True)
        )

    def told(self, arrays: Sequence[tuple[int, int, int]]) -> Callable[[], Trace]:
        """What this thread's last call asked for: taken now, read when somebody wants it.

        `arrays` has address, size and number of each argument.
        """
        count, more = ctypes.c_uint64(), ctypes.c_uint64()
        records = self.library["lanewise_records"]
        records.restype = ctypes.c_void_p
        start = records(ctypes.byref(count), ctypes.byref(more))
        size = count.value * ISSUED.itemsize
        rows = np.frombuffer(ctypes.string_at(start, size), ISSUED) if size else np.zeros(0, ISSUED)
        word = self.library["lanewise_word"]
        word.restype = ctypes.c_char_p
        words = [word(i).decode() for i in range(1 + max(rows["name"].max(), rows["types"].max()))] if size else []
        stacks, one = [], (ctypes.c_uint64 * _DEEPEST)()
        for number in range(1 + int(rows["place"].max()) if size else 0):
            depth = self.library.lanewise_place(number, one)
            stacks.append([(self.file, int(offset)) for offset in one[:depth]])
        return cache(lambda: read_rows(Rows(rows, words, self._user_places(stacks)), arrays, more.value))

    def _user_places(self, stacks: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
        """File and line of each: the innermost call that stands in the user's files."""
        found = source_places(list({call for calls in stacks for call in calls}))
        out = []
        for calls in stacks:
            place = next((found[c] for c in calls if c in found and _is_there(found[c])), None)
            out.append((place.file, place.line) if place else (self.file, 0))
        return out

    def place(self, what: str) -> tuple[str, int] | None:
        """Where this thread's last call has `broken` a rule, or made the access that was `moved`."""
        return self.standing(what)()

    def standing(self, what: str = "broken") -> Callable[[], tuple[str, int] | None]:
        """The same, noted now and looked up later, by any thread."""
        offsets = (ctypes.c_uint64 * _DEEPEST)()
        count = self.library[f"lanewise_{what}"](offsets)
        stack = [(self.file, int(offset)) for offset in offsets[:count]]

        def find() -> tuple[str, int] | None:
            (place,) = self._user_places([stack])
            return place if place[1] else None

        return find


class Kernel:
    """One function. Ports that it uses without having them as parameters are given by name: `cascade_out=array`."""

    def __init__(
        self, name: str, result: str, parameters: Sequence[str], call: Any, maker: Maker, object_: int = 0
    ) -> None:
        self.name = self.__name__ = name
        self.maker = maker
        self.parameters, self._result, self._call, self._object = parameters, result, call, object_
        self._happened: Status | None = None
        self._told: Callable[[], Trace] | None = None
        self.home: Any = None  # the loaded file that this is an attribute of
        # Of a constructor: its calls, because objects may keep references to their arrays.
        self.kept: list[_Call] | None = None
        self._known: dict[tuple[Any, ...], _Ready] = {}  # calls that were made ready, by their arguments
        self.held: Any = None  # of the last call, where that is kept: its arrays before and after it

    def of(self, address: int) -> Kernel:
        """The same function of an object."""
        return Kernel(self.name, self._result, self.parameters, self._call, self.maker, address)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled, its file is loaded again where it arrives: another core, with everything as it was when loaded."""
        if self.home is None:
            raise TypeError(f"{self.name} belongs to an object of this process; pickle the file that aie.load gave")
        return getattr, (self.home, self.name)

    def __call__(self, *arguments: Any, **ports: Any) -> Any:
        return self._run(self._ready(arguments, ports))

    def again(self, *arguments: Any, **ports: Any) -> Any:
        """The same, where a program calls with few arrays of `fenced_memory.home` again and again: what was made ready
        for them is kept."""
        key = tuple([id(a) if isinstance(a, np.ndarray) else a for a in arguments])
        ready = self._known.get(key)
        if ready is None:
            ready = self._ready(arguments, ports)
            plain = not ports and all(isinstance(a, (np.ndarray, int)) for a in arguments)
            if plain and ready.call.stays and len(self._known) < _MOST_KNOWN:
                self._known[key] = ready
        return self._run(ready)

    def _ready(self, arguments: Sequence[Any], ports: dict[str, Any]) -> _Ready:
        """Slots that C++ reads arguments from."""
        if len(arguments) != len(self.parameters):
            listed = ", ".join(self.parameters)
            count = len(self.parameters)
            need = f"{count} argument{'s' * (count != 1)}" + (f" ({listed})" if listed else "")
            raise self._wrong("argument_count", need=need, count=len(arguments))
        if unknown := set(ports) - set(_PORTS):
            raise self._wrong("no_port", known=", ".join(sorted(unknown)), ports=", ".join(_PORTS))
        call = _Call(self)
        slots = (_Slot * max(1, len(arguments)))()
        for number, (kind, value) in enumerate(zip(self.parameters, arguments, strict=True), 1):
            call.fill(slots[number - 1], number, kind, value)
        extra = (_Slot * _EXTRA)()
        for number, port in enumerate(_PORTS, 1):
            extra[number].number = -number
            if port in ports:
                way = "out" if port.endswith("out") else "in"
                call.fill(extra[number], -number, f"{way} {_LOOSE[port]}", ports[port])
        result = None if self._result in ("void", "?") else np.zeros(_shape(self._result), element_face(self._result))
        if result is not None:
            extra[0].data = result.ctypes.data
        extra[0].count = self._object
        return _Ready(call, slots, extra, result)

    def _run(self, ready: _Ready) -> Any:
        call, slots, extra, result = ready
        before = call.arrays() if self.maker.traces and settings().history else None
        extra[0].used = 0 if self.maker.timeout is None else max(1, int(1000 * self.maker.timeout))
        problem = self._call(slots, extra)
        self._happened = self.maker.happened()
        if self.maker.traces:
            self._told = call.told()
        if self.counts and counted.watches():
            counted.tell(self.name, self.maker.source, self.time(), self.trace())
        if self._happened is not None and checked.watches():
            checked.tell(self._happened, self.name)
        call.finish(problem, starved=extra[0].used == 1, late=extra[0].used == 2)
        if before is not None:
            self._keep(before, call.arrays())
        if self.kept is None:
            call.give_back()
        else:
            self.kept.append(call)
        if extra[0].number:
            moved = LanewiseError("AIE-011", kernel=self.name, byte=extra[0].bytes, argument=extra[0].number,
                                  need=extra[0].lane_bytes)  # fmt: skip
            at = self.maker.place("moved")
            if not checked.breaks(moved, at, self.name):
                _warn(moved, at)
        return None if result is None else result.item() if result.ndim == 0 else result

    def _keep(self, before: dict[int, Any], after: dict[int, Any]) -> None:
        from lanewise.aie.origins import Held

        texts = getattr(self.home, "parameters_of", lambda name, count: None)(self.name, len(self.parameters))
        names = texts or [f"argument {number}" for number in range(1, 1 + len(self.parameters))]
        self.held = Held(self.name, self.maker.chip, names, before, after, self.trace())
        held_calls.append(self.held)

    def why(self, name: str | int, index: int) -> Any:
        """Where an element comes from that the last call stored: `kernel.why("y", 137)`."""
        from lanewise.aie.origins import Origin

        held = self._last_held()
        return Origin(held.element(held.find(name), index))

    def expect(
        self, wanted: Mapping[str, Any] | None = None, *, rtol: float = 0.0, atol: float = 0.0, ulps: int = 0,
        **named: Any,
    ) -> Any:
        """Which elements of the last call are not what they should be, and why: `kernel.expect(y=want)`."""
        from lanewise.why.compare import Tolerance

        return self._last_held().compared({**(wanted or {}), **named}, Tolerance(rtol, atol, ulps))

    def _last_held(self) -> Any:
        if self.held is None:
            raise ValueError("what everything held was not kept: call lanewise.configure(history=True) before the file "
                             "is loaded and the kernel called")  # fmt: skip
        return self.held

    def time(self) -> Time:
        """The least cycles of the last call, by the units it used."""
        if not self.maker.traces:
            raise self._wrong("not_counted")
        return call_time(self.maker.chip, self.trace())

    @property
    def counts(self) -> bool:
        """Whether its calls are told to whoever explains the run."""
        return self.maker.traces

    @property
    def calls(self) -> list[Call]:
        """The last one, as a report shows it."""
        return counted.alone(self.name, self.maker.source, self.time(), self.trace())

    def trace(self) -> Trace:
        """What the last call asked of its core, one record for each operation."""
        if not self.maker.traces:
            raise not_traced("aie.load")
        if self._told is None:
            raise self._wrong("not_called")
        return self._told()

    @property
    def status(self) -> Status:
        """What happened to the numbers of the last call, by line."""
        if not self.maker.watches:
            raise self._wrong("not_noted")
        if self._happened is None:
            raise self._wrong("not_called")
        return self._happened

    def overrun(self) -> tuple[str, int] | None:
        """Where the last call wrote behind the end of an array, if that was noted."""
        return next(((one.file, one.line) for one in self._happened or () if one.what == "overrun"), None)

    def _wrong(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("CPP-003", case=case, kernel=self.name, **fields)

    def __repr__(self) -> str:
        return f"<function {self.name}({', '.join(self.parameters)})>"


class _Ready(NamedTuple):
    """A call before it is made."""

    call: _Call
    slots: Any
    extra: Any
    result: Any


class _Call:
    """The arguments of one call, kept alive until it is over."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._staged: dict[int, _Staged] = {}
        self._outputs: list[tuple[int, _Slot]] = []
        self._kept: list[Any] = []
        self._problem: BaseException | None = None  # of a link, on the other side of C++

    def fill(self, slot: Any, number: int, kind: str, value: Any) -> None:
        if kind == "?":
            raise self._wrong(
                "foreign_type", number=number
            )
        what, *constant, element = kind.split(" ")
        slot.number = number
        if what == "value":
            scalar = self._scalar(number, element, value)
            self._kept.append(scalar)
            slot.data = scalar.ctypes.data
            return
        if value is None:
            return
        if hasattr(value, "words"):  # a link to another kernel
            slot.link = _LINK(partial(self._cross, value, what == "in"))
            return
        value = getattr(value, "data", value) if not isinstance(value, np.ndarray) else value  # a block of a buffer
        array = self._array(number, what, element, value)
        if id(value) not in self._staged:
            self._staged[id(value)] = _Staged(number, array)
        one = self._staged[id(value)]
        if not constant and what != "in":
            one.writes = True
            if any(" const " in kind for kind in self.kernel.parameters):  # who says of one that it is read alone
                one.guard()
        slot.data = one.address
        slot.bytes = one.size
        loose = element in ("void", "lanes")
        slot.lane_bytes = _LANES[array.dtype.name] if element == "lanes" else 16 if array.dtype == object else 8
        lane = 16 if array.dtype == object else 1 if loose else element_face(element).itemsize
        slot.count = one.size // (lane * (1 if loose else 1 + len(_shape(element))))
        if what == "out":
            self._outputs.append((number, slot))

    def _cross(self, link: Any, reads: bool, number: int, data: int, size: int, count: int) -> int:
        """C++ calls this to move items through a link. What goes wrong here is told when C++ has come back."""
        try:
            if not count:
                link.end_packet()
                return 0
            memory = np.ctypeslib.as_array((ctypes.c_uint8 * (size * count)).from_address(data))
            before = standing.set(self.kernel.maker.standing)
            try:
                link.cross(reads, memory)
            finally:
                standing.reset(before)
        except BaseException as problem:
            self._problem = problem
            return 1
        return 0

    @property
    def stays(self) -> bool:
        """Whether nothing is copied: the call can be made again as it is."""
        return all(one.stays for one in self._staged.values())

    def told(self) -> Callable[[], Trace]:
        return self.kernel.maker.told([(one.address, one.size, one.number) for one in self._staged.values()])

    def finish(self, problem: bytes | None, starved: bool, late: bool = False) -> None:
        """What was written goes back. A kernel that never returns is done when its input ends with its output full."""
        for one in self._staged.values():
            one.take_back()
        if self._problem is not None:
            raise self._problem
        name = self.kernel.name
        full = all(slot.used == slot.bytes for number, slot in self._outputs)
        if problem is not None and not (starved and self._outputs and full):
            reason = {"late": True} if late else {}
            case, *values = problem.decode(errors="replace").split("\x1d")  # core.h: ended_by
            fields = dict(value.split("=", 1) for value in values)
            error = LanewiseError("AIE-009", kernel=name, case=case, **fields, **reason)
            error.where = self.kernel.maker.place("broken") or error.where
            raise error
        for number, slot in self._outputs:
            if number > 0 and slot.used != slot.bytes:
                wrote = slot.used * slot.count // max(1, slot.bytes)
                raise LanewiseError("AIE-009", case="not_filled", kernel=name, argument=number, wrote=wrote,
                                    count=slot.count)  # fmt: skip
        for one in self._staged.values():
            if past := one.overrun():
                self._tell_overrun(one, past)

    def _tell_overrun(self, one: _Staged, past: int) -> None:
        place = self.kernel.overrun()
        line = "" if place else "; aie.load(..., status=True) tells the line"
        fields = {"argument": one.number, "past": past, "size": one.size, "line": line}
        _warn(LanewiseError("AIE-012", kernel=self.kernel.name, **fields), place)

    def arrays(self) -> dict[int, Any]:
        """What they hold, by number from 1."""
        return {one.number: np.array(one.array) for one in self._staged.values()
                if one.number > 0 and one.array.dtype != object}  # fmt: skip

    def give_back(self) -> None:
        """Memory that nobody looks at any more."""
        for one in self._staged.values():
            one.give_back()

    def _array(self, number: int, what: str, element: str, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            wanted = f"argument {number} must be an array of {element}" if number > 0 else (
                f"{_PORTS[-number - 1]} must be an array")  # fmt: skip
            raise self._wrong("no_array", wanted=wanted, type=type(value).__name__)
        if element == "lanes" and value.dtype.name not in _LANES:
            raise self._wrong(
                "lanes", given=_PORTS[-number - 1], dtype=value.dtype
            )
        if element in ("void", "lanes"):
            return value
        if value.dtype == object and what != "array" and element in ("int64", "cint64"):
            return value
        face = element_face(element)
        if value.dtype.kind == "c" and element.startswith("c") and value.dtype.itemsize == 2 * face.itemsize:
            return value
        bits_alone = value.dtype.itemsize == face.itemsize and value.dtype.kind in "iu" and face.kind in "iuV"
        if not bits_alone and value.dtype != face:
            raise self._wrong("element", number=number, element=element, dtype=value.dtype)
        if element.startswith("c") and (value.size % 2 or not value.ndim):
            raise self._wrong("complex", number=number, element=element, shape=value.shape)
        return value

    def _scalar(self, number: int, element: str, value: Any) -> Any:
        face = element_face(element)
        out = np.zeros(_shape(element), face)
        try:
            if element.startswith("c"):
                out[...] = (value.real, value.imag) if isinstance(value, complex) else value
            else:
                given = np.asarray(value)
                out[...] = given.astype(face) if given.dtype.kind in "iufb" else given
                whole = face.kind in "iu"
                if given.ndim or (whole and (given.dtype.kind not in "iub" or not _fits_type(int(given), face))):
                    raise TypeError
        except (TypeError, ValueError):
            raise self._wrong("number", number=number, element=element, value=repr(value)) from None
        return out

    def _wrong(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("CPP-003", case=case, kernel=self.kernel.name, **fields)


class Overloads:
    """Several functions of one name: the one that takes the arguments is called."""

    def __init__(self, kernels: Sequence[Kernel]) -> None:
        self.kernels, self._last = kernels, kernels[-1]

    def __reduce__(self) -> tuple[Any, ...]:
        return self.kernels[0].__reduce__()

    @property
    def counts(self) -> bool:
        return self.kernels[0].counts

    def of(self, address: int) -> Overloads:
        """The same functions of an object."""
        return Overloads([kernel.of(address) for kernel in self.kernels])

    def __call__(self, *arguments: Any, **ports: Any) -> Any:
        return self._first(Kernel.__call__, arguments, ports)

    def again(self, *arguments: Any, **ports: Any) -> Any:
        return self._first(Kernel.again, arguments, ports)

    def _first(self, call: Callable[..., Any], arguments: tuple[Any, ...], ports: dict[str, Any]) -> Any:
        fitting = [k for k in self.kernels if len(k.parameters) == len(arguments)] or list(self.kernels)
        for self._last in fitting[:-1]:
            try:
                return call(self._last, *arguments, **ports)
            except LanewiseError as problem:
                if problem.id != "CPP-003":
                    raise
        self._last = fitting[-1]
        return call(self._last, *arguments, **ports)

    def __getattr__(self, name: str) -> Any:
        """What a function has, of the one that was called last: its time, its trace."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._last, name)


class _Staged:
    """An array in aligned memory with zeros behind it, for the time of one call. A Python integer takes 16 bytes."""

    def __init__(self, number: int, array: Any) -> None:
        self.number, self.array, self.writes, self._guard = number, array, False, 0
        self.size = 16 * array.size if array.dtype == object else array.nbytes
        raw = None if array.dtype == object else home_of(array)
        self.stays = raw is not None
        self._raw = raw if raw is not None else lent(self.size)
        self.address = self._raw.__array_interface__["data"][0]
        if self.stays:
            return
        if array.dtype == object:
            numbers = b"".join(int(x).to_bytes(16, "little", signed=True) for x in array.reshape(-1))
            self._inside[...] = np.frombuffer(numbers, np.uint8)
        else:
            self._inside[...] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)

    def guard(self) -> None:
        """The kernel only writes it: what lies behind it need not be zeros, which are written there by mistake, too."""
        if not self.stays:
            self._guard = 0x5A
            self._raw[self.size :] = self._guard

    @property
    def _inside(self) -> Any:
        return self._raw[: self.size]

    def take_back(self) -> None:
        if self.stays or not (self.writes and self.array.flags.writeable):
            return
        if self.array.dtype == object:
            words = self._inside.tobytes()
            numbers = [int.from_bytes(words[i : i + 16], "little", signed=True) for i in range(0, self.size, 16)]
            self.array.reshape(-1)[...] = numbers
        else:
            self.array[...] = self._inside.view(self.array.dtype).reshape(self.array.shape)

    def overrun(self) -> int:
        """How far behind its end somebody wrote, in bytes."""
        behind = self._raw[self.size :]
        wrong = behind != self._guard
        if not wrong.any():
            return 0
        element = self.size // max(1, self.array.size)
        past = -(-(1 + int(wrong.nonzero()[0][-1])) // max(1, element)) * max(1, element)
        if self.stays:
            behind[:] = 0
        return past

    def give_back(self) -> None:
        """After a call that went well: what a kernel was about when it broke may still be looked at."""
        if not self.stays:
            give_back(self._raw)


def _is_there(place: Place) -> bool:
    """Whether the file has that line: what we put behind it has the lines after its last one."""
    try:
        with open(place.file, encoding="utf-8", errors="replace") as file:
            return place.line <= sum(1 for _ in file)
    except OSError:
        return True


def _warn(problem: LanewiseError, place: tuple[str, int] | None) -> None:
    """At the kernel's line, or at that of the call."""
    place = place or user_location() or ("?", 0)
    warnings.warn_explicit(f"{problem.id} {problem.message}", LanewiseWarning, *place)


def _fits_type(number: int, face: np.dtype[Any]) -> bool:
    """A bit pattern may be given as a signed or an unsigned number."""
    bits = 8 * face.itemsize
    return -(1 << (bits - 1)) <= number < 1 << bits


def _shape(element: str) -> tuple[int, ...]:
    return (2,) if element.startswith("c") else ()


def element_face(element: str) -> np.dtype[Any]:
    """The numpy type of an element, or of its real part."""
    name = element.removeprefix("c")
    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)
