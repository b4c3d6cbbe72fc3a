"""What nothing uses: declarations, files, card fields, elements of layouts."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.divided_words import find_unused_divisions
from cardgen.check.rules.source.field_use import find_fields_not_shown, find_values_not_shown
from cardgen.check.rules.source.unused import find_never_drawn, find_unused_names
from cardgen.files.memory_game import MemoryGame
from tests.rules.test_consistency import at_mark, novelty, silent, subject
from tests.rules.test_reading import GOOD, changed
from tests.support.rules import checks_of
from tests.support.samples import codes, font_bytes, places

GAME, LAYOUTS = GOOD["game.yaml"], GOOD["layouts.yaml"]
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0H1V1Z"/></svg>'


class Folder(MemoryGame):
    """A game that can say which files are its own."""

    def own_files(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))


def text(more: str) -> dict[str, str]:
    """The good game with further entries on its first text element."""
    return changed("layouts.yaml", "at: top left", f"at: top left, {more}")


# --- declarations --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "files"),
    [
        ("unused-layout", {"layouts.yaml": f"{LAYOUTS}  §old: {{safe: []}}\n"}),
        ("unused-style", changed("layouts.yaml", "styles:", "styles:\n  §old: {font: text}")),
        ("unused-font", changed("game.yaml", "fonts:", "fonts:\n  §old: EBGaramond-Bold.ttf")),
        ("unused-color", changed("game.yaml", "palette: {", 'palette: {§old: "#123456", ')),
        (
            "unused-icon",
            changed("game.yaml", "decks:", "icons: {§coin: {picture: coin.svg}}\ndecks:")
            | {"coin.svg": PICTURE},
        ),
        (
            "unused-piece",
            changed("layouts.yaml", "layouts:", "pieces: {§old: {draw: {space: 1mm}}}\nlayouts:"),
        ),
    ],
)  # fmt: skip
def test_what_is_declared_and_not_used_is_pointed_at(code: str, files: dict[str, str]) -> None:
    assert at_mark(find_unused_names, files).code == code


def test_a_divided_word_that_nothing_prints_is_found_with_the_one_that_is_printed() -> None:
    """A listed word stands for itself alone."""
    files = changed("game.yaml", "fonts:", "hyphenation: [Ow-l, §Ta-kes]\nfonts:")
    finding = at_mark(find_unused_divisions, files)
    assert finding.code == "unused-hyphenation"
    assert finding.hint.startswith("`take` is printed; ")


def test_a_divided_word_of_one_language_or_of_a_booklet_is_used() -> None:
    game = changed("game.yaml", "fonts:", "hyphenation: {en: [Wil-derness, ta-ke]}\nfonts:")
    booklet = "booklets: {rules: {text: rules.md, page: a6, styles: {body: body}}}\n"
    game["game.yaml"] += booklet
    found = subject({**GOOD, **game, "rules.md": "# In the *wilder*ness\n\nGo.\n"})
    assert list(find_unused_divisions(found)) == []


@pytest.mark.parametrize(
    "files",
    [
        {"layouts.yaml": LAYOUTS.replace("  reverse:", "  reverse:\n    extends: old")
         + "  old: {trim: []}\n"},
        {"layouts.yaml": LAYOUTS.replace("styles:", "styles:\n  old: {color: leaf}")
         .replace("{{ cost }}", "[{{ cost }}]{old}")},
        {"layouts.yaml": LAYOUTS.replace("styles:", "styles:\n  old: {font: text}")
         .replace("size: 10pt", "size: 10pt, extends: old")},
        changed("game.yaml", "fonts:", "fonts:\n  old: EBGaramond-Bold.ttf")
        | text("font: old"),
        changed("game.yaml", "fonts:", "fonts:\n  old: EBGaramond-Bold.ttf")
        | {"cards.yaml": GOOD["cards.yaml"].replace("Take a card.", "'[Take]{strong}'"),
           "layouts.yaml": LAYOUTS.replace("styles:", "styles:\n  strong: {font: old}")},
        changed("game.yaml", "palette: {", 'palette: {old: "#123456", ')
        | text("color: \"{{ 'old' if cost == 2 else 'ink' }}\""),
        changed("game.yaml", "palette: {", 'palette: {c1: "#111", c2: "#444", c3: "#777", ')
        | text('color: "c{{ cost }}"'),
        changed("game.yaml", "decks:", "icons: {coin: {picture: coin.svg, aliases: [$]}}\ndecks:")
        | changed("cards.yaml", "Take a card.", '"Take {$}."') | {"coin.svg": PICTURE},
        {"layouts.yaml": LAYOUTS.replace("    safe:", "    safe:\n      - {piece: old}")
         .replace("layouts:", "pieces: {old: {draw: {space: 1mm}}}\nlayouts:")},
    ],
    ids=["layout", "style-in-markup", "style-extended", "font", "font-by-style-in-markup",
         "color-in-template", "color-by-value", "icon-by-alias", "piece"],
)  # fmt: skip
def test_what_is_used_in_a_roundabout_way_is_used(files: dict[str, str]) -> None:
    assert silent(checks_of("source.unused", "source.field_use"), files)


def test_what_only_an_unused_thing_uses_falls_away_with_it_in_one_finding() -> None:
    game = changed("game.yaml", "palette: {", 'palette: {mist: "#123456", ')
    style = LAYOUTS.replace("styles:", "styles:\n  dim: {font: text, color: mist}")
    layout = style + "  §old: {safe: [{text: x, style: dim}]}\n"
    finding = at_mark(find_unused_names, game | {"layouts.yaml": layout})
    assert finding.code == "unused-layout"
    assert [note.message for note in finding.notes] == [
        "with it goes the color `mist`",
        "with it goes the style `dim`",
    ]


def test_unused_things_that_mention_each_other_are_one_finding() -> None:
    pieces = "pieces:\n  §one: {draw: {piece: two}}\n  two: {draw: {piece: one}}\nlayouts:"
    assert at_mark(find_unused_names, changed("layouts.yaml", "layouts:", pieces)).notes


# --- files ---------------------------------------------------------------------------------


def unused_files(files: dict[str, str | bytes]) -> list[str]:
    found = find_unused_names(subject(files, Folder))
    return [f.span.file for f in found if f.span and f.code == "unused-file"]


def test_pictures_and_fonts_of_the_game_that_nothing_uses_are_named() -> None:
    files: dict[str, str | bytes] = {
        "old.svg": PICTURE, "fonts/Old.ttf": font_bytes(), "notes.txt": "x",
    }  # fmt: skip
    assert unused_files(files) == ["fonts/Old.ttf", "old.svg"]


@pytest.mark.parametrize(
    "typed",
    ["./art/own.svg", "art//own.svg", "'art\\own.svg'", "'art/own.svg '"],
)
def test_a_picture_is_used_however_its_path_is_typed(typed: str) -> None:
    files: dict[str, str | bytes] = {
        **changed("layouts.yaml", "parchment.jpg", typed),
        "art/own.svg": PICTURE,
    }
    assert unused_files(files) == []


def test_files_are_used_by_name_by_folder_and_by_template() -> None:
    layouts = LAYOUTS.replace(
        "    safe:",
        "    safe:\n      - {picture: own.svg}\n      - {picture: 'art/{{ name|lower }}.svg'}",
    )
    art = {f"art/{name}.svg": PICTURE for name in ("fox", "owl", "hen", "elk")}
    files: dict[str, str | bytes] = {
        "layouts.yaml": layouts, "textures/own.svg": PICTURE,
        "fonts/EBGaramond-Regular.ttf": font_bytes(), **art,
    }  # fmt: skip
    assert unused_files(files) == ["art/elk.svg"]


def test_the_picture_of_an_icon_in_the_short_form_is_used_where_a_card_holds_the_icon() -> None:
    icons = "icons: {coin: coin.svg, star: {picture: star.svg}}\ndecks:"
    files: dict[str, str | bytes] = {
        **changed("game.yaml", "decks:", icons),
        **changed("cards.yaml", "name: Fox", "name: 'Fox {coin} {star}'"),
        "coin.svg": PICTURE, "star.svg": PICTURE, "moon.svg": PICTURE,
    }  # fmt: skip
    assert unused_files(files) == ["moon.svg"]


def test_a_picture_that_only_a_piece_can_name_may_be_any_that_fits() -> None:
    layouts = LAYOUTS.replace(
        "layouts:",
        "pieces:\n  art: {takes: {of: x}, draw: {picture: 'art/{{ of }}.svg'}}\nlayouts:",
    ).replace("    safe:", "    safe:\n      - {piece: art, with: {of: fox}}")
    files: dict[str, str | bytes] = {
        "layouts.yaml": layouts, "art/fox.svg": PICTURE, "art/elk.svg": PICTURE, "x.svg": PICTURE,
    }  # fmt: skip
    assert unused_files(files) == ["x.svg"]


# --- fields --------------------------------------------------------------------------------


TWO_KINDS = """\
styles: {body: {font: text, size: 9pt, color: ink}}
pieces:
  price: {draw: {text: "{{ cost }}", style: body}}
