"""A booklet's text is parsed once, and its kept tree is that of this very text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report, Span
from cardgen.read.markdown_text import parser
from cardgen.read.markdown_text.kept_documents import read_document, read_kept_line
from cardgen.read.markdown_text.tree import Document
from tests.support.samples import ROOT

TEXT = """# A *title* {#top}

> [!note] Mind `this`
> and [that](#top), {coin} and [red]{loud}: {{ count("foxes") }}\\
> 3. here

1. one
   - two

| a | b |
| :-: | --: |
| x |   y |

![Caption](fox.png "30mm")

    code

---
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that the parser was asked for."""
    asked: list[str] = []
    parse = parser.read_markdown

    def note(text: str, file: str, report: Report, places: Sequence[Span | None] = ()) -> Document:
        asked.append(text)
        return parse(text, file, report, places)

    monkeypatch.setattr(parser, "read_markdown", note)
    return asked


def read(
    project: Path, text: str = TEXT, *, file: str = "rules.md", places: Sequence[Span] = ()
) -> Document:
    """Read a text in a process of its own."""
    store = ResultStore(project)
    found = read_document(text, file, Report(), places, store)
    store.save()
    return found


def test_a_kept_tree_is_the_parsers(tmp_path: Path, parsed: list[str]) -> None:
    wanted = parser.read_markdown(TEXT, "rules.md", Report())
    parsed.clear()
    assert [read(tmp_path), read(tmp_path)] == [wanted, wanted]
    assert parsed == [TEXT]


@pytest.mark.parametrize(
    "file", sorted((ROOT / "card_data").rglob("*.md")), ids=lambda f: f.parent.name
)
def test_texts_of_games_come_back_as_they_were(tmp_path: Path, file: Path) -> None:
    text, report = file.read_text("utf-8"), Report()
    wanted = parser.read_markdown(text, "rules.md", report)
    assert [read(tmp_path, text), read(tmp_path, text)] == [wanted, wanted]


def test_whatever_a_tree_depends_on_is_in_its_key(tmp_path: Path) -> None:
    plain = read(tmp_path, "fox")
    assert read(tmp_path, "hen") != plain
    assert read(tmp_path, "fox", file="more.md") != plain
    assert read(tmp_path, "fox", places=[Span("de.po", 7, 3, 6)]) != plain
    assert read(tmp_path, "fox\n") == parser.read_markdown("fox\n", "rules.md", Report())


def test_what_is_wrong_with_a_text_is_told_each_time(tmp_path: Path) -> None:
    found = []
    for _ in range(2):
        report, store = Report(), ResultStore(tmp_path)
        read_document("<b>fox</b>", "rules.md", report, (), store)
        store.save()
        found.append(report.findings)
    assert found[0] == found[1] != ()


@pytest.mark.parametrize("harm", [b"", b"\x93", b"\x92\xa1x\x80", b"\x91" * 5000, 7, "tree", None])
def test_a_harmed_tree_is_made_anew(
    tmp_path: Path, harm: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = read(tmp_path)
    monkeypatch.setattr(ResultStore, "get", lambda *_: harm)
    assert read(tmp_path) == wanted


def test_half_a_character_is_read_and_not_kept(tmp_path: Path, parsed: list[str]) -> None:
    for _ in range(2):
        read(tmp_path, "a \ud83d")
    assert len(parsed) == 2


def test_a_kept_line_is_the_parsers(tmp_path: Path) -> None:
    here = Span("rules.md", 3, 5, 9)
    wanted = parser.read_line("A *fox*, {coin}", here, Report())
    for _ in range(2):
        store = ResultStore(tmp_path)
        assert read_kept_line("A *fox*, {coin}", here, Report(), store) == wanted
        other = Span("rules.md", 4, 5, 9)
        assert read_kept_line("A *fox*, {coin}", other, Report(), store) != wanted
        assert read_kept_line("A *hen*, {coin}", here, Report(), store) != wanted
        store.save()
