"""A bound on memory decides whether workers are started."""

from __future__ import annotations

import sys

import pytest

from cardgen.core import address_space
from cardgen.render.workers.pool import Workers

resource = pytest.importorskip("resource", reason="Windows has no such bounds")


def bounds(monkeypatch: pytest.MonkeyPatch, addresses: int, data: int) -> None:
    of_kind = {resource.RLIMIT_AS: addresses, resource.RLIMIT_DATA: data}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (of_kind[kind], -1))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such bounds")
@pytest.mark.parametrize(
    ("addresses", "data", "least"), [(-1, -1, None), (5, -1, 5), (-1, 7, 7), (5, 7, 5), (9, 7, 7)]
)
def test_the_lower_of_two_bounds_counts(
    monkeypatch: pytest.MonkeyPatch, addresses: int, data: int, least: int | None
) -> None:
    bounds(monkeypatch, addresses, data)
    assert address_space.bound() == least


@pytest.mark.parametrize(("megabytes", "count"), [(1023, 1), (1024, 3)])
def test_a_low_bound_on_memory_leaves_one_process(
    monkeypatch: pytest.MonkeyPatch, megabytes: int, count: int
) -> None:
    bounds(monkeypatch, megabytes * 2**20, -1)
    assert Workers(3).count == count
