"""Prints from the command line: remembered, listed, compared, printed again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_commands import cardgen, contents
from tests.support.printed_games import LAYOUTS, ROWS, Row, write_game


def edited(**changed: Row) -> list[Row]:
    return [{**row, **changed.get(row["id"], {})} for row in ROWS]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose print `v1` is remembered."""
    folder = write_game(tmp_path / "zoo")
    run = cardgen("print-tag", "v1", cwd=folder)
    assert run.returncode == 0, run.stderr
    assert run.stdout == (
        "9 printed cards remembered as v1 → prints/v1.json; `cardgen diff v1` says what changes\n"
    )
    return folder


def test_the_command_that_compares_a_print_names_the_game_as_it_was_named(tmp_path: Path) -> None:
    write_game(tmp_path / "zoo")
    run = cardgen("print-tag", "v1", "zoo", cwd=tmp_path)
    assert "`cardgen diff zoo v1` says what changes" in run.stdout
    assert cardgen("diff", "zoo", "v1", cwd=tmp_path).returncode == 0


def test_prints_are_listed(game: Path) -> None:
    assert re.fullmatch(r"v1  \d{4}-\d\d-\d\d  9 cards\n", cardgen("prints", cwd=game).stdout)


def test_a_game_before_the_name_of_its_print_is_turned_round(game: Path) -> None:
    run = cardgen("print-tag", game.name, "v2", cwd=game.parent)
    assert run.returncode == 2
    assert run.stderr.endswith(f"write `cardgen print-tag v2 {game.name}`\n")
    assert not (game / "prints/v2.json").exists()


def test_a_game_behind_what_is_compared_is_turned_round(game: Path) -> None:
    """But for a copy of the game, which can be compared with it."""
    run = cardgen("diff", "v1", game.name, cwd=game.parent)
    assert run.returncode == 2
    assert run.stderr.endswith(f"write `cardgen diff {game.name} v1`\n")
    write_game(game.parent / "copy")
    assert cardgen("diff", "v1", "../copy", cwd=game).stdout.endswith("the same\n")


def test_a_damaged_print_is_said_and_the_others_are_listed(game: Path) -> None:
    (game / "prints/v0.json").write_text("{}")
    run = cardgen("prints", cwd=game)
    assert run.returncode == 2
    assert run.stdout.startswith("v1 ")
    assert "`prints/v0.json` is no record of a print" in run.stderr


