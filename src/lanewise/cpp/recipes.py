"""Programs under a folder, and how each is made to run: its sources, data, scenarios, chips and proof.

Two layouts are known: a `case.toml` beside the program; and a folder with `.asc` files, or `.cpp` files of which some
hold kernels, a CMakeLists.txt and scripts that make the data and verify the result.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from glob import glob
from typing import NamedTuple

from lanewise.cpp.build import SOURCES, Request
from lanewise.errors import LanewiseError
from lanewise.files import read_or_empty

PASSED = ("test pass!", "[Success] Case accuracy")
_SCENARIO = re.compile(r"SCENARIO(?:_NUM)?")
_NUMBERS = re.compile(r"scenario_?(?:num|id)?\s*==\s*(\d+)", re.IGNORECASE)
_CHOICES = re.compile(r"scenario\w*[^\n]*?choices\s*=\s*[\[(]([\d,\s]+)[\])]", re.IGNORECASE)
_REGISTERS = re.compile(r"\b(?:__simd_vf__|MicroAPI::|Reg::|vector_bool\b|asc_vf_call\b)")
_SKIPPED = {"build", "out", "node_modules", "__pycache__"}


class Case(NamedTuple):
    """One run: a program, a scenario and a chip."""

    name: str
    chip: str
    scenario: str
    folder: str
    sources: tuple[str, ...]
    defines: tuple[str, ...]
    include_dirs: tuple[str, ...]
    data: tuple[str, ...]  # commands, run in the working folder
    verify: tuple[str, ...]
    expect: tuple[str, ...]  # one of these texts must be printed; none: the exit status decides
    make: Callable[[], Request] | None = None  # where more than the above decides how it is built
    command: tuple[str, ...] = ()  # that builds and runs it, if it is built at run time
    repository: tuple[str, int] = ("", 0)  # whose files it expects so many folders above the one it runs in
    copied: tuple[str, ...] = ()  # folders beside it that it expects in the one it runs in, to write there

    @property
    def title(self) -> str:
        return f"{self.name} [{self.scenario}]" if self.scenario else self.name


def find(root: str, chips: Sequence[str] = (), only: str | None = None) -> list[Case]:
    """Every run of every program under a folder, in the order of their names."""
    root = os.path.abspath(root)
    cases: list[Case] = []
    for at, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED)
        name = os.path.relpath(at, root) if at != root else os.path.basename(at)
        if "case.toml" in names:
            cases += _described(at, name, chips)
            folders.clear()
        elif any(n.endswith(".asc") for n in names) or ("CMakeLists.txt" in names and _has_kernels(at)):
            cases += _public(at, name, chips)
    return [case for case in cases if only is None or only in case.title]


def _described(folder: str, name: str, chips: Sequence[str]) -> Iterator[Case]:
    """Our own layout: case.toml says what it is for."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    path = os.path.join(folder, "case.toml")
    try:
        with open(path, "rb") as file:
            about = tomllib.load(file)
    except tomllib.TOMLDecodeError as problem:
        raise LanewiseError("CPP-005", case="no_toml", file=path, why=problem) from None
    if "chips" not in about:
        raise LanewiseError("CPP-005", case="no_chips", file=path)
    expect = [about[key] for key in ("expect", "expect_stdout") if key in about]
    script = os.path.join(folder, "gen_data.py")
    data = _script(script) if os.path.isfile(script) else ()
    from lanewise.chips.chip import any_chip

    named = [about["chips"]] if isinstance(about["chips"], str) else about["chips"]
    files = [os.path.join(folder, chip) if chip.endswith(".toml") else chip for chip in named]
    for chip in _of_those([any_chip(chip).name for chip in files], chips):
        yield Case(name, chip, "", folder, _sources_in(folder), (), (folder,), data, (), tuple(expect))


