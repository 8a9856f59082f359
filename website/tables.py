"""The tables of docs/ that come from entries of src/lanewise/findings. `make` writes them, as it does stubs."""

from __future__ import annotations

from pathlib import Path

from lanewise import findings, severities

DOCS = Path(__file__).resolve().parents[1] / "docs"


def _meanings(language: str, header: str) -> str:
    rows = [f"| {id} | {meaning} |" for id, meaning in findings.meanings(language).items()]
    return "\n".join([header, "|---|---|", *rows]) + "\n"


def tables() -> dict[Path, str]:
    """The table of each page, from its first line on, which finds the place."""
    return {
        DOCS / "severities.md": severities.markdown(),
        DOCS / "checking.md": _meanings("english", "| id | what |"),
        DOCS / "zh" / "checking.md": _meanings("chinese", "| 编号 | 含义 |"),
    }


def replaced(page: str, table: str) -> str:
    start = page.index(table.partition("\n")[0])
    end = start
    while page.startswith("|", end):
        end = page.index("\n", end) + 1
    return page[:start] + table + page[end:]


def main() -> None:
    for path, table in tables().items():
        page = path.read_text(encoding="utf-8")
        if (new := replaced(page, table)) != page:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