def test_a_folder_of_prints_that_is_none_is_not_told_as_no_print(tmp_path: Path) -> None:
    write_game(tmp_path)
    (tmp_path / "prints").write_text("")
    run = cardgen("prints", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (2, "cardgen: `prints` is no folder\n")


def test_a_print_of_another_game_is_told_as_such(game: Path, tmp_path: Path) -> None:
    assert "is a print of" not in cardgen("diff", "v1", cwd=game).stderr
    file = game / "prints/v1.json"
    file.write_text(file.read_text("utf-8").replace('"Small Zoo"', '"Big Zoo"'), "utf-8")
    told = cardgen("diff", "v1", cwd=game).stderr
    assert told == "`v1` is a print of `Big Zoo`, and `now` is `Small Zoo`\n"
    write_game(game, rows=edited(mole={"copies": 3}))
    run = cardgen("build", "-t", "mpc", "--since", "v1", "-o", tmp_path / "o", cwd=game)
    assert "put in 1 card; `v1` is a print of `Big Zoo`" in run.stdout


def test_what_has_changed_is_told_word_by_word(game: Path) -> None:
    write_game(game, rows=edited(heron={"rule": "Take two fish."}, mole={"copies": 3})[:4])
    run = cardgen("diff", "v1", cwd=game)
    assert run.returncode == 0, run.stderr
    assert run.stdout == (
        "Small Zoo: v1 → now\n"
        "  ~ beasts/mole ×2 → ×3\n"
        "  ~ beasts/heron\n"
        "      rule: Take [-one-]{+two+} fish[- out of the pond-].\n"
        "  - beasts/crane ×2\n"
        "1 removed, 1 recounted, 1 changed, 2 the same\n"
    )


def test_many_cards_that_look_different_are_told_in_a_line(game: Path) -> None:
    write_game(game, art=12)
    run = cardgen("diff", cwd=game)
    assert run.stdout == (
        "Small Zoo: v1 → now\n"
        "  ~ beasts: 5 cards look different (front: picture): mole, heron, otter, stoat, crane\n"
        "5 looking different, 0 the same\n"
    )


def test_cards_that_have_other_ids_alone_are_told_in_a_line(game: Path) -> None:
    """As all cards below a new row do where ids are numbers."""
    write_game(game, rows=[{**row, "id": f"{row['id']}-2"} for row in ROWS[:4]])
    told = "~ beasts: 4 cards have other ids: mole-2 (was mole), heron-2 (was heron), "
    assert told in cardgen("diff", cwd=game).stdout
    listed = cardgen("diff", "--format", "markdown", cwd=game).stdout
    assert "- **beasts**: 4 cards have other ids\n" in listed


def test_differences_as_json_and_markdown(game: Path) -> None:
    write_game(game, rows=edited(heron={"rule": "Take two | fish."}))
    (one,) = json.loads(cardgen("diff", "--format", "json", cwd=game).stdout)["differences"]
    assert (one["kind"], one["card"], one["fields"]) == (
        "changed",
        "heron",
        [{"field": "rule", "old": ROWS[1]["rule"], "new": "Take two | fish."}],
    )
    told = cardgen("diff", "--format", "markdown", cwd=game).stdout
    assert "- **beasts/heron**\n" in told
    assert "  - rule: Take ~~one~~**two &#124;** fish" in told


def test_the_exit_code_says_whether_anything_differs_if_it_is_asked_to(game: Path) -> None:
    assert cardgen("diff", "--exit-code", cwd=game).returncode == 0
    write_game(game, art=12)
    assert cardgen("diff", cwd=game).returncode == 0
    assert cardgen("diff", "--exit-code", cwd=game).returncode == 1


def test_a_game_with_faults_is_compared_as_far_as_its_cards_are_sound(game: Path) -> None:
    (game / "composition.yaml").write_text("beasts: {total: 99}\n")
    run = cardgen("diff", cwd=game)
    assert (run.returncode, run.stderr) == (0, "zoo has 1 error as it is at `now`\n")
    (game / "layouts.yaml").write_text("layouts: {front: {safe: [{text: 1, size: tiny}]}}")
    run = cardgen("diff", cwd=game)
    assert run.returncode == 1
    assert "layouts.yaml:1" in run.stderr
    assert run.stdout == ""


def test_what_cannot_be_compared_is_said(game: Path) -> None:
    for typed, said in (
        (("v2",), "`v2` is no print, no folder, and"),
        (("a", "b", "c"), "two things can be compared, not 3"),
        (("--format", "pdf"), "there is no format `pdf`"),
    ):
        run = cardgen("diff", *typed, cwd=game)
        assert run.returncode == 2
        assert said in run.stderr
        assert "Traceback" not in run.stderr


def test_two_printed_folders_are_compared(game: Path) -> None:
    for name, art in (("one", 90), ("two", 12)):
        write_game(game, art=art)
        run = cardgen("build", "-t", "mpc", "-o", name, cwd=game)
        assert run.returncode == 0, run.stderr
    folders = [game / name / "zoo" / "mpc" for name in ("one", "two")]
    run = cardgen("diff", *folders, cwd=game)
    assert run.stdout.endswith("5 looking different, 0 the same\n")
    assert cardgen("diff", folders[1], cwd=game).stdout.endswith("\n5 the same\n")
    manifest = next(folders[1].rglob("manifest.json"))
    assert cardgen("diff", manifest, "now", cwd=game).stdout.endswith("\n5 the same\n")


def test_folders_of_targets_that_list_their_cards_are_compared(game: Path) -> None:
    targets = ("images", "gamecrafter", "tabletopia", "data")
    typed = [word for target in (*targets, "sheets") for word in ("-t", target)]
    changed = edited(heron={"rule": "Take two fish."}, mole={"copies": 3})
    lynx = {**ROWS[4], "id": "lynx", "name": "Lynx", "rule": "Run."}
    for name, rows in (("one", ROWS), ("two", [*changed[:4], lynx])):
        write_game(game, rows=rows)
        run = cardgen("build", *typed, "-o", name, cwd=game)
        assert run.returncode == 0, run.stderr
    for target in targets:
        looks = "" if target == "data" else "  looks different (front)"
        run = cardgen("diff", f"one/zoo/{target}", f"two/zoo/{target}", cwd=game)
        lines = run.stdout.splitlines()
        assert lines[1:3] == ["  ~ beasts/mole ×2 → ×3", f"  ~ beasts/heron{looks}"], run.stderr
        assert lines[-3:-1] == ["  + beasts/lynx ×2", "  - beasts/crane ×2"]
        assert lines[-1].endswith(", 2 the same")
    words = cardgen("diff", "one/zoo/data", "two/zoo/data", cwd=game).stdout
    assert "      rule: Take [-one-]{+two+} fish[- out of the pond-].\n" in words
    for typed_names, said in (
        (("one/zoo/sheets",), "`sheets`: its cards stand many together on sheets; build one of"),
        (("one/zoo/images",), "holds pictures of `images` (png, trim, round corners, sides: both"),
        (("one/zoo/images", "two/zoo/tabletopia"), "they cannot be compared; name two that one"),
        (("one/zoo", "two/zoo"), "holds several prints; name one of `one/zoo/data`"),
    ):
        run = cardgen("diff", *typed_names, cwd=game)
        assert (run.returncode, run.stdout) == (2, "")
        assert said in run.stderr


def test_a_comparison_is_written_to_no_folder_and_below_no_file(game: Path) -> None:
    (game / "pages").mkdir()
    for place, said in (
        ("pages", "it is a folder; name a file in it"),
        ("game.yaml/page.html", "game.yaml is a file; name another folder with -o"),
    ):
        run = cardgen("diff", "--format", "html", "-o", place, cwd=game)
        assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
        assert said in run.stderr


def test_the_page_shows_both_pictures_and_fetches_nothing(game: Path) -> None:
    write_game(game, rows=edited(heron={"name": "<script>alert(1)</script>"}))
    run = cardgen("diff", "--format", "html", "-o", "page.html", cwd=game)
    assert run.returncode == 0, run.stderr
    page = (game / "page.html").read_text()
    assert page.count('src="data:image/jpeg') == 1  # the record has kept no pictures
    assert "alert(1)" in page
    assert "<script>alert" not in page


def test_pictures_are_kept_only_if_asked_and_shared_by_prints(game: Path) -> None:
    assert [file.name for file in (game / "prints").iterdir()] == ["v1.json"]
    assert cardgen("print-tag", "v2", "--pictures", cwd=game).returncode == 0
    kept = contents(game / "prints/pictures")
    assert len(kept) == len(ROWS) + 1
    write_game(game, rows=edited(heron={"rule": "Take two fish."}))
    assert cardgen("print-tag", "v3", "--pictures", cwd=game).returncode == 0
    both = contents(game / "prints/pictures")
    assert len(both) == len(kept) + 1
    assert {name: both[name] for name in kept} == kept
    assert "unused-file" not in cardgen("check", cwd=game).stderr


def test_the_page_shows_kept_pictures_and_marks_what_differs(game: Path) -> None:
    assert cardgen("print-tag", "v2", "--pictures", cwd=game).returncode == 0
    write_game(game, rows=edited(heron={"rule": "Take two fish."}))
    run = cardgen("diff", "v2", "--format", "html", "-o", "page.html", cwd=game)
    assert run.returncode == 0, run.stderr
    page = (game / "page.html").read_text("utf-8")
    assert page.count('src="data:image/jpeg') == 3  # before, after, and the difference


def test_a_build_keeps_pictures_of_what_it_printed_if_asked(game: Path) -> None:
    run = cardgen("build", "-t", "sheets", "--tag", "v2", "--pictures", cwd=game)
    assert run.returncode == 0, run.stderr
    built = contents(game / "prints/pictures")
    assert len(built) == len(ROWS) + 1
    assert cardgen("print-tag", "v3", "--pictures", cwd=game).returncode == 0
    assert contents(game / "prints/pictures") == built


def test_a_build_that_renders_nothing_keeps_pictures_too(game: Path) -> None:
    assert cardgen("build", "-t", "sheets", cwd=game).returncode == 0
    run = cardgen("build", "-t", "sheets", "--tag", "v2", "--pictures", cwd=game)
    assert run.stdout.startswith("nothing has changed")
    assert len(contents(game / "prints/pictures")) == len(ROWS) + 1


def test_a_build_keeps_no_picture_through_a_link_and_says_so_before_it_builds(
    game: Path, tmp_path: Path
) -> None:
    (game / "prints/pictures").symlink_to(tmp_path)
    run = cardgen("build", "-t", "sheets", "--tag", "v2", "--pictures", cwd=game)
    assert run.returncode == 2
    assert "cannot write the pictures" in run.stderr
    assert not (game / "output").exists()
    assert not (game / "prints/v2.json").exists()


def test_no_picture_is_kept_through_a_link(game: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (game / "prints/pictures").symlink_to(elsewhere)
    run = cardgen("print-tag", "v2", "--pictures", cwd=game)
    assert run.returncode == 2
    assert "cannot write the pictures" in run.stderr
    assert not (game / "prints/v2.json").exists()
    assert list(elsewhere.iterdir()) == []


FOILED = LAYOUTS.replace(
    "{shape: rectangle, fill: ink}", "{shape: rectangle, fill: ink, finish: foil}"
)


def test_an_order_with_foil_is_the_game_that_it_was_built_of(game: Path) -> None:
    """Its masks are held against what the game puts on now."""
    write_game(game, layouts=FOILED)
    assert cardgen("build", "-t", "mpc", cwd=game).returncode == 0
    assert "5 the same" in cardgen("diff", "output/zoo/mpc", cwd=game).stdout
    write_game(game)
    told = cardgen("diff", "output/zoo/mpc", cwd=game).stdout
    assert "5 cards look different (back: finish)" in told


# --- printing again ------------------------------------------------------------------------


def test_only_what_prints_otherwise_is_built_again_and_the_full_print_is_left(
    game: Path,
) -> None:
    assert cardgen("build", "-t", "mpc", cwd=game).returncode == 0
    full = contents(game / "output/zoo/mpc")
    write_game(game, rows=edited(heron={"rule": "Take two fish."}, mole={"copies": 4})[:4])
    run = cardgen("build", "-t", "mpc", "--since", "v1", cwd=game)
    assert run.returncode == 0, run.stderr
    since = game / "output/zoo/since"
    manifest = json.loads((since / "mpc/poker/manifest.json").read_text())
    assert [slot["card"] for slot in manifest["slots"]] == ["mole", "mole", "heron"]
    assert manifest["only"] == "changed since v1"
    assert contents(game / "output/zoo/mpc") == full
    swap = (since / "swap/SWAP.md").read_text()
    assert "Take out 3 cards, put in 3 cards." in swap
    assert "| heron | ×1 | heron | ×1 |" in swap
    assert "|  |  | mole | ×2 |" in swap
    assert "| crane | ×2 |  |  |" in swap


def test_where_nothing_prints_otherwise_there_is_nothing_to_print(game: Path) -> None:
    write_game(game, rows=edited(heron={"id": "egret"}))
    run = cardgen("build", "--since", "v1", cwd=game)
    assert run.returncode == 0, run.stderr
    assert "take out 0 cards, put in 0 cards" in run.stdout
    assert not (game / "output/zoo/since/mpc").exists()


def test_an_old_part_does_not_stay_beside_a_new_list(game: Path) -> None:
    write_game(game, rows=edited(heron={"rule": "Take two fish."}))
    assert cardgen("build", "--since", "v1", "-t", "mpc", cwd=game).returncode == 0
    write_game(game)
    run = cardgen("build", "--since", "v1", "-t", "mpc", cwd=game)
    assert run.returncode == 0, run.stderr
    assert not list((game / "output/zoo/since").rglob("*.png"))


def test_a_build_remembers_what_it_printed_by_a_tag(game: Path) -> None:
    run = cardgen("build", "-t", "sheets", "--tag", "v2", cwd=game)
    assert run.returncode == 0, run.stderr
    record = json.loads((game / "prints/v2.json").read_text())
    assert record["targets"] == ["sheets"]
    assert cardgen("diff", "v1", "v2", cwd=game).stdout.endswith("\n5 the same\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--tag", "v1"), "there is a print `v1` already"),
        (("--tag", "../x"), "is no name for a print"),
        (("--tag", "now"), "`now` has a meaning of its own"),
        (("--tag", "V1"), "`v1`, which is the same file as `V1` on Windows"),
        (("--tag", "v3", "--only", "copies == 1"), "--tag remembers a whole print"),
        (("--tag", "v3", "--watch"), "--tag remembers one print"),
        (("--pictures",), "--pictures keeps those of a print: name it with --tag"),
        (("--since", "v9"), "there is no print `v9`"),
    ],
)
def test_a_tag_that_cannot_be_is_refused_before_anything_is_built(
    game: Path, typed: tuple[str, ...], said: str
) -> None:
    run = cardgen("build", *typed, cwd=game)
    assert run.returncode == 2
    assert said in run.stderr
    assert not (game / "output").exists()


