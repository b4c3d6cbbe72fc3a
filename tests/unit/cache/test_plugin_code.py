"""What is installed as a part of cardgen, named by what brings it."""

from __future__ import annotations

from importlib.metadata import Distribution, EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

from cardgen.cache.plugin_code import name_distributions

NAMES = ("box", "gallery", "mpc")


class CountedDistribution(Distribution):
    """Brings three targets; counts how often its metadata are read."""

    def __init__(self, name: str) -> None:
        self.package = name
        self.reads = 0

    def read_text(self, filename: str) -> str | None:
        if filename == "entry_points.txt":
            lines = "".join(f"{name} = {self.package}:{name}\n" for name in NAMES)
            return f"[cardgen.targets]\n{lines}"
        self.reads += filename == "METADATA"
        return f"Name: {self.package}\nVersion: 1\n"

    def locate_file(self, path: Any) -> Path:
        raise NotImplementedError


def entries(distribution: Distribution) -> EntryPoints:
    return distribution.entry_points


def test_each_entry_point_is_named_by_its_distribution_in_the_order_given() -> None:
    ours, others = CountedDistribution("cardgen"), CountedDistribution("cardgen-postcard")
    found = name_distributions([*entries(others), *entries(ours)])
    packages = [package for package, _ in found]
    assert packages == ["cardgen-postcard"] * 3 + ["cardgen"] * 3
    assert [entry.name for _, entry in found] == [*NAMES, *NAMES]


def test_the_metadata_of_a_distribution_are_read_once_for_all_it_brings() -> None:
    distribution = CountedDistribution("cardgen")
    name_distributions(entries(distribution))
    assert distribution.reads == 1


def test_an_entry_point_of_no_distribution_has_no_name() -> None:
    lone = EntryPoint("mpc", "nobody:Mpc", "cardgen.targets")
    assert name_distributions([lone]) == [("", lone)]
