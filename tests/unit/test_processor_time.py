"""Bounds on processor time: what is over one fails, and a slow machine is not blamed."""

from __future__ import annotations

import time

import pytest

from tests.support import processor_time
from tests.support.processor_time import is_within, processor_time_below, slowness


def test_what_takes_a_hundred_times_the_bound_is_over_it() -> None:
    assert is_within(0.1, bound=5)
    assert not is_within(500 * slowness(), bound=5)


def test_a_machine_of_half_the_speed_may_take_twice_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processor_time, "slowness", lambda: 2.0)
    assert is_within(9.9, bound=5)
    assert not is_within(10.1, bound=5)


def test_a_block_that_works_too_long_fails() -> None:
    with pytest.raises(AssertionError, match="0 s allowed"), processor_time_below(0.0):
        assert time.process_time() > 0
