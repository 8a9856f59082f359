"""The tuner: plans, their sums, the ranking, and the code it prints."""

from __future__ import annotations

import multiprocessing
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest

from lanewise import tune
from lanewise.errors import LanewiseError
from lanewise.tune.chart import _strip, _x, fastest
from lanewise.tune.measure import measure, signs
from lanewise.tune.plan import Place, plans


@pytest.fixture(scope="module")
def large() -> tune.Tuning:
    return tune.reduce_sum(30000)


def test_winner_is_at_least_as_fast_as_the_published_ways(large: tune.Tuning) -> None:
    for name in ("binary x9, WholeReduceSum", "3 WholeReduceSum", "ReduceSum"):
        assert large.best.cycles <= large.find(name).cycles
    assert large.find("binary x9, WholeReduceSum").cycles < large.find("3 WholeReduceSum").cycles


def test_published_order_at_256() -> None:
    found = tune.reduce_sum(256)
    took = [found.find(name).cycles for name in
            ("BlockReduceSum + WholeReduceSum", "2 WholeReduceSum", "3 BlockReduceSum")]
    assert took == sorted(took)
    assert found.best.plan.name == "BlockReduceSum + WholeReduceSum"


@pytest.mark.parametrize("n", [1, 7, 8, 63, 64, 65, 100, 128, 255, 256, 257, 1000, 1023, 4097])
@pytest.mark.parametrize("kind", ["float", "half"])
def test_every_way_gives_the_right_sum(n: int, kind: str) -> None:
    found = tune.reduce_sum(n, kind)
    assert not found.wrong
    assert not found.unpriced
    assert {m.plan.family for m in found.ranking} >= {"ReduceSum API", "WholeReduceSum"}


@pytest.mark.parametrize("n", [1, 2, 14, 64, 257])
@pytest.mark.parametrize("kind", ["float", "half"])
def test_wrong_sums_are_noticed(n: int, kind: str) -> None:
    assert signs(n).sum()
    for plan in plans(n, kind, room=100000):
        assert measure(plan, "ascend910b").right
        last = plan.steps[-1]
        elsewhere = replace(last, dst=Place("work"))  # nothing comes into total
        assert not measure(replace(plan, steps=(*plan.steps[:-1], elsewhere)), "ascend910b").right
        less = replace(plan.steps[0], n=plan.steps[0].n - 1)
        if n > 1:  # an element is forgotten
            assert not measure(replace(plan, steps=(less, *plan.steps[1:])), "ascend910b").right


def test_wrong_plans_and_plans_without_a_cost_are_told_apart(large: tune.Tuning) -> None:
    assert "all sums right" in large.text()
    bad = replace(large, wrong=large.ranking[:2])
    assert "2 sums wrong" in bad.text()
    assert f"wrong: {large.ranking[0].plan.name}" in bad.text()
    newer = tune.reduce_sum(1000, chip="ascend950")
    assert not newer.wrong
    assert "without a cost: " in newer.text()


def test_assumed_ways_are_marked(large: tune.Tuning) -> None:
    assert large.find("ReduceSum").assumed
    assert not large.find("3 WholeReduceSum").assumed
    line = next(line for line in large.text().splitlines() if line.startswith("  ReduceSum "))
    assert " assumed " in line
    assert "rests on assumptions: " in large.text()


def test_plans_fit_the_buffer() -> None:
    found = plans(30000, "float", room=130000)
    assert found
    assert all(plan.bytes <= 130000 for plan in found)
    assert not any(plan.family.startswith("binary") for plan in found)  # these need half a row beside it


def test_ranking_is_sorted_and_shows_every_family(large: tune.Tuning) -> None:
    took = [m.cycles for m in large.ranking]
    assert took == sorted(took)
    shown = {m.plan.family for m in large.best_plans()}
    assert shown == {m.plan.family for m in large.ranking}
    assert "█" in large.text()


def test_ascend_c_names_every_step(large: tune.Tuning) -> None:
    code = large.ascend_c()
    assert code.count("SetVectorMask") == len(large.best.plan.steps)
    assert code.count("PipeBarrier") == len(large.best.plan.steps) - 1


@pytest.fixture(params=["threads", "processes", "cluster"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Whatever runs functions: the last one is a scheduler and a worker process of their own, spoken to over TCP."""
    if request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif request.param == "processes":
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool
    else:
        distributed = pytest.importorskip("distributed")
        cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
        with cluster, distributed.Client(cluster) as client:
            yield client.get_executor()


def test_any_executor_gives_the_same_ranking(executor: Executor) -> None:
    spread = tune.reduce_sum(500, executor=executor)
    assert spread == tune.reduce_sum(500)


@pytest.mark.parametrize(("n", "kind", "chip"), [(0, "float", "ascend910b"), (10**6, "float", "ascend910b"),
                                                 (64, "int32", "ascend910b"), (64, "float", "ascend310p")])
def test_impossible_requests_are_refused(n: int, kind: str, chip: str) -> None:
    with pytest.raises(LanewiseError):
        tune.reduce_sum(n, kind, chip)


def test_the_longest_row_is_said() -> None:
    with pytest.raises(LanewiseError) as said:
        tune.reduce_sum(65536)
    longest = int(str(said.value).split(" to ")[1].split(".")[0].replace(",", ""))
    tune.reduce_sum(longest)
    with pytest.raises(LanewiseError):
        tune.reduce_sum(longest + 1)


def test_map_draws_winners_and_gaps() -> None:
    strip = _strip([1, 2], [{"mixed chain": (100.0, "one"), "WholeReduceSum": (120.0, "two")}, None], "float", 0)
    drawn = [ElementTree.fromstring(part) for part in strip[1:]]
    assert [d[0].text for d in drawn] == ["1: one, 100 cycles", "2: does not fit UB"]
    assert _x(65536) > _x(256) > _x(1)


def test_map_leaves_gaps_only_where_nothing_fits() -> None:
    assert fastest(65536, "float", "ascend910b") is None
    found = fastest(100, "float", "ascend910b")
    assert found is not None
    assert min(cycles for cycles, _ in found.values()) == tune.reduce_sum(100).best.cycles
    with pytest.raises(LanewiseError):
        fastest(100, "float", "ascend310p")  # it fits, but nobody knows how long it takes
