"""One family of errors: what was asked, the rule, where, and what to write instead.

The texts live here alone. The C++ engine reports the id and the values; the build exports the texts for programs that run
without Python. A text may only use plain `{name}` fields.
"""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Any

CATALOGUE: dict[str, str] = {
    "CPU-001": "LANEWISE_CPU={asked}: this computer or this build of the engine has no such level. It has {known}; without LANEWISE_CPU it takes the last.",
    "CHIP-001": "there is no chip called {asked}. Known chips: {known}.",
    "CHIP-002": "{file}, {where}: {problem}.",
    "CHIP-003": "{asked} is a chip of the {title} family; this needs one of the {need} family: {known}.",
    "ENGINE-001": "{what} needs the compiled engine, which is not available here. Install lanewise with a C++ compiler.",
    "OP-001": "{op} does not exist on {chip}. It exists on: {known}.",
    "OP-002": "{op} on {chip} does not take {types}. Supported there: {known}.",
    "OP-003": "{op} on {chip} takes {types} only in the form(s): {known}; this call used the {form} form.",
    "OP-004": "no instruction is called {asked}. Nearest: {known}.",
    "OP-005": "{op}: {what} is not supported on {chip}. {hint}",
    "OP-006": "{op} on {chip} takes {types} only with {known}; this call asked for {asked}.",
    "CELL-001": "%%{magic}: {problem}. Write for example {usage}.",
    "CALL-001": "{op}: {problem}. Write {usage}.",
    "TYPE-001": "{op}: {operand} holds {got}, but must hold {need} {like}. Use a tensor of that type, or convert it with cast.",
    "TYPE-002": "{op}: the scalar is {got}, but a TensorTrait tensor of {need} takes a scalar of exactly {need}. Write asc.number(value, asc.{need}).",
    "TYPE-003": "{asked} is not an element type. Known types: {known}.",
    "TYPE-004": "{op}: a TensorTrait tensor and a plain tensor cannot be mixed ({operand}). Use one kind for all of them.",
    "MASK-001": "{op}: a mask of {mask} elements is outside {low}..{high} for {bits}-bit elements. Use {high} for a whole repeat, or the form of the call that takes a count for a total.",
    "MASK-002": "{op}: a bitwise mask with no bit set is not allowed on {chip}. Leave the call out when there is nothing to do.",
    "MASK-003": "{op}: mask bits above element {high} do not exist for {bits}-bit elements (mask[1] = {word}). Set the upper words to 0.",
    "MASK-004": "{op}: the mask must be a number of elements or two 64-bit words, not {got}. Write a number, or a list of two words.",
    "MASK-005": "{op}: Counter mode asks for {count} elements, more than UB can hold. MASK holds bits, not a count: call set_vector_mask with a count, or leave Counter mode with set_mask_norm.",
    "MASK-006": "{op}: 4-bit elements share bytes in pairs. Use an even count or mask, and equal bits for elements 2k and 2k + 1.",
    "MASK-007": "{op}: the mask leaves out every lane, so nothing is computed. Leave the call out when there is nothing to do.",
    "MODE-001": "{op}: {mode} does not turn {source} into {to} on {chip}. Possible there: {known}.",
    "ATOMIC-001": "{op}: an atomic copy of {type} moves whole elements, but a piece has {size} bytes. Copy whole elements, or call set_atomic_none first.",
    "REPEAT-001": "{op}: repeat_times is {repeat}; the field holds {low}..{high}. Split the work into several calls, or use the form that takes a count.",
    "REPEAT-003": "{op}: repeat_times is 0; {chip} does not promise that nothing happens then. Leave the call out when there is nothing to do.",
    "REPEAT-002": "{op}: repeat_times is {repeat}, but only four lists of equal length, one right after the other, with valid_bit 15 and without suspension can be merged in repeats. Use repeat_times 1.",
    "COPY-001": "{op}: {count} {type} are {bytes} bytes, but whole blocks of 32 bytes are moved: only {moved} arrive. Ask for a multiple of {unit}, or use {other}.",
    "COUNT-001": "{op}: count is {count}; it must be 0 or more. Leave the call out where nothing is left to do.",
    "COUNT-002": "{op}: {count} elements are not a whole number of 256-byte repeats, and {chip} compares only whole ones: the last {left} are left out. Ask for a multiple of {unit}, or compare under a mask.",
    "STRIDE-001": "{op}: {field} is {stride}; the field holds {low}..{high}. Use a value in this range, or split the work into several calls.",
    "STRIDE-002": "{op}: {field} is 0, which is undefined for a destination. Use 1 for contiguous blocks.",
    "STRIDE-003": "{op}: the destination's repeat stride is 0, so {repeat} repeats write the same bytes and only the last one stays. Use 8 for contiguous repeats.",
    "SCALAR-001": "{op}: {what} is {value}; {chip} allows {low}..{high} for {type}. Use a value in this range.",
    "SCALAR-002": "{op}: {what} is {value}; {chip} allows {low} or more. Use a larger value.",
    "SCALAR-003": "{op}: {value} does not fit {type} ({low}..{high}). Use a number in this range, or a wider type.",
    "SCALAR-004": "{op}: rounding is asked for, but it has no effect on {type}. Leave it out, or shift signed elements.",
    "PARAM-001": "{op}: {what} is {value}; it must be {need}. Use such a value.",
    "ALIGN-001": "{op}: {operand} starts at {memory} byte {address}; {chip} needs a multiple of {need}. Use {below} or {above}, the nearest ones.",
    "ALIGN-002": "{op}: {operand} starts at GM byte {address}, not a multiple of the element size {need}. Use data_copy_pad for unaligned data.",
    "MEM-001": "{op}: {operand} touches {memory} bytes {first}..{last}, but {chip} has only {size}. Use fewer repeats, a smaller count or stride, or a lower address.",
    "MEM-002": "{op}: {operand} is too short: it ends {have} bytes after its start, the instruction touches {need}. Use fewer repeats, a smaller count or stride, or a longer tensor.",
    "MEM-003": "{what} needs {need} bytes of {memory}, but only {free} of {size} are free. Use smaller or fewer buffers.\n{table}",
    "MEM-004": "{op}: {operand} touches bytes {first}..{last} of {buffer}, which has {size}. Shorten the copy or allocate more.",
    "MEM-005": "{op}: {operand} touches GM address {address}, {instead}. Give set_global_buffer device memory that is allocated and not yet freed.",
    "MEM-006": "{op}: element {index} is outside the tensor of {size} elements. Use a smaller index, or a longer tensor.",
    "MEM-010": "a tensor is used that was given back to its queue, and whose buffer holds another one since. Move free_tensor behind the last use of it.",
    "MEM-012": "{op}: {operand} takes {buffer} for elements of {type}, but the array given there is of float64. Pass x.astype(np.float32), or make it with dtype=np.float32.",
    "MEM-008": "{op}: {operand} reaches {need} bytes behind its start, but the size given to set_global_buffer ends after {have}. Copy less (data_copy_pad takes any length), or give set_global_buffer the size that is meant.",
    "POS-001": "{op}: {operand} is in {position}; this operand must be in {need}. Use a tensor from a queue or buffer in that position.",
    "OVERLAP-001": "{op}: {first} and {second} overlap without coinciding inside repeat {repeat}. The result on hardware is undefined; use separate buffers or exactly the same addresses.",
    "OVERLAP-002": "{op}: repeat {repeat} reads {second}, which an earlier repeat wrote as {first}. Only a running accumulation into the second source with repeat stride 0 may do that. Use another tensor for the result.",
    "QUE-001": "{queue}: no free buffer: all {count} are in use ({states}). Free a tensor with free_tensor before the next alloc_tensor, or give init_buffer more buffers.",
    "QUE-002": "{queue}: deque on an empty queue. Every deque needs an enque before it.",
    "QUE-003": "{queue}: enque of a tensor that {why}. Put in what alloc_tensor of this queue gave, once.",
    "QUE-004": "{queue}: free_tensor of a tensor that {why}. Give back each tensor once, to the queue that it came from.",
    "QUE-005": "{queue}: {count} tensors are queued already and the depth is {depth}. deque before the next enque, or use a deeper queue.",
    "QUE-006": "{count} tensors are allocated at once in {position}; {chip} allows {limit}. Free some before allocating more.",
    "QUE-007": "{queue}: {what} before init_buffer. Call pipe.init_buffer for it first.",
    "QUE-008": "{count} buffers in one TPipe; the limit is {limit}. Use fewer or larger buffers.",
    "QUE-009": "{queue}: {problem}.",
    "SYNC-001": "{what} {asked} is outside 0..{high} on {chip}. Use an id in this range.",
    "SYNC-002": "all {count} event ids of {event} are in use. Release one with release_event_id.",
    "SYNC-003": "deadlock: {waits}. Give every wait its counterpart: set each flag as often as it is waited for, call SyncAll in every block, and put as many values as are taken.",
    "SYNC-004": "{what}",
    "SYNC-101": "{set} is called again, although nobody has waited since; hardware promises nothing then: it may lose one, or hang. Write {wait} between the two, or take an id of its own with alloc_event_id.",
    "SYNC-102": "{set} is never waited for; on hardware the flag reaches the next kernel. Write {wait} where its work is needed, or leave the call out.",
    "HOST-001": "{problem}",
    "HOST-002": "{problem}. Check the addresses, the size and the kind of this call.",
    "KERNEL-001": "{what} can only be used inside a kernel or inside `with lanewise.core(chip):`. Call it there.",
    "KERNEL-002": "{problem}",
    "KERNEL-003": "kernel {kernel}, block {block} stopped: {problem}",
    "KERNEL-004": "{what}",
    "KERNEL-005": "assertion `{expression}' failed{message}",
    "KERNEL-006": "the kernel called Trap(), which stops the core. Leave the call out, or the condition that leads to it.",
    "KERNEL-007": "a float that no value of the integer type can hold, or not-a-number, is converted to an integer: C++ leaves the result open and computers differ. Clamp it first, or use Cast.",
    "PRINT-002": "{call}: the format asks for {wanted} arguments and gets {count}; a chip prints whatever lies there. Give it one argument for each conversion.",
    "PRINT-001": "{call}: {size} bytes are more than the {limit} that one call may write, so nothing is printed. Print less at a time.",
    "STATE-001": "{op}: {problem}.",
    "REG-001": "{op}: {operand} is read before anything was written to it. Load or compute it first: a register starts with unknown content.",
    "REG-002": "{op}: {problem}. Squeeze with STORE_REG and StoreUnAlign(dst, src, ureg) must take turns.",
    "REG-003": "{op}: a new compaction starts, but AR still holds {bytes} bytes of the last one. Call ClearSpr<SpecialPurposeReg::AR>() first.",
    "REG-004": "the vector function ends with {count} bytes pending in an unaligned register; they belong to UB byte {start} and are lost. Call StoreUnAlignPost after the last StoreUnAlign.",
    "REG-005": "{op}: the unaligned register is in use for {used}, but this call is of the form for {form}. StoreUnAlign and StoreUnAlignPost must be of the same form.",
    "REG-006": "{op}: the unaligned register was not prepared for loads (it is in use for {used}). Call LoadUnAlignPre with the same address first.",
    "REG-007": "{op}: the unaligned register holds the block at UB byte {have}, but the load starts at {want} (strict mode). Call LoadUnAlignPre again when the address does not follow the last load.",
    "REG-008": "{op}: {count} pending bytes end at UB byte {have}, but this call goes on at {want}. Call StoreUnAlignPost before the destination moves.",
    "REG-009": "{op}: {operand} was made for lanes of {made} bits, but the lanes here have {used}: {effect}. Make it with CreateMask or UpdateMask for a type of {used} bits, or convert it with Pack or UnPack.",
    "CAPI-001": "{op}: {size} bytes do not fit the 16 bits of a length, so {used} are copied. Copy less at a time, or call {op}_align.",
    "CAPI-002": "{op}: the gap of {gap} in global memory is taken as bytes, as the instruction does; the documentation says blocks. Give bytes.",
    "CPP-001": "a C++ compiler is needed: {problem}. Install clang++ or g++, set CXX, or pip install 'lanewise[compiler]'.",
    "CPP-002": "{source} does not compile:\n{problem}",
    "CPP-003": "{kernel}: {problem}.",
    "CPP-004": "what is built cannot be kept in {folder}: {problem}. Set LANEWISE_CACHE to a folder of your own that can be written.",
    "CPP-005": "{file}: {problem}.",
    "CPP-006": "C++ programs do not run on this computer: what is installed here has the engine without the runtime that they need, which is written for Linux. Write the kernel in Python (asc, aie), or run it on Linux.",
    "OPERATOR-001": "{folder}: {problem}.",
    "OPERATOR-002": "{operator}: {problem}.",
    "OPERATOR-003": "{operator} {problem}.",
    "OPERATOR-004": "{problem}.",
    "CHECK-001": "{file}: {problem}.",
    "ORDER-001": "{call}: {who} depend on which is evaluated first, as both change or read `{what}'. Hardware's compiler goes from left to right; {compiler} here does not ({order}). Give each a statement of its own, or install clang: apt-get install clang, or pip install 'lanewise[compiler]'.",
    "AIE-001": "{what} depends on the chip and its modes. Use it inside `with aie.core(\"aie-ml\"):`, or in a kernel that aie.run started.",
    "AIE-002": "{asked} is not a {what}. Known: {known}.",
    "AIE-003": "{chip} has no {what}. It has: {known}.",
    "AIE-004": "{op}: {problem}.",
    "AIE-005": "{op}: shift is {shift}; {chip} allows {low}..{high}. Shift by a number in this range.",
    "AIE-006": "{link}: {problem}.",
    "AIE-009": "{kernel}: {problem}.",
    "AIE-011": "{kernel} accesses byte {byte} of argument {argument} as an aligned vector: the hardware goes to the last multiple of {need}; use load_unaligned_v",
    "AIE-012": "{kernel} writes {past} bytes past the end of argument {argument}, which has {size} bytes: write less, or give it a longer array{line}",
    "IRON-001": "the design needs {what}, which Lanewise does not have.{instead}",
    "IRON-002": "{kernel}: argument {number} is {got}; the kernel takes {want}. Pass that, or change its arg_types.",
    "IRON-003": "deadlock: {waits}. Let one of them release, fill, drain or set what another waits for.",
    "IRON-004": "{what} wants {total} elements of {type}; {came} came and nobody will send more: {waits}. Let it want less, or let a core send more.",
    "IRON-005": "{what}: {problem}.",
    "IRON-006": "{kernel}: the source of {file} is not beside the design nor in aie_kernels above it. Run with --kernel {file}=path/to/source.cc, or set LANEWISE_AIE_KERNELS to the folder that holds aie_kernels.",
    "IRON-007": "{design}: tensor {parameter} is {got}; the sequence takes {want}. Pass that, or change the type in rt.sequence.",
    "IRON-008": "the {what} is not over when the sequence ends: {came} of {total} elements moved. Pass wait=True, or move less.",
    "IRON-009": "nobody waits for the {what}: on hardware the host may read before the data are there. Pass wait=True.",
    "IRON-010": "{worker} ends a round with {count} objects of fifo {fifo} held: which ones it holds is decided when a core's program is compiled, and hardware may take others. Release in each round what it acquires.",
    "IRON-011": "no picture of a tap is drawn, so there is no {file}. Look at access_order(), which has the numbers.",
    "AIE-013": "{what}: {problem}.",
    "AIE-014": "PLIO {name}: {problem}.",
    "AIE-015": "there is no kernel source {file} in {folders}. Write it in source(kernel) relative to the graph or to a folder given with -I.",
    "AIE-016": "end() right behind wait() may never return on hardware: leave out the wait(), end() waits, too.",
    "AIE-017": "cycles of a graph are not modelled: this profile reads as 0. Use io_stream_running_event_count, which counts words, or lanewise run --time.",
    "AIE-010": "{op}: {problem}. This is a fault of lanewise, not of the program.",
}

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def is_ours(file: str) -> bool:
    """Whether a source file belongs to this package."""
    return file.startswith((_PACKAGE, "<frozen"))


