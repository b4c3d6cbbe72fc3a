"""`check --fix` makes the edits that hints stand for, shows them first and changes nothing else."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.cli.fix_command import watch_game
from cardgen.core.findings import Finding, Span
from cardgen.files import watch
from cardgen.files.disk_game import DiskGame
from cardgen.files.replace_unchanged import ChangedFileError
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.report.fix import Fix
from cardgen.report.fixed_files import apply_fixes, edit_text
from cardgen.report.quick_fixes import find_fixes
from tests.support.commands import Completed, run_cardgen
from tests.support.patience import SECONDS
from tests.support.previews import save

GAME = """\
game: Mended
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: pokr, front: front}}
"""
LAYOUTS = """\
layouts:\r
  front:\r
    bleed: [{shape: rectangle, fill: "sannd"}]  # sannd\r
    safe: [{text: "{{ name }}", font: text, size: 9pt, colr: ink}]\r
"""
CARDS = "\ufeff- {name: '“ Wolf'}\n- {name: 'Fox', copies: 2}\n"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "mended"
    folder.mkdir()
    for name, text in {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}.items():
        (folder / name).write_bytes(text.encode())
    return folder


def check(game: Path, *words: str) -> Completed:
    return run_cardgen("check", game, *words)


def test_names_become_the_nearest_and_nothing_else_changes(game: Path) -> None:
    first = check(game, "--fix")
    assert "-decks: {cards: {cards: cards.yaml, size: pokr, front: front}}" in first.stdout
    assert "+decks: {cards: {cards: cards.yaml, size: poker, front: front}}" in first.stdout
    check(game, "--fix")
    assert (game / "game.yaml").read_text() == GAME.replace("pokr", "poker")
    mended = LAYOUTS.replace('"sannd"', '"sand"').replace("colr", "color")
    assert (game / "layouts.yaml").read_bytes().decode() == mended


def test_words_of_other_tools_become_those_that_are_meant(game: Path) -> None:
    """In as many steps as one word hides behind another. What is not quite the same stays: an
    ellipse is a circle only where it is as wide as high."""
    (game / "layouts.yaml").write_text(
        "layouts: {front: {safe: ["
        "{label: hi, font-family: text, fontSize: 9pt, text-align: centre}, "
        "{shape: oval, background: sand, x: 1mm, border: ink}, {shape: circle, margin: 2mm}]}}\n"
    )
    for _ in range(3):
        check(game, "--fix")
    assert (game / "layouts.yaml").read_text() == (
        "layouts: {front: {safe: ["
        "{text: hi, font: text, size: 9pt, align: center}, "
        "{shape: ellipse, fill: sand, left: 1mm, stroke: ink}, {shape: circle, margin: 2mm}]}}\n"
    )


def test_a_space_inside_quotation_marks_goes(game: Path) -> None:
    for _ in range(4):
        last = check(game, "--fix")
    assert (game / "cards.yaml").read_bytes().decode() == CARDS.replace("“ Wolf", "“Wolf")
    assert "nothing can be mended safely" in last.stdout


def test_a_plain_check_writes_nothing(game: Path) -> None:
    before = {file: file.read_bytes() for file in game.iterdir()}
    check(game)
    assert before == {file: file.read_bytes() for file in game.iterdir()}


def test_programs_get_findings_on_stdout_and_the_difference_on_stderr(game: Path) -> None:
    run = check(game, "--fix", "--format", "json")
    assert run.stdout.startswith("[")
    assert "+++" in run.stderr


def test_what_was_saved_meanwhile_is_left_as_it_is(game: Path) -> None:
    span = Span("game.yaml", 4, 42, 46)
    (file,) = apply_fixes(game, [Fix("write `poker`", span, "pokr", "poker", is_safe=True)])
    (game / "game.yaml").write_text("game: Another\n")
    with pytest.raises(ChangedFileError):
        file.write()
    assert (game / "game.yaml").read_text() == "game: Another\n"


def test_a_file_behind_a_link_is_not_written(game: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    (game / "game.yaml").rename(outside)
    (game / "game.yaml").symlink_to(outside)
    span = Span("game.yaml", 4, 42, 46)
    assert not apply_fixes(game, [Fix("", span, "pokr", "poker", is_safe=True)])
    span = Span("../outside.yaml", 4, 42, 46)
    assert not apply_fixes(game, [Fix("", span, "pokr", "poker", is_safe=True)])


def test_a_file_in_a_linked_folder_is_not_written(game: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "cards.yaml").write_text(GAME)
    (game / "linked").symlink_to(tmp_path / "outside")
    span = Span("linked/cards.yaml", 4, 42, 46)
    assert not apply_fixes(game, [Fix("", span, "pokr", "poker", is_safe=True)])


def test_a_mended_file_keeps_its_permissions(game: Path) -> None:
    (game / "game.yaml").chmod(0o640)
    check(game, "--fix")
    assert (game / "game.yaml").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("elements", "mended"),
    [
        ("{text: hi, style: body, stile: body}", "{text: hi, style: body, stile: body}"),
        ("{text: hi, stile: body, styl: body}", "{text: hi, style: body, styl: body}"),
        (
            "{text: hi, style: body, stile: body, colr: ink}",
            "{text: hi, style: body, stile: body, color: ink}",
        ),
    ],
)
def test_no_fix_makes_a_field_stand_twice(game: Path, elements: str, mended: str) -> None:
    """The file could not be read any more."""
    styles = "styles: {body: {font: text, size: 9pt}}\nlayouts: {front: {safe: ["
    (game / "layouts.yaml").write_text(f"{styles}{elements}]}}}}\n")
    check(game, "--fix")
    assert (game / "layouts.yaml").read_text() == f"{styles}{mended}]}}}}\n"


def test_a_value_that_others_repeat_is_mended_behind_its_anchor(game: Path) -> None:
    layouts = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: &paint sannd}]
    trim: [{shape: rectangle, stroke: *paint}]
    safe: [{text: "{{ name }}", font: text, size: 9pt, color: ink}]
"""
    (game / "layouts.yaml").write_text(layouts)
    check(game, "--fix")
    assert (game / "layouts.yaml").read_text() == layouts.replace("sannd", "sand")


