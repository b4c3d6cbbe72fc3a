"""Which file is meant where a game names one that is not there."""

from __future__ import annotations

import pytest

from cardgen.files.memory_game import MemoryGame
from cardgen.files.misnamed_files import find_near_path, guess_file

GAME = MemoryGame(
    {
        "art/Red Fox.PNG": b"",
        "art/owl.jpg": b"",
        "art/wolf1.png": b"",
        "art/wolf13.png": b"",
        "cards.yaml": "",
        "textures/linen.jpg": b"",
    }
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("art/red fox.png", "art/Red Fox.PNG"),
        ("Red Fox.png", "art/Red Fox.PNG"),
        ("pictures\\owl.jpg", "art/owl.jpg"),
        ("owl", "art/owl.jpg"),
        ("owl.png", "art/owl.jpg"),
        ("owl.txt", None),
        ("linen.PNG", "textures/linen.jpg"),
        ("art/owll.jpg", "art/owl.jpg"),
        ("textures/linnen.jpg", "textures/linen.jpg"),
        ("art/wolff1.png", "art/wolf1.png"),
        ("art/wolf01.png", "art/wolf1.png"),
        ("art/wolf2.png", None),
        ("art/wolf12.png", None),
        ("art/elk_1.png", None),
        ("art/owl.jpg", None),
        ("cards.yml", None),
        ("", None),
    ],
)
def test_a_file_is_known_by_its_name_in_any_folder_and_is_not_itself_meant(
    typed: str, meant: str | None
) -> None:
    assert guess_file(typed, GAME, (".png", ".jpg")) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("counts.yaml", None),
        ("layuots.yaml", "layouts.yaml"),
        ("spels.yaml", "spells.yaml"),
        ("cojns.csv", "coins.csv"),
    ],
)
def test_a_suffix_that_all_have_makes_no_file_similar(typed: str, meant: str | None) -> None:
    known = ["layouts.yaml", "spells.yaml", "coins.csv"]
    assert find_near_path(typed, known) == meant