@pytest.fixture
def german(game: Path) -> Path:
    """The game with an edition of which one card is translated."""
    file = game / "game.yaml"
    plain = json.loads(file.read_text("utf-8"))
    editions = {"de": {"language": "de", "translation": "de.csv"}}
    file.write_text(json.dumps({**plain, "editions": editions}), "utf-8")
    (game / "de.csv").write_text("id,name\nmole,Maulwurf\n", "utf-8")
    return game


def test_two_editions_are_compared_word_by_word(german: Path) -> None:
    run = cardgen("diff", "now", "edition:de", cwd=german)
    assert run.returncode == 0, run.stderr
    assert "name: [-Mole-]{+Maulwurf+}" in run.stdout
    back = cardgen("diff", "edition:de", "edition:", cwd=german)
    assert "name: [-Maulwurf-]{+Mole+}" in back.stdout


def test_an_edition_is_compared_with_a_folder_of_the_same_edition(german: Path) -> None:
    run = cardgen("diff", "--game", ".", ".", "--edition", "de", cwd=german)
    assert run.stdout.endswith("5 the same\n"), run.stderr


def test_a_print_of_an_edition_is_compared_with_that_edition(german: Path) -> None:
    run = cardgen("build", "-t", "mpc", "--edition", "de", "--tag", "v1-de", cwd=german)
    assert run.returncode == 0, run.stderr
    assert "v1-de  " in (listed := cardgen("prints", cwd=german).stdout)
    assert "9 cards, edition de, for mpc" in listed
    assert cardgen("diff", "v1-de", cwd=german).stdout == (
        "Small Zoo: v1-de → edition:de\n5 the same\n"
    )
    assert cardgen("diff", "--edition", "de", cwd=german).stdout.startswith("Small Zoo: v1-de → ")
    assert cardgen("diff", cwd=german).stdout.startswith("Small Zoo: v1 → now\n")
    (german / "de.csv").write_text("id,name\nmole,Mull\n", "utf-8")
    run = cardgen("build", "--edition", "de", "--since", "v1-de", cwd=german)
    assert "take out 2 cards, put in 2 cards" in run.stdout
    swap = (german / "output/zoo/de/since/swap/SWAP.md").read_text("utf-8")
    assert swap.startswith("# Small Zoo: from v1-de to now, edition de\n")