def test_a_file_that_is_read_only_stays_and_others_are_mended(game: Path) -> None:
    (game / "game.yaml").chmod(0o440)
    run = check(game, "--fix")
    assert (game / "game.yaml").read_text() == GAME
    assert run.returncode == 2
    assert "game.yaml: it is read-only" in run.stderr
    assert "wrote 2 fixes into 1 file" in run.stdout
    assert '"sand"' in (game / "layouts.yaml").read_text()


def test_a_fix_and_a_watch_are_not_asked_for_together(game: Path) -> None:
    run = check(game, "--fix", "--watch")
    assert run.returncode == 2
    assert "--watch" in run.stderr


def test_of_fixes_that_overlap_the_first_counts() -> None:
    wide = Fix("", Span("a.yaml", 1, 1, 4), "abc", "x", is_safe=True)
    within = Fix("", Span("a.yaml", 1, 2, 3), "b", "y", is_safe=True)
    after = Fix("", Span("a.yaml", 1, 4, 5), "d", "z", is_safe=True)
    stale = Fix("", Span("a.yaml", 1, 5, 6), "q", "w", is_safe=True)
    assert edit_text("abcde\n", "a.yaml", [wide, within, after, stale]) == ("xze\n", 2)


@pytest.mark.parametrize(
    ("line", "place", "message", "hint", "mended"),
    [
        ("fill: rde", "rde", "there is no `rde`", "did you mean `red`?", "fill: red"),
        ("fill: 'rde'", "'rde'", "there is no `rde`", "did you mean `red`?", "fill: 'red'"),
        ('fill: "rde"', '"rde"', "there is no `rde`", "did you mean `y`?", 'fill: "y"'),
        ("{copies: 2}", "2", "twice", "write `copies: 1`", "{copies: 1}"),
        ("- {copies: 2}", "{", "7 cards", "raise `copies` by 3, or write `a: 7`", "- {copies: 5}"),
        ("say “Well —“.", "“.", "`“` opens", "type `”`", None),
        ("fill: rde", "rde", "there is no `rde`", "did you mean `no`?", None),
        ("fill: rde", "rde", "there is no `rde`", "did you mean `# a: b`?", None),
        ("fill: 'rde'", "'rde'", "there is no `rde`", "did you mean `it's`?", None),
        ("fill: rde", "rde", "something else", "did you mean `red`?", None),
        ("fill: rde", "rde", "there is no `rde`", "known: `red`, `blue`", None),
        (
            "- {copies: 2, with: {copies: 3}}",
            "{",
            "7",
            "raise `copies` by 3",
            "- {copies: 5, with: {copies: 3}}",
        ),
        ("- {copies: 2}", "{", "7 cards", "lower `copies` by 3", None),
    ],
)
def test_a_hint_is_an_edit_only_where_it_says_all(
    line: str, place: str, message: str, hint: str, mended: str | None
) -> None:
    column = line.index(place) + 1
    span = Span("cards.yaml", 1, column, column + len(place))
    found = Finding("unknown-name", message, span, hint=hint)
    assert mend(found, line) == ([] if mended is None else [mended])


