"""`python -m website FOLDER`: the sources of the site in every language; FOLDER/site is where mkdocs puts the pages."""

from __future__ import annotations

import sys
from pathlib import Path

from website.texts import LANGUAGES, texts
from website.tree import write


def main(folder: Path) -> int:
    for language in LANGUAGES:
        write(language, folder / language, folder / "site" / language)
        if missing := sorted(texts(language).missing):
            said = f"{len(missing)} texts have no translation into {language}:"
            print(said, *missing[:20], sep="\n  ", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
