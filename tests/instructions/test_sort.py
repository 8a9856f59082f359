"""Sorts and merges against numpy's stable sort and plain loops."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError

Array = np.ndarray[Any, Any]
SORTERS = ("ascend950", "ascend910b", "ascend910_93", "ascend310b")
PROPOSALS = [("ascend310p", np.float16), ("ascend310p", np.float32), ("ascend910", np.float16)]
KINDS = (np.float16, np.float32)


def scores_of(count: int, kind: Any, seed: int) -> Array:
    """Few distinct values, so that many are equal, with zeros of both signs and infinities; no NaN."""
    rng = random.Random(seed)
    pool = [0.0, -0.0, 1.0, -1.0, 2.5, 65504.0, -65504.0, float("inf"), -float("inf"), 6e-8, *range(20)]
    return np.array([rng.choice(pool) for _ in range(count)], kind)


def falling(scores: Array) -> Array:
    """numpy's stable order of the negated scores: highest first, equal ones in place."""
    return np.argsort(-scores.astype(np.float64), kind="stable")


def records(scores: Array, indices: Array) -> Array:
    """8 bytes each: the score, zeros up to byte 4, the index."""
    out = np.zeros((len(scores), 8), np.uint8)
    out[:, : scores.itemsize] = np.ascontiguousarray(scores).view(np.uint8).reshape(len(scores), scores.itemsize)
    out[:, 4:] = np.ascontiguousarray(indices, np.uint32).view(np.uint8).reshape(len(scores), 4)
    return out


def raw(tensor: Any, count: int | None = None) -> Array:
    out: Array = tensor.reinterpret_cast("uint8").numpy()
    return out[:count]


def sorted_list(count: int, kind: Any, seed: int) -> Array:
    """Records in falling order, with indices that tell where they come from."""
    scores = scores_of(count, kind, seed)
    order = falling(scores)
    return records(scores[order], (1000 * seed + np.arange(count))[order])


def score_column(items: Array, kind: Any, at: int = 0) -> Array:
    size = np.dtype(kind).itemsize
    return np.ascontiguousarray(items[:, at * size : (at + 1) * size]).view(kind)[:, 0]


def refused(what: Any, *args: Any) -> str:
    with pytest.raises(LanewiseError) as caught:
        what(*args)
    return caught.value.id