def test_a_print_of_an_edition_is_tagged_without_a_build(german: Path) -> None:
    run = cardgen("print-tag", "v2-de", "--edition", "de", cwd=german)
    assert run.returncode == 0, run.stderr
    assert cardgen("diff", "v2-de", cwd=german).stdout.endswith("\n5 the same\n")


def test_a_print_of_one_edition_is_no_measure_for_another(german: Path) -> None:
    assert cardgen("print-tag", "v2-de", "--edition", "de", cwd=german).returncode == 0
    run = cardgen("build", "--since", "v2-de", cwd=german)
    assert run.returncode == 2
    assert "`v2-de` is a print of the edition `de`; add `--edition de`" in run.stderr
    assert not (german / "output").exists()


def test_several_editions_are_not_tagged_as_one(german: Path) -> None:
    run = cardgen("build", "--edition", "all", "--tag", "v2", cwd=german)
    assert run.returncode == 2
    assert "--tag remembers one print: name one edition" in run.stderr


def test_an_edition_that_is_not_there_is_said_with_those_that_are(german: Path) -> None:
    run = cardgen("diff", "now", "edition:dee", cwd=german)
    assert run.returncode == 2
    assert "there is no edition `dee`; did you mean `de`?" in run.stderr


@pytest.mark.parametrize("command", ["build", "check", "stats"])
def test_an_edition_without_a_name_is_refused(command: str, german: Path) -> None:
    """A script whose variable is not set would print the plain game."""
    run = cardgen(command, "--edition", "", cwd=german)
    assert run.returncode == 2
    assert run.stderr == (
        "cardgen: --edition: no name is given; leave it out for the game as it is\n"
    )
    assert not (german / "output").exists()