def mend(finding: Finding, text: str) -> list[str]:
    """The text of the one file there is, with each of a finding's fixes."""
    lines = text.splitlines()
    fixes = find_fixes(finding, lambda _, n: lines[n - 1] if n <= len(lines) else None)
    assert finding.span is not None
    return [edit_text(text, finding.span.file, [fix])[0] for fix in fixes]


@pytest.mark.parametrize(
    ("text", "place", "message", "hint", "mended"),
    [
        ("Pay {coyn} now", "{coyn}", "no icon `coyn`", "did you mean `coin`?", "Pay {coin} now"),
        ("- rats/foxx", "rats/foxx", "`rats` has no `foxx`", "did you mean `fox`?", "- rats/fox"),
        ("page('a-b')", "page('a-b')", "no `a-b`", "did you mean `a-c`?", "page('a-c')"),
        ("on {on}", "on {on}", "no icon `on`", "did you mean `one`?", None),
        ("Pay {a-b}", "{a-b}", "no icon `b`", "did you mean `c`?", None),
        ("Pay {b}", "{b}", "no icon `b`", "did you mean `c: d`?", None),
        ("{papre: a4}", "papre", "`papre`", "did you mean `paper`? See `x`", "{paper: a4}"),
        ("{name: Owll}", "Owll", "`Owll`", "did you mean `Owl`? It is 1 short", "{name: Owl}"),
        ("{shape: circle}", "circle", "`circle`", "did you mean `oval`? It is round", None),
        ("size: 10", "10", "`10` has no unit", "write `10pt`", "size: 10pt"),
        ("a: <b>x", "<b>", "`<b>` is HTML", "write `**bold**`", None),
        ("- {mark: rust}", "rust", "2 of 3", "write `leaf` there, or `leaf: 2`", "- {mark: leaf}"),
    ],
)
def test_a_name_is_mended_wherever_it_is_typed(
    text: str, place: str, message: str, hint: str, mended: str | None
) -> None:
    column = text.index(place) + 1
    span = Span("a.yaml", 1, column, column + len(place))
    found = Finding("unknown-name", message, span, hint=hint)
    assert mend(found, text) == ([] if mended is None else [mended])


