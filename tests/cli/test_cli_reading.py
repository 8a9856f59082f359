"""Words of a command, read as its verb's data says; what help and completion tell of that data."""

from __future__ import annotations

import inspect
import shutil
import subprocess
from typing import Any

import pytest

from lanewise.cli import help, reading
from lanewise.cli.app import call
from lanewise.cli.completion import completion
from lanewise.cli.options import VERBS

READ: list[tuple[str, str, dict[str, Any]]] = [
    ("run", "a.cpp", {"sources": ["a.cpp"], "chip": None, "timeout": None, "strict": False, "defines": []}),
    ("run", "a.cpp b.cc --strict -DX -D Y=3 -Idir", {"sources": ["a.cpp", "b.cc"], "strict": True,
                                                     "defines": ["X", "Y=3"], "include_dirs": ["dir"]}),
    ("run", "--timeout=1.5 a.asc --memory 100", {"timeout": 1.5, "memory": 100, "sources": ["a.asc"]}),
    ("run", "a.cpp --cxxflag -Wall --cxxflag=-O2", {"flags": ["-Wall", "-O2"]}),
    ("run", "--check a.asc", {"check": "all", "sources": ["a.asc"]}),
    ("run", "a.asc --check=race,init", {"check": "race,init"}),
    ("op", "folder - b.npy --attr a=-1", {"folder": "folder", "files": ["-", "b.npy"], "attrs": ["a=-1"]}),
    ("ops", "", {"name": None, "json": False}),
    ("ops", "-- --json", {"name": "--json", "json": False}),
    ("tune reduce", "-j4 --n 7", {"n": 7, "jobs": 4, "dtype": "float"}),
    ("build", "k.asc -ok", {"output": "k"}),
]  # fmt: skip
REFUSED = [
    ("run", "run: SOURCE is missing"),
    ("run a.cpp --fly", "run --fly: there is no such option; `lanewise run --help` lists them"),
    ("run a.cpp --chek", "run --chek: there is no such option; did you mean --check?"),
    ("run a.cpp --chip", "run --chip: give its value, --chip CHIP"),
    ("run a.cpp --chip --strict", "run --chip: give its value"),
    ("run a.cpp --timeout x", "run --timeout x: give a number"),
    ("run a.cpp --cores 1.5", "run --cores 1.5: give a whole number"),
    ("run a.cpp --strict=1", "run --strict=1: --strict takes no value"),
    ("run a.cpp --engine warp", "run --engine warp: there are fast, definition, lockstep"),
    ("compare a.json", "compare: B.json is missing"),
    ("chips a b", "chips b: that is one word too many"),
    ("tune reduce", "tune reduce: --n N is missing"),
    ("tune redce", "tune redce: there is no such command; did you mean reduce?"),
    ("explan x", "explan: there is no such command; did you mean explain?"),
    ("--vresion", "--vresion: there is no such option"),
    ("--completion tcsh", "--completion tcsh: there are bash, zsh, fish"),
]


@pytest.mark.parametrize(("verb", "words", "values"), READ, ids=[f"{verb} {words}" for verb, words, _ in READ])
def test_reading_of_words(verb: str, words: str, values: dict[str, Any]) -> None:
    found = reading.parse(verb, words.split())
    assert found is not None
    assert {key: found[key] for key in values} == values
    assert set(found) == {one.key for one in (*VERBS[verb].arguments, *VERBS[verb].options)}


def test_reading_takes_an_empty_word_for_a_value() -> None:
    found = reading.parse("explain", ["Add(d, a, b, 64)", "--dtype", ""])
    assert found is not None
    assert found["dtype"] == ""


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[words for words, _ in REFUSED])
def test_reading_refuses_in_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        call(words.split())
    assert stop.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"lanewise: {said}")


def test_help_tells_every_word(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name, verb in VERBS.items():
        call([*name.split(), "--help"])
        text = capsys.readouterr().out
        assert max(map(len, text.splitlines()[:-1])) <= 80
        assert text.splitlines()[-1].startswith(f"Example: lanewise {name}")
        for word in (word for option in verb.options for word in option.names):
            assert word in text, (name, word)
        assert f"  {name} " in help.command()
    for words in (["tune"], ["tune", "-h"]):
        call(words)
        assert "tune reduce" in capsys.readouterr().out


def test_verbs_take_what_their_data_says() -> None:
    for verb in VERBS.values():
        inspect.signature(verb.body()).bind(**{one.key: None for one in (*verb.arguments, *verb.options)})


@pytest.mark.parametrize(("words", "found"), [
    (["lanewise", "sui"], ["suite"]), (["lanewise", "run", "--sch"], ["--schedule"]),
    (["lanewise", "tune", "r"], ["reduce"]), (["lanewise", "tune", "reduce", "--j"], ["--jobs", "--json"]),
    (["lanewise", "op", "folder", "--ti"], ["--tiling", "--time", "--timeout"]),
    (["lanewise", "run", "a.asc", "--chip", "ascend95"], ["ascend950"]),
    (["lanewise", "run", "a.asc", "--schedule", ""], ["early", "late", "random:"]),
    (["lanewise", "run", "a.asc", "--check", "=", "rac"], ["race", "race:strict"]),  # bash takes = for a word
    (["lanewise", "explain", "ShiftR"], ["ShiftRight"]),
    (["lanewise", "explain", "--ch"], ["--chip"]),
])  # fmt: skip
def test_completion_in_bash(words: list[str], found: list[str]) -> None:
    script = f"{completion('bash')}\nCOMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _lanewise\n"
    command = ["bash", "-c", script + 'printf "%s\\n" "${COMPREPLY[@]}"']
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == found


def test_completion_in_other_shells() -> None:
    """Each shell that is here takes its script; the words are all in it."""
    for shell in ("zsh", "fish"):
        script = completion(shell)
        assert all(name.split()[0] in script for name in VERBS)
        assert "schedule" in script
        if shutil.which(shell):
            subprocess.run([shell, "-c", script], check=True)
