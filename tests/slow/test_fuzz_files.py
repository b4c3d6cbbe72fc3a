"""Mutated fonts, pictures, drawings and expressions come to findings, and some still print.

The run of 20,000 of each is `benchmarks/fuzz/files.py`; here are some of each, the same on every
run, and the machinery itself.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from benchmarks.fuzz import files as fuzz_files
from benchmarks.fuzz.binary_files import picture_name, small_fonts, small_pictures
from benchmarks.fuzz.inputs import MAKERS
from cardgen.text.fonts import open_face
from tests.support.processor_time import processor_time_below

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", MAKERS)
def test_mutated_files_come_to_findings_and_some_still_print(kind: str) -> None:
    came = set()
    for number in range(120):
        files = fuzz_files.make_game(kind, number, seed=1)
        with processor_time_below(fuzz_files.LIMIT_SECONDS):
            fault, what = fuzz_files.try_game(files)
        assert fault == "", f"{kind} {number}"
        came.add(what)
    assert "painted" in came
    assert len(came) > 1


@pytest.mark.parametrize("kind", MAKERS)
def test_a_number_makes_the_same_file_again(kind: str) -> None:
    one = fuzz_files.make_game(kind, 7, 1)
    assert one == fuzz_files.make_game(kind, 7, 1)
    assert one != fuzz_files.make_game(kind, 8, 1)


def test_fonts_are_sound_before_they_are_mutated() -> None:
    for number, font in enumerate(small_fonts()):
        assert open_face(font, name="x").codepoints, number


def test_pictures_are_sound_before_they_are_mutated() -> None:
    for data in small_pictures():
        name = picture_name(data)
        files = {**fuzz_files.make_game("drawings", 0, 1), name: data}
        layouts = str(files["layouts.yaml"]).replace("art.svg", name)
        assert fuzz_files.try_game({**files, "layouts.yaml": layouts}) == ("", "painted"), name


# --- what a run notices ------------------------------------------------------------------------


def _raise(files: fuzz_files.Files) -> str:
    raise KeyError(len(files))


def _end(files: fuzz_files.Files) -> str:
    os._exit(7 if files else 0)


def _spin(files: fuzz_files.Files) -> str:
    until = time.process_time() + 0.3
    while time.process_time() < until:
        len(files)
    return "painted"


def test_an_exception_is_a_fault_that_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_files, "_look_at", _raise)
    fault, _ = fuzz_files.try_game({"a": "b"})
    assert fault == "KeyError in test_fuzz_files.py:_raise: 1"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize(
    ("look", "limit", "fault"),
    [(_end, 5.0, "death: the process ended with 7"), (_spin, 0.1, "hang: 0.")],
)
def test_a_crash_and_a_hang_are_faults_and_the_next_case_is_tried(
    monkeypatch: pytest.MonkeyPatch, look: object, limit: float, fault: str
) -> None:
    monkeypatch.setattr(fuzz_files, "CONTEXT", multiprocessing.get_context("fork"))
    monkeypatch.setattr(fuzz_files, "LIMIT_SECONDS", limit)
    monkeypatch.setattr(fuzz_files, "_warm_up", lambda *_: None)
    monkeypatch.setattr(fuzz_files, "_look_at", look)
    outcome = fuzz_files.run("drawings", 2, 1)
    assert outcome.ran == 2
    assert [found[: len(fault)] for found in outcome.faults.values()] == [fault, fault]


def test_results_of_other_kinds_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_files, "RESULTS", tmp_path / "fuzz.json")
    for kind in ("fonts", "pictures"):
        fuzz_files.record(fuzz_files.Outcome(kind, 3, ran=5, slowest=(1.5, 4), memory=2_000_000))
    found = fuzz_files.load_results()
    assert [*found] == ["fonts", "pictures"]
    assert found["fonts"]["cases"] == 5
    assert (found["fonts"]["slowest_s"], found["fonts"]["slowest_case"]) == (1.5, 4)
    assert found["fonts"]["most_mb"] == 2
