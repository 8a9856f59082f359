"""`lanewise op`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import starting
from lanewise.cli.op import _array

ADD = Path(__file__).parents[1] / "programs" / "operators" / "add_custom"


def op(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "op", str(ADD), *words]
    return starting.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_op_lists_runs_and_shows(tmp_path: Path) -> None:
    x = np.arange(40, dtype=np.float32).reshape(5, 8)
    np.save(tmp_path / "x.npy", x)
    assert "input   x: float16, float32, int32" in op(tmp_path, "--list").stdout
    assert "total    40" in op(tmp_path, "x.npy", "x.npy", "--tiling").stdout
    done = op(tmp_path, "x.npy", "x.npy", "--out", "z.npy", "--time", "--check", "--report", "r.html",
              "--trace", "t.json", "--json", "all.json", "--sarif", "found.sarif", "--csv", "csv")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Bound by ") == 1  # one run
    data = json.loads((tmp_path / "all.json").read_text())
    assert data["cycles"] > 0
    assert (data["findings"], data["suppressed"]) == ([], [])
    assert json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"] == []
    assert "add_custom" in (tmp_path / "r.html").read_text()
    assert list((tmp_path / "csv").rglob("*.csv"))
    np.testing.assert_array_equal(np.load(tmp_path / "z.npy"), x + x)


def test_op_takes_arrays_of_any_layout(tmp_path: Path) -> None:
    x = np.arange(40, dtype=np.float32).reshape(5, 8)
    np.save(tmp_path / "fortran.npy", np.asfortranarray(x))
    np.save(tmp_path / "big.npy", x.astype(">f4"))
    done = op(tmp_path, "fortran.npy", "big.npy", "--out", "z.npy")
    assert (done.returncode, done.stderr) == (0, "")
    np.testing.assert_array_equal(np.load(tmp_path / "z.npy"), x + x)


def test_op_files_that_hold_no_array(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Read by itself: the operator has no part in it."""
    plain = np.arange(6, dtype=np.float32)
    np.savez(tmp_path / "two.npz", a=plain, b=plain)
    np.save(tmp_path / "brain.npy", plain.astype(ml_dtypes.bfloat16))
    np.save(tmp_path / "objects.npy", np.array([1, "a"], object))
    np.save(tmp_path / "short.npy", plain)
    (tmp_path / "short.npy").write_bytes((tmp_path / "short.npy").read_bytes()[:-3])
    (tmp_path / "text.npy").write_text("1 2 3")
    (tmp_path / "nothing.npy").touch()
    (tmp_path / "folder.npy").mkdir()
    kinds = "float16, int16, uint16, bfloat16"
    for name, said in (
        ("two.npz", "has several arrays (a, b); write each to a .npy file of its own with numpy.save"),
        ("brain.npy", f"has elements of 2 bytes without a type; write {tmp_path}/brain.npy:TYPE with one of {kinds}"),
        ("folder.npy", "is no file; name one that numpy.save wrote"),
        *((name, f'is no array: write one with numpy.save("{tmp_path}/{name}", array)')
          for name in ("objects.npy", "short.npy", "text.npy", "nothing.npy")),
    ):  # fmt: skip
        with pytest.raises(SystemExit) as ended:
            _array(str(tmp_path / name))
        assert ended.value.code == 2
        assert capsys.readouterr().err == f"lanewise: {tmp_path / name} {said}\n"
    assert _array(f"{tmp_path / 'brain.npy'}:bfloat16").astype(np.float32).tolist() == plain.tolist()


def test_op_refusals_are_one_line(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros(8, np.int8))
    for words, said in (
        (("x.npy", "x.npy"), "AddCustom takes no (int8, int8)"),
        (("x.npy",), "AddCustom: input y is missing"),
        (("x.npy", "x.npy", "--attr", "alpha=2"), "AddCustom has no attribute alpha; it has none"),
        (("gone.npy",), "gone.npy: "),
    ):
        done = op(tmp_path, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_op_takes_what_run_takes(tmp_path: Path) -> None:
    """Severity and limits, as programs have them, and the operator's own name, whatever its folder is called."""
    folder = tmp_path / "copy"
    shutil.copytree(ADD, folder)
    kernel = folder / "op_kernel" / "add_custom.cpp"
    text = kernel.read_text()
    at = text.index("{", text.index("__global__")) + 1
    loop = "for (volatile int i = 0; x[0] == 255; ++i) {}"
    mask = "AscendC::SetVectorMask<half>(~0ull, ~0ull); AscendC::SetFlag<AscendC::HardEvent::MTE2_V>(3);"
    kernel.write_text(f"{text[:at]} {loop} {mask}{text[at:]}")
    np.save(tmp_path / "x.npy", np.ones(8, np.int32))
    np.save(tmp_path / "endless.npy", np.full(8, 255, np.int32))
    both = starting.run([sys.executable, "-m", "lanewise", "op", str(folder), "--strict", "--lenient"], cwd=tmp_path,
                        capture_output=True, text=True, check=False)  # fmt: skip
    assert (both.returncode, "contradict each other" in both.stderr) == (2, True)

    def run_command(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "lanewise", "op", str(folder), *words]
        return starting.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    plain = run_command("x.npy", "x.npy")
    assert plain.returncode == 0, plain.stderr
    assert "SYNC-" in plain.stderr  # a flag that nobody waits for: a warning
    strict = run_command("x.npy", "x.npy", "--strict")
    assert (strict.returncode, "SYNC-" in strict.stderr) == (3, True)
    slow = run_command("endless.npy", "x.npy", "--timeout", "2")
    assert slow.returncode == 124, slow.stderr
    assert "KERNEL-004 the kernel was still running after 2 s" in slow.stderr
    assert run_command("x.npy", "x.npy", "--check").returncode == 3  # a flag is left
    slow = run_command("endless.npy", "x.npy", "--timeout", "2", "--check")
    assert (slow.returncode, slow.stderr.count("KERNEL-004")) == (124, 1), slow.stderr
    assert run_command("x.npy", "x.npy", "--timeout", "0").stderr == "lanewise: --timeout 0: give seconds above 0\n"
    host = folder / "op_host" / "add_custom.cpp"
    host.write_text(host.read_text().replace("SetBlockDim", "SetBlocks"))
    assert "the host side of AddCustom does not compile" in run_command("x.npy", "x.npy").stderr
