"""From a file with kernels to a library: what stands behind the source, and how it is compiled."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache

from lanewise.aie.entries import Entry
from lanewise.cpp.build import DoesNotCompileError, Request, build
from lanewise.cpp.compiler import INCLUDES
from lanewise.cpp.diagnose import diagnose
from lanewise.cpp.ternaries import complaints
from lanewise.errors import LanewiseError
from lanewise.machine.engine import native

# A loaded file has its own functions where the C library has one of that name, and what nobody defines is said when it
# is linked. Some kernels include a header that is ours from the folder above. Parameters of constructors may be written
# with private constants of the class.
FLAGS = ("-O2", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-fno-access-control", f"-idirafter{os.path.join(INCLUDES[1], 'adf')}")
_NAMES = "::lanewise::aie::entry::"
WATCHING = "LANEWISE_AIE_STATUS"  # headers note what happens to numbers
_CALLED = "  // "  # in front of the name that a user knows the function of a line by
_PLACE = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<said>.*)")
_REQUIRED = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)?\s+(?:recursively )?required from")
_NO_FUNCTION = re.compile(r"no form of call|(?:overloaded|unresolved).*function|no matching function .* '?call")
TRACING = "LANEWISE_AIE_TRACE"  # headers keep a record of every operation


@cache
def host_flags() -> tuple[str, ...]:
    """What this computer's vectors need; a library is built where it runs. Nothing is fused: -mavx2 brings no FMA."""
    engine = native()
    if engine is None or engine.cpu_level() == "baseline":
        return ()
    return ("-mavx2",) if "avx2" in engine.cpu_levels() else ()  # those of this computer, the plainest first


def behind(defines: Sequence[str], entries: Sequence[Entry]) -> str:
    """What stands behind the source, so that whoever loads it finds its functions."""
    text = [
        '#include "lanewise/aie/entry.h"',
        'extern "C" void* lanewise_core() { return &::lanewise::aie::core(); }',
        'extern "C" void lanewise_core_is(unsigned id) { ::lanewise::aie::core().id = id; }',
        'extern "C" void lanewise_join(void* core) '
        f"{{ {_NAMES}home = static_cast<::lanewise::aie::core_state*>(core); }}",
        'extern "C" int lanewise_broken(std::uint64_t* to) '
        f"{{ return {_NAMES}where(::lanewise::aie::broken, to); }}",
        'extern "C" int lanewise_moved(std::uint64_t* to) '
        f"{{ return {_NAMES}where(::lanewise::aie::called.moved_at, to); }}",
    ]
    if WATCHING in defines:
        text += [
            'extern "C" int lanewise_happenings() { return ::lanewise::aie::noted.count; }',
            'extern "C" void lanewise_forget() { ::lanewise::aie::noted.count = 0; }',
            'extern "C" int lanewise_happened(int i, std::uint64_t* to) '
            "{ const auto& h = ::lanewise::aie::noted.one[i]; to[0] = static_cast<std::uint64_t>(h.what) | "
            "std::uint64_t{h.argument} << 8 | std::uint64_t{h.size} << 32; "
            f"to[1] = h.count; return {_NAMES}where(::lanewise::aie::places[h.place], to + 2); }}",
        ]
    starts = ""
    if TRACING in defines:
        text += [
            'extern "C" const void* lanewise_records(std::uint64_t* count, std::uint64_t* more) '
            "{ auto& r = ::lanewise::aie::recorded(); const auto& all = r.all(); *count = all.size(); *more = r.more; "
            "return all.data(); }",
            'extern "C" const char* lanewise_word(std::uint32_t i) '
            "{ return ::lanewise::aie::recorded().words[i].c_str(); }",
            'extern "C" int lanewise_place(std::uint32_t i, std::uint64_t* to) '
            f"{{ return {_NAMES}where(::lanewise::aie::places[i], to); }}",
        ]
        starts += "::lanewise::aie::start_recording(); "
    caller = f"{_NAMES}runs(reinterpret_cast<const void*>(&lanewise_call_{{}})); " if WATCHING in defines else ""
    slot = f"{_NAMES}slot*"
    for number, entry in enumerate(entries):
        opening, close = "".join(f"namespace {n} {{ " for n in entry.namespace), "}" * len(entry.namespace)
        text += [
            f'{opening}{entry.before}extern "C" const char* lanewise_types_{number}() '
            f"{{ return {_NAMES}{entry.call}nullptr, nullptr); }}{_CALLED}{entry.name}",
            f'extern "C" const char* lanewise_call_{number}({slot} lanewise_slots, {slot} lanewise_extra) '
            f"{{ {starts}{caller.format(number)}return {_NAMES}{entry.call}lanewise_slots, lanewise_extra); }}{close}"
            f"{_CALLED}{entry.name}",
        ]
    return "\n".join(text) + "\n"


def _last_line(source: str) -> int:
    """What stands behind a file begins after it."""
    with open(source, "rb") as file:
        return file.read().count(b"\n") + 1


def _is_in_appended_lines(line: str, request: Request) -> bool:
    """Whether a compiler says that Python's own call needs what the user's lines need, too."""
    source, place = request.sources[0], _REQUIRED.match(line)
    same = place is not None and os.path.basename(place["file"]) == os.path.basename(source)
    return place is not None and same and int(place["line"]) > _last_line(source)


def inside(lines: Iterable[str], request: Request) -> list[str]:
    """Errors of the lines behind a file are those of the function that Python asks for: they name it, once."""
    source, extra = request.sources[0], request.behind.split("\n")
    last, found = _last_line(source), list[str]()
    for line in lines:
        place = _PLACE.match(line)
        if place and os.path.abspath(place["file"]) == source and int(place["line"]) > last:
            _, _, name = extra[min(int(place["line"]) - last, len(extra)) - 1].partition(_CALLED)
            problem = "no function has these template arguments" if _NO_FUNCTION.search(line) else place["said"]
            line = f"{place['file']}: {name or 'the file'}: {problem}"
        if line not in found:
            found.append(line)
    return found


def built(request: Request) -> str:
    """Compiled, with help where the compiler finds no common type of a bfloat16 and a number."""
    while True:
        try:
            return build(request)
        except DoesNotCompileError as problem:
            undecided = complaints(problem.output) - set(request.undecided)
            if not undecided:
                output = [
                    line
                    for line in problem.output.splitlines(keepends=True)
                    if not _is_in_appended_lines(line, request)
                ]
                said = "\n".join(inside(diagnose("".join(output), request), request))
                raise LanewiseError("CPP-002", source=os.path.basename(request.sources[0]), output=said) from None
            request = request._replace(undecided=(*request.undecided, *sorted(undecided)))
