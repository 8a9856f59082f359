"""`lanewise --completion SHELL`: verbs, options and values as the shell's own script: completing starts no process."""

from __future__ import annotations

from lanewise.cli.options import VERBS
from lanewise.cli.status import refuse

_BASH = """\
_lanewise() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" words="{verbs}" option="${{COMP_WORDS[COMP_CWORD-1]}}"
    [ "$current" = "=" ] && option="$option=" current=""
    [ "$option" = "=" ] && option="${{COMP_WORDS[COMP_CWORD-2]}}="
    if [ "$COMP_CWORD" -gt 1 ]; then
        case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}} " in
{cases}
            *) words="" ;;
        esac
        case "$option" in
{values}
        esac
        case "${{COMP_WORDS[1]}} $COMP_CWORD $current" in
            "explain 2 "[!-]*|"ops 2 "[!-]*) words="{names}" ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _lanewise lanewise"""


def completion(shell: str) -> str:
    first = " ".join(dict.fromkeys(name.partition(" ")[0] for name in VERBS))
    values = _values()
    if shell in ("bash", "zsh"):
        words = {name: " ".join(_long_options(name)) for name in VERBS}
        words |= {verb: below for verb, _, below in (name.partition(" ") for name in VERBS) if below}
        cases = [f'            "{name} "*) words="{them}" ;;' for name, them in words.items()]
        chosen = [f'            {option}) words="{" ".join(them)}" ;;' for option, them in values.items()]
        script = _BASH.format(verbs=first, cases="\n".join(cases), values="\n".join(chosen), names=" ".join(_names()))
        return script if shell == "bash" else f"autoload -U +X bashcompinit && bashcompinit\n{script}"
    if shell == "fish":
        lines = [f'complete -c lanewise -n __fish_use_subcommand -f -a "{first}"']
        for name in VERBS:
            verb, _, below = name.partition(" ")
            here = f'-n "__fish_seen_subcommand_from {verb}"'
            lines += [f"complete -c lanewise {here} -a {below}"] if below else []
            for option in _long_options(name):
                more = f' -x -a "{" ".join(values[option])}"' if option in values else ""
                lines.append(f"complete -c lanewise {here} -l {option.removeprefix('--')}{more}")
        lines.append(f'complete -c lanewise -n "__fish_seen_subcommand_from explain ops" -f -a "{" ".join(_names())}"')
        return "\n".join(lines)
    refuse(f"--completion {shell}: there are bash, zsh, fish")


def _long_options(name: str) -> list[str]:
    return [word for option in VERBS[name].options for word in option.names if word.startswith("--")]


def _values() -> dict[str, list[str]]:
    """What may stand after an option; those whose value is joined to them end with =."""
    from lanewise.check.kinds import EVERYTHING, HINTS, KINDS, NUMBERS, STRICT
    from lanewise.chips.chip import every_chip
    from lanewise.numerics.formats import DTYPES

    found = {
        word: list(option.choices)
        for verb in VERBS.values() for option in verb.options for word in option.names if option.choices
    }  # fmt: skip
    return found | {
        "--chip": list(every_chip()), "--check=": [EVERYTHING, *KINDS, NUMBERS, HINTS, STRICT],
        "--schedule": ["early", "late", "random:"], "--dtype": list(DTYPES),
    }  # fmt: skip


def _names() -> list[str]:
    """Instructions by their vendor's names, where these are one word for the shell."""
    from lanewise.isa.catalogue import instructions

    return sorted({name for one in instructions().values() for name in one.vendor if name.isidentifier()})
