"""Plain structures are laid out as a compiler does: offsets, sizes, bases, packing, alignment."""

from __future__ import annotations

import subprocess
from pathlib import Path

from lanewise.cpp.compiler import find
from lanewise.op.structs import Structures

TEXT = """
#include <cstdint>
constexpr int32_t COUNT = 2 + 3;
enum class Mode : uint8_t { a, b };
enum Kind { one, two };
struct Base { int64_t first = 0; int16_t second{1}; };
struct alignas(16) Aligned : public Base { uint8_t third; float fourth[COUNT][2] = {}; };
#pragma pack(push, 4)
struct Packed { uint8_t a; int64_t b; Base c; };
#pragma pack(1)
struct Tight { uint8_t a; uint32_t b; };
#pragma pack(pop)
struct __attribute__((packed)) Bytes { bool a; double b; };
template <typename T, int N> class Array { public: T values[N]; uint8_t behind; };
struct Whole {
    Mode mode; Kind kind; Tight tight; Array<uint16_t, 3> array; Aligned aligned; Packed packed[2]; Bytes bytes;
    unsigned long long last, more[2];
    int Function(int x) const { return x; }
};
"""
FIELDS = ("mode", "kind", "tight", "array", "aligned", "packed", "bytes", "last", "more")


def test_structures_are_laid_out_as_compilers_do(tmp_path: Path) -> None:
    layout = Structures(TEXT).layout("Whole")
    assert layout is not None
    names = ("Base", "Aligned", "Packed", "Tight", "Bytes")
    inner = [Structures(TEXT).layout(name) for name in names]
    due = [f"sizeof({n}) == {at['bytes']}" for n, at in zip(("Whole", *names), (layout, *inner), strict=True) if at]
    due += [f"__builtin_offsetof(Whole, {f['name']}) == {f['offset']}" for f in layout["fields"]]
    assert [f["name"] for f in layout["fields"]] == list(FIELDS)
    assert len(due) == 6 + len(FIELDS)
    source = tmp_path / "t.cpp"
    source.write_text(TEXT + "".join(f"static_assert({line});\n" for line in due))
    words = [*find().command, "-std=gnu++20", "-Wno-invalid-offsetof", "-fsyntax-only", str(source)]
    subprocess.run(words, check=True)


def test_structures_that_a_text_does_not_tell() -> None:
    for text in ("struct A { int* p; };", "struct A { int a : 3; };", "struct A { Unknown a; };", "struct A;"):
        assert Structures(text).layout("A") is None
