"""The benchmarks measure what they say, and `docs/performance.md` is made of what they found."""

from __future__ import annotations

import copy
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from benchmarks import (
    floor,
    killing,
    large_edit,
    measure,
    peer,
    peer_page,
    pictured,
    ratios,
    run,
    scale,
)
from benchmarks.measure import Took
from cardgen.cache.face_cache import checksum
from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.workers.pool import Workers
from tests.conftest import ROOT
from tools import performance_page as tool

pytestmark = pytest.mark.slow

TIME = {"best": 2.0, "median": 2.5, "cpu": 3.0}
PEAK = {"pss_mb": 150.0, "rss_mb": 250.0, "processes": 3}
FOUND: dict[str, Any] = {
    "machine": {
        "processor": "A processor", "cores": 2, "system": "Linux 6", "python": "3.11",
        "load_before": 0.2, "load_after": 1.5,
    },
    "rounds": 7,
    "builds": {
        "faces": 184,
        "cores": 2,
        "times": {
            "floor": {"best": 1.0, "median": 1.1},
            "floor_one_core": {"best": 1.84, "median": 1.9},
            **{name: dict(TIME) for name in tool.RUNS},
        },
        "edit": {
            "rendered": 1, "of": 184, "files": 437, "touched": 2,
            "names": ["poker/fronts.pdf", "poker/fronts/001.png"],
        },
        "sheets_bytes": 1_070_000,
    },
    "memory": PEAK,
    "peer": {"missing": "WeasyPrint is not installed here"},
    "preview": {"missing": "Playwright is not installed here"},
    "many": {
        "500": {"wall_ms": 10.0, "cpu_ms": 17.0, **PEAK},
        "10000": {"wall_ms": 11.0, "cpu_ms": 17.0, **PEAK, "pss_mb": 180.0},
    },
    "killing": {"kills": 50, "victims": {"the parent": 50}, "found": {"the old output": 50},
                "faults": []},
}  # fmt: skip


def found(**changes: Any) -> dict[str, Any]:
    made = copy.deepcopy(FOUND)
    for path, value in changes.items():
        *above, name = path.split("__")
        at = made
        for step in above:
            at = at[step]
        at[name] = value
    return made


# --- the page --------------------------------------------------------------------------------


@pytest.mark.skipif(not tool.RESULTS.exists(), reason="`make bench` was not run yet")
def test_the_page_is_what_the_tool_makes_of_the_results() -> None:
    made = tool.page(json.loads(tool.RESULTS.read_text("utf-8")))
    assert tool.PAGE.read_text("utf-8") == made, "run `python tools/performance_page.py`"


def test_the_page_shows_what_commands_cost_beside_a_cold_build_if_that_is_known() -> None:
    known = tool.page({**FOUND, "ratios": {"rounds": 3, "times": {"proof": 1.234}}})
    assert "| proof | 1.23 |" in known
    assert "3 runs" in known
    assert "Beside a cold build" not in tool.page(FOUND)


def test_the_page_shows_editors_and_the_first_cards_if_they_were_measured() -> None:
    typed = {"edits": 300, "differ": 0, "median_ms": 210, "worst_ms": 400}
    known = tool.page({**FOUND, "keystrokes": typed, "set_up": {"now": 15.2, "before": 184.0}})
    assert "210 ms after a keystroke in the median" in known
    assert "After 300 edits in all five games" in known
    assert "none differed" in known
    assert "took 15 s" in known
    assert "it took 184 s" in known
    assert "2 differed" in tool.page({**FOUND, "keystrokes": {**typed, "differ": 2}})
    assert "In an editor" not in tool.page(FOUND)
    assert "From nothing to cards" not in tool.page(FOUND)


def test_the_page_shows_what_an_edit_costs_in_a_large_game_if_that_was_measured() -> None:
    edit = {"cards": 10_000, "novelty": 0.8, "many": 6.0, "ratio": 7.5}
    known = tool.page({**FOUND, "large_edit": edit})
    assert "a check of 10,000 cards takes 6.0 s of processor time, 7.5 × that of Novelty" in known
    assert "large_edit" not in tool.page(FOUND)


