# ruff: noqa: E501 - a case is a line
"""Links and pipes in every place where a command writes, or reads what it wrote."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.decks import Case, Prepare, game

EITHER = -1
_DECK = ("card_data", "trap")
_EDITIONS = "editions:\n  de: {language: de}\n"
BUILD = ("build", "trap", "--dpi", "72", "-j", "1")
_RECORD = (
    """{"cardgen_print": 1, "name": "v0", "game": "Trap", "date": "2020-01-01", "decks": {}}"""
)
_MANIFEST = '{"game": "Trap", "size": {"name": "micro", "trim_mm": [1, 1], "dpi": 72}, "slots": []}'


def link(*parts: str, to: str = "canary") -> Prepare:
    """Put a link into a project, in the place of what is there."""

    def prepare(project: Path) -> None:
        place = project.joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            for file in place.iterdir():
                file.unlink()
            place.rmdir()
        place.unlink(missing_ok=True)
        place.symlink_to(project.parent / to)

    return prepare


def pipe(*parts: str) -> Prepare:
    def prepare(project: Path) -> None:
        place = project.joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(place)

    return prepare


def _then(*preparations: Prepare) -> Prepare:
    def prepare(project: Path) -> None:
        for one in preparations:
            one(project)

    return prepare


def _file(content: str, *parts: str) -> Prepare:
    def prepare(project: Path) -> None:
        place = project.joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)

    return prepare


def commands() -> Iterator[Case]:
    """Every command that writes, with a link in the place where it does."""
    german = {"game.yaml": game()["game.yaml"] + _EDITIONS}
    command: tuple[str, ...]
    parts: tuple[str, ...]
    one, a_link = ("--only", "name == 'One'"), "is a link"
    for name, command, places in (
        ("an edition", (*BUILD, "--edition", "de"), (("output",), ("output", "trap"), ("output", "trap", "de"), ("output", "trap", "de", "mpc"))),
        ("some cards", (*BUILD, *one), (("output", "trap"), ("output", "trap", "only"), ("output", "trap", "only", "mpc"))),
        ("a draft", (*BUILD, "--draft"), (("output", "trap"), ("output", "trap", "draft"))),
        ("an order", ("order", "trap", "--dpi", "72"), (("output",), ("output", "order"))),
        ("a calibration sheet", ("calibrate",), (("output",),)),
        ("a comparison", ("diff", "now", "now", "--game", "trap", "--format", "html"), (("output",), ("output", "trap"), ("output", "trap", "diff"))),
        ("a tag", ("print-tag", "v1", "trap"), ((*_DECK, "prints"),)),
        ("a template of texts", ("translate", "extract", "trap"), ((*_DECK, "translations"),)),
        ("a translation", ("translate", "update", "trap"), ((*_DECK, "translations"),)),
    ):  # fmt: skip
        for parts in places:
            says = "" if "prints" in parts else a_link
            yield Case(f"{name} through a link at {'/'.join(parts)}", german, says=says, code=2, command=command, prepare=link(*parts))  # fmt: skip
    for name, command, parts in (
        ("a tag", ("print-tag", "v1", "trap", "--force"), (*_DECK, "prints", "v1.json")),
        ("a template of texts", ("translate", "extract", "trap"), (*_DECK, "translations", "trap.pot")),
        ("the page of all games", (*BUILD[:1], *BUILD[2:]), ("output", "index.html")),
        ("a calibration sheet", ("calibrate",), ("output", "calibration", "calibration.pdf")),
        ("an order", ("order", "trap", "--dpi", "72"), ("output", "order", "poker", "fronts.pdf")),
    ):  # fmt: skip
        yield Case(f"{name} in the place of a link", german, code=EITHER, command=command, prepare=link(*parts, to="canary/secret.txt"))  # fmt: skip
        yield Case(f"{name} in the place of a pipe", german, code=EITHER, command=command, prepare=pipe(*parts))  # fmt: skip


def records() -> Iterator[Case]:
    """What commands wrote earlier, brought along by a stranger."""
    record = (*_DECK, "prints", "v0.json")
    reading = (
        ("diff", ("diff", "v0", "--game", "trap")), ("diff by itself", ("diff", "trap")),
        ("prints", ("prints", "trap")), ("since", (*BUILD, "--since", "v0")), ("check", ("check", "trap")),
    )  # fmt: skip
    for name, command in reading:
        yield Case(f"{name} of a record that is a link", code=EITHER, command=command, prepare=link(*record, to="canary/secret.txt"))  # fmt: skip
        yield Case(f"{name} of a record that is a pipe", code=EITHER, command=command, prepare=pipe(*record))  # fmt: skip
        yield Case(f"{name} of a record of nothing", code=EITHER, command=command, prepare=_file(_RECORD, *record))  # fmt: skip
        yield Case(f"{name} of records in a linked folder", code=EITHER, command=command, prepare=link(*_DECK, "prints"))  # fmt: skip
    for name, content in {
        "deep": "[" * 90_000, "of numbers": f'{{"cardgen_print": {"9" * 5_000}}}',
        "of a huge dpi": _RECORD.replace('"decks"', '"dpi": 1e308, "decks"'),
        "of escapes": _RECORD.replace("2020-01-01", "\\u001b[2J").replace('"Trap"', '"\\u202e\\u0007"'),
        "of half a character": _RECORD.replace('"Trap"', '"\\ud83d"'),
        "of sizes that are none": _RECORD.replace("{}", '{"traps": {"size": "../..", "trim_mm": [1e308, -1], "cards": []}}'),
        "of a million decks": _RECORD.replace("{}", "{" + ",".join(f'"{i}": {{"size": "a", "trim_mm": [1, 1], "cards": []}}' for i in range(60_000)) + "}"),
    }.items():  # fmt: skip
        for command in (("diff", "v0", "--game", "trap"), ("prints", "trap"), (*BUILD, "--since", "v0")):  # fmt: skip
            yield Case(f"{command[0]} of a record {name}", code=EITHER, command=command, prepare=_file(content, *record))  # fmt: skip
    printed = ("output", "trap", "mpc", "poker", "manifest.json")
    outside = _MANIFEST.replace("[]", '[{"deck": "traps", "card": "one", "front": "../../../../../canary/001.png", "back": "/etc/passwd"}]')  # fmt: skip
    for name, prepare in (
        ("is a link", link(*printed, to="canary/secret.txt")), ("is a pipe", pipe(*printed)),
        ("leads out", _file(outside, *printed)),
        ("lies in a linked folder", link(*printed[:-1])), ("lies in a linked output", link("output", "trap")),
        ("is deep", _file("[" * 90_000, *printed)), ("is of no number", _file(_MANIFEST.replace("72", "1e999"), *printed)),
    ):  # fmt: skip
        yield Case(f"a manifest that {name}", code=EITHER, command=("diff", "trap"), prepare=prepare)  # fmt: skip


def translations() -> Iterator[Case]:
    """Files of translators that are none."""
    german = {"game.yaml": game()["game.yaml"] + _EDITIONS}
    place = (*_DECK, "translations", "de.po")
    for command in (("translate", "status", "trap"), ("translate", "update", "trap"), ("check", "trap", "--edition", "de")):  # fmt: skip
        told = " ".join(command[:2])
        yield Case(f"{told}: a .po that is a link", german, code=EITHER, command=command, says="outside", prepare=link(*place, to="canary/secret.txt"))  # fmt: skip
        yield Case(f"{told}: a .po that is a pipe", german, code=EITHER, command=command, says="egular file", prepare=pipe(*place))  # fmt: skip
        yield Case(f"{told}: .po files in a linked folder", german, code=EITHER, command=command, prepare=link(*_DECK, "translations"))  # fmt: skip
        yield Case(f"{told}: a .mo in a linked folder", german, code=EITHER, command=command, prepare=_then(link(*_DECK, "translations", "de.mo", to="canary/secret.txt")))  # fmt: skip
