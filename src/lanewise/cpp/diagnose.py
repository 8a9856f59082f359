"""What a compiler said, as a user needs it: their own line, one line per error, and what Lanewise knows about it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from lanewise.chips.chip import chip as find_chip
from lanewise.chips.chip import chips_with
from lanewise.cpp import compiler_functions
from lanewise.cpp.build import Request
from lanewise.cpp.compiler import AIE, INCLUDES, OPERATOR_HOST, PACKAGE
from lanewise.cpp.families import refuse_other_family
from lanewise.cpp.lane_accesses import CHANGES
from lanewise.cpp.phases import BARRIERS
from lanewise.cpp.threads import PROGRAMS

SHOWN = 5  # errors; what follows is mostly their echo
FORMS = 6
_NEEDS_REGISTERS = "needs registers"
_OUTSIDE = "which Lanewise does not have: "
UNPACKING = "products whose B is unpacked on its way to L0"
ATVOSS = "the template library of element-wise, broadcast and reduction operators (atvoss)"
BOARDS = "host programs for boards (XRT)"
CUBE_LIBRARY = "the cube unit's older interface (Conv2D, Gemm), its convolutions, or what other chips have for products"
NEAREST = {  # what to write instead, where that is more than vector instructions
    CUBE_LIBRARY: "write the product with LoadData, Mmad and Fixpipe, which run",
    UNPACKING: "turn B into A's type on a vector core (AscendAntiQuant or Cast), then multiply",
    ATVOSS: "name your own checkout of opbase (--opbase, opbase=, LANEWISE_OPBASE), or put it beside the repository",
    BOARDS: "a graph runs with a main() for simulators, as programs have under __X86SIM__ or __AIESIM__",
}
_SUBJECTS = {  # what a name or header of the vendor's belongs to; names that only begin like one are the user's
    CUBE_LIBRARY: re.compile(
        r"(?:.*/)?(?:lib|adv_api)/(?:conv|conv_backprop|gemm)/.*|(?:.*/)?conv[23]d_(?:\w+_)?(?:api|intf|tiling\w*)\.h"
        r"|Mmad(?:WithSparse|Mx)|Load(?:UnzipIndex|ImageToLocal\w*)|LoadData(?:WithSparse|Unzip)"
        r"|REGIST_CUBE_\w+|(?:Create)?CubeResGroup\w*|Gemm(?:Tiling)?|Conv[23][Dd](?:Backprop\w*|Params|Tiling|Api\w*)?"
        r"|BroadCastVecToMM|SetAippFunctions|SetFixPipe(?:ClipRelu|Addr)"
        r"|LoadData3DParamsV1|LoadData2dTransposeParamsV2|(?:Mmad|LoadData[23]D|SetFmatrix)BitMode"
    ),
    UNPACKING: re.compile(r"SetAntiQuant(?:Scalar|Vector)"),
    "another part of the interface of threads": re.compile(r"simt_api/.*"),
    "collective communication between chips": re.compile(
        r"(?:(?:lib|adv_api)/)?(?:hccl|hcomm)/.*|(?:hccl|hcomm)(?:_types)?\.h|(?:Hccl|Hcomm)(?:[A-Z]\w*)?|HCCL_\w+"
    ),
    "the vendor's library of finished operators (one of your own is found when its folder, with op_host and op_kernel,"
    " is beside the program or below a folder that -I names)": re.compile(
        r"aclnn(?:op)?/.*|aclnn_\w+\.h|aclnn[A-Z]\w*|acl/acl_op\w*\.h|aclop[A-Z]\w*"
    ),
    "operator projects of the vendor's frameworks": re.compile(
        r"exe_graph/lowering/.*|(?:torch|torch_npu|ATen|tensorflow|pybind11)/.*|ge/ge_\w+\.h|opdev/.*"
        r"|graph/(?:operator_factory|graph|gnode|attr_value)\.h"
        r"|experiment/(?:platform|runtime|msprof|metadef)/.*"
    ),
    ATVOSS: re.compile(r"(?:op_common/)?atvoss/.*"),
    BOARDS: re.compile(r"(?:experimental/)?xrt(?:[_/].*)?|registerXRT|(?:xrt|xcl)[A-Z]\w*"),
    "the AI CPU": re.compile(r"(?:aicpu|aicpu_api)/.*|(?:aicpu_api|aicpu_kernel\w*|cpu_kernel\w*)\.h|__aicpu__"),
}

_PUBLIC = {  # libraries of others that anybody may install
    "nlohmann/": "a public header library: install it (nlohmann-json3-dev, nlohmann-json), or name its folder with -I",
}

_PLACE = r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?:(?P<column>\d+):)?\s+"
_LINE = re.compile(_PLACE + r"(?P<kind>fatal error|error|note|warning): (?P<text>.*)$")
_REQUIRED = re.compile(_PLACE + r"(?:recursively )?required from")
# Of a variable whose type g++ does not know.
_ECHO = re.compile(r"^request for member '\w+' in '\w+', which is of non-class type 'int'$")
_UNDEFINED = re.compile(  # as ld and gold say it, and as lld does
    r"(?:(?P<place>[^\s:]+:\d+): (?:error: )?)?undefined reference to [`'](?P<name>.*)'$"
    r"|error: undefined symbol: (?P<symbol>.*)(?:\n>>> referenced by .*?\((?P<caller>[^()]*:\d+)\)$)?",
    re.MULTILINE,
)
_UNKNOWN = (
    re.compile(r"^'(?P<name>[\w:]+)' (?:is not a member of|in namespace) '(?P<scope>[\w:]+)'"),
    re.compile(r"^no (?:member|type|template) named '(?P<name>\w+)' in (?:namespace )?'(?P<scope>[^']+)'"),
    re.compile(r"^no (?:member|type|template) named '(?P<name>\w+)'"),
    re.compile(r"^'(?:class |struct )?(?P<scope>[^']+)'.* has no member named '(?P<name>\w+)'"),
    re.compile(r"^'(?P<scope>AscendC(?:::\w+)*)::(?P<name>\w+)' (?:was not declared|has not been declared)"),
    re.compile(r"^'(?P<name>\w+)' (?:was not declared|has not been declared|does not name a type|is not a class)"),
    re.compile(r"^'(?P<name>\w+)' is not a namespace-name"),
    re.compile(r"^use of undeclared identifier '(?P<name>\w+)'"),
    re.compile(r"^unknown type name '(?P<name>\w+)'"),
)
_REFUSED = re.compile(r"^static[_ ]assert(?:ion)? failed(?: due to requirement '.*')?:? \"?(?P<why>.*?)\"?$")
# Functions of threads that have no record: they do something to memory or to other threads.
_OF_WARPS = "shfl shfl_up shfl_down shfl_xor all any ballot activemask reduce_add reduce_max reduce_min"
_OF_THREADS = """
    asc_threadfence asc_threadfence_block asc_nop asc_ldcg asc_ldca asc_stcg asc_stwt __ldg __threadfence
    __threadfence_block laneid threadIdx blockIdx blockDim gridDim warpSize __launch_bounds__ __trap
    this_thread_block tiled_partition coalesced_threads binary_partition