def _of_those(named: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The chips that a program is for; where some are wanted, these: one that is like another runs what is for it."""
    from lanewise.chips.chip import any_chip

    return [c for c in wanted if c in named or any_chip(c).instructions in named] if wanted else list(named)


def _has_kernels(folder: str) -> bool:
    """Whether the recipe makes a program of sources that are not all .asc, one of them with a kernel."""
    recipe = _Recipe(folder, read_or_empty(os.path.join(folder, "CMakeLists.txt")))
    made = [s for _, sources in _programs(folder, "", recipe) for s in sources]
    return any(re.search(r"\b__global__\b", read_or_empty(s)) for s in made)


def _public(folder: str, name: str, chips: Sequence[str]) -> Iterator[Case]:
    text = read_or_empty(os.path.join(folder, "CMakeLists.txt"))
    told = [n for n in sorted(os.listdir(folder)) if n.lower().startswith(("readme", "run.sh"))]
    readme = "\n".join(read_or_empty(os.path.join(folder, n)) for n in told)
    build = _Recipe(folder, text)
    generate, verify = (os.path.join(folder, "scripts", f"{n}.py") for n in ("gen_data", "verify_result"))
    for title, sources in _programs(folder, name, build):
        code = "".join(read_or_empty(s) for s in (*sources, *_headers(folder)))
        scripts = read_or_empty(generate) + read_or_empty(verify)
        expect = tuple(p for p in PASSED if p in code + scripts)
        for scenario in _scenarios(code, scripts, text):
            data, proof = _command(generate, readme, scenario), _command(verify, readme, scenario)
            for chip in _chips(text + readme, code, chips):
                yield Case(
                    title, chip, scenario, folder, sources, build.definitions(scenario, code),
                    (folder, *build.include_dirs), data, proof, expect,
                )  # fmt: skip


class _Recipe:
    """What a CMakeLists.txt says about a program. Only plain statements are understood."""

    def __init__(self, folder: str, text: str) -> None:
        self.folder = folder
        self.statements: list[tuple[str, list[str]]] = []
        self.open = [os.path.join(folder, "CMakeLists.txt")]  # the recipes that are being read: one may include itself
        self.variables = {n: folder for n in ("CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR", "CMAKE_CURRENT_SOURCE_DIR")}
        self._read_commands(text, folder)

    def _read_commands(self, text: str, folder: str) -> None:
        self.variables["CMAKE_CURRENT_LIST_DIR"] = folder
        other = False  # in the second branch of an if: conditions are not understood, and the first one counts
        for m in re.finditer(r"^\s*(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)", text, re.MULTILINE):
            word = m[1].lower()
            said = [w.strip('"') for w in re.findall(r'"[^"]*"|[^\s"]+', re.sub(r"#[^\n]*", "", m[2]))]
            words = self._substitute(said)
            paths = [os.path.normpath(os.path.join(folder, w)) for w in words]
            if word == "set" and len(said) > 1:
                values = [w for w in words[1:] if w != "PARENT_SCOPE"]
                cached = "CACHE" in values
                value = ";".join(values[: values.index("CACHE")] if cached else values)
                if not (cached or other) or said[0] not in self.variables:
                    self.variables[said[0]] = value
            elif word in ("else", "elseif", "endif"):
                other = word != "endif"
            elif word == "list" and len(said) > 2 and said[0] == "APPEND":
                self.variables[said[1]] = ";".join(filter(None, [self.variables.get(said[1]), *words[2:]]))
            elif word == "option":
                self.variables[said[0]] = "1" if said[-1] == "ON" else "0"
            elif word == "file" and len(words) > 2 and words[0].startswith("GLOB"):
                patterns = [self._below(path) for path in paths[2:]] if words[0] == "GLOB_RECURSE" else paths[2:]
                matching = {path for pattern in patterns for path in glob(pattern, recursive=True)}
                self.variables[words[1]] = ";".join(sorted(matching))
            elif word == "include" and paths:
                self._open(paths[0], folder)
            elif word == "add_subdirectory" and paths:
                self._enter(paths[0], folder)
            else:
                found = [p if os.path.exists(p) else w for w, p in zip(words[1:], paths[1:], strict=True)]
                self.statements.append((word, words[:1] + found))

    @staticmethod
    def _below(pattern: str) -> str:
        return os.path.join(os.path.dirname(pattern), "**", os.path.basename(pattern))

    def _open(self, path: str, folder: str) -> None:
        if path not in self.open:
            self.open.append(path)
            self._read_commands(read_or_empty(path), folder)
            self.open.pop()

    def _enter(self, below: str, folder: str) -> None:
        """A folder below may hold libraries; its programs are found by themselves."""
        before = len(self.statements)
        self.variables["CMAKE_CURRENT_SOURCE_DIR"] = below
        self._open(os.path.join(below, "CMakeLists.txt"), below)
        self.statements[before:] = [s for s in self.statements[before:] if s[0] != "add_executable"]
        self.variables["CMAKE_CURRENT_SOURCE_DIR"] = self.variables["CMAKE_CURRENT_LIST_DIR"] = folder

    def _substitute(self, words: Sequence[str]) -> list[str]:
        """With the values of variables, of which some are lists."""
        said = (re.sub(r"\$\{(\w+)\}", lambda m: self.variables.get(m[1], m[0]), w) for w in words)
        return [part for word in said for part in word.split(";")]

    def _arguments_of(self, *statements: str) -> Iterator[list[str]]:
        for word, words in self.statements:
            if word in statements:
                yield words

    def targets(self, *statements: str) -> list[tuple[str, ...]]:
        """The sources of each target."""
        found = [tuple(w for w in words[1:] if w.endswith(SOURCES) and os.path.isfile(w))
                 for words in self._arguments_of(*statements)]  # fmt: skip
        return [f for f in found if f]

    @property
    def include_dirs(self) -> tuple[str, ...]:
        said = [w for words in self._arguments_of("target_include_directories", "include_directories") for w in words]
        paths = [os.path.normpath(os.path.join(self.folder, w)) for w in said]
        return tuple(dict.fromkeys(p for p in paths if os.path.isdir(p)))

    def definitions(self, scenario: str, code: str) -> tuple[str, ...]:
        found: dict[str, str] = {}
        for words in self._arguments_of("target_compile_definitions", "add_compile_definitions", "add_definitions"):
            for word in words:
                name, given, value = word.removeprefix("-D").partition("=")
                if given and "$" not in value:
                    found[name] = value
                elif word.startswith("-D"):
                    found[name] = "1"
        if scenario:
            for name in set(_SCENARIO.findall(code)) | {n for n in found if _SCENARIO.fullmatch(n)}:
                found[name] = scenario
        return tuple(f"{name}={value}" for name, value in sorted(found.items()))


def _programs(folder: str, name: str, recipe: _Recipe) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each executable with the libraries' sources; without a recipe, each file with a main()."""
    libraries = tuple(s for sources in recipe.targets("add_library", "ascendc_library") for s in sources)
    executables = recipe.targets("add_executable")
    if not executables:
        every = _sources_in(folder)
        mains = [s for s in every if re.search(r"\bmain\s*\(", read_or_empty(s))]
        libraries = tuple(s for s in every if s not in mains)
        executables = [(s,) for s in mains]
    for sources in executables:
        stem = os.path.splitext(os.path.basename(sources[0]))[0]
        yield (name if len(executables) == 1 else f"{name}/{stem}"), tuple(dict.fromkeys((*sources, *libraries)))


def _scenarios(code: str, scripts: str, recipe: str) -> list[str]:
    """The numbers that the program, its scripts or its recipe tell apart; [""] when there is only one scenario."""
    if not _SCENARIO.search(code + recipe) and "scenario" not in scripts.lower():
        return [""]
    numbers = {int(n) for n in _NUMBERS.findall(code + scripts)}
    numbers |= {int(n) for found in _CHOICES.findall(scripts) for n in re.findall(r"\d+", found)}
    default = re.search(r"set\s*\(\s*SCENARIO(?:_NUM)?\s+\"?(\d+)", recipe)
    return [str(n) for n in sorted(numbers or {int(default[1]) if default else 1})]


def _chips(about: str, code: str, wanted: Sequence[str]) -> list[str]:
    """The chips that the recipe or the readme names; programs with registers need a chip that has them."""
    from lanewise.chips import DEFAULT
    from lanewise.chips.chip import chips, chips_with

    archs = {int(n) for n in re.findall(r"dav[-_](\d{4})", about)}
    known = [c.name for c in chips().values() if c.arch in archs]
    first = {c.arch: c.name for c in reversed(list(chips().values()))}
    first[chips()[DEFAULT].arch] = DEFAULT
    named = sorted({first[c.arch] for c in chips().values() if c.name in known})
    if not named:
        named = chips_with("registers") if _REGISTERS.search(code) else sorted({DEFAULT, *chips_with("registers")})
    return _of_those(named, wanted)


def _command(script: str, readme: str, scenario: str) -> tuple[str, ...]:
    """The script with the arguments its readme shows, for this scenario."""
    if not os.path.isfile(script):
        return ()
    lines = [m[1].strip() for m in re.finditer(re.escape(os.path.basename(script)) + r"([^\n`#&|;]*)", readme)]
    lines = [line for line in lines if re.fullmatch(r"[\w\s./=${}-]*", line)]
    text = read_or_empty(script)
    option = re.search(r"""["'](-{1,2}\w*scenario\w*)["']""", text, re.IGNORECASE)
    for line in sorted(lines, key=lambda line: f"={scenario}" not in line):
        words = [re.sub(r"(scenario\w*)=.*", rf"\1={scenario}", w, flags=re.IGNORECASE) for w in shlex.split(line)]
        if words:
            return _script(script, *words)
    arguments = [f"{option[1]}={scenario}"] if option and scenario else []
    if "verify" in os.path.basename(script) and re.search(r"argv\[2\]|add_argument\(\s*[\"'][a-z]", text):
        arguments += ["./output/output.bin", "./output/golden.bin"]
    return _script(script, *arguments)


def _script(path: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-B", path, *arguments)


def _sources_in(folder: str) -> tuple[str, ...]:
    return tuple(os.path.join(folder, n) for n in sorted(os.listdir(folder)) if n.endswith(SOURCES))


def _headers(folder: str) -> list[str]:
    return [os.path.join(at, n) for at, _, names in os.walk(folder) for n in names if n.endswith((".h", ".hpp"))]