def test_an_edit_changes_one_card_of_a_large_game(tmp_path: Path) -> None:
    table = scale.write_game(tmp_path / "many", 5) / "cards.yaml"
    before = table.read_text("utf-8").splitlines()
    large_edit.edit_card(table, 7)
    after = table.read_text("utf-8").splitlines()
    assert [new == old for new, old in zip(after, before, strict=True)] == [
        True,
        True,
        False,
        True,
        True,
    ]
    assert "name: Edit 7 " in after[2]


def test_the_page_shows_what_pictures_cost_if_that_was_measured() -> None:
    took = pictured.summarize(Took(2.0, 3.0, ""), measure.Peak(10**8, 2 * 10**8, 3), 40)
    known = tool.page({**FOUND, "pictured": {"cards": 40, "build -t pdfx4": took}})
    assert "40 poker cards" in known
    assert "| `cardgen build -t pdfx4` | 50 ms | 75 ms | 100 MB |" in known
    assert "A picture on every card" not in tool.page(FOUND)


def test_every_card_of_a_pictured_game_has_a_picture_of_its_own(tmp_path: Path) -> None:
    folder, report = pictured.write_pictured(tmp_path / "pictured", 6), Report()
    check_game(DiskGame(folder), report, checks=all_checks())
    assert not report.count("error"), [one.message for one in report.findings]
    modes = []
    for file in sorted((folder / "art").iterdir()):
        with Image.open(file) as picture:
            modes.append(picture.mode)
    assert modes == ["RGB", "RGBA", "RGB"] * 2
    rows = (folder / "cards.yaml").read_text("utf-8").splitlines()
    assert len({re.search(r"art: (\S+),", row)[1] for row in rows}) == 6  # type: ignore[index]


