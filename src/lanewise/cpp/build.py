"""From sources to a program: what was built before is found without asking the compiler."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lanewise.cpp import cache, compiler, lookups, prelude, read
from lanewise.cpp.addresses import WRAPPER, Wanted, complaints, strip_ranges
from lanewise.cpp.another import alternative_compiler
from lanewise.cpp.progress import working
from lanewise.cpp.sides import defined_twice
from lanewise.cpp.ward import Outcome, run_tools
from lanewise.errors import LanewiseError
from lanewise.files import read_or_empty

SOURCES = (".asc", ".cpp", ".cc", ".cxx", ".c++", ".C")
_FOR_LINKER = ("-l", "-L", "-Wl,")
_VARIANTS = 16  # contents of the same files that are remembered
_DEFINE = re.compile(r"^#define (\w+) (.*)$", re.MULTILINE)
_FULL = ("No space left on device", "Disk quota exceeded")  # in the words of a compiler
_FIELD = re.compile(r"\bCallField<")  # of the parameters of calls: its type is seen where a program looks closely
_PLAIN_FIELDS = "-DLANEWISE_PLAIN_FIELDS=1"
_TIMES = 8  # that a source is compiled anew because of numbers: calls name one argument at a time


class Request(NamedTuple):
    sources: tuple[str, ...]
    chip: str
    arch: int
    defines: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    ahead: str = ""  # text in front of the first source, behind our headers
    behind: str = ""  # text after the first source
    shared: bool = False  # a library for Python instead of a program
    graph: bool = False  # functions that nobody defines are kernels, which are compiled apart
    debug: bool = False
    observed: bool = False  # tells its own reads and writes, not only its instructions
    listens: bool = False  # the same, to functions of its own
    indices: bool = False  # tells which of its indices leave their array; whoever is observed does
    check: str = ""  # what the checker looks for when it runs
    schedule: str = ""  # when what it issues happens; empty: at once
    front: compiler.Front = compiler.ASCEND
    undecided: tuple[tuple[str, int], ...] = ()  # file and line of `?:` that need help: see ternaries.py
    elsewhere: tuple[tuple[str, str], ...] = ()  # included names that are not where they say, and where they are
    operator: bool = False  # the kernel of one: functions that launch it are dropped
    cubes: bool = False  # an operator's kernel that runs on cube cores, too


class DoesNotCompileError(Exception):
    def __init__(self, request: Request, output: str) -> None:
        super().__init__(output)
        self.request = request
        self.output = output


def build(request: Request) -> str:
    """The path of the program, in the cache."""
    for source in request.sources:
        if "\n" in source or "\r" in source:
            raise LanewiseError("CPP-005", case="two_lines", file=repr(source))
    if not os.path.exists(compiler.RUNTIME):
        raise LanewiseError("CPP-006")
    tool = compiler.find(request.front.ordered)
    here = "" if all(os.path.isabs(s) for s in (*request.sources, *request.include_dirs)) else os.getcwd()
    built = request._replace(check="", schedule="")  # it is the same program, whoever looks at it
    headers = compiler.our_headers()
    chip = compiler.target(request.chip, request.arch)
    name = cache.key(built, here, tool, compiler.FLAGS, chip, compiler.installation_fingerprint(headers))
    note = os.path.join(cache.folder("requests"), name)
    variants: list[dict[str, Any]] = cache.read_note(note) or []
    digests: dict[str, str | None] = {}
    for variant in variants:
        if not _holds(variant, digests):
            continue
        home = os.path.join(cache.folder("programs"), variant["home"])
        program = os.path.join(home, _name(request))
        if cache.holds(program, variant["digest"], runs=True):
            cache.mark_used(home)
            read.note_sources(variant["files"])
            return program
        cache.discard(home)
        variants = [other for other in variants if other is not variant]
        break
    if name.startswith("00"):  # once in 256 builds
        cache.prune()
    with cache.temporary_folder() as shop:
        names = ", ".join(os.path.basename(source) for source in request.sources)
        with working(lambda: f"compiling {names}"):
            seen, made = _make(request, tool, headers, shop)
        content = cache.digest(os.path.join(made, _name(request))) or ""
        key = cache.key(name, seen.files, content)
        home = os.path.join(cache.folder("programs"), key)
        program = os.path.join(home, _name(request))
        cache.move_into_place(made, home, lambda: cache.holds(program, content, runs=True))
    read.note_sources(seen.files)
    if not seen.unknown:
        variant = {"files": seen.files, "libraries": seen.libraries, "absent": lookups.absent(seen.lookups),
                   "home": key, "digest": content}  # fmt: skip
        cache.write(note, [variant, *variants[: _VARIANTS - 1]])
    return program


@dataclass
class _Dependencies:
    """What a program depends on."""

    files: dict[str, str] = field(default_factory=dict)  # by their contents
    libraries: dict[str, list[int]] = field(default_factory=dict)  # by size and time: they are large
    lookups: list[lookups.Lookup] = field(default_factory=list)  # files that would be used if they were there
    unknown: bool = False  # something else, too: it is not remembered


def _holds(variant: dict[str, Any], digests: dict[str, str | None]) -> bool:
    for path, content in variant["files"].items():
        if path not in digests:
            digests[path] = cache.digest(path)
        if digests[path] != content:
            return False
    libraries = all(_stamp(path) == stamp for path, stamp in variant["libraries"].items())
    return libraries and lookups.still_missing(variant["absent"])


def _stamp(path: str) -> list[int]:
    found = cache.stamp(path)
    return [] if found is None else [*found[1:]]


def _name(request: Request) -> str:
    """The program is called as the user's file is: that is what process lists and crash reports show."""
    stem = os.path.splitext(os.path.basename(request.sources[0]))[0]
    return f"{stem}.so" if request.shared else stem


