"""What a build did, and how that is remembered for the next one.

In      a `BuildResult`.
Out     the same, out of the user's cache, if nothing has changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from cardgen.cache.build_fingerprint import BuildFingerprint
from cardgen.core.entry_lines import as_number
from cardgen.core.findings import Finding
from cardgen.files.input_record import MIXED, InputRecord

if TYPE_CHECKING:
    from cardgen.pipeline.checked_game import Checked


class Written(Struct, frozen=True):
    """What a target wrote, and where; or why it was passed over, and nowhere."""

    target: str
    folder: Path | None
    what: str
    faulty: bool = False
    """Whether it was passed over because what it prints has errors."""


class BuildResult(Struct, frozen=True, kw_only=True):
    """What a build found and wrote."""

    findings: tuple[Finding, ...]
    written: tuple[Written, ...] | None
    """None: the game has errors, and nothing was written."""
    cards: int | None
    """Of the whole game; None if its decks could not be read."""
    chosen: int | None
    """Of those the cards that were asked for."""
    rendered: int = 0
    """Faces that had to be rendered."""
    reused: int = 0
    """Faces that earlier builds rendered."""
    corrected: tuple[str, ...] = ()
    """The game's editions that print corrections."""
    fingerprint: str = ""
    """Names this build among those of its project."""
    checked: Checked | None = None
    """The game; None if it could not be read, or was not, because nothing has changed."""
    unchanged: bool = False
    """Nothing has changed since the build before, and nothing was done."""


class _Record(Struct, frozen=True):
    """What is kept of a result."""

    findings: tuple[Finding, ...]
    written: tuple[tuple[str, str | None, str, bool], ...]
    """The fields of `Written`; folders below the one that output goes to, however that was
    typed."""
    cards: int
    chosen: int
    corrected: tuple[str, ...]


def load_record(fingerprint: BuildFingerprint, output: Path) -> BuildResult | None:
    """Return what the last build did; None if this one may differ from it.

    Args:
        fingerprint: Of this build.
        output: Where it was told to write, as it was typed.
    """
    stored = fingerprint.unchanged()
    try:
        record = msgspec.convert(stored, _Record) if stored is not None else None
    except msgspec.ValidationError:
        return None
    if record is None:
        return None
    return BuildResult(
        findings=record.findings,
        written=tuple(
            Written(name, None if folder is None else output / folder, what, faulty)
            for name, folder, what, faulty in record.written
        ),
        cards=record.cards,
        chosen=record.chosen,
        corrected=record.corrected,
        fingerprint=fingerprint.name,
        unchanged=True,
    )


def record_plugins() -> InputRecord:
    """Return the files of all plug-ins as they are before any of them is imported."""
    from cardgen.cache.plugin_code import record_code
    from cardgen.check.engine.registry import GROUP as RULES
    from cardgen.targets.installed import GROUP as TARGETS

    return record_code((RULES, TARGETS))


def save_record(
    fingerprint: BuildFingerprint,
    inputs: InputRecord,
    result: BuildResult,
    output: Path,
    plugins: InputRecord,
) -> None:
    """Remember what a build did below `output`, as long as inputs and outputs stay as they are.

    Args:
        fingerprint: Of the build.
        inputs: What was read of the game.
        result: What the build did.
        output: Where it was told to write, as it was typed.
        plugins: The files of plug-ins as they were when the build began.
    """
    written = result.written or ()
    folders = [one.folder for one in written if one.folder]
    record: Any = _Record(
        result.findings,
        tuple((one.target, _below(output, one.folder), one.what, one.faulty) for one in written),
        result.cards or 0,
        result.chosen or 0,
        result.corrected,
    )
    known = plugins.states
    code = {file: known.get(file, MIXED) for file in _list_plugin_code(o.target for o in written)}
    every = InputRecord({**inputs.states, **code})
    fingerprint.write(every, folders, msgspec.to_builtins(record, enc_hook=as_number))


def _below(output: Path, folder: Path | None) -> str | None:
    return str(folder.relative_to(output)) if folder else None


def _list_plugin_code(targets: Iterable[str]) -> Iterator[Path]:
    """The files of rules of other packages, and of those among some targets."""
    from cardgen.cache.plugin_code import code_files, plugin_entries
    from cardgen.check.engine.registry import GROUP
    from cardgen.targets.installed import find_entry, find_plugin, target_names

    known = target_names()
    used = [find_entry(name) for name in targets if name in known and find_plugin(name)]
    for entry in (*plugin_entries(GROUP), *used):
        yield from code_files(entry)
