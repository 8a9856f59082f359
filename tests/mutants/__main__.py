"""make mutants: plant faults in the engine, one at a time, and see whether the agreement test notices.

Faults are chosen by a seed, evenly over the rooms of engine/. One engine holds them all; a number chooses which counts.
First every call of the agreement test is run once, and each fault notes whether it would have made a difference in it.
Then each fault is switched on in a process of its own and sees only those calls. It dies when an outcome differs from
the definition's, when the process crashes, or when it does not end. What lives must stand in survivors.toml, with a
reason.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
KILLED_SHARE = 0.95
SECONDS = 30  # for one fault
MOST = 500  # calls for one fault


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=600, help="faults to plant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", default="", help="plant faults in this room alone; `fast paths` is one, too")
    parser.add_argument("--only", default="", help="try the faults whose file and kind contain this")
    parser.add_argument("--scratch", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--show", action="store_true", help="print the lines of those that live")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    sys.path.insert(0, str(HERE))
    import building
    import sites

    start = time.monotonic()
    chosen = sites.choose(ROOT, options.count, options.seed, options.room)
    print(f"building an engine with {len(chosen)} faults in it", flush=True)
    package, chosen = building.build(ROOT, options.scratch / f"{options.room}{options.seed}".replace(" ", "-"), chosen)
    print(f"  {len(chosen)} are in it, after {time.monotonic() - start:.0f} s", flush=True)
    os.environ["LANEWISE_CPU"] = "baseline"
    # The package with the faults, not the one that is installed for development.
    sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__name__.startswith("ScikitBuild")]
    sys.path[:0] = [str(package), *(str(ROOT / "tests" / name) for name in ("agreement", "numerics", "cpp"))]
    import units

    faults = Faults(package)
    tests = units.all_units(options.room)
    print(f"running {len(tests)} calls on the definition and once on the engine", flush=True)
    seen = rehearse(faults, tests)
    print(f"  after {time.monotonic() - start:.0f} s", flush=True)
    chosen = [s for s in chosen if options.only in f"{s.file} {s.kind}" and not faults.impossible[s.number]]
    fates = try_all(faults, chosen, seen)
    return report(chosen, fates, time.monotonic() - start, options.show)


class Faults:
    """The variables of schemata.hpp in the library that was built."""

    def __init__(self, package: Path) -> None:
        import numpy as np

        from lanewise.machine.engine import native

        engine = native()
        assert engine is not None
        assert engine.__file__.startswith(str(package))
        library = ctypes.CDLL(str(package.parent / "out" / "liblanewise.so"))
        self.active = ctypes.c_int.in_dll(library, "lw_mutant")
        self.recording = ctypes.c_int.in_dll(library, "lw_recording")
        self.slow_calls = ctypes.c_int.in_dll(library, "lw_slow_calls")
        table = ctypes.c_ubyte * 4096
        self.different: Any = np.ctypeslib.as_array(table.in_dll(library, "lw_different"))
        try:
            self.impossible: Any = np.ctypeslib.as_array(table.in_dll(library, "lw_impossible"))
        except ValueError:  # every fault fits, so that nothing uses the table
            self.impossible = np.zeros(4096, np.uint8)


def rehearse(faults: Faults, tests: list[Any]) -> dict[int, list[Any]]:
    """For each fault the calls in which it makes a difference; every call must be right without one."""
    seen: dict[int, list[Any]] = defaultdict(list)
    for unit in tests:
        unit.expected = unit.run("definition")
        faults.recording.value = 1
        faults.different[:] = 0
        faults.slow_calls.value = 0
        got = unit.run("fast")
        unit.slow_calls = faults.slow_calls.value
        faults.recording.value = 0
        if got != unit.expected:
            raise SystemExit(f"the engine is not the definition for {unit.record} without any fault: make test first")
        for number in faults.different.nonzero()[0]:
            seen[int(number)].append(unit)
    return {number: spread(units) for number, units in seen.items()}


def spread(units: list[Any]) -> list[Any]:
    """Calls of all records in turn, and at most that many."""
    by_record: dict[str, list[Any]] = defaultdict(list)
    for unit in units:
        by_record[unit.record].append(unit)
    out: list[Any] = []
    longest = max(len(of) for of in by_record.values())
    for i in range(longest):
        out += [of[i * len(of) // longest] for of in by_record.values() if i < len(of)]
        if len(out) >= MOST:
            break
    return out


def try_all(faults: Faults, chosen: list[Any], seen: dict[int, list[Any]]) -> dict[int, str]:
    """How each fault ended: "outcome", "crash", "no end"; "slower" where it only keeps calls from a fast path;
    "lives", or "no difference" where no call shows any."""
    fates = {site.number: "no difference" for site in chosen}
    waiting = [site.number for site in chosen if seen.get(site.number)]
    running: dict[int, int] = {}
    while waiting or running:
        while waiting and len(running) < 2:
            number = waiting.pop(0)
            sys.stdout.flush()
            child = os.fork()
            if not child:
                os._exit(alone(faults, number, seen[number]))
            running[child] = number
        child, status = os.wait()
        if child not in running:  # what a compiled program was built with
            continue
        number = running.pop(child)
        if os.WIFSIGNALED(status):
            fates[number] = "no end" if os.WTERMSIG(status) == signal.SIGALRM else "crash"
        else:
            fates[number] = {0: "lives", 1: "outcome", 3: "slower"}.get(os.WEXITSTATUS(status), "crash")
    return fates


def alone(faults: Faults, number: int, tests: list[Any]) -> int:
    """In a process of its own: 1 when a call notices, 3 when results are right and only take longer, 0 otherwise."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    faults.active.value = number
    try:
        slower = False
        for unit in tests:
            faults.slow_calls.value = 0
            if unit.run("fast") != unit.expected:
                return 1
            slower = slower or faults.slow_calls.value > unit.slow_calls
        return 3 if slower else 0
    except BaseException:
        return 2


