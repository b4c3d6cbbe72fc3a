"""The command line as a user meets it: exit codes, last lines, what is written and what not."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardgen import __version__, cli
from cardgen.check.engine.registry import all_codes, all_explanations
from cardgen.cli import application
from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError
from cardgen.pipeline.target_requests import TargetRequestError, read_targets
from tests.conftest import NOVELTY, ROOT
from tests.rules.test_reading import GOOD
from tests.support.commands import Completed, run_cardgen


def cardgen(*arguments: str | Path, cwd: Path = ROOT, **environment: str) -> Completed:
    """Run the command as a user would, in a pipe."""
    return run_cardgen(*arguments, cwd=cwd, env={**os.environ, **environment})


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A small good game on disk."""
    folder = tmp_path / "sample"
    folder.mkdir()
    for name, text in GOOD.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_finding_in_a_shared_file_shows_its_line(game: Path) -> None:
    folder = game.parent / "card_data" / "boats"
    folder.parent.mkdir()
    game.rename(folder)
    layouts = folder / "layouts.yaml"
    layouts.write_text(f"include: ../../house.yaml\n{layouts.read_text('utf-8')}", "utf-8")
    (game.parent / "house.yaml").write_text("styles: {shout: {colour: red}}\n", "utf-8")
    told = cardgen("check", "boats", cwd=game.parent).stdout
    assert " house.yaml:1:18\n" in told
    assert " 1 | styles: {shout: {colour: red}}\n" in told


def test_version() -> None:
    assert cardgen("--version").stdout.strip() == f"cardgen {__version__}"


@pytest.mark.parametrize("name", ["build", "order", "preview"])
def test_help_says_bounds_in_words(name: str) -> None:
    """`--dpi` had the bounds `x<=None`."""
    assert not re.search(r"x[<>]=|None", cardgen(name, "--help").stdout)


def test_help_tells_all_commands_in_whole_sentences() -> None:
    told = cardgen("-h")
    assert told.stdout == cardgen("--help").stdout
    assert "if none is named." in told.stdout
    assert "..." not in told.stdout.partition("Commands:")[2]
    assert cardgen("check", "-h").stdout == cardgen("check", "--help").stdout


def test_build_ends_in_one_line_that_says_what_where_and_how_long(
    game: Path, tmp_path: Path
) -> None:
    run = cardgen("build", game, "-o", tmp_path / "out")
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    lines = run.stdout.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("3 cards as 6 PNGs and 2 PDFs, 15 blanks to the next bracket → ")
    assert lines[0].split()[-1] == "s"