@pytest.mark.parametrize(
    ("text", "place", "hint", "mended"),
    [
        ("- {name: Owl}", "Owl", "raise `copies` by 2", "- {name: Owl, copies: 3}"),
        ("- {name: Owl, a: {b: 1}, copies: 2}", "1", "raise `copies` by 2", "copies: 4}"),
        ("- name: Owl\n  text: x\n", "x", "raise `copies` by 1", "Owl\n  copies: 2\n  text: x\n"),
        ("- name: Owl\n  copies: 2\n", "Owl", "lower `copies` by 1, or …", "copies: 1\n"),
        ("- name: Owl\r\n  a: x\r\n", "x", "raise `copies` by 1", "Owl\r\n  copies: 2\r\n"),
        ("- name: two\n    lines\n", "two", "raise `copies` by 1", None),
        ("- {name: Owl}", "Owl", "lower `copies` by 1", None),
        ("- {<<: *a, name: Owl}", "Owl", "raise `copies` by 1", None),
        ("- &a {name: Owl}\n- *a\n", "Owl", "raise `copies` by 1", None),
        ("- {picture: a.png}", "{", "write `turn: 90`, or save it upright", "a.png, turn: 90}"),
        ("- {text: a, leading: 1}", "{", "write `leading: 1.5` or more", "{text: a, leading: 1.5}"),
        ("a: {total: 5}", "5", "add 1 card, or write `total: 4`", "a: {total: 4}"),
        ("a: {'a b': 5}", "5", "add the card, or write `a b: 4`", "a: {'a b': 4}"),
        ("a: {total: 5}", "5", "add 1 card, or write `other: 4`", None),
    ],
)
def test_a_field_is_changed_or_added_as_its_mapping_is_written(
    text: str, place: str, hint: str, mended: str | None
) -> None:
    number = text[: text.index(place)].count("\n") + 1
    column = text.splitlines()[number - 1].index(place) + 1
    found = Finding("x", "", Span("a.yaml", number, column, column + len(place)), hint=hint)
    made = mend(found, text)
    assert len(made) == (mended is not None)
    assert mended is None or mended in made[0]


@pytest.mark.parametrize(
    ("rows", "mended"),
    [
        ("- rule: Take a card: any.\n", '- rule: "Take a card: any."\n'),
        ('- rule: Say "a": now\n', "- rule: 'Say \"a\": now'\n"),
        (
            "- {rule: Take one: then, at last, two.}\n",
            '- {rule: "Take one: then, at last, two."}\n',
        ),
        (
            "- name: Owl\n- {rule: Take: it, name: Fox}\n",
            '- name: Owl\n- {rule: "Take: it", name: Fox}\n',
        ),
        (
            "- {name: 'Owl, old', name.de: Uhu}\n- {rule: Take: it, name.de: Fux}\n",
            "- {name: 'Owl, old', name.de: Uhu}\n- {rule: \"Take: it\", name.de: Fux}\n",
        ),
        ("- {rule: Take: it,}\n", '- {rule: "Take: it",}\n'),
        ("- {rule: Pay: {coin}}\n", '- {rule: "Pay: {coin}"}\n'),
        ("- {rule: Pay: {{ cost }}}  # {x}\n", '- {rule: "Pay: {{ cost }}"}  # {x}\n'),
        ("[{rule: Take: it}, {name: Fox}]\n", '[{rule: "Take: it"}, {name: Fox}]\n'),
        ("- rule: @home\n", '- rule: "@home"\n'),
        ("- rule: a: b\n- rule: c: d\n", '- rule: "a: b"\n- rule: "c: d"\n'),
    ],
)
def test_texts_that_yaml_cannot_read_get_quotes_all_in_one_run(
    game: Path, rows: str, mended: str
) -> None:
    (game / "cards.yaml").write_text(rows)
    check(game, "--fix")
    assert (game / "cards.yaml").read_text() == mended


