"""The targets that are installed, by name: nothing of them is imported.

In      entry points of the group `cardgen.targets`: ours, and those of any other package.
Out     names in the order in which they are listed, each with its entry point and package.
Not here  importing them (`targets.registry`).

A package adds a target with two lines of its `pyproject.toml`:

    [project.entry-points."cardgen.targets"]
    postcard = "cardgen_postcard:PostcardTarget"
"""

from __future__ import annotations

import re
from functools import cache
from operator import attrgetter

from msgspec import Struct

from cardgen.cache.entry_points import EntryPoint, list_entry_points
from cardgen.cache.plugin_code import code_state
from cardgen.targets.option_error import BrokenTargetError

GROUP = "cardgen.targets"
DEFAULT = "mpc"
ALL = "all"
"""Asks for every target."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""How a target may be called: the name is typed, and is a folder's."""
_ORDER = (
    "mpc",
    "sheets",
    "proof",
    "gamecrafter",
    "box",
    "drivethru",
    "pdfx4",
    "booklet",
    "showcase",
    "images",
    "gallery",
    "data",
    "tts",
    "ttpg",
    "pcio",
    "tabletopia",
)
"""In this order they are listed; others follow by name."""


class Plugin(Struct, frozen=True):
    """A target that another package brings."""

    name: str
    package: str
    version: str

    def __str__(self) -> str:
        return f"{self.package} {self.version}".rstrip()


def target_names() -> tuple[str, ...]:
    """Return the names of all targets: ours, then those of plug-ins.

    Raises:
        BrokenTargetError: cardgen itself is not installed as a package.
    """
    return tuple(_entries())


def find_entry(name: str) -> EntryPoint:
    """Return where a target is found; `name` must be one of `target_names`."""
    return _entries()[name]


def find_plugin(name: str) -> Plugin | None:
    """Return the package that brings a target; None for ours."""
    entry = find_entry(name)
    return None if entry.is_own else Plugin(name, entry.distribution, entry.version)


def describe_plugin_state(name: str) -> str:
    """Return what changes with the code of a plug-in, so that its output is made anew; "" for
    our own targets, and for what is none."""
    plugin = find_plugin(name) if name in _entries() else None
    if plugin is None:
        return ""
    return f"{plugin} {code_state(find_entry(name))}"


@cache
def _entries() -> dict[str, EntryPoint]:
    """Every target's entry point. Of two with one name, ours counts, else that of the package
    whose name comes first."""
    ours, others = dict[str, EntryPoint](), dict[str, EntryPoint]()
    for entry in sorted(list_entry_points(GROUP), key=attrgetter("distribution")):
        found = ours if entry.is_own else others
        if _NAME.fullmatch(entry.name) and entry.name != ALL:
            found.setdefault(entry.name, entry)
    if DEFAULT not in ours:
        message = "cardgen's own targets are not registered: it is not installed as a package"
        raise BrokenTargetError(message, "install it, as with `pip install -e .` in its folder")
    listed = [name for name in _ORDER if name in ours]
    further = sorted({*ours, *others} - {*listed})
    return {name: ours.get(name) or others[name] for name in (*listed, *further)}
