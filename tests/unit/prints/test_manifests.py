"""Prints in folders, which anybody may have sent: one print at a time, within a budget."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.prints import face_pixels, manifests
from cardgen.prints.comparison import compare
from cardgen.prints.face_pixels import PictureBudgetError
from cardgen.prints.manifests import ManifestError, read_print


def write_print(folder: Path, digest: str = "a", cards: int = 3, **facts: Any) -> Path:
    """A manifest whose cards all show one picture."""
    folder.mkdir(parents=True, exist_ok=True)
    slots = [
        {"deck": "d", "card": f"c{n}", "front": "one.png", "front_sha256": f"{digest}{n}"}
        for n in range(cards)
    ]
    size = {"name": "poker", "trim_mm": [63.5, 88.9], "dpi": 300}
    manifest = {"game": "G", "target": "mpc", "size": size, "slots": slots, **facts}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def test_orders_of_one_print_are_read_together(tmp_path: Path) -> None:
    write_print(tmp_path / "mpc/poker-1")
    write_print(tmp_path / "mpc/poker-2")
    assert read_print(tmp_path / "mpc").total == 6


def test_a_part_or_an_edition_is_not_counted_with_the_whole(tmp_path: Path) -> None:
    """A folder of a game holds all that was built of it."""
    for place in ("mpc", "since/mpc", "de/mpc"):
        write_print(tmp_path / place / "poker")
    with pytest.raises(ManifestError, match="holds several prints; name one of") as error:
        read_print(tmp_path)
    assert f"`{(tmp_path / 'since/mpc').as_posix()}`" in str(error.value)
    assert read_print(tmp_path / "mpc").total == 3


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [
        ("_MAX_BYTES", 500, "manifests of over"),
        ("_MAX_LISTED", 3, "far more than a print"),
        ("_MAX_FOUND", 1, "far more than a print"),
    ],
)
def test_a_folder_of_far_more_than_a_print_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, said: str
) -> None:
    write_print(tmp_path / "mpc/poker-1")
    write_print(tmp_path / "mpc/poker-2")
    monkeypatch.setattr(manifests, limit, value)
    with pytest.raises(ManifestError, match=said):
        read_print(tmp_path)


def test_pictures_that_unpack_into_far_more_than_they_should_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of slots may name one small file of forty megapixels."""
    monkeypatch.setattr(face_pixels, "_FREE_PIXELS", 4_000_000)
    old, new = (write_print(tmp_path / name, name) for name in ("one", "two"))
    for folder in (old, new):
        Image.new("RGB", (1500, 1500)).save(folder / "one.png")
    with pytest.raises(PictureBudgetError, match="unpack into far more"):
        compare(read_print(old), read_print(new))


def test_pictures_of_a_sound_print_are_as_many_as_it_likes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face_pixels, "_FREE_PIXELS", 0)
    old, new = (write_print(tmp_path / name, name) for name in ("one", "two"))
    for folder in (old, new):
        Image.effect_noise((300, 300), 90).save(folder / "one.png")
    found = compare(read_print(old), read_print(old)).differences
    assert found == ()
    assert len(compare(read_print(old), read_print(new)).differences) == 3
