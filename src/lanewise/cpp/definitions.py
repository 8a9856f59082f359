"""The functions that a C++ file defines, read from its text after preprocessing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lanewise.cpp.expanded import preprocess
from lanewise.cpp.kernels import without_defaults
from lanewise.cpp.tokens import Token, closing, flat, opening_angle, scan

_TYPES = ("class", "struct", "union", "enum")
_BASE_SPECIFIERS = ("public", "private", "protected", "virtual", "typename")
_NOT_NAMES = ("__attribute__", "alignas", "decltype", "noexcept", "__declspec", "if", "for", "while", "switch")


class Function(NamedTuple):
    name: str
    namespace: tuple[str, ...]
    parameters: str  # as written, without defaults


class Parameter(NamedTuple):
    """A parameter of a template."""

    name: str
    is_type: bool
    has_default: bool
    is_pack: bool = False

    @property
    def argument(self) -> str:
        return f"{self.name}..." if self.is_pack else self.name


class Form(NamedTuple):
    """One function template of a name: `template <...>`, what that declares, and the function's parameters."""

    template: str
    declared: tuple[Parameter, ...]
    parameters: tuple[str, ...]


class Template(NamedTuple):
    """Function templates of one name, and the arguments that the file instantiates them with."""

    name: str
    namespace: tuple[str, ...]
    forms: tuple[Form, ...] = ()
    instances: tuple[str, ...] = ()


class ClassName(NamedTuple):
    """A class as a file names it: `Fir<int16, 4>`."""

    name: str
    arguments: str  # nothing where it is no template


class Class(NamedTuple):
    """A class or class template. Its public functions, without the static ones."""

    name: str
    namespace: tuple[str, ...]
    template: str  # `template <...>`, or nothing
    declared: tuple[Parameter, ...]  # by that
    constructors: tuple[str, ...]  # parameters of each
    methods: tuple[tuple[str, str], ...]  # names and parameters
    scope: tuple[tuple[str, bool], ...]  # constants and types that parameters may name, and whether it is a type
    registered: bool  # it registers itself with a graph
    bases: tuple[ClassName, ...]  # the public ones
    inherits_constructors: bool
    instances: tuple[str, ...] = ()  # the arguments that the file instantiates it with


class Alias(NamedTuple):
    """`using fir16 = Fir<16>;`, of whatever that is."""

    name: str
    of: ClassName


Definition = Function | Template | Class | Alias


def functions(path: str, defines: Sequence[str], include_dirs: Sequence[str]) -> list[Definition]:
    """What the file and the user's files that it includes define, macros expanded."""
    return list(
        dict.fromkeys(all_definitions(preprocess(path, defines, include_dirs)))
    )  # an #error: compiling will tell


def definitions(text: str) -> Iterator[Function]:
    """The functions that are no templates."""
    return (found for found in all_definitions(text) if isinstance(found, Function))


def all_definitions(text: str) -> Iterator[Definition]:
    """Functions, then templates with their instances and classes."""
    later: dict[str, Template | Class | Alias] = {}
    for found in _scan_definitions(text):
        before = later.get(found.name)
        if isinstance(found, Function):
            yield found
        elif isinstance(found, Template) and isinstance(before, Template):
            later[found.name] = before._replace(
                forms=(*before.forms, *found.forms), instances=(*before.instances, *found.instances)
            )
        elif isinstance(found, Template) and isinstance(before, Class):
            later[found.name] = before._replace(instances=(*before.instances, *found.instances))
        elif before is None:
            later[found.name] = found
    # What is instantiated here and defined elsewhere is nobody's to call.
    yield from (one for one in later.values() if not isinstance(one, Template) or one.forms)


