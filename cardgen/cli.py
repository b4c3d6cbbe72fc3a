"""The command line: arguments → calls; prints; exit codes.

The only writer to a terminal. Exit codes: 0 done, 1 the game has errors (with --strict,
also warnings), 2 wrong usage or unreadable input, 130 interrupted. Heavy modules are
imported where they are used, so that `--help` and `--version` are instant.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from cardgen import __version__

if TYPE_CHECKING:
    from cardgen.build import Checked
    from cardgen.diagnostics import ReadLine, Report
    from cardgen.read.model import FieldSpec
    from cardgen.render.workers import Workers
    from cardgen.targets.target import Progress
    from cardgen.workspace import DiskGame

app = typer.Typer(
    name="cardgen",
    help="Plain-text card definitions in, print-ready cards out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameArgument = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="A folder with a game.yaml, or a name in ./card_data."),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]


_FORMATS = ("human", "json", "github", "sarif")


class Interrupted(BaseException):
    """Ctrl-C, in a form that the library for arguments does not swallow."""


class UsageError(Exception):
    """Wrong usage or unreadable input: one clear sentence, exit code 2."""


def main() -> None:
    """Run the command, turning every expected failure into a sentence and an exit code."""
    if sys.argv[1:] == ["--version"]:
        print(f"cardgen {__version__}")
        return
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        with _signals():
            app()
    except UsageError as error:
        _fail(str(error), 2)
    except (Interrupted, KeyboardInterrupt):
        _fail("interrupted; the last output is as it was", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        _fail(f"a fault in cardgen itself: {_told(error)}; CARDGEN_DEBUG=1 shows more", 2)


def _told(error: Exception) -> str:
    """An unexpected error and the place in the program, in one line."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" ({Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno})" if place else ""
    return f"{type(error).__name__}: {error}{where}".replace("\n", " ")


@contextmanager
def _signals() -> Iterator[None]:
    """Ctrl-C and a polite request to end (SIGTERM) clean up, and end in a sentence."""
    import signal

    def stop(_number: int, _frame: object) -> None:
        raise Interrupted

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    yield


def _fail(message: str, code: int) -> None:
    print(f"cardgen: {message}", file=sys.stderr)
    sys.exit(code)


