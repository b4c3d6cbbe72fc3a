"""Entry points that pyproject.toml names and this installation of cardgen does not have.

They are read when cardgen is installed: after a new rule, or a pull that brings one, a rule is
there that nobody knows until cardgen is installed again.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import entry_points
from pathlib import Path

AGAIN = "run `make cards`, or `pip install -e .`: entry points are read when cardgen is installed"


def named(pyproject: Path) -> set[tuple[str, str, str]]:
    """Group, name and object of each entry point of a `pyproject.toml`."""
    groups = tomllib.loads(pyproject.read_text("utf-8"))["project"]["entry-points"]
    return {
        (group, name, value) for group, names in groups.items() for name, value in names.items()
    }


def stale_entries(pyproject: Path) -> list[str]:
    """What is named and not installed, and what is installed of ours and no longer named."""
    wanted = named(pyproject)
    groups = {group for group, _, _ in wanted}
    have = {
        (entry.group, entry.name, entry.value)
        for group in groups
        for entry in entry_points(group=group)
        if entry.dist is not None and entry.dist.name == "cardgen"
    }
    return sorted(f"{group}: {name}" for group, name, _ in wanted ^ have)
