"""What a compiler is, and in which order it evaluates the arguments of a call: asked once and remembered.

The standard leaves that order open. Hardware's compilers are clang and go from left to right; g++ goes from right to
left on x86-64. The answer is read from the assembly of a few calls, so that it holds for cross compilers, too.
"""

from __future__ import annotations

import os
import re
import subprocess
from typing import Any

from lanewise.cpp import cache

LEFT_TO_RIGHT, RIGHT_TO_LEFT, MIXED = "left to right", "right to left", "neither left to right nor right to left"
OLDEST_CLANG = 14
_CALLS = """
#include <bit>
#include <type_traits>
static_assert(std::bit_cast<unsigned>(1.0f) == 0x3F800000);  // the first that an old library lacks: GNU's before 11
struct Large { int lanes[16]; };
struct Small { short lane; };
extern "C" { int lw_first(); int lw_second(); }
#define FORM(name, call) void name() { call; }
void numbers(int, int);
FORM(of_numbers, numbers(lw_first(), lw_second()))
inline Large large(int n) { return {{n}}; }
void by_value(Large, Large);
FORM(of_values, by_value(large(lw_first()), large(lw_second())))
void by_reference(const Large &, const Large &);
FORM(of_references, by_reference(large(lw_first()), large(lw_second())))
struct Made { Made(int, int); Made &member(int, int); };
FORM(of_constructors, Made(lw_first(), lw_second()))
FORM(of_members, ((Made *)0)->member(lw_first(), lw_second()))
Small operator-(Small, Small);
FORM(of_operators, Small{(short)lw_first()} - Small{(short)lw_second()})
"""
_CALLED = re.compile(r"^\s+[a-z]\w*\s[^\n]*lw_(first|second)", re.MULTILINE)  # directives begin with a dot


def facts(command: tuple[str, ...], identity: str) -> dict[str, Any]:
    """`version`, `clang`, `machine` that it compiles for, `order`, its folders of `headers`, and `problem`: why it
    cannot be used, or nothing."""
    name = cache.key(identity, _CALLS, OLDEST_CLANG, "headers")
    note = os.path.join(cache.folder("compilers"), name)
    found = cache.read_note(note)
    if found is None and (below := os.environ.get(cache.BELOW)):
        found = cache.read_note(os.path.join(below, "compilers", name))
    if found is None:
        found = _run_probe(command)
        if not found["problem"]:  # what was missing may be installed tomorrow
            cache.write(note, found)
    return dict(found)


def _run_probe(command: tuple[str, ...]) -> dict[str, Any]:
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    number = re.search(r"clang version (\d+)", said)
    target = subprocess.run([*command, "-dumpmachine"], capture_output=True, text=True, check=False).stdout
    known = {
        "version": (said.splitlines() or ["?"])[0], "clang": "clang" in said, "order": MIXED, "problem": "",
        "machine": target.strip().partition("-")[0], "headers": _headers(command),
    }  # fmt: skip
    if number and int(number[1]) < OLDEST_CLANG:
        return {**known, "problem": f"it is clang {number[1]}, and {OLDEST_CLANG} or newer is needed"}
    with cache.temporary_folder() as shop:
        source, assembly = os.path.join(shop, "order.cpp"), os.path.join(shop, "order.s")
        with open(source, "w", encoding="utf-8") as file:
            file.write(_CALLS)
        asked = [*command, "-std=gnu++20", "-O1", "-w", "-S", source, "-o", assembly]
        done = subprocess.run(asked, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode or not os.path.exists(assembly):
            said = next((line for line in done.stderr.splitlines() if "error" in line), "it fails")
            return {**known, "problem": f"it cannot compile C++20 with the standard library here ({said.strip()})"}
        with open(assembly, encoding="utf-8", errors="replace") as file:
            return {**known, "order": _order(file.read())}


def _headers(command: tuple[str, ...]) -> list[str]:
    """Where it looks for headers by itself."""
    plain = {name: value for name, value in os.environ.items() if name not in ("CPATH", "CPLUS_INCLUDE_PATH")}
    asked = [*command, "-E", "-v", "-x", "c++", os.devnull]
    said = subprocess.run(asked, capture_output=True, text=True, errors="surrogateescape", check=False,
                          env={**plain, "LC_ALL": "C"}).stderr  # fmt: skip
    listed = said.partition("search starts here:")[2].partition("End of search list")[0]
    found = [line.strip() for line in listed.splitlines() if line.startswith(" ")]
    return list(dict.fromkeys(path for tree in found for path in (os.path.abspath(tree), os.path.realpath(tree))))


def _order(assembly: str) -> str:
    called = _CALLED.findall(assembly)
    pairs = set(zip(called[::2], called[1::2], strict=False))
    if pairs == {("first", "second")}:
        return LEFT_TO_RIGHT
    return RIGHT_TO_LEFT if pairs == {("second", "first")} else MIXED