"""
_NATIVE = re.compile(r"v\d+(?P<lane>u?int\d+|cint\d+|c?bfloat16|c?float|c?acc\w+)")
_NAMED = re.compile(r"\b([a-z]\w{2,})\s*[(=]|\b(?:class|struct) (\w+)")
_HEADER = re.compile(r"^'?(?P<name>[^':]+)'?(?:: No such file or directory| file not found)")
_NO_MATCH = re.compile(r"^no matching (?:member )?function for call to '(?P<call>.*)'$")
_CONSTRUCTOR = re.compile(r"^no matching constructor for initialization of '(?P<call>.*?)'(?: \(aka .*\))?$")
_NOT_VIABLE = re.compile(r"candidate (?:function|constructor|template)[^:]*(?:not viable|ignored): (.*)")
_COUNT = re.compile(r"requires (?P<bound>at least |at most )?(?P<n>\d+|single) arguments?.*, but (?P<given>\d+|no)\b")
_REGISTERS = re.compile(r"^(?:Reg|MicroAPI|RegTensor|MaskReg|AddrReg|UnalignReg\w*|vector_\w+|asc_vf_call|__simd_\w+)$")


class Diagnostic(NamedTuple):
    file: str
    line: str
    column: str
    kind: str
    text: str
    notes: list[str]


def diagnose(output: str, request: Request) -> list[str]:
    """The errors of a compiler's output, by their lines."""
    refuse_other_family(request)
    output = output.replace("‘", "'").replace("’", "'")
    first: dict[tuple[str, str], Diagnostic] = {}  # on each line; the others there are echoes
    for said in _errors(output):
        first.setdefault((said.file, said.line), said)
    files = list(dict.fromkeys(said.file for said in first.values()))
    theirs = sorted(first.values(), key=lambda s: (not _is_users(s.file), files.index(s.file), int(s.line)))
    theirs = [said for said in theirs if not _ECHO.match(said.text)] or theirs
    found = [_explain(said, request) for said in theirs]
    found = [line for line in found if _NEEDS_REGISTERS in line][:1] or found  # everything else follows from that
    outside = [line for line in found if _OUTSIDE in line]  # much follows from that, but not all
    found = outside[:1] + [line for line in found if line not in outside]
    found += [line for line in dict.fromkeys(_undefined(output, request)) if line]
    if not found:  # nothing that looks like a compiler's error: whatever it was is all we have
        return output.strip().splitlines()[-SHOWN:] or ["the compiler failed and said nothing"]
    more = len(found) - SHOWN
    return found[:SHOWN] + ([f"and {more} more (--verbose shows everything the compiler said)"] if more > 0 else [])