def test_a_game_may_be_named_or_left_out(game: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(game, project / "card_data" / "sample")
    for arguments, cwd in ((["sample"], project), ([], project), ([], game)):
        run = cardgen("check", *arguments, cwd=cwd)
        assert run.returncode == 0, run.stderr


def test_several_games_are_listed(game: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(game, tmp_path / "card_data" / name)
    run = cardgen("check", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (2, "cardgen: which game? There is one, two\n")


def test_where_no_game_is_the_nearest_is_named(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "none").mkdir()
    shutil.copytree(game, tmp_path / "some/two words")
    (tmp_path / "some/two words/art/beasts").mkdir(parents=True)
    places = {"none": "game.yaml, or", "some": "such as `'two words'`,",
              "some/two words/art/beasts": "such as `../..`,"}  # fmt: skip
    for folder, words in places.items():
        monkeypatch.chdir(tmp_path / folder)
        with pytest.raises(UsageError, match=re.escape(words)):
            find_game(None)


@pytest.mark.parametrize("name", ["game.yml", "Game.yaml", "game.yaml.txt"])
def test_a_game_whose_first_file_is_misnamed_is_told_its_name(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("game: X\n")
    with pytest.raises(UsageError, match=f"rename `{name}` to `game.yaml`"):
        find_game(str(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["build", "nowhere"], "there is no game `nowhere`"),
        (["build", "tests"], "`tests` is no game: it holds no game.yaml"),
        (["build", "novelty", "-t", "mcp"], "there is no target `mcp`; did you mean `mpc`?"),
        (["build", "novelty", "--only", "leter == 'a'", "-o", "/tmp/x"], "no card has a field"),
        (["check", "novelty", "--format", "xml"], "there is no format `xml`; known: human, json"),
        (["explain", "text-ovrflow"], "there is no code `text-ovrflow`; did you mean `text-ov"),
        (["schema", "deck"], "there is no schema `deck`; known: game, cards, layouts"),
        (["schema", "game", "novelty"], "the schema `game` is the same for all games"),
        (["schema", "cards", "novelty"], "which deck? There is letters, motifs"),
        (["schema", "cards", "novelty", "leters"], "there is no deck `leters`; did you mean `le"),
        (["schema", "cards", "nowhere"], "there is no game `nowhere`"),
        (["schema"], "KIND"),
        (["build", "novelty", "--dpi", "9"], "--dpi: write a number from 72 to 1200, not `9`"),
        (["build", "novelty", "--dpi"], "--dpi: nothing is given"),
        (["build", "novelty", "--tag", ""], "--tag: nothing is given; write a value, or leave"),
        (["build", "novelty", "--only", " "], "--only: nothing is given"),
        (["check", ""], "GAME: nothing is given"),
        (["build", "--dpi", "200", "--dpi=300"], "--dpi: it is given twice, and has one value"),
        (["build", "--tag", "v1", "--tag", "v2"], "--tag: it is given twice, and has one value"),
        (["build", "novelty", "-o", ""], "--output: nothing is given; write a value, or leave"),
        (["import", "", "x"], "SOURCE: nothing is given"),
        (["lsp", ""], "`` is too much; write `cardgen lsp`"),
        (["preview", "novelty", "--port", "99999"], "--port: write a whole number from 0 to 65"),
        (["check", "--strickt"], "`cardgen check` has no option `--strickt`; did you mean `--st"),
        (
            ["build", "--paper", "a4"],
            "the target `sheets`, and of `box`, `booklet`: write `-t sheets:p",
        ),
        (["build", "--nosuch"], "`cardgen build` has no option `--nosuch`; known: `--target`, "),
        (["--nosuch"], "`cardgen` has no option `--nosuch`; known: `--version`, `--help`"),
        (["new"], "NAME is missing; write `cardgen new NAME`"),
        (["check", "a", "b"], "`b` is too much; write `cardgen check [GAME]`"),
        (["build", "a", "sheets", "tts"], "write `cardgen build [GAME] -t sheets -t tts`"),
        (["build", "a", "b", "tts"], "`b tts` is too much; write `cardgen build [GAME]`"),
        (["stats", "a", "cost"], "`cost` is too much; write `cardgen stats [GAME] --of cost`"),
        (["stats", "a", "cost|int"], "write `cardgen stats [GAME] --of 'cost|int'`"),
        (["stats", "a", "x > 2", "b"], "write `cardgen stats [GAME] --of FIELD`"),
        (["gallery", "novelty"], "it is a target: write `cardgen build novelty -t gallery`"),
        (["sheets:paper=a4"], "it is a target: write `cardgen build -t sheets:paper=a4`"),
        (["novelty"], "it is a game: write `cardgen build novelty`, or another command before it"),
        (["build", "novelty", "--dpi", "nan"], "write a number from 72 to 1200, not `nan`"),
        (["build", "novelty", "-j", "x"], "--jobs: write a whole number from 1 on, not `x`"),
        (["check", "novelti"], "did you mean `novelty`?"),
        (["check", "README.md"], "`README.md` is a file, and a game is a folder; write `.`"),
        (["novelty", "check"], "the command comes first: write `cardgen check novelty`"),
        (["help"], "there is no command `help`; write `cardgen --help`"),
        (["bild"], "there is no command `bild`; did you mean `build`?"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(arguments: list[str], words: str) -> None:
    run = cardgen(*arguments)
    assert run.returncode == 2, run.stdout
    assert words in run.stderr
    assert run.stderr.startswith("cardgen: ")
    assert run.stderr.count("\n") == 1


def test_an_output_folder_that_cannot_be_written_is_exit_code_2(game: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    run = cardgen("build", game, "-o", blocked)
    assert run.returncode == 2
    assert run.stderr.startswith("cardgen: cannot write to ")
    assert blocked.read_text() == "in the way"


def test_errors_stop_a_build_before_anything_is_written(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert cardgen("build", game, "-o", out).returncode == 0
    before = contents(out)
    cards = (game / "cards.yaml").read_text()
    (game / "cards.yaml").write_text(cards.replace("cost: 2", "copies: -1, cost: 2"))
    run = cardgen("build", game, "-o", out)
    assert run.returncode == 1
    assert run.stdout == "1 error, 0 warnings in 3 cards; nothing was written\n"
    assert "error[bad-copies]" in run.stderr
    assert contents(out) == before


@pytest.mark.slow
def test_warnings_pass_unless_strict(game: Path, tmp_path: Path) -> None:
    layouts = (game / "layouts.yaml").read_text()
    (game / "layouts.yaml").write_text(layouts.replace("size: 10pt", "size: 10pt, features: zzzz"))
    assert cardgen("check", game).returncode == 0
    assert cardgen("check", game, "--strict").returncode == 1
    assert cardgen("build", game, "--strict", "-o", tmp_path / "o").returncode == 1
    assert not (tmp_path / "o").exists()


def test_many_warnings_are_one_line_of_a_build_and_whole_in_check(
    game: Path, tmp_path: Path
) -> None:
    fields = "".join(f", extra{number}: x" for number in range(6))
    cards = (game / "cards.yaml").read_text()
    (game / "cards.yaml").write_text(cards.replace("cost: 2", f"cost: 2{fields}"))
    run = cardgen("build", game, "-o", tmp_path / "o")
    assert run.returncode == 0
    (line,) = run.stderr.splitlines()
    assert line.startswith("0 errors, 6 warnings: field-not-shown ×6; `cardgen check ")
    assert cardgen("check", game).stdout.count("warning[field-not-shown]") >= 1
    again = cardgen("build", game, "-o", tmp_path / "o")
    assert again.stderr == run.stderr


def test_two_builds_give_the_same_bytes_anywhere_with_any_number_of_workers(
    game: Path, tmp_path: Path
) -> None:
    other = tmp_path / "else" / "where" / "sample"
    shutil.copytree(game, other)
    assert cardgen("build", game, "-o", tmp_path / "a", "-j", "1").returncode == 0
    later = cardgen("build", other, "-o", tmp_path / "b", "-j", "3", SOURCE_DATE_EPOCH="1")
    assert later.returncode == 0
    first, second = contents(tmp_path / "a"), contents(tmp_path / "b")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_only_builds_the_cards_for_which_it_holds(game: Path, tmp_path: Path) -> None:
    run = cardgen("build", game, "-o", tmp_path / "o", "--only", "cost > 1")
    assert run.stdout.startswith("only 2 of 3 cards: 2 cards as 4 PNGs")


def test_what_is_wrong_with_only_is_told_with_what_to_write(game: Path, tmp_path: Path) -> None:
    run = cardgen("build", game, "-o", tmp_path / "o", "--only", "name = 'Fox'")
    assert (run.returncode, "values are compared with `==`" in run.stderr) == (2, True)


def test_only_writes_beside_the_whole_print_and_says_that_it_is_a_part(
    game: Path, tmp_path: Path
) -> None:
    assert cardgen("build", game, "-o", tmp_path / "o").returncode == 0
    whole = contents(tmp_path / "o/sample/mpc")
    run = cardgen("build", game, "-o", tmp_path / "o", "--only", "cost > 1")
    assert run.returncode == 0, run.stderr
    assert contents(tmp_path / "o/sample/mpc") == whole
    part = tmp_path / "o/sample/only/mpc/poker"
    assert json.loads((part / "manifest.json").read_text("utf-8"))["only"] == "cost > 1"
    assert "Only some cards" in (part / "ORDER.md").read_text("utf-8")


def test_a_constant_is_set_anew_on_the_command_line(game: Path, tmp_path: Path) -> None:
    file = game / "game.yaml"
    file.write_text(f"{file.read_text('utf-8')}vars: {{bonus: 2}}\n", "utf-8")
    assert cardgen("build", game, "-o", tmp_path / "o", "--set", "bonus=3").returncode == 0
    wrong = cardgen("build", game, "-o", tmp_path / "o", "--set", "bonsu=3")
    assert (wrong.returncode, "did you mean `bonus`?" in wrong.stderr) == (2, True)


def test_a_target_that_makes_nothing_is_passed_over_if_others_can(
    game: Path, tmp_path: Path
) -> None:
    file = game / "game.yaml"
    size = "sizes: {odd: {width: 51mm, height: 77mm}}\n"
    file.write_text(file.read_text("utf-8").replace("size: poker", "size: odd") + size, "utf-8")
    run = cardgen("build", game, "-o", tmp_path / "o", "-t", "sheets", "-t", "mpc")
    assert run.returncode == 0, run.stderr
    assert "no mpc: Make Playing Cards sells none of this game's sizes" in run.stdout
    assert (tmp_path / "o/sample/sheets").is_dir()
    assert cardgen("build", game, "-o", tmp_path / "o", "-t", "mpc").returncode == 2


@pytest.mark.parametrize(
    "target", ["mpc", "sheets", "images", "tts", "gamecrafter", "drivethru", "gallery", "data"]
)
def test_a_game_whose_cards_are_all_on_the_bench_prints_nothing(
    game: Path, tmp_path: Path, target: str
) -> None:
    cards = game / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("{", "{copies: 0, "), "utf-8")
    (game / "composition.yaml").unlink()
    run = cardgen("build", game, "-o", tmp_path / "o", "-t", target)
    assert run.returncode == 2
    assert "this game prints no cards; all of them are on the bench" in run.stderr
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("sheets,paper=a4", "as in `-t sheets:paper=a4`"),
        ("sheets paper=a4,gap=2mm", "as in `-t sheets:paper=a4,gap=2mm`"),
        ("mpc,sheets", "write `-t mpc` `-t sheets`"),
        ("mpc,sheetz", "did you mean `sheets`?"),
    ],
)
def test_a_target_and_its_options_are_parted_by_a_colon(typed: str, hint: str) -> None:
    with pytest.raises(TargetRequestError, match=re.escape(hint)):
        read_targets([typed])


DRAFTS = ("sheets", "proof", "gallery", "tts", "images")


def without_a_picture(game: Path) -> None:
    layouts = game / "layouts.yaml"
    layouts.write_text(layouts.read_text("utf-8").replace("parchment.jpg", "art/none.png"), "utf-8")


def test_a_missing_picture_makes_drafts_and_no_order(game: Path, tmp_path: Path) -> None:
    without_a_picture(game)
    asked = [word for name in (*DRAFTS, "mpc") for word in ("-t", name)]
    run = cardgen("build", game, "-o", tmp_path / "o", *asked)
    assert run.returncode == 0, run.stderr
    assert "no mpc: 1 picture is missing" in run.stdout
    assert "missing-picture" in run.stderr
    assert {path.name for path in (tmp_path / "o/sample/draft").iterdir()} >= {*DRAFTS}
    manifest = json.loads((tmp_path / "o/sample/draft/sheets/manifest.json").read_text("utf-8"))
    assert manifest["draft"] == {"missing_pictures": ["art/none.png"]}
    alone = cardgen("build", game, "-o", tmp_path / "o", "-t", "mpc")
    assert (alone.returncode, (tmp_path / "o/sample/mpc").exists()) == (2, False)
    assert "`--draft`" in alone.stderr


def test_a_draft_that_is_asked_for_is_written_with_its_mark(game: Path, tmp_path: Path) -> None:
    without_a_picture(game)
    run = cardgen("build", game, "-o", tmp_path / "o", "-t", "mpc", "--draft")
    assert run.returncode == 0, run.stderr
    order = (tmp_path / "o/sample/draft/mpc/poker/ORDER.md").read_text("utf-8")
    assert order.startswith("**A draft, not to be ordered: 1 picture is missing.**")


def test_check_fails_while_a_picture_is_missing(game: Path) -> None:
    without_a_picture(game)
    run = cardgen("check", game)
    assert (run.returncode, "missing-picture" in run.stdout + run.stderr) == (1, True)


def test_dpi_scales_the_pixels(game: Path, tmp_path: Path) -> None:
    assert cardgen("build", game, "-o", tmp_path / "o", "--dpi", "600").returncode == 0
    manifest = json.loads((tmp_path / "o/sample/mpc/poker/manifest.json").read_text())
    assert manifest["size"]["pixels"] == [1644, 2244]


def test_check_lists_findings_as_json_with_the_fixed_keys(game: Path) -> None:
    (game / "cards.yaml").write_text("- {name: Fox, copies: none, cost: 1, rule: x}\n")
    run = cardgen("check", game, "--format", "json")
    assert run.returncode == 1
    found = json.loads(run.stdout)
    assert list(found[0]) == [
        "code", "severity", "message", "file", "line", "column", "end_column", "label", "hint",
        "card",
    ]  # fmt: skip
    assert {f["code"] for f in found} >= {"bad-copies"}


def test_check_of_novelty_is_clean() -> None:
    run = cardgen("check", "novelty")
    assert run.returncode == 0, run.stderr
    assert "0 errors" in run.stdout.splitlines()[-1]
    assert "168       168" in run.stdout


# --- check: formats and folding ----------------------------------------------------------------


@pytest.fixture
def faulty(game: Path) -> Path:
    """The small game with forty rules that are too long."""
    rows = "".join(f"- {{name: Card {n}, cost: 1, rule: {'word ' * 200}}}\n" for n in range(40))
    (game / "cards.yaml").write_text(rows)
    (game / "composition.yaml").write_text("main: {total: 41}\n")
    return game


def test_long_runs_are_folded_unless_all_is_asked_for(faulty: Path) -> None:
    run = cardgen("check", faulty)
    assert run.returncode == 1
    assert run.stdout.count("error[text-overflow]") == 5
    assert "… and 35 more like this on cards main/card-5, " in run.stdout
    assert run.stdout.splitlines()[-1].startswith("41 errors, ")
    every = cardgen("check", faulty, "--all")
    assert every.stdout.count("error[text-overflow]") == 40
    assert "more like this" not in every.stdout


def test_a_build_folds_too_and_writes_nothing(faulty: Path, tmp_path: Path) -> None:
    run = cardgen("build", faulty, "-o", tmp_path / "o")
    assert "… and 35 more like this" in run.stderr
    assert run.stdout.endswith("in 40 cards; nothing was written\n")


def test_the_summary_shows_what_is_expected_of_a_faulty_game_too(faulty: Path) -> None:
    lines = [line.split() for line in cardgen("check", faulty).stdout.splitlines()]
    assert ["main", "cards", "40", "41"] in lines
    assert ["main", "different", "faces", "41"] in lines


@pytest.mark.slow
def test_programs_get_every_finding_and_nothing_else(faulty: Path) -> None:
    found = json.loads(cardgen("check", faulty, "--format", "json").stdout)
    log = json.loads(cardgen("check", faulty, "--format", "sarif").stdout)
    (run,) = log["runs"]
    assert len(found) == len(run["results"]) >= 41
    assert [f["code"] for f in found] == [result["ruleId"] for result in run["results"]]


def test_github_gets_annotations_and_the_last_line(faulty: Path) -> None:
    run = cardgen("check", faulty, "--format", "github")
    *lines, last = run.stdout.splitlines()
    assert run.returncode == 1
    assert all(line.startswith(("::error ", "::warning ")) for line in lines)
    assert lines[0].startswith("::error file=")
    assert last.startswith("41 errors, ")
    assert run.stderr == ""


def test_places_are_relative_to_where_the_command_was_given(faulty: Path) -> None:
    run = cardgen("check", faulty.name, "--format", "sarif", cwd=faulty.parent)
    log = json.loads(run.stdout)
    places = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in log["runs"][0]["results"]
    }
    assert places <= {f"sample/{name}" for name in GOOD}


@pytest.mark.slow
@pytest.mark.parametrize("style", ["human", "json", "github", "sarif"])
def test_two_checks_say_the_same(style: str, faulty: Path) -> None:
    first, second = (cardgen("check", faulty, "--format", style) for _ in range(2))
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)
    assert first.returncode == 1


@pytest.mark.slow
def test_a_broken_game_file_is_told_in_every_format(game: Path) -> None:
    (game / "game.yaml").write_text("game: [\n")
    for style in ("human", "json", "github", "sarif"):
        run = cardgen("check", game, "--format", style)
        assert run.returncode == 1, style
        assert "yaml-syntax" in run.stdout + run.stderr
        assert "Traceback" not in run.stderr


def test_a_fault_in_cardgen_itself_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("by nought\nand more")

    monkeypatch.setattr(application, "app", broken)
    monkeypatch.setattr(sys, "argv", ["cardgen", "check"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    fault = "a fault in cardgen itself: ZeroDivisionError: by nought and more (test_commands.py:"
    assert fault in line
    monkeypatch.setenv("CARDGEN_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main()


# --- explain, schema -----------------------------------------------------------------------


def test_explain_says_what_why_how_to_mend_and_how_to_silence() -> None:
    run = cardgen("explain", "tight-text")
    assert run.returncode == 0
    assert run.stdout.startswith("warning[tight-text]: One card's text")
    for head in ("\nwhy ", "\nfix ", "\nsilence "):
        assert head in run.stdout
    assert "- {code: tight-text, level: off, reason: …}" in run.stdout
    assert max(map(len, run.stdout.splitlines())) < 100


def test_explain_says_what_cannot_be_silenced() -> None:
    assert "silence  Not possible" in cardgen("explain", "yaml-syntax").stdout


def test_explain_says_how_to_ask_for_a_rule_that_is_off() -> None:
    off = next(rule.code for rule in all_explanations() if rule.level is None)
    out = cardgen("explain", off).stdout
    assert out.startswith(f"off[{off}]: ")
    assert f"- {{code: {off}, level: warning}}" in out


def test_explain_without_a_code_lists_them_all() -> None:
    lines = cardgen("explain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(all_codes())


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["game"], ["layouts"], ["composition"], ["cards"], ["cards", "novelty", "motifs"]]
)
def test_schema_prints_a_json_schema(arguments: list[str]) -> None:
    made = json.loads(cardgen("schema", *arguments).stdout)
    Draft202012Validator.check_schema(made)
    assert made["$schema"].endswith("2020-12/schema")


def test_the_schema_of_cards_knows_the_fields_of_the_deck(game: Path) -> None:
    (game / "game.yaml").write_text(
        GOOD["game.yaml"].replace("back: reverse", "back: reverse, fields: {name: text}")
    )
    made = json.loads(cardgen("schema", "cards", game).stdout)
    assert set(made["items"]["properties"]) == {"id", "name", "copies", "qty"}


def test_instant_commands_import_nothing_heavy() -> None:
    """Time differs from machine to machine; what is imported does not."""
    code = "import sys; from cardgen.cli import application; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "pydantic", "rich", "reportlab", "PIL", "jinja2", "uharfbuzz", "yaml"}
    assert not heavy & {name.split(".")[0] for name in run.stdout.split()}


# --- lists ---------------------------------------------------------------------------------


def test_sizes_shows_trim_pixels_and_who_sells_them() -> None:
    lines = cardgen("sizes").stdout.splitlines()
    poker = next(line for line in lines if line.startswith("poker "))
    shown = "poker 63.5 × 88.9 2.5 × 3.5 822 × 1122 3.05 mm 3.05 mm mpc ≤612,"
    assert poker.split()[: len(shown.split())] == shown.split()
    assert poker.endswith("gamecrafter")


def test_sizes_are_found_by_a_part_of_their_name_or_by_a_service() -> None:
    shown = cardgen("sizes", "hex", "gamecrafter").stdout
    assert "hex-95mm" in shown
    assert "hex-94mm" not in shown
    assert "1200 × 1050" in shown, "the pixels that are uploaded"


def test_one_size_is_shown_with_all_that_is_known_of_it() -> None:
    shown = cardgen("sizes", "us-poker").stdout
    assert "PrinterStudio: Poker Cards" in shown
    assert "`TradingDeck`, files of 825 × 1125 pixels" in shown
    assert "source: Make Playing Cards product data" in shown


def test_a_size_that_is_not_there_is_met_with_what_was_meant() -> None:
    run = cardgen("sizes", "pokre")
    assert run.returncode == 2
    assert run.stderr == "cardgen: there is no size `pokre`; did you mean `poker`?\n"


def test_targets_lists_mpc_as_the_default() -> None:
    lines = cardgen("targets").stdout.splitlines()
    assert any(line.startswith("mpc ") and line.endswith("(default)") for line in lines)


def test_a_target_is_shown_with_its_options() -> None:
    shown = cardgen("targets", "gamecrafter").stdout
    assert shown.startswith("gamecrafter: The Game Crafter")
    assert "component    which component" in shown
    assert "It has no options" in cardgen("targets", "mpc").stdout


def test_a_target_that_is_not_there_is_met_with_what_was_meant() -> None:
    run = cardgen("targets", "sheet")
    assert run.returncode == 2
    assert "did you mean `sheets`?" in run.stderr


def test_a_slip_in_an_option_says_where_the_options_are_listed(game: Path, tmp_path: Path) -> None:
    run = cardgen("build", game, "-t", "gamecrafter:componet=PokerDeck", "-o", tmp_path / "o")
    assert run.returncode == 2
    assert "did you mean `component`? See `cardgen targets gamecrafter`" in run.stderr


def test_an_option_given_twice_is_refused(game: Path, tmp_path: Path) -> None:
    for words in (["sheets:paper=a4,paper=a3"], ["sheets:paper=a4", "-t", "sheets:paper=a3"]):
        run = cardgen("build", game, "-t", *words, "-o", tmp_path / "o")
        assert run.returncode == 2
        assert "`paper` of `sheets` is both `a4` and `a3`" in run.stderr


def test_a_pipe_gets_neither_colour_nor_bar(game: Path, tmp_path: Path) -> None:
    (game / "layouts.yaml").write_text(
        (game / "layouts.yaml").read_text().replace("size: 10pt", "size: 10pt, features: zzzz")
    )
    run = cardgen("build", game, "-o", tmp_path / "o")
    assert "warning[missing-feature]" in run.stderr
    assert "\x1b" not in run.stdout + run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is needed")
def test_a_terminal_gets_a_progress_bar(game: Path, tmp_path: Path) -> None:
    primary, secondary = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "cardgen", "build", str(game), "-o", str(tmp_path / "o"), "-j1"],
        stderr=secondary,
        stdout=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(secondary)
    shown = b""
    while True:
        try:
            part = os.read(primary, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    run.communicate()
    os.close(primary)
    assert run.returncode == 0
    assert b"faces" in shown
    assert b"/4" in shown


@pytest.mark.slow
def test_novelty_in_another_folder_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    """The fonts and textures come from the nearest folders above, or from the package."""
    copy = tmp_path / "novelty"
    shutil.copytree(NOVELTY, copy)
    run = cardgen("build", copy, "-o", tmp_path / "out", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    first, second = contents(built), contents(tmp_path / "out/novelty/mpc/poker")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


@pytest.mark.slow
def test_several_targets_are_told_a_line_each_those_passed_over_last(
    game: Path, tmp_path: Path
) -> None:
    run = cardgen("build", game, "-o", tmp_path / "out", "-t", "all")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    told = [line.startswith("no ") for line in lines[:-1]]
    assert told == sorted(told)
    assert True in told
    assert lines[-1].startswith(f"{told.count(False)} of {len(told)} targets → ")


def test_targets_joined_by_a_comma_are_told_how_to_be_written(game: Path) -> None:
    run = cardgen("build", game, "-t", "sheets,box")
    assert run.returncode == 2
    assert "write `-t sheets` `-t box`" in run.stderr


def test_a_new_game_may_not_hide_one_of_the_project(game: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(game, project / "card_data" / "sample")
    run = cardgen("new", "sample", cwd=project)
    assert run.returncode == 2
    assert "there is a game `sample` in ./card_data" in run.stderr
    assert not (project / "sample").exists()


@pytest.mark.parametrize("second", ["sheets:bleed=9mm", "drivethru:profile=none.icc"])
def test_what_cannot_be_done_is_said_before_any_target_is_written(
    second: str, game: Path, tmp_path: Path
) -> None:
    run = cardgen("build", game, "-t", "data", "-t", second, "-o", tmp_path / "out")
    assert run.returncode == 2
    assert run.stderr.startswith("cardgen: ")
    assert not (tmp_path / "out").exists()


def test_a_target_that_cannot_be_written_as_the_game_says_is_an_error_of_the_game(
    game: Path, tmp_path: Path
) -> None:
    with (game / "game.yaml").open("a") as file:
        file.write("targets: {sheets: {bleed: 3mm, grid: 9x9}}\n")
    for words in (("check", game), ("build", game, "-t", "all", "-o", tmp_path / "out")):
        run = cardgen(*words)
        assert run.returncode == 1
        assert "error[bad-option]: 9×9 does not fit Letter with 3 mm bleed" in (
            run.stdout + run.stderr
        )
    assert not (tmp_path / "out").exists()
