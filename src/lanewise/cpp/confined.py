"""What code one does not trust finds in its environment, and which files it must not see."""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping

# What a program gets of the environment: the rest may hold keys and passwords.
_KEPT = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TERM", "TZ", "PWD", "COLUMNS", "LINES", "CXX",
         "LD_LIBRARY_PATH", "VIRTUAL_ENV")  # fmt: skip
_KEPT_KINDS = ("LC_", "LANEWISE_", "ASCEND_", "PYTHON", "OMP_")
# Secrets outside of homes, which root could read or which containers are given.
_SECRETS = ("/etc/shadow", "/etc/gshadow", "/etc/ssh", "/etc/ssl/private", "/run/secrets", "/run/user")


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name in _KEPT or name.startswith(_KEPT_KINDS)}


def hidden_paths() -> tuple[str, ...]:
    """What nobody else should read: everything in homes whose name begins with a dot, and keys of the system."""
    homes = [os.path.realpath(os.path.expanduser("~")), "/root", *glob.glob("/home/*")]
    found = [path for home in homes for path in glob.glob(os.path.join(glob.escape(home), ".*"))]
    found += filter(os.path.exists, _SECRETS)
    return tuple(dict.fromkeys(path for one in found for path in (one, os.path.realpath(one)) if path != "/"))


def is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