# --- Sort32 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", SORTERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("repeat", [1, 2, 5])
def test_sort32_is_a_stable_sort(make_core: Any, chip: str, kind: Any, repeat: int) -> None:
    with make_core(chip) as core:
        scores = scores_of(32 * repeat, kind, repeat)
        indices = np.random.default_rng(repeat).integers(0, 2**32, 32 * repeat, np.uint32)
        dst = core.ub(np.full(33 * repeat * 8 // np.dtype(kind).itemsize, 7, kind))
        asc.sort32(dst, core.ub(scores), core.ub(indices), repeat)
        wanted = []
        for r in range(repeat):
            group = slice(32 * r, 32 * r + 32)
            order = falling(scores[group])
            wanted.append(records(scores[group][order], indices[group][order]))
        assert raw(dst, 256 * repeat).tobytes() == np.concatenate(wanted).tobytes()
        assert (dst.numpy()[256 * repeat // np.dtype(kind).itemsize :] == 7).all()


def test_sort32_equal_scores_keep_their_order(make_core: Any) -> None:
    with make_core() as core:
        dst = core.ub(64, "float")
        asc.sort32(dst, core.ub(np.zeros(32, np.float32)), core.ub(np.arange(32, dtype=np.uint32)[::-1].copy()), 1)
        assert dst.reinterpret_cast("uint32").numpy()[1::2].tolist() == list(range(31, -1, -1))


@pytest.mark.parametrize("chip", SORTERS)
@pytest.mark.parametrize("kind", KINDS)
def test_sort32_nan_and_zeros_follow_the_policy(make_core: Any, chip: str, kind: Any) -> None:
    """Assumed: any NaN is the highest score, NaNs are equal, zeros are equal. Bits move unchanged."""
    core = make_core(chip)
    assert core.chip.policies["sort_order"].evidence == "assumed"
    with core:
        scores = np.zeros(32, kind)
        bits = scores.view(f"u{scores.itemsize}")
        top = 8 * scores.itemsize - 1
        nan = 0x7E01 if kind is np.float16 else 0x7FC00001
        bits[3], bits[9], bits[20] = nan, nan | 1 << top, 1 << top  # a NaN, one with the sign set, and -0
        scores[11] = np.inf
        dst = core.ub(256 // scores.itemsize, kind)
        asc.sort32(dst, core.ub(scores), core.ub(np.arange(32, dtype=np.uint32)), 1)
        rest = [i for i in range(32) if i not in (3, 9, 11)]
        order = [3, 9, 11, *rest]
        assert dst.reinterpret_cast("uint32").numpy()[1::2].tolist() == order
        assert raw(dst, 256).tobytes() == records(scores[order], np.array(order)).tobytes()


def test_sort32_half_scores_are_packed_and_reserved_bytes_are_zero(make_core: Any) -> None:
    with make_core() as core:
        scores = np.arange(64, dtype=np.float16)
        dst = core.ub(np.full(256, 9, np.float16))
        asc.sort32(dst, core.ub(scores), core.ub(np.arange(64, dtype=np.uint32)), 2)
        out = dst.numpy().reshape(64, 4)
        assert out[:, 0].tolist() == [*range(31, -1, -1), *range(63, 31, -1)]
        assert not out[:, 1].view(np.uint16).any()


def test_sort32_ignores_the_mask_and_zero_repeats(make_core: Any) -> None:
    with make_core() as core:
        scores, indices = core.ub(np.arange(32, dtype=np.float32)), core.ub(np.arange(32, dtype=np.uint32))
        dst = core.ub(np.zeros(64, np.float32))
        asc.set_vector_mask(0, 1, asc.float32)
        asc.sort32(dst, scores, indices, 0)
        assert not dst.numpy().any()
        asc.sort32(dst, scores, indices, 1)
        assert dst.numpy()[::2].tolist() == list(range(31, -1, -1))
        assert [int(w) for w in core.state["mask"][:2]] == [1, 0]


def test_sort32_rules(make_core: Any) -> None:
    with make_core() as core:
        dst, src, index = core.ub(128, "float"), core.ub(64, "float"), core.ub(64, "uint32")
        assert refused(asc.sort32, dst, src, index, 3) == "MEM-002"
        assert refused(asc.sort32, dst, src, index, 256) == "REPEAT-001"
        assert refused(asc.sort32, dst, src, index, -1) == "REPEAT-001"
        assert refused(asc.sort32, dst[4:], src, index, 1) == "ALIGN-001"
        assert refused(asc.sort32, dst, src[4:], index, 1) == "ALIGN-001"
        assert refused(asc.sort32, dst, src, index[4:], 1) == "ALIGN-001"
        assert refused(asc.sort32, dst, src, core.ub(64, "int32"), 1) == "TYPE-001"
    with make_core("ascend310p") as core:
        dst, index = core.ub(64, "float"), core.ub(32, "uint32")
        assert refused(asc.sort32, dst, dst, index, 1) == "OP-001"


# --- MrgSort --------------------------------------------------------------------------------------------------------


def merged_by_loop(lists: list[Array], kind: Any, suspend: bool, at: int = 0) -> tuple[list[Array], list[int]]:
    """The rule in words: take the highest head, the lower list where they are equal; stop when a list has run out."""
    columns = [score_column(one, kind, at).astype(float).tolist() if len(one) else [] for one in lists]
    used, out = [0] * 4, []
    while sum(used) < sum(map(len, lists)):
        if suspend and any(used[i] == len(one) for i, one in enumerate(lists)):
            break
        heads = [(columns[i][used[i]], -i) for i, one in enumerate(lists) if used[i] < len(one)]
        i = -max(heads)[1]
        out.append(lists[i][used[i]])
        used[i] += 1
    return out, used


def place(core: Any, items: Array, kind: Any) -> Any:
    """A list as a tensor of its score type, 32 bytes at least."""
    flat = np.concatenate([items.ravel(), np.zeros(32, np.uint8)]).astype(np.uint8)
    return core.ub(flat).reinterpret_cast(kind)


LENGTHS = [(5, 7), (1, 0), (32, 32), (3, 20, 9), (0, 4, 4), (16, 16, 16, 16), (1, 2, 3, 40), (33, 0, 0, 1)]


@pytest.mark.parametrize("chip", SORTERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("suspend", [False, True])
def test_mrg_sort(make_core: Any, chip: str, kind: Any, lengths: tuple[int, ...], suspend: bool) -> None:
    with make_core(chip) as core:
        lists = [sorted_list(n, kind, i + 1) for i, n in enumerate(lengths)]
        sources = [place(core, one, kind) for one in lists]
        room = sum(lengths) * 8 + 32
        dst = core.ub(np.full(room, 0xEE, np.uint8)).reinterpret_cast(kind)
        info = asc.MrgSort4Info([*lengths, 0, 0][:4], suspend, (1 << len(lengths)) - 1, 1)
        asc.mrg_sort(dst, asc.MrgSortSrcList(kind, *sources), info)
        wanted, used = merged_by_loop(lists, kind, suspend)
        if not suspend:
            together = np.concatenate(lists)
            assert np.array_equal(np.array(wanted), together[falling(score_column(together, kind))])
        out = raw(dst)
        assert out[: 8 * len(wanted)].tobytes() == b"".join(w.tobytes() for w in wanted)
        assert (out[8 * len(wanted) :] == 0xEE).all()
        assert asc.get_mrg_sort_result() == tuple(used)


@pytest.mark.parametrize("kind", KINDS)
def test_mrg_sort_in_repeats(make_core: Any, kind: Any) -> None:
    """Three repeats of four lists of 8, back to back; the output advances by 32 records a repeat."""
    with make_core() as core:
        groups = [[sorted_list(8, kind, 4 * r + i + 1) for i in range(4)] for r in range(3)]
        source = place(core, np.concatenate([one for group in groups for one in group]), kind)
        step = 8 * 8 // np.dtype(kind).itemsize
        dst = core.ub(3 * 256, "uint8").reinterpret_cast(kind)
        lists = asc.MrgSortSrcList(kind, *(source[step * i :] for i in range(4)))
        asc.mrg_sort(dst, lists, asc.MrgSort4Info([8] * 4, False, 15, 3))
        wanted = []
        for group in groups:
            together = np.concatenate(group)
            wanted.append(together[falling(score_column(together, kind))])
        assert raw(dst).tobytes() == np.concatenate(wanted).tobytes()
        assert asc.get_mrg_sort_result() == (8, 8, 8, 8)


def test_mrg_sort_suspension_stops_right_after_a_list_has_run_out(make_core: Any) -> None:
    with make_core() as core:
        high = records(np.array([9, 8], np.float32), np.array([1, 2]))
        low = records(np.array([8, 7, 6], np.float32), np.array([3, 4, 5]))
        dst = core.ub(np.zeros(10, np.float32))
        info = asc.MrgSort4Info([2, 3, 0, 0], True, 3, 1)
        asc.mrg_sort(dst, asc.MrgSortSrcList("float", place(core, high, "float"), place(core, low, "float")), info)
        assert asc.get_mrg_sort_result() == (2, 0, 0, 0)  # 9, then 8 of the lower list; nothing of the other
        assert dst.numpy()[::2].tolist() == [9, 8, 0, 0, 0]


def test_mrg_sort_leaves_the_counts_alone_when_it_does_nothing(make_core: Any) -> None:
    with make_core() as core:
        one = place(core, sorted_list(4, np.float32, 1), "float")
        dst = core.ub(np.zeros(16, np.float32))
        core.state["vms4_sr"] = (9, 8, 7, 6)
        asc.mrg_sort(dst, [one, one], asc.MrgSort4Info([4, 4], False, 3, 0))
        assert asc.get_mrg_sort_result() == (9, 8, 7, 6)
        assert not dst.numpy().any()
        assert refused(asc.mrg_sort, dst, [one, one], asc.MrgSort4Info([4, 4], False, 5, 1)) == "CALL-001"
        assert asc.get_mrg_sort_result() == (9, 8, 7, 6)


def test_mrg_sort_long_form_reports_what_it_took(make_core: Any) -> None:
    with make_core() as core:
        lists = [sorted_list(n, np.float32, n) for n in (6, 3)]
        dst = core.ub(24, "float")
        taken = [0, 0, 0, 0]
        asc.mrg_sort(dst, [place(core, one, "float") for one in lists], [6, 3, 0, 0], taken, 3, 1, True)
        assert taken == merged_by_loop(lists, np.float32, True)[1]


def test_mrg_sort_rules(make_core: Any) -> None:
    with make_core() as core:
        source = place(core, sorted_list(32, np.float32, 1), "float")
        dst = core.ub(128, "float")

        def call(
            lengths: Any, valid: int = 15, suspend: bool = False, repeat: int = 1, step: int = 8, to: Any = dst
        ) -> str:
            lists = [source[step * i :] for i in range(4)]
            before = core.mem.tobytes(), core.state.tobytes()
            id = refused(asc.mrg_sort, to, lists, asc.MrgSort4Info(lengths, suspend, valid, repeat))
            assert (core.mem.tobytes(), core.state.tobytes()) == before
            return id

        assert call([4, 4, 4, 4], valid=1) == "PARAM-001"
        assert call([4, 4, 4, 4], valid=14) == "PARAM-001"
        assert call([4096, 4, 4, 4]) == "STRIDE-001"
        assert call([4, 4, 4, 40]) == "MEM-002"
        assert call([4, 4, 4, 4], repeat=256) == "REPEAT-001"
        # repeats: equal lengths, back to back, all four, no suspension
        assert call([4, 4, 4, 3], repeat=2) == "REPEAT-002"
        assert call([3, 3, 3, 3], repeat=2) == "REPEAT-002"
        assert call([4, 4, 4, 4], repeat=2, valid=7) == "REPEAT-002"
        assert call([4, 4, 4, 4], repeat=2, suspend=True) == "REPEAT-002"
        asc.mrg_sort(dst, [source[8 * i :] for i in range(4)], asc.MrgSort4Info([4] * 4, False, 15, 2))
        # alignment: 32 bytes for the destination, 8 for a list
        asc.mrg_sort(dst, [source[2:], source[6:]], asc.MrgSort4Info([1, 1], False, 3, 1))
        assert call([1, 1, 1, 1], step=3) == "ALIGN-001"
        assert call([1, 1, 1, 1], to=dst[2:]) == "ALIGN-001"
        assert refused(asc.mrg_sort, dst, [source], asc.MrgSort4Info([1], False, 3, 1)) == "CALL-001"


@pytest.mark.parametrize("chip", SORTERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("repeat", [1, 2, 3, 4, 5, 8, 13, 17])
def test_full_sort_is_a_stable_sort(make_core: Any, chip: str, kind: Any, repeat: int) -> None:
    with make_core(chip) as core:
        n = 32 * repeat
        scores, indices = scores_of(n, kind, repeat), np.arange(n, dtype=np.uint32)[::-1].copy()
        size = asc.get_sort_len(n, kind)
        assert size == n * 8 // np.dtype(kind).itemsize
        assert asc.get_sort_offset(3, kind) == 3 * 8 // np.dtype(kind).itemsize
        dst, tmp = core.ub(size, kind), core.ub(size, kind)
        asc.sort(dst, core.ub(scores), core.ub(indices), tmp, repeat, True)
        order = falling(scores)
        assert raw(dst).tobytes() == records(scores[order], indices[order]).tobytes()


def test_sort_without_merging_sorts_each_group(make_core: Any) -> None:
    with make_core() as core:
        scores = np.arange(64, dtype=np.float32)
        dst, tmp = core.ub(128, "float"), core.ub(128, "float")
        asc.sort(dst, core.ub(scores), core.ub(np.arange(64, dtype=np.uint32)), tmp, 2, False)
        assert dst.numpy()[::2].tolist() == [*range(31, -1, -1), *range(63, 31, -1)]
        assert refused(asc.get_sort_len, 4, "int32") == "PARAM-001"


# --- region proposals -----------------------------------------------------------------------------------------------


def proposals(count: int, kind: Any, seed: int) -> Array:
    """Random bits in every field but the score."""
    size = np.dtype(kind).itemsize
    out = np.frombuffer(random.Random(seed).randbytes(count * 8 * size), f"u{size}").reshape(count, 8).copy()
    out[:, 4] = scores_of(count, kind, seed).view(f"u{size}")
    return out


@pytest.mark.parametrize(("chip", "kind"), PROPOSALS)
@pytest.mark.parametrize("repeat", [0, 1, 3])
def test_rp_sort16(make_core: Any, chip: str, kind: Any, repeat: int) -> None:
    with make_core(chip) as core:
        items = proposals(16 * repeat + 1, kind, repeat)
        dst = core.ub(np.zeros((16 * repeat + 1) * 8, kind))
        asc.rp_sort16(dst, core.ub(items).reinterpret_cast(kind), repeat)
        wanted = []
        for r in range(repeat):
            group = items[16 * r : 16 * r + 16]
            wanted += group[falling(group[:, 4].copy().view(kind))].tolist()
        assert dst.reinterpret_cast(items.dtype).numpy().reshape(-1, 8).tolist() == [*wanted, [0] * 8]


def test_rp_sort16_in_place(make_core: Any) -> None:
    with make_core("ascend310p") as core:
        items = proposals(32, np.float16, 5)
        x = core.ub(items).reinterpret_cast("half")
        asc.rp_sort16(x, x, 2)
        wanted = []
        for group in (items[:16], items[16:]):
            wanted += group[falling(group[:, 4].copy().view(np.float16))].tolist()
        assert x.reinterpret_cast("uint16").numpy().reshape(-1, 8).tolist() == wanted


@pytest.mark.parametrize(("chip", "kind"), PROPOSALS)
@pytest.mark.parametrize("lengths", [(5, 7), (3, 20, 9), (16, 16, 16, 16), (1, 2, 3, 40)])
@pytest.mark.parametrize("suspend", [False, True])
def test_mrg_sort4(make_core: Any, chip: str, kind: Any, lengths: tuple[int, ...], suspend: bool) -> None:
    size = 8 * np.dtype(kind).itemsize
    with make_core(chip) as core:
        lists = []
        for i, n in enumerate(lengths):
            items = proposals(n, kind, i + 1)
            items = items[falling(items[:, 4].copy().view(kind))]
            lists.append(np.ascontiguousarray(items).view(np.uint8).reshape(n, size))
        dst = core.ub(np.full(sum(lengths) * size + 32, 0xEE, np.uint8)).reinterpret_cast(kind)
        info = asc.MrgSort4Info([*lengths, 0, 0][:4], suspend, (1 << len(lengths)) - 1, 1)
        asc.mrg_sort4(dst, asc.MrgSortSrcList(kind, *(place(core, one, kind) for one in lists)), info)
        wanted, used = merged_by_loop(lists, kind, suspend, at=4)
        out = raw(dst)
        assert out[: size * len(wanted)].tobytes() == b"".join(w.tobytes() for w in wanted)
        assert (out[size * len(wanted) :] == 0xEE).all()
        assert core.state["vms4_sr"].tolist() == used
        if chip == "ascend310p":
            assert asc.get_mrg_sort_result() == tuple(used)
        else:
            assert refused(asc.get_mrg_sort_result) == "OP-001"


def test_mrg_sort4_alignment_is_one_proposal_and_zero_repeats_are_refused(make_core: Any) -> None:
    with make_core("ascend310p") as core:
        x, dst = core.ub(np.zeros(512, np.float16)), core.ub(np.zeros(512, np.float16))
        info = asc.MrgSort4Info([1, 1], False, 3, 1)
        asc.mrg_sort4(dst[8:], [x[8:], x[24:]], info)
        assert refused(asc.mrg_sort4, dst[4:], [x, x[8:]], info) == "ALIGN-001"
        assert refused(asc.mrg_sort4, dst, [x[4:], x[8:]], info) == "ALIGN-001"
        assert refused(asc.mrg_sort4, dst, [x, x[8:]], asc.MrgSort4Info([1, 1], False, 3, 0)) == "REPEAT-001"
        f, to = core.ub(np.zeros(512, np.float32)), core.ub(np.zeros(512, np.float32))
        asc.mrg_sort4(to, [f[8:], f[24:]], info)
        assert refused(asc.mrg_sort4, to, [f[4:], f[24:]], info) == "ALIGN-001"


@pytest.mark.parametrize(("chip", "kind"), PROPOSALS)
@pytest.mark.parametrize("mode", range(6))
def test_proposal_fields(make_core: Any, chip: str, kind: Any, mode: int) -> None:
    with make_core(chip) as core:
        items = proposals(33, kind, mode)
        column = np.arange(100, 132).astype(kind)
        x = core.ub(items).reinterpret_cast(kind)
        asc.proposal_concat(x, core.ub(column), 2, mode)
        wanted = items.copy()
        wanted[:32, mode] = column.view(items.dtype)
        assert x.reinterpret_cast(items.dtype).numpy().reshape(-1, 8).tolist() == wanted.tolist()
        out = core.ub(np.full(40, 5, kind))
        asc.proposal_extract(out, core.ub(items).reinterpret_cast(kind), 2, mode)
        bits = out.reinterpret_cast(items.dtype).numpy().tolist()
        assert bits == items[:32, mode].tolist() + np.full(8, 5, kind).view(items.dtype).tolist()


def test_proposal_rules(make_core: Any) -> None:
    with make_core("ascend310p") as core:
        x, y = core.ub(128, "half"), core.ub(16, "half")
        for mode in (-1, 6):
            assert refused(asc.proposal_concat, x, y, 1, mode) == "STRIDE-001"
            assert refused(asc.proposal_extract, y, x, 1, mode) == "STRIDE-001"
        assert refused(asc.proposal_extract, y, x, 2, 0) == "MEM-002"
        assert refused(asc.proposal_extract, x, y, 1, 0) == "MEM-002"
    with make_core("ascend910") as core:
        f = core.ub(128, "float")
        assert refused(asc.rp_sort16, f, f, 1) == "OP-002"
