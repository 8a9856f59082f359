"""What a graph looks like, and graphs whose results depend on time."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from running import EXAMPLES, lanewise, numbers

PACKETS = EXAMPLES / "packets"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What --fifos says, and all words of the drawing."""
    folder = tmp_path_factory.mktemp("drawn")
    lenses = "--fifos", "--draw", folder / "graph.svg"
    done = lanewise("graph.cpp", "--chip", "aie", "--out", folder, *lenses, cwd=PACKETS)
    assert done.returncode == 0, done.stderr
    words = [e.text or "" for e in ET.parse(folder / "graph.svg").iter() if e.tag.endswith("text")]
    return " ".join(done.stderr.split()), "\n".join(words)


def test_drawing_has_kernels_links_types_and_sizes(drawn: tuple[str, str]) -> None:
    words = drawn[1].splitlines()
    assert sum(word == "add.cc, 2 calls" for word in words) == 4
    assert {"add", "add[3]", "pktsplit", "pktmerge", "DataIn", "stream int32[8]"} <= set(words)


def test_fifos_say_how_full_links_became(drawn: tuple[str, str]) -> None:
    assert "stream add[3].out[0] -> pktmerge.in[3], int32[8]: 32 of 128 bytes full, 64 bytes in all" in drawn[0]


def test_random_orders_change_what_depends_on_time_alone(tmp_path: Path) -> None:
    """Packets come in another order, and are the same packets."""
    found = []
    for seed in (1, 2, 3):
        out = tmp_path / str(seed)
        done = lanewise("graph.cpp", "--chip", "aie", "--out", out, "--schedule", f"random:{seed}", cwd=PACKETS)
        assert done.returncode == 0, done.stderr
        words = list(numbers(out / "data" / "output.txt"))
        found.append([tuple(words[at : at + 9]) for at in range(0, len(words), 9)])
    assert sorted(found[0]) == sorted(found[1]) == sorted(found[2])
    assert not found[0] == found[1] == found[2]


def test_a_graph_has_no_late_schedule(tmp_path: Path) -> None:
    done = lanewise("graph.cpp", "--chip", "aie", "--out", tmp_path, "--schedule", "late", cwd=PACKETS)
    assert done.returncode == 2
    assert "random:SEED" in done.stderr