class _OrderDecidesError(Exception):
    """Another compiler must take this; without one, `problem` says why."""

    def __init__(self, tool: compiler.Compiler, problem: DoesNotCompileError | None = None) -> None:
        super().__init__()
        self.tool, self.problem = tool, problem


def _make(request: Request, tool: compiler.Compiler, headers: str, shop: str) -> tuple[_Dependencies, str]:
    """What the program is made of, and the folder that it is in.

    Where clang finds a number instead of a pointer it is told to take it, and asked again; so is whoever finds a
    function twice, of which one is for kernels. Where the type of a parameter's field is in the way, it is a plain
    number. What a compiler refuses and another may take, the other one is asked, once.
    """
    numbers: list[set[Wanted]] = []
    twice: set[str] = set()
    first: DoesNotCompileError | None = None
    asked = False
    while True:
        room = os.path.join(shop, str(len(os.listdir(shop))))
        os.mkdir(room)
        try:
            return _compile(request, tool, headers, room, numbers, twice), os.path.join(room, "made")
        except _OrderDecidesError as order:
            if order.problem:
                raise order.problem from None
            tool = order.tool
        except prelude.BrokenError:  # it is being made again; this time goes without
            continue
        except DoesNotCompileError as problem:
            first = first or DoesNotCompileError(request, strip_ranges(problem.output))
            again = defined_twice(problem.output) - twice if request.front.kernels else set()
            if again:
                twice |= again
                continue
            if _FIELD.search(problem.output) and _PLAIN_FIELDS not in request.flags:
                request = request._replace(flags=(*request.flags, _PLAIN_FIELDS))
                continue
            found = complaints(problem.output) if tool.clang else set()
            if found and len(numbers) < _TIMES:
                numbers.append(found)
                continue
            other = None if asked else alternative_compiler(tool, problem.output)
            if other is None:
                raise first from None
            tool, asked, numbers = other, True, []


def _base(request: Request, tool: compiler.Compiler) -> tuple[str, ...]:
    """What our headers are compiled with, too."""
    return (
        *compiler.FLAGS, *compiler.LINES, *(compiler.DEBUG if request.debug else compiler.QUICK),
        *compiler.target(request.chip, request.arch, request.front), *(f"-I{tree}" for tree in compiler.INCLUDES),
        *(f for f in request.flags if not f.startswith(_FOR_LINKER)),  # they would make a program of the headers
        *(f"-D{define}" for define in request.defines if define in request.front.switches),
        *tool.unique_statics_flags, *tool.exact,
        *(tool.observed if request.observed else tool.listens if request.listens else ()),
        *(tool.indices if request.observed or request.indices else ()),
        *(tool.recursive if request.front.kernels else ()),  # g++ knows the word, so the headers must be made with it
    )  # fmt: skip


def prepare(request: Request) -> None:
    """Begins to precompile our headers for such a request, if nobody has."""
    tool = compiler.find(request.front.ordered)
    prelude.options(tool, _base(request, tool), request.front.prelude, compiler.our_headers(), "")


