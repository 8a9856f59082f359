"""What `make quick` chooses."""

from __future__ import annotations

from quick import SECONDS, START, WORKERS, chosen, rooms_of

TESTS = {
    "tests/timing/test_timing_tables.py": "from lanewise.timing.tables import rows",
    "tests/timing/test_timing_clock.py": "",
    "tests/report/test_report_page.py": "from lanewise.timing.tables import rows",
    "tests/aie/test_aie_fft.py": "",
    "tests/test_architecture.py": "",
}


def test_quick_takes_who_imports_a_change_before_its_neighbours() -> None:
    fit, rest = chosen(TESTS, ["src/lanewise/timing/tables.py"], {})
    assert fit == [
        "tests/test_architecture.py", "tests/timing/test_timing_tables.py", "tests/report/test_report_page.py",
        "tests/timing/test_timing_clock.py",
    ]  # fmt: skip
    assert rest == []


def test_quick_takes_a_changed_test_first() -> None:
    fit, _ = chosen(TESTS, ["src/lanewise/timing/tables.py", "tests/aie/test_aie_fft.py"], {})
    assert fit[:2] == ["tests/test_architecture.py", "tests/aie/test_aie_fft.py"]


def test_quick_leaves_out_what_does_not_fit() -> None:
    one_worker = float(SECONDS - START)
    dear = {"tests/timing/test_timing_tables.py": one_worker + 1, "tests/report/test_report_page.py": one_worker}
    fit, rest = chosen(TESTS, ["src/lanewise/timing/tables.py"], dear)
    assert rest == ["tests/timing/test_timing_tables.py"]
    assert sum(dear.get(test, 5.0) for test in fit) <= one_worker * WORKERS


def test_quick_knows_rooms_of_other_names() -> None:
    assert "agreement" in rooms_of("engine/lanes/arithmetic.hpp")
    assert "aie" in rooms_of("include/lanewise/aie/fft.h")
    assert "cpp" not in rooms_of("include/lanewise/aie/fft.h")
    assert "timing" in rooms_of("engine/timing/pipes.cpp")
    assert "check" in rooms_of("src/lanewise/findings/align.toml")
