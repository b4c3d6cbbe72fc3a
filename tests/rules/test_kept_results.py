"""What rules keep of rows, booklets and pictures is asked for as long as these stay, no longer."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.check.engine import forked_checks
from cardgen.check.rules.composition import card_rules
from cardgen.check.rules.composition.card_rule import DeckRule
from cardgen.check.rules.composition.kept_rules import may_ask_all_cards
from cardgen.check.rules.press import pictures
from cardgen.check.rules.wording import booklet_texts, consistency
from cardgen.core.findings import Finding
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.check_record import check_project

GAME = """\
game: Kept
vars: {most: 3}
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
booklets: {rules: {text: rules.md, page: a6, styles: {body: plain}}}
"""
LAYOUTS = """\
styles: {plain: {font: text, size: 9pt, color: ink}}
layouts:
  front:
    bleed: [{picture: dot.png}]
    safe: [{column: [{text: "{{ name }}", style: plain}, {text: "{{ cost }}", style: plain}]}]
"""
COMPOSITION = """\
cards:
  total: 3
  rules:
    - {for: cost, that: cost <= most, because: nothing is dear}
    - {that: name != 'of cards', because: cards have names}
    - {that: 'count(cards, "cost == 1") < 3', because: few are cheap}
"""
CARDS = "- {name: Fox, cost: 1}\n- {name: Owl, cost: 2}\n- {name: Elk, cost: 3}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "kept"
    folder.mkdir()
    files = {
        "game.yaml": GAME,
        "layouts.yaml": LAYOUTS,
        "composition.yaml": COMPOSITION,
        "cards.yaml": CARDS,
        "rules.md": "# Rules\n\nPlay “Fox” first.\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "dot.png").write_bytes(png(b""))
    return folder


def png(profile: bytes) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (900, 1200), "#ddccaa").save(out, "PNG", icc_profile=profile)
    return out.getvalue()


def edit(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def check(folder: Path) -> tuple[Finding, ...]:
    return check_project(DiskGame(folder), {}).findings


def check_afresh(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Finding, ...]:
    with monkeypatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(folder.parent / "empty" / os.urandom(4).hex()))
        return check(folder)


def note(noted: list[Any], what: object) -> tuple[()]:
    """Note a call, which gives nothing."""
    noted.append(what)
    return ()


def codes(findings: tuple[Finding, ...]) -> set[str]:
    return {one.code for one in findings}


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rules that were worked out since it was cleared, by what they say."""
    said: list[str] = []
    real = card_rules._check_rule

    def check_rule(rule: DeckRule) -> object:
        said.append(rule.because)
        return real(rule)

    monkeypatch.setattr(card_rules, "_check_rule", check_rule)
    monkeypatch.setattr(forked_checks, "can_fork", lambda: False)
    return said


def test_a_rule_that_held_for_the_same_values_is_not_worked_out_again(
    folder: Path, held: list[str]
) -> None:
    assert "composition-rule" not in codes(check(folder))
    assert held == ["nothing is dear", "cards have names", "few are cheap"]
    held.clear()
    edit(folder, "cards.yaml", "name: Owl", "name: Eul")
    check(folder)
    assert held == ["cards have names", "few are cheap"], "rules over all cards are asked each time"


@pytest.mark.parametrize(
    ("source", "asks"),
    [
        ("cost <= most", False),
        ("counts > 2 and total > 3", False),
        ('count("units", "cost > 2") > 3', True),
        ("any(tags, \"count('units') > 3\")", True),
        ("any(tags, 'cou' ~ 'nt(1)')", True),
        ("sum (cards, 'cost') < 9", True),
    ],
)
def test_a_rule_that_calls_a_function_over_decks_in_quotes_too_asks_all_cards(
    source: str, asks: bool
) -> None:
    assert may_ask_all_cards(source) == asks


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "cost: 2", "cost: 4"),
        ("cards.yaml", "cost: 2", "cost: 2.5, most: 2"),
        ("cards.yaml", "name: Owl", "name: of cards"),
        ("cards.yaml", "cost: 3}", "cost: 1}\n- {name: Ape, cost: 1}"),
        ("game.yaml", "most: 3", "most: 2"),
        ("composition.yaml", "cost <= most", "cost < most"),
        ("composition.yaml", "for: cost,", "for: cots,"),
        ("composition.yaml", "nothing is dear", "dear is nothing"),
    ],
)
def test_a_rule_is_worked_out_again_when_anything_that_it_names_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str
) -> None:
    check(folder)
    edit(folder, file, old, new)
    assert check(folder) == check_afresh(folder, monkeypatch)


