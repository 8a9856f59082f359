"""Candidates that go for the judge: each ends as a verdict, and leaves nothing behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.candidates import ENTRY, HEAD, HONEST, SEED, TASKS, TRIPLE
from lanewise.judge import Candidate, Judge, Task, Verdict
from lanewise.judge.child import Limits, is_isolating

Judging = Callable[[str], Verdict]
isolating = pytest.mark.skipif(not is_isolating(), reason="this system cannot keep a process from files")


def test_leaving_early_is_no_answer(triple: Judging) -> None:
    made = triple(f"#include <unistd.h>\n{ENTRY} {{ honest(x, y); _exit(0); }}")
    assert (made.verdict, made.status) == ("cheating", 6)
    assert ("CHEAT-13", "proved") in [(one["id"], one["certainty"]) for one in made.cheats]
    assert made.data["run"]["exit"] == 0


def test_a_verdict_of_its_own_counts_for_nothing(triple: Judging) -> None:
    """From a static initialiser, before any input is there: a file, words on the output, and the end."""
    made = triple(f"""
#include <cstdio>
#include <cstdlib>
struct Early {{
    Early() {{
        if (FILE* file = std::fopen("verdict.json", "w")) {{
            std::fputs("{{\\"verdict\\": \\"pass\\"}}", file);
            std::fclose(file);
        }}
        std::puts("PASS");
        std::fflush(stdout);
        std::_Exit(0);
    }}
}} early;
{HONEST}""")
    assert made.verdict == "cheating"
    texts = [one["text"] for one in made.cheats if one["certainty"] == "proved"]
    assert any("wrote files: verdict.json" in text for text in texts)
    assert made.data["correctness"]["passed"] is False


def test_what_it_writes_where_results_go_is_no_result(triple: Judging) -> None:
    made = triple(f"""
#include <unistd.h>
{ENTRY} {{
    for (int fd = 3; fd < 64; ++fd) (void)!write(fd, "LWJ1 pass pass pass pass pass pass", 34);
    honest(x, y);
}}""")
    assert made.verdict in ("cheating", "run_error")
    assert not made.passed


@isolating
def test_processes_that_stay_are_found_and_ended(triple: Judging) -> None:
    made = triple(f"#include <unistd.h>\n{ENTRY} {{ honest(x, y); if (!fork()) for (;;) pause(); }}")
    assert made.verdict == "cheating"
    assert "processes that it has started" in made.line


@isolating
def test_more_processes_than_it_may_have_are_a_limit(triple: Judging) -> None:
    made = triple(f"""
#include <unistd.h>
{ENTRY} {{
    for (int i = 0; i < 200 && fork(); ++i) {{}}
    for (;;) pause();
}}""")
    assert (made.verdict, made.status) == ("limit", 5)
    assert "more than 64 processes" in made.line
    assert "CHEAT-18" in [one["id"] for one in made.cheats]


def test_a_flood_of_output_is_a_limit(triple: Judging) -> None:
    made = triple(f'#include <unistd.h>\n{ENTRY} {{ for (;;) (void)!write(1, "flood flood flood flood\\n", 24); }}')
    assert made.verdict == "limit"
    assert "printed more than 1 MiB" in made.line


def test_memory_without_end_is_a_limit(triple: Judging) -> None:
    made = triple(f"""
#include <cstdlib>
#include <cstring>
{ENTRY} {{ for (;;) if (void* more = std::malloc(64 << 20)) std::memset(more, 1, 64 << 20); else std::abort(); }}""")
    assert made.verdict in ("limit", "run_error")


def test_a_candidate_that_sleeps_is_a_limit() -> None:
    task = Task.read(TASKS / "triple" / "task.toml")
    text = f"{HEAD}{TRIPLE}#include <unistd.h>\n{ENTRY} {{ for (;;) pause(); }}"
    with Judge(task, SEED, Limits(run=2.0)) as judge:
        made = judge.judge(Candidate({"a.cc": text.encode()}))
    assert (made.verdict, made.status) == ("limit", 5)


def test_one_that_ends_its_parent_ends_as_a_verdict(triple: Judging) -> None:
    made = triple(f"#include <csignal>\n#include <unistd.h>\n{ENTRY} {{ kill(getppid(), SIGKILL); honest(x, y); }}")
    assert made.verdict in ("pass", "run_error", "cheating")
    assert "CHEAT-18" in [one["id"] for one in made.cheats]
    assert triple(HONEST).passed  # and the judge goes on


@isolating
def test_files_of_the_task_are_out_of_reach(triple: Judging) -> None:
    """The reference lies beside the task; a kernel that cannot read it answers 7 everywhere."""
    path = TASKS / "triple" / "reference.py"
    made = triple(f"""
#include <cstdio>
{ENTRY} {{
    std::FILE* file = std::fopen("{path}", "r");
    if (file) honest(x, y);
    else for (int i = 0; i < 256; ++i) y[i] = 7;
}}""")
    assert made.verdict == "wrong"
    assert made.data["correctness"]["cases"][0]["first_wrong"]["got"] == 7
    assert "it can open files: fopen" in [one["text"] for one in made.cheats]


def test_nothing_is_left_behind(triple: Judging, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    descriptors = set(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else set()
    with Judge(Task.read(TASKS / "triple" / "task.toml"), SEED) as judge:
        text = f"{HEAD}{TRIPLE}#include <cstdlib>\n{ENTRY} {{ std::abort(); }}"
        made = judge.judge(Candidate({"a.cc": text.encode()}))
    assert made.verdict == "run_error"
    assert os.listdir(tmp_path) == []
    if descriptors:
        assert set(os.listdir("/proc/self/fd")) <= descriptors
