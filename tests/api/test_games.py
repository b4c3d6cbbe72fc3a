"""Games from Python: what is in them, what is wrong with them, what is made of them."""

from __future__ import annotations

import io
import math
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import cardgen
from cardgen.files.disk_game import DiskGame
from tests.conftest import NOVELTY

LAYOUT = {
    "bleed": [{"shape": "rectangle", "fill": "#eeddaa"}],
    "safe": [{"text": "{{ name }}", "font": "text", "size": "14pt"}],
}
FONTS = {"text": "EBGaramond-Regular.ttf"}
ROWS: list[dict[str, Any]] = [{"name": "One"}, {"name": "Two", "copies": 2}]


def game(rows: Any = ROWS, **given: Any) -> cardgen.Game:
    return cardgen.Game.from_rows(LAYOUT, rows, **{"fonts": FONTS, "size": "mini", **given})


def test_a_folder_is_opened_and_its_cards_are_there() -> None:
    novelty = cardgen.open(NOVELTY)
    assert [deck.name for deck in novelty] == ["letters", "motifs"]
    assert (novelty["letters"].total, novelty["motifs"].total) == (168, 48)
    card = novelty["letters"]["a-red"]
    assert (card.deck, card.id, card.values["letter"]) == ("letters", "a-red", "a")
    assert card.id in {one.id for one in novelty["letters"]}


def test_no_game_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="is no game"):
        cardgen.open(tmp_path)


def test_rows_make_a_game() -> None:
    assert [(card.id, card.copies) for card in game().cards] == [("one", 1), ("two", 2)]
    assert game().check() == ()


class Polars:
    """As polars has it."""

    def to_dicts(self) -> list[dict[str, Any]]:
        return [dict(row) for row in ROWS]


class Pandas:
    """As pandas has it, holes and all."""

    columns = ("name", "copies", "note")

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        holes = {"copies": np.int64(1), "note": math.nan}
        return [{**holes, **row} for row in ROWS]


def test_frames_are_rows(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name,copies\nOne,1\nTwo,2\n", "utf-8")
    wanted = [(card.id, card.copies) for card in game().cards]
    for rows in (Polars(), Pandas(), tmp_path / "rows.csv", iter(ROWS)):
        assert [(card.id, card.copies) for card in game(rows).cards] == wanted


def test_values_are_those_of_the_rows() -> None:
    """Whatever library a number is from; what is missing is missing."""
    rows = [{"name": "One", "a": np.int64(3), "b": Decimal("1.50"), "c": True, "d": None, "e": 0.5}]
    (card,) = game(rows).cards
    assert [card.values.get(name) for name in "abcde"] == [3, "1.50", "true", None, 0.5]


def test_rows_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match="a row is a mapping"):
        game(["One", "Two"])


def test_a_picture_is_the_face_that_is_printed(tmp_path: Path) -> None:
    game().build("mpc", output=tmp_path, dpi=150, jobs=1)
    printed = sorted((tmp_path / "game" / "mpc").rglob("fronts/*.png"))
    with Image.open(printed[0]) as file:
        assert game().render("one", dpi=150).tobytes() == file.convert("RGB").tobytes()


def test_cards_and_decks_show_themselves() -> None:
    for one in (game().cards[0], game()["cards"]):
        with Image.open(io.BytesIO(one._repr_png_())) as picture:
            assert picture.format == "PNG"


def test_a_card_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        game().render("three")
    with pytest.raises(ValueError, match="has no back"):
        game().render("one", "back")


def test_faults_are_findings() -> None:
    bad = game(size="poler")
    assert "unknown-size" in {finding.code for finding in bad.check()}
    with pytest.raises(cardgen.GameError, match="poler") as caught:
        bad.render("one")
    assert {one.severity for one in caught.value.findings} == {"error"}


def test_nothing_is_written_of_a_faulty_game(tmp_path: Path) -> None:
    with pytest.raises(cardgen.GameError):
        game([{"name": "One {{"}], size="poler").build("data", output=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_build_says_what_it_wrote(tmp_path: Path) -> None:
    result = game().build(["data", "sheets:paper=a4"], output=tmp_path, jobs=1)
    assert result.written is not None
    assert [(one.target, one.folder) for one in result.written] == [
        ("data", tmp_path / "game" / "data"),
        ("sheets", tmp_path / "game" / "sheets"),
    ]
    with pytest.raises(ValueError, match="there is no target `shets`"):
        game().build("shets")
    with pytest.raises(ValueError, match="has no option"):
        game().build("sheets:papr=a4", output=tmp_path)


def test_pictures_are_found_in_a_folder(tmp_path: Path) -> None:
    Image.new("RGB", (300, 300), "red").save(tmp_path / "dot.png")
    layout = {"trim": [{"picture": "dot.png", "width": "20mm", "height": "20mm"}]}
    made = cardgen.Game.from_rows(layout, ROWS, folder=tmp_path)
    colors = made.render("one", dpi=100).getcolors(10_000) or []
    assert (255, 0, 0) in {color for _, color in colors}


def test_importing_cardgen_imports_nothing_else() -> None:
    code = (
        "import sys, cardgen; print([name for name in sys.modules if name.startswith('cardgen.')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['cardgen.version']"


def test_names_that_are_not_there_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="no attribute `opne`"):
        vars(cardgen)["__getattr__"]("opne")
    assert {"open", "Game"} <= set(dir(cardgen))


def test_a_game_of_files_is_the_game_of_its_folder() -> None:
    assert cardgen.Game(DiskGame(NOVELTY)).name == "novelty"


class Array:
    """As numpy and torch have it."""

    def tolist(self) -> list[int]:
        return [1, 2]


class Missing:
    """As pandas has it: it cannot even be compared."""

    def __ne__(self, _other: object) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "<NA>"


def test_odd_values_of_libraries_are_values_or_missing() -> None:
    odd = {"a": Array(), "b": Missing(), "c": Decimal("sNaN"), "d": {3, 1}, "e": np.float32("nan")}
    (card,) = game([{"name": "One", **odd}]).cards
    assert (card.values["a"], card.values["d"]) == ([1, 2], [1, 3])
    assert not {"b", "c", "e"} & set(card.values)


def in_itself(kind: type) -> Any:
    holder: Any = kind()
    holder.append(holder) if kind is list else holder.update(again=holder)
    return holder


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (10**5000, "a number of some 4,9"),
        (in_itself(list), "one in itself"),
        (in_itself(dict), "one in itself"),
        (b"One", "bytes are no text"),
    ],
    ids=["digits", "list in itself", "mapping in itself", "bytes"],
)
def test_a_value_that_no_card_can_have_is_named(value: object, said: str) -> None:
    with pytest.raises(TypeError, match=f"row 2, field `name`: .*{said}"):
        game([{"name": "One"}, {"name": value}])
    with pytest.raises(TypeError, match=said):
        game(vars={"a": value})


def test_fields_that_become_one_are_named() -> None:
    with pytest.raises(TypeError, match="row 1 has two fields `1`"):
        game([{"1": "One", 1: "Two"}])


@pytest.mark.parametrize("name", ["\ud800", "a\0b", "a\x1bb", "a\x0bb", "a\x85b"])
def test_half_and_control_characters_are_findings(name: str) -> None:
    codes = {found.code for found in game([{"name": name}]).check()}
    assert codes & {"missing-glyph", "control-character"}
    assert codes <= {"missing-glyph", "control-character"}