def test_what_modules_measure_by_themselves_outlives_a_run_of_the_others(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    assert run._kept_results(file) == {}
    file.write_text('{"set_up": {"now": 1}, "memory": {}}', "utf-8")
    assert run._kept_results(file) == {"set_up": {"now": 1}}


def test_the_page_shows_the_wall_time_of_commands_too_if_it_was_measured() -> None:
    cold, took = Took(2.0, 4.0, ""), Took(1.0, 3.0, "")
    summary = ratios.summarize({"proof": [ratios.Pair(cold, took)]})
    known = tool.page({**FOUND, "ratios": {"rounds": 1, **summary}})
    assert "| proof | 0.75 | 0.50 | 1.00 |" in known


def test_the_page_shows_times_and_their_ratio_to_the_floor() -> None:
    page = tool.page(FOUND)
    assert "| 2.00 s | 2.50 s | 3.00 s | 2.00 |" in page
    assert "One face takes 10.0 ms of one core" in page
    assert "1 of 184 faces was rendered" in page
    assert "the peak 1.20 × (PSS)" in page


def test_the_preview_is_told_of_if_it_was_measured() -> None:
    assert "Not measured: Playwright is not installed here." in tool.page(FOUND)
    times = {"edits": 20, "median": 155.2, "worst": 190.0, "reading again": 80.4, "browser": 45.0}
    page = tool.page(found(preview=times))
    assert "155 ms in the median, 190 ms at worst" in " ".join(page.split())


def test_a_busy_machine_is_said_to_be_one() -> None:
    assert "not quiet" not in tool.page(FOUND)
    assert "not quiet" in tool.page(found(machine__load_before=3.1))


def test_faults_that_killing_found_are_not_hidden() -> None:
    assert "Nothing differed." in tool.page(FOUND)
    page = tool.page(found(killing__faults=["novelty 3: the output differs"]))
    assert "Nothing differed." not in page
    assert "- novelty 3: the output differs" in page


def test_a_missing_peer_is_said_to_be_missing() -> None:
    assert "Not measured: WeasyPrint is not installed here." in tool.page(FOUND)


# --- measuring -------------------------------------------------------------------------------

HUNGRY = """
import subprocess, sys, time
from pathlib import Path
held = bytearray(60_000_000)
if len(sys.argv) > 1:
    child = subprocess.Popen([sys.executable, *sys.argv[:1], *sys.argv[2:]])
    child.wait()
until = time.monotonic() + 150
while not Path("seen").exists() and time.monotonic() < until:
    time.sleep(0.01)
"""


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads /proc")
def test_the_peak_is_that_of_all_processes_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes stay until they were looked at, however seldom that is."""
    script, peak = tmp_path / "hungry.py", measure.Peak
    script.write_text(HUNGRY)

    def watch(count: int, *words: str) -> measure.Peak:
        def note(pss: int, rss: int, processes: int) -> measure.Peak:
            if processes == count and pss > count * 60e6:
                (tmp_path / "seen").touch()
            return peak(pss, rss, processes)

        monkeypatch.setattr(measure, "Peak", note)
        (tmp_path / "seen").unlink(missing_ok=True)
        return measure.watch([sys.executable, str(script), *words], tmp_path, os.environ)

    alone, both = watch(1), watch(2, "child")
    assert alone.processes == 1
    assert both.processes == 2
    assert 60e6 < alone.pss < 110e6
    assert both.pss - alone.pss > 55e6
    assert both.rss >= both.pss


def test_a_failed_command_is_no_measurement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        measure.run([sys.executable, "-c", "raise SystemExit('no')"], tmp_path, os.environ)
    assert "no" in capsys.readouterr().err


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return scale.write_game(tmp_path_factory.mktemp("games") / "many", 30)


def test_generated_cards_are_distinct_and_pass_check(many: Path) -> None:
    report = Report()
    checked = check_game(DiskGame(many), report, checks=all_checks(pixels=False))
    assert checked is not None
    assert report.count("error") == 0
    codes = {finding.code for finding in report.findings}
    assert codes <= {"bracket-waste"}
    assert len(set(checked.laid.scenes.values())) == 31


def test_generated_games_are_the_same_every_time(many: Path, tmp_path: Path) -> None:
    again = scale.write_game(tmp_path / "again", 30)
    assert (again / "cards.yaml").read_bytes() == (many / "cards.yaml").read_bytes()


def test_the_floor_rasterises_every_face_of_a_game(many: Path) -> None:
    with floor.Floor(floor.prepare(many, 72), 2) as least:
        assert least.faces == 31
        assert least.on_one_core() > 0
        assert least.over_all_cores() > 0


# --- the peer --------------------------------------------------------------------------------


def test_the_peer_gets_the_texts_and_pictures_of_the_same_cards(tmp_path: Path) -> None:
    html = peer.peer_html(peer.write_game(tmp_path))
    assert html.count('class="card"') == peer.CARDS
    assert "Lolita, light of my life" in html
    assert "url(textures/parchment.jpg)" in html
    assert all(name in peer_page._CSS for name in ("Fraunces-SemiBold", "EBGaramond-Regular"))


def test_cardgen_makes_a_face_of_each_of_the_same_cards(tmp_path: Path) -> None:
    game = peer.write_game(tmp_path / "game")
    with Workers(1) as workers:
        peer.with_cardgen(game, tmp_path, workers)
    assert len(list(tmp_path.glob("*.png"))) == peer.CARDS


def test_a_page_of_the_peer_that_is_no_card_stops_the_benchmark() -> None:
    right = blank_page(*(pixels / peer.DPI * 72 for pixels in peer.SIZE))
    peer.check_pages(right, 1)
    with pytest.raises(ValueError, match="1 page, not 2"):
        peer.check_pages(right, 2)
    with pytest.raises(ValueError, match="100 × 100 px"):
        peer.check_pages(blank_page(24, 24), 1)


def blank_page(width: float, height: float) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(width, height))
    canvas.showPage()
    canvas.save()
    return out.getvalue()


# --- killing ---------------------------------------------------------------------------------


def test_a_kept_face_that_is_not_whole_is_told(tmp_path: Path) -> None:
    import hashlib

    data = b"a face" * 100
    name = f"{'0' * 32}-{checksum(data):08x}-{hashlib.sha256(data).hexdigest()}.png"
    entry = tmp_path / name
    entry.write_bytes(data)
    assert killing.sound(entry)
    entry.write_bytes(data[:-1])
    assert not killing.sound(entry)


def test_the_results_lie_where_the_tool_looks() -> None:

    assert run.RESULTS == tool.RESULTS
    assert tool.RESULTS.parent == ROOT / "benchmarks"
