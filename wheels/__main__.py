"""`make wheel`: dist/ holds a wheel for each architecture, made on this computer whichever it has.

`python -m wheels x86_64` makes one alone, and `python -m wheels native` one with the compiler that is here, sooner and
for computers that are as new as this one. Those for macOS (`make macos`) stay in build/wheels: nobody has run them.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from pathlib import Path

from wheels import contents, macho, tools
from wheels.target import GLIBC, LINUX, TARGETS, Target


def make(target: Target) -> Path:
    """The wheel, as its name says for whom; a problem ends the process."""
    raw = target.folder / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    settings = [f"cmake.define.{name}={value}" for name, value in target.settings.items()]
    settings += [f"build-dir={target.build}", "install.strip=false"]
    tools.run([sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps",
               "--no-build-isolation", "--wheel-dir", str(raw), *(w for s in settings for w in ("-C", s)), "."],
              cwd=tools.ROOT, env={**os.environ, **target.environment})  # fmt: skip
    (made,) = raw.glob("*.whl")
    if target.system == "macos":
        return made
    checked = target.folder / "checked"
    shutil.rmtree(checked, ignore_errors=True)
    # It names a wheel for the oldest computers that have all symbols, and takes no name of another architecture.
    tools.auditwheel("repair", "--plat", "auto", "--wheel-dir", str(checked), str(made))
    (wheel,) = checked.glob("*.whl")
    if not target.is_old_enough(wheel.name):
        sys.exit(f"make wheel: {wheel.name} needs a newer C library than {GLIBC}")
    dist = tools.ROOT / "dist"
    dist.mkdir(exist_ok=True)
    return Path(shutil.copy(wheel, dist))


def main() -> int:
    names = sys.argv[1:] or sorted(LINUX, key=lambda machine: machine != platform.machine())
    if unknown := set(names) - set(TARGETS):
        print(f"make wheel: no wheel is made for {', '.join(unknown)}; there are {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    tools.install()
    for target in map(TARGETS.__getitem__, names):
        wheel = make(target)
        wrong = [f"it lacks {name}" for name in contents.check(wheel, target.system)]
        if target.system == "macos":
            wrong += macho.check(wheel, target.machine)
        print(f"{wheel.relative_to(tools.ROOT)}: {wheel.stat().st_size / 1e6:.1f} MB")
        if wrong:
            print(f"make wheel: {'; '.join(wrong[:5])}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
