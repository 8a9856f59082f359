"""`lanewise --completion SHELL`: verbs and options as the shell's own script, so that completing starts nothing."""

from __future__ import annotations

from lanewise.cli.options import VERBS
from lanewise.cli.status import refuse

_BASH = """\
_lanewise() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" words="{verbs}"
    if [ "$COMP_CWORD" -gt 1 ]; then
        case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}} " in
{cases}
            *) words="" ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _lanewise lanewise"""


def completion(shell: str) -> str:
    first = " ".join(dict.fromkeys(name.partition(" ")[0] for name in VERBS))
    if shell in ("bash", "zsh"):
        words = {name: " ".join(_long(name)) for name in VERBS}
        words |= {verb: below for verb, _, below in (name.partition(" ") for name in VERBS) if below}
        cases = [f'            "{name} "*) words="{them}" ;;' for name, them in words.items()]
        script = _BASH.format(verbs=first, cases="\n".join(cases))
        return script if shell == "bash" else f"autoload -U +X bashcompinit && bashcompinit\n{script}"
    if shell == "fish":
        lines = [f'complete -c lanewise -n __fish_use_subcommand -f -a "{first}"']
        for name in VERBS:
            verb, _, below = name.partition(" ")
            here = f'-n "__fish_seen_subcommand_from {verb}"'
            lines += [f"complete -c lanewise {here} -a {below}"] if below else []
            lines += [f"complete -c lanewise {here} -l {option.removeprefix('--')}" for option in _long(name)]
        return "\n".join(lines)
    refuse(f"--completion {shell}: there are bash, zsh, fish")


def _long(name: str) -> list[str]:
    return [word for option in VERBS[name].options for word in option.names if word.startswith("--")]