def _errors(output: str) -> Iterator[Diagnostic]:
    """Errors at lines of the user, with the notes that follow each."""
    error: Diagnostic | None = None
    from_here: re.Match[str] | None = None  # the user's line that led the compiler to the place of the error
    for text in output.splitlines():
        required = _REQUIRED.match(text)
        if required:
            from_here = required if _is_users(required["file"]) else from_here
            continue
        line = _LINE.match(text)
        if line is None or "undefined reference to" in text:
            if text.startswith("In file included from") or ": In " in text:
                from_here = None
            elif error is not None:
                error.notes.append(text.strip())
            continue
        if line["kind"] in ("note", "warning"):
            if error is not None and line["kind"] == "note":
                error.notes.append(line["text"])
                if not _is_users(error.file) and _is_users(line["file"]):  # clang names the caller in a note
                    error = error._replace(file=line["file"], line=line["line"], column=line["column"] or "")
            continue
        if error is not None:
            yield error
        place = line if _is_users(line["file"]) or from_here is None else from_here
        error = Diagnostic(place["file"], place["line"], place["column"] or "", "error", line["text"], [])
    if error is not None:
        yield error


def _has_column(said: Diagnostic) -> bool:
    """Whether the user's line has that column. A line that was rewritten is longer."""
    try:
        with open(said.file, encoding="utf-8", errors="replace") as file:
            return int(said.column) <= len(file.read().split("\n")[int(said.line) - 1]) + 1
    except (OSError, IndexError):
        return False


def _is_users(file: str) -> bool:
    return not os.path.abspath(file).startswith((PACKAGE, "/usr/include", "/usr/lib", *INCLUDES))


def _explain(said: Diagnostic, request: Request) -> str:
    place = f"{said.file.removeprefix('./')}:{said.line}"
    if said.column and _has_column(said):
        place += f":{said.column}"
    if not _is_users(said.file):
        return f"{place}: error: {said.text}"
    refused = _REFUSED.match(said.text) if request.front.arch == AIE.arch else None
    if refused:
        return f"{place}: error: {_simplify(refused['why'])}"
    text = _missing(said.text, request) or _wrong_form(said.text, said.notes) or _simplify(said.text)
    return f"{place}: error: {text}"


