"""The corpus of faulty games in `tests/data/cases/`: every code fires where it must, and not else.

A case is one small text file whose name is its claim. Its head says what is expected; what
follows makes the faulty game from the good one in `tests/data/cases/good/`:

    expect: unknown-color          the code, at the place that `§` marks
    expect: no near-trim           the code is silent; the game has no error either

    --- layouts.yaml               edits of a file: `- old`, then `+ new`
    === cards.yaml                 a whole file, up to the next section
    place: a.xlsx#S:3:2            in the head: the place, in a file that the test makes
    xxx composition.yaml           a file that is not there
    make fox.png: 40 x 60 ...      a picture or font that the test makes

The head may also say `dpi: 1200`, for what depends on the build, `edition: name`, and `bug: …`
where cardgen does not do yet what the case asks for.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from fontTools.ttLib import TTFont
from PIL import Image

from cardgen.check.engine.registry import BROKEN, all_codes
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.service.print_service import find_large_files
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.support.color_fonts import bitmap_font, color_font, make_png
from tests.support.samples import font_bytes
from tests.support.workbooks import workbook, workbook_of_sheets

CASES = Path(__file__).parents[1] / "data" / "cases"
MARK = "§"
BELL = "␇"
"""Stands for a character that YAML forbids, and editors do not show."""
SECTION = re.compile(r"(?P<kind>---|===|xxx|make) (?P<file>[\w./ -]+?)(?:: (?P<how>.+))?\n")

WITHOUT_PLACE: frozenset[str] = frozenset()
"""Codes whose findings may stand without a place: none."""


@dataclass(frozen=True)
class Case:
    """A faulty game, and what is to be found in it."""

    name: str
    code: str
    silent: bool
    files: Mapping[str, str | bytes] = field(repr=False)
    place: tuple[str, int, int] | None
    dpi: int
    bug: str
    edition: str = ""

    def __str__(self) -> str:
        return self.name


# --- reading a case ------------------------------------------------------------------------


@cache
def good() -> Mapping[str, str]:
    return {file.name: file.read_text("utf-8") for file in (CASES / "good").iterdir()}


def read_case(name: str, text: str) -> Case:
    """The game of a case, and its expectation.

    Raises:
        ValueError: the case is not written as one; a fault of the corpus, not of cardgen.
    """
    head, *parts = _sections(text.replace(BELL, "\a"))
    expected = re.search(r"^expect: (no )?([a-z-]+)$", head, re.MULTILINE)
    if expected is None:
        raise ValueError(f"{name}: no line `expect: code`")
    files: dict[str, str | bytes] = dict(good())
    for part in parts:
        _apply(name, part, files)
    place = _place(head) or _take_mark(files)
    if (place is None) != bool(expected[1]):
        raise ValueError(f"{name}: a case that fires, and no other, has one `{MARK}`")
    dpi = int(_head(head, "dpi") or 300)
    bug, edition = _head(head, "bug"), _head(head, "edition")
    return Case(name, expected[2], bool(expected[1]), files, place, dpi, bug, edition)


def _head(head: str, key: str) -> str:
    found = re.search(rf"^{key}: (.+)$", head, re.MULTILINE)
    return found[1] if found else ""


def _place(head: str) -> tuple[str, int, int] | None:
    """The place that the head names, of a file that the test makes."""
    found = re.search(r"^place: (.+):(\d+):(\d+)$", head, re.MULTILINE)
    return (found[1], int(found[2]), int(found[3])) if found else None


def _sections(text: str) -> Iterator[str]:
    starts = [found.start() for found in re.finditer(rf"^{SECTION.pattern}", text, re.MULTILINE)]
    ends = [*starts, len(text)]
    yield text[: ends[0]]
    yield from (text[a:b] for a, b in zip(starts, ends[1:], strict=True))


def _apply(name: str, part: str, files: dict[str, str | bytes]) -> None:
    head = SECTION.match(part)
    assert head is not None
    file, body = head["file"], part[head.end() :]
    match head["kind"]:
        case "===":
            files[file] = _whole(body)
        case "xxx":
            del files[file]
        case "make":
            files[file] = made(head["how"])
        case _:
            for old, new in _edits(body):
                files[file] = _edited(name, str(files[file]), old, new)


def _whole(body: str) -> str:
    """A file as it stands in a case. The blank line before the next section is not its own,
    and a mark alone on the last line is where the file ends."""
    body = body.removesuffix("\n") if body.endswith("\n\n") else body
    return re.sub(rf"^{MARK}\n\Z", MARK, body, flags=re.MULTILINE)


def _edits(body: str) -> Iterator[tuple[str, str]]:
    """Lines to look for, and what stands in their place; without `-`, what is added below."""
    for found in re.finditer(r"((?:^- .*\n)*)((?:^\+ .*\n)*)", body, re.MULTILINE):
        if found[0]:
            old, new = (
                re.sub(r"^[-+] ", "", lines, flags=re.MULTILINE) for lines in found.groups()
            )
            yield old.removesuffix("\n"), new.removesuffix("\n")


def _edited(name: str, text: str, old: str, new: str) -> str:
    if not old:
        return f"{text}{new}\n"
    if text.count(old) == 0:
        raise ValueError(f"{name}: the good game has no `{old}`")
    return text.replace(old, new, 1)


def _take_mark(files: dict[str, str | bytes]) -> tuple[str, int, int] | None:
    """Where the mark stood; it is gone from the files."""
    for file, text in files.items():
        if isinstance(text, str) and MARK in text:
            before = text[: text.index(MARK)]
            files[file] = text.replace(MARK, "")
            return file, before.count("\n") + 1, len(before) - before.rfind("\n")
    return None


# --- pictures and fonts that a case asks for -----------------------------------------------


def made(how: str) -> bytes:
    """`40 x 60`, `40 x 60 with holes`, `… in CMYK`, `… on its side`, `… moving`, `… with the
    profile Display P3`, or `a font that must not be embedded`, `a damaged picture`."""
    if how == "a font that must not be embedded":
        return _locked_font()
    if how in ("a font of color layers", "a font of color pictures"):
        return color_font(pictures=how.endswith("pictures"))
    if how in ("a font of PNG letters", "a font of PNG letters alone"):
        return bitmap_font(make_png(), outlines=not how.endswith("alone"))
    if how == "a table in Windows-1252":
        return "name,quote,source,author\nWälder,Grün.,A Walk,A. Miller\n".encode("cp1252")
    if how == "a workbook with an error":
        return workbook([["name", "quote", "source", "author"], ["Wood", "=1/0", "Walk", "Mill"]])
    if how == "a workbook of two sheets of cards":
        heads = ["name", "quote", "source", "author"]
        rows = [heads, ["Wood", "Older than the road.", "A Walk", "A. Miller"]]
        more = [heads, ["Mill", "It turned all night.", "The River", "J. Weaver"]]
        return workbook_of_sheets({"Base": rows, "More": more, "Notes": [["to do"]]})
    if how == "a damaged picture":
        return made("40 x 60")[:60]
    size = re.match(r"(\d+) x (\d+)", how)
    assert size is not None, how
    mode = "CMYK" if "CMYK" in how else "RGBA" if "holes" in how else "RGB"
    color = {"CMYK": (90, 10, 60, 0), "RGBA": (40, 90, 60, 128), "RGB": (200, 190, 170)}[mode]
    profile = re.search(r"profile (.+)", how)
    image, out = Image.new(mode, (int(size[1]), int(size[2])), color), io.BytesIO()
    icc = _profile(profile[1]) if profile else None
    exif = Image.Exif()
    if "on its side" in how:
        exif[0x0112] = 6
    frames = {"save_all": True, "append_images": [image.rotate(180)]} if "moving" in how else {}
    kind = "JPEG" if mode == "CMYK" else "PNG"
    image.save(out, kind, icc_profile=icc, exif=exif.tobytes(), **frames)
    return out.getvalue()


def _profile(name: str) -> bytes:
    """As much of an ICC profile as a name needs."""
    text = name.encode("ascii") + b"\0"
    tag = b"desc\0\0\0\0" + len(text).to_bytes(4, "big") + text
    table = (
        (1).to_bytes(4, "big") + b"desc" + (144).to_bytes(4, "big") + len(tag).to_bytes(4, "big")
    )
    return (144 + len(tag)).to_bytes(4, "big") + b"\0" * 124 + table + tag


def _locked_font() -> bytes:
    font, out = TTFont(io.BytesIO(font_bytes())), io.BytesIO()
    font["OS/2"].fsType = 2
    font.save(out)
    return out.getvalue()


# --- the corpus ----------------------------------------------------------------------------


@cache
def corpus() -> tuple[Case, ...]:
    files = sorted(CASES.glob("*.case"))
    return tuple(read_case(file.stem, file.read_text("utf-8")) for file in files)


@cache
def found_in(name: str) -> tuple[Finding, ...]:
    case = next(case for case in corpus() if case.name == name)
    return findings(case.files, case.dpi, case.edition)


def findings(
    files: Mapping[str, str | bytes], dpi: int = 300, edition: str = ""
) -> tuple[Finding, ...]:
    """What `cardgen check` finds, and `cardgen build --dpi` beside it."""
    game, report = MemoryGame(files, edition=edition), Report()
    checked = check_game(game, report)
    if checked is not None and dpi != 300:
        report.extend(
            find_large_files(Subject(game, checked.spec, checked.bound, checked.laid), dpi)
        )
    return report.findings


@cache
def good_findings() -> tuple[Finding, ...]:
    return findings(good())


def listed(found: tuple[Finding, ...]) -> str:
    """What was found instead, a line each."""
    lines = (f"{f.severity}[{f.code}] {f.span}: {f.message}" for f in found)
    return "found instead:\n" + ("\n".join(lines) or "nothing")


def places(found: tuple[Finding, ...], code: str) -> list[tuple[str, int, int]]:
    return [(f.span.file, f.span.line, f.span.column) for f in found if f.code == code and f.span]


def awaited(case: Case) -> ParameterSet:
    """The case; one that waits for a bug to be mended fails until then, and must."""
    marks = [pytest.mark.xfail(reason=case.bug, strict=True)] if case.bug else []
    return pytest.param(case, marks=marks, id=case.name)


@pytest.mark.parametrize("case", [awaited(case) for case in corpus()])
def test_the_corpus_has_each_fault_found_where_it_is(case: Case) -> None:
    found = found_in(case.name)
    if case.silent:
        assert case.code not in {f.code for f in found}, listed(found)
        assert not [f for f in found if f.severity == "error"], listed(found)
    else:
        assert case.place in places(found, case.code), f"{case.place} {case.code}, {listed(found)}"


CODES = [code for code in all_codes() if code != BROKEN]
"""Plug-ins are no part of a game: `tests.rules.test_plugins` has theirs."""


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_game_on_which_it_fires(code: str) -> None:
    assert [case.name for case in corpus() if case.code == code and not case.silent]


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_silent_on_the_good_game(code: str) -> None:
    assert code not in {finding.code for finding in good_findings()}


def test_the_good_game_has_no_finding() -> None:
    found = good_findings()
    assert found == (), listed(found)


def test_the_corpus_has_120_faulty_games_and_more() -> None:
    assert len([case for case in corpus() if not case.silent]) >= 120


def test_no_case_names_a_code_that_is_gone() -> None:
    assert {case.code for case in corpus()} <= set(all_codes())


@pytest.mark.parametrize("case", [case for case in corpus() if not case.bug], ids=str)
def test_every_finding_of_the_corpus_has_a_place_that_exists(case: Case) -> None:
    """A line and column of a file of the game, the end of the line included."""
    for finding in found_in(case.name):
        if finding.code in WITHOUT_PLACE:
            continue
        assert finding.span is not None, finding
        for span in (finding.span, *(note.span for note in finding.notes if note.span)):
            assert span.path in case.files, (finding.code, finding.message, span)
            if span.cell:
                continue
            content = case.files[span.file]
            text = content if isinstance(content, str) else content.decode("latin-1")
            lines = text.split("\n")
            assert 1 <= span.line <= len(lines), (finding.code, span)
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1, (finding.code, span)
            assert span.end_column > span.column, (finding.code, span)


# --- the reader of cases -------------------------------------------------------------------


def test_a_case_whose_edit_fits_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="the good game has no `no such`"):
        read_case("x", "expect: bad-color\n\n--- game.yaml\n- no such\n+ §thing\n")


def test_a_case_that_fires_needs_a_mark() -> None:
    with pytest.raises(ValueError, match="has one `§`"):
        read_case("x", "expect: bad-color\n\n--- game.yaml\n- rust\n+ rusty\n")


def test_a_case_without_an_expectation_is_refused() -> None:
    with pytest.raises(ValueError, match="no line `expect: code`"):
        read_case("x", "--- game.yaml\n- rust\n+ §rusty\n")


def test_a_case_that_points_elsewhere_fails_and_says_what_was_found() -> None:
    text = 'expect: bad-color\n\n--- game.yaml\n- palette\n- ink: "#222222"\n'
    text = text.replace("- palette\n", "") + '+ §ink: "#22222"\n'
    case = read_case("x", text)
    found = findings(case.files)
    assert case.place not in places(found, "bad-color")
    assert "error[bad-color] game.yaml:2:16" in listed(found)