def _colors(stream: object) -> bool:
    isatty = getattr(stream, "isatty", lambda: False)
    return bool(isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


# --- which game ----------------------------------------------------------------------------


def find_game(name: str | None) -> DiskGame:
    """The game that the user means.

    Raises:
        UsageError: there is none, or there are several; the message lists them.
    """
    from cardgen.workspace import DiskGame

    if name is None:
        return DiskGame(_only_game())
    for folder in (Path(name), Path("card_data") / name):
        if (folder / "game.yaml").is_file():
            return DiskGame(folder)
    known = _games()
    if Path(name).is_dir():
        raise UsageError(f"`{name}` is no game: it holds no game.yaml")
    listed = f"; in ./card_data there is {', '.join(known)}" if known else ""
    raise UsageError(f"there is no game `{name}`, neither a folder nor in ./card_data{listed}")


def _games() -> list[str]:
    return sorted(file.parent.name for file in Path("card_data").glob("*/game.yaml"))


def _only_game() -> Path:
    if Path("game.yaml").is_file():
        return Path()
    known = _games()
    if len(known) == 1:
        return Path("card_data") / known[0]
    if known:
        raise UsageError(f"which game? There is {', '.join(known)}")
    raise UsageError("no game here: name a folder with a game.yaml, or run `cardgen new NAME`")


# --- reporting -----------------------------------------------------------------------------


def _show(
    report: Report,
    game: DiskGame,
    style: str = "human",
    *,
    every: bool = False,
    out: TextIO | None = None,
) -> None:
    """Print the findings: those of `check` are what it is asked for and go to stdout, those
    of `build` to stderr."""
    out = out or sys.stdout
    findings, read_line = report.findings, _line_reader(game)
    if style == "json":
        from cardgen.diagnostics import as_json

        print(as_json(findings, game.label), end="")
    elif style == "github":
        from cardgen.report.github import annotated

        print(annotated(findings, game.label), end="")
    elif style == "sarif":
        from cardgen.check.catalogue import all_rules
        from cardgen.report.sarif import sarif

        print(sarif(findings, all_rules(), read_line, game.label), end="")
    elif findings:
        from cardgen.diagnostics import human
        from cardgen.report.folded import folded

        shown = human if every else folded
        print(shown(findings, read_line, game.label, color=_colors(out)), file=out)


def _line_reader(game: DiskGame) -> ReadLine:
    lines: dict[str, list[str]] = {}

    def read_line(file: str, number: int) -> str | None:
        if file not in lines:
            lines[file] = _lines(game, file)
        return lines[file][number - 1] if number <= len(lines[file]) else None

    return read_line


def _lines(game: DiskGame, file: str) -> list[str]:
    from cardgen.workspace import UnreadableError

    try:
        return game.text(file).splitlines()
    except UnreadableError:
        return []


def _counted(report: Report) -> str:
    from cardgen.diagnostics import plural

    return f"{plural(report.count('error'), 'error')}, {plural(report.count('warning'), 'warning')}"


def _failed(report: Report, strict: bool) -> bool:
    return bool(report.count("error") or (strict and report.count("warning")))


def _in_cards(checked: Checked | None) -> str:
    from cardgen.diagnostics import plural

    return f" in {plural(checked.bound.total, 'card')}" if checked else ""


# --- commands ------------------------------------------------------------------------------


@app.command()
def build(
    game: GameArgument = None,
    target: Annotated[
        list[str] | None, typer.Option("-t", "--target", help="Where to; see `cardgen targets`.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Output folder.", show_default="output")
    ] = None,
    dpi: Annotated[float, typer.Option(min=72, max=1200, help="Pixels per inch.")] = 300,
    only: Annotated[
        str | None, typer.Option("--only", help="Cards to write, as in `letter == 'a'`.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("-j", "--jobs", min=1, help="Processes.")] = None,
    strict: StrictOption = False,
) -> None:
    """Check a game and write its print files."""
    from cardgen.render.workers import Workers, default_count
    from cardgen.targets.catalogue import ALL, DEFAULT
    from cardgen.workspace import clock

    started = clock()
    wanted = _targets(target)
    found = find_game(game)
    with Workers(jobs or default_count()) as workers:
        checked, report = _inspected(found, pixels=False)
        _show(report, found, out=sys.stderr)
        if checked is None or _failed(report, strict):
            print(f"{_counted(report)}{_in_cards(checked)}; nothing was written")
            raise typer.Exit(1)
        chosen = _chosen(checked, only) if only else checked
        wanted = wanted or {name: {} for name in checked.spec.file.build or [DEFAULT]}
        folder = (output or Path("output")) / found.name
        part = f"only {chosen.bound.total} of {checked.bound.total} cards: " if only else ""
        what = part + "; ".join(
            _write(chosen, wanted, folder, dpi, workers, lenient=ALL in (target or []))
        )
    warned = f"; {_counted(report)}" if report.findings else ""
    print(f"{what} in {clock() - started:.1f} s{warned}")


def _chosen(checked: Checked, only: str) -> Checked:
    """The game with the cards for which an expression holds."""
    from cardgen.bind.template import TemplateFault
    from cardgen.build import only_cards

    try:
        chosen = only_cards(checked, only)
    except TemplateFault as fault:
        raise UsageError(f"--only: {fault}") from None
    if not chosen.bound.total:
        raise UsageError(f"--only: `{only}` is true for no card")
    return chosen


def _targets(given: list[str] | None) -> dict[str, dict[str, str]]:
    """`sheets:paper=a4,duplex=long` → the target's name and its options."""
    from cardgen.diagnostics import did_you_mean
    from cardgen.targets.catalogue import ALL, NAMES

    wanted: dict[str, dict[str, str]] = {}
    for text in given or []:
        if text == ALL:
            wanted |= {name: {} for name in NAMES if name not in wanted}
            continue
        name, _, rest = text.partition(":")
        if name not in NAMES:
            hint = did_you_mean(name, NAMES, what="target")
            raise UsageError(f"there is no target `{name}`; {hint}")
        wanted.setdefault(name, {}).update(map(_option, filter(None, rest.split(","))))
    return wanted


def _option(text: str) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals and value):
        raise UsageError(f"`{text}` is no option; write `name=value`, as in `paper=a4`")
    return key, value


def _inspected(game: DiskGame, *, pixels: bool) -> tuple[Checked | None, Report]:
    """The game and its findings; without `pixels`, of the checks that need no rendering."""
    from cardgen.build import inspect_game
    from cardgen.check.catalogue import all_checks
    from cardgen.diagnostics import Report

    report = Report()
    checks = None if pixels else all_checks(pixels=False)
    return inspect_game(game, report, checks=checks), report


def _write(
    checked: Checked,
    wanted: dict[str, dict[str, str]],
    folder: Path,
    dpi: float,
    workers: Workers,
    *,
    lenient: bool,
) -> Iterator[str]:
    from cardgen.build import write_targets
    from cardgen.targets.target import OptionError
    from cardgen.workspace import UnwritableError

    try:
        with _progress() as progress:
            written = write_targets(
                checked,
                wanted,
                folder,
                dpi=dpi,
                progress=progress,
                workers=workers,
                lenient=lenient,
            )
    except UnwritableError as error:
        raise UsageError(str(error)) from None
    except OptionError as error:
        raise UsageError(f"{error}; {error.hint}") from None
    for one in written:
        where = f" → {one.folder.as_posix()}/" if one.folder else ""
        yield f"{one.what}{where}" if where else f"no {one.target}: {one.what}"


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True, no_color=not _colors(sys.stderr))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("faces", total=None)

        def advance(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield advance


@app.command()
def check(
    game: GameArgument = None,
    format_: Annotated[
        str, typer.Option("--format", help="human, json, github or sarif.")
    ] = "human",
    strict: StrictOption = False,
    every: Annotated[bool, typer.Option("--all", help="Do not fold long runs.")] = False,
) -> None:
    """Say what is wrong with a game, without writing anything."""
    if format_ not in _FORMATS:
        hint = f"known: {', '.join(_FORMATS)}"
        raise UsageError(f"there is no format `{format_}`; {hint}")
    found = find_game(game)
    checked, report = _inspected(found, pixels=True)
    _show(report, found, format_, every=every)
    if format_ == "human" and checked is not None:
        _summary(checked)
    if format_ in ("human", "github"):
        print(f"{_counted(report)}{_in_cards(checked)}")
    if _failed(report, strict):
        raise typer.Exit(1)


def _summary(checked: Checked) -> None:
    """What each deck holds, beside what it should."""
    from rich.console import Console
    from rich.table import Table

    from cardgen.report.summary import summary

    table = Table(box=None, pad_edge=False)
    for name in ("deck", "", "found", "expected"):
        table.add_column(name, justify="right" if name in ("found", "expected") else "left")
    for line in summary(checked.spec, checked.bound):
        style = None if line.good else "red"
        table.add_row(line.deck, line.what, str(line.found), line.expected, style=style)
    color = _colors(sys.stdout)
    Console(no_color=not color, width=100, highlight=False).print(table)


@app.command()
def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="As in `error[CODE]`; all, if left out.")
    ] = None,
) -> None:
    """Say what a finding's code means, why it matters and how to mend it."""
    from cardgen.check.catalogue import all_codes, all_rules, find_rule, sentence
    from cardgen.check.levels import can_be_silenced
    from cardgen.diagnostics import did_you_mean

    if code is None:
        width = max(map(len, all_codes()))
        for rule in all_rules():
            print(f"{rule.code:<{width}}  {sentence(rule)}")
        return
    found = find_rule(code)
    if found is None:
        hint = did_you_mean(code, all_codes(), what="code")
        raise UsageError(f"there is no code `{code}`; {hint}")
    print(f"{found.level or 'off'}[{found.code}]: {sentence(found)}\n")
    _paragraph("why", found.why)
    _paragraph("fix", found.fix)
    if not can_be_silenced(found.code):
        _paragraph("silence", "Not possible: the game could not be printed as it is written.")
        return
    entry = f"{{code: {found.code}, level: off, reason: …}}"
    if found.level is None:
        entry = f"{{code: {found.code}, level: warning}}"
    _paragraph("ask" if found.level is None else "silence", "In game.yaml:")
    print(f"\n           checks:\n             - {entry}\n")
    print("         `deck:`, `card:` (deck/id) and `element:` narrow it down.")


