"""The verbs of the command line as data: what each takes, who does it and an example. `reading` reads words by it,
`help` and `completion` tell it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from lanewise.chips import DEFAULT
from lanewise.cli.lenses import OF_LAUNCHES, OPTIONS
from lanewise.cli.option import Argument, Option


class Verb(NamedTuple):
    place: str  # module of lanewise.cli and function; its docstring is the help
    example: str
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()

    def body(self) -> Callable[..., None]:
        """Who does it: imported when it is wanted."""
        module, function = self.place.split(":")
        return getattr(import_module(f"lanewise.cli.{module}"), function)


_CHIP = Option(
    "chip", ("--chip",), f"The chip, or the file of one (LANEWISE_CHIP). Default of C++ programs: {DEFAULT}.", "CHIP"
)
_CORES = Option(
    "cores", ("--cores",), "Number of vector cores the program sees (LANEWISE_CORES).", "N", int
)
_COMPILING = (
    Option("defines", ("-D",), "C++: define a macro.", "NAME[=VALUE]", many=True),
    Option("include_dirs", ("-I",), "C++: look for headers there.", "DIR", many=True),
    Option("flags", ("--cxxflag",), "C++: one more option for the compiler.", "FLAG", many=True),
    Option("verbose", ("--verbose",), "C++: everything the compiler says."),
)
DEFAULT_TIMEOUT = 300.0  # of programs in C++
_TIMEOUT = Option(
    "timeout", ("--timeout",), "Stop after so many seconds, compiling and running each.", "SECONDS", float,
    DEFAULT_TIMEOUT,
)

_SEVERITY = (
    Option("strict", ("--strict",), "Refuse everything that hardware leaves undefined (LANEWISE_STRICT=1)."),
    Option("lenient", ("--lenient",), "Turn these errors into warnings: mask bits past the last lane, access past a "
           "tensor, a repeat that reads what an earlier one wrote (LANEWISE_LENIENT=1)."),
)  # fmt: skip
_SCHEDULE = Option(
    "schedule", ("--schedule",), "Order in which the pipes execute: early (program order, the default), late (as late "
    "as synchronisation allows) or random:SEED. Without races all give the same bytes (LANEWISE_SCHEDULE).", "WHEN",
)

_RUN = Verb(
    "run:run", "examples/vector_add.asc --check",
    (Argument("sources", "SOURCE", "A Python file, or C++ files (.asc, .cpp, .cc). What follows -- is for the program.",
              many=True),),
    (
        _CHIP,
        _CORES,
        Option("engine", ("--engine",), "Python: fast is C++; definition is numpy, slow; lockstep is both, compared "
               "(LANEWISE_ENGINE).", "ENGINE", choices=("fast", "definition", "lockstep")),
        *_SEVERITY,
        *OPTIONS,
        _SCHEDULE,
        Option("input_dir", ("--input-dir", "--data"), "AI Engine graphs: where the files of input PLIO are.", "DIR"),
        Option("output_dir", ("--output-dir", "--out"), "AI Engine graphs: where those of output PLIO are written. "
               "Default: x86simulator_output.", "DIR"),
        Option("unbounded", ("--unbounded",), "AI Engine graphs: streams hold any number of words."),
        Option("kernels", ("--kernel",), "IRON designs: the source of a kernel that is named by its object file; "
               "repeatable.", "OBJECT=SOURCE[,FLAG]", many=True),
        Option("compile_commands", ("--compile-commands",), "C++: run nothing, but write compile_commands.json, with "
               "which clangd knows our headers in an editor."),
        Option("watch", ("--watch",), "Run it again whenever it is saved, or a file that it includes or imports; "
               "Ctrl-C ends it."),
        *_COMPILING,
        Option("timeout", ("--timeout",), "Stop after so many seconds, C++ compiling and running each. Default: C++ "
               f"{DEFAULT_TIMEOUT:g}, Python no limit.", "SECONDS", float),
        Option("memory", ("--memory",), "C++: MiB the program and what it starts may use. Default: four "
               "fifths of the computer's.", "MIB", int),
        Option("isolate", ("--isolate",), "For code one does not trust (Linux): no network, no other processes, no "
               "secrets of yours, and it writes only below the working folder and a temporary one of its own."),
        Option("output", ("--output-limit",), "C++: MiB the program may print into a pipe or file.", "MIB", int, 64),
    ),
)  # fmt: skip
_BUILD = Verb(
    "programs:build_program", "examples/vector_add.asc -o vector_add",
    (Argument("sources", "SOURCE", "C++ files (.asc, .cpp, .cc).", many=True),),
    (
        Option("output", ("-o", "--output"), "The program. Default: the name of the first source.", "FILE"),
        _CHIP,
        _CORES,
        *_COMPILING,
    ),
)  # fmt: skip
_SUITE = Verb(
    "suite:suite", "examples -k scaled_add",
    (Argument("folder", "DIR", "A folder with programs, at any depth."),),
    (
        Option("chips", ("--chip",), "Run for this chip only; repeatable. Default: each chip a program is for.",
               "CHIP", many=True),
        _CORES,
        Option("jobs", ("-j", "--jobs"), "How many at a time. Default: one per processor.", "N", int),
        Option("only", ("-k",), "Only programs with this text in their name.", "TEXT"),
        Option("timeout", ("--timeout",), "Seconds each step of a program may take.", "SECONDS", float, 300.0),
        *OPTIONS,
    ),
)  # fmt: skip

_OP = Verb(
    "op:op", "examples/scaled_add x.npy y.npy --attr alpha=0.5",
    (
        Argument("folder", "FOLDER", "The operator's folder."),
        Argument("files", "INPUT", ".npy files in the order of its inputs.", many=True, optional=True),
    ),
    (
        Option("show", ("--list",), "Show the operators of the folder: inputs, outputs, attributes, chips."),
        Option("name", ("--op",), "The operator, where the folder has several.", "TYPE"),
        Option("attrs", ("--attr",), "An attribute; repeatable.", "NAME=VALUE", many=True),
        Option("outs", ("--out",), "Write an output there, in the order of the definition. Default: it is printed.",
               "FILE", many=True),
        Option("likes", ("--like",), "An output has the shape and type of this file; for operators without InferShape.",
               "FILE", many=True),
        Option("compile_commands", ("--compile-commands",), "Run nothing, but write compile_commands.json, with which "
               "clangd knows our headers in an editor."),
        Option("tiling", ("--tiling",), "Show how the work would be cut up, and run nothing."),
        Option("tests", ("--tests",), "Run the tests that come with it, and the programs that call it (aclnn); count "
               "them. Exit status 1 when one fails or does not compile."),
        *_SEVERITY,
        *OF_LAUNCHES,
        _SCHEDULE,
        _CHIP,
        _CORES,
        *_COMPILING[:2],
        Option("opbase", ("--opbase",), "Your own checkout of opbase, for operators that include atvoss "
               "(LANEWISE_OPBASE). Default: one beside the repository.", "DIR"),
        _TIMEOUT,
    ),
)  # fmt: skip


_OPS = Verb(
    "ops:ops", "shift_right",
    (Argument("name", "NAME", "In any spelling: shift_right, ShiftRight, an old name.", optional=True),),
    (
        Option("chip", ("--chip",), "Only what exists on this chip.", "CHIP"),
        Option("json", ("--json",), "The same as data: an array of instructions."),
        Option("missing", ("--missing",), "Only the high-level functions that C++ kernels cannot call yet."),
    ),
)  # fmt: skip
_CHIPS = Verb(
    "chips:chips", DEFAULT,
    (Argument("name", "NAME", "A chip, an alias or a file of one: ascend910b, dav-2201, my.toml.", optional=True),),
    (Option("json", ("--json",), "The same as data: an array of chips, or one chip."),),
)  # fmt: skip
_DOCTOR = Verb("doctor:doctor", "", (), (Option("json", ("--json",), "The same as data: an array of checks."),))
_CACHE = Verb(
    "cache:show_cache", "", (), (Option("clear", ("--clear",), "Remove everything that it holds."),),
)
_NEW = Verb(
    "new:new", "scale",
    (Argument("name", "NAME", "Of the kernel, its files and their folder."),),
    (
        Option("family", ("--family",), "ascend or aie.", "FAMILY", default="ascend"),
        Option("ci", ("--ci",), "Add a README, pytest settings and a workflow for GitHub that checks the kernel."),
    ),
)  # fmt: skip
_EXAMPLES = Verb(
    "examples:examples", "vector_add.asc",
    (Argument("name", "NAME", "One to copy, or all; none lists them.", optional=True),),
    (Option("to", ("--to",), "Copy into this folder.", "DIR", default="."),),
)
_DOCS = Verb(
    "docs:docs", "checking",
    (Argument("page", "PAGE", "One to print; none lists them.", optional=True),),
    (Option("zh", ("--zh",), "In Chinese."),),
)
_COMPARE = Verb(
    "compare:compare", "before.json after.json",
    (
        Argument("before", "A.json", "What `lanewise run --json` wrote."),
        Argument("after", "B.json", "What it wrote for the other version."),
    ),
)  # fmt: skip
_ONE_CHIP = Option("chip", ("--chip",), "The chip.", "CHIP", default=DEFAULT)
_EXPLAIN = Verb(
    "explain:explain", '"Add(dst, src0, src1, mask, 2, {1,1,1,8,8,8})"',
    (Argument("call", "CALL", "As you would type it, in Ascend C, Python or AIE; or a name or an id alone."),),
    (
        Option("dtype", ("--dtype",), "Of all operands, or one for each: float/half.", "TYPE", default=""),
        Option("chip", ("--chip",), "The chip, or several with commas.", "CHIP", default=DEFAULT),
        Option("at", ("--at",), "Where a tensor lies in UB; repeatable.", "NAME=ADDRESS", many=True),
        Option("counter", ("--counter",), "In Counter mode, with N elements in MASK.", "N", int),
        Option("svg", ("--svg",), "Write the picture there.", "FILE"),
    ),
)  # fmt: skip
_REDUCE = Verb(
    "tune:reduce", "--n 4096", (),
    (
        Option("n", ("--n",), "Elements of the row.", "N", int, required=True),
        Option("dtype", ("--dtype",), "float or half.", "TYPE", default="float"),
        _ONE_CHIP,
        Option("jobs", ("-j", "--jobs"), "Processes to spread the work over.", "N", int, 1),
        Option("json", ("--json",), "Print the ranking as data."),
    ),
)  # fmt: skip

_JUDGE = Verb(
    "judge:judge", "task.toml candidate.cc",
    (
        Argument("task", "TASK", "A task.toml, or a benchmark by its name."),
        Argument("words", "CANDIDATE", "Files or folders; of a benchmark behind the id of a task, or behind all.",
                 many=True, optional=True),
    ),
    (
        Option("chip", ("--chip",), "The chip. Default: the task's.", "CHIP"),
        Option("data", ("--data",), "Where the benchmark's tasks are.", "FILE"),
        Option("seed", ("--seed",), "Number from which inputs are made, for the same verdict again. Default: another "
               "one each time, which the verdict says.", "N", int),
        Option("jobs", ("-j", "--jobs"), "How many candidates at a time. Default: 1.", "N", int),
        Option("solutions", ("--solutions",), "Judge the solutions that come with a benchmark's tasks."),
        Option("json", ("--json",), "Print verdicts as data (docs/verdict.schema.json); of several, one in each line."),
        Option("output", ("--out",), "Append each verdict to this file, a line each; what it has is not judged again.",
               "FILE"),
        Option("strict", ("--strict",), "Exit status 1 unless all pass, of several."),
        Option("build_timeout", ("--build-timeout",), "Seconds that a candidate may take to compile.", "SECONDS", float,
               120.0),
        Option("timeout", ("--timeout",), "Seconds that all calls of a candidate may take.", "SECONDS", float, 60.0),
        Option("memory", ("--memory",), "MiB that a candidate and what it starts may use.", "MIB", int, 4096),
    ),
)  # fmt: skip

VERBS = {
    "run": _RUN, "build": _BUILD, "suite": _SUITE, "op": _OP, "ops": _OPS, "chips": _CHIPS,
    "demo": Verb("demo:demo", ""), "doctor": _DOCTOR, "cache": _CACHE, "new": _NEW, "examples": _EXAMPLES,
    "docs": _DOCS, "compare": _COMPARE,
    "judge": _JUDGE, "explain": _EXPLAIN, "tune reduce": _REDUCE,
}  # fmt: skip
