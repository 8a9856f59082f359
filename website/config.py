"""The configuration of mkdocs for one language: a theme that needs no network, and a search that works from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from website.texts import LANGUAGES, texts

EXTENSIONS: list[Any] = [
    "admonition", "attr_list", "md_in_html", "tables", "pymdownx.details", "pymdownx.superfences",
    {"pymdownx.highlight": {"anchor_linenums": False}}, {"pymdownx.tabbed": {"alternate_style": True}},
    {"toc": {"permalink": False}},
]
# Words end at spaces, signs and their Chinese kind, and inside names such as ShiftRight.
SEPARATOR = r"[\s\u200b\-_,:=\[\]()<>\"`/&.\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\u2018-\u201d\u2026]+|(?=[A-Z][a-z])"


def config(language: str, docs: Path, site: Path, nav: list[Any]) -> str:
    t = texts(language)
    return json.dumps({  # JSON is YAML
        "site_name": t("site_name"),
        "site_description": t("site_description"),
        "docs_dir": str(docs),
        "site_dir": str(site),
        "use_directory_urls": False,  # a page is a file, and opens without a server
        "strict": True,
        "validation": {"omitted_files": "warn", "absolute_links": "warn", "unrecognized_links": "warn",
                       "anchors": "warn"},
        "theme": {
            "name": "material",
            "language": language,
            "font": False,
            "features": ["navigation.tabs", "navigation.indexes", "navigation.prune", "navigation.top",
                         "content.code.copy", "content.tabs.link", "search.highlight", "toc.follow"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "indigo",
                 "toggle": {"icon": "material/weather-night", "name": t("dark")}},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "indigo",
                 "toggle": {"icon": "material/weather-sunny", "name": t("light")}},
            ],
            "icon": {"logo": "material/view-week"},
            "favicon": "assets/favicon.svg",
        },
        "plugins": [{"search": {"lang": ["en"] if language == "en" else ["en", "zh"],
                                "separator": SEPARATOR}}, "offline"],
        "hooks": [str(Path(__file__).with_name("search") / "hook.py")],
        "markdown_extensions": EXTENSIONS,
        "extra": {"generator": False,
                  "polyfills": ["assets/iframe-worker.js"],  # in place of one that comes from the network
                  "alternate": [{"name": texts(one)("this_language"), "link": f"../{one}/index.html", "lang": one}
                                for one in LANGUAGES]},
        "extra_css": ["assets/site.css"],
        "nav": nav,
    }, ensure_ascii=False, indent=1)
