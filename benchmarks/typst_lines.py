"""Compare cardgen's lines with typst's on Novelty's 48 quotes, and in ten languages.

    .venv/bin/python -m benchmarks.typst_lines

In      the quotes, and three paragraphs in each of ten languages (`ten_languages.txt`), justified
        and hyphenated, plain and with letterspace of 2 %; typst from PyPI.
Out     the tables of `docs/typesetting.md`.

Both set the same words in the same font. What counts is measured on the lines alone, as text:
cardgen's shaping says how wide each is by nature, hanging punctuation left out, and so how far
its spaces (and letters) were stretched or shrunk. Badness is Knuth and Plass's, 100·|r|³, for
each line but the last of a paragraph; r = 1 is a word space of 1.6 times its width.
"""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from msgspec.structs import replace

from benchmarks.typesetting import LETTERSPACE, NOVELTY, POINTS_PER_MM, STRETCH, quotes
from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.layout.text.fragments import measure_hang
from cardgen.layout.text.lines import measure_natural_width
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun
from cardgen.layout.text.words import Fragment
from cardgen.text.fonts import open_face
from cardgen.text.shaping import shape

LANGUAGES = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian",
    "nl": "Dutch", "sv": "Swedish", "pl": "Polish", "fi": "Finnish", "tr": "Turkish",
}  # fmt: skip
TEN_LANGUAGES = Path(__file__).with_name("ten_languages.txt")
UNTUNED = Path(__file__).with_name("human_rights.txt")
"""Thirty more paragraphs, that prices are checked on and not fitted to."""
FONTS = NOVELTY.parents[1] / "fonts"
SIZE = 9.0
SHRINK = 1 / 3
"""Spaces may shrink to two thirds of their width, as typst's do; cardgen's own limit is 75 %."""


@dataclass(frozen=True)
class Score:
    """How a set of paragraphs came out."""

    badness: float
    worst: float
    hyphens: int
    lone: int
    lines: int


def paragraphs() -> list[tuple[TextRun, TextSetting]]:
    """The forced lines of the quotes that are of one run, each a paragraph of its own."""
    found = []
    for text, setting in quotes():
        for paragraph in text.paragraphs:
            for line in paragraph:
                run = line[0]
                if len(line) == 1 and isinstance(run, TextRun):
                    found.append((run, setting))
    return found


def lines_of_cardgen(run: TextRun, setting: TextSetting, measure: float) -> list[str]:
    """The lines as text, with the hyphens that were added."""
    block = set_text(RichText((((run,),),)), setting, SIZE, measure)
    return [
        "".join(
            glyph.text
            for part in line.parts
            if isinstance(part, PlacedRun)
            for glyph in part.glyphs
        )
        for line in block.lines
    ]


def language_paragraphs(
    file: Path = TEN_LANGUAGES,
) -> dict[str, list[tuple[TextRun, TextSetting]]]:
    """The paragraphs of each language in a file, in the upright face."""
    _, setting = paragraphs()[0]
    face = open_face((FONTS / "EBGaramond-Regular.ttf").read_bytes(), name="EB Garamond")
    found: dict[str, list[tuple[TextRun, TextSetting]]] = {}
    for part in file.read_text("utf-8").split("\n== ")[1:]:
        language, *texts = part.strip().split("\n")
        own = replace(setting, face=face, language=language)
        found[language] = [(TextRun(text, face, Color(0, 0, 0)), own) for text in texts]
    return found


def lines_of_typst(
    texts: Sequence[str],
    measure: float,
    letterspace: float,
    language: str = "en",
    style: str = "italic",
) -> list[list[str]]:
    """The lines of each text; typst sets every text on a page of its own."""
    import typst

    limits = ""
    if letterspace:
        tracking = f"(min: -{letterspace / 2}em, max: {letterspace}em)"
        limits = f", justification-limits: (tracking: {tracking})"
    source = (
        f"#set page(width: {measure}pt, height: auto, margin: 0pt)\n"
        f'#set text(font: "EB Garamond", style: "{style}", size: {SIZE}pt, '
        f'hyphenate: true, lang: "{language}")\n'
        f"#set par(justify: true{limits})\n"
    )
    source += "#pagebreak()\n".join(f"#text({json.dumps(t, ensure_ascii=False)})\n" for t in texts)
    compiler: Any = typst
    pdf = compiler.compile(
        source.encode("utf-8"), font_paths=[str(FONTS)], ignore_system_fonts=True
    )
    return [_lines_of_page(page) for page in pdfium.PdfDocument(pdf)]


