"""Targets of other packages: found, used, and no harm to the others when they are broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardgen.read.schema import game_schema
from cardgen.targets.installed import target_names
from cardgen.targets.registry import option_schemas
from tests.conftest import ROOT

JUMBO = ROOT / "examples" / "plugins" / "jumbo"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the example is installed as any package is, without a network."""
    folder = tmp_path_factory.mktemp("site")
    source = shutil.copytree(JUMBO, tmp_path_factory.mktemp("source") / "jumbo")
    tool = ["uv", "pip"] if shutil.which("uv") else [sys.executable, "-m", "pip"]
    options = ["--no-deps", "--no-build-isolation", "--quiet", "--target", str(folder)]
    python = ["--python", sys.executable] if tool[0] == "uv" else []
    done = subprocess.run(
        [*tool, "install", *python, *options, str(source)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def run(site: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(site), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "cardgen", *words]
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.slow
def test_the_example_passes_its_own_tests_once_it_is_installed(installed: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(command, cwd=JUMBO, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("...  ")


@pytest.mark.slow
def test_it_is_listed_after_ours_and_taken_in_game_yaml(installed: Path, tmp_path: Path) -> None:
    listed = run(installed, "targets", cwd=tmp_path).stdout.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == [*target_names(), "jumbo"]
    assert run(installed, "new", "mygame", cwd=tmp_path).returncode == 0
    game = tmp_path / "mygame" / "game.yaml"
    game.write_text(
        game.read_text("utf-8") + "\nbuild: [jumbo]\ntargets: {jumbo: {paper: a7x}}\n", "utf-8"
    )
    checked = run(installed, "check", "mygame", cwd=tmp_path)
    assert "error[bad-option]: there is no paper `a7x`" in checked.stdout + checked.stderr


@pytest.mark.slow
@pytest.mark.parametrize("named", ["on the command line", "in game.yaml"])
def test_what_a_plugin_made_is_made_anew_when_its_code_changes(
    installed: Path, tmp_path: Path, named: str
) -> None:
    site = Path(shutil.copytree(installed, tmp_path / "site"))
    assert run(site, "new", "mygame", cwd=tmp_path).returncode == 0

    game, words = tmp_path / "mygame" / "game.yaml", ["-t", "jumbo"]
    if named == "in game.yaml":
        game.write_text(game.read_text("utf-8") + "\nbuild: [jumbo]\n", "utf-8")
        words = []

    def build() -> str:
        return run(site, "build", "mygame", *words, cwd=tmp_path).stdout

    assert "jumbo cards →" in build()
    assert build().startswith("nothing has changed")
    code = site / "cardgen_jumbo" / "__init__.py"
    code.write_text(code.read_text("utf-8").replace("jumbo cards", "huge cards"), "utf-8")
    assert "huge cards →" in build()


def install(folder: Path, code: str, entries: str, package: str = "odd") -> None:
    """A package as it lies beside others, with the module of its name."""
    info = folder / f"{package}-2.0.dist-info"
    info.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.0\n"
    (info / "METADATA").write_text(about, "utf-8")
    (info / "entry_points.txt").write_text(f"[cardgen.targets]\n{entries}\n", "utf-8")
    (folder / f"{package}.py").write_text(code, "utf-8")


@pytest.mark.parametrize("in_namespace", [False, True], ids=["in a package", "in a namespace"])
def test_what_a_plugin_made_is_made_anew_when_a_file_that_it_reads_changes(
    tmp_path: Path, *, in_namespace: bool
) -> None:
    site, module = tmp_path / "site", "odd.words" if in_namespace else "odd"
    read = "__import__('pathlib').Path(__file__).with_name('words.txt').read_text()"
    install(site, "", f"oddity = {module}:Odd")
    (site / "odd.py").unlink()
    package = site / module.replace(".", "/")
    package.mkdir(parents=True)
    code = WHOLE.format(plan="return 1", write=f"output.write('x', b'x'); return {read}")
    (package / "__init__.py").write_text(code, "utf-8")
    (package / "words.txt").write_text("two words", "utf-8")
    assert run(site, "new", "mygame", cwd=tmp_path).returncode == 0
    with (tmp_path / "mygame" / "game.yaml").open("a", encoding="utf-8") as game:
        game.write("build: [oddity]\n")

    def build() -> str:
        return run(site, "build", "mygame", cwd=tmp_path).stdout

    assert build().startswith("two words →")
    assert build().startswith("nothing has changed, nothing rendered: two words →")
    (package / "words.txt").write_text("others", "utf-8")
    assert build().startswith("others →")


def test_code_that_is_saved_while_its_plugin_runs_is_no_code_of_that_build(tmp_path: Path) -> None:
    """The module that is imported saves itself otherwise, as its author does meanwhile."""
    again = "__import__('pathlib').Path(__file__).write_text(SAVED); return 'old code'"
    code = WHOLE.format(plan="return 1", write=f"output.write('x', b'x'); {again}")
    install(tmp_path / "site", "", "oddity = odd:Odd")
    saved = code.replace("old code", "new code").replace(again.partition(";")[0], "0")
    file = tmp_path / "site" / "odd.py"
    file.write_text(f"SAVED = {saved!r}\n{code}", "utf-8")
    assert run(tmp_path / "site", "new", "mygame", cwd=tmp_path).returncode == 0
    with (tmp_path / "mygame" / "game.yaml").open("a", encoding="utf-8") as game:
        game.write("build: [oddity]\n")
    said = [run(tmp_path / "site", "build", "mygame", cwd=tmp_path).stdout for _ in range(2)]
    assert [one.partition(" →")[0] for one in said] == ["old code", "new code"]


WHOLE = """
from cardgen.targets.contract import Target
from cardgen.targets.no_options import NoOptions

class Odd(Target[NoOptions, None]):
    name = "oddity"
    about = "odd"
    options = NoOptions
    def plan(self, job, options):
        {plan}
    def write(self, job, plan, output):
        {write}
"""

FAULTS = [
    ("import nothing_of_the_kind", "ModuleNotFoundError: No module named"),
    ("class Odd(", "SyntaxError"),
    ("class Other: pass", "AttributeError"),
    ("Odd = 3", ":Odd` is no class derived from"),
    ("class Odd: pass", ":Odd` is no class derived from"),
    ("raise SystemExit(3)", "SystemExit: 3"),
    ("open('nowhere/at all')", "FileNotFoundError"),
    ("from cardgen.targets.contract import Target\nclass Odd(Target): pass", "TypeError"),
    (WHOLE.format(plan="0", write="0").replace("oddity", "other"), "calls itself `other`"),
    (WHOLE.format(plan="0", write="0").replace("about =", "said ="), "has no `about`"),
]
"""What a package has instead of a target, and what is said of it."""


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What `cardgen targets` says where all of those are installed."""
    site = tmp_path_factory.mktemp("faults")
    for number, (code, _) in enumerate(FAULTS):
        install(site, code, f"oddity{number} = odd{number}:Odd", f"odd{number}")
    listed = run(site, "targets", cwd=site)
    assert (listed.returncode, listed.stderr) == (0, "")
    return dict(line.split(" ", 1) for line in listed.stdout.split("\n\n")[0].splitlines())


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[told for _, told in FAULTS])
def test_one_that_cannot_be_loaded_is_a_sentence(number: int, listing: dict[str, str]) -> None:
    line = listing[f"oddity{number}"]
    assert f"the target `oddity{number}` of odd{number} 2.0 cannot be used: " in line
    assert FAULTS[number][1] in line


def test_ours_are_listed_beside_broken_ones(listing: dict[str, str]) -> None:
    assert list(listing)[: len(target_names())] == list(target_names())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "write"), [("raise KeyError('x')", "return ''"), ("return 1", "return 1 / 0")]
)
def test_one_that_fails_is_a_sentence_and_nothing_is_written(
    plan: str, write: str, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    install(site, WHOLE.format(plan=plan, write=write), "oddity = odd:Odd")
    assert run(site, "new", "mygame", cwd=tmp_path).returncode == 0
    built = run(site, "build", "mygame", "-t", "oddity", cwd=tmp_path)
    assert built.returncode == 2
    assert "the target `oddity` of odd 2.0 failed: " in built.stderr
    assert f"odd.py:{10 if 'raise' in plan else 12}" in built.stderr
    assert "Traceback" not in built.stderr
    assert not (tmp_path / "output" / "mygame" / "oddity").exists()


def test_no_package_takes_one_of_our_names_or_one_that_cannot_be_typed(tmp_path: Path) -> None:
    names = ("mpc", "all", "Odd", "../x", "-t", "a b")
    install(tmp_path / "site", "", "\n".join(f"{name} = odd:Odd" for name in names))
    listed = run(tmp_path / "site", "targets", cwd=tmp_path)
    assert "odd 2.0" not in listed.stdout
    assert len(listed.stdout.splitlines()) == len(target_names()) + 2


def test_editors_complete_the_options_of_each_target() -> None:
    schema = Draft202012Validator(game_schema(targets=option_schemas()))
    deck = {"cards": "a.yaml", "size": "poker", "front": "face"}
    game = {"game": "x", "decks": {"a": deck}}

    def accepts(**keys: object) -> bool:
        return schema.is_valid({**game, **keys})

    assert accepts(build=["mpc", "sheets"])
    assert not accepts(build=["mpcc"])
    assert accepts(targets={"sheets": {"paper": "a4", "skip": 3, "header": "yes", "gap": "2mm"}})
    assert accepts(targets={"tts": {"per-sheet": 20, "format": "png"}, "mpc": {}})
    assert not accepts(targets={"sheets": {"papper": "a4"}})
    assert not accepts(targets={"sheets": {"duplex": "sideways"}})
    assert not accepts(targets={"tts": {"per-sheet": 70}})
    assert not accepts(targets={"mpc": {"stock": "S30"}})
    assert not accepts(targets={"shets": {}})