def _missing(text: str, request: Request) -> str | None:
    """A name or header that is not there."""
    header = _HEADER.match(text)
    if header:
        outside = _subject(header["name"])
        if outside:
            return f"there is no {header['name']} beside the source or under -I: {outside}"
        public = next((words for start, words in _PUBLIC.items() if header["name"].startswith(start)), None)
        if public:
            return f"there is no {header['name']} on this computer; it is of {public}"
        near = _nearest(header["name"], _headers(request))
        return f"there is no {header['name']} beside the source or under -I, and Lanewise does not have it.{near}"
    for pattern in _UNKNOWN:
        match = pattern.match(text)
        if match is None:
            continue
        name = match["name"].rpartition("::")[2]
        scope = match.groupdict().get("scope") or ""
        full = f"{_simplify(scope)}::{name}" if scope else name
        outside = _subject(name)
        if request.front.arch == AIE.arch:
            boards = outside if outside and BOARDS in outside else None
            return boards or _missing_on_engine(name, full, scope, request.chip)
        if outside:
            return outside
        if not scope and (old := compiler_functions.advice(name)):
            return old
        if scope.endswith("simt::Index"):
            return f"threadIdx, blockIdx, blockDim and gridDim have no {name}. Nearest: x, y, z."
        if not scope and (function := _missing_of_threads(name, text, request)):
            return function
        lacking = not find_chip(request.chip).has("registers")
        if (_REGISTERS.match(name) or "Reg" in scope.split("::")) and lacking:
            other = chips_with("registers")[0]
            return f"{full} {_NEEDS_REGISTERS}, which {request.chip} does not have: use --chip {other}"
        ours = scope.startswith(("AscendC", "lanewise", "platform_ascendc", "optiling", "matmul"))
        words = _header_names()
        if not ours and name not in words and not re.match(r"acl|asc_|ACL_|__\w+__$|GET_TILING|vector_", name):
            return None  # the user's own name: the compiler says it best
        if name in words and ours:
            other = f" Perhaps it needs --chip {chips_with('registers')[0]}." if lacking else ""
            return f"Lanewise does not have {full} on {request.chip}.{other}{_nearest(name, words)}"
        if name in words:
            return None
        return f"Lanewise does not have {full} yet.{_nearest(name, words)}"
    return None


def _missing_of_threads(name: str, text: str, request: Request) -> str | None:
    """A function of threads that is nearly called so, where no name of the program's own is as near."""
    import difflib

    from lanewise.isa.ascend_simt.catalogue import functions

    if not find_chip(request.chip).has("threads") or not any(map(_has_threads, request.sources)):
        return None
    known = {word.rpartition("::")[2] for one in functions().values() for word in one.all_names}
    known |= {start + how for start in ("asc_", "__") for how in _OF_WARPS.split()} | CHANGES | BARRIERS
    known |= set(_OF_THREADS.split())
    own = re.search(r"did you mean ['‘](?P<name>\w+)['’]", text)
    if name in known or (own and own["name"] not in known):
        return None
    near = difflib.get_close_matches(name, known, 3, 0.8)
    return f"there is no {name} for threads. Nearest: {', '.join(near)}." if near else None


def _has_threads(source: str) -> bool:
    if not os.path.isfile(source):
        return False
    with open(source, encoding="utf-8", errors="replace") as file:
        return PROGRAMS.search(file.read()) is not None


def _missing_on_engine(name: str, full: str, scope: str, chip: str) -> str | None:
    """A name that kernels of the AI Engine want."""
    native = _NATIVE.fullmatch(name)
    if native and not scope:
        return f"{chip} has no {name}: {native['lane']} is not one of its types"
    if scope.partition("::")[0] not in ("aie", "adf"):
        return None  # the user's own name, or one of the compiler's: it says it best
    return f"Lanewise does not have {full} on {chip}.{_nearest(name, _engine_words())}"


