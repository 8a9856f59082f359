"""Calls as data: the language of their lines, that every record has some, and which are written by hand."""

from __future__ import annotations

import pytest

from lanewise.cpp.calls import overloads
from lanewise.isa.calls import call, split
from lanewise.isa.catalogue import instructions

# Records of what headers and the host do besides issuing instructions: their functions do more than fill in a record.
STEPS = {"host", "lifetime", "cache", "sync"}

# Why a header writes overloads out, and of which records.
BY_HAND = {
    "sixteen words are made from three arrays of a structure":
        "set_deq_scale_vector",
    "which bits it may set depends on the chip":
        "set_ctrl_spr",
    "a member of its parameters chooses the record":
        "transpose_nd2nd_b16 transpose_nchw",
    "operands are lists of sixteen tensors or addresses":
        "trans_data_to_5hd",
    "the spaces of its tensors choose between two records, and a count is rounded down with a word":
        "data_copy data_copy_ub",
    "its fields have bounds that depend on each other, on the direction and on the chip":
        "data_copy_pad data_copy_nd2nz data_copy_nz2nd",
    "a structure holds one group of numbers for each axis":
        "data_copy_slice data_copy_nddma",
    "what a register of the core holds is given back":
        "get_reduce_repeat_sum_spr get_reduce_repeat_max_min_spr",
    "its arguments choose between two records, and its bits may be declared as any type":
        "select select_scalar",
    "it takes the mask that was set before, and repeats":
        "select_preset select_preset_scalar",
    "the mask register is given back":
        "reg_mask_create reg_mask_update reg_mask_from_state",
    "it belongs to two namespaces, beside GetSpr":
        "reg_clear_ar",
    "it has an unaligned register of its own, and issues two instructions":
        "reg_load_unaligned reg_store_unaligned",
    "the end of a variable tells it":
        "reg_end_of_stream",
    "its number is the third of the macro, behind a destination that is read":
        "lib_axpy",
    "shapes are arrays, or follow from a tiling and a layout":
        "lib_broadcast lib_transpose lib_trans_data",
    "either source is a number, and the mask has a pitch that follows from its shape":
        "lib_select",
    "a mode of 0 is worked out from the shape of the mask":
        "lib_dropout",
    "arrays of a key and a counter become six numbers":
        "lib_philox_random",
    "scales and offsets are numbers or tensors, in many orders, or follow a policy": """
        lib_ascend_quant lib_quantize lib_ascend_dequant lib_dequantize lib_ascend_anti_quant lib_anti_quantize
    """,
    "its shape is told by a tensor, a structure or a tiling, and its layout by the template": """
        lib_softmax lib_log_softmax lib_simple_softmax lib_softmax_flash lib_softmax_flash_v2 lib_softmax_flash_v3
        lib_softmax_grad lib_softmax_grad_front lib_adjust_softmax_res
    """,
    "it stands with the calls that look at its register": """
        set_fix_pipe_config set_fixpipe_nz2nd_flag set_fixpipe_pre_quant_flag set_fmatrix set_hf32_mode
        set_hf32_trans_mode
        set_load_data_padding_value set_load_data_repeat set_mm_layout_transform
    """,
    "its structure has constructors, and positions of its tensors choose the record":
        "mmad mmad_bias",
    "its structure differs between chips, and units of its strides, too":
        "fixpipe",
    "the positions of its tensors choose the memories, and its structure the record": """
        data_copy_bias data_copy_dn2nz data_copy_l1_to_ub data_copy_scales init_const_value load_data load_data_2dv2
        load_data_3d
        load_data_mx load_data_with_sparse load_data_with_transpose
    """,
    "scales lie where the addresses of its matrices say":
        "mmad_mx mmad_mx_bias",
    "the index lies where the address of its sparse matrix says":
        "mmad_with_sparse",
    "configurations of several kinds decide which operands count":
        "lib_sort lib_sort_arrays lib_topk",
}


def test_isa_calls_split() -> None:
    assert split("a:X<T, 3>, b = {1, 2}, f(c, d)") == ["a:X<T, 3>", "b = {1, 2}", "f(c, d)"]
    assert split("") == []


