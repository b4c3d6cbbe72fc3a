"""Targets, imported when they are used.

In      a name of `targets.installed`.
Out     a `Target`; a `BrokenTargetError` if a plug-in cannot be used, or fails.

What goes wrong in a plug-in is a sentence that names its package and the line, never a
traceback. Its makers set `CARDGEN_DEBUG` to see the traceback.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from cardgen.files.output_folder import UnwritableError
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.installed import Plugin, find_entry, find_plugin, target_names
from cardgen.targets.option_error import BrokenTargetError

if TYPE_CHECKING:
    from cardgen.bind.bound_faces import BoundDeck
    from cardgen.files.output_folder import OutputFolder
    from cardgen.render.workers.face_painting import FaceRequest
    from cardgen.targets.laid_deck import LaidDeck

AnyTarget = Target[Any, Any]

_DEBUG = "CARDGEN_DEBUG"


@cache
def find_target(name: str) -> AnyTarget:
    """Return a target by its name, which must be one of `target_names`.

    Raises:
        BrokenTargetError: It is a plug-in that cannot be used.
    """
    plugin, entry = find_plugin(name), find_entry(name)
    if plugin is None:
        return _make(name, entry.value, entry.load())
    with _guarded(plugin, "cannot be used"):
        return PluginTarget(_make(name, entry.value, entry.load()), plugin)


def option_schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each target's options; of a broken plug-in, any options."""
    return {name: _option_schema(name) for name in target_names()}


def _option_schema(name: str) -> dict[str, Any]:
    try:
        target = find_target(name)
        schema: dict[str, Any] = target.options.options_schema()
        return {"description": target.about, **schema}
    except BrokenTargetError:
        return {"type": "object"}


def _make(name: str, value: str, found: object) -> AnyTarget:
    """Make the target that an entry point names."""
    if not (isinstance(found, type) and issubclass(found, Target)):
        raise TypeError(f"`{value}` is no class derived from `cardgen.targets.contract.Target`")
    target: AnyTarget = found()
    lacking = [each for each in ("name", "about", "options") if not hasattr(target, each)]
    if lacking:
        raise TypeError(f"`{value}` has no `{lacking[0]}`")
    if target.name != name:
        raise TypeError(f"`{value}` calls itself `{target.name}`")
    return target


class PluginTarget(Target[Any, Any]):
    """A target of another package, whose faults are told as its own."""

    def __init__(self, target: AnyTarget, plugin: Plugin) -> None:
        self.name, self.about, self.options = target.name, target.about, target.options
        self.choices, self.paints_alone = target.choices, target.paints_alone
        self.costs_money, self.drops_finishes = target.costs_money, target.drops_finishes
        self.pieces, self.needs_cards = target.pieces, target.needs_cards
        self._target, self._plugin = target, plugin

    def read_options(self, pairs: Mapping[str, str]) -> Any:
        with _guarded(self._plugin):
            return self._target.read_options(pairs)

    def plan(self, job: Job, options: Any) -> Any:
        with _guarded(self._plugin):
            return self._target.plan(job, options)

    def faces(self, job: Job, plan: Any) -> Iterator[FaceRequest]:
        with _guarded(self._plugin):
            yield from self._target.faces(job, plan)

    def slow_files(self, job: Job, plan: Any) -> Mapping[str, Callable[[], bytes]]:
        with _guarded(self._plugin):
            return self._target.slow_files(job, plan)

    def editions(self, plan: Any) -> Sequence[str]:
        with _guarded(self._plugin):
            return self._target.editions(plan)

    def write(self, job: Job, plan: Any, output: OutputFolder) -> str:
        with _guarded(self._plugin, passes=OSError):
            return self._target.write(job, plan, output)

    def renders_deck(self, deck: BoundDeck) -> bool:
        with _guarded(self._plugin):
            return self._target.renders_deck(deck)

    def early_faces(self, laid: LaidDeck, options: Any) -> Iterator[FaceRequest]:
        with _guarded(self._plugin):
            yield from self._target.early_faces(laid, options)


@contextmanager
def _guarded(
    plugin: Plugin, what: str = "failed", passes: type[Exception] = UnwritableError
) -> Iterator[None]:
    """Tell a fault of a plug-in in a sentence; those of the disk, while it writes, are none of
    its own."""
    try:
        yield
    except (OptionError, UnwritableError, passes):
        raise
    except (Exception, SystemExit) as error:
        if os.environ.get(_DEBUG):
            raise
        message = f"the target `{plugin.name}` of {plugin} {what}: {_describe_error(error)}"
        hint = f"ask the makers of {plugin.package}, or `pip uninstall {plugin.package}`"
        raise BrokenTargetError(message, hint) from None


def _describe_error(error: BaseException) -> str:
    """The kind of an error, what it says, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    trace = [frame for frame in frames if frame.filename != __file__]
    place = f" ({trace[-1].filename}:{trace[-1].lineno})" if trace else ""
    message = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if message else ''}{message}{place}"
