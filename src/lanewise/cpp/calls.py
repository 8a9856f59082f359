"""The calls of the records as C++ overloads: one function for each line and name."""

from __future__ import annotations

import re
from dataclasses import replace

from lanewise.isa.calls import Call, Word, split
from lanewise.isa.form import Operand
from lanewise.isa.record import Instruction
from lanewise.numerics.formats import DTYPES

_NUMBERS = {f"{sign}{bits}": f"std::{'u' * (sign == 'u')}int{bits}_t" for sign in "iu" for bits in (8, 16, 32, 64)}
_LETTER = re.compile(r"\b[A-Z][0-9]?\b")
_STRIDE = re.compile(r"(dst|src)(\d?)(Bl|R)(oc)?(k|ep|epeat)Stride$")
_INDENT = "    "
_MOVES = {"reg_load": "issue_load", "reg_store": "issue_store"}  # records whose payload is said first


def element(name: str) -> str:
    """An element type as C++ spells it."""
    return {"half": "half", "float": "float", "bool": "bool", "int4": "int4b_t"}.get(name, f"std::{name}_t")


_OF_OURS = {"Count": "lanewise::Count", "Mask": "lanewise::Mask",
            "AnyCount": "const std::convertible_to<std::int64_t> auto&"}  # fmt: skip


def _elements(count: Word) -> str:
    """A count as a number."""
    return {"Count": "count.elements", "AnyCount": "lanewise::Count(count).elements"}.get(count.type, "count")


def _parameter_type(kind: str) -> str:
    """The type of a parameter that is no operand."""
    if kind.endswith("&"):
        return f"const {_parameter_type(kind[:-1])}&"
    if kind.startswith("out "):
        return f"{_parameter_type(kind.removeprefix('out '))}&"
    if kind.startswith("plain "):
        return f"lanewise::plain_t<PrimT<{kind.removeprefix('plain ')}>>"
    if kind.endswith("Tiling"):  # a program may have a structure of the same name
        return f"tiling::{kind}"
    return _NUMBERS.get(kind, _OF_OURS.get(kind, kind))


def c_functions(ins: Instruction) -> str:
    """The functions of the C interface that issue a record on registers."""
    return "".join(_Function(ins, c, c.name).text() for c in ins.c_overloads)


def overloads(ins: Instruction) -> str:
    """Every generated overload of a record."""
    names = tuple(name.removeprefix("Reg::") for name in (*ins.vendor, *ins.old))
    calls = [c for one in ins.overloads if not one.by_hand and not one.made_by for c in (one, *_by_address(one))]
    made = [(c, n) for c in calls for n in ((c.name,) if c.name else names)]
    kind = _Macro if ins.form.executor == "macro" else _Overload
    return "".join(kind(ins, c, n).text() for c, n in made) + "".join(_level_0(ins, n) for n in names)


def _level_0(ins: Instruction, name: str) -> str:
    """The masked form with the vendor's own types, for who takes its address: those of its arguments alone say which
    is meant, so a call with other numbers never comes here."""
    counted = next((c for c in ins.overloads if [w.name for w in c.template] == ["T", "isSetMask"]), None)
    masked = next((w.type for c in ins.overloads for w in c.parameters if w.name == "repeatParams"), None)
    if counted is None or masked is None or counted.parameters[-1].name != "count":
        return ""
    operands = [w for w in counted.parameters if w.name != "count"]
    kinds = {"T": "const LocalTensor<T>&", "T&": "const T&"}
    given = ", ".join(f"{kinds[w.type]} {w.name}" for w in operands)
    passed = ", ".join(w.name for w in operands)
    return "".join(
        f"template <class T, bool isSetMask = true, std::same_as<std::uint8_t> R>\n"
        f"LANEWISE_API void {name}({given}, {mask}, R repeatTime, const {masked.rstrip('&')}& repeatParams) {{\n"
        f"{_INDENT}{name}<T, isSetMask>({passed}, lanewise::Mask(mask), int{{repeatTime}}, repeatParams);\n}}\n"
        for mask in ("std::uint64_t mask", "std::uint64_t* mask")
    )


