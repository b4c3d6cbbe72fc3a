"""Options of targets: typed readers, and pages that name every option."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from cardgen.core.color import Color
from cardgen.files.file_names import Names, file_name, is_device
from cardgen.targets.contract import OptionError
from cardgen.targets.option_values import Given, given
from cardgen.targets.registry import find_target, option_help
from tests.support.small_games import novelty, picture_at, write

KNOWN = {"paper": "…", "gap": "…", "count": "…"}
PAGES = {
    "tts": "virtual-tables.md",
    "pcio": "virtual-tables.md",
    "tabletopia": "virtual-tables.md",
    "images": "images.md",
    "data": "images.md",
    "gamecrafter": "gamecrafter.md",
}


def one(value: str) -> Given:
    return Given("some", {"it": value})


def test_an_option_that_was_not_given_has_its_default() -> None:
    nothing = Given("some", {})
    assert nothing.choice("it", ("a", "b"), "b") == "b"
    assert nothing.whole("it", 1, 2, None) is None
    assert nothing.number("it", 1, 2, 1.5) == 1.5
    assert nothing.length("it", 7.0) == 7.0
    assert nothing.yes("it", True) is True
    assert nothing.color("it", Color(1, 2, 3)) == Color(1, 2, 3)
    assert (nothing.text("it"), nothing.has("it")) == ("", False)


def test_values_are_read_by_their_kind() -> None:
    assert one(" Long ").choice("it", ("long", "short"), "short") == "long"
    assert one("12").whole("it", 0, 12, 0) == 12
    assert one("0.25").number("it", 0, 1, 0.0) == 0.25
    assert one("1in").length("it", 0.0) == 72
    assert one("0").length("it", 9.0) == 0
    assert [one(word).yes("it", False) for word in ("yes", "No", "TRUE", "false")] == [
        True, False, True, False,
    ]  # fmt: skip
    assert one("#0f0").color("it", Color(0, 0, 0)) == Color(0, 255, 0)
    assert one(" As Typed ").text("it") == "As Typed"


@pytest.mark.parametrize("text", ["", "-1", "13", "1.0", "١", "1_0", "0x1", "9" * 30])
def test_what_is_no_whole_number_within_its_limits_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        one(text).whole("it", 0, 12, 0)
    assert caught.value.hint == "write a whole number from 0 to 12"
    assert caught.value.option == "it"


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e2", "-0.1", "1.", "2"])
def test_what_is_no_number_within_its_limits_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        one(text).number("it", 0, 1, 0.0)


@pytest.mark.parametrize("text", ["3", "-1mm", "5%", "2em", "x"])
def test_what_is_no_length_on_paper_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        one(text).length("it", 0.0)
    assert caught.value.hint


@pytest.mark.parametrize("text", ["", "#12345", "red", "123456"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        one(text).color("it", Color(0, 0, 0))
    assert "#ffffff" in caught.value.hint


def test_a_refusal_shows_what_was_typed_but_no_page_of_it() -> None:
    with pytest.raises(OptionError) as caught:
        one("x" * 5000).yes("it", True)
    assert str(caught.value).startswith("`it=xxx")
    assert len(str(caught.value)) < 120


def test_an_unknown_option_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(OptionError) as caught:
        given("some", {"papper": "a4"}, KNOWN)
    assert str(caught.value) == "`some` has no option `papper`"
    assert (caught.value.hint, caught.value.option) == ("did you mean `paper`?", "papper")
    with pytest.raises(OptionError) as caught:
        given("some", {"zzz": "1"}, KNOWN)
    assert caught.value.hint == "known: `count`, `gap`, `paper`"


def test_names_are_given_out_once_whatever_their_case() -> None:
    names = Names()
    assert [names.take(name) for name in ("fox", "Fox", "fox-2", "fox")] == [
        "fox", "Fox-2", "fox-2-2", "fox-3",
    ]  # fmt: skip
    assert file_name("Noah's Ark: 2nd / ed.") == "noahs-ark-2nd-ed"
    assert file_name("…", "deck") == "deck"


@pytest.mark.parametrize("name", ["con", "NUL", "prn", "Aux", "COM1", "lpt9"])
def test_no_file_has_the_name_of_a_device_of_windows(name: str) -> None:
    """There `con.png` is the console, and cannot be written."""
    assert is_device(f"{name}.png")
    assert file_name(name, "deck") == f"{name.casefold()}-deck"
    names = Names()
    assert [names.take(name), names.take(f"{name}e")] == [f"{name}-2", f"{name}e"]
    assert not is_device(f"{name}-2.png")


def test_a_number_without_a_unit_is_not_proposed_as_a_share() -> None:
    with pytest.raises(OptionError) as caught:
        one("3").length("it", 0.0)
    assert caught.value.hint == "write `3mm` or `3in`"


@pytest.mark.parametrize("name", PAGES)
def test_every_option_is_on_its_page_and_no_other(name: str, root: Path) -> None:
    page = (root / "docs" / PAGES[name]).read_text("utf-8")
    heading = next(
        line for line in page.splitlines() if line.startswith("##") and f"`{name}`" in line
    )
    section = page.split(heading)[1].split("\n## ")[0]
    told = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert told == list(option_help(name))


@pytest.mark.parametrize("name", PAGES)
def test_no_reader_rejects_a_file_of_novelty(name: str, tmp_path: Path) -> None:
    """Each kind of file by a reader of its own, to its end."""
    write(find_target(name), tmp_path / "out", novelty())
    read = 0
    for path in (tmp_path / "out").rglob("*"):
        match path.suffix:
            case ".png" | ".jpg" | ".webp":
                picture_at(path).load()
            case ".json":
                json.loads(path.read_text("utf-8"))
            case ".csv":
                list(csv.reader(io.StringIO(path.read_text("utf-8"), newline=""), strict=True))
            case ".md":
                assert path.read_text("utf-8").startswith("# Novelty: ")
            case ".pcio":
                assert zipfile.ZipFile(io.BytesIO(path.read_bytes())).testzip() is None
            case "":
                continue
            case other:
                raise AssertionError(f"no reader for {other}")
        read += 1
    assert read >= 2
