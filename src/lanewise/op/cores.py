"""The cores of a block of an operator's kernel: what its file says for a key, else what its calls need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lanewise.cpp.groups import KINDS, inferred
from lanewise.cpp.tokens import Token, closing, scan
from lanewise.machine.group import VECTOR, Group

_SAID = re.compile(r"\bKERNEL_TASK_TYPE(?:_DEFAULT)?\s*\([^;{}]*?\b(KERNEL_TYPE_\w+)\s*\)")
_SELECTED = re.compile(r"\bASCENDC_TPL_(\w+)")
_KEYS = ("TILING_KEY_IS", "TILING_KEY_LIST")
_NUMBER = re.compile(r"(0[xX][\da-fA-F']+|\d[\d']*)[uUlL]*")


def group(text: str, key: int, expand: Callable[[], str], selected: str | None) -> Group:
    """Of a kernel with this text, without comments. `expand` gives the same with its conditions decided, which takes
    a while, and nothing where nobody can; `selected` is the kind that the selection of a template's key names."""
    if selected and (found := KINDS.get(selected)):
        return found
    kinds = {KINDS.get(match[1]) for match in _SAID.finditer(text)}
    if len(kinds) == 1 and "KERNEL_TASK_TYPE_DEFAULT" in text and (only := kinds.pop()):
        return only
    if not kinds and inferred(text) == VECTOR:
        return VECTOR
    text = expand() or text
    return _group_for_key(text, key) or inferred(text)


def kind_of(selection: str) -> str | None:
    """ASCENDC_TPL_MIX_AIC_1_2 is KERNEL_TYPE_MIX_AIC_1_2."""
    found = _SELECTED.search(selection)
    return f"KERNEL_TYPE_{found[1]}" if found else None


def _group_for_key(text: str, key: int) -> Group | None:
    """The kind of this key, else the one of all keys, where it stands in no branch of another."""
    tokens = [token for token in scan(text)[0] if not token.in_macro]
    default = None
    for words, keys in _statements(tokens):
        kind = next((KINDS[word] for word in words if word in KINDS), None)
        if kind is None or (keys is not None and key not in keys):
            continue
        if words[0] == "KERNEL_TASK_TYPE_DEFAULT":
            default = default or kind
        elif _value(words[2:], tokens) == key:
            return kind
    return default


def _statements(tokens: list[Token]) -> Iterator[tuple[list[str], set[int] | None]]:
    """The words of each, and the keys of the branches around it; None: it is in no such branch."""
    around: list[set[int] | None] = []
    for i, token in enumerate(tokens):
        if token.text == "{":
            around.append(_keys(tokens, i))
        elif token.text == "}" and around:
            around.pop()
        elif token.text in ("KERNEL_TASK_TYPE", "KERNEL_TASK_TYPE_DEFAULT"):
            end = closing(tokens, i + 1) if i + 1 < len(tokens) and tokens[i + 1].text == "(" else None
            known = [keys for keys in around if keys is not None]
            yield [t.text for t in tokens[i : end or i]], (set.intersection(*known) if known else None)


def _keys(tokens: list[Token], brace: int) -> set[int] | None:
    """Of `if (TILING_KEY_IS(1) || TILING_KEY_IS(2)) {`, whose brace this is."""
    if not brace or tokens[brace - 1].text != ")":
        return None
    depth, at = 0, brace - 1
    while at >= 0:
        depth += (tokens[at].text == ")") - (tokens[at].text == "(")
        if not depth:
            break
        at -= 1
    before = {t.text for t in tokens[max(at - 2, 0) : max(at, 0)]}
    if "if" not in before:
        return None
    found: set[int] = set()
    for i in range(at, brace):
        if tokens[i].text in _KEYS and (end := closing(tokens, i + 1)):
            values = [_value([t.text for t in part], tokens) for part in _split_at_commas(tokens[i + 2 : end])]
            if None in values:
                return None  # who cannot tell lets it count
            found.update(value for value in values if value is not None)
    return found or None


def _split_at_commas(tokens: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _value(words: Sequence[str], tokens: list[Token]) -> int | None:
    """The first of these words as a number: one, or the name of a constant that is one."""
    if not words:
        return None
    if match := _NUMBER.fullmatch(words[0]):
        return int(match[1].replace("'", ""), 0) if match[1][:2] in ("0x", "0X") else int(match[1].replace("'", ""))
    for i, token in enumerate(tokens[:-2]):
        if token.text == words[0] and tokens[i + 1].text == "=" and (match := _NUMBER.fullmatch(tokens[i + 2].text)):
            return _value([tokens[i + 2].text], [])
    return None
