"""Blocks, rows and lists of a table, and pictures that are dropped, as the server takes them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.support.edit_requests import HEADERS, ask
from tests.support.previews import write_game

TABLE = """\
- {name: Adder, kind: land, tags: [low, long]}
- name: Bear  # the second
  kind: land
  legs: 4
  art: bear.png
- {name: Crab, kind: sea, legs: 10}
"""
PICTURED = """\
layouts:
  beast:
    safe:
      - {text: "{{ name }} {{ kind }} {{ legs }} {{ tags }}", font: text, size: 9pt, color: sand}
      - {picture: "art/{{ art }}", when: art, width: 25.4mm, height: 25.4mm, at: center}
  coin:
    safe:
      - {text: "{{ name }}", font: text, size: 9pt, color: ink}
  back:
    bleed:
      - {shape: rectangle, fill: rust}
"""


def png(width: int = 600, height: int = 300, color: str = "red") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, "PNG")
    return out.getvalue()


def write_pictured(project: Path) -> Path:
    """A game with lists, and with pictures that a field names."""
    folder = write_game(project)
    (folder / "beasts.yaml").write_text(TABLE, "utf-8")
    (folder / "layouts.yaml").write_text(PICTURED, "utf-8")
    spec = (folder / "game.yaml").read_text("utf-8")
    fields = "{name: text, kind: [land, sea], legs: integer, art: text, tags: list}"
    (folder / "game.yaml").write_text(
        spec.replace("{name: text, kind: [land, sea], legs: integer, note: text}", fields), "utf-8"
    )
    (folder / "art").mkdir()
    (folder / "art" / "bear.png").write_bytes(png())
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_pictured(tmp_path)


def test_a_pasted_block_is_one_change(game: Path) -> None:
    cells = [
        ["beasts/adder", "kind", "sea"],
        ["beasts/adder", "legs", "0"],
        ["beasts/bear", "kind", "sea"],
        ["beasts/bear", "legs", "4"],
        ["beasts/crab", "kind", "sea: deep"],
    ]
    answer = ask(game, "POST", "/cells", {"cells": cells})
    assert answer.status_code == 200
    assert (answer.json()["undo"], answer.json()["redo"]) == (1, 0)
    assert (game / "beasts.yaml").read_text("utf-8") == TABLE.replace(
        "Adder, kind: land, tags: [low, long]}", "Adder, kind: sea, tags: [low, long], legs: 0}"
    ).replace("  kind: land\n", "  kind: sea\n").replace(
        "Crab, kind: sea,", "Crab, kind: 'sea: deep',"
    )


@pytest.mark.parametrize(
    ("cells", "status", "why"),
    [
        ([["beasts/adder", "kind", "sea"], ["beasts/adder", "tags", "low"]], 409, "tags"),
        ([["beasts/adder", "kind", "sea"], ["coins/one", "name", "Two"]], 409, "several files"),
        ([["beasts/wolf", "kind", "sea"]], 409, "no card"),
        ([["beasts/adder", "kind"]], 400, "a card, a field and a text"),
        ([["beasts/adder", "kind", 3]], 400, "a card, a field and a text"),
        ([], 409, "1 to"),
        ([["beasts/crab", "legs", "1"]] * 1001, 409, "1,000"),
    ],
)
def test_a_block_that_cannot_be_written_whole_is_not_written(
    game: Path, cells: list[list[str]], status: int, why: str
) -> None:
    answer = ask(game, "POST", "/cells", {"cells": cells})
    assert (answer.status_code, why in answer.json()["refused"]) == (status, True)
    assert (game / "beasts.yaml").read_text("utf-8") == TABLE


def test_a_list_is_edited_by_its_items(game: Path) -> None:
    fields = ask(game, "GET", "/row.json?card=beasts/adder").json()["fields"]
    tags = next(field for field in fields if field["name"] == "tags")
    assert (tags["items"], tags["refused"]) == (["low", "long"], "")
    body = {"card": "beasts/adder", "field": "tags", "old": ["low", "long"], "new": ["low", "x"]}
    assert ask(game, "POST", "/items", body).status_code == 200
    assert "tags: [low, x]" in (game / "beasts.yaml").read_text("utf-8")
    assert ask(game, "POST", "/items", body).status_code == 409
    assert ask(game, "POST", "/items", body | {"new": "x"}).status_code == 400


def test_a_row_is_added_with_one_value(game: Path) -> None:
    body = {"card": "beasts/bear", "field": "name", "text": "Cat"}
    assert ask(game, "POST", "/new-row", body).status_code == 200
    assert (game / "beasts.yaml").read_text("utf-8") == TABLE.replace(
        "  art: bear.png\n", "  art: bear.png\n- name: Cat\n"
    )
    assert ask(game, "POST", "/new-row", body | {"text": " "}).status_code == 409


# --- pictures --------------------------------------------------------------------------------


def drop(game: Path, card: str, name: str, data: bytes) -> dict[str, object]:
    answer = ask(game, "POST", f"/picture?card={card}&name={name}", data)
    given: dict[str, object] = answer.json()
    return given | {"status": answer.status_code}


def test_a_dropped_picture_is_copied_and_its_resolution_as_placed_is_told(game: Path) -> None:
    given = drop(game, "beasts/bear", "Big Bear!.PNG", png(600, 300, "blue"))
    assert given == {
        "file": "art/big-bear.png", "field": "art", "text": "big-bear.png",
        "pixels": [600, 300], "dpi": 300, "new": True, "status": 200,
    }  # fmt: skip
    assert (game / "art" / "big-bear.png").read_bytes() == png(600, 300, "blue")
    assert (game / "beasts.yaml").read_text("utf-8") == TABLE
    assert sorted(path.name for path in (game / "art").iterdir()) == ["bear.png", "big-bear.png"]


def test_it_is_never_copied_over_another(game: Path) -> None:
    before = (game / "art" / "bear.png").read_bytes()
    assert drop(game, "beasts/bear", "bear.png", before)["new"] is False
    assert drop(game, "beasts/bear", "bear.png", png(10, 10))["file"] == "art/bear-2.png"
    assert drop(game, "beasts/crab", "bear.png", png(20, 10))["file"] == "art/bear-3.png"
    assert (game / "art" / "bear.png").read_bytes() == before


@pytest.mark.parametrize(
    ("card", "name", "data", "why"),
    [
        ("beasts/bear", "note.txt", b"hello", "cannot be used"),
        ("beasts/bear", "bear.png", b"no picture", "bear.png"),
        ("coins/one", "bear.png", png(), "comes from a field"),
        ("beasts/wolf", "bear.png", png(), "there is no"),
    ],
)
def test_what_is_no_picture_of_the_card_is_refused(
    game: Path, card: str, name: str, data: bytes, why: str
) -> None:
    given = drop(game, card, name, data)
    assert given["status"] == 409
    assert why in str(given["refused"])
    assert [path.name for path in (game / "art").iterdir()] == ["bear.png"]


@pytest.mark.parametrize("name", ["..%2F..%2Fevil.png", "%2Fetc%2Fevil.png", "a%5C..%5Cevil.png"])
def test_a_name_leads_nowhere_else(game: Path, name: str) -> None:
    assert drop(game, "beasts/bear", name, png())["file"] == "art/evil.png"


def test_no_link_is_followed(game: Path, tmp_path: Path) -> None:
    (game / "art").rename(tmp_path / "elsewhere")
    (game / "art").symlink_to(tmp_path / "elsewhere")
    assert drop(game, "beasts/bear", "new.png", png())["status"] == 409
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["bear.png"]


@pytest.mark.parametrize("address", ["/cells", "/items", "/new-row", "/picture?name=a.png"])
def test_only_the_page_itself_writes_these(game: Path, address: str) -> None:
    body = {"cells": [["beasts/crab", "legs", "1"]], "card": "beasts/crab"}
    assert ask(game, "POST", address, body, edits=False).status_code == 405
    cookie = {"cookie": HEADERS["cookie"]}
    assert ask(game, "POST", address, body, headers=cookie).status_code == 403
    assert ask(game, "GET", address, body).status_code == 405
    assert (game / "beasts.yaml").read_text("utf-8") == TABLE
