"""What is said of two prints of a game: each change as what it is, and nothing else."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.pipeline.print_sources import snapshot_checked
from cardgen.prints.comparison import CardDifference, Comparison, compare
from cardgen.prints.records import complete
from cardgen.prints.reprint import list_swaps, swap_list
from cardgen.prints.snapshot import PrintedDeck, PrintedFace, PrintSnapshot, SnapshotCard
from cardgen.prints.word_changes import word_changes
from tests.support.printed_games import LAYOUTS, ROWS, Row, game_files, picture, snapshot


def rows(**changed: dict[str, Any]) -> list[Row]:
    """The rows, some with other values."""
    return [{**row, **changed.get(row["id"], {})} for row in ROWS]


def told(one: CardDifference) -> dict[str, Any]:
    """What is said of a card, without what is not said."""
    facts = {
        "kind": one.kind,
        "renamed": one.is_renamed,
        "recounted": one.is_recounted,
        "moved": one.moved,
        "fields": tuple(change.field for change in one.fields),
        "sides": one.sides,
        "causes": one.causes,
    }
    return {name: fact for name, fact in facts.items() if fact}


def compared(**changes: Any) -> dict[str, dict[str, Any]]:
    comparison = compare(snapshot("old"), snapshot("new", **changes))
    return {one.card.card.id: told(one) for one in comparison.differences}


def test_a_game_that_is_as_it_was_differs_in_nothing() -> None:
    comparison = compare(snapshot("old"), snapshot("new"))
    assert (comparison.differences, comparison.same) == ((), len(ROWS))


def test_a_changed_word_is_a_changed_field_of_one_card() -> None:
    found = compared(rows=rows(heron={"rule": "Take two fish out of the pond."}))
    assert found == {"heron": {"kind": "changed", "fields": ("rule",), "sides": ("front",)}}


def test_a_count_is_a_count() -> None:
    assert compared(rows=rows(otter={"copies": 5})) == {
        "otter": {"kind": "changed", "recounted": True}
    }


def test_a_card_of_no_copies_is_not_printed() -> None:
    assert compared(rows=rows(otter={"copies": 0})) == {"otter": {"kind": "removed"}}


def test_new_and_gone_cards_are_told_as_that() -> None:
    wolf = {"id": "wolf", "name": "Wolf", "rule": "Howl.", "art": "one.png", "copies": 1}
    assert compared(rows=[*ROWS[1:], wolf]) == {
        "mole": {"kind": "removed"},
        "wolf": {"kind": "added"},
    }


def test_an_id_that_changed_alone_is_a_renamed_card() -> None:
    assert compared(rows=rows(stoat={"id": "ermine"})) == {
        "ermine": {"kind": "changed", "renamed": True}
    }


def test_a_renamed_card_with_another_word_is_still_the_same_card() -> None:
    found = compared(rows=rows(stoat={"id": "ermine", "name": "Ermine"}))
    assert found == {
        "ermine": {"kind": "changed", "renamed": True, "fields": ("name",), "sides": ("front",)}
    }


def test_of_the_cards_that_stand_elsewhere_as_few_as_possible_have_moved() -> None:
    moved = [ROWS[4], *ROWS[:4]]
    assert compared(rows=moved) == {"crane": {"kind": "changed", "moved": True}}


NUMBERED = [
    "Draw one card and keep it.",
    "Look at the top three cards of the deck.",
    "Each other player loses a coin.",
    "Move one step.",
]


def numbered(rules: list[str]) -> list[Row]:
    """Cards whose ids are their numbers."""
    return [
        {"id": str(number), "name": rule.split()[0], "rule": rule, "art": "one.png", "copies": 1}
        for number, rule in enumerate(rules, 1)
    ]


@pytest.mark.parametrize("printed_number", [False, True])
def test_a_new_row_above_numbered_cards_is_one_new_card(*, printed_number: bool) -> None:
    """Each card below it took the id of the next; one of them changed, too."""
    layouts = LAYOUTS.replace("{{ rule }}", "{{ id }} {{ rule }}") if printed_number else LAYOUTS
    now = ["Swim over any river.", *NUMBERED]
    now[3] = "Each other player loses two coins."
    old = snapshot("old", rows=numbered(NUMBERED), layouts=layouts)
    found = compare(old, snapshot("new", rows=numbered(now), layouts=layouts)).differences
    was = {one.card.card.id: one.old.card.id if one.old else None for one in found}
    assert was == {"1": None, "2": "1", "3": "2", "4": "3", "5": "4"}
    assert {one.card.card.id: one.fields for one in found if one.fields}.keys() == {"4"}
    assert not any(one.moved for one in found)


def test_a_new_row_above_numbered_cards_is_one_beside_the_files_of_a_build() -> None:
    """Which hold no fields, and no scenes: what is known of both is their pixels."""
    then = complete(snapshot("old", rows=numbered(NUMBERED)), 300)
    cards = tuple(
        replace(
            card, fields=None, front=_as_file(card.front), back=card.back and _as_file(card.back)
        )
        for card in then.decks[0].cards
    )
    old = replace(then, decks=(replace(then.decks[0], cards=cards),))
    new = snapshot("new", rows=numbered(["Swim over any river.", *NUMBERED]))
    found = compare(old, new).differences
    was = {one.card.card.id: one.old.card.id if one.old else None for one in found}
    assert was == {"1": None, "2": "1", "3": "2", "4": "3", "5": "4"}
    assert not any(one.sides for one in found)


def _as_file(face: PrintedFace) -> PrintedFace:
    return PrintedFace(file=f"file of {face.scene}", pixels=face.pixels)


@pytest.mark.parametrize("first", [[], ["Swim over any river."]])
def test_numbered_cards_of_decks_that_are_renamed_at_once_have_moved(first: list[str]) -> None:
    """With a new row above those of one deck, too."""
    spells = [rule.replace("card", "spell").replace("coin", "wand") for rule in NUMBERED]
    decks = [snapshot(rows=numbered(rules)).decks[0] for rules in (NUMBERED, spells)]
    decks.append(snapshot(rows=numbered([*first, *NUMBERED])).decks[0])

    def in_decks(**named: int) -> PrintSnapshot:
        made = tuple(replace(decks[number], name=name) for name, number in named.items())
        return replace(snapshot("zoo"), decks=made)

    found = compare(in_decks(beasts=0, spells=1), in_decks(magic=1, animals=2)).differences
    assert [one.card.card.id for one in found if not one.old] == ["1"] * len(first)
    stayed = [(one.old.deck, one.card.deck) for one in found if one.old and one.moved]
    assert stayed == [("spells", "magic")] * 4 + [("beasts", "animals")] * 4
    assert not any(one.fields or one.kind == "removed" for one in found)


def test_of_numbered_cards_the_one_that_went_is_told_as_gone() -> None:
    old, new = numbered(NUMBERED), numbered(NUMBERED[1:])
    found = compare(snapshot("old", rows=old), snapshot("new", rows=new)).differences
    assert {(one.kind, one.card.card.id, one.is_renamed) for one in found} == {
        ("removed", "1", False),
        ("changed", "1", True),
        ("changed", "2", True),
        ("changed", "3", True),
    }


def test_a_card_that_says_other_things_is_still_the_one_of_its_id() -> None:
    """Where no other card says what it said."""
    found = compared(rows=rows(heron={"name": "Reiher", "rule": "Nimm zwei Karten."}))
    assert {name: one["kind"] for name, one in found.items()} == {"heron": "changed"}


def test_a_picture_that_was_drawn_anew_is_told_as_the_picture() -> None:
    found = compared(art=91)
    assert set(found) == {row["id"] for row in ROWS}
    assert all(
        one == {"kind": "changed", "sides": ("front",), "causes": ("picture",)}
        for one in found.values()
    )


@pytest.mark.parametrize(
    ("change", "sides", "cause"),
    [
        ({"font": "fonts/EBGaramond-SemiBold.ttf"}, ("front",), "font"),
        ({"layouts": LAYOUTS.replace("12pt", "13pt")}, ("front",), "layout"),
        ({"layouts": LAYOUTS.replace("Printed for", "Made for")}, ("front",), "words"),
        ({"layouts": LAYOUTS.replace("fill: ink", "fill: paper")}, ("back",), "layout"),
    ],
)
def test_why_faces_look_different_is_told(
    change: dict[str, Any], sides: tuple[str, ...], cause: str
) -> None:
    found = compared(**change)
    assert len(found) == len(ROWS)
    assert {tuple(one["sides"]) for one in found.values()} == {sides}
    assert {tuple(one["causes"]) for one in found.values()} == {(cause,)}


def test_another_scene_of_the_same_pixels_is_no_difference() -> None:
    hidden = LAYOUTS.replace(
        "    safe:\n",
        "      - {shape: rectangle, fill: ink, width: 5mm, height: 5mm, opacity: 0}\n    safe:\n",
    )
    old, new = snapshot("old"), snapshot("new", layouts=hidden)
    assert old.decks[0].cards[0].front.scene != new.decks[0].cards[0].front.scene
    assert compare(old, new).differences == ()


FOILED = LAYOUTS.replace(
    "{shape: rectangle, fill: ink}", "{shape: rectangle, fill: ink, finish: F}"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LAYOUTS, FOILED.replace("F}", "foil}")),
        (FOILED.replace("F}", "foil}"), LAYOUTS),
        (FOILED.replace("F}", "foil}"), FOILED.replace("F}", "spot-uv}")),
    ],
)
def test_foil_that_comes_or_goes_is_a_difference_though_no_ink_changes(
    before: str, after: str
) -> None:
    """A game with foil on its backs prints them all again."""
    old, new = snapshot("old", layouts=before), snapshot("new", layouts=after)
    for was in (old, complete(old, 300)):
        comparison = compare(was, new)
        assert [(one.sides, one.causes) for one in comparison.differences] == [
            (("back",), ("finish",))
        ] * len(ROWS)
        assert sum(swap.put for swap in list_swaps(comparison)) == new.total


def test_foil_of_the_same_shape_is_no_difference_whatever_it_is_drawn_as() -> None:
    twice = "{shape: rectangle, fill: ink, finish: foil}"
    old, new = (
        snapshot(name, layouts=LAYOUTS.replace("{shape: rectangle, fill: ink}", drawn))
        for name, drawn in (("old", twice), ("new", f"{twice}\n      - {twice}"))
    )
    assert old.decks[0].cards[0].back != new.decks[0].cards[0].back
    assert compare(complete(old, 300), new).differences == ()


CUT = {"width": "60mm", "height": "90mm", "corner": "3mm", "bleed": "3mm"}


@pytest.mark.parametrize(
    "changed",
    [
        {"corner": "6mm"},
        {"corner": "0mm"},
        {"width": "62mm", "height": "92mm", "bleed": "2mm"},
        {"fold": {"rows": 2}},
    ],
)
def test_another_cut_of_the_same_pixels_is_a_difference(changed: dict[str, Any]) -> None:
    """Cards with other corners are told from the others in the deck."""
    plain = "layouts:\n" + "".join(
        f"  {side}:\n    bleed: [{{shape: rectangle, fill: ink}}]\n" for side in ("front", "back")
    )
    old = complete(snapshot("old", layouts=plain, size=CUT), 300)
    (cause,) = {
        one.causes
        for one in compare(old, snapshot("new", layouts=plain, size=CUT | changed)).differences
    }
    assert cause == ("cut",)


def test_records_that_know_nothing_of_cuts_are_compared_without() -> None:
    old = snapshot("old", size=CUT)
    cards = tuple(
        replace(
            card, front=replace(card.front, cut=""), back=card.back and replace(card.back, cut="")
        )
        for card in old.decks[0].cards
    )
    old = replace(old, decks=(replace(old.decks[0], cards=cards),))
    assert compare(old, snapshot("new", size=CUT | {"corner": "6mm"})).differences == ()


def test_a_number_that_became_a_text_is_told() -> None:
    old = compare(
        snapshot("old", rows=rows(mole={"n": 1})), snapshot("new", rows=rows(mole={"n": True}))
    )
    assert [change.field for one in old.differences for change in one.fields] == ["n"]


OUTLINED = LAYOUTS.replace(
    "      - {shape: rectangle, fill: ink}\n",
    "      - {outline: V, font: text, fill: ink, height: 20mm, width: 20mm}\n",
)


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"layouts": OUTLINED.replace("outline: V", "outline: W")}, "words"),
        ({"layouts": OUTLINED, "font": "fonts/EBGaramond-Bold.ttf"}, "font"),
        ({"layouts": OUTLINED.replace("width: 20mm", "width: 12mm")}, "layout"),
    ],
)
def test_outlines_of_letters_are_words_in_a_font(changes: dict[str, Any], cause: str) -> None:
    """They are painted as shapes."""
    found = compare(snapshot("old", layouts=OUTLINED), snapshot("new", **changes)).differences
    causes = {cause for one in found for cause in one.causes}
    assert ({side for one in found for side in one.sides} >= {"back"}, causes) == (True, {cause})


def test_an_icon_in_a_line_of_text_is_a_picture() -> None:
    """With the same words, and in the same place."""
    made = []
    for level in (90, 12):
        files = game_files([{**ROWS[0], "rule": "Pay {coin} now."}])
        plain = json.loads(str(files["game.yaml"])) | {"icons": {"coin": {"picture": "coin.png"}}}
        files |= {"game.yaml": json.dumps(plain), "coin.png": picture(level)}
        checked = check_game(MemoryGame(files, "zoo"), Report(), checks=())
        assert checked is not None
        made.append(snapshot_checked(checked, "x"))
    (one,) = compare(*made).differences
    assert one.causes == ("picture",)


# --- printing again ------------------------------------------------------------------------


def printed(comparison_side: Any) -> list[str]:
    """Each slot of a print, by what it shows."""
    return sorted(
        f"{card.front.scene} {card.back.scene if card.back else ''}"
        for deck in comparison_side.decks
        for card in deck.cards
        for _ in range(card.copies)
    )


def swapped(comparison: Comparison) -> list[str]:
    """The old print after its swaps."""
    slots = {
        (deck.name, card.id): [f"{card.front.scene} {card.back.scene if card.back else ''}"]
        * card.copies
        for deck in comparison.old.decks
        for card in deck.cards
    }
    looks = {
        (deck.name, card.id): f"{card.front.scene} {card.back.scene if card.back else ''}"
        for deck in comparison.new.decks
        for card in deck.cards
    }
    put: list[str] = []
    for swap in list_swaps(comparison):
        if swap.out:
            del slots[swap.deck, swap.old][: swap.out]
        if swap.put:
            put += [looks[swap.deck, swap.new]] * swap.put
    return sorted([*(look for left in slots.values() for look in left), *put])


def edited(rows: list[Row], choose: random.Random) -> list[Row]:
    """The rows after one random edit."""
    made, at = [dict(row) for row in rows], choose.randrange(len(rows))
    match choose.randrange(7):
        case 6:
            other = choose.randrange(len(rows))
            made[at]["id"], made[other]["id"] = made[other]["id"], made[at]["id"]
        case 0:
            made[at]["rule"] = f"Draw {choose.randrange(2, 99)} cards and keep one of them."
        case 1:
            made[at]["copies"] = choose.randrange(1, 6)
        case 2 if len(made) > 2:
            del made[at]
        case 3:
            name = f"beast{choose.randrange(10_000)}"
            row = {"id": name, "name": name, "rule": "Rest.", "art": "one.png", "copies": 2}
            made.insert(at, row)
        case 4:
            made[at]["id"] = f"named{choose.randrange(10_000)}"
        case _:
            made.insert(0, made.pop(at))
    return made


@pytest.mark.parametrize("seed", range(50))
def test_an_old_print_with_its_swaps_is_the_new_print(seed: int) -> None:
    choose = random.Random(seed)
    then = list(ROWS)
    for _ in range(choose.randrange(1, 8)):
        then = edited(then, choose)
    now = list(then)
    for _ in range(choose.randrange(1, 8)):
        now = edited(now, choose)
    comparison = compare(snapshot("then", rows=then), snapshot("now", rows=now))
    assert swapped(comparison) == printed(comparison.new)


def test_a_card_that_takes_the_id_of_another_is_not_printed_again() -> None:
    """Cards of one name are numbered: a new `fox` at the top makes the old one `fox-2`."""

    def printed(label: str, looks: str) -> PrintSnapshot:
        cards = tuple(
            SnapshotCard(f"fox-{number}", 2, PrintedFace(look), PrintedFace("red"))
            for number, look in enumerate(looks, 1)
        )
        return PrintSnapshot(label, "Zoo", (PrintedDeck("beasts", "poker", (63.5, 88.9), cards),))

    found = list_swaps(compare(printed("v1", "abc"), printed("now", "nabc")))
    assert [(swap.new, swap.out, swap.put) for swap in found] == [("fox-1", 0, 2)]


def test_a_card_that_has_another_size_under_another_name_is_printed_again() -> None:
    def printed(label: str, name: str, size: str) -> PrintSnapshot:
        card = SnapshotCard(name, 1, PrintedFace("f"))
        return PrintSnapshot(label, "Zoo", (PrintedDeck(name, size, (63.5, 88.9), (card,)),))

    found = list_swaps(compare(printed("v1", "a", "poker"), printed("now", "b", "mini")))
    assert [(swap.old, swap.out, swap.new, swap.put) for swap in found] == [
        ("", 0, "b", 1),
        ("a", 1, "", 0),
    ]


def test_a_card_is_taken_out_of_the_deck_in_which_it_lies() -> None:
    """Decks have other backs: a card that moved is printed again."""

    def printed(label: str, deck: str, back: str) -> PrintSnapshot:
        card = SnapshotCard("mole", 2, PrintedFace("f"), PrintedFace(back))
        return PrintSnapshot(label, "Zoo", (PrintedDeck(deck, "poker", (63.5, 88.9), (card,)),))

    moved = compare(printed("v1", "beasts", "red"), printed("now", "spirits", "blue"))
    made = swap_list("Zoo", "v1", "now", list_swaps(moved))
    assert "## spirits\n\n| take out | | put in | |\n|---|--:|---|--:|\n" in made
    assert "| beasts/mole | ×2 | mole | ×2 |" in made


def test_a_deck_in_which_all_is_new_is_matched_in_little_time() -> None:
    """A hundred and fifty cards with other names and words beside as many: comparing each pair
    as sequences took minutes. Steps are counted, for time depends on the machine."""
    words = [f"{letter}{number}" for letter in "abcdefgh" for number in range(40)]
    choose = random.Random(18)

    def made(name: str) -> PrintSnapshot:
        cards = tuple(
            SnapshotCard(
                f"{name}{number}", 1, PrintedFace(scene=f"{name}{number}"), None,
                {"rule": " ".join(choose.choices(words, k=30)), "cost": number % 5},
            )
            for number in range(150)
        )  # fmt: skip
        return PrintSnapshot(name, "Zoo", (PrintedDeck("d", "poker", (63.5, 88.9), cards),))

    old, new = made("old"), made("new")
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        compare(old, new)
    finally:
        sys.setprofile(None)
    assert calls < 400_000


def test_a_text_that_repeats_a_word_without_end_is_shown_as_a_whole() -> None:
    old, new = "a " * 1000, "b a " * 500
    assert word_changes(old, new) == (("old", old), ("new", new))
    assert word_changes("a a a", "a b a")[0] == ("same", "a ")
