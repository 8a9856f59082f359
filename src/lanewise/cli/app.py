"""The verbs, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from lanewise.cli import chips, compare, demo, doctor, explain, new, op, ops, options, programs, run, suite, tune
from lanewise.cli.verbs import command

_FIRST = "   lanewise demo                  two instructions, run and explained"
_HELP = "lanewise --help lists every command, lanewise COMMAND --help its options."

_EXAMPLES = {
    name: f"Example: lanewise {words}"
    for name, words in {
        "run": "run examples/vector_add.asc --check", "build": "build examples/vector_add.asc -o vector_add",
        "suite": "suite examples -k scaled_add", "op": "op examples/scaled_add x.npy y.npy --attr alpha=0.5",
        "ops": "ops shift_right", "chips": "chips ascend910b", "demo": "demo", "doctor": "doctor", "new": "new scale",
        "compare": "compare before.json after.json",
        "explain": 'explain "Add(dst, src0, src1, mask, 2, {1,1,1,8,8,8})"', "tune": "tune reduce --n 4096",
    }.items()
}  # fmt: skip

app = typer.Typer(
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: text flows with the terminal
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from lanewise.cli.version import version

        print(f"lanewise {version()}")
        raise typer.Exit


@app.callback()
def lanewise(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Runs NPU vector kernels on any computer, bit for bit.

    Exit status of run: the program's own. Besides: 1 an uncaught exception, doctor found something needed missing, or a
    program of a suite failed; 2 wrong use; 3 the program broke a rule of the machine; 4 the source does not compile;
    124 the time limit.
    """
    if context.invoked_subcommand is None:
        print(f"Runs NPU vector kernels on any computer, bit for bit. What next?\n\n{_FIRST}\n{demo.NEXT}\n\n{_HELP}")


for name, verb in (
    ("run", command(options.RUN, run.run)), ("build", command(options.BUILD, programs.build_program)),
    ("suite", command(options.SUITE, suite.suite)), ("op", command(options.OP, op.op)),
    ("ops", ops.ops), ("chips", chips.chips), ("demo", demo.demo),
    ("doctor", doctor.doctor), ("new", new.new), ("compare", compare.compare), ("explain", explain.explain),
):
    app.command(name, epilog=_EXAMPLES[name])(verb)
app.add_typer(tune.app, name="tune", epilog=_EXAMPLES["tune"])
