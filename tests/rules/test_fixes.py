"""What hints propose as an edit mends what they stand under, over the corpus of faulty games."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cardgen.core.file_lines import split_lines, strip_end
from cardgen.core.findings import Finding, ReadLine
from cardgen.report.fix import Fix
from cardgen.report.fixed_files import edit_text
from cardgen.report.quick_fixes import find_fixes
from tests.rules.test_cases import Case, corpus, findings, found_in


def line_reader(files: Mapping[str, str | bytes]) -> ReadLine:
    def read_line(file: str, number: int) -> str | None:
        text = files.get(file)
        lines = split_lines(text, file) if isinstance(text, str) else []
        return strip_end(lines[number - 1]) if number <= len(lines) else None

    return read_line


def mend(case: Case, fix: Fix) -> Mapping[str, str | bytes]:
    text = case.files[fix.span.file]
    assert isinstance(text, str)
    made, count = edit_text(text, fix.span.file, [fix])
    assert count == 1
    return {**case.files, fix.span.file: made}


def is_told(finding: Finding, after: tuple[Finding, ...]) -> bool:
    """Whether the same is told at the same line."""
    place = finding.span and (finding.span.file, finding.span.line)
    return any(
        (one.code, one.message) == (finding.code, finding.message)
        and place == (one.span and (one.span.file, one.span.line))
        for one in after
    )


def fixes_of(case: Case) -> list[tuple[Finding, Fix]]:
    """The edits that hints of the code stand for that a case is about."""
    told = [finding for finding in found_in(case.name) if finding.code == case.code]
    reader = line_reader(case.files)
    return [(finding, fix) for finding in told for fix in find_fixes(finding, reader)]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("misspelt-icon", "write `coin`"),
        ("misspelt-style-in-markup", "write `title`"),
        ("booklet-link-to-no-heading", "write `scoring`"),
        ("booklet-card-that-is-not-there", "write `fox`"),
        ("paper-that-is-none", "write `a4`"),
        ("option-that-the-target-does-not-take", "write `paper`"),
        ("credit-in-a-table-of-a-file-that-is-elsewhere", "write `coin.svg`"),
        ("language-that-is-a-country", "write `ja`"),
        ("size-without-a-unit", "write `10pt`"),
        ("mark-swapped", "write `leaf`"),
        ("total-too-high", "write `total: 5`"),
        ("box-deeper-than-wide", "write `piles: 2`"),
        ("ruby-between-close-lines", "write `leading: 1.5`"),
        ("sizes-that-nearly-agree", "write `size: poker`"),
        ("template-without-quotes", 'write `"{{ name|upper }} of hands"`'),
        ("template-with-words-without-quotes", "write `'{{ \"a\" if name == ''b'' else \"c\" }}'`"),
        ("colon-in-an-unquoted-text", 'write `"Take a card: any card."`'),
        ("text-that-ends-at-a-number-sign", 'write `"Take card #3"`'),
    ],
)
def test_a_hint_that_is_an_edit_is_offered_as_one(name: str, title: str) -> None:
    case = next(case for case in corpus() if case.name == name)
    assert title in [fix.title for _, fix in fixes_of(case)]


@pytest.mark.parametrize("case", [case for case in corpus() if not case.silent], ids=str)
def test_a_fix_takes_its_finding_away(case: Case) -> None:
    for finding, fix in fixes_of(case):
        assert not is_told(finding, findings(mend(case, fix), case.dpi, case.edition))
