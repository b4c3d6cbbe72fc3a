"""`cardgen stats`: how values are spread over decks, as tables and bars.

In      a game, a deck, expressions.
Out     lines on stdout.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import (
    command,
    edition_option,
    format_option,
    game_argument,
    set_option,
)
from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError, show_findings
from cardgen.core.findings import plural

if TYPE_CHECKING:
    from cardgen.report.statistics import Distribution

_FORMATS = ("human", "json", "csv", "svg")
_BAR = 40
_NOTHING = "no field has numbers or few values; name one with --of"


@command("stats")
@game_argument
@click.option("--of", multiple=True, metavar="FIELD", help="Field or expression to count.")
@click.option("--deck", default="", metavar="NAME", help="Only this deck.")
@format_option("human, json, csv or svg.")
@edition_option
@set_option
def stats(
    *,
    game: str | None,
    of: tuple[str, ...],
    deck: str,
    format_: str,
    edition: str,
    set_: tuple[str, ...],
) -> None:
    """Count the values of fields and expressions over the decks of a game."""
    from cardgen.cli.build_command import read_settings
    from cardgen.core.findings import Report
    from cardgen.expressions.faults import TemplateFault
    from cardgen.read.computed_fields import SettingError
    from cardgen.read.game import read_game
    from cardgen.report.statistics import count_distributions, to_csv, to_json, to_svg

    if format_ not in _FORMATS:
        raise UsageError(f"there is no format `{format_}`; known: {', '.join(_FORMATS)}")
    found, report = find_game(game, edition), Report()
    try:
        spec = read_game(found, report, read_settings(set_))
    except SettingError as error:
        raise UsageError(f"--set: {error}") from None
    if spec is None or report.count("error"):
        show_findings(report, found, out=sys.stderr)
        raise click.exceptions.Exit(1)
    try:
        made = count_distributions(spec, deck, of)
    except TemplateFault as fault:
        raise UsageError(f"{fault}; {fault.hint}" if fault.hint else str(fault)) from None
    if format_ == "human":
        print("\n".join(_block(one) for one in made) or _NOTHING)
        return
    print({"json": to_json, "csv": to_csv, "svg": to_svg}[format_](made), end="")


def _block(one: Distribution) -> str:
    """A heading, and a bar a value."""
    from cardgen.report.statistics import format_value

    head = f"{one.deck}: {one.what} ({plural(one.cards, 'card')}"
    if one.sum is not None and one.mean is not None:
        added, least, most = (format_value(n) for n in (one.sum, one.least, one.most))
        head += f", sum {added}, mean {one.mean:.2f}, {least} to {most}"
    width = max((len(value) for value, _ in one.counts), default=0)
    longest = max((count for _, count in one.counts), default=1)
    rows = [
        f"  {value[:40]:>{min(width, 40)}} {'█' * max(1, round(_BAR * count / longest))} {count}"
        for value, count in one.counts
    ]
    return "\n".join([f"{head})", *rows, ""])