def test_a_rule_that_was_broken_points_at_the_row_where_it_stands_now(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, "game.yaml", "most: 3", "most: 2")
    assert "composition-rule" in codes(check(folder))
    edit(folder, "cards.yaml", "- {name: Fox", "\n- {name: Fox")
    assert check(folder) == check_afresh(folder, monkeypatch)


def test_booklets_that_stay_are_not_read_through_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    read: list[str] = []
    monkeypatch.setattr(booklet_texts, "_list_paragraphs", lambda file, _: note(read, file))
    edit(folder, "cards.yaml", "cost: 2", "cost: 1")
    check(folder)
    assert not read


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("rules.md", "“Fox” first", "“Fox first", "unbalanced-quotes"),
        ("rules.md", "“Fox” first", "“ Fox” first", "quote-spacing"),
        ("rules.md", "first.", "first\\n.", "foreign-markup"),
        ("game.yaml", "game: Kept", "game: Kept\nlanguage: de", ""),
    ],
)
def test_a_fault_in_a_booklet_is_found_though_the_last_check_knew_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, code: str
) -> None:
    before = codes(check(folder))
    edit(folder, file, old, new)
    found = check(folder)
    assert not code or code in codes(found) - before
    assert found == check_afresh(folder, monkeypatch)


def test_a_known_picture_is_not_opened_for_a_new_face(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    opened: list[bytes] = []
    monkeypatch.setattr(pictures, "read_facts", opened.append)
    edit(folder, "cards.yaml", "name: Owl", "name: Eul")
    check(folder)
    assert not opened


def test_a_picture_of_the_same_name_with_another_profile_is_reported(folder: Path) -> None:
    assert "picture-profile" not in codes(check(folder))
    described = b"desc" + bytes(4) + (9).to_bytes(4, "big") + b"Adobe RGB"
    tag = b"desc" + (144).to_bytes(4, "big") + len(described).to_bytes(4, "big")
    profile = bytes(36) + b"acsp" + bytes(88) + (1).to_bytes(4, "big") + tag + described
    (folder / "dot.png").write_bytes(png(profile))
    assert "picture-profile" in codes(check(folder))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cost: 2", "cost: 2, copies: 3"),
        ("cost: 2", "cost: two coins"),
        ("- {name: The", "\n- {name: The"),
        ("name: Owl", "name: An owl"),
        ("name: Owl", 'name: "The\\u0020Fox"'),
        ('"The\\u0020Elk', '"The\\x20Elk'),
    ],
)
def test_wording_over_the_deck_is_compared_again_when_a_text_or_its_place_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    edit(folder, "cards.yaml", "name: Elk, cost: 3", 'name: "The\\u0020Elk, fox", cost: 3 coins')
    edit(folder, "cards.yaml", "name: Fox", "name: The elk fox")
    assert "mixed-wording" in codes(check(folder))
    edit(folder, "cards.yaml", old, new)
    assert check(folder) == check_afresh(folder, monkeypatch)


def test_wording_of_a_field_is_not_compared_again_when_another_is_edited(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "so long a cost that nobody compares it with others as it has more than 80 characters"
    edit(folder, "cards.yaml", "cost: 1", f"cost: {long}")
    check(folder)
    split: list[str] = []

    def split_noted(texts: Iterable[str]) -> object:
        split.extend(texts)
        return split_texts(split)

    split_texts = consistency.split_texts
    monkeypatch.setattr(consistency, "split_texts", split_noted)
    edit(folder, "cards.yaml", "so long", "of such length")
    check(folder)
    assert split == []
    edit(folder, "cards.yaml", "name: Owl", "name: Wren")
    check(folder)
    assert "Wren" in split


@pytest.mark.parametrize(("old", "new"), [("[big]{loud}", "big"), ("name: Owl", "name: loud")])
def test_a_style_on_words_is_followed_where_another_row_stands_for_its_texts(
    folder: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    edit(folder, "layouts.yaml", "color: ink}}", "color: ink}, loud: {font: text, leading: 1.4}}")
    edit(folder, "cards.yaml", "name: Fox", 'name: "A [big]{loud} fox"')
    assert "idle-field" in codes(check(folder))
    edit(folder, "cards.yaml", old, new)
    assert check(folder) == check_afresh(folder, monkeypatch)
