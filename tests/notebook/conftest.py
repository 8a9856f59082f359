from __future__ import annotations

from typing import Any

import numpy as np
import pytest


@pytest.fixture(scope="module")
def shell() -> Any:
    """A shell of IPython without history, with the extension and some arrays."""
    found = pytest.importorskip("IPython.core.interactiveshell", reason="IPython is not installed")
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    made = found.InteractiveShell(config=config)
    made.run_line_magic("load_ext", "lanewise")
    made.push({"np": np, "x": np.arange(64, dtype=np.float32), "z": np.zeros(64, np.float32)})
    return made