def _by_address(call: Call) -> list[Call]:
    """A function of the library that is taken by its address has exactly `(dst, src, count)`."""
    if [w.name for w in call.parameters] != ["dst", "src", "tail"] or any(not w.default for w in call.template[1:]):
        return []
    return [replace(call, parameters=(*call.parameters[:2], Word("count", "u32")))]


class _Overload:
    """One function. The steps follow the record from its head to its payload."""

    def __init__(self, ins: Instruction, call: Call, name: str) -> None:
        self.ins, self.call, self.name = ins, call, name
        self.registers = ins.form.executor.startswith("register")
        self.given = {w.snake: w for w in call.parameters}
        self.operands = {o.name: o for o in ins.form.operands}

    def text(self) -> str:
        parameters = ", ".join(self.parameter(w) for w in self.call.parameters)
        lines = [
            f"{self.template()}LANEWISE_API void {self.name}({parameters}) {{",
            *(f"{_INDENT}{statement};" for statement in self.statements()),
            "}\n",
        ]
        return "\n".join(lines)

    # --- what a caller writes ---

    def template(self) -> str:
        words, needs = [], []
        for word in self.call.template:
            own, need = self.template_word(word)
            words.append(own)
            needs += need
        needs += [f"({self.call.when})"] if self.call.when else []
        return f"template <{', '.join([*words, *self.deduced()])}>\n" + (
            f"{_INDENT}requires {' && '.join(needs)}\n" if needs else ""
        ) if words or self.deduced() else ""

    def template_word(self, word: Word) -> tuple[str, list[str]]:
        """As it is declared, and what it needs."""
        name = word.name.lstrip("_")
        if name == "options...":
            return "auto... options", ["(lanewise::Option<options> && ...)"]
        if name == "isSetMask":
            return "bool isSetMask = true", []
        if name == "merge":  # or a pointer to a structure with a precision in it
            return f"{'auto' if self.ins.algorithms else 'MaskMergeMode'} mode = MaskMergeMode::ZEROING", []
        if "~" in name:
            own, register = name.split("~")
            return f"class {own} = DefaultType", [f"lanewise::Fits<{own}, {register}>"]
        kind = _parameter_type(word.type) if word.type else "class"
        return f"{kind} {name}" + (f" = {word.default}" if word.default else ""), []

    def deduced(self) -> list[str]:
        """Types that only the arguments say."""
        said = {part for w in self.call.template for part in w.name.split("~")[:1]}
        fitting = {w.name.split("~")[1] for w in self.call.template if "~" in w.name}
        out: dict[str, str] = {}
        for word in self.call.parameters:
            for letter in _LETTER.findall(word.type):
                if letter not in said:
                    register = self.registers and letter not in fitting and self.space(word) == "reg"
                    out.setdefault(letter, f"{'lanewise::VectorRegister' if register else 'class'} {letter}")
        return list(out.values())

    def operand(self, word: Word) -> Operand | None:
        return self.operands.get(word.snake)

    def space(self, word: Word) -> str:
        operand = self.operand(word)
        return operand.space if operand else ""

    def parameter(self, word: Word) -> str:
        default = f" = {word.default}" if word.default else ""
        name = "" if word.unused else f" {word.name}"
        return f"{self.parameter_type(word)}{name}{default}"

    def parameter_type(self, word: Word) -> str:
        operand, kind = self.operand(word), word.type
        if kind.endswith("?"):
            return f"const {kind[:-1]}&"
        if kind.endswith(("*", "&")) or kind.startswith("plain ") or (operand is None and kind):
            return _parameter_type(kind)
        if operand is not None and operand.space == "ub":
            return f"const LocalTensor<{kind if _LETTER.fullmatch(kind) else element(kind)}>&"
        if operand is not None:
            register = {"mask": "MaskReg", "unaligned": "UnalignReg"}.get(operand.space, kind)
            read = operand.role == "src" or operand.name.startswith("src")
            return f"{'const ' * read}{register}&"
        return {"count": "std::int64_t", "mask": "lanewise::Mask", "repeatTime": "std::int32_t"}[word.name]

    # --- what becomes of it ---

    def statements(self) -> list[str]:
        call = self.call
        out = [call.check] if call.check else []
        short = self.one_line_body()
        if short:
            return [*out, short, *([call.after] if call.after else [])]
        payload, bits = self.payload(), self.scalar_bits()
        out.append(f"lanewise::Call call({self.opcode()}, lanewise::Overload::{self.overload()}, {self.flags()})")
        out += [*self.tensors(), *self.strides(), *self.lanes()]
        out += [f"call.record.scalars[0] = {bits}"] if bits else []
        out.append(f"call.issue_with({payload})" if payload else "call.issue()")
        return [*out, *([call.after] if call.after else [])]

    def one_line_body(self) -> str:
        """One statement, where types say all but operands, a scalar, a count or a mask; empty: there is more."""
        executor, named = self.ins.form.executor, self.named_operands()
        if self.ins.name in _MOVES:
            return f"lanewise::{_MOVES[self.ins.name]}({self.payload()}, {', '.join(named)})"
        rounding = self.payload() if self.given.get("round_mode") else ""
        if executor not in ("registers", "elementwise") or self.payload() != rounding or not named:
            return ""
        value = self.scalar_bits() or "0"
        if rounding and (executor != "elementwise" or rounding != "roundMode" or value != "0"):
            return ""
        if executor == "elementwise" and self.has_mask():
            return self.masked(rounding, value)
        if self.tensor_or_scalar():
            return ""
        if executor == "elementwise":
            if self.overload() != "COUNT" or self.strides():
                return ""
            count = _elements(self.given["count"])
            issue = "issue_rounded" if rounding else "issue_counted"
            told = f"{self.opcode()}, {self.flags()}, {rounding or value}, {count}, {', '.join(named)}"
            return f"lanewise::{issue}({told})"
        spaces = [o.space for o in self.operands.values()]
        if spaces not in (["reg"] * n + ["mask"] for n in (1, 2, 3)) or len(named) != len(spaces):
            return ""
        return f"lanewise::issue_lanes({self.opcode()}, {self.flags()}, {value}, {', '.join(named)})"

    def masked(self, rounding: str, value: str) -> str:
        """The same for a call under a mask with strides of all its operands."""
        either = self.tensor_or_scalar()
        if self.call.strides or self.call.by_tensor or "repeat_params" not in self.given or len(either) == 1:
            return ""
        lanes = f"mask, {self.repeat() or 1}, {self.given['repeat_params'].name}"
        if either:
            told = f"{self.opcode()}, {self.flags()}, {lanes}, {', '.join([*self.named_operands(), *either])}"
            return f"lanewise::issue_flexible<lanewise::scalar_side_of<options...>, {self.width()}>({told})"
        scalar = f"static_cast<std::uint64_t>({rounding}), true" if rounding else f"{value}, false"
        told = f"{self.opcode()}, {self.flags()}, {scalar}, {lanes}, {', '.join(self.named_operands())}"
        return f"lanewise::issue_masked<{self.width()}>({told})"

    def opcode(self) -> str:
        own = f"lanewise::Opcode::{self.ins.name}_"
        either = [w for w in self.call.parameters if w.type.endswith("?")]
        if not self.call.by_tensor or not either:
            return own
        both = " && ".join(f"lanewise::Local<{w.type[:-1]}>" for w in either)
        return f"{both} ? lanewise::Opcode::{self.call.by_tensor}_ : {own}"

    def has_mask(self) -> bool:
        return "mask" in self.given and "mask" not in self.operands and not self.given["mask"].type

    def overload(self) -> str:
        return "COUNT" if "count" in self.given else "CONTIGUOUS" if self.has_mask() else "PLAIN"

    def flags(self) -> str:
        if self.call.flags:
            return self.call.flags
        options = {w.name for w in self.call.template}
        if "options..." in options:
            return "lanewise::flags_of<options...>"
        if "isSetMask" in options:
            return "lanewise::flags_of<isSetMask>"
        if "merge" in options:
            precise = f"lanewise::function_flags<mode, {self.opcode()}>"
            return precise if self.ins.algorithms else "lanewise::merge_flag<mode>"
        return "0" if self.overload() == "PLAIN" else "lanewise::SET_MASK"

    def tensor_or_scalar(self) -> list[str]:
        """Parameters that are a tensor or a number."""
        return [w.name for w in self.call.parameters if w.type.endswith("?")]

    def named_operands(self) -> list[str]:
        """The operands that are no such parameters, as expressions."""
        if self.call.operands:
            return split(self.call.operands)
        return [w.name for o in self.operands for w in [self.given.get(o)] if w and not w.type.endswith("?")]

    def tensors(self) -> list[str]:
        named, either = ", ".join(self.named_operands()), self.tensor_or_scalar()
        if not either:
            return [f"call.tensors({named})"] if named else []
        if len(either) == 1:
            return [f"lanewise::filling(call, {named}, {either[0]})"]
        side = "lanewise::scalar_side_of<options...>"
        flexible = f"lanewise::flexible<{side}>(call.tensors({named}), 1, {', '.join(either)})"
        if not self.call.by_tensor:
            return [flexible]
        kinds = " && ".join(f"lanewise::Local<{w.type[:-1]}>" for w in self.call.parameters if w.type.endswith("?"))
        return [f"if constexpr ({kinds}) call.tensors({named}, {', '.join(either)})", f"else {flexible}"]

    def stride(self, word: Word) -> tuple[str, str] | None:
        """The operand and the kind of stride that a parameter is."""
        match = _STRIDE.match(word.name)
        if match is None or self.ins.form.strides is None:
            return None
        return match[1] + match[2], "block" if match[3] == "Bl" else "repeat"

    def strides(self) -> list[str]:
        out = [f"call.strides({each.strip()})" for each in self.call.strides.split(";") if each.strip()]
        if "repeat_params" in self.given and self.ins.form.strides is not None and not out:
            return [*out, f"strided(call, {self.given['repeat_params'].name})"]
        told: dict[str, dict[str, str]] = {}
        for word in self.call.parameters:
            which = self.stride(word)
            if which is not None:
                told.setdefault(which[0], {})[which[1]] = word.name
        places = list(self.operands)
        return [*out, *(f"call.strides({places.index(o)}, {s.get('block', '1')}, {s.get('repeat', '0')})"
                        for o, s in told.items())]  # fmt: skip

    def lanes(self) -> list[str]:
        """Which elements take part."""
        if "count" in self.given:
            return [f"call.count({_elements(self.given['count'])})"]
        repeat = self.repeat()
        if self.has_mask():
            return [f"lanewise::masked<{self.width()}>(call, mask, {repeat or 1})"]
        return [f"call.repeat({repeat})"] if repeat else []

    def repeat(self) -> str:
        return self.call.repeat or ("repeatTime" if "repeat_time" in self.given else "")

    def width(self) -> str:
        """Bytes of a lane: those of the widest operand whose elements are lanes."""
        kinds = [self.kind(o.name) for o in self.ins.form.operands if o.counted]
        either = [w.type[:-1] for w in self.call.parameters if w.type.endswith("?")]
        if len(either) == 2:
            side = "lanewise::scalar_side_of<options...>"
            kinds.append(f"typename lanewise::vector_of<{side}, {', '.join(either)}>::PrimType")
        widest = f"lanewise::widest<{', '.join(dict.fromkeys(k for k in kinds if k))}>"
        least = self.ins.form.least_width
        return widest if least == 1 else f"({widest} < {least} ? {least} : {widest})"

    def kind(self, operand: str) -> str:
        word = self.given.get(operand)
        if word is None or word.type.endswith("?"):
            return ""
        return word.type if _LETTER.fullmatch(word.type) else element(word.type)

    def scalar_bits(self) -> str:
        words = [w for w in self.call.parameters if w.snake in self.scalars() and not w.type.endswith("?")]
        if not words:
            return ""
        value = words[0].name
        if self.registers:
            row = self.ins.rows[0]
            own = self.ins.scalar_type(row)
            first = next(w.type for w in self.call.parameters if self.space(w) == "reg")
            fixed = own != row.types[[o.space for o in self.operands.values()].index("reg")]
            of = element(own) if fixed and own in DTYPES else f"lanewise::element_of<{first}>"
            return f"lanewise::raw_bits(lanewise::as_element<{of}>({value}))"
        kind = next(k for k in map(self.kind, reversed(self.operands)) if k)
        return f"lanewise::scalar_bits<{kind}>({value})"

    def scalars(self) -> set[str]:
        return {*self.ins.form.scalars, *(f"{s}_value" for s in self.ins.form.scalars)}

    def payload(self) -> str:
        if self.call.payload is not None:
            return self.call.payload
        taken = {"count", "repeat_time", "mask" if self.has_mask() else "", *self.operands, *self.scalars()}
        return ", ".join(
            w.name for w in self.call.parameters
            if w.snake not in taken and not w.unused and self.stride(w) is None and not w.type.endswith("?")
            and not (w.name == "repeatParams" and self.ins.form.strides is not None)
        )  # fmt: skip


