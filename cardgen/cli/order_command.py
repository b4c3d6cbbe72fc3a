"""`cardgen order`: one order of several games at Make Playing Cards.

In      games, cards for the blanks, a table of prices.
Out     the order's folder; what one order saves over several.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import (
    PathType,
    argument,
    command,
    default_output,
    dpi_option,
    output_option,
)
from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError, count_findings, progress_bar, show_findings

if TYPE_CHECKING:
    from cardgen.files.disk_game import DiskGame
    from cardgen.pipeline.checked_game import Checked
    from cardgen.pipeline.combined_order import Saving
    from cardgen.targets.contract import Job, Progress

Prices = Mapping[tuple[str, int], float]
"""What an order of a size and a bracket costs."""

_FOLDER = "order"
_MAX_PRICES = 1_000_000


@command("order")
@argument(
    "games",
    "Games of one order; `GAME@EDITION` for one of its editions.",
    nargs=-1,
    required=True,
    metavar="GAME…",
)
@output_option
@click.option(
    "--fill",
    multiple=True,
    metavar="CARD",
    help="Card that fills blanks, as `deck/id`; several in turns.",
)
@click.option(
    "--prices",
    type=PathType(),
    metavar="FILE",
    help="CSV with the columns size, cards and price, to compare.",
)
@dpi_option
def order(
    *,
    games: tuple[str, ...],
    output: Path | None,
    fill: tuple[str, ...],
    prices: Path | None,
    dpi: float,
) -> None:
    """Put several games into one order at Make Playing Cards."""
    table = _read_prices(prices) if prices else {}
    found = [_find(name) for name in games]
    if len({(game.folder, game.edition) for game in found}) < len(found):
        raise UsageError("a game is named twice; give it more copies instead")
    checked = [_check(game) for game in found]
    from cardgen.pipeline.combined_order import (
        CombinedOrderError,
        Ordered,
        combine,
        fill_blanks,
        savings,
    )
    from cardgen.targets.contract import OptionError

    ordered = [Ordered(*pair) for pair in zip(_labels(found), checked, strict=True)]
    folder = (output or default_output()) / _FOLDER
    try:
        with progress_bar() as progress:
            plain = combine(ordered, dpi, progress)
            said = _write(fill_blanks(plain, fill), found[0], folder, progress)
    except CombinedOrderError as error:
        raise UsageError(str(error)) from None
    except OptionError as error:
        raise UsageError(f"{error}; {error.hint}") from None
    for saving in savings(ordered, plain):
        print("\n".join(_describe(saving, table)))
    print(f"{said} → {folder.as_posix()}/")


def _find(typed: str) -> DiskGame:
    """A game, or the edition of it that stands behind an `@`."""
    name, at, edition = typed.rpartition("@")
    return find_game(name, edition) if at and not Path(typed).is_dir() else find_game(typed)


def _labels(games: Sequence[DiskGame]) -> list[str]:
    """How each game is called in the order; those of one name are numbered."""
    names = [f"{game.name}@{game.edition}" if game.edition else game.name for game in games]
    counted = [(name, names[:place].count(name)) for place, name in enumerate(names)]
    return [f"{name}-{before + 1}" if before else name for name, before in counted]


def _check(game: DiskGame) -> Checked:
    """A game that has no errors."""
    from cardgen.core.findings import Report
    from cardgen.pipeline.inspection import inspect_game

    report = Report()
    checked = inspect_game(game, report)
    if checked is None or report.count("error"):
        show_findings(report, game, out=sys.stderr)
        print(f"{game.name}: {count_findings(report)}; nothing was written")
        raise click.exceptions.Exit(1)
    return checked


def _write(job: Job, game: DiskGame, folder: Path, progress: Progress) -> str:
    """Write the order; faces that were rendered before are used again."""
    from msgspec.structs import replace

    from cardgen.cache.face_cache import FaceCache
    from cardgen.cache.project_cache import project_cache
    from cardgen.files.output_folder import UnwritableError, replace_output
    from cardgen.pipeline.target_plans import refuse_no_cards
    from cardgen.render.workers.face_renderer import FaceRenderer
    from cardgen.render.workers.pool import Workers, default_count
    from cardgen.targets.registry import find_target

    target = find_target("mpc")
    refuse_no_cards(job)
    plan = target.plan(job, target.read_options({}))
    cache = FaceCache(project_cache(game.project))
    with ExitStack() as stack:
        workers = stack.enter_context(Workers(default_count()))
        faces = FaceRenderer(workers, cache, near=folder.parent)
        stack.callback(faces.close)
        whole = replace(job, workers=workers, faces=faces, cache=cache, progress=progress)
        faces.begin(target.faces(whole, plan))
        try:
            with replace_output(folder, folder.parent) as files:
                return target.write(whole, plan, files)
        except UnwritableError as error:
            raise UsageError(str(error)) from None


# --- what it saves ---------------------------------------------------------------------------


def _describe(saving: Saving, prices: Prices) -> Iterator[str]:
    """One order of a size beside several."""
    name = saving.size.name
    yield f"{name}: {_describe_order(saving.cards, saving.bracket, name, prices)}"
    if len(saving.parts) < 2:
        return
    for label, cards, sold in saving.parts:
        yield f"  apart, {label}: {_describe_order(cards, sold, name, prices)}"
    apart = [_price(name, sold, prices) for _, _, sold in saving.parts]
    together = _price(name, saving.bracket, prices)
    known = [price for price in apart if price is not None]
    if saving.blanks is not None and saving.blanks_apart is not None:
        money = ""
        if together is not None and len(known) == len(apart):
            money = f", {sum(known) - together:.2f} less to pay"
        yield f"  one order has {saving.blanks} blanks, several have {saving.blanks_apart}{money}"


def _describe_order(cards: int, sold: int | None, size: str, prices: Prices) -> str:
    if sold is None:
        return f"{cards} cards (brackets of this size are not published)"
    price = _price(size, sold, prices)
    cost = f", {price:.2f}" if price is not None else ""
    return f"{cards} cards in a bracket of {sold}, {sold - cards} blanks{cost}"


def _price(size: str, sold: int | None, prices: Prices) -> float | None:
    return prices.get((size, sold)) if sold is not None else None


def _read_prices(file: Path) -> Prices:
    """Read a table of prices, parted by commas or, as some spreadsheets do, by semicolons."""
    from cardgen.files.regular_files import read_regular

    try:
        text = read_regular(file, _MAX_PRICES).decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"--prices: cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"--prices: {file} is not UTF-8 text") from None
    first = text.partition("\n")[0]
    rows = list(csv.reader(text.splitlines(), delimiter=";" if ";" in first else ","))
    names = [name.strip().casefold() for name in rows[0]] if rows else []
    if not {"size", "cards", "price"} <= set(names):
        raise UsageError(f"--prices: {file}:1 needs the columns `size`, `cards` and `price`")
    places = [names.index(name) for name in ("size", "cards", "price")]
    lines = enumerate(rows[1:], 2)
    return dict(_price_row(row, places, f"{file}:{line}") for line, row in lines if any(row))


def _price_row(
    row: Sequence[str], places: Sequence[int], where: str
) -> tuple[tuple[str, int], float]:
    try:
        typed, cards, price = (row[place].strip() for place in places)
        found = int(cards), float(price.replace(",", "."))
    except (IndexError, ValueError):
        message = "expected a size, a number of cards and a price, as in `poker,54,12.50`"
        raise UsageError(f"--prices: {where}: {message}") from None
    from cardgen.core.findings import did_you_mean
    from cardgen.core.sizes import find_bracket, find_size, size_names

    size = find_size(typed)
    if size is None:
        hint = did_you_mean(typed, size_names(), what="size")
        raise UsageError(f"--prices: {where}: there is no size `{typed}`; {hint}")
    bracket = find_bracket(size, found[0])
    if bracket not in (None, found[0]):
        message = f"{found[0]} cards are no bracket, {bracket} are"
        raise UsageError(f"--prices: {where}: {message}")
    return (size.name, found[0]), found[1]