def test_isa_calls_line() -> None:
    line = call("Name<T, mode:Mode=Mode::A, _unused:bool=true>(dst:T, p:Params&, count) -> p.one, mode")
    assert (line.name, line.payload) == ("Name", "p.one, mode")
    assert [(w.name, w.type, w.default) for w in line.template] == [
        ("T", "", ""), ("mode", "Mode", "Mode::A"), ("_unused", "bool", "true")
    ]  # fmt: skip
    assert [w.snake for w in call("(srcBaseAddr:u32)").parameters] == ["src_base_addr"]
    assert call("(a) ->").payload == ""
    assert call("(a)").payload is None
    assert line.signature("Other") == "Name<T, Mode mode = Mode::A>(dst, Params p, count)"
    with pytest.raises(ValueError, match="is no call"):
        call("Name dst, src")


def test_isa_calls_overloads() -> None:
    """What a line becomes, in full, for one of each kind of field."""
    assert overloads(instructions()["proposal_concat"]) == (
        "template <class T>\n"
        "LANEWISE_API void ProposalConcat(const LocalTensor<T>& dst, const LocalTensor<T>& src, "
        "std::int32_t repeatTime, std::int32_t modeNumber) {\n"
        "    lanewise::Call call(lanewise::Opcode::proposal_concat_, lanewise::Overload::PLAIN, 0);\n"
        "    call.tensors(dst, src);\n"
        "    call.repeat(repeatTime);\n"
        "    call.issue_with(modeNumber);\n"
        "}\n"
    )
    assert (
        "template <class T>\n"
        "LANEWISE_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, "
        "const LocalTensor<std::uint32_t>& srcOffset, std::uint32_t srcBaseAddr, lanewise::Mask mask, "
        "std::int32_t repeatTime, std::uint16_t dstRepStride) {\n"
        "    lanewise::Call call(lanewise::Opcode::gather_, lanewise::Overload::CONTIGUOUS, lanewise::SET_MASK);\n"
        "    call.tensors(dst, src, srcOffset);\n"
        "    call.strides(2, 1, lanewise::offset_blocks<T>);\n"
        "    call.strides(0, 1, dstRepStride);\n"
        "    lanewise::masked<(lanewise::widest<T> < 2 ? 2 : lanewise::widest<T>)>(call, mask, repeatTime);\n"
        "    call.issue_with(srcBaseAddr);\n"
        "}\n"
    ) in overloads(instructions()["gather"])


def test_isa_calls_registers() -> None:
    assert overloads(instructions()["reg_adds"]) == (
        "template <class T = DefaultType, class U, MaskMergeMode mode = MaskMergeMode::ZEROING, class S>\n"
        "    requires lanewise::Fits<T, S>\n"
        "LANEWISE_API void Adds(S& dst, const S& src, U scalarValue, const MaskReg& mask) {\n"
        "    lanewise::issue_lanes(lanewise::Opcode::reg_adds_, lanewise::merge_flag<mode>, "
        "lanewise::raw_bits(lanewise::as_element<lanewise::element_of<S>>(scalarValue)), dst, src, mask);\n"
        "}\n"
    )
    loads = overloads(instructions()["reg_load"])
    assert loads.count("void LoadAlign(") == loads.count("void DataCopy(") == 3
    assert "if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) src += postUpdateStride;" in loads


def test_isa_calls_complete() -> None:
    """Every instruction says how it is called."""
    silent = {i.name for i in instructions().values() if not i.overloads and i.family not in STEPS}
    assert silent == set()


def test_isa_calls_by_hand() -> None:
    written: dict[str, set[str]] = {}
    for ins in instructions().values():
        for overload in ins.overloads:
            if overload.by_hand:
                written.setdefault(overload.by_hand, set()).add(ins.name)
    assert written == {why: set(names.split()) for why, names in BY_HAND.items()}


def test_isa_calls_c_interface() -> None:
    """Names of the C interface are words of the records, or lines."""
    line = instructions()["reg_compares"].c_overloads[0]
    assert line.signature("") == "asc_lt_scalar<T>(dst, src, value, mask)"
    assert [c.name for c in instructions()["reg_ln"].c_overloads] == ["asc_ln"]
    assert instructions()["ln"].c == "log"


def test_isa_calls_library() -> None:
    """Functions of elements, with a tail that is scratch, a count, both or neither."""
    assert overloads(instructions()["lib_fmod"]) == (
        "template <class T, bool isReuseSource = false, FmodConfig config = DEFAULT_FMOD_CONFIG, class... Tail>\n"
        "    requires lanewise::library::Tail<Tail...>\n"
        "LANEWISE_API void Fmod(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, "
        "const Tail&... tail) {\n"
        "    LANEWISE_REAL(Fmod, T);\n"
        "    lanewise::library::map(lanewise::Opcode::lib_fmod_, lanewise::library::count_in(src0, tail...), 0, dst, "
        "src0, src1);\n"
        "}\n"
    )