def _paragraph(head: str, text: str) -> None:
    import textwrap

    lines = textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        print(f"{'' if number else head:<9}{line}")


@app.command()
def schema(
    kind: Annotated[str, typer.Argument(help="game, cards, layouts or composition.")],
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="For cards: whose fields.")
    ] = None,
    deck: Annotated[
        str | None, typer.Argument(metavar="DECK", help="For cards: which deck.")
    ] = None,
) -> None:
    """Print the JSON Schema of a file, for editors to complete and check it."""
    import json

    from cardgen.read.schema import KINDS

    if kind not in KINDS:
        raise UsageError(f"there is no schema `{kind}`; known: {', '.join(KINDS)}")
    if game is not None and kind != "cards":
        raise UsageError(f"the schema `{kind}` is the same for all games; leave out `{game}`")
    print(json.dumps(_schema(kind, game, deck), indent=2, ensure_ascii=False))


def _schema(kind: str, game: str | None, deck: str | None) -> dict[str, Any]:
    from cardgen.read import schema

    if kind == "game":
        from cardgen.check.catalogue import all_codes

        return schema.game_schema(all_codes())
    if kind == "layouts":
        return schema.layouts_schema()
    if kind == "composition":
        return schema.composition_schema()
    if game is None:
        return schema.cards_schema()
    name, fields = _declared_fields(find_game(game), deck)
    return schema.cards_schema(fields, f"cardgen: the cards of {name}")