def _lines_of_page(page: pdfium.PdfPage) -> list[str]:
    """PDFium joins words that are divided: U+FFFE stands for the hyphen and the line's end."""
    text = page.get_textpage().get_text_range().replace("\ufffe", "-\n")
    return [line.strip() for line in text.splitlines() if line.strip()]


def stretch_of(
    line: str, run: TextRun, setting: TextSetting, measure: float, space: float
) -> float:
    """How far a line's spaces and letters are set towards their stretch or shrink."""
    piece = TextRun(line, run.face, run.color, run.scale, run.features)
    natural = measure_natural_width(RichText((((piece,),),)), setting, SIZE)
    for at_end in (False, True):
        fragment = Fragment(piece, line)
        natural -= measure_hang(fragment, SIZE, setting.language, at_end=at_end, hanging=True)
    room = measure - natural
    glyphs = sum(1 for letter in line if not letter.isspace())
    letters = glyphs * setting.letterspace * SIZE
    spaces = line.count(" ") * space
    give = spaces * STRETCH + letters if room > 0 else spaces * SHRINK + letters / 2
    return room / give if give else 0.0


def score(found: Sequence[tuple[TextRun, TextSetting, list[str]]], measure: float) -> Score:
    badness, hyphens, lone, count = [], 0, 0, 0
    for run, setting, lines in found:
        space = shape(run.face, " ", run.features).width * SIZE
        for line, following in pairwise(lines):
            ratio = stretch_of(line, run, setting, measure, space)
            badness.append(100 * abs(ratio) ** 3)
            whole = f"{line[:-1].split()[-1]}-{following.split()[0]}" if len(line) > 1 else ""
            hyphens += line.endswith("-") and whole not in run.text
        lone += len(lines) > 1 and " " not in lines[-1]
        count += len(lines)
    return Score(sum(badness), max(badness), hyphens, lone, count)


def compare(millimeters: float, letterspace: float) -> tuple[Score, Score]:
    """Typst's lines and ours at one width."""
    measure = millimeters * POINTS_PER_MM
    changes = {"letterspace": letterspace, "space_shrink": SHRINK, "space_stretch": STRETCH}
    found = [(run, replace(setting, **changes)) for run, setting in paragraphs()]
    typst = lines_of_typst([run.text for run, _ in found], measure, letterspace)
    theirs = [(run, setting, lines) for (run, setting), lines in zip(found, typst, strict=True)]
    ours = [(run, setting, lines_of_cardgen(run, setting, measure)) for run, setting in found]
    return score(theirs, measure), score(ours, measure)


def compare_language(
    found: Sequence[tuple[TextRun, TextSetting]], millimeters: float, letterspace: float
) -> tuple[Score, Score]:
    """Typst's lines and ours in one language."""
    measure = millimeters * POINTS_PER_MM
    changes = {"letterspace": letterspace, "space_shrink": SHRINK, "space_stretch": STRETCH}
    own = [(run, replace(setting, **changes)) for run, setting in found]
    language = own[0][1].language
    texts = [run.text for run, _ in own]
    typst = lines_of_typst(texts, measure, letterspace, language, "normal")
    theirs = [(run, setting, lines) for (run, setting), lines in zip(own, typst, strict=True)]
    ours = [(run, setting, lines_of_cardgen(run, setting, measure)) for run, setting in own]
    return score(theirs, measure), score(ours, measure)


def add_scores(scores: Sequence[Score]) -> Score:
    """The figures of several rows: sums, and the worst line of all."""
    return Score(
        sum(one.badness for one in scores),
        max(one.worst for one in scores),
        sum(one.hyphens for one in scores),
        sum(one.lone for one in scores),
        sum(one.lines for one in scores),
    )


def explain_row(theirs: Score, ours: Score) -> str:
    """In what a row is behind typst's, and what it has instead."""
    behind = list(_list_differences(theirs, ours, sign=1))
    ahead = list(_list_differences(theirs, ours, sign=-1))
    if not behind:
        return "ahead" if ahead else "level"
    return f"{', '.join(behind)}; {', '.join(ahead) or 'nothing instead'}"


