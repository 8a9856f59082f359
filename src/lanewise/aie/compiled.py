"""From a file with kernels to a library: what stands behind the source, and how it is compiled."""

from __future__ import annotations

import os
from collections.abc import Sequence
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
COUNTING = "LANEWISE_AIE_TIMING"  # headers count what a kernel asks of the units
WATCHING = "LANEWISE_AIE_STATUS"  # headers note what happens to numbers
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
            "{ const auto& h = ::lanewise::aie::noted.one[i]; to[0] = static_cast<std::uint64_t>(h.what); "
            f"to[1] = h.count; return {_NAMES}where(h.at, to + 2); }}",
        ]
    starts = ""
    if COUNTING in defines:
        text.append('extern "C" const void* lanewise_tally() { return &::lanewise::aie::counted; }')
        starts += "::lanewise::aie::start_counting(); "
    if TRACING in defines:
        text += [
            'extern "C" const void* lanewise_records(std::uint64_t* count, std::uint64_t* more) '
            "{ const auto& s = ::lanewise::aie::said; *count = s.records.size(); *more = s.more; "
            "return s.records.data(); }",
            'extern "C" const char* lanewise_word(std::uint32_t i) { return ::lanewise::aie::said.words[i].c_str(); }',
            'extern "C" int lanewise_place(std::uint32_t i, std::uint64_t* to) '
            f"{{ return {_NAMES}where(::lanewise::aie::said.places[i], to); }}",
        ]
        starts += "::lanewise::aie::start_telling(); "
    slot = f"{_NAMES}slot*"
    for number, entry in enumerate(entries):
        opening, close = "".join(f"namespace {n} {{ " for n in entry.namespace), "}" * len(entry.namespace)
        text += [
            f'{opening}{entry.before}extern "C" const char* lanewise_types_{number}() '
            f"{{ return {_NAMES}{entry.call}nullptr, nullptr); }}",
            f'extern "C" const char* lanewise_call_{number}({slot} lanewise_slots, {slot} lanewise_extra) '
            f"{{ {starts}return {_NAMES}{entry.call}lanewise_slots, lanewise_extra); }}{close}",
        ]
    return "\n".join(text) + "\n"


def built(request: Request) -> str:
    """Compiled, with help where the compiler finds no common type of a bfloat16 and a number."""
    while True:
        try:
            return build(request)
        except DoesNotCompileError as problem:
            undecided = complaints(problem.output) - set(request.undecided)
            if not undecided:
                said = "\n".join(diagnose(problem.output, request))
                raise LanewiseError("CPP-002", source=os.path.basename(request.sources[0]), problem=said) from None
            request = request._replace(undecided=(*request.undecided, *sorted(undecided)))