def _declared_fields(game: DiskGame, deck: str | None) -> tuple[str, Mapping[str, FieldSpec]]:
    """A deck of a game and the fields that it declares."""
    from cardgen.diagnostics import Report, did_you_mean
    from cardgen.read.game import read_game

    spec = read_game(game, Report())
    if spec is None:
        raise UsageError(f"the game `{game.name}` cannot be read; see `cardgen check`")
    if deck is None and len(spec.decks) > 1:
        raise UsageError(f"which deck? There is {', '.join(spec.decks)}")
    name = deck or next(iter(spec.decks))
    if name not in spec.decks:
        hint = did_you_mean(name, spec.decks, what="deck")
        raise UsageError(f"there is no deck `{name}`; {hint}")
    return name, spec.decks[name].fields


@app.command()
def sizes() -> None:
    """List the component sizes by their trade names."""
    from cardgen.geometry import POINTS_PER_INCH
    from cardgen.sizes import all_sizes, millimetres

    header = ("size", "trim mm", "trim in", "pixels 300 dpi", "bleed", "safe", "max")
    rows: list[tuple[str, ...]] = [header]
    for size in all_sizes().values():
        inches = (size.trim.width / POINTS_PER_INCH, size.trim.height / POINTS_PER_INCH)
        rows.append(
            (
                size.name,
                f"{millimetres(size.trim.width):g} × {millimetres(size.trim.height):g}",
                f"{inches[0]:g} × {inches[1]:g}",
                "{} × {}".format(*size.pixels(300)),
                f"{millimetres(size.bleed):g} mm",
                f"{millimetres(size.safe):g} mm",
                str(size.max_cards),
            )
        )
    _columns(rows)
    aliases = {s.name: s.aliases for s in all_sizes().values() if s.aliases}
    print("\nalso known as: " + "; ".join(f"{n}: {', '.join(a)}" for n, a in aliases.items()))


def _columns(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())


@app.command()
def targets() -> None:
    """List the targets that `build` can write."""
    from cardgen.targets.catalogue import DEFAULT, NAMES, find_target

    for name in NAMES:
        default = " (default)" if name == DEFAULT else ""
        print(f"{name:<12}{find_target(name).ABOUT}{default}")


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Folder of the new game; its name is the game's.")],
) -> None:
    """Start a small, complete game to change into your own."""
    from cardgen.scaffold import ScaffoldError, make_game

    try:
        folder, files = make_game(Path(name))
    except ScaffoldError as error:
        raise UsageError(str(error)) from None
    print(f"{folder.as_posix()}/: {', '.join(files)}")
    print(f"now try: cardgen build {shlex.quote(folder.as_posix())}")


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"cardgen {__version__}")
        raise typer.Exit(0)
