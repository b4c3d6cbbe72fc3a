"""The command `calibrate`: sheets that tell how far off a printer is, and what is known of it.

In      arguments.
Out     a PDF, or lines about printers.
Not here  the sheets (`targets.sheets.calibration_sheet`, `targets.sheets.check_sheet`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from cardgen.cli.arguments import command, default_output, output_option, quote_argument
from cardgen.cli.terminal import UsageError


@command("calibrate")
@click.option(
    "--paper",
    default="letter",
    metavar="NAME",
    help="letter, a4, or as 210x297mm.",
    show_default=True,
)
@output_option
@click.option("--show", is_flag=True, help="Say what is known of your printers instead.")
@click.option("--check", is_flag=True, help="Write a sheet that shows how well backs lie instead.")
@click.option(
    "--printer", default="", metavar="NAME", help="The one that --show or --check is about."
)
@click.option(
    "--flip",
    default="long",
    metavar="EDGE",
    help="Edge that --check is turned about: long or short.",
    show_default=True,
)
def calibrate(
    *, paper: str, output: Path | None, show: bool, check: bool, printer: str, flip: str
) -> None:
    """Write a sheet that tells how far off a printer is, and what to do about it."""
    if flip not in ("long", "short") or (flip == "short" and not check):
        raise UsageError("--flip is long or short, and goes with --check")
    if check:
        _write_sheet(output, "calibration-check", "check.pdf", _make_check(paper, printer, flip))
    elif show or printer:
        _show_printers(printer)
    else:
        _write_sheet(output, "calibration", "calibration.pdf", _make_calibration(paper))


def _make_calibration(paper: str) -> Callable[[], bytes]:
    from cardgen.targets.shared.papers import find_paper
    from cardgen.targets.sheets.calibration_sheet import make_calibration_sheet

    return lambda: make_calibration_sheet(find_paper(paper.strip().casefold()))


def _make_check(paper: str, printer: str, flip: str) -> Callable[[], bytes]:
    from cardgen.targets.shared.papers import find_paper
    from cardgen.targets.sheets.check_sheet import make_check_sheet
    from cardgen.targets.sheets.printer_file import find_printer

    return lambda: make_check_sheet(
        find_paper(paper.strip().casefold()),
        find_printer(printer) if printer else None,
        short_edge=flip == "short",
    )


def _write_sheet(output: Path | None, name: str, file: str, make: Callable[[], bytes]) -> None:
    """Write a sheet into a folder of its own."""
    from cardgen.files.output_folder import UnwritableError, replace_output
    from cardgen.targets.contract import OptionError

    folder = (output or default_output()) / name
    try:
        sheet = make()
        with replace_output(folder) as files:
            files.write(file, sheet)
    except OptionError as error:
        raise UsageError(f"{error}; {error.hint}") from None
    except UnwritableError as error:
        raise UsageError(str(error)) from None
    print(f"{(folder / file).as_posix()}: print it on both sides, at 100 %; it says the rest")


def _show_printers(name: str) -> None:
    """Print each printer's profile, what it does, and how to use it."""
    from cardgen.targets.contract import OptionError
    from cardgen.targets.sheets.printer_file import (
        describe_faults,
        load_printers,
        pick_printer,
        settings_file,
    )
    from cardgen.targets.sheets.printers import describe_printer

    try:
        printers = load_printers()
        chosen = [pick_printer(printers, name)] if name else list(printers.sound.values())
    except OptionError as error:
        raise UsageError(f"{error}; {error.hint}") from None
    for profile in chosen:
        print(f"{profile.name} ({settings_file()[1]})")
        print("\n".join(f"  {line}" for line in describe_printer(profile)))
        print(f"  use it with: cardgen build -t {quote_argument(f'sheets:printer={profile.name}')}")
    faults = [] if name else [describe_faults(found) for found in printers.faulty.values()]
    if faults:
        raise UsageError("\n".join(f"{fault}; {fault.hint}".removesuffix("; ") for fault in faults))
