"""The command line: arguments → calls; prints; exit codes.

Only this package writes to a terminal: what runs say stands in `cli.terminal`, how games are
built in `cli.building`. Exit codes: 0 done, 1 the game has errors (with --strict, also warnings),
2 wrong usage or unreadable input, 130 interrupted. Heavy modules are imported where they are used,
so that `--help` and `--version` are instant.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from cardgen import __version__
from cardgen.cli.terminal import (
    Interrupted,
    UsageError,
    fault_told,
    has_failed,
    in_cards,
    show_findings,
    tally_of,
    wants_colors,
)

if TYPE_CHECKING:
    from cardgen.build import Checked
    from cardgen.check.rule import Check
    from cardgen.diagnostics import Report
    from cardgen.read.model import FieldSpec
    from cardgen.render.cluster import Cluster
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


def main() -> None:
    """Run the command, turning every expected failure into a sentence and an exit code."""
    if sys.argv[1:] == ["--version"]:
        print(f"cardgen {__version__}")
        return
    _be_quick()
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
        _fail(f"a fault in cardgen itself: {fault_told(error)}; CARDGEN_DEBUG=1 shows more", 2)


def run() -> NoReturn:
    """The command as a process of its own: `main`, and an end without a farewell. To take
    everything in memory apart, object by object, would take a tenth of a second more."""
    import atexit

    code: int | str | None = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    if isinstance(code, str):
        print(code, file=sys.stderr)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _be_quick() -> None:
    """What suits a command that lives for seconds: the collector of cycles, of which there are
    few, looks rarely, and not at what was imported; numpy's library for matrices, which nobody
    here multiplies, starts no threads, so that forking is safe."""
    import gc

    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


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


def find_games(name: str | None) -> list[DiskGame]:
    """The game of that name; without one, where several are, all of them."""
    from cardgen.workspace import DiskGame

    if name is None and not Path("game.yaml").is_file() and len(_games()) > 1:
        return [DiskGame(Path("card_data") / each) for each in _games()]
    return [find_game(name)]


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


# --- commands ------------------------------------------------------------------------------


@app.command()
def build(  # noqa: PLR0913 - an option is an argument
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
    executor: Annotated[
        str, typer.Option("--executor", help="Render on a cluster: `dask://host:port`.")
    ] = "",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Render all anew; use nothing of earlier builds.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Build again whenever a file is saved.")
    ] = False,
) -> None:
    """Check a game and write its print files; all games in ./card_data, if none is named."""
    from cardgen.cli.building import Asked, build_all, build_one, watch_games

    given = (target or [], output or Path("output"), dpi, only or "", jobs, strict, fresh)
    games = find_games(game)
    with _cluster(executor) as cluster:
        asked = Asked(*given, cluster)
        if watch:
            watch_games(games, asked)
            return
        built = [build_one(games[0], asked)] if len(games) == 1 else build_all(games, asked)
    if not all(built):
        raise typer.Exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Cluster | None]:
    """The connection to a cluster, if one was asked for."""
    if not address:
        yield None
        return
    from cardgen.render.cluster import Cluster, ClusterError

    try:
        cluster = Cluster(address)
    except ClusterError as error:
        raise UsageError(str(error)) from None
    try:
        yield cluster
    finally:
        cluster.close()


def _inspected(
    game: DiskGame, *, checks: Sequence[Check] | None = None
) -> tuple[Checked | None, Report]:
    """The game and its findings: of all checks, or of those given."""
    from cardgen.build import inspect_game
    from cardgen.diagnostics import Report

    report = Report()
    return inspect_game(game, report, checks=checks), report


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
    checked, report = _inspected(found)
    show_findings(report, found, format_, every=every)
    if format_ == "human" and checked is not None:
        _summary(checked)
    if format_ in ("human", "github"):
        print(f"{tally_of(report)}{in_cards(checked)}")
    if has_failed(report, strict):
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
    color = wants_colors(sys.stdout)
    Console(no_color=not color, width=100, highlight=False).print(table)


@app.command()
def preview(
    game: GameArgument = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port, or the next free one; 0 for any.")
    ] = 8765,
    no_open: Annotated[bool, typer.Option("--no-open", help="Start no browser.")] = False,
    last_print: Annotated[
        Path | None,
        typer.Option("--print", help="Earlier build to compare with: a folder or a manifest."),
    ] = None,
    editor: Annotated[
        str | None,
        typer.Option(
            envvar="CARDGEN_EDITOR",
            help="Link that opens a file: {path}, {line} and {column} are filled in.",
            show_default="vscode://file/{path}:{line}:{column}",
        ),
    ] = None,
) -> None:
    """Show a game live in the browser while it is edited."""
    found = find_game(game)
    link = _editor(editor) if editor else None
    if last_print is not None and not last_print.exists():
        raise UsageError(f"--print: there is no `{last_print}`; build the target `mpc` first")

    from cardgen.preview.serve import Asked, NoPortError, serve
    from cardgen.preview.server import EDITOR

    printed = last_print or Path("output") / found.name / "mpc"
    try:
        asked = Asked(port, not no_open, printed, link or EDITOR)
        serve(found, asked, lambda url: print(f"{found.name}: {url} (Ctrl-C ends)", flush=True))
    except NoPortError as error:
        raise UsageError(str(error)) from None
    except (Interrupted, KeyboardInterrupt):
        print("preview ended")


def _editor(link: str) -> str:
    """A link for an editor, as it was given."""
    scheme = link.partition(":")[0].casefold()
    if "{path}" not in link or scheme in ("javascript", "data", "vbscript", link.casefold()):
        raise UsageError(
            f"--editor: `{link}` is no link to a file; "
            "write it as in `vscode://file/{path}:{line}:{column}`"
        )
    return link


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


def _paragraph(head: str, text: str, indent: int = 9) -> None:
    import textwrap

    lines = textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        print(f"{'' if number else head:<{indent}}{line}")


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
def sizes(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORDS]", help="Parts of a name, or who sells it: `hex`, `mpc`."),
    ] = None,
) -> None:
    """List the component sizes by their trade names."""
    from cardgen.diagnostics import did_you_mean
    from cardgen.report.size_table import also_known, details, rows
    from cardgen.sizes import all_sizes, matching, service_names, size_names

    wanted = " ".join(words or [])
    found = matching(wanted) if wanted else tuple(all_sizes().values())
    if not found:
        hint = did_you_mean(wanted, (*size_names(), *service_names()), what="size")
        raise UsageError(f"there is no size `{wanted}`; {hint}")
    _columns(list(rows(found)))
    if len(found) > _FEW:
        also = also_known(found)
        print(f"\nalso known as: {also}" if also else "", end="\n" if also else "")
        return
    for size in found:
        print("\n" + "\n".join(details(size)))


_FEW = 4
"""So many sizes are shown with all that is known of them."""


def _columns(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())


@app.command()
def targets(
    name: Annotated[
        str | None, typer.Argument(metavar="TARGET", help="Show what can be chosen for it.")
    ] = None,
) -> None:
    """List the targets that `build` can write, or the options of one."""
    from cardgen.diagnostics import did_you_mean
    from cardgen.targets.catalogue import DEFAULT, NAMES, find_target, option_help

    if name is None:
        width = max(map(len, NAMES)) + 2
        for one in NAMES:
            default = " (default)" if one == DEFAULT else ""
            print(f"{one:<{width}}{find_target(one).ABOUT}{default}")
        print("\nOptions of a target: cardgen targets NAME")
        return
    if name not in NAMES:
        raise UsageError(f"there is no target `{name}`; {did_you_mean(name, NAMES, what='target')}")
    print(f"{name}: {find_target(name).ABOUT}")
    options = option_help(name)
    if not options:
        print("\nIt has no options.")
        return
    print(f"\nOptions, as in `-t {name}:{next(iter(options))}=…`, several with commas:\n")
    width = max(map(len, options))
    for option, text in options.items():
        _paragraph(option, text, width + 4)


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


@app.command()
def calibrate(
    paper: Annotated[str, typer.Option("--paper", help="letter, a4, or as 210x297mm.")] = "letter",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Output folder.", show_default="output")
    ] = None,
) -> None:
    """Write a sheet that tells how far off a printer is, and what to do about it."""
    from cardgen.targets.calibration_sheet import calibration_sheet
    from cardgen.targets.sheet_paper import find_paper
    from cardgen.targets.target import OptionError
    from cardgen.workspace import UnwritableError, replacing

    folder, name = (output or Path("output")) / "calibration", "calibration.pdf"
    try:
        sheet = calibration_sheet(find_paper(paper.strip().casefold()))
        with replacing(folder) as files:
            files.write(name, sheet)
    except OptionError as error:
        raise UsageError(f"{error}; {error.hint}") from None
    except UnwritableError as error:
        raise UsageError(str(error)) from None
    print(f"{(folder / name).as_posix()}: print it on both sides, at 100 %; it says the rest")


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"cardgen {__version__}")
        raise typer.Exit(0)
