"""Where our headers and what was built of the engine lie."""

from __future__ import annotations

import os

import lanewise

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Below the package when installed, beside the engine in a clone.
_CLONE = os.path.dirname(os.path.dirname(PACKAGE))
HEADERS = next((tree for part in (PACKAGE, _CLONE) if os.path.isdir(tree := os.path.join(part, "include"))), PACKAGE)
# An editable install keeps what was built apart from the sources; both are parts of the package.
LIBRARY = next((lib for part in lanewise.__path__ if os.path.isdir(lib := os.path.join(part, "lib"))), PACKAGE)
RUNTIME = os.path.join(LIBRARY, "liblanewise.so")
INCLUDES = (HEADERS, os.path.join(LIBRARY, "include"))
