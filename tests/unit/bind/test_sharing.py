"""Layouts out of several files, house styles that games share, parameters with types."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.bind.bound_elements import TextBox
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from tests.unit.bind.test_templates_in_fields import bound, one_fault

GAME = """\
game: G
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: c.yaml, size: poker, front: face}}
"""
FACE = "layouts: {face: {safe: [{text: '{{ name }}', style: title}]}}\n"
HOUSE = "styles: {title: {font: text, size: 17pt}, spare: {font: text}}\n"


def check(files: dict[str, str], *, checks: bool = False) -> tuple[Checked | None, list[Finding]]:
    report = Report()
    given: dict[str, str | bytes] = {"game.yaml": GAME, "c.yaml": "- {name: A}\n", **files}
    found = look(MemoryGame(given), report, checks=checks)
    return found, list(report.findings)


def look(game: GameFiles, report: Report, *, checks: bool = False) -> Checked | None:
    return check_game(game, report) if checks else check_game(game, report, checks=())


def title_size(found: Checked | None) -> float:
    assert found is not None
    (box,) = found.bound.decks[0].cards[0].front.body.safe
    assert isinstance(box, TextBox)
    return box.setting.size


# --- files ---------------------------------------------------------------------------------


def test_layouts_come_out_of_several_files() -> None:
    game = GAME + "layouts: [faces.yaml, styles.yaml]\n"
    found, findings = check({"game.yaml": game, "faces.yaml": FACE, "styles.yaml": HOUSE})
    assert findings == []
    assert title_size(found) == 17


def test_a_house_style_above_the_game_is_included() -> None:
    layouts = "include: ../house.yaml\n" + FACE
    found, findings = check({"layouts.yaml": layouts, "../house.yaml": HOUSE}, checks=True)
    assert title_size(found) == 17
    assert "unused-style" not in {finding.code for finding in findings}, "another game may use it"


def test_a_file_s_own_entries_stand_over_those_that_it_includes() -> None:
    own = "include: house.yaml\nstyles: {title: {font: text, size: 9pt}}\n" + FACE
    found, findings = check({"layouts.yaml": own, "house.yaml": HOUSE})
    assert (title_size(found), findings) == (9, [])


def test_what_is_included_may_include_more_from_where_it_stands() -> None:
    files = {
        "layouts.yaml": "include: parts/a.yaml\n" + FACE,
        "parts/a.yaml": "include: [b.yaml]\nstyles: {}\n",
        "parts/b.yaml": HOUSE,
    }
    assert title_size(check(files)[0]) == 17


def test_a_fault_in_an_included_file_is_found_there() -> None:
    files = {
        "layouts.yaml": "include: house.yaml\n" + FACE,
        "house.yaml": HOUSE + "  bad: {size: 3}\n",
    }
    files["house.yaml"] = "styles:\n  title: {font: text, size: 3}\n"
    (fault,) = check(files)[1]
    assert (fault.span and fault.span.file, fault.code) == ("house.yaml", "bad-length")


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"layouts.yaml": "include: gone.yaml\n" + FACE}, "unreadable-file"),
        ({"layouts.yaml": "include: ../../../etc/passwd\n" + FACE}, "unreadable-file"),
        ({"layouts.yaml": "include: /etc/passwd\n" + FACE}, "unreadable-file"),
        ({"layouts.yaml": "include: layouts.yaml\n" + FACE}, "circular-include"),
        (
            {"layouts.yaml": "include: a.yaml\n" + FACE,
             "a.yaml": "include: layouts.yaml\n" + HOUSE},
            "circular-include",
        ),
        (
            {"game.yaml": GAME + "layouts: [layouts.yaml, b.yaml]\n",
             "layouts.yaml": HOUSE + FACE, "b.yaml": HOUSE},
            "duplicate-key",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_included_is_said(files: dict[str, str], code: str) -> None:
    assert code in {finding.code for finding in check(files)[1]}


def series(folder: Path) -> Path:
    """A game in the `card_data` of a project, with a house style beside it."""
    game = folder / "card_data" / "one"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, "utf-8")
    (game / "c.yaml").write_text("- {name: A}\n", "utf-8")
    (game / "layouts.yaml").write_text("include: ../house.yaml\n" + FACE, "utf-8")
    (folder / "card_data" / "house.yaml").write_text(HOUSE, "utf-8")
    (folder / "house.yaml").write_text(HOUSE, "utf-8")
    return game


def test_the_project_s_folder_is_the_limit(tmp_path: Path) -> None:
    project = tmp_path / "project"
    game = series(project)
    report = Report()
    assert title_size(look(DiskGame(game), report)) == 17
    (game / "layouts.yaml").write_text("include: ../../house.yaml\n" + FACE, "utf-8")
    assert title_size(look(DiskGame(game), report)) == 17
    (tmp_path / "house.yaml").write_text(HOUSE, "utf-8")
    (game / "layouts.yaml").write_text("include: ../../../house.yaml\n" + FACE, "utf-8")
    look(DiskGame(game), report)
    assert "outside" in " ".join(finding.message for finding in report.findings)


def test_no_link_leads_out_of_the_project(tmp_path: Path) -> None:
    game = series(tmp_path / "project")
    secret = tmp_path / "secret.yaml"
    secret.write_text(HOUSE, "utf-8")
    (game.parent / "house.yaml").unlink()
    (game.parent / "house.yaml").symlink_to(secret)
    report = Report()
    look(DiskGame(game), report)
    assert "unreadable-file" in {finding.code for finding in report.findings}


# --- parameters ----------------------------------------------------------------------------

BAR = (
    "pieces: {bar: {params: {n: {type: number, default: 1}, label: {type: text}},"
    " draw: {space: '{{ n * 2 }}mm'}}}\n"
)


def test_a_parameter_has_its_default_and_its_type() -> None:
    faces, findings = bound(
        "{piece: bar, with: {label: x}}, {piece: bar, with: {label: x, n: 3}}",
        "{name: A}",
        more=BAR,
    )
    assert findings == ()
    assert faces[0][0] != faces[0][1]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("{label: x, n: far}", "bad-parameter"),
        ("{label: x, n: '{{ name }}'}", "bad-parameter"),
        ("{n: 2}", "missing-field"),
        ("{label: x, m: 2}", "unknown-field"),
    ],
)
def test_what_is_not_of_the_type_is_found_on_the_card(given: str, code: str) -> None:
    assert one_fault(f"{{piece: bar, with: {given}}}", "{name: A}", more=BAR).code == code


def test_a_default_of_another_type_is_found_in_the_piece() -> None:
    more = "pieces: {p: {params: {n: {type: integer, default: 1.5}}, draw: {space: 1mm}}}\n"
    assert one_fault("{piece: p}", "{name: A}", more=more).code == "bad-parameter"


STYLE = "{s: {params: {scale: {type: number, default: 1}}, font: text, size: '{{ 10 * scale }}pt'}}"


def test_a_style_has_parameters() -> None:
    faces, findings = bound(
        "{text: a, style: s}, {text: b, style: s, with: {scale: 2}},"
        " {text: c, style: s, with: {scale: '{{ n }}'}}",
        "{name: A, n: 3}",
        styles=STYLE,
    )
    assert findings == ()
    assert [box.setting.size for box in faces[0] if isinstance(box, TextBox)] == [10, 20, 30]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{text: a, style: s, with: {scale: far}}", "bad-parameter"),
        ("{text: a, style: s, with: {skale: 2}}", "unknown-field"),
        ("{text: a, font: text, with: {scale: 2}}", "unknown-field"),
    ],
)
def test_what_a_style_does_not_take_is_found(text: str, code: str) -> None:
    assert one_fault(text, "{name: A}", styles=STYLE).code == code