def _scan_definitions(text: str) -> Iterator[Definition]:
    tokens, _ = scan(text)
    scopes: list[tuple[str, ...]] = []
    i = first = 0
    while i < len(tokens):
        word = tokens[i].text
        if word in ("(", "["):
            i = closing(tokens, i) or i
        elif word == "{":
            head = tokens[first:i]
            words = [t.text for t in head]
            if words[:1] == ["extern"] and len(words) == 2:
                scopes.append(())
            elif "namespace" in words:
                named = words[words.index("namespace") + 1 :]
                scopes.append(tuple(w for w in named if w not in ("::", "inline")))
            else:
                inside = tuple(n for scope in scopes for n in scope)
                found = _function(head)
                end = closing(tokens, i) or i
                if found is not None:
                    yield from (Function(found[0], inside, parameters) for parameters in found[1])
                elif made := _template(head):
                    yield Template(made[0], inside, made[1])
                elif a_class := _class(head, tokens[i + 1 : end], inside):
                    yield a_class
                i = end
                if found is None and tokens[i + 1 : i + 2] and _goes_on(words, tokens[i + 1].text):
                    i += 1
                    continue
            first = i + 1
        elif word == "}":
            if scopes:
                scopes.pop()
            first = i + 1
        elif word == ";":
            inside = tuple(n for scope in scopes for n in scope)
            if called := _deduced_instance(tokens[first:i]):
                yield from (Function(called[0], inside, parameters) for parameters in called[1])
            elif instance := _instance(tokens[first:i]):
                yield Template(instance.name, inside, (), (instance.arguments,))
            elif alias := _alias(tokens[first:i]):
                yield alias
            first = i + 1
        i += 1


def _outer(words: list[str]) -> list[str]:
    """Words that stand in no parentheses, without `template <...>`: defaults and parameter types do not count."""
    angles = 0
    for i, word in enumerate(words if words[:1] == ["template"] else ()):
        angles += {"<": 1, ">": -1, ">>": -2}.get(word, 0)
        if i and angles <= 0:
            words = words[i + 1 :]
            break
    found, depth = [], 0
    for word in words:
        depth += word in ("(", "[")
        if not depth:
            found.append(word)
        depth -= word in (")", "]")
    return found


def _goes_on(words: list[str], following: str) -> bool:
    """`struct {...} x;` and `int a[] = {...};` end at the semicolon; a function ends at once."""
    outer = _outer(words)
    return following != "}" and (any(w in outer for w in _TYPES) or "=" in outer)


def _behind_template(head: list[Token]) -> list[Token]:
    """What follows `template <...>`, without what it requires."""
    if not head or head[0].text != "template" or head[1:2] == [] or head[1].text != "<":
        return []
    depth = 0
    for i, token in enumerate(head):
        depth += {"<": 1, ">": -1}.get(token.text, 0)
        if i and not depth:
            head = head[i + 1 :]
            break
    if head and head[0].text == "requires":
        head = head[(closing(head, 1) or 0) + 1 :] if head[1].text == "(" else []
    return head


def _template(head: list[Token]) -> tuple[str, tuple[Form, ...]] | None:
    """A function template by its name; one that is specialised has been named before."""
    inner = _behind_template(head)
    found = _function(inner)
    declared = _declared(head)
    if found is None or not declared:
        return None
    lists = [_split_at_commas(scan(parameters)[0][:-1]) for parameters in found[1]]
    return found[0], tuple(Form(_template_text(head), declared, tuple(map(flat, parts))) for parts in lists)


def _template_text(head: list[Token]) -> str:
    """`template <...>` alone."""
    return flat(head[: _template_end(head)])


def _template_end(head: list[Token]) -> int:
    depth = 0
    for i, token in enumerate(head):
        depth += {"<": 1, ">": -1, ">>": -2}.get(token.text, 0)
        if i and not depth:
            return i + 1
    return 0


