"""The options of the verbs that run C++ programs, as data: the command line proper is made of them, and so is the quick
reader that starts a program without loading it."""

from __future__ import annotations

from typing import Any, NamedTuple

from lanewise.chips import DEFAULT


class Option(NamedTuple):
    key: str
    names: tuple[str, ...]
    help: str
    metavar: str = ""  # empty: a switch
    kind: type = str
    default: Any = None
    many: bool = False
    choices: tuple[str, ...] = ()


class Verb(NamedTuple):
    argument: str  # key of the files or folders it takes
    metavar: str
    help: str
    many: bool
    options: tuple[Option, ...]


_CHIP = Option(
    "chip", ("--chip",), f"The chip, or the file of one (LANEWISE_CHIP). C++ programs: {DEFAULT} unless given.", "CHIP"
)
_CORES = Option(
    "cores", ("--cores",), "How many vector cores the chip has for programs that ask (LANEWISE_CORES).", "N", int
)
_COMPILING = (
    Option("defines", ("-D",), "C++: define a macro.", "NAME[=VALUE]", many=True),
    Option("include_dirs", ("-I",), "C++: look for headers there.", "DIR", many=True),
    Option("flags", ("--cxxflag",), "C++: one more option for the compiler.", "FLAG", many=True),
    Option("verbose", ("--verbose",), "C++: everything the compiler says."),
)
_TIMEOUT = Option(
    "timeout", ("--timeout",), "C++: stop after so many seconds, compiling and running each.", "SECONDS", float, 300.0
)

_CHECK = Option(
    "check", ("--check",), "Look for races, memory used wrongly, unwritten bytes that get out, flags and modes left "
    "behind while it runs; a list such as race,init looks for those, numbers for infinities and overflow, hints for "
    "what is seldom meant. Findings give 3.", "[=WHAT]",
)

_SCHEDULE = Option(
    "schedule", ("--schedule",), "When what kernels issue happens: early (at once), late (as late as flags, barriers "
    "and queues allow) or random:SEED. Without races all end with the same bytes (LANEWISE_SCHEDULE).", "WHEN",
)

RUN = Verb(
    "sources", "SOURCE", "A Python file, or C++ files (.asc, .cpp, .cc). What follows -- is for the program.", True,
    (
        _CHIP,
        _CORES,
        Option("engine", ("--engine",), "Python: fast is C++; definition is numpy, slow; lockstep is both, compared "
               "(LANEWISE_ENGINE).", "ENGINE", choices=("fast", "definition", "lockstep")),
        Option("strict", ("--strict",), "Refuse everything that hardware leaves undefined (LANEWISE_STRICT=1)."),
        Option("lenient", ("--lenient",), "Warn where masks above the lanes, tensors outgrown, flags set twice and "
               "overlapping operands end a program (LANEWISE_LENIENT=1)."),
        _CHECK,
        _SCHEDULE,
        Option("sarif", ("--sarif",), "Write the findings there, as SARIF.", "FILE"),
        Option("input_dir", ("--input-dir", "--data"), "AI Engine graphs: where the files of input PLIO are.", "DIR"),
        Option("output_dir", ("--output-dir", "--out"), "AI Engine graphs: where those of output PLIO are written; "
               "x86simulator_output unless given.", "DIR"),
        Option("unbounded", ("--unbounded",), "AI Engine graphs: streams hold any number of words."),
        Option("time", ("--time",), "Predict how long each launch takes on the chip, and say why."),
        Option("trace", ("--trace",), "Write its timeline there, for Perfetto or Chrome.", "FILE"),
        Option("json", ("--json",), "Write its timing and findings there, as data.", "FILE"),
        Option("csv", ("--csv",), "Write cycles by instruction and by line there, per core.", "DIR"),
        Option("report", ("--report",), "Write one page there, HTML, that explains the run: source with cycles, "
               "timeline, memory, conflicts; with --check the findings, too.", "FILE"),
        Option("against", ("--against",), "Compare in the report with what --json wrote for another run.", "FILE"),
        Option("kernels", ("--kernel",), "IRON designs: the source of a kernel that is named by its object file; "
               "may be given again.", "OBJECT=SOURCE[,FLAG]", many=True),
        Option("draw", ("--draw",), "IRON designs and AI Engine graphs: draw cores, links and what they "
               "carry there, as SVG.", "FILE"),
        Option("fifos", ("--fifos",), "IRON designs and AI Engine graphs: say how full each fifo became "
               "and who waited at it."),
        Option("compile_commands", ("--compile-commands",), "C++: run nothing, but write compile_commands.json, with "
               "which clangd knows our headers in an editor."),
        Option("watch", ("--watch",), "Run it again whenever it is saved, or a file that it includes or imports; "
               "Ctrl-C ends it."),
        *_COMPILING,
        _TIMEOUT,
        Option("memory", ("--memory",), "C++: MiB the program may use; unless given, four fifths of the computer's.",
               "MIB", int),
        Option("isolate", ("--isolate",), "For code one does not trust (Linux): no network, and it writes only below "
               "the working folder and a temporary one of its own."),
        Option("output", ("--output-limit",), "C++: MiB the program may print into a pipe or file.", "MIB", int, 64),
    ),
)  # fmt: skip
BUILD = Verb(
    "sources", "SOURCE", "C++ files (.asc, .cpp, .cc).", True,
    (
        Option("output", ("-o", "--output"), "The program; named after the first source unless given.", "FILE"),
        _CHIP,
        _CORES,
        *_COMPILING,
    ),
)  # fmt: skip
SUITE = Verb(
    "folder", "DIR", "A folder with programs, at any depth.", False,
    (
        Option("chips", ("--chip",), "Run for this chip only; may be given again. Else each chip a program is for.",
               "CHIP", many=True),
        _CORES,
        Option("jobs", ("-j", "--jobs"), "How many at a time; one per processor unless given.", "N", int),
        Option("only", ("-k",), "Only programs with this text in their name.", "TEXT"),
        Option("json", ("--json",), "Write every detail there.", "FILE"),
        Option("timeout", ("--timeout",), "Seconds each step of a program may take.", "SECONDS", float, 300.0),
        _CHECK,
    ),
)  # fmt: skip