@pytest.mark.parametrize(
    "rows",
    [
        "- rule: Take a card: any\n    of them.\n",
        "- name: Fox cost: 3\n- {name: Owl, cost: 2}\n",
        "- rule: Take: it # or not\n",
        "- rule: Take: it\t# or not\n",
        "- {rule: Take: it, long name: Fox}\n",
        "- {rule: Choose one: heal, then: draw}\n",
        "- {name: Fox}\n- {name: Owl, rule: Choose one: heal, then: draw}\n"
        "- {name: Jay, rule: Choose two: heal, then: draw}\n",
        '- {rule: Say: "this, x: that", name: Fox}\n',
        "- {name: Fox,\n   rule: *Take* it,\n   cost: 3}\n",
        "- {\n    name: Fox,\n    rule: %Take it, cost: 3\n  }\n",
        "- rule: Take card #3\n",
        "- rule: *hand\n",
        "- {name: Owl: cost: 3}\n- {name: Fox, cost: 2}\n",
        "- {name: Owl; cost: 3}\n- {name: Fox, cost: 2}\n",
        "- {name: Owl,, rule: Take it: now}\n",
    ],
)
def test_where_a_text_ends_or_begins_is_not_guessed(game: Path, rows: str) -> None:
    (game / "cards.yaml").write_text(rows)
    check(game, "--fix")
    assert (game / "cards.yaml").read_text() == rows


@pytest.mark.parametrize(
    "line",
    [
        "      - {outline: S, at: center; width§: 20mm}",
        "  text: {regular: a.ttf. italic§: b.ttf}",
        "  places: {cards: places.csv, front: place§: back: reverse}",
        "        gap: 2mm         padding§: 1mm",
        "        padding: 1mm   reverse§:",
    ],
)
def test_a_text_that_runs_into_a_field_gets_no_quotes_unasked(line: str) -> None:
    column = line.index("§") + 1
    hint = "quote a text that contains `: `"
    found = Finding("yaml-syntax", "a colon", Span("a.yaml", 2, column, column + 1), hint=hint)
    lines = ["layouts:", line.replace("§", "")]
    fixes = find_fixes(found, lambda _, n: lines[n - 1] if n <= 2 else None)
    assert fixes
    assert not any(fix.is_safe for fix in fixes)


@pytest.mark.parametrize(
    ("rows", "mended"),
    [
        ("- {name: Owl cost: 3}", "- {name: Owl, cost: 3}"),
        ("- {name: Owl; cost: 3}", "- {name: Owl, cost: 3}"),
        ("- {name: Owl: cost: 3}", "- {name: Owl, cost: 3}"),
    ],
)
def test_a_comma_before_the_next_key_is_offered(rows: str, mended: str) -> None:
    lines = ["- {name: Fox, cost: 2}", rows]
    at = rows.index(": 3") + 1
    hint = "quote a text that contains `: `"
    found = Finding("yaml-syntax", "a colon", Span("a.yaml", 2, at, at + 1), hint=hint)
    fixes = find_fixes(found, lambda _, n: lines[n - 1] if n <= 2 else None)
    assert edit_text(rows, "a.yaml", [replace(fixes[0], span=replace(fixes[0].span, line=1))]) == (
        mended,
        1,
    )