def test_a_showcase_of_what_has_changed_is_refused_with_the_option_that_was_typed(
    game: Path,
) -> None:
    file = game / "game.yaml"
    plain = json.loads(file.read_text("utf-8"))
    scene = {"all": {"scene": "fan", "cards": ["beasts/mole", "beasts/heron"]}}
    file.write_text(json.dumps({**plain, "showcase": scene}), "utf-8")
    rows = edited(heron={"rule": "Take two fish."})
    (game / "beasts.yaml").write_text("".join(f"- {json.dumps(row)}\n" for row in rows))
    run = cardgen("build", "-t", "showcase", "--since", "v1", cwd=game)
    assert run.returncode == 2
    assert "leave out `--only` and `--since`" in run.stderr


@pytest.mark.parametrize("typed", ["build -t proof", "check", "stats", "preview", "print-tag v9"])
def test_an_edition_that_there_is_not_is_wrong_usage(typed: str, german: Path) -> None:
    """A script that builds `ed` must not go on as with a game that has faults."""
    run = cardgen(*typed.split(), "--edition", "dee", cwd=german)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == ("cardgen: --edition: there is no edition `dee`; did you mean `de`?\n")
    assert not (german / "output").exists()


def test_an_edition_of_a_game_with_faults_is_looked_for_after_them(german: Path) -> None:
    (german / "game.yaml").write_text("game: Zoo\neditions: {de: {language: de}\n", "utf-8")
    run = cardgen("check", "--edition", "de", cwd=german)
    assert run.returncode == 1
    assert "no edition" not in run.stdout
    assert "1 error, 0 warnings, edition `de`" in run.stdout


def test_all_editions_are_not_one(german: Path) -> None:
    run = cardgen("stats", "--edition", "all", cwd=german)
    assert run.returncode == 2
    assert "--edition: `all` is several editions; name one" in run.stderr