def _compile(
    request: Request, tool: compiler.Compiler, our_headers: str, shop: str, numbers: Sequence[Collection[Wanted]],
    twice: Collection[str],
) -> _Dependencies:
    """Makes `made/NAME` in the workshop. What it was made of."""
    base = _base(request, tool)
    early, late = sorted_out(request)
    early = tuple(define for define in early if define not in request.front.switches)
    own = (
        *(f"-D{define}" for define in early), *(f"-I{tree}" for tree in request.include_dirs),
        *dict.fromkeys(f"-iquote{os.path.dirname(source) or '.'}" for source in request.sources),
        *tool.plain_output, *tool.lenient,
        # Code of precompiled headers is said to be in the source's copy; reports must not take that for the user's.
        f"-fdebug-prefix-map={shop}={os.path.join(compiler.HEADERS, 'lanewise', 'rewritten')}",
    )  # fmt: skip
    # A program that was built before starts without them.
    from lanewise.cpp.macro_kernels import entries, macro_kernels, may_make
    from lanewise.cpp.sources import Tree
    from lanewise.cpp.sources import read_source as text_of

    more = (request.undecided, numbers, request.elsewhere, request.operator, twice, request.sources)
    tree = Tree(shop, request.include_dirs, request.shared and request.front.kernels, *more)
    around = [(request.ahead, request.behind), *([("", "")] * (len(request.sources) - 1))]
    copies = [tree.add(source, *texts) for source, texts in zip(request.sources, around, strict=True)]
    if tree.launchers and not tree.entries:
        tree = Tree(os.path.join(shop, "entries"), request.include_dirs, True, *more)
        copies = [tree.add(source) for source in request.sources]
    products = [f"{copy}.o" for copy in copies]
    # Kernels with code for cube cores are compiled for those, too, on chips where they are cores of their own.
    needed = request.cubes or any(tree.groups(source) for source in request.sources)
    both = needed and compiler.has_cube_cores(request.chip)
    seconds = [f"{copy}.cube.o" for copy in copies] if both else []
    precompiled: set[str] = set()

    def commands(own_functions: bool) -> list[list[str]]:
        """One for each source. Functions with names of the library are meant instead of it, or beside it."""
        each = side_commands(own_functions, base, products)
        return each + (side_commands(own_functions, compiler.on_cubes(base), seconds) if seconds else [])

    def side_commands(own_functions: bool, base: tuple[str, ...], products: Sequence[str]) -> list[list[str]]:
        each = []
        plain = base
        for source, copy, product in zip(request.sources, copies, products, strict=True):
            base = compiler.for_threads(plain) if source in tree.threaded and not request.observed else plain
            wanted = request.front.always or tree.wants_kernel_headers(source)
            ours = request.front.prelude if wanted else ""
            other = tree.without_collisions(source, ours, own_functions) if ours and not request.front.always else None
            headers: tuple[str, ...] = ()
            if ours:
                headers, home = (("-include", other), None) if other else prelude.options(
                    tool, base, ours, our_headers, tree.text(source), early
                )
                precompiled.update([home] if home else [])
            headers += ("-include", _defined(late, shop)) if late else ()
            headers += ("-include", WRAPPER) if numbers else ()
            files_read = ("-MD", "-MF", f"{product}.d")
            each.append([*tool.command, *base, *own, *headers, *files_read, "-c", copy, "-o", product])
        return each

    if tree.entries and may_make(text_of(path) for path in tree.copies):
        for source, copy in zip(request.sources, copies, strict=True):
            found = macro_kernels([*tool.command, *base, *own, copy], tree.copies, tree.defined_kernels(source))
            with open(copy, "a", encoding="utf-8") as file:
                file.write(entries(found))
    # Contents are taken before the compiler runs: an edit in between must not pass for what was built.
    seen = _Dependencies({path: cache.digest(path) or "" for path in tree.copies}, lookups=list(tree.lookups))
    read.note_sources(seen.files)  # also of a program that does not compile

    def check_order_meanwhile() -> None:
        prelude.verify(precompiled)
        _check_order(request, tool)

    first = commands(True)
    try:
        _run(first, request, check_order_meanwhile)
    except DoesNotCompileError:
        others = commands(False)
        if others == first:
            raise
        _run(others, request, lambda: prelude.verify(precompiled))
    if seconds:
        from lanewise.cpp import second_side

        try:
            second_side.rename(seconds)
        except second_side.NotElfError:
            raise LanewiseError("CPP-005", case="object_format", file=request.sources[0]) from None
        products = [*products, *seconds]
    os.mkdir(os.path.join(shop, "made"))
    link = [*tool.linker, "-shared" if request.shared else "-pie"]  # reports find lines by offsets in the file
    link += second_side.LINK if seconds else ()
    tells = compiler.OBSERVED_LINK if request.observed else compiler.LISTENS_LINK if request.listens else ()
    observed = (*compiler.ENDS_LINK, *tells)
    library = ["-L" + compiler.LIBRARY, *observed, "-llanewise", "-Wl,-rpath," + compiler.LIBRARY, "-pthread"]
    library += [f for f in request.flags if f.startswith((*_FOR_LINKER, "-fsanitize"))]
    made_program = os.path.join(shop, "made", _name(request))
    if request.graph:
        from lanewise.cpp.kernel_stubs import LINK, stub_library

        trial = [*tool.command, *link, *products, "-o", made_program, *library]
        library = [stub_library(trial, [*tool.command, *compiler.FLAGS], shop), *library, *LINK]
    libraries = any(f.startswith(_FOR_LINKER) for f in request.flags)
    tell = ["-Wl,-t"] if libraries and not tool.zig else []  # which files it takes; zig does not say
    told = _run([[*tool.command, *link, *products, "-o", made_program, *library, *tell]], request)
    if tell:
        _note_libraries(seen, told[0].out, shop)
    _note_headers(seen, request, tool, [f"{product}.d" for product in products], shop)
    return seen


