"""What is in the cache is used only where it is ours, whole, and what would be built now."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from driving import environment

from lanewise.cpp.child import Limits, run

MAIN = "extern \"C\" int puts(const char*);\n#include {header}\nint main() {{ puts(WORD); }}\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An empty cache."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def output_of(lanewise: Callable[..., subprocess.CompletedProcess[str]], own: Path) -> Callable[..., str]:
    """What a program prints that is run with this cache, and ends well."""

    def run_program(*words: str, **more: str) -> str:
        done = lanewise("run", *words, env={**environment(), "LANEWISE_CACHE": str(own), **more})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.strip()

    return run_program


def test_what_is_no_program_is_not_handed_to_a_shell(tmp_path: Path) -> None:
    for name, text in (("empty", ""), ("script", "touch did-run\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o700)
        ended = run([str(tmp_path / name)], Limits(20), out=lambda data: None, err=lambda data: None, cwd=str(tmp_path))
        assert (ended.status, ended.problem) == (126, f"{tmp_path / name} cannot be started: Exec format error")
    assert not (tmp_path / "did-run").exists()


def test_programs_and_notes_that_are_damaged_are_made_again(output_of, write, own: Path) -> None:
    write("a.cpp", MAIN.format(header='"a.h"'))
    write("a.h", '#define WORD "right"')
    assert output_of("a.cpp") == "right"
    for damage in (b"", b"#!/bin/sh\necho wrong\n"):
        (program,) = own.glob("programs/*/a")
        program.write_bytes(damage)
        assert output_of("a.cpp") == "right"
    for damage in (b"", b"[]", b"{}", b'[{"files": {}, "program": "/bin/true"}]', b"null", b"[" * 100_000):
        (note,) = own.glob("requests/*")
        note.write_bytes(damage)
        assert output_of("a.cpp") == "right"
    (program,) = own.glob("programs/*/a")
    before = program.stat().st_mtime_ns
    assert output_of("a.cpp") == "right"
    assert program.stat().st_mtime_ns == before  # and is not made again for ever


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
@pytest.mark.parametrize("part", ["", "programs"])
def test_cache_of_another_user_is_not_used(lanewise, output_of, write, own: Path, tmp_path: Path, part: str) -> None:
    write("a.cpp", "int main() {}\n")
    output_of("a.cpp")
    (program,) = own.glob("programs/*/a")
    program.write_text("#!/bin/sh\ntouch did-run\n")
    os.chown(own / part, 12345, -1)
    done = lanewise("run", "a.cpp", env={**environment(), "LANEWISE_CACHE": str(own)})
    what = f"{own / part}: it belongs to user 12345, and this is user 0"
    line = f"lanewise: CPP-004 what is built cannot be kept in {what}. Set LANEWISE_CACHE to a folder of your own"
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(line)
    assert not (tmp_path / "did-run").exists()


def test_cache_that_others_could_write_to_is_closed(output_of, write, own: Path) -> None:
    write("a.cpp", MAIN.format(header='"a.h"'))
    write("a.h", '#define WORD "right"')
    output_of("a.cpp")
    (program,) = own.glob("programs/*/a")
    own.chmod(0o777)
    program.chmod(0o777)
    if os.geteuid() == 0:  # somebody has put his own there
        shutil.copy("/bin/true", program)
        os.chown(program, 12345, -1)
    assert output_of("a.cpp") == "right"
    assert own.stat().st_mode & 0o777 == 0o755
    (program,) = own.glob("programs/*/a")
    assert (program.stat().st_mode & 0o022, program.stat().st_uid) == (0, os.geteuid())


def test_header_that_comes_first_now_is_used(output_of, write) -> None:
    write("a.cpp", MAIN.format(header='"deep/x.h"'))
    write("second/deep/x.h", '#define WORD "second"')
    words = ("a.cpp", "-I", "first", "-I", "second")  # there is no folder `first` yet
    assert output_of(*words) == "second"
    write("first/other.h", "")
    assert output_of(*words) == "second"
    write("first/deep/x.h", '#define WORD "first"')
    assert output_of(*words) == "first"
    path = write("deep/x.h", '#define WORD "beside"')
    assert output_of(*words) == "beside"
    path.unlink()
    assert output_of(*words) == "first"


def test_header_that_hides_one_of_the_system_is_used(output_of, write) -> None:
    write("a.cpp", MAIN.format(header="<x.h>"))
    write("system/x.h", "#include <inner.h>")
    write("system/inner.h", '#define WORD "old"')
    words = ("a.cpp", "--cxxflag=-isystemsystem", "-I", "own")
    assert output_of(*words) == "old"
    write("system/inner.h", '#define WORD "changed"')
    assert output_of(*words) == "changed"
    write("own/inner.h", '#define WORD "own"')
    assert output_of(*words) == "own"


def test_files_that_are_asked_for_count(output_of, write) -> None:
    write("x.h", """
