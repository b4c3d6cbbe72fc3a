"""`docs/home-printing.md` is complete and true; `cardgen calibrate` does as it says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pikepdf
import pytest

from cardgen.core.findings import Report
from cardgen.targets.contract import OptionError
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.printer_file import read_printers
from tests.support.commands import run_cardgen
from tests.support.samples import ROOT
from tests.targets.sheets.test_pages import job, options, size, write

PAGE = (ROOT / "docs" / "home-printing.md").read_text("utf-8")


@pytest.mark.parametrize("name", SheetOptions.help_lines())
def test_every_option_is_on_the_page(name: str) -> None:
    assert re.search(rf"[`:,]{name}=", PAGE)


def test_every_option_is_explained_and_every_explanation_is_of_an_option() -> None:
    fields = {name.replace("_", "-") for name in SheetOptions.model_fields}
    assert set(SheetOptions.help_lines()) == fields
    assert all(len(text) < 100 for text in SheetOptions.help_lines().values())


@pytest.mark.parametrize("pair", sorted(set(re.findall(r"`([a-z-]+=[\w.-]+)`", PAGE))))
def test_every_option_that_the_page_names_can_be_typed(
    pair: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "cardgen").mkdir()
    (tmp_path / "cardgen" / "printers.yaml").write_text("office: {}\n", "utf-8")
    key, value = pair.split("=")
    given, bare = SheetOptions.parse({key: value}), SheetOptions.parse({})
    told = SheetOptions.help_lines()[key]
    assert getattr(given, key.replace("-", "_")) != getattr(bare, key.replace("-", "_")) or (
        value in told
    ), f"{pair} changes nothing, and is no default that the help tells"


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(office:.*?)```", PAGE, re.DOTALL))
def test_the_pages_printers_are_sound(text: str) -> None:
    report = Report()
    found = read_printers(text, report)
    assert found is not None, [finding.message for finding in report.findings]
    assert not found.sound["office"].is_exact


def test_the_pages_refusal_and_bleed_are_what_is_said(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(size("poker"), options("grid=3x3,bleed=3mm"))
    assert f"```\n{caught.value}\n```" in PAGE
    said = write(tmp_path / "out", job("poker", 9))
    flat = " ".join(PAGE.split())
    assert f"`{said.rpartition('Letter, ')[2]}`" in flat


def test_calibrate_writes_a_sheet_of_two_sides(tmp_path: Path) -> None:
    run = run_cardgen("calibrate", "--paper", "a4", "-o", tmp_path)
    assert run.returncode == 0, run.stderr
    path = tmp_path / "calibration" / "calibration.pdf"
    assert path.as_posix() in run.stdout
    with pikepdf.open(path) as pdf:
        boxes = [[round(float(edge) / 72 * 25.4) for edge in page.mediabox] for page in pdf.pages]
    assert boxes == [[0, 0, 210, 297]] * 2
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_calibrate_refuses_paper_that_there_is_not(tmp_path: Path) -> None:
    run = run_cardgen("calibrate", "--paper", "a44", "-o", tmp_path)
    assert run.returncode == 2
    assert "did you mean `a4`?" in run.stderr


@pytest.mark.parametrize("flip", ["long", "short"])
def test_calibrate_writes_a_check_beside_the_sheet(tmp_path: Path, flip: str) -> None:
    assert run_cardgen("calibrate", "-o", tmp_path).returncode == 0
    run = run_cardgen("calibrate", "--check", "--flip", flip, "-o", tmp_path)
    assert run.returncode == 0, run.stderr
    path = tmp_path / "calibration-check" / "check.pdf"
    assert path.as_posix() in run.stdout
    assert (tmp_path / "calibration" / "calibration.pdf").is_file(), "neither replaces the other"
    said = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True, text=True)
    assert f"turned over the {flip} edge" in " ".join(said.stdout.split())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--flip", "short"), "--flip is long or short, and goes with --check"),
        (("--check", "--flip", "up"), "--flip is long or short"),
        (("--check", "--printer", "attic"), "there is no printer `attic`"),
        (("--check", "--paper", "4x6"), "too small for the grids"),
    ],
)
def test_a_check_that_cannot_be_made_is_refused(
    typed: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "cardgen").mkdir()
    (tmp_path / "cardgen" / "printers.yaml").write_text("office: {}\n", "utf-8")
    run = run_cardgen("calibrate", *typed, "-o", tmp_path / "out")
    assert run.returncode == 2
    assert said in run.stderr
