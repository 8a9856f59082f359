"""Names say what a thing is: whole names that would fit anything are refused, and the glossary stays short."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VAGUE = {"told", "said", "known", "shown", "given", "made", "words", "places", "of", "behind", "asked", "heard", "seen",
         "kept", "left", "lent", "happened", "wanted", "named", "taken", "held", "meant", "ways"}  # fmt: skip
FOLDERS = ("src/lanewise", "website", "wheels", "benchmarks")
PUBLIC = {"src/lanewise/timing/traced.py: of"}  # users write timing.of(run)
# Rooms that still have some. The others stay as they are.
NOT_YET = {"aie", "chips", "cpp", "iron", "isa", "machine", "moves", "timing"}


def vague_names() -> list[tuple[str, str]]:
    """(room, file: name) of functions, classes and files whose whole name says nothing of what they are."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            names = [path.stem, *(node.name for node in nodes if isinstance(node, kinds))]
            room = path.relative_to(ROOT / folder).parts[0] if folder == "src/lanewise" else folder
            file = path.relative_to(ROOT).as_posix()
            found += [(room, f"{file}: {name}") for name in names if name.strip("_").lower() in VAGUE]
    return [(room, name) for room, name in found if name not in PUBLIC]


def test_no_name_fits_anything() -> None:
    assert not [name for room, name in vague_names() if room not in NOT_YET]

def test_glossary_stays_short() -> None:
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    words = [line.split("|")[1].strip() for line in lines if line.startswith("| ")][1:]
    assert words == sorted(set(words), key=str.lower)
    assert len(words) <= 40


def test_architecture_stays_under_2500_words() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) < 2500