def _subject(name: str) -> str | None:
    """What a name of the vendor's belongs to, where that is nothing of ours."""
    for subject, names in _SUBJECTS.items():
        if names.fullmatch(name):
            return f"{name} belongs to {subject}, {_OUTSIDE}{NEAREST.get(subject, 'it runs vector kernels')}"
    return None


def _wrong_form(text: str, notes: list[str]) -> str | None:
    match = _NO_MATCH.match(text) or _CONSTRUCTOR.match(text)
    if match is None:
        return None
    call = _simplify(match["call"])
    name, _, arguments = call.partition("(")
    forms, reasons = [], []
    for note in notes:
        candidate = re.match(r"candidate(?: function(?: template)?)?(?: not viable)?: '(.*?)'?$", note)
        if candidate:
            form = _signature(candidate[1], name)
            if form and form not in forms:
                forms.append(form)
        elif any(words in note for words in ("deduced conflicting types", "cannot convert", "no known conversion")):
            why_not = _NOT_VIABLE.match(note)
            reasons.append(_simplify(why_not[1] if why_not else note))
    reasons = reasons or _undeducible_notes(name, notes) or _counts(notes)
    given = f"({arguments}" if arguments else "this call"
    alike = {re.sub(r" for parameter '\w+'", "", reason) for reason in reasons}
    why = f": {reasons[0]}" if len(alike) == 1 else ""
    more = f", and {len(forms) - FORMS} more" if len(forms) > FORMS else ""
    known = f"\n  forms: {'; '.join(forms[:FORMS])}{more}" if forms else ""
    return f"no form of {name} takes {given}{why}{known}"


def _undeducible_notes(name: str, notes: list[str]) -> list[str]:
    """A call without arguments cannot tell the type that a template needs; clang only counts what others take."""
    missing = [m[1] for note in notes if (m := re.search(r"couldn't infer template argument '(\w+)'", note))]
    given = {m["given"] for note in notes if (m := _COUNT.search(note))}
    return [f"it needs a type: write {name}<{missing[0]}>()"] if missing and given <= {"no", "0"} else []


def _counts(notes: list[str]) -> list[str]:
    """clang does not show the forms, but says how many arguments each one takes."""
    found = [match for note in notes if (match := _COUNT.search(note))]
    if not found:
        return []
    number = {"single": "1", "no": "0"}
    takes = {f"{match['bound'] or ''}{number.get(match['n'], match['n'])}" for match in found}
    *others, last = sorted(takes, key=lambda words: int(words.split()[-1]))
    wanted = f"{', '.join(others)} or {last}" if others else last
    given = number.get(found[0]["given"], found[0]["given"])
    return [f"it takes {wanted} argument{'' if wanted == '1' else 's'}, not {given}"]


def _signature(text: str, name: str) -> str:
    """`Add(LocalTensor<T>, LocalTensor<T>, LocalTensor<T>, int32_t)` of a whole declaration."""
    plain = re.escape(name.rpartition("::")[2].partition("<")[0])
    found = re.search(rf"\b{plain}\s*\((.*?)\)(?: const)?(?: requires .*| \[with .*)?$", text)
    if not found:
        return ""
    inner = re.sub(r"\b(?:const|class|struct|typename|enum)\b |&+", "", found[1])
    shown = re.sub(r"<[^<>]*>(?=::)", "", name).rpartition("<")[0] or re.sub(r"<[^<>]*>(?=::)", "", name)
    if "anonymous" in text.partition("[with")[0]:
        return ""  # an overload for who knows it
    return f"{shown}{_said_by_hand(text, found[1])}({_simplify(inner)})"


def _said_by_hand(text: str, arguments: str) -> str:
    """`<T>`: the parameters of a template that no argument tells."""
    template = re.match(r"template<([^<>]*)> ", text)
    names = [word.split()[-1] for word in template[1].split(",")] if template and template[1].strip() else []
    missing = [] if arguments.strip() else names
    return f"<{', '.join(missing)}>" if missing else ""


