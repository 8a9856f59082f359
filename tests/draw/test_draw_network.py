"""Boxes and arrows: no label lies on another one, nor on a box."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations

from lanewise.draw.network import Arrow, Box, svg

BOXES = {name: Box("core", name, "core") for name in ("a", "b", "c", "d", "e")}
LONG = ("stream int32[256 + 16]", "1024 of 1024 bytes full, waited 12x for data and 7x for room")
ARROWS = [Arrow("a", "b", LONG), Arrow("a", "c", LONG), Arrow("b", "d", LONG), Arrow("c", "d", LONG),
          Arrow("a", "d", LONG), Arrow("d", "e", LONG[:1]), Arrow("b", "c", ("other",))]  # fmt: skip


def test_labels_keep_clear_of_each_other_and_of_boxes() -> None:
    drawn = list(ET.fromstring(svg("title", BOXES, ARROWS)))
    texts = [(float(e.attrib["x"]), float(e.attrib["y"]), len(e.text or ""))
             for e in drawn if e.tag.endswith("text") and e.get("font-size") == "9"]  # fmt: skip
    labels = [(x, y - 7, x + 4.5 * letters, y + 2) for x, y, letters in texts]
    boxes = [(float(e.attrib["x"]), float(e.attrib["y"]), float(e.attrib["x"]) + float(e.attrib["width"]),
              float(e.attrib["y"]) + float(e.attrib["height"]))
             for e in drawn if e.tag.endswith("rect") and e.get("rx")]  # fmt: skip
    assert len(labels) == sum(len(arrow.label) for arrow in ARROWS)
    assert len(boxes) == len(BOXES)

    def meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
        return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]

    assert not any(meet(a, b) for a, b in combinations(labels, 2))
    assert not any(meet(label, box) for label in labels for box in boxes)