def _note_headers(
    seen: _Dependencies, request: Request, tool: compiler.Compiler, notes: Sequence[str], shop: str
) -> None:
    """Files that were read though no plain #include of the user names them, and where others would come first."""
    quoted = (os.path.dirname(source) or os.curdir for source in request.sources)
    own = list(dict.fromkeys((*quoted, *request.include_dirs, *lookups.folders(request.flags))))
    ours = (*compiler.INCLUDES, *tool.headers)
    for path in dict.fromkeys(path for note in notes for path in lookups.read_dependencies(note, shop)):
        real = os.path.abspath(path)
        called = lookups.names(real, (*ours, *map(os.path.abspath, own)))
        seen.lookups += [(tree, name) for name in called for tree in own]
        if not real.startswith(tuple(tree + os.sep for tree in ours)):
            seen.files.setdefault(path, cache.digest(path) or "")
    for flag in request.flags:  # files that options name
        named = flag.lstrip("@").rpartition("=")[2]
        if os.path.isfile(named):
            seen.files.setdefault(named, cache.digest(named) or "")
    for path in list(seen.files):
        asked = lookups.include_queries(path, read_or_empty(path), (*own, *ours))
        if asked is None:
            seen.unknown = True
            continue
        seen.lookups += asked[0]
        seen.files.update({there: cache.digest(there) or "" for there in asked[1] if there not in seen.files})


def _note_libraries(seen: _Dependencies, said: str, shop: str) -> None:
    for line in said.splitlines():
        path = re.sub(r"^\((.*)\).*$|\(.*\)$", r"\1", line.strip())  # without the member of an archive
        if os.path.isfile(path) and not os.path.abspath(path).startswith((shop + os.sep, compiler.LIBRARY + os.sep)):
            seen.libraries[path] = _stamp(path)


def sorted_out(request: Request) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Macros that the command line defines, and those that come behind our headers: a user's N is none of theirs."""
    if request.front.early is None:
        return request.defines, ()
    early = tuple(define for define in request.defines if define.startswith(request.front.early))
    return early, tuple(define for define in request.defines if define not in early)


def _defined(macros: Sequence[str], shop: str) -> str:
    """A header that defines macros as -D would."""
    path = os.path.join(shop, "defines.h")
    with open(path, "w", encoding="utf-8") as file:
        for macro in macros:
            name, given, value = macro.partition("=")
            file.write(f"#define {name} {value if given else 1}\n")
    return path


def _run(commands: list[list[str]], request: Request, meanwhile: Callable[[], object] = lambda: None) -> list[Outcome]:
    """All commands at once; the first one that fails speaks."""
    english = {**os.environ, "LC_ALL": "C"}  # as diagnose reads it
    said = run_tools(commands, errors="replace", env=english, meanwhile=meanwhile)
    if failed := [one.err for one in said if one.status]:
        if full := next((text for text in _FULL if any(text in one for one in failed)), ""):
            raise LanewiseError("CPP-004", case="system", folder=cache.folder(), why=full)
        raise DoesNotCompileError(request, "".join(failed))
    return said


def _check_order(request: Request, tool: compiler.Compiler) -> None:
    """Whether the order in which the compiler takes arguments decides anything, and is not hardware's."""
    if tool.clang or not request.front.kernels:
        return
    from lanewise.cpp import order

    ahead = (f"{name}={value}" for name, value in _DEFINE.findall(request.ahead))
    defines = (f"{request.front.arch}={request.arch}", *compiler.predefined(request.chip), *request.defines, *ahead)
    name = os.path.basename(tool.command[0])
    found = [c for s in request.sources for c in order.complaints(s, defines, request.include_dirs, name, tool.order)]
    if not found:
        return
    better = compiler.find(ordered=True)
    problem = None if better.clang else DoesNotCompileError(request, "\n".join(dict.fromkeys(found)) + "\n")
    raise _OrderDecidesError(better, problem)
