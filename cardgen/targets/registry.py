"""The targets that are installed, by name.

In      entry points of the group `cardgen.targets`: ours, and those of any other package.
Out     `Target`s, imported when they are used; `BrokenTarget`s for those that cannot be.

A package adds a target with two lines of its `pyproject.toml`:

    [project.entry-points."cardgen.targets"]
    postcard = "cardgen_postcard:PostcardTarget"
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cardgen.targets.contract import Job, OptionError, Target

if TYPE_CHECKING:
    from cardgen.bind.bound_faces import BoundDeck
    from cardgen.files.output_folder import OutputFolder

GROUP = "cardgen.targets"
DEFAULT = "mpc"
ALL = "all"
"""Asks for every target."""
OURS = "cardgen"
"""The package of our own targets."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""How a target may be called: the name is typed, and is a folder's."""
DEBUG = "CARDGEN_DEBUG"
"""Set in the environment, faults of plug-ins are raised as they are."""
_MEND = "ask the makers of {0}, or remove it: `pip uninstall {0}`"
_ORDER = (
    "mpc",
    "sheets",
    "proof",
    "gamecrafter",
    "box",
    "drivethru",
    "pdfx4",
    "booklet",
    "images",
    "gallery",
    "data",
    "tts",
    "pcio",
    "tabletopia",
)
"""In this order they are listed; others follow by name."""

AnyTarget = Target[Any, Any]


class BrokenTargetError(OptionError):
    """A plug-in that cannot be used; the message is one clear sentence."""


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


def find_target(name: str) -> AnyTarget:
    """Return a target by its name, which must be one of `target_names`.

    Raises:
        BrokenTargetError: It is a plug-in that cannot be used.
    """
    return _load(_entries()[name])


def plugin_of(name: str) -> Plugin | None:
    """Return the package that brings a target; None for ours."""
    return _plugin(_entries()[name])


@cache
def _entries() -> dict[str, EntryPoint]:
    """Every target's entry point. Of two with one name, ours counts, else that of the package
    whose name comes first."""
    ours, others = dict[str, EntryPoint](), dict[str, EntryPoint]()
    for entry in sorted(entry_points(group=GROUP), key=_package):
        found = ours if _package(entry) == OURS else others
        if NAME.fullmatch(entry.name) and entry.name != ALL:
            found.setdefault(entry.name, entry)
    if DEFAULT not in ours:
        message = "cardgen's own targets are not registered: it is not installed as a package"
        raise BrokenTargetError(message, "install it, as with `pip install -e .` in its folder")
    listed = [name for name in _ORDER if name in ours]
    further = sorted({*ours, *others} - {*listed})
    return {name: ours.get(name) or others[name] for name in (*listed, *further)}


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else ""


def _plugin(entry: EntryPoint) -> Plugin | None:
    package = _package(entry)
    if package == OURS:
        return None
    return Plugin(entry.name, package, entry.dist.version if entry.dist else "")


@cache
def _load(entry: EntryPoint) -> AnyTarget:
    plugin = _plugin(entry)
    if plugin is None:
        return _made(entry, entry.load())
    try:
        target = _made(entry, entry.load())
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        message = f"the target `{plugin.name}` of {plugin} cannot be used: {_shown(error)}"
        raise BrokenTargetError(message, _MEND.format(plugin.package)) from None
    return PluginTarget(target, plugin)


def _made(entry: EntryPoint, found: object) -> AnyTarget:
    """Make the target that an entry point names."""
    if not (isinstance(found, type) and issubclass(found, Target)):
        raise TypeError(f"`{entry.value}` is no class derived from `cardgen.targets.Target`")
    target: AnyTarget = found()
    lacking = [each for each in ("name", "about", "options") if not hasattr(target, each)]
    if lacking:
        raise TypeError(f"`{entry.value}` has no `{lacking[0]}`")
    if target.name != entry.name:
        raise TypeError(f"`{entry.value}` calls itself `{target.name}`")
    return target


def _shown(error: Exception) -> str:
    """The kind of an error, what it says, and where it happened."""
    where = traceback.extract_tb(error.__traceback__)
    place = f" ({where[-1].filename}:{where[-1].lineno})" if where else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if said else ''}{said}{place}"


class PluginTarget(Target[Any, Any]):
    """A target of another package, whose faults are told as its own."""

    def __init__(self, target: AnyTarget, plugin: Plugin) -> None:
        self.name, self.about, self.options = target.name, target.about, target.options
        self.choices = target.choices
        self._target, self._plugin = target, plugin

    def read_options(self, pairs: Mapping[str, str]) -> Any:
        with self._guarded():
            return self._target.read_options(pairs)

    def plan(self, job: Job, options: Any) -> Any:
        with self._guarded():
            return self._target.plan(job, options)

    def write(self, job: Job, plan: Any, output: OutputFolder) -> str:
        with self._guarded():
            return self._target.write(job, plan, output)

    def renders_deck(self, deck: BoundDeck) -> bool:
        with self._guarded():
            return self._target.renders_deck(deck)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Tell a fault of the plug-in in a sentence; those of the disk are none of its own."""
        try:
            yield
        except (OptionError, OSError):
            raise
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            message = f"the target `{self.name}` of {self._plugin} failed: {_shown(error)}"
            raise BrokenTargetError(message, _MEND.format(self._plugin.package)) from None
