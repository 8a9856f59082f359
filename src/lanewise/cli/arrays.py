"""Arrays of files that numpy.save wrote, named on the command line: what is none is refused in one line."""

from __future__ import annotations

import os
from typing import Any

from lanewise.cli.status import refuse


def read_array(path: str) -> Any:
    import tokenize

    import numpy as np

    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for
        refuse(f"{path} is no file; name one that numpy.save wrote")
    try:
        array = np.load(path)
    except OSError as problem:
        refuse(f"{path}: {problem.strerror or problem}")
    except MemoryError as problem:  # its first line says how large it would be
        refuse(f"{path}: {problem}")
    except (ValueError, TypeError, EOFError, SyntaxError, RecursionError, tokenize.TokenError):
        refuse(f"{path} is no array: write one with numpy.save(\"{path}\", array)")
    if not isinstance(array, np.ndarray):
        there = ", ".join(array.files)
        refuse(f"{path} has several arrays ({there}); write each to a .npy file of its own with numpy.save")
    return array
