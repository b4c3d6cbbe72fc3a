"""Prints in folders, which anybody may have sent: one print at a time, within a budget."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.prints import face_pixels, manifests
from cardgen.prints.comparison import IncomparableError, compare
from cardgen.prints.face_pixels import PictureBudgetError
from cardgen.prints.manifests import ManifestError, read_print
from cardgen.prints.page_report import comparison_page
from cardgen.prints.snapshot import FaceName


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
    monkeypatch.setattr(face_pixels, "_FREE_PIXELS", 8_000_000)
    old, new = (write_print(tmp_path / name, name) for name in ("one", "two"))
    for folder in (old, new):
        Image.new("RGB", (2600, 2600)).save(folder / "one.png")
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


def test_equal_files_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain back of five hundred cards unpacks into far more than its bytes."""
    monkeypatch.setattr(face_pixels, "_FREE_PIXELS", 4_000_000)
    old, new = (write_print(tmp_path / name, "a") for name in ("one", "two"))
    for folder, digest in ((old, "x"), (new, "y")):
        Image.new("RGB", (1500, 1500)).save(folder / "one.png")
        same_back(folder, digest)
    assert compare(read_print(old), read_print(new)).differences == ()


def test_a_back_that_all_cards_share_costs_the_page_its_pixels_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asks for it with each card."""
    monkeypatch.setattr(face_pixels, "_FREE_PIXELS", 4_000_000)
    plain = Image.new("RGB", (1500, 1500))
    names: list[FaceName] = [("d", f"c{n}", "back") for n in range(9)]
    files: dict[FaceName, Path] = {}
    for name in names:
        files[name] = tmp_path / f"{name[1]}.png"
        plain.save(files[name])
    shown = list(face_pixels.FilePictures(files).pictures(names, 300))
    assert [one is not None and one.shape for one in shown] == [(1500, 1500, 3)] * 9


def same_back(folder: Path, digest: str) -> None:
    """Give all cards of a print one back."""
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text("utf-8"))
    for slot in manifest["slots"]:
        slot |= {"back": "one.png", "back_sha256": digest}
    file.write_text(json.dumps(manifest), "utf-8")


def write_foiled(folder: Path, mask: Image.Image, digest: str) -> Path:
    """An order of one card, a mask beside its picture."""
    finish = {
        "masks": {"one.png": "foil/one.png"},
        **({"sha256": {"foil/one.png": digest}} if digest else {}),
    }
    write_print(folder, cards=1, finishes={"foil": finish})
    Image.new("RGB", (30, 30), "red").save(folder / "one.png")
    (folder / "foil").mkdir()
    mask.save(folder / "foil/one.png")
    return folder


@pytest.mark.parametrize(("digest", "same"), [("x", True), ("y", False)])
def test_a_mask_is_a_part_of_what_was_printed(tmp_path: Path, digest: str, *, same: bool) -> None:
    black, white = (Image.new("RGB", (30, 30), name) for name in ("black", "white"))
    old = write_foiled(tmp_path / "one", black, "x")
    new = write_foiled(tmp_path / "two", black if same else white, digest)
    assert (not compare(read_print(old), read_print(new)).differences) == same


def test_masks_of_other_bytes_and_the_same_pixels_are_the_same(tmp_path: Path) -> None:
    black = Image.new("RGB", (30, 30), "black")
    old, new = (write_foiled(tmp_path / name, black, name) for name in ("one", "two"))
    assert compare(read_print(old), read_print(new)).differences == ()


def test_a_print_with_foil_differs_from_one_without(tmp_path: Path) -> None:
    old = write_print(tmp_path / "one", cards=1)
    Image.new("RGB", (30, 30), "red").save(old / "one.png")
    new = write_foiled(tmp_path / "two", Image.new("RGB", (30, 30), "black"), "x")
    (one,) = compare(read_print(old), read_print(new)).differences
    assert (one.sides, one.causes) == (("front",), ("finish",))


def test_masks_that_unpack_into_far_more_than_they_should_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face_pixels, "_FREE_PIXELS", 1_000_000)
    large = Image.new("1", (3000, 3000))
    old, new = (write_foiled(tmp_path / name, large, name) for name in ("one", "two"))
    with pytest.raises(PictureBudgetError, match="unpack into far more"):
        compare(read_print(old), read_print(new))


def test_prints_of_two_resolutions_are_not_said_to_differ(tmp_path: Path) -> None:
    old = write_print(tmp_path / "one")
    fine = {"name": "poker", "trim_mm": [63.5, 88.9], "dpi": 600}
    new = write_print(tmp_path / "two", "b", size=fine)
    with pytest.raises(IncomparableError, match=r"at 300 dpi, .* at 600 dpi"):
        compare(read_print(old), read_print(new))


def test_a_part_of_a_print_is_not_compared_with_the_whole(tmp_path: Path) -> None:
    """What is not in it would be called removed."""
    whole = read_print(write_print(tmp_path / "one"))
    part = read_print(write_print(tmp_path / "two", "b", only="changed since v1"))
    for one, two in ((whole, part), (part, whole)):
        with pytest.raises(IncomparableError, match="holds only some cards"):
            compare(one, two)
    assert compare(part, part).differences == ()


# --- other targets ---------------------------------------------------------------------------


def write_images(folder: Path, picture: Image.Image, digest: str, **facts: Any) -> Path:
    """A folder of `images` with one card."""
    folder.mkdir()
    picture.save(folder / "a.png")
    row = {"deck": "d", "card": "a", "copies": 2, "front": "a.png", "front_sha256": digest}
    told = {"format": "png", "box": "trim", "corners": "round", "dpi": 300, "pictures": [row]}
    manifest = {"game": "G", "target": "images", **told, **facts}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def corner(alpha: int, under: int = 0) -> Image.Image:
    """A white card whose corner is cut away, or not."""
    made = Image.new("RGBA", (20, 30), (255, 255, 255, 255))
    made.putpixel((0, 0), (under, under, under, alpha))
    return made


def test_what_is_cut_away_counts_and_what_lies_under_it_does_not(tmp_path: Path) -> None:
    first = write_images(tmp_path / "one", corner(0), "a")
    under = write_images(tmp_path / "two", corner(0, under=9), "b")
    square = write_images(tmp_path / "three", corner(255, under=0), "c")
    assert compare(read_print(first), read_print(under)).differences == ()
    (one,) = compare(read_print(first), read_print(square)).differences
    assert one.sides == ("front",)
    assert comparison_page(compare(read_print(first), read_print(square)))


@pytest.mark.parametrize("facts", [{"dpi": 150}, {"box": "bleed"}, {"corners": "square"}])
def test_pictures_that_were_made_otherwise_are_not_said_to_differ(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    first = write_images(tmp_path / "one", corner(0), "a")
    other = write_images(tmp_path / "two", corner(0), "b", **facts)
    with pytest.raises(IncomparableError, match="pictures of `images`"):
        compare(read_print(first), read_print(other))


@pytest.mark.parametrize(
    "facts",
    [{"format": "\x1b[2J"}, {"pictures": [{}]}, *({"dpi": dpi} for dpi in ("many", 0.001, 1e6))],
)
def test_a_manifest_that_holds_not_to_its_form_is_refused(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    folder = write_images(tmp_path / "one", corner(0), "a", **facts)
    with pytest.raises(ManifestError, match="lists no cards"):
        read_print(folder / "manifest.json")
    with pytest.raises(ManifestError, match="holds no print"):
        read_print(folder)


def write_data(folder: Path, value: str) -> Path:
    """A folder of `data` with one card, whose field has this JSON."""
    folder.mkdir()
    (folder / "manifest.json").write_text('{"game": "G", "target": "data"}', "utf-8")
    card = f'{{"deck": "d", "id": "a", "copies": 1, "front": {{"text": ""}}, "fields": {{"f": {value}}}}}'  # noqa: E501
    decks = '[{"name": "d", "size": {"name": "poker"}}]'
    (folder / "cards.json").write_text(
        f'{{"game": "G", "decks": {decks}, "cards": [{card}]}}', "utf-8"
    )
    return folder


def test_fields_within_each_other_beyond_measure_are_refused(tmp_path: Path) -> None:
    assert read_print(write_data(tmp_path / "flat", "[[1]]")).total == 1
    for depth in (50, 700, 50_000):
        folder = write_data(tmp_path / f"deep{depth}", "[" * depth + "]" * depth)
        with pytest.raises(ManifestError):
            read_print(folder)


def test_cards_beside_a_manifest_are_read_through_no_link(tmp_path: Path) -> None:
    secret = write_data(tmp_path / "secret", "1")
    folder = write_data(tmp_path / "sent", "1")
    (folder / "cards.json").unlink()
    (folder / "cards.json").symlink_to(secret / "cards.json")
    with pytest.raises(ManifestError, match="holds no print"):
        read_print(folder)