OP = Verb(
    "words", "FOLDER [INPUT...]", "The operator's folder, then .npy files in the order of its inputs.", True,
    (
        Option("show", ("--list",), "Show the operators of the folder: inputs, outputs, attributes, chips."),
        Option("name", ("--op",), "The operator, where the folder has several.", "TYPE"),
        Option("attrs", ("--attr",), "An attribute; may be given again.", "NAME=VALUE", many=True),
        Option("outs", ("--out",), "Write an output there, in the order of the definition; else it is shown.", "FILE",
               many=True),
        Option("likes", ("--like",), "An output has the shape and type of this file; for operators without InferShape.",
               "FILE", many=True),
        Option("compile_commands", ("--compile-commands",), "Run nothing, but write compile_commands.json, with which "
               "clangd knows our headers in an editor."),
        Option("tiling", ("--tiling",), "Show how the work would be cut up, and run nothing."),
        Option("time", ("--time",), "Predict how long it takes on the chip."),
        _CHECK,
        _SCHEDULE,
        _CHIP,
        _CORES,
        *_COMPILING[:2],
    ),
)  # fmt: skip


def plain(verb: Verb, words: list[str]) -> dict[str, Any] | None:
    """The values of a command that holds nothing unusual; None leaves it to the command line proper, which explains."""
    names = {name: option for option in verb.options for name in option.names}
    values: dict[str, Any] = {o.key: [] if o.many else (o.default if o.metavar else False) for o in verb.options}
    files: list[str] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            files.append(word)
            continue
        name, joined, value = word.partition("=") if word.startswith("--") else (word[:2], word[2:], word[2:])
        option = names.get(name)
        if option is None or (joined and not option.metavar):
            return None
        if not option.metavar:
            values[option.key] = True
            continue
        text = value if joined else next(rest, "-")
        if text.startswith("-") and not joined:
            return None
        try:
            got = option.kind(text)
        except ValueError:
            return None
        if option.choices and got not in option.choices:
            return None
        if option.many:
            values[option.key].append(got)
        else:
            values[option.key] = got
    if not files or (len(files) > 1 and not verb.many):
        return None
    return {verb.argument: files if verb.many else files[0], **values}
