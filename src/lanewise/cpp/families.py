"""Which family of chips a C++ source is written for: asked when it does not compile for the chip that was named."""

from __future__ import annotations

import os
import re

from lanewise.cpp.build import Request
from lanewise.cpp.chip_file import chip_file
from lanewise.cpp.sources import INCLUDE, included_files, read_source
from lanewise.errors import LanewiseError

_HEADERS = {
    "ascend": re.compile(r"kernel_operator\w*\.h|(?:ascendc|acl|c_api|kernel_tiling|tiling|register|adv_api)/.*"),
    "aie": re.compile(r"aie_api/.*|adf\.h|adf/.*|aie_kernel_utils\.h|aie2?intrinsics\.h|lut_based_ops\.h"),
}


def refuse_other_family(request: Request) -> None:
    """One line where a source is for another family of chips, instead of what a compiler says about its headers."""
    here = chip_file(request.chip).family
    found: dict[str, tuple[str, str]] = {}
    for source in filter(os.path.isfile, request.sources):
        for path in included_files(source, request.include_dirs):
            for match in INCLUDE.finditer(read_source(path)):
                for family, headers in _HEADERS.items():
                    if headers.fullmatch(match[2]):
                        found.setdefault(family, (path, match[2]))
    if not found or here in found:
        return
    from lanewise.chips.chip import FAMILIES, chips

    ((family, (path, header)),) = list(found.items())[:1]
    error = LanewiseError("CHIP-003", asked=request.chip, title=FAMILIES[here].title, need=FAMILIES[family].title,
                          known=", ".join(chips(family)), file=os.path.relpath(path), header=header)  # fmt: skip
    error.text = ("{file} includes {header} of the {need} family, but {asked} is a chip of the {title} family. "
                  "Name one of these with --chip: {known}.")  # fmt: skip
    raise error
