"""The notebooks of examples/ execute from top to bottom."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("name", ["mask_and_stride", "why_is_my_reduction_slow", "fixed_point_on_ai_engine"])
def test_notebook_executes(name: str) -> None:
    pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install lanewise[notebook]")
    client = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install lanewise[notebook]")
    import nbformat

    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", 4)
    client.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ())]
    assert sum("text/html" in data for data in shown) >= 3
