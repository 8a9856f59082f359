"""The calls on the pages of instructions run, and give the same bytes in Python, C++ and C."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from website import compiled, examples, running
from website.aie_examples import aie_shown
from website.operation import pages

from lanewise.cli import facts
from lanewise.cpp import compiler
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions

# A call of its own has none of these: they tell what happens, or need several blocks.
WITHOUT_PYTHON = {"init_determine_compute_workspace", "wait_pre_block", "notify_next_block", "local_tensor_auto",
                  "local_tensor_auto_end", "lib_broadcast", "lib_fill", "lib_transpose", "lib_trans_data", "lib_select",
                  "lib_ascend_anti_quant"}


def _has_compiler() -> bool:
    try:
        compiler.find()
    except LanewiseError:
        return False
    return True


def test_every_record_with_a_python_name_has_an_example() -> None:
    missing = {n for n, i in instructions().items() if i.python_names and not examples.example(n).python()}  # type: ignore[union-attr]
    assert missing == WITHOUT_PYTHON


def test_most_records_with_calls_in_cpp_and_c_have_an_example() -> None:
    for language, least in (("cpp", 0.94), ("c", 0.93)):
        called = [n for n, i in instructions().items() if getattr(facts, f"{language}_calls")(i)]
        shown = [n for n in called if getattr(examples.example(n), language)()]
        assert len(shown) >= least * len(called), sorted(set(called) - set(shown))


def test_examples_in_python_run_and_print_their_results() -> None:
    for name in instructions():
        made = examples.example(name)
        if made is None or not made.python():
            continue
        printed, _ = running.run(name)
        assert printed.count("[") >= len(made.results), name


def test_the_file_of_examples_names_records_only() -> None:
    assert set(examples.by_hand()) <= set(instructions())
    likes = {said["like"] for said in examples.by_hand().values() if "like" in said}
    assert likes <= set(examples.by_hand())


@pytest.mark.skipif(not _has_compiler(), reason="no C++ compiler")
@pytest.mark.parametrize("chip", examples.CHIPS)
def test_examples_in_cpp_and_c_give_the_bytes_of_those_in_python(chip: str, tmp_path: Path) -> None:
    kernels = compiled.compiled(chip, tmp_path)
    compared = 0
    for name, made, _ in compiled.examples(chip):
        variables = running.run(made.ins.name)[1]
        for who, got in compiled.results(name, made, kernels).items():
            if who in variables:
                wanted = np.ascontiguousarray(variables[who].numpy()).view(np.uint8).ravel()
                assert np.array_equal(got[: wanted.size], wanted), f"{name}: {who}"
                compared += 1
    assert compared >= {"ascend910b": 190, "ascend950": 180, "ascend310p": 5}[chip]


def test_some_results_are_what_python_says() -> None:
    def result(name: str, what: str = "dst") -> Any:
        return running.run(name)[1][what].numpy()

    n = np.arange(1, 65)
    assert result("add").tolist() == [8.125] * 64
    assert result("shift_right").tolist() == (n >> 2).tolist()
    assert result("gather").tolist() == (n[::-1] / 8).tolist()
    assert result("reduce_sum")[0] == n.sum() / 8
    assert result("reg_reduce_max")[0] == 8
    assert result("lib_sum")[:4].tolist() == (n.reshape(4, 16).sum(1) / 8).tolist()


def test_examples_of_ai_engine_operations_run() -> None:
    shown = {name: aie_shown(of[0].name if len(of) == 1 else of[0].family) for name, of in pages().items()}
    assert [name for name, one in shown.items() if not one.printed] == []
    assert "31" in shown["add"].printed
    assert "99" in shown["upd_elem"].printed
