"""What a core is made of stands in chips/cores.toml: no C++ of the engine and no Python names them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from every import check_every
from lanewise.chips import cores
from lanewise.chips.chip import chip
from lanewise.isa import events
from lanewise.isa.issued import Space, in_memory, on_core
from lanewise.machine.allocator import Hardware
from lanewise.machine.tensor import TPosition

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "lanewise"
PIPES = {name for name in cores.every_pipe() if len(name) > 1}  # one letter may mean anything
EVENTS = {event.name for event in cores.events()}
MEMORIES = {one.name for one in cores.memories()}
NAMES = MEMORIES | PIPES | EVENTS | {f"PIPE_{name}" for name in (*cores.every_pipe(), cores.all_pipes()[0])}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
WORD = re.compile(r"\b(?:" + "|".join(sorted(NAMES)) + r")\b")
LETTER = re.compile('"(?:' + "|".join(name for name in cores.every_pipe() if len(name) == 1) + ')"')
ENGINE = sorted(p for p in (ROOT / "engine").rglob("*") if p.suffix in (".hpp", ".cpp"))
# Identifiers of the engine with a name inside: records of the vendor's, and what launches ask of UB (`__ubuf__` arrays,
# the third number between the chevrons) and kernels see of it.
OF_RECORDS = {"data_copy_ub", "data_copy_l1_to_ub", "set_fix_pipe_config", "lib_softmax_flash_v2", "ub_array"}
OF_LAUNCHES = {"dynamic_ub", "ub_dynamic", "ub_dynamic_at", "ub_static", "ub_taken_above", "lw_ub_array",
               "lw_ub_dynamic", "ub", "ub_bytes"}  # fmt: skip
# Headers with names that programs use: the vendor's enumerations, defaults of arguments, calls named like a pipe; and
# programs of ours that use them as any other does, Matmul and the Tensor API.
OF_THE_VENDOR = ("constants.h", "sync.h", "compiler_functions.h", "pipe.h", "system.h", "allocator.h", "c_api/",
                 "matmul/", "te/")  # fmt: skip
OF_HOSTS = ("helpers.h", "host/platform.h", "host/matmul_tiling.h", "host/matmul/")
INCLUDE = ROOT / "include" / "lanewise"
NAMING_HEADERS = tuple(f"ascend/{name}" for name in OF_THE_VENDOR) + tuple(f"operator/{name}" for name in OF_HOSTS)
HEADERS = sorted(p for p in INCLUDE.rglob("*.h") if not str(p.relative_to(INCLUDE)).startswith(NAMING_HEADERS))
# Records say on which pipe an instruction runs; recipes and what the tuner writes are programs; tests run some.
NAMING = ("isa/ascend", "recipes/", "tune/code.py", "tests/", "cli/new.py")
PYTHON = sorted(p for p in SOURCE.rglob("*.py") if not str(p.relative_to(SOURCE)).startswith(NAMING))


def named_in_cpp(text: str) -> list[str]:
    code = COMMENT.sub("", text)
    return WORD.findall(code) + LETTER.findall(code)


def inside_identifiers(text: str) -> list[str]:
    """Identifiers with the name of a memory or pipe as one of their parts: `mte2_busy`, `is_l0a`."""
    found = set(re.findall(r"\b[A-Za-z_]\w*\b", COMMENT.sub("", text)))
    known = OF_RECORDS | OF_LAUNCHES
    parts = {name.lower() for name in MEMORIES | PIPES}
    return sorted(w for w in found if w.strip("_") not in known and parts & set(w.lower().split("_")))


def named_in_python(text: str) -> list[str]:
    tree = ast.parse(text)
    words = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    constants = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in words]
    attributes = [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    read = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    imported = [n.name for n in ast.walk(tree) if isinstance(n, ast.alias)]
    keywords = [n.arg for n in ast.walk(tree) if isinstance(n, ast.keyword)]
    words = (*constants, *attributes, *read, *imported, *keywords)
    return [one for one in words if isinstance(one, str) and one in NAMES]


@check_every(ENGINE, lambda p: str(p.relative_to(ROOT)))
def test_engine_names_no_memory_and_no_pipe(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = named_in_cpp(text) + inside_identifiers(text)
    assert not found, f"{path.name} names {found}; ask for it by its use (lanewise/generated/cores.hpp)"


@check_every(HEADERS, lambda p: str(p.relative_to(INCLUDE)))
def test_headers_name_no_memory_and_no_pipe(path: Path) -> None:
    found = named_in_cpp(path.read_text(encoding="utf-8"))
    assert not found, f"{path.name} names {found}; ask for it by its use (lanewise/generated/cores.hpp)"


@check_every(PYTHON, lambda p: str(p.relative_to(SOURCE)))
def test_python_names_no_memory_and_no_pipe(path: Path) -> None:
    found = named_in_python(path.read_text(encoding="utf-8"))
    assert not found, f"{path.name} names {found}; ask for it by its use (isa/issued.py, isa/events.py)"


@pytest.mark.parametrize(
    "planted",
    ["if (pipe == MTE3) return;", 'names[] = {"V", "X"};', "case HardEvent::V_MTE2:", "x = PIPE_ALL;",
     'Fault("more than UB has");', "if (space == Space::L0A) return;", "read(core.L1);"],
)
def test_guard_finds_what_is_planted_in_cpp(planted: str) -> None:
    assert named_in_cpp(planted)
    assert not named_in_cpp(f"// {planted}")


@pytest.mark.parametrize("planted", ["int mte2_busy = 0;", "bool is_l0a;", "core.ub_at", "wait(fix_);", "LW_UB_BYTES"])
def test_guard_finds_what_is_planted_in_identifiers(planted: str) -> None:
    assert inside_identifiers(planted)
    assert not inside_identifiers(f"// {planted}")


@pytest.mark.parametrize("planted", ['x = "MTE2"', "note(HardEvent.MTE2_V)", 'y = {"V_MTE3": 1}', "PipeID.PIPE_ALL",
                                     'y = "UB"', "if space == Space.L0C: pass", "from events import PIPE_V",
                                     "y = UB", "sizes = dict(L1=3)"])
def test_guard_finds_what_is_planted_in_python(planted: str) -> None:
    assert named_in_python(planted)
    assert not named_in_python(f'"""{planted!r}"""' if '"' not in planted else "pass")


def test_events_have_the_vendor_numbers() -> None:
    """As published: the order of the enumeration is its numbers."""
    known = {"MTE2_MTE1": 0, "MTE2_V": 4, "V_MTE2": 5, "MTE3_V": 6, "V_MTE3": 7, "V_V": 10, "MTE3_MTE2": 19,
             "MTE2_MTE3": 20, "S_V": 21, "MTE3_S": 26, "FIX_FIX": 34, "MAX": 35}  # fmt: skip
    assert {name: int(events.HardEvent[name]) for name in known} == known
    pipes = {"PIPE_S": 0, "PIPE_V": 1, "PIPE_M": 2, "PIPE_MTE1": 3, "PIPE_MTE2": 4, "PIPE_MTE3": 5,
             "PIPE_ALL": 6, "PIPE_FIX": 10}  # fmt: skip
    assert {name: int(events.PipeID[name]) for name in pipes} == pipes


def test_every_event_is_between_two_pipes() -> None:
    for event in cores.events():
        assert event.source in cores.every_pipe()
        assert event.target in cores.every_pipe()


def test_every_kind_of_core_is_made_of_pipes_that_there_are() -> None:
    for kind in cores.kinds().values():
        assert set(kind.pipes) <= set(cores.every_pipe())
        assert all(cores.every_pipe()[name].use for name in kind.pipes)
    parts = {"AIV": "vector", "AIC": "cube", "AICORE": "both"}
    assert {kind.name: kind.part for kind in cores.kinds().values()} == parts
    assert [pipe.name for pipe in cores.pipes()] == ["S", "V", "MTE2", "MTE3", "M", "MTE1", "FIX"]


def test_an_event_is_between_the_pipes_that_it_names() -> None:
    of = {event.name: events.pipes_of(event) for event in events.HardEvent}
    assert of["MTE2_V"] == (events.COPY_IN, events.VECTOR)
    assert of["FIX_M"] == (events.Pipe.FIX, events.Pipe.M)
    assert of["MAX"] == (None, None)


# The table of memories as published: bytes by chip, and where tensors start.
KB = 1024
NAMES_OF_MEMORIES = ("UB", "L1", "L0A", "L0B", "L0C", "BT", "FB", "L0AMX", "L0BMX", "L0BI", "SSBUF")
SIZES = {
    "ascend910b": (192 * KB, 512 * KB, 64 * KB, 64 * KB, 128 * KB, 1 * KB, 2 * KB, 0, 0, 16 * KB, 0),
    "ascend950": (256 * KB, 512 * KB, 64 * KB, 64 * KB, 256 * KB, 4 * KB, 4 * KB, 4 * KB, 4 * KB, 0, 3 * KB),
    "ascend310p": (256 * KB, 1024 * KB, 64 * KB, 64 * KB, 256 * KB, 0, 0, 0, 0, 0, 0),
    "ascend910": (256 * KB, 1024 * KB, 64 * KB, 64 * KB, 256 * KB, 0, 0, 0, 0, 0, 0),
}
ALIGNED = {"UB": 32, "L1": 32, "L0A": 512, "L0B": 512, "L0C": 64, "BT": 64, "FB": 128}


@pytest.mark.parametrize("name", SIZES)
def test_memories_have_the_published_sizes(name: str) -> None:
    of = chip(name)
    published = dict(zip(NAMES_OF_MEMORIES, SIZES[name], strict=True))
    assert {one.name: of.size(one.use) for one in cores.memories()} == published
    for one in cores.memories():
        fact = of.facts[f"{one.name.lower()}_bytes"]
        assert fact.evidence == "documented"
        assert of.usable(one.use) <= of.size(one.use)


def test_memories_stand_in_the_order_of_the_vendor_numbers() -> None:
    """LocalMemAllocator counts on it."""
    assert [one.vendor for one in cores.memories() if one.vendor is not None] == [1, 2, 3, 4, 5, 6, 7]


def test_memories_are_aligned_as_published() -> None:
    assert {name: cores.every_memory()[name].align for name in ALIGNED} == ALIGNED


def test_usable_bytes_are_all_where_no_file_says_otherwise() -> None:
    assert chip("ascend910b").usable("vector") == 196352
    assert chip("ascend910b").usable("staging") == 524288 - 256
    assert chip("ascend910b").usable("bias") == chip("ascend910b").size("bias")


def test_every_kind_of_core_is_made_of_memories_that_there_are() -> None:
    names = {one.name for one in cores.memories()}
    for kind in cores.kinds().values():
        assert set(kind.memories) <= names
    assert {name for kind in cores.kinds().values() for name in kind.memories} == names
    assert set(cores.kind_for("both").memories) >= set(cores.kind_for("vector").memories)
    for pipe in cores.every_pipe().values():
        assert {end for move in pipe.moves for end in move} <= set(cores.every_memory())


def test_positions_have_the_vendor_numbers_and_lie_in_one_memory() -> None:
    assert cores.positions() == {name: int(number) for name, number in TPosition.__members__.items()}
    lies = [at for one in cores.every_memory().values() for at in one.positions]
    assert len(lies) == len(set(lies))
    assert set(lies) <= set(cores.positions())
    assert {name: int(number) for name, number in Hardware.__members__.items()} == {
        "GM": 0, "UB": 1, "L1": 2, "L0A": 3, "L0B": 4, "L0C": 5, "BIAS": 6, "FIXBUF": 7, "MAX": 8,
    }  # fmt: skip


def test_spaces_are_the_memories_of_cores_then_shared_memory_then_registers() -> None:
    names = [space.name for space in Space]
    assert names == [*(one.name for one in cores.memories()), "GM", "REG", "MASK", "UNALIGNED"]
    assert [space.name for space in Space if on_core(space)] == [one.name for one in cores.memories()]
    assert [space.name for space in Space if not in_memory(space)] == ["REG", "MASK", "UNALIGNED"]
