"""`lanewise run --report`: pages of four kinds of programs, and what a browser makes of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import starting

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
PROGRAMS = {  # what is run, with its options
    "python": (HERE / "programs" / "add.py", "--check", "--why", "z[300]", "--exact", "--json", "python.json"),
    "asc": (HERE / "programs" / "race.asc", "--check", "--chip", "ascend910b", "--time"),
    "registers": (HERE / "programs" / "registers.asc", "--chip", "ascend950"),
    "aie": (HERE / "programs" / "scale.py", "--check", "--time"),
    "aie-python": (HERE / "programs" / "filter.py", "--time"),
    "graph": (EXAMPLES / "aie" / "fir_chain" / "graph.cpp", "--chip", "aie"),
}
STATUS = {"asc": 3}  # the race
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")

# Zooms, clicks the line with the longest bar, follows the first finding, and leaves what it saw behind.
DRIVER = """<script>
const driven = {};
const pause = () => new Promise((then) => setTimeout(then, 60));
addEventListener("load", async () => {
  while (!document.documentElement.dataset.ready) await pause();
  driven.paper = getComputedStyle(document.body).backgroundColor;
  driven.pictures = [...document.images].map((image) => image.naturalWidth);
  const canvas = document.querySelector("#timeline canvas");
  if (canvas) {
    driven.before = canvas.getAttribute("aria-label");
    const box = canvas.getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2, clientY: box.top + 30, bubbles: true, cancelable: true };
    canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -300 }));
    await pause();
    driven.zoomed = canvas.getAttribute("aria-label");
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
    await pause();
    driven.all = canvas.getAttribute("aria-label");
    driven.says = document.querySelector(".says").textContent;
  }
  driven.unchecked = document.querySelector("#findings").innerText;
  driven.lines = document.querySelector(".source tbody tr").innerText;
  const width = (row) => parseFloat((row.querySelector(".bar") || { style: {} }).style.width || 0);
  const rows = [...document.querySelectorAll("tr.has")].sort((a, b) => width(b) - width(a));
  if (rows.length) {
    rows[0].focus();
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", enter));
    driven.pressed = document.querySelector("tr.chosen td").innerText === rows[0].querySelector("td").innerText;
    driven.panel = document.querySelector(".panel").innerText;
  }
  const tree = document.querySelector("[role=tree]");
  if (tree) { // with the keyboard alone: down to what it was made of, back, and to the line
    const about = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    const press = (key) => { document.activeElement.dispatchEvent(about(key)); };
    const at = () => document.activeElement.getAttribute("aria-label");
    tree.querySelector("[tabindex='0']").focus();
    driven.walked = [at()];
    const keys = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft", "Home", "End"];
    for (const key of keys) { press(key); driven.walked.push(at()); }
    driven.told = document.querySelector(".told").innerText;
    press("Home");
    press("Enter");
    driven.jumped = document.querySelector(".source tr.chosen").innerText;
    document.querySelector("#why tr[tabindex]").focus();
    press("Enter");
    driven.again = at();
  }
  const link = document.querySelector(".finding a");
  if (link) { link.click(); driven.followed = document.querySelector("tr.chosen").innerText; }
  driven.race = document.querySelector(".finding svg") ? document.querySelector(".finding svg").textContent : "";
  const seen = document.createElement("pre");
  seen.id = "driven";
  seen.textContent = JSON.stringify(driven);
  document.body.append(seen);
});
</script>"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "lanewise", "run", *words]
    return starting.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the page of each program."""
    out = tmp_path_factory.mktemp("pages")
    for name, (program, *options) in PROGRAMS.items():
        done = run(out, str(program), "--report", f"{name}.html", *options)
        assert done.returncode == STATUS.get(name, 0), done.stderr
        (out / f"{name}.txt").write_text(done.stdout)
    return out


def data_of(folder: Path, name: str) -> Any:
    page = (folder / f"{name}.html").read_text(encoding="utf-8")
    assert page.count("</script>") == 2
    return json.loads(page.partition('id="data">')[2].partition("</script>")[0])


def test_report_of_a_race_has_both_instructions(folder: Path) -> None:
    data = data_of(folder, "asc")
    (found,) = data["findings"]
    lines = PROGRAMS["asc"][0].read_text().splitlines()
    assert "Adds(b" in lines[found["place"][1] - 1]
    assert "DataCopy(a" in lines[found["other"][1] - 1]
    assert found["race"]["ops"] == ["DataCopy", "Adds"]
    assert found["race"]["pipes"] == ["MTE2", "V"]
    assert found["race"]["arrow"] == "MTE2_V"
    assert found["race"]["bytes"] == ["0", "4095"]
    assert data["verdict"]["result"] == "the program ended with status 0"
    assert data["verdict"]["findings"] == "1 finding"
    assert data["launches"][0]["cycles"] > 0


def test_report_with_a_check_writes_both_as_data(folder: Path) -> None:
    both = json.loads((folder / "python.json").read_text())
    assert both["findings"] == []
    assert both["cycles"] > 0
    assert both["launches"][0]["kernel"] == "add"


def test_report_has_where_an_element_comes_from(folder: Path) -> None:
    data = data_of(folder, "python")
    (element,) = data["why"]["elements"]
    assert (element["name"], element["is"], element["should"]) == ("z[300]", "2.0", "")
    lines = PROGRAMS["python"][0].read_text().splitlines()
    nodes, at, walked = element["nodes"], 0, []
    while True:
        node = nodes[at]
        who = lines[node["place"][1] - 1].split("(")[0].strip() if node["place"] else node["from"]
        walked.append((node["element"].split()[0], who))
        if not node["inputs"]:
            break
        at = node["inputs"][0][1]
    assert walked == [("z[300]", "asc.data_copy"), ("UB", "asc.add"), ("UB", "asc.data_copy"), ("x[300]", "host")]
    assert data["why"]["compared"] == ["z[300]: 2, in higher precision 2: rounding takes nothing from it"]
    both = json.loads((folder / "python.json").read_text())
    assert both["why"]["exact"]["error"] == 0


def test_report_compares_two_runs(folder: Path) -> None:
    options = ("--report", "two.html", "--against", "python.json", "--chip", "ascend950")
    assert run(folder, str(PROGRAMS["python"][0]), *options).returncode == 0
    data = data_of(folder, "two")
    assert [(side["name"], side["chip"]) for side in data["against"]["sides"]] == [
        ("python.json", "ascend910b"), ("add.py", "ascend950"),
    ]  # fmt: skip
    assert data["findings"] is None
    before = json.loads((folder / "python.json").read_text())
    slowest = max(before["blocks"], key=lambda block: block["cycles"])
    busy = {what: old for what, old, _ in data["against"]["sections"][0]["rows"]}
    assert busy["V"] == pytest.approx(slowest["busy"]["V"], abs=1e-3)


@pytest.mark.parametrize(("options", "says"), [
    (("--against", "a.json"), "--against compares in a report: say --report, too"),
    (("--report", "a.html", "--against", "none.json"), "--against none.json: "),
    (("--report", "none/a.html"), "--report none/a.html: there is no folder none"),
])  # fmt: skip
def test_report_says_what_is_wrong(tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    done = run(tmp_path, str(PROGRAMS["python"][0]), *options)
    assert done.returncode == 2
    assert says in done.stderr


def test_report_shows_the_rule_that_ended_a_program(tmp_path: Path) -> None:
    text = PROGRAMS["python"][0].read_text().replace("asc.add(b, a, a", "asc.add(b[4:], a, a")
    (tmp_path / "wrong.py").write_text(text)
    done = run(tmp_path, "wrong.py", "--report", "wrong.html")
    assert done.returncode == 3
    data = data_of(tmp_path, "wrong")
    (broken,) = data["broken"]
    assert broken["id"] == "ALIGN-001"
    assert "asc.add(b[4:]" in text.splitlines()[broken["place"][1] - 1]
    assert data["verdict"]["result"].startswith("add did not end: ALIGN-001 ")
    assert data["verdict"]["findings"] == "not checked"


def test_report_counts_ai_engine_operations(folder: Path) -> None:
    data = data_of(folder, "aie")
    (call,) = data["calls"]
    assert (call["kernel"], call["count"]) == ("scale", 2)
    assert data["files"][call["file"]]["name"] == "scale.cc"
    lines = data["files"][call["file"]]["text"].splitlines()
    loads = [(lines[line - 1], count) for _, line, what, count in call["asked"] if what.startswith("load_v(")]
    assert len(loads) == 1
    assert "aie::load_v<32>" in loads[0][0]
    assert loads[0][1] == 512 // 32
    assert data["verdict"]["findings"] == "no finding"
    left = " ".join(data["not_checked"])
    assert "cores that use the same bytes at once" in left
    assert "vector functions" not in left  # of Ascend
    assert f"scale, 2 calls, each: at least {call['cycles']:,.0f} cycles" in (folder / "aie.txt").read_text()


def test_report_times_ai_engine_kernels_in_python(folder: Path) -> None:
    data = data_of(folder, "aie-python")
    assert [call["kernel"] for call in data["calls"]] == ["first", "second"]
    lines = PROGRAMS["aie-python"][0].read_text().splitlines()
    asked = {what: (lines[line - 1], count) for _, line, what, count in data["calls"][1]["asked"]}
    assert asked["store_v(int16) x 8"] == ('        aie.store_v(y, acc.to_vector("int16", 15), start)', 8)
    assert all(call["as_written"] > call["cycles"] > 0 for call in data["calls"])
    total = sum(call["cycles"] for call in data["calls"])
    assert data["verdict"]["time"] == f"at least {total:,.0f} cycles in 2 calls of kernels on aie"
    assert "second, 1 call, each: at least" in (folder / "aie-python.txt").read_text()


def test_report_of_a_graph_has_kernels_links_and_sources(folder: Path) -> None:
    data = data_of(folder, "graph")
    kernels = {name: (data["files"][file]["name"], calls) for name, file, calls in data["graph"]["kernels"]}
    assert {file for file, _ in kernels.values()} == {"fir.cc"}
    assert all(calls > 0 for _, calls in kernels.values())
    assert {file["name"] for file in data["files"]} == {"graph.cpp", "fir.cc"}
    assert len(data["graph"]["links"]) > len(kernels)
    assert "cycles on aie; the slowest stage is fir" in data["verdict"]["time"]
    assert data["graph"]["svg"].startswith("<svg")


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
@pytest.mark.parametrize("name", PROGRAMS)
def test_report_in_a_browser(folder: Path, name: str) -> None:
    dark = name in ("asc", "graph")
    page = (folder / f"{name}.html").read_text(encoding="utf-8")
    (folder / f"{name}-driven.html").write_text(page.replace("</body>", DRIVER + "</body>"), encoding="utf-8")
    done = starting.run(
        [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
         f"--blink-settings=preferredColorScheme={0 if dark else 1}",
         "--window-size=1400,1800", "--enable-logging=stderr", f"--user-data-dir={folder / 'profile'}",
         f"--screenshot={folder / name}.png", "--dump-dom", (folder / f"{name}-driven.html").as_uri()],
        capture_output=True, text=True, check=False, timeout=200,
    )  # fmt: skip
    assert "CONSOLE" not in done.stderr
    found = re.search(r'<pre id="driven">(.*?)</pre>', done.stdout, re.S)
    assert found is not None, done.stderr
    seen = json.loads(unescape(found[1]))
    data = data_of(folder, name)
    assert len(re.findall("<script", done.stdout)) == 3  # the data, the code, and what drives it
    assert seen["paper"] == ("rgb(13, 17, 23)" if dark else "rgb(255, 255, 255)")
    if name == "graph":
        assert seen["lines"] == "1\t// Two filters, one after the other; each remembers the end of the block before."
        assert "uninitialised accumulators" in seen["unchecked"]
        assert seen["pictures"]
        assert all(width > 100 for width in seen["pictures"])
        return
    assert seen["pressed"]
    if data["launches"]:
        assert seen["zoomed"] != seen["before"]
        assert seen["all"] == seen["before"]
        assert re.search(r"cycles [\d.,]+ to [\d.,]+", seen["says"])
        assert "instruction" in seen["panel"]
    else:
        assert "operation" in seen["panel"]
    if name == "python":
        walked = [one.split("  ")[0] for one in seen["walked"]]
        assert walked[0] == walked[7] == seen["again"].split("  ")[0] == "z[300] = 2.0"
        assert walked[3].startswith("src: x[300] = 1.0")
        assert walked[2] == walked[4] == walked[5] == walked[8]  # and closed
        assert walked[6] == walked[1] != walked[2]
        assert "0x3f800000" in seen["told"]
        assert "asc.data_copy(z_gm" in seen["jumped"]
    if name == "asc":
        assert "AscendC::Adds(b, a" in seen["followed"]
        assert "missing: MTE2_V" in seen["race"]