layouts:
  unit: {safe: [{text: "{{ name }}", style: body}, {piece: price}]}
  place: {safe: [{text: "{{ name }}", style: body}]}
"""


def of_two_kinds(rows: str, composition: str = "main: {}\n") -> dict[str, str]:
    """A deck whose cards choose between a layout that shows the cost and one that does not."""
    game = GOOD["game.yaml"].replace("front: face, back: reverse", 'front: "{{ kind }}"')
    return {
        "game.yaml": game,
        "cards.yaml": rows,
        "layouts.yaml": TWO_KINDS,
        "composition.yaml": composition,
    }


FOX = "- {name: Fox, kind: unit, cost: 3}\n"


def test_a_value_that_only_layouts_of_other_cards_show_is_a_finding_at_the_value() -> None:
    game = of_two_kinds(f"{FOX}- {{name: Den, kind: place, cost: §4}}\n")
    finding = at_mark(find_values_not_shown, game)
    assert finding.code == "field-not-shown"
    assert finding.card == "main/den"
    assert "the layout `place` does not show the `cost` of this card" in finding.message


@pytest.mark.parametrize("cost", ["''", "[]"])
def test_an_empty_value_is_not_missed_on_its_card(cost: str) -> None:
    rows = f"{FOX}- {{name: Den, kind: place, cost: {cost}}}\n"
    assert list(find_values_not_shown(subject(of_two_kinds(rows)))) == []


def test_what_the_composition_counts_is_missed_and_what_its_rules_reckon_with_is_not() -> None:
    rows = f"{FOX}- {{name: Den, kind: place, cost: 4}}\n"
    counted = of_two_kinds(rows, "main: {range: {cost: [1, 9]}}\n")
    assert [one.code for one in find_values_not_shown(subject(counted))] == ["field-not-shown"]
    ruled = of_two_kinds(rows, "main: {rules: [{that: cost < 9}]}\n")
    assert list(find_values_not_shown(subject(ruled))) == []


def test_a_field_that_no_layout_shows_is_pointed_at_where_a_card_first_has_it() -> None:
    finding = at_mark(
        find_fields_not_shown, changed("cards.yaml", "cost: 3", "cost: 3, §flavor: hoot")
    )
    assert finding.code == "field-not-shown"
    assert "`flavor`, which 1 card has" in finding.message


def test_a_misspelt_field_is_told_what_it_may_mean() -> None:
    finding = at_mark(find_fields_not_shown, changed("cards.yaml", "rule: Look", "§rul: Look"))
    assert finding.hint == "did you mean `rule`?"


def test_a_field_beside_the_one_that_it_may_mean_is_not_told_to_be_called_so() -> None:
    finding = at_mark(find_fields_not_shown, changed("cards.yaml", "cost: 3", "cost: 3, §Cost: 3"))
    assert finding.hint.startswith("these cards have `cost`, too: remove one of the two")


def test_a_field_that_is_empty_on_all_cards_is_not_told_as_shown_nowhere() -> None:
    cards = changed("cards.yaml", "cost: 3", "cost: 3, flavor: ")
    assert silent((find_fields_not_shown,), cards)


@pytest.mark.parametrize("name", ['"flavor text"', "2nd", '""', "true"])
def test_a_field_that_no_expression_can_name_is_not_told_to_be_used(name: str) -> None:
    finding = at_mark(find_fields_not_shown, changed("cards.yaml", "rule: Look", f"§{name}: Look"))
    assert "call it by letters" in finding.hint


@pytest.mark.parametrize(
    "files",
    [
        text("when: not flavor"),
        text("repeat: '[flavor, 1]'"),
        text("color: \"{{ 'leaf' if flavor else 'ink' }}\""),
        changed("game.yaml", "size: poker", 'size: poker, id: "{{ name }} {{ flavor }}"'),
        changed("game.yaml", "back: reverse", "back: \"{{ 'reverse' if 1 or flavor }}\""),
        {"composition.yaml": "main: {unique: [flavor]}\n"},
        {"composition.yaml": "main: {count: {'flavor or 1': {hoot: 1, 1: 2}}}\n"},
    ],
    ids=["when", "repeat", "color", "id", "back", "unique", "count"],
)
def test_a_field_may_be_used_elsewhere_than_in_a_text(files: dict[str, str]) -> None:
    cards = changed("cards.yaml", "cost: 3", "cost: 3, flavor: hoot")
    assert silent((find_fields_not_shown,), files | cards)


@pytest.mark.parametrize(
    "deck",
    [
        'fields: {twice: {value: "{{ flavor }}!"}, name: {}, cost: {}, rule: {}, flavor: {}}',
        "cards: [{file: cards.yaml, where: flavor != 'x'}]",
        "join: {table: notes.csv, on: flavor}",
    ],
    ids=["computed", "where", "join"],
)
def test_a_field_is_used_by_what_chooses_and_computes_cards(deck: str) -> None:
    game = changed("game.yaml", "cards: cards.yaml", f"cards: cards.yaml, {deck}")
    if deck.startswith("cards"):
        game = changed("game.yaml", "cards: cards.yaml", deck)
    files = {
        "notes.csv": "flavor,rule\nhoot,Hoot.\n",
        **changed("cards.yaml", "cost: 3", "cost: 3, flavor: hoot"),
    }
    shown = text("when: twice") if "twice" in deck else {}
    found = find_fields_not_shown(subject(files | shown | game))
    assert [one.message for one in found] == []


def test_a_field_is_shown_by_the_template_in_a_card_that_names_it() -> None:
    fields = "fields: {name: {}, cost: {}, flavor: {}, rule: {template: yes}}"
    game = changed("game.yaml", "cards: cards.yaml", f"cards: cards.yaml, {fields}")
    cards = changed("cards.yaml", "cost: 3", "cost: 3, flavor: hoot")["cards.yaml"]
    assert [one.message for one in find_fields_not_shown(subject({**game, "cards.yaml": cards}))]
    named = cards.replace("Take a card.", "'{{ flavor }}'", 1)
    found = find_fields_not_shown(subject({**game, "cards.yaml": named}))
    assert [one.message for one in found] == []


BOOKLET = {
    **changed("game.yaml", "decks:", "booklets: {rules: {text: rules.md, page: a6}}\ndecks:"),
    **changed("cards.yaml", "cost: 3", "cost: 3, flavor: hoot"),
}


@pytest.mark.parametrize(
    "asked",
    ['table("main", columns="name, flavor")', 'table("main", by="name", where="flavor")'],
    ids=["columns", "where"],
)
def test_a_field_may_stand_in_a_booklet_only(asked: str) -> None:
    assert silent(
        (find_fields_not_shown,), {**BOOKLET, "rules.md": f"# Rules\n\n{{{{ {asked} }}}}\n"}
    )


def test_a_booklet_that_asks_for_other_fields_shows_none_of_the_rest() -> None:
    rules = '# Rules\n\n{{ table("main", columns="name") }}\n'
    assert not silent((find_fields_not_shown,), {**BOOKLET, "rules.md": rules})


# --- elements ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "files",
    [
        text("when: §cost == 9"),
        text("repeat: §'[]'"),
        changed("layouts.yaml", 'text: "{{ rule }}"', "text: §\"{{ rule if cost == 9 }}\""),
        changed(
            "layouts.yaml", "    safe:",
            "    safe:\n      - row: [{space: 1mm, when: §cost > 3}, {space: 1mm, when: cost < 3}]",
        ),
        {"layouts.yaml": LAYOUTS.replace("layouts:", "pieces:\n  p: {draw: {column: "
         "[{text: x, style: body, when: §cost == 9}]}}\nlayouts:")
         .replace("    safe:", "    safe:\n      - {piece: p}")},
    ],
    ids=["when", "repeat", "text", "in-a-box", "in-a-piece"],
)  # fmt: skip
def test_an_element_that_stands_on_no_card_is_pointed_at(files: dict[str, str]) -> None:
    assert at_mark(find_never_drawn, files).code == "never-drawn"


def test_of_a_box_that_is_never_drawn_only_the_box_is_reported() -> None:
    row = "      - {row: [{text: x, style: body, when: cost == 8}], when: §cost == 9}\n"
    layouts = LAYOUTS.replace("  reverse:", f"{row}  reverse:")
    assert at_mark(find_never_drawn, {"layouts.yaml": layouts}).code == "never-drawn"


@pytest.mark.parametrize(
    ("level", "is_told"),
    [("", False), ("checks: [{code: number-text, level: off, reason: r}]\n", True)],
)
def test_an_element_whose_condition_compares_a_number_with_a_text_is_told_as_that(
    level: str, is_told: bool
) -> None:
    game = {"game.yaml": GAME + level} | text("when: cost == '3'")
    found = [one.code for check in checks_of("source.unused") for one in check(subject(game))]
    assert ("never-drawn" in found) == is_told


def test_an_element_that_stands_on_one_card_is_drawn() -> None:
    assert silent((find_never_drawn,), text("when: cost == 3"))


def test_an_inherited_element_is_drawn_if_one_of_the_layouts_draws_it() -> None:
    layouts = LAYOUTS.replace("at: top left", "at: top left, name: top, when: cost == 9")
    child = "  child:\n    extends: face\n    set: {top: {when: cost == 3}}\n"
    game = changed("game.yaml", "front: face", "front: \"{{ 'face' if cost == 1 else 'child' }}\"")
    assert silent((find_never_drawn,), {"layouts.yaml": layouts + child} | game)


# --- whole games ---------------------------------------------------------------------------


def test_the_good_game_and_novelty_use_all_they_have() -> None:
    assert silent(checks_of("source.unused", "source.field_use"), {})
    assert [
        finding
        for check in checks_of("source.unused", "source.field_use")
        for finding in check(novelty())
    ] == []


def test_every_finding_is_a_warning_with_a_place() -> None:
    found = list(find_unused_names(subject({"old.svg": PICTURE}, Folder)))
    assert codes(found) == ["unused-file"]
    assert places(found) == ["1:1"]
    assert found[0].severity == "warning"


def test_a_style_that_a_template_names_on_some_card_is_used() -> None:
    """`loud` is named by a card's field, `calm` by none."""
    files = changed(
        "layouts.yaml", "styles:", "styles:\n  loud: {font: text}\n  §calm: {font: text}"
    )
    layouts = files["layouts.yaml"].replace("style: body", 'style: "{{ how }}"', 1)
    rows = GOOD["cards.yaml"].replace("{name:", "{how: loud, name:")
    rows = rows.replace("loud", "body", 1)
    assert rows != GOOD["cards.yaml"]
    fault = at_mark(find_unused_names, files | {"layouts.yaml": layouts, "cards.yaml": rows})
    assert fault.code == "unused-style"
