"""Printers by name, as a person wrote them down.

In      `printers.yaml` in the folder for settings (`~/.config/cardgen/`), written by hand from
        what is read off a calibration sheet (`calibration`).
Out     a `PrinterProfile` of each; an `OptionError` that says what is wrong with the file, or with
        the printer that is asked for.
Not here  what may be written (`sheets.printer_specs`), what is done about a printer's errors
          (`sheets.printers`).
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.core.findings import Finding, Report, did_you_mean
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import UnreadableError
from cardgen.read.syntax.nodes import MappingNode
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.validate import validate_node
from cardgen.targets.option_error import OptionError
from cardgen.targets.sheets.printer_specs import PrinterSpec
from cardgen.targets.sheets.printers import PrinterProfile

FILE = "printers.yaml"
_NONE_YET = "`cardgen calibrate` makes a sheet that tells what to write there"


def settings_file() -> tuple[Path, str]:
    """Where a person's own printers are, and how that is written for people: nothing that is
    shown depends on whose home it is."""
    given = os.environ.get("XDG_CONFIG_HOME", "")
    if Path(given).is_absolute():
        return Path(given) / "cardgen" / FILE, f"$XDG_CONFIG_HOME/cardgen/{FILE}"
    return Path.home() / ".config" / "cardgen" / FILE, f"~/.config/cardgen/{FILE}"


class Printers(Struct, frozen=True):
    """The printers of a file; a fault in one of them is no matter of the others."""

    sound: Mapping[str, PrinterProfile]
    faulty: Mapping[str, Sequence[Finding]]
    """What is wrong with the others."""

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.sound, *self.faulty)


def read_printers(text: str, report: Report) -> Printers | None:
    """The printers of a file, or None where it is no file of printers; all findings are in the
    report."""
    root, findings = read_yaml(text, FILE)
    report.extend(findings)
    if root is None:
        return None
    if not isinstance(root, MappingNode):
        validate_node(root, dict[str, PrinterSpec], report)
        return None
    faults = _sort_by_entry(root, findings)
    sound, faulty = {}, {}
    first: dict[str, str] = {}
    for name, (typed, node) in root.entries.items():
        own = Report()
        own.extend(faults.get(name, ()))
        spec: PrinterSpec | None = validate_node(node, PrinterSpec, own)
        twin = first.setdefault(name.casefold(), name)
        if twin != name:
            message = f"`{twin}` and `{name}` are one name: case is left aside"
            own.add(Finding("duplicate-key", message, typed.span, hint="rename one"))
        report.extend(f for f in own.findings if f not in findings)
        if spec is None or own.findings:
            faulty[name] = tuple(own.findings)
        else:
            sound[name] = spec.profile(name)
    return Printers(sound, faulty)


def _sort_by_entry(root: MappingNode, findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """What was found while a file was read, by the entries in whose lines it stands."""
    starts = [(typed.span.line, name) for name, (typed, _) in root.entries.items()]
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        line = finding.span.line if finding.span else 0
        above = [name for start, name in starts if start <= line]
        for name in above[-1:] or root.entries:
            found[name].append(finding)
    return found


def load_printers(asked: str = "") -> Printers:
    """The printers in the settings of whoever runs this.

    Args:
        asked: What was typed, to begin a message with: `printer=office: `.

    Raises:
        OptionError: there is no such file, or it holds no printers.
    """
    path, shown = settings_file()
    own = path.resolve()  # many keep their settings elsewhere, and link to them
    try:
        text = DiskGame(own.parent).text(own.name)
    except UnreadableError as error:
        raise OptionError(f"{asked}{shown} {error.reason}", _NONE_YET, option="printer") from None
    report = Report()
    printers = read_printers(text, report)
    if printers is None:
        raise describe_faults(report.findings)
    return printers


def find_printer(name: str) -> PrinterProfile:
    """The printer of that name in the settings of whoever runs this.

    Raises:
        OptionError: there is no such printer, or it is at fault.
    """
    return pick_printer(load_printers(f"`printer={name}`: "), name)


def pick_printer(printers: Printers, name: str) -> PrinterProfile:
    """The printer of that name, in whatever case.

    Raises:
        OptionError: there is no such printer, or it is at fault.
    """
    known = next((one for one in printers.names if one.casefold() == name.casefold()), None)
    if known is None:
        hint = did_you_mean(name, printers.names, what="printer")
        shown = settings_file()[1]
        raise OptionError(f"there is no printer `{name}` in {shown}", hint, option="printer")
    if known in printers.faulty:
        raise describe_faults(printers.faulty[known])
    return printers.sound[known]


def describe_faults(findings: Sequence[Finding]) -> OptionError:
    """What is wrong with the file, or with one printer in it."""
    first, *more = findings
    place = f":{first.span.line}:{first.span.column}" if first.span else ""
    rest = f" (and {len(more)} more)" if more else ""
    hint = _NONE_YET if first.code == "empty-file" else first.hint
    message = f"{settings_file()[1]}{place}: {first.message}{rest}"
    return OptionError(message, hint, option="printer")
