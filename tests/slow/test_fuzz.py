"""No file that a person or a machine can write makes cardgen fall over.

The grammars and the run of 20,000 are in `benchmarks/fuzz`; here are some hundred games,
the same on every run, and those that once made it fall over.
"""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.fuzz import attempts, games, worker
from benchmarks.fuzz.__main__ import find_smallest
from tests.support.processor_time import is_within

pytestmark = pytest.mark.slow

quickly = settings(
    deadline=None,
    derandomize=True,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

NUMBERS = st.integers(0, 2**32)


def fault_or_delay(game: games.Made) -> str:
    """An exception, a finding without a place, or that it takes too long; "" if all is well."""
    started = time.process_time()
    fault, took = attempts.fault_of(game.files), time.process_time() - started
    late = "" if is_within(took, worker.LIMIT_SECONDS) else f"took {took:.1f} s"
    wrong = fault or late
    return f"{wrong}: {game.way} {game.file}\n{game.files[game.file]!r}" if wrong else ""


@given(NUMBERS)
@quickly
def test_random_games_are_checked_to_the_end(number: int) -> None:
    assert fault_or_delay(games.made(random.Random(number))) == ""


@given(st.sampled_from(sorted(games.GOOD)), st.binary(max_size=300))
@quickly
def test_files_of_any_bytes_are_refused_in_words(file: str, content: bytes) -> None:
    assert fault_or_delay(games.Made(file, "bytes", {**games.GOOD, file: content})) == ""


@given(st.sampled_from(sorted(games.GOOD)), st.text(max_size=120), st.data())
@quickly
def test_good_files_with_any_text_in_them_are_checked_to_the_end(
    file: str, put: str, data: st.DataObject
) -> None:
    good = games.GOOD[file]
    at = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(at, min(len(good), at + 20)))
    assert (
        fault_or_delay(games.Made(file, "text", {**games.GOOD, file: good[:at] + put + good[end:]}))
        == ""
    )


def test_the_good_game_of_the_fuzzer_has_nothing_wrong_with_it() -> None:
    assert attempts.fault_of(dict(games.GOOD)) == ""


def test_a_number_makes_the_same_game_again() -> None:
    assert games.numbered(7, 1).files == games.numbered(7, 1).files
    assert games.numbered(7, 1).files != games.numbered(8, 1).files


def test_an_exception_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("gone")

    monkeypatch.setattr(attempts, "check_game", fail)
    assert attempts.fault_of(dict(games.GOOD)) == "KeyError in test_fuzz.py:fail: 'gone'"


def test_what_a_fault_does_not_need_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault_of(files: games.Files) -> str:
        return "x: y: z" if "Fox" in str(files["cards.yaml"]) else ""

    monkeypatch.setattr(attempts, "fault_of", fault_of)
    game = games.Made("cards.yaml", "slips", dict(games.GOOD))
    assert find_smallest(game, "x: y: other") == "Fox"
