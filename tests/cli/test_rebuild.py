"""Building again: nothing changed, one card changed, something harmed, two at once, killed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cardgen.cache.project_cache import project_cache
from tests.conftest import ROOT
from tests.support.commands import run_cardgen

GAME = """\
game: Again
palette: {ink: "#222222", sand: "#eeddaa"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front, back: back}}
"""
LAYOUTS = """\
styles: {head: {font: text, size: 14pt, align: center, color: ink}}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", style: head}]
  back: {bleed: [{picture: linen.jpg}]}
"""
CARDS = "".join(f"- {{id: c{i}, name: Card {i}, copies: 2}}\n" for i in range(12))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "project" / "card_data" / "again"
    folder.mkdir(parents=True)
    for name, text in (("game", GAME), ("layouts", LAYOUTS), ("cards", CARDS)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def words(game: Path, *options: str) -> list[str]:
    out = game.parents[1] / "output"
    return ["build", str(game), "-o", str(out), *options]


def start(game: Path, **how: Any) -> subprocess.Popen[bytes]:
    """A build as a process that is not waited for."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "cardgen", *words(game)]
    return subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=ROOT, **how)


def build(game: Path, *options: str) -> str:
    run = run_cardgen(*words(game, *options))
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def output(game: Path) -> Path:
    return game.parents[1] / "output" / "again" / "mpc" / "mini"


def times(game: Path) -> dict[str, int]:
    files = [file for file in output(game).rglob("*") if file.is_file()]
    return {file.relative_to(output(game)).as_posix(): file.stat().st_mtime_ns for file in files}


def contents(game: Path) -> dict[str, bytes]:
    return {name: (output(game) / name).read_bytes() for name in times(game)}


def contents_after_kill(game: Path) -> dict[str, bytes]:
    """What is there after a kill. Between the two renames of a swap the last output stands beside
    its place, to which the next build puts it back."""
    place = output(game).parent
    if not place.exists():
        (old,) = place.parent.glob(f".{place.name}-*-old")
        files = [file for file in (old / "mini").rglob("*") if file.is_file()]
        return {file.relative_to(old / "mini").as_posix(): file.read_bytes() for file in files}
    return contents(game)


def edit(game: Path, old: str, new: str, file: str = "cards.yaml") -> None:
    path = game / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_nothing_changed_nothing_is_done_and_it_says_so(game: Path) -> None:
    build(game)
    before = times(game)
    assert "nothing has changed, nothing rendered" in build(game)
    assert times(game) == before


def test_a_touched_file_is_no_change(game: Path) -> None:
    build(game)
    os.utime(game / "cards.yaml", (1, 1))
    assert "nothing has changed" in build(game)


@pytest.mark.slow
def test_one_card_changed_one_face_is_rendered_and_all_else_keeps_its_time(game: Path) -> None:
    build(game)
    before = times(game)
    time.sleep(0.02)
    edit(game, "name: Card 7,", "name: Seventh,")
    assert "1 of 13 faces rendered" in build(game)
    after = times(game)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {
        "fronts/015-cards-c7.png",
        "fronts/016-cards-c7.png",
        "fronts.pdf",
        "manifest.json",
    }


@pytest.mark.slow
def test_what_an_edit_and_its_undoing_leave_is_what_was_there(game: Path) -> None:
    build(game)
    before = contents(game)
    edit(game, "name: Card 7,", "name: Seventh,")
    build(game)
    assert contents(game) != before
    edit(game, "name: Seventh,", "name: Card 7,")
    assert "0 of 13 faces rendered" in build(game)
    assert contents(game) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts.yaml", "size: 14pt", "size: 13pt"),
        ("game.yaml", '"#eeddaa"', '"#eeddab"'),
    ],
)
def test_a_change_that_all_fronts_show_renders_all_fronts(
    game: Path, file: str, old: str, new: str
) -> None:
    build(game)
    edit(game, old, new, file)
    assert "12 of 13 faces rendered" in build(game)


@pytest.mark.slow
def test_another_resolution_is_another_picture(game: Path) -> None:
    build(game)
    build(game, "--dpi", "150")
    kept = contents(game)
    shutil.rmtree(project_cache(game.parents[1]))
    build(game, "--dpi", "150")
    assert contents(game) == kept


def test_a_new_file_in_the_game_is_a_change(game: Path) -> None:
    """It may be unused, or stand in for a shipped picture of the same name."""
    build(game)
    shutil.copy(ROOT / "textures" / "parchment.jpg", game / "linen.jpg")
    assert "1 of 13 faces rendered" in build(game)


def test_an_output_file_that_somebody_changed_is_written_anew(game: Path) -> None:
    build(game)
    before = contents(game)
    (output(game) / "fronts" / "003-cards-c1.png").write_bytes(b"scribbled over")
    (output(game) / "backs.pdf").unlink()
    build(game)
    assert contents(game) == before


def test_harmed_entries_are_made_anew(game: Path) -> None:
    build(game)
    before = contents(game)
    shutil.rmtree(game.parents[1] / "output")
    files = sorted((project_cache(game.parents[1]) / "faces").rglob("*.png"))
    files[0].write_bytes(b"")
    files[1].write_bytes(files[1].read_bytes()[:-7])
    files[2].unlink()
    assert "3 of 13 faces rendered" in build(game)
    assert contents(game) == before