def user_frame() -> FrameType | None:
    """The nearest caller outside this package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None or os.path.basename(frame.f_code.co_filename) == "threading.py":  # a thread of ours
        return None
    return frame


def user_location() -> tuple[str, int] | None:
    """Its file and line."""
    frame = user_frame()
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else None


class LanewiseWarning(UserWarning):
    """Something a kernel did that hardware does not promise to survive."""


class LanewiseError(Exception):
    """`id` is stable; `fields` holds the numbers behind the text; `context` says which kernel and block it was."""

    context = ""
    text = ""  # instead of the catalogue's: the same in the words of C++

    def __init__(self, id: str, **fields: Any) -> None:
        self.id = id
        self.fields = fields
        self.where = user_location()
        super().__init__(id, fields)

    @property
    def message(self) -> str:
        text = self.text or CATALOGUE[self.id]
        for name, value in self.fields.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors reach the caller of a process pool. Values of other types travel as their words."""
        plain = (str, int, float, type(None))
        fields = {name: v if isinstance(v, plain) else str(v) for name, v in self.fields.items()}
        return _again, (type(self), self.id, fields, {**self.__dict__, "fields": fields})

    def __str__(self) -> str:
        place = f"{os.path.basename(self.where[0])}:{self.where[1]}: " if self.where else ""
        return f"{place}{self.id} {self.message}" + (f" [{self.context}]" if self.context else "")


def _again(kind: type[LanewiseError], id: str, fields: dict[str, Any], state: dict[str, Any]) -> LanewiseError:
    """An error that was pickled or copied. Subclasses have constructors of their own, which do not run again."""
    error = kind.__new__(kind)
    Exception.__init__(error, id, fields)
    error.__dict__.update(state)
    return error