#if __has_include(<maybe.h>)
#include <maybe.h>
#else
#define WORD "none"
#endif
""")
    write("a.cpp", MAIN.format(header='"x.h"'))
    words = ("a.cpp", "-I", "inc")
    assert output_of(*words) == "none"
    path = write("inc/maybe.h", '#define WORD "there"')
    assert output_of(*words) == "there"
    path.unlink()
    assert output_of(*words) == "none"


def test_files_that_a_macro_asks_for_count(output_of, write) -> None:
    write("x.h", """
#define NAME "maybe.h"
#if __has_include(NAME)
#define WORD "there"
#else
#define WORD "none"
#endif
""")
    write("a.cpp", MAIN.format(header='"x.h"'))
    assert output_of("a.cpp") == "none"
    write("maybe.h", "")
    assert output_of("a.cpp") == "there"


def test_environment_of_the_compiler_counts(output_of, write) -> None:
    write("a.cpp", MAIN.format(header="<x.h>"))
    for name in ("one", "two"):
        write(f"{name}/x.h", f'#define WORD "{name}"')
    for variable in ("CPLUS_INCLUDE_PATH", "CPATH"):
        assert output_of("a.cpp", **{variable: "one"}) == "one"
        assert output_of("a.cpp", **{variable: "two"}) == "two"
        assert output_of("a.cpp", **{variable: "zero:one"}) == "one"
    write("zero/x.h", '#define WORD "zero"')
    assert output_of("a.cpp", CPATH="zero:one") == "zero"
    write("two/x.h", '#define WORD "changed"')
    assert output_of("a.cpp", CPLUS_INCLUDE_PATH="two") == "changed"


def test_library_that_was_built_again_is_linked_again(output_of, write, tmp_path: Path) -> None:
    write("a.cpp", 'extern "C" int puts(const char*);\nconst char* word();\nint main() { puts(word()); }\n')
    for word in ("old", "new"):
        write("word.cpp", f'const char* word() {{ return "{word}"; }}\n')
        tool = os.environ.get("CXX", "").split() or [shutil.which("g++") or "clang++"]
        subprocess.run([*tool, "-fPIC", "-c", "word.cpp"], cwd=tmp_path, check=True)
        subprocess.run(["ar", "rcs", "libword.a", "word.o"], cwd=tmp_path, check=True)
        assert output_of("a.cpp", "--cxxflag=-L.", "--cxxflag=-lword") == word


def test_name_of_a_header_with_a_space_is_remembered(output_of, write, own: Path) -> None:
    write("a.cpp", '#define NAME "a b.h"\n' + MAIN.format(header="NAME"))
    write("a b.h", '#define WORD "right"')
    for _ in range(2):
        assert output_of("a.cpp") == "right"
    assert len(list(own.glob("programs/*"))) == 1
    write("a b.h", '#define WORD "changed"')
    assert output_of("a.cpp") == "changed"