def test_a_broken_stamp_is_no_stamp(game: Path) -> None:
    build(game)
    for stamp in (project_cache(game.parents[1]) / "builds").iterdir():
        stamp.write_text('{"program": 1}', "utf-8")
    assert "0 of 13 faces rendered" in build(game)


def test_the_folder_of_kept_faces_may_be_deleted(game: Path) -> None:
    build(game)
    before = contents(game)
    shutil.rmtree(project_cache(game.parents[1]))
    build(game)
    assert contents(game) == before


def test_fresh_uses_nothing_of_earlier_builds(game: Path) -> None:
    build(game)
    said = build(game, "--fresh")
    assert "rendered" not in said
    assert "nothing has changed" not in said


def test_where_it_was_written_is_said_as_it_is_typed_now(game: Path) -> None:
    project = game.parents[1]
    typed = {project: "output", project / "card_data": "../output"}
    for folder, out in typed.items():
        run = run_cardgen("build", str(game), "-o", out, "--dpi", "72", cwd=folder)
        assert f"→ {out}/again/mpc/ in" in run.stdout
    assert run.stdout.startswith("nothing has changed")


def test_a_font_is_called_as_the_game_calls_it_whatever_was_drawn_before(game: Path) -> None:
    """The words around cards on a sheet are set in the same font, under another name."""
    font = (ROOT / "fonts" / "EBGaramond-Regular.ttf").read_bytes()
    (game / "Own.ttf").write_bytes(font)
    (game / "game.yaml").write_text(GAME.replace("EBGaramond-Regular", "Own"), "utf-8")
    sheets = game.parents[1] / "output" / "again" / "sheets" / "sheets.pdf"
    build(game, "-t", "sheets", "--dpi", "72")
    from_nothing = sheets.read_bytes()
    sheets.unlink()
    build(game, "-t", "sheets", "--dpi", "72")
    assert sheets.read_bytes() == from_nothing
    assert b"+Own" in from_nothing
    assert b"+EBGaramond-Regular" in from_nothing


def test_warnings_are_said_again_when_nothing_has_changed(game: Path) -> None:
    edit(game, 'sand: "#eeddaa"', 'sand: "#eeddaa", spare: "#123456"', "game.yaml")
    runs = [run_cardgen(*words(game)) for _ in range(2)]
    assert "unused-color" in runs[0].stderr
    assert runs[1].stderr == runs[0].stderr
    assert "1 warning" in runs[1].stdout


@pytest.mark.slow
def test_a_booklet_with_errors_is_a_failure_again_when_nothing_has_changed(game: Path) -> None:
    spec = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(f"{spec}booklets: {{rules: {{text: rules.md}}}}\n", "utf-8")
    (game / "rules.md").write_text('# Rules\n\n{{ row("cards/none") }}\n', "utf-8")
    runs = [run_cardgen(*words(game, "-t", "mpc", "-t", "booklet")) for _ in range(2)]
    assert "nothing has changed" in runs[1].stdout
    assert all("1 of 2 targets" in run.stdout and "1 error" in run.stdout for run in runs)
    assert [run.returncode for run in runs] == [1, 1]


def test_what_an_edit_breaks_is_found_beside_the_work_and_nothing_is_written(game: Path) -> None:
    """Where most faces are there, a copy of the process checks."""
    build(game)
    before = contents(game)
    edit(game, "name: Card 7,", "name: Seventh,")
    edit(game, "fonts:", "checks: [{code: unused-color, level: error}]\nfonts:", "game.yaml")
    edit(game, 'sand: "#eeddaa"', 'sand: "#eeddaa", spare: "#123456"', "game.yaml")
    run = run_cardgen(*words(game))
    assert run.returncode == 1
    assert run.stderr.count("error[unused-color]") == 1
    assert run.stdout == "1 error, 0 warnings in 24 cards; nothing was written\n"
    assert contents(game) == before
    fresh = run_cardgen(*words(game, "--fresh", "-j", "1"))
    assert (fresh.stdout, fresh.stderr) == (run.stdout, run.stderr)


@pytest.mark.slow
def test_two_builds_at_once_leave_whole_files(game: Path) -> None:
    build(game)
    clean = contents(game)
    shutil.rmtree(game.parents[1] / "output")
    shutil.rmtree(project_cache(game.parents[1]))
    both = [start(game) for _ in range(2)]
    codes = [one.wait() for one in both]
    assert 0 in codes
    assert contents(game) == clean
    assert "faces rendered" in build(game, "--dpi", "300", "-j", "1") or contents(game) == clean


@pytest.mark.slow
def test_killed_at_any_moment_it_leaves_old_or_new_output_and_a_sound_store(game: Path) -> None:
    """A few random moments here; `benchmarks/killing.py` takes fifty, workers included."""
    chance = random.Random(5)
    build(game)
    old = contents(game)
    edit(game, "name: Card", "name: Kart")
    for _ in range(6):
        running = start(game, start_new_session=True)
        time.sleep(chance.uniform(0.1, 0.9))
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        found = contents_after_kill(game)
        assert found == old or len(found) == len(old)
    build(game)
    new = contents(game)
    shutil.rmtree(game.parents[1] / "output")
    shutil.rmtree(project_cache(game.parents[1]))
    build(game, "--fresh")
    assert contents(game) == new