def _simplify(text: str) -> str:
    """Without what says nothing to a user: our namespaces, default template arguments and the compiler's asides.

    A namespace that is asked for stays: did you mean 'AscendC::TPipe'?
    """
    text = re.sub(r"\bstd::(?:__cxx11|__1)::", "std::", text)
    text = re.sub(r"(?<!did you mean ['‘])\b(?:AscendC|lanewise)::", "", text)
    text = re.sub(r"\{aka '[^']*'\}|\(aka '[^']*'\)", "", text)
    text = re.sub(r"std::type_identity<(\w+)>::type|(?:typename )?identity_t<(\w+)>", lambda m: m[1] or m[2], text)
    return re.sub(r"  +", " ", text).strip()


def undefined(output: str) -> list[str]:
    """Names that no linker could find."""
    return list(dict.fromkeys(match["name"] or match["symbol"] for match in _UNDEFINED.finditer(output)))


def _undefined(output: str, request: Request) -> Iterator[str]:
    """What no linker could find, at the line that wants it."""
    for match in _UNDEFINED.finditer(output):
        name = match["name"] or match["symbol"]
        if name == "main":
            file = os.path.basename(request.sources[0])
            call = f'aie.load("{file}")' if request.front == AIE else f'lanewise.cpp.load("{file}")'
            files = ", ".join(request.sources)
            how = f"call its kernels from Python with {call}"
            yield f"{request.sources[0]}: error: there is no main() in {files}; {how}"
            continue
        if request.front != OPERATOR_HOST and re.match(r"(?:(?:typeinfo|vtable) for )?(?:lanewise::op|ops)::", name):
            what = "this is the host side of an operator: lanewise op FOLDER runs its project"
            yield f"{request.sources[0]}: error: {what}"
            continue
        place = match["place"] or match["caller"] or request.sources[0]
        ours = re.match(r"acl|lw_|AscendC::|lanewise::|asc_", name)
        reason = "Lanewise does not have it yet" if ours else "no source defines it"
        yield f"{place}: error: {_simplify(name)} is declared, but {reason}"


# --- names of ours ---


def _header_names() -> set[str]:
    """Every name in our headers that a program could use."""
    found: set[str] = set()
    for path in (path for tree in INCLUDES for path in _files(tree)):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", "", file.read(), flags=re.DOTALL)
        found.update(re.findall(r"\b[A-Z][A-Za-z0-9_]{2,}\b|\b(?:acl|asc_|vector_)\w+", text))
    return {word for word in found if not word.endswith("_")}  # a macro pastes the rest behind it


def _engine_words() -> set[str]:
    """Names of functions and types in the headers of the AI Engine."""
    found: set[str] = set()
    rooms = (os.path.join(INCLUDES[0], "lanewise", room) for room in ("aie", os.path.join("shared", "aie")))
    for path in (path for room in rooms for path in _files(room)):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*", "", file.read())
        found.update(word for pair in _NAMED.findall(text) for word in pair if word)
    return found


def _headers(request: Request) -> set[str]:
    names = {os.path.relpath(path, tree) for tree in INCLUDES for path in _files(tree)}
    own = ("aie_api", "adf", "aie_", "lut_") if request.front.arch == AIE.arch else ("",)
    return {name for name in names if not name.startswith("lanewise" + os.sep) and name.startswith(own)}


def _files(tree: str) -> Iterator[str]:
    for at, _, names in os.walk(tree):
        yield from (os.path.join(at, name) for name in names if name.endswith((".h", ".hpp", ".inc")))


def _nearest(name: str, known: set[str]) -> str:
    import difflib

    lower: dict[str, str] = {}
    for word in sorted(known - {name}):
        lower.setdefault(word.lower(), word)
    close = difflib.get_close_matches(name.lower(), lower, 3, 0.6)
    return f" Nearest: {', '.join(lower[c] for c in close)}." if close else ""