class _Function(_Overload):
    """One function of the C interface, which has no namespace and spells registers in its own way."""

    def parameter_type(self, word: Word) -> str:
        operand, kind = self.operand(word), word.type
        if operand is None:
            return (
                f"lanewise::plain_t<{kind.removeprefix('plain ')}>"
                if kind.startswith("plain ")
                else _parameter_type(kind)
            )
        if operand.space == "mask":
            register = "vector_bool"
        else:
            register = f"lanewise::c::Vector<{element(kind) if kind in DTYPES else kind}>"
        return f"{'const ' * (operand.role == 'src' or operand.name.startswith('src'))}{register}&"

    def named_operands(self) -> list[str]:
        registers = {w.name for w in self.call.parameters if self.space(w) == "reg"} if self.call.bits else set()
        return [f"lanewise::c::bits({name})" if name in registers else name for name in super().named_operands()]

    def scalar_bits(self) -> str:
        return "lanewise::raw_bits(value)" if "value" in self.given and self.ins.form.scalars else ""

    def scalars(self) -> set[str]:
        return {"value"}


class _Macro(_Overload):
    """One function of the high-level library: a macro with its tensors and its numbers, or a function of elements."""

    def template(self) -> str:
        tail = self.given.get("tail")
        text = super().template()
        if tail is None:
            return text
        need = f"lanewise::library::{'CountedTail' if tail.type == 'counted' else 'Tail'}<Tail...>"
        head, _, requires = text.partition(">\n")
        known = f"{requires.strip()} && " if requires.strip() else "requires "
        return f"{head}, class... Tail>\n{_INDENT}{known}{need}\n"

    def parameter(self, word: Word) -> str:
        return "const Tail&... tail" if word.name == "tail" else super().parameter(word)

    def statements(self) -> list[str]:
        checks = [self.call.check.replace("{name}", self.name)] if self.call.check else []
        opcode = f"lanewise::Opcode::{self.ins.name}_"
        if self.ins.lane:
            values = [w.name for w in self.call.parameters
                      if w.name not in ("dst", "count", "tail") and not w.unused]
            values += [self.call.payload] if self.call.payload else []
            single = self.call.flags or "0"
            told = ", ".join([opcode, self.count(), single, "dst", *values])
            return [*checks, f"lanewise::library::map({told})"]
        operands = self.call.operands or ", ".join(w.name for w in self.call.parameters if self.operand(w))
        payload = self.call.payload or "count"
        if "{count}" in payload:
            payload = payload.replace("{count}", self.count())
        return [*checks, f"lanewise::library::macro({opcode}, {operands}).issue_with({payload})"]

    def count(self) -> str:
        """How many elements: what the call says, or all of its first source."""
        if "count" in self.given:
            return "count"
        tensors = [w for w in self.call.parameters if self.operand(w) and not w.type.startswith("plain")]
        source = next(w.name for w in tensors if not w.name.startswith("dst"))
        return f"lanewise::library::count_in({source}, tail...)"
