"""Options of targets: typed readers, and pages that name every option."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from cardgen.core.color import Color
from cardgen.files.file_names import Names, file_name, is_device
from cardgen.files.output_folder import OutputFolder
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.installed import target_names
from cardgen.targets.options import (
    AnyText,
    HexColor,
    Number,
    OneOf,
    PaperLength,
    TargetOptions,
    WholeNumber,
    YesNo,
)
from cardgen.targets.registry import find_target
from tests.support.small_games import novelty, picture_at, write

PAGES = {
    "tts": "virtual-tables.md",
    "ttpg": "virtual-tables.md",
    "pcio": "virtual-tables.md",
    "tabletopia": "virtual-tables.md",
    "showcase": "showcase.md",
    "images": "images.md",
    "data": "images.md",
    "gamecrafter": "gamecrafter.md",
}


class Odd(TargetOptions):
    """An option of each kind."""

    word: Annotated[Literal["long", "short"], OneOf(("long", "short"))] = Field("short")
    count: Annotated[int | None, WholeNumber(0, 12)] = Field(None)
    share: Annotated[float, Number(0, 1)] = Field(0.5)
    gap: Annotated[float, PaperLength()] = Field(7.0)
    header: Annotated[bool, YesNo()] = Field(True)
    ground: Annotated[Color, HexColor()] = Field(Color(1, 2, 3))
    called: Annotated[str, AnyText()] = Field("", description="any text")
    per_sheet: Annotated[int, WholeNumber(1, 9)] = Field(9)


class OddTarget(Target[Odd, Odd]):
    name = "some"
    about = "a target of tests"
    options = Odd

    def plan(self, job: Job, options: Odd) -> Odd:
        del job
        return options

    def write(self, job: Job, plan: Odd, output: OutputFolder) -> str:
        del job, plan, output
        return ""


def read(name: str, value: str) -> Any:
    return getattr(OddTarget().read_options({name: value}), name.replace("-", "_"))


def test_an_option_that_was_not_given_has_its_default() -> None:
    nothing = OddTarget().read_options({})
    assert (nothing.word, nothing.count, nothing.share, nothing.gap) == ("short", None, 0.5, 7.0)
    assert (nothing.header, nothing.ground, nothing.called) == (True, Color(1, 2, 3), "")
    assert not nothing.is_given("word")
    assert OddTarget().read_options({"per-sheet": "9"}).is_given("per-sheet")


def test_values_are_read_by_their_kind() -> None:
    assert read("word", " Long ") == "long"
    assert read("count", "12") == 12
    assert read("share", "0.25") == 0.25
    assert read("gap", "1in") == 72
    assert read("gap", "0") == 0
    assert [read("header", word) for word in ("yes", "No", "TRUE", "false")] == [
        True, False, True, False,
    ]  # fmt: skip
    assert read("ground", "#0f0") == Color(0, 255, 0)
    assert read("called", " As Typed ") == "As Typed"
    assert read("per-sheet", "4") == 4


@pytest.mark.parametrize("text", ["", "-1", "13", "1.0", "١", "1_0", "0x1", "9" * 30])
def test_what_is_no_whole_number_within_its_limits_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        read("count", text)
    assert caught.value.hint == "write a whole number from 0 to 12"
    assert caught.value.option == "count"


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e2", "-0.1", "1.", "2"])
def test_what_is_no_number_within_its_limits_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        read("share", text)


@pytest.mark.parametrize("text", ["3", "-1mm", "5%", "2em", "x"])
def test_what_is_no_length_on_paper_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        read("gap", text)
    assert caught.value.hint


@pytest.mark.parametrize("text", ["", "#12345", "red", "123456"])
def test_what_is_no_color_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        read("ground", text)
    assert "#ffffff" in caught.value.hint


def test_a_refusal_shows_what_was_typed_but_no_page_of_it() -> None:
    with pytest.raises(OptionError) as caught:
        read("header", "x" * 5000)
    assert str(caught.value).startswith("`header=xxx")
    assert len(str(caught.value)) < 120


def test_an_unknown_option_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(OptionError) as caught:
        OddTarget().read_options({"cuont": "4"})
    assert str(caught.value) == "`some` has no option `cuont`"
    hint = "did you mean `count`? See `cardgen targets some`"
    assert (caught.value.hint, caught.value.option) == (hint, "cuont")
    with pytest.raises(OptionError) as caught:
        OddTarget().read_options({"zzz": "1"})
    assert caught.value.hint.startswith("known: `called`, `count`,")


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
        read("gap", "3")
    assert caught.value.hint == "write `3mm` or `3in`"


@pytest.mark.parametrize("name", PAGES)
def test_every_option_is_on_its_page_and_no_other(name: str, root: Path) -> None:
    page = (root / "docs" / PAGES[name]).read_text("utf-8")
    heading = next(
        line for line in page.splitlines() if line.startswith("##") and f"`{name}`" in line
    )
    section = page.split(heading)[1].split("\n## ")[0]
    told = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert told == list(find_target(name).options.help_lines())


def pages_about(name: str, root: Path) -> list[str]:
    """The pages of the documentation that speak of a target."""
    pages = [page.read_text("utf-8") for page in sorted((root / "docs").glob("*.md"))]
    return [page for page in pages if f"`{name}`" in page or f"-t {name}" in page]


@pytest.mark.parametrize("name", target_names())
def test_every_target_is_in_the_readme_and_its_options_are_on_a_page(name: str, root: Path) -> None:
    readme = (root / "README.md").read_text("utf-8")
    rows = [line.rpartition("|")[0] for line in readme.splitlines() if line.startswith("| `")]
    assert any(f"`{name}`" in row for row in rows), "README.md: a row in the table of targets"
    pages = pages_about(name, root)
    missing = [
        option
        for option in find_target(name).options.help_lines()
        if not any(re.search(rf"[`:,]{option}[=`]", page) for page in pages)
    ]
    assert missing == [], f"describe these options on a page in docs/ that names `{name}`"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PAGES if name != "showcase"])
def test_no_reader_rejects_a_file_of_novelty(name: str, tmp_path: Path) -> None:
    """Each kind of file by a reader of its own, to its end; the showcase has its own tests."""
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
