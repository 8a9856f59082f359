"""`lanewise examples`: programs that come with Lanewise, listed, or copied to be run and changed."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from lanewise.cli.shipped import shipped
from lanewise.cli.status import refuse

_MAIN = ("graph.cpp", "main.cpp")  # of a folder


def examples(name: str | None, to: str) -> None:
    """List the example programs that come with Lanewise, or copy one, or all of them."""
    found = _find_examples()
    if name is None:
        from lanewise.cli.show import console, table

        rows = [(one, _first_sentence(path), _run(path.name, path)) for one, path in found.items()]
        console().print(table(["example", "what it shows", "run it with"], rows))
        print("lanewise examples NAME copies one into the current folder, lanewise examples all every one")
        return
    wanted = found if name == "all" else {one: path for one, path in found.items() if name in (one, path.name)}
    if not wanted:
        refuse(f"there is no example called {name}: {', '.join(found)}")
    target = Path(to)
    for one in wanted:
        if (target / Path(one).name).exists():
            refuse(f"{target / Path(one).name} already exists")
    for path in wanted.values():
        place = target / path.name
        target.mkdir(parents=True, exist_ok=True)
        shutil.copytree(path, place) if path.is_dir() else shutil.copy(path, place)
        shown = os.path.relpath(place)
        print(f"{shown}  {_run(shown, path)}")


def _find_examples() -> dict[str, Path]:
    """Name -> file or folder."""
    folder = shipped("examples", "vector_add.asc")
    single = [path for path in folder.iterdir() if path.suffix in (".py", ".asc", ".ipynb")]
    folders = [path.parent for main in _MAIN for path in folder.rglob(main)]
    return {str(path.relative_to(folder)): path for path in sorted([*single, *folders])}


def _first_sentence(path: Path) -> str:
    """The first sentence of a file: of its docstring, its first comment or its title."""
    if path.is_dir():
        path = next(path / main for main in _MAIN if (path / main).exists())
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "".join(json.loads(text)["cells"][0]["source"]).lstrip("# ")
    elif path.suffix == ".py":
        text = text.split('"""')[1] if '"""' in text else ""
    else:
        comment = re.match(r"(?://.*\n)+", text)
        text = re.sub(r"^// ?", "", comment[0], flags=re.MULTILINE) if comment else ""
    return re.split(r"(?<=[.:]) |\n\n", " ".join(text.split("\n\n")[0].split()), maxsplit=1)[0].rstrip(".:")


def _run(name: str, path: Path) -> str:
    if path.suffix == ".ipynb":
        return f"jupyter lab {name}"
    if (path / "op_kernel").is_dir():
        return f"lanewise run {name}/main.cpp"
    if path.is_dir():
        return f"lanewise run {name}/graph.cpp --chip aie --input-dir {name}/data"
    return f"lanewise run {name}"
