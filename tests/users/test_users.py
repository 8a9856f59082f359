"""The first hour of five users, from the wheel: what each would type, and what each must see."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from collections.abc import Callable

import pytest
from tests.users.conftest import Desk

pytestmark = pytest.mark.sweep

RACE = (
    ("        SetFlag<HardEvent::MTE2_V>(EVENT_ID0);\n        WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);\n", ""),
)


def line_of(desk: Desk, name: str, text: str) -> int:
    lines = (desk.folder / name).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_student_sees_masks_shifts_and_reductions(desk: Desk) -> None:
    assert "ShiftRight" in desk("lanewise", "demo").out
    mask = desk("lanewise", "explain", "Add(dst, src0, src1, 64, 2, {1,1,1,8,8,8})", "--dtype", "half").out
    assert "64 of 128 lanes" in mask
    assert "■" in mask
    # 17 / 32 is nearer to 1 than to 0.
    rounded = desk("lanewise", "explain", "ShiftRight(dst, src, 5, 64, 1, {1,1,8,8}, true)", "--dtype", "int16").out
    assert "17 >> 5, rounded, is 1" in rounded
    assert "17 >> 5 is 0" in desk("lanewise", "explain", "ShiftRight").out
    assert "WholeReduceSum" in desk("lanewise", "tune", "reduce", "--n", "30000").out
    assert "30,000 elements" in desk("lanewise", "explain", "ReduceSum(dst, src, work, 30000)", "--dtype", "float").out
    assert "# Checking" in desk("lanewise", "docs", "checking").out
    names = desk("lanewise", "examples").out
    assert "mask_and_stride.ipynb" in names
    desk("lanewise", "examples", "shift_right.py")
    assert desk("lanewise", "run", "shift_right.py").out


def test_a_kernel_author_finds_the_race_the_tail_and_the_time(desk: Desk, bring: Callable[..., str]) -> None:
    bring("softmax.asc")
    clean = desk("lanewise", "run", "softmax.asc", "--check")
    assert (clean.out, "finding" in clean.err) == ("0 of 16384 wrong\n", False)

    # The flag that was forgotten: found where it is missing, and what the finding says to write mends it.
    bring("softmax.asc", *RACE, to="race.asc")
    found = desk("lanewise", "run", "race.asc", "--check", status=3)
    writer, reader = line_of(desk, "race.asc", "DataCopyPad(tile"), line_of(desk, "race.asc", "ReduceMax")
    first = found.err.splitlines()[0]
    assert first.startswith(f"race.asc:{reader}: RACE-001 ReduceMax")
    told = re.search(rf"Write (\S+) after line {writer} and (\S+) before this line", first)
    assert told, first
    lines = (desk.folder / "race.asc").read_text(encoding="utf-8").splitlines()
    lines[reader - 1 : reader - 1] = [f"{told[1]}; {told[2]};"]
    (desk.folder / "mended.asc").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert desk("lanewise", "run", "mended.asc", "--check").out == "0 of 16384 wrong\n"
    assert not desk("lanewise", "run", "race.asc", "--schedule", "late", status=1).out.startswith("0 of")

    # Rows of 250 that are reduced over 256: the last six are filler; over 320: bytes that nobody wrote.
    assert desk("lanewise", "run", "softmax.asc", "--check", "-D", "COLUMNS=250").out == "0 of 16000 wrong\n"
    filler = desk("lanewise", "run", "softmax.asc", "--check", "-D", "COLUMNS=250", "-D", "COUNT=256", status=3).err
    total = line_of(desk, "softmax.asc", "ReduceSum")
    assert re.search(rf"softmax.asc:{total}: INIT-005 6 of the 256 elements", filler), filler
    unwritten = desk("lanewise", "run", "softmax.asc", "--check", "-D", "COLUMNS=250", "-D", "COUNT=320", status=3).err
    assert re.search(rf"INIT-003 .*1024..1279 .*ReduceMax, line {line_of(desk, 'softmax.asc', 'ReduceMax')}", unwritten)

    # Everything at once; the first sentence says what bounds the kernel and what would help.
    whole = desk("lanewise", "run", "softmax.asc", "--all").out
    assert re.search(r"^Bound by .* less\.$", whole.replace("\n  ", " "), re.MULTILINE), whole
    assert (desk.folder / "softmax.report.html").stat().st_size > 10_000


def test_an_engine_author_runs_a_cascade(desk: Desk, bring: Callable[..., str]) -> None:
    bring("fir.cc")
    bring("fir.py")
    clean = desk("lanewise", "run", "fir.py", "--check")
    assert (clean.out, clean.err) == ("equal and fits\n", "")
    times = desk("lanewise", "run", "fir.py", "--time").out
    assert [times.count(f"\n{name}, 1 call") for name in ("fir_first", "fir_second")] == [1, 1]
    wrapped = desk("lanewise", "run", "fir.py", "--check=numbers", "--", "2")
    assert wrapped.out == "equal and wraps\n"
    assert f"fir.cc:{line_of(desk, 'fir.cc', 'to_vector<int16>')}: warning: NUM-003" in wrapped.err
    # Without Python it cannot run, and the line says how it can.
    alone = desk("lanewise", "run", "fir.cc", "--chip", "aie", "-D", "SHIFT=12", status=3).err
    assert "Call its kernels from Python with aie.load" in alone


def test_a_framework_engineer_sets_up_ci(desk: Desk, bring: Callable[..., str]) -> None:
    desk("lanewise", "new", "scale", "--ci")
    assert list((desk.folder / "scale").rglob("*.yml"))
    assert " passed" in desk("pytest", "-q", "-n", "2", "scale").out
    bring("softmax.asc", *RACE, to="race.asc")
    desk("lanewise", "run", "race.asc", "--check", "--sarif", "found.sarif", status=3)
    (run,) = json.loads((desk.folder / "found.sarif").read_text())["runs"]
    assert run["results"][0]["ruleId"] == "RACE-001"
    assert run["results"][0]["partialFingerprints"]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} >= {"RACE-001"}
    (desk.folder / ".lanewise-suppress.toml").write_text(
        '[[suppress]]\nid = "RACE-001"\nfile = "race.asc"\nreason = "known"\n'
    )
    desk("lanewise", "run", "race.asc", "--check")
    # An error of a worker crosses the pool as it is, and the pool lives on.
    (desk.folder / "pool.py").write_text(
        "from concurrent.futures import ProcessPoolExecutor\nimport numpy as np, lanewise\n"
        "def work(name):\n    return lanewise.convert(np.float32([1.5]), name)\n"
        "if __name__ == '__main__':\n    with ProcessPoolExecutor(2) as pool:\n"
        "        try:\n            pool.submit(work, 'nothing').result()\n"
        "        except lanewise.LanewiseError as problem:\n            print(problem.id)\n"
        "        print(pool.submit(work, 'half').result())\n"
    )
    assert desk("python", "pool.py").out == "TYPE-003\n[1.5]\n"


def test_a_researcher_compares_numbers(desk: Desk) -> None:
    assert desk.python(
        "import numpy as np, ml_dtypes, lanewise\n"
        "x = np.random.default_rng(1).standard_normal(1_000_000).astype(np.float32) * 100\n"
        "print((lanewise.convert(x, 'half') == x.astype(np.float16)).all(),\n"
        "      (lanewise.convert(x, 'bf16') == x.astype(ml_dtypes.bfloat16)).all())\n"
        "odd = np.float32([np.nan, np.inf])\n"
        "print(lanewise.convert(odd, 'half').tolist(), lanewise.convert(odd, 'half', saturate=False).tolist())\n"
        "print(lanewise.convert(np.float32([2.5, -2.5, 3.5]), 'int16', 'rint', chip='ascend910b'))\n"
    ) == "True True\n[0.0, 65504.0] [nan, inf]\n[ 2 -2  4]\n"


def test_findings_have_colour_on_a_terminal(desk: Desk, bring: Callable[..., str]) -> None:
    bring("softmax.asc", *RACE, to="race.asc")
    ours, theirs = pty.openpty()
    environment = {**desk.environment, "TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    command = [str(desk.tools / "lanewise"), "run", "race.asc", "--check"]
    with subprocess.Popen(command, cwd=desk.folder, env=environment, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            text += part
    os.close(ours)
    assert process.returncode == 3
    shown = text.decode()
    assert "\x1b[1m" in shown
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"^\s*cure: ", plain, re.MULTILINE), plain
    assert "ReduceMax(one, tile, work" in plain  # the source line


def test_a_report_opens_in_a_browser(desk: Desk, bring: Callable[..., str], browser: str) -> None:
    bring("softmax.asc", *RACE, to="race.asc")
    desk("lanewise", "run", "race.asc", "--all", status=3)
    page = (desk.folder / "race.report.html").as_uri()
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=8000", page],
        cwd=desk.folder, env=desk.environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "RACE-001" in done.stdout
    assert "Bound by" in done.stdout
    assert "<canvas" in done.stdout
