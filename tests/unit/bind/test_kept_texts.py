"""A booklet of a game that stays open is read and bound as one that is opened anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.bind.booklet import inline_text
from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.booklet.inline_text import InlineBinder
from cardgen.bind.bound_texts import RichText
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.read.markdown_text import parser
from tests.support.previews import GAME, write_game

BOOKLETS = """\
icons: {paw: paw.svg}
booklets:
  rules: {text: rules.md, page: a6, head: "{{ title }}"}
  short: {text: short.md, page: a6, styles: {link: red}}
styles: {}
"""
STYLES = """\
styles:
  red: {color: rust}
layouts:
"""
RULES = """\
# Beasts

There are {{ count("beasts") }} of them; the bear walks on {{ field("beasts", "bear", "legs") }}
legs, and says {{ field("beasts", "bear", "note") }} {paw}.

| Beast | Legs |
|---|---|
| [Crab](#beasts) | {{ field("beasts", "crab", "legs") }} |

{{ table("beasts", columns="name, kind", caption="All of them") }}

{{ card("beasts", "bear") }}
"""
SHORT = "See [the beasts](#nowhere), {{ most('beasts', 'legs') }} legs at most.\n"
PAW = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
)
EDITS = (
    ("legs: 4, note: 'It said \"no and left'", "legs: 6, note: 'Oh {paw}, [link]{.red}'"),
    ("name: Crab", "name: Prawn"),  # the rules cite a card that is gone
    ("name: Prawn", "name: Crab"),
    ("Oh {paw}", "Oh {claw}"),  # an icon that there is not
    ("Oh {claw}", "*Oh*"),
    ("- {name: Fox", "- {name: Gnu, kind: land, legs: 44}\n- {name: Fox"),
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = write_game(tmp_path)
    (folder / "game.yaml").write_text(GAME + BOOKLETS.replace("styles: {}\n", ""), "utf-8")
    layouts = (folder / "layouts.yaml").read_text("utf-8")
    (folder / "layouts.yaml").write_text(layouts.replace("layouts:\n", STYLES, 1), "utf-8")
    for name, text in (("rules.md", RULES), ("short.md", SHORT), ("paw.svg", PAW)):
        (folder / name).write_text(text, "utf-8")
    return folder


def look(
    game: Path, cache: PhaseCache | None = None
) -> tuple[list[dict[str, Any]], tuple[Finding, ...]]:
    """What every booklet is, and what is found."""
    report = Report()
    seen = inspect_game(DiskGame(game), report, checks=(), cache=cache)
    assert seen is not None
    return [describe(booklet) for booklet in seen.bound.booklets], report.findings


def describe(booklet: BoundBooklet) -> dict[str, Any]:
    whole = {name: getattr(booklet, name) for name in booklet.__struct_fields__}
    whole["text"] = booklet.blocks
    return whole | {name: whole[name] and whole[name].words(1, "x") for name in ("head", "foot")}


def test_after_every_edit_of_a_card_booklets_and_findings_are_those_of_a_fresh_look(
    game: Path,
) -> None:
    cache, file = PhaseCache(), game / "beasts.yaml"
    seen = []
    for before, after in (("", ""), *EDITS):
        text = file.read_text("utf-8")
        assert before in text
        file.write_text(text.replace(before, after, 1), "utf-8")
        assert look(game, cache) == look(game)
        seen.append(repr(look(game)[0]))
    assert len(set(seen)) >= len(EDITS)


def test_after_an_edit_of_the_text_or_of_a_style_nothing_old_is_left(game: Path) -> None:
    cache = PhaseCache()
    look(game, cache)
    for name, before, after in (
        ("rules.md", "There are", "Here are"),
        ("layouts.yaml", "red: {color: rust}", "red: {color: sky}"),
        ("game.yaml", 'rust: "#c06020"', 'rust: "#c06021"'),
        ("paw.svg", 'r="3"', 'r="4"'),
    ):
        text = (game / name).read_text("utf-8")
        assert before in text
        (game / name).write_text(text.replace(before, after, 1), "utf-8")
        assert look(game, cache) == look(game), name


def test_an_edit_of_a_card_parses_no_text_and_binds_only_words_that_changed(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    bound: list[str] = []
    read, bind = parser.read_markdown, InlineBinder.bind_lines

    def count_reads(text: str, *given: Any) -> Any:
        parsed.append(text)
        return read(text, *given)

    def count_words(self: InlineBinder, *given: Any) -> RichText:
        made = bind(self, *given)
        bound.append("".join(getattr(i, "text", "") for i in inline_text.inlines_of(made)))
        return made

    monkeypatch.setattr(parser, "read_markdown", count_reads)
    monkeypatch.setattr(InlineBinder, "bind_lines", count_words)
    cache, file = PhaseCache(), game / "beasts.yaml"
    look(game, cache)
    parsed.clear()
    bound.clear()
    file.write_text(file.read_text("utf-8").replace("legs: 10", "legs: 8"), "utf-8")
    look(game, cache)
    assert parsed == []
    assert sorted(bound) == ["8", "See the beasts, 8 legs at most."]