def report(chosen: list[Any], fates: dict[int, str], seconds: float, show: bool) -> int:
    reasons = notes_on_survivors()
    alive = [s for s in chosen if fates[s.number] in ("lives", "no difference")]
    equal = [s for s in alive if reasons.get(s.name, {}).get("equal")]
    slower = [s for s in chosen if fates[s.number] == "slower"]
    chosen, alive = ([s for s in of if s not in equal and s not in slower] for of in (chosen, alive))
    killed = len(chosen) - len(alive)
    for title, of in (("room", lambda s: s.room), ("kind", lambda s: s.label)):
        print(f"\n{title:<22}{'planted':>8}{'killed':>8}{'share':>8}")
        for group in sorted({of(s) for s in chosen}):
            members = [s for s in chosen if of(s) == group]
            dead = sum(s not in alive for s in members)
            print(f"{group:<22}{len(members):>8}{dead:>8}{dead / len(members):>8.0%}")
    ends = ", ".join(f"{n} {fate}" for fate, n in Counter(fates[s.number] for s in chosen).most_common())
    print(f"\n{len(equal)} more change nothing, as survivors.toml says")
    print(f"{len(slower)} more only keep calls from a fast path: all results are right")
    print(f"{len(chosen)} planted, {killed} killed ({killed / len(chosen):.1%}): {ends}; {seconds:.0f} s")
    unexplained = [s for s in alive if s.name not in reasons]
    for s in alive if show else unexplained:
        how = "lives" if s in unexplained else "lives, as known"
        print(f"{how} ({fates[s.number]}): {s.file}:{s.line}: {s.kind}: {s.text}")
    return int(bool(unexplained) or killed < KILLED_SHARE * len(chosen))


def notes_on_survivors() -> dict[str, dict[str, Any]]:
    """What is known of survivors: a reason, and whether the engine does the same with the fault."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    entries = tomllib.loads((HERE / "survivors.toml").read_text()).get("survivor", [])
    return {entry["fault"]: entry for entry in entries}


if __name__ == "__main__":
    sys.exit(main())