def _list_differences(theirs: Score, ours: Score, sign: int) -> Iterator[str]:
    """The figures of a row that are higher (`sign` 1) or lower than typst's."""
    for name, one, other in (
        ("badness", theirs.badness, ours.badness),
        ("worst line", theirs.worst, ours.worst),
    ):
        if sign * (other - one) > one / 200:
            yield f"{name} {other / one - 1:+.0%}" if other < 9.995 * one else f"{name} × 10"
    for name, few, many in (
        ("hyphen", theirs.hyphens, ours.hyphens),
        ("lone last word", theirs.lone, ours.lone),
    ):
        if sign * (many - few) > 0:
            count = abs(many - few)
            yield f"{many - few:+d} {name}{'s' if count > 1 else ''}".replace("-", "−")


def print_languages(millimeters: float, letterspace: float) -> None:
    """One row a language: typst's figures, then ours."""
    letters = f", letters {letterspace:.0%}" if letterspace else ""
    heads = "badness | worst line | hyphens | lone last words | cardgen"
    print(f"\n| {millimeters:g} mm{letters} | {heads} |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    rows = []
    for language, found in language_paragraphs().items():
        rows.append(compare_language(found, millimeters, letterspace))
        print_pair(LANGUAGES[language], *rows[-1])
    theirs, ours = zip(*rows, strict=True)
    print_pair("all", add_scores(theirs), add_scores(ours))


def print_widths(widths: Sequence[float], letterspace: float) -> None:
    """All texts together at each width."""
    letters = f", letters {letterspace:.0%}" if letterspace else ""
    heads = "badness | worst line | hyphens | lone last words | cardgen"
    print(f"\n| quotes and ten languages{letters} | {heads} |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    every = []
    for millimeters in widths:
        languages = language_paragraphs().values()
        rows = [
            compare(millimeters, letterspace),
            *(compare_language(found, millimeters, letterspace) for found in languages),
        ]
        theirs, ours = zip(*rows, strict=True)
        every.append((add_scores(theirs), add_scores(ours)))
        print_pair(f"{millimeters:g} mm", *every[-1])
    theirs, ours = zip(*every, strict=True)
    print_pair("all", add_scores(theirs), add_scores(ours))


def print_untuned(widths: Sequence[float]) -> None:
    """The other thirty paragraphs at all widths together."""
    heads = "badness | worst line | hyphens | lone last words | cardgen"
    print(f"\n| thirty other paragraphs | {heads} |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    languages = language_paragraphs(UNTUNED).values()
    for letterspace in (0.0, LETTERSPACE):
        rows = [
            compare_language(found, millimeters, letterspace)
            for millimeters in widths
            for found in languages
        ]
        theirs, ours = zip(*rows, strict=True)
        name = f"letters {letterspace:.0%}" if letterspace else "spaces alone"
        print_pair(name, add_scores(theirs), add_scores(ours))


def print_pair(name: str, theirs: Score, ours: Score) -> None:
    pairs = (
        (getattr(theirs, field), getattr(ours, field))
        for field in ("badness", "worst", "hyphens", "lone")
    )
    cells = (f"{a:,.0f} / {b:,.0f}" for a, b in pairs)
    print(f"| {name} | {' | '.join(cells)} | {explain_row(theirs, ours)} |")


def main() -> None:
    version = importlib.metadata.version("typst")
    print("| 9 pt, justified | | badness | worst line | hyphens | lone last words | lines |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for millimeters in (53.0, 45.0):
        for letterspace in (0.0, LETTERSPACE):
            scores = compare(millimeters, letterspace)
            what = f"{millimeters:g} mm" + (f", letters {letterspace:.0%}" if letterspace else "")
            for name, one in zip((f"typst {version}", "cardgen"), scores, strict=True):
                print(
                    f"| {what} | {name} | {one.badness:,.0f} | {one.worst:,.0f} "
                    f"| {one.hyphens} | {one.lone} | {one.lines} |"
                )
    for letterspace in (0.0, LETTERSPACE):
        print_languages(53.0, letterspace)
    for letterspace in (0.0, LETTERSPACE):
        print_widths((45.0, 53.0, 60.0), letterspace)
    print_untuned((45.0, 53.0, 60.0))


if __name__ == "__main__":
    main()