@pytest.mark.parametrize(
    ("rows", "mended"),
    [
        (
            "- {name: Owl,, cost: 3}\n- {name: Fox, cost: 2}\n",
            "- {name: Owl, cost: 3}\n- {name: Fox, cost: 2}\n",
        ),
        ("- {name: Owl,, then}\n", "- {name: Owl,, then}\n"),
        ("- {name: Owl},  # old\n- {name: Fox},\n", "- {name: Owl}  # old\n- {name: Fox}\n"),
        ('- "name": "Owl",\n  "cost": 3\n', '- "name": "Owl"\n  "cost": 3\n'),
        ("-{name: Owl}\n- {name: Fox}\n", "- {name: Owl}\n- {name: Fox}\n"),
        ("- {name: Owl}\n– {name: Fox}\n", "- {name: Owl}\n- {name: Fox}\n"),
        ("- name: Owl\n\xa0\xa0cost: 3\n", "- name: Owl\n  cost: 3\n"),
        (
            "- rule: Pay.\n  cost is 3\n- cost: 3\n",
            "- rule: Pay.\n  cost is 3\n- cost: 3\n",
        ),
        (
            "- {name: Owl, cost=3}\n- {name=Fox, cost: 1, odd:4}\n",
            "- {name: Owl, cost: 3}\n- {name: Fox, cost: 1, odd:4}\n",
        ),
        ("- {rule: Pay 3, or pass}\n", '- {rule: "Pay 3, or pass"}\n'),
        ("- {tags: red, blue}\n", "- {tags: red, blue}\n"),
        ("- name:Owl\n- name: Fox\n  cost=3\n", "- name:Owl\n- name: Fox\n  cost=3\n"),
        (
            "- name:Owl\n  cost: 2\n- name: Fox\n  cost = 3\n",
            "- name: Owl\n  cost: 2\n- name: Fox\n  cost: 3\n",
        ),
    ],
)
def test_signs_of_yaml_are_put_right_where_other_lines_say_which_are_meant(
    game: Path, rows: str, mended: str
) -> None:
    (game / "cards.yaml").write_text(rows)
    check(game, "--fix")
    assert (game / "cards.yaml").read_text() == mended


def test_curly_quotes_around_a_text_are_replaced_or_kept_where_somebody_asks_for_it() -> None:
    line = "- rule: “Take it: now”"
    found = Finding(
        "yaml-syntax", "", Span("a.yaml", 1, 9, 10), hint="put the whole text in quotes"
    )
    straight, kept = find_fixes(found, lambda _, n: line if n == 1 else None)
    assert (straight.new, straight.is_safe) == ('"Take it: now"', False)
    assert (kept.new, kept.is_safe) == ('"“Take it: now”"', False)


def test_the_keys_of_a_file_are_looked_for_once_for_all_its_findings() -> None:
    lines = [f"- {{name: Owl, odd{number}:4}}" for number in range(100)]
    asked: list[int] = []

    def read_line(_: str, number: int) -> str | None:
        asked.append(number)
        return lines[number - 1] if number <= len(lines) else None

    for finding in read_yaml("\n".join(lines) + "\n", "a.yaml")[1]:
        (fix,) = find_fixes(finding, read_line)
        assert not fix.is_safe
    assert len(asked) < 10 * len(lines)


@pytest.mark.parametrize("typed", ["[a, b]", "{a: b}", "|", "- a"])
def test_a_word_replaces_no_list_or_text_of_which_the_finding_marks_the_beginning(
    typed: str,
) -> None:
    line = f"  letter: {typed}"
    place = Span("a.yaml", 1, 11, 12 + typed.startswith("-"))
    found = Finding("composition-count", "", place, hint="write `x` there, or `x: 1`")
    assert find_fixes(found, lambda _, n: line if n == 1 else None) == ()


def test_the_name_of_a_field_that_a_colon_parts_is_joined_where_somebody_asks_for_it() -> None:
    line = "- {shape: line, st: roke-width: 1mm}"
    colon = Span("a.yaml", 1, line.index(": 1mm") + 1, line.index(": 1mm") + 2)
    found = Finding("yaml-syntax", "a colon", colon, hint="quote a text that contains `: `")
    joined, quoted = find_fixes(found, lambda _, n: line if n == 1 else None)
    assert (joined.old, joined.new, joined.is_safe) == ("st: roke-width", "stroke-width", False)
    assert (quoted.new, quoted.is_safe) == ('"roke-width: 1mm"', False)