def _split_at_commas(tokens: list[Token]) -> list[list[Token]]:
    """What commas part that stand in no brackets of any kind."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += {"<": 1, "(": 1, "[": 1, "{": 1, ">": -1, ")": -1, "]": -1, "}": -1, ">>": -2}.get(token.text, 0)
        if token.text == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _declared(head: list[Token]) -> tuple[Parameter, ...]:
    """What `template <class T, unsigned N = 4>` declares."""
    found = []
    for part in (
        _split_at_commas(head[2 : _template_end(head) - 1]) if [t.text for t in head[:2]] == ["template", "<"] else []
    ):
        words = [t.text for t in part]
        before = words[: words.index("=")] if "=" in words else words
        names = [t.text for t in part[: len(before)] if t.kind == "name"]
        is_type = words[0] in ("class", "typename", "template")
        named = len(names) > 1 and names[-1] == before[-1]
        found.append(Parameter(names[-1] if named else "", is_type, "=" in words, "." in before))
    return tuple(found)


def _instance(head: list[Token]) -> ClassName | None:
    """`template void f<int, 4>(...)` or `template class F<int, 4>`."""
    words = [t.text for t in head]
    if words[:1] != ["template"] or words[1:2] == ["<"]:
        return None
    if words[1:2] in (["class"], ["struct"]):
        return _parse_name(head[2:])
    if "(" not in words or any(w in words for w in _TYPES):
        return None
    end = words.index("(") - 1
    start = opening_angle(head, end) if words[end] == ">" else None
    return None if not start else ClassName(words[start - 1], flat(head[start + 1 : end]))


def _deduced_instance(head: list[Token]) -> tuple[str, list[str]] | None:
    """`template void f(int16 *)`: its parameters say the arguments, so it is called like any function."""
    words = [t.text for t in head]
    if words[:1] != ["template"] or words[1:2] == ["<"] or any(w in words for w in _TYPES):
        return None
    return _function(head[1:])


def _parse_name(tokens: list[Token]) -> ClassName | None:
    """What these tokens name, wherever that is; nothing where they say more than a name."""
    if not tokens:
        return None
    end = len(tokens)
    start = opening_angle(tokens, end - 1) if tokens[-1].text == ">" else end
    words = tokens[:start] if start else []
    if not words or words[-1].kind != "name" or any(t.kind != "name" and t.text != "::" for t in words):
        return None
    return ClassName(words[-1].text, flat(tokens[len(words) + 1 : end - 1]))


def _alias(head: list[Token]) -> Alias | None:
    words = [t.text for t in head]
    if words[:1] == ["using"] and words[2:3] == ["="]:
        name, of = words[1], head[3:]
    elif words[:1] == ["typedef"] and len(words) > 2 and head[-1].kind == "name":
        name, of = words[-1], head[1:-1]
    else:
        return None
    named = _parse_name([t for t in of if t.text not in ("typename", *_TYPES)])
    return Alias(name, named) if named else None


def _bases(head: list[Token]) -> tuple[ClassName, ...]:
    """Of `class D final : public A<T>, B`, those whose public functions are public in D."""
    words = [t.text for t in head]
    if ":" not in words:
        return ()
    found = []
    for part in _split_at_commas(head[words.index(":") + 1 :]):
        access = {t.text for t in part} & {"public", "private", "protected"} or {
            "public" if words[0] == "struct" else "private"
        }
        named = _parse_name([t for t in part if t.text not in _BASE_SPECIFIERS])
        if named and access == {"public"}:
            found.append(named)
    return tuple(found)


def _class(head: list[Token], body: list[Token], namespace: tuple[str, ...]) -> Class | None:
    inner = _behind_template(head) or head
    words = [t.text for t in inner]
    if words[:1] not in (["class"], ["struct"]) or len(words) < 2 or "(" in words:
        return None
    name = next((t.text for t in inner[1:] if t.kind == "name" and t.text not in ("alignas", "final")), "")
    if not name or words[2:3] == ["<"]:  # a specialisation
        return None
    constructors, methods = [], []
    for before, parameters in _members(body, public=words[0] == "struct"):
        if "~" in before:
            continue
        if before[-1] == name and not parameters.startswith(("const " + name, name + "&")):
            constructors.append(parameters)
        elif before[-1] != name and len(before) > 1 and not {"static", "friend", "using", "template"} & set(before):
            methods.append((before[-1], parameters))
    template = _template_text(head) if inner is not head else ""
    bases = _bases(inner)
    registered = any(t.text == "registerKernelClass" for t in body)
    return Class(
        name, namespace, template, _declared(head), tuple(dict.fromkeys(constructors)) or ("",),
        tuple(dict.fromkeys(methods)), tuple(_scope(body).items()), registered, bases,
        not constructors and _uses_constructors(body, {base.name for base in bases}),
    )  # fmt: skip


def _uses_constructors(body: list[Token], bases: set[str]) -> bool:
    """`using Base<T>::Base;`."""
    words = [t.text for t in body]
    ends = [words.index(";", i) for i, word in enumerate(words) if word == "using" and ";" in words[i:]]
    return any(words[end - 2] == "::" and words[end - 1] in bases for end in ends)


def _scope(body: list[Token]) -> dict[str, bool]:
    """Constants and types of a class, and whether each is a type."""
    found: dict[str, bool] = {}
    i = first = 0
    while i < len(body):
        word = body[i].text
        words = [t.text for t in body[first:i]]
        if word in ("=", ";", "{"):
            if words[:1] == ["using"] and len(words) == 2 and word == "=":
                found[words[1]] = True
            elif words[:1] == ["typedef"] and word == ";":
                found[words[words.index("[") - 1 if "[" in words else -1]] = True
            elif words[:1] == ["enum"] and word == "{":
                found.update(dict.fromkeys(words[1:2], True))
                for part in _split_at_commas(body[i + 1 : closing(body, i) or i]):
                    found[part[0].text] = False
            elif words[:1] in (["struct"], ["class"]) and len(words) > 1:
                found[words[1]] = True
            elif {"static", "constexpr"} & set(words) and "(" not in words:
                found[words[words.index("[") - 1 if "[" in words else -1]] = False
        if word in ("{", "(", "["):
            i = closing(body, i) or i
        if word in (";", "{") or (word == ":" and words[-1:] and words[-1] in ("public", "private", "protected")):
            first = i + 1
        i += 1
    return found


def _members(body: list[Token], public: bool) -> Iterator[tuple[list[str], str]]:
    """The public functions of a class: what stands before the parameters, and these."""
    i = first = 0
    while i < len(body):
        word = body[i].text
        if word in ("public", "private", "protected") and body[i + 1 : i + 2] and body[i + 1].text == ":":
            public, i = word == "public", i + 1
            first = i + 1
        elif word == "(" and i > first and body[i - 1].kind == "name" and body[i - 1].text not in _NOT_NAMES:
            close = closing(body, i) or i
            words = [t.text for t in body[first:i]]
            end = close
            while end < len(body) and body[end].text not in (";", "{"):
                end += 1
            deleted = body[end - 1].text == "delete"
            if public and "operator" not in words and not deleted:
                yield from ((words, parameters) for parameters in _lists(body[i + 1 : close]))
            i = (closing(body, end) or end) if body[end : end + 1] and body[end].text == "{" else end
            first = i + 1
        elif word in ("{", "(", "["):
            i = closing(body, i) or i
        elif word == ";":
            first = i + 1
        i += 1


def _lists(tokens: list[Token]) -> list[str]:
    """The parameters that a call may give: all of them last, before that without those that have defaults."""
    parts = _split_at_commas(tokens)
    needed = next((i for i, part in enumerate(parts) if "=" in _outer([t.text for t in part])), len(parts))
    texts = [without_defaults(part) for part in parts]
    return [", ".join(texts[:count]) for count in range(needed, len(texts))] + [without_defaults(tokens)]


def _function(head: list[Token]) -> tuple[str, list[str]] | None:
    words = [t.text for t in head]
    if not words or words[0] in ("template", "using", "typedef") or "=" in _outer(words) or "operator" in words:
        return None
    i = 0
    while i < len(head):
        if words[i] == "(" and i and head[i - 1].kind == "name" and words[i - 1] not in _NOT_NAMES:
            if i < 2 or words[i - 2] in ("::", "~"):  # a member, or nothing in front: a constructor or a macro
                return None
            close = closing(head, i)
            if "consteval" in words or "auto" in words[i:close]:  # nothing that a call at run time could reach
                return None
            return None if close is None else (words[i - 1], _lists(head[i + 1 : close]))
        if words[i] in ("(", "["):
            i = closing(head, i) or i
        i += 1
    return None

