"""Texts in which a rule finds nothing are not read through again until they change."""

from __future__ import annotations

import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording import typed_texts
from cardgen.check.rules.wording.quote_spacing import find_quote_spacing
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts
from tests.rules.test_consistency import deck, subject

SEEN: list[str] = []


def keep(game: Subject, store: ResultStore) -> Subject:
    return Subject(game.game, game.spec, game.bound, game.laid, store)


def is_odd(typed: TypedText) -> bool:
    SEEN.append(typed.text)
    return "odd" in typed.text


def look(game: Subject, store: ResultStore, context: object = ()) -> tuple[list[str], list[str]]:
    """The doubtful texts, and the texts that were read through."""
    SEEN.clear()
    found = list_doubtful_texts(keep(game, store), "odd", is_odd, context)
    return [one.text for one in found if one.field == "rule"], [*SEEN]


@pytest.fixture(autouse=True)
def row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed_texts, "_ROWS", 1)


def test_rows_that_did_not_change_are_not_read_again() -> None:
    store = ResultStore(None)
    assert look(subject(deck("Even", "An odd one", "Flat")), store)[0] == ["An odd one"]
    again, seen = look(subject(deck("Even", "An odd one", "Flat")), store)
    assert again == ["An odd one"]
    assert not seen
    edited, seen = look(subject(deck("Now odd", "An odd one", "Flat")), store)
    assert edited == ["Now odd", "An odd one"]
    assert "Now odd" in seen
    assert "Flat" not in seen


def test_rows_are_read_again_where_the_context_changes() -> None:
    store, game = ResultStore(None), subject(deck("Even", "An odd one"))
    look(game, store, "en")
    assert look(game, store, "de")[1]


@pytest.mark.parametrize("stored", [[5], ["0"], "odd", {"0": 1}, [-1], [True]])
def test_what_is_no_list_of_rows_counts_for_nothing(stored: object) -> None:
    store, game = ResultStore(None), subject(deck("Even", "An odd one"))
    look(game, store)
    for key in store.added:
        store.put(key, stored)
    assert look(game, store)[0] == ["An odd one"]


def test_the_same_text_is_judged_anew_in_another_language() -> None:
    rows, store = deck('"He said „go “ twice"'), ResultStore(None)
    english = subject(rows)
    first = list(find_quote_spacing(keep(english, store)))
    german = subject({**rows, "game.yaml": _german()})
    assert list(find_quote_spacing(keep(german, store))) == list(find_quote_spacing(german))
    assert list(find_quote_spacing(keep(english, store))) == first


def _german() -> str:
    from tests.rules.test_reading import GOOD

    text = str(GOOD["game.yaml"])
    return (
        text.replace("language: en", "language: de")
        if "language: en" in text
        else (text + "language: de\n")
    )