def test_a_table_of_another_program_is_mended_only_where_somebody_asks_for_it() -> None:
    span = Span("a.csv", 1, 1, 4)
    found = Finding("unknown-color", "no `rde`", span, hint="did you mean `red`?")
    (fix,) = find_fixes(found, lambda _, n: "rde" if n == 1 else None)
    assert (fix.new, fix.is_safe) == ("red", False)


@pytest.mark.parametrize(
    ("table", "mended"),
    [
        ("name,copies\nFox,2\n", "name,copies\nFox,3\n"),
        ("Qty;name\n2;Fox\n", "Qty;name\n3;Fox\n"),
        ('name,copies,n\n"Fox, red",2,1\n', 'name,copies,n\n"Fox, red",3,1\n'),
        ("name,cost\nFox,2\n", None),
        ('name,copies\nFox,"2"\n', None),
    ],
)
def test_the_copies_of_a_row_are_changed_in_the_column_that_has_them(
    table: str, mended: str | None
) -> None:
    lines = table.splitlines()
    column = lines[1].index("2") + 1
    span = Span("a.csv", 2, column, column + 1)
    found = Finding("composition-count", "1 short", span, hint="raise `copies` by 1, or …")
    fixes = find_fixes(found, lambda _, n: lines[n - 1] if n <= len(lines) else None)
    assert [edit_text(table, "a.csv", [fix])[0] for fix in fixes] == ([mended] if mended else [])


def test_a_name_that_is_only_like_another_is_no_safe_fix() -> None:
    span = Span("a.yaml", 1, 1, 6)
    found = Finding("unknown-field", "no `count`", span, hint="did you mean `cost`?")
    (fix,) = find_fixes(found, lambda _, n: "count: 3" if n == 1 else None)
    assert not fix.is_safe


@pytest.mark.parametrize("meant", ["card-title", "title-1", "title2"])
def test_a_name_that_is_a_part_of_another_or_has_another_number_is_no_safe_fix(meant: str) -> None:
    span = Span("a.yaml", 1, 8, 13)
    found = Finding("unknown-style", "no `title`", span, hint=f"did you mean `{meant}`?")
    (fix,) = find_fixes(found, lambda _, n: "style: title" if n == 1 else None)
    assert (fix.new, fix.is_safe) == (meant, False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_a_watched_game_is_checked_after_each_save(game: Path) -> None:
    command = [sys.executable, "-m", "cardgen", "check", str(game), "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        late = threading.Timer(SECONDS, run.kill)
        late.start()
        lines = iter(run.stdout.readline, "")
        assert any("unknown-size" in line for line in lines)
        assert any("watching mended" in line for line in lines)
        save(game / "game.yaml", GAME.replace("pokr", "pkr"))
        assert any("`pkr`" in line for line in lines)
        run.send_signal(signal.SIGINT)
        assert any("stopped watching" in line for line in lines)
        late.cancel()


def test_a_watched_game_is_not_checked_again_where_nothing_was_saved(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those who watch are told ten times a second that nothing was saved."""
    one, checks = DiskGame(game), []
    told: list[tuple[DiskGame, ...]] = [(), (), (one,), (), (one,), ()]
    monkeypatch.setattr(watch, "iterate_saves", lambda *_: iter(told))
    watch_game(one, lambda: checks.append("check"), sys.stdout)
    assert len(checks) == 3
    assert capsys.readouterr().out.startswith("watching mended")


@pytest.mark.parametrize(("typed", "safe"), [("{coinn}", True), ("{coin2}", False)])
def test_a_slip_in_an_icon_is_mended_as_one_in_a_field_is(typed: str, safe: bool) -> None:
    """The braces around it are no slips."""
    span = Span("a.yaml", 1, 11, 11 + len(typed))
    message = f"there is no icon `{typed[1:-1]}`"
    found = Finding("unknown-icon", message, span, hint="did you mean `coin`?")
    (fix,) = find_fixes(found, lambda _file, _line: f"- {{a: Pay {typed}}}")
    assert (fix.new, fix.is_safe) == ("coin", safe)
