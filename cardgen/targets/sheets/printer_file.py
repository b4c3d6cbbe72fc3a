"""Printers by name, as a person wrote them down.

In      `printers.yaml` in the folder for settings (`~/.config/cardgen/`), written by hand from
        what is read off a calibration sheet (`calibration`).
Out     a `PrinterProfile` of each; an `OptionError` that says what is wrong with the file.
Not here  what may be written (`sheets.printer_specs`), what is done about a printer's errors
          (`sheets.printers`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cardgen.core.findings import Report, did_you_mean
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import UnreadableError
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


def read_printers(text: str, report: Report) -> Mapping[str, PrinterProfile] | None:
    """The printers of a file, or None and findings."""
    root, findings = read_yaml(text, FILE)
    report.extend(findings)
    if root is None or findings:
        return None
    specs: dict[str, PrinterSpec] | None = validate_node(root, dict[str, PrinterSpec], report)
    return None if specs is None else {name: spec.profile(name) for name, spec in specs.items()}


def load_printers(asked: str = "") -> Mapping[str, PrinterProfile]:
    """The printers in the settings of whoever runs this.

    Args:
        asked: What was typed, to begin a message with: `printer=office: `.

    Raises:
        OptionError: there is no such file, or it is at fault.
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
        raise _faulty(report, shown)
    return printers


def find_printer(name: str) -> PrinterProfile:
    """The printer of that name in the settings of whoever runs this.

    Raises:
        OptionError: there is no such printer, or the file is at fault.
    """
    return pick_printer(load_printers(f"`printer={name}`: "), name)


def pick_printer(printers: Mapping[str, PrinterProfile], name: str) -> PrinterProfile:
    """The printer of that name, in whatever case.

    Raises:
        OptionError: there is no such printer.
    """
    found = {known.casefold(): profile for known, profile in printers.items()}.get(name.casefold())
    if found is None:
        hint = did_you_mean(name, printers, what="printer")
        shown = settings_file()[1]
        raise OptionError(f"there is no printer `{name}` in {shown}", hint, option="printer")
    return found


def _faulty(report: Report, shown: str) -> OptionError:
    first, *more = report.findings
    place = f":{first.span.line}:{first.span.column}" if first.span else ""
    rest = f" (and {len(more)} more)" if more else ""
    hint = _NONE_YET if first.code == "empty-file" else first.hint
    return OptionError(f"{shown}{place}: {first.message}{rest}", hint, option="printer")
